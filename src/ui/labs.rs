//! The labs, each beside its lesson.

mod speculative;

pub use speculative::SPECULATIVE;

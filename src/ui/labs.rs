//! The labs, each beside its lesson.

mod constraints;
mod logits;
mod speculative;

pub use constraints::CONSTRAINTS;
pub use logits::LOGITS;
pub use speculative::SPECULATIVE;

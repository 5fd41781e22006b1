//! The labs, each beside its lesson.

mod logits;
mod speculative;

pub use logits::LOGITS;
pub use speculative::SPECULATIVE;

//! The labs, each beside its lesson.

mod logits;
mod proof;
mod speculative;

pub use logits::LOGITS;
pub use proof::PROOF;
pub use speculative::SPECULATIVE;

//! The labs, each beside its lesson.

mod constraints;
mod logits;
mod proof;
mod speculative;

pub use constraints::CONSTRAINTS;
pub use logits::LOGITS;
pub use proof::PROOF;
pub use speculative::SPECULATIVE;

//! The labs, each beside its lesson.

mod beams;
mod logits;
mod speculative;

pub use beams::BEAMS;
pub use logits::LOGITS;
pub use speculative::SPECULATIVE;

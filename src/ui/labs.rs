//! The labs, each beside its lesson.

mod beams;
mod constraints;
mod drafts;
mod latency;
mod logits;
mod proof;
mod speculative;

pub use beams::BEAMS;
pub use constraints::CONSTRAINTS;
pub use drafts::DRAFTS;
pub use latency::LATENCY;
pub use logits::LOGITS;
pub use proof::PROOF;
pub(crate) use proof::Picture as ProofPicture;
pub use speculative::SPECULATIVE;

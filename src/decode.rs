//! The pure core: what a decoder is, written so that it reads like the papers.
//!
//! Everything here is a function of its arguments. Randomness enters as coins, models enter through
//! [`LanguageModel`], and what happened leaves as a [`Trace`] of facts from which the rest is
//! recomputed. `libm` gives `exp` and `ln`, so that a browser and a native test agree bit for bit.

mod beam;
mod branches;
mod coins;
mod constraint;
mod device_pick;
mod distribution;
mod draft;
mod exercises;
mod exp;
mod fault;
mod kernel_pick;
mod latency;
mod lesson_cases;
mod lookup;
mod model;
mod pipeline;
mod playhead;
mod processor;
mod proof;
mod ranking;
mod recording_fault;
mod replay;
mod sampling;
mod spec;
mod speculative;
mod stats;
mod step_view;
mod trace;
mod vocabulary;

pub use beam::*;
pub use branches::*;
pub use coins::*;
pub use constraint::*;
pub use device_pick::*;
pub use distribution::*;
pub use draft::*;
pub use exercises::*;
pub use fault::Fault;
pub use kernel_pick::*;
pub use latency::*;
pub use lesson_cases::*;
pub use lookup::*;
pub use model::*;
pub use pipeline::*;
pub use playhead::*;
pub use processor::*;
pub use proof::*;
pub use recording_fault::*;
pub use replay::*;
pub use sampling::*;
pub use spec::*;
pub use speculative::*;
pub use stats::*;
pub use step_view::*;
pub use trace::*;
pub use vocabulary::*;

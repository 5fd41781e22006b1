//! The engine: real models behind the core's [`LanguageModel`](crate::decode::LanguageModel).
//!
//! From three files of bytes to a pair that can run an experiment: `checkpoint` checks the weights,
//! `room` says whether there is memory for them, `tokenizer` turns text into tokens, `fast` is the forward pass that runs, `reference` the one in candle
//! that it is held against (a feature of its own, so that what runs need not carry it), `model` is either, `calibration`
//! finds out which way to compute suits a device, `gpu` computes on a graphics processor (a feature of its own, too), `pair` joins two models that share a vocabulary, and `session` runs an
//! experiment and reports it. Nothing here
//! knows a page, a worker or a clock: those come in through [`Host`].

mod calibration;
mod checkpoint;
mod download;
mod drafts;
mod error;
mod fast;
#[cfg(feature = "gpu")]
mod gpu;
mod latency;
mod model;
mod pair;
#[cfg(feature = "reference")]
mod reference;
mod room;
mod session;
mod tokenizer;

pub use calibration::{DevicePass, SEVERAL, calibrate, estimate_passes};
pub use checkpoint::*;
pub use download::*;
pub use drafts::*;
pub use error::*;
pub use fast::{ByCarrier, ByExit, ByHeads, FastModel, Heads, HeadsFiles, KERNELS, Levels};
#[cfg(feature = "gpu")]
pub use gpu::*;
pub use latency::measure;
pub use model::*;
pub use pair::*;
#[cfg(feature = "reference")]
pub use reference::*;
pub use room::*;
pub use session::*;
pub use tokenizer::*;

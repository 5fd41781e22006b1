//! The engine: real models behind the core's [`LanguageModel`](crate::decode::LanguageModel).
//!
//! From three files of bytes to a pair that can run an experiment: `checkpoint` checks the weights,
//! `tokenizer` turns text into tokens, `fast` is the forward pass that runs, `reference` the one in candle
//! that it is held against, `model` is either, `pair` joins two models that share a vocabulary, and `session` runs an
//! experiment and reports it. Nothing here
//! knows a page, a worker or a clock: those come in through [`Host`].

mod checkpoint;
mod download;
mod error;
mod fast;
mod latency;
mod model;
mod pair;
mod reference;
mod session;
mod tokenizer;

pub use checkpoint::*;
pub use download::*;
pub use error::*;
pub use fast::{FastModel, KERNELS, Levels};
pub use latency::measure;
pub use model::*;
pub use pair::*;
pub use reference::*;
pub use session::*;
pub use tokenizer::*;

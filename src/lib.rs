//! Decoding Lab: how next-token probabilities become text, and how speculative sampling makes that
//! faster without changing it.
//!
//! One package, layers behind features, so that a layer cannot see what it must not:
//!
//! ```text
//! decode  <-  protocol  <-  engine  <-  bin/worker, bin/generate
//!                       <-  ui      <-  main
//! ```
//!
//! `decode` is pure: no clock, no I/O, no platform. `engine` runs models and knows no page;
//! `ui` draws and knows no model. They meet only in `protocol`.

pub mod decode;
pub mod protocol;

#[cfg(feature = "engine")]
pub mod engine;

#[cfg(feature = "ui")]
pub mod ui;

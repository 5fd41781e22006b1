//! The page: draws what the core says has been revealed, and sends commands back.
//!
//! Components take views and callbacks and do no arithmetic; what they show is computed in
//! `decode` and put into words in `captions` and `words`. Models are a worker away, behind
//! `engine_client`.

pub mod captions;
pub mod charts;
pub mod words;

mod app;
mod components;
mod engine_client;
mod export;
mod keys;
mod lab;
mod labs;
mod state;
mod url;

pub use app::App;
pub use lab::{LABS, Lab};

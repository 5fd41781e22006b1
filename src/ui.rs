//! The page: draws what the core says has been revealed, and sends commands back.
//!
//! Components take views and callbacks and do no arithmetic; what they show is computed in
//! `decode` and put into words in `captions` and `words`. Models are a worker away, behind
//! `engine_client`.

pub mod automaton;
pub mod captions;
pub mod charts;
pub mod constraint_captions;
pub mod constraint_words;
pub mod home;
pub mod latency_captions;
pub mod words;

mod app;
mod beam_captions;
mod beam_layout;
mod beams_state;
mod chapters;
mod compare_state;
mod components;
mod constraints_state;
mod devices;
mod drafts_state;
mod embed;
mod engine_client;
mod engine_state;
mod exercises;
mod export;
mod fetch;
mod fluent;
mod i18n;
mod keys;
mod lab;
mod labs;
mod latency_state;
mod link_words;
mod logits_state;
mod memory;
mod offline_state;
mod pair_choice;
mod player;
mod present;
mod proof_captions;
mod proof_state;
mod recording_words;
mod route;
mod share;
mod stage_captions;
mod state;
mod teach;
mod text_captions;
mod url;

pub use app::App;
pub use i18n::{ENGLISH, ENGLISH_HOME, carry, start};
pub use lab::{LABS, Lab};
pub use route::{Frame, PAGES, Page, Route};

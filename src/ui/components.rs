//! The parts of the page. Each takes what it shows from the shared state and sends commands back.

mod beam_tree;
mod caches;
mod comparison;
mod controls;
mod distribution;
mod embed;
mod models;
mod notices;
mod offline;
mod playback;
mod plots;
mod results;
mod rich;
mod stage;
mod table;
mod token_label;
mod transcript;

pub use beam_tree::BeamTreePanel;
pub use caches::CachePanel;
pub use comparison::ComparisonPanel;
pub use controls::{Controls, EnginePills, OpenFile, knob_field, prompt_field, seed_field};
pub use distribution::{DistributionDialog, Inspector};
pub use embed::{EmbedBar, EmbedButton, EmbedDesk, EmbedDialog, Framed};
pub use notices::Notices;
pub use offline::OfflineDialog;
pub use playback::Playback;
pub use plots::{PlotFigure, PlotsPanel};
pub use results::{TargetAlonePanel, TimingPanel};
pub use rich::{draw_piece, rich};
pub use stage::{CaptionPanel, Stage};
pub use table::CycleTable;
pub use token_label::TokenLabel;
pub use transcript::{SourcePill, Transcript};

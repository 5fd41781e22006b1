//! What can be wrong with a file that should hold a recording of the proof or of a measurement.

use super::RECORDING_VERSION;
use std::fmt;

/// Why a file is no recording that can be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordingFault {
    /// It cannot be read as a recorded proof.
    NoProof {
        /// What the reader of JSON says.
        why: String,
    },
    /// It cannot be read as a recorded measurement.
    NoMeasurement {
        /// What the reader of JSON says.
        why: String,
    },
    /// It has another layout than [`RECORDING_VERSION`].
    Layout {
        /// That of the file.
        found: u32,
    },
    /// A token that the vocabulary lacks.
    Tokens,
    /// Cycles that emit something else than what they accepted.
    Cycles,
    /// Settings that no link could set.
    Settings,
    /// p and q are not two distributions over the same tokens.
    Distributions,
    /// Counts of other trials than those that were asked for.
    Counts,
}

impl fmt::Display for RecordingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoProof { why } => write!(f, "this is no recorded proof: {why}"),
            Self::NoMeasurement { why } => write!(f, "this is no recorded measurement: {why}"),
            Self::Layout { found } => write!(f, "this recording has layout {found}; this page reads layout {RECORDING_VERSION}"),
            Self::Tokens => f.write_str("this recording names tokens that its vocabulary lacks"),
            Self::Cycles => f.write_str("the cycles in this recording contradict themselves"),
            Self::Settings => f.write_str("the settings in this recording are out of range"),
            Self::Distributions => f.write_str("p and q in this recording are not two distributions over the same 2 to 12 tokens"),
            Self::Counts => f.write_str("the counts in this recording contradict its settings"),
        }
    }
}

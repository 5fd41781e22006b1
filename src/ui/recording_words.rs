//! What a file has wrong that should hold a recording, in the reader's language. The core itself says it in English.

use crate::decode::{PROOF_TOKENS, RECORDING_VERSION, RecordingFault};
use crate::ui::i18n::{t, t_args};

/// Why a file is no recording that can be shown. What the reader of JSON says stays in English.
pub fn recording_fault_words(fault: &RecordingFault) -> String {
    match fault {
        RecordingFault::NoProof { why } => t_args("recording-no-proof", &[("why", why.as_str().into())]),
        RecordingFault::NoMeasurement { why } => t_args("recording-no-measurement", &[("why", why.as_str().into())]),
        RecordingFault::Layout { found } => {
            t_args("recording-layout", &[("found", found.to_string().into()), ("wanted", RECORDING_VERSION.to_string().into())])
        }
        RecordingFault::Tokens => t("recording-tokens"),
        RecordingFault::Cycles => t("recording-cycles"),
        RecordingFault::Settings => t("recording-settings"),
        RecordingFault::Distributions => {
            t_args("recording-distributions", &[("least", (*PROOF_TOKENS.start()).into()), ("most", (*PROOF_TOKENS.end()).into())])
        }
        RecordingFault::Counts => t("recording-counts"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_recording_has_wrong_is_said_as_the_core_says_it() {
        let why = || "expected value at line 1".to_owned();
        for fault in [
            RecordingFault::NoProof { why: why() },
            RecordingFault::NoMeasurement { why: why() },
            RecordingFault::Layout { found: 7 },
            RecordingFault::Tokens,
            RecordingFault::Cycles,
            RecordingFault::Settings,
            RecordingFault::Distributions,
            RecordingFault::Counts,
        ] {
            assert_eq!(recording_fault_words(&fault), fault.to_string());
        }
    }
}

//! What a link had wrong, in the reader's language.

use crate::decode::{ConstraintError, MAX_CONSTRAINT_BYTES, MAX_PROMPT_BYTES, Notice};
use crate::ui::constraint_words::{self, kinds};
use crate::ui::i18n::{key, t, t_args};
use crate::ui::words::in_quotes;

/// A notice about something in a link that could not be used as it was.
pub fn link_notice(notice: &Notice) -> String {
    let quoted = |given: &str| ("given", in_quotes(given).into());
    let used = |key: &str, name: &str, given: &str, used: &str| {
        t_args(key, &[("name", name.into()), ("given", given.into()), ("used", used.into())])
    };
    match notice {
        Notice::Clamped { name, given, used: instead } => used(key("link-clamped"), name, given, instead),
        Notice::NotANumber { name, given, used: instead } => used(key("link-no-number"), name, given, instead),
        Notice::UnknownChoice { name, given, used: instead } => used(key("link-no-choice"), name, given, instead),
        Notice::BadOrder { given } => t_args("link-order", &[quoted(given)]),
        Notice::BadBias { given } => t_args("link-bias", &[("given", given.as_str().into())]),
        Notice::BadStop { given } => t_args("link-stop", &[quoted(given)]),
        Notice::BadDistribution { given } => t_args("link-distribution", &[quoted(given)]),
        Notice::BadNumbers { name, given, wanted } => {
            let wanted = match *name {
                "v" => t("link-numbers-v"),
                "alphas" => t("link-numbers-alphas"),
                _ => (*wanted).to_owned(),
            };
            t_args("link-numbers", &[("name", (*name).into()), ("given", given.as_str().into()), ("wanted", wanted.into())])
        }
        Notice::UnequalDistributions => t("link-unequal"),
        Notice::UnknownMistake { given } => t_args("link-mistake", &[quoted(given)]),
        Notice::UnknownScenario { given } => t_args("link-scenario", &[quoted(given)]),
        Notice::PromptCut => t_args("link-prompt-cut", &[("most", MAX_PROMPT_BYTES.to_string().into())]),
        Notice::ConstraintTooLong { n_bytes } => {
            t_args("link-constraint-long", &[("n", n_bytes.to_string().into()), ("most", MAX_CONSTRAINT_BYTES.to_string().into())])
        }
        Notice::BadConstraint { why: ConstraintError::UnknownKind { given } } => {
            t_args("link-constraint", &[quoted(given), ("kinds", kinds().into())])
        }
        Notice::BadConstraint { why } => constraint_words::error(why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{BeamSpec, CompareSpec, ConstrainedSpec, ExperimentSpec, LatencySpec, PipelineSpec, ProofSpec};
    use crate::ui::i18n::{LANGUAGES, speak_in_test};

    /// Notices of every kind, from links that earn them.
    fn notices() -> Vec<Notice> {
        let long = "a".repeat(5000);
        [
            ExperimentSpec::parse(&format!("gamma=99&temperature=x&scenario=none&prompt={long}")).1,
            ConstrainedSpec::parse(&format!("way_out=run&constraint=poem:x&constraint=regex:{long}")).1,
            ConstrainedSpec::parse("constraint=poem:x").1,
            BeamSpec::parse("num_beams=1e9&scenario=none").1,
            PipelineSpec::parse("order=a&bias=x&stop=").1,
            ProofSpec::parse("p=0.5_0.2&mistake=nonsense").1,
            ProofSpec::parse("p=0.5_0.5").1,
            CompareSpec::parse("rule=nonsense").1,
            LatencySpec::parse("v=1&alphas=7&machine=none").1,
        ]
        .concat()
    }

    // English is the core's own words; every other language has its own.
    #[test]
    fn what_a_link_has_wrong_is_said_in_every_language() {
        let notices = notices();
        let kinds: std::collections::BTreeSet<String> =
            notices.iter().map(|notice| format!("{notice:?}").split([' ', '{']).next().unwrap_or_default().to_owned()).collect();
        assert!(kinds.len() >= 14, "{kinds:?}");
        for notice in &notices {
            assert_eq!(link_notice(notice), notice.to_string());
        }
        for (code, _) in LANGUAGES.iter().filter(|(code, _)| *code != "en") {
            speak_in_test(code);
            for notice in &notices {
                let said = link_notice(notice);
                assert!(said != notice.to_string() && !said.contains("{$") && !said.starts_with("link-"), "{code}: {said}");
            }
        }
        speak_in_test("en");
    }
}

//! What a link had wrong, in the reader's language. The core itself says it in English.

use crate::decode::{
    ConstraintError, MAX_BIAS, MAX_BIASES, MAX_CONSTRAINT_BYTES, MAX_PROMPT_BYTES, MAX_STOP_BYTES, MAX_STOPS, Notice, PROOF_TOKENS,
};
use crate::ui::constraint_words::{self, kinds};
use crate::ui::fluent::Value;
use crate::ui::i18n::{key, t, t_args};
use crate::ui::words::in_quotes;

/// A limit that is read like a part of a link: without thousands apart.
fn limit(n: usize) -> Value {
    n.to_string().into()
}

/// Something in a link that could not be used as it was.
pub fn link_notice(notice: &Notice) -> String {
    let text = |text: &str| Value::from(text);
    let given_alone = |key: &str, given: &str| t_args(key, &[("given", given.into())]);
    match notice {
        Notice::Clamped { name, given, used } => {
            t_args("link-clamped", &[("name", text(name)), ("given", text(given)), ("used", text(used))])
        }
        Notice::NotANumber { name, given, used } => {
            t_args("link-no-number", &[("name", text(name)), ("given", text(given)), ("used", text(used))])
        }
        Notice::UnknownChoice { name, given, used } => {
            // Names for addresses are the same in every language; this is the one that is words.
            let used = if *name == "drafts" { t("link-drafts-known") } else { (*used).to_owned() };
            t_args("link-no-choice", &[("name", text(name)), ("given", text(given)), ("used", used.into())])
        }
        Notice::BadNumbers { name, given, wanted } => {
            let wanted = match *name {
                "v" => t("link-numbers-v"),
                "alphas" => t("link-numbers-alphas"),
                "tree" => t("link-numbers-tree"),
                _ => (*wanted).to_owned(),
            };
            t_args("link-bad-numbers", &[("name", text(name)), ("given", text(given)), ("wanted", wanted.into())])
        }
        Notice::BadOrder { given } => given_alone(key("link-bad-order"), given),
        Notice::BadBias { given } => {
            t_args("link-bad-bias", &[("given", text(given)), ("bias", MAX_BIAS.to_string().into()), ("most", limit(MAX_BIASES))])
        }
        Notice::BadStop { given } => {
            t_args("link-bad-stop", &[("given", text(given)), ("bytes", limit(MAX_STOP_BYTES)), ("most", limit(MAX_STOPS))])
        }
        Notice::BadDistribution { given } => t_args(
            "link-bad-distribution",
            &[("given", text(given)), ("least", limit(*PROOF_TOKENS.start())), ("most", limit(*PROOF_TOKENS.end()))],
        ),
        Notice::UnequalDistributions => t("link-unequal-distributions"),
        Notice::UnknownMistake { given } => given_alone(key("link-no-mistake"), given),
        Notice::UnknownScenario { given } => given_alone(key("link-no-scenario"), given),
        Notice::PromptCut => t_args("link-prompt-cut", &[("bytes", limit(MAX_PROMPT_BYTES))]),
        Notice::ConstraintTooLong { n_bytes } => {
            t_args("link-constraint-too-long", &[("bytes", limit(*n_bytes)), ("most", limit(MAX_CONSTRAINT_BYTES))])
        }
        Notice::BadConstraint { why: ConstraintError::UnknownKind { given } } => {
            t_args("link-constraint", &[("given", in_quotes(given).into()), ("kinds", kinds().into())])
        }
        Notice::BadConstraint { why } => constraint_words::error(why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{ConstrainedSpec, ExperimentSpec, LatencySpec, PipelineSpec, ProofSpec, SequenceSpec};
    use crate::ui::i18n::{LANGUAGES, speak_in_test};

    /// What a link with everything wrong in it earns, given to every lab.
    fn notices() -> Vec<Notice> {
        let long = "x".repeat(MAX_PROMPT_BYTES + 1);
        let wrong = format!(
            "prompt={long}&gamma=1e9&temperature=NaN&scenario=moon&machine=moon&v=1_2&alphas=x&order=none&bias=1_99&stop=&p=0.5_0.6&q=1_0\
             &mistake=all&trials=7&seed=x&n=0&constraint=x&way_out=run"
        );
        let mut notices = ExperimentSpec::parse(&wrong).1;
        notices.extend(PipelineSpec::parse(&wrong).1);
        notices.extend(ProofSpec::parse(&wrong).1);
        notices.extend(SequenceSpec::parse(&wrong).1);
        notices.extend(LatencySpec::parse(&wrong).1);
        notices.extend(ConstrainedSpec::parse(&wrong).1);
        notices.extend(ExperimentSpec::parse(&format!("constraint={}", "x".repeat(MAX_CONSTRAINT_BYTES + 1))).1);
        notices
    }

    // The page says in English what the core says, and in every other language something else.
    #[test]
    fn what_a_link_has_wrong_is_said_in_every_language() {
        let notices = notices();
        for (code, _) in LANGUAGES.iter().filter(|(code, _)| *code != "en") {
            speak_in_test(code);
            for notice in &notices {
                let said = link_notice(notice);
                assert!(said != notice.to_string() && !said.contains("{$") && !said.starts_with("link-"), "{code}: {said}");
            }
        }
        speak_in_test("en");
    }

    #[test]
    fn what_a_link_has_wrong_is_said_as_the_core_says_it() {
        let notices = notices();
        for notice in &notices {
            assert_eq!(link_notice(notice), notice.to_string());
        }
        let is_there = |kind: Notice| notices.iter().any(|notice| std::mem::discriminant(notice) == std::mem::discriminant(&kind));
        let none = String::new;
        for kind in [
            Notice::Clamped { name: "", given: none(), used: none() },
            Notice::NotANumber { name: "", given: none(), used: none() },
            Notice::BadOrder { given: none() },
            Notice::BadBias { given: none() },
            Notice::BadStop { given: none() },
            Notice::BadDistribution { given: none() },
            Notice::BadNumbers { name: "", given: none(), wanted: "" },
            Notice::UnequalDistributions,
            Notice::UnknownMistake { given: none() },
            Notice::UnknownScenario { given: none() },
            Notice::PromptCut,
            Notice::ConstraintTooLong { n_bytes: 0 },
            Notice::BadConstraint { why: ConstraintError::UnknownKind { given: none() } },
            Notice::unknown_choice("", "", ""),
        ] {
            assert!(is_there(kind.clone()), "no link had this wrong: {kind:?}");
        }
    }
}

//! The two cases of the lesson, on tables written by hand: one cycle with a rejection and its
//! correction, one in which all is accepted and a bonus follows.
//!
//! Nothing is acted: the same decoder runs on the tables, with a seed under which its coins tell
//! the story. Only the distributions are invented, so that every number can be checked on paper.

use crate::decode::{
    DecoderConfig, ExperimentSpec, LanguageModel as _, ModelFacts, PairFacts, RECORDING_VERSION, Recording, Scenario, Speculative,
    TableModel, TokenId, Trace, Vocabulary, now_or_never,
};

/// One lesson case before it is run.
struct Script {
    prompt: &'static [&'static str],
    /// What each model thinks after which words: the last words of the context, then next words
    /// with their probabilities.
    draft: Table,
    target: Table,
    gamma: usize,
    n_emitted: usize,
    /// A seed whose coins tell the story; the tests hold it to that.
    seed: u64,
}

type Table = &'static [(&'static str, &'static [(&'static str, f64)])];

const CORRECTION: Script = Script {
    prompt: &["Under", " the", " pale", " moon"],
    draft: &[
        (" moon", &[(" a", 0.60), (" the", 0.30), (" birds", 0.10)]),
        (" a", &[(" cat", 0.70), (" garden", 0.20), (" bird", 0.10)]),
        (" cat", &[(" crossed", 0.60), (" slept", 0.15), (" sat", 0.15), (" sang", 0.10)]),
        (" crossed", &[(" the", 0.80), (" a", 0.20)]),
        (" the", &[(" garden", 0.60), (" cat", 0.25), (" lake", 0.15)]),
        (" garden", &[(" softly", 0.50), (" slept", 0.50)]),
    ],
    target: &[
        (" moon", &[(" a", 0.54), (" the", 0.36), (" birds", 0.10)]),
        (" a", &[(" cat", 0.80), (" garden", 0.05), (" bird", 0.15)]),
        (" cat", &[(" crossed", 0.15), (" slept", 0.55), (" sat", 0.25), (" sang", 0.05)]),
        (" crossed", &[(" the", 0.90), (" a", 0.10)]),
        (" the", &[(" garden", 0.55), (" cat", 0.15), (" lake", 0.30)]),
        (" garden", &[(" softly", 0.70), (" slept", 0.30)]),
    ],
    gamma: 5,
    n_emitted: 3,
    seed: 1,
};

const BONUS: Script = Script {
    prompt: &["Beside", " the", " silent", " lake"],
    draft: &[
        (" lake", &[(" birds", 0.50), (" a", 0.30), (" the", 0.20)]),
        (" birds", &[(" began", 0.60), (" sang", 0.25), (" slept", 0.15)]),
        (" began", &[(" to", 0.95), (" a", 0.05)]),
        (" to", &[(" sing", 0.70), (" sleep", 0.20), (" the", 0.10)]),
        (" sing", &[(" softly", 0.50), (" to", 0.30), (" a", 0.20)]),
    ],
    target: &[
        (" lake", &[(" birds", 0.40), (" a", 0.45), (" the", 0.15)]),
        (" birds", &[(" began", 0.75), (" sang", 0.20), (" slept", 0.05)]),
        (" began", &[(" to", 0.98), (" a", 0.02)]),
        (" to", &[(" sing", 0.60), (" sleep", 0.35), (" the", 0.05)]),
        (" sing", &[(" softly", 0.65), (" to", 0.25), (" a", 0.10)]),
    ],
    gamma: 4,
    n_emitted: 5,
    seed: 63,
};

impl Script {
    /// Every word of the script, in the order in which it appears; a word's index is its token id.
    fn words(&self) -> Vec<&'static str> {
        let mut words: Vec<&'static str> = Vec::new();
        let tables = self.draft.iter().chain(self.target);
        for word in self
            .prompt
            .iter()
            .copied()
            .chain(tables.flat_map(|(after, next)| [*after].into_iter().chain(next.iter().map(|(word, _)| *word))))
        {
            if !words.contains(&word) {
                words.push(word);
            }
        }
        words
    }

    fn record(&self, spec: ExperimentSpec) -> Recording {
        let words = self.words();
        let id = |word: &str| words.iter().position(|known| *known == word).map_or(0, |idx| idx as u32);
        let table = |rows: Table| {
            rows.iter().fold(TableModel::uniform(words.len(), CONTEXT_LEN), |model, (after, next)| {
                let mut weights = vec![0.0; words.len()];
                for (word, prob) in *next {
                    weights[id(word) as usize] = *prob;
                }
                model.with_row(&[id(after)], &weights)
            })
        };
        let (mut draft, mut target) = (table(self.draft), table(self.target));
        let pair = PairFacts {
            target: ModelFacts::table("hand-made target"),
            draft: ModelFacts::table("hand-made draft"),
            vocab_size: target.vocab_size(),
            context_len: CONTEXT_LEN,
            stop_tokens: Vec::new(),
        };
        let prompt: Vec<TokenId> = self.prompt.iter().map(|word| TokenId(id(word))).collect();
        let mut trace = Trace::new(spec, pair, prompt);
        let config: DecoderConfig = trace.config();
        let mut decoder = Speculative::new(config, &trace.prompt);
        now_or_never(decoder.prefill(&mut draft, &mut target)).expect("a table never waits").expect("the prompt fits");
        while let Some(facts) = now_or_never(decoder.step(&mut draft, &mut target)).expect("a table never waits").expect("the cycle fits") {
            trace.cycles.push(facts);
        }
        trace.stop = decoder.stop();
        let vocabulary = Vocabulary::new(words.iter().map(|word| word.as_bytes().to_vec()).collect(), Vec::new());
        Recording { version: RECORDING_VERSION, trace, target_alone: None, vocabulary }
    }

    fn spec(&self, scenario: Scenario) -> ExperimentSpec {
        ExperimentSpec {
            scenario,
            prompt: self.prompt.concat(),
            gamma: self.gamma,
            temperature: 1.0,
            max_new_tokens: self.n_emitted,
            seed: self.seed,
            ..ExperimentSpec::default()
        }
    }
}

const CONTEXT_LEN: usize = 32;

/// The recording of a lesson case, computed afresh. ([`Scenario::Models`] has no script and gives
/// the first case.)
pub fn lesson_case(scenario: Scenario) -> Recording {
    let script = if scenario == Scenario::BonusCase { &BONUS } else { &CORRECTION };
    script.record(script.spec(scenario))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(recording: &Recording) -> String {
        recording.vocabulary.text(&recording.trace.tokens_after(recording.trace.cycles.len()))
    }

    fn drafted(recording: &Recording) -> String {
        recording.vocabulary.text(&recording.trace.cycles[0].drafted)
    }

    #[test]
    fn the_first_case_keeps_a_cat_drops_the_rest_and_corrects_to_slept() {
        let recording = lesson_case(Scenario::CorrectionCase);
        assert_eq!(drafted(&recording), " a cat crossed the garden");
        assert_eq!(text(&recording), "Under the pale moon a cat slept");
        assert_eq!(recording.trace.cycles.len(), 1);
    }

    #[test]
    fn the_second_case_accepts_all_and_adds_softly() {
        let recording = lesson_case(Scenario::BonusCase);
        assert_eq!(drafted(&recording), " birds began to sing");
        assert_eq!(text(&recording), "Beside the silent lake birds began to sing softly");
        assert_eq!(recording.trace.cycles.len(), 1);
    }

    #[test]
    fn every_row_of_the_scripts_is_a_distribution() {
        for (after, next) in [CORRECTION.draft, CORRECTION.target, BONUS.draft, BONUS.target].concat() {
            let sum: f64 = next.iter().map(|(_, prob)| prob).sum();
            assert!((sum - 1.0).abs() < 1e-12, "after {after}: {sum}");
        }
    }
}

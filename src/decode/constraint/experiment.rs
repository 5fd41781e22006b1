//! One experiment under a constraint, whole: the prompt, the grammar, the sampler, the way out of a
//! dead end; read from a URL's query and written back to it.

use super::{Constraint, ConstraintError, ConstraintProcessor, ConstraintSpec, TokenTrie, WayOut};
use crate::decode::spec::{append_changed, knob_of, read_constraint, set_defaults, shorten};
use crate::decode::{
    BeamConfig, BeamSettings, Coins, DecoderConfig, ExperimentSpec, Knob, LogitsProcessor, Notice, PairFacts, ProcessorChain, read_prompt,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The settings, the prompt and the constraint of one experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConstrainedSpec {
    /// The text to continue; the constraint begins after it.
    pub prompt: String,
    /// What the continuation must be. It may be one that cannot be used: whoever types a pattern is
    /// halfway through it most of the time.
    pub constraint: ConstraintSpec,
    /// Divides logits; 0 is greedy.
    pub temperature: f64,
    /// Most probable tokens kept; 0 is off.
    pub top_k: usize,
    /// Mass kept; 1 is off.
    pub top_p: f64,
    /// Least share of the best token's probability; 0 is off.
    pub min_p: f64,
    /// Whether the mask comes after all filters rather than before: the wrong order, which leads to
    /// dead ends.
    pub mask_last: bool,
    /// What to do where no token is left.
    pub way_out: WayOut,
    /// The most tokens emitted.
    pub max_new_tokens: usize,
    /// Decides every coin.
    pub seed: u64,
    /// Whether the draft speculates under the same mask, too.
    pub with_draft: bool,
    /// Tokens drafted per cycle.
    pub gamma: usize,
    /// Whether beam search runs under the same mask, too.
    pub with_beams: bool,
}

impl Default for ConstrainedSpec {
    fn default() -> Self {
        let mut spec = Self {
            prompt: DEFAULT_PROMPT.to_owned(),
            constraint: ConstraintSpec::DigitList { max_items: None },
            temperature: 0.0,
            top_k: 0,
            top_p: 0.0,
            min_p: 0.0,
            mask_last: false,
            way_out: WayOut::Backtrack,
            max_new_tokens: 0,
            seed: 0,
            with_draft: false,
            gamma: 0,
            with_beams: false,
        };
        set_defaults(CONSTRAINED_KNOBS, &mut spec);
        spec
    }
}

/// The beginning that a fresh page continues.
const DEFAULT_PROMPT: &str = "The numbers are ";

/// Every numeric setting, in the order in which the page shows them.
pub const CONSTRAINED_KNOBS: &[Knob<ConstrainedSpec>] = &[
    knob_of!(temperature: f64, 0.0 to 2.0 by 0.05, default 0.8, off Some(1.0)),
    knob_of!(top_k: usize, 0.0 to 100.0 by 1.0, default 0.0, off Some(0.0)),
    knob_of!(top_p: f64, 0.0 to 1.0 by 0.01, default 1.0, off Some(1.0)),
    knob_of!(min_p: f64, 0.0 to 1.0 by 0.01, default 0.0, off Some(0.0)),
    knob_of!(max_new_tokens: usize, 1.0 to 120.0 by 1.0, default 40.0, off None),
    knob_of!(gamma: usize, 1.0 to 8.0 by 1.0, default 4.0, off None),
    knob_of!(seed: u64, 0.0 to 4_294_967_295.0 by 1.0, default 1.0, off None),
];

/// Beams of the search that stands beside the sampling.
pub const CONSTRAINED_BEAMS: usize = 3;

/// An experiment to begin with.
pub struct ConstrainedPreset {
    /// What the page's texts call it.
    pub id: &'static str,
    /// The text to continue.
    pub prompt: &'static str,
    /// What [`ConstraintSpec::from_text`] reads.
    pub constraint: &'static str,
    /// The settings that are not at their defaults, as a link writes them.
    settings: &'static str,
}

/// Experiments to begin with; a fresh page shows the first.
pub const CONSTRAINED_PRESETS: [ConstrainedPreset; 6] = [
    ConstrainedPreset { id: "list", prompt: DEFAULT_PROMPT, constraint: "list", settings: "" },
    ConstrainedPreset { id: "digits", prompt: "Her number is ", constraint: "digits:1-8", settings: "" },
    ConstrainedPreset {
        id: "date",
        prompt: "The letter is from ",
        constraint: r"regex:[12]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])",
        settings: "",
    },
    ConstrainedPreset {
        id: "sentence",
        prompt: "Once upon a time there was a cat. ",
        constraint: r"regex:[A-Z][a-z]*( [a-z]+){2,11}[.!?]",
        settings: "seed=8",
    },
    ConstrainedPreset {
        id: "cat",
        prompt: "Tom is a cat. Lily and Ben are his friends. ",
        constraint: r#"json:{
  "type": "object",
  "properties": {
    "name": {"type": "string", "minLength": 1, "maxLength": 10},
    "lives": {"type": "integer", "minimum": 1, "maximum": 9},
    "coat": {"enum": ["black", "white", "striped"]},
    "asleep": {"type": "boolean"},
    "friends": {"type": "array", "minItems": 1, "maxItems": 3,
      "items": {"type": "string", "minLength": 1, "maxLength": 10}}
  },
  "required": ["name", "lives", "coat", "asleep", "friends"]
}"#,
        settings: "temperature=0.5&max_new_tokens=80&seed=2",
    },
    // The mask after top-k, on a pattern that the target leaves sooner or later.
    ConstrainedPreset {
        id: "dead-end",
        prompt: "The cat sat on the",
        constraint: "regex: (couch and purred|floor( [a-z]+){2,9})",
        settings: "mask=last&top_k=8&max_new_tokens=8",
    },
];

impl ConstrainedPreset {
    /// The experiment.
    pub fn spec(&self) -> ConstrainedSpec {
        let (spec, _) = ConstrainedSpec::parse(self.settings);
        let constraint = ConstraintSpec::from_text(self.constraint).unwrap_or(spec.constraint);
        ConstrainedSpec { prompt: self.prompt.to_owned(), constraint, ..spec }
    }
}

impl ConstrainedSpec {
    /// Reads a URL's query (without `?`). Names it does not know are left to others.
    pub fn parse(query: &str) -> (Self, Vec<Notice>) {
        let mut spec = Self::default();
        let mut notices = Vec::new();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "prompt" => {
                    let (prompt, notice) = read_prompt(&value);
                    spec.prompt = prompt;
                    notices.extend(notice);
                }
                "constraint" => match read_constraint(&value) {
                    Ok(constraint) => spec.constraint = constraint,
                    Err(notice) => notices.push(notice),
                },
                "mask" => spec.mask_last = read_choice(&mut notices, "mask", &value, &[("first", false), ("last", true)]),
                "with_draft" => spec.with_draft = read_choice(&mut notices, "with_draft", &value, &OFF_ON),
                // Older links. Other values of this name say which model drafts, and are left to others.
                "draft" if OFF_ON.iter().any(|(name, _)| *name == value) => spec.with_draft = value == "on",
                "beams" => spec.with_beams = read_choice(&mut notices, "beams", &value, &OFF_ON),
                "way_out" => {
                    let choices = WayOut::ALL.map(|(way_out, name)| (name, way_out));
                    spec.way_out = read_choice(&mut notices, "way_out", &value, &choices);
                }
                _ => {
                    if let Some(knob) = CONSTRAINED_KNOBS.iter().find(|knob| knob.name == name) {
                        notices.extend(knob.read_link(&mut spec, &value));
                    }
                }
            }
        }
        (spec, notices)
    }

    /// The query that restores this experiment: what differs from the default, in a fixed order.
    pub fn to_query(&self) -> String {
        let default = Self::default();
        let mut query = form_urlencoded::Serializer::new(String::new());
        if self.prompt != default.prompt {
            query.append_pair("prompt", &self.prompt);
        }
        if self.constraint != default.constraint {
            query.append_pair("constraint", &self.constraint.to_text());
        }
        if self.mask_last {
            query.append_pair("mask", "last");
        }
        if self.way_out != default.way_out {
            query.append_pair("way_out", self.way_out.name());
        }
        for (name, on) in [("with_draft", self.with_draft), ("beams", self.with_beams)] {
            if on {
                query.append_pair(name, "on");
            }
        }
        append_changed(CONSTRAINED_KNOBS, self, &mut query);
        query.finish()
    }

    /// The constraint at work on a pair's tokens, after a prompt of `n_prompt` tokens.
    pub fn processor(&self, trie: Arc<TokenTrie>, pair: &PairFacts, n_prompt: usize) -> Result<Arc<ConstraintProcessor>, ConstraintError> {
        let constraint = Arc::new(Constraint::compile(self.constraint.clone())?);
        Ok(Arc::new(ConstraintProcessor::new(constraint, trie, pair.stop_tokens.clone(), n_prompt)))
    }

    /// The sampler: the mask before everything else, or after it all.
    pub fn chain(&self, processor: &Arc<ConstraintProcessor>) -> ProcessorChain {
        let mask = LogitsProcessor::Constraint(Arc::clone(processor));
        let mut processors = vec![
            LogitsProcessor::Temperature(self.temperature),
            LogitsProcessor::TopK(self.top_k),
            LogitsProcessor::TopP(self.top_p),
            LogitsProcessor::MinP(self.min_p),
        ];
        processors.insert(if self.mask_last { processors.len() } else { 0 }, mask);
        ProcessorChain { processors }
    }

    /// The configuration of the decoder.
    pub fn config(&self, processor: &Arc<ConstraintProcessor>, pair: &PairFacts) -> DecoderConfig {
        DecoderConfig {
            chain: self.chain(processor),
            gamma: self.gamma,
            max_new_tokens: self.max_new_tokens,
            stop_tokens: pair.stop_tokens.clone(),
            context_len: pair.context_len,
            coins: Coins::new(self.seed),
        }
    }

    /// The configuration of the beam search beside it: the model's own odds, under the mask or free.
    pub fn beam_config(&self, processor: Option<&Arc<ConstraintProcessor>>, pair: &PairFacts) -> BeamConfig {
        let mask = processor.map(|processor| LogitsProcessor::Constraint(Arc::clone(processor)));
        BeamConfig {
            settings: BeamSettings { num_beams: CONSTRAINED_BEAMS, max_depth: self.max_new_tokens, ..BeamSettings::default() },
            chain: ProcessorChain { processors: mask.into_iter().collect() },
            stop_tokens: pair.stop_tokens.clone(),
            context_len: pair.context_len,
        }
    }

    /// The same experiment with speculation, under the constraint or free. The mask comes first.
    pub fn speculation(&self, constrained: bool) -> ExperimentSpec {
        ExperimentSpec {
            prompt: self.prompt.clone(),
            gamma: self.gamma,
            temperature: self.temperature,
            top_k: self.top_k,
            top_p: self.top_p,
            min_p: self.min_p,
            max_new_tokens: self.max_new_tokens,
            seed: self.seed,
            constraint: constrained.then(|| self.constraint.clone()),
            ..ExperimentSpec::default()
        }
    }

    /// Whether the text under the constraint is another one: what stands beside it does not count.
    pub fn differs_in_its_text(&self, other: &Self) -> bool {
        let core = |spec: &Self| Self { with_draft: false, gamma: 0, with_beams: false, ..spec.clone() };
        core(self) != core(other)
    }
}

const OFF_ON: [(&str, bool); 2] = [("off", false), ("on", true)];

/// The choice of this name; the first one, with a notice, if there is none.
fn read_choice<T: Copy>(notices: &mut Vec<Notice>, name: &'static str, value: &str, choices: &[(&'static str, T)]) -> T {
    choices.iter().find(|(known, _)| *known == value).map_or_else(
        || {
            notices.push(Notice::UnknownChoice { name, given: shorten(value), used: choices[0].0 });
            choices[0].1
        },
        |(_, choice)| *choice,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::MAX_CONSTRAINT_BYTES;

    #[test]
    fn every_constrained_spec_survives_its_own_link() {
        let mut spec = ConstrainedSpec { prompt: "né & <b>猫</b> 🐈 +%20\n".to_owned(), ..ConstrainedSpec::default() };
        let constraints = [
            "digits",
            "digits:2-5",
            "list:8",
            r"regex:[a-z& +%=#]+\d{2}|é",
            "regex:a(b", // What cannot be used survives as well: it is what was typed.
            "json:{\"enum\": [\"é\",\n \"&=%\"]}",
            "json:{",
        ];
        for text in constraints {
            spec.constraint = ConstraintSpec::from_text(text).expect("a constraint's text");
            for knob in CONSTRAINED_KNOBS {
                for value in [knob.min, knob.max, knob.default] {
                    (knob.write)(&mut spec, value);
                    assert_eq!(ConstrainedSpec::parse(&spec.to_query()), (spec.clone(), vec![]));
                }
            }
            for (way_out, _) in WayOut::ALL {
                spec = ConstrainedSpec {
                    way_out,
                    mask_last: !spec.mask_last,
                    with_draft: !spec.with_draft,
                    with_beams: spec.with_draft,
                    ..spec
                };
                assert_eq!(ConstrainedSpec::parse(&spec.to_query()), (spec.clone(), vec![]));
            }
        }
        assert_eq!(ConstrainedSpec::default().to_query(), "");
    }

    #[test]
    fn bad_values_are_clamped_or_left_out_and_each_has_a_notice() {
        let long = "a".repeat(MAX_CONSTRAINT_BYTES);
        let query =
            format!("temperature=NaN&top_k=1e9&mask=middle&way_out=run&with_draft=maybe&beams=7&constraint=regex:{long}&max_new_tokens=0");
        let (spec, notices) = ConstrainedSpec::parse(&query);
        assert_eq!(spec, ConstrainedSpec { top_k: 100, max_new_tokens: 1, ..ConstrainedSpec::default() });
        assert_eq!(notices.len(), 8);
        assert!(notices.iter().any(|notice| notice.to_string() == "way_out = run is no choice; backtrack is used"), "{notices:?}");
        assert!(notices.iter().any(|notice| notice.to_string().contains("4006 bytes, and 4000 is the most")), "{notices:?}");
        let (again, notices) = ConstrainedSpec::parse(&spec.to_query());
        assert_eq!((again, notices), (spec, vec![]));
        // An older link, and a model's name.
        let old = ConstrainedSpec { with_draft: true, ..ConstrainedSpec::default() };
        assert_eq!(ConstrainedSpec::parse("draft=on&draft=draft-poor"), (old, vec![]));
        let (spec, notices) = ConstrainedSpec::parse("constraint=poem:x");
        assert_eq!((spec, notices.len()), (ConstrainedSpec::default(), 1));
    }

    #[test]
    fn every_preset_can_be_used_as_it_is_and_the_first_is_the_fresh_page() {
        for preset in CONSTRAINED_PRESETS {
            let spec = preset.spec();
            assert_eq!(ConstrainedSpec::parse(preset.settings).1, vec![], "{}", preset.id);
            assert_eq!(spec.constraint.to_text(), preset.constraint);
            assert!(Constraint::compile(spec.constraint.clone()).is_ok(), "{}", preset.id);
            assert_eq!(ConstrainedSpec::parse(&spec.to_query()), (spec, vec![]), "{}", preset.id);
        }
        assert_eq!(CONSTRAINED_PRESETS[0].spec(), ConstrainedSpec::default());
    }

    // Case 18: a mask after top-k can find nothing left.
    #[test]
    fn the_mask_comes_before_the_filters_unless_the_wrong_order_is_asked_for() {
        use crate::decode::{TokenId, Vocabulary};
        let vocabulary = Vocabulary::new(["<end>", "a", "1"].map(|piece| piece.as_bytes().to_vec()).to_vec(), vec![TokenId(0)]);
        let constraint = Arc::new(Constraint::compile(ConstraintSpec::Digits { min: 1, max: None }).expect("usable"));
        let processor = Arc::new(ConstraintProcessor::new(constraint, Arc::new(TokenTrie::new(vocabulary)), vec![TokenId(0)], 1));
        let spec = ConstrainedSpec { top_k: 1, ..ConstrainedSpec::default() };
        let row = [0.0, 9.0, 1.0];
        assert_eq!(spec.chain(&processor).process(&row, &[TokenId(1)]).map(|probs| probs.argmax()), Some(TokenId(2)));
        let wrong = ConstrainedSpec { mask_last: true, ..spec };
        assert_eq!(wrong.chain(&processor).process(&row, &[TokenId(1)]), None);
    }

    #[test]
    fn speculation_and_sampling_have_the_same_settings() {
        let spec = ConstrainedSpec { temperature: 0.3, top_k: 9, top_p: 0.7, min_p: 0.1, seed: 11, gamma: 2, ..ConstrainedSpec::default() };
        let experiment = spec.speculation(true);
        assert_eq!((experiment.temperature, experiment.top_k, experiment.top_p, experiment.min_p), (0.3, 9, 0.7, 0.1));
        assert_eq!((experiment.seed, experiment.gamma, experiment.max_new_tokens), (11, 2, 40));
        assert_eq!((experiment.repetition_penalty, experiment.constraint), (1.0, Some(spec.constraint.clone())));
        assert_eq!(spec.speculation(false).constraint, None);
    }
}

//! One experiment, whole: everything that decides what happens, seed included, read from a URL's
//! query and written back to it.
//!
//! [`KNOBS`] is the one table of settings: sliders, URL names, ranges and "off" values all come
//! from it. Reading never fails: what cannot be used is clamped or left at its default, and a
//! [`Notice`] says so.

use crate::decode::{
    Constraint, ConstraintError, ConstraintProcessor, ConstraintSpec, LogitsProcessor, PairFacts, ProcessorChain, TokenTrie,
};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// Which pair of models an experiment runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scenario {
    /// The two trained models.
    Models,
    /// The lesson's first case on a hand-made table: a rejection, and its correction.
    CorrectionCase,
    /// The lesson's second case on a hand-made table: all accepted, and the bonus.
    BonusCase,
}

impl Scenario {
    /// Every scenario, with its name in URLs.
    pub const ALL: [(Scenario, &'static str); 3] =
        [(Scenario::Models, "models"), (Scenario::CorrectionCase, "case-correction"), (Scenario::BonusCase, "case-bonus")];

    /// Its name in URLs.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(scenario, _)| *scenario == self).map_or("models", |(_, name)| name)
    }
}

/// The settings and the prompt of one experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExperimentSpec {
    /// Which models.
    pub scenario: Scenario,
    /// The text to continue.
    pub prompt: String,
    /// Tokens drafted per cycle.
    pub gamma: usize,
    /// Divides logits; 0 is greedy.
    pub temperature: f64,
    /// Most probable tokens kept; 0 is off.
    pub top_k: usize,
    /// Mass kept; 1 is off.
    pub top_p: f64,
    /// Least share of the best token's probability; 0 is off.
    pub min_p: f64,
    /// Penalty on tokens seen before; 1 is off.
    pub repetition_penalty: f64,
    /// The most tokens emitted.
    pub max_new_tokens: usize,
    /// Decides every coin.
    pub seed: u64,
    /// What the text after the prompt must be; `None` leaves it free. (Absent in older recordings.)
    #[serde(default)]
    pub constraint: Option<ConstraintSpec>,
}

impl Default for ExperimentSpec {
    fn default() -> Self {
        let mut spec = Self {
            scenario: Scenario::Models,
            prompt: "Once upon a time, a cat".to_owned(),
            gamma: 0,
            temperature: 0.0,
            top_k: 0,
            top_p: 0.0,
            min_p: 0.0,
            repetition_penalty: 0.0,
            max_new_tokens: 0,
            seed: 0,
            constraint: None,
        };
        set_defaults(KNOBS, &mut spec);
        spec
    }
}

/// A numeric setting of a spec `S`: its name, its range, and what "off" is.
pub struct Knob<S: 'static = ExperimentSpec> {
    /// The name in URLs and on the command line.
    pub name: &'static str,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// The distance between two values of a slider.
    pub step: f64,
    /// The value of a fresh page.
    pub default: f64,
    /// The value at which the setting does nothing.
    pub off: Option<f64>,
    /// Reads it from a spec.
    pub read: fn(&S) -> f64,
    /// Writes it to a spec; the caller has brought it into range.
    pub write: fn(&mut S, f64),
}

impl<S> Knob<S> {
    /// The nearest usable value: within the range, and whole where steps are whole.
    pub fn clamp(&self, value: f64) -> f64 {
        let value = if self.step.fract() == 0.0 { value.round() } else { value };
        value.clamp(self.min, self.max)
    }

    /// A value as a URL and a label write it: as many digits as the step has.
    pub fn format(&self, value: f64) -> String {
        if self.step.fract() == 0.0 { format!("{value:.0}") } else { format!("{value}") }
    }

    /// Writes what a link says to a spec, brought into range; a notice where that changed it.
    pub(crate) fn read_link(&self, spec: &mut S, value: &str) -> Option<Notice> {
        let given = value.trim().parse::<f64>().ok().filter(|number| !number.is_nan());
        let used = given.map_or(self.default, |number| self.clamp(number));
        (self.write)(spec, used);
        let (name, used_text) = (self.name, self.format(used));
        if given.is_none() {
            Some(Notice::NotANumber { name, given: shorten(value), used: used_text })
        } else if given != Some(used) {
            Some(Notice::Clamped { name, given: shorten(value), used: used_text })
        } else {
            None
        }
    }
}

/// The knob of the field that bears its name.
macro_rules! knob_of {
    ($field:ident: $kind:ty, $min:literal to $max:literal by $step:literal, default $default:literal, off $off:expr) => {
        $crate::decode::Knob {
            name: stringify!($field),
            min: $min,
            max: $max,
            step: $step,
            default: $default,
            off: $off,
            read: |spec| spec.$field as f64,
            write: |spec, value| spec.$field = value as $kind,
        }
    };
}
pub(crate) use knob_of;

/// Brings every setting of a spec to its default.
pub(crate) fn set_defaults<S>(knobs: &[Knob<S>], spec: &mut S) {
    for knob in knobs {
        (knob.write)(spec, knob.default);
    }
}

/// Adds every setting that is not at its default to a link's query.
pub(crate) fn append_changed<S>(knobs: &[Knob<S>], spec: &S, query: &mut form_urlencoded::Serializer<'_, String>) {
    for knob in knobs {
        let value = (knob.read)(spec);
        if value != knob.default {
            query.append_pair(knob.name, &knob.format(value));
        }
    }
}

/// Every numeric setting, in the order in which the page shows them.
pub const KNOBS: &[Knob] = &[
    knob_of!(gamma: usize, 1.0 to 8.0 by 1.0, default 4.0, off None),
    knob_of!(temperature: f64, 0.0 to 2.0 by 0.05, default 0.8, off Some(1.0)),
    knob_of!(top_k: usize, 0.0 to 100.0 by 1.0, default 0.0, off Some(0.0)),
    knob_of!(top_p: f64, 0.0 to 1.0 by 0.01, default 1.0, off Some(1.0)),
    knob_of!(min_p: f64, 0.0 to 1.0 by 0.01, default 0.0, off Some(0.0)),
    knob_of!(repetition_penalty: f64, 1.0 to 2.0 by 0.05, default 1.0, off Some(1.0)),
    knob_of!(max_new_tokens: usize, 1.0 to 240.0 by 1.0, default 48.0, off None),
    knob_of!(seed: u64, 0.0 to 4_294_967_295.0 by 1.0, default 426.0, off None),
];

/// The knob of this name.
pub fn knob(name: &str) -> Option<&'static Knob> {
    KNOBS.iter().find(|knob| knob.name == name)
}

/// The longest prompt, in bytes, that is taken from a link. (Far above any model's context.)
pub const MAX_PROMPT_BYTES: usize = 4000;

/// The longest constraint, in bytes of its text, that is taken from a link.
pub const MAX_CONSTRAINT_BYTES: usize = 4000;

/// Something in a link that could not be used as it was.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// A number outside the range.
    Clamped {
        /// The setting.
        name: &'static str,
        /// What the link said.
        given: String,
        /// What is used.
        used: String,
    },
    /// Not a number at all.
    NotANumber {
        /// The setting.
        name: &'static str,
        /// What the link said.
        given: String,
        /// What is used.
        used: String,
    },
    /// An order of stages that does not name each stage once.
    BadOrder {
        /// What the link said.
        given: String,
    },
    /// A bias that is none, is too strong, or is one too many.
    BadBias {
        /// What the link said.
        given: String,
    },
    /// A stop string that is empty or too long, or is one too many.
    BadStop {
        /// What the link said.
        given: String,
    },
    /// Numbers that are no distribution over 2 to 12 tokens.
    BadDistribution {
        /// What the link said.
        given: String,
    },
    /// A list that is not of the numbers that are wanted.
    BadNumbers {
        /// The setting.
        name: &'static str,
        /// What the link said.
        given: String,
        /// What it should say.
        wanted: &'static str,
    },
    /// p without q, or of another length.
    UnequalDistributions,
    /// A mistake that nobody makes.
    UnknownMistake {
        /// What the link said.
        given: String,
    },
    /// A scenario that does not exist.
    UnknownScenario {
        /// What the link said.
        given: String,
    },
    /// A prompt over [`MAX_PROMPT_BYTES`].
    PromptCut,
    /// A constraint over [`MAX_CONSTRAINT_BYTES`].
    ConstraintTooLong {
        /// Its bytes.
        n_bytes: usize,
    },
    /// A constraint of no known kind.
    BadConstraint {
        /// Why it is none.
        why: ConstraintError,
    },
    /// A choice that does not exist.
    UnknownChoice {
        /// The setting.
        name: &'static str,
        /// What the link said.
        given: String,
        /// What is used.
        used: &'static str,
    },
}

impl Notice {
    /// A choice that does not exist.
    pub fn unknown_choice(name: &'static str, given: &str, used: &'static str) -> Self {
        Self::UnknownChoice { name, given: shorten(given), used }
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clamped { name, given, used } => write!(f, "{name} = {given} is out of range; {used} is used"),
            Self::NotANumber { name, given, used } => write!(f, "{name} = {given} is not a number; {used} is used"),
            Self::BadOrder { given } => write!(f, "“{given}” is no order of the stages; the usual one is used"),
            Self::BadBias { given } => {
                write!(f, "bias = {given} cannot be used: a token's number, _, and a bias from -20 to 20; 8 at most")
            }
            Self::BadStop { given } => write!(f, "the stop string “{given}” cannot be used: up to 40 bytes each; 4 at most"),
            Self::BadDistribution { given } => {
                write!(f, "“{given}” is no distribution: 2 to 12 numbers joined by _ that add up to 1; the usual one is used")
            }
            Self::BadNumbers { name, given, wanted } => {
                write!(f, "{name} = {given} cannot be used: {wanted}, joined by _; the usual ones are used")
            }
            Self::UnequalDistributions => write!(f, "p and q must both be given, over the same tokens; the usual ones are used"),
            Self::UnknownMistake { given } => write!(f, "there is no mistake “{given}”; it is done rightly"),
            Self::UnknownScenario { given } => write!(f, "there is no scenario “{given}”; the trained models are used"),
            Self::PromptCut => write!(f, "the prompt was longer than {MAX_PROMPT_BYTES} bytes and was cut"),
            Self::ConstraintTooLong { n_bytes } => {
                write!(f, "the constraint has {n_bytes} bytes, and {MAX_CONSTRAINT_BYTES} is the most; it was left out")
            }
            Self::BadConstraint { why } => write!(f, "{why}; it was left out"),
            Self::UnknownChoice { name, given, used } => write!(f, "{name} = {given} is no choice; {used} is used"),
        }
    }
}

impl ExperimentSpec {
    /// Reads a URL's query (without `?`). Names it does not know are left to others.
    pub fn parse(query: &str) -> (Self, Vec<Notice>) {
        let mut spec = Self::default();
        let mut notices = Vec::new();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            if name == "prompt" {
                let (prompt, notice) = read_prompt(&value);
                spec.prompt = prompt;
                notices.extend(notice);
            } else if name == "scenario" {
                match Scenario::ALL.iter().find(|(_, known)| *known == value) {
                    Some((scenario, _)) => spec.scenario = *scenario,
                    None => notices.push(Notice::UnknownScenario { given: shorten(&value) }),
                }
            } else if name == "constraint" {
                match read_constraint(&value) {
                    Ok(constraint) => spec.constraint = Some(constraint),
                    Err(notice) => notices.push(notice),
                }
            } else if let Some(knob) = knob(&name) {
                notices.extend(knob.read_link(&mut spec, &value));
            }
        }
        (spec, notices)
    }

    /// The query that restores this experiment: what differs from the default, in a fixed order.
    pub fn to_query(&self) -> String {
        let default = Self::default();
        let mut query = form_urlencoded::Serializer::new(String::new());
        if self.scenario != default.scenario {
            query.append_pair("scenario", self.scenario.name());
        }
        if self.prompt != default.prompt {
            query.append_pair("prompt", &self.prompt);
        }
        if let Some(constraint) = &self.constraint {
            query.append_pair("constraint", &constraint.to_text());
        }
        append_changed(KNOBS, self, &mut query);
        query.finish()
    }

    /// Whether two experiments tell different stories, and not only longer or shorter ones.
    pub fn differs_in_more_than_length(&self, other: &Self) -> bool {
        *self != Self { max_new_tokens: self.max_new_tokens, ..other.clone() }
    }

    /// Whether these settings leave only the most probable token: the text is then the same however
    /// the coins fall.
    pub fn picks_the_best(&self) -> bool {
        self.temperature == 0.0 || self.top_k == 1 || self.top_p <= 0.0 || self.min_p >= 1.0
    }

    /// The chain that both distributions go through, in the default order, without a constraint.
    pub fn chain(&self) -> ProcessorChain {
        self.chain_under(None)
    }

    /// The same with the mask of a constraint before everything else.
    pub fn chain_under(&self, constraint: Option<&Arc<ConstraintProcessor>>) -> ProcessorChain {
        let mask = constraint.map(|constraint| LogitsProcessor::Constraint(Arc::clone(constraint)));
        let stages = [
            LogitsProcessor::RepetitionPenalty(self.repetition_penalty),
            LogitsProcessor::Temperature(self.temperature),
            LogitsProcessor::TopK(self.top_k),
            LogitsProcessor::TopP(self.top_p),
            LogitsProcessor::MinP(self.min_p),
        ];
        ProcessorChain { processors: mask.into_iter().chain(stages).collect() }
    }

    /// This experiment's constraint at work on a pair's tokens, after a prompt of `n_prompt` tokens;
    /// `None` if the text is free.
    pub fn constraint_on(
        &self,
        trie: impl FnOnce() -> Arc<TokenTrie>,
        pair: &PairFacts,
        n_prompt: usize,
    ) -> Result<Option<Arc<ConstraintProcessor>>, ConstraintError> {
        let Some(spec) = &self.constraint else { return Ok(None) };
        let constraint = Arc::new(Constraint::compile(spec.clone())?);
        Ok(Some(Arc::new(ConstraintProcessor::new(constraint, trie(), pair.stop_tokens.clone(), n_prompt))))
    }
}

/// A prompt from a link, cut between characters where it is too long.
pub(crate) fn read_prompt(value: &str) -> (String, Option<Notice>) {
    if value.len() <= MAX_PROMPT_BYTES {
        return (value.to_owned(), None);
    }
    let end = (0..=MAX_PROMPT_BYTES).rev().find(|end| value.is_char_boundary(*end)).unwrap_or(0);
    (value[..end].to_owned(), Some(Notice::PromptCut))
}

/// A constraint from a link. Whether it can be used shows when it is compiled.
pub(crate) fn read_constraint(value: &str) -> Result<ConstraintSpec, Notice> {
    if value.len() > MAX_CONSTRAINT_BYTES {
        return Err(Notice::ConstraintTooLong { n_bytes: value.len() });
    }
    ConstraintSpec::from_text(value).map_err(|error| Notice::BadConstraint { why: error })
}

/// Text from a link, short enough to show.
pub(crate) fn shorten(given: &str) -> String {
    let mut short: String = given.chars().take(24).collect();
    if short.len() < given.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    // Case 24: a link with values past the limits froze a page.
    #[test]
    fn values_past_the_limits_are_clamped_with_a_notice_and_the_link_then_restores_them() {
        let (spec, notices) = ExperimentSpec::parse("gamma=1e9&temperature=NaN&top_p=-3&seed=inf&top_k=x&scenario=<b>&lab=speculative");
        assert_eq!((spec.gamma, spec.temperature, spec.top_p, spec.top_k), (8, 0.8, 0.0, 0));
        assert_eq!(spec.seed, u64::from(u32::MAX));
        assert_eq!(notices.len(), 6);
        assert!(notices[0].to_string().contains("gamma = 1e9 is out of range; 8 is used"), "{}", notices[0]);
        assert!(notices[1].to_string().contains("temperature = NaN is not a number; 0.8 is used"), "{}", notices[1]);
        let (again, notices) = ExperimentSpec::parse(&spec.to_query());
        assert_eq!((again, notices), (spec, vec![]));
    }

    #[test]
    fn every_spec_survives_its_own_link() {
        let mut spec =
            ExperimentSpec { prompt: "né & <b>猫</b> 🐈 +%20\n".to_owned(), scenario: Scenario::BonusCase, ..Default::default() };
        for knob in KNOBS {
            for value in [knob.min, knob.max, knob.clamp(knob.min + knob.step), knob.default] {
                (knob.write)(&mut spec, value);
                assert_eq!((knob.read)(&spec), value, "{}", knob.name);
                let (again, notices) = ExperimentSpec::parse(&spec.to_query());
                assert_eq!((&again, notices), (&spec, vec![]));
            }
        }
        assert_eq!(ExperimentSpec::default().to_query(), "");
    }

    #[test]
    fn a_constraint_survives_the_link_and_one_that_cannot_be_read_is_left_out_with_a_notice() {
        for text in ["list:8", r"regex:[a-z& +%]+\d{2}#?", r#"json:{"enum":["né","猫"]}"#] {
            let spec = ExperimentSpec { constraint: ConstraintSpec::from_text(text).ok(), ..ExperimentSpec::default() };
            assert!(spec.constraint.is_some());
            assert_eq!(ExperimentSpec::parse(&spec.to_query()), (spec, vec![]));
        }
        let long = format!("constraint=regex:{}", "a".repeat(MAX_CONSTRAINT_BYTES));
        for (query, words) in [("constraint=poem", "must begin with digits"), (long.as_str(), "4006 bytes")] {
            let (spec, notices) = ExperimentSpec::parse(query);
            assert_eq!((spec, notices.len()), (ExperimentSpec::default(), 1));
            assert!(notices[0].to_string().contains(words), "{}", notices[0]);
        }
    }

    #[test]
    fn a_prompt_over_the_limit_is_cut_between_characters() {
        let (spec, notices) = ExperimentSpec::parse(&format!("prompt={}", "é".repeat(MAX_PROMPT_BYTES)));
        assert_eq!(spec.prompt.len(), MAX_PROMPT_BYTES);
        assert_eq!(notices, [Notice::PromptCut]);
    }

    // Case 15, at both ends of every slider.
    #[test]
    fn both_ends_of_every_knob_make_a_distribution() {
        let row: Vec<f32> = (0..300).map(|i| ((i * 31) % 97) as f32 / 7.0).collect();
        for knob in KNOBS {
            for value in [knob.min, knob.max] {
                let mut spec = ExperimentSpec::default();
                (knob.write)(&mut spec, value);
                assert!(spec.chain().process(&row, &[]).is_some(), "{} = {value}", knob.name);
            }
        }
    }
}

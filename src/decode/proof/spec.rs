//! What the proof is shown for: two distributions written by hand or taken from models, what is done
//! wrong, and how often it is tried; with its address and its recording.

use super::{Mistake, Trials};
use crate::decode::{Notice, Probs, RECORDING_VERSION, RecordingFault, StoryEvent, shorten};
use serde::{Deserialize, Serialize};

/// The fewest and the most tokens that the picture has room for.
pub const PROOF_TOKENS: std::ops::RangeInclusive<usize> = 2..=12;

/// How many trials can be asked for.
pub const TRIAL_COUNTS: [usize; 4] = [1, 100, 100_000, 1_000_000];

/// The longest name of a token, in bytes.
const MAX_NAME_BYTES: usize = 24;

/// One pair of distributions, and what is done with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProofSpec {
    /// p, which sums to 1.
    pub target: Vec<f64>,
    /// q, which sums to 1; as long as p.
    pub draft: Vec<f64>,
    /// The tokens' names; as many.
    pub names: Vec<String>,
    /// What is done wrong.
    pub mistake: Mistake,
    /// How often it is tried; 0 for not at all.
    pub n_trials: usize,
    /// Decides every coin.
    pub seed: u64,
}

/// Distributions to begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofPreset {
    /// Every token of a different kind: the textbook's three.
    Textbook,
    /// p = q.
    Equal,
    /// No token in common.
    Disjoint,
    /// Both sure of different tokens.
    Peaked,
    /// q spreads its guesses, p does not.
    OverProposes,
    /// Zeros on either side, and on both.
    Zeros,
}

impl ProofPreset {
    /// Every preset.
    pub const ALL: [ProofPreset; 6] = [Self::Textbook, Self::Equal, Self::Disjoint, Self::Peaked, Self::OverProposes, Self::Zeros];

    /// p and q.
    pub fn distributions(self) -> (Vec<f64>, Vec<f64>) {
        let (p, q): (&[f64], &[f64]) = match self {
            Self::Textbook => (&[0.5, 0.3, 0.2], &[0.2, 0.5, 0.3]),
            Self::Equal => (&[0.4, 0.3, 0.2, 0.1], &[0.4, 0.3, 0.2, 0.1]),
            Self::Disjoint => (&[0.6, 0.4, 0.0, 0.0], &[0.0, 0.0, 0.7, 0.3]),
            Self::Peaked => (&[0.9, 0.04, 0.03, 0.02, 0.01], &[0.05, 0.85, 0.05, 0.03, 0.02]),
            Self::OverProposes => (&[0.7, 0.2, 0.1, 0.0, 0.0, 0.0], &[0.2, 0.16, 0.16, 0.16, 0.16, 0.16]),
            Self::Zeros => (&[0.0, 0.5, 0.3, 0.2, 0.0], &[0.3, 0.3, 0.0, 0.4, 0.0]),
        };
        (p.to_vec(), q.to_vec())
    }
}

impl Default for ProofSpec {
    fn default() -> Self {
        Self::of_preset(ProofPreset::Textbook)
    }
}

impl ProofSpec {
    /// A preset, done rightly, tried often.
    pub fn of_preset(preset: ProofPreset) -> Self {
        let (target, draft) = preset.distributions();
        let names = default_names(target.len());
        Self { target, draft, names, mistake: Mistake::None, n_trials: TRIAL_COUNTS[2], seed: 4 }
    }

    /// Both distributions.
    pub fn probs(&self) -> (Probs, Probs) {
        let whole =
            |row: &[f64]| Probs::from_weights(row.to_vec()).unwrap_or_else(|| Probs::one_hot(row.len().max(1), crate::decode::TokenId(0)));
        (whole(&self.target), whole(&self.draft))
    }

    /// How many tokens there are.
    pub fn n_tokens(&self) -> usize {
        self.target.len()
    }

    /// More tokens, without mass, or fewer, whose mass the others share.
    pub fn resize(&mut self, n_tokens: usize) {
        let n_tokens = n_tokens.clamp(*PROOF_TOKENS.start(), *PROOF_TOKENS.end());
        for row in [&mut self.target, &mut self.draft] {
            row.resize(n_tokens, 0.0);
            normalise(row);
        }
        self.names = default_names(n_tokens);
    }

    /// Reads a URL's query (without `?`). Names it does not know are left to others.
    pub fn parse(query: &str) -> (Self, Vec<Notice>) {
        let mut spec = Self::default();
        let mut notices = Vec::new();
        let mut rows = [None, None];
        let mut names = Vec::new();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "p" | "q" => match parse_row(&value) {
                    Some(row) => rows[usize::from(name == "q")] = Some(row),
                    None => notices.push(Notice::BadDistribution { given: shorten(&value) }),
                },
                "name" => names.push(short_name(&value)),
                "mistake" => match Mistake::ALL.iter().find(|(_, known)| *known == value) {
                    Some((mistake, _)) => spec.mistake = *mistake,
                    None => notices.push(Notice::UnknownMistake { given: shorten(&value) }),
                },
                "trials" => match value.parse::<usize>().ok().filter(|n| *n == 0 || TRIAL_COUNTS.contains(n)) {
                    Some(n) => spec.n_trials = n,
                    None => notices.push(Notice::Clamped { name: "trials", given: shorten(&value), used: spec.n_trials.to_string() }),
                },
                "seed" => match value.parse::<u64>().ok().filter(|seed| *seed <= u64::from(u32::MAX)) {
                    Some(seed) => spec.seed = seed,
                    None => notices.push(Notice::NotANumber { name: "seed", given: shorten(&value), used: spec.seed.to_string() }),
                },
                _ => {}
            }
        }
        match rows {
            [Some(target), Some(draft)] if target.len() == draft.len() => {
                spec.names = if names.len() == target.len() { names } else { default_names(target.len()) };
                (spec.target, spec.draft) = (target, draft);
            }
            [None, None] => {}
            _ => notices.push(Notice::UnequalDistributions),
        }
        (spec, notices)
    }

    /// The query that restores it: what differs from the default, in a fixed order.
    pub fn to_query(&self) -> String {
        let default = Self::default();
        let mut query = form_urlencoded::Serializer::new(String::new());
        if (&self.target, &self.draft) != (&default.target, &default.draft) {
            let row = |row: &[f64]| row.iter().map(f64::to_string).collect::<Vec<_>>().join("_");
            query.append_pair("p", &row(&self.target)).append_pair("q", &row(&self.draft));
        }
        if self.names != default_names(self.n_tokens()) {
            query.extend_pairs(self.names.iter().map(|name| ("name", name)));
        }
        if let Some((_, name)) = Mistake::ALL.iter().find(|(mistake, _)| *mistake == self.mistake && *mistake != default.mistake) {
            query.append_pair("mistake", name);
        }
        if self.n_trials != default.n_trials {
            query.append_pair("trials", &self.n_trials.to_string());
        }
        if self.seed != default.seed {
            query.append_pair("seed", &self.seed.to_string());
        }
        query.finish()
    }
}

/// A, B, C, …
fn default_names(n_tokens: usize) -> Vec<String> {
    (b'A'..=b'Z').take(n_tokens).map(|letter| char::from(letter).to_string()).collect()
}

fn short_name(name: &str) -> String {
    let end = (0..=name.len().min(MAX_NAME_BYTES)).rev().find(|end| name.is_char_boundary(*end)).unwrap_or(0);
    name[..end].to_owned()
}

/// Probabilities from a link, joined by `_`; they may miss 1 by what four digits round away, and are
/// then divided by their sum.
fn parse_row(value: &str) -> Option<Vec<f64>> {
    let mut row: Vec<f64> = value.split('_').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let sum: f64 = row.iter().sum();
    let usable = PROOF_TOKENS.contains(&row.len()) && row.iter().all(|p| (0.0..=1.0).contains(p)) && (sum - 1.0).abs() < 2e-3;
    if !usable {
        return None;
    }
    // What adds up to 1 but for its last bits stays as it is written.
    if (sum - 1.0).abs() > 1e-9 {
        normalise(&mut row);
    }
    Some(row)
}

/// Divides by the sum; all mass goes to the first token where there is none.
fn normalise(row: &mut [f64]) {
    let sum: f64 = row.iter().sum();
    if sum > 0.0 {
        row.iter_mut().for_each(|p| *p = round(*p / sum));
    } else if let Some(first) = row.first_mut() {
        *first = 1.0;
    }
    settle(row, None);
}

/// Sets one probability; the others share the rest as they did before, or equally where they had nothing.
/// Four digits are kept, so that what is shown is what is meant.
pub fn set_prob(row: &mut [f64], idx: usize, prob: f64) {
    if idx >= row.len() || row.len() < 2 || !prob.is_finite() {
        return;
    }
    let prob = round(prob.clamp(0.0, 1.0));
    let others: f64 = row.iter().enumerate().filter(|(other, _)| *other != idx).map(|(_, p)| p).sum();
    let n_others = (row.len() - 1) as f64;
    for (_, p) in row.iter_mut().enumerate().filter(|(other, _)| *other != idx) {
        *p = round(if others > 0.0 { *p / others * (1.0 - prob) } else { (1.0 - prob) / n_others });
    }
    row[idx] = prob;
    settle(row, Some(idx));
}

fn round(prob: f64) -> f64 {
    libm::round(prob * 1e4) / 1e4
}

/// Gives what rounding has left over to the largest entry but `fixed`.
fn settle(row: &mut [f64], fixed: Option<usize>) {
    let largest = (0..row.len()).filter(|idx| Some(*idx) != fixed).max_by(|a, b| row[*a].total_cmp(&row[*b]));
    if let Some(largest) = largest {
        let others: f64 = row.iter().enumerate().filter(|(idx, _)| *idx != largest).map(|(_, p)| p).sum();
        row[largest] = round((1.0 - others).max(0.0));
    }
}

/// A line of the proof, in the order in which it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofEvent {
    /// p and q.
    Given,
    /// The overlap: what is drafted and accepted.
    Accept,
    /// What is left of q: rejected proposals.
    Reject,
    /// What is left of p: the residual, as much as was rejected.
    Correct,
    /// Both paths stack to p.
    Sum,
}

impl ProofEvent {
    /// The whole story.
    pub const ALL: [ProofEvent; 5] = [Self::Given, Self::Accept, Self::Reject, Self::Correct, Self::Sum];
}

impl StoryEvent for ProofEvent {
    fn millis(self) -> f64 {
        2600.0
    }
}

/// Trials that were made, with all that decided them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProofRecording {
    /// The layout of this file: [`RECORDING_VERSION`].
    pub version: u32,
    /// What was tried.
    pub spec: ProofSpec,
    /// What came of it; `None` where nothing was tried.
    pub trials: Option<Trials>,
}

impl ProofRecording {
    /// Reads a recording from JSON; refused if it is none, or if its parts do not fit together.
    pub fn from_json(json: &str) -> Result<Self, RecordingFault> {
        let recording: Self = serde_json::from_str(json).map_err(|error| RecordingFault::NoProof { why: error.to_string() })?;
        let spec = &recording.spec;
        let n = spec.n_tokens();
        let is_law = |row: &[f64]| row.len() == n && Probs::new(row.to_vec()).is_some();
        if recording.version != RECORDING_VERSION {
            Err(RecordingFault::Layout { found: recording.version })
        } else if !PROOF_TOKENS.contains(&n) || !is_law(&spec.target) || !is_law(&spec.draft) || spec.names.len() != n {
            Err(RecordingFault::Distributions)
        } else if recording.trials.as_ref().is_some_and(|trials| {
            trials.accepted.len() != n || trials.corrected.len() != n || trials.checked_n() != Some(spec.n_trials as u64)
        }) {
            Err(RecordingFault::Counts)
        } else {
            Ok(recording)
        }
    }

    /// The recording as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a recording holds only strings, numbers and lists")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spec_survives_its_own_link_and_nonsense_is_named() {
        for preset in ProofPreset::ALL {
            let mut spec = ProofSpec { mistake: Mistake::SharedCoin, n_trials: 100, seed: 9, ..ProofSpec::of_preset(preset) };
            spec.names[1] = "␣née <b>".to_owned();
            set_prob(&mut spec.target, 0, 0.1234);
            assert_eq!(ProofSpec::parse(&spec.to_query()), (spec, vec![]), "{preset:?}");
        }
        assert_eq!(ProofSpec::default().to_query(), "");
        let nonsense = "p=0.5_0.6&q=1_x&mistake=all&trials=7&seed=-1";
        let (spec, notices) = ProofSpec::parse(nonsense);
        assert_eq!((spec, notices.len()), (ProofSpec::default(), 5));
        for unequal in ["p=0.5_0.5", "p=0.5_0.5&q=0.2_0.3_0.5", "p=NaN_1&q=0_1", "p=1&q=1", "p=2_-1&q=0_1"] {
            let (spec, notices) = ProofSpec::parse(unequal);
            assert!(spec == ProofSpec::default() && !notices.is_empty(), "{unequal}");
        }
    }

    #[test]
    fn a_bar_that_is_drawn_up_presses_the_others_down_in_proportion() {
        let mut row = vec![0.5, 0.3, 0.2];
        set_prob(&mut row, 0, 0.75);
        assert_eq!(row, [0.75, 0.15, 0.1]);
        set_prob(&mut row, 0, 1.0);
        assert_eq!(row, [1.0, 0.0, 0.0]);
        set_prob(&mut row, 0, 0.5);
        assert_eq!(row, [0.5, 0.25, 0.25]);
        for step in 0..2000 {
            set_prob(&mut row, step % 3, f64::from((step * 7919 % 1000) as u32) / 999.0);
            assert!(Probs::new(row.clone()).is_some(), "{row:?}");
        }
        set_prob(&mut row, 7, 0.5);
        set_prob(&mut row, 0, f64::NAN);
        assert!(Probs::new(row).is_some());
    }

    #[test]
    fn tokens_can_be_added_and_taken_away() {
        let mut spec = ProofSpec::default();
        spec.resize(5);
        assert_eq!((spec.target.clone(), spec.names.join("")), (vec![0.5, 0.3, 0.2, 0.0, 0.0], "ABCDE".to_owned()));
        spec.resize(1);
        assert_eq!((spec.n_tokens(), spec.target.clone()), (2, vec![0.625, 0.375]));
        let mut spec = ProofSpec::of_preset(ProofPreset::Disjoint);
        spec.resize(2);
        assert_eq!(spec.draft, [1.0, 0.0]);
    }

    #[test]
    fn a_recording_whose_parts_contradict_each_other_is_refused() {
        let spec = ProofSpec { n_trials: 100, ..ProofSpec::default() };
        let (target, draft) = spec.probs();
        let mut trials = Trials::none(3);
        trials.run(&target, &draft, Mistake::None, crate::decode::Coins::new(1), 0..100);
        let good = ProofRecording { version: RECORDING_VERSION, spec, trials: Some(trials) };
        assert_eq!(ProofRecording::from_json(&good.to_json()), Ok(good.clone()));
        let refused = |change: fn(&mut ProofRecording)| {
            let mut bad = good.clone();
            change(&mut bad);
            ProofRecording::from_json(&bad.to_json()).is_err()
        };
        assert!(refused(|bad| bad.version += 1));
        assert!(refused(|bad| bad.spec.target[0] = 0.9));
        assert!(refused(|bad| bad.spec.draft.push(0.0)));
        assert!(refused(|bad| bad.spec.n_trials = 1));
        assert!(refused(|bad| bad.trials.as_mut().expect("it has trials").accepted[0] = u64::MAX));
        assert!(ProofRecording::from_json("{}").is_err());
    }
}

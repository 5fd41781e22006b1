//! One experiment with speed, whole: the costs that are supposed, the run that is measured, the race that is
//! pretended; as a link and as a file.

use super::{CostModel, LatencyFacts, MAX_GAMMA, MAX_POSITIONS, PRETENDED_MACHINES, RaceClock, RaceFacts};
use crate::decode::spec::{append_changed, knob_of, set_defaults};
use crate::decode::{ExperimentSpec, Knob, Notice, RECORDING_VERSION, RecordingFault, Vocabulary, read_prompt, shorten};
use serde::{Deserialize, Serialize};

/// The most positions that the exercise of expected accepted tokens has.
pub const MAX_ALPHAS: usize = MAX_GAMMA;

/// Cycles that the exercise tries.
pub const N_SIMULATED: usize = 100_000;

/// Which machine the race pretends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pretended {
    /// One of [`PRETENDED_MACHINES`].
    Machine(usize),
    /// The costs that are set, with a pass of the target that takes as long as is set.
    AsSet,
}

/// One experiment with speed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LatencySpec {
    /// The text to continue.
    pub prompt: String,
    /// Tokens drafted per cycle.
    pub gamma: usize,
    /// Divides logits; 0 is greedy.
    pub temperature: f64,
    /// The most tokens of one run.
    pub max_new_tokens: usize,
    /// A draft with adaptive length ends with the first token that the draft itself gives less than this
    /// probability; 0 never ends one.
    pub confidence: f64,
    /// Decides every coin.
    pub seed: u64,
    /// alpha, as supposed.
    pub alpha: f64,
    /// c, as supposed.
    pub draft_cost: f64,
    /// v(2), v(3), ..., as supposed.
    pub verify_cost: [f64; MAX_GAMMA],
    /// The exercise: the acceptance probability at each position, once reached.
    pub alphas: Vec<f64>,
    /// The race.
    pub pretended: Pretended,
    /// How long a pass of the target takes in the race with costs as set.
    pub pass_millis: f64,
}

/// Every numeric setting, in the order in which the page shows them.
pub const LATENCY_KNOBS: &[Knob<LatencySpec>] = &[
    knob_of!(alpha: f64, 0.0 to 1.0 by 0.01, default 0.8, off None),
    knob_of!(gamma: usize, 1.0 to 8.0 by 1.0, default 4.0, off None),
    knob_of!(draft_cost: f64, 0.0 to 1.5 by 0.01, default 0.1, off None),
    Knob {
        name: "verify_slope",
        min: 0.0,
        max: 1.0,
        step: 0.01,
        default: 0.0,
        off: None,
        read: |spec| spec.verify_slope(),
        write: |spec, slope| spec.set_verify_slope(slope),
    },
    knob_of!(pass_millis: f64, 5.0 to 500.0 by 5.0, default 100.0, off None),
    knob_of!(temperature: f64, 0.0 to 2.0 by 0.05, default 0.8, off Some(1.0)),
    knob_of!(max_new_tokens: usize, 16.0 to 160.0 by 1.0, default 64.0, off None),
    knob_of!(confidence: f64, 0.0 to 0.95 by 0.05, default 0.4, off Some(0.0)),
    knob_of!(seed: u64, 0.0 to 4_294_967_295.0 by 1.0, default 426.0, off None),
];

/// The range of every v(m).
const VERIFY_COST: std::ops::RangeInclusive<f64> = 1.0..=20.0;

impl Default for LatencySpec {
    fn default() -> Self {
        let mut spec = Self {
            prompt: ExperimentSpec::default().prompt,
            gamma: 0,
            temperature: 0.0,
            max_new_tokens: 0,
            confidence: 0.0,
            seed: 0,
            alpha: 0.0,
            draft_cost: 0.0,
            verify_cost: [1.0; MAX_GAMMA],
            alphas: vec![0.8, 0.7, 0.5],
            pretended: Pretended::Machine(1),
            pass_millis: 0.0,
        };
        set_defaults(LATENCY_KNOBS, &mut spec);
        spec
    }
}

/// Four digits are kept, so that what is shown is what is meant.
fn round(value: f64) -> f64 {
    libm::round(value * 1e4) / 1e4
}

impl LatencySpec {
    /// The costs as supposed.
    pub fn costs(&self) -> CostModel {
        let mut verify = [1.0; MAX_POSITIONS];
        verify[1..].copy_from_slice(&self.verify_cost);
        CostModel { draft: self.draft_cost, verify, row: 0.0 }
    }

    /// What each further position costs on average: `(v(9) - 1) / 8`.
    pub fn verify_slope(&self) -> f64 {
        round((self.verify_cost[MAX_GAMMA - 1] - 1.0) / MAX_GAMMA as f64)
    }

    /// Makes every further position cost the same.
    pub fn set_verify_slope(&mut self, slope: f64) {
        self.verify_cost = std::array::from_fn(|idx| round(1.0 + slope * (idx + 1) as f64));
    }

    /// Sets one v(m), for m from 2; out of range it is clamped, and what is not a number is ignored.
    pub fn set_verify_cost(&mut self, n_positions: usize, cost: f64) {
        if let Some(known) = n_positions.checked_sub(2).and_then(|idx| self.verify_cost.get_mut(idx))
            && !cost.is_nan()
        {
            *known = round(cost.clamp(*VERIFY_COST.start(), *VERIFY_COST.end()));
        }
    }

    /// Supposes what was measured. Rows are no setting: their cost is left out.
    pub fn suppose(&mut self, costs: &CostModel, alpha: Option<f64>) {
        let knob = |name| LATENCY_KNOBS.iter().find(|knob: &&Knob<LatencySpec>| knob.name == name);
        if let Some(knob) = knob("draft_cost") {
            self.draft_cost = round(knob.clamp(costs.draft));
        }
        for n_positions in 2..=MAX_POSITIONS {
            self.set_verify_cost(n_positions, costs.verify[n_positions - 1]);
        }
        if let Some(alpha) = alpha {
            self.alpha = round(alpha.clamp(0.0, 1.0));
        }
    }

    /// What is measured: the same settings as in the lab of cycles, all filters off.
    pub fn experiment(&self) -> ExperimentSpec {
        ExperimentSpec {
            prompt: self.prompt.clone(),
            gamma: self.gamma,
            temperature: self.temperature,
            max_new_tokens: self.max_new_tokens,
            seed: self.seed,
            ..ExperimentSpec::default()
        }
    }

    /// Whether two specs measure the same.
    pub fn measures_as(&self, other: &Self) -> bool {
        self.experiment() == other.experiment() && self.confidence == other.confidence
    }

    /// How long passes take in the race.
    pub fn race_clock(&self) -> RaceClock {
        match self.pretended {
            Pretended::Machine(idx) => PRETENDED_MACHINES[idx.min(PRETENDED_MACHINES.len() - 1)].clock(),
            Pretended::AsSet => {
                let costs = self.costs();
                RaceClock { draft_millis: self.pass_millis * costs.draft, target_millis: costs.verify.map(|cost| self.pass_millis * cost) }
            }
        }
    }

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
                "v" => match numbers(&value, &VERIFY_COST, MAX_GAMMA..=MAX_GAMMA) {
                    Some(costs) => spec.verify_cost.copy_from_slice(&costs),
                    None => notices.push(Notice::BadNumbers { name: "v", given: shorten(&value), wanted: "8 numbers from 1 to 20" }),
                },
                "alphas" => match numbers(&value, &(0.0..=1.0), 1..=MAX_ALPHAS) {
                    Some(alphas) => spec.alphas = alphas,
                    None => {
                        notices.push(Notice::BadNumbers { name: "alphas", given: shorten(&value), wanted: "1 to 8 numbers from 0 to 1" })
                    }
                },
                "machine" => match Self::pretended_of(&value) {
                    Some(pretended) => spec.pretended = pretended,
                    None => {
                        notices.push(Notice::UnknownChoice { name: "machine", given: shorten(&value), used: spec.pretended.name() });
                    }
                },
                _ => {
                    // v(m) are written one by one.
                    let known = LATENCY_KNOBS.iter().find(|knob| knob.name == name && knob.name != "verify_slope");
                    notices.extend(known.and_then(|knob| knob.read_link(&mut spec, &value)));
                }
            }
        }
        (spec, notices)
    }

    /// The query that restores it: what differs from the default, in a fixed order.
    pub fn to_query(&self) -> String {
        let default = Self::default();
        let mut query = form_urlencoded::Serializer::new(String::new());
        let list = |numbers: &[f64]| numbers.iter().map(f64::to_string).collect::<Vec<_>>().join("_");
        if self.prompt != default.prompt {
            query.append_pair("prompt", &self.prompt);
        }
        let slope = |knob: &&Knob<Self>| knob.name == "verify_slope";
        let split = LATENCY_KNOBS.iter().position(|knob| slope(&knob)).unwrap_or(LATENCY_KNOBS.len());
        append_changed(&LATENCY_KNOBS[..split], self, &mut query);
        if self.verify_cost != default.verify_cost {
            query.append_pair("v", &list(&self.verify_cost));
        }
        append_changed(LATENCY_KNOBS.get(split + 1..).unwrap_or_default(), self, &mut query);
        if self.alphas != default.alphas {
            query.append_pair("alphas", &list(&self.alphas));
        }
        if self.pretended != default.pretended {
            query.append_pair("machine", self.pretended.name());
        }
        query.finish()
    }

    fn pretended_of(name: &str) -> Option<Pretended> {
        if name == Pretended::AsSet.name() {
            return Some(Pretended::AsSet);
        }
        PRETENDED_MACHINES.iter().position(|machine| machine.name == name).map(Pretended::Machine)
    }
}

impl Pretended {
    /// Its name in addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Machine(idx) => PRETENDED_MACHINES.get(idx).map_or("laptop", |machine| machine.name),
            Self::AsSet => "as-set",
        }
    }
}

/// Numbers from a link, joined by `_`.
fn numbers(value: &str, range: &std::ops::RangeInclusive<f64>, n: std::ops::RangeInclusive<usize>) -> Option<Vec<f64>> {
    let numbers: Vec<f64> = value.split('_').map(|number| number.parse().ok().map(round)).collect::<Option<_>>()?;
    (n.contains(&numbers.len()) && numbers.iter().all(|number| range.contains(number))).then_some(numbers)
}

/// A race and a measurement, as a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LatencyRecording {
    /// The layout of this file: [`RECORDING_VERSION`].
    pub version: u32,
    /// What decided it.
    pub spec: LatencySpec,
    /// What both lanes of the race write.
    pub race: RaceFacts,
    /// What was measured; `None` where nothing was.
    pub measured: Option<LatencyFacts>,
    /// The tokens' bytes.
    pub vocabulary: Vocabulary,
}

impl LatencyRecording {
    /// Reads a recording from JSON; refused if it is none, or if its parts do not fit together.
    pub fn from_json(json: &str) -> Result<Self, RecordingFault> {
        let recording: Self = serde_json::from_str(json).map_err(|error| RecordingFault::NoMeasurement { why: error.to_string() })?;
        let n_vocab = recording.vocabulary.len();
        let race = &recording.race;
        let drafted_and_emitted = race.cycles.iter().flat_map(|cycle| cycle.drafted.iter().chain(&cycle.emitted));
        let mut ids = race.prompt.iter().chain(&race.plain).chain(drafted_and_emitted);
        if recording.version != RECORDING_VERSION {
            Err(RecordingFault::Layout { found: recording.version })
        } else if ids.any(|token| token.index() >= n_vocab) {
            Err(RecordingFault::Tokens)
        } else if !race.is_sound() {
            Err(RecordingFault::Cycles)
        } else if LatencySpec::parse(&recording.spec.to_query()) != (recording.spec.clone(), Vec::new()) {
            Err(RecordingFault::Settings)
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
    use crate::decode::{RaceCycle, TokenId};

    #[test]
    fn every_latency_spec_survives_its_own_link() {
        assert_eq!(LatencySpec::default().to_query(), "");
        let mut spec = LatencySpec { prompt: "né & <b>猫</b> +%20\n".to_owned(), alphas: vec![0.25, 1.0], ..LatencySpec::default() };
        for pretended in [Pretended::Machine(0), Pretended::Machine(1), Pretended::Machine(2), Pretended::AsSet] {
            spec.pretended = pretended;
            for knob in LATENCY_KNOBS {
                for value in [knob.min, knob.max, knob.clamp(knob.min + knob.step), knob.default] {
                    (knob.write)(&mut spec, value);
                    assert_eq!(LatencySpec::parse(&spec.to_query()), (spec.clone(), vec![]), "{} = {value}", knob.name);
                }
            }
        }
        spec.set_verify_cost(5, 2.345_678);
        assert_eq!(spec.verify_cost[3], 2.3457);
        assert_eq!(LatencySpec::parse(&spec.to_query()), (spec, vec![]));
    }

    #[test]
    fn a_latency_link_past_the_limits_is_clamped_with_a_notice() {
        let (spec, notices) = LatencySpec::parse("alpha=7&gamma=1e9&draft_cost=NaN&v=1_2&alphas=0.5_2&machine=none&lab=latency");
        assert_eq!((spec.alpha, spec.gamma, spec.draft_cost), (1.0, 8, 0.1));
        assert_eq!((spec.verify_cost, &spec.alphas), ([1.0; MAX_GAMMA], &LatencySpec::default().alphas));
        assert_eq!(notices.len(), 6);
        assert_eq!(LatencySpec::parse(&spec.to_query()), (spec, vec![]));
        for nonsense in ["v=0_1_1_1_1_1_1_1", "v=1_1_1_1_1_1_1_NaN", "v=1_1_1_1_1_1_1_1_1", "alphas=", "alphas=-1"] {
            let (spec, notices) = LatencySpec::parse(nonsense);
            assert!(spec == LatencySpec::default() && notices.len() == 1, "{nonsense}");
        }
    }

    #[test]
    fn measured_costs_can_be_supposed_and_stay_in_range() {
        let mut spec = LatencySpec::default();
        let costs = CostModel { draft: 9.0, verify: std::array::from_fn(|idx| 0.9 + 0.33 * idx as f64), row: 0.1 };
        spec.suppose(&costs, Some(0.61));
        assert_eq!((spec.draft_cost, spec.alpha, spec.verify_cost[0]), (1.5, 0.61, 1.23));
        assert_eq!(LatencySpec::parse(&spec.to_query()), (spec.clone(), vec![]));
        assert_eq!(spec.costs().verify[1..], spec.verify_cost);
        assert!((spec.verify_slope() - (0.9 + 0.33 * 8.0 - 1.0) / 8.0).abs() < 1e-4);
        // Where the clock stood still, nothing divides by it.
        spec.set_verify_cost(2, f64::NAN);
        spec.set_verify_cost(99, 3.0);
        assert_eq!(spec.verify_cost[0], 1.23);
    }

    #[test]
    fn a_recorded_measurement_opens_as_it_was_and_one_that_contradicts_itself_is_refused() {
        let vocabulary: Vocabulary = crate::decode::lesson_case(crate::decode::Scenario::BonusCase).vocabulary;
        let sound = LatencyRecording {
            version: RECORDING_VERSION,
            spec: LatencySpec::default(),
            race: RaceFacts {
                prompt: vec![TokenId(0)],
                plain: vec![TokenId(1)],
                cycles: vec![RaceCycle { drafted: vec![TokenId(2)], n_accepted: 1, emitted: vec![TokenId(2), TokenId(0)] }],
            },
            measured: Some(LatencyFacts::default()),
            vocabulary,
        };
        assert_eq!(LatencyRecording::from_json(&sound.to_json()), Ok(sound.clone()));
        type Tamper = fn(&mut LatencyRecording);
        let tampers: [Tamper; 5] = [
            |recording| recording.version += 1,
            |recording| recording.spec.alpha = 2.0,
            |recording| recording.race.cycles[0].n_accepted = 2,
            |recording| recording.race.plain[0] = TokenId(9999),
            |recording| recording.race.cycles[0].drafted[0] = TokenId(9999),
        ];
        for tamper in tampers {
            let mut changed = sound.clone();
            tamper(&mut changed);
            assert!(LatencyRecording::from_json(&changed.to_json()).is_err());
        }
        assert!(LatencyRecording::from_json("{}").is_err());
    }
}

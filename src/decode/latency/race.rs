//! A race in pretended time: the same prompt, continued by the target alone and with speculation, on a machine
//! that is not here. What is accepted is what the real models accepted; only the times are pretended.

use super::{MAX_POSITIONS, Machine, PassSize};
use crate::decode::{StoryEvent, Timeline, TokenId};
use serde::{Deserialize, Serialize};

/// What both lanes write, by the real models.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct RaceFacts {
    /// The prompt.
    pub prompt: Vec<TokenId>,
    /// The target alone.
    pub plain: Vec<TokenId>,
    /// Speculation.
    pub cycles: Vec<RaceCycle>,
}

/// One cycle's outcome.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RaceCycle {
    /// What was drafted, at most [`super::MAX_GAMMA`] tokens.
    pub drafted: Vec<TokenId>,
    /// How many of those were accepted.
    pub n_accepted: usize,
    /// What joined the text: those, and the correction or the bonus.
    pub emitted: Vec<TokenId>,
}

impl RaceFacts {
    /// How far both go: where the shorter text ends, the race ends.
    pub fn n_tokens(&self) -> usize {
        self.plain.len().min(self.cycles.iter().map(|cycle| cycle.emitted.len()).sum())
    }

    /// Whether the parts fit together: every cycle emits what it accepted and at most one token more.
    pub fn is_sound(&self) -> bool {
        self.cycles.iter().all(|cycle| {
            let fits = cycle.n_accepted <= cycle.drafted.len() && cycle.drafted.len() < MAX_POSITIONS;
            let agree = cycle.emitted.iter().zip(&cycle.drafted).take(cycle.n_accepted).all(|(emitted, drafted)| emitted == drafted);
            fits && agree && !cycle.emitted.is_empty() && (cycle.n_accepted..=cycle.n_accepted + 1).contains(&cycle.emitted.len())
        })
    }
}

/// How long passes take, in milliseconds.
#[derive(Clone, Debug, PartialEq)]
pub struct RaceClock {
    /// A pass of the draft.
    pub draft_millis: f64,
    /// Passes of the target over 1, 2, ... positions.
    pub target_millis: [f64; MAX_POSITIONS],
}

/// A machine that runs a pair of large models.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PretendedMachine {
    /// Its name in addresses.
    pub name: &'static str,
    /// Its speed.
    pub machine: Machine,
    /// The target that it runs.
    pub target: PassSize,
    /// The draft that it runs.
    pub draft: PassSize,
}

const LLAMA_8B: u64 = 8_030_000_000;
const LLAMA_1B: u64 = 1_240_000_000;
const LLAMA_70B: u64 = 70_600_000_000;

/// A model of so many weights of so many bits each. Every weight takes part in one multiply-add per position.
const fn dense(n_weights: u64, bits: u64) -> PassSize {
    PassSize { weight_bytes: n_weights * bits / 8, multiply_adds: n_weights }
}

/// Machines to pretend. Their times are computed, not measured: the least that a pass can take when every weight is
/// read once.
pub const PRETENDED_MACHINES: [PretendedMachine; 3] = [
    // A Qualcomm Snapdragon 8 Gen 3: 76.8 GB/s of memory, an NPU of 45 TOPS in int8; two operations are a multiply-add.
    // Llama 3.1 8B with Llama 3.2 1B as its draft.
    PretendedMachine {
        name: "phone",
        machine: Machine { bytes_per_second: 76.8e9, multiply_adds_per_second: 22.5e12 },
        target: dense(LLAMA_8B, 4),
        draft: dense(LLAMA_1B, 4),
    },
    // An Apple M3 Max with 40 GPU cores: 400 GB/s, 14.2 TFLOPS in f32. The same two models.
    PretendedMachine {
        name: "laptop",
        machine: Machine { bytes_per_second: 400e9, multiply_adds_per_second: 7.1e12 },
        target: dense(LLAMA_8B, 8),
        draft: dense(LLAMA_1B, 8),
    },
    // Two NVIDIA H100 SXM: 3.35 TB/s and 989 TFLOPS in dense bfloat16 each. Llama 3.1 70B with Llama 3.1 8B.
    PretendedMachine {
        name: "data-centre",
        machine: Machine { bytes_per_second: 2.0 * 3.35e12, multiply_adds_per_second: 2.0 * 494.5e12 },
        target: dense(LLAMA_70B, 16),
        draft: dense(LLAMA_8B, 16),
    },
];

impl PretendedMachine {
    /// How long its passes take, at best.
    pub fn clock(&self) -> RaceClock {
        RaceClock {
            draft_millis: self.machine.pass_millis(self.draft, 1),
            target_millis: std::array::from_fn(|idx| self.machine.pass_millis(self.target, idx + 1)),
        }
    }
}

/// What happens in a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RaceMove {
    /// Both set off.
    Start,
    /// The target alone has written this token, from 0.
    Plain(usize),
    /// The draft has guessed at this position of this cycle.
    Draft(usize, usize),
    /// The target has verified this cycle.
    Verify(usize),
}

/// A moment of a race.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RaceStep {
    /// What has happened.
    pub what: RaceMove,
    /// When, in pretended milliseconds after the start.
    pub at_millis: f64,
    /// How long nothing else happens.
    pub gap_millis: f64,
}

impl StoryEvent for RaceStep {
    fn millis(self) -> f64 {
        self.gap_millis
    }
}

/// A whole race.
#[derive(Clone, Debug, PartialEq)]
pub struct Race {
    /// Every moment, in order. A chapter is a cycle of speculation; what the target alone still has to write
    /// after the last one is a chapter of its own.
    pub timeline: Timeline<RaceStep>,
    steps: Vec<RaceStep>,
    n_tokens: usize,
    /// When speculation and the target alone have written all tokens.
    pub finish_millis: [f64; 2],
}

/// A race at one moment.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RaceView {
    /// Pretended milliseconds after the start.
    pub at_millis: f64,
    /// Tokens of the target alone.
    pub n_plain: usize,
    /// Tokens with speculation.
    pub n_speculative: usize,
    /// Cycles that have been verified.
    pub n_cycles: usize,
    /// Guesses of the cycle under way.
    pub n_drafted: usize,
    /// What happened last.
    pub last: Option<RaceMove>,
}

impl Race {
    /// Lets both lanes run.
    pub fn run(facts: &RaceFacts, clock: &RaceClock) -> Self {
        let n_tokens = facts.n_tokens();
        let mut moves: Vec<(f64, RaceMove)> = vec![(0.0, RaceMove::Start)];
        let plain_millis = clock.target_millis[0];
        moves.extend((0..n_tokens).map(|idx| ((idx + 1) as f64 * plain_millis, RaceMove::Plain(idx))));
        let (mut at, mut n_emitted) = (0.0, 0);
        let mut cycle_ends = Vec::new();
        for (cycle_idx, cycle) in facts.cycles.iter().enumerate() {
            if n_emitted >= n_tokens {
                break;
            }
            for position in 0..cycle.drafted.len() {
                at += clock.draft_millis;
                moves.push((at, RaceMove::Draft(cycle_idx, position)));
            }
            at += clock.target_millis[cycle.drafted.len().min(MAX_POSITIONS - 1)];
            moves.push((at, RaceMove::Verify(cycle_idx)));
            n_emitted += cycle.emitted.len();
            cycle_ends.push(at);
        }
        // The sort is stable: where both lanes do something at once, the target alone comes first.
        moves.sort_by(|a, b| a.0.total_cmp(&b.0));
        let gaps: Vec<f64> = moves.windows(2).map(|pair| pair[1].0 - pair[0].0).chain([0.0]).collect();
        let steps: Vec<RaceStep> = moves
            .iter()
            .zip(gaps)
            .map(|((at_millis, what), gap_millis)| RaceStep { what: *what, at_millis: *at_millis, gap_millis })
            .collect();
        let mut timeline = Timeline::default();
        timeline.ended = true;
        let mut start = 0;
        for (idx, step) in steps.iter().enumerate() {
            if matches!(step.what, RaceMove::Verify(_)) || idx + 1 == steps.len() {
                timeline.push(&steps[start..=idx]);
                start = idx + 1;
            }
        }
        Self { timeline, steps, n_tokens, finish_millis: [at, n_tokens as f64 * plain_millis] }
    }

    /// What there is to see after this many moments.
    pub fn view(&self, facts: &RaceFacts, n_shown: usize) -> RaceView {
        let mut view = RaceView::default();
        for step in self.steps.iter().take(n_shown) {
            match step.what {
                RaceMove::Start => {}
                RaceMove::Plain(idx) => view.n_plain = idx + 1,
                RaceMove::Draft(_, position) => view.n_drafted = position + 1,
                RaceMove::Verify(cycle_idx) => {
                    let n_emitted = facts.cycles.get(cycle_idx).map_or(0, |cycle| cycle.emitted.len());
                    view.n_speculative = (view.n_speculative + n_emitted).min(self.n_tokens);
                    view.n_cycles = cycle_idx + 1;
                    view.n_drafted = 0;
                }
            }
            view.at_millis = step.at_millis;
            view.last = Some(step.what);
        }
        view
    }

    /// How many tokens each lane has to write.
    pub fn n_tokens(&self) -> usize {
        self.n_tokens
    }

    /// How many times as fast speculation is in this race; `None` where nothing is raced for.
    pub fn speed_up(&self) -> Option<f64> {
        let [speculative, plain] = self.finish_millis;
        (speculative > 0.0 && self.n_tokens > 0).then(|| plain / speculative)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(ids: &[u32]) -> Vec<TokenId> {
        ids.iter().copied().map(TokenId).collect()
    }

    fn facts() -> RaceFacts {
        RaceFacts {
            prompt: tokens(&[0]),
            plain: tokens(&[1, 2, 3, 4, 5, 6]),
            cycles: vec![
                RaceCycle { drafted: tokens(&[7, 8]), n_accepted: 2, emitted: tokens(&[7, 8, 9]) },
                RaceCycle { drafted: tokens(&[7, 8]), n_accepted: 0, emitted: tokens(&[3]) },
                RaceCycle { drafted: tokens(&[4]), n_accepted: 1, emitted: tokens(&[4, 5]) },
            ],
        }
    }

    const CLOCK: RaceClock = RaceClock { draft_millis: 10.0, target_millis: [100.0; MAX_POSITIONS] };

    #[test]
    fn both_lanes_take_the_time_of_their_passes() {
        let race = Race::run(&facts(), &CLOCK);
        assert_eq!((race.n_tokens(), race.finish_millis), (6, [350.0, 600.0]));
        assert!((race.speed_up().expect("it ran") - 600.0 / 350.0).abs() < 1e-12);
        let at: Vec<f64> = race.steps.iter().map(|step| step.at_millis).collect();
        assert!(at.is_sorted(), "{at:?}");
        let waited: f64 = race.steps.iter().map(|step| step.gap_millis).sum();
        assert_eq!(waited, 600.0, "at normal speed the race takes as long as it says");
        assert_eq!(race.timeline.n_cycles(), 4, "three cycles, and what the target alone still writes");
    }

    #[test]
    fn what_is_shown_is_what_has_happened() {
        let facts = facts();
        let race = Race::run(&facts, &CLOCK);
        let at_the_end = race.view(&facts, usize::MAX);
        assert_eq!((at_the_end.n_plain, at_the_end.n_speculative, at_the_end.n_cycles, at_the_end.n_drafted), (6, 6, 3, 0));
        let first = race.steps.iter().position(|step| step.what == RaceMove::Verify(0)).expect("it is there");
        let before = race.view(&facts, first);
        assert_eq!((before.n_plain, before.n_speculative, before.n_drafted), (1, 0, 2));
        let after = race.view(&facts, first + 1);
        assert_eq!((after.at_millis, after.n_speculative, after.n_drafted), (120.0, 3, 0));
        assert_eq!(race.view(&facts, 0), RaceView::default());
    }

    #[test]
    fn a_lane_that_has_written_enough_stops_and_nothing_raced_for_is_no_race() {
        let long = RaceFacts { plain: tokens(&[1, 2]), ..facts() };
        let race = Race::run(&long, &CLOCK);
        assert_eq!((race.n_tokens(), race.finish_millis), (2, [120.0, 200.0]));
        assert_eq!(race.view(&long, usize::MAX).n_speculative, 2);
        let nothing = Race::run(&RaceFacts::default(), &CLOCK);
        assert_eq!((nothing.speed_up(), nothing.timeline.len()), (None, 1));
    }

    #[test]
    fn facts_that_contradict_each_other_are_noticed() {
        assert!(facts().is_sound());
        let broken = |change: fn(&mut RaceCycle)| {
            let mut facts = facts();
            change(&mut facts.cycles[0]);
            !facts.is_sound()
        };
        assert!(broken(|cycle| cycle.n_accepted = 3));
        assert!(broken(|cycle| cycle.emitted[0] = TokenId(1)));
        assert!(broken(|cycle| cycle.emitted.clear()));
        assert!(broken(|cycle| cycle.drafted = tokens(&[7; MAX_POSITIONS])));
    }

    #[test]
    fn on_large_machines_a_pass_takes_as_long_as_reading_the_weights() {
        for pretended in PRETENDED_MACHINES {
            let clock = pretended.clock();
            let reading = 1000.0 * pretended.target.weight_bytes as f64 / pretended.machine.bytes_per_second;
            let as_long = |millis: &f64| (millis / reading - 1.0).abs() < 1e-12;
            assert!(clock.target_millis.iter().all(as_long), "{}: {:?}", pretended.name, clock.target_millis);
            assert!(clock.draft_millis < 0.2 * reading && (15.0..60.0).contains(&reading), "{}: {reading}", pretended.name);
        }
    }
}

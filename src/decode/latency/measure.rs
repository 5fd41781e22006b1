//! What was measured on one device: passes of both models over one and several positions, reading and computing
//! by themselves, and whole runs with and without speculation; and what the numbers say together.
//!
//! Facts are raw samples. Of single passes the quickest counts: a machine that does other things besides makes some
//! samples long, and none short. Of whole runs, which last long enough for all of that, the median.

use super::{CostModel, CostTerm, MAX_GAMMA, MAX_POSITIONS, Machine, PassSize};
use crate::decode::{Kernels, Proportion, expected_tokens_per_cycle};
use serde::{Deserialize, Serialize};

/// Samples of single things, each in milliseconds (unless it says otherwise).
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Calibration {
    /// Entry `m - 1`: passes of the target over m positions. `(MAX_POSITIONS, n_samples)`
    pub target_passes: Vec<Vec<f64>>,
    /// Passes of the draft over one position.
    pub draft_passes: Vec<f64>,
    /// A row of logits made a distribution, and a token drawn from it.
    pub rows: Vec<f64>,
    /// Reading as many bytes as the target's weights have, over and over: bytes per second.
    pub bytes_per_second: Vec<f64>,
    /// Computing without reading: multiply-adds per second.
    pub multiply_adds_per_second: Vec<f64>,
    /// What a pass of the target has to do.
    pub target: PassSize,
    /// What a pass of the draft has to do.
    pub draft: PassSize,
    /// Tokens in the cache while passes were measured.
    pub n_context: usize,
}

/// One run from the prompt to its end.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct RunFacts {
    /// Tokens written.
    pub n_tokens: usize,
    /// Passes of the target.
    pub n_passes: usize,
    /// Tokens drafted.
    pub n_drafted: usize,
    /// Tokens tested.
    pub n_tested: usize,
    /// Tokens accepted.
    pub n_accepted: usize,
    /// The draft's passes, in milliseconds.
    pub draft_millis: f64,
    /// The target's passes, in milliseconds.
    pub target_millis: f64,
    /// Everything after the prompt, in milliseconds.
    pub total_millis: f64,
}

/// One round: the same text begun anew by each.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct RoundFacts {
    /// The target alone.
    pub plain: RunFacts,
    /// With drafts of one length.
    pub fixed: RunFacts,
    /// With drafts that end where the draft is unsure.
    pub adaptive: RunFacts,
}

/// A whole measurement, as far as it has come.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct LatencyFacts {
    /// How the models were computed.
    pub kernels: Option<Kernels>,
    /// Single things.
    pub calibration: Calibration,
    /// Whole runs.
    pub rounds: Vec<RoundFacts>,
    /// Steps done.
    pub n_done: usize,
    /// Steps in all.
    pub n_planned: usize,
}

/// The middle of some samples, and how far they lie apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The lower quartile.
    pub low: f64,
    /// The median.
    pub median: f64,
    /// The upper quartile.
    pub high: f64,
}

impl Spread {
    /// Of these samples; `None` without any. Quartiles lie between two samples where they must (method 7 of
    /// Hyndman and Fan 1996).
    pub fn of(samples: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = samples.into_iter().filter(|sample| sample.is_finite()).collect();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().checked_sub(1)?;
        let quantile = |share: f64| {
            let at = share * last as f64;
            let below = at as usize;
            let above = (below + 1).min(last);
            sorted[below] + (at - below as f64) * (sorted[above] - sorted[below])
        };
        Some(Self { low: quantile(0.25), median: quantile(0.5), high: quantile(0.75) })
    }
}

/// The quickest sample.
fn quickest(samples: &[f64]) -> Option<f64> {
    samples.iter().copied().filter(|sample| sample.is_finite()).reduce(f64::min)
}

impl Calibration {
    /// T(m), in milliseconds: its quickest sample.
    pub fn target_millis(&self, n_positions: usize) -> Option<f64> {
        self.target_passes.get(n_positions.checked_sub(1)?).and_then(|samples| quickest(samples)).filter(|millis| *millis > 0.0)
    }

    /// The draft's pass, in milliseconds: its quickest sample.
    pub fn draft_millis(&self) -> Option<f64> {
        quickest(&self.draft_passes)
    }

    /// The costs in passes of the target over one position; `None` before everything has been measured.
    pub fn costs(&self) -> Option<CostModel> {
        let unit = self.target_millis(1)?;
        let mut verify = [1.0; MAX_POSITIONS];
        for (idx, cost) in verify.iter_mut().enumerate() {
            *cost = self.target_millis(idx + 1)? / unit;
        }
        Some(CostModel { draft: self.draft_millis()? / unit, verify, row: quickest(&self.rows)? / unit })
    }

    /// This device; `None` before it has been measured.
    pub fn machine(&self) -> Option<Machine> {
        // The best sample: nothing but the machine itself can make one fast.
        let best = |samples: &[f64]| samples.iter().copied().filter(|sample| sample.is_finite()).reduce(f64::max);
        let (bytes_per_second, multiply_adds_per_second) = (best(&self.bytes_per_second)?, best(&self.multiply_adds_per_second)?);
        (bytes_per_second > 0.0 && multiply_adds_per_second > 0.0).then_some(Machine { bytes_per_second, multiply_adds_per_second })
    }

    /// What passes over m positions reach: intensity and multiply-adds per second, for m = 1, 2, ...
    pub fn reached(&self) -> Vec<(f64, f64)> {
        let at = |n_positions: usize| {
            let millis = self.target_millis(n_positions)?;
            Some((self.target.intensity(n_positions), n_positions as f64 * self.target.multiply_adds as f64 / millis * 1000.0))
        };
        (1..=MAX_POSITIONS).map_while(at).collect()
    }
}

impl RunFacts {
    /// Milliseconds per token; `None` if nothing was written.
    pub fn millis_per_token(&self) -> Option<f64> {
        (self.n_tokens > 0 && self.total_millis > 0.0).then(|| self.total_millis / self.n_tokens as f64)
    }

    /// Tokens per pass of the target.
    pub fn tokens_per_pass(&self) -> Option<f64> {
        (self.n_passes > 0).then(|| self.n_tokens as f64 / self.n_passes as f64)
    }

    fn add(self, other: Self) -> Self {
        Self {
            n_tokens: self.n_tokens + other.n_tokens,
            n_passes: self.n_passes + other.n_passes,
            n_drafted: self.n_drafted + other.n_drafted,
            n_tested: self.n_tested + other.n_tested,
            n_accepted: self.n_accepted + other.n_accepted,
            draft_millis: self.draft_millis + other.draft_millis,
            target_millis: self.target_millis + other.target_millis,
            total_millis: self.total_millis + other.total_millis,
        }
    }
}

/// One way to write, over all rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lane {
    /// All rounds together.
    pub total: RunFacts,
    /// Tokens per second of each round.
    pub rate: Spread,
    /// Times as fast as the target alone in the same round.
    pub speed_up: Spread,
}

impl LatencyFacts {
    /// Whether nothing is missing.
    pub fn is_whole(&self) -> bool {
        self.n_planned > 0 && self.n_done >= self.n_planned
    }

    /// One way to write; `None` before the first round.
    pub fn lane(&self, of: fn(&RoundFacts) -> &RunFacts) -> Option<Lane> {
        let total = self.rounds.iter().map(|round| *of(round)).fold(RunFacts::default(), RunFacts::add);
        let rates = self.rounds.iter().filter_map(|round| of(round).millis_per_token()).map(|millis| 1000.0 / millis);
        // Rounds are compared with themselves: what slows a whole round down falls out.
        let ratios = self.rounds.iter().filter_map(|round| Some(round.plain.millis_per_token()? / of(round).millis_per_token()?));
        Some(Lane { total, rate: Spread::of(rates)?, speed_up: Spread::of(ratios)? })
    }

    /// The share of tests that passed, over all rounds with drafts of one length.
    pub fn accepted_per_tested(&self) -> Proportion {
        let total = self.rounds.iter().map(|round| round.fixed).fold(RunFacts::default(), RunFacts::add);
        Proportion { successes: total.n_accepted, trials: total.n_tested }
    }

    /// What a token costs the target alone, what speculation should make it cost, and what it did; `None` before all of
    /// that is there.
    pub fn token_costs(&self, gamma: usize) -> Option<[TokenCost; 3]> {
        let unit = self.calibration.target_millis(1)?;
        let costs = self.calibration.costs()?;
        let tau = expected_tokens_per_cycle(self.accepted_per_tested().rate()?, gamma);
        let predicted = TokenCost {
            draft_millis: unit * costs.draft_share(gamma) / tau,
            target_millis: unit * costs.verify_share(gamma) / tau,
            rest_millis: unit * costs.row_share(gamma) / tau,
        };
        let of = |run: RunFacts| {
            let n = run.n_tokens as f64;
            TokenCost {
                draft_millis: run.draft_millis / n,
                target_millis: run.target_millis / n,
                rest_millis: (run.total_millis - run.draft_millis - run.target_millis).max(0.0) / n,
            }
        };
        Some([of(self.lane(|round| &round.plain)?.total), predicted, of(self.lane(|round| &round.fixed)?.total)])
    }

    /// Prediction and measurement beside each other; `None` before both are there.
    pub fn verdict(&self, gamma: usize) -> Option<Verdicted> {
        let costs = self.calibration.costs()?;
        let alpha = self.accepted_per_tested().rate()?;
        let gamma = gamma.min(MAX_GAMMA);
        let fixed = self.lane(|round| &round.fixed)?;
        let (costliest, without_it) = costs.costliest(alpha, gamma);
        Some(Verdicted {
            alpha,
            expected_tokens_per_cycle: expected_tokens_per_cycle(alpha, gamma),
            predicted: costs.speed_up(alpha, gamma),
            // Drafts are shorter at the end of a text, and the first pass after a rejection feeds two tokens: with what was
            // really drafted the same costs come closer.
            predicted_of_counts: predicted_of_counts(&costs, &fixed.total),
            measured: fixed.speed_up,
            costliest,
            without_it,
            best: costs.best_gamma(alpha),
        })
    }
}

/// What one token costs, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TokenCost {
    /// Passes of the draft.
    pub draft_millis: f64,
    /// Passes of the target.
    pub target_millis: f64,
    /// Everything else: distributions, draws, tests.
    pub rest_millis: f64,
}

impl TokenCost {
    /// All of it.
    pub fn total_millis(&self) -> f64 {
        self.draft_millis + self.target_millis + self.rest_millis
    }
}

/// The speed-up that these costs give a run which drafted, verified and wrote so much.
fn predicted_of_counts(costs: &CostModel, run: &RunFacts) -> f64 {
    let passes = run.n_passes.max(1) as f64;
    let positions = run.n_drafted as f64 / passes + 1.0;
    // Between two numbers of positions, in proportion.
    let below = (positions as usize).clamp(1, MAX_POSITIONS);
    let above = (below + 1).min(MAX_POSITIONS);
    let part = positions - below as f64;
    let verify = costs.verify[below - 1] + part * (costs.verify[above - 1] - costs.verify[below - 1]);
    let cycle = (positions - 1.0) * costs.draft + verify + (2.0 * (positions - 1.0) + 1.0) * costs.row;
    run.n_tokens as f64 / passes * (1.0 + costs.row) / cycle
}

/// What a measurement comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdicted {
    /// Accepted of tested.
    pub alpha: f64,
    /// tau, by the formula at this alpha.
    pub expected_tokens_per_cycle: f64,
    /// The speed-up that the measured costs and alpha give.
    pub predicted: f64,
    /// The same with the tokens that were really drafted and written.
    pub predicted_of_counts: f64,
    /// The speed-up that was measured.
    pub measured: Spread,
    /// What costs the most.
    pub costliest: CostTerm,
    /// How fast it would be if that cost nothing.
    pub without_it: f64,
    /// The draft length that would be fastest here, and how fast.
    pub best: (usize, f64),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_samples_does_not_mind_an_interruption() {
        let spread = Spread::of([1.0, 2.0, 900.0, 3.0, 4.0]).expect("there are samples");
        assert_eq!(spread, Spread { low: 2.0, median: 3.0, high: 4.0 });
        assert_eq!(Spread::of([1.0, 2.0]).expect("there are samples").median, 1.5);
        assert_eq!(Spread::of([7.0]), Some(Spread { low: 7.0, median: 7.0, high: 7.0 }));
        assert_eq!(Spread::of([f64::NAN]), None);
        assert_eq!(Spread::of([]), None);
    }

    /// A device on which a target pass over m positions takes 2 + 0.5 m milliseconds, a draft pass 0.5, a row 0.1.
    fn facts() -> LatencyFacts {
        let calibration = Calibration {
            target_passes: (1..=MAX_POSITIONS).map(|m| vec![2.0 + 0.5 * m as f64; 3]).collect(),
            draft_passes: vec![0.5, 0.5, 9.0],
            rows: vec![0.1],
            bytes_per_second: vec![4e9, 2e9],
            multiply_adds_per_second: vec![8e9],
            target: PassSize { weight_bytes: 8_000_000, multiply_adds: 2_000_000 },
            draft: PassSize::default(),
            n_context: 10,
        };
        let plain = RunFacts { n_tokens: 50, n_passes: 50, total_millis: 50.0 * 2.6, ..RunFacts::default() };
        // Cycles of 4 + 1 with 3 tokens each: 2 accepted of 3 tested.
        let fixed = RunFacts {
            n_tokens: 48,
            n_passes: 16,
            n_drafted: 64,
            n_tested: 48,
            n_accepted: 32,
            total_millis: 16.0 * (4.0 * 0.5 + 4.5 + 9.0 * 0.1),
            ..RunFacts::default()
        };
        LatencyFacts {
            calibration,
            rounds: vec![RoundFacts { plain, fixed, adaptive: fixed }; 3],
            n_done: 3,
            n_planned: 3,
            ..LatencyFacts::default()
        }
    }

    #[test]
    fn costs_are_in_passes_of_the_target_and_do_not_mind_an_interruption() {
        let costs = facts().calibration.costs().expect("all was measured");
        assert!((costs.draft - 0.2).abs() < 1e-12 && (costs.row - 0.04).abs() < 1e-12);
        assert!((costs.verify[4] - 4.5 / 2.5).abs() < 1e-12 && costs.verify[0] == 1.0);
        assert_eq!(Calibration::default().costs(), None);
        let machine = facts().calibration.machine().expect("it was measured");
        assert_eq!((machine.bytes_per_second, machine.ridge()), (4e9, 2.0));
        let reached = facts().calibration.reached();
        assert_eq!((reached.len(), reached[0]), (9, (0.25, 2e6 / 2.5e-3)));
    }

    #[test]
    fn where_costs_and_counts_are_exact_the_prediction_is_what_was_measured() {
        let verdict = facts().verdict(4).expect("all was measured");
        let measured = 2.6 / (16.0 * 7.4 / 48.0);
        assert!((verdict.measured.median - measured).abs() < 1e-12);
        assert!((verdict.predicted_of_counts - measured).abs() < 1e-12);
        assert!((verdict.alpha - 2.0 / 3.0).abs() < 1e-12);
        let [alone, predicted, cost] = facts().token_costs(4).expect("all was measured");
        assert!((alone.total_millis() - 2.6).abs() < 1e-9 && (cost.total_millis() - 16.0 * 7.4 / 48.0).abs() < 1e-9);
        assert!((2.6 / predicted.total_millis() - verdict.predicted).abs() < 1e-9);
        assert!(verdict.predicted < verdict.without_it && verdict.best.1 >= verdict.predicted);
    }

    #[test]
    fn what_has_not_been_measured_is_nothing_rather_than_nan() {
        let facts = LatencyFacts::default();
        assert_eq!((facts.verdict(4), facts.lane(|round| &round.plain), facts.is_whole()), (None, None, false));
        assert_eq!(facts.token_costs(4), None);
        assert_eq!((facts.calibration.machine(), facts.calibration.reached()), (None, vec![]));
        let idle = LatencyFacts { rounds: vec![RoundFacts::default()], ..super::LatencyFacts::default() };
        assert_eq!(idle.lane(|round| &round.fixed), None);
    }
}

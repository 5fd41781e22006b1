//! Reading speculation off its cycles: three acceptance rates that are often mixed up, tokens per
//! cycle measured and predicted, and how sure a count of this size can be.
//!
//! Rates are taken over *complete* cycles, those that ended in a correction or a bonus: a cycle cut
//! short by the end of the text says nothing about how far the draft would have got.

use crate::decode::{CoinUse, Coins, Cycle, CycleFacts, Tail};

/// Successes out of trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Proportion {
    /// How often it happened.
    pub successes: usize,
    /// How often it could have.
    pub trials: usize,
}

/// The 97.5% point of the normal distribution: half of 5% on either side.
const NORMAL_975: f64 = 1.959_963_984_540_054;

impl Proportion {
    /// The measured rate; `None` without trials.
    pub fn rate(self) -> Option<f64> {
        (self.trials > 0).then(|| self.successes as f64 / self.trials as f64)
    }

    /// The 95% Wilson score interval (Wilson 1927), which stays inside `[0, 1]` and is honest for
    /// small counts; `None` without trials.
    pub fn wilson_interval(self) -> Option<(f64, f64)> {
        let rate = self.rate()?;
        let n = self.trials as f64;
        let z2 = NORMAL_975 * NORMAL_975;
        let centre = rate + z2 / (2.0 * n);
        let spread = NORMAL_975 * libm::sqrt(rate * (1.0 - rate) / n + z2 / (4.0 * n * n));
        let scale = 1.0 + z2 / n;
        Some((((centre - spread) / scale).max(0.0), ((centre + spread) / scale).min(1.0)))
    }
}

/// What one cycle adds to the counts.
#[derive(Clone, Debug, PartialEq)]
pub struct CycleSummary {
    /// Tokens drafted.
    pub n_drafted: usize,
    /// Drafted tokens that were tested: all up to and including the first rejected one.
    pub n_tested: usize,
    /// Drafted tokens accepted.
    pub n_accepted: usize,
    /// Tokens that joined the text.
    pub n_emitted: usize,
    /// Whether it ended in a correction or a bonus.
    pub complete: bool,
    /// Whether it ended in a bonus.
    pub bonus: bool,
    /// Drafted tokens dropped after a rejection.
    pub n_dropped_after_rejection: usize,
    /// Drafted tokens dropped because the text had ended.
    pub n_dropped_past_end: usize,
    /// The overlap `sum min(p, q)` at each tested position.
    pub overlaps: Vec<f64>,
}

impl From<&Cycle> for CycleSummary {
    fn from(cycle: &Cycle) -> Self {
        let n_tested = cycle.verdict.tests.len();
        let mut overlaps = cycle.overlaps();
        overlaps.truncate(n_tested);
        Self {
            n_drafted: cycle.drafted.len(),
            n_tested,
            n_accepted: cycle.verdict.n_accepted(),
            n_emitted: cycle.verdict.emitted.len(),
            complete: cycle.verdict.is_complete(),
            bonus: matches!(cycle.verdict.tail, Tail::Bonus { .. }),
            n_dropped_after_rejection: cycle.n_dropped_after_rejection(),
            n_dropped_past_end: cycle.n_dropped_past_end(),
            overlaps,
        }
    }
}

/// Counts over cycles, and the rates that follow from them.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SpeculationStats {
    /// All cycles; each used one target pass.
    pub n_cycles: usize,
    /// Tokens emitted by all cycles.
    pub n_emitted: usize,
    /// Drafted tokens dropped because the text had ended, in all cycles.
    pub n_dropped_past_end: usize,
    /// Cycles that ended in a correction or a bonus. Every number below is over these.
    pub n_complete: usize,
    /// Tokens drafted.
    pub n_drafted: usize,
    /// Drafted tokens tested.
    pub n_tested: usize,
    /// Drafted tokens accepted.
    pub n_accepted: usize,
    /// Drafted tokens dropped after a rejection.
    pub n_dropped_after_rejection: usize,
    /// Cycles that ended in a bonus.
    pub n_bonus: usize,
    /// Entry `i`: of the cycles that drafted more than `i` tokens, those that kept them through
    /// position `i`. `(gamma,)`
    pub per_position: Vec<Proportion>,
    /// Entry `k`: cycles that accepted exactly `k` drafted tokens. `(gamma + 1,)`
    pub accepted_histogram: Vec<usize>,
    /// The sum of overlaps over tested positions.
    pub overlap_sum: f64,
}

impl SpeculationStats {
    /// The statistics of these cycles, drafted with this gamma.
    pub fn from_cycles(gamma: usize, cycles: &[Cycle]) -> Self {
        let summaries: Vec<CycleSummary> = cycles.iter().map(CycleSummary::from).collect();
        Self::from_summaries(gamma, &summaries)
    }

    /// The statistics of cycles that have been summed up already.
    pub fn from_summaries(gamma: usize, summaries: &[CycleSummary]) -> Self {
        let mut stats =
            Self { per_position: vec![Proportion::default(); gamma], accepted_histogram: vec![0; gamma + 1], ..Self::default() };
        for summary in summaries {
            stats.n_cycles += 1;
            stats.n_emitted += summary.n_emitted;
            stats.n_dropped_past_end += summary.n_dropped_past_end;
            if !summary.complete {
                continue;
            }
            stats.n_complete += 1;
            stats.n_drafted += summary.n_drafted;
            stats.n_tested += summary.n_tested;
            stats.n_accepted += summary.n_accepted;
            stats.n_dropped_after_rejection += summary.n_dropped_after_rejection;
            stats.n_bonus += usize::from(summary.bonus);
            stats.overlap_sum += summary.overlaps.iter().sum::<f64>();
            for (position, proportion) in stats.per_position.iter_mut().enumerate().take(summary.n_drafted) {
                proportion.trials += 1;
                proportion.successes += usize::from(summary.n_accepted > position);
            }
            if let Some(count) = stats.accepted_histogram.get_mut(summary.n_accepted) {
                *count += 1;
            }
        }
        stats
    }

    /// Accepted of drafted: what share of the draft's work was of use.
    pub fn accepted_per_drafted(&self) -> Proportion {
        Proportion { successes: self.n_accepted, trials: self.n_drafted }
    }

    /// Accepted of tested: how often a test passes. Dropped tokens were never tested.
    pub fn accepted_per_tested(&self) -> Proportion {
        Proportion { successes: self.n_accepted, trials: self.n_tested }
    }

    /// The mean overlap `sum min(p, q)` over tested positions: what accepted-of-tested estimates,
    /// without the luck of the coins. `None` without tests.
    pub fn mean_overlap(&self) -> Option<f64> {
        (self.n_tested > 0).then(|| self.overlap_sum / self.n_tested as f64)
    }

    /// tau, measured: accepted tokens plus one, per complete cycle. `None` without one.
    pub fn tokens_per_cycle(&self) -> Option<f64> {
        (self.n_complete > 0).then(|| (self.n_accepted + self.n_complete) as f64 / self.n_complete as f64)
    }

    /// A 95% bootstrap interval of tau (Efron 1979, percentile method), resampling whole cycles with
    /// the experiment's own coins. `None` with fewer than two complete cycles.
    pub fn tokens_per_cycle_interval(&self, coins: Coins) -> Option<(f64, f64)> {
        if self.n_complete < 2 {
            return None;
        }
        let lengths: Vec<usize> = self
            .accepted_histogram
            .iter()
            .enumerate()
            .flat_map(|(n_accepted, &count)| std::iter::repeat_n(n_accepted + 1, count))
            .collect();
        let n = lengths.len();
        let mut means: Vec<f64> = (0..N_RESAMPLES)
            .map(|resample| {
                let pick = |draw| lengths[((coins.coin(resample, draw, CoinUse::Bootstrap) * n as f64) as usize).min(n - 1)];
                (0..n).map(pick).sum::<usize>() as f64 / n as f64
            })
            .collect();
        means.sort_by(f64::total_cmp);
        Some((means[N_RESAMPLES / 40], means[N_RESAMPLES - 1 - N_RESAMPLES / 40]))
    }
}

/// Enough for two steady digits of a 95% interval.
const N_RESAMPLES: usize = 400;

/// Expected tokens per cycle if every test passes with the same probability, independently:
/// `(1 - alpha^(gamma+1)) / (1 - alpha)` (Leviathan et al. 2023, equation 1), `gamma + 1` at 1.
pub fn expected_tokens_per_cycle(alpha: f64, gamma: usize) -> f64 {
    // Summed as 1 + alpha + ... + alpha^gamma: the same number without the division by zero.
    (0..gamma).fold(1.0, |sum, _| sum * alpha + 1.0)
}

/// Expected accepted tokens if the test at position `i` passes, once reached, with `alphas[i]`:
/// the sum of products `a1 + a1 a2 + a1 a2 a3 + ...`. Tokens per cycle are one more.
pub fn expected_accepted(alphas: &[f64]) -> f64 {
    alphas.iter().rev().fold(0.0, |later, alpha| alpha * (1.0 + later))
}

/// Where the time of a run's cycles went, in milliseconds, and how fast that was. Loading and
/// feeding the prompt are not in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CycleTiming {
    /// Drafting passes.
    pub draft_millis: f64,
    /// Target passes.
    pub target_millis: f64,
    /// Everything else: processors, draws, tests.
    pub rest_millis: f64,
    /// All of it.
    pub total_millis: f64,
    /// Tokens emitted.
    pub n_emitted: usize,
}

/// Fewer tokens than this give no rate worth showing.
const MIN_TIMED_TOKENS: usize = 8;

impl CycleTiming {
    /// Adds up these cycles.
    pub fn of_cycles(cycles: &[CycleFacts]) -> Self {
        let sum = |part: fn(&CycleFacts) -> f64| cycles.iter().map(part).sum::<f64>();
        let draft_millis = sum(|cycle| cycle.millis.draft);
        let target_millis = sum(|cycle| cycle.millis.target);
        let total_millis = sum(|cycle| cycle.millis.total).max(draft_millis + target_millis);
        Self {
            draft_millis,
            target_millis,
            rest_millis: total_millis - draft_millis - target_millis,
            total_millis,
            n_emitted: cycles.iter().map(|cycle| cycle.emitted.len()).sum(),
        }
    }

    /// Tokens per second; `None` when too little was measured to say.
    pub fn tokens_per_second(&self) -> Option<f64> {
        tokens_per_second(self.n_emitted, self.total_millis)
    }

    /// A part's share of the total; 0 when nothing was measured.
    pub fn share(&self, part_millis: f64) -> f64 {
        if self.total_millis > 0.0 { part_millis / self.total_millis } else { 0.0 }
    }
}

/// Tokens per second; `None` when too few tokens or no time at all was measured.
pub fn tokens_per_second(n_tokens: usize, millis: f64) -> Option<f64> {
    (n_tokens >= MIN_TIMED_TOKENS && millis > 0.0).then(|| n_tokens as f64 * 1000.0 / millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(n_drafted: usize, n_accepted: usize) -> CycleSummary {
        CycleSummary {
            n_drafted,
            n_tested: (n_accepted + 1).min(n_drafted),
            n_accepted,
            n_emitted: n_accepted + 1,
            complete: true,
            bonus: n_accepted == n_drafted,
            n_dropped_after_rejection: n_drafted.saturating_sub(n_accepted + 1),
            n_dropped_past_end: 0,
            overlaps: vec![0.5; (n_accepted + 1).min(n_drafted)],
        }
    }

    // Case 4: tools report one "acceptance rate" and mean three different numbers.
    #[test]
    fn the_three_acceptance_rates_are_three_numbers() {
        let summaries: Vec<_> = [4, 2, 0, 1, 4, 3, 0, 2, 1, 3].map(|n_accepted| summary(4, n_accepted)).to_vec();
        let stats = SpeculationStats::from_summaries(4, &summaries);
        assert_eq!(stats.accepted_per_drafted().rate(), Some(0.5));
        assert_eq!(stats.accepted_per_tested(), Proportion { successes: 20, trials: 28 });
        let per_position: Vec<_> = stats.per_position.iter().map(|proportion| proportion.rate()).collect();
        assert_eq!(per_position, [Some(0.8), Some(0.6), Some(0.4), Some(0.2)]);
        assert_eq!(stats.tokens_per_cycle(), Some(3.0));
        assert_eq!(stats.accepted_histogram, [2, 2, 2, 2, 2]);
        assert_eq!(stats.mean_overlap(), Some(0.5));
        assert_eq!((stats.n_bonus, stats.n_emitted, stats.n_dropped_after_rejection), (2, 30, 12));
    }

    #[test]
    fn a_cycle_cut_short_counts_its_tokens_but_no_rate() {
        let cut = CycleSummary { complete: false, n_dropped_past_end: 3, n_tested: 1, n_emitted: 1, ..summary(4, 1) };
        let stats = SpeculationStats::from_summaries(4, &[summary(4, 2), cut]);
        assert_eq!((stats.n_cycles, stats.n_complete, stats.n_emitted, stats.n_dropped_past_end), (2, 1, 4, 3));
        assert_eq!(stats.tokens_per_cycle(), Some(3.0));
    }

    #[test]
    fn nothing_measured_is_nothing_rather_than_nan() {
        let stats = SpeculationStats::from_summaries(4, &[]);
        assert_eq!((stats.accepted_per_drafted().rate(), stats.mean_overlap(), stats.tokens_per_cycle()), (None, None, None));
        assert_eq!((Proportion::default().wilson_interval(), stats.tokens_per_cycle_interval(Coins::new(1))), (None, None));
    }

    // Case 27: a page claimed thousands of tokens a second after the first one.
    #[test]
    fn no_rate_is_given_after_one_token_or_in_no_time() {
        assert_eq!((tokens_per_second(1, 0.001), tokens_per_second(7, 1.0), tokens_per_second(100, 0.0)), (None, None, None));
        assert_eq!(tokens_per_second(50, 250.0), Some(200.0));
        let empty = CycleTiming::of_cycles(&[]);
        assert_eq!((empty.tokens_per_second(), empty.share(empty.draft_millis)), (None, 0.0));
    }

    #[test]
    fn closed_forms_agree_with_each_other_and_at_the_ends() {
        for gamma in 1..=8 {
            for alpha in [0.0, 0.1, 0.5, 0.8, 0.999] {
                let closed: f64 = (1.0 - f64::powi(alpha, gamma + 1)) / (1.0 - alpha);
                let gamma = gamma as usize;
                assert!((expected_tokens_per_cycle(alpha, gamma) - closed).abs() < 1e-12);
                assert!((1.0 + expected_accepted(&vec![alpha; gamma]) - closed).abs() < 1e-12);
            }
            assert_eq!(expected_tokens_per_cycle(1.0, gamma as usize), f64::from(gamma) + 1.0);
        }
        assert!((expected_accepted(&[0.8, 0.7, 0.5]) - 1.64).abs() < 1e-12);
    }

    #[test]
    fn intervals_hold_the_rate_and_stay_in_range() {
        // Newcombe 1998, Table I: 81 of 263 gives 0.2553 to 0.3662; 0 of 20 gives 0 to 0.1611.
        let check = |successes, trials, low: f64, high: f64| {
            let (got_low, got_high) = Proportion { successes, trials }.wilson_interval().expect("there are trials");
            assert!((got_low - low).abs() < 5e-5 && (got_high - high).abs() < 5e-5, "{got_low} {got_high}");
        };
        check(81, 263, 0.2553, 0.3662);
        check(0, 20, 0.0, 0.1611);
        let stats = SpeculationStats::from_summaries(4, &(0..50).map(|i| summary(4, i % 5)).collect::<Vec<_>>());
        let (low, high) = stats.tokens_per_cycle_interval(Coins::new(1)).expect("there are cycles");
        assert!(low < 3.0 && 3.0 < high && high - low < 1.0, "{low} {high}");
    }
}

//! Why speculation is fast, and when it is not: what a cycle costs, what it brings, and the ratio.
//!
//! A cycle drafts gamma tokens, one pass of the draft each, and verifies them in one pass of the target over
//! gamma + 1 positions. With the target's pass over one position as the unit of time, that is
//! `gamma c + v(gamma + 1)`, where `c = T_draft / T_target` and `v(m) = T_target(m) / T_target(1)`. It brings
//! `tau = 1 + alpha + ... + alpha^gamma` tokens. So speculation is `tau / (gamma c + v(gamma + 1))` times as fast
//! as the target alone (Leviathan et al. 2023, theorem 3.8, which has v = 1: there memory decides, and several
//! positions cost what one costs).

mod measure;
mod race;
mod roofline;
mod spec;

pub use self::measure::*;
pub use self::race::*;
pub use self::roofline::*;
pub use self::spec::*;

use crate::decode::{CoinUse, Coins, expected_tokens_per_cycle};
use serde::{Deserialize, Serialize};

/// The longest draft that costs are known for.
pub const MAX_GAMMA: usize = 8;

/// The most positions in one pass of the target: a draft of [`MAX_GAMMA`] and the token before it.
pub const MAX_POSITIONS: usize = MAX_GAMMA + 1;

/// What things cost, in passes of the target over one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CostModel {
    /// c: a pass of the draft.
    pub draft: f64,
    /// v(m): a pass of the target over m positions, from m = 1, where it is 1.
    pub verify: [f64; MAX_POSITIONS],
    /// A row of logits made a distribution: processors, draw, test. The target alone needs one per token, a
    /// cycle one for each drafted token and one for each verified position.
    pub row: f64,
}

/// What can make speculation lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostTerm {
    /// Too few guesses are accepted.
    Acceptance,
    /// The draft's passes take too long.
    Draft,
    /// Several positions cost the target more than one.
    Verify,
    /// The distributions of all those rows have to be made.
    Rows,
}

impl CostTerm {
    /// All of them.
    pub const ALL: [CostTerm; 4] = [Self::Acceptance, Self::Draft, Self::Verify, Self::Rows];
}

impl CostModel {
    /// Passes over several positions cost what one costs: where reading the weights takes all the time.
    pub fn free_verify(draft: f64) -> Self {
        Self { draft, verify: [1.0; MAX_POSITIONS], row: 0.0 }
    }

    /// What a cycle costs: `gamma c + v(gamma + 1)`, and its rows. `gamma` is at most [`MAX_GAMMA`].
    pub fn cycle(&self, gamma: usize) -> f64 {
        self.draft_share(gamma) + self.verify_share(gamma) + self.row_share(gamma)
    }

    /// The draft's part of a cycle: `gamma c`.
    pub fn draft_share(&self, gamma: usize) -> f64 {
        gamma as f64 * self.draft
    }

    /// The target's part of a cycle: `v(gamma + 1)`.
    pub fn verify_share(&self, gamma: usize) -> f64 {
        self.verify[gamma.min(MAX_GAMMA)]
    }

    /// What a cycle's `2 gamma + 1` rows cost.
    pub fn row_share(&self, gamma: usize) -> f64 {
        (2 * gamma + 1) as f64 * self.row
    }

    /// L: what a token costs with speculation.
    pub fn per_token(&self, alpha: f64, gamma: usize) -> f64 {
        self.cycle(gamma) / expected_tokens_per_cycle(alpha, gamma)
    }

    /// How many times as fast as the target alone speculation is; below 1 it is slower.
    pub fn speed_up(&self, alpha: f64, gamma: usize) -> f64 {
        self.speed_up_at(expected_tokens_per_cycle(alpha, gamma), gamma)
    }

    /// The same where the tokens per cycle are known and need not follow from one alpha.
    pub fn speed_up_at(&self, tokens_per_cycle: f64, gamma: usize) -> f64 {
        tokens_per_cycle * (1.0 + self.row) / self.cycle(gamma)
    }

    /// The draft length that is fastest, and how fast. Where it is below 1, not to speculate is best.
    pub fn best_gamma(&self, alpha: f64) -> (usize, f64) {
        let all = (1..=MAX_GAMMA).map(|gamma| (gamma, self.speed_up(alpha, gamma)));
        all.fold((1, f64::NEG_INFINITY), |best, other| if other.1 > best.1 { other } else { best })
    }

    /// The acceptance rate from which on speculation pays at this gamma; `None` where even 1 is not enough.
    pub fn break_even_alpha(&self, gamma: usize) -> Option<f64> {
        if self.speed_up(1.0, gamma) < 1.0 {
            return None;
        }
        // It grows with alpha, so halving the interval finds the place.
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if self.speed_up(middle, gamma) < 1.0 { low = middle } else { high = middle }
        }
        Some(high)
    }

    /// How fast speculation would be if one thing were as good as it can be: all accepted, a draft that takes no
    /// time, positions that cost nothing more, rows that cost nothing.
    pub fn speed_up_without(&self, term: CostTerm, alpha: f64, gamma: usize) -> f64 {
        let tau = expected_tokens_per_cycle(alpha, gamma);
        match term {
            CostTerm::Acceptance => self.speed_up(1.0, gamma),
            CostTerm::Draft => Self { draft: 0.0, ..self.clone() }.speed_up_at(tau, gamma),
            CostTerm::Verify => Self { verify: [1.0; MAX_POSITIONS], ..self.clone() }.speed_up_at(tau, gamma),
            // The target alone would keep its one row.
            CostTerm::Rows => tau * (1.0 + self.row) / (self.draft_share(gamma) + self.verify_share(gamma) + self.row),
        }
    }

    /// The term that costs the most: that whose cure would help the most, and how fast it would be then.
    pub fn costliest(&self, alpha: f64, gamma: usize) -> (CostTerm, f64) {
        let all = CostTerm::ALL.map(|term| (term, self.speed_up_without(term, alpha, gamma)));
        all.into_iter().fold(all[0], |best, other| if other.1 > best.1 { other } else { best })
    }
}

/// How likely each drafted token is kept: the product of the probabilities up to it. Their sum is the
/// expected number of accepted tokens.
pub fn kept_through(alphas: &[f64]) -> Vec<f64> {
    let mut product = 1.0;
    alphas
        .iter()
        .map(|alpha| {
            product *= alpha;
            product
        })
        .collect()
}

/// Tries cycles whose test at position `i`, once reached, passes with `alphas[i]`. Entry `k` of the answer: cycles
/// that accepted exactly `k` tokens. `(alphas.len() + 1,)`
pub fn simulate_accepted(alphas: &[f64], coins: Coins, n_cycles: usize) -> Vec<usize> {
    let mut histogram = vec![0; alphas.len() + 1];
    for cycle_idx in 0..n_cycles {
        let passes = |(position, alpha): &(usize, &f64)| coins.coin(cycle_idx, *position, CoinUse::Accept) <= **alpha;
        histogram[alphas.iter().enumerate().take_while(passes).count()] += 1;
    }
    histogram
}

/// The mean of a histogram whose entry `k` counts how often `k` came up, and its standard error (the deviation
/// over the square root of the number). `None` for fewer than two.
pub fn mean_of_histogram(histogram: &[usize]) -> Option<(f64, f64)> {
    let n: usize = histogram.iter().sum();
    if n < 2 {
        return None;
    }
    let sum = |value: fn(f64) -> f64| histogram.iter().enumerate().map(|(k, count)| value(k as f64) * *count as f64).sum::<f64>();
    let mean = sum(|k| k) / n as f64;
    let variance = (sum(|k| k * k) - n as f64 * mean * mean).max(0.0) / (n - 1) as f64;
    Some((mean, libm::sqrt(variance / n as f64)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::expected_accepted;

    // Case 9: "why is it slower?", asked of tools that never said.
    #[test]
    fn a_draft_that_costs_half_of_the_target_gains_little_and_one_that_costs_as_much_loses() {
        for (draft, expected) in [(0.1, 2.401), (0.5, 1.121), (1.0, 0.672)] {
            let speed_up = CostModel::free_verify(draft).speed_up(0.8, 4);
            assert!((speed_up - expected).abs() < 5e-4, "{draft}: {speed_up}");
        }
    }

    #[test]
    fn the_speed_up_is_tau_over_what_a_cycle_costs() {
        let costs = CostModel { draft: 0.2, verify: std::array::from_fn(|idx| 1.0 + 0.25 * idx as f64), row: 0.05 };
        for gamma in 1..=MAX_GAMMA {
            let g = gamma as f64;
            let cycle = 0.2 * g + 1.0 + 0.25 * g + 0.05 * (2.0 * g + 1.0);
            assert!((costs.cycle(gamma) - cycle).abs() < 1e-12);
            let tau = (1.0 - f64::powi(0.7, gamma as i32 + 1)) / 0.3;
            assert!((costs.per_token(0.7, gamma) - cycle / tau).abs() < 1e-12);
            assert!((costs.speed_up(0.7, gamma) - tau * 1.05 / cycle).abs() < 1e-12);
        }
    }

    #[test]
    fn the_best_gamma_beats_all_others_and_grows_with_alpha() {
        let costs = CostModel::free_verify(0.1);
        let mut last = 0;
        for alpha in [0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.99] {
            let (best, speed_up) = costs.best_gamma(alpha);
            assert!((1..=MAX_GAMMA).all(|gamma| costs.speed_up(alpha, gamma) <= speed_up));
            assert!(best >= last, "{alpha}: {best}");
            last = best;
        }
        assert_eq!(last, MAX_GAMMA);
        assert!(CostModel::free_verify(1.5).best_gamma(0.5).1 < 1.0);
    }

    #[test]
    fn speculation_breaks_even_exactly_at_the_alpha_that_is_named() {
        let costs = CostModel { draft: 0.3, verify: std::array::from_fn(|idx| 1.0 + 0.1 * idx as f64), row: 0.01 };
        for gamma in 1..=MAX_GAMMA {
            let alpha = costs.break_even_alpha(gamma).expect("at 1 it pays");
            assert!((costs.speed_up(alpha, gamma) - 1.0).abs() < 1e-9);
            assert!(costs.speed_up(alpha - 1e-6, gamma) < 1.0 && costs.speed_up(alpha + 1e-6, gamma) > 1.0);
        }
        assert_eq!(CostModel::free_verify(1.5).break_even_alpha(4), None);
        // A draft that costs nothing pays at once.
        assert!(CostModel::free_verify(0.0).break_even_alpha(4).expect("it pays") < 1e-9);
    }

    #[test]
    fn the_term_that_is_to_blame_is_named() {
        let linear = std::array::from_fn(|idx| 1.0 + idx as f64);
        let blame = |costs: CostModel, alpha| costs.costliest(alpha, 4).0;
        assert_eq!(blame(CostModel { draft: 0.1, verify: linear, row: 0.0 }, 0.6), CostTerm::Verify);
        assert_eq!(blame(CostModel::free_verify(1.0), 0.8), CostTerm::Draft);
        assert_eq!(blame(CostModel::free_verify(0.05), 0.1), CostTerm::Acceptance);
        assert_eq!(blame(CostModel { row: 2.0, ..CostModel::free_verify(0.05) }, 0.7), CostTerm::Rows);
        // No cure makes it slower.
        let costs = CostModel { draft: 0.3, verify: linear, row: 0.1 };
        for term in CostTerm::ALL {
            assert!(costs.speed_up_without(term, 0.5, 4) >= costs.speed_up(0.5, 4), "{term:?}");
        }
    }

    #[test]
    fn the_exercise_comes_to_one_point_six_four_by_formula_and_by_trial() {
        let alphas = [0.8, 0.7, 0.5];
        let products = kept_through(&alphas);
        for (product, expected) in products.iter().zip([0.8, 0.56, 0.28]) {
            assert!((product - expected).abs() < 1e-12);
        }
        assert!((products.iter().sum::<f64>() - expected_accepted(&alphas)).abs() < 1e-12);
        let histogram = simulate_accepted(&alphas, Coins::new(1), 100_000);
        assert_eq!((histogram.len(), histogram.iter().sum::<usize>()), (4, 100_000));
        let (mean, error) = mean_of_histogram(&histogram).expect("there are many");
        assert!((mean - 1.64).abs() < 4.0 * error && error < 0.005, "{mean} ± {error}");
        assert_eq!(simulate_accepted(&alphas, Coins::new(1), 100_000), histogram, "the same seed counts the same");
        // What the page shows with its own seed: tests/e2e/latency.test.mjs reads this number there.
        let (mean, _) = mean_of_histogram(&simulate_accepted(&alphas, Coins::new(426), 100_000)).expect("there are many");
        assert_eq!(format!("{mean:.4}"), "1.6413");
        assert_eq!(simulate_accepted(&[], Coins::new(1), 7), [7]);
        assert_eq!(simulate_accepted(&[0.0, 1.0], Coins::new(1), 7), [7, 0, 0]);
        assert_eq!(mean_of_histogram(&[1]), None);
    }
}

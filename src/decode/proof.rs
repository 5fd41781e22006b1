//! Why one speculative token has the target's law, as a picture that can be added up; and what becomes of that
//! law under the mistakes that people make.
//!
//! A token x can be emitted on two paths. It is drafted with probability q(x) and accepted with
//! min(1, p(x)/q(x)): together min(p(x), q(x)). Or another token was rejected, which happens with
//! probability Z = 1 - sum min(p, q), and x is drawn from the residual max(0, p(x) - q(x)) / Z: together
//! max(0, p(x) - q(x)). The sum is p(x), whatever q is (Leviathan et al. 2023, appendix A.1; Chen et al.
//! 2023, theorem 1).

mod compare;
mod rule;
mod sequence;
mod spec;
mod two_sample;

pub use self::compare::*;
pub(crate) use self::rule::verify_by;
pub use self::sequence::*;
pub use self::spec::*;
pub use self::two_sample::*;

use crate::decode::{CoinUse, Coins, Probs, Residual, TokenId, acceptance_prob};
use serde::{Deserialize, Serialize};

/// What is done wrong, if anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mistake {
    /// Nothing.
    None,
    /// After a rejection the token is drawn from p, not from the residual.
    NoResidual,
    /// Every drafted token is accepted.
    AcceptAlways,
    /// A drafted token is accepted if it equals the target's own draw, which is emitted otherwise. The law
    /// stays p, but far fewer tokens are accepted.
    CompareTokens,
    /// A drafted token is accepted if it is the target's most probable one, which is emitted otherwise.
    CompareBest,
    /// p and q are cut to their upper half before the test, and the residual is taken of the uncut p.
    UnfilteredResidual,
    /// The draft proposes its most probable token, and the test takes q(x) for its probability.
    ArgmaxDraft,
    /// Two tokens are drafted, and one coin is held against both. The law is that of the second token.
    SharedCoin,
}

impl Mistake {
    /// Every way to do it, with its name in addresses.
    pub const ALL: [(Mistake, &'static str); 8] = [
        (Mistake::None, "none"),
        (Mistake::NoResidual, "no-residual"),
        (Mistake::AcceptAlways, "accept-always"),
        (Mistake::CompareTokens, "compare-tokens"),
        (Mistake::CompareBest, "compare-best"),
        (Mistake::UnfilteredResidual, "unfiltered-residual"),
        (Mistake::ArgmaxDraft, "argmax-draft"),
        (Mistake::SharedCoin, "shared-coin"),
    ];

    /// Whether the law stays what it ought to be.
    pub fn keeps_the_law(self) -> bool {
        matches!(self, Self::None | Self::CompareTokens)
    }

    /// The law that ought to come out: p, or p cut to its upper half where filters are on.
    pub fn intended(self, target: &Probs) -> Probs {
        if self == Self::UnfilteredResidual { upper_half(target) } else { target.clone() }
    }
}

/// The distribution cut to the more probable half of its tokens (one more of an odd number).
fn upper_half(probs: &Probs) -> Probs {
    let n_kept = probs.vocab_size().div_ceil(2);
    let ranked = probs.ranked();
    let mut weights = vec![0.0; probs.vocab_size()];
    for token in ranked.into_iter().take(n_kept) {
        weights[token.index()] = probs.get(token);
    }
    Probs::from_weights(weights).unwrap_or_else(|| probs.clone())
}

/// What one token contributes to the proof.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProofRow {
    /// The token.
    pub token: TokenId,
    /// p(x).
    pub target: f64,
    /// q(x).
    pub draft: f64,
    /// alpha(x) = min(1, p(x)/q(x)); 0 for a token that is never drafted and never wanted.
    pub acceptance_prob: f64,
    /// P(x, accept) = min(p(x), q(x)).
    pub accepted: f64,
    /// P(x, reject) = max(0, q(x) - p(x)).
    pub rejected: f64,
    /// r(x): the residual; 0 where it is empty.
    pub residual: f64,
    /// The correction path, Z r(x) = max(0, p(x) - q(x)).
    pub corrected: f64,
}

impl ProofRow {
    /// Both paths together.
    pub fn sum(&self) -> f64 {
        self.accepted + self.corrected
    }
}

/// The proof for one pair of distributions, every line of it as numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// Token by token.
    pub rows: Vec<ProofRow>,
    /// A: the probability that the drafted token is accepted, `sum min(p, q)`.
    pub overlap: f64,
    /// The probability of a rejection, as what is left of q: `sum max(0, q - p)`.
    pub rejected_mass: f64,
    /// Z, as what is left of p: `sum max(0, p - q)`. The two are equal.
    pub residual_mass: f64,
    /// The most by which any token's two paths miss p: rounding.
    pub largest_error: f64,
}

impl Proof {
    /// Writes the proof out for a target and a draft over the same tokens.
    pub fn of(target: &Probs, draft: &Probs) -> Self {
        let residual = target.residual(draft);
        let rows = ids(target).map(|token| {
            let (p, q) = (target.get(token), draft.get(token));
            let (share, mass) = match &residual {
                Residual::Left { probs, mass } => (probs.get(token), *mass),
                Residual::Empty => (0.0, 0.0),
            };
            ProofRow {
                token,
                target: p,
                draft: q,
                acceptance_prob: acceptance_prob(p, q),
                accepted: q * acceptance_prob(p, q),
                rejected: q - q * acceptance_prob(p, q),
                residual: share,
                corrected: mass * share,
            }
        });
        let rows: Vec<ProofRow> = rows.collect();
        Self {
            overlap: target.overlap(draft),
            rejected_mass: rows.iter().map(|row| row.rejected).sum(),
            residual_mass: residual.mass(),
            largest_error: rows.iter().map(|row| (row.sum() - row.target).abs()).fold(0.0, f64::max),
            rows,
        }
    }
}

fn ids(probs: &Probs) -> impl Iterator<Item = TokenId> + use<> {
    (0..probs.vocab_size() as u32).map(TokenId)
}

/// A law, divided by how its tokens came to be emitted. Both rows together sum to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct TwoPaths {
    /// Emitted because the draft proposed it and it was accepted. `(vocab_size,)`
    pub accepted: Vec<f64>,
    /// Emitted in place of a rejected token. `(vocab_size,)`
    pub corrected: Vec<f64>,
}

impl TwoPaths {
    /// The law in closed form, with what is done wrong.
    pub fn exact(target: &Probs, draft: &Probs, mistake: Mistake) -> Self {
        let zeros = || vec![0.0; target.vocab_size()];
        let row = |of: &dyn Fn(TokenId) -> f64| ids(target).map(of).collect::<Vec<f64>>();
        let (p, q) = (target, draft);
        // Each drafted token's path, and what takes the place of the rejected ones.
        let paths = |p: &Probs, q: &Probs, instead: &Probs| {
            let accepted = row(&|x| q.get(x) * acceptance_prob(p.get(x), q.get(x)));
            let rejected = 1.0 - accepted.iter().sum::<f64>();
            Self { accepted, corrected: row(&|x| rejected.max(0.0) * instead.get(x)) }
        };
        match mistake {
            Mistake::None => paths(p, q, &left_over(p, q)),
            Mistake::NoResidual => paths(p, q, p),
            Mistake::AcceptAlways => Self { accepted: row(&|x| q.get(x)), corrected: zeros() },
            Mistake::CompareTokens => Self { accepted: row(&|x| q.get(x) * p.get(x)), corrected: row(&|x| p.get(x) * (1.0 - q.get(x))) },
            Mistake::CompareBest => {
                let best = p.argmax();
                let only_best = |mass: f64| row(&|x| if x == best { mass } else { 0.0 });
                Self { accepted: only_best(q.get(best)), corrected: only_best(1.0 - q.get(best)) }
            }
            Mistake::UnfilteredResidual => {
                let (cut_p, cut_q) = (upper_half(p), upper_half(q));
                paths(&cut_p, &cut_q, &left_over(p, &cut_q))
            }
            Mistake::ArgmaxDraft => {
                let best = q.argmax();
                let kept = acceptance_prob(p.get(best), q.get(best));
                let residual = left_over(p, q);
                Self { accepted: row(&|x| if x == best { kept } else { 0.0 }), corrected: row(&|x| (1.0 - kept) * residual.get(x)) }
            }
            Mistake::SharedCoin => {
                let alpha = |x: TokenId| acceptance_prob(p.get(x), q.get(x));
                // Both accepted if the coin is below both; the first rejected, and the next cycle begins with it.
                let both = row(&|y| ids(p).map(|x| q.get(x) * q.get(y) * alpha(x).min(alpha(y))).sum());
                let first: f64 = ids(p).map(|x| q.get(x) * alpha(x)).sum();
                let second_rejected = first - both.iter().sum::<f64>();
                let anew = Self::exact(p, q, Mistake::None);
                let residual = left_over(p, q);
                Self {
                    accepted: row(&|y| both[y.index()] + (1.0 - first) * anew.accepted[y.index()]),
                    corrected: row(&|y| second_rejected * residual.get(y) + (1.0 - first) * anew.corrected[y.index()]),
                }
            }
        }
    }

    /// The law of the emitted token. `(vocab_size,)`
    pub fn law(&self) -> Vec<f64> {
        self.accepted.iter().zip(&self.corrected).map(|(accepted, corrected)| accepted + corrected).collect()
    }

    /// How far the law is from another: their total variation, 0 for the same law and 1 for laws without a common token.
    pub fn distance_from(&self, other: &Probs) -> f64 {
        self.law().iter().zip(other.as_slice()).map(|(own, other)| (own - other).abs()).sum::<f64>() / 2.0
    }
}

/// The residual, or p itself where only rounding could ask for it.
fn left_over(target: &Probs, draft: &Probs) -> Probs {
    match target.residual(draft) {
        Residual::Left { probs, .. } => probs,
        Residual::Empty => target.clone(),
    }
}

/// Counts of emitted tokens by path: the law in practice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trials {
    /// Emitted as drafted. `(vocab_size,)`
    pub accepted: Vec<u64>,
    /// Emitted in place of a rejected token. `(vocab_size,)`
    pub corrected: Vec<u64>,
}

impl Trials {
    /// No trials yet, over this many tokens.
    pub fn none(vocab_size: usize) -> Self {
        Self { accepted: vec![0; vocab_size], corrected: vec![0; vocab_size] }
    }

    /// How many trials there were.
    pub fn n(&self) -> u64 {
        self.accepted.iter().chain(&self.corrected).sum()
    }

    /// How many trials there were; `None` if that is more than a number can hold.
    pub(crate) fn checked_n(&self) -> Option<u64> {
        self.accepted.iter().chain(&self.corrected).try_fold(0u64, |sum, count| sum.checked_add(*count))
    }

    /// How often each token was emitted. `(vocab_size,)`
    pub fn counts(&self) -> Vec<u64> {
        self.accepted.iter().zip(&self.corrected).map(|(accepted, corrected)| accepted + corrected).collect()
    }

    /// Adds the trials of these numbers; each has coins of its own, so that parts add up to the whole.
    pub fn run(&mut self, target: &Probs, draft: &Probs, mistake: Mistake, coins: Coins, numbers: std::ops::Range<usize>) {
        let (p, q) = match mistake {
            Mistake::UnfilteredResidual => (&upper_half(target), &upper_half(draft)),
            _ => (target, draft),
        };
        let (p_cdf, q_cdf) = (p.cdf(), q.cdf());
        let instead = match mistake {
            Mistake::NoResidual => p.cdf(),
            Mistake::UnfilteredResidual => left_over(target, q).cdf(),
            _ => left_over(p, q).cdf(),
        };
        let (best_of_p, best_of_q) = (p.argmax(), q.argmax());
        let accepts = |token: TokenId, coin: f64| {
            let alpha = acceptance_prob(p.get(token), q.get(token));
            alpha > 0.0 && coin <= alpha
        };
        for trial in numbers {
            let coin = |position, coin_use| coins.coin(trial, position, coin_use);
            let drafted = q_cdf.pick(coin(0, CoinUse::Draft));
            let (accepted, token) = match mistake {
                Mistake::AcceptAlways => (true, drafted),
                Mistake::CompareTokens => {
                    let own = p_cdf.pick(coin(0, CoinUse::Tail));
                    (drafted == own, own)
                }
                Mistake::CompareBest => (drafted == best_of_p, best_of_p),
                Mistake::ArgmaxDraft if accepts(best_of_q, coin(0, CoinUse::Accept)) => (true, best_of_q),
                Mistake::ArgmaxDraft => (false, instead.pick(coin(0, CoinUse::Tail))),
                Mistake::SharedCoin => {
                    let shared = coin(0, CoinUse::Accept);
                    let first = accepts(drafted, shared);
                    let second = q_cdf.pick(coin(1, CoinUse::Draft));
                    // After a rejection the second token opens a cycle of its own, with a new coin.
                    let test = if first { shared } else { coin(1, CoinUse::Accept) };
                    if accepts(second, test) { (true, second) } else { (false, instead.pick(coin(1, CoinUse::Tail))) }
                }
                Mistake::None | Mistake::NoResidual | Mistake::UnfilteredResidual if accepts(drafted, coin(0, CoinUse::Accept)) => {
                    (true, drafted)
                }
                Mistake::None | Mistake::NoResidual | Mistake::UnfilteredResidual => (false, instead.pick(coin(0, CoinUse::Tail))),
            };
            let counts = if accepted { &mut self.accepted } else { &mut self.corrected };
            counts[token.index()] += 1;
        }
    }
}

/// Counts against a law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChiSquare {
    /// The sum of `(count - expected)^2 / expected`; infinite where something impossible came up.
    pub statistic: f64,
    /// Tokens with any probability, less one.
    pub degrees: usize,
    /// The probability of a statistic at least as large if the law holds (Pearson 1900).
    pub p_value: f64,
}

impl ChiSquare {
    /// Compares counts with the law that they should follow.
    pub fn of(counts: &[u64], law: &[f64]) -> Self {
        let n = counts.iter().sum::<u64>() as f64;
        let terms = counts.iter().zip(law).map(|(&count, &prob)| match (count, prob > 0.0) {
            (0, false) => 0.0,
            (_, false) => f64::INFINITY,
            (count, true) => {
                let expected = prob * n;
                (count as f64 - expected) * (count as f64 - expected) / expected
            }
        });
        let statistic = if n == 0.0 { 0.0 } else { terms.sum() };
        let degrees = law.iter().filter(|prob| **prob > 0.0).count().saturating_sub(1);
        let p_value = match (statistic, degrees) {
            (f64::INFINITY, _) => 0.0,
            (_, 0) => 1.0,
            _ => upper_gamma(degrees as f64 / 2.0, statistic / 2.0),
        };
        Self { statistic, degrees, p_value }
    }
}

/// The upper part of the incomplete gamma function, divided by the whole: `Q(a, x)`, for a > 0 and
/// x >= 0. Below `a + 1` by the series of the lower part, above by the continued fraction (Abramowitz and
/// Stegun 1964, 6.5.29 and 6.5.31).
fn upper_gamma(a: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    let front = libm::exp(a * libm::log(x) - x - libm::lgamma(a));
    if x < a + 1.0 {
        let (mut term, mut sum) = (1.0 / a, 1.0 / a);
        for n in 1..500 {
            term *= x / (a + f64::from(n));
            sum += term;
            if term < sum * 1e-16 {
                break;
            }
        }
        return (1.0 - front * sum).clamp(0.0, 1.0);
    }
    // From the innermost fraction outwards: as many as are ever needed here.
    let fraction = (1..200).rev().map(f64::from).fold(x, |below, n| x + (n - a) / (1.0 + n / below));
    (front / fraction).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn probs(weights: &[f64]) -> Probs {
        Probs::from_weights(weights.to_vec()).expect("a distribution")
    }

    fn pairs() -> Vec<(Probs, Probs)> {
        vec![
            (probs(&[0.5, 0.3, 0.2]), probs(&[0.2, 0.5, 0.3])),
            (probs(&[1.0, 1.0]), probs(&[1.0, 1.0])),
            (probs(&[0.6, 0.4, 0.0, 0.0]), probs(&[0.0, 0.0, 0.5, 0.5])),
            (probs(&[0.05, 0.9, 0.03, 0.02]), probs(&[0.4, 0.3, 0.2, 0.1])),
            (probs(&[0.0, 0.7, 0.3, 0.0, 0.0]), probs(&[0.2, 0.0, 0.5, 0.3, 0.0])),
            (probs(&[1.0; 12]), probs(&[12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0])),
        ]
    }

    #[test]
    fn both_paths_stack_to_the_target_and_the_rejected_mass_is_the_residuals() {
        for (target, draft) in pairs() {
            let proof = Proof::of(&target, &draft);
            assert!(proof.largest_error < 1e-15, "{proof:?}");
            assert!((proof.rejected_mass - proof.residual_mass).abs() < 1e-15);
            assert!((proof.overlap + proof.residual_mass - 1.0).abs() < 1e-15);
            for row in &proof.rows {
                assert!((row.accepted - row.target.min(row.draft)).abs() < 1e-15);
                assert!((row.corrected - (row.target - row.draft).max(0.0)).abs() < 1e-15);
            }
        }
        let same = Proof::of(&probs(&[0.25, 0.75]), &probs(&[0.25, 0.75]));
        assert_eq!((same.overlap, same.residual_mass, same.rows[0].residual), (1.0, 0.0, 0.0));
    }

    #[test]
    fn only_the_right_way_and_the_comparison_of_draws_keep_the_law() {
        let (target, draft) = (probs(&[0.4, 0.3, 0.2, 0.1]), probs(&[0.4, 0.1, 0.3, 0.2]));
        for (mistake, _) in Mistake::ALL {
            let paths = TwoPaths::exact(&target, &draft, mistake);
            let law = paths.law();
            assert!((law.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{mistake:?}: {law:?}");
            let intended = mistake.intended(&target);
            let keeps = matches!(mistake, Mistake::None | Mistake::CompareTokens);
            assert_eq!(paths.distance_from(&intended) < 1e-12, keeps, "{mistake:?}: {law:?} against {intended:?}");
        }
        // What is never refused has the draft's law, which is 0.2 away from the target's; and nothing is further than 1.
        let always = TwoPaths::exact(&target, &draft, Mistake::AcceptAlways);
        assert!((always.distance_from(&target) - 0.2).abs() < 1e-12 && always.distance_from(&draft) < 1e-12);
        let elsewhere = TwoPaths::exact(&probs(&[0.5, 0.5, 0.0]), &probs(&[0.0, 0.0, 1.0]), Mistake::AcceptAlways);
        assert_eq!(elsewhere.distance_from(&probs(&[0.5, 0.5, 0.0])), 1.0);
        let accepted = |mistake| TwoPaths::exact(&target, &draft, mistake).accepted.iter().sum::<f64>();
        assert!((accepted(Mistake::None) - 0.8).abs() < 1e-12 && (accepted(Mistake::CompareTokens) - 0.27).abs() < 1e-12);
    }

    // What is drawn is what the closed form says, for the mistakes, too: so the page can say how wrong each is.
    #[test]
    fn trials_follow_the_exact_law_of_what_is_done() {
        for (pair_idx, (target, draft)) in pairs().into_iter().enumerate() {
            for (mistake, name) in Mistake::ALL {
                let exact = TwoPaths::exact(&target, &draft, mistake);
                let mut trials = Trials::none(target.vocab_size());
                for part in [0..13, 13..20_000, 20_000..60_000] {
                    trials.run(&target, &draft, mistake, Coins::new(pair_idx as u64 + 5), part);
                }
                assert_eq!(trials.n(), 60_000);
                // Both paths of every token, as one law of twice as many outcomes; rounding is not possible mass.
                let law: Vec<f64> =
                    [exact.accepted, exact.corrected].concat().into_iter().map(|mass| if mass < 1e-15 { 0.0 } else { mass }).collect();
                let counts = [trials.accepted, trials.corrected].concat();
                let check = ChiSquare::of(&counts, &law);
                assert!(check.p_value > 1e-4, "pair {pair_idx}, {name}: {check:?}, {counts:?} against {law:?}");
            }
        }
    }

    #[test]
    fn a_wrong_law_is_noticed() {
        let (target, draft) = (probs(&[0.5, 0.3, 0.2]), probs(&[0.2, 0.5, 0.3]));
        let mut trials = Trials::none(3);
        trials.run(&target, &draft, Mistake::NoResidual, Coins::new(1), 0..100_000);
        assert!(ChiSquare::of(&trials.counts(), target.as_slice()).p_value < 1e-12);
        assert_eq!(ChiSquare::of(&[5, 1], &[1.0, 0.0]).p_value, 0.0);
        assert_eq!(ChiSquare::of(&[0, 0], &[0.5, 0.5]).p_value, 1.0);
        assert_eq!(ChiSquare::of(&[9], &[1.0]).p_value, 1.0);
    }

    // Values from printed tables of the chi-square distribution: its 95% and 99.9% points.
    #[test]
    fn p_values_are_those_of_the_tables() {
        for (degrees, point, p_value) in [
            (1.0, 3.841, 0.05),
            (1.0, 10.828, 0.001),
            (2.0, 5.991, 0.05),
            (5.0, 11.070, 0.05),
            (11.0, 19.675, 0.05),
            (11.0, 31.264, 0.001),
            (10.0, 9.342, 0.5),
        ] {
            let got = upper_gamma(degrees / 2.0, point / 2.0);
            assert!((got / p_value - 1.0f64).abs() < 2e-3, "{degrees} degrees at {point}: {got} is not {p_value}");
        }
        assert!(upper_gamma(0.5, 1e4) < 1e-300 && upper_gamma(50.0, 1e-9) > 0.999_999);
    }
}

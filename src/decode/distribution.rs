//! Probability distributions over a vocabulary: what a row of logits becomes, how far apart two
//! of them are, and how a coin picks a token.

use crate::decode::exp::exp;
use crate::decode::ranking::Ranking;
use serde::{Deserialize, Serialize};

/// A token's number in the vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TokenId(pub u32);

impl TokenId {
    /// The token as an index into a row of the vocabulary's length.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A distribution over the vocabulary: `(vocab_size,)`, each entry in `[0, 1]`, sum 1 to 1e-9.
#[derive(Clone, Debug, PartialEq)]
pub struct Probs(Vec<f64>);

impl Probs {
    /// Takes probabilities as they are; `None` unless they form a distribution.
    pub fn new(probs: Vec<f64>) -> Option<Self> {
        let in_range = probs.iter().all(|p| (0.0..=1.0).contains(p));
        let sum: f64 = probs.iter().sum();
        (in_range && (sum - 1.0).abs() < 1e-9).then_some(Self(probs))
    }

    /// Divides non-negative weights by their sum; `None` if they are not finite, or all zero.
    pub fn from_weights(mut weights: Vec<f64>) -> Option<Self> {
        let sum = sum(&weights);
        // The least of them, found without a branch; a NaN is in the sum already.
        let least = weights.iter().fold(0.0, |least, weight| if *weight < least { *weight } else { least });
        if !(sum.is_finite() && sum > 0.0 && least >= 0.0) {
            return None;
        }
        for weight in &mut weights {
            *weight /= sum;
        }
        Some(Self(weights))
    }

    /// `softmax(logits)`, the largest subtracted first. A logit of minus infinity is an excluded
    /// token and gets exactly 0; `None` when every token is excluded.
    pub fn softmax(logits: &[f64]) -> Option<Self> {
        let max = logits.iter().fold(f64::NEG_INFINITY, |max, z| if *z > max { *z } else { max });
        if max == f64::NEG_INFINITY {
            return None;
        }
        let n_left = logits.iter().filter(|z| **z > f64::NEG_INFINITY).count();
        if n_left > logits.len() / FEW {
            return Self::from_weights(logits.iter().map(|z| exp(z - max)).collect());
        }
        // An excluded token's exponential is 0: where most are excluded, theirs need no computing.
        let mut weights = vec![0.0; logits.len()];
        for (weight, z) in weights.iter_mut().zip(logits).filter(|(_, z)| **z > f64::NEG_INFINITY) {
            *weight = exp(z - max);
        }
        Self::from_weights(weights)
    }

    /// The distribution with all its mass on one token.
    pub fn one_hot(vocab_size: usize, token: TokenId) -> Self {
        let mut probs = vec![0.0; vocab_size];
        probs[token.index()] = 1.0;
        Self(probs)
    }

    /// The probability of a token; 0 for an id outside the vocabulary.
    pub fn get(&self, token: TokenId) -> f64 {
        self.0.get(token.index()).copied().unwrap_or(0.0)
    }

    /// The whole row, by token id.
    pub fn as_slice(&self) -> &[f64] {
        &self.0
    }

    /// The number of tokens in the vocabulary.
    pub fn vocab_size(&self) -> usize {
        self.0.len()
    }

    /// The number of tokens that can be drawn.
    pub fn support(&self) -> usize {
        self.0.iter().filter(|p| **p > 0.0).count()
    }

    /// The most probable token; the lowest id among equals.
    pub fn argmax(&self) -> TokenId {
        let mut best = 0;
        for (idx, p) in self.0.iter().enumerate() {
            if *p > self.0[best] {
                best = idx;
            }
        }
        TokenId(best as u32)
    }

    /// The token that this coin draws: the first whose cumulative probability, in id order,
    /// exceeds the coin. If rounding leaves the total below the coin, the last token with any mass.
    pub fn pick(&self, coin: f64) -> TokenId {
        let mut cumulative = 0.0;
        let mut last = 0;
        for (idx, p) in self.0.iter().enumerate() {
            if *p > 0.0 {
                cumulative += p;
                last = idx;
                if coin < cumulative {
                    break;
                }
            }
        }
        TokenId(last as u32)
    }

    /// The same draws as [`Probs::pick`], each in logarithmic time: for drawing many tokens.
    pub fn cdf(&self) -> Cdf {
        let mut cumulative = 0.0;
        let sums = self.0.iter().map(|p| {
            cumulative += p;
            cumulative
        });
        let last = self.0.iter().rposition(|p| *p > 0.0).unwrap_or(0);
        Cdf { sums: sums.collect(), last: TokenId(last as u32) }
    }

    /// The effective number of choices: `exp(entropy)`; 1 for a one-hot distribution.
    pub fn effective_choices(&self) -> f64 {
        libm::exp(self.entropy())
    }

    /// Shannon entropy in nats: `-sum p ln p`.
    pub fn entropy(&self) -> f64 {
        // `0.0 -` keeps a one-hot distribution at 0 rather than -0.
        0.0 - self.0.iter().filter(|p| **p > 0.0).map(|p| p * libm::log(*p)).sum::<f64>()
    }

    /// The overlap `sum_x min(p(x), q(x))`: the probability that a token drawn from `draft` is
    /// accepted (Leviathan et al. 2023, Theorem 3.5: beta).
    pub fn overlap(&self, draft: &Probs) -> f64 {
        self.0.iter().zip(&draft.0).map(|(p, q)| p.min(*q)).sum()
    }

    /// Total variation distance: half the sum of absolute differences; 1 minus the overlap.
    pub fn total_variation(&self, other: &Probs) -> f64 {
        self.0.iter().zip(&other.0).map(|(p, q)| (p - q).abs()).sum::<f64>() / 2.0
    }

    /// Kullback-Leibler divergence of `other` from `self` in nats; infinite where `other` lacks
    /// support.
    pub fn kl(&self, other: &Probs) -> f64 {
        self.0
            .iter()
            .zip(&other.0)
            .filter(|(p, _)| **p > 0.0)
            .map(|(p, q)| if *q > 0.0 { p * (libm::log(*p) - libm::log(*q)) } else { f64::INFINITY })
            .sum()
    }

    /// The residual of this target distribution after `draft` has had its share.
    pub fn residual(&self, draft: &Probs) -> Residual {
        let uncovered: Vec<f64> = self.0.iter().zip(&draft.0).map(|(p, q)| (p - q).max(0.0)).collect();
        let mass: f64 = uncovered.iter().sum();
        match Self::from_weights(uncovered) {
            Some(probs) if mass > ROUNDING_MASS => Residual::Left { probs, mass },
            _ => Residual::Empty,
        }
    }

    /// Tokens by falling probability, lower id first among equals.
    pub fn ranked(&self) -> Vec<TokenId> {
        self.top(self.0.len())
    }

    /// The first `n_tokens` of [`Probs::ranked`], without ranking the others.
    pub fn top(&self, n_tokens: usize) -> Vec<TokenId> {
        Ranking::new(&self.0).take(n_tokens).map(|idx| TokenId(idx as u32)).collect()
    }
}

/// The cumulative distribution, in id order: where each token's share of the coins begins and ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Cdf {
    /// Entry `i`: the mass of tokens `0..=i`.
    sums: Vec<f64>,
    /// The last token with any mass: where rounding ends up.
    last: TokenId,
}

impl Cdf {
    /// The token that this coin draws.
    pub fn pick(&self, coin: f64) -> TokenId {
        let idx = self.sums.partition_point(|sum| *sum <= coin);
        if idx < self.sums.len() { TokenId(idx as u32) } else { self.last }
    }

    /// The coins that draw this token: from, to. Empty for a token without mass.
    pub fn share(&self, token: TokenId) -> (f64, f64) {
        let end = self.sums.get(token.index()).copied().unwrap_or(1.0);
        let start = token.index().checked_sub(1).and_then(|before| self.sums.get(before)).copied().unwrap_or(0.0);
        (start, end)
    }
}

/// The sum of a row in four partial sums: the same bits everywhere, and four times as quick.
fn sum(numbers: &[f64]) -> f64 {
    let (chunks, rest) = numbers.as_chunks::<4>();
    let mut sums = [0.0; 4];
    for chunk in chunks {
        for (sum, number) in sums.iter_mut().zip(chunk) {
            *sum += number;
        }
    }
    let rest: f64 = rest.iter().sum();
    (sums[0] + sums[2]) + (sums[1] + sums[3]) + rest
}

/// One token in so many, or fewer, are few: a row is then quicker one by one than several at once.
const FEW: usize = 8;

/// Two rows of f64 probabilities that are equal on paper can differ by this much in total.
const ROUNDING_MASS: f64 = 1e-13;

/// What the target wants beyond what the draft covered: `max(0, p - q) / Z`
/// (Leviathan et al. 2023, Algorithm 1; Chen et al. 2023, Algorithm 2).
#[derive(Clone, Debug, PartialEq)]
pub enum Residual {
    /// The two distributions are the same: nothing is ever rejected, and this is unused.
    Empty,
    /// The correction is drawn from `probs`; `mass` is Z = 1 - overlap.
    Left {
        /// The normalised residual.
        probs: Probs,
        /// Its mass before normalising: Z.
        mass: f64,
    },
}

impl Residual {
    /// Z, which is 0 when the residual is empty.
    pub fn mass(&self) -> f64 {
        match self {
            Residual::Empty => 0.0,
            Residual::Left { mass, .. } => *mass,
        }
    }
}

/// `min(1, p/q)`: the probability that a drafted token is kept. A token the draft could not have
/// drawn (`q = 0`) is held to the same limit: 1 if the target allows it, else 0.
pub fn acceptance_prob(target_prob: f64, draft_prob: f64) -> f64 {
    if target_prob <= 0.0 {
        0.0
    } else if target_prob >= draft_prob {
        1.0
    } else {
        target_prob / draft_prob
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn probs(values: &[f64]) -> Probs {
        Probs::new(values.to_vec()).expect("a distribution")
    }

    // Case 3.
    #[test]
    fn overlap_and_residual_of_the_textbook_pair() {
        let (target, draft) = (probs(&[0.5, 0.3, 0.2]), probs(&[0.2, 0.5, 0.3]));
        assert!((target.overlap(&draft) - 0.7).abs() < 1e-15);
        let Residual::Left { probs, mass } = target.residual(&draft) else { panic!("no residual") };
        assert!((mass - 0.3).abs() < 1e-15);
        assert_eq!(probs.as_slice(), [1.0, 0.0, 0.0]);
    }

    #[test]
    fn a_softmax_of_few_tokens_has_the_bits_of_one_that_looks_at_all() {
        for n_left in [1, 2, 5, 12, 13, 40] {
            let left = |idx: usize| idx * 7 % 100 < n_left;
            let row: Vec<f64> = (0..100).map(|idx| if left(idx) { ((idx * 13) % 31) as f64 / 3.0 } else { f64::NEG_INFINITY }).collect();
            let max = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let known = Probs::from_weights(row.iter().map(|z| exp(z - max)).collect());
            let bits = |probs: Option<Probs>| probs.map(|probs| probs.0.iter().map(|p| p.to_bits()).collect::<Vec<_>>());
            assert_eq!(bits(Probs::softmax(&row)), bits(known));
        }
        assert_eq!(Probs::softmax(&[f64::NEG_INFINITY; 20]), None);
    }

    // Case 1: jaymody/speculative-sampling divided by a residual mass of zero and got NaN.
    #[test]
    fn equal_distributions_leave_an_empty_residual() {
        let half = probs(&[0.5, 0.5]);
        assert_eq!(half.residual(&half), Residual::Empty);
        assert_eq!(half.residual(&half).mass(), 0.0);
        assert_eq!(acceptance_prob(0.5, 0.5), 1.0);
    }

    #[test]
    fn all_excluded_is_no_distribution_rather_than_nan() {
        assert_eq!(Probs::softmax(&[f64::NEG_INFINITY; 3]), None);
        assert_eq!(Probs::softmax(&[]), None);
        assert_eq!(Probs::from_weights(vec![0.0, 0.0]), None);
        assert_eq!(Probs::new(vec![0.5, f64::NAN]), None);
    }

    #[test]
    fn softmax_survives_huge_logits_and_gives_excluded_tokens_exactly_zero() {
        let row = Probs::softmax(&[1e30, f64::NEG_INFINITY, -1e30]).expect("a distribution");
        assert_eq!(row.as_slice(), [1.0, 0.0, 0.0]);
        assert_eq!(row.entropy(), 0.0);
    }

    #[test]
    fn a_coin_never_picks_a_token_without_mass() {
        let row = probs(&[0.0, 0.25, 0.0, 0.75, 0.0]);
        for step in 0..=1000 {
            let token = row.pick(f64::from(step) / 1000.0);
            assert!(row.get(token) > 0.0);
        }
        assert_eq!(row.pick(0.2499), TokenId(1));
        assert_eq!(row.pick(0.25), TokenId(3));
        assert_eq!(row.pick(1.0), TokenId(3));
    }

    #[test]
    fn the_cumulative_distribution_draws_what_a_scan_draws() {
        let row = Probs::from_weights((0..500).map(|i| f64::from((i * 37) % 11)).collect()).expect("a distribution");
        let cdf = row.cdf();
        for step in 0..=20_000 {
            let coin = f64::from(step) / 20_000.0;
            let token = cdf.pick(coin);
            assert_eq!(token, row.pick(coin));
            let (start, end) = cdf.share(token);
            assert!((start <= coin && coin < end) || coin >= end, "{coin} outside {start}..{end}");
        }
        assert!((row.effective_choices() - row.entropy().exp()).abs() < 1e-12);
    }

    #[test]
    fn distances_agree_with_their_definitions() {
        let (p, q) = (probs(&[0.5, 0.5, 0.0]), probs(&[0.25, 0.25, 0.5]));
        assert_eq!(p.total_variation(&q), 0.5);
        assert_eq!(p.overlap(&q), 0.5);
        assert!((p.kl(&q) - 2f64.ln()).abs() < 1e-15);
        assert_eq!(q.kl(&p), f64::INFINITY);
    }

    #[test]
    fn ties_go_to_the_lower_id() {
        let row = probs(&[0.25, 0.25, 0.25, 0.25]);
        assert_eq!(row.argmax(), TokenId(0));
        assert_eq!(row.ranked(), [0, 1, 2, 3].map(TokenId));
    }
}

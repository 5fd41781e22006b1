//! Typical acceptance (Cai et al. 2024, "Medusa", section 2.3.1): a drafted token is accepted where the target finds it probable
//! enough, and q is not asked. It accepts more, and it is *not exact*: the text no longer follows the target's law. So it is here
//! with a measure of what it does to that law.

use crate::decode::{AcceptTest, CycleCoins, Limits, Probs, Residual, StopReason, Tail, TokenId, Verdict, acceptance_prob};
use serde::{Deserialize, Serialize};

/// How drafted tokens are tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AcceptRule {
    /// min(1, p/q), with the residual: the target's law.
    #[default]
    Exact,
    /// Where the target finds the token probable enough: another law.
    Typical,
}

impl AcceptRule {
    /// Every rule, with its name in addresses.
    pub const ALL: [(AcceptRule, &'static str); 2] = [(Self::Exact, "exact"), (Self::Typical, "typical")];
}

/// The hard threshold, epsilon: a token with at least this probability is always typical. (The value of the paper's own code.)
pub const TYPICAL_EPSILON: f64 = 0.09;

/// The factor of the threshold that falls with entropy, delta; the paper takes the root of epsilon.
pub const TYPICAL_DELTA: f64 = 0.3;

/// The least probability of a typical token: `min(epsilon, delta exp(-H(p)))` (Cai et al. 2024, section 2.3.1). The more choices
/// the target sees, the less is asked of each.
pub fn typical_threshold(target: &Probs) -> f64 {
    TYPICAL_EPSILON.min(TYPICAL_DELTA * libm::exp(-target.entropy()))
}

/// Verifies one cycle by typical acceptance; the arguments are those of [`crate::decode::verify`], which does it exactly. After
/// a rejection a token is drawn from p. No coin is held against anything.
pub fn verify_typically(drafted: &[TokenId], draft: &[Probs], target: &[Probs], coins: &CycleCoins, limits: &Limits) -> Verdict {
    let mut tests = Vec::with_capacity(drafted.len());
    let mut emitted = Vec::with_capacity(drafted.len() + 1);
    for (position, &token) in drafted.iter().enumerate() {
        let Some(p) = target.get(position) else {
            return Verdict { tests, tail: Tail::DeadEnd, emitted, stop: Some(StopReason::DeadEnd) };
        };
        let (target_prob, draft_prob) = (p.get(token), draft[position].get(token));
        let accepted = is_typical(target_prob, typical_threshold(p));
        let (acceptance_prob, coin) = (acceptance_prob(target_prob, draft_prob), coins.accept[position]);
        tests.push(AcceptTest { token, target_prob, draft_prob, acceptance_prob, coin, accepted });
        if !accepted {
            let token = p.pick(coins.tail);
            emitted.push(token);
            let stop = limits.end_after(token, emitted.len());
            return Verdict { tests, tail: Tail::Correction { residual: Residual::Empty, token }, emitted, stop };
        }
        emitted.push(token);
        if let Some(stop) = limits.end_after(token, emitted.len()) {
            return Verdict { tests, tail: Tail::PastEnd, emitted, stop: Some(stop) };
        }
    }
    let Some(p) = target.get(drafted.len()) else {
        return Verdict { tests, tail: Tail::DeadEnd, emitted, stop: Some(StopReason::DeadEnd) };
    };
    let token = p.pick(coins.tail);
    emitted.push(token);
    let stop = limits.end_after(token, emitted.len());
    Verdict { tests, tail: Tail::Bonus { token }, emitted, stop }
}

fn is_typical(target_prob: f64, threshold: f64) -> bool {
    target_prob > 0.0 && target_prob >= threshold
}

/// The law of a token that is drafted from `draft` and tested by typical acceptance: what is typical of q, and p in place
/// of the rest. `(vocab_size,)`
pub fn typical_law(target: &Probs, draft: &Probs) -> Vec<f64> {
    let threshold = typical_threshold(target);
    let kept: Vec<f64> =
        target.as_slice().iter().zip(draft.as_slice()).map(|(p, q)| if is_typical(*p, threshold) { *q } else { 0.0 }).collect();
    let rejected = (1.0 - kept.iter().sum::<f64>()).max(0.0);
    kept.iter().zip(target.as_slice()).map(|(kept, p)| kept + rejected * p).collect()
}

/// How far that law is from the target's: the total variation distance, in `[0, 1]`.
pub fn typical_damage(target: &Probs, draft: &Probs) -> f64 {
    typical_law(target, draft).iter().zip(target.as_slice()).map(|(law, p)| (law - p).abs()).sum::<f64>() / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{CoinUse, Coins};

    fn probs(weights: &[f64]) -> Probs {
        Probs::from_weights(weights.to_vec()).expect("a distribution")
    }

    #[test]
    fn a_certain_target_asks_for_epsilon_and_an_unsure_one_for_less() {
        assert_eq!(typical_threshold(&Probs::one_hot(5, TokenId(2))), TYPICAL_EPSILON);
        let unsure = probs(&[1.0; 100]);
        assert!((typical_threshold(&unsure) - TYPICAL_DELTA / 100.0).abs() < 1e-12);
    }

    // What is drawn is what the closed form says, so the damage that the page states is the damage that is done.
    #[test]
    fn texts_drawn_by_typical_acceptance_follow_its_law_and_not_the_targets() {
        let (p, q) = (probs(&[0.5, 0.3, 0.15, 0.05]), probs(&[0.1, 0.2, 0.3, 0.4]));
        let law = typical_law(&p, &q);
        assert!((law.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let limits = Limits { stop_tokens: Vec::new(), remaining: 1, remaining_reason: StopReason::MaxNewTokens };
        let n = 20_000;
        let mut counts = vec![0_u64; 4];
        for cycle in 0..n {
            let coins = CycleCoins::of_cycle(Coins::new(9), cycle, 1);
            let drafted = [q.pick(Coins::new(9).coin(cycle, 0, CoinUse::Draft))];
            let verdict = verify_typically(&drafted, std::slice::from_ref(&q), &[p.clone(), p.clone()], &coins, &limits);
            counts[verdict.emitted[0].index()] += 1;
        }
        assert!(crate::decode::ChiSquare::of(&counts, &law).p_value > 1e-3, "{counts:?}");
        assert!(crate::decode::ChiSquare::of(&counts, p.as_slice()).p_value < 1e-9, "{counts:?}");
        // 0.05 is below the threshold of 0.09: what q has there is drawn anew, all else stays as it was drafted.
        let expected = [0.1 + 0.4 * 0.5, 0.2 + 0.4 * 0.3, 0.3 + 0.4 * 0.15, 0.4 * 0.05];
        assert!(law.iter().zip(expected).all(|(law, expected)| (law - expected).abs() < 1e-12), "{law:?}");
        assert!((typical_damage(&p, &q) - 0.23).abs() < 1e-12, "{}", typical_damage(&p, &q));
        // Even a perfect draft does not save the law: what is not typical has to be drawn twice to be emitted.
        assert!((typical_damage(&p, &p) - 0.05 * 0.95).abs() < 1e-12, "{}", typical_damage(&p, &p));
    }
}

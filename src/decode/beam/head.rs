//! What a search needs of a distribution: its most probable tokens one by one, and the rest as one.
//! A row of logits has a number for every token of the vocabulary, of which a search can keep no
//! more than its beams; so the head is what a trace holds, and it is smaller by two digits.

use crate::decode::{Probs, TokenId};
use serde::{Deserialize, Serialize};

/// The most probable tokens after a text, in order, and the rest of them together. Whatever a search
/// decides and shows, it decides and shows from these.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct BeamHead {
    /// The tokens by falling probability; the lower id first among equals. Empty at a dead end.
    pub tokens: Vec<TokenId>,
    /// Their probabilities.
    pub probs: Vec<f64>,
    /// How many other tokens have any probability.
    pub n_rest: usize,
    /// Their probability.
    pub rest_mass: f64,
}

impl BeamHead {
    /// The `n_tokens` most probable tokens of a distribution, and the rest.
    pub fn of(probs: &Probs, n_tokens: usize) -> Self {
        let slice = probs.as_slice();
        let mut order: Vec<usize> = (0..slice.len()).filter(|idx| slice[*idx] > 0.0).collect();
        let by_prob = |a: &usize, b: &usize| slice[*b].total_cmp(&slice[*a]).then(a.cmp(b));
        let n_tokens = n_tokens.min(order.len());
        if 0 < n_tokens && n_tokens < order.len() {
            order.select_nth_unstable_by(n_tokens - 1, by_prob);
        }
        let rest = order.split_off(n_tokens);
        order.sort_unstable_by(by_prob);
        // Added up by id: the order that a selection leaves behind is nobody's promise.
        let mut is_rest = vec![false; slice.len()];
        rest.iter().for_each(|idx| is_rest[*idx] = true);
        Self {
            tokens: order.iter().map(|idx| TokenId(*idx as u32)).collect(),
            probs: order.iter().map(|idx| slice[*idx]).collect(),
            n_rest: rest.len(),
            rest_mass: slice.iter().zip(is_rest).filter(|(_, is_rest)| *is_rest).map(|(p, _)| p).sum(),
        }
    }

    /// Whether nothing can follow.
    pub fn is_dead_end(&self) -> bool {
        self.tokens.is_empty()
    }

    /// The tokens with their probabilities, the most probable first.
    pub fn iter(&self) -> impl Iterator<Item = (TokenId, f64)> {
        self.tokens.iter().copied().zip(self.probs.iter().copied())
    }

    /// Whether this can be the head of `n_tokens` of a distribution over a vocabulary: in order, each
    /// token once, nothing missing, and 1 in all.
    pub fn is_sound(&self, vocab_size: usize, n_tokens: usize) -> bool {
        let n_head = self.tokens.len();
        let n_rest = self.n_rest;
        let mut ids = self.tokens.clone();
        ids.sort_unstable();
        let is_known = ids.windows(2).all(|pair| pair[0] < pair[1]) && ids.last().is_none_or(|last| last.index() < vocab_size);
        let in_order = self.iter().zip(self.iter().skip(1)).all(|(a, b)| a.1 > b.1 || (a.1 == b.1 && a.0 < b.0));
        let has_probs = self.probs.len() == n_head && self.probs.iter().all(|p| *p > 0.0 && *p <= 1.0);
        // A head that is not full has left nothing over.
        let counts = n_head <= n_tokens && (n_rest == 0 || n_head == n_tokens) && n_rest <= vocab_size - n_head.min(vocab_size);
        let least = self.probs.last().copied().unwrap_or(0.0);
        let rest_fits = (n_rest > 0) == (self.rest_mass > 0.0) && self.rest_mass <= least * n_rest as f64 * (1.0 + SLACK);
        let total = self.probs.iter().sum::<f64>() + self.rest_mass;
        is_known && in_order && has_probs && counts && rest_fits && (self.is_dead_end() || (total - 1.0).abs() <= SLACK)
    }
}

/// What rounding can take from a sum over a vocabulary.
const SLACK: f64 = 1e-9;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::ProcessorChain;

    fn probs(weights: &[f64]) -> Probs {
        let row: Vec<f32> = weights.iter().map(|weight| libm::log(*weight) as f32).collect();
        ProcessorChain::default().process(&row, &[]).expect("something has a probability")
    }

    #[test]
    fn the_head_is_in_order_and_with_the_rest_it_is_everything() {
        let probs = probs(&[0.1, 0.3, 0.0, 0.1, 0.3, 0.2]);
        for n_tokens in 1..8 {
            let head = BeamHead::of(&probs, n_tokens);
            let expected: Vec<TokenId> = [1, 4, 5, 0, 3].into_iter().take(n_tokens).map(TokenId).collect();
            assert_eq!(head.tokens, expected);
            assert_eq!(head.n_rest, 5 - expected.len());
            assert!((head.probs.iter().sum::<f64>() + head.rest_mass - 1.0).abs() < 1e-12);
            assert!(head.iter().all(|(token, p)| probs.get(token) == p));
            assert!(head.is_sound(6, n_tokens));
        }
        assert!(BeamHead::default().is_dead_end() && BeamHead::default().is_sound(6, 3));
    }

    #[test]
    fn what_cannot_be_a_head_is_not_sound() {
        let sound = BeamHead::of(&probs(&[0.12, 0.3, 0.08, 0.15, 0.35]), 3);
        assert!(sound.is_sound(5, 3));
        let tampers: [fn(&mut BeamHead); 10] = [
            |head| {
                head.tokens.swap(0, 1);
                head.probs.swap(0, 1);
            },
            |head| head.tokens[1] = head.tokens[0],
            |head| head.tokens[2] = TokenId(5),
            |head| head.probs[0] = f64::NAN,
            |head| head.probs[0] += 0.1,
            |head| head.probs.truncate(2),
            |head| head.n_rest = 1,
            |head| head.n_rest = 0,
            |head| head.rest_mass = -head.rest_mass,
            |head| {
                head.tokens.truncate(2);
                head.probs.truncate(2);
            },
        ];
        for (idx, tamper) in tampers.into_iter().enumerate() {
            let mut changed = sound.clone();
            tamper(&mut changed);
            assert!(!changed.is_sound(5, 3), "tamper {idx} went unnoticed: {changed:?}");
        }
        assert!(!sound.is_sound(5, 2) && !sound.is_sound(4, 3));
    }
}

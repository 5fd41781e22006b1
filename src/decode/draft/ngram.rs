//! Counts as a draft: what followed the same last tokens in texts that were read before.
//!
//! Where the last two tokens have been seen, the counts of what followed them speak; the rarer they are, the more is left to
//! the counts after the last token alone, and so on down to all tokens alike. So every token has some probability, and
//! nothing is computed but a few divisions: interpolated absolute discounting (Ney, Essen & Kneser 1994, "On
//! structuring probabilistic dependences in stochastic language modelling", equation 16).

use super::{Drafter, Guess, Origin};
use crate::decode::{LanguageModel, LogitsRow, TokenId};
use std::collections::BTreeMap;

/// What is taken off every count and given to the shorter context.
const DISCOUNT: f64 = 0.75;

/// Counts of what follows contexts of up to `order - 1` tokens.
#[derive(Clone, Debug)]
pub struct Ngrams {
    order: usize,
    vocab_size: usize,
    followers: BTreeMap<Box<[TokenId]>, Followers>,
}

/// What followed one context.
#[derive(Clone, Debug, Default)]
struct Followers {
    total: u32,
    /// By token.
    counts: Vec<(TokenId, u32)>,
}

impl Followers {
    fn add(&mut self, token: TokenId) {
        self.total += 1;
        match self.counts.binary_search_by_key(&token, |(known, _)| *known) {
            Ok(idx) => self.counts[idx].1 += 1,
            Err(idx) => self.counts.insert(idx, (token, 1)),
        }
    }
}

impl Ngrams {
    /// No counts yet; `order` is the number of tokens counted together, at least 1.
    pub fn new(order: usize, vocab_size: usize) -> Self {
        Self { order: order.max(1), vocab_size, followers: BTreeMap::new() }
    }

    /// Counts the tokens of a text from the `first` on, each after the tokens before it. Tokens that the
    /// vocabulary does not have are passed over.
    pub fn read(&mut self, text: &[TokenId], first: usize) {
        for place in first..text.len() {
            if text[place].index() >= self.vocab_size {
                continue;
            }
            for n_context in 0..self.order.min(place + 1) {
                self.followers.entry(text[place - n_context..place].into()).or_default().add(text[place]);
            }
        }
    }

    /// Different pairs of a context and a token that were counted: what this draft has in place of parameters.
    pub fn n_counts(&self) -> usize {
        self.followers.values().map(|followers| followers.counts.len()).sum()
    }

    /// Tokens of the longest context of this text that has been seen.
    pub fn n_context(&self, text: &[TokenId]) -> usize {
        let longest = (self.order - 1).min(text.len());
        (0..=longest).rev().find(|n| self.followers.contains_key(&text[text.len() - n..])).unwrap_or(0)
    }

    /// The distribution of the token after a text: `(vocab_size,)`, sum 1 to rounding, every entry above 0.
    pub fn probs(&self, text: &[TokenId]) -> Vec<f64> {
        let mut probs = vec![1.0 / self.vocab_size as f64; self.vocab_size];
        for n_context in 0..self.order.min(text.len() + 1) {
            // A longer context cannot have been seen where a shorter one has not.
            let Some(followers) = self.followers.get(&text[text.len() - n_context..]) else { break };
            let total = f64::from(followers.total);
            let left = DISCOUNT * followers.counts.len() as f64 / total;
            probs.iter_mut().for_each(|prob| *prob *= left);
            for (token, count) in &followers.counts {
                probs[token.index()] += (f64::from(*count) - DISCOUNT) / total;
            }
        }
        probs
    }

    /// The same as logits: logarithms of the probabilities.
    pub fn row(&self, text: &[TokenId]) -> LogitsRow {
        self.probs(text).into_iter().map(|prob| libm::log(prob) as f32).collect()
    }
}

/// Counts as a way to build q. They grow by the text at hand, once it has been verified.
#[derive(Clone, Debug)]
pub struct ByNgrams {
    ngrams: Ngrams,
    /// How many tokens of the text at hand are counted.
    n_counted: usize,
}

impl ByNgrams {
    /// Drafts by these counts.
    pub fn new(ngrams: Ngrams) -> Self {
        Self { ngrams, n_counted: 0 }
    }

    /// Its counts.
    pub fn ngrams(&self) -> &Ngrams {
        &self.ngrams
    }
}

impl<T: LanguageModel> Drafter<T> for ByNgrams {
    async fn guess(&mut self, _: &mut T, text: &[TokenId], n_drafted: usize) -> Result<Option<Guess>, T::Error> {
        if n_drafted == 0 {
            self.ngrams.read(text, self.n_counted);
            self.n_counted = text.len();
        }
        Ok(Some(Guess { logits: self.ngrams.row(text), origin: Origin::Ngram { n_context: self.ngrams.n_context(text) } }))
    }

    fn settle(&mut self, _: usize) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(ids: &[u32]) -> Vec<TokenId> {
        ids.iter().copied().map(TokenId).collect()
    }

    // 1 is followed by 2 twice and by 3 once.
    #[test]
    fn counts_speak_and_what_is_taken_off_them_goes_to_the_shorter_context() {
        let mut ngrams = Ngrams::new(2, 4);
        ngrams.read(&ids(&[1, 2, 1, 2, 1, 3]), 0);
        let probs = ngrams.probs(&ids(&[0, 1]));
        assert!((probs.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        // Alone: 1 three times, 2 twice, 3 once, of 6, each less 0.75; 3 x 0.75 / 6 of it for all four alike.
        let alone = [0.0, 2.25, 1.25, 0.25].map(|left| left / 6.0 + 0.375 / 4.0);
        let expected = [0.0, 0.0, 1.25, 0.25];
        for (token, prob) in probs.iter().enumerate() {
            assert!((prob - (expected[token] / 3.0 + 0.5 * alone[token])).abs() < 1e-12, "{token}: {probs:?}");
        }
        assert_eq!((ngrams.n_context(&ids(&[1])), ngrams.n_context(&ids(&[0])), ngrams.n_counts()), (1, 0, 6));
    }

    #[test]
    fn without_any_text_all_tokens_are_alike_and_any_context_gives_a_distribution() {
        let mut ngrams = Ngrams::new(4, 5);
        assert_eq!(ngrams.probs(&ids(&[1, 2])), [0.2; 5]);
        ngrams.read(&ids(&[0, 1, 2, 3, 1, 2, 3, 1, 99, 2, 4]), 0);
        for text in [&[][..], &[1], &[1, 2], &[3, 1, 2], &[4, 4, 4], &[0, 1, 2, 3, 1, 2]] {
            let probs = ngrams.probs(&ids(text));
            assert!((probs.iter().sum::<f64>() - 1.0).abs() < 1e-12 && probs.iter().all(|prob| *prob > 0.0), "{text:?}: {probs:?}");
        }
        let after = ngrams.probs(&ids(&[3, 1, 2]));
        assert!(after[3] > 0.7, "3 always came after 1 2: {after:?}");
    }
}

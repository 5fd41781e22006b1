//! Every way to build q, behind one trait.
//!
//! Speculative sampling asks one thing of a guess: the distribution q that it was drawn from, as it really was. Where q
//! comes from is free. A [`Drafter`] gives the row of logits from which the next token is drafted: a small model's, a
//! count's, a copy of what came before, or what the target's own inner state says. The accept test, the residual and the
//! proof are the same for all of them.

mod compare;
mod ngram;
mod spec;
mod tree;
mod tree_decoder;
mod typical;

pub use self::compare::*;
pub use self::ngram::*;
pub use self::spec::*;
pub use self::tree::*;
pub use self::tree_decoder::*;
pub use self::typical::*;

use crate::decode::speculative::catch_up_rows;
use crate::decode::{LanguageModel, LogitsRow, TokenId, prompt_lookup};
use serde::{Deserialize, Serialize};

/// What a drafted token's distribution was made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// A pass of a model.
    Model,
    /// Counts of what followed the same tokens in other texts: so many of the last tokens.
    Ngram {
        /// Tokens of the longest context that had been seen.
        n_context: usize,
    },
    /// A copy of what followed the same tokens earlier in this text.
    Lookup {
        /// Where the copied token stands.
        copied_from: usize,
        /// How many of the last tokens stood before it there.
        n_matched: usize,
    },
    /// The target's own first layers.
    Exit {
        /// How many of them.
        n_layers: usize,
    },
    /// A head on the target's last state, which guesses so many tokens further than the target itself.
    Head {
        /// Which one, counted from 0.
        idx: usize,
    },
    /// The module that carries the target's last state on, guess by guess.
    Carried {
        /// Its guesses before this one in the cycle.
        n_before: usize,
    },
}

/// One row to draft a token from.
#[derive(Clone, Debug, PartialEq)]
pub struct Guess {
    /// The row, `(vocab_size,)`, before any processor.
    pub logits: LogitsRow,
    /// What it was made of.
    pub origin: Origin,
}

/// A way to build q for a target of type `T`.
///
/// The target is there to be asked, because some ways live inside it; none may change which tokens its cache holds.
#[allow(async_fn_in_trait)] // As for models: nothing here needs Send.
pub trait Drafter<T: LanguageModel> {
    /// The row from which the token after `text` is drafted. The last `n_drafted` tokens of `text` are guesses of the same
    /// cycle, the one before them is not in the target's cache yet. `None` where there is nothing to guess from: the
    /// draft ends before it.
    ///
    /// What it gives must follow from `text` alone and from texts that it was shown before: never from coins, and never from
    /// what will be tested.
    async fn guess(&mut self, target: &mut T, text: &[TokenId], n_drafted: usize) -> Result<Option<Guess>, T::Error>;

    /// Hears how a cycle went: the first `n_kept` tokens of what it was shown are now in the target's cache.
    fn settle(&mut self, n_kept: usize);

    /// Tokens in a cache of its own; 0 where it has none.
    fn n_cached(&self) -> usize {
        0
    }
}

/// A model that guesses ahead, with a cache of its own.
pub struct ByModel<'a, D>(pub &'a mut D);

impl<D, T> Drafter<T> for ByModel<'_, D>
where
    D: LanguageModel<Error = T::Error>,
    T: LanguageModel,
{
    async fn guess(&mut self, _: &mut T, text: &[TokenId], _: usize) -> Result<Option<Guess>, T::Error> {
        // One pass per token. The first of a cycle also feeds what the last cycle emitted.
        let row = catch_up_rows(self.0, text).await?.pop();
        Ok(row.map(|logits| Guess { logits, origin: Origin::Model }))
    }

    fn settle(&mut self, n_kept: usize) {
        self.0.truncate(n_kept);
    }

    fn n_cached(&self) -> usize {
        self.0.cached().len()
    }
}

/// Prompt lookup as a way to build q (Saxena 2023): all of q lies on the token that followed the same tokens earlier in the
/// text. So a guess x is accepted with probability p(x), and the residual is p without x.
#[derive(Clone, Debug)]
pub struct ByLookup {
    vocab_size: usize,
    /// The most tokens that must agree; fewer are tried when more do not come before.
    max_matched: usize,
    /// The next token to copy, and how many agreed, while a cycle lasts.
    from: Option<(usize, usize)>,
}

impl ByLookup {
    /// A lookup over this vocabulary that first looks for the last `max_matched` tokens.
    pub fn new(vocab_size: usize, max_matched: usize) -> Self {
        Self { vocab_size, max_matched, from: None }
    }

    /// Where the longest agreement ends, and how long it is.
    fn look(&self, text: &[TokenId]) -> Option<(usize, usize)> {
        (1..=self.max_matched).rev().find_map(|n| prompt_lookup(text, n, 1).filter(|found| found.len > 0).map(|found| (found.from, n)))
    }
}

impl<T: LanguageModel> Drafter<T> for ByLookup {
    async fn guess(&mut self, _: &mut T, text: &[TokenId], n_drafted: usize) -> Result<Option<Guess>, T::Error> {
        let n_text = text.len() - n_drafted;
        // Within a cycle the copy goes on where it is, up to the end of what was there before the cycle.
        let from = match self.from {
            Some((from, n)) if n_drafted > 0 => Some((from + 1, n)).filter(|(from, _)| *from < n_text),
            _ if n_drafted > 0 => None,
            _ => self.look(text),
        };
        self.from = from;
        Ok(from.map(|(copied_from, n_matched)| {
            let mut logits = vec![f32::NEG_INFINITY; self.vocab_size];
            logits[text[copied_from].index()] = 0.0;
            Guess { logits, origin: Origin::Lookup { copied_from, n_matched } }
        }))
    }

    fn settle(&mut self, _: usize) {
        self.from = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{TableModel, now_or_never};

    #[test]
    fn a_copy_goes_on_through_a_cycle_and_never_copies_its_own_guesses() {
        let ids = |ids: &[u32]| ids.iter().copied().map(TokenId).collect::<Vec<_>>();
        let mut target = TableModel::uniform(9, 64);
        let mut lookup = ByLookup::new(9, 3);
        let mut guess = |text: &[u32], n_drafted| {
            let guess = now_or_never(lookup.guess(&mut target, &ids(text), n_drafted)).expect("a table never waits").expect("it fits");
            guess.map(|guess| (guess.logits.iter().position(|z| *z == 0.0), guess.origin))
        };
        let copied = |token, copied_from, n_matched| Some((Some(token), Origin::Lookup { copied_from, n_matched }));
        // 1 2 3 stood at the beginning, and 4 5 followed.
        assert_eq!(guess(&[1, 2, 3, 4, 5, 1, 2, 3], 0), copied(4, 3, 3));
        assert_eq!(guess(&[1, 2, 3, 4, 5, 1, 2, 3, 4], 1), copied(5, 4, 3));
        assert_eq!(guess(&[1, 2, 3, 4, 5, 1, 2, 3, 4, 5], 2), copied(1, 5, 3));
        assert_eq!(guess(&[1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1], 3), copied(2, 6, 3));
        assert_eq!(guess(&[1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2], 4), copied(3, 7, 3));
        assert_eq!(guess(&[1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3], 5), None, "the text before the cycle ends here");
        // Shorter agreements are tried when longer ones do not come before; without any nothing is guessed.
        assert_eq!(guess(&[6, 3, 7, 3], 0), copied(7, 2, 1));
        assert_eq!((guess(&[1, 2, 3], 0), guess(&[1, 2, 3, 3], 1)), (None, None));
    }
}

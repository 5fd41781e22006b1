//! What a decoder needs of a language model: logits for every token of a pass, and a cache that
//! can be cut back. [`TableModel`] is a model small enough to check by hand.

use crate::decode::{TokenId, TokenTree, TreeModel};
use std::collections::BTreeMap;

/// One row of logits, `(vocab_size,)`, as the model gave it.
pub type LogitsRow = Vec<f32>;

/// A causal language model with a key-value cache.
///
/// The cache owns the position: no caller passes one. Implementations are exact about it: after
/// any sequence of calls, the rows returned are those of a fresh model fed `cached()` from the
/// start (up to rounding).
#[allow(async_fn_in_trait)] // Only GPU readback suspends; nothing here needs Send.
pub trait LanguageModel {
    /// What can go wrong in a pass.
    type Error;

    /// Tokens in the vocabulary, and logits in a row.
    fn vocab_size(&self) -> usize;

    /// The most tokens that the cache holds.
    fn context_len(&self) -> usize;

    /// The tokens whose keys and values the cache holds, oldest first.
    fn cached(&self) -> &[TokenId];

    /// Feeds tokens after the cached ones, in one pass. Returns one row per token: row `i` is the
    /// distribution of what follows `tokens[i]`.
    async fn extend(&mut self, tokens: &[TokenId]) -> Result<Vec<LogitsRow>, Self::Error>;

    /// The same where nobody wants the rows.
    async fn feed(&mut self, tokens: &[TokenId]) -> Result<(), Self::Error> {
        self.extend(tokens).await.map(|_| ())
    }

    /// Forgets all but the first `len` cached tokens, in constant time; no effect if there are
    /// not more.
    fn truncate(&mut self, len: usize);

    /// An independent copy: what happens to one cache never shows in the other.
    fn fork(&self) -> Self
    where
        Self: Sized;
}

/// A model written by hand: the next-token distribution of each context is looked up by its
/// longest known suffix. For lessons and tests, where every number can be checked on paper.
#[derive(Clone, Debug, PartialEq)]
pub struct TableModel {
    vocab_size: usize,
    context_len: usize,
    /// Suffix of the context -> weights of the next token, `(vocab_size,)`.
    rows: BTreeMap<Vec<TokenId>, Vec<f64>>,
    cached: Vec<TokenId>,
    /// The last tree that it was fed, until a branch of it is kept.
    tree: TokenTree,
}

/// A table was asked to do something that a table cannot do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableError {
    /// The context is full.
    ContextFull,
}

impl TableModel {
    /// A model that gives every token the same probability until rows are added.
    pub fn uniform(vocab_size: usize, context_len: usize) -> Self {
        Self { vocab_size, context_len, rows: BTreeMap::new(), cached: Vec::new(), tree: TokenTree::default() }
    }

    /// After a context that ends in `suffix`, the next token has these weights. The longest
    /// matching suffix wins; the empty one is the default. Missing weights count as 0.
    pub fn with_row(mut self, suffix: &[u32], weights: &[f64]) -> Self {
        let mut row = weights.to_vec();
        row.resize(self.vocab_size, 0.0);
        self.rows.insert(suffix.iter().copied().map(TokenId).collect(), row);
        self
    }

    /// The logits that follow a context: logarithms of the weights.
    pub fn row(&self, context: &[TokenId]) -> LogitsRow {
        let weights = (0..=context.len()).find_map(|start| self.rows.get(&context[start..]));
        match weights {
            Some(weights) => weights.iter().map(|w| libm::log(*w) as f32).collect(),
            None => vec![0.0; self.vocab_size],
        }
    }
}

impl LanguageModel for TableModel {
    type Error = TableError;

    fn vocab_size(&self) -> usize {
        self.vocab_size
    }

    fn context_len(&self) -> usize {
        self.context_len
    }

    fn cached(&self) -> &[TokenId] {
        &self.cached
    }

    async fn extend(&mut self, tokens: &[TokenId]) -> Result<Vec<LogitsRow>, TableError> {
        if self.cached.len() + tokens.len() > self.context_len {
            return Err(TableError::ContextFull);
        }
        let mut rows = Vec::with_capacity(tokens.len());
        for token in tokens {
            self.cached.push(*token);
            rows.push(self.row(&self.cached));
        }
        Ok(rows)
    }

    fn truncate(&mut self, len: usize) {
        self.cached.truncate(len);
    }

    fn fork(&self) -> Self {
        self.clone()
    }
}

impl TreeModel for TableModel {
    async fn extend_tree(&mut self, tree: &TokenTree) -> Result<Vec<LogitsRow>, TableError> {
        let branches = (0..tree.nodes.len()).map(|node| [self.cached.clone(), tree.tokens(Some(node))].concat());
        let branches: Vec<Vec<TokenId>> = branches.collect();
        if branches.iter().any(|branch| branch.len() > self.context_len) {
            return Err(TableError::ContextFull);
        }
        self.tree = tree.clone();
        Ok(branches.iter().map(|branch| self.row(branch)).collect())
    }

    fn keep_branch(&mut self, branch: &[usize]) {
        let tree = std::mem::take(&mut self.tree);
        self.cached.extend(branch.iter().map(|node| tree.nodes[*node].token));
    }
}

/// Runs a future that never waits, as those of [`TableModel`] and of CPU engines; `None` if it
/// does wait.
pub fn now_or_never<F: std::future::Future>(future: F) -> Option<F::Output> {
    let mut future = std::pin::pin!(future);
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    match future.as_mut().poll(&mut context) {
        std::task::Poll::Ready(output) => Some(output),
        std::task::Poll::Pending => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_known_suffix_decides() {
        let model = TableModel::uniform(3, 8).with_row(&[], &[1.0]).with_row(&[2], &[0.0, 1.0]).with_row(&[1, 2], &[0.0, 0.0, 1.0]);
        let best = |context: &[u32]| {
            let context: Vec<_> = context.iter().copied().map(TokenId).collect();
            model.row(&context).iter().position(|z| *z == 0.0)
        };
        assert_eq!(best(&[]), Some(0));
        assert_eq!(best(&[0, 2]), Some(1));
        assert_eq!(best(&[1, 2]), Some(2));
    }

    #[test]
    fn a_full_context_is_an_error_and_changes_nothing() {
        let mut model = TableModel::uniform(2, 2);
        let outcome = now_or_never(model.extend(&[TokenId(0); 3])).expect("a table never waits");
        assert_eq!(outcome, Err(TableError::ContextFull));
        assert!(model.cached().is_empty());
    }
}

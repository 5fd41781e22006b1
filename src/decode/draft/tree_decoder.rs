//! Speculation with a tree of guesses: drawn by any drafter, verified by the target in one pass.
//!
//! In that pass each guess sees the text and the guesses that it follows, and none of the others (Miao et al. 2023: tree
//! attention). So its row is the one that a pass over its own branch alone would give.

use super::{Drafter, Origin, TokenTree, TreeCoins, TreeNode, TreeShape, TreeVerdict, verify_tree, without};
use crate::decode::{CacheLens, CycleMillis, DecoderConfig, FactRow, LanguageModel, LogitsRow, Probs, StopReason, TokenId, catch_up};

/// A model that can be fed a tree.
#[allow(async_fn_in_trait)] // As for models.
pub trait TreeModel: LanguageModel {
    /// Feeds a tree after the cached tokens, in one pass: a row for each node, as if its branch alone had been fed.
    /// `cached()` stays as it is until [`TreeModel::keep_branch`]; any other call forgets the tree.
    async fn extend_tree(&mut self, tree: &TokenTree) -> Result<Vec<LogitsRow>, Self::Error>;

    /// Puts one branch of the last tree, from a first node down, into the cache.
    fn keep_branch(&mut self, branch: &[usize]);
}

/// The facts of one cycle with a tree.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeCycleFacts {
    /// The guesses.
    pub tree: TokenTree,
    /// What each guess's distribution was made of.
    pub origins: Vec<Origin>,
    /// The rows that guesses were drawn from: `[0]` for the first ones, `[1 + i]` for those that follow node `i`.
    pub draft_logits: Vec<Option<FactRow>>,
    /// The rows of the target's one pass: `[0]` after the text, `[1 + i]` after node `i`.
    pub target_logits: Vec<FactRow>,
    /// The random numbers.
    pub coins: TreeCoins,
    /// The tests, the accepted branch, and what was emitted.
    pub verdict: TreeVerdict,
    /// The target's cache and the drafter's own.
    pub cache: CacheLens,
    /// The time it took.
    pub millis: CycleMillis,
}

/// The state of a speculative decoder with trees between cycles.
#[derive(Clone, Debug)]
pub struct TreeSpeculative {
    config: DecoderConfig,
    shape: TreeShape,
    tokens: Vec<TokenId>,
    n_prompt: usize,
    cycle_idx: usize,
    stop: Option<StopReason>,
}

impl TreeSpeculative {
    /// A decoder about to continue `prompt`, which must hold at least one token. `gamma` is unused: the shape says how far
    /// ahead is guessed.
    pub fn new(config: DecoderConfig, shape: TreeShape, prompt: &[TokenId]) -> Self {
        let stop = if prompt.is_empty() { Some(StopReason::EmptyPrompt) } else { config.limits(prompt.len(), prompt.len()).err() };
        Self { config, shape, tokens: prompt.to_vec(), n_prompt: prompt.len(), cycle_idx: 0, stop }
    }

    /// Prompt and emitted tokens.
    pub fn tokens(&self) -> &[TokenId] {
        &self.tokens
    }

    /// Why the text has ended, once it has.
    pub fn stop(&self) -> Option<StopReason> {
        self.stop
    }

    /// Runs one cycle and returns its facts; `None` once the text has ended.
    pub async fn step<D, T>(&mut self, drafter: &mut D, target: &mut T) -> Result<Option<TreeCycleFacts>, T::Error>
    where
        D: Drafter<T>,
        T: TreeModel,
    {
        let limits = match (self.stop, self.config.limits(self.n_prompt, self.tokens.len())) {
            (None, Ok(limits)) => limits,
            (Some(stop), _) | (None, Err(stop)) => {
                self.stop = Some(stop);
                return Ok(None);
            }
        };
        let n_tokens = self.tokens.len();
        // All but the last token of the text is in the target's cache; the tree's root feeds that one.
        catch_up(target, &self.tokens[..n_tokens - 1]).await?;
        let mut cache = CacheLens { target_before: target.cached().len(), draft_before: drafter.n_cached(), ..CacheLens::default() };
        let coins = TreeCoins::of_cycle(self.config.coins, self.cycle_idx, self.shape.n_nodes());
        let Drafted { tree, origins, draft_logits, draft } = self.draft(drafter, target, &coins, &limits.stop_tokens).await?;
        cache.draft_pass = drafter.n_cached();

        // One pass over the last emitted token and all guesses.
        let mut fed = TokenTree { nodes: vec![TreeNode { parent: None, token: self.tokens[n_tokens - 1] }] };
        fed.nodes.extend(tree.nodes.iter().map(|node| TreeNode { parent: Some(node.parent.map_or(0, |parent| parent + 1)), ..*node }));
        let target_logits = target.extend_tree(&fed).await?;
        cache.target_pass = cache.target_before + fed.nodes.len();
        let target_rows = target_logits.iter().enumerate().map(|(row, logits)| {
            let mut text = self.tokens.clone();
            text.extend(tree.tokens(row.checked_sub(1)));
            self.config.chain.process(logits, &text)
        });
        let target_rows: Vec<Option<Probs>> = target_rows.collect();
        let verdict = verify_tree(&tree, &draft, &target_rows, &coins, &limits);

        let branch: Vec<usize> = std::iter::once(0).chain(verdict.path.iter().map(|node| node + 1)).collect();
        target.keep_branch(&branch);
        let n_kept = n_tokens + verdict.path.len();
        drafter.settle(n_kept);
        cache.target_after = target.cached().len();
        cache.draft_after = drafter.n_cached();

        self.tokens.extend(&verdict.emitted);
        self.cycle_idx += 1;
        self.stop = verdict.stop;
        let n_nodes = tree.nodes.len();
        let coins = TreeCoins { draft: coins.draft[..n_nodes].to_vec(), accept: coins.accept[..n_nodes].to_vec(), tail: coins.tail };
        let target_logits = target_logits.into_iter().map(Into::into).collect();
        let millis = CycleMillis::default();
        Ok(Some(TreeCycleFacts { tree, origins, draft_logits, target_logits, coins, verdict, cache, millis }))
    }

    /// Draws the guesses of one cycle, a branch at a time, so that a drafter with a cache goes back as little as possible.
    async fn draft<D, T>(&self, drafter: &mut D, target: &mut T, coins: &TreeCoins, stop_tokens: &[TokenId]) -> Result<Drafted, T::Error>
    where
        D: Drafter<T>,
        T: TreeModel,
    {
        let n_tokens = self.tokens.len();
        let n_levels = self.shape.widths().len().min(self.config.context_len.saturating_sub(n_tokens));
        let mut drafted = Drafted { draft_logits: vec![None], draft: vec![None], ..Drafted::default() };
        // Nodes whose followers are still to be drawn, the next one last.
        let mut open: Vec<(Option<usize>, usize)> = vec![(None, 0)];
        while let Some((parent, level)) = open.pop() {
            if level >= n_levels {
                continue;
            }
            let mut text = self.tokens.clone();
            text.extend(drafted.tree.tokens(parent));
            let Some(guess) = drafter.guess(target, &text, level).await? else { continue };
            let Some(probs) = self.config.chain.process(&guess.logits, &text) else { continue };
            let row = parent.map_or(0, |node| node + 1);
            let mut left = Some(probs.clone());
            let mut children = Vec::new();
            for _ in 0..self.shape.widths()[level] {
                let node = drafted.tree.nodes.len();
                let Some(drawn_from) = left else { break };
                let token = drawn_from.pick(coins.draft[node]);
                left = without(&drawn_from, token);
                drafted.tree.nodes.push(TreeNode { parent, token });
                drafted.origins.push(guess.origin);
                drafted.draft_logits.push(None);
                drafted.draft.push(None);
                children.push((node, token));
            }
            drafted.draft_logits[row] = Some(guess.logits.into());
            drafted.draft[row] = Some(probs);
            // Nothing follows the end of the text.
            open.extend(
                children.into_iter().rev().filter(|(_, token)| !stop_tokens.contains(token)).map(|(node, _)| (Some(node), level + 1)),
            );
        }
        Ok(drafted)
    }
}

/// A tree with the distributions that it was drawn from.
#[derive(Default)]
struct Drafted {
    tree: TokenTree,
    origins: Vec<Origin>,
    draft_logits: Vec<Option<FactRow>>,
    draft: Vec<Option<Probs>>,
}

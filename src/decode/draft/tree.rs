//! Several guesses for each place: a tree of them, tested in one pass, with the target's law kept.
//!
//! At each node the guesses are tested one after the other. The first is drawn from q and accepted with min(1, p/q). If it is
//! rejected, what the target still wants is the residual, and the next guess is tested against that in place of p (Miao
//! et al. 2023, "SpecInfer": multi-step speculative sampling). Guesses are drawn without putting back, so the next one comes
//! from q without those before it, and that is the q that it is tested by (Jeon et al. 2024, "Recursive speculative
//! decoding"). When all are rejected, the last residual is drawn from. Each step of this is the accept test of one
//! guess, so the law is p after any number of them: [`multi_candidate_law`] adds it up.

use crate::decode::{CoinUse, Coins, Limits, Probs, Residual, StopReason, Tail, TokenId, acceptance_prob};
use serde::{Deserialize, Serialize};

/// The most guesses in a tree: with the token before them one pass of the engine.
pub const MAX_TREE_NODES: usize = 15;

/// How many guesses follow each guess, level by level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeShape {
    widths: Vec<usize>,
}

impl Default for TreeShape {
    /// Three first guesses, two after each, one after each of those: 15 in all.
    fn default() -> Self {
        Self { widths: vec![3, 2, 1] }
    }
}

impl TreeShape {
    /// The shape with these widths; `None` if it has no guess, a level without any, or more than
    /// [`MAX_TREE_NODES`].
    pub fn new(widths: Vec<usize>) -> Option<Self> {
        let shape = Self { widths };
        let levels_full = !shape.widths.is_empty() && shape.widths.iter().all(|width| (1..=MAX_TREE_NODES).contains(width));
        (levels_full && shape.n_nodes() <= MAX_TREE_NODES).then_some(shape)
    }

    /// The widths, level by level.
    pub fn widths(&self) -> &[usize] {
        &self.widths
    }

    /// Guesses in the whole tree.
    pub fn n_nodes(&self) -> usize {
        let mut n_level = 1_usize;
        self.widths
            .iter()
            .map(|width| {
                n_level = n_level.saturating_mul(*width);
                n_level
            })
            .fold(0, usize::saturating_add)
    }
}

/// One guess of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeNode {
    /// The guess that it follows; `None` for a first one.
    pub parent: Option<usize>,
    /// The guessed token.
    pub token: TokenId,
}

/// A tree of guesses: parents before their children, the children of one node in the order in which they were drawn.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TokenTree {
    /// The guesses.
    pub nodes: Vec<TreeNode>,
}

impl TokenTree {
    /// The guesses that follow a node, or the first ones.
    pub fn children(&self, parent: Option<usize>) -> impl Iterator<Item = usize> {
        self.nodes.iter().enumerate().filter(move |(_, node)| node.parent == parent).map(|(idx, _)| idx)
    }

    /// The nodes from a first guess to this one.
    pub fn path(&self, node: usize) -> Vec<usize> {
        let mut path: Vec<usize> = std::iter::successors(Some(node), |idx| self.nodes[*idx].parent).collect();
        path.reverse();
        path
    }

    /// The tokens from a first guess to this one.
    pub fn tokens(&self, node: Option<usize>) -> Vec<TokenId> {
        node.map_or_else(Vec::new, |node| self.path(node).into_iter().map(|idx| self.nodes[idx].token).collect())
    }

    /// Whether parents come before their children.
    pub fn is_ordered(&self) -> bool {
        self.nodes.iter().enumerate().all(|(idx, node)| node.parent.is_none_or(|parent| parent < idx))
    }
}

/// q after this guess has been drawn and is not put back; `None` where nothing is left.
pub fn without(draft: &Probs, token: TokenId) -> Option<Probs> {
    let mut weights = draft.as_slice().to_vec();
    weights[token.index()] = 0.0;
    Probs::from_weights(weights)
}

/// The random numbers of one cycle with a tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreeCoins {
    /// One per guess: which token it is.
    pub draft: Vec<f64>,
    /// One per guess: held against its acceptance probability.
    pub accept: Vec<f64>,
    /// Draws the correction or the bonus.
    pub tail: f64,
}

impl TreeCoins {
    /// The coins of a cycle with `n_nodes` guesses. Those of a tree of single guesses are those of a chain.
    pub fn of_cycle(coins: Coins, cycle_idx: usize, n_nodes: usize) -> Self {
        let row = |coin_use| (0..n_nodes).map(|node| coins.coin(cycle_idx, node, coin_use)).collect();
        Self { draft: row(CoinUse::Draft), accept: row(CoinUse::Accept), tail: coins.coin(cycle_idx, 0, CoinUse::Tail) }
    }
}

/// The test of one guess among several.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeTest {
    /// The guess.
    pub node: usize,
    /// What the target still wanted of it: p(x), or after rejections the residual's r(x).
    pub target_prob: f64,
    /// What it was drawn with: q(x), of what had not been drawn before.
    pub draft_prob: f64,
    /// The probability that a guess at this place is accepted: the overlap of the two.
    pub overlap: f64,
    /// `min(1, target_prob / draft_prob)`.
    pub acceptance_prob: f64,
    /// The coin held against it.
    pub coin: f64,
    /// The outcome.
    pub accepted: bool,
}

/// The outcome of one cycle with a tree.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeVerdict {
    /// The tests that were made, in order.
    pub tests: Vec<NodeTest>,
    /// The accepted guesses, from the first one down.
    pub path: Vec<usize>,
    /// What follows them.
    pub tail: Tail,
    /// The tokens that join the text.
    pub emitted: Vec<TokenId>,
    /// Why the text ends with this cycle, if it does.
    pub stop: Option<StopReason>,
}

/// What came of the guesses for one place.
enum Choice {
    /// This one, as the n-th of them, was accepted.
    Accepted(usize),
    /// None was; this is what the target still wants.
    Rejected { left: Probs, residual: Residual },
}

/// Tests the guesses for one place, in the order in which they were drawn. `tell` hears of each test: which guess, what the target
/// still wanted of it, what it was drawn with, their overlap, and whether it was accepted.
fn choose(
    target: &Probs,
    draft: &Probs,
    guesses: impl Iterator<Item = TokenId>,
    accept_coin: impl Fn(usize) -> f64,
    mut tell: impl FnMut(usize, f64, f64, f64, bool),
) -> Choice {
    let (mut p, mut q) = (target.clone(), Some(draft.clone()));
    let mut last_residual = Residual::Empty;
    for (nth, token) in guesses.enumerate() {
        let Some(drawn_from) = q else { break };
        let (target_prob, draft_prob) = (p.get(token), drawn_from.get(token));
        let alpha = acceptance_prob(target_prob, draft_prob);
        let accepted = alpha > 0.0 && accept_coin(nth) <= alpha;
        tell(nth, target_prob, draft_prob, p.overlap(&drawn_from), accepted);
        if accepted {
            return Choice::Accepted(nth);
        }
        last_residual = p.residual(&drawn_from);
        // Only rounding can reject where nothing is left; then p itself is what is left to draw from.
        if let Residual::Left { probs, .. } = &last_residual {
            p = probs.clone();
        }
        q = without(&drawn_from, token);
    }
    Choice::Rejected { left: p, residual: last_residual }
}

/// Verifies one cycle with a tree of guesses (Miao et al. 2023).
///
/// `draft[0]` is the row that the first guesses were drawn from, `draft[1 + i]` the one for those that follow node `i`; `None` where
/// there are none. `target[0]` is the row after the text, `target[1 + i]` the one after node `i`; `None` where every token is
/// excluded.
pub fn verify_tree(tree: &TokenTree, draft: &[Option<Probs>], target: &[Option<Probs>], coins: &TreeCoins, limits: &Limits) -> TreeVerdict {
    let (mut tests, mut path, mut emitted) = (Vec::new(), Vec::new(), Vec::new());
    let mut at: Option<usize> = None;
    loop {
        let row = at.map_or(0, |node| node + 1);
        let Some(p) = &target[row] else {
            return TreeVerdict { tests, path, tail: Tail::DeadEnd, emitted, stop: Some(StopReason::DeadEnd) };
        };
        let children: Vec<usize> = tree.children(at).collect();
        let choice = draft[row].as_ref().filter(|_| !children.is_empty()).map(|q| {
            let guesses = children.iter().map(|idx| tree.nodes[*idx].token);
            choose(
                p,
                q,
                guesses,
                |nth| coins.accept[children[nth]],
                |nth, target_prob, draft_prob, overlap, accepted| {
                    let node = children[nth];
                    let acceptance_prob = acceptance_prob(target_prob, draft_prob);
                    tests.push(NodeTest { node, target_prob, draft_prob, overlap, acceptance_prob, coin: coins.accept[node], accepted });
                },
            )
        });
        match choice {
            Some(Choice::Accepted(nth)) => {
                let node = children[nth];
                path.push(node);
                emitted.push(tree.nodes[node].token);
                if let Some(stop) = limits.end_after(tree.nodes[node].token, emitted.len()) {
                    return TreeVerdict { tests, path, tail: Tail::PastEnd, emitted, stop: Some(stop) };
                }
                at = Some(node);
            }
            Some(Choice::Rejected { left, residual }) => {
                let token = left.pick(coins.tail);
                emitted.push(token);
                let stop = limits.end_after(token, emitted.len());
                return TreeVerdict { tests, path, tail: Tail::Correction { residual, token }, emitted, stop };
            }
            None => {
                let token = p.pick(coins.tail);
                emitted.push(token);
                let stop = limits.end_after(token, emitted.len());
                return TreeVerdict { tests, path, tail: Tail::Bonus { token }, emitted, stop };
            }
        }
    }
}

/// One token emitted at a place with `n_guesses` guesses drawn from `draft`, and whether it was a guess: what a cycle does there, with
/// coins of its own.
pub fn emit_one(target: &Probs, draft: &Probs, n_guesses: usize, coins: &TreeCoins) -> (TokenId, bool) {
    let mut guesses = Vec::with_capacity(n_guesses);
    let mut q = Some(draft.clone());
    while let (Some(drawn_from), true) = (&q, guesses.len() < n_guesses) {
        let token = drawn_from.pick(coins.draft[guesses.len()]);
        guesses.push(token);
        q = without(drawn_from, token);
    }
    match choose(target, draft, guesses.iter().copied(), |nth| coins.accept[nth], |_, _, _, _, _| {}) {
        Choice::Accepted(nth) => (guesses[nth], true),
        Choice::Rejected { left, .. } => (left.pick(coins.tail), false),
    }
}

/// The law of the token emitted at a place with `n_guesses` guesses, in closed form: all orders in which they can be drawn, each with
/// all its outcomes. The second number is the probability that one of the guesses is accepted. For small vocabularies: it takes
/// `vocab_size ^ n_guesses` terms.
pub fn multi_candidate_law(target: &Probs, draft: &Probs, n_guesses: usize) -> (Vec<f64>, f64) {
    let mut law = vec![0.0; target.vocab_size()];
    let accepted = add_outcomes(target, Some(draft), n_guesses, 1.0, &mut law);
    (law, accepted)
}

/// Adds what is emitted when the target still wants `p` and guesses come from `q`, with this probability of being here.
fn add_outcomes(p: &Probs, q: Option<&Probs>, n_guesses: usize, weight: f64, law: &mut [f64]) -> f64 {
    let Some(q) = q.filter(|_| n_guesses > 0) else {
        law.iter_mut().zip(p.as_slice()).for_each(|(law, p)| *law += weight * p);
        return 0.0;
    };
    let left = match p.residual(q) {
        Residual::Left { probs, .. } => probs,
        Residual::Empty => p.clone(),
    };
    let mut accepted = 0.0;
    for token in (0..q.vocab_size() as u32).map(TokenId).filter(|token| q.get(*token) > 0.0) {
        let drawn = weight * q.get(token);
        let alpha = acceptance_prob(p.get(token), q.get(token));
        law[token.index()] += drawn * alpha;
        accepted += drawn * alpha;
        if alpha < 1.0 {
            accepted += add_outcomes(&left, without(q, token).as_ref(), n_guesses - 1, drawn * (1.0 - alpha), law);
        }
    }
    accepted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::ChiSquare;

    fn probs(weights: &[f64]) -> Probs {
        Probs::from_weights(weights.to_vec()).expect("a distribution")
    }

    fn pairs() -> Vec<(Probs, Probs)> {
        vec![
            (probs(&[0.5, 0.3, 0.2]), probs(&[0.2, 0.5, 0.3])),
            (probs(&[0.25; 4]), probs(&[0.25; 4])),
            (probs(&[0.6, 0.4, 0.0, 0.0]), probs(&[0.0, 0.0, 0.5, 0.5])),
            (probs(&[0.05, 0.9, 0.03, 0.02]), probs(&[0.4, 0.3, 0.2, 0.1])),
            (probs(&[0.0, 0.7, 0.3, 0.0, 0.0]), probs(&[0.2, 0.0, 0.5, 0.3, 0.0])),
            // A copy: all of q on one token, so there is no second guess.
            (probs(&[0.1, 0.2, 0.7]), Probs::one_hot(3, TokenId(1))),
        ]
    }

    #[test]
    fn the_law_of_one_place_is_the_targets_for_any_number_of_guesses() {
        for (p, q) in pairs() {
            let mut before = 0.0;
            for n_guesses in 0..=4 {
                let (law, accepted) = multi_candidate_law(&p, &q, n_guesses);
                let apart = law.iter().zip(p.as_slice()).map(|(law, p)| (law - p).abs()).fold(0.0, f64::max);
                assert!(apart < 1e-12, "{n_guesses} guesses: {law:?} against {p:?}");
                assert!(accepted >= before - 1e-12 && accepted <= 1.0 + 1e-12, "one more guess never accepts less");
                before = accepted;
            }
            assert!((multi_candidate_law(&p, &q, 1).1 - p.overlap(&q)).abs() < 1e-12, "one guess is the accept test itself");
        }
    }

    #[test]
    fn tokens_drawn_at_one_place_follow_the_law_and_are_accepted_as_often_as_it_says() {
        for (number, (p, q)) in pairs().into_iter().enumerate() {
            for n_guesses in 1..=3 {
                let n = 20_000;
                let (mut counts, mut n_accepted) = (vec![0_u64; p.vocab_size()], 0);
                for cycle in 0..n {
                    let coins = TreeCoins::of_cycle(Coins::new(5 + number as u64), cycle, n_guesses);
                    let (token, accepted) = emit_one(&p, &q, n_guesses, &coins);
                    counts[token.index()] += 1;
                    n_accepted += usize::from(accepted);
                }
                assert!(ChiSquare::of(&counts, p.as_slice()).p_value > 1e-3, "{number}, {n_guesses} guesses: {counts:?}");
                let rate = n_accepted as f64 / n as f64;
                let (_, accepted) = multi_candidate_law(&p, &q, n_guesses);
                // Five standard errors.
                let spread = 5.0 * libm::sqrt(accepted * (1.0 - accepted) / n as f64) + 1e-9;
                assert!((rate - accepted).abs() < spread, "{number}, {n_guesses} guesses: {rate} of {accepted}");
            }
        }
    }

    // The easy mistakes: testing later guesses against p itself, or by the q of the first one. The closed form notices both.
    #[test]
    fn testing_later_guesses_against_the_first_rows_would_be_another_law() {
        let (p, q) = (probs(&[0.5, 0.3, 0.2]), probs(&[0.2, 0.5, 0.3]));
        let mut law = vec![0.0; 3];
        for first in (0..3).map(TokenId) {
            let a = acceptance_prob(p.get(first), q.get(first));
            law[first.index()] += q.get(first) * a;
            let rest = without(&q, first).expect("two are left");
            for second in (0..3).map(TokenId) {
                let weight = q.get(first) * (1.0 - a) * rest.get(second);
                let b = acceptance_prob(p.get(second), rest.get(second));
                law[second.index()] += weight * b;
                let Residual::Left { probs: left, .. } = p.residual(&rest) else { continue };
                law.iter_mut().zip(left.as_slice()).for_each(|(law, left)| *law += weight * (1.0 - b) * left);
            }
        }
        let apart: f64 = law.iter().zip(p.as_slice()).map(|(law, p)| (law - p).abs()).sum::<f64>() / 2.0;
        assert!(apart > 0.01, "{law:?}");
    }

    #[test]
    fn shapes_have_guesses_on_every_level_and_fit_one_pass() {
        assert_eq!(TreeShape::default().n_nodes(), 15);
        let n_nodes = |widths: &[usize]| TreeShape::new(widths.to_vec()).map(|shape| shape.n_nodes());
        assert_eq!([n_nodes(&[1]), n_nodes(&[4, 2]), n_nodes(&[1; 15])], [Some(1), Some(12), Some(15)]);
        assert_eq!([n_nodes(&[]), n_nodes(&[2, 0]), n_nodes(&[4, 3]), n_nodes(&[usize::MAX, 2])], [None; 4]);
    }
}

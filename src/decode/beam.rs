//! Beam search: keep the B most probable texts so far, extend each by every token, keep the B best
//! again (Graves 2012, section 2.5; Sutskever et al. 2014, section 3.2). With B = 1 it is greedy.
//!
//! A text's score is the sum of its tokens' log-probabilities, `s = sum log p`. [`Frontier::expand`]
//! is one step of the search, a pure function of the distributions' heads; [`BeamSearch`] feeds it from models
//! whose caches are forked with the beams; [`BeamTrace`] keeps the facts from which [`BeamRun`]
//! grows the same tree again, and [`BeamView`] is what the page shows of it at one moment.
//!
//! Two extra objectives are off by default. The length penalty ranks by `s / len^a` (the length
//! normalisation of Wu et al. 2016, section 7, in its simplest form). Diversity groups search side by
//! side, and each pays for repeating the tokens of those before it (Vijayakumar et al. 2018).

mod head;
mod lesson;
mod search;
mod spec;
mod trace;
mod view;

pub use self::head::*;
pub use self::lesson::*;
pub use self::search::*;
pub use self::spec::*;
pub use self::trace::*;
pub use self::view::*;

use crate::decode::spec::{knob_of, set_defaults};
use crate::decode::{Knob, ProcessorChain, TokenId};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::ops::Range;

/// The knobs of a beam search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BeamSettings {
    /// B: texts kept at each step, all groups together.
    pub num_beams: usize,
    /// The most tokens after the prompt.
    pub max_depth: usize,
    /// The exponent a of the objective `s / len^a`. Scores are negative, so that dividing by more
    /// brings them nearer to 0: above 0 favours longer texts, below 0 shorter ones. 0 is off.
    pub length_penalty: f64,
    /// Groups that the beams are divided into. 1 is off. Groups are searches of their own: under a
    /// weak diversity penalty two of them may hold the same text.
    pub num_beam_groups: usize,
    /// What a group pays, in nats, for each beam of an earlier group that takes the same token at the same
    /// step: the strength (lambda) of the Hamming diversity. No effect with one group.
    pub diversity_penalty: f64,
}

impl Default for BeamSettings {
    fn default() -> Self {
        let mut settings = Self { num_beams: 0, max_depth: 0, length_penalty: 0.0, num_beam_groups: 0, diversity_penalty: 0.0 };
        set_defaults(BEAM_KNOBS, &mut settings);
        settings
    }
}

/// Every setting of a beam search, in the order in which a page shows them. The core itself runs
/// with any: the enumeration of a tiny table needs more beams than a page can draw.
pub const BEAM_KNOBS: &[Knob<BeamSettings>] = &[
    knob_of!(num_beams: usize, 1.0 to 16.0 by 1.0, default 4.0, off None),
    knob_of!(max_depth: usize, 1.0 to 64.0 by 1.0, default 12.0, off None),
    knob_of!(length_penalty: f64, -2.0 to 2.0 by 0.1, default 0.0, off Some(0.0)),
    knob_of!(num_beam_groups: usize, 1.0 to 16.0 by 1.0, default 1.0, off Some(1.0)),
    knob_of!(diversity_penalty: f64, 0.0 to 5.0 by 0.1, default 1.0, off Some(0.0)),
];

impl BeamSettings {
    /// The same search with one beam: greedy decoding, no matter what is asked of several.
    pub fn greedy(self) -> Self {
        Self { num_beams: 1, max_depth: self.max_depth, ..Self::default() }
    }

    /// What a score is worth at a length: `score / len^a`, with len counted from the prompt's end.
    pub fn objective(&self, score: f64, len: usize) -> f64 {
        if self.length_penalty == 0.0 { score } else { score / self.divisor(len) }
    }

    /// `len^a`, which divides a score of this length; 1 when the length penalty is off.
    pub fn divisor(&self, len: usize) -> f64 {
        if self.length_penalty == 0.0 || len == 0 { 1.0 } else { libm::pow(len as f64, self.length_penalty) }
    }

    /// Beams of this group: all the same number, and one more in the first groups where they do
    /// not divide evenly.
    pub fn group_size(&self, group: usize) -> usize {
        self.num_beams / self.num_beam_groups + usize::from(group < self.num_beams % self.num_beam_groups)
    }

    /// The length of the heads that a search with these settings works on. A group shows no more than
    /// three times its beams by rank and two children of each beam, and diversity can push no more
    /// tokens down than earlier groups have beams: what comes after that in a distribution is never
    /// kept and never shown.
    pub fn head_len(&self) -> usize {
        self.num_beams.saturating_mul(1 + PRUNED_SHOWN_PER_BEAM).saturating_add(CHILDREN_SHOWN)
    }

    /// Settings with which a search can run: at least one beam in each group, and only numbers.
    pub fn usable(self) -> Self {
        let num_beams = self.num_beams.max(1);
        let or_off = |value: f64| if value.is_finite() { value } else { 0.0 };
        Self {
            num_beams,
            num_beam_groups: self.num_beam_groups.clamp(1, num_beams),
            length_penalty: or_off(self.length_penalty),
            diversity_penalty: or_off(self.diversity_penalty).max(0.0),
            ..self
        }
    }
}

/// What a beam search needs to know besides its model.
#[derive(Clone, Debug, PartialEq)]
pub struct BeamConfig {
    /// The knobs.
    pub settings: BeamSettings,
    /// Processors that the model's distribution goes through; none for its own.
    pub chain: ProcessorChain,
    /// Tokens that finish a text.
    pub stop_tokens: Vec<TokenId>,
    /// The model's context: no text grows longer, prompt included.
    pub context_len: usize,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BeamStop {
    /// Every beam that is left is finished.
    AllFinished,
    /// No live beam can pass a finished one any more, in any group: scores only fall.
    Decided,
    /// The asked-for depth was reached.
    MaxDepth,
    /// The model's context is full.
    ContextFull,
    /// Every token was excluded after every beam.
    DeadEnd,
    /// There was nothing to continue.
    EmptyPrompt,
    /// Someone stopped it.
    Cancelled,
}

/// A node's number in its [`BeamTree`], in the order in which nodes came to be. 0 is the prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub usize);

/// The prompt, from which everything grows.
pub const ROOT: NodeId = NodeId(0);

/// What its own step decided about a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BeamVerdict {
    /// Among the best: a beam that goes on.
    Kept,
    /// Among the best, and it ends with a stop token: frozen from here on.
    Finished,
    /// Not among the best of its group.
    Pruned {
        /// How far it lies below the worst one kept: the difference of what they were ranked by.
        margin: f64,
    },
}

/// One text of the tree: its parent's, and one token more.
#[derive(Clone, Debug, PartialEq)]
pub struct BeamNode {
    /// The text without its last token; `None` for the prompt.
    pub parent: Option<NodeId>,
    /// The last token; `None` for the prompt.
    pub token: Option<TokenId>,
    /// Tokens after the prompt.
    pub depth: usize,
    /// The diversity group that it belongs to.
    pub group: usize,
    /// The last token's probability.
    pub prob: f64,
    /// Its logarithm.
    pub log_prob: f64,
    /// The last token's place in its distribution: 1 is what greedy takes.
    pub token_rank: usize,
    /// s: the sum of the logarithms, from the prompt's end.
    pub score: f64,
    /// `s / len^a`; the score itself when the length penalty is off.
    pub objective: f64,
    /// Beams of earlier groups that took the same token at the same step.
    pub n_repeats: usize,
    /// What it was ranked by in its group: the objective, less what diversity costs.
    pub selection: f64,
    /// Its place among all candidates of its group at its step, from 1. Exact for those that come near
    /// to being kept; far down, what the heads do not hold is not counted, and the place is at least this.
    pub rank: usize,
    /// Whether the last token is a stop token.
    pub ends: bool,
    /// What its step decided.
    pub verdict: BeamVerdict,
}

/// All texts that a search has looked at and that are worth showing.
#[derive(Clone, Debug, PartialEq)]
pub struct BeamTree {
    /// The nodes by id; parents come before their children.
    pub nodes: Vec<BeamNode>,
}

impl BeamTree {
    fn new() -> Self {
        let root = BeamNode {
            parent: None,
            token: None,
            depth: 0,
            group: 0,
            prob: 1.0,
            log_prob: 0.0,
            token_rank: 1,
            score: 0.0,
            objective: 0.0,
            n_repeats: 0,
            selection: 0.0,
            rank: 1,
            ends: false,
            verdict: BeamVerdict::Kept,
        };
        Self { nodes: vec![root] }
    }

    /// A node; the prompt for an id that is not in the tree.
    pub fn node(&self, id: NodeId) -> &BeamNode {
        self.nodes.get(id.0).unwrap_or(&self.nodes[0])
    }

    /// The nodes from the prompt's first successor to this one.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = self.upwards(id).filter(|id| *id != ROOT).collect();
        path.reverse();
        path
    }

    /// The tokens after the prompt.
    pub fn tokens(&self, id: NodeId) -> Vec<TokenId> {
        self.path(id).into_iter().filter_map(|id| self.node(id).token).collect()
    }

    /// A node, its parent, and so on up to the prompt.
    pub(super) fn upwards(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(id), |id| self.node(*id).parent)
    }
}

/// One of the texts that are kept. Its place in the list is its index: the best of its group first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beam {
    /// The text.
    pub node: NodeId,
    /// The diversity group; the prompt stands for all.
    pub group: usize,
    /// Whether it ended with a stop token: it competes as it is, and is never extended.
    pub is_finished: bool,
}

/// All tokens that have no node of their own, together.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Rest {
    /// How many there are with any probability.
    pub n_tokens: usize,
    /// Their probability.
    pub mass: f64,
}

/// A live beam and what grew from it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpandedBeam {
    /// Its index among the beams before the step.
    pub beam_idx: usize,
    /// The text that was extended.
    pub node: NodeId,
    /// Whether every token is excluded after it: nothing grows, and the beam is gone.
    pub is_dead_end: bool,
    /// The children that have nodes, by group and rank.
    pub children: Vec<NodeId>,
    /// The other tokens. With the children's (each token once) their probability is 1.
    pub rest: Rest,
}

/// A finished text that better ones have pushed out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Displaced {
    /// The text.
    pub node: NodeId,
    /// How far it lies below the worst one kept.
    pub margin: f64,
}

/// One step of the search: every live beam extended by every token, and the best kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Expansion {
    /// Tokens after the prompt in the new texts.
    pub depth: usize,
    /// The beams before.
    pub before: Vec<Beam>,
    /// The live ones among them, extended.
    pub expanded: Vec<ExpandedBeam>,
    /// Candidates that were ranked, finished texts included.
    pub n_candidates: usize,
    /// The ids of the new nodes.
    pub nodes: Range<usize>,
    /// Finished texts that fell out.
    pub displaced: Vec<Displaced>,
    /// The beams after.
    pub after: Vec<Beam>,
    /// Why the search ends here, if it does.
    pub stop: Option<BeamStop>,
}

impl Expansion {
    /// The new texts among the beams after the step, each with the index of the live beam it grew
    /// from (among `expanded`).
    pub fn grown<'a>(&'a self, tree: &'a BeamTree) -> impl Iterator<Item = (usize, Beam)> + 'a {
        let new = self.after.iter().filter(|beam| self.nodes.contains(&beam.node.0));
        new.filter_map(|beam| {
            let parent = tree.node(beam.node).parent?;
            Some((self.expanded.iter().position(|expanded| expanded.node == parent)?, *beam))
        })
    }
}

/// Nodes that each step makes for pruned texts, besides one for each that is kept: this many times
/// the beams of the group, by rank.
const PRUNED_SHOWN_PER_BEAM: usize = 2;

/// Every live beam has nodes for at least this many of its best tokens.
const CHILDREN_SHOWN: usize = 2;

/// A text that competes for a place in its group.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    beam_idx: usize,
    /// The added token; `None` for a finished text, which stays as it is.
    token: Option<TokenId>,
    prob: f64,
    token_rank: usize,
    log_prob: f64,
    score: f64,
    n_repeats: usize,
    selection: f64,
}

impl Candidate {
    /// The better one first; among equals the lower beam, then the lower token. No two are equal.
    fn order(&self, other: &Self) -> Ordering {
        other.selection.total_cmp(&self.selection).then(self.beam_idx.cmp(&other.beam_idx)).then(self.token.cmp(&other.token))
    }
}

/// The state of a search between steps, without its models: the tree so far and the beams.
#[derive(Clone, Debug, PartialEq)]
pub struct Frontier {
    config: BeamConfig,
    prompt: Vec<TokenId>,
    tree: BeamTree,
    beams: Vec<Beam>,
    depth: usize,
    stop: Option<BeamStop>,
}

impl Frontier {
    /// A search about to continue `prompt`: one live beam, so that the first step cannot make
    /// duplicates of it.
    pub fn new(config: BeamConfig, prompt: &[TokenId]) -> Self {
        let config = BeamConfig { settings: config.settings.usable(), ..config };
        let beams = vec![Beam { node: ROOT, group: 0, is_finished: false }];
        let mut frontier = Self { config, prompt: prompt.to_vec(), tree: BeamTree::new(), beams, depth: 0, stop: None };
        frontier.stop = if prompt.is_empty() { Some(BeamStop::EmptyPrompt) } else { frontier.depth_stop() };
        frontier
    }

    /// What it runs with.
    pub fn config(&self) -> &BeamConfig {
        &self.config
    }

    /// All nodes so far.
    pub fn tree(&self) -> &BeamTree {
        &self.tree
    }

    /// The beams, group by group, the best of each first.
    pub fn beams(&self) -> &[Beam] {
        &self.beams
    }

    /// Tokens after the prompt in every live beam.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Why the search has ended, once it has.
    pub fn stop(&self) -> Option<BeamStop> {
        self.stop
    }

    /// The indices of the beams that the next step extends.
    pub fn live(&self) -> impl Iterator<Item = usize> {
        self.beams.iter().enumerate().filter(|(_, beam)| !beam.is_finished).map(|(idx, _)| idx)
    }

    /// A text, prompt included.
    pub fn text(&self, node: NodeId) -> Vec<TokenId> {
        let mut text = self.prompt.clone();
        text.extend(self.tree.tokens(node));
        text
    }

    /// The beams of all groups by what they are worth, the best first.
    pub fn ranked(&self) -> Vec<Beam> {
        ranked(&self.tree, &self.beams)
    }

    /// The deepest that the search can go: the asked-for depth, or less where the context ends.
    pub fn depth_limit(&self) -> usize {
        self.config.settings.max_depth.min(self.config.context_len.saturating_sub(self.prompt.len()))
    }

    /// The head of the distribution after a text, from its row of logits. `(vocab_size,)`
    pub fn head(&self, node: NodeId, row: &[f32]) -> BeamHead {
        let probs = self.config.chain.process(row, &self.text(node));
        probs.map(|probs| BeamHead::of(&probs, self.config.settings.head_len())).unwrap_or_default()
    }

    /// One step: extends every live beam by every token, ranks all candidates of each group, and
    /// keeps the best. `heads` are those of the distributions after the live beams, in their order; a
    /// missing one is a dead end. Nothing happens once the search has ended.
    ///
    /// A finished beam is a candidate as it is. Groups choose one after the other (Vijayakumar et al.
    /// 2018, Algorithm 1): what a candidate is ranked by counts the beams of earlier groups that took
    /// its token at this step, while its score does not.
    pub fn expand(&mut self, heads: &[BeamHead]) -> Expansion {
        let depth = self.depth + 1;
        let first_node = self.tree.nodes.len();
        let before = self.beams.clone();
        let mut expansion = Expansion {
            depth,
            before,
            expanded: Vec::new(),
            n_candidates: 0,
            nodes: first_node..first_node,
            displaced: Vec::new(),
            after: Vec::new(),
            stop: self.stop,
        };
        if self.stop.is_some() {
            expansion.after = expansion.before.clone();
            return expansion;
        }
        // By beam index.
        let mut head_of: Vec<Option<&BeamHead>> = vec![None; self.beams.len()];
        let live: Vec<usize> = self.live().collect();
        for (row_idx, &beam_idx) in live.iter().enumerate() {
            let head = heads.get(row_idx).filter(|head| !head.is_dead_end());
            head_of[beam_idx] = head;
            expansion.expanded.push(ExpandedBeam {
                beam_idx,
                node: self.beams[beam_idx].node,
                is_dead_end: head.is_none(),
                children: Vec::new(),
                rest: Rest::default(),
            });
        }

        let mut taken = Vec::new();
        for group in 0..self.config.settings.num_beam_groups {
            let (taken_here, after) = self.choose(group, &head_of, &taken, &mut expansion);
            taken.extend(taken_here);
            expansion.after.extend(after);
        }

        for expanded in &mut expansion.expanded {
            let Some(head) = head_of[expanded.beam_idx] else { continue };
            let with_node: Vec<TokenId> = expanded.children.iter().filter_map(|child| self.tree.node(*child).token).collect();
            let others = || head.iter().filter(|(token, _)| !with_node.contains(token));
            expanded.rest = Rest { n_tokens: head.n_rest + others().count(), mass: head.rest_mass + others().map(|(_, p)| p).sum::<f64>() };
        }
        expansion.nodes.end = self.tree.nodes.len();
        self.beams.clone_from(&expansion.after);
        self.depth = depth;
        self.stop = self.stop_after_step();
        expansion.stop = self.stop;
        expansion
    }

    /// Fills the places of one group. Returns the tokens that its beams have taken, and the beams.
    fn choose(
        &mut self,
        group: usize,
        head_of: &[Option<&BeamHead>],
        taken: &[TokenId],
        expansion: &mut Expansion,
    ) -> (Vec<TokenId>, Vec<Beam>) {
        let mut candidates = self.candidates(group, expansion.depth, head_of, taken);
        let beams = self.beams.iter().zip(head_of).filter(|(beam, _)| beam.group == group || beam.node == ROOT);
        expansion.n_candidates += candidates.len() + beams.filter_map(|(_, head)| head.map(|head| head.n_rest)).sum::<usize>();
        let n_slots = self.config.settings.group_size(group);
        let mut shown = worth_showing(&mut candidates, n_slots);
        shown.sort_unstable_by(Candidate::order);
        let ranks = ranks_among(&candidates, &shown);
        let worst_kept = shown.get(n_slots.min(shown.len()).saturating_sub(1)).map_or(0.0, |worst| worst.selection);

        let mut taken_here = Vec::new();
        let mut after = Vec::new();
        for (candidate, rank) in shown.into_iter().zip(ranks) {
            let is_kept = rank <= n_slots;
            let margin = worst_kept - candidate.selection;
            let parent = self.beams[candidate.beam_idx].node;
            let Some(token) = candidate.token else {
                if is_kept {
                    after.push(Beam { node: parent, group, is_finished: true });
                } else {
                    expansion.displaced.push(Displaced { node: parent, margin });
                }
                continue;
            };
            let ends = self.config.stop_tokens.contains(&token);
            let verdict = match (is_kept, ends) {
                (true, true) => BeamVerdict::Finished,
                (true, false) => BeamVerdict::Kept,
                (false, _) => BeamVerdict::Pruned { margin },
            };
            let node = NodeId(self.tree.nodes.len());
            self.tree.nodes.push(BeamNode {
                parent: Some(parent),
                token: Some(token),
                depth: expansion.depth,
                group,
                prob: candidate.prob,
                log_prob: candidate.log_prob,
                token_rank: candidate.token_rank,
                score: candidate.score,
                objective: self.config.settings.objective(candidate.score, expansion.depth),
                n_repeats: candidate.n_repeats,
                selection: candidate.selection,
                rank,
                ends,
                verdict,
            });
            if let Some(expanded) = expansion.expanded.iter_mut().find(|expanded| expanded.beam_idx == candidate.beam_idx) {
                expanded.children.push(node);
            }
            if is_kept {
                taken_here.push(token);
                after.push(Beam { node, group, is_finished: ends });
            }
        }
        (taken_here, after)
    }

    /// All that can come to be kept or shown in a group. Tokens of probability 0 do not compete.
    fn candidates(&self, group: usize, depth: usize, head_of: &[Option<&BeamHead>], taken: &[TokenId]) -> Vec<Candidate> {
        let settings = &self.config.settings;
        let mut candidates = Vec::new();
        for (beam_idx, beam) in self.beams.iter().enumerate().filter(|(_, beam)| beam.group == group || beam.node == ROOT) {
            let node = self.tree.node(beam.node);
            if beam.is_finished {
                candidates.push(Candidate {
                    beam_idx,
                    token: None,
                    prob: 1.0,
                    token_rank: 0,
                    log_prob: 0.0,
                    score: node.score,
                    n_repeats: 0,
                    selection: node.objective,
                });
            }
            let Some(head) = head_of[beam_idx] else { continue };
            for (idx, (token, prob)) in head.iter().enumerate() {
                let log_prob = libm::log(prob);
                let n_repeats = taken.iter().filter(|other| **other == token).count();
                let score = node.score + log_prob;
                let selection = settings.objective(score - settings.diversity_penalty * n_repeats as f64, depth);
                candidates.push(Candidate {
                    beam_idx,
                    token: Some(token),
                    prob,
                    token_rank: idx + 1,
                    log_prob,
                    score,
                    n_repeats,
                    selection,
                });
            }
        }
        candidates
    }

    fn depth_stop(&self) -> Option<BeamStop> {
        if self.depth < self.depth_limit() {
            None
        } else if self.depth < self.config.settings.max_depth {
            Some(BeamStop::ContextFull)
        } else {
            Some(BeamStop::MaxDepth)
        }
    }

    fn stop_after_step(&self) -> Option<BeamStop> {
        if self.beams.is_empty() {
            Some(BeamStop::DeadEnd)
        } else if self.live().next().is_none() {
            Some(BeamStop::AllFinished)
        } else {
            let is_decided = (0..self.config.settings.num_beam_groups).all(|group| self.is_decided(group));
            self.depth_stop().or(is_decided.then_some(BeamStop::Decided))
        }
    }

    /// Whether no live beam of a group can pass the worst finished one. Among equals a child comes
    /// before a finished text if its parent did.
    fn is_decided(&self, group: usize) -> bool {
        let beams = || self.beams.iter().enumerate().filter(|(_, beam)| beam.group == group);
        let finished = beams().filter(|(_, beam)| beam.is_finished).map(|(idx, beam)| (self.tree.node(beam.node).objective, idx));
        let worst = finished.min_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        beams().filter(|(_, beam)| !beam.is_finished).all(|(idx, beam)| {
            let reachable = self.reachable(beam.node);
            worst.is_some_and(|(worst, worst_idx)| reachable < worst || (reachable == worst && worst_idx < idx))
        })
    }

    /// The most that a live beam and its continuations can be worth. Its score can only fall, so that
    /// they are at best worth that score at the length that the penalty likes most.
    fn reachable(&self, node: NodeId) -> f64 {
        let settings = &self.config.settings;
        let len = if settings.length_penalty > 0.0 { self.depth_limit() } else { self.depth };
        settings.objective(self.tree.node(node).score, len)
    }
}

/// Beams by what they are worth, the best first; among equals the lower index.
fn ranked(tree: &BeamTree, beams: &[Beam]) -> Vec<Beam> {
    let mut ranked = beams.to_vec();
    ranked.sort_by(|a, b| tree.node(b.node).objective.total_cmp(&tree.node(a.node).objective));
    ranked
}

/// The candidates that get nodes (and the finished ones among them): all that are kept, the best of
/// the others, and a few of each live beam.
fn worth_showing(candidates: &mut [Candidate], n_slots: usize) -> Vec<Candidate> {
    let n_top = (n_slots * (1 + PRUNED_SHOWN_PER_BEAM)).min(candidates.len());
    if 0 < n_top && n_top < candidates.len() {
        candidates.select_nth_unstable_by(n_top - 1, Candidate::order);
    }
    let (top, others) = candidates.split_at(n_top);
    let mut shown = top.to_vec();
    // A finished text that falls out is told of, too.
    shown.extend(others.iter().filter(|candidate| candidate.token.is_none()));
    let mut parents: Vec<usize> = others.iter().map(|candidate| candidate.beam_idx).collect();
    parents.sort_unstable();
    parents.dedup();
    for beam_idx in parents {
        let n_lacking = CHILDREN_SHOWN.saturating_sub(top.iter().filter(|candidate| candidate.beam_idx == beam_idx).count());
        let mut children: Vec<Candidate> =
            others.iter().filter(|candidate| candidate.beam_idx == beam_idx && candidate.token.is_some()).copied().collect();
        if n_lacking > 0 && n_lacking < children.len() {
            children.select_nth_unstable_by(n_lacking - 1, Candidate::order);
        }
        shown.extend(children.into_iter().take(n_lacking));
    }
    shown
}

/// The places of some candidates among all, from 1; `some` is in order.
fn ranks_among(all: &[Candidate], some: &[Candidate]) -> Vec<usize> {
    // Entry i: candidates that come before the i-th and not before the one before it.
    let mut n_before = vec![0; some.len() + 1];
    for candidate in all {
        n_before[some.partition_point(|shown| shown.order(candidate) != Ordering::Greater)] += 1;
    }
    n_before
        .iter()
        .take(some.len())
        .scan(0, |total, n| {
            *total += n;
            Some(*total + 1)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::LogitsProcessor;

    fn config(num_beams: usize) -> BeamConfig {
        BeamConfig {
            settings: BeamSettings { num_beams, ..BeamSettings::default() },
            chain: ProcessorChain::default(),
            stop_tokens: vec![TokenId(0)],
            context_len: 64,
        }
    }

    fn logs(probs: &[f64]) -> Vec<f32> {
        probs.iter().map(|p| libm::log(*p) as f32).collect()
    }

    /// Expands with these rows of logits after the live beams.
    fn expand(frontier: &mut Frontier, rows: &[Vec<f32>]) -> Expansion {
        let live: Vec<NodeId> = frontier.live().map(|idx| frontier.beams()[idx].node).collect();
        let heads: Vec<BeamHead> = live.into_iter().zip(rows).map(|(node, row)| frontier.head(node, row)).collect();
        frontier.expand(&heads)
    }

    /// Expands with the same distribution after every live beam.
    fn step(frontier: &mut Frontier, probs: &[f64]) -> Expansion {
        let rows = vec![logs(probs); frontier.live().count()];
        expand(frontier, &rows)
    }

    fn texts(frontier: &Frontier) -> Vec<Vec<u32>> {
        frontier.beams().iter().map(|beam| frontier.tree().tokens(beam.node).iter().map(|token| token.0).collect()).collect()
    }

    // Case 17: four copies of the prompt gave four copies of the greedy text.
    #[test]
    fn the_first_step_gives_distinct_beams() {
        let mut frontier = Frontier::new(config(4), &[TokenId(1)]);
        let expansion = step(&mut frontier, &[0.05, 0.3, 0.25, 0.2, 0.15, 0.05]);
        assert_eq!(expansion.expanded.len(), 1);
        assert_eq!(texts(&frontier), [[1], [2], [3], [4]]);
        let mut few = Frontier::new(config(4), &[TokenId(1)]);
        step(&mut few, &[0.0, 0.7, 0.3]);
        assert_eq!(texts(&few), [[1], [2]], "two candidates cannot fill four places");
        step(&mut few, &[0.0, 0.7, 0.3]);
        assert_eq!(texts(&few), [[1, 1], [1, 2], [2, 1], [2, 2]]);
    }

    #[test]
    fn ties_go_to_the_lower_beam_then_to_the_lower_token() {
        let mut frontier = Frontier::new(config(3), &[TokenId(1)]);
        step(&mut frontier, &[0.0, 0.25, 0.25, 0.25, 0.25]);
        assert_eq!(texts(&frontier), [[1], [2], [3]]);
        let expansion = step(&mut frontier, &[0.0, 0.25, 0.25, 0.25, 0.25]);
        assert_eq!(texts(&frontier), [[1, 1], [1, 2], [1, 3]]);
        let margins = frontier.tree().nodes[expansion.nodes].iter().filter_map(|node| match node.verdict {
            BeamVerdict::Pruned { margin } => Some(margin),
            _ => None,
        });
        assert!(margins.into_iter().all(|margin| margin == 0.0), "a tie costs nothing");
    }

    #[test]
    fn a_finished_beam_is_frozen_until_better_ones_push_it_out() {
        let mut frontier = Frontier::new(config(2), &[TokenId(1)]);
        step(&mut frontier, &[0.4, 0.6, 0.0]);
        assert_eq!(texts(&frontier), [[1], [0]]);
        let finished = frontier.beams()[1];
        assert!(finished.is_finished);
        let kept = step(&mut frontier, &[0.0, 0.9, 0.1]);
        assert_eq!((kept.expanded.len(), kept.n_candidates, kept.after[1]), (1, 3, finished));
        assert_eq!(frontier.tree().node(finished.node).score, libm::log(frontier.tree().node(finished.node).prob));
        assert_eq!(frontier.stop(), None, "the live beam still leads");
        let mut pushed = Frontier::new(config(2), &[TokenId(1)]);
        step(&mut pushed, &[0.1, 0.9, 0.0]);
        let expansion = step(&mut pushed, &[0.0, 0.5, 0.5]);
        assert_eq!(texts(&pushed), [[1, 1], [1, 2]]);
        assert_eq!(expansion.displaced.len(), 1);
        assert!((expansion.displaced[0].margin - libm::log(0.45 / 0.1)).abs() < 1e-6);
        // However many come before it: a text that falls out is never lost sight of.
        let mut crowded = Frontier::new(config(2), &[TokenId(1)]);
        step(&mut crowded, &[0.01, 0.99]);
        let mut uniform = vec![0.05; 21];
        uniform[0] = 0.0;
        assert_eq!(step(&mut crowded, &uniform).displaced.len(), 1);
    }

    #[test]
    fn the_search_ends_for_the_reason_that_holds() {
        let after = |config: BeamConfig, steps: &[&[f64]]| {
            let mut frontier = Frontier::new(config, &[TokenId(1)]);
            steps.iter().for_each(|probs| drop(step(&mut frontier, probs)));
            (frontier.stop(), frontier.depth())
        };
        assert_eq!(after(config(2), &[&[0.6, 0.4, 0.0]]), (Some(BeamStop::Decided), 1));
        assert_eq!(after(config(1), &[&[0.6, 0.4]]), (Some(BeamStop::AllFinished), 1));
        assert_eq!(after(config(2), &[&[0.4, 0.6, 0.0]]), (None, 1));
        assert_eq!(after(config(2), &[&[0.4, 0.6, 0.0], &[0.0, 0.5, 0.5]]), (Some(BeamStop::Decided), 2));
        let short = BeamConfig { context_len: 2, ..config(2) };
        assert_eq!(after(short, &[&[0.0, 0.5, 0.5], &[0.0, 0.5, 0.5]]), (Some(BeamStop::ContextFull), 1));
        let shallow = BeamSettings { max_depth: 1, ..config(2).settings };
        assert_eq!(after(BeamConfig { settings: shallow, ..config(2) }, &[&[0.0, 0.5, 0.5]]), (Some(BeamStop::MaxDepth), 1));
        assert_eq!(after(BeamConfig { context_len: 1, ..config(2) }, &[]), (Some(BeamStop::ContextFull), 0));
        assert_eq!(Frontier::new(config(2), &[]).stop(), Some(BeamStop::EmptyPrompt));
    }

    // A text that is certain to go on costs nothing more, and keeps its place before an equal one.
    #[test]
    fn a_tie_is_decided_only_if_the_finished_text_comes_first() {
        let after = |stop_token: u32| {
            let mut frontier = Frontier::new(BeamConfig { stop_tokens: vec![TokenId(stop_token)], ..config(2) }, &[TokenId(1)]);
            step(&mut frontier, &[0.5, 0.5]);
            frontier.stop()
        };
        assert_eq!([after(0), after(1)], [Some(BeamStop::Decided), None]);
    }

    // With a length penalty a live beam that is behind can still come to lead.
    #[test]
    fn a_length_penalty_keeps_open_what_can_still_change() {
        let penalty = |length_penalty| BeamSettings { length_penalty, ..config(2).settings };
        let stop = |length_penalty| {
            let mut frontier = Frontier::new(BeamConfig { settings: penalty(length_penalty), ..config(2) }, &[TokenId(1)]);
            step(&mut frontier, &[0.6, 0.4]);
            frontier.stop()
        };
        assert_eq!([stop(0.0), stop(-1.0), stop(1.0)], [Some(BeamStop::Decided), Some(BeamStop::Decided), None]);
        assert!(penalty(1.0).objective(-4.0, 4) > penalty(1.0).objective(-4.0, 2), "a > 0 favours the longer text");
        assert!(penalty(-1.0).objective(-4.0, 4) < penalty(-1.0).objective(-4.0, 2), "a < 0 favours the shorter one");
        assert_eq!(penalty(0.0).objective(-4.0, 4), -4.0);
        assert_eq!(penalty(2.0).objective(0.0, 0), 0.0, "the empty text is worth 0, not NaN");
    }

    #[test]
    fn a_beam_after_which_all_is_excluded_is_gone_and_without_any_the_search_is_at_a_dead_end() {
        let excluded = vec![f32::NEG_INFINITY; 3];
        let mut frontier = Frontier::new(config(2), &[TokenId(1)]);
        step(&mut frontier, &[0.0, 0.6, 0.4]);
        let expansion = expand(&mut frontier, &[excluded.clone(), logs(&[0.0, 0.5, 0.5])]);
        assert_eq!(expansion.expanded.iter().map(|beam| beam.is_dead_end).collect::<Vec<_>>(), [true, false]);
        assert_eq!(texts(&frontier), [[2, 1], [2, 2]]);
        assert_eq!(frontier.stop(), None);
        let expansion = expand(&mut frontier, &[excluded, Vec::new()]);
        assert_eq!((expansion.stop, frontier.beams().len(), frontier.ranked().len()), (Some(BeamStop::DeadEnd), 0, 0));
        let after = frontier.clone();
        step(&mut frontier, &[0.5, 0.5, 0.0]);
        assert_eq!(frontier, after, "nothing happens once the search has ended");
        let masked = BeamConfig { chain: ProcessorChain { processors: vec![LogitsProcessor::Mask(vec![])] }, ..config(4) };
        let mut masked = Frontier::new(masked, &[TokenId(1)]);
        assert_eq!(step(&mut masked, &[0.5, 0.5]).stop, Some(BeamStop::DeadEnd));
    }

    #[test]
    fn no_settings_and_no_logits_lead_to_nan() {
        let wild = BeamSettings {
            num_beams: 0,
            max_depth: 3,
            length_penalty: f64::NAN,
            num_beam_groups: 99,
            diversity_penalty: f64::NEG_INFINITY,
        };
        let mut frontier = Frontier::new(BeamConfig { settings: wild, ..config(1) }, &[TokenId(1)]);
        assert_eq!(frontier.config().settings.num_beams, 1);
        expand(&mut frontier, &[vec![f32::NAN, 1.0, f32::INFINITY]]);
        expand(&mut frontier, &[vec![f32::MAX, f32::MIN, f32::NAN]]);
        let numbers = |node: &BeamNode| [node.prob, node.log_prob, node.score, node.objective, node.selection];
        assert!(frontier.tree().nodes.iter().flat_map(numbers).all(f64::is_finite));
        for knob in BEAM_KNOBS {
            for value in [knob.min, knob.max] {
                let mut settings = BeamSettings { num_beams: 5, ..BeamSettings::default() };
                (knob.write)(&mut settings, value);
                let mut frontier = Frontier::new(BeamConfig { settings, ..config(1) }, &[TokenId(1)]);
                while frontier.stop().is_none() {
                    step(&mut frontier, &[0.01, 0.5, 0.3, 0.19]);
                }
                assert!(frontier.tree().nodes.iter().flat_map(numbers).all(f64::is_finite), "{} = {value}", knob.name);
            }
        }
    }

    #[test]
    fn every_probability_after_every_beam_is_accounted_for() {
        let mut frontier = Frontier::new(config(3), &[TokenId(1)]);
        let probs: Vec<f64> = (0..40).map(|i| f64::from((i * 37) % 41) / 780.0).collect();
        for _ in 0..3 {
            let expansion = step(&mut frontier, &probs);
            for expanded in &expansion.expanded {
                let shown: f64 = expanded.children.iter().map(|child| frontier.tree().node(*child).prob).sum();
                assert!((shown + expanded.rest.mass - 1.0).abs() < 1e-12);
                assert!(expanded.children.len() >= CHILDREN_SHOWN);
                assert_eq!(expanded.children.len() + expanded.rest.n_tokens, 39, "one of 40 has no probability");
            }
        }
    }

    #[test]
    fn ranks_count_all_candidates_and_margins_are_what_is_missing_to_the_worst_kept() {
        let mut frontier = Frontier::new(config(2), &[TokenId(1)]);
        step(&mut frontier, &[0.0, 0.7, 0.3]);
        let expansion = step(&mut frontier, &[0.0, 0.1, 0.2, 0.3, 0.4]);
        // 0.7 times .4 .3 .2 .1, and 0.3 times the same: .28 .21 .14 .12 .09 .07 .06 .03.
        let nodes: Vec<&BeamNode> = expansion.nodes.clone().map(|idx| &frontier.tree().nodes[idx]).collect();
        assert_eq!(nodes.iter().map(|node| node.rank).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
        assert_eq!(nodes.iter().map(|node| node.token_rank).collect::<Vec<_>>(), [1, 2, 3, 1, 2, 4]);
        for node in &nodes {
            let missing = nodes[1].score - node.score;
            let expected = if node.rank <= 2 { BeamVerdict::Kept } else { BeamVerdict::Pruned { margin: missing } };
            assert_eq!(node.verdict, expected);
        }
        assert_eq!(expansion.n_candidates, 8);
    }

    #[test]
    fn groups_share_the_beams_and_a_repeated_token_costs_what_the_penalty_says() {
        let settings = BeamSettings { num_beams: 4, num_beam_groups: 2, diversity_penalty: 2.0, ..BeamSettings::default() };
        let mut frontier = Frontier::new(BeamConfig { settings, ..config(4) }, &[TokenId(1)]);
        let expansion = step(&mut frontier, &[0.0, 0.4, 0.3, 0.2, 0.1]);
        assert_eq!(expansion.expanded.len(), 1, "the prompt is expanded once for all groups");
        assert_eq!(texts(&frontier), [[1], [2], [3], [4]]);
        // Without a price both groups are the same search.
        let free = BeamSettings { diversity_penalty: 0.0, ..settings };
        let mut same = Frontier::new(BeamConfig { settings: free, ..config(4) }, &[TokenId(1)]);
        step(&mut same, &[0.0, 0.4, 0.3, 0.2, 0.1]);
        assert_eq!(texts(&same), [[1], [2], [1], [2]]);
        // A price too low to change the choice is not part of the score.
        let cheap = BeamSettings { diversity_penalty: 0.1, ..settings };
        let mut cheap = Frontier::new(BeamConfig { settings: cheap, ..config(4) }, &[TokenId(1)]);
        step(&mut cheap, &[0.0, 0.4, 0.3, 0.2, 0.1]);
        let [first, .., third] = [0, 1, 2].map(|idx| cheap.tree().node(cheap.beams()[idx].node));
        assert_eq!((third.n_repeats, third.score), (1, first.score));
        assert!((third.selection - (first.selection - 0.1)).abs() < 1e-12);
        let sizes = |num_beams, num_beam_groups| {
            let settings = BeamSettings { num_beams, num_beam_groups, ..settings };
            (0..num_beam_groups).map(|group| settings.group_size(group)).collect::<Vec<_>>()
        };
        assert_eq!([sizes(8, 3), sizes(4, 4), sizes(5, 1)], [vec![3, 3, 2], vec![1; 4], vec![5]]);
    }
}

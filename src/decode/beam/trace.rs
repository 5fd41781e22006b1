//! What a beam search leaves behind: the heads of its distributions and little else. The tree, the
//! scores and the margins are grown again from them, bit for bit.

use super::{Beam, BeamConfig, BeamEvent, BeamHead, BeamNode, BeamSettings, BeamStop, BeamTree, Expansion, Frontier, NodeId, ranked};
use crate::decode::{ModelFacts, ProcessorChain, Timeline, TokenId};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a step, or a search, took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BeamCost {
    /// Passes of the model: one for each live beam.
    pub n_passes: usize,
    /// Caches copied for beams with siblings.
    pub n_forks: usize,
    /// Tokens fed.
    pub n_fed: usize,
    /// Tokens that the same passes would have been fed without any cache.
    pub n_fed_without_cache: usize,
}

impl std::ops::Add for BeamCost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            n_passes: self.n_passes + other.n_passes,
            n_forks: self.n_forks + other.n_forks,
            n_fed: self.n_fed + other.n_fed,
            n_fed_without_cache: self.n_fed_without_cache + other.n_fed_without_cache,
        }
    }
}

impl std::iter::Sum for BeamCost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.fold(Self::default(), |sum, cost| sum + cost)
    }
}

/// Where a step's time went, in milliseconds. Zero where nobody held a watch.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct BeamMillis {
    /// The model's passes.
    pub passes: f64,
    /// The whole step: passes, ranking, forks.
    pub total: f64,
}

/// A place in the beam after a step, as the decoder filled it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptFacts {
    /// The index of the beam that it was, or grew from, before the step.
    pub beam_idx: usize,
    /// The added token; `None` for a finished text.
    pub token: Option<TokenId>,
}

impl KeptFacts {
    pub(super) fn of(tree: &BeamTree, expansion: &Expansion, beam: Beam) -> Self {
        let is_new = expansion.nodes.contains(&beam.node.0);
        let node = tree.node(beam.node);
        let held_by = if is_new { node.parent.unwrap_or(beam.node) } else { beam.node };
        let beam_idx = expansion.before.iter().position(|before| before.node == held_by).unwrap_or(0);
        Self { beam_idx, token: node.token.filter(|_| is_new) }
    }
}

/// The facts of one step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExpansionFacts {
    /// What follows each live beam, in the order of the beams. `(n_live, head_len)`
    pub heads: Vec<BeamHead>,
    /// The beams after the step.
    pub kept: Vec<KeptFacts>,
    /// What it took.
    pub cost: BeamCost,
    /// The time it took.
    pub millis: BeamMillis,
    /// Why the search ended with this step, if it did.
    pub stop: Option<BeamStop>,
}

/// One search's facts, in the order in which they happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BeamTrace {
    /// The knobs.
    pub settings: BeamSettings,
    /// The model.
    pub model: ModelFacts,
    /// Tokens that it knows.
    pub vocab_size: usize,
    /// The longest text, in tokens, that it can hold.
    pub context_len: usize,
    /// Tokens that finish a text.
    pub stop_tokens: Vec<TokenId>,
    /// The prompt's tokens.
    pub prompt: Vec<TokenId>,
    /// The steps so far.
    pub steps: Vec<ExpansionFacts>,
    /// Why it ended; `None` while it goes on.
    pub stop: Option<BeamStop>,
}

impl BeamTrace {
    /// A trace in which nothing has happened yet.
    pub fn new(config: &BeamConfig, model: ModelFacts, vocab_size: usize, prompt: Vec<TokenId>) -> Self {
        Self {
            settings: config.settings,
            model,
            vocab_size,
            context_len: config.context_len,
            stop_tokens: config.stop_tokens.clone(),
            prompt,
            steps: Vec::new(),
            stop: None,
        }
    }

    /// What a replay needs of the configuration. The heads are facts: whatever chain they went through
    /// has done its work.
    fn config(&self) -> BeamConfig {
        BeamConfig {
            settings: self.settings,
            chain: ProcessorChain::default(),
            stop_tokens: self.stop_tokens.clone(),
            context_len: self.context_len,
        }
    }
}

/// A fact of a trace that the others contradict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeamMismatch {
    /// The step, counted from 0.
    pub step_idx: usize,
    /// What does not fit.
    pub what: &'static str,
}

impl fmt::Display for BeamMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}: {}", self.step_idx + 1, self.what)
    }
}

/// A trace with all that follows from it, kept up to date as facts arrive.
#[derive(Clone, Debug)]
pub struct BeamRun {
    /// The facts.
    pub trace: BeamTrace,
    /// The steps, recomputed.
    pub expansions: Vec<Expansion>,
    /// The events of all steps.
    pub timeline: Timeline<BeamEvent>,
    frontier: Frontier,
}

impl BeamRun {
    /// Replays a trace; refused if its facts contradict each other.
    pub fn from_trace(mut trace: BeamTrace) -> Result<Self, BeamMismatch> {
        let facts = std::mem::take(&mut trace.steps);
        let stop = trace.stop.take();
        let frontier = Frontier::new(trace.config(), &trace.prompt);
        let mut run = Self { trace, expansions: Vec::new(), timeline: Timeline::default(), frontier };
        for step in facts {
            run.push(step)?;
        }
        if let Some(stop) = stop {
            run.end(stop)?;
        }
        Ok(run)
    }

    /// Adds the facts of the next step. A step that is refused leaves the run as it was.
    pub fn push(&mut self, facts: ExpansionFacts) -> Result<(), BeamMismatch> {
        let step_idx = self.expansions.len();
        let check = |holds: bool, what| if holds { Ok(()) } else { Err(BeamMismatch { step_idx, what }) };
        check(self.frontier.stop().is_none() && self.trace.stop.is_none(), "the search had already ended")?;
        check(facts.heads.len() == self.frontier.live().count(), "a live beam has no distribution, or a distribution no beam")?;
        let (vocab_size, head_len) = (self.trace.vocab_size, self.frontier.config().settings.head_len());
        check(facts.heads.iter().all(|head| head.is_sound(vocab_size, head_len)), "a distribution is none")?;
        let mut frontier = self.frontier.clone();
        let expansion = frontier.expand(&facts.heads);
        let tree = frontier.tree();
        let kept: Vec<KeptFacts> = expansion.after.iter().map(|beam| KeptFacts::of(tree, &expansion, *beam)).collect();
        check(kept == facts.kept, "the ranking keeps other texts")?;
        check(expansion.stop == facts.stop, "the search ends for another reason")?;
        let n_text = self.trace.prompt.len() + expansion.depth - 1;
        let (cost, n_live) = (facts.cost, expansion.expanded.len());
        check(cost.n_passes == n_live && cost.n_fed_without_cache == n_live * n_text, "the passes are not those of the beams")?;
        // The first step feeds what the cache lacks of the prompt, and every later one a token per beam.
        let most_fed = if step_idx == 0 { n_text } else { n_live };
        check((n_live..=most_fed).contains(&cost.n_fed), "the tokens that were fed are not those of the beams")?;
        check(cost.n_forks == n_forks(&expansion, tree), "the forks are not those of the beams")?;

        self.frontier = frontier;
        self.timeline.push(&BeamEvent::of_step(&expansion, self.frontier.tree()));
        self.expansions.push(expansion);
        self.trace.steps.push(facts);
        Ok(())
    }

    /// No more steps will come.
    pub fn end(&mut self, stop: BeamStop) -> Result<(), BeamMismatch> {
        let known = self.frontier.stop();
        if known.is_some_and(|known| known != stop) || (known.is_none() && stop != BeamStop::Cancelled) {
            return Err(BeamMismatch { step_idx: self.expansions.len(), what: "the search ends for another reason" });
        }
        self.trace.stop = Some(stop);
        self.timeline.ended = true;
        Ok(())
    }

    /// The nodes so far.
    pub fn tree(&self) -> &BeamTree {
        self.frontier.tree()
    }

    /// The beams after all steps so far, and what the search runs with.
    pub fn frontier(&self) -> &Frontier {
        &self.frontier
    }

    /// A node; the prompt for an id that is not in the tree.
    pub fn node(&self, id: NodeId) -> &BeamNode {
        self.tree().node(id)
    }

    /// The texts kept after the first `n_steps` steps, the best first, whatever their group.
    pub fn ranked_after(&self, n_steps: usize) -> Vec<Beam> {
        let last = n_steps.min(self.expansions.len()).checked_sub(1).and_then(|last| self.expansions.get(last));
        match last {
            Some(expansion) => ranked(self.tree(), &expansion.after),
            None => vec![Beam { node: super::ROOT, group: 0, is_finished: false }],
        }
    }

    /// The best text after all steps so far; `None` if every beam met a dead end.
    pub fn best(&self) -> Option<NodeId> {
        self.frontier.ranked().first().map(|beam| beam.node)
    }

    /// The head of the distribution after a live beam of a step; `row_idx` is its index in the step's
    /// `expanded`. `None` where there is no such beam.
    pub fn head(&self, step_idx: usize, row_idx: usize) -> Option<&BeamHead> {
        self.trace.steps.get(step_idx)?.heads.get(row_idx)
    }

    /// What the first `n_steps` steps took.
    pub fn cost(&self, n_steps: usize) -> BeamCost {
        self.trace.steps.iter().take(n_steps).map(|step| step.cost).sum()
    }
}

/// Caches that a step must copy: each parent's is there already, for one of its live children.
fn n_forks(expansion: &Expansion, tree: &BeamTree) -> usize {
    if expansion.stop.is_some() {
        return 0;
    }
    let parents: Vec<usize> = expansion.grown(tree).filter(|(_, beam)| !beam.is_finished).map(|(parent, _)| parent).collect();
    let mut distinct = parents.clone();
    distinct.sort_unstable();
    distinct.dedup();
    parents.len() - distinct.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::BeamLesson;

    fn settings(num_beams: usize) -> BeamSettings {
        BeamSettings { num_beams, ..BeamSettings::default() }
    }

    fn run(trace: BeamTrace) -> Result<BeamRun, BeamMismatch> {
        BeamRun::from_trace(trace)
    }

    #[test]
    fn a_trace_survives_json_and_postcard_and_grows_the_same_tree_bit_for_bit() {
        let trace = BeamLesson::ending().trace(settings(3));
        let json = serde_json::to_string(&trace).expect("serializes");
        let read: BeamTrace = serde_json::from_str(&json).expect("parses");
        assert_eq!(read, trace);
        let bytes = postcard::to_stdvec(&trace).expect("serializes");
        assert_eq!(postcard::from_bytes::<BeamTrace>(&bytes).as_ref(), Ok(&trace));
        let (first, second) = (run(trace).expect("it fits together"), run(read).expect("it fits together"));
        let bits = |run: &BeamRun| run.tree().nodes.iter().map(|node| (node.score.to_bits(), node.objective.to_bits())).collect::<Vec<_>>();
        assert_eq!(bits(&first), bits(&second));
        assert_eq!(first.expansions, second.expansions);
    }

    #[test]
    fn a_trace_with_one_fact_changed_is_refused() {
        let trace = BeamLesson::width().trace(settings(3));
        assert!(run(trace.clone()).is_ok());
        type Tamper = fn(&mut BeamTrace);
        let tampers: [(&str, Tamper); 16] = [
            ("width", |trace| trace.settings.num_beams = 2),
            ("depth", |trace| trace.settings.max_depth = 4),
            ("context", |trace| trace.context_len = 4),
            ("prompt", |trace| trace.prompt.push(TokenId(0))),
            ("stop token", |trace| trace.stop_tokens.push(TokenId(1))),
            ("vocabulary", |trace| trace.vocab_size = 2),
            ("head", |trace| trace.steps[1].heads[0].tokens.truncate(2)),
            ("probability", |trace| trace.steps[1].heads[0].probs[0] = 0.99),
            ("rows", |trace| trace.steps[1].heads.truncate(1)),
            ("kept token", |trace| trace.steps[0].kept[0].token = None),
            ("kept beam", |trace| trace.steps[1].kept[0].beam_idx = 0),
            ("passes", |trace| trace.steps[1].cost.n_passes = 2),
            ("forks", |trace| trace.steps[0].cost.n_forks = 3),
            ("fed", |trace| trace.steps[2].cost.n_fed = 12),
            ("last stop", |trace| trace.steps[2].stop = None),
            ("stop", |trace| trace.stop = Some(BeamStop::Decided)),
        ];
        for (what, tamper) in tampers {
            let mut changed = trace.clone();
            tamper(&mut changed);
            assert_ne!(changed, trace, "{what} did not change anything");
            assert!(run(changed).is_err(), "a changed {what} went unnoticed");
        }
        let mut longer = trace.clone();
        longer.steps.push(trace.steps[2].clone());
        let refused = run(longer).expect_err("the search had ended");
        assert_eq!(refused.to_string(), "step 4: the search had already ended");
    }

    #[test]
    fn a_refused_step_leaves_the_run_as_it_was_and_a_cancelled_one_may_end_anywhere() {
        let mut trace = BeamLesson::width().trace(settings(2));
        let last = trace.steps.pop().expect("three steps");
        trace.stop = None;
        let mut run = run(trace).expect("it fits together");
        let mut wrong = last.clone();
        wrong.kept.reverse();
        let nodes = run.tree().nodes.len();
        assert!(run.push(wrong).is_err());
        assert_eq!((run.tree().nodes.len(), run.expansions.len(), run.trace.steps.len(), run.timeline.n_cycles()), (nodes, 2, 2, 2));
        let mut cancelled = run.clone();
        assert_eq!(cancelled.end(BeamStop::Cancelled), Ok(()));
        assert!(cancelled.push(last.clone()).is_err());
        assert_eq!(run.push(last), Ok(()));
        assert_eq!(run.end(BeamStop::MaxDepth), Ok(()));
    }

    #[test]
    fn the_head_that_a_beam_was_extended_from_is_there_when_it_is_asked_for() {
        let run = run(BeamLesson::width().trace(settings(2))).expect("it fits together");
        let first = run.head(0, 0).expect("the prompt has a distribution");
        assert_eq!(first.tokens, [1, 2, 0].map(TokenId));
        assert!((first.probs[0] - 0.45).abs() < 1e-7);
        assert_eq!((run.head(0, 1), run.head(9, 0)), (None, None));
        let child = run.node(run.expansions[1].expanded[1].children[0]);
        let head = run.head(1, 1).expect("a distribution");
        assert!(head.iter().any(|entry| (Some(entry.0), entry.1) == (child.token, child.prob)));
    }
}

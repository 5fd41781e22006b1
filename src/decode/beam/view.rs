//! What the page shows of a search at one moment: a pure function of the run and of how many of its
//! events are revealed.

use super::{Beam, BeamCost, BeamRun, BeamStop, BeamTree, BeamVerdict, Expansion, NodeId, ROOT, ranked};
use crate::decode::{StoryEvent, TokenId};

/// One step of a search's story. The events of one [`Expansion`] are one chapter of the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeamEvent {
    /// A live beam is extended by every token; the index is that among the step's `expanded`.
    Expand(usize),
    /// All candidates are ranked, and the best kept.
    Prune,
    /// Some of those kept end with a stop token and are frozen.
    Finish,
    /// The search ends.
    End,
}

impl BeamEvent {
    /// The events of this step, in order.
    pub fn of_step(expansion: &Expansion, tree: &BeamTree) -> Vec<Self> {
        let mut events: Vec<Self> = (0..expansion.expanded.len()).map(Self::Expand).collect();
        events.push(Self::Prune);
        if expansion.grown(tree).any(|(_, beam)| beam.is_finished) {
            events.push(Self::Finish);
        }
        if expansion.stop.is_some() {
            events.push(Self::End);
        }
        events
    }
}

impl StoryEvent for BeamEvent {
    fn millis(self) -> f64 {
        match self {
            Self::Expand(_) => 500.0,
            Self::Prune => 1600.0,
            Self::Finish => 1600.0,
            Self::End => 2000.0,
        }
    }
}

/// What has become of a node by now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NodeState {
    /// Grown in this step, and not yet ranked.
    Candidate,
    /// A beam that goes on.
    Live,
    /// A beam that ended with a stop token and is kept as it is.
    Finished,
    /// Part of a longer text that is still kept.
    Inner,
    /// Kept once, but no longer text that begins with it is.
    Overtaken,
    /// Every token is excluded after it.
    DeadEnd,
    /// Not among the best of its group at its step.
    Pruned {
        /// How far it lay below the worst one kept.
        margin: f64,
    },
    /// Finished and kept for a while, then pushed out.
    Displaced {
        /// How far it lay below the worst one kept.
        margin: f64,
    },
}

/// A node as it is shown now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeView {
    /// The node.
    pub id: NodeId,
    /// What has become of it.
    pub state: NodeState,
    /// Whether the best text so far goes through it.
    pub on_best_path: bool,
    /// Whether the step shown last happened here.
    pub active: bool,
}

/// A kept text and its arithmetic.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreRow {
    /// The text.
    pub node: NodeId,
    /// Its diversity group.
    pub group: usize,
    /// Whether it is finished.
    pub is_finished: bool,
    /// The tokens after the prompt.
    pub tokens: Vec<TokenId>,
    /// The logarithm of each one's probability.
    pub log_probs: Vec<f64>,
    /// Their sum.
    pub score: f64,
    /// `len^a`; 1 when the length penalty is off.
    pub divisor: f64,
    /// The score divided by that: what texts are compared by.
    pub objective: f64,
}

impl ScoreRow {
    /// The arithmetic of any node's text.
    pub fn of(run: &BeamRun, node: NodeId) -> Self {
        let path = run.tree().path(node);
        let shown = run.node(node);
        Self {
            node,
            group: shown.group,
            is_finished: shown.ends,
            tokens: run.tree().tokens(node),
            log_probs: path.iter().map(|id| run.node(*id).log_prob).collect(),
            score: shown.score,
            divisor: run.frontier().config().settings.divisor(shown.depth),
            objective: shown.objective,
        }
    }
}

/// The search at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct BeamView {
    /// The step on stage, from 0; `None` before the first.
    pub step_idx: Option<usize>,
    /// The event shown last.
    pub event: Option<BeamEvent>,
    /// Events of the step that are shown, from 1.
    pub n_shown: usize,
    /// Events in the step.
    pub n_events: usize,
    /// Tokens after the prompt in the newest nodes.
    pub depth: usize,
    /// Every node that is revealed, by id; the prompt is the first.
    pub nodes: Vec<NodeView>,
    /// The texts that are kept now, the best first.
    pub scores: Vec<ScoreRow>,
    /// The best of them; `None` when every beam met a dead end.
    pub best: Option<NodeId>,
    /// What the steps that have been ranked took.
    pub cost: BeamCost,
    /// Why the search ended, once its last event is shown.
    pub stop: Option<BeamStop>,
}

impl BeamView {
    /// What is shown of a run after `n_shown` events.
    pub fn at(run: &BeamRun, n_shown: usize) -> Self {
        let Some((step_idx, n_in_step)) = run.timeline.locate(n_shown) else { return Self::before_all(run) };
        let tree = run.tree();
        let expansion = &run.expansions[step_idx];
        let events = run.timeline.cycle_events(step_idx);
        let shown = &events[..n_in_step];
        let event = shown[n_in_step - 1];
        let is_ranked = shown.contains(&BeamEvent::Prune);
        let is_frozen = shown.contains(&BeamEvent::Finish);
        let n_expanded = shown.iter().filter(|event| matches!(event, BeamEvent::Expand(_))).count();
        let beams = if is_ranked { &expansion.after } else { &expansion.before };
        let n_ranked = step_idx + usize::from(is_ranked);
        let best = ranked(tree, beams).first().map(|beam| beam.node);

        // Nodes of steps before, then the children of the beams that have been expanded.
        let mut ids: Vec<usize> = (0..expansion.nodes.start).collect();
        ids.extend(expansion.expanded.iter().take(n_expanded).flat_map(|expanded| expanded.children.iter().map(|child| child.0)));
        ids.sort_unstable();

        let mut states: Vec<NodeState> = tree.nodes.iter().map(|node| of_verdict(node.verdict)).collect();
        for past in &run.expansions[..n_ranked] {
            for displaced in &past.displaced {
                states[displaced.node.0] = NodeState::Displaced { margin: displaced.margin };
            }
        }
        let mut is_kept = vec![false; tree.nodes.len()];
        for beam in beams {
            for ancestor in tree.upwards(beam.node).skip(1) {
                if is_kept[ancestor.0] {
                    break;
                }
                is_kept[ancestor.0] = true;
                states[ancestor.0] = NodeState::Inner;
            }
        }
        let dead_ends = run.expansions[..step_idx].iter().flat_map(|past| &past.expanded).chain(expansion.expanded.iter().take(n_expanded));
        if !is_ranked {
            expansion.nodes.clone().for_each(|idx| states[idx] = NodeState::Candidate);
        }
        for beam in beams {
            let is_new = expansion.nodes.contains(&beam.node.0);
            let is_frozen = beam.is_finished && (is_frozen || !is_new);
            states[beam.node.0] = if is_frozen { NodeState::Finished } else { NodeState::Live };
        }
        for expanded in dead_ends.filter(|expanded| expanded.is_dead_end) {
            states[expanded.node.0] = NodeState::DeadEnd;
        }

        let best_path: Vec<NodeId> = best.map(|best| tree.upwards(best).collect()).unwrap_or_default();
        let is_active = |id: NodeId| match event {
            BeamEvent::Expand(idx) => {
                let expanded = &expansion.expanded[idx];
                expanded.node == id || expanded.children.contains(&id)
            }
            BeamEvent::Prune => expansion.nodes.contains(&id.0) || expansion.displaced.iter().any(|displaced| displaced.node == id),
            BeamEvent::Finish => expansion.nodes.contains(&id.0) && tree.node(id).verdict == BeamVerdict::Finished,
            BeamEvent::End => best == Some(id),
        };
        let nodes = ids
            .into_iter()
            .map(NodeId)
            .map(|id| NodeView { id, state: states[id.0], on_best_path: best_path.contains(&id), active: is_active(id) })
            .collect();
        let at_end = n_in_step == events.len() && step_idx + 1 == run.expansions.len();
        Self {
            step_idx: Some(step_idx),
            event: Some(event),
            n_shown: n_in_step,
            n_events: events.len(),
            depth: expansion.depth,
            nodes,
            scores: score_rows(run, beams),
            best,
            cost: run.cost(n_ranked),
            stop: run.trace.stop.or(expansion.stop).filter(|_| at_end),
        }
    }

    /// The prompt alone.
    fn before_all(run: &BeamRun) -> Self {
        let root = NodeView { id: ROOT, state: NodeState::Live, on_best_path: true, active: false };
        Self {
            step_idx: None,
            event: None,
            n_shown: 0,
            n_events: 0,
            depth: 0,
            nodes: vec![root],
            scores: Vec::new(),
            best: Some(ROOT),
            cost: BeamCost::default(),
            stop: if run.timeline.is_empty() { run.trace.stop } else { None },
        }
    }
}

/// The state of a node that is not part of a text kept now: what its own step decided, unless it was
/// kept, for then it has been overtaken since.
fn of_verdict(verdict: BeamVerdict) -> NodeState {
    match verdict {
        BeamVerdict::Pruned { margin } => NodeState::Pruned { margin },
        BeamVerdict::Kept | BeamVerdict::Finished => NodeState::Overtaken,
    }
}

/// The arithmetic of the texts that are kept, the best first. The bare prompt has none.
fn score_rows(run: &BeamRun, beams: &[Beam]) -> Vec<ScoreRow> {
    let beams = ranked(run.tree(), beams).into_iter().filter(|beam| beam.node != ROOT);
    beams.map(|beam| ScoreRow::of(run, beam.node)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{BeamLesson, BeamSettings, TableModel};

    /// After `1` comes the end or `1` or `2`, and after `2` nothing can come.
    fn with_a_dead_end() -> BeamLesson {
        let model = TableModel::uniform(3, 16).with_row(&[1], &[0.1, 0.5, 0.4]).with_row(&[2], &[]);
        BeamLesson { model, prompt: vec![TokenId(1)], stop_tokens: vec![TokenId(0)], ..BeamLesson::width() }
    }

    fn run(lesson: &BeamLesson, num_beams: usize) -> BeamRun {
        let trace = lesson.trace(BeamSettings { num_beams, ..BeamSettings::default() });
        BeamRun::from_trace(trace).expect("the facts fit together")
    }

    fn count(view: &BeamView, wanted: fn(NodeState) -> bool) -> usize {
        view.nodes.iter().filter(|node| wanted(node.state)).count()
    }

    #[test]
    fn before_the_first_event_only_the_prompt_is_there() {
        let view = BeamView::at(&run(&BeamLesson::width(), 2), 0);
        assert_eq!((view.step_idx, view.nodes.len(), view.best, view.scores.len()), (None, 1, Some(ROOT), 0));
    }

    #[test]
    fn nothing_is_shown_before_its_event() {
        for lesson in [BeamLesson::width(), BeamLesson::ending()] {
            for num_beams in 1..5 {
                let run = run(&lesson, num_beams);
                for n_shown in 1..=run.timeline.len() {
                    let view = BeamView::at(&run, n_shown);
                    let step_idx = view.step_idx.expect("a step is on stage");
                    let expansion = &run.expansions[step_idx];
                    let shown = &run.timeline.cycle_events(step_idx)[..view.n_shown];
                    let is_ranked = shown.contains(&BeamEvent::Prune);
                    for (idx, expanded) in expansion.expanded.iter().enumerate() {
                        let is_grown = shown.contains(&BeamEvent::Expand(idx));
                        for child in &expanded.children {
                            assert_eq!(view.nodes.iter().any(|node| node.id == *child), is_grown);
                        }
                    }
                    assert_eq!(count(&view, |state| state == NodeState::Candidate) > 0, !is_ranked);
                    let n_beams = if is_ranked { expansion.after.len() } else { expansion.before.len() };
                    assert_eq!(count(&view, |state| matches!(state, NodeState::Live | NodeState::Finished)), n_beams);
                    let froze = expansion.after.iter().any(|beam| beam.is_finished && expansion.nodes.contains(&beam.node.0));
                    assert_eq!(shown.contains(&BeamEvent::Finish), froze && view.n_shown > expansion.expanded.len() + 1);
                    assert_eq!(view.stop.is_some(), n_shown == run.timeline.len());
                }
            }
        }
    }

    #[test]
    fn the_last_view_shows_the_best_path_the_arithmetic_and_what_was_overtaken() {
        let run = run(&BeamLesson::width(), 2);
        let view = BeamView::at(&run, run.timeline.len());
        assert_eq!((view.event, view.stop, view.depth), (Some(BeamEvent::End), Some(BeamStop::MaxDepth), 3));
        let best = view.best.expect("a best text");
        assert_eq!(Some(best), run.best());
        let path: Vec<NodeId> = view.nodes.iter().filter(|node| node.on_best_path).map(|node| node.id).collect();
        assert_eq!(path, [&[ROOT][..], &run.tree().path(best)].concat());
        let row = &view.scores[0];
        assert_eq!((row.node, row.tokens.len(), row.divisor), (best, 3, 1.0));
        assert_eq!(row.log_probs.iter().fold(0.0, |sum, log_prob| sum + log_prob), row.score);
        assert!(view.scores.windows(2).all(|pair| pair[0].objective >= pair[1].objective));
        assert_eq!(view.cost, run.cost(3));
        // "boat row your" and "your boat row" are kept, so that all their beginnings lie within kept texts.
        assert_eq!(count(&view, |state| state == NodeState::Inner), 5);
        assert_eq!(count(&view, |state| matches!(state, NodeState::Candidate | NodeState::Overtaken)), 0);
    }

    #[test]
    fn a_finished_text_is_frozen_at_its_own_event_and_stays_in_the_table() {
        let run = run(&BeamLesson::ending(), 2);
        let finished = run.best().expect("a best text");
        let state_at = |n_shown| {
            let view = BeamView::at(&run, n_shown);
            view.nodes.iter().find(|node| node.id == finished).map(|node| node.state)
        };
        let states: Vec<_> = (0..=run.timeline.len()).map(state_at).collect();
        let first = |wanted| states.iter().position(|state| *state == Some(wanted));
        let (candidate, live, frozen) = (first(NodeState::Candidate), first(NodeState::Live), first(NodeState::Finished));
        assert!(candidate < live && live < frozen && candidate.is_some(), "{states:?}");
        assert!(states[frozen.expect("it is frozen")..].iter().all(|state| *state == Some(NodeState::Finished)), "{states:?}");
        let view = BeamView::at(&run, run.timeline.len());
        assert!(view.scores[0].is_finished && view.scores[0].node == finished);
    }

    #[test]
    fn a_dead_end_is_seen_when_it_is_met_and_stays_one() {
        let run = run(&with_a_dead_end(), 2);
        let dead = run.expansions[1].expanded.iter().position(|expanded| expanded.is_dead_end).expect("after 2 nothing comes");
        let id = run.expansions[1].expanded[dead].node;
        let start = run.timeline.start(1);
        let states = (start..=run.timeline.len()).map(|n_shown| {
            let view = BeamView::at(&run, n_shown);
            view.nodes.iter().find(|node| node.id == id).map(|node| node.state)
        });
        let (before, after): (Vec<_>, Vec<_>) = states.enumerate().partition(|(idx, _)| *idx <= dead);
        assert!(before.iter().all(|(_, state)| *state == Some(NodeState::Live)), "{before:?}");
        assert!(!after.is_empty() && after.iter().all(|(_, state)| *state == Some(NodeState::DeadEnd)), "{after:?}");
    }

    #[test]
    fn a_finished_text_that_is_pushed_out_says_by_how_much() {
        let model = TableModel::uniform(3, 16).with_row(&[1], &[0.1, 0.9]).with_row(&[1, 1], &[0.0, 0.5, 0.5]);
        let run = run(&BeamLesson { model, ..with_a_dead_end() }, 2);
        let (step_idx, displaced) =
            run.expansions.iter().enumerate().find_map(|(idx, step)| Some((idx, *step.displaced.first()?))).expect("one is");
        let state_at = |n_shown| BeamView::at(&run, n_shown).nodes.iter().find(|node| node.id == displaced.node).map(|node| node.state);
        let ranked = run.timeline.start(step_idx) + run.expansions[step_idx].expanded.len() + 1;
        assert_eq!(state_at(ranked - 1), Some(NodeState::Finished));
        assert_eq!(state_at(ranked), Some(NodeState::Displaced { margin: displaced.margin }));
        assert_eq!(state_at(run.timeline.len()), state_at(ranked));
    }
}

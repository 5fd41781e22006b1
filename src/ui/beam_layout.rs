//! Where each text of a beam search lies in the picture of its tree, what is written there at one
//! moment, and the same as a picture of its own.
//!
//! A column for each length, from left to right; in a column the children in the order of their
//! parents, so that no two lines cross. A place depends on its own step and those before, so that
//! nothing moves when the tree grows.

use crate::decode::{BeamRun, BeamView, NodeId, NodeState, PathPoint, ROOT, TokenId, Vocabulary};
use crate::ui::i18n::{decimal, t, t_args};
use crate::ui::words;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// From one column to the next.
pub const COLUMN: i32 = 204;
/// The size of a text's box.
pub const BOX: (i32, i32) = (150, 36);
/// To the right of a box: the knob that folds what grew from it, before the lines begin.
pub const KNOB: i32 = 20;
/// From one box to the next below it.
const PITCH: i32 = 42;
/// The same for the line that stands for all other tokens.
const REST_PITCH: i32 = 26;

/// What lies in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SlotKind {
    /// A text of the tree.
    Node(usize),
    /// All tokens after a text that have no box of their own.
    Rest {
        /// The text, by its node.
        parent: usize,
    },
    /// Greedy's text where the tree no longer has it.
    Greedy {
        /// Its tokens.
        depth: usize,
    },
}

/// A place in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// What lies there.
    pub kind: SlotKind,
    /// The left edge.
    pub x: i32,
    /// The middle.
    pub y: i32,
    /// The middle of its parent's right edge.
    pub from: Option<(i32, i32)>,
    /// The step that made it, and the place of its beam among those extended then.
    step: Option<(usize, usize)>,
}

/// Every place of a tree.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct BeamLayout {
    /// The places, column by column, from the top.
    pub slots: Vec<Slot>,
    /// The end of each column's places.
    ends: Vec<usize>,
    /// Half the height of each column.
    halves: Vec<i32>,
    /// The place of each node, by its number; `None` where it is folded away.
    of_node: Vec<Option<usize>>,
    /// Nodes that are greedy's text so far.
    on_greedy: BTreeSet<usize>,
}

/// What is left out of the picture.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Folding {
    /// Nodes whose children are not shown.
    pub folded: BTreeSet<usize>,
    /// Whether only what was kept is shown.
    pub kept_only: bool,
}

impl BeamLayout {
    /// The layout of a run, with greedy's text in it.
    pub fn new(run: &BeamRun, greedy: &[TokenId], folding: &Folding) -> Self {
        let mut layout = Self { of_node: vec![None; run.tree().nodes.len()], ..Self::default() };
        layout.column(vec![(SlotKind::Node(ROOT.0), None, None)], 0);
        // Greedy's text as a node of the tree, or where it was drawn last.
        let mut greedy_node = Some(ROOT);
        let mut greedy_at = None;
        layout.on_greedy.insert(ROOT.0);
        let n_columns = run.expansions.len();
        for (step_idx, expansion) in run.expansions.iter().enumerate() {
            let depth = expansion.depth;
            let next = greedy_node.zip(greedy.get(depth - 1)).and_then(|(node, token)| {
                let mut nodes = expansion.nodes.clone();
                nodes.find(|idx| run.node(NodeId(*idx)).parent == Some(node) && run.node(NodeId(*idx)).token == Some(*token))
            });
            if let Some(idx) = next {
                layout.on_greedy.insert(idx);
            }
            let start = layout.start(step_idx);
            let mut slots = Vec::new();
            for parent in &layout.slots[start..] {
                let SlotKind::Node(parent_idx) = parent.kind else { continue };
                let Some(row_idx) = expansion.expanded.iter().position(|expanded| expanded.node.0 == parent_idx) else { continue };
                if folding.folded.contains(&parent_idx) {
                    continue;
                }
                let from = Some((parent.x + BOX.0 + KNOB, parent.y));
                let expanded = &expansion.expanded[row_idx];
                for child in &expanded.children {
                    let is_pruned = matches!(run.node(*child).verdict, crate::decode::BeamVerdict::Pruned { .. });
                    if !(folding.kept_only && is_pruned && !layout.on_greedy.contains(&child.0)) {
                        slots.push((SlotKind::Node(child.0), from, Some((step_idx, row_idx))));
                    }
                }
                if expanded.rest.n_tokens > 0 && !folding.kept_only {
                    slots.push((SlotKind::Rest { parent: parent_idx }, from, Some((step_idx, row_idx))));
                }
            }
            let is_apart = next.is_none() && greedy.len() >= depth;
            if is_apart {
                let from = greedy_node.and_then(|node| layout.slot_of(node)).map(|slot| (slot.x + BOX.0 + KNOB, slot.y)).or(greedy_at);
                slots.push((SlotKind::Greedy { depth }, from, Some((step_idx, 0))));
            }
            layout.column(slots, depth as i32 * COLUMN);
            greedy_node = next.map(NodeId);
            greedy_at = layout.slots.last().filter(|_| is_apart).map(|slot| (slot.x + BOX.0, slot.y));
        }
        debug_assert_eq!(layout.ends.len(), n_columns + 1);
        layout
    }

    fn start(&self, column: usize) -> usize {
        column.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0)
    }

    #[expect(clippy::type_complexity, reason = "three parts of a place, for the length of one call")]
    fn column(&mut self, slots: Vec<(SlotKind, Option<(i32, i32)>, Option<(usize, usize)>)>, x: i32) {
        let pitch = |kind: SlotKind| if matches!(kind, SlotKind::Rest { .. }) { REST_PITCH } else { PITCH };
        let height: i32 = slots.iter().map(|slot| pitch(slot.0)).sum();
        let mut top = -height / 2;
        for (kind, from, step) in slots {
            if let SlotKind::Node(idx) = kind {
                self.of_node[idx] = Some(self.slots.len());
            }
            self.slots.push(Slot { kind, x, y: top + pitch(kind) / 2, from, step });
            top += pitch(kind);
        }
        self.ends.push(self.slots.len());
        self.halves.push(height / 2);
    }

    /// The place of a node; `None` where it is folded away.
    pub fn slot_of(&self, node: NodeId) -> Option<&Slot> {
        self.of_node.get(node.0).copied().flatten().map(|idx| &self.slots[idx])
    }

    /// Half the height of the highest of the first columns.
    pub fn half_height(&self, n_columns: usize) -> i32 {
        self.halves.iter().take(n_columns).copied().max().unwrap_or(0).max(PITCH / 2)
    }

    /// From the left edge of the prompt to the right edge of the last column.
    pub fn width(&self) -> f64 {
        f64::from(self.ends.len().saturating_sub(1) as i32 * COLUMN + BOX.0 + KNOB)
    }

    /// The middle of the places that grew from a beam of a step.
    pub fn middle_of_children(&self, step_idx: usize, row_idx: usize) -> Option<i32> {
        let column = self.start(step_idx + 1)..self.ends.get(step_idx + 1).copied()?;
        let ys: Vec<i32> = self.slots[column].iter().filter(|slot| slot.step == Some((step_idx, row_idx))).map(|slot| slot.y).collect();
        Some((ys.first()? + ys.last()?) / 2)
    }

    /// Whether greedy's text goes through a node.
    pub fn is_greedy(&self, node: NodeId) -> bool {
        self.on_greedy.contains(&node.0)
    }

    /// The places that can be seen through a window: the columns it touches, and in them the rows.
    fn within(&self, window: Window) -> impl Iterator<Item = &Slot> {
        let first = (window.left - BOX.0).div_euclid(COLUMN).max(0) as usize;
        let last = (window.right.div_euclid(COLUMN) + 1).max(0) as usize;
        let range =
            self.start(first.min(self.ends.len()))..self.ends.get(last.min(self.ends.len().saturating_sub(1))).copied().unwrap_or(0);
        self.slots
            .get(range)
            .unwrap_or_default()
            .iter()
            .filter(move |slot| slot.x <= window.right && slot.x + BOX.0 >= window.left - COLUMN)
            .filter(move |slot| {
                let parent = slot.from.map_or(slot.y, |from| from.1);
                slot.y.max(parent) >= window.top - BOX.1 && slot.y.min(parent) <= window.bottom + BOX.1
            })
    }
}

/// A part of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Its edges.
    pub left: i32,
    /// See `left`.
    pub right: i32,
    /// See `left`.
    pub top: i32,
    /// See `left`.
    pub bottom: i32,
}

impl Window {
    /// All there is.
    pub const ALL: Self = Self { left: i32::MIN / 4, right: i32::MAX / 4, top: i32::MIN / 4, bottom: i32::MAX / 4 };
}

/// What is written and drawn in a place: all of it, so that an equal one need not be drawn again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Drawn {
    /// What lies there.
    pub kind: SlotKind,
    /// The left edge.
    pub x: i32,
    /// The middle.
    pub y: i32,
    /// The middle of its parent's right edge.
    pub from: Option<(i32, i32)>,
    /// What has become of it, as a class of the style sheet.
    pub state: &'static str,
    /// Whether the best text so far goes through it.
    pub is_best: bool,
    /// Whether greedy's text goes through it.
    pub is_greedy: bool,
    /// Whether the step shown last happened here.
    pub is_active: bool,
    /// Whether its arithmetic is shown.
    pub is_chosen: bool,
    /// The token; empty where there is no room for words.
    pub label: String,
    /// The last token's log-probability.
    pub log_prob: String,
    /// The score.
    pub score: String,
    /// What has become of it, in a few characters.
    pub mark: String,
    /// Whether its children are folded away; `None` where it has none to show.
    pub folded: Option<bool>,
}

/// What has become of a node: a class, a few characters that say so without colour, and the words for them.
fn state_words(state: NodeState) -> (&'static str, String, String) {
    match state {
        NodeState::Candidate => ("candidate", "?".to_owned(), t("tree-state-candidate")),
        NodeState::Live => ("live", t("tree-kept"), t("tree-state-live")),
        NodeState::Finished => ("finished", t("tree-end"), t("tree-state-finished")),
        NodeState::Inner => ("inner", "●".to_owned(), t("tree-state-inner")),
        NodeState::Overtaken => ("overtaken", t("tree-left"), t("tree-state-overtaken")),
        NodeState::DeadEnd => ("dead-end", "⊘".to_owned(), t("tree-state-dead-end")),
        NodeState::Pruned { margin } => ("pruned", format!("✕ {}", decimal(margin, 2)), t("tree-state-pruned")),
        NodeState::Displaced { margin } => ("pruned", format!("■✕ {}", decimal(margin, 2)), t("tree-state-displaced")),
    }
}

/// A token's label, short enough for its box.
fn short_label(label: &str) -> String {
    const MOST: usize = 10;
    if label.chars().count() <= MOST { label.to_owned() } else { label.chars().take(MOST - 1).chain(['…']).collect() }
}

/// Everything that decides what is drawn.
pub struct Picture<'a> {
    /// The search.
    pub run: &'a BeamRun,
    /// Greedy's text.
    pub greedy: &'a [PathPoint],
    /// What is revealed of the search.
    pub view: &'a BeamView,
    /// Where it lies.
    pub layout: &'a BeamLayout,
    /// What is left out.
    pub folding: &'a Folding,
    /// The node whose arithmetic is shown.
    pub chosen: Option<NodeId>,
    /// The tokens' texts.
    pub vocabulary: &'a Vocabulary,
    /// Whether boxes are too small for words.
    pub is_brief: bool,
}

impl Picture<'_> {
    /// What is revealed by now and lies in a window.
    pub fn drawn(&self, window: Window) -> Vec<Drawn> {
        self.layout
            .within(window)
            .filter_map(|slot| self.slot(slot))
            .map(|drawn| if self.is_brief { drawn.without_words() } else { drawn })
            .collect()
    }

    fn slot(&self, slot: &Slot) -> Option<Drawn> {
        let drawn = Drawn {
            kind: slot.kind,
            x: slot.x,
            y: slot.y,
            from: slot.from,
            state: "rest",
            is_best: false,
            is_greedy: false,
            is_active: false,
            is_chosen: false,
            label: String::new(),
            log_prob: String::new(),
            score: String::new(),
            mark: String::new(),
            folded: None,
        };
        match slot.kind {
            SlotKind::Node(idx) => self.node(NodeId(idx), drawn),
            SlotKind::Rest { .. } => {
                let (step_idx, row_idx) = slot.step?;
                let rest = self.run.expansions.get(step_idx)?.expanded.get(row_idx)?.rest;
                let at = (self.view.step_idx?, self.view.n_shown);
                let is_shown = step_idx < at.0 || (step_idx == at.0 && row_idx < at.1);
                let label =
                    t_args("tree-rest", &[("others", words::others(rest.n_tokens).into()), ("mass", words::prob(rest.mass).into())]);
                is_shown.then_some(Drawn { label, ..drawn })
            }
            SlotKind::Greedy { depth } => {
                let step_idx = depth - 1;
                let n_expanded = self.run.expansions.get(step_idx)?.expanded.len();
                let at = (self.view.step_idx?, self.view.n_shown);
                let is_shown = step_idx < at.0 || (step_idx == at.0 && n_expanded < at.1);
                let point = self.greedy.get(step_idx).filter(|_| is_shown)?;
                let label = self.vocabulary.label(point.token);
                Some(Drawn {
                    state: "greedy",
                    is_greedy: true,
                    label: short_label(&label),
                    log_prob: words::nats(point.log_prob),
                    score: format!("s {}", words::nats(point.score)),
                    mark: t("tree-greedy"),
                    ..drawn
                })
            }
        }
    }

    fn node(&self, id: NodeId, drawn: Drawn) -> Option<Drawn> {
        let seen = self.view.nodes.binary_search_by_key(&id, |node| node.id).ok().map(|idx| self.view.nodes[idx])?;
        let node = self.run.node(id);
        let next = self.run.expansions.get(node.depth).and_then(|step| step.expanded.iter().find(|expanded| expanded.node == id));
        let has_children = next.is_some_and(|expanded| {
            expanded.children.first().is_some_and(|child| self.view.nodes.binary_search_by_key(child, |node| node.id).is_ok())
        });
        let (state, mark, _) = state_words(seen.state);
        let drawn = Drawn {
            state,
            is_best: seen.on_best_path,
            is_greedy: self.layout.is_greedy(id),
            is_active: seen.active,
            is_chosen: self.chosen == Some(id),
            folded: has_children.then(|| self.folding.folded.contains(&id.0)),
            ..drawn
        };
        let Some(token) = node.token else {
            let n_tokens = self.run.trace.prompt.len();
            return Some(Drawn {
                label: t("tree-prompt"),
                score: "s 0".to_owned(),
                mark: t_args("count-tokens", &[("n", n_tokens.into())]),
                state: "inner",
                ..drawn
            });
        };
        let label = self.vocabulary.label(token);
        Some(Drawn {
            label: short_label(&label),
            log_prob: words::nats(node.log_prob),
            score: format!("s {}", words::nats(node.score)),
            mark,
            ..drawn
        })
    }
}

/// A node in words: what the box has no room for.
pub fn node_words(run: &BeamRun, view: &BeamView, layout: &BeamLayout, id: NodeId, vocabulary: &Vocabulary) -> Option<String> {
    let seen = view.nodes.binary_search_by_key(&id, |node| node.id).ok().map(|idx| view.nodes[idx])?;
    let node = run.node(id);
    let Some(token) = node.token else {
        let tokens = t_args("count-tokens", &[("n", run.trace.prompt.len().into())]);
        return Some(t_args("tree-prompt-words", &[("tokens", tokens.into())]));
    };
    let (_, _, what) = state_words(seen.state);
    let values = [
        ("token", words::in_quotes(&vocabulary.label(token)).into()),
        ("prob", words::prob(node.prob).into()),
        ("log_prob", words::nats(node.log_prob).into()),
        ("rank", node.token_rank.into()),
        ("score", words::nats(node.score).into()),
        ("what", what.into()),
    ];
    let mut said = t_args("tree-node", &values);
    if let NodeState::Pruned { margin } | NodeState::Displaced { margin } = seen.state {
        said.push_str(&t_args("tree-node-margin", &[("margin", decimal(margin, 2).into())]));
    }
    if run.frontier().config().settings.num_beam_groups > 1 {
        said.push_str(&t_args("tree-node-group", &[("group", (node.group + 1).into())]));
    }
    if layout.is_greedy(id) {
        said.push_str(&t("tree-node-greedy"));
    }
    Some(said + &t("tree-node-end"))
}

impl Drawn {
    fn without_words(self) -> Self {
        Self { label: String::new(), log_prob: String::new(), score: String::new(), mark: String::new(), ..self }
    }

    /// The line from its parent, as it is seen from a point.
    pub fn line(&self, origin: (i32, i32)) -> Option<String> {
        self.from.map(|from| {
            let (x, y) = (from.0 - origin.0, from.1 - origin.1);
            let (to_x, to_y) = (self.x - origin.0, self.y - origin.1);
            let middle = (x + to_x) / 2;
            format!("M{x} {y}C{middle} {y} {middle} {to_y} {to_x} {to_y}")
        })
    }
}

/// A tree as a picture that needs nothing else, in the page's colours.
pub fn tree_svg(drawn: &[Drawn]) -> (String, u32, u32) {
    const MARGIN: i32 = 12;
    let right = drawn.iter().map(|drawn| drawn.x + BOX.0).max().unwrap_or(0) + MARGIN;
    let top = drawn.iter().map(|drawn| drawn.y - BOX.1 / 2).min().unwrap_or(0) - MARGIN;
    let bottom = drawn.iter().map(|drawn| drawn.y + BOX.1 / 2).max().unwrap_or(0) + MARGIN;
    let (width, height) = ((right + MARGIN) as u32, (bottom - top) as u32);
    let mut svg = String::new();
    write_svg(drawn, (-MARGIN, top, width, height), &mut svg).expect("a string takes everything");
    (svg, width, height)
}

fn write_svg(drawn: &[Drawn], (left, top, width, height): (i32, i32, u32, u32), svg: &mut String) -> std::fmt::Result {
    write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"{left} {top} {width} {height}\" \
         font-family=\"ui-monospace, monospace\" font-size=\"12\">"
    )?;
    for place in drawn {
        if let Some(line) = place.line((0, 0)) {
            let (stroke, width) = if place.is_best { ("var(--target)", 3) } else { ("var(--edge)", 1) };
            write!(svg, "<path d=\"{line}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\"/>")?;
        }
    }
    for place in drawn {
        let (fill, stroke, ink) = match place.state {
            "live" | "inner" | "finished" => ("var(--target-wash)", "var(--target)", "var(--ink)"),
            "candidate" | "greedy" => ("var(--surface)", "var(--ink-soft)", "var(--ink)"),
            _ => ("var(--sunken)", "var(--line)", "var(--ink-soft)"),
        };
        let (x, y) = (place.x, place.y);
        if place.state != "rest" {
            let dash = if place.is_greedy { " stroke-dasharray=\"5 3\"" } else { "" };
            write!(
                svg,
                "<rect x=\"{x}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"5\" fill=\"{fill}\" stroke=\"{stroke}\"{dash}/>",
                y - BOX.1 / 2,
                BOX.0,
                BOX.1
            )?;
        }
        let row = if place.state == "rest" { y + 4 } else { y - 4 };
        write!(svg, "<text x=\"{}\" y=\"{row}\" fill=\"{ink}\">{}</text>", x + 8, escaped(&place.label))?;
        for (text, at, row, anchor) in [
            (&place.log_prob, x + BOX.0 - 8, y - 4, "end"),
            (&place.score, x + 8, y + 12, "start"),
            (&place.mark, x + BOX.0 - 8, y + 12, "end"),
        ] {
            write!(
                svg,
                "<text x=\"{at}\" y=\"{row}\" fill=\"var(--ink-soft)\" font-size=\"11\" text-anchor=\"{anchor}\">{}</text>",
                escaped(text)
            )?;
        }
    }
    svg.push_str("</svg>");
    Ok(())
}

/// A text inside of SVG.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{BeamLesson, BeamPair, BeamSettings};

    struct Scene {
        pair: BeamPair,
        vocabulary: Vocabulary,
        greedy: Vec<PathPoint>,
    }

    impl Scene {
        fn new(lesson: &BeamLesson, num_beams: usize) -> Self {
            let settings = BeamSettings { num_beams, ..BeamSettings::default() };
            let pair = BeamPair::of_lesson(lesson, settings).expect("it fits together");
            let greedy = PathPoint::path(&pair.greedy, pair.greedy.best().expect("a text"));
            Self { pair, vocabulary: lesson.vocabulary.clone(), greedy }
        }

        fn layout(&self, folding: &Folding) -> BeamLayout {
            let greedy: Vec<TokenId> = self.greedy.iter().map(|point| point.token).collect();
            BeamLayout::new(&self.pair.beams, &greedy, folding)
        }

        fn drawn(&self, n_shown: usize, folding: &Folding, window: Window) -> Vec<Drawn> {
            let view = BeamView::at(&self.pair.beams, n_shown);
            let layout = self.layout(folding);
            let picture = Picture {
                run: &self.pair.beams,
                greedy: &self.greedy,
                view: &view,
                layout: &layout,
                folding,
                chosen: view.best,
                vocabulary: &self.vocabulary,
                is_brief: false,
            };
            picture.drawn(window)
        }
    }

    #[test]
    fn boxes_do_not_overlap_lines_do_not_cross_and_all_nodes_are_there() {
        for lesson in [BeamLesson::width(), BeamLesson::ending()] {
            for num_beams in 1..7 {
                let scene = Scene::new(&lesson, num_beams);
                let layout = scene.layout(&Folding::default());
                for pair in layout.slots.windows(2).filter(|pair| pair[0].x == pair[1].x) {
                    assert!(pair[1].y - pair[0].y >= REST_PITCH);
                    let ordered = pair[0].from.zip(pair[1].from).is_none_or(|(first, second)| first.1 <= second.1);
                    assert!(ordered || matches!(pair[1].kind, SlotKind::Greedy { .. }), "lines cross");
                }
                let n_nodes = layout.slots.iter().filter(|slot| matches!(slot.kind, SlotKind::Node(_))).count();
                assert_eq!(n_nodes, scene.pair.beams.tree().nodes.len());
            }
        }
    }

    #[test]
    fn what_is_drawn_is_what_the_view_reveals_and_never_moves() {
        let scene = Scene::new(&BeamLesson::width(), 2);
        let mut places = std::collections::BTreeMap::new();
        for n_shown in 0..=scene.pair.beams.timeline.len() {
            let drawn = scene.drawn(n_shown, &Folding::default(), Window::ALL);
            let nodes = drawn.iter().filter(|drawn| matches!(drawn.kind, SlotKind::Node(_))).count();
            assert_eq!(nodes, BeamView::at(&scene.pair.beams, n_shown).nodes.len());
            for place in drawn {
                assert_eq!(*places.entry(place.kind).or_insert((place.x, place.y)), (place.x, place.y));
            }
        }
    }

    // Greedy takes " your" first; with one beam that is the whole tree, with three it is a branch that is left.
    #[test]
    fn greedys_text_is_marked_in_the_tree_and_goes_on_beside_it() {
        for num_beams in 1..4 {
            let scene = Scene::new(&BeamLesson::width(), num_beams);
            let drawn = scene.drawn(usize::MAX, &Folding::default(), Window::ALL);
            let greedy: Vec<&Drawn> = drawn.iter().filter(|drawn| drawn.is_greedy).collect();
            let depths: Vec<i32> = greedy.iter().map(|drawn| drawn.x / COLUMN).collect();
            assert_eq!(depths, [0, 1, 2, 3], "{num_beams} beams: once at each length");
            let labels: Vec<&str> = greedy.iter().map(|drawn| drawn.label.as_str()).collect();
            assert_eq!(labels[1..], ["␣your", "␣boat", "␣row"]);
        }
    }

    #[test]
    fn every_revealed_node_has_words_and_no_other() {
        let scene = Scene::new(&BeamLesson::ending(), 3);
        let run = &scene.pair.beams;
        let layout = scene.layout(&Folding::default());
        let half = BeamView::at(run, run.timeline.len() / 2);
        let said: Vec<Option<String>> =
            (0..run.tree().nodes.len()).map(|idx| node_words(run, &half, &layout, NodeId(idx), &scene.vocabulary)).collect();
        assert_eq!(said.iter().flatten().count(), half.nodes.len());
        assert!(said[0].as_ref().is_some_and(|words| words.starts_with("The prompt, 1 token")));
        assert!(said.iter().flatten().any(|words| words.contains("below the last one kept.")), "{said:?}");
        assert!(said.iter().flatten().any(|words| words.contains("; greedy goes here, too.")), "{said:?}");
    }

    #[test]
    fn folding_hides_what_grew_and_kept_only_hides_the_pruned() {
        let scene = Scene::new(&BeamLesson::width(), 2);
        let all = scene.drawn(usize::MAX, &Folding::default(), Window::ALL);
        assert_eq!(all[0].folded, Some(false));
        let folded = Folding { folded: BTreeSet::from([0]), kept_only: false };
        let few = scene.drawn(usize::MAX, &folded, Window::ALL);
        let of_tree = few.iter().filter(|drawn| matches!(drawn.kind, SlotKind::Node(_))).count();
        assert_eq!((of_tree, few[0].folded), (1, Some(true)));
        let kept = scene.drawn(usize::MAX, &Folding { kept_only: true, ..Folding::default() }, Window::ALL);
        assert!(kept.len() < all.len() && kept.iter().all(|drawn| drawn.state != "rest"));
        assert!(kept.iter().all(|drawn| drawn.state != "pruned" || drawn.is_greedy));
    }

    #[test]
    fn only_what_a_window_shows_is_drawn() {
        let scene = Scene::new(&BeamLesson::width(), 3);
        let all = scene.drawn(usize::MAX, &Folding::default(), Window::ALL);
        let part = Window { left: COLUMN, right: COLUMN + 10, ..Window::ALL };
        let seen = scene.drawn(usize::MAX, &Folding::default(), part);
        assert!(!seen.is_empty() && seen.len() < all.len());
        assert!(all.iter().filter(|drawn| drawn.x == COLUMN).all(|drawn| seen.contains(drawn)));
        let nowhere = Window { left: 99 * COLUMN, right: 100 * COLUMN, ..Window::ALL };
        assert!(scene.drawn(usize::MAX, &Folding::default(), nowhere).is_empty());
        let before = Window { left: -9 * COLUMN, right: -8 * COLUMN, ..Window::ALL };
        assert!(scene.drawn(usize::MAX, &Folding::default(), before).is_empty());
    }

    #[test]
    fn the_picture_holds_every_box_and_no_token_breaks_out_of_it() {
        let scene = Scene::new(&BeamLesson::ending(), 3);
        let mut drawn = scene.drawn(usize::MAX, &Folding::default(), Window::ALL);
        drawn[1].label = "<b>&".to_owned();
        let (svg, width, height) = tree_svg(&drawn);
        let n_boxes = drawn.iter().filter(|drawn| drawn.state != "rest").count();
        assert_eq!(svg.matches("<rect").count(), n_boxes);
        assert!(svg.contains("&lt;b&gt;&amp;") && !svg.contains("<b>"));
        assert!(width > 4 * COLUMN as u32 && height > 100);
        assert!(drawn.iter().any(|drawn| drawn.mark.starts_with("■ end")) && drawn.iter().any(|drawn| drawn.mark.starts_with('✕')));
    }
}

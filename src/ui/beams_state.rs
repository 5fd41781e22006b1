//! The state of the lab "Greedy and beam search": a search with greedy beside it, a playhead over its
//! steps, and what is folded or chosen in its tree. The target is searched in the worker; the
//! hand-made tables are searched here.

use crate::decode::{
    BEAM_PRESETS, BeamLesson, BeamPair, BeamPreset, BeamRecording, BeamScenario, BeamSettings, BeamSpec, BeamStop, BeamView,
    EnumeratedText, ExpansionFacts, GreedyComparison, NodeId, Notice, PathPoint, PlayMode, PlayheadCommand, RECORDING_VERSION, TokenId,
    Vocabulary, WidthResult, enumerate, now_or_never, search_widths,
};
use crate::protocol::{Reply, Request, RunId};
use crate::ui::beam_layout::{BeamLayout, Folding};
use crate::ui::engine_state::Engine;
use crate::ui::i18n::{key, t_args};
use crate::ui::player::{Player, Standpoint};
use crate::ui::state::{RunSource, RunStatus};
use crate::ui::url::value_of;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// The recording that the lab opens on.
pub const FIRST_BEAMS_URL: &str = "traces/first-beams.json";

/// A slider that is being dragged asks for many searches; only the one it rests at is made.
const SETTLE: Duration = Duration::from_millis(180);

/// Steps that arrive within this time are drawn together: a worker is quicker than a page.
const DRAW_DELAY: Duration = Duration::from_millis(30);

/// The place that a fresh page opens at: two levels, whole. A tree of one box shows nothing.
const FIRST_PLACE: (usize, usize) = (1, usize::MAX);

/// The search on screen.
#[derive(Clone, Debug)]
pub struct ShownBeams {
    /// What decided it.
    pub spec: BeamSpec,
    /// The search, and greedy beside it.
    pub pair: BeamPair,
    /// The tokens' texts.
    pub vocabulary: Arc<Vocabulary>,
    /// Where it comes from.
    pub source: RunSource,
}

impl ShownBeams {
    /// Greedy's text as far as it has come.
    pub fn greedy_path(&self) -> Vec<PathPoint> {
        self.pair.greedy.best().map(|best| PathPoint::path(&self.pair.greedy, best)).unwrap_or_default()
    }

    fn greedy_tokens(&self) -> Vec<TokenId> {
        self.greedy_path().iter().map(|point| point.token).collect()
    }

    /// Greedy's text beside the best beam, as far as a view reveals both.
    pub fn comparison(&self, view: &BeamView) -> Option<GreedyComparison> {
        let mut greedy = self.greedy_path();
        greedy.truncate(n_ranked(view));
        Some(GreedyComparison::new(&greedy, &PathPoint::path(&self.pair.beams, view.best?)))
    }
}

/// Levels of a view whose ranking is shown: texts are this long.
pub fn n_ranked(view: &BeamView) -> usize {
    match view.event {
        Some(crate::decode::BeamEvent::Expand(_)) => view.depth - 1,
        _ => view.depth,
    }
}

/// Every text of a table, and what searches of several widths find.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// The words.
    pub vocabulary: Vocabulary,
    /// The settings that texts are ranked with.
    pub settings: BeamSettings,
    /// All texts, the best first.
    pub texts: Vec<EnumeratedText>,
    /// The searches, by width.
    pub widths: Vec<WidthResult>,
    /// Words of the table.
    pub n_words: usize,
}

impl Proof {
    /// Enumerates a table's texts and searches it with each width; `None` if there are too many texts.
    pub fn of(lesson: &BeamLesson, settings: BeamSettings) -> Option<Self> {
        // Groups and their penalty look for other texts than the best.
        let settings = BeamSettings { num_beam_groups: 1, ..settings };
        let config = lesson.config(settings);
        let depth = config.settings.max_depth;
        let n_words = lesson.vocabulary.len();
        let enough = crate::decode::sufficient_beams(n_words, depth);
        let mut widths = vec![1, 2, 3, 4, enough, enough * n_words];
        widths.retain(|width| *width != 4 || n_words > 3);
        widths.sort_unstable();
        widths.dedup();
        let texts = now_or_never(enumerate(&config, &lesson.model, &lesson.prompt))?.ok()??;
        let widths = now_or_never(search_widths(&config, &lesson.model, &lesson.prompt, &widths))?.ok()?;
        Some(Self { vocabulary: lesson.vocabulary.clone(), settings: config.settings, texts, widths, n_words })
    }

    /// The place, from 0, that a search's text has among all.
    pub fn rank_of(&self, found: &WidthResult) -> Option<usize> {
        self.texts.iter().position(|text| Some(&text.tokens) == found.tokens.as_ref())
    }
}

/// The lab's state. Copies share the same signals.
#[derive(Clone, Copy)]
pub struct BeamsState {
    /// The experiment as the controls show it.
    pub spec: RwSignal<BeamSpec>,
    /// The search on screen, if there is one yet.
    pub shown: RwSignal<Option<ShownBeams>>,
    /// How far into its story we look.
    pub standpoint: Standpoint,
    /// What is revealed now.
    pub view: Memo<Option<BeamView>>,
    /// Where every text lies.
    pub layout: Memo<BeamLayout>,
    /// What is left out of the tree.
    pub folding: RwSignal<Folding>,
    /// The node chosen by hand; without one the best text is.
    pub chosen: RwSignal<Option<NodeId>>,
    /// All texts of the table on screen.
    pub proof: Memo<Option<Arc<Proof>>>,
    /// The worker.
    pub engine: Engine,
    /// The search asked for last.
    pub run_status: RwSignal<RunStatus>,
    active: StoredValue<bool>,
    /// A search whose first step has not come yet: it replaces the one on screen when it does.
    pending: StoredValue<Option<ShownBeams>>,
    /// The recording that came with the page.
    first: StoredValue<Option<ShownBeams>>,
    /// Steps that have arrived and are not drawn yet: the beams', and greedy's.
    inbox: StoredValue<(Vec<ExpansionFacts>, Vec<ExpansionFacts>)>,
    /// The number of the search that was asked for last, and its settings: those in the controls may have changed since.
    last_run: StoredValue<(RunId, BeamSpec)>,
    settling: StoredValue<Option<TimeoutHandle>>,
}

impl BeamsState {
    /// The state of a page opened at this query, and what the query had wrong.
    pub fn new(query: &str, engine: Engine) -> (Self, Vec<Notice>) {
        let query = query.strip_prefix('?').unwrap_or(query);
        let (spec, notices) = BeamSpec::parse(query);
        let at = value_of(query, "at").and_then(|value| {
            let (level, n_shown) = value.split_once('.')?;
            Some((level.parse::<usize>().ok()?.checked_sub(1)?, n_shown.parse().ok()?))
        });
        let last_run = StoredValue::new((RunId(0), spec.clone()));
        let spec = RwSignal::new(spec);
        let shown = RwSignal::new(None::<ShownBeams>);
        let standpoint = Standpoint::new(Some(at.unwrap_or(FIRST_PLACE)));
        let folding = RwSignal::new(Folding::default());
        let n_shown = Memo::new(move |_| standpoint.playhead.with(|playhead| playhead.n_shown));
        let state = Self {
            spec,
            shown,
            standpoint,
            view: Memo::new(move |_| shown.with(|shown| shown.as_ref().map(|shown| BeamView::at(&shown.pair.beams, n_shown.get())))),
            layout: Memo::new(move |_| {
                shown.with(|shown| {
                    let Some(shown) = shown else { return BeamLayout::default() };
                    folding.with(|folding| BeamLayout::new(&shown.pair.beams, &shown.greedy_tokens(), folding))
                })
            }),
            folding,
            chosen: RwSignal::new(None),
            proof: Memo::new(move |_| {
                let (lesson, settings) = spec.with(|spec| Some((spec.scenario.lesson()?, spec.search_settings())))?;
                Proof::of(&lesson, settings).map(Arc::new)
            }),
            engine,
            run_status: RwSignal::new(RunStatus::Idle),
            active: StoredValue::new(false),
            pending: StoredValue::new(None),
            first: StoredValue::new(None),
            inbox: StoredValue::new((Vec::new(), Vec::new())),
            last_run,
            settling: StoredValue::new(None),
        };
        engine.listen(move |reply| state.on_reply(reply));
        (state, notices)
    }

    /// The state that components share.
    pub fn use_context() -> Self {
        expect_context()
    }

    /// A token made visible; empty without a search.
    pub fn label(self, token: TokenId) -> String {
        self.shown.with(|shown| shown.as_ref().map(|shown| shown.vocabulary.label(token)).unwrap_or_default())
    }

    /// The node whose arithmetic is shown: the one chosen by hand as long as it is revealed, else the
    /// best text.
    pub fn chosen_or_best(self) -> Option<NodeId> {
        let chosen = self.chosen.get();
        self.view.with(|view| {
            let view = view.as_ref()?;
            chosen.filter(|chosen| view.nodes.binary_search_by_key(chosen, |node| node.id).is_ok()).or(view.best)
        })
    }

    /// Folds what grew from a node away, or shows it again.
    pub fn toggle_fold(self, node: NodeId) {
        self.folding.update(|folding| {
            if !folding.folded.remove(&node.0) {
                folding.folded.insert(node.0);
            }
        });
    }

    /// Moves the playhead. Whoever moves it by hand no longer waits for a place from a link.
    pub fn send(self, command: PlayheadCommand) {
        self.shown.with_untracked(|shown| self.standpoint.send(command, shown.as_ref().map(|shown| &shown.pair.beams.timeline)));
    }

    /// What the playback bar drives while this lab is on screen.
    pub fn player(self) -> Player {
        let n_levels = move || self.shown.with(|shown| shown.as_ref().map_or(0, |shown| shown.pair.beams.expansions.len()));
        let place = Memo::new(move |_| {
            self.view.with(|view| match view.as_ref().and_then(|view| Some((view, view.step_idx?))) {
                Some((view, step_idx)) => {
                    let level = [("level", (step_idx + 1).into()), ("levels", n_levels().into())];
                    let step = [("step", view.n_shown.into()), ("steps", view.n_events.into())];
                    t_args("beams-place", &[level, step].concat())
                }
                None => t_args("beams-place-before", &[("levels", n_levels().into())]),
            })
        });
        Player {
            playhead: self.standpoint.playhead,
            n_events: Memo::new(move |_| self.shown.with(|shown| shown.as_ref().map_or(0, |shown| shown.pair.beams.timeline.len()))),
            place,
            chapter: key("playback-next-level"),
            send: Callback::new(move |command| self.send(command)),
        }
    }

    /// What the address bar should say.
    pub fn query(self) -> String {
        let mut query = self.spec.with(BeamSpec::to_query);
        let place = self.shown.with(|shown| self.standpoint.place(shown.as_ref().map(|shown| &shown.pair.beams.timeline)));
        // Where a fresh page stands anyway need not be said.
        let n_first =
            self.shown.with(|shown| shown.as_ref().map_or(0, |shown| shown.pair.beams.timeline.cycle_events(FIRST_PLACE.0).len()));
        let is_first = |at: (usize, usize)| at.0 == FIRST_PLACE.0 && at.1 >= n_first;
        let at = place.filter(|at| !is_first(*at));
        if let Some((step_idx, n_shown)) = at {
            query.push_str(&format!("{}at={}.{n_shown}", if query.is_empty() { "" } else { "&" }, step_idx + 1));
        }
        query
    }

    /// Whether playback stands still.
    pub fn at_rest(self) -> bool {
        self.standpoint.playhead.with(|playhead| playhead.mode != PlayMode::Playing)
    }

    /// The lab comes on screen: it shows what it has, and searches where it has nothing.
    pub fn enter(self) {
        self.active.set_value(true);
        let outdated = |shown: &ShownBeams| self.engine.is_outdated(shown.source, &shown.pair.beams.trace.model);
        let is_fresh = self.shown.with_untracked(|shown| shown.as_ref().is_none_or(outdated));
        if is_fresh {
            self.run();
        }
    }

    /// The lab goes off screen.
    pub fn leave(self) {
        self.active.set_value(false);
        self.stop();
    }

    /// Changes the experiment, and searches once the change has settled.
    pub fn change_spec(self, change: impl FnOnce(&mut BeamSpec)) {
        let before = self.spec.get_untracked();
        let mut spec = before.clone();
        change(&mut spec);
        if spec == before {
            return;
        }
        self.spec.set(spec);
        if let Some(handle) = self.settling.get_value() {
            handle.clear();
        }
        self.settling.set_value(set_timeout_with_handle(move || self.run(), SETTLE).ok());
    }

    /// Goes to a scenario, at the beginning of its story.
    pub fn choose_scenario(self, scenario: BeamScenario) {
        let mut spec = self.spec.get_untracked();
        spec.scenario = scenario;
        if let Some(lesson) = scenario.lesson() {
            spec.settings = BeamSettings { num_beams: 2, max_depth: lesson.max_depth, ..BeamSettings::default() };
        } else {
            spec = BEAM_PRESETS[0].spec();
        }
        self.go(spec);
    }

    /// Goes to an example, at the beginning of its story.
    pub fn choose_preset(self, preset: &BeamPreset) {
        self.go(preset.spec());
    }

    fn go(self, spec: BeamSpec) {
        self.spec.set(spec);
        self.cancel();
        self.standpoint.start_over(Some(FIRST_PLACE));
        self.search();
    }

    /// Searches with the settings as they are; the place in the story stays.
    pub fn run(self) {
        self.cancel();
        self.search();
    }

    fn search(self) {
        let spec = self.spec.get_untracked();
        if let Some(lesson) = spec.scenario.lesson() {
            match BeamPair::of_lesson(&lesson, spec.search_settings()) {
                Ok(pair) => self.show(ShownBeams { spec, pair, vocabulary: Arc::new(lesson.vocabulary), source: RunSource::LessonCase }),
                Err(message) => self.engine.notify(t_args("beams-table-not-searched", &[("why", message.into())])),
            }
            return;
        }
        if !self.engine.is_ready() {
            // It runs as soon as the models are there. A table does not stand in for them.
            if self.shown.with_untracked(|shown| shown.as_ref().is_some_and(|shown| shown.source == RunSource::LessonCase)) {
                match self.first.get_value() {
                    Some(first) => self.show(first),
                    None => self.shown.set(None),
                }
            }
            return;
        }
        self.run_status.set(RunStatus::Running);
        let run = self.engine.next_id();
        self.last_run.set_value((run, spec.clone()));
        let settings = spec.search_settings();
        self.engine.request(&Request::SearchBeams { run, prompt: spec.prompt, settings });
    }

    /// Stops the search under way, at once: what is on screen stays, and what is still on its way is
    /// not waited for.
    pub fn stop(self) {
        if self.run_status.get_untracked() != RunStatus::Running {
            return;
        }
        self.engine.request(&Request::Cancel { run: self.run_id() });
        self.engine.answered();
        self.draw_inbox();
        self.disown();
        self.shown.update(|shown| {
            if let Some(shown) = shown
                && shown.source == RunSource::Live
            {
                for run in [&mut shown.pair.beams, &mut shown.pair.greedy] {
                    if run.trace.stop.is_none() {
                        // A search that was not over can be cancelled anywhere; one that was has said why.
                        let stop = run.frontier().stop().unwrap_or(BeamStop::Cancelled);
                        let _ = run.end(stop);
                    }
                }
            }
        });
        self.timeline_changed();
    }

    /// Opens a recorded search from a file's text. A file that cannot be shown changes nothing.
    pub fn open_file(self, json: &str) {
        match opened(json, RunSource::File) {
            Ok(shown) => {
                self.cancel();
                self.spec.set(shown.spec.clone());
                self.standpoint.start_over(Some(FIRST_PLACE));
                self.show(shown);
            }
            Err(message) => self.engine.notify(t_args("notice-file-not-opened", &[("why", message.into())])),
        }
    }

    /// Shows the recording that came with the page, unless something else is on screen already.
    pub fn open_first(self, json: &str) {
        match opened(json, RunSource::Recorded) {
            Ok(shown) => {
                self.first.set_value(Some(shown.clone()));
                let of_target = self.spec.with_untracked(|spec| spec.scenario == BeamScenario::Target);
                if of_target && self.shown.with_untracked(Option::is_none) {
                    self.show(shown);
                }
            }
            Err(message) => self.engine.notify(t_args("notice-example-not-opened", &[("why", message.into())])),
        }
    }

    /// What is on screen, as a recording.
    pub fn recording(self) -> Option<BeamRecording> {
        self.shown.with_untracked(|shown| {
            shown.as_ref().map(|shown| BeamRecording {
                version: RECORDING_VERSION,
                spec: shown.spec.clone(),
                beams: shown.pair.beams.trace.clone(),
                greedy: shown.pair.greedy.trace.clone(),
                vocabulary: (*shown.vocabulary).clone(),
            })
        })
    }

    fn cancel(self) {
        self.stop();
        if let Some(handle) = self.settling.get_value() {
            handle.clear();
        }
        self.engine.trouble.set(None);
        self.disown();
    }

    /// Whatever is still on its way of a search is no longer wanted: a new number makes it a stranger.
    fn disown(self) {
        self.last_run.update_value(|(last, _)| *last = self.engine.next_id());
        self.pending.set_value(None);
        self.inbox.set_value((Vec::new(), Vec::new()));
        self.run_status.set(RunStatus::Idle);
    }

    fn run_id(self) -> RunId {
        self.last_run.with_value(|(run, _)| *run)
    }

    fn show(self, shown: ShownBeams) {
        // Nodes of another tree have other numbers.
        self.chosen.set(None);
        if self.folding.with_untracked(|folding| !folding.folded.is_empty()) {
            self.folding.update(|folding| folding.folded.clear());
        }
        self.shown.with_untracked(|before| self.standpoint.give_way(before.as_ref().map(|before| &before.pair.beams.timeline)));
        self.shown.set(Some(shown));
        self.timeline_changed();
    }

    /// Follows the timeline's growth.
    fn timeline_changed(self) {
        self.shown.with_untracked(|shown| {
            if let Some(shown) = shown {
                self.standpoint.follow(&shown.pair.beams.timeline, shown.source == RunSource::Recorded);
            }
        });
    }

    fn on_reply(self, reply: &Reply) {
        let is_current = |run: &RunId| *run == self.run_id();
        match reply {
            Reply::Ready { pair, .. } if self.active.get_value() => {
                let is_of_another = |shown: &ShownBeams| match shown.source {
                    RunSource::Recorded => true,
                    RunSource::Live => shown.pair.beams.trace.model.name != pair.target.name,
                    _ => false,
                };
                let waits = self.shown.with_untracked(|shown| shown.as_ref().is_none_or(is_of_another));
                if waits && self.spec.with_untracked(|spec| spec.scenario == BeamScenario::Target) {
                    self.run();
                }
            }
            Reply::BeamsStarted { run, beams, greedy } if is_current(run) => {
                let Some(vocabulary) = self.engine.vocabulary.get_untracked() else { return self.disown() };
                let spec = self.last_run.with_value(|(_, asked)| asked.clone());
                match BeamPair::from_traces(beams.clone(), greedy.clone()) {
                    Ok(pair) => self.pending.set_value(Some(ShownBeams { spec, pair, vocabulary, source: RunSource::Live })),
                    Err(message) => {
                        self.stop(); // Its steps belong to no search on screen.
                        self.engine.notify(t_args("beams-search-not-shown", &[("why", message.into())]));
                    }
                }
            }
            Reply::BeamSteps { run, beams, greedy } if is_current(run) => {
                let idle = self.inbox.with_value(|(beams, greedy)| beams.is_empty() && greedy.is_empty());
                self.inbox.update_value(|inbox| {
                    inbox.0.extend_from_slice(beams);
                    inbox.1.extend_from_slice(greedy);
                });
                if idle {
                    set_timeout(move || self.draw_inbox(), DRAW_DELAY);
                }
            }
            Reply::BeamsEnded { run, beams, greedy } if is_current(run) => {
                self.engine.answered();
                self.draw_inbox();
                self.append(Vec::new(), Vec::new()); // A search without a single step is shown as well.
                let mut refused = None;
                self.shown.update(|shown| {
                    if let Some(shown) = shown {
                        refused = shown.pair.beams.end(*beams).and_then(|()| shown.pair.greedy.end(*greedy)).err();
                    }
                });
                self.engine.report_mismatch(refused);
                self.run_status.set(RunStatus::Idle);
                self.timeline_changed();
            }
            Reply::Failed { run: Some(run), fault } if is_current(run) => {
                self.engine.could_not(fault);
                self.run_status.set(RunStatus::Idle);
            }
            Reply::Crashed { .. } => self.run_status.set(RunStatus::Idle),
            _ => {}
        }
    }

    /// Draws the steps that have arrived. Those of a search that is no longer wanted went with it.
    fn draw_inbox(self) {
        let (beams, greedy) = self.inbox.try_update_value(std::mem::take).unwrap_or_default();
        if !(beams.is_empty() && greedy.is_empty()) {
            self.append(beams, greedy);
        }
    }

    fn append(self, beams: Vec<ExpansionFacts>, greedy: Vec<ExpansionFacts>) {
        let mut refused = None;
        let push = |pair: &mut BeamPair| {
            beams.into_iter().try_for_each(|facts| pair.beams.push(facts))?;
            greedy.into_iter().try_for_each(|facts| pair.greedy.push(facts))
        };
        if let Some(mut fresh) = self.pending.get_value() {
            self.pending.set_value(None);
            refused = push(&mut fresh.pair).err();
            self.show(fresh);
        } else {
            self.shown.update(|shown| refused = shown.as_mut().and_then(|shown| push(&mut shown.pair).err()));
            self.timeline_changed();
        }
        self.engine.report_mismatch(refused);
    }

    /// A neighbour of a node in the tree, as far as it is revealed: its parent, its first kept child, or
    /// the next box above or below in its column.
    pub fn neighbour(self, from: NodeId, way: Way) -> Option<NodeId> {
        self.shown.with_untracked(|shown| {
            let run = &shown.as_ref()?.pair.beams;
            self.view.with_untracked(|view| {
                let view = view.as_ref()?;
                let is_shown = |node: NodeId| view.nodes.binary_search_by_key(&node, |node| node.id).is_ok();
                self.layout.with_untracked(|layout| match way {
                    Way::Parent => run.node(from).parent,
                    Way::Child => {
                        let expanded = run.expansions.get(run.node(from).depth)?.expanded.iter().find(|expanded| expanded.node == from)?;
                        expanded.children.iter().copied().find(|child| is_shown(*child) && layout.slot_of(*child).is_some())
                    }
                    Way::Up | Way::Down => {
                        let at = *layout.slot_of(from)?;
                        let column = view.nodes.iter().filter_map(|node| layout.slot_of(node.id).map(|slot| (node.id, *slot)));
                        let others = column.filter(|(_, slot)| slot.x == at.x && (slot.y < at.y) == (way == Way::Up) && slot.y != at.y);
                        others.min_by_key(|(_, slot)| (slot.y - at.y).abs()).map(|(node, _)| node)
                    }
                })
            })
        })
    }
}

/// A way to go in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To the text without its last token.
    Parent,
    /// To the best text with one token more.
    Child,
    /// To the box above.
    Up,
    /// To the box below.
    Down,
}

fn opened(json: &str, source: RunSource) -> Result<ShownBeams, String> {
    let (spec, pair, vocabulary) = BeamRecording::open(json)?;
    let mut pair = pair;
    for run in [&mut pair.beams, &mut pair.greedy] {
        if run.trace.stop.is_none() {
            // What was recorded while it went on is shown as far as it went.
            run.end(run.frontier().stop().unwrap_or(BeamStop::Cancelled)).map_err(|mismatch| mismatch.to_string())?;
        }
    }
    Ok(ShownBeams { spec, pair, vocabulary: Arc::new(vocabulary), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    // V^(t-1) beams are enough; fewer need not be, and on this table they are not.
    #[test]
    fn the_proof_finds_the_best_of_all_texts_with_enough_beams_and_misses_it_with_one() {
        for lesson in [BeamLesson::width(), BeamLesson::ending()] {
            let proof = Proof::of(&lesson, BeamSettings::default()).expect("few enough texts");
            let ranks: Vec<Option<usize>> = proof.widths.iter().map(|found| proof.rank_of(found)).collect();
            assert!(ranks[0] != Some(0) && ranks[ranks.len() - 2..] == [Some(0), Some(0)], "{ranks:?}");
        }
        let proof = Proof::of(&BeamLesson::width(), BeamSettings::default()).expect("few enough texts");
        assert_eq!(proof.widths.iter().map(|found| found.num_beams).collect::<Vec<_>>(), [1, 2, 3, 9, 27]);
        assert_eq!(proof.texts.len(), 27);
    }

    #[test]
    fn the_recording_that_the_page_opens_on_opens() {
        let shown = opened(include_str!("../../public/traces/first-beams.json"), RunSource::Recorded).expect("its facts agree");
        assert_eq!(shown.spec, BeamSpec::default());
        let view = BeamView::at(&shown.pair.beams, usize::MAX);
        let comparison = shown.comparison(&view).expect("both have a text");
        assert!(comparison.lead > 0.0 && comparison.overtakes_at.is_some());
        assert_eq!(n_ranked(&view), 12);
    }
}

//! The state of the drafts lab: what is compared, what came of it, and which way and which cycle we look at. The comparison itself runs
//! in the worker.

use crate::decode::{
    Domain, DraftMethod, DraftsFacts, DraftsRecording, DraftsSpec, Notice, PlayMode, Playhead, PlayheadCommand, RECORDING_VERSION,
    StoryEvent, Timeline, Vocabulary, WayCycle, WayFacts, WaySummary,
};
use crate::protocol::{Reply, Request, RunId};
use crate::ui::engine_state::Engine;
use crate::ui::i18n::{key, t, t_args};
use crate::ui::player::{Player, move_playhead};
use crate::ui::state::RunSource;
use crate::ui::url::value_of;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// The recording that the lab opens on.
pub const FIRST_DRAFTS_URL: &str = "traces/first-drafts.json";

/// A slider that is being dragged is compared anew when it rests.
const SETTLE: Duration = Duration::from_millis(500);

/// One step of a way's story.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WayStep {
    /// The guesses of a cycle are there.
    Guess,
    /// They have been tested, and the text has grown.
    Test,
}

impl StoryEvent for WayStep {
    fn millis(self) -> f64 {
        match self {
            Self::Guess => 1400.0,
            Self::Test => 2200.0,
        }
    }
}

/// What is on screen.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownDrafts {
    /// All of it, so far.
    pub facts: DraftsFacts,
    /// The tokens' texts.
    pub vocabulary: Arc<Vocabulary>,
    /// Where it comes from.
    pub source: RunSource,
}

impl ShownDrafts {
    /// One way's facts.
    pub fn way(&self, method: DraftMethod) -> Option<&WayFacts> {
        self.facts.ways.iter().find(|way| way.method == method)
    }

    /// What can be read off one way.
    pub fn summary(&self, method: DraftMethod) -> Option<WaySummary> {
        self.way(method).map(|way| WaySummary::of(way, &self.facts.alone))
    }
}

/// The lab's state. Copies share the same signals.
#[derive(Clone, Copy)]
pub struct DraftsState {
    /// What is compared.
    pub spec: RwSignal<DraftsSpec>,
    /// What came of it, once there is something.
    pub shown: RwSignal<Option<ShownDrafts>>,
    /// Whether a comparison is under way.
    pub running: RwSignal<bool>,
    /// The way that we look at.
    pub chosen: RwSignal<DraftMethod>,
    /// How far along its story we look.
    pub playhead: RwSignal<Playhead>,
    /// Its story.
    pub timeline: Memo<Timeline<WayStep>>,
    /// What was found of kinds of text, each with the settings on screen.
    pub domains: RwSignal<Vec<(Domain, DraftsFacts)>>,
    /// Kinds of text that are still to be compared, the last one first; and what the page goes back to.
    survey: RwSignal<Option<(Vec<Domain>, String)>>,
    /// The worker.
    pub engine: Engine,
    asked: StoredValue<RunId>,
    active: StoredValue<bool>,
    settling: StoredValue<Option<TimeoutHandle>>,
}

impl DraftsState {
    /// The state of a page opened at this query, and what the query had wrong.
    pub fn new(query: &str, engine: Engine) -> (Self, Vec<Notice>) {
        let query = query.strip_prefix('?').unwrap_or(query);
        let (spec, mut notices) = DraftsSpec::parse(query);
        let first = spec.methods.first().copied().unwrap_or(DraftMethod::Model);
        let wanted = value_of(query, "way");
        let chosen = wanted.as_deref().map_or(Some(first), DraftMethod::of_name);
        if let (Some(given), None) = (&wanted, chosen) {
            notices.push(Notice::unknown_choice("way", given, first.name()));
        }
        let spec = RwSignal::new(spec);
        let shown = RwSignal::new(None::<ShownDrafts>);
        let chosen = RwSignal::new(chosen.unwrap_or(first));
        let timeline = Memo::new(move |_| {
            let mut timeline = Timeline::default();
            shown.with(|shown| {
                let way = shown.as_ref().and_then(|shown| shown.way(chosen.get()));
                way.into_iter().flat_map(|way| &way.cycles).for_each(|_| timeline.push(&[WayStep::Guess, WayStep::Test]));
            });
            timeline.ended = true;
            timeline
        });
        let at = value_of(query, "at").and_then(|at| at.parse::<usize>().ok()).filter(|at| *at > 0);
        let playhead = RwSignal::new(match at {
            Some(n_shown) => Playhead::paused_at(n_shown),
            None => Playhead::paused_at(2),
        });
        let state = Self {
            spec,
            shown,
            running: RwSignal::new(false),
            chosen,
            playhead,
            timeline,
            domains: RwSignal::new(Vec::new()),
            survey: RwSignal::new(None),
            engine,
            asked: StoredValue::new(RunId(0)),
            active: StoredValue::new(false),
            settling: StoredValue::new(None),
        };
        engine.listen(move |reply| state.on_reply(reply));
        (state, notices)
    }

    /// The state that components share.
    pub fn use_context() -> Self {
        expect_context()
    }

    /// Moves the playhead. The first guesses are always shown.
    pub fn send(self, command: PlayheadCommand) {
        if self.timeline.with_untracked(|timeline| !timeline.is_empty()) {
            self.timeline.with_untracked(|timeline| move_playhead(self.playhead, command, timeline, 1));
        }
    }

    /// What the playback bar drives while this lab is on screen.
    pub fn player(self) -> Player {
        let n_events = Memo::new(move |_| self.timeline.with(Timeline::len));
        let place = Memo::new(move |_| {
            let n_cycles = self.timeline.with(Timeline::n_cycles);
            let cycle = self.at().map_or(0, |(cycle, _)| cycle + 1);
            let step = self.playhead.with(|playhead| playhead.n_shown).min(n_events.get());
            let values = [("step", step), ("steps", n_events.get()), ("cycle", cycle), ("n", n_cycles)];
            t_args("drafts-place", &values.map(|(name, n)| (name, n.into())))
        });
        Player {
            playhead: self.playhead,
            n_events,
            place,
            chapter: key("playback-next-cycle"),
            send: Callback::new(move |command| self.send(command)),
        }
    }

    /// The cycle that we look at, and whether it has been tested.
    pub fn at(self) -> Option<(usize, bool)> {
        let n_shown = self.playhead.with(|playhead| playhead.n_shown);
        self.timeline.with(|timeline| timeline.locate(n_shown.max(1))).map(|(cycle, n_events)| (cycle, n_events > 1))
    }

    /// What the address bar should say.
    pub fn query(self) -> String {
        let mut parts = vec![self.spec.with(DraftsSpec::to_query)];
        let chosen = self.chosen.get();
        if self.spec.with(|spec| spec.methods.first() != Some(&chosen)) {
            parts.push(format!("way={}", chosen.name()));
        }
        let n_shown = self.playhead.with(|playhead| playhead.n_shown);
        if n_shown != 2 {
            parts.push(format!("at={n_shown}"));
        }
        parts.retain(|part| !part.is_empty());
        parts.join("&")
    }

    /// Whether playback stands still.
    pub fn at_rest(self) -> bool {
        self.playhead.with(|playhead| playhead.mode != PlayMode::Playing)
    }

    /// The lab comes on screen: it compares, unless it has.
    pub fn enter(self) {
        self.active.set_value(true);
        let is_outdated = |shown: &ShownDrafts| self.engine.is_pair_outdated(shown.source, &shown.facts.pair);
        if self.shown.with_untracked(|shown| shown.as_ref().is_none_or(is_outdated)) {
            self.compare();
        }
    }

    /// The lab goes off screen; a comparison under way is given up.
    pub fn leave(self) {
        self.stop();
        self.active.set_value(false);
    }

    /// Looks at another way, from its first cycle on.
    pub fn choose(self, method: DraftMethod) {
        if self.chosen.get_untracked() != method {
            self.chosen.set(method);
            self.playhead.set(Playhead::paused_at(2));
        }
    }

    /// Changes what is compared; it is compared anew once the change has settled.
    pub fn change(self, change: impl FnOnce(&mut DraftsSpec)) {
        let before = self.spec.get_untracked();
        let mut spec = before.clone();
        change(&mut spec);
        if spec == before {
            return;
        }
        // What was found of kinds of text was found with other settings; another prompt is no other setting.
        if (DraftsSpec { prompt: before.prompt.clone(), ..spec.clone() }) != before {
            self.domains.set(Vec::new());
        }
        if !spec.methods.contains(&self.chosen.get_untracked())
            && let Some(first) = spec.methods.first()
        {
            self.choose(*first);
        }
        self.spec.set(spec);
        self.stop();
        self.settling.set_value(set_timeout_with_handle(move || self.compare(), SETTLE).ok());
    }

    /// Takes a way into the comparison, or leaves it out; the last one stays.
    pub fn include(self, method: DraftMethod, is_wanted: bool) {
        self.change(|spec| {
            spec.methods.retain(|known| *known != method);
            if is_wanted || spec.methods.is_empty() {
                spec.methods.push(method);
            }
            spec.methods.sort();
        });
    }

    /// Compares from the beginning.
    pub fn compare(self) {
        self.halt();
        if !self.engine.is_ready() || !self.active.get_value() {
            return;
        }
        let id = self.engine.next_id();
        self.asked.set_value(id);
        self.running.set(true);
        let (kit, keep_in) = self.engine.draft_kit();
        self.engine.request(&Request::CompareDrafts { id, spec: self.spec.get_untracked(), kit, keep_in });
    }

    /// Compares on every kind of text, one after the other.
    pub fn compare_all_domains(self) {
        self.domains.set(Vec::new());
        let waiting = Domain::ALL.iter().rev().map(|(domain, _)| *domain).collect();
        self.survey.set(Some((waiting, self.spec.with_untracked(|spec| spec.prompt.clone()))));
        self.next_domain();
    }

    /// Whether all kinds of text are being compared.
    pub fn is_surveying(self) -> bool {
        self.survey.with(Option::is_some)
    }

    fn next_domain(self) {
        let Some((mut waiting, before)) = self.survey.get_untracked() else { return };
        match waiting.pop() {
            Some(domain) => {
                self.survey.set(Some((waiting, before)));
                self.spec.update(|spec| spec.prompt = domain.prompt().to_owned());
                self.compare();
            }
            None => {
                self.survey.set(None);
                if self.spec.with_untracked(|spec| spec.prompt != before) {
                    self.spec.update(|spec| spec.prompt = before);
                    self.compare();
                }
            }
        }
    }

    /// Stops what is under way; what was found stays.
    pub fn stop(self) {
        self.survey.set(None);
        self.halt();
    }

    fn halt(self) {
        if let Some(handle) = self.settling.get_value() {
            handle.clear();
        }
        if self.running.get_untracked() {
            self.engine.request(&Request::Cancel { run: self.asked.get_value() });
            self.engine.answered();
            self.running.set(false);
        }
        self.asked.set_value(self.engine.next_id());
    }

    /// Shows a recording; its settings become the page's.
    pub fn open_file(self, json: &str) {
        match DraftsRecording::from_json(json) {
            Ok(recording) => {
                self.stop();
                self.domains.set(Vec::new());
                self.spec.set(recording.facts.spec.clone());
                self.show(recording, RunSource::File);
            }
            Err(why) => self.engine.notify(t_args("drafts-not-opened", &[("why", why.into())])),
        }
    }

    /// Shows the comparison that came with the page, until there is one that was made here.
    pub fn open_first(self, json: &str) {
        match DraftsRecording::from_json(json) {
            Ok(recording) if self.shown.with_untracked(Option::is_none) => self.show(recording, RunSource::Recorded),
            Ok(_) => {}
            Err(why) => self.engine.notify(t_args("drafts-not-opened", &[("why", why.into())])),
        }
    }

    /// What is on screen, as a recording; `None` while there is nothing.
    pub fn recording(self) -> Option<DraftsRecording> {
        self.shown.with_untracked(|shown| {
            let ShownDrafts { facts, vocabulary, .. } = shown.clone()?;
            Some(DraftsRecording { version: RECORDING_VERSION, facts, vocabulary: (*vocabulary).clone() })
        })
    }

    fn show(self, recording: DraftsRecording, source: RunSource) {
        let DraftsRecording { facts, vocabulary, .. } = recording;
        self.shown.set(Some(ShownDrafts { facts, vocabulary: Arc::new(vocabulary), source }));
        self.send(PlayheadCommand::TimelineChanged);
    }

    /// A file stays on screen until something else is asked for.
    fn shows_a_file(self) -> bool {
        self.shown.with_untracked(|shown| shown.as_ref().is_some_and(|shown| shown.source == RunSource::File))
    }

    fn on_reply(self, reply: &Reply) {
        if matches!(reply, Reply::Ready { .. }) && self.engine.models.have_changed() {
            self.domains.set(Vec::new());
        }
        match reply {
            Reply::Ready { .. } if self.active.get_value() && !self.shows_a_file() => self.compare(),
            Reply::Drafted { id, facts, done } if *id == self.asked.get_value() => {
                if *done {
                    self.engine.answered();
                    self.running.set(false);
                }
                let Some(vocabulary) = self.engine.vocabulary.get_untracked() else { return };
                if let (true, Some(domain)) = (*done, facts.spec.domain()) {
                    self.domains.update(|domains| {
                        domains.retain(|(known, _)| *known != domain);
                        domains.push((domain, facts.clone()));
                    });
                }
                // What is on screen stays until there is as much of the new one: a table must not be emptied and filled.
                let has_as_much = self.shown.with_untracked(|shown| {
                    let Some(shown) = shown else { return true };
                    shown.source == RunSource::Live && shown.facts.spec == facts.spec && shown.facts.ways.len() <= facts.ways.len()
                });
                let has_chosen = facts.ways.iter().any(|way| way.method == self.chosen.get_untracked());
                if *done || has_as_much || has_chosen {
                    self.shown.set(Some(ShownDrafts { facts: facts.clone(), vocabulary, source: RunSource::Live }));
                    self.send(PlayheadCommand::TimelineChanged);
                }
                if *done {
                    self.next_domain();
                }
            }
            Reply::Failed { run: Some(id), fault } if *id == self.asked.get_value() => {
                self.survey.set(None);
                self.running.set(false);
                self.engine.could_not(fault);
            }
            Reply::Failed { run: None, .. } | Reply::Crashed { .. } => {
                self.survey.set(None);
                self.running.set(false);
            }
            _ => {}
        }
    }
}

/// A way's name, in the reader's language.
pub fn method_name(method: DraftMethod) -> String {
    t(&format!("drafts-way-{}", method.name()))
}

/// The text before a cycle of a way: prompt and all that was emitted.
pub fn text_before(shown: &ShownDrafts, way: &WayFacts, cycle: usize) -> Vec<crate::decode::TokenId> {
    let emitted = way.cycles.iter().take(cycle).flat_map(|cycle: &WayCycle| &cycle.emitted);
    shown.facts.prompt.iter().chain(emitted).copied().collect()
}

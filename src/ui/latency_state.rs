//! The state of the latency lab: what is supposed, what was measured in this page, and a race in pretended time.
//! Everything but the measurement is arithmetic; that runs in the worker.

use crate::decode::{
    CostModel, LatencyFacts, LatencyRecording, LatencySpec, Notice, PlayMode, Playhead, PlayheadCommand, RECORDING_VERSION, Race,
    RaceFacts, RaceView, Verdicted, Vocabulary,
};
use crate::protocol::{Reply, Request, RunId};
use crate::ui::engine_state::Engine;
use crate::ui::player::{Player, move_playhead};
use crate::ui::state::RunSource;
use crate::ui::url::value_of;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// The recording that the lab opens on.
pub const FIRST_LATENCY_URL: &str = "traces/first-latency.json";

/// A slider that is being dragged is measured again when it rests.
const SETTLE: Duration = Duration::from_millis(500);

/// What the race is about.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownRace {
    /// What both lanes write.
    pub facts: RaceFacts,
    /// The tokens' texts.
    pub vocabulary: Arc<Vocabulary>,
    /// Where it comes from.
    pub source: RunSource,
    /// The settings that it was written with.
    pub spec: LatencySpec,
}

/// What was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// All of it, so far.
    pub facts: LatencyFacts,
    /// Where that was done.
    pub source: RunSource,
    /// The settings that it was measured with.
    pub spec: LatencySpec,
}

/// The lab's state. Copies share the same signals.
#[derive(Clone, Copy)]
pub struct LatencyState {
    /// What is supposed, measured and pretended.
    pub spec: RwSignal<LatencySpec>,
    /// What the race is about, once there is something.
    pub race_of: RwSignal<Option<ShownRace>>,
    /// The race, whole.
    pub race: Memo<Race>,
    /// The race at the playhead.
    pub view: Memo<RaceView>,
    /// How far along the race we look.
    pub playhead: RwSignal<Playhead>,
    /// What was measured.
    pub measured: RwSignal<Option<Measured>>,
    /// What the measurement comes to, once it is whole enough.
    pub verdict: Memo<Option<Verdicted>>,
    /// Whether a measurement is under way.
    pub measuring: RwSignal<bool>,
    /// The worker.
    pub engine: Engine,
    asked: StoredValue<RunId>,
    active: StoredValue<bool>,
    settling: StoredValue<Option<TimeoutHandle>>,
}

impl LatencyState {
    /// The state of a page opened at this query, and what the query had wrong.
    pub fn new(query: &str, engine: Engine) -> (Self, Vec<Notice>) {
        let query = query.strip_prefix('?').unwrap_or(query);
        let (spec, notices) = LatencySpec::parse(query);
        let spec = RwSignal::new(spec);
        let race_of = RwSignal::new(None::<ShownRace>);
        let clock = Memo::new(move |_| spec.with(LatencySpec::race_clock));
        let race = Memo::new(move |_| {
            race_of.with(|shown| clock.with(|clock| Race::run(shown.as_ref().map_or(&RaceFacts::default(), |shown| &shown.facts), clock)))
        });
        // A link may say where the race stands; otherwise it has been run.
        let at = value_of(query, "at").and_then(|at| at.parse::<usize>().ok()).filter(|at| *at > 0);
        let playhead = RwSignal::new(match at {
            Some(n_shown) => Playhead::paused_at(n_shown),
            None => Playhead::following(),
        });
        let n_shown = Memo::new(move |_| playhead.with(|playhead| playhead.n_shown));
        let view = Memo::new(move |_| {
            race_of.with(|shown| {
                let facts = shown.as_ref().map(|shown| &shown.facts);
                facts.map_or_else(RaceView::default, |facts| race.with(|race| race.view(facts, n_shown.get())))
            })
        });
        let measured = RwSignal::new(None::<Measured>);
        let verdict = Memo::new(move |_| {
            measured.with(|measured| measured.as_ref().and_then(|measured| measured.facts.verdict(measured.spec.gamma)))
        });
        let state = Self {
            spec,
            race_of,
            race,
            view,
            playhead,
            measured,
            verdict,
            measuring: RwSignal::new(false),
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

    /// Moves the playhead. The start is always shown.
    pub fn send(self, command: PlayheadCommand) {
        // Before there is a race, a place from a link must not be forgotten.
        if self.race_of.with_untracked(Option::is_some) {
            self.race.with_untracked(|race| move_playhead(self.playhead, command, &race.timeline, 1));
        }
    }

    /// What the playback bar drives while this lab is on screen.
    pub fn player(self) -> Player {
        let n_events = Memo::new(move |_| self.race.with(|race| race.timeline.len()));
        Player {
            playhead: self.playhead,
            n_events,
            place: Memo::new(move |_| format!("moment {} of {}", self.playhead.with(|playhead| playhead.n_shown), n_events.get())),
            chapter: "cycle",
            send: Callback::new(move |command| self.send(command)),
        }
    }

    /// What the address bar should say.
    pub fn query(self) -> String {
        let mut query = self.spec.with(LatencySpec::to_query);
        let n_events = self.race.with(|race| race.timeline.len());
        let n_shown = self.playhead.with(|playhead| playhead.n_shown);
        if n_shown > 0 && (n_shown < n_events || self.race_of.with(Option::is_none)) {
            query.push_str(&format!("{}at={n_shown}", if query.is_empty() { "" } else { "&" }));
        }
        query
    }

    /// Whether playback stands still.
    pub fn at_rest(self) -> bool {
        self.playhead.with(|playhead| playhead.mode != PlayMode::Playing)
    }

    /// The lab comes on screen: it measures, unless it has.
    pub fn enter(self) {
        self.active.set_value(true);
        let is_live = |measured: &Option<Measured>| measured.as_ref().is_some_and(|measured| measured.source != RunSource::Recorded);
        if !self.measured.with_untracked(is_live) {
            self.measure();
        }
    }

    /// The lab goes off screen; a measurement under way is given up.
    pub fn leave(self) {
        self.active.set_value(false);
        self.stop();
    }

    /// Changes what is supposed, measured or pretended. What is measured is measured again once the change has
    /// settled.
    pub fn change(self, change: impl FnOnce(&mut LatencySpec)) {
        let before = self.spec.get_untracked();
        let mut spec = before.clone();
        change(&mut spec);
        if spec == before {
            return;
        }
        let measures_anew = !spec.measures_as(&before);
        self.spec.set(spec);
        self.send(PlayheadCommand::TimelineChanged);
        if measures_anew {
            self.stop();
            self.settling.set_value(set_timeout_with_handle(move || self.measure(), SETTLE).ok());
        }
    }

    /// Supposes what was measured.
    pub fn suppose_measured(self) {
        let costs: Option<CostModel> =
            self.measured.with_untracked(|measured| measured.as_ref().and_then(|measured| measured.facts.calibration.costs()));
        let alpha = self.verdict.with_untracked(|verdict| verdict.as_ref().map(|verdict| verdict.alpha));
        if let Some(costs) = costs {
            self.change(|spec| spec.suppose(&costs, alpha));
        }
    }

    /// Measures from the beginning.
    pub fn measure(self) {
        self.stop();
        if !self.engine.is_ready() || !self.active.get_value() {
            return;
        }
        let id = self.engine.next_id();
        self.asked.set_value(id);
        self.measuring.set(true);
        self.engine.request(&Request::Measure { id, spec: self.spec.get_untracked() });
    }

    /// Stops a measurement; what it has found stays.
    pub fn stop(self) {
        if let Some(handle) = self.settling.get_value() {
            handle.clear();
        }
        if self.measuring.get_untracked() {
            self.engine.request(&Request::Cancel { run: self.asked.get_value() });
            self.engine.answered();
            self.measuring.set(false);
        }
        self.asked.set_value(self.engine.next_id());
    }

    /// Shows a recording; its settings become the page's.
    pub fn open_file(self, json: &str) {
        match LatencyRecording::from_json(json) {
            Ok(recording) => {
                self.stop();
                self.spec.set(recording.spec.clone());
                self.show(recording, RunSource::File);
            }
            Err(message) => self.engine.notify(format!("The file could not be opened: {message}.")),
        }
    }

    /// Shows the race that came with the page, until there is one that was written here.
    pub fn open_first(self, json: &str) {
        match LatencyRecording::from_json(json) {
            Ok(recording) if self.race_of.with_untracked(Option::is_none) => self.show(recording, RunSource::Recorded),
            Ok(_) => {}
            Err(message) => self.engine.notify(format!("The recorded example could not be opened: {message}.")),
        }
    }

    /// What is on screen, as a recording; `None` while there is no race.
    pub fn recording(self) -> Option<LatencyRecording> {
        self.race_of.with_untracked(|shown| {
            let shown = shown.as_ref()?;
            let measured = self.measured.with_untracked(|measured| {
                measured.as_ref().filter(|measured| measured.spec.measures_as(&shown.spec)).map(|measured| measured.facts.clone())
            });
            // What is supposed and pretended may have changed since.
            let now = self.spec.get_untracked();
            let spec = if now.measures_as(&shown.spec) { now } else { shown.spec.clone() };
            let vocabulary = (*shown.vocabulary).clone();
            Some(LatencyRecording { version: RECORDING_VERSION, spec, race: shown.facts.clone(), measured, vocabulary })
        })
    }

    fn show(self, recording: LatencyRecording, source: RunSource) {
        let LatencyRecording { spec, race, measured, vocabulary, .. } = recording;
        self.measured.set(measured.map(|facts| Measured { facts, source, spec: spec.clone() }));
        self.show_race(ShownRace { facts: race, vocabulary: Arc::new(vocabulary), source, spec });
    }

    /// The playhead stays where it is, or at the end if that is where it was.
    fn show_race(self, race: ShownRace) {
        if self.race_of.with_untracked(|shown| shown.as_ref() == Some(&race)) {
            return;
        }
        self.race_of.set(Some(race));
        self.send(PlayheadCommand::TimelineChanged);
    }

    fn on_reply(self, reply: &Reply) {
        match reply {
            Reply::Ready { .. } if self.active.get_value() => self.measure(),
            Reply::Measured { id, facts, race } if *id == self.asked.get_value() => {
                let spec = self.spec.get_untracked();
                if facts.is_whole() {
                    self.engine.answered();
                    self.measuring.set(false);
                }
                if let (Some(facts), Some(vocabulary)) = (race, self.engine.vocabulary.get_untracked()) {
                    self.show_race(ShownRace { facts: facts.clone(), vocabulary, source: RunSource::Live, spec: spec.clone() });
                }
                self.measured.set(Some(Measured { facts: facts.clone(), source: RunSource::Live, spec }));
            }
            Reply::Failed { run: Some(id), message } if *id == self.asked.get_value() => {
                self.measuring.set(false);
                self.engine.trouble.set(Some(message.clone()));
            }
            Reply::Crashed { .. } => self.measuring.set(false),
            _ => {}
        }
    }
}

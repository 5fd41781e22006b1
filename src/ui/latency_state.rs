//! The state of the latency lab: what is supposed, what was measured in this page, and a race in pretended time.
//! Everything but the measurement is arithmetic; that runs in the worker.

use crate::decode::{
    CostModel, Kernels, LatencyFacts, LatencyRecording, LatencySpec, Notice, PlayMode, Playhead, PlayheadCommand, RECORDING_VERSION, Race,
    RaceFacts, RaceView, Verdicted, Vocabulary,
};
use crate::protocol::{Reply, Request, RunId};
use crate::ui::devices::has_adapter;
use crate::ui::engine_state::{Engine, EngineStatus, all_kernels};
use crate::ui::i18n::{key, t_args};
use crate::ui::player::{Player, move_playhead};
use crate::ui::recording_words::recording_fault_words;
use crate::ui::state::RunSource;
use crate::ui::url::value_of;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use leptos::task::spawn_local;
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

/// A measurement of every backend, one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    /// Those that are still to come, the last one first.
    waiting: Vec<Kernels>,
    /// What the page goes back to.
    before: Kernels,
    /// Whether that was somebody's choice.
    was_chosen: bool,
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
    /// Whole measurements with the same settings, one for each backend that was measured.
    pub backends: RwSignal<Vec<Measured>>,
    /// A measurement of every backend, while it is under way.
    pub survey: RwSignal<Option<Survey>>,
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
            backends: RwSignal::new(Vec::new()),
            survey: RwSignal::new(None),
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
            place: Memo::new(move |_| {
                let n_shown = self.playhead.with(|playhead| playhead.n_shown);
                t_args("latency-place", &[("n", n_shown.into()), ("all", n_events.get().into())])
            }),
            chapter: key("playback-next-cycle"),
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
        self.give_up();
        self.active.set_value(false);
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
            self.give_up();
            self.backends.set(Vec::new());
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

    /// Measures with every way to compute the models that this browser has, one after the other; on a graphics processor where there is
    /// an adapter for one.
    pub fn measure_all(self) {
        if self.survey.with_untracked(Option::is_some) {
            return;
        }
        let before = self.engine.kernels.get_untracked();
        self.survey.set(Some(Survey { waiting: Vec::new(), before, was_chosen: self.engine.is_chosen() }));
        spawn_local(async move {
            let has_adapter = has_adapter().await;
            // Unless it was given up meanwhile.
            if let Some(survey) = self.survey.get_untracked() {
                self.begin_survey(survey, has_adapter);
            }
        });
    }

    fn begin_survey(self, survey: Survey, has_adapter: bool) {
        let all = || all_kernels().filter(|kernels| has_adapter || !kernels.is_on_gpu());
        let is_there = |kernels: Kernels| {
            self.backends.with_untracked(|backends| backends.iter().any(|measured| measured.facts.kernels == Some(kernels)))
        };
        let mut waiting: Vec<Kernels> = all().filter(|kernels| !is_there(*kernels)).collect();
        if waiting.is_empty() {
            // Everything once more.
            self.backends.set(Vec::new());
            waiting = all().collect();
        }
        waiting.reverse();
        self.survey.set(Some(Survey { waiting, ..survey }));
        self.measure_next();
    }

    fn measure_next(self) {
        let Some(mut survey) = self.survey.get_untracked() else { return };
        let next = survey.waiting.pop();
        self.survey.set(next.map(|_| survey.clone()));
        let kernels = next.unwrap_or(survey.before);
        if self.engine.kernels.get_untracked() != kernels {
            // It is measured as soon as the models have been loaded for it.
            self.engine.choose_kernels(kernels);
        } else if next.is_some() {
            self.measure();
        }
        if next.is_none() && !survey.was_chosen {
            self.engine.leave_to_pick();
        }
    }

    /// Stops a measurement, and that of further backends; what was found stays.
    pub fn give_up(self) {
        self.stop();
        self.end_survey();
    }

    /// Goes back to what the page had before; a worker that is gone will be told when it is started again.
    fn end_survey(self) {
        if let Some(survey) = self.survey.get_untracked() {
            self.survey.set(None);
            self.engine.choose_kernels(survey.before);
            if !survey.was_chosen {
                self.engine.leave_to_pick();
            }
        }
    }

    fn stop(self) {
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
                self.give_up();
                self.backends.set(Vec::new());
                self.spec.set(recording.spec.clone());
                self.show(recording, RunSource::File);
            }
            Err(fault) => self.engine.notify(t_args("notice-file-not-opened", &[("why", recording_fault_words(&fault).into())])),
        }
    }

    /// Shows the race that came with the page, until there is one that was written here.
    pub fn open_first(self, json: &str) {
        match LatencyRecording::from_json(json) {
            Ok(recording) if self.race_of.with_untracked(Option::is_none) => self.show(recording, RunSource::Recorded),
            Ok(_) => {}
            Err(fault) => self.engine.notify(t_args("notice-example-not-opened", &[("why", recording_fault_words(&fault).into())])),
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

    /// A file stays on screen until something else is asked for.
    fn shows_a_file(self) -> bool {
        self.race_of.with_untracked(|shown| shown.as_ref().is_some_and(|shown| shown.source == RunSource::File))
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
        if matches!(reply, Reply::Ready { .. }) && self.engine.models.have_changed() {
            // Other models take other times.
            self.backends.set(Vec::new());
            let is_live = self.measured.with_untracked(|measured| measured.as_ref().is_some_and(|of| of.source == RunSource::Live));
            if is_live && !self.active.get_value() {
                self.measured.set(None);
            }
        }
        match reply {
            Reply::Ready { .. } if self.active.get_value() && !self.shows_a_file() => self.measure(),
            Reply::Measured { id, facts, race } if *id == self.asked.get_value() => {
                let spec = self.spec.get_untracked();
                let is_whole = facts.is_whole();
                if is_whole {
                    self.engine.answered();
                    self.measuring.set(false);
                }
                if let (Some(facts), Some(vocabulary)) = (race, self.engine.vocabulary.get_untracked()) {
                    self.show_race(ShownRace { facts: facts.clone(), vocabulary, source: RunSource::Live, spec: spec.clone() });
                }
                let measured = Measured { facts: facts.clone(), source: RunSource::Live, spec };
                if is_whole {
                    self.backends.update(|backends| {
                        backends.retain(|other| other.facts.kernels != facts.kernels);
                        backends.push(measured.clone());
                    });
                }
                self.measured.set(Some(measured));
                if is_whole {
                    self.measure_next();
                }
            }
            Reply::Failed { run: None, .. } => self.end_survey(),
            Reply::Failed { run: Some(id), fault } if *id == self.asked.get_value() => {
                self.survey.set(None);
                self.measuring.set(false);
                self.engine.could_not(fault);
            }
            Reply::Crashed { .. } => {
                self.measuring.set(false);
                // A survey itself has one worker replaced by another where the reference is next, or was last.
                if self.engine.status.with_untracked(|status| matches!(status, EngineStatus::Crashed(_))) {
                    self.end_survey();
                }
            }
            _ => {}
        }
    }
}

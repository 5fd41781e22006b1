//! The page's state: one experiment, one run, one playhead, and what the engine is doing.
//!
//! Everything on screen is a function of these signals. They change in three ways only: a setting
//! was changed, the playhead was sent a command, or the worker replied.

use crate::decode::{
    ConstraintProcessor, CycleFacts, ExperimentSpec, PlayheadCommand, Recording, Run, Scenario, StepView, StopReason, TokenId, TokenTrie,
    Trace, Vocabulary, lesson_case,
};
use crate::protocol::{Reply, Request, RunId};
use crate::ui::engine_state::{Engine, EngineStatus};
use crate::ui::i18n::{key, t_args};
use crate::ui::player::{Player, Standpoint};
use crate::ui::url::Address;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// The recording that a fresh page opens on.
pub const FIRST_TRACE_URL: &str = "traces/first-light.json";

/// A slider that is being dragged asks for many runs; only the one it rests at is made.
const SETTLE: Duration = Duration::from_millis(180);

/// Cycles that arrive within this time are drawn together: a worker is quicker than a page.
const DRAW_DELAY: Duration = Duration::from_millis(30);

/// More cycles than this are not drawn in one go: each is replayed first, over the whole vocabulary.
const CYCLES_AT_ONCE: usize = 3;

/// Where the run on screen comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunSource {
    /// Recorded earlier, with the models that the page is fetching.
    Recorded,
    /// Opened from a file.
    File,
    /// Made here and now.
    Live,
    /// A lesson case on hand-made tables.
    LessonCase,
}

/// The target alone, with the same settings.
#[derive(Clone, Debug, PartialEq)]
pub struct TargetAlone {
    /// What it wrote.
    pub emitted: Vec<TokenId>,
    /// Why it ended.
    pub stop: StopReason,
    /// The time its passes took after the prompt, if they were made here.
    pub decode_millis: Option<f64>,
}

/// The run on screen.
#[derive(Clone, Debug)]
pub struct ShownRun {
    /// Facts and what follows from them.
    pub run: Run,
    /// The tokens' texts.
    pub vocabulary: Arc<Vocabulary>,
    /// Where it comes from.
    pub source: RunSource,
    /// The target alone, once it has been asked.
    pub target_alone: Option<TargetAlone>,
    /// Time spent on feeding the prompt to both models, if it was done here.
    pub prefill_millis: Option<f64>,
}

impl ShownRun {
    /// A recording as a run that has ended; a message if its facts contradict each other.
    fn of_recording(recording: Recording, source: RunSource) -> Result<Self, String> {
        let constraint = recording.constraint().map_err(|error| t_args("notice-trace-refused", &[("why", error.to_string().into())]))?;
        Self::under(recording, constraint.as_ref(), source)
    }

    fn under(recording: Recording, constraint: Option<&Arc<ConstraintProcessor>>, source: RunSource) -> Result<Self, String> {
        let stop = recording.trace.stop.unwrap_or(StopReason::Cancelled);
        let target_alone = recording.target_alone.map(|emitted| TargetAlone { emitted, stop, decode_millis: None });
        let mut run = Run::under(recording.trace, constraint)
            .map_err(|mismatch| t_args("notice-trace-contradicts", &[("why", mismatch.to_string().into())]))?;
        run.end(stop);
        Ok(Self { run, vocabulary: Arc::new(recording.vocabulary), source, target_alone, prefill_millis: None })
    }
}

/// What has become of the run that was asked for last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunStatus {
    /// Nothing is under way.
    Idle,
    /// Under way.
    Running,
}

/// News of a run, in the order in which the worker sent it.
#[derive(Clone, Debug)]
enum Arrived {
    Cycle(CycleFacts),
    End(StopReason),
    TargetAlone(TargetAlone),
}

/// The page's state. Copies share the same signals.
#[derive(Clone, Copy)]
pub struct LabState {
    /// The experiment as the controls show it.
    pub spec: RwSignal<ExperimentSpec>,
    /// The run on screen, if there is one yet.
    pub shown: RwSignal<Option<ShownRun>>,
    /// How far into its story we look.
    pub standpoint: Standpoint,
    /// The worker.
    pub engine: Engine,
    /// The run asked for last.
    pub run_status: RwSignal<RunStatus>,
    /// What is revealed now; `None` while there is no run.
    pub view: Memo<Option<StepView>>,
    /// Whether this lab is the one on screen; another's waits.
    active: StoredValue<bool>,
    /// A run whose first cycle has not come yet: it replaces the one on screen when it does.
    pending: RwSignal<Option<ShownRun>>,
    /// The recording that came with the page.
    first: StoredValue<Option<Recording>>,
    /// What has arrived of the current run and is not drawn yet.
    inbox: StoredValue<VecDeque<Arrived>>,
    /// The number of the run that was asked for last, and its settings: those in the controls may have changed since.
    last_run: StoredValue<(RunId, ExperimentSpec)>,
    settling: StoredValue<Option<TimeoutHandle>>,
}

impl LabState {
    /// The state of a page opened at this address; nothing is started yet, and the worker not listened to.
    pub fn new(address: Address, engine: Engine) -> Self {
        let shown = RwSignal::new(None::<ShownRun>);
        let standpoint = Standpoint::new(address.at);
        let n_shown = Memo::new(move |_| standpoint.playhead.with(|playhead| playhead.n_shown));
        Self {
            spec: RwSignal::new(address.spec.clone()),
            shown,
            standpoint,
            engine,
            run_status: RwSignal::new(RunStatus::Idle),
            view: Memo::new(move |_| shown.with(|shown| shown.as_ref().map(|shown| StepView::at(&shown.run, n_shown.get())))),
            active: StoredValue::new(false),
            pending: RwSignal::new(None),
            first: StoredValue::new(None),
            inbox: StoredValue::new(VecDeque::new()),
            last_run: StoredValue::new((RunId(0), address.spec)),
            settling: StoredValue::new(None),
        }
    }

    /// Hears the worker from now on: without it the state only shows recordings.
    pub fn listen(self) {
        self.engine.listen(move |reply| self.on_reply(reply));
    }

    /// The lab comes on screen: it shows what it has, and runs what it has not.
    pub fn enter(self) {
        self.active.set_value(true);
        let shown = self.shown.with_untracked(Option::is_some);
        if self.spec.with_untracked(|spec| spec.scenario != Scenario::Models) {
            if !shown {
                self.run();
            }
        } else if self
            .shown
            .with_untracked(|shown| shown.as_ref().is_none_or(|shown| self.engine.is_pair_outdated(shown.source, &shown.run.trace.pair)))
        {
            self.run();
        }
    }

    /// The lab goes off screen.
    pub fn leave(self) {
        self.active.set_value(false);
        self.stop();
    }

    /// The state that components share.
    pub fn use_context() -> Self {
        expect_context()
    }

    /// A token made visible; empty without a run.
    pub fn label(self, token: TokenId) -> String {
        self.shown.with(|shown| shown.as_ref().map(|shown| shown.vocabulary.label(token)).unwrap_or_default())
    }

    /// Moves the playhead. Whoever moves it by hand no longer waits for a place from a link.
    pub fn send(self, command: PlayheadCommand) {
        self.shown.with_untracked(|shown| self.standpoint.send(command, shown.as_ref().map(|shown| &shown.run.timeline)));
    }

    /// Changes the experiment, and runs it once the change has settled.
    pub fn change_spec(self, change: impl FnOnce(&mut ExperimentSpec)) {
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
        let handle = set_timeout_with_handle(move || self.run(), SETTLE);
        self.settling.set_value(handle.ok());
    }

    /// Goes to a scenario: a lesson case as it is scripted, or the models with fresh settings.
    pub fn choose_scenario(self, scenario: Scenario) {
        let spec = match scenario {
            Scenario::Models => ExperimentSpec::default(),
            _ => lesson_case(scenario).trace.spec,
        };
        self.spec.set(spec);
        self.standpoint.start_over(None);
        self.run();
    }

    /// Runs the experiment: lesson cases here, the models in the worker.
    pub fn run(self) {
        let spec = self.spec.get_untracked();
        self.cancel();
        if spec.scenario != Scenario::Models {
            // A case is scripted: its settings are its own, whatever a link said.
            let recording = lesson_case(spec.scenario);
            self.spec.set(recording.trace.spec.clone());
            self.show_recording(recording, RunSource::LessonCase);
            return;
        }
        if !self.engine.is_ready() {
            // It runs as soon as the models are there. A lesson case does not stand in for them.
            if self.shown.with_untracked(|shown| shown.as_ref().is_some_and(|shown| shown.source == RunSource::LessonCase)) {
                match self.first.get_value() {
                    Some(recording) => self.show_recording(recording, RunSource::Recorded),
                    None => self.shown.set(None),
                }
            }
            return;
        }
        self.run_status.set(RunStatus::Running);
        let run = self.engine.next_id();
        self.last_run.set_value((run, spec.clone()));
        self.engine.request(&Request::Run { run, spec });
    }

    /// Stops the run under way, at once: what is on screen stays, and what is still on its way is
    /// not waited for.
    pub fn stop(self) {
        if self.run_status.get_untracked() != RunStatus::Running {
            return;
        }
        self.engine.request(&Request::Cancel { run: self.run_id() });
        self.engine.answered();
        self.disown();
        self.shown.update(|shown| {
            if let Some(shown) = shown
                && shown.source == RunSource::Live
                && shown.run.trace.stop.is_none()
            {
                shown.run.end(StopReason::Cancelled);
            }
        });
        self.timeline_changed();
    }

    /// Shows a recording; refused, and nothing changed, if its facts contradict each other.
    pub fn show_recording(self, recording: Recording, source: RunSource) {
        match ShownRun::of_recording(recording, source) {
            Ok(shown) => self.show(shown),
            Err(message) => self.notify(message),
        }
    }

    /// Opens a recorded trace from a file's text. A file that cannot be shown changes nothing.
    pub fn open_file(self, json: &str) {
        let opened = Recording::from_json(json).map_err(|message| t_args("notice-file-not-opened", &[("why", message.into())]));
        match opened.and_then(|recording| ShownRun::of_recording(recording, RunSource::File)) {
            Ok(shown) => {
                self.cancel();
                self.spec.set(shown.run.trace.spec.clone());
                self.standpoint.start_over(None);
                self.show(shown);
            }
            Err(message) => self.notify(message),
        }
    }

    /// Shows the recording that came with the page, unless something else is on screen already.
    pub fn open_first_trace(self, json: &str) {
        match Recording::from_json(json) {
            Ok(recording) => {
                self.first.set_value(Some(recording.clone()));
                if self.shown.with_untracked(Option::is_none) {
                    self.show_recording(recording, RunSource::Recorded);
                }
            }
            Err(message) => self.notify(t_args("notice-example-not-opened", &[("why", message.into())])),
        }
    }

    /// Shows a recording of a run without a constraint. (A figure that only ever shows such recordings needs no
    /// automata, which are a good part of the page's program.)
    pub fn open_free_trace(self, json: &str) -> Result<(), String> {
        let recording = Recording::from_json(json)?;
        self.spec.set(recording.trace.spec.clone());
        self.show(ShownRun::under(recording, None, RunSource::Recorded)?);
        Ok(())
    }

    /// Says something to the reader.
    pub fn notify(self, message: String) {
        self.engine.notify(message);
    }

    /// What the playback bar drives while this lab is on screen.
    pub fn player(self) -> Player {
        let place = Memo::new(move |_| {
            let n_cycles = self.shown.with(|shown| shown.as_ref().map_or(0, |shown| shown.run.cycles.len()));
            self.view.with(|view| match view.as_ref().and_then(|view| view.cycle.as_ref()) {
                Some(stage) => t_args(
                    "place-cycle",
                    &[
                        ("cycle", (stage.cycle_idx + 1).into()),
                        ("cycles", n_cycles.into()),
                        ("step", stage.n_shown.into()),
                        ("steps", stage.n_events.into()),
                    ],
                ),
                None => t_args("place-before-cycle", &[("cycles", n_cycles.into())]),
            })
        });
        Player {
            playhead: self.standpoint.playhead,
            n_events: Memo::new(move |_| self.shown.with(|shown| shown.as_ref().map_or(0, |shown| shown.run.timeline.len()))),
            place,
            chapter: key("playback-next-cycle"),
            send: Callback::new(move |command| self.send(command)),
        }
    }

    /// What the address bar should say.
    pub fn address(self) -> Address {
        let spec = self.spec.get();
        let at = self.shown.with(|shown| self.standpoint.place(shown.as_ref().map(|shown| &shown.run.timeline)));
        Address { spec, at }
    }

    /// The run on screen as a recording.
    pub fn recording(self) -> Option<Recording> {
        self.shown.with_untracked(|shown| {
            shown.as_ref().map(|shown| Recording {
                version: crate::decode::RECORDING_VERSION,
                trace: shown.run.trace.clone(),
                target_alone: shown.target_alone.as_ref().map(|alone| alone.emitted.clone()),
                vocabulary: (*shown.vocabulary).clone(),
            })
        })
    }

    fn cancel(self) {
        self.stop();
        // A change that was about to ask for a run would push out what comes on screen instead.
        if let Some(handle) = self.settling.get_value() {
            handle.clear();
        }
        self.engine.trouble.set(None);
        self.disown();
    }

    /// Whatever is still on its way of a run is no longer wanted: a new number makes it a stranger.
    fn disown(self) {
        self.last_run.update_value(|(last, _)| *last = self.engine.next_id());
        self.pending.set(None);
        self.inbox.set_value(VecDeque::new());
        self.run_status.set(RunStatus::Idle);
    }

    fn run_id(self) -> RunId {
        self.last_run.with_value(|(run, _)| *run)
    }

    fn show(self, shown: ShownRun) {
        self.shown.with_untracked(|before| self.standpoint.give_way(before.as_ref().map(|before| &before.run.timeline)));
        self.shown.set(Some(shown));
        self.timeline_changed();
    }

    /// Follows the timeline's growth.
    fn timeline_changed(self) {
        self.shown.with_untracked(|shown| {
            if let Some(shown) = shown {
                self.standpoint.follow(&shown.run.timeline, shown.source == RunSource::Recorded);
            }
        });
    }

    fn on_reply(self, reply: &Reply) {
        let is_current = |run: &RunId| *run == self.run_id();
        match reply {
            Reply::Ready { .. } if self.active.get_value() => {
                // A file on screen stays there until a setting changes, and so does a lesson case.
                let from_file = self.shown.with_untracked(|shown| shown.as_ref().is_some_and(|shown| shown.source == RunSource::File));
                let of_models = self.spec.with_untracked(|spec| spec.scenario == Scenario::Models);
                if of_models && !from_file {
                    self.run();
                }
            }
            Reply::RunStarted { run, prompt, prefill_millis } if is_current(run) => self.begin(prompt.clone(), *prefill_millis),
            Reply::Cycles { run, cycles } if is_current(run) => self.receive(cycles.iter().cloned().map(Arrived::Cycle)),
            Reply::SpeculationEnded { run, stop } if is_current(run) => self.receive([Arrived::End(*stop)]),
            Reply::TargetAlone { run, emitted, stop, decode_millis } if is_current(run) => {
                self.engine.answered();
                let alone = TargetAlone { emitted: emitted.clone(), stop: *stop, decode_millis: Some(*decode_millis) };
                self.receive([Arrived::TargetAlone(alone)]);
            }
            Reply::Failed { run: Some(run), fault } if is_current(run) => {
                self.engine.could_not(fault);
                self.run_status.set(RunStatus::Idle);
            }
            Reply::Crashed { .. } => self.run_status.set(RunStatus::Idle),
            _ => {}
        }
    }

    fn begin(self, prompt: Vec<TokenId>, prefill_millis: f64) {
        let (EngineStatus::Ready { pair, .. }, Some(vocabulary)) =
            (self.engine.status.get_untracked(), self.engine.vocabulary.get_untracked())
        else {
            return self.disown(); // Other models are on their way, and a run of theirs will be.
        };
        let trace = Trace::new(self.last_run.with_value(|(_, asked)| asked.clone()), pair, prompt);
        // The worker has compiled it already.
        let trie = || Arc::new(TokenTrie::new((*vocabulary).clone()));
        let constraint = trace.spec.constraint_on(trie, &trace.pair, trace.prompt.len()).ok().flatten();
        match Run::under(trace, constraint.as_ref()) {
            Ok(run) => self.pending.set(Some(ShownRun {
                run,
                vocabulary,
                source: RunSource::Live,
                target_alone: None,
                prefill_millis: Some(prefill_millis),
            })),
            Err(mismatch) => {
                self.stop(); // Its cycles belong to no run on screen.
                self.notify(t_args("notice-run-not-shown", &[("why", mismatch.to_string().into())]));
            }
        }
    }

    /// Puts news into the inbox, to be drawn soon: together with what else arrives until then.
    fn receive(self, news: impl IntoIterator<Item = Arrived>) {
        let idle = self.inbox.with_value(VecDeque::is_empty);
        self.inbox.update_value(|inbox| inbox.extend(news));
        if idle {
            set_timeout(move || self.draw_inbox(), DRAW_DELAY);
        }
    }

    /// Draws what has arrived, in order, a few cycles at a time: between them the page has its turn. News of a run that is no longer wanted went with it.
    fn draw_inbox(self) {
        let mut cycles = Vec::new();
        while let Some(Some(news)) = self.inbox.try_update_value(VecDeque::pop_front) {
            match news {
                Arrived::Cycle(facts) => cycles.push(facts),
                Arrived::End(stop) => {
                    self.append(std::mem::take(&mut cycles)); // A run without a single cycle is shown as well.
                    self.shown.update(|shown| {
                        if let Some(shown) = shown {
                            shown.run.end(stop);
                        }
                    });
                    self.timeline_changed();
                }
                Arrived::TargetAlone(alone) => {
                    self.shown.update(|shown| {
                        if let Some(shown) = shown {
                            shown.target_alone = Some(alone);
                        }
                    });
                    self.run_status.set(RunStatus::Idle);
                }
            }
            if cycles.len() == CYCLES_AT_ONCE {
                break;
            }
        }
        if !cycles.is_empty() {
            self.append(cycles);
        }
        if self.inbox.with_value(|inbox| !inbox.is_empty()) {
            set_timeout(move || self.draw_inbox(), Duration::ZERO);
        }
    }

    fn append(self, cycles: Vec<CycleFacts>) {
        let mut refused = None;
        let push = |shown: &mut ShownRun| cycles.into_iter().try_for_each(|facts| shown.run.push(facts));
        if let Some(mut fresh) = self.pending.get_untracked() {
            self.pending.set(None);
            refused = push(&mut fresh).err();
            self.show(fresh);
        } else {
            self.shown.update(|shown| refused = shown.as_mut().and_then(|shown| push(shown).err()));
            self.timeline_changed();
        }
        self.engine.report_mismatch(refused);
    }
}

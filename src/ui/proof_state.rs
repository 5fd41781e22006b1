//! The state of the exactness lab: two distributions, the proof written out for them, and what came of
//! trying. Everything but the trials is arithmetic; those run in the worker.

use crate::decode::{
    CompareSpec, Notice, PlayMode, Playhead, PlayheadCommand, Proof, ProofEvent, ProofRecording, ProofSpec, RECORDING_VERSION,
    SequenceSpec, Timeline, Trials, TwoPaths,
};
use crate::protocol::{Reply, Request, RunId};
use crate::ui::compare_state::CompareState;
use crate::ui::engine_state::{Engine, EngineStatus};
use crate::ui::i18n::{key, t_args};
use crate::ui::player::{Player, move_playhead};
use crate::ui::recording_words::recording_fault_words;
use crate::ui::state::RunSource;
use crate::ui::url::value_of;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use std::time::Duration;

/// The recording that the lab opens on.
pub const FIRST_PROOF_URL: &str = "traces/first-proof.json";

/// A bar that is being dragged is tried again when it rests.
const SETTLE: Duration = Duration::from_millis(250);

/// The lab's state. Copies share the same signals.
#[derive(Clone, Copy)]
pub struct ProofState {
    /// The distributions and what is done with them.
    pub spec: RwSignal<ProofSpec>,
    /// How far along the proof we look.
    pub playhead: RwSignal<Playhead>,
    /// The proof, written out.
    pub proof: Memo<Proof>,
    /// The law of what is really done, in closed form.
    pub exact: Memo<TwoPaths>,
    /// What came of trying so far, and where that was done.
    pub trials: RwSignal<Option<(Trials, RunSource)>>,
    /// Whether more trials are on their way.
    pub trying: RwSignal<bool>,
    /// The token that the equations are filled with.
    pub chosen: RwSignal<usize>,
    /// The line that is pointed at, which then lights its area instead of the playhead's.
    pub pointed: RwSignal<Option<ProofEvent>>,
    /// Which whole texts are added up.
    pub sequences: RwSignal<SequenceSpec>,
    /// Whole texts of the real models, drawn and tested.
    pub compare: CompareState,
    /// The worker.
    pub engine: Engine,
    timeline: StoredValue<Timeline<ProofEvent>>,
    asked: StoredValue<RunId>,
    active: StoredValue<bool>,
    settling: StoredValue<Option<TimeoutHandle>>,
}

impl ProofState {
    /// The state of a page opened at this query, and what the query had wrong.
    pub fn new(query: &str, engine: Engine) -> (Self, Vec<Notice>) {
        let query = query.strip_prefix('?').unwrap_or(query);
        let (spec, mut notices) = ProofSpec::parse(query);
        let (sequences, sequence_notices) = SequenceSpec::parse(query);
        let (compare, compare_notices) = CompareState::new(query, engine);
        notices.extend(sequence_notices.into_iter().chain(compare_notices));
        let timeline = Timeline::of_one_chapter(&ProofEvent::ALL);
        let n_shown = value_of(query, "at").and_then(|at| at.parse().ok()).unwrap_or(1).clamp(1, timeline.len());
        let spec = RwSignal::new(spec);
        let proof = Memo::new(move |_| {
            let (target, draft) = spec.with(ProofSpec::probs);
            Proof::of(&target, &draft)
        });
        let exact = Memo::new(move |_| {
            let (target, draft) = spec.with(ProofSpec::probs);
            TwoPaths::exact(&target, &draft, spec.with(|spec| spec.mistake))
        });
        let state = Self {
            spec,
            playhead: RwSignal::new(Playhead::paused_at(n_shown)),
            proof,
            exact,
            trials: RwSignal::new(None),
            trying: RwSignal::new(false),
            chosen: RwSignal::new(0),
            pointed: RwSignal::new(None),
            sequences: RwSignal::new(sequences),
            compare,
            engine,
            timeline: StoredValue::new(timeline),
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

    /// The line of the proof at the playhead.
    pub fn event(self) -> ProofEvent {
        let n_shown = self.playhead.with(|playhead| playhead.n_shown);
        self.timeline.with_value(|timeline| timeline.cycle_events(0)[n_shown.clamp(1, timeline.len()) - 1])
    }

    /// The line whose area is lit.
    pub fn lit(self) -> ProofEvent {
        self.pointed.get().unwrap_or_else(|| self.event())
    }

    /// Moves the playhead. The first line is always shown.
    pub fn send(self, command: PlayheadCommand) {
        self.timeline.with_value(|timeline| {
            move_playhead(self.playhead, command, timeline, 1);
        });
    }

    /// What the playback bar drives while this lab is on screen.
    pub fn player(self) -> Player {
        let n_events = self.timeline.with_value(Timeline::len);
        Player {
            playhead: self.playhead,
            n_events: Memo::new(move |_| n_events),
            place: Memo::new(move |_| {
                let n_shown = self.playhead.with(|playhead| playhead.n_shown);
                t_args("proof-place", &[("n", n_shown.into()), ("all", n_events.into())])
            }),
            chapter: key("playback-next-proof"),
            send: Callback::new(move |command| self.send(command)),
        }
    }

    /// What the address bar should say.
    pub fn query(self) -> String {
        let n_shown = self.playhead.with(|playhead| playhead.n_shown);
        let parts = [
            self.spec.with(ProofSpec::to_query),
            self.sequences.get().to_query(),
            self.compare.spec.with(CompareSpec::to_query),
            if n_shown > 1 { format!("at={n_shown}") } else { String::new() },
        ];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("&")
    }

    /// Whether playback stands still.
    pub fn at_rest(self) -> bool {
        self.playhead.with(|playhead| playhead.mode != PlayMode::Playing)
    }

    /// The lab comes on screen.
    pub fn enter(self) {
        self.active.set_value(true);
        if self.trials.with_untracked(Option::is_none) {
            self.try_out();
        }
    }

    /// The lab goes off screen; trials and texts on their way are given up.
    pub fn leave(self) {
        self.active.set_value(false);
        self.give_up();
        self.compare.stop();
    }

    /// Changes the distributions or what is done with them. What was tried before no longer counts; it is
    /// tried again, as often as before.
    pub fn change(self, change: impl FnOnce(&mut ProofSpec)) {
        let mut spec = self.spec.get_untracked();
        change(&mut spec);
        if self.spec.with_untracked(|old| *old == spec) {
            return;
        }
        self.give_up();
        if self.spec.with_untracked(|old| old.seed != spec.seed) {
            self.compare.forget(); // Other coins, other texts.
        }
        self.chosen.update(|chosen| *chosen = (*chosen).min(spec.n_tokens() - 1));
        self.spec.set(spec);
        self.trials.set(None);
        self.settling.set_value(set_timeout_with_handle(move || self.try_out(), SETTLE).ok());
    }

    /// Asks for this many trials, from the first on.
    pub fn set_trials(self, n_trials: usize) {
        self.give_up();
        self.spec.update(|spec| spec.n_trials = n_trials);
        self.trials.set(None);
        self.try_out();
    }

    /// Shows a recording; its settings become the page's.
    pub fn open_file(self, json: &str) {
        match ProofRecording::from_json(json) {
            Ok(recording) => {
                self.give_up();
                self.chosen.set(0);
                self.show(recording, RunSource::File);
            }
            Err(fault) => self.engine.notify(t_args("notice-file-not-opened", &[("why", recording_fault_words(&fault).into())])),
        }
    }

    /// Shows the recording that came with the page, where it is of what the settings say.
    pub fn open_first(self, json: &str) {
        match ProofRecording::from_json(json) {
            Ok(recording) => {
                let wanted = self.trials.with_untracked(Option::is_none) && self.spec.with_untracked(|spec| *spec == recording.spec);
                if wanted {
                    self.show(recording, RunSource::Recorded);
                }
            }
            Err(fault) => self.engine.notify(t_args("notice-example-not-opened", &[("why", recording_fault_words(&fault).into())])),
        }
    }

    /// What is on screen, as a recording; `None` while trials are under way.
    pub fn recording(self) -> Option<ProofRecording> {
        let trials = self.trials.with_untracked(|trials| trials.as_ref().map(|(trials, _)| trials.clone()));
        let spec = self.spec.get_untracked();
        let is_whole = trials.as_ref().map_or(0, Trials::n) == spec.n_trials as u64;
        is_whole.then_some(ProofRecording { version: RECORDING_VERSION, spec, trials })
    }

    fn show(self, recording: ProofRecording, source: RunSource) {
        self.spec.set(recording.spec);
        self.trials.set(recording.trials.map(|trials| (trials, source)));
    }

    fn give_up(self) {
        // Trials that a change was about to ask for would push a file's out that is opened meanwhile.
        if let Some(handle) = self.settling.get_value() {
            handle.clear();
        }
        if self.trying.get_untracked() {
            self.engine.request(&Request::Cancel { run: self.asked.get_value() });
            self.engine.answered();
            self.trying.set(false);
        }
        self.asked.set_value(self.engine.next_id());
    }

    fn try_out(self) {
        let spec = self.spec.get_untracked();
        // The worker needs no models for this, but it must have said that it listens.
        let listens = self
            .engine
            .status
            .with_untracked(|status| matches!(status, EngineStatus::Loading { .. } | EngineStatus::Ready { .. } | EngineStatus::Failed(_)));
        if spec.n_trials == 0 || !listens || !self.active.get_value() {
            return;
        }
        let id = self.engine.next_id();
        self.asked.set_value(id);
        self.trying.set(true);
        self.engine.request(&Request::Try { id, spec });
    }

    fn on_reply(self, reply: &Reply) {
        match reply {
            Reply::Listening if self.active.get_value() && self.trials.with_untracked(Option::is_none) => {
                // The load has just been asked for; its answer is waited for as well.
                set_timeout(move || self.try_out(), Duration::ZERO);
            }
            Reply::Tried { id, trials } if *id == self.asked.get_value() => {
                if trials.n() >= self.spec.with_untracked(|spec| spec.n_trials as u64) {
                    self.engine.answered();
                    self.trying.set(false);
                }
                self.trials.set(Some((trials.clone(), RunSource::Live)));
            }
            Reply::Failed { run: Some(id), .. } if *id == self.asked.get_value() => self.trying.set(false),
            Reply::Crashed { .. } => self.trying.set(false),
            _ => {}
        }
    }
}

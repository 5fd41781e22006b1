//! The state of the lab "Constrained decoding": one text under a constraint, and beside it, where they
//! are asked for, speculation and beam search under the same mask.
//!
//! A constraint is compiled here, a moment after the typing stops: what is wrong with it is said next
//! to its field, and nothing that was typed or is on screen is lost.

use crate::decode::{
    AutomatonDiagram, ConstrainedEvent, ConstrainedFacts, ConstrainedRecording, ConstrainedRun, ConstrainedSpec, ConstrainedTrace,
    ConstrainedView, Constraint, ConstraintProcessor, ConstraintSpec, CycleFacts, MaskView, Notice, PlayMode, PlayheadCommand,
    RECORDING_VERSION, Run, StopReason, TokenId, TokenTrie, Trace, Vocabulary,
};
use crate::protocol::{BeamText, Reply, Request, RunId};
use crate::ui::constraint_captions::Problem;
use crate::ui::engine_state::{Engine, EngineStatus};
use crate::ui::i18n::{key, t, t_args};
use crate::ui::player::{Player, Standpoint};
use crate::ui::state::RunSource;
use crate::ui::url::{place_in_query, place_of_query};
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// The recording that the lab opens on.
pub const FIRST_CONSTRAINTS_URL: &str = "traces/first-constraints.json";

/// Typing and dragging ask for many texts; only the one at which they rest is made.
const SETTLE: Duration = Duration::from_millis(250);

/// Steps that arrive within this time are drawn together.
const DRAW_DELAY: Duration = Duration::from_millis(30);

/// More than this is not drawn in one go: each step is replayed first, over the whole vocabulary.
const AT_ONCE: usize = 4;

/// Tokens with rows of their own: so many of the most probable, and so many of the legal ones.
const N_ROWS: usize = 6;

/// The text on screen.
#[derive(Clone, Debug)]
pub struct ShownText {
    /// Facts and what follows from them.
    pub run: ConstrainedRun,
    /// The tokens' texts.
    pub vocabulary: Arc<Vocabulary>,
    /// Where it comes from.
    pub source: RunSource,
    /// The automaton, where it is a finite one.
    pub diagram: Option<Arc<AutomatonDiagram>>,
}

impl ShownText {
    fn new(run: ConstrainedRun, source: RunSource) -> Self {
        let diagram = run.processor.constraint().diagram().map(Arc::new);
        let vocabulary = Arc::new(run.processor.trie().vocabulary().clone());
        Self { run, vocabulary, source, diagram }
    }

    fn of_recording(recording: ConstrainedRecording, source: RunSource) -> Result<Self, String> {
        let trie = Arc::new(TokenTrie::new(recording.vocabulary));
        let mut run = ConstrainedRun::from_trace(recording.trace, trie)
            .map_err(|mismatch| t_args("constraints-contradicts", &[("why", mismatch.to_string().into())]))?;
        run.close();
        Ok(Self::new(run, source))
    }
}

/// Speculation with the settings of the text on screen.
#[derive(Clone, Debug)]
pub struct Speculation {
    /// Under the constraint.
    pub constrained: Option<Run>,
    /// Free.
    pub free: Option<Run>,
}

/// What both beam searches found.
#[derive(Clone, Debug, PartialEq)]
pub struct Beams {
    /// Under the constraint, the best first.
    pub constrained: Vec<BeamText>,
    /// Free.
    pub free: Vec<BeamText>,
}

/// Something the worker is asked to do; one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Job {
    Text,
    Speculation { constrained: bool },
    Beams,
}

/// News from the worker.
#[derive(Clone, Debug)]
enum Arrived {
    Step(ConstrainedFacts),
    Cycle(CycleFacts),
    SpeculationEnd(StopReason),
    /// The job has been done.
    Done,
}

/// The lab's state. Copies share the same signals.
#[derive(Clone, Copy)]
pub struct ConstraintsState {
    /// The experiment as the controls show it.
    pub spec: RwSignal<ConstrainedSpec>,
    /// What is wrong with its constraint, once it has been looked at.
    pub problem: RwSignal<Option<Problem>>,
    /// The text on screen, if there is one yet.
    pub shown: RwSignal<Option<ShownText>>,
    /// How far into its story we look.
    pub standpoint: Standpoint,
    /// What is revealed now.
    pub view: Memo<Option<ConstrainedView>>,
    /// The distributions of the step on stage.
    pub masked: Memo<Option<MaskView>>,
    /// Speculation beside it.
    pub speculation: RwSignal<Option<Speculation>>,
    /// Beams beside it.
    pub beams: RwSignal<Option<Beams>>,
    /// The constraint in the field, for trying texts on it; the last that could be used.
    pub tried: Memo<Option<Arc<ConstraintProcessor>>>,
    /// The text that is tried.
    pub trial: RwSignal<String>,
    /// The token whose numbers are shown; `None` for the one that was drawn.
    pub chosen: RwSignal<Option<TokenId>>,
    /// Whether the worker is at work for this lab.
    pub running: RwSignal<bool>,
    /// The worker.
    pub engine: Engine,
    grammar: RwSignal<Option<Arc<Constraint>>>,
    active: StoredValue<bool>,
    /// A text whose first step has not come yet: it replaces the one on screen when it does.
    pending: StoredValue<Option<ShownText>>,
    /// What has arrived and is not drawn yet, in order.
    inbox: StoredValue<VecDeque<Arrived>>,
    /// The cycles of the speculation under way.
    cycles: StoredValue<Option<(bool, Run)>>,
    jobs: StoredValue<VecDeque<Job>>,
    /// The job under way, and the number of its replies.
    current: StoredValue<(Option<Job>, RunId)>,
    /// The settings it was asked for with: those in the controls may have changed since.
    asked: StoredValue<ConstrainedSpec>,
    trie: StoredValue<Option<(Arc<Vocabulary>, Arc<TokenTrie>)>>,
    settling: StoredValue<Option<TimeoutHandle>>,
    /// What was typed last for each kind of constraint.
    drafts: StoredValue<Vec<ConstraintSpec>>,
}

impl ConstraintsState {
    /// The state of a page opened at this query, and what the query had wrong.
    pub fn new(query: &str, engine: Engine) -> (Self, Vec<Notice>) {
        let query = query.strip_prefix('?').unwrap_or(query);
        let (spec, notices) = ConstrainedSpec::parse(query);
        let shown = RwSignal::new(None::<ShownText>);
        let standpoint = Standpoint::new(place_of_query(query));
        let grammar = RwSignal::new(None::<Arc<Constraint>>);
        let n_shown = Memo::new(move |_| standpoint.playhead.with(|playhead| playhead.n_shown));
        let view = Memo::new(move |_| shown.with(|shown| shown.as_ref().map(|shown| ConstrainedView::at(&shown.run, n_shown.get()))));
        let step_idx = Memo::new(move |_| view.with(|view| view.as_ref().and_then(|view| view.stage).map_or(0, |stage| stage.step_idx)));
        let masked = Memo::new(move |_| {
            let step_idx = step_idx.get();
            shown.with(|shown| shown.as_ref().and_then(|shown| shown.run.mask_view(step_idx, N_ROWS)))
        });
        let tried = Memo::new(move |_| {
            let grammar = grammar.get()?;
            shown.with(|shown| {
                let run = &shown.as_ref()?.run;
                let stop_tokens = run.trace.pair.stop_tokens.clone();
                Some(Arc::new(ConstraintProcessor::new(grammar, run.processor.shared_trie(), stop_tokens, 0)))
            })
        });
        let state = Self {
            spec: RwSignal::new(spec.clone()),
            problem: RwSignal::new(None),
            shown,
            standpoint,
            view,
            masked,
            speculation: RwSignal::new(None),
            beams: RwSignal::new(None),
            tried,
            trial: RwSignal::new(String::new()),
            chosen: RwSignal::new(None),
            running: RwSignal::new(false),
            engine,
            grammar,
            active: StoredValue::new(false),
            pending: StoredValue::new(None),
            inbox: StoredValue::new(VecDeque::new()),
            cycles: StoredValue::new(None),
            jobs: StoredValue::new(VecDeque::new()),
            current: StoredValue::new((None, RunId(0))),
            asked: StoredValue::new(spec),
            trie: StoredValue::new(None),
            settling: StoredValue::new(None),
            drafts: StoredValue::new(Vec::new()),
        };
        engine.listen(move |reply| state.on_reply(reply));
        (state, notices)
    }

    /// The state that components share.
    pub fn use_context() -> Self {
        expect_context()
    }

    /// A token made visible; empty before there is a text.
    pub fn label(self, token: TokenId) -> String {
        self.shown.with(|shown| shown.as_ref().map(|shown| shown.vocabulary.label(token)).unwrap_or_default())
    }

    /// The lab comes on screen: it shows what it has, and makes what it has not.
    pub fn enter(self) {
        self.active.set_value(true);
        self.compile();
        let outdated = |shown: &ShownText| self.engine.is_pair_outdated(shown.source, &shown.run.trace.pair);
        if self.shown.with_untracked(|shown| shown.as_ref().is_none_or(outdated)) {
            self.run();
        }
    }

    /// The lab goes off screen.
    pub fn leave(self) {
        self.active.set_value(false);
        self.stop();
    }

    /// Moves the playhead. Whoever moves it by hand no longer waits for a place from a link.
    pub fn send(self, command: PlayheadCommand) {
        self.shown.with_untracked(|shown| self.standpoint.send(command, shown.as_ref().map(|shown| &shown.run.timeline)));
    }

    /// What the playback bar drives while this lab is on screen.
    pub fn player(self) -> Player {
        let place = Memo::new(move |_| {
            let n_steps = self.shown.with(|shown| shown.as_ref().map_or(0, |shown| shown.run.n_steps()));
            self.view.with(|view| match view.as_ref().and_then(|view| view.stage) {
                Some(stage) => {
                    let token = [("token", (stage.step_idx + 1).into()), ("tokens", n_steps.into())];
                    let step = [("step", stage.n_shown.into()), ("steps", stage.n_events.into())];
                    t_args("constraints-place", &[token, step].concat())
                }
                None => t_args("constraints-place-before", &[("tokens", n_steps.into())]),
            })
        });
        Player {
            playhead: self.standpoint.playhead,
            n_events: Memo::new(move |_| self.shown.with(|shown| shown.as_ref().map_or(0, |shown| shown.run.timeline.len()))),
            place,
            chapter: key("playback-next-token"),
            send: Callback::new(move |command| self.send(command)),
        }
    }

    /// What the address bar should say.
    pub fn query(self) -> String {
        let at = self.shown.with(|shown| self.standpoint.place(shown.as_ref().map(|shown| &shown.run.timeline)));
        place_in_query(self.spec.with(ConstrainedSpec::to_query), at)
    }

    /// Whether playback stands still.
    pub fn at_rest(self) -> bool {
        self.standpoint.playhead.with(|playhead| playhead.mode != PlayMode::Playing)
    }

    /// Changes the experiment, and runs it once the change has settled.
    pub fn change(self, change: impl FnOnce(&mut ConstrainedSpec)) {
        let before = self.spec.get_untracked();
        let mut spec = before.clone();
        change(&mut spec);
        if spec == before {
            return;
        }
        let needs_text = spec.differs_in_its_text(&before);
        let jobs = jobs_beside(&spec, &before);
        self.spec.set(spec);
        if needs_text {
            if let Some(handle) = self.settling.get_value() {
                handle.clear();
            }
            self.settling.set_value(set_timeout_with_handle(move || self.settle(), SETTLE).ok());
        } else if self.jobs.with_value(VecDeque::is_empty) && self.current.with_value(|(job, _)| job.is_none()) {
            self.jobs.set_value(jobs);
            self.next_job();
        } else {
            self.jobs.update_value(|waiting| waiting.extend(jobs.into_iter().filter(|job| !waiting.contains(job)).collect::<Vec<_>>()));
        }
    }

    /// Takes another constraint; what was typed for other kinds is kept.
    pub fn change_constraint(self, constraint: ConstraintSpec) {
        self.drafts.update_value(|drafts| {
            let old = self.spec.with_untracked(|spec| spec.constraint.clone());
            drafts.retain(|known| !same_kind(known, &old));
            drafts.push(old);
        });
        self.change(|spec| spec.constraint = constraint);
    }

    /// What was typed last for the kind of this constraint; itself if nothing was.
    pub fn draft_of_kind(self, constraint: &ConstraintSpec) -> ConstraintSpec {
        self.drafts
            .with_value(|drafts| drafts.iter().find(|known| same_kind(known, constraint)).cloned())
            .unwrap_or_else(|| constraint.clone())
    }

    /// Starts from an experiment of its own.
    pub fn begin_with(self, spec: ConstrainedSpec) {
        self.standpoint.start_over(None);
        self.change(|old| *old = ConstrainedSpec { with_draft: old.with_draft, with_beams: old.with_beams, ..spec });
    }

    fn settle(self) {
        self.compile();
        self.run();
    }

    /// Looks whether the constraint in the field can be used.
    fn compile(self) {
        let spec = self.spec.with_untracked(|spec| spec.constraint.clone());
        if self.grammar.with_untracked(|grammar| grammar.as_ref().is_some_and(|grammar| *grammar.spec() == spec)) {
            self.problem.set(None);
            return;
        }
        match Constraint::compile(spec.clone()) {
            Ok(grammar) => {
                self.grammar.set(Some(Arc::new(grammar)));
                self.problem.set(None);
            }
            Err(error) => self.problem.set(Some(Problem::new(&error, &spec))),
        }
    }

    fn run(self) {
        self.cancel();
        if !self.engine.is_ready() || self.problem.with_untracked(Option::is_some) {
            return; // It runs as soon as the models are there, or the constraint can be used.
        }
        self.speculation.set(None);
        self.beams.set(None);
        let spec = self.spec.get_untracked();
        let nothing_beside = ConstrainedSpec { with_draft: false, with_beams: false, ..spec.clone() };
        let mut jobs = jobs_beside(&spec, &nothing_beside);
        jobs.push_front(Job::Text);
        self.jobs.set_value(jobs);
        self.next_job();
    }

    /// Asks the worker for what is next.
    fn next_job(self) {
        if !self.engine.is_ready() || self.problem.with_untracked(Option::is_some) {
            self.jobs.set_value(VecDeque::new());
        }
        let job = self.jobs.try_update_value(VecDeque::pop_front).flatten();
        let run = self.engine.next_id();
        self.current.set_value((job, run));
        self.running.set(job.is_some());
        let Some(job) = job else { return };
        let spec = self.spec.get_untracked();
        self.asked.set_value(spec.clone());
        self.engine.request(&match job {
            Job::Text => Request::Constrain { run, spec },
            Job::Speculation { constrained } => Request::Run { run, spec: spec.speculation(constrained) },
            Job::Beams => Request::ConstrainedBeams { run, spec },
        });
    }

    /// Stops what is under way, at once: what is on screen stays.
    pub fn stop(self) {
        let (job, run) = self.current.get_value();
        if job.is_none() {
            return;
        }
        self.engine.request(&Request::Cancel { run });
        self.engine.answered();
        if job == Some(Job::Text) {
            self.close_text();
        }
        self.forget_jobs();
    }

    fn cancel(self) {
        self.stop();
        // A change that was about to ask for a text would push out what comes on screen instead.
        if let Some(handle) = self.settling.get_value() {
            handle.clear();
        }
        self.engine.trouble.set(None);
        self.forget_jobs();
    }

    fn forget_jobs(self) {
        self.jobs.set_value(VecDeque::new());
        self.current.set_value((None, self.engine.next_id()));
        self.pending.set_value(None);
        self.inbox.set_value(VecDeque::new());
        self.cycles.set_value(None);
        self.running.set(false);
    }

    /// Opens a recorded text from a file. A file that cannot be shown changes nothing.
    pub fn open_file(self, json: &str) {
        let opened = ConstrainedRecording::from_json(json).map_err(|message| t_args("notice-file-not-opened", &[("why", message.into())]));
        match opened.and_then(|recording| ShownText::of_recording(recording, RunSource::File)) {
            Ok(shown) => {
                self.cancel();
                self.spec.set(shown.run.trace.spec.clone());
                self.compile();
                self.standpoint.start_over(None);
                self.speculation.set(None);
                self.beams.set(None);
                self.show(shown);
            }
            Err(message) => self.engine.notify(message),
        }
    }

    /// Shows the recording that came with the page, unless something else is on screen already.
    pub fn open_first(self, json: &str) {
        if self.shown.with_untracked(Option::is_some) {
            return;
        }
        let opened =
            ConstrainedRecording::from_json(json).map_err(|message| t_args("notice-example-not-opened", &[("why", message.into())]));
        match opened.and_then(|recording| ShownText::of_recording(recording, RunSource::Recorded)) {
            Ok(shown) => self.show(shown),
            Err(message) => self.engine.notify(message),
        }
    }

    /// The text on screen as a recording.
    pub fn recording(self) -> Option<ConstrainedRecording> {
        self.shown.with_untracked(|shown| {
            shown.as_ref().map(|shown| ConstrainedRecording {
                version: RECORDING_VERSION,
                trace: shown.run.trace.clone(),
                vocabulary: (*shown.vocabulary).clone(),
            })
        })
    }

    fn show(self, shown: ShownText) {
        self.chosen.set(None);
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

    fn trie_of(self, vocabulary: &Arc<Vocabulary>) -> Arc<TokenTrie> {
        let known =
            self.trie.with_value(|known| known.as_ref().filter(|(of, _)| Arc::ptr_eq(of, vocabulary)).map(|(_, trie)| Arc::clone(trie)));
        known.unwrap_or_else(|| {
            let trie = Arc::new(TokenTrie::new((**vocabulary).clone()));
            self.trie.set_value(Some((Arc::clone(vocabulary), Arc::clone(&trie))));
            trie
        })
    }

    fn on_reply(self, reply: &Reply) {
        let (job, current) = self.current.get_value();
        let is_current = |run: &RunId| job.is_some() && *run == current;
        match reply {
            Reply::Ready { .. } if self.active.get_value() => {
                // A file on screen stays there until a setting changes.
                let from_file = self.shown.with_untracked(|shown| shown.as_ref().is_some_and(|shown| shown.source == RunSource::File));
                if !from_file {
                    self.run();
                }
            }
            Reply::RunStarted { run, prompt, .. } if is_current(run) => self.begin(job, prompt.clone()),
            Reply::ConstrainedSteps { run, steps } if is_current(run) => {
                self.arrive(steps.iter().cloned().map(Arrived::Step));
            }
            Reply::ConstrainedEnded { run } if is_current(run) => {
                self.engine.answered();
                self.arrive([Arrived::Done]);
            }
            Reply::Cycles { run, cycles } if is_current(run) => self.arrive(cycles.iter().cloned().map(Arrived::Cycle)),
            Reply::SpeculationEnded { run, stop } if is_current(run) => self.arrive([Arrived::SpeculationEnd(*stop)]),
            Reply::TargetAlone { run, .. } if is_current(run) => {
                self.engine.answered();
                self.arrive([Arrived::Done]);
            }
            Reply::ConstrainedBeams { run, constrained, free } if is_current(run) => {
                self.engine.answered();
                self.beams.set(Some(Beams { constrained: constrained.clone(), free: free.clone() }));
                self.next_job();
            }
            Reply::Failed { run: Some(run), fault } if is_current(run) => {
                self.engine.could_not(fault);
                self.forget_jobs();
            }
            Reply::Crashed { .. } => self.forget_jobs(),
            _ => {}
        }
    }

    fn begin(self, job: Option<Job>, prompt: Vec<TokenId>) {
        let (EngineStatus::Ready { pair, .. }, Some(vocabulary)) =
            (self.engine.status.get_untracked(), self.engine.vocabulary.get_untracked())
        else {
            return self.forget_jobs(); // Other models are on their way, and a text of theirs will be.
        };
        let trie = self.trie_of(&vocabulary);
        let spec = self.asked.get_value();
        match job {
            Some(Job::Text) => {
                let trace = ConstrainedTrace { spec, pair, prompt, steps: Vec::new(), end: None };
                match ConstrainedRun::from_trace(trace, trie) {
                    Ok(run) => self.pending.set_value(Some(ShownText::new(run, RunSource::Live))),
                    Err(mismatch) => {
                        self.stop(); // Its steps belong to no text on screen.
                        self.engine.notify(t_args("constraints-not-shown", &[("why", mismatch.to_string().into())]));
                    }
                }
            }
            Some(Job::Speculation { constrained }) => {
                let trace = Trace::new(spec.speculation(constrained), pair, prompt);
                let processor = trace.spec.constraint_on(|| trie, &trace.pair, trace.prompt.len()).ok().flatten();
                match Run::under(trace, processor.as_ref()) {
                    Ok(run) => self.cycles.set_value(Some((constrained, run))),
                    Err(mismatch) => self.engine.notify(t_args("notice-run-not-shown", &[("why", mismatch.to_string().into())])),
                }
            }
            _ => {}
        }
    }

    fn arrive(self, news: impl IntoIterator<Item = Arrived>) {
        let idle = self.inbox.with_value(VecDeque::is_empty);
        self.inbox.update_value(|inbox| inbox.extend(news));
        if idle {
            set_timeout(move || self.draw_inbox(), DRAW_DELAY);
        }
    }

    /// Draws what has arrived, in order, a little at a time: in between the page has its turn. News of
    /// a job that is no longer wanted went with it.
    fn draw_inbox(self) {
        let mut steps = Vec::new();
        let mut n_drawn = 0;
        while let Some(news) = self.inbox.try_update_value(VecDeque::pop_front).flatten() {
            n_drawn += 1;
            match news {
                Arrived::Step(facts) => steps.push(facts),
                Arrived::Cycle(facts) => self.add_cycle(facts),
                Arrived::SpeculationEnd(stop) => self.end_speculation(stop),
                Arrived::Done => {
                    self.append(std::mem::take(&mut steps));
                    if self.current.with_value(|(job, _)| *job == Some(Job::Text)) {
                        self.close_text();
                    }
                    self.next_job();
                }
            }
            if n_drawn == AT_ONCE {
                break;
            }
        }
        self.append(steps);
        if self.inbox.with_value(|inbox| !inbox.is_empty()) {
            set_timeout(move || self.draw_inbox(), Duration::ZERO);
        }
    }

    fn add_cycle(self, facts: CycleFacts) {
        let refused = self.cycles.try_update_value(|run| run.as_mut().and_then(|(_, run)| run.push(facts).err()));
        self.engine.report_mismatch(refused.flatten());
    }

    fn end_speculation(self, stop: StopReason) {
        let Some((constrained, mut done)) = self.cycles.try_update_value(Option::take).flatten() else { return };
        done.end(stop);
        self.speculation.update(|speculation| {
            let both = speculation.get_or_insert(Speculation { constrained: None, free: None });
            if constrained { both.constrained = Some(done) } else { both.free = Some(done) }
        });
    }

    fn append(self, steps: Vec<ConstrainedFacts>) {
        if steps.is_empty() {
            return;
        }
        let mut refused = None;
        let push = |shown: &mut ShownText| steps.into_iter().try_for_each(|facts| shown.run.push(facts));
        if let Some(mut fresh) = self.pending.try_update_value(Option::take).flatten() {
            refused = push(&mut fresh).err();
            self.show(fresh);
        } else {
            self.shown.update(|shown| refused = shown.as_mut().and_then(|shown| push(shown).err()));
            self.timeline_changed();
        }
        self.engine.report_mismatch(refused);
    }

    /// The text has ended, or was stopped. One without a single step is shown as well.
    fn close_text(self) {
        if let Some(mut fresh) = self.pending.try_update_value(Option::take).flatten() {
            fresh.run.close();
            self.show(fresh);
            return;
        }
        self.shown.update(|shown| {
            if let Some(shown) = shown
                && shown.source == RunSource::Live
            {
                shown.run.close();
            }
        });
        self.timeline_changed();
    }
}

/// What has to be made for a spec that was not for another one, beside the text.
fn jobs_beside(spec: &ConstrainedSpec, before: &ConstrainedSpec) -> VecDeque<Job> {
    let mut jobs = VecDeque::new();
    if spec.with_draft && (!before.with_draft || spec.gamma != before.gamma) {
        jobs.extend([true, false].map(|constrained| Job::Speculation { constrained }));
    }
    if spec.with_beams && !before.with_beams {
        jobs.push_back(Job::Beams);
    }
    jobs
}

fn same_kind(first: &ConstraintSpec, second: &ConstraintSpec) -> bool {
    std::mem::discriminant(first) == std::mem::discriminant(second)
}

/// The event that a step ended with, as the table of steps says it.
pub fn event_words(event: &ConstrainedEvent, vocabulary: &Vocabulary) -> String {
    match event {
        ConstrainedEvent::Token { token, .. } => vocabulary.label(*token),
        ConstrainedEvent::Backtracked { token, .. } => t_args("constraints-event-took-back", &[("token", vocabulary.label(*token).into())]),
        ConstrainedEvent::Repaired { tokens, .. } => {
            let labels: Vec<String> = tokens.iter().map(|token| vocabulary.label(*token)).collect();
            t_args("constraints-event-forced", &[("tokens", labels.join(" ").into())])
        }
        ConstrainedEvent::Rejected { .. } => t("constraints-event-rejected"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_switched_on_or_changed_is_made_beside_the_text() {
        let off = ConstrainedSpec::default();
        let draft = ConstrainedSpec { with_draft: true, ..off.clone() };
        let both = ConstrainedSpec { with_beams: true, ..draft.clone() };
        assert_eq!(jobs_beside(&off, &draft).len(), 0);
        assert_eq!(jobs_beside(&draft, &off), [true, false].map(|constrained| Job::Speculation { constrained }));
        assert_eq!(jobs_beside(&both, &draft), [Job::Beams]);
        assert_eq!(jobs_beside(&ConstrainedSpec { gamma: 2, ..both.clone() }, &both).len(), 2);
        assert!(!both.differs_in_its_text(&off) && ConstrainedSpec { top_k: 3, ..off.clone() }.differs_in_its_text(&off));
    }

    #[test]
    fn drafts_are_told_apart_by_their_kind() {
        let regex = |pattern: &str| ConstraintSpec::Regex { pattern: pattern.to_owned() };
        assert!(same_kind(&regex("a"), &regex("b")) && !same_kind(&regex("a"), &ConstraintSpec::DigitList { max_items: None }));
    }
}

//! The state of the lab "From logits to a token": one row of logits, the sampler that it goes
//! through, and the choices made so far. Settings change only what is computed from the row; a new
//! row is asked of the worker only when the text changes.

use crate::decode::{
    BranchTree, Chosen, CoinUse, Coins, Draws, GeneratedText, LogitsFacts, LogitsRecording, Notice, PairFacts, Pipeline,
    PipelineDifference, PipelineEvent, PipelineSpec, PlayMode, Playhead, PlayheadCommand, Probs, RECORDING_VERSION, StageKind, TextEnd,
    Timeline, TokenId, Vocabulary, draw_many,
};
use crate::protocol::{Reply, Request, RunId};
use crate::ui::engine_state::{Engine, EngineStatus};
use crate::ui::i18n::{decimal, key, t, t_args};
use crate::ui::player::{Player, move_playhead};
use crate::ui::state::RunSource;
use crate::ui::url::value_of;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// The recording that the lab opens on.
pub const FIRST_LOGITS_URL: &str = "traces/first-logits.json";

/// Typing asks for many rows; only the text it rests at is scored.
const SETTLE: Duration = Duration::from_millis(250);

/// "Write on" stops after this many tokens by itself.
const WRITE_AT_ONCE: usize = 40;

/// Tokens that can be chosen from a list.
const N_LISTED: usize = 24;

/// Why nothing follows the text at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The end-of-text token.
    StopToken,
    /// This stop string.
    StopString(String),
    /// The model's context is full.
    ContextFull,
}

/// The row on screen.
#[derive(Clone, Debug)]
pub struct ShownLogits {
    /// The text and the row after it.
    pub facts: LogitsFacts,
    /// The models.
    pub pair: PairFacts,
    /// The tokens' texts.
    pub vocabulary: Arc<Vocabulary>,
    /// Where it comes from.
    pub source: RunSource,
    /// The text that was asked for: prompt and path. The spec may have another by now.
    text: (String, Vec<TokenId>),
}

/// What the settings are held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// The same settings with the temperature after all filters.
    TemperatureLast,
    /// The same settings with the filters before everything else.
    FiltersFirst,
    /// The same settings in the usual order.
    UsualOrder,
    /// T = 0.5 against T = 1.5, all else equal.
    ColdAndHot,
}

impl Against {
    /// Every comparison, with its name.
    pub const ALL: [(Against, &'static str); 4] = [
        (Against::TemperatureLast, key("logits-temperature-last")),
        (Against::FiltersFirst, key("logits-filters-first")),
        (Against::UsualOrder, key("logits-usual-order")),
        (Against::ColdAndHot, key("logits-cold-hot")),
    ];

    /// The two samplers that are compared, with their names.
    pub fn sides(self, spec: &PipelineSpec) -> [(String, PipelineSpec); 2] {
        let with_order = |order: Vec<StageKind>| PipelineSpec { order, ..spec.clone() };
        let moved = |last: &[StageKind]| {
            let is_last = |kind: &StageKind| last.contains(kind);
            let (end, mut order): (Vec<_>, Vec<_>) = spec.order.iter().copied().partition(is_last);
            order.extend(end);
            order
        };
        let yours = (t("logits-your-order"), spec.clone());
        match self {
            Self::TemperatureLast => [yours, (t("logits-temperature-last"), with_order(moved(&[StageKind::Temperature])))],
            Self::FiltersFirst => {
                let others =
                    [StageKind::RepetitionPenalty, StageKind::PresencePenalty, StageKind::FrequencyPenalty, StageKind::Temperature];
                [yours, (t("logits-filters-first"), with_order(moved(&others)))]
            }
            Self::UsualOrder => [yours, (t("logits-usual-order"), with_order(StageKind::ALL.to_vec()))],
            Self::ColdAndHot => {
                let at = |temperature| (format!("T = {}", decimal(temperature, 1)), PipelineSpec { temperature, ..spec.clone() });
                [at(0.5), at(1.5)]
            }
        }
    }
}

/// One side of a comparison, ready to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// Its name.
    pub name: String,
    /// What comes out; `None` where nothing is left.
    pub result: Option<Probs>,
}

/// The lab's state. Copies share the same signals.
#[derive(Clone, Copy)]
pub struct LogitsState {
    /// The sampler and the text as the controls show them.
    pub spec: RwSignal<PipelineSpec>,
    /// The row on screen, if there is one yet.
    pub shown: RwSignal<Option<ShownLogits>>,
    /// How far along the pipeline we look.
    pub playhead: RwSignal<Playhead>,
    /// The row on its way through the stages.
    pub pipeline: Memo<Option<Pipeline>>,
    /// The token that the coin draws, and the coin.
    pub drawn: Memo<Option<(TokenId, f64)>>,
    /// What was chosen after the prompt, as text.
    pub generated: Memo<Option<GeneratedText>>,
    /// The most probable tokens of the model's own distribution, with their labels.
    pub listed: Memo<Vec<(TokenId, String)>>,
    /// Every choice made so far.
    pub tree: RwSignal<BranchTree>,
    /// How many tokens are drawn at once.
    pub n_draws: RwSignal<usize>,
    /// What they were.
    pub draws: Memo<Option<Draws>>,
    /// What the settings are held against.
    pub against: RwSignal<Against>,
    /// Both sides of the comparison, and how they differ.
    pub comparison: Memo<Option<([Side; 2], PipelineDifference)>>,
    /// The two tokens whose odds are shown.
    pub odds_of: RwSignal<[Option<TokenId>; 2]>,
    /// The worker.
    pub engine: Engine,
    /// Whether a row is on its way.
    pub waiting: RwSignal<bool>,
    /// Whether the row on screen follows another text than the one in the controls.
    is_of_another_text: Memo<bool>,
    /// How many more drawn tokens are to be taken by themselves.
    pub to_write: RwSignal<usize>,
    timeline: StoredValue<Timeline<PipelineEvent>>,
    asked: StoredValue<(RunId, (String, Vec<TokenId>))>,
    active: StoredValue<bool>,
    settling: StoredValue<Option<TimeoutHandle>>,
}

impl LogitsState {
    /// The state of a page opened at this query, and what the query had wrong.
    pub fn new(query: &str, engine: Engine) -> (Self, Vec<Notice>) {
        let query = query.strip_prefix('?').unwrap_or(query);
        let (spec, notices) = PipelineSpec::parse(query);
        let timeline = Timeline::of_one_chapter(&PipelineEvent::story(StageKind::ALL.len()));
        let n_shown = value_of(query, "at").and_then(|at| at.parse().ok()).unwrap_or(1).clamp(1, timeline.len());

        let spec = RwSignal::new(spec);
        let shown = RwSignal::new(None::<ShownLogits>);
        let n_draws = RwSignal::new(0);
        let against = RwSignal::new(Against::TemperatureLast);
        let pipeline = Memo::new(move |_| {
            shown.with(|shown| {
                let facts = &shown.as_ref()?.facts;
                Some(spec.with(|spec| Pipeline::new(spec, &facts.row.0, &facts.context, facts.n_prompt)))
            })
        });
        let drawn = Memo::new(move |_| {
            let position = shown.with(|shown| shown.as_ref().map(|shown| shown.facts.context.len() - shown.facts.n_prompt))?;
            let coin = Coins::new(spec.with(|spec| spec.seed)).coin(position, 0, CoinUse::Ancestral);
            pipeline.with(|pipeline| Some((pipeline.as_ref()?.result()?.pick(coin), coin)))
        });
        let generated = Memo::new(move |_| {
            shown.with(|shown| {
                let ShownLogits { facts, vocabulary, .. } = shown.as_ref()?;
                Some(spec.with(|spec| GeneratedText::new(&facts.context[facts.n_prompt..], vocabulary, &spec.stops)))
            })
        });
        let listed = Memo::new(move |_| {
            shown.with(|shown| {
                let Some(ShownLogits { facts, vocabulary, .. }) = shown else { return Vec::new() };
                let ranked = Probs::softmax(&facts.row.0.iter().map(|logit| f64::from(*logit)).collect::<Vec<_>>());
                let ranked = ranked.map(|probs| probs.ranked()).unwrap_or_default();
                ranked.into_iter().take(N_LISTED).map(|token| (token, vocabulary.label(token))).collect()
            })
        });
        let draws = Memo::new(move |_| {
            let n = n_draws.get();
            let coins = Coins::new(spec.with(|spec| spec.seed));
            pipeline.with(|pipeline| (n > 0).then_some(()).and_then(|()| Some(draw_many(pipeline.as_ref()?.result()?, coins, n))))
        });
        let comparison = Memo::new(move |_| {
            let sides = spec.with(|spec| against.get().sides(spec));
            shown.with(|shown| {
                let facts = &shown.as_ref()?.facts;
                // Only what comes out is compared: no need to keep what each stage did.
                let sides =
                    sides.map(|(name, spec)| Side { name, result: spec.chain(facts.n_prompt).process(&facts.row.0, &facts.context) });
                let difference = PipelineDifference::between(sides[0].result.as_ref(), sides[1].result.as_ref());
                Some((sides, difference))
            })
        });
        let is_of_another_text = Memo::new(move |_| {
            shown.with(|shown| {
                let Some(ShownLogits { text: (prompt, path), .. }) = shown else { return true };
                spec.with(|spec| spec.prompt != *prompt || spec.path != *path)
            })
        });
        let state = Self {
            spec,
            shown,
            playhead: RwSignal::new(Playhead::paused_at(n_shown)),
            pipeline,
            drawn,
            generated,
            listed,
            tree: RwSignal::new(BranchTree::default()),
            n_draws,
            draws,
            against,
            comparison,
            odds_of: RwSignal::new([None, None]),
            engine,
            waiting: RwSignal::new(false),
            is_of_another_text,
            to_write: RwSignal::new(0),
            timeline: StoredValue::new(timeline),
            asked: StoredValue::new((RunId(0), (String::new(), Vec::new()))),
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

    /// A token made visible; empty before there is a row.
    pub fn label(self, token: TokenId) -> String {
        self.shown.with(|shown| shown.as_ref().map(|shown| shown.vocabulary.label(token)).unwrap_or_default())
    }

    /// The step shown last.
    pub fn event(self) -> PipelineEvent {
        let n_shown = self.playhead.with(|playhead| playhead.n_shown);
        self.timeline.with_value(|timeline| timeline.cycle_events(0)[n_shown.clamp(1, timeline.len()) - 1])
    }

    /// Moves the playhead. The first step is always shown: without the model's own distribution
    /// there is nothing to see.
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
                let shown = self.playhead.with(|playhead| playhead.n_shown);
                t_args("logits-place", &[("shown", shown.into()), ("n", n_events.into())])
            }),
            chapter: key("playback-next-token"),
            send: Callback::new(move |command| self.send(command)),
        }
    }

    /// What the address bar should say.
    pub fn query(self) -> String {
        let mut query = self.spec.with(PipelineSpec::to_query);
        let n_shown = self.playhead.with(|playhead| playhead.n_shown);
        if n_shown > 1 {
            query.push_str(&format!("{}at={n_shown}", if query.is_empty() { "" } else { "&" }));
        }
        query
    }

    /// Whether playback and writing stand still.
    pub fn at_rest(self) -> bool {
        self.playhead.with(|playhead| playhead.mode != PlayMode::Playing) && self.to_write.get() == 0
    }

    /// The lab comes on screen.
    pub fn enter(self) {
        self.active.set_value(true);
        let outdated = |shown: &ShownLogits| self.engine.is_outdated(shown.source, &shown.pair.target);
        if self.shown.with_untracked(|shown| shown.as_ref().is_none_or(outdated)) {
            self.ask();
        }
    }

    /// The lab goes off screen.
    pub fn leave(self) {
        self.active.set_value(false);
        self.to_write.set(0);
    }

    /// Changes the sampler: nothing but arithmetic follows.
    pub fn change_sampler(self, change: impl FnOnce(&mut PipelineSpec)) {
        self.spec.update(change);
    }

    /// Changes the prompt: choices made after the old one go.
    pub fn change_prompt(self, prompt: String) {
        if self.spec.with_untracked(|spec| spec.prompt == prompt) {
            return;
        }
        self.spec.update(|spec| {
            spec.prompt = prompt;
            spec.path.clear();
        });
        self.to_write.set(0);
        self.tree.set(BranchTree::default());
        if let Some(handle) = self.settling.get_value() {
            handle.clear();
        }
        self.settling.set_value(set_timeout_with_handle(move || self.ask(), SETTLE).ok());
    }

    /// Chooses the next token, by the coin or by hand, and asks for what follows it.
    pub fn choose(self, token: TokenId, chosen: Chosen) {
        self.to_write.set(0);
        self.append(token, chosen);
    }

    fn append(self, token: TokenId, chosen: Chosen) {
        let path = self.spec.with_untracked(|spec| spec.path.clone());
        self.tree.update(|tree| tree.insert(&path, token, chosen));
        self.show_path([path.as_slice(), &[token]].concat());
    }

    /// Takes drawn tokens one after the other, until the text ends or enough are written; or stops
    /// doing so.
    pub fn write_on(self) {
        if self.to_write.get_untracked() > 0 {
            self.to_write.set(0);
        } else {
            self.to_write.set(WRITE_AT_ONCE);
            self.write_next();
        }
    }

    fn write_next(self) {
        let drawn = self.drawn.get_untracked().filter(|_| untrack(|| self.ending()).is_none());
        match (self.to_write.get_untracked(), drawn) {
            (0, _) => {}
            (n, Some((token, _))) => {
                self.append(token, Chosen::Drawn);
                self.to_write.set(n - 1);
            }
            (_, None) => self.to_write.set(0),
        }
    }

    /// Goes to another place: back along the path, or to another branch.
    pub fn go(self, path: Vec<TokenId>) {
        self.to_write.set(0);
        self.show_path(path);
    }

    fn show_path(self, path: Vec<TokenId>) {
        if self.spec.with_untracked(|spec| spec.path != path) {
            self.spec.update(|spec| spec.path = path);
            self.ask();
        }
    }

    /// Whether no token can be chosen from what is on screen: it follows another text, or another row is about to take its place.
    pub fn cannot_choose(self) -> bool {
        self.waiting.get() || self.is_of_another_text.get()
    }

    /// Why nothing follows the text at the cursor, if nothing does.
    pub fn ending(self) -> Option<Ending> {
        let end = self.generated.with(|generated| generated.as_ref().and_then(|generated| generated.end));
        match end {
            Some(TextEnd::StopToken) => return Some(Ending::StopToken),
            Some(TextEnd::StopString(found)) => {
                return self.spec.with(|spec| spec.stops.get(found.stop_idx).cloned()).map(Ending::StopString);
            }
            None => {}
        }
        let n_tokens = self.shown.with(|shown| shown.as_ref().map_or(0, |shown| shown.facts.context.len()));
        let context_len = self.engine.status.with(|status| match status {
            EngineStatus::Ready { pair, .. } => pair.context_len,
            _ => usize::MAX,
        });
        (n_tokens >= context_len).then_some(Ending::ContextFull)
    }

    /// Shows a recording; its settings become the page's.
    pub fn open_file(self, json: &str) {
        match LogitsRecording::from_json(json) {
            Ok(recording) => {
                self.disown();
                self.waiting.set(false);
                self.to_write.set(0);
                self.tree.set(BranchTree::default());
                self.spec.set(recording.spec.clone());
                self.show(recording, RunSource::File);
            }
            Err(message) => self.engine.notify(t_args("notice-file-not-opened", &[("why", message.into())])),
        }
    }

    /// Shows the recording that came with the page, unless something else is on screen already or it
    /// is of another text.
    pub fn open_first(self, json: &str) {
        if self.shown.with_untracked(Option::is_some) {
            return;
        }
        match LogitsRecording::from_json(json) {
            Ok(recording) => {
                let same_text = self.spec.with_untracked(|spec| spec.prompt == recording.spec.prompt && spec.path.is_empty());
                if same_text {
                    self.show(recording, RunSource::Recorded);
                }
            }
            Err(message) => self.engine.notify(t_args("notice-example-not-opened", &[("why", message.into())])),
        }
    }

    /// What is on screen, as a recording; `None` while it does not belong to the settings.
    pub fn recording(self) -> Option<LogitsRecording> {
        if self.is_of_another_text.get_untracked() {
            return None;
        }
        self.shown.with_untracked(|shown| {
            shown.as_ref().map(|shown| LogitsRecording {
                version: RECORDING_VERSION,
                spec: self.spec.get_untracked(),
                pair: shown.pair.clone(),
                facts: shown.facts.clone(),
                vocabulary: (*shown.vocabulary).clone(),
            })
        })
    }

    fn show(self, recording: LogitsRecording, source: RunSource) {
        let LogitsRecording { spec, facts, pair, vocabulary, .. } = recording;
        let text = (spec.prompt, spec.path);
        self.shown.set(Some(ShownLogits { facts, pair, vocabulary: Arc::new(vocabulary), source, text }));
    }

    /// An answer on its way is no longer wanted, and a question about to be asked is not asked.
    fn disown(self) {
        if let Some(handle) = self.settling.get_value() {
            handle.clear();
        }
        self.asked.update_value(|(last, _)| *last = self.engine.next_id());
    }

    fn ask(self) {
        if !self.engine.is_ready() {
            return; // It is asked as soon as the models are there.
        }
        let id = self.engine.next_id();
        let (prompt, path) = self.spec.with_untracked(|spec| (spec.prompt.clone(), spec.path.clone()));
        self.asked.set_value((id, (prompt.clone(), path.clone())));
        self.waiting.set(true);
        self.engine.request(&Request::Score { id, prompt, path });
    }

    /// Lets go of all that names tokens: there are others now.
    fn forget_tokens(self) {
        self.to_write.set(0);
        self.tree.set(BranchTree::default());
        self.odds_of.set([None, None]);
        self.spec.update(|spec| {
            spec.path.clear();
            spec.bias.clear();
        });
    }

    fn on_reply(self, reply: &Reply) {
        if matches!(reply, Reply::Ready { .. }) && self.engine.models.have_other_tokens() {
            self.forget_tokens();
        }
        let is_current = |id: &RunId| self.asked.with_value(|(asked, _)| id == asked);
        match reply {
            Reply::Ready { .. } if self.active.get_value() => {
                let from_file = self.shown.with_untracked(|shown| shown.as_ref().is_some_and(|shown| shown.source == RunSource::File));
                if !from_file {
                    self.ask();
                }
            }
            Reply::Scored { id, facts } if is_current(id) => {
                self.engine.answered();
                self.waiting.set(false);
                if let (Some(vocabulary), EngineStatus::Ready { pair, .. }) =
                    (self.engine.vocabulary.get_untracked(), self.engine.status.get_untracked())
                {
                    let text = self.asked.with_value(|(_, text)| text.clone());
                    self.shown.set(Some(ShownLogits { facts: facts.clone(), pair, vocabulary, source: RunSource::Live, text }));
                }
                // Each token is seen before the next one is drawn.
                request_animation_frame(move || self.write_next());
            }
            Reply::Failed { run: Some(id), fault } if is_current(id) => {
                self.waiting.set(false);
                self.to_write.set(0);
                self.engine.could_not(fault);
            }
            Reply::Crashed { .. } => {
                self.waiting.set(false);
                self.to_write.set(0);
            }
            _ => {}
        }
    }
}

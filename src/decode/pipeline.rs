//! From logits to a token: one row of logits, taken through the stages of a sampler one by one, with
//! what each stage did to every token, and what the order of the stages has to do with it.
//!
//! Everything is over the whole vocabulary. A page shows the top rows and the rest as one, and the
//! sum is always 1.

use crate::decode::spec::{append_changed, knob_of, set_defaults};
use crate::decode::{
    Cdf, CoinUse, Coins, FactRow, Knob, LogitsProcessor, Notice, PairFacts, Probs, ProcessorChain, RECORDING_VERSION, Stage, StoryEvent,
    TokenId, TokenText, Vocabulary, byte_chip, read_prompt, shorten,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The facts of one moment: a text and the row of logits that follows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogitsFacts {
    /// The text: what was given, then what was chosen.
    pub context: Vec<TokenId>,
    /// Tokens of it that were given.
    pub n_prompt: usize,
    /// The target's row after it. `(vocab_size,)`
    pub row: FactRow,
    /// The time its pass took, in milliseconds; 0 where nobody held a watch.
    pub millis: f64,
}

/// A moment that can be looked at without its model: what the command line writes and the page opens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogitsRecording {
    /// The layout of this file: [`RECORDING_VERSION`].
    pub version: u32,
    /// What decided it.
    pub spec: PipelineSpec,
    /// The models.
    pub pair: PairFacts,
    /// The facts.
    pub facts: LogitsFacts,
    /// The tokens' bytes.
    pub vocabulary: Vocabulary,
}

impl LogitsRecording {
    /// Reads a recording from JSON; refused if it is none, or if its parts do not fit together.
    pub fn from_json(json: &str) -> Result<Self, String> {
        let mut recording: Self = serde_json::from_str(json).map_err(|error| format!("these are no recorded logits: {error}"))?;
        let order = complete_order(&recording.spec.order);
        let n_vocab = recording.vocabulary.len();
        let facts = &recording.facts;
        if recording.version != RECORDING_VERSION {
            Err(format!("this recording has layout {}; this page reads layout {RECORDING_VERSION}", recording.version))
        } else if facts.row.0.len() != n_vocab || facts.n_prompt > facts.context.len() {
            Err("the facts in this recording contradict each other".to_owned())
        } else if facts.context.iter().any(|token| token.index() >= n_vocab) {
            Err("this recording names tokens that its vocabulary lacks".to_owned())
        } else {
            recording.spec.order = order.ok_or("the stages in this recording are in no order")?;
            recording.spec.bias.retain(|token, bias| token.index() < n_vocab && bias.is_finite());
            Ok(recording)
        }
    }

    /// The recording as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a recording holds only strings, numbers and lists")
    }
}

/// A stage of the sampler, as something that can be put in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StageKind {
    /// Penalty on all tokens seen.
    RepetitionPenalty,
    /// Penalty on tokens generated at all.
    PresencePenalty,
    /// Penalty on tokens generated, each time.
    FrequencyPenalty,
    /// A number added to chosen tokens' logits.
    Bias,
    /// Division by T.
    Temperature,
    /// The k most probable.
    TopK,
    /// The shortest prefix that holds mass p.
    TopP,
    /// Those not too far below the best.
    MinP,
}

impl StageKind {
    /// Every stage, in the usual order: penalties and bias, temperature, filters.
    pub const ALL: [StageKind; 8] = [
        StageKind::RepetitionPenalty,
        StageKind::PresencePenalty,
        StageKind::FrequencyPenalty,
        StageKind::Bias,
        StageKind::Temperature,
        StageKind::TopK,
        StageKind::TopP,
        StageKind::MinP,
    ];

    /// Its name, in the spelling of the settings.
    pub fn name(self) -> &'static str {
        match self {
            Self::RepetitionPenalty => "repetition_penalty",
            Self::PresencePenalty => "presence_penalty",
            Self::FrequencyPenalty => "frequency_penalty",
            Self::Bias => "bias",
            Self::Temperature => "temperature",
            Self::TopK => "top_k",
            Self::TopP => "top_p",
            Self::MinP => "min_p",
        }
    }
}

/// One experiment with a single distribution: the text before it, the sampler, the draws.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PipelineSpec {
    /// The text that was given.
    pub prompt: String,
    /// Tokens chosen after it, by a draw or by hand: the path to the cursor.
    pub path: Vec<TokenId>,
    /// Every stage once, in the order in which they are applied.
    pub order: Vec<StageKind>,
    /// Divides logits; 0 is the greedy limit.
    pub temperature: f64,
    /// Most probable tokens kept; 0 is off.
    pub top_k: usize,
    /// Mass kept; 1 is off.
    pub top_p: f64,
    /// Least share of the best token's probability; 0 is off.
    pub min_p: f64,
    /// Divides or multiplies logits of tokens seen; 1 is off.
    pub repetition_penalty: f64,
    /// Subtracted once from logits of tokens generated; 0 is off.
    pub presence_penalty: f64,
    /// Subtracted from logits of tokens generated, each time; 0 is off.
    pub frequency_penalty: f64,
    /// Added to these tokens' logits; none is off.
    #[serde(default)]
    pub bias: BTreeMap<TokenId, f64>,
    /// The text ends before the first of these that it would hold.
    #[serde(default)]
    pub stops: Vec<String>,
    /// Decides every coin.
    pub seed: u64,
}

impl Default for PipelineSpec {
    fn default() -> Self {
        let mut spec = Self {
            prompt: "The cat wanted to".to_owned(),
            path: Vec::new(),
            order: StageKind::ALL.to_vec(),
            temperature: 0.0,
            top_k: 0,
            top_p: 0.0,
            min_p: 0.0,
            repetition_penalty: 0.0,
            presence_penalty: 0.0,
            frequency_penalty: 0.0,
            bias: BTreeMap::new(),
            stops: Vec::new(),
            seed: 0,
        };
        set_defaults(PIPELINE_KNOBS, &mut spec);
        spec
    }
}

/// Every numeric setting of the pipeline, in the order in which the page shows them.
pub const PIPELINE_KNOBS: &[Knob<PipelineSpec>] = &[
    knob_of!(temperature: f64, 0.0 to 3.0 by 0.05, default 0.8, off Some(1.0)),
    knob_of!(top_k: usize, 0.0 to 100.0 by 1.0, default 40.0, off Some(0.0)),
    knob_of!(top_p: f64, 0.0 to 1.0 by 0.01, default 0.9, off Some(1.0)),
    knob_of!(min_p: f64, 0.0 to 1.0 by 0.01, default 0.05, off Some(0.0)),
    knob_of!(repetition_penalty: f64, 1.0 to 2.0 by 0.05, default 1.0, off Some(1.0)),
    knob_of!(presence_penalty: f64, -2.0 to 2.0 by 0.1, default 0.0, off Some(0.0)),
    knob_of!(frequency_penalty: f64, -2.0 to 2.0 by 0.1, default 0.0, off Some(0.0)),
    knob_of!(seed: u64, 0.0 to 4_294_967_295.0 by 1.0, default 1.0, off None),
];

/// The longest path that a link can hold.
const MAX_PATH: usize = 256;

/// The strongest bias, either way. At minus this a token is some 10⁻⁹ as probable as before.
pub const MAX_BIAS: f64 = 20.0;

/// The most tokens with a bias.
pub const MAX_BIASES: usize = 8;

/// The most stop strings.
pub const MAX_STOPS: usize = 4;

/// The longest stop string, in bytes.
pub const MAX_STOP_BYTES: usize = 40;

impl PipelineSpec {
    /// Reads a URL's query (without `?`). Names it does not know are left to others.
    pub fn parse(query: &str) -> (Self, Vec<Notice>) {
        let mut spec = Self::default();
        let mut notices = Vec::new();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "prompt" => {
                    let (prompt, notice) = read_prompt(&value);
                    spec.prompt = prompt;
                    notices.extend(notice);
                }
                // A number too many, or none at all, ends the path there: what is before it still stands.
                "path" => spec.path = value.split('.').map_while(|id| id.parse().ok().map(TokenId)).take(MAX_PATH).collect(),
                "order" => match parse_order(&value) {
                    Some(order) => spec.order = order,
                    None => notices.push(Notice::BadOrder { given: shorten(&value) }),
                },
                "bias" => match parse_bias(&value) {
                    Some((token, bias)) if spec.bias.len() < MAX_BIASES || spec.bias.contains_key(&token) => {
                        spec.bias.insert(token, bias);
                    }
                    _ => notices.push(Notice::BadBias { given: shorten(&value) }),
                },
                "stop" => {
                    if !spec.add_stop(&value) {
                        notices.push(Notice::BadStop { given: shorten(&value) });
                    }
                }
                _ => {
                    if let Some(knob) = PIPELINE_KNOBS.iter().find(|knob| knob.name == name) {
                        notices.extend(knob.read_link(&mut spec, &value));
                    }
                }
            }
        }
        (spec, notices)
    }

    /// The query that restores this experiment: what differs from the default, in a fixed order.
    pub fn to_query(&self) -> String {
        let default = Self::default();
        let mut query = form_urlencoded::Serializer::new(String::new());
        if self.prompt != default.prompt {
            query.append_pair("prompt", &self.prompt);
        }
        if !self.path.is_empty() {
            query.append_pair("path", &self.path.iter().map(|token| token.0.to_string()).collect::<Vec<_>>().join("."));
        }
        if self.order != default.order {
            query.append_pair("order", &self.order.iter().map(|kind| kind.name()).collect::<Vec<_>>().join("."));
        }
        for (token, bias) in &self.bias {
            query.append_pair("bias", &format!("{}_{bias}", token.0));
        }
        for stop in &self.stops {
            query.append_pair("stop", stop);
        }
        append_changed(PIPELINE_KNOBS, self, &mut query);
        query.finish()
    }

    /// Adds a stop string. `false`, and nothing is added, if it is empty or too long, there already,
    /// or one too many.
    pub fn add_stop(&mut self, stop: &str) -> bool {
        let usable = !stop.is_empty() && stop.len() <= MAX_STOP_BYTES && self.stops.len() < MAX_STOPS;
        let is_new = usable && !self.stops.iter().any(|known| known == stop);
        if is_new {
            self.stops.push(stop.to_owned());
        }
        is_new
    }

    /// The processor of a stage. `n_prompt` tokens of the context were given and not generated.
    pub fn processor(&self, kind: StageKind, n_prompt: usize) -> LogitsProcessor {
        match kind {
            StageKind::RepetitionPenalty => LogitsProcessor::RepetitionPenalty(self.repetition_penalty),
            StageKind::PresencePenalty => LogitsProcessor::PresencePenalty { penalty: self.presence_penalty, n_prompt },
            StageKind::FrequencyPenalty => LogitsProcessor::FrequencyPenalty { penalty: self.frequency_penalty, n_prompt },
            StageKind::Bias => LogitsProcessor::Bias(self.bias.clone()),
            StageKind::Temperature => LogitsProcessor::Temperature(self.temperature),
            StageKind::TopK => LogitsProcessor::TopK(self.top_k),
            StageKind::TopP => LogitsProcessor::TopP(self.top_p),
            StageKind::MinP => LogitsProcessor::MinP(self.min_p),
        }
    }

    /// All stages in this spec's order.
    pub fn chain(&self, n_prompt: usize) -> ProcessorChain {
        ProcessorChain { processors: self.order.iter().map(|kind| self.processor(*kind, n_prompt)).collect() }
    }

    /// Moves a stage to another place in the order; out of range is as far as it goes.
    pub fn move_stage(&mut self, from: usize, to: usize) {
        if from < self.order.len() {
            let kind = self.order.remove(from);
            self.order.insert(to.min(self.order.len()), kind);
        }
    }
}

/// An order from a link: stages' names, joined by dots.
fn parse_order(value: &str) -> Option<Vec<StageKind>> {
    let order: Vec<StageKind> =
        value.split('.').map(|name| StageKind::ALL.into_iter().find(|kind| kind.name() == name)).collect::<Option<_>>()?;
    complete_order(&order)
}

/// An order of all stages, from one that may have been made before some of them existed: those come
/// first, in their usual order. `None` if there is no stage in it, or one twice.
fn complete_order(order: &[StageKind]) -> Option<Vec<StageKind>> {
    let twice = order.iter().enumerate().any(|(idx, kind)| order[..idx].contains(kind));
    let missing = StageKind::ALL.into_iter().filter(|kind| !order.contains(kind));
    (!order.is_empty() && !twice).then(|| missing.chain(order.iter().copied()).collect())
}

/// A bias from a link: `token_number`.
fn parse_bias(value: &str) -> Option<(TokenId, f64)> {
    let (token, bias) = value.split_once('_')?;
    let bias: f64 = bias.parse().ok()?;
    (bias.abs() <= MAX_BIAS).then_some((TokenId(token.parse().ok()?), bias))
}

/// What a stage did to one token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StageRow {
    /// The token.
    pub token: TokenId,
    /// Its logit when the stage began; minus infinity if it was out already.
    pub logit_before: f64,
    /// Its logit when the stage ended.
    pub logit_after: f64,
    /// Its probability before.
    pub prob_before: f64,
    /// Its probability after.
    pub prob_after: f64,
}

/// What became of a token in a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageEffect {
    /// Its logit changed, or nothing did.
    Plain,
    /// This stage threw it out.
    CutHere,
    /// It had been thrown out before.
    OutBefore,
    /// Its probability rose although its logit did not change: it shares the mass of those cut.
    RaisedByOthers,
}

impl StageRow {
    /// What became of the token.
    pub fn effect(&self) -> StageEffect {
        if self.logit_before == f64::NEG_INFINITY {
            StageEffect::OutBefore
        } else if self.logit_after == f64::NEG_INFINITY {
            StageEffect::CutHere
        } else if self.logit_after == self.logit_before && self.prob_after > self.prob_before {
            StageEffect::RaisedByOthers
        } else {
            StageEffect::Plain
        }
    }
}

/// A stage of the pipeline, ready to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct StageView {
    /// Which stage; `None` for the model's own distribution, before any.
    pub kind: Option<StageKind>,
    /// Whether it is switched off.
    pub off: bool,
    /// The most probable tokens before the stage, by falling probability: also those it cut.
    pub rows: Vec<StageRow>,
    /// All tokens without a row of their own, added up: probability before, and after.
    pub rest: (f64, f64),
    /// How many of them there are.
    pub n_rest: usize,
    /// How many of `rows` are still in, if they lead the list: the cut-off line comes after these.
    /// `None` when the stage cut nothing, or not in the order of the rows.
    pub cut_off: Option<usize>,
    /// Tokens that can be drawn, before and after.
    pub support: (usize, usize),
    /// Probability of the tokens cut.
    pub removed_mass: f64,
    /// Entropy in nats, before and after.
    pub entropy: (f64, f64),
    /// Effective number of choices, before and after.
    pub choices: (f64, f64),
}

/// One row of logits on its way through a chain.
#[derive(Clone, Debug, PartialEq)]
pub struct Pipeline {
    kinds: Vec<StageKind>,
    stages: Vec<Stage>,
}

impl Pipeline {
    /// Takes a row through a spec's stages. `context` are the tokens before it, of which the first
    /// `n_prompt` were given.
    pub fn new(spec: &PipelineSpec, row: &[f32], context: &[TokenId], n_prompt: usize) -> Self {
        Self { kinds: spec.order.clone(), stages: spec.chain(n_prompt).stages(row, context) }
    }

    /// The model's own distribution and one per stage; `None` where nothing is left.
    pub fn probs(&self, stage_idx: usize) -> Option<&Probs> {
        self.stages.get(stage_idx).and_then(|stage| stage.probs.as_ref())
    }

    /// What comes out at the end; `None` where nothing is left.
    pub fn result(&self) -> Option<&Probs> {
        self.stages.last().and_then(|stage| stage.probs.as_ref())
    }

    /// Stages, the model's own distribution included.
    pub fn n_stages(&self) -> usize {
        self.stages.len()
    }

    /// A stage with rows for the `n_rows` most probable tokens before it. Stage 0 is the model's own
    /// distribution. `None` past the end.
    pub fn view(&self, stage_idx: usize, n_rows: usize) -> Option<StageView> {
        let after = self.stages.get(stage_idx)?;
        let before = &self.stages[stage_idx.saturating_sub(1)];
        let n_vocab = after.logits.len();
        let prob = |stage: &Stage, idx: usize| stage.probs.as_ref().map_or(0.0, |probs| probs.as_slice()[idx]);
        // By the probability before the stage, then by the model's own: tokens that went out earlier
        // stay in their place at the end of the list.
        let own = &self.stages[0];
        let mut order: Vec<usize> = (0..n_vocab).collect();
        order.sort_unstable_by(|a, b| {
            let by_before = prob(before, *b).total_cmp(&prob(before, *a));
            by_before.then(prob(own, *b).total_cmp(&prob(own, *a))).then(a.cmp(b))
        });
        let rows: Vec<StageRow> = order
            .iter()
            .take(n_rows)
            .map(|&idx| StageRow {
                token: TokenId(idx as u32),
                logit_before: before.logits[idx],
                logit_after: after.logits[idx],
                prob_before: prob(before, idx),
                prob_after: prob(after, idx),
            })
            .collect();
        let rest = order.iter().skip(n_rows).fold((0.0, 0.0), |sum, &idx| (sum.0 + prob(before, idx), sum.1 + prob(after, idx)));
        let kept = rows.iter().take_while(|row| row.logit_after > f64::NEG_INFINITY).count();
        let in_order = rows[kept..].iter().all(|row| row.logit_after == f64::NEG_INFINITY);
        let both = |of: fn(&Probs) -> f64| {
            let of = |stage: &Stage| stage.probs.as_ref().map_or(0.0, of);
            (of(before), of(after))
        };
        let support = |stage: &Stage| stage.probs.as_ref().map_or(0, Probs::support);
        Some(StageView {
            kind: stage_idx.checked_sub(1).map(|idx| self.kinds[idx]),
            off: stage_idx > 0 && after.processor.is_off(),
            n_rest: n_vocab - rows.len(),
            cut_off: (after.excluded > 0 && in_order && kept < rows.len()).then_some(kept),
            rows,
            rest,
            support: (support(before), support(after)),
            removed_mass: after.removed_mass,
            entropy: both(Probs::entropy),
            choices: both(Probs::effective_choices),
        })
    }
}

/// One step of a row's way to a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PipelineEvent {
    /// The model's own distribution.
    Own,
    /// A stage of the sampler, by its place in the order.
    Stage(usize),
    /// A coin draws the token.
    Draw,
}

impl PipelineEvent {
    /// The steps for an order of `n_stages` stages.
    pub fn story(n_stages: usize) -> Vec<Self> {
        let stages = (0..n_stages).map(Self::Stage);
        std::iter::once(Self::Own).chain(stages).chain(std::iter::once(Self::Draw)).collect()
    }
}

impl StoryEvent for PipelineEvent {
    fn millis(self) -> f64 {
        match self {
            Self::Own | Self::Draw => 2400.0,
            Self::Stage(_) => 1800.0,
        }
    }
}

/// Two ways to treat the same row, side by side: what only one of them keeps, and how far apart
/// they end.
#[derive(Clone, Debug, PartialEq)]
pub struct PipelineDifference {
    /// Tokens that only the first keeps, by falling probability there.
    pub only_first: Vec<TokenId>,
    /// Tokens that only the second keeps, by falling probability there.
    pub only_second: Vec<TokenId>,
    /// Tokens that both keep.
    pub n_both: usize,
    /// Total variation distance of the results.
    pub total_variation: f64,
}

impl PipelineDifference {
    /// Compares two results. One that excludes every token keeps nothing, and is at distance 1.
    pub fn between(first: Option<&Probs>, second: Option<&Probs>) -> Self {
        let kept = |probs: Option<&Probs>| -> Vec<TokenId> {
            probs.map_or_else(Vec::new, |probs| probs.ranked().into_iter().take(probs.support()).collect())
        };
        let has = |probs: Option<&Probs>, token: TokenId| probs.is_some_and(|probs| probs.get(token) > 0.0);
        let (in_first, in_second) = (kept(first), kept(second));
        let n_both = in_first.iter().filter(|token| has(second, **token)).count();
        let total_variation = match (first, second) {
            (Some(first), Some(second)) => first.total_variation(second),
            (None, None) => 0.0,
            _ => 1.0,
        };
        Self {
            only_first: in_first.into_iter().filter(|token| !has(second, *token)).collect(),
            only_second: in_second.into_iter().filter(|token| !has(first, *token)).collect(),
            n_both,
            total_variation,
        }
    }
}

/// The odds of one token against another after a temperature: `exp((z_i - z_j) / T)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Odds {
    /// So many to one; may be infinite where f64 ends.
    ToOne(f64),
    /// At T = 0 the larger logit wins always.
    Always,
    /// At T = 0 the smaller logit never wins.
    Never,
    /// One of the two is excluded.
    Excluded,
}

/// The odds of the token with logit `z_i` against the one with logit `z_j` at this temperature.
pub fn odds(z_i: f64, z_j: f64, temperature: f64) -> Odds {
    if !z_i.is_finite() || !z_j.is_finite() {
        Odds::Excluded
    } else if temperature > 0.0 {
        Odds::ToOne(libm::exp((z_i - z_j) / temperature))
    } else if z_i > z_j {
        Odds::Always
    } else if z_i < z_j {
        Odds::Never
    } else {
        Odds::ToOne(1.0)
    }
}

/// Many draws from one distribution, against it.
#[derive(Clone, Debug, PartialEq)]
pub struct Draws {
    /// How often each token came up. `(vocab_size,)`
    pub counts: Vec<u32>,
    /// Total variation between counts and distribution after so many draws: 1, 2, 5, 10, 20, 50, …
    /// and at the end.
    pub distances: Vec<(usize, f64)>,
}

/// Draws `n` tokens with coins of their own.
pub fn draw_many(probs: &Probs, coins: Coins, n: usize) -> Draws {
    let cdf: Cdf = probs.cdf();
    let mut draws = Draws { counts: vec![0; probs.vocab_size()], distances: Vec::new() };
    let mut checkpoint = 1;
    for drawn in 1..=n {
        let token = cdf.pick(coins.coin(drawn, 0, CoinUse::Sample));
        draws.counts[token.index()] += 1;
        if drawn == checkpoint || drawn == n {
            let apart: f64 = draws.counts.iter().zip(probs.as_slice()).map(|(count, p)| (f64::from(*count) / drawn as f64 - p).abs()).sum();
            draws.distances.push((drawn, apart / 2.0));
            if drawn == checkpoint {
                checkpoint = next_checkpoint(checkpoint);
            }
        }
    }
    draws
}

/// 1, 2, 5, 10, 20, 50, 100, …
fn next_checkpoint(n: usize) -> usize {
    let mut power = 1;
    while power * 10 <= n {
        power *= 10;
    }
    match n / power {
        1 => 2 * power,
        2 => 5 * power,
        _ => 10 * power,
    }
}

/// Why a text at the cursor cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextEnd {
    /// Its last token is a stop token.
    StopToken,
    /// It holds a stop string.
    StopString(StopMatch),
}

/// What was generated, and how much of it is text that can be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedText {
    /// The tokens.
    pub spans: Vec<TokenText>,
    /// Bytes, of all the spans' in order, that are shown: the others may be, or are, a stop string's.
    pub n_shown: usize,
    /// Why it ends here, if it does.
    pub end: Option<TextEnd>,
}

impl GeneratedText {
    /// Looks at the tokens after the prompt. A stop string counts only in what was generated, and what
    /// follows it is not shown.
    pub fn new(tokens: &[TokenId], vocabulary: &Vocabulary, stops: &[String]) -> Self {
        let text: Vec<u8> = tokens.iter().flat_map(|token| vocabulary.bytes(*token)).copied().collect();
        let stop = find_stop(&text, stops);
        let has_ended = tokens.last().is_some_and(|token| vocabulary.is_special(*token));
        let end = stop.map(TextEnd::StopString).or(has_ended.then_some(TextEnd::StopToken));
        let n_shown = match stop {
            Some(found) => found.end,
            None if has_ended => text.len(), // Nothing can complete a stop string any more.
            None => safe_to_show(&text, stops),
        };
        Self { spans: vocabulary.spans(tokens), n_shown, end }
    }

    /// Each token's text, divided into what is shown and what is not.
    pub fn pieces(&self) -> Vec<(String, String)> {
        let mut n_before = 0;
        let pieces = self.spans.iter().map(|span| {
            let here = self.n_shown.saturating_sub(n_before).min(span.text.len());
            // A stop string begins where a character begins, except in bytes that are no text.
            let here = (0..=here).rev().find(|end| span.text.is_char_boundary(*end)).unwrap_or(0);
            let (shown, held) = span.text.split_at(here);
            n_before += span.text.len() + span.loose_bytes.len();
            let (mut shown, mut held) = (shown.to_owned(), held.to_owned());
            let chips = if n_before <= self.n_shown { &mut shown } else { &mut held };
            span.loose_bytes.iter().for_each(|byte| chips.push_str(&byte_chip(*byte)));
            (shown, held)
        });
        pieces.collect()
    }
}

/// Where a text has to end because of a stop string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StopMatch {
    /// Which of the stop strings.
    pub stop_idx: usize,
    /// The text goes up to here, in bytes: the stop string is not part of it.
    pub end: usize,
}

/// The first stop string in a text, by where it begins; the earlier in the list among equals.
/// Empty ones never match.
pub fn find_stop(text: &[u8], stops: &[String]) -> Option<StopMatch> {
    let found = |stop: &str| (!stop.is_empty()).then(|| text.windows(stop.len()).position(|window| window == stop.as_bytes())).flatten();
    let matches = stops.iter().enumerate().filter_map(|(stop_idx, stop)| found(stop).map(|end| StopMatch { stop_idx, end }));
    matches.min_by_key(|found| (found.end, found.stop_idx))
}

/// How many bytes of a text can be shown while it is being written: the rest may yet turn out to be
/// the beginning of a stop string.
pub fn safe_to_show(text: &[u8], stops: &[String]) -> usize {
    let held_back = |stop: &String| (1..stop.len().min(text.len() + 1)).rev().find(|&n| text.ends_with(&stop.as_bytes()[..n])).unwrap_or(0);
    text.len() - stops.iter().map(held_back).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row() -> Vec<f32> {
        (0..200).map(|i| ((i * 37) % 101) as f32 / 12.0).collect()
    }

    #[test]
    fn every_stage_accounts_for_all_of_the_mass() {
        let spec = PipelineSpec { presence_penalty: 0.3, repetition_penalty: 1.2, ..PipelineSpec::default() };
        let context = [3, 5, 9, 11].map(TokenId);
        let pipeline = Pipeline::new(&spec, &row(), &context, 2);
        assert_eq!(pipeline.n_stages(), 9);
        for stage_idx in 0..pipeline.n_stages() {
            for n_rows in [1, 10, 500] {
                let view = pipeline.view(stage_idx, n_rows).expect("the stage is there");
                let sum = |of: fn(&StageRow) -> f64, rest: f64| view.rows.iter().map(of).sum::<f64>() + rest;
                assert!((sum(|row| row.prob_before, view.rest.0) - 1.0).abs() < 1e-12);
                assert!((sum(|row| row.prob_after, view.rest.1) - 1.0).abs() < 1e-12);
                assert_eq!(view.rows.len() + view.n_rest, 200);
                assert!(view.support.1 <= view.support.0);
            }
        }
        assert_eq!(pipeline.view(9, 10), None);
    }

    #[test]
    fn a_token_whose_logit_did_not_change_is_seen_to_rise_when_others_are_cut() {
        let spec = PipelineSpec { temperature: 1.0, top_k: 2, top_p: 1.0, min_p: 0.0, ..PipelineSpec::default() };
        let pipeline = Pipeline::new(&spec, &[2.0, 1.0, 0.0, -1.0], &[], 0);
        let stage_idx = 1 + StageKind::ALL.iter().position(|kind| *kind == StageKind::TopK).expect("top-k is a stage");
        let view = pipeline.view(stage_idx, 10).expect("the stage is there");
        let effects: Vec<_> = view.rows.iter().map(StageRow::effect).collect();
        assert_eq!(effects, [StageEffect::RaisedByOthers, StageEffect::RaisedByOthers, StageEffect::CutHere, StageEffect::CutHere]);
        assert_eq!((view.cut_off, view.support), (Some(2), (4, 2)));
        let later = pipeline.view(stage_idx + 1, 10).expect("the stage is there");
        assert_eq!(later.rows[3].effect(), StageEffect::OutBefore);
        assert!(later.off && later.cut_off.is_none());
    }

    // Case 14: the same settings in another order keep other tokens.
    #[test]
    fn two_orders_of_the_same_settings_part_and_the_difference_is_named() {
        let mut first = PipelineSpec { temperature: 0.5, top_k: 0, top_p: 0.8, min_p: 0.0, ..PipelineSpec::default() };
        let logits = [3.0, 2.0, 1.0];
        let temperature_first = Pipeline::new(&first, &logits, &[], 0);
        let from = first.order.iter().position(|kind| *kind == StageKind::Temperature).expect("temperature is a stage");
        first.move_stage(from, usize::MAX);
        let temperature_last = Pipeline::new(&first, &logits, &[], 0);
        let difference = PipelineDifference::between(temperature_first.result(), temperature_last.result());
        assert_eq!((difference.only_first, difference.only_second, difference.n_both), (vec![], vec![TokenId(1)], 1));
        assert!((difference.total_variation - 0.1192).abs() < 1e-4);
    }

    #[test]
    fn comparing_with_nothing_left_is_a_distance_and_no_panic() {
        let probs = Probs::one_hot(3, TokenId(1));
        let difference = PipelineDifference::between(Some(&probs), None);
        assert_eq!((difference.only_first, difference.total_variation), (vec![TokenId(1)], 1.0));
        assert_eq!(PipelineDifference::between(None, None).total_variation, 0.0);
    }

    #[test]
    fn odds_are_those_of_the_softmax_and_have_a_limit_at_zero() {
        let logits = [1.5, 0.25, -2.0];
        for temperature in [0.3, 1.0, 3.0] {
            let scaled: Vec<f64> = logits.iter().map(|z| z / temperature).collect();
            let probs = Probs::softmax(&scaled).expect("a distribution");
            let Odds::ToOne(odds) = odds(logits[0], logits[1], temperature) else { panic!("finite odds") };
            assert!((odds - probs.get(TokenId(0)) / probs.get(TokenId(1))).abs() < 1e-9);
        }
        assert_eq!([odds(2.0, 1.0, 0.0), odds(1.0, 2.0, 0.0), odds(1.0, 1.0, 0.0)], [Odds::Always, Odds::Never, Odds::ToOne(1.0)]);
        assert_eq!(odds(f64::NEG_INFINITY, 1.0, 1.0), Odds::Excluded);
    }

    #[test]
    fn the_more_draws_the_nearer_the_counts_come() {
        let probs = Probs::softmax(&row().iter().map(|z| f64::from(*z)).collect::<Vec<_>>()).expect("a distribution");
        let draws = draw_many(&probs, Coins::new(3), 10_000);
        let checkpoints: Vec<usize> = draws.distances.iter().map(|(n, _)| *n).collect();
        assert_eq!(checkpoints, [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]);
        let at = |n: usize| draws.distances.iter().find(|(drawn, _)| *drawn == n).map_or(1.0, |(_, distance)| *distance);
        assert!(at(1) > at(100) && at(100) > at(10_000) && at(10_000) < 0.06, "{:?}", draws.distances);
        assert_eq!(draws.counts.iter().sum::<u32>(), 10_000);
        assert_eq!(draws, draw_many(&probs, Coins::new(3), 10_000));
        assert_eq!(draw_many(&probs, Coins::new(3), 7).distances.last().map(|(n, _)| *n), Some(7));
    }

    #[test]
    fn a_stop_string_ends_the_text_before_itself_and_its_beginnings_are_held_back() {
        let stops = vec!["The end".to_owned(), "\n\n".to_owned(), String::new()];
        assert_eq!(find_stop(b"Hi. The end. \n\n", &stops), Some(StopMatch { stop_idx: 0, end: 4 }));
        assert_eq!(find_stop(b"Hi.\n\nThe end", &stops), Some(StopMatch { stop_idx: 1, end: 3 }));
        assert_eq!(find_stop(b"The en", &stops), None);
        assert_eq!((safe_to_show(b"Hi. The e", &stops), safe_to_show(b"Hi.\n", &stops), safe_to_show(b"Hi.", &stops)), (4, 3, 3));
        assert_eq!(safe_to_show("é".as_bytes(), &["éa".to_owned()]), 0);
    }

    #[test]
    fn every_spec_survives_its_own_link_and_nonsense_is_named() {
        let mut spec = PipelineSpec { path: vec![TokenId(3), TokenId(400)], prompt: "né & 猫".to_owned(), ..PipelineSpec::default() };
        spec.move_stage(0, 3);
        spec.bias = BTreeMap::from([(TokenId(7), -2.5), (TokenId(3), 20.0)]);
        assert!(spec.add_stop("The end.") && spec.add_stop("\n\n & é") && !spec.add_stop("") && !spec.add_stop("The end."));
        for knob in PIPELINE_KNOBS {
            for value in [knob.min, knob.max, knob.default] {
                (knob.write)(&mut spec, value);
                assert_eq!(PipelineSpec::parse(&spec.to_query()), (spec.clone(), vec![]));
            }
        }
        let (clamped, notices) = PipelineSpec::parse("temperature=9&order=top_k.top_k&path=1.x.3&presence_penalty=NaN");
        assert_eq!((clamped.temperature, clamped.path, clamped.order), (3.0, vec![TokenId(1)], StageKind::ALL.to_vec()));
        assert_eq!(notices.len(), 3);
        let too_long = "x".repeat(MAX_STOP_BYTES + 1);
        let (spec, notices) = PipelineSpec::parse(&format!("bias=3_99&bias=x_1&bias=5_NaN&bias=5&stop=&stop={too_long}&bias=5_1&stop=a"));
        assert_eq!((spec.bias, spec.stops), (BTreeMap::from([(TokenId(5), 1.0)]), vec!["a".to_owned()]));
        assert_eq!(notices.len(), 6);
    }

    #[test]
    fn an_order_from_before_a_stage_existed_has_that_stage_first_where_it_is_off() {
        let (spec, notices) =
            PipelineSpec::parse("order=temperature.repetition_penalty.presence_penalty.frequency_penalty.top_k.top_p.min_p");
        assert_eq!((spec.order[..2].to_vec(), notices), (vec![StageKind::Bias, StageKind::Temperature], vec![]));
        assert_eq!((complete_order(&[]), complete_order(&[StageKind::TopK, StageKind::TopK])), (None, None));
    }

    #[test]
    fn what_may_become_a_stop_string_is_held_back_and_what_follows_one_is_not_text() {
        let words = ["The", " en", "d", "ing. A", "\n", ""].map(|word| word.as_bytes().to_vec()).to_vec();
        let vocabulary = Vocabulary::new(words, vec![TokenId(5)]);
        let stops = vec![" end.".to_owned(), "g. A".to_owned()];
        let look = |tokens: &[u32]| GeneratedText::new(&tokens.iter().copied().map(TokenId).collect::<Vec<_>>(), &vocabulary, &stops);
        let held = look(&[0, 1, 2]);
        assert_eq!((held.n_shown, held.end), (3, None));
        let piece = |shown: &str, held: &str| (shown.to_owned(), held.to_owned());
        assert_eq!(held.pieces(), [piece("The", ""), piece("", " en"), piece("", "d")]);
        let found = look(&[0, 1, 2, 3, 4]);
        assert_eq!(found.end, Some(TextEnd::StopString(StopMatch { stop_idx: 1, end: 9 })));
        assert_eq!(found.pieces()[2..], [piece("d", ""), piece("in", "g. A"), piece("", "\n")]);
        let ended = look(&[0, 1, 5]);
        assert_eq!((ended.n_shown, ended.end), (6, Some(TextEnd::StopToken)));
        // Half a character: its byte is shown as a chip, held back or not.
        let halves = Vocabulary::new(vec![vec![0xC3], vec![0xA9]], vec![]);
        let split = |tokens: &[TokenId]| GeneratedText::new(tokens, &halves, &["éé".to_owned()]).pieces();
        assert_eq!(split(&[TokenId(0)]), [piece("", "‹C3›")]);
        assert_eq!(split(&[TokenId(1)]), [piece("‹A9›", "")]);
        assert_eq!(split(&[TokenId(0), TokenId(1)]), [piece("", ""), piece("", "é")]);
    }
}

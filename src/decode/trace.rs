//! The trace: what happened, as facts that cannot be recomputed, and nothing else.
//!
//! Probabilities, verdicts and pictures are functions of these facts (see [`crate::decode::replay`]
//! and [`crate::decode::StepView`]), so a trace opened years later, elsewhere, tells the same story.

use crate::decode::{ConstraintError, ConstraintProcessor, CycleCoins, ExperimentSpec, TokenId, TokenTrie, Vocabulary};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::de::{Error as _, Visitor};
use serde::ser::SerializeStruct as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// Why a text ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// A stop token was emitted.
    StopToken,
    /// The asked-for number of tokens was emitted.
    MaxNewTokens,
    /// The models' context is full.
    ContextFull,
    /// Every token was excluded.
    DeadEnd,
    /// There was nothing to continue.
    EmptyPrompt,
    /// Someone stopped it.
    Cancelled,
}

/// One row of logits exactly as the model gave it; base64 of little-endian f32 in JSON. A row of which most is
/// excluded (minus infinity) is written by its few others: the row's length, a colon, and base64 of (id as u32, logit)
/// one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct FactRow(pub Vec<f32>);

impl From<Vec<f32>> for FactRow {
    fn from(row: Vec<f32>) -> Self {
        Self(row)
    }
}

impl AsRef<[f32]> for FactRow {
    fn as_ref(&self) -> &[f32] {
        &self.0
    }
}

impl Serialize for FactRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable()
            && let Some(text) = self.to_short_text()
        {
            return serializer.serialize_str(&text);
        }
        let bytes: Vec<u8> = self.0.iter().flat_map(|logit| logit.to_le_bytes()).collect();
        if serializer.is_human_readable() {
            serializer.serialize_str(&BASE64_STANDARD.encode(bytes))
        } else {
            serializer.serialize_bytes(&bytes)
        }
    }
}

impl<'de> Deserialize<'de> for FactRow {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            let text = String::deserialize(deserializer)?;
            let (n_logits, base64) = text.split_once(':').map_or((None, text.as_str()), |(n, rest)| (Some(n), rest));
            let bytes = BASE64_STANDARD.decode(base64).map_err(D::Error::custom)?;
            match n_logits {
                Some(n_logits) => Self::from_pairs(n_logits, &bytes),
                None => Self::from_le_bytes(&bytes),
            }
        } else {
            // Whole slices, not byte by byte: a run's rows are megabytes.
            deserializer.deserialize_bytes(RowVisitor)
        }
    }
}

struct RowVisitor;

impl Visitor<'_> for RowVisitor {
    type Value = FactRow;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes of a row of logits")
    }

    fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<FactRow, E> {
        FactRow::from_le_bytes(bytes)
    }
}

/// Rows of hand-made tables are short as they are, and stay as older versions wrote them.
const MIN_SHORTENED: usize = 256;

/// A vocabulary larger than this is none.
const MAX_ROW: usize = 1 << 20;

impl FactRow {
    /// The short way to write a row, where it is shorter.
    fn to_short_text(&self) -> Option<String> {
        let kept = || self.0.iter().zip(0_u32..).filter(|(logit, _)| **logit != f32::NEG_INFINITY);
        if self.0.len() < MIN_SHORTENED || kept().count() * 2 >= self.0.len() {
            return None;
        }
        let bytes: Vec<u8> = kept().flat_map(|(logit, id)| [id.to_le_bytes(), logit.to_le_bytes()]).flatten().collect();
        Some(format!("{}:{}", self.0.len(), BASE64_STANDARD.encode(bytes)))
    }

    fn from_pairs<E: serde::de::Error>(n_logits: &str, bytes: &[u8]) -> Result<Self, E> {
        let n_logits = n_logits.parse().ok().filter(|n| *n <= MAX_ROW).ok_or_else(|| E::custom("a row of logits has no length"))?;
        let mut row = vec![f32::NEG_INFINITY; n_logits];
        let (pairs, rest) = bytes.as_chunks::<8>();
        if !rest.is_empty() {
            return Err(E::custom("a row of logits is cut short"));
        }
        for [a, b, c, d, logit @ ..] in pairs {
            let id = u32::from_le_bytes([*a, *b, *c, *d]);
            let Some(place) = row.get_mut(id as usize) else { return Err(E::custom("a row of logits names a token that it has not")) };
            *place = f32::from_le_bytes(*logit);
        }
        Ok(Self(row))
    }

    /// The row with all but its `k` largest logits excluded; of equal ones the lower id stays.
    fn head(&self, k: usize) -> Self {
        let mut ids: Vec<usize> = (0..self.0.len()).collect();
        ids.sort_by(|a, b| self.0[*b].total_cmp(&self.0[*a]).then(a.cmp(b)));
        let mut row = vec![f32::NEG_INFINITY; self.0.len()];
        for id in ids.into_iter().take(k) {
            row[id] = self.0[id];
        }
        Self(row)
    }

    fn from_le_bytes<E: serde::de::Error>(bytes: &[u8]) -> Result<Self, E> {
        let (chunks, rest) = bytes.as_chunks::<4>();
        if !rest.is_empty() {
            return Err(E::custom("a row of logits is cut short"));
        }
        Ok(Self(chunks.iter().map(|chunk| f32::from_le_bytes(*chunk)).collect()))
    }
}

/// Tokens in both caches at three moments of a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CacheLens {
    /// The target's cache when the cycle begins.
    pub target_before: usize,
    /// After its pass over the drafted tokens.
    pub target_pass: usize,
    /// After the rollback.
    pub target_after: usize,
    /// The draft's cache when the cycle begins.
    pub draft_before: usize,
    /// After its last drafting pass.
    pub draft_pass: usize,
    /// After the rollback.
    pub draft_after: usize,
}

/// Where a cycle's time went, in milliseconds. Zero where nobody held a watch.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct CycleMillis {
    /// All drafting passes.
    pub draft: f64,
    /// The target's one pass.
    pub target: f64,
    /// The whole cycle: passes, processors, draws.
    pub total: f64,
}

/// The facts of one draft-verify cycle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CycleFacts {
    /// The drafted tokens, at most gamma.
    pub drafted: Vec<TokenId>,
    /// The draft's row before each drafted token: `(n_drafted, vocab_size)`.
    pub draft_logits: Vec<FactRow>,
    /// The rows of the target's one pass: `(n_drafted + 1, vocab_size)`.
    pub target_logits: Vec<FactRow>,
    /// The random numbers.
    pub coins: CycleCoins,
    /// The tokens that joined the text.
    pub emitted: Vec<TokenId>,
    /// Both caches.
    pub cache: CacheLens,
    /// The time it took.
    pub millis: CycleMillis,
    /// Why the text ended with this cycle, if it did.
    pub stop: Option<StopReason>,
}

/// How a model's forward pass is computed. All of them multiply the same matrices; what differs is the
/// precision of the numbers, and how many of them an instruction takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kernels {
    /// f32, in candle's general forward pass: what the others are held against.
    Reference,
    /// f32, one number at a time.
    Scalar,
    /// f32, four numbers at a time, multiplied and then added: the bits of `Scalar`, on every machine.
    Simd,
    /// f32, four numbers at a time, multiplied and added in one instruction. Whether that rounds once or twice
    /// is the machine's choice.
    RelaxedSimd,
    /// Whole numbers of eight bits, with a scale for each row of a matrix and one for each vector: sums are
    /// exact, so every machine gives the same bits.
    Int8,
    /// f32 on a graphics processor, in an order of its own: a device tells one story, and another device another.
    Gpu,
    /// The same with the weights of `Int8`.
    GpuInt8,
}

impl Kernels {
    /// Every kind, with its name in addresses and on the command line.
    pub const ALL: [(Kernels, &'static str); 7] = [
        (Kernels::RelaxedSimd, "relaxed"),
        (Kernels::Simd, "simd"),
        (Kernels::Scalar, "scalar"),
        (Kernels::Int8, "int8"),
        (Kernels::Reference, "reference"),
        (Kernels::Gpu, "webgpu"),
        (Kernels::GpuInt8, "webgpu-int8"),
    ];

    /// Its name in addresses and on the command line.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(kernels, _)| *kernels == self).map_or("simd", |(_, name)| name)
    }

    /// Whether the target is on a graphics processor.
    pub fn is_on_gpu(self) -> bool {
        matches!(self, Self::Gpu | Self::GpuInt8)
    }

    /// The kind of this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(kernels, _)| *kernels)
    }
}

/// What a trace says of a model.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ModelFacts {
    /// The name, such as `target-1.8m`.
    pub name: String,
    /// Trained numbers in it.
    pub parameters: u64,
    /// How its logits were computed; `None` for tables. (Absent in older recordings.)
    #[serde(default)]
    pub kernels: Option<Kernels>,
}

impl ModelFacts {
    /// A table written by hand, which has nothing to compute.
    pub fn table(name: &str) -> Self {
        Self { name: name.to_owned(), parameters: 0, kernels: None }
    }
}

impl Serialize for ModelFacts {
    /// In JSON a model without kernels does not speak of them, as in recordings from before there were any.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_silent = serializer.is_human_readable() && self.kernels.is_none();
        let mut fields = serializer.serialize_struct("ModelFacts", if is_silent { 2 } else { 3 })?;
        fields.serialize_field("name", &self.name)?;
        fields.serialize_field("parameters", &self.parameters)?;
        if is_silent {
            fields.skip_field("kernels")?
        } else {
            fields.serialize_field("kernels", &self.kernels)?
        }
        fields.end()
    }
}

/// What both models of a pair are, and what they share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairFacts {
    /// The model whose law the text follows.
    pub target: ModelFacts,
    /// The model that guesses ahead.
    pub draft: ModelFacts,
    /// Tokens that both know.
    pub vocab_size: usize,
    /// The longest text, in tokens, that both can hold.
    pub context_len: usize,
    /// Tokens that end a text.
    pub stop_tokens: Vec<TokenId>,
}

/// One experiment's facts, in the order in which they happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// Everything that decided it.
    pub spec: ExperimentSpec,
    /// The models.
    pub pair: PairFacts,
    /// The prompt's tokens.
    pub prompt: Vec<TokenId>,
    /// The cycles so far.
    pub cycles: Vec<CycleFacts>,
    /// Why it ended; `None` while it goes on.
    pub stop: Option<StopReason>,
}

/// A trace that can be read without its models: what the command line writes and the page opens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recording {
    /// The layout of this file: [`RECORDING_VERSION`].
    pub version: u32,
    /// The facts.
    pub trace: Trace,
    /// What the target alone writes with the same settings, if it was asked.
    pub target_alone: Option<Vec<TokenId>>,
    /// The tokens' bytes.
    pub vocabulary: Vocabulary,
}

/// The layout of recordings that this version reads and writes.
pub const RECORDING_VERSION: u32 = 1;

impl Trace {
    /// A trace in which nothing has happened yet.
    pub fn new(spec: ExperimentSpec, pair: PairFacts, prompt: Vec<TokenId>) -> Self {
        Self { spec, pair, prompt, cycles: Vec::new(), stop: None }
    }

    /// Prompt and emitted tokens after the first `n_cycles` cycles.
    pub fn tokens_after(&self, n_cycles: usize) -> Vec<TokenId> {
        let emitted = self.cycles.iter().take(n_cycles).flat_map(|cycle| &cycle.emitted);
        self.prompt.iter().chain(emitted).copied().collect()
    }

    /// The tokens that occur in it or could have been drawn.
    fn possible_tokens(&self) -> BTreeSet<TokenId> {
        let rows = self.cycles.iter().flat_map(|cycle| cycle.draft_logits.iter().chain(&cycle.target_logits));
        let is_possible = |(_, logit): &(usize, &f32)| logit.is_finite();
        let in_rows = rows.flat_map(|row| row.0.iter().enumerate().filter(is_possible).map(|(idx, _)| TokenId(idx as u32)));
        let written = self.cycles.iter().flat_map(|cycle| cycle.drafted.iter().chain(&cycle.emitted)).copied();
        self.prompt.iter().copied().chain(written).chain(in_rows).collect()
    }
}

impl Recording {
    /// The constraint of the recorded run, at work on the recorded tokens' bytes; `None` if it had none.
    pub fn constraint(&self) -> Result<Option<Arc<ConstraintProcessor>>, ConstraintError> {
        let trie = || Arc::new(TokenTrie::new(self.vocabulary.clone()));
        self.trace.spec.constraint_on(trie, &self.trace.pair, self.trace.prompt.len())
    }

    /// The recording without the logits that top-k excludes anyway, and without the bytes of tokens that have no others: a
    /// hundredth of the size, and the same story. Refused where the settings are such that the story would be another one.
    pub fn heads_only(&self) -> Result<Self, String> {
        let replayed = |trace: &Trace| {
            let constraint = self.constraint().map_err(|error| error.to_string())?;
            crate::decode::replay_under(trace, constraint.as_ref()).map_err(|mismatch| mismatch.to_string())
        };
        let k = self.trace.spec.top_k;
        if k == 0 {
            return Err("without top-k every logit counts".to_owned());
        }
        let mut short = self.clone();
        for cycle in &mut short.trace.cycles {
            for row in cycle.draft_logits.iter_mut().chain(&mut cycle.target_logits) {
                *row = row.head(k);
            }
        }
        let (whole, short_cycles) = (replayed(&self.trace)?, replayed(&short.trace)?);
        let tests = |cycles: &[crate::decode::Cycle]| -> Vec<(f64, bool)> {
            cycles.iter().flat_map(|cycle| &cycle.verdict.tests).map(|test| (test.acceptance_prob, test.accepted)).collect()
        };
        // Sums over 40 numbers and over 4,096 of which the others are 0 differ by rounding alone.
        let same = |(a, b): (&(f64, bool), &(f64, bool))| (a.0 - b.0).abs() < 1e-12 && a.1 == b.1;
        let (all, few) = (tests(&whole), tests(&short_cycles));
        if all.len() != few.len() || !all.iter().zip(&few).all(same) {
            return Err("with these settings the excluded logits count".to_owned());
        }
        // A constraint looks at the bytes of all tokens.
        if short.trace.spec.constraint.is_none() {
            short.vocabulary = short.vocabulary.only(&short.trace.possible_tokens());
        }
        Ok(short)
    }

    /// Reads a recording from JSON. Whether its facts fit together shows when it is replayed.
    pub fn from_json(json: &str) -> Result<Self, String> {
        let recording: Self = serde_json::from_str(json).map_err(|error| format!("this is not a recorded trace: {error}"))?;
        if recording.version != RECORDING_VERSION {
            return Err(format!("this trace has layout {}; this page reads layout {RECORDING_VERSION}", recording.version));
        }
        Ok(recording)
    }

    /// The recording as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a recording holds only strings, numbers and lists")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{Run, Scenario, lesson_case, replay};

    #[test]
    fn a_recording_survives_json_and_postcard_bit_for_bit() {
        let mut recording = lesson_case(Scenario::CorrectionCase);
        recording.trace.cycles[0].millis.total = 0.1 + 0.2;
        assert_eq!(Recording::from_json(&recording.to_json()).as_ref(), Ok(&recording));
        let bytes = postcard::to_stdvec(&recording).expect("serializes");
        assert_eq!(postcard::from_bytes::<Recording>(&bytes).as_ref(), Ok(&recording));
    }

    #[test]
    fn a_row_of_which_most_is_excluded_is_written_short_and_read_bit_for_bit() {
        let mut row = vec![f32::NEG_INFINITY; 1000];
        row[3] = -0.0;
        row[999] = 1.0e-40;
        let json = serde_json::to_string(&FactRow(row.clone())).expect("serializes");
        assert!(json.starts_with("\"1000:") && json.len() < 40, "{json}");
        let read: FactRow = serde_json::from_str(&json).expect("reads");
        assert!(read.0.iter().zip(&row).all(|(a, b)| a.to_bits() == b.to_bits()) && read.0.len() == row.len());
        for bad in ["\"2:AAAA\"", "\"x:\"", "\"99999999999:\"", "\"2:BQAAAAAAAAA=\"", "\"2:A\""] {
            assert!(serde_json::from_str::<FactRow>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_recording_without_what_top_k_excludes_tells_the_same_story_and_without_top_k_there_is_none() {
        let mut recording = lesson_case(Scenario::CorrectionCase);
        assert!(recording.heads_only().is_err_and(|message| message.contains("top-k")));
        // With all tokens of the case kept, nothing is excluded and nothing changes.
        recording.trace.spec.top_k = recording.trace.pair.vocab_size;
        assert_eq!(recording.heads_only().as_ref(), Ok(&recording));
        // A penalty on repetition brings tokens back that raw logits would leave out: the story would be another one,
        // or the very same; never a third thing.
        recording.trace.spec.top_k = 2;
        let mut n_shortened = 0;
        for penalty in [1.0, 2.0] {
            recording.trace.spec.repetition_penalty = penalty;
            let Ok(short) = recording.heads_only() else { continue };
            let all_rows = short.trace.cycles.iter().flat_map(|cycle| cycle.draft_logits.iter().chain(&cycle.target_logits));
            assert!(all_rows.into_iter().all(|row| row.0.iter().filter(|logit| logit.is_finite()).count() <= 2));
            let texts = [&recording, &short].map(|recording| replay(&recording.trace).map(|cycles| cycles.len()).ok());
            assert_eq!(texts[0], texts[1]);
            // Of tokens that are gone not even the bytes stay; of all others they do.
            let possible = short.trace.possible_tokens();
            for token in (0..recording.vocabulary.len() as u32).map(TokenId).filter(|token| !recording.vocabulary.is_special(*token)) {
                let (before, after) = (recording.vocabulary.bytes(token), short.vocabulary.bytes(token));
                assert_eq!(after, if possible.contains(&token) { before } else { &[] }, "{token:?}");
            }
            n_shortened += 1;
        }
        assert!(n_shortened > 0, "no penalty left the story as it was: nothing was checked");
    }

    // Recordings from before there was a choice of kernels say nothing of them, and still open.
    #[test]
    fn a_recording_says_which_kernels_made_it_and_older_ones_that_do_not_still_open() {
        let mut recording = lesson_case(Scenario::CorrectionCase);
        assert!(!recording.to_json().contains("kernels"));
        for (kernels, name) in Kernels::ALL {
            assert_eq!((kernels.name(), Kernels::of_name(name)), (name, Some(kernels)));
            recording.trace.pair.target.kernels = Some(kernels);
            assert_eq!(Recording::from_json(&recording.to_json()).as_ref(), Ok(&recording));
            let bytes = postcard::to_stdvec(&recording).expect("serializes");
            assert_eq!(postcard::from_bytes::<Recording>(&bytes).as_ref(), Ok(&recording));
        }
        assert_eq!(Kernels::of_name("fast"), None);
    }

    #[test]
    fn what_is_no_recording_is_refused_with_a_reason_and_what_contradicts_itself_is_not_shown() {
        let refusal = |json: &str| Recording::from_json(json).expect_err("it is refused");
        assert!(refusal("{}").contains("this is not a recorded trace"));
        assert!(refusal("<html>").contains("this is not a recorded trace"));
        let mut recording = lesson_case(Scenario::BonusCase);
        recording.version = 99;
        assert!(refusal(&recording.to_json()).contains("layout 99"));
        recording.version = RECORDING_VERSION;
        recording.trace.cycles[0].target_logits[0].0.pop();
        let read = Recording::from_json(&recording.to_json()).expect("its form is right");
        assert!(Run::from_trace(read.trace.clone()).is_err() && replay(&read.trace).is_err());
        let cut = recording.to_json().replacen("\"target_logits\":[\"", "\"target_logits\":[\"AAAA", 1);
        assert!(refusal(&cut).contains("cut short") || refusal(&cut).contains("not a recorded trace"));
    }
}

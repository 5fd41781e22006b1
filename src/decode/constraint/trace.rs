//! A constrained text as facts, and everything that follows from them: the replay, the story's
//! steps, the file.

use super::{
    ConstrainedDecoder, ConstrainedEnd, ConstrainedEvent, ConstrainedFacts, ConstrainedSpec, ConstraintProcessor, MaskedRow, TokenTrie,
};
use crate::decode::{PairFacts, RECORDING_VERSION, StopReason, StoryEvent, Timeline, TokenId, Vocabulary};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// One constrained text's facts, in the order in which they happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConstrainedTrace {
    /// Everything that decided it.
    pub spec: ConstrainedSpec,
    /// The models.
    pub pair: PairFacts,
    /// The prompt's tokens.
    pub prompt: Vec<TokenId>,
    /// The steps so far.
    pub steps: Vec<ConstrainedFacts>,
    /// How it ended; `None` while it goes on.
    pub end: Option<ConstrainedEnd>,
}

/// A constrained text that can be looked at without its model: what the command line writes and the
/// page opens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConstrainedRecording {
    /// The layout of this file: [`RECORDING_VERSION`].
    pub version: u32,
    /// The facts.
    pub trace: ConstrainedTrace,
    /// The tokens' bytes.
    pub vocabulary: Vocabulary,
}

impl ConstrainedRecording {
    /// Reads a recording from JSON. Whether its facts fit together shows when it is replayed.
    pub fn from_json(json: &str) -> Result<Self, String> {
        let recording: Self = serde_json::from_str(json).map_err(|error| format!("this is no recorded constrained text: {error}"))?;
        if recording.version != RECORDING_VERSION {
            return Err(format!("this recording has layout {}; this page reads layout {RECORDING_VERSION}", recording.version));
        }
        Ok(recording)
    }

    /// The recording as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a recording holds only strings, numbers and lists")
    }
}

/// Why a trace cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConstrainedMismatch {
    /// Its constraint cannot be used.
    Constraint(String),
    /// A fact that the others contradict.
    Fact {
        /// The step, counted from 0.
        step_idx: usize,
        /// What does not fit.
        what: &'static str,
    },
}

impl fmt::Display for ConstrainedMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constraint(why) => f.write_str(why),
            Self::Fact { step_idx, what } => write!(f, "step {}: {what}", step_idx + 1),
        }
    }
}

/// One step of a constrained token's story.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstrainedStep {
    /// The model's own distribution.
    Raw,
    /// The mask: what the grammar forbids is struck out.
    Mask,
    /// What is left is divided by its mass.
    Renormalise,
    /// The coin draws.
    Draw,
    /// The automaton moves by the token's bytes.
    Move,
    /// No token is left.
    DeadEnd,
    /// What was done about it.
    WayOut,
}

impl ConstrainedStep {
    /// The steps of this event, in order.
    pub fn of_event(event: &ConstrainedEvent) -> &'static [Self] {
        match event {
            ConstrainedEvent::Token { .. } => &[Self::Raw, Self::Mask, Self::Renormalise, Self::Draw, Self::Move],
            _ => &[Self::Raw, Self::Mask, Self::DeadEnd, Self::WayOut],
        }
    }
}

impl StoryEvent for ConstrainedStep {
    fn millis(self) -> f64 {
        match self {
            Self::Raw => 1200.0,
            Self::Draw | Self::Move => 1500.0,
            Self::Mask | Self::Renormalise => 2000.0,
            Self::DeadEnd | Self::WayOut => 3000.0,
        }
    }
}

/// A step in a few numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepSummary {
    /// Tokens that the grammar allows.
    pub n_legal: usize,
    /// What the model gave to them.
    pub feasible_mass: f64,
    /// The drawn token's probability before the mask and under it; `None` at a dead end.
    pub drawn: Option<(f64, f64)>,
}

/// A trace with all that follows from it, kept up to date as facts arrive.
#[derive(Clone, Debug)]
pub struct ConstrainedRun {
    /// The facts.
    pub trace: ConstrainedTrace,
    /// The constraint at work.
    pub processor: Arc<ConstraintProcessor>,
    /// The events of all steps; a step is a chapter.
    pub timeline: Timeline<ConstrainedStep>,
    /// Each step in a few numbers.
    pub summaries: Vec<StepSummary>,
    /// By step: the text before it, prompt included, and the tokens forbidden there because they
    /// were taken back.
    before: Vec<(Vec<TokenId>, Vec<TokenId>)>,
    decoder: ConstrainedDecoder,
}

impl ConstrainedRun {
    /// Replays a trace on the tokens' bytes; refused if its facts contradict each other.
    pub fn from_trace(mut trace: ConstrainedTrace, trie: Arc<TokenTrie>) -> Result<Self, ConstrainedMismatch> {
        let fact = |what| ConstrainedMismatch::Fact { step_idx: 0, what };
        let n_vocab = trie.vocabulary().len();
        if trace.pair.vocab_size != n_vocab {
            return Err(fact("the vocabulary has another number of tokens than the models"));
        }
        if trace.prompt.iter().chain(&trace.pair.stop_tokens).any(|token| token.index() >= n_vocab) {
            return Err(fact("a token is not in the vocabulary"));
        }
        let (steps, end) = (std::mem::take(&mut trace.steps), trace.end.take());
        let processor = trace
            .spec
            .processor(trie, &trace.pair, trace.prompt.len())
            .map_err(|error| ConstrainedMismatch::Constraint(error.to_string()))?;
        let config = trace.spec.config(&processor, &trace.pair);
        let decoder = ConstrainedDecoder::new(config, Arc::clone(&processor), trace.spec.way_out, &trace.prompt);
        let mut run = Self { trace, processor, timeline: Timeline::default(), summaries: Vec::new(), before: Vec::new(), decoder };
        for facts in steps {
            run.push(facts)?;
        }
        if let Some(end) = end {
            let is_cut = end == ConstrainedEnd::Incomplete(StopReason::Cancelled) && run.decoder.end().is_none();
            if run.decoder.end() != Some(end) && !is_cut {
                return Err(ConstrainedMismatch::Fact { step_idx: run.n_steps(), what: "the text ends otherwise" });
            }
            run.close();
        }
        Ok(run)
    }

    /// Adds the facts of the next step.
    pub fn push(&mut self, facts: ConstrainedFacts) -> Result<(), ConstrainedMismatch> {
        let step_idx = self.n_steps();
        let check = |holds: bool, what| if holds { Ok(()) } else { Err(ConstrainedMismatch::Fact { step_idx, what }) };
        check(facts.logits.0.len() == self.trace.pair.vocab_size, "a row of logits has the wrong length")?;
        let before = (self.decoder.tokens().to_vec(), self.decoder.taken_back());
        let summary = self.summary(&facts, &before.0);
        let event = self.decoder.take(&facts.logits.0);
        check(event.is_some(), "the text had already ended")?;
        check(event.as_ref() == Some(&facts.event), "the row, the mask and the coin do something else")?;
        self.timeline.push(ConstrainedStep::of_event(&facts.event));
        self.summaries.push(summary);
        self.before.push(before);
        self.trace.steps.push(facts);
        Ok(())
    }

    fn summary(&self, facts: &ConstrainedFacts, text: &[TokenId]) -> StepSummary {
        let mask = self.processor.mask_after(text);
        let masked = MaskedRow::new(&facts.logits.0, &mask);
        let drawn = match (&facts.event, &masked) {
            (ConstrainedEvent::Token { token, .. }, Some(masked)) => {
                Some((masked.raw.get(*token), masked.constrained.as_ref().map_or(0.0, |probs| probs.get(*token))))
            }
            _ => None,
        };
        StepSummary { n_legal: mask.count(), feasible_mass: masked.map_or(0.0, |masked| masked.feasible_mass), drawn }
    }

    /// No more steps will come: the text has ended, or was stopped here.
    pub fn close(&mut self) {
        self.trace.end = Some(self.decoder.end().unwrap_or(ConstrainedEnd::Incomplete(StopReason::Cancelled)));
        self.timeline.ended = true;
    }

    /// Steps so far.
    pub fn n_steps(&self) -> usize {
        self.trace.steps.len()
    }

    /// The text before a step, prompt included; all of it past the last one.
    pub fn text_before(&self, step_idx: usize) -> &[TokenId] {
        self.before.get(step_idx).map_or(self.decoder.tokens(), |(text, _)| text)
    }

    /// Tokens that are forbidden at a step because they were taken back there.
    pub fn taken_back(&self, step_idx: usize) -> &[TokenId] {
        self.before.get(step_idx).map_or(&[], |(_, taken_back)| taken_back)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::decode::{ConstraintSpec, LanguageModel as _, ModelFacts, TableModel, WayOut, now_or_never};

    /// The end of a text, then pieces of lists and of a few words.
    pub(in super::super) const PIECES: [&str; 12] = ["<end>", "a", "[", "]", "1", "2", ",", "1,", ",2]", "[1", " x", "b"];

    pub(in super::super) fn trie() -> Arc<TokenTrie> {
        let pieces = PIECES.map(|piece| piece.as_bytes().to_vec()).to_vec();
        Arc::new(TokenTrie::new(Vocabulary::new(pieces, vec![TokenId(0)])))
    }

    pub(in super::super) fn spec(constraint: &str) -> ConstrainedSpec {
        let constraint = ConstraintSpec::from_text(constraint).expect("a constraint's text");
        ConstrainedSpec { constraint, max_new_tokens: 12, ..ConstrainedSpec::default() }
    }

    /// A run on a hand-made table, in which `b` is by far the best wherever it may come.
    pub(in super::super) fn recorded(spec: ConstrainedSpec) -> ConstrainedTrace {
        let n = PIECES.len();
        let fact = ModelFacts::table;
        let pair = PairFacts { target: fact("table"), draft: fact("table"), vocab_size: n, context_len: 64, stop_tokens: vec![TokenId(0)] };
        let weights: Vec<f64> = (0..n).map(|id| if PIECES[id] == "b" { 9.0 } else { 1.0 + (id * 5 % 7) as f64 / 7.0 }).collect();
        let mut model = TableModel::uniform(n, 64).with_row(&[], &weights);
        let prompt = vec![TokenId(1)];
        let processor = spec.processor(trie(), &pair, 1).expect("a usable constraint");
        let mut decoder = ConstrainedDecoder::new(spec.config(&processor, &pair), Arc::clone(&processor), spec.way_out, &prompt);
        let mut steps = Vec::new();
        while let Some(facts) = now_or_never(decoder.step(&mut model)).expect("a table never waits").expect("it fits") {
            steps.push(facts);
        }
        assert!(model.cached().len() <= decoder.tokens().len());
        ConstrainedTrace { spec, pair, prompt, steps, end: decoder.end() }
    }

    /// After `a`, the grammar wants a letter that no token has.
    pub(in super::super) const TRAP: &str = "regex:bq|a1";

    #[test]
    fn a_recording_survives_json_and_replays_to_the_same_end() {
        for (constraint, way_out) in
            [("list", WayOut::Reject), (TRAP, WayOut::Backtrack), (TRAP, WayOut::Reject), (r#"json:{"enum":[[1,2],[2]]}"#, WayOut::Repair)]
        {
            let trace = recorded(ConstrainedSpec { way_out, ..spec(constraint) });
            let recording = ConstrainedRecording { version: RECORDING_VERSION, trace, vocabulary: trie().vocabulary().clone() };
            let read = ConstrainedRecording::from_json(&recording.to_json()).expect("its form is right");
            assert_eq!(read, recording);
            let run = ConstrainedRun::from_trace(read.trace.clone(), trie()).expect("the facts fit together");
            assert_eq!((&run.trace, run.timeline.ended), (&read.trace, true), "{constraint}");
            assert_eq!(run.timeline.n_cycles(), run.n_steps());
            // Bit for bit through the messages between worker and page, too.
            let bytes = postcard::to_stdvec(&read.trace).expect("serializes");
            assert_eq!(postcard::from_bytes::<ConstrainedTrace>(&bytes).as_ref(), Ok(&read.trace));
        }
    }

    #[test]
    fn facts_that_contradict_each_other_are_refused_each_with_its_reason() {
        let good = recorded(ConstrainedSpec { way_out: WayOut::Backtrack, ..spec(TRAP) });
        type Change = fn(&mut ConstrainedTrace);
        let changes: [(&str, Change); 9] = [
            ("another number", |trace| trace.pair.vocab_size += 1),
            ("not in the vocabulary", |trace| trace.prompt.push(TokenId(99))),
            ("not in the vocabulary", |trace| trace.pair.stop_tokens.push(TokenId(99))),
            ("wrong length", |trace| trace.steps[1].logits.0.truncate(3)),
            ("something else", |trace| trace.spec.seed += 1),
            ("something else", |trace| trace.spec.way_out = WayOut::Reject),
            ("already ended", |trace| trace.steps.push(trace.steps[0].clone())),
            ("ends otherwise", |trace| trace.end = Some(ConstrainedEnd::Rejected)),
            ("cannot be read", |trace| trace.spec.constraint = ConstraintSpec::Regex { pattern: "(".to_owned() }),
        ];
        assert!(ConstrainedRun::from_trace(good.clone(), trie()).is_ok());
        for (words, change) in changes {
            let mut changed = good.clone();
            change(&mut changed);
            let refusal = ConstrainedRun::from_trace(changed, trie()).expect_err(words).to_string();
            assert!(refusal.contains(words), "{refusal}");
        }
        // What was stopped halfway is no contradiction.
        let mut cut = good;
        cut.steps.truncate(1);
        cut.end = Some(ConstrainedEnd::Incomplete(StopReason::Cancelled));
        assert!(ConstrainedRun::from_trace(cut, trie()).is_ok_and(|run| run.timeline.ended));
    }

    #[test]
    fn what_is_no_recording_is_refused() {
        let refusal = |json: &str| ConstrainedRecording::from_json(json).expect_err("it is refused");
        assert!(refusal("{}").contains("no recorded constrained text"));
        let recording = ConstrainedRecording { version: 99, trace: recorded(spec("list")), vocabulary: trie().vocabulary().clone() };
        assert!(refusal(&recording.to_json()).contains("layout 99"));
    }
}

//! Decoding under a constraint, and what to do at a dead end: when the grammar and everything else
//! in the chain leave no token at all.
//!
//! The grammar alone never leads there, as long as the vocabulary can spell what it wants. But a
//! filter before the mask, a bias, a logit of minus infinity, or a vocabulary without the right
//! token can. There are three ways out, and each is a compromise: going back changes the
//! distribution, forcing a completion ignores the model, and giving up leaves the text unfinished.

use super::{Completion, ConstraintProcessor};
use crate::decode::{CoinUse, DecoderConfig, FactRow, LanguageModel, LogitsProcessor, StopReason, TokenId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What to do when no token is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WayOut {
    /// Take back the last token, forbid it at its place, and draw again.
    Backtrack,
    /// Force the shortest completion, whatever the model thinks of it.
    Repair,
    /// End, and say that the text is incomplete.
    Reject,
}

impl WayOut {
    /// Every way out, with its name in links.
    pub const ALL: [(WayOut, &'static str); 3] = [(WayOut::Backtrack, "backtrack"), (WayOut::Repair, "repair"), (WayOut::Reject, "reject")];

    /// Its name in links.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(way_out, _)| *way_out == self).map_or("reject", |(_, name)| name)
    }

    /// What it does, in one sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Backtrack => "takes back the last token, forbids it at that place, and draws again there",
            Self::Repair => "forces the shortest text that completes this one, whatever the model thinks of it",
            Self::Reject => "ends the text here and says that it is incomplete",
        }
    }
}

/// Why no token is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeadEndCause {
    /// No token of the vocabulary begins what the grammar wants.
    NoTokenFits,
    /// Tokens fit, but the model or another stage of the chain excludes each of them.
    AllExcluded,
    /// Tokens fit, and each has been taken back at this place, or is excluded.
    AllTakenBack,
}

/// A place from which nothing can be drawn, with what each way out would do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeadEnd {
    /// Why.
    pub cause: DeadEndCause,
    /// The token that going back would take away; `None` if there is none after the prompt.
    pub last: Option<TokenId>,
    /// What repair would force; `None` if the vocabulary cannot spell a completion.
    pub completion: Option<Completion>,
}

/// What one step did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConstrainedEvent {
    /// A token was drawn.
    Token {
        /// The token.
        token: TokenId,
        /// The coin that drew it.
        coin: f64,
    },
    /// At a dead end, the last token was taken back, and is forbidden at its place from now on.
    Backtracked {
        /// The dead end.
        dead_end: DeadEnd,
        /// The token.
        token: TokenId,
    },
    /// At a dead end, these tokens were forced.
    Repaired {
        /// The dead end.
        dead_end: DeadEnd,
        /// The tokens, with the stop token if there is one.
        tokens: Vec<TokenId>,
    },
    /// At a dead end, the text was given up: because that was asked for, or because the way out that
    /// was asked for is closed.
    Rejected {
        /// The dead end.
        dead_end: DeadEnd,
    },
}

/// How a constrained text ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConstrainedEnd {
    /// It is complete.
    Complete,
    /// It is complete, by force.
    Repaired,
    /// It is incomplete: it was cut for this reason.
    Incomplete(StopReason),
    /// It is incomplete: a dead end was not got over.
    Rejected,
}

impl ConstrainedEnd {
    /// Whether the text satisfies the constraint.
    pub fn is_complete(self) -> bool {
        matches!(self, Self::Complete | Self::Repaired)
    }

    /// The end in words.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Repaired => "complete, by force",
            Self::Incomplete(StopReason::ContextFull) => "incomplete: the models' context is full",
            Self::Incomplete(StopReason::EmptyPrompt) => "incomplete: there was nothing to continue",
            Self::Incomplete(StopReason::Cancelled) => "incomplete: it was stopped",
            Self::Incomplete(_) => "incomplete: the text reached its longest allowed length",
            Self::Rejected => "incomplete: no token was left",
        }
    }
}

/// The facts of one step: the rest can be computed from them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConstrainedFacts {
    /// The row of logits, as the model gave it.
    pub logits: FactRow,
    /// What was done with it.
    pub event: ConstrainedEvent,
    /// The time it took.
    pub millis: ConstrainedMillis,
}

/// Where a step's time went, in milliseconds. Zero where nobody held a watch.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct ConstrainedMillis {
    /// One mask over the whole vocabulary.
    pub mask: f64,
    /// The whole step: the model's pass, the mask, the processors, the draw.
    pub total: f64,
}

/// The most tokens that are taken back in one text.
const MAX_BACKTRACKS: usize = 1000;

/// Ancestral sampling under a constraint, with a way out of dead ends.
///
/// Without a dead end it draws, coin for coin, what [`Ancestral`](crate::decode::Ancestral) draws
/// with the same chain.
#[derive(Clone, Debug)]
pub struct ConstrainedDecoder {
    config: DecoderConfig,
    processor: Arc<ConstraintProcessor>,
    way_out: WayOut,
    tokens: Vec<TokenId>,
    n_prompt: usize,
    /// Tokens that were taken back, with their places; only those in front of which the text is
    /// still the same.
    taken_back: Vec<(usize, TokenId)>,
    /// How often a token was drawn at each place after the prompt: a place that is drawn again gets
    /// a coin of its own.
    n_draws: Vec<usize>,
    n_backtracks: usize,
    end: Option<ConstrainedEnd>,
}

impl ConstrainedDecoder {
    /// A decoder about to continue `prompt`, which must hold at least one token; the processor's
    /// constraint begins after it. The mask is applied first, unless the chain has it elsewhere.
    pub fn new(mut config: DecoderConfig, processor: Arc<ConstraintProcessor>, way_out: WayOut, prompt: &[TokenId]) -> Self {
        if !config.chain.processors.iter().any(|stage| matches!(stage, LogitsProcessor::Constraint(_))) {
            config.chain.processors.insert(0, LogitsProcessor::Constraint(Arc::clone(&processor)));
        }
        let end = if prompt.is_empty() { Some(StopReason::EmptyPrompt) } else { config.limits(prompt.len(), prompt.len()).err() };
        Self {
            config,
            processor,
            way_out,
            tokens: prompt.to_vec(),
            n_prompt: prompt.len(),
            taken_back: Vec::new(),
            n_draws: Vec::new(),
            n_backtracks: 0,
            end: end.map(ConstrainedEnd::Incomplete),
        }
    }

    /// Prompt and emitted tokens.
    pub fn tokens(&self) -> &[TokenId] {
        &self.tokens
    }

    /// The emitted tokens alone.
    pub fn emitted(&self) -> &[TokenId] {
        &self.tokens[self.n_prompt..]
    }

    /// How the text ended, once it has.
    pub fn end(&self) -> Option<ConstrainedEnd> {
        self.end
    }

    /// Tokens that are forbidden at the present place because they were taken back there.
    pub fn taken_back(&self) -> Vec<TokenId> {
        self.taken_back.iter().filter(|(place, _)| *place == self.tokens.len()).map(|(_, token)| *token).collect()
    }

    /// Does one step: a pass of the model, and then a token or a way out. `None` once the text has
    /// ended. The first call also feeds the prompt.
    pub async fn step<M: LanguageModel>(&mut self, target: &mut M) -> Result<Option<ConstrainedFacts>, M::Error> {
        if self.end.is_some() {
            return Ok(None);
        }
        // A token that was taken back leaves the cache too; the last token's row is always wanted.
        target.truncate(self.tokens.len() - 1);
        let start = target.cached().len();
        let Some(row) = target.extend(&self.tokens[start..]).await?.pop() else { return Ok(None) };
        let event = self.take(&row);
        Ok(event.map(|event| ConstrainedFacts { logits: row.into(), event, millis: ConstrainedMillis::default() }))
    }

    /// The same with the model's row given: a pure function of rows and settings, so that a recorded
    /// text replays without its model. `None` once the text has ended.
    pub fn take(&mut self, row: &[f32]) -> Option<ConstrainedEvent> {
        if self.end.is_some() {
            return None;
        }
        let taken_back = self.taken_back();
        let event = match self.draw(row, &taken_back) {
            Some((token, coin)) => ConstrainedEvent::Token { token, coin },
            None => {
                let dead_end = self.dead_end(&taken_back);
                let may_force = |completion: &&Completion| self.emitted().len() + completion.tokens.len() <= self.config.max_new_tokens;
                match (self.way_out, dead_end.last, dead_end.completion.as_ref().filter(may_force)) {
                    (WayOut::Backtrack, Some(token), _) if self.n_backtracks < MAX_BACKTRACKS => {
                        ConstrainedEvent::Backtracked { dead_end, token }
                    }
                    (WayOut::Repair, _, Some(completion)) => {
                        let tokens = completion.tokens.iter().chain(self.config.stop_tokens.first()).copied().collect();
                        ConstrainedEvent::Repaired { dead_end, tokens }
                    }
                    _ => ConstrainedEvent::Rejected { dead_end },
                }
            }
        };
        self.follow(&event);
        Some(event)
    }

    /// Draws from the chain, without the tokens that were taken back here.
    fn draw(&mut self, row: &[f32], taken_back: &[TokenId]) -> Option<(TokenId, f64)> {
        let mut chain = self.config.chain.clone();
        let forbidden: BTreeMap<TokenId, f64> = taken_back.iter().map(|token| (*token, f64::NEG_INFINITY)).collect();
        chain.processors.insert(0, LogitsProcessor::Bias(forbidden));
        let probs = chain.process(row, &self.tokens)?;
        let idx = self.emitted().len();
        if self.n_draws.len() <= idx {
            self.n_draws.resize(idx + 1, 0);
        }
        let coin = self.config.coins.coin(idx, self.n_draws[idx], CoinUse::Ancestral);
        self.n_draws[idx] += 1;
        Some((probs.pick(coin), coin))
    }

    fn dead_end(&self, taken_back: &[TokenId]) -> DeadEnd {
        let state = self.processor.state_after(&self.tokens);
        let fits = state.as_ref().is_some_and(|state| !self.processor.mask(state).is_empty());
        let cause = match (fits, taken_back.is_empty()) {
            (false, _) => DeadEndCause::NoTokenFits,
            (true, true) => DeadEndCause::AllExcluded,
            (true, false) => DeadEndCause::AllTakenBack,
        };
        DeadEnd { cause, last: self.emitted().last().copied(), completion: state.and_then(|state| self.processor.completion(&state)) }
    }

    /// What an event means for the text.
    fn follow(&mut self, event: &ConstrainedEvent) {
        match event {
            ConstrainedEvent::Token { token, .. } => {
                self.tokens.push(*token);
                let state = self.processor.state_after(&self.tokens);
                let complete = state.as_ref().is_some_and(|state| self.processor.constraint().is_complete(state));
                // Without stop tokens, a complete text that nothing may follow has ended by itself.
                let has_stop = !self.config.stop_tokens.is_empty();
                let full = complete && !has_stop && state.is_some_and(|state| self.processor.mask(&state).is_empty());
                if self.config.stop_tokens.contains(token) || full {
                    self.end = Some(if complete { ConstrainedEnd::Complete } else { ConstrainedEnd::Incomplete(StopReason::StopToken) });
                } else if let Err(reason) = self.config.limits(self.n_prompt, self.tokens.len()) {
                    self.end = Some(if complete { ConstrainedEnd::Complete } else { ConstrainedEnd::Incomplete(reason) });
                }
            }
            ConstrainedEvent::Backtracked { token, .. } => {
                self.tokens.pop();
                let place = self.tokens.len();
                self.taken_back.retain(|(other, _)| *other <= place);
                self.taken_back.push((place, *token));
                self.n_backtracks += 1;
            }
            ConstrainedEvent::Repaired { tokens, .. } => {
                self.tokens.extend(tokens);
                self.end = Some(ConstrainedEnd::Repaired);
            }
            ConstrainedEvent::Rejected { .. } => {
                let complete = self.processor.is_complete(&self.tokens);
                self.end = Some(if complete { ConstrainedEnd::Complete } else { ConstrainedEnd::Rejected });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{Coins, Constraint, ConstraintSpec, ProcessorChain, TokenTrie, Vocabulary};

    /// A decoder over these tokens, of which the first ends the text; the prompt is one of them.
    fn decoder(constraint: &str, pieces: &[&str], stages: &[LogitsProcessor], way_out: WayOut) -> ConstrainedDecoder {
        let constraint = ConstraintSpec::from_text(constraint).and_then(Constraint::compile).expect("a usable constraint");
        let vocabulary = Vocabulary::new(pieces.iter().map(|piece| piece.as_bytes().to_vec()).collect(), vec![TokenId(0)]);
        let trie = Arc::new(TokenTrie::new(vocabulary));
        let processor = Arc::new(ConstraintProcessor::new(Arc::new(constraint), trie, vec![TokenId(0)], 1));
        let mut chain = ProcessorChain { processors: stages.to_vec() };
        // Case 18: the wrong order, on request.
        if let Some(LogitsProcessor::TopK(_)) = stages.first() {
            chain.processors.push(LogitsProcessor::Constraint(Arc::clone(&processor)));
        }
        let config =
            DecoderConfig { chain, gamma: 1, max_new_tokens: 10, stop_tokens: vec![TokenId(0)], context_len: 64, coins: Coins::new(1) };
        ConstrainedDecoder::new(config, processor, way_out, &[TokenId(1)])
    }

    /// Gives the same row until the text ends.
    fn run(decoder: &mut ConstrainedDecoder, row: &[f32]) -> Vec<ConstrainedEvent> {
        std::iter::from_fn(|| decoder.take(row)).collect()
    }

    const PIECES: [&str; 5] = ["<end>", "a", "c", "d", "x"];
    /// After `a` the grammar wants a `b`, which no token has.
    const TRAP: &str = "regex:ab|cd";
    /// `a` is by far the best.
    const ROW: [f32; 5] = [0.0, 9.0, 1.0, 1.0, 5.0];

    #[test]
    fn backtracking_takes_back_the_token_that_led_nowhere_and_draws_another() {
        let mut decoder = decoder(TRAP, &PIECES, &[], WayOut::Backtrack);
        let events = run(&mut decoder, &ROW);
        let dead_end = DeadEnd { cause: DeadEndCause::NoTokenFits, last: Some(TokenId(1)), completion: None };
        assert!(matches!(events[0], ConstrainedEvent::Token { token: TokenId(1), .. }));
        assert_eq!(events[1], ConstrainedEvent::Backtracked { dead_end, token: TokenId(1) });
        assert_eq!((decoder.emitted(), decoder.end()), (&[2, 3, 0].map(TokenId)[..], Some(ConstrainedEnd::Complete)));
        // The place that was drawn twice had a coin each time.
        let coins: Vec<f64> =
            events.iter().filter_map(|event| if let ConstrainedEvent::Token { coin, .. } = event { Some(*coin) } else { None }).collect();
        assert_ne!(coins[0], coins[1]);
    }

    #[test]
    fn when_every_token_has_been_taken_back_the_text_is_rejected_and_nothing_emitted() {
        let mut decoder = decoder("regex:ab|cb", &PIECES, &[], WayOut::Backtrack);
        let events = run(&mut decoder, &ROW);
        assert_eq!(events.len(), 5);
        let Some(ConstrainedEvent::Rejected { dead_end }) = events.last() else { panic!("{events:?}") };
        assert_eq!((dead_end.cause, dead_end.last), (DeadEndCause::AllTakenBack, None));
        assert_eq!((decoder.emitted().len(), decoder.end()), (0, Some(ConstrainedEnd::Rejected)));
        assert_eq!(decoder.take(&ROW), None);
    }

    // Case 18: a filter before the mask keeps only what the grammar forbids.
    #[test]
    fn a_filter_before_the_mask_can_leave_nothing_and_after_it_never_does() {
        let row = [0.0, 1.0, 2.0, 3.0, 9.0];
        let first = [LogitsProcessor::Temperature(1.0), LogitsProcessor::TopK(1)];
        let mut good = decoder("regex:[a-d]+", &PIECES, &first, WayOut::Reject);
        assert!(run(&mut good, &row).iter().all(|event| matches!(event, ConstrainedEvent::Token { .. })));
        let mut bad = decoder("regex:[a-d]+", &PIECES, &[LogitsProcessor::TopK(1)], WayOut::Reject);
        let events = run(&mut bad, &row);
        let completion = Some(Completion { bytes: b"a".to_vec(), tokens: vec![TokenId(1)] });
        let dead_end = DeadEnd { cause: DeadEndCause::AllExcluded, last: None, completion };
        assert_eq!(events, [ConstrainedEvent::Rejected { dead_end: dead_end.clone() }]);
        assert_eq!((bad.emitted().len(), bad.end()), (0, Some(ConstrainedEnd::Rejected)));
        // The same dead end, forced open.
        let mut repaired = decoder("regex:[a-d]+", &PIECES, &[LogitsProcessor::TopK(1)], WayOut::Repair);
        let events = run(&mut repaired, &row);
        assert_eq!(events, [ConstrainedEvent::Repaired { dead_end, tokens: [1, 0].map(TokenId).to_vec() }]);
        assert_eq!((repaired.emitted(), repaired.end()), (&[1, 0].map(TokenId)[..], Some(ConstrainedEnd::Repaired)));
    }

    #[test]
    fn a_repair_that_cannot_be_spelled_or_does_not_fit_is_a_rejection() {
        let mut unspelled = decoder(TRAP, &PIECES, &[], WayOut::Repair);
        assert!(matches!(run(&mut unspelled, &ROW).last(), Some(ConstrainedEvent::Rejected { .. })));
        let mut long = decoder("regex:a{11}", &PIECES, &[LogitsProcessor::TopK(1)], WayOut::Repair);
        assert!(matches!(run(&mut long, &[9.0, 0.0, 0.0, 0.0, 0.0])[..], [ConstrainedEvent::Rejected { .. }]));
        let mut short = decoder("regex:a{10}", &PIECES, &[LogitsProcessor::TopK(1)], WayOut::Repair);
        assert!(matches!(run(&mut short, &[9.0, 0.0, 0.0, 0.0, 0.0])[..], [ConstrainedEvent::Repaired { .. }]));
    }

    #[test]
    fn at_the_cap_a_text_is_complete_or_says_that_it_is_not() {
        let row = [-50.0, 9.0, 1.0, 1.0, 1.0];
        let mut open = decoder("regex:a+x?", &PIECES, &[LogitsProcessor::Temperature(0.0)], WayOut::Reject);
        run(&mut open, &row);
        assert_eq!((open.emitted().len(), open.end()), (10, Some(ConstrainedEnd::Complete)));
        let mut cut = decoder("regex:a+x", &PIECES, &[LogitsProcessor::Temperature(0.0)], WayOut::Reject);
        run(&mut cut, &row);
        assert_eq!((cut.emitted().len(), cut.end()), (10, Some(ConstrainedEnd::Incomplete(StopReason::MaxNewTokens))));
        assert!(cut.end().is_some_and(|end| !end.is_complete() && end.describe().starts_with("incomplete")));
    }

    #[test]
    fn a_complete_text_stays_complete_when_its_end_is_excluded() {
        let forbid = LogitsProcessor::Bias(BTreeMap::from([(TokenId(0), f64::NEG_INFINITY)]));
        let mut rejected = decoder("regex:a", &PIECES, std::slice::from_ref(&forbid), WayOut::Reject);
        assert!(matches!(run(&mut rejected, &ROW)[..], [ConstrainedEvent::Token { .. }, ConstrainedEvent::Rejected { .. }]));
        assert_eq!(rejected.end(), Some(ConstrainedEnd::Complete));
        let mut repaired = decoder("regex:a", &PIECES, &[forbid], WayOut::Repair);
        run(&mut repaired, &ROW);
        assert_eq!((repaired.emitted(), repaired.end()), (&[1, 0].map(TokenId)[..], Some(ConstrainedEnd::Repaired)));
    }

    #[test]
    fn without_a_prompt_nothing_is_drawn() {
        let good = decoder("regex:a", &PIECES, &[], WayOut::Reject);
        let mut empty = ConstrainedDecoder::new(good.config.clone(), Arc::clone(&good.processor), WayOut::Reject, &[]);
        assert_eq!((empty.take(&ROW), empty.end()), (None, Some(ConstrainedEnd::Incomplete(StopReason::EmptyPrompt))));
    }

    #[test]
    fn ways_out_have_names_and_say_what_they_do() {
        for (way_out, name) in WayOut::ALL {
            assert_eq!(way_out.name(), name);
            assert!(way_out.describe().len() > 20);
        }
    }
}

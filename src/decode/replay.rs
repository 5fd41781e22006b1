//! Replay: from a trace's facts back to everything that was decided, bit for bit.

use crate::decode::{
    AcceptTest, Coins, ConstraintProcessor, CycleCoins, CycleFacts, DecoderConfig, Limits, Probs, Tail, TokenId, Trace, Verdict,
    process_rows, verify,
};
use std::fmt;
use std::sync::Arc;

/// One cycle with all that follows from its facts.
#[derive(Clone, Debug, PartialEq)]
pub struct Cycle {
    /// The text before the cycle, prompt included.
    pub text: Vec<TokenId>,
    /// The drafted tokens.
    pub drafted: Vec<TokenId>,
    /// q, one row per drafted token.
    pub draft_probs: Vec<Probs>,
    /// p, one row per drafted token and one after the last.
    pub target_probs: Vec<Probs>,
    /// The tests, the tail, and what was emitted.
    pub verdict: Verdict,
}

impl Cycle {
    /// The overlap `sum min(p, q)` at every drafted position that has both rows.
    pub fn overlaps(&self) -> Vec<f64> {
        self.target_probs.iter().zip(&self.draft_probs).map(|(p, q)| p.overlap(q)).collect()
    }

    /// The tests that were reached.
    pub fn tests(&self) -> &[AcceptTest] {
        &self.verdict.tests
    }

    /// Drafted tokens thrown away because one before them was rejected.
    pub fn n_dropped_after_rejection(&self) -> usize {
        if matches!(self.verdict.tail, Tail::Correction { .. }) { self.drafted.len() - self.verdict.tests.len() } else { 0 }
    }

    /// Drafted tokens never tested because the text had ended.
    pub fn n_dropped_past_end(&self) -> usize {
        if self.verdict.is_complete() { 0 } else { self.drafted.len() - self.verdict.tests.len() }
    }
}

/// A fact of a trace that the others contradict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayMismatch {
    /// The cycle, counted from 0.
    pub cycle_idx: usize,
    /// What does not fit.
    pub what: &'static str,
}

impl fmt::Display for ReplayMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cycle {}: {}", self.cycle_idx + 1, self.what)
    }
}

impl Trace {
    /// The configuration that this trace's decoder had, but for its constraint.
    pub fn config(&self) -> DecoderConfig {
        self.config_under(None)
    }

    /// The same with a constraint: that of the spec, at work on the tokens' bytes.
    pub fn config_under(&self, constraint: Option<&Arc<ConstraintProcessor>>) -> DecoderConfig {
        DecoderConfig {
            chain: self.spec.chain_under(constraint),
            gamma: self.spec.gamma,
            max_new_tokens: self.spec.max_new_tokens,
            stop_tokens: self.pair.stop_tokens.clone(),
            context_len: self.pair.context_len,
            coins: Coins::new(self.spec.seed),
        }
    }
}

/// Recomputes every cycle of a trace without a constraint, and checks each fact that the others decide.
pub fn replay(trace: &Trace) -> Result<Vec<Cycle>, ReplayMismatch> {
    replay_under(trace, None)
}

/// The same for a trace with a constraint.
pub fn replay_under(trace: &Trace, constraint: Option<&Arc<ConstraintProcessor>>) -> Result<Vec<Cycle>, ReplayMismatch> {
    let mut replayer = Replayer::under(trace, constraint);
    trace.cycles.iter().map(|facts| replayer.next(facts)).collect()
}

/// Replays a trace cycle by cycle, as its facts arrive.
#[derive(Clone, Debug)]
pub struct Replayer {
    config: DecoderConfig,
    vocab_size: usize,
    n_prompt: usize,
    text: Vec<TokenId>,
    cycle_idx: usize,
}

impl Replayer {
    /// At the start of this trace, under its constraint if it has one; its cycles are given one by one.
    pub fn under(trace: &Trace, constraint: Option<&Arc<ConstraintProcessor>>) -> Self {
        Self {
            config: trace.config_under(constraint),
            vocab_size: trace.pair.vocab_size,
            n_prompt: trace.prompt.len(),
            text: trace.prompt.clone(),
            cycle_idx: 0,
        }
    }

    /// Recomputes the next cycle from its facts.
    pub fn next(&mut self, facts: &CycleFacts) -> Result<Cycle, ReplayMismatch> {
        let cycle_idx = self.cycle_idx;
        let check = |holds: bool, what| if holds { Ok(()) } else { Err(ReplayMismatch { cycle_idx, what }) };
        let limits = self.config.limits(self.n_prompt, self.text.len());
        let limits: Limits = limits.map_err(|_| ReplayMismatch { cycle_idx, what: "the text had already ended" })?;

        let n_drafted = facts.drafted.len();
        check(n_drafted <= self.config.n_to_draft(self.text.len()), "more tokens were drafted than gamma allows")?;
        check(facts.draft_logits.len() == n_drafted, "a drafted token has no row of logits, or a row no token")?;
        check(facts.target_logits.len() == n_drafted + 1, "the target's pass has the wrong number of rows")?;
        let rows = facts.draft_logits.iter().chain(&facts.target_logits);
        check(rows.into_iter().all(|row| row.0.len() == self.vocab_size), "a row of logits has the wrong length")?;
        check(facts.coins == CycleCoins::of_cycle(self.config.coins, cycle_idx, n_drafted), "the coins are not those of the seed")?;

        let text = self.text.clone();
        let mut drafted_text = text.clone();
        drafted_text.extend(&facts.drafted);
        let chain = &self.config.chain;
        let draft_probs = process_rows(chain, &facts.draft_logits, &drafted_text[..drafted_text.len().saturating_sub(1)]);
        check(draft_probs.len() == n_drafted, "a token was drafted where every token is excluded")?;
        let drawn: Vec<TokenId> = draft_probs.iter().zip(&facts.coins.draft).map(|(probs, coin)| probs.pick(*coin)).collect();
        check(drawn == facts.drafted, "the draft's coins draw other tokens")?;
        let target_probs = process_rows(chain, &facts.target_logits, &drafted_text);
        let verdict = verify(&facts.drafted, &draft_probs, &target_probs, &facts.coins, &limits);
        check(verdict.emitted == facts.emitted, "the tests emit other tokens")?;
        check(verdict.stop == facts.stop, "the text ends for another reason")?;

        self.text.extend(&verdict.emitted);
        self.cycle_idx += 1;
        Ok(Cycle { text, drafted: facts.drafted.clone(), draft_probs, target_probs, verdict })
    }
}

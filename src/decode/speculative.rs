//! Speculative sampling: a draft proposes a few tokens, the target checks all of them in one pass,
//! and what comes out has exactly the target's law (Leviathan et al. 2023, Algorithm 1; Chen et al.
//! 2023, Algorithm 2).
//!
//! [`verify`] is the accept test itself, a pure function of distributions and coins;
//! [`Speculative::step`] is one whole cycle around it: draft, one target pass, test from left to
//! right, correction or bonus, and both caches rolled back to what was emitted.

use crate::decode::{
    AcceptRule, ByModel, CacheLens, CoinUse, Coins, Cycle, CycleFacts, CycleMillis, Drafter, Guess, LanguageModel, LogitsRow, Mistake,
    Origin, Probs, ProcessorChain, Residual, StopReason, TokenId, acceptance_prob, verify_by, verify_typically,
};

/// The random numbers of one cycle.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct CycleCoins {
    /// One per drafted token: which token the draft proposes.
    pub draft: Vec<f64>,
    /// One per drafted token: held against its acceptance probability.
    pub accept: Vec<f64>,
    /// Draws the correction or the bonus.
    pub tail: f64,
}

impl CycleCoins {
    /// The coins of a cycle with `n_drafted` drafted tokens.
    pub fn of_cycle(coins: Coins, cycle_idx: usize, n_drafted: usize) -> Self {
        let row = |coin_use| (0..n_drafted).map(|position| coins.coin(cycle_idx, position, coin_use)).collect();
        Self { draft: row(CoinUse::Draft), accept: row(CoinUse::Accept), tail: coins.coin(cycle_idx, 0, CoinUse::Tail) }
    }
}

/// How much may still be emitted, and what ends a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Tokens after which nothing is emitted.
    pub stop_tokens: Vec<TokenId>,
    /// The most tokens that may still be emitted, at least 1.
    pub remaining: usize,
    /// Why emission ends when `remaining` is used up.
    pub remaining_reason: StopReason,
}

impl Limits {
    /// Why emission ends after this token as the `n_emitted`-th of the cycle, if it does.
    pub(crate) fn end_after(&self, token: TokenId, n_emitted: usize) -> Option<StopReason> {
        if self.stop_tokens.contains(&token) {
            Some(StopReason::StopToken)
        } else if n_emitted >= self.remaining {
            Some(self.remaining_reason)
        } else {
            None
        }
    }
}

/// The accept test at one position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AcceptTest {
    /// The drafted token.
    pub token: TokenId,
    /// p(token): the target's probability.
    pub target_prob: f64,
    /// q(token): the draft's probability.
    pub draft_prob: f64,
    /// `min(1, p/q)`.
    pub acceptance_prob: f64,
    /// The coin held against it: accepted when `coin <= acceptance_prob`.
    pub coin: f64,
    /// The outcome.
    pub accepted: bool,
}

/// How a cycle ends after its tests.
#[derive(Clone, Debug, PartialEq)]
pub enum Tail {
    /// A token was rejected: its place is taken by a draw from the residual.
    Correction {
        /// The residual at the rejected position.
        residual: Residual,
        /// The drawn token.
        token: TokenId,
    },
    /// All drafted tokens were accepted: one more token is drawn from the target's last row.
    Bonus {
        /// The drawn token.
        token: TokenId,
    },
    /// The text ended at an accepted token: nothing more is drawn.
    PastEnd,
    /// Every token is excluded at the next position: nothing can be drawn.
    DeadEnd,
}

/// The outcome of the accept tests of one cycle.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// One test per drafted token that was reached: all accepted but possibly the last.
    pub tests: Vec<AcceptTest>,
    /// What follows the accepted tokens.
    pub tail: Tail,
    /// The tokens that join the text.
    pub emitted: Vec<TokenId>,
    /// Why the text ends with this cycle, if it does.
    pub stop: Option<StopReason>,
}

impl Verdict {
    /// How many drafted tokens were accepted.
    pub fn n_accepted(&self) -> usize {
        self.tests.iter().filter(|test| test.accepted).count()
    }

    /// Whether the cycle ran its course: it was not cut short by the end of the text before its
    /// correction or bonus.
    pub fn is_complete(&self) -> bool {
        matches!(self.tail, Tail::Correction { .. } | Tail::Bonus { .. })
    }
}

/// Verifies one cycle of drafted tokens, left to right (Leviathan et al. 2023, Algorithm 1).
///
/// `draft` has a row per drafted token; `target` has one more, the row after the last drafted
/// token. (Fewer target rows mean that every token is excluded at the next position: a dead end.)
/// Since the coins are arguments, a cycle is a pure function of its inputs and can be replayed.
pub fn verify(drafted: &[TokenId], draft: &[Probs], target: &[Probs], coins: &CycleCoins, limits: &Limits) -> Verdict {
    let mut tests = Vec::with_capacity(drafted.len());
    let mut emitted = Vec::with_capacity(drafted.len() + 1);
    for (position, &token) in drafted.iter().enumerate() {
        let Some(p) = target.get(position) else {
            return Verdict { tests, tail: Tail::DeadEnd, emitted, stop: Some(StopReason::DeadEnd) };
        };
        let q = &draft[position];
        let acceptance_prob = acceptance_prob(p.get(token), q.get(token));
        let coin = coins.accept[position];
        let accepted = acceptance_prob > 0.0 && coin <= acceptance_prob;
        tests.push(AcceptTest { token, target_prob: p.get(token), draft_prob: q.get(token), acceptance_prob, coin, accepted });
        if !accepted {
            let residual = p.residual(q);
            let token = match &residual {
                Residual::Left { probs, .. } => probs.pick(coins.tail),
                // Only rounding can reject when p = q; then p itself is what is left to draw from.
                Residual::Empty => p.pick(coins.tail),
            };
            emitted.push(token);
            let stop = limits.end_after(token, emitted.len());
            return Verdict { tests, tail: Tail::Correction { residual, token }, emitted, stop };
        }
        emitted.push(token);
        if let Some(stop) = limits.end_after(token, emitted.len()) {
            return Verdict { tests, tail: Tail::PastEnd, emitted, stop: Some(stop) };
        }
    }
    let Some(p) = target.get(drafted.len()) else {
        return Verdict { tests, tail: Tail::DeadEnd, emitted, stop: Some(StopReason::DeadEnd) };
    };
    let token = p.pick(coins.tail);
    emitted.push(token);
    let stop = limits.end_after(token, emitted.len());
    Verdict { tests, tail: Tail::Bonus { token }, emitted, stop }
}

/// What a decoder needs to know besides its models.
#[derive(Clone, Debug, PartialEq)]
pub struct DecoderConfig {
    /// The processors that both distributions go through.
    pub chain: ProcessorChain,
    /// Tokens drafted per cycle.
    pub gamma: usize,
    /// The most tokens emitted after the prompt.
    pub max_new_tokens: usize,
    /// Tokens after which nothing is emitted.
    pub stop_tokens: Vec<TokenId>,
    /// The context that both models have: no text grows longer.
    pub context_len: usize,
    /// The source of randomness.
    pub coins: Coins,
}

impl DecoderConfig {
    /// What may still be emitted after `tokens`, of which `n_prompt` were given; the reason to
    /// stop when that is nothing.
    pub(crate) fn limits(&self, n_prompt: usize, n_tokens: usize) -> Result<Limits, StopReason> {
        let to_max = self.max_new_tokens.saturating_sub(n_tokens - n_prompt);
        let to_context = self.context_len.saturating_sub(n_tokens);
        let (remaining, remaining_reason) =
            if to_max <= to_context { (to_max, StopReason::MaxNewTokens) } else { (to_context, StopReason::ContextFull) };
        if remaining == 0 {
            return Err(remaining_reason);
        }
        Ok(Limits { stop_tokens: self.stop_tokens.clone(), remaining, remaining_reason })
    }

    /// How many tokens a cycle drafts after a text of `n_tokens`: gamma, less where the context
    /// has no room for all of them in the target's pass.
    pub(crate) fn n_to_draft(&self, n_tokens: usize) -> usize {
        self.gamma.min(self.context_len.saturating_sub(n_tokens))
    }
}

/// The state of a speculative decoder between cycles.
#[derive(Clone, Debug)]
pub struct Speculative {
    config: DecoderConfig,
    /// What the test does wrong, where a lesson wants to see that noticed.
    mistake: Mistake,
    tokens: Vec<TokenId>,
    n_prompt: usize,
    cycle_idx: usize,
    stop: Option<StopReason>,
    confidence: f64,
    rule: AcceptRule,
}

impl Speculative {
    /// A decoder about to continue `prompt`, which must hold at least one token.
    pub fn new(config: DecoderConfig, prompt: &[TokenId]) -> Self {
        let stop = if prompt.is_empty() { Some(StopReason::EmptyPrompt) } else { config.limits(prompt.len(), prompt.len()).err() };
        let (mistake, rule) = (Mistake::None, AcceptRule::Exact);
        Self { config, mistake, tokens: prompt.to_vec(), n_prompt: prompt.len(), cycle_idx: 0, stop, confidence: 0.0, rule }
    }

    /// Ends a draft with the first token that the draft gives less than this probability, before gamma
    /// is reached.
    ///
    /// The law stays the target's. Whether one more token is drafted is a function of tokens that are tested
    /// first: it changes how much is tried, never how it is judged. (To draw an unsure token and not have it tested
    /// would change the law.)
    pub fn with_confidence(self, confidence: f64) -> Self {
        Self { confidence, ..self }
    }

    /// The same decoder with a wrong accept test. Its cycles cannot be replayed, which does it rightly.
    pub fn with_mistake(self, mistake: Mistake) -> Self {
        Self { mistake, ..self }
    }

    /// The same decoder with another rule of acceptance. Only the exact one's cycles can be replayed.
    pub fn with_rule(self, rule: AcceptRule) -> Self {
        Self { rule, ..self }
    }

    /// Prompt and emitted tokens.
    pub fn tokens(&self) -> &[TokenId] {
        &self.tokens
    }

    /// Why the text has ended, once it has.
    pub fn stop(&self) -> Option<StopReason> {
        self.stop
    }

    /// Fills both caches with all of the prompt but its last token, which opens the first cycle.
    pub async fn prefill<D, T>(&mut self, draft: &mut D, target: &mut T) -> Result<(), T::Error>
    where
        D: LanguageModel<Error = T::Error>,
        T: LanguageModel,
    {
        let head = &self.tokens[..self.n_prompt.saturating_sub(1)];
        catch_up(draft, head).await?;
        catch_up(target, head).await
    }

    /// Runs one cycle with a model as the draft and returns its facts; `None` once the text has ended.
    pub async fn step<D, T>(&mut self, draft: &mut D, target: &mut T) -> Result<Option<CycleFacts>, T::Error>
    where
        D: LanguageModel<Error = T::Error>,
        T: LanguageModel,
    {
        Ok(self.step_by(&mut ByModel(draft), target).await?.map(|step| step.facts))
    }

    /// Runs one cycle with any way to draft; `None` once the text has ended.
    ///
    /// The target's one pass covers the last emitted token and all drafted ones, so it yields
    /// `n_drafted + 1` rows: one to test each drafted token, and one for the bonus.
    pub async fn step_by<D, T>(&mut self, drafter: &mut D, target: &mut T) -> Result<Option<SpeculativeStep>, T::Error>
    where
        D: Drafter<T>,
        T: LanguageModel,
    {
        let limits = match (self.stop, self.config.limits(self.n_prompt, self.tokens.len())) {
            (None, Ok(limits)) => limits,
            (Some(stop), _) | (None, Err(stop)) => {
                self.stop = Some(stop);
                return Ok(None);
            }
        };
        let n_tokens = self.tokens.len();
        let n_to_draft = self.config.n_to_draft(n_tokens);
        let mut coins = CycleCoins::of_cycle(self.config.coins, self.cycle_idx, n_to_draft);
        let mut cache = CacheLens { target_before: target.cached().len(), draft_before: drafter.n_cached(), ..CacheLens::default() };

        // Draft, token by token.
        let text_before = self.tokens.clone();
        let mut text = self.tokens.clone();
        let mut draft_logits: Vec<LogitsRow> = Vec::with_capacity(n_to_draft);
        let mut draft_probs = Vec::with_capacity(n_to_draft);
        let mut origins = Vec::with_capacity(n_to_draft);
        for (n_drafted, coin) in coins.draft.iter().enumerate() {
            let Some(Guess { logits, origin }) = drafter.guess(target, &text, n_drafted).await? else { break };
            let Some(probs) = self.config.chain.process(&logits, &text) else { break };
            let token = if self.mistake == Mistake::ArgmaxDraft { probs.argmax() } else { probs.pick(*coin) };
            let is_unsure = probs.get(token) < self.confidence;
            draft_logits.push(logits);
            draft_probs.push(probs);
            origins.push(origin);
            text.push(token);
            if is_unsure || limits.stop_tokens.contains(&token) {
                break; // Nothing follows the end of the text.
            }
        }
        let drafted = text[n_tokens..].to_vec();
        coins.draft.truncate(drafted.len());
        coins.accept.truncate(drafted.len());

        // Verify: one pass over the last emitted token and all drafted ones.
        let mut target_logits = catch_up_rows(target, &text).await?;
        target_logits.drain(..target_logits.len() - (drafted.len() + 1));
        cache.target_pass = target.cached().len();
        cache.draft_pass = drafter.n_cached();
        let target_probs = process_rows(&self.config.chain, &target_logits, &text);
        let verdict = match self.rule {
            AcceptRule::Exact => verify_by(self.mistake, &drafted, &draft_probs, &target_probs, &coins, &limits),
            AcceptRule::Typical => verify_typically(&drafted, &draft_probs, &target_probs, &coins, &limits),
        };

        // Roll back: neither cache may hold a token that was not emitted. The last emitted token
        // is in neither; the next pass feeds it.
        let kept = n_tokens + verdict.n_accepted().min(verdict.emitted.len());
        target.truncate(kept);
        drafter.settle(kept);
        cache.target_after = target.cached().len();
        cache.draft_after = drafter.n_cached();

        self.tokens.extend(&verdict.emitted);
        self.cycle_idx += 1;
        self.stop = verdict.stop;
        let facts = CycleFacts {
            drafted: drafted.clone(),
            draft_logits: draft_logits.into_iter().map(Into::into).collect(),
            target_logits: target_logits.into_iter().map(Into::into).collect(),
            coins,
            emitted: verdict.emitted.clone(),
            cache,
            millis: CycleMillis::default(),
            stop: verdict.stop,
        };
        let cycle = Cycle { text: text_before, drafted, draft_probs, target_probs, verdict };
        Ok(Some(SpeculativeStep { facts, cycle, origins }))
    }
}

/// One cycle as it was run.
#[derive(Clone, Debug, PartialEq)]
pub struct SpeculativeStep {
    /// What a trace keeps of it.
    pub facts: CycleFacts,
    /// What follows from the facts.
    pub cycle: Cycle,
    /// What each drafted token's distribution was made of.
    pub origins: Vec<Origin>,
}

/// The distributions of consecutive rows, the last of which follows all of `text`; cut before the
/// first row that excludes every token.
pub(crate) fn process_rows<R: AsRef<[f32]>>(chain: &ProcessorChain, rows: &[R], text: &[TokenId]) -> Vec<Probs> {
    let first = text.len() + 1 - rows.len();
    rows.iter().enumerate().map_while(|(idx, row)| chain.process(row.as_ref(), &text[..first + idx])).collect()
}

/// Feeds what the cache lacks of `text`, and returns its rows.
pub(crate) async fn catch_up_rows<M: LanguageModel>(model: &mut M, text: &[TokenId]) -> Result<Vec<LogitsRow>, M::Error> {
    let n_shared = model.cached().iter().zip(text).take_while(|(cached, wanted)| cached == wanted).count();
    // The row after the last token is always wanted, so that token is always fed.
    model.truncate(n_shared.min(text.len().saturating_sub(1)));
    let start = model.cached().len();
    model.extend(&text[start..]).await
}

/// Makes the cache hold exactly `text`.
pub(crate) async fn catch_up<M: LanguageModel>(model: &mut M, text: &[TokenId]) -> Result<(), M::Error> {
    let n_shared = model.cached().iter().zip(text).take_while(|(cached, wanted)| cached == wanted).count();
    model.truncate(n_shared);
    if n_shared < text.len() {
        model.extend(&text[n_shared..]).await?;
    }
    Ok(())
}

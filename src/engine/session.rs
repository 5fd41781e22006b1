//! One experiment from its prompt to its end: speculation cycle by cycle, then the target alone.
//!
//! The decoders know nothing of time or of anyone watching. Between their steps this file looks at
//! the clock, sends what has happened, lets others run, and stops if it was asked to. The clock and
//! the others are behind [`Host`], so the worker, the command line and the tests run the same code.

use crate::decode::{
    Ancestral, Coins, CycleFacts, CycleMillis, DecoderConfig, ExperimentSpec, LanguageModel, LogitsFacts, LogitsRow, PairFacts, ProofSpec,
    Speculative, StopReason, TokenId, Trials,
};
use crate::engine::{EngineError, FastModel, ModelPair};
use crate::protocol::{Reply, RunId};
use std::cell::Cell;
use std::rc::Rc;

/// A clock: milliseconds since some fixed moment.
pub type Clock = Rc<dyn Fn() -> f64>;

/// What a session needs of the place it runs in.
#[allow(async_fn_in_trait)] // Workers have one thread; nothing here needs Send.
pub trait Host {
    /// The clock to measure with.
    fn clock(&self) -> Clock;

    /// Lets everything else that waits for this thread run.
    async fn yield_now(&mut self);

    /// Whether this run is to stop. Asked after every yield.
    fn cancelled(&self) -> bool;

    /// Takes what has happened.
    fn send(&mut self, reply: Reply);
}

/// Cycles are sent about this often, so that a fast run does not drown the page in messages.
pub const BATCH_MILLIS: f64 = 16.0;

/// The most prompt tokens in one pass: between passes a run can be stopped.
const PREFILL_CHUNK: usize = 32;

/// Runs an experiment on fresh caches of a pair. The last reply is `TargetAlone` or `Failed`.
pub async fn run<H: Host>(pair: &ModelPair, run: RunId, spec: &ExperimentSpec, host: &mut H) {
    let outcome = match pair.encode_prompt(&spec.prompt) {
        Ok(prompt) => run_models(pair.draft(), pair.target(), pair.facts(), &prompt, run, spec, host).await,
        Err(error) => Err(error),
    };
    if let Err(error) = outcome {
        host.send(Reply::Failed { run: Some(run), message: error.to_string() });
    }
}

/// The same on any two models with empty caches and a prompt that is already tokens.
pub async fn run_models<D, T, H>(
    draft: D,
    target: T,
    pair: &PairFacts,
    prompt: &[TokenId],
    run: RunId,
    spec: &ExperimentSpec,
    host: &mut H,
) -> Result<(), T::Error>
where
    D: LanguageModel<Error = T::Error>,
    T: LanguageModel,
    H: Host,
{
    let clock = host.clock();
    let mut draft = Timed::new(draft, clock.clone());
    let mut target = Timed::new(target, clock.clone());
    let config = DecoderConfig {
        chain: spec.chain(),
        gamma: spec.gamma,
        max_new_tokens: spec.max_new_tokens,
        stop_tokens: pair.stop_tokens.clone(),
        context_len: pair.context_len,
        coins: Coins::new(spec.seed),
    };

    // Both caches take the prompt but for its last token, which opens the first cycle.
    let mut cancelled = false;
    for chunk in prompt[..prompt.len().saturating_sub(1)].chunks(PREFILL_CHUNK) {
        draft.extend(chunk).await?;
        target.extend(chunk).await?;
        host.yield_now().await;
        cancelled = host.cancelled();
        if cancelled {
            break;
        }
    }
    let prefill_millis = draft.take_millis() + target.take_millis();
    host.send(Reply::RunStarted { run, prompt: prompt.to_vec(), prefill_millis });
    let mut alone = target.fork();

    let mut decoder = Speculative::new(config.clone(), prompt);
    let mut batch = Batch::new(run, clock.clone());
    let stop = loop {
        if cancelled {
            break StopReason::Cancelled;
        }
        let started = clock();
        let step = decoder.step(&mut draft, &mut target).await;
        let facts = match step {
            Ok(facts) => facts,
            Err(error) => {
                batch.send(host);
                return Err(error);
            }
        };
        let Some(mut facts) = facts else {
            break decoder.stop().expect("a decoder that yields no cycle says why");
        };
        facts.millis = CycleMillis { draft: draft.take_millis(), target: target.take_millis(), total: clock() - started };
        batch.push(facts, host);
        host.yield_now().await;
        cancelled = host.cancelled();
    };
    batch.send(host);
    host.send(Reply::SpeculationEnded { run, stop });

    let mut decoder = Ancestral::new(config, prompt);
    let mut decode_millis = 0.0;
    let stop = loop {
        if cancelled {
            break StopReason::Cancelled;
        }
        let started = clock();
        let token = decoder.step(&mut alone).await?;
        decode_millis += clock() - started;
        if token.is_none() {
            break decoder.stop().expect("a decoder that yields no token says why");
        }
        host.yield_now().await;
        cancelled = host.cancelled();
    };
    host.send(Reply::TargetAlone { run, emitted: decoder.emitted().to_vec(), stop, decode_millis });
    Ok(())
}

/// Trials made between two looks at the host: some milliseconds.
const TRIALS_AT_ONCE: usize = 25_000;

/// Tries out a pair of distributions, reporting all trials so far after each part.
pub async fn try_out<H: Host>(id: RunId, spec: &ProofSpec, host: &mut H) {
    let (target, draft) = spec.probs();
    let mut trials = Trials::none(spec.n_tokens());
    let mut done = 0;
    while done < spec.n_trials && !host.cancelled() {
        let part = done..spec.n_trials.min(done + TRIALS_AT_ONCE);
        done = part.end;
        trials.run(&target, &draft, spec.mistake, Coins::new(spec.seed), part);
        host.send(Reply::Tried { id, trials: trials.clone() });
        host.yield_now().await;
    }
}

/// The target's row of logits after a prompt and a path of chosen tokens. `model` is a target of this
/// pair whose cache may hold anything: what it shares with the text is not computed again.
pub async fn score(
    pair: &ModelPair,
    prompt: &str,
    path: &[TokenId],
    model: &mut FastModel,
    clock: &Clock,
) -> Result<LogitsFacts, EngineError> {
    let mut context = pair.encode_prompt(prompt)?;
    let n_prompt = context.len();
    context.extend(path);
    let PairFacts { context_len, vocab_size, .. } = *pair.facts();
    if context.len() > context_len {
        return Err(EngineError::PromptTooLong { n_tokens: context.len(), context_len });
    }
    if let Some(token) = path.iter().find(|token| token.index() >= vocab_size) {
        return Err(EngineError::PathOutsideVocabulary { token: token.0, vocab_size });
    }
    let started = clock();
    let n_shared = model.cached().iter().zip(&context).take_while(|(cached, wanted)| cached == wanted).count();
    // The row after the last token is wanted, so that token is always fed.
    model.truncate(n_shared.min(context.len() - 1));
    let start = model.cached().len();
    let row = model.extend(&context[start..]).await?.pop().expect("at least one token was fed, and each gives a row");
    Ok(LogitsFacts { context, n_prompt, row: row.into(), millis: clock() - started })
}

/// Cycles that wait to be sent together.
struct Batch {
    run: RunId,
    clock: Clock,
    cycles: Vec<CycleFacts>,
    last_sent: Option<f64>,
}

impl Batch {
    fn new(run: RunId, clock: Clock) -> Self {
        Self { run, clock, cycles: Vec::new(), last_sent: None }
    }

    /// Adds a cycle, and sends all if the last sending was long ago or never.
    fn push<H: Host>(&mut self, facts: CycleFacts, host: &mut H) {
        self.cycles.push(facts);
        if self.last_sent.is_none_or(|last_sent| (self.clock)() - last_sent >= BATCH_MILLIS) {
            self.send(host);
        }
    }

    fn send<H: Host>(&mut self, host: &mut H) {
        if !self.cycles.is_empty() {
            host.send(Reply::Cycles { run: self.run, cycles: std::mem::take(&mut self.cycles) });
            self.last_sent = Some((self.clock)());
        }
    }
}

/// A model with a stopwatch on its passes.
struct Timed<M> {
    model: M,
    clock: Clock,
    millis: Cell<f64>,
}

impl<M> Timed<M> {
    fn new(model: M, clock: Clock) -> Self {
        Self { model, clock, millis: Cell::new(0.0) }
    }

    /// The time since the last call, spent in passes.
    fn take_millis(&self) -> f64 {
        self.millis.take()
    }
}

impl<M: LanguageModel> LanguageModel for Timed<M> {
    type Error = M::Error;

    fn vocab_size(&self) -> usize {
        self.model.vocab_size()
    }

    fn context_len(&self) -> usize {
        self.model.context_len()
    }

    fn cached(&self) -> &[TokenId] {
        self.model.cached()
    }

    async fn extend(&mut self, tokens: &[TokenId]) -> Result<Vec<LogitsRow>, M::Error> {
        let started = (self.clock)();
        let rows = self.model.extend(tokens).await;
        self.millis.set(self.millis.get() + (self.clock)() - started);
        rows
    }

    fn truncate(&mut self, len: usize) {
        self.model.truncate(len);
    }

    fn fork(&self) -> Self {
        Self { model: self.model.fork(), clock: self.clock.clone(), millis: Cell::new(0.0) }
    }
}

//! One experiment from its prompt to its end: speculation cycle by cycle, then the target alone; or a
//! text under a constraint, step by step.
//!
//! The decoders know nothing of time or of anyone watching. Between their steps this file looks at
//! the clock, sends what has happened, lets others run, and stops if it was asked to. The clock and
//! the others are behind [`Host`], so the worker, the command line and the tests run the same code.

use crate::decode::{
    Ancestral, BeamAdvance, BeamConfig, BeamMillis, BeamSearch, BeamSettings, BeamStop, BeamTrace, Coins, CompareSpec, ConstrainedDecoder,
    ConstrainedFacts, ConstrainedSpec, ConstraintProcessor, CycleFacts, CycleMillis, DecoderConfig, ExpansionFacts, ExperimentSpec,
    LanguageModel, LogitsFacts, LogitsRow, PairFacts, ProcessorChain, ProofSpec, Speculative, StopReason, TokenId, TokenTree, TreeModel,
    Trials, draw_texts,
};
use crate::engine::{EngineError, EngineModel, ModelPair};
use crate::protocol::{BeamText, Reply, RunId};
use std::cell::Cell;
use std::hint::black_box;
use std::rc::Rc;
use std::sync::Arc;

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

/// The most numbers of rows in one message, unless a single step has more: 1 MiB. A message is written in memory that
/// a worker never gives back, so what it takes must not depend on how many cycles a device does in that time.
pub const MAX_BATCH_NUMBERS: usize = 1 << 18;

/// The most prompt tokens in one pass: between passes a run can be stopped.
const PREFILL_CHUNK: usize = 32;

/// Runs an experiment on fresh caches of a pair. The last reply is `TargetAlone` or `Failed`.
pub async fn run<H: Host>(pair: &ModelPair, run: RunId, spec: &ExperimentSpec, host: &mut H) {
    let outcome = async {
        let prompt = pair.encode_prompt(&spec.prompt)?;
        let constraint = pair.constraint(spec, prompt.len())?;
        let config = DecoderConfig { chain: spec.chain_under(constraint.as_ref()), ..config_of(spec, pair.facts()) };
        run_config(pair.draft(), pair.target(), config, &prompt, run, host).await
    };
    if let Err(error) = outcome.await {
        host.send(Reply::Failed { run: Some(run), fault: error.fault() });
    }
}

/// The same without a constraint, on any two models with empty caches and a prompt that is already
/// tokens.
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
    run_config(draft, target, config_of(spec, pair), prompt, run, host).await
}

/// The configuration of an experiment without its constraint.
pub fn config_of(spec: &ExperimentSpec, pair: &PairFacts) -> DecoderConfig {
    DecoderConfig {
        chain: spec.chain(),
        gamma: spec.gamma,
        max_new_tokens: spec.max_new_tokens,
        stop_tokens: pair.stop_tokens.clone(),
        context_len: pair.context_len,
        coins: Coins::new(spec.seed),
    }
}

async fn run_config<D, T, H>(
    draft: D,
    target: T,
    config: DecoderConfig,
    prompt: &[TokenId],
    run: RunId,
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

    // Both caches take the prompt but for its last token, which opens the first cycle.
    let mut cancelled = false;
    for chunk in prompt[..prompt.len().saturating_sub(1)].chunks(PREFILL_CHUNK) {
        draft.feed(chunk).await?;
        target.feed(chunk).await?;
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
    let mut batch: Batch<CycleFacts> = Batch::new(clock.clone(), move |cycles| Reply::Cycles { run, cycles });
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

/// Writes one text under a constraint on a fresh cache of the target. The last reply is
/// `ConstrainedEnded` or `Failed`.
pub async fn constrain<H: Host>(pair: &ModelPair, run: RunId, spec: &ConstrainedSpec, host: &mut H) {
    let outcome = async {
        let prompt = pair.encode_prompt(&spec.prompt)?;
        let processor = spec.processor(pair.trie(), pair.facts(), prompt.len()).map_err(EngineError::Constraint)?;
        constrain_model(pair.target(), pair.facts(), &prompt, &processor, run, spec, host).await
    };
    if let Err(error) = outcome.await {
        host.send(Reply::Failed { run: Some(run), fault: error.fault() });
    }
}

/// The same on any model with an empty cache and a prompt that is already tokens.
pub async fn constrain_model<T: LanguageModel, H: Host>(
    mut target: T,
    pair: &PairFacts,
    prompt: &[TokenId],
    processor: &Arc<ConstraintProcessor>,
    run: RunId,
    spec: &ConstrainedSpec,
    host: &mut H,
) -> Result<(), T::Error> {
    let clock = host.clock();
    let started = clock();
    let mut cancelled = prefill(&mut target, prompt, host).await?;
    host.send(Reply::RunStarted { run, prompt: prompt.to_vec(), prefill_millis: clock() - started });
    let mut decoder = ConstrainedDecoder::new(spec.config(processor, pair), Arc::clone(processor), spec.way_out, prompt);
    let mut batch: Batch<ConstrainedFacts> = Batch::new(clock.clone(), move |steps| Reply::ConstrainedSteps { run, steps });
    while !cancelled {
        let mask_millis = time_mask(processor, decoder.tokens(), &clock);
        let started = clock();
        match decoder.step(&mut target).await {
            Ok(Some(mut facts)) => {
                facts.millis.mask = mask_millis;
                facts.millis.total = clock() - started;
                batch.push(facts, host);
            }
            Ok(None) => break,
            Err(error) => {
                batch.send(host);
                return Err(error);
            }
        }
        host.yield_now().await;
        cancelled = host.cancelled();
    }
    batch.send(host);
    host.send(Reply::ConstrainedEnded { run });
    Ok(())
}

/// Masks are made again until so much time has passed: clocks in browsers tick every tenth of a
/// millisecond, and a mask takes less.
const MASK_TIMING_MILLIS: f64 = 0.5;

/// Masks made in one round at the most.
const MAX_TIMED_MASKS: u32 = 256;

/// Rounds, of which the fastest counts: what the machine does besides is not the mask's.
const N_TIMING_ROUNDS: usize = 3;

/// The time of one mask after a text, in milliseconds. The mask itself is not used: the decoder makes
/// its own, somewhere within its step.
fn time_mask(processor: &ConstraintProcessor, text: &[TokenId], clock: &Clock) -> f64 {
    let Some(state) = processor.state_after(text) else { return 0.0 };
    let round = |_| {
        let started = clock();
        let mut n_masks = 0;
        loop {
            black_box(processor.mask(black_box(&state)));
            n_masks += 1;
            let millis = clock() - started;
            if millis >= MASK_TIMING_MILLIS || n_masks == MAX_TIMED_MASKS {
                return millis / f64::from(n_masks);
            }
        }
    };
    // A clock that stands still has nothing to compare.
    (0..N_TIMING_ROUNDS).map(round).take_while(|millis| *millis > 0.0).reduce(f64::min).unwrap_or(0.0)
}

/// Searches the best texts under a constraint and without it, each on a fresh cache of the target.
/// The only reply is `ConstrainedBeams` or `Failed`; a search that is stopped says nothing.
pub async fn constrained_beams<H: Host>(pair: &ModelPair, run: RunId, spec: &ConstrainedSpec, host: &mut H) {
    let outcome = async {
        let prompt = pair.encode_prompt(&spec.prompt)?;
        let processor = spec.processor(pair.trie(), pair.facts(), prompt.len()).map_err(EngineError::Constraint)?;
        let config = spec.beam_config(Some(&processor), pair.facts());
        let Some(constrained) = search(pair.target(), config, &prompt, host).await? else { return Ok(None) };
        let free = search(pair.target(), spec.beam_config(None, pair.facts()), &prompt, host).await?;
        Ok::<_, EngineError>(free.map(|free| (constrained, free)))
    };
    match outcome.await {
        Ok(Some((constrained, free))) => host.send(Reply::ConstrainedBeams { run, constrained, free }),
        Ok(None) => {}
        Err(error) => host.send(Reply::Failed { run: Some(run), fault: error.fault() }),
    }
}

/// Runs one search to its end; `None` if it was stopped. The best text comes first.
async fn search<T: LanguageModel, H: Host>(
    mut target: T,
    config: BeamConfig,
    prompt: &[TokenId],
    host: &mut H,
) -> Result<Option<Vec<BeamText>>, T::Error> {
    if prefill(&mut target, prompt, host).await? {
        return Ok(None);
    }
    let mut search = BeamSearch::new(config, target, prompt);
    while search.step().await?.is_some() {
        host.yield_now().await;
        if host.cancelled() {
            return Ok(None);
        }
    }
    let tree = search.frontier().tree();
    let texts = search.frontier().beams().iter().map(|beam| BeamText {
        tokens: tree.tokens(beam.node),
        score: tree.node(beam.node).score,
        is_finished: beam.is_finished,
    });
    Ok(Some(texts.collect()))
}

/// Feeds all of a prompt but its last token, in passes short enough to be stopped between them;
/// whether it was stopped.
pub(super) async fn prefill<T: LanguageModel, H: Host>(target: &mut T, prompt: &[TokenId], host: &mut H) -> Result<bool, T::Error> {
    for chunk in prompt[..prompt.len().saturating_sub(1)].chunks(PREFILL_CHUNK) {
        target.feed(chunk).await?;
        host.yield_now().await;
        if host.cancelled() {
            return Ok(true);
        }
    }
    Ok(false)
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

/// Texts are sent about this often: each sending is counted and drawn anew by the page.
const COMPARE_BATCH_MILLIS: f64 = 120.0;

/// Draws many short texts, plainly and by speculation in turn. The last reply is `CompareEnded` or `Failed`.
pub async fn compare<H: Host>(pair: &ModelPair, run: RunId, spec: &CompareSpec, host: &mut H) {
    let outcome = async {
        let prompt = pair.encode_prompt(&spec.prompt)?;
        let PairFacts { context_len, .. } = *pair.facts();
        // A text cut short by the context would be another kind of text.
        if prompt.len() + spec.n_tokens > context_len {
            return Err(EngineError::NoRoomAfterPrompt { n_prompt: prompt.len(), n_more: spec.n_tokens, context_len });
        }
        compare_models(pair.draft(), pair.target(), pair.facts(), &prompt, run, spec, host).await
    };
    if let Err(error) = outcome.await {
        host.send(Reply::Failed { run: Some(run), fault: error.fault() });
    }
}

/// The same on any two models with empty caches and a prompt that is already tokens.
pub async fn compare_models<D, T, H>(
    mut draft: D,
    mut target: T,
    pair: &PairFacts,
    prompt: &[TokenId],
    run: RunId,
    spec: &CompareSpec,
    host: &mut H,
) -> Result<(), T::Error>
where
    D: LanguageModel<Error = T::Error>,
    T: LanguageModel,
    H: Host,
{
    let config = config_of(&spec.experiment(), pair);
    // Both caches take the prompt once; every text begins by cutting them back to it.
    let mut cancelled = prefill(&mut target, prompt, host).await? || prefill(&mut draft, prompt, host).await?;
    let clock = host.clock();
    let started = clock();
    let mut last_sent = started;
    let mut texts = Vec::new();
    for idx in 0..spec.n_texts {
        if cancelled {
            break;
        }
        texts.push(draw_texts(&mut draft, &mut target, &config, spec.mistake, prompt, idx).await?);
        if clock() - last_sent >= COMPARE_BATCH_MILLIS {
            host.send(Reply::Compared { run, texts: std::mem::take(&mut texts) });
            last_sent = clock();
        }
        host.yield_now().await;
        cancelled = host.cancelled();
    }
    host.send(Reply::Compared { run, texts });
    host.send(Reply::CompareEnded { run, millis: clock() - started });
    Ok(())
}

/// The target's row of logits after a prompt and a path of chosen tokens. `model` is a target of this
/// pair whose cache may hold anything: what it shares with the text is not computed again.
pub async fn score(
    pair: &ModelPair,
    prompt: &str,
    path: &[TokenId],
    model: &mut EngineModel,
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

/// Searches with beams on the target, and greedily beside it, step by step in turn. The last reply is
/// `BeamsEnded` or `Failed`.
pub async fn search_beams<H: Host>(pair: &ModelPair, run: RunId, prompt: &str, settings: BeamSettings, host: &mut H) {
    let outcome = match pair.encode_prompt(prompt) {
        Ok(prompt) => search_beams_on(pair.target(), pair.facts(), &prompt, run, settings, host).await,
        Err(error) => Err(error),
    };
    if let Err(error) = outcome {
        host.send(Reply::Failed { run: Some(run), fault: error.fault() });
    }
}

/// The same on any model with an empty cache and a prompt that is already tokens.
pub async fn search_beams_on<T: LanguageModel, H: Host>(
    target: T,
    pair: &PairFacts,
    prompt: &[TokenId],
    run: RunId,
    settings: BeamSettings,
    host: &mut H,
) -> Result<(), T::Error> {
    let clock = host.clock();
    let mut target = Timed::new(target, clock.clone());
    let config = |settings: BeamSettings| BeamConfig {
        settings: settings.usable(),
        chain: ProcessorChain::default(),
        stop_tokens: pair.stop_tokens.clone(),
        context_len: pair.context_len,
    };
    let configs = [config(settings), config(settings.greedy())];
    let [beams, greedy] = configs.each_ref().map(|config| BeamTrace::new(config, pair.target.clone(), pair.vocab_size, prompt.to_vec()));
    host.send(Reply::BeamsStarted { run, beams, greedy });

    // The cache takes the prompt but for its last token, which opens the first step. Both searches
    // fork it: the prompt is fed once, and counted as the beams'.
    let mut cancelled = false;
    for chunk in prompt[..prompt.len().saturating_sub(1)].chunks(PREFILL_CHUNK) {
        target.feed(chunk).await?;
        host.yield_now().await;
        cancelled = host.cancelled();
        if cancelled {
            break;
        }
    }
    let mut n_prefilled = target.cached().len();
    let [beams, greedy] = configs.map(|config| BeamSearch::new(config, target.fork(), prompt));
    let mut searches = [beams, greedy];
    let mut batch: Batch<(usize, ExpansionFacts)> = Batch::new(clock.clone(), move |steps| {
        let (beams, greedy): (Vec<_>, Vec<_>) = steps.into_iter().partition(|(which, _)| *which == 0);
        let [beams, greedy] = [beams, greedy].map(|steps| steps.into_iter().map(|(_, facts)| facts).collect());
        Reply::BeamSteps { run, beams, greedy }
    });
    while !cancelled && searches.iter().any(|search| search.frontier().stop().is_none()) {
        for (which, search) in searches.iter_mut().enumerate() {
            let mut millis = BeamMillis::default();
            while !cancelled {
                let started = clock();
                let advanced = match search.advance().await {
                    Ok(advanced) => advanced,
                    Err(error) => {
                        batch.send(host);
                        return Err(error);
                    }
                };
                millis.passes += target.take_millis();
                millis.total += clock() - started;
                let step = match advanced {
                    None => break,
                    Some(BeamAdvance::Pass) => None,
                    Some(BeamAdvance::Step(facts)) => Some(facts),
                };
                let is_whole = step.is_some();
                if let Some(mut facts) = step {
                    facts.millis = millis;
                    if which == 0 {
                        facts.cost.n_fed += std::mem::take(&mut n_prefilled);
                    }
                    batch.push((which, facts), host);
                }
                host.yield_now().await;
                cancelled = host.cancelled();
                if is_whole {
                    break;
                }
            }
        }
    }
    batch.send(host);
    let [beams, greedy] = searches.map(|search| search.frontier().stop().unwrap_or(BeamStop::Cancelled));
    host.send(Reply::BeamsEnded { run, beams, greedy });
    Ok(())
}

/// Facts, with how many numbers of rows there are in them: by far the most of what they take.
trait Facts {
    fn n_numbers(&self) -> usize;
}

impl Facts for CycleFacts {
    fn n_numbers(&self) -> usize {
        self.draft_logits.iter().chain(&self.target_logits).map(|row| row.0.len()).sum()
    }
}

impl Facts for ConstrainedFacts {
    fn n_numbers(&self) -> usize {
        self.logits.0.len()
    }
}

/// A step of the beams (0) or of greedy decoding (1).
impl Facts for (usize, ExpansionFacts) {
    fn n_numbers(&self) -> usize {
        self.1.heads.iter().map(|head| 2 * head.tokens.len()).sum()
    }
}

/// Facts that wait to be sent together: for some time, and never more than [`MAX_BATCH_NUMBERS`].
struct Batch<F> {
    clock: Clock,
    facts: Vec<F>,
    n_numbers: usize,
    /// Makes them a reply.
    reply: Box<dyn Fn(Vec<F>) -> Reply>,
    last_sent: Option<f64>,
}

impl<F: Facts> Batch<F> {
    fn new(clock: Clock, reply: impl Fn(Vec<F>) -> Reply + 'static) -> Self {
        Self { clock, facts: Vec::new(), n_numbers: 0, reply: Box::new(reply), last_sent: None }
    }

    /// Adds facts, and sends all if the last sending was long ago or never. What would be too much for one message
    /// is sent in two.
    fn push<H: Host>(&mut self, facts: F, host: &mut H) {
        let n_numbers = facts.n_numbers();
        if self.n_numbers + n_numbers > MAX_BATCH_NUMBERS {
            self.send(host);
        }
        self.n_numbers += n_numbers;
        self.facts.push(facts);
        if self.last_sent.is_none_or(|last_sent| (self.clock)() - last_sent >= BATCH_MILLIS) {
            self.send(host);
        }
    }

    fn send<H: Host>(&mut self, host: &mut H) {
        self.n_numbers = 0;
        if !self.facts.is_empty() {
            host.send((self.reply)(std::mem::take(&mut self.facts)));
            self.last_sent = Some((self.clock)());
        }
    }
}

/// A model with a stopwatch on its passes.
pub(super) struct Timed<M> {
    model: M,
    clock: Clock,
    /// Shared by all forks.
    millis: Rc<Cell<f64>>,
}

impl<M> Timed<M> {
    pub fn new(model: M, clock: Clock) -> Self {
        Self { model, clock, millis: Rc::default() }
    }

    /// The model, off the clock.
    pub fn inner(&mut self) -> &mut M {
        &mut self.model
    }

    /// The time since the last call, spent in passes.
    pub fn take_millis(&self) -> f64 {
        self.millis.take()
    }
}

impl<M: TreeModel> TreeModel for Timed<M> {
    async fn extend_tree(&mut self, tree: &TokenTree) -> Result<Vec<LogitsRow>, M::Error> {
        let started = (self.clock)();
        let rows = self.model.extend_tree(tree).await;
        self.millis.set(self.millis.get() + (self.clock)() - started);
        rows
    }

    fn keep_branch(&mut self, branch: &[usize]) {
        self.model.keep_branch(branch);
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

    async fn feed(&mut self, tokens: &[TokenId]) -> Result<(), M::Error> {
        let started = (self.clock)();
        let outcome = self.model.feed(tokens).await;
        self.millis.set(self.millis.get() + (self.clock)() - started);
        outcome
    }

    fn truncate(&mut self, len: usize) {
        self.model.truncate(len);
    }

    fn fork(&self) -> Self {
        Self { model: self.model.fork(), clock: self.clock.clone(), millis: self.millis.clone() }
    }
}

//! Ways to draft side by side: each writes the same prompt's text with the same seed on a fresh cache, one after the other, and is
//! timed as it goes.
//!
//! What a way needs besides the pair is a [`DraftKit`]: a poor model, heads trained on the target, texts to count. Where a part of it
//! is not to be had, its ways say so and the others go on.

use crate::decode::{
    AcceptRule, AloneFacts, Ancestral, ByLookup, ByModel, ByNgrams, Coins, CycleMillis, DraftMethod, Drafter, DraftsFacts, DraftsSpec,
    Fault, Guess, LanguageModel, LawTrials, Ngrams, Speculative, TokenId, TreeSpeculative, WayCycle, WayFacts,
};
use crate::engine::session::{Timed, config_of, prefill};
use crate::engine::{ByCarrier, ByExit, ByHeads, Clock, EngineError, EngineModel, Heads, HeadsFiles, Host, ModelFiles, ModelPair};
use crate::protocol::{Reply, RunId};
use std::rc::Rc;

/// Tokens counted together by the counts.
const NGRAM_ORDER: usize = 4;

/// The most tokens that a lookup wants to see again.
const MAX_MATCHED: usize = 4;

/// Tokens drawn to see whether what a way emits has the target's law.
const N_LAW_TRIALS: usize = 2000;

/// Of these so many between two looks at the host: some milliseconds.
const LAW_TRIALS_AT_ONCE: usize = 50;

/// What there is besides the pair, as bytes; or why not.
pub struct DraftKitFiles {
    /// A model that drafts poorly.
    pub poor: Result<ModelFiles, Fault>,
    /// What was trained on the target.
    pub heads: Result<HeadsFiles, Fault>,
    /// Tokens of texts to count, two bytes each, little-endian.
    pub written: Result<Vec<u8>, Fault>,
}

impl DraftKitFiles {
    /// Reads what is shipped for a target of this name from the folder that holds all models. Where nothing was trained on it, there are heads
    /// that say for whom they are.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn read(models: &std::path::Path, target: &str) -> Self {
        let of_target = target.strip_prefix("target").map(|size| models.join(format!("heads{size}")));
        let heads = of_target.filter(|folder| folder.is_dir()).unwrap_or_else(|| models.join("heads-5.9m"));
        let written = models.join("written").join(WRITTEN_FILE);
        let unreadable =
            |error: std::io::Error| EngineError::FileUnreadable { path: written.display().to_string(), detail: error.to_string() }.fault();
        Self {
            poor: ModelFiles::read(&models.join("draft-poor")).map_err(|error| error.fault()),
            heads: HeadsFiles::read(&heads).map_err(|error| error.fault()),
            written: std::fs::read(&written).map_err(unreadable),
        }
    }
}

/// What there is besides the pair, ready to draft; or why not.
pub struct DraftKit {
    poor: Result<(EngineModel, u64), Fault>,
    heads: Result<Rc<Heads>, Fault>,
    ngrams: Result<Ngrams, Fault>,
}

/// The file of [`DraftKitFiles::written`] in its folder.
pub const WRITTEN_FILE: &str = "tokens.u16";

impl DraftKit {
    /// Whether nothing of it is missing.
    pub fn is_whole(&self) -> bool {
        self.poor.is_ok() && self.heads.is_ok() && self.ngrams.is_ok()
    }

    /// Checks and builds what there is. A part that is wrong is missing, with the reason.
    pub fn build(pair: &ModelPair, files: DraftKitFiles) -> Self {
        let said = |error: EngineError| error.fault();
        // Texts are counted as tokens, those of the models that came with them.
        let is_foreign = files.poor.as_ref().is_ok_and(|files| pair.check_vocabulary(files).is_err());
        let poor = files.poor.and_then(|files| pair.build_companion(&files).map_err(said));
        // What lives inside the target needs its inner states, which a graphics processor keeps to itself: such ways run on the CPU.
        let heads = files.heads.and_then(|files| match pair.target().on_cpu() {
            Some(target) => Heads::build(&files, &target).map(Rc::new).map_err(said),
            None => Err(EngineError::NoInnerStates.fault()),
        });
        let written = files.written.and_then(|bytes| {
            let target = pair.facts().target.name.clone();
            if is_foreign { Err(EngineError::OtherTokens { target }.fault()) } else { Ok(bytes) }
        });
        let ngrams = written.map(|bytes| {
            let tokens: Vec<TokenId> = bytes.as_chunks().0.iter().map(|bytes| TokenId(u16::from_le_bytes(*bytes).into())).collect();
            let mut ngrams = Ngrams::new(NGRAM_ORDER, pair.facts().vocab_size);
            ngrams.read(&tokens, 0);
            ngrams
        });
        Self { poor, heads, ngrams }
    }

    /// The drafter of a way, its numbers that were trained or counted, and its multiply-adds for one guess.
    fn drafter(&self, pair: &ModelPair, method: DraftMethod) -> Result<(AnyDrafter, u64, u64), Fault> {
        let of_model = |model: EngineModel, parameters| {
            let multiply_adds = model.pass_size().multiply_adds;
            (AnyDrafter::Model(Box::new(model)), parameters, multiply_adds)
        };
        Ok(match method {
            DraftMethod::Model | DraftMethod::ModelTree => of_model(pair.draft(), pair.facts().draft.parameters),
            DraftMethod::Poor => {
                let (model, parameters) = self.poor.clone()?;
                of_model(model, parameters)
            }
            // It is the target's own numbers once more: nothing is added.
            DraftMethod::Target => of_model(pair.target(), 0),
            DraftMethod::Ngram => {
                let ngrams = self.ngrams.clone()?;
                let n_counts = ngrams.n_counts() as u64;
                (AnyDrafter::Ngrams(ByNgrams::new(ngrams)), n_counts, 0)
            }
            DraftMethod::Lookup => (AnyDrafter::Lookup(ByLookup::new(pair.facts().vocab_size, MAX_MATCHED)), 0, 0),
            DraftMethod::Exit | DraftMethod::Heads | DraftMethod::HeadsTree | DraftMethod::Mtp => {
                let heads = self.heads.clone()?;
                let ([of_heads, of_exit, of_carrier], [heads_adds, exit_adds, carrier_adds]) =
                    (heads.n_parameters(), heads.multiply_adds());
                match method {
                    DraftMethod::Exit => (AnyDrafter::Exit(ByExit(heads)), of_exit, exit_adds),
                    DraftMethod::Mtp => (AnyDrafter::Carrier(ByCarrier::new(heads)), of_carrier, carrier_adds),
                    _ => (AnyDrafter::Heads(ByHeads::new(heads)), of_heads, heads_adds),
                }
            }
        })
    }
}

/// A drafter of any kind.
enum AnyDrafter {
    Model(Box<EngineModel>),
    Ngrams(ByNgrams),
    Lookup(ByLookup),
    Exit(ByExit),
    Heads(ByHeads),
    Carrier(ByCarrier),
}

impl Drafter<EngineModel> for AnyDrafter {
    async fn guess(&mut self, target: &mut EngineModel, text: &[TokenId], n_drafted: usize) -> Result<Option<Guess>, EngineError> {
        match self {
            Self::Model(model) => ByModel(&mut **model).guess(target, text, n_drafted).await,
            Self::Ngrams(drafter) => drafter.guess(target, text, n_drafted).await,
            Self::Lookup(drafter) => drafter.guess(target, text, n_drafted).await,
            Self::Exit(drafter) => drafter.guess(target, text, n_drafted).await,
            Self::Heads(drafter) => drafter.guess(target, text, n_drafted).await,
            Self::Carrier(drafter) => drafter.guess(target, text, n_drafted).await,
        }
    }

    fn settle(&mut self, n_kept: usize) {
        match self {
            Self::Model(model) => Drafter::<EngineModel>::settle(&mut ByModel(&mut **model), n_kept),
            Self::Ngrams(drafter) => Drafter::<EngineModel>::settle(drafter, n_kept),
            Self::Lookup(drafter) => Drafter::<EngineModel>::settle(drafter, n_kept),
            Self::Exit(drafter) => drafter.settle(n_kept),
            Self::Heads(drafter) => drafter.settle(n_kept),
            Self::Carrier(drafter) => drafter.settle(n_kept),
        }
    }

    fn n_cached(&self) -> usize {
        match self {
            Self::Model(model) => model.cached().len(),
            Self::Carrier(drafter) => drafter.n_cached(),
            Self::Ngrams(_) | Self::Lookup(_) | Self::Exit(_) | Self::Heads(_) => 0,
        }
    }
}

/// A drafter with a stopwatch, for a target with one: what the target computes for a guess is the draft's time.
struct TimedDrafter {
    drafter: AnyDrafter,
    clock: Clock,
    millis: f64,
}

impl Drafter<Timed<EngineModel>> for TimedDrafter {
    async fn guess(&mut self, target: &mut Timed<EngineModel>, text: &[TokenId], n_drafted: usize) -> Result<Option<Guess>, EngineError> {
        let started = (self.clock)();
        let guess = self.drafter.guess(target.inner(), text, n_drafted).await;
        self.millis += (self.clock)() - started;
        guess
    }

    fn settle(&mut self, n_kept: usize) {
        self.drafter.settle(n_kept);
    }

    fn n_cached(&self) -> usize {
        self.drafter.n_cached()
    }
}

/// Compares ways to draft, and reports what is known after the target alone and after each way. The last reply is one that is done,
/// or `Failed`; a comparison that is stopped says nothing more.
pub async fn compare_drafts<H: Host>(pair: &ModelPair, kit: &DraftKit, id: RunId, spec: &DraftsSpec, host: &mut H) {
    if let Err(error) = compare_on(pair, kit, id, spec, host).await {
        host.send(Reply::Failed { run: Some(id), fault: error.fault() });
    }
}

async fn compare_on<H: Host>(pair: &ModelPair, kit: &DraftKit, id: RunId, spec: &DraftsSpec, host: &mut H) -> Result<(), EngineError> {
    let prompt = pair.encode_prompt(&spec.prompt)?;
    if prompt.is_empty() {
        return Err(EngineError::PromptEmpty);
    }
    let Some(alone) = write_alone(pair, spec, &prompt, host).await? else { return Ok(()) };
    let mut facts = DraftsFacts { spec: spec.clone(), pair: pair.facts().clone(), prompt, alone, ways: Vec::new() };
    host.send(Reply::Drafted { id, facts: facts.clone(), done: spec.methods.is_empty() });
    for (idx, method) in spec.methods.iter().enumerate() {
        let way = match kit.drafter(pair, *method) {
            Ok((drafter, parameters, multiply_adds)) => {
                let way = Way { method: *method, drafter, parameters, multiply_adds };
                let Some(way) = way.write(pair, spec, &facts.prompt, host).await? else { return Ok(()) };
                way
            }
            Err(missing) => WayFacts {
                method: *method,
                parameters: 0,
                multiply_adds: 0,
                cycles: Vec::new(),
                stop: None,
                check: None,
                missing: Some(missing),
            },
        };
        facts.ways.push(way);
        host.send(Reply::Drafted { id, facts: facts.clone(), done: idx + 1 == spec.methods.len() });
    }
    Ok(())
}

/// The target's own text; `None` if it was stopped.
async fn write_alone<H: Host>(
    pair: &ModelPair,
    spec: &DraftsSpec,
    prompt: &[TokenId],
    host: &mut H,
) -> Result<Option<AloneFacts>, EngineError> {
    let clock = host.clock();
    let mut target = Timed::new(pair.target(), clock.clone());
    if prefill(&mut target, prompt, host).await? {
        return Ok(None);
    }
    target.take_millis();
    let mut decoder = Ancestral::new(config_of(&spec.experiment(), pair.facts()), prompt);
    let mut alone = AloneFacts::default();
    loop {
        let started = clock();
        let token = decoder.step(&mut target).await?;
        if token.is_none() {
            break;
        }
        alone.total_millis += clock() - started;
        host.yield_now().await;
        if host.cancelled() {
            return Ok(None);
        }
    }
    alone.pass_millis = target.take_millis();
    alone.emitted = decoder.emitted().to_vec();
    Ok(Some(alone))
}

/// One way about to write.
struct Way {
    method: DraftMethod,
    drafter: AnyDrafter,
    parameters: u64,
    multiply_adds: u64,
}

impl Way {
    /// Writes its text to the end; `None` if it was stopped.
    async fn write<H: Host>(
        self,
        pair: &ModelPair,
        spec: &DraftsSpec,
        prompt: &[TokenId],
        host: &mut H,
    ) -> Result<Option<WayFacts>, EngineError> {
        let Self { method, mut drafter, parameters, multiply_adds } = self;
        let clock = host.clock();
        let mut target = pair.target();
        if let (true, Some(model)) = (method.needs_heads(), target.on_cpu()) {
            target = EngineModel::Fast(model.with_states());
        }
        let is_stopped = prefill(&mut target, prompt, host).await?
            || match &mut drafter {
                AnyDrafter::Model(model) => prefill(&mut **model, prompt, host).await?,
                _ => false,
            };
        if is_stopped {
            return Ok(None);
        }
        let Some(check) = check_law(method, &mut drafter, &mut target, pair, spec, prompt, host).await? else { return Ok(None) };

        let config = config_of(&spec.experiment(), pair.facts());
        let mut target = Timed::new(target, clock.clone());
        let mut drafter = TimedDrafter { drafter, clock: clock.clone(), millis: 0.0 };
        let mut cycles = Vec::new();
        let mut chain = Speculative::new(config.clone(), prompt).with_rule(spec.rule);
        let mut tree = TreeSpeculative::new(config, spec.shape.clone(), prompt);
        loop {
            let started = clock();
            let cycle = if method.is_tree() {
                tree.step(&mut drafter, &mut target).await?.map(|facts| WayCycle::of_tree(&facts))
            } else {
                chain.step_by(&mut drafter, &mut target).await?.map(|step| WayCycle::of_chain(&step, spec.rule))
            };
            let Some(mut cycle) = cycle else { break };
            let total = clock() - started;
            cycle.millis = CycleMillis { draft: std::mem::take(&mut drafter.millis), target: target.take_millis(), total };
            cycles.push(cycle);
            host.yield_now().await;
            if host.cancelled() {
                return Ok(None);
            }
        }
        let stop = if method.is_tree() { tree.stop() } else { chain.stop() };
        Ok(Some(WayFacts { method, parameters, multiply_adds, cycles, stop, check: Some(check), missing: None }))
    }
}

/// Draws what a way emits after the prompt, again and again, and holds it against the target's own distribution there; `None` if it
/// was stopped.
async fn check_law<H: Host>(
    method: DraftMethod,
    drafter: &mut AnyDrafter,
    target: &mut EngineModel,
    pair: &ModelPair,
    spec: &DraftsSpec,
    prompt: &[TokenId],
    host: &mut H,
) -> Result<Option<crate::decode::LawCheck>, EngineError> {
    let chain = config_of(&spec.experiment(), pair.facts()).chain;
    let guess = drafter.guess(target, prompt, 0).await?;
    let draft = guess.and_then(|guess| chain.process(&guess.logits, prompt));
    let mut fork = target.fork();
    let row = fork.extend(&prompt[fork.cached().len()..]).await?.pop();
    drafter.settle(target.cached().len());
    let Some(p) = row.and_then(|row| chain.process(&row, prompt)) else {
        // Nothing can be drawn, and nothing is.
        let nothing = crate::decode::LawCheck { n: 0, n_groups: 0, statistic: 0.0, p_value: 1.0 };
        return Ok(Some(nothing));
    };
    let (n_guesses, rule) = if method.is_tree() { (spec.shape.widths()[0], AcceptRule::Exact) } else { (1, spec.rule) };
    let mut trials = LawTrials::new(p, draft, n_guesses, rule);
    // Coins of their own: not those of the texts.
    let coins = Coins::new(spec.seed).stream(method as u32);
    for start in (0..N_LAW_TRIALS).step_by(LAW_TRIALS_AT_ONCE) {
        trials.run(coins, start..start + LAW_TRIALS_AT_ONCE);
        host.yield_now().await;
        if host.cancelled() {
            return Ok(None);
        }
    }
    Ok(Some(trials.check()))
}

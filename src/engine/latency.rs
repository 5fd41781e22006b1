//! The measurement of the latency lab: passes of both models over one and several positions, reading and
//! computing by themselves, and whole runs with and without speculation, in turn.
//!
//! Everything is measured in rounds, so that what slows the machine down for a while slows all of it down. A
//! sample lasts some milliseconds, because clocks in browsers tick every tenth of one. The first round of
//! everything is thrown away: browsers compile again what they have seen often.

use crate::decode::{
    Ancestral, Coins, CycleFacts, DecoderConfig, LanguageModel, LatencyFacts, LatencySpec, MAX_POSITIONS, ProcessorChain, RaceCycle,
    RaceFacts, RoundFacts, RunFacts, Speculative, TokenId,
};
use crate::engine::fast::MatrixAtHand;
use crate::engine::session::{Timed, config_of, prefill};
use crate::engine::{Clock, EngineError, EngineModel, Host, ModelPair};
use crate::protocol::{Reply, RunId};
use std::hint::black_box;

/// One sample lasts at least so long.
const SAMPLE_MILLIS: f64 = 3.0;

/// Rounds of single passes that count.
const N_PASS_ROUNDS: usize = 7;

/// Rounds of whole runs that count.
const N_RUN_ROUNDS: usize = 7;

/// Measures, and reports what is known after each round. The last reply is one with whole facts, or `Failed`.
pub async fn measure<H: Host>(pair: &ModelPair, id: RunId, spec: &LatencySpec, host: &mut H) {
    if let Err(error) = measure_pair(pair, id, spec, host).await {
        host.send(Reply::Failed { run: Some(id), fault: error.fault() });
    }
}

async fn measure_pair<H: Host>(pair: &ModelPair, id: RunId, spec: &LatencySpec, host: &mut H) -> Result<(), EngineError> {
    let experiment = spec.experiment();
    let prompt = pair.encode_prompt(&experiment.prompt)?;
    if prompt.is_empty() {
        return Err(EngineError::PromptEmpty);
    }
    let (mut target, mut draft) = (pair.target(), pair.draft());
    // What the CPU reads and computes says nothing of passes on a graphics processor.
    let is_on_cpu = !pair.kernels().is_on_gpu();
    let mut facts = LatencyFacts { kernels: Some(pair.kernels()), n_planned: N_PASS_ROUNDS + N_RUN_ROUNDS + 2, ..LatencyFacts::default() };
    facts.calibration.target = target.pass_size();
    facts.calibration.draft = draft.pass_size();
    facts.calibration.n_context = prompt.len() - 1;
    if prefill(&mut target, &prompt, host).await? || prefill(&mut draft, &prompt, host).await? {
        return Ok(());
    }
    let config = |round: usize| DecoderConfig {
        coins: Coins::new(experiment.seed.wrapping_add(round as u64)),
        ..config_of(&experiment, pair.facts())
    };
    let mut runs = Runs { target: &target, draft: &draft, prompt: &prompt, confidence: spec.confidence };
    let mut race = None;

    // Whole runs first: they warm up what the passes need, and give the race something to show.
    for round in 0..=N_RUN_ROUNDS {
        // The round that is thrown away writes what the first one that counts will write again.
        let Some((round_facts, texts)) = runs.round(&config(round.saturating_sub(1)), round, host).await? else { return Ok(()) };
        if round > 0 {
            facts.rounds.push(round_facts);
        }
        race.get_or_insert(texts);
        facts.n_done += 1;
        host.send(Reply::Measured { id, facts: facts.clone(), race: race.clone() });
    }

    let mut bench = Bench::new(&target, &draft, &prompt, config(0).chain);
    facts.calibration.target_passes = vec![Vec::new(); MAX_POSITIONS];
    for round in 0..=N_PASS_ROUNDS {
        for what in Sampled::ALL {
            if matches!(what, Sampled::Reading | Sampled::Computing) && !is_on_cpu {
                continue;
            }
            let sample = bench.sample(what, &host.clock()).await?;
            if round > 0 {
                let calibration = &mut facts.calibration;
                match what {
                    Sampled::Target(n_positions) => calibration.target_passes[n_positions - 1].push(sample),
                    Sampled::Draft => calibration.draft_passes.push(sample),
                    Sampled::Row => calibration.rows.push(sample),
                    Sampled::Reading => calibration.bytes_per_second.push(bench.weights.len() as f64 * 4.0 / sample * 1000.0),
                    Sampled::Computing => {
                        calibration.multiply_adds_per_second.push(bench.at_hand.multiply_adds() as f64 / sample * 1000.0);
                    }
                }
            }
            host.yield_now().await;
            if host.cancelled() {
                return Ok(());
            }
        }
        facts.n_done += 1;
        host.send(Reply::Measured { id, facts: facts.clone(), race: race.clone() });
    }
    Ok(())
}

/// What single samples are of.
#[derive(Clone, Copy)]
enum Sampled {
    Target(usize),
    Draft,
    Row,
    Reading,
    Computing,
}

impl Sampled {
    const ALL: [Sampled; MAX_POSITIONS + 4] = {
        let mut all = [Self::Draft; MAX_POSITIONS + 4];
        let mut n_positions = 1;
        while n_positions <= MAX_POSITIONS {
            all[n_positions] = Self::Target(n_positions);
            n_positions += 1;
        }
        all[MAX_POSITIONS + 1] = Self::Row;
        all[MAX_POSITIONS + 2] = Self::Reading;
        all[MAX_POSITIONS + 3] = Self::Computing;
        all
    };
}

/// What is needed to sample single things over and over.
struct Bench {
    target: EngineModel,
    draft: EngineModel,
    /// Tokens to feed: the prompt's, over and over.
    tokens: Vec<TokenId>,
    chain: ProcessorChain,
    text: Vec<TokenId>,
    row: Vec<f32>,
    /// As many numbers as the target has weights.
    weights: Vec<f32>,
    at_hand: MatrixAtHand,
    coin: f64,
}

impl Bench {
    fn new(target: &EngineModel, draft: &EngineModel, prompt: &[TokenId], chain: ProcessorChain) -> Self {
        Self {
            target: target.fork(),
            draft: draft.fork(),
            tokens: prompt.iter().copied().cycle().take(MAX_POSITIONS).collect(),
            chain,
            text: prompt.to_vec(),
            row: Vec::new(),
            weights: vec![1.0; (target.pass_size().weight_bytes / 4) as usize],
            at_hand: MatrixAtHand::new(target.kernels()),
            coin: 0.5,
        }
    }

    /// The time of one, in milliseconds: as many are made as fill a sample.
    async fn sample(&mut self, what: Sampled, clock: &Clock) -> Result<f64, EngineError> {
        // Room for every pass must be there, however long the prompt is.
        let room = self.target.context_len().min(self.draft.context_len()).saturating_sub(MAX_POSITIONS);
        let n_cached = self.target.cached().len().min(room);
        self.target.truncate(n_cached);
        self.draft.truncate(n_cached);
        if self.row.is_empty() {
            self.row = self.target.extend(&self.tokens[..1]).await?.pop().unwrap_or_default();
            self.target.truncate(n_cached);
        }
        // What was measured before has left its own numbers in the nearest caches: the first of a sample would be dearer than the others, and
        // T(1), of which v(m) is so many times, dearer than it is.
        self.make(what, n_cached).await?;
        let started = clock();
        let mut n_made = 0;
        loop {
            self.make(what, n_cached).await?;
            n_made += 1;
            let millis = clock() - started;
            // A clock that stands still would keep us here.
            if millis >= SAMPLE_MILLIS || n_made == MAX_REPEATS {
                return Ok(millis / f64::from(n_made));
            }
        }
    }

    /// Makes one. Passes go on from so many cached tokens.
    async fn make(&mut self, what: Sampled, n_cached: usize) -> Result<(), EngineError> {
        match what {
            Sampled::Target(n_positions) => {
                black_box(self.target.extend(&self.tokens[..n_positions]).await?);
                self.target.truncate(n_cached);
            }
            Sampled::Draft => {
                black_box(self.draft.extend(&self.tokens[..1]).await?);
                self.draft.truncate(n_cached);
            }
            Sampled::Row => {
                let probs = self.chain.process(black_box(&self.row), &self.text);
                black_box(probs.map(|probs| probs.pick(self.coin)));
            }
            Sampled::Reading => {
                black_box(sum(black_box(&self.weights)));
            }
            Sampled::Computing => self.at_hand.multiply(),
        }
        Ok(())
    }
}

/// The most of anything in one sample.
const MAX_REPEATS: u32 = 2_000;

/// Reads every number once.
fn sum(numbers: &[f32]) -> f32 {
    /// As many partial sums as hide the latency of an addition.
    const N: usize = 32;
    let mut sums = [0.0f32; N];
    for chunk in numbers.as_chunks::<N>().0 {
        for (sum, number) in sums.iter_mut().zip(chunk) {
            *sum += number;
        }
    }
    sums.iter().sum()
}

/// Two models that hold a prompt, and what continues it in three ways.
struct Runs<'a> {
    target: &'a EngineModel,
    draft: &'a EngineModel,
    prompt: &'a [TokenId],
    confidence: f64,
}

impl Runs<'_> {
    /// One round, each way to write once; `None` if it was stopped. Which comes first changes from round to round.
    async fn round<H: Host>(
        &mut self,
        config: &DecoderConfig,
        round: usize,
        host: &mut H,
    ) -> Result<Option<(RoundFacts, RaceFacts)>, EngineError> {
        let mut facts = RoundFacts::default();
        let mut race = RaceFacts { prompt: self.prompt.to_vec(), ..RaceFacts::default() };
        for lane in 0..3 {
            match (lane + round) % 3 {
                0 => {
                    let Some((run, tokens)) = self.plain(config.clone(), host).await? else { return Ok(None) };
                    (facts.plain, race.plain) = (run, tokens);
                }
                1 => {
                    let Some((run, cycles)) = self.speculative(config.clone(), 0.0, host).await? else { return Ok(None) };
                    (facts.fixed, race.cycles) = (run, cycles);
                }
                _ => {
                    let longest = DecoderConfig { gamma: MAX_POSITIONS - 1, ..config.clone() };
                    let Some((run, _)) = self.speculative(longest, self.confidence, host).await? else { return Ok(None) };
                    facts.adaptive = run;
                }
            }
        }
        Ok(Some((facts, race)))
    }

    async fn plain<H: Host>(&self, config: DecoderConfig, host: &mut H) -> Result<Option<(RunFacts, Vec<TokenId>)>, EngineError> {
        let clock = host.clock();
        let mut target = Timed::new(self.target.fork(), clock.clone());
        let mut decoder = Ancestral::new(config, self.prompt);
        let mut facts = RunFacts::default();
        loop {
            let started = clock();
            let token = decoder.step(&mut target).await?;
            facts.total_millis += clock() - started;
            if token.is_none() {
                break;
            }
            facts.n_tokens += 1;
            facts.n_passes += 1;
            host.yield_now().await;
            if host.cancelled() {
                return Ok(None);
            }
        }
        facts.target_millis = target.take_millis();
        Ok(Some((facts, decoder.emitted().to_vec())))
    }

    async fn speculative<H: Host>(
        &self,
        config: DecoderConfig,
        confidence: f64,
        host: &mut H,
    ) -> Result<Option<(RunFacts, Vec<RaceCycle>)>, EngineError> {
        let clock = host.clock();
        let mut target = Timed::new(self.target.fork(), clock.clone());
        let mut draft = Timed::new(self.draft.fork(), clock.clone());
        let mut decoder = Speculative::new(config, self.prompt).with_confidence(confidence);
        let mut facts = RunFacts::default();
        let mut cycles = Vec::new();
        loop {
            let started = clock();
            let cycle = decoder.step(&mut draft, &mut target).await?;
            facts.total_millis += clock() - started;
            let Some(cycle) = cycle else { break };
            cycles.push(add_cycle(&mut facts, cycle));
            host.yield_now().await;
            if host.cancelled() {
                return Ok(None);
            }
        }
        facts.draft_millis = draft.take_millis();
        facts.target_millis = target.take_millis();
        Ok(Some((facts, cycles)))
    }
}

/// Adds a cycle to the counts.
fn add_cycle(facts: &mut RunFacts, cycle: CycleFacts) -> RaceCycle {
    // A correction is drawn from the residual, which is 0 at the rejected token: so what is emitted as it was
    // drafted was accepted.
    let n_accepted = cycle.emitted.iter().zip(&cycle.drafted).take_while(|(emitted, drafted)| emitted == drafted).count();
    let was_rejected = n_accepted < cycle.drafted.len() && cycle.emitted.len() > n_accepted;
    facts.n_tokens += cycle.emitted.len();
    facts.n_passes += 1;
    facts.n_drafted += cycle.drafted.len();
    facts.n_tested += n_accepted + usize::from(was_rejected);
    facts.n_accepted += n_accepted;
    RaceCycle { drafted: cycle.drafted, n_accepted, emitted: cycle.emitted }
}

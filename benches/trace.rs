//! What it costs to tell a run's trace: `cargo bench --features engine --bench trace`. A text of 200 tokens by speculation, in turn by the
//! decoder alone, whose facts are dropped; as a session that gathers them in batches; and as the worker does it, with every batch made
//! into the bytes of a message, logits included.
#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "a program that measures and prints")]

use decoding_lab::decode::{CycleFacts, ExperimentSpec, LanguageModel as _, Speculative, now_or_never};
use decoding_lab::engine::{Clock, Host, ModelFiles, ModelPair, config_of, run};
use decoding_lab::protocol::{Reply, RunId, encode};
use std::path::Path;
use std::rc::Rc;
use std::time::Instant;

const ROUNDS: usize = 40;

/// A host that takes the time of the speculative part, and what becomes of replies.
struct Listener {
    clock: Clock,
    is_encoding: bool,
    n_bytes: usize,
    begun: f64,
    millis: f64,
}

impl Listener {
    fn new(clock: &Clock, is_encoding: bool) -> Self {
        Self { clock: Rc::clone(clock), is_encoding, n_bytes: 0, begun: 0.0, millis: 0.0 }
    }
}

impl Host for Listener {
    fn clock(&self) -> Clock {
        Rc::clone(&self.clock)
    }

    async fn yield_now(&mut self) {}

    fn cancelled(&self) -> bool {
        self.millis > 0.0 // The target alone is not asked for.
    }

    fn send(&mut self, reply: Reply) {
        match reply {
            Reply::RunStarted { .. } => self.begun = (self.clock)(),
            Reply::SpeculationEnded { .. } => self.millis = (self.clock)() - self.begun,
            reply if self.is_encoding => self.n_bytes += encode(&reply).len(),
            _ => {}
        }
    }
}

/// The milliseconds of the decoder alone.
fn bare(pair: &ModelPair, spec: &ExperimentSpec, clock: &Clock) -> f64 {
    let prompt = pair.encode_prompt(&spec.prompt).expect("a prompt");
    let (mut draft, mut target) = (pair.draft(), pair.target());
    // All of the prompt but its last token, which opens the first cycle.
    for model in [&mut draft, &mut target] {
        now_or_never(model.extend(&prompt[..prompt.len() - 1])).expect("a CPU pass never waits").expect("a pass");
    }
    let mut decoder = Speculative::new(config_of(spec, pair.facts()), &prompt);
    let begun = clock();
    loop {
        let cycle: Option<CycleFacts> =
            now_or_never(decoder.step(&mut draft, &mut target)).expect("a CPU pass never waits").expect("a cycle");
        if cycle.is_none() {
            return clock() - begun;
        }
    }
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("public/models");
    let files = |name: &str| ModelFiles::read(&models.join(name)).expect("it is in the repository");
    let begun = Instant::now();
    let clock: Clock = Rc::new(move || begun.elapsed().as_secs_f64() * 1e3);
    println!("| target | decoder alone, ms | facts in batches | as messages | more | bytes a token |\n|---|---|---|---|---|---|");
    for name in ["target-1.8m", "target-5.9m"] {
        let pair = ModelPair::build(&files(name), &files("draft-0.3m")).expect("they are a pair");
        let spec = ExperimentSpec { max_new_tokens: 200, temperature: 0.8, ..ExperimentSpec::default() };
        let mut times = [const { Vec::new() }; 3];
        let mut n_bytes = 0;
        for _ in 0..ROUNDS {
            times[0].push(bare(&pair, &spec, &clock));
            for (times, is_encoding) in times[1..].iter_mut().zip([false, true]) {
                let mut host = Listener::new(&clock, is_encoding);
                now_or_never(run(&pair, RunId(1), &spec, &mut host)).expect("a CPU pass never waits");
                times.push(host.millis);
                n_bytes = n_bytes.max(host.n_bytes);
            }
        }
        let [alone, batches, messages] = times.each_mut().map(|times| median(times));
        let more = (messages / alone - 1.0) * 100.0;
        println!("| {name} | {alone:.1} | {batches:.1} | {messages:.1} | {more:.1}% | {} |", n_bytes / spec.max_new_tokens);
    }
}

//! How long a pass over 1 to 9 tokens takes, in the fast engine and in candle's, on the trained pair:
//! `cargo bench --features engine --bench engine`. The two take turns, and medians are printed; the ratios
//! say more than the absolute times.
#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "a program that measures and prints")]

use decoding_lab::decode::{LanguageModel, TokenId, now_or_never};
use decoding_lab::engine::{Checkpoint, FastModel, ModelFiles, ReferenceModel};
use std::path::Path;
use std::time::Instant;

const ROUNDS: usize = 60;
/// Tokens in the cache before each pass: about the middle of a story.
const N_CACHED: usize = 64;

fn micros(model: &mut impl LanguageModel, n_tokens: usize) -> f64 {
    let tokens: Vec<TokenId> = (0..n_tokens as u32).map(|idx| TokenId(300 + idx)).collect();
    let begun = Instant::now();
    let rows = now_or_never(model.extend(&tokens)).expect("a CPU pass never waits").ok().expect("a pass");
    let micros = begun.elapsed().as_secs_f64() * 1e6;
    assert_eq!(rows.len(), n_tokens);
    model.truncate(N_CACHED);
    micros
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("public/models");
    println!("microseconds a pass with {N_CACHED} tokens cached, medians of {ROUNDS}; v(m) is T(m) / T(1)\n");
    println!("| model | tokens | fast | v(m) | candle | v(m) | candle / fast |\n|---|---|---|---|---|---|---|");
    for name in ["target-1.8m", "draft-0.25m"] {
        let files = ModelFiles::read(&folder.join(name)).expect("the pair is in the repository");
        let checkpoint = Checkpoint::parse(name, &files.config, &files.weights).expect("a good checkpoint");
        let mut fast = FastModel::new(name, checkpoint.clone(), 4096).expect("it builds");
        let mut candle = ReferenceModel::new(name, checkpoint, 4096).expect("it builds");
        let text: Vec<TokenId> = (0..N_CACHED as u32).map(TokenId).collect();
        now_or_never(fast.extend(&text)).expect("a CPU pass never waits").expect("a pass");
        now_or_never(candle.extend(&text)).expect("a CPU pass never waits").expect("a pass");
        let mut first = None;
        for n_tokens in 1..=9 {
            let (mut fast_times, mut candle_times) = (Vec::new(), Vec::new());
            for _ in 0..ROUNDS {
                fast_times.push(micros(&mut fast, n_tokens));
                candle_times.push(micros(&mut candle, n_tokens));
            }
            let (fast, candle) = (median(fast_times), median(candle_times));
            let (fast_1, candle_1) = *first.get_or_insert((fast, candle));
            let ratios = (fast / fast_1, candle / candle_1, candle / fast);
            println!("| {name} | {n_tokens} | {fast:.0} | {:.2} | {candle:.0} | {:.2} | {:.1} |", ratios.0, ratios.1, ratios.2);
        }
    }
}

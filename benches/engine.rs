//! How long a pass over 1 to 9 tokens takes with each kind of kernels, on the trained pair:
//! `cargo bench --features reference --bench engine`. All take turns, and medians are printed; the ratios
//! say more than the absolute times.
#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "a program that measures and prints")]

use decoding_lab::decode::{Kernels, LanguageModel, TokenId, now_or_never};
use decoding_lab::engine::{Checkpoint, EngineModel, ModelFiles};
use std::path::Path;
use std::time::Instant;

const ROUNDS: usize = 60;
/// Tokens in the cache before each pass: about the middle of a story.
const N_CACHED: usize = 64;
/// The kernels that a native build has, the slowest first.
const KERNELS: [Kernels; 4] = [Kernels::Reference, Kernels::Scalar, Kernels::Simd, Kernels::Int8];

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
    let names = KERNELS.map(Kernels::name);
    let times: Vec<String> = names.iter().map(|name| format!("{name} | v(m)")).collect();
    let ratios: Vec<String> = names[1..].iter().map(|name| format!("{} / {name}", names[0])).collect();
    println!("| model | tokens | {} | {} |\n|{}", times.join(" | "), ratios.join(" | "), "---|".repeat(2 + 2 * names.len() + ratios.len()));
    for name in ["target-1.8m", "draft-0.3m"] {
        let files = ModelFiles::read(&folder.join(name)).expect("the pair is in the repository");
        let checkpoint = Checkpoint::parse(name, &files.config, &files.weights).expect("a good checkpoint");
        let mut models = KERNELS.map(|kernels| EngineModel::new(name, &checkpoint, 4096, kernels).expect("it builds"));
        let text: Vec<TokenId> = (0..N_CACHED as u32).map(TokenId).collect();
        for model in &mut models {
            now_or_never(model.extend(&text)).expect("a CPU pass never waits").expect("a pass");
        }
        let mut first = None;
        for n_tokens in 1..=9 {
            let mut times = KERNELS.map(|_| Vec::new());
            for _ in 0..ROUNDS {
                models.iter_mut().zip(&mut times).for_each(|(model, times)| times.push(micros(model, n_tokens)));
            }
            let medians = times.map(median);
            let single = *first.get_or_insert(medians);
            let columns: Vec<String> =
                medians.iter().zip(single).map(|(time, single)| format!("{time:.0} | {:.2}", time / single)).collect();
            let ratios: Vec<String> = medians[1..].iter().map(|time| format!("{:.1}", medians[0] / time)).collect();
            println!("| {name} | {n_tokens} | {} | {} |", columns.join(" | "), ratios.join(" | "));
        }
    }
}

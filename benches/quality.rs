//! What rounding to eight bits costs, on a text that the models have not seen:
//! `cargo bench --features engine --bench quality -- TEXT_FILE [PLACES]`. Every way to round is held against f32 at
//! the same places of the text: how far its distribution lies from that of f32 (Kullback-Leibler divergence, in
//! nats a token), how often both find the same token most probable, and what either says of the text itself.
#![expect(clippy::print_stdout, reason = "a program that measures and prints")]

use decoding_lab::decode::{Kernels, LanguageModel, Probs, TokenId, now_or_never};
use decoding_lab::engine::{Checkpoint, EngineError, FastModel, Levels, ModelFiles, TextTokenizer};
use std::path::Path;

/// Places of the text that are looked at, unless asked otherwise.
const PLACES: usize = 20_000;

/// The ways to round, with what each would take of a browser.
const WAYS: [(&str, Levels); 4] = [
    ("weights 7 bits, inputs 8 (runs)", Levels::SHIPPED),
    ("weights 8, inputs 8 (two products each)", Levels { weights: 127, inputs: 127 }),
    ("weights 8, inputs 7", Levels { weights: 127, inputs: 63 }),
    ("weights 8, inputs 6", Levels { weights: 127, inputs: 31 }),
];

/// What a model says of a text.
#[derive(Default)]
struct Score {
    n: usize,
    nats: f64,
    kl: f64,
    n_agreed: usize,
}

fn rows(model: &FastModel, window: &[TokenId]) -> Vec<Probs> {
    let rows = now_or_never(model.fork().extend(window)).expect("a CPU pass never waits").expect("a pass");
    let widen = |row: &Vec<f32>| row.iter().map(|logit| f64::from(*logit)).collect::<Vec<_>>();
    rows.iter().map(|row| Probs::softmax(&widen(row)).expect("a distribution")).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // cargo adds `--bench`.
    let mut args = std::env::args().skip(1).filter(|arg| !arg.starts_with("--"));
    let Some(text) = args.next().and_then(|path| std::fs::read_to_string(path).ok()) else {
        println!("quality: name a text file that can be read");
        return Ok(());
    };
    let n_places = args.next().and_then(|n| n.parse().ok()).unwrap_or(PLACES);
    println!("| model | arithmetic | KL to f32, nats/token | same best token | loss, nats/token | bits/byte |\n|---|---|---|---|---|---|");
    for name in ["target-5.9m", "target-1.8m", "draft-0.3m"] {
        let files = ModelFiles::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("public/models").join(name))?;
        let tokenizer = TextTokenizer::from_bytes(name, &files.tokenizer)?;
        let vocab_size = tokenizer.vocabulary().len();
        let checkpoint = Checkpoint::parse(name, &files.config, &files.weights)?;
        let (bos, context_len) = (checkpoint.config.bos, checkpoint.config.context_len);
        let exact = FastModel::new(name, &checkpoint, vocab_size, Kernels::Simd)?;
        let models = WAYS
            .iter()
            .map(|(_, levels)| FastModel::with_levels(name, &checkpoint, vocab_size, *levels).map_err(Box::new))
            .collect::<Result<Vec<_>, Box<EngineError>>>()?;

        // The text in pieces as long as the context, each after an opening token.
        let tokens = tokenizer.encode(None, &text)?;
        let n_opening = usize::from(bos.is_some());
        let mut scores: Vec<Score> = std::iter::repeat_with(Score::default).take(1 + models.len()).collect();
        let mut n_bytes = 0;
        for piece in tokens[..tokens.len().min(n_places)].chunks(context_len - n_opening) {
            let window: Vec<TokenId> = bos.iter().chain(piece).copied().collect();
            n_bytes += piece.iter().map(|token| tokenizer.vocabulary().bytes(*token).len()).sum::<usize>();
            let known = rows(&exact, &window);
            for (score, rows) in
                scores.iter_mut().zip(std::iter::once(known.clone()).chain(models.iter().map(|model| rows(model, &window))))
            {
                for ((row, known), next) in rows.iter().zip(&known).zip(&window[1..]) {
                    score.n += 1;
                    score.nats -= row.get(*next).ln();
                    score.kl += known.kl(row);
                    score.n_agreed += usize::from(row.argmax() == known.argmax());
                }
            }
        }
        let names = std::iter::once("f32").chain(WAYS.iter().map(|(name, _)| *name));
        for (way, score) in names.zip(&scores) {
            let n = score.n as f64;
            let bits_per_byte = score.nats / std::f64::consts::LN_2 / n_bytes as f64;
            let agreed = 100.0 * score.n_agreed as f64 / n;
            println!("| {name} | {way} | {:.5} | {agreed:.1}% | {:.4} | {bits_per_byte:.4} |", score.kl / n, score.nats / n);
        }
        println!("| {name} | | {} places, {n_bytes} bytes | | | |", scores[0].n);
    }
    Ok(())
}

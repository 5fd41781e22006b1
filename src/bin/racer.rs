//! One model with nothing around it, for the race against other engines (`scripts/bench`): tokens in, the most
//! probable tokens out.
//!
//! For the browser it is built twice, like the worker: with the feature `relaxed` it has the instructions that not
//! every browser has. The page that holds the race reads the clock and asks for some tokens at a time. Natively
//! it is a program that runs once and prints its tokens and times.
#![cfg_attr(
    not(target_arch = "wasm32"),
    expect(clippy::print_stdout, clippy::disallowed_methods, reason = "a native program that measures and prints")
)]

use decoding_lab::decode::{Kernels, LanguageModel as _, LogitsRow, TokenId, now_or_never};
use decoding_lab::engine::{Checkpoint, EngineError, EngineModel};

/// What comes of a step, or why nothing does.
type Outcome<T> = Result<T, Box<EngineError>>;

/// A model, the tokens in its cache, and the logits after them.
struct Greedy {
    model: EngineModel,
    row: LogitsRow,
}

impl Greedy {
    /// Builds a model from the bytes of its `config.json` and `model.safetensors`.
    fn new(config: &[u8], weights: &[u8], kernels: Kernels) -> Outcome<Self> {
        let checkpoint = Checkpoint::parse("racer", config, weights)?;
        let vocab_size = checkpoint.config.vocab_size;
        Ok(Self { model: EngineModel::new("racer", &checkpoint, vocab_size, kernels)?, row: Vec::new() })
    }

    /// Forgets everything and reads these tokens.
    fn read(&mut self, tokens: &[u32]) -> Outcome<()> {
        self.model.truncate(0);
        let tokens: Vec<TokenId> = tokens.iter().copied().map(TokenId).collect();
        self.extend(&tokens)
    }

    /// The next most probable tokens, each read before the next one is chosen.
    fn write(&mut self, n_tokens: usize) -> Outcome<Vec<u32>> {
        let mut written = Vec::with_capacity(n_tokens);
        for _ in 0..n_tokens {
            let token = most_probable(&self.row);
            self.extend(&[TokenId(token)])?;
            written.push(token);
        }
        Ok(written)
    }

    fn extend(&mut self, tokens: &[TokenId]) -> Outcome<()> {
        let mut rows = now_or_never(self.model.extend(tokens)).expect("a pass on a CPU never waits")?;
        self.row = rows.pop().unwrap_or_default();
        Ok(())
    }
}

/// The index of the largest number, the first of equals.
fn most_probable(row: &[f32]) -> u32 {
    let best = row.iter().enumerate().reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map_or(0, |(idx, _)| idx as u32)
}

/// There is nothing to start: the page makes its own racers.
#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(target_arch = "wasm32")]
mod browser {
    use super::{Greedy, Kernels};
    use wasm_bindgen::prelude::*;

    /// What the page holds of a model.
    #[wasm_bindgen]
    pub struct Racer(Greedy);

    #[wasm_bindgen]
    impl Racer {
        /// Builds a model from the bytes of its files. `kernels` is a name as in the page's addresses.
        #[wasm_bindgen(constructor)]
        pub fn new(config: &[u8], weights: &[u8], kernels: &str) -> Result<Racer, JsError> {
            let kernels = Kernels::of_name(kernels).ok_or_else(|| JsError::new("no kernels have this name"))?;
            Ok(Self(Greedy::new(config, weights, kernels)?))
        }

        /// The kernels that it has: others than wanted where this build lacks those.
        pub fn kernels(&self) -> String {
            self.0.model.kernels().name().to_owned()
        }

        /// Forgets everything and reads these tokens.
        pub fn read(&mut self, tokens: &[u32]) -> Result<(), JsError> {
            Ok(self.0.read(tokens)?)
        }

        /// The next most probable tokens.
        pub fn write(&mut self, n_tokens: usize) -> Result<Vec<u32>, JsError> {
            Ok(self.0.write(n_tokens)?)
        }

        /// The logits after all that was read and written. `(vocab_size,)`
        pub fn logits(&self) -> Vec<f32> {
            self.0.row.clone()
        }
    }
}

/// `racer encode FOLDER TEXT` prints a prompt's tokens, the opening one first; `racer run FOLDER KERNELS N CHUNK
/// TOKEN...` reads the tokens, writes N more and prints these, and how many milliseconds each CHUNK of them took.
#[cfg(not(target_arch = "wasm32"))]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use decoding_lab::engine::{LlamaConfig, ModelFiles, TextTokenizer};
    use serde_json::json;
    use std::time::Instant;

    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["encode", folder, text] => {
            let files = ModelFiles::read(folder.as_ref())?;
            let bos = LlamaConfig::parse(&files.name, &files.config)?.bos;
            let tokens = TextTokenizer::from_bytes(&files.name, &files.tokenizer)?.encode(bos, text)?;
            println!("{}", json!(tokens.iter().map(|token| token.0).collect::<Vec<u32>>()));
        }
        ["run", folder, kernels, n_tokens, chunk, ref prompt @ ..] => {
            let read = |file: &str| std::fs::read(std::path::Path::new(folder).join(file));
            let kernels = Kernels::of_name(kernels).ok_or("no kernels have this name")?;
            let (n_tokens, chunk) = (n_tokens.parse::<usize>()?, chunk.parse::<usize>()?);
            let prompt = prompt.iter().map(|token| token.parse()).collect::<Result<Vec<u32>, _>>()?;
            let mut racer = Greedy::new(&read("config.json")?, &read("model.safetensors")?, kernels)?;
            // The first text warms the caches; the second one counts.
            let (mut tokens, mut millis) = (Vec::new(), Vec::new());
            for _ in 0..2 {
                tokens.clear();
                millis.clear();
                racer.read(&prompt)?;
                while tokens.len() < n_tokens {
                    let begun = Instant::now();
                    tokens.extend(racer.write(chunk.min(n_tokens - tokens.len()))?);
                    millis.push(begun.elapsed().as_secs_f64() * 1e3);
                }
            }
            println!("{}", json!({ "kernels": racer.model.kernels().name(), "tokens": tokens, "millis": millis }));
        }
        _ => return Err("usage: racer encode FOLDER TEXT | racer run FOLDER KERNELS N CHUNK TOKEN...".into()),
    }
    Ok(())
}

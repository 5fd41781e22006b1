//! What is trained on a frozen target to guess ahead: heads for places further on, an exit after its first layers, a module that
//! carries its last state on. They read the target's inner states, and the target's own output projection turns what they say
//! into logits.
//!
//! All of them see only the text: none sees what the target will say of a guess.

use super::{FastModel, KvCache, Matrix, Places, Stack, Weights, norm_all};
use crate::decode::{Drafter, Guess, LanguageModel as _, Origin, TokenId};
use crate::engine::{EngineError, EngineModel, LlamaConfig, Stored};
use safetensors::SafeTensors;
use serde::Deserialize;
use std::rc::Rc;

/// The files of a folder of heads, as bytes.
#[derive(Clone)]
pub struct HeadsFiles {
    /// The folder's name.
    pub name: String,
    /// `config.json`.
    pub config: Vec<u8>,
    /// `model.safetensors`.
    pub weights: Vec<u8>,
}

impl HeadsFiles {
    /// The names of the files, in the order of the fields above.
    pub const NAMES: [&'static str; 2] = ["config.json", "model.safetensors"];

    /// Reads a folder from disk.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn read(folder: &std::path::Path) -> Result<Self, EngineError> {
        let read = |file: &str| {
            let path = folder.join(file);
            let unreadable =
                |error: std::io::Error| EngineError::FileUnreadable { path: path.display().to_string(), detail: error.to_string() };
            std::fs::read(&path).map_err(unreadable)
        };
        let [config, weights] = Self::NAMES;
        Ok(Self {
            name: crate::engine::ModelFiles::name_of_folder(&folder.to_string_lossy()),
            config: read(config)?,
            weights: read(weights)?,
        })
    }
}

/// `config.json` of a folder of heads.
#[derive(Deserialize)]
struct HeadsConfig {
    model_type: String,
    /// The model that they were trained on. Others of its shape have other states.
    target: Option<String>,
    hidden_size: usize,
    vocab_size: usize,
    medusa_heads: usize,
    exit_layers: usize,
    mtp: MtpConfig,
}

#[derive(Deserialize)]
struct MtpConfig {
    num_attention_heads: usize,
    intermediate_size: usize,
}

/// Everything that was trained on one target.
pub struct Heads {
    weights: Rc<Weights>,
    /// W of each head.
    medusa: Vec<Matrix>,
    exit: Exit,
    carrier: Carrier,
}

/// An exit after the first layers: `y = x + A x`, normed and projected (Belrose et al. 2023, "tuned lens").
struct Exit {
    n_layers: usize,
    adapt: Matrix,
    norm: Vec<f32>,
}

/// A module that takes the target's state at a token and the next token, and gives the next state (Gloeckle et al. 2024; one after
/// the other as in DeepSeek-V3, 2024).
struct Carrier {
    norm_hidden: Vec<f32>,
    norm_embed: Vec<f32>,
    /// `(hidden_size, 2 hidden_size)`
    project: Matrix,
    stack: Stack,
    norm: Vec<f32>,
}

/// The heads of a model type that is ours.
const MODEL_TYPE: &str = "decoding-lab-heads";

impl Heads {
    /// Checks the files and arranges what they hold for the target's kernels.
    pub fn build(files: &HeadsFiles, target: &FastModel) -> Result<Self, EngineError> {
        let name = files.name.as_str();
        let unreadable = |detail: String| EngineError::ConfigUnreadable { model: name.to_owned(), detail };
        let config: HeadsConfig = serde_json::from_slice(&files.config).map_err(|error| unreadable(error.to_string()))?;
        if config.model_type != MODEL_TYPE {
            return Err(unreadable(format!("it is of type “{}”", config.model_type)));
        }
        let weights = Rc::clone(&target.weights);
        let of_target = &weights.stack.config;
        let (hidden, ffn) = (of_target.hidden_size, config.mtp.intermediate_size);
        let fits = config.target.is_none_or(|target| target == weights.name)
            && config.hidden_size == hidden
            && config.vocab_size >= weights.vocab_size
            && (1..=weights.stack.layers.len()).contains(&config.exit_layers)
            && config.medusa_heads <= 8
            && config.mtp.num_attention_heads > 0
            && hidden.is_multiple_of(2 * config.mtp.num_attention_heads)
            && (1..=1 << 16).contains(&ffn);
        if !fits {
            return Err(EngineError::OtherTarget { model: name.to_owned(), target: weights.name.clone() });
        }
        let file = SafeTensors::deserialize(&files.weights)
            .map_err(|_| EngineError::WeightsUnreadable { model: name.to_owned(), n_bytes: files.weights.len() })?;
        let of_carrier = LlamaConfig {
            ffn_size: ffn,
            n_layers: 1,
            n_heads: config.mtp.num_attention_heads,
            n_kv_heads: config.mtp.num_attention_heads,
            ..of_target.clone()
        };
        let find = |tensor: &str, shape: &[usize]| Stored::find(name, &file, &of_carrier, tensor, shape);
        let matrix = |tensor: &str, n_columns: usize| {
            let stored = find(tensor, &[hidden, n_columns])?;
            Ok::<_, EngineError>(Matrix::new(weights.multiply, hidden, n_columns, &mut |row, out| stored.row_into(row, out)))
        };
        let vector = |tensor: &str| Ok::<_, EngineError>(find(tensor, &[hidden])?.to_vec());
        let medusa: Result<Vec<Matrix>, EngineError> =
            (0..config.medusa_heads).map(|idx| matrix(&format!("medusa.{idx}.linear.weight"), hidden)).collect();
        let exit = Exit { n_layers: config.exit_layers, adapt: matrix("exit.linear.weight", hidden)?, norm: vector("exit.norm.weight")? };
        // Found before they are arranged, so that a missing one is an error and no panic.
        let parts: Result<Vec<(String, Stored<'_>)>, EngineError> = of_carrier
            .expected_tensors()
            .into_iter()
            .filter_map(|(tensor, shape)| {
                let part = tensor.strip_prefix("model.layers.0.")?.strip_suffix(".weight")?.to_owned();
                Some(find(&format!("mtp.layer.{part}.weight"), &shape).map(|stored| (part, stored)))
            })
            .collect();
        let parts = parts?;
        let of_part = |_, part: &str| parts.iter().find(|(known, _)| known == part).expect("every part of a layer was found").1;
        let carrier = Carrier {
            norm_hidden: vector("mtp.norm_hidden.weight")?,
            norm_embed: vector("mtp.norm_embed.weight")?,
            project: matrix("mtp.proj.weight", 2 * hidden)?,
            norm: vector("mtp.norm.weight")?,
            stack: Stack::pack(weights.multiply, of_carrier.clone(), &of_part),
        };
        Ok(Self { medusa: medusa?, exit, carrier, weights })
    }

    /// How many heads there are: how far ahead they can guess.
    pub fn n_heads(&self) -> usize {
        self.medusa.len()
    }

    /// Numbers trained for the heads, for the exit and for the module that carries states on.
    pub fn n_parameters(&self) -> [u64; 3] {
        let hidden = self.weights.norm.len() as u64;
        let carrier = self.carrier.project.n_weights() + self.carrier.stack.n_weights(0..1) + 5 * hidden;
        [self.medusa.iter().map(Matrix::n_weights).sum(), self.exit.adapt.n_weights() + hidden, carrier]
    }

    /// Multiply-adds with weights for one token drafted by the heads, by the exit, by the module.
    pub fn multiply_adds(&self) -> [u64; 3] {
        let project = self.weights.head.n_weights();
        let of_head = self.medusa.first().map_or(0, Matrix::n_weights);
        let of_exit = self.weights.stack.n_weights(0..self.exit.n_layers) + self.exit.adapt.n_weights();
        let of_carrier = self.carrier.project.n_weights() + self.carrier.stack.n_weights(0..1);
        [of_head + project, of_exit + project, of_carrier + project]
    }

    /// What the heads guess from the target's state at a token: a row for each head.
    fn medusa_rows(&self, state: &[f32]) -> Vec<Vec<f32>> {
        let mut normed = vec![0.0; state.len()];
        norm_all(state, &self.weights.norm, self.weights.stack.config.norm_eps as f32, &mut normed);
        let mut moved = vec![0.0; self.medusa.len() * state.len()];
        for (head, out) in self.medusa.iter().zip(moved.chunks_exact_mut(state.len())) {
            head.times(&normed, out);
            out.iter_mut().zip(&normed).for_each(|(out, x)| *out = x + silu(*out));
        }
        self.weights.project(&moved)
    }

    /// What the exit makes of the stream after the first layers.
    fn exit_row(&self, stream: &[f32]) -> Vec<f32> {
        let mut adapted = vec![0.0; stream.len()];
        self.exit.adapt.times(stream, &mut adapted);
        adapted.iter_mut().zip(stream).for_each(|(out, x)| *out += x);
        self.weights.read_out(&adapted, &self.exit.norm).swap_remove(0)
    }

    /// Carries a state on over the next token: the state that follows.
    fn carry(&self, cache: &mut KvCache, state: &[f32], next: TokenId) -> Vec<f32> {
        let Carrier { norm_hidden, norm_embed, project, stack, .. } = &self.carrier;
        let (hidden, eps) = (state.len(), self.weights.stack.config.norm_eps as f32);
        let mut joined = vec![0.0; 2 * hidden];
        let (left, right) = joined.split_at_mut(hidden);
        norm_all(state, norm_hidden, eps, left);
        norm_all(&self.weights.embed(&[next]), norm_embed, eps, right);
        let mut stream = vec![0.0; hidden];
        project.times(&joined, &mut stream);
        let position = cache.len();
        cache.grow(1);
        stack.forward(0..1, cache, Places::Row(position), &mut stream, None);
        stream
    }
}

fn silu(x: f32) -> f32 {
    x / (1.0 + libm::expf(-x))
}

/// What a drafter inside a target says where it was given another engine's.
fn other_engine(model: &EngineModel) -> EngineError {
    let feature = format!("the inner states of {} kernels cannot be read", model.kernels().name());
    EngineError::ConfigUnsupported { model: "the draft".to_owned(), feature }
}

/// The target's first layers as a way to build q. They use its cache; what they compute of a guess, its verification does not
/// compute again.
pub struct ByExit(pub Rc<Heads>);

impl Drafter<EngineModel> for ByExit {
    async fn guess(&mut self, target: &mut EngineModel, text: &[TokenId], _: usize) -> Result<Option<Guess>, EngineError> {
        let n_layers = self.0.exit.n_layers;
        let Some(model) = target.fast() else { return Err(other_engine(target)) };
        let n_cached = model.cached().len();
        let stream = model.look_ahead(&text[n_cached..], n_layers)?;
        Ok(Some(Guess { logits: self.0.exit_row(stream), origin: Origin::Exit { n_layers } }))
    }

    fn settle(&mut self, _: usize) {}
}

/// Heads on the target's last state as a way to build q (Cai et al. 2024, "Medusa"). Each guesses a place of its own, without
/// knowing what the others guess.
pub struct ByHeads {
    heads: Rc<Heads>,
    /// The rows of the cycle under way.
    rows: Vec<Vec<f32>>,
}

impl ByHeads {
    /// Drafts by these heads; the target must keep its states.
    pub fn new(heads: Rc<Heads>) -> Self {
        Self { heads, rows: Vec::new() }
    }
}

impl Drafter<EngineModel> for ByHeads {
    async fn guess(&mut self, target: &mut EngineModel, text: &[TokenId], n_drafted: usize) -> Result<Option<Guess>, EngineError> {
        if self.rows.is_empty() {
            let Some(model) = target.fast() else { return Err(other_engine(target)) };
            // The state before the last token of the text: that token is not in the cache.
            let before = (text.len() - n_drafted).checked_sub(2);
            let Some(state) = before.and_then(|position| model.state(position)) else { return Ok(None) };
            self.rows = self.heads.medusa_rows(state);
        }
        let row = self.rows.get(n_drafted).cloned();
        Ok(row.map(|logits| Guess { logits, origin: Origin::Head { idx: n_drafted } }))
    }

    fn settle(&mut self, _: usize) {
        self.rows.clear();
    }
}

/// The module that carries states on as a way to build q: guess by guess, each from the state that the one before it gave.
pub struct ByCarrier {
    heads: Rc<Heads>,
    cache: KvCache,
    /// The tokens that were carried over, and the states that they gave: entry `i` is the token after place `i`.
    carried: Vec<(TokenId, Vec<f32>)>,
    /// How many of them began at a state of the target's own.
    n_true: usize,
}

impl ByCarrier {
    /// Drafts by this module; the target must keep its states.
    pub fn new(heads: Rc<Heads>) -> Self {
        let cache = heads.carrier.stack.cache();
        Self { heads, cache, carried: Vec::new(), n_true: 0 }
    }
}

impl Drafter<EngineModel> for ByCarrier {
    async fn guess(&mut self, target: &mut EngineModel, text: &[TokenId], n_drafted: usize) -> Result<Option<Guess>, EngineError> {
        let Some(model) = target.fast() else { return Err(other_engine(target)) };
        let n_states = model.cached().len();
        let n_shared = self.carried.iter().zip(&text[1..]).take_while(|((token, _), wanted)| token == *wanted).count();
        // What was carried on from a guessed state is carried again once the target's own is there.
        let n_kept = n_shared.min(if n_drafted == 0 { self.n_true } else { n_shared });
        self.carried.truncate(n_kept);
        self.cache.truncate(n_kept);
        self.n_true = self.n_true.min(n_kept);
        for place in n_kept..text.len() - 1 {
            let state = match self.carried.last() {
                _ if place < n_states => model.state(place).map(<[f32]>::to_vec),
                last => last.map(|(_, state)| state.clone()),
            };
            let Some(state) = state else { return Ok(None) };
            let next = self.heads.carry(&mut self.cache, &state, text[place + 1]);
            self.carried.push((text[place + 1], next));
            if place < n_states {
                self.n_true = place + 1;
            }
        }
        let Some((_, state)) = self.carried.last() else { return Ok(None) };
        let logits = self.heads.weights.read_out(state, &self.heads.carrier.norm).swap_remove(0);
        Ok(Some(Guess { logits, origin: Origin::Carried { n_before: n_drafted } }))
    }

    fn settle(&mut self, _: usize) {}

    fn n_cached(&self) -> usize {
        self.cache.len()
    }
}

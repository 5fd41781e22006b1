//! The reference engine: the forward pass of candle's `llama2_c`, with the cache in our hands.
//!
//! It gives logits for every token of a pass over a warm cache, which is what a draft-verify cycle
//! needs. The cache's tensors are never written in place: a longer cache is a new tensor, a shorter
//! one is a view. So truncating costs nothing, and forks cannot see each other.

use crate::decode::{LanguageModel, LogitsRow, PassSize, TokenId, TokenTree, TreeModel};
use crate::engine::checkpoint::LM_HEAD;
use crate::engine::model::check_pass;
use crate::engine::{Checkpoint, EngineError, LlamaConfig};
use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::llama2_c::{Cache, Config, Llama};
use std::collections::HashMap;
use std::rc::Rc;

/// A Llama model with its cache.
#[derive(Clone)]
pub struct ReferenceModel {
    /// What all forks share.
    weights: Rc<Weights>,
    cache: Cache,
    cached: Vec<TokenId>,
    /// The last tree that was fed: a model for each node, with its branch in the cache.
    branches: Vec<ReferenceModel>,
}

struct Weights {
    name: String,
    llama: Llama,
    /// Of the matrices that every position is multiplied with.
    n_weights: u64,
    vocab_size: usize,
    context_len: usize,
}

/// A shape as candle's `llama2_c` takes it.
fn in_candles_words(config: &LlamaConfig) -> Config {
    Config {
        dim: config.hidden_size,
        hidden_dim: config.ffn_size,
        n_layers: config.n_layers,
        n_heads: config.n_heads,
        n_kv_heads: config.n_kv_heads,
        vocab_size: config.vocab_size,
        seq_len: config.context_len,
        norm_eps: config.norm_eps,
    }
}

/// The tensors as candle's `llama2_c` asks for them: projections column-major, an output projection in any case,
/// and the rotation tables.
fn tensors(checkpoint: &Checkpoint<'_>) -> candle_core::Result<HashMap<String, Tensor>> {
    let config = &checkpoint.config;
    let mut tensors = HashMap::new();
    let tied = config.tied.then(|| (LM_HEAD.to_owned(), vec![config.vocab_size, config.hidden_size]));
    for (name, shape) in config.expected_tensors().into_iter().chain(tied) {
        let tensor = Tensor::from_vec(checkpoint.stored(&name).to_vec(), shape, &Device::Cpu)?;
        let is_projection = name.ends_with("_proj.weight") || name == LM_HEAD;
        tensors.insert(name, if is_projection { column_major(&tensor)? } else { tensor });
    }
    let size = (config.context_len, config.head_dim() / 2);
    for (name, table) in ["freq_cis_real", "freq_cis_imag"].into_iter().zip(config.rotation_tables()) {
        tensors.insert(name.to_owned(), Tensor::from_vec(table, size, &Device::Cpu)?);
    }
    Ok(tensors)
}

/// The same matrix with its columns contiguous. candle multiplies by the transpose, and its product with a single
/// row is about 1.4 times as fast this way round.
fn column_major(weight: &Tensor) -> candle_core::Result<Tensor> {
    weight.t()?.contiguous()?.t()
}

impl ReferenceModel {
    /// A model with an empty cache. Rows are cut to `vocab_size`, the tokenizer's size: ids beyond
    /// it exist only to pad the weights, and nobody may ever draw one.
    pub fn new(name: &str, checkpoint: &Checkpoint<'_>, vocab_size: usize) -> Result<Self, EngineError> {
        if checkpoint.config.vocab_size < vocab_size {
            return Err(EngineError::VocabularyTooSmall {
                model: name.to_owned(),
                model_size: checkpoint.config.vocab_size,
                tokenizer_size: vocab_size,
            });
        }
        let n_weights = checkpoint.config.n_weights();
        let config = in_candles_words(&checkpoint.config);
        let context_len = config.seq_len;
        let build = || {
            let weights = VarBuilder::from_tensors(tensors(checkpoint)?, DType::F32, &Device::Cpu);
            let cache = Cache::new(true, &config, weights.clone())?;
            Ok((Llama::load(weights, config)?, cache))
        };
        let (llama, cache) = build().map_err(|source| EngineError::Arithmetic { doing: "building the model", source })?;
        let weights = Rc::new(Weights { name: name.to_owned(), llama, n_weights, vocab_size, context_len });
        Ok(Self { weights, cache, cached: Vec::new(), branches: Vec::new() })
    }

    /// The model's name.
    pub fn name(&self) -> &str {
        &self.weights.name
    }

    /// What a pass has to do: the weights that it reads, and each position's multiply-adds with them.
    pub fn pass_size(&self) -> PassSize {
        PassSize { weight_bytes: self.weights.n_weights * 4, multiply_adds: self.weights.n_weights }
    }

    /// One pass; afterwards the cache holds the tokens' keys and values, `cached` not yet.
    fn forward(&mut self, tokens: &[TokenId]) -> candle_core::Result<Vec<LogitsRow>> {
        let ids: Vec<u32> = tokens.iter().map(|token| token.0).collect();
        let input = Tensor::from_vec(ids, (1, tokens.len()), &Device::Cpu)?;
        let logits = self.weights.llama.forward(&input, self.cached.len(), &mut self.cache)?;
        logits.squeeze(0)?.narrow(1, 0, self.weights.vocab_size)?.to_vec2()
    }

    /// Cuts every layer's keys and values to the first `len` positions: views, no copies.
    fn truncate_cache(&mut self, len: usize) {
        for layer in &mut self.cache.kvs {
            let Some((keys, values)) = layer else { continue };
            if len == 0 {
                *layer = None;
            } else if keys.dims()[1] > len {
                // (1, n_cached, n_kv_heads, head_dim)
                *keys = keys.narrow(1, 0, len).expect("len is below the length just read");
                *values = values.narrow(1, 0, len).expect("values are as long as keys");
            }
        }
    }
}

impl LanguageModel for ReferenceModel {
    type Error = EngineError;

    fn vocab_size(&self) -> usize {
        self.weights.vocab_size
    }

    fn context_len(&self) -> usize {
        self.weights.context_len
    }

    fn cached(&self) -> &[TokenId] {
        &self.cached
    }

    async fn extend(&mut self, tokens: &[TokenId]) -> Result<Vec<LogitsRow>, EngineError> {
        check_pass(self, &self.weights.name, tokens.len(), tokens)?;
        if tokens.is_empty() {
            return Ok(Vec::new());
        }
        let rows = self.forward(tokens).map_err(|source| EngineError::Arithmetic { doing: "running a model", source });
        let rows = rows.and_then(|rows| match rows.iter().position(|row| row.iter().any(|logit| !logit.is_finite())) {
            Some(idx) => Err(EngineError::LogitsNotFinite { model: self.weights.name.clone(), n_tokens: self.cached.len() + idx + 1 }),
            None => Ok(rows),
        });
        match &rows {
            Ok(_) => self.cached.extend(tokens),
            // Some layers may hold the failed pass already: forget it in all of them.
            Err(_) => self.truncate_cache(self.cached.len()),
        }
        rows
    }

    fn truncate(&mut self, len: usize) {
        if len < self.cached.len() {
            self.cached.truncate(len);
            self.truncate_cache(len);
        }
    }

    fn fork(&self) -> Self {
        self.clone()
    }
}

/// Node by node, each on a copy of the one that it follows: slow, and as plain as can be.
impl TreeModel for ReferenceModel {
    async fn extend_tree(&mut self, tree: &TokenTree) -> Result<Vec<LogitsRow>, EngineError> {
        let mut branches: Vec<Self> = Vec::with_capacity(tree.nodes.len());
        let mut rows = Vec::with_capacity(tree.nodes.len());
        self.branches.clear();
        for node in &tree.nodes {
            let mut model = node.parent.map_or_else(|| self.clone(), |parent| branches[parent].clone());
            rows.extend(model.extend(&[node.token]).await?);
            branches.push(model);
        }
        self.branches = branches;
        Ok(rows)
    }

    fn keep_branch(&mut self, branch: &[usize]) {
        let branches = std::mem::take(&mut self.branches);
        if let Some(model) = branch.last().and_then(|node| branches.into_iter().nth(*node)) {
            *self = model;
        }
    }
}

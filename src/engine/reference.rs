//! The reference engine: the forward pass of candle's `llama2_c`, with the cache in our hands.
//!
//! It gives logits for every token of a pass over a warm cache, which is what a draft-verify cycle
//! needs. The cache's tensors are never written in place: a longer cache is a new tensor, a shorter
//! one is a view. So truncating costs nothing, and forks cannot see each other.

use crate::decode::{LanguageModel, LogitsRow, PassSize, TokenId};
use crate::engine::{Checkpoint, EngineError};
use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::llama2_c::{Cache, Llama};
use std::rc::Rc;

/// A Llama model with its cache.
#[derive(Clone)]
pub struct ReferenceModel {
    /// What all forks share.
    weights: Rc<Weights>,
    cache: Cache,
    cached: Vec<TokenId>,
}

struct Weights {
    name: String,
    llama: Llama,
    /// Of the matrices that every position is multiplied with.
    n_weights: u64,
    vocab_size: usize,
    context_len: usize,
}

impl ReferenceModel {
    /// A model with an empty cache. Rows are cut to `vocab_size`, the tokenizer's size: ids beyond
    /// it exist only to pad the weights, and nobody may ever draw one.
    pub fn new(name: &str, checkpoint: Checkpoint, vocab_size: usize) -> Result<Self, EngineError> {
        if checkpoint.config.vocab_size < vocab_size {
            return Err(EngineError::VocabularyTooSmall {
                model: name.to_owned(),
                model_size: checkpoint.config.vocab_size,
                tokenizer_size: vocab_size,
            });
        }
        let n_weights = checkpoint.config.n_weights();
        let config = checkpoint.config.to_llama2_c();
        let context_len = config.seq_len;
        let build = || {
            let weights = VarBuilder::from_tensors(checkpoint.into_llama2_c()?, DType::F32, &Device::Cpu);
            let cache = Cache::new(true, &config, weights.clone())?;
            Ok((Llama::load(weights, config)?, cache))
        };
        let (llama, cache) = build().map_err(|source| EngineError::Arithmetic { doing: "building the model", source })?;
        let weights = Rc::new(Weights { name: name.to_owned(), llama, n_weights, vocab_size, context_len });
        Ok(Self { weights, cache, cached: Vec::new() })
    }

    /// The model's name.
    pub fn name(&self) -> &str {
        &self.weights.name
    }

    /// What a pass has to do: the weights that it reads, and each position's multiply-adds with them.
    pub fn pass_size(&self) -> PassSize {
        PassSize { weight_bytes: self.weights.n_weights * 4, multiply_adds: self.weights.n_weights }
    }

    fn check(&self, tokens: &[TokenId]) -> Result<(), EngineError> {
        let Weights { name, vocab_size, context_len, .. } = &*self.weights;
        if self.cached.len() + tokens.len() > *context_len {
            return Err(EngineError::ContextFull { n_cached: self.cached.len(), n_more: tokens.len(), context_len: *context_len });
        }
        match tokens.iter().find(|token| token.index() >= *vocab_size) {
            Some(token) => Err(EngineError::TokenOutside { model: name.clone(), token: token.0, vocab_size: *vocab_size }),
            None => Ok(()),
        }
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
        self.check(tokens)?;
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

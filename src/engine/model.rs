//! A model of whichever engine its kernels belong to, so that whoever runs one need not know.

use crate::decode::{Kernels, LanguageModel, LogitsRow, PassSize, TokenId, TokenTree, TreeModel};
#[cfg(feature = "reference")]
use crate::engine::ReferenceModel;
use crate::engine::{Checkpoint, EngineError, FastModel};

/// A Llama model with its cache, in the fast engine or in candle's.
#[derive(Clone)]
pub enum EngineModel {
    /// The fast engine, with any of its kernels.
    Fast(FastModel),
    /// candle's forward pass, in builds that have it.
    #[cfg(feature = "reference")]
    Reference(ReferenceModel),
}

impl EngineModel {
    /// A model with an empty cache. Rows are cut to `vocab_size`, the tokenizer's size. Kernels that this build does
    /// not have become [`Kernels::Simd`].
    pub fn new(name: &str, checkpoint: &Checkpoint<'_>, vocab_size: usize, kernels: Kernels) -> Result<Self, EngineError> {
        Ok(match kernels {
            #[cfg(feature = "reference")]
            Kernels::Reference => Self::Reference(ReferenceModel::new(name, checkpoint, vocab_size)?),
            _ => Self::Fast(FastModel::new(name, checkpoint, vocab_size, kernels)?),
        })
    }

    /// What a pass has to do: the weights that it reads, and each position's multiply-adds with them.
    pub fn pass_size(&self) -> PassSize {
        match self {
            Self::Fast(model) => model.pass_size(),
            #[cfg(feature = "reference")]
            Self::Reference(model) => model.pass_size(),
        }
    }

    /// The model in the fast engine; `None` for the reference, whose inner states are its library's own.
    pub fn fast(&mut self) -> Option<&mut FastModel> {
        match self {
            Self::Fast(model) => Some(model),
            #[cfg(feature = "reference")]
            Self::Reference(_) => None,
        }
    }

    /// How it is computed.
    pub fn kernels(&self) -> Kernels {
        match self {
            Self::Fast(model) => model.kernels(),
            #[cfg(feature = "reference")]
            Self::Reference(_) => Kernels::Reference,
        }
    }
}

impl LanguageModel for EngineModel {
    type Error = EngineError;

    fn vocab_size(&self) -> usize {
        match self {
            Self::Fast(model) => model.vocab_size(),
            #[cfg(feature = "reference")]
            Self::Reference(model) => model.vocab_size(),
        }
    }

    fn context_len(&self) -> usize {
        match self {
            Self::Fast(model) => model.context_len(),
            #[cfg(feature = "reference")]
            Self::Reference(model) => model.context_len(),
        }
    }

    fn cached(&self) -> &[TokenId] {
        match self {
            Self::Fast(model) => model.cached(),
            #[cfg(feature = "reference")]
            Self::Reference(model) => model.cached(),
        }
    }

    async fn extend(&mut self, tokens: &[TokenId]) -> Result<Vec<LogitsRow>, EngineError> {
        match self {
            Self::Fast(model) => model.extend(tokens).await,
            #[cfg(feature = "reference")]
            Self::Reference(model) => model.extend(tokens).await,
        }
    }

    fn truncate(&mut self, len: usize) {
        match self {
            Self::Fast(model) => model.truncate(len),
            #[cfg(feature = "reference")]
            Self::Reference(model) => model.truncate(len),
        }
    }

    fn fork(&self) -> Self {
        self.clone()
    }
}

impl TreeModel for EngineModel {
    async fn extend_tree(&mut self, tree: &TokenTree) -> Result<Vec<LogitsRow>, EngineError> {
        match self {
            Self::Fast(model) => model.extend_tree(tree).await,
            #[cfg(feature = "reference")]
            Self::Reference(model) => model.extend_tree(tree).await,
        }
    }

    fn keep_branch(&mut self, branch: &[usize]) {
        match self {
            Self::Fast(model) => model.keep_branch(branch),
            #[cfg(feature = "reference")]
            Self::Reference(model) => model.keep_branch(branch),
        }
    }
}

//! A model of whichever engine its kernels belong to, so that whoever runs one need not know.

use crate::decode::{Kernels, LanguageModel, LogitsRow, PassSize, TokenId, TokenTree, TreeModel};
#[cfg(feature = "reference")]
use crate::engine::ReferenceModel;
use crate::engine::{Checkpoint, EngineError, FastModel, KERNELS};
#[cfg(feature = "gpu")]
use crate::engine::{Gpu, GpuModel};

/// A Llama model with its cache, in the fast engine, in candle's, or on a graphics processor.
#[derive(Clone)]
pub enum EngineModel {
    /// The fast engine, with any of its kernels.
    Fast(FastModel),
    /// candle's forward pass, in builds that have it.
    #[cfg(feature = "reference")]
    Reference(ReferenceModel),
    /// On a graphics processor, in builds that know one.
    #[cfg(feature = "gpu")]
    Gpu(GpuModel),
}

/// The kernels of the CPU that have the weights of these.
pub fn kernels_on_cpu(kernels: Kernels) -> Kernels {
    match kernels {
        Kernels::Gpu => KERNELS,
        Kernels::GpuInt8 => Kernels::Int8,
        other => other,
    }
}

/// Refuses a pass that would reach beyond a model's context by `n_more` positions, and tokens that it does not have. `name` is the
/// model's in messages.
pub(super) fn check_pass(model: &impl LanguageModel, name: &str, n_more: usize, tokens: &[TokenId]) -> Result<(), EngineError> {
    let (n_cached, context_len, vocab_size) = (model.cached().len(), model.context_len(), model.vocab_size());
    if n_cached + n_more > context_len {
        return Err(EngineError::ContextFull { n_cached, n_more, context_len });
    }
    match tokens.iter().find(|token| token.index() >= vocab_size) {
        Some(token) => Err(EngineError::TokenOutside { model: name.to_owned(), token: token.0, vocab_size }),
        None => Ok(()),
    }
}

impl EngineModel {
    /// A model with an empty cache. Rows are cut to `vocab_size`, the tokenizer's size. Kernels that this build does
    /// not have become [`Kernels::Simd`]; those of a graphics processor become what the CPU has for them.
    pub fn new(name: &str, checkpoint: &Checkpoint<'_>, vocab_size: usize, kernels: Kernels) -> Result<Self, EngineError> {
        Ok(match kernels {
            #[cfg(feature = "reference")]
            Kernels::Reference => Self::Reference(ReferenceModel::new(name, checkpoint, vocab_size)?),
            _ => Self::Fast(FastModel::new(name, checkpoint, vocab_size, kernels_on_cpu(kernels))?),
        })
    }

    /// The same on a device, if the kernels are those of one.
    #[cfg(feature = "gpu")]
    pub fn new_on(
        gpu: &std::rc::Rc<Gpu>,
        name: &str,
        checkpoint: &Checkpoint<'_>,
        vocab_size: usize,
        kernels: Kernels,
    ) -> Result<Self, EngineError> {
        if !kernels.is_on_gpu() {
            return Self::new(name, checkpoint, vocab_size, kernels);
        }
        let twin = FastModel::new(name, checkpoint, vocab_size, kernels_on_cpu(kernels))?;
        GpuModel::new(gpu, checkpoint, twin, kernels).map(Self::Gpu).map_err(EngineError::Gpu)
    }

    /// What a pass has to do: the weights that it reads, and each position's multiply-adds with them.
    pub fn pass_size(&self) -> PassSize {
        match self {
            Self::Fast(model) => model.pass_size(),
            #[cfg(feature = "reference")]
            Self::Reference(model) => model.pass_size(),
            #[cfg(feature = "gpu")]
            Self::Gpu(model) => model.pass_size(),
        }
    }

    /// The model in the fast engine; `None` for the others, whose inner states are a library's own or a device's.
    pub fn fast(&mut self) -> Option<&mut FastModel> {
        match self {
            Self::Fast(model) => Some(model),
            #[cfg(feature = "reference")]
            Self::Reference(_) => None,
            #[cfg(feature = "gpu")]
            Self::Gpu(_) => None,
        }
    }

    /// The model in the fast engine with an empty cache; `None` for the reference. A model on a graphics processor has a twin there.
    pub fn on_cpu(&self) -> Option<FastModel> {
        match self {
            Self::Fast(model) => {
                let mut model = model.clone();
                model.truncate(0);
                Some(model)
            }
            #[cfg(feature = "reference")]
            Self::Reference(_) => None,
            #[cfg(feature = "gpu")]
            Self::Gpu(model) => Some(model.twin()),
        }
    }

    /// How it is computed.
    pub fn kernels(&self) -> Kernels {
        match self {
            Self::Fast(model) => model.kernels(),
            #[cfg(feature = "reference")]
            Self::Reference(_) => Kernels::Reference,
            #[cfg(feature = "gpu")]
            Self::Gpu(model) => model.kernels(),
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
            #[cfg(feature = "gpu")]
            Self::Gpu(model) => model.vocab_size(),
        }
    }

    fn context_len(&self) -> usize {
        match self {
            Self::Fast(model) => model.context_len(),
            #[cfg(feature = "reference")]
            Self::Reference(model) => model.context_len(),
            #[cfg(feature = "gpu")]
            Self::Gpu(model) => model.context_len(),
        }
    }

    fn cached(&self) -> &[TokenId] {
        match self {
            Self::Fast(model) => model.cached(),
            #[cfg(feature = "reference")]
            Self::Reference(model) => model.cached(),
            #[cfg(feature = "gpu")]
            Self::Gpu(model) => model.cached(),
        }
    }

    async fn extend(&mut self, tokens: &[TokenId]) -> Result<Vec<LogitsRow>, EngineError> {
        match self {
            Self::Fast(model) => model.extend(tokens).await,
            #[cfg(feature = "reference")]
            Self::Reference(model) => model.extend(tokens).await,
            #[cfg(feature = "gpu")]
            Self::Gpu(model) => model.extend(tokens).await,
        }
    }

    async fn feed(&mut self, tokens: &[TokenId]) -> Result<(), EngineError> {
        match self {
            #[cfg(feature = "gpu")]
            Self::Gpu(model) => model.feed(tokens).await,
            // Elsewhere rows cost little, and come by themselves.
            other => other.extend(tokens).await.map(|_| ()),
        }
    }

    fn truncate(&mut self, len: usize) {
        match self {
            Self::Fast(model) => model.truncate(len),
            #[cfg(feature = "reference")]
            Self::Reference(model) => model.truncate(len),
            #[cfg(feature = "gpu")]
            Self::Gpu(model) => model.truncate(len),
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
            #[cfg(feature = "gpu")]
            Self::Gpu(model) => model.extend_tree(tree).await,
        }
    }

    fn keep_branch(&mut self, branch: &[usize]) {
        match self {
            Self::Fast(model) => model.keep_branch(branch),
            #[cfg(feature = "reference")]
            Self::Reference(model) => model.keep_branch(branch),
            #[cfg(feature = "gpu")]
            Self::Gpu(model) => model.keep_branch(branch),
        }
    }
}

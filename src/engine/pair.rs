//! A target and a draft that speak of the same tokens, built from two folders of files.

use crate::decode::{
    ConstraintProcessor, ExperimentSpec, Kernels, LanguageModel as _, ModelFacts, PairFacts, TokenId, TokenTrie, Vocabulary,
};
use crate::engine::{Checkpoint, EngineError, EngineModel, KERNELS, TextTokenizer};
use std::cell::OnceCell;
use std::sync::Arc;

/// The files of one model's folder, as bytes.
#[derive(Clone)]
pub struct ModelFiles {
    /// The folder's name, which is the model's name.
    pub name: String,
    /// `config.json`.
    pub config: Vec<u8>,
    /// `model.safetensors`.
    pub weights: Vec<u8>,
    /// `tokenizer.json`.
    pub tokenizer: Vec<u8>,
}

impl ModelFiles {
    /// The names of the files, in the order of the fields above.
    pub const NAMES: [&'static str; 3] = crate::protocol::MODEL_FILES;

    /// The model's name: the last part of a folder's path or URL.
    pub fn name_of_folder(folder: &str) -> String {
        let path = folder.split(['?', '#']).next().unwrap_or_default();
        path.rsplit(['/', '\\']).find(|part| !part.is_empty()).unwrap_or("model").to_owned()
    }

    /// Reads a folder from disk.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn read(folder: &std::path::Path) -> Result<Self, EngineError> {
        let read = |file: &str| {
            let path = folder.join(file);
            std::fs::read(&path)
                .map_err(|error| EngineError::FileUnreadable { path: path.display().to_string(), detail: error.to_string() })
        };
        let [config, weights, tokenizer] = Self::NAMES;
        Ok(Self {
            name: Self::name_of_folder(&folder.to_string_lossy()),
            config: read(config)?,
            weights: read(weights)?,
            tokenizer: read(tokenizer)?,
        })
    }
}

/// Two models that share a vocabulary, ready to run experiments.
pub struct ModelPair {
    target: EngineModel,
    draft: EngineModel,
    tokenizer: TextTokenizer,
    bos: Option<TokenId>,
    facts: PairFacts,
    /// The vocabulary arranged by bytes, once a constraint has asked for it.
    trie: OnceCell<Arc<TokenTrie>>,
}

impl ModelPair {
    /// Checks both models and builds them, in the fastest way in f32. The files can be dropped afterwards. A model whose
    /// files are given twice, the same ones and not a copy, is its own draft: it is built once, and both share its weights.
    pub fn build(target: &ModelFiles, draft: &ModelFiles) -> Result<Self, EngineError> {
        Self::build_with(target, draft, KERNELS)
    }

    /// The same with these kernels, or what is nearest to them in this build.
    pub fn build_with(target: &ModelFiles, draft: &ModelFiles, kernels: Kernels) -> Result<Self, EngineError> {
        Self::build_by([target, draft], |_, name, checkpoint, vocab_size| EngineModel::new(name, checkpoint, vocab_size, kernels))
    }

    /// The same with each model in the way that is wanted for it, target and draft, where at least one is on a device. The device is held
    /// against the CPU, and not used if it computes otherwise.
    #[cfg(feature = "gpu")]
    pub async fn build_on(
        gpu: &std::rc::Rc<crate::engine::Gpu>,
        target: &ModelFiles,
        draft: &ModelFiles,
        kernels: [Kernels; 2],
    ) -> Result<Self, EngineError> {
        let mut pair = Self::build_by([target, draft], |which, name, checkpoint, vocab_size| {
            EngineModel::new_on(gpu, name, checkpoint, vocab_size, kernels[which])
        })?;
        // What a device can do is settled once for all clones of a model.
        let models = if std::ptr::eq(target, draft) { vec![&mut pair.target] } else { vec![&mut pair.target, &mut pair.draft] };
        for model in models {
            if let EngineModel::Gpu(model) = model {
                model.check_device().await?;
            }
        }
        Ok(pair)
    }

    /// Checks both models and has them built: 0 is the target, 1 the draft.
    fn build_by(
        [target, draft]: [&ModelFiles; 2],
        build_model: impl Fn(usize, &str, &Checkpoint<'_>, usize) -> Result<EngineModel, EngineError>,
    ) -> Result<Self, EngineError> {
        let tokenizer = TextTokenizer::from_bytes(&target.name, &target.tokenizer)?;
        // The same file is the same vocabulary: no need to read it twice.
        if target.tokenizer != draft.tokenizer {
            let other = TextTokenizer::from_bytes(&draft.name, &draft.tokenizer)?;
            check_same_vocabulary((&target.name, &tokenizer), (&draft.name, &other))?;
        }
        let vocab_size = tokenizer.vocabulary().len();
        let build = |which: usize, files: &ModelFiles| {
            let checkpoint = Checkpoint::parse(&files.name, &files.config, &files.weights)?;
            let (bos, eos) = (checkpoint.config.bos, checkpoint.config.eos.clone());
            for (role, token) in bos.iter().map(|token| ("bos_token_id", token)).chain(eos.iter().map(|token| ("eos_token_id", token))) {
                if token.index() >= vocab_size {
                    return Err(EngineError::SpecialTokenOutside {
                        model: files.name.clone(),
                        role,
                        token: token.0,
                        tokenizer_size: vocab_size,
                    });
                }
            }
            let parameters = checkpoint.parameters;
            let model = build_model(which, &files.name, &checkpoint, vocab_size)?;
            let facts = ModelFacts { name: files.name.clone(), parameters, kernels: Some(model.kernels()) };
            Ok((model, facts, bos, eos))
        };
        let other = if std::ptr::eq(target, draft) { None } else { Some(build(1, draft)?) };
        // Where a text begins and ends is the target's to say.
        let (target, target_facts, bos, stop_tokens) = build(0, target)?;
        let (draft, draft_facts) = match other {
            Some((draft, facts, ..)) => (draft, facts),
            None => (target.clone(), target_facts.clone()),
        };
        let context_len = target.context_len().min(draft.context_len());
        let facts = PairFacts { target: target_facts, draft: draft_facts, vocab_size, context_len, stop_tokens };
        Ok(Self { target, draft, tokenizer, bos, facts, trie: OnceCell::new() })
    }

    /// Another model of this vocabulary, computed as the draft is or would be on the CPU, with its number of parameters.
    pub fn build_companion(&self, files: &ModelFiles) -> Result<(EngineModel, u64), EngineError> {
        self.check_vocabulary(files)?;
        let checkpoint = Checkpoint::parse(&files.name, &files.config, &files.weights)?;
        let model = EngineModel::new(&files.name, &checkpoint, self.facts.vocab_size, self.draft.kernels())?;
        Ok((model, checkpoint.parameters))
    }

    /// Refuses a model that speaks of other tokens than this pair.
    pub fn check_vocabulary(&self, files: &ModelFiles) -> Result<(), EngineError> {
        let tokenizer = TextTokenizer::from_bytes(&files.name, &files.tokenizer)?;
        check_same_vocabulary((&self.facts.target.name, &self.tokenizer), (&files.name, &tokenizer))
    }

    /// What passes of the target take on its device and on the CPU, and the draft's there, if it is on one and the clock is fine enough.
    #[cfg(feature = "gpu")]
    pub async fn time_passes(&self, clock: &crate::engine::Clock) -> Result<Option<crate::protocol::GpuFacts>, EngineError> {
        match &self.target {
            EngineModel::Gpu(model) => model.time_passes(self.draft(), clock).await,
            _ => Ok(None),
        }
    }

    /// A pass of the draft in passes of the target, as far as that follows from the products of both.
    pub fn draft_share(&self) -> f64 {
        self.draft.pass_size().multiply_adds as f64 / self.target.pass_size().multiply_adds.max(1) as f64
    }

    /// What the models are.
    pub fn facts(&self) -> &PairFacts {
        &self.facts
    }

    /// How the target is computed, and the draft too, unless the target alone is on a graphics processor.
    pub fn kernels(&self) -> Kernels {
        self.target.kernels()
    }

    /// The tokens' bytes.
    pub fn vocabulary(&self) -> &Vocabulary {
        self.tokenizer.vocabulary()
    }

    /// The tokens' bytes as a constraint walks them.
    pub fn trie(&self) -> Arc<TokenTrie> {
        Arc::clone(self.trie.get_or_init(|| Arc::new(TokenTrie::new(self.vocabulary().clone()))))
    }

    /// An experiment's constraint at work on this vocabulary; `None` if it has none.
    pub fn constraint(&self, spec: &ExperimentSpec, n_prompt: usize) -> Result<Option<Arc<ConstraintProcessor>>, EngineError> {
        spec.constraint_on(|| self.trie(), &self.facts, n_prompt).map_err(EngineError::Constraint)
    }

    /// The target with an empty cache.
    pub fn target(&self) -> EngineModel {
        self.target.clone()
    }

    /// The draft with an empty cache.
    pub fn draft(&self) -> EngineModel {
        self.draft.clone()
    }

    /// A prompt's tokens, the opening token first; refused when the context cannot hold them.
    pub fn encode_prompt(&self, prompt: &str) -> Result<Vec<TokenId>, EngineError> {
        let tokens = self.tokenizer.encode(self.bos, prompt)?;
        let context_len = self.facts.context_len;
        if tokens.len() > context_len {
            return Err(EngineError::PromptTooLong { n_tokens: tokens.len(), context_len });
        }
        Ok(tokens)
    }
}

/// Refuses a pair in which some id means different things to the two models.
fn check_same_vocabulary(target: (&str, &TextTokenizer), draft: (&str, &TextTokenizer)) -> Result<(), EngineError> {
    let shown = |tokenizer: &TextTokenizer, token| tokenizer.shown(token).unwrap_or_else(|| "missing".to_owned());
    let (target_size, draft_size) = (target.1.vocabulary().len(), draft.1.vocabulary().len());
    let mut ids = (0..target_size.max(draft_size) as u32).map(TokenId);
    match ids.find(|token| target.1.shown(*token) != draft.1.shown(*token)) {
        None => Ok(()),
        Some(token) => Err(EngineError::VocabularyMismatch {
            draft: draft.0.to_owned(),
            draft_size,
            target: target.0.to_owned(),
            target_size,
            token: token.0,
            draft_token: shown(draft.1, token),
            target_token: shown(target.1, token),
        }),
    }
}

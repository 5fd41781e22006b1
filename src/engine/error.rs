//! Everything that can go wrong in the engine, in words for the person in front of it.
//!
//! Each variant says what happened and what can be done about it. What a library said is at most a
//! detail in brackets, never the whole message. The sentences stand in the catalogue of texts, too, under `fault-` and the variant's
//! name, for readers of other languages; `tests/languages.rs` holds the two together.

use crate::decode::{ConstraintError, Fault};
use serde::{Serialize, Serializer};
use std::fmt::Display;
use thiserror::Error;

/// A failure of the engine. Its `Display` is what the command line shows, and the page in English.
#[derive(Debug, Error, Serialize)]
pub enum EngineError {
    /// `config.json` is not JSON, or lacks what a model needs.
    #[error("{model}/config.json cannot be read ({detail}); it must be the config.json of a Hugging Face Llama model")]
    ConfigUnreadable {
        /// The model's name.
        model: String,
        /// What the parser says.
        detail: String,
    },

    /// `config.json` asks for something that this engine does not compute.
    #[error("{model} cannot run here: {feature}; choose a plain Llama model")]
    ConfigUnsupported {
        /// The model's name.
        model: String,
        /// What is not supported.
        feature: String,
    },

    /// The numbers in `config.json` do not fit together.
    #[error("{model}/config.json contradicts itself: {detail}; take the file that belongs to the weights")]
    ConfigImpossible {
        /// The model's name.
        model: String,
        /// What does not fit.
        detail: String,
    },

    /// `model.safetensors` is not a safetensors file, or ends early.
    #[error("{model}/model.safetensors is damaged or cut short ({n_bytes} bytes arrived); download it again")]
    WeightsUnreadable {
        /// The model's name.
        model: String,
        /// How much there is of it.
        n_bytes: usize,
    },

    /// A tensor that the configuration promises is not there.
    #[error("{model}/model.safetensors has no tensor {tensor}; its config.json must belong to another model")]
    MissingTensor {
        /// The model's name.
        model: String,
        /// The tensor's name.
        tensor: String,
    },

    /// A tensor that the configuration does not know: leaving it out would change the model.
    #[error("{model}/model.safetensors has a tensor {tensor} that config.json does not announce; this is not a plain Llama model")]
    UnexpectedTensor {
        /// The model's name.
        model: String,
        /// The tensor's name.
        tensor: String,
    },

    /// A tensor has another shape than the configuration says.
    #[error(
        "the tensor {tensor} of {model} has shape {found:?}, but config.json makes it {expected:?}; the two files do not belong together"
    )]
    WrongShape {
        /// The model's name.
        model: String,
        /// The tensor's name.
        tensor: String,
        /// What the configuration says.
        expected: Vec<usize>,
        /// What is in the file.
        found: Vec<usize>,
    },

    /// A tensor's numbers are of a kind that is not read.
    #[error("the tensor {tensor} of {model} holds {dtype} numbers; only F32, F16 and BF16 are read: save the model as one of these")]
    WrongNumberType {
        /// The model's name.
        model: String,
        /// The tensor's name.
        tensor: String,
        /// What it holds.
        dtype: String,
    },

    /// A tensor holds infinite numbers or NaN.
    #[error("the tensor {tensor} of {model} holds numbers that are not finite; the training or the download went wrong")]
    WeightsNotFinite {
        /// The model's name.
        model: String,
        /// The tensor's name.
        tensor: String,
    },

    /// `tokenizer.json` is not one.
    #[error("{model}/tokenizer.json cannot be read ({detail}); it must be the file that the crate `tokenizers` writes")]
    TokenizerUnreadable {
        /// The model's name.
        model: String,
        /// What the parser says.
        detail: String,
    },

    /// `tokenizer.json` describes a tokenizer of another kind.
    #[error("the tokenizer of {model} cannot be used here: {detail}; only byte-level BPE is read, since it loses no byte of a text")]
    TokenizerUnsupported {
        /// The model's name.
        model: String,
        /// What is not supported.
        detail: String,
    },

    /// The tokenizer gave tokens that spell another text.
    #[error("the tokenizer changes the text it is given: “{given}” comes back as “{back}”; such a tokenizer cannot be used here")]
    TokenizerLossy {
        /// The text, shortened.
        given: String,
        /// What its tokens spell, shortened.
        back: String,
    },

    /// The model has fewer rows than the tokenizer has tokens.
    #[error("{model} knows {model_size} tokens, but its tokenizer has {tokenizer_size}; the files do not belong together")]
    VocabularyTooSmall {
        /// The model's name.
        model: String,
        /// `vocab_size` in its config.json.
        model_size: usize,
        /// Tokens in its tokenizer.json.
        tokenizer_size: usize,
    },

    /// A token that config.json names is not in the vocabulary.
    #[error("{model}/config.json names the token {token} as {role}, but the tokenizer has only {tokenizer_size} tokens")]
    SpecialTokenOutside {
        /// The model's name.
        model: String,
        /// `bos_token_id` or `eos_token_id`.
        role: &'static str,
        /// The id.
        token: u32,
        /// Tokens in the tokenizer.
        tokenizer_size: usize,
    },

    /// The two models of a pair speak of different tokens.
    #[error(
        "the draft {draft} ({draft_size} tokens) and the target {target} ({target_size} tokens) have different vocabularies: \
         token {token} is {draft_token} in the draft and {target_token} in the target; choose two models with one tokenizer"
    )]
    VocabularyMismatch {
        /// The draft's name.
        draft: String,
        /// Tokens in its vocabulary.
        draft_size: usize,
        /// The target's name.
        target: String,
        /// Tokens in its vocabulary.
        target_size: usize,
        /// The first id at which they differ.
        token: u32,
        /// That token in the draft, made visible.
        draft_token: String,
        /// That token in the target, made visible.
        target_token: String,
    },
    /// A path of chosen tokens names one that does not exist.
    #[error("the path names the token {token}, but the models know only {vocab_size}; go back to the prompt")]
    PathOutsideVocabulary {
        /// The id.
        token: u32,
        /// Tokens that both models know.
        vocab_size: usize,
    },
    /// A constraint that cannot be used.
    #[error("{0}")]
    Constraint(#[serde(serialize_with = "as_text")] ConstraintError),
    /// The prompt leaves no room for what is to follow it.
    #[error("the prompt has {n_prompt} tokens and leaves no room for {n_more} more: the models see at most {context_len}; shorten it")]
    NoRoomAfterPrompt {
        /// Tokens in the prompt.
        n_prompt: usize,
        /// Tokens that are to follow.
        n_more: usize,
        /// The most that fit.
        context_len: usize,
    },
    /// The prompt does not fit into the context.
    #[error("the prompt has {n_tokens} tokens, but the models see at most {context_len}; shorten it")]
    PromptTooLong {
        /// Tokens in the prompt.
        n_tokens: usize,
        /// The most that fit.
        context_len: usize,
    },

    /// A pass would run past the context. Decoders stop before that, so this is a caller's mistake.
    #[error(
        "the text has reached the models' limit of {context_len} tokens ({n_cached} are held, {n_more} more were given); start a shorter one"
    )]
    ContextFull {
        /// Tokens already in the cache.
        n_cached: usize,
        /// Tokens that were to be added.
        n_more: usize,
        /// The most that fit.
        context_len: usize,
    },

    /// A token that the vocabulary does not have was fed to a model.
    #[error("{model} was given the token {token}, but has only {vocab_size}; this is a fault of this program")]
    TokenOutside {
        /// The model's name.
        model: String,
        /// The token.
        token: u32,
        /// Tokens that the model has.
        vocab_size: usize,
    },

    /// A pass ended in logits that are not finite numbers.
    #[error(
        "{model} computed numbers that are not finite after {n_tokens} tokens; its weights are damaged: load it again, or another model"
    )]
    LogitsNotFinite {
        /// The model's name.
        model: String,
        /// Length of the text at the first such row.
        n_tokens: usize,
    },

    /// A step of candle's that cannot fail on checked weights has failed.
    #[cfg(feature = "reference")]
    #[error("an internal step failed while {doing}; this is a fault of this program ({source})")]
    Arithmetic {
        /// What was being done.
        doing: &'static str,
        /// What the library says.
        #[serde(serialize_with = "as_text")]
        source: candle_core::Error,
    },

    /// A file could not be read from disk.
    #[error("{path} cannot be read ({detail}); a model's folder holds config.json, model.safetensors and tokenizer.json")]
    FileUnreadable {
        /// The path.
        path: String,
        /// What the system says.
        detail: String,
    },

    /// A server answered, but not with the file.
    #[error("{url} could not be fetched: the server answered {status}; check that the model files are beside the page")]
    FetchStatus {
        /// The address.
        url: String,
        /// The HTTP status.
        status: u16,
    },

    /// There was no answer, or it broke off.
    #[error("{url} could not be fetched: the connection failed after {n_bytes} bytes ({detail}); check the network and try again")]
    FetchFailed {
        /// The address.
        url: String,
        /// What had arrived.
        n_bytes: u64,
        /// What the browser says.
        detail: String,
    },

    /// The file ended before the length that the server had announced.
    #[error("{url} ended early: {n_bytes} of {expected_bytes} bytes arrived; try again")]
    FetchShort {
        /// The address.
        url: String,
        /// What had arrived.
        n_bytes: u64,
        /// What was announced.
        expected_bytes: u64,
    },

    /// A file that a reader has opened can no longer be read.
    #[error("{file} cannot be read ({detail}); if it has changed or is gone, open it again")]
    OpenedUnreadable {
        /// The model's name, and the file's.
        file: String,
        /// What the browser says.
        detail: String,
    },

    /// A model is larger than the memory that this program can have.
    #[error("{model} needs about {needed_mb} MB of memory, and there can be at most {most_mb} MB here; take a smaller model")]
    TooLarge {
        /// The model's name.
        model: String,
        /// What it needs while it is built, in millions of bytes: its files, and its numbers as they are computed with.
        needed_mb: u64,
        /// The most that there can be, likewise.
        most_mb: u64,
    },

    /// There could be as much memory, but it is not given.
    #[error("{model} needs about {needed_mb} MB of memory, which the browser does not give; close other pages, or take a smaller model")]
    NoMemory {
        /// The model's name.
        model: String,
        /// What it needs while it is built, in millions of bytes.
        needed_mb: u64,
    },

    /// A graphics processor cannot be used for a model.
    #[error("{0}; the CPU computes everything as well")]
    Gpu(#[serde(serialize_with = "as_text")] crate::protocol::GpuTrouble),

    /// There is no token to begin with: an empty prompt, for a model that has no opening token.
    #[error("there is nothing to continue; give a prompt")]
    PromptEmpty,

    /// Heads, or an early exit, are not of this target.
    #[error("{model} belongs to another target than {target}; what lives inside a target drafts for that one alone")]
    OtherTarget {
        /// The name of the heads.
        model: String,
        /// The target that is there.
        target: String,
    },

    /// What lives inside the target cannot look into the reference.
    #[error("the reference keeps its inner states to itself; choose other kernels to see this way")]
    NoInnerStates,

    /// The texts to count are of other tokens.
    #[error("the texts to count are written in other tokens than those of {target}")]
    OtherTokens {
        /// The target that is there.
        target: String,
    },

    /// A run was asked for before the models were there.
    #[error("the models are not loaded yet; wait for them, or load them again")]
    NotLoaded,

    /// A message that is none of the protocol's.
    #[error("the worker was sent something that it cannot read")]
    RequestUnreadable,
}

fn megabytes(n_bytes: u64) -> u64 {
    n_bytes.div_ceil(1_000_000)
}

fn as_text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

impl EngineError {
    /// A model needs more bytes than there can be.
    pub fn too_large(model: &str, needed_bytes: u64, most_bytes: u64) -> Self {
        Self::TooLarge { model: model.to_owned(), needed_mb: megabytes(needed_bytes), most_mb: megabytes(most_bytes) }
    }

    /// A model needs more bytes than the browser gives.
    pub fn no_memory(model: &str, needed_bytes: u64) -> Self {
        Self::NoMemory { model: model.to_owned(), needed_mb: megabytes(needed_bytes) }
    }

    /// The failure as the page gets it: the variant's name and fields, from which it makes a sentence in the reader's language.
    pub fn fault(&self) -> Fault {
        use serde_json::Value;
        let message = self.to_string();
        // Names, numbers and texts: all of that is JSON.
        let (kind, fields) = match serde_json::to_value(self) {
            Ok(Value::Object(variant)) => variant.into_iter().next().unwrap_or_default(),
            Ok(Value::String(kind)) => (kind, Value::Null),
            _ => Default::default(),
        };
        let text = |value: Value| match value {
            Value::String(text) => text,
            // As a program writes a list, with a space after each comma.
            Value::Array(numbers) => format!("[{}]", numbers.iter().map(Value::to_string).collect::<Vec<_>>().join(", ")),
            other => other.to_string(),
        };
        let values = match fields {
            Value::Object(fields) => fields.into_iter().map(|(name, value)| (name, text(value))).collect(),
            Value::Null => Vec::new(),
            only => vec![("why".to_owned(), text(only))],
        };
        Fault { kind, values, message }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_goes_to_the_page_with_its_name_and_all_that_its_sentence_names() {
        let values = |fault: &Fault| fault.values.iter().map(|(name, text)| format!("{name} {text}")).collect::<Vec<_>>();
        let error = EngineError::WrongShape { model: "m".into(), tensor: "t".into(), expected: vec![4, 2], found: vec![3] };
        let fault = error.fault();
        assert_eq!((fault.kind.as_str(), fault.message.as_str()), ("WrongShape", error.to_string().as_str()));
        assert_eq!(values(&fault), ["expected [4, 2]", "found [3]", "model m", "tensor t"]);
        let fault = EngineError::NotLoaded.fault();
        assert_eq!((fault.kind.as_str(), fault.values.len()), ("NotLoaded", 0));
        let fault = EngineError::Gpu(crate::protocol::GpuTrouble::NoAdapter).fault();
        assert_eq!((fault.kind.as_str(), values(&fault)), ("Gpu", vec![format!("why {}", crate::protocol::GpuTrouble::NoAdapter)]));
    }
}

//! From a Hugging Face Llama folder to tensors that are known to be right.
//!
//! Every name, shape and number is checked before candle sees it, because candle's loader panics
//! on what it does not expect. One convention is translated on the way in: Hugging Face rotates
//! the first half of a head against the second, both engines here rotate neighbours, so the rows
//! of the query and key projections change places. Rotation tables are made here, in f64 and for any base.

use crate::decode::TokenId;
use crate::engine::EngineError;
use candle_core::{DType, Device, Tensor, safetensors::SliceSafetensors};
use candle_transformers::models::llama2_c;
use serde::Deserialize;
use std::collections::HashMap;

/// The shape of a Llama model, from its `config.json`.
#[derive(Clone, Debug, PartialEq)]
pub struct LlamaConfig {
    /// Rows of the embedding: at least the tokenizer's size, padded by some trainers.
    pub vocab_size: usize,
    /// Width of the residual stream.
    pub hidden_size: usize,
    /// Width inside the feed-forward layer.
    pub ffn_size: usize,
    /// Blocks.
    pub n_layers: usize,
    /// Query heads.
    pub n_heads: usize,
    /// Key and value heads: a divisor of `n_heads`.
    pub n_kv_heads: usize,
    /// The longest text, in tokens.
    pub context_len: usize,
    /// Added to the mean square in every norm.
    pub norm_eps: f64,
    /// The base of the rotary embedding's wavelengths.
    pub rope_theta: f64,
    /// Whether the output projection is the embedding.
    pub tied: bool,
    /// The token that opens every text.
    pub bos: Option<TokenId>,
    /// Tokens that end a text.
    pub eos: Vec<TokenId>,
}

/// Checked weights, ready to build a forward pass from. Matrices are row-major, a row for each output.
#[derive(Clone)]
pub struct Checkpoint {
    /// The shape.
    pub config: LlamaConfig,
    /// Trained numbers; a tied embedding counts once.
    pub parameters: u64,
    /// By their names in the file; a tied embedding stands for the output projection, too.
    tensors: HashMap<String, Tensor>,
}

/// `config.json` as Hugging Face writes it; only what decides the computation.
#[derive(Deserialize)]
struct RawConfig {
    model_type: Option<String>,
    vocab_size: usize,
    hidden_size: usize,
    intermediate_size: usize,
    num_hidden_layers: usize,
    num_attention_heads: usize,
    num_key_value_heads: Option<usize>,
    head_dim: Option<usize>,
    #[serde(default = "silu")]
    hidden_act: String,
    #[serde(default = "default_norm_eps")]
    rms_norm_eps: f64,
    rope_theta: Option<f64>,
    rope_scaling: Option<serde_json::Value>,
    rope_parameters: Option<serde_json::Value>,
    max_position_embeddings: usize,
    #[serde(default)]
    tie_word_embeddings: bool,
    bos_token_id: Option<u32>,
    eos_token_id: Option<OneOrMore>,
    #[serde(default)]
    attention_bias: bool,
    #[serde(default)]
    mlp_bias: bool,
    sliding_window: Option<usize>,
    quantization_config: Option<serde_json::Value>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(u32),
    More(Vec<u32>),
}

fn silu() -> String {
    "silu".to_owned()
}

fn default_norm_eps() -> f64 {
    1e-6 // What transformers takes when a Llama config is silent.
}

/// No size in a config may be larger: products of any three of them stay far below overflow.
const MAX_SIZE: usize = 1 << 20;

impl LlamaConfig {
    /// Reads a `config.json`, and refuses what this engine would compute wrongly.
    pub fn parse(model: &str, json: &[u8]) -> Result<Self, EngineError> {
        let raw: RawConfig = serde_json::from_slice(json)
            .map_err(|error| EngineError::ConfigUnreadable { model: model.to_owned(), detail: error.to_string() })?;
        let unsupported = |feature: String| Err(EngineError::ConfigUnsupported { model: model.to_owned(), feature });
        let impossible = |detail: String| Err(EngineError::ConfigImpossible { model: model.to_owned(), detail });

        if let Some(kind) = raw.model_type.as_deref().filter(|kind| *kind != "llama") {
            return unsupported(format!("it is of type “{kind}”"));
        }
        if !matches!(raw.hidden_act.as_str(), "silu" | "swish") {
            return unsupported(format!("its activation is “{}”, and only silu is computed", raw.hidden_act));
        }
        if raw.attention_bias || raw.mlp_bias {
            return unsupported("its projections have biases".to_owned());
        }
        if raw.sliding_window.is_some() {
            return unsupported("its attention looks through a sliding window".to_owned());
        }
        if raw.quantization_config.is_some() {
            return unsupported("its weights are quantized".to_owned());
        }
        // Older files say `rope_theta` and `rope_scaling`, newer ones put both into `rope_parameters`.
        for scaling in [&raw.rope_scaling, &raw.rope_parameters].into_iter().flatten() {
            let kind = scaling.get("rope_type").or_else(|| scaling.get("type")).and_then(|kind| kind.as_str());
            if kind.is_some_and(|kind| kind != "default") || (kind.is_none() && scaling.get("factor").is_some()) {
                return unsupported(format!("its rotary embedding is scaled (“{}”)", kind.unwrap_or("by a factor")));
            }
        }
        let rope_theta = raw.rope_parameters.as_ref().and_then(|rope| rope.get("rope_theta")?.as_f64()).or(raw.rope_theta);

        let n_kv_heads = raw.num_key_value_heads.unwrap_or(raw.num_attention_heads);
        let sizes = [
            ("vocab_size", raw.vocab_size),
            ("hidden_size", raw.hidden_size),
            ("intermediate_size", raw.intermediate_size),
            ("num_hidden_layers", raw.num_hidden_layers),
            ("num_attention_heads", raw.num_attention_heads),
            ("num_key_value_heads", n_kv_heads),
            ("max_position_embeddings", raw.max_position_embeddings),
        ];
        if let Some((name, size)) = sizes.iter().find(|(_, size)| !(1..=MAX_SIZE).contains(size)) {
            return impossible(format!("{name} is {size}"));
        }
        if !raw.hidden_size.is_multiple_of(raw.num_attention_heads) {
            return impossible(format!("{} heads cannot share hidden_size {}", raw.num_attention_heads, raw.hidden_size));
        }
        if !raw.num_attention_heads.is_multiple_of(n_kv_heads) {
            return impossible(format!("{} heads cannot share {n_kv_heads} key-value heads", raw.num_attention_heads));
        }
        let head_dim = raw.hidden_size / raw.num_attention_heads;
        if raw.head_dim.is_some_and(|given| given != head_dim) {
            return unsupported(format!("its heads are {} wide rather than {head_dim}", raw.head_dim.unwrap_or_default()));
        }
        if !head_dim.is_multiple_of(2) {
            return impossible(format!("a head of {head_dim} numbers cannot be rotated in pairs"));
        }
        let rope_theta = rope_theta.unwrap_or(10_000.0);
        if !(rope_theta.is_finite() && rope_theta > 1.0) {
            return impossible(format!("rope_theta is {rope_theta}"));
        }
        if !(raw.rms_norm_eps.is_finite() && raw.rms_norm_eps >= 0.0) {
            return impossible(format!("rms_norm_eps is {}", raw.rms_norm_eps));
        }
        Ok(Self {
            vocab_size: raw.vocab_size,
            hidden_size: raw.hidden_size,
            ffn_size: raw.intermediate_size,
            n_layers: raw.num_hidden_layers,
            n_heads: raw.num_attention_heads,
            n_kv_heads,
            context_len: raw.max_position_embeddings,
            norm_eps: raw.rms_norm_eps,
            rope_theta,
            tied: raw.tie_word_embeddings,
            bos: raw.bos_token_id.map(TokenId),
            eos: match raw.eos_token_id {
                None => Vec::new(),
                Some(OneOrMore::One(token)) => vec![TokenId(token)],
                Some(OneOrMore::More(tokens)) => tokens.into_iter().map(TokenId).collect(),
            },
        })
    }

    /// Numbers in one head.
    pub fn head_dim(&self) -> usize {
        self.hidden_size / self.n_heads
    }

    /// Every tensor that the file must hold, with its shape.
    fn expected_tensors(&self) -> Vec<(String, Vec<usize>)> {
        let (hidden, ffn) = (self.hidden_size, self.ffn_size);
        let kv = self.n_kv_heads * self.head_dim();
        let mut expected = vec![(EMBEDDING.to_owned(), vec![self.vocab_size, hidden]), ("model.norm.weight".to_owned(), vec![hidden])];
        if !self.tied {
            expected.push((LM_HEAD.to_owned(), vec![self.vocab_size, hidden]));
        }
        for layer in 0..self.n_layers {
            let shapes: [(&str, &[usize]); 9] = [
                ("input_layernorm", &[hidden]),
                ("post_attention_layernorm", &[hidden]),
                ("self_attn.q_proj", &[hidden, hidden]),
                ("self_attn.k_proj", &[kv, hidden]),
                ("self_attn.v_proj", &[kv, hidden]),
                ("self_attn.o_proj", &[hidden, hidden]),
                ("mlp.gate_proj", &[ffn, hidden]),
                ("mlp.up_proj", &[ffn, hidden]),
                ("mlp.down_proj", &[hidden, ffn]),
            ];
            expected.extend(shapes.map(|(name, shape)| (format!("model.layers.{layer}.{name}.weight"), shape.to_vec())));
        }
        expected
    }

    /// Weights of the matrices that every position is multiplied with.
    pub(crate) fn n_weights(&self) -> u64 {
        let (hidden, kv) = (self.hidden_size, self.n_kv_heads * self.head_dim());
        let of_layer = 2 * hidden * (hidden + kv) + 3 * hidden * self.ffn_size;
        (self.n_layers * of_layer + self.vocab_size * hidden) as u64
    }

    /// Cosines and sines of `position / theta^(2i / head_dim)`, each `(context_len, head_dim / 2)`.
    pub(crate) fn rotation_tables(&self) -> [Vec<f32>; 2] {
        let half = self.head_dim() / 2;
        let mut tables = [Vec::new(), Vec::new()];
        for position in 0..self.context_len {
            for pair in 0..half {
                let angle = position as f64 * libm::pow(self.rope_theta, -(pair as f64) / half as f64);
                tables[0].push(libm::cos(angle) as f32);
                tables[1].push(libm::sin(angle) as f32);
            }
        }
        tables
    }

    /// The same in candle's words.
    pub(crate) fn to_llama2_c(&self) -> llama2_c::Config {
        llama2_c::Config {
            dim: self.hidden_size,
            hidden_dim: self.ffn_size,
            n_layers: self.n_layers,
            n_heads: self.n_heads,
            n_kv_heads: self.n_kv_heads,
            vocab_size: self.vocab_size,
            seq_len: self.context_len,
            norm_eps: self.norm_eps,
        }
    }
}

const EMBEDDING: &str = "model.embed_tokens.weight";
const LM_HEAD: &str = "lm_head.weight";

impl Checkpoint {
    /// Reads and checks a `config.json` and its `model.safetensors`. `model` names it in messages.
    pub fn parse(model: &str, config_json: &[u8], safetensors: &[u8]) -> Result<Self, EngineError> {
        let config = LlamaConfig::parse(model, config_json)?;
        let file = SliceSafetensors::new(safetensors)
            .map_err(|_| EngineError::WeightsUnreadable { model: model.to_owned(), n_bytes: safetensors.len() })?;

        let expected = config.expected_tensors();
        let mut names: Vec<String> = file.tensors().into_iter().map(|(name, _)| name).collect();
        names.sort();
        let harmless = |name: &str| name.ends_with("rotary_emb.inv_freq") || (config.tied && name == LM_HEAD);
        if let Some(tensor) = names.iter().find(|name| !harmless(name) && !expected.iter().any(|(known, _)| known == *name)) {
            return Err(EngineError::UnexpectedTensor { model: model.to_owned(), tensor: tensor.clone() });
        }

        let mut parameters = 0;
        let mut tensors = HashMap::new();
        for (name, shape) in expected {
            let tensor = read_tensor(model, &file, &name, &shape)?;
            parameters += tensor.elem_count() as u64;
            let tensor = neighbouring_pairs(&config, &name, tensor)
                .map_err(|source| EngineError::Arithmetic { doing: "arranging the weights", source })?;
            tensors.insert(name, tensor);
        }
        Ok(Self { config, parameters, tensors })
    }

    /// Takes a tensor's numbers out, row by row, so that nothing is kept twice for longer than it takes to
    /// arrange it anew. An output projection that is tied is the embedding.
    pub(crate) fn take(&mut self, name: &str) -> candle_core::Result<Vec<f32>> {
        let name = if self.config.tied && name == LM_HEAD { EMBEDDING } else { name };
        let tensor = self.tensors.remove(name).ok_or_else(|| candle_core::Error::CannotFindTensor { path: name.to_owned() })?;
        tensor.flatten_all()?.to_vec1()
    }

    /// The tensors as candle's `llama2_c` asks for them: projections column-major, an output projection in any
    /// case, and the rotation tables.
    pub(crate) fn into_llama2_c(self) -> candle_core::Result<HashMap<String, Tensor>> {
        let Self { config, mut tensors, .. } = self;
        if config.tied {
            let embedding = tensors[EMBEDDING].clone();
            tensors.insert(LM_HEAD.to_owned(), embedding);
        }
        let names = config.expected_tensors().into_iter().map(|(name, _)| name).filter(|name| name.ends_with("_proj.weight"));
        for name in names.chain([LM_HEAD.to_owned()]) {
            let arranged = column_major(&tensors[&name])?;
            tensors.insert(name, arranged);
        }
        let size = (config.context_len, config.head_dim() / 2);
        for (name, table) in ["freq_cis_real", "freq_cis_imag"].into_iter().zip(config.rotation_tables()) {
            tensors.insert(name.to_owned(), Tensor::from_vec(table, size, &Device::Cpu)?);
        }
        Ok(tensors)
    }
}

/// One tensor as f32, its shape and its numbers checked.
fn read_tensor(model: &str, file: &SliceSafetensors<'_>, name: &str, shape: &[usize]) -> Result<Tensor, EngineError> {
    let (model, tensor) = (model.to_owned(), name.to_owned());
    let Ok(view) = file.get(name) else {
        return Err(EngineError::MissingTensor { model, tensor });
    };
    if view.shape() != shape {
        return Err(EngineError::WrongShape { model, tensor, expected: shape.to_vec(), found: view.shape().to_vec() });
    }
    let dtype = view.dtype();
    if !matches!(DType::try_from(dtype), Ok(DType::F32 | DType::F16 | DType::BF16)) {
        return Err(EngineError::WrongNumberType { model, tensor, dtype: format!("{dtype:?}") });
    }
    let read = || file.load(name, &Device::Cpu)?.to_dtype(DType::F32);
    let loaded = read().map_err(|source| EngineError::Arithmetic { doing: "reading the weights", source })?;
    // A sum of finite f32 numbers is finite in f64, so one look at the sum finds any other number.
    let sum = loaded.flatten_all().and_then(|flat| flat.to_vec1::<f32>());
    let sum: f64 = sum.map_err(|source| EngineError::Arithmetic { doing: "reading the weights", source })?.into_iter().map(f64::from).sum();
    if !sum.is_finite() {
        return Err(EngineError::WeightsNotFinite { model, tensor });
    }
    Ok(loaded)
}

/// Queries' and keys' rows `i` and `i + half` of each head become rows `2i` and `2i + 1`: from Hugging Face's
/// pairs to those of the original Llama code. Both change alike, so their products do not.
fn neighbouring_pairs(config: &LlamaConfig, name: &str, weight: Tensor) -> candle_core::Result<Tensor> {
    let n_heads = if name.ends_with("q_proj.weight") {
        config.n_heads
    } else if name.ends_with("k_proj.weight") {
        config.n_kv_heads
    } else {
        return Ok(weight);
    };
    let (rows, columns) = weight.dims2()?;
    let half = rows / n_heads / 2;
    weight.reshape((n_heads, 2, half, columns))?.transpose(1, 2)?.reshape((rows, columns))
}

/// The same matrix with its columns contiguous. candle multiplies by the transpose, and its
/// product with a single row is about 1.4 times as fast this way round.
fn column_major(weight: &Tensor) -> candle_core::Result<Tensor> {
    weight.t()?.contiguous()?.t()
}

//! From a Hugging Face Llama folder to matrices that are known to be right.
//!
//! Every name, shape and number is checked here, before an engine sees it. One convention is translated on the
//! way: Hugging Face rotates the first half of a head against the second, both engines here rotate neighbours, so
//! the rows of the query and key projections change places. Rotation tables are made here, in f64 and for any base.
//!
//! Matrices may be whole numbers of eight bits with a scale for each row, or for each group of columns in it, as the library
//! compressed-tensors lays them out (`int-quantized`). They mean numbers like any others: number times scale.
//!
//! Nothing is copied: a checkpoint looks into the file's bytes, and hands out rows to whoever arranges them.

use crate::decode::TokenId;
use crate::engine::EngineError;
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};
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

/// Checked weights in the bytes of their file, ready to build a forward pass from.
#[derive(Clone)]
pub struct Checkpoint<'a> {
    /// The shape.
    pub config: LlamaConfig,
    /// Trained numbers; a tied embedding counts once.
    pub parameters: u64,
    /// By their names in the file.
    tensors: HashMap<String, Stored<'a>>,
}

/// A matrix, or a vector as a matrix of one row, whose numbers are still as they are in the file. "Rows" are outputs.
#[derive(Clone, Copy)]
pub(crate) struct Stored<'a> {
    /// Outputs.
    pub n_rows: usize,
    /// Inputs.
    pub n_columns: usize,
    numbers: Numbers<'a>,
    /// Where rows change places: the heads, each of whose rows `i` and `i + half` become `2 i` and `2 i + 1`.
    turned_heads: Option<usize>,
}

/// Numbers as they are stored, row by row, little-endian.
#[derive(Clone, Copy)]
enum Numbers<'a> {
    Floats(Floats<'a>),
    /// Whole numbers, of which each group of so many stands for its products with one scale.
    Int8 {
        numbers: &'a [u8],
        scales: Floats<'a>,
        group_len: usize,
    },
}

/// Floating-point numbers.
#[derive(Clone, Copy)]
enum Floats<'a> {
    F32(&'a [[u8; 4]]),
    F16(&'a [[u8; 2]]),
    Bf16(&'a [[u8; 2]]),
}

/// How numbers are stored.
#[cfg(feature = "gpu")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Precision {
    F32,
    F16,
    Bf16,
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

/// Why weights that compressed-tensors or another library has stored in few bits cannot be read; `None` if they can.
fn quantization_problem(config: &serde_json::Value) -> Option<&'static str> {
    // Nothing is derived for this: parsers for it would be a hundredth of a worker.
    let is = |value: &serde_json::Value, name: &str, known: &[&str]| value[name].as_str().is_some_and(|text| known.contains(&text));
    if !is(config, "quant_method", &["compressed-tensors"]) {
        return Some("its weights are quantized, and not as compressed-tensors does it");
    }
    let groups = || config["config_groups"].as_object().into_iter().flat_map(|groups| groups.values());
    let is_plain = |weights: &serde_json::Value| {
        let is_symmetric = weights["symmetric"].as_bool().unwrap_or(true);
        let strategies = ["channel", "group", "tensor"];
        weights["num_bits"].as_u64() == Some(8) && is_symmetric && is(weights, "type", &["int"]) && is(weights, "strategy", &strategies)
    };
    if !is(config, "format", &["int-quantized"]) || !groups().all(|group| group["weights"].is_null() || is_plain(&group["weights"])) {
        return Some("its weights are quantized in another way than as symmetric whole numbers of eight bits");
    }
    let rounds_more = groups().any(|group| !group["input_activations"].is_null() || !group["output_activations"].is_null());
    (rounds_more || !config["kv_cache_scheme"].is_null()).then_some("not only its weights are quantized")
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
        if let Some(problem) = raw.quantization_config.as_ref().and_then(quantization_problem) {
            return unsupported(problem.to_owned());
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
    pub(crate) fn expected_tensors(&self) -> Vec<(String, Vec<usize>)> {
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
        // A browser's own whole numbers have 32 bits, and what is counted here need not fit there.
        let [hidden, kv, ffn, n_layers, vocab_size] =
            [self.hidden_size, self.n_kv_heads * self.head_dim(), self.ffn_size, self.n_layers, self.vocab_size].map(|size| size as u64);
        let of_layer = 2 * hidden * (hidden + kv) + 3 * hidden * ffn;
        n_layers * of_layer + vocab_size * hidden
    }

    /// Cosines and sines of `position / theta^(2i / head_dim)`, each `(context_len, head_dim / 2)`.
    pub(crate) fn rotation_tables(&self) -> [Vec<f32>; 2] {
        let half = self.head_dim() / 2;
        let frequencies: Vec<f64> = (0..half).map(|pair| libm::pow(self.rope_theta, -(pair as f64) / half as f64)).collect();
        let mut tables = [(); 2].map(|()| Vec::with_capacity(self.context_len * half));
        for position in 0..self.context_len {
            for frequency in &frequencies {
                let angle = position as f64 * frequency;
                tables[0].push(libm::cos(angle) as f32);
                tables[1].push(libm::sin(angle) as f32);
            }
        }
        tables
    }
}

const EMBEDDING: &str = "model.embed_tokens.weight";
pub(crate) const LM_HEAD: &str = "lm_head.weight";

/// What follows a matrix's name in that of its scales.
const SCALE: &str = "_scale";

impl<'a> Checkpoint<'a> {
    /// Reads and checks a `config.json` and its `model.safetensors`. `model` names it in messages.
    pub fn parse(model: &str, config_json: &[u8], safetensors: &'a [u8]) -> Result<Self, EngineError> {
        let config = LlamaConfig::parse(model, config_json)?;
        let file = SafeTensors::deserialize(safetensors)
            .map_err(|_| EngineError::WeightsUnreadable { model: model.to_owned(), n_bytes: safetensors.len() })?;

        let expected = config.expected_tensors();
        let mut names: Vec<&str> = file.names();
        names.sort_unstable();
        let is_scale = |name: &str| {
            let of = name.strip_suffix(SCALE);
            of.is_some_and(|of| file.tensor(of).is_ok_and(|tensor| tensor.dtype() == Dtype::I8))
        };
        let harmless = |name: &str| name.ends_with("rotary_emb.inv_freq") || (config.tied && name == LM_HEAD) || is_scale(name);
        if let Some(tensor) = names.iter().find(|name| !harmless(name) && !expected.iter().any(|(known, _)| known == *name)) {
            return Err(EngineError::UnexpectedTensor { model: model.to_owned(), tensor: (*tensor).to_owned() });
        }

        let mut parameters = 0;
        let mut tensors = HashMap::new();
        for (name, shape) in expected {
            let stored = Stored::find(model, &file, &config, &name, &shape)?;
            parameters += (stored.n_rows * stored.n_columns) as u64;
            tensors.insert(name, stored);
        }
        Ok(Self { config, parameters, tensors })
    }

    /// A tensor. An output projection that is tied is the embedding.
    pub(crate) fn stored(&self, name: &str) -> Stored<'a> {
        let name = if self.config.tied && name == LM_HEAD { EMBEDDING } else { name };
        *self.tensors.get(name).expect("every tensor that the config announces was found")
    }
}

impl<'a> Stored<'a> {
    /// Finds a tensor in a file, and checks its shape and its numbers.
    pub(crate) fn find(
        model: &str,
        file: &SafeTensors<'a>,
        config: &LlamaConfig,
        name: &str,
        shape: &[usize],
    ) -> Result<Self, EngineError> {
        let (model, tensor) = (model.to_owned(), name.to_owned());
        let Ok(view) = file.tensor(name) else {
            return Err(EngineError::MissingTensor { model, tensor });
        };
        if view.shape() != shape {
            return Err(EngineError::WrongShape { model, tensor, expected: shape.to_vec(), found: view.shape().to_vec() });
        }
        let numbers = match view.dtype() {
            Dtype::I8 if shape.len() == 2 => Self::whole_numbers(&model, file, name, view.data(), shape)?,
            _ => Numbers::Floats(Floats::of(&model, name, &view)?),
        };
        // Both change alike, so that products of queries and keys do not.
        let turned_heads = if name.ends_with("q_proj.weight") {
            Some(config.n_heads)
        } else if name.ends_with("k_proj.weight") {
            Some(config.n_kv_heads)
        } else {
            None
        };
        let n_columns = shape.last().copied().unwrap_or(1);
        Ok(Self { n_rows: shape.iter().product::<usize>() / n_columns, n_columns, numbers, turned_heads })
    }

    /// Finds the scales of a matrix of whole numbers: one for each row, for each of some groups of columns in it, or for all.
    fn whole_numbers(
        model: &str,
        file: &SafeTensors<'a>,
        name: &str,
        numbers: &'a [u8],
        shape: &[usize],
    ) -> Result<Numbers<'a>, EngineError> {
        let tensor = format!("{name}{SCALE}");
        let Ok(view) = file.tensor(&tensor) else {
            return Err(EngineError::MissingTensor { model: model.to_owned(), tensor });
        };
        let (n_rows, n_columns) = (shape[0], shape[1]);
        let group_len = match *view.shape() {
            [] | [1] => Some(n_rows * n_columns),
            [rows] if rows == n_rows => Some(n_columns),
            [rows, n_groups] if rows == n_rows && n_groups > 0 && n_columns.is_multiple_of(n_groups) => Some(n_columns / n_groups),
            _ => None,
        };
        let Some(group_len) = group_len else {
            let (expected, found) = (vec![n_rows, 1], view.shape().to_vec());
            return Err(EngineError::WrongShape { model: model.to_owned(), tensor, expected, found });
        };
        Ok(Numbers::Int8 { numbers, scales: Floats::of(model, &tensor, &view)?, group_len })
    }

    /// Reads a row. `(n_columns,)`
    pub(crate) fn row_into(&self, row: usize, out: &mut [f32]) {
        self.numbers.read(self.place_of(row) * self.n_columns, out);
    }

    /// The row of the file that is this one here.
    fn place_of(&self, row: usize) -> usize {
        match self.turned_heads {
            None => row,
            Some(n_heads) => {
                let head_dim = self.n_rows / n_heads;
                let (head, at) = (row / head_dim, row % head_dim);
                head * head_dim + at / 2 + at % 2 * (head_dim / 2)
            }
        }
    }

    /// How its numbers are stored.
    #[cfg(feature = "gpu")]
    pub(crate) fn precision(&self) -> Precision {
        match self.numbers {
            Numbers::Floats(Floats::F32(_)) => Precision::F32,
            Numbers::Floats(Floats::F16(_)) => Precision::F16,
            Numbers::Floats(Floats::Bf16(_)) => Precision::Bf16,
            // A whole number of eight bits times a power of two is a bfloat16.
            Numbers::Int8 { scales, .. } if (0..scales.len()).all(|idx| is_power_of_two(scales.get(idx))) => Precision::Bf16,
            Numbers::Int8 { .. } => Precision::F32,
        }
    }

    /// Reads a row of binary16 as it is; of other numbers there is nothing to read. `(n_columns,)`
    #[cfg(feature = "gpu")]
    pub(crate) fn halves_into(&self, row: usize, out: &mut [u16]) {
        if let Numbers::Floats(Floats::F16(numbers)) = self.numbers {
            let start = self.place_of(row) * self.n_columns;
            out.iter_mut().zip(&numbers[start..]).for_each(|(out, bytes)| *out = u16::from_le_bytes(*bytes));
        }
    }

    /// Reads everything, row by row.
    pub(crate) fn to_vec(self) -> Vec<f32> {
        let mut numbers = vec![0.0; self.n_rows * self.n_columns];
        for (row, out) in numbers.chunks_exact_mut(self.n_columns).enumerate() {
            self.row_into(row, out);
        }
        numbers
    }
}

impl Numbers<'_> {
    /// Reads as many as there is room for, from the one with this number on.
    fn read(self, first: usize, out: &mut [f32]) {
        match self {
            Self::Floats(floats) => floats.read(first, out),
            Self::Int8 { numbers, scales, group_len } => {
                let (mut at, mut out) = (first, out);
                while !out.is_empty() {
                    let scale = scales.get(at / group_len);
                    let (group, rest) = out.split_at_mut(out.len().min(group_len - at % group_len));
                    group.iter_mut().zip(&numbers[at..]).for_each(|(out, byte)| *out = f32::from(byte.cast_signed()) * scale);
                    at += group.len();
                    out = rest;
                }
            }
        }
    }
}

impl<'a> Floats<'a> {
    /// Those of a tensor, which must be numbers.
    fn of(model: &str, tensor: &str, view: &TensorView<'a>) -> Result<Self, EngineError> {
        let (model, tensor) = (model.to_owned(), tensor.to_owned());
        let floats = match view.dtype() {
            Dtype::F32 => Self::F32(view.data().as_chunks().0),
            Dtype::F16 => Self::F16(view.data().as_chunks().0),
            Dtype::BF16 => Self::Bf16(view.data().as_chunks().0),
            other => return Err(EngineError::WrongNumberType { model, tensor, dtype: format!("{other:?}") }),
        };
        if floats.are_finite() { Ok(floats) } else { Err(EngineError::WeightsNotFinite { model, tensor }) }
    }

    fn read(self, first: usize, out: &mut [f32]) {
        match self {
            Self::F32(numbers) => out.iter_mut().zip(&numbers[first..]).for_each(|(out, bytes)| *out = f32::from_le_bytes(*bytes)),
            Self::F16(numbers) => {
                out.iter_mut().zip(&numbers[first..]).for_each(|(out, bytes)| *out = of_half(u16::from_le_bytes(*bytes)));
            }
            Self::Bf16(numbers) => out.iter_mut().zip(&numbers[first..]).for_each(|(out, bytes)| *out = of_bfloat(*bytes)),
        }
    }

    fn get(self, idx: usize) -> f32 {
        match self {
            Self::F32(numbers) => f32::from_le_bytes(numbers[idx]),
            Self::F16(numbers) => of_half(u16::from_le_bytes(numbers[idx])),
            Self::Bf16(numbers) => of_bfloat(numbers[idx]),
        }
    }

    #[cfg(feature = "gpu")]
    fn len(self) -> usize {
        match self {
            Self::F32(numbers) => numbers.len(),
            Self::F16(numbers) | Self::Bf16(numbers) => numbers.len(),
        }
    }

    /// Whether there is neither an infinity nor what is not a number: those have all bits of their exponent set.
    fn are_finite(self) -> bool {
        // A whole sweep without a way out is quicker than one that asks after each number.
        fn none<const N: usize>(numbers: &[[u8; N]], has: impl Fn([u8; N]) -> bool) -> bool {
            !numbers.iter().fold(false, |found, bytes| found | has(*bytes))
        }
        match self {
            Self::F32(numbers) => none(numbers, |bytes| u32::from_le_bytes(bytes) & 0x7F80_0000 == 0x7F80_0000),
            Self::F16(numbers) => none(numbers, |bytes| u16::from_le_bytes(bytes) & 0x7C00 == 0x7C00),
            Self::Bf16(numbers) => none(numbers, |bytes| u16::from_le_bytes(bytes) & 0x7F80 == 0x7F80),
        }
    }
}

/// A bfloat16: the upper half of an f32.
fn of_bfloat(bytes: [u8; 2]) -> f32 {
    f32::from_bits(u32::from(u16::from_le_bytes(bytes)) << 16)
}

/// Whether a scale only shifts the point, without the smallest numbers, of which products would lose bits.
#[cfg(feature = "gpu")]
fn is_power_of_two(scale: f32) -> bool {
    scale == 0.0 || (scale.is_normal() && scale.to_bits() & 0x007F_FFFF == 0)
}

/// A number of sixteen bits (IEEE 754 binary16), exactly: a sign, five bits of exponent, ten of fraction.
fn of_half(bits: u16) -> f32 {
    /// What takes the exponent's offset of 15 to that of 127.
    const REBASE: f32 = f32::from_bits((254 - 15) << 23);
    // As the fraction and the exponent of an f32 these bits mean a number 2^112 too small, subnormal ones included.
    let magnitude = f32::from_bits(u32::from(bits & 0x7FFF) << 13) * REBASE;
    f32::from_bits(magnitude.to_bits() | u32::from(bits & 0x8000) << 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_sixteen_bits_are_read_as_what_they_are() {
        for (bits, known) in [(0x3C00, 1.0), (0xC000, -2.0), (0x7BFF, 65504.0), (0x0001, 2.0f32.powi(-24)), (0x8400, -(2.0f32.powi(-14)))] {
            assert_eq!(of_half(bits), known);
        }
        assert_eq!(of_half(0x8000).to_bits(), (-0.0f32).to_bits());
        assert!(!Floats::F16(&[[0, 0], [0, 0x7C]]).are_finite() && Floats::F16(&[[0xFF, 0x7B]]).are_finite());
        assert!(!Floats::Bf16(&[[0xC0, 0x7F]]).are_finite() && Floats::Bf16(&[[0x7F, 0x7F]]).are_finite());
        assert!(!Floats::F32(&[f32::NEG_INFINITY.to_le_bytes()]).are_finite() && Floats::F32(&[f32::MAX.to_le_bytes()]).are_finite());
    }

    #[test]
    fn rows_of_queries_and_keys_change_places_head_by_head() {
        let bytes: Vec<[u8; 4]> = (0..8).map(|n| (n as f32).to_le_bytes()).collect();
        let stored = Stored { n_rows: 8, n_columns: 1, numbers: Numbers::Floats(Floats::F32(&bytes)), turned_heads: Some(2) };
        assert_eq!(stored.to_vec(), [0.0, 2.0, 1.0, 3.0, 4.0, 6.0, 5.0, 7.0]);
    }
}

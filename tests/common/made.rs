//! Models of any shape, with weights that are random and everywhere the same.

#[path = "shapes.rs"]
mod shapes;

/// How a file stores its numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stores {
    F32,
    F16,
    Bf16,
    /// Matrices in eight bits with a scale for each row, which is a power of two; vectors in f32.
    Int8,
    /// The same with other scales.
    Int8Fine,
}

impl Stores {
    /// What whole numbers are multiplied with.
    fn scale(self) -> f32 {
        if self == Self::Int8 { 1.0 / 64.0 } else { 1.0 / 70.0 }
    }
}

/// The shape of a model.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    pub vocab: usize,
    pub head_dim: usize,
    pub n_heads: usize,
    pub n_kv_heads: usize,
    pub ffn: usize,
    pub n_layers: usize,
    pub context_len: usize,
    pub tied: bool,
}

impl Sizes {
    /// Odd sizes of all kinds, with one layer.
    pub fn some() -> Vec<Self> {
        let sizes = |vocab, head_dim, n_heads, n_kv_heads, ffn| Self {
            vocab,
            head_dim,
            n_heads,
            n_kv_heads,
            ffn,
            n_layers: 1,
            context_len: 160,
            tied: vocab % 2 == 0,
        };
        vec![
            sizes(1, 2, 1, 1, 1),
            sizes(7, 2, 3, 1, 5),
            sizes(30, 6, 2, 2, 10),
            sizes(65, 10, 3, 3, 17),
            sizes(130, 12, 4, 2, 33),
            sizes(67, 32, 4, 1, 100),
            sizes(33, 66, 2, 1, 7),
            sizes(18, 256, 1, 1, 12),
        ]
    }

    /// `config.json`, and `model.safetensors`.
    pub fn files(self, stores: Stores, seed: u32) -> (serde_json::Value, Vec<u8>) {
        let Self { vocab, head_dim, n_heads, n_kv_heads, ffn, n_layers, context_len, tied } = self;
        let (hidden, kv) = (n_heads * head_dim, n_kv_heads * head_dim);
        let config = serde_json::json!({
            "model_type": "llama", "hidden_act": "silu", "vocab_size": vocab, "hidden_size": hidden, "intermediate_size": ffn,
            "num_hidden_layers": n_layers, "num_attention_heads": n_heads, "num_key_value_heads": n_kv_heads, "rms_norm_eps": 1e-5,
            "rope_theta": 1000.0, "max_position_embeddings": context_len, "tie_word_embeddings": tied,
        });
        let mut random = numbers(seed);
        let (mut header, mut data) = (serde_json::Map::new(), Vec::new());
        for (name, shape) in shapes::of_tensors(vocab, hidden, kv, ffn, n_layers, tied) {
            let start = data.len();
            let is_whole = matches!(stores, Stores::Int8 | Stores::Int8Fine) && shape.len() == 2;
            for _ in 0..shape.iter().product() {
                let half_range = random() / 2.0;
                let number = if shape.len() == 1 { 1.0 + half_range } else { half_range / (shape[1] as f32).sqrt() * 3.0 };
                // Sixty-fourths are exact in sixteen bits.
                let coarse = (number * 64.0).round().clamp(-120.0, 120.0) / 64.0;
                match stores {
                    _ if is_whole => data.extend(((coarse * 64.0) as i8).to_le_bytes()),
                    Stores::F32 | Stores::Int8 | Stores::Int8Fine => data.extend(number.to_le_bytes()),
                    Stores::Bf16 => data.extend(((coarse.to_bits() >> 16) as u16).to_le_bytes()),
                    Stores::F16 => data.extend(half(coarse).to_le_bytes()),
                }
            }
            let dtype = match stores {
                _ if is_whole => "I8",
                Stores::F32 | Stores::Int8 | Stores::Int8Fine => "F32",
                Stores::F16 => "F16",
                Stores::Bf16 => "BF16",
            };
            let end = data.len();
            if is_whole {
                data.extend(std::iter::repeat_n(stores.scale().to_le_bytes(), shape[0]).flatten());
                let entry = serde_json::json!({ "dtype": "F32", "shape": [shape[0], 1], "data_offsets": [end, data.len()] });
                header.insert(format!("{name}_scale"), entry);
            }
            header.insert(name, serde_json::json!({ "dtype": dtype, "shape": shape, "data_offsets": [start, end] }));
        }
        let header = serde_json::Value::Object(header).to_string();
        (config, [&(header.len() as u64).to_le_bytes(), header.as_bytes(), &data].concat())
    }
}

/// The bits of a number that sixteen bits hold exactly, and that is not too small.
fn half(number: f32) -> u16 {
    let bits = number.to_bits();
    if number == 0.0 { 0 } else { ((bits >> 16 & 0x8000) | (((bits >> 23 & 0xFF) + 15 - 127) << 10) | (bits >> 13 & 0x3FF)) as u16 }
}

/// Numbers between -1 and 1, one after the other.
pub fn numbers(seed: u32) -> impl FnMut() -> f32 {
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(1);
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f32::from_bits(0x3f80_0000 | (state >> 9)) * 2.0 - 3.0
    }
}

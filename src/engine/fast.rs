//! The fast engine: the same forward pass as the reference, made for one to sixteen tokens at a time.
//!
//! candle builds a tensor for every step and multiplies a row at a time; for models that fit a cache this
//! costs more than the arithmetic. Here the weights are arranged once, a pass works in buffers
//! that are there already, and the tokens of a pass share every reading of the weights.
//!
//! Every token's numbers are computed in one order, whatever else is in the pass (see [`kernels`]):
//! a pass over several tokens gives the bits of single steps. How matrices are multiplied is chosen when a model
//! is built: see [`Kernels`].

#[cfg(target_arch = "x86_64")]
mod avx2;
mod cache;
mod heads;
mod int8;
mod kernels;
mod matrix;
mod pairs;
#[cfg(all(target_arch = "wasm32", feature = "relaxed"))]
mod relaxed;
mod scalar;
#[cfg(target_arch = "wasm32")]
mod simd;

use self::cache::{KvCache, PAGE};
pub use self::heads::*;
pub use self::int8::Levels;
use self::int8::MAX_COLUMNS;
#[cfg(feature = "gpu")]
pub(super) use self::int8::round_row;
use self::kernels::{BESIDE, add_scaled, add_values, rms_norm, scores_of_page, softmax, swiglu};
use self::matrix::{Matrix, Multiply};
use crate::decode::{Kernels, LanguageModel, LogitsRow, PassSize, TokenId, TokenTree, TreeModel};
use crate::engine::model::check_pass;
use crate::engine::{Checkpoint, EngineError, LlamaConfig, Stored};
use std::ops::Range;
use std::rc::Rc;

/// The fastest way to multiply in f32 that this build has.
pub const KERNELS: Kernels = if cfg!(all(target_arch = "wasm32", feature = "relaxed")) { Kernels::RelaxedSimd } else { Kernels::Simd };

/// The ways to compute in f32 that this build has, in the order of [`Kernels::ALL`].
pub(super) const F32_KERNELS: &[Kernels] = if cfg!(all(target_arch = "wasm32", feature = "relaxed")) {
    &[Kernels::RelaxedSimd, Kernels::Simd, Kernels::Scalar]
} else {
    &[Kernels::Simd, Kernels::Scalar]
};

/// Tokens of one pass; longer inputs are fed in several.
const MAX_PASS: usize = 16;

/// A Llama model with its cache.
#[derive(Clone)]
pub struct FastModel {
    /// What all forks share.
    weights: Rc<Weights>,
    /// Holds what `cached` names, and beyond that what `ahead` or `tree` have put there.
    cache: KvCache,
    cached: Vec<TokenId>,
    /// Tokens after the cached ones that have gone through the first layers only.
    ahead: Ahead,
    /// The last tree that was fed, until a branch of it is kept.
    tree: Option<Rc<FedTree>>,
    /// What the last layer gave for each cached token, `(cached, hidden_size)`, where somebody wants it.
    states: Option<Vec<f32>>,
}

/// Tokens that have gone through the first layers.
#[derive(Clone, Default)]
struct Ahead {
    n_layers: usize,
    tokens: Vec<TokenId>,
    /// `(tokens, hidden_size)`
    residual: Vec<f32>,
}

/// A tree that has been fed: what one of its branches needs to become part of the cache.
struct FedTree {
    tree: TokenTree,
    /// Keys and values, `(n_layers, nodes, 2 * kv_size)`.
    keys_values: Vec<f32>,
    /// `(nodes, hidden_size)`
    residual: Vec<f32>,
}

/// A model's numbers, ready for the kernels. "Rows" are outputs.
struct Weights {
    name: String,
    kernels: Kernels,
    multiply: Multiply,
    /// Rows of logits that are handed out: the tokenizer's size.
    vocab_size: usize,
    stack: Stack,
    norm: Vec<f32>,
    /// `(vocab_size, hidden_size)`; also the embedding where the two are tied.
    head: Matrix,
    embedding: Option<Matrix>,
}

/// Blocks, one after the other.
struct Stack {
    config: LlamaConfig,
    layers: Vec<Layer>,
    /// Cosines and sines, each `(context_len, head_dim / 2)`.
    rotation: [Vec<f32>; 2],
}

/// Where the tokens of a pass stand.
#[derive(Clone, Copy)]
enum Places<'a> {
    /// One after the other, from this position on.
    Row(usize),
    /// In a tree whose first node is at this position, each behind the nodes that it follows. `paths` are those, itself included;
    /// keys and values of all nodes and layers are kept in `keys_values`.
    Tree { first: usize, paths: &'a [Vec<usize>] },
}

impl Places<'_> {
    /// The position of a token of the pass.
    fn position(&self, idx: usize) -> usize {
        match self {
            Self::Row(first) => first + idx,
            Self::Tree { first, paths } => first + paths[idx].len() - 1,
        }
    }
}

/// One block's numbers.
struct Layer {
    attention_norm: Vec<f32>,
    /// Queries, keys and values, one below the other.
    qkv: Matrix,
    attention_out: Matrix,
    ffn_norm: Vec<f32>,
    /// Gate and up, one below the other.
    gate_up: Matrix,
    down: Matrix,
}

/// The kernels that this build has for those that are wanted.
fn usable(kernels: Kernels) -> (Kernels, Multiply) {
    match kernels {
        Kernels::Scalar => (kernels, Multiply::Scalar),
        Kernels::Int8 => (kernels, Multiply::Int8(Levels::SHIPPED)),
        #[cfg(all(target_arch = "wasm32", feature = "relaxed"))]
        Kernels::RelaxedSimd => (kernels, Multiply::Fused),
        _ => (Kernels::Simd, Multiply::Simd),
    }
}

impl FastModel {
    /// A model with an empty cache. Rows are cut to `vocab_size`, the tokenizer's size: ids beyond
    /// it exist only to pad the weights, and nobody may ever draw one. Kernels that this build does not have, or
    /// that are another engine's, become [`Kernels::Simd`].
    pub fn new(name: &str, checkpoint: &Checkpoint<'_>, vocab_size: usize, kernels: Kernels) -> Result<Self, EngineError> {
        let (kernels, multiply) = usable(kernels);
        Self::build(name, checkpoint, vocab_size, kernels, multiply)
    }

    /// The same in int8 with other numbers of steps, to see what they cost.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn with_levels(name: &str, checkpoint: &Checkpoint<'_>, vocab_size: usize, levels: Levels) -> Result<Self, EngineError> {
        Self::build(name, checkpoint, vocab_size, Kernels::Int8, Multiply::Int8(levels))
    }

    fn build(
        name: &str,
        checkpoint: &Checkpoint<'_>,
        vocab_size: usize,
        kernels: Kernels,
        multiply: Multiply,
    ) -> Result<Self, EngineError> {
        if checkpoint.config.vocab_size < vocab_size {
            return Err(EngineError::VocabularyTooSmall {
                model: name.to_owned(),
                model_size: checkpoint.config.vocab_size,
                tokenizer_size: vocab_size,
            });
        }
        if kernels == Kernels::Int8 && checkpoint.config.hidden_size.max(checkpoint.config.ffn_size) > MAX_COLUMNS {
            let feature = format!("its layers are wider than {MAX_COLUMNS}, which is the most for int8");
            return Err(EngineError::ConfigUnsupported { model: name.to_owned(), feature });
        }
        let weights = Weights::pack(name, checkpoint, vocab_size, kernels, multiply);
        let cache = weights.stack.cache();
        Ok(Self { weights: Rc::new(weights), cache, cached: Vec::new(), ahead: Ahead::default(), tree: None, states: None })
    }

    /// The same with an empty cache, which from now on keeps what the last layer gave for each of its tokens.
    pub fn with_states(&self) -> Self {
        Self {
            weights: Rc::clone(&self.weights),
            cache: self.weights.stack.cache(),
            cached: Vec::new(),
            ahead: Ahead::default(),
            tree: None,
            states: Some(Vec::new()),
        }
    }

    /// How it multiplies.
    pub fn kernels(&self) -> Kernels {
        self.weights.kernels
    }

    /// The model's name.
    pub fn name(&self) -> &str {
        &self.weights.name
    }

    /// What a pass has to do: the weights that it reads, and each position's multiply-adds with them.
    pub fn pass_size(&self) -> PassSize {
        let Weights { stack, head, .. } = &*self.weights;
        let all = || stack.matrices(0..stack.layers.len()).chain([head]);
        PassSize { weight_bytes: all().map(Matrix::weight_bytes).sum(), multiply_adds: all().map(Matrix::n_weights).sum() }
    }

    fn check(&self, n_more: usize, tokens: &[TokenId]) -> Result<(), EngineError> {
        check_pass(self, &self.weights.name, n_more, tokens)
    }
}

impl Weights {
    fn pack(name: &str, checkpoint: &Checkpoint<'_>, vocab_size: usize, kernels: Kernels, multiply: Multiply) -> Self {
        let config = checkpoint.config.clone();
        // The first rows of a matrix; nobody asks for the others.
        let first_rows = |name: &str, n_rows: usize| {
            let stored = checkpoint.stored(name);
            Matrix::new(multiply, n_rows, stored.n_columns, &mut |row, out| stored.row_into(row, out))
        };
        let embedding = (!config.tied).then(|| first_rows("model.embed_tokens.weight", vocab_size));
        let head = first_rows("lm_head.weight", vocab_size);
        let stack = Stack::pack(multiply, config, &|idx, part| checkpoint.stored(&format!("model.layers.{idx}.{part}.weight")));
        let norm = checkpoint.stored("model.norm.weight").to_vec();
        Self { name: name.to_owned(), kernels, multiply, vocab_size, stack, norm, head, embedding }
    }
}

impl Stack {
    /// Arranges blocks whose parts are found by their number and their name.
    fn pack<'a>(multiply: Multiply, config: LlamaConfig, find: &dyn Fn(usize, &str) -> Stored<'a>) -> Self {
        let layers = (0..config.n_layers).map(|idx| {
            let stored = |part: &str| find(idx, part);
            // Matrices with the same inputs, one below the other.
            let joined = |parts: &[&str]| {
                let parts: Vec<_> = parts.iter().map(|part| stored(part)).collect();
                let n_rows = parts.iter().map(|part| part.n_rows).sum();
                Matrix::new(multiply, n_rows, parts[0].n_columns, &mut |mut row, out| {
                    for part in &parts {
                        if row < part.n_rows {
                            return part.row_into(row, out);
                        }
                        row -= part.n_rows;
                    }
                })
            };
            Layer {
                attention_norm: stored("input_layernorm").to_vec(),
                qkv: joined(&["self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj"]),
                attention_out: joined(&["self_attn.o_proj"]),
                ffn_norm: stored("post_attention_layernorm").to_vec(),
                gate_up: joined(&["mlp.gate_proj", "mlp.up_proj"]),
                down: joined(&["mlp.down_proj"]),
            }
        });
        let layers = layers.collect();
        let rotation = config.rotation_tables();
        Self { config, layers, rotation }
    }

    /// An empty cache for them.
    fn cache(&self) -> KvCache {
        KvCache::new(self.layers.len(), self.config.n_kv_heads, self.config.head_dim())
    }

    /// The matrices of some of the layers.
    fn matrices(&self, layers: Range<usize>) -> impl Iterator<Item = &Matrix> {
        self.layers[layers].iter().flat_map(|layer| [&layer.qkv, &layer.attention_out, &layer.gate_up, &layer.down])
    }

    /// Weights of some of the layers, without those that only fill up panels.
    fn n_weights(&self, layers: Range<usize>) -> u64 {
        self.matrices(layers).map(Matrix::n_weights).sum()
    }

    /// Takes the residual streams of up to [`MAX_PASS`] tokens, `(tokens, hidden_size)`, through some of the layers. The cache has
    /// room for them and then holds their keys and values in these layers.
    #[inline(never)] // A line of its own in a profile, and in what is said of the program's size.
    fn forward(
        &self,
        layers: Range<usize>,
        cache: &mut KvCache,
        places: Places<'_>,
        residual: &mut [f32],
        mut told: Option<&mut Vec<f32>>,
    ) {
        let Self { config, .. } = self;
        let (hidden, ffn, head_dim) = (config.hidden_size, config.ffn_size, config.head_dim());
        let kv_size = config.n_kv_heads * head_dim;
        let qkv_size = hidden + 2 * kv_size;
        let n_tokens = residual.len() / hidden;
        let eps = config.norm_eps as f32;
        let n_positions = (0..n_tokens).map(|idx| places.position(idx) + 1).max().unwrap_or(0);

        let mut normed = vec![0.0; n_tokens * hidden];
        let mut qkv = vec![0.0; n_tokens * qkv_size];
        let mut attended = vec![0.0; n_tokens * hidden];
        let mut projected = vec![0.0; n_tokens * hidden];
        let mut gate_up = vec![0.0; n_tokens * 2 * ffn];
        let mut gated = vec![0.0; n_tokens * ffn];
        let mut scores = vec![[0.0; BESIDE]; n_positions.div_ceil(BESIDE)];

        for layer_idx in layers {
            let layer = &self.layers[layer_idx];
            norm_all(residual, &layer.attention_norm, eps, &mut normed);
            layer.qkv.times(&normed, &mut qkv);
            for (idx, qkv) in qkv.chunks_exact_mut(qkv_size).enumerate() {
                let position = places.position(idx);
                let (queries_keys, values) = qkv.split_at_mut(hidden + kv_size);
                self.rotate(position, queries_keys);
                if let Places::Row(_) = places {
                    cache.put(layer_idx, position, &queries_keys[hidden..], values);
                }
                if let Some(told) = &mut told {
                    told.extend_from_slice(&queries_keys[hidden..]);
                    told.extend_from_slice(values);
                }
            }
            // A token sees those before it in the same pass, and itself: their keys are there now.
            for (idx, out) in attended.chunks_exact_mut(hidden).enumerate() {
                if let Places::Tree { first, paths } = places {
                    // Those that it follows take their places in the cache, as if its branch were all that there is.
                    for (depth, node) in paths[idx].iter().enumerate() {
                        let (keys, values) = qkv[node * qkv_size + hidden..][..2 * kv_size].split_at(kv_size);
                        cache.put(layer_idx, first + depth, keys, values);
                    }
                }
                let queries = &qkv[idx * qkv_size..][..hidden];
                self.attend(cache, layer_idx, places.position(idx) + 1, queries, &mut scores, out);
            }
            layer.attention_out.times(&attended, &mut projected);
            add_scaled(residual, 1.0, &projected);

            norm_all(residual, &layer.ffn_norm, eps, &mut normed);
            layer.gate_up.times(&normed, &mut gate_up);
            for (gate_up, out) in gate_up.chunks_exact_mut(2 * ffn).zip(gated.chunks_exact_mut(ffn)) {
                let (gate, up) = gate_up.split_at_mut(ffn);
                swiglu(gate, up);
                out.copy_from_slice(gate);
            }
            layer.down.times(&gated, &mut projected);
            add_scaled(residual, 1.0, &projected);
        }
    }

    /// Turns each pair of neighbours by its angle at this position (Su et al. 2021, equation 34).
    fn rotate(&self, position: usize, heads: &mut [f32]) {
        let head_dim = self.config.head_dim();
        let half = head_dim / 2;
        let [cos, sin] = self.rotation.each_ref().map(|table| &table[position * half..][..half]);
        for head in heads.chunks_exact_mut(head_dim) {
            let (pairs, _) = head.as_chunks_mut::<2>();
            for (([x, y], cos), sin) in pairs.iter_mut().zip(cos).zip(sin) {
                (*x, *y) = (*x * cos - *y * sin, *x * sin + *y * cos);
            }
        }
    }

    /// Every query head looks at the first `n` positions; groups of heads share keys and values. There is room for
    /// as many scores.
    #[inline(never)] // A line of its own in a profile; the call costs nothing beside the work.
    fn attend(&self, cache: &KvCache, layer_idx: usize, n: usize, queries: &[f32], scores: &mut [[f32; BESIDE]], out: &mut [f32]) {
        let head_dim = self.config.head_dim();
        let heads_per_group = self.config.n_heads / self.config.n_kv_heads;
        let scale = 1.0 / (head_dim as f32).sqrt();
        let scores = &mut scores[..n.div_ceil(BESIDE)];
        out.fill(0.0);
        for (head, (query, out)) in queries.chunks_exact(head_dim).zip(out.chunks_exact_mut(head_dim)).enumerate() {
            let group = head / heads_per_group;
            for (scores, keys) in scores.chunks_mut(PAGE / BESIDE).zip(cache.keys(layer_idx, group)) {
                scores_of_page(query, keys, scale, scores);
            }
            softmax(scores, n);
            for (weights, values) in scores.as_flattened()[..n].chunks(PAGE).zip(cache.values(layer_idx, group)) {
                add_values(out, weights, values);
            }
        }
    }
}

/// Norms each token's vector, `(tokens, hidden_size)`.
fn norm_all(residual: &[f32], gain: &[f32], eps: f32, normed: &mut [f32]) {
    for (x, out) in residual.chunks_exact(gain.len()).zip(normed.chunks_exact_mut(gain.len())) {
        rms_norm(x, gain, eps, out);
    }
}

impl Weights {
    /// The tokens' rows of the embedding: `(tokens, hidden_size)`.
    fn embed(&self, tokens: &[TokenId]) -> Vec<f32> {
        let hidden = self.stack.config.hidden_size;
        let embedding = self.embedding.as_ref().unwrap_or(&self.head);
        let mut residual = vec![0.0; tokens.len() * hidden];
        for (token, out) in tokens.iter().zip(residual.chunks_exact_mut(hidden)) {
            embedding.row_into(token.index(), out);
        }
        residual
    }

    /// What the last layer gave, `(tokens, hidden_size)`, as rows of logits.
    fn read_out(&self, residual: &[f32], norm: &[f32]) -> Vec<LogitsRow> {
        let mut normed = vec![0.0; residual.len()];
        norm_all(residual, norm, self.stack.config.norm_eps as f32, &mut normed);
        self.project(&normed)
    }

    /// Normed states, `(tokens, hidden_size)`, as rows of logits.
    fn project(&self, normed: &[f32]) -> Vec<LogitsRow> {
        let mut logits = vec![0.0; normed.len() / self.stack.config.hidden_size * self.vocab_size];
        self.head.times(normed, &mut logits);
        if logits.len() == self.vocab_size { vec![logits] } else { logits.chunks_exact(self.vocab_size).map(<[f32]>::to_vec).collect() }
    }
}

impl FastModel {
    /// One pass over up to [`MAX_PASS`] tokens after those that the cache holds. Those that have gone through the first layers already
    /// go on from there.
    fn pass(&mut self, tokens: &[TokenId]) -> Vec<LogitsRow> {
        let first = self.cached.len();
        let Ahead { n_layers: n_first, tokens: ahead, residual: mut stream } = std::mem::take(&mut self.ahead);
        let n_resumed = if tokens.len() <= MAX_PASS { ahead.iter().zip(tokens).take_while(|(a, b)| a == b).count() } else { 0 };
        let Weights { stack, norm, .. } = &*self.weights;
        stream.truncate(n_resumed * stack.config.hidden_size);
        self.cache.truncate(first + n_resumed);
        self.cache.grow(tokens.len() - n_resumed);
        let mut rest = self.weights.embed(&tokens[n_resumed..]);
        let n_done = if n_resumed > 0 { n_first } else { 0 };
        stack.forward(0..n_done, &mut self.cache, Places::Row(first + n_resumed), &mut rest, None);
        stream.extend(rest);
        stack.forward(n_done..stack.layers.len(), &mut self.cache, Places::Row(first), &mut stream, None);
        let rows = self.weights.read_out(&stream, norm);
        if let Some(states) = &mut self.states {
            states.truncate(first * stack.config.hidden_size);
            states.extend(stream);
        }
        rows
    }

    /// Takes tokens that follow the cached ones through the first layers, and returns what those give for the last of them:
    /// `(hidden_size,)`. Tokens that went that way before are not computed again, and the next pass over them goes on from there.
    pub(super) fn look_ahead(&mut self, tokens: &[TokenId], n_layers: usize) -> Result<&[f32], EngineError> {
        self.check(tokens.len(), tokens)?;
        let hidden = self.weights.stack.config.hidden_size;
        let n_known =
            if self.ahead.n_layers == n_layers { self.ahead.tokens.iter().zip(tokens).take_while(|(a, b)| a == b).count() } else { 0 };
        let first = self.cached.len() + n_known;
        self.cache.truncate(first);
        self.cache.grow(tokens.len() - n_known);
        let mut stream = self.weights.embed(&tokens[n_known..]);
        self.weights.stack.forward(0..n_layers, &mut self.cache, Places::Row(first), &mut stream, None);
        self.ahead.n_layers = n_layers;
        self.ahead.tokens.truncate(n_known);
        self.ahead.tokens.extend(&tokens[n_known..]);
        self.ahead.residual.truncate(n_known * hidden);
        self.ahead.residual.extend(stream);
        Ok(self.ahead.residual.rchunks_exact(hidden).next().unwrap_or_default())
    }

    /// What the last layer gave for a cached token, `(hidden_size,)`, before the last norm. `None` where it is not kept, or not there.
    pub(super) fn state(&self, position: usize) -> Option<&[f32]> {
        let hidden = self.weights.stack.config.hidden_size;
        self.states.as_ref()?.get(position * hidden..(position + 1) * hidden)
    }
}

impl LanguageModel for FastModel {
    type Error = EngineError;

    fn vocab_size(&self) -> usize {
        self.weights.vocab_size
    }

    fn context_len(&self) -> usize {
        self.weights.stack.config.context_len
    }

    fn cached(&self) -> &[TokenId] {
        &self.cached
    }

    async fn extend(&mut self, tokens: &[TokenId]) -> Result<Vec<LogitsRow>, EngineError> {
        self.check(tokens.len(), tokens)?;
        self.tree = None;
        let n_before = self.cached.len();
        let mut rows = Vec::with_capacity(tokens.len());
        for pass in tokens.chunks(MAX_PASS) {
            rows.extend(self.pass(pass));
            self.cached.extend(pass);
        }
        if let Some(idx) = rows.iter().position(|row| !all_finite(row)) {
            self.truncate(n_before);
            return Err(EngineError::LogitsNotFinite { model: self.weights.name.clone(), n_tokens: n_before + idx + 1 });
        }
        Ok(rows)
    }

    fn truncate(&mut self, len: usize) {
        self.tree = None;
        if len >= self.cached.len() {
            return;
        }
        self.cached.truncate(len);
        self.ahead = Ahead::default();
        self.cache.truncate(len);
        if let Some(states) = &mut self.states {
            states.truncate(self.cached.len() * self.weights.stack.config.hidden_size);
        }
    }

    fn fork(&self) -> Self {
        self.clone()
    }
}

impl TreeModel for FastModel {
    async fn extend_tree(&mut self, tree: &TokenTree) -> Result<Vec<LogitsRow>, EngineError> {
        let tokens: Vec<TokenId> = tree.nodes.iter().map(|node| node.token).collect();
        let paths: Vec<Vec<usize>> = (0..tokens.len()).map(|node| tree.path(node)).collect();
        let depth = paths.iter().map(Vec::len).max().unwrap_or(0);
        self.check(depth, &tokens)?;
        let first = self.cached.len();
        self.ahead = Ahead::default();
        self.cache.truncate(first);
        self.cache.grow(depth);
        let Weights { stack, norm, .. } = &*self.weights;
        let mut residual = self.weights.embed(&tokens);
        let mut keys_values = Vec::new();
        let places = Places::Tree { first, paths: &paths };
        stack.forward(0..stack.layers.len(), &mut self.cache, places, &mut residual, Some(&mut keys_values));
        // What stands there now belongs to whichever branch came last.
        self.cache.truncate(first);
        let rows = self.weights.read_out(&residual, norm);
        if let Some(idx) = rows.iter().position(|row| !all_finite(row)) {
            return Err(EngineError::LogitsNotFinite { model: self.weights.name.clone(), n_tokens: first + paths[idx].len() });
        }
        self.tree = Some(Rc::new(FedTree { tree: tree.clone(), keys_values, residual }));
        Ok(rows)
    }

    fn keep_branch(&mut self, branch: &[usize]) {
        let Some(fed) = self.tree.take() else { return };
        let FedTree { tree, keys_values, residual } = &*fed;
        let stack = &self.weights.stack;
        let (hidden, kv_size) = (stack.config.hidden_size, stack.config.n_kv_heads * stack.config.head_dim());
        let first = self.cached.len();
        self.cache.grow(branch.len());
        for (layer, of_layer) in keys_values.chunks_exact(tree.nodes.len() * 2 * kv_size).enumerate() {
            for (depth, node) in branch.iter().enumerate() {
                let (keys, values) = of_layer[node * 2 * kv_size..][..2 * kv_size].split_at(kv_size);
                self.cache.put(layer, first + depth, keys, values);
            }
        }
        self.cached.extend(branch.iter().map(|node| tree.nodes[*node].token));
        if let Some(states) = &mut self.states {
            states.truncate(first * hidden);
            branch.iter().for_each(|node| states.extend_from_slice(&residual[node * hidden..][..hidden]));
        }
    }
}

/// A matrix of made-up numbers, with vectors to multiply it with: what the kernels can do before there is a model.
pub(super) struct MatrixAtHand {
    matrix: Matrix,
    n_vectors: usize,
    inputs: Vec<f32>,
    outputs: Vec<f32>,
}

impl MatrixAtHand {
    /// One that fits the nearest cache, with four vectors: how fast these kernels compute when nothing has to be
    /// fetched. The reference has none of its own: its matrices are the library's, and the SIMD of ours says what
    /// the machine could do for it.
    pub fn new(kernels: Kernels) -> Self {
        Self::with_shape(kernels, 96, 64, 4)
    }

    /// One of any size.
    pub fn with_shape(kernels: Kernels, n_rows: usize, n_columns: usize, n_vectors: usize) -> Self {
        Self {
            matrix: Matrix::new(usable(kernels).1, n_rows, n_columns, &mut |_, out| out.fill(0.5)),
            n_vectors,
            inputs: vec![0.5; n_vectors * n_columns],
            outputs: vec![0.0; n_vectors * n_rows],
        }
    }

    /// Multiply-adds of one multiplication.
    pub fn multiply_adds(&self) -> u64 {
        self.matrix.n_weights() * self.n_vectors as u64
    }

    pub fn multiply(&mut self) {
        self.matrix.times(std::hint::black_box(&self.inputs), &mut self.outputs);
        std::hint::black_box(&self.outputs);
    }
}

/// Whether there is neither an infinity nor a NaN: then, and only then, every product with 0 is 0.
fn all_finite(row: &[f32]) -> bool {
    let (chunks, rest) = row.as_chunks::<8>();
    let mut sums = [0.0f32; 8];
    for chunk in chunks {
        for (sum, x) in sums.iter_mut().zip(chunk) {
            *sum += x * 0.0;
        }
    }
    sums.iter().chain(rest).map(|x| x * 0.0).sum::<f32>() == 0.0
}

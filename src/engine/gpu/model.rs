//! The pass: what a device is handed for some tokens, and the model around it.
//!
//! Everything that a pass needs lies on the device and is bound beforehand; the CPU writes one small buffer, what the pass is about,
//! records the dispatches, hands them over in one submission, and waits for nothing but the rows of logits that somebody wants.

use super::MAX_PASS;
use super::cache::{PAGE, Pages, Pool};
use super::device::Gpu;
use super::program::{Kernel, THREADS};
use super::weights::{Matrix, Part, buffer, constant};
use crate::decode::{Kernels, LanguageModel, LogitsRow, PassSize, TokenId, TokenTree, TreeModel};
use crate::engine::model::check_pass;
use crate::engine::{Checkpoint, EngineError, FastModel, LlamaConfig, Stored};
use crate::protocol::GpuTrouble;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

#[cfg(all(test, not(target_arch = "wasm32")))]
#[path = "tests.rs"]
mod tests;

/// The widest head that the attention kernel takes.
const MAX_HEAD: usize = 256;

/// Pages at the beginning, at the most: more come when they are wanted.
const FIRST_PAGES: u32 = 32;

/// Places for copies in the buffer that says what a pass is about.
const MAX_COPIES: usize = 32;

/// What a pass asks of a device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PassCost {
    /// Pieces of work that were handed over.
    pub n_dispatches: u32,
    /// Bytes of weights that were read.
    pub weight_bytes: u64,
    /// Bytes that went to the device.
    pub bytes_there: u64,
    /// Bytes that came back.
    pub bytes_back: u64,
}

/// A Llama model on a device, with its cache.
#[derive(Clone)]
pub struct GpuModel {
    /// What all forks share.
    resident: Rc<Resident>,
    pages: Pages,
    cached: Vec<TokenId>,
    /// The last tree that was fed, until a branch of it is kept.
    tree: Option<Rc<TokenTree>>,
    /// The twin on the CPU, since the device is gone.
    twin: Option<Box<FastModel>>,
}

/// What lies on the device.
struct Resident {
    gpu: Rc<Gpu>,
    name: String,
    kernels: Kernels,
    config: LlamaConfig,
    vocab_size: usize,
    /// The same model on the CPU, with an empty cache.
    twin: FastModel,
    embedding: Option<Matrix>,
    head: Matrix,
    layers: Vec<Layer>,
    norm: wgpu::Buffer,
    /// Cosine and sine of each position and pair.
    rotation: wgpu::Buffer,
    /// What the pass is about.
    about: wgpu::Buffer,
    /// Each for 16 tokens, a multiple of four numbers apart.
    residual: wgpu::Buffer,
    queries: wgpu::Buffer,
    attended: wgpu::Buffer,
    gated: wgpu::Buffer,
    logits: wgpu::Buffer,
    /// For what a kernel does not use: one to read, two to write.
    unused: [wgpu::Buffer; 3],
    store: RefCell<Store>,
    /// Buffers that the CPU can read and nobody uses at the moment.
    readers: RefCell<Vec<wgpu::Buffer>>,
    last_cost: Cell<PassCost>,
}

/// One block's numbers.
struct Layer {
    attention_norm: wgpu::Buffer,
    /// Queries, keys and values, one below the other.
    qkv: Matrix,
    attention_out: Matrix,
    ffn_norm: wgpu::Buffer,
    /// Gate and up, row by row in turn.
    gate_up: Matrix,
    down: Matrix,
}

/// Keys and values, and the dispatches that are bound to them.
#[derive(Default)]
struct Store {
    pool: Pool,
    /// For each layer its part of all pages.
    caches: Vec<wgpu::Buffer>,
    copies: Vec<Step>,
    forward: Vec<Step>,
    logits: Vec<Step>,
}

/// A dispatch that is ready.
struct Step {
    kernel: Kernel,
    bindings: wgpu::BindGroup,
    extent: Extent,
    weight_bytes: u64,
}

/// How many workgroups a dispatch has.
#[derive(Clone, Copy)]
enum Extent {
    /// As many as so many rows need, for each tile of tokens.
    Rows(u32),
    /// As many as so many threads need, for each token.
    Threads(u32),
    /// So many for each token.
    Each(u32),
    /// As many as so many threads need.
    Once(u32),
}

/// What of a pass is wanted.
#[derive(Clone, Copy, Default)]
struct Parts {
    copies: bool,
    forward: bool,
    back: Back,
}

/// What comes back.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Back {
    /// Nothing, and nobody waits.
    #[default]
    Nothing,
    /// That it is done.
    Sign,
    /// A row of logits for each token.
    Rows,
}

/// Bytes that say that a pass is done.
const SIGN_BYTES: u64 = 16;

/// Where a kernel finds its numbers; the numbers are those of the bindings in the shaders.
struct Bound<'a> {
    part: Option<&'a Part>,
    gain: Option<&'a wgpu::Buffer>,
    inputs: Option<&'a wgpu::Buffer>,
    outputs: Option<&'a wgpu::Buffer>,
    cache: Option<&'a wgpu::Buffer>,
}

/// A vector's numbers, a multiple of four.
fn padded(n: usize) -> u64 {
    n.next_multiple_of(4) as u64
}

impl GpuModel {
    /// A model with an empty cache, and with its twin on the CPU beside it. Rows are cut to `vocab_size`, the tokenizer's size.
    pub fn new(gpu: &Rc<Gpu>, checkpoint: &Checkpoint<'_>, twin: FastModel, kernels: Kernels) -> Result<Self, GpuTrouble> {
        let resident = Rc::new(Resident::upload(gpu, checkpoint, twin, kernels)?);
        Ok(Self { resident, pages: Pages::default(), cached: Vec::new(), tree: None, twin: None })
    }

    /// How it is computed, or was before the device went away.
    pub fn kernels(&self) -> Kernels {
        self.resident.kernels
    }

    /// Whether its device is gone, so that it computes on the CPU.
    pub fn is_on_cpu(&self) -> bool {
        self.twin.is_some() || self.resident.gpu.trouble().is_some()
    }

    /// The same model on the CPU, with an empty cache.
    pub fn twin(&self) -> FastModel {
        self.resident.twin.clone()
    }

    /// The device that it is on.
    pub fn gpu(&self) -> &Rc<Gpu> {
        &self.resident.gpu
    }

    /// What the last pass of this model or of one of its forks asked of the device.
    pub fn last_cost(&self) -> PassCost {
        self.resident.last_cost.get()
    }

    /// What a pass has to do: the weights that it reads, and each position's multiply-adds with them.
    pub fn pass_size(&self) -> PassSize {
        let Resident { layers, head, .. } = &*self.resident;
        let matrices = layers.iter().flat_map(|layer| [&layer.qkv, &layer.attention_out, &layer.gate_up, &layer.down]).chain([head]);
        let (weight_bytes, multiply_adds) =
            matrices.fold((0, 0), |(bytes, weights), matrix| (bytes + matrix.n_bytes, weights + matrix.n_weights));
        PassSize { weight_bytes, multiply_adds }
    }

    async fn forward(&mut self, tokens: &[TokenId], wants_rows: bool) -> Result<Vec<LogitsRow>, EngineError> {
        self.check(tokens.len(), tokens)?;
        if self.twin.is_none() {
            match self.extend_on_device(tokens, wants_rows).await {
                Ok(rows) => return Ok(rows),
                Err(trouble) => self.fall_back(trouble).await?,
            }
        }
        let twin = self.twin.as_mut().expect("it has just been put there");
        twin.extend(tokens).await
    }

    fn check(&self, n_more: usize, tokens: &[TokenId]) -> Result<(), EngineError> {
        check_pass(self, &self.resident.name, n_more, tokens)
    }

    /// Feeds tokens, or leaves the cache as it was.
    pub(super) async fn extend_on_device(&mut self, tokens: &[TokenId], wants_rows: bool) -> Result<Vec<LogitsRow>, GpuTrouble> {
        let n_before = self.cached.len();
        self.tree = None;
        let (mut rows, mut n_left) = (Vec::new(), tokens.len());
        for pass in tokens.chunks(MAX_PASS) {
            n_left -= pass.len();
            let back = match (wants_rows, n_left) {
                (true, _) => Back::Rows,
                (false, 0) => Back::Sign,
                (false, _) => Back::Nothing,
            };
            match self.pass(pass, None, back).await {
                Ok(new) => rows.extend(new),
                Err(trouble) => {
                    self.cached.truncate(n_before);
                    self.pages.truncate(n_before);
                    return Err(trouble);
                }
            }
            self.cached.extend(pass);
        }
        Ok(rows)
    }

    /// One pass over up to [`MAX_PASS`] tokens after those that the cache holds. In a tree, `paths` are for each token those that it
    /// follows, itself included.
    async fn pass(&mut self, tokens: &[TokenId], paths: Option<&[Vec<usize>]>, back: Back) -> Result<Vec<LogitsRow>, GpuTrouble> {
        let resident = Rc::clone(&self.resident);
        if let Some(trouble) = resident.gpu.trouble() {
            return Err(trouble);
        }
        let first = self.cached.len();
        let mut copies = Vec::new();
        resident.make_room(&mut self.pages, first, tokens.len(), &mut copies)?;
        let n_bytes = resident.write_about(tokens, first, paths, &copies, &self.pages);
        let parts = Parts { copies: !copies.is_empty(), forward: true, back };
        let Some((reader, n_back)) = resident.submit(tokens.len(), parts, n_bytes) else { return Ok(Vec::new()) };
        let stride = padded(resident.vocab_size) as usize;
        let numbers = resident.gpu.read(&reader, n_back).await?;
        resident.readers.borrow_mut().push(reader);
        if back != Back::Rows {
            return Ok(Vec::new());
        }
        let rows: Vec<LogitsRow> = numbers.chunks_exact(stride).map(|row| row[..resident.vocab_size].to_vec()).collect();
        // Where the weights are to blame, the CPU will find that, too, and say so.
        if rows.iter().flatten().all(|logit| logit.is_finite()) { Ok(rows) } else { Err(GpuTrouble::NotFinite) }
    }

    /// Goes on with the twin: it takes the text as far as it is.
    async fn fall_back(&mut self, trouble: GpuTrouble) -> Result<(), EngineError> {
        self.resident.gpu.give_up(trouble);
        let mut twin = self.resident.twin.clone();
        twin.extend(&self.cached).await?;
        self.twin = Some(Box::new(twin));
        self.pages.truncate(0);
        Ok(())
    }
}

impl LanguageModel for GpuModel {
    type Error = EngineError;

    fn vocab_size(&self) -> usize {
        self.resident.vocab_size
    }

    fn context_len(&self) -> usize {
        self.resident.config.context_len
    }

    fn cached(&self) -> &[TokenId] {
        self.twin.as_ref().map_or(&self.cached, |twin| twin.cached())
    }

    async fn extend(&mut self, tokens: &[TokenId]) -> Result<Vec<LogitsRow>, EngineError> {
        self.forward(tokens, true).await
    }

    async fn feed(&mut self, tokens: &[TokenId]) -> Result<(), EngineError> {
        self.forward(tokens, false).await.map(|_| ())
    }

    fn truncate(&mut self, len: usize) {
        if let Some(twin) = &mut self.twin {
            return twin.truncate(len);
        }
        self.tree = None;
        if len < self.cached.len() {
            self.cached.truncate(len);
            self.pages.truncate(len);
        }
    }

    fn fork(&self) -> Self {
        self.clone()
    }
}

impl TreeModel for GpuModel {
    async fn extend_tree(&mut self, tree: &TokenTree) -> Result<Vec<LogitsRow>, EngineError> {
        let tokens: Vec<TokenId> = tree.nodes.iter().map(|node| node.token).collect();
        let paths: Vec<Vec<usize>> = (0..tokens.len()).map(|node| tree.path(node)).collect();
        self.check(paths.iter().map(Vec::len).max().unwrap_or(0), &tokens)?;
        if self.twin.is_none() {
            let fed = if tokens.len() > MAX_PASS {
                Err(GpuTrouble::Unsupported { feature: format!("a tree of {} tokens", tokens.len()) })
            } else {
                self.pass(&tokens, Some(&paths), Back::Rows).await
            };
            match fed {
                Ok(rows) => {
                    self.tree = Some(Rc::new(tree.clone()));
                    return Ok(rows);
                }
                Err(trouble) => self.fall_back(trouble).await?,
            }
        }
        let twin = self.twin.as_mut().expect("it has just been put there");
        twin.extend_tree(tree).await
    }

    fn keep_branch(&mut self, branch: &[usize]) {
        if let Some(twin) = &mut self.twin {
            return twin.keep_branch(branch);
        }
        let Some(tree) = self.tree.take() else { return };
        let first = self.cached.len();
        // Where they are, before anything moves. Pages that a fork shares are left as they are.
        let fed = self.pages.clone();
        let from: Vec<u32> = branch.iter().map(|node| fed.slot(first + node)).collect();
        let mut copies = Vec::new();
        let has_room = if self.pages.is_shared_beside(&fed, first) {
            self.resident.make_room(&mut self.pages, first, branch.len(), &mut copies)
        } else {
            Ok(())
        };
        match has_room {
            Ok(()) => {
                // A branch's nodes are in order, and none is before its place: what is copied has not been written to yet.
                let moves = from.into_iter().enumerate().map(|(depth, from)| [from, self.pages.slot(first + depth)]);
                copies.extend(moves.filter(|[from, to]| from != to));
                if !copies.is_empty() {
                    let n_bytes = self.resident.write_about(&[], first, None, &copies, &self.pages);
                    self.resident.submit(0, Parts { copies: true, ..Parts::default() }, n_bytes);
                }
                self.pages.truncate(first + branch.len());
            }
            // Then the twin takes the text from here.
            Err(trouble) => self.resident.gpu.give_up(trouble),
        }
        self.cached.extend(branch.iter().map(|node| tree.nodes[*node].token));
    }
}

impl Resident {
    fn upload(gpu: &Rc<Gpu>, checkpoint: &Checkpoint<'_>, twin: FastModel, kernels: Kernels) -> Result<Self, GpuTrouble> {
        let config = checkpoint.config.clone();
        let (vocab_size, is_int8) = (twin.vocab_size(), kernels == Kernels::GpuInt8);
        if config.head_dim() > MAX_HEAD {
            return Err(GpuTrouble::Unsupported { feature: format!("heads of {} numbers", config.head_dim()) });
        }
        // Rows of some tensors, one tensor below the other.
        let below = |tensors: &[Stored<'_>]| -> Vec<(usize, usize)> {
            tensors.iter().enumerate().flat_map(|(tensor, stored)| (0..stored.n_rows).map(move |row| (tensor, row))).collect()
        };
        let matrix = |tensors: &[Stored<'_>]| Matrix::upload(gpu, is_int8, tensors, &below(tensors));
        let of_vocabulary = |name: &str| {
            let rows: Vec<_> = (0..vocab_size).map(|row| (0, row)).collect();
            Matrix::upload(gpu, is_int8, &[checkpoint.stored(name)], &rows)
        };
        // A vector that a kernel reads in steps of four.
        let gain = |stored: Stored<'_>| {
            let mut numbers = stored.to_vec();
            numbers.resize(padded(numbers.len()) as usize, 0.0);
            constant(gpu, &numbers)
        };
        let layer = |idx: usize| -> Result<Layer, GpuTrouble> {
            let stored = |part: &str| checkpoint.stored(&format!("model.layers.{idx}.{part}.weight"));
            let gate_up = [stored("mlp.gate_proj"), stored("mlp.up_proj")];
            let in_turn: Vec<_> = (0..config.ffn_size).flat_map(|row| [(0, row), (1, row)]).collect();
            Ok(Layer {
                attention_norm: gain(stored("input_layernorm")),
                qkv: matrix(&[stored("self_attn.q_proj"), stored("self_attn.k_proj"), stored("self_attn.v_proj")])?,
                attention_out: matrix(&[stored("self_attn.o_proj")])?,
                ffn_norm: gain(stored("post_attention_layernorm")),
                gate_up: Matrix::upload(gpu, is_int8, &gate_up, &in_turn)?,
                down: matrix(&[stored("mlp.down_proj")])?,
            })
        };
        let layers = (0..config.n_layers).map(layer).collect::<Result<Vec<_>, _>>()?;
        let embedding = if config.tied { None } else { Some(of_vocabulary("model.embed_tokens.weight")?) };
        let head = of_vocabulary("lm_head.weight")?;

        let [cos, sin] = config.rotation_tables();
        let rotation: Vec<f32> = cos.into_iter().zip(sin).flat_map(|(cos, sin)| [cos, sin]).collect();
        let storage =
            |n_bytes| buffer(gpu, n_bytes, wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST);
        let vectors = |n: usize| storage(MAX_PASS as u64 * padded(n) * 4);
        let n_bytes = MAX_PASS as u64 * padded(vocab_size) * 4;
        if n_bytes > gpu.max_bytes() {
            return Err(GpuTrouble::TooLarge { n_bytes, max_bytes: gpu.max_bytes() });
        }
        let n_pages = (config.context_len + MAX_PASS).div_ceil(PAGE);
        let resident = Self {
            name: twin.name().to_owned(),
            kernels,
            vocab_size,
            embedding,
            head,
            layers,
            norm: gain(checkpoint.stored("model.norm.weight")),
            rotation: constant(gpu, &rotation),
            about: storage(((ABOUT_WORDS + n_pages) * 4) as u64),
            residual: vectors(config.hidden_size),
            queries: vectors(config.hidden_size),
            attended: vectors(config.hidden_size),
            gated: vectors(config.ffn_size),
            logits: vectors(vocab_size),
            unused: [(); 3].map(|()| storage(16)),
            store: RefCell::default(),
            readers: RefCell::default(),
            last_cost: Cell::default(),
            gpu: Rc::clone(gpu),
            config,
            twin,
        };
        resident.grow((n_pages as u32).min(FIRST_PAGES))?;
        resident.compile();
        Ok(resident)
    }

    /// Bytes of one page in one layer.
    fn page_bytes(&self) -> u64 {
        (2 * PAGE * self.config.n_kv_heads * self.config.head_dim() * 4) as u64
    }

    /// Room for more positions of a text, with as many pages as that takes.
    fn make_room(&self, pages: &mut Pages, first: usize, n_more: usize, copies: &mut Vec<[u32; 2]>) -> Result<(), GpuTrouble> {
        let (n_pages, n_free) = {
            let store = self.store.borrow();
            (store.pool.n_pages(), store.pool.n_free())
        };
        let n_wanted = Pages::n_wanted(first, n_more);
        if n_free < n_wanted {
            self.grow((2 * n_pages).max(n_pages + n_wanted as u32))?;
        }
        let has_room = pages.make_room(&self.store.borrow().pool, first, n_more, copies);
        has_room.ok_or_else(|| self.too_large(n_pages))
    }

    fn too_large(&self, n_pages: u32) -> GpuTrouble {
        GpuTrouble::TooLarge { n_bytes: u64::from(n_pages) * self.page_bytes(), max_bytes: self.gpu.max_bytes() }
    }

    /// Makes the cache larger: what is in it moves, and everything is bound anew.
    fn grow(&self, n_pages: u32) -> Result<(), GpuTrouble> {
        // As many as fit, if that is more than there are.
        let n_most = u32::try_from(self.gpu.max_bytes() / self.page_bytes()).unwrap_or(u32::MAX);
        let store = &mut *self.store.borrow_mut();
        let (n_before, n_pages) = (store.pool.n_pages(), n_pages.min(n_most));
        if n_pages <= n_before {
            return Err(self.too_large(n_before + 1));
        }
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST;
        let n_bytes = u64::from(n_pages) * self.page_bytes();
        let caches: Vec<_> = self.layers.iter().map(|_| buffer(&self.gpu, n_bytes, usage)).collect();
        if !store.caches.is_empty() {
            let mut encoder = self.gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            for (old, new) in store.caches.iter().zip(&caches) {
                encoder.copy_buffer_to_buffer(old, 0, new, 0, u64::from(n_before) * self.page_bytes());
            }
            self.gpu.queue.submit([encoder.finish()]);
            // What was submitted is still done.
            store.caches.iter().for_each(wgpu::Buffer::destroy);
        }
        store.caches = caches;
        store.pool.grow(n_pages);
        self.bind(store);
        Ok(())
    }

    /// Binds every dispatch of a pass.
    fn bind(&self, store: &mut Store) {
        let LlamaConfig { n_heads, .. } = self.config;
        let nothing = Bound { part: None, gain: None, inputs: None, outputs: None, cache: None };
        let kv_size = (self.config.n_kv_heads * self.config.head_dim()) as u32;
        store.copies = store
            .caches
            .iter()
            .map(|cache| self.step(Kernel::Copy, Extent::Once(kv_size), None, Bound { cache: Some(cache), ..nothing }))
            .collect();
        // One dispatch for each part of a matrix.
        let multiplied = |steps: &mut Vec<Step>, kernel: Kernel, matrix: &Matrix, bound: Bound<'_>| {
            steps.extend(
                matrix
                    .parts
                    .iter()
                    .map(|part| self.step(kernel, Extent::Rows(part.n_rows), Some(matrix), Bound { part: Some(part), ..bound })),
            );
        };
        let (residual, queries, attended, gated) = (Some(&self.residual), Some(&self.queries), Some(&self.attended), Some(&self.gated));
        let embedding = self.embedding.as_ref().unwrap_or(&self.head);
        let embed = embedding.parts.iter().map(|part| {
            let bound = Bound { part: Some(part), outputs: residual, ..nothing };
            self.step(Kernel::Embed(embedding.format), Extent::Threads(embedding.n_steps), Some(embedding), bound)
        });
        store.forward = embed.collect();
        for (layer, cache) in self.layers.iter().zip(&store.caches) {
            let Layer { attention_norm, qkv, attention_out, ffn_norm, gate_up, down } = layer;
            let cache = Some(cache);
            let steps = &mut store.forward;
            multiplied(
                steps,
                Kernel::Turned(qkv.format),
                qkv,
                Bound { gain: Some(attention_norm), inputs: residual, outputs: queries, cache, ..nothing },
            );
            steps.push(self.step(
                Kernel::Attend,
                Extent::Each(n_heads as u32),
                None,
                Bound { inputs: queries, outputs: attended, cache, ..nothing },
            ));
            multiplied(steps, Kernel::Added(attention_out.format), attention_out, Bound { inputs: attended, outputs: residual, ..nothing });
            multiplied(
                steps,
                Kernel::Gated(gate_up.format),
                gate_up,
                Bound { gain: Some(ffn_norm), inputs: residual, outputs: gated, ..nothing },
            );
            multiplied(steps, Kernel::Added(down.format), down, Bound { inputs: gated, outputs: residual, ..nothing });
        }
        store.logits.clear();
        let bound = Bound { gain: Some(&self.norm), inputs: residual, outputs: Some(&self.logits), ..nothing };
        multiplied(&mut store.logits, Kernel::Logits(self.head.format), &self.head, bound);
    }

    fn step(&self, kernel: Kernel, extent: Extent, matrix: Option<&Matrix>, bound: Bound<'_>) -> Step {
        let LlamaConfig { hidden_size, ffn_size, n_kv_heads, norm_eps, .. } = self.config;
        let head_dim = self.config.head_dim();
        let stride = match kernel {
            Kernel::Gated(_) => padded(ffn_size),
            Kernel::Logits(_) => padded(self.vocab_size),
            _ => padded(hidden_size),
        };
        let words = [
            bound.part.map_or(0, |part| part.n_rows),
            bound.part.map_or(0, |part| part.first_row),
            matrix.map_or(0, |matrix| matrix.n_columns),
            matrix.map_or(0, |matrix| matrix.n_steps),
            stride as u32,
            hidden_size as u32,
            (n_kv_heads * head_dim) as u32,
            head_dim as u32,
            (norm_eps as f32).to_bits(),
            (1.0 / (head_dim as f32).sqrt()).to_bits(),
            0,
            0,
        ];
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let shape = buffer(&self.gpu, bytes.len() as u64, wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST);
        self.gpu.queue.write_buffer(&shape, 0, &bytes);
        let [read, write, other_write] = &self.unused;
        let bindings = [
            &self.about,
            &shape,
            bound.part.map_or(read, |part| &part.weights),
            bound.part.map_or(read, |part| &part.scales),
            bound.gain.unwrap_or(read),
            bound.inputs.unwrap_or(read),
            bound.outputs.unwrap_or(write),
            bound.cache.unwrap_or(other_write),
            &self.rotation,
        ];
        let entries: Vec<_> =
            (0..).zip(bindings).map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() }).collect();
        let layout = &self.gpu.programs.layout;
        let bindings = self.gpu.device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries: &entries });
        // Of the embedding a pass reads a few rows.
        let reads = |part: &Part, matrix: &Matrix| {
            u64::from(part.n_rows) * matrix.n_bytes / matrix.parts.iter().map(|part| u64::from(part.n_rows)).sum::<u64>()
        };
        let weight_bytes = match (kernel, bound.part, matrix) {
            (Kernel::Embed(_), ..) | (_, None, _) | (_, _, None) => 0,
            (_, Some(part), Some(matrix)) => reads(part, matrix),
        };
        Step { kernel, bindings, extent, weight_bytes }
    }

    /// Compiles what passes of every size need, so that no run waits for it.
    fn compile(&self) {
        let store = self.store.borrow();
        for step in store.copies.iter().chain(&store.forward).chain(&store.logits) {
            for n_tokens in 1..=MAX_PASS as u32 {
                self.gpu.programs.pipeline(&self.gpu.device, step.kernel, n_tokens);
            }
        }
    }

    /// Says what the next pass is about; the bytes that this takes.
    fn write_about(&self, tokens: &[TokenId], first: usize, paths: Option<&[Vec<usize>]>, copies: &[[u32; 2]], pages: &Pages) -> u64 {
        let mut words = Vec::with_capacity(ABOUT_WORDS + first / PAGE + 2);
        words.extend([tokens.len() as u32, first as u32, u32::from(paths.is_some()), copies.len() as u32]);
        words.extend(tokens.iter().map(|token| token.0));
        words.resize(4 + MAX_PASS, 0);
        let depth = |idx: usize| paths.map_or(idx, |paths| paths[idx].len() - 1) as u32;
        words.extend((0..tokens.len()).map(depth));
        words.resize(4 + 2 * MAX_PASS, 0);
        for (idx, path) in paths.into_iter().flatten().enumerate() {
            words.extend(path.iter().map(|node| *node as u32));
            words.resize(4 + (3 + idx) * MAX_PASS, 0);
        }
        words.resize(4 + (2 + MAX_PASS) * MAX_PASS, 0);
        words.extend(copies.as_flattened());
        words.resize(ABOUT_WORDS, 0);
        words.extend(pages.numbers());
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.gpu.queue.write_buffer(&self.about, 0, &bytes);
        bytes.len() as u64
    }

    /// Hands a pass over: all of it in one submission. Returns the buffer that what comes back will be in, and how many bytes that is.
    fn submit(&self, n_tokens: usize, wanted: Parts, bytes_there: u64) -> Option<(wgpu::Buffer, u64)> {
        let Gpu { device, queue, programs, .. } = &*self.gpu;
        let n = n_tokens as u32;
        let store = self.store.borrow();
        let mut cost = PassCost { bytes_there, ..PassCost::default() };
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        for (steps, is_wanted) in
            [(&store.copies, wanted.copies), (&store.forward, wanted.forward), (&store.logits, wanted.back == Back::Rows)]
        {
            for step in steps.iter().filter(|_| is_wanted) {
                let (x, y) = match step.extent {
                    Extent::Rows(n_rows) => (n_rows.div_ceil(programs.rows_per_group()), n.div_ceil(programs.tile(n))),
                    Extent::Threads(n_threads) => (n_threads.div_ceil(THREADS), n),
                    Extent::Each(n_groups) => (n_groups, n),
                    Extent::Once(n_threads) => (n_threads.div_ceil(THREADS), 1),
                };
                pass.set_pipeline(&programs.pipeline(device, step.kernel, n));
                pass.set_bind_group(0, &step.bindings, &[]);
                pass.dispatch_workgroups(x, y, 1);
                cost.n_dispatches += 1;
                cost.weight_bytes += step.weight_bytes;
            }
        }
        drop(pass);
        let from = match wanted.back {
            Back::Nothing => None,
            Back::Sign => Some((&self.residual, SIGN_BYTES)),
            Back::Rows => Some((&self.logits, u64::from(n) * padded(self.vocab_size) * 4)),
        };
        let reader = from.map(|(from, n_back)| {
            let free = self.readers.borrow_mut().pop();
            let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
            let reader = free.unwrap_or_else(|| buffer(&self.gpu, self.logits.size(), usage));
            encoder.copy_buffer_to_buffer(from, 0, &reader, 0, n_back);
            cost.bytes_back = n_back;
            (reader, n_back)
        });
        queue.submit([encoder.finish()]);
        self.last_cost.set(cost);
        reader
    }
}

/// Words of the buffer that says what a pass is about, without the pages: as in `pass.wgsl`.
const ABOUT_WORDS: usize = 4 + (2 + MAX_PASS) * MAX_PASS + 2 * MAX_COPIES;

impl Drop for Resident {
    /// In a browser, memory of a device comes back when somebody says so, or much later.
    fn drop(&mut self) {
        let store = self.store.get_mut();
        let of_layer = |layer: &Layer| {
            let Layer { attention_norm, qkv, attention_out, ffn_norm, gate_up, down } = layer;
            [attention_norm, ffn_norm].into_iter().for_each(wgpu::Buffer::destroy);
            [qkv, attention_out, gate_up, down].into_iter().for_each(Matrix::destroy);
        };
        self.layers.iter().for_each(of_layer);
        self.embedding.iter().chain([&self.head]).for_each(Matrix::destroy);
        let vectors = [&self.norm, &self.rotation, &self.about, &self.residual, &self.queries, &self.attended, &self.gated, &self.logits];
        vectors.into_iter().chain(&self.unused).chain(&store.caches).chain(self.readers.get_mut().iter()).for_each(wgpu::Buffer::destroy);
    }
}

//! Kernels: WGSL put together from parts, and compiled when they are first wanted.
//!
//! A kernel that multiplies is `multiply.wgsl` with three things filled in: how weights are stored, how the sums of lanes are added,
//! and what becomes of the products. Its constants stand above it.

use super::weights::Format;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// What a dispatch does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kernel {
    /// Rows of the embedding.
    Embed(Format),
    /// Norm, then queries, keys and values, turned and put where they belong.
    Turned(Format),
    /// Attention.
    Attend,
    /// A product that is added to the residual stream.
    Added(Format),
    /// Norm, then gate and up, and SwiGLU.
    Gated(Format),
    /// Norm, then logits.
    Logits(Format),
    /// Copies of keys and values.
    Copy,
}

/// How many threads share a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Lanes {
    n: u32,
    by_subgroup: bool,
}

impl Lanes {
    /// For every device.
    const PLAIN: Self = Self { n: 16, by_subgroup: false };

    /// For a device whose subgroups have at least so many threads; `None` if they are too small to be of use.
    pub fn of_subgroups(smallest: u32) -> Option<Self> {
        let n = smallest.min(16);
        (n.is_power_of_two() && n >= 4).then_some(Self { n, by_subgroup: true })
    }
}

/// Tokens that share a reading of the weights.
const TILES: [u32; 3] = [1, 4, 8];

/// Threads of a workgroup; the shaders say the same.
pub(super) const THREADS: u32 = 64;

/// The kernels of a device.
pub(super) struct Programs {
    pub layout: wgpu::BindGroupLayout,
    pipelines: wgpu::PipelineLayout,
    lanes: Cell<Lanes>,
    /// Whether all passes go by the widest tile.
    one_tile: Cell<bool>,
    alter: fn(String) -> String,
    compiled: RefCell<BTreeMap<(Kernel, Lanes, u32), wgpu::ComputePipeline>>,
}

impl Programs {
    pub fn new(device: &wgpu::Device, lanes: Option<Lanes>, alter: fn(String) -> String) -> Self {
        let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
            count: None,
        };
        let read = wgpu::BufferBindingType::Storage { read_only: true };
        let write = wgpu::BufferBindingType::Storage { read_only: false };
        // One layout for all; what a kernel does not use is bound to a buffer of nothing.
        let kinds = [read, wgpu::BufferBindingType::Uniform, read, read, read, read, write, write, read];
        let entries: Vec<_> = (0..).zip(kinds).map(|(binding, ty)| entry(binding, ty)).collect();
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries });
        let pipelines = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let lanes = Cell::new(lanes.unwrap_or(Lanes::PLAIN));
        Self { layout, pipelines, lanes, one_tile: Cell::new(false), alter, compiled: RefCell::default() }
    }

    pub fn uses_subgroups(&self) -> bool {
        self.lanes.get().by_subgroup
    }

    /// Does without something that a device may do wrongly; whether there was something left.
    pub fn simplify(&self) -> bool {
        if self.uses_subgroups() {
            self.lanes.set(Lanes::PLAIN);
            return true;
        }
        !self.one_tile.replace(true)
    }

    /// The number of tokens that share a reading in a pass over so many.
    pub fn tile(&self, n_tokens: u32) -> u32 {
        let [.., widest] = TILES;
        if self.one_tile.get() { widest } else { TILES.into_iter().find(|tile| *tile >= n_tokens).unwrap_or(widest) }
    }

    /// Rows of one workgroup of a kernel that multiplies.
    pub fn rows_per_group(&self) -> u32 {
        THREADS / self.lanes.get().n * 4
    }

    /// A kernel for a pass over so many tokens.
    pub fn pipeline(&self, device: &wgpu::Device, kernel: Kernel, n_tokens: u32) -> wgpu::ComputePipeline {
        // What does not multiply is one for all.
        let multiplies = !matches!(kernel, Kernel::Embed(_) | Kernel::Attend | Kernel::Copy);
        let lanes = if multiplies { self.lanes.get() } else { Lanes::PLAIN };
        let key = (kernel, lanes, if multiplies { self.tile(n_tokens) } else { 1 });
        if let Some(pipeline) = self.compiled.borrow().get(&key) {
            return pipeline.clone();
        }
        let source = (self.alter)(source(kernel, lanes, key.2));
        let module =
            device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source: wgpu::ShaderSource::Wgsl(source.into()) });
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: Some(&self.pipelines),
            module: &module,
            entry_point: Some("main"),
            compilation_options: wgpu::PipelineCompilationOptions { zero_initialize_workgroup_memory: false, ..Default::default() },
            cache: None,
        });
        self.compiled.borrow_mut().insert(key, pipeline.clone());
        pipeline
    }
}

/// The text of a kernel.
fn source(kernel: Kernel, lanes: Lanes, tile: u32) -> String {
    const PASS: &str = include_str!("pass.wgsl");
    let weights = |format| match format {
        Format::F32 => include_str!("weights_f32.wgsl"),
        Format::F16 => include_str!("weights_f16.wgsl"),
        Format::Bf16 => include_str!("weights_bf16.wgsl"),
        Format::Int8 => include_str!("weights_int8.wgsl"),
    };
    let (format, is_normed, put) = match kernel {
        Kernel::Attend => return [PASS, include_str!("attend.wgsl")].concat(),
        Kernel::Copy => return [PASS, include_str!("copy.wgsl")].concat(),
        Kernel::Embed(format) => return [PASS, weights(format), include_str!("embed.wgsl")].concat(),
        Kernel::Turned(format) => (format, true, include_str!("put_turned.wgsl")),
        Kernel::Added(format) => (format, false, include_str!("put_added.wgsl")),
        Kernel::Gated(format) => (format, true, include_str!("put_gated.wgsl")),
        Kernel::Logits(format) => (format, true, include_str!("put_plain.wgsl")),
    };
    // Browsers want to be told; natively the parser knows it without. (wgpu 30 does not ask browsers for subgroups yet.)
    let enable = if lanes.by_subgroup && cfg!(target_arch = "wasm32") { "enable subgroups;\n" } else { "" };
    let constants = format!("const LANES = {}u;\nconst TOKENS = {tile}u;\nconst IS_NORMED = {is_normed};\n", lanes.n);
    let add = if lanes.by_subgroup { include_str!("add_by_subgroup.wgsl") } else { include_str!("add_by_lane.wgsl") };
    [enable, &constants, PASS, weights(format), include_str!("multiply.wgsl"), add, put].concat()
}

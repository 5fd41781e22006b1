//! A look at the graphics processor from a program that has nothing for one: would a pass be faster there?
//!
//! What a pass asks of a device is known before there is a model: so many pieces of work in one submission, so many bytes of weights,
//! and a row of numbers back for each position. This asks for as much, with one small kernel that computes nothing of use, and takes the time. The
//! answer is an estimate. Where it speaks for the device, the page starts the program that has the real kernels, and what that measures counts.
//!
//! All of it happens while files arrive, beside them. Nothing waits for it, and whatever goes wrong means that there is no such processor: an
//! old browser, no adapter, a refusal, no answer within two seconds. A program that stands in for a device is not measured at all.

use decoding_lab::decode::{DeviceTimes, Kernels, PassCosts, is_software_adapter};
use decoding_lab::engine::{Clock, DevicePass, LlamaConfig, ModelPair, SEVERAL, estimate_passes};
use decoding_lab::protocol::Reply;
use js_sys::{Array, Function, Object, Promise, Reflect};
use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::pin::pin;
use std::rc::Rc;
use std::task::Poll;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// A browser that does not answer within this is not waited for.
const PATIENCE_MILLIS: i32 = 2_000;

/// Rounds, after one that is thrown away; the best counts.
const ROUNDS: usize = 3;

/// Passes of one kind are repeated for so long, and at least once.
const SLICE_MILLIS: f64 = 4.0;

/// A clock that stands still must not keep us.
const MAX_REPEATS: u32 = 50;

/// The most memory that weights are given: larger models read it more than once.
const MAX_BYTES: u64 = 128 << 20;

/// Tokens that share a reading of the weights, of each kind of pass, as in the real kernels.
const TILES: [(usize, u32); 2] = [(1, 1), (SEVERAL, 8)];

/// Bytes of weights that a thread reads, about as in the real kernels.
const THREAD_BYTES: u64 = 64;

/// Threads of a workgroup; the shader says the same.
const THREADS: u64 = 64;

/// The most workgroups in one direction.
const MAX_GROUPS: u64 = 65_535;

/// Parts of a buffer that are bound begin at a multiple of this.
const ALIGNMENT: u64 = 256;

/// Vectors of four numbers for each token.
const INPUT_BYTES: u64 = 8 * 64 * 16;

/// What buffers are for, as WebGPU counts it.
mod usage {
    pub const MAP_READ: u32 = 0x1;
    pub const COPY_SRC: u32 = 0x4;
    pub const COPY_DST: u32 = 0x8;
    pub const STORAGE: u32 = 0x80;
}

/// What is found out with one load.
pub struct Scout {
    known: Option<String>,
    clock: Clock,
    findings: Rc<Findings>,
}

/// What is known so far; told once it is whole.
struct Findings {
    post: fn(&Reply),
    /// Passes on the CPU.
    here: RefCell<Option<PassCosts>>,
    /// The adapter's name, and passes there.
    there: RefCell<Option<(String, PassCosts)>>,
    /// A pass of the draft in passes of the target.
    draft_share: Cell<Option<f64>>,
}

impl Scout {
    /// Nothing has been looked at. `known` is the adapter of which all is known.
    pub fn new(known: Option<String>, clock: Clock, post: fn(&Reply)) -> Self {
        let findings = Findings { post, here: RefCell::default(), there: RefCell::default(), draft_share: Cell::default() };
        Self { known, clock, findings: Rc::new(findings) }
    }

    /// Begins, once the target's shape is known. Whether its configuration is any good is found out by whoever builds the model.
    pub fn begin(&self, config_json: &[u8], kernels: Kernels) {
        let Ok(config) = LlamaConfig::parse("", config_json) else { return };
        let (known, clock, findings) = (self.known.clone(), Rc::clone(&self.clock), Rc::clone(&self.findings));
        spawn_local(async move {
            match in_time(look(DevicePass::of(&config), known.as_deref(), &clock)).await {
                Found::Nothing => (findings.post)(&Reply::Scouted { found: None }),
                Found::AsKnown => {}
                Found::Device(name, costs) => {
                    findings.here.replace(estimate_passes(&config, kernels, &clock));
                    findings.there.replace(Some((name, costs)));
                    findings.tell();
                }
            }
        });
    }

    /// The models are there.
    pub fn meets(&self, pair: &ModelPair) {
        self.findings.draft_share.set(Some(pair.draft_share()));
        self.findings.tell();
    }
}

impl Findings {
    fn tell(&self) {
        if let (Some(cpu), Some((device, gpu)), Some(share)) = (&*self.here.borrow(), &*self.there.borrow(), self.draft_share.get()) {
            let draft = cpu.millis(1) * share;
            let times = DeviceTimes { device: device.clone(), is_measured: false, draft, cpu: cpu.clone(), gpu: gpu.clone() };
            (self.post)(&Reply::Scouted { found: Some(times) });
        }
    }
}

/// What came of looking.
enum Found {
    /// Nothing that could compute, or a program that stands in for it.
    Nothing,
    /// The adapter of which all is known.
    AsKnown,
    /// An adapter, and what passes take there.
    Device(String, PassCosts),
}

/// The answer, or none where it takes too long: then all that was asked for is given back.
async fn in_time(answer: impl Future<Output = Option<Found>>) -> Found {
    let mut answer = pin!(answer);
    let mut too_late = pin!(JsFuture::from(Promise::new(&mut |resolve, _reject| after(&resolve, PATIENCE_MILLIS))));
    poll_fn(|context| match (answer.as_mut().poll(context), too_late.as_mut().poll(context)) {
        (Poll::Ready(found), _) => Poll::Ready(found.unwrap_or(Found::Nothing)),
        (Poll::Pending, Poll::Ready(_)) => Poll::Ready(Found::Nothing),
        (Poll::Pending, Poll::Pending) => Poll::Pending,
    })
    .await
}

fn after(call: &Function, millis: i32) {
    let scope: web_sys::DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    // Every worker has timers.
    let _ = scope.set_timeout_with_callback_and_timeout_and_arguments_0(call, millis);
}

/// Asks for the adapter, and measures what it does with a pass. `None` where anything is not as it should be.
async fn look(pass: DevicePass, known: Option<&str>, clock: &Clock) -> Option<Found> {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).ok()?;
    let gpu: WebGpu = there(Reflect::get(&navigator, &"gpu".into()).ok()?)?.unchecked_into();
    let options = object(&[("powerPreference", "high-performance".into())]);
    let adapter: Adapter = there(JsFuture::from(gpu.request_adapter(&options).ok()?).await.ok()?)?.unchecked_into();
    let name = name_of(&adapter);
    if is_fallback(&adapter) || is_software_adapter(&name) {
        return None;
    }
    if known == Some(name.as_str()) {
        return Some(Found::AsKnown);
    }
    let device: Device = there(JsFuture::from(adapter.request_device().ok()?).await.ok()?)?.unchecked_into();
    let costs = measure(&Held(device), pass, clock).await.ok()?;
    Some(Found::Device(name, costs?))
}

/// A device that is given back, however the measurement ends.
struct Held(Device);

impl Drop for Held {
    fn drop(&mut self) {
        // It is gone in any case.
        let _ = self.0.destroy();
    }
}

/// A kind of pass, ready to be handed over.
struct Ready {
    n_positions: usize,
    pipeline: JsValue,
    reader: Buffer,
    n_back: u64,
    best: f64,
}

/// What passes over one and several positions take. An error is whatever the browser throws.
async fn measure(Held(device): &Held, pass: DevicePass, clock: &Clock) -> Result<Option<PassCosts>, JsValue> {
    device.push_error_scope("validation")?;
    let share = (pass.weight_bytes / u64::from(pass.n_dispatches)).next_multiple_of(ALIGNMENT).clamp(ALIGNMENT, MAX_BYTES);
    let n_parts = (MAX_BYTES / share).min(u64::from(pass.n_dispatches));
    let n_groups = share.div_ceil(THREAD_BYTES * THREADS).min(MAX_GROUPS);
    let n_out = (n_groups * THREADS * 8 * 4).max(SEVERAL as u64 * pass.row_bytes);
    let weights = buffer(device, n_parts * share, usage::STORAGE)?;
    let inputs = buffer(device, INPUT_BYTES, usage::STORAGE)?;
    let outputs = buffer(device, n_out, usage::STORAGE | usage::COPY_SRC)?;
    let entry = |binding: u32, of: &Buffer, offset: u64, size: u64| {
        let resource = object(&[("buffer", of.into()), ("offset", (offset as f64).into()), ("size", (size as f64).into())]);
        object(&[("binding", binding.into()), ("resource", resource.into())])
    };
    let mut passes = Vec::new();
    let mut bindings = Vec::new();
    for (n_positions, tile) in TILES {
        let code = format!("const TOKENS = {tile}u;\n{}", include_str!("scout.wgsl"));
        let module = device.create_shader_module(&object(&[("code", code.into())]))?;
        let compute = object(&[("module", module), ("entryPoint", "main".into())]);
        let pipeline: Pipeline =
            device.create_compute_pipeline(&object(&[("layout", "auto".into()), ("compute", compute.into())]))?.unchecked_into();
        let layout = pipeline.get_bind_group_layout(0)?;
        // A layout of its own for each kernel: bindings, too.
        let of_parts = (0..n_parts).map(|part| {
            let entries = [entry(0, &weights, part * share, share), entry(1, &inputs, 0, INPUT_BYTES), entry(2, &outputs, 0, n_out)];
            device.create_bind_group(&object(&[("layout", layout.clone()), ("entries", entries.iter().collect::<Array>().into())]))
        });
        bindings.push(of_parts.collect::<Result<Vec<_>, _>>()?);
        let n_back = n_positions as u64 * pass.row_bytes;
        let reader = buffer(device, n_back, usage::MAP_READ | usage::COPY_DST)?;
        passes.push(Ready { n_positions, pipeline: pipeline.into(), reader, n_back, best: f64::INFINITY });
    }
    for round in 0..=ROUNDS {
        for (ready, bindings) in passes.iter_mut().zip(&bindings) {
            let (started, mut n_passes) = (clock(), 0);
            let millis = loop {
                let encoder = device.create_command_encoder()?;
                let recorded = encoder.begin_compute_pass()?;
                recorded.set_pipeline(&ready.pipeline)?;
                for dispatch in 0..pass.n_dispatches as usize {
                    recorded.set_bind_group(0, &bindings[dispatch % bindings.len()])?;
                    recorded.dispatch_workgroups(n_groups as u32)?;
                }
                recorded.end()?;
                encoder.copy_buffer_to_buffer(&outputs, 0.0, &ready.reader, 0.0, ready.n_back as f64)?;
                device.queue().submit(&Array::of1(&encoder.finish()?))?;
                JsFuture::from(ready.reader.map_async(usage::MAP_READ)?).await?;
                ready.reader.unmap()?;
                n_passes += 1;
                let millis = clock() - started;
                if millis >= SLICE_MILLIS || n_passes == MAX_REPEATS || round == 0 {
                    break millis / f64::from(n_passes);
                }
            };
            if round > 0 {
                ready.best = ready.best.min(millis);
            }
        }
    }
    // A device that refused something had little to do.
    let refused = JsFuture::from(device.pop_error_scope()?).await?;
    let costs = PassCosts::of(passes.iter().map(|ready| (ready.n_positions, ready.best)).collect());
    Ok(costs.filter(|_| refused.is_null()))
}

fn buffer(device: &Device, n_bytes: u64, usage: u32) -> Result<Buffer, JsValue> {
    device.create_buffer(&object(&[("size", (n_bytes as f64).into()), ("usage", usage.into())]))
}

/// What the adapter says of itself.
fn name_of(adapter: &Adapter) -> String {
    let part = |name: &str| Reflect::get(&adapter.info(), &name.into()).ok().and_then(|part| part.as_string());
    let parts = ["vendor", "architecture", "device", "description"].map(part);
    parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Whether the browser itself says that a program stands in; it has said so in two places.
fn is_fallback(adapter: &Adapter) -> bool {
    let says = |of: &JsValue| Reflect::get(of, &"isFallbackAdapter".into()).is_ok_and(|value| value.is_truthy());
    says(adapter) || says(&adapter.info())
}

/// A value that is one.
fn there(value: JsValue) -> Option<JsValue> {
    (!value.is_null() && !value.is_undefined()).then_some(value)
}

fn object(properties: &[(&str, JsValue)]) -> Object {
    let object = Object::new();
    for (name, value) in properties {
        // A fresh object takes any property.
        let _ = Reflect::set(&object, &(*name).into(), value);
    }
    object
}

// As much of WebGPU as this needs. (The library's own declarations are behind a switch for what may still change.)
#[wasm_bindgen]
extern "C" {
    type WebGpu;
    #[wasm_bindgen(method, catch, js_name = requestAdapter)]
    fn request_adapter(this: &WebGpu, options: &Object) -> Result<Promise, JsValue>;

    type Adapter;
    #[wasm_bindgen(method, getter)]
    fn info(this: &Adapter) -> JsValue;
    #[wasm_bindgen(method, catch, js_name = requestDevice)]
    fn request_device(this: &Adapter) -> Result<Promise, JsValue>;

    type Device;
    #[wasm_bindgen(method, getter)]
    fn queue(this: &Device) -> Queue;
    #[wasm_bindgen(method, catch)]
    fn destroy(this: &Device) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch, js_name = pushErrorScope)]
    fn push_error_scope(this: &Device, filter: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch, js_name = popErrorScope)]
    fn pop_error_scope(this: &Device) -> Result<Promise, JsValue>;
    #[wasm_bindgen(method, catch, js_name = createBuffer)]
    fn create_buffer(this: &Device, descriptor: &Object) -> Result<Buffer, JsValue>;
    #[wasm_bindgen(method, catch, js_name = createShaderModule)]
    fn create_shader_module(this: &Device, descriptor: &Object) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, js_name = createComputePipeline)]
    fn create_compute_pipeline(this: &Device, descriptor: &Object) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, js_name = createBindGroup)]
    fn create_bind_group(this: &Device, descriptor: &Object) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, js_name = createCommandEncoder)]
    fn create_command_encoder(this: &Device) -> Result<Encoder, JsValue>;

    type Queue;
    #[wasm_bindgen(method, catch)]
    fn submit(this: &Queue, buffers: &Array) -> Result<(), JsValue>;

    type Buffer;
    #[wasm_bindgen(method, catch, js_name = mapAsync)]
    fn map_async(this: &Buffer, mode: u32) -> Result<Promise, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn unmap(this: &Buffer) -> Result<(), JsValue>;

    type Pipeline;
    #[wasm_bindgen(method, catch, js_name = getBindGroupLayout)]
    fn get_bind_group_layout(this: &Pipeline, index: u32) -> Result<JsValue, JsValue>;

    type Encoder;
    #[wasm_bindgen(method, catch, js_name = beginComputePass)]
    fn begin_compute_pass(this: &Encoder) -> Result<Recorded, JsValue>;
    #[wasm_bindgen(method, catch, js_name = copyBufferToBuffer)]
    fn copy_buffer_to_buffer(this: &Encoder, from: &Buffer, at: f64, to: &Buffer, place: f64, size: f64) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn finish(this: &Encoder) -> Result<JsValue, JsValue>;

    type Recorded;
    #[wasm_bindgen(method, catch, js_name = setPipeline)]
    fn set_pipeline(this: &Recorded, pipeline: &JsValue) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch, js_name = setBindGroup)]
    fn set_bind_group(this: &Recorded, index: u32, bindings: &JsValue) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch, js_name = dispatchWorkgroups)]
    fn dispatch_workgroups(this: &Recorded, x: u32) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn end(this: &Recorded) -> Result<(), JsValue>;
}

//! The one bridge to the worker: starts it, sends requests, hands replies over. Nothing else on
//! the page knows that there is a worker.

use crate::protocol::{Kernels, Reply, Request, decode, encode};
use crate::ui::fetch::meta;
use crate::ui::i18n::t;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{Event, File, MessageEvent, Worker};

/// The worker's script, next to a page that names none.
const WORKER_URL: &str = "./worker_loader.js";

/// The same of the worker that uses relaxed SIMD.
const RELAXED_WORKER_URL: &str = "./worker_relaxed_loader.js";

/// The same of the worker that has the reference.
const REFERENCE_WORKER_URL: &str = "./worker_reference_loader.js";

/// The same of the worker that computes on a graphics processor.
const GPU_WORKER_URL: &str = "./worker_gpu_loader.js";

/// The smallest program with an instruction of relaxed SIMD: one function that gives
/// `f32x4.relaxed_madd` of three vectors of zeros.
const RELAXED_PROBE: [u8; 40] = [
    0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, // a module of version 1
    0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b, // one type: () -> v128
    0x03, 0x02, 0x01, 0x00, // one function, of that type
    0x0a, 0x13, 0x01, 0x11, 0x00, // its body, without locals
    0x41, 0x00, 0xfd, 0x0f, 0x41, 0x00, 0xfd, 0x0f, 0x41, 0x00, 0xfd, 0x0f, // i8x16.splat(0), three times
    0xfd, 0x85, 0x02, 0x0b, // f32x4.relaxed_madd, end
];

/// Whether this browser has relaxed SIMD.
pub fn has_relaxed_simd() -> bool {
    let probe = js_sys::Uint8Array::from(RELAXED_PROBE.as_slice());
    js_sys::WebAssembly::validate(&probe).unwrap_or(false)
}

/// The programs that run models; each is fetched only when it is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerProgram {
    /// The engine, in the build that suits this browser: the one with relaxed SIMD has all other kernels, too.
    Fast,
    /// The one with candle's forward pass in it.
    Reference,
    /// The one that computes on a graphics processor.
    Gpu,
}

impl WorkerProgram {
    /// The program that computes in this way.
    pub fn of(kernels: Kernels) -> Self {
        match kernels {
            Kernels::Reference => Self::Reference,
            _ if kernels.is_on_gpu() => Self::Gpu,
            _ => Self::Fast,
        }
    }

    /// What a release calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fast if has_relaxed_simd() => "worker-relaxed",
            Self::Fast => "worker",
            Self::Reference => "worker-reference",
            Self::Gpu => "worker-gpu",
        }
    }

    /// Its script. A release's page names its workers, whose names change with their content: a cached one of another
    /// release is never met.
    fn url(self) -> String {
        let plain = match self {
            Self::Fast if has_relaxed_simd() => RELAXED_WORKER_URL,
            Self::Fast => WORKER_URL,
            Self::Reference => REFERENCE_WORKER_URL,
            Self::Gpu => GPU_WORKER_URL,
        };
        meta(self.name()).unwrap_or_else(|| plain.to_owned())
    }
}

/// A running worker. Dropping it ends the worker.
pub struct EngineClient {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(Event)>,
}

impl EngineClient {
    /// Starts a worker. Its replies go to `on_reply`; a worker that cannot start, or dies, becomes
    /// [`Reply::Crashed`].
    pub fn start(program: WorkerProgram, on_reply: impl Fn(Reply) + 'static) -> Result<Self, String> {
        let worker = Worker::new(&program.url()).map_err(|_| t("engine-no-worker"))?;
        let on_reply = Rc::new(on_reply);
        let crashed = Rc::new(RefCell::new(false));
        let on_message = {
            let (on_reply, crashed) = (on_reply.clone(), crashed.clone());
            Closure::new(move |event: MessageEvent| {
                let bytes = js_sys::Uint8Array::new(&event.data()).to_vec();
                let reply = decode::<Reply>(&bytes).unwrap_or(Reply::Crashed { message: t("engine-other-version") });
                *crashed.borrow_mut() |= matches!(reply, Reply::Crashed { .. });
                on_reply(reply);
            })
        };
        let on_error = Closure::new(move |event: Event| {
            // A panic reports itself before the error event arrives; say it once.
            event.prevent_default();
            if !*crashed.borrow() {
                *crashed.borrow_mut() = true;
                on_reply(Reply::Crashed { message: t("engine-stopped") });
            }
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Self { worker, _on_message: on_message, _on_error: on_error })
    }

    /// Sends a request, with files that a reader has opened where it is about such. The worker must have said that it is listening.
    pub fn send(&self, request: &Request, files: &[File]) {
        let buffer = js_sys::Uint8Array::from(encode(request).as_slice()).buffer();
        let message = if files.is_empty() {
            buffer.clone().into()
        } else {
            // Of a file only the browser's handle crosses; nobody reads it here.
            let parts = js_sys::Array::of1(&buffer);
            for file in files {
                parts.push(file);
            }
            JsValue::from(parts)
        };
        // A fresh buffer can always be handed over, so this cannot fail; a dead worker swallows it.
        let _ = self.worker.post_message_with_transfer(&message, &js_sys::Array::of1(&buffer));
    }
}

impl Drop for EngineClient {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

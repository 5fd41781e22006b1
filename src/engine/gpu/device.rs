//! A device: asked for, and known to be gone.
//!
//! Whatever goes wrong with it later, an operation that it refuses, memory that it does not have, a driver that restarts, is kept here as
//! its first trouble. From then on nothing more is asked of it.

use super::program::{Lanes, Programs};
use crate::protocol::GpuTrouble;
use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, Waker};

/// Who hears that a device is given up.
type Listener = Box<dyn Fn(&GpuTrouble)>;

/// A graphics processor, ready to compute.
pub struct Gpu {
    pub(super) device: wgpu::Device,
    pub(super) queue: wgpu::Queue,
    pub(super) programs: Programs,
    name: String,
    max_bytes: u64,
    /// The first thing that went wrong, which may be found out on another thread.
    trouble: Arc<Mutex<Option<GpuTrouble>>>,
    is_told: Cell<bool>,
    listener: RefCell<Option<Listener>>,
}

impl Gpu {
    /// Asks for the device that suits best. Natively a program that computes on the CPU may stand in for one; browsers decide for
    /// themselves.
    pub async fn request() -> Result<Rc<Self>, GpuTrouble> {
        Self::request_with(|source| source, u64::MAX).await
    }

    /// The same with programs that are altered on their way to the device, and with buffers of which kernels see so many bytes at
    /// the most: to see what becomes of a device that computes wrongly, or of a small one.
    pub(super) async fn request_with(alter: fn(String) -> String, max_bytes: u64) -> Result<Rc<Self>, GpuTrouble> {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
        descriptor.backends = wgpu::Backends::VULKAN | wgpu::Backends::BROWSER_WEBGPU;
        let instance = wgpu::Instance::new(descriptor);
        let options = wgpu::RequestAdapterOptions { power_preference: wgpu::PowerPreference::HighPerformance, ..Default::default() };
        let adapter = instance.request_adapter(&options).await.map_err(|_| GpuTrouble::NoAdapter)?;
        let (info, has) = (adapter.get_info(), adapter.limits());
        let has_subgroups = adapter.features().contains(wgpu::Features::SUBGROUP);
        // Everybody's limits are enough but for large matrices.
        let required_limits = wgpu::Limits {
            max_buffer_size: has.max_buffer_size,
            max_storage_buffer_binding_size: has.max_storage_buffer_binding_size,
            ..wgpu::Limits::default()
        };
        let required_features = if has_subgroups { wgpu::Features::SUBGROUP } else { wgpu::Features::empty() };
        let descriptor = wgpu::DeviceDescriptor { required_features, required_limits, ..Default::default() };
        let refused = |error: wgpu::RequestDeviceError| GpuTrouble::Refused { detail: error.to_string() };
        let (device, queue) = adapter.request_device(&descriptor).await.map_err(refused)?;

        let trouble: Arc<Mutex<Option<GpuTrouble>>> = Arc::default();
        let keep = Arc::clone(&trouble);
        device.set_device_lost_callback(move |_, detail| first(&keep, GpuTrouble::Lost { detail }));
        let keep = Arc::clone(&trouble);
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| first(&keep, GpuTrouble::Refused { detail: error.to_string() })));
        let lanes = if has_subgroups { Lanes::of_subgroups(info.subgroup_min_size) } else { None };
        let name = [info.name, info.driver].into_iter().find(|name| !name.is_empty()).unwrap_or_else(|| "WebGPU".to_owned());
        let programs = Programs::new(&device, lanes, alter);
        let limits = device.limits();
        let max_bytes = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size).min(max_bytes);
        Ok(Rc::new(Self { device, queue, programs, name, max_bytes, trouble, is_told: Cell::new(false), listener: RefCell::default() }))
    }

    /// What the device calls itself, if it says so.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether threads that run together add up their sums by themselves.
    pub fn uses_subgroups(&self) -> bool {
        self.programs.uses_subgroups()
    }

    /// Does without something that a device may do wrongly: subgroups first, then different numbers of tokens that share a reading of
    /// the weights. Whether there was something left.
    pub fn simplify(&self) -> bool {
        self.programs.simplify()
    }

    /// The most bytes that a kernel sees of one buffer.
    pub(super) fn max_bytes(&self) -> u64 {
        self.max_bytes
    }

    /// Why nothing more is asked of this device, if that is so.
    pub fn trouble(&self) -> Option<GpuTrouble> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Says who is to hear of the first trouble, once.
    pub fn on_trouble(&self, listener: impl Fn(&GpuTrouble) + 'static) {
        self.listener.replace(Some(Box::new(listener)));
    }

    /// Gives the device up, and tells whoever listens. Of several troubles the first counts.
    pub(super) fn give_up(&self, trouble: GpuTrouble) {
        first(&self.trouble, trouble);
        if !self.is_told.replace(true)
            && let (Some(listener), Some(trouble)) = (&*self.listener.borrow(), self.trouble())
        {
            listener(&trouble);
        }
    }

    /// Ends the device, as when a driver takes it away.
    pub fn destroy(&self) {
        self.device.destroy();
    }

    /// The beginning of a buffer that a submission writes, once it has been written. Here alone somebody waits for the device.
    pub(super) async fn read(&self, buffer: &wgpu::Buffer, n_bytes: u64) -> Result<Vec<f32>, GpuTrouble> {
        let slot: Arc<Mutex<Mapped>> = Arc::default();
        let told = Arc::clone(&slot);
        buffer.slice(..n_bytes).map_async(wgpu::MapMode::Read, move |outcome| {
            let mut slot = told.lock().unwrap_or_else(PoisonError::into_inner);
            slot.outcome = Some(outcome.is_ok());
            if let Some(waker) = slot.waker.take() {
                waker.wake();
            }
        });
        // Natively nobody else would look after the device; in a browser this does nothing, and the browser does.
        let polled = self.device.poll(wgpu::PollType::wait_indefinitely());
        let arrives = poll_fn(|context| {
            let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
            match slot.outcome {
                Some(is_mapped) => Poll::Ready(is_mapped),
                None => {
                    slot.waker = Some(context.waker().clone());
                    Poll::Pending
                }
            }
        });
        let is_there = polled.is_ok() && arrives.await;
        if let Some(trouble) = self.trouble() {
            return Err(trouble);
        }
        let lost = || GpuTrouble::Lost { detail: "nothing can be read from it".to_owned() };
        if !is_there {
            return Err(lost());
        }
        let view = buffer.slice(..n_bytes).get_mapped_range().map_err(|_| lost())?;
        let numbers = view.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        drop(view);
        buffer.unmap();
        Ok(numbers)
    }
}

impl Drop for Gpu {
    /// In a browser, what a device holds comes back when somebody says so, or much later.
    fn drop(&mut self) {
        self.device.destroy();
    }
}

/// What has come of mapping a buffer.
#[derive(Default)]
struct Mapped {
    outcome: Option<bool>,
    waker: Option<Waker>,
}

/// Keeps the first trouble.
fn first(kept: &Mutex<Option<GpuTrouble>>, trouble: GpuTrouble) {
    kept.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(trouble);
}

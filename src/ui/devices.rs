//! Which device computes where nobody has chosen: what is known of this device's graphics processor, remembered from visit to visit,
//! and what the lab on screen needs it for. The rule itself is in [`crate::decode::DeviceTimes`].

use crate::decode::{Device, DeviceRecord, DeviceTimes, Job, Kernels};
use crate::protocol::GpuFacts;
use crate::ui::memory;
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;

/// Where a browser remembers it.
const DEVICE_KEY: &str = "decoding-lab-device";

/// What is known of devices. Copies share the same signals.
#[derive(Clone, Copy)]
pub struct Devices {
    record: RwSignal<Option<DeviceRecord>>,
    job: RwSignal<Job>,
    /// The models that are run, and the CPU's ways to compute them.
    of: StoredValue<(String, Vec<Kernels>)>,
}

impl Devices {
    /// Nothing is known yet. `ways` are the CPU's ways to compute that this browser has.
    pub fn new(ways: Vec<Kernels>) -> Self {
        Self { record: RwSignal::new(None), job: RwSignal::new(Job::OneByOne), of: StoredValue::new((String::new(), ways)) }
    }

    /// From now on these models are run. What an earlier visit has found about them in this browser is known again.
    pub fn run_models(self, models: &str) {
        let (before, ways) = self.of.get_value();
        if before != models {
            let record = memory::recall(DEVICE_KEY).and_then(|json| DeviceRecord::from_json(&json, models, &ways));
            self.record.set(record);
            self.of.set_value((models.to_owned(), ways));
        }
    }

    /// What passes take on both devices, where there are two that are of use.
    pub fn times(self) -> Option<DeviceTimes> {
        self.record.with(|record| record.as_ref()?.times.clone())
    }

    /// What the lab on screen does.
    pub fn job(self) -> Job {
        self.job.get()
    }

    /// Another lab is on screen, or does something else.
    pub fn work_for(self, job: Job) {
        if self.job.get_untracked() != job {
            self.job.set(job);
        }
    }

    /// The device for that.
    pub fn pick(self) -> Device {
        self.record.with(|record| record.as_ref().map_or(Device::Cpu, |record| record.pick(self.job())))
    }

    /// The adapter of which all is known.
    pub fn known_adapter(self) -> Option<String> {
        self.record.with_untracked(|record| Some(record.as_ref()?.adapter.clone()))
    }

    /// A look at the graphics processor has come to this.
    pub fn found(self, found: Option<&DeviceTimes>) {
        let (models, ways) = self.of.get_value();
        let record = found.map(|times| DeviceRecord { adapter: times.device.clone(), models, ways, times: Some(times.clone()) });
        self.keep(record.as_ref());
        self.record.set(record);
    }

    /// Passes themselves have been measured. What an adapter calls itself where it is looked at is not what it does here; one that nobody has
    /// looked at is not remembered.
    pub fn measured(self, facts: &GpuFacts) {
        let Some(times) = facts.times() else { return };
        let looked_at = self.record.get_untracked();
        let (models, ways) = self.of.get_value();
        let adapter = looked_at.as_ref().map_or_else(|| times.device.clone(), |record| record.adapter.clone());
        let record = Some(DeviceRecord { adapter, models, ways, times: Some(times) });
        if looked_at.is_some() {
            self.keep(record.as_ref());
        }
        self.record.set(record);
    }

    /// A device that looked well is of no use. `for_good` is so until another one is there.
    pub fn failed(self, for_good: bool) {
        let record = self.record.get_untracked().map(|record| DeviceRecord { times: None, ..record });
        if for_good {
            self.keep(record.as_ref());
        }
        self.record.set(record);
    }

    /// Where it cannot be kept, the next visit looks again, no more.
    fn keep(self, record: Option<&DeviceRecord>) {
        match record {
            Some(record) => {
                let _ = memory::remember(DEVICE_KEY, &record.to_json());
            }
            None => memory::forget(DEVICE_KEY),
        }
    }
}

/// Whether the browser has an adapter for WebGPU, be it a program. It is given a second to say so.
pub async fn has_adapter() -> bool {
    let asked = async {
        let gpu = js_sys::Reflect::get(&window().navigator(), &"gpu".into()).ok()?;
        let request: js_sys::Function = js_sys::Reflect::get(&gpu, &"requestAdapter".into()).ok()?.dyn_into().ok()?;
        let asked: js_sys::Promise = request.call0(&gpu).ok()?.dyn_into().ok()?;
        let too_late = js_sys::Promise::new(&mut |resolve, _reject| {
            // Without a timer the browser's own answer is all there is.
            let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, ADAPTER_MILLIS);
        });
        let first = js_sys::Promise::race(&js_sys::Array::of2(&asked, &too_late));
        wasm_bindgen_futures::JsFuture::from(first).await.ok()
    };
    asked.await.is_some_and(|adapter| adapter.is_object())
}

/// How long a browser may think about whether it has an adapter.
const ADAPTER_MILLIS: i32 = 1_000;

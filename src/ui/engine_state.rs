//! The engine as every lab sees it: one worker, what it is doing, and who hears its replies.

mod models;

use crate::decode::{Device, Fault, KernelPick, ModelFacts, Notice, PairFacts, Vocabulary};
use crate::protocol::{DraftKitAddresses, GpuFacts, Kernels, Reply, Request, RunId};
use crate::ui::devices::Devices;
use crate::ui::engine_client::{EngineClient, WorkerProgram, has_relaxed_simd};
use crate::ui::fetch::folder;
use crate::ui::i18n::{t, t_args};
use crate::ui::link_words::link_notice;
use crate::ui::memory;
use crate::ui::pair_choice::{POOR, PairChoice};
use crate::ui::state::RunSource;
use crate::ui::url::{joined, value_of};
use crate::ui::words;
use leptos::prelude::*;
use std::rc::Rc;
use std::sync::Arc;
use web_sys::File;

pub use self::models::Models;

/// Texts that some way to draft counts: a folder beside those of the models.
const WRITTEN: &str = "written";

/// A worker that owes an answer and has been silent for this long is offered a restart.
const SILENCE_MILLIS: f64 = 10_000.0;

/// What the worker is doing.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineStatus {
    /// Being started.
    Starting,
    /// Fetching models.
    Loading {
        /// Bytes that have arrived.
        loaded_bytes: u64,
        /// Bytes in all, if known.
        total_bytes: Option<u64>,
    },
    /// Ready to run.
    Ready {
        /// The models.
        pair: PairFacts,
        /// How long fetching and building took.
        load_millis: f64,
        /// How they are computed.
        kernels: Kernels,
    },
    /// The models could not be loaded.
    Failed(String),
    /// The worker is gone.
    Crashed(String),
}

type Listener = Rc<dyn Fn(&Reply)>;

/// The worker, shared by all labs. Copies share the same signals.
#[derive(Clone, Copy)]
pub struct Engine {
    /// What it is doing.
    pub status: RwSignal<EngineStatus>,
    /// The tokens' texts, once the models are there.
    pub vocabulary: RwSignal<Option<Arc<Vocabulary>>>,
    /// Messages for the reader, until dismissed.
    pub notices: RwSignal<Vec<String>>,
    /// Which models are wanted.
    pub models: Models,
    /// How the models are to be computed.
    pub kernels: RwSignal<Kernels>,
    /// What this device was found to be best at, now or at an earlier visit; until then, nothing.
    pub pick: RwSignal<Option<KernelPick>>,
    /// The graphics processor that computes, while one does.
    pub gpu: RwSignal<Option<GpuFacts>>,
    /// What is known of devices, and what the lab on screen needs them for.
    pub devices: Devices,
    /// Whether `kernels` was asked for, by an address or by hand: then nobody picks.
    is_chosen: StoredValue<bool>,
    /// The program that the worker runs, if there is one.
    program: StoredValue<Option<WorkerProgram>>,
    /// Why what was asked for last could not be done, until something else is asked.
    pub trouble: RwSignal<Option<String>>,
    /// The browser's cache that keeps the models' files, if one does.
    keep_in: StoredValue<Option<String>>,
    /// Whether anything on screen has asked for models yet: texts to read load none.
    is_needed: StoredValue<bool>,
    /// Whether an answer is owed.
    owes: StoredValue<bool>,
    last_reply_millis: StoredValue<f64>,
    last_id: StoredValue<u32>,
    client: StoredValue<Option<EngineClient>, LocalStorage>,
    listeners: StoredValue<Vec<Listener>, LocalStorage>,
}

impl Engine {
    /// An engine that has not been started.
    pub fn new(notices: Vec<String>) -> Self {
        let pick = remembered_pick();
        Self {
            status: RwSignal::new(EngineStatus::Starting),
            vocabulary: RwSignal::new(None),
            notices: RwSignal::new(notices),
            models: Models::new(),
            kernels: RwSignal::new(usual_kernels(pick.as_ref())),
            pick: RwSignal::new(pick),
            gpu: RwSignal::new(None),
            devices: Devices::new(f32_kernels().collect()),
            is_chosen: StoredValue::new(false),
            program: StoredValue::new(None),
            trouble: RwSignal::new(None),
            keep_in: StoredValue::new(None),
            is_needed: StoredValue::new(false),
            owes: StoredValue::new(false),
            last_reply_millis: StoredValue::new(0.0),
            last_id: StoredValue::new(0),
            client: StoredValue::new_local(None),
            listeners: StoredValue::new_local(Vec::new()),
        }
    }

    /// Lets a lab hear every reply, after the engine's own state has changed with it.
    pub fn listen(self, listener: impl Fn(&Reply) + 'static) {
        self.listeners.update_value(|listeners| listeners.push(Rc::new(listener)));
    }

    /// Starts the worker for the first who needs models; whoever comes later finds it there.
    pub fn need(self) {
        if !self.is_needed.get_value() {
            self.start();
        }
    }

    /// Starts the worker that computes as is wanted, in place of one that may be there; then the models load.
    pub fn start(self) {
        self.is_needed.set_value(true);
        self.client.set_value(None);
        self.owes.set_value(false);
        self.status.set(EngineStatus::Starting);
        self.devices.run_models(&self.models.choice.with_untracked(PairChoice::fingerprint));
        if !self.is_chosen.get_value() {
            self.kernels.set(untrack(|| self.usual()));
        }
        let program = WorkerProgram::of(self.kernels.get_untracked());
        self.program.set_value(Some(program));
        match EngineClient::start(program, move |reply| self.on_reply(reply)) {
            Ok(client) => self.client.set_value(Some(client)),
            Err(message) => self.status.set(EngineStatus::Failed(message)),
        }
    }

    /// Tries again what failed. A worker that is there goes on with what has arrived; else a new one starts.
    pub fn retry(self) {
        let has_failed = self.status.with_untracked(|status| matches!(status, EngineStatus::Failed(_)));
        if has_failed && self.client.with_value(Option::is_some) { self.load() } else { self.start() }
    }

    /// Loads the models anew, if they are there.
    pub fn load_again(self) {
        if self.is_ready() {
            self.load();
        }
    }

    /// Says which cache is to keep the models' files, from the next load on.
    pub fn keep_in(self, cache: Option<String>) {
        self.keep_in.set_value(cache);
    }

    /// Takes from an address which models are wanted, and how they are to be computed; before the start.
    pub fn read_address(self, query: &str) {
        self.read_models(query);
        let Some(given) = value_of(query.trim_start_matches('?'), "kernels") else { return };
        match Kernels::of_name(&given).filter(|kernels| all_kernels().any(|known| known == *kernels)) {
            Some(kernels) => {
                self.is_chosen.set_value(true);
                self.kernels.set(kernels);
            }
            None => {
                // What the notice says is used is used: nothing else is picked behind its back.
                self.is_chosen.set_value(true);
                let notice = Notice::unknown_choice("kernels", &given, self.kernels.get_untracked().name());
                self.notify(link_notice(&notice));
            }
        }
    }

    /// What an address has to say of it: the models, unless they are the usual ones, and how the models are computed, where somebody has
    /// chosen something else than what suits this device and the lab on screen.
    pub fn query(self) -> String {
        let kernels = self.kernels.get();
        let is_usual = kernels == self.usual() || !self.is_chosen.get_value();
        let of_kernels = if is_usual { String::new() } else { format!("kernels={}", kernels.name()) };
        joined([self.models.choice.with(|choice| choice.query()), of_kernels])
    }

    /// The way in f32 that suits this device and the lab on screen.
    fn usual(self) -> Kernels {
        match self.devices.pick() {
            Device::Gpu => Kernels::Gpu,
            Device::Cpu => self.pick.with(|pick| usual_kernels(pick.as_ref())),
        }
    }

    /// Whether the worker runs on a device that is not the one that suits.
    fn is_on_the_other_device(self) -> bool {
        let suits = WorkerProgram::of(untrack(|| self.usual()));
        self.program.get_value().is_some_and(|program| (program == WorkerProgram::Gpu) != (suits == WorkerProgram::Gpu))
    }

    /// Whether the way to compute was asked for, so that nobody picks.
    pub fn is_chosen(self) -> bool {
        self.is_chosen.get_value()
    }

    /// Leaves it to be picked again, as it was before somebody tried something.
    pub fn leave_to_pick(self) {
        self.is_chosen.set_value(false);
    }

    /// Computes the models in another way from now on: they are loaded anew, and a run under way ends. What is on
    /// screen stays until the next run replaces it.
    pub fn choose_kernels(self, kernels: Kernels) {
        self.is_chosen.set_value(true);
        let before = self.kernels.get_untracked();
        if before == kernels {
            return;
        }
        self.kernels.set(kernels);
        let has_worker = self.client.with_value(Option::is_some);
        // Not what computed last: where a graphics processor has failed, its program computes on the CPU.
        if has_worker && self.program.get_value() != Some(WorkerProgram::of(kernels)) {
            self.replace_worker();
        } else if !self.status.with_untracked(|status| matches!(status, EngineStatus::Starting | EngineStatus::Crashed(_))) {
            // A worker that is still starting is told when it listens; one that is gone, when it is started again.
            self.load();
        }
    }

    /// Starts the other program in place of the one that runs.
    fn replace_worker(self) {
        self.start();
        // For the labs it is as if theirs had crashed: whatever they wait for will not come. They tell the two apart by
        // the status, if they have to.
        self.tell(&Reply::Crashed { message: String::new() });
    }

    fn load(self) {
        self.gpu.set(None);
        self.devices.run_models(&self.models.choice.with_untracked(PairChoice::fingerprint));
        // Chosen or picked before; else the worker measures what suits this device.
        let is_on_gpu = self.program.get_value() == Some(WorkerProgram::Gpu);
        let is_settled = self.is_chosen.get_value() || is_on_gpu || self.pick.with_untracked(Option::is_some);
        if !self.is_chosen.get_value() && !is_on_gpu {
            self.request(&Request::Scout { known: self.devices.known_adapter() });
        }
        let kernels = is_settled.then(|| self.kernels.get_untracked());
        let (request, files) = self.load_request(kernels);
        self.request_with(&request, &files);
        self.status.set(EngineStatus::Loading { loaded_bytes: 0, total_bytes: None });
    }

    /// Where what other ways to draft need is, and the cache that keeps it.
    pub fn draft_kit(self) -> (DraftKitAddresses, Option<String>) {
        let heads = self.models.choice.with_untracked(PairChoice::heads);
        let [poor, heads, written] = [POOR, heads, WRITTEN].map(|name| format!("{}/{name}", folder("models")));
        (DraftKitAddresses { poor, heads, written }, self.keep_in.get_value())
    }

    /// Whether the models are there.
    pub fn is_ready(self) -> bool {
        self.status.with_untracked(|status| matches!(status, EngineStatus::Ready { .. }))
    }

    /// Whether a lab that comes on screen should make anew what it shows of a target: what was recorded earlier, and what was
    /// computed by another model or in another way than now.
    pub fn is_outdated(self, source: RunSource, target: &ModelFacts) -> bool {
        self.is_outdated_unless(source, |pair| pair.target == *target)
    }

    /// The same of a pair.
    pub fn is_pair_outdated(self, source: RunSource, shown: &PairFacts) -> bool {
        self.is_outdated_unless(source, |pair| pair.target == shown.target && pair.draft == shown.draft)
    }

    fn is_outdated_unless(self, source: RunSource, is_same: impl Fn(&PairFacts) -> bool) -> bool {
        let is_from_others = || self.status.with_untracked(|status| matches!(status, EngineStatus::Ready { pair, .. } if !is_same(pair)));
        source == RunSource::Recorded || (source == RunSource::Live && is_from_others())
    }

    /// A number that no request has had.
    pub fn next_id(self) -> RunId {
        self.last_id.update_value(|last| *last += 1);
        RunId(self.last_id.get_value())
    }

    /// Sends a request that will be answered.
    pub fn request(self, request: &Request) {
        self.request_with(request, &[]);
    }

    /// The same, with files handed over beside it.
    fn request_with(self, request: &Request, files: &[File]) {
        self.owes.set_value(true);
        self.trouble.set(None);
        self.last_reply_millis.set_value(now_millis());
        self.client.with_value(|client| {
            if let Some(client) = client {
                client.send(request, files);
            }
        });
    }

    /// What was asked for last could not be done.
    pub fn could_not(self, fault: &Fault) {
        self.trouble.set(Some(words::fault(fault)));
    }

    /// The last answer to what a lab has asked has come, or is no longer waited for. That of a load is waited for still.
    pub fn answered(self) {
        if !self.status.with_untracked(|status| matches!(status, EngineStatus::Loading { .. })) {
            self.owes.set_value(false);
        }
    }

    /// Looks after a worker that owes an answer; called now and then.
    pub fn watch(self) {
        if self.owes.get_value() && now_millis() - self.last_reply_millis.get_value() > SILENCE_MILLIS + self.models.patience_millis() {
            self.on_reply(Reply::Crashed { message: t("notice-worker-silent") });
        }
        // Between runs, never within one.
        if !self.owes.get_value() && self.is_ready() && !self.is_chosen.get_value() && self.is_on_the_other_device() {
            self.replace_worker();
        }
    }

    /// Takes in what a reply says of devices. Where that speaks for the other one and nobody has chosen, the page goes on there, before anything
    /// has run here; then nobody else hears of the reply.
    fn goes_elsewhere(self, reply: &Reply) -> bool {
        let is_picked = !self.is_chosen.get_value();
        let is_trial = is_picked && self.program.get_value() == Some(WorkerProgram::Gpu) && !self.is_ready();
        match reply {
            Reply::Scouted { found } => {
                self.devices.found(found.as_ref());
                return true;
            }
            Reply::Ready { gpu: Some(facts), .. } => self.devices.measured(facts),
            Reply::Ready { .. } => {}
            Reply::GpuGone { .. } if is_trial => self.devices.failed(true),
            // Its program may only be out of reach.
            Reply::Crashed { .. } if is_trial => self.devices.failed(false),
            _ => return false,
        }
        let goes = is_picked && self.is_on_the_other_device();
        if goes {
            self.start();
        }
        goes
    }

    /// Says something to the reader.
    pub fn notify(self, message: String) {
        self.notices.update(|notices| {
            if !notices.contains(&message) {
                notices.push(message);
            }
        });
    }

    /// Says so where the browser did not let the page save a file.
    pub fn report_saving(self, outcome: Result<(), wasm_bindgen::JsValue>) {
        if outcome.is_err() {
            self.notify(t("notice-not-saved"));
        }
    }

    /// Says so where a replay refused what the worker had sent.
    pub fn report_mismatch(self, refused: Option<impl std::fmt::Display>) {
        if let Some(mismatch) = refused {
            self.notify(t_args("notice-mismatch", &[("what", mismatch.to_string().into())]));
        }
    }

    fn on_reply(self, reply: Reply) {
        self.last_reply_millis.set_value(now_millis());
        if self.goes_elsewhere(&reply) {
            return;
        }
        match &reply {
            Reply::Listening => self.load(),
            Reply::Loading { loaded_bytes, total_bytes, .. } => {
                self.status.set(EngineStatus::Loading { loaded_bytes: *loaded_bytes, total_bytes: *total_bytes });
            }
            Reply::GpuGone { trouble, kernels } => {
                self.notify(words::gpu_gone(trouble));
                self.gpu.set(None);
                // Unless something else has been chosen meanwhile.
                if WorkerProgram::of(self.kernels.get_untracked()) == WorkerProgram::Gpu {
                    self.kernels.set(*kernels);
                }
                self.status.update(|status| {
                    if let EngineStatus::Ready { pair, kernels: running, .. } = status {
                        *running = *kernels;
                        if pair.draft == pair.target {
                            pair.draft.kernels = Some(*kernels); // It is the target itself.
                        }
                        pair.target.kernels = Some(*kernels);
                    }
                });
            }
            // Another pair has been chosen meanwhile; its own answer follows.
            Reply::Ready { pair, .. } if !self.models.are(pair) => return,
            Reply::Ready { pair, vocabulary, load_millis, kernels, pick, gpu } => {
                self.owes.set_value(false);
                self.models.settle(self.vocabulary.with_untracked(|before| before.as_ref().is_some_and(|before| **before != *vocabulary)));
                self.gpu.set(gpu.clone());
                if let Some(pick) = pick {
                    // Where it cannot be kept, the next visit measures again, no more.
                    let _ = memory::remember(PICK_KEY, &pick.to_json());
                    self.pick.set(Some(pick.clone()));
                    // Unless somebody has chosen meanwhile.
                    if !self.is_chosen.get_value() {
                        self.kernels.set(*kernels);
                    }
                }
                self.vocabulary.set(Some(Arc::new(vocabulary.clone())));
                self.status.set(EngineStatus::Ready { pair: pair.clone(), load_millis: *load_millis, kernels: *kernels });
            }
            Reply::Failed { run: None, fault } => {
                self.owes.set_value(false);
                let message = words::fault(fault);
                if self.models.give_way(&message) {
                    self.load();
                } else {
                    self.status.set(EngineStatus::Failed(message));
                }
            }
            Reply::Failed { run: Some(_), .. } => self.answered(),
            Reply::Crashed { message } => {
                self.owes.set_value(false);
                self.client.set_value(None);
                if self.models.give_way(message) {
                    self.start();
                } else {
                    self.status.set(EngineStatus::Crashed(message.clone()));
                }
            }
            _ => {}
        }
        self.tell(&reply);
    }

    fn tell(self, reply: &Reply) {
        for listener in self.listeners.get_value() {
            listener(reply);
        }
    }
}

/// Where a browser remembers what suits the device, so that a reload does not tell another story.
const PICK_KEY: &str = "decoding-lab-kernels";

/// What was picked at an earlier visit, if this browser still has the same ways to compute.
fn remembered_pick() -> Option<KernelPick> {
    // Where nothing is remembered, each visit measures.
    let pick = KernelPick::from_json(&memory::recall(PICK_KEY)?)?;
    pick.is_among(f32_kernels()).then_some(pick)
}

/// The engine's ways to compute in f32 that this browser has.
fn f32_kernels() -> impl Iterator<Item = Kernels> {
    all_kernels().filter(|kernels| matches!(kernels, Kernels::Scalar | Kernels::Simd | Kernels::RelaxedSimd))
}

/// The way to compute in f32 that suits this device: what was picked here, or what is the best as a rule.
fn usual_kernels(pick: Option<&KernelPick>) -> Kernels {
    pick.map_or_else(best_kernels, |pick| pick.picked)
}

/// The way to compute in f32 that is the fastest as a rule, and in this browser.
fn best_kernels() -> Kernels {
    if has_relaxed_simd() { Kernels::RelaxedSimd } else { Kernels::Simd }
}

/// Every way to compute that this browser has.
pub fn all_kernels() -> impl Iterator<Item = Kernels> {
    let has_relaxed = has_relaxed_simd();
    Kernels::ALL.iter().map(|(kernels, _)| *kernels).filter(move |kernels| has_relaxed || *kernels != Kernels::RelaxedSimd)
}

/// Milliseconds since the page was opened.
pub fn now_millis() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

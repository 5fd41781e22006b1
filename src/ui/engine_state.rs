//! The engine as every lab sees it: one worker, what it is doing, and who hears its replies.

use crate::decode::{ModelFacts, Notice, PairFacts, Vocabulary};
use crate::protocol::{Kernels, Reply, Request, RunId};
use crate::ui::engine_client::{EngineClient, has_relaxed_simd};
use crate::ui::i18n::{t, t_args};
use crate::ui::state::RunSource;
use crate::ui::url::value_of;
use leptos::prelude::*;
use std::rc::Rc;
use std::sync::Arc;

/// The pair that the page runs: folders next to the page.
const TARGET_URL: &str = "models/target-1.8m";
const DRAFT_URL: &str = "models/draft-0.25m";

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
    /// How the models are to be computed.
    pub kernels: RwSignal<Kernels>,
    /// Why what was asked for last could not be done, until something else is asked.
    pub trouble: RwSignal<Option<String>>,
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
        Self {
            status: RwSignal::new(EngineStatus::Starting),
            vocabulary: RwSignal::new(None),
            notices: RwSignal::new(notices),
            kernels: RwSignal::new(best_kernels()),
            trouble: RwSignal::new(None),
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

    /// Starts the worker, or starts it anew; then the models load.
    pub fn start(self) {
        self.is_needed.set_value(true);
        self.client.set_value(None);
        self.owes.set_value(false);
        self.status.set(EngineStatus::Starting);
        match EngineClient::start(move |reply| self.on_reply(reply)) {
            Ok(client) => self.client.set_value(Some(client)),
            Err(message) => self.status.set(EngineStatus::Failed(message)),
        }
    }

    /// Takes from an address how the models are to be computed; before the start.
    pub fn read_address(self, query: &str) {
        let Some(given) = value_of(query.trim_start_matches('?'), "kernels") else { return };
        match Kernels::of_name(&given).filter(|kernels| all_kernels().any(|known| known == *kernels)) {
            Some(kernels) => self.kernels.set(kernels),
            None => self.notify(Notice::unknown_choice("kernels", &given, best_kernels().name()).to_string()),
        }
    }

    /// What an address has to say of it: nothing, unless it is something else than the fastest way in f32.
    pub fn query(self) -> String {
        let kernels = self.kernels.get();
        if kernels == best_kernels() { String::new() } else { format!("kernels={}", kernels.name()) }
    }

    /// Computes the models in another way from now on: they are loaded anew, and a run under way ends. What is on
    /// screen stays until the next run replaces it.
    pub fn choose_kernels(self, kernels: Kernels) {
        if self.kernels.get_untracked() == kernels {
            return;
        }
        self.kernels.set(kernels);
        // A worker that is still starting is told when it listens; one that is gone, when it is started again.
        if !self.status.with_untracked(|status| matches!(status, EngineStatus::Starting | EngineStatus::Crashed(_))) {
            self.load();
        }
    }

    fn load(self) {
        let kernels = Some(self.kernels.get_untracked());
        self.request(&Request::Load { target: TARGET_URL.to_owned(), draft: DRAFT_URL.to_owned(), kernels });
        self.status.set(EngineStatus::Loading { loaded_bytes: 0, total_bytes: None });
    }

    /// Whether the models are there.
    pub fn is_ready(self) -> bool {
        self.status.with_untracked(|status| matches!(status, EngineStatus::Ready { .. }))
    }

    /// Whether a lab that comes on screen should make anew what it shows: what was recorded earlier, and what was
    /// computed in another way than now.
    pub fn is_outdated(self, source: RunSource, target: &ModelFacts) -> bool {
        let is_from_others =
            || self.status.with_untracked(|status| matches!(status, EngineStatus::Ready { pair, .. } if pair.target != *target));
        source == RunSource::Recorded || (source == RunSource::Live && is_from_others())
    }

    /// A number that no request has had.
    pub fn next_id(self) -> RunId {
        self.last_id.update_value(|last| *last += 1);
        RunId(self.last_id.get_value())
    }

    /// Sends a request that will be answered.
    pub fn request(self, request: &Request) {
        self.owes.set_value(true);
        self.trouble.set(None);
        self.last_reply_millis.set_value(now_millis());
        self.client.with_value(|client| {
            if let Some(client) = client {
                client.send(request);
            }
        });
    }

    /// The last answer to what was asked has come.
    pub fn answered(self) {
        self.owes.set_value(false);
    }

    /// Looks after a worker that owes an answer; called now and then.
    pub fn watch(self) {
        if self.owes.get_value() && now_millis() - self.last_reply_millis.get_value() > SILENCE_MILLIS {
            self.on_reply(Reply::Crashed { message: t("notice-worker-silent") });
        }
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
        match &reply {
            Reply::Listening => self.load(),
            Reply::Loading { loaded_bytes, total_bytes, .. } => {
                self.status.set(EngineStatus::Loading { loaded_bytes: *loaded_bytes, total_bytes: *total_bytes });
            }
            Reply::Ready { pair, vocabulary, load_millis, kernels } => {
                self.answered();
                self.vocabulary.set(Some(Arc::new(vocabulary.clone())));
                self.status.set(EngineStatus::Ready { pair: pair.clone(), load_millis: *load_millis, kernels: *kernels });
            }
            Reply::Failed { run: None, message } => {
                self.answered();
                self.status.set(EngineStatus::Failed(message.clone()));
            }
            Reply::Failed { run: Some(_), .. } => self.answered(),
            Reply::Crashed { message } => {
                self.answered();
                self.client.set_value(None);
                self.status.set(EngineStatus::Crashed(message.clone()));
            }
            _ => {}
        }
        for listener in self.listeners.get_value() {
            listener(&reply);
        }
    }
}

/// The fastest way to compute in f32 that this browser has.
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

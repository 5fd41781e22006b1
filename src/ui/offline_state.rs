//! What the browser keeps of the page for use without a network, and what the page says of it.
//!
//! Two parties keep files. The service worker (`scripts/service-worker.js`) keeps a release whole: page, programs,
//! recorded examples. The models' worker keeps the models' files. Here is who asks them to, looks how far they are, holds
//! the locks that say which caches this page needs, and announces a new release. Without either of them the page runs as
//! well: it says what is missing, and fetches everything again at the next visit.

use crate::protocol::Reply;
use crate::ui::app::show_dialog;
use crate::ui::engine_client::WorkerProgram;
use crate::ui::engine_state::Engine;
use crate::ui::fetch::meta;
use crate::ui::i18n::{t, t_args};
use crate::ui::memory;
use crate::ui::route::Frame;
use crate::ui::words;
use js_sys::{Array, Function, Object, Promise, Reflect};
use leptos::html::Dialog;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::time::Duration;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Cache, CacheStorage, MessageChannel, MessageEvent, Response, ServiceWorker, ServiceWorkerContainer, ServiceWorkerRegistration,
    ServiceWorkerState,
};

/// Whether the reader has cleared what was kept, and wants nothing kept.
const CHOICE_KEY: &str = "decoding-lab-keep";
const CHOICE_NO: &str = "no";

/// Names of our caches begin so, as scripts/service-worker.js has it.
const OURS: &str = "decoding-lab";

/// The page's files are kept once the models are there, or after this long.
const PATIENCE: Duration = Duration::from_secs(20);

/// The home page's are kept after this long: what it shows comes first.
const HOME_PATIENCE: Duration = Duration::from_secs(4);

/// How often a page that stays open asks for a new release.
const LOOK_AGAIN: Duration = Duration::from_secs(3600);

/// A new release that has not taken over after this long is met by loading the page anew.
const TAKE_OVER: Duration = Duration::from_secs(3);

/// Why nothing is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// Plain http at an address that is not this device's own.
    NotSecure,
    /// No service workers, or none in this kind of window.
    NoServiceWorker,
    /// The browser did not let the page keep files.
    Refused(String),
    /// A frame in another page.
    Embedded,
    /// A build without a release's name.
    Development,
    /// The reader wants it so.
    SwitchedOff,
}

/// The page's own files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageFiles {
    /// Not yet; it waits for the models.
    Waiting,
    /// On their way.
    Arriving,
    /// All of them.
    Kept,
    /// None of them.
    NotKept(Hindrance),
}

/// The models' files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelsFiles {
    /// Not yet.
    Waiting,
    /// All of them.
    Kept,
    /// Not all of them, and why.
    NotKept(String),
}

/// What is stored, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stored {
    /// Page, programs, recorded examples: of this release, and of one that still runs or waits.
    pub page_bytes: u64,
    /// The models.
    pub models_bytes: u64,
    /// How much more the browser lets this site store, if it says.
    pub free_bytes: Option<u64>,
}

/// Whether the page opens and runs without a network, and that in words.
pub fn readiness(page: &PageFiles, models: &ModelsFiles) -> (bool, String) {
    match (page, models) {
        (PageFiles::NotKept(hindrance), _) => (false, hindrance.words()),
        (_, ModelsFiles::NotKept(problem)) => (false, t_args("offline-models-not-kept", &[("why", problem.clone().into())])),
        (PageFiles::Waiting, _) => (false, t("offline-waiting")),
        (PageFiles::Arriving, _) => (false, t("offline-arriving")),
        (PageFiles::Kept, ModelsFiles::Waiting) => (false, t("offline-page-only")),
        (PageFiles::Kept, ModelsFiles::Kept) => (true, t("offline-ready")),
    }
}

impl Hindrance {
    /// Why, and what it means.
    pub fn words(&self) -> String {
        match self {
            Self::NotSecure => t("offline-not-secure"),
            Self::NoServiceWorker => t("offline-no-worker"),
            Self::Refused(why) => t_args("offline-refused", &[("why", why.clone().into())]),
            Self::Embedded => t("offline-embedded"),
            Self::Development => t("offline-development"),
            Self::SwitchedOff => t("offline-switched-off"),
        }
    }
}

/// The state that the page shows. Copies share the same signals.
#[derive(Clone, Copy)]
pub struct Offline {
    /// The page's own files.
    pub page: RwSignal<PageFiles>,
    /// The models' files.
    pub models: RwSignal<ModelsFiles>,
    /// What is stored, once it has been looked up.
    pub stored: RwSignal<Option<Stored>>,
    /// Whether a newer release waits.
    pub update: RwSignal<bool>,
    /// Whether the browser offers to install the page.
    pub can_install: RwSignal<bool>,
    /// The dialog that shows all this.
    pub dialog: NodeRef<Dialog>,
    engine: Engine,
    registration: StoredValue<Option<ServiceWorkerRegistration>, LocalStorage>,
    asked: StoredValue<bool>,
    taking_over: StoredValue<bool>,
}

impl Offline {
    /// Decides whether files are kept, before the engine starts; they are from the first answer of the models on.
    pub fn new(engine: Engine, is_embedded: bool) -> Self {
        let offline = Self {
            page: RwSignal::new(PageFiles::Waiting),
            models: RwSignal::new(ModelsFiles::Waiting),
            stored: RwSignal::new(None),
            update: RwSignal::new(false),
            can_install: RwSignal::new(false),
            dialog: NodeRef::new(),
            engine,
            registration: StoredValue::new_local(None),
            asked: StoredValue::new(false),
            taking_over: StoredValue::new(false),
        };
        match hindrance(is_embedded) {
            Some(hindrance) => offline.page.set(PageFiles::NotKept(hindrance)),
            None => engine.keep_in(cache_name("models")),
        }
        offline.listen();
        offline.hear_of_installing();
        offline
    }

    /// How it stands, for a line beside the models: once there is something to say.
    pub fn in_short(self) -> String {
        let (page, models) = (self.page.get(), self.models.get());
        if matches!(page, PageFiles::Waiting | PageFiles::Arriving) { String::new() } else { readiness(&page, &models).1 }
    }

    /// The state that components share.
    pub fn use_context() -> Self {
        expect_context()
    }

    fn listen(self) {
        hold_locks();
        self.engine.listen(move |reply| match reply {
            Reply::Kept { problem } => self.models_kept(problem.clone()),
            // From now on nobody waits for the line.
            Reply::Ready { .. } | Reply::Failed { run: None, .. } | Reply::Crashed { .. } => self.keep_page(),
            _ => {}
        });
        set_timeout(move || self.keep_page(), PATIENCE);
    }

    fn models_kept(self, problem: Option<String>) {
        match problem {
            None => self.models.set(ModelsFiles::Kept),
            Some(problem) => {
                self.engine.notify(t_args("offline-notice-models", &[("why", problem.clone().into())]));
                self.models.set(ModelsFiles::NotKept(problem));
            }
        }
        self.measure();
    }

    /// Has the service worker keep the page's files.
    fn keep_page(self) {
        let wanted = self.page.with_untracked(|page| *page == PageFiles::Waiting);
        let Some(container) = container().filter(|_| wanted && !self.asked.get_value()) else { return };
        self.asked.set_value(true);
        self.page.set(PageFiles::Arriving);
        spawn_local(async move {
            match JsFuture::from(register(&container)).await.map(JsCast::dyn_into::<ServiceWorkerRegistration>) {
                Ok(Ok(registration)) => self.follow(&container, registration),
                Ok(Err(_)) => self.page.set(PageFiles::NotKept(Hindrance::Refused(t("offline-no-reason")))),
                Err(error) => self.page.set(PageFiles::NotKept(Hindrance::Refused(describe(&error)))),
            }
        });
    }

    fn follow(self, container: &ServiceWorkerContainer, registration: ServiceWorkerRegistration) {
        self.registration.set_value(Some(registration.clone()));
        if let Some(active) = registration.active() {
            // A message to a worker that is gone is lost, and the next page sends it again.
            let _ = active.post_message(&"tidy".into());
        }
        let found = Closure::<dyn FnMut()>::new(move || self.look());
        registration.set_onupdatefound(Some(found.as_ref().unchecked_ref()));
        found.forget(); // It listens for as long as the page lives.
        let taken_over = Closure::<dyn FnMut()>::new(move || {
            if self.taking_over.get_value() {
                reload();
            } else {
                self.compare_release();
            }
        });
        container.set_oncontrollerchange(Some(taken_over.as_ref().unchecked_ref()));
        taken_over.forget();
        set_interval(
            move || {
                if let Some(Ok(promise)) = self.registration.get_value().map(|registration| registration.update()) {
                    // Without a network there is nothing new.
                    spawn_local(async move { drop(JsFuture::from(promise).await) });
                }
            },
            LOOK_AGAIN,
        );
        self.look();
        self.compare_release();
    }

    /// Looks how far the service worker is, and again when that changes.
    fn look(self) {
        let Some(registration) = self.registration.get_value() else { return };
        if let Some(installing) = registration.installing() {
            let worker = installing.clone();
            let changed = Closure::<dyn FnMut()>::new(move || {
                if worker.state() == ServiceWorkerState::Redundant && registration_has_nothing(self) {
                    self.page.set(PageFiles::NotKept(Hindrance::Refused(t("offline-incomplete"))));
                }
                self.look();
            });
            installing.set_onstatechange(Some(changed.as_ref().unchecked_ref()));
            changed.forget();
        }
        if registration.active().is_some() {
            if self.page.with_untracked(|page| *page == PageFiles::Arriving) {
                self.page.set(PageFiles::Kept);
            }
            self.update.set(self.update.get_untracked() || registration.waiting().is_some());
            self.measure();
        }
    }

    /// A page may be of another release than the service worker: one that another window has let take over.
    fn compare_release(self) {
        let Some(active) = self.registration.get_value().and_then(|registration| registration.active()) else { return };
        spawn_local(async move {
            if let Some(version) = ask(&active, "version").await
                && meta("release").is_some_and(|release| release != version)
            {
                self.update.set(true);
            }
        });
    }

    /// Lets the new release take over, and loads the page anew.
    pub fn apply_update(self) {
        self.taking_over.set_value(true);
        match self.registration.get_value().and_then(|registration| registration.waiting()) {
            Some(waiting) if waiting.post_message(&"activate".into()).is_ok() => set_timeout(reload, TAKE_OVER),
            _ => reload(),
        }
    }

    /// Opens the dialog.
    pub fn open(self) {
        self.measure();
        show_dialog(self.dialog);
    }

    /// Looks up what is stored.
    pub fn measure(self) {
        spawn_local(async move {
            // Where nothing can be stored, nothing is.
            let stored = stored().await.unwrap_or_default();
            self.stored.set(Some(stored));
        });
    }

    /// Deletes all that is kept, and keeps nothing until the reader wants it again.
    pub fn clear(self) {
        // A full storage loses the choice at the next visit, no more.
        let _ = memory::remember(CHOICE_KEY, CHOICE_NO);
        self.engine.keep_in(None);
        spawn_local(async move {
            if let Some(Ok(promise)) = self.registration.get_value().map(|registration| registration.unregister()) {
                // What cannot be taken away is found out at the next look.
                drop(JsFuture::from(promise).await);
            }
            self.registration.set_value(None);
            self.asked.set_value(false);
            if let Some(caches) = caches() {
                for name in our_caches(&caches).await {
                    drop(JsFuture::from(caches.delete(&name)).await);
                }
            }
            self.update.set(false);
            self.models.set(ModelsFiles::Waiting);
            self.page.set(PageFiles::NotKept(Hindrance::SwitchedOff));
            self.measure();
        });
    }

    /// Keeps files again after [`Self::clear`]. The models are fetched anew, since only what is fetched can be kept.
    pub fn keep_again(self) {
        memory::forget(CHOICE_KEY);
        self.page.set(PageFiles::Waiting);
        self.engine.keep_in(cache_name("models"));
        self.keep_page();
        self.engine.load_again();
    }

    /// Asks the browser to install the page; it asks the reader.
    pub fn install(self) {
        self.can_install.set(false);
        let Some(offer) = install_offer() else { return };
        let prompt = Reflect::get(&offer, &"prompt".into()).ok().and_then(|prompt| prompt.dyn_into::<Function>().ok());
        // What the reader answers is the browser's affair. An offer can be used once.
        let _ = prompt.map(|prompt| prompt.call0(&offer));
        let _ = Reflect::set(&window(), &"installOffer".into(), &JsValue::UNDEFINED);
    }

    fn hear_of_installing(self) {
        let look = move || self.can_install.set(install_offer().is_some());
        let listener = window_event_listener_untyped("installoffer", move |_| look());
        on_cleanup(move || listener.remove());
        look();
    }
}

/// Has the service worker keep the page's files, some time after the home page has been drawn. That page shows nothing of it.
pub fn keep_page_later() {
    let query = window().location().search().unwrap_or_default();
    let Some(container) = container().filter(|_| hindrance(Frame::of_query(&query).is_embedded).is_none()) else { return };
    hold_locks();
    let keep = move || {
        let registered = register(&container);
        // A page that cannot be kept is whole all the same.
        spawn_local(async move { drop(JsFuture::from(registered).await) });
    };
    set_timeout(keep, HOME_PATIENCE);
}

fn register(container: &ServiceWorkerContainer) -> Promise {
    container.register(&format!("./sw.js?worker={}", WorkerProgram::Fast.name()))
}

/// A cache that no page holds is deleted when a release takes over.
fn hold_locks() {
    [cache_name("release"), cache_name("models")].into_iter().flatten().for_each(|name| hold_lock(&name));
}

fn registration_has_nothing(offline: Offline) -> bool {
    offline.registration.get_value().is_none_or(|registration| registration.active().is_none())
}

/// Why nothing can be kept here, as far as that shows before trying.
fn hindrance(is_embedded: bool) -> Option<Hindrance> {
    if meta("release").is_none() {
        Some(Hindrance::Development)
    } else if is_embedded {
        Some(Hindrance::Embedded)
    } else if !window().is_secure_context() {
        Some(Hindrance::NotSecure)
    } else if container().is_none() {
        Some(Hindrance::NoServiceWorker)
    } else if memory::recall(CHOICE_KEY).as_deref() == Some(CHOICE_NO) {
        Some(Hindrance::SwitchedOff)
    } else {
        None
    }
}

/// Names of our caches begin with this: others may live under the same origin.
fn cache_prefix() -> String {
    let path = window().location().pathname().unwrap_or_default();
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    format!("{OURS} {folder}/ ")
}

/// The cache of this release, or of its models.
fn cache_name(of: &str) -> Option<String> {
    Some(format!("{}{}", cache_prefix(), meta(of)?.trim_start_matches("./")))
}

fn container() -> Option<ServiceWorkerContainer> {
    let navigator = window().navigator();
    Reflect::get(&navigator, &"serviceWorker".into()).ok()?.dyn_into().ok()
}

fn caches() -> Option<CacheStorage> {
    Reflect::get(&window(), &"caches".into()).ok()?.dyn_into().ok()
}

fn install_offer() -> Option<JsValue> {
    Reflect::get(&window(), &"installOffer".into()).ok().filter(JsValue::is_object)
}

fn reload() {
    // A page that cannot be loaded anew goes on as it is.
    let _ = window().location().reload();
}

/// Holds a lock, shared with other pages, for as long as the page lives.
fn hold_lock(name: &str) {
    let hold = || -> Result<(), JsValue> {
        let navigator = window().navigator();
        let locks = Reflect::get(&navigator, &"locks".into())?;
        let request = Reflect::get(&locks, &"request".into())?.dyn_into::<Function>()?;
        let options = Object::new();
        Reflect::set(&options, &"mode".into(), &"shared".into())?;
        let for_ever = Closure::once_into_js(|| Promise::new(&mut |_, _| {}));
        let held = request.call3(&locks, &name.into(), &options, &for_ever)?;
        // It is never given back; that it could not be had means an old cache might go early.
        let ignore = Closure::once_into_js(|_: JsValue| {});
        Reflect::get(&held, &"catch".into())?.dyn_into::<Function>()?.call1(&held, &ignore)?;
        Ok(())
    };
    // Without locks nothing is ever tidied away.
    let _ = hold();
}

/// Asks a service worker; `None` if it does not answer in words.
async fn ask(worker: &ServiceWorker, question: &str) -> Option<String> {
    let channel = MessageChannel::new().ok()?;
    let answered = Promise::new(&mut |resolve, _| channel.port1().set_onmessage(Some(&resolve)));
    worker.post_message_with_transferable(&question.into(), &Array::of1(&channel.port2())).ok()?;
    let event: MessageEvent = JsFuture::from(answered).await.ok()?.dyn_into().ok()?;
    event.data().as_string()
}

async fn our_caches(caches: &CacheStorage) -> Vec<String> {
    let names = JsFuture::from(caches.keys()).await.ok().and_then(|names| names.dyn_into::<Array>().ok()).unwrap_or_default();
    let prefix = cache_prefix();
    names.iter().filter_map(|name| name.as_string()).filter(|name| name.starts_with(&prefix)).collect()
}

/// Adds up what lies in our caches.
async fn stored() -> Option<Stored> {
    let caches = caches()?;
    let mut stored = Stored::default();
    for name in our_caches(&caches).await {
        // One that has gone meanwhile must not be opened: that would make it anew, empty.
        if !JsFuture::from(caches.has(&name)).await.ok()?.is_truthy() {
            continue;
        }
        let cache: Cache = JsFuture::from(caches.open(&name)).await.ok()?.dyn_into().ok()?;
        let responses = JsFuture::from(cache.match_all()).await.ok()?.dyn_into::<Array>().ok()?;
        let lengths = responses.iter().filter_map(|response| {
            let response: Response = response.dyn_into().ok()?;
            response.headers().get("x-bytes").ok().flatten()?.parse::<u64>().ok()
        });
        let is_models = name[cache_prefix().len()..].starts_with("models");
        *(if is_models { &mut stored.models_bytes } else { &mut stored.page_bytes }) += lengths.sum::<u64>();
    }
    stored.free_bytes = free_bytes().await;
    Some(stored)
}

async fn free_bytes() -> Option<u64> {
    let navigator = window().navigator();
    let manager = Reflect::get(&navigator, &"storage".into()).ok()?.dyn_into::<web_sys::StorageManager>().ok()?;
    let estimate = JsFuture::from(manager.estimate().ok()?).await.ok()?;
    let number = |name: &str| Reflect::get(&estimate, &name.into()).ok()?.as_f64();
    Some((number("quota")? - number("usage")?).max(0.0) as u64)
}

/// What a thrown value says.
fn describe(error: &JsValue) -> String {
    let message = Reflect::get(error, &"message".into()).ok().and_then(|message| message.as_string());
    message.filter(|message| !message.is_empty()).unwrap_or_else(|| t("offline-no-reason"))
}

/// What is stored, in a line.
pub fn stored_words(stored: &Stored) -> String {
    let total = stored.page_bytes + stored.models_bytes;
    if total == 0 { t("offline-nothing") } else { t_args("offline-in-all", &[("size", words::bytes(total).into())]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_page_with_its_models_is_ready_and_every_other_state_says_why_not() {
        let pages = [
            PageFiles::Waiting,
            PageFiles::Arriving,
            PageFiles::Kept,
            PageFiles::NotKept(Hindrance::NotSecure),
            PageFiles::NotKept(Hindrance::NoServiceWorker),
            PageFiles::NotKept(Hindrance::Refused("quota".to_owned())),
            PageFiles::NotKept(Hindrance::Embedded),
            PageFiles::NotKept(Hindrance::Development),
            PageFiles::NotKept(Hindrance::SwitchedOff),
        ];
        for page in &pages {
            for models in [ModelsFiles::Waiting, ModelsFiles::Kept, ModelsFiles::NotKept("no room".to_owned())] {
                let (is_ready, words) = readiness(page, &models);
                assert_eq!(is_ready, (page, &models) == (&PageFiles::Kept, &ModelsFiles::Kept), "{page:?} {models:?}");
                assert!(words.ends_with('.') && (is_ready || !words.starts_with("Ready")), "{words}");
            }
        }
        assert!(readiness(&PageFiles::Kept, &ModelsFiles::NotKept("no room".to_owned())).1.contains("no room"));
    }

    #[test]
    fn what_is_stored_is_added_up() {
        let stored = Stored { page_bytes: 5_000_000, models_bytes: 8_700_000, free_bytes: None };
        assert_eq!(stored_words(&stored), "13.7 MB on this device. Only this page uses it, and nothing is ever sent.");
        assert_eq!(stored_words(&Stored::default()), "Nothing is stored.");
    }
}

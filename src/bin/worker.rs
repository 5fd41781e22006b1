//! The browser's worker: fetches a pair of models, runs experiments on it, and reports.
//!
//! Everything that touches the browser is here: messages, fetches, the clock, and the yields that
//! let a Stop arrive between two cycles. What a run does is in [`decoding_lab::engine`].

/// Starts the worker.
#[cfg(target_arch = "wasm32")]
pub fn main() {
    browser::start();
}

/// Says where it runs instead.
#[cfg(not(target_arch = "wasm32"))]
pub fn main() -> std::process::ExitCode {
    use std::io::Write as _;
    // Nothing is left to do if even this cannot be written.
    let _ = writeln!(std::io::stderr(), "This program runs in a browser's worker; on the command line, use `generate`.");
    std::process::ExitCode::FAILURE
}

#[cfg(target_arch = "wasm32")]
#[path = "worker/files.rs"]
mod files;

#[cfg(target_arch = "wasm32")]
#[path = "worker/opened.rs"]
mod opened;

#[cfg(target_arch = "wasm32")]
#[path = "worker/scout.rs"]
mod scout;

#[cfg(target_arch = "wasm32")]
mod browser {
    use super::files::{Beginnings, Shelf, fetch_folder};
    use super::opened::{PairPlaces, gather_pair};
    use super::scout::Scout;
    use decoding_lab::decode::{BeamSettings, CompareSpec, ConstrainedSpec, DraftsSpec, ExperimentSpec, KernelPick, LatencySpec, TokenId};
    use decoding_lab::engine::{
        Clock, DraftKit, DraftKitFiles, EngineError, EngineModel, HeadsFiles, Host, KERNELS, LlamaConfig, ModelFiles, ModelPair,
        WRITTEN_FILE, calibrate, compare, compare_drafts, constrain, constrained_beams, measure, run, score, search_beams, try_out,
    };
    #[cfg(feature = "gpu")]
    use decoding_lab::protocol::GpuTrouble;
    use decoding_lab::protocol::{DraftKitAddresses, GpuFacts, Kernels, Reply, Request, RunId, decode, encode};
    use js_sys::{Array, ArrayBuffer, Promise, Uint8Array};
    use std::cell::{Cell, RefCell};
    use std::collections::VecDeque;
    use std::rc::Rc;
    use wasm_bindgen::prelude::*;
    use wasm_bindgen_futures::{JsFuture, spawn_local};
    use web_sys::{DedicatedWorkerGlobalScope, File, MessageChannel, MessageEvent};

    /// Listens for requests, and says so.
    pub fn start() {
        std::panic::set_hook(Box::new(|info| {
            post(&Reply::Crashed { message: info.to_string() });
            console_error_panic_hook::hook(info);
        }));
        let state = Rc::new(State::default());
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| match request_of(&event) {
            Some((request, files)) => state.clone().handle(request, files),
            None => post(&Reply::Failed { run: None, fault: EngineError::RequestUnreadable.fault() }),
        });
        scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        on_message.forget(); // It listens for as long as the worker lives.
        post(&Reply::Listening);
    }

    /// What the worker remembers between requests.
    #[derive(Default)]
    struct State {
        pair: RefCell<Option<Rc<ModelPair>>>,
        /// The run that may go on; any other stops at its next step.
        current_run: Cell<Option<RunId>>,
        /// What is there of files that did not arrive whole.
        beginnings: Beginnings,
        /// How many loads have begun; only the latest may go on.
        n_loads: Cell<u32>,
        /// What is to be found out with the next load.
        scout: RefCell<Option<Scout>>,
        /// Requests for logits that wait their turn.
        to_score: RefCell<VecDeque<(RunId, String, Vec<TokenId>)>>,
        /// Whether one of them is being answered.
        scoring: Cell<bool>,
        /// The target that answers them, with the last text in its cache.
        scorer: RefCell<Option<EngineModel>>,
        /// What ways to draft need besides the pair, once it has been asked for.
        kit: RefCell<Option<Rc<DraftKit>>>,
    }

    impl State {
        /// `files` are those that a reader has opened, where the request is about such.
        fn handle(self: Rc<Self>, request: Request, files: Vec<File>) {
            match request {
                Request::Load { target, draft, kernels, keep_in } => {
                    self.current_run.set(None);
                    let load = self.n_loads.get() + 1;
                    self.n_loads.set(load);
                    // Old and new models are never held together: this memory only ever grows. Should the new ones
                    // not come, the page says so, and offers to load again.
                    self.pair.take();
                    self.scorer.take();
                    self.kit.take();
                    spawn_local(self.load(load, PairPlaces { target, draft, files }, kernels, keep_in));
                }
                Request::Scout { known } => {
                    self.scout.replace(Some(Scout::new(known, clock(), post)));
                }
                Request::Run { run, spec } => {
                    self.current_run.set(Some(run));
                    spawn_local(self.run(run, spec));
                }
                Request::SearchBeams { run, prompt, settings } => {
                    self.current_run.set(Some(run));
                    spawn_local(self.search_beams(run, prompt, settings));
                }
                Request::Score { id, prompt, path } => {
                    self.to_score.borrow_mut().push_back((id, prompt, path));
                    if !self.scoring.replace(true) {
                        spawn_local(self.score());
                    }
                }
                Request::Constrain { run, spec } => {
                    self.current_run.set(Some(run));
                    spawn_local(self.constrain(run, spec));
                }
                Request::ConstrainedBeams { run, spec } => {
                    self.current_run.set(Some(run));
                    spawn_local(self.constrained_beams(run, spec));
                }
                Request::Try { id, spec } => {
                    self.current_run.set(Some(id));
                    spawn_local(async move { try_out(id, &spec, &mut WorkerHost::new(self.clone(), id)).await });
                }
                Request::Measure { id, spec } => {
                    self.current_run.set(Some(id));
                    spawn_local(self.measure(id, spec));
                }
                Request::Compare { run, spec } => {
                    self.current_run.set(Some(run));
                    spawn_local(self.compare(run, spec));
                }
                Request::CompareDrafts { id, spec, kit, keep_in } => {
                    self.current_run.set(Some(id));
                    spawn_local(self.compare_drafts(id, spec, kit, keep_in));
                }
                Request::Cancel { run } => {
                    if self.current_run.get() == Some(run) {
                        self.current_run.set(None);
                    }
                }
            }
        }

        async fn load(self: Rc<Self>, load: u32, places: PairPlaces, kernels: Option<Kernels>, keep_in: Option<String>) {
            let clock = clock();
            let started = clock();
            let is_latest = || self.n_loads.get() == load;
            let mut shelf = Shelf::open(keep_in.as_deref(), &self.beginnings).await;
            let mut pick = None;
            let scout = self.scout.take();
            // What the target's shape is, is known long before its weights have arrived.
            let on_config = |json: &[u8]| {
                pick = if kernels.is_none() { pick_for(json, &clock) } else { None };
                if let Some(scout) = &scout {
                    scout.begin(json, kernels.or(pick.as_ref().map(|pick| pick.picked)).unwrap_or(KERNELS));
                }
            };
            let expected = kernels.unwrap_or(KERNELS);
            let built = match gather_pair(&places, expected, &mut shelf, &is_latest, clock.clone(), post, on_config).await {
                Ok(Some((target_files, draft_files))) => {
                    let picked = pick.as_ref().map(|pick| pick.picked);
                    // Without a draft of its own, the target is its own draft.
                    let draft_files = draft_files.as_ref().unwrap_or(&target_files);
                    let built = build(&target_files, draft_files, kernels.or(picked).unwrap_or(KERNELS), &clock).await;
                    if !is_latest() {
                        return;
                    }
                    if built.is_err() {
                        // The next try fetches them anew.
                        shelf.forget_pair(&places).await;
                    }
                    built
                }
                Ok(None) => return, // A later load has taken over.
                Err(error) => Err(error),
            };
            match built {
                Ok((pair, gpu)) => {
                    if let Some(scout) = &scout {
                        scout.meets(&pair);
                    }
                    if keep_in.is_some() && !places.folders().is_empty() {
                        post(&Reply::Kept { problem: shelf.problem() });
                    }
                    post(&Reply::Ready {
                        pair: pair.facts().clone(),
                        vocabulary: pair.vocabulary().clone(),
                        load_millis: clock() - started,
                        kernels: pair.kernels(),
                        pick,
                        gpu,
                    });
                    self.scorer.replace(Some(pair.target()));
                    self.pair.replace(Some(Rc::new(pair)));
                }
                Err(error) if is_latest() => post(&Reply::Failed { run: None, fault: error.fault() }),
                Err(_) => {}
            }
        }

        /// Answers waiting requests for logits, one after the other.
        async fn score(self: Rc<Self>) {
            loop {
                let Some((id, prompt, path)) = self.to_score.borrow_mut().pop_front() else { break };
                let pair = self.pair.borrow().clone();
                let scorer = self.scorer.take();
                let answer = match (pair, scorer) {
                    (Some(pair), Some(mut model)) => {
                        let answer = score(&pair, &prompt, &path, &mut model, &clock()).await;
                        // A load that has finished meanwhile brought its own.
                        self.scorer.borrow_mut().get_or_insert(model);
                        answer
                    }
                    _ => Err(EngineError::NotLoaded),
                };
                post(&match answer {
                    Ok(facts) => Reply::Scored { id, facts },
                    Err(error) => Reply::Failed { run: Some(id), fault: error.fault() },
                });
            }
            self.scoring.set(false);
        }

        /// The pair that a run is to have; where there is none, the run has failed.
        fn pair_for(&self, run: RunId) -> Option<Rc<ModelPair>> {
            let pair = self.pair.borrow().clone();
            if pair.is_none() {
                post(&Reply::Failed { run: Some(run), fault: EngineError::NotLoaded.fault() });
            }
            pair
        }

        async fn run(self: Rc<Self>, run_id: RunId, spec: ExperimentSpec) {
            if let Some(pair) = self.pair_for(run_id) {
                run(&pair, run_id, &spec, &mut WorkerHost::new(self.clone(), run_id)).await;
            }
        }

        async fn measure(self: Rc<Self>, id: RunId, spec: LatencySpec) {
            if let Some(pair) = self.pair_for(id) {
                measure(&pair, id, &spec, &mut WorkerHost::new(self.clone(), id)).await;
            }
        }

        async fn constrain(self: Rc<Self>, run_id: RunId, spec: ConstrainedSpec) {
            if let Some(pair) = self.pair_for(run_id) {
                constrain(&pair, run_id, &spec, &mut WorkerHost::new(self.clone(), run_id)).await;
            }
        }

        async fn constrained_beams(self: Rc<Self>, run_id: RunId, spec: ConstrainedSpec) {
            if let Some(pair) = self.pair_for(run_id) {
                constrained_beams(&pair, run_id, &spec, &mut WorkerHost::new(self.clone(), run_id)).await;
            }
        }
    }

    impl State {
        async fn search_beams(self: Rc<Self>, run: RunId, prompt: String, settings: BeamSettings) {
            if let Some(pair) = self.pair_for(run) {
                search_beams(&pair, run, &prompt, settings, &mut WorkerHost::new(self.clone(), run)).await;
            }
        }
    }

    impl State {
        async fn compare_drafts(self: Rc<Self>, id: RunId, spec: DraftsSpec, addresses: DraftKitAddresses, keep_in: Option<String>) {
            let Some(pair) = self.pair_for(id) else { return };
            let mut host = WorkerHost::new(self.clone(), id);
            let known = self.kit.borrow().clone();
            let kit = match known {
                Some(kit) => kit,
                None => {
                    let Some(files) = self.fetch_kit(&addresses, keep_in, &|| !host.cancelled()).await else { return };
                    let kit = Rc::new(DraftKit::build(&pair, files));
                    // What did not arrive is asked for again next time; and a later load has brought another pair.
                    let is_same = self.pair.borrow().as_ref().is_some_and(|now| Rc::ptr_eq(now, &pair));
                    if kit.is_whole() && is_same {
                        self.kit.replace(Some(kit.clone()));
                    }
                    kit
                }
            };
            compare_drafts(&pair, &kit, id, &spec, &mut host).await;
        }

        /// What ways to draft need besides the pair; `None` if it is no longer wanted.
        async fn fetch_kit(
            &self,
            addresses: &DraftKitAddresses,
            keep_in: Option<String>,
            is_wanted: &dyn Fn() -> bool,
        ) -> Option<DraftKitFiles> {
            let mut shelf = Shelf::open(keep_in.as_deref(), &self.beginnings).await;
            let mut fetch = async |folder: &str, names: &[&str]| match fetch_folder(folder, names, &mut shelf, is_wanted, clock()).await {
                Ok(Some(files)) => Some(Ok(files)),
                Ok(None) => None,
                Err(error) => Some(Err(error.fault())),
            };
            let name = |folder: &str| ModelFiles::name_of_folder(folder);
            let poor = fetch(&addresses.poor, &ModelFiles::NAMES).await?.map(|files| {
                let [config, weights, tokenizer] = files.try_into().expect("one file was read per name");
                ModelFiles { name: name(&addresses.poor), config, weights, tokenizer }
            });
            let heads = fetch(&addresses.heads, &HeadsFiles::NAMES).await?.map(|files| {
                let [config, weights] = files.try_into().expect("one file was read per name");
                HeadsFiles { name: name(&addresses.heads), config, weights }
            });
            let written = fetch(&addresses.written, &[WRITTEN_FILE]).await?.map(|mut files| files.swap_remove(0));
            Some(DraftKitFiles { poor, heads, written })
        }
    }

    impl State {
        async fn compare(self: Rc<Self>, run: RunId, spec: CompareSpec) {
            if let Some(pair) = self.pair_for(run) {
                compare(&pair, run, &spec, &mut WorkerHost::new(self.clone(), run)).await;
            }
        }
    }

    /// Builds a pair. A graphics processor that cannot be used is told, and the CPU takes its place.
    #[cfg(feature = "gpu")]
    async fn build(
        target: &ModelFiles,
        draft: &ModelFiles,
        kernels: Kernels,
        clock: &Clock,
    ) -> Result<(ModelPair, Option<GpuFacts>), EngineError> {
        use decoding_lab::engine::{Gpu, kernels_on_cpu};
        let on_cpu = kernels_on_cpu(kernels);
        if on_cpu == kernels {
            return ModelPair::build_with(target, draft, kernels).map(|pair| (pair, None));
        }
        let gone = move |trouble: &GpuTrouble| post(&Reply::GpuGone { trouble: trouble.clone(), kernels: on_cpu });
        // Kernels are compiled, and a program that stands in for a device takes its time.
        let _signs = SignsOfLife::new();
        let built = async {
            let gpu = Gpu::request().await.map_err(EngineError::Gpu)?;
            // A small draft never makes up for what a dispatch costs: it stays on the CPU.
            let pair = ModelPair::build_on(&gpu, target, draft, [kernels, on_cpu]).await?;
            let facts = pair.time_passes(clock).await?;
            // While it is being built, whatever goes wrong is told below.
            gpu.on_trouble(gone);
            match gpu.trouble() {
                Some(trouble) => Err(EngineError::Gpu(trouble)),
                None => Ok((pair, facts)),
            }
        };
        match built.await {
            Err(EngineError::Gpu(trouble)) => {
                gone(&trouble);
                ModelPair::build_with(target, draft, on_cpu).map(|pair| (pair, None))
            }
            other => other,
        }
    }

    /// Builds a pair.
    #[cfg(not(feature = "gpu"))]
    async fn build(
        target: &ModelFiles,
        draft: &ModelFiles,
        kernels: Kernels,
        _clock: &Clock,
    ) -> Result<(ModelPair, Option<GpuFacts>), EngineError> {
        ModelPair::build_with(target, draft, kernels).map(|pair| (pair, None))
    }

    /// Who works for longer says so about this often.
    const SIGN_OF_LIFE_MILLIS: f64 = 2_000.0;

    /// Says, while it is there, that the work goes on. It can do so only while the worker waits for something.
    #[cfg(feature = "gpu")]
    struct SignsOfLife {
        timer: i32,
        _beat: Closure<dyn FnMut()>,
    }

    #[cfg(feature = "gpu")]
    impl SignsOfLife {
        fn new() -> Self {
            let beat = Closure::<dyn FnMut()>::new(|| post(&Reply::Working));
            let timer =
                scope().set_interval_with_callback_and_timeout_and_arguments_0(beat.as_ref().unchecked_ref(), SIGN_OF_LIFE_MILLIS as i32);
            Self { timer: timer.expect("every worker has timers"), _beat: beat }
        }
    }

    #[cfg(feature = "gpu")]
    impl Drop for SignsOfLife {
        fn drop(&mut self) {
            scope().clear_interval_with_handle(self.timer);
        }
    }

    /// One run's view of the worker.
    struct WorkerHost {
        state: Rc<State>,
        run: RunId,
        /// A message to oneself is the quickest way to the end of the queue: 15 µs, where timers
        /// wait 4 ms. Each run has its own channel, so that no run takes another's wake-up call.
        channel: MessageChannel,
        clock: Clock,
        last_sent_millis: f64,
    }

    impl WorkerHost {
        fn new(state: Rc<State>, run: RunId) -> Self {
            let channel = MessageChannel::new().expect("every browser with workers has channels");
            let clock = clock();
            Self { state, run, channel, last_sent_millis: clock(), clock }
        }
    }

    impl Drop for WorkerHost {
        fn drop(&mut self) {
            self.channel.port1().close();
            self.channel.port2().close();
        }
    }

    impl Host for WorkerHost {
        fn clock(&self) -> Clock {
            self.clock.clone()
        }

        async fn yield_now(&mut self) {
            let woken = Promise::new(&mut |resolve, _reject| self.channel.port1().set_onmessage(Some(&resolve)));
            self.channel.port2().post_message(&JsValue::NULL).expect("null can be sent");
            JsFuture::from(woken).await.expect("a promise that only resolves");
            if (self.clock)() - self.last_sent_millis > SIGN_OF_LIFE_MILLIS {
                self.send(Reply::Working);
            }
        }

        fn cancelled(&self) -> bool {
            self.state.current_run.get() != Some(self.run)
        }

        fn send(&mut self, reply: Reply) {
            post(&reply);
            self.last_sent_millis = (self.clock)();
        }
    }

    /// The way to compute that suits this device for a model of this shape. Whether the configuration is any good is
    /// found out by whoever builds the model.
    fn pick_for(config_json: &[u8], clock: &Clock) -> Option<KernelPick> {
        LlamaConfig::parse("", config_json).ok().and_then(|config| calibrate(&config, clock))
    }

    fn scope() -> DedicatedWorkerGlobalScope {
        js_sys::global().unchecked_into()
    }

    fn clock() -> Clock {
        let performance = scope().performance().expect("every worker has a clock");
        Rc::new(move || performance.now())
    }

    /// The request in a message: postcard bytes in an `ArrayBuffer` or a `Uint8Array`; or a list of those and of files.
    fn request_of(event: &MessageEvent) -> Option<(Request, Vec<File>)> {
        let data = event.data();
        let Some(list) = data.dyn_ref::<Array>() else { return Some((decoded(&data)?, Vec::new())) };
        let mut parts = list.iter();
        let request = decoded(&parts.next()?)?;
        Some((request, parts.map(|file| file.dyn_into().ok()).collect::<Option<_>>()?))
    }

    fn decoded(data: &JsValue) -> Option<Request> {
        if !data.is_instance_of::<ArrayBuffer>() && !data.is_instance_of::<Uint8Array>() {
            return None;
        }
        decode(&Uint8Array::new(data).to_vec())
    }

    /// Posts a reply as an `ArrayBuffer`, which moves to the page without a copy.
    fn post(reply: &Reply) {
        let buffer = Uint8Array::from(encode(reply).as_slice()).buffer();
        scope().post_message_with_transfer(&buffer, &Array::of1(&buffer)).expect("a fresh buffer can be transferred");
    }
}

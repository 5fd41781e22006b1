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
mod browser {
    use decoding_lab::decode::{BeamSettings, CompareSpec, ConstrainedSpec, ExperimentSpec, KernelPick, LatencySpec, TokenId};
    use decoding_lab::engine::{
        Clock, EngineError, EngineModel, Host, KERNELS, LlamaConfig, ModelFiles, ModelPair, calibrate, compare, constrain,
        constrained_beams, measure, run, score, search_beams, try_out,
    };
    use decoding_lab::protocol::{Kernels, Reply, Request, RunId, decode, encode};
    use js_sys::{Array, ArrayBuffer, Object, Promise, Reflect, Uint8Array};
    use std::cell::{Cell, RefCell};
    use std::collections::VecDeque;
    use std::rc::Rc;
    use wasm_bindgen::prelude::*;
    use wasm_bindgen_futures::{JsFuture, spawn_local};
    use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent, ReadableStreamDefaultReader, Response, Url};

    /// Download progress is reported about this often.
    const PROGRESS_MILLIS: f64 = 50.0;

    /// However much a header announces, no more memory than this is set aside before it arrives.
    const MAX_RESERVED_BYTES: u64 = 64 << 20;

    /// Listens for requests, and says so.
    pub fn start() {
        std::panic::set_hook(Box::new(|info| {
            post(&Reply::Crashed { message: info.to_string() });
            console_error_panic_hook::hook(info);
        }));
        let state = Rc::new(State::default());
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| match request_of(&event) {
            Some(request) => state.clone().handle(request),
            None => post(&Reply::Failed { run: None, message: "the worker was sent something that it cannot read".to_owned() }),
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
        /// How many loads have begun; only the latest may go on.
        n_loads: Cell<u32>,
        /// Requests for logits that wait their turn.
        to_score: RefCell<VecDeque<(RunId, String, Vec<TokenId>)>>,
        /// Whether one of them is being answered.
        scoring: Cell<bool>,
        /// The target that answers them, with the last text in its cache.
        scorer: RefCell<Option<EngineModel>>,
    }

    impl State {
        fn handle(self: Rc<Self>, request: Request) {
            match request {
                Request::Load { target, draft, kernels } => {
                    self.current_run.set(None);
                    let load = self.n_loads.get() + 1;
                    self.n_loads.set(load);
                    // Old and new models are never held together: this memory only ever grows. Should the new ones
                    // not come, the page says so, and offers to load again.
                    self.pair.take();
                    self.scorer.take();
                    spawn_local(self.load(load, target, draft, kernels));
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
                Request::Cancel { run } => {
                    if self.current_run.get() == Some(run) {
                        self.current_run.set(None);
                    }
                }
            }
        }

        async fn load(self: Rc<Self>, load: u32, target: String, draft: String, kernels: Option<Kernels>) {
            let clock = clock();
            let started = clock();
            let is_latest = || self.n_loads.get() == load;
            let mut pick = None;
            // What the target's shape is, is known long before its weights have arrived.
            let on_config = |json: &[u8]| pick = if kernels.is_none() { pick_for(json, &clock) } else { None };
            let built = match fetch_pair(&target, &draft, &is_latest, on_config).await {
                Ok(Some([target, draft])) => {
                    let picked = pick.as_ref().map(|pick| pick.picked);
                    ModelPair::build_with(&target, &draft, kernels.or(picked).unwrap_or(KERNELS))
                }
                Ok(None) => return, // A later load has taken over.
                Err(error) => Err(error),
            };
            match built {
                Ok(pair) => {
                    post(&Reply::Ready {
                        pair: pair.facts().clone(),
                        vocabulary: pair.vocabulary().clone(),
                        load_millis: clock() - started,
                        kernels: pair.kernels(),
                        pick,
                    });
                    self.scorer.replace(Some(pair.target()));
                    self.pair.replace(Some(Rc::new(pair)));
                }
                Err(error) if is_latest() => post(&Reply::Failed { run: None, message: error.to_string() }),
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
                    Err(error) => Reply::Failed { run: Some(id), message: error.to_string() },
                });
            }
            self.scoring.set(false);
        }

        async fn run(self: Rc<Self>, run_id: RunId, spec: ExperimentSpec) {
            let pair = self.pair.borrow().clone();
            match pair {
                Some(pair) => run(&pair, run_id, &spec, &mut WorkerHost::new(self.clone(), run_id)).await,
                None => post(&Reply::Failed { run: Some(run_id), message: EngineError::NotLoaded.to_string() }),
            }
        }

        async fn measure(self: Rc<Self>, id: RunId, spec: LatencySpec) {
            let pair = self.pair.borrow().clone();
            match pair {
                Some(pair) => measure(&pair, id, &spec, &mut WorkerHost::new(self.clone(), id)).await,
                None => post(&Reply::Failed { run: Some(id), message: EngineError::NotLoaded.to_string() }),
            }
        }

        async fn constrain(self: Rc<Self>, run_id: RunId, spec: ConstrainedSpec) {
            let pair = self.pair.borrow().clone();
            match pair {
                Some(pair) => constrain(&pair, run_id, &spec, &mut WorkerHost::new(self.clone(), run_id)).await,
                None => post(&Reply::Failed { run: Some(run_id), message: EngineError::NotLoaded.to_string() }),
            }
        }

        async fn constrained_beams(self: Rc<Self>, run_id: RunId, spec: ConstrainedSpec) {
            let pair = self.pair.borrow().clone();
            match pair {
                Some(pair) => constrained_beams(&pair, run_id, &spec, &mut WorkerHost::new(self.clone(), run_id)).await,
                None => post(&Reply::Failed { run: Some(run_id), message: EngineError::NotLoaded.to_string() }),
            }
        }
    }

    impl State {
        async fn search_beams(self: Rc<Self>, run: RunId, prompt: String, settings: BeamSettings) {
            let pair = self.pair.borrow().clone();
            match pair {
                Some(pair) => search_beams(&pair, run, &prompt, settings, &mut WorkerHost::new(self.clone(), run)).await,
                None => post(&Reply::Failed { run: Some(run), message: EngineError::NotLoaded.to_string() }),
            }
        }
    }

    impl State {
        async fn compare(self: Rc<Self>, run: RunId, spec: CompareSpec) {
            let pair = self.pair.borrow().clone();
            match pair {
                Some(pair) => compare(&pair, run, &spec, &mut WorkerHost::new(self.clone(), run)).await,
                None => post(&Reply::Failed { run: Some(run), message: EngineError::NotLoaded.to_string() }),
            }
        }
    }

    /// One run's view of the worker.
    struct WorkerHost {
        state: Rc<State>,
        run: RunId,
        /// A message to oneself is the quickest way to the end of the queue: 15 µs, where timers
        /// wait 4 ms. Each run has its own channel, so that no run takes another's wake-up call.
        channel: MessageChannel,
    }

    impl WorkerHost {
        fn new(state: Rc<State>, run: RunId) -> Self {
            Self { state, run, channel: MessageChannel::new().expect("every browser with workers has channels") }
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
            clock()
        }

        async fn yield_now(&mut self) {
            let woken = Promise::new(&mut |resolve, _reject| self.channel.port1().set_onmessage(Some(&resolve)));
            self.channel.port2().post_message(&JsValue::NULL).expect("null can be sent");
            JsFuture::from(woken).await.expect("a promise that only resolves");
        }

        fn cancelled(&self) -> bool {
            self.state.current_run.get() != Some(self.run)
        }

        fn send(&mut self, reply: Reply) {
            post(&reply);
        }
    }

    /// The way to compute that suits this device for a model of this shape. Whether the configuration is any good is
    /// found out by whoever builds the model.
    fn pick_for(config_json: &[u8], clock: &Clock) -> Option<KernelPick> {
        LlamaConfig::parse("", config_json).ok().and_then(|config| calibrate(&config, clock))
    }

    /// Fetches both folders' files; `None` if another load began meanwhile. `on_config` is shown the target's
    /// configuration while the other files are under way.
    async fn fetch_pair(
        target: &str,
        draft: &str,
        is_latest: &dyn Fn() -> bool,
        mut on_config: impl FnMut(&[u8]),
    ) -> Result<Option<[ModelFiles; 2]>, EngineError> {
        let folders = [target, draft].map(|folder| folder.trim_end_matches('/').to_owned());
        let names = folders.each_ref().map(|folder| ModelFiles::name_of_folder(folder));
        // All requests go out at once; each answer's header then says how much will come.
        let mut downloads = Vec::new();
        for (folder, name) in folders.iter().zip(&names) {
            for file in ModelFiles::NAMES {
                downloads.push(Download::begin(format!("{name}/{file}"), &format!("{folder}/{file}"))?);
            }
        }
        let mut opened = Vec::new();
        for download in downloads {
            opened.push(download.open().await?);
        }
        let mut progress = Progress {
            loaded_bytes: 0,
            total_bytes: opened.iter().map(|body| body.n_bytes).sum(), // None if any of them is.
            last_sent: None,
            clock: clock(),
        };
        let mut files = Vec::new();
        for body in opened {
            match body.read(&mut progress, is_latest).await? {
                Some(bytes) => {
                    if files.is_empty() {
                        on_config(&bytes);
                    }
                    files.push(bytes);
                }
                None => return Ok(None),
            }
        }
        let mut files = files.into_iter();
        Ok(Some(names.map(|name| {
            let mut next = || files.next().expect("one file was read per name");
            ModelFiles { name, config: next(), weights: next(), tokenizer: next() }
        })))
    }

    /// A request under way.
    struct Download {
        file: String,
        url: String,
        response: JsFuture,
    }

    /// A response whose header has arrived.
    struct Body {
        file: String,
        url: String,
        /// What the header announces, where it can be believed.
        n_bytes: Option<u64>,
        response: Response,
    }

    impl Download {
        /// Requests a file. A relative URL is relative to the worker's script.
        fn begin(file: String, url: &str) -> Result<Self, EngineError> {
            let base = scope().location().href();
            let url = Url::new_with_base(url, &base)
                .map_err(|error| EngineError::FetchFailed { url: url.to_owned(), n_bytes: 0, detail: describe(&error) })?
                .href();
            let response = JsFuture::from(scope().fetch_with_str(&url));
            Ok(Self { file, url, response })
        }

        async fn open(self) -> Result<Body, EngineError> {
            let Self { file, url, response } = self;
            let response = match response.await {
                Ok(response) => response.unchecked_into::<Response>(),
                Err(error) => return Err(EngineError::FetchFailed { url, n_bytes: 0, detail: describe(&error) }),
            };
            if !response.ok() {
                return Err(EngineError::FetchStatus { url, status: response.status() });
            }
            let header = |name| response.headers().get(name).ok().flatten();
            // The length of a compressed file says nothing of what its stream will give.
            let is_plain = header("content-encoding").is_none_or(|encoding| encoding.eq_ignore_ascii_case("identity"));
            let n_bytes = header("content-length").filter(|_| is_plain).and_then(|length| length.trim().parse().ok());
            Ok(Body { file, url, n_bytes, response })
        }
    }

    impl Body {
        /// Reads the stream to its end; `None` if another load began meanwhile.
        async fn read(self, progress: &mut Progress, is_latest: &dyn Fn() -> bool) -> Result<Option<Vec<u8>>, EngineError> {
            let mut bytes = Vec::with_capacity(self.n_bytes.unwrap_or_default().min(MAX_RESERVED_BYTES) as usize);
            let Some(stream) = self.response.body() else {
                return Err(EngineError::FetchFailed { url: self.url, n_bytes: 0, detail: "the answer has no body".to_owned() });
            };
            let reader: ReadableStreamDefaultReader = stream.get_reader().unchecked_into();
            loop {
                let chunk = match JsFuture::from(reader.read()).await {
                    Ok(chunk) => chunk,
                    Err(error) => {
                        let n_bytes = bytes.len() as u64;
                        return Err(EngineError::FetchFailed { url: self.url, n_bytes, detail: describe(&error) });
                    }
                };
                if !is_latest() {
                    let _ = reader.cancel(); // The answer to this is of no interest.
                    return Ok(None);
                }
                let chunk: Object = chunk.unchecked_into();
                match Reflect::get(&chunk, &"value".into()).ok().and_then(|value| value.dyn_into::<Uint8Array>().ok()) {
                    Some(value) => {
                        let start = bytes.len();
                        bytes.resize(start + value.length() as usize, 0);
                        value.copy_to(&mut bytes[start..]);
                        progress.add(&self.file, u64::from(value.length()));
                    }
                    None => break, // Only the end of the stream has no value.
                }
            }
            let n_bytes = bytes.len() as u64;
            match self.n_bytes {
                Some(expected_bytes) if n_bytes < expected_bytes => Err(EngineError::FetchShort { url: self.url, n_bytes, expected_bytes }),
                _ => {
                    progress.send(&self.file);
                    Ok(Some(bytes))
                }
            }
        }
    }

    /// Bytes of all files together.
    struct Progress {
        loaded_bytes: u64,
        total_bytes: Option<u64>,
        last_sent: Option<f64>,
        clock: Clock,
    }

    impl Progress {
        fn add(&mut self, file: &str, n_bytes: u64) {
            self.loaded_bytes += n_bytes;
            if self.last_sent.is_none_or(|last_sent| (self.clock)() - last_sent >= PROGRESS_MILLIS) {
                self.send(file);
            }
        }

        fn send(&mut self, file: &str) {
            self.last_sent = Some((self.clock)());
            // A total that has been passed was wrong: better none than more than 100%.
            let total_bytes = self.total_bytes.filter(|total| *total >= self.loaded_bytes);
            post(&Reply::Loading { file: file.to_owned(), loaded_bytes: self.loaded_bytes, total_bytes });
        }
    }

    fn scope() -> DedicatedWorkerGlobalScope {
        js_sys::global().unchecked_into()
    }

    fn clock() -> Clock {
        let performance = scope().performance().expect("every worker has a clock");
        Rc::new(move || performance.now())
    }

    /// The request in a message: postcard bytes in an `ArrayBuffer` or a `Uint8Array`.
    fn request_of(event: &MessageEvent) -> Option<Request> {
        let data = event.data();
        if !data.is_instance_of::<ArrayBuffer>() && !data.is_instance_of::<Uint8Array>() {
            return None;
        }
        decode(&Uint8Array::new(&data).to_vec())
    }

    /// Posts a reply as an `ArrayBuffer`, which moves to the page without a copy.
    fn post(reply: &Reply) {
        let buffer = Uint8Array::from(encode(reply).as_slice()).buffer();
        scope().post_message_with_transfer(&buffer, &Array::of1(&buffer)).expect("a fresh buffer can be transferred");
    }

    /// What a thrown value says.
    fn describe(error: &JsValue) -> String {
        let message = error.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
        message.or_else(|| error.as_string()).unwrap_or_else(|| "no reason was given".to_owned())
    }
}

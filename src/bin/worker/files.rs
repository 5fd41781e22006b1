//! The worker's files: fetched, kept in the browser's cache between visits, and gone on with where a connection was cut.
//!
//! This is done here and not in a service worker, because it must work where there is none: at the first visit, in a private
//! window, at an address without https. Where the browser has no cache to keep pieces in, what has arrived stays in memory
//! until the next try. What follows from a server's answer is decided in [`decoding_lab::engine::step_after`].
//!
//! A file lies in the cache in pieces, each under the file's address with `?from=` and its first byte. So nothing is written
//! twice, and what has arrived is kept even if the window closes.

use super::opened::PairPlaces;
use decoding_lab::engine::{Answer, Clock, EngineError, Kept, ModelFiles, Step, step_after};
use decoding_lab::protocol::Reply;
use js_sys::{ArrayBuffer, Object, Reflect, Uint8Array};
use std::cell::RefCell;
use std::collections::BTreeMap;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Cache, CacheQueryOptions, CacheStorage, DedicatedWorkerGlobalScope, Headers, ReadableStreamDefaultReader, RequestInit, Response,
    ResponseInit, Url,
};

/// Download progress is reported about this often.
const PROGRESS_MILLIS: f64 = 50.0;

/// However much a header announces, no more memory than this is set aside before it arrives.
const MAX_RESERVED_BYTES: u64 = 64 << 20;

/// A file is kept in pieces of about this size: what is lost if the window closes.
const PIECE_BYTES: usize = 512 << 10;

/// Headers of a piece: how long the whole file is, and its version.
const TOTAL_HEADER: &str = "x-total-bytes";
const VERSION_HEADER: &str = "x-version";
/// How long the piece is, for whoever adds up what is stored.
const LENGTH_HEADER: &str = "x-bytes";

/// The beginning of a file.
#[derive(Clone, Debug, Default)]
struct Beginning {
    kept: Kept,
    bytes: Vec<u8>,
    /// How much of it is in the cache.
    n_stored: usize,
}

impl Beginning {
    fn add(&mut self, piece: &Uint8Array) {
        let start = self.bytes.len();
        self.bytes.resize(start + piece.length() as usize, 0);
        piece.copy_to(&mut self.bytes[start..]);
        self.kept.n_bytes = self.bytes.len() as u64;
    }
}

/// What arrived before a connection broke, by address, in memory.
#[derive(Default)]
pub struct Beginnings(RefCell<BTreeMap<String, Beginning>>);

/// Where files are kept.
pub struct Shelf<'a> {
    cache: Option<Cache>,
    problem: Option<String>,
    beginnings: &'a Beginnings,
}

impl<'a> Shelf<'a> {
    /// Opens the cache of this name, if one is asked for.
    pub async fn open(name: Option<&str>, beginnings: &'a Beginnings) -> Self {
        let mut shelf = Self { cache: None, problem: None, beginnings };
        if let Some(name) = name {
            match open_cache(name).await {
                Ok(cache) => shelf.cache = Some(cache),
                Err(error) => shelf.problem = Some(describe(&error)),
            }
        }
        shelf
    }

    /// Why files are not kept though they should be.
    pub fn problem(&self) -> Option<String> {
        self.problem.clone()
    }

    /// Forgets everything that was fetched of a pair: the files were not what they should be.
    pub async fn forget_pair(&self, places: &PairPlaces) {
        for (_, address) in addresses(&places.folders()) {
            if let Ok(url) = absolute(&address) {
                self.forget(&url).await;
            }
        }
    }

    async fn forget(&self, url: &str) {
        self.beginnings.0.borrow_mut().remove(url);
        if let Some(cache) = &self.cache {
            let all_pieces = CacheQueryOptions::new();
            all_pieces.set_ignore_search(true);
            // What cannot be deleted is found to be of another version later.
            let _ = JsFuture::from(cache.delete_with_str_and_options(url, &all_pieces)).await;
        }
    }

    /// What is kept of a file.
    async fn find(&self, url: &str) -> Beginning {
        if let Some(beginning) = self.beginnings.0.borrow_mut().remove(url) {
            return beginning;
        }
        let mut found = Beginning::default();
        let Some(cache) = &self.cache else { return found };
        while !found.kept.is_whole() {
            let Some((kept, piece)) = read_piece(cache, &piece_address(url, found.bytes.len())).await else { break };
            if found.bytes.is_empty() {
                found.kept = Kept { n_bytes: 0, ..kept };
            } else if (&kept.total_bytes, &kept.version) != (&found.kept.total_bytes, &found.kept.version) {
                break;
            }
            found.add(&piece);
            found.n_stored = found.bytes.len();
        }
        found
    }

    /// Keeps what has arrived since the last piece. The first time that this fails is the last: a full storage stays full.
    async fn keep(&mut self, url: &str, beginning: &mut Beginning) {
        let Some(cache) = self.cache.as_ref().filter(|_| beginning.n_stored < beginning.bytes.len()) else { return };
        match write_piece(cache, url, beginning).await {
            Ok(()) => beginning.n_stored = beginning.bytes.len(),
            Err(error) => {
                self.problem = Some(describe(&error));
                self.cache = None;
            }
        }
    }

    /// Holds what has arrived until the next try.
    fn hold(&self, url: &str, beginning: Beginning) {
        self.beginnings.0.borrow_mut().insert(url.to_owned(), beginning);
    }
}

async fn open_cache(name: &str) -> Result<Cache, JsValue> {
    // At an address without https there is none.
    let caches = Reflect::get(&js_sys::global(), &"caches".into())?;
    let caches = caches.dyn_into::<CacheStorage>().map_err(|_| JsValue::from_str("this browser offers no cache here"))?;
    Ok(JsFuture::from(caches.open(name)).await?.unchecked_into())
}

fn piece_address(url: &str, start: usize) -> String {
    format!("{url}?from={start}")
}

/// A piece with what it says of its file; `None` if there is none that could be used.
async fn read_piece(cache: &Cache, address: &str) -> Option<(Kept, Uint8Array)> {
    let response = JsFuture::from(cache.match_with_str(address)).await.ok()?.dyn_into::<Response>().ok()?;
    let header = |name| response.headers().get(name).ok().flatten();
    let kept = Kept { n_bytes: 0, total_bytes: header(TOTAL_HEADER).and_then(|total| total.parse().ok()), version: header(VERSION_HEADER) };
    let buffer = JsFuture::from(response.array_buffer().ok()?).await.ok()?.dyn_into::<ArrayBuffer>().ok()?;
    let piece = Uint8Array::new(&buffer);
    let fits = header(LENGTH_HEADER).and_then(|length| length.parse().ok()) == Some(piece.length());
    (fits && piece.length() > 0).then_some((kept, piece))
}

async fn write_piece(cache: &Cache, url: &str, beginning: &Beginning) -> Result<(), JsValue> {
    let start = beginning.n_stored;
    let piece = Uint8Array::from(&beginning.bytes[start..]);
    let headers = Headers::new()?;
    headers.set("content-type", "application/octet-stream")?;
    headers.set(LENGTH_HEADER, &piece.length().to_string())?;
    if let Some(total_bytes) = beginning.kept.total_bytes {
        headers.set(TOTAL_HEADER, &total_bytes.to_string())?;
    }
    if let Some(version) = &beginning.kept.version {
        headers.set(VERSION_HEADER, version)?;
    }
    let init = ResponseInit::new();
    init.set_headers(&headers);
    let response = Response::new_with_opt_js_u8_array_and_init(Some(&piece), &init)?;
    JsFuture::from(cache.put_with_str(&piece_address(url, start), &response)).await.map(|_| ())
}

/// Names and addresses of some models' files, in order.
fn addresses(folders: &[&str]) -> Vec<(String, String)> {
    let of_folder = |folder: &str| {
        let folder = folder.trim_end_matches('/').to_owned();
        let name = ModelFiles::name_of_folder(&folder);
        ModelFiles::NAMES.map(|file| (format!("{name}/{file}"), format!("{folder}/{file}")))
    };
    folders.iter().copied().flat_map(of_folder).collect()
}

/// An address relative to the worker's script, made absolute.
fn absolute(address: &str) -> Result<String, EngineError> {
    let base = scope().location().href();
    let url = Url::new_with_base(address, &base).map_err(|error| EngineError::FetchFailed {
        url: address.to_owned(),
        n_bytes: 0,
        detail: describe(&error),
    })?;
    Ok(url.href())
}

/// Fetches the files of models, one folder each; `None` if another load began meanwhile. `on_config` is shown the first one's
/// configuration while the other files are under way.
pub async fn fetch_models(
    folders: &[&str],
    shelf: &mut Shelf<'_>,
    is_latest: &dyn Fn() -> bool,
    clock: Clock,
    report: fn(&Reply),
    on_config: impl FnMut(&[u8]),
) -> Result<Option<Vec<ModelFiles>>, EngineError> {
    let files = fetch_files(addresses(folders), shelf, is_latest, clock, report, on_config).await?;
    let Some(files) = files else { return Ok(None) };
    let mut files = files.into_iter();
    let models = folders.iter().map(|folder| {
        let mut next = || files.next().expect("one file was read per name");
        let name = ModelFiles::name_of_folder(folder.trim_end_matches('/'));
        ModelFiles { name, config: next(), weights: next(), tokenizer: next() }
    });
    Ok(Some(models.collect()))
}

/// Fetches files of one folder, in order; `None` if they are no longer wanted.
pub async fn fetch_folder(
    folder: &str,
    names: &[&str],
    shelf: &mut Shelf<'_>,
    is_wanted: &dyn Fn() -> bool,
    clock: Clock,
) -> Result<Option<Vec<Vec<u8>>>, EngineError> {
    let folder = folder.trim_end_matches('/');
    let files = names.iter().map(|file| (format!("{}/{file}", ModelFiles::name_of_folder(folder)), format!("{folder}/{file}")));
    fetch_files(files.collect(), shelf, is_wanted, clock, |_| {}, |_| {}).await
}

/// Fetches files, given by their names and addresses; `None` if they are no longer wanted. `on_first` is shown the first one while the
/// others are under way.
async fn fetch_files(
    addresses: Vec<(String, String)>,
    shelf: &mut Shelf<'_>,
    is_wanted: &dyn Fn() -> bool,
    clock: Clock,
    report: fn(&Reply),
    mut on_first: impl FnMut(&[u8]),
) -> Result<Option<Vec<Vec<u8>>>, EngineError> {
    let mut found = Vec::new();
    for (file, address) in addresses {
        let url = absolute(&address)?;
        let beginning = shelf.find(&url).await;
        found.push((file, url, beginning));
    }
    // All requests go out at once; each answer's header then says how much will come.
    let downloads: Vec<Download> = found.into_iter().map(|(file, url, beginning)| Download::begin(file, url, beginning)).collect();
    let mut opened = Vec::new();
    for download in downloads {
        opened.push(download.open(shelf).await?);
    }
    let mut progress = Progress {
        loaded_bytes: opened.iter().map(|body| body.beginning.kept.n_bytes).sum(),
        total_bytes: opened.iter().map(|body| body.beginning.kept.total_bytes).sum(), // None if any of them is.
        last_sent: None,
        clock,
        report,
    };
    let mut files: Vec<(String, Beginning)> = Vec::new();
    for body in opened {
        let url = body.url.clone();
        match body.read(&mut progress, shelf, is_wanted).await {
            Ok(Some(file)) => {
                if files.is_empty() {
                    on_first(&file.bytes);
                }
                files.push((url, file));
            }
            Ok(None) => return Ok(None),
            Err(error) => {
                // The next try needs them, and has them without asking.
                files.into_iter().for_each(|(url, file)| shelf.hold(&url, file));
                return Err(error);
            }
        }
    }
    Ok(Some(files.into_iter().map(|(_, file)| file.bytes).collect()))
}

/// A request under way; none if all of the file is kept.
struct Download {
    file: String,
    url: String,
    beginning: Beginning,
    response: Option<JsFuture>,
}

/// A file whose answer's header has arrived.
struct Body {
    file: String,
    url: String,
    /// What there is already. Its length is that of the whole file, where the header can be believed.
    beginning: Beginning,
    response: Option<Response>,
}

impl Download {
    fn begin(file: String, url: String, beginning: Beginning) -> Self {
        let response = (!beginning.kept.is_whole()).then(|| request(&url, &beginning.kept, "default"));
        Self { file, url, beginning, response }
    }

    async fn open(self, shelf: &Shelf<'_>) -> Result<Body, EngineError> {
        let Self { file, url, mut beginning, response } = self;
        let Some(response) = response else {
            return Ok(Body { file, url, beginning, response: None });
        };
        let mut response = arrived(response, &url, &beginning.kept).await?;
        let mut answer = answer_of(&response);
        let mut step = step_after(&beginning.kept, &answer);
        if step == Step::AskForAll {
            shelf.forget(&url).await;
            beginning = Beginning::default();
            // The browser's own cache may hold half of the other version, too.
            response = arrived(request(&url, &beginning.kept, "reload"), &url, &beginning.kept).await?;
            answer = answer_of(&response);
            step = step_after(&beginning.kept, &answer);
        }
        match step {
            Step::GoOn { total_bytes } => beginning.kept.total_bytes = Some(total_bytes),
            Step::FromStart { total_bytes } => {
                if !beginning.bytes.is_empty() {
                    shelf.forget(&url).await;
                }
                let kept = Kept { n_bytes: 0, total_bytes, version: answer.version };
                beginning = Beginning { kept, ..Beginning::default() };
            }
            Step::AskForAll | Step::Refused => return Err(EngineError::FetchStatus { url, status: response.status() }),
        }
        let to_come = beginning.kept.total_bytes.unwrap_or_default().min(MAX_RESERVED_BYTES) as usize;
        beginning.bytes.reserve_exact(to_come.saturating_sub(beginning.bytes.len()));
        Ok(Body { file, url, beginning, response: Some(response) })
    }
}

/// Asks for what is missing of a file; `cache` is what the browser's own cache may do.
fn request(url: &str, kept: &Kept, cache: &str) -> JsFuture {
    let init = RequestInit::new();
    let given = Object::new();
    let ranges = kept.range().map(|range| ("range", range));
    let if_ranges = ranges.as_ref().and_then(|_| kept.if_range()).map(|version| ("if-range", version.to_owned()));
    for (name, value) in ranges.into_iter().chain(if_ranges) {
        // A fresh object takes any property.
        let _ = Reflect::set(&given, &name.into(), &value.into());
    }
    let _ = Reflect::set(&init, &"cache".into(), &cache.into());
    init.set_headers_record_from_str_to_str(&given);
    JsFuture::from(scope().fetch_with_str_and_init(url, &init))
}

async fn arrived(response: JsFuture, url: &str, kept: &Kept) -> Result<Response, EngineError> {
    let failed = |error: JsValue| EngineError::FetchFailed { url: url.to_owned(), n_bytes: kept.n_bytes, detail: describe(&error) };
    Ok(response.await.map_err(failed)?.unchecked_into())
}

fn answer_of(response: &Response) -> Answer {
    let header = |name| response.headers().get(name).ok().flatten();
    Answer {
        status: response.status(),
        content_range: header("content-range"),
        content_length: header("content-length"),
        content_encoding: header("content-encoding"),
        version: header("etag").or_else(|| header("last-modified")),
    }
}

impl Body {
    /// Reads the stream to its end; `None` if another load began meanwhile.
    async fn read(
        mut self,
        progress: &mut Progress,
        shelf: &mut Shelf<'_>,
        is_latest: &dyn Fn() -> bool,
    ) -> Result<Option<Beginning>, EngineError> {
        if let Some(response) = self.response.take() {
            match self.read_stream(&response, progress, shelf, is_latest).await {
                Ok(true) => {}
                Ok(false) => return Ok(None),
                Err(error) => {
                    // Only what has a length and a version can be gone on with.
                    if self.beginning.kept.range().is_some() && self.beginning.kept.total_bytes.is_some() {
                        shelf.keep(&self.url, &mut self.beginning).await;
                        shelf.hold(&self.url, self.beginning);
                    }
                    return Err(error);
                }
            }
        }
        // Also what an earlier try could not keep.
        shelf.keep(&self.url, &mut self.beginning).await;
        progress.send(&self.file);
        Ok(Some(self.beginning))
    }

    /// Whether the stream was read to its end.
    async fn read_stream(
        &mut self,
        response: &Response,
        progress: &mut Progress,
        shelf: &mut Shelf<'_>,
        is_latest: &dyn Fn() -> bool,
    ) -> Result<bool, EngineError> {
        let failed = |url: &str, n_bytes, detail| EngineError::FetchFailed { url: url.to_owned(), n_bytes, detail };
        let Some(stream) = response.body() else {
            return Err(failed(&self.url, 0, "the answer has no body".to_owned()));
        };
        let reader: ReadableStreamDefaultReader = stream.get_reader().unchecked_into();
        loop {
            let chunk = JsFuture::from(reader.read()).await;
            let chunk: Object = chunk.map_err(|error| failed(&self.url, self.beginning.kept.n_bytes, describe(&error)))?.unchecked_into();
            if !is_latest() {
                let _ = reader.cancel(); // The answer to this is of no interest.
                return Ok(false);
            }
            // Only the end of the stream has no value.
            let Some(value) = Reflect::get(&chunk, &"value".into()).ok().and_then(|value| value.dyn_into::<Uint8Array>().ok()) else {
                break;
            };
            self.beginning.add(&value);
            progress.add(&self.file, u64::from(value.length()));
            if self.beginning.kept.total_bytes.is_some() && self.beginning.bytes.len() - self.beginning.n_stored >= PIECE_BYTES {
                shelf.keep(&self.url, &mut self.beginning).await;
            }
        }
        let n_bytes = self.beginning.kept.n_bytes;
        match self.beginning.kept.total_bytes {
            Some(expected_bytes) if n_bytes < expected_bytes => {
                return Err(EngineError::FetchShort { url: self.url.clone(), n_bytes, expected_bytes });
            }
            // The end has come, so this is its length, whatever was announced.
            _ => self.beginning.kept.total_bytes = Some(n_bytes),
        }
        Ok(true)
    }
}

/// Bytes of all files together.
pub struct Progress {
    loaded_bytes: u64,
    total_bytes: Option<u64>,
    last_sent: Option<f64>,
    clock: Clock,
    report: fn(&Reply),
}

impl Progress {
    /// Nothing yet of so many bytes.
    pub fn of(total_bytes: u64, clock: Clock, report: fn(&Reply)) -> Self {
        Self { loaded_bytes: 0, total_bytes: Some(total_bytes), last_sent: None, clock, report }
    }

    /// More of a file has arrived.
    pub fn add(&mut self, file: &str, n_bytes: u64) {
        self.loaded_bytes += n_bytes;
        if self.last_sent.is_none_or(|last_sent| (self.clock)() - last_sent >= PROGRESS_MILLIS) {
            self.send(file);
        }
    }

    fn send(&mut self, file: &str) {
        self.last_sent = Some((self.clock)());
        // A total that has been passed was wrong: better none than more than 100%.
        let total_bytes = self.total_bytes.filter(|total| *total >= self.loaded_bytes);
        (self.report)(&Reply::Loading { file: file.to_owned(), loaded_bytes: self.loaded_bytes, total_bytes });
    }
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

/// What a thrown value says.
pub fn describe(error: &JsValue) -> String {
    let message = error.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
    let message = message.or_else(|| Reflect::get(error, &"message".into()).ok().and_then(|message| message.as_string()));
    message.or_else(|| error.as_string()).unwrap_or_else(|| "no reason was given".to_owned())
}

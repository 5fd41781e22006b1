//! A pair's files, wherever they are: fetched from folders beside the page, or read from files that a reader has opened.
//!
//! An opened file stays on the device: the page hands the browser's handle over, and it is read here, piece by piece, into the
//! place that it is to have. What is in the way of a model is found out before its weights are read, where that can be known.

use super::files::{Progress, Shelf, describe, fetch_models};
use decoding_lab::engine::{
    Clock, EngineError, LENGTH_BYTES, LlamaConfig, MOST_AT_ONCE, ModelFiles, announcement_len, check_room, room_for,
};
use decoding_lab::protocol::{Kernels, ModelPlace, Reply};
use js_sys::{ArrayBuffer, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

/// A file is read in pieces of this size.
const PIECE_BYTES: u64 = 4 << 20;

/// Files other than weights are no larger than this.
const MOST_TEXT_BYTES: u64 = 256 << 20;

/// Where the files of a pair are.
pub struct PairPlaces {
    /// The target.
    pub target: ModelPlace,
    /// The draft; `None` is the target itself.
    pub draft: Option<ModelPlace>,
    /// What was handed over of opened models.
    pub files: Vec<File>,
}

impl PairPlaces {
    fn all(&self) -> impl Iterator<Item = &ModelPlace> {
        std::iter::once(&self.target).chain(&self.draft)
    }

    /// Those of its models that are fetched.
    pub fn folders(&self) -> Vec<&str> {
        let all = self.all().filter_map(|place| match place {
            ModelPlace::Folder(folder) => Some(folder.as_str()),
            ModelPlace::Opened { .. } => None,
        });
        all.collect()
    }

    /// Those that are opened.
    fn opened(&self) -> Result<Vec<Opened<'_>>, EngineError> {
        let mut opened = Vec::new();
        for place in self.all() {
            if let ModelPlace::Opened { name, first } = place {
                let files = self.files.get(*first as usize..).and_then(|files| files.first_chunk::<3>());
                let missing = || EngineError::OpenedUnreadable { file: name.clone(), detail: "it was not handed over".to_owned() };
                opened.push(Opened { name, files: files.ok_or_else(missing)? });
            }
        }
        Ok(opened)
    }
}

/// Fetches and reads the files of a target, and of a draft if it is not the target itself; `None` if another load began
/// meanwhile. `kernels` are those that the models will probably be built for. `on_config` is shown the target's configuration while
/// the other files are under way.
pub async fn gather_pair(
    places: &PairPlaces,
    kernels: Kernels,
    shelf: &mut Shelf<'_>,
    is_latest: &dyn Fn() -> bool,
    clock: Clock,
    report: fn(&Reply),
    mut on_config: impl FnMut(&[u8]),
) -> Result<Option<(ModelFiles, Option<ModelFiles>)>, EngineError> {
    let opened = places.opened()?;
    let is_target_opened = matches!(places.target, ModelPlace::Opened { .. });
    // What is on the device is looked at first: nothing need be fetched for a model that cannot be used.
    let mut looked = Vec::new();
    for model in &opened {
        looked.push(model.look(kernels).await?);
    }
    let mut read = Vec::new();
    if let Some(last) = opened.last() {
        check_memory(last.name, &looked)?;
        if is_target_opened {
            on_config(&looked[0].config);
        }
        let total_bytes = looked.iter().map(|looked| looked.n_bytes).sum();
        let mut progress = Progress::of(total_bytes, clock.clone(), report);
        for (model, looked) in opened.iter().zip(looked) {
            let Some(files) = model.read(looked, &mut progress, is_latest).await? else { return Ok(None) };
            read.push(files);
        }
    }
    let on_fetched = |config: &[u8]| {
        if !is_target_opened {
            on_config(config)
        }
    };
    let Some(fetched) = fetch_models(&places.folders(), shelf, is_latest, clock, report, on_fetched).await? else { return Ok(None) };
    let (mut fetched, mut read) = (fetched.into_iter(), read.into_iter());
    let mut next = |place: &ModelPlace| {
        let files = if matches!(place, ModelPlace::Folder(_)) { fetched.next() } else { read.next() };
        files.expect("each place has its files")
    };
    Ok(Some((next(&places.target), places.draft.as_ref().map(next))))
}

/// A model that a reader has opened.
struct Opened<'a> {
    name: &'a str,
    /// Configuration, weights, tokenizer.
    files: &'a [File; 3],
}

/// What is known of it before its weights are read.
struct Looked {
    config: Vec<u8>,
    tokenizer: Vec<u8>,
    /// The weights' file.
    n_bytes: u64,
    /// What is needed while it is built, the file included.
    needed_bytes: u64,
}

impl Opened<'_> {
    /// Reads all but the weights, of which only the beginning.
    async fn look(&self, kernels: Kernels) -> Result<Looked, EngineError> {
        let [config, weights, tokenizer] = self.files;
        let config = self.text(config).await?;
        let shape = LlamaConfig::parse(self.name, &config)?;
        let n_bytes = weights.size() as u64;
        let first = self.piece(weights, 0, LENGTH_BYTES.min(n_bytes)).await?.to_vec();
        let len = announcement_len(self.name, &first, n_bytes)?;
        let announcement = self.piece(weights, LENGTH_BYTES, LENGTH_BYTES + len).await?.to_vec();
        let needed_bytes = room_for(self.name, &shape, &announcement, n_bytes, kernels)?;
        Ok(Looked { config, tokenizer: self.text(tokenizer).await?, n_bytes, needed_bytes })
    }

    /// A file that is text, whole.
    async fn text(&self, file: &File) -> Result<Vec<u8>, EngineError> {
        let n_bytes = file.size() as u64;
        if n_bytes > MOST_TEXT_BYTES {
            return Err(EngineError::too_large(&self.file_name(file), n_bytes, MOST_TEXT_BYTES));
        }
        Ok(self.piece(file, 0, n_bytes).await?.to_vec())
    }

    /// Reads the weights; `None` if another load began meanwhile.
    async fn read(&self, looked: Looked, progress: &mut Progress, is_latest: &dyn Fn() -> bool) -> Result<Option<ModelFiles>, EngineError> {
        let Looked { config, tokenizer, n_bytes, needed_bytes } = looked;
        let file = &self.files[1];
        let mut weights: Vec<u8> = Vec::new();
        // As much as the file is long, at once: a list that grows would be copied, and then be there twice.
        let no_memory = |_| EngineError::no_memory(self.name, needed_bytes);
        weights.try_reserve_exact(n_bytes as usize).map_err(no_memory)?;
        while (weights.len() as u64) < n_bytes {
            let start = weights.len();
            let piece = self.piece(file, start as u64, (start as u64 + PIECE_BYTES).min(n_bytes)).await?;
            if !is_latest() {
                return Ok(None);
            }
            weights.resize(start + piece.length() as usize, 0);
            piece.copy_to(&mut weights[start..]);
            progress.add(&self.file_name(file), u64::from(piece.length()));
        }
        Ok(Some(ModelFiles { name: self.name.to_owned(), config, weights, tokenizer }))
    }

    /// The bytes of a file from a place to before another.
    async fn piece(&self, file: &File, start: u64, end: u64) -> Result<Uint8Array, EngineError> {
        let unreadable = |detail: String| EngineError::OpenedUnreadable { file: self.file_name(file), detail };
        let failed = |error: JsValue| unreadable(describe(&error));
        let slice = file.slice_with_f64_and_f64(start as f64, end as f64).map_err(failed)?;
        let buffer: ArrayBuffer = JsFuture::from(slice.array_buffer()).await.map_err(failed)?.unchecked_into();
        if u64::from(buffer.byte_length()) != end - start {
            return Err(unreadable(format!("it ended after {} bytes", start + u64::from(buffer.byte_length()))));
        }
        Ok(Uint8Array::new(&buffer))
    }

    /// A file as messages name it.
    fn file_name(&self, file: &File) -> String {
        format!("{}/{}", self.name, file.name())
    }
}

/// Finds out whether there is memory for some models, and has it ready. `name` is the last one's, for which it may be too little.
fn check_memory(name: &str, models: &[Looked]) -> Result<(), EngineError> {
    let needed_bytes = models.iter().map(|looked| looked.needed_bytes).sum();
    check_room(name, needed_bytes, models.iter().map(|looked| looked.n_bytes).max().unwrap_or(0))?;
    // What is asked for and given back stays this program's: it never becomes smaller. A list of that size that could not
    // be made would be the end of it, here it is an answer.
    let mut held: Vec<Vec<u8>> = Vec::new();
    let mut to_hold = needed_bytes;
    while to_hold > 0 {
        let mut part = Vec::new();
        let n_bytes = to_hold.min(MOST_AT_ONCE / 4);
        part.try_reserve_exact(n_bytes as usize).map_err(|_| EngineError::no_memory(name, needed_bytes))?;
        // Else it would be seen that nobody uses it.
        held.push(std::hint::black_box(part));
        to_hold -= n_bytes;
    }
    Ok(())
}

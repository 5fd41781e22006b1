//! The choice of a pair, and what becomes of it: files that a reader has opened are kept here for as long as the page is open, so
//! that a worker that starts anew can read them again. A choice that cannot be used gives way to the last one that could.

use super::{Engine, EngineStatus};
use crate::decode::{Notice, PairFacts};
use crate::protocol::{Kernels, Request, find_model_files, name_for_model};
use crate::ui::fetch::folder;
use crate::ui::link_words::link_notice;
use crate::ui::pair_choice::{
    DraftChoice, OpenedModel, PairChoice, Role, SHIPPED_MODELS, TargetChoice, draft_of_query, fault_words, target_of_query,
};
use leptos::prelude::*;
use wasm_bindgen::JsValue;
use web_sys::File;

/// A worker that reads and builds an opened model may be silent for longer: a millisecond more for so many bytes of it.
const BYTES_PER_MILLI: f64 = 10_000.0;

/// The pair. Copies share the same signals.
#[derive(Clone, Copy)]
pub struct Models {
    /// The pair that is wanted.
    pub choice: RwSignal<PairChoice>,
    /// Why what was opened last is not used, until something else is chosen.
    pub trouble: RwSignal<Option<String>>,
    /// The last pair that could be built.
    settled: StoredValue<PairChoice>,
    /// Whether the last pair that came is another than the one before it, and whether it speaks of other tokens.
    differs: StoredValue<[bool; 2]>,
    /// Names that opened models have or had.
    names: StoredValue<Vec<String>>,
    /// How many have been opened.
    n_opened: StoredValue<u32>,
    /// Files of opened models, by their numbers.
    files: StoredValue<Vec<(u32, Vec<File>)>, LocalStorage>,
}

impl Models {
    /// The pair that came with the page.
    pub fn new() -> Self {
        Self {
            choice: RwSignal::new(PairChoice::default()),
            trouble: RwSignal::new(None),
            settled: StoredValue::new(PairChoice::default()),
            differs: StoredValue::new([false; 2]),
            names: StoredValue::new(Vec::new()),
            n_opened: StoredValue::new(0),
            files: StoredValue::new_local(Vec::new()),
        }
    }

    /// Whether these are the models that are wanted.
    pub(super) fn are(self, pair: &PairFacts) -> bool {
        self.choice.with_untracked(|choice| choice.names() == [&pair.target.name, &pair.draft.name])
    }

    /// Whether the last pair that came is another than the one before it. What was counted and measured with that one is then of no use.
    pub fn have_changed(self) -> bool {
        self.differs.get_value()[0]
    }

    /// Whether it speaks of other tokens than the one before it. Numbers of tokens then mean something else.
    pub fn have_other_tokens(self) -> bool {
        self.differs.get_value()[1]
    }

    /// The pair that is wanted could be built. `has_other_tokens` says whether the one before it knew others.
    pub(super) fn settle(self, has_other_tokens: bool) {
        let choice = self.choice.get_untracked();
        self.differs.set_value([self.settled.get_value() != choice, has_other_tokens]);
        self.settled.set_value(choice);
        self.forget_others();
    }

    /// The pair that is wanted could not be built. Whether there is another to go back to: where opened models are about, the last pair
    /// that could be built takes its place. (The page's own models can be tried again.)
    pub(super) fn give_way(self, why: &str) -> bool {
        let (choice, settled) = (self.choice.get_untracked(), self.settled.get_value());
        if choice == settled || choice.opened().chain(settled.opened()).next().is_none() {
            return false;
        }
        // What was never used has no need of a name.
        let is_kept = |name: &String| settled.opened().any(|model| model.name == *name) || choice.opened().all(|model| model.name != *name);
        self.names.update_value(|names| names.retain(is_kept));
        self.trouble.set(Some(why.to_owned()));
        self.choice.set(settled);
        self.forget_others();
        true
    }

    /// Lets go of files that nothing needs any more.
    fn forget_others(self) {
        let (choice, settled) = (self.choice.get_untracked(), self.settled.get_value());
        let is_needed = |id: u32| choice.opened().chain(settled.opened()).any(|model| model.id == id);
        self.files.update_value(|files| files.retain(|(id, _)| is_needed(*id)));
    }

    fn files_of(self, id: u32) -> Vec<File> {
        self.files.with_value(|all| all.iter().find(|(known, _)| *known == id).map(|(_, files)| files.clone()).unwrap_or_default())
    }

    /// How much longer than usual a worker may be silent.
    pub(super) fn patience_millis(self) -> f64 {
        self.choice.with_untracked(|choice| choice.opened().map(|model| model.n_bytes as f64).sum::<f64>()) / BYTES_PER_MILLI
    }
}

impl Engine {
    /// Takes from an address which models are wanted; before the start.
    pub(super) fn read_models(self, query: &str) {
        let target = self.known_or_usual("target", target_of_query(query), TargetChoice::default().name());
        let draft = self.known_or_usual("draft", draft_of_query(query), DraftChoice::default().name());
        self.models.choice.set(PairChoice { target, draft });
    }

    /// What an address asks for, or the usual choice; where it asks for what is not there, the reader is told.
    fn known_or_usual<C: Default>(self, name: &'static str, asked: Result<Option<C>, String>, usual: &'static str) -> C {
        match asked {
            Ok(choice) => choice.unwrap_or_default(),
            Err(given) => {
                self.notify(link_notice(&Notice::unknown_choice(name, &given, usual)));
                C::default()
            }
        }
    }

    /// The request for the pair that is wanted, and the files that go with it.
    pub(super) fn load_request(self, kernels: Option<Kernels>) -> (Request, Vec<File>) {
        let (target, draft, handed) = self.models.choice.with_untracked(|choice| choice.places(&folder("models")));
        let files = handed.into_iter().flat_map(|id| self.models.files_of(id)).collect();
        (Request::Load { target, draft, kernels, keep_in: self.keep_in.get_value() }, files)
    }

    /// Runs another pair from now on. A run under way ends; what is on screen stays until the next one replaces it.
    pub fn choose_models(self, choice: PairChoice) {
        self.models.trouble.set(None);
        if self.models.choice.with_untracked(|before| *before == choice) {
            return;
        }
        self.models.choice.set(choice);
        match self.status.get_untracked() {
            // A worker that is still starting is told when it listens.
            EngineStatus::Starting => {}
            EngineStatus::Crashed(_) => self.start(),
            _ => self.load(),
        }
    }

    /// Opens files as a model, in one of the two roles. Files that are none change nothing, and it is said why.
    pub fn open_model(self, role: Role, files: &[File]) {
        let paths: Vec<String> = files.iter().map(path_of).collect();
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        let places = match find_model_files(&paths) {
            Ok(places) => places,
            Err(fault) => return self.models.trouble.set(Some(fault_words(&fault))),
        };
        let is_taken = |name: &str| {
            SHIPPED_MODELS.iter().any(|model| model.name == name) || self.models.names.with_value(|names| names.iter().any(|n| n == name))
        };
        let name = name_for_model(&paths, role.plain_name(), is_taken);
        let files = places.map(|place| files[place].clone());
        self.models.n_opened.update_value(|n| *n += 1);
        let id = self.models.n_opened.get_value();
        let opened = OpenedModel { id, name: name.clone(), n_bytes: files[1].size() as u64 };
        self.models.names.update_value(|names| names.push(name));
        self.models.files.update_value(|all| all.push((id, files.to_vec())));
        self.choose_models(self.models.choice.with_untracked(|choice| choice.with(role, opened)));
    }
}

/// A file's path in the folder that was picked; of a file that was picked alone, its name.
fn path_of(file: &File) -> String {
    let path = js_sys::Reflect::get(file, &JsValue::from_str("webkitRelativePath")).ok().and_then(|path| path.as_string());
    path.filter(|path| !path.is_empty()).unwrap_or_else(|| file.name())
}

//! Which pair of models the page runs: what came with it, or what a reader has opened. Plain values: what an address says of them,
//! what they are called, and where their files are.

use crate::protocol::{FilesFault, MODEL_FILES, ModelPlace};
use crate::ui::i18n::{key, t, t_args};

/// A model that comes with the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShippedModel {
    /// Its folder's name.
    pub name: &'static str,
    /// Trained numbers, as its card says.
    pub parameters: u64,
    /// All of its files, in bytes.
    pub n_bytes: u64,
}

include!(concat!(env!("OUT_DIR"), "/models.rs"));

/// The target that comes with the page, the draft that it usually has, and a poor one.
pub const TARGET: &str = "target-1.8m";
/// See [`TARGET`].
pub const DRAFT: &str = "draft-0.3m";
/// See [`TARGET`].
pub const POOR: &str = "draft-poor";

/// What a target that drafts for itself is called in addresses.
const ITSELF: &str = "target";

/// What an opened draft is called in the menu; no address says it.
const OPENED: &str = "opened";

/// A model of the page by its folder's name.
pub fn shipped(name: &str) -> Option<&'static ShippedModel> {
    SHIPPED_MODELS.iter().find(|model| model.name == name)
}

/// A model that a reader has opened. Its files are kept by whoever can hold a browser's handles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenedModel {
    /// Its number in this session.
    pub id: u32,
    /// What it is called: no other model of this session is called so.
    pub name: String,
    /// Its weights' file, in bytes.
    pub n_bytes: u64,
}

/// Which of the two models one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The one whose law the text follows.
    Target,
    /// The one that guesses ahead.
    Draft,
}

impl Role {
    /// What a model is called of which only files are known.
    pub fn plain_name(self) -> &'static str {
        match self {
            Self::Target => "my-target",
            Self::Draft => "my-draft",
        }
    }
}

/// The model that guesses ahead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DraftChoice {
    /// The small one.
    #[default]
    Small,
    /// The poor one.
    Poor,
    /// The target itself.
    Target,
    /// One that a reader has opened.
    Opened(OpenedModel),
}

impl DraftChoice {
    /// Those that an address can ask for, in the order of the menu.
    pub const SHIPPED: [Self; 3] = [Self::Small, Self::Poor, Self::Target];

    /// Its name in addresses and in the menu.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Small => DRAFT,
            Self::Poor => POOR,
            Self::Target => ITSELF,
            Self::Opened(_) => OPENED,
        }
    }

    /// The draft of this name that an address can ask for.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::SHIPPED.into_iter().find(|draft| draft.name() == name)
    }
}

/// A pair of models.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairChoice {
    /// The target that a reader has opened; else it is the page's own.
    pub target: Option<OpenedModel>,
    /// The draft.
    pub draft: DraftChoice,
}

impl PairChoice {
    /// The models of it that a reader has opened.
    pub fn opened(&self) -> impl Iterator<Item = &OpenedModel> {
        let draft = if let DraftChoice::Opened(model) = &self.draft { Some(model) } else { None };
        self.target.iter().chain(draft)
    }

    /// The names of target and draft, as recordings have them.
    pub fn names(&self) -> [&str; 2] {
        let target = self.target.as_ref().map_or(TARGET, |model| &model.name);
        let draft = match &self.draft {
            DraftChoice::Target => target,
            DraftChoice::Opened(model) => &model.name,
            shipped => shipped.name(),
        };
        [target, draft]
    }

    /// What measurements of it are remembered by: names, and sizes of what a reader has opened, since others may be called so another time.
    pub fn fingerprint(&self) -> String {
        let sizes: String = self.opened().map(|model| format!("/{}", model.n_bytes)).collect();
        self.names().join("/") + &sizes
    }

    /// What an address says of it: nothing of the usual pair, nor of one that is on this device alone.
    pub fn query(&self) -> String {
        let is_silent = self.draft == DraftChoice::default() || self.opened().next().is_some();
        if is_silent { String::new() } else { format!("draft={}", self.draft.name()) }
    }

    /// Where target and draft are, with folders beside each other in `folder`; and the opened models whose files are handed over with this,
    /// three each, in this order.
    pub fn places(&self, folder: &str) -> (ModelPlace, Option<ModelPlace>, Vec<u32>) {
        let mut handed = Vec::new();
        let mut opened = |model: &OpenedModel| {
            let first = (handed.len() * MODEL_FILES.len()) as u32;
            handed.push(model.id);
            ModelPlace::Opened { name: model.name.clone(), first }
        };
        let in_folder = |name: &str| ModelPlace::Folder(format!("{folder}/{name}"));
        let target = self.target.as_ref().map_or_else(|| in_folder(TARGET), &mut opened);
        let draft = match &self.draft {
            DraftChoice::Target => None,
            DraftChoice::Opened(model) => Some(opened(model)),
            shipped => Some(in_folder(shipped.name())),
        };
        (target, draft, handed)
    }

    /// The pair once this model has been opened. A target brings no draft along: it is its own, until one is chosen that knows its tokens.
    pub fn with(&self, role: Role, model: OpenedModel) -> Self {
        match role {
            Role::Target => Self { target: Some(model), draft: DraftChoice::Target },
            Role::Draft => Self { target: self.target.clone(), draft: DraftChoice::Opened(model) },
        }
    }
}

/// The draft that an address asks for. `Err` is what it says that is no draft.
pub fn draft_of_query(query: &str) -> Result<Option<DraftChoice>, String> {
    // Links to the lab of constraints used to say by this name whether a draft takes part.
    let is_old = |value: &str| ["on", "off"].contains(&value);
    let mut values = form_urlencoded::parse(query.trim_start_matches('?').as_bytes());
    match values.find(|(name, value)| name == "draft" && !is_old(value)) {
        None => Ok(None),
        Some((_, given)) => DraftChoice::of_name(&given).map(Some).ok_or_else(|| given.into_owned()),
    }
}

/// Why some files are no model, for the reader.
pub fn fault_words(fault: &FilesFault) -> String {
    match fault {
        FilesFault::Nothing => t("models-fault-nothing"),
        FilesFault::Missing(file) => t_args("models-fault-missing", &[("file", (*file).into())]),
        FilesFault::InParts => t("models-fault-parts"),
        FilesFault::Several(file) => t_args("models-fault-several", &[("file", (*file).into())]),
    }
}

/// What a draft is good for: a key.
pub fn draft_effect(draft: &DraftChoice) -> &'static str {
    match draft {
        DraftChoice::Small => key("models-small-effect"),
        DraftChoice::Poor => key("models-poor-effect"),
        DraftChoice::Target => key("models-target-effect"),
        DraftChoice::Opened(_) => key("models-opened-effect"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::i18n::{LANGUAGES, speak_in_test};

    fn opened(id: u32, name: &str) -> OpenedModel {
        OpenedModel { id, name: name.to_owned(), n_bytes: 1000 }
    }

    #[test]
    fn a_draft_survives_its_address_and_the_usual_one_is_not_said() {
        for draft in DraftChoice::SHIPPED {
            let choice = PairChoice { target: None, draft: draft.clone() };
            let query = choice.query();
            assert_eq!(query.is_empty(), draft == DraftChoice::default());
            assert_eq!(draft_of_query(&query), Ok(Some(draft).filter(|draft| *draft != DraftChoice::default())));
        }
        assert_eq!(draft_of_query("?lab=latency&draft=draft-poor&seed=1"), Ok(Some(DraftChoice::Poor)));
        assert_eq!(draft_of_query("draft=draft-0.3m"), Ok(Some(DraftChoice::Small)));
        for unknown in ["", "huge", "opened", "Target"] {
            assert_eq!(draft_of_query(&format!("draft={unknown}")), Err(unknown.to_owned()));
        }
        // Old links to the lab of constraints.
        assert_eq!(draft_of_query("lab=constraints&draft=on&draft=target"), Ok(Some(DraftChoice::Target)));
        assert_eq!(draft_of_query("lab=constraints&draft=off"), Ok(None));
    }

    #[test]
    fn what_came_with_the_page_is_known_with_its_size() {
        for name in [TARGET, DRAFT, POOR] {
            let model = shipped(name).expect("its folder is there");
            // Numbers of two bytes, and a tokenizer of some size.
            assert!(model.parameters > 50_000 && model.n_bytes > 2 * model.parameters && model.n_bytes < 8_000_000, "{model:?}");
        }
        let size = |name| shipped(name).map(|model| model.n_bytes);
        assert!(size(POOR) < size(DRAFT) && size(DRAFT) < size(TARGET));
    }

    #[test]
    fn places_name_folders_and_the_opened_files_in_the_order_in_which_they_are_handed_over() {
        let folder = |name: &str| ModelPlace::Folder(format!("models-1a2b/{name}"));
        let of = |name: &str, first| ModelPlace::Opened { name: name.to_owned(), first };
        let usual = PairChoice::default();
        assert_eq!(usual.places("models-1a2b"), (folder(TARGET), Some(folder(DRAFT)), vec![]));
        let itself = PairChoice { draft: DraftChoice::Target, ..usual.clone() };
        assert_eq!(itself.places("models-1a2b"), (folder(TARGET), None, vec![]));
        let mine = itself.with(Role::Target, opened(4, "mine"));
        assert_eq!((mine.places("m"), mine.names()), ((of("mine", 0), None, vec![4]), ["mine", "mine"]));
        let both = mine.with(Role::Draft, opened(7, "small"));
        assert_eq!((both.places("m"), both.names()), ((of("mine", 0), Some(of("small", 3)), vec![4, 7]), ["mine", "small"]));
        let mixed = usual.with(Role::Draft, opened(7, "small"));
        assert_eq!(mixed.places("models-1a2b"), (folder(TARGET), Some(of("small", 0)), vec![7]));
        assert_eq!([usual.query(), mine.query(), both.query(), mixed.query()], [""; 4], "a link leads nobody to these files");
    }

    #[test]
    fn what_is_wrong_with_files_is_said_in_every_language() {
        let faults = [FilesFault::Nothing, FilesFault::Missing("tokenizer.json"), FilesFault::InParts, FilesFault::Several("config.json")];
        for (code, _) in LANGUAGES {
            speak_in_test(code);
            for fault in &faults {
                let said = fault_words(fault);
                assert!(said.ends_with(['.', '。']) && !said.contains("{$"), "{code}: {said}");
                if let FilesFault::Missing(file) | FilesFault::Several(file) = fault {
                    assert!(said.contains(file), "{code}: {said}");
                }
            }
        }
        speak_in_test("en");
    }
}

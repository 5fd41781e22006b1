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

/// The usual target that comes with the page, the draft that it usually has, and a poor one.
pub const TARGET: &str = "target-5.9m";
/// A smaller target.
pub const SMALLER_TARGET: &str = "target-1.8m";
/// See [`TARGET`].
pub const DRAFT: &str = "draft-0.3m";
/// See [`TARGET`].
pub const POOR: &str = "draft-poor";

/// What was trained on the usual target, and on the smaller one, to guess ahead without a second model.
const HEADS: &str = "heads-5.9m";
const SMALLER_HEADS: &str = "heads-1.8m";

/// What a target that drafts for itself is called in addresses.
const ITSELF: &str = "target";

/// What an opened model is called in a menu; no address says it.
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

/// The model whose law the text follows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TargetChoice {
    /// The usual one.
    #[default]
    Usual,
    /// A smaller one.
    Smaller,
    /// One that a reader has opened.
    Opened(OpenedModel),
}

impl TargetChoice {
    /// Those that an address can ask for, in the order of the menu.
    pub const SHIPPED: [Self; 2] = [Self::Usual, Self::Smaller];

    /// Its name in addresses and in the menu.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Usual => TARGET,
            Self::Smaller => SMALLER_TARGET,
            Self::Opened(_) => OPENED,
        }
    }

    /// The target of this name that an address can ask for.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::SHIPPED.into_iter().find(|target| target.name() == name)
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
    /// The target.
    pub target: TargetChoice,
    /// The draft.
    pub draft: DraftChoice,
}

impl PairChoice {
    /// The models of it that a reader has opened.
    pub fn opened(&self) -> impl Iterator<Item = &OpenedModel> {
        [Role::Target, Role::Draft].into_iter().filter_map(|role| self.opened_as(role))
    }

    /// The model in this role, if a reader has opened it.
    pub fn opened_as(&self, role: Role) -> Option<&OpenedModel> {
        match (role, &self.target, &self.draft) {
            (Role::Target, TargetChoice::Opened(model), _) | (Role::Draft, _, DraftChoice::Opened(model)) => Some(model),
            _ => None,
        }
    }

    /// What the model in this role is called in its menu.
    pub fn name_in_menu(&self, role: Role) -> &'static str {
        match role {
            Role::Target => self.target.name(),
            Role::Draft => self.draft.name(),
        }
    }

    /// What the model in this role is good for: a key.
    pub fn effect(&self, role: Role) -> &'static str {
        match role {
            Role::Target => target_effect(&self.target),
            Role::Draft => draft_effect(&self.draft),
        }
    }

    /// The pair with the model of this name from the menu in this role, if there is one.
    pub fn with_shipped(&self, role: Role, name: &str) -> Option<Self> {
        Some(match role {
            // A draft that knows an opened target's tokens does not know those of the page's own.
            Role::Target if self.opened_as(Role::Target).is_some() => Self { target: TargetChoice::of_name(name)?, ..Self::default() },
            Role::Target => Self { target: TargetChoice::of_name(name)?, draft: self.draft.clone() },
            Role::Draft => Self { target: self.target.clone(), draft: DraftChoice::of_name(name)? },
        })
    }

    /// The names of target and draft, as recordings have them.
    pub fn names(&self) -> [&str; 2] {
        let target = match &self.target {
            TargetChoice::Opened(model) => &model.name,
            shipped => shipped.name(),
        };
        let draft = match &self.draft {
            DraftChoice::Target => target,
            DraftChoice::Opened(model) => &model.name,
            shipped => shipped.name(),
        };
        [target, draft]
    }

    /// The folder of what was trained on its target, or on the usual one if nothing was: that says then for whom it is.
    pub fn heads(&self) -> &'static str {
        match self.target {
            TargetChoice::Smaller => SMALLER_HEADS,
            TargetChoice::Usual | TargetChoice::Opened(_) => HEADS,
        }
    }

    /// What measurements of it are remembered by: names, and sizes of what a reader has opened, since others may be called so another time.
    pub fn fingerprint(&self) -> String {
        let sizes: String = self.opened().map(|model| format!("/{}", model.n_bytes)).collect();
        self.names().join("/") + &sizes
    }

    /// What an address says of it: nothing of the usual pair, nor of one that is on this device alone.
    pub fn query(&self) -> String {
        if self.opened().next().is_some() {
            return String::new();
        }
        let target = (self.target != TargetChoice::default()).then(|| format!("target={}", self.target.name()));
        let draft = (self.draft != DraftChoice::default()).then(|| format!("draft={}", self.draft.name()));
        target.into_iter().chain(draft).collect::<Vec<_>>().join("&")
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
        let target = match &self.target {
            TargetChoice::Opened(model) => opened(model),
            shipped => in_folder(shipped.name()),
        };
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
            Role::Target => Self { target: TargetChoice::Opened(model), draft: DraftChoice::Target },
            Role::Draft => Self { target: self.target.clone(), draft: DraftChoice::Opened(model) },
        }
    }
}

/// The target that an address asks for. `Err` is what it says that is no target.
pub fn target_of_query(query: &str) -> Result<Option<TargetChoice>, String> {
    choice_of_query(query, "target", |_| false, TargetChoice::of_name)
}

/// The draft that an address asks for. `Err` is what it says that is no draft.
pub fn draft_of_query(query: &str) -> Result<Option<DraftChoice>, String> {
    // Links to the lab of constraints used to say by this name whether a draft takes part.
    choice_of_query(query, "draft", |value| ["on", "off"].contains(&value), DraftChoice::of_name)
}

/// What an address says under a name, if it is not `passed` over.
fn choice_of_query<C>(query: &str, name: &str, passed: impl Fn(&str) -> bool, of: impl Fn(&str) -> Option<C>) -> Result<Option<C>, String> {
    let mut values = form_urlencoded::parse(query.trim_start_matches('?').as_bytes());
    match values.find(|(given, value)| given == name && !passed(value)) {
        None => Ok(None),
        Some((_, given)) => of(&given).map(Some).ok_or_else(|| given.into_owned()),
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

/// What a target is good for: a key.
fn target_effect(target: &TargetChoice) -> &'static str {
    match target {
        TargetChoice::Usual => key("models-usual-effect"),
        TargetChoice::Smaller => key("models-smaller-effect"),
        TargetChoice::Opened(_) => key("models-opened-target-effect"),
    }
}

/// What a draft is good for: a key.
fn draft_effect(draft: &DraftChoice) -> &'static str {
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
            let choice = PairChoice { draft: draft.clone(), ..PairChoice::default() };
            let query = choice.query();
            assert_eq!(query.is_empty(), draft == DraftChoice::default());
            assert_eq!(draft_of_query(&query), Ok(Some(draft).filter(|draft| *draft != DraftChoice::default())));
        }
        assert_eq!(draft_of_query("?lab=latency&draft=draft-poor&seed=1"), Ok(Some(DraftChoice::Poor)));
        assert_eq!(draft_of_query("draft=draft-0.3m"), Ok(Some(DraftChoice::Small)));
        for unknown in ["", "huge", "opened", "Target"] {
            assert_eq!(draft_of_query(&format!("draft={unknown}")), Err(unknown.to_owned()));
        }
        // Both at once, whichever order a link has.
        let both = PairChoice { target: TargetChoice::Smaller, draft: DraftChoice::Poor };
        assert_eq!(both.query(), "target=target-1.8m&draft=draft-poor");
        for query in [both.query(), "draft=draft-poor&lab=beams&target=target-1.8m".to_owned()] {
            assert_eq!((target_of_query(&query), draft_of_query(&query)), (Ok(Some(TargetChoice::Smaller)), Ok(Some(DraftChoice::Poor))));
        }
        assert_eq!((target_of_query("draft=target"), target_of_query("")), (Ok(None), Ok(None)));
        for unknown in ["", "huge", "opened", "draft-0.3m"] {
            assert_eq!(target_of_query(&format!("target={unknown}")), Err(unknown.to_owned()));
        }
        // Old links to the lab of constraints.
        assert_eq!(draft_of_query("lab=constraints&draft=on&draft=target"), Ok(Some(DraftChoice::Target)));
        assert_eq!(draft_of_query("lab=constraints&draft=off"), Ok(None));
    }

    #[test]
    fn what_came_with_the_page_is_known_with_its_size() {
        for name in [TARGET, SMALLER_TARGET, DRAFT, POOR] {
            let model = shipped(name).expect("its folder is there");
            // Numbers of one byte at least, and a tokenizer of some size.
            assert!(model.parameters > 50_000 && (model.parameters..8_000_000).contains(&model.n_bytes), "{model:?}");
        }
        let size = |name| shipped(name).expect("its folder is there").n_bytes;
        assert!(size(POOR) < size(DRAFT) && size(DRAFT) < size(SMALLER_TARGET) && size(SMALLER_TARGET) < size(TARGET));
        assert!(size(TARGET) + size(DRAFT) < 8_000_000, "what is fetched where nobody has chosen");
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
        let back = both.with_shipped(Role::Target, SMALLER_TARGET).expect("it is in the menu");
        assert_eq!(back, PairChoice { target: TargetChoice::Smaller, draft: DraftChoice::Small }, "the opened draft knows other tokens");
        assert_eq!(mine.with_shipped(Role::Draft, POOR).expect("it is in the menu").names(), ["mine", POOR]);
        assert_eq!([usual.with_shipped(Role::Target, "opened"), usual.with_shipped(Role::Draft, TARGET)], [None, None]);
        let smaller = PairChoice { target: TargetChoice::Smaller, ..usual.clone() };
        assert_eq!((smaller.places("m").0, smaller.names()), (ModelPlace::Folder("m/target-1.8m".to_owned()), [SMALLER_TARGET, DRAFT]));
        assert_eq!(smaller.with(Role::Draft, opened(7, "small")).target, TargetChoice::Smaller, "an opened draft leaves the target");
        let mixed = usual.with(Role::Draft, opened(7, "small"));
        assert_eq!(mixed.places("models-1a2b"), (folder(TARGET), Some(of("small", 0)), vec![7]));
        assert_eq!([usual.query(), mine.query(), both.query(), mixed.query()], [""; 4], "a link leads nobody to these files");
    }

    #[test]
    fn heads_are_those_of_the_target() {
        let of = |target: TargetChoice| PairChoice { target, ..PairChoice::default() }.heads();
        for target in TargetChoice::SHIPPED {
            assert_eq!(of(target.clone()).strip_prefix("heads"), target.name().strip_prefix("target"));
        }
        assert_eq!(of(TargetChoice::Opened(opened(4, "mine"))), of(TargetChoice::Usual));
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

//! What the reader has done: in memory, and in the browser's storage where there is one.

use crate::decode::{Exercise, ExerciseId, MAX_VARIANT, PartProgress, Progress, shorten};
use crate::ui::engine_state::Engine;
use crate::ui::i18n::{key, t_args};
use crate::ui::memory::{self, Forgotten};
use crate::ui::url::value_of;
use leptos::prelude::*;

/// Where progress is kept.
const KEY: &str = "decoding-lab-progress";
/// Where a record goes that this page cannot read: it may be a later version's.
const UNREADABLE_KEY: &str = "decoding-lab-progress-unreadable";

const NO_STORAGE: &str = key("progress-no-storage");
const FULL: &str = key("progress-full");
const UNREADABLE: &str = key("progress-unreadable");

/// The exercises' state. Copies share the same signals.
#[derive(Clone, Copy)]
pub(crate) struct ExercisesState {
    /// What has been done.
    pub progress: RwSignal<Progress>,
    /// Why it is not kept, if it is not: a key.
    pub trouble: RwSignal<Option<&'static str>>,
    /// What came of adding a file.
    pub imported: RwSignal<Option<String>>,
    /// The exercise of the exercise page.
    pub current: RwSignal<(ExerciseId, u32)>,
    /// The worksheet's seed, and whether it shows the answers.
    pub sheet: RwSignal<(u32, bool)>,
    /// For notices.
    pub engine: Engine,
}

impl ExercisesState {
    /// The state with what the browser has kept.
    pub fn new(engine: Engine) -> Self {
        let (progress, trouble) = load();
        Self {
            progress: RwSignal::new(progress),
            trouble: RwSignal::new(trouble),
            imported: RwSignal::new(None),
            current: RwSignal::new((ExerciseId::Filters, 0)),
            sheet: RwSignal::new((0, false)),
            engine,
        }
    }

    /// The state that components share.
    pub fn use_context() -> Self {
        expect_context()
    }

    /// Takes the exercise from the address, where it names one; says so where it cannot be used.
    pub fn read_address(self) {
        let query = window().location().search().unwrap_or_default();
        let query = query.trim_start_matches('?');
        let Some(name) = value_of(query, "exercise") else { return };
        let id = ExerciseId::of_name(&name).unwrap_or_else(|| {
            self.engine.notify(t_args("exercise-unknown", &[("name", shorten(&name).into())]));
            ExerciseId::Filters
        });
        let current = (id, self.number(query, "variant"));
        if self.current.get_untracked() != current {
            self.current.set(current);
        }
    }

    /// Takes the worksheet from the address.
    pub fn read_sheet(self) {
        let query = window().location().search().unwrap_or_default();
        let query = query.trim_start_matches('?');
        if value_of(query, "worksheet").is_some() {
            self.sheet.set((self.number(query, "seed"), value_of(query, "key").is_some_and(|value| value != "0")));
        }
    }

    fn number(self, query: &str, name: &'static str) -> u32 {
        let Some(given) = value_of(query, name) else { return 0 };
        match given.trim().parse::<u32>() {
            Ok(number) if number <= MAX_VARIANT => number,
            _ => {
                self.engine.notify(t_args(
                    "exercise-bad-number",
                    &[("name", name.into()), ("given", shorten(&given).into()), ("most", MAX_VARIANT.to_string().into())],
                ));
                0
            }
        }
    }

    /// What the address says on the exercise page.
    pub fn query(self) -> String {
        let (id, variant) = self.current.get();
        super::query_of(id, variant)
    }

    /// Changes the record of a question, and keeps it.
    pub fn change(self, exercise: &Exercise, part: usize, change: impl FnOnce(&mut PartProgress)) {
        self.progress.update(|progress| {
            let mut parts = progress.of(exercise);
            if let Some(part) = parts.get_mut(part) {
                change(part);
            }
            progress.keep(exercise, parts);
        });
        self.save();
    }

    /// Adds a file's record to this one.
    pub fn import(self, json: &str) {
        match Progress::from_json(json) {
            Ok(other) => {
                self.progress.update(|progress| progress.merge(&other));
                self.save();
                self.imported.set(Some(t_args("progress-added", &[("n", other.len().into())])));
            }
            Err(why) => self.imported.set(Some(t_args("progress-not-added", &[("why", why.into())]))),
        }
    }

    fn save(self) {
        let json = self.progress.with_untracked(Progress::to_json);
        let trouble = memory::remember(KEY, &json).err().map(|forgotten| match forgotten {
            Forgotten::NoStorage => NO_STORAGE,
            Forgotten::Full => FULL,
        });
        if self.trouble.get_untracked() != trouble {
            self.trouble.set(trouble);
        }
    }
}

fn load() -> (Progress, Option<&'static str>) {
    let Some(json) = memory::recall(KEY) else {
        return (Progress::default(), (!memory::is_there()).then_some(NO_STORAGE));
    };
    match Progress::from_json(&json) {
        Ok(progress) => (progress, None),
        Err(_) => {
            // Where even this cannot be stored, the first answer will say so.
            let _ = memory::remember(UNREADABLE_KEY, &json);
            (Progress::default(), Some(UNREADABLE))
        }
    }
}

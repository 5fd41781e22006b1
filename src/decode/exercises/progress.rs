//! What a reader has done so far: credit by exercise, variant and question; kept as JSON, taken along as a file.

use super::{Exercise, ExerciseId, MAX_VARIANT};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The layout of the file.
pub const PROGRESS_VERSION: u32 = 1;

/// The most variants of one exercise that are kept; those answered first go first.
const MAX_VARIANTS: usize = 200;

/// Everything that a reader has done.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Progress {
    /// By exercise and variant: the questions, in order.
    entries: BTreeMap<(ExerciseId, u32), Vec<PartProgress>>,
}

/// One question's record.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PartProgress {
    /// The best credit of an answer given before the solution was shown, from 0 to 1.
    pub credit: f64,
    /// Answers that could be read.
    pub n_attempts: u32,
    /// Hints taken.
    pub n_hints: u32,
    /// Whether the solution was shown before the answer was right.
    pub was_shown: bool,
}

impl PartProgress {
    /// Adds an answer's credit. What was answered after the solution was shown is practice.
    pub fn answered(&mut self, credit: f64) {
        self.n_attempts = self.n_attempts.saturating_add(1);
        if !self.was_shown {
            self.credit = self.credit.max(credit.clamp(0.0, 1.0));
        }
    }

    /// Remembers that so many hints have been taken.
    pub fn hinted(&mut self, n_hints: usize) {
        self.n_hints = self.n_hints.max(n_hints as u32);
    }

    /// Remembers that the solution has been shown.
    pub fn shown(&mut self) {
        if self.credit < 1.0 {
            self.was_shown = true;
        }
    }

    fn is_usable(&self) -> bool {
        (0.0..=1.0).contains(&self.credit)
    }

    fn merge(&mut self, other: &Self) {
        self.credit = self.credit.max(other.credit);
        self.n_attempts = self.n_attempts.max(other.n_attempts);
        self.n_hints = self.n_hints.max(other.n_hints);
        self.was_shown |= other.was_shown;
    }
}

/// What an exercise has come to, over all of its variants.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct ExerciseSummary {
    /// Variants of which at least one question was answered.
    pub n_begun: usize,
    /// Variants of which every question has full credit.
    pub n_solved: usize,
    /// The best mean credit of a variant; `None` if none was begun.
    pub best: Option<f64>,
}

/// The file.
#[derive(Serialize, Deserialize)]
struct ProgressFile {
    format: String,
    version: u32,
    entries: Vec<ProgressEntry>,
}

#[derive(Serialize, Deserialize)]
struct ProgressEntry {
    exercise: String,
    variant: u32,
    parts: Vec<PartProgress>,
}

/// What says that a file is one of these.
const FORMAT: &str = "decoding-lab-progress";

impl Progress {
    /// The record of a variant: one for each of its questions.
    pub fn of(&self, exercise: &Exercise) -> Vec<PartProgress> {
        let mut parts = self.entries.get(&(exercise.id, exercise.variant)).cloned().unwrap_or_default();
        parts.resize(exercise.parts.len(), PartProgress::default());
        parts
    }

    /// Keeps the record of a variant.
    pub fn keep(&mut self, exercise: &Exercise, parts: Vec<PartProgress>) {
        self.insert(exercise.id, exercise.variant, parts);
    }

    fn insert(&mut self, id: ExerciseId, variant: u32, parts: Vec<PartProgress>) {
        self.entries.insert((id, variant), parts);
        let of_this: Vec<u32> = self.entries.range((id, 1)..=(id, MAX_VARIANT)).map(|((_, variant), _)| *variant).collect();
        if of_this.len() > MAX_VARIANTS
            && let Some(first) = of_this.iter().find(|other| **other != variant)
        {
            self.entries.remove(&(id, *first));
        }
    }

    /// What an exercise has come to.
    pub fn summary(&self, id: ExerciseId) -> ExerciseSummary {
        let mut summary = ExerciseSummary::default();
        for (_, parts) in self.entries.range((id, 0)..=(id, MAX_VARIANT)) {
            if parts.iter().all(|part| part.n_attempts == 0) {
                continue;
            }
            let mean = parts.iter().map(|part| part.credit).sum::<f64>() / parts.len().max(1) as f64;
            summary.n_begun += 1;
            summary.n_solved += usize::from(parts.iter().all(|part| part.credit >= 1.0));
            summary.best = Some(summary.best.unwrap_or(0.0).max(mean));
        }
        summary
    }

    /// Whether nothing has been done.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Variants with a record.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Adds another record: of each question the better credit stays.
    pub fn merge(&mut self, other: &Self) {
        for ((id, variant), theirs) in &other.entries {
            let mut parts = self.entries.get(&(*id, *variant)).cloned().unwrap_or_default();
            parts.resize(parts.len().max(theirs.len()), PartProgress::default());
            for (mine, theirs) in parts.iter_mut().zip(theirs) {
                mine.merge(theirs);
            }
            self.insert(*id, *variant, parts);
        }
    }

    /// The record as JSON.
    pub fn to_json(&self) -> String {
        let entries = self
            .entries
            .iter()
            .map(|((id, variant), parts)| ProgressEntry { exercise: id.name().to_owned(), variant: *variant, parts: parts.clone() })
            .collect();
        let file = ProgressFile { format: FORMAT.to_owned(), version: PROGRESS_VERSION, entries };
        serde_json::to_string(&file).expect("a record holds only strings, numbers and lists")
    }

    /// Reads a record; refused if it is none, or is of a later layout. Entries that make no sense, or are of exercises
    /// that no longer exist, are left out.
    pub fn from_json(json: &str) -> Result<Self, String> {
        let file: ProgressFile = serde_json::from_str(json).map_err(|_| "this is no record of exercises".to_owned())?;
        if file.format != FORMAT {
            return Err("this is no record of exercises".to_owned());
        }
        if file.version != PROGRESS_VERSION {
            return Err(format!("this record has layout {}; this page reads layout {PROGRESS_VERSION}", file.version));
        }
        let mut progress = Self::default();
        for entry in file.entries {
            let usable = entry.variant <= MAX_VARIANT && entry.parts.len() <= 16 && entry.parts.iter().all(PartProgress::is_usable);
            if let Some(id) = ExerciseId::of_name(&entry.exercise).filter(|_| usable) {
                progress.insert(id, entry.variant, entry.parts);
            }
        }
        Ok(progress)
    }
}

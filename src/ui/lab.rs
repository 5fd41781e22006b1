//! The registry of labs: what navigation, routes and checks all read. A lab without a lesson, a
//! recorded trace or an end-to-end test fails the tests.

use crate::decode::Job;
use crate::ui::engine_state::Engine;
use crate::ui::fetch::fetch_text;
use crate::ui::i18n::{t, t_pieces};
use crate::ui::player::Player;
use leptos::prelude::{AnyView, set_timeout};
use leptos::task::spawn_local;
use std::time::Duration;

/// One lab of the page.
pub struct Lab {
    /// Its name in addresses and file names.
    pub id: &'static str,
    /// The recording that it opens on, next to the page.
    pub trace: &'static str,
    /// The end-to-end test that covers it.
    pub e2e_test: &'static str,
    /// Draws it.
    pub view: fn() -> AnyView,
    /// What playback drives while it is on screen. Called once, where the labs' states are in context.
    pub player: fn() -> Player,
    /// What the address says while it is on screen, without the lab's own name. Called where the
    /// labs' states are in context.
    pub query: fn() -> String,
    /// What it does with passes of the target, as it is set. Called where the labs' states are in context.
    pub job: fn() -> Job,
    /// Whether its story stands still, so that the address can be written.
    pub at_rest: fn() -> bool,
}

/// Every lab, in the order of the navigation.
pub const LABS: &[Lab] = &[
    crate::ui::labs::SPECULATIVE,
    crate::ui::labs::PROOF,
    crate::ui::labs::LATENCY,
    crate::ui::labs::DRAFTS,
    crate::ui::labs::LOGITS,
    crate::ui::labs::BEAMS,
    crate::ui::labs::CONSTRAINTS,
];

impl Lab {
    /// Its title, in the reader's language.
    pub fn title(&self) -> String {
        t(&format!("lab-{}-title", self.id))
    }

    /// One sentence on what it shows, with its markup: a key.
    pub fn lede_key(&self) -> String {
        format!("lab-{}-lede", self.id)
    }

    /// One sentence on what it shows.
    pub fn lede(&self) -> String {
        t_pieces(&self.lede_key(), &[]).into_iter().map(|piece| piece.text).collect()
    }

    /// The lesson's paragraphs.
    pub fn paragraphs(&self) -> impl Iterator<Item = String> {
        let lesson = t(&format!("lab-{}-lesson", self.id));
        lesson.split("\n\n").map(str::to_owned).collect::<Vec<_>>().into_iter()
    }
}

/// A recording that takes longer than this to come holds up the models no more.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a lab does when it comes on screen: it shows the recording that it opens on, if there is nothing to see yet, and then has the models
/// loaded. They are several times as large; on a slow line both together would keep the first picture away for as long as the models take.
pub fn begin(engine: Engine, recording: Option<&'static str>, open: impl FnOnce(&str) + 'static) {
    let Some(recording) = recording else { return engine.need() };
    set_timeout(move || engine.need(), PATIENCE);
    spawn_local(async move {
        if let Ok(json) = fetch_text(recording).await {
            open(&json);
        }
        engine.need();
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn every_lab_has_a_lesson_a_recorded_trace_and_an_end_to_end_test() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for lab in LABS {
            assert!(lab.paragraphs().count() >= 3, "{}: the lesson is missing", lab.id);
            assert!(root.join("public").join(lab.trace).is_file(), "{}: {} is missing", lab.id, lab.trace);
            assert!(root.join(lab.e2e_test).is_file(), "{}: {} is missing", lab.id, lab.e2e_test);
        }
    }
}

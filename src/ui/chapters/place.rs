//! Where the reader is in a chapter: kept in the browser, found again after a reload. An anchor in the address comes
//! first.

use crate::ui::engine_state::now_millis;
use crate::ui::memory;
use leptos::ev;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use std::time::Duration;

/// How long the page must stand still before its place is kept.
const SETTLE: Duration = Duration::from_millis(250);
/// Figures come in after the text and push it down; the place is found again until then, unless the reader moves.
const RETRIES: [u64; 3] = [0, 350, 900];

/// The key of a chapter's place in the browser's storage.
fn key(chapter: &str) -> String {
    format!("decoding-lab-place-{chapter}")
}

/// Finds the place that was kept, and keeps it from now on. `sections` are the chapter's anchors, in order; `wanted` is
/// the figure that the address names.
pub(super) fn keep(chapter: &'static str, sections: Vec<String>, wanted: Option<String>) {
    let sections = StoredValue::new(sections);
    let opened = now_millis();
    let has_moved = StoredValue::new(false);
    let wanted = wanted.map(|id| (id, 0.0)).or_else(|| wanted_place(chapter));
    for millis in RETRIES {
        let wanted = wanted.clone();
        set_timeout(
            move || {
                // The chapter may have been left meanwhile.
                if let (Some((id, below)), Some(false)) = (&wanted, has_moved.try_get_value()) {
                    go(id, *below);
                }
            },
            Duration::from_millis(millis),
        );
    }
    let waiting = StoredValue::new(None::<TimeoutHandle>);
    let on_scroll = window_event_listener(ev::scroll, move |_| {
        if let Some(handle) = waiting.get_value() {
            handle.clear();
        }
        let save = move || {
            // While the page is still being put together, scrolling is its own.
            if now_millis() - opened > 1_200.0 {
                sections.with_value(|sections| store(chapter, sections));
            }
        };
        waiting.set_value(set_timeout_with_handle(save, SETTLE).ok());
    });
    let by_hand = [
        window_event_listener(ev::wheel, move |_| has_moved.set_value(true)),
        window_event_listener(ev::touchmove, move |_| has_moved.set_value(true)),
        window_event_listener(ev::keydown, move |_| has_moved.set_value(true)),
        window_event_listener(ev::pointerdown, move |_| has_moved.set_value(true)),
    ];
    on_cleanup(move || {
        on_scroll.remove();
        by_hand.into_iter().for_each(|listener| listener.remove());
        if let Some(handle) = waiting.get_value() {
            handle.clear();
        }
    });
}

/// The section to begin at, and how far below its top.
fn wanted_place(chapter: &str) -> Option<(String, f64)> {
    let hash = window().location().hash().unwrap_or_default();
    if let Some(id) = hash.strip_prefix('#').filter(|id| !id.is_empty()) {
        return Some((id.to_owned(), 0.0));
    }
    let stored = memory::recall(&key(chapter))?;
    let (id, below) = stored.split_once(' ')?;
    Some((id.to_owned(), below.parse().ok().filter(|below: &f64| below.is_finite())?))
}

fn go(id: &str, below: f64) {
    if let Some(element) = document().get_element_by_id(id) {
        let top = element.get_bounding_client_rect().top() + scroll_y();
        window().scroll_to_with_x_and_y(0.0, (top + below).max(0.0));
    }
}

fn scroll_y() -> f64 {
    window().scroll_y().unwrap_or(0.0)
}

/// Keeps the section at the top of the window, and how far it has been scrolled.
fn store(chapter: &str, sections: &[String]) {
    let sections = sections.iter().filter_map(|id| document().get_element_by_id(id));
    let above = sections.take_while(|section| section.get_bounding_client_rect().top() <= 80.0).last();
    match above {
        Some(section) => {
            let place = format!("{} {:.0}", section.id(), -section.get_bounding_client_rect().top());
            // A full storage forgets the place, no more.
            let _ = memory::remember(&key(chapter), &place);
        }
        None => memory::forget(&key(chapter)),
    }
}

//! The home page's living figure: two real cycles of the trained pair, recorded, that play by themselves.
//!
//! The page around it is plain text in `index.html`, readable before any program has arrived. The figure is the
//! lab's own stage on a recording of 20 KB; no model is loaded.

use crate::decode::{PlayMode, PlayheadCommand};
use crate::ui::components::{CaptionPanel, DistributionDialog, Inspector, Stage, Transcript};
use crate::ui::engine_state::{Engine, now_millis};
use crate::ui::fetch::fetch_text;
use crate::ui::i18n::{self, t};
use crate::ui::state::LabState;
use crate::ui::url::Address;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::time::Duration;
use wasm_bindgen::JsCast as _;

/// The recording that plays: of each distribution what top-k keeps.
pub const HOME_TRACE_URL: &str = "traces/home.json";
/// Where the figure goes.
const PLACE: &str = "living-figure";
/// How often the figure looks at the clock.
const TICK: Duration = Duration::from_millis(40);
/// How long the finished text stays before the figure begins anew.
const AT_END_MILLIS: f64 = 5_000.0;
/// Faster than in the lab: here the eye follows, there it reads.
const SPEED: f64 = 1.6;

/// Puts the figure into its place in the page. A page without that place stays as it is.
pub fn mount() {
    let place = document().get_element_by_id(PLACE).and_then(|place| place.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(place) = place {
        i18n::start(move || {
            place.set_inner_html("");
            leptos::mount::mount_to(place, LivingFigure).forget();
        });
    }
}

/// Takes away what the page shows before a lab's program has arrived.
pub fn remove_static_page() {
    for id in ["home", "on-the-way"] {
        if let Some(element) = document().get_element_by_id(id) {
            element.remove();
        }
    }
}

/// Whether the reader's device asks for less motion.
fn wants_stillness() -> bool {
    let asked = window().match_media("(prefers-reduced-motion: reduce)");
    asked.ok().flatten().is_some_and(|query| query.matches())
}

/// The stage of the speculative lab, playing.
#[component]
fn LivingFigure() -> impl IntoView {
    let (address, _) = Address::parse("");
    let state = LabState::new(address, Engine::new(Vec::new()));
    provide_context(state);
    provide_context(Inspector::default());
    let trouble = RwSignal::new(false);
    spawn_local(async move {
        let opened = fetch_text(HOME_TRACE_URL).await.is_ok_and(|json| state.open_free_trace(&json).is_ok());
        if opened {
            state.send(PlayheadCommand::SetSpeed(SPEED));
            begin(state, !wants_stillness());
        } else {
            trouble.set(true);
        }
    });
    // Whether it plays until someone stops it.
    let by_itself = StoredValue::new(!wants_stillness());
    keep_playing(state, by_itself);
    let is_playing = move || state.playhead.with(|playhead| playhead.mode == PlayMode::Playing);
    let toggle = move |_| {
        by_itself.set_value(!is_playing());
        state.send(PlayheadCommand::TogglePlay);
    };
    let step = move |_| {
        by_itself.set_value(false);
        if is_playing() {
            state.send(PlayheadCommand::TogglePlay);
        }
        state.send(if is_at_end(state) { PlayheadCommand::Restart } else { PlayheadCommand::StepEvent });
    };
    view! {
        <Transcript />
        <Stage />
        <CaptionPanel />
        <div class="figure-tools">
            <button type="button" data-testid="figure-play" on:click=toggle>{move || t(if is_playing() { "playback-pause" } else { "playback-play" })}</button>
            <button type="button" data-testid="figure-step" on:click=step>{t("playback-step")}</button>
            {move || trouble.get().then(|| view! { <span role="status">{t("figure-trouble")}</span> })}
        </div>
        <DistributionDialog />
    }
}

fn is_at_end(state: LabState) -> bool {
    let n_events = state.shown.with_untracked(|shown| shown.as_ref().map_or(0, |shown| shown.run.timeline.len()));
    state.playhead.with_untracked(|playhead| playhead.n_shown >= n_events)
}

/// Starts the story. Standing still, it shows the end of the first cycle, where all is to be seen.
fn begin(state: LabState, plays: bool) {
    state.send(PlayheadCommand::Restart);
    state.send(if plays { PlayheadCommand::TogglePlay } else { PlayheadCommand::NextCycle });
}

/// Drives the figure, and begins anew some time after the end.
fn keep_playing(state: LabState, by_itself: StoredValue<bool>) {
    let last = StoredValue::new(now_millis());
    let at_end_millis = StoredValue::new(0.0);
    set_interval(
        move || {
            let now = now_millis();
            let millis = now - last.get_value();
            last.set_value(now);
            state.send(PlayheadCommand::Tick { millis });
            let waits = by_itself.get_value() && state.shown.with_untracked(Option::is_some) && is_at_end(state);
            at_end_millis.update_value(|waited| *waited = if waits { *waited + millis } else { 0.0 });
            if at_end_millis.get_value() > AT_END_MILLIS {
                at_end_millis.set_value(0.0);
                begin(state, true);
            }
        },
        TICK,
    );
}

#[cfg(test)]
mod tests {
    use crate::ui::i18n::t;
    use crate::ui::lab::LABS;
    use crate::ui::route::{Frame, PAGES};

    // The page's text stands in index.html, so that it can be read before any program arrives; nothing but this
    // test keeps it in step with the registries.
    #[test]
    fn the_home_page_leads_to_every_lab_and_page_and_the_start_script_knows_the_frame() {
        let home = include_str!("../../index.html");
        for lab in LABS {
            let door = format!("<a href=\"./?lab={}\"><b>{}</b> <span>{}</span></a>", lab.id, lab.title(), lab.lede());
            assert!(home.contains(&door), "index.html lacks {door}");
            assert!(home.contains(&format!("<a href=\"./?lab={}\">{}</a>", lab.id, lab.title())), "its header lacks {}", lab.id);
        }
        for page in PAGES {
            let Some(link) = page.link else { continue };
            let address = format!("<a href=\"./?{}\">", page.plain_query());
            assert!(home.contains(&format!("{address}{}</a>", t(link))), "its header lacks {link}");
            assert!(home.contains(&format!("{address}<b>{}</b>", t(page.title))), "it has no door to {}", page.title);
        }
        let keys: Vec<String> = Frame::KEYS.iter().map(|key| format!("\"{key}\"")).collect();
        assert!(include_str!("../../scripts/start.js").contains(&format!("[{}]", keys.join(", "))));
    }
}

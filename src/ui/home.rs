//! The home page's living figure: two real cycles of the trained pair, recorded, that play by themselves.
//!
//! The page around it is plain text in `index.html`, readable before any program has arrived. The figure is the
//! lab's own stage on a recording of 33 KB; no model is loaded.

use crate::decode::{PlayMode, PlayheadCommand};
use crate::ui::components::{CaptionPanel, DistributionDialog, Inspector, Stage, Transcript};
use crate::ui::engine_state::Engine;
use crate::ui::fetch::fetch_text;
use crate::ui::i18n::{self, t, t_pieces};
use crate::ui::offline_state::keep_page_later;
use crate::ui::player::on_tick;
use crate::ui::state::LabState;
use crate::ui::url::Address;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::prelude::{Closure, JsCast as _};

/// The recording that plays: of each distribution what top-k keeps.
pub const HOME_TRACE_URL: &str = "traces/home.json";
/// Where the figure goes.
const PLACE: &str = "living-figure";
/// How long the finished text stays before the figure begins anew.
const AT_END_MILLIS: f64 = 5_000.0;
/// Faster than in the lab: here the eye follows, there it reads.
const SPEED: f64 = 1.6;

/// Puts the figure into its place in the page. A page without that place stays as it is.
pub fn mount() {
    let place = document().get_element_by_id(PLACE).and_then(|place| place.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(place) = place {
        i18n::start(move || {
            translate_static_page();
            place.set_inner_html("");
            let is_home = place.closest("#home").is_ok_and(|home| home.is_some());
            let figure = leptos::mount::mount_to(place, LivingFigure);
            if is_home {
                figure.forget();
                keep_page_later();
            } else {
                end_when_page_comes(figure);
            }
        });
    }
}

/// What the labs' program says when it takes the page over.
const PAGE_COMES: &str = "pagecomes";

/// The figure of a page that is on its way plays until the page is there.
fn end_when_page_comes<M: leptos::tachys::view::Mountable + 'static>(figure: leptos::mount::UnmountHandle<M>) {
    let end = Closure::once_into_js(move || drop(figure));
    // Should nobody hear it, a figure that nobody sees would play on, no more.
    let _ = window().add_event_listener_with_callback(PAGE_COMES, end.unchecked_ref());
}

/// Says the page's own texts in the reader's language, and lets its links keep a language that the address names.
fn translate_static_page() {
    let own = i18n::query();
    if !own.is_empty() {
        // Links that name a language of their own, those at the foot, are left alone.
        for (link, href) in elements("#home a[href^='./?']:not([href*='lang='])", "href") {
            // Setting an attribute cannot fail, here and below.
            let _ = link.set_attribute("href", &format!("{href}&{own}"));
        }
    }
    if i18n::language() == "en" {
        return;
    }
    for (element, key) in elements("[data-l10n-label]", "data-l10n-label") {
        let _ = element.set_attribute("aria-label", &t(&key));
    }
    for (element, key) in elements("[data-l10n]", "data-l10n") {
        element.set_text_content(None);
        for piece in t_pieces(&key, &[]) {
            let part = if piece.tag.is_empty() { "span" } else { "b" };
            let Ok(part) = document().create_element(part) else { continue };
            part.set_text_content(Some(&piece.text));
            if !piece.tag.is_empty() {
                let _ = part.set_attribute("class", &format!("{}-word", piece.tag));
            }
            // A new element fits into any element that holds text.
            let _ = element.append_child(&part);
        }
    }
}

/// The elements that match, each with the value of an attribute that it has.
fn elements(selector: &str, attribute: &str) -> Vec<(web_sys::Element, String)> {
    let Ok(list) = document().query_selector_all(selector) else { return Vec::new() };
    let found = (0..list.length()).filter_map(|idx| list.item(idx)?.dyn_into::<web_sys::Element>().ok());
    found.filter_map(|element| element.get_attribute(attribute).map(|value| (element, value))).collect()
}

/// Takes away what the page shows before a lab's program has arrived.
pub fn remove_static_page() {
    if let Ok(comes) = web_sys::Event::new(PAGE_COMES) {
        // That it was heard is all that the answer says.
        let _ = window().dispatch_event(&comes);
    }
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
    let is_playing = move || state.standpoint.playhead.with(|playhead| playhead.mode == PlayMode::Playing);
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
    state.standpoint.playhead.with_untracked(|playhead| playhead.n_shown >= n_events)
}

/// Starts the story. Standing still, it shows the end of the first cycle, where all is to be seen.
fn begin(state: LabState, plays: bool) {
    state.send(PlayheadCommand::Restart);
    state.send(if plays { PlayheadCommand::TogglePlay } else { PlayheadCommand::NextCycle });
}

/// Drives the figure, and begins anew some time after the end.
fn keep_playing(state: LabState, by_itself: StoredValue<bool>) {
    let at_end_millis = StoredValue::new(0.0);
    on_tick(move |millis| {
        state.send(PlayheadCommand::Tick { millis });
        let waits = by_itself.get_value() && state.shown.with_untracked(Option::is_some) && is_at_end(state);
        at_end_millis.update_value(|waited| *waited = if waits { *waited + millis } else { 0.0 });
        if at_end_millis.get_value() > AT_END_MILLIS {
            at_end_millis.set_value(0.0);
            begin(state, true);
        }
    });
}

#[cfg(test)]
mod tests {
    use crate::decode::Recording;
    use crate::ui::i18n::{LANGUAGES, t, t_pieces};
    use crate::ui::lab::LABS;
    use crate::ui::route::{Frame, PAGES};

    // Every visitor fetches it, and it was half as large again with the texts of 3,500 tokens that never occur.
    #[test]
    fn the_recording_that_plays_holds_nothing_that_its_story_does_not_need() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("public").join(super::HOME_TRACE_URL);
        let json = std::fs::read_to_string(path).expect("the recording is there");
        let recording = Recording::from_json(&json).expect("it can be read");
        assert_eq!(recording.heads_only().map(|short| short.to_json()), Ok(json));
    }

    // The page's text stands in index.html, so that it can be read before any program arrives; nothing but this
    // test keeps it in step with the catalogue and the registries.
    #[test]
    fn the_home_page_leads_to_every_lab_and_page_and_the_start_script_knows_the_frame() {
        let home = include_str!("../../index.html");
        let links = |address: &str, key: &str| {
            let link = format!("<a href=\"./?{address}\" data-l10n=\"{key}\">");
            let door = format!("<li><a href=\"./?{address}\"><b data-l10n=");
            assert!(home.contains(&link) && home.contains(&door), "the home page does not lead to {address} by its header and by a door");
        };
        LABS.iter().for_each(|lab| links(&format!("lab={}", lab.id), &format!("lab-{}-title", lab.id)));
        PAGES.iter().for_each(|page| page.link.into_iter().for_each(|link| links(&page.plain_query(), link)));
        for (code, name) in LANGUAGES {
            assert!(home.contains(&format!("<a href=\"./?lang={code}\" lang=\"{code}\" hreflang=\"{code}\">{name}</a>")), "{name}");
        }
        let with_markup = |key: &str| {
            let pieces = t_pieces(key, &[]).into_iter().map(|piece| match piece.tag.as_str() {
                "" => piece.text,
                tag => format!("<b class=\"{tag}-word\">{}</b>", piece.text),
            });
            pieces.collect::<String>()
        };
        let mut n_texts = 0;
        for (key, after) in home.split("data-l10n=\"").skip(1).filter_map(|rest| rest.split_once('"')) {
            let shown = after.strip_prefix('>').unwrap_or_default();
            assert!(shown.starts_with(&with_markup(key)), "index.html does not say {key} as the catalogue does");
            n_texts += 1;
        }
        for (key, before) in home.split("data-l10n-label=\"").skip(1).zip(home.split("data-l10n-label=\"")) {
            let key = key.split('"').next().unwrap_or_default();
            assert!(before.trim_end().ends_with(&format!("aria-label=\"{}\"", t(key))), "{key}");
        }
        assert!(n_texts >= 25, "{n_texts} texts");
        let keys: Vec<String> = Frame::KEYS.iter().map(|key| format!("\"{key}\"")).collect();
        assert!(include_str!("../../scripts/start.js").contains(&format!("[{}]", keys.join(", "))));
    }
}

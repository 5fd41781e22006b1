//! A lab inside another page: its bar with the way back, how it tells the page around it how tall it is, and the dialog that
//! gives authors the lines to copy.

use crate::ui::app::{Navigator, SettingsSheet, address_in, dialog_head, own_query, show_dialog};
use crate::ui::chapters::ChaptersState;
use crate::ui::embed::{Choice, Embed, HEIGHTS, PARTS, settings_of, theme_of_query};
use crate::ui::engine_state::Engine;
use crate::ui::exercises::ExercisesState;
use crate::ui::i18n::{LANGUAGES, key, t, t_args};
use crate::ui::route::{Frame, PAGES, Route};
use crate::ui::share::copy_text;
use crate::ui::words;
use js_sys::{Array, Function, Object, Reflect};
use leptos::html::Dialog;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen::prelude::*;
use web_sys::MessageEvent;

/// The preview follows the choices once they have settled.
const SETTLE: Duration = Duration::from_millis(500);

/// The frame that the page is shown in; nothing for a page of its own.
#[derive(Clone, Default)]
pub struct Framed(Option<Arc<Embed>>);

impl Framed {
    /// Reads the address of a page of this lab (or of none). Also says what could not be used.
    pub fn of_query(query: &str, lab: &str, is_embedded: bool) -> (Self, Vec<String>) {
        let (_, theme_notice) = theme_of_query(query);
        if !is_embedded {
            return (Self(None), theme_notice.into_iter().collect());
        }
        let (embed, mut notices) = Embed::parse(query, lab);
        notices.extend(theme_notice);
        (Self(Some(Arc::new(embed))), notices)
    }

    /// The frame that a component is in.
    pub fn current() -> Self {
        use_context().unwrap_or_default()
    }

    /// Whether there is one.
    pub fn is_there(&self) -> bool {
        self.0.is_some()
    }

    /// Whether a setting cannot be changed here.
    pub fn locks(&self, setting: &str) -> bool {
        self.0.as_ref().is_some_and(|embed| embed.locks(setting))
    }

    /// Whether a setting is shown on its own.
    pub fn shows_alone(&self, setting: &str) -> bool {
        self.0.as_ref().is_some_and(|embed| embed.shows_some_settings() && embed.shows_setting(setting))
    }

    /// What an address says of it, besides `embed=1`.
    pub fn query(&self) -> String {
        self.0.as_ref().map(|embed| embed.to_query()).unwrap_or_default()
    }

    /// Tells the style sheet what is shown, and the page around us how tall we are.
    pub fn begin(&self) {
        let Some(embed) = &self.0 else { return };
        if let Some(root) = document().document_element() {
            // Setting an attribute on the root cannot fail.
            let _ = root.set_attribute("data-embed", &embed.shown_names());
        }
        // A page that cannot hear us shows the frame at the height that its author gave it.
        let _ = report_height();
    }
}

/// The words beside a setting that cannot be changed.
pub fn lock_note(is_locked: bool) -> Option<impl IntoView> {
    is_locked.then(|| {
        view! {
            <small class="lock-note" data-testid="lock-note">
                <svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M5 9h10v8h-10zM7 9v-3a3 3 0 0 1 6 0v3" fill="none"></path></svg>
                " " {t("embed-locked")}
            </small>
        }
    })
}

/// What stands above an embedded page, in place of the site's header.
#[component]
pub fn EmbedBar() -> impl IntoView {
    let navigator = expect_context::<Navigator>();
    let engine = expect_context::<Engine>();
    let sheet = expect_context::<SettingsSheet>();
    let is_lab = move || navigator.route.get().lab().is_some();
    let title = move || navigator.route.get().page_title();
    // Other pages have a first heading of their own.
    let is_heading = move || is_lab() || ChaptersState::use_context().is_alone();
    // In full: with its header, and everything can be changed there.
    let href = move || {
        let route = navigator.route.get();
        address_in(&route.query(own_query(route, engine)), Frame::default())
    };
    view! {
        <header class="embed-bar">
            {move || if is_heading() { view! { <h1 class="embed-title">{title}</h1> }.into_any() } else { view! { <p class="embed-title">{title}</p> }.into_any() }}
            <Show when=is_lab>
                <button type="button" class="quiet sheet-open" aria-controls="settings" aria-expanded=move || sheet.0.get().to_string() on:click=move |_| sheet.open()>
                    {t("shell-settings")}
                </button>
            </Show>
            <a class="embed-back" href=href target="_blank" rel="noopener">
                {t("embed-back")} <span class="sr-only">" " {t("embed-new-tab")}</span> <span aria-hidden="true">"\u{a0}↗"</span>
            </a>
        </header>
    }
}

/// Tells the page around us how tall we are, whenever that changes: if it asks, and nobody else.
fn report_height() -> Result<(), JsValue> {
    let Some(parent) = window().parent()?.filter(|parent| JsValue::from(parent) != JsValue::from(window())) else { return Ok(()) };
    let asker = StoredValue::new(None::<String>);
    let tell = {
        let parent = parent.clone();
        move || -> Result<(), JsValue> {
            let (Some(origin), Some(body)) = (asker.get_value(), document().body()) else { return Ok(()) };
            let message = Object::new();
            Reflect::set(&message, &"decodingLab".into(), &"height".into())?;
            Reflect::set(&message, &"height".into(), &f64::from(body.offset_height()).into())?;
            parent.post_message(&message, &origin)
        }
    };
    let on_message = {
        let (parent, tell) = (parent.clone(), tell.clone());
        Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let is_parent = event.source().is_some_and(|source| JsValue::from(source) == JsValue::from(&parent));
            let says = Reflect::get(&event.data(), &"decodingLab".into()).ok().and_then(|word| word.as_string());
            if is_parent && says.as_deref() == Some("hello") {
                // A page from a file has no origin to name.
                asker.set_value(Some(Some(event.origin()).filter(|origin| origin != "null").unwrap_or_else(|| "*".to_owned())));
                let _ = tell(); // The frame then keeps the height that it has.
            }
        })
    };
    window().add_event_listener_with_callback("message", on_message.as_ref().unchecked_ref())?;
    on_message.forget(); // It listens for as long as the page lives.
    let on_resize = Closure::<dyn FnMut()>::new(move || drop(tell()));
    let observer = Reflect::get(&window(), &"ResizeObserver".into())?.dyn_into::<Function>()?;
    let observer = Reflect::construct(&observer, &Array::of1(on_resize.as_ref()))?;
    on_resize.forget();
    Reflect::get(&observer, &"observe".into())?.dyn_into::<Function>()?.call1(&observer, &document().body().into())?;
    // Whoever embeds us may have loaded before or after us; this says nothing but that we are here.
    let ready = Object::new();
    Reflect::set(&ready, &"decodingLab".into(), &"ready".into())?;
    parent.post_message(&ready, "*")
}

/// What an author is about to put into a page of theirs. Copies share the same dialog.
#[derive(Clone, Copy)]
pub struct EmbedDesk {
    /// The query, the title and the lab (none for other pages) of what was on screen when the dialog opened.
    page: RwSignal<(String, String, &'static str)>,
    is_open: RwSignal<bool>,
    dialog: NodeRef<Dialog>,
}

impl EmbedDesk {
    /// A desk with nothing on it.
    pub fn new() -> Self {
        Self { page: RwSignal::new((String::new(), String::new(), "")), is_open: RwSignal::new(false), dialog: NodeRef::new() }
    }

    /// The desk that components share.
    pub fn use_context() -> Self {
        expect_context()
    }

    /// Opens the dialog for what this query opens.
    pub fn open(self, query: String, title: String, lab: &'static str) {
        self.page.set((query, title, lab));
        self.is_open.set(true);
        show_dialog(self.dialog);
    }
}

/// The button of the header: all of what is on screen.
#[component]
pub fn EmbedButton() -> impl IntoView {
    let navigator = expect_context::<Navigator>();
    let engine = expect_context::<Engine>();
    let desk = EmbedDesk::use_context();
    let open = move |_| {
        let route = navigator.route.get_untracked();
        let query = untrack(|| route.query(own_query(route, engine)));
        desk.open(query, untrack(|| frame_title(route)), route.lab().map_or("", |lab| lab.id));
    };
    view! { <button type="button" class="quiet" aria-haspopup="dialog" on:click=open>{t("embed-button")}</button> }
}

/// What a frame is called. An exercise has a title of its own.
fn frame_title(route: Route) -> String {
    let is_exercise = matches!(route, Route::Page(idx) if PAGES[idx].key == "exercise");
    if is_exercise { ExercisesState::use_context().current.get().0.title().to_owned() } else { route.page_title() }
}

/// The dialog for authors.
#[component]
pub fn EmbedDialog() -> impl IntoView {
    let EmbedDesk { page, is_open, dialog } = EmbedDesk::use_context();
    view! {
        <dialog node_ref=dialog class="card embed-dialog" aria-labelledby="embed-title" data-testid="embed" on:close=move |_| is_open.set(false)>
            {dialog_head(dialog, "embed-title", t("embed-title"))}
            <Show when=move || is_open.get()>
                <EmbedForm query=page.get_untracked().0 title=page.get_untracked().1 lab=page.get_untracked().2 />
            </Show>
        </dialog>
    }
}

#[component]
fn EmbedForm(query: String, title: String, lab: &'static str) -> impl IntoView {
    let shown = RwSignal::new(PARTS.iter().map(|(part, _)| (*part).to_owned()).collect::<Vec<_>>());
    let locked = RwSignal::new(Vec::<String>::new());
    let height = RwSignal::new(720_u32);
    let theme = RwSignal::new("auto".to_owned());
    let lang = RwSignal::new(String::new());
    let choice = Memo::new(move |_| {
        let all = PARTS.iter().all(|(part, _)| shown.with(|shown| shown.iter().any(|name| name == part)));
        Choice {
            embed: Embed { show: if all { Vec::new() } else { shown.get() }, lock: locked.get() },
            height: height.get(),
            theme: theme.get(),
            lang: lang.get(),
        }
    });
    let site = without_query(&window().location().href().unwrap_or_default());
    let (query, title) = (StoredValue::new(query), StoredValue::new(title));
    let site = StoredValue::new(site);
    let iframe = move || choice.get().iframe_line(&site.get_value(), &query.get_value(), &title.get_value());
    let element = move || choice.get().element_lines(&site.get_value(), &query.get_value(), &title.get_value());
    let preview = settled(move || format!("./?{}", choice.get().query(&query.get_value())));
    let set_height = move |event: leptos::ev::Event| {
        if let Ok(given) = event_target_value(&event).trim().parse::<u32>() {
            height.set(given.clamp(HEIGHTS.0, HEIGHTS.1));
        }
    };
    let settings = settings_of(lab);
    let is_lab = !settings.is_empty();
    let shows_all_settings = move || shown.with(|shown| shown.iter().any(|name| name == "settings"));
    view! {
        <div class="embed-form">
            <div class="stack">
                <Show when=move || is_lab>
                    <fieldset class="choices" data-testid="embed-parts">
                        <legend>{t("embed-what")}</legend>
                        {PARTS.iter().map(|(part, words)| check(shown, part, t(words), || false)).collect_view()}
                    </fieldset>
                    <details class="choices" data-testid="embed-settings">
                        <summary>{t("embed-one-by-one")}</summary>
                        <table class="sizes">
                            <thead><tr><th scope="col">{t("embed-setting")}</th><th scope="col">{t("embed-shown")}</th><th scope="col">{t("embed-lock")}</th></tr></thead>
                            <tbody>
                                {settings_of(lab).into_iter().map(|name| setting_row(name, shown, locked, shows_all_settings)).collect_view()}
                            </tbody>
                        </table>
                    </details>
                </Show>
                <div class="row embed-looks">
                    <label>{t("embed-height")} " " <input type="number" min=HEIGHTS.0 max=HEIGHTS.1 step="20" prop:value=move || height.get().to_string() on:change=set_height /></label>
                    <label>
                        {t("embed-colours")} " "
                        <select on:change=move |event| theme.set(event_target_value(&event))>
                            <option value="auto">{t("embed-colours-auto")}</option>
                            <option value="light">{t("embed-colours-light")}</option>
                            <option value="dark">{t("embed-colours-dark")}</option>
                        </select>
                    </label>
                    <label>
                        {t("embed-language")} " "
                        <select on:change=move |event| lang.set(event_target_value(&event))>
                            <option value="">{t("embed-language-own")}</option>
                            {LANGUAGES.iter().map(|(code, name)| view! { <option value=*code lang=*code>{*name}</option> }).collect_view()}
                        </select>
                    </label>
                </div>
                {copy_box(key("embed-frame"), key("embed-frame-words"), iframe)}
                {copy_box(key("embed-element"), key("embed-element-words"), element)}
            </div>
            <div class="embed-preview">
                <h3>{t("embed-preview")}</h3>
                <iframe src=preview title=t("embed-preview") prop:height=move || height.get().min(760).to_string() data-testid="embed-preview"></iframe>
            </div>
        </div>
    }
}

fn toggle(names: RwSignal<Vec<String>>, name: &'static str, is_on: bool) {
    names.update(|names| {
        names.retain(|known| known != name);
        if is_on {
            names.push(name.to_owned());
        }
    });
}

fn check(
    names: RwSignal<Vec<String>>,
    name: &'static str,
    words: impl IntoView + 'static,
    is_disabled: impl Fn() -> bool + Send + Sync + 'static,
) -> impl IntoView {
    let is_on = move || names.with(|names| names.iter().any(|known| known == name));
    view! {
        <label class="check">
            <input type="checkbox" prop:checked=is_on prop:disabled=is_disabled on:change=move |event| toggle(names, name, event_target_checked(&event)) />
            <span>{words}</span>
        </label>
    }
}

fn setting_row(
    name: &'static str,
    shown: RwSignal<Vec<String>>,
    locked: RwSignal<Vec<String>>,
    shows_all: impl Fn() -> bool + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let title = setting_title(name);
    let labels = [key("embed-show-it"), key("embed-lock-it")].map(|words| t_args(words, &[("setting", title.clone().into())]));
    let [show_words, lock_words] = labels.map(|words| view! { <span class="sr-only">{words}</span> });
    view! {
        <tr>
            <th scope="row">{title}</th>
            <td>{check(shown, name, show_words, shows_all)}</td>
            <td>{check(locked, name, lock_words, || false)}</td>
        </tr>
    }
}

fn setting_title(name: &str) -> String {
    match name {
        "prompt" => t("settings-prompt"),
        "seed" => t("settings-seed"),
        "target" => t("models-target"),
        "draft" => t("models-draft"),
        knob => words::knob_title(knob),
    }
}

/// Lines to copy, and the button that does.
fn copy_box(title: &'static str, words: &'static str, lines: impl Fn() -> String + Clone + Send + Sync + 'static) -> impl IntoView {
    let copied = RwSignal::new(None::<bool>);
    let text = lines.clone();
    view! {
        <div class="copy-box">
            <div class="card-head">
                <h3>{t(title)}</h3>
                <span role="status" class="soft">
                    {move || match copied.get() {
                        Some(true) => t("embed-copied"),
                        Some(false) => t("embed-not-copied"),
                        None => String::new(),
                    }}
                </span>
                <button type="button" on:click=move |_| copy_text(lines(), copied)>{t("embed-copy")}</button>
            </div>
            <p class="soft">{t(words)}</p>
            <textarea readonly rows="4" spellcheck="false" aria-label=t(title) prop:value=text></textarea>
        </div>
    }
}

/// A value that follows another once that has settled.
fn settled(value: impl Fn() -> String + Send + Sync + 'static) -> RwSignal<String> {
    let settled = RwSignal::new(untrack(&value));
    let waiting = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |_| {
        let now = value();
        if let Some(handle) = waiting.get_value() {
            handle.clear();
        }
        let handle = set_timeout_with_handle(
            move || {
                if settled.try_with_untracked(|settled| *settled != now) == Some(true) {
                    settled.set(now);
                }
            },
            SETTLE,
        );
        waiting.set_value(handle.ok());
    });
    settled
}

fn without_query(address: &str) -> String {
    address.split(['?', '#']).next().unwrap_or_default().to_owned()
}

//! The shell: header, notices, the lab, playback, dialogs; and what connects them to the browser:
//! the address bar, the keyboard, the clock.

use crate::decode::{Notice, PlayheadCommand};
use crate::ui::beams_state::BeamsState;
use crate::ui::chapters::ChaptersState;
use crate::ui::components::{
    DistributionDialog, EmbedBar, EmbedButton, EmbedDesk, EmbedDialog, Framed, Inspector, Notices, OfflineDialog, Playback,
};
use crate::ui::constraints_state::ConstraintsState;
use crate::ui::drafts_state::DraftsState;
use crate::ui::embed::theme_of_query;
use crate::ui::engine_state::Engine;
use crate::ui::exercises::ExercisesState;
use crate::ui::i18n::{self, LANGUAGES, key, t, t_args};
use crate::ui::keys::{self, Focus, KEYS, KeyAction, name_of};
use crate::ui::lab::LABS;
use crate::ui::latency_state::LatencyState;
use crate::ui::link_words::link_notice;
use crate::ui::logits_state::LogitsState;
use crate::ui::memory;
use crate::ui::offline_state::Offline;
use crate::ui::player::{CurrentPlayer, Player, on_tick};
use crate::ui::present::{self, PresentButton, Presenter, PresenterVeil};
use crate::ui::proof_state::ProofState;
use crate::ui::route::{Frame, PAGES, Route};
use crate::ui::share::ShareButton;
use crate::ui::state::LabState;
use crate::ui::teach::RunBar;
use crate::ui::url::{Address, joined};
use leptos::ev;
use leptos::html::Dialog;
use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen::{JsCast as _, JsValue};

/// How long the address bar waits for the page to come to rest.
const ADDRESS_DELAY: Duration = Duration::from_millis(250);

/// Whether the settings are open on a screen too narrow to show them beside the stage.
#[derive(Clone, Copy)]
pub(crate) struct SettingsSheet(pub RwSignal<bool>);

impl SettingsSheet {
    /// Opens the settings and puts the keyboard there.
    pub fn open(self) {
        self.0.set(true);
        // Before the next key: a frame later, what the reader has gone to meanwhile would lose the keyboard.
        leptos::task::spawn_local(async {
            leptos::task::tick().await;
            focus_now("#settings");
        });
    }

    /// Closes them; the keyboard goes back to where they were opened.
    pub fn close(self) {
        if self.0.get_untracked() {
            self.0.set(false);
            focus_now(".sheet-open");
        }
    }
}

/// Moves the keyboard's focus, once the page has been drawn.
pub(crate) fn focus(selector: &str) {
    let selector = selector.to_owned();
    request_animation_frame(move || focus_now(&selector));
}

/// Moves the keyboard's focus to what is there already.
fn focus_now(selector: &str) {
    let found = document().query_selector(selector).ok().flatten();
    if let Some(element) = found.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) {
        // An element that cannot take the focus leaves it where it is.
        let _ = element.focus();
    }
}

/// How long a page that is being left may take to be gone.
const LEAVING: Duration = Duration::from_secs(3);

/// Which page is on screen, and in what frame.
#[derive(Clone, Copy)]
pub(crate) struct Navigator {
    /// The page.
    pub route: RwSignal<Route>,
    /// The frame.
    pub frame: RwSignal<Frame>,
}

impl Navigator {
    /// Opens another page; the browser's way back leads here again.
    pub fn go(self, route: Route) {
        if self.route.get_untracked() == route {
            return;
        }
        let query = query_in(&route.query(String::new()), self.frame.get_untracked());
        if let Ok(history) = window().history() {
            let path = window().location().pathname().unwrap_or_default();
            // Where the browser refuses, only the way back is missing.
            let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&format!("{path}?{query}")));
        }
        self.route.set(route);
        window().scroll_to_with_x_and_y(0.0, 0.0);
    }

    /// The address of a page in this frame.
    pub fn href(self, own: &str) -> String {
        address_in(own, self.frame.get())
    }
}

/// What an address says of a page in a frame, besides the page's own query: the frame, and a language that the address
/// has named. Without that, a link out of a page that was opened with `lang=de` would lead to another language.
pub(crate) fn query_in(own: &str, frame: Frame) -> String {
    joined([joined([own.to_owned(), frame.query()]), i18n::query()])
}

/// The address of a page in a frame, relative as all are; without anything to say it is that of the home page.
pub(crate) fn address_in(own: &str, frame: Frame) -> String {
    let query = query_in(own, frame);
    if query.is_empty() { "./".to_owned() } else { format!("./?{query}") }
}

/// The whole page.
#[component]
pub fn App() -> impl IntoView {
    let query = window().location().search().unwrap_or_default();
    let first = Route::of_query(&query);
    let navigator = Navigator { route: RwSignal::new(first), frame: RwSignal::new(Frame::of_query(&query)) };
    provide_context(navigator);
    // The address is that of one lab; the others start fresh.
    let of_lab = |id: &str| if first.lab().is_some_and(|lab| lab.id == id) { query.as_str() } else { "" };
    let (address, notices) = Address::parse(of_lab("speculative"));
    let engine = Engine::new(Vec::new());
    engine.read_address(&query);
    provide_context(engine);
    let is_embedded = navigator.frame.with_untracked(|frame| frame.is_embedded);
    provide_context(Offline::new(engine, is_embedded));
    let (framed, framed_notices) = Framed::of_query(&query, first.lab().map_or("", |lab| lab.id), is_embedded);
    framed.begin();
    provide_context(framed.clone());
    framed_notices.into_iter().for_each(|notice| engine.notify(notice));
    provide_context(EmbedDesk::new());
    provide_context(ExercisesState::new(engine));
    let (chapters, chapters_notices) = ChaptersState::new(&query, is_embedded);
    provide_context(chapters);
    chapters_notices.into_iter().for_each(|notice| engine.notify(notice));
    let state = LabState::new(address, engine);
    state.listen();
    provide_context(state);
    let (logits, logits_notices) = LogitsState::new(of_lab("logits"), engine);
    provide_context(logits);
    let (beams, beams_notices) = BeamsState::new(of_lab("beams"), engine);
    provide_context(beams);
    let (constraints, constraints_notices) = ConstraintsState::new(of_lab("constraints"), engine);
    provide_context(constraints);
    let (proof, proof_notices) = ProofState::new(of_lab("exactness"), engine);
    provide_context(proof);
    let (latency, latency_notices) = LatencyState::new(of_lab("latency"), engine);
    provide_context(latency);
    let (drafts, drafts_notices) = DraftsState::new(of_lab("drafts"), engine);
    provide_context(drafts);
    let all_notices = notices
        .iter()
        .chain(&logits_notices)
        .chain(&proof_notices)
        .chain(&latency_notices)
        .chain(&drafts_notices)
        .chain(&constraints_notices)
        .chain(&beams_notices);
    all_notices.for_each(|notice| engine.notify(link_notice(notice)));
    if let Some(given) = i18n::unknown_in_address(&query) {
        engine.notify(link_notice(&Notice::unknown_choice("lang", &given, i18n::language())));
    }
    provide_context(Inspector::default());
    let sheet = SettingsSheet(RwSignal::new(false));
    provide_context(sheet);
    let player = CurrentPlayer::new();
    provide_context(player);
    let presenter = Presenter::new();
    provide_context(presenter);
    let players: Vec<Player> = LABS.iter().map(|lab| (lab.player)()).collect();
    let help = NodeRef::<Dialog>::new();

    Effect::new(move |_| {
        if let Some(lab) = navigator.route.get().lab() {
            engine.devices.work_for((lab.job)());
        }
    });
    keep_address(navigator, engine, framed);
    keep_time(engine, player);
    listen_to_keys(player, help, sheet, presenter, navigator);
    listen_to_history(navigator);

    // In another language the page is drawn anew; what it shows is kept in the states above.
    move || {
        i18n::follow();
        let players = players.clone();
        view! {
            <a class="skip-link" href="#main">{t("shell-skip")}</a>
            <Show when=move || !is_embedded fallback=EmbedBar>
                <Header help />
            </Show>
            <Notices />
            <RunBar />
            <main id="main" tabindex="-1">
                {move || {
                    let route = navigator.route.get();
                    document().set_title(&route.title());
                    match route {
                        Route::Lab(idx) => {
                            // Which device suits is a matter of the lab, also for the first start.
                            engine.devices.work_for(untrack(LABS[idx].job));
                            player.set(players[idx]);
                            (LABS[idx].view)()
                        }
                        Route::Page(idx) => {
                            player.clear();
                            (PAGES[idx].view)()
                        }
                        Route::Home => {
                            player.clear();
                            ().into_any()
                        }
                    }
                }}
            </main>
            <Show when=move || player.is_there()>
                <Playback />
            </Show>
            <DistributionDialog />
            <HelpDialog node=help />
            <Show when=move || !is_embedded>
                <EmbedDialog />
            </Show>
            <OfflineDialog />
            <PresenterVeil />
        }
        .into_any()
    }
}

#[component]
fn Header(help: NodeRef<Dialog>) -> impl IntoView {
    let open_help = move |_| show_dialog(help);
    let sheet = expect_context::<SettingsSheet>();
    let navigator = expect_context::<Navigator>();
    let is_lab = move || navigator.route.get().lab().is_some();
    let player = expect_context::<CurrentPlayer>();
    view! {
        <header class="site">
            <a class="brand" href=address_in("", Frame::default())><span class="draft-word">"Decoding"</span> " " <span class="target-word">"Lab"</span></a>
            <nav class="pages" aria-label=t("shell-pages")>
                {PAGES
                    .iter()
                    .enumerate()
                    .filter_map(|(idx, page)| Some(nav_link(navigator, Route::Page(idx), t(page.link?), page.plain_query())))
                    .collect_view()}
            </nav>
            <nav class="labs" aria-label=t("shell-labs")>
                {LABS
                    .iter()
                    .enumerate()
                    .map(|(idx, lab)| nav_link(navigator, Route::Lab(idx), lab.title(), format!("lab={}", lab.id)))
                    .collect_view()}
            </nav>
            <div class="site-tools">
                <Show when=is_lab>
                    <button type="button" class="quiet sheet-open" aria-controls="settings" aria-expanded=move || sheet.0.get().to_string() on:click=move |_| sheet.open()>
                        {t("shell-settings")}
                    </button>
                </Show>
                <ShareButton />
                <EmbedButton />
                <PresentButton />
                <LanguageChoice />
                <ThemeButton />
                <Show when=move || player.is_there()>
                    <button type="button" class="quiet" on:click=open_help aria-haspopup="dialog">{t("shell-keys")} " " <kbd aria-hidden="true">"?"</kbd></button>
                </Show>
            </div>
        </header>
    }
}

/// A link of the header.
fn nav_link(navigator: Navigator, route: Route, title: String, query: String) -> AnyView {
    let choose = move |event: ev::MouseEvent| {
        if stays(&event) {
            event.prevent_default();
            navigator.go(route);
        }
    };
    let is_here = move || (navigator.route.get() == route).then_some("page");
    view! { <a href=move || navigator.href(&query) aria-current=is_here on:click=choose>{title}</a> }.into_any()
}

/// Whether a link that is pressed so opens in this page. With a modifier key, or with another button, it opens elsewhere or
/// is saved, as links do.
pub(crate) fn stays(event: &ev::MouseEvent) -> bool {
    event.button() == 0 && !(event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key())
}

/// The languages by their own names. Chosen by hand, a language is remembered.
#[component]
fn LanguageChoice() -> impl IntoView {
    let engine = expect_context::<Engine>();
    let choose = move |event: ev::Event| {
        let wanted = event_target_value(&event);
        if let Some((code, _)) = LANGUAGES.iter().find(|(code, _)| *code == wanted) {
            i18n::choose(code, move |spoken| {
                if !spoken {
                    engine.notify(t("language-failed"));
                }
                // The page has been drawn anew; the keyboard stays where it was.
                focus("#language");
            });
        }
    };
    view! {
        <select id="language" class="quiet" aria-label=t("language-choice") on:change=choose>
            {LANGUAGES
                .iter()
                .map(|(code, name)| view! { <option value=*code lang=*code selected=i18n::language() == *code>{*name}</option> })
                .collect_view()}
        </select>
    }
}

/// The colour schemes that the button goes through: the key of a name, and what the page's root says.
const THEMES: [(&str, &str); 3] = [(key("theme-auto"), ""), (key("theme-light"), "light"), (key("theme-dark"), "dark")];
const THEME_KEY: &str = "decoding-lab-theme";

#[component]
fn ThemeButton() -> impl IntoView {
    let stored = memory::recall(THEME_KEY);
    let asked = theme_of_query(&window().location().search().unwrap_or_default()).0;
    let initial = THEMES.iter().position(|(_, value)| asked.or(stored.as_deref()) == Some(*value)).unwrap_or(0);
    let theme = RwSignal::new(initial);
    Effect::new(move |_| {
        let (_, value) = THEMES[theme.get()];
        if let Some(root) = document().document_element() {
            // Setting an attribute on the root cannot fail.
            let _ = if value.is_empty() { root.remove_attribute("data-theme") } else { root.set_attribute("data-theme", value) };
        }
    });
    // What a link asked for is not the reader's own choice, and is not kept.
    let choose = move |_| {
        theme.update(|idx| *idx = (*idx + 1) % THEMES.len());
        // A choice that cannot be kept lasts as long as the page.
        let _ = memory::remember(THEME_KEY, THEMES[theme.get_untracked()].1);
    };
    view! {
        <button type="button" class="quiet" on:click=choose>
            {move || t_args("theme-is", &[("name", t(THEMES[theme.get()].0).into())])}
        </button>
    }
}

#[component]
fn HelpDialog(node: NodeRef<Dialog>) -> impl IntoView {
    view! {
        <dialog node_ref=node class="card" aria-labelledby="help-title">
            {dialog_head(node, "help-title", t("shell-keys"))}
            <table class="keys">
                <tbody>
                    {KEYS.iter().map(|(key, words)| view! { <tr><th scope="row"><kbd>{name_of(key)}</kbd></th><td>{t(words)}</td></tr> }).collect_view()}
                </tbody>
            </table>
            <p class="soft">{t("keys-in-fields")}</p>
        </dialog>
    }
}

/// Opens a dialog above the page, unless it is open.
pub(crate) fn show_dialog(node: NodeRef<Dialog>) {
    if let Some(dialog) = node.get_untracked()
        && !dialog.open()
    {
        // It fails only on a dialog that is open or not in the page.
        let _ = dialog.show_modal();
    }
}

/// What a dialog begins with: the title that names it, and the button that closes it.
pub(crate) fn dialog_head(node: NodeRef<Dialog>, id: &'static str, title: String) -> AnyView {
    let close = move |_| {
        if let Some(dialog) = node.get_untracked() {
            dialog.close();
        }
    };
    view! {
        <div class="dialog-head">
            <h2 id=id>{title}</h2>
            <button type="button" class="quiet" on:click=close>{t("shell-close")}</button>
        </div>
    }
    .into_any()
}

/// What a page says of itself in an address.
pub(crate) fn own_query(route: Route, engine: Engine) -> String {
    match route {
        Route::Lab(idx) => joined([(LABS[idx].query)(), engine.query()]),
        Route::Page(idx) => (PAGES[idx].query)(),
        Route::Home => String::new(),
    }
}

/// Writes the experiment and the place into the address bar once the page has come to rest.
fn keep_address(navigator: Navigator, engine: Engine, framed: Framed) {
    let waiting = StoredValue::new(None::<leptos::leptos_dom::helpers::TimeoutHandle>);
    // A browser that is on its way to another page stays here if the address of this one is written meanwhile.
    let is_leaving = StoredValue::new(false);
    let listener = window_event_listener(ev::beforeunload, move |_| {
        is_leaving.set_value(true);
        // A download asks to leave, too, and does not.
        set_timeout(move || is_leaving.set_value(false), LEAVING);
    });
    on_cleanup(move || listener.remove());
    Effect::new(move |_| {
        let route = navigator.route.get();
        let at_rest = route.lab().is_none_or(|lab| (lab.at_rest)());
        let frame = joined([navigator.frame.with(|frame| frame.query()), framed.query()]);
        let query = joined([joined([route.query(own_query(route, engine)), frame]), i18n::query()]);
        let query = if query.is_empty() { query } else { format!("?{query}") };
        if let Some(handle) = waiting.get_value() {
            handle.clear();
        }
        if !at_rest {
            return;
        }
        let write = move || {
            if is_leaving.get_value() {
                return;
            }
            let location = window().location();
            let url = format!("{}{query}{}", location.pathname().unwrap_or_default(), location.hash().unwrap_or_default());
            if let Ok(history) = window().history() {
                // Browsers refuse too many changes in a short time; the next one will do.
                let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&url));
            }
        };
        waiting.set_value(set_timeout_with_handle(write, ADDRESS_DELAY).ok());
    });
}

/// The browser's ways back and forward change the page; a lab is found as it was left.
fn listen_to_history(navigator: Navigator) {
    let listener = window_event_listener(ev::popstate, move |_| {
        let query = window().location().search().unwrap_or_default();
        match Route::of_query(&query) {
            // The home page is a document of its own.
            Route::Home => {
                // A page that cannot be loaded anew stays as it is.
                let _ = window().location().reload();
            }
            // An anchor within a page changes the address alone.
            route if route != navigator.route.get_untracked() => navigator.route.set(route),
            _ => {}
        }
    });
    on_cleanup(move || listener.remove());
}

/// Drives playback, and keeps an eye on the worker.
fn keep_time(engine: Engine, player: CurrentPlayer) {
    on_tick(move |millis| {
        player.send(PlayheadCommand::Tick { millis });
        engine.watch();
    });
}

fn listen_to_keys(player: CurrentPlayer, help: NodeRef<Dialog>, sheet: SettingsSheet, presenter: Presenter, navigator: Navigator) {
    let listener = window_event_listener(ev::keydown, move |event| {
        if event.key() == "Escape" {
            sheet.close();
        }
        if event.ctrl_key() || event.alt_key() || event.meta_key() || event.default_prevented() {
            return;
        }
        // An open dialog has the keyboard to itself.
        if document().query_selector("dialog[open]").ok().flatten().is_some() {
            return;
        }
        let focused = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let focus = focused.map_or(Focus::Page, |element| {
            Focus::of_element(&element.tag_name(), &element.get_attribute("type").unwrap_or_default().to_ascii_lowercase())
        });
        if navigator.frame.with_untracked(|frame| frame.is_presented)
            && let Some(action) = present::action(&event.key(), focus).filter(|action| presenter.has_use_for(*action, navigator, player))
        {
            event.prevent_default();
            presenter.act(action, navigator, player);
            return;
        }
        // Without a story to play all other keys are the browser's.
        if !player.is_there() {
            return;
        }
        match keys::action(&event.key(), event.shift_key(), focus) {
            Some(KeyAction::Playhead(command)) => {
                event.prevent_default();
                player.send(command);
            }
            Some(KeyAction::Help) => {
                event.prevent_default();
                show_dialog(help);
            }
            None => {}
        }
    });
    on_cleanup(move || listener.remove());
}

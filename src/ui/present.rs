//! Presenter mode: what a projector and a clicker need.
//!
//! Clickers are keyboards with four keys: Page Down, Page Up, and often `.` or `b` for a black screen. In presenter
//! mode they walk through a lesson, or step through the story where there is none.

use crate::decode::PlayheadCommand;
use crate::ui::app::Navigator;
use crate::ui::i18n::t;
use crate::ui::keys::Focus;
use crate::ui::player::CurrentPlayer;
use crate::ui::route::MomentPlace;
use crate::ui::teach;
use leptos::ev;
use leptos::prelude::*;

/// What a key does at the projector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PresenterAction {
    /// The clicker's way on.
    Forward,
    /// The clicker's way back.
    Back,
    /// Black screen, or the picture again.
    Blank,
    /// The spotlight, on or off.
    Spotlight,
    /// Back to the plain picture.
    Clear,
}

/// What this key does in presenter mode with the focus there; `None` leaves it to the page.
pub fn action(key: &str, focus: Focus) -> Option<PresenterAction> {
    if focus == Focus::Text {
        return None;
    }
    match key {
        "PageDown" => Some(PresenterAction::Forward),
        "PageUp" => Some(PresenterAction::Back),
        "b" | "B" | "." => Some(PresenterAction::Blank),
        "s" | "S" => Some(PresenterAction::Spotlight),
        "Escape" => Some(PresenterAction::Clear),
        _ => None,
    }
}

/// What lies over the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Veil {
    #[default]
    None,
    Black,
    Spotlight,
}

/// The presenter's state.
#[derive(Clone, Copy)]
pub struct Presenter {
    veil: RwSignal<Veil>,
}

impl Presenter {
    /// A plain picture.
    pub fn new() -> Self {
        Self { veil: RwSignal::new(Veil::None) }
    }

    /// Whether an action would do anything here: on a page without a lesson and without a story the way on is the
    /// browser's, and a plain picture needs no clearing.
    pub fn has_use_for(self, action: PresenterAction, navigator: Navigator, player: CurrentPlayer) -> bool {
        match action {
            PresenterAction::Blank | PresenterAction::Spotlight => true,
            PresenterAction::Clear => self.veil.get_untracked() != Veil::None,
            PresenterAction::Forward | PresenterAction::Back => lesson_place(navigator).is_some() || player.now().is_some(),
        }
    }

    /// Does what a key asked for.
    pub fn act(self, action: PresenterAction, navigator: Navigator, player: CurrentPlayer) {
        let toggle = |veil: Veil| self.veil.update(|now| *now = if *now == veil { Veil::None } else { veil });
        match action {
            PresenterAction::Blank => toggle(Veil::Black),
            PresenterAction::Spotlight => toggle(Veil::Spotlight),
            PresenterAction::Clear => self.veil.set(Veil::None),
            PresenterAction::Forward | PresenterAction::Back => {
                let is_forward = action == PresenterAction::Forward;
                match lesson_place(navigator) {
                    Some(place) => {
                        if let Some(place) = if is_forward { teach::next_place(place) } else { teach::previous_place(place) } {
                            teach::go(place);
                        }
                    }
                    None => player.send(if is_forward { PlayheadCommand::StepEvent } else { PlayheadCommand::StepBack }),
                }
            }
        }
    }
}

/// Where the lesson is that the class is walked through, if there is one.
pub fn lesson_place(navigator: Navigator) -> Option<MomentPlace> {
    navigator.frame.with_untracked(|frame| frame.moment).filter(|place| teach::exists(*place))
}

/// The button of the header.
#[component]
pub fn PresentButton() -> impl IntoView {
    let navigator = expect_context::<Navigator>();
    let is_on = move || navigator.frame.with(|frame| frame.is_presented);
    let toggle = move |_| navigator.frame.update(|frame| frame.is_presented = !frame.is_presented);
    view! {
        <button type="button" class="quiet" aria-pressed=move || is_on().to_string() on:click=toggle>{t("present-button")}</button>
    }
}

/// What lies over the picture, and the page's root saying which mode it is in.
#[component]
pub fn PresenterVeil() -> impl IntoView {
    let presenter = expect_context::<Presenter>();
    let navigator = expect_context::<Navigator>();
    Effect::new(move |_| {
        let is_on = navigator.frame.with(|frame| frame.is_presented);
        if let Some(root) = document().document_element() {
            // Setting an attribute on the root cannot fail.
            let _ = if is_on { root.set_attribute("data-present", "") } else { root.remove_attribute("data-present") };
        }
        if !is_on {
            presenter.veil.set(Veil::None);
        }
    });
    // Where the pointer is. The spotlight begins there, or in the middle as long as no pointer has moved.
    let place = RwSignal::new(None::<(i32, i32)>);
    let listener = window_event_listener(ev::pointermove, move |event| place.set(Some((event.client_x(), event.client_y()))));
    on_cleanup(move || listener.remove());
    let along = move |of: fn((i32, i32)) -> i32| place.get().map_or_else(|| "50%".to_owned(), |at| format!("{}px", of(at)));
    let lift = move |_| presenter.veil.set(Veil::None);
    move || match presenter.veil.get() {
        Veil::None => ().into_any(),
        Veil::Black => view! { <button type="button" class="veil black" aria-label=t("present-black") on:click=lift></button> }.into_any(),
        Veil::Spotlight => view! {
            <div
                class="veil spotlight"
                aria-hidden="true"
                style=("--x", move || along(|at| at.0))
                style=("--y", move || along(|at| at.1))
            ></div>
        }
        .into_any(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::route::{Frame, Route};

    #[test]
    fn a_clicker_goes_on_and_back_and_letters_type_in_a_text_field() {
        assert_eq!(action("PageDown", Focus::Page), Some(PresenterAction::Forward));
        assert_eq!(action("PageUp", Focus::Range), Some(PresenterAction::Back));
        assert_eq!(action(".", Focus::Button), Some(PresenterAction::Blank));
        for key in ["b", "s", ".", "PageDown"] {
            assert_eq!(action(key, Focus::Text), None, "{key}");
        }
        assert_eq!(action(" ", Focus::Page), None);
    }

    // The clicker was dead on the exercises of the 90-minute lesson: all keys were the browser's on a page without a story.
    #[test]
    fn a_lesson_goes_on_where_there_is_no_story_and_a_page_without_either_scrolls() {
        let owner = Owner::new();
        owner.set();
        let (presenter, player) = (Presenter::new(), CurrentPlayer::new());
        let in_frame = |query: &str| Navigator { route: RwSignal::new(Route::Home), frame: RwSignal::new(Frame::of_query(query)) };
        let (lesson, plain) = (in_frame("present=1&run=90.5"), in_frame("present=1"));
        let is_used = |action, navigator| presenter.has_use_for(action, navigator, player);
        for way in [PresenterAction::Forward, PresenterAction::Back] {
            assert!(is_used(way, lesson) && !is_used(way, plain) && !is_used(way, in_frame("present=1&run=90.99")));
        }
        assert!(is_used(PresenterAction::Blank, plain) && is_used(PresenterAction::Spotlight, plain));
        assert!(!is_used(PresenterAction::Clear, plain), "Escape is the browser's while there is nothing to clear");
        presenter.act(PresenterAction::Blank, plain, player);
        assert!(is_used(PresenterAction::Clear, plain));
    }
}

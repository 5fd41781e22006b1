//! Presenter mode: what a projector and a clicker need.
//!
//! Clickers are keyboards with four keys: Page Down, Page Up, and often `.` or `b` for a black screen. In presenter
//! mode they walk through a lesson, or step through the story where there is none.

use crate::decode::PlayheadCommand;
use crate::ui::app::Navigator;
use crate::ui::i18n::t;
use crate::ui::keys::Focus;
use crate::ui::player::CurrentPlayer;
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

    /// Does what a key asked for.
    pub fn act(self, action: PresenterAction, navigator: Navigator, player: CurrentPlayer) {
        let toggle = |veil: Veil| self.veil.update(|now| *now = if *now == veil { Veil::None } else { veil });
        match action {
            PresenterAction::Blank => toggle(Veil::Black),
            PresenterAction::Spotlight => toggle(Veil::Spotlight),
            PresenterAction::Clear => self.veil.set(Veil::None),
            PresenterAction::Forward | PresenterAction::Back => {
                let is_forward = action == PresenterAction::Forward;
                match navigator.frame.with_untracked(|frame| frame.moment).filter(|place| teach::exists(*place)) {
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
    let place = RwSignal::new((0.5, 0.5));
    let listener = window_event_listener(ev::pointermove, move |event| {
        if presenter.veil.get_untracked() == Veil::Spotlight {
            place.set((f64::from(event.client_x()), f64::from(event.client_y())));
        }
    });
    on_cleanup(move || listener.remove());
    let lift = move |_| presenter.veil.set(Veil::None);
    move || match presenter.veil.get() {
        Veil::None => ().into_any(),
        Veil::Black => view! { <button type="button" class="veil black" aria-label=t("present-black") on:click=lift></button> }.into_any(),
        Veil::Spotlight => view! {
            <div
                class="veil spotlight"
                aria-hidden="true"
                style=("--x", move || format!("{}px", place.get().0))
                style=("--y", move || format!("{}px", place.get().1))
            ></div>
        }
        .into_any(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}

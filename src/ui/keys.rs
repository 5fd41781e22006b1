//! The keyboard: which key does what, and where it must not.
//!
//! Keys drive playback from anywhere on the page, except where a person is typing or a control
//! needs the key itself.

use crate::decode::PlayheadCommand;
use crate::ui::i18n::{key, t};

/// What has the focus when a key is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// A text field: every key is text.
    Text,
    /// A slider or a list: arrows and page keys are its own.
    Range,
    /// A button, link or summary: Space and Enter press it.
    Button,
    /// Anything else.
    Page,
}

impl Focus {
    /// What an element of this kind is, by its tag name and (for inputs) type.
    pub fn of_element(tag: &str, input_type: &str) -> Self {
        match (tag.to_ascii_lowercase().as_str(), input_type) {
            ("input", "range") | ("select", _) => Self::Range,
            ("input", "checkbox" | "radio" | "button" | "submit" | "file") | ("button" | "a" | "summary", _) => Self::Button,
            ("input" | "textarea", _) => Self::Text,
            _ => Self::Page,
        }
    }
}

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KeyAction {
    /// Move the playhead.
    Playhead(PlayheadCommand),
    /// Show the list of keys.
    Help,
}

/// A key as the help names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyName {
    /// The same on every keyboard.
    Sign(&'static str),
    /// A word, by its key in the catalogue.
    Word(&'static str),
}

/// Every key, with what it does in words (by their key in the catalogue): the list that the help shows.
pub const KEYS: &[(KeyName, &str)] = &[
    (KeyName::Word(key("keys-space")), key("keys-space-does")),
    (KeyName::Sign("→"), key("keys-right-does")),
    (KeyName::Sign("←"), key("keys-left-does")),
    (KeyName::Word(key("keys-next")), key("keys-next-does")),
    (KeyName::Word(key("keys-previous")), key("keys-previous-does")),
    (KeyName::Word(key("keys-home")), key("keys-home-does")),
    (KeyName::Word(key("keys-end")), key("keys-end-does")),
    (KeyName::Sign("?"), key("keys-help-does")),
];

/// The key's name in the reader's language.
pub fn name_of(name: &KeyName) -> String {
    match name {
        KeyName::Sign(sign) => (*sign).to_owned(),
        KeyName::Word(word) => t(word),
    }
}

/// What this key does with the focus there; `None` leaves the key to the browser.
pub fn action(key: &str, shift: bool, focus: Focus) -> Option<KeyAction> {
    use PlayheadCommand::*;
    if focus == Focus::Text {
        return None;
    }
    let command = match (key, shift) {
        (" ", _) if focus == Focus::Button => return None,
        ("ArrowRight" | "ArrowLeft" | "PageDown" | "PageUp" | "Home" | "End", _) if focus == Focus::Range => return None,
        (" ", _) => TogglePlay,
        ("ArrowRight", false) => StepEvent,
        ("ArrowLeft", false) => StepBack,
        ("ArrowRight", true) | ("PageDown", _) => NextCycle,
        ("ArrowLeft", true) | ("PageUp", _) => PreviousCycle,
        ("Home", _) => Restart,
        ("End", _) => RunToEnd,
        ("?", _) => return Some(KeyAction::Help),
        _ => return None,
    };
    Some(KeyAction::Playhead(command))
}

#[cfg(test)]
mod tests {
    use super::*;

    // Case 23: Space in a prompt box started playback instead of typing a space.
    #[test]
    fn space_types_in_a_text_field_presses_a_button_and_plays_elsewhere() {
        let space = |tag, input_type| action(" ", false, Focus::of_element(tag, input_type));
        assert_eq!(space("TEXTAREA", ""), None);
        assert_eq!(space("INPUT", "text"), None);
        assert_eq!(space("INPUT", "number"), None);
        assert_eq!(space("BUTTON", ""), None);
        assert_eq!(space("BODY", ""), Some(KeyAction::Playhead(PlayheadCommand::TogglePlay)));
    }

    #[test]
    fn arrows_belong_to_a_slider_that_has_the_focus() {
        assert_eq!(action("ArrowRight", false, Focus::of_element("input", "range")), None);
        assert_eq!(action("End", false, Focus::of_element("select", "")), None);
        assert_eq!(action("ArrowRight", false, Focus::Button), Some(KeyAction::Playhead(PlayheadCommand::StepEvent)));
        assert_eq!(action("ArrowRight", true, Focus::Page), Some(KeyAction::Playhead(PlayheadCommand::NextCycle)));
        assert_eq!(action("x", false, Focus::Page), None);
    }
}

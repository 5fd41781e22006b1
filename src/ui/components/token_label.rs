//! A token's visible label, its white space and loose bytes in a quieter tone than its letters.

use leptos::prelude::*;

/// Draws a label as [`crate::decode::Vocabulary::label`] made it.
#[component]
pub fn TokenLabel(
    /// The label.
    label: String,
) -> impl IntoView {
    let mut pieces: Vec<(bool, String)> = Vec::new();
    for c in label.chars() {
        let quiet = matches!(c, '␣' | '⏎' | '⇥');
        match pieces.last_mut() {
            Some((kind, text)) if *kind == quiet => text.push(c),
            _ => pieces.push((quiet, c.to_string())),
        }
    }
    pieces
        .into_iter()
        .map(|(quiet, text)| if quiet { view! { <span class="white">{text}</span> }.into_any() } else { text.into_any() })
        .collect_view()
}

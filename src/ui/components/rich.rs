//! Texts with markup: the words that a catalogue puts between tags, drawn in their own way.

use crate::ui::components::TokenLabel;
use crate::ui::fluent::Value;
use crate::ui::i18n::{Piece, t, t_pieces};
use leptos::prelude::*;

/// The text for a key, with what stands between tags drawn as what it is: `<draft>` and `<target>` in the model's colour,
/// `<token>` as a token in quotes, `<label>` as a token without, `<number>` and `<formula>` in their type.
pub fn rich(key: &str, values: &[(&str, Value)]) -> AnyView {
    t_pieces(key, values).into_iter().map(draw_piece).collect_view().into_any()
}

/// One piece of a text with markup.
pub fn draw_piece(Piece { tag, text }: Piece) -> AnyView {
    match tag.as_str() {
        "" => text.into_any(),
        "b" => view! { <b>{text}</b> }.into_any(),
        "code" => view! { <code>{text}</code> }.into_any(),
        "token" => view! { <span class="token" lang="en">{t("quote-open")} <TokenLabel label=text /> {t("quote-close")}</span> }.into_any(),
        "label" => view! { <TokenLabel label=text /> }.into_any(),
        "draft" | "target" | "correction" => view! { <span class=format!("{tag}-word")>{text}</span> }.into_any(),
        _ => view! { <span class=tag>{text}</span> }.into_any(),
    }
}

//! Files and offline use: what this browser keeps of the page, how much that is, and what to do about it.

use crate::ui::app::dialog_head;
use crate::ui::i18n::{decimal, key, t, t_args};
use crate::ui::offline_state::{Hindrance, Offline, PageFiles, Stored, readiness, stored_words};
use crate::ui::words;
use leptos::prelude::*;

/// The panel in a dialog of its own.
#[component]
pub fn OfflineDialog() -> impl IntoView {
    let node = Offline::use_context().dialog;
    view! {
        <dialog node_ref=node class="card offline-dialog" aria-labelledby="offline-title" data-testid="offline">
            {dialog_head(node, "offline-title", t("offline-title"))}
            <OfflinePanel />
        </dialog>
    }
}

/// What is kept, with its sizes, and the buttons.
#[component]
fn OfflinePanel() -> impl IntoView {
    let offline = Offline::use_context();
    let ready = Memo::new(move |_| readiness(&offline.page.get(), &offline.models.get()));
    let stored = move || offline.stored.get().unwrap_or_default();
    let is_empty = move || stored().page_bytes + stored().models_bytes == 0;
    let is_off = move || offline.page.get() == PageFiles::NotKept(Hindrance::SwitchedOff);
    view! {
        <div class="offline stack">
            <p class="offline-state" class:ready=move || ready.get().0 role="status" data-testid="offline-state">
                <span aria-hidden="true">{move || if ready.get().0 { "✓ " } else { "○ " }}</span>
                {move || ready.get().1}
            </p>
            <table class="sizes" data-testid="sizes">
                <caption class="sr-only">{t("offline-sizes")}</caption>
                <tbody>
                    <tr><th scope="row">{t("offline-size-page")}</th><td class="num">{move || size(stored().page_bytes)}</td></tr>
                    <tr><th scope="row">{t("offline-size-models")}</th><td class="num">{move || size(stored().models_bytes)}</td></tr>
                    {move || free_row(&stored())}
                </tbody>
            </table>
            <p class="soft">{move || stored_words(&stored())}</p>
            <div class="row">
                <Show when=is_off>
                    <button type="button" on:click=move |_| offline.keep_again()>{t("offline-keep")}</button>
                </Show>
                <Show when=move || !is_empty()>
                    <button type="button" on:click=move |_| offline.clear()>{t("offline-clear")}</button>
                </Show>
                <Show when=move || offline.can_install.get()>
                    <button type="button" on:click=move |_| offline.install()>{t("offline-install")}</button>
                </Show>
                <Show when=move || offline.update.get()>
                    <button type="button" on:click=move |_| offline.apply_update()>{t("offline-reload")}</button>
                </Show>
            </div>
        </div>
    }
}

fn size(n_bytes: u64) -> String {
    if n_bytes == 0 { "–".to_owned() } else { words::bytes(n_bytes) }
}

fn free_row(stored: &Stored) -> Option<impl IntoView + use<>> {
    let free = stored.free_bytes?;
    Some(view! { <tr><th scope="row">{t("offline-size-free")}</th><td class="num">{room(free)}</td></tr> })
}

/// A room is an estimate of the browser's, given roughly on purpose.
fn room(n_bytes: u64) -> String {
    let (unit, size) = if n_bytes >= 1_000_000_000 {
        (key("size-gigabytes"), n_bytes as f64 / 1e9)
    } else {
        (key("size-megabytes"), n_bytes as f64 / 1e6)
    };
    t_args("offline-about", &[("size", t_args(unit, &[("n", decimal(size, 0).into())]).into())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_told_roughly() {
        assert_eq!([room(412_300_000), room(2_600_000_000)], ["about 412 MB", "about 3 GB"]);
    }
}

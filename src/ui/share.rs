//! Sharing what is on screen: its address, and the address as a QR code for a class that sits too far away to type it.
//! The code is made here; no one else learns the address.

use crate::ui::app::{Navigator, dialog_head, show_dialog};
use crate::ui::embed::without;
use crate::ui::engine_state::Engine;
use crate::ui::i18n::{t, t_args};
use crate::ui::present::lesson_place;
use leptos::html::Dialog;
use leptos::prelude::*;
use leptos::task::spawn_local;
use qrcodegen::{QrCode, QrCodeEcc};
use wasm_bindgen_futures::JsFuture;

/// Light modules around a code, as its standard wants them.
const QUIET_ZONE: i32 = 4;

/// A QR code as one outline: unit squares of the dark modules, in a box of the returned width.
///
/// `None` for a text too long for any code (about 2,900 bytes).
fn outline(text: &str) -> Option<(i32, String)> {
    let code = QrCode::encode_text(text, QrCodeEcc::Low).ok()?;
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let begun = x;
            while x < code.size() && code.get_module(x, y) {
                x += 1;
            }
            if x > begun {
                path.push_str(&format!("M{} {}h{}v1h-{}z", begun + QUIET_ZONE, y + QUIET_ZONE, x - begun, x - begun));
            }
            x += 1;
        }
    }
    Some((code.size() + 2 * QUIET_ZONE, path))
}

/// Whether an address only means something on the machine that it was read on.
fn is_of_this_machine(hostname: &str) -> bool {
    hostname.is_empty()
        || hostname == "localhost"
        || hostname.ends_with(".localhost")
        || hostname.starts_with("127.")
        || hostname == "[::1]"
}

/// An address without the presenter's frame: a class opens what it sees at the projector, not the lesson that it is in.
fn without_presenter(address: &str) -> String {
    let (page, anchor) = address.split_at(address.find('#').unwrap_or(address.len()));
    let Some((path, query)) = page.split_once('?') else { return address.to_owned() };
    let query = without(query, &["present", "run"]);
    if query.is_empty() { format!("{path}{anchor}") } else { format!("{path}?{query}{anchor}") }
}

/// Copies a text, and says whether the browser let it.
pub(crate) fn copy_text(text: String, is_copied: RwSignal<Option<bool>>) {
    // Pages without https have no clipboard, whatever the types say.
    let has_clipboard = js_sys::Reflect::get(&window().navigator(), &"clipboard".into()).is_ok_and(|clipboard| clipboard.is_object());
    if !has_clipboard {
        is_copied.set(Some(false));
        return;
    }
    spawn_local(async move {
        is_copied.set(Some(JsFuture::from(window().navigator().clipboard().write_text(&text)).await.is_ok()));
    });
}

/// The header's button, and the dialog that it opens.
#[component]
pub fn ShareButton() -> impl IntoView {
    let dialog = NodeRef::<Dialog>::new();
    let navigator = expect_context::<Navigator>();
    let on_screen = RwSignal::new(String::new());
    // Whether there is a lesson, which a colleague may want, and whether it is shared with the page.
    let (is_lesson, with_lesson) = (RwSignal::new(false), RwSignal::new(false));
    let is_copied = RwSignal::new(None::<bool>);
    let open = move |_| {
        on_screen.set(window().location().href().unwrap_or_default());
        is_lesson.set(lesson_place(navigator).is_some());
        with_lesson.set(false);
        is_copied.set(None);
        show_dialog(dialog);
    };
    let address =
        Memo::new(move |_| on_screen.with(|address| if with_lesson.get() { address.clone() } else { without_presenter(address) }));
    let choose = move |event| {
        with_lesson.set(event_target_checked(&event));
        is_copied.set(None);
    };
    let copy = move |_| copy_text(address.get_untracked(), is_copied);
    let code = move || {
        let drawn = outline(&address.get()).map(|(width, path)| {
            let view_box = format!("0 0 {width} {width}");
            view! {
                <svg class="qr" viewBox=view_box role="img" aria-label=t("share-code") data-testid="qr">
                    <rect class="qr-light" width="100%" height="100%"></rect>
                    <path class="qr-dark" d=path></path>
                </svg>
            }
            .into_any()
        });
        drawn.unwrap_or_else(|| view! { <p class="soft">{t("share-too-long")}</p> }.into_any())
    };
    let select_all = move |event: leptos::ev::FocusEvent| event_target::<web_sys::HtmlInputElement>(&event).select();
    let warning = move || {
        address.track();
        is_of_this_machine(&window().location().hostname().unwrap_or_default()).then(|| {
            view! { <p class="soft" role="note">{t("share-this-machine")}</p> }
        })
    };
    // What is on this device alone, no address leads to.
    let engine = expect_context::<Engine>();
    let opened = move || {
        let names = engine.models.choice.with(|choice| choice.opened().map(|model| model.name.clone()).collect::<Vec<_>>());
        let words = || t_args("share-opened-model", &[("names", names.join(", ").into())]);
        (!names.is_empty()).then(|| view! { <p class="soft" role="note" data-testid="share-opened">{words()}</p> })
    };
    view! {
        <button type="button" class="quiet share-open" aria-haspopup="dialog" on:click=open>{t("share-button")}</button>
        <dialog node_ref=dialog class="card share-dialog" aria-labelledby="share-title">
            {dialog_head(dialog, "share-title", t("share-title"))}
            {code}
            {warning}
            {opened}
            <label class="share-address">
                <span>{t("share-address")}</span>
                <input type="text" readonly prop:value=address on:focus=select_all />
            </label>
            <Show when=move || is_lesson.get()>
                <label class="check"><input type="checkbox" prop:checked=with_lesson on:change=choose /> <span>{t("share-lesson")}</span></label>
            </Show>
            <div class="figure-tools">
                <button type="button" class="main" on:click=copy>{t("share-copy")}</button>
                <span role="status">
                    {move || match is_copied.get() {
                        Some(true) => t("share-copied"),
                        Some(false) => t("share-not-copied"),
                        None => String::new(),
                    }}
                </span>
            </div>
        </dialog>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_quiet_zone_its_finder_patterns_and_no_room_for_a_novel() {
        let (width, path) = outline("https://example.org/lab/?lab=logits&temperature=0.5").expect("it is short");
        assert_eq!((width - 2 * QUIET_ZONE - 17) % 4, 0, "a code has 17 + 4 v modules a side");
        // The first row of the finder pattern: seven dark modules in the corner.
        assert!(path.starts_with("M4 4h7v1h-7z"), "{path}");
        assert!(outline(&"x".repeat(3000)).is_none());
    }

    // A class that scanned the code at the projector got large type, and the bar with the lesson's answers.
    #[test]
    fn what_is_shared_is_the_page_without_the_presenters_frame() {
        let shared = |query: &str| without_presenter(&format!("https://example.org/lab/{query}"));
        for (given, query) in [
            ("?lab=logits&temperature=0.5&present=1&run=15.1.answer&lang=de", "?lab=logits&temperature=0.5&lang=de"),
            ("?present=1&chapter=decoding#top-p", "?chapter=decoding#top-p"),
            ("?present=1", ""),
            ("?present=1#top", "#top"),
            ("?lab=beams&prompt=present%3D1", "?lab=beams&prompt=present%3D1"),
            ("#a?present=1", "#a?present=1"),
            ("", ""),
        ] {
            assert_eq!(shared(given), format!("https://example.org/lab/{query}"));
        }
    }

    #[test]
    fn an_address_of_this_machine_is_known_as_one() {
        assert!(["localhost", "127.0.0.1", "[::1]", "lab.localhost", ""].map(is_of_this_machine).iter().all(|is_own| *is_own));
        assert!(!["lab.example.org", "192.168.1.20"].map(is_of_this_machine).iter().any(|is_own| *is_own));
    }
}

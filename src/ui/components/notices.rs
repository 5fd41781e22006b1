//! Messages for the reader: what a link had wrong, what the worker could not do, and what to do.

use crate::ui::engine_state::{Engine, EngineStatus};
use crate::ui::i18n::{t, t_args};
use crate::ui::offline_state::Offline;
use crate::ui::words::sentence;
use leptos::prelude::*;

/// The messages above the lab.
#[component]
pub fn Notices() -> impl IntoView {
    let engine = expect_context::<Engine>();
    let offline = Offline::use_context();
    let dismiss = move |idx: usize| {
        engine.notices.update(|notices| {
            if idx < notices.len() {
                notices.remove(idx);
            }
        });
    };
    let engine_trouble = move || match engine.status.get() {
        EngineStatus::Failed(message) => Some((message, t("notice-try-again"))),
        EngineStatus::Crashed(message) => Some((message, t("notice-restart"))),
        _ => None,
    };
    let run_trouble = move || engine.trouble.get();
    view! {
        <div class="notices" role="status" aria-live="polite">
            {move || {
                engine_trouble()
                    .map(|(message, action)| {
                        view! {
                            <div class="notice trouble" data-testid="engine-trouble">
                                <p>{sentence(&message)} " " {t("notice-what-stays")}</p>
                                <button type="button" on:click=move |_| engine.retry()>{action}</button>
                            </div>
                        }
                    })
            }}
            {move || {
                run_trouble()
                    .map(|message| view! { <div class="notice trouble" data-testid="run-trouble"><p>{sentence(&t_args("notice-not-run", &[("why", message.into())]))}</p></div> })
            }}
            <Show when=move || offline.update.get()>
                <div class="notice" data-testid="update">
                    <p>{t("offline-update")}</p>
                    <div class="row">
                        <button type="button" on:click=move |_| offline.apply_update()>{t("offline-reload")}</button>
                        <button type="button" class="quiet" on:click=move |_| offline.update.set(false)>{t("offline-later")}</button>
                    </div>
                </div>
            </Show>
            {move || {
                engine
                    .notices
                    .get()
                    .into_iter()
                    .enumerate()
                    .map(|(idx, message)| {
                        view! {
                            <div class="notice" data-testid="notice">
                                <p>{message}</p>
                                <button type="button" class="quiet" aria-label=t("notice-dismiss-this") on:click=move |_| dismiss(idx)>{t("notice-dismiss")}</button>
                            </div>
                        }
                    })
                    .collect_view()
            }}
        </div>
    }
}

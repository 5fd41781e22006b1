//! Messages for the reader: what a link had wrong, what the worker could not do, and what to do.

use crate::ui::state::{EngineStatus, LabState, RunStatus};
use leptos::prelude::*;

/// The messages above the lab.
#[component]
pub fn Notices() -> impl IntoView {
    let state = LabState::use_context();
    let dismiss = move |idx: usize| {
        state.notices.update(|notices| {
            if idx < notices.len() {
                notices.remove(idx);
            }
        });
    };
    let engine_trouble = move || match state.engine.get() {
        EngineStatus::Failed(message) => Some((message, "Try again")),
        EngineStatus::Crashed(message) => Some((message, "Restart the models")),
        _ => None,
    };
    let run_trouble = move || match state.run_status.get() {
        RunStatus::Failed(message) => Some(message),
        _ => None,
    };
    view! {
        <div class="notices" role="status" aria-live="polite">
            {move || {
                engine_trouble()
                    .map(|(message, action)| {
                        view! {
                            <div class="notice trouble" data-testid="engine-trouble">
                                <p>{message} " What is on the page stays; the models need a fresh start."</p>
                                <button type="button" on:click=move |_| state.start_engine()>{action}</button>
                            </div>
                        }
                    })
            }}
            {move || {
                run_trouble()
                    .map(|message| view! { <div class="notice trouble" data-testid="run-trouble"><p>{format!("This could not be run: {message}.")}</p></div> })
            }}
            {move || {
                state
                    .notices
                    .get()
                    .into_iter()
                    .enumerate()
                    .map(|(idx, message)| {
                        view! {
                            <div class="notice" data-testid="notice">
                                <p>{message}</p>
                                <button type="button" class="quiet" aria-label="Dismiss this message" on:click=move |_| dismiss(idx)>"Dismiss"</button>
                            </div>
                        }
                    })
                    .collect_view()
            }}
        </div>
    }
}

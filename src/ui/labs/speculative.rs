//! The Speculative lab: real draft-verify cycles, step by step, with what they add up to.

use crate::decode::{Job, PlayMode};
use crate::ui::app::SettingsSheet;
use crate::ui::components::rich;
use crate::ui::components::{
    CachePanel, CaptionPanel, ComparisonPanel, Controls, CycleTable, PlotsPanel, Stage, TargetAlonePanel, TimingPanel, Transcript,
};
use crate::ui::i18n::t;
use crate::ui::lab::{Lab, begin};
use crate::ui::state::{FIRST_TRACE_URL, LabState};
use leptos::prelude::*;

/// The lab's entry in the registry.
pub const SPECULATIVE: Lab = Lab {
    id: "speculative",
    trace: FIRST_TRACE_URL,
    e2e_test: "tests/e2e/speculative.test.mjs",
    view: || SpeculativeLab().into_any(),
    player: || LabState::use_context().player(),
    query: || LabState::use_context().address().to_query(),
    job: || Job::Speculative { gamma: LabState::use_context().spec.with(|spec| spec.gamma) },
    at_rest: || LabState::use_context().playhead.with(|playhead| playhead.mode != PlayMode::Playing),
};

#[component]
fn SpeculativeLab() -> impl IntoView {
    let sheet = expect_context::<SettingsSheet>();
    let state = LabState::use_context();
    state.enter();
    let first = state.shown.with_untracked(Option::is_none).then_some(FIRST_TRACE_URL);
    begin(state.engine, first, move |json| state.open_first_trace(json));
    on_cleanup(move || state.leave());
    view! {
        <div class="lab">
            <section id="settings" class="controls stack" class:open=move || sheet.0.get() aria-label=t("shell-settings") tabindex="-1">
                <button type="button" class="sheet-close quiet" on:click=move |_| sheet.close()>{t("shell-settings-close")}</button>
                <div class="intro">
                    <h1>{SPECULATIVE.title()}</h1>
                    <p class="lede">{rich(&SPECULATIVE.lede_key(), &[])}</p>
                </div>
                <Controls />
                <details class="card lesson">
                    <summary>{t("shell-how-it-works")}</summary>
                    {SPECULATIVE.paragraphs().map(|paragraph| view! { <p>{paragraph}</p> }).collect_view()}
                </details>
            </section>
            <section class="centre" aria-label=t("results-centre")>
                <Transcript />
                <Stage />
                <CaptionPanel />
                <ComparisonPanel />
                <CachePanel />
            </section>
            <section class="results" aria-label=t("results-label")>
                <PlotsPanel />
            </section>
            <section class="beside" aria-label=t("results-beside")>
                <TargetAlonePanel />
                <TimingPanel />
            </section>
            <CycleTable />
        </div>
    }
}

//! The Speculative lab: real draft-verify cycles, step by step, with what they add up to.

use crate::decode::{Job, PlayMode};
use crate::ui::components::{
    CachePanel, CaptionPanel, ComparisonPanel, Controls, CycleTable, PlotsPanel, Stage, TargetAlonePanel, TimingPanel, Transcript,
};
use crate::ui::i18n::t;
use crate::ui::lab::{Lab, begin};
use crate::ui::labs::SettingsSection;
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
    at_rest: || LabState::use_context().standpoint.playhead.with(|playhead| playhead.mode != PlayMode::Playing),
};

#[component]
fn SpeculativeLab() -> impl IntoView {
    let state = LabState::use_context();
    state.enter();
    let first = state.shown.with_untracked(Option::is_none).then_some(FIRST_TRACE_URL);
    begin(state.engine, first, move |json| state.open_first_trace(json));
    on_cleanup(move || state.leave());
    view! {
        <div class="lab">
            <SettingsSection lab=&SPECULATIVE>
                <Controls />
            </SettingsSection>
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

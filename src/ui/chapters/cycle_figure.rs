//! The stage of the speculative lab in a chapter: the two cases on hand-made tables, and cycles of the real models as
//! they were recorded.

use super::dials::Dials;
use crate::decode::{PlayMode, PlayheadCommand, Scenario};
use crate::ui::components::{CaptionPanel, DistributionDialog, Inspector, Stage, Transcript};
use crate::ui::engine_state::Engine;
use crate::ui::fetch::fetch_text;
use crate::ui::home::HOME_TRACE_URL;
use crate::ui::i18n::{key, t, t_args};
use crate::ui::player::on_tick;
use crate::ui::state::LabState;
use crate::ui::url::Address;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// A cycle on stage. The dial `case` chooses: 1 and 2 are the two cases, 0 is a recording.
pub(super) fn cycle(name: &str, dials: Dials) -> AnyView {
    let (address, _) = Address::parse("");
    let state = LabState::new(address, Engine::new(Vec::new()));
    provide_context(state);
    provide_context(Inspector::default());
    let dial = format!("{name}.case");
    let case = dials.memo(dial.clone());
    let trouble = RwSignal::new(false);
    Effect::new(move |_| match case.get() as usize {
        0 => show_recorded(state, case, trouble),
        1 => show(state, Scenario::CorrectionCase),
        _ => show(state, Scenario::BonusCase),
    });
    on_tick(move |millis| state.send(PlayheadCommand::Tick { millis }));
    let is_playing = move || state.standpoint.playhead.with(|playhead| playhead.mode == PlayMode::Playing);
    let send = move |command: PlayheadCommand| state.send(command);
    let choice = move |value: f64, words: String| {
        let dial = dial.clone();
        view! { <button type="button" aria-pressed=move || (case.get() == value).to_string() on:click=move |_| dials.set(&dial, value)>{words}</button> }
            .into_any()
    };
    let choices = vec![choice.clone()(1.0, case_name(1)), choice.clone()(2.0, case_name(2)), choice(0.0, t("figure-cycle-recorded"))];
    view! {
        <div class="row figure-dials" role="group" aria-label=t("figure-cycle-stage")>{choices}</div>
        <div class="figure-stage">
            <Transcript />
            <Stage />
            <CaptionPanel />
        </div>
        <div class="row figure-tools" role="group" aria-label=t("figure-playback")>
            <button type="button" on:click=move |_| send(PlayheadCommand::Restart)>{t("figure-restart")}</button>
            <button type="button" data-testid="cycle-back" on:click=move |_| send(PlayheadCommand::StepBack)>{t("figure-back")}</button>
            <button type="button" class="main" data-testid="cycle-step" on:click=move |_| send(PlayheadCommand::StepEvent)>{t("playback-step")}</button>
            <button type="button" on:click=move |_| send(PlayheadCommand::TogglePlay)>{move || t(if is_playing() { key("playback-pause") } else { key("playback-play") })}</button>
            {move || trouble.get().then(|| view! { <span role="status">{t("figure-failed")}</span> }.into_any())}
        </div>
        <DistributionDialog />
    }
    .into_any()
}

/// The name of one of the two cases.
fn case_name(n: usize) -> String {
    t_args("figure-cycle-case", &[("n", n.into())])
}

/// Puts a case on stage, at its first step.
fn show(state: LabState, scenario: Scenario) {
    state.choose_scenario(scenario);
    state.send(PlayheadCommand::Restart);
    state.send(PlayheadCommand::StepEvent);
}

/// Puts the recorded cycles on stage once they have come, unless the chapter has been left or a case chosen meanwhile.
fn show_recorded(state: LabState, case: Memo<f64>, trouble: RwSignal<bool>) {
    spawn_local(async move {
        let json = fetch_text(HOME_TRACE_URL).await;
        if case.try_get_untracked() != Some(0.0) {
            return;
        }
        if json.is_ok_and(|json| state.open_free_trace(&json).is_ok()) {
            state.send(PlayheadCommand::Restart);
            state.send(PlayheadCommand::StepEvent);
        } else {
            trouble.set(true);
        }
    });
}

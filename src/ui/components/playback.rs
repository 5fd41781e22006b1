//! The playback bar: always in reach, never off the screen.

use crate::decode::{PlayMode, PlayheadCommand, SPEEDS};
use crate::ui::state::LabState;
use leptos::prelude::*;

/// The outlines of the buttons' pictures, in a box of 20 by 20.
const RESTART: &str = "M5 4v12M16 4l-8 6 8 6z";
const BACK: &str = "M13 4l-7 6 7 6z";
const STEP: &str = "M7 4l7 6-7 6z";
const NEXT_CYCLE: &str = "M4 4l6 6-6 6zM11 4l6 6-6 6z";
const TO_END: &str = "M15 4v12M4 4l8 6-8 6z";

/// The buttons, the scrubber and where we are.
#[component]
pub fn Playback() -> impl IntoView {
    let state = LabState::use_context();
    let playing = Memo::new(move |_| state.playhead.with(|playhead| playhead.mode == PlayMode::Playing));
    let following = Memo::new(move |_| state.playhead.with(|playhead| playhead.mode == PlayMode::Following));
    let n_shown = Memo::new(move |_| state.playhead.with(|playhead| playhead.n_shown));
    let n_events = Memo::new(move |_| state.shown.with(|shown| shown.as_ref().map_or(0, |shown| shown.run.timeline.len())));
    let place = move || {
        state.view.with(|view| {
            let n_cycles = state.shown.with(|shown| shown.as_ref().map_or(0, |shown| shown.run.cycles.len()));
            match view.as_ref().and_then(|view| view.cycle.as_ref()) {
                Some(stage) => format!("cycle {} of {n_cycles} · step {} of {}", stage.cycle_idx + 1, stage.n_shown, stage.n_events),
                None => format!("before cycle 1 of {n_cycles}"),
            }
        })
    };
    let scrub = move |event: leptos::ev::Event| {
        if let Ok(n_shown) = event_target_value(&event).parse::<usize>() {
            state.send(PlayheadCommand::Seek(n_shown));
        }
    };
    let set_speed = move |event: leptos::ev::Event| {
        if let Ok(speed) = event_target_value(&event).parse::<f64>() {
            state.send(PlayheadCommand::SetSpeed(speed));
        }
    };
    let speed = Memo::new(move |_| state.playhead.with(|playhead| playhead.speed));
    let button = move |label: &'static str, path: &'static str, command: PlayheadCommand| {
        view! {
            <button type="button" aria-label=label title=label on:click=move |_| state.send(command)>
                <svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=path></path></svg>
            </button>
        }
    };
    view! {
        <div class="playback" role="group" aria-label="Playback" data-testid="playback">
            {button("Restart", RESTART, PlayheadCommand::Restart)}
            {button("Step back", BACK, PlayheadCommand::StepBack)}
            <button type="button" class="main" data-testid="play" on:click=move |_| state.send(PlayheadCommand::TogglePlay)>
                {move || if playing.get() { "Pause" } else { "Play" }} " " <kbd aria-hidden="true">"Space"</kbd>
            </button>
            {button("Step", STEP, PlayheadCommand::StepEvent)}
            {button("Next cycle", NEXT_CYCLE, PlayheadCommand::NextCycle)}
            <button
                type="button"
                aria-label="Run to end"
                title="Run to end"
                aria-pressed=move || following.get().to_string()
                on:click=move |_| state.send(PlayheadCommand::RunToEnd)
            >
                <svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=TO_END></path></svg>
            </button>
            <input
                class="scrub"
                type="range"
                min="0"
                step="1"
                aria-label="Place in the story"
                aria-valuetext=place
                prop:max=move || n_events.get().to_string()
                prop:value=move || n_shown.get().to_string()
                on:input=scrub
            />
            <label class="speed">
                <span class="sr-only">"Speed"</span>
                <select on:change=set_speed aria-label="Speed">
                    {SPEEDS
                        .iter()
                        .map(|&value| view! { <option value=value.to_string() prop:selected=move || speed.get() == value>{format!("{value}×")}</option> })
                        .collect_view()}
                </select>
            </label>
            <span class="place" data-testid="place">{place}</span>
        </div>
    }
}

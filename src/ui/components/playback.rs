//! The playback bar: always in reach, never off the screen.

use crate::decode::{PlayMode, Playhead, PlayheadCommand, SPEEDS};
use crate::ui::i18n::{t, t_args};
use crate::ui::player::CurrentPlayer;
use crate::ui::words;
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
    let player = expect_context::<CurrentPlayer>();
    let playhead = move |read: fn(&Playhead) -> bool| player.with(|player| player.playhead.with(read));
    let playing = Memo::new(move |_| playhead(|playhead| playhead.mode == PlayMode::Playing));
    let following = Memo::new(move |_| playhead(|playhead| playhead.mode == PlayMode::Following));
    let n_shown = Memo::new(move |_| player.with(|player| player.playhead.with(|playhead| playhead.n_shown)));
    let n_events = Memo::new(move |_| player.with(|player| player.n_events.get()));
    let place = move || player.with(|player| player.place.get());
    let next_chapter = move || player.with(|player| t(player.chapter));
    let scrub = move |event: leptos::ev::Event| {
        if let Ok(n_shown) = event_target_value(&event).parse::<usize>() {
            player.send(PlayheadCommand::Seek(n_shown));
        }
    };
    let set_speed = move |event: leptos::ev::Event| {
        if let Ok(speed) = event_target_value(&event).parse::<f64>() {
            player.send(PlayheadCommand::SetSpeed(speed));
        }
    };
    let speed = Memo::new(move |_| player.with(|player| player.playhead.with(|playhead| playhead.speed)));
    let button = move |label: String, path: &'static str, command: PlayheadCommand| {
        view! {
            <button type="button" aria-label=label.clone() title=label on:click=move |_| player.send(command)>
                <svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=path></path></svg>
            </button>
        }
    };
    view! {
        <div class="playback" role="group" aria-label=t("playback-label") data-testid="playback">
            {button(t("playback-restart"), RESTART, PlayheadCommand::Restart)}
            {button(t("playback-back"), BACK, PlayheadCommand::StepBack)}
            <button type="button" class="main" data-testid="play" on:click=move |_| player.send(PlayheadCommand::TogglePlay)>
                {move || t(if playing.get() { "playback-pause" } else { "playback-play" })} " " <kbd aria-hidden="true">{t("keys-space")}</kbd>
            </button>
            {button(t("playback-step"), STEP, PlayheadCommand::StepEvent)}
            <button type="button" aria-label=next_chapter title=next_chapter on:click=move |_| player.send(PlayheadCommand::NextCycle)>
                <svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=NEXT_CYCLE></path></svg>
            </button>
            <button
                type="button"
                aria-label=t("playback-to-end")
                title=t("playback-to-end")
                aria-pressed=move || following.get().to_string()
                on:click=move |_| player.send(PlayheadCommand::RunToEnd)
            >
                <svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=TO_END></path></svg>
            </button>
            <input
                class="scrub"
                type="range"
                min="0"
                step="1"
                aria-label=t("playback-place")
                aria-valuetext=place
                prop:max=move || n_events.get().to_string()
                prop:value=move || n_shown.get().to_string()
                on:input=scrub
            />
            <label class="speed">
                <span class="sr-only">{t("playback-speed")}</span>
                <select on:change=set_speed>
                    {SPEEDS
                        .iter()
                        .map(|&value| view! { <option value=value.to_string() prop:selected=move || speed.get() == value>{t_args("playback-speed-value", &[("n", words::plain(value).into())])}</option> })
                        .collect_view()}
                </select>
            </label>
            <span class="place" data-testid="place">{place}</span>
        </div>
    }
}

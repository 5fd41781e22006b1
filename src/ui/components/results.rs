//! Beside speculation: the target alone with the same settings, and where the time went.

use crate::decode::{CycleTiming, first_difference, tokens_per_second};
use crate::ui::state::{LabState, RunSource};
use crate::ui::words;
use leptos::prelude::*;

/// The target alone: equal text at temperature 0, equal law above.
#[component]
pub fn TargetAlonePanel() -> impl IntoView {
    let state = LabState::use_context();
    let content = move || {
        state.shown.with(|shown| {
            let shown = shown.as_ref()?;
            if shown.source == RunSource::LessonCase {
                return None;
            }
            let alone = shown.target_alone.as_ref()?;
            let speculative = shown.run.trace.tokens_after(shown.run.cycles.len());
            let speculative = speculative.get(shown.run.trace.prompt.len()..).unwrap_or_default().to_vec();
            let text = shown.vocabulary.text(&[&shown.run.trace.prompt[..], &alone.emitted].concat());
            let one_choice = shown.run.trace.spec.picks_the_best();
            let why = if shown.run.trace.spec.temperature == 0.0 {
                "At temperature 0 they must be."
            } else {
                "These settings leave one token to choose, so they must be."
            };
            // A run that was stopped can only be compared as far as both go.
            let n = speculative.len().min(alone.emitted.len());
            let difference = first_difference(&speculative[..n], &alone.emitted[..n]);
            let verdict = match (one_choice, difference) {
                (true, None) => format!("Checked: all {} are the same as with speculation. {why}", words::count(n, "token")),
                (true, Some(idx)) => format!("The texts part at token {}: two tokens were as good as equal there, and rounding chose.", idx + 1),
                (false, None) => format!("The two texts happen to agree in all {}. What must be equal is their law.", words::count(n, "token")),
                (false, Some(idx)) => {
                    format!("Another draw: it parts from the text above at token {}. Equal are the laws that the two are drawn from, not the texts.", idx + 1)
                }
            };
            let passes = format!("{} from as many target passes; speculation used {}.", words::count(alone.emitted.len(), "token"), shown.run.cycles.len());
            Some((text, verdict, passes, one_choice && difference.is_none()))
        })
    };
    view! {
        <div class="card alone" data-testid="target-alone">
            <h2><span class="target-word">"Target"</span> " alone, same settings"</h2>
            {move || match content() {
                Some((text, verdict, passes, identical)) => {
                    view! {
                        <p class="strip small">{text}</p>
                        <p data-testid="alone-verdict" class:checked=identical>{verdict}</p>
                        <p class="soft">{passes}</p>
                    }
                        .into_any()
                }
                None => view! { <p class="soft empty">"Its text appears here once both have run."</p> }.into_any(),
            }}
        </div>
    }
}

/// Tokens per second with and without speculation, and the shares of a cycle's time.
#[component]
pub fn TimingPanel() -> impl IntoView {
    let state = LabState::use_context();
    let content = move || {
        state.shown.with(|shown| {
            let shown = shown.as_ref().filter(|shown| shown.source == RunSource::Live)?;
            let timing = CycleTiming::of_cycles(&shown.run.trace.cycles);
            let with = timing.tokens_per_second()?;
            let alone = shown.target_alone.as_ref()?;
            let without = tokens_per_second(alone.emitted.len(), alone.decode_millis?)?;
            Some((timing, with, without, shown.prefill_millis.unwrap_or(0.0)))
        })
    };
    let part = |name: &'static str, class: &'static str, share: f64| {
        view! { <dt class=class>{name}</dt><dd class="num">{format!("{:.0}%", share * 100.0)}</dd> }
    };
    view! {
        <div class="card timing" data-testid="timing">
            <h2>"Measured on this device"</h2>
            {move || match content() {
                Some((timing, with, without, prefill_millis)) => {
                    let ratio = with / without;
                    let verdict = if ratio >= 1.0 {
                        format!("Speculation is {ratio:.2} times as fast here.")
                    } else {
                        format!("Speculation is slower here ({ratio:.2} times the speed): on a processor, checking several positions at once costs nearly as much as reading them one by one.")
                    };
                    view! {
                        <dl class="rates">
                            <dt>"with speculation"</dt>
                            <dd class="num">{format!("{with:.0} tokens/s")}</dd>
                            <dt>"target alone"</dt>
                            <dd class="num">{format!("{without:.0} tokens/s")}</dd>
                            {part("target passes", "target-word", timing.share(timing.target_millis))}
                            {part("draft passes", "draft-word", timing.share(timing.draft_millis))}
                            {part("sampling and tests", "", timing.share(timing.rest_millis))}
                        </dl>
                        <p>{verdict}</p>
                        <p class="soft">{format!("Not counted: loading, and {prefill_millis:.0} ms to read the prompt.")}</p>
                    }
                        .into_any()
                }
                None => view! { <p class="soft empty">"Speeds appear after a live run; loading and the prompt do not count."</p> }.into_any(),
            }}
        </div>
    }
}

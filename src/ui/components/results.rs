//! Beside speculation: the target alone with the same settings, and where the time went.

use crate::decode::{CycleTiming, first_difference, tokens_per_second};
use crate::ui::components::rich;
use crate::ui::i18n::{decimal, percent, t, t_args};
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
            let why = t(if shown.run.trace.spec.temperature == 0.0 { "alone-why-zero" } else { "alone-why-one" });
            // A run that was stopped can only be compared as far as both go.
            let n = speculative.len().min(alone.emitted.len());
            let difference = first_difference(&speculative[..n], &alone.emitted[..n]);
            let tokens = |n: usize| t_args("count-tokens", &[("n", n.into())]).into();
            let verdict = match (one_choice, difference) {
                (true, None) => t_args("alone-same", &[("tokens", tokens(n)), ("why", why.into())]),
                (true, Some(idx)) => t_args("alone-parted", &[("token", (idx + 1).into())]),
                (false, None) => t_args("alone-agree", &[("tokens", tokens(n))]),
                (false, Some(idx)) => t_args("alone-other", &[("token", (idx + 1).into())]),
            };
            let passes = t_args("alone-passes", &[("tokens", tokens(alone.emitted.len())), ("passes", shown.run.cycles.len().into())]);
            Some((text, verdict, passes, one_choice && difference.is_none()))
        })
    };
    view! {
        <div class="card alone" data-testid="target-alone">
            <h2>{rich("alone-title", &[])}</h2>
            {move || match content() {
                Some((text, verdict, passes, identical)) => {
                    view! {
                        <p class="strip small" lang="en">{text}</p>
                        <p data-testid="alone-verdict" class:checked=identical>{verdict}</p>
                        <p class="soft">{passes}</p>
                    }
                        .into_any()
                }
                None => view! { <p class="soft empty">{t("alone-empty")}</p> }.into_any(),
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
    let part = |name: String, class: &'static str, share: f64| {
        view! { <dt class=class>{name}</dt><dd class="num">{percent(share, 0)}</dd> }
    };
    view! {
        <div class="card timing" data-testid="timing">
            <h2>{t("timing-title")}</h2>
            {move || match content() {
                Some((timing, with, without, prefill_millis)) => {
                    let ratio = with / without;
                    let verdict = t_args(if ratio >= 1.0 { "timing-faster" } else { "timing-slower" }, &[("ratio", decimal(ratio, 2).into())]);
                    let rate = |n: f64| t_args("timing-rate", &[("n", decimal(n, 0).into())]);
                    let prompt = words::milliseconds(prefill_millis, 0);
                    view! {
                        <dl class="rates">
                            <dt>{t("timing-with")}</dt>
                            <dd class="num">{rate(with)}</dd>
                            <dt>{t("timing-alone")}</dt>
                            <dd class="num">{rate(without)}</dd>
                            {part(t("timing-target"), "target-word", timing.share(timing.target_millis))}
                            {part(t("timing-draft"), "draft-word", timing.share(timing.draft_millis))}
                            {part(t("timing-rest"), "", timing.share(timing.rest_millis))}
                        </dl>
                        <p>{verdict}</p>
                        <p class="soft">{t_args("timing-not-counted", &[("time", prompt.into())])}</p>
                    }
                        .into_any()
                }
                None => view! { <p class="soft empty">{t("timing-empty")}</p> }.into_any(),
            }}
        </div>
    }
}

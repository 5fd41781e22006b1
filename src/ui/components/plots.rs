//! The live plots, each with its headline number, a reading under the pointer, and files to take
//! along.

use crate::decode::{Coins, PlayMode, SpeculationStats};
use crate::ui::charts::{self, HEIGHT, Plot, WIDTH};
use crate::ui::engine_state::{Engine, now_millis};
use crate::ui::i18n::{decimal, t, t_args};
use crate::ui::state::{LabState, RunStatus};
use crate::ui::words;
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;

/// Plots that follow a run are drawn about this often.
const REDRAW_MILLIS: f64 = 250.0;

/// The statistics of the cycles shown to their end, and the plots drawn from them.
#[component]
pub fn PlotsPanel() -> impl IntoView {
    let state = LabState::use_context();
    let n_shown = Memo::new(move |_| state.view.with(|view| view.as_ref().map_or(0, |view| view.n_complete_cycles)));
    // While models run and the page follows them, plots are drawn now and then, and once at the end.
    let n_cycles = RwSignal::new(0);
    let last_drawn = StoredValue::new(0.0);
    Effect::new(move |_| {
        let n_shown = n_shown.get();
        let running = state.run_status.get() == RunStatus::Running;
        let following = state.standpoint.playhead.with_untracked(|playhead| playhead.mode == PlayMode::Following);
        if !(running && following) || now_millis() - last_drawn.get_value() > REDRAW_MILLIS {
            last_drawn.set_value(now_millis());
            n_cycles.set(n_shown);
        }
    });
    // A run is told from another by its facts' number and seed; the memo below redraws on either.
    let stats = Memo::new(move |_| {
        let n_cycles = n_cycles.get();
        state.shown.with(|shown| shown.as_ref().map(|shown| shown.run.stats(n_cycles)).unwrap_or_default())
    });
    let summaries = Memo::new(move |_| {
        let n_cycles = n_cycles.get();
        state.shown.with(|shown| {
            shown.as_ref().map(|shown| shown.run.summaries[..n_cycles.min(shown.run.summaries.len())].to_vec()).unwrap_or_default()
        })
    });
    let gamma = Memo::new(move |_| {
        state.shown.with(|shown| shown.as_ref().map_or(state.spec.with(|spec| spec.gamma), |shown| shown.run.trace.spec.gamma))
    });
    let seed = Memo::new(move |_| state.shown.with(|shown| shown.as_ref().map_or(0, |shown| shown.run.trace.spec.seed)));
    let acceptance = Memo::new(move |_| summaries.with(|summaries| charts::acceptance(gamma.get(), summaries)));
    let tokens = Memo::new(move |_| summaries.with(|summaries| charts::tokens_per_cycle(gamma.get(), summaries)));
    let histogram = Memo::new(move |_| stats.with(charts::accepted_histogram));
    let positions = Memo::new(move |_| stats.with(charts::per_position));

    let blank = Memo::new(move |_| stats.with(|stats| stats.n_complete == 0));

    let alpha = move || stats.with(|stats| words::rate(stats.accepted_per_drafted().rate()));
    let alpha_words = move || {
        stats.with(|stats| {
            let drafted = stats.accepted_per_drafted();
            match drafted.wilson_interval() {
                Some((low, high)) => {
                    let counts = [("accepted", drafted.successes.into()), ("drafted", drafted.trials.into())];
                    let interval = [("low", decimal(low, 2).into()), ("high", decimal(high, 2).into())];
                    t_args("plots-accepted-of-drafted", &[counts, interval].concat())
                }
                None => t("plots-accepted-none"),
            }
        })
    };
    let other_rates = move || {
        stats.with(|stats| {
            let tested = stats.accepted_per_tested();
            [
                (
                    t("plots-of-tested"),
                    words::rate(tested.rate()),
                    t_args("plots-of-tested-words", &[("accepted", tested.successes.into()), ("tested", tested.trials.into())]),
                ),
                (t("plots-overlap"), words::rate(stats.mean_overlap()), t("plots-overlap-words")),
            ]
        })
    };
    let tau = move || stats.with(|stats| words::rate(stats.tokens_per_cycle()));
    let tau_words = move || {
        stats.with(|stats: &SpeculationStats| {
            let most = ("most", (gamma.get() + 1).into());
            match stats.tokens_per_cycle_interval(Coins::new(seed.get())) {
                Some((low, high)) => {
                    t_args("plots-tokens-interval", &[most, ("low", decimal(low, 2).into()), ("high", decimal(high, 2).into())])
                }
                None => t_args("plots-tokens-words", &[most]),
            }
        })
    };
    let formula = move || {
        stats.with(|stats| {
            stats.accepted_per_tested().rate().map_or_else(
                || t("plots-no-test"),
                |alpha| {
                    let expected = crate::decode::expected_tokens_per_cycle(alpha, gamma.get());
                    let power = words::superscript(gamma.get() + 1);
                    t_args(
                        "plots-formula",
                        &[("power", power.into()), ("value", decimal(expected, 2).into()), ("alpha", decimal(alpha, 2).into())],
                    )
                },
            )
        })
    };
    view! {
        <div class="card plot-card" data-testid="plot-acceptance">
            <h2>{t("plots-acceptance")}</h2>
            <p class="big"><span data-testid="alpha">{alpha}</span> <small>{alpha_words}</small></p>
            <PlotFigure name="acceptance" plot=acceptance />
            <dl class="rates">
                {move || {
                    other_rates()
                        .into_iter()
                        .map(|(name, value, words)| view! { <dt>{name}</dt><dd><b class="num">{value}</b> " " {words}</dd> })
                        .collect_view()
                }}
            </dl>
        </div>
        <div class="card plot-card" data-testid="plot-tokens">
            <h2>{t("plots-tokens")}</h2>
            <p class="big"><span data-testid="tau">{tau}</span> <small>{tau_words}</small></p>
            <PlotFigure name="tokens-per-cycle" plot=tokens />
            <p class="soft formula-line">{formula}</p>
        </div>
        <div class="card plot-card" data-testid="plot-histogram">
            <h2>{t("plots-histogram")}</h2>
            <NothingYet blank=blank />
            <PlotFigure name="accepted-histogram" plot=histogram />
        </div>
        <div class="card plot-card" data-testid="plot-positions">
            <h2>{t("plots-positions")}</h2>
            <NothingYet blank=blank />
            <PlotFigure name="kept-through-position" plot=positions />
        </div>
    }
}

/// What a plot says before its first cycle.
#[component]
fn NothingYet(blank: Memo<bool>) -> impl IntoView {
    view! {
        <Show when=move || blank.get()>
            <p class="soft empty">{t("plots-nothing-yet")}</p>
        </Show>
    }
}

/// A plot with what the pointer reads off it.
#[component]
pub fn PlotFigure(
    /// Its name in file names.
    name: &'static str,
    /// What is drawn.
    plot: Memo<Plot>,
) -> impl IntoView {
    let engine = expect_context::<Engine>();
    let hovered = RwSignal::new(None::<usize>);
    let follow = move |event: leptos::ev::PointerEvent| {
        let Some(target) = event.current_target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) else { return };
        let bounds = target.get_bounding_client_rect();
        if bounds.width() <= 0.0 {
            return;
        }
        let x = (f64::from(event.client_x()) - bounds.left()) / bounds.width();
        let nearest = plot.with(|plot| {
            let distances = plot.readings.iter().enumerate().map(|(idx, reading)| (idx, (reading.x - x).abs()));
            distances.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(idx, _)| idx)
        });
        hovered.set(nearest);
    };
    let reading = move || {
        plot.with(|plot| match hovered.get().and_then(|idx| plot.readings.get(idx)) {
            Some(reading) => reading.words.clone(),
            None => "\u{a0}".to_owned(),
        })
    };
    let line =
        move || plot.with(|plot| hovered.get().and_then(|idx| plot.readings.get(idx)).map(|reading| format!("{:.2}%", reading.x * 100.0)));
    let report = move |outcome: Result<(), wasm_bindgen::JsValue>| {
        if outcome.is_err() {
            engine.notify(t("notice-picture-not-saved"));
        }
    };
    let save_words = move |kind: &str| t_args("plots-save", &[("name", name.into()), ("kind", kind.into())]);
    let save_svg = move |_| report(crate::ui::export::download_svg(&format!("{name}.svg"), &plot.with_untracked(|plot| plot.svg.clone())));
    let save_png = move |_| {
        report(crate::ui::export::download_png(format!("{name}.png"), &plot.with_untracked(|plot| plot.svg.clone()), WIDTH, HEIGHT))
    };
    view! {
        <figure class="plot" class:hidden=move || plot.with(|plot| plot.blank)>
            <div class="plot-area" role="img" aria-label=move || plot.with(|plot| plot.summary.clone()) on:pointermove=follow on:pointerleave=move |_| hovered.set(None)>
                <div class="plot-svg" inner_html=move || plot.with(|plot| plot.svg.clone())></div>
                {move || line().map(|left| view! { <div class="plot-cursor" style=("left", left)></div> })}
            </div>
            <figcaption>
                <span class="reading">{reading}</span>
                <span class="save">
                    <button type="button" class="link" on:click=save_svg aria-label=save_words("SVG")>"SVG"</button>
                    <button type="button" class="link" on:click=save_png aria-label=save_words("PNG")>"PNG"</button>
                </span>
            </figcaption>
        </figure>
    }
}

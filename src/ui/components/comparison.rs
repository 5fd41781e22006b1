//! p and q at the position on stage: what overlaps is kept, what the draft left uncovered is the
//! residual, and the correction is drawn from it. Or p alone, where the bonus is drawn.

use crate::decode::{Bar, Comparison, TokenId};
use crate::ui::components::{Inspector, TokenLabel};
use crate::ui::i18n::{decimal, key, t, t_args};
use crate::ui::state::LabState;
use crate::ui::words;
use leptos::prelude::*;

/// Tokens with a bar of their own.
const N_BARS: usize = 7;

/// What the panel shows, ready to draw.
#[derive(Clone, PartialEq)]
struct Scene {
    cycle_idx: usize,
    comparison: Comparison,
    /// The drafted token at this position, if there is one.
    drafted: Option<TokenId>,
    /// Whether the residual has been formed.
    residual_shown: bool,
    /// The correction or the bonus, with its coin, once drawn here.
    drawn: Option<(TokenId, f64)>,
}

/// The distributions at the position on stage.
#[component]
pub fn ComparisonPanel() -> impl IntoView {
    let state = LabState::use_context();
    let inspector = expect_context::<Inspector>();
    let scene = Memo::new(move |_| {
        state.shown.with(|shown| {
            let (shown, view) = (shown.as_ref()?, state.view.get()?);
            let stage = view.cycle?;
            let position = stage.focus?;
            let cycle = &shown.run.cycles[stage.cycle_idx];
            let drafted = cycle.drafted.get(position).copied();
            let drawn = stage.correction.or(stage.bonus.token).filter(|_| stage.correction.is_none() || stage.residual_shown);
            let always: Vec<TokenId> = drafted.into_iter().chain(drawn).collect();
            Some(Scene {
                cycle_idx: stage.cycle_idx,
                comparison: Comparison::of_cycle(cycle, position, N_BARS, &always)?,
                drafted,
                residual_shown: stage.residual_shown,
                drawn: drawn.zip(stage.tail_coin),
            })
        })
    });
    view! {
        <div class="card comparison" data-testid="comparison">
            {move || match scene.get() {
                Some(scene) => draw(scene, state, inspector),
                None => {
                    view! {
                        <h2>{t("comparison-empty-title")}</h2>
                        <p class="soft empty">{t("comparison-empty")}</p>
                    }
                        .into_any()
                }
            }}
        </div>
    }
}

fn draw(scene: Scene, state: LabState, inspector: Inspector) -> AnyView {
    let Scene { cycle_idx, comparison, drafted, residual_shown, drawn } = scene;
    let position = comparison.position;
    let title = t_args(
        match (comparison.with_draft, residual_shown) {
            (true, true) => "comparison-residual-title",
            (true, false) => "comparison-share-title",
            (false, _) => "comparison-bonus-title",
        },
        &[("position", (position + 1).into())],
    );
    let with_draft = comparison.with_draft;
    let top = comparison.bars.iter().chain([&comparison.rest]).map(|bar| bar.target_prob.max(bar.draft_prob)).fold(0.0, f64::max);
    let row = |bar: &Bar| {
        let label = bar.token.map_or_else(|| words::others(comparison.n_rest), |token| state.label(token));
        let marked = bar.token.is_some() && (bar.token == drafted || bar.token == drawn.map(|(token, _)| token));
        draw_bar(*bar, label, marked, top, with_draft, residual_shown)
    };
    let rows: Vec<_> = comparison.bars.iter().map(row).collect();
    let rest = (comparison.n_rest > 0).then(|| row(&comparison.rest));
    let numbers = with_draft.then(|| {
        view! {
            <p class="big"><span>{words::prob(comparison.overlap)}</span> <small>{t("distribution-overlap")}</small></p>
            <p class="big correction-word"><span>{words::prob(comparison.residual_mass)}</span> <small>{t("comparison-residual-mass")}</small></p>
        }
    });
    let result = match drawn {
        Some((token, coin)) => {
            let (class, glyph, from) = if with_draft {
                ("tok out correction", "↻", key("comparison-from-residual"))
            } else {
                ("tok out bonus", "★", key("comparison-from-p"))
            };
            view! {
                <div class=class data-testid="drawn">
                    <span class="label"><span class="glyph" aria-hidden="true">{glyph}</span> <TokenLabel label=state.label(token) /></span>
                    <small>{t_args(from, &[("coin", decimal(coin, 2).into())])}</small>
                </div>
            }
            .into_any()
        }
        None if with_draft && comparison.residual_mass == 0.0 => view! { <p class="soft">{t("comparison-unused")}</p> }.into_any(),
        None => ().into_any(),
    };
    view! {
        <div class="card-head">
            <h2>{title}</h2>
            <button type="button" class="quiet" on:click=move |_| inspector.open(cycle_idx, position)>{t("comparison-all")}</button>
        </div>
        <div>
            <table class="bars">
                <caption class="sr-only">{t("comparison-caption")}</caption>
                <thead>
                    <tr>
                        <th scope="col">{t("comparison-token")}</th>
                        <th scope="col"><span class="sr-only">{t("comparison-bars")}</span></th>
                        <th scope="col" class="target-word num">"p"</th>
                        {with_draft.then(|| view! { <th scope="col" class="draft-word num">"q"</th> })}
                    </tr>
                </thead>
                <tbody>{rows} {rest}</tbody>
            </table>
            <div class="outcome">
                {numbers}
                {result}
            </div>
                {with_draft
                    .then(|| {
                        view! {
                            <ul class="key">
                                <li><i class="key-overlap"></i>{t("comparison-key-overlap")}</li>
                                <li><i class="key-residual"></i>{t("comparison-key-residual")}</li>
                                <li><i class="key-excess"></i>{t("comparison-key-excess")}</li>
                            </ul>
                        }
                    })}
        </div>
    }
    .into_any()
}

/// One row: overlap filled, what the draft left uncovered, what it proposed too often, and a line
/// where p ends.
fn draw_bar(bar: Bar, label: String, marked: bool, top: f64, with_draft: bool, residual_shown: bool) -> impl IntoView {
    let percent = move |value: f64| format!("{:.3}%", if top > 0.0 { value / top * 100.0 } else { 0.0 });
    let excess = (bar.draft_prob - bar.overlap).max(0.0);
    view! {
        <tr class:marked=marked>
            <th scope="row" class="token"><TokenLabel label /></th>
            <td class="track">
                <div class="track-inner" class:residual-shown=residual_shown>
                    <div class="seg overlap" style=("width", percent(bar.overlap))></div>
                    {(with_draft && bar.uncovered > 0.0)
                        .then(|| view! { <div class="seg uncovered" style=("left", percent(bar.overlap)) style=("width", percent(bar.uncovered))></div> })}
                    {(with_draft && excess > 0.0)
                        .then(|| view! { <div class="seg excess" style=("left", percent(bar.overlap)) style=("width", percent(excess))></div> })}
                    <div class="p-line" style=("left", percent(bar.target_prob))></div>
                </div>
            </td>
            <td class="num">{words::prob(bar.target_prob)}</td>
            {with_draft.then(|| view! { <td class="num">{words::prob(bar.draft_prob)}</td> })}
        </tr>
    }
}

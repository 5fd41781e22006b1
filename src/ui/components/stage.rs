//! The cycle on stage: draft chips, the target's pass, coins on their rulers, verdicts, and what
//! joins the text; with the caption that says why.

use crate::decode::{AcceptTest, BonusColumn, Column, ColumnState, CycleEvent, CycleView, TokenId};
use crate::ui::captions::{Caption, Span, Tone, caption};
use crate::ui::components::rich;
use crate::ui::components::{Inspector, TokenLabel};
use crate::ui::engine_state::EngineStatus;
use crate::ui::i18n::{t, t_args};
use crate::ui::state::LabState;
use crate::ui::words;
use leptos::prelude::*;

/// The stage.
#[component]
pub fn Stage() -> impl IntoView {
    let words_now = use_caption();
    let title = move || words_now.with(|caption| caption.as_ref().map_or_else(|| t("stage-empty-title"), |caption| caption.title.clone()));
    view! {
        <div class="card stage" data-testid="stage">
            <h2 data-testid="stage-title">{title}</h2>
            <CycleGrid />
        </div>
    }
}

/// The caption: what this step means.
#[component]
pub fn CaptionPanel() -> impl IntoView {
    let words_now = use_caption();
    let tone = move || {
        words_now.with(|caption| match caption.as_ref().map(|caption| caption.tone) {
            Some(Tone::Draft) => "card caption tone-draft",
            Some(Tone::Target) => "card caption tone-target",
            Some(Tone::Accepted) => "card caption tone-accepted",
            Some(Tone::Rejected) => "card caption tone-rejected",
            Some(Tone::Correction) => "card caption tone-correction",
            Some(Tone::Bonus) => "card caption tone-bonus",
            Some(Tone::Neutral) | None => "card caption",
        })
    };
    view! {
        <div class=tone>
            <p aria-live="polite" data-testid="caption">
                {move || match words_now.get() {
                    Some(caption) => caption.spans.into_iter().map(draw_span).collect_view().into_any(),
                    None => view! { <Waiting /> }.into_any(),
                }}
            </p>
        </div>
    }
}

/// The caption of the step on stage; `None` without a run.
fn use_caption() -> Memo<Option<Caption>> {
    let state = LabState::use_context();
    Memo::new(move |_| {
        state.shown.with(|shown| {
            let (Some(shown), Some(view)) = (shown, state.view.get()) else { return None };
            Some(caption(&shown.run, &view, &shown.vocabulary))
        })
    })
}

fn draw_span(span: Span) -> AnyView {
    match span {
        Span::Text(text) => text.into_any(),
        Span::Draft(word) => view! { <span class="draft-word">{word}</span> }.into_any(),
        Span::Target(word) => view! { <span class="target-word">{word}</span> }.into_any(),
        Span::Token(label) => {
            view! { <span class="token" lang="en">{t("quote-open")} <TokenLabel label /> {t("quote-close")}</span> }.into_any()
        }
        Span::Number(number) => view! { <span class="number">{number}</span> }.into_any(),
    }
}

/// What the stage says before there is anything to show.
#[component]
fn Waiting() -> impl IntoView {
    let state = LabState::use_context();
    move || {
        t(match state.engine.status.get() {
            EngineStatus::Failed(_) | EngineStatus::Crashed(_) => "stage-waiting-failed",
            EngineStatus::Ready { .. } => "stage-waiting-ready",
            EngineStatus::Starting | EngineStatus::Loading { .. } => "stage-waiting-loading",
        })
    }
}

/// The columns: one per drafted position and one for the bonus.
#[component]
fn CycleGrid() -> impl IntoView {
    let state = LabState::use_context();
    let stage = Memo::new(move |_| state.view.with(|view| view.as_ref().and_then(|view| view.cycle.clone())));
    // Which cycle has how many columns: what decides whether the grid is built anew.
    let shape = Memo::new(move |_| {
        stage.with(|stage| match stage {
            Some(stage) => (stage.cycle_idx, stage.columns.len()),
            None => (0, state.spec.with(|spec| spec.gamma)),
        })
    });
    // A cycle wider than its place follows the step: the column where it happens stays in view.
    let scroller = NodeRef::<leptos::html::Div>::new();
    let column_now = Memo::new(move |_| {
        stage.with(|stage| {
            let stage = stage.as_ref()?;
            let column = match stage.event {
                CycleEvent::Draft(position) | CycleEvent::Test(position) => position,
                CycleEvent::Bonus => stage.columns.len(),
                CycleEvent::TargetPass | CycleEvent::Rollback | CycleEvent::PastEnd | CycleEvent::DeadEnd => 0,
                CycleEvent::Drop | CycleEvent::Residual | CycleEvent::Correction => stage.focus.unwrap_or(0),
            };
            Some((column, stage.columns.len() + 1))
        })
    });
    Effect::new(move |_| {
        let (Some((column, n_columns)), Some(scroller)) = (column_now.get(), scroller.get()) else { return };
        let whole = f64::from(scroller.scroll_width());
        let (left, right) = (whole * column as f64 / n_columns as f64, whole * (column + 1) as f64 / n_columns as f64);
        let (from, width) = (f64::from(scroller.scroll_left()), f64::from(scroller.client_width()));
        if right > from + width {
            scroller.set_scroll_left((right - width).ceil() as i32);
        } else if left < from {
            scroller.set_scroll_left(left as i32);
        }
    });
    view! {
        <div node_ref=scroller class="cycle-scroll" tabindex="0" role="group" aria-label=t("stage-positions")>
            {move || {
                let (cycle_idx, n_drafted) = shape.get();
                let column = move |position: usize| {
                    Memo::new(move |_| stage.with(|stage| stage.as_ref().and_then(|stage| stage.columns.get(position).copied())))
                };
                let columns: Vec<_> = (0..n_drafted).map(column).collect();
                let bonus = Memo::new(move |_| stage.with(|stage| stage.as_ref().map(|stage| stage.bonus)));
                let correction = Memo::new(move |_| stage.with(correction_at));
                let cells = |cell: &dyn Fn(usize, Memo<Option<Column>>) -> AnyView| {
                    columns.iter().enumerate().map(|(position, column)| cell(position, *column)).collect_view()
                };
                view! {
                    <div class="cycle" style=("--n-columns", (n_drafted + 1).to_string())>
                        <div class="row-head"><span>{rich("stage-draft-proposes", &[])}</span></div>
                        {cells(&|position, column| view! { <DraftChip cycle_idx position column /> }.into_any())}
                        <div class="cell"></div>
                        <div class="row-head"><span>{rich("stage-target-scores", &[])}</span></div>
                        {cells(&|position, column| view! { <TargetChip cycle_idx position column /> }.into_any())}
                        <NextChip cycle_idx position=n_drafted bonus />
                        <div class="row-head"><span>{rich("stage-accept-if", &[])}</span></div>
                        {cells(&|_, column| view! { <Ruler column /> }.into_any())}
                        <div class="cell dash" aria-hidden="true">"–"</div>
                        <div class="row-head">{t("stage-verdict")}</div>
                        {cells(&|_, column| view! { <VerdictCell column /> }.into_any())}
                        <BonusVerdict bonus />
                        <div class="row-head">{t("stage-into-text")}</div>
                        {cells(&|position, column| view! { <EmittedCell cycle_idx position column correction /> }.into_any())}
                        <BonusEmitted cycle_idx position=n_drafted bonus />
                    </div>
                }
            }}
        </div>
    }
}

/// Where the correction stands and which token it is, once drawn.
fn correction_at(stage: &Option<CycleView>) -> Option<(usize, TokenId)> {
    let stage = stage.as_ref()?;
    let position = stage.columns.iter().position(|column| column.state == ColumnState::Rejected)?;
    Some((position, stage.correction?))
}

#[component]
fn DraftChip(cycle_idx: usize, position: usize, column: Memo<Option<Column>>) -> impl IntoView {
    let state = LabState::use_context();
    let inspector = expect_context::<Inspector>();
    let class = move || {
        let Some(column) = column.get() else { return "tok ghost" };
        match column.state {
            ColumnState::Empty => "tok ghost",
            ColumnState::Dropped | ColumnState::PastEnd => "tok draft dropped",
            ColumnState::Rejected => "tok draft rejected",
            _ if column.active => "tok draft active",
            _ => "tok draft",
        }
    };
    let shown = move || column.get().and_then(|column| Some((column.token?, column.draft_prob?)));
    view! {
        <div class="cell">
            {move || match shown() {
                Some((token, prob)) => {
                    let label = state.label(token);
                    let spoken = t_args("stage-drafted-spoken", &[("token", label.clone().into()), ("q", words::prob(prob).into())]);
                    view! {
                        <button type="button" class=class aria-label=spoken on:click=move |_| inspector.open(cycle_idx, position)>
                            <span class="label"><TokenLabel label /></span>
                            " "
                            <small>"q " {words::prob(prob)}</small>
                        </button>
                    }
                        .into_any()
                }
                None => view! { <div class="tok ghost"><span class="label">{position + 1}</span><small>"q"</small></div> }.into_any(),
            }}
        </div>
    }
}

#[component]
fn TargetChip(cycle_idx: usize, position: usize, column: Memo<Option<Column>>) -> impl IntoView {
    let state = LabState::use_context();
    let inspector = expect_context::<Inspector>();
    let shown = move || column.get().and_then(|column| Some((column.token?, column.target_prob?)));
    let faded = move || column.get().is_some_and(|column| matches!(column.state, ColumnState::Dropped | ColumnState::PastEnd));
    view! {
        <div class="cell">
            {move || match shown() {
                Some((token, prob)) => {
                    let label = state.label(token);
                    let spoken = t_args("stage-target-spoken", &[("token", label.clone().into()), ("p", words::prob(prob).into())]);
                    view! {
                        <button
                            type="button"
                            class="tok target"
                            class:faded=faded
                            aria-label=spoken
                            on:click=move |_| inspector.open(cycle_idx, position)
                        >
                            <span class="label"><TokenLabel label /></span>
                            " "
                            <small>"p " {words::prob(prob)}</small>
                        </button>
                    }
                        .into_any()
                }
                None => view! { <div class="tok ghost"><span class="label">"·"</span><small>"p"</small></div> }.into_any(),
            }}
        </div>
    }
}

/// The target's row after the last drafted token.
#[component]
fn NextChip(cycle_idx: usize, position: usize, bonus: Memo<Option<BonusColumn>>) -> impl IntoView {
    let inspector = expect_context::<Inspector>();
    let faded = move || bonus.get().is_some_and(|bonus| bonus.ruled_out);
    view! {
        <div class="cell">
            {move || match bonus.get() {
                Some(bonus) if bonus.scored => {
                    view! {
                        <button
                            type="button"
                            class="tok target"
                            class:faded=faded
                            aria-label=t("stage-next-spoken")
                            on:click=move |_| inspector.open(cycle_idx, position)
                        >
                            <span class="label">{t("stage-next")}</span>
                            " "
                            <small>{t("stage-next-p")}</small>
                        </button>
                    }
                        .into_any()
                }
                _ => view! { <div class="tok ghost"><span class="label">"·"</span><small>"p"</small></div> }.into_any(),
            }}
        </div>
    }
}

/// The coin on its ruler against the acceptance probability: the accept test, as a picture.
#[component]
fn Ruler(column: Memo<Option<Column>>) -> impl IntoView {
    let test = Memo::new(move |_| column.get().and_then(|column| column.test));
    let percent = |value: f64| format!("{:.2}%", value * 100.0);
    view! {
        <div class="cell">
            {move || match test.get() {
                Some(AcceptTest { acceptance_prob, coin, accepted, .. }) => {
                    let (u, a) = words::compared(coin, acceptance_prob);
                    let relation = if accepted { "≤" } else { ">" };
                    let spoken = t_args(
                        if accepted { "stage-coin-accepts" } else { "stage-coin-rejects" },
                        &[("coin", u.clone().into()), ("limit", a.clone().into())],
                    );
                    view! {
                        <div class="ruler-numbers" aria-hidden="true"><span>{format!("u {u} ")}</span><span>{format!("{relation} {a}")}</span></div>
                        <div class="ruler" role="img" aria-label=spoken>
                            <div class="ruler-accept" style=("width", percent(acceptance_prob))></div>
                            <div class="ruler-coin" class:above=!accepted style=("left", percent(coin))></div>
                        </div>
                    }
                        .into_any()
                }
                None => view! { <div class="ruler-numbers" aria-hidden="true">"\u{a0}"</div><div class="ruler blank"></div> }.into_any(),
            }}
        </div>
    }
}

#[component]
fn VerdictCell(column: Memo<Option<Column>>) -> impl IntoView {
    view! {
        <div class="cell">
            {move || {
                let (class, glyph, word) = match column.get().map(|column| column.state) {
                    Some(ColumnState::Accepted) => ("verdict accepted", "✓", t("stage-accepted")),
                    Some(ColumnState::Rejected) => ("verdict rejected", "✕", t("stage-rejected")),
                    Some(ColumnState::Dropped) => ("verdict none", "⌫", t("stage-dropped")),
                    Some(ColumnState::PastEnd) => ("verdict none", "⌫", t("stage-past-end")),
                    _ => ("verdict none", "", "\u{a0}".to_owned()),
                };
                view! { <div class=class><span aria-hidden="true">{glyph}</span> <span class="word">{word}</span></div> }
            }}
        </div>
    }
}

#[component]
fn BonusVerdict(bonus: Memo<Option<BonusColumn>>) -> impl IntoView {
    view! {
        <div class="cell">
            {move || {
                let (class, glyph, word) = match bonus.get() {
                    Some(bonus) if bonus.token.is_some() => ("verdict bonus", "★", t("stage-bonus")),
                    Some(bonus) if bonus.ruled_out => ("verdict none", "", t("stage-no-bonus")),
                    _ => ("verdict none", "", "\u{a0}".to_owned()),
                };
                view! { <div class=class><span aria-hidden="true">{glyph}</span> <span class="word">{word}</span></div> }
            }}
        </div>
    }
}

/// A token that joins the text, with the glyph of how it came in.
#[component]
fn EmittedChip(cycle_idx: usize, position: usize, token: TokenId, class: &'static str, glyph: &'static str, how: String) -> impl IntoView {
    let inspector = expect_context::<Inspector>();
    let label = LabState::use_context().label(token);
    let spoken = t_args("stage-joins-spoken", &[("token", label.clone().into()), ("how", how.into())]);
    view! {
        <button type="button" class=class aria-label=spoken on:click=move |_| inspector.open(cycle_idx, position)>
            <span class="label"><span class="glyph" aria-hidden="true">{glyph}</span> <TokenLabel label /></span>
        </button>
    }
}

#[component]
fn EmittedCell(
    cycle_idx: usize,
    position: usize,
    column: Memo<Option<Column>>,
    correction: Memo<Option<(usize, TokenId)>>,
) -> impl IntoView {
    let emitted = Memo::new(move |_| {
        let column = column.get()?;
        match (column.state, correction.get()) {
            (ColumnState::Accepted, _) => Some((column.token?, "tok out accepted", "✓", t("stage-accepted"))),
            (ColumnState::Rejected, Some((at, token))) if at == position => Some((token, "tok out correction", "↻", t("stage-correction"))),
            _ => None,
        }
    });
    view! {
        <div class="cell">
            {move || match emitted.get() {
                Some((token, class, glyph, how)) => view! { <EmittedChip cycle_idx position token class glyph how /> }.into_any(),
                None => view! { <div class="tok out ghost"><span class="label">"\u{a0}"</span></div> }.into_any(),
            }}
        </div>
    }
}

#[component]
fn BonusEmitted(cycle_idx: usize, position: usize, bonus: Memo<Option<BonusColumn>>) -> impl IntoView {
    view! {
        <div class="cell">
            {move || match bonus.get().and_then(|bonus| bonus.token) {
                Some(token) => view! { <EmittedChip cycle_idx position token class="tok out bonus" glyph="★" how=t("stage-bonus") /> }.into_any(),
                None => view! { <div class="tok out ghost"><span class="label">"\u{a0}"</span></div> }.into_any(),
            }}
        </div>
    }
}

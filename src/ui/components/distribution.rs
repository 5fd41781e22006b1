//! The whole vocabulary at one position: what both models said, what the settings made of it, and
//! where the mass lies.

use crate::decode::{Probs, ProcessorChain, TokenId};
use crate::ui::app::show_dialog;
use crate::ui::components::TokenLabel;
use crate::ui::i18n::{decimal, integer, t, t_args};
use crate::ui::state::LabState;
use crate::ui::words;
use leptos::html::Dialog;
use leptos::prelude::*;

/// Rows of their own before "the rest".
const N_ROWS: usize = 40;

/// Which position the reader has opened: a cycle, and a position in it.
#[derive(Clone, Copy)]
pub struct Inspector(RwSignal<Option<(usize, usize)>>);

impl Default for Inspector {
    fn default() -> Self {
        Self(RwSignal::new(None))
    }
}

impl Inspector {
    /// Opens the distributions at this position.
    pub fn open(self, cycle_idx: usize, position: usize) {
        self.0.set(Some((cycle_idx, position)));
    }
}

/// One row of the table: raw and processed probabilities of a token, or of all others.
struct Row {
    label: String,
    marked: bool,
    raw_target: f64,
    target: f64,
    raw_draft: Option<f64>,
    draft: Option<f64>,
}

struct Table {
    title: String,
    context: String,
    rows: Vec<Row>,
    facts: Vec<(String, String)>,
}

/// The dialog that shows an opened position.
#[component]
pub fn DistributionDialog() -> impl IntoView {
    let state = LabState::use_context();
    let Inspector(opened) = expect_context::<Inspector>();
    let node = NodeRef::<Dialog>::new();
    Effect::new(move |_| {
        if opened.get().is_some() {
            show_dialog(node);
        }
    });
    let close = move |_| {
        if let Some(dialog) = node.get_untracked() {
            dialog.close();
        }
    };
    let table = move || {
        let (cycle_idx, position) = opened.get()?;
        state.shown.with(|shown| {
            let shown = shown.as_ref()?;
            let cycle = shown.run.cycles.get(cycle_idx)?;
            let facts = shown.run.trace.cycles.get(cycle_idx)?;
            let target = cycle.target_probs.get(position)?;
            let raw = ProcessorChain::default();
            let raw_target = raw.process(&facts.target_logits.get(position)?.0, &[])?;
            let draft = cycle.draft_probs.get(position);
            let raw_draft = facts.draft_logits.get(position).and_then(|row| raw.process(&row.0, &[]));
            let drafted = cycle.drafted.get(position).copied();
            let mut context = cycle.text.clone();
            context.extend(&cycle.drafted[..position]);
            Some(build(
                cycle_idx,
                position,
                &shown.vocabulary.text(&context),
                drafted,
                [&raw_target, target],
                raw_draft.as_ref().zip(draft),
                |token| shown.vocabulary.label(token),
            ))
        })
    };
    view! {
        <dialog node_ref=node class="card distribution" aria-labelledby="distribution-title" data-testid="distribution" on:close=move |_| opened.set(None)>
            {move || {
                table()
                    .map(|table| {
                        let with_draft = table.rows.first().is_some_and(|row| row.draft.is_some());
                        view! {
                            <div class="dialog-head">
                                <h2 id="distribution-title">{table.title}</h2>
                                <button type="button" class="quiet" autofocus on:click=close>{t("shell-close")}</button>
                            </div>
                            <p class="context"><span class="soft">{t("distribution-after")} " "</span> <span lang="en">{table.context}</span></p>
                            <dl class="facts">
                                {table.facts.into_iter().map(|(name, value)| view! { <div><dt>{name}</dt><dd class="num">{value}</dd></div> }).collect_view()}
                            </dl>
                            <div class="table-scroll" tabindex="0" role="group" aria-label=t("distribution-rows")>
                                <table class="whole">
                                    <thead>
                                        <tr>
                                            <th scope="col">{t("distribution-token")}</th>
                                            <th scope="col" class="num target-word">{t("distribution-target-own")}</th>
                                            <th scope="col" class="num target-word">{t("distribution-target-set")}</th>
                                            {with_draft.then(|| view! {
                                                <th scope="col" class="num draft-word">{t("distribution-draft-own")}</th>
                                                <th scope="col" class="num draft-word">{t("distribution-draft-set")}</th>
                                            })}
                                        </tr>
                                    </thead>
                                    <tbody>{table.rows.into_iter().map(draw_row).collect_view()}</tbody>
                                </table>
                            </div>
                        }
                    })
            }}
        </dialog>
    }
}

fn draw_row(row: Row) -> impl IntoView {
    let cell = |value: f64, class: &'static str| {
        view! {
            <td class="num meter">
                <span class=class style=("width", format!("{:.2}%", value * 100.0))></span>
                <b>{words::prob(value)}</b>
            </td>
        }
    };
    view! {
        <tr class:marked=row.marked>
            <th scope="row" class="token"><TokenLabel label=row.label /></th>
            {cell(row.raw_target, "fill target raw")}
            {cell(row.target, "fill target")}
            {row.raw_draft.map(|value| cell(value, "fill draft raw"))}
            {row.draft.map(|value| cell(value, "fill draft"))}
        </tr>
    }
}

fn build(
    cycle_idx: usize,
    position: usize,
    context: &str,
    drafted: Option<TokenId>,
    [raw_target, target]: [&Probs; 2],
    drafts: Option<(&Probs, &Probs)>,
    label: impl Fn(TokenId) -> String,
) -> Table {
    let height = |token: TokenId| target.get(token).max(drafts.map_or(0.0, |(_, draft)| draft.get(token)));
    let raw_height = |token: TokenId| raw_target.get(token).max(drafts.map_or(0.0, |(raw, _)| raw.get(token)));
    let mut order: Vec<TokenId> = (0..target.vocab_size() as u32).map(TokenId).collect();
    order.sort_unstable_by(|a, b| height(*b).total_cmp(&height(*a)).then(raw_height(*b).total_cmp(&raw_height(*a))).then(a.cmp(b)));
    if let Some(place) = drafted.and_then(|drafted| order.iter().position(|token| *token == drafted))
        && place >= N_ROWS
    {
        let drafted = order.remove(place);
        order.insert(N_ROWS - 1, drafted);
    }
    let (shown, rest) = order.split_at(N_ROWS.min(order.len()));
    let row = |token: TokenId| Row {
        label: label(token),
        marked: Some(token) == drafted,
        raw_target: raw_target.get(token),
        target: target.get(token),
        raw_draft: drafts.map(|(raw, _)| raw.get(token)),
        draft: drafts.map(|(_, draft)| draft.get(token)),
    };
    let mut rows: Vec<Row> = shown.iter().map(|token| row(*token)).collect();
    if !rest.is_empty() {
        let sum = |probs: &Probs| rest.iter().map(|token| probs.get(*token)).sum::<f64>();
        rows.push(Row {
            label: t_args("distribution-rest", &[("n", rest.len().into())]),
            marked: false,
            raw_target: sum(raw_target),
            target: sum(target),
            raw_draft: drafts.map(|(raw, _)| sum(raw)),
            draft: drafts.map(|(_, draft)| sum(draft)),
        });
    }
    let choices = |probs: &Probs| {
        let values = [("choices", decimal(libm::exp(probs.entropy()), 1).into()), ("tokens", integer(probs.support() as u64).into())];
        t_args("distribution-choices", &values)
    };
    let mut facts = vec![(t("distribution-p-choices"), choices(target))];
    if let Some((_, draft)) = drafts {
        facts.push((t("distribution-q-choices"), choices(draft)));
        facts.push((t("distribution-overlap"), words::prob(target.overlap(draft))));
    }
    let tail: Vec<char> = context.chars().rev().take(60).collect();
    let context = if tail.len() < context.chars().count() { "… " } else { "" }.to_owned() + &tail.into_iter().rev().collect::<String>();
    Table {
        title: t_args("distribution-title", &[("cycle", (cycle_idx + 1).into()), ("position", (position + 1).into())]),
        context,
        rows,
        facts,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Case 16: a page that cut to 50 tokens before the softmax showed probabilities of something else.
    #[test]
    fn rows_and_rest_hold_all_of_every_distribution() {
        let flat = Probs::from_weights((1..=4096).map(f64::from).collect()).expect("a distribution");
        let peaked = Probs::one_hot(4096, TokenId(7));
        let table = build(0, 2, "Once", Some(TokenId(5)), [&flat, &peaked], Some((&flat, &flat)), |token| token.0.to_string());
        assert_eq!(table.rows.len(), N_ROWS + 1);
        assert!(table.rows.iter().any(|row| row.marked && row.label == "5"));
        let sums = table.rows.iter().fold([0.0; 4], |sums, row| {
            [sums[0] + row.raw_target, sums[1] + row.target, sums[2] + row.raw_draft.unwrap_or(0.0), sums[3] + row.draft.unwrap_or(0.0)]
        });
        for sum in sums {
            assert!((sum - 1.0).abs() < 1e-12, "{sums:?}");
        }
    }
}

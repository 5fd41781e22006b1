//! Every cycle as a table row: for screen readers, for copying, and for those who like tables.

use crate::decode::Tail;
use crate::ui::export;
use crate::ui::i18n::{t, t_args};
use crate::ui::state::LabState;
use crate::ui::words;
use leptos::prelude::*;

/// One row, ready to draw.
#[derive(Clone, PartialEq)]
struct Row {
    cycle: usize,
    drafted: String,
    kept: String,
    ended: String,
    overlaps: String,
    rate: String,
    tau: String,
}

/// The table, folded away, and the files of the trace.
#[component]
pub fn CycleTable() -> impl IntoView {
    let state = LabState::use_context();
    let rows = Memo::new(move |_| {
        let n_cycles = state.view.with(|view| view.as_ref().map_or(0, |view| view.n_complete_cycles));
        state.shown.with(|shown| {
            let Some(shown) = shown else { return Vec::new() };
            let labels = |tokens: &[_]| tokens.iter().map(|token| shown.vocabulary.label(*token)).collect::<Vec<_>>().join(" ");
            let row = |idx: usize| {
                let cycle = &shown.run.cycles[idx];
                let stats = shown.run.stats(idx + 1);
                Row {
                    cycle: idx + 1,
                    drafted: labels(&cycle.drafted),
                    kept: t_args("table-kept-of", &[("kept", cycle.verdict.n_accepted().into()), ("drafted", cycle.drafted.len().into())]),
                    ended: match cycle.verdict.tail {
                        Tail::Correction { token, .. } => t_args("table-correction", &[("token", shown.vocabulary.label(token).into())]),
                        Tail::Bonus { token } => t_args("table-bonus", &[("token", shown.vocabulary.label(token).into())]),
                        Tail::PastEnd => t_args("table-past-end", &[("n", cycle.n_dropped_past_end().into())]),
                        Tail::DeadEnd => t("table-dead-end"),
                    },
                    overlaps: shown.run.summaries[idx].overlaps.iter().map(|overlap| words::prob(*overlap)).collect::<Vec<_>>().join(" "),
                    rate: words::rate(stats.accepted_per_drafted().rate()),
                    tau: words::rate(stats.tokens_per_cycle()),
                }
            };
            (0..n_cycles.min(shown.run.cycles.len())).map(row).collect()
        })
    });
    let save_json = move |_| {
        if let Some(recording) = state.recording() {
            state.engine.report_saving(export::download_text("decoding-lab-trace.json", "application/json", &recording.to_json()));
        }
    };
    let save_csv = move |_| {
        let csv = state.shown.with_untracked(|shown| shown.as_ref().map(|shown| export::trace_csv(&shown.run, &shown.vocabulary)));
        if let Some(csv) = csv {
            state.engine.report_saving(export::download_text("decoding-lab-trace.csv", "text/csv", &csv));
        }
    };
    view! {
        <section class="card table-card" aria-label=t("table-label")>
            <div class="card-head">
                <h2>{t("table-title")}</h2>
                <span class="row">
                    <button type="button" class="quiet" on:click=save_json>{t("table-save-json")}</button>
                    <button type="button" class="quiet" on:click=save_csv>{t("table-save-csv")}</button>
                </span>
            </div>
            <details data-testid="cycle-table">
                <summary>{t("table-show")}</summary>
                <div class="table-scroll" tabindex="0" role="group" aria-label=t("table-scroll")>
                    <table class="cycles">
                        <thead>
                            <tr>
                                <th scope="col">{t("table-cycle")}</th>
                                <th scope="col">{t("table-drafted")}</th>
                                <th scope="col">{t("table-kept")}</th>
                                <th scope="col">{t("table-ended")}</th>
                                <th scope="col">{t("table-overlap")}</th>
                                <th scope="col" class="num">{t("table-alpha")}</th>
                                <th scope="col" class="num">{t("table-tau")}</th>
                            </tr>
                        </thead>
                        <tbody>
                            {move || {
                                rows.get()
                                    .into_iter()
                                    .map(|row| {
                                        view! {
                                            <tr>
                                                <th scope="row" class="num">{row.cycle}</th>
                                                <td class="token">{row.drafted}</td>
                                                <td>{row.kept}</td>
                                                <td class="token">{row.ended}</td>
                                                <td class="num">{row.overlaps}</td>
                                                <td class="num">{row.rate}</td>
                                                <td class="num">{row.tau}</td>
                                            </tr>
                                        }
                                    })
                                    .collect_view()
                            }}
                        </tbody>
                    </table>
                </div>
            </details>
        </section>
    }
}

//! Whole texts, exactly: every path through the cycles of two tiny models, added up and held against the
//! target's own law.

use crate::decode::{BIGRAM_PAIRS, BigramPair, Mistake, SEQUENCE_GAMMAS, SequenceSpec, TextLaws};
use crate::ui::components::rich;
use crate::ui::export;
use crate::ui::i18n::{decimal, integer, t, t_args};
use crate::ui::proof_captions::{mistake_title, number};
use crate::ui::proof_state::ProofState;
use crate::ui::text_captions::{laws_verdict, pair_title, scientific};
use crate::ui::words::knob_title;
use leptos::prelude::*;

/// Texts that are shown before all are asked for.
const N_SHOWN: usize = 12;

/// The section's card.
#[component]
pub fn Sequences() -> impl IntoView {
    let state = ProofState::use_context();
    let spec = state.sequences;
    let mistake = Memo::new(move |_| state.spec.with(|spec| spec.mistake));
    let laws = Memo::new(move |_| spec.get().laws(mistake.get()));
    let length = Memo::new(move |_| spec.get().cycle_length(mistake.get()));
    let all = RwSignal::new(false);
    let pair_idx = Memo::new(move |_| spec.get().pair_idx);
    let choose_pair = move |event| {
        if let Ok(idx) = event_target_value(&event).parse::<usize>() {
            spec.update(|spec| spec.choose_pair(idx));
        }
    };
    let choose_mistake = move |event| {
        if let Some((mistake, _)) = event_target_value(&event).parse::<usize>().ok().and_then(|idx| Mistake::ALL.get(idx)) {
            state.change(|spec| spec.mistake = *mistake);
        }
    };
    let apart = Memo::new(move |_| laws.with(TextLaws::largest_difference));
    let differs = move || apart.get() > 1e-12;
    let verdict = move || laws.with(|laws| laws_verdict(laws, spec.get(), mistake.get()));
    let n_texts = Memo::new(move |_| laws.with(|laws| laws.texts.len()));
    let save = move |_| {
        let csv = laws.with_untracked(|laws| export::sequences_csv(&spec.get_untracked(), laws));
        state.engine.report_saving(export::download_text("decoding-lab-texts.csv", "text/csv", &csv));
    };
    let tau = move || t_args("texts-tau-of", &[("tau", decimal(length.get().long_run, 4).into()), ("most", (spec.get().gamma + 1).into())]);
    let fact = |name: String, test_id: &'static str, value: Signal<String>| {
        view! { <div><dt>{name}</dt><dd class="num" data-testid=test_id>{move || value.get()}</dd></div> }
    };
    view! {
        <div class="card sequences" data-testid="sequences">
            <div class="card-head">
                <h2>{t("texts-exactly")}</h2>
                <button type="button" class="quiet" on:click=save>{t("texts-save")}</button>
            </div>
            <p class="section-lead">{t("texts-exactly-lead")}</p>
            <div class="text-controls">
                <div class="field">
                    <label for="bigrams">{t("texts-models")}</label>
                    <select id="bigrams" on:change=choose_pair>
                        {BIGRAM_PAIRS
                            .iter()
                            .enumerate()
                            .map(|(idx, pair)| view! { <option value=idx.to_string() prop:selected=move || pair_idx.get() == idx>{pair_title(pair)}</option> })
                            .collect_view()}
                    </select>
                </div>
                <div class="field">
                    <label for="texts-mistake">{t("texts-mistake")}</label>
                    <select id="texts-mistake" on:change=choose_mistake>
                        {Mistake::ALL
                            .iter()
                            .enumerate()
                            .map(|(idx, (known, _))| view! { <option value=idx.to_string() prop:selected=move || mistake.get() == *known>{mistake_title(*known)}</option> })
                            .collect_view()}
                    </select>
                </div>
                {whole_slider("texts-gamma", knob_title("gamma"), Memo::new(move |_| spec.get().gamma), move || *SEQUENCE_GAMMAS.end(), move |gamma| spec.update(|spec| spec.gamma = gamma))}
                {whole_slider("texts-len", knob_title("live_n"), Memo::new(move |_| spec.get().len), move || spec.get().pair().max_len(), move |len| spec.update(|spec| spec.len = len))}
            </div>
            {move || tables(BIGRAM_PAIRS[pair_idx.get()])}
            <dl class="facts text-facts">
                {fact(t("texts-texts"), "n-texts", Signal::derive(move || integer(n_texts.get() as u64)))}
                {fact(t("texts-paths"), "n-paths", Signal::derive(move || laws.with(|laws| integer(laws.n_paths))))}
                <div class:differs=differs>
                    <dt>{t("texts-largest-difference")}</dt>
                    <dd class="num" data-testid="largest-difference">{move || scientific(apart.get())}</dd>
                </div>
                {fact(t("texts-tau-first"), "tau-first", Signal::derive(move || decimal(length.get().first, 4)))}
                {fact(t("texts-tau"), "tau", Signal::derive(tau))}
            </dl>
            <p class="lead text-verdict" class:wrong=differs role="status" data-testid="laws-verdict">{verdict}</p>
            <table class="bars text-rows" data-testid="text-rows">
                <caption class="sr-only">{t("texts-rows")}</caption>
                <thead>
                    <tr>
                        <th scope="col">{t("texts-text")}</th>
                        <th scope="col"><span class="sr-only">{t("texts-law-bars")}</span></th>
                        <th scope="col" class="num target-word">{t("texts-target-prob")}</th>
                        <th scope="col" class="num on-wide-cell"><abbr title=t("texts-speculation")>{t("texts-speculation-short")}</abbr></th>
                        <th scope="col" class="num difference">{t("texts-difference")}</th>
                    </tr>
                </thead>
                <tbody>{move || laws.with(|laws| rows(laws, spec.get(), all.get()))}</tbody>
            </table>
            <div class="row under-table">
                <Show when=move || { n_texts.get() > N_SHOWN }>
                    <button type="button" aria-pressed=move || all.get().to_string() on:click=move |_| all.update(|all| *all = !*all)>
                        {move || if all.get() { t_args("texts-show-first", &[("n", N_SHOWN.into())]) } else { t_args("texts-show-all", &[("n", n_texts.get().into())]) }}
                    </button>
                </Show>
                <p class="soft">{t("texts-rows-key")}</p>
            </div>
        </div>
    }
}

/// A slider for a small whole number.
fn whole_slider(
    id: &'static str,
    title: String,
    value: Memo<usize>,
    max: impl Fn() -> usize + Copy + Send + Sync + 'static,
    change: impl Fn(usize) + 'static,
) -> impl IntoView {
    let on_input = move |event| {
        if let Ok(number) = event_target_value(&event).parse::<usize>() {
            change(number.clamp(1, max()));
        }
    };
    view! {
        <div class="field knob">
            <label for=id>{title} <output for=id>{move || value.get().to_string()}</output></label>
            <input id=id type="range" min="1" max=move || max().to_string() step="1" prop:value=move || value.get().to_string() on:input=on_input />
        </div>
    }
}

/// Both models as tables: what follows each token.
fn tables(pair: BigramPair) -> impl IntoView {
    let table = move |title: AnyView, rows: &'static [&'static [f64]]| {
        view! {
            <table class="bigrams">
                <caption>{title}</caption>
                <thead>
                    <tr>
                        <th scope="col">{t("texts-after")}</th>
                        {pair.names.iter().map(|name| view! { <th scope="col" class="num token">{*name}</th> }).collect_view()}
                    </tr>
                </thead>
                <tbody>
                    {pair
                        .names
                        .iter()
                        .zip(rows)
                        .map(|(name, row)| {
                            view! {
                                <tr>
                                    <th scope="row" class="token">{*name}</th>
                                    {row.iter().map(|prob| view! { <td class="num" class:zero=*prob == 0.0>{number(*prob)}</td> }).collect_view()}
                                </tr>
                            }
                        })
                        .collect_view()}
                </tbody>
            </table>
        }
    };
    view! { <div class="bigram-tables">{table(rich("texts-target-table", &[]), pair.target)} {table(rich("texts-draft-table", &[]), pair.draft)}</div> }
}

fn rows(laws: &TextLaws, spec: SequenceSpec, all: bool) -> impl IntoView + use<> {
    let mut texts: Vec<_> = laws.texts.iter().collect();
    let weight = |text: &crate::decode::TextLaw| text.target.max(text.speculative);
    texts.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    let top = texts.first().map_or(1.0, |text| weight(text)).max(1e-9);
    let percent = move |value: f64| format!("{:.3}%", (value / top * 100.0).clamp(0.0, 100.0));
    let n_shown = if all { texts.len() } else { N_SHOWN };
    let names = spec.pair().names;
    texts
        .into_iter()
        .take(n_shown)
        .map(|text| {
            let label: String = text.tokens.iter().filter_map(|token| names.get(token.index())).copied().collect();
            let apart = text.speculative - text.target;
            let differs = apart.abs() > 1e-12;
            view! {
                <tr>
                    <th scope="row" class="token">{label}</th>
                    <td class="track">
                        <div class="track-inner">
                            <div class="seg law" style=("width", percent(text.speculative))></div>
                            <div class="p-line" style=("left", percent(text.target))></div>
                        </div>
                    </td>
                    <td class="num">{decimal(text.target, 4)}</td>
                    <td class="num on-wide-cell">{decimal(text.speculative, 4)}</td>
                    <td class="num difference" class:differs=differs>{scientific(apart)}</td>
                </tr>
            }
        })
        .collect_view()
}

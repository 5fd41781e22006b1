//! Whole texts, exactly: every path through the cycles of two tiny models, added up and held against the
//! target's own law.

use crate::decode::{BIGRAM_PAIRS, BigramPair, Mistake, SEQUENCE_GAMMAS, SequenceSpec, TextLaws};
use crate::ui::export;
use crate::ui::proof_captions::{mistake_title, number};
use crate::ui::proof_state::ProofState;
use crate::ui::text_captions::{laws_verdict, scientific, thousands};
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
    let fact = |name: &'static str, test_id: &'static str, value: Signal<String>| {
        view! { <div><dt>{name}</dt><dd class="num" data-testid=test_id>{move || value.get()}</dd></div> }
    };
    view! {
        <div class="card sequences" data-testid="sequences">
            <div class="card-head">
                <h2>"Whole texts, exactly: every path added up"</h2>
                <button type="button" class="quiet" on:click=save>"Save texts (CSV)"</button>
            </div>
            <p class="section-lead">
                "One token keeps its law. Do whole texts? Two tiny models, whose next token depends only on the last one. Each drafted token, accept and reject, correction and bonus is followed, and all paths to the same text are added up."
            </p>
            <div class="text-controls">
                <div class="field">
                    <label for="bigrams">"Models"</label>
                    <select id="bigrams" on:change=choose_pair>
                        {BIGRAM_PAIRS
                            .iter()
                            .enumerate()
                            .map(|(idx, pair)| view! { <option value=idx.to_string() prop:selected=move || pair_idx.get() == idx>{pair.title}</option> })
                            .collect_view()}
                    </select>
                </div>
                <div class="field">
                    <label for="texts-mistake">"Mistake"</label>
                    <select id="texts-mistake" on:change=choose_mistake>
                        {Mistake::ALL
                            .iter()
                            .enumerate()
                            .map(|(idx, (known, _))| view! { <option value=idx.to_string() prop:selected=move || mistake.get() == *known>{mistake_title(*known)}</option> })
                            .collect_view()}
                    </select>
                </div>
                {whole_slider("texts-gamma", "Draft length γ", Memo::new(move |_| spec.get().gamma), move || *SEQUENCE_GAMMAS.end(), move |gamma| spec.update(|spec| spec.gamma = gamma))}
                {whole_slider("texts-len", "Tokens per text n", Memo::new(move |_| spec.get().len), move || spec.get().pair().max_len(), move |len| spec.update(|spec| spec.len = len))}
            </div>
            {move || tables(BIGRAM_PAIRS[pair_idx.get()])}
            <dl class="facts text-facts">
                {fact("texts", "n-texts", Signal::derive(move || thousands(n_texts.get() as u64)))}
                {fact("paths added up", "n-paths", Signal::derive(move || laws.with(|laws| thousands(laws.n_paths))))}
                <div class:differs=differs>
                    <dt>"largest difference"</dt>
                    <dd class="num" data-testid="largest-difference">{move || scientific(apart.get())}</dd>
                </div>
                {fact("tokens per cycle, first cycle", "tau-first", Signal::derive(move || format!("{:.4}", length.get().first)))}
                {fact("tokens per cycle, long run", "tau", Signal::derive(move || format!("{:.4} of {}", length.get().long_run, spec.get().gamma + 1)))}
            </dl>
            <p class="lead text-verdict" class:wrong=differs role="status" data-testid="laws-verdict">{verdict}</p>
            <table class="bars text-rows" data-testid="text-rows">
                <caption class="sr-only">"Every text with its probability under the target alone and under speculation"</caption>
                <thead>
                    <tr>
                        <th scope="col">"text"</th>
                        <th scope="col"><span class="sr-only">"both laws as bars"</span></th>
                        <th scope="col" class="num target-word">"p(text)"</th>
                        <th scope="col" class="num on-wide-cell"><abbr title="speculation">"specul."</abbr></th>
                        <th scope="col" class="num difference">"difference"</th>
                    </tr>
                </thead>
                <tbody>{move || laws.with(|laws| rows(laws, spec.get(), all.get()))}</tbody>
            </table>
            <div class="row under-table">
                <Show when=move || { n_texts.get() > N_SHOWN }>
                    <button type="button" aria-pressed=move || all.get().to_string() on:click=move |_| all.update(|all| *all = !*all)>
                        {move || if all.get() { format!("Show only the first {N_SHOWN}") } else { format!("Show all {} texts", n_texts.get()) }}
                    </button>
                </Show>
                <p class="soft">"Bars: all paths of speculation together. Thick line: the target’s own p(text) = p(x₁) p(x₂|x₁) … The most probable texts come first; every text begins after the first token of the tables."</p>
            </div>
        </div>
    }
}

/// A slider for a small whole number.
fn whole_slider(
    id: &'static str,
    title: &'static str,
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
    let table = move |title: &'static str, class: &'static str, letter: &'static str, rows: &'static [&'static [f64]]| {
        view! {
            <table class="bigrams">
                <caption><span class=class>{title}</span>{format!(" {letter}(next | last)")}</caption>
                <thead>
                    <tr>
                        <th scope="col">"after"</th>
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
    view! { <div class="bigram-tables">{table("target", "target-word", "p", pair.target)} {table("draft", "draft-word", "q", pair.draft)}</div> }
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
                    <td class="num">{format!("{:.4}", text.target)}</td>
                    <td class="num on-wide-cell">{format!("{:.4}", text.speculative)}</td>
                    <td class="num difference" class:differs=differs>{scientific(apart)}</td>
                </tr>
            }
        })
        .collect_view()
}

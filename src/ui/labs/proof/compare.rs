//! Whole texts, with the real models: many short texts drawn plainly and by speculation, held against each
//! other by a test that also says what it cannot see.

use crate::decode::{
    COMPARE_KNOBS, Category, CompareSpec, Knob, LEAST_EXPECTED, Mistake, TEXT_COUNTS, TextStatistic, TokenId, TwoSample, Vocabulary,
};
use crate::ui::compare_state::{CompareState, STATISTICS};
use crate::ui::components::{TokenLabel, knob_field, prompt_field};
use crate::ui::engine_state::EngineStatus;
use crate::ui::export;
use crate::ui::i18n::{decimal, integer, t, t_args};
use crate::ui::proof_captions::mistake_title;
use crate::ui::proof_state::ProofState;
use crate::ui::state::LabState;
use crate::ui::text_captions::{p_value, power_words, statistic_title, test_verdict};
use crate::ui::words;
use leptos::prelude::*;

/// Bars that are drawn: the rest of a long table is only counted.
const N_SHOWN: usize = 16;

/// The section's card.
#[component]
pub fn Compare() -> impl IntoView {
    let state = ProofState::use_context();
    let compare = state.compare;
    let ready = Memo::new(move |_| state.engine.status.with(|status| matches!(status, EngineStatus::Ready { .. })));
    let n_drawn = Memo::new(move |_| compare.drawn.with(|drawn| drawn.as_ref().map_or(0, |drawn| drawn.counts.n()[0])));
    let wanted = Memo::new(move |_| compare.spec.with(|spec| spec.n_texts));
    let has_texts = Memo::new(move |_| n_drawn.get() > 0);
    let save = move |_| {
        let vocabulary = state.engine.vocabulary.get_untracked();
        compare.drawn.with_untracked(|drawn| {
            if let (Some(drawn), Some(vocabulary)) = (drawn, vocabulary) {
                let csv = export::compare_csv(&drawn.counts, &vocabulary);
                state.engine.report_saving(export::download_text("decoding-lab-two-samples.csv", "text/csv", &csv));
            }
        });
    };
    let progress = move || {
        let n = n_drawn.get();
        let millis = compare.drawn.with(|drawn| drawn.as_ref().and_then(|drawn| drawn.millis));
        let wanted = wanted.get();
        let both = [("n", n.into()), ("wanted", wanted.into())];
        if compare.drawing.get() {
            t_args("texts-drawing", &both)
        } else if n == 0 && !ready.get() {
            t("texts-no-models")
        } else if n == 0 {
            t("texts-none-drawn")
        } else if n < wanted as u64 {
            t_args("texts-stopped", &both)
        } else {
            match millis {
                Some(millis) => t_args("texts-drawn-in", &[("n", n.into()), ("time", words::seconds(millis, 1).into())]),
                None => t_args("texts-drawn", &[("n", n.into())]),
            }
        }
    };
    let share = move || n_drawn.get() as f64 / wanted.get().max(1) as f64;
    view! {
        <div class="card two-sample" data-testid="two-sample">
            <div class="card-head">
                <h2>{t("texts-real")}</h2>
                <button type="button" class="quiet" prop:disabled=move || !has_texts.get() on:click=save>{t("texts-save")}</button>
            </div>
            <p class="section-lead">{t("texts-real-lead")}</p>
            <Settings compare />
            <div class="row draw-row" role="group" aria-label=t("texts-of-each-kind")>
                <span class="draw-word">{t("texts-draw")}</span>
                {TEXT_COUNTS
                    .map(|n| {
                        view! {
                            <button
                                type="button"
                                data-testid=format!("draw-{n}")
                                aria-pressed=move || (wanted.get() == n).to_string()
                                prop:disabled=move || !ready.get() || state.trying.get()
                                on:click=move |_| compare.draw(n, state.spec.with_untracked(|spec| spec.seed))
                            >
                                {integer(n as u64)}
                            </button>
                        }
                    })}
                <button type="button" data-testid="stop-drawing" prop:disabled=move || !compare.drawing.get() on:click=move |_| compare.stop()>{t("texts-stop")}</button>
                <progress max="1" aria-label=t("texts-progress") prop:value=share></progress>
                <span class="soft" data-testid="drawn">{progress}</span>
            </div>
            <Show when=move || has_texts.get()>
                <Tests compare />
                <Histogram compare />
            </Show>
            <p class="soft">{t("texts-real-note")}</p>
        </div>
    }
}

#[component]
fn Settings(compare: CompareState) -> impl IntoView {
    let lab = LabState::use_context();
    let prompt = Memo::new(move |_| compare.spec.with(|spec| spec.prompt.clone()));
    let mistake = Memo::new(move |_| compare.spec.with(|spec| spec.mistake));
    let choose_rule = move |event| {
        if let Some(mistake) = event_target_value(&event).parse::<usize>().ok().and_then(|idx| Mistake::IN_DECODER.get(idx)) {
            compare.change(|spec| spec.mistake = *mistake);
        }
    };
    let adopt = move |_| lab.spec.with_untracked(|experiment| compare.change(|spec| spec.adopt(experiment)));
    let knob = move |knob: &'static Knob<CompareSpec>| {
        let value = Memo::new(move |_| compare.spec.with(knob.read));
        let shown = Memo::new(move |_| compare.spec.with(|spec| words::knob_value(knob, spec)));
        let effect = Memo::new(move |_| compare.spec.with(|spec| words::knob_effect(knob, spec)));
        knob_field(knob, value, shown, effect, move |value| compare.change(|spec| (knob.write)(spec, value)))
    };
    view! {
        <div class="compare-settings">
            <div>
                {prompt_field(prompt, move |prompt| compare.change(|spec| spec.prompt = prompt))}
                <button type="button" class="quiet adopt" data-testid="adopt" on:click=adopt>{t("texts-adopt")}</button>
            </div>
            <div class="compare-knobs">
                {COMPARE_KNOBS.iter().map(knob).collect_view()}
                <div class="field">
                    <label for="rule">{t("texts-rule")}</label>
                    <select id="rule" on:change=choose_rule>
                        {Mistake::IN_DECODER
                            .iter()
                            .enumerate()
                            .map(|(idx, known)| {
                                let title = if *known == Mistake::None { t("texts-right-rule") } else { mistake_title(*known) };
                                view! { <option value=idx.to_string() prop:selected=move || mistake.get() == *known>{title}</option> }
                            })
                            .collect_view()}
                    </select>
                    <small>{t("texts-rule-hint")}</small>
                </div>
            </div>
        </div>
    }
}

/// All three tests in one table, and what they say.
#[component]
fn Tests(compare: CompareState) -> impl IntoView {
    let n_tokens = Memo::new(move |_| compare.drawn.with(|drawn| drawn.as_ref().map_or(1, |drawn| drawn.spec.n_tokens)));
    // Of one token there is nothing but the first.
    let shown = move || if n_tokens.get() == 1 { 1 } else { STATISTICS.len() };
    let rows = move || {
        compare.tests.with(|tests| {
            let tests = tests.as_ref()?;
            let rows = STATISTICS.iter().zip(tests).take(shown()).map(|(&statistic, test)| {
                let title = statistic_title(statistic, n_tokens.get());
                let TwoSample { check, .. } = *test;
                let detectable = test.detectable.map_or("–".to_owned(), |apart| decimal(apart, 3));
                view! {
                    <tr class:chosen=move || compare.statistic.get() == statistic>
                        <th scope="row">
                            <label class="statistic">
                                <input type="radio" name="statistic" prop:checked=move || compare.statistic.get() == statistic on:change=move |_| compare.statistic.set(statistic) />
                                <span>{title}</span>
                            </label>
                        </th>
                        <td class="num">{test.categories.len()}</td>
                        <td class="num on-wide-cell">{decimal(check.statistic, 2)}</td>
                        <td class="num on-wide-cell">{check.degrees}</td>
                        <td class="num p-value">{p_value(check.p_value)}</td>
                        <td class="num">{decimal(test.total_variation, 4)}</td>
                        <td class="num on-wide-cell">{decimal(test.by_chance, 4)}</td>
                        <td class="num on-wide-cell">{detectable}</td>
                    </tr>
                }
            });
            Some(rows.collect_view())
        })
    };
    let done = move || !compare.drawing.get();
    let mistake = move || compare.drawn.with(|drawn| drawn.as_ref().map_or(Mistake::None, |drawn| drawn.spec.mistake));
    let verdict = move || {
        if !done() {
            return t("texts-verdict-later");
        }
        compare.test().map(|test| test_verdict(&test, mistake())).unwrap_or_default()
    };
    let is_apart = move || done() && compare.test().is_some_and(|test| test.check.p_value < 0.001);
    let power = move || compare.test().filter(|_| done()).map(|test| power_words(&test, compare.statistic.get(), n_tokens.get()));
    view! {
        <table class="tests" data-testid="tests">
            <caption class="sr-only">{t("texts-tests")}</caption>
            <thead>
                <tr>
                    <th scope="col">{t("texts-counted")}</th>
                    <th scope="col" class="num">{t("texts-categories")}</th>
                    <th scope="col" class="num on-wide-cell">{t("texts-chi-square")}</th>
                    <th scope="col" class="num on-wide-cell">{t("texts-degrees")}</th>
                    <th scope="col" class="num">{t("texts-p-value")}</th>
                    <th scope="col" class="num">{t("texts-total-variation")}</th>
                    <th scope="col" class="num on-wide-cell">{t("texts-by-chance")}</th>
                    <th scope="col" class="num on-wide-cell">{t("texts-noticed-from")}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
        <p class="lead text-verdict" class:wrong=is_apart role="status" data-testid="test-verdict">{verdict}</p>
        <p data-testid="power">{power}</p>
    }
}

/// How often each outcome came up in either sample.
#[component]
fn Histogram(compare: CompareState) -> impl IntoView {
    let state = ProofState::use_context();
    let label = move |vocabulary: &Vocabulary, category: &Category| match &category.tokens {
        None => t_args("texts-rare", &[("n", category.n_outcomes.into())]),
        Some(tokens) if tokens.is_empty() => t("texts-ended-before"),
        Some(tokens) => tokens.iter().map(|token: &TokenId| vocabulary.label(*token)).collect::<Vec<_>>().concat(),
    };
    let rows = move || {
        let test = compare.test()?;
        let vocabulary = state.engine.vocabulary.get()?;
        let top = test.categories.iter().flat_map(|category| category.counts).max().unwrap_or(1).max(1) as f64;
        let percent = move |count: u64| format!("{:.3}%", count as f64 / top * 100.0);
        let n_all = test.n[0] + test.n[1];
        let n_categories = test.categories.len();
        let is_shown = move |idx: usize, category: &Category| idx < N_SHOWN || (category.tokens.is_none() && idx + 1 == n_categories);
        let rows = test.categories.iter().enumerate().filter(|(idx, category)| is_shown(*idx, category)).map(|(_, category)| {
            let [plain, speculative] = category.counts;
            let total = (plain + speculative) as f64;
            let terms = [0, 1].map(|which| {
                let expected = total * test.n[which] as f64 / n_all.max(1) as f64;
                (category.counts[which] as f64 - expected) * (category.counts[which] as f64 - expected) / expected
            });
            let name = label(&vocabulary, category);
            // What the models say is English, whatever the page speaks.
            let language = category.tokens.as_ref().filter(|tokens| !tokens.is_empty()).map(|_| "en");
            view! {
                <tr>
                    <th scope="row" class="token" lang=language title=name.clone()><TokenLabel label=name.clone() /></th>
                    <td class="track">
                        <div class="track-inner twin">
                            <div class="seg plain" style=("width", percent(plain))></div>
                            <div class="seg speculative" style=("width", percent(speculative))></div>
                        </div>
                    </td>
                    <td class="num">{plain}</td>
                    <td class="num">{speculative}</td>
                    <td class="num on-wide-cell">{decimal(total / 2.0, 1)}</td>
                    <td class="num on-wide-cell">{decimal(terms[0] + terms[1], 2)}</td>
                </tr>
            }
        });
        Some(rows.collect_view())
    };
    let hidden = move || {
        let test = compare.test()?;
        let has_pool = test.categories.last().is_some_and(|category| category.tokens.is_none());
        let n_hidden = test.categories.len().saturating_sub(N_SHOWN + usize::from(has_pool));
        (n_hidden > 0).then(|| t_args("texts-hidden", &[("n", n_hidden.into())]))
    };
    let whole = move || compare.statistic.get() == TextStatistic::Whole;
    view! {
        <div class="card-head histogram-head">
            <ul class="legend" aria-hidden="true">
                <li><i class="swatch plain"></i>{t("texts-target-alone")}</li>
                <li><i class="swatch speculative"></i>{t("texts-speculation")}</li>
            </ul>
        </div>
        <table class="bars sample-rows" class:whole-texts-rows=whole data-testid="sample-rows">
            <caption class="sr-only">{t("texts-outcomes")}</caption>
            <thead>
                <tr>
                    <th scope="col">{t("texts-outcome")}</th>
                    <th scope="col"><span class="sr-only">{t("texts-count-bars")}</span></th>
                    <th scope="col" class="num target-word">{t("texts-alone")}</th>
                    <th scope="col" class="num"><abbr title=t("texts-speculation")>{t("texts-speculation-shorter")}</abbr></th>
                    <th scope="col" class="num on-wide-cell">{t("texts-expected")}</th>
                    <th scope="col" class="num on-wide-cell">{t("texts-share")}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
        <p class="soft">
            {hidden} " " {t_args("texts-outcomes-key", &[("n", decimal(LEAST_EXPECTED, 0).into())])}
        </p>
    }
}

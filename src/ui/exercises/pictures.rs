//! The computed picture of an answer. What is shown here comes out of the core at the moment it is shown; chapters
//! use the same pictures as live figures.

use crate::decode::{
    Coins, ExercisePicture, Expected, Mistake, Probs, Proof, Trials, TwoPaths, expected_accepted, kept_through, mean_of_histogram,
    simulate_accepted,
};
use crate::ui::constraint_words::expected_plainly;
use crate::ui::i18n::{decimal, integer, t, t_args};
use leptos::prelude::*;

/// Draws the picture of an answer. `seed` decides the coins of what is tried out.
pub(super) fn picture_view(picture: &ExercisePicture, seed: u32) -> AnyView {
    match picture {
        ExercisePicture::Bars { names, rows } => {
            let entropy = |values: &Vec<f64>| Probs::from_weights(values.clone()).map_or(0.0, |probs| probs.entropy());
            let entropies: Vec<f64> = rows.iter().map(|(_, values)| entropy(values)).collect();
            bars_table(names, rows, &entropies)
        }
        ExercisePicture::Cycles { alphas } => {
            let alphas = alphas.clone();
            cycles_trial(Memo::new(move |_| alphas.clone()), seed)
        }
        ExercisePicture::Mask { text, names, allowed, expects } => mask_chips(text, names, allowed, expects),
        ExercisePicture::Texts { rows } => texts_table(rows),
        ExercisePicture::Laws { target, draft } => laws_table(target, draft, seed),
    }
}

/// A token's name with its white space made visible, where that is part of a short token and not of words.
fn shown_name(name: &str) -> String {
    if name.len() <= 3 { name.replace(' ', "␣") } else { name.to_owned() }
}

/// A cell with its number, and a bar beside it.
fn bar_cell(value: f64, most: f64, class: &'static str) -> AnyView {
    let share = format!("{:.4}", if most > 0.0 { (value / most).clamp(0.0, 1.0) } else { 0.0 });
    let (is_out, number) = (value == 0.0, if value == 0.0 { t("picture-out") } else { decimal(value, 3) });
    view! { <td class="bar-cell" class:out=is_out><b>{number}</b><i class=class style=("--share", share)></i></td> }.into_any()
}

/// Distributions over the same tokens, one column each, and the entropy of each in nats. What is 0 is out.
pub(crate) fn bars_table(names: &[String], columns: &[(String, Vec<f64>)], entropies: &[f64]) -> AnyView {
    let most = columns.iter().flat_map(|(_, values)| values).copied().fold(0.0, f64::max);
    let head: Vec<AnyView> = columns.iter().map(|(name, _)| view! { <th scope="col">{name.clone()}</th> }.into_any()).collect();
    let rows: Vec<AnyView> = names
        .iter()
        .enumerate()
        .map(|(idx, name)| {
            let cells: Vec<AnyView> = columns
                .iter()
                .enumerate()
                .map(|(column, (_, values))| {
                    bar_cell(values.get(idx).copied().unwrap_or(0.0), most, if column == 0 { "own" } else { "after" })
                })
                .collect();
            view! { <tr><th scope="row" class="token">{shown_name(name)}</th>{cells}</tr> }.into_any()
        })
        .collect();
    let entropies: Vec<AnyView> = entropies
        .iter()
        .map(|entropy| view! { <td class="num soft">{t_args("picture-nats", &[("entropy", decimal(*entropy, 2).into())])}</td> }.into_any())
        .collect();
    view! {
        <div class="given-scroll" tabindex="0" role="group" aria-label=t("picture-bars")>
            <table class="bar-table" data-testid="bars">
                <thead><tr><th scope="col">{t("picture-token")}</th>{head}</tr></thead>
                <tbody>{rows}</tbody>
                <tfoot><tr><th scope="row" class="soft">{t("picture-entropy")}</th>{entropies}</tr></tfoot>
            </table>
        </div>
    }
    .into_any()
}

/// Cycles tried out, against the formula: how many accept 0, 1, 2, ... guesses.
pub(crate) fn cycles_trial(alphas: Memo<Vec<f64>>, seed: u32) -> AnyView {
    const COUNTS: [usize; 3] = [10, 1_000, 100_000];
    let seed = RwSignal::new(u64::from(seed) + 1);
    let n_cycles = RwSignal::new(COUNTS[1]);
    let histogram = Memo::new(move |_| alphas.with(|alphas| simulate_accepted(alphas, Coins::new(seed.get()), n_cycles.get())));
    let rows = move || {
        alphas.with(|alphas| {
            histogram.with(|histogram| {
                let n = histogram.iter().sum::<usize>().max(1) as f64;
                let kept = kept_through(alphas);
                let exact = |k: usize| {
                    let reached = if k == 0 { 1.0 } else { kept[k - 1] };
                    reached - kept.get(k).copied().unwrap_or(0.0)
                };
                let shares: Vec<(f64, f64)> = histogram.iter().enumerate().map(|(k, count)| (*count as f64 / n, exact(k))).collect();
                let most = shares.iter().map(|(seen, exact)| seen.max(*exact)).fold(0.0, f64::max);
                let row = |k: usize| {
                    let (seen, exact) = shares[k];
                    view! {
                        <tr>
                            <th scope="row">{k}</th>
                            {bar_cell(seen, most, "after")}
                            {bar_cell(exact, most, "own")}
                            <td class="num">{histogram[k]}</td>
                        </tr>
                    }
                    .into_any()
                };
                (0..shares.len()).map(row).collect::<Vec<AnyView>>()
            })
        })
    };
    let said = move || {
        let expected = alphas.with(|alphas| expected_accepted(alphas));
        let (mean, error) = histogram.with(|histogram| mean_of_histogram(histogram)).unwrap_or_default();
        let three = |value: f64| decimal(value, 3).into();
        let values = [("counted", three(mean)), ("error", three(error)), ("formula", three(expected)), ("tokens", three(expected + 1.0))];
        t_args("picture-cycles-words", &values)
    };
    let count = move |n: usize| {
        let title = integer(n as u64);
        view! { <button type="button" aria-pressed=move || (n_cycles.get() == n).to_string() on:click=move |_| n_cycles.set(n)>{title}</button> }
            .into_any()
    };
    view! {
        <div class="trial" data-testid="cycles">
            <div class="row" role="group" aria-label=t("picture-cycles-to-try")>
                {COUNTS.map(count).into_iter().collect_view()}
                <span class="soft">{t("picture-cycles")}</span>
                <button type="button" on:click=move |_| seed.update(|seed| *seed += 1)>{t("picture-other-coins")}</button>
            </div>
            <table class="bar-table">
                <thead><tr><th scope="col">{t("picture-accepted")}</th><th scope="col">{t("picture-counted")}</th><th scope="col">{t("picture-formula")}</th><th scope="col" class="num">{t("picture-cycles")}</th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
            <p role="status" data-testid="cycles-words">{said}</p>
        </div>
    }
    .into_any()
}

/// Tokens that a mask lets through, and those that it does not.
fn mask_chips(text: &str, names: &[String], allowed: &[bool], expects: &Expected) -> AnyView {
    let chips: Vec<AnyView> = names
        .iter()
        .zip(allowed)
        .map(|(name, allowed)| {
            let (class, sign, word) = if *allowed { ("token-chip legal", "✓", t("picture-legal")) } else { ("token-chip illegal", "✗", t("picture-masked")) };
            view! { <li class=class><span aria-hidden="true">{sign}</span><span class="token">{shown_name(name)}</span><span class="sr-only">{word}</span></li> }
                .into_any()
        })
        .collect();
    let expects = expected_plainly(expects);
    let said = if text.is_empty() {
        t_args("picture-may-begin", &[("expects", expects.into())])
    } else {
        t_args("picture-may-come", &[("text", text.into()), ("expects", expects.into())])
    };
    view! {
        <div data-testid="mask-picture">
            <p>{said}</p>
            <ul class="token-chips" aria-label=t("picture-mask")>{chips}</ul>
        </div>
    }
    .into_any()
}

fn texts_table(rows: &[(String, f64, usize, String)]) -> AnyView {
    let most = rows.iter().map(|row| row.1).fold(0.0, f64::max);
    let rows: Vec<AnyView> = rows
        .iter()
        .map(|(text, prob, drawn, found)| {
            view! {
                <tr>
                    <th scope="row" class="token">{text.clone()}</th>
                    {bar_cell(*prob, most, "own")}
                    <td class="num">{*drawn}</td>
                    <td>{found.clone()}</td>
                </tr>
            }
            .into_any()
        })
        .collect();
    view! {
        <div class="given-scroll" tabindex="0" role="group" aria-label=t("picture-texts")>
            <table class="bar-table wide-first" data-testid="texts">
                <thead><tr><th scope="col">{t("picture-text")}</th><th scope="col">{t("picture-probability")}</th><th scope="col" class="num">{t("picture-drawn")}</th><th scope="col">{t("picture-found-by")}</th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// Both paths of each token, and what comes out without the residual; with trials of both.
fn laws_table(target: &Probs, draft: &Probs, seed: u32) -> AnyView {
    const N_TRIALS: usize = 20_000;
    let proof = Proof::of(target, draft);
    let broken = TwoPaths::exact(target, draft, Mistake::NoResidual).law();
    let tried = |mistake: Mistake| {
        let mut trials = Trials::none(target.vocab_size());
        trials.run(target, draft, mistake, Coins::new(u64::from(seed) + 1), 0..N_TRIALS);
        trials.counts().into_iter().map(|count| count as f64 / N_TRIALS as f64).collect::<Vec<f64>>()
    };
    let (right, wrong) = (tried(Mistake::None), tried(Mistake::NoResidual));
    let cell = |value: f64| view! { <td class="num">{decimal(value, 3)}</td> }.into_any();
    let rows: Vec<AnyView> = proof
        .rows
        .iter()
        .enumerate()
        .map(|(idx, row)| {
            let is_off = (broken[idx] - row.target).abs() > 1e-9;
            view! {
                <tr>
                    <th scope="row" class="token">{idx + 1}</th>
                    {cell(row.target)} {cell(row.draft)} {cell(row.accepted)} {cell(row.corrected)} {cell(right[idx])}
                    <td class="num" class:off=is_off>{if is_off { "≠ " } else { "" }}{decimal(broken[idx], 3)}</td>
                    {cell(wrong[idx])}
                </tr>
            }
            .into_any()
        })
        .collect();
    let three = |value: f64| decimal(value, 3).into();
    let values = [
        ("overlap", three(proof.overlap)),
        ("residual", three(proof.residual_mass)),
        ("sum", three(proof.overlap + proof.residual_mass)),
        ("n", N_TRIALS.into()),
    ];
    let said = t_args("picture-laws-words", &values);
    view! {
        <div class="given-scroll" tabindex="0" role="group" aria-label=t("picture-paths")>
            <table class="laws-table" data-testid="laws">
                <thead>
                    <tr><td></td><th colspan="2" scope="colgroup">{t("picture-given")}</th><th colspan="3" scope="colgroup">{t("picture-with-residual")}</th><th colspan="2" scope="colgroup">{t("picture-without-residual")}</th></tr>
                    <tr>
                        <th scope="col">{t("picture-token")}</th><th scope="col" class="num">"p"</th><th scope="col" class="num">"q"</th>
                        <th scope="col" class="num">"min(p, q)"</th><th scope="col" class="num">{t("picture-corrected")}</th><th scope="col" class="num">{t("picture-counted")}</th>
                        <th scope="col" class="num">{t("picture-law")}</th><th scope="col" class="num">{t("picture-counted")}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        <p class="soft" data-testid="laws-words">{said}</p>
    }
    .into_any()
}

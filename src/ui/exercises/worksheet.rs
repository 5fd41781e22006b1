//! The worksheet: every exercise on paper, and the answer key, made from the same variants that the page checks.

use super::store::ExercisesState;
use super::{given_table, page_link};
use crate::decode::{Asks, Exercise, ExerciseId, MAX_VARIANT, Part};
use crate::ui::i18n::{key, t, t_args};
use crate::ui::route::Page;
use leptos::ev;
use leptos::prelude::*;

/// The worksheet's page.
pub const WORKSHEET: Page = Page { key: "worksheet", value: None, title: key("worksheet-title"), link: None, view: worksheet_page, query };

fn query() -> String {
    let (seed, has_key) = ExercisesState::use_context().sheet.get();
    format!("worksheet&seed={seed}{}", if has_key { "&key" } else { "" })
}

fn worksheet_page() -> AnyView {
    let state = ExercisesState::use_context();
    state.read_sheet();
    let set_seed = move |event: ev::Event| match event_target_value(&event).trim().parse::<u32>() {
        Ok(seed) if seed <= MAX_VARIANT => state.sheet.update(|sheet| sheet.0 = seed),
        _ => state.engine.notify(t_args("worksheet-bad-seed", &[("most", MAX_VARIANT.to_string().into())])),
    };
    let print = move |_| {
        // A browser without a printer says so itself.
        let _ = window().print();
    };
    view! {
        <div class="worksheet-page">
            <div class="sheet-tools card row" role="group" aria-label=t("worksheet-title")>
                <label for="sheet-seed">{t("worksheet-seed")}</label>
                <input id="sheet-seed" type="text" inputmode="numeric" autocomplete="off" prop:value=move || state.sheet.get().0.to_string() on:change=set_seed />
                <button type="button" on:click=move |_| state.sheet.update(|sheet| sheet.0 = (sheet.0 + 1) % (MAX_VARIANT + 1))>{t("worksheet-next-seed")}</button>
                <button type="button" data-testid="toggle-key" aria-pressed=move || state.sheet.get().1.to_string() on:click=move |_| state.sheet.update(|sheet| sheet.1 = !sheet.1)>{t("worksheet-key")}</button>
                <button type="button" class="main" on:click=print>{t("worksheet-print")}</button>
                <span class="soft">{t("worksheet-hint")}</span>
                {page_link("exercises", t("exercises-all"))}
            </div>
            {move || {
                let (seed, has_key) = state.sheet.get();
                sheet(seed, has_key)
            }}
        </div>
    }
    .into_any()
}

fn sheet(seed: u32, has_key: bool) -> AnyView {
    let title = t(if has_key { key("worksheet-heading-key") } else { key("worksheet-heading") });
    let lines = if has_key {
        ().into_any()
    } else {
        view! { <p class="name-lines"><span>{t("worksheet-name")}" "<i></i></span><span>{t("worksheet-date")}" "<i></i></span></p> }
            .into_any()
    };
    let exercises: Vec<AnyView> =
        ExerciseId::ALL.iter().enumerate().map(|(idx, (id, ..))| paper_exercise(idx, &Exercise::new(*id, seed), has_key)).collect();
    view! {
        <article class="sheet" data-testid="sheet">
            <h1>{title}</h1>
            {lines}
            {exercises}
            <p class="sheet-foot">{t_args(if has_key { key("worksheet-foot-key") } else { key("worksheet-foot") }, &[("seed", seed.to_string().into())])}</p>
        </article>
    }
    .into_any()
}

fn paper_exercise(idx: usize, exercise: &Exercise, has_key: bool) -> AnyView {
    let given: Vec<AnyView> = exercise.given.iter().map(|text| view! { <p>{text.clone()}</p> }.into_any()).collect();
    let parts: Vec<AnyView> = exercise.parts.iter().map(|part| paper_part(part, has_key)).collect();
    let given = if has_key { ().into_any() } else { view! { {given} {given_table(&exercise.table)} }.into_any() };
    view! {
        <section class="paper-exercise">
            <h2>{format!("{}. {}", idx + 1, exercise.title())}</h2>
            {given}
            <ol class="paper-parts" type="a">{parts}</ol>
        </section>
    }
    .into_any()
}

fn paper_part(part: &Part, has_key: bool) -> AnyView {
    let space = if has_key { answers(part) } else { room(part) };
    view! { <li class="paper-part"><p>{part.question.clone()}</p>{space}</li> }.into_any()
}

/// Where the answer is written.
fn room(part: &Part) -> AnyView {
    let boxes = |options: &[String], class: &'static str| {
        let items: Vec<AnyView> = options.iter().map(|option| view! { <li>"☐ "{option.replace(' ', "\u{a0}")}</li> }.into_any()).collect();
        view! { <ul class=class>{items}</ul> }.into_any()
    };
    match &part.asks {
        Asks::List(_) | Asks::Numbers(_) => view! { <p class="answer-line">{t("worksheet-answer")}" "<i></i></p> }.into_any(),
        Asks::Ticks(question) => boxes(&question.names, "paper-options in-a-row"),
        Asks::Choice { options, .. } => {
            let items: Vec<AnyView> = options.iter().map(|option| view! { <li>"☐ "{option.clone()}</li> }.into_any()).collect();
            view! { <ul class="paper-options">{items}</ul> }.into_any()
        }
        Asks::Order(puzzle) => {
            let steps: Vec<AnyView> = puzzle
                .steps
                .iter()
                .enumerate()
                .map(|(idx, step)| view! { <li>{format!("{})  {}", letter(idx), step.text)}</li> }.into_any())
                .collect();
            let reasons: Vec<AnyView> = puzzle
                .reasons
                .iter()
                .enumerate()
                .map(|(idx, reason)| view! { <li>{format!("R{})  {reason}", idx + 1)}</li> }.into_any())
                .collect();
            let lines: Vec<AnyView> = (1..=puzzle.n_lines())
                .map(|number| {
                    view! { <li>{t_args("worksheet-line", &[("n", number.into())])}<i></i>{t("worksheet-because")}<i></i></li> }.into_any()
                })
                .collect();
            view! {
                <ul class="paper-options">{steps}</ul>
                <ul class="paper-options">{reasons}</ul>
                <ul class="paper-lines">{lines}</ul>
            }
            .into_any()
        }
    }
}

fn letter(idx: usize) -> char {
    char::from(b'A' + (idx % 26) as u8)
}

/// A line of a proof in the answer key.
fn key_line(line: char, reason: String, text: &str) -> String {
    t_args("worksheet-line-key", &[("line", line.to_string().into()), ("reason", reason.into()), ("text", text.into())])
}

/// The right answer, and how it is found.
fn answers(part: &Part) -> AnyView {
    let short: Vec<AnyView> = match &part.asks {
        Asks::Order(puzzle) => puzzle
            .right()
            .iter()
            .map(|(step, reason)| {
                let reason = reason.map_or(String::new(), |idx| format!("R{}", idx + 1));
                view! { <p class="key-answer">{key_line(letter(*step), reason, &puzzle.steps[*step].text)}</p> }.into_any()
            })
            .collect(),
        _ => part.answer_in_words().into_iter().map(|line| view! { <p class="key-answer">{line}</p> }.into_any()).collect(),
    };
    let steps: Vec<AnyView> = part.solution.iter().map(|step| view! { <li>{step.clone()}</li> }.into_any()).collect();
    view! { {short} <ul class="key-steps">{steps}</ul> }.into_any()
}

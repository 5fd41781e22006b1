//! The exercises as pages: the list with what has been done, one exercise, and the worksheet for paper.
//!
//! `?exercises` is the list, `?exercise=filters&variant=7` one variant, `?worksheet&seed=7` all of them for
//! printing, `?worksheet&seed=7&key` the answers. What the reader does is kept in this browser alone.

mod ordering;
mod part;
mod pictures;
mod store;
mod worksheet;

pub(crate) use self::pictures::{bars_table, cycles_trial};
pub(crate) use self::store::ExercisesState;
pub use self::worksheet::WORKSHEET;

use crate::decode::{Exercise, ExerciseId, GivenTable, MAX_VARIANT};
use crate::ui::app::{Navigator, stays};
use crate::ui::components::OpenFile;
use crate::ui::export;
use crate::ui::i18n::{key, percent, t, t_args};
use crate::ui::route::{PAGES, Page, Route};
use leptos::ev;
use leptos::prelude::*;

/// The list of exercises.
pub const EXERCISES: Page = Page {
    key: "exercises",
    value: None,
    title: key("exercises-title"),
    link: Some(key("exercises-title")),
    view: list_page,
    query: || "exercises".to_owned(),
};

/// One exercise.
pub const EXERCISE: Page = Page {
    key: "exercise",
    value: None,
    title: key("exercise-page"),
    link: None,
    view: exercise_page,
    query: || ExercisesState::use_context().query(),
};

/// The place in [`PAGES`] of the page with this key.
pub(crate) fn page_of(key: &str) -> Route {
    Route::Page(PAGES.iter().position(|page| page.key == key).unwrap_or(0))
}

/// A link to an exercise that opens it within the page.
pub(crate) fn exercise_link(id: ExerciseId, variant: u32, class: &'static str, words: AnyView) -> AnyView {
    let navigator = expect_context::<Navigator>();
    let state = ExercisesState::use_context();
    let query = query_of(id, variant);
    let open = move |event: ev::MouseEvent| {
        if stays(&event) {
            event.prevent_default();
            state.current.set((id, variant));
            navigator.go(page_of("exercise"));
        }
    };
    view! { <a class=class href=move || navigator.href(&query) on:click=open>{words}</a> }.into_any()
}

/// A link to a page of the textbook.
pub(crate) fn page_link(key: &'static str, words: String) -> AnyView {
    let navigator = expect_context::<Navigator>();
    let open = move |event: ev::MouseEvent| {
        if stays(&event) {
            event.prevent_default();
            navigator.go(page_of(key));
        }
    };
    view! { <a href=move || navigator.href(key) on:click=open>{words}</a> }.into_any()
}

/// The query that opens a variant of an exercise.
pub(crate) fn query_of(id: ExerciseId, variant: u32) -> String {
    format!("exercise={}&variant={variant}", id.name())
}

fn list_page() -> AnyView {
    let state = ExercisesState::use_context();
    let item = move |(id, _, title): (ExerciseId, &'static str, &'static str)| {
        let summary = Memo::new(move |_| state.progress.with(|progress| progress.summary(id)));
        let n_parts = Exercise::new(id, 0).parts.len();
        let done = move || {
            let summary = summary.get();
            match summary.best {
                None => t("exercise-not-begun"),
                Some(_) if summary.n_solved > 0 => t_args("exercise-solved-variants", &[("n", summary.n_solved.into())]),
                Some(best) => t_args("exercise-begun", &[("credit", percent(best, 0).into())]),
            }
        };
        let share = move || format!("{:.0}%", summary.get().best.unwrap_or(0.0) * 100.0);
        view! {
            <li class="card exercise-item" data-testid=format!("item-{}", id.name())>
                <h2 lang="en">{exercise_link(id, 0, "", title.into_any())}</h2>
                <p class="soft">{t_args("exercise-questions", &[("n", n_parts.into())])}</p>
                <p class="exercise-done" data-testid="done">{done}</p>
                <div class="exercise-meter" aria-hidden="true"><i style=("width", share)></i></div>
            </li>
        }
        .into_any()
    };
    view! {
        <div class="exercises-page">
            <div class="intro">
                <h1>{t("exercises-title")}</h1>
                <p class="lede">{t("exercises-lede")}</p>
            </div>
            <ol class="exercise-list">{ExerciseId::ALL.map(item).into_iter().collect_view()}</ol>
            {progress_card()}
            <p class="row">{page_link("worksheet", t("exercises-worksheet"))}</p>
        </div>
    }
    .into_any()
}

/// Where progress is kept, and how to take it along.
fn progress_card() -> AnyView {
    let state = ExercisesState::use_context();
    let save = move |_| {
        let json = state.progress.with_untracked(crate::decode::Progress::to_json);
        state.engine.report_saving(export::download_text("decoding-lab-progress.json", "application/json", &json));
    };
    let said = move || {
        let n = state.progress.with(crate::decode::Progress::len);
        let what = if n == 0 { t("progress-nothing") } else { t_args("progress-variants", &[("n", n.into())]) };
        format!("{what} {}", t(state.trouble.get().unwrap_or(key("progress-kept"))))
    };
    view! {
        <section class="card progress-card" aria-labelledby="progress-title" data-testid="progress">
            <h2 id="progress-title">{t("progress-title")}</h2>
            <p role="status" data-testid="progress-words">{said}</p>
            {move || state.imported.get().map(|words| view! { <p role="status" data-testid="imported">{words}</p> }.into_any())}
            <div class="row">
                <button type="button" on:click=save>{t("progress-save")}</button>
                <OpenFile label=t("progress-add") on_text=Callback::new(move |json: String| state.import(&json)) />
            </div>
            <p class="soft">{t("progress-add-hint")}</p>
        </section>
    }
    .into_any()
}

fn exercise_page() -> AnyView {
    let state = ExercisesState::use_context();
    state.read_address();
    // The browser's way back changes the address without leaving this page.
    let listener = window_event_listener(ev::popstate, move |_| state.read_address());
    on_cleanup(move || listener.remove());
    view! {
        <div class="exercises-page">
            {move || {
                let (id, variant) = state.current.get();
                whole_exercise(id, variant)
            }}
        </div>
    }
    .into_any()
}

fn whole_exercise(id: ExerciseId, variant: u32) -> AnyView {
    let state = ExercisesState::use_context();
    let exercise = Exercise::new(id, variant);
    let place = ExerciseId::ALL.iter().position(|(known, ..)| *known == id).unwrap_or(0);
    let neighbour = |other: Option<usize>, words: String| {
        let (id, _, title) = *ExerciseId::ALL.get(other?)?;
        Some(view! { <span>{words} " " {exercise_link(id, 0, "", title.into_any())}</span> }.into_any())
    };
    let another = move |variant: u32| {
        state.current.set((id, variant));
        crate::ui::app::focus("#exercise-title");
    };
    let on_variant = move |event: ev::Event| match event_target_value(&event).trim().parse::<u32>() {
        Ok(number) if number <= MAX_VARIANT => another(number),
        _ => state.engine.notify(t_args("exercise-bad-variant", &[("most", MAX_VARIANT.to_string().into())])),
    };
    view! {
        <p class="crumbs">{page_link("exercises", t("exercises-all"))} " · " {t_args("exercises-place", &[("place", (place + 1).into()), ("all", ExerciseId::ALL.len().into())])}</p>
        <div class="exercise-top">
            <h1 tabindex="-1" id="exercise-title" lang="en">{exercise.title()}</h1>
            <div class="variant row">
                <label for="variant">{t("exercise-variant")}</label>
                <input id="variant" type="text" inputmode="numeric" autocomplete="off" prop:value=variant.to_string() on:change=on_variant />
                <button type="button" data-testid="next-variant" on:click=move |_| another((variant + 1) % (MAX_VARIANT + 1))>{t("exercise-next-variant")}</button>
                <button type="button" class="quiet" prop:disabled=variant == 0 on:click=move |_| another(0)>{t("exercise-textbook")}</button>
            </div>
        </div>
        {exercise_body(exercise, true)}
        <nav class="exercise-nav" aria-label=t("exercises-others")>
            {neighbour(place.checked_sub(1), t("exercises-before"))}
            {neighbour(Some(place + 1), t("exercises-next"))}
        </nav>
    }
    .into_any()
}

/// An exercise's given facts and its questions, on a page of its own or at the end of a chapter's section.
pub(crate) fn exercise_body(exercise: Exercise, on_own_page: bool) -> AnyView {
    let heading = if on_own_page { "h2" } else { "h4" };
    let given: Vec<AnyView> = exercise.given.iter().map(|text| view! { <p>{text.clone()}</p> }.into_any()).collect();
    let table = given_table(&exercise.table);
    let (id, variant) = (exercise.id, exercise.variant);
    let parts: Vec<AnyView> = (0..exercise.parts.len()).map(|idx| part::part_view(&exercise, idx, heading)).collect();
    view! {
        <div class="task" data-testid="exercise" data-exercise=id.name() data-variant=variant.to_string()>
            <div class="card given" lang="en">{given} {table}</div>
            {parts}
        </div>
    }
    .into_any()
}

/// What an exercise gives as numbers.
pub(crate) fn given_table(table: &GivenTable) -> AnyView {
    if table.rows.is_empty() {
        return ().into_any();
    }
    let head: Vec<AnyView> =
        table.columns.iter().map(|name| view! { <th scope="col" class="num">{name.clone()}</th> }.into_any()).collect();
    let rows: Vec<AnyView> = table
        .rows
        .iter()
        .map(|(name, cells)| {
            let cells: Vec<AnyView> = cells.iter().map(|cell| view! { <td class="num">{cell.clone()}</td> }.into_any()).collect();
            view! { <tr><th scope="row">{name.clone()}</th>{cells}</tr> }.into_any()
        })
        .collect();
    view! {
        <div class="given-scroll" tabindex="0" role="group" aria-label=t("exercise-given-table")>
            <table class="given-table"><thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table>
        </div>
    }
    .into_any()
}

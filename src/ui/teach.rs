//! For teachers: lesson plans to print and to run. A run of show is a link: it opens the first moment of a plan as a prepared
//! page, with a bar that asks, reveals and goes on.

mod plans;

pub use plans::{Moment, PLANS, Plan, Planned, Question};

use crate::ui::app::{Navigator, address_in};
use crate::ui::fluent::Value;
use crate::ui::i18n::{key, t, t_args};
use crate::ui::route::{Frame, MomentPlace, Page};
use leptos::prelude::*;

/// The page's entry in the registry.
pub const TEACH: Page = Page {
    key: "teach",
    value: None,
    title: key("teach-title"),
    link: Some(key("teach-link")),
    view: || TeachPage().into_any(),
    query: || "teach".to_owned(),
};

/// A count, for a text.
fn n(count: u32) -> Value {
    u64::from(count).into()
}

/// The address of a moment, with the page that is on screen then.
fn address_of(place: MomentPlace) -> Option<String> {
    let (_, moment) = moment_at(place)?;
    let page = if place.is_revealed { moment.reveal } else { moment.query };
    let frame = Frame { is_presented: true, moment: Some(place), ..Frame::default() };
    Some(address_in(page, frame))
}

/// The plan and the moment of a place; `None` if there is no such place.
fn moment_at(place: MomentPlace) -> Option<(&'static Plan, &'static Moment)> {
    let plan = Plan::of_minutes(&place.minutes.to_string())?;
    Some((plan, plan.moments.get(place.idx)?.1))
}

/// Where the bar's button, or a clicker, leads from here: to the answer first, then to the next moment.
pub fn next_place(place: MomentPlace) -> Option<MomentPlace> {
    let (plan, moment) = moment_at(place)?;
    if moment.question.is_some() && !place.is_revealed {
        return Some(MomentPlace { is_revealed: true, ..place });
    }
    let next = MomentPlace { idx: place.idx + 1, is_revealed: false, ..place };
    (next.idx < plan.moments.len()).then_some(next)
}

/// Where the way back leads.
pub fn previous_place(place: MomentPlace) -> Option<MomentPlace> {
    if place.is_revealed {
        return Some(MomentPlace { is_revealed: false, ..place });
    }
    // Back is what forward was: the moment before, with its answer.
    let before = MomentPlace { idx: place.idx.checked_sub(1)?, is_revealed: false, ..place };
    let (_, moment) = moment_at(before)?;
    Some(MomentPlace { is_revealed: moment.question.is_some(), ..before })
}

/// Opens a moment: another address, since it is another page in another state.
pub fn go(place: MomentPlace) {
    if let Some(address) = address_of(place) {
        // Where the browser refuses, the page stays where it is.
        let _ = window().location().set_href(&address);
    }
}

#[component]
fn TeachPage() -> impl IntoView {
    view! {
        <div class="reading teach">
            <h1>{t("teach-title")}</h1>
            <p class="lede">{t("teach-lede")}</p>
            <section class="card" aria-labelledby="teach-keys">
                <h2 id="teach-keys">{t("teach-projector")}</h2>
                <ul>
                    <li>{t("teach-projector-mode")}</li>
                    <li>{t("teach-projector-clicker")}</li>
                    <li>{t("teach-projector-veil")}</li>
                    <li>{t("teach-projector-share")}</li>
                </ul>
            </section>
            {PLANS.iter().map(plan_card).collect_view()}
        </div>
    }
}

fn plan_card(plan: &'static Plan) -> AnyView {
    let start = address_of(MomentPlace { minutes: plan.minutes, idx: 0, is_revealed: false }).unwrap_or_default();
    let heading = format!("plan-{}", plan.minutes);
    let labelled_by = heading.clone();
    view! {
        <section class="card plan" aria-labelledby=labelled_by>
            <div class="card-head">
                <h2 id=heading>{t_args("teach-plan", &[("minutes", n(plan.minutes)), ("title", plan.title.into())])}</h2>
                <a class="button main" href=start>{t_args("teach-start", &[("minutes", n(plan.minutes))])}</a>
            </div>
            <p>{plan.goal}</p>
            <ol class="moments">{plan.moments.iter().enumerate().map(|(idx, planned)| moment_row(plan, idx, planned)).collect_view()}</ol>
        </section>
    }
    .into_any()
}

fn moment_row(plan: &'static Plan, idx: usize, (minutes, moment): &'static Planned) -> AnyView {
    let href = address_of(MomentPlace { minutes: plan.minutes, idx, is_revealed: false }).unwrap_or_default();
    let question = moment.question.as_ref().map(|question| {
        let answer =
            (question.answer)().and_then(|idx| question.options.get(idx)).map_or_else(|| t("teach-see"), |option| (*option).to_owned());
        view! {
            <details>
                <summary>{question.ask}</summary>
                <p>{question.options.join("  ·  ")}</p>
                <p><b>{answer}"."</b> " " {question.because}</p>
            </details>
        }
    });
    view! {
        <li>
            <p><a href=href>{moment.title}</a> " " <span class="soft">{t_args("teach-minutes", &[("minutes", n(*minutes))])}</span></p>
            <p>{moment.say}</p>
            {question}
        </li>
    }
    .into_any()
}

/// The bar of a run of show: where we are, what to bet on, and the answer.
#[component]
pub fn RunBar() -> impl IntoView {
    let navigator = expect_context::<Navigator>();
    move || navigator.frame.with(|frame| frame.moment).and_then(|place| Some(run_bar(place, moment_at(place)?)))
}

fn run_bar(place: MomentPlace, (plan, moment): (&'static Plan, &'static Moment)) -> AnyView {
    let minutes = plan.moments.get(place.idx).map_or(0, |(minutes, _)| *minutes);
    let place_words = t_args(
        "teach-place",
        &[("minutes", n(plan.minutes)), ("moment", n(place.idx as u32 + 1)), ("moments", n(plan.moments.len() as u32))],
    );
    let label = place_words.clone();
    let question = moment.question.as_ref().map(|question| question_view(question, place.is_revealed));
    let next_words = if moment.question.is_some() && !place.is_revealed { key("teach-answer") } else { key("teach-next") };
    let step_link = |to: Option<MomentPlace>, words: &'static str, class: &'static str| {
        to.and_then(address_of).map(|href| view! { <a class=class href=href>{t(words)}</a> })
    };
    let plans = address_in("teach", Frame::default());
    let last = next_place(place).is_none().then(|| view! { <a class="button main" href=plans.clone()>{t("teach-over")}</a> });
    view! {
        <section class="run-bar" aria-label=label data-testid="run-bar">
            <div class="run-words">
                <p class="soft">{place_words} " · " {t_args("teach-minutes", &[("minutes", n(minutes))])}</p>
                <h2>{moment.title}</h2>
                <p>{moment.say}</p>
            </div>
            {question}
            <div class="run-steps">
                {step_link(previous_place(place), key("teach-back"), "button")}
                {step_link(next_place(place), next_words, "button main")}
                {last}
                <a class="soft" href=plans>{t("teach-leave")}</a>
            </div>
        </section>
    }
    .into_any()
}

/// The question with its answers to bet on; once revealed, which is right and why.
fn question_view(question: &'static Question, is_revealed: bool) -> AnyView {
    let bet = RwSignal::new(None::<usize>);
    let right = if is_revealed { (question.answer)() } else { None };
    let options = question.options.iter().enumerate().map(|(idx, option)| {
        let is_right = right == Some(idx);
        let letter = char::from(b'A' + idx as u8);
        view! {
            <li>
                <button
                    type="button"
                    class="bet"
                    class:right=is_right
                    disabled=is_revealed
                    aria-pressed=move || (bet.get() == Some(idx)).to_string()
                    on:click=move |_| bet.set(Some(idx))
                >
                    <b>{letter.to_string()}</b> <span>{*option}</span> {is_right.then_some(view! { <span class="verdict-word">{t("teach-right")}</span> })}
                </button>
            </li>
        }
    });
    view! {
        <div class="run-question">
            <h3>{question.ask}</h3>
            <ol class="bets">{options.collect_view()}</ol>
            {is_revealed.then(|| view! { <p class="because" role="status">{question.because}</p> })}
        </div>
    }
    .into_any()
}

/// Whether an address is a moment of a lesson that exists.
pub fn exists(place: MomentPlace) -> bool {
    moment_at(place).is_some()
}

/// The route of a moment, for tests of the way through a plan.
#[cfg(test)]
fn route_of(place: MomentPlace) -> Option<crate::ui::route::Route> {
    let (_, moment) = moment_at(place)?;
    Some(crate::ui::route::Route::of_query(moment.query))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clicker_walks_through_every_plan_and_back_by_the_answers() {
        for plan in PLANS {
            let mut place = MomentPlace { minutes: plan.minutes, idx: 0, is_revealed: false };
            let mut n_steps = 0;
            while let Some(next) = next_place(place) {
                assert!(exists(next) && route_of(next).is_some());
                place = next;
                n_steps += 1;
            }
            let n_questions = plan.moments.iter().filter(|(_, moment)| moment.question.is_some()).count();
            assert_eq!((place.idx + 1, n_steps), (plan.moments.len(), plan.moments.len() - 1 + n_questions));
            let mut n_back = 0;
            while let Some(previous) = previous_place(place) {
                assert_eq!(next_place(previous), Some(place), "back is what forward was");
                place = previous;
                n_back += 1;
            }
            assert_eq!((place.idx, place.is_revealed, n_back), (0, false, n_steps));
        }
        assert!(!exists(MomentPlace { minutes: 15, idx: 99, is_revealed: false }));
    }
}

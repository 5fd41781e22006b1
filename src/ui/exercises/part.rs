//! One question: what is asked, where the answer goes, what it was worth and why, hints, solution, picture.

use super::store::ExercisesState;
use super::{ordering, pictures};
use crate::decode::{Answer, Asks, Checked, Exercise, Mark, Part};
use crate::ui::i18n::{percent, t, t_args};
use leptos::ev;
use leptos::prelude::*;

/// A question on screen. Copies share the same signals.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    exercise: StoredValue<Exercise>,
    idx: usize,
    state: ExercisesState,
    /// What the reader has entered.
    pub answer: RwSignal<Answer>,
    /// What the last answer came to, or why it could not be read.
    outcome: RwSignal<Option<Result<Checked, String>>>,
    n_hints: RwSignal<usize>,
    is_shown: RwSignal<bool>,
}

impl Asked {
    fn part<T>(self, read: impl FnOnce(&Part) -> T) -> T {
        self.exercise.with_value(|exercise| read(&exercise.parts[self.idx]))
    }

    /// The beginning of this question's ids.
    pub fn id(self) -> String {
        self.exercise.with_value(|exercise| format!("{}-{}", exercise.id.name(), self.idx + 1))
    }

    fn check(self) {
        let outcome = self.answer.with_untracked(|answer| self.part(|part| part.check(answer)));
        if let Ok(checked) = &outcome {
            let credit = checked.credit;
            self.exercise.with_value(|exercise| self.state.change(exercise, self.idx, |part| part.answered(credit)));
        }
        self.outcome.set(Some(outcome));
    }

    fn hint(self) {
        let most = self.part(|part| part.hints.len());
        self.n_hints.update(|n| *n = (*n + 1).min(most));
        let n = self.n_hints.get_untracked();
        self.exercise.with_value(|exercise| self.state.change(exercise, self.idx, |part| part.hinted(n)));
    }

    fn show(self) {
        self.exercise.with_value(|exercise| self.state.change(exercise, self.idx, |part| part.shown()));
        self.is_shown.set(true);
    }

    fn is_right(self) -> bool {
        self.outcome.with(|outcome| matches!(outcome, Some(Ok(checked)) if checked.mark() == Mark::Right))
    }

    /// An answer of another kind, or another answer, takes back what was said of the last one.
    pub fn enter(self, answer: Answer) {
        self.answer.set(answer);
        if self.outcome.with_untracked(Option::is_some) {
            self.outcome.set(None);
        }
    }
}

/// A question.
pub(super) fn part_view(exercise: &Exercise, idx: usize, heading: &'static str) -> AnyView {
    let state = ExercisesState::use_context();
    let part = &exercise.parts[idx];
    let blank = match &part.asks {
        Asks::List(_) | Asks::Numbers(_) => Answer::Typed(String::new()),
        Asks::Ticks(question) => Answer::Ticked(vec![false; question.names.len()]),
        Asks::Choice { .. } => Answer::Chosen(None),
        Asks::Order(_) => Answer::Ordered(Vec::new()),
    };
    let asked = Asked {
        exercise: StoredValue::new(exercise.clone()),
        idx,
        state,
        answer: RwSignal::new(blank),
        outcome: RwSignal::new(None),
        n_hints: RwSignal::new(0),
        is_shown: RwSignal::new(false),
    };
    let record = {
        let exercise = exercise.clone();
        Memo::new(move |_| state.progress.with(|progress| progress.of(&exercise)[idx]))
    };
    let so_far = move || {
        let record = record.get();
        match (record.n_attempts, record.credit) {
            (0, _) => String::new(),
            (_, credit) if credit >= 1.0 => t("exercise-solved"),
            (n, credit) => t_args("exercise-so-far", &[("n", (n as usize).into()), ("credit", percent(credit, 0).into())]),
        }
    };
    let number = t_args("exercise-question", &[("n", (idx + 1).into())]);
    let title = match heading {
        "h2" => view! { <h2>{number}</h2> }.into_any(),
        _ => view! { <h4>{number}</h4> }.into_any(),
    };
    let id = asked.id();
    let (label_id, question_id, form_described) = (format!("{id}-question"), format!("{id}-question"), format!("{id}-question"));
    let described = format!("{id}-said");
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        asked.check();
    };
    view! {
        <section class="card part" data-testid=format!("part-{}", idx + 1) aria-labelledby=label_id>
            <div class="card-head">{title}<span class="soft" data-testid="so-far">{so_far}</span></div>
            <p class="question" id=question_id>{part.question.clone()}</p>
            <form on:submit=submit aria-describedby=form_described novalidate>
                {answer_field(asked, part)}
                <div class="row part-buttons">
                    <button type="submit" class="main" data-testid="check">{t("exercise-check")}</button>
                    {hint_button(asked)}
                    {show_button(asked)}
                </div>
            </form>
            <div id=described role="status" class="said" data-testid="said">{move || said(asked)}</div>
            {move || hints(asked)}
            {move || revealed(asked)}
        </section>
    }
    .into_any()
}

fn hint_button(asked: Asked) -> AnyView {
    let most = asked.part(|part| part.hints.len());
    let is_out = move || asked.n_hints.get() >= most;
    let label = move || match asked.n_hints.get() {
        0 => t("exercise-hint"),
        n if n >= most => t("exercise-no-hints"),
        n => t_args("exercise-hint-of", &[("n", (n + 1).into()), ("most", most.into())]),
    };
    view! { <button type="button" data-testid="hint" prop:disabled=is_out on:click=move |_| asked.hint()>{label}</button> }.into_any()
}

/// Once there is an answer, the computed picture may be looked at.
fn show_button(asked: Asked) -> AnyView {
    let offered = move || {
        let has_answered = asked.outcome.with(|outcome| matches!(outcome, Some(Ok(_)))) || asked.n_hints.get() > 0;
        has_answered && !asked.is_right() && !asked.is_shown.get()
    };
    view! {
        <Show when=offered>
            <button type="button" data-testid="show" on:click=move |_| asked.show()>{t("exercise-show")}</button>
        </Show>
    }
    .into_any()
}

/// What is said of the last answer.
fn said(asked: Asked) -> AnyView {
    asked.outcome.with(|outcome| match outcome {
        None => ().into_any(),
        Some(Err(why)) => {
            view! { <p class="verdict-line unread" data-mark="unread"><b>{t("exercise-unread")}</b>" "{why.clone()}</p> }.into_any()
        }
        Some(Ok(checked)) => {
            let (class, mark, words) = match checked.mark() {
                Mark::Right => ("verdict-line right", "right", t("exercise-right")),
                Mark::Partly => {
                    ("verdict-line partly", "partly", t_args("exercise-partly", &[("credit", percent(checked.credit, 0).into())]))
                }
                Mark::Wrong => ("verdict-line wrong", "wrong", t("exercise-wrong")),
            };
            let feedback = checked.feedback.join(" ");
            view! { <p class=class data-mark=mark><b>{words}</b>" "{feedback}</p> }.into_any()
        }
    })
}

fn hints(asked: Asked) -> AnyView {
    let n = asked.n_hints.get();
    if n == 0 {
        return ().into_any();
    }
    let items = asked.part(|part| part.hints.iter().take(n).map(|hint| view! { <li>{hint.clone()}</li> }.into_any()).collect::<Vec<_>>());
    view! { <ol class="hints" aria-label=t("exercise-hints") aria-live="polite" data-testid="hints">{items}</ol> }.into_any()
}

/// The picture and the worked solution, once the answer is right or the reader has asked for them.
fn revealed(asked: Asked) -> AnyView {
    let is_right = asked.is_right();
    if !is_right && !asked.is_shown.get() {
        return ().into_any();
    }
    let (steps, picture) = asked.part(|part| (part.solution.clone(), part.picture.clone()));
    let steps: Vec<AnyView> = steps.into_iter().map(|step| view! { <li>{step}</li> }.into_any()).collect();
    let seed = asked.exercise.with_value(|exercise| exercise.variant);
    view! {
        <div class="revealed" data-testid="revealed">
            <figure class="answer-picture"><figcaption class="soft">{t("exercise-computed")}</figcaption>{pictures::picture_view(&picture, seed)}</figure>
            <details class="solution" open=!is_right><summary>{t("exercise-steps")}</summary><ol>{steps}</ol></details>
        </div>
    }
    .into_any()
}

/// How a list is written.
const LIST_EXAMPLE: &str = "{1, 2}";

/// Where the answer goes.
fn answer_field(asked: Asked, part: &Part) -> AnyView {
    match &part.asks {
        Asks::List(_) => typed_field(asked, t_args("exercise-your-list", &[("example", LIST_EXAMPLE.into())]), LIST_EXAMPLE.to_owned()),
        Asks::Numbers(question) if question.right.len() == 1 => typed_field(asked, t("exercise-your-number"), t("exercise-number-example")),
        Asks::Numbers(_) => typed_field(asked, t("exercise-your-numbers"), t("exercise-numbers-example")),
        Asks::Ticks(question) => ticks_field(asked, &question.names),
        Asks::Choice { options, .. } => choice_field(asked, options),
        Asks::Order(puzzle) => ordering::order_field(asked, puzzle),
    }
}

fn typed_field(asked: Asked, label: String, example: String) -> AnyView {
    let id = format!("{}-answer", asked.id());
    let (for_id, described) = (id.clone(), format!("{}-said", asked.id()));
    let is_unread = move || asked.outcome.with(|outcome| matches!(outcome, Some(Err(_))));
    view! {
        <div class="field answer-field">
            <label for=for_id>{label}</label>
            <input
                id=id
                type="text"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                maxlength="200"
                placeholder=example
                aria-describedby=described
                aria-invalid=move || is_unread().then_some("true")
                on:input=move |event| asked.enter(Answer::Typed(event_target_value(&event)))
            />
        </div>
    }
    .into_any()
}

fn ticks_field(asked: Asked, names: &[String]) -> AnyView {
    let tick = move |idx: usize, event: &ev::Event| {
        let mut ticked =
            asked.answer.with_untracked(|answer| if let Answer::Ticked(ticked) = answer { ticked.clone() } else { Vec::new() });
        if let Some(tick) = ticked.get_mut(idx) {
            *tick = event_target_checked(event);
        }
        asked.enter(Answer::Ticked(ticked));
    };
    let boxes: Vec<AnyView> = names
        .iter()
        .enumerate()
        .map(|(idx, name)| {
            let name = if name.trim().is_empty() { "␣".to_owned() } else { name.replace(' ', if name.len() < 4 { "␣" } else { " " }) };
            view! { <label class="option"><input type="checkbox" on:change=move |event| tick(idx, &event) /><span>{name}</span></label> }
                .into_any()
        })
        .collect();
    view! { <fieldset class="options ticks"><legend class="sr-only">{t("exercise-tick")}</legend>{boxes}</fieldset> }.into_any()
}

fn choice_field(asked: Asked, options: &[String]) -> AnyView {
    let name = format!("{}-choice", asked.id());
    let buttons: Vec<AnyView> = options
        .iter()
        .enumerate()
        .map(|(idx, option)| {
            view! {
                <label class="option">
                    <input type="radio" name=name.clone() on:change=move |_| asked.enter(Answer::Chosen(Some(idx))) />
                    <span>{option.clone()}</span>
                </label>
            }
            .into_any()
        })
        .collect();
    view! { <fieldset class="options"><legend class="sr-only">{t("exercise-choose")}</legend>{buttons}</fieldset> }.into_any()
}

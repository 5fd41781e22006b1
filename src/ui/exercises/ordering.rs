//! A proof to be put together: lines are added, moved, taken out, and each is given its reason. Every move is a
//! button, so that keys and fingers do as well as a mouse.

use super::part::Asked;
use crate::decode::{Answer, ProofPuzzle};
use crate::ui::app::focus;
use crate::ui::i18n::{key, t, t_args};
use leptos::ev;
use leptos::prelude::*;

type Line = (usize, Option<usize>);

/// The proof under construction. Copies share the same signals.
#[derive(Clone, Copy)]
struct Building {
    asked: Asked,
    puzzle: StoredValue<ProofPuzzle>,
    /// What the last move did, for those who cannot see it.
    moved: RwSignal<String>,
}

impl Building {
    fn lines(self) -> Vec<Line> {
        self.asked.answer.with(|answer| if let Answer::Ordered(lines) = answer { lines.clone() } else { Vec::new() })
    }

    fn change(self, change: impl FnOnce(&mut Vec<Line>)) {
        let mut lines = untrack(|| self.lines());
        change(&mut lines);
        self.asked.enter(Answer::Ordered(lines));
    }

    fn id(self, step: usize, what: &str) -> String {
        format!("{}-{step}-{what}", self.asked.id())
    }

    fn text(self, step: usize) -> String {
        self.puzzle.with_value(|puzzle| puzzle.steps[step].text.clone())
    }

    fn add(self, step: usize) {
        self.change(|lines| lines.push((step, None)));
        let place = untrack(|| self.lines()).len();
        self.moved.set(t_args("order-added", &[("n", place.into())]));
        focus(&format!("#{}", self.id(step, "reason")));
    }

    fn remove(self, step: usize) {
        self.change(|lines| lines.retain(|(known, _)| *known != step));
        self.moved.set(t("order-removed"));
        focus(&format!("#{}", self.id(step, "add")));
    }

    /// Moves a line up or down; the keyboard stays on it.
    fn shift(self, step: usize, is_up: bool) {
        let mut place = 0;
        self.change(|lines| {
            let Some(from) = lines.iter().position(|(known, _)| *known == step) else { return };
            let to = if is_up { from.saturating_sub(1) } else { (from + 1).min(lines.len() - 1) };
            let line = lines.remove(from);
            lines.insert(to, line);
            place = to;
        });
        let n = untrack(|| self.lines()).len();
        self.moved.set(t_args("order-moved", &[("n", (place + 1).into()), ("all", n.into())]));
        // At either end the button in use is of no use any more.
        let is_at_end = if is_up { place == 0 } else { place + 1 == n };
        focus(&format!("#{}", self.id(step, if is_up != is_at_end { "up" } else { "down" })));
    }

    fn choose_reason(self, step: usize, event: &ev::Event) {
        let reason = event_target_value(event).parse::<usize>().ok();
        self.change(|lines| {
            if let Some(line) = lines.iter_mut().find(|(known, _)| *known == step) {
                line.1 = reason;
            }
        });
    }
}

/// The field in which a proof is put together.
pub(super) fn order_field(asked: Asked, puzzle: &ProofPuzzle) -> AnyView {
    let building = Building { asked, puzzle: StoredValue::new(puzzle.clone()), moved: RwSignal::new(String::new()) };
    let n_steps = puzzle.steps.len();
    let in_use = Memo::new(move |_| building.lines().into_iter().map(|(step, _)| step).collect::<Vec<usize>>());
    let is_empty = move || in_use.with(Vec::is_empty);
    let left = move || (0..n_steps).filter(|step| in_use.with(|used| !used.contains(step))).collect::<Vec<usize>>();
    view! {
        <div class="proof-builder">
            <p class="builder-title" id=format!("{}-yours", asked.id())>{t("order-yours")}</p>
            <Show when=is_empty>
                <p class="soft empty">{t("order-empty")}</p>
            </Show>
            <ol class="built" aria-labelledby=format!("{}-yours", asked.id()) data-testid="built">
                <For each=move || in_use.get() key=|step| *step children=move |step| line_view(building, in_use, step) />
            </ol>
            <p class="builder-title" id=format!("{}-left", asked.id())>{t("order-left")}</p>
            <ul class="left-over" aria-labelledby=format!("{}-left", asked.id()) data-testid="left-over">
                <For each=left key=|step| *step children=move |step| {
                    let text = building.text(step);
                    let label = t_args("order-add", &[("line", text.clone().into())]);
                    view! {
                        <li>
                            <button type="button" id=building.id(step, "add") aria-label=label on:click=move |_| building.add(step)>
                                <span aria-hidden="true">"+ "</span>{text}
                            </button>
                        </li>
                    }
                } />
            </ul>
            <p class="sr-only" role="status">{move || building.moved.get()}</p>
        </div>
    }
    .into_any()
}

fn line_view(building: Building, in_use: Memo<Vec<usize>>, step: usize) -> AnyView {
    let place = move || in_use.with(|used| used.iter().position(|known| *known == step).unwrap_or(0));
    let is_first = move || place() == 0;
    let is_last = move || place() + 1 >= in_use.with(Vec::len);
    let text = building.text(step);
    let reasons = building.puzzle.with_value(|puzzle| puzzle.reasons.clone());
    let options: Vec<AnyView> =
        reasons.into_iter().enumerate().map(|(idx, reason)| view! { <option value=idx.to_string()>{reason}</option> }.into_any()).collect();
    let named = move |what: &'static str| move || t_args(what, &[("n", (place() + 1).into())]);
    view! {
        <li>
            <p class="built-line">{text}</p>
            <div class="row built-tools">
                <select id=building.id(step, "reason") aria-label=named(key("order-reason-of")) on:change=move |event| building.choose_reason(step, &event)>
                    <option value="">{t("order-reason")}</option>
                    {options}
                </select>
                <button type="button" id=building.id(step, "up") aria-label=named(key("order-up")) prop:disabled=is_first on:click=move |_| building.shift(step, true)>"↑"</button>
                <button type="button" id=building.id(step, "down") aria-label=named(key("order-down")) prop:disabled=is_last on:click=move |_| building.shift(step, false)>"↓"</button>
                <button type="button" aria-label=named(key("order-remove")) on:click=move |_| building.remove(step)>"✕"</button>
            </div>
        </li>
    }
    .into_any()
}

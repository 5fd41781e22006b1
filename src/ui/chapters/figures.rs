//! Live figures that are functions of their dials: distributions on their way through a sampler, masks, chains of
//! tests, speed-ups, lookups. All numbers come from the core.

use super::dials::{Dials, range, snapped};
use crate::decode::{
    ConstrainedRecording, ConstrainedRun, CostModel, LogitsProcessor, LogitsRecording, MAX_GAMMA, MAX_POSITIONS, MaskView, Pipeline,
    PipelineSpec, Probs, ProcessorChain, TokenTrie, expected_tokens_per_cycle, lookup_summary, n_right, prompt_lookup,
};
use crate::ui::automaton::draw_automaton;
use crate::ui::charts;
use crate::ui::components::PlotFigure;
use crate::ui::constraint_words;
use crate::ui::constraints_state::FIRST_CONSTRAINTS_URL;
use crate::ui::exercises::{bars_table, cycles_trial};
use crate::ui::fetch::fetch_text;
use crate::ui::i18n::{decimal, t, t_args};
use crate::ui::latency_captions::{term_words, times};
use crate::ui::logits_state::FIRST_LOGITS_URL;
use crate::ui::words;
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::sync::Arc;

/// The recordings that a chapter's figures share, each fetched once.
#[derive(Clone, Copy)]
pub(super) struct Recordings {
    logits: RwSignal<Arrival<LogitsRecording>>,
    text: RwSignal<Arrival<ConstrainedRun>>,
}

/// A recording on its way.
#[derive(Clone)]
enum Arrival<T> {
    NotAsked,
    Awaited,
    There(Arc<T>),
    Failed,
}

impl Default for Recordings {
    fn default() -> Self {
        Self { logits: RwSignal::new(Arrival::NotAsked), text: RwSignal::new(Arrival::NotAsked) }
    }
}

impl Recordings {
    fn logits(self) -> RwSignal<Arrival<LogitsRecording>> {
        ask(self.logits, FIRST_LOGITS_URL, |json| LogitsRecording::from_json(json).ok());
        self.logits
    }

    fn text(self) -> RwSignal<Arrival<ConstrainedRun>> {
        ask(self.text, FIRST_CONSTRAINTS_URL, |json| {
            let recording = ConstrainedRecording::from_json(json).ok()?;
            ConstrainedRun::from_trace(recording.trace, Arc::new(TokenTrie::new(recording.vocabulary))).ok()
        });
        self.text
    }
}

fn ask<T: Send + Sync + 'static>(signal: RwSignal<Arrival<T>>, url: &'static str, read: fn(&str) -> Option<T>) {
    if !signal.with_untracked(|arrival| matches!(arrival, Arrival::NotAsked)) {
        return;
    }
    signal.set(Arrival::Awaited);
    spawn_local(async move {
        let read = fetch_text(url).await.ok().and_then(|json| read(&json));
        // The chapter may have been left meanwhile.
        signal.try_set(read.map_or(Arrival::Failed, |read| Arrival::There(Arc::new(read))));
    });
}

/// What a figure says while its recording is on its way.
fn waiting<T>(arrival: &Arrival<T>) -> AnyView {
    let words = match arrival {
        Arrival::Failed => t("figure-failed"),
        _ => t("figure-waiting"),
    };
    view! { <p class="soft empty" role="status">{words}</p> }.into_any()
}

/// A slider for a dial.
pub(super) fn slider(dials: Dials, figure: &str, dial: &'static str, label: String, write: fn(f64) -> String) -> AnyView {
    let key = format!("{figure}.{dial}");
    let value = dials.memo(key.clone());
    let id = format!("{figure}-{dial}");
    let range = range(figure, dial).unwrap_or([0.0, 1.0, 0.05]);
    let [min, max, step] = range;
    let on_input = move |event: ev::Event| {
        if let Ok(given) = event_target_value(&event).parse::<f64>()
            && given.is_finite()
        {
            dials.set(&key, snapped(range, given));
        }
    };
    view! {
        <div class="field knob figure-knob">
            <label for=id.clone()>{label}" "<output for=id.clone()>{move || write(value.get())}</output></label>
            <input id=id type="range" min=min.to_string() max=max.to_string() step=step.to_string() prop:value=move || value.get().to_string() aria-valuetext=move || write(value.get()) on:input=on_input />
        </div>
    }
    .into_any()
}

fn two_digits(value: f64) -> String {
    decimal(value, 2)
}

fn or_off(value: f64, off: f64) -> String {
    if value == off { t("settings-off") } else { decimal(value, 2) }
}

/// A real model's distribution through temperature, top-k, top-p and min-p.
pub(super) fn sampler(name: &str, dials: Dials) -> AnyView {
    const N_ROWS: usize = 8;
    let recording = expect_context::<Recordings>().logits();
    let dial = |dial: &str| dials.memo(format!("{name}.{dial}"));
    let (temperature, top_k, top_p, min_p) = (dial("temperature"), dial("top_k"), dial("top_p"), dial("min_p"));
    let spec = Memo::new(move |_| PipelineSpec {
        temperature: temperature.get(),
        top_k: top_k.get() as usize,
        top_p: top_p.get(),
        min_p: min_p.get(),
        ..PipelineSpec::default()
    });
    let drawn = move || {
        recording.with(|arrival| match arrival {
            Arrival::There(recording) => spec.with(|spec| sampled(recording, spec, N_ROWS)),
            other => waiting(other),
        })
    };
    let is_filters = name.ends_with("filters");
    let sliders =
        if is_filters {
            vec![
                slider(dials, name, "top_k", words::knob_title("top_k"), |value| {
                    if value == 0.0 { t("settings-off") } else { format!("{value:.0}") }
                }),
                slider(dials, name, "top_p", words::knob_title("top_p"), |value| or_off(value, 1.0)),
                slider(dials, name, "min_p", words::knob_title("min_p"), |value| or_off(value, 0.0)),
            ]
        } else {
            vec![slider(dials, name, "temperature", words::knob_title("temperature"), two_digits)]
        };
    view! { <div class="figure-dials">{sliders}</div> {drawn} }.into_any()
}

fn sampled(recording: &LogitsRecording, spec: &PipelineSpec, n_rows: usize) -> AnyView {
    let facts = &recording.facts;
    let pipeline = Pipeline::new(spec, &facts.row.0, &facts.context, facts.n_prompt);
    let (Some(own), Some(after)) = (pipeline.probs(0), pipeline.result()) else { return ().into_any() };
    let top = own.top(n_rows);
    let mut names: Vec<String> = top.iter().map(|token| recording.vocabulary.label(*token)).collect();
    names.push(words::others(own.vocab_size() - top.len()));
    let column = |probs: &Probs| {
        let mut values: Vec<f64> = top.iter().map(|token| probs.get(*token)).collect();
        let is_all = top.iter().filter(|token| probs.get(**token) > 0.0).count() == probs.support();
        values.push(if is_all { 0.0 } else { (1.0 - values.iter().sum::<f64>()).max(0.0) });
        values
    };
    let entropies = [own.entropy(), after.entropy()];
    let said = t_args(
        "figure-sampler-words",
        &[
            ("left", after.support().into()),
            ("all", own.vocab_size().into()),
            ("choices", decimal(after.effective_choices(), 1).into()),
            ("own", decimal(own.effective_choices(), 1).into()),
        ],
    );
    let columns = [(t("figure-own"), column(own)), (t("figure-drawn-from"), column(after))];
    view! { {bars_table(&names, &columns, &entropies)} <p class="soft" data-testid="sampler-words" aria-live="polite">{said}</p> }
        .into_any()
}

/// Two orders of temperature and top-p, side by side (case 14 of the tests).
pub(super) fn order(name: &str, dials: Dials) -> AnyView {
    const LOGITS: [f32; 3] = [3.0, 2.0, 1.0];
    let (temperature, top_p) = (dials.memo(format!("{name}.temperature")), dials.memo(format!("{name}.top_p")));
    let drawn = move || {
        let stages = [LogitsProcessor::Temperature(temperature.get()), LogitsProcessor::TopP(top_p.get())];
        let through = |processors: Vec<LogitsProcessor>| ProcessorChain { processors }.process(&LOGITS, &[]);
        let [first, last] = [vec![stages[0].clone(), stages[1].clone()], vec![stages[1].clone(), stages[0].clone()]].map(through);
        let (Some(own), Some(first), Some(last)) = (through(Vec::new()), first, last) else { return ().into_any() };
        let said = if first == last {
            t("figure-order-same")
        } else {
            t_args("figure-order-words", &[("n", first.support().into()), ("last", last.support().into())])
        };
        let entropies = [&own, &first, &last].map(Probs::entropy);
        let column = |name: String, probs: &Probs| (name, probs.as_slice().to_vec());
        let columns = [column(t("figure-own"), &own), column(t("figure-order-first"), &first), column(t("figure-order-last"), &last)];
        view! { {bars_table(&["1", "2", "3"].map(str::to_owned), &columns, &entropies)} <p class="soft" data-testid="order-words" aria-live="polite">{said}</p> }
            .into_any()
    };
    view! {
        <div class="figure-dials">
            {slider(dials, name, "temperature", words::knob_title("temperature"), two_digits)}
            {slider(dials, name, "top_p", words::knob_title("top_p"), |value| or_off(value, 1.0))}
        </div>
        {drawn}
    }
    .into_any()
}

/// A recorded text under a grammar: the automaton, and the mask at a token.
pub(super) fn mask(name: &str, dials: Dials) -> AnyView {
    let recording = expect_context::<Recordings>().text();
    let key = format!("{name}.step");
    let step = dials.memo(key.clone());
    let drawn = move || {
        recording.with(|arrival| match arrival {
            Arrival::There(run) => masked(run, (step.get() as usize).min(run.n_steps().saturating_sub(1))),
            other => waiting(other),
        })
    };
    let n_steps = move || recording.with(|arrival| if let Arrival::There(run) = arrival { run.n_steps() } else { 1 });
    // An address may ask for a token that the text does not have.
    let at = move || (step.get() as usize).min(n_steps().saturating_sub(1));
    let turn = {
        let key = key.clone();
        move |by: f64| dials.set(&key, (untrack(at) as f64 + by).clamp(0.0, n_steps().saturating_sub(1) as f64))
    };
    let back = turn.clone();
    let is_first = move || at() == 0;
    let is_last = move || at() + 1 == n_steps();
    view! {
        <div class="row figure-dials">
            <button type="button" prop:disabled=is_first on:click=move |_| back(-1.0)>{t("figure-mask-before")}</button>
            <button type="button" prop:disabled=is_last on:click=move |_| turn(1.0)>{t("figure-mask-next")}</button>
            <span class="soft">{move || t_args("figure-mask-place", &[("n", (at() + 1).into()), ("all", n_steps().into())])}</span>
        </div>
        {drawn}
    }
    .into_any()
}

fn masked(run: &ConstrainedRun, step_idx: usize) -> AnyView {
    const N_ROWS: usize = 5;
    let Some(MaskView { rows, n_legal, n_vocab, feasible_mass, .. }) = run.mask_view(step_idx, N_ROWS) else { return ().into_any() };
    let vocabulary = run.processor.trie().vocabulary();
    let constraint = run.processor.constraint();
    let state = run.state_before(step_idx);
    let drawing = constraint.diagram().zip(constraint.diagram_state(&state)).map(|(diagram, at)| draw_automaton(&diagram, at, &[]));
    let text = run.text_before(step_idx);
    let n_prompt = run.trace.prompt.len();
    let (prompt, written) = (vocabulary.text(&text[..n_prompt]), vocabulary.text(&text[n_prompt..]));
    let rows: Vec<AnyView> = rows
        .iter()
        .map(|row| {
            let label = vocabulary.label(row.token);
            let (class, sign) = if row.is_legal {
                ("legal-row", format!("✓ {}", t("picture-legal")))
            } else {
                ("illegal-row", format!("✗ {}", t("picture-masked")))
            };
            view! {
                <tr class=class>
                    <th scope="row" class="token">{label}</th>
                    <td class="num">{words::mass(row.raw)}</td>
                    <td>{sign}</td>
                    <td class="num">{words::prob(row.constrained)}</td>
                </tr>
            }
            .into_any()
        })
        .collect();
    let said = t_args(
        "figure-mask-words",
        &[
            ("legal", n_legal.into()),
            ("all", n_vocab.into()),
            ("mass", words::mass(feasible_mass).into()),
            ("expects", constraint_words::expected(&constraint.expected(&state)).into()),
        ],
    );
    let automaton = drawing.map(|drawing| {
        view! { <div class="figure-automaton" role="img" aria-label=drawing.summary inner_html=drawing.svg></div> }.into_any()
    });
    view! {
        <p class="strip small" data-testid="mask-text"><span class="given">{prompt}</span><b>{written}</b>"▏"</p>
        {automaton}
        <table class="bar-table mask-table">
            <thead><tr><th scope="col">{t("picture-token")}</th><th scope="col" class="num">"p"</th><th scope="col">{t("figure-mask-mask")}</th><th scope="col" class="num">{t("figure-mask-if-legal")}</th></tr></thead>
            <tbody>{rows}</tbody>
        </table>
        <p class="soft" data-testid="mask-words" aria-live="polite">{said}</p>
    }
    .into_any()
}

/// A chain of three tests, tried out.
pub(super) fn chain(name: &str, dials: Dials) -> AnyView {
    let [a, b, c] = ["a", "b", "c"].map(|dial| dials.memo(format!("{name}.{dial}")));
    let alphas = Memo::new(move |_| vec![a.get(), b.get(), c.get()]);
    view! {
        <div class="figure-dials">
            {slider(dials, name, "a", "α₁".to_owned(), two_digits)}
            {slider(dials, name, "b", "α₂".to_owned(), two_digits)}
            {slider(dials, name, "c", "α₃".to_owned(), two_digits)}
        </div>
        {cycles_trial(alphas, 0)}
    }
    .into_any()
}

/// The speed-up over the draft's length.
pub(super) fn speedup(name: &str, dials: Dials) -> AnyView {
    let [alpha, gamma, draft, slope] = ["alpha", "gamma", "c", "slope"].map(|dial| dials.memo(format!("{name}.{dial}")));
    let costs = Memo::new(move |_| {
        let mut costs = CostModel::free_verify(draft.get());
        costs.verify = std::array::from_fn::<f64, MAX_POSITIONS, _>(|idx| 1.0 + slope.get() * idx as f64);
        costs
    });
    let n = move || (gamma.get() as usize).clamp(1, MAX_GAMMA);
    let plot = Memo::new(move |_| costs.with(|costs| charts::speed_up_over_gamma(costs, alpha.get(), n())));
    let said = move || {
        costs.with(|costs| {
            let (alpha, gamma) = (alpha.get(), n());
            let speed_up = costs.speed_up(alpha, gamma);
            let tau = ("tau", decimal(expected_tokens_per_cycle(alpha, gamma), 2).into());
            let cost = ("cost", decimal(costs.cycle(gamma), 2).into());
            let by = ("speedup", times(speed_up).into());
            if speed_up >= 1.0 {
                let (best, at_best) = costs.best_gamma(alpha);
                t_args("figure-speedup-best", &[tau, cost, by, ("gamma", best.into()), ("best", times(at_best).into())])
            } else {
                let (term, _) = costs.costliest(alpha, gamma);
                t_args("figure-speedup-slower", &[tau, cost, by, ("why", term_words(term, costs, gamma).into())])
            }
        })
    };
    view! {
        <div class="figure-dials">
            {slider(dials, name, "alpha", words::knob_title("alpha"), two_digits)}
            {slider(dials, name, "gamma", words::knob_title("gamma"), |value| format!("{value:.0}"))}
            {slider(dials, name, "c", words::knob_title("draft_cost"), two_digits)}
            {slider(dials, name, "slope", t("figure-position-cost"), two_digits)}
        </div>
        <PlotFigure name="speed-up" plot />
        <p data-testid="speedup-words" aria-live="polite">{said}</p>
    }
    .into_any()
}

/// A text that says some things twice, as texts do.
const STORY: &str = include_str!("lookup.txt");

/// Its words.
pub(super) fn n_story_words() -> usize {
    STORY.split_whitespace().count()
}

/// Prompt lookup on a text that repeats itself.
pub(super) fn lookup(name: &str, dials: Dials) -> AnyView {
    let text: Vec<&'static str> = STORY.split_whitespace().collect();
    let [n, gamma, at] = ["n", "gamma", "at"].map(|dial| dials.memo(format!("{name}.{dial}")));
    let drawn = move || {
        let (n, gamma) = (n.get() as usize, gamma.get() as usize);
        let at = (at.get() as usize).clamp(1, text.len() - 1);
        let guess = prompt_lookup(&text[..at], n, gamma);
        let word = |idx: usize| {
            let class = match guess {
                Some(guess) if (guess.found_at..guess.from).contains(&idx) || (at - n..at).contains(&idx) => "key",
                Some(guess) if (guess.from..guess.from + guess.len).contains(&idx) => "copied",
                _ => "",
            };
            view! { <span class=class>{text[idx]}</span>" " }.into_any()
        };
        let written: Vec<AnyView> = (0..at).map(word).collect();
        let guessed = guess.map(|guess| {
            let right = n_right(&text, at, guess);
            let words: Vec<AnyView> = text[guess.from..guess.from + guess.len]
                .iter()
                .enumerate()
                .map(|(idx, word)| {
                    let (class, sign) = if idx < right { ("guess right", "✓") } else { ("guess wrong", "✗") };
                    view! { <span class=class>{*word}<span aria-hidden="true">{sign}</span></span>" " }.into_any()
                })
                .collect();
            (words, right, guess.len)
        });
        let said = match &guessed {
            Some((_, right, len)) => {
                t_args("figure-lookup-found", &[("n", n.into()), ("guesses", (*len).into()), ("right", (*right).into())])
            }
            None => t_args("figure-lookup-none", &[("n", n.into())]),
        };
        let summary = lookup_summary(&text, n, gamma);
        let whole = t_args(
            "figure-lookup-whole",
            &[
                ("right", summary.n_right.into()),
                ("guessed", summary.n_guessed.into()),
                ("cycles", summary.n_cycles.into()),
                ("words", (text.len() - n).into()),
            ],
        );
        let guesses = guessed.map(|(words, ..)| words);
        view! {
            <p class="lookup-text" lang="en" data-testid="lookup-text">{written}{guesses}</p>
            <p data-testid="lookup-words" aria-live="polite">{said}</p>
            <p class="soft" data-testid="lookup-whole">{whole}</p>
        }
        .into_any()
    };
    view! {
        <div class="figure-dials">
            {slider(dials, name, "n", t("figure-lookup-n"), |value| format!("{value:.0}"))}
            {slider(dials, name, "gamma", t("figure-lookup-gamma"), |value| format!("{value:.0}"))}
            {slider(dials, name, "at", t("figure-lookup-at"), |value| format!("{value:.0}"))}
        </div>
        {drawn}
    }
    .into_any()
}

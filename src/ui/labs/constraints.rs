//! The lab "Constrained decoding is masked softmax": a grammar as an automaton over bytes, the mask
//! that it puts on the model's distribution, and what follows: the draw, the moves, dead ends.

use crate::decode::{
    CONSTRAINED_KNOBS, CONSTRAINED_PRESETS, ConstrainedEvent, ConstrainedOrigin, ConstrainedSpec, ConstrainedStage, ConstrainedStep,
    ConstraintPlace, ConstraintSpec, DEFAULT_MAX_ITEMS, DEFAULT_MAX_LENGTH, Job, Knob, MAX_CONSTRAINT_BYTES, MAX_FRACTION_DIGITS,
    MAX_NESTING, MAX_WHOLE_DIGITS, MaskRest, MaskView, Probe, Run, StopReason, Tail, TokenId, WayOut, byte_chip, probe,
};
use crate::protocol::BeamText;
use crate::ui::automaton::{Drawing, EdgeMove, draw_automaton};
use crate::ui::components::rich;
use crate::ui::components::{EnginePills, OpenFile, SourcePill, TokenLabel, knob_field, prompt_field, seed_field};
use crate::ui::constraint_captions::{constrained_caption, constrained_title, end_words, fight_words, way_out_words};
use crate::ui::constraint_words;
use crate::ui::constraints_state::{ConstraintsState, FIRST_CONSTRAINTS_URL, ShownText, event_words};
use crate::ui::export;
use crate::ui::i18n::{decimal, integer, key, t, t_args};
use crate::ui::lab::{Lab, begin};
use crate::ui::labs::SettingsSection;
use crate::ui::state::RunSource;
use crate::ui::words;
use leptos::ev;
use leptos::prelude::*;

/// The lab's entry in the registry.
pub const CONSTRAINTS: Lab = Lab {
    id: "constraints",
    trace: FIRST_CONSTRAINTS_URL,
    e2e_test: "tests/e2e/constraints.test.mjs",
    view: || ConstraintsLab().into_any(),
    player: || ConstraintsState::use_context().player(),
    query: || ConstraintsState::use_context().query(),
    job: || Job::OneByOne,
    at_rest: || ConstraintsState::use_context().at_rest(),
};

/// Legal tokens that are named where a text is tried.
const N_EXAMPLES: usize = 8;

#[component]
fn ConstraintsLab() -> impl IntoView {
    let state = ConstraintsState::use_context();
    state.enter();
    on_cleanup(move || state.leave());
    let first = state.shown.with_untracked(Option::is_none).then_some(FIRST_CONSTRAINTS_URL);
    begin(state.engine, first, move |json| state.open_first(json));
    view! {
        <div class="lab">
            <SettingsSection lab=&CONSTRAINTS>
                <Settings />
            </SettingsSection>
            <section class="pipeline with-automaton" aria-label=t("constraints-story")>
                <Text />
                <StepCard />
                <AutomatonCard />
            </section>
            <section class="results constraint-results" aria-label=t("logits-follows")>
                <Conditioning />
                <TryText />
                <DraftCard />
                <BeamsCard />
                <StepsTable />
            </section>
        </div>
    }
}

/// For each kind of constraint, the preset with the one to begin with.
const KINDS: [usize; 4] = [1, 0, 3, 4];

fn kind_idx(constraint: &ConstraintSpec) -> usize {
    match constraint {
        ConstraintSpec::Digits { .. } => 0,
        ConstraintSpec::DigitList { .. } => 1,
        ConstraintSpec::Regex { .. } => 2,
        ConstraintSpec::JsonSchema { .. } => 3,
    }
}

/// The constraint that a kind begins with: that of a preset.
fn constraint_of_kind(idx: usize) -> ConstraintSpec {
    CONSTRAINED_PRESETS[KINDS[idx.min(KINDS.len() - 1)]].spec().constraint
}

#[component]
fn Settings() -> impl IntoView {
    let state = ConstraintsState::use_context();
    let prompt = Memo::new(move |_| state.spec.with(|spec| spec.prompt.clone()));
    let seed = Memo::new(move |_| state.spec.with(|spec| spec.seed));
    let knob = move |knob: &'static Knob<ConstrainedSpec>| {
        let value = Memo::new(move |_| state.spec.with(knob.read));
        let shown = Memo::new(move |_| state.spec.with(|spec| words::knob_value(knob, spec)));
        let effect = Memo::new(move |_| state.spec.with(|spec| words::knob_effect(knob, spec)));
        knob_field(knob, value, shown, effect, move |value| state.change(|spec| (knob.write)(spec, value)))
    };
    let gamma = CONSTRAINED_KNOBS.iter().find(|knob| knob.name == "gamma");
    let preset =
        Memo::new(move |_| state.spec.with(|spec| CONSTRAINED_PRESETS.iter().position(|preset| !preset.spec().differs_in_its_text(spec))));
    let choose = move |event: ev::Event| {
        if let Some(preset) = event_target_value(&event).parse::<usize>().ok().and_then(|idx| CONSTRAINED_PRESETS.get(idx)) {
            state.begin_with(preset.spec());
        }
    };
    view! {
        <div class="card stack" data-testid="controls">
            <div class="field">
                <label for="preset">{t("constraints-begin")}</label>
                <select id="preset" on:change=choose>
                    <option value="" prop:selected=move || preset.get().is_none()>{t("constraints-begin-own")}</option>
                    {CONSTRAINED_PRESETS
                        .iter()
                        .enumerate()
                        .map(|(idx, known)| view! { <option value=idx.to_string() prop:selected=move || preset.get() == Some(idx)>{t(&format!("constraints-preset-{}", known.id))}</option> })
                        .collect_view()}
                </select>
            </div>
            <ConstraintFields />
            {prompt_field(prompt, move |prompt| state.change(|spec| spec.prompt = prompt))}
            <Choice
                name="order"
                legend=t("constraints-order")
                choices=vec![
                    (t("constraints-order-first"), t("constraints-order-first-hint")),
                    (t("constraints-order-last"), t("constraints-order-last-hint")),
                ]
                chosen=Signal::derive(move || usize::from(state.spec.with(|spec| spec.mask_last)))
                choose=Callback::new(move |idx| state.change(|spec| spec.mask_last = idx == 1))
            />
            <Choice
                name="way-out"
                legend=t("constraints-way-out")
                choices=[t("constraints-backtrack"), t("constraints-repair"), t("constraints-reject")].map(without_hint).to_vec()
                chosen=Signal::derive(move || state.spec.with(|spec| WayOut::ALL.iter().position(|(way_out, _)| *way_out == spec.way_out).unwrap_or(0)))
                choose=Callback::new(move |idx: usize| state.change(|spec| spec.way_out = WayOut::ALL[idx.min(2)].0))
            />
            <p class="soft" data-testid="way-out-words">{move || way_out_words(state.spec.with(|spec| spec.way_out))}</p>
            {CONSTRAINED_KNOBS.iter().filter(|knob| !["seed", "gamma"].contains(&knob.name)).map(knob).collect_view()}
            {seed_field(seed, move |seed| state.change(|spec| spec.seed = seed))}
            <Switch
                id="with-draft"
                label=t("constraints-with-draft")
                hint=t("constraints-with-draft-hint")
                on=Signal::derive(move || state.spec.with(|spec| spec.with_draft))
                set=Callback::new(move |on| state.change(|spec| spec.with_draft = on))
            />
            <Show when=move || state.spec.with(|spec| spec.with_draft)>{gamma.map(knob)}</Show>
            <Switch
                id="with-beams"
                label=t("constraints-with-beams")
                hint=t("constraints-with-beams-hint")
                on=Signal::derive(move || state.spec.with(|spec| spec.with_beams))
                set=Callback::new(move |on| state.change(|spec| spec.with_beams = on))
            />
            <div class="row">
                <button type="button" data-testid="stop" prop:disabled=move || !state.running.get() on:click=move |_| state.stop()>{t("settings-stop")}</button>
                <OpenFile label=t("settings-open-text") on_text=Callback::new(move |json: String| state.open_file(&json)) />
            </div>
        </div>
        <EnginePills />
    }
}

/// One of a few, as radio buttons.
#[component]
fn Choice(
    name: &'static str,
    legend: String,
    /// Each with a hint; empty for none.
    choices: Vec<(String, String)>,
    chosen: Signal<usize>,
    choose: Callback<usize>,
) -> impl IntoView {
    view! {
        <fieldset class="field">
            <legend class="choice-legend">{legend}</legend>
            <div class="segments">
                {choices
                    .into_iter()
                    .enumerate()
                    .map(|(idx, (title, hint))| {
                        view! {
                            <label>
                                <input type="radio" name=name prop:checked=move || chosen.get() == idx on:change=move |_| choose.run(idx) />
                                <span>{title} {(!hint.is_empty()).then(|| view! { <small>{hint}</small> })}</span>
                            </label>
                        }
                    })
                    .collect_view()}
            </div>
        </fieldset>
    }
}

fn without_hint(title: String) -> (String, String) {
    (title, String::new())
}

/// Something that is on or off.
#[component]
fn Switch(id: &'static str, label: String, hint: String, on: Signal<bool>, set: Callback<bool>) -> impl IntoView {
    let hint_id = format!("{id}-hint");
    view! {
        <div class="field switch">
            <label for=id>
                <input
                    id=id
                    type="checkbox"
                    aria-describedby=hint_id.clone()
                    prop:checked=move || on.get()
                    on:change=move |event| set.run(event_target_checked(&event))
                />
                {label}
            </label>
            <small id=hint_id>{hint}</small>
        </div>
    }
}

/// The kind of constraint, its fields, and what is wrong with it.
#[component]
fn ConstraintFields() -> impl IntoView {
    let state = ConstraintsState::use_context();
    let constraint = Memo::new(move |_| state.spec.with(|spec| spec.constraint.clone()));
    let kind = Memo::new(move |_| constraint.with(kind_idx));
    let choose_kind = move |idx: usize| state.change_constraint(state.draft_of_kind(&constraint_of_kind(idx)));
    let fields = move || match kind.get() {
        0 => view! { <DigitsFields constraint /> }.into_any(),
        1 => view! { <ListFields constraint /> }.into_any(),
        2 => view! { <PatternFields constraint /> }.into_any(),
        _ => view! { <SchemaFields constraint /> }.into_any(),
    };
    view! {
        <Choice
            name="kind"
            legend=t("constraints-kind")
            choices=[t("constraints-kind-digits"), t("constraints-kind-list"), t("constraints-kind-regex"), t("constraints-kind-json")]
                .map(without_hint)
                .to_vec()
            chosen=Signal::derive(move || kind.get())
            choose=Callback::new(choose_kind)
        />
        {fields}
        <div id="constraint-problem" aria-live="polite" data-testid="constraint-problem">
            {move || {
                state
                    .problem
                    .get()
                    .map(|problem| {
                        let message = problem.message();
                        let pointer = problem.pointer.map(|(line, n_before)| format!("{line}\n{}^", " ".repeat(n_before)));
                        let kept = state.shown.with(Option::is_some);
                        view! {
                            <div class="field-problem">
                                <p><span aria-hidden="true">"✕ "</span>{message}</p>
                                {pointer.map(|pointer| view! { <pre aria-hidden="true">{pointer}</pre> })}
                                {kept.then(|| view! { <p class="soft">{t("constraints-kept")}</p> })}
                            </div>
                        }
                    })
            }}
        </div>
    }
}

/// A whole number that may be left out.
#[component]
fn CountField(id: &'static str, label: String, value: Signal<Option<usize>>, set: Callback<Option<usize>>) -> impl IntoView {
    let state = ConstraintsState::use_context();
    let name = label.clone();
    let on_change = move |event: ev::Event| {
        let text = event_target_value(&event);
        match text.trim().parse::<usize>() {
            Ok(number) => set.run(Some(number)),
            Err(_) if text.trim().is_empty() => set.run(None),
            Err(_) => state.engine.notify(t_args("constraints-bad-count", &[("field", words::in_quotes(&name).into())])),
        }
    };
    view! {
        <div class="field">
            <label for=id>{label}</label>
            <input id=id type="text" inputmode="numeric" autocomplete="off" placeholder=t("constraints-no-bound") prop:value=move || value.get().map_or(String::new(), |n| n.to_string()) on:change=on_change />
        </div>
    }
}

#[component]
fn DigitsFields(constraint: Memo<ConstraintSpec>) -> impl IntoView {
    let state = ConstraintsState::use_context();
    let bounds = move || match constraint.get() {
        ConstraintSpec::Digits { min, max } => (min, max),
        _ => (1, None),
    };
    view! {
        <div class="count-fields">
            <CountField
                id="least-digits"
                label=t("constraints-least")
                value=Signal::derive(move || Some(bounds().0))
                set=Callback::new(move |min: Option<usize>| state.change_constraint(ConstraintSpec::Digits { min: min.unwrap_or(0), max: bounds().1 }))
            />
            <CountField
                id="most-digits"
                label=t("constraints-most")
                value=Signal::derive(move || bounds().1)
                set=Callback::new(move |max| state.change_constraint(ConstraintSpec::Digits { min: bounds().0, max }))
            />
        </div>
    }
}

#[component]
fn ListFields(constraint: Memo<ConstraintSpec>) -> impl IntoView {
    let state = ConstraintsState::use_context();
    let most = move || match constraint.get() {
        ConstraintSpec::DigitList { max_items } => max_items,
        _ => None,
    };
    view! {
        <CountField
            id="most-items"
            label=t("constraints-most-items")
            value=Signal::derive(most)
            set=Callback::new(move |max_items| state.change_constraint(ConstraintSpec::DigitList { max_items }))
        />
        <p class="soft">{t("constraints-list-hint")}</p>
    }
}

/// Examples of one kind, to choose from.
#[component]
fn Examples(kind: &'static str, constraint: Memo<ConstraintSpec>) -> impl IntoView {
    let state = ConstraintsState::use_context();
    let presets = CONSTRAINED_PRESETS.iter().map(|preset| (format!("constraints-preset-{}", preset.id), preset.constraint));
    let more = MORE_EXAMPLES.into_iter().map(|(key, text)| (key.to_owned(), text));
    let examples: Vec<(String, &'static str)> = presets.chain(more).filter(|(_, text)| text.starts_with(kind)).collect();
    let chosen = examples.clone();
    let choose = move |event: ev::Event| {
        let text = event_target_value(&event).parse::<usize>().ok().and_then(|idx| chosen.get(idx)).map(|(_, text)| *text);
        if let Some(constraint) = text.and_then(|text| ConstraintSpec::from_text(text).ok()) {
            state.change_constraint(constraint);
        }
    };
    let all: Vec<&'static str> = examples.iter().map(|(_, text)| *text).collect();
    view! {
        <select aria-label=t("constraints-example") on:change=choose>
            <option value="" prop:selected=move || !all.contains(&constraint.get().to_text().as_str())>{t("constraints-example-none")}</option>
            {examples
                .into_iter()
                .enumerate()
                .map(|(idx, (name, text))| view! { <option value=idx.to_string() prop:selected=move || constraint.get().to_text() == text>{t(&name)}</option> })
                .collect_view()}
        </select>
    }
}

/// Constraints to choose from besides those of the presets, and how the page's texts call them.
const MORE_EXAMPLES: [(&str, &str); 4] = [
    (key("constraints-example-yes-no"), "regex: (yes|no)"),
    (key("constraints-example-words"), "regex:([a-z]{1,5} ){2}[a-z]{1,5}"),
    (key("constraints-example-boolean"), r#"json:{"type": "boolean"}"#),
    (
        key("constraints-example-lists"),
        r#"json:{"type": "array", "maxItems": 3, "items": {"type": "array", "maxItems": 3, "items": {"type": "number"}}}"#,
    ),
];

#[component]
fn PatternFields(constraint: Memo<ConstraintSpec>) -> impl IntoView {
    let state = ConstraintsState::use_context();
    let pattern = move || match constraint.get() {
        ConstraintSpec::Regex { pattern } => pattern,
        _ => String::new(),
    };
    view! {
        <div class="field">
            <label for="pattern">{t("constraints-pattern")}</label>
            <textarea
                id="pattern"
                class="code"
                rows="2"
                maxlength=(MAX_CONSTRAINT_BYTES / 4).to_string()
                spellcheck="false"
                autocapitalize="off"
                aria-describedby="constraint-problem pattern-hint"
                aria-invalid=move || state.problem.with(Option::is_some).to_string()
                prop:value=pattern
                on:input=move |event| state.change_constraint(ConstraintSpec::Regex { pattern: event_target_value(&event) })
            ></textarea>
            <Examples kind="regex:" constraint />
            <small id="pattern-hint">{t("constraints-pattern-hint")}</small>
        </div>
    }
}

#[component]
fn SchemaFields(constraint: Memo<ConstraintSpec>) -> impl IntoView {
    let state = ConstraintsState::use_context();
    let schema = move || match constraint.get() {
        ConstraintSpec::JsonSchema { schema } => schema,
        _ => String::new(),
    };
    let bounds = t_args(
        "constraints-schema-hint",
        &[
            ("length", DEFAULT_MAX_LENGTH.into()),
            ("items", DEFAULT_MAX_ITEMS.into()),
            ("whole", usize::from(MAX_WHOLE_DIGITS).into()),
            ("fraction", usize::from(MAX_FRACTION_DIGITS).into()),
            ("nesting", MAX_NESTING.into()),
        ],
    );
    view! {
        <div class="field">
            <label for="schema">{t("constraints-schema")}</label>
            <textarea
                id="schema"
                class="code"
                rows="12"
                maxlength=(MAX_CONSTRAINT_BYTES / 4).to_string()
                spellcheck="false"
                autocapitalize="off"
                aria-describedby="constraint-problem schema-hint"
                aria-invalid=move || state.problem.with(Option::is_some).to_string()
                prop:value=schema
                on:input=move |event| state.change_constraint(ConstraintSpec::JsonSchema { schema: event_target_value(&event) })
            ></textarea>
            <Examples kind="json:" constraint />
            <small id="schema-hint" data-testid="bounds">{bounds}</small>
        </div>
    }
}

/// A token's place in the text, ready to draw.
#[derive(Clone, PartialEq)]
struct Piece {
    text: String,
    class: &'static str,
    title: String,
}

/// The text so far, token by token, and how it ended.
#[component]
fn Text() -> impl IntoView {
    let state = ConstraintsState::use_context();
    let source = move || {
        state.shown.with(|shown| {
            shown.as_ref().map(|shown| match shown.source {
                RunSource::Live => ("live", t("source-live"), t("source-live-target-more")),
                RunSource::File => ("file", t("source-file"), String::new()),
                _ if state.spec.with(|spec| shown.run.trace.spec.differs_in_its_text(spec)) => {
                    ("recorded", t("source-recorded"), t("source-recorded-other-more"))
                }
                _ => ("recorded", t("source-recorded"), t("source-recorded-one-more")),
            })
        })
    };
    let pieces = Memo::new(move |_| {
        state.shown.with(|shown| {
            let (Some(shown), Some(view)) = (shown, state.view.get()) else { return Vec::new() };
            let tokens: Vec<TokenId> = view.transcript.iter().map(|(token, _)| *token).collect();
            let spans = shown.vocabulary.spans(&tokens).into_iter().zip(&view.transcript);
            let piece = |(span, (_, origin)): (crate::decode::TokenText, &(TokenId, ConstrainedOrigin))| {
                let text = shown.vocabulary.shown(span, *origin == ConstrainedOrigin::Prompt);
                let (class, title) = match origin {
                    ConstrainedOrigin::Prompt => ("given", t("transcript-given")),
                    ConstrainedOrigin::Drawn => ("legal", t("constraints-drawn-under")),
                    ConstrainedOrigin::Forced => ("forced", t("constraints-forced-by")),
                };
                Piece { text, class, title }
            };
            spans.map(piece).collect()
        })
    });
    let taken_back = move || {
        state.view.with(|view| {
            view.as_ref().map(|view| view.taken_back.iter().map(|(_, token)| state.label(*token)).collect::<Vec<_>>()).unwrap_or_default()
        })
    };
    let end = move || state.view.with(|view| view.as_ref().and_then(|view| view.end));
    view! {
        <div class="card transcript" data-testid="transcript">
            <div class="card-head">
                <h2>{t("constraints-text-title")}</h2>
                <span class="legend"><span class="legal">{t("constraints-key-drawn")}</span><span class="forced">{t("constraints-key-forced")}</span></span>
                <SourcePill source />
            </div>
            <p class="strip tokens" data-testid="text">
                {move || {
                    pieces.get().into_iter().map(|piece| view! { <span class=piece.class title=piece.title>{piece.text}</span> }).collect_view()
                }}
                <span class="cursor" aria-hidden="true">"▏"</span>
            </p>
            <p class="row" data-testid="end">
                {move || {
                    end()
                        .map(|end| {
                            let (class, glyph) = if end.is_complete() { ("verdict accepted", "✓ ") } else { ("verdict rejected", "✕ ") };
                            view! { <span class=class><span aria-hidden="true">{glyph}</span>{end_words(end)}</span> }
                        })
                }}
                {move || {
                    let tokens = taken_back();
                    (!tokens.is_empty())
                        .then(|| {
                            view! {
                                <span class="soft taken-back" data-testid="taken-back">
                                    {t("constraints-taken-back")} " " {tokens.into_iter().map(|label| view! { <s class="token"><TokenLabel label /></s> " " }).collect_view()}
                                </span>
                            }
                        })
                }}
            </p>
        </div>
    }
}

/// The step on stage, with its caption and both distributions.
#[component]
fn StepCard() -> impl IntoView {
    let state = ConstraintsState::use_context();
    let stage = Memo::new(move |_| state.view.with(|view| view.as_ref().and_then(|view| view.stage)));
    let title = move || stage.get().map_or_else(|| t("constraints-title-before"), |stage| constrained_title(stage.event));
    let caption = move || {
        state.shown.with(|shown| {
            let Some(shown) = shown else { return waiting_words(state) };
            let Some(stage) = stage.get() else {
                return t(if shown.run.n_steps() == 0 { "constraints-nothing-drawn" } else { "constraints-opening" });
            };
            let expects = shown.run.processor.constraint().expected(&shown.run.state_before(stage.step_idx));
            state.masked.with(|masked| {
                masked.as_ref().map_or(String::new(), |masked| constrained_caption(&shown.run, stage, masked, &expects, &shown.vocabulary))
            })
        })
    };
    let save_json = move |_| {
        if let Some(recording) = state.recording() {
            state.engine.report_saving(export::download_text("decoding-lab-constrained.json", "application/json", &recording.to_json()));
        }
    };
    view! {
        <div class="card stage-card" data-testid="stage">
            <div class="card-head">
                <h2 data-testid="stage-title">{title}</h2>
                <span class="row">
                    <button type="button" class="quiet" prop:disabled=move || state.shown.with(Option::is_none) on:click=save_json>{t("constraints-save-json")}</button>
                </span>
            </div>
            <p class="lead" aria-live="polite" data-testid="caption">{caption}</p>
            {move || {
                let stage = stage.get()?;
                let drawn = state.shown.with(|shown| match shown.as_ref()?.run.trace.steps.get(stage.step_idx).map(|facts| &facts.event) {
                    Some(ConstrainedEvent::Token { token, .. }) if stage.is_done() => Some(*token),
                    _ => None,
                });
                let millis = state.shown.with(|shown| shown.as_ref()?.run.trace.steps.get(stage.step_idx).map(|facts| facts.millis.mask));
                state.masked.with(|masked| masked.clone()).map(|masked| {
                    view! {
                        {draw_numbers(&masked, stage, millis)}
                        {draw_rows(&masked, stage, drawn, move |token| state.label(token))}
                    }
                })
            }}
        </div>
    }
}

fn waiting_words(state: ConstraintsState) -> String {
    t(if state.problem.with(Option::is_some) { "constraints-waits-problem" } else { "logits-on-its-way" })
}

fn draw_numbers(masked: &MaskView, stage: ConstrainedStage, mask_millis: Option<f64>) -> AnyView {
    let is_masked = stage.is_masked();
    let fight = fight_words(masked).filter(|_| is_masked);
    let legal = if is_masked {
        t_args("constraints-of", &[("n", masked.n_legal.into()), ("all", masked.n_vocab.into())])
    } else {
        t("constraints-not-asked")
    };
    let mass = if is_masked { words::mass(masked.feasible_mass) } else { "–".to_owned() };
    let time = match mask_millis {
        Some(millis) if millis > 0.0 => words::milliseconds(millis, 3),
        _ => t("constraints-not-measured"),
    };
    let is_fight = fight.is_some();
    let has_drawable = stage.is_renormalised() || matches!(stage.event, ConstrainedStep::DeadEnd | ConstrainedStep::WayOut);
    let drawable = if has_drawable { integer(masked.n_drawable as u64) } else { "–".to_owned() };
    view! {
        <dl class="facts" data-testid="facts">
            <div><dt>{t("constraints-fact-legal")}</dt><dd class="num">{legal}</dd></div>
            <div class:fight=is_fight data-testid="feasible">
                <dt>{t("constraints-fact-feasible")}</dt>
                <dd class="num">{is_fight.then_some("⚠ ")}{mass}{fight.map(|words| view! { <small>{words}</small> })}</dd>
            </div>
            <div><dt>{t("constraints-fact-drawable")}</dt><dd class="num">{drawable}</dd></div>
            <div data-testid="mask-time"><dt>{t("constraints-fact-time")}</dt><dd class="num">{time}</dd></div>
        </dl>
    }
    .into_any()
}

fn draw_rows(masked: &MaskView, stage: ConstrainedStage, drawn: Option<TokenId>, label: impl Fn(TokenId) -> String) -> AnyView {
    let rests = [masked.legal_rest, masked.illegal_rest];
    let raw_top = masked.rows.iter().map(|row| row.raw).chain(rests.map(|rest| rest.raw)).fold(0.0, f64::max);
    let masked_top =
        masked.rows.iter().map(|row| row.constrained.max(row.drawn_from)).chain(rests.map(|rest| rest.constrained)).fold(0.0, f64::max);
    let share = |value: f64, top: f64| format!("{:.3}%", if top > 0.0 { value / top * 100.0 } else { 0.0 });
    let (is_masked, is_renormalised) = (stage.is_masked(), stage.is_renormalised());
    let has_filters = masked.rows.iter().any(|row| (row.constrained - row.drawn_from).abs() > 1e-9);
    let shows_drawn = stage.is_done() && has_filters && drawn.is_some();
    let rows: Vec<_> = masked
        .rows
        .iter()
        .map(|row| {
            let illegal = is_masked && !row.is_legal;
            let (glyph, note) = match (is_masked, row.is_legal, row.was_taken_back) {
                (_, _, true) => ("✕", t("constraints-row-taken-back")),
                (true, false, _) => ("✕", t("constraints-row-illegal")),
                _ if drawn == Some(row.token) => ("●", t("constraints-row-drawn")),
                (true, true, _) => ("✓", t("constraints-row-legal")),
                _ => ("", String::new()),
            };
            view! {
                <tr class:illegal=illegal class:taken=row.was_taken_back class:marked=drawn == Some(row.token)>
                    <th scope="row" class="token"><TokenLabel label=label(row.token) /></th>
                    <td class="track"><div class="track-inner"><div class="seg raw" style=("width", share(row.raw, raw_top))></div></div></td>
                    <td class="num">{words::prob(row.raw)}</td>
                    <td class="track">
                        <div class="track-inner">
                            {(is_renormalised && row.constrained > 0.0).then(|| view! { <div class="seg after" style=("width", share(row.constrained, masked_top))></div> })}
                            {(shows_drawn && row.is_legal).then(|| view! { <div class="p-line" style=("left", share(row.drawn_from, masked_top))></div> })}
                        </div>
                    </td>
                    <td class="num">{if is_renormalised { words::prob(row.constrained) } else if illegal { "0".to_owned() } else { String::new() }}</td>
                    {shows_drawn.then(|| view! { <td class="num on-wide-cell">{words::prob(row.drawn_from)}</td> })}
                    <td class="note">{glyph} " " <span class="note-word">{note}</span></td>
                </tr>
            }
        })
        .collect();
    let rest_row = |rest: MaskRest, name: String, illegal: bool| {
        (rest.n_tokens > 0).then(|| {
            view! {
                <tr class="rest" class:illegal=illegal>
                    <th scope="row" class="token">{name}</th>
                    <td class="track"><div class="track-inner"><div class="seg raw" style=("width", share(rest.raw, raw_top))></div></div></td>
                    <td class="num">{words::prob(rest.raw)}</td>
                    <td class="track"><div class="track-inner">{(is_renormalised && rest.constrained > 0.0).then(|| view! { <div class="seg after" style=("width", share(rest.constrained, masked_top))></div> })}</div></td>
                    <td class="num">{if is_renormalised || illegal { words::prob(rest.constrained) } else { String::new() }}</td>
                    {shows_drawn.then(|| view! { <td class="num on-wide-cell">{words::prob(rest.drawn_from)}</td> })}
                    <td class="note">{illegal.then(|| view! { "✕ " <span class="note-word">{t("constraints-row-illegal")}</span> })}</td>
                </tr>
            }
        })
    };
    let name = |rest: MaskRest, key: &str| {
        if is_masked { t_args(key, &[("n", rest.n_tokens.into())]) } else { words::others(rest.n_tokens) }
    };
    let legal_name = name(masked.legal_rest, key("constraints-others-legal"));
    let illegal_name = name(masked.illegal_rest, key("constraints-others-illegal"));
    view! {
        <table class="bars mask-rows">
            <caption class="sr-only">{t("constraints-rows-caption")}</caption>
            <thead>
                <tr>
                    <th scope="col">{t("constraints-column-token")}</th>
                    <th scope="col">"p(x)"</th>
                    <th scope="col" class="num"><span class="sr-only">"p"</span></th>
                    <th scope="col">{t("constraints-column-given-legal")}</th>
                    <th scope="col" class="num"><span class="sr-only">{t("constraints-under-mask")}</span></th>
                    {shows_drawn.then(|| view! { <th scope="col" class="num on-wide-cell">{t("constraints-column-filtered")}</th> })}
                    <th scope="col" class="note"><span class="sr-only">{t("constraints-column-said")}</span></th>
                </tr>
            </thead>
            <tbody>
                {rows}
                {rest_row(masked.legal_rest, legal_name, false)}
                {rest_row(masked.illegal_rest, illegal_name, is_masked)}
            </tbody>
        </table>
        <ul class="key" aria-hidden="true">
            <li><i class="key-legal"></i>{t("constraints-row-legal")}</li>
            <li><i class="key-illegal"></i>{t("constraints-key-illegal")}</li>
            {shows_drawn.then(|| view! { <li><i class="key-filtered"></i>{t("constraints-key-filtered")}</li> })}
        </ul>
    }
    .into_any()
}

/// The automaton, or the stack of nested values; and the moves of the token on stage.
#[component]
fn AutomatonCard() -> impl IntoView {
    let state = ConstraintsState::use_context();
    let stage = Memo::new(move |_| state.view.with(|view| view.as_ref().and_then(|view| view.stage)));
    let has_diagram = Memo::new(move |_| state.shown.with(|shown| shown.as_ref().map(|shown| shown.diagram.is_some())));
    let now = move |shown: &ShownText| match stage.get() {
        Some(stage) => shown.run.state_at(stage),
        None => shown.run.processor.constraint().start(),
    };
    let moves = move |shown: &ShownText| match stage.get() {
        Some(stage) if matches!(stage.event, ConstrainedStep::Move | ConstrainedStep::WayOut) => shown.run.moves(stage.step_idx),
        _ => Vec::new(),
    };
    let drawing = Memo::new(move |_| {
        state.shown.with(|shown| {
            let shown = shown.as_ref()?;
            let diagram = shown.diagram.as_ref()?;
            let at = shown.run.processor.constraint().diagram_state(&now(shown))?;
            let moves: Vec<EdgeMove> = moves(shown).iter().filter_map(|step| step.states.map(|(from, to)| (from, to, step.byte))).collect();
            Some(draw_automaton(diagram, at, &moves))
        })
    });
    let expects = move || {
        state.shown.with(|shown| {
            let shown = shown.as_ref()?;
            let constraint = shown.run.processor.constraint();
            let at = now(shown);
            let bytes = constraint.allowed_bytes(&at);
            let n_bytes = bytes.len();
            Some((
                constraint_words::place(&ConstraintPlace::of(constraint, &at)),
                constraint_words::expected(&constraint.expected(&at)),
                n_bytes,
                constraint.is_complete(&at),
                constraint.is_ended(&at),
            ))
        })
    };
    view! {
        <div class="card automaton" data-testid="automaton">
            <h2>{move || t(if has_diagram.get() == Some(false) { "constraints-stack-title" } else { "constraints-automaton-title" })}</h2>
            {move || match has_diagram.get() {
                Some(true) => view! { <AutomatonFigure drawing /> }.into_any(),
                Some(false) => view! { <StackFigure /> }.into_any(),
                None => view! { <p class="soft empty">{t("constraints-automaton-empty")}</p> }.into_any(),
            }}
            {move || {
                expects()
                    .map(|(place, words, n_bytes, is_complete, is_ended)| {
                        let end = t(if is_ended {
                            "constraints-text-ended"
                        } else if is_complete {
                            "constraints-text-complete"
                        } else {
                            "constraints-text-goes-on"
                        });
                        view! {
                            <p data-testid="expects">
                                {rich("constraints-now", &[("place", place.into()), ("expects", words.into())])} " "
                                <span class="soft">{words::sentences([t_args("constraints-bytes", &[("n", n_bytes.into())]), end])}</span>
                            </p>
                        }
                    })
            }}
            {move || {
                let steps = state.shown.with(|shown| shown.as_ref().map(&moves).unwrap_or_default());
                (!steps.is_empty())
                    .then(|| {
                        view! {
                            <ol class="moves" data-testid="moves" aria-label=t("constraints-moves")>
                                {steps
                                    .into_iter()
                                    .map(|step| {
                                        let depth = match step.depth {
                                            (before, after) if after > before => t("constraints-opens"),
                                            (before, after) if after < before => t("constraints-closes"),
                                            _ => String::new(),
                                        };
                                        view! { <li><b class="token">{byte_label(step.byte)}</b> " → " {constraint_words::place(&step.to)} " " <span class="soft">{depth}</span></li> }
                                    })
                                    .collect_view()}
                            </ol>
                        }
                    })
            }}
        </div>
    }
}

/// A byte made visible.
fn byte_label(byte: u8) -> String {
    match byte {
        b' ' => "␣".to_owned(),
        b'\n' => "⏎".to_owned(),
        _ if byte.is_ascii_graphic() => char::from(byte).to_string(),
        _ => byte_chip(byte),
    }
}

#[component]
fn AutomatonFigure(drawing: Memo<Option<Drawing>>) -> impl IntoView {
    let state = ConstraintsState::use_context();
    let svg = move || drawing.with(|drawing| drawing.as_ref().map(|drawing| drawing.svg.clone()).unwrap_or_default());
    let summary = move || drawing.with(|drawing| drawing.as_ref().map(|drawing| drawing.summary.clone()).unwrap_or_default());
    let width = move || drawing.with(|drawing| drawing.as_ref().map_or(0, |drawing| drawing.size.0));
    let edges = move || drawing.with(|drawing| drawing.as_ref().map(|drawing| drawing.edges.clone()).unwrap_or_default());
    let hidden = move || drawing.with(|drawing| drawing.as_ref().map_or(0, |drawing| drawing.n_hidden));
    let save_svg = move |_| state.engine.report_saving(export::download_svg("automaton.svg", &svg()));
    let save_png = move |_| {
        if let Some(size) = drawing.with_untracked(|drawing| drawing.as_ref().map(|drawing| drawing.size)) {
            state.engine.report_saving(export::download_png("automaton.png".to_owned(), &svg(), size.0, size.1));
        }
    };
    // Where the drawing is wider than the page, the present state is what shows.
    let scroll = NodeRef::<leptos::html::Div>::new();
    Effect::new(move |_| {
        let now = drawing.with(|drawing| drawing.as_ref().map(|drawing| drawing.now_x));
        if let Some((now, element)) = now.zip(scroll.get()) {
            element.set_scroll_left(now as i32 - element.client_width() / 2);
        }
    });
    view! {
        <figure class="automaton-figure">
            <div node_ref=scroll class="automaton-scroll" tabindex="0" role="img" aria-label=summary>
                <div class="automaton-svg" style=("--width", move || format!("{}px", width())) inner_html=svg></div>
            </div>
            <figcaption>
                <span class="reading">
                    {move || match hidden() {
                        0 => t("constraints-circles"),
                        n => words::sentences([t("constraints-circles"), t_args("constraints-not-drawn", &[("n", n.into())])]),
                    }}
                </span>
                <span class="save">
                    <button type="button" class="link" on:click=save_svg aria-label=t("constraints-save-svg")>"SVG"</button>
                    <button type="button" class="link" on:click=save_png aria-label=t("constraints-save-png")>"PNG"</button>
                </span>
            </figcaption>
        </figure>
        <details>
            <summary>{t("table-show")}</summary>
            <div class="table-scroll" tabindex="0" role="group" aria-label=t("constraints-edges")>
                <table class="cycles">
                    <thead><tr><th scope="col">{t("constraints-edge-from")}</th><th scope="col">{t("constraints-edge-bytes")}</th><th scope="col">{t("constraints-edge-to")}</th><th scope="col">{t("constraints-edge-moves")}</th></tr></thead>
                    <tbody>
                        {move || {
                            edges()
                                .into_iter()
                                .map(|edge| view! { <tr><td>{edge.from}</td><td>{edge.bytes}</td><td>{edge.to}</td><td>{edge.moves}</td></tr> })
                                .collect_view()
                        }}
                    </tbody>
                </table>
            </div>
        </details>
    }
}

/// The frames of the stack, the innermost first.
#[component]
fn StackFigure() -> impl IntoView {
    let state = ConstraintsState::use_context();
    let frames = move || {
        state.shown.with(|shown| {
            let Some(shown) = shown else { return Vec::new() };
            let at = match state.view.with(|view| view.as_ref().and_then(|view| view.stage)) {
                Some(stage) => shown.run.state_at(stage),
                None => shown.run.processor.constraint().start(),
            };
            shown.run.processor.constraint().stack(&at)
        })
    };
    view! {
        <ol class="frames" reversed=true data-testid="stack" aria-label=t("constraints-open-values")>
            {move || {
                let frames = frames();
                if frames.is_empty() {
                    return view! { <li class="frame empty">{t("constraints-stack-empty")}</li> }.into_any();
                }
                let n = frames.len();
                frames
                    .into_iter()
                    .rev()
                    .enumerate()
                    .map(|(idx, frame)| {
                        let depth = n - 1 - idx;
                        view! {
                            <li class="frame" class:top=idx == 0 style=("--depth", depth.to_string())>
                                <b>{constraint_words::path(&frame.path)}</b> " " {constraint_words::expected(&frame.name)}
                                <span class="soft">" · " {constraint_words::progress(&frame.progress)}</span>
                                {(idx == 0).then(|| {
                                    let expects = [("expects", constraint_words::expected(&frame.expects).into())];
                                    view! { <span class="soft">" · " {t_args("constraints-frame-expects", &expects)}</span> }
                                })}
                            </li>
                        }
                    })
                    .collect_view()
                    .into_any()
            }}
        </ol>
    }
}

/// Masked softmax against conditioning, for one token, in numbers.
#[component]
fn Conditioning() -> impl IntoView {
    let state = ConstraintsState::use_context();
    let legal = Memo::new(move |_| {
        let label = |token| state.label(token);
        state.masked.with(|masked| {
            masked
                .as_ref()
                .map(|masked| masked.rows.iter().filter(|row| row.is_legal).map(|row| (row.token, label(row.token))).collect::<Vec<_>>())
                .unwrap_or_default()
        })
    });
    let token = move || {
        let drawn = state.shown.with(|shown| {
            let step_idx = state.view.with(|view| view.as_ref().and_then(|view| view.stage).map_or(0, |stage| stage.step_idx));
            match shown.as_ref()?.run.trace.steps.get(step_idx).map(|facts| &facts.event) {
                Some(ConstrainedEvent::Token { token, .. }) => Some(*token),
                _ => None,
            }
        });
        let known = |token: &TokenId| legal.with(|legal| legal.iter().any(|(other, _)| other == token));
        state.chosen.get().filter(known).or(drawn.filter(known)).or_else(|| legal.with(|legal| legal.first().map(|(token, _)| *token)))
    };
    let choose = move |event: ev::Event| state.chosen.set(event_target_value(&event).parse().ok().map(TokenId));
    let numbers = move || {
        let token = token()?;
        state.masked.with(|masked| {
            let masked = masked.as_ref()?;
            let row = masked.rows.iter().find(|row| row.token == token)?;
            (masked.feasible_mass > 0.0).then(|| {
                (row.raw, masked.feasible_mass, row.raw / masked.feasible_mass, row.constrained, masked.difference, masked.n_vocab)
            })
        })
    };
    view! {
        <div class="card conditioning" data-testid="conditioning">
            <h2>{t("constraints-conditioning-title")}</h2>
            {move || match numbers() {
                Some((raw, mass, quotient, constrained, difference, n_vocab)) => {
                    let all = difference.map_or(String::new(), |difference| {
                        t_args("constraints-difference-words", &[("n", n_vocab.into()), ("difference", words::exact(difference).into())])
                    });
                    view! {
                        <label class="row">
                            <span class="soft">{t("constraints-for-token")}</span>
                            <select on:change=choose aria-label=t("constraints-token")>
                                {legal
                                    .get()
                                    .into_iter()
                                    .map(|(id, label)| view! { <option value=id.0.to_string() prop:selected=move || token() == Some(id)>{label}</option> })
                                    .collect_view()}
                            </select>
                        </label>
                        <dl class="sums">
                            <div><dt>{t("constraints-sum-own")}</dt><dd class="number">{words::exact(raw)}</dd></div>
                            <div><dt>{t("constraints-sum-mass")}</dt><dd class="number">{words::exact(mass)}</dd></div>
                            <div class="total"><dt>{t("constraints-sum-quotient")}</dt><dd class="number" data-testid="quotient">{words::exact(quotient)}</dd></div>
                            <div><dt>{t("constraints-sum-softmax")}</dt><dd class="number" data-testid="softmax">{words::exact(constrained)}</dd></div>
                            <div><dt>{t("constraints-sum-difference")}</dt><dd class="number" data-testid="difference">{words::exact((quotient - constrained).abs())}</dd></div>
                        </dl>
                        <p class="soft checked">{all}</p>
                    }
                        .into_any()
                }
                None => view! { <p class="soft empty">{t("constraints-conditioning-empty")}</p> }.into_any(),
            }}
        </div>
    }
}

/// Beginnings that are shown for the list: the lesson's three.
const LIST_BEGINNINGS: [&str; 3] = ["[]", "[3", "[3,"];

/// What the grammar says of a text.
#[component]
fn TryText() -> impl IntoView {
    let state = ConstraintsState::use_context();
    let is_list = Memo::new(move |_| {
        state.tried.with(|tried| tried.as_ref().is_some_and(|tried| matches!(tried.constraint().spec(), ConstraintSpec::DigitList { .. })))
    });
    let row = move |text: String| {
        state.tried.with(|tried| {
            let processor = tried.as_ref()?;
            let vocabulary = processor.trie().vocabulary();
            Some(match probe(processor, &text, N_EXAMPLES) {
                Probe::Legal { expects, is_complete, n_tokens, examples, .. } => {
                    let labels: Vec<String> = examples.iter().map(|token| vocabulary.label(*token)).collect();
                    let more = if n_tokens > labels.len() { " …" } else { "" };
                    let tokens = [("n", n_tokens.into()), ("tokens", (labels.join("  ") + more).into())];
                    let verdict = t(if is_complete { "constraints-try-complete" } else { "constraints-try-legal" });
                    (verdict, constraint_words::expected(&expects), t_args("constraints-try-tokens", &tokens))
                }
                Probe::Illegal { n_legal, expected } => {
                    let values = [("n", n_legal.into()), ("expected", constraint_words::expected(&expected).into())];
                    (t("constraints-try-illegal"), t_args("constraints-try-should", &values), t("constraints-try-none"))
                }
            })
        })
    };
    let cells = move |text: String| {
        row(text).map(|(verdict, expects, tokens)| view! { <td>{verdict}</td><td>{expects}</td><td class="token">{tokens}</td> })
    };
    view! {
        <div class="card try-text" data-testid="try">
            <h2>{t("constraints-try-title")}</h2>
            <div class="field">
                <label for="trial">{t("constraints-try-field")}</label>
                <input
                    id="trial"
                    type="text"
                    class="code"
                    autocomplete="off"
                    spellcheck="false"
                    maxlength="400"
                    prop:value=move || state.trial.get()
                    on:input=move |event| state.trial.set(event_target_value(&event))
                />
            </div>
            <div class="table-scroll" tabindex="0" role="group" aria-label=t("constraints-try-table")>
                <table class="cycles">
                    <thead><tr><th scope="col">{t("constraints-try-after")}</th><th scope="col">{t("constraints-try-so-far")}</th><th scope="col">{t("constraints-try-next")}</th><th scope="col">{t("constraints-try-column-tokens")}</th></tr></thead>
                    <tbody>
                        <tr data-testid="tried" aria-live="polite">
                            <th scope="row" class="token">{move || if state.trial.with(String::is_empty) { t("constraints-try-nothing") } else { state.trial.get() }}</th>
                            {move || cells(state.trial.get())}
                        </tr>
                        {move || {
                            is_list
                                .get()
                                .then(|| {
                                    LIST_BEGINNINGS.map(|text| view! { <tr data-testid="beginning"><th scope="row" class="token">{text}</th>{move || cells(text.to_owned())}</tr> }).collect_view()
                                })
                        }}
                    </tbody>
                </table>
            </div>
        </div>
    }
}

/// Speculation under the same mask, cycle by cycle, and its rates beside those without a mask.
#[component]
fn DraftCard() -> impl IntoView {
    let state = ConstraintsState::use_context();
    let is_on = Memo::new(move |_| state.spec.with(|spec| spec.with_draft));
    view! {
        <Show when=move || is_on.get()>
            <div class="card draft-card" data-testid="with-draft-card">
                <h2>{rich("constraints-draft-title", &[])}</h2>
                {move || {
                    state
                        .speculation
                        .with(|speculation| {
                            let constrained = speculation.as_ref().and_then(|both| both.constrained.as_ref());
                            match constrained {
                                Some(run) => {
                                    let free = speculation.as_ref().and_then(|both| both.free.as_ref());
                                    draw_speculation(state, run, free).into_any()
                                }
                                None => view! { <p class="soft empty">{t("constraints-draft-empty")}</p> }.into_any(),
                            }
                        })
                }}
            </div>
        </Show>
    }
}

fn draw_speculation(state: ConstraintsState, run: &Run, free: Option<&Run>) -> impl IntoView + use<> {
    let label = |token: TokenId| state.label(token);
    let cycles: Vec<_> = run
        .cycles
        .iter()
        .enumerate()
        .map(|(idx, cycle)| {
            let tests: Vec<_> = cycle
                .verdict
                .tests
                .iter()
                .map(|test| {
                    let (class, glyph, title) =
                        if test.accepted { ("accepted", "✓", t("transcript-accepted")) } else { ("refused", "✕", t("stage-rejected")) };
                    let spoken = title.clone();
                    view! { <span class=class title=title><span class="glyph" aria-hidden="true">{glyph}</span><span class="sr-only">{spoken} " "</span><TokenLabel label=label(test.token) /></span> }
                })
                .collect();
            let tail = match cycle.verdict.tail {
                Tail::Correction { token, .. } => Some(("correction", "↻", t("stage-correction"), token)),
                Tail::Bonus { token } => Some(("bonus", "★", t("stage-bonus"), token)),
                Tail::PastEnd | Tail::DeadEnd => None,
            };
            let tail = tail.map(|(class, glyph, title, token)| {
                let spoken = title.clone();
                view! { <span class=class title=title><span class="glyph" aria-hidden="true">{glyph}</span><span class="sr-only">{spoken} " "</span><TokenLabel label=label(token) /></span> }
            });
            let n_dropped = cycle.drafted.len() - cycle.verdict.tests.len();
            let dropped = (n_dropped > 0).then(|| view! { <span class="soft">{t_args("constraints-dropped", &[("n", n_dropped.into())])}</span> });
            view! { <li value=(idx + 1).to_string()>{tests} {tail} {dropped}</li> }
        })
        .collect();
    let stats = run.stats(run.cycles.len());
    let free_stats = free.map(|free| free.stats(free.cycles.len()));
    let rate = |value: Option<f64>| words::rate(value);
    let rows = [
        (
            t("constraints-rate-drafted"),
            rate(stats.accepted_per_drafted().rate()),
            free_stats.as_ref().map(|stats| rate(stats.accepted_per_drafted().rate())),
        ),
        (
            t("constraints-rate-tested"),
            rate(stats.accepted_per_tested().rate()),
            free_stats.as_ref().map(|stats| rate(stats.accepted_per_tested().rate())),
        ),
        (t("constraints-rate-overlap"), rate(stats.mean_overlap()), free_stats.as_ref().map(|stats| rate(stats.mean_overlap()))),
        (t("constraints-rate-tokens"), rate(stats.tokens_per_cycle()), free_stats.as_ref().map(|stats| rate(stats.tokens_per_cycle()))),
    ];
    let n_prompt = run.trace.prompt.len();
    let tokens = run.trace.tokens_after(run.cycles.len());
    let verdict = state.shown.with(|shown| {
        let Some(shown) = shown else { return String::new() };
        let n_emitted = tokens.len() - n_prompt;
        let is_legal = shown.run.processor.state_after(&tokens).is_some();
        let is_complete = shown.run.processor.is_complete(&tokens);
        let same = shown.run.text_before(shown.run.n_steps()) == tokens.as_slice();
        let end = t(match run.trace.stop {
            _ if is_complete => "constraints-draft-complete",
            Some(StopReason::ContextFull) => "constraints-draft-context",
            _ => "constraints-draft-length",
        });
        let values = [("n", n_emitted.into()), ("end", end.into())];
        let legal = t_args(if is_legal { "constraints-draft-legal" } else { "constraints-draft-illegal" }, &values);
        let compared = t(if shown.run.trace.spec.mask_last {
            "constraints-draft-order"
        } else if same {
            "constraints-draft-same"
        } else {
            "constraints-draft-other"
        });
        words::sentences([legal, compared])
    });
    let query = crate::ui::app::query_in(&run.trace.spec.to_query(), crate::ui::route::Frame::default());
    view! {
        <div class="draft-sides">
        <div>
        <ol class="strip small cycle-list" tabindex="0" aria-label=t("constraints-draft-cycles") data-testid="draft-cycles">{cycles}</ol>
        <p class="legend">
            <span class="accepted">{t("transcript-key-accepted")}</span>
            <span class="refused">"✕ " {t("stage-rejected")}</span>
            <span class="correction">{t("transcript-key-correction")}</span>
            <span class="bonus">{t("transcript-key-bonus")}</span>
        </p>
        </div>
        <div>
        <p data-testid="draft-verdict">{verdict}</p>
        <table class="rates-table" data-testid="draft-rates">
            <thead><tr><th scope="col">{t("constraints-rate")}</th><th scope="col" class="num">{t("constraints-under-mask")}</th><th scope="col" class="num">{t("constraints-free")}</th></tr></thead>
            <tbody>
                {rows
                    .into_iter()
                    .map(|(name, constrained, free)| view! { <tr><th scope="row">{name}</th><td class="num">{constrained}</td><td class="num">{free.unwrap_or_else(|| "…".to_owned())}</td></tr> })
                    .collect_view()}
            </tbody>
        </table>
        <p class="soft"><a href=format!("./?{query}")>{t_args("constraints-draft-link", &[("lab", words::in_quotes(&t("lab-speculative-title")).into())])}</a></p>
        </div>
        </div>
    }
}

/// The best texts of beam search under the mask, beside those without it.
#[component]
fn BeamsCard() -> impl IntoView {
    let state = ConstraintsState::use_context();
    let is_on = Memo::new(move |_| state.spec.with(|spec| spec.with_beams));
    let side = move |title: String, texts: Vec<BeamText>| {
        let rows: Vec<_> = texts
            .into_iter()
            .map(|beam| {
                let text: String = beam.tokens.iter().map(|token| state.label(*token)).collect();
                let end = t(if beam.is_finished { "constraints-beam-ended" } else { "constraints-beam-cut" });
                view! { <tr><th scope="row" class="token"><TokenLabel label=text /></th><td class="num">{decimal(beam.score, 2)}</td><td class="note">{end}</td></tr> }
            })
            .collect();
        view! {
            <table class="beam-texts">
                <caption>{title}</caption>
                <thead><tr><th scope="col">{t("beams-column-text")}</th><th scope="col" class="num">"Σ log p"</th><th scope="col" class="note"><span class="sr-only">{t("constraints-beam-end")}</span></th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
        }
    };
    view! {
        <Show when=move || is_on.get()>
            <div class="card beams-card" data-testid="beams-card">
                <h2>{t_args("constraints-beams-title", &[("n", crate::decode::CONSTRAINED_BEAMS.into())])}</h2>
                {move || match state.beams.get() {
                    Some(beams) => {
                        view! {
                            <div class="sides">{side(t("constraints-under-mask"), beams.constrained)} {side(t("constraints-free"), beams.free)}</div>
                            <p class="soft">{t("constraints-beams-hint")}</p>
                        }
                            .into_any()
                    }
                    None => view! { <p class="soft empty">{t("constraints-beams-empty")}</p> }.into_any(),
                }}
            </div>
        </Show>
    }
}

/// One row of the table of steps, ready to draw.
#[derive(Clone, PartialEq)]
struct StepRow {
    what: String,
    legal: usize,
    feasible: String,
    raw: String,
    constrained: String,
    millis: String,
}

/// Every step as a table row.
#[component]
fn StepsTable() -> impl IntoView {
    let state = ConstraintsState::use_context();
    let n_done = Memo::new(move |_| {
        state.view.with(|view| view.as_ref().and_then(|view| view.stage).map_or(0, |stage| stage.step_idx + usize::from(stage.is_done())))
    });
    let rows = Memo::new(move |_| {
        let n_done = n_done.get();
        state.shown.with(|shown| {
            let Some(shown) = shown else { return Vec::new() };
            let row = |(facts, summary): (&crate::decode::ConstrainedFacts, &crate::decode::StepSummary)| StepRow {
                what: event_words(&facts.event, &shown.vocabulary),
                legal: summary.n_legal,
                feasible: words::mass(summary.feasible_mass),
                raw: summary.drawn.map_or("–".to_owned(), |(raw, _)| words::prob(raw)),
                constrained: summary.drawn.map_or("–".to_owned(), |(_, constrained)| words::prob(constrained)),
                millis: if facts.millis.mask > 0.0 { decimal(facts.millis.mask, 3) } else { "–".to_owned() },
            };
            shown.run.trace.steps.iter().zip(&shown.run.summaries).take(n_done).map(row).collect::<Vec<_>>()
        })
    });
    let mask_words = move || {
        state.shown.with(|shown| shown.as_ref().and_then(|shown| shown.run.mask_millis(n_done.get()))).map_or_else(
            || t("constraints-mask-times-none"),
            |(mean, most)| {
                let [mean, most] = [mean, most].map(|millis| words::milliseconds(millis, 3).into());
                t_args("constraints-mask-times", &[("mean", mean), ("most", most)])
            },
        )
    };
    let save_csv = move |_| {
        let csv = state.shown.with_untracked(|shown| shown.as_ref().map(|shown| export::constrained_csv(&shown.run, &shown.vocabulary)));
        if let Some(csv) = csv {
            state.engine.report_saving(export::download_text("decoding-lab-constrained.csv", "text/csv", &csv));
        }
    };
    view! {
        <div class="card steps-card" data-testid="steps">
            <div class="card-head">
                <h2>{t("constraints-steps-title")}</h2>
                <button type="button" class="quiet" on:click=save_csv>{t("table-save-csv")}</button>
            </div>
            <p data-testid="mask-times">{mask_words}</p>
            <details>
                <summary>{t("table-show")}</summary>
                <div class="table-scroll" tabindex="0" role="group" aria-label=t("constraints-steps-table")>
                    <table class="cycles">
                        <thead>
                            <tr>
                                <th scope="col">{t("constraints-steps-step")}</th>
                                <th scope="col">{t("constraints-steps-token")}</th>
                                <th scope="col" class="num">{t("constraints-steps-legal")}</th>
                                <th scope="col" class="num">{t("constraints-steps-feasible")}</th>
                                <th scope="col" class="num">"p"</th>
                                <th scope="col" class="num">{t("constraints-steps-under")}</th>
                                <th scope="col" class="num">{t("constraints-steps-millis")}</th>
                            </tr>
                        </thead>
                        <tbody>
                            {move || {
                                rows.get()
                                    .into_iter()
                                    .enumerate()
                                    .map(|(idx, row)| {
                                        view! {
                                            <tr>
                                                <th scope="row" class="num">{idx + 1}</th>
                                                <td class="token">{row.what}</td>
                                                <td class="num">{integer(row.legal as u64)}</td>
                                                <td class="num">{row.feasible}</td>
                                                <td class="num">{row.raw}</td>
                                                <td class="num">{row.constrained}</td>
                                                <td class="num">{row.millis}</td>
                                            </tr>
                                        }
                                    })
                                    .collect_view()
                            }}
                        </tbody>
                    </table>
                </div>
            </details>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::Constraint;

    #[test]
    fn every_kind_begins_with_a_constraint_that_can_be_used() {
        for idx in 0..KINDS.len() {
            let constraint = constraint_of_kind(idx);
            assert_eq!(kind_idx(&constraint), idx);
            assert!(Constraint::compile(constraint).is_ok());
        }
        for (name, text) in MORE_EXAMPLES {
            let constraint = ConstraintSpec::from_text(text).expect(name);
            assert_eq!(constraint.to_text(), text);
            assert!(Constraint::compile(constraint).is_ok(), "{name}");
        }
    }

    #[test]
    fn bytes_are_visible() {
        assert_eq!([b' ', b'a', b'\n', 0xE2].map(byte_label), ["␣", "a", "⏎", "‹E2›"]);
    }
}

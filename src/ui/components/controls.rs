//! What the reader sets: the case, the prompt, the knobs; with each knob's effect in words.

use crate::decode::{ConstraintSpec, KNOBS, Knob, Scenario};
use crate::protocol::Kernels;
use crate::ui::components::embed::{Framed, lock_note};
use crate::ui::components::models::ModelChoice;
use crate::ui::components::rich;
use crate::ui::engine_state::{Engine, EngineStatus, all_kernels};
use crate::ui::i18n::{key, t, t_args};
use crate::ui::offline_state::Offline;
use crate::ui::state::{LabState, RunStatus};
use crate::ui::words;
use leptos::html::Input;
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;

/// Beginnings to choose from.
const OPENINGS: &[&str] = &[
    "Once upon a time, a cat",
    "Lily and Tom went to the park. They saw",
    "The little dog was sad because",
    "One day, a boy found a big red ball. He",
    "Mom said, \"It is time for bed.\" But Ben",
    "The sun was warm and the birds",
    "The cat wanted to",
];

/// The scenarios, and the keys of their names.
const SCENARIOS: &[(Scenario, &str)] = &[
    (Scenario::Models, key("settings-models")),
    (Scenario::CorrectionCase, key("settings-case-correction")),
    (Scenario::BonusCase, key("settings-case-bonus")),
];

/// The settings.
#[component]
pub fn Controls() -> impl IntoView {
    let state = LabState::use_context();
    let scenario = Memo::new(move |_| state.spec.with(|spec| spec.scenario));
    let scripted = move || scenario.get() != Scenario::Models;
    view! {
        <div class="card stack" data-testid="controls">
            <fieldset class="segments">
                <legend class="sr-only">{t("settings-stage")}</legend>
                {SCENARIOS
                    .iter()
                    .map(|(value, title)| {
                        let value = *value;
                        view! {
                            <label>
                                <input
                                    type="radio"
                                    name="scenario"
                                    prop:checked=move || scenario.get() == value
                                    on:change=move |_| state.choose_scenario(value)
                                />
                                <span>{t(title)}</span>
                            </label>
                        }
                    })
                    .collect_view()}
            </fieldset>
            <Show when=scripted>
                <p class="soft">{t("settings-case-hint")}</p>
            </Show>
            <fieldset class="stack plain" disabled=scripted>
                <legend class="sr-only">{t("settings-prompt-and-settings")}</legend>
                <Prompt />
                <UnderConstraint />
                {KNOBS.iter().filter(|knob| knob.name != "seed").map(|knob| view! { <KnobSlider knob /> }).collect_view()}
                <Seed />
            </fieldset>
            <RunButtons />
        </div>
        <EnginePills />
    }
}

#[component]
fn Prompt() -> impl IntoView {
    let state = LabState::use_context();
    let prompt = Memo::new(move |_| state.spec.with(|spec| spec.prompt.clone()));
    prompt_field(prompt, move |prompt| state.change_spec(|spec| spec.prompt = prompt))
}

/// The constraint that a link has brought along, and the way out of it.
#[component]
fn UnderConstraint() -> impl IntoView {
    let state = LabState::use_context();
    let constraint = Memo::new(move |_| state.spec.with(|spec| spec.constraint.as_ref().map(ConstraintSpec::to_text)));
    view! {
        <Show when=move || constraint.with(Option::is_some)>
            <div class="field" data-testid="under-constraint">
                <span class="label">{t("settings-constraint")}</span>
                <code class="code">{move || constraint.get()}</code>
                <small>{t("settings-constraint-hint")}</small>
                <button type="button" on:click=move |_| state.change_spec(|spec| spec.constraint = None)>{t("settings-constraint-drop")}</button>
            </div>
        </Show>
    }
}

/// The text to continue, with openings to choose from.
pub fn prompt_field(prompt: Memo<String>, change: impl Fn(String) + Copy + 'static) -> impl IntoView {
    let choose = move |event: leptos::ev::Event| {
        let chosen = event_target_value(&event);
        if let Some(opening) = chosen.parse::<usize>().ok().and_then(|idx| OPENINGS.get(idx)) {
            change((*opening).to_owned());
        }
    };
    let framed = Framed::current();
    let is_locked = framed.locks("prompt");
    view! {
        <div class="field" class:shown-alone=framed.shows_alone("prompt")>
            <label for="prompt">{t("settings-prompt")}</label>
            <textarea
                id="prompt"
                readonly=is_locked
                rows="3"
                maxlength="4000"
                spellcheck="false"
                lang="en"
                prop:value=move || prompt.get()
                on:input=move |event| change(event_target_value(&event))
            ></textarea>
            {lock_note(is_locked)}
            <select aria-label=t("settings-opening") disabled=is_locked on:change=choose>
                <option value="" prop:selected=move || !OPENINGS.contains(&prompt.get().as_str())>{t("settings-opening-none")}</option>
                {OPENINGS
                    .iter()
                    .enumerate()
                    .map(|(idx, opening)| view! { <option lang="en" value=idx.to_string() prop:selected=move || prompt.get() == *opening>{*opening}</option> })
                    .collect_view()}
            </select>
        </div>
    }
}

#[component]
fn KnobSlider(knob: &'static Knob) -> impl IntoView {
    let state = LabState::use_context();
    let value = Memo::new(move |_| state.spec.with(knob.read));
    let shown = Memo::new(move |_| state.spec.with(|spec| words::knob_value(knob, spec)));
    let effect = Memo::new(move |_| state.spec.with(|spec| words::knob_effect(knob, spec)));
    knob_field(knob, value, shown, effect, move |value| state.change_spec(|spec| (knob.write)(spec, value)))
}

/// A knob's slider with its value, "Off" where it is off, and its effect in words.
pub fn knob_field<S>(
    knob: &'static Knob<S>,
    value: Memo<f64>,
    shown: Memo<String>,
    effect: Memo<String>,
    change: impl Fn(f64) + 'static,
) -> impl IntoView {
    let framed = Framed::current();
    let is_locked = framed.locks(knob.name);
    let id = format!("knob-{}", knob.name);
    let hint = format!("{id}-effect");
    let (test_id, label_for, output_for) = (id.clone(), id.clone(), id.clone());
    let on_input = move |event: leptos::ev::Event| {
        if let Ok(number) = event_target_value(&event).parse::<f64>()
            && number.is_finite()
        {
            // Sliders count in binary fractions; a step of 0.05 must stay 0.05.
            let steps = (1.0 / knob.step).round();
            let rounded = if knob.step < 1.0 { (number * steps).round() / steps } else { number };
            change(knob.clamp(rounded));
        }
    };
    view! {
        <div class="field knob" class:shown-alone=framed.shows_alone(knob.name) data-testid=test_id>
            <label for=label_for>{words::knob_title(knob.name)} <output for=output_for class:off=move || shown.with(|shown| words::is_off(shown))>{move || shown.get()}</output></label>
            <input
                id=id
                type="range"
                min=knob.min.to_string()
                max=knob.max.to_string()
                step=knob.step.to_string()
                prop:value=move || value.get().to_string()
                aria-describedby=hint.clone()
                aria-valuetext=move || shown.get()
                disabled=is_locked
                on:input=on_input
            />
            <small id=hint>{move || effect.get()} {lock_note(is_locked)}</small>
        </div>
    }
}

#[component]
fn Seed() -> impl IntoView {
    let state = LabState::use_context();
    let seed = Memo::new(move |_| state.spec.with(|spec| spec.seed));
    seed_field(seed, move |seed| state.change_spec(|spec| spec.seed = seed))
}

/// The seed: a number to type, or the next one.
pub fn seed_field(seed: Memo<u64>, change: impl Fn(u64) + Copy + 'static) -> impl IntoView {
    let engine = expect_context::<Engine>();
    let framed = Framed::current();
    let is_locked = framed.locks("seed");
    let set = move |seed: u64| change(seed.min(u64::from(u32::MAX)));
    let on_change = move |event: leptos::ev::Event| match event_target_value(&event).trim().parse::<u64>() {
        Ok(number) => set(number),
        Err(_) => engine.notify(t_args("notice-bad-seed", &[("most", u32::MAX.to_string().into())])),
    };
    view! {
        <div class="field seed" class:shown-alone=framed.shows_alone("seed")>
            <label for="seed">{t("settings-seed")}</label>
            <div class="row">
                <input id="seed" type="text" inputmode="numeric" autocomplete="off" readonly=is_locked prop:value=move || seed.get().to_string() on:change=on_change />
                <button type="button" disabled=is_locked on:click=move |_| set(seed.get_untracked() + 1)>{t("settings-next-seed")}</button>
            </div>
            <small>{t("settings-seed-hint")} {lock_note(is_locked)}</small>
        </div>
    }
}

#[component]
fn RunButtons() -> impl IntoView {
    let state = LabState::use_context();
    let running = move || state.run_status.get() == RunStatus::Running;
    view! {
        <div class="row">
            <button type="button" data-testid="stop" prop:disabled=move || !running() on:click=move |_| state.stop()>{t("settings-stop")}</button>
            <OpenFile label=t("settings-open-trace") on_text=Callback::new(move |json: String| state.open_file(&json)) />
        </div>
    }
}

/// A button that opens a file and hands over its text.
#[component]
pub fn OpenFile(
    /// What the button says.
    label: String,
    /// Takes the file's text.
    on_text: Callback<String>,
) -> impl IntoView {
    let engine = expect_context::<Engine>();
    let file = NodeRef::<Input>::new();
    let open = move |_| {
        let Some(input) = file.get_untracked() else { return };
        let Some(chosen) = input.files().and_then(|files| files.get(0)) else { return };
        input.set_value("");
        let Ok(reader) = web_sys::FileReader::new() else { return };
        let on_load = {
            let reader = reader.clone();
            Closure::once_into_js(move || match reader.result().ok().and_then(|result| result.as_string()) {
                Some(text) => on_text.run(text),
                None => engine.notify(t("notice-not-read")),
            })
        };
        reader.set_onloadend(Some(on_load.unchecked_ref()));
        if reader.read_as_text(&chosen).is_err() {
            engine.notify(t("notice-not-read"));
        }
    };
    view! {
        <button type="button" on:click=move |_| if let Some(input) = file.get_untracked() { input.click() }>{label}</button>
        <input node_ref=file id="trace-file" class="sr-only" type="file" accept=".json,application/json" tabindex="-1" aria-label=t("settings-trace-file") on:change=open />
    }
}

/// The models and how far they have come.
#[component]
pub fn EnginePills() -> impl IntoView {
    let engine = expect_context::<Engine>();
    let offline = Offline::use_context();
    view! {
        <div class="engine" data-testid="engine">
            {move || match engine.status.get() {
                EngineStatus::Starting => view! { <p class="soft">{t("engine-starting")}</p> }.into_any(),
                EngineStatus::Loading { loaded_bytes, total_bytes } => {
                    let words = match total_bytes {
                        Some(total) => {
                            t_args("engine-loading-of", &[("loaded", words::bytes(loaded_bytes).into()), ("total", words::bytes(total).into())])
                        }
                        None => t_args("engine-loading", &[("loaded", words::bytes(loaded_bytes).into())]),
                    };
                    let share = total_bytes.filter(|total| *total > 0).map(|total| loaded_bytes as f64 / total as f64);
                    view! {
                        <label class="loading">
                            {words}
                            <progress max="1" value=share.unwrap_or(0.0).to_string()></progress>
                        </label>
                        <p class="soft">{t_args("engine-meanwhile", &[("kernels", words::kernels(engine.kernels.get()).into())])}</p>
                    }
                        .into_any()
                }
                EngineStatus::Ready { pair, load_millis, kernels } => {
                    let of = |n: u64| [("size", words::parameters(n).into()), ("precision", words::precision(kernels).into())];
                    let loaded = [("time", words::seconds(load_millis, 1).into()), ("kernels", words::kernels(kernels).into())];
                    view! {
                        <p class="pills" data-testid="ready">
                            <span class="pill">{rich("engine-target", &of(pair.target.parameters))}</span>
                            <span class="pill">
                                {if pair.draft == pair.target { rich("engine-draft-itself", &[]) } else { rich("engine-draft", &of(pair.draft.parameters)) }}
                            </span>
                        </p>
                        <p class="soft">{t_args("engine-loaded", &loaded)}</p>
                    }
                        .into_any()
                }
                EngineStatus::Failed(_) | EngineStatus::Crashed(_) => view! { <p class="soft">{t("engine-not-running")}</p> }.into_any(),
            }}
            <p class="soft kept" data-testid="kept">
                {move || offline.in_short()} <button type="button" class="link" aria-haspopup="dialog" on:click=move |_| offline.open()>{t("offline-open")}</button>
            </p>
            <ModelChoice />
            <KernelChoice />
        </div>
    }
}

/// The ways to compute the models that this browser has, and what the chosen one changes.
#[component]
fn KernelChoice() -> impl IntoView {
    let engine = expect_context::<Engine>();
    let choose = move |event| {
        if let Some(kernels) = Kernels::of_name(&event_target_value(&event)) {
            engine.choose_kernels(kernels);
        }
    };
    view! {
        <div class="field kernels" data-testid="kernels">
            <label for="kernels">{t("engine-computed-with")}</label>
            <select id="kernels" on:change=choose aria-describedby="kernels-effect">
                {all_kernels()
                    .map(|kernels| {
                        view! { <option value=kernels.name() prop:selected=move || engine.kernels.get() == kernels>{words::kernels(kernels)}</option> }
                    })
                    .collect_view()}
            </select>
            <small id="kernels-effect" aria-live="polite">{move || words::kernels_effect(engine.kernels.get())}</small>
            {move || {
                let words = engine.pick.with(|pick| pick.as_ref().and_then(|pick| words::kernel_pick(pick, engine.kernels.get())));
                words.map(|words| view! { <small data-testid="kernel-pick">{words}</small> })
            }}
            {move || match engine.gpu.get() {
                Some(facts) => Some(view! { <small data-testid="gpu-times">{words::gpu_times(&facts)}</small> }.into_any()),
                None => engine.devices.times().map(|times| view! { <small data-testid="device-times">{words::device_times(&times)}</small> }.into_any()),
            }}
            {move || {
                let words = engine.devices.times().map(|times| words::device_pick(&times, engine.devices.job(), engine.kernels.get()));
                words.map(|words| view! { <small data-testid="device-pick" aria-live="polite">{words}</small> })
            }}
        </div>
    }
}

//! Which models run: target and draft, each chosen from a menu with sizes, and models of a reader's own.

use crate::ui::app::Navigator;
use crate::ui::components::embed::{Framed, lock_note};
use crate::ui::embed::settings_of;
use crate::ui::engine_state::Engine;
use crate::ui::i18n::{key, t, t_args};
use crate::ui::pair_choice::{DraftChoice, PairChoice, Role, TARGET, TargetChoice, shipped};
use crate::ui::words;
use leptos::html::Input;
use leptos::prelude::*;
use wasm_bindgen::JsValue;
use web_sys::File;

/// The target's menu, the draft's, where a draft takes part, and what opens models of one's own.
#[component]
pub fn ModelChoice() -> impl IntoView {
    let navigator = expect_context::<Navigator>();
    let framed = Framed::current();
    let is_locked = framed.locks("target") || framed.locks("draft");
    let has_draft = move || navigator.route.get().lab().is_some_and(|lab| settings_of(lab.id).contains(&"draft"));
    view! {
        <ModelMenu role=Role::Target />
        <Show when=has_draft>
            <ModelMenu role=Role::Draft />
        </Show>
        <Show when=move || !is_locked>
            <OwnModels />
        </Show>
    }
}

/// What comes with the page for one role, and what is opened for it.
#[component]
fn ModelMenu(role: Role) -> impl IntoView {
    let engine = expect_context::<Engine>();
    let framed = Framed::current();
    let (setting, label) = match role {
        Role::Target => ("target", key("models-target")),
        Role::Draft => ("draft", key("models-draft")),
    };
    let is_locked = framed.locks(setting);
    let choice = engine.models.choice;
    let choose = move |event| {
        // What is opened stays chosen; it cannot be chosen anew.
        if let Some(chosen) = choice.with_untracked(|choice| choice.with_shipped(role, &event_target_value(&event))) {
            engine.choose_models(chosen);
        }
    };
    let chosen = move || choice.with(|choice| choice.name_in_menu(role));
    let opened = move || {
        choice.with(|choice| choice.opened_as(role).cloned()).map(|model| {
            let words = t_args("models-option-opened", &[("name", model.name.into()), ("size", words::bytes(model.n_bytes).into())]);
            view! { <option value="opened" selected prop:selected=true>{words}</option> }
        })
    };
    let names: Vec<&'static str> = match role {
        Role::Target => TargetChoice::SHIPPED.iter().map(TargetChoice::name).collect(),
        Role::Draft => DraftChoice::SHIPPED.iter().map(DraftChoice::name).collect(),
    };
    let (id, effect_id) = (format!("{setting}-model"), format!("{setting}-effect"));
    view! {
        <div class="field model-choice" class:shown-alone=framed.shows_alone(setting) data-testid=format!("{setting}-choice")>
            <label for=id.clone()>{t(label)}</label>
            <select id=id disabled=is_locked on:change=choose aria-describedby=effect_id.clone()>
                {names
                    .into_iter()
                    .map(|name| view! { <option value=name prop:selected=move || chosen() == name>{option_words(name)}</option> })
                    .collect_view()}
                {opened}
            </select>
            <small id=effect_id>{move || choice.with(|choice| t(choice.effect(role)))} {lock_note(is_locked)}</small>
        </div>
    }
}

/// A model of the page, with what it takes to have it.
fn option_words(name: &str) -> String {
    match shipped(name) {
        Some(model) => {
            let values = [("name", model.name.into()), ("parameters", words::parameters(model.parameters).into())];
            t_args("models-option", &[values.as_slice(), &[("size", words::bytes(model.n_bytes).into())]].concat())
        }
        None => t("models-option-itself"),
    }
}

/// Models that a reader opens, and the way back.
#[component]
fn OwnModels() -> impl IntoView {
    let engine = expect_context::<Engine>();
    let models = engine.models;
    let used = move || {
        models.choice.with(|choice| {
            let target = choice.opened_as(Role::Target)?;
            let is_own_draft = choice.draft == DraftChoice::Target;
            let sizes = [("name", target.name.clone().into()), ("size", words::bytes(target.n_bytes).into())];
            Some((t_args("models-target-opened", &sizes), is_own_draft))
        })
    };
    let back = move |_| engine.choose_models(PairChoice::default());
    view! {
        <div class="own-models" role="status" data-testid="own-models-state">
            {move || {
                let words = |why: String| t_args("models-not-used", &[("why", words::sentence(&why).into())]);
                models.trouble.get().map(|why| view! { <p class="field-problem" data-testid="model-trouble">{words(why)}</p> })
            }}
            {move || {
                used()
                    .map(|(words, is_own_draft)| {
                        view! {
                            <p>{words} {is_own_draft.then(|| view! { " " {t("models-own-draft")} })}</p>
                        }
                    })
            }}
        </div>
        <Show when=move || models.choice.with(|choice| choice.opened().next().is_some())>
            <button type="button" data-testid="models-back" on:click=back>{t_args("models-back", &[("name", TARGET.into())])}</button>
        </Show>
        <details class="own-models" data-testid="own-models">
            <summary>{t("models-own")}</summary>
            <p class="soft">{t("models-own-hint")}</p>
            <OpenModel role=Role::Target single=key("models-open-target") whole=key("models-open-target-folder") />
            <OpenModel role=Role::Draft single=key("models-open-draft") whole=key("models-open-draft-folder") />
        </details>
    }
}

/// The buttons that open a model in one role: its three files, or, where the browser can pick one, its folder.
#[component]
fn OpenModel(
    role: Role,
    /// What the button for files says: a key.
    single: &'static str,
    /// What the button for a folder says: a key.
    whole: &'static str,
) -> impl IntoView {
    view! {
        <div class="row">
            {picker(role, single, false)}
            {has_folders().then(|| picker(role, whole, true))}
        </div>
    }
}

/// A button that opens the browser's dialog for files, and hands over what was picked.
fn picker(role: Role, words: &'static str, is_folder: bool) -> impl IntoView {
    let engine = expect_context::<Engine>();
    let input = NodeRef::<Input>::new();
    Effect::new(move |_| {
        if let Some(input) = input.get().filter(|_| is_folder) {
            // Where the browser does not know it, single files are picked here, too.
            let _ = input.set_attribute("webkitdirectory", "");
        }
    });
    let open = move |_| {
        let Some(input) = input.get_untracked() else { return };
        let files: Vec<File> = input.files().map(|list| (0..list.length()).filter_map(|idx| list.get(idx)).collect()).unwrap_or_default();
        // The same files can then be picked again.
        input.set_value("");
        if !files.is_empty() {
            engine.open_model(role, &files);
        }
    };
    let id = format!("open-{}{}", role.plain_name(), if is_folder { "-folder" } else { "" });
    view! {
        <button type="button" on:click=move |_| if let Some(input) = input.get_untracked() { input.click() }>{t(words)}</button>
        <input node_ref=input data-testid=id class="sr-only" type="file" multiple tabindex="-1" aria-label=t(words) on:change=open />
    }
}

/// Whether this browser lets a reader pick a folder.
fn has_folders() -> bool {
    let input = document().create_element("input").map(JsValue::from);
    input.is_ok_and(|input| js_sys::Reflect::has(&input, &"webkitdirectory".into()).unwrap_or(false))
}

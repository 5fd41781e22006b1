//! Figures that are a lab's own parts, with a state of their own: what is done here does not follow the reader into
//! the lab.

use super::dials::Dials;
use super::figures::slider;
use crate::decode::{BeamScenario, BeamSettings, BeamSpec, Mistake, PlayheadCommand, ProofEvent, ProofPreset, ProofSpec};
use crate::ui::beams_state::{BeamsState, Proof};
use crate::ui::components::BeamTreePanel;
use crate::ui::engine_state::Engine;
use crate::ui::exercises::bars_table;
use crate::ui::i18n::{decimal, t, t_args};
use crate::ui::labs::ProofPicture;
use crate::ui::proof_captions::{line_title, mistake_title};
use crate::ui::proof_state::ProofState;
use crate::ui::words::knob_title;
use leptos::ev;
use leptos::prelude::*;

/// The tree of a beam search on the table of 27 texts.
pub(super) fn beams(name: &str, dials: Dials) -> AnyView {
    let (state, _) = BeamsState::new("", Engine::new(Vec::new()));
    provide_context(state);
    let width = dials.memo(format!("{name}.width"));
    Effect::new(move |_| {
        let num_beams = (width.get() as usize).clamp(1, 4);
        let settings = BeamSettings { num_beams, max_depth: 3, ..BeamSettings::default() };
        state.spec.set(BeamSpec { scenario: BeamScenario::AllTexts, settings, ..BeamSpec::default() });
        state.run();
        state.send(PlayheadCommand::RunToEnd);
    });
    let said = move || {
        let num_beams = width.get() as usize;
        state.proof.with(|proof| {
            let proof: &Proof = proof.as_deref()?;
            let found = proof.widths.iter().find(|found| found.num_beams == num_beams)?;
            let place = proof.rank_of(found)?;
            let prob = libm::exp(found.objective);
            let text = proof.vocabulary.text(found.tokens.as_deref().unwrap_or_default());
            let values = [
                ("n", num_beams.into()),
                ("text", text.into()),
                ("prob", decimal(prob, 4).into()),
                ("place", (place + 1).into()),
                ("all", proof.texts.len().into()),
            ];
            Some(t_args("figure-beams-words", &values))
        })
    };
    view! {
        <div class="figure-dials">{slider(dials, name, "width", knob_title("num_beams"), |value| format!("{value:.0}"))}</div>
        <div class="figure-tree"><BeamTreePanel fits=true /></div>
        <p data-testid="beams-words" aria-live="polite">{said}</p>
    }
    .into_any()
}

/// The picture of the proof, with bars to be drawn, lines to be lit, and mistakes to be made.
pub(super) fn proof(name: &str, dials: Dials) -> AnyView {
    let (state, _) = ProofState::new("", Engine::new(Vec::new()));
    provide_context(state);
    let (preset_key, mistake_key) = (format!("{name}.preset"), format!("{name}.mistake"));
    let (preset, mistake) = (dials.memo(preset_key.clone()), dials.memo(mistake_key.clone()));
    // The text's wishes become the figure's, and what is done by hand becomes the dials'.
    Effect::new(move |_| {
        let wanted = ProofPreset::ALL.get(preset.get() as usize).filter(|_| preset.get() >= 0.0);
        if let Some(wanted) = wanted
            && state.spec.with_untracked(|spec| preset_of(spec) != Some(*wanted))
        {
            let fresh = ProofSpec::of_preset(*wanted);
            state.change(|spec| (spec.target, spec.draft, spec.names) = (fresh.target, fresh.draft, fresh.names));
        }
    });
    Effect::new(move |_| {
        if let Some((wanted, _)) = Mistake::ALL.get(mistake.get() as usize) {
            state.change(|spec| spec.mistake = *wanted);
        }
    });
    Effect::new(move |_| {
        let now = state.spec.with(preset_of);
        let idx = now.and_then(|now| ProofPreset::ALL.iter().position(|known| *known == now));
        dials.set(&preset_key, idx.map_or(-1.0, |idx| idx as f64));
    });
    let with_mistakes = name.ends_with("broken");
    let tools = if with_mistakes { mistake_field(name, dials, mistake_key) } else { line_buttons(state) };
    let law = move || {
        if !with_mistakes {
            return ().into_any();
        }
        let (names, p, law, apart) = state.spec.with(|spec| {
            let (target, _) = spec.probs();
            let wanted = spec.mistake.intended(&target);
            let (law, apart) = state.exact.with(|exact| (exact.law(), exact.distance_from(&wanted)));
            (spec.names.clone(), wanted.as_slice().to_vec(), law, apart)
        });
        let said = if apart < 1e-12 { t("figure-law-same") } else { t_args("figure-law-other", &[("apart", decimal(apart, 3).into())]) };
        let entropies = [&p, &law].map(|values| crate::decode::Probs::from_weights(values.clone()).map_or(0.0, |probs| probs.entropy()));
        let columns = [("p".to_owned(), p), (t("figure-law-column"), law)];
        view! { {bars_table(&names, &columns, &entropies)} <p data-testid="law-words" aria-live="polite">{said}</p> }.into_any()
    };
    view! { {tools} <div class="figure-proof"><ProofPicture /></div> {law} }.into_any()
}

/// The preset that distributions are, if they are one.
fn preset_of(spec: &ProofSpec) -> Option<ProofPreset> {
    let is_of = |preset: ProofPreset| {
        let (target, draft) = preset.distributions();
        spec.target == target && spec.draft == draft
    };
    ProofPreset::ALL.into_iter().find(|preset| is_of(*preset))
}

/// The lines of the proof: each lights its area.
fn line_buttons(state: ProofState) -> AnyView {
    let button = |idx: usize, event: ProofEvent| {
        view! {
            <button type="button" aria-pressed=move || (state.event() == event).to_string() on:click=move |_| state.send(PlayheadCommand::Seek(idx + 1))>
                {line_title(event)}
            </button>
        }
        .into_any()
    };
    let buttons: Vec<AnyView> = ProofEvent::ALL.iter().enumerate().map(|(idx, event)| button(idx, *event)).collect();
    view! { <div class="row figure-dials figure-lines" role="group" aria-label=t("figure-proof-lines")>{buttons}</div> }.into_any()
}

fn mistake_field(name: &str, dials: Dials, key: String) -> AnyView {
    let mistake = dials.memo(key.clone());
    let id = format!("{name}-mistake");
    let choose = move |event: ev::Event| {
        if let Ok(idx) = event_target_value(&event).parse::<f64>() {
            dials.set(&key, idx);
        }
    };
    let options: Vec<AnyView> = Mistake::ALL
        .iter()
        .enumerate()
        .map(|(idx, (known, _))| {
            view! { <option value=idx.to_string() prop:selected=move || mistake.get() == idx as f64>{mistake_title(*known)}</option> }
                .into_any()
        })
        .collect();
    view! { <div class="field figure-dials"><label for=id.clone()>{t("figure-mistake")}</label><select id=id on:change=choose>{options}</select></div> }
        .into_any()
}

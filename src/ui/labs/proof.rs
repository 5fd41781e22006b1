//! The exactness lab: why speculation keeps the target's law, as a picture of one token whose areas
//! are the lines of the proof; tried out; and broken in the ways in which people break it.

mod compare;
mod sequences;

use self::compare::Compare;
use self::sequences::Sequences;
use crate::decode::{ChiSquare, Job, Mistake, PROOF_TOKENS, Proof, ProofEvent, ProofPreset, ProofSpec, Proportion, TRIAL_COUNTS, set_prob};
use crate::ui::components::rich;
use crate::ui::components::{EnginePills, OpenFile, SourcePill, TokenLabel, seed_field};
use crate::ui::export;
use crate::ui::fluent::Value;
use crate::ui::i18n::{decimal, integer, t, t_args};
use crate::ui::lab::{Lab, begin};
use crate::ui::labs::SettingsSection;
use crate::ui::proof_captions::{
    OTHERS, fallen_line, fallen_words, line_caption, line_of_token, line_title, mistake_title, number, preset_title, token_name,
};
use crate::ui::proof_state::{FIRST_PROOF_URL, ProofState};
use crate::ui::state::{LabState, RunSource};
use crate::ui::text_captions::p_value;
use crate::ui::words;
use leptos::ev;
use leptos::prelude::*;

/// The lab's entry in the registry.
pub const PROOF: Lab = Lab {
    id: "exactness",
    trace: FIRST_PROOF_URL,
    e2e_test: "tests/e2e/proof.test.mjs",
    view: || ProofLab().into_any(),
    player: || ProofState::use_context().player(),
    query: || ProofState::use_context().query(),
    job: || Job::Speculative { gamma: ProofState::use_context().compare.spec.with(|spec| spec.gamma) },
    at_rest: || ProofState::use_context().at_rest(),
};

/// From so many tokens on, the picture's full height stands for half of the probability, if none has more.
const MANY: usize = 7;

#[component]
fn ProofLab() -> impl IntoView {
    let state = ProofState::use_context();
    let first = state.trials.with_untracked(Option::is_none).then_some(FIRST_PROOF_URL);
    begin(state.engine, first, move |json| state.open_first(json));
    state.enter();
    on_cleanup(move || state.leave());
    view! {
        <div class="lab proof-lab">
            <SettingsSection lab=&PROOF>
                <Settings />
            </SettingsSection>
            <section class="pipeline" aria-label=t("proof-proof")>
                <Picture />
                <Lines />
            </section>
            <section class="results" aria-label=t("proof-tried-out")>
                <TryOut />
            </section>
            <section class="whole-texts" aria-label=t("proof-whole-texts")>
                <Sequences />
                <Compare />
            </section>
        </div>
    }
}

#[component]
fn Settings() -> impl IntoView {
    let state = ProofState::use_context();
    let lab = LabState::use_context();
    let seed = Memo::new(move |_| state.spec.with(|spec| spec.seed));
    let n_tokens = Memo::new(move |_| state.spec.with(ProofSpec::n_tokens));
    let mistake = Memo::new(move |_| state.spec.with(|spec| spec.mistake));
    let preset = move || {
        state.spec.with(|spec| {
            ProofPreset::ALL.iter().position(|preset| (&spec.target, &spec.draft) == (&preset.distributions().0, &preset.distributions().1))
        })
    };
    let choose_preset = move |event: ev::Event| {
        if let Some(preset) = event_target_value(&event).parse::<usize>().ok().and_then(|idx| ProofPreset::ALL.get(idx)) {
            let fresh = ProofSpec::of_preset(*preset);
            state.change(|spec| (spec.target, spec.draft, spec.names) = (fresh.target, fresh.draft, fresh.names));
        }
    };
    let choose_mistake = move |event: ev::Event| {
        if let Some((mistake, _)) = event_target_value(&event).parse::<usize>().ok().and_then(|idx| Mistake::ALL.get(idx)) {
            state.change(|spec| spec.mistake = *mistake);
        }
    };
    let is_least = move || n_tokens.get() <= *PROOF_TOKENS.start();
    let is_most = move || n_tokens.get() >= *PROOF_TOKENS.end();
    let from_models = Memo::new(move |_| models_distributions(lab));
    let take = move |_| {
        if let Some((target, draft, names)) = from_models.get_untracked() {
            state.change(|spec| (spec.target, spec.draft, spec.names) = (target, draft, names));
        }
    };
    view! {
        <div class="card stack" data-testid="controls">
            <div class="field">
                <label for="preset">{t("proof-distributions")}</label>
                <select id="preset" on:change=choose_preset>
                    <option value="" disabled prop:selected=move || preset().is_none()>{t("proof-your-own")}</option>
                    {ProofPreset::ALL
                        .iter()
                        .enumerate()
                        .map(|(idx, known)| view! { <option value=idx.to_string() prop:selected=move || preset() == Some(idx)>{preset_title(*known)}</option> })
                        .collect_view()}
                </select>
            </div>
            <div class="field">
                <button type="button" data-testid="from-models" prop:disabled=move || from_models.with(Option::is_none) on:click=take>{t("proof-from-models")}</button>
                <small>{t("proof-from-models-hint")}</small>
            </div>
            <div class="row" role="group" aria-label=t("proof-tokens")>
                <span>{move || t_args("count-tokens", &[("n", n_tokens.get().into())])}</span>
                <button type="button" aria-label=t("proof-token-less") prop:disabled=is_least on:click=move |_| state.change(|spec| spec.resize(spec.n_tokens() - 1))>"−"</button>
                <button type="button" aria-label=t("proof-token-more") prop:disabled=is_most on:click=move |_| state.change(|spec| spec.resize(spec.n_tokens() + 1))>"+"</button>
            </div>
            <div class="field" data-testid="break-it">
                <label for="mistake">{t("proof-break-it")}</label>
                <select id="mistake" on:change=choose_mistake>
                    {Mistake::ALL
                        .iter()
                        .enumerate()
                        .map(|(idx, (known, _))| view! { <option value=idx.to_string() prop:selected=move || mistake.get() == *known>{mistake_title(*known)}</option> })
                        .collect_view()}
                </select>
                <small>{t("proof-break-it-hint")}</small>
            </div>
            {seed_field(seed, move |seed| state.change(|spec| spec.seed = seed))}
            <div class="row">
                <OpenFile label=t("settings-open-trials") on_text=Callback::new(move |json: String| state.open_file(&json)) />
            </div>
        </div>
        <EnginePills />
    }
}

/// The distributions of the first guess of the cycle on stage in the lab of cycles: the eleven tokens that
/// matter most to either model, and all others as one. `None` where no cycle is there.
fn models_distributions(lab: LabState) -> Option<(Vec<f64>, Vec<f64>, Vec<String>)> {
    const N_SHOWN: usize = 11;
    let cycle_idx = lab.view.with(|view| view.as_ref()?.cycle.as_ref().map(|stage| stage.cycle_idx)).unwrap_or(0);
    lab.shown.with(|shown| {
        let shown = shown.as_ref()?;
        let cycle = shown.run.cycles.get(cycle_idx)?;
        let (target, draft) = (cycle.target_probs.first()?, cycle.draft_probs.first()?);
        let mut ids: Vec<usize> = (0..target.vocab_size()).collect();
        let weight = |idx: usize| target.as_slice()[idx].max(draft.as_slice()[idx]);
        ids.sort_by(|a, b| weight(*b).total_cmp(&weight(*a)));
        ids.truncate(N_SHOWN);
        ids.retain(|idx| weight(*idx) > 0.0);
        let mut names: Vec<String> =
            ids.iter().map(|idx| shown.vocabulary.label(crate::decode::TokenId(*idx as u32)).chars().take(8).collect()).collect();
        names.push(OTHERS.to_owned());
        // Four digits, as everywhere in this lab; what rounding leaves belongs to the others.
        let row = |probs: &crate::decode::Probs| {
            let mut row: Vec<f64> = ids.iter().map(|idx| (probs.as_slice()[*idx] * 1e4).floor() / 1e4).collect();
            let rest = 1.0 - row.iter().sum::<f64>();
            row.push((rest.max(0.0) * 1e4).round() / 1e4);
            row
        };
        Some((row(target), row(draft), names))
    })
}

/// The picture that is the proof: for each token the lower bar, and what stands above it.
#[component]
pub(crate) fn Picture() -> impl IntoView {
    let state = ProofState::use_context();
    let n_tokens = Memo::new(move |_| state.spec.with(ProofSpec::n_tokens));
    let full = Memo::new(move |_| {
        state.spec.with(|spec| {
            let most = spec.target.iter().chain(&spec.draft).copied().fold(0.0, f64::max);
            if spec.n_tokens() >= MANY && most <= 0.5 { 0.5 } else { 1.0 }
        })
    });
    let lit = move || match state.lit() {
        ProofEvent::Given => "given",
        ProofEvent::Accept => "accept",
        ProofEvent::Reject => "reject",
        ProofEvent::Correct => "correct",
        ProofEvent::Sum => "sum",
    };
    let caption = move || state.proof.with(|proof| line_caption(state.lit(), proof));
    let title = move || line_title(state.lit());
    view! {
        <div class="card proof-card" data-testid="stage">
            <div class="card-head">
                <h2 data-testid="stage-title">{title}</h2>
                <ul class="legend" aria-hidden="true">
                    <li><i class="swatch accept"></i>{t("proof-key-accepted")}</li>
                    <li><i class="swatch reject"></i>{t("proof-key-rejected")}</li>
                    <li><i class="swatch correct"></i>{t("proof-key-corrected")}</li>
                </ul>
            </div>
            <div class="proof-picture" data-lit=lit data-many=move || (n_tokens.get() >= MANY).to_string() role="group" aria-label=t("proof-picture")>
                <For each=move || 0..n_tokens.get() key=|idx| *idx children=move |idx| view! { <Column idx full /> } />
            </div>
            <p class="lead proof-lead" aria-live="polite" data-testid="caption">{caption}</p>
        </div>
    }
}

/// One token: its bars, with a slider on either side, and its numbers.
#[component]
fn Column(idx: usize, full: Memo<f64>) -> impl IntoView {
    let state = ProofState::use_context();
    let pick =
        move |row: fn(&ProofSpec) -> &Vec<f64>| Memo::new(move |_| state.spec.with(|spec| row(spec).get(idx).copied().unwrap_or(0.0)));
    let (p, q) = (pick(|spec| &spec.target), pick(|spec| &spec.draft));
    let name = Memo::new(move |_| state.spec.with(|spec| token_name(spec, idx)));
    let named = move |letter: &'static str| [("letter", Value::from(letter)), ("token", name.get().into())];
    let height = move |value: f64| format!("{:.3}%", (value / full.get() * 100.0).clamp(0.0, 100.0));
    let shared = move || p.get().min(q.get());
    let is_above = |a: Memo<f64>, b: Memo<f64>| move || a.get() > b.get();
    let apart = move || (p.get() - q.get()).abs();
    let set = move |row: fn(&mut ProofSpec) -> &mut Vec<f64>, event: &ev::Event| {
        if let Some(value) = words::typed(&event_target_value(event)) {
            state.change(|spec| set_prob(row(spec), idx, value));
        }
    };
    let target_row: fn(&mut ProofSpec) -> &mut Vec<f64> = |spec| &mut spec.target;
    let draft_row: fn(&mut ProofSpec) -> &mut Vec<f64> = |spec| &mut spec.draft;
    let slider = move |class: &'static str, letter: &'static str, value: Memo<f64>, row: fn(&mut ProofSpec) -> &mut Vec<f64>| {
        view! {
            <input
                class=class
                type="range"
                aria-orientation="vertical"
                min="0"
                max=move || full.get().to_string()
                step="0.01"
                aria-label=move || t_args("proof-slider", &named(letter))
                aria-valuetext=move || number(value.get())
                prop:value=move || value.get().to_string()
                on:input=move |event| set(row, &event)
            />
        }
    };
    let field = move |class: &'static str, letter: &'static str, value: Memo<f64>, row: fn(&mut ProofSpec) -> &mut Vec<f64>| {
        view! {
            <label class=class>
                <span aria-hidden="true">{letter}</span>
                <input
                    type="text"
                    inputmode="decimal"
                    autocomplete="off"
                    aria-label=move || t_args("proof-field", &named(letter))
                    prop:value=move || number(value.get())
                    on:change=move |event| set(row, &event)
                />
            </label>
        }
    };
    view! {
        <div class="proof-col" class:chosen=move || state.chosen.get() == idx data-testid="proof-col">
            <div class="proof-bars">
                <i class="area accept" style=("height", move || height(shared()))></i>
                <i
                    class="area"
                    class:correct=is_above(p, q)
                    class:reject=is_above(q, p)
                    style=("bottom", move || height(shared()))
                    style=("height", move || height(apart()))
                ></i>
                <i class="level target" style=("bottom", move || height(p.get()))></i>
                <i class="level draft" style=("bottom", move || height(q.get()))></i>
                {slider("pull target", "p", p, target_row)}
                {slider("pull draft", "q", q, draft_row)}
            </div>
            <button type="button" class="proof-name" aria-pressed=move || (state.chosen.get() == idx).to_string() on:click=move |_| state.chosen.set(idx)>
                {move || view! { <TokenLabel label=name.get() /> }}
            </button>
            {field("target-field", "p", p, target_row)}
            {field("draft-field", "q", q, draft_row)}
        </div>
    }
}

/// The lines of the proof as equations, each filled with the chosen token's numbers.
#[component]
fn Lines() -> impl IntoView {
    let state = ProofState::use_context();
    let mistake = Memo::new(move |_| state.spec.with(|spec| spec.mistake));
    let fallen = Memo::new(move |_| fallen_line(mistake.get()));
    let row = Memo::new(move |_| state.proof.with(|proof| proof.rows.get(state.chosen.get()).copied()));
    let name = move || state.spec.with(|spec| token_name(spec, state.chosen.get()));
    let line = move |event: ProofEvent| {
        let is_here = move || state.event() == event;
        let falls = move || fallen.get() == Some(event);
        let go = move |_| {
            state.send(crate::decode::PlayheadCommand::Seek(1 + ProofEvent::ALL.iter().position(|known| *known == event).unwrap_or(0)))
        };
        let value = move || row.get().map(|row| line_of_token(event, &row)).unwrap_or_default();
        let total = move || state.proof.with(|proof| total_of(event, proof));
        view! {
            <li class="proof-line" class:falls=falls data-line=format!("{event:?}").to_lowercase() on:mouseenter=move |_| state.pointed.set(Some(event)) on:mouseleave=move |_| state.pointed.set(None)>
                <button type="button" aria-current=move || is_here().then_some("step") on:click=go on:focus=move |_| state.pointed.set(Some(event)) on:blur=move |_| state.pointed.set(None)>
                    <span class="line-title">{line_title(event)}<b class="fallen">{move || if falls() { t("proof-falls") } else { String::new() }}</b></span>
                    <span class="formula-box">{equation(event)}</span>
                    <span class="line-values num">{value}</span>
                    <span class="line-total soft">{total}</span>
                </button>
            </li>
        }
    };
    view! {
        <div class="card proof-lines" data-testid="lines">
            <div class="card-head">
                <h2>{t("proof-lines")} <span class="soft">" · " {move || rich("proof-numbers-of", &[("token", name().into())])}</span></h2>
            </div>
            <ol>{ProofEvent::ALL.map(line)}</ol>
            <p data-testid="fallen" class="verdict-words" class:wrong=move || fallen.get().is_some() role="status">{move || fallen_words(mistake.get())}</p>
            <p class="soft">
                {move || match state.proof.with(|proof| proof.largest_error) {
                    0.0 => t("proof-no-error"),
                    error => t_args("proof-error", &[("error", format!("{error:.0e}").into())]),
                }}
            </p>
        </div>
    }
}

/// What a line comes to, over all tokens.
fn total_of(event: ProofEvent, proof: &Proof) -> String {
    match event {
        ProofEvent::Given => t("proof-each-sums"),
        ProofEvent::Accept => format!("A = {}", number(proof.overlap)),
        ProofEvent::Reject => format!("1 − A = {}", number(proof.rejected_mass)),
        ProofEvent::Correct => format!("Z = {}", number(proof.residual_mass)),
        ProofEvent::Sum => format!("A + Z = {}", number(proof.overlap + proof.residual_mass)),
    }
}

/// A line as an equation.
fn equation(event: ProofEvent) -> AnyView {
    let of_x =
        |name: &'static str| view! { <mrow><mi>{name}</mi><mo stretchy="false">"("</mo><mi>"x"</mi><mo stretchy="false">")"</mo></mrow> };
    let called = |name: &'static str, first: AnyView, second: AnyView| view! { <mrow><mi>{name}</mi><mo stretchy="false">"("</mo>{first}<mo>","</mo>{second}<mo stretchy="false">")"</mo></mrow> };
    let path = |what: String| view! { <mrow><mi>"P"</mi><mo stretchy="false">"("</mo><mi>"x"</mi><mo>","</mo><mtext>{what}</mtext><mo stretchy="false">")"</mo></mrow> };
    let minus = |left: &'static str, right: &'static str| view! { <mrow>{of_x(left)}<mo>"−"</mo>{of_x(right)}</mrow> };
    match event {
        ProofEvent::Given => view! { <math><mi>"x"</mi><mo>"~"</mo><mi>"q"</mi><mo>","</mo><mtext>{format!("\u{2002}{}\u{2002}", t("proof-wanted"))}</mtext><mi>"x"</mi><mo>"~"</mo><mi>"p"</mi></math> }.into_any(),
        ProofEvent::Accept => view! {
            <math>
                {path(t("proof-path-accept"))}<mo>"="</mo>{of_x("q")}<mo>"·"</mo>
                {called("min", view! { <mn>"1"</mn> }.into_any(), view! { <mfrac>{of_x("p")}{of_x("q")}</mfrac> }.into_any())}
            </math>
            " "
            <math>
                <mo form="infix">"="</mo>{called("min", of_x("p").into_any(), of_x("q").into_any())}
            </math>
        }
        .into_any(),
        ProofEvent::Reject => view! {
            <math>{path(t("proof-path-reject"))}<mo>"="</mo>{of_x("q")}<mo>"−"</mo>{path(t("proof-path-accept"))}</math>
            " "
            <math><mo form="infix">"="</mo>{called("max", view! { <mn>"0"</mn> }.into_any(), minus("q", "p").into_any())}</math>
        }
        .into_any(),
        ProofEvent::Correct => view! {
            <math>
                {path(t("proof-path-correct"))}<mo>"="</mo><mi>"Z"</mi><mo>"·"</mo>
                <mfrac>{called("max", view! { <mn>"0"</mn> }.into_any(), minus("p", "q").into_any())}<mi>"Z"</mi></mfrac>
            </math>
        }
        .into_any(),
        ProofEvent::Sum => view! {
            <math>
                {called("min", of_x("p").into_any(), of_x("q").into_any())}<mo>"+"</mo>
                {called("max", view! { <mn>"0"</mn> }.into_any(), minus("p", "q").into_any())}<mo>"="</mo>{of_x("p")}
            </math>
        }
        .into_any(),
    }
}

/// The law in practice: counts of both paths stacking to p, or to what comes out instead.
#[component]
fn TryOut() -> impl IntoView {
    let state = ProofState::use_context();
    let source = move || {
        state.trials.with(|trials| {
            trials.as_ref().map(|(_, source)| match source {
                RunSource::Live => ("live", t("source-live"), t("source-live-counted-more")),
                RunSource::File => ("file", t("source-file"), String::new()),
                RunSource::Recorded | RunSource::LessonCase => ("recorded", t("source-recorded"), t("source-recorded-counted-more")),
            })
        })
    };
    let n_wanted = Memo::new(move |_| state.spec.with(|spec| spec.n_trials));
    let intended = Memo::new(move |_| state.spec.with(|spec| spec.mistake.intended(&spec.probs().0)));
    let save_json = move |_| {
        if let Some(recording) = state.recording() {
            state.engine.report_saving(export::download_text("decoding-lab-proof.json", "application/json", &recording.to_json()));
        }
    };
    let save_csv = move |_| {
        let csv = export::proof_csv(
            &state.spec.get_untracked(),
            &state.exact.get_untracked(),
            state.trials.with_untracked(|trials| trials.as_ref().map(|(trials, _)| trials.clone())).as_ref(),
        );
        state.engine.report_saving(export::download_text("decoding-lab-proof.csv", "text/csv", &csv));
    };
    let exact_words = move || {
        let apart = intended.with(|intended| state.exact.with(|exact| exact.distance_from(intended)));
        if apart < 1e-12 { t("proof-law-same") } else { t_args("proof-law-other", &[("apart", number(apart).into())]) }
    };
    let verdict = move || {
        state.trials.with(|trials| {
            let (trials, _) = trials.as_ref()?;
            let check = intended.with(|intended| ChiSquare::of(&trials.counts(), intended.as_slice()));
            let n = trials.n();
            let apart = intended.with(|intended| {
                trials.counts().iter().zip(intended.as_slice()).map(|(count, want)| (*count as f64 / n as f64 - want).abs()).sum::<f64>()
                    / 2.0
            });
            let judged = t(if check.p_value < 0.001 {
                "proof-tried-other"
            } else if n < 1000 {
                "proof-tried-few"
            } else {
                "proof-tried-chance"
            });
            let statistic = if check.statistic.is_finite() { decimal(check.statistic, 2) } else { "∞".to_owned() };
            let values = [
                ("trials", t_args("proof-trials", &[("n", n.into())]).into()),
                ("distance", decimal(apart, 5).into()),
                ("statistic", statistic.into()),
                ("degrees", t_args("proof-degrees", &[("n", check.degrees.into())]).into()),
                ("p", p_value(check.p_value).into()),
                ("judged", judged.into()),
            ];
            Some(t_args("proof-tried", &values))
        })
    };
    let rows = move || {
        let spec = state.spec.get();
        let exact = state.exact.get();
        let trials = state.trials.get();
        let intended = intended.get();
        let law = exact.law();
        let top = law.iter().chain(intended.as_slice()).copied().fold(0.0, f64::max);
        let percent = move |value: f64| format!("{:.3}%", if top > 0.0 { (value / top * 100.0).min(100.0) } else { 0.0 });
        let n = trials.as_ref().map_or(0, |(trials, _)| trials.n());
        (0..spec.n_tokens())
            .map(|idx| {
                let counted = trials.as_ref().map(|(trials, _)| (trials.accepted[idx], trials.corrected[idx]));
                let share = counted.map(|(accepted, corrected)| (accepted + corrected) as f64 / n.max(1) as f64);
                let band = counted.and_then(|(accepted, corrected)| {
                    Proportion { successes: (accepted + corrected) as usize, trials: n as usize }.wilson_interval()
                });
                let want = intended.as_slice()[idx];
                let off = band.is_some_and(|(low, high)| want < low || want > high);
                view! {
                    <tr>
                        <th scope="row" class="token"><TokenLabel label=token_name(&spec, idx) /></th>
                        <td class="track">
                            <div class="track-inner">
                                <div class="seg path-accept" style=("width", percent(exact.accepted[idx]))></div>
                                <div class="seg path-correct" style=("left", percent(exact.accepted[idx])) style=("width", percent(exact.corrected[idx]))></div>
                                {band.map(|(low, high)| (low.min(top), high.min(top))).map(|(low, high)| view! { <div class="band" style=("left", percent(low)) style=("width", percent(high - low))></div> })}
                                {share.map(|share| view! { <div class="count-line" style=("left", percent(share))></div> })}
                                <div class="p-line" style=("left", percent(want))></div>
                            </div>
                        </td>
                        <td class="num on-wide-cell">{counted.map_or("–".to_owned(), |(accepted, _)| accepted.to_string())}</td>
                        <td class="num on-wide-cell">{counted.map_or("–".to_owned(), |(_, corrected)| corrected.to_string())}</td>
                        <td class="num">{share.map_or("–".to_owned(), |share| decimal(share, 4))}</td>
                        <td class="num on-wide-cell">{band.map_or("–".to_owned(), |(low, high)| format!("{}–{}", decimal(low, 4), decimal(high, 4)))}</td>
                        <td class="num">{decimal(want, 4)}</td>
                        <td class="note on-wide-cell">{if off { t("proof-outside") } else { String::new() }}</td>
                    </tr>
                }
            })
            .collect_view()
    };
    view! {
        <div class="card try-out" data-testid="try-out">
            <div class="card-head">
                <h2>{t("proof-try-it")}</h2>
                <SourcePill source />
            </div>
            <div class="row">
                {TRIAL_COUNTS
                    .map(|n| {
                        view! {
                            <button type="button" aria-pressed=move || (n_wanted.get() == n).to_string() on:click=move |_| state.set_trials(n)>{integer(n as u64)}</button>
                        }
                    })}
                <span class="row to-end">
                    <button type="button" class="quiet" prop:disabled=move || state.trying.get() on:click=save_json>{t("proof-save-trials")}</button>
                    <button type="button" class="quiet" on:click=save_csv>{t("table-save-csv")}</button>
                </span>
            </div>
            <p data-testid="exact-words">{exact_words}</p>
            <table class="bars proof-rows">
                <caption class="sr-only">{t("proof-rows")}</caption>
                <thead>
                    <tr>
                        <th scope="col">{t("proof-token")}</th>
                        <th scope="col"><span class="sr-only">{t("proof-bars")}</span></th>
                        <th scope="col" class="num on-wide-cell">{t("proof-accepted")}</th>
                        <th scope="col" class="num on-wide-cell">{t("proof-corrected")}</th>
                        <th scope="col" class="num">{t("proof-share")}</th>
                        <th scope="col" class="num band-head on-wide-cell">{t("proof-band")}</th>
                        <th scope="col" class="num">{t("proof-wanted")}</th>
                        <th scope="col" class="note on-wide-cell"><span class="sr-only">{t("proof-outside-head")}</span></th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
            <p data-testid="verdict" aria-live="polite">{move || verdict().unwrap_or_else(|| t("proof-no-trials"))}</p>
            <p class="soft">{t("proof-rows-key")}</p>
        </div>
    }
}

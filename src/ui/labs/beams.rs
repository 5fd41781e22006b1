//! The lab "Greedy and beam search": the tree of texts as it grows on the target, greedy beside it,
//! the arithmetic of its scores, and tables small enough to look at every text there is.

use crate::decode::{
    BEAM_KNOBS, BEAM_PRESETS, BeamPreset, BeamScenario, BeamSettings, BeamVerdict, BeamView, GreedyComparison, Job, Knob,
    LogsAgainstProducts, NodeId, NodeState, PathPoint, PrefixPair, ScoreRow, sufficient_beams,
};
use crate::ui::beam_captions::{
    comparison_words, cost_words, has_objective, length_penalty_words, objectives_on, product_words, quoted, quoted_node, step_caption,
    step_title,
};
use crate::ui::beam_layout::{BeamLayout, Folding, Picture, Window, tree_svg};
use crate::ui::beams_state::{BeamsState, FIRST_BEAMS_URL, Proof, ShownBeams, n_ranked};
use crate::ui::charts;
use crate::ui::components::{BeamTreePanel, EnginePills, OpenFile, PlotFigure, SourcePill, TokenLabel, knob_field, prompt_field};
use crate::ui::export;
use crate::ui::i18n::{decimal, integer, key, t, t_args};
use crate::ui::lab::{Lab, begin};
use crate::ui::labs::SettingsSection;
use crate::ui::state::{RunSource, RunStatus};
use crate::ui::words;
use leptos::prelude::*;

/// The lab's entry in the registry.
pub const BEAMS: Lab = Lab {
    id: "beams",
    trace: FIRST_BEAMS_URL,
    e2e_test: "tests/e2e/beams.test.mjs",
    view: || BeamsLab().into_any(),
    player: || BeamsState::use_context().player(),
    query: || BeamsState::use_context().query(),
    job: || Job::OneByOne,
    at_rest: || BeamsState::use_context().at_rest(),
};

/// The scenarios, and how the page's texts call them.
const SCENARIOS: &[(BeamScenario, &str)] = &[
    (BeamScenario::Target, key("beams-scenario-target")),
    (BeamScenario::AllTexts, key("beams-scenario-all-texts")),
    (BeamScenario::Ending, key("beams-scenario-ending")),
];

/// Texts of a table that have a row; the others are counted.
const N_TEXTS: usize = 27;

#[component]
fn BeamsLab() -> impl IntoView {
    let state = BeamsState::use_context();
    state.enter();
    on_cleanup(move || state.leave());
    begin(state.engine, Some(FIRST_BEAMS_URL), move |json| state.open_first(json));
    let has_proof = move || state.spec.with(|spec| spec.scenario != BeamScenario::Target);
    view! {
        <div class="lab">
            <SettingsSection lab=&BEAMS>
                <Settings />
            </SettingsSection>
            <section class="pipeline beams" aria-label=t("beams-search")>
                <TreeCard />
                <Show when=has_proof>
                    <ProofCard />
                </Show>
                <GreedyCard />
                <div class="beam-pair">
                    <ScoreCard />
                    <CostCard />
                </div>
                <ArithmeticCard />
            </section>
        </div>
    }
}

#[component]
fn Settings() -> impl IntoView {
    let state = BeamsState::use_context();
    let scenario = Memo::new(move |_| state.spec.with(|spec| spec.scenario));
    let prompt = Memo::new(move |_| state.spec.with(|spec| spec.prompt.clone()));
    let is_table = move || scenario.get() != BeamScenario::Target;
    let running = move || state.run_status.get() == RunStatus::Running;
    let knob = move |knob: &'static Knob<BeamSettings>| {
        let value = Memo::new(move |_| state.spec.with(|spec| (knob.read)(&spec.settings)));
        let shown = Memo::new(move |_| state.spec.with(|spec| words::knob_value(knob, &spec.settings)));
        let effect = Memo::new(move |_| state.spec.with(|spec| words::knob_effect(knob, &spec.settings)));
        knob_field(knob, value, shown, effect, move |value| state.change_spec(|spec| (knob.write)(&mut spec.settings, value)))
    };
    let is_extra = |name: &str| !matches!(name, "num_beams" | "max_depth");
    let objectives = move || state.spec.with(|spec| objectives_on(&spec.settings.usable()));
    let has_objective = Memo::new(move |_| state.spec.with(|spec| has_objective(&spec.settings.usable())));
    // Opened where one is on; never closed under a hand that is moving a slider.
    let is_open = RwSignal::new(false);
    Effect::new(move |_| {
        if has_objective.get() {
            is_open.set(true);
        }
    });
    view! {
        <div class="card stack" data-testid="controls">
            <fieldset class="segments">
                <legend class="sr-only">{t("beams-scenario")}</legend>
                {SCENARIOS
                    .iter()
                    .map(|&(value, title)| {
                        view! {
                            <label>
                                <input type="radio" name="beam-scenario" prop:checked=move || scenario.get() == value on:change=move |_| state.choose_scenario(value) />
                                <span>{t(title)}</span>
                            </label>
                        }
                    })
                    .collect_view()}
            </fieldset>
            <Show when=is_table>
                <p class="soft">{t("beams-table-hint")}</p>
            </Show>
            <Show when=move || !is_table()>
                <Presets />
            </Show>
            <fieldset class="stack plain" disabled=is_table>
                <legend class="sr-only">{t("beams-prompt")}</legend>
                {prompt_field(prompt, move |prompt| state.change_spec(|spec| spec.prompt = prompt))}
                {BEAM_KNOBS.iter().filter(|knob| knob.name == "max_depth").map(knob).collect_view()}
            </fieldset>
            {BEAM_KNOBS.iter().filter(|knob| knob.name == "num_beams").map(knob).collect_view()}
            <details class="objectives" data-testid="objectives" prop:open=move || is_open.get()>
                <summary>{move || t_args("beams-objectives", &[("on", objectives().into())])}</summary>
                <p class="soft">{t("beams-objectives-hint")}</p>
                {BEAM_KNOBS.iter().filter(|knob| is_extra(knob.name)).map(knob).collect_view()}
                <p class="soft">{move || state.spec.with(|spec| length_penalty_words(spec.settings.length_penalty))}</p>
            </details>
            <div class="row">
                <button type="button" data-testid="stop" prop:disabled=move || !running() on:click=move |_| state.stop()>{t("beams-stop")}</button>
                <OpenFile label=t("settings-open-search") on_text=Callback::new(move |json: String| state.open_file(&json)) />
            </div>
        </div>
        <EnginePills />
    }
}

/// The examples, each with what it shows.
#[component]
fn Presets() -> impl IntoView {
    let state = BeamsState::use_context();
    let current = Memo::new(move |_| state.spec.with(|spec| spec.preset().map(|preset| preset.id)));
    let claim = move || current.get().map_or_else(|| t("beams-examples-hint"), |id| t(&format!("beams-claim-{id}")));
    let button = move |preset: &'static BeamPreset| {
        view! {
            <button type="button" aria-pressed=move || (current.get() == Some(preset.id)).to_string() on:click=move |_| state.choose_preset(preset)>
                {t(&format!("beams-example-{}", preset.id))}
            </button>
        }
    };
    view! {
        <div class="field presets" role="group" aria-label=t("beams-examples") data-testid="presets">
            <span class="field-name">{t("beams-examples")}</span>
            {BEAM_PRESETS.iter().map(button).collect_view()}
            <small aria-live="polite">{claim}</small>
        </div>
    }
}

/// Reads from what is on screen and what is revealed of it.
fn with_view<T>(state: BeamsState, read: impl FnOnce(&ShownBeams, &BeamView) -> T) -> Option<T> {
    state.shown.with(|shown| state.view.with(|view| Some(read(shown.as_ref()?, view.as_ref()?))))
}

/// Whether the details that an event comes from are open now. What is closed is not drawn: a page that
/// steps through a deep search has better things to do.
fn is_toggled_open(event: &leptos::ev::Event) -> bool {
    use wasm_bindgen::JsCast as _;
    let element = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    element.is_some_and(|element| element.has_attribute("open"))
}

/// The step in words, and the tree.
#[component]
fn TreeCard() -> impl IntoView {
    let state = BeamsState::use_context();
    let title = move || with_view(state, |shown, view| step_title(&shown.pair.beams, view)).unwrap_or_else(|| t("beams-search"));
    let caption = move || {
        with_view(state, |shown, view| step_caption(&shown.pair.beams, view, &shown.vocabulary)).unwrap_or_else(|| t("logits-on-its-way"))
    };
    let prompt = Memo::new(move |_| with_view(state, |shown, _| shown.vocabulary.text(&shown.pair.beams.trace.prompt)).unwrap_or_default());
    let best = Memo::new(move |_| {
        let text = |shown: &ShownBeams, best| shown.vocabulary.text(&shown.pair.beams.tree().tokens(best));
        with_view(state, |shown, view| view.best.map(|best| text(shown, best))).flatten().unwrap_or_default()
    });
    let source = move || {
        state.shown.with(|shown| {
            shown.as_ref().map(|shown| match shown.source {
                RunSource::Recorded if state.spec.with(|spec| *spec != shown.spec) => {
                    ("recorded", t("source-recorded"), t("source-recorded-other-more"))
                }
                RunSource::Recorded => ("recorded", t("source-recorded"), t("source-recorded-one-more")),
                RunSource::File => ("file", t("source-file"), String::new()),
                RunSource::Live => ("live", t("source-live"), t("source-live-target-more")),
                RunSource::LessonCase => ("case", t("source-table"), t("source-case-more")),
            })
        })
    };
    view! {
        <div class="card stage-card" data-testid="stage">
            <div class="card-head">
                <h2 data-testid="stage-title">{title}</h2>
                <SourcePill source />
            </div>
            <p class="lead" aria-live="polite" data-testid="caption">{caption}</p>
            <p class="strip beam-text" data-testid="text"><span class="given">{move || prompt.get()}</span><span class="chosen-text">{move || best.get()}</span></p>
            <BeamTreePanel />
            <StepTable />
            <Exports />
        </div>
    }
}

#[component]
fn Exports() -> impl IntoView {
    let state = BeamsState::use_context();
    let picture = move || {
        state.shown.with_untracked(|shown| {
            state.view.with_untracked(|view| {
                let (shown, view) = (shown.as_ref()?, view.as_ref()?);
                let folding = state.folding.with_untracked(Folding::clone);
                let layout = state.layout.with_untracked(BeamLayout::clone);
                let greedy = shown.greedy_path();
                let picture = Picture {
                    run: &shown.pair.beams,
                    greedy: &greedy,
                    view,
                    layout: &layout,
                    folding: &folding,
                    chosen: None,
                    vocabulary: &shown.vocabulary,
                    is_brief: false,
                };
                Some(tree_svg(&picture.drawn(Window::ALL)))
            })
        })
    };
    let save_json = move |_| {
        if let Some(recording) = state.recording() {
            state.engine.report_saving(export::download_text("decoding-lab-beams.json", "application/json", &recording.to_json()));
        }
    };
    let save_csv = move |_| {
        let csv = state.shown.with_untracked(|shown| shown.as_ref().map(|shown| export::beams_csv(&shown.pair.beams, &shown.vocabulary)));
        if let Some(csv) = csv {
            state.engine.report_saving(export::download_text("decoding-lab-beams.csv", "text/csv", &csv));
        }
    };
    let save_svg = move |_| {
        if let Some((svg, _, _)) = picture() {
            state.engine.report_saving(export::download_svg("decoding-lab-tree.svg", &svg));
        }
    };
    let save_png = move |_| {
        if let Some((svg, width, height)) = picture() {
            state.engine.report_saving(export::download_png("decoding-lab-tree.png".to_owned(), &svg, width, height));
        }
    };
    view! {
        <div class="row exports">
            <button type="button" class="quiet" on:click=save_json>{t("beams-save-json")}</button>
            <button type="button" class="quiet" on:click=save_csv>{t("beams-save-csv")}</button>
            <button type="button" class="quiet" on:click=save_svg>{t("beams-save-svg")}</button>
            <button type="button" class="quiet" on:click=save_png>{t("beams-save-png")}</button>
        </div>
    }
}

/// The step on stage as a table: the picture's newest column, for whoever cannot see it.
#[component]
fn StepTable() -> impl IntoView {
    let state = BeamsState::use_context();
    let is_open = RwSignal::new(false);
    let rows = move || {
        with_view(state, |shown, view| {
            let run = &shown.pair.beams;
            let Some(expansion) = view.step_idx.and_then(|step_idx| run.expansions.get(step_idx)) else { return Vec::new() };
            let mut rows = Vec::new();
            for expanded in &expansion.expanded {
                let before = quoted_node(run, &shown.vocabulary, expanded.node);
                let is_shown = |child: &&NodeId| view.nodes.binary_search_by_key(*child, |node| node.id).is_ok();
                let children: Vec<NodeId> = expanded.children.iter().filter(is_shown).copied().collect();
                for id in &children {
                    let node = run.node(*id);
                    let seen = view.nodes.binary_search_by_key(id, |node| node.id).map(|idx| view.nodes[idx].state);
                    let outcome = match seen {
                        Ok(NodeState::Candidate) | Err(_) => t("tree-state-candidate"),
                        Ok(_) => match node.verdict {
                            BeamVerdict::Kept => t_args("beams-outcome-kept", &[("place", node.rank.into())]),
                            BeamVerdict::Finished => t_args("beams-outcome-finished", &[("place", node.rank.into())]),
                            BeamVerdict::Pruned { margin } => t_args("beams-outcome-lacks", &[("margin", decimal(margin, 2).into())]),
                        },
                    };
                    let label = node.token.map(|token| shown.vocabulary.label(token)).unwrap_or_default();
                    let numbers = [words::prob(node.prob), words::nats(node.log_prob), words::nats(node.score)];
                    rows.push((before.clone(), label, numbers, outcome));
                }
                if !children.is_empty() && expanded.rest.n_tokens > 0 {
                    let numbers = [words::prob(expanded.rest.mass), String::new(), String::new()];
                    rows.push((before, words::others(expanded.rest.n_tokens), numbers, t("beams-outcome-rest")));
                }
            }
            rows
        })
        .unwrap_or_default()
    };
    let draw = move || {
        let rows = rows();
        if rows.is_empty() {
            return view! { <p class="soft empty">{t("beams-level-empty")}</p> }.into_any();
        }
        view! {
            <div class="table-scroll tall" tabindex="0" role="region" aria-label=t("beams-level-texts")>
                <table class="cycles" data-testid="step-table">
                    <thead>
                        <tr>
                            <th scope="col">{t("beams-column-after")}</th><th scope="col">{t("beams-column-token")}</th><th scope="col" class="num">"p"</th>
                            <th scope="col" class="num">"log p"</th><th scope="col" class="num">{t("beams-column-score")}</th><th scope="col">{t("beams-column-outcome")}</th>
                        </tr>
                    </thead>
                    <tbody>
                        {rows
                            .into_iter()
                            .map(|(before, label, [prob, log_prob, score], outcome)| {
                                view! {
                                    <tr>
                                        <td class="after">{before}</td>
                                        <th scope="row" class="token"><TokenLabel label /></th>
                                        <td class="num">{prob}</td>
                                        <td class="num">{log_prob}</td>
                                        <td class="num">{score}</td>
                                        <td>{outcome}</td>
                                    </tr>
                                }
                            })
                            .collect_view()}
                    </tbody>
                </table>
            </div>
        }
        .into_any()
    };
    view! {
        <details class="step-table" on:toggle=move |event| is_open.set(is_toggled_open(&event))>
            <summary>{t("beams-level-table")}</summary>
            {move || is_open.get().then(draw)}
        </details>
    }
}

/// Both texts, where they part, and where the beam overtakes.
#[component]
fn GreedyCard() -> impl IntoView {
    let state = BeamsState::use_context();
    let comparison = Memo::new(move |_| with_view(state, |shown, view| shown.comparison(view)).flatten());
    let verdict = move || {
        let is_over = with_view(state, |_, view| view.stop.is_some()).unwrap_or_default();
        comparison.with(|comparison| comparison.as_ref().map(|comparison| comparison_words(comparison, is_over))).unwrap_or_default()
    };
    let plot = Memo::new(move |_| {
        comparison.with(|comparison| match comparison {
            Some(comparison) => charts::lead_over_greedy(comparison),
            None => charts::lead_over_greedy(&GreedyComparison::new(&[], &[])),
        })
    });
    let texts = move || comparison.with(|comparison| comparison.as_ref().map(|comparison| draw_texts(state, comparison)));
    let is_open = RwSignal::new(false);
    let rows =
        move || is_open.get().then(|| comparison.with(|comparison| comparison.as_ref().map(|comparison| draw_prefixes(state, comparison))));
    view! {
        <div class="card greedy" data-testid="greedy">
            <h2>{t("beams-greedy-title")}</h2>
            <p class="greedy-verdict" data-testid="verdict">{verdict}</p>
            <div class="greedy-grid">
                <div>{texts}</div>
                <PlotFigure name="lead-over-greedy" plot />
            </div>
            <details on:toggle=move |event| is_open.set(is_toggled_open(&event))>
                <summary>{t("beams-by-token")}</summary>
                {rows}
            </details>
        </div>
    }
}

/// Both texts in words, from where they part marked, with their scores.
fn draw_texts(state: BeamsState, comparison: &GreedyComparison) -> AnyView {
    let part = comparison.parts_at.unwrap_or(usize::MAX);
    let side = |name: String, test_id: &'static str, point_of: fn(&PrefixPair) -> Option<PathPoint>| {
        let points: Vec<PathPoint> = comparison.prefixes.iter().filter_map(point_of).collect();
        let tokens: Vec<_> = points.iter().map(|point| point.token).collect();
        let score = points.last().map_or(0.0, |point| point.score);
        let (common, own) = tokens.split_at(tokens.len().min(part - 1));
        let [common, own] = [common, own]
            .map(|tokens| state.shown.with(|shown| shown.as_ref().map(|shown| shown.vocabulary.text(tokens)).unwrap_or_default()));
        view! {
            <div class="side-text" data-testid=test_id>
                <p><b>{name}</b> " " <span class="num-inline">{format!("s = {}", words::nats(score))}</span> " " <span class="soft">{t_args("count-tokens", &[("n", tokens.len().into())])}</span></p>
                <p class="strip"><span class="given">{common}</span><span class="own">{own}</span></p>
            </div>
        }
    };
    view! {
        {side(t("beams-greedy"), "greedy-text", |pair| pair.greedy)}
        {side(t("beams-best-beam"), "beam-text", |pair| pair.beam)}
    }
    .into_any()
}

fn draw_prefixes(state: BeamsState, comparison: &GreedyComparison) -> AnyView {
    let cells = |point: Option<PathPoint>| match point {
        Some(point) => {
            let rank = if point.token_rank == 1 { String::new() } else { words::ordinal(point.token_rank) };
            (state.label(point.token), words::nats(point.log_prob), words::nats(point.score), rank)
        }
        None => (String::new(), String::new(), String::new(), String::new()),
    };
    let rows: Vec<_> = comparison
        .prefixes
        .iter()
        .map(|pair| {
            let note = if comparison.parts_at == Some(pair.len) {
                t("beams-note-part")
            } else if comparison.overtakes_at == Some(pair.len) {
                t("beams-note-overtakes")
            } else {
                String::new()
            };
            let (greedy, beam) = (cells(pair.greedy), cells(pair.beam));
            let is_marked = !note.is_empty();
            view! {
                <tr class:marked=is_marked>
                    <td class="num">{pair.len}</td>
                    <td class="token"><TokenLabel label=greedy.0 /></td>
                    <td class="num">{greedy.1}</td>
                    <td class="num">{greedy.2}</td>
                    <td class="token"><TokenLabel label=beam.0 /> " " <small>{beam.3}</small></td>
                    <td class="num">{beam.1}</td>
                    <td class="num">{beam.2}</td>
                    <td class="num">{words::lead(pair.lead)}</td>
                    <td>{note}</td>
                </tr>
            }
        })
        .collect();
    view! {
        <div class="table-scroll tall" tabindex="0" role="region" aria-label=t("beams-prefixes")>
            <table class="cycles" data-testid="prefixes">
                <thead>
                    <tr>
                        <th scope="col" class="num">"#"</th>
                        <th scope="col">{t("beams-column-greedy")}</th><th scope="col" class="num">"log p"</th><th scope="col" class="num">{t("beams-column-sum")}</th>
                        <th scope="col">{t("beams-column-beam")}</th><th scope="col" class="num">"log p"</th><th scope="col" class="num">{t("beams-column-sum")}</th>
                        <th scope="col" class="num">{t("beams-column-lead")}</th><th scope="col"><span class="sr-only">{t("beams-column-note")}</span></th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// The texts that are kept now, and greedy's.
#[component]
fn ScoreCard() -> impl IntoView {
    let state = BeamsState::use_context();
    let chosen = Memo::new(move |_| state.chosen_or_best());
    let table = Memo::new(move |_| {
        with_view(state, |shown, view| {
            let settings = shown.pair.beams.frontier().config().settings;
            let greedy = shown.greedy_path();
            let greedy = greedy[..greedy.len().min(n_ranked(view))].last().map(|point| point.score);
            let n_live = view.scores.iter().filter(|row| !row.is_finished).count();
            let n_finished = view.scores.len() - n_live;
            (view.scores.clone(), settings, greedy, n_live, n_finished)
        })
    });
    let text_of = move |row: &ScoreRow| {
        state.shown.with(|shown| shown.as_ref().map(|shown| quoted(&shown.vocabulary, &row.tokens)).unwrap_or_default())
    };
    let draw = move || {
        let Some((rows, settings, greedy, n_live, n_finished)) = table.get() else { return ().into_any() };
        if rows.is_empty() {
            return view! { <p class="soft empty">{t("beams-scores-empty")}</p> }.into_any();
        }
        let penalised = settings.length_penalty != 0.0;
        let grouped = settings.num_beam_groups > 1;
        view! {
            <p data-testid="live-and-finished">{t_args("beams-live-and-finished", &[("live", n_live.into()), ("finished", n_finished.into())])} " " <span class="soft">{t("beams-choose-one")}</span></p>
            <div class="table-scroll">
                <table class="cycles scores" data-testid="scores">
                    <thead>
                        <tr>
                            <th scope="col" class="num">"#"</th>
                            <th scope="col">{t("beams-column-text")}</th>
                            {grouped.then(|| view! { <th scope="col" class="num">{t("beams-column-group")}</th> })}
                            <th scope="col" class="num">{t("beams-column-length")}</th>
                            <th scope="col" class="num">"s = Σ log p"</th>
                            {penalised.then(|| view! { <th scope="col" class="num">{t("beams-column-divisor")}</th><th scope="col" class="num">{t("beams-column-objective")}</th> })}
                            <th scope="col">{t("beams-column-state")}</th>
                        </tr>
                    </thead>
                    <tbody>
                        {rows
                            .into_iter()
                            .enumerate()
                            .map(|(idx, row)| {
                                let node = row.node;
                                let text = text_of(&row);
                                view! {
                                    <tr class:marked=move || chosen.get() == Some(node)>
                                        <td class="num">{idx + 1}</td>
                                        <th scope="row">
                                            <button type="button" class="pick" aria-pressed=move || (chosen.get() == Some(node)).to_string() on:click=move |_| state.chosen.set(Some(node))>{text}</button>
                                        </th>
                                        {grouped.then(|| view! { <td class="num">{row.group + 1}</td> })}
                                        <td class="num">{row.tokens.len()}</td>
                                        <td class="num">{words::nats(row.score)}</td>
                                        {penalised.then(|| view! { <td class="num">{decimal(row.divisor, 2)}</td><td class="num">{words::nats(row.objective)}</td> })}
                                        <td>{t(if row.is_finished { "beams-row-finished" } else { "beams-row-live" })}</td>
                                    </tr>
                                }
                            })
                            .collect_view()}
                        {greedy
                            .map(|score| {
                                view! {
                                    <tr class="rest">
                                        <td></td>
                                        <th scope="row">{t("beams-greedy-alone")}</th>
                                        {grouped.then(|| view! { <td></td> })}
                                        <td></td>
                                        <td class="num">{words::nats(score)}</td>
                                        {penalised.then(|| view! { <td></td><td></td> })}
                                        <td></td>
                                    </tr>
                                }
                            })}
                    </tbody>
                </table>
            </div>
        }
        .into_any()
    };
    view! {
        <div class="card" data-testid="score-card">
            <h2>{t("beams-scores-title")}</h2>
            {draw}
        </div>
    }
}

/// What the search took.
#[component]
fn CostCard() -> impl IntoView {
    let state = BeamsState::use_context();
    let cost = Memo::new(move |_| with_view(state, |_, view| view.cost).unwrap_or_default());
    let facts = move || {
        let cost = cost.get();
        [
            (t("beams-cost-passes"), cost.n_passes),
            (t("beams-cost-forks"), cost.n_forks),
            (t("beams-cost-fed"), cost.n_fed),
            (t("beams-cost-without"), cost.n_fed_without_cache),
        ]
    };
    let millis = move || {
        with_view(state, |shown, view| {
            let steps = shown.pair.beams.trace.steps.iter().take(n_ranked(view));
            let millis: f64 = steps.map(|step| step.millis.total).sum();
            let a_pass = millis / view.cost.n_passes.max(1) as f64;
            let values = [("total", words::milliseconds(millis, 0).into()), ("pass", words::milliseconds(a_pass, 1).into())];
            (millis > 0.0).then(|| t_args("beams-cost-millis", &values))
        })
        .flatten()
    };
    view! {
        <div class="card" data-testid="cost">
            <h2>{t("beams-cost-title")}</h2>
            <dl class="facts">
                {move || facts().into_iter().map(|(name, value)| view! { <div><dt>{name}</dt><dd>{integer(value as u64)}</dd></div> }).collect_view()}
            </dl>
            <p class="soft">{move || cost_words(cost.get())} " " {millis}</p>
        </div>
    }
}

/// The chosen text's score, spelled out; and its product, which runs out of numbers.
#[component]
fn ArithmeticCard() -> impl IntoView {
    let state = BeamsState::use_context();
    let arithmetic = Memo::new(move |_| {
        let node = state.chosen_or_best()?;
        state.shown.with(|shown| Some(Arithmetic::of(shown.as_ref()?, node)))
    });
    let draw = move || arithmetic.with(|arithmetic| arithmetic.as_ref().map(Arithmetic::draw));
    let rows =
        Memo::new(move |_| arithmetic.with(|arithmetic| arithmetic.as_ref().map(|arithmetic| arithmetic.rows.clone()).unwrap_or_default()));
    let underflow = move || {
        let sentences =
            arithmetic.with(|arithmetic| arithmetic.as_ref().map(|arithmetic| arithmetic.underflow.clone()).unwrap_or_default());
        sentences.into_iter().map(|sentence| view! { <li>{sentence}</li> }).collect_view()
    };
    let cell = |(words, is_gone): (String, bool)| view! { <td class="num" class:gone=is_gone>{words}</td> };
    let row = move |row: ArithmeticRow| {
        let [half, single, double] = row.products;
        view! {
            <tr>
                <td class="num">{row.len}</td>
                <th scope="row" class="token"><TokenLabel label=row.label /></th>
                <td class="num">{row.prob}</td>
                <td class="num">{row.log_prob}</td>
                <td class="num sum">{row.sum}</td>
                {cell(half)} {cell(single)} {cell(double)}
            </tr>
        }
    };
    view! {
        <div class="card" data-testid="arithmetic">
            <h2>{t("beams-arithmetic-title")}</h2>
            {draw}
            <div class="arithmetic-grid" class:hidden=move || rows.with(Vec::is_empty)>
                <div class="table-scroll tall" tabindex="0" role="region" aria-label=t("beams-arithmetic")>
                    <table class="cycles" data-testid="products">
                        <thead>
                            <tr>
                                <th scope="col" class="num">"#"</th><th scope="col">{t("beams-column-token")}</th><th scope="col" class="num">"p"</th>
                                <th scope="col" class="num">"log p"</th><th scope="col" class="num">"Σ log p"</th>
                                <th scope="col" class="num">"Π p, f16"</th><th scope="col" class="num">"Π p, f32"</th><th scope="col" class="num">"Π p, f64"</th>
                            </tr>
                        </thead>
                        <tbody>
                            // Texts share their beginnings: from one to the next only the rows that differ are drawn.
                            <For each=move || rows.get() key=Clone::clone children=row />
                        </tbody>
                    </table>
                </div>
                <div>
                    <ul class="plain-list" data-testid="underflow">{underflow}</ul>
                    <p class="soft">{underflow_hint()}</p>
                </div>
            </div>
        </div>
    }
}

/// Where each precision runs out of numbers, with the limits as the language writes them.
fn underflow_hint() -> String {
    let [half, single, double] =
        [(1.0 / 16384.0), f64::from(f32::MIN_POSITIVE), f64::MIN_POSITIVE].map(|least| words::power(least, 1).into());
    t_args("beams-underflow", &[("half", half), ("single", single), ("double", double)])
}

/// The arithmetic of a text, in words.
#[derive(Clone, Debug, PartialEq)]
struct Arithmetic {
    text: String,
    sum: String,
    /// The score divided by `len^a`, and what that favours; only with a length penalty.
    quotient: Option<(String, String)>,
    /// What diversity costs it.
    repeats: Option<String>,
    rows: Vec<ArithmeticRow>,
    underflow: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct ArithmeticRow {
    len: usize,
    label: String,
    prob: String,
    log_prob: String,
    sum: String,
    /// In half, single and double precision; with whether digits are missing.
    products: [(String, bool); 3],
}

impl Arithmetic {
    fn of(shown: &ShownBeams, node: NodeId) -> Self {
        let run = &shown.pair.beams;
        let row = ScoreRow::of(run, node);
        let path = PathPoint::path(run, node);
        let products = LogsAgainstProducts::of(&path.iter().map(|point| point.prob).collect::<Vec<_>>());
        let terms: Vec<String> = row.log_probs.iter().map(|log_prob| format!("({})", words::nats(*log_prob))).collect();
        let a = run.frontier().config().settings.length_penalty;
        let (len, score) = (row.tokens.len(), words::nats(row.score));
        let quotient = (a != 0.0).then(|| {
            let (power, divisor) = (decimal(a, 1), decimal(row.divisor, 2));
            let name = t("beams-column-objective");
            let divided = format!("{name} = {score} / {len}^{power} = {score} / {divisor} = {}", words::nats(row.objective));
            (divided, length_penalty_words(a))
        });
        let seen = run.node(node);
        let repeats = (seen.n_repeats > 0).then(|| {
            let lower = decimal(seen.objective - seen.selection, 2);
            t_args("beams-repeats", &[("n", seen.n_repeats.into()), ("lower", lower.into()), ("at", words::nats(seen.selection).into())])
        });
        let product = |value: f64, is_imprecise: bool| match (value == 0.0, is_imprecise) {
            (true, _) => ("0".to_owned(), true),
            (false, true) => (format!("{} !", words::small(value)), true),
            (false, false) => (words::small(value), false),
        };
        let rows = path.iter().zip(&products.rows).map(|(point, row)| {
            let past = |at: Option<usize>| at.is_some_and(|at| row.len >= at);
            ArithmeticRow {
                len: row.len,
                label: shown.vocabulary.label(point.token),
                prob: words::prob(row.prob),
                log_prob: words::nats(row.log_prob),
                sum: words::nats(row.sum),
                products: [
                    product(row.product_f16, past(products.f16_imprecise_at)),
                    product(f64::from(row.product_f32), past(products.f32_imprecise_at)),
                    product(row.product_f64, past(products.f64_imprecise_at)),
                ],
            }
        });
        Self {
            text: shown.vocabulary.text(&row.tokens),
            sum: format!("s = {} = {score}", terms.join(" + ")),
            quotient,
            repeats,
            rows: rows.collect(),
            underflow: product_words(&products),
        }
    }

    fn draw(&self) -> AnyView {
        if self.rows.is_empty() {
            return view! { <p class="soft empty">{t("beams-arithmetic-prompt")}</p> }.into_any();
        }
        let quotient = self.quotient.clone().map(|(quotient, why)| {
            view! { <p class="formula-line" data-testid="quotient">{quotient}</p><p class="soft">{why}</p> }
        });
        view! {
            <p class="strip small">{self.text.clone()}</p>
            <p class="formula-line sum-line" data-testid="sum">{self.sum.clone()}</p>
            {quotient}
            {self.repeats.clone().map(|repeats| view! { <p class="soft">{repeats}</p> })}
        }
        .into_any()
    }
}

/// Every text of a table, ranked; and which of them searches of several widths find.
#[component]
fn ProofCard() -> impl IntoView {
    let state = BeamsState::use_context();
    let draw = move || state.proof.get().map(|proof| draw_proof(&proof));
    view! {
        <div class="card" data-testid="proof">
            <h2>{t("beams-proof-title")}</h2>
            {draw}
        </div>
    }
}

/// What the enumeration shows, in words.
fn proof_words(proof: &Proof) -> [String; 2] {
    let (v, t_max) = (proof.n_words, proof.settings.max_depth);
    let enough = sufficient_beams(v, t_max);
    let misses = |found: &&crate::decode::WidthResult| proof.rank_of(found) != Some(0);
    let missed: Vec<String> = proof.widths.iter().filter(misses).map(|found| found.num_beams.to_string()).collect();
    let smallest = proof.widths.iter().find(|found| proof.rank_of(found) == Some(0)).map(|found| found.num_beams);
    let finds = match (missed.is_empty(), smallest) {
        (_, None) => t("beams-proof-none"),
        (true, Some(_)) => t("beams-proof-every"),
        (false, Some(smallest)) => {
            t_args("beams-proof-misses", &[("missed", words::joined(key("beams-and"), missed).into()), ("smallest", smallest.into())])
        }
    };
    let sure = [("v", v.into()), ("t", t_max.into()), ("enough", enough.into()), ("all", (enough * v).into())];
    [finds, t_args("beams-proof-sure", &sure)]
}

fn draw_proof(proof: &Proof) -> AnyView {
    let [finds, sure] = proof_words(proof);
    let penalised = proof.settings.length_penalty != 0.0;
    let found_by = |idx: usize| {
        let widths: Vec<String> =
            proof.widths.iter().filter(|found| proof.rank_of(found) == Some(idx)).map(|found| format!("B = {}", found.num_beams)).collect();
        widths.join(", ")
    };
    let rows: Vec<_> = proof
        .texts
        .iter()
        .take(N_TEXTS)
        .enumerate()
        .map(|(idx, text)| {
            let found = found_by(idx);
            let is_found = !found.is_empty();
            let terms: Vec<String> = text.log_probs.iter().map(|log_prob| words::nats(*log_prob)).collect();
            let end = if text.is_finished { " ■" } else { "" };
            view! {
                <tr class:marked=is_found>
                    <td class="num">{idx + 1}</td>
                    <th scope="row" class="token">{format!("{}{end}", proof.vocabulary.text(&text.tokens).trim_start())}</th>
                    <td class="num on-wide-cell">{terms.join("  ")}</td>
                    <td class="num">{words::nats(text.score)}</td>
                    {penalised.then(|| view! { <td class="num">{words::nats(text.objective)}</td> })}
                    <td class="num">{words::prob(libm::exp(text.score))}</td>
                    <td>{found}</td>
                </tr>
            }
        })
        .collect();
    let n_more = proof.texts.len().saturating_sub(N_TEXTS);
    view! {
        <p data-testid="proof-words">{finds}</p>
        <p class="soft">{sure}</p>
        <div class="table-scroll tall" tabindex="0" role="region" aria-label=t("beams-texts")>
            <table class="cycles" data-testid="texts">
                <caption class="soft">{t_args("beams-texts-caption", &[("n", proof.texts.len().into())])}</caption>
                <thead>
                    <tr>
                        <th scope="col" class="num">"#"</th><th scope="col">{t("beams-column-text")}</th><th scope="col" class="num on-wide-cell">{t("beams-column-terms")}</th><th scope="col" class="num">"s"</th>
                        {penalised.then(|| view! { <th scope="col" class="num">{t("beams-column-objective")}</th> })}
                        <th scope="col" class="num">"p"</th><th scope="col">{t("beams-column-found-by")}</th>
                    </tr>
                </thead>
                <tbody>
                    {rows}
                    {(n_more > 0).then(|| view! { <tr class="rest"><td></td><th scope="row">{words::others(n_more)}</th><td class="on-wide-cell"></td><td></td>{penalised.then(|| view! { <td></td> })}<td></td><td></td></tr> })}
                </tbody>
            </table>
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::BeamLesson;

    #[test]
    fn the_proof_says_which_widths_miss_the_best_text_and_which_is_sure_to_find_it() {
        let proof = Proof::of(&BeamLesson::width(), BeamSettings::default()).expect("few enough texts");
        let [finds, sure] = proof_words(&proof);
        assert_eq!(finds, "B = 1 and 2 misses the best text; B = 3 finds it on this table.");
        assert!(sure.contains("V = 3 words and t = 3 steps, B = V^(t−1) = 9") && sure.contains("V^t = 27"), "{sure}");
    }

    #[test]
    fn every_scenario_has_a_name_on_the_page() {
        let named: Vec<BeamScenario> = SCENARIOS.iter().map(|(scenario, _)| *scenario).collect();
        assert_eq!(named, BeamScenario::ALL.map(|(scenario, _)| scenario));
        assert_eq!(crate::decode::BeamSpec::default().scenario, named[0]);
    }
}

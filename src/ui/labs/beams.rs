//! The lab "Greedy and beam search": the tree of texts as it grows on the target, greedy beside it,
//! the arithmetic of its scores, and tables small enough to look at every text there is.

use crate::decode::{
    BEAM_KNOBS, BEAM_PRESETS, BeamPreset, BeamScenario, BeamSettings, BeamVerdict, BeamView, GreedyComparison, Knob, LogsAgainstProducts,
    NodeId, NodeState, PathPoint, PrefixPair, ScoreRow, sufficient_beams,
};
use crate::ui::app::SettingsSheet;
use crate::ui::beam_captions::{
    comparison_words, cost_words, length_penalty_words, objectives_on, product_words, quoted, step_caption, step_title,
};
use crate::ui::beam_layout::{BeamLayout, Folding, Picture, Window, tree_svg};
use crate::ui::beams_state::{BeamsState, FIRST_BEAMS_URL, Proof, ShownBeams, n_ranked};
use crate::ui::charts;
use crate::ui::components::rich;
use crate::ui::components::{BeamTreePanel, EnginePills, OpenFile, PlotFigure, SourcePill, TokenLabel, knob_field, prompt_field};
use crate::ui::export;
use crate::ui::fetch::fetch_text;
use crate::ui::i18n::t;
use crate::ui::lab::Lab;
use crate::ui::state::{RunSource, RunStatus};
use crate::ui::words;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// The lab's entry in the registry.
pub const BEAMS: Lab = Lab {
    id: "beams",
    trace: FIRST_BEAMS_URL,
    e2e_test: "tests/e2e/beams.test.mjs",
    view: || BeamsLab().into_any(),
    player: || BeamsState::use_context().player(),
    query: || BeamsState::use_context().query(),
    at_rest: || BeamsState::use_context().at_rest(),
};

/// The scenarios as the page names them.
const SCENARIOS: &[(BeamScenario, &str)] = &[
    (BeamScenario::Target, "The trained target"),
    (BeamScenario::AllTexts, "All 27 texts of a table"),
    (BeamScenario::Ending, "Texts that end"),
];

/// Texts of a table that have a row; the others are counted.
const N_TEXTS: usize = 27;

#[component]
fn BeamsLab() -> impl IntoView {
    let state = BeamsState::use_context();
    let sheet = expect_context::<SettingsSheet>();
    state.enter();
    on_cleanup(move || state.leave());
    spawn_local(async move {
        if let Ok(json) = fetch_text(FIRST_BEAMS_URL).await {
            state.open_first(&json);
        }
    });
    let has_proof = move || state.spec.with(|spec| spec.scenario != BeamScenario::Target);
    view! {
        <div class="lab">
            <section id="settings" class="controls stack" class:open=move || sheet.0.get() aria-label=t("shell-settings") tabindex="-1">
                <button type="button" class="sheet-close quiet" on:click=move |_| sheet.close()>{t("shell-settings-close")}</button>
                <div class="intro">
                    <h1>{BEAMS.title()}</h1>
                    <p class="lede">{rich(&BEAMS.lede_key(), &[])}</p>
                </div>
                <Settings />
                <details class="card lesson">
                    <summary>{t("shell-how-it-works")}</summary>
                    {BEAMS.paragraphs().map(|paragraph| view! { <p>{paragraph}</p> }).collect_view()}
                </details>
            </section>
            <section class="pipeline beams" aria-label="The search">
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
    let objectives = Memo::new(move |_| state.spec.with(|spec| objectives_on(&spec.settings.usable())));
    // Opened where one is on; never closed under a hand that is moving a slider.
    let is_open = RwSignal::new(false);
    Effect::new(move |_| {
        if objectives.with(|objectives| objectives != "off") {
            is_open.set(true);
        }
    });
    view! {
        <div class="card stack" data-testid="controls">
            <fieldset class="segments">
                <legend class="sr-only">"What is searched"</legend>
                {SCENARIOS
                    .iter()
                    .map(|&(value, title)| {
                        view! {
                            <label>
                                <input type="radio" name="beam-scenario" prop:checked=move || scenario.get() == value on:change=move |_| state.choose_scenario(value) />
                                <span>{title}</span>
                            </label>
                        }
                    })
                    .collect_view()}
            </fieldset>
            <Show when=is_table>
                <p class="soft">
                    "A table made by hand, small enough to look at every text there is. The search is the real one; the prompt and the depth are fixed."
                </p>
            </Show>
            <Show when=move || !is_table()>
                <Presets />
            </Show>
            <fieldset class="stack plain" disabled=is_table>
                <legend class="sr-only">"Prompt"</legend>
                {prompt_field(prompt, move |prompt| state.change_spec(|spec| spec.prompt = prompt))}
                {BEAM_KNOBS.iter().filter(|knob| knob.name == "max_depth").map(knob).collect_view()}
            </fieldset>
            {BEAM_KNOBS.iter().filter(|knob| knob.name == "num_beams").map(knob).collect_view()}
            <details class="objectives" data-testid="objectives" prop:open=move || is_open.get()>
                <summary>"Other objectives (" {move || objectives.get()} ")"</summary>
                <p class="soft">"These change what is looked for. A text’s score stays the sum of its logarithms."</p>
                {BEAM_KNOBS.iter().filter(|knob| is_extra(knob.name)).map(knob).collect_view()}
                <p class="soft">{move || state.spec.with(|spec| length_penalty_words(spec.settings.length_penalty))}</p>
            </details>
            <div class="row">
                <button type="button" data-testid="stop" prop:disabled=move || !running() on:click=move |_| state.stop()>"Stop the search"</button>
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
    let current = Memo::new(move |_| state.spec.with(|spec| spec.preset().map(|preset| preset.title)));
    let claim = move || BEAM_PRESETS.iter().find(|preset| Some(preset.title) == current.get()).map(|preset| preset.claim);
    let button = move |preset: &'static BeamPreset| {
        view! {
            <button type="button" aria-pressed=move || (current.get() == Some(preset.title)).to_string() on:click=move |_| state.choose_preset(preset)>
                {preset.title}
            </button>
        }
    };
    view! {
        <div class="field presets" role="group" aria-label="Examples" data-testid="presets">
            <span class="field-name">"Examples"</span>
            {BEAM_PRESETS.iter().map(button).collect_view()}
            <small aria-live="polite">{move || claim().unwrap_or("Choose one, or type a beginning of your own.")}</small>
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
    let title = move || with_view(state, |shown, view| step_title(&shown.pair.beams, view)).unwrap_or_else(|| "The search".to_owned());
    let caption = move || {
        with_view(state, |shown, view| step_caption(&shown.pair.beams, view, &shown.vocabulary))
            .unwrap_or_else(|| "The target is on its way …".to_owned())
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
            <button type="button" class="quiet" on:click=save_json>"Save search (JSON)"</button>
            <button type="button" class="quiet" on:click=save_csv>"Save texts (CSV)"</button>
            <button type="button" class="quiet" on:click=save_svg>"Save tree (SVG)"</button>
            <button type="button" class="quiet" on:click=save_png>"Save tree (PNG)"</button>
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
                let tokens = run.tree().tokens(expanded.node);
                let before = if tokens.is_empty() { "the prompt".to_owned() } else { quoted(&shown.vocabulary, &tokens) };
                let is_shown = |child: &&NodeId| view.nodes.binary_search_by_key(*child, |node| node.id).is_ok();
                let children: Vec<NodeId> = expanded.children.iter().filter(is_shown).copied().collect();
                for id in &children {
                    let node = run.node(*id);
                    let seen = view.nodes.binary_search_by_key(id, |node| node.id).map(|idx| view.nodes[idx].state);
                    let outcome = match seen {
                        Ok(NodeState::Candidate) | Err(_) => "not yet ranked".to_owned(),
                        Ok(_) => match node.verdict {
                            BeamVerdict::Kept => format!("● kept, place {}", node.rank),
                            BeamVerdict::Finished => format!("■ finished, place {}", node.rank),
                            BeamVerdict::Pruned { margin } => format!("✕ lacks {margin:.2}"),
                        },
                    };
                    let label = node.token.map(|token| shown.vocabulary.label(token)).unwrap_or_default();
                    let numbers = [words::prob(node.prob), words::nats(node.log_prob), words::nats(node.score)];
                    rows.push((before.clone(), label, numbers, outcome));
                }
                if !children.is_empty() && expanded.rest.n_tokens > 0 {
                    let numbers = [words::prob(expanded.rest.mass), String::new(), String::new()];
                    rows.push((before, words::others(expanded.rest.n_tokens), numbers, "rest".to_owned()));
                }
            }
            rows
        })
        .unwrap_or_default()
    };
    let draw = move || {
        let rows = rows();
        if rows.is_empty() {
            return view! { <p class="soft empty">"Nothing has been extended yet."</p> }.into_any();
        }
        view! {
            <div class="table-scroll tall" tabindex="0" role="region" aria-label="The texts of this level">
                <table class="cycles" data-testid="step-table">
                    <thead>
                        <tr><th scope="col">"after"</th><th scope="col">"token"</th><th scope="col" class="num">"p"</th><th scope="col" class="num">"log p"</th><th scope="col" class="num">"score s"</th><th scope="col">"outcome"</th></tr>
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
            <summary>"This level as a table"</summary>
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
            <h2>"Greedy beside the best beam"</h2>
            <p class="greedy-verdict" data-testid="verdict">{verdict}</p>
            <div class="greedy-grid">
                <div>{texts}</div>
                <PlotFigure name="lead-over-greedy" plot />
            </div>
            <details on:toggle=move |event| is_open.set(is_toggled_open(&event))>
                <summary>"Token by token"</summary>
                {rows}
            </details>
        </div>
    }
}

/// Both texts in words, from where they part marked, with their scores.
fn draw_texts(state: BeamsState, comparison: &GreedyComparison) -> AnyView {
    let part = comparison.parts_at.unwrap_or(usize::MAX);
    let side = |name: &'static str, test_id: &'static str, point_of: fn(&PrefixPair) -> Option<PathPoint>| {
        let points: Vec<PathPoint> = comparison.prefixes.iter().filter_map(point_of).collect();
        let tokens: Vec<_> = points.iter().map(|point| point.token).collect();
        let score = points.last().map_or(0.0, |point| point.score);
        let (common, own) = tokens.split_at(tokens.len().min(part - 1));
        let [common, own] = [common, own]
            .map(|tokens| state.shown.with(|shown| shown.as_ref().map(|shown| shown.vocabulary.text(tokens)).unwrap_or_default()));
        view! {
            <div class="side-text" data-testid=test_id>
                <p><b>{name}</b> " " <span class="num-inline">{format!("s = {}", words::nats(score))}</span> " " <span class="soft">{words::count(tokens.len(), "token")}</span></p>
                <p class="strip"><span class="given">{common}</span><span class="own">{own}</span></p>
            </div>
        }
    };
    view! {
        {side("Greedy", "greedy-text", |pair| pair.greedy)}
        {side("Best beam", "beam-text", |pair| pair.beam)}
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
                "they part"
            } else if comparison.overtakes_at == Some(pair.len) {
                "overtakes"
            } else {
                ""
            };
            let (greedy, beam) = (cells(pair.greedy), cells(pair.beam));
            view! {
                <tr class:marked=!note.is_empty()>
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
        <div class="table-scroll tall" tabindex="0" role="region" aria-label="Greedy and the best beam, token by token">
            <table class="cycles" data-testid="prefixes">
                <thead>
                    <tr>
                        <th scope="col" class="num">"#"</th>
                        <th scope="col">"greedy"</th><th scope="col" class="num">"log p"</th><th scope="col" class="num">"sum"</th>
                        <th scope="col">"beam"</th><th scope="col" class="num">"log p"</th><th scope="col" class="num">"sum"</th>
                        <th scope="col" class="num">"beam leads by"</th><th scope="col"><span class="sr-only">"note"</span></th>
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
            return view! { <p class="soft empty">"Texts come to stand here as soon as a level has been ranked."</p> }.into_any();
        }
        let penalised = settings.length_penalty != 0.0;
        let grouped = settings.num_beam_groups > 1;
        view! {
            <p data-testid="live-and-finished">{format!("{n_live} live, {n_finished} finished. ")} <span class="soft">"Choose one to see its arithmetic."</span></p>
            <div class="table-scroll">
                <table class="cycles scores" data-testid="scores">
                    <thead>
                        <tr>
                            <th scope="col" class="num">"#"</th>
                            <th scope="col">"text"</th>
                            {grouped.then(|| view! { <th scope="col" class="num">"group"</th> })}
                            <th scope="col" class="num">"length"</th>
                            <th scope="col" class="num">"s = Σ log p"</th>
                            {penalised.then(|| view! { <th scope="col" class="num">"length^a"</th><th scope="col" class="num">"s / length^a"</th> })}
                            <th scope="col">"state"</th>
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
                                        {penalised.then(|| view! { <td class="num">{format!("{:.2}", row.divisor)}</td><td class="num">{words::nats(row.objective)}</td> })}
                                        <td>{if row.is_finished { "■ finished" } else { "● live" }}</td>
                                    </tr>
                                }
                            })
                            .collect_view()}
                        {greedy
                            .map(|score| {
                                view! {
                                    <tr class="rest">
                                        <td></td>
                                        <th scope="row">"greedy alone"</th>
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
            <h2>"The beams now, the best first"</h2>
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
            ("passes of the model", cost.n_passes),
            ("caches forked", cost.n_forks),
            ("tokens fed", cost.n_fed),
            ("tokens without any cache", cost.n_fed_without_cache),
        ]
    };
    let millis = move || {
        with_view(state, |shown, view| {
            let steps = shown.pair.beams.trace.steps.iter().take(n_ranked(view));
            let millis: f64 = steps.map(|step| step.millis.total).sum();
            (millis > 0.0).then(|| format!("{millis:.0} ms so far, {:.1} ms a pass.", millis / view.cost.n_passes.max(1) as f64))
        })
        .flatten()
    };
    view! {
        <div class="card" data-testid="cost">
            <h2>"What it costs"</h2>
            <dl class="facts">
                {move || facts().into_iter().map(|(name, value)| view! { <div><dt>{name}</dt><dd>{value}</dd></div> }).collect_view()}
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
            <h2>"The chosen text: logarithms against products"</h2>
            {draw}
            <div class="arithmetic-grid" class:hidden=move || rows.with(Vec::is_empty)>
                <div class="table-scroll tall" tabindex="0" role="region" aria-label="The arithmetic, token by token">
                    <table class="cycles" data-testid="products">
                        <thead>
                            <tr>
                                <th scope="col" class="num">"#"</th><th scope="col">"token"</th><th scope="col" class="num">"p"</th>
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
                    <p class="soft">"A product of probabilities shrinks with every token, and numbers end: below 6.1e-5 in half, 1.2e-38 in single and 2.2e-308 in double precision digits go missing (!), and soon after all is 0. Then texts can no longer be told apart. The sum of logarithms only grows, slowly, and ranks the same."</p>
                </div>
            </div>
        </div>
    }
}

/// The arithmetic of a text, in words.
#[derive(Clone, Debug, PartialEq)]
struct Arithmetic {
    text: String,
    sum: String,
    /// The score divided by `len^a`, and what that favours; only with a length penalty.
    quotient: Option<(String, &'static str)>,
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
            let divided = format!("s / length^a = {score} / {len}^{a:.1} = {score} / {:.2} = {}", row.divisor, words::nats(row.objective));
            (divided, length_penalty_words(a))
        });
        let seen = run.node(node);
        let repeats = (seen.n_repeats > 0).then(|| {
            format!(
                "Earlier groups took its last token {} at this level: it was ranked {:.2} lower, at {}. Its score does not change.",
                if seen.n_repeats == 1 { "once".to_owned() } else { format!("{} times", seen.n_repeats) },
                seen.objective - seen.selection,
                words::nats(seen.selection),
            )
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
            return view! { <p class="soft empty">"The prompt costs nothing: scores count from its end."</p> }.into_any();
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
            <h2>"Proof by looking at every text"</h2>
            {draw}
        </div>
    }
}

/// What the enumeration shows, in words.
fn proof_words(proof: &Proof) -> [String; 2] {
    let depth = proof.settings.max_depth;
    let (v, t) = (proof.n_words, depth);
    let enough = sufficient_beams(v, t);
    let misses = |found: &&crate::decode::WidthResult| proof.rank_of(found) != Some(0);
    let missed: Vec<String> = proof.widths.iter().filter(misses).map(|found| found.num_beams.to_string()).collect();
    let smallest = proof.widths.iter().find(|found| proof.rank_of(found) == Some(0)).map(|found| found.num_beams);
    let finds = match (missed.is_empty(), smallest) {
        (_, None) => "No width tried here finds the best text.".to_owned(),
        (true, Some(_)) => "Every width tried here finds the best text.".to_owned(),
        (false, Some(smallest)) => format!("B = {} misses the best text; B = {smallest} finds it on this table.", missed.join(" and ")),
    };
    [
        finds,
        format!(
            "On any table of V = {v} words and t = {t} steps, B = V^(t−1) = {enough} is sure to find it: then every beginning is kept until the last step, which looks at every text. B = V^t = {} keeps even the worst text.",
            enough * v
        ),
    ]
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
        <div class="table-scroll tall" tabindex="0" role="region" aria-label="Every text, the best first">
            <table class="cycles" data-testid="texts">
                <caption class="soft">{format!("All {}, the best first", words::count(proof.texts.len(), "text"))}</caption>
                <thead>
                    <tr>
                        <th scope="col" class="num">"#"</th><th scope="col">"text"</th><th scope="col" class="num on-wide-cell">"log p, token by token"</th><th scope="col" class="num">"s"</th>
                        {penalised.then(|| view! { <th scope="col" class="num">"s / length^a"</th> })}
                        <th scope="col" class="num">"p"</th><th scope="col">"found by"</th>
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

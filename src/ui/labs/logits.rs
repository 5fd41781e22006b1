//! The lab "From logits to a token": one row of logits, stage by stage, to the token that a coin
//! draws; and what the order of the stages has to do with it.

use crate::decode::{
    BranchRow, Chosen, Job, MAX_BIAS, MAX_BIASES, MAX_STOP_BYTES, MAX_STOPS, Odds, PIPELINE_KNOBS, PipelineEvent, StageEffect, StageKind,
    StageRow, StageView, TokenId, odds,
};
use crate::ui::app::focus;
use crate::ui::charts;
use crate::ui::components::{EnginePills, OpenFile, PlotFigure, SourcePill, TokenLabel, knob_field, prompt_field, seed_field};
use crate::ui::export;
use crate::ui::i18n::{decimal, integer, t, t_args};
use crate::ui::lab::{Lab, begin};
use crate::ui::labs::SettingsSection;
use crate::ui::logits_state::{Against, Ending, FIRST_LOGITS_URL, LogitsState, Side};
use crate::ui::stage_captions::{stage_title, stage_value, step_caption, step_title};
use crate::ui::state::RunSource;
use crate::ui::words;
use leptos::ev;
use leptos::html::Input;
use leptos::prelude::*;

/// The lab's entry in the registry.
pub const LOGITS: Lab = Lab {
    id: "logits",
    trace: FIRST_LOGITS_URL,
    e2e_test: "tests/e2e/logits.test.mjs",
    view: || LogitsLab().into_any(),
    player: || LogitsState::use_context().player(),
    query: || LogitsState::use_context().query(),
    job: || Job::OneByOne,
    at_rest: || LogitsState::use_context().at_rest(),
};

/// Tokens with a row of their own.
const N_ROWS: usize = 14;
/// What a token's bias is at first.
const FIRST_BIAS: f64 = 5.0;
/// Tokens of a side of a comparison.
const N_SIDE: usize = 8;

#[component]
fn LogitsLab() -> impl IntoView {
    let state = LogitsState::use_context();
    state.enter();
    on_cleanup(move || state.leave());
    let first = state.shown.with_untracked(Option::is_none).then_some(FIRST_LOGITS_URL);
    begin(state.engine, first, move |json| state.open_first(json));
    view! {
        <div class="lab">
            <SettingsSection lab=&LOGITS>
                <Settings />
            </SettingsSection>
            <section class="pipeline" aria-label=t("logits-pipeline")>
                <Text />
                <Rail />
                <StageCard />
            </section>
            <section class="results" aria-label=t("logits-follows")>
                <Comparison />
                <DrawMany />
                <OddsCard />
                <Branches />
            </section>
        </div>
    }
}

#[component]
fn Settings() -> impl IntoView {
    let state = LogitsState::use_context();
    let prompt = Memo::new(move |_| state.spec.with(|spec| spec.prompt.clone()));
    let seed = Memo::new(move |_| state.spec.with(|spec| spec.seed));
    let knob = move |knob: &'static crate::decode::Knob<crate::decode::PipelineSpec>| {
        let value = Memo::new(move |_| state.spec.with(knob.read));
        let shown = Memo::new(move |_| state.spec.with(|spec| words::knob_value(knob, spec)));
        let effect = Memo::new(move |_| state.spec.with(|spec| words::knob_effect(knob, spec)));
        knob_field(knob, value, shown, effect, move |value| state.change_sampler(|spec| (knob.write)(spec, value)))
    };
    view! {
        <div class="card stack" data-testid="controls">
            {prompt_field(prompt, move |prompt| state.change_prompt(prompt))}
            {PIPELINE_KNOBS.iter().filter(|knob| knob.name != "seed").map(knob).collect_view()}
            <BiasField />
            <StopField />
            {seed_field(seed, move |seed| state.change_sampler(|spec| spec.seed = seed))}
            <div class="row">
                <OpenFile label=t("settings-open-logits") on_text=Callback::new(move |json: String| state.open_file(&json)) />
            </div>
        </div>
        <EnginePills />
    }
}

/// Tokens whose logits are changed by hand, each with a number.
#[component]
fn BiasField() -> impl IntoView {
    let state = LogitsState::use_context();
    let biased = Memo::new(move |_| state.spec.with(|spec| spec.bias.keys().copied().collect::<Vec<_>>()));
    let is_full = move || biased.with(|biased| biased.len() >= MAX_BIASES);
    let add = move |event: ev::Event| {
        if let Ok(id) = event_target_value(&event).parse::<u32>() {
            state.change_sampler(|spec| {
                spec.bias.insert(TokenId(id), FIRST_BIAS);
            });
        }
    };
    let one = move |token: TokenId| {
        let bias = Memo::new(move |_| state.spec.with(|spec| spec.bias.get(&token).copied().unwrap_or(0.0)));
        let label = move || state.label(token);
        let change = move |event: ev::Event| {
            if let Ok(number) = event_target_value(&event).parse::<f64>() {
                state.change_sampler(|spec| {
                    spec.bias.insert(token, number.clamp(-MAX_BIAS, MAX_BIAS));
                });
            }
        };
        let remove = move |_| {
            state.change_sampler(|spec| {
                spec.bias.remove(&token);
            });
        };
        view! {
            <li class="bias-row">
                <span class="token">{move || view! { <TokenLabel label=label() /> }}</span>
                <input
                    type="range"
                    min=(-MAX_BIAS).to_string()
                    max=MAX_BIAS.to_string()
                    step="0.5"
                    aria-label=move || t_args("logits-bias-of", &[("token", label().into())])
                    prop:value=move || bias.get().to_string()
                    on:input=change
                />
                <output class="num">{move || words::signed(bias.get(), 1)}</output>
                <button type="button" class="quiet" aria-label=move || t_args("logits-bias-remove", &[("token", label().into())]) on:click=remove>"✕"</button>
            </li>
        }
    };
    view! {
        <div class="field knob" data-testid="bias">
            <label for="bias-token">{t("logits-bias")} " " <output class:off=move || biased.with(Vec::is_empty)>{move || biased.with(|biased| if biased.is_empty() { t("settings-off") } else { t_args("count-tokens", &[("n", biased.len().into())]) })}</output></label>
            <ul class="plain-list"><For each=move || biased.get() key=|token| *token children=one /></ul>
            <select id="bias-token" on:change=add prop:disabled=is_full>
                {move || {
                    let listed = state.listed.get();
                    let free = listed.into_iter().filter(|(token, _)| !biased.with(|biased| biased.contains(token)));
                    // Made anew after each choice, so that it always stands on its first line.
                    view! {
                        <option value="" selected>{t(if is_full() { "logits-bias-full" } else { "logits-bias-choose" })}</option>
                        {free.map(|(id, label)| view! { <option value=id.0.to_string()>{label}</option> }).collect_view()}
                    }
                }}
            </select>
            <small>{t("logits-bias-hint")}</small>
        </div>
    }
}

/// Texts before which the writing ends.
#[component]
fn StopField() -> impl IntoView {
    let state = LogitsState::use_context();
    let typed = NodeRef::<Input>::new();
    let stops = Memo::new(move |_| state.spec.with(|spec| spec.stops.clone()));
    let is_full = move || stops.with(|stops| stops.len() >= MAX_STOPS);
    let add = move || {
        let Some(input) = typed.get_untracked() else { return };
        let stop = input.value().replace("\\n", "\n");
        if stop.is_empty() {
            return;
        }
        let mut added = false;
        state.change_sampler(|spec| added = spec.add_stop(&stop));
        if added {
            input.set_value("");
        } else {
            state.engine.notify(t_args(
                "logits-stop-refused",
                &[("stop", words::in_quotes(&visible(&stop)).into()), ("bytes", MAX_STOP_BYTES.into())],
            ));
        }
    };
    let on_key = move |event: ev::KeyboardEvent| {
        if event.key() == "Enter" {
            event.prevent_default();
            add();
        }
    };
    let chips = move || {
        let stop_chip = |stop: String| {
            let shown = visible(&stop);
            let spoken = t_args("logits-stop-remove", &[("stop", shown.clone().into())]);
            let remove = move |_| state.change_sampler(|spec| spec.stops.retain(|known| *known != stop));
            view! { <li><button type="button" class="chip" aria-label=spoken on:click=remove><TokenLabel label=shown /> " ✕"</button></li> }
        };
        stops.get().into_iter().map(stop_chip).collect_view()
    };
    view! {
        <div class="field knob seed" data-testid="stops">
            <label for="stop-string">{t("logits-stops")} " " <output class:off=move || stops.with(Vec::is_empty)>{move || stops.with(|stops| if stops.is_empty() { t("settings-off") } else { stops.len().to_string() })}</output></label>
            <ul class="plain-list chips">{chips}</ul>
            <div class="row">
                <input id="stop-string" node_ref=typed type="text" autocomplete="off" spellcheck="false" maxlength="40" placeholder=t("logits-stop-such") prop:disabled=is_full on:keydown=on_key />
                <button type="button" prop:disabled=is_full on:click=move |_| add()>{t("logits-add")}</button>
            </div>
            <small>{t("logits-stops-hint")}</small>
        </div>
    }
}

/// A text with its white space visible, as in a token's label.
fn visible(text: &str) -> String {
    text.replace(' ', "␣").replace('\n', "⏎").replace('\t', "⇥")
}

/// Why nothing follows, and what can be done.
fn ending_words(ending: &Ending) -> String {
    match ending {
        Ending::StopToken => t("logits-ended"),
        Ending::StopString(stop) => t_args("logits-stopped", &[("stop", words::in_quotes(&visible(stop)).into())]),
        Ending::ContextFull => t("logits-full"),
    }
}

/// The text up to the cursor, and what can be done there.
#[component]
fn Text() -> impl IntoView {
    let state = LogitsState::use_context();
    let source = move || {
        state.shown.with(|shown| {
            shown.as_ref().map(|shown| match shown.source {
                RunSource::Live => ("live", t("source-live"), t("source-live-target-more")),
                RunSource::File => ("file", t("source-file"), String::new()),
                RunSource::Recorded | RunSource::LessonCase => ("recorded", t("source-recorded"), t("source-recorded-one-more")),
            })
        })
    };
    // What was given, as one text; then each chosen token's text, shown and held back.
    let given = Memo::new(move |_| {
        state.shown.with(|shown| {
            let Some(shown) = shown else { return String::new() };
            shown.vocabulary.text(&shown.facts.context[..shown.facts.n_prompt])
        })
    });
    let pieces = move || {
        state.generated.with(|generated| {
            let Some(generated) = generated else { return Vec::new() };
            let label = |place: usize| state.label(generated.spans[place].token);
            let piece = |(place, (shown, held)): (usize, (String, String))| {
                let is_empty = shown.is_empty() && held.is_empty();
                (place, if is_empty { label(place) } else { shown }, held)
            };
            generated.pieces().into_iter().enumerate().map(piece).collect()
        })
    };
    let held_words = move || {
        let end = state.generated.with(|generated| generated.as_ref().and_then(|generated| generated.end));
        t(if end.is_some() { "logits-not-text" } else { "logits-held" })
    };
    let back = move |_| {
        let mut path = state.spec.with_untracked(|spec| spec.path.clone());
        path.pop();
        state.go(path);
    };
    let take = move |_| {
        if let Some((token, _)) = state.drawn.get_untracked() {
            state.choose(token, Chosen::Drawn);
        }
    };
    let at_start = move || state.spec.with(|spec| spec.path.is_empty());
    let cannot_take = move || state.cannot_choose() || state.ending().is_some() || state.drawn.with(Option::is_none);
    let writing = move || state.to_write.get() > 0;
    let cannot_write = move || !writing() && cannot_take();
    view! {
        <div class="card transcript" data-testid="transcript">
            <div class="card-head">
                <h2>{t("logits-text")}</h2>
                <SourcePill source />
            </div>
            <p class="strip" data-testid="text">
                <span class="given">{move || given.get()}</span>
                {move || {
                    pieces()
                        .into_iter()
                        .map(|(place, shown, held)| {
                            let spoken = t_args("logits-rewind", &[("token", format!("{shown}{held}").into())]);
                            let title = if held.is_empty() { spoken.clone() } else { format!("{held}: {}", held_words()) };
                            let rewind = move |_| {
                                let path = state.spec.with_untracked(|spec| spec.path[..place.min(spec.path.len())].to_vec());
                                state.go(path);
                            };
                            view! {
                                <button type="button" class="chosen" title=title aria-label=spoken on:click=rewind>
                                    {shown}
                                    {(!held.is_empty()).then(|| view! { <s class="held">{held}</s> })}
                                </button>
                            }
                        })
                        .collect_view()
                }}
                <span class="cursor" aria-hidden="true">"▏"</span>
            </p>
            <div class="row">
                <button type="button" data-testid="take" prop:disabled=cannot_take on:click=take>
                    {move || match state.drawn.get() {
                        Some((token, _)) => {
                            view! { {t("logits-take")} " " <TokenLabel label=state.label(token) /> }.into_any()
                        }
                        None => t("logits-nothing").into_any(),
                    }}
                </button>
                <button type="button" data-testid="write" prop:disabled=cannot_write on:click=move |_| state.write_on()>
                    {move || t(if writing() { "logits-stop-writing" } else { "logits-write-on" })}
                </button>
                <button type="button" data-testid="back" prop:disabled=at_start on:click=back>{t("logits-back")}</button>
                <span class="soft" role="status" data-testid="ending">
                    {move || state.ending().map_or_else(|| t("logits-or-click"), |ending| ending_words(&ending))}
                </span>
            </div>
        </div>
    }
}

/// The stages in their order: to look at, and to put in another order.
#[component]
fn Rail() -> impl IntoView {
    let state = LogitsState::use_context();
    let dragged = RwSignal::new(None::<usize>);
    let event = Memo::new(move |_| state.event());
    let show = move |n_shown: usize| state.send(crate::decode::PlayheadCommand::Seek(n_shown));
    let end = move |title: String, wanted: PipelineEvent, n_shown: usize| {
        view! {
            <li>
                <button type="button" class="stage-chip" aria-current=move || (event.get() == wanted).then_some("step") on:click=move |_| show(n_shown)>
                    <b>{title}</b>
                </button>
            </li>
        }
    };
    let order = Memo::new(move |_| state.spec.with(|spec| spec.order.clone()));
    let move_stage = move |from: usize, to: usize| {
        state.change_sampler(|spec| spec.move_stage(from, to));
        show(to + 2);
    };
    // For touch screens, where nothing can be dragged; and for everyone who had not thought of dragging.
    let mover = move |title: String, by: isize| {
        let to = move || match event.get() {
            PipelineEvent::Stage(from) => from.checked_add_signed(by).filter(|to| *to < StageKind::ALL.len()).map(|to| (from, to)),
            _ => None,
        };
        let go = move |_| {
            if let Some((from, to)) = untrack(to) {
                move_stage(from, to);
            }
        };
        view! { <button type="button" class="quiet" prop:disabled=move || to().is_none() on:click=go>{title}</button> }
    };
    view! {
        <div class="card rail-card" data-testid="rail">
            <div class="card-head">
                <h2>{t("logits-stages")}</h2>
                <span class="row movers" role="group" aria-label=t("logits-move")>
                    {mover(t("logits-earlier"), -1)}
                    {mover(t("logits-later"), 1)}
                </span>
            </div>
            <ol class="rail">
                {end(t("logits-logits"), PipelineEvent::Own, 1)}
                {move || {
                    order
                        .get()
                        .into_iter()
                        .enumerate()
                        .map(|(idx, kind)| {
                            let n = StageKind::ALL.len();
                            let keys = move |event: ev::KeyboardEvent| {
                                let to = match event.key().as_str() {
                                    "ArrowLeft" | "ArrowUp" if event.alt_key() && idx > 0 => idx - 1,
                                    "ArrowRight" | "ArrowDown" if event.alt_key() && idx + 1 < n => idx + 1,
                                    _ => return,
                                };
                                event.prevent_default();
                                move_stage(idx, to);
                                // The key stays with the stage that it moved.
                                focus(&format!("[data-place=\"{to}\"]"));
                            };
                            let value = move || state.spec.with(|spec| stage_value(kind, spec));
                            view! {
                                <li
                                    draggable="true"
                                    class:dragged=move || dragged.get() == Some(idx)
                                    on:dragstart=move |_| dragged.set(Some(idx))
                                    on:dragend=move |_| dragged.set(None)
                                    on:dragover=move |event: ev::DragEvent| event.prevent_default()
                                    on:drop=move |event: ev::DragEvent| {
                                        event.prevent_default();
                                        if let Some(from) = dragged.get_untracked() {
                                            move_stage(from, idx);
                                        }
                                        dragged.set(None);
                                    }
                                >
                                    <button
                                        type="button"
                                        class="stage-chip"
                                        class:off=move || words::is_off(&value())
                                        data-stage=kind.name()
                                        data-place=idx.to_string()
                                        aria-current=move || (event.get() == PipelineEvent::Stage(idx)).then_some("step")
                                        aria-label=move || {
                                            let place = [("place", (idx + 1).into()), ("n", n.into())];
                                            let stage = [("stage", stage_title(kind).into()), ("value", value().into())];
                                            t_args("logits-stage-spoken", &[stage, place].concat())
                                        }
                                        on:click=move |_| show(idx + 2)
                                        on:keydown=keys
                                    >
                                        <b>{stage_title(kind)}</b>
                                        " "
                                        <small>{value}</small>
                                    </button>
                                </li>
                            }
                        })
                        .collect_view()
                }}
                {end(t("logits-draw-chip"), PipelineEvent::Draw, StageKind::ALL.len() + 2)}
            </ol>
            <p class="soft rail-hint">{t("logits-order-hint")}</p>
        </div>
    }
}

/// The stage on screen: what it did to the most probable tokens, and to the rest.
#[component]
fn StageCard() -> impl IntoView {
    let state = LogitsState::use_context();
    let event = Memo::new(move |_| state.event());
    let stage_idx = move || match event.get() {
        PipelineEvent::Own => 0,
        PipelineEvent::Stage(idx) => idx + 1,
        PipelineEvent::Draw => StageKind::ALL.len(),
    };
    let stage =
        Memo::new(move |_| state.pipeline.with(|pipeline| pipeline.as_ref().and_then(|pipeline| pipeline.view(stage_idx(), N_ROWS))));
    let label = move |token| state.label(token);
    let title = move || state.spec.with(|spec| step_title(event.get(), spec));
    let caption = move || {
        stage.with(|stage| {
            let Some(stage) = stage else { return t("logits-on-its-way") };
            let drawn = state.drawn.get().map(|(token, coin)| (label(token), coin));
            state.spec.with(|spec| step_caption(event.get(), spec, stage, drawn.as_ref().map(|(label, coin)| (label.as_str(), *coin))))
        })
    };
    let save_json = move |_| {
        if let Some(recording) = state.recording() {
            state.engine.report_saving(export::download_text("decoding-lab-logits.json", "application/json", &recording.to_json()));
        }
    };
    let save_csv = move |_| {
        let csv = state.pipeline.with_untracked(|pipeline| {
            state.shown.with_untracked(|shown| {
                Some(export::pipeline_csv(pipeline.as_ref()?, &state.spec.get_untracked(), &shown.as_ref()?.vocabulary))
            })
        });
        if let Some(csv) = csv {
            state.engine.report_saving(export::download_text("decoding-lab-stages.csv", "text/csv", &csv));
        }
    };
    view! {
        <div class="card stage-card" data-testid="stage">
            <div class="card-head">
                <h2 data-testid="stage-title">{title}</h2>
                <span class="row">
                    <button type="button" class="quiet" prop:disabled=move || state.cannot_choose() || !matches!(state.engine.status.get(), crate::ui::engine_state::EngineStatus::Ready { .. }) on:click=save_json>{t("logits-save-json")}</button>
                    <button type="button" class="quiet" prop:disabled=move || state.cannot_choose() on:click=save_csv>{t("logits-save-csv")}</button>
                </span>
            </div>
            <p class="lead" aria-live="polite" data-testid="caption">{caption}</p>
            {move || stage.get().map(|stage| if event.get() == PipelineEvent::Draw { draw_cdf(state, label).into_any() } else { draw_numbers(&stage).into_any() })}
            {move || stage.get().map(|stage| draw_rows(stage, event.get(), state, label))}
        </div>
    }
}

fn draw_numbers(stage: &StageView) -> impl IntoView {
    let arrow = |before: String, after: String| if before == after { after } else { format!("{before} → {after}") };
    let facts = [
        (t("logits-fact-tokens"), arrow(stage.support.0.to_string(), stage.support.1.to_string())),
        (t("logits-fact-choices"), arrow(decimal(stage.choices.0, 1), decimal(stage.choices.1, 1))),
        (t("logits-fact-entropy"), arrow(decimal(stage.entropy.0, 2), decimal(stage.entropy.1, 2))),
        (t("logits-fact-cut"), words::prob(stage.removed_mass)),
    ];
    view! {
        <dl class="facts" data-testid="facts">
            {facts.into_iter().map(|(name, value)| view! { <div><dt>{name}</dt><dd class="num">{value}</dd></div> }).collect_view()}
        </dl>
    }
}

/// The probabilities laid end to end, and the coin on them.
fn draw_cdf(state: LogitsState, label: impl Fn(TokenId) -> String) -> impl IntoView {
    let scene = state.pipeline.with(|pipeline| {
        let probs = pipeline.as_ref()?.result()?;
        let (drawn, coin) = state.drawn.get()?;
        let cdf = probs.cdf();
        // Shares too narrow to see are left as a gap; the drawn one is always there.
        let wide = probs.ranked().into_iter().take(40).filter(|token| probs.get(*token) > 0.004 || *token == drawn);
        let shares: Vec<(String, f64, f64, bool)> = wide
            .map(|token| {
                let (start, end) = cdf.share(token);
                (label(token), start, end - start, token == drawn)
            })
            .collect();
        Some((shares, coin, probs.get(drawn)))
    });
    let percent = |value: f64| format!("{:.3}%", value * 100.0);
    scene.map(|(shares, coin, prob)| {
        let spoken = t_args("logits-cdf-spoken", &[("coin", decimal(coin, 3).into()), ("share", words::prob(prob).into())]);
        view! {
            <div class="cdf" role="img" aria-label=spoken data-testid="cdf">
                {shares
                    .into_iter()
                    .map(|(label, start, width, drawn)| {
                        let title = label.clone();
                        view! { <span class="share" class:drawn=drawn title=title style=("left", percent(start)) style=("width", percent(width))>{label}</span> }
                    })
                    .collect_view()}
                <i class="cdf-coin" style=("left", percent(coin))></i>
            </div>
            <p class="soft">{t_args("logits-cdf", &[("coin", decimal(coin, 3).into())])}</p>
        }
    })
}

/// What became of a token, as a class and in words. Where the step on screen is not a stage at work
/// (`changes`), what was cut was cut before.
fn effect_words(effect: StageEffect, changes: bool) -> (&'static str, String) {
    match effect {
        StageEffect::CutHere if changes => ("cut", t("logits-cut-here")),
        StageEffect::CutHere | StageEffect::OutBefore => ("out", t("logits-out-before")),
        StageEffect::RaisedByOthers if changes => ("raised", t("logits-raised")),
        StageEffect::RaisedByOthers | StageEffect::Plain => ("", String::new()),
    }
}

fn draw_rows(stage: StageView, event: PipelineEvent, state: LogitsState, label: impl Fn(TokenId) -> String) -> impl IntoView {
    let top = stage.rows.iter().map(|row| row.prob_before.max(row.prob_after)).chain([stage.rest.0, stage.rest.1]).fold(0.0, f64::max);
    let percent = move |value: f64| format!("{:.3}%", if top > 0.0 { value / top * 100.0 } else { 0.0 });
    let changes = matches!(event, PipelineEvent::Stage(_)) && !stage.off;
    let drawn = state.drawn.get().map(|(token, _)| token).filter(|_| event == PipelineEvent::Draw);
    let cut_off = stage.cut_off.filter(|_| changes);
    let logit = |value: f64| if value == f64::NEG_INFINITY { "–∞".to_owned() } else { decimal(value, 2) };
    let rows: Vec<_> = stage
        .rows
        .iter()
        .enumerate()
        .map(|(idx, row)| {
            let StageRow { token, logit_before, logit_after, prob_before, prob_after } = *row;
            let shown_label = label(token);
            let (effect, note) = effect_words(row.effect(), changes);
            let spoken = t_args("logits-choose", &[("token", shown_label.clone().into())]);
            view! {
                <tr class=effect class:cut-line=cut_off == Some(idx) class:marked=drawn == Some(token)>
                    <th scope="row" class="token">
                        <button type="button" class="pick" aria-label=spoken prop:disabled=move || state.cannot_choose() || state.ending().is_some() on:click=move |_| state.choose(token, Chosen::Forced)>
                            <TokenLabel label=shown_label />
                        </button>
                    </th>
                    <td class="track">
                        <div class="track-inner">
                            <div class="seg after" style=("width", percent(prob_after))></div>
                            {changes.then(|| view! { <div class="seg before" style=("width", percent(prob_before))></div> })}
                        </div>
                    </td>
                    <td class="num on-wide-cell">{if changes && logit_before != logit_after { format!("{} → {}", logit(logit_before), logit(logit_after)) } else { logit(logit_after) }}</td>
                    {changes.then(|| view! { <td class="num">{words::prob(prob_before)}</td> })}
                    <td class="num">{words::prob(prob_after)}</td>
                    <td class="note">{note}</td>
                </tr>
            }
        })
        .collect();
    let (rest_before, rest_after) = stage.rest;
    view! {
        <table class="bars stage-rows">
            <caption class="sr-only">{t("logits-rows-caption")}</caption>
            <thead>
                <tr>
                    <th scope="col">{t("comparison-token")}</th>
                    <th scope="col"><span class="sr-only">{t("comparison-bars")}</span></th>
                    <th scope="col" class="num logit on-wide-cell">{t("logits-logit")}</th>
                    {changes.then(|| view! { <th scope="col" class="num">{t("logits-before")}</th> })}
                    <th scope="col" class="num">{if changes { t("logits-after") } else { "p".to_owned() }}</th>
                    <th scope="col" class="note"><span class="sr-only">{t("logits-happened")}</span></th>
                </tr>
            </thead>
            <tbody>
                {rows}
                <tr class="rest">
                    <th scope="row" class="token">{words::others(stage.n_rest)}</th>
                    <td class="track">
                        <div class="track-inner">
                            <div class="seg after" style=("width", percent(rest_after))></div>
                            {changes.then(|| view! { <div class="seg before" style=("width", percent(rest_before))></div> })}
                        </div>
                    </td>
                    <td class="on-wide-cell"></td>
                    {changes.then(|| view! { <td class="num">{words::prob(rest_before)}</td> })}
                    <td class="num">{words::prob(rest_after)}</td>
                    <td class="note"></td>
                </tr>
            </tbody>
        </table>
    }
}

/// Two samplers on the same logits.
#[component]
fn Comparison() -> impl IntoView {
    let state = LogitsState::use_context();
    let label = move |token| state.label(token);
    let choose = move |event: ev::Event| {
        let chosen = event_target_value(&event).parse::<usize>().ok().and_then(|idx| Against::ALL.get(idx));
        if let Some((against, _)) = chosen {
            state.against.set(*against);
        }
    };
    view! {
        <div class="card compare" data-testid="compare">
            <div class="card-head">
                <h2>{t("logits-compare")}</h2>
                <label class="row">
                    <span class="soft">{t("logits-against")}</span>
                    <select on:change=choose aria-label=t("logits-compare-against")>
                        {Against::ALL
                            .iter()
                            .enumerate()
                            .map(|(idx, (against, name))| view! { <option value=idx.to_string() prop:selected=move || state.against.get() == *against>{t(name)}</option> })
                            .collect_view()}
                    </select>
                </label>
            </div>
            {move || {
                state
                    .comparison
                    .get()
                    .map(|([first, second], difference)| {
                        let verdict = if difference.total_variation == 0.0 {
                            t("logits-same")
                        } else {
                            let values = [
                                ("distance", words::prob(difference.total_variation).into()),
                                ("both", t_args("count-tokens", &[("n", difference.n_both.into())]).into()),
                                ("first", difference.only_first.len().into()),
                                ("second", difference.only_second.len().into()),
                            ];
                            t_args("logits-differ", &values)
                        };
                        let in_second = second.result.clone();
                        let in_first = first.result.clone();
                        view! {
                            <p data-testid="compare-verdict">{verdict}</p>
                            <div class="sides">
                                {draw_side(first, in_second.as_ref(), label)}
                                {draw_side(second, in_first.as_ref(), label)}
                            </div>
                        }
                    })
            }}
        </div>
    }
}

fn draw_side(side: Side, other: Option<&crate::decode::Probs>, label: impl Fn(TokenId) -> String) -> AnyView {
    let n_kept = side.result.as_ref().map_or(0, crate::decode::Probs::support);
    let ranked: Vec<TokenId> =
        side.result.as_ref().map(|probs| probs.ranked().into_iter().take(N_SIDE.min(n_kept)).collect()).unwrap_or_default();
    let prob = |token: TokenId| side.result.as_ref().map_or(0.0, |probs| probs.get(token));
    let rest: f64 = (1.0 - ranked.iter().map(|token| prob(*token)).sum::<f64>()).max(0.0);
    let rows: Vec<_> = ranked
        .iter()
        .map(|&token| {
            let only_here = other.is_none_or(|other| other.get(token) == 0.0);
            view! {
                <tr class:only=only_here>
                    <th scope="row" class="token"><TokenLabel label=label(token) /></th>
                    <td class="num">{words::prob(prob(token))}</td>
                    <td class="note">{only_here.then(|| t("logits-only-here"))}</td>
                </tr>
            }
        })
        .collect();
    view! {
        <table>
            <caption>{side.name} " " <span class="soft">{t_args("logits-keeps", &[("tokens", t_args("count-tokens", &[("n", n_kept.into())]).into())])}</span></caption>
            <tbody>
                {rows}
                {(n_kept > ranked.len())
                    .then(|| view! { <tr class="rest"><th scope="row" class="token">{words::others(n_kept - ranked.len())}</th><td class="num">{words::prob(rest)}</td><td></td></tr> })}
            </tbody>
        </table>
    }
    .into_any()
}

/// Many draws against the distribution that they come from.
#[component]
fn DrawMany() -> impl IntoView {
    let state = LogitsState::use_context();
    let label = move |token| state.label(token);
    let plot = Memo::new(move |_| {
        state.draws.with(|draws| match draws {
            Some(draws) => charts::draw_distances(draws),
            None => charts::draw_distances(&crate::decode::Draws { counts: Vec::new(), distances: Vec::new() }),
        })
    });
    let rows = move || {
        state.draws.with(|draws| {
            let draws = draws.as_ref()?;
            state.pipeline.with(|pipeline| {
                let probs = pipeline.as_ref()?.result()?;
                let n: u32 = draws.counts.iter().sum();
                let ranked = probs.ranked().into_iter().take(N_SIDE.min(probs.support()));
                Some(
                    ranked
                        .map(|token| (label(token), f64::from(draws.counts[token.index()]) / f64::from(n.max(1)), probs.get(token)))
                        .collect::<Vec<_>>(),
                )
            })
        })
    };
    view! {
        <div class="card draws" data-testid="draws">
            <h2>{t("logits-draw-many")}</h2>
            <div class="row">
                {[1, 100, 10_000]
                    .map(|n| {
                        view! {
                            <button type="button" aria-pressed=move || (state.n_draws.get() == n).to_string() on:click=move |_| state.n_draws.set(n)>
                                {integer(n as u64)}
                            </button>
                        }
                    })
                    .collect_view()}
            </div>
            {move || match rows() {
                Some(rows) => {
                    let top = rows.iter().map(|(_, seen, p)| seen.max(*p)).fold(0.0, f64::max);
                    let percent = move |value: f64| format!("{:.3}%", if top > 0.0 { value / top * 100.0 } else { 0.0 });
                    let last = state.draws.with(|draws| draws.as_ref().and_then(|draws| draws.distances.last().copied()));
                    view! {
                        <table class="bars draw-rows">
                            <thead><tr><th scope="col">{t("comparison-token")}</th><th scope="col"><span class="sr-only">{t("comparison-bars")}</span></th><th scope="col" class="num">{t("logits-drawn")}</th><th scope="col" class="num">"p"</th></tr></thead>
                            <tbody>
                                {rows
                                    .into_iter()
                                    .map(|(label, seen, p)| {
                                        view! {
                                            <tr>
                                                <th scope="row" class="token"><TokenLabel label /></th>
                                                <td class="track"><div class="track-inner"><div class="seg after" style=("width", percent(seen))></div><div class="p-line" style=("left", percent(p))></div></div></td>
                                                <td class="num">{words::prob(seen)}</td>
                                                <td class="num">{words::prob(p)}</td>
                                            </tr>
                                        }
                                    })
                                    .collect_view()}
                            </tbody>
                        </table>
                        {last.map(|(n, distance)| view! { <p data-testid="distance">{t_args("logits-distance", &[("n", n.into()), ("distance", decimal(distance, 3).into())])}</p> })}
                    }
                        .into_any()
                }
                None => view! { <p class="soft empty">{t("logits-draws-empty")}</p> }.into_any(),
            }}
            <PlotFigure name="draw-distances" plot />
        </div>
    }
}

/// The odds of two tokens, which only the temperature can change.
#[component]
fn OddsCard() -> impl IntoView {
    let state = LogitsState::use_context();
    let options = state.listed;
    let token = move |which: usize| {
        let fallback = options.with(|options| options.get(which).map(|(token, _)| *token));
        state
            .odds_of
            .with(|chosen| chosen[which].filter(|token| options.with(|options| options.iter().any(|(known, _)| known == token))))
            .or(fallback)
    };
    let picker = move |which: usize, name: String| {
        let choose = move |event: ev::Event| {
            if let Ok(id) = event_target_value(&event).parse::<u32>() {
                state.odds_of.update(|chosen| chosen[which] = Some(TokenId(id)));
            }
        };
        view! {
            <select aria-label=name on:change=choose>
                {move || {
                    options
                        .get()
                        .into_iter()
                        .map(|(id, label)| view! { <option value=id.0.to_string() prop:selected=move || token(which) == Some(id)>{label}</option> })
                        .collect_view()
                }}
            </select>
        }
    };
    let words_now = move || {
        let (first, second) = (token(0)?, token(1)?);
        let (z_i, z_j) = state.shown.with(|shown| {
            let row = &shown.as_ref()?.facts.row.0;
            Some((f64::from(*row.get(first.index())?), f64::from(*row.get(second.index())?)))
        })?;
        let temperature = state.spec.with(|spec| spec.temperature);
        Some(match odds(z_i, z_j, temperature) {
            Odds::ToOne(value) => {
                let [z_i, z_j, temperature] = [z_i, z_j, temperature].map(|number| decimal(number, 2));
                format!("exp(({z_i} − {z_j}) / {temperature}) = {}", decimal(value, if value >= 1000.0 { 0 } else { 3 }))
            }
            Odds::Always => t("logits-odds-always"),
            Odds::Never => t("logits-odds-never"),
            Odds::Excluded => t("logits-odds-excluded"),
        })
    };
    view! {
        <div class="card odds" data-testid="odds">
            <h2>{t("logits-odds")}</h2>
            <div class="row">{picker(0, t("logits-odds-first"))} <span>{t("logits-odds-to")}</span> {picker(1, t("logits-odds-second"))}</div>
            <p class="formula-line" data-testid="odds-value">{words_now}</p>
            <p class="soft">{t("logits-odds-hint")}</p>
        </div>
    }
}

/// Every path walked from this prompt.
#[component]
fn Branches() -> impl IntoView {
    let state = LogitsState::use_context();
    let label = move |token| state.label(token);
    let rows = Memo::new(move |_| state.tree.with(crate::decode::BranchTree::rows));
    view! {
        <div class="card branches" data-testid="branches">
            <h2>{t("logits-paths")}</h2>
            {move || {
                let rows = rows.get();
                if rows.is_empty() {
                    return view! { <p class="soft empty">{t("logits-paths-empty")}</p> }.into_any();
                }
                let here = state.spec.with(|spec| spec.path.clone());
                view! {
                    <ul class="tree">
                        {rows
                            .into_iter()
                            .map(|BranchRow { path, chosen, .. }| {
                                let depth = path.len().min(24);
                                let text = path.last().map(|token| label(*token)).unwrap_or_default();
                                let how = match chosen {
                                    Chosen::Drawn => t("logits-drawn"),
                                    Chosen::Forced => t("logits-by-hand"),
                                };
                                let current = here == path;
                                let on_path = here.starts_with(&path);
                                view! {
                                    <li style=("--depth", depth.to_string())>
                                        <button type="button" class="link" class:on-path=on_path aria-current=current.then_some("true") title=how on:click=move |_| state.go(path.clone())>
                                            <span aria-hidden="true">{if chosen == Chosen::Drawn { "• " } else { "☞ " }}</span>
                                            <TokenLabel label=text />
                                        </button>
                                    </li>
                                }
                            })
                            .collect_view()}
                    </ul>
                }
                    .into_any()
            }}
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // At the draw, tokens that the last stage had cut stood there as if they could be drawn.
    #[test]
    fn what_the_last_stage_cut_is_out_when_the_coin_falls() {
        assert_eq!(effect_words(StageEffect::CutHere, false), effect_words(StageEffect::OutBefore, false));
        assert_ne!(effect_words(StageEffect::CutHere, true), effect_words(StageEffect::OutBefore, true));
    }
}

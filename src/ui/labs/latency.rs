//! The latency lab: why speculation is fast and when it is not. What is supposed, with sliders; what was measured
//! on this device; and a race on machines that are not here.

use crate::decode::{
    Coins, CostModel, Job, Kernels, Knob, LATENCY_KNOBS, Lane, LatencySpec, MAX_ALPHAS, MAX_GAMMA, MAX_POSITIONS, N_SIMULATED,
    PRETENDED_MACHINES, Pretended, RoundFacts, RunFacts, Spread, TokenCost, TokenId, expected_accepted, expected_tokens_per_cycle,
    kept_through, mean_of_histogram, simulate_accepted,
};
use crate::ui::charts;
use crate::ui::components::{EnginePills, OpenFile, PlotFigure, SourcePill, knob_field, prompt_field, seed_field};
use crate::ui::components::{draw_piece, rich};
use crate::ui::engine_state::EngineStatus;
use crate::ui::export;
use crate::ui::i18n::{Piece, decimal, percent, t, t_args, t_pieces};
use crate::ui::lab::{Lab, begin};
use crate::ui::labs::SettingsSection;
use crate::ui::latency_captions::{
    Doing, agreement_words, machine_source, machine_title, machine_words, millis, model_words, per_second, race_words, share_of_pass,
    times, times_exactly, verdict_words,
};
use crate::ui::latency_state::{FIRST_LATENCY_URL, LatencyState, Measured, ShownRace};
use crate::ui::proof_captions::number;
use crate::ui::state::RunSource;
use crate::ui::words;
use leptos::ev;
use leptos::prelude::*;

/// The lab's entry in the registry.
pub const LATENCY: Lab = Lab {
    id: "latency",
    trace: FIRST_LATENCY_URL,
    e2e_test: "tests/e2e/latency.test.mjs",
    view: || LatencyLab().into_any(),
    player: || LatencyState::use_context().player(),
    query: || LatencyState::use_context().query(),
    job: || Job::Speculative { gamma: LatencyState::use_context().spec.with(|spec| spec.gamma) },
    at_rest: || LatencyState::use_context().at_rest(),
};

#[component]
fn LatencyLab() -> impl IntoView {
    let state = LatencyState::use_context();
    let first = state.race_of.with_untracked(Option::is_none).then_some(FIRST_LATENCY_URL);
    begin(state.engine, first, move |json| state.open_first(json));
    state.enter();
    on_cleanup(move || state.leave());
    view! {
        <div class="lab latency">
            <SettingsSection lab=&LATENCY>
                <Settings />
            </SettingsSection>
            <section class="pipeline" aria-label=t("latency-pipeline")>
                <RaceCard />
                <ModelCard />
                <MeasuredCard />
            </section>
            <section class="results" aria-label=t("latency-results")>
                <Curves />
                <Exercise />
            </section>
        </div>
    }
}

/// A knob's slider.
fn slider(name: &'static str) -> AnyView {
    let state = LatencyState::use_context();
    let Some(knob): Option<&'static Knob<LatencySpec>> = LATENCY_KNOBS.iter().find(|knob| knob.name == name) else { return ().into_any() };
    let value = Memo::new(move |_| state.spec.with(knob.read));
    let shown = Memo::new(move |_| state.spec.with(|spec| words::knob_value(knob, spec)));
    let effect = Memo::new(move |_| state.spec.with(|spec| words::knob_effect(knob, spec)));
    knob_field(knob, value, shown, effect, move |value| state.change(|spec| (knob.write)(spec, value))).into_any()
}

#[component]
fn Settings() -> impl IntoView {
    let state = LatencyState::use_context();
    let seed = Memo::new(move |_| state.spec.with(|spec| spec.seed));
    let prompt = Memo::new(move |_| state.spec.with(|spec| spec.prompt.clone()));
    let is_measured =
        move || state.measured.with(|measured| measured.as_ref().is_some_and(|measured| measured.facts.calibration.costs().is_some()));
    let verify_cost = move |n_positions: usize| {
        let value = Memo::new(move |_| state.spec.with(|spec| spec.verify_cost[n_positions - 2]));
        let set = move |event: ev::Event| {
            if let Some(cost) = words::typed(&event_target_value(&event)) {
                state.change(|spec| spec.set_verify_cost(n_positions, cost));
            }
        };
        view! {
            <label class="verify-cost">
                <span>{format!("v({n_positions})")}</span>
                <input type="text" inputmode="decimal" autocomplete="off" prop:value=move || words::plain(value.get()) on:change=set />
            </label>
        }
    };
    view! {
        <div class="card stack" data-testid="controls">
            <h2>{t("latency-suppose")}</h2>
            {slider("alpha")}
            {slider("gamma")}
            {slider("draft_cost")}
            {slider("verify_slope")}
            <details>
                <summary>{t("latency-each-cost")}</summary>
                <div class="verify-costs">{(2..=MAX_POSITIONS).map(verify_cost).collect_view()}</div>
            </details>
            <div class="field">
                <button type="button" data-testid="suppose-measured" prop:disabled=move || !is_measured() on:click=move |_| state.suppose_measured()>
                    {t("latency-suppose-measured")}
                </button>
                <small>{t("latency-suppose-measured-hint")}</small>
            </div>
        </div>
        <div class="card stack">
            <h2>{t("latency-measure-and-race")}</h2>
            {prompt_field(prompt, move |prompt| state.change(|spec| spec.prompt = prompt))}
            {slider("temperature")}
            {slider("max_new_tokens")}
            {slider("confidence")}
            {seed_field(seed, move |seed| state.change(|spec| spec.seed = seed))}
            <div class="row">
                <OpenFile label=t("settings-open-measurement") on_text=Callback::new(move |json: String| state.open_file(&json)) />
            </div>
        </div>
        <EnginePills />
    }
}

/// What happened to a token on its way into the text.
#[derive(Clone, Copy, PartialEq)]
enum Came {
    Given,
    Plain,
    Accepted,
    Correction,
    Bonus,
    Guess,
}

impl Came {
    fn class(self) -> &'static str {
        match self {
            Self::Given => "given",
            Self::Plain => "plain-token",
            Self::Accepted => "accepted",
            Self::Correction => "correction",
            Self::Bonus => "bonus",
            Self::Guess => "guess",
        }
    }
}

/// A lane's text so far, token by token.
fn pieces(shown: &ShownRace, tokens: &[(TokenId, Came)]) -> Vec<(String, Came)> {
    let ids: Vec<TokenId> = shown.facts.prompt.iter().copied().chain(tokens.iter().map(|(token, _)| *token)).collect();
    let came = shown.facts.prompt.iter().map(|_| Came::Given).chain(tokens.iter().map(|(_, came)| *came));
    shown
        .vocabulary
        .spans(&ids)
        .into_iter()
        .zip(came)
        .map(|(span, came)| (shown.vocabulary.shown(span, came == Came::Given), came))
        .collect()
}

/// Plain and speculative side by side, in pretended time.
#[component]
fn RaceCard() -> impl IntoView {
    let state = LatencyState::use_context();
    let pretended = Memo::new(move |_| state.spec.with(|spec| spec.pretended));
    let source = move || {
        state.race_of.with(|shown| {
            shown.as_ref().map(|shown| match shown.source {
                RunSource::Live => ("live", t("source-live"), t("source-live-written-more")),
                RunSource::File => ("file", t("source-file"), String::new()),
                RunSource::Recorded | RunSource::LessonCase => ("recorded", t("source-recorded"), t("source-recorded-more")),
            })
        })
    };
    let choose = move |event: ev::Event| {
        let value = event_target_value(&event);
        let chosen = value.parse::<usize>().ok().filter(|idx| *idx < PRETENDED_MACHINES.len());
        state.change(|spec| spec.pretended = chosen.map_or(Pretended::AsSet, Pretended::Machine));
    };
    let caption = move || state.view.with(|view| state.race.with(|race| race_words(view, race, pretended.get())));
    let clock_words = move || {
        let clock = state.spec.with(LatencySpec::race_clock);
        let five = state.spec.with(|spec| spec.gamma) + 1;
        let values = [
            ("one", millis(clock.target_millis[0]).into()),
            ("n", five.into()),
            ("all", millis(clock.target_millis[five - 1]).into()),
            ("draft", millis(clock.draft_millis).into()),
        ];
        t_args("race-clock", &values)
    };
    let source_words = move || machine_source(pretended.get());
    let plain_tokens = move |shown: &ShownRace| -> Vec<(TokenId, Came)> {
        let n = state.view.with(|view| view.n_plain);
        shown.facts.plain.iter().take(n).map(|token| (*token, Came::Plain)).collect()
    };
    let speculative_tokens = move |shown: &ShownRace| -> Vec<(TokenId, Came)> {
        let (n_cycles, n_shown, n_drafted) = state.view.with(|view| (view.n_cycles, view.n_speculative, view.n_drafted));
        let mut tokens: Vec<(TokenId, Came)> = shown.facts.cycles[..n_cycles.min(shown.facts.cycles.len())]
            .iter()
            .flat_map(|cycle| {
                let all_accepted = cycle.n_accepted == cycle.drafted.len();
                cycle.emitted.iter().enumerate().map(move |(idx, token)| {
                    let came = match idx < cycle.n_accepted {
                        true => Came::Accepted,
                        false if all_accepted => Came::Bonus,
                        false => Came::Correction,
                    };
                    (*token, came)
                })
            })
            .take(n_shown)
            .collect();
        if let Some(cycle) = shown.facts.cycles.get(n_cycles) {
            tokens.extend(cycle.drafted.iter().take(n_drafted).map(|token| (*token, Came::Guess)));
        }
        tokens
    };
    let lane = move |name: &'static str,
                     title: AnyView,
                     finish: usize,
                     tokens: fn(&LaneTexts, &ShownRace) -> Vec<(TokenId, Came)>,
                     texts: LaneTexts| {
        let n_written = move || state.view.with(|view| if finish == 0 { view.n_speculative } else { view.n_plain });
        let n_tokens = move || state.race.with(crate::decode::Race::n_tokens);
        let share = move || format!("{:.2}%", 100.0 * n_written() as f64 / n_tokens().max(1) as f64);
        let rate = move || {
            let (at, finished_at) = (state.view.with(|view| view.at_millis), state.race.with(|race| race.finish_millis[finish]));
            let until = at.min(finished_at);
            if until > 0.0 {
                t_args("timing-rate", &[("n", decimal(n_written() as f64 / until * 1000.0, 0).into())])
            } else {
                "–".to_owned()
            }
        };
        let strip =
            move || state.race_of.with(|shown| shown.as_ref().map(|shown| pieces(shown, &tokens(&texts, shown)))).unwrap_or_default();
        view! {
            <div class="race-lane" data-testid=name>
                <div class="race-head">
                    <h3>{title}</h3>
                    <span class="num">{move || t_args("race-count", &[("n", n_written().into()), ("all", n_tokens().into())])}</span>
                    <span class="num race-rate">{rate}</span>
                </div>
                <div class="race-bar" class:with-draft=finish == 0 aria-hidden="true"><i style=("width", share)></i></div>
                <p class="strip small" tabindex="0" role="group" lang="en" aria-label=t("latency-lane-text")>
                    {move || strip().into_iter().map(|(text, came)| view! { <span class=came.class()>{text}</span> }).collect_view()}
                </p>
            </div>
        }
    };
    let texts = LaneTexts {
        plain: Callback::new(move |shown| plain_tokens(&shown)),
        speculative: Callback::new(move |shown| speculative_tokens(&shown)),
    };
    view! {
        <div class="card race" data-testid="stage">
            <div class="card-head">
                <h2>{t("race-title")} " " <span class="num clock" data-testid="race-clock">{move || millis(state.view.with(|view| view.at_millis))}</span></h2>
                <span class="legend">
                    <span class="accepted">{t("transcript-key-accepted")}</span>
                    <span class="correction">{t("transcript-key-correction")}</span>
                    <span class="bonus">{t("transcript-key-bonus")}</span>
                </span>
                <SourcePill source />
            </div>
            <div class="row pretend">
                <label for="machine">{t("race-pretend")}</label>
                <select id="machine" on:change=choose>
                    {(0..PRETENDED_MACHINES.len())
                        .map(|idx| {
                            let machine = Pretended::Machine(idx);
                            view! { <option value=idx.to_string() prop:selected=move || pretended.get() == machine>{machine_title(machine)}</option> }
                        })
                        .collect_view()}
                    <option value="as-set" prop:selected=move || pretended.get() == Pretended::AsSet>{machine_title(Pretended::AsSet)}</option>
                </select>
                <Show when=move || pretended.get() == Pretended::AsSet>{slider("pass_millis")}</Show>
            </div>
            {lane("lane-plain", target_alone(), 1, |texts, shown| texts.plain.run(shown.clone()), texts)}
            {lane(
                "lane-speculative",
                t("timing-with").into_any(),
                0,
                |texts, shown| texts.speculative.run(shown.clone()),
                texts,
            )}
            <p class="lead race-lead" aria-live="polite" data-testid="caption">{caption}</p>
            <p class="soft">{clock_words}" "{source_words}</p>
        </div>
    }
}

/// The title of what the target does by itself.
fn target_alone() -> AnyView {
    let piece = |piece: Piece| match piece.tag.as_str() {
        "target" => view! { <b class="target-word">{piece.text}</b> }.into_any(),
        _ => draw_piece(piece),
    };
    t_pieces("latency-target-alone", &[]).into_iter().map(piece).collect_view().into_any()
}

/// What each lane of the race shows.
#[derive(Clone, Copy)]
struct LaneTexts {
    plain: Callback<ShownRace, Vec<(TokenId, Came)>>,
    speculative: Callback<ShownRace, Vec<(TokenId, Came)>>,
}

/// The formula with its numbers, and its value everywhere.
#[component]
fn ModelCard() -> impl IntoView {
    let state = LatencyState::use_context();
    let costs = Memo::new(move |_| state.spec.with(LatencySpec::costs));
    let alpha = Memo::new(move |_| state.spec.with(|spec| spec.alpha));
    let gamma = Memo::new(move |_| state.spec.with(|spec| spec.gamma));
    let with = move |read: fn(&CostModel, f64, usize) -> f64| costs.with(|costs| read(costs, alpha.get(), gamma.get()));
    let tau = move || decimal(expected_tokens_per_cycle(alpha.get(), gamma.get()), 3);
    let cycle = move || decimal(with(|costs, _, gamma| costs.cycle(gamma)), 3);
    let cycle_sum = move || {
        let costs = costs.get();
        format!("{} · {} + {}", gamma.get(), number(costs.draft), number(costs.verify_share(gamma.get())))
    };
    let per_token = move || decimal(with(CostModel::per_token), 3);
    let speed_up = move || times_exactly(with(CostModel::speed_up));
    let words = move || costs.with(|costs| model_words(costs, alpha.get(), gamma.get()));
    view! {
        <div class="card model" data-testid="model">
            <div class="card-head"><h2>{t("latency-cycle")}</h2></div>
            <dl class="formulas">
                <div>
                    <dt>{t("latency-tau")}</dt>
                    <dd class="formula-cell">{tau_formula()}</dd>
                    <dd class="num" data-testid="tau">{tau}</dd>
                </div>
                <div>
                    <dt>{t("latency-passes-per-cycle")}</dt>
                    <dd class="formula-cell">
                        <math><mi>"γ"</mi><mi>"c"</mi><mo>"+"</mo>{v_of_gamma()}<mo>"="</mo><mtext>{cycle_sum}</mtext></math>
                    </dd>
                    <dd class="num" data-testid="cycle-cost">{cycle}</dd>
                </div>
                <div>
                    <dt>{t("latency-passes-per-token")}</dt>
                    <dd class="formula-cell">
                        <math><mi>"L"</mi><mo>"="</mo><mfrac><mrow><mi>"γ"</mi><mi>"c"</mi><mo>"+"</mo>{v_of_gamma()}</mrow><mi>"τ"</mi></mfrac></math>
                    </dd>
                    <dd class="num" data-testid="per-token">{per_token}</dd>
                </div>
                <div class="speed-up">
                    <dt>{t("latency-speed-up")}</dt>
                    <dd class="formula-cell"><math><mfrac><mn>"1"</mn><mi>"L"</mi></mfrac></math></dd>
                    <dd class="num" data-testid="speed-up">{speed_up}</dd>
                </div>
            </dl>
            <p class="lead" aria-live="polite" data-testid="model-words">{words}</p>
            <HeatMap costs alpha gamma />
        </div>
    }
}

fn v_of_gamma() -> impl IntoView {
    view! { <mrow><mi>"v"</mi><mo stretchy="false">"("</mo><mi>"γ"</mi><mo>"+"</mo><mn>"1"</mn><mo stretchy="false">")"</mo></mrow> }
}

fn tau_formula() -> impl IntoView {
    view! {
        <math>
            <mi>"τ"</mi><mo>"="</mo><mn>"1"</mn><mo>"+"</mo><mi>"α"</mi><mo>"+"</mo><mo>"…"</mo><mo>"+"</mo><msup><mi>"α"</mi><mi>"γ"</mi></msup><mo>"="</mo>
            <mfrac>
                <mrow><mn>"1"</mn><mo>"−"</mo><msup><mi>"α"</mi><mrow><mi>"γ"</mi><mo>"+"</mo><mn>"1"</mn></mrow></msup></mrow>
                <mrow><mn>"1"</mn><mo>"−"</mo><mi>"α"</mi></mrow>
            </mfrac>
        </math>
    }
}

/// Columns of the heat map: alpha from 0 to 1.
const HEAT_ALPHAS: usize = 11;

/// The alpha of a column.
fn alpha_of(column: usize) -> f64 {
    column as f64 / (HEAT_ALPHAS - 1) as f64
}

/// The speed-up for every draft length and a row of alphas; the line between losing and winning runs through it.
#[component]
fn HeatMap(costs: Memo<CostModel>, alpha: Memo<f64>, gamma: Memo<usize>) -> impl IntoView {
    let state = LatencyState::use_context();
    let cell = move |row: usize, column: usize| {
        let value = Memo::new(move |_| costs.with(|costs| costs.speed_up(alpha_of(column), row)));
        let wins = move || value.get() >= 1.0;
        // The line is drawn where one of two neighbours wins and the other does not.
        let edge_to = move |row: usize, column: usize| {
            Memo::new(move |_| (costs.with(|costs| costs.speed_up(alpha_of(column), row)) >= 1.0) != (value.get() >= 1.0))
        };
        let (left, top) = (edge_to(row, column.saturating_sub(1)), edge_to(row.saturating_sub(1).max(1), column));
        let heat = move || format!("{:.0}%", (libm::log2(value.get()).abs() / 2.0).min(1.0) * 42.0);
        let here = move || row == gamma.get() && (alpha.get() - alpha_of(column)).abs() <= 0.05 + 1e-9;
        let go = move |_| {
            state.change(|spec| {
                spec.gamma = row;
                spec.alpha = (alpha_of(column) * 100.0).round() / 100.0;
            });
        };
        view! {
            <td
                class="num"
                class:wins=wins
                class:here=here
                class:edge-left=move || left.get()
                class:edge-top=move || top.get()
                style=("--heat", heat)
                on:click=go
            >
                {move || decimal(value.get(), 2)}
            </td>
        }
    };
    view! {
        <p class="heat-title" id="heat-title">{t("latency-heat")}</p>
        <div class="heat-scroll" tabindex="0" role="group" aria-labelledby="heat-title">
            <table class="heat" data-testid="heat" aria-labelledby="heat-title">
                <thead>
                    <tr>
                        <th scope="col">"γ \\ α"</th>
                        {(0..HEAT_ALPHAS).map(|column| view! { <th scope="col" class="num">{decimal(alpha_of(column), 1)}</th> }).collect_view()}
                    </tr>
                </thead>
                <tbody>
                    {(1..=MAX_GAMMA)
                        .map(|row| view! { <tr><th scope="row" class="num">{row}</th>{(0..HEAT_ALPHAS).map(|column| cell(row, column)).collect_view()}</tr> })
                        .collect_view()}
                </tbody>
            </table>
        </div>
    }
}

/// What was measured on this device, beside what was predicted.
#[component]
fn MeasuredCard() -> impl IntoView {
    let state = LatencyState::use_context();
    let source = move || {
        state.measured.with(|measured| {
            measured.as_ref().map(|measured| match measured.source {
                RunSource::Live => ("live", t("source-live"), t("source-live-measured-more")),
                RunSource::File => ("file", t("source-file"), String::new()),
                RunSource::Recorded | RunSource::LessonCase => ("recorded", t("source-recorded"), String::new()),
            })
        })
    };
    let progress = move || {
        state
            .measured
            .with(|measured| measured.as_ref().map_or((0, 1), |measured| (measured.facts.n_done, measured.facts.n_planned.max(1))))
    };
    let is_ready = move || state.engine.status.with(|status| matches!(status, EngineStatus::Ready { .. }));
    let save_json = move |_| {
        if let Some(recording) = state.recording() {
            state.engine.report_saving(export::download_text("decoding-lab-latency.json", "application/json", &recording.to_json()));
        }
    };
    let save_csv = move |_| {
        let csv = state.measured.with_untracked(|measured| measured.as_ref().map(|measured| export::latency_csv(&measured.facts)));
        if let Some(csv) = csv {
            state.engine.report_saving(export::download_text("decoding-lab-latency.csv", "text/csv", &csv));
        }
    };
    let is_other = move || {
        state.measured.with(|measured| measured.as_ref().is_some_and(|measured| state.spec.with(|spec| !spec.measures_as(&measured.spec))))
    };
    let nothing = move || state.measured.with(Option::is_none);
    view! {
        <div class="card measured" data-testid="measured" data-done=move || (!state.measuring.get() && !nothing()).to_string()>
            <div class="card-head">
                <h2>{t("timing-title")}</h2>
                <SourcePill source />
                <span class="row to-end">
                    <button type="button" data-testid="measure" prop:disabled=move || !is_ready() on:click=move |_| if state.measuring.get_untracked() { state.give_up() } else { state.measure() }>
                        {move || match (state.measuring.get(), nothing()) { (true, _) => t("latency-stop"), (false, true) => t("latency-measure"), (false, false) => t("latency-measure-again") }}
                    </button>
                    <button type="button" class="quiet" prop:disabled=nothing on:click=save_json>{t("latency-save")}</button>
                    <button type="button" class="quiet" prop:disabled=nothing on:click=save_csv>{t("latency-save-samples")}</button>
                </span>
            </div>
            <Show when=move || state.measuring.get()>
                <label class="loading">
                    {t("latency-measuring")}
                    <progress max=move || progress().1.to_string() prop:value=move || progress().0 as f64></progress>
                </label>
            </Show>
            <Show when=move || nothing() && !state.measuring.get()>
                <p class="soft empty">{t("latency-not-yet")}</p>
            </Show>
            <Show when=is_other>
                <p class="notice">{t("latency-other-settings")}</p>
            </Show>
            {move || state.measured.get().map(|measured| measured_view(&measured, state))}
            <Backends />
        </div>
    }
}

type OfRound = fn(&RoundFacts) -> &RunFacts;

fn measured_view(measured: &Measured, state: LatencyState) -> AnyView {
    let Measured { facts, spec, .. } = measured;
    let gamma = spec.gamma;
    let rows: [(AnyView, OfRound); 3] = [
        (target_alone(), |round| &round.plain),
        (format!("γ = {gamma}").into_any(), |round| &round.fixed),
        (t_args("latency-while-sure", &[("most", MAX_GAMMA.into())]).into_any(), |round| &round.adaptive),
    ];
    let verdict = state.verdict.get();
    let costs = facts.calibration.costs();
    let predicted = verdict.map_or("–".to_owned(), |verdict| times(verdict.predicted));
    let with_spread = |of: Spread, show: fn(f64) -> String| {
        view! { {show(of.median)} <small class="spread">{format!(" ({}–{})", show(of.low), show(of.high))}</small> }.into_any()
    };
    let lanes = rows
        .into_iter()
        .enumerate()
        .map(|(idx, (title, of))| {
            let lane = facts.lane(of);
            let of_lane = |show: &dyn Fn(&Lane) -> String| lane.as_ref().map_or("–".to_owned(), show);
            let share = |run: &RunFacts| {
                if run.n_drafted > 0 { percent(run.n_accepted as f64 / run.n_drafted as f64, 0) } else { "–".to_owned() }
            };
            let drafted = |run: &RunFacts| {
                if run.n_drafted > 0 { decimal(run.n_drafted as f64 / run.n_passes.max(1) as f64, 2) } else { "–".to_owned() }
            };
            let rate = lane.map_or("–".into_any(), |lane| with_spread(lane.rate, |rate| decimal(rate, 0)));
            let speed_up = match lane {
                Some(lane) if idx > 0 => with_spread(lane.speed_up, |ratio| decimal(ratio, 2)),
                _ => "1".into_any(),
            };
            view! {
                <tr>
                    <th scope="row">{title}</th>
                    <td class="num">{rate}</td>
                    <td class="num">{of_lane(&|lane| decimal(lane.total.tokens_per_pass().unwrap_or(0.0), 2))}</td>
                    <td class="num on-wide-cell">{of_lane(&|lane| drafted(&lane.total))}</td>
                    <td class="num on-wide-cell">{of_lane(&|lane| share(&lane.total))}</td>
                    <td class="num">{speed_up}</td>
                    <td class="num">{match idx { 0 => "1".to_owned(), 1 => predicted.clone(), _ => "".to_owned() }}</td>
                </tr>
            }
        })
        .collect_view();
    let verdict_view = verdict.zip(costs.clone()).map(|(verdict, costs)| {
        let bars = facts.token_costs(gamma).map(|costs| cost_bars(&costs));
        let adaptive = facts
            .lane(|round| &round.adaptive)
            .zip(facts.lane(|round| &round.fixed))
            .map(|(adaptive, fixed)| adaptive_words(&adaptive, &fixed));
        view! {
            <p class="lead" data-testid="verdict">{verdict_words(&verdict, &costs, gamma)}</p>
            {bars}
            <p class="soft" data-testid="agreement">{agreement_words(&verdict)}</p>
            <p class="soft" data-testid="adaptive">{adaptive}</p>
        }
    });
    let n_rounds = facts.rounds.len();
    let single = costs.zip(facts.calibration.target_millis(1)).map(|(costs, unit)| {
        let values = [
            ("tokens", t_args("count-tokens", &[("n", facts.calibration.n_context.into())]).into()),
            ("target", millis(unit).into()),
            ("draft", millis(costs.draft * unit).into()),
            ("cost", share_of_pass(costs.draft).into()),
            ("row", millis(costs.row * unit).into()),
            ("kernels", facts.kernels.map_or_else(|| t("latency-kernels-unknown"), words::kernels).into()),
        ];
        t_args("latency-single-passes", &values)
    });
    view! {
        <table class="lanes">
            <caption>{t_args("latency-rounds", &[("n", n_rounds.into())])}</caption>
            <thead>
                <tr>
                    <th scope="col"><span class="sr-only">{t("latency-how")}</span></th>
                    <th scope="col" class="num">{t("latency-rate")}</th>
                    <th scope="col" class="num">{t("latency-per-pass")}</th>
                    <th scope="col" class="num on-wide-cell">{t("latency-guesses")}</th>
                    <th scope="col" class="num on-wide-cell">{t("latency-kept")}</th>
                    <th scope="col" class="num">{t("latency-speed-up")}</th>
                    <th scope="col" class="num">{t("latency-predicted")}</th>
                </tr>
            </thead>
            <tbody>{lanes}</tbody>
        </table>
        {verdict_view}
        <p class="soft" data-testid="single-passes">{single}</p>
    }
    .into_any()
}

/// Whether the target ran on a graphics processor.
fn is_on_gpu(measured: &Measured) -> bool {
    measured.facts.kernels.is_some_and(Kernels::is_on_gpu)
}

/// The same measurement for every way in which this page can compute its models.
#[component]
fn Backends() -> impl IntoView {
    let state = LatencyState::use_context();
    let is_ready = move || state.engine.status.with(|status| matches!(status, EngineStatus::Ready { .. }));
    let is_idle = move || is_ready() && !state.measuring.get() && state.survey.with(Option::is_none);
    let row = |measured: &Measured| {
        let facts = &measured.facts;
        let gamma = measured.spec.gamma;
        let costs = facts.calibration.costs()?;
        let unit = facts.calibration.target_millis(1)?;
        let (plain, fixed) = (facts.lane(|round| &round.plain)?, facts.lane(|round| &round.fixed)?);
        let name = facts.kernels.map_or_else(|| t("latency-unknown"), words::kernels);
        Some(view! {
            <tr>
                <th scope="row">{name}</th>
                <td class="num">{millis(unit)}</td>
                <td class="num on-wide-cell">{share_of_pass(costs.draft)}</td>
                <td class="num">{decimal(costs.verify_share(gamma), 2)}</td>
                <td class="num on-wide-cell">{decimal(plain.rate.median, 0)}</td>
                <td class="num on-wide-cell">{decimal(fixed.rate.median, 0)}</td>
                <td class="num">{times(fixed.speed_up.median)}</td>
            </tr>
        })
    };
    let rows = move || state.backends.with(|backends| backends.iter().filter_map(row).collect_view());
    let positions = move || state.spec.with(|spec| spec.gamma) + 1;
    let has_gpu = move || state.backends.with(|backends| backends.iter().any(is_on_gpu));
    view! {
        <div class="backends" data-testid="backends" data-surveying=move || state.survey.with(Option::is_some).to_string()>
            <div class="row">
                <h3>{t("backends-title")}</h3>
                <button type="button" class="to-end" prop:disabled=move || !is_idle() on:click=move |_| state.measure_all()>{t("backends-measure")}</button>
            </div>
            <table class="lanes">
                <thead>
                    <tr>
                        <th scope="col">{t("backends-computed-in")}</th>
                        <th scope="col" class="num">"T(1)"</th>
                        <th scope="col" class="num on-wide-cell">"c"</th>
                        <th scope="col" class="num">{move || format!("v({})", positions())}</th>
                        <th scope="col" class="num on-wide-cell">{t("backends-alone")}</th>
                        <th scope="col" class="num on-wide-cell">{t("backends-speculating")}</th>
                        <th scope="col" class="num">{t("latency-speed-up")}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
            <p class="soft">{t("backends-note")}</p>
            <Show when=has_gpu>
                <p class="soft" data-testid="backends-note-gpu">{t("backends-note-gpu")}</p>
            </Show>
        </div>
    }
}

/// How drafts that end where the draft is unsure did against drafts of one length.
fn adaptive_words(adaptive: &Lane, fixed: &Lane) -> String {
    let kept = |run: &RunFacts| percent(run.n_accepted as f64 / run.n_drafted.max(1) as f64, 0);
    let ratio = adaptive.speed_up.median / fixed.speed_up.median;
    let values = [("kept", kept(&adaptive.total).into()), ("fixed", kept(&fixed.total).into()), ("ratio", times(ratio).into())];
    t_args("latency-adaptive", &values)
}

/// What a token costs, as bars of one scale.
fn cost_bars(costs: &[TokenCost; 3]) -> AnyView {
    let most = costs.iter().map(TokenCost::total_millis).fold(0.0, f64::max);
    let width = |value: f64| format!("{:.2}%", if most > 0.0 { 100.0 * value / most } else { 0.0 });
    let names = [t("latency-cost-alone"), t("latency-predicted"), t("latency-measured")];
    let rows = costs
        .iter()
        .zip(names)
        .map(|(cost, name)| {
            let part = |class: &'static str, value: f64| view! { <i class=class style=("width", width(value))></i> };
            view! {
                <tr>
                    <th scope="row">{name}</th>
                    <td class="cost-track">{part("cost-target", cost.target_millis)}{part("cost-draft", cost.draft_millis)}{part("cost-rest", cost.rest_millis)}</td>
                    <td class="num on-wide-cell">{millis(cost.target_millis)}</td>
                    <td class="num on-wide-cell">{millis(cost.draft_millis)}</td>
                    <td class="num on-wide-cell">{millis(cost.rest_millis)}</td>
                    <td class="num">{millis(cost.total_millis())}</td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <table class="costs" data-testid="costs">
            <caption>{rich("latency-costs", &[])}</caption>
            <thead>
                <tr>
                    <th scope="col"><span class="sr-only">{t("latency-how")}</span></th>
                    <th scope="col"><span class="sr-only">{t("latency-cost-bars")}</span></th>
                    <th scope="col" class="num on-wide-cell">{t("caches-target")}</th>
                    <th scope="col" class="num on-wide-cell">{t("caches-draft")}</th>
                    <th scope="col" class="num on-wide-cell">{t("latency-cost-rest")}</th>
                    <th scope="col" class="num">{t("latency-cost-together")}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

/// The curves: over gamma, over alpha, over positions, and the roofline.
#[component]
fn Curves() -> impl IntoView {
    let state = LatencyState::use_context();
    let costs = Memo::new(move |_| state.spec.with(LatencySpec::costs));
    let alpha = Memo::new(move |_| state.spec.with(|spec| spec.alpha));
    let gamma = Memo::new(move |_| state.spec.with(|spec| spec.gamma));
    let facts = Memo::new(move |_| state.measured.with(|measured| measured.as_ref().map(|measured| measured.facts.calibration.clone())));
    let over_gamma = Memo::new(move |_| costs.with(|costs| charts::speed_up_over_gamma(costs, alpha.get(), gamma.get())));
    let over_alpha = Memo::new(move |_| costs.with(|costs| charts::speed_up_over_alpha(costs, alpha.get(), gamma.get())));
    let verify = Memo::new(move |_| costs.with(|costs| facts.with(|facts| charts::verify_costs(costs, facts.as_ref()))));
    let roofline = Memo::new(move |_| {
        facts.with(|facts| match facts {
            Some(facts) => charts::roofline(facts.machine(), &facts.reached()),
            None => charts::roofline(None, &[]),
        })
    });
    let is_measured_on_gpu = move || state.measured.with(|measured| measured.as_ref().is_some_and(is_on_gpu));
    let best = move || costs.with(|costs| costs.best_gamma(alpha.get()));
    let even = move || costs.with(|costs| costs.break_even_alpha(gamma.get())).map_or_else(|| t("latency-never"), |even| decimal(even, 2));
    let at_nine = move || {
        facts.with(|facts| {
            facts.as_ref().and_then(|facts| facts.costs()).map_or("–".to_owned(), |costs| decimal(costs.verify[MAX_POSITIONS - 1], 1))
        })
    };
    let device_words = move || {
        facts.with(|facts| {
            let facts = facts.as_ref()?;
            let machine = facts.machine()?;
            let is_passed = machine.ridge() < facts.target.intensity(MAX_POSITIONS);
            let values = [
                ("weights", words::bytes(facts.target.weight_bytes).into()),
                ("products", decimal(facts.target.multiply_adds as f64 / 1e6, 1).into()),
                ("reads", per_second(machine.bytes_per_second, Doing::Bytes).into()),
            ];
            Some(t_args(if is_passed { "latency-device-ridge" } else { "latency-device-memory" }, &values))
        })
    };
    let pretended_words = move || {
        let pretended = state.spec.with(|spec| spec.pretended);
        let Pretended::Machine(idx) = pretended else { return String::new() };
        let machine = &PRETENDED_MACHINES[idx];
        let words = machine_words(&machine.machine, machine.target, MAX_POSITIONS);
        t_args("machine-instead", &[("machine", machine_title(pretended).into()), ("words", words.into())])
    };
    let ridge = move || {
        facts.with(|facts| facts.as_ref().and_then(|facts| facts.machine()).map_or("–".to_owned(), |machine| decimal(machine.ridge(), 2)))
    };
    view! {
        <div class="card plot-card" data-testid="plot-gamma">
            <h2>{t("latency-over-gamma")}</h2>
            <p class="big"><span>{move || format!("γ = {}", best().0)}</span> <small>{move || t_args("latency-best-gamma", &[("ratio", times(best().1).into())])}</small></p>
            <PlotFigure name="speed-up-over-gamma" plot=over_gamma />
        </div>
        <div class="card plot-card" data-testid="plot-alpha">
            <h2>{t("latency-over-alpha")}</h2>
            <p class="big"><span data-testid="break-even">{even}</span> <small>{t("latency-even-alpha")}</small></p>
            <PlotFigure name="speed-up-over-alpha" plot=over_alpha />
        </div>
        <div class="card plot-card" data-testid="plot-verify">
            <h2>{t("latency-over-positions")}</h2>
            <p class="big"><span>{at_nine}</span> <small>{t_args("latency-positions-here", &[("n", MAX_POSITIONS.into())])}</small></p>
            <PlotFigure name="cost-of-positions" plot=verify />
        </div>
        <div class="card plot-card" data-testid="plot-roofline">
            <h2>{t("latency-roofline")}</h2>
            <p class="big"><span>{ridge}</span> <small>{t("latency-ridge-here")}</small></p>
            <Show when=move || roofline.with(|plot| plot.blank)><p class="soft empty">{move || t(if is_measured_on_gpu() { "latency-no-roofline-gpu" } else { "latency-no-roofline" })}</p></Show>
            <PlotFigure name="roofline" plot=roofline />
            <p class="soft">{device_words}</p>
            <p class="soft" data-testid="pretended-roof">{pretended_words}</p>
        </div>
    }
}

/// Expected accepted tokens for probabilities by position: by formula, and by trying.
#[component]
fn Exercise() -> impl IntoView {
    let state = LatencyState::use_context();
    let alphas = Memo::new(move |_| state.spec.with(|spec| spec.alphas.clone()));
    let seed = Memo::new(move |_| state.spec.with(|spec| spec.seed));
    let n = Memo::new(move |_| alphas.with(Vec::len));
    let histogram = Memo::new(move |_| alphas.with(|alphas| simulate_accepted(alphas, Coins::new(seed.get()), N_SIMULATED)));
    let set = move |idx: usize, event: &ev::Event| {
        if let Some(value) = words::typed(&event_target_value(event)) {
            state.change(|spec| {
                if let Some(alpha) = spec.alphas.get_mut(idx) {
                    *alpha = (value.clamp(0.0, 1.0) * 1e4).round() / 1e4;
                }
            });
        }
    };
    let field = move |idx: usize| {
        let value = Memo::new(move |_| alphas.with(|alphas| alphas.get(idx).copied().unwrap_or(0.0)));
        let product = move || alphas.with(|alphas| kept_through(alphas).get(idx).copied().unwrap_or(0.0));
        let counted =
            move || histogram.with(|histogram| decimal(histogram.iter().skip(idx + 1).sum::<usize>() as f64 / N_SIMULATED as f64, 4));
        view! {
            <tr>
                <th scope="row" class="num">{idx + 1}</th>
                <td class="num">
                    <input
                        type="text"
                        inputmode="decimal"
                        autocomplete="off"
                        aria-label=t_args("guesses-alpha-of", &[("n", (idx + 1).into())])
                        prop:value=move || words::plain(value.get())
                        on:change=move |event| set(idx, &event)
                    />
                </td>
                <td class="num">{move || number(product())}</td>
                <td class="num">{counted}</td>
            </tr>
        }
    };
    let is_least = move || n.get() <= 1;
    let is_most = move || n.get() >= MAX_ALPHAS;
    let sum = move || {
        alphas.with(|alphas| {
            let products: Vec<String> = kept_through(alphas).iter().map(|product| number(*product)).collect();
            format!("{} = {}", products.join(" + "), number(expected_accepted(alphas)))
        })
    };
    let tried = move || {
        histogram.with(|histogram| match mean_of_histogram(histogram) {
            Some((mean, error)) => {
                let values = [("n", N_SIMULATED.into()), ("mean", decimal(mean, 4).into()), ("error", decimal(1.96 * error, 4).into())];
                t_args("guesses-tried", &values)
            }
            None => String::new(),
        })
    };
    view! {
        <div class="card plot-card" data-testid="exercise">
            <h2>{t("guesses-title")}</h2>
            <p class="soft">{t("guesses-lead")}</p>
            <table class="exercise">
                <thead>
                    <tr>
                        <th scope="col" class="num">{t("guesses-position")}</th>
                        <th scope="col" class="num">{t("guesses-alpha")}</th>
                        <th scope="col" class="num">{t("guesses-kept")}</th>
                        <th scope="col" class="num">{t("guesses-counted")}</th>
                    </tr>
                </thead>
                <tbody><For each=move || 0..n.get() key=|idx| *idx children=field /></tbody>
            </table>
            <div class="row" role="group" aria-label=t("guesses-positions")>
                <button type="button" aria-label=t("guesses-less") prop:disabled=is_least on:click=move |_| state.change(|spec| spec.alphas.truncate(spec.alphas.len().max(2) - 1))>"−"</button>
                <button
                    type="button"
                    aria-label=t("guesses-more")
                    prop:disabled=is_most
                    on:click=move |_| state.change(|spec| spec.alphas.push(0.5))
                >"+"</button>
            </div>
            <p class="num-line" data-testid="expected">{sum}</p>
            <p data-testid="tried">{tried}</p>
            <p class="soft">{move || t_args("guesses-tau", &[("tau", number(1.0 + alphas.with(|alphas| expected_accepted(alphas))).into())])}</p>
        </div>
    }
}

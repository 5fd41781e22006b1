//! The drafts lab: every way to build q on the same prompt with the same seed, side by side; and for the one we look at, where its q comes
//! from, what it guessed and what became of it, cycle by cycle.

use crate::decode::{
    AcceptRule, DRAFTS_KNOBS, Domain, DraftMethod, DraftsSpec, GuessFacts, Job, Knob, Origin, TreeShape, WayCycle, WaySummary,
};
use crate::ui::components::{EnginePills, Framed, OpenFile, SourcePill, knob_field, prompt_field, seed_field};
use crate::ui::drafts_state::{DraftsState, FIRST_DRAFTS_URL, ShownDrafts, method_name, text_before};
use crate::ui::export;
use crate::ui::i18n::{decimal, t, t_args};
use crate::ui::lab::{Lab, begin};
use crate::ui::labs::SettingsSection;
use crate::ui::state::RunSource;
use crate::ui::words;
use leptos::ev;
use leptos::prelude::*;

/// The lab's entry in the registry.
pub const DRAFTS: Lab = Lab {
    id: "drafts",
    trace: FIRST_DRAFTS_URL,
    e2e_test: "tests/e2e/drafts.test.mjs",
    view: || DraftsLab().into_any(),
    player: || DraftsState::use_context().player(),
    query: || DraftsState::use_context().query(),
    job: || {
        // Chains and trees, each with the token before them.
        let largest = DraftsState::use_context().spec.with(|spec| spec.gamma.max(spec.shape.n_nodes()));
        Job::Together { n_positions: largest + 1 }
    },
    at_rest: || DraftsState::use_context().at_rest(),
};

/// Shapes of trees to choose from.
const SHAPES: [&[usize]; 6] = [&[3, 2, 1], &[2, 2, 2], &[4, 2], &[7, 1], &[2, 1, 1, 1], &[15]];

#[component]
fn DraftsLab() -> impl IntoView {
    let state = DraftsState::use_context();
    let first = state.shown.with_untracked(Option::is_none).then_some(FIRST_DRAFTS_URL);
    begin(state.engine, first, move |json| state.open_first(json));
    state.enter();
    on_cleanup(move || state.leave());
    view! {
        <div class="lab drafts-lab">
            <SettingsSection lab=&DRAFTS>
                <Settings />
            </SettingsSection>
            <section class="pipeline" aria-label=t("drafts-section-ways")>
                <SideBySide />
                <CycleCard />
            </section>
            <section class="results" aria-label=t("drafts-section-found")>
                <TextCard />
                <ByPlace />
                <WhoWins />
            </section>
        </div>
    }
}

/// A knob's slider.
fn slider(name: &'static str) -> AnyView {
    let state = DraftsState::use_context();
    let Some(knob): Option<&'static Knob<DraftsSpec>> = DRAFTS_KNOBS.iter().find(|knob| knob.name == name) else { return ().into_any() };
    let value = Memo::new(move |_| state.spec.with(knob.read));
    let shown = Memo::new(move |_| state.spec.with(|spec| words::knob_value(knob, spec)));
    let effect = Memo::new(move |_| state.spec.with(|spec| words::knob_effect(knob, spec)));
    knob_field(knob, value, shown, effect, move |value| state.change(|spec| (knob.write)(spec, value))).into_any()
}

#[component]
fn Settings() -> impl IntoView {
    let state = DraftsState::use_context();
    let seed = Memo::new(move |_| state.spec.with(|spec| spec.seed));
    let prompt = Memo::new(move |_| state.spec.with(|spec| spec.prompt.clone()));
    let domain = Memo::new(move |_| state.spec.with(DraftsSpec::domain));
    let rule = Memo::new(move |_| state.spec.with(|spec| spec.rule));
    let shape = Memo::new(move |_| state.spec.with(|spec| spec.shape.clone()));
    let running = move || state.running.get();
    let choose_shape = move |event: ev::Event| {
        let chosen = event_target_value(&event).parse::<usize>().ok().and_then(|idx| SHAPES.get(idx));
        if let Some(shape) = chosen.and_then(|widths| TreeShape::new(widths.to_vec())) {
            state.change(|spec| spec.shape = shape);
        }
    };
    let shape_words = |widths: &[usize]| {
        let n_nodes = TreeShape::new(widths.to_vec()).map_or(0, |shape| shape.n_nodes());
        let levels = widths.iter().map(usize::to_string).collect::<Vec<_>>().join(" · ");
        t_args("drafts-shape", &[("levels", levels.into()), ("n", n_nodes.into())])
    };
    view! {
        <div class="card stack" data-testid="controls">
            <div class="field">
                <span class="label" id="drafts-domain">{t("drafts-domain")}</span>
                <div class="segments across" role="radiogroup" aria-labelledby="drafts-domain" data-testid="domains">
                {Domain::ALL
                    .iter()
                    .map(|(value, name)| {
                        let value = *value;
                        view! {
                            <label>
                                <input
                                    type="radio"
                                    name="domain"
                                    prop:checked=move || domain.get() == Some(value)
                                    on:change=move |_| state.change(|spec| spec.prompt = value.prompt().to_owned())
                                />
                                <span>{t(&format!("drafts-domain-{name}"))}</span>
                            </label>
                        }
                    })
                    .collect_view()}
                </div>
            </div>
            {prompt_field(prompt, move |prompt| state.change(|spec| spec.prompt = prompt))}
            {slider("gamma")}
            {slider("temperature")}
            {slider("top_p")}
            {slider("max_new_tokens")}
            {seed_field(seed, move |seed| state.change(|spec| spec.seed = seed))}
            <div class="field">
                <span class="label" id="drafts-rule">{t("drafts-rule")}</span>
                <div class="segments" role="radiogroup" aria-labelledby="drafts-rule" data-testid="rule">
                {AcceptRule::ALL
                    .iter()
                    .map(|(value, name)| {
                        let value = *value;
                        view! {
                            <label>
                                <input type="radio" name="rule" prop:checked=move || rule.get() == value on:change=move |_| state.change(|spec| spec.rule = value) />
                                <span>{t(&format!("drafts-rule-{name}"))}</span>
                            </label>
                        }
                    })
                    .collect_view()}
                </div>
            </div>
            <Show when=move || rule.get() == AcceptRule::Typical>
                <p class="not-exact" role="note" data-testid="not-exact">{t("drafts-not-exact")}</p>
            </Show>
            <div class="field">
                <label for="tree-shape">{t("drafts-tree")}</label>
                <select id="tree-shape" on:change=choose_shape>
                    <Show when=move || !SHAPES.contains(&shape.get().widths())>
                        <option value="" selected=true>{move || shape_words(shape.get().widths())}</option>
                    </Show>
                    {SHAPES
                        .iter()
                        .enumerate()
                        .map(|(idx, widths)| view! { <option value=idx.to_string() prop:selected=move || shape.get().widths() == *widths>{shape_words(widths)}</option> })
                        .collect_view()}
                </select>
                <small>{t("drafts-tree-hint")}</small>
            </div>
            <details>
                <summary>{t("drafts-which")}</summary>
                <div class="stack checks">
                    {DraftMethod::ALL
                        .iter()
                        .map(|(method, _)| {
                            let method = *method;
                            let is_in = move || state.spec.with(|spec| spec.methods.contains(&method));
                            view! {
                                <label class="check">
                                    <input type="checkbox" prop:checked=is_in on:change=move |event| state.include(method, event_target_checked(&event)) />
                                    <span>{method_name(method)}</span>
                                </label>
                            }
                        })
                        .collect_view()}
                </div>
            </details>
            <div class="row">
                <button type="button" data-testid="compare" prop:disabled=running on:click=move |_| state.compare()>{t("drafts-compare")}</button>
                <button type="button" data-testid="stop" prop:disabled=move || !running() on:click=move |_| state.stop()>{t("settings-stop")}</button>
                <OpenFile label=t("drafts-open") on_text=Callback::new(move |json: String| state.open_file(&json)) />
            </div>
        </div>
        <EnginePills />
    }
}

/// A share as a width.
fn percent(share: f64) -> String {
    format!("{:.2}%", 100.0 * share.clamp(0.0, 1.0))
}

/// A number of a table; a dash where there is none.
fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "–".to_owned(), |value| decimal(value, digits))
}

/// A speed-up of a table.
fn times(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| t_args("drafts-times", &[("n", decimal(value, 2).into())]))
}

/// A count in few digits: 1.2M, 49K, 0.
fn short(n: u64) -> String {
    if n < 1000 { n.to_string() } else { words::parameters(n) }
}

#[component]
fn SideBySide() -> impl IntoView {
    let state = DraftsState::use_context();
    let source = move || {
        state.shown.with(|shown| {
            shown.as_ref().map(|shown| match shown.source {
                RunSource::Live => ("live", t("source-live"), t("source-live-measured-more")),
                RunSource::File => ("file", t("source-file"), String::new()),
                RunSource::Recorded | RunSource::LessonCase => ("recorded", t("source-recorded"), t("drafts-recorded-more")),
            })
        })
    };
    let rows = move || {
        let Some(shown) = state.shown.get() else {
            return view! { <tr><td colspan="9" class="soft">{t("drafts-nothing-yet")}</td></tr> }.into_any();
        };
        let methods = shown.facts.spec.methods.clone();
        methods.into_iter().map(|method| row(state, &shown, method)).collect_view().into_any()
    };
    let save_json = move |_| {
        if let Some(recording) = state.recording() {
            state.engine.report_saving(export::download_text("decoding-lab-drafts.json", "application/json", &recording.to_json()));
        }
    };
    let save_csv = move |_| {
        if let Some(recording) = state.recording() {
            state.engine.report_saving(export::download_text("decoding-lab-drafts.csv", "text/csv", &export::drafts_csv(&recording.facts)));
        }
    };
    let progress = move || {
        let (n_done, n_all) =
            state.shown.with(|shown| shown.as_ref().map_or((0, 1), |shown| (shown.facts.ways.len(), shown.facts.spec.methods.len())));
        t_args("drafts-progress", &[("n", n_done.min(n_all).into()), ("all", n_all.into())])
    };
    view! {
        <div class="card stack" data-testid="stage">
            <div class="card-head">
                <h2>{t("drafts-side-by-side")}</h2>
                <span class="row">
                    <Show when=move || state.running.get()><span class="soft" data-testid="progress">{progress}</span></Show>
                    <SourcePill source />
                </span>
            </div>
            <div class="table-scroll" tabindex="0" role="group" aria-label=t("drafts-table-scroll")>
                <table class="ways">
                    <thead>
                        <tr>
                            <th scope="col">{t("drafts-col-way")}</th>
                            <th scope="col" class="num">{t("drafts-col-numbers")}</th>
                            <th scope="col" class="num on-wide-cell">{t("drafts-col-work")}</th>
                            <th scope="col">{t("drafts-col-alpha")}</th>
                            <th scope="col" class="num">{t("drafts-col-tau")}</th>
                            <th scope="col" class="num on-wide-cell">{t("drafts-col-cost")}</th>
                            <th scope="col" class="num">{t("drafts-col-predicted")}</th>
                            <th scope="col" class="num">{t("drafts-col-measured")}</th>
                            <th scope="col">{t("drafts-col-law")}</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            <p class="soft">{t("drafts-table-note")}</p>
            <div class="row to-end">
                <button type="button" class="quiet" on:click=save_json>{t("table-save-json")}</button>
                <button type="button" class="quiet" on:click=save_csv>{t("table-save-csv")}</button>
            </div>
        </div>
    }
}

fn row(state: DraftsState, shown: &ShownDrafts, method: DraftMethod) -> AnyView {
    let is_chosen = move || state.chosen.get() == method;
    let name = view! {
        <button type="button" class="way-name" aria-pressed=move || is_chosen().to_string() on:click=move |_| state.choose(method)>{method_name(method)}</button>
    };
    let Some(way) = shown.way(method) else {
        return view! {
            <tr data-way=method.name() class:chosen=is_chosen>
                <th scope="row">{name}</th>
                <td colspan="8" class="soft">{t("drafts-waiting")}</td>
            </tr>
        }
        .into_any();
    };
    if let Some(missing) = &way.missing {
        return view! {
            <tr data-way=method.name() class:chosen=is_chosen>
                <th scope="row">{name}</th>
                <td colspan="8" class="soft"><span class="why-missing">{t_args("drafts-missing", &[("why", words::fault(missing).into())])}</span></td>
            </tr>
        }
        .into_any();
    }
    let summary = WaySummary::of(way, &shown.facts.alone);
    let alpha = summary.alpha;
    let law = way.check.map(|check| {
        let fits = check.p_value >= LEAST_P_VALUE;
        let values = [("p", p_value(check.p_value).into()), ("n", (check.n as usize).into())];
        let (glyph, words) = if fits { ("✓", t_args("drafts-law-fits", &values)) } else { ("✕", t_args("drafts-law-broken", &values)) };
        let title = words.clone();
        let damage = summary.damage.filter(|damage| *damage > 0.0);
        let damage = damage.map(|damage| t_args("drafts-damage", &[("damage", decimal(damage, 3).into())]));
        view! {
            <span class="law" class:broken=!fits title=title>
                <span aria-hidden="true">{glyph}</span>
                " p = "
                {p_value(check.p_value)}
                {damage.map(|damage| view! { <small>{damage}</small> })}
                <span class="sr-only">{words}</span>
            </span>
        }
    });
    view! {
        <tr data-way=method.name() class:chosen=is_chosen>
            <th scope="row">{name}</th>
            <td class="num">{short(way.parameters)}</td>
            <td class="num on-wide-cell">{short(way.multiply_adds)}</td>
            <td>
                <span class="alpha-cell">
                    <span class="alpha-track" aria-hidden="true"><i style=("width", percent(alpha.unwrap_or(0.0)))></i></span>
                    <span class="num">{number(alpha, 2)}</span>
                </span>
            </td>
            <td class="num">{number(summary.tokens_per_cycle, 2)}</td>
            <td class="num on-wide-cell">{summary.millis_per_guess.map_or_else(|| "–".to_owned(), |millis| words::milliseconds(millis, 3))}</td>
            <td class="num">{times(summary.predicted_speed_up)}</td>
            <td class="num strong">{times(summary.measured_speed_up)}</td>
            <td>{law}</td>
        </tr>
    }
    .into_any()
}

/// Below this a difference is taken for real: one in a thousand by chance.
const LEAST_P_VALUE: f64 = 1e-3;

fn p_value(p: f64) -> String {
    if p < LEAST_P_VALUE { format!("< {}", decimal(LEAST_P_VALUE, 3)) } else { decimal(p, 3) }
}

/// The cycle that we look at: where q comes from, the guesses, the verdict.
#[component]
fn CycleCard() -> impl IntoView {
    let state = DraftsState::use_context();
    let picture = move || {
        let (shown, method) = (state.shown.get(), state.chosen.get());
        let Some(shown) = shown else { return ().into_any() };
        let (Some(way), Some((idx, tested))) = (shown.way(method), state.at()) else {
            return view! { <p class="soft">{t("drafts-no-cycle")}</p> }.into_any();
        };
        let Some(cycle) = way.cycles.get(idx) else { return ().into_any() };
        let before = text_before(&shown, way, idx);
        view! {
            <p class="lead" aria-live="polite" data-testid="caption">{caption(&shown, cycle, tested)}</p>
            {source_strip(&shown, &before, cycle)}
            {origin_picture(method, cycle)}
            <div class="tree-scroll" tabindex="0" role="group" aria-label=t("drafts-tree-scroll")>{guess_tree(&shown, cycle, tested)}</div>
            {guess_table(&shown, cycle, tested)}
        }
        .into_any()
    };
    view! {
        <div class="card stack" data-testid="cycle">
            <div class="card-head">
                <h2>{move || t_args("drafts-where-from", &[("way", method_name(state.chosen.get()).into())])}</h2>
            </div>
            <p class="soft">{move || t(&format!("drafts-about-{}", state.chosen.get().name()))}</p>
            {picture}
        </div>
    }
}

/// What happens in this cycle, in words.
fn caption(shown: &ShownDrafts, cycle: &WayCycle, tested: bool) -> String {
    let label = |token| words::in_quotes(&shown.vocabulary.label(token));
    let n_guesses = cycle.guesses.len();
    if n_guesses == 0 {
        let own = cycle.emitted.last().map_or_else(String::new, |token| label(*token));
        return t_args("drafts-caption-none", &[("token", own.into())]);
    }
    let first: Vec<String> = cycle.guesses.iter().filter(|guess| guess.parent.is_none()).map(|guess| label(guess.token)).collect();
    if !tested {
        return match (first.len(), n_guesses) {
            (1, _) => t_args("drafts-caption-chain", &[("n", n_guesses.into()), ("token", first[0].clone().into())]),
            _ => t_args("drafts-caption-tree", &[("n", n_guesses.into()), ("tokens", first.join(" ").into())]),
        };
    }
    let n_kept = cycle.n_accepted();
    let own = cycle.emitted.get(n_kept).map(|token| label(*token));
    let n_levels = (0..n_guesses).map(|idx| cycle.level(idx) + 1).max().unwrap_or(0);
    match own {
        Some(own) if n_kept == n_levels => {
            let args = [("n", n_kept.into()), ("token", own.into())];
            if n_levels < n_guesses { t_args("drafts-caption-branch", &args) } else { t_args("drafts-caption-all", &args) }
        }
        Some(own) => t_args("drafts-caption-some", &[("n", n_kept.into()), ("token", own.into())]),
        None => t_args("drafts-caption-end", &[("n", n_kept.into())]),
    }
}

/// The end of the text, with what the guesses were made of marked in it.
fn source_strip(shown: &ShownDrafts, before: &[crate::decode::TokenId], cycle: &WayCycle) -> AnyView {
    const N_SHOWN: usize = 48;
    let (mut copied, mut matched) = (Vec::new(), None);
    for guess in &cycle.guesses {
        match guess.origin {
            Origin::Lookup { copied_from, n_matched } => {
                copied.push(copied_from);
                matched.get_or_insert((before.len().saturating_sub(n_matched), before.len(), copied_from.saturating_sub(n_matched)));
            }
            Origin::Ngram { n_context } if guess.parent.is_none() => {
                matched = Some((before.len().saturating_sub(n_context), before.len(), before.len()));
            }
            _ => {}
        }
    }
    if matched.is_none() {
        return ().into_any();
    }
    let first = before.len().saturating_sub(N_SHOWN).min(copied.first().map_or(usize::MAX, |from| from.saturating_sub(4)));
    let spans = shown.vocabulary.spans(before);
    let is_matched = |idx: usize| {
        matched.is_some_and(|(start, end, earlier)| (start..end).contains(&idx) || (earlier..earlier + (end - start)).contains(&idx))
    };
    let pieces = spans.into_iter().enumerate().skip(first).map(|(idx, span)| {
        let text = shown.vocabulary.shown(span, idx < shown.facts.prompt.len());
        let (is_copied, is_matched) = (copied.contains(&idx), is_matched(idx));
        let role = if is_copied { Some(t("drafts-copied")) } else { is_matched.then(|| t("drafts-matched")) };
        view! { <span class="piece" class:copied=is_copied class:matched=is_matched && !is_copied title=role>{text}</span> }
    });
    view! {
        <figure class="source-strip" data-testid="source-strip">
            <p class="token">{(first > 0).then_some("… ")}{pieces.collect_view()}</p>
            <figcaption class="soft">{if copied.is_empty() { t("drafts-source-ngram") } else { t("drafts-source-lookup") }}</figcaption>
        </figure>
    }
    .into_any()
}

/// Which part of which model gives the rows, as a drawing.
fn origin_picture(method: DraftMethod, cycle: &WayCycle) -> AnyView {
    let n_exit = cycle.guesses.iter().find_map(|guess| match guess.origin {
        Origin::Exit { n_layers } => Some(n_layers),
        _ => None,
    });
    let n_guesses = cycle.guesses.iter().map(|guess| guess.origin).collect::<Vec<_>>().len().min(4);
    let layer = |y: i32, class: &'static str| view! { <rect x="10" y=y.to_string() width="90" height="14" rx="3" class=class /> };
    let target = |n_used: usize| {
        (0..6).map(move |idx| layer(110 - 18 * idx as i32, if idx < n_used { "layer used" } else { "layer" })).collect_view()
    };
    let (drawing, width) = match method {
        DraftMethod::Exit => {
            let n = n_exit.unwrap_or(3);
            let y = 110 - 18 * (n as i32 - 1) + 7;
            let arrow = format!("M100 {y} H132");
            (view! { {target(n)} <path d=arrow class="arrow" /> <circle cx="142" cy=y.to_string() r="9" class="out" /> }.into_any(), 170)
        }
        DraftMethod::Heads | DraftMethod::HeadsTree => {
            let fan = (0..3)
                .map(|idx| {
                    let y = 22 + 36 * idx;
                    let path = format!("M100 27 C 125 27 120 {y} 142 {y}");
                    view! { <path d=path class="arrow" /> <circle cx="152" cy=y.to_string() r="9" class="out" /> <text x="152" y=(y + 4).to_string() class="in-out">{(idx + 1).to_string()}</text> }
                })
                .collect_view();
            (view! { {target(6)} {fan} }.into_any(), 180)
        }
        DraftMethod::Mtp => {
            let chain = (0..n_guesses.max(2))
                .map(|idx| {
                    let x = 142 + 44 * idx as i32;
                    let arrow = format!("M{} 27 H{}", x - 42 + if idx == 0 { 0 } else { 8 }, x - 12);
                    view! { <path d=arrow class="arrow" /> <rect x=(x - 12).to_string() y="17" width="24" height="20" rx="4" class="out" /> <text x=x.to_string() y="31" class="in-out">{(idx + 1).to_string()}</text> }
                })
                .collect_view();
            (view! { {target(6)} {chain} }.into_any(), 142 + 44 * n_guesses.max(2) as u32)
        }
        DraftMethod::Model | DraftMethod::Poor | DraftMethod::ModelTree | DraftMethod::Target => {
            let n = match method {
                DraftMethod::Target => 6,
                DraftMethod::Poor => 1,
                _ => 2,
            };
            let own = (0..n)
                .map(|idx| {
                    let (width, x) = if method == DraftMethod::Target { (90, 130) } else { (44, 130) };
                    view! { <rect x=x.to_string() y=(110 - 18 * idx).to_string() width=width.to_string() height="14" rx="3" class="layer used" /> }
                })
                .collect_view();
            (view! { {target(0)} {own} }.into_any(), 230)
        }
        DraftMethod::Ngram | DraftMethod::Lookup => return ().into_any(),
    };
    let words = t(&format!("drafts-picture-{}", method.name()));
    view! {
        <svg class="origin" viewBox=format!("0 0 {width} 132") style=("max-width", format!("{width}px")) role="img" aria-label=words>{drawing}</svg>
    }
    .into_any()
}

/// Sizes of the drawing of guesses.
const NODE_WIDTH: usize = 104;
const NODE_HEIGHT: usize = 30;
const LEVEL_GAP: usize = 34;
const ROW_GAP: usize = 10;

/// Where the guesses of a cycle lie: each level a column, each branch a row; entry `i`: column and twice the row.
fn places(guesses: &[GuessFacts], level: impl Fn(usize) -> usize) -> Vec<(usize, usize)> {
    let children = |parent: Option<usize>| guesses.iter().enumerate().filter(move |(_, guess)| guess.parent == parent).map(|(idx, _)| idx);
    let mut rows = vec![0_usize; guesses.len()];
    let mut next_row = 0;
    // Later guesses are children of earlier ones: leaves take rows in the order of a walk, others the middle of theirs.
    let mut open: Vec<(usize, bool)> = children(None).map(|idx| (idx, false)).collect();
    open.reverse();
    while let Some((idx, is_left)) = open.pop() {
        let below: Vec<usize> = children(Some(idx)).collect();
        if is_left {
            rows[idx] = (rows[below[0]] + rows[below[below.len() - 1]]) / 2;
        } else if below.is_empty() {
            rows[idx] = next_row;
            next_row += 2;
        } else {
            open.push((idx, true));
            open.extend(below.into_iter().rev().map(|child| (child, false)));
        }
    }
    rows.into_iter().enumerate().map(|(idx, row)| (level(idx), row)).collect()
}

/// The guesses as a tree, the accepted branch lit, and what follows it.
fn guess_tree(shown: &ShownDrafts, cycle: &WayCycle, tested: bool) -> AnyView {
    if cycle.guesses.is_empty() {
        return ().into_any();
    }
    let places = places(&cycle.guesses, |idx| cycle.level(idx));
    let x = |level: usize| 14 + level * (NODE_WIDTH + LEVEL_GAP);
    let y = |row: usize| 6 + row * (NODE_HEIGHT + ROW_GAP) / 2;
    let n_rows = places.iter().map(|(_, row)| row + 2).max().unwrap_or(2);
    let accepted: Vec<usize> = cycle.accepted().collect();
    let own = cycle.emitted.get(accepted.len()).filter(|_| tested && cycle.complete);
    let last = accepted.last().copied();
    let own_level = last.map_or(0, |idx| places[idx].0 + 1);
    let n_levels = places.iter().map(|(level, _)| level + 1).max().unwrap_or(1).max(own_level + 1);
    let is_bonus = last.is_some_and(|last| !cycle.guesses.iter().any(|guess| guess.parent == Some(last)));
    // What the target adds stands in a row of its own where guesses stand in the way.
    let is_free = |level: usize, row: usize| !places.iter().any(|place| place.0 == level && place.1.abs_diff(row) < 2);
    let own_row = (last.map_or(0, |idx| places[idx].1)..).find(|row| is_free(own_level, *row)).unwrap_or(n_rows);
    let n_rows = if own.is_some() { n_rows.max(own_row + 2) } else { n_rows };
    let (width, height) = (x(n_levels), y(n_rows) + 6);
    // The text itself stands before the middle of the first guesses.
    let first_rows = || places.iter().filter(|(level, _)| *level == 0).map(|(_, row)| *row);
    let root = usize::midpoint(first_rows().min().unwrap_or(0), first_rows().max().unwrap_or(0));
    let edge = |from: Option<(usize, usize)>, to: (usize, usize), class: &'static str| {
        let (x1, y1) = from.map_or((2, y(root) + NODE_HEIGHT / 2), |(level, row)| (x(level) + NODE_WIDTH, y(row) + NODE_HEIGHT / 2));
        let (x2, y2) = (x(to.0), y(to.1) + NODE_HEIGHT / 2);
        let middle = usize::midpoint(x1, x2);
        view! { <path d=format!("M{x1} {y1} C {middle} {y1} {middle} {y2} {x2} {y2}") class=class /> }
    };
    let node = |place: (usize, usize), class: String, glyph: &'static str, label: String, words: String| {
        let (left, top) = (x(place.0), y(place.1));
        let short: String = if label.chars().count() > 9 { label.chars().take(8).chain(['…']).collect() } else { label };
        view! {
            <g class=class>
                <title>{words}</title>
                <rect x=left.to_string() y=top.to_string() width=NODE_WIDTH.to_string() height=NODE_HEIGHT.to_string() rx="6" />
                <text x=(left + 10).to_string() y=(top + 20).to_string() class="token">{short}</text>
                <text x=(left + NODE_WIDTH - 18).to_string() y=(top + 20).to_string() class="glyph">{glyph}</text>
            </g>
        }
    };
    let edges = cycle.guesses.iter().enumerate().map(|(idx, guess)| {
        let is_lit = tested && accepted.contains(&idx);
        edge(guess.parent.map(|parent| places[parent]), places[idx], if is_lit { "edge lit" } else { "edge" })
    });
    let nodes = cycle.guesses.iter().enumerate().map(|(idx, guess)| {
        let (class, glyph) = outcome(guess, tested);
        node(places[idx], format!("guess-node {class}"), glyph, shown.vocabulary.label(guess.token), guess_words(shown, guess, tested))
    });
    let own = own.map(|token| {
        let (class, glyph, words) =
            if is_bonus { ("bonus", "★", t("drafts-bonus")) } else { ("correction", "↻", t("drafts-correction")) };
        view! {
            {edge(last.map(|idx| places[idx]), (own_level, own_row), "edge lit")}
            {node((own_level, own_row), format!("guess-node {class}"), glyph, shown.vocabulary.label(*token), words)}
        }
    });
    let label = caption(shown, cycle, tested);
    view! {
        <svg
            class="guess-tree"
            data-testid="guesses"
            viewBox=format!("0 0 {width} {height}")
            width=width.to_string()
            height=height.to_string()
            role="img"
            aria-label=label
        >
            {edges.collect_view()}
            {nodes.collect_view()}
            {own}
        </svg>
    }
    .into_any()
}

/// A guess's class and glyph.
fn outcome(guess: &GuessFacts, tested: bool) -> (&'static str, &'static str) {
    match guess.test.filter(|_| tested) {
        Some(test) if test.accepted => ("accepted", "✓"),
        Some(_) => ("rejected", "✕"),
        None if tested => ("untested", ""),
        None => ("drafted", ""),
    }
}

/// A guess and its test, in words.
fn guess_words(shown: &ShownDrafts, guess: &GuessFacts, tested: bool) -> String {
    let token = words::in_quotes(&shown.vocabulary.label(guess.token));
    match guess.test.filter(|_| tested) {
        Some(test) => {
            let values = [("token", token.into()), ("p", words::prob(test.target_prob).into()), ("q", words::prob(test.draft_prob).into())];
            t_args(if test.accepted { "drafts-guess-accepted" } else { "drafts-guess-rejected" }, &values)
        }
        None if tested => t_args("drafts-guess-untested", &[("token", token.into())]),
        None => t_args("drafts-guess", &[("token", token.into())]),
    }
}

/// The same as a table.
fn guess_table(shown: &ShownDrafts, cycle: &WayCycle, tested: bool) -> AnyView {
    let rows = cycle.guesses.iter().enumerate().map(|(idx, guess)| {
        let (_, glyph) = outcome(guess, tested);
        let test = guess.test.filter(|_| tested);
        let origin = match guess.origin {
            Origin::Model => t("drafts-origin-model"),
            Origin::Ngram { n_context } => t_args("drafts-origin-ngram", &[("n", n_context.into())]),
            Origin::Lookup { copied_from, n_matched } => {
                t_args("drafts-origin-lookup", &[("n", n_matched.into()), ("place", (copied_from + 1).into())])
            }
            Origin::Exit { n_layers } => t_args("drafts-origin-exit", &[("n", n_layers.into())]),
            Origin::Head { idx } => t_args("drafts-origin-head", &[("n", (idx + 1).into())]),
            Origin::Carried { n_before } => t_args("drafts-origin-carried", &[("n", (n_before + 1).into())]),
        };
        view! {
            <tr>
                <td class="num">{cycle.level(idx) + 1}</td>
                <th scope="row" class="token">{shown.vocabulary.label(guess.token)}</th>
                <td>{origin}</td>
                <td class="num">{test.map_or_else(|| "–".to_owned(), |test| words::prob(test.target_prob))}</td>
                <td class="num">{test.map_or_else(|| "–".to_owned(), |test| words::prob(test.draft_prob))}</td>
                <td class="num">{test.map_or_else(|| "–".to_owned(), |test| words::prob(test.overlap))}</td>
                <td><span aria-hidden="true">{glyph}</span><span class="sr-only">{guess_words(shown, guess, tested)}</span></td>
            </tr>
        }
    });
    view! {
        <details>
            <summary>{t("drafts-as-table")}</summary>
            <div class="table-scroll" tabindex="0" role="group" aria-label=t("drafts-as-table")>
                <table class="cycles">
                    <thead>
                        <tr>
                            <th scope="col" class="num">{t("drafts-col-place")}</th>
                            <th scope="col">{t("drafts-col-guess")}</th>
                            <th scope="col">{t("drafts-col-from")}</th>
                            <th scope="col" class="num">"p(x)"</th>
                            <th scope="col" class="num">"q(x)"</th>
                            <th scope="col" class="num">{t("drafts-col-overlap")}</th>
                            <th scope="col">{t("drafts-col-outcome")}</th>
                        </tr>
                    </thead>
                    <tbody>{rows.collect_view()}</tbody>
                </table>
            </div>
        </details>
    }
    .into_any()
}

/// The text so far: what was guessed, and what the target added itself.
#[component]
fn TextCard() -> impl IntoView {
    let state = DraftsState::use_context();
    let text = move || {
        let (Some(shown), method) = (state.shown.get(), state.chosen.get()) else { return ().into_any() };
        let (Some(way), Some((idx, tested))) = (shown.way(method), state.at()) else { return ().into_any() };
        let n_cycles = if tested { idx + 1 } else { idx };
        let tokens = text_before(&shown, way, n_cycles);
        let mut classes = vec!["given"; shown.facts.prompt.len()];
        for cycle in way.cycles.iter().take(n_cycles) {
            let n_kept = cycle.n_accepted();
            classes.extend((0..cycle.emitted.len()).map(|idx| if idx < n_kept { "accepted" } else { "own" }));
        }
        let pieces = shown.vocabulary.spans(&tokens).into_iter().zip(classes).map(|(span, class)| {
            let text = shown.vocabulary.shown(span, class == "given");
            view! { <span class=class>{text}</span> }
        });
        view! { <p class="drafts-text">{pieces.collect_view()}</p> }.into_any()
    };
    view! {
        <div class="card stack" data-testid="text">
            <h2>{move || t_args("drafts-text", &[("way", method_name(state.chosen.get()).into())])}</h2>
            {text}
            <ul class="legend" aria-hidden="true">
                <li><i class="swatch accept"></i>{t("drafts-legend-guessed")}</li>
                <li><i class="swatch own"></i>{t("drafts-legend-own")}</li>
            </ul>
        </div>
    }
}

/// alpha at each place, for every way.
#[component]
fn ByPlace() -> impl IntoView {
    let state = DraftsState::use_context();
    let rows = move || {
        let Some(shown) = state.shown.get() else { return ().into_any() };
        let summaries: Vec<_> = shown
            .facts
            .spec
            .methods
            .iter()
            .filter_map(|method| Some((*method, shown.summary(*method).filter(|summary| summary.alpha.is_some())?)))
            .collect();
        let n_levels = summaries.iter().map(|(_, summary)| summary.alpha_by_level.len()).max().unwrap_or(0);
        let head = (1..=n_levels).map(|level| view! { <th scope="col" class="num">{level}</th> }).collect_view();
        let rows = summaries.into_iter().map(|(method, summary)| {
            let cells = (0..n_levels).map(|level| {
                let alpha = summary.alpha_by_level.get(level).copied().flatten();
                view! {
                    <td class="num place-cell">
                        <i class="place-bar" aria-hidden="true" style=("height", percent(alpha.unwrap_or(0.0)))></i>
                        <span>{number(alpha, 2)}</span>
                    </td>
                }
            });
            view! {
                <tr class:chosen=move || state.chosen.get() == method>
                    <th scope="row">{method_name(method)}</th>
                    {cells.collect_view()}
                </tr>
            }
        });
        view! {
            <table class="by-place">
                <thead><tr><th scope="col">{t("drafts-col-way")}</th>{head}</tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        }
        .into_any()
    };
    view! {
        <div class="card stack" data-testid="by-place">
            <h2>{t("drafts-by-place")}</h2>
            <p class="soft">{t("drafts-by-place-note")}</p>
            <div class="table-scroll" tabindex="0" role="group" aria-label=t("drafts-by-place")>{rows}</div>
        </div>
    }
}

/// tau of every way on every kind of text.
#[component]
fn WhoWins() -> impl IntoView {
    let state = DraftsState::use_context();
    let table = move || {
        let domains = state.domains.get();
        let of = |method: DraftMethod, domain: Domain| {
            let facts = &domains.iter().find(|(known, _)| *known == domain)?.1;
            let way = facts.ways.iter().find(|way| way.method == method && way.missing.is_none())?;
            WaySummary::of(way, &facts.alone).tokens_per_cycle
        };
        let methods = state.spec.with(|spec| spec.methods.clone());
        // The target itself wins everywhere, and tells nothing.
        let best = |domain: Domain| {
            methods.iter().filter(|method| **method != DraftMethod::Target).filter_map(|method| of(*method, domain)).fold(0.0, f64::max)
        };
        let rows = methods.iter().map(|method| {
            let cells = Domain::ALL.iter().map(|(domain, _)| {
                let tau = of(*method, *domain);
                let wins = *method != DraftMethod::Target && tau.is_some_and(|tau| tau >= best(*domain) - 1e-9);
                view! { <td class="num" class:wins=wins>{number(tau, 2)}{wins.then(|| view! { <span aria-hidden="true">" ★"</span><span class="sr-only">{t("drafts-best")}</span> })}</td> }
            });
            view! { <tr><th scope="row">{method_name(*method)}</th>{cells.collect_view()}</tr> }
        });
        view! {
            <table class="who-wins">
                <thead>
                    <tr>
                        <th scope="col">{t("drafts-col-way")}</th>
                        {Domain::ALL.iter().map(|(_, name)| view! { <th scope="col" class="num">{t(&format!("drafts-domain-{name}"))}</th> }).collect_view()}
                    </tr>
                </thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        }
    };
    let framed = Framed::current();
    let is_locked = framed.locks("prompt");
    view! {
        <div class="card stack" data-testid="who-wins">
            <h2>{t("drafts-who-wins")}</h2>
            <p class="soft">{t("drafts-who-wins-note")}</p>
            <div class="table-scroll" tabindex="0" role="group" aria-label=t("drafts-who-wins")>{table}</div>
            <div class="row">
                <button type="button" data-testid="all-domains" prop:disabled=move || state.is_surveying() || is_locked on:click=move |_| state.compare_all_domains()>
                    {move || if state.is_surveying() { t("drafts-surveying") } else { t("drafts-survey") }}
                </button>
            </div>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::TokenId;

    #[test]
    fn branches_have_rows_of_their_own_and_parents_stand_in_the_middle() {
        let guess = |parent| GuessFacts { parent, token: TokenId(0), origin: Origin::Model, test: None };
        let guesses = [None, None, Some(0), Some(0), Some(1), Some(4)].map(guess);
        let level = |idx: usize| [0, 0, 1, 1, 1, 2][idx];
        assert_eq!(places(&guesses, level), [(0, 1), (0, 4), (1, 0), (1, 2), (1, 4), (2, 4)]);
        let chain = [None, Some(0), Some(1)].map(guess);
        assert_eq!(places(&chain, |idx| idx), [(0, 0), (1, 0), (2, 0)]);
    }
}

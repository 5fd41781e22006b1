//! The text so far: each token marked by how it came in, in colour and in line style.

use crate::decode::TokenOrigin;
use crate::ui::engine_state::Engine;
use crate::ui::i18n::{decimal, t, t_args};
use crate::ui::pair_choice::PairChoice;
use crate::ui::state::{LabState, RunSource};
use crate::ui::words;
use leptos::prelude::*;

/// A token's place in the text, ready to draw.
#[derive(Clone, PartialEq)]
struct Piece {
    text: String,
    origin: TokenOrigin,
    title: String,
}

/// The text so far and what it cost.
#[component]
pub fn Transcript() -> impl IntoView {
    let state = LabState::use_context();
    let pieces = Memo::new(move |_| {
        state.shown.with(|shown| {
            let (Some(shown), Some(view)) = (shown, state.view.get()) else { return Vec::new() };
            let tokens: Vec<_> = view.transcript.iter().map(|entry| entry.token).collect();
            let spans = shown.vocabulary.spans(&tokens);
            let pieces = spans.into_iter().zip(&view.transcript).map(|(span, entry)| {
                let text = shown.vocabulary.shown(span, entry.origin == TokenOrigin::Prompt);
                let how = t(match entry.origin {
                    TokenOrigin::Prompt => "transcript-given",
                    TokenOrigin::Accepted => "transcript-accepted",
                    TokenOrigin::Correction => "transcript-correction",
                    TokenOrigin::Bonus => "transcript-bonus",
                });
                let title = match entry.cycle_idx {
                    Some(cycle_idx) => t_args("transcript-in-cycle", &[("how", how.into()), ("cycle", (cycle_idx + 1).into())]),
                    None => how,
                };
                Piece { text, origin: entry.origin, title }
            });
            pieces.collect()
        })
    });
    let tally = move || {
        state.view.with(|view| {
            view.as_ref().map_or_else(String::new, |view| {
                let tokens = t_args("count-tokens", &[("n", view.n_emitted.into())]);
                let passes = t_args("count-target-passes", &[("n", view.n_target_passes.into())]);
                t_args("transcript-tally", &[("tokens", tokens.into()), ("passes", passes.into())])
            })
        })
    };
    let rates = move || {
        let n_cycles = state.view.with(|view| view.as_ref().map_or(0, |view| view.n_complete_cycles));
        state.shown.with(|shown| {
            let stats = shown.as_ref()?.run.stats(n_cycles);
            Some((stats.accepted_per_drafted().rate()?, stats.tokens_per_cycle()?))
        })
    };
    let source = move || {
        state.shown.with(|shown| {
            shown.as_ref().map(|shown| match shown.source {
                RunSource::Recorded if state.spec.with(|spec| shown.run.trace.spec.differs_in_more_than_length(spec)) => {
                    ("recorded", t("source-recorded"), t("source-recorded-other-more"))
                }
                RunSource::Recorded => ("recorded", t("source-recorded"), t("source-recorded-more")),
                RunSource::File => ("file", t("source-file"), words::from_file(shown.run.trace.pair.target.kernels)),
                RunSource::Live => ("live", t("source-live"), words::live(shown.run.trace.pair.target.kernels)),
                RunSource::LessonCase => ("case", t("source-case"), t("source-case-more")),
            })
        })
    };
    view! {
        <div class="card transcript" data-testid="transcript">
            <div class="card-head">
                <h2>
                    {t("transcript-title")} " " <span data-testid="tally">{tally}</span>
                    {move || {
                        rates()
                            .map(|(alpha, tau)| view! { <span class="rates-so-far">"α " <b>{decimal(alpha, 2)}</b> " τ " <b>{decimal(tau, 2)}</b></span> })
                    }}
                </h2>
                <span class="legend">
                    <span class="accepted">{t("transcript-key-accepted")}</span>
                    <span class="correction">{t("transcript-key-correction")}</span>
                    <span class="bonus">{t("transcript-key-bonus")}</span>
                </span>
                <SourcePill source />
            </div>
            <p class="strip" data-testid="text" lang="en">
                {move || {
                    pieces
                        .get()
                        .into_iter()
                        .map(|piece| {
                            let class = match piece.origin {
                                TokenOrigin::Prompt => "given",
                                TokenOrigin::Accepted => "accepted",
                                TokenOrigin::Correction => "correction",
                                TokenOrigin::Bonus => "bonus",
                            };
                            view! { <span class=class title=piece.title>{piece.text}</span> }
                        })
                        .collect_view()
                }}
            </p>
        </div>
    }
}

/// Where what is on screen comes from: a kind for tests, the word that always shows, and the rest,
/// which shows where there is room.
#[component]
pub fn SourcePill(
    /// The three, once something is on screen.
    source: impl Fn() -> Option<(&'static str, String, String)> + Send + 'static,
) -> impl IntoView {
    // Recordings are of the models that come with the page. A figure has no engine to say which ones are chosen.
    let engine = use_context::<Engine>();
    let has_others = move || engine.is_some_and(|engine| engine.models.choice.with(|choice| *choice != PairChoice::default()));
    let worded = move |(kind, short, long): (&'static str, String, String)| {
        (kind, short, if kind == "recorded" && has_others() { t("source-recorded-other-more") } else { long })
    };
    move || {
        source().map(worded).map(|(kind, short, long)| view! { <span class="pill" data-testid="source" data-source=kind>{short}<span class="on-wide">{long}</span></span> })
    }
}

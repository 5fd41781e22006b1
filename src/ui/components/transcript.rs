//! The text so far: each token marked by how it came in, in colour and in line style.

use crate::decode::TokenOrigin;
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
                let how = match entry.origin {
                    TokenOrigin::Prompt => "given",
                    TokenOrigin::Accepted => "accepted from the draft",
                    TokenOrigin::Correction => "correction from the residual",
                    TokenOrigin::Bonus => "bonus from the target",
                };
                let title = entry.cycle_idx.map_or(how.to_owned(), |cycle_idx| format!("{how}, cycle {}", cycle_idx + 1));
                Piece { text, origin: entry.origin, title }
            });
            pieces.collect()
        })
    });
    let tally = move || {
        state.view.with(|view| {
            view.as_ref().map_or_else(String::new, |view| {
                format!("{} from {}", words::count(view.n_emitted, "token"), words::count(view.n_target_passes, "target pass"))
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
                    ("recorded", "Recorded", " earlier, with other settings; yours follow")
                }
                RunSource::Recorded => ("recorded", "Recorded", " earlier with these models"),
                RunSource::File => ("file", "From a file", words::from_file(shown.run.trace.pair.target.kernels)),
                RunSource::Live => ("live", "Live", words::live(shown.run.trace.pair.target.kernels)),
                RunSource::LessonCase => ("case", "Scripted case", ": the distributions are made by hand"),
            })
        })
    };
    view! {
        <div class="card transcript" data-testid="transcript">
            <div class="card-head">
                <h2>
                    "Transcript: " <span data-testid="tally">{tally}</span>
                    {move || {
                        rates()
                            .map(|(alpha, tau)| view! { <span class="rates-so-far">"α " <b>{format!("{alpha:.2}")}</b> " τ " <b>{format!("{tau:.2}")}</b></span> })
                    }}
                </h2>
                <span class="legend">
                    <span class="accepted">"✓ accepted"</span>
                    <span class="correction">"↻ correction"</span>
                    <span class="bonus">"★ bonus"</span>
                </span>
                <SourcePill source />
            </div>
            <p class="strip" data-testid="text">
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
    source: impl Fn() -> Option<(&'static str, &'static str, &'static str)> + Send + 'static,
) -> impl IntoView {
    move || {
        source().map(|(kind, short, long)| view! { <span class="pill" data-testid="source" data-source=kind>{short}<span class="on-wide">{long}</span></span> })
    }
}

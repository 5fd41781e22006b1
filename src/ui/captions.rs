//! The caption is the teacher: for every step of the story, one to three plain sentences with the
//! live numbers in them, saying why and not only what.
//!
//! A caption is a list of spans, so that a token, a draft's word and a target's word can each be
//! drawn in their own way, and a token's text never becomes markup.

use crate::decode::{CycleEvent, Residual, Run, StepView, Tail, TokenId, Vocabulary, acceptance_prob};
use crate::ui::words;

/// A piece of a caption.
#[derive(Clone, Debug, PartialEq)]
pub enum Span {
    /// Plain words.
    Text(String),
    /// Words about the draft, in its colour.
    Draft(&'static str),
    /// Words about the target, in its colour.
    Target(&'static str),
    /// A token's visible label.
    Token(String),
    /// A number or a formula.
    Number(String),
}

/// What colours a caption's edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Nothing in particular.
    Neutral,
    /// The draft is at work.
    Draft,
    /// The target is at work.
    Target,
    /// A token was accepted.
    Accepted,
    /// A token was rejected.
    Rejected,
    /// The correction.
    Correction,
    /// The bonus.
    Bonus,
}

/// The words for one step.
#[derive(Clone, Debug, PartialEq)]
pub struct Caption {
    /// What happened, in a few words: the stage's title.
    pub title: String,
    /// The sentences.
    pub spans: Vec<Span>,
    /// The colour.
    pub tone: Tone,
}

impl Caption {
    /// The sentences as plain text, for screen readers and tests.
    pub fn plain(&self) -> String {
        self.spans
            .iter()
            .map(|span| match span {
                Span::Text(text) | Span::Number(text) => text.clone(),
                Span::Draft(word) | Span::Target(word) => (*word).to_owned(),
                Span::Token(label) => format!("“{label}”"),
            })
            .collect()
    }
}

fn text(text: impl Into<String>) -> Span {
    Span::Text(text.into())
}

fn number(value: impl Into<String>) -> Span {
    Span::Number(value.into())
}

const DRAFT: Span = Span::Draft("draft");
const TARGET: Span = Span::Target("target");

/// The caption of the step that `view` shows.
pub fn caption(run: &Run, view: &StepView, vocabulary: &Vocabulary) -> Caption {
    let Some(stage) = &view.cycle else { return opening(run) };
    let cycle = &run.cycles[stage.cycle_idx];
    let token = |token: TokenId| Span::Token(vocabulary.label(token));
    let n = stage.cycle_idx + 1;
    let n_drafted = cycle.drafted.len();
    let (title, spans, tone) = match stage.event {
        CycleEvent::Draft(position) => {
            let drafted = cycle.drafted[position];
            let q = cycle.draft_probs[position].get(drafted);
            let mut spans = vec![
                text("The "),
                DRAFT,
                text(if position == 0 {
                    " reads the text so far and proposes "
                } else {
                    " reads on, its own guess included, and proposes "
                }),
                token(drafted),
                text(". It drew it from its own distribution, where it has probability q = "),
                number(words::prob(q)),
                text("."),
            ];
            if position == 0 {
                spans.push(text(" Nothing is decided yet."));
            }
            (format!("the draft proposes token {} of {n_drafted}", position + 1), spans, Tone::Draft)
        }
        CycleEvent::TargetPass => (
            "the target scores every position in one pass".to_owned(),
            vec![
                text("One pass of the "),
                TARGET,
                text(format!(
                    " scores {} at once: {} and the one after. Run alone, it would have needed a pass for each token.",
                    words::count(n_drafted + 1, "position"),
                    if n_drafted == 1 { "the drafted one".to_owned() } else { format!("all {n_drafted} drafted ones") }
                )),
            ],
            Tone::Target,
        ),
        CycleEvent::Test(position) => test(run, stage.cycle_idx, position, vocabulary),
        CycleEvent::Drop => {
            let rejected = cycle.verdict.tests.len();
            let n_dropped = cycle.n_dropped_after_rejection();
            let dropped = if n_dropped == 1 { "the last guess".to_owned() } else { format!("the last {n_dropped} guesses") };
            let (were, dropped_too, kept) = if n_dropped == 1 { ("was", "It is", "it") } else { ("were", "They are", "any of them") };
            (
                "the rest of the draft is dropped".to_owned(),
                vec![
                    text(format!("{} {were} written after ", capitalised(&dropped))),
                    token(cycle.drafted[rejected - 1]),
                    text(format!(", which is gone. {dropped_too} dropped untested: keeping {kept} would change the text’s law.")),
                ],
                Tone::Rejected,
            )
        }
        CycleEvent::Residual => {
            let Tail::Correction { residual, .. } = &cycle.verdict.tail else { return opening(run) };
            match residual {
                Residual::Left { mass, .. } => (
                    "what the draft left uncovered".to_owned(),
                    vec![
                        text("Wherever p is above q, the "),
                        DRAFT,
                        text(" proposes too seldom. What it leaves uncovered, max(0, p − q), has mass Z = "),
                        number(words::prob(*mass)),
                        text(
                            ", exactly the chance of a rejection here. Divided by Z it becomes the residual, and the correction is drawn from that.",
                        ),
                    ],
                    Tone::Correction,
                ),
                Residual::Empty => (
                    "nothing is left uncovered".to_owned(),
                    vec![text("p and q are equal up to rounding, so the residual is unused, and the token is drawn from p itself.")],
                    Tone::Correction,
                ),
            }
        }
        CycleEvent::Correction => {
            let Tail::Correction { token: drawn, .. } = cycle.verdict.tail else { return opening(run) };
            let position = cycle.verdict.tests.len();
            (
                "the correction is drawn".to_owned(),
                vec![
                    text("The residual’s coin draws "),
                    token(drawn),
                    text(format!(
                        " for position {position}. Accepted drafts and corrections together give each token exactly the probability p that the "
                    )),
                    TARGET,
                    text(" gives it."),
                ],
                Tone::Correction,
            )
        }
        CycleEvent::Bonus => {
            let Tail::Bonus { token: drawn } = cycle.verdict.tail else { return opening(run) };
            (
                "all accepted: a bonus token".to_owned(),
                vec![
                    text(if n_drafted == 0 { "The " } else { "Every guess was accepted, and the " }),
                    TARGET,
                    text(if n_drafted == 0 { " draws " } else { " has scored the position after them already. It draws " }),
                    token(drawn),
                    text(format!(" from its own p, at no extra pass: {} from one target pass.", words::count(n_drafted + 1, "token"))),
                ],
                Tone::Bonus,
            )
        }
        CycleEvent::PastEnd => (
            "the text ends here".to_owned(),
            vec![
                text(view_end(run, stage.cycle_idx)),
                text(match cycle.n_dropped_past_end() {
                    0 => " No bonus is drawn.".to_owned(),
                    dropped => format!(
                        " {} after it {} dropped untested.",
                        capitalised(&words::count(dropped, "drafted token")),
                        if dropped == 1 { "is" } else { "are" }
                    ),
                }),
            ],
            Tone::Neutral,
        ),
        CycleEvent::DeadEnd => {
            ("a dead end".to_owned(), vec![text("The settings exclude every token here, so nothing can be drawn.")], Tone::Rejected)
        }
        CycleEvent::Rollback => {
            let facts = run.trace.cycles[stage.cycle_idx].cache;
            let (n_target, n_draft) = (facts.target_pass - facts.target_after, facts.draft_pass - facts.draft_after);
            let n_emitted = cycle.verdict.emitted.len();
            let mut spans = if n_target + n_draft == 0 {
                vec![text("Nothing was rejected, so both caches keep all that they computed.")]
            } else {
                vec![
                    text("The caches forget what was not emitted: the "),
                    TARGET,
                    text(format!("’s goes back by {n_target}, the ")),
                    DRAFT,
                    text(format!("’s by {n_draft}.")),
                ]
            };
            spans.push(text(format!(" This cycle turned one target pass into {}.", words::count(n_emitted, "token"))));
            if let Some(stop) = view.stop {
                spans.push(text(format!(" {}", words::stop_reason(stop))));
            }
            ("caches rolled back".to_owned(), spans, Tone::Neutral)
        }
    };
    Caption { title: format!("Cycle {n}: {title}"), spans, tone }
}

fn opening(run: &Run) -> Caption {
    let spans = if let (true, Some(stop)) = (run.timeline.is_empty(), run.trace.stop) {
        vec![text(words::stop_reason(stop))]
    } else {
        vec![
            text("A small "),
            DRAFT,
            text(format!(" model will guess {} ahead. Then the large ", words::count(run.trace.spec.gamma, "token"))),
            TARGET,
            text(" model checks all of them in one pass. What comes out has exactly the "),
            TARGET,
            text("’s law, for fewer of its passes. Press Play, or step with the arrow keys."),
        ]
    };
    Caption { title: "Before the first cycle".to_owned(), spans, tone: Tone::Neutral }
}

fn test(run: &Run, cycle_idx: usize, position: usize, vocabulary: &Vocabulary) -> (String, Vec<Span>, Tone) {
    let test = run.cycles[cycle_idx].verdict.tests[position];
    let token = Span::Token(vocabulary.label(test.token));
    let (coin, limit) = words::compared(test.coin, acceptance_prob(test.target_prob, test.draft_prob));
    let (p, q) = (words::prob(test.target_prob), words::prob(test.draft_prob));
    let title = format!("position {} is {}", position + 1, if test.accepted { "accepted" } else { "rejected" });
    let spans = if test.accepted && test.target_prob >= test.draft_prob {
        vec![
            text("The "),
            TARGET,
            text(" likes "),
            token,
            text(" at least as much as the "),
            DRAFT,
            text(" does (p = "),
            number(p),
            text(", q = "),
            number(q),
            text("), so it is kept whatever the coin says."),
        ]
    } else if test.accepted {
        vec![
            token,
            text(" was proposed more often than the "),
            TARGET,
            text(" wants it, so it is kept only in p/q = "),
            number(limit.clone()),
            text(" of all cases. The coin "),
            number(coin),
            text(" is not above "),
            number(limit),
            text(": kept."),
        ]
    } else if test.target_prob <= 0.0 {
        vec![text("The "), TARGET, text(" never says "), token, text(" here: p = 0, so no coin can save it.")]
    } else {
        vec![
            text("The coin "),
            number(coin),
            text(" is above p/q = "),
            number(limit),
            text(": "),
            token,
            text(" was proposed more often than the "),
            TARGET,
            text(" wants (q = "),
            number(q),
            text(", p = "),
            number(p),
            text("), and this is one of the times too many."),
        ]
    };
    (title, spans, if test.accepted { Tone::Accepted } else { Tone::Rejected })
}

fn view_end(run: &Run, cycle_idx: usize) -> &'static str {
    run.trace.cycles[cycle_idx].stop.map_or("The text ends.", words::stop_reason)
}

fn capitalised(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{Scenario, lesson_case};

    fn captions(scenario: Scenario) -> Vec<(CycleEvent, String, String)> {
        let recording = lesson_case(scenario);
        let run = Run::from_trace(recording.trace).expect("a recorded case fits together");
        (1..=run.timeline.len())
            .map(|n_shown| {
                let view = StepView::at(&run, n_shown);
                let caption = caption(&run, &view, &recording.vocabulary);
                let event = view.cycle.as_ref().expect("a cycle is on stage").event;
                (event, caption.title.clone(), caption.plain())
            })
            .collect()
    }

    #[test]
    fn every_step_has_a_caption_of_its_own_with_its_numbers() {
        let captions = captions(Scenario::CorrectionCase);
        let plain = |wanted: CycleEvent| &captions.iter().find(|(event, ..)| *event == wanted).expect("the step is there").2;
        assert_eq!(
            plain(CycleEvent::Test(2)),
            "The coin 0.54 is above p/q = 0.25: “␣crossed” was proposed more often than the target wants (q = 0.60, p = 0.15), and this is one of the times too many."
        );
        assert!(plain(CycleEvent::Test(0)).contains("The coin 0.26 is not above 0.90: kept."));
        assert!(plain(CycleEvent::Drop).starts_with("The last 2 guesses were written after “␣crossed”"));
        assert!(plain(CycleEvent::Residual).contains("has mass Z = 0.50"));
        assert!(plain(CycleEvent::Correction).contains("draws “␣slept” for position 3"));
        assert!(plain(CycleEvent::Rollback).contains("one target pass into 3 tokens"));
        let mut texts: Vec<_> = captions.iter().map(|(_, _, plain)| plain).collect();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), captions.len());
    }

    #[test]
    fn the_bonus_caption_counts_the_tokens_of_one_pass() {
        let captions = captions(Scenario::BonusCase);
        assert!(
            captions.iter().any(|(_, title, plain)| title.ends_with("a bonus token") && plain.contains("5 tokens from one target pass"))
        );
        assert!(captions.iter().any(|(.., plain)| plain.starts_with("Nothing was rejected, so both caches keep")));
    }
}

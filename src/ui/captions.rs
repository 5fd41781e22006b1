//! The caption is the teacher: for every step of the story, one to three plain sentences with the
//! live numbers in them, saying why and not only what.
//!
//! A caption is a list of spans, so that a token, a draft's word and a target's word can each be
//! drawn in their own way, and a token's text never becomes markup.

use crate::decode::{CycleEvent, Residual, Run, StepView, Tail, TokenId, Vocabulary, acceptance_prob};
use crate::ui::fluent::Value;
use crate::ui::i18n::{Piece, t, t_args, t_pieces};
use crate::ui::words;

/// A piece of a caption.
#[derive(Clone, Debug, PartialEq)]
pub enum Span {
    /// Plain words.
    Text(String),
    /// Words about the draft, in its colour.
    Draft(String),
    /// Words about the target, in its colour.
    Target(String),
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
                Span::Text(text) | Span::Number(text) | Span::Draft(text) | Span::Target(text) => text.clone(),
                Span::Token(label) => words::in_quotes(label),
            })
            .collect()
    }
}

/// The spans of a text of the catalogue, by the names of its tags.
fn spans(key: &str, values: &[(&str, Value)]) -> Vec<Span> {
    let span = |piece: Piece| match piece.tag.as_str() {
        "draft" => Span::Draft(piece.text),
        "target" => Span::Target(piece.text),
        "token" => Span::Token(piece.text),
        "number" => Span::Number(piece.text),
        _ => Span::Text(piece.text),
    };
    t_pieces(key, values).into_iter().map(span).collect()
}

/// The caption of the step that `view` shows.
pub fn caption(run: &Run, view: &StepView, vocabulary: &Vocabulary) -> Caption {
    let Some(stage) = &view.cycle else { return opening(run) };
    let cycle = &run.cycles[stage.cycle_idx];
    let label = |token: TokenId| Value::from(vocabulary.label(token));
    let n_drafted = cycle.drafted.len();
    let (title, spans, tone) = match stage.event {
        CycleEvent::Draft(position) => {
            let drafted = cycle.drafted[position];
            let values = [("token", label(drafted)), ("q", words::prob(cycle.draft_probs[position].get(drafted)).into())];
            let said = spans(if position == 0 { "caption-draft-first" } else { "caption-draft-next" }, &values);
            let place = [("position", (position + 1).into()), ("n", n_drafted.into())];
            (t_args("caption-draft-title", &place), said, Tone::Draft)
        }
        CycleEvent::TargetPass => (
            t("caption-pass-title"),
            spans(
                "caption-pass",
                &[("n", n_drafted.into()), ("positions", t_args("count-positions", &[("n", (n_drafted + 1).into())]).into())],
            ),
            Tone::Target,
        ),
        CycleEvent::Test(position) => test(run, stage.cycle_idx, position, vocabulary),
        CycleEvent::Drop => {
            let rejected = cycle.drafted[cycle.verdict.tests.len() - 1];
            let values = [("n", cycle.n_dropped_after_rejection().into()), ("token", label(rejected))];
            (t("caption-drop-title"), spans("caption-drop", &values), Tone::Rejected)
        }
        CycleEvent::Residual => {
            let Tail::Correction { residual, .. } = &cycle.verdict.tail else { return opening(run) };
            match residual {
                Residual::Left { mass, .. } => {
                    (t("caption-residual-title"), spans("caption-residual", &[("mass", words::prob(*mass).into())]), Tone::Correction)
                }
                Residual::Empty => (t("caption-residual-empty-title"), spans("caption-residual-empty", &[]), Tone::Correction),
            }
        }
        CycleEvent::Correction => {
            let Tail::Correction { token: drawn, .. } = cycle.verdict.tail else { return opening(run) };
            let values = [("token", label(drawn)), ("position", cycle.verdict.tests.len().into())];
            (t("caption-correction-title"), spans("caption-correction", &values), Tone::Correction)
        }
        CycleEvent::Bonus => {
            let Tail::Bonus { token: drawn } = cycle.verdict.tail else { return opening(run) };
            let tokens = t_args("count-tokens", &[("n", (n_drafted + 1).into())]);
            let values = [("token", label(drawn)), ("tokens", tokens.into())];
            let said = spans(if n_drafted == 0 { "caption-bonus-alone" } else { "caption-bonus" }, &values);
            (t("caption-bonus-title"), said, Tone::Bonus)
        }
        CycleEvent::PastEnd => {
            let why = run.trace.cycles[stage.cycle_idx].stop.map_or_else(|| t("caption-end"), words::stop_reason);
            let dropped = spans("caption-end-dropped", &[("why", why.into()), ("n", cycle.n_dropped_past_end().into())]);
            (t("caption-end-title"), dropped, Tone::Neutral)
        }
        CycleEvent::DeadEnd => (t("caption-dead-end-title"), spans("caption-dead-end", &[]), Tone::Rejected),
        CycleEvent::Rollback => {
            let facts = run.trace.cycles[stage.cycle_idx].cache;
            let (n_target, n_draft) = (facts.target_pass - facts.target_after, facts.draft_pass - facts.draft_after);
            let mut said = if n_target + n_draft == 0 {
                spans("caption-rollback-none", &[])
            } else {
                spans("caption-rollback", &[("target", n_target.into()), ("draft", n_draft.into())])
            };
            let tokens = t_args("count-tokens", &[("n", cycle.verdict.emitted.len().into())]);
            said.push(Span::Text(" ".to_owned()));
            said.extend(spans("caption-rollback-made", &[("tokens", tokens.into())]));
            if let Some(stop) = view.stop {
                said.push(Span::Text(format!(" {}", words::stop_reason(stop))));
            }
            (t("caption-rollback-title"), said, Tone::Neutral)
        }
    };
    let title = t_args("caption-title", &[("cycle", (stage.cycle_idx + 1).into()), ("title", title.into())]);
    Caption { title, spans, tone }
}

fn opening(run: &Run) -> Caption {
    let spans = if let (true, Some(stop)) = (run.timeline.is_empty(), run.trace.stop) {
        vec![Span::Text(words::stop_reason(stop))]
    } else {
        spans("caption-opening", &[("tokens", t_args("count-tokens", &[("n", run.trace.spec.gamma.into())]).into())])
    };
    Caption { title: t("caption-opening-title"), spans, tone: Tone::Neutral }
}

fn test(run: &Run, cycle_idx: usize, position: usize, vocabulary: &Vocabulary) -> (String, Vec<Span>, Tone) {
    let test = run.cycles[cycle_idx].verdict.tests[position];
    let (coin, limit) = words::compared(test.coin, acceptance_prob(test.target_prob, test.draft_prob));
    let values = [
        ("token", vocabulary.label(test.token).into()),
        ("p", words::prob(test.target_prob).into()),
        ("q", words::prob(test.draft_prob).into()),
        ("coin", coin.into()),
        ("limit", limit.into()),
    ];
    let place = [("position", (position + 1).into())];
    let title = t_args(if test.accepted { "caption-accepted-title" } else { "caption-rejected-title" }, &place);
    let said = spans(
        match (test.accepted, test.target_prob) {
            (true, target_prob) if target_prob >= test.draft_prob => "caption-accepted-surely",
            (true, _) => "caption-accepted",
            (false, target_prob) if target_prob <= 0.0 => "caption-rejected-never",
            (false, _) => "caption-rejected",
        },
        &values,
    );
    (title, said, if test.accepted { Tone::Accepted } else { Tone::Rejected })
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

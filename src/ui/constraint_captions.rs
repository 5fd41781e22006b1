//! The caption of each step under a constraint, and what is wrong with one that cannot be used: where,
//! and in plain words.

use crate::decode::{
    ConstrainedEnd, ConstrainedEvent, ConstrainedRun, ConstrainedStage, ConstrainedStep, ConstraintError, ConstraintSpec, DeadEnd,
    DeadEndCause, Expected, FIGHT_MASS, MaskView, StopReason, TokenId, Vocabulary, WayOut,
};
use crate::ui::constraint_words;
use crate::ui::i18n::{decimal, percent, t, t_args};
use crate::ui::words;

/// The step's title.
pub fn constrained_title(event: ConstrainedStep) -> String {
    t(match event {
        ConstrainedStep::Raw => "constraints-title-raw",
        ConstrainedStep::Mask => "constraints-title-mask",
        ConstrainedStep::Renormalise => "constraints-title-renormalise",
        ConstrainedStep::Draw => "constraints-title-draw",
        ConstrainedStep::Move => "constraints-title-move",
        ConstrainedStep::DeadEnd => "constraints-title-dead-end",
        ConstrainedStep::WayOut => "constraints-title-way-out",
    })
}

/// Feasible mass in words, with the threshold from which it counts as a fight.
pub fn fight_words(view: &MaskView) -> Option<String> {
    view.is_a_fight().then(|| t_args("constraints-fight", &[("share", percent(FIGHT_MASS, 0).into())]))
}

/// How a text ended.
pub fn end_words(end: ConstrainedEnd) -> String {
    t(match end {
        ConstrainedEnd::Complete => "constraints-end-complete",
        ConstrainedEnd::Repaired => "constraints-end-repaired",
        ConstrainedEnd::Incomplete(StopReason::ContextFull) => "constraints-end-context",
        ConstrainedEnd::Incomplete(StopReason::EmptyPrompt) => "constraints-end-empty",
        ConstrainedEnd::Incomplete(StopReason::Cancelled) => "constraints-end-stopped",
        ConstrainedEnd::Incomplete(_) => "constraints-end-length",
        ConstrainedEnd::Rejected => "constraints-end-rejected",
    })
}

/// What a way out of a dead end does.
pub fn way_out_words(way_out: WayOut) -> String {
    t(match way_out {
        WayOut::Backtrack => "constraints-backtrack-does",
        WayOut::Repair => "constraints-repair-does",
        WayOut::Reject => "constraints-reject-does",
    })
}

/// The sentences for a step. `view` are its distributions, `expects` is what the grammar allows there.
pub fn constrained_caption(
    run: &ConstrainedRun,
    stage: ConstrainedStage,
    view: &MaskView,
    expects: &Expected,
    vocabulary: &Vocabulary,
) -> String {
    let label = |token: TokenId| words::in_quotes(&vocabulary.label(token));
    let Some(facts) = run.trace.steps.get(stage.step_idx) else { return String::new() };
    let spec = &run.trace.spec;
    match stage.event {
        ConstrainedStep::Raw => {
            let best = view
                .rows
                .first()
                .map(|row| t_args("constraints-raw-best", &[("token", label(row.token).into()), ("prob", words::prob(row.raw).into())]));
            words::sentences([t_args("constraints-raw", &[("n", view.n_vocab.into())])].into_iter().chain(best))
        }
        ConstrainedStep::Mask => {
            let values = [
                ("expects", constraint_words::expected(expects).into()),
                ("n", view.n_legal.into()),
                ("all", view.n_vocab.into()),
                ("mass", words::mass(view.feasible_mass).into()),
            ];
            let fight = view.is_a_fight().then(|| t_args("constraints-mask-fight", &[("share", percent(FIGHT_MASS, 0).into())]));
            words::sentences([t_args("constraints-mask", &values)].into_iter().chain(fight))
        }
        ConstrainedStep::Renormalise => t_args("constraints-renormalise", &[("mass", words::mass(view.feasible_mass).into())]),
        ConstrainedStep::Draw => match &facts.event {
            ConstrainedEvent::Token { token, coin } => {
                let row = view.rows.iter().find(|row| row.token == *token);
                let (raw, drawn_from) = row.map_or((0.0, 0.0), |row| (row.raw, row.drawn_from));
                let is_filtered = row.is_some_and(|row| (row.constrained - row.drawn_from).abs() > 1e-9);
                let values = [
                    ("coin", decimal(*coin, 3).into()),
                    ("token", label(*token).into()),
                    ("prob", words::prob(drawn_from).into()),
                    ("raw", words::prob(raw).into()),
                ];
                t_args(if is_filtered { "constraints-draw-filtered" } else { "constraints-draw" }, &values)
            }
            _ => String::new(),
        },
        ConstrainedStep::Move => {
            let moves = run.moves(stage.step_idx);
            let ConstrainedEvent::Token { token, .. } = &facts.event else { return String::new() };
            let (Some(first), Some(last)) = (moves.first(), moves.last()) else { return t("constraints-move-end") };
            let place = |place| words::in_quotes(&constraint_words::place(place));
            let values = [
                ("token", label(*token).into()),
                ("n", moves.len().into()),
                ("from", place(&first.from).into()),
                ("to", place(&last.to).into()),
            ];
            t_args("constraints-move", &values)
        }
        ConstrainedStep::DeadEnd => {
            run.dead_end(stage.step_idx).map_or(String::new(), |dead_end| dead_end_words(dead_end, view, spec.mask_last))
        }
        ConstrainedStep::WayOut => match &facts.event {
            ConstrainedEvent::Backtracked { token, .. } => t_args("constraints-out-backtrack", &[("token", label(*token).into())]),
            ConstrainedEvent::Repaired { tokens, .. } => {
                let text: Vec<String> = tokens.iter().map(|token| label(*token)).collect();
                t_args("constraints-out-repair", &[("n", text.len().into()), ("tokens", text.join(" ").into())])
            }
            ConstrainedEvent::Rejected { dead_end } if dead_end.last.is_none() && spec.way_out == WayOut::Backtrack => {
                t("constraints-out-nothing-left")
            }
            ConstrainedEvent::Rejected { dead_end } if dead_end.completion.is_none() && spec.way_out == WayOut::Repair => {
                t("constraints-out-no-completion")
            }
            _ => t("constraints-out-reject"),
        },
    }
}

fn dead_end_words(dead_end: &DeadEnd, view: &MaskView, mask_last: bool) -> String {
    let why = match dead_end.cause {
        DeadEndCause::NoTokenFits => t("constraints-dead-no-token"),
        DeadEndCause::AllExcluded if mask_last => t_args("constraints-dead-filters", &[("n", view.n_legal.into())]),
        DeadEndCause::AllExcluded => t("constraints-dead-excluded"),
        DeadEndCause::AllTakenBack => t("constraints-dead-taken-back"),
    };
    words::sentences([why, t("constraints-dead-nothing")])
}

/// What is wrong with a constraint that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What and where.
    pub error: ConstraintError,
    /// The line of the text in which it lies, and how many characters of it come before; `None` where
    /// it has no one place.
    pub pointer: Option<(String, usize)>,
}

/// Characters of a long line that are shown on either side of the place.
const AROUND: usize = 24;

impl Problem {
    /// What an error says of this constraint.
    pub fn new(error: &ConstraintError, spec: &ConstraintSpec) -> Self {
        let pointer = match (error, spec) {
            (ConstraintError::BadRegex { position, .. }, ConstraintSpec::Regex { pattern }) => {
                let before: String = pattern.chars().take(*position).collect();
                let line_start = before.rfind('\n').map_or(0, |end| before[..=end].chars().count());
                let line: String = pattern.chars().skip(line_start).take_while(|c| *c != '\n').collect();
                Some(window(&line, position - line_start))
            }
            (ConstraintError::BadSchemaJson { line, column, .. }, ConstraintSpec::JsonSchema { schema }) => {
                // Columns count bytes from 1; 0 is the end of the line before.
                let text = schema.lines().nth(line.saturating_sub(1)).unwrap_or_default();
                let n_before = text.char_indices().take_while(|(at, _)| at + 1 < *column).count();
                Some(window(text, n_before))
            }
            _ => None,
        };
        Self { error: error.clone(), pointer }
    }

    /// What is wrong and where, in a sentence.
    pub fn message(&self) -> String {
        constraint_words::error(&self.error)
    }
}

/// A piece of a line around a place, and how many of its characters come before.
fn window(line: &str, n_before: usize) -> (String, usize) {
    let start = n_before.saturating_sub(AROUND);
    let piece: String = line.chars().skip(start).take(2 * AROUND).collect();
    if start > 0 { (format!("…{piece}"), n_before - start + 1) } else { (piece, n_before) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{
        CONSTRAINED_PRESETS, CoinUse, Coins, ConstrainedDecoder, ConstrainedPreset, ConstrainedTrace, ConstrainedView, Constraint,
        LanguageModel as _, ModelFacts, PairFacts, TableModel, TokenTrie, now_or_never,
    };
    use std::sync::Arc;

    fn problem(text: &str) -> Problem {
        let spec = ConstraintSpec::from_text(text).expect("a constraint's text");
        let error = Constraint::compile(spec.clone()).expect_err("it cannot be used");
        Problem::new(&error, &spec)
    }

    #[test]
    fn a_problem_says_what_and_points_at_where() {
        let unclosed = problem("regex:é(b");
        assert_eq!(unclosed.pointer, Some(("é(b".to_owned(), 1)));
        assert!(
            unclosed.message().starts_with("This regular expression cannot be read at character 2: unclosed group"),
            "{}",
            unclosed.message()
        );
        assert_eq!(problem(&format!("regex:{}(", "a".repeat(60))).pointer, Some((format!("…{}(", "a".repeat(24)), 25)));
        assert_eq!(problem("json:{\n  \"type\": }").pointer, Some(("  \"type\": }".to_owned(), 10)));
        let unsupported = problem(r#"json:{"type":"object","properties":{"a":{"type":"string","pattern":"b"}}}"#);
        assert_eq!(
            (unsupported.message().as_str(), unsupported.pointer),
            ("The schema's keyword “pattern” at #/properties/a is not supported.", None)
        );
        assert!(problem("digits:5-2").message().ends_with('.'));
    }

    /// A preset's experiment on a table over all single characters and a few longer pieces.
    fn run(preset: &ConstrainedPreset, way_out: WayOut) -> (ConstrainedRun, Vocabulary) {
        let mut pieces = vec![b"<end>".to_vec()];
        pieces.extend((b' '..=b'~').map(|byte| vec![byte]));
        pieces.extend([" couch", " and", " floor", " purred", "\", \""].map(|piece| piece.as_bytes().to_vec()));
        let n = pieces.len();
        let vocabulary = Vocabulary::new(pieces, vec![TokenId(0)]);
        let fact = ModelFacts::table;
        let pair = PairFacts { target: fact("t"), draft: fact("t"), vocab_size: n, context_len: 200, stop_tokens: vec![TokenId(0)] };
        let coins = Coins::new(3);
        let weights: Vec<f64> = (0..n).map(|id| coins.coin(0, id, CoinUse::Bootstrap)).collect();
        let mut model = TableModel::uniform(n, 200).with_row(&[], &weights);
        let spec = crate::decode::ConstrainedSpec { way_out, ..preset.spec() };
        let trie = Arc::new(TokenTrie::new(vocabulary.clone()));
        let processor = spec.processor(Arc::clone(&trie), &pair, 1).expect("usable");
        let mut decoder = ConstrainedDecoder::new(spec.config(&processor, &pair), processor, way_out, &[TokenId(1)]);
        let mut steps = Vec::new();
        while let Some(facts) = now_or_never(decoder.step(&mut model)).expect("it never waits").expect("it fits") {
            steps.push(facts);
        }
        assert!(model.context_len() == 200);
        let trace = ConstrainedTrace { spec, pair, prompt: vec![TokenId(1)], steps, end: decoder.end() };
        (ConstrainedRun::from_trace(trace, trie).expect("the facts fit together"), vocabulary)
    }

    #[test]
    fn every_step_of_every_preset_has_words_with_every_way_out() {
        let mut n_dead_ends = 0;
        for preset in &CONSTRAINED_PRESETS {
            for (way_out, _) in WayOut::ALL {
                let (run, vocabulary) = run(preset, way_out);
                for n_shown in 1..=run.timeline.len().min(200) {
                    let stage = ConstrainedView::at(&run, n_shown).stage.expect("a step is on stage");
                    let view = run.mask_view(stage.step_idx, 6).expect("its distributions are there");
                    let expects = run.processor.constraint().expected(&run.state_before(stage.step_idx));
                    let caption = constrained_caption(&run, stage, &view, &expects, &vocabulary);
                    assert!(caption.len() > 40 && !caption.contains("NaN"), "{stage:?}: {caption}");
                    n_dead_ends += usize::from(stage.event == ConstrainedStep::DeadEnd);
                }
            }
        }
        assert!(n_dead_ends >= 3, "{n_dead_ends}");
    }

    #[test]
    fn a_fight_names_its_threshold() {
        let (run, _) = run(&CONSTRAINED_PRESETS[0], WayOut::Reject);
        let view = run.mask_view(0, 6).expect("the first step");
        assert!(view.feasible_mass < FIGHT_MASS, "{}", view.feasible_mass);
        assert_eq!(fight_words(&view).as_deref(), Some("below 5%: the grammar fights the model"));
        assert_eq!(fight_words(&MaskView { feasible_mass: 0.5, ..view }), None);
    }
}

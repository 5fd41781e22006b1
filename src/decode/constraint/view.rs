//! What the page shows of a constrained text at one moment: a pure function of the run and of how
//! much of it is revealed.

use super::{
    ByteSet, Completion, ConstrainedEnd, ConstrainedEvent, ConstrainedRun, ConstrainedStep, Constraint, ConstraintProcessor,
    ConstraintState, DeadEnd, Expected, MaskedRow, StackFrame, StateName, ValuePath, ValueProgress,
};
use crate::decode::{LogitsProcessor, Probs, TokenId};
use std::collections::BTreeMap;
use std::fmt;

/// Below this feasible mass, the grammar fights the model: at least 19 times in 20 the model would
/// have written something illegal.
pub const FIGHT_MASS: f64 = 0.05;

/// How a token came into a constrained text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstrainedOrigin {
    /// It was given.
    Prompt,
    /// A coin drew it.
    Drawn,
    /// Repair forced it.
    Forced,
}

/// The text so far and the step on stage.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstrainedView {
    /// The text as far as it is revealed.
    pub transcript: Vec<(TokenId, ConstrainedOrigin)>,
    /// Tokens that were drawn and taken back, in order: their place after the prompt, and the token.
    pub taken_back: Vec<(usize, TokenId)>,
    /// The step on stage; `None` before the first.
    pub stage: Option<ConstrainedStage>,
    /// How the text ended, once its last step is shown.
    pub end: Option<ConstrainedEnd>,
}

/// The place in the story.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConstrainedStage {
    /// The step, from 0.
    pub step_idx: usize,
    /// The event shown last.
    pub event: ConstrainedStep,
    /// Events of the step that are shown, from 1.
    pub n_shown: usize,
    /// Events of the step.
    pub n_events: usize,
}

impl ConstrainedStage {
    /// Whether what the step did to the text is shown.
    pub fn is_done(self) -> bool {
        matches!(self.event, ConstrainedStep::Draw | ConstrainedStep::Move | ConstrainedStep::WayOut)
    }

    /// Whether the mask is shown.
    pub fn is_masked(self) -> bool {
        self.event != ConstrainedStep::Raw
    }

    /// Whether the masked distribution is shown.
    pub fn is_renormalised(self) -> bool {
        matches!(self.event, ConstrainedStep::Renormalise | ConstrainedStep::Draw | ConstrainedStep::Move)
    }
}

impl ConstrainedView {
    /// What is shown of a run after `n_shown` events.
    pub fn at(run: &ConstrainedRun, n_shown: usize) -> Self {
        let stage = run.timeline.locate(n_shown).map(|(step_idx, n_shown)| {
            let events = run.timeline.cycle_events(step_idx);
            ConstrainedStage { step_idx, event: events[n_shown - 1], n_shown, n_events: events.len() }
        });
        // Steps whose effect on the text is shown.
        let n_done = stage.map_or(0, |stage| stage.step_idx + usize::from(stage.is_done()));
        let n_prompt = run.trace.prompt.len();
        let forced = run.trace.steps[..n_done].last().map_or(0, |facts| match &facts.event {
            ConstrainedEvent::Repaired { tokens, .. } => tokens.len(),
            _ => 0,
        });
        let text = run.text_before(n_done);
        let origin = |idx: usize| match idx {
            idx if idx < n_prompt => ConstrainedOrigin::Prompt,
            idx if idx + forced >= text.len() => ConstrainedOrigin::Forced,
            _ => ConstrainedOrigin::Drawn,
        };
        let taken_back = run.trace.steps[..n_done].iter().enumerate().filter_map(|(idx, facts)| match facts.event {
            ConstrainedEvent::Backtracked { token, .. } => Some((run.text_before(idx).len() - 1 - n_prompt, token)),
            _ => None,
        });
        let at_end = stage.map_or(run.n_steps() == 0, |stage| stage.step_idx + 1 == run.n_steps() && stage.n_shown == stage.n_events);
        Self {
            transcript: text.iter().enumerate().map(|(idx, token)| (*token, origin(idx))).collect(),
            taken_back: taken_back.collect(),
            stage,
            end: run.trace.end.filter(|_| at_end),
        }
    }
}

/// One token before and after the mask.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MaskRow {
    /// The token.
    pub token: TokenId,
    /// p(token): the model's own probability.
    pub raw: f64,
    /// Its probability under the mask; 0 if it is illegal.
    pub constrained: f64,
    /// Its probability in the distribution that is drawn from, after temperature and filters.
    pub drawn_from: f64,
    /// Whether the grammar allows it.
    pub is_legal: bool,
    /// Whether it was taken back at this place.
    pub was_taken_back: bool,
}

/// Several tokens without rows of their own.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct MaskRest {
    /// How many.
    pub n_tokens: usize,
    /// Their probability before the mask.
    pub raw: f64,
    /// Under the mask.
    pub constrained: f64,
    /// In the distribution that is drawn from.
    pub drawn_from: f64,
}

/// A step's distributions, ready to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct MaskView {
    /// Tokens with a row of their own, by falling raw probability: the most probable ones, and the
    /// most probable legal ones.
    pub rows: Vec<MaskRow>,
    /// The legal ones among the others.
    pub legal_rest: MaskRest,
    /// The illegal ones among the others.
    pub illegal_rest: MaskRest,
    /// Legal tokens in all.
    pub n_legal: usize,
    /// Tokens in all.
    pub n_vocab: usize,
    /// Tokens that can be drawn, after temperature and filters.
    pub n_drawable: usize,
    /// What the model gave to the legal tokens.
    pub feasible_mass: f64,
    /// The largest difference between masked softmax and conditioning, over all tokens; `None` where
    /// nothing is left to compare.
    pub difference: Option<f64>,
}

impl MaskView {
    /// Whether the grammar forbids nearly all that the model wants.
    pub fn is_a_fight(&self) -> bool {
        self.feasible_mass < FIGHT_MASS
    }
}

/// One byte of a token, as the automaton takes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByteMove {
    /// The byte.
    pub byte: u8,
    /// Where it leads from.
    pub from: ConstraintPlace,
    /// Where it leads to.
    pub to: ConstraintPlace,
    /// The two states of the diagram, where there is one.
    pub states: Option<(usize, usize)>,
    /// Values begun and not ended, before and after.
    pub depth: (usize, usize),
}

impl ConstrainedRun {
    /// The place of the automaton before a step; past the last step, at the end of the text.
    pub fn state_before(&self, step_idx: usize) -> ConstraintState {
        let state = self.processor.state_after(self.text_before(step_idx));
        // Only legal tokens are emitted: there is always a place.
        state.unwrap_or_else(|| self.processor.constraint().start())
    }

    /// The place of the automaton after the step on stage, as far as it is revealed.
    pub fn state_at(&self, stage: ConstrainedStage) -> ConstraintState {
        let has_moved = matches!(stage.event, ConstrainedStep::Move | ConstrainedStep::WayOut);
        self.state_before(stage.step_idx + usize::from(has_moved))
    }

    /// A step's distributions, with rows for the `n_rows` most probable tokens and as many legal ones.
    /// `None` past the last step.
    pub fn mask_view(&self, step_idx: usize, n_rows: usize) -> Option<MaskView> {
        let facts = self.trace.steps.get(step_idx)?;
        let mask = self.processor.mask(&self.state_before(step_idx));
        let masked = MaskedRow::new(&facts.logits.0, &mask)?;
        let mut chain = self.trace.spec.chain(&self.processor);
        let taken_back = self.taken_back(step_idx);
        let forbidden: BTreeMap<TokenId, f64> = taken_back.iter().map(|token| (*token, f64::NEG_INFINITY)).collect();
        chain.processors.insert(0, LogitsProcessor::Bias(forbidden));
        let drawn_from = chain.process(&facts.logits.0, self.text_before(step_idx));
        let prob = |probs: &Option<Probs>, token| probs.as_ref().map_or(0.0, |probs| probs.get(token));
        let row = |token: TokenId| MaskRow {
            token,
            raw: masked.raw.get(token),
            constrained: prob(&masked.constrained, token),
            drawn_from: prob(&drawn_from, token),
            is_legal: mask.allows(token),
            was_taken_back: taken_back.contains(&token),
        };

        let ranked = masked.raw.ranked();
        let mut shown: Vec<TokenId> = ranked.iter().take(n_rows).copied().collect();
        shown.extend(ranked.iter().filter(|token| mask.allows(**token)).take(n_rows));
        if let ConstrainedEvent::Token { token, .. } = facts.event {
            shown.push(token);
        }
        let mut has_row = vec![false; ranked.len()];
        shown.iter().for_each(|token| has_row[token.index()] = true);
        let rows = ranked.iter().filter(|token| has_row[token.index()]).map(|token| row(*token)).collect();
        let (mut legal_rest, mut illegal_rest) = (MaskRest::default(), MaskRest::default());
        for token in ranked.iter().filter(|token| !has_row[token.index()]) {
            let row = row(*token);
            let rest = if row.is_legal { &mut legal_rest } else { &mut illegal_rest };
            rest.n_tokens += 1;
            rest.raw += row.raw;
            rest.constrained += row.constrained;
            rest.drawn_from += row.drawn_from;
        }
        Some(MaskView {
            rows,
            legal_rest,
            illegal_rest,
            n_legal: mask.count(),
            n_vocab: mask.vocab_size(),
            n_drawable: drawn_from.as_ref().map_or(0, Probs::support),
            feasible_mass: masked.feasible_mass,
            difference: masked.difference,
        })
    }

    /// The moves of the automaton in a step, byte by byte; none for the end of the text.
    pub fn moves(&self, step_idx: usize) -> Vec<ByteMove> {
        let tokens: &[TokenId] = match self.trace.steps.get(step_idx).map(|facts| &facts.event) {
            Some(ConstrainedEvent::Token { token, .. }) => std::slice::from_ref(token),
            Some(ConstrainedEvent::Repaired { tokens, .. }) => tokens,
            _ => &[],
        };
        let bytes = tokens.iter().flat_map(|token| self.processor.trie().vocabulary().bytes(*token)).copied();
        byte_moves(self.processor.constraint(), self.state_before(step_idx), bytes)
    }

    /// The dead end of a step, if it is one.
    pub fn dead_end(&self, step_idx: usize) -> Option<&DeadEnd> {
        match &self.trace.steps.get(step_idx)?.event {
            ConstrainedEvent::Token { .. } => None,
            ConstrainedEvent::Backtracked { dead_end, .. }
            | ConstrainedEvent::Repaired { dead_end, .. }
            | ConstrainedEvent::Rejected { dead_end } => Some(dead_end),
        }
    }

    /// The mean and the most of the mask's times over the first `n_steps` steps, in milliseconds;
    /// `None` where nobody held a watch.
    pub fn mask_millis(&self, n_steps: usize) -> Option<(f64, f64)> {
        let times: Vec<f64> = self.trace.steps.iter().take(n_steps).map(|facts| facts.millis.mask).filter(|millis| *millis > 0.0).collect();
        let most = times.iter().copied().fold(0.0, f64::max);
        (!times.is_empty()).then(|| (times.iter().sum::<f64>() / times.len() as f64, most))
    }
}

fn byte_moves(constraint: &Constraint, mut state: ConstraintState, bytes: impl Iterator<Item = u8>) -> Vec<ByteMove> {
    let mut moves = Vec::new();
    for byte in bytes {
        let Some(next) = constraint.advance(&state, &[byte]) else { break };
        moves.push(ByteMove {
            byte,
            from: ConstraintPlace::of(constraint, &state),
            to: ConstraintPlace::of(constraint, &next),
            states: constraint.diagram_state(&state).zip(constraint.diagram_state(&next)),
            depth: (constraint.stack(&state).len(), constraint.stack(&next).len()),
        });
        state = next;
    }
    moves
}

/// A place of the automaton: its state's name, or what is on top of its stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConstraintPlace {
    /// A state of a finite automaton.
    State(StateName),
    /// Within a value.
    Value {
        /// Where it stands.
        path: ValuePath,
        /// What it is.
        name: Expected,
        /// How far it is.
        progress: ValueProgress,
    },
    /// After the last value.
    Closed,
}

impl ConstraintPlace {
    /// The place that a state of a constraint is.
    pub fn of(constraint: &Constraint, state: &ConstraintState) -> Self {
        if let Some(name) = constraint.state_name(state) {
            return Self::State(name.clone());
        }
        match constraint.stack(state).pop() {
            Some(StackFrame { path, name, progress, .. }) => Self::Value { path, name, progress },
            None => Self::Closed,
        }
    }
}

impl fmt::Display for ConstraintPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::State(name) => name.fmt(f),
            Self::Value { path, name, progress } => write!(f, "{path}: {name}, {progress}"),
            Self::Closed => f.write_str("everything is closed"),
        }
    }
}

/// What a constraint says of the beginning of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Probe {
    /// It is legal so far.
    Legal {
        /// What may come next.
        expects: Expected,
        /// The bytes that may come next.
        bytes: ByteSet,
        /// Whether the text may end here.
        is_complete: bool,
        /// Tokens that may come next, the end of the text included.
        n_tokens: usize,
        /// A few of them, those of few bytes first.
        examples: Vec<TokenId>,
        /// The shortest way to the end.
        completion: Option<Completion>,
    },
    /// No legal text begins so.
    Illegal {
        /// How many of its bytes are legal.
        n_legal: usize,
        /// What could have come there instead.
        expected: Expected,
    },
}

/// What a constraint says of the beginning of a text, with at most `n_examples` tokens.
pub fn probe(processor: &ConstraintProcessor, text: &str, n_examples: usize) -> Probe {
    let constraint = processor.constraint();
    let mut state = constraint.start();
    for (n_legal, byte) in text.bytes().enumerate() {
        match constraint.advance(&state, &[byte]) {
            Some(next) => state = next,
            None => return Probe::Illegal { n_legal, expected: constraint.expected(&state) },
        }
    }
    let mask = processor.mask(&state);
    let mut tokens: Vec<TokenId> = mask.iter().collect();
    tokens.sort_by_key(|token| (processor.trie().vocabulary().bytes(*token).len(), *token));
    Probe::Legal {
        expects: constraint.expected(&state),
        bytes: constraint.allowed_bytes(&state),
        is_complete: constraint.is_complete(&state),
        n_tokens: tokens.len(),
        examples: tokens.into_iter().take(n_examples).collect(),
        completion: processor.completion(&state),
    }
}

#[cfg(test)]
mod tests {
    use super::super::trace::tests::{PIECES, TRAP, recorded, spec, trie};
    use super::*;
    use crate::decode::{ConstrainedSpec, ConstraintSpec, WayOut};
    use std::sync::Arc;

    fn run(constraint: &str, way_out: WayOut) -> ConstrainedRun {
        let trace = recorded(ConstrainedSpec { way_out, ..spec(constraint) });
        ConstrainedRun::from_trace(trace, trie()).expect("the facts fit together")
    }

    fn text(view: &ConstrainedView) -> String {
        view.transcript.iter().skip(1).map(|(token, _)| PIECES[token.index()]).collect()
    }

    #[test]
    fn nothing_joins_the_text_before_it_is_drawn_and_the_automaton_moves_after_that() {
        let run = run("list", WayOut::Reject);
        let mut last = String::new();
        for n_shown in 0..=run.timeline.len() {
            let view = ConstrainedView::at(&run, n_shown);
            let Some(stage) = view.stage else {
                assert_eq!((n_shown, view.transcript.len(), view.end), (0, 1, None));
                continue;
            };
            let now = text(&view);
            assert_eq!(now != last, stage.event == ConstrainedStep::Draw, "{stage:?}");
            let moved = run.state_at(stage) != run.state_before(stage.step_idx);
            assert_eq!(moved, stage.event == ConstrainedStep::Move, "{stage:?}");
            assert_eq!(view.end.is_some(), n_shown == run.timeline.len());
            last = now;
        }
        assert!(last.starts_with('['), "{last}");
    }

    #[test]
    fn rows_and_rests_are_all_of_both_distributions_and_illegal_tokens_stay_in_view() {
        let run = run("list", WayOut::Reject);
        for (step_idx, n_rows) in [(0, 1), (0, 4), (1, 2), (1, 50)] {
            let view = run.mask_view(step_idx, n_rows).expect("the step is there");
            let total = |read: fn(&MaskRow) -> f64| view.rows.iter().map(read).sum::<f64>();
            assert!((total(|row| row.raw) + view.legal_rest.raw + view.illegal_rest.raw - 1.0).abs() < 1e-12);
            assert!((total(|row| row.constrained) + view.legal_rest.constrained - 1.0).abs() < 1e-12);
            assert!((total(|row| row.drawn_from) + view.legal_rest.drawn_from - 1.0).abs() < 1e-12);
            assert_eq!(view.illegal_rest.constrained, 0.0);
            assert_eq!(view.rows.len() + view.legal_rest.n_tokens + view.illegal_rest.n_tokens, PIECES.len());
            // `b` is what the model wants most, and no list has it.
            assert_eq!((PIECES[view.rows[0].token.index()], view.rows[0].is_legal, view.rows[0].constrained), ("b", false, 0.0));
            assert!(view.difference.is_some_and(|difference| difference < 1e-12));
            let legal: f64 = view.rows.iter().filter(|row| row.is_legal).map(|row| row.raw).sum();
            assert!((legal + view.legal_rest.raw - view.feasible_mass).abs() < 1e-12);
            for row in view.rows.iter().filter(|row| row.is_legal) {
                assert!((row.constrained - row.raw / view.feasible_mass).abs() < 1e-12);
            }
        }
        assert!(!run.mask_view(0, 3).is_some_and(|view| view.is_a_fight()));
        for (step_idx, summary) in run.summaries.iter().enumerate() {
            let view = run.mask_view(step_idx, 3).expect("the step is there");
            assert_eq!((summary.n_legal, summary.feasible_mass), (view.n_legal, view.feasible_mass));
            let (raw, constrained) = summary.drawn.expect("a list has no dead ends");
            assert!(view.rows.iter().any(|row| row.is_legal && (row.raw, row.constrained) == (raw, constrained)));
        }
        assert_eq!(run.mask_view(99, 3), None);
    }

    #[test]
    fn a_token_over_several_symbols_is_several_moves() {
        let list = trie();
        let constraint = Constraint::compile(ConstraintSpec::DigitList { max_items: None }).expect("usable");
        let start = constraint.advance(&constraint.start(), b"[1").expect("legal");
        let bytes = list.vocabulary().bytes(TokenId(8)).iter().copied();
        let moves = byte_moves(&constraint, start, bytes);
        let words: Vec<_> = moves.iter().map(|m| (char::from(m.byte), m.from.to_string(), m.to.to_string())).collect();
        let expected = [(',', "after a digit", "after ,"), ('2', "after ,", "after a digit"), (']', "after a digit", "closed")];
        assert_eq!(words, expected.map(|(c, from, to)| (c, from.to_owned(), to.to_owned())));
        assert!(
            moves.iter().all(|m| m.states.is_some())
                && moves.windows(2).all(|pair| pair[0].states.map(|s| s.1) == pair[1].states.map(|s| s.0))
        );
        // In JSON the stack grows and shrinks instead.
        let schema = ConstraintSpec::from_text(r#"json:{"type":"array","items":{"type":"array","items":{"type":"null"}}}"#);
        let json = schema.and_then(Constraint::compile).expect("usable");
        let depths: Vec<_> = byte_moves(&json, json.start(), b"[[]]".iter().copied()).iter().map(|m| m.depth).collect();
        assert_eq!(depths, [(1, 1), (1, 2), (2, 1), (1, 0)]);
        assert_eq!(
            ConstraintPlace::of(&json, &json.advance(&json.start(), b"[[").expect("legal")).to_string(),
            "item 1: a list, 0 of at most 8 items"
        );
    }

    // Case 18: an empty mask.
    #[test]
    fn each_way_out_of_a_dead_end_is_told_and_nothing_illegal_is_ever_shown() {
        for (constraint, way_out, expected, end) in [
            (TRAP, WayOut::Backtrack, "a1", ConstrainedEnd::Complete),
            (TRAP, WayOut::Reject, "b", ConstrainedEnd::Rejected),
            // No token has a `q`, so there is nothing to force.
            (TRAP, WayOut::Repair, "b", ConstrainedEnd::Rejected),
        ] {
            let run = run(constraint, way_out);
            let view = ConstrainedView::at(&run, run.timeline.len());
            let shown = text(&view).replace("<end>", "");
            assert_eq!((shown.as_str(), view.end), (expected, Some(end)), "{way_out:?}");
            assert_eq!(view.taken_back.len(), usize::from(way_out == WayOut::Backtrack));
            for n_shown in 0..=run.timeline.len() {
                let view = ConstrainedView::at(&run, n_shown);
                let tokens: Vec<TokenId> = view.transcript.iter().map(|(token, _)| *token).collect();
                assert!(run.processor.state_after(&tokens).is_some(), "{tokens:?}");
            }
            let step_idx = (0..run.n_steps()).find(|idx| run.dead_end(*idx).is_some()).expect("there is a dead end");
            let masked = run.mask_view(step_idx, 4).expect("the step is there");
            assert_eq!((masked.n_legal, masked.feasible_mass, masked.difference, masked.n_drawable), (0, 0.0, None, 0));
        }
    }

    #[test]
    fn forced_tokens_are_marked_as_such() {
        let wrong = ConstrainedSpec { way_out: WayOut::Repair, mask_last: true, top_k: 1, ..spec("regex:bb1") };
        let run = ConstrainedRun::from_trace(recorded(wrong), trie()).expect("the facts fit together");
        let view = ConstrainedView::at(&run, run.timeline.len());
        let origins: Vec<_> = view.transcript.iter().map(|(_, origin)| *origin).collect();
        use ConstrainedOrigin::*;
        assert_eq!(origins, [Prompt, Drawn, Drawn, Forced, Forced]);
        assert_eq!((text(&view).as_str(), view.end), ("bb1<end>", Some(ConstrainedEnd::Repaired)));
        assert_eq!(run.moves(2).len(), 1);
    }

    #[test]
    fn beginnings_of_lists_say_what_may_come_next() {
        let constraint = Constraint::compile(ConstraintSpec::DigitList { max_items: None }).expect("usable");
        let processor = ConstraintProcessor::new(Arc::new(constraint), trie(), vec![TokenId(0)], 1);
        let next = |text: &str| match probe(&processor, text, 9) {
            Probe::Legal { expects, examples, n_tokens, is_complete, .. } => {
                assert_eq!(examples.len(), n_tokens);
                let labels: Vec<&str> = examples.iter().map(|token| PIECES[token.index()]).collect();
                (expects.to_string(), labels.join(" "), is_complete)
            }
            Probe::Illegal { n_legal, expected } => (expected.to_string(), format!("illegal after {n_legal}"), false),
        };
        let case = |expects: &str, tokens: &str, is_complete| (expects.to_owned(), tokens.to_owned(), is_complete);
        assert_eq!(next("[]"), case("the end of the text", "<end>", true));
        assert_eq!(next("[1"), case("`,` or `]`", "] , ,2]", false));
        assert_eq!(next("[1,"), case("a digit", "1 2 1,", false));
        assert_eq!(next("[12"), case("`,` or `]`", "illegal after 2", false));
    }
}

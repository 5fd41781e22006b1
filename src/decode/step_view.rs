//! What the page shows at one moment: a pure function of a run's facts and the playhead.
//!
//! [`Run`] holds a trace with everything recomputed from it; [`StepView::at`] says what has been
//! revealed after so many events. Components draw it and do no arithmetic of their own.

use crate::decode::{
    AcceptTest, ConstraintProcessor, Cycle, CycleEvent, CycleFacts, CycleSummary, Probs, ReplayMismatch, Replayer, SpeculationStats,
    StopReason, Tail, Timeline, TokenId, Trace,
};
use std::sync::Arc;

/// A trace with all that follows from it, kept up to date as facts arrive.
#[derive(Clone, Debug)]
pub struct Run {
    /// The facts.
    pub trace: Trace,
    /// The cycles, recomputed.
    pub cycles: Vec<Cycle>,
    /// What each adds to the statistics.
    pub summaries: Vec<CycleSummary>,
    /// The events of all cycles.
    pub timeline: Timeline,
    replayer: Replayer,
}

impl Run {
    /// Replays a trace; refused if its facts contradict each other.
    pub fn from_trace(trace: Trace) -> Result<Self, ReplayMismatch> {
        Self::under(trace, None)
    }

    /// The same for a trace with a constraint: that of its spec, at work on the tokens' bytes.
    pub fn under(mut trace: Trace, constraint: Option<&Arc<ConstraintProcessor>>) -> Result<Self, ReplayMismatch> {
        if trace.spec.constraint.as_ref() != constraint.map(|processor| processor.constraint().spec()) {
            return Err(ReplayMismatch { cycle_idx: 0, what: "the settings name another constraint" });
        }
        let facts = std::mem::take(&mut trace.cycles);
        let stop = trace.stop.take();
        let mut run = Self {
            replayer: Replayer::under(&trace, constraint),
            trace,
            cycles: Vec::new(),
            summaries: Vec::new(),
            timeline: Timeline::default(),
        };
        for cycle in facts {
            run.push(cycle)?;
        }
        if let Some(stop) = stop {
            run.end(stop);
        }
        Ok(run)
    }

    /// Adds the facts of the next cycle.
    pub fn push(&mut self, facts: CycleFacts) -> Result<(), ReplayMismatch> {
        let cycle = self.replayer.next(&facts)?;
        self.timeline.push(&CycleEvent::of_cycle(&cycle));
        self.summaries.push(CycleSummary::from(&cycle));
        self.cycles.push(cycle);
        self.trace.cycles.push(facts);
        Ok(())
    }

    /// No more cycles will come.
    pub fn end(&mut self, stop: StopReason) {
        self.trace.stop = Some(stop);
        self.timeline.ended = true;
    }

    /// The statistics of the first `n_cycles` cycles.
    pub fn stats(&self, n_cycles: usize) -> SpeculationStats {
        SpeculationStats::from_summaries(self.trace.spec.gamma, &self.summaries[..n_cycles.min(self.summaries.len())])
    }
}

/// How a token came into the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenOrigin {
    /// It was given.
    Prompt,
    /// The draft proposed it and the target kept it.
    Accepted,
    /// The target put it in place of a rejected one.
    Correction,
    /// The target added it after accepting all.
    Bonus,
}

/// A token of the text so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TranscriptToken {
    /// The token.
    pub token: TokenId,
    /// How it came in.
    pub origin: TokenOrigin,
    /// The cycle that emitted it; `None` for the prompt.
    pub cycle_idx: Option<usize>,
}

/// What has become of a drafted token by now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnState {
    /// The draft has not come to it.
    Empty,
    /// Proposed, not yet tested.
    Proposed,
    /// Tested and kept.
    Accepted,
    /// Tested and refused.
    Rejected,
    /// Thrown away untested, after a rejection.
    Dropped,
    /// Never tested: the text had ended before it.
    PastEnd,
}

/// One drafted position of a cycle. What has not been revealed is `None`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    /// The drafted token.
    pub token: Option<TokenId>,
    /// q(token).
    pub draft_prob: Option<f64>,
    /// p(token), once the target's pass is done.
    pub target_prob: Option<f64>,
    /// The test, once it is made.
    pub test: Option<AcceptTest>,
    /// What has become of the token.
    pub state: ColumnState,
    /// Whether the step shown last happened here.
    pub active: bool,
}

/// The position after the last drafted one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BonusColumn {
    /// Whether the target's row for it is there.
    pub scored: bool,
    /// The bonus, once drawn.
    pub token: Option<TokenId>,
    /// Whether a rejection or the end of the text has ruled it out, as far as revealed.
    pub ruled_out: bool,
    /// Whether the step shown last happened here.
    pub active: bool,
}

/// p and q of one token, side by side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// The token; `None` for all the others together.
    pub token: Option<TokenId>,
    /// p: the target's probability.
    pub target_prob: f64,
    /// q: the draft's probability.
    pub draft_prob: f64,
    /// `min(p, q)`; for the others, the sum of their minima.
    pub overlap: f64,
    /// `max(0, p - q)`; for the others, the sum of theirs.
    pub uncovered: f64,
}

/// p and q at one position, whole: the most probable tokens, and the rest as one bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The position in the cycle.
    pub position: usize,
    /// Whether the draft has a distribution here; without one, q stands for p.
    pub with_draft: bool,
    /// Tokens by falling `max(p, q)`.
    pub bars: Vec<Bar>,
    /// All others together.
    pub rest: Bar,
    /// How many others there are with any probability.
    pub n_rest: usize,
    /// Their overlap: this position's alpha.
    pub overlap: f64,
    /// Z, the mass of the residual: 1 - overlap.
    pub residual_mass: f64,
}

impl Comparison {
    /// What is compared at a position of a cycle: p and q at a drafted one, p alone at the last.
    /// `None` where the target has no row.
    pub fn of_cycle(cycle: &Cycle, position: usize, n_bars: usize, always: &[TokenId]) -> Option<Self> {
        let target = cycle.target_probs.get(position)?;
        Some(match cycle.draft_probs.get(position) {
            Some(draft) => Self::new(position, target, draft, n_bars, always),
            // The draft has no say here, as if it agreed: nothing to reject, nothing uncovered.
            None => Self { with_draft: false, ..Self::new(position, target, target, n_bars, always) },
        })
    }

    /// Compares two distributions. `n_bars` tokens get a bar of their own, those in `always` first
    /// among them.
    pub fn new(position: usize, target: &Probs, draft: &Probs, n_bars: usize, always: &[TokenId]) -> Self {
        let height = |token: TokenId| target.get(token).max(draft.get(token));
        let mut shown: Vec<TokenId> = always.to_vec();
        let by_either = target.top(n_bars).into_iter().chain(draft.top(n_bars));
        let mut candidates: Vec<TokenId> = by_either.filter(|token| height(*token) > 0.0).collect();
        candidates.sort_unstable_by(|a, b| height(*b).total_cmp(&height(*a)).then(a.cmp(b)));
        candidates.dedup();
        for token in candidates {
            if shown.len() < n_bars && !shown.contains(&token) {
                shown.push(token);
            }
        }
        shown.sort_unstable_by(|a, b| height(*b).total_cmp(&height(*a)).then(a.cmp(b)));
        shown.dedup();
        let bar = |token: TokenId| {
            let (p, q) = (target.get(token), draft.get(token));
            Bar { token: Some(token), target_prob: p, draft_prob: q, overlap: p.min(q), uncovered: (p - q).max(0.0) }
        };
        let mut rest = Bar { token: None, target_prob: 0.0, draft_prob: 0.0, overlap: 0.0, uncovered: 0.0 };
        let mut n_rest = 0;
        for token in (0..target.vocab_size() as u32).map(TokenId).filter(|token| !shown.contains(token) && height(*token) > 0.0) {
            let other = bar(token);
            n_rest += 1;
            rest.target_prob += other.target_prob;
            rest.draft_prob += other.draft_prob;
            rest.overlap += other.overlap;
            rest.uncovered += other.uncovered;
        }
        Self {
            position,
            with_draft: true,
            bars: shown.into_iter().map(bar).collect(),
            rest,
            n_rest,
            overlap: target.overlap(draft),
            residual_mass: target.residual(draft).mass(),
        }
    }
}

/// One cache as it stands now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheView {
    /// Tokens when the cycle began.
    pub before: usize,
    /// Tokens after the pass, if it has happened.
    pub during: Option<usize>,
    /// Tokens after the rollback, if it has happened.
    pub after: Option<usize>,
}

impl CacheView {
    /// Tokens it holds now.
    pub fn now(self) -> usize {
        self.after.or(self.during).unwrap_or(self.before)
    }

    /// Tokens that were computed and then forgotten.
    pub fn rolled_back(self) -> usize {
        match (self.during, self.after) {
            (Some(during), Some(after)) => during.saturating_sub(after),
            _ => 0,
        }
    }
}

/// Everything that is revealed of the cycle on stage.
#[derive(Clone, Debug, PartialEq)]
pub struct CycleView {
    /// The cycle, from 0.
    pub cycle_idx: usize,
    /// The step shown last.
    pub event: CycleEvent,
    /// Steps shown, from 1.
    pub n_shown: usize,
    /// Steps in the cycle.
    pub n_events: usize,
    /// A column per drafted position.
    pub columns: Vec<Column>,
    /// The position after them.
    pub bonus: BonusColumn,
    /// The correction, once drawn.
    pub correction: Option<TokenId>,
    /// The position looked at: that of the last test, or the one after the drafted ones once the
    /// bonus is drawn there.
    pub focus: Option<usize>,
    /// Whether the residual at `focus` has been formed.
    pub residual_shown: bool,
    /// The coin of the tail, once used.
    pub tail_coin: Option<f64>,
    /// The target's cache.
    pub target_cache: CacheView,
    /// The draft's cache.
    pub draft_cache: CacheView,
}

/// The whole page at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct StepView {
    /// The text as far as it is revealed.
    pub transcript: Vec<TranscriptToken>,
    /// The cycle on stage; `None` before the first.
    pub cycle: Option<CycleView>,
    /// Cycles shown to their end.
    pub n_complete_cycles: usize,
    /// Target passes shown.
    pub n_target_passes: usize,
    /// Tokens emitted, as far as revealed.
    pub n_emitted: usize,
    /// Why the text ended, once its last step is shown.
    pub stop: Option<StopReason>,
}

impl StepView {
    /// What is shown of a run after `n_shown` events.
    pub fn at(run: &Run, n_shown: usize) -> Self {
        let located = run.timeline.locate(n_shown);
        let prompt = run.trace.prompt.iter();
        let mut transcript: Vec<TranscriptToken> =
            prompt.map(|&token| TranscriptToken { token, origin: TokenOrigin::Prompt, cycle_idx: None }).collect();
        let n_prompt = transcript.len();
        let Some((cycle_idx, n_in_cycle)) = located else {
            let stop = if run.timeline.is_empty() { run.trace.stop } else { None };
            return Self { transcript, cycle: None, n_complete_cycles: 0, n_target_passes: 0, n_emitted: 0, stop };
        };
        for before in 0..cycle_idx {
            let n_events = run.timeline.cycle_events(before).len();
            transcript.extend(emitted_so_far(run, before, n_events));
        }
        transcript.extend(emitted_so_far(run, cycle_idx, n_in_cycle));
        let cycle = CycleView::at(run, cycle_idx, n_in_cycle);
        let at_end = cycle.n_shown == cycle.n_events;
        let passed = run.timeline.cycle_events(cycle_idx)[..n_in_cycle].contains(&CycleEvent::TargetPass);
        Self {
            n_emitted: transcript.len() - n_prompt,
            transcript,
            cycle: Some(cycle),
            n_complete_cycles: cycle_idx + usize::from(at_end),
            n_target_passes: cycle_idx + usize::from(passed),
            stop: run.trace.stop.filter(|_| at_end && cycle_idx + 1 == run.cycles.len()),
        }
    }
}

/// The tokens that a cycle has brought into the text after `n_shown` of its events.
fn emitted_so_far(run: &Run, cycle_idx: usize, n_shown: usize) -> impl Iterator<Item = TranscriptToken> {
    let verdict = &run.cycles[cycle_idx].verdict;
    run.timeline.cycle_events(cycle_idx)[..n_shown].iter().filter_map(move |event| {
        let (token, origin) = match (event, &verdict.tail) {
            (CycleEvent::Test(position), _) if verdict.tests[*position].accepted => (verdict.tests[*position].token, TokenOrigin::Accepted),
            (CycleEvent::Correction, Tail::Correction { token, .. }) => (*token, TokenOrigin::Correction),
            (CycleEvent::Bonus, Tail::Bonus { token }) => (*token, TokenOrigin::Bonus),
            _ => return None,
        };
        Some(TranscriptToken { token, origin, cycle_idx: Some(cycle_idx) })
    })
}

impl CycleView {
    fn at(run: &Run, cycle_idx: usize, n_shown: usize) -> Self {
        let cycle = &run.cycles[cycle_idx];
        let facts = &run.trace.cycles[cycle_idx];
        let events = run.timeline.cycle_events(cycle_idx);
        let shown = &events[..n_shown];
        let event = shown[n_shown - 1];
        let has = |wanted: CycleEvent| shown.contains(&wanted);
        let passed = has(CycleEvent::TargetPass);
        let rolled_back = has(CycleEvent::Rollback);
        // Without a step of its own (no suffix), the dropping is part of the rejection.
        let dropped = has(CycleEvent::Drop);
        let past_end = has(CycleEvent::PastEnd) || has(CycleEvent::DeadEnd);

        let columns = (0..cycle.drafted.len())
            .map(|position| {
                let proposed = has(CycleEvent::Draft(position));
                let token = proposed.then(|| cycle.drafted[position]);
                let test = has(CycleEvent::Test(position)).then(|| cycle.verdict.tests[position]);
                let tested_ever = position < cycle.verdict.tests.len();
                let state = match test {
                    Some(test) if test.accepted => ColumnState::Accepted,
                    Some(_) => ColumnState::Rejected,
                    None if dropped && !tested_ever => ColumnState::Dropped,
                    None if past_end && !tested_ever => ColumnState::PastEnd,
                    None if proposed => ColumnState::Proposed,
                    None => ColumnState::Empty,
                };
                Column {
                    token,
                    draft_prob: token.map(|token| cycle.draft_probs[position].get(token)),
                    target_prob: token.filter(|_| passed).and_then(|token| Some(cycle.target_probs.get(position)?.get(token))),
                    test,
                    state,
                    active: matches!(event, CycleEvent::Draft(at) | CycleEvent::Test(at) if at == position),
                }
            })
            .collect::<Vec<_>>();

        let n_tested = shown.iter().filter(|event| matches!(event, CycleEvent::Test(_))).count();
        let rejected = columns.iter().any(|column| column.state == ColumnState::Rejected);
        let bonus_drawn = has(CycleEvent::Bonus);
        let (correction, bonus_token) = match cycle.verdict.tail {
            Tail::Correction { token, .. } => (has(CycleEvent::Correction).then_some(token), None),
            Tail::Bonus { token } => (None, bonus_drawn.then_some(token)),
            Tail::PastEnd | Tail::DeadEnd => (None, None),
        };
        let n_drafts_shown = shown.iter().filter(|event| matches!(event, CycleEvent::Draft(_))).count();
        let cache = facts.cache;
        // The draft's passes happen one by one: the first also feeds what it lacks, each later one a token.
        let draft_fed = (n_drafts_shown > 0).then(|| cache.draft_pass - (cycle.drafted.len() - n_drafts_shown));
        Self {
            cycle_idx,
            event,
            n_shown,
            n_events: events.len(),
            bonus: BonusColumn {
                scored: passed && cycle.target_probs.len() > cycle.drafted.len(),
                token: bonus_token,
                ruled_out: rejected || past_end,
                active: event == CycleEvent::Bonus,
            },
            columns,
            correction,
            focus: if bonus_drawn { Some(cycle.drafted.len()) } else { n_tested.checked_sub(1) },
            residual_shown: has(CycleEvent::Residual),
            tail_coin: (correction.is_some() || bonus_token.is_some()).then_some(facts.coins.tail),
            target_cache: CacheView {
                before: cache.target_before,
                during: passed.then_some(cache.target_pass),
                after: rolled_back.then_some(cache.target_after),
            },
            draft_cache: CacheView { before: cache.draft_before, during: draft_fed, after: rolled_back.then_some(cache.draft_after) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{Scenario, lesson_case};

    fn case_run(scenario: Scenario) -> Run {
        Run::from_trace(lesson_case(scenario).trace).expect("a recorded case fits together")
    }

    #[test]
    fn before_the_first_event_only_the_prompt_is_there() {
        let view = StepView::at(&case_run(Scenario::CorrectionCase), 0);
        assert_eq!((view.transcript.len(), view.cycle, view.n_emitted, view.n_target_passes), (4, None, 0, 0));
    }

    #[test]
    fn nothing_is_shown_before_its_event() {
        for scenario in [Scenario::CorrectionCase, Scenario::BonusCase] {
            let run = case_run(scenario);
            for n_shown in 1..=run.timeline.len() {
                let view = StepView::at(&run, n_shown);
                let cycle = view.cycle.expect("a cycle is on stage");
                let shown = &run.timeline.cycle_events(0)[..n_shown];
                for (position, column) in cycle.columns.iter().enumerate() {
                    assert_eq!(column.token.is_some(), shown.contains(&CycleEvent::Draft(position)));
                    assert_eq!(column.test.is_some(), shown.contains(&CycleEvent::Test(position)));
                    assert_eq!(column.target_prob.is_some(), shown.contains(&CycleEvent::TargetPass));
                }
                assert_eq!(cycle.correction.is_some(), shown.contains(&CycleEvent::Correction));
                assert_eq!(cycle.bonus.token.is_some(), shown.contains(&CycleEvent::Bonus));
            }
        }
    }

    #[test]
    fn the_last_event_shows_all_that_was_emitted_and_both_caches_rolled_back() {
        let run = case_run(Scenario::CorrectionCase);
        let view = StepView::at(&run, run.timeline.len());
        let tokens: Vec<_> = view.transcript.iter().map(|shown| shown.token).collect();
        assert_eq!(tokens, run.trace.tokens_after(1));
        let cycle = view.cycle.expect("a cycle is on stage");
        let states: Vec<_> = cycle.columns.iter().map(|column| column.state).collect();
        use ColumnState::*;
        assert_eq!(states, [Accepted, Accepted, Rejected, Dropped, Dropped]);
        // Four prompt tokens and two accepted ones; the correction is fed by the next cycle.
        assert_eq!((cycle.target_cache.now(), cycle.draft_cache.now()), (6, 6));
        assert_eq!((cycle.target_cache.before, cycle.target_cache.during, cycle.target_cache.rolled_back()), (3, Some(9), 3));
        assert_eq!(view.stop, Some(StopReason::MaxNewTokens));
    }

    #[test]
    fn a_comparison_loses_no_mass_and_residual_equals_what_is_uncovered() {
        let run = case_run(Scenario::CorrectionCase);
        let cycle = &run.cycles[0];
        for n_bars in [1, 2, 5, 100] {
            let comparison = Comparison::new(2, &cycle.target_probs[2], &cycle.draft_probs[2], n_bars, &[cycle.drafted[2]]);
            let bars = comparison.bars.iter().chain([&comparison.rest]);
            let sums = bars.fold((0.0, 0.0, 0.0, 0.0), |sums, bar| {
                (sums.0 + bar.target_prob, sums.1 + bar.draft_prob, sums.2 + bar.overlap, sums.3 + bar.uncovered)
            });
            for (sum, expected) in
                [(sums.0, 1.0), (sums.1, 1.0), (sums.2, comparison.overlap), (sums.3, comparison.residual_mass), (sums.2 + sums.3, 1.0)]
            {
                assert!((sum - expected).abs() < 1e-12);
            }
            assert!(comparison.bars.iter().any(|bar| bar.token == Some(cycle.drafted[2])));
        }
    }
}

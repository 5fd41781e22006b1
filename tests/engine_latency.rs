//! The measurement of the latency lab on the trained pair: what it counts is decided by the seed, whatever the
//! clock says, and every number that the page needs is there at the end.
#![cfg(feature = "engine")]
#![expect(clippy::disallowed_methods, reason = "a native test's clock is std's")]

use decoding_lab::decode::{
    LatencyFacts, LatencyRecording, LatencySpec, MAX_POSITIONS, RaceFacts, RoundFacts, RunFacts, Vocabulary, now_or_never,
};
use decoding_lab::engine::{Clock, Host, ModelFiles, ModelPair, measure};
use decoding_lab::protocol::{Reply, RunId};
use std::path::Path;
use std::rc::Rc;
use std::time::Instant;

fn trained_pair() -> ModelPair {
    let folder = |name: &str| {
        ModelFiles::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("public/models").join(name)).expect("the models come with the page")
    };
    ModelPair::build(&folder("target-5.9m"), &folder("draft-0.3m")).expect("they fit together")
}

#[derive(Default)]
struct Stopwatch {
    replies: Vec<Reply>,
    cancel_after_yields: Option<usize>,
    n_yields: usize,
}

impl Host for Stopwatch {
    fn clock(&self) -> Clock {
        let started = Instant::now();
        Rc::new(move || started.elapsed().as_secs_f64() * 1000.0)
    }

    async fn yield_now(&mut self) {
        self.n_yields += 1;
    }

    fn cancelled(&self) -> bool {
        self.cancel_after_yields.is_some_and(|n| self.n_yields >= n)
    }

    fn send(&mut self, reply: Reply) {
        self.replies.push(reply);
    }
}

impl Stopwatch {
    fn last(&self) -> (LatencyFacts, RaceFacts) {
        match self.replies.last() {
            Some(Reply::Measured { facts, race: Some(race), .. }) => (facts.clone(), race.clone()),
            other => panic!("it ended with {other:?}"),
        }
    }
}

fn measured(pair: &ModelPair, spec: &LatencySpec) -> (LatencyFacts, RaceFacts) {
    let mut host = Stopwatch::default();
    now_or_never(measure(pair, RunId(7), spec, &mut host)).expect("a pass on the CPU never waits");
    host.last()
}

/// What does not depend on the clock.
fn counts(facts: &LatencyFacts) -> Vec<[RunFacts; 3]> {
    let bare = |run: RunFacts| RunFacts { draft_millis: 0.0, target_millis: 0.0, total_millis: 0.0, ..run };
    facts.rounds.iter().map(|round| [round.plain, round.fixed, round.adaptive].map(bare)).collect()
}

#[test]
fn a_measurement_counts_what_the_seed_decides_and_misses_nothing() {
    let pair = trained_pair();
    let spec = LatencySpec { max_new_tokens: 24, ..LatencySpec::default() };
    let (facts, race) = measured(&pair, &spec);
    let (again, race_again) = measured(&pair, &spec);
    assert_eq!((counts(&facts), &race), (counts(&again), &race_again), "the same seed writes the same");
    assert!(facts.is_whole() && race.is_sound());

    let calibration = &facts.calibration;
    assert_eq!(calibration.target_passes.len(), MAX_POSITIONS);
    let n = calibration.draft_passes.len();
    assert!(n >= 5 && calibration.target_passes.iter().all(|samples| samples.len() == n));
    let costs = calibration.costs().expect("everything was measured");
    assert!(costs.draft > 0.0 && costs.row > 0.0 && costs.verify.iter().all(|cost| *cost > 0.0), "{costs:?}");
    // Every weight takes part in one product per position; the tied embedding is counted once, as the head.
    assert_eq!(calibration.target.weight_bytes, calibration.target.multiply_adds * 2, "of bfloat16");
    let norms = 256 * (2 * 6 + 1);
    assert_eq!(calibration.target.multiply_adds, pair.facts().target.parameters - norms);
    assert!(calibration.machine().is_some());

    for round in &facts.rounds {
        for run in [round.plain, round.fixed, round.adaptive] {
            assert!(run.n_tokens > 0 && run.n_tokens <= 24 && run.total_millis >= run.draft_millis + run.target_millis, "{run:?}");
            assert!(run.n_accepted <= run.n_tested && run.n_tested <= run.n_drafted);
        }
        assert_eq!(round.plain.n_passes, round.plain.n_tokens);
        assert!(round.fixed.n_passes < round.fixed.n_tokens, "something was accepted");
    }
    // Adaptive drafts are wasted less often, per token that was drafted.
    let kept = |of: fn(&RoundFacts) -> &RunFacts| {
        let lane = facts.lane(of).expect("rounds were run");
        lane.total.n_accepted as f64 / lane.total.n_drafted as f64
    };
    assert!(kept(|round| &round.adaptive) > kept(|round| &round.fixed));
    let verdict = facts.verdict(spec.gamma).expect("both are there");
    assert!(verdict.predicted > 0.0 && verdict.measured.median > 0.0 && verdict.without_it >= verdict.predicted);
}

#[test]
fn a_measurement_can_be_stopped_anywhere_and_says_nothing_after_that() {
    let pair = trained_pair();
    let spec = LatencySpec { max_new_tokens: 16, ..LatencySpec::default() };
    for n in [1, 20, 300] {
        let mut host = Stopwatch { cancel_after_yields: Some(n), ..Stopwatch::default() };
        now_or_never(measure(&pair, RunId(7), &spec, &mut host)).expect("a pass on the CPU never waits");
        assert_eq!(host.n_yields, n);
        assert!(host.replies.iter().all(|reply| matches!(reply, Reply::Measured { facts, .. } if !facts.is_whole())));
    }
}

#[test]
fn a_prompt_that_fills_the_context_is_measured_as_far_as_there_is_room() {
    let pair = trained_pair();
    let (facts, race) = measured(&pair, &LatencySpec { prompt: " a".repeat(253), ..LatencySpec::default() });
    assert!(facts.calibration.costs().is_some() && race.n_tokens() <= 3);
    let mut host = Stopwatch::default();
    let too_long = LatencySpec { prompt: " a".repeat(300), ..LatencySpec::default() };
    now_or_never(measure(&pair, RunId(7), &too_long, &mut host)).expect("a pass on the CPU never waits");
    let [Reply::Failed { run: Some(RunId(7)), fault }] = &host.replies[..] else { panic!("{:?}", host.replies) };
    assert!(fault.message.contains("at most 256"), "{fault}");
}

// The lab opens on it before any model is there.
#[test]
fn the_recorded_race_is_the_one_that_the_models_write() {
    let recording = LatencyRecording::from_json(include_str!("../public/traces/first-latency.json")).expect("its parts fit together");
    let pair = trained_pair();
    assert_eq!((&recording.spec, recording.measured), (&LatencySpec::default(), None));
    assert_eq!(&recording.vocabulary, pair.vocabulary() as &Vocabulary);
    assert_eq!(measured(&pair, &recording.spec).1, recording.race);
}

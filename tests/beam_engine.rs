//! Beam search on the trained target: what the examples of the page claim, what a session reports,
//! and that forked caches give what fresh ones give.
#![cfg(feature = "engine")]

use decoding_lab::decode::*;
use decoding_lab::engine::*;
use decoding_lab::protocol::{Reply, RunId};
use std::path::Path;
use std::rc::Rc;

fn files(name: &str) -> ModelFiles {
    ModelFiles::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("public/models").join(name)).expect("the pair is in the repository")
}

fn trained_pair() -> ModelPair {
    ModelPair::build(&files("target-5.9m"), &files("draft-0.3m")).expect("the pair loads")
}

/// Takes what a session reports, and asks it to stop after some yields.
struct Page {
    n_yields: usize,
    stop_after: usize,
    replies: Vec<Reply>,
}

impl Page {
    fn new(stop_after: usize) -> Self {
        Self { n_yields: 0, stop_after, replies: Vec::new() }
    }

    fn steps(&self) -> [Vec<ExpansionFacts>; 2] {
        let mut all = [Vec::new(), Vec::new()];
        for reply in &self.replies {
            if let Reply::BeamSteps { beams, greedy, .. } = reply {
                all[0].extend(beams.iter().cloned());
                all[1].extend(greedy.iter().cloned());
            }
        }
        all
    }

    /// What a page makes of the replies: a recording that has to open.
    fn pair(&self) -> BeamPair {
        let Some(Reply::BeamsStarted { beams, greedy, .. }) = self.replies.first() else { panic!("{:?}", self.replies.first()) };
        let Some(Reply::BeamsEnded { beams: stop, greedy: greedy_stop, .. }) = self.replies.last() else {
            panic!("{:?}", self.replies.last())
        };
        let [steps, greedy_steps] = self.steps();
        let beams = BeamTrace { steps, stop: Some(*stop), ..beams.clone() };
        let greedy = BeamTrace { steps: greedy_steps, stop: Some(*greedy_stop), ..greedy.clone() };
        BeamPair::from_traces(beams, greedy).expect("what a session reports fits together")
    }
}

impl Host for Page {
    fn clock(&self) -> Clock {
        Rc::new(|| 0.0)
    }

    async fn yield_now(&mut self) {
        self.n_yields += 1;
    }

    fn cancelled(&self) -> bool {
        self.n_yields >= self.stop_after
    }

    fn send(&mut self, reply: Reply) {
        self.replies.push(reply);
    }
}

fn search(pair: &ModelPair, spec: &BeamSpec, stop_after: usize) -> Page {
    let mut page = Page::new(stop_after);
    now_or_never(search_beams(pair, RunId(1), &spec.prompt, spec.search_settings(), &mut page)).expect("a CPU pass never waits");
    page
}

fn score(run: &BeamRun) -> f64 {
    run.node(run.best().expect("a text")).score
}

fn best_tokens(run: &BeamRun) -> Vec<TokenId> {
    run.tree().tokens(run.best().expect("a text"))
}

/// Trigrams of a text that have come before in it.
fn n_repeated_trigrams(tokens: &[TokenId]) -> usize {
    (2..tokens.len()).filter(|&end| (2..end).any(|before| tokens[before - 2..=before] == tokens[end - 2..=end])).count()
}

// What each example says it shows, on the real target.
#[test]
fn every_example_shows_what_it_claims() {
    let pair = trained_pair();
    let of = |preset: &BeamPreset| search(&pair, &preset.spec(), usize::MAX).pair();
    let [win, repetitive, short, run_out] = BEAM_PRESETS else { panic!("four examples") };

    let shown = of(win);
    assert_eq!(win.settings.num_beams, 4);
    let comparison = GreedyComparison::of_runs(&shown.greedy, &shown.beams).expect("both have a text");
    assert!(score(&shown.beams) > score(&shown.greedy) + 3.0, "four beams win clearly: {}", comparison.lead);
    assert_eq!((comparison.parts_at, comparison.prefixes[0].lead < 0.0), (Some(1), true), "behind with the first token");
    assert!(comparison.token_rank_there > Some(1) && comparison.overtakes_at > Some(1));

    let shown = of(repetitive);
    assert!(score(&shown.beams) > score(&shown.greedy) + 10.0);
    let (beam, greedy) = (n_repeated_trigrams(&best_tokens(&shown.beams)), n_repeated_trigrams(&best_tokens(&shown.greedy)));
    assert!(beam > 4 * greedy && beam > 30, "{beam} repeated trigrams with beams, {greedy} with greedy");

    let shown = of(short);
    assert!(score(&shown.beams) > score(&shown.greedy));
    assert!(best_tokens(&shown.beams).len() * 3 < best_tokens(&shown.greedy).len() * 2);
    assert!([&shown.beams, &shown.greedy].iter().all(|run| run.node(run.best().expect("a text")).ends), "both texts are over");

    let shown = of(run_out);
    let last = shown.beams.ranked_after(usize::MAX).last().copied().expect("sixteen beams");
    let probs: Vec<f64> = PathPoint::path(&shown.beams, last.node).iter().map(|point| point.prob).collect();
    let products = LogsAgainstProducts::of(&probs);
    assert!(products.f16_zero_at < products.f32_imprecise_at && products.f32_zero_at.is_some(), "{products:?}");
    assert!(products.rows.last().is_some_and(|row| row.sum.is_finite() && row.product_f32 == 0.0 && row.product_f64 > 0.0));
}

#[test]
fn forked_caches_give_the_scores_of_fresh_passes() {
    let pair = trained_pair();
    let spec = BeamSpec { settings: BeamSettings { num_beams: 5, max_depth: 9, ..BeamSettings::default() }, ..BeamSpec::default() };
    let run = search(&pair, &spec, usize::MAX).pair().beams;
    for beam in run.frontier().ranked() {
        let tokens = run.tree().tokens(beam.node);
        let text = [&run.trace.prompt[..], &tokens].concat();
        let rows = now_or_never(pair.target().extend(&text)).expect("never waits").expect("a pass");
        let fresh: f64 = (0..tokens.len())
            .map(|idx| {
                let at = run.trace.prompt.len() + idx;
                let probs = ProcessorChain::default().process(&rows[at - 1], &text[..at]).expect("a distribution");
                libm::log(probs.get(text[at]))
            })
            .sum();
        assert!((fresh - run.node(beam.node).score).abs() < 1e-3, "{fresh} for {}", run.node(beam.node).score);
    }
}

#[test]
fn a_session_feeds_the_prompt_once_and_yields_between_any_two_passes() {
    let pair = trained_pair();
    let spec = BeamSpec { settings: BeamSettings { num_beams: 16, max_depth: 4, ..BeamSettings::default() }, ..BeamSpec::default() };
    let page = search(&pair, &spec, usize::MAX);
    let shown = page.pair();
    let (beams, greedy) = (shown.beams.cost(usize::MAX), shown.greedy.cost(usize::MAX));
    let n_prompt = shown.beams.trace.prompt.len();
    assert_eq!((beams.n_passes, greedy.n_passes), (1 + 3 * 16, 4));
    assert_eq!((beams.n_fed, greedy.n_fed), (n_prompt + 3 * 16, 4));
    assert!(beams.n_fed * 4 < beams.n_fed_without_cache);
    assert!(page.n_yields >= beams.n_passes + greedy.n_passes);
}

#[test]
fn a_search_stops_at_the_next_pass_wherever_it_is() {
    let pair = trained_pair();
    let spec = BeamSpec { settings: BeamSettings { num_beams: 3, max_depth: 4, ..BeamSettings::default() }, ..BeamSpec::default() };
    let whole = search(&pair, &spec, usize::MAX);
    for stop_after in 0..whole.n_yields {
        let page = search(&pair, &spec, stop_after.max(1));
        assert_eq!(page.n_yields, stop_after.max(1), "nothing goes on after a stop");
        let stopped = page.pair();
        let stops = [stopped.beams.trace.stop, stopped.greedy.trace.stop];
        assert!(stops.contains(&Some(BeamStop::Cancelled)), "{stops:?}");
        let n_steps = stopped.beams.trace.steps.len();
        assert_eq!(stopped.beams.trace.steps, whole.pair().beams.trace.steps[..n_steps], "what there was is the beginning of the whole");
    }
}

#[test]
fn what_cannot_be_searched_is_said_in_plain_words() {
    let pair = trained_pair();
    let page = search(&pair, &BeamSpec { prompt: "cat ".repeat(900), ..BeamSpec::default() }, usize::MAX);
    let Some(Reply::Failed { run: Some(RunId(1)), fault }) = page.replies.last() else { panic!("{:?}", page.replies.last()) };
    assert!(fault.message.contains("tokens"), "{fault}");
}

fn recording(pair: &ModelPair, spec: BeamSpec) -> BeamRecording {
    let shown = search(pair, &spec, usize::MAX).pair();
    let vocabulary = pair.vocabulary().clone();
    BeamRecording { version: RECORDING_VERSION, spec, beams: shown.beams.trace, greedy: shown.greedy.trace, vocabulary }
}

// Rows of all logits would make this file eleven megabytes.
#[test]
fn the_deepest_and_widest_search_that_is_shown_makes_a_small_file_that_opens_as_it_was() {
    let pair = trained_pair();
    let settings = BeamSettings { num_beams: 8, max_depth: 64, ..BeamSettings::default() };
    let recorded = recording(&pair, BeamSpec { settings, ..BeamSpec::default() });
    assert_eq!((recorded.beams.steps.len(), recorded.beams.stop), (64, Some(BeamStop::MaxDepth)));
    let json = recorded.to_json();
    assert!(json.len() < 800_000, "{} bytes", json.len());
    let (_, opened, _) = BeamRecording::open(&json).expect("it opens");
    assert_eq!((&opened.beams.trace, &opened.greedy.trace), (&recorded.beams, &recorded.greedy));
}

#[test]
fn the_search_that_the_page_opens_on_is_what_a_live_one_finds() {
    let json = include_str!("../public/traces/first-beams.json");
    let (spec, recorded, vocabulary) = BeamRecording::open(json).expect("its facts agree");
    let pair = trained_pair();
    assert_eq!((&spec, &vocabulary), (&BeamSpec::default(), pair.vocabulary()));
    let live = search(&pair, &spec, usize::MAX).pair();
    assert_eq!((best_tokens(&live.beams), best_tokens(&live.greedy)), (best_tokens(&recorded.beams), best_tokens(&recorded.greedy)));
    assert!((score(&live.beams) - score(&recorded.beams)).abs() < 1e-3);
    assert!(json.len() < 200_000, "{} bytes", json.len());
}

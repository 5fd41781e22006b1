//! The engine against what is known of it: the trained pair's reference numbers, an independent
//! forward pass written here in plain loops, and the faults that broke other tools.
//!
//! "Case n" in a comment is a fault once reported against a tool of this field; the comment says
//! what its users saw.
#![cfg(feature = "reference")]
#![expect(clippy::disallowed_methods, reason = "the native tests' clock is std's")]

#[path = "common/shapes.rs"]
mod shapes;

use decoding_lab::decode::*;
use decoding_lab::engine::*;
use decoding_lab::protocol::{Reply, RunId, encode};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

fn files(name: &str) -> ModelFiles {
    ModelFiles::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("public/models").join(name)).expect("the pair is in the repository")
}

fn trained_pair() -> ModelPair {
    ModelPair::build(&files("target-5.9m"), &files("draft-0.3m")).expect("the pair loads")
}

fn trained_pair_with(kernels: Kernels) -> ModelPair {
    let pair = ModelPair::build_with(&files("target-5.9m"), &files("draft-0.3m"), kernels).expect("the pair loads");
    assert_eq!((pair.kernels(), pair.facts().draft.kernels), (kernels, Some(kernels)));
    pair
}

/// The fast engine's kernels that a native build has.
const FAST: [Kernels; 3] = [Kernels::Scalar, Kernels::Simd, Kernels::Int8];

/// All kernels that a native build has.
const NATIVE: [Kernels; 4] = [Kernels::Reference, Kernels::Scalar, Kernels::Simd, Kernels::Int8];

/// CPU passes never wait.
fn now<F: Future>(future: F) -> F::Output {
    now_or_never(future).expect("a CPU pass never waits")
}

fn ids(tokens: &[TokenId]) -> Vec<u32> {
    tokens.iter().map(|token| token.0).collect()
}

fn argmax(row: &[f32]) -> usize {
    (0..row.len()).fold(0, |best, idx| if row[idx] > row[best] { idx } else { best })
}

fn max_difference(a: &[f32], b: &[f32]) -> f32 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

// A file that `transformers` reads otherwise than we do would be a model of our own making.
#[test]
fn transformers_gives_the_logits_and_the_greedy_texts_of_the_shipped_models() {
    let known: serde_json::Value = serde_json::from_str(include_str!("data/transformers-logits.json")).expect("it is JSON");
    let pair = trained_pair();
    let numbers = |value: &serde_json::Value| -> Vec<f64> {
        value.as_array().expect("a list").iter().map(|number| number.as_f64().expect("a number")).collect()
    };
    let smaller = ModelPair::build(&files("target-1.8m"), &files("draft-0.3m")).expect("the smaller target and the draft are a pair, too");
    for (mut model, facts) in
        [(pair.target(), &pair.facts().target), (pair.draft(), &pair.facts().draft), (smaller.target(), &smaller.facts().target)]
    {
        let name = facts.name.as_str();
        assert_eq!(known["models"][name]["parameters"].as_u64(), Some(facts.parameters), "{name}");
        let texts = known["models"][name]["texts"].as_array().expect("texts");
        assert!(!texts.is_empty());
        for text in texts {
            let tokens: Vec<TokenId> = numbers(&text["ids"]).iter().map(|id| TokenId(*id as u32)).collect();
            let prompt = text["text"].as_str().expect("a text");
            assert_eq!(pair.encode_prompt(prompt).expect("it encodes"), tokens, "{prompt}");
            model.truncate(0);
            let rows = now(model.extend(&tokens)).expect("a pass");
            for (idx, row) in rows.iter().enumerate() {
                let first = numbers(&text["first_logits_of_each_row"][idx]);
                assert!(row.iter().zip(&first).all(|(ours, theirs)| (f64::from(*ours) - theirs).abs() < 1e-3), "{name}, row {idx}");
                let log_sum = row.iter().map(|logit| f64::from(*logit).exp()).sum::<f64>().ln();
                assert!((log_sum - numbers(&text["log_sum_exp_of_each_row"])[idx]).abs() < 1e-3, "{name}, row {idx}");
            }
            for largest in text["largest_of_last_row"].as_array().expect("a list") {
                let [id, logit] = numbers(largest)[..] else { panic!("an id and a logit") };
                assert!((f64::from(rows[rows.len() - 1][id as usize]) - logit).abs() < 1e-3, "{name}: token {id}");
            }
            let mut last = argmax(&rows[rows.len() - 1]);
            for (idx, wanted) in numbers(&text["greedy"]).iter().enumerate() {
                assert_eq!(last, *wanted as usize, "{name}: greedy token {idx}");
                let row = now(model.extend(&[TokenId(last as u32)])).expect("a pass");
                last = argmax(&row[0]);
            }
        }
    }
}

/// A clock that stands still but for what the test adds, and the list of what a session reports.
struct FakeHost {
    millis: Rc<Cell<f64>>,
    n_yields: usize,
    cancel_after_yields: usize,
    replies: Vec<(f64, Reply)>,
}

impl FakeHost {
    fn new() -> Self {
        Self { millis: Rc::new(Cell::new(0.0)), n_yields: 0, cancel_after_yields: usize::MAX, replies: Vec::new() }
    }

    fn cycles(&self) -> Vec<CycleFacts> {
        let cycles = self.replies.iter().filter_map(|(_, reply)| match reply {
            Reply::Cycles { cycles, .. } => Some(cycles.clone()),
            _ => None,
        });
        cycles.flatten().collect()
    }

    fn emitted(&self) -> Vec<TokenId> {
        self.cycles().into_iter().flat_map(|cycle| cycle.emitted).collect()
    }

    fn prompt(&self) -> Vec<TokenId> {
        let prompt = self.replies.iter().find_map(|(_, reply)| match reply {
            Reply::RunStarted { prompt, .. } => Some(prompt.clone()),
            _ => None,
        });
        prompt.expect("the run has started")
    }

    fn speculation_stop(&self) -> Option<StopReason> {
        self.replies.iter().find_map(|(_, reply)| match reply {
            Reply::SpeculationEnded { stop, .. } => Some(*stop),
            _ => None,
        })
    }

    /// The last reply, which must be what the target alone wrote.
    fn alone(&self) -> (Vec<TokenId>, StopReason, f64) {
        match self.replies.last() {
            Some((_, Reply::TargetAlone { emitted, stop, decode_millis, .. })) => (emitted.clone(), *stop, *decode_millis),
            other => panic!("the run ended with {other:?}"),
        }
    }

    fn failure(&self) -> &str {
        match self.replies.last() {
            Some((_, Reply::Failed { fault, .. })) => &fault.message,
            other => panic!("the run ended with {other:?}"),
        }
    }
}

impl Host for FakeHost {
    fn clock(&self) -> Clock {
        let millis = self.millis.clone();
        Rc::new(move || millis.get())
    }

    async fn yield_now(&mut self) {
        self.n_yields += 1;
    }

    fn cancelled(&self) -> bool {
        self.n_yields >= self.cancel_after_yields
    }

    fn send(&mut self, reply: Reply) {
        self.replies.push((self.millis.get(), reply));
    }
}

fn run_spec(pair: &ModelPair, spec: &ExperimentSpec) -> FakeHost {
    let mut host = FakeHost::new();
    now(run(pair, RunId(1), spec, &mut host));
    host
}

/// A spec's decoder for texts that never end by themselves.
fn endless_config(pair: &ModelPair, spec: &ExperimentSpec) -> DecoderConfig {
    let mut config = Trace::new(spec.clone(), pair.facts().clone(), Vec::new()).config();
    config.stop_tokens.clear();
    config
}

// Case 1: with the draft equal to the target, the residual's mass is zero; a tool divided by it and
// sampled from NaN.
#[test]
fn a_draft_that_is_the_target_is_always_accepted() {
    let target = files("target-5.9m");
    let pair = ModelPair::build(&target, &target).expect("a model can be its own draft");
    for temperature in [0.0, 0.01, 1.0] {
        let spec = ExperimentSpec { temperature, gamma: 4, max_new_tokens: 200, ..Default::default() };
        let mut trace = Trace::new(spec.clone(), pair.facts().clone(), pair.encode_prompt(&spec.prompt).expect("it encodes"));
        trace.pair.stop_tokens.clear();
        let mut decoder = Speculative::new(trace.config(), &trace.prompt);
        let (mut draft, mut target) = (pair.draft(), pair.target());
        while let Some(facts) = now(decoder.step(&mut draft, &mut target)).expect("a cycle") {
            trace.cycles.push(facts);
        }
        let cycles = replay(&trace).expect("the facts agree");
        assert_eq!((cycles.len(), trace.tokens_after(40).len()), (40, 208), "temperature {temperature}");
        let stats = SpeculationStats::from_cycles(4, &cycles);
        assert_eq!((stats.n_accepted, stats.n_tested, stats.n_bonus), (160, 160, 40), "temperature {temperature}");
        assert_eq!(stats.tokens_per_cycle(), Some(5.0), "temperature {temperature}");
        for test in cycles.iter().flat_map(Cycle::tests) {
            assert!(test.acceptance_prob.is_finite() && test.acceptance_prob > 0.99, "temperature {temperature}: {test:?}");
        }
    }
}

/// How much of what was drafted was accepted.
fn alpha(host: &FakeHost) -> f64 {
    let cycles = host.cycles();
    let n_drafted: usize = cycles.iter().map(|cycle| cycle.drafted.len()).sum();
    // All of a cycle's tokens but its last one were drafted; of a cycle that the end cut off, perhaps that one, too.
    let n_accepted: usize = cycles.iter().map(|cycle| cycle.emitted.len() - 1).sum();
    n_accepted as f64 / n_drafted as f64
}

#[test]
fn the_draft_can_be_the_poor_one_or_the_target_itself_and_the_recording_says_which() {
    let target = files("target-5.9m");
    let spec = ExperimentSpec { temperature: 1.0, max_new_tokens: 120, ..Default::default() };
    for kernels in [Kernels::Simd, Kernels::Int8] {
        let with = |draft: &ModelFiles| {
            let pair = ModelPair::build_with(&target, draft, kernels).expect("the draft knows the target's tokens");
            let alpha = alpha(&run_spec(&pair, &spec));
            (alpha, pair.facts().clone())
        };
        let [(small, _), (poor, of_poor), (itself, of_itself)] = [&files("draft-0.3m"), &files("draft-poor"), &target].map(with);
        assert!(itself > 0.95 && small < 0.9 && poor < small - 0.1, "{kernels:?}: {itself}, {small}, {poor}");
        assert_eq!((of_poor.draft.name.as_str(), of_poor.draft.parameters), ("draft-poor", 68_912));
        assert_eq!(of_itself.draft, of_itself.target);
    }
}

// Case 2: at temperature 0 some tools' speculative text drifts away from the target's own, because
// of a stale cache or a wrong mask.
#[test]
fn greedy_speculation_writes_the_targets_own_text_token_for_token() {
    const PROMPTS: [&str; 5] =
        ["Once upon a time, a cat", "The little robot was sad because", "\"Mom,\" said Lily, \"", "One day 🐈", "Count: 1 2 3"];
    let check = |prompt: &str, kernels: Kernels| {
        let pair = trained_pair_with(kernels);
        let mut spec = ExperimentSpec { temperature: 0.0, max_new_tokens: 200, prompt: prompt.to_owned(), ..Default::default() };
        let prompt = pair.encode_prompt(prompt).expect("it encodes");
        let mut alone = Ancestral::new(endless_config(&pair, &spec), &prompt);
        let mut target = pair.target();
        while now(alone.step(&mut target)).expect("a step").is_some() {}
        assert_eq!(alone.emitted().len(), 200);
        for gamma in 1..=8 {
            spec.gamma = gamma;
            let mut decoder = Speculative::new(endless_config(&pair, &spec), &prompt);
            let (mut draft, mut target) = (pair.draft(), pair.target());
            while now(decoder.step(&mut draft, &mut target)).expect("a cycle").is_some() {}
            assert_eq!(ids(decoder.tokens()), ids(alone.tokens()), "{kernels:?}, gamma {gamma}, {}", spec.prompt);
        }
    };
    // Scalar code has the bits of SIMD, as another test shows.
    for kernels in [Kernels::Simd, Kernels::Int8] {
        std::thread::scope(|scope| PROMPTS.iter().for_each(|prompt| drop(scope.spawn(|| check(prompt, kernels)))));
    }
}

// Case 6: caches that were not rolled back after a rejection, or by one token too few or too many,
// showed as an acceptance rate that fell with the length of the text.
#[test]
fn after_every_cycle_both_caches_are_those_of_a_fresh_model() {
    let pair = trained_pair();
    let spec = ExperimentSpec { max_new_tokens: 100, ..Default::default() };
    let prompt = pair.encode_prompt(&spec.prompt).expect("it encodes");
    let mut decoder = Speculative::new(endless_config(&pair, &spec), &prompt);
    let (mut draft, mut target) = (pair.draft(), pair.target());
    let mut n_accepted_seen = [0; 5];
    loop {
        let text = decoder.tokens().to_vec();
        let Some(facts) = now(decoder.step(&mut draft, &mut target)).expect("a cycle") else { break };
        let n_drafted = facts.drafted.len();
        // A correction is never the token that it replaces.
        let n_accepted = facts.emitted.iter().zip(&facts.drafted).take_while(|(emitted, drafted)| emitted == drafted).count();
        n_accepted_seen[n_accepted] += 1;

        // The rows of this cycle, against one pass of a fresh model over everything.
        let whole: Vec<TokenId> = text.iter().chain(&facts.drafted).copied().collect();
        let fresh = now(pair.target().extend(&whole)).expect("a pass");
        for (row, fresh) in facts.target_logits.iter().zip(&fresh[text.len() - 1..]) {
            assert!(max_difference(&row.0, fresh) < 1e-3);
        }
        let fresh = now(pair.draft().extend(&whole)).expect("a pass");
        for (row, fresh) in facts.draft_logits.iter().zip(&fresh[text.len() - 1..]) {
            assert!(max_difference(&row.0, fresh) < 1e-3);
        }

        // The lengths that the page shows are the lengths there are, and the tokens are the text's.
        let after = decoder.tokens();
        assert_eq!(facts.cache.target_after, target.cached().len());
        assert_eq!(facts.cache.draft_after, draft.cached().len());
        assert_eq!(facts.cache.target_pass, text.len() + n_drafted);
        assert_eq!(facts.cache.draft_pass, text.len() + n_drafted - 1);
        assert_eq!(facts.cache.target_after, text.len() + n_accepted);
        assert_eq!(facts.cache.draft_after, text.len() + n_accepted.min(n_drafted - 1));
        assert_eq!(target.cached(), &after[..target.cached().len()]);
        assert_eq!(draft.cached(), &after[..draft.cached().len()]);

        // What the rolled-back caches say next, against a fresh model.
        for (model, fresh) in [(&target, pair.target()), (&draft, pair.draft())] {
            let (mut fork, mut fresh) = (model.fork(), fresh);
            fork.truncate(after.len() - 1);
            let row = now(fork.extend(&after[fork.cached().len()..])).expect("a pass").pop().expect("a row");
            let fresh_row = now(fresh.extend(after)).expect("a pass").pop().expect("a row");
            assert!(max_difference(&row, &fresh_row) < 1e-3);
        }
    }
    assert!(n_accepted_seen[0] > 0 && n_accepted_seen[4] > 0, "rejections at the first position, and bonuses: {n_accepted_seen:?}");
}

// Case 7: a mask that is right only for a square pass let drafted tokens look ahead, or hid the
// cache from them.
#[test]
fn a_pass_over_several_tokens_gives_the_rows_of_single_steps() {
    for kernels in NATIVE {
        let pair = trained_pair_with(kernels);
        let text = pair.encode_prompt(&"The small dog ran to the big tree and saw a red bird. ".repeat(16)).expect("it fits the context");
        for model in [pair.target(), pair.draft()] {
            for n_warm in [0, 1, 7, 64, 200] {
                let mut warm = model.fork();
                now(warm.extend(&text[..n_warm])).expect("a pass");
                for n_tokens in 1..=9 {
                    let tokens = &text[n_warm..n_warm + n_tokens];
                    let together = now(warm.fork().extend(tokens)).expect("a pass");
                    let mut stepping = warm.fork();
                    for (token, row) in tokens.iter().zip(&together) {
                        let single = now(stepping.extend(&[*token])).expect("a pass").remove(0);
                        assert!(max_difference(row, &single) < 1e-4, "{kernels:?}: {n_tokens} tokens after {n_warm}");
                        assert_eq!(argmax(row), argmax(&single), "{kernels:?}: {n_tokens} tokens after {n_warm}");
                    }
                }
            }
        }
    }
}

#[test]
fn forks_and_truncated_caches_never_show_in_one_another() {
    for kernels in NATIVE {
        let pair = trained_pair_with(kernels);
        let text = pair.encode_prompt("Tom and his sister went to the zoo to see a lion").expect("it encodes");
        let fresh = |tokens: &[TokenId]| now(pair.target().extend(tokens)).expect("a pass").pop().expect("a row");
        let mut model = pair.target();
        now(model.extend(&text[..6])).expect("a pass");
        let mut fork = model.fork();
        fork.truncate(3);
        now(fork.extend(&[text[9], text[8]])).expect("a pass");
        let row = now(model.extend(&text[6..7])).expect("a pass").remove(0);
        assert!(max_difference(&row, &fresh(&text[..7])) < 1e-4);
        let row = now(fork.extend(&text[10..11])).expect("a pass").remove(0);
        assert!(max_difference(&row, &fresh(&[text[0], text[1], text[2], text[9], text[8], text[10]])) < 1e-4);

        model.truncate(99); // Nothing to forget.
        assert_eq!(model.cached(), &text[..7]);
        model.truncate(0);
        assert_eq!(model.cached(), []);
        assert_eq!(now(model.extend(&[])).expect("an empty pass"), Vec::<Vec<f32>>::new());
        let row = now(model.extend(&text[..2])).expect("a pass").remove(1);
        assert!(max_difference(&row, &fresh(&text[..2])) < 1e-4);
    }
}

// Case 8: a seed that was set once more inside the loop made every test use the same number; a seed
// that was not set made links worthless.
#[test]
fn the_same_seed_gives_the_same_run_and_another_seed_another() {
    let pair = trained_pair();
    let spec = ExperimentSpec { temperature: 1.0, ..Default::default() };
    let (first, again) = (run_spec(&pair, &spec), run_spec(&pair, &spec));
    assert_eq!(first.cycles(), again.cycles());
    assert_eq!(first.alone(), again.alone());
    let other = run_spec(&pair, &ExperimentSpec { seed: spec.seed + 1, ..spec });
    assert_ne!(first.emitted(), other.emitted());
    assert_ne!(first.alone().0, other.alone().0);
}

#[test]
fn a_recording_replays_to_the_same_tokens() {
    let pair = trained_pair();
    let spec = ExperimentSpec { max_new_tokens: 20, ..Default::default() };
    let host = run_spec(&pair, &spec);
    let mut trace = Trace::new(spec, pair.facts().clone(), host.prompt());
    trace.cycles = host.cycles();
    trace.stop = host.speculation_stop();
    let recording =
        Recording { version: RECORDING_VERSION, trace, target_alone: Some(host.alone().0), vocabulary: pair.vocabulary().clone() };
    let read = Recording::from_json(&recording.to_json()).expect("it was just written");
    assert_eq!(read, recording);
    let replayed: Vec<TokenId> = replay(&read.trace).expect("it agrees").into_iter().flat_map(|cycle| cycle.verdict.emitted).collect();
    assert_eq!(replayed, host.emitted());
}

// Case 22: emoji and Chinese came out as U+FFFD, one for each token that ends inside a character.
#[test]
fn no_byte_of_a_text_is_lost_and_no_character_replaced() {
    let pair = trained_pair();
    let texts = [
        "",
        " ",
        "a cat 🐈 and 👩‍👩‍👧‍👦",
        "猫が好きです。从前有一只猫",
        "tabs\t\tand\r\n\r\n   runs of   space  ",
        "\u{0}\u{7}\u{1b}[31m\u{7f}\u{85}\u{a0}\u{2028}\u{feff}",
        "e\u{301} is not é",
        "1234567890 3.14",
        "“quotes” — and … don't I'LL",
    ];
    for text in texts {
        let tokens = pair.encode_prompt(text).expect("it encodes");
        assert_eq!(tokens[0], TokenId(0));
        let bytes: Vec<u8> = tokens.iter().flat_map(|token| pair.vocabulary().bytes(*token)).copied().collect();
        assert_eq!(bytes, text.as_bytes());
        assert_eq!(pair.vocabulary().text(&tokens), text);
    }
    for prompt in ["a cat 🐈 and a", "猫が"] {
        // Hot enough that loose bytes come out, too.
        let spec = ExperimentSpec { prompt: prompt.to_owned(), temperature: 2.0, max_new_tokens: 60, ..Default::default() };
        let host = run_spec(&pair, &spec);
        let tokens: Vec<TokenId> = host.prompt().into_iter().chain(host.emitted()).collect();
        let text = pair.vocabulary().text(&tokens);
        assert!(text.starts_with(prompt) && !text.contains('\u{FFFD}'), "{text}");
    }
}

#[test]
fn text_that_reads_like_a_control_token_stays_text() {
    let pair = trained_pair();
    for text in ["<|endoftext|>", "a<|endoftext|>b", " <|endoftext|> "] {
        let tokens = pair.encode_prompt(text).expect("it encodes");
        assert!(tokens[1..].iter().all(|token| !pair.vocabulary().is_special(*token)), "{tokens:?}");
        assert_eq!(pair.vocabulary().text(&tokens), text);
    }
}

// Case 26: past the context, users saw "narrow invalid args start + len > dim_len".
#[test]
fn a_text_ends_plainly_where_the_context_is_full() {
    let pair = trained_pair();
    let spec = |n_tokens: usize| {
        // " a" is one token; the opening token is another.
        let prompt = " a".repeat(n_tokens - 1);
        assert_eq!(pair.encode_prompt(&prompt).map_or(n_tokens, |tokens| tokens.len()), n_tokens);
        ExperimentSpec { prompt, max_new_tokens: 240, ..Default::default() }
    };
    let mut endless = pair.facts().clone();
    endless.stop_tokens.clear();
    for (n_prompt, n_emitted) in [(256, 0), (255, 1), (254, 2), (250, 6), (200, 56)] {
        let spec = spec(n_prompt);
        let prompt = pair.encode_prompt(&spec.prompt).expect("it fits");
        let mut host = FakeHost::new();
        now(run_models(pair.draft(), pair.target(), &endless, &prompt, RunId(1), &spec, &mut host)).expect("a clean stop");
        assert_eq!(host.emitted().len(), n_emitted);
        assert_eq!(host.speculation_stop(), Some(StopReason::ContextFull));
        assert_eq!((host.alone().0.len(), host.alone().1), (n_emitted, StopReason::ContextFull));
    }
    let host = run_spec(&pair, &spec(257));
    assert_eq!(host.failure(), "the prompt has 257 tokens, but the models see at most 256; shorten it");

    let mut model = pair.target();
    now(model.extend(&[TokenId(7); 250])).expect("a pass");
    let error = now(model.extend(&[TokenId(7); 7])).expect_err("256 is the limit");
    assert!(error.to_string().starts_with("the text has reached the models' limit of 256 tokens"), "{error}");
    assert_eq!(model.cached().len(), 250);
    assert_eq!(now(model.extend(&[TokenId(7); 6])).expect("a pass").len(), 6);
    let error = now(pair.target().extend(&[TokenId(4096)])).expect_err("there is no such token");
    assert!(matches!(error, EngineError::TokenOutside { .. }), "{error}");
}

/// A table whose passes take time on a fake clock: 2 ms, and 1 ms for each token.
struct Slow {
    table: TableModel,
    millis: Rc<Cell<f64>>,
}

impl LanguageModel for Slow {
    type Error = TableError;

    fn vocab_size(&self) -> usize {
        self.table.vocab_size()
    }

    fn context_len(&self) -> usize {
        self.table.context_len()
    }

    fn cached(&self) -> &[TokenId] {
        self.table.cached()
    }

    async fn extend(&mut self, tokens: &[TokenId]) -> Result<Vec<LogitsRow>, TableError> {
        self.millis.set(self.millis.get() + 2.0 + tokens.len() as f64);
        self.table.extend(tokens).await
    }

    fn truncate(&mut self, len: usize) {
        self.table.truncate(len);
    }

    fn fork(&self) -> Self {
        Self { table: self.table.fork(), millis: self.millis.clone() }
    }
}

fn run_slow(n_prompt: usize, spec: &ExperimentSpec, host: &mut FakeHost) {
    let slow = || Slow { table: TableModel::uniform(4, 1000), millis: host.millis.clone() };
    let (draft, target) = (slow(), slow());
    let facts = ModelFacts::table;
    let pair = PairFacts { target: facts("t"), draft: facts("d"), vocab_size: 4, context_len: 1000, stop_tokens: Vec::new() };
    now(run_models(draft, target, &pair, &vec![TokenId(1); n_prompt], RunId(1), spec, host)).expect("a run");
}

// Case 27: a rate that counted the prompt as tokens, or its time as decoding, was off by a factor;
// after the first token some tools showed thousands per second.
#[test]
fn rates_are_of_decoding_alone() {
    let spec = ExperimentSpec { gamma: 3, max_new_tokens: 12, ..Default::default() };
    let mut host = FakeHost::new();
    run_slow(100, &spec, &mut host);
    let Some((_, Reply::RunStarted { prefill_millis, .. })) = host.replies.first() else { panic!("no start") };
    // 99 tokens in chunks of 32 to each model.
    assert_eq!(*prefill_millis, 2.0 * (4.0 * 2.0 + 99.0));
    // The two tables are alike, so a cycle accepts all: three drafting passes, one target pass.
    let cycles = host.cycles();
    assert_eq!(cycles.len(), 3);
    assert_eq!(cycles[0].millis, CycleMillis { draft: 9.0, target: 6.0, total: 15.0 });
    // After a bonus, the draft has two tokens to catch up with.
    assert_eq!(cycles[1].millis, CycleMillis { draft: 10.0, target: 6.0, total: 16.0 });
    let (emitted, stop, decode_millis) = host.alone();
    assert_eq!((emitted.len(), stop, decode_millis), (12, StopReason::MaxNewTokens, 12.0 * 3.0));
}

// Case 28: a page that could not be stopped, because the worker never looked up from its loop.
#[test]
fn a_run_stops_at_the_next_step_wherever_it_is() {
    let spec = ExperimentSpec { gamma: 3, max_new_tokens: 12, ..Default::default() };
    // Four yields in the prompt, three in speculation, twelve in the target alone.
    for (cancel_after_yields, n_cycles, n_alone) in [(1, 0, 0), (4, 0, 0), (5, 1, 0), (6, 2, 0), (8, 3, 1), (12, 3, 5)] {
        let mut host = FakeHost::new();
        host.cancel_after_yields = cancel_after_yields;
        run_slow(100, &spec, &mut host);
        assert_eq!(host.n_yields, cancel_after_yields, "nothing runs after a cancel");
        assert_eq!(host.cycles().len(), n_cycles, "what was done is reported");
        let stop = if n_cycles < 3 { StopReason::Cancelled } else { StopReason::MaxNewTokens };
        assert_eq!(host.speculation_stop(), Some(stop));
        assert_eq!((host.alone().0.len(), host.alone().1), (n_alone, StopReason::Cancelled));
    }
}

// Case 28, on the trained pair and a real clock: the longest stretch between two looks.
#[test]
fn no_step_of_the_trained_pair_keeps_a_stop_waiting() {
    struct Watch {
        host: FakeHost,
        last_look: std::time::Instant,
        longest: std::time::Duration,
    }
    impl Host for Watch {
        fn clock(&self) -> Clock {
            self.host.clock()
        }

        async fn yield_now(&mut self) {
            self.longest = self.longest.max(self.last_look.elapsed());
            self.last_look = std::time::Instant::now();
        }

        fn cancelled(&self) -> bool {
            false
        }

        fn send(&mut self, reply: Reply) {
            self.host.send(reply);
        }
    }
    let pair = trained_pair();
    let spec = ExperimentSpec { prompt: " a".repeat(150), gamma: 8, max_new_tokens: 60, ..Default::default() };
    // A busy machine can hold up any program: what counts is the least that the longest step ever took.
    let longest = (0..4).map(|_| {
        let mut watch = Watch { host: FakeHost::new(), last_look: std::time::Instant::now(), longest: std::time::Duration::ZERO };
        now(run(&pair, RunId(1), &spec, &mut watch));
        watch.host.alone();
        watch.longest
    });
    let least = longest.min().expect("four runs");
    assert!(least.as_millis() < 300, "{least:?}");
}

#[test]
fn the_first_cycle_goes_out_at_once_and_later_ones_in_batches() {
    let spec = ExperimentSpec { gamma: 1, max_new_tokens: 40, ..Default::default() };
    let mut host = FakeHost::new();
    run_slow(1, &spec, &mut host);
    let batches: Vec<(f64, usize)> = host
        .replies
        .iter()
        .filter_map(|(millis, reply)| match reply {
            Reply::Cycles { cycles, .. } => Some((*millis, cycles.len())),
            _ => None,
        })
        .collect();
    assert_eq!(batches[0].1, 1);
    assert_eq!(batches.iter().map(|(_, n_cycles)| n_cycles).sum::<usize>(), 20);
    // A cycle takes 7 ms, or 8 after a bonus: two or three fill 16 ms. The last batch may be cut short.
    for pair in batches[..batches.len() - 1].windows(2) {
        assert!((BATCH_MILLIS..BATCH_MILLIS + 8.0).contains(&(pair[1].0 - pair[0].0)), "{batches:?}");
    }
}

// On a device that did fifteen cycles between two messages, one of them was of more than 2 MiB, and the memory in which
// it was written grew by four for good: only there, and only sometimes.
#[test]
fn no_message_is_larger_on_a_faster_device() {
    let pair = trained_pair_with(Kernels::Int8);
    let spec = ExperimentSpec { max_new_tokens: 120, ..Default::default() };
    let mut host = FakeHost::new(); // Its clock stands still.
    now(run(&pair, RunId(1), &spec, &mut host));
    let cycles = host.cycles();
    let n_numbers = |cycle: &CycleFacts| (cycle.draft_logits.len() + cycle.target_logits.len()) * pair.facts().vocab_size;
    assert!(cycles.iter().map(n_numbers).sum::<usize>() > 4 * MAX_BATCH_NUMBERS, "{} cycles", cycles.len());
    let constrained = ConstrainedSpec { max_new_tokens: 120, prompt: spec.prompt.clone(), ..Default::default() };
    now(constrain(&pair, RunId(2), &constrained, &mut host));
    let largest = host.replies.iter().map(|(_, reply)| encode(reply).len()).max().expect("there are replies");
    let bytes = 4 * MAX_BATCH_NUMBERS;
    // Beside the rows there are tokens, coins and times.
    assert!((bytes / 2..bytes + bytes / 16).contains(&largest), "{largest} bytes");
}

/// A checkpoint's tensors by name, each with its shape.
type Tensors = BTreeMap<String, (Vec<usize>, Vec<f32>)>;

/// The shape of a small checkpoint.
#[derive(Clone)]
struct Tiny {
    vocab_size: usize,
    hidden: usize,
    ffn: usize,
    n_layers: usize,
    n_heads: usize,
    n_kv_heads: usize,
    rope_theta: f64,
    norm_eps: f64,
    tied: bool,
}

const TINY: Tiny =
    Tiny { vocab_size: 30, hidden: 24, ffn: 20, n_layers: 3, n_heads: 6, n_kv_heads: 2, rope_theta: 500.0, norm_eps: 1e-3, tied: false };

impl Tiny {
    fn config(&self) -> serde_json::Value {
        serde_json::json!({
            "model_type": "llama", "hidden_act": "silu", "vocab_size": self.vocab_size, "hidden_size": self.hidden,
            "intermediate_size": self.ffn, "num_hidden_layers": self.n_layers, "num_attention_heads": self.n_heads,
            "num_key_value_heads": self.n_kv_heads, "rms_norm_eps": self.norm_eps, "rope_theta": self.rope_theta,
            "max_position_embeddings": 32, "tie_word_embeddings": self.tied, "bos_token_id": 0, "eos_token_id": [0],
        })
    }

    /// Weights from numbered coins, so that every platform has the same.
    fn tensors(&self, seed: u64) -> Tensors {
        let kv = self.n_kv_heads * self.hidden / self.n_heads;
        let shapes = shapes::of_tensors(self.vocab_size, self.hidden, kv, self.ffn, self.n_layers, self.tied);
        let coins = Coins::new(seed);
        let fill = |(tensor_idx, (name, shape)): (usize, (String, Vec<usize>))| {
            let numbers = (0..shape.iter().product()).map(|idx| {
                let uniform = coins.coin(tensor_idx, idx, CoinUse::Draft) as f32 - 0.5;
                if shape.len() == 1 { 1.0 + uniform } else { uniform }
            });
            let numbers = numbers.collect();
            (name, (shape, numbers))
        };
        shapes.into_iter().enumerate().map(fill).collect()
    }

    /// Logits of every position, `(n_tokens, vocab_size)`: the Llama forward pass in the plainest
    /// words, in f64, with Hugging Face's half-split rotation.
    fn forward(&self, tensors: &Tensors, tokens: &[TokenId]) -> Vec<Vec<f64>> {
        let weight = |name: &str| -> Vec<f64> { tensors[name].1.iter().map(|w| f64::from(*w)).collect() };
        let apply = |name: &str, x: &[f64]| -> Vec<f64> {
            weight(name).chunks(x.len()).map(|row| row.iter().zip(x).map(|(w, x)| w * x).sum()).collect()
        };
        let norm = |name: &str, x: &[f64]| -> Vec<f64> {
            let mean_square = x.iter().map(|x| x * x).sum::<f64>() / x.len() as f64;
            let scale = 1.0 / (mean_square + self.norm_eps).sqrt();
            weight(name).iter().zip(x).map(|(w, x)| w * x * scale).collect()
        };
        let head_dim = self.hidden / self.n_heads;
        let half = head_dim / 2;
        let rotate = |x: &mut [f64], position: usize| {
            for head in x.chunks_mut(head_dim) {
                for i in 0..half {
                    let angle = position as f64 / self.rope_theta.powf(2.0 * i as f64 / head_dim as f64);
                    let (a, b) = (head[i], head[i + half]);
                    head[i] = a * angle.cos() - b * angle.sin();
                    head[i + half] = b * angle.cos() + a * angle.sin();
                }
            }
        };
        let add = |x: &mut [f64], y: &[f64]| x.iter_mut().zip(y).for_each(|(x, y)| *x += y);
        let embedding = weight("model.embed_tokens.weight");
        let mut xs: Vec<Vec<f64>> = tokens.iter().map(|token| embedding[token.index() * self.hidden..][..self.hidden].to_vec()).collect();
        for layer in 0..self.n_layers {
            let name = |part: &str| format!("model.layers.{layer}.{part}.weight");
            let (mut keys, mut values) = (Vec::new(), Vec::new());
            for (position, x) in xs.iter_mut().enumerate() {
                let normed = norm(&name("input_layernorm"), x);
                let mut query = apply(&name("self_attn.q_proj"), &normed);
                let mut key = apply(&name("self_attn.k_proj"), &normed);
                rotate(&mut query, position);
                rotate(&mut key, position);
                keys.push(key);
                values.push(apply(&name("self_attn.v_proj"), &normed));
                let mut mixed = Vec::new();
                for head in 0..self.n_heads {
                    let shared = head / (self.n_heads / self.n_kv_heads) * head_dim;
                    let query = &query[head * head_dim..][..head_dim];
                    let scores = keys.iter().map(|key: &Vec<f64>| {
                        let dot: f64 = key[shared..][..head_dim].iter().zip(query).map(|(k, q)| k * q).sum();
                        (dot / (head_dim as f64).sqrt()).exp()
                    });
                    let scores: Vec<f64> = scores.collect();
                    let total: f64 = scores.iter().sum();
                    mixed.extend(
                        (shared..shared + head_dim).map(|i| {
                            scores.iter().zip(&values).map(|(score, value): (_, &Vec<f64>)| score / total * value[i]).sum::<f64>()
                        }),
                    );
                }
                add(x, &apply(&name("self_attn.o_proj"), &mixed));
                let normed = norm(&name("post_attention_layernorm"), x);
                let gate = apply(&name("mlp.gate_proj"), &normed);
                let up = apply(&name("mlp.up_proj"), &normed);
                let inner: Vec<f64> = gate.iter().zip(up).map(|(gate, up)| gate / (1.0 + (-gate).exp()) * up).collect();
                add(x, &apply(&name("mlp.down_proj"), &inner));
            }
        }
        let head = if self.tied { "model.embed_tokens.weight" } else { "lm_head.weight" };
        xs.iter().map(|x| apply(head, &norm("model.norm.weight", x))).collect()
    }
}

/// A safetensors file. `write` gives a number's type and bytes.
fn safetensors_with(tensors: &Tensors, dtype: &str, write: impl Fn(f32) -> Vec<u8>) -> Vec<u8> {
    let (mut header, mut data) = (serde_json::Map::new(), Vec::new());
    for (name, (shape, numbers)) in tensors {
        let start = data.len();
        data.extend(numbers.iter().flat_map(|number| write(*number)));
        let entry = serde_json::json!({ "dtype": dtype, "shape": shape, "data_offsets": [start, data.len()] });
        header.insert(name.clone(), entry);
    }
    let header = serde_json::Value::Object(header).to_string();
    [&(header.len() as u64).to_le_bytes(), header.as_bytes(), &data].concat()
}

fn safetensors(tensors: &Tensors) -> Vec<u8> {
    safetensors_with(tensors, "F32", |number| number.to_le_bytes().to_vec())
}

fn tiny_checkpoint<'a>(tiny: &Tiny, safetensors: &'a [u8]) -> Checkpoint<'a> {
    Checkpoint::parse("tiny", tiny.config().to_string().as_bytes(), safetensors).expect("a good checkpoint")
}

fn tiny_model(tiny: &Tiny, safetensors: &[u8], kernels: Kernels) -> EngineModel {
    EngineModel::new("tiny", &tiny_checkpoint(tiny, safetensors), tiny.vocab_size, kernels).expect("it builds")
}

fn check_against_plain_loops(tiny: &Tiny, tensors: &Tensors, safetensors: &[u8]) {
    for kernels in NATIVE {
        let (largest, relative) = difference_from_plain_loops(tiny_model(tiny, safetensors, kernels), tiny, tensors);
        // f32 against f64, on logits of a few units; or weights in steps of a sixty-third of their row's largest.
        assert!(if kernels == Kernels::Int8 { relative < 0.2 } else { largest < 2e-4 }, "{kernels:?}: {largest}, {relative}");
    }
}

/// How far logits are from the plain forward pass: the largest difference, and the root of the mean square of all
/// in units of the logits' own.
fn difference_from_plain_loops(mut model: EngineModel, tiny: &Tiny, tensors: &Tensors) -> (f32, f64) {
    let tokens: Vec<TokenId> = (0..32).map(|i| TokenId(i * 7 % tiny.vocab_size as u32)).collect();
    // A long pass, a single step, and a pass over the warm cache up to the end of the context.
    let mut rows = Vec::new();
    for part in [&tokens[..11], &tokens[11..12], &tokens[12..]] {
        rows.extend(now(model.extend(part)).expect("a pass"));
    }
    let plain = tiny.forward(tensors, &tokens);
    let pairs = rows.iter().flatten().zip(plain.iter().flatten()).map(|(logit, plain)| (f64::from(*logit), *plain));
    let (mut largest, mut errors, mut squares) = (0.0f64, 0.0, 0.0);
    for (logit, plain) in pairs {
        largest = largest.max((logit - plain).abs());
        errors += (logit - plain).powi(2);
        squares += plain.powi(2);
    }
    (largest as f32, (errors / squares).sqrt())
}

/// The trained target or draft with some kernels.
fn trained_model(name: &str, kernels: Kernels) -> EngineModel {
    let ModelFiles { name, config, weights, .. } = files(name);
    let checkpoint = Checkpoint::parse(&name, &config, &weights).expect("a good checkpoint");
    EngineModel::new(&name, &checkpoint, 4096, kernels).expect("it builds")
}

#[test]
fn the_fast_engine_gives_the_references_logits_and_its_greedy_text() {
    for name in ["target-1.8m", "target-5.9m", "draft-0.3m"] {
        let [mut reference, mut scalar, mut simd] =
            [Kernels::Reference, Kernels::Scalar, Kernels::Simd].map(|kernels| trained_model(name, kernels));
        let mut pass = vec![TokenId(0), TokenId(395), TokenId(508)];
        let mut worst: f32 = 0.0;
        for _ in 0..200 {
            let rows = now(simd.extend(&pass)).expect("a pass");
            let known = now(reference.extend(&pass)).expect("a pass");
            for (row, known) in rows.iter().zip(&known) {
                worst = worst.max(max_difference(row, known));
            }
            assert!(rows == now(scalar.extend(&pass)).expect("a pass"), "one number at a time gives the same bits");
            let last = (rows.last().expect("a row"), known.last().expect("a row"));
            assert_eq!(argmax(last.0), argmax(last.1), "{name}, after {} tokens", simd.cached().len());
            pass = vec![TokenId(argmax(last.0) as u32)];
        }
        // Both sum in f32, in different orders; logits are of some ten units.
        assert!(worst < 1e-4, "{name}: {worst}");
    }
}

// Case 7, and more: not nearly the same rows, but the same bits, so that speculation at temperature 0 cannot
// part from the target's own text.
#[test]
fn a_pass_over_any_number_of_tokens_gives_the_bits_of_single_steps() {
    let tensors = TINY.tensors(9);
    for kernels in FAST {
        let tiny = tiny_model(&TINY, &safetensors(&tensors), kernels);
        let target = trained_model("target-1.8m", kernels);
        for (model, text) in
            [(tiny, (0..30).map(|i| TokenId(i * 11 % 30)).collect::<Vec<_>>()), (target, (0..40).map(|i| TokenId(i * 97)).collect())]
        {
            let mut single = model.fork();
            let steps: Vec<LogitsRow> = text.iter().flat_map(|token| now(single.extend(&[*token])).expect("a pass")).collect();
            for n in 1..=text.len().min(20) {
                let mut model = model.fork();
                let rows: Vec<LogitsRow> = text.chunks(n).flat_map(|pass| now(model.extend(pass)).expect("a pass")).collect();
                for (position, (row, step)) in rows.iter().zip(&steps).enumerate() {
                    let same = row.iter().zip(step).all(|(a, b)| a.to_bits() == b.to_bits());
                    assert!(same, "{kernels:?}, passes of {n}: row {position} differs by {}", max_difference(row, step));
                }
            }
        }
    }
}

#[test]
fn int8_stays_close_to_f32_on_the_trained_pair() {
    let widen = |row: &LogitsRow| Probs::softmax(&row.iter().map(|logit| f64::from(*logit)).collect::<Vec<_>>()).expect("a distribution");
    for name in ["target-5.9m", "target-1.8m", "draft-0.3m"] {
        let (mut exact, mut int8) = (trained_model(name, Kernels::Simd), trained_model(name, Kernels::Int8));
        let pair = trained_pair();
        let text = "Once upon a time, a little girl named Lily went to the park with her mom. She saw a big red ball and wanted to \
                    play with it. \"Can I play?\" she asked. The boy said, \"Yes, we can share!\" They were happy all day.";
        let text = pair.encode_prompt(text).expect("it encodes");
        let (rows, known) = (now(int8.extend(&text)).expect("a pass"), now(exact.extend(&text)).expect("a pass"));
        let both: Vec<(Probs, Probs)> = rows.iter().zip(&known).map(|(row, known)| (widen(row), widen(known))).collect();
        let n = both.len() as f64;
        let kl = both.iter().map(|(row, known)| known.kl(row)).sum::<f64>() / n;
        let agreed = both.iter().filter(|(row, known)| row.argmax() == known.argmax()).count() as f64 / n;
        // Over a long text it is 0.0024 nats and 97%: see docs/measured.md.
        assert!(kl > 0.0 && kl < 0.01 && agreed > 0.9, "{name}: {kl} nats, {agreed}");
    }
}

// The browser's test of the same name compares its two workers' rows with this number, which is of all bits of all
// rows of a run.
#[test]
fn int8_has_the_same_bits_natively_with_simd_and_with_relaxed_simd() {
    let known: serde_json::Value = serde_json::from_str(include_str!("data/int8.json")).expect("it is JSON");
    let (spec, notices) = ExperimentSpec::parse(known["query"].as_str().expect("a query"));
    assert_eq!(notices, vec![]);
    let host = run_spec(&trained_pair_with(Kernels::Int8), &spec);
    let cycles = host.cycles();
    let rows = cycles.iter().flat_map(|cycle| cycle.draft_logits.iter().chain(&cycle.target_logits));
    let bytes = rows.flat_map(|row| &row.0).flat_map(|logit| logit.to_le_bytes());
    // FNV-1a.
    let fingerprint = bytes.fold(0x811C_9DC5u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    assert_eq!(Some(u64::from(fingerprint)), known["fingerprint"].as_u64());
}

// Heads, groups of them, widths that no vector divides, and both kinds of embedding.
#[test]
fn every_kind_of_kernels_agrees_with_plain_loops_on_odd_shapes() {
    let coins = Coins::new(77);
    let mut worst = [(0.0f32, 0.0f64); 4];
    for case in 0..24 {
        let pick = |what: usize, choices: &[usize]| {
            let coin = coins.coin(case, what, CoinUse::Draft);
            choices[((coin * choices.len() as f64) as usize).min(choices.len() - 1)]
        };
        let n_kv_heads = pick(0, &[1, 2, 3]);
        let n_heads = n_kv_heads * pick(1, &[1, 2, 3]);
        let hidden = n_heads * pick(2, &[2, 4, 6, 10]);
        let (ffn, vocab_size) = (pick(3, &[1, 5, 8, 13, 31, 40]), pick(4, &[7, 16, 30, 37, 65]));
        let tiny = Tiny { vocab_size, hidden, ffn, n_heads, n_kv_heads, n_layers: pick(5, &[1, 2]), tied: pick(6, &[0, 1]) == 1, ..TINY };
        let tensors = tiny.tensors(case as u64);
        for (worst, kernels) in worst.iter_mut().zip(NATIVE) {
            let (largest, relative) = difference_from_plain_loops(tiny_model(&tiny, &safetensors(&tensors), kernels), &tiny, &tensors);
            *worst = (worst.0.max(largest), worst.1.max(relative));
        }
    }
    let [reference, scalar, simd, int8] = worst;
    assert!(reference.0 < 2e-4 && simd.0 < 2e-4 && scalar == simd, "{worst:?}");
    // Rounding is seen, and a product in the wrong place would be seen far more.
    assert!(int8.1 > 1e-4 && int8.1 < 0.3, "{worst:?}");
}

#[test]
fn grouped_heads_and_any_rotation_base_agree_with_plain_loops() {
    let variants = [
        TINY,
        Tiny { n_kv_heads: 6, rope_theta: 10_000.0, norm_eps: 1e-5, tied: true, ..TINY },
        Tiny { n_kv_heads: 1, n_heads: 3, rope_theta: 1e6, ..TINY },
        Tiny { n_layers: 1, tied: true, ..TINY },
    ];
    for (seed, tiny) in variants.iter().enumerate() {
        let tensors = tiny.tensors(seed as u64);
        check_against_plain_loops(tiny, &tensors, &safetensors(&tensors));
    }
}

#[test]
fn half_precision_weights_are_read_as_the_numbers_they_are() {
    let mut tensors = TINY.tensors(5);
    for (_, numbers) in tensors.values_mut() {
        numbers.iter_mut().for_each(|number| *number = f32::from_bits(number.to_bits() & 0xFFFF_0000));
    }
    let bf16 = safetensors_with(&tensors, "BF16", |number| ((number.to_bits() >> 16) as u16).to_le_bytes().to_vec());
    check_against_plain_loops(&TINY, &tensors, &bf16);
    // Multiples of 1/64 below 2 are exact in F16: a sign, an exponent, ten bits.
    for (_, numbers) in tensors.values_mut() {
        numbers.iter_mut().for_each(|number| *number = (*number * 64.0).round() / 64.0);
    }
    let f16 = safetensors_with(&tensors, "F16", |number| {
        let bits = number.to_bits();
        let exponent = ((bits >> 23) & 0xFF) as i32 - 127 + 15;
        let half = if number == 0.0 { 0 } else { (bits >> 16 & 0x8000) | (exponent as u32) << 10 | (bits >> 13 & 0x3FF) };
        (half as u16).to_le_bytes().to_vec()
    });
    check_against_plain_loops(&TINY, &tensors, &f16);
}

/// How the scales of whole numbers lie in a file.
#[derive(Clone, Copy)]
struct Scaling {
    /// Their type, and how many belong to a row: none is one for the whole matrix.
    dtype: &'static str,
    n_groups: usize,
    /// What each is beside a power of two.
    factor: f32,
}

/// A safetensors file with all matrices in eight bits, as compressed-tensors lays it out. The tensors become the numbers that it means.
fn int8_safetensors(tensors: &mut Tensors, scaling: Scaling) -> Vec<u8> {
    let (mut header, mut data) = (serde_json::Map::new(), Vec::new());
    let mut add = |name: String, dtype: &str, shape: &[usize], bytes: Vec<u8>| {
        let offsets = [data.len(), data.len() + bytes.len()];
        header.insert(name, serde_json::json!({ "dtype": dtype, "shape": shape, "data_offsets": offsets }));
        data.extend(bytes);
    };
    for (name, (shape, numbers)) in tensors {
        let [n_rows, n_columns] = shape[..] else {
            let bytes = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
            add(name.clone(), "F32", shape, bytes);
            continue;
        };
        let (group_len, scale_shape) = match scaling.n_groups {
            0 => (n_rows * n_columns, vec![1]),
            n_groups => (n_columns / n_groups, vec![n_rows, n_groups]),
        };
        let (mut whole, mut scales) = (Vec::new(), Vec::new());
        for group in numbers.chunks_exact_mut(group_len) {
            let largest = group.iter().fold(0.0f32, |largest, x| largest.max(x.abs()));
            let scale = scaling.factor * (largest / 127.0).log2().ceil().exp2();
            for number in group {
                let rounded = (*number / scale).round().clamp(-128.0, 127.0);
                whole.push((rounded as i8).to_le_bytes()[0]);
                *number = rounded * scale;
            }
            scales.extend(match scaling.dtype {
                "BF16" => ((scale.to_bits() >> 16) as u16).to_le_bytes().to_vec(),
                _ => scale.to_le_bytes().to_vec(),
            });
        }
        add(name.clone(), "I8", shape, whole);
        add(format!("{name}_scale"), scaling.dtype, &scale_shape, scales);
    }
    let header = serde_json::Value::Object(header).to_string();
    [&(header.len() as u64).to_le_bytes(), header.as_bytes(), &data].concat()
}

const BY_ROW: Scaling = Scaling { dtype: "BF16", n_groups: 1, factor: 1.0 };

#[test]
fn whole_numbers_of_eight_bits_are_read_as_their_products_with_their_scales() {
    for scaling in [
        BY_ROW,
        Scaling { dtype: "F32", factor: 0.7, ..BY_ROW },
        Scaling { dtype: "F32", n_groups: 2, factor: 1.1 },
        Scaling { n_groups: 0, ..BY_ROW },
    ] {
        let mut tensors = TINY.tensors(5);
        let file = int8_safetensors(&mut tensors, scaling);
        check_against_plain_loops(&TINY, &tensors, &file);
        // What they mean as floats gives the same bits.
        let as_floats = safetensors(&tensors);
        for kernels in NATIVE {
            let [ours, theirs] = [&file, &as_floats].map(|file| {
                let mut model = tiny_model(&TINY, file, kernels);
                now(model.extend(&[TokenId(3), TokenId(1), TokenId(4)])).expect("a pass")
            });
            assert_eq!(ours, theirs, "{kernels:?}");
        }
    }
}

#[test]
fn whole_numbers_without_good_scales_are_refused_in_plain_words() {
    type Header = serde_json::Map<String, serde_json::Value>;
    let matrix = "model.layers.1.self_attn.k_proj.weight";
    let check = |tamper: &dyn Fn(&mut Header, &mut [u8]), expected: &str| {
        let file = int8_safetensors(&mut TINY.tensors(5), BY_ROW);
        let header_len = u64::from_le_bytes(file[..8].try_into().expect("eight bytes")) as usize;
        let mut header: Header = serde_json::from_slice(&file[8..8 + header_len]).expect("its header");
        let mut data = file[8 + header_len..].to_vec();
        tamper(&mut header, &mut data);
        let header = serde_json::Value::Object(header).to_string();
        let file = [&(header.len() as u64).to_le_bytes(), header.as_bytes(), &data].concat();
        let said = Checkpoint::parse("tiny", TINY.config().to_string().as_bytes(), &file).map(|_| ()).expect_err(expected).to_string();
        assert!(said.contains(expected) && said.contains("tiny"), "{said}");
    };
    let scale = format!("{matrix}_scale");
    let rename = |from: &str, to: &str| {
        let (from, to) = (from.to_owned(), to.to_owned());
        move |header: &mut Header, _: &mut [u8]| {
            let entry = header.remove(&from).expect("it is there");
            header.insert(to.clone(), entry);
        }
    };
    check(&rename(&scale, "model.layers.1.self_attn.k_proj.scale"), "model.layers.1.self_attn.k_proj.scale");
    check(&rename(&scale, "model.layers.9.self_attn.k_proj.weight_scale"), "model.layers.9.self_attn.k_proj.weight_scale");
    let n_rows = TINY.tensors(5)[matrix].0[0];
    check(&|header, _| header[&scale]["shape"] = serde_json::json!([1, n_rows]), "k_proj.weight_scale of tiny has shape");
    check(&|header, _| header[&scale]["dtype"] = "U16".into(), "U16");
    check(
        &|header, data| {
            let at = header[&scale]["data_offsets"][0].as_u64().expect("an offset") as usize;
            data[at..at + 2].copy_from_slice(&[0x80, 0x7F]); // An infinity.
        },
        "k_proj.weight_scale",
    );
}

/// A tokenizer of single bytes after one control token: 257 tokens.
fn byte_tokenizer() -> serde_json::Value {
    let mut next = 0x100u32;
    let mut vocab = serde_json::Map::new();
    vocab.insert("<|end|>".to_owned(), 0.into());
    for byte in 0..=255u32 {
        let itself = matches!(byte, 0x21..=0x7E | 0xA1..=0xAC | 0xAE..=0xFF);
        let code = if itself { byte } else { next };
        next += u32::from(!itself);
        vocab.insert(char::from_u32(code).expect("a character").to_string(), (byte + 1).into());
    }
    serde_json::json!({
        "version": "1.0", "truncation": null, "padding": null, "normalizer": null, "post_processor": null, "decoder": null,
        "added_tokens": [{ "id": 0, "content": "<|end|>", "single_word": false, "lstrip": false, "rstrip": false,
                           "normalized": false, "special": true }],
        "pre_tokenizer": { "type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex": true },
        "model": { "type": "BPE", "dropout": null, "unk_token": null, "continuing_subword_prefix": null,
                   "end_of_word_suffix": null, "fuse_unk": false, "byte_fallback": false, "ignore_merges": false,
                   "vocab": vocab, "merges": [] },
    })
}

/// The files of a byte-level model with `vocab_size` rows.
fn byte_model(name: &str, vocab_size: usize) -> ModelFiles {
    let tiny = Tiny { vocab_size, ..TINY };
    ModelFiles {
        name: name.to_owned(),
        config: tiny.config().to_string().into_bytes(),
        weights: safetensors(&tiny.tensors(9)),
        tokenizer: byte_tokenizer().to_string().into_bytes(),
    }
}

fn message(outcome: Result<ModelPair, EngineError>) -> String {
    outcome.map(|_| ()).expect_err("it must be refused").to_string()
}

// Case 11: a draft with another tokenizer crashed, or wrote nonsense at a fine acceptance rate of 0.
#[test]
fn a_draft_with_another_vocabulary_is_refused_by_name() {
    let target = files("target-5.9m");
    let said = message(ModelPair::build(&target, &byte_model("bytes", 257)));
    assert_eq!(
        said,
        "the draft bytes (257 tokens) and the target target-5.9m (4096 tokens) have different vocabularies: \
         token 0 is the control token <|end|> in the draft and the control token <|endoftext|> in the target; \
         choose two models with one tokenizer"
    );
    // One token more at the end, and two tokens that changed places.
    let mut longer = byte_model("longer", 258);
    let mut tokenizer = byte_tokenizer();
    tokenizer["model"]["vocab"]["ab"] = 257.into();
    tokenizer["model"]["merges"] = serde_json::json!([["a", "b"]]);
    longer.tokenizer = tokenizer.to_string().into_bytes();
    let said = message(ModelPair::build(&byte_model("bytes", 257), &longer));
    assert!(said.contains("longer (258 tokens)") && said.contains("token 257 is “ab” in the draft and missing in the target"), "{said}");
    let mut swapped = byte_model("swapped", 257);
    let mut tokenizer = byte_tokenizer();
    tokenizer["model"]["vocab"]["x"] = (u32::from(b'y') + 1).into();
    tokenizer["model"]["vocab"]["y"] = (u32::from(b'x') + 1).into();
    swapped.tokenizer = tokenizer.to_string().into_bytes();
    let said = message(ModelPair::build(&byte_model("bytes", 257), &swapped));
    assert!(said.contains("token 121 is “y” in the draft and “x” in the target"), "{said}");
}

/// The files of a model that knows this many tokens, those of single bytes first. The others have bytes, too, and no prompt is made of them.
fn model_of_tokens(name: &str, vocab_size: usize) -> ModelFiles {
    let tiny = Tiny { vocab_size, ..TINY };
    let mut config = tiny.config();
    config["max_position_embeddings"] = 128.into();
    let mut tokenizer = byte_tokenizer();
    for id in 257..vocab_size {
        tokenizer["model"]["vocab"][format!("word{id}")] = id.into();
    }
    ModelFiles {
        name: name.to_owned(),
        config: config.to_string().into_bytes(),
        weights: safetensors(&tiny.tensors(3)),
        tokenizer: tokenizer.to_string().into_bytes(),
    }
}

// What is opened by a reader has any number of tokens: everything that runs on the shipped pair must run on it.
#[test]
fn every_lab_runs_on_a_target_of_few_and_of_many_tokens() {
    for vocab_size in [257, 512, 32_000] {
        let files = model_of_tokens("mine", vocab_size);
        let pair = ModelPair::build(&files, &files).expect("it is its own draft");
        assert_eq!((pair.facts().vocab_size, pair.vocabulary().len()), (vocab_size, vocab_size));
        let spec = ExperimentSpec { max_new_tokens: 24, top_k: 40, temperature: 0.9, ..Default::default() };
        let host = run_spec(&pair, &spec);
        assert!(!host.emitted().is_empty() && !host.alone().0.is_empty());
        let mut trace = Trace::new(spec, pair.facts().clone(), host.prompt());
        trace.cycles = host.cycles();
        trace.stop = host.speculation_stop();
        let cycles = replay(&trace).expect("the facts agree");
        let is_sure = |test: &AcceptTest| test.acceptance_prob > 1.0 - 1e-9;
        assert!(cycles.iter().flat_map(Cycle::tests).all(is_sure), "{vocab_size}: a draft that is the target is never rejected");

        let constrained = ConstrainedSpec { max_new_tokens: 12, ..Default::default() };
        let mut host = FakeHost::new();
        now(constrain(&pair, RunId(1), &constrained, &mut host));
        assert!(matches!(host.replies.last(), Some((_, Reply::ConstrainedEnded { .. }))), "{vocab_size}: {:?}", host.replies.last());
        let mut host = FakeHost::new();
        now(search_beams(&pair, RunId(1), "Once", BeamSettings { max_depth: 8, ..Default::default() }, &mut host));
        assert!(matches!(host.replies.last(), Some((_, Reply::BeamsEnded { .. }))), "{vocab_size}: {:?}", host.replies.last());
        let mut host = FakeHost::new();
        let compared = CompareSpec { n_texts: 20, ..CompareSpec::default() };
        now(compare(&pair, RunId(1), &compared, &mut host));
        assert!(matches!(host.replies.last(), Some((_, Reply::CompareEnded { .. }))), "{vocab_size}: {:?}", host.replies.last());
    }
}

// What belongs to the shipped target must not be taken for another's: its counts would be of other tokens, its heads read other states.
#[test]
fn ways_to_draft_that_belong_to_another_target_say_so_and_the_others_go_on() {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("public/models");
    let kit_for = |pair: &ModelPair| DraftKit::build(pair, DraftKitFiles::read(&shipped, &pair.facts().target.name));
    let missing = |pair: &ModelPair| {
        let mut host = FakeHost::new();
        let spec = DraftsSpec { max_new_tokens: 8, ..DraftsSpec::default() };
        now(compare_drafts(pair, &kit_for(pair), RunId(1), &spec, &mut host));
        let Some((_, Reply::Drafted { facts, done: true, .. })) = host.replies.last() else { panic!("{:?}", host.replies.last()) };
        assert_eq!(facts.ways.len(), spec.methods.len());
        facts.ways.iter().filter_map(|way| Some((way.method, way.missing.as_ref()?.to_string()))).collect::<BTreeMap<_, _>>()
    };
    for target in ["target-1.8m", "target-5.9m"] {
        let pair = ModelPair::build(&files(target), &files("draft-0.3m")).expect("one vocabulary");
        assert_eq!(missing(&pair), BTreeMap::new(), "{target}");
    }
    // Other tokens, and fewer of them than there are in the counted texts.
    let mine = model_of_tokens("mine", 300);
    let said = missing(&ModelPair::build(&mine, &mine).expect("it is its own draft"));
    let belongs = "heads-5.9m belongs to another target than mine";
    for (method, why) in [
        (DraftMethod::Poor, "the draft draft-poor (4096 tokens) and the target mine (300 tokens) have different vocabularies"),
        (DraftMethod::Ngram, "the texts to count are written in other tokens than those of mine"),
        (DraftMethod::Exit, belongs),
        (DraftMethod::Heads, belongs),
        (DraftMethod::Mtp, belongs),
        (DraftMethod::HeadsTree, belongs),
    ] {
        assert!(said[&method].contains(why), "{method:?}: {}", said[&method]);
    }
    assert_eq!(said.len(), 6, "{said:?}");
    // The same tokens and the same shape: what fits the tokens is used, what was trained on the other's states is not.
    let twin = ModelFiles { name: "twin".to_owned(), ..files("target-5.9m") };
    let said = missing(&ModelPair::build(&twin, &files("draft-0.3m")).expect("one vocabulary"));
    assert_eq!(said.keys().copied().collect::<Vec<_>>(), [DraftMethod::Exit, DraftMethod::Heads, DraftMethod::Mtp, DraftMethod::HeadsTree]);
}

// Case 11: rows that only pad the weights to a round number were drawn, and had no text.
#[test]
fn ids_that_only_pad_the_weights_never_appear() {
    let mut target = byte_model("target", 300);
    let tiny = Tiny { vocab_size: 300, ..TINY };
    let mut tensors = tiny.tensors(9);
    let head = &mut tensors.get_mut("lm_head.weight").expect("it is untied").1;
    // Padding that would win every draw if it could be drawn.
    head[257 * tiny.hidden..].iter_mut().for_each(|w| *w *= 1000.0);
    target.weights = safetensors(&tensors);
    let pair = ModelPair::build(&target, &byte_model("draft", 320)).expect("padding may differ");
    assert_eq!(pair.facts().vocab_size, 257);
    let spec = ExperimentSpec { prompt: "ab".to_owned(), temperature: 1.0, max_new_tokens: 25, ..Default::default() };
    let host = run_spec(&pair, &spec);
    assert!(!host.emitted().is_empty());
    assert!(host.emitted().iter().chain(&host.alone().0).all(|token| token.index() < 257));
    for facts in host.cycles() {
        assert!(facts.target_logits.iter().chain(&facts.draft_logits).all(|row| row.0.len() == 257));
    }
}

#[test]
fn a_broken_or_unfit_config_is_refused_in_plain_words() {
    let weights = safetensors(&TINY.tensors(1));
    let check = |config: &str, expected: &str| {
        let said = Checkpoint::parse("tiny", config.as_bytes(), &weights).map(|_| ()).expect_err(expected).to_string();
        assert!(said.contains(expected) && said.contains("tiny"), "{said}");
    };
    check("", "config.json cannot be read");
    check("<!doctype html>", "config.json cannot be read");
    check("{\"vocab_size\": 30}", "missing field `hidden_size`");
    let with = |name: &str, value: serde_json::Value| {
        let mut config = TINY.config();
        config[name] = value;
        config.to_string()
    };
    check(&with("model_type", "gpt2".into()), "it is of type “gpt2”");
    check(&with("hidden_act", "gelu".into()), "its activation is “gelu”");
    check(&with("attention_bias", true.into()), "its projections have biases");
    check(&with("mlp_bias", true.into()), "its projections have biases");
    check(&with("sliding_window", 128.into()), "sliding window");
    check(&with("quantization_config", serde_json::json!({ "bits": 4 })), "quantized, and not as compressed-tensors does it");
    check(&with("quantization_config", serde_json::json!({ "quant_method": "gptq", "bits": 8 })), "not as compressed-tensors");
    let quantized = |change: &dyn Fn(&mut serde_json::Value)| {
        let scheme = serde_json::json!({ "targets": ["Linear"], "weights": { "num_bits": 8, "type": "int", "strategy": "channel" } });
        let mut config = serde_json::json!({
            "quant_method": "compressed-tensors", "format": "int-quantized", "config_groups": { "group_0": scheme },
        });
        change(&mut config);
        with("quantization_config", config)
    };
    let good = quantized(&|_| {});
    assert!(Checkpoint::parse("tiny", good.as_bytes(), &weights).is_ok());
    let other_way = "in another way than as symmetric whole numbers of eight bits";
    check(&quantized(&|config| config["format"] = "pack-quantized".into()), other_way);
    for (what, value) in [("num_bits", 4.into()), ("type", "float".into()), ("symmetric", false.into()), ("strategy", "block".into())] {
        check(&quantized(&|config| config["config_groups"]["group_0"]["weights"][what] = serde_json::Value::clone(&value)), other_way);
    }
    let activations = serde_json::json!({ "num_bits": 8, "type": "int" });
    check(&quantized(&|config| config["config_groups"]["group_0"]["input_activations"] = activations.clone()), "not only its weights");
    check(&quantized(&|config| config["kv_cache_scheme"] = activations.clone()), "not only its weights");
    check(&with("rope_scaling", serde_json::json!({ "rope_type": "llama3", "factor": 8.0 })), "scaled (“llama3”)");
    check(&with("rope_scaling", serde_json::json!({ "factor": 8.0 })), "scaled (“by a factor”)");
    check(&with("rope_parameters", serde_json::json!({ "rope_type": "yarn", "rope_theta": 500.0 })), "scaled (“yarn”)");
    check(&with("head_dim", 8.into()), "its heads are 8 wide rather than 4");
    check(&with("num_attention_heads", 0.into()), "num_attention_heads is 0");
    check(&with("num_hidden_layers", 4_000_000_000u64.into()), "num_hidden_layers is 4000000000");
    check(&with("num_attention_heads", 7.into()), "7 heads cannot share hidden_size 24");
    check(&with("num_key_value_heads", 4.into()), "6 heads cannot share 4 key-value heads");
    check(&with("num_attention_heads", 24.into()), "a head of 1 numbers");
    check(&with("hidden_size", 18.into()), "a head of 3 numbers");
    check(&with("rope_theta", 0.into()), "rope_theta is 0");
    check(&with("rms_norm_eps", (-1).into()), "rms_norm_eps is -1");
    check(&with("num_hidden_layers", 2.into()), "model.layers.2.input_layernorm.weight");
    check(&with("num_hidden_layers", 4.into()), "has no tensor model.layers.3.input_layernorm.weight");
    check(&with("intermediate_size", 21.into()), "mlp.gate_proj.weight of tiny has shape [20, 24], but config.json makes it [21, 24]");
}

#[test]
fn the_newer_spelling_of_the_rotation_base_is_read() {
    let tensors = TINY.tensors(1);
    let mut config = TINY.config();
    config.as_object_mut().expect("an object").remove("rope_theta");
    config["rope_parameters"] = serde_json::json!({ "rope_type": "default", "rope_theta": 500.0 });
    let config = LlamaConfig::parse("tiny", config.to_string().as_bytes()).expect("it is supported");
    assert_eq!(config.rope_theta, 500.0);
    let bytes = safetensors(&tensors);
    let same = tiny_checkpoint(&TINY, &bytes);
    assert_eq!(same.config, config);
    assert_eq!(same.parameters, tensors.values().map(|(_, numbers)| numbers.len() as u64).sum::<u64>());
}

#[test]
fn broken_weights_are_refused_in_plain_words() {
    let check = |weights: &[u8], expected: &str| {
        let config = TINY.config().to_string();
        let said = Checkpoint::parse("tiny", config.as_bytes(), weights).map(|_| ()).expect_err(expected).to_string();
        assert!(said.contains(expected) && said.contains("tiny"), "{said}");
    };
    let tensors = TINY.tensors(1);
    let good = safetensors(&tensors);
    for n_bytes in [0, 1, 7, 8, 9, 100, good.len() / 2, good.len() - 1] {
        check(&good[..n_bytes], &format!("damaged or cut short ({n_bytes} bytes arrived)"));
    }
    check(b"<!doctype html><title>404</title>", "damaged or cut short");
    check(&u64::MAX.to_le_bytes(), "damaged or cut short");
    let with = |change: &dyn Fn(&mut Tensors)| {
        let mut tensors = tensors.clone();
        change(&mut tensors);
        safetensors(&tensors)
    };
    const KEY: &str = "model.layers.1.self_attn.k_proj.weight";
    check(&with(&|tensors| drop(tensors.remove(KEY))), &format!("has no tensor {KEY}"));
    check(&with(&|tensors| drop(tensors.remove("lm_head.weight"))), "has no tensor lm_head.weight");
    check(
        &with(&|tensors| tensors.get_mut(KEY).expect("it is there").0 = vec![24, 8]),
        "has shape [24, 8], but config.json makes it [8, 24]",
    );
    let bias = || (vec![1], vec![0.0]);
    check(&with(&|tensors| drop(tensors.insert(KEY.replace("weight", "bias"), bias()))), "k_proj.bias that config.json does not announce");
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        check(&with(&|tensors| tensors.get_mut(KEY).expect("it is there").1[17] = bad), "numbers that are not finite");
    }
    check(&safetensors_with(&tensors, "I32", |number| (number as i32).to_le_bytes().to_vec()), "holds I32 numbers");
    check(&safetensors_with(&tensors, "F64", |number| f64::from(number).to_le_bytes().to_vec()), "holds F64 numbers");

    // Harmless passengers of older exports.
    let buffer = with(&|tensors| drop(tensors.insert("model.layers.0.self_attn.rotary_emb.inv_freq".to_owned(), (vec![2], vec![1.0; 2]))));
    Checkpoint::parse("tiny", TINY.config().to_string().as_bytes(), &buffer).expect("it is ignored");
}

#[test]
fn a_broken_or_unfit_tokenizer_is_refused_in_plain_words() {
    let check = |change: &dyn Fn(&mut ModelFiles), expected: &str| {
        let mut files = byte_model("bytes", 257);
        change(&mut files);
        let said = message(ModelPair::build(&files, &files));
        assert!(said.contains(expected) && said.contains("bytes"), "{said}");
    };
    let tokenizer = |change: fn(&mut serde_json::Value)| {
        let mut tokenizer = byte_tokenizer();
        change(&mut tokenizer);
        tokenizer.to_string().into_bytes()
    };
    check(&|files| files.tokenizer.clear(), "bytes/tokenizer.json cannot be read");
    check(&|files| files.tokenizer.truncate(999), "bytes/tokenizer.json cannot be read");
    check(&|files| files.tokenizer = b"{}".to_vec(), "bytes/tokenizer.json cannot be read");
    let words =
        |json: &mut serde_json::Value| json["model"] = serde_json::json!({ "type": "WordLevel", "vocab": { "a": 0 }, "unk_token": "a" });
    check(&|files| files.tokenizer = tokenizer(words), "its model is not BPE");
    check(&|files| files.tokenizer = tokenizer(|json| json["pre_tokenizer"] = serde_json::Value::Null), "does not split text into bytes");
    check(
        &|files| files.tokenizer = tokenizer(|json| json["model"]["vocab"]["猫"] = 257.into()),
        "its token 257, “猫”, is not written in bytes",
    );
    check(&|files| files.tokenizer = tokenizer(|json| json["model"]["vocab"]["ab"] = 300.into()), "none with the number 257");
    let rows = |vocab_size| byte_model("bytes", vocab_size);
    check(&|files| *files = rows(200), "bytes knows 200 tokens, but its tokenizer has 257");
    let config = |name: &str, value: serde_json::Value| {
        let mut config = Tiny { vocab_size: 257, ..TINY }.config();
        config[name] = value;
        config.to_string().into_bytes()
    };
    check(&|files| files.config = config("bos_token_id", 257.into()), "names the token 257 as bos_token_id");
    check(&|files| files.config = config("eos_token_id", serde_json::json!([0, 999])), "names the token 999 as eos_token_id");

    // A tokenizer that puts a space before each text: its tokens spell another prompt.
    let mut files = byte_model("bytes", 257);
    files.tokenizer = tokenizer(|json| json["pre_tokenizer"]["add_prefix_space"] = true.into());
    let pair = ModelPair::build(&files, &files).expect("it is byte-level");
    let host = run_spec(&pair, &ExperimentSpec { prompt: "hello".to_owned(), ..Default::default() });
    assert_eq!(
        host.failure(),
        "the tokenizer changes the text it is given: “hello” comes back as “ hello”; such a tokenizer cannot be used here"
    );
}

#[test]
fn logits_that_are_not_numbers_end_the_run_and_not_the_program() {
    let mut tensors = TINY.tensors(1);
    // Finite weights whose products are not.
    for name in ["model.layers.2.mlp.up_proj.weight", "model.layers.2.mlp.gate_proj.weight"] {
        tensors.get_mut(name).expect("it is there").1.iter_mut().for_each(|w| *w *= 1e30);
    }
    for kernels in NATIVE {
        let mut model = tiny_model(&TINY, &safetensors(&tensors), kernels);
        let error = now(model.extend(&[TokenId(1), TokenId(2)])).expect_err("the logits overflow");
        assert_eq!(
            error.to_string(),
            "tiny computed numbers that are not finite after 1 tokens; its weights are damaged: load it again, or another model"
        );
        assert_eq!(model.cached(), []);
        assert!(now(model.extend(&[TokenId(1)])).is_err(), "nothing is left of the failed pass");
    }
}

#[test]
fn a_folder_without_files_says_which_one_is_missing() {
    let error = ModelFiles::read(Path::new("no/such/model-1m")).map(|_| ()).expect_err("there is no such folder");
    assert!(error.to_string().contains("model-1m") && error.to_string().contains("config.json cannot be read"), "{error}");
    assert_eq!(ModelFiles::name_of_folder("https://a.example/b/target-1.8m/?x#y"), "target-1.8m");
    assert_eq!(ModelFiles::name_of_folder("models\\draft"), "draft");
    assert_eq!(ModelFiles::name_of_folder(""), "model");
}

// The page opens on this recording, and goes on from it: its first cycles are those of a live run
// with the page's own settings and the recording's seed, and they show the lesson.
#[test]
fn the_recording_that_the_page_opens_on_is_the_beginning_of_a_live_run() {
    let recording = Recording::from_json(include_str!("../public/traces/first-light.json")).expect("its facts agree");
    let pair = trained_pair();
    assert_eq!(recording.trace.pair, *pair.facts());
    assert!(recording.vocabulary == *pair.vocabulary(), "it is long: nobody wants to see it in a message");
    let recorded = &recording.trace;
    let spec = ExperimentSpec { seed: recorded.spec.seed, ..Default::default() };
    assert_eq!(recorded.spec, ExperimentSpec { max_new_tokens: recorded.spec.max_new_tokens, ..spec.clone() });
    let live = run_spec(&pair, &spec);
    assert_eq!(live.prompt(), recorded.prompt);
    let live_cycles = live.cycles();
    assert!(live_cycles.len() > recorded.cycles.len());
    for (live, recorded) in live_cycles.iter().zip(&recorded.cycles) {
        assert_eq!((&live.drafted, &live.emitted, &live.coins), (&recorded.drafted, &recorded.emitted, &recorded.coins));
        let rows = |facts: &CycleFacts| facts.draft_logits.iter().chain(&facts.target_logits).cloned().collect::<Vec<_>>();
        for (live, recorded) in rows(live).iter().zip(rows(recorded)) {
            assert!(max_difference(&live.0, &recorded.0) < 1e-3);
        }
    }
    assert!(live.alone().0.starts_with(recording.target_alone.as_deref().expect("it was recorded")));
    let cycles = replay(recorded).expect("it agrees");
    assert!(cycles.iter().all(|cycle| cycle.verdict.is_complete()), "no cycle was cut short");
    assert!(cycles[..4].iter().any(|cycle| cycle.verdict.n_accepted() >= 2 && matches!(cycle.verdict.tail, Tail::Correction { .. })));
    assert!(cycles[..4].iter().any(|cycle| matches!(cycle.verdict.tail, Tail::Bonus { .. })));
}

// ---- Texts under a constraint ----

/// Writes a text under a constraint with the trained target, and replays it.
fn constrained(pair: &ModelPair, spec: &ConstrainedSpec) -> ConstrainedRun {
    let mut host = FakeHost::new();
    now(constrain(pair, RunId(1), spec, &mut host));
    replayed(pair, spec, &host)
}

fn replayed(pair: &ModelPair, spec: &ConstrainedSpec, host: &FakeHost) -> ConstrainedRun {
    let Some((_, Reply::RunStarted { prompt, .. })) = host.replies.first() else { panic!("{:?}", host.replies.first()) };
    assert!(matches!(host.replies.last(), Some((_, Reply::ConstrainedEnded { run: RunId(1) }))));
    let trace = ConstrainedTrace { spec: spec.clone(), pair: pair.facts().clone(), prompt: prompt.clone(), steps: Vec::new(), end: None };
    let mut run = ConstrainedRun::from_trace(trace, pair.trie()).expect("the facts fit together");
    for (_, reply) in &host.replies {
        if let Reply::ConstrainedSteps { steps, .. } = reply {
            steps.iter().for_each(|facts| run.push(facts.clone()).expect("the facts fit together"));
        }
    }
    run.close();
    run
}

fn emitted_text(pair: &ModelPair, run: &ConstrainedRun) -> String {
    pair.vocabulary().text(&run.text_before(run.n_steps())[run.trace.prompt.len()..])
}

fn preset(id: &str) -> ConstrainedSpec {
    CONSTRAINED_PRESETS.iter().find(|preset| preset.id == id).expect("there is such a preset").spec()
}

#[test]
fn the_trained_target_writes_a_legal_text_for_every_preset_and_it_replays_bit_for_bit() {
    let pair = trained_pair();
    for known in &CONSTRAINED_PRESETS {
        let run = constrained(&pair, &known.spec());
        let text = emitted_text(&pair, &run);
        assert!(run.trace.end.is_some_and(ConstrainedEnd::is_complete), "{}: {text}: {:?}", known.id, run.trace.end);
        assert!(run.processor.constraint().matches(text.replace("⟨end⟩", "").as_bytes()), "{}: {text}", known.id);
        let again = ConstrainedRun::from_trace(run.trace.clone(), pair.trie()).expect("it replays");
        assert_eq!((again.trace, again.summaries), (run.trace, run.summaries));
    }
}

// Case 18: an empty mask emitted garbage. The real target meets a dead end, and each way out is taken.
#[test]
fn the_trained_target_meets_a_dead_end_and_each_way_out_keeps_the_text_legal() {
    let pair = trained_pair();
    let outcome = |way_out| {
        let run = constrained(&pair, &ConstrainedSpec { way_out, ..preset("dead-end") });
        let n_dead_ends = (0..run.n_steps()).filter(|idx| run.dead_end(*idx).is_some()).count();
        assert!(run.processor.state_after(run.text_before(run.n_steps())).is_some(), "{way_out:?} left something illegal");
        (n_dead_ends, run.trace.end.expect("it has ended"), emitted_text(&pair, &run))
    };
    let (n_dead_ends, end, text) = outcome(WayOut::Backtrack);
    assert!(n_dead_ends == 2 && end == ConstrainedEnd::Complete && text.starts_with(" floor "), "{n_dead_ends}, {end:?}, {text}");
    let (n_dead_ends, end, text) = outcome(WayOut::Repair);
    assert!(n_dead_ends == 1 && end == ConstrainedEnd::Repaired && text.starts_with(" couch and purred"), "{end:?}, {text}");
    assert_eq!(outcome(WayOut::Reject), (1, ConstrainedEnd::Rejected, " couch and".to_owned()));
    // With the mask before top-k there is none.
    let right = constrained(&pair, &ConstrainedSpec { mask_last: false, way_out: WayOut::Reject, ..preset("dead-end") });
    assert!((0..right.n_steps()).all(|idx| right.dead_end(idx).is_none()));
}

// Case 19: JSON at T = 1 ran on and on, or was cut and passed for complete.
#[test]
fn json_of_the_trained_target_ends_complete_or_says_that_it_is_incomplete() {
    let pair = trained_pair();
    let json = ConstrainedSpec { temperature: 1.0, max_new_tokens: 120, ..preset("cat") };
    for (seed, max_new_tokens) in [(1, 120), (2, 120), (3, 9)] {
        let run = constrained(&pair, &ConstrainedSpec { seed, max_new_tokens, ..json.clone() });
        let text = emitted_text(&pair, &run).replace("⟨end⟩", "");
        let is_json = serde_json::from_str::<serde_json::Value>(&text).is_ok();
        let end = run.trace.end.expect("it has ended");
        assert_eq!(end.is_complete(), is_json, "{text}: {end:?}");
        assert!(max_new_tokens > 9 || end == ConstrainedEnd::Incomplete(StopReason::MaxNewTokens));
    }
}

// Case 10: the mask was on the target alone, and the draft's letters came through.
#[test]
fn speculation_of_the_trained_pair_under_a_mask_emits_only_legal_tokens_and_at_temperature_zero_the_targets_own() {
    let pair = trained_pair();
    for (name, temperature) in [("digits", 1.0), ("sentence", 0.8), ("sentence", 0.0), ("cat", 0.0), ("list", 0.0)] {
        let spec = ConstrainedSpec { temperature, ..preset(name) };
        let host = run_spec(&pair, &spec.speculation(true));
        let prompt = host.prompt();
        let processor = spec.processor(pair.trie(), pair.facts(), prompt.len()).expect("usable");
        let text = [prompt, host.emitted()].concat();
        assert!(processor.state_after(&text).is_some(), "{name} at {temperature}: {}", pair.vocabulary().text(&text));
        assert!(!host.emitted().is_empty());
        if temperature == 0.0 {
            let alone = constrained(&pair, &spec);
            assert_eq!(alone.text_before(alone.n_steps()), text, "{name}");
            assert_eq!(host.alone().0, host.emitted(), "{name}");
        }
        // Its recording replays under the constraint that it carries, and under no other.
        let mut trace = Trace::new(spec.speculation(true), pair.facts().clone(), host.prompt());
        trace.cycles = host.cycles();
        let recording = Recording { version: RECORDING_VERSION, trace, target_alone: None, vocabulary: pair.vocabulary().clone() };
        let read = Recording::from_json(&recording.to_json()).expect("its form is right");
        let constraint = read.constraint().expect("usable");
        assert!(constraint.is_some() && Run::under(read.trace.clone(), constraint.as_ref()).is_ok());
        assert!(Run::from_trace(read.trace).is_err());
    }
}

#[test]
fn beams_of_the_trained_target_are_legal_under_a_mask_and_score_no_worse_than_greedy() {
    let pair = trained_pair();
    let spec = ConstrainedSpec { max_new_tokens: 10, ..preset("list") };
    let mut host = FakeHost::new();
    now(constrained_beams(&pair, RunId(1), &spec, &mut host));
    let Some((_, Reply::ConstrainedBeams { constrained: masked, free, .. })) = host.replies.last() else { panic!("no beams") };
    assert_eq!((masked.len(), free.len()), (CONSTRAINED_BEAMS, CONSTRAINED_BEAMS));
    let prompt = pair.encode_prompt(&spec.prompt).expect("it encodes");
    let processor = spec.processor(pair.trie(), pair.facts(), prompt.len()).expect("usable");
    let is_legal = |tokens: &[TokenId]| processor.state_after(&[prompt.as_slice(), tokens].concat()).is_some();
    assert!(masked.iter().all(|beam| is_legal(&beam.tokens)) && !free.iter().any(|beam| is_legal(&beam.tokens)));
    for texts in [masked, free] {
        assert!(texts.windows(2).all(|pair| pair[0].score >= pair[1].score && pair[0].tokens != pair[1].tokens));
    }
    let greedy = constrained(&pair, &ConstrainedSpec { temperature: 0.0, ..spec.clone() });
    let score: f64 = greedy.summaries.iter().filter_map(|summary| summary.drawn).map(|(_, prob)| prob.ln()).sum();
    assert!(masked[0].score >= score - 1e-9, "{} is worse than {score}", masked[0].score);
}

#[test]
fn a_constrained_text_and_its_beams_stop_at_the_next_step_wherever_they_are() {
    let pair = trained_pair();
    let spec = ConstrainedSpec { prompt: "a ".repeat(100), ..preset("cat") };
    for cancel_after_yields in 1..12 {
        let mut host = FakeHost { cancel_after_yields, ..FakeHost::new() };
        now(constrain(&pair, RunId(1), &spec, &mut host));
        assert_eq!(host.n_yields, cancel_after_yields);
        let run = replayed(&pair, &spec, &host);
        assert_eq!(run.trace.end, Some(ConstrainedEnd::Incomplete(StopReason::Cancelled)));
        let mut host = FakeHost { cancel_after_yields, ..FakeHost::new() };
        now(constrained_beams(&pair, RunId(1), &spec, &mut host));
        assert_eq!((host.n_yields, host.replies.len()), (cancel_after_yields, 0));
    }
}

#[test]
fn a_constraint_that_cannot_be_used_is_refused_in_plain_words_by_every_kind_of_run() {
    let pair = trained_pair();
    let constraint = ConstraintSpec::Regex { pattern: "a(b".to_owned() };
    let spec = ConstrainedSpec { constraint, ..ConstrainedSpec::default() };
    let words = "this regular expression cannot be read at character 2: unclosed group (at `(`)";
    let mut hosts = [FakeHost::new(), FakeHost::new(), run_spec(&pair, &spec.speculation(true))];
    now(constrain(&pair, RunId(1), &spec, &mut hosts[0]));
    now(constrained_beams(&pair, RunId(1), &spec, &mut hosts[1]));
    hosts.iter().for_each(|host| assert_eq!(host.failure(), words));
}

#[test]
fn a_mask_is_timed_and_takes_less_than_a_millisecond() {
    let pair = trained_pair();
    let started = std::time::Instant::now();
    let clock: Clock = Rc::new(move || started.elapsed().as_secs_f64() * 1000.0);
    struct Timed(Clock, Vec<ConstrainedFacts>);
    impl Host for Timed {
        fn clock(&self) -> Clock {
            self.0.clone()
        }
        async fn yield_now(&mut self) {}
        fn cancelled(&self) -> bool {
            false
        }
        fn send(&mut self, reply: Reply) {
            if let Reply::ConstrainedSteps { steps, .. } = reply {
                self.1.extend(steps);
            }
        }
    }
    let mut host = Timed(clock, Vec::new());
    now(constrain(&pair, RunId(1), &preset("cat"), &mut host));
    let mut times: Vec<f64> = host.1.iter().map(|facts| facts.millis.mask).collect();
    assert!(times.len() > 20 && times.iter().all(|millis| *millis > 0.0));
    assert!(host.1.iter().all(|facts| facts.millis.total > 0.0));
    times.sort_by(f64::total_cmp);
    // The median: a busy machine may interrupt any single one. Unoptimised code is several times slower.
    let limit = if cfg!(debug_assertions) { 5.0 } else { 1.0 };
    assert!(times[times.len() / 2] < limit, "{times:?}");
}

/// The texts of a comparison, drawn to their end.
fn compared(pair: &ModelPair, spec: &CompareSpec) -> (TextCounts, FakeHost) {
    let mut host = FakeHost::new();
    now(compare(pair, RunId(1), spec, &mut host));
    let mut counts = TextCounts::default();
    for (_, reply) in &host.replies {
        if let Reply::Compared { texts, .. } = reply {
            texts.iter().cloned().for_each(|texts| counts.add(texts));
        }
    }
    assert!(matches!(host.replies.last(), Some((_, Reply::CompareEnded { .. }))), "{:?}", host.replies.last());
    (counts, host)
}

#[test]
fn the_same_seed_draws_the_same_texts_of_the_trained_pair() {
    let pair = trained_pair();
    let spec = CompareSpec { n_texts: 40, n_tokens: 3, seed: 7, ..CompareSpec::default() };
    let (counts, _) = compared(&pair, &spec);
    assert_eq!(counts.n(), [40, 40]);
    assert_eq!(compared(&pair, &spec).0, counts);
    assert_ne!(compared(&pair, &CompareSpec { seed: 8, ..spec.clone() }).0, counts);
    // Fewer texts are the first of more; and one text is what a fresh run of its own would write.
    let (fewer, host) = compared(&pair, &CompareSpec { n_texts: 1, ..spec.clone() });
    assert_eq!(fewer.n(), [1, 1]);
    let first = host.replies.iter().find_map(|(_, reply)| match reply {
        Reply::Compared { texts, .. } => texts.first().cloned(),
        _ => None,
    });
    let prompt = pair.encode_prompt(&spec.prompt).expect("it encodes");
    let experiment = spec.experiment();
    let config = |which| DecoderConfig {
        chain: experiment.chain(),
        gamma: spec.gamma,
        max_new_tokens: 3,
        stop_tokens: pair.facts().stop_tokens.clone(),
        context_len: pair.facts().context_len,
        coins: Coins::new(7).stream(which),
    };
    let mut alone = Ancestral::new(config(0), &prompt);
    let mut target = pair.target();
    while now(alone.step(&mut target)).expect("a pass").is_some() {}
    let mut decoder = Speculative::new(config(1), &prompt);
    let (mut draft, mut target) = (pair.draft(), pair.target());
    while now(decoder.step(&mut draft, &mut target)).expect("a pass").is_some() {}
    assert_eq!(first, Some([alone.emitted().to_vec(), decoder.tokens()[prompt.len()..].to_vec()]));
}

// The two-sample test of the page, on the real models: the right rule passes, and broken ones are noticed.
#[test]
fn texts_of_the_trained_pair_pass_the_two_sample_test_and_broken_rules_fail_it() {
    let pair = trained_pair();
    let test = |mistake| {
        let spec = CompareSpec { n_texts: 500, mistake, ..CompareSpec::default() };
        let (counts, _) = compared(&pair, &spec);
        TwoSample::of(&counts, TextStatistic::First, spec.n_tokens)
    };
    let right = test(Mistake::None);
    assert!(right.check.p_value > 1e-3 && right.categories.len() > 3, "{right:?}");
    for mistake in [Mistake::NoResidual, Mistake::AcceptAlways] {
        let wrong = test(mistake);
        assert!(wrong.check.p_value < 1e-3, "{mistake:?}: {wrong:?}");
    }
}

#[test]
fn a_comparison_stops_at_the_next_text_and_refuses_a_prompt_without_room() {
    let pair = trained_pair();
    let spec = CompareSpec { n_texts: 500, ..CompareSpec::default() };
    for cancel_after_yields in [1, 2, 3, 9] {
        let mut host = FakeHost { cancel_after_yields, ..FakeHost::new() };
        now(compare(&pair, RunId(1), &spec, &mut host));
        assert!(host.n_yields <= cancel_after_yields + 1, "{}", host.n_yields);
        assert!(matches!(host.replies.last(), Some((_, Reply::CompareEnded { .. }))));
    }
    let mut host = FakeHost::new();
    let most = (0..).find(|n| pair.encode_prompt(&"cat ".repeat(*n)).expect("it fits").len() >= 255).expect("words have tokens");
    let long = CompareSpec { prompt: "cat ".repeat(most), n_tokens: 2, ..spec };
    now(compare(&pair, RunId(1), &long, &mut host));
    assert!(host.failure().contains("no room for 2 more"), "{}", host.failure());
}

// What the page shows for a seed is what these programs count: the test in the browser reads the same file.
#[test]
fn the_counts_that_the_page_is_held_to_are_those_of_the_native_core() {
    let known: serde_json::Value = serde_json::from_str(include_str!("data/exactness.json")).expect("it is JSON");
    let pair = trained_pair();
    let live = &known["live"];
    let query = live["query"].as_str().expect("a query");
    let (spec, notices) = CompareSpec::parse(query);
    assert_eq!(notices, []);
    let spec = CompareSpec { seed: ProofSpec::parse(query).0.seed, ..spec };
    let (counts, _) = compared(&pair, &spec);
    let test = TwoSample::of(&counts, TextStatistic::First, spec.n_tokens);
    let rows: Vec<serde_json::Value> = test
        .categories
        .iter()
        .map(|category| {
            let label = category.tokens.as_ref().map(|tokens| pair.vocabulary().label(tokens[0]));
            serde_json::json!([label, category.counts[0], category.counts[1]])
        })
        .collect();
    assert_eq!(serde_json::json!(rows), live["first_token"], "{}", serde_json::json!(rows));
    let numbers = format!("{:.2} {} {:.4}", test.check.statistic, test.check.degrees, test.check.p_value);
    assert_eq!(serde_json::json!(numbers), live["statistic_degrees_p"]);
    let sequences = &known["sequences"];
    let (spec, _) = SequenceSpec::parse(sequences["query"].as_str().expect("a query"));
    let laws = spec.laws(Mistake::NoResidual);
    let numbers = format!("{} {} {:.4}", laws.texts.len(), laws.n_paths, spec.cycle_length(Mistake::NoResidual).long_run);
    assert_eq!(serde_json::json!(numbers), sequences["texts_paths_tau"]);
    assert_eq!(serde_json::json!(format!("{:.2e}", laws.largest_difference())), sequences["largest_difference"]);
}

//! Drafts inside the target: trees in one pass, exits, heads and states, held against plain passes and against numbers computed
//! elsewhere in f64; and the law of what they emit, on the trained models.
#![cfg(feature = "engine")]

use decoding_lab::decode::{
    ByModel, Coins, DecoderConfig, DraftMethod, Drafter, DraftsFacts, DraftsSpec, ExperimentSpec, Kernels, LanguageModel, Speculative,
    TokenId, TokenTree, TreeModel, TreeNode, TreeShape, TreeSpeculative, WaySummary, now_or_never,
};
use decoding_lab::engine::{
    ByCarrier, ByExit, ByHeads, Clock, DraftKit, DraftKitFiles, EngineError, EngineModel, Heads, HeadsFiles, Host, ModelFiles, ModelPair,
    compare_drafts,
};
use decoding_lab::protocol::{Reply, RunId};
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

fn models() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("public/models")
}

fn pair_of(target: &str, kernels: Kernels) -> ModelPair {
    let read = |name: &str| ModelFiles::read(&models().join(name)).expect("the shipped models are there");
    ModelPair::build_with(&read(target), &read("draft-0.3m"), kernels).expect("the shipped models fit")
}

fn pair(kernels: Kernels) -> ModelPair {
    pair_of("target-1.8m", kernels)
}

fn heads_files(target: &str) -> HeadsFiles {
    HeadsFiles::read(&models().join(target.replace("target", "heads"))).expect("the shipped heads are there")
}

fn heads(pair: &ModelPair) -> Rc<Heads> {
    Rc::new(
        Heads::build(&heads_files(&pair.facts().target.name), pair.target().fast().expect("the fast engine"))
            .expect("the shipped heads fit"),
    )
}

fn wait<F: std::future::Future>(future: F) -> F::Output {
    now_or_never(future).expect("no engine on a processor waits")
}

fn with_states(pair: &ModelPair) -> EngineModel {
    EngineModel::Fast(pair.target().fast().expect("the fast engine").with_states())
}

fn prompt(pair: &ModelPair) -> Vec<TokenId> {
    pair.encode_prompt("Once upon a time, a cat").expect("it fits")
}

/// A tree with branches of several lengths after a root.
fn tree() -> TokenTree {
    let node = |parent, token| TreeNode { parent, token: TokenId(token) };
    TokenTree {
        nodes: vec![
            node(None, 508),
            node(Some(0), 300),
            node(Some(0), 417),
            node(Some(1), 12),
            node(Some(2), 12),
            node(Some(4), 259),
            node(Some(2), 900),
            node(Some(5), 1200),
        ],
    }
}

// Each node's row must be the one of its branch alone, to the bit: else greedy texts could part where a tree was fed.
#[test]
fn a_tree_in_one_pass_gives_the_bits_of_its_branches_and_keeps_the_one_that_is_wanted() {
    for kernels in [Kernels::Scalar, Kernels::Simd, Kernels::Int8] {
        let pair = pair(kernels);
        for n_before in [0, 7, 15, 30] {
            let before: Vec<TokenId> = (0..n_before).map(|idx| TokenId(20 + 7 * idx)).collect();
            let (mut fed, mut plain) = (pair.target(), pair.target());
            wait(fed.extend(&before)).expect("it fits");
            wait(plain.extend(&before)).expect("it fits");
            let tree = tree();
            let rows = wait(fed.extend_tree(&tree)).expect("it fits");
            assert_eq!(fed.cached(), before, "the cache holds none of it yet");
            for (node, row) in rows.iter().enumerate() {
                let mut branch = plain.fork();
                let alone = wait(branch.extend(&tree.tokens(Some(node)))).expect("it fits").pop().expect("a row for each token");
                assert_eq!(row, &alone, "{kernels:?}, {n_before} before, node {node}");
            }
            let branch = tree.path(7);
            fed.keep_branch(&branch);
            let mut kept = plain.fork();
            wait(kept.extend(&tree.tokens(Some(7)))).expect("it fits");
            assert_eq!(fed.cached(), kept.cached());
            let next = [TokenId(5), TokenId(77)];
            assert_eq!(wait(fed.extend(&next)).expect("it fits"), wait(kept.extend(&next)).expect("it fits"), "{kernels:?}, {n_before}");
        }
    }
}

#[test]
fn a_tree_that_is_not_kept_leaves_no_trace_and_one_beyond_the_context_is_refused() {
    let pair = pair(Kernels::Simd);
    let (mut fed, mut plain) = (pair.target(), pair.target());
    let before: Vec<TokenId> = (0..254).map(|idx| TokenId(20 + idx)).collect();
    wait(fed.extend(&before[..250])).expect("it fits");
    wait(plain.extend(&before[..250])).expect("it fits");
    wait(fed.extend_tree(&tree())).expect("five deep fit after 250");
    assert_eq!(wait(fed.extend(&before[250..])).expect("it fits"), wait(plain.extend(&before[250..])).expect("it fits"));
    let error = wait(fed.extend_tree(&tree())).expect_err("five deep do not fit after 254");
    assert!(matches!(error, EngineError::ContextFull { .. }), "{error}");
    assert_eq!(fed.cached().len(), 254);
}

// The layers that an exit has gone through are not gone through again, and nobody may be able to tell.
#[test]
fn what_an_exit_looked_at_is_verified_with_the_bits_of_a_plain_pass() {
    for kernels in [Kernels::Simd, Kernels::Int8] {
        let pair = pair(kernels);
        let heads = heads(&pair);
        let text = prompt(&pair);
        let guesses = [TokenId(300), TokenId(12), TokenId(259)];
        // As it was drafted, with another end, and with something else altogether.
        for wrong in 0..=3 {
            let (mut seen, mut plain) = (pair.target(), pair.target());
            wait(seen.extend(&text[..7])).expect("it fits");
            wait(plain.extend(&text[..7])).expect("it fits");
            let mut exit = ByExit(Rc::clone(&heads));
            for n_drafted in 0..guesses.len() {
                let so_far = [&text[..], &guesses[..n_drafted]].concat();
                let guess = wait(exit.guess(&mut seen, &so_far, n_drafted)).expect("it fits").expect("an exit always guesses");
                assert_eq!(guess.logits.len(), pair.facts().vocab_size);
                assert_eq!(seen.cached(), &text[..7], "the cache holds what it held");
            }
            let mut fed = [&text[7..], &guesses].concat();
            fed.iter_mut().skip(1 + wrong).for_each(|token| *token = TokenId(1000));
            assert_eq!(wait(seen.extend(&fed)).expect("it fits"), wait(plain.extend(&fed)).expect("it fits"), "{kernels:?}, {wrong} right");
            assert_eq!(wait(seen.extend(&guesses)).expect("it fits"), wait(plain.extend(&guesses)).expect("it fits"));
        }
    }
}

#[derive(serde::Deserialize)]
struct Golden {
    ids: Vec<u32>,
    medusa: Vec<GoldenRow>,
    exit: Vec<GoldenRow>,
    mtp: Vec<GoldenRow>,
}

#[derive(serde::Deserialize)]
struct GoldenRow {
    first: Vec<f32>,
    argmax: u32,
    largest: f32,
}

impl GoldenRow {
    fn assert_is(&self, row: &[f32], what: &str) {
        // Sums of a few hundred products in f32 against f64, on logits of up to about 30.
        let close = |a: f32, b: f32| (a - b).abs() < 2e-3;
        assert!(self.first.iter().zip(row).all(|(a, b)| close(*a, *b)), "{what}: {:?} against {:?}", &row[..5], self.first);
        let best = (0..row.len()).max_by(|a, b| row[*a].total_cmp(&row[*b])).expect("a row");
        assert_eq!(best, self.argmax as usize, "{what}");
        assert!(close(row[best], self.largest), "{what}");
    }
}

// tests/data/heads.json is computed in NumPy in f64 by training/check_heads.py.
#[test]
fn heads_exit_and_carried_states_give_the_numbers_computed_elsewhere() {
    let golden = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/heads.json")).expect("the golden file");
    let all: BTreeMap<String, Golden> = serde_json::from_str(&golden).expect("the golden file's layout");
    assert_eq!(all.keys().collect::<Vec<_>>(), ["heads-1.8m", "heads-5.9m"]);
    for (name, golden) in all {
        let pair = pair_of(&name.replace("heads", "target"), Kernels::Simd);
        let heads = heads(&pair);
        let text: Vec<TokenId> = golden.ids.iter().copied().map(TokenId).collect();
        assert_eq!(text, prompt(&pair));

        // The heads read the state at the last token of the golden text: one more token makes that the last cached one.
        let mut target = with_states(&pair);
        wait(target.extend(&text)).expect("it fits");
        let mut longer = [&text[..], &[TokenId(0)]].concat();
        let mut by_heads = ByHeads::new(Rc::clone(&heads));
        for (n_drafted, row) in golden.medusa.iter().enumerate() {
            let guess = wait(by_heads.guess(&mut target, &longer, n_drafted)).expect("it fits").expect("there is a head for it");
            row.assert_is(&guess.logits, &format!("head {n_drafted}"));
            longer.push(TokenId(1));
        }
        assert_eq!(wait(by_heads.guess(&mut target, &longer, golden.medusa.len())).expect("it fits"), None, "there are no more heads");

        let mut target = pair.target();
        wait(target.extend(&text[..7])).expect("it fits");
        let guess = wait(ByExit(Rc::clone(&heads)).guess(&mut target, &text, 0)).expect("it fits").expect("an exit always guesses");
        golden.exit[0].assert_is(&guess.logits, "exit");

        let mut target = with_states(&pair);
        wait(target.extend(&text[..7])).expect("it fits");
        let mut carrier = ByCarrier::new(Rc::clone(&heads));
        let mut so_far = text.clone();
        for (n_drafted, row) in golden.mtp.iter().enumerate() {
            let guess = wait(carrier.guess(&mut target, &so_far, n_drafted)).expect("it fits").expect("there are states");
            row.assert_is(&guess.logits, &format!("carried {n_drafted}"));
            so_far.push(TokenId(row.argmax));
        }
        // A cycle later it must say what a fresh one says of the same text: nothing of the guessed states may be left.
        wait(target.extend(&so_far[7..9])).expect("it fits");
        let again = wait(carrier.guess(&mut target, &so_far[..10], 0)).expect("it fits");
        let fresh = wait(ByCarrier::new(heads).guess(&mut target, &so_far[..10], 0)).expect("it fits");
        assert_eq!(again, fresh);
    }
}

#[test]
fn heads_of_another_target_and_damaged_ones_are_refused_by_name() {
    let pair = pair(Kernels::Simd);
    let mut target = pair.target();
    let fast = target.fast().expect("the fast engine");
    let refused = |files: HeadsFiles| Heads::build(&files, fast).err().expect("it is refused").to_string();
    let good = heads_files("target-1.8m");
    let config = String::from_utf8(good.config.clone()).expect("JSON is text");
    let with_config = |from: &str, to: &str| {
        assert!(config.contains(from), "{from}");
        HeadsFiles { config: config.replace(from, to).into_bytes(), ..good.clone() }
    };
    assert!(refused(with_config("\"hidden_size\": 128", "\"hidden_size\": 64")).contains("another target"));
    assert!(refused(with_config("\"exit_layers\": 3", "\"exit_layers\": 7")).contains("another target"));
    assert!(refused(with_config("decoding-lab-heads", "llama")).contains("llama"));
    assert!(refused(with_config("\"medusa_heads\": 3", "\"medusa_heads\": 4")).contains("medusa.3"));
    assert!(refused(HeadsFiles { weights: good.weights[..9000].to_vec(), ..good.clone() }).contains("damaged"));
    assert!(refused(HeadsFiles { config: b"{".to_vec(), ..good.clone() }).contains("heads-1.8m"));
}

/// A host that is never cancelled, and whose clock goes on by itself.
struct Quiet {
    replies: Vec<Reply>,
    cancel_after: Option<usize>,
    n_yields: usize,
}

impl Host for Quiet {
    fn clock(&self) -> Clock {
        let now = std::cell::Cell::new(0.0);
        Rc::new(move || {
            now.set(now.get() + 0.25);
            now.get()
        })
    }

    async fn yield_now(&mut self) {
        self.n_yields += 1;
    }

    fn cancelled(&self) -> bool {
        self.cancel_after.is_some_and(|n| self.n_yields >= n)
    }

    fn send(&mut self, reply: Reply) {
        self.replies.push(reply);
    }
}

fn kit(pair: &ModelPair) -> DraftKit {
    DraftKit::build(pair, DraftKitFiles::read(&models(), &pair.facts().target.name))
}

fn compared(pair: &ModelPair, kit: &DraftKit, spec: &DraftsSpec) -> DraftsFacts {
    let mut host = Quiet { replies: Vec::new(), cancel_after: None, n_yields: 0 };
    wait(compare_drafts(pair, kit, RunId(1), spec, &mut host));
    match host.replies.pop() {
        Some(Reply::Drafted { facts, done: true, .. }) => facts,
        other => panic!("the last reply is {other:?}"),
    }
}

#[test]
fn every_way_writes_with_the_trained_models_and_its_facts_fit_together() {
    for kernels in [Kernels::Simd, Kernels::Int8] {
        let pair = pair(kernels);
        let kit = kit(&pair);
        let spec = DraftsSpec { max_new_tokens: 40, ..DraftsSpec::default() };
        let facts = compared(&pair, &kit, &spec);
        facts.check().expect("the facts fit together");
        assert_eq!(facts.ways.len(), DraftMethod::ALL.len());
        for way in &facts.ways {
            assert_eq!(way.missing, None, "{:?}", way.method);
            let summary = WaySummary::of(way, &facts.alone);
            assert!(summary.n_emitted <= 40 && way.stop.is_some(), "{:?}", way.method);
            let check = way.check.expect("every way was tried");
            assert!(check.p_value > 1e-4 && check.n_groups > 3, "{:?}: {check:?}", way.method);
            if way.method == DraftMethod::Target {
                assert!(summary.alpha.is_some_and(|alpha| alpha > 1.0 - 1e-9), "p = q accepts everything: {summary:?}");
            }
        }
        assert_eq!(compared(&pair, &kit, &spec), facts, "the same seed tells the same story, times included where the clock is the same");
    }
}

#[test]
fn greedy_texts_by_every_way_are_the_targets_own_token_for_token() {
    for kernels in [Kernels::Simd, Kernels::Int8] {
        let pair = pair(kernels);
        let kit = kit(&pair);
        for (domain, _) in decoding_lab::decode::Domain::ALL {
            let prompt = domain.prompt().to_owned();
            let spec = DraftsSpec { temperature: 0.0, max_new_tokens: 40, prompt, ..DraftsSpec::default() };
            let facts = compared(&pair, &kit, &spec);
            for way in &facts.ways {
                let text: Vec<TokenId> = way.cycles.iter().flat_map(|cycle| cycle.emitted.clone()).collect();
                assert_eq!(text, facts.alone.emitted, "{kernels:?}, {domain:?}, {:?}", way.method);
            }
        }
    }
}

#[test]
fn a_comparison_can_be_stopped_anywhere_and_what_is_missing_is_said() {
    let pair = pair(Kernels::Simd);
    let spec = DraftsSpec { max_new_tokens: 12, ..DraftsSpec::default() };
    let missing = || Err(EngineError::NoInnerStates.fault());
    let poor_kit = DraftKit::build(
        &pair,
        DraftKitFiles {
            poor: missing().map(|()| unreachable!()),
            heads: missing().map(|()| unreachable!()),
            written: missing().map(|()| unreachable!()),
        },
    );
    let facts = compared(&pair, &poor_kit, &spec);
    let missing: Vec<DraftMethod> = facts.ways.iter().filter(|way| way.missing.is_some()).map(|way| way.method).collect();
    let expected = [DraftMethod::Poor, DraftMethod::Ngram, DraftMethod::Exit, DraftMethod::Heads, DraftMethod::Mtp, DraftMethod::HeadsTree];
    assert_eq!(missing, expected);
    for cancel_after in [0, 1, 5, 30, 100] {
        let mut host = Quiet { replies: Vec::new(), cancel_after: Some(cancel_after), n_yields: 0 };
        wait(compare_drafts(&pair, &poor_kit, RunId(1), &spec, &mut host));
        assert!(
            !host.replies.iter().any(|reply| matches!(reply, Reply::Drafted { done: true, .. } | Reply::Failed { .. })),
            "{cancel_after}"
        );
    }
}

// What is drawn at the second and third place of a cycle, too, must have the target's law: whole pairs of tokens, of a target cut to few.
#[test]
fn pairs_of_tokens_by_drafts_inside_the_target_follow_its_law() {
    let pair = pair(Kernels::Simd);
    let heads = heads(&pair);
    let text = prompt(&pair);
    let spec = ExperimentSpec { top_k: 3, temperature: 1.0, max_new_tokens: 2, gamma: 2, ..ExperimentSpec::default() };
    let config = |seed| DecoderConfig {
        chain: spec.chain(),
        gamma: spec.gamma,
        max_new_tokens: 2,
        stop_tokens: pair.facts().stop_tokens.clone(),
        context_len: 64,
        coins: Coins::new(seed),
    };
    // The law of pairs, by the target alone.
    let mut law = Vec::new();
    let mut target = pair.target();
    let row = wait(target.extend(&text)).expect("it fits").pop().expect("a row for each token");
    let first = config(0).chain.process(&row, &text).expect("some token is left");
    for a in first.top(3) {
        let mut fork = target.fork();
        let row = wait(fork.extend(&[a])).expect("it fits").pop().expect("a row for each token");
        let second = config(0).chain.process(&row, &[&text[..], &[a]].concat()).expect("some token is left");
        law.extend(second.top(3).into_iter().map(|b| ([a, b], first.get(a) * second.get(b))));
    }
    let prefilled = |mut model: EngineModel| {
        wait(model.extend(&text[..text.len() - 1])).expect("it fits");
        model
    };
    let (plain, keeping) = (prefilled(pair.target()), prefilled(with_states(&pair)));
    let n = 600;
    type Draw<'a> = Box<dyn Fn(u64) -> Vec<TokenId> + 'a>;
    fn chain<D: Drafter<EngineModel>>(config: DecoderConfig, text: &[TokenId], mut target: EngineModel, mut drafter: D) -> Vec<TokenId> {
        let mut decoder = Speculative::new(config, text);
        while wait(decoder.step_by(&mut drafter, &mut target)).expect("it fits").is_some() {}
        decoder.tokens()[text.len()..].to_vec()
    }
    fn branching<D: Drafter<EngineModel>>(
        config: DecoderConfig,
        text: &[TokenId],
        mut target: EngineModel,
        mut drafter: D,
    ) -> Vec<TokenId> {
        let mut decoder = TreeSpeculative::new(config, TreeShape::new(vec![2, 2]).expect("it fits"), text);
        while wait(decoder.step(&mut drafter, &mut target)).expect("it fits").is_some() {}
        decoder.tokens()[text.len()..].to_vec()
    }
    let draws: Vec<(&str, Draw<'_>)> = vec![
        ("exit", Box::new(|seed| chain(config(seed), &text, plain.fork(), ByExit(Rc::clone(&heads))))),
        ("heads", Box::new(|seed| chain(config(seed), &text, keeping.fork(), ByHeads::new(Rc::clone(&heads))))),
        ("carried", Box::new(|seed| chain(config(seed), &text, keeping.fork(), ByCarrier::new(Rc::clone(&heads))))),
        ("tree of heads", Box::new(|seed| branching(config(seed), &text, keeping.fork(), ByHeads::new(Rc::clone(&heads))))),
        (
            "tree of the small model",
            Box::new(|seed| {
                let mut draft = pair.draft();
                branching(config(seed), &text, plain.fork(), ByModel(&mut draft))
            }),
        ),
    ];
    for (name, draw) in draws {
        let mut counts = vec![0_u64; law.len()];
        for seed in 0..n {
            let drawn = draw(seed);
            let idx = law.iter().position(|(pair, _)| *pair == drawn[..]).unwrap_or_else(|| panic!("{name}: {drawn:?} is never written"));
            counts[idx] += 1;
        }
        let probs: Vec<f64> = law.iter().map(|(_, prob)| *prob).collect();
        let test = decoding_lab::decode::ChiSquare::of(&counts, &probs);
        assert!(test.p_value > 1e-4, "{name}: {test:?} of {counts:?}");
    }
}

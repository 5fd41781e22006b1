//! Every way to draft keeps the target's law: in closed form at every place of small texts, and by seeded draws of whole texts.

use decoding_lab::decode::{
    AcceptRule, ByLookup, ByModel, ByNgrams, ChiSquare, Coins, DecoderConfig, Drafter, LanguageModel, LogitsProcessor, Mistake, Ngrams,
    ProcessorChain, Speculative, TableModel, TokenId, TreeModel, TreeShape, TreeSpeculative, TwoPaths, multi_candidate_law, now_or_never,
};

const VOCAB: usize = 4;
const CONTEXT: usize = 24;

fn target() -> TableModel {
    TableModel::uniform(VOCAB, CONTEXT)
        .with_row(&[], &[0.1, 0.4, 0.3, 0.2])
        .with_row(&[1], &[0.05, 0.15, 0.6, 0.2])
        .with_row(&[2], &[0.1, 0.5, 0.1, 0.3])
        .with_row(&[1, 2], &[0.0, 0.7, 0.2, 0.1])
}

fn draft() -> TableModel {
    TableModel::uniform(VOCAB, CONTEXT)
        .with_row(&[], &[0.3, 0.3, 0.2, 0.2])
        .with_row(&[1], &[0.25, 0.25, 0.25, 0.25])
        .with_row(&[2], &[0.0, 0.9, 0.1, 0.0])
}

fn ids(ids: &[u32]) -> Vec<TokenId> {
    ids.iter().copied().map(TokenId).collect()
}

fn config(seed: u64, temperature: f64, max_new_tokens: usize) -> DecoderConfig {
    let chain = ProcessorChain { processors: vec![LogitsProcessor::Temperature(temperature)] };
    DecoderConfig { chain, gamma: 3, max_new_tokens, stop_tokens: ids(&[3]), context_len: CONTEXT, coins: Coins::new(seed) }
}

/// A fresh drafter of each kind, under its name.
fn each_drafter(mut test: impl FnMut(&str, &mut dyn FnMut(&mut dyn FnMut(Ways<'_>)))) {
    test("model", &mut |run| run(Ways::Model(ByModel(&mut draft()))));
    test("lookup", &mut |run| run(Ways::Lookup(ByLookup::new(VOCAB, 2))));
    test("n-gram", &mut |run| {
        let mut ngrams = Ngrams::new(3, VOCAB);
        ngrams.read(&ids(&[1, 2, 1, 2, 2, 1, 0, 1, 2, 3]), 0);
        run(Ways::Ngrams(ByNgrams::new(ngrams)));
    });
    test("target itself", &mut |run| run(Ways::Model(ByModel(&mut target()))));
}

enum Ways<'a> {
    Model(ByModel<'a, TableModel>),
    Lookup(ByLookup),
    Ngrams(ByNgrams),
}

impl Drafter<TableModel> for Ways<'_> {
    async fn guess(
        &mut self,
        target: &mut TableModel,
        text: &[TokenId],
        n_drafted: usize,
    ) -> Result<Option<decoding_lab::decode::Guess>, <TableModel as LanguageModel>::Error> {
        match self {
            Self::Model(drafter) => drafter.guess(target, text, n_drafted).await,
            Self::Lookup(drafter) => drafter.guess(target, text, n_drafted).await,
            Self::Ngrams(drafter) => drafter.guess(target, text, n_drafted).await,
        }
    }

    fn settle(&mut self, n_kept: usize) {
        match self {
            Self::Model(drafter) => Drafter::<TableModel>::settle(drafter, n_kept),
            Self::Lookup(drafter) => Drafter::<TableModel>::settle(drafter, n_kept),
            Self::Ngrams(drafter) => Drafter::<TableModel>::settle(drafter, n_kept),
        }
    }

    fn n_cached(&self) -> usize {
        match self {
            Self::Model(drafter) => Drafter::<TableModel>::n_cached(drafter),
            Self::Lookup(_) | Self::Ngrams(_) => 0,
        }
    }
}

fn wait<F: std::future::Future>(future: F) -> F::Output {
    now_or_never(future).expect("a table never waits")
}

/// All texts of up to `n` tokens after `start`.
fn texts(start: &[TokenId], n: usize) -> Vec<Vec<TokenId>> {
    let mut all = vec![start.to_vec()];
    for _ in 0..n {
        let longer: Vec<Vec<TokenId>> =
            all.iter().flat_map(|text| (0..VOCAB as u32).map(|token| [&text[..], &[TokenId(token)]].concat())).collect();
        all.extend(longer);
    }
    all
}

#[test]
fn whatever_q_is_made_of_one_place_has_the_targets_law_in_closed_form() {
    let chain = config(0, 0.7, 1).chain;
    each_drafter(|name, with| {
        let mut n_guesses = 0;
        for text in texts(&ids(&[1, 2, 1]), 3) {
            with(&mut |mut drafter| {
                let mut table = target();
                let Some(guess) = wait(drafter.guess(&mut table, &text, 0)).expect("it fits") else { return };
                n_guesses += 1;
                let q = chain.process(&guess.logits, &text).expect("some token is left");
                let p = chain.process(&target().row(&text), &text).expect("some token is left");
                let apart = |law: &[f64]| law.iter().zip(p.as_slice()).map(|(law, p)| (law - p).abs()).fold(0.0, f64::max);
                assert!(apart(&TwoPaths::exact(&p, &q, Mistake::None).law()) < 1e-12, "{name} after {text:?}");
                for n_guesses in 2..=3 {
                    assert!(apart(&multi_candidate_law(&p, &q, n_guesses).0) < 1e-12, "{name} after {text:?}, {n_guesses} guesses");
                }
            });
        }
        assert!(n_guesses > 20, "{name} guessed {n_guesses} times");
    });
}

/// The probability of every whole text of `n` tokens after a prompt, where texts end at a stop token.
fn law_of_texts(prompt: &[TokenId], config: &DecoderConfig, n: usize) -> Vec<(Vec<TokenId>, f64)> {
    let mut open = vec![(Vec::new(), 1.0)];
    let mut done = Vec::new();
    for _ in 0..n {
        let mut longer = Vec::new();
        for (text, prob) in open {
            let whole = [prompt, &text].concat();
            let p = config.chain.process(&target().row(&whole), &whole).expect("some token is left");
            for token in (0..VOCAB as u32).map(TokenId).filter(|token| p.get(*token) > 0.0) {
                let next = ([&text[..], &[token]].concat(), prob * p.get(token));
                if config.stop_tokens.contains(&token) { done.push(next) } else { longer.push(next) }
            }
        }
        open = longer;
    }
    done.extend(open);
    done
}

fn assert_follows(name: &str, texts: &[Vec<TokenId>], law: &[(Vec<TokenId>, f64)]) {
    let counts: Vec<u64> = law.iter().map(|(text, _)| texts.iter().filter(|drawn| *drawn == text).count() as u64).collect();
    assert_eq!(counts.iter().sum::<u64>(), texts.len() as u64, "{name}: a text came up that the target never writes");
    let probs: Vec<f64> = law.iter().map(|(_, prob)| *prob).collect();
    let test = ChiSquare::of(&counts, &probs);
    assert!(test.p_value > 1e-3, "{name}: {test:?}");
}

const N_TEXTS: u64 = 4000;

#[test]
fn whole_texts_by_every_way_follow_the_targets_law() {
    let prompt = ids(&[1, 2, 1]);
    let law = law_of_texts(&prompt, &config(0, 1.0, 3), 3);
    each_drafter(|name, with| {
        let mut drawn = Vec::new();
        let mut n_accepted = 0;
        for seed in 0..N_TEXTS {
            with(&mut |mut drafter| {
                let mut table = target();
                let mut decoder = Speculative::new(config(1000 + seed, 1.0, 3), &prompt);
                while let Some(step) = wait(decoder.step_by(&mut drafter, &mut table)).expect("it fits") {
                    n_accepted += step.cycle.verdict.n_accepted();
                    assert_eq!(step.facts.cache.target_after, table.cached().len());
                    assert!(decoder.tokens().starts_with(table.cached()), "{name}: the cache holds what was not emitted");
                }
                drawn.push(decoder.tokens()[prompt.len()..].to_vec());
            });
        }
        assert!(n_accepted > 100, "{name}: nothing was accepted");
        assert_follows(name, &drawn, &law);
    });
}

#[test]
fn whole_texts_from_trees_by_every_way_follow_the_targets_law() {
    let prompt = ids(&[1, 2, 1]);
    let law = law_of_texts(&prompt, &config(0, 1.0, 3), 3);
    for widths in [vec![1, 1], vec![2, 2], vec![3, 2, 1]] {
        let shape = TreeShape::new(widths).expect("it fits");
        each_drafter(|name, with| {
            let mut drawn = Vec::new();
            for seed in 0..N_TEXTS {
                with(&mut |mut drafter| {
                    let mut table = target();
                    let mut decoder = TreeSpeculative::new(config(5000 + seed, 1.0, 3), shape.clone(), &prompt);
                    while let Some(facts) = wait(decoder.step(&mut drafter, &mut table)).expect("it fits") {
                        assert!(facts.tree.is_ordered() && facts.tree.nodes.len() <= shape.n_nodes());
                        assert!(decoder.tokens().starts_with(table.cached()), "{name}: the cache holds what was not emitted");
                    }
                    drawn.push(decoder.tokens()[prompt.len()..].to_vec());
                });
            }
            assert_follows(&format!("{name} {:?}", shape.widths()), &drawn, &law);
        });
    }
}

// A tree with one guess for each place is a chain: same coins, same tests, same text.
#[test]
fn a_tree_of_single_guesses_tells_the_story_of_the_chain() {
    let prompt = ids(&[1, 2, 1]);
    for seed in 0..200 {
        let chain_config = config(seed, 0.9, 12);
        let mut chain = Speculative::new(chain_config.clone(), &prompt);
        let mut tree = TreeSpeculative::new(chain_config, TreeShape::new(vec![1; 3]).expect("it fits"), &prompt);
        let (mut chain_draft, mut chain_target, mut tree_draft, mut tree_target) = (draft(), target(), draft(), target());
        loop {
            let step = wait(chain.step_by(&mut ByModel(&mut chain_draft), &mut chain_target)).expect("it fits");
            let facts = wait(tree.step(&mut ByModel(&mut tree_draft), &mut tree_target)).expect("it fits");
            let (Some(step), Some(facts)) = (&step, &facts) else {
                assert!(step.is_none() && facts.is_none());
                break;
            };
            let drafted: Vec<TokenId> = facts.tree.nodes.iter().map(|node| node.token).collect();
            assert_eq!((&step.cycle.drafted, &step.cycle.verdict.emitted), (&drafted, &facts.verdict.emitted), "seed {seed}");
            let (tests, node_tests) = (&step.cycle.verdict.tests, &facts.verdict.tests);
            assert_eq!(tests.len(), node_tests.len());
            for (test, node_test) in tests.iter().zip(node_tests) {
                assert_eq!(
                    (test.acceptance_prob, test.coin, test.accepted),
                    (node_test.acceptance_prob, node_test.coin, node_test.accepted)
                );
            }
        }
        assert_eq!(chain.stop(), tree.stop());
    }
}

#[test]
fn greedy_texts_are_the_targets_own_by_every_way_and_shape() {
    let prompt = ids(&[1, 2, 1]);
    let greedy = |max| DecoderConfig { stop_tokens: Vec::new(), ..config(7, 0.0, max) };
    let mut alone = target();
    let mut ancestral = decoding_lab::decode::Ancestral::new(greedy(12), &prompt);
    while wait(ancestral.step(&mut alone)).expect("it fits").is_some() {}
    each_drafter(|name, with| {
        with(&mut |mut drafter| {
            let mut table = target();
            let mut decoder = Speculative::new(greedy(12), &prompt);
            while wait(decoder.step_by(&mut drafter, &mut table)).expect("it fits").is_some() {}
            assert_eq!(decoder.tokens(), ancestral.tokens(), "{name}");
        });
        with(&mut |mut drafter| {
            let mut table = target();
            let mut decoder = TreeSpeculative::new(greedy(12), TreeShape::default(), &prompt);
            while wait(decoder.step(&mut drafter, &mut table)).expect("it fits").is_some() {}
            assert_eq!(decoder.tokens(), ancestral.tokens(), "{name}, tree");
        });
    });
}

#[test]
fn a_full_context_ends_trees_as_it_ends_chains_and_nothing_is_fed_beyond_it() {
    let prompt = ids(&[1; CONTEXT - 3]);
    let mut table = target();
    let roomy = DecoderConfig { stop_tokens: Vec::new(), ..config(3, 1.0, 99) };
    let mut decoder = TreeSpeculative::new(roomy, TreeShape::default(), &prompt);
    while wait(decoder.step(&mut ByModel(&mut draft()), &mut table)).expect("no tree is fed beyond the context").is_some() {}
    assert_eq!((decoder.tokens().len(), decoder.stop()), (CONTEXT, Some(decoding_lab::decode::StopReason::ContextFull)));
    let fed = wait(table.extend_tree(&decoding_lab::decode::TokenTree {
        nodes: vec![decoding_lab::decode::TreeNode { parent: None, token: TokenId(0) }; 1],
    }));
    assert!(fed.is_ok() || table.cached().len() == CONTEXT);
}

// What the typical rule does to whole texts is no rounding: the test above, with that rule, must fail clearly.
#[test]
fn the_typical_rule_is_not_exact_and_the_same_test_sees_it() {
    let prompt = ids(&[1, 2, 1]);
    let law = law_of_texts(&prompt, &config(0, 1.0, 3), 3);
    let drawn: Vec<Vec<TokenId>> = (0..N_TEXTS)
        .map(|seed| {
            let (mut small, mut table) = (draft(), target());
            let mut decoder = Speculative::new(config(1000 + seed, 1.0, 3), &prompt).with_rule(AcceptRule::Typical);
            while wait(decoder.step(&mut small, &mut table)).expect("it fits").is_some() {}
            decoder.tokens()[prompt.len()..].to_vec()
        })
        .collect();
    let counts: Vec<u64> = law.iter().map(|(text, _)| drawn.iter().filter(|text_drawn| *text_drawn == text).count() as u64).collect();
    let probs: Vec<f64> = law.iter().map(|(_, prob)| *prob).collect();
    assert!(ChiSquare::of(&counts, &probs).p_value < 1e-9);
}

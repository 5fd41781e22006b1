//! Beam search against searches written another way: every text enumerated, greedy decoding, and a
//! beam search that sorts whole lists of texts and keeps no cache.

use decoding_lab::decode::{
    Ancestral, BeamConfig, BeamRun, BeamSearch, BeamSettings, BeamStop, BeamTrace, BeamVerdict, CoinUse, Coins, DecoderConfig,
    EnumeratedText, LanguageModel, LogitsProcessor, ModelFacts, ProcessorChain, TableModel, TokenId, enumerate, now_or_never,
    search_widths, sufficient_beams,
};

const CONTEXT_LEN: usize = 24;

/// A table of random numbers: a row for every context of the last two tokens. Coarse numbers make
/// ties; some tokens have no probability at all.
fn table(seed: u64, vocab_size: usize, is_coarse: bool) -> TableModel {
    let coins = Coins::new(seed);
    let number = |row: usize, token: usize| {
        let coin = coins.coin(row, token, CoinUse::Bootstrap);
        match (is_coarse, coin) {
            (true, coin) => (coin * 4.0).floor() / 4.0,
            (false, coin) if coin < 0.1 => 0.0,
            (false, coin) => coin * coin,
        }
    };
    let mut model = TableModel::uniform(vocab_size, CONTEXT_LEN);
    for before in 0..vocab_size {
        for last in 0..vocab_size {
            let weights: Vec<f64> = (0..vocab_size).map(|token| number(before * vocab_size + last, token)).collect();
            if weights.iter().sum::<f64>() > 0.0 {
                model = model.with_row(&[before as u32, last as u32], &weights);
            }
        }
    }
    model
}

fn config(settings: BeamSettings, stop_tokens: &[u32]) -> BeamConfig {
    let stop_tokens = stop_tokens.iter().copied().map(TokenId).collect();
    BeamConfig { settings, chain: ProcessorChain::default(), stop_tokens, context_len: CONTEXT_LEN }
}

fn settings(num_beams: usize, max_depth: usize) -> BeamSettings {
    BeamSettings { num_beams, max_depth, ..BeamSettings::default() }
}

const PROMPT: [TokenId; 2] = [TokenId(1), TokenId(0)];

fn ready<F: Future>(future: F) -> F::Output {
    now_or_never(future).expect("a table never waits")
}

/// A whole search; every step's facts go through the replay.
fn run(config: &BeamConfig, model: &TableModel, prompt: &[TokenId]) -> BeamRun {
    let facts = ModelFacts::table("random");
    let mut trace = BeamTrace::new(config, facts, model.vocab_size(), prompt.to_vec());
    let mut search = BeamSearch::new(config.clone(), model.fork(), prompt);
    while let Some(facts) = ready(search.step()).expect("the context is long enough") {
        trace.steps.push(facts);
    }
    trace.stop = search.frontier().stop();
    let run = BeamRun::from_trace(trace).expect("what a search records fits together");
    let (replayed, searched) = (run.frontier(), search.frontier());
    assert_eq!(
        (replayed.tree(), replayed.beams(), replayed.stop()),
        (searched.tree(), searched.beams(), searched.stop()),
        "the replay is the search"
    );
    run
}

/// The kept texts with what they are worth, the best first.
fn results(run: &BeamRun) -> Vec<(Vec<TokenId>, f64)> {
    let ranked = run.frontier().ranked();
    ranked.iter().map(|beam| (run.tree().tokens(beam.node), run.node(beam.node).objective)).collect()
}

fn all_texts(config: &BeamConfig, model: &TableModel) -> Vec<EnumeratedText> {
    ready(enumerate(config, model, &PROMPT)).expect("the context is long enough").expect("few enough texts")
}

/// Random settings of every kind, with and without an end token.
fn many(mut check: impl FnMut(BeamConfig, TableModel)) {
    for seed in 0..120u64 {
        let vocab_size = 2 + (seed % 4) as usize;
        let max_depth = 1 + (seed / 4 % 4) as usize;
        let length_penalty = [0.0, 0.0, 1.0, -1.0, 2.0, 0.5][(seed % 6) as usize];
        let stop_tokens: &[u32] = if seed % 3 == 0 { &[] } else { &[1] };
        let settings = BeamSettings { length_penalty, ..settings(1, max_depth) };
        check(config(settings, stop_tokens), table(seed, vocab_size, seed % 2 == 0));
    }
}

#[test]
fn as_many_beams_as_there_are_shorter_texts_find_the_exact_best() {
    many(|mut config, model| {
        let all = all_texts(&config, &model);
        let enough = sufficient_beams(model.vocab_size(), config.settings.max_depth);
        for num_beams in [enough, enough * model.vocab_size()] {
            config.settings.num_beams = num_beams;
            let (tokens, objective) = results(&run(&config, &model, &PROMPT)).first().cloned().unwrap_or_default();
            let Some(best) = all.first() else {
                assert!(tokens.is_empty());
                continue;
            };
            // Ties: which of the best texts comes first is another question.
            assert_eq!(objective.to_bits(), best.objective.to_bits(), "{config:?}");
            assert!(all.iter().any(|text| text.tokens == tokens && text.objective == best.objective));
        }
    });
}

#[test]
fn no_search_of_any_width_finds_better_than_the_best_and_what_it_finds_is_worth_what_it_says() {
    many(|mut config, model| {
        let all = all_texts(&config, &model);
        for num_beams in 1..6 {
            config.settings.num_beams = num_beams;
            let run = run(&config, &model, &PROMPT);
            for (tokens, objective) in results(&run) {
                let prefix_only = run.trace.stop == Some(BeamStop::Decided);
                let text = all.iter().find(|text| text.tokens == tokens);
                assert!(text.is_some_and(|text| text.objective.to_bits() == objective.to_bits()) || prefix_only, "{tokens:?}");
                assert!(objective <= all[0].objective || prefix_only);
            }
            // The best one is a whole text, whatever ended the search.
            if let Some((tokens, _)) = results(&run).first() {
                assert!(all.iter().any(|text| &text.tokens == tokens), "{tokens:?} is no whole text: {config:?}");
            }
        }
    });
}

/// A text of the plain search: its tokens, their log-probabilities' sum, its place among its group's.
#[derive(Clone, Debug)]
struct Plain {
    tokens: Vec<TokenId>,
    score: f64,
    objective: f64,
    is_finished: bool,
    group: usize,
}

/// Beam search as a list of texts: every text is fed whole, every list sorted whole. It goes on to
/// the depth or until all are finished.
fn plain_search(config: &BeamConfig, model: &TableModel, prompt: &[TokenId]) -> Vec<Plain> {
    let settings = config.settings;
    let n_groups = settings.num_beam_groups;
    let empty = |group| Plain { tokens: Vec::new(), score: 0.0, objective: 0.0, is_finished: false, group };
    let mut groups: Vec<Vec<Plain>> = (0..n_groups).map(|group| vec![empty(group)]).collect();
    let worth = |score: f64, len: usize| {
        if settings.length_penalty == 0.0 { score } else { score / libm::pow(len as f64, settings.length_penalty) }
    };
    for len in 1..=settings.max_depth.min(config.context_len - prompt.len()) {
        let mut said: Vec<TokenId> = Vec::new();
        for group in &mut groups {
            let mut candidates: Vec<(f64, Plain)> = Vec::new();
            for text in group.iter() {
                if text.is_finished {
                    candidates.push((text.objective, text.clone()));
                    continue;
                }
                let context = [prompt, &text.tokens].concat();
                let Some(probs) = config.chain.process(&model.row(&context), &context) else { continue };
                for (idx, prob) in probs.as_slice().iter().enumerate().filter(|(_, prob)| **prob > 0.0) {
                    let token = TokenId(idx as u32);
                    let score = text.score + libm::log(*prob);
                    let repeats = said.iter().filter(|other| **other == token).count();
                    let tokens = [&text.tokens[..], &[token]].concat();
                    let is_finished = config.stop_tokens.contains(&token);
                    let longer = Plain { tokens, score, objective: worth(score, len), is_finished, group: text.group };
                    candidates.push((worth(score - settings.diversity_penalty * repeats as f64, len), longer));
                }
            }
            // Stable: the lower beam and the lower token were pushed first.
            candidates.sort_by(|a, b| b.0.total_cmp(&a.0));
            let n_slots = settings.num_beams / n_groups
                + usize::from(candidates[..].first().is_some_and(|c| c.1.group < settings.num_beams % n_groups));
            candidates.truncate(n_slots);
            *group = candidates.into_iter().map(|(_, text)| text).collect();
            said.extend(group.iter().filter(|text| text.tokens.len() == len).filter_map(|text| text.tokens.last().copied()));
        }
        if groups.iter().flatten().all(|text| text.is_finished) {
            break;
        }
    }
    let mut texts: Vec<Plain> = groups.into_iter().flatten().collect();
    texts.sort_by(|a, b| b.objective.total_cmp(&a.objective));
    texts
}

#[test]
fn a_search_without_caches_that_sorts_whole_lists_finds_the_same_texts_in_the_same_order() {
    let mut n_compared = 0;
    many(|mut config, model| {
        for (num_beams, num_beam_groups, diversity_penalty) in
            [(1, 1, 0.0), (2, 1, 1.0), (3, 1, 0.0), (8, 1, 0.0), (4, 2, 0.7), (5, 3, 2.0)]
        {
            config.settings = BeamSettings { num_beams, num_beam_groups, diversity_penalty, max_depth: 6, ..config.settings };
            let run = run(&config, &model, &PROMPT);
            let expected: Vec<_> = plain_search(&config, &model, &PROMPT);
            let found = results(&run);
            if run.trace.stop == Some(BeamStop::Decided) {
                // The plain search goes on; the finished texts cannot change places any more.
                let n_finished = run.frontier().beams().iter().filter(|beam| beam.is_finished).count();
                if num_beam_groups == 1 {
                    for ((tokens, objective), expected) in found.iter().zip(&expected).take(n_finished) {
                        assert_eq!((tokens, objective.to_bits()), (&expected.tokens, expected.objective.to_bits()));
                    }
                }
                continue;
            }
            n_compared += 1;
            let expected: Vec<_> = expected.into_iter().map(|text| (text.tokens, text.objective)).collect();
            assert_eq!(found, expected, "{config:?}");
        }
    });
    assert!(n_compared > 300, "only {n_compared} searches were compared whole");
}

/// A trace holds only the heads of its distributions. Over a vocabulary far longer than a head the
/// search still finds what a search over all of it finds.
#[test]
fn the_heads_of_the_distributions_are_enough() {
    for seed in 0..6 {
        let model = table(seed, 48, false);
        for (num_beams, num_beam_groups, diversity_penalty) in [(1, 1, 0.0), (3, 1, 0.0), (4, 2, 0.7), (6, 3, 5.0)] {
            let settings = BeamSettings { num_beam_groups, diversity_penalty, ..settings(num_beams, 5) };
            let config = config(settings, &[]);
            assert!(settings.head_len() < 48);
            let run = run(&config, &model, &PROMPT);
            let expected: Vec<_> = plain_search(&config, &model, &PROMPT).into_iter().map(|text| (text.tokens, text.objective)).collect();
            assert_eq!(results(&run), expected, "{config:?}");
            assert!(run.expansions[1].n_candidates > num_beams * 40, "all are counted, also those without a number of their own");
        }
    }
}

// Case 17: one beam is greedy decoding, token for token.
#[test]
fn one_beam_is_greedy_decoding() {
    for seed in 0..40 {
        let model = table(seed, 5, seed % 2 == 0);
        for stop_tokens in [&[][..], &[3]] {
            let config = config(settings(1, 16), stop_tokens);
            let greedy = DecoderConfig {
                chain: ProcessorChain { processors: vec![LogitsProcessor::Temperature(0.0)] },
                gamma: 1,
                max_new_tokens: 16,
                stop_tokens: config.stop_tokens.clone(),
                context_len: CONTEXT_LEN,
                coins: Coins::new(0),
            };
            let mut decoder = Ancestral::new(greedy, &PROMPT);
            let mut target = model.clone();
            while ready(decoder.step(&mut target)).expect("it fits").is_some() {}
            let run = run(&config, &model, &PROMPT);
            assert_eq!(results(&run)[0].0, decoder.emitted(), "seed {seed}");
            assert!(run.tree().path(run.best().expect("a text")).iter().all(|id| run.node(*id).token_rank == 1));
        }
    }
}

// Case 17: beams that began as copies of one another stayed copies.
#[test]
fn without_groups_no_two_beams_ever_hold_the_same_text() {
    many(|mut config, model| {
        config.settings = BeamSettings { num_beams: 8, max_depth: 6, ..config.settings };
        let run = run(&config, &model, &PROMPT);
        for expansion in &run.expansions {
            let mut texts: Vec<_> = expansion.after.iter().map(|beam| run.tree().tokens(beam.node)).collect();
            let n_beams = texts.len();
            texts.sort();
            texts.dedup();
            assert_eq!(texts.len(), n_beams);
        }
    });
}

#[test]
fn a_finished_text_is_never_extended_and_nothing_follows_a_stop_token() {
    many(|mut config, model| {
        config.settings = BeamSettings { num_beams: 4, max_depth: 8, ..config.settings };
        let run = run(&config, &model, &PROMPT);
        for node in &run.tree().nodes {
            let parent = node.parent.map(|parent| run.node(parent));
            assert!(parent.is_none_or(|parent| !parent.ends && parent.verdict == BeamVerdict::Kept));
        }
        for (idx, expansion) in run.expansions.iter().enumerate().skip(1) {
            let frozen = expansion.before.iter().filter(|beam| beam.is_finished);
            for beam in frozen {
                let is_displaced = expansion.displaced.iter().any(|displaced| displaced.node == beam.node);
                assert_eq!(expansion.after.contains(beam), !is_displaced, "step {idx}");
            }
        }
    });
}

/// Wider is usually better and never promised to be: a case of each, so that nobody relies on more.
#[test]
fn a_wider_search_can_find_a_worse_text() {
    let mut n_better = 0;
    let mut n_worse = 0;
    for seed in 0..400 {
        let model = table(seed, 5, false);
        let config = config(settings(1, 8), &[]);
        let widths = ready(search_widths(&config, &model, &PROMPT, &[1, 2, 3, 4])).expect("it fits");
        n_better += widths.windows(2).filter(|pair| pair[1].objective > pair[0].objective).count();
        n_worse += widths.windows(2).filter(|pair| pair[1].objective < pair[0].objective).count();
    }
    assert!(n_better > 10 * n_worse && n_worse > 0, "{n_better} better, {n_worse} worse");
}

#[test]
fn diversity_groups_say_different_things() {
    let model = table(7, 5, false);
    let together = BeamSettings { num_beam_groups: 2, diversity_penalty: 0.0, ..settings(4, 6) };
    let apart = BeamSettings { diversity_penalty: 5.0, ..together };
    let beginnings = |settings| {
        let run = run(&config(settings, &[]), &model, &PROMPT);
        let path = |group| {
            let beam = run.frontier().beams().iter().find(|beam| beam.group == group);
            beam.map(|beam| run.tree().tokens(beam.node)).unwrap_or_default()
        };
        [path(0), path(1)]
    };
    let [first, second] = beginnings(together);
    assert_eq!(first, second, "without a price, two groups are twice the same search");
    let [first, second] = beginnings(apart);
    assert_ne!(first[0], second[0], "with a high one they part at once");
    // The first group pays nothing and is a search of its own.
    let alone = run(&config(settings(2, 6), &[]), &model, &PROMPT);
    assert_eq!(results(&alone)[0].0, first);
}

#[test]
fn a_chain_shapes_what_beams_are_ranked_by_and_excluded_tokens_never_come_up() {
    let model = table(11, 5, false);
    let forbid = LogitsProcessor::Mask(vec![true, true, false, true, true]);
    let chain = ProcessorChain { processors: vec![forbid, LogitsProcessor::TopK(2)] };
    let config = BeamConfig { chain, ..config(settings(6, 6), &[]) };
    let run = run(&config, &model, &PROMPT);
    assert!(run.tree().nodes.iter().all(|node| node.token != Some(TokenId(2))));
    assert!(run.expansions.iter().flat_map(|step| &step.expanded).all(|beam| beam.children.len() + beam.rest.n_tokens <= 2));
    assert_eq!(
        results(&run),
        plain_search(&config, &model, &PROMPT).into_iter().map(|text| (text.tokens, text.objective)).collect::<Vec<_>>()
    );
}

#[cfg(not(target_arch = "wasm32"))]
mod properties {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn every_step_accounts_for_every_probability_and_ranks_without_gaps(
            seed in 0u64..10_000,
            vocab_size in 2usize..7,
            num_beams in 1usize..17,
            groups in 1usize..5,
            length_penalty in -2.0f64..2.0,
            diversity_penalty in 0.0f64..5.0,
        ) {
            let settings = BeamSettings { length_penalty, num_beam_groups: groups, diversity_penalty, ..settings(num_beams, 5) };
            let config = config(settings, &[0]);
            let run = run(&config, &table(seed, vocab_size, seed % 2 == 0), &PROMPT);
            for (step_idx, expansion) in run.expansions.iter().enumerate() {
                prop_assert!(expansion.after.len() <= num_beams);
                for (row_idx, expanded) in expansion.expanded.iter().enumerate() {
                    let head = run.head(step_idx, row_idx).expect("every expanded beam has one");
                    prop_assert_eq!(expanded.is_dead_end, head.is_dead_end());
                    if head.is_dead_end() {
                        continue;
                    }
                    let mut tokens: Vec<TokenId> = expanded.children.iter().filter_map(|id| run.node(*id).token).collect();
                    tokens.sort_unstable();
                    tokens.dedup();
                    let shown: f64 = head.iter().filter(|(token, _)| tokens.contains(token)).map(|(_, p)| p).sum();
                    prop_assert!((shown + expanded.rest.mass - 1.0).abs() < 1e-12);
                    prop_assert_eq!(tokens.len() + expanded.rest.n_tokens, head.tokens.len() + head.n_rest);
                }
                for group in 0..groups.min(num_beams) {
                    let nodes = run.tree().nodes[expansion.nodes.clone()].iter().filter(|node| node.group == group);
                    for node in nodes {
                        prop_assert!(node.score <= run.node(node.parent.expect("a new node has one")).score);
                        let is_pruned = matches!(node.verdict, BeamVerdict::Pruned { margin } if margin >= 0.0);
                        prop_assert_eq!(is_pruned, node.rank > run.frontier().config().settings.group_size(group));
                    }
                }
            }
        }
    }
}

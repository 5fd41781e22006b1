//! Speculative sampling keeps the target's distribution: in closed form for one position, by
//! enumeration for whole texts, and by seeded statistics for the code that really runs.

use decoding_lab::decode::{
    Ancestral, ChiSquare, CoinUse, Coins, CycleCoins, CycleLength, DecoderConfig, LanguageModel, Limits, LogitsProcessor, Mistake, Probs,
    ProcessorChain, Residual, SpeculationStats, Speculative, StopReason, TableModel, Tail, TextCounts, TextLaw, TextLaws, TextStatistic,
    TokenId, Trace, TwoSample, acceptance_prob, draw_texts, now_or_never, replay, verify,
};
use decoding_lab::decode::{ExperimentSpec, ModelFacts, PairFacts, Scenario};
use proptest::prelude::{Just, prop_assert, prop_oneof, proptest};
use std::collections::BTreeMap;

/// Random numbers for tests, from the same generator as everything else.
struct Numbers {
    coins: Coins,
    drawn: usize,
}

impl Numbers {
    fn new(seed: u64) -> Self {
        Self { coins: Coins::new(seed), drawn: 0 }
    }

    fn next(&mut self) -> f64 {
        self.drawn += 1;
        self.coins.coin(self.drawn, 0, CoinUse::Bootstrap)
    }

    /// A distribution in which some tokens have no mass.
    fn probs(&mut self, vocab_size: usize) -> Probs {
        loop {
            let weights = (0..vocab_size).map(|_| if self.next() < 0.3 { 0.0 } else { -self.next().ln() }).collect();
            if let Some(probs) = Probs::from_weights(weights) {
                return probs;
            }
        }
    }
}

/// The law of one token under speculation: the accept path plus the correction path.
fn speculative_law(target: &Probs, draft: &Probs) -> Vec<f64> {
    let accept_path = |token| draft.get(token) * acceptance_prob(target.get(token), draft.get(token));
    let ids = || (0..target.vocab_size() as u32).map(TokenId);
    let rejected: f64 = 1.0 - ids().map(accept_path).sum::<f64>();
    let corrected = |token| match target.residual(draft) {
        Residual::Left { probs, .. } => probs.get(token),
        Residual::Empty => target.get(token),
    };
    ids().map(|token| accept_path(token) + rejected * corrected(token)).collect()
}

/// The 0.1% point of chi-square, by Wilson and Hilferty's cube approximation (good to 1% here).
fn chi_square_limit(degrees: usize) -> f64 {
    let n = degrees as f64;
    n * (1.0 - 2.0 / (9.0 * n) + 3.0902 * (2.0 / (9.0 * n)).sqrt()).powi(3)
}

fn assert_agrees(counts: &[usize], law: &[f64], what: &str) {
    let n: usize = counts.iter().sum();
    let mut chi_square = 0.0;
    let mut degrees = 0;
    for (&count, &prob) in counts.iter().zip(law) {
        if prob == 0.0 {
            assert_eq!(count, 0, "{what}: a token without mass came up");
        } else {
            let expected = prob * n as f64;
            chi_square += (count as f64 - expected).powi(2) / expected;
            degrees += 1;
        }
    }
    let limit = chi_square_limit((degrees - 1).max(1));
    assert!(chi_square < limit, "{what}: chi-square {chi_square:.1} is over {limit:.1}; {counts:?} against {law:?}");
}

const NO_LIMIT: Limits = Limits { stop_tokens: Vec::new(), remaining: usize::MAX, remaining_reason: StopReason::MaxNewTokens };

#[test]
fn accepted_plus_corrected_mass_equals_the_target() {
    let mut numbers = Numbers::new(1);
    for trial in 0..2000 {
        let vocab_size = 2 + trial % 30;
        let (target, draft) = (numbers.probs(vocab_size), numbers.probs(vocab_size));
        for (got, want) in speculative_law(&target, &draft).iter().zip(target.as_slice()) {
            assert!((got - want).abs() < 1e-12, "trial {trial}: {got} is not {want}");
        }
        // The rejected mass, the residual mass and the total variation are one number.
        let overlap = target.overlap(&draft);
        assert!((target.residual(&draft).mass() - (1.0 - overlap)).abs() < 1e-12);
        assert!((target.total_variation(&draft) - (1.0 - overlap)).abs() < 1e-12);
    }
}

#[test]
fn accepted_plus_corrected_mass_equals_the_target_when_nothing_overlaps_and_when_all_does() {
    let disjoint = (Probs::new(vec![0.5, 0.5, 0.0, 0.0]), Probs::new(vec![0.0, 0.0, 0.5, 0.5]));
    let (Some(target), Some(draft)) = disjoint else { panic!("distributions") };
    assert_eq!(speculative_law(&target, &draft), target.as_slice());
    assert_eq!(speculative_law(&target, &target), target.as_slice());
}

/// One speculative token, drawn by the code that runs.
fn draw(target: &Probs, draft: &Probs, coins: Coins, trial: usize) -> TokenId {
    let coins = CycleCoins::of_cycle(coins, trial, 1);
    let drafted = draft.pick(coins.draft[0]);
    verify(&[drafted], std::slice::from_ref(draft), &[target.clone(), target.clone()], &coins, &NO_LIMIT).emitted[0]
}

// Case 3: implementations that resample from p, or from the unfiltered p, drift from the target.
#[test]
fn seeded_draws_follow_the_target_and_the_filtered_target() {
    let rows = [[0.5f64, 0.3, 0.2], [0.2, 0.5, 0.3]].map(|row| row.map(|p| p.ln() as f32));
    let chains = [vec![], vec![LogitsProcessor::Temperature(0.7), LogitsProcessor::TopP(0.9)]];
    for processors in chains {
        let chain = ProcessorChain { processors };
        let (target, draft) = match rows.each_ref().map(|row| chain.process(row, &[])) {
            [Some(target), Some(draft)] => (target, draft),
            _ => panic!("both rows keep some token"),
        };
        let mut counts = vec![0; 3];
        for trial in 0..100_000 {
            counts[draw(&target, &draft, Coins::new(3), trial).index()] += 1;
        }
        assert_agrees(&counts, target.as_slice(), &format!("{chain:?}"));
    }
}

#[test]
fn seeded_draws_follow_random_targets_with_zeros() {
    let mut numbers = Numbers::new(11);
    for round in 0..20 {
        let (target, draft) = (numbers.probs(8), numbers.probs(8));
        let mut counts = vec![0; 8];
        for trial in 0..20_000 {
            counts[draw(&target, &draft, Coins::new(100 + round), trial).index()] += 1;
        }
        assert_agrees(&counts, target.as_slice(), &format!("round {round}"));
    }
}

// The chi-square above must be able to fail: without the residual, it does.
#[test]
fn resampling_from_the_target_instead_of_the_residual_is_noticed() {
    let (Some(target), Some(draft)) = (Probs::new(vec![0.5, 0.3, 0.2]), Probs::new(vec![0.2, 0.5, 0.3])) else { panic!("distributions") };
    let mut counts = [0usize; 3];
    for trial in 0..100_000 {
        let coins = CycleCoins::of_cycle(Coins::new(3), trial, 1);
        let drafted = draft.pick(coins.draft[0]);
        let accepted = coins.accept[0] <= acceptance_prob(target.get(drafted), draft.get(drafted));
        counts[(if accepted { drafted } else { target.pick(coins.tail) }).index()] += 1;
    }
    let n = 100_000.0;
    let chi_square: f64 = counts.iter().zip(target.as_slice()).map(|(&count, p)| (count as f64 - p * n).powi(2) / (p * n)).sum();
    assert!(chi_square > 10.0 * chi_square_limit(2), "chi-square {chi_square}");
}

// Case 5: a loop that started testing at the second drafted token never rejected the first.
#[test]
fn the_first_drafted_token_is_tested_too() {
    let target = Probs::new(vec![0.7, 0.2, 0.1, 0.0]).expect("a distribution");
    let draft = Probs::new(vec![0.25; 4]).expect("a distribution");
    let n = 20_000;
    let n_accepted = (0..n)
        .filter(|&trial| {
            let coins = CycleCoins::of_cycle(Coins::new(5), trial, 1);
            let drafted = draft.pick(coins.draft[0]);
            verify(&[drafted], std::slice::from_ref(&draft), &[target.clone(), target.clone()], &coins, &NO_LIMIT).n_accepted() == 1
        })
        .count();
    let rate = n_accepted as f64 / n as f64;
    // Four standard errors of a rate near a half.
    assert!((rate - target.overlap(&draft)).abs() < 4.0 * 0.5 / (n as f64).sqrt(), "{rate}");
}

// ---- Whole decoders, on tables ----

/// A table whose rows are random for every context of up to two tokens.
fn random_table(seed: u64, vocab_size: usize) -> TableModel {
    let mut numbers = Numbers::new(seed);
    let mut model = TableModel::uniform(vocab_size, 64);
    let ids = 0..vocab_size as u32;
    model = model.with_row(&[], numbers.probs(vocab_size).as_slice());
    for last in ids.clone() {
        model = model.with_row(&[last], numbers.probs(vocab_size).as_slice());
        for before in ids.clone() {
            model = model.with_row(&[before, last], numbers.probs(vocab_size).as_slice());
        }
    }
    model
}

fn config(gamma: usize, max_new_tokens: usize, seed: u64) -> DecoderConfig {
    DecoderConfig {
        chain: ProcessorChain::default(),
        gamma,
        max_new_tokens,
        stop_tokens: Vec::new(),
        context_len: 64,
        coins: Coins::new(seed),
    }
}

fn run_speculative(config: DecoderConfig, draft: &TableModel, target: &TableModel, prompt: &[TokenId]) -> (Speculative, Trace) {
    let (mut draft, mut target) = (draft.fork(), target.fork());
    let facts = ModelFacts::table;
    let pair = PairFacts {
        target: facts("target"),
        draft: facts("draft"),
        vocab_size: target.vocab_size(),
        context_len: config.context_len,
        stop_tokens: config.stop_tokens.clone(),
    };
    let spec = ExperimentSpec {
        scenario: Scenario::Models,
        gamma: config.gamma,
        temperature: 1.0,
        max_new_tokens: config.max_new_tokens,
        seed: 0,
        ..ExperimentSpec::default()
    };
    let mut trace = Trace::new(spec, pair, prompt.to_vec());
    let mut decoder = Speculative::new(config, prompt);
    now_or_never(decoder.prefill(&mut draft, &mut target)).expect("a table never waits").expect("the prompt fits");
    while let Some(cycle) = now_or_never(decoder.step(&mut draft, &mut target)).expect("a table never waits").expect("it fits") {
        assert!(target.cached().len() < decoder.tokens().len() || decoder.stop().is_some());
        assert_eq!(target.cached(), &decoder.tokens()[..target.cached().len()], "the target's cache holds what was not emitted");
        assert_eq!(draft.cached(), &decoder.tokens()[..draft.cached().len()], "the draft's cache holds what was not emitted");
        assert_eq!((cycle.cache.target_after, cycle.cache.draft_after), (target.cached().len(), draft.cached().len()));
        trace.cycles.push(cycle);
    }
    trace.stop = decoder.stop();
    (decoder, trace)
}

/// The target's own law of the tokens after a prompt, row by row.
fn own_law(target: &TableModel, prompt: &[TokenId], tokens: &[TokenId]) -> f64 {
    let text = [prompt, tokens].concat();
    let rows = (prompt.len()..text.len()).map(|end| ProcessorChain::default().process(&target.row(&text[..end]), &text[..end]));
    rows.zip(tokens).map(|(row, token)| row.map_or(0.0, |row| row.get(*token))).product()
}

#[test]
fn the_law_of_whole_texts_is_the_targets_for_every_gamma() {
    let (draft, target) = (random_table(21, 3), random_table(22, 3));
    let prompt = [TokenId(0), TokenId(1)];
    for gamma in 1..=8 {
        let laws = TextLaws::enumerate(&draft, &target, &prompt, gamma, 4, Mistake::None);
        assert_eq!(laws.texts.len(), 81);
        assert!((laws.texts.iter().map(|text| text.speculative).sum::<f64>() - 1.0).abs() < 1e-12);
        for TextLaw { tokens, target: own, speculative } in &laws.texts {
            let expected = own_law(&target, &prompt, tokens);
            assert!((own - expected).abs() < 1e-12, "{tokens:?}: {own} is not {expected}");
            assert!((speculative - expected).abs() < 1e-12, "gamma {gamma}, {tokens:?}: {speculative} is not {expected}");
        }
    }
}

proptest! {
    // Random tables, with zeros wherever they fall, of a law that depends on the token before.
    #[test]
    fn any_two_small_models_keep_the_law_of_texts_for_any_gamma(
        vocab_size in 2usize..=4,
        gamma in 1usize..=8,
        len in 1usize..=4,
        weights in proptest::collection::vec(prop_oneof![1 => Just(0.0), 2 => 0.001f64..1.0], 32),
        first in 0u32..2,
    ) {
        let model = |weights: &[f64]| {
            (0..vocab_size).fold(TableModel::uniform(vocab_size, 16), |model, last| {
                let row = &weights[4 * last..][..vocab_size];
                // A row without any mass stays uniform.
                if row.iter().sum::<f64>() > 0.0 { model.with_row(&[last as u32], row) } else { model }
            })
        };
        let (draft, target) = (model(&weights[..16]), model(&weights[16..]));
        let prompt = [TokenId(first)];
        for mistake in [Mistake::None, Mistake::CompareTokens] {
            let laws = TextLaws::enumerate(&draft, &target, &prompt, gamma, len, mistake);
            prop_assert!(laws.largest_difference() < 1e-12, "{}", laws.largest_difference());
            prop_assert!((laws.texts.iter().map(|text| text.speculative).sum::<f64>() - 1.0).abs() < 1e-12);
            for text in &laws.texts {
                prop_assert!((text.target - own_law(&target, &prompt, &text.tokens)).abs() < 1e-12);
            }
        }
        // Whatever is done wrong, it is a law of texts.
        for (mistake, _) in Mistake::ALL {
            let laws = TextLaws::enumerate(&draft, &target, &prompt, gamma, len, mistake);
            prop_assert!((laws.texts.iter().map(|text| text.speculative).sum::<f64>() - 1.0).abs() < 1e-12, "{mistake:?}");
        }
        let length = CycleLength::of_bigrams(&draft, &target, prompt[0], gamma, Mistake::None);
        for tokens in [length.first, length.long_run] {
            prop_assert!(tokens > 1.0 - 1e-9 && tokens < gamma as f64 + 1.0 + 1e-9, "{tokens}");
        }
    }
}

// The enumeration and the decoder are two programs: what one adds up, the other draws, mistakes and all.
#[test]
fn the_decoder_draws_what_the_enumeration_adds_up_rightly_and_with_every_mistake() {
    let (draft, target) = (random_table(131, 3), random_table(132, 3));
    let prompt = [TokenId(1)];
    for (idx, mistake) in Mistake::IN_DECODER.into_iter().enumerate() {
        for gamma in [1, 2, 4] {
            let laws = TextLaws::enumerate(&draft, &target, &prompt, gamma, 3, mistake);
            let mut counts = vec![0; laws.texts.len()];
            for seed in 0..10_000 {
                let mut decoder = Speculative::new(config(gamma, 3, 100_000 * idx as u64 + seed), &prompt).with_mistake(mistake);
                let (mut draft, mut target) = (draft.fork(), target.fork());
                while now_or_never(decoder.step(&mut draft, &mut target)).expect("a table never waits").expect("it fits").is_some() {}
                let text = laws.texts.iter().position(|text| text.tokens == decoder.tokens()[1..]);
                counts[text.expect("it is among all texts")] += 1;
            }
            let law: Vec<f64> = laws.texts.iter().map(|text| text.speculative).collect();
            let check = ChiSquare::of(&counts, &law);
            assert!(check.p_value > 1e-4, "{mistake:?}, gamma {gamma}: {check:?}");
            if !mistake.keeps_the_law() && (gamma > 1 || mistake != Mistake::SharedCoin) {
                let own: Vec<f64> = laws.texts.iter().map(|text| text.target).collect();
                let check = ChiSquare::of(&counts, &own);
                assert!(check.p_value < 1e-9, "{mistake:?}, gamma {gamma}: {check:?}");
            }
        }
    }
}

/// Texts of both kinds, drawn from tables as the worker draws them from models.
fn texts_of_both_kinds(mistake: Mistake, seed: u64, n_texts: usize) -> TextCounts {
    let (mut draft, mut target) = (random_table(141, 4), random_table(142, 4));
    let prompt = [TokenId(2), TokenId(0)];
    let config = config(3, 3, seed);
    let mut counts = TextCounts::default();
    for idx in 0..n_texts {
        let drawn = now_or_never(draw_texts(&mut draft, &mut target, &config, mistake, &prompt, idx)).expect("a table never waits");
        counts.add(drawn.expect("it fits"));
    }
    assert_eq!((draft.cached(), target.cached()), (&prompt[..1], &prompt[..1]));
    counts
}

#[test]
fn the_same_seed_counts_the_same_texts_and_another_seed_others() {
    assert_eq!(texts_of_both_kinds(Mistake::None, 3, 300), texts_of_both_kinds(Mistake::None, 3, 300));
    assert_ne!(texts_of_both_kinds(Mistake::None, 3, 300), texts_of_both_kinds(Mistake::None, 4, 300));
    let counts = texts_of_both_kinds(Mistake::None, 3, 300);
    assert_eq!(counts.n(), [300, 300]);
    assert!(counts.iter().all(|(text, _)| text.len() == 3));
}

#[test]
fn two_samples_agree_under_the_right_rule_and_part_under_every_wrong_one() {
    for mistake in Mistake::IN_DECODER {
        let counts = texts_of_both_kinds(mistake, 8, 4000);
        for statistic in [TextStatistic::First, TextStatistic::Last, TextStatistic::Whole] {
            let test = TwoSample::of(&counts, statistic, 3);
            let TwoSample { check, .. } = test;
            if mistake.keeps_the_law() {
                assert!(check.p_value > 1e-3, "{mistake:?}, {statistic:?}: {check:?}");
            } else if statistic == TextStatistic::Whole {
                assert!(check.p_value < 1e-9, "{mistake:?}, {statistic:?}: {check:?}");
            }
        }
    }
}

#[test]
fn texts_drawn_by_the_decoder_follow_the_targets_law() {
    let (draft, target) = (random_table(31, 3), random_table(32, 3));
    let prompt = [TokenId(2)];
    let probs = |text: &[TokenId]| ProcessorChain::default().process(&target.row(text), text).expect("some token is left");
    let mut law = vec![0.0; 27];
    for (idx, prob) in law.iter_mut().enumerate() {
        let text = [prompt[0], TokenId(idx as u32 / 9), TokenId(idx as u32 / 3 % 3), TokenId(idx as u32 % 3)];
        *prob = (1..4).map(|end| probs(&text[..end]).get(text[end])).product();
    }
    for gamma in [1, 2, 5] {
        let mut counts = vec![0; 27];
        for seed in 0..20_000 {
            let (decoder, _) = run_speculative(config(gamma, 3, seed), &draft, &target, &prompt);
            let tokens = decoder.tokens();
            counts[tokens[1].index() * 9 + tokens[2].index() * 3 + tokens[3].index()] += 1;
        }
        assert_agrees(&counts, &law, &format!("gamma {gamma}"));
    }
}

// Case 1, on a table: draft = target.
#[test]
fn a_draft_equal_to_the_target_is_never_rejected() {
    let model = random_table(41, 5);
    let (_, trace) = run_speculative(config(4, 50, 9), &model, &model, &[TokenId(0)]);
    let cycles = trace.cycles.iter().map(|cycle| cycle.emitted.len()).collect::<Vec<_>>();
    assert_eq!(cycles, [5; 10]);
    assert!(trace.cycles.iter().all(|cycle| cycle.drafted[..] == cycle.emitted[..4]));
}

// Case 8.
#[test]
fn the_same_seed_tells_the_same_story_and_another_seed_another() {
    let (draft, target) = (random_table(51, 6), random_table(52, 6));
    let story = |seed| run_speculative(config(3, 40, seed), &draft, &target, &[TokenId(1)]).1;
    assert_eq!(story(7), story(7));
    assert_ne!(story(7).cycles, story(8).cycles);
}

#[test]
fn nothing_is_emitted_past_a_stop_token_and_what_was_dropped_is_counted() {
    let (draft, target) = (random_table(61, 4), random_table(62, 4));
    let mut stopped = 0;
    let mut n_dropped = 0;
    for seed in 0..200 {
        let config = DecoderConfig { stop_tokens: vec![TokenId(3)], ..config(4, 40, seed) };
        let (decoder, mut trace) = run_speculative(config, &draft, &target, &[TokenId(0)]);
        let emitted = &decoder.tokens()[1..];
        let first = emitted.iter().position(|token| *token == TokenId(3));
        assert!(first.is_none_or(|idx| idx == emitted.len() - 1), "emitted past the end: {emitted:?}");
        assert_eq!(first.is_some(), decoder.stop() == Some(StopReason::StopToken));
        stopped += usize::from(first.is_some());
        trace.spec.seed = seed;
        let cycles = replay(&trace).expect("the facts fit together");
        for cycle in &cycles {
            let n_tested = cycle.verdict.tests.len();
            let n_dropped_here = cycle.n_dropped_after_rejection() + cycle.n_dropped_past_end();
            assert_eq!(n_tested + n_dropped_here, cycle.drafted.len());
            n_dropped += n_dropped_here;
        }
        let stats = SpeculationStats::from_cycles(4, &cycles);
        assert_eq!(stats.n_emitted, emitted.len());
    }
    assert!(stopped > 150 && n_dropped > 100, "{stopped} {n_dropped}");
}

#[test]
fn exactly_max_new_tokens_are_emitted_also_when_a_cycle_would_give_more() {
    let model = random_table(71, 4);
    for max_new_tokens in 1..=12 {
        let (decoder, mut trace) = run_speculative(config(4, max_new_tokens, 3), &model, &model, &[TokenId(0), TokenId(1)]);
        assert_eq!(decoder.tokens().len(), 2 + max_new_tokens);
        assert_eq!(decoder.stop(), Some(StopReason::MaxNewTokens));
        trace.spec.seed = 3;
        let cycles = replay(&trace).expect("the facts fit together");
        let last = cycles.last().expect("there is a cycle");
        // Draft = target accepts all: what a full cycle has beyond the limit is dropped.
        let expected = match max_new_tokens % 5 {
            0 => (0, false),
            rest => (4 - rest, true),
        };
        assert_eq!((last.n_dropped_past_end(), last.verdict.tail == Tail::PastEnd), expected);
    }
}

// Case 26, on a table.
#[test]
fn a_text_ends_cleanly_where_the_context_does() {
    let (draft, target) = (random_table(81, 4), random_table(82, 4));
    for prompt_len in [1, 57, 62, 63, 64, 70] {
        let prompt = vec![TokenId(1); prompt_len];
        let config = config(4, 1000, 5);
        let mut decoder = Speculative::new(config.clone(), &prompt);
        if prompt_len >= 64 {
            assert_eq!(decoder.stop(), Some(StopReason::ContextFull));
            let step = now_or_never(decoder.step(&mut draft.fork(), &mut target.fork())).expect("a table never waits");
            assert_eq!(step, Ok(None));
        } else {
            let (decoder, _) = run_speculative(config, &draft, &target, &prompt);
            assert_eq!((decoder.stop(), decoder.tokens().len()), (Some(StopReason::ContextFull), 64));
        }
    }
}

#[test]
fn an_empty_prompt_and_a_dead_end_are_outcomes_rather_than_panics() {
    let model = random_table(91, 4);
    let mut empty = Speculative::new(config(4, 8, 1), &[]);
    assert_eq!(now_or_never(empty.step(&mut model.fork(), &mut model.fork())).expect("a table never waits"), Ok(None));
    assert_eq!(empty.stop(), Some(StopReason::EmptyPrompt));
    let nothing_allowed = ProcessorChain { processors: vec![LogitsProcessor::Mask(vec![false; 4])] };
    let config = DecoderConfig { chain: nothing_allowed, ..config(4, 8, 1) };
    let (decoder, trace) = run_speculative(config.clone(), &model, &model, &[TokenId(0)]);
    assert_eq!((decoder.stop(), trace.cycles.len(), decoder.tokens().len()), (Some(StopReason::DeadEnd), 1, 1));
    let mut alone = Ancestral::new(config, &[TokenId(0)]);
    assert_eq!(now_or_never(alone.step(&mut model.fork())).expect("a table never waits"), Ok(None));
    assert_eq!(alone.stop(), Some(StopReason::DeadEnd));
}

// Case 2, on tables: at temperature 0 speculation is the target alone, token for token.
#[test]
fn greedy_speculation_is_greedy_decoding() {
    let (draft, target) = (random_table(101, 7), random_table(102, 7));
    let greedy = ProcessorChain { processors: vec![LogitsProcessor::Temperature(0.0)] };
    for gamma in 1..=8 {
        let config = DecoderConfig { chain: greedy.clone(), ..config(gamma, 50, 1) };
        let mut alone = Ancestral::new(config.clone(), &[TokenId(3)]);
        let mut model = target.fork();
        while now_or_never(alone.step(&mut model)).expect("a table never waits").expect("it fits").is_some() {}
        let (decoder, _) = run_speculative(config, &draft, &target, &[TokenId(3)]);
        assert_eq!(decoder.tokens(), alone.tokens(), "gamma {gamma}");
    }
}

#[test]
fn a_bias_that_forbids_a_token_holds_for_draft_and_target_alike() {
    let (draft, target) = (random_table(111, 5), random_table(112, 5));
    let forbid = LogitsProcessor::Bias(BTreeMap::from([(TokenId(2), f64::NEG_INFINITY)]));
    for seed in 0..50 {
        let config = DecoderConfig { chain: ProcessorChain { processors: vec![forbid.clone()] }, ..config(4, 30, seed) };
        let (decoder, trace) = run_speculative(config, &draft, &target, &[TokenId(0)]);
        assert!(!decoder.tokens().contains(&TokenId(2)));
        assert!(trace.cycles.iter().all(|cycle| !cycle.drafted.contains(&TokenId(2))));
    }
}

#[test]
fn a_trace_with_one_fact_changed_is_refused() {
    let (draft, target) = (random_table(121, 5), random_table(122, 5));
    let (_, trace) = run_speculative(config(3, 12, 0), &draft, &target, &[TokenId(0)]);
    assert!(replay(&trace).is_ok());
    type Tamper = fn(&mut Trace);
    let tampers: [(&str, Tamper); 8] = [
        ("seed", |trace| trace.spec.seed = 1),
        ("emitted", |trace| trace.cycles[1].emitted[0] = TokenId(4 - trace.cycles[1].emitted[0].0.min(4))),
        ("drafted", |trace| trace.cycles[0].drafted.truncate(1)),
        ("coins", |trace| trace.cycles[0].coins.tail = 0.5),
        ("row", |trace| trace.cycles[0].target_logits[0].0.truncate(2)),
        ("rows", |trace| trace.cycles[0].target_logits.clear()),
        ("stop", |trace| trace.cycles[0].stop = Some(StopReason::StopToken)),
        ("vocabulary", |trace| trace.pair.vocab_size = 6),
    ];
    for (what, tamper) in tampers {
        let mut changed = trace.clone();
        tamper(&mut changed);
        assert_ne!(changed, trace, "{what} did not change anything");
        assert!(replay(&changed).is_err(), "a changed {what} went unnoticed");
    }
}

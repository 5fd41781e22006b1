//! Decoding under a constraint: whatever is drawn is legal, the law of speculation is that of the
//! masked target, and what the masks allow is judged by others than those who made them.
#![cfg(not(target_arch = "wasm32"))]

use decoding_lab::decode::{
    Ancestral, CoinUse, Coins, ConstrainedDecoder, ConstrainedEnd, ConstrainedEvent, ConstrainedRecording, ConstrainedRun, ConstrainedSpec,
    Constraint, ConstraintProcessor, ConstraintSpec, CycleFacts, DecoderConfig, FIGHT_MASS, LanguageModel, Limits, LogitsProcessor,
    LogitsRow, MaskedRow, Probs, ProcessorChain, Recording, Residual, Speculative, StopReason, TableModel, TokenId, TokenTrie, Vocabulary,
    WayOut, acceptance_prob, now_or_never, verify,
};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// The vocabulary of the trained models, from the recording that ships with the page.
static TRIE: LazyLock<Arc<TokenTrie>> = LazyLock::new(|| {
    let recording = Recording::from_json(include_str!("../public/traces/first-light.json")).expect("the shipped trace can be read");
    assert_eq!(recording.vocabulary.len(), 4096);
    Arc::new(TokenTrie::new(recording.vocabulary))
});

/// The end of a text in that vocabulary.
const END: TokenId = TokenId(0);

fn compiled(text: &str) -> Arc<Constraint> {
    Arc::new(ConstraintSpec::from_text(text).and_then(Constraint::compile).unwrap_or_else(|error| panic!("{text}: {error}")))
}

/// A constraint over the trained models' vocabulary, after a prompt of one token.
fn processor(text: &str) -> Arc<ConstraintProcessor> {
    Arc::new(ConstraintProcessor::new(compiled(text), Arc::clone(&TRIE), vec![END], 1))
}

fn text_of(tokens: &[TokenId]) -> Vec<u8> {
    tokens.iter().flat_map(|token| TRIE.vocabulary().bytes(*token)).copied().collect()
}

/// The token of the trained models' vocabulary that has these bytes.
fn token(text: &str) -> TokenId {
    let ids = 0..TRIE.vocabulary().len() as u32;
    ids.map(TokenId).find(|token| TRIE.vocabulary().bytes(*token) == text.as_bytes()).unwrap_or_else(|| panic!("no token {text:?}"))
}

/// A model without any sense: its logits are random, a function of its seed and of the last tokens.
#[derive(Clone)]
struct Noise {
    seed: u64,
    vocab_size: usize,
    cached: Vec<TokenId>,
}

impl LanguageModel for Noise {
    type Error = ();

    fn vocab_size(&self) -> usize {
        self.vocab_size
    }

    fn context_len(&self) -> usize {
        4096
    }

    fn cached(&self) -> &[TokenId] {
        &self.cached
    }

    async fn extend(&mut self, tokens: &[TokenId]) -> Result<Vec<LogitsRow>, ()> {
        let rows = tokens.iter().map(|token| {
            self.cached.push(*token);
            let coins = Coins::new(self.seed.wrapping_mul(4096) + u64::from(token.0));
            (0..self.vocab_size).map(|id| 8.0 * coins.coin(self.cached.len(), id, CoinUse::Bootstrap) as f32).collect()
        });
        Ok(rows.collect())
    }

    fn truncate(&mut self, len: usize) {
        self.cached.truncate(len);
    }

    fn fork(&self) -> Self {
        self.clone()
    }
}

fn noise(seed: u64) -> Noise {
    Noise { seed, vocab_size: TRIE.vocabulary().len(), cached: Vec::new() }
}

fn config(processors: Vec<LogitsProcessor>, gamma: usize, max_new_tokens: usize, seed: u64) -> DecoderConfig {
    let chain = ProcessorChain { processors };
    DecoderConfig { chain, gamma, max_new_tokens, stop_tokens: vec![END], context_len: 4096, coins: Coins::new(seed) }
}

fn run_speculative<M: LanguageModel>(config: DecoderConfig, draft: &M, target: &M, prompt: &[TokenId]) -> (Speculative, Vec<CycleFacts>) {
    let (mut draft, mut target) = (draft.fork(), target.fork());
    let mut decoder = Speculative::new(config, prompt);
    let mut cycles = Vec::new();
    loop {
        let step = now_or_never(decoder.step(&mut draft, &mut target)).expect("it never waits");
        let Ok(step) = step else { panic!("the context is full") };
        let Some(cycle) = step else { return (decoder, cycles) };
        cycles.push(cycle);
    }
}

fn run_alone<M: LanguageModel>(config: DecoderConfig, target: &M, prompt: &[TokenId]) -> Ancestral {
    let mut target = target.fork();
    let mut decoder = Ancestral::new(config, prompt);
    loop {
        let step = now_or_never(decoder.step(&mut target)).expect("it never waits");
        let Ok(step) = step else { panic!("the context is full") };
        if step.is_none() {
            return decoder;
        }
    }
}

// Case 10: a tool that constrained the target alone let the draft's letters through.
#[test]
fn digits_only_at_temperature_one_are_only_digits_however_they_are_decoded() {
    for seed in 0..10 {
        let constraint = processor("digits");
        let stages = vec![LogitsProcessor::Constraint(Arc::clone(&constraint)), LogitsProcessor::Temperature(1.0)];
        let config = config(stages, 4, 60, seed);
        let (decoder, cycles) = run_speculative(config.clone(), &noise(seed), &noise(seed + 100), &[token("a")]);
        let alone = run_alone(config, &noise(seed + 100), &[token("a")]);
        for tokens in [&decoder.tokens()[1..], alone.emitted()] {
            let text = text_of(tokens);
            assert!(!text.is_empty() && text.iter().all(u8::is_ascii_digit), "{:?}", String::from_utf8_lossy(&text));
        }
        // Drafts are legal too: the mask is on q as well as on p.
        assert!(cycles.iter().all(|cycle| text_of(&cycle.drafted).iter().all(u8::is_ascii_digit)));
        assert!(constraint.is_complete(decoder.tokens()));
    }
}

// ---- The law of speculation under a constraint ----

/// A vocabulary in which tokens span symbols: the end, and pieces of `[ d (, d)* ]`.
const PIECES: [&str; 7] = ["<end>", "[", "1", ",", "]", "1,", ",1]"];

fn tiny_processor(text: &str) -> Arc<ConstraintProcessor> {
    let vocabulary = Vocabulary::new(PIECES.map(|piece| piece.as_bytes().to_vec()).to_vec(), vec![END]);
    Arc::new(ConstraintProcessor::new(compiled(text), Arc::new(TokenTrie::new(vocabulary)), vec![END], 1))
}

/// A table with random weights after each token, and each pair of them.
fn random_table(seed: u64) -> TableModel {
    let n = PIECES.len();
    let coins = Coins::new(seed);
    let row = |context: usize| (0..n).map(|id| -coins.coin(context, id, CoinUse::Bootstrap).ln()).collect::<Vec<f64>>();
    (0..n as u32).fold(TableModel::uniform(n, 64), |model, last| {
        let model = model.with_row(&[last], &row(last as usize));
        (0..n as u32).fold(model, |model, before| model.with_row(&[before, last], &row(n + n * before as usize + last as usize)))
    })
}

/// Adds up the exact law of texts under speculation: every outcome of every cycle, by its probability.
struct Enumeration<'a> {
    chain: &'a ProcessorChain,
    draft: &'a TableModel,
    target: &'a TableModel,
    gamma: usize,
    max_tokens: usize,
    law: BTreeMap<Vec<TokenId>, f64>,
}

impl Enumeration<'_> {
    /// All continuations of a text reached with this weight, of whose cycle `n_accepted` drafted
    /// tokens are kept so far. The text includes them: the mask at a drafted place is the one after
    /// the drafted tokens before it.
    fn follow(&mut self, text: &[TokenId], n_accepted: usize, weight: f64) {
        if text.len() == self.max_tokens || text.ends_with(&[END]) {
            *self.law.entry(text.to_vec()).or_default() += weight;
            return;
        }
        let probs = |model: &TableModel| self.chain.process(&model.row(text), text).expect("the grammar leaves some token");
        let p = probs(self.target);
        let mut outcomes: Vec<(TokenId, usize, f64)> = Vec::new();
        let ids = || (0..PIECES.len() as u32).map(TokenId);
        if n_accepted == self.gamma {
            outcomes.extend(ids().map(|token| (token, 0, p.get(token))));
        } else {
            let q = probs(self.draft);
            outcomes.extend(ids().map(|token| (token, n_accepted + 1, q.get(token) * acceptance_prob(p.get(token), q.get(token)))));
            if let Residual::Left { probs: residual, mass } = p.residual(&q) {
                outcomes.extend(ids().map(|token| (token, 0, mass * residual.get(token))));
            }
        }
        for (token, n_accepted, prob) in outcomes.into_iter().filter(|(_, _, prob)| *prob > 0.0) {
            self.follow(&[text, &[token]].concat(), n_accepted, weight * prob);
        }
    }
}

/// The probability of a text under the target alone, masked by hand: the raw probabilities of the
/// allowed tokens, divided by their sum.
fn conditioned_law(processor: &ConstraintProcessor, target: &TableModel, text: &[TokenId]) -> f64 {
    (1..text.len())
        .map(|end| {
            let raw = ProcessorChain::default().process(&target.row(&text[..end]), &[]).expect("a distribution");
            let mask = processor.mask_after(&text[..end]);
            let feasible: f64 = mask.iter().map(|token| raw.get(token)).sum();
            if mask.allows(text[end]) { raw.get(text[end]) / feasible } else { 0.0 }
        })
        .product()
}

#[test]
fn the_law_of_speculation_under_a_mask_is_that_of_the_masked_target_for_every_gamma() {
    for text in ["list", "regex:\\[1(,1){0,2}\\]|1*"] {
        let processor = tiny_processor(text);
        let chain = ProcessorChain { processors: vec![LogitsProcessor::Constraint(Arc::clone(&processor))] };
        let (draft, target) = (random_table(1), random_table(2));
        let mut n_texts = 0;
        for gamma in 1..=4 {
            let mut all = Enumeration { chain: &chain, draft: &draft, target: &target, gamma, max_tokens: 6, law: BTreeMap::new() };
            all.follow(&[TokenId(2)], 0, 1.0);
            assert!((all.law.values().sum::<f64>() - 1.0).abs() < 1e-12);
            for (tokens, prob) in &all.law {
                let expected = conditioned_law(&processor, &target, tokens);
                // A product of five rounded quotients.
                assert!((prob - expected).abs() < 1e-12, "gamma {gamma}, {tokens:?}: {prob} is not {expected}");
            }
            n_texts = all.law.len();
        }
        assert!(n_texts > 15, "{n_texts} texts are too few to tell");
    }
}

#[test]
fn texts_drawn_under_a_mask_by_speculation_follow_the_masked_target() {
    let processor = tiny_processor("list");
    let chain = vec![LogitsProcessor::Constraint(Arc::clone(&processor))];
    let (draft, target) = (random_table(3), random_table(4));
    let n = 20_000;
    let mut counts: BTreeMap<Vec<TokenId>, usize> = BTreeMap::new();
    for seed in 0..n {
        let (decoder, _) = run_speculative(config(chain.clone(), 3, 4, seed), &draft, &target, &[TokenId(2)]);
        *counts.entry(decoder.tokens().to_vec()).or_default() += 1;
    }
    let mut total = 0.0;
    for (tokens, count) in counts {
        let expected = conditioned_law(&processor, &target, &tokens);
        let sigma = (expected * (1.0 - expected) / n as f64).sqrt();
        let rate = count as f64 / n as f64;
        // Five standard errors; a text that is very rare may come up a few times.
        assert!((rate - expected).abs() < 5.0 * sigma + 3.0 / n as f64, "{tokens:?}: {rate} is not {expected}");
        total += expected;
    }
    assert!(total > 0.99, "texts that make up {total} of the law came up");
}

#[test]
fn a_run_under_a_constraint_replays_from_its_facts_to_the_same_tokens() {
    let processor = processor(r#"json:{"type":"array","items":{"type":"string","maxLength":12},"maxItems":4}"#);
    let stages = vec![LogitsProcessor::Constraint(processor), LogitsProcessor::Temperature(0.9), LogitsProcessor::TopP(0.95)];
    let config = config(stages, 4, 40, 5);
    let (decoder, cycles) = run_speculative(config.clone(), &noise(1), &noise(2), &[token("a")]);
    let mut text = vec![token("a")];
    for facts in &cycles {
        let drafted: Vec<TokenId> = [&text[..], &facts.drafted].concat();
        let probs = |row: &[f32], end: usize| config.chain.process(row, &drafted[..end]).expect("some token is left");
        let draft: Vec<Probs> = facts.draft_logits.iter().enumerate().map(|(idx, row)| probs(&row.0, text.len() + idx)).collect();
        let target: Vec<Probs> = facts.target_logits.iter().enumerate().map(|(idx, row)| probs(&row.0, text.len() + idx)).collect();
        let drawn: Vec<TokenId> = draft.iter().zip(&facts.coins.draft).map(|(probs, coin)| probs.pick(*coin)).collect();
        assert_eq!(drawn, facts.drafted);
        let remaining = 40 - (text.len() - 1);
        let limits = Limits { stop_tokens: vec![END], remaining, remaining_reason: StopReason::MaxNewTokens };
        let verdict = verify(&facts.drafted, &draft, &target, &facts.coins, &limits);
        assert_eq!((&verdict.emitted, verdict.stop), (&facts.emitted, facts.stop));
        text.extend(&verdict.emitted);
    }
    assert_eq!(text, decoder.tokens());
    // The mask advanced by emitted tokens only: along the text, every token was allowed.
    assert!(cycles.len() > 2);
}

// ---- Bounded text ----

/// Whether a value satisfies a schema: a plain reading of the keywords, on its own.
fn satisfies(schema: &Value, value: &Value) -> bool {
    let count = |keyword: &str, default: usize| schema[keyword].as_u64().map_or(default, |count| count as usize);
    if let Some(alternatives) = schema["anyOf"].as_array() {
        return alternatives.iter().any(|schema| satisfies(schema, value));
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.contains(value);
    }
    if !schema["const"].is_null() {
        return schema["const"] == *value;
    }
    let of_type = |name: &str| match (name, value) {
        ("null", Value::Null) | ("boolean", Value::Bool(_)) => true,
        ("integer" | "number", Value::Number(number)) => {
            let whole = name == "number" || number.is_i64() || number.is_u64();
            let over = schema["minimum"].as_f64().is_none_or(|min| number.as_f64().is_some_and(|number| number >= min));
            let under = schema["maximum"].as_f64().is_none_or(|max| number.as_f64().is_some_and(|number| number <= max));
            whole && over && under
        }
        ("string", Value::String(text)) => (count("minLength", 0)..=count("maxLength", 40)).contains(&text.chars().count()),
        ("array", Value::Array(items)) => {
            (count("minItems", 0)..=count("maxItems", 8)).contains(&items.len())
                && items.iter().all(|item| satisfies(&schema["items"], item))
        }
        ("object", Value::Object(entries)) => {
            let known = |name: &String| schema["properties"].get(name);
            let required = schema["required"]
                .as_array()
                .is_none_or(|names| names.iter().all(|name| name.as_str().is_some_and(|name| entries.contains_key(name))));
            required && entries.iter().all(|(name, value)| known(name).is_some_and(|schema| satisfies(schema, value)))
        }
        _ => false,
    };
    match &schema["type"] {
        Value::Array(names) => names.iter().filter_map(Value::as_str).any(of_type),
        name => name.as_str().is_some_and(of_type),
    }
}

#[test]
fn the_schema_check_of_these_tests_can_fail() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]});
    assert!(satisfies(&schema, &json!({"a": 1})));
    for value in [json!({}), json!({"a": 1.5}), json!({"a": 1, "b": 2}), json!([]), json!({"a": "1"})] {
        assert!(!satisfies(&schema, &value), "{value}");
    }
}

// Case 19: models wrote white space until the cap, and JSON that was cut passed for complete.
#[test]
fn json_at_temperature_one_on_random_logits_is_bounded_and_valid_or_says_that_it_is_incomplete() {
    let schema = json!({"type": "object", "properties": {
        "name": {"type": "string", "minLength": 1},
        "lives": {"type": "integer", "minimum": 0, "maximum": 9},
        "weight": {"type": "number"},
        "kind": {"enum": ["wild", "tame", null, 7]},
        "asleep": {"type": "boolean"},
        "friends": {"type": "array", "maxItems": 3, "items": {"type": "object", "properties": {"name": {"type": "string", "maxLength": 20}},
            "required": ["name"]}}
    }, "required": ["name", "kind", "friends"]});
    let texts = [format!("json:{schema}"), "list".to_owned(), "list:20".to_owned()];
    for (text, max_new_tokens) in texts.iter().flat_map(|text| [(text, 300), (text, 6)]) {
        let processor = processor(text);
        let (mut n_complete, mut n_incomplete) = (0, 0);
        for seed in 0..12 {
            let config = config(vec![LogitsProcessor::Temperature(1.0)], 1, max_new_tokens, seed);
            let mut decoder = ConstrainedDecoder::new(config, Arc::clone(&processor), WayOut::Reject, &[token("a")]);
            let mut model = noise(seed);
            while now_or_never(decoder.step(&mut model)).expect("it never waits").expect("it fits").is_some() {}
            let bytes = text_of(decoder.emitted());
            let end = decoder.end().expect("it has ended");
            let parsed = serde_json::from_slice::<Value>(&bytes);
            if end.is_complete() {
                n_complete += 1;
                let value = parsed.unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&bytes)));
                assert!(!text.starts_with("json:") || satisfies(&schema, &value), "{value}");
                assert!(processor.constraint().matches(&bytes));
            } else {
                n_incomplete += 1;
                assert_eq!(end, ConstrainedEnd::Incomplete(StopReason::MaxNewTokens));
                assert_eq!((decoder.emitted().len(), parsed.is_err()), (max_new_tokens, true), "{}", String::from_utf8_lossy(&bytes));
            }
            assert_eq!(decoder.emitted().iter().position(|token| *token == END).is_some(), end == ConstrainedEnd::Complete);
            let longest_space = bytes.split(|byte| *byte != b' ').map(<[u8]>::len).max().unwrap_or(0);
            assert!(text.starts_with("json:") || longest_space == 0);
        }
        assert!(n_complete > 0 || max_new_tokens == 6, "{text}: none of the texts ended");
        assert!(n_incomplete > 0 || max_new_tokens == 300, "{text}: all texts ended within 6 tokens");
    }
}

#[test]
fn no_mask_before_the_filters_leaves_nothing_and_every_stage_sums_to_one() {
    let processor = processor(r#"json:{"type":"array","items":{"type":"integer"}}"#);
    let stages = vec![
        LogitsProcessor::Constraint(Arc::clone(&processor)),
        LogitsProcessor::RepetitionPenalty(1.3),
        LogitsProcessor::Temperature(0.7),
        LogitsProcessor::TopK(5),
        LogitsProcessor::TopP(0.8),
        LogitsProcessor::MinP(0.1),
    ];
    let config = config(stages, 4, 60, 3);
    let (decoder, cycles) = run_speculative(config.clone(), &noise(7), &noise(8), &[token("a")]);
    assert_ne!(decoder.stop(), Some(StopReason::DeadEnd));
    let mut text = vec![token("a")];
    for facts in cycles {
        let stages = config.chain.stages(&facts.target_logits[0].0, &text);
        for stage in &stages {
            let probs = stage.probs.as_ref().expect("some token is left");
            assert!((probs.as_slice().iter().sum::<f64>() - 1.0).abs() < 1e-9, "{:?}", stage.processor.name());
        }
        // What the first stage removed is what the model gave to illegal tokens.
        let masked = MaskedRow::new(&facts.target_logits[0].0, &processor.mask_after(&text)).expect("a distribution");
        assert!((stages[1].removed_mass - (1.0 - masked.feasible_mass)).abs() < 1e-12);
        assert!(masked.difference.is_some_and(|difference| difference < 1e-12));
        text.extend(&facts.emitted);
    }
}

// ---- The decoder with ways out ----

#[test]
fn without_a_dead_end_the_constrained_decoder_draws_what_ancestral_sampling_draws() {
    let processor = processor("regex:([a-z]+ ){3,9}");
    for way_out in WayOut::ALL.map(|(way_out, _)| way_out) {
        let stages = vec![LogitsProcessor::Constraint(Arc::clone(&processor)), LogitsProcessor::TopP(0.9)];
        let config = config(stages, 1, 30, 11);
        let alone = run_alone(config.clone(), &noise(5), &[token("a")]);
        let mut decoder = ConstrainedDecoder::new(config, Arc::clone(&processor), way_out, &[token("a")]);
        let mut model = noise(5);
        while now_or_never(decoder.step(&mut model)).expect("it never waits").expect("it fits").is_some() {}
        assert_eq!(decoder.tokens(), alone.tokens());
    }
}

#[test]
fn backtracking_leaves_no_trace_in_the_cache_and_replays_without_the_model() {
    // `[` and then `1]` is what the vocabulary cannot spell.
    let processor = tiny_processor("regex:\\[(1\\?|,,x|(1,)*1\\])");
    let target = random_table(9);
    let mut n_backtracked = 0;
    for seed in 0..50 {
        let config = config(Vec::new(), 1, 12, seed);
        let new = || ConstrainedDecoder::new(config.clone(), Arc::clone(&processor), WayOut::Backtrack, &[TokenId(2)]);
        let (mut decoder, mut again, mut model) = (new(), new(), target.fork());
        while let Some(facts) = now_or_never(decoder.step(&mut model)).expect("it never waits").expect("it fits") {
            n_backtracked += usize::from(matches!(facts.event, ConstrainedEvent::Backtracked { .. }));
            let shared = model.cached().len().min(decoder.tokens().len());
            assert_eq!(model.cached()[..shared], decoder.tokens()[..shared]);
            // Through JSON, as a file has it.
            let json = serde_json::to_string(&facts).expect("serializes");
            let facts: decoding_lab::decode::ConstrainedFacts = serde_json::from_str(&json).expect("parses");
            assert_eq!(again.take(&facts.logits.0), Some(facts.event));
        }
        assert_eq!((again.tokens(), again.end()), (decoder.tokens(), decoder.end()));
        assert!(decoder.end().is_some_and(ConstrainedEnd::is_complete) == processor.is_complete(decoder.tokens()));
    }
    assert!(n_backtracked > 10, "{n_backtracked}");
}

#[test]
fn the_shipped_constrained_text_replays_and_is_that_of_a_fresh_page() {
    let json = include_str!("../public/traces/first-constraints.json");
    let recording = ConstrainedRecording::from_json(json).expect("the shipped text can be read");
    assert_eq!(recording.trace.spec, ConstrainedSpec::default());
    let run = ConstrainedRun::from_trace(recording.trace, Arc::new(TokenTrie::new(recording.vocabulary))).expect("it replays");
    assert!(run.trace.end.is_some_and(ConstrainedEnd::is_complete) && run.n_steps() >= 5);
    // Small enough to open the page on.
    assert!(json.len() < 400_000, "{} bytes", json.len());
    assert!(run.summaries.iter().any(|summary| summary.feasible_mass < FIGHT_MASS));
}

// ---- The real vocabulary ----

#[test]
fn tokens_of_the_trained_vocabulary_that_span_symbols_are_found() {
    let names = processor(r#"json:{"type":"array","items":{"type":"array","items":{"type":"string","maxLength":8},"maxItems":2}}"#);
    let after = |text: &str| {
        let state = names.constraint().advance(&names.constraint().start(), text.as_bytes()).expect("it is legal");
        names.mask(&state)
    };
    let within = after(r#"[["cat"#);
    for text in ["\"", "\",", "\"]", "\"],", "s", " ", "!\"", "{\""] {
        assert!(within.allows(token(text)), "{text}");
    }
    assert!(!within.allows(token("\":")) && !within.allows(token("\"}")) && !within.allows(END));
    assert!(!after(r#"[["cat","sat"#).allows(token("\",")));
    assert_eq!(after(r#"[["cat"]]"#).iter().collect::<Vec<_>>(), [END]);
    assert!(within.count() > 2000 && within.count() < 4000, "{}", within.count());
}

// ---- Properties ----

/// A random walk under the masks: tokens drawn evenly from the allowed ones. Ends at the end of the
/// text, or after `max_tokens` by the shortest completion.
fn walk(processor: &ConstraintProcessor, seed: u64, max_tokens: usize) -> Vec<u8> {
    let coins = Coins::new(seed);
    let mut state = processor.constraint().start();
    let mut bytes = Vec::new();
    for n in 0..max_tokens {
        let mask = processor.mask(&state);
        assert!(!mask.is_empty(), "no token is left after {}", String::from_utf8_lossy(&bytes));
        assert_eq!(mask.allows(END), processor.constraint().is_complete(&state));
        let nth = (coins.coin(n, 0, CoinUse::Ancestral) * mask.count() as f64) as usize;
        let token = mask.iter().nth(nth).expect("it is one of them");
        state = processor.advance(&state, token).expect("an allowed token is legal");
        if token == END {
            return bytes;
        }
        bytes.extend(TRIE.vocabulary().bytes(token));
    }
    let completion = processor.completion(&state).expect("every byte is a token");
    assert_eq!(completion.bytes.len(), processor.constraint().shortest_rest(&state));
    [bytes, completion.bytes].concat()
}

fn schemas() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        (0usize..3, 0usize..6).prop_map(|(min, more)| json!({"type": "string", "minLength": min, "maxLength": min + more})),
        Just(json!({"type": "string"})),
        Just(json!({"type": "integer"})),
        Just(json!({"type": "number", "minimum": 0})),
        Just(json!({"type": ["boolean", "null", "number"]})),
        (-20i64..20, 0i64..30).prop_map(|(min, range)| json!({"type": "integer", "minimum": min, "maximum": min + range})),
        proptest::collection::vec("[a-c\"é\\\\]{0,3}", 1..4).prop_map(|values| json!({"enum": values})),
        Just(json!({"const": {"a": [1, 2.5, "x"], "b": null}})),
        Just(json!({"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "maxLength": 2}, {"const": [true]}]})),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        let property = ("[a-d\"é]{0,2}", inner.clone(), any::<bool>());
        prop_oneof![
            (inner, 0usize..3, 0usize..3)
                .prop_map(|(items, min, more)| json!({"type": "array", "items": items, "minItems": min, "maxItems": min + more})),
            proptest::collection::vec(property, 0..4).prop_map(|properties| {
                let required: Vec<&String> = properties.iter().filter(|(_, _, required)| *required).map(|(name, _, _)| name).collect();
                let all: BTreeMap<&String, &Value> = properties.iter().map(|(name, schema, _)| (name, schema)).collect();
                json!({"type": "object", "properties": all, "required": required, "additionalProperties": false})
            }),
        ]
    })
}

/// Patterns from a small grammar of their own.
fn patterns() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        "[a-d]",
        Just("[a-z]+".to_owned()),
        Just(r"\d".to_owned()),
        Just("é".to_owned()),
        Just(".".to_owned()),
        Just("[^a]".to_owned())
    ];
    leaf.prop_recursive(4, 16, 3, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a}{b}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}|{b})")),
            inner.clone().prop_map(|a| format!("({a})*")),
            inner.clone().prop_map(|a| format!("({a})?")),
            (inner, 0usize..3, 0usize..3).prop_map(|(a, min, more)| format!("({a}){{{min},{}}}", min + more)),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_text_under_a_schema_is_json_that_satisfies_it(schema in schemas(), seed: u64, max_tokens in 0usize..60) {
        let bytes = walk(&processor(&format!("json:{schema}")), seed, max_tokens);
        let value: Value = serde_json::from_slice(&bytes).map_err(|error| TestCaseError::fail(format!("{error}: {bytes:?}")))?;
        prop_assert!(satisfies(&schema, &value), "{} does not satisfy {}", value, schema);
    }

    #[test]
    fn every_text_under_a_regular_expression_matches_it(pattern in patterns(), seed: u64, max_tokens in 0usize..40) {
        let bytes = walk(&processor(&format!("regex:{pattern}")), seed, max_tokens);
        let text = std::str::from_utf8(&bytes).map_err(|error| TestCaseError::fail(error.to_string()))?;
        let regex = regex::Regex::new(&format!("^(?:{pattern})$")).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert!(regex.is_match(text), "{text:?} does not match {pattern}");
    }

    #[test]
    fn a_regular_expression_is_taken_exactly_when_it_matches(pattern in patterns(), text in "[a-eé1\n]{0,6}") {
        let constraint = compiled(&format!("regex:{pattern}"));
        let regex = regex::Regex::new(&format!("^(?:{pattern})$")).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(constraint.matches(text.as_bytes()), regex.is_match(&text), "{} on {:?}", pattern, text);
    }

    #[test]
    fn a_mask_allows_exactly_the_tokens_whose_bytes_are_legal(schema in schemas(), seed: u64, n in 0usize..20) {
        let processor = processor(&format!("json:{schema}"));
        let bytes = walk(&processor, seed, n);
        let constraint = processor.constraint();
        let end = (Coins::new(seed).coin(0, 1, CoinUse::Tail) * (bytes.len() + 1) as f64) as usize;
        let state = constraint.advance(&constraint.start(), &bytes[..end]).expect("a beginning of a legal text is legal");
        let mask = processor.mask(&state);
        for id in 1..4096 {
            let token = TokenId(id);
            let after = constraint.advance(&state, TRIE.vocabulary().bytes(token));
            prop_assert_eq!(mask.allows(token), after.is_some());
        }
        prop_assert_eq!(constraint.allowed_bytes(&state).is_empty(), constraint.describe(&state) == "the end of the text");
    }
}

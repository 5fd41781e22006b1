//! Drafts that end where the draft is unsure change how much is tried, never the law of what is written: by
//! enumeration of every cycle, and by seeded statistics of the decoder that really runs.

use decoding_lab::decode::{
    ChiSquare, Coins, DecoderConfig, Probs, ProcessorChain, Residual, Speculative, TableModel, TokenId, acceptance_prob, now_or_never,
};
use std::collections::BTreeMap;

const VOCAB: usize = 3;

/// Two tables over three tokens whose rows differ by the last token, with a zero on either side.
fn tables() -> (TableModel, TableModel) {
    let target =
        TableModel::uniform(VOCAB, 64).with_row(&[0], &[0.2, 0.5, 0.3]).with_row(&[1], &[0.0, 0.6, 0.4]).with_row(&[2], &[0.5, 0.25, 0.25]);
    let draft =
        TableModel::uniform(VOCAB, 64).with_row(&[0], &[0.5, 0.4, 0.1]).with_row(&[1], &[0.3, 0.7, 0.0]).with_row(&[2], &[0.1, 0.1, 0.8]);
    (target, draft)
}

fn law(model: &TableModel, text: &[TokenId]) -> Probs {
    ProcessorChain::default().process(&model.row(text), text).expect("some token is possible")
}

/// Every way in which cycles can write texts of `n` tokens, with its probability.
struct Enumeration<'a> {
    target: &'a TableModel,
    draft: &'a TableModel,
    gamma: usize,
    confidence: f64,
    n: usize,
    laws: BTreeMap<Vec<TokenId>, f64>,
    n_drafted: f64,
}

impl Enumeration<'_> {
    /// A text whose cycle has had `n_accepted` guesses accepted; `may_draft` says whether it drafts one more.
    fn go(&mut self, text: &[TokenId], n_accepted: usize, may_draft: bool, prob: f64) {
        if prob == 0.0 {
            return;
        }
        if text.len() > self.n {
            *self.laws.entry(text[..=self.n].to_vec()).or_default() += prob;
            return;
        }
        let p = law(self.target, text);
        let ids = || (0..VOCAB as u32).map(TokenId);
        let longer = |token| [text, &[token]].concat();
        if n_accepted == self.gamma || !may_draft {
            ids().for_each(|token| self.go(&longer(token), 0, true, prob * p.get(token)));
            return;
        }
        self.n_drafted += prob;
        let q = law(self.draft, text);
        let mut rejected = 0.0;
        for token in ids() {
            let accepted = q.get(token) * acceptance_prob(p.get(token), q.get(token));
            rejected += q.get(token) - accepted;
            self.go(&longer(token), n_accepted + 1, q.get(token) >= self.confidence, prob * accepted);
        }
        if let Residual::Left { probs, .. } = p.residual(&q) {
            ids().for_each(|token| self.go(&longer(token), 0, true, prob * rejected * probs.get(token)));
        }
    }
}

#[test]
fn a_draft_that_ends_where_it_is_unsure_keeps_the_targets_law_to_the_last_digit() {
    let (target, draft) = tables();
    let mut drafted = Vec::new();
    for gamma in 1..=4 {
        for confidence in [0.0, 0.2, 0.45, 0.75, 1.0] {
            let mut all = Enumeration { target: &target, draft: &draft, gamma, confidence, n: 4, laws: BTreeMap::new(), n_drafted: 0.0 };
            all.go(&[TokenId(0)], 0, true, 1.0);
            assert!((all.laws.values().sum::<f64>() - 1.0).abs() < 1e-12);
            for (text, prob) in &all.laws {
                let wanted: f64 = (1..text.len()).map(|len| law(&target, &text[..len]).get(text[len])).product();
                assert!((prob - wanted).abs() < 1e-12, "gamma {gamma}, confidence {confidence}, {text:?}: {prob} is not {wanted}");
            }
            drafted.push(all.n_drafted);
        }
    }
    // The rule is at work: the surer the draft has to be, the less is drafted.
    for by_confidence in drafted[5..].chunks(5) {
        assert!(by_confidence.is_sorted_by(|more, less| more >= less) && by_confidence[0] > by_confidence[4], "{by_confidence:?}");
    }
}

/// Four tokens by the decoder that runs, and what its cycles drafted.
fn written(confidence: f64, seed: u64) -> (Vec<TokenId>, Vec<usize>) {
    let (mut target, mut draft) = tables();
    let config = DecoderConfig {
        chain: ProcessorChain::default(),
        gamma: 4,
        max_new_tokens: 4,
        stop_tokens: Vec::new(),
        context_len: 64,
        coins: Coins::new(seed),
    };
    let mut decoder = Speculative::new(config, &[TokenId(0)]).with_confidence(confidence);
    let mut drafts = Vec::new();
    while let Some(facts) = now_or_never(decoder.step(&mut draft, &mut target)).expect("a table never waits").expect("there is room") {
        let unsure: Vec<bool> = facts
            .drafted
            .iter()
            .zip(&facts.draft_logits)
            .map(|(token, row)| ProcessorChain::default().process(row.as_ref(), &[]).expect("a distribution").get(*token) < confidence)
            .collect();
        assert!(unsure.iter().rev().skip(1).all(|unsure| !unsure), "a draft went on after an unsure token");
        assert!(facts.drafted.len() == 4 || unsure.last() == Some(&true), "a draft ended for no reason");
        drafts.push(facts.drafted.len());
    }
    (decoder.tokens()[1..].to_vec(), drafts)
}

#[test]
fn the_decoder_ends_its_drafts_by_the_rule_and_writes_what_the_target_would() {
    let (target, _) = tables();
    let n = 20_000;
    let mut counts = vec![0u64; VOCAB.pow(4)];
    let mut lengths = [0usize; 5];
    let place = |text: &[TokenId]| text.iter().fold(0, |place, token| place * VOCAB + token.index());
    for seed in 0..n {
        let (text, drafts) = written(0.45, seed);
        counts[place(&text)] += 1;
        drafts.iter().for_each(|len| lengths[*len] += 1);
    }
    assert!(lengths[1..].iter().all(|count| *count > 0), "drafts of every length: {lengths:?}");
    let mut wanted = vec![0.0; counts.len()];
    for (idx, wanted) in wanted.iter_mut().enumerate() {
        let text: Vec<TokenId> = (0..4).rev().map(|place| TokenId((idx / VOCAB.pow(place) % VOCAB) as u32)).collect();
        let whole = [&[TokenId(0)], &text[..]].concat();
        *wanted = (1..whole.len()).map(|len| law(&target, &whole[..len]).get(whole[len])).product();
    }
    let check = ChiSquare::of(&counts, &wanted);
    assert!(check.p_value > 0.001, "p-value {}", check.p_value);
    assert!(counts.iter().zip(&wanted).all(|(count, wanted)| *wanted > 0.0 || *count == 0));
}

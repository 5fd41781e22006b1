//! The exact law of whole texts under speculation: every outcome of every cycle, added up.
//!
//! One token keeps the target's law. That whole texts do is a second claim: a cycle drafts several tokens at
//! once, stops at the first rejection, and the next cycle begins wherever that left it. For models small
//! enough nothing needs to be believed. Each drafted token, each accept and reject, each correction and
//! bonus is followed with its probability, and all ways to the same text are added up (the claim is that of
//! Leviathan et al. 2023, appendix A.1, applied position by position; Chen et al. 2023, theorem 1).

use super::{Mistake, left_over, upper_half};
use crate::decode::{LanguageModel, Notice, Probs, ProcessorChain, TableModel, TokenId, acceptance_prob, shorten};
use std::collections::BTreeMap;

/// Both models' say at one place of the text, with what a mistake makes of it.
struct Place {
    /// What the text ought to follow.
    target: Probs,
    /// What the draft proposes.
    draft: Probs,
    /// What takes a rejected token's place.
    instead: Probs,
}

/// What can happen next in a cycle.
struct Outcome {
    /// The token that joins the text.
    token: TokenId,
    /// Its probability, given all that has happened.
    prob: f64,
    /// For an accepted token what the one coin, if one is held against all, is known to lie below; a
    /// correction or a bonus ends the cycle.
    going_on: Option<f64>,
}

impl Place {
    fn after(draft: &TableModel, target: &TableModel, text: &[TokenId], mistake: Mistake) -> Self {
        let row = |model: &TableModel| {
            let probs = ProcessorChain::default().process(&model.row(text), text);
            // A row without any mass leaves nothing to draw; the first token stands for it.
            probs.unwrap_or_else(|| Probs::one_hot(model.vocab_size().max(1), TokenId(0)))
        };
        let (p, q) = (row(target), row(draft));
        match mistake {
            Mistake::NoResidual => Self { instead: p.clone(), target: p, draft: q },
            Mistake::UnfilteredResidual => {
                let cut_q = upper_half(&q);
                Self { instead: left_over(&p, &cut_q), target: upper_half(&p), draft: cut_q }
            }
            _ => Self { instead: left_over(&p, &q), target: p, draft: q },
        }
    }

    fn ids(&self) -> impl Iterator<Item = TokenId> + use<> {
        (0..self.target.vocab_size() as u32).map(TokenId)
    }

    /// The bonus, after all drafted tokens were accepted.
    fn bonus(&self, mistake: Mistake) -> Vec<Outcome> {
        let best = self.target.argmax();
        let prob = |token| match mistake {
            Mistake::CompareBest => f64::from(u8::from(token == best)),
            _ => self.target.get(token),
        };
        self.ids().map(|token| Outcome { token, prob: prob(token), going_on: None }).collect()
    }

    /// The next drafted token, accepted; or what takes its place.
    fn drafted(&self, mistake: Mistake, coin_below: f64) -> Vec<Outcome> {
        let Self { target: p, draft: q, instead } = self;
        let (best_of_p, best_of_q) = (p.argmax(), q.argmax());
        let certain = |is_so: bool| f64::from(u8::from(is_so));
        let mut rejected = 0.0;
        let mut outcomes = Vec::with_capacity(2 * p.vocab_size());
        for token in self.ids() {
            let drafted = if mistake == Mistake::ArgmaxDraft { certain(token == best_of_q) } else { q.get(token) };
            let alpha = acceptance_prob(p.get(token), q.get(token));
            let (kept, below) = match mistake {
                Mistake::AcceptAlways => (1.0, 1.0),
                Mistake::CompareTokens => (p.get(token), 1.0),
                Mistake::CompareBest => (certain(token == best_of_p), 1.0),
                // The coin is uniform below what it has passed so far.
                Mistake::SharedCoin => (alpha.min(coin_below) / coin_below, alpha.min(coin_below)),
                _ => (alpha, 1.0),
            };
            rejected += drafted * (1.0 - kept);
            outcomes.push(Outcome { token, prob: drafted * kept, going_on: Some(below) });
        }
        let replaced = |token| match mistake {
            // The target's own draw is emitted, which was not the drafted token.
            Mistake::CompareTokens => p.get(token) * (1.0 - q.get(token)),
            Mistake::CompareBest => rejected * certain(token == best_of_p),
            _ => rejected * instead.get(token),
        };
        outcomes.extend(self.ids().map(|token| Outcome { token, prob: replaced(token), going_on: None }));
        outcomes
    }

    /// What can happen where this many drafted tokens of `gamma` have been accepted.
    fn outcomes(&self, mistake: Mistake, n_accepted: usize, gamma: usize, coin_below: f64) -> impl Iterator<Item = Outcome> {
        let all = if n_accepted == gamma { self.bonus(mistake) } else { self.drafted(mistake, coin_below) };
        all.into_iter().filter(|outcome| outcome.prob > 0.0)
    }
}

/// One text.
#[derive(Clone, Debug, PartialEq)]
pub struct TextLaw {
    /// Its tokens, after the prompt. `(len,)`
    pub tokens: Vec<TokenId>,
    /// p(text): the target's own law, token by token.
    pub target: f64,
    /// What speculation gives it: all paths that end in this text.
    pub speculative: f64,
}

/// The law of the first tokens of a text, text by text.
#[derive(Clone, Debug, PartialEq)]
pub struct TextLaws {
    /// Every text of one length, in the order of the token ids, the first token first.
    pub texts: Vec<TextLaw>,
    /// How many ways through the cycles were followed to their end; those with probability 0 are none.
    pub n_paths: u64,
}

impl TextLaws {
    /// Enumerates the first `len` tokens after `prompt`, with `gamma` tokens drafted per cycle. Both models
    /// have the same vocabulary; there are `vocab_size ^ len` texts, so both numbers must be small.
    pub fn enumerate(draft: &TableModel, target: &TableModel, prompt: &[TokenId], gamma: usize, len: usize, mistake: Mistake) -> Self {
        let vocab_size = target.vocab_size().max(1);
        // Level k holds the places after each text of k tokens, in the order of the texts.
        let mut levels: Vec<Vec<Place>> = Vec::with_capacity(len);
        let mut texts: Vec<Vec<TokenId>> = vec![Vec::new()];
        for _ in 0..len {
            let place = |text: &Vec<TokenId>| Place::after(draft, target, &[prompt, text].concat(), mistake);
            levels.push(texts.iter().map(place).collect());
            let longer = |text: Vec<TokenId>| (0..vocab_size as u32).map(move |id| [&text[..], &[TokenId(id)]].concat());
            texts = texts.into_iter().flat_map(longer).collect();
        }
        let mut paths = Paths { levels: &levels, vocab_size, gamma, mistake, law: vec![0.0; texts.len()], n_paths: 0 };
        paths.follow(Here { level: 0, text: 0, n_accepted: 0, weight: 1.0, coin_below: 1.0 });
        let own_law = |text: &[TokenId]| {
            let mut places = text.iter().zip(&levels);
            places.try_fold((1.0, 0), |(prob, idx), (token, places)| {
                let place: &Place = places.get(idx)?;
                Some((prob * place.target.get(*token), idx * vocab_size + token.index()))
            })
        };
        let laws = texts.iter().zip(&paths.law).map(|(text, &speculative)| TextLaw {
            tokens: text.clone(),
            target: own_law(text).map_or(0.0, |(prob, _)| prob),
            speculative,
        });
        Self { texts: laws.collect(), n_paths: paths.n_paths }
    }

    /// The largest difference between the two laws, over all texts.
    pub fn largest_difference(&self) -> f64 {
        self.texts.iter().map(|text| (text.speculative - text.target).abs()).fold(0.0, f64::max)
    }

    /// Half the sum of all differences.
    pub fn total_variation(&self) -> f64 {
        self.texts.iter().map(|text| (text.speculative - text.target).abs()).sum::<f64>() / 2.0
    }
}

/// A place on the way through the cycles.
#[derive(Clone, Copy)]
struct Here {
    /// Tokens of the text so far.
    level: usize,
    /// Which of the texts of this length it is.
    text: usize,
    /// Drafted tokens that this cycle has accepted.
    n_accepted: usize,
    /// The probability of the way here.
    weight: f64,
    /// What the one coin is known to lie below.
    coin_below: f64,
}

/// Follows every way, and adds up the weights of those that end in the same text.
struct Paths<'a> {
    levels: &'a [Vec<Place>],
    vocab_size: usize,
    gamma: usize,
    mistake: Mistake,
    law: Vec<f64>,
    n_paths: u64,
}

impl Paths<'_> {
    fn follow(&mut self, here: Here) {
        let levels = self.levels;
        let Some(places) = levels.get(here.level) else {
            self.law[here.text] += here.weight;
            self.n_paths += 1;
            return;
        };
        for outcome in places[here.text].outcomes(self.mistake, here.n_accepted, self.gamma, here.coin_below) {
            self.follow(Here {
                level: here.level + 1,
                text: here.text * self.vocab_size + outcome.token.index(),
                n_accepted: if outcome.going_on.is_some() { here.n_accepted + 1 } else { 0 },
                weight: here.weight * outcome.prob,
                coin_below: outcome.going_on.unwrap_or(1.0),
            });
        }
    }
}

/// How many tokens a cycle gives on average, by the same arithmetic: tau, exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CycleLength {
    /// In the cycle that opens the text.
    pub first: f64,
    /// Over all cycles of an endless text.
    pub long_run: f64,
}

/// Cycles after which the place where a cycle begins has settled.
const N_SETTLING: usize = 2000;

impl CycleLength {
    /// For two models whose rows depend on the previous token alone, in a text that follows `first`.
    pub fn of_bigrams(draft: &TableModel, target: &TableModel, first: TokenId, gamma: usize, mistake: Mistake) -> Self {
        let vocab_size = target.vocab_size().max(1);
        let places: Vec<Place> = (0..vocab_size as u32).map(|last| Place::after(draft, target, &[TokenId(last)], mistake)).collect();
        let cycles: Vec<(f64, Vec<f64>)> = (0..vocab_size).map(|last| one_cycle(&places, last, gamma, mistake)).collect();
        let first = first.index().min(vocab_size - 1);
        // Where cycles begin in the long run. Half of each step stands still, so that it settles also where
        // the tokens take turns.
        let mut starts = vec![0.0; vocab_size];
        starts[first] = 1.0;
        for _ in 0..N_SETTLING {
            let mut next: Vec<f64> = starts.iter().map(|share| share / 2.0).collect();
            for (share, (_, ends)) in starts.iter().zip(&cycles) {
                next.iter_mut().zip(ends).for_each(|(next, end)| *next += share / 2.0 * end);
            }
            starts = next;
        }
        let long_run = starts.iter().zip(&cycles).map(|(share, (n_tokens, _))| share * n_tokens).sum();
        Self { first: cycles[first].0, long_run }
    }
}

/// The expected tokens of a cycle that begins after `last`, and the law of its last token. `(vocab_size,)`
fn one_cycle(places: &[Place], last: usize, gamma: usize, mistake: Mistake) -> (f64, Vec<f64>) {
    let mut ends = vec![0.0; places.len()];
    let mut n_tokens = 0.0;
    // Ways that have accepted everything so far: by their last token and what the one coin lies below.
    let mut going: BTreeMap<(usize, u64), f64> = BTreeMap::from([((last, 1f64.to_bits()), 1.0)]);
    for n_accepted in 0..=gamma {
        let mut longer = BTreeMap::new();
        for ((last, coin_below), weight) in going {
            // Whatever happens here gives one token.
            n_tokens += weight;
            for outcome in places[last].outcomes(mistake, n_accepted, gamma, f64::from_bits(coin_below)) {
                let (token, weight) = (outcome.token.index(), weight * outcome.prob);
                match outcome.going_on {
                    Some(below) => *longer.entry((token, below.to_bits())).or_insert(0.0) += weight,
                    None => ends[token] += weight,
                }
            }
        }
        going = longer;
    }
    (n_tokens, ends)
}

/// Two models small enough to add up: the next token depends on the one before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BigramPair {
    /// The tokens' names.
    pub names: &'static [&'static str],
    /// Row `i`: what the target gives to each token after token `i`. `(vocab_size, vocab_size)`
    pub target: &'static [&'static [f64]],
    /// The same of the draft.
    pub draft: &'static [&'static [f64]],
}

/// The pairs to choose from, by the size of their vocabulary: 2, 3, 4.
pub const BIGRAM_PAIRS: [BigramPair; 3] = [
    // Sun and rain, which tend to stay.
    BigramPair { names: &["S", "R"], target: &[&[0.8, 0.2], &[0.4, 0.6]], draft: &[&[0.6, 0.4], &[0.6, 0.4]] },
    // A draft that knows the order roughly.
    BigramPair {
        names: &["A", "B", "C"],
        target: &[&[0.1, 0.7, 0.2], &[0.2, 0.1, 0.7], &[0.6, 0.3, 0.1]],
        draft: &[&[0.3, 0.4, 0.3], &[0.3, 0.3, 0.4], &[0.4, 0.4, 0.2]],
    },
    // Zeros on both sides.
    BigramPair {
        names: &["A", "B", "C", "D"],
        target: &[&[0.0, 0.5, 0.3, 0.2], &[0.7, 0.0, 0.3, 0.0], &[0.25, 0.25, 0.25, 0.25], &[0.0, 0.1, 0.9, 0.0]],
        draft: &[&[0.4, 0.3, 0.0, 0.3], &[0.5, 0.2, 0.0, 0.3], &[0.4, 0.1, 0.4, 0.1], &[0.0, 0.0, 0.5, 0.5]],
    },
];

impl BigramPair {
    /// The models: the draft, the target.
    pub fn models(&self) -> (TableModel, TableModel) {
        let model = |rows: &[&[f64]]| {
            let empty = TableModel::uniform(self.names.len(), CONTEXT_LEN);
            rows.iter().zip(0..).fold(empty, |model, (row, last)| model.with_row(&[last], row))
        };
        (model(self.draft), model(self.target))
    }

    /// The longest texts that are enumerated: up to 256 of them.
    pub fn max_len(&self) -> usize {
        match self.names.len() {
            2 => 8,
            3 => 5,
            _ => 4,
        }
    }
}

/// Room for every text that is enumerated, its cycles and its first token.
const CONTEXT_LEN: usize = 32;

/// What is enumerated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SequenceSpec {
    /// The place in [`BIGRAM_PAIRS`].
    pub pair_idx: usize,
    /// Tokens drafted per cycle.
    pub gamma: usize,
    /// Tokens in a text.
    pub len: usize,
}

impl Default for SequenceSpec {
    fn default() -> Self {
        Self { pair_idx: 1, gamma: 4, len: 3 }
    }
}

/// What gamma can be, here as everywhere.
pub const SEQUENCE_GAMMAS: std::ops::RangeInclusive<usize> = 1..=8;

impl SequenceSpec {
    /// The models.
    pub fn pair(&self) -> &'static BigramPair {
        &BIGRAM_PAIRS[self.pair_idx.min(BIGRAM_PAIRS.len() - 1)]
    }

    /// Takes another pair of models; the texts stay as long as it allows.
    pub fn choose_pair(&mut self, pair_idx: usize) {
        self.pair_idx = pair_idx.min(BIGRAM_PAIRS.len() - 1);
        self.len = self.len.min(self.pair().max_len());
    }

    /// Both laws of every text after the first token.
    pub fn laws(&self, mistake: Mistake) -> TextLaws {
        let (draft, target) = self.pair().models();
        TextLaws::enumerate(&draft, &target, &[TokenId(0)], self.gamma, self.len, mistake)
    }

    /// Tokens per cycle.
    pub fn cycle_length(&self, mistake: Mistake) -> CycleLength {
        let (draft, target) = self.pair().models();
        CycleLength::of_bigrams(&draft, &target, TokenId(0), self.gamma, mistake)
    }

    /// Reads a URL's query (without `?`): `vocab`, `gamma` and `n`. Names it does not know are left to others.
    pub fn parse(query: &str) -> (Self, Vec<Notice>) {
        let mut spec = Self::default();
        let mut notices = Vec::new();
        let mut given_len = None;
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "vocab" => {
                    let sizes = BIGRAM_PAIRS[0].names.len()..=BIGRAM_PAIRS[BIGRAM_PAIRS.len() - 1].names.len();
                    let size = whole_in("vocab", &value, sizes.clone(), spec.pair().names.len(), &mut notices);
                    spec.pair_idx = size - sizes.start();
                }
                "gamma" => spec.gamma = whole_in("gamma", &value, SEQUENCE_GAMMAS, spec.gamma, &mut notices),
                "n" => given_len = Some(value),
                _ => {}
            }
        }
        // How long a text can be depends on the vocabulary, which may be named later.
        spec.len = spec.len.min(spec.pair().max_len());
        if let Some(value) = given_len {
            spec.len = whole_in("n", &value, 1..=spec.pair().max_len(), spec.len, &mut notices);
        }
        (spec, notices)
    }

    /// The query that restores it: what differs from the default, in a fixed order.
    pub fn to_query(&self) -> String {
        let default = Self::default();
        let mut query = form_urlencoded::Serializer::new(String::new());
        if self.pair_idx != default.pair_idx {
            query.append_pair("vocab", &self.pair().names.len().to_string());
        }
        if self.gamma != default.gamma {
            query.append_pair("gamma", &self.gamma.to_string());
        }
        if self.len != default.len {
            query.append_pair("n", &self.len.to_string());
        }
        query.finish()
    }
}

/// A whole number from a link, brought into range; a notice where that changed it.
fn whole_in(name: &'static str, value: &str, range: std::ops::RangeInclusive<usize>, default: usize, notices: &mut Vec<Notice>) -> usize {
    let given = value.trim().parse::<f64>().ok().filter(|number| !number.is_nan());
    let used = given.map_or(default, |number| (number.clamp(*range.start() as f64, *range.end() as f64)) as usize);
    match given {
        None => notices.push(Notice::NotANumber { name, given: shorten(value), used: used.to_string() }),
        Some(given) if given != used as f64 => {
            notices.push(Notice::Clamped { name, given: shorten(value), used: used.to_string() });
        }
        Some(_) => {}
    }
    used
}

#[cfg(test)]
mod tests {
    use super::*;

    // On paper: gamma 1, one token, the textbook pair. Accepted: min(p, q); corrected: what is left of p.
    #[test]
    fn one_token_of_one_cycle_is_the_picture_above() {
        let model = |row: &[f64]| TableModel::uniform(3, 8).with_row(&[], row);
        let (draft, target) = (model(&[0.2, 0.5, 0.3]), model(&[0.5, 0.3, 0.2]));
        let laws = TextLaws::enumerate(&draft, &target, &[TokenId(0)], 1, 1, Mistake::None);
        assert_eq!((laws.texts.len(), laws.n_paths), (3, 4)); // Three accepted, one corrected.
        assert!(laws.largest_difference() < 1e-15);
        let wrong = TextLaws::enumerate(&draft, &target, &[TokenId(0)], 1, 1, Mistake::NoResidual);
        let law: Vec<f64> = wrong.texts.iter().map(|text| text.speculative).collect();
        for (got, want) in law.iter().zip([0.2 + 0.3 * 0.5, 0.3 + 0.3 * 0.3, 0.2 + 0.3 * 0.2]) {
            assert!((got - want).abs() < 1e-7, "{law:?}"); // Rows of logits are f32.
        }
    }

    #[test]
    fn every_pair_keeps_the_law_of_texts_for_every_gamma_and_length() {
        for (pair_idx, pair) in BIGRAM_PAIRS.iter().enumerate() {
            for gamma in SEQUENCE_GAMMAS {
                for len in 1..=pair.max_len() {
                    for mistake in [Mistake::None, Mistake::CompareTokens] {
                        let laws = SequenceSpec { pair_idx, gamma, len }.laws(mistake);
                        assert!(laws.largest_difference() < 1e-12, "pair {pair_idx}, gamma {gamma}, {len} tokens: {laws:?}");
                        let sum: f64 = laws.texts.iter().map(|text| text.speculative).sum();
                        assert!((sum - 1.0).abs() < 1e-12);
                        assert!(laws.texts.len() <= 256);
                    }
                }
            }
        }
    }

    // What the page says when it is broken: the difference is plainly not zero.
    #[test]
    fn every_mistake_breaks_the_law_of_texts_wherever_more_than_one_token_is_tested() {
        for (mistake, name) in Mistake::ALL.into_iter().filter(|(mistake, _)| !mistake.keeps_the_law()) {
            for pair_idx in 0..BIGRAM_PAIRS.len() {
                for gamma in 2..=8 {
                    let apart = SequenceSpec { pair_idx, gamma, len: 3 }.laws(mistake).largest_difference();
                    // Half of two tokens is one: nothing that the filter has cut could come back there.
                    let shows = mistake != Mistake::UnfilteredResidual || pair_idx > 0;
                    assert_eq!(apart > 1e-3, shows, "{name}, pair {pair_idx}, gamma {gamma}: {apart}");
                }
            }
        }
        // One coin is harmless where it is held against one token.
        assert!(SequenceSpec { gamma: 1, ..SequenceSpec::default() }.laws(Mistake::SharedCoin).largest_difference() < 1e-12);
    }

    #[test]
    fn cycles_are_as_long_as_their_outcomes_say() {
        // p = q: every cycle is full.
        let model = TableModel::uniform(2, 8).with_row(&[0], &[0.3, 0.7]).with_row(&[1], &[0.9, 0.1]);
        let full = CycleLength::of_bigrams(&model, &model, TokenId(0), 5, Mistake::None);
        assert!((full.first - 6.0).abs() < 1e-12 && (full.long_run - 6.0).abs() < 1e-12);
        // A law that forgets: each test passes with the overlap, so Leviathan's formula holds.
        let row = |weights: &[f64]| TableModel::uniform(3, 8).with_row(&[], weights);
        let (draft, target) = (row(&[0.2, 0.5, 0.3]), row(&[0.5, 0.3, 0.2]));
        for gamma in 1..=8 {
            let got = CycleLength::of_bigrams(&draft, &target, TokenId(2), gamma, Mistake::None);
            let want = crate::decode::expected_tokens_per_cycle(0.7, gamma);
            assert!((got.first - want).abs() < 1e-6 && (got.long_run - want).abs() < 1e-6, "{got:?} is not {want}");
            let always = CycleLength::of_bigrams(&draft, &target, TokenId(2), gamma, Mistake::AcceptAlways);
            assert!((always.long_run - (gamma as f64 + 1.0)).abs() < 1e-12);
        }
        // Tokens that take turns settle, too.
        let turns = TableModel::uniform(2, 8).with_row(&[0], &[0.0, 1.0]).with_row(&[1], &[1.0, 0.0]);
        let length = CycleLength::of_bigrams(&turns, &turns, TokenId(0), 1, Mistake::None);
        assert!((length.long_run - 2.0).abs() < 1e-12);
    }

    #[test]
    fn every_sequence_survives_its_own_link_and_nonsense_is_clamped_with_a_notice() {
        for (pair_idx, pair) in BIGRAM_PAIRS.iter().enumerate() {
            for gamma in SEQUENCE_GAMMAS {
                for len in 1..=pair.max_len() {
                    let spec = SequenceSpec { pair_idx, gamma, len };
                    assert_eq!(SequenceSpec::parse(&spec.to_query()), (spec, vec![]));
                }
            }
        }
        assert_eq!(SequenceSpec::default().to_query(), "");
        let (spec, notices) = SequenceSpec::parse("n=99&gamma=-1&vocab=4&p=x");
        assert_eq!((spec, notices.len()), (SequenceSpec { pair_idx: 2, gamma: 1, len: 4 }, 2));
        let (spec, notices) = SequenceSpec::parse("n=2.5&gamma=NaN&vocab=inf");
        assert_eq!((spec, notices.len()), (SequenceSpec { pair_idx: 2, gamma: 4, len: 2 }, 3));
        let mut spec = SequenceSpec { pair_idx: 0, gamma: 1, len: 8 };
        spec.choose_pair(9);
        assert_eq!(spec, SequenceSpec { pair_idx: 2, gamma: 1, len: 4 });
    }
}

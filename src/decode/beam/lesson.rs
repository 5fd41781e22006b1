//! Beam search held against what it stands for: greedy decoding beside it, all texts enumerated, and
//! logarithms against products; with two tables written by hand on which every number can be checked.

use super::{BeamConfig, BeamNode, BeamRun, BeamSearch, BeamSettings, BeamTrace, NodeId};
use crate::decode::{LanguageModel, ModelFacts, ProcessorChain, TableModel, TokenId, Vocabulary, now_or_never};

/// A token on the path of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathPoint {
    /// The token.
    pub token: TokenId,
    /// Its probability.
    pub prob: f64,
    /// Its place in its distribution: 1 is what greedy takes.
    pub token_rank: usize,
    /// The logarithm of its probability.
    pub log_prob: f64,
    /// The sum of the logarithms up to here.
    pub score: f64,
}

impl PathPoint {
    /// The path of a node's text.
    pub fn path(run: &BeamRun, node: NodeId) -> Vec<Self> {
        let point = |node: &BeamNode| {
            let BeamNode { prob, token_rank, log_prob, score, .. } = *node;
            Some(Self { token: node.token?, prob, token_rank, log_prob, score })
        };
        run.tree().path(node).into_iter().filter_map(|id| point(run.node(id))).collect()
    }
}

/// Two texts up to the same length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrefixPair {
    /// Tokens after the prompt.
    pub len: usize,
    /// Greedy's token here; `None` past the end of its text.
    pub greedy: Option<PathPoint>,
    /// The beam's.
    pub beam: Option<PathPoint>,
    /// The beam's score less greedy's, up to here: how far the beam leads. A text that has ended keeps
    /// its score.
    pub lead: f64,
}

/// Greedy's text beside the best of a beam search: second-best now, better later.
#[derive(Clone, Debug, PartialEq)]
pub struct GreedyComparison {
    /// The two, length by length.
    pub prefixes: Vec<PrefixPair>,
    /// The length of the first prefix in which they differ; `None` if they are the same text.
    pub parts_at: Option<usize>,
    /// The place that the beam's token has in the distribution where they part: 2 is the second-best.
    pub token_rank_there: Option<usize>,
    /// The length of the first prefix at which the beam, having been behind, leads.
    pub overtakes_at: Option<usize>,
    /// The beam's score less greedy's, at the end.
    pub lead: f64,
}

impl GreedyComparison {
    /// Compares two paths.
    pub fn new(greedy: &[PathPoint], beam: &[PathPoint]) -> Self {
        let score = |path: &[PathPoint], len: usize| path[..len.min(path.len())].last().map_or(0.0, |point| point.score);
        let pair = |idx: usize| PrefixPair {
            len: idx + 1,
            greedy: greedy.get(idx).copied(),
            beam: beam.get(idx).copied(),
            lead: score(beam, idx + 1) - score(greedy, idx + 1),
        };
        let prefixes: Vec<PrefixPair> = (0..greedy.len().max(beam.len())).map(pair).collect();
        let parted = prefixes.iter().find(|pair| pair.greedy.map(|point| point.token) != pair.beam.map(|point| point.token)).copied();
        let behind = prefixes.iter().position(|pair| pair.lead < 0.0);
        let overtakes = behind.and_then(|behind| prefixes[behind..].iter().find(|pair| pair.lead > 0.0));
        Self {
            parts_at: parted.map(|pair| pair.len),
            token_rank_there: parted.and_then(|pair| pair.beam).map(|point| point.token_rank),
            overtakes_at: overtakes.map(|pair| pair.len),
            lead: prefixes.last().map_or(0.0, |pair| pair.lead),
            prefixes,
        }
    }

    /// Compares the best texts of two runs; `None` if one of them met a dead end.
    pub fn of_runs(greedy: &BeamRun, beam: &BeamRun) -> Option<Self> {
        Some(Self::new(&PathPoint::path(greedy, greedy.best()?), &PathPoint::path(beam, beam.best()?)))
    }
}

/// A text's probability up to one token, in four ways.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProductRow {
    /// Tokens so far.
    pub len: usize,
    /// The newest one's probability.
    pub prob: f64,
    /// Its logarithm.
    pub log_prob: f64,
    /// The product of the probabilities, rounded to half precision at every step.
    pub product_f16: f64,
    /// The same, in single precision.
    pub product_f32: f32,
    /// The same, in double precision.
    pub product_f64: f64,
    /// The sum of the logarithms.
    pub sum: f64,
}

/// Logarithms against products: sums of logarithms go on where products have run out of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct LogsAgainstProducts {
    /// Token by token.
    pub rows: Vec<ProductRow>,
    /// The length at which the product in half precision first lacks digits: it is subnormal, or 0.
    pub f16_imprecise_at: Option<usize>,
    /// The length at which it first is 0.
    pub f16_zero_at: Option<usize>,
    /// The length at which the product in single precision first lacks digits.
    pub f32_imprecise_at: Option<usize>,
    /// The length at which it first is 0.
    pub f32_zero_at: Option<usize>,
    /// The length at which the product in double precision first lacks digits.
    pub f64_imprecise_at: Option<usize>,
    /// The length at which it first is 0.
    pub f64_zero_at: Option<usize>,
}

impl LogsAgainstProducts {
    /// Multiplies and adds up the probabilities of a text's tokens.
    pub fn of(probs: &[f64]) -> Self {
        let (mut product_f16, mut product_f32, mut product_f64, mut sum) = (1.0, 1.0f32, 1.0f64, 0.0);
        let rows = probs.iter().enumerate().map(|(idx, &prob)| {
            let log_prob = libm::log(prob);
            product_f16 = round_to_half(product_f16 * prob);
            product_f32 *= prob as f32;
            product_f64 *= prob;
            sum += log_prob;
            ProductRow { len: idx + 1, prob, log_prob, product_f16, product_f32, product_f64, sum }
        });
        let rows: Vec<ProductRow> = rows.collect();
        let first = |holds: fn(&ProductRow) -> bool| rows.iter().find(|row| holds(row)).map(|row| row.len);
        Self {
            f16_imprecise_at: first(|row| row.product_f16 < HALF_MIN_POSITIVE),
            f16_zero_at: first(|row| row.product_f16 == 0.0),
            f32_imprecise_at: first(|row| row.product_f32 < f32::MIN_POSITIVE),
            f32_zero_at: first(|row| row.product_f32 == 0.0),
            f64_imprecise_at: first(|row| row.product_f64 < f64::MIN_POSITIVE),
            f64_zero_at: first(|row| row.product_f64 == 0.0),
            rows,
        }
    }
}

/// The smallest half-precision number with all its digits, 2^-14; below it, numbers are multiples of
/// 2^-24.
const HALF_MIN_POSITIVE: f64 = 1.0 / (1u64 << 14) as f64;

/// The half-precision number nearest to a number from 0 to 1: eleven binary digits, or fewer below
/// [`HALF_MIN_POSITIVE`]. Ties go to the even one.
fn round_to_half(value: f64) -> f64 {
    // The distance between neighbours: 2^-10 of the power of two at or below the value.
    let unit = f64::from_bits(value.max(HALF_MIN_POSITIVE).to_bits() & (0x7ff << 52)) / 1024.0;
    (value / unit).round_ties_even() * unit
}

impl LogsAgainstProducts {
    /// The length at which a text that goes on as it did so far, token for token as probable on
    /// average, is less than `smallest` in all; `None` for a text that costs nothing.
    pub fn runs_out_at(&self, smallest: f64) -> Option<usize> {
        let last = self.rows.last()?;
        let per_token = last.sum / last.len as f64;
        (per_token < 0.0).then(|| libm::floor(libm::log(smallest) / per_token) as usize + 1)
    }
}

/// The number of beams with which a search is sure to find the best text of at most `depth` tokens:
/// all texts one token shorter, `V^(depth - 1)`. Then nothing is pruned before the last step, and the
/// last step sees every text. (V^depth keeps even the worst one.)
pub fn sufficient_beams(vocab_size: usize, depth: usize) -> usize {
    let exponent = u32::try_from(depth.saturating_sub(1)).unwrap_or(u32::MAX);
    vocab_size.max(1).saturating_pow(exponent)
}

/// One of all texts.
#[derive(Clone, Debug, PartialEq)]
pub struct EnumeratedText {
    /// The tokens after the prompt.
    pub tokens: Vec<TokenId>,
    /// The logarithm of each one's probability.
    pub log_probs: Vec<f64>,
    /// Their sum.
    pub score: f64,
    /// What it is ranked by: the score, or the score divided by `len^a`.
    pub objective: f64,
    /// Whether it ends with a stop token.
    pub is_finished: bool,
}

/// The most texts that [`enumerate`] looks at.
pub const MAX_ENUMERATED: usize = 20_000;

/// Every text that a search could end with, the best first: those that end with a stop token, and
/// those that reach the depth. Texts of probability 0 are left out; among equals the text comes first
/// whose first token that differs is lower. `None` if there could be more than [`MAX_ENUMERATED`].
pub async fn enumerate<M: LanguageModel>(
    config: &BeamConfig,
    model: &M,
    prompt: &[TokenId],
) -> Result<Option<Vec<EnumeratedText>>, M::Error> {
    let depth = config.settings.max_depth.min(config.context_len.saturating_sub(prompt.len()));
    if sufficient_beams(model.vocab_size(), depth.saturating_add(1)) > MAX_ENUMERATED {
        return Ok(None);
    }
    let mut texts = Vec::new();
    let mut open = vec![EnumeratedText { tokens: Vec::new(), log_probs: Vec::new(), score: 0.0, objective: 0.0, is_finished: false }];
    if prompt.is_empty() || depth == 0 {
        return Ok(Some(texts));
    }
    // Depth first; the last one pushed is the next one taken.
    while let Some(text) = open.pop() {
        if text.is_finished || text.tokens.len() == depth {
            texts.push(text);
            continue;
        }
        let context = [prompt, &text.tokens].concat();
        let mut fresh = model.fork();
        fresh.truncate(0);
        let row = fresh.extend(&context).await?.pop();
        let Some(probs) = row.and_then(|row| config.chain.process(&row, &context)) else { continue };
        for (idx, prob) in probs.as_slice().iter().enumerate().rev().filter(|(_, prob)| **prob > 0.0) {
            let mut longer = text.clone();
            let token = TokenId(idx as u32);
            let log_prob = libm::log(*prob);
            longer.tokens.push(token);
            longer.log_probs.push(log_prob);
            longer.score += log_prob;
            longer.objective = config.settings.objective(longer.score, longer.tokens.len());
            longer.is_finished = config.stop_tokens.contains(&token);
            open.push(longer);
        }
    }
    texts.sort_by(|a, b| b.objective.total_cmp(&a.objective));
    Ok(Some(texts))
}

/// What a search with some number of beams finds.
#[derive(Clone, Debug, PartialEq)]
pub struct WidthResult {
    /// B.
    pub num_beams: usize,
    /// The best text it finds; `None` if every beam met a dead end.
    pub tokens: Option<Vec<TokenId>>,
    /// What that text is worth.
    pub objective: f64,
}

/// Runs a search of each width, with the same settings otherwise. More beams usually find a better
/// text, but need not: a wider search may keep texts that push out the beginning of a better one.
pub async fn search_widths<M: LanguageModel>(
    config: &BeamConfig,
    model: &M,
    prompt: &[TokenId],
    widths: &[usize],
) -> Result<Vec<WidthResult>, M::Error> {
    let mut results = Vec::with_capacity(widths.len());
    for &num_beams in widths {
        let mut config = config.clone();
        config.settings.num_beams = num_beams;
        let mut search = BeamSearch::new(config, model.fork(), prompt);
        while search.step().await?.is_some() {}
        let frontier = search.frontier();
        let best = frontier.ranked().first().copied();
        results.push(WidthResult {
            num_beams,
            tokens: best.map(|best| frontier.tree().tokens(best.node)),
            objective: best.map_or(f64::NEG_INFINITY, |best| frontier.tree().node(best.node).objective),
        });
    }
    Ok(results)
}

/// A table small enough to enumerate, with its words.
#[derive(Clone, Debug, PartialEq)]
pub struct BeamLesson {
    /// The table.
    pub model: TableModel,
    /// The words.
    pub vocabulary: Vocabulary,
    /// The text to continue.
    pub prompt: Vec<TokenId>,
    /// How far.
    pub max_depth: usize,
    /// The tokens that finish a text.
    pub stop_tokens: Vec<TokenId>,
}

/// The longest text that a lesson's table holds.
const CONTEXT_LEN: usize = 16;

impl BeamLesson {
    /// Three words, three steps, 27 texts. The first step decides: one beam follows the best first
    /// word to where nothing is likely, two find something better, and only three keep the third-best
    /// word, after which the song goes on by itself.
    pub fn width() -> Self {
        let [row, your, boat] = [0, 1, 2];
        let model = TableModel::uniform(3, CONTEXT_LEN)
            .with_row(&[], &[0.40, 0.35, 0.25])
            .with_row(&[row, row], &[0.20, 0.45, 0.35])
            .with_row(&[row, row, row], &[0.01, 0.95, 0.04])
            .with_row(&[row, row, row, your], &[0.03, 0.02, 0.95])
            .with_row(&[row, row, your], &[0.35, 0.25, 0.40])
            .with_row(&[row, row, boat], &[0.60, 0.30, 0.10])
            .with_row(&[boat, row], &[0.10, 0.60, 0.30]);
        let vocabulary = words(&[" row", " your", " boat"], &[]);
        Self { model, vocabulary, prompt: vec![TokenId(row), TokenId(row)], max_depth: 3, stop_tokens: Vec::new() }
    }

    /// Words and an end. Greedy walks past the first end that it meets; two beams keep it, and by its
    /// score the short text is the best, since every further token costs. With a length penalty of 1
    /// the long one is.
    pub fn ending() -> Self {
        let [the, cat, sat, down, end] = [0, 1, 2, 3, 4];
        let model = TableModel::uniform(5, CONTEXT_LEN)
            .with_row(&[], &[0.20, 0.20, 0.20, 0.20, 0.20])
            .with_row(&[the], &[0.00, 0.85, 0.05, 0.05, 0.05])
            .with_row(&[cat], &[0.00, 0.00, 0.50, 0.05, 0.45])
            .with_row(&[sat], &[0.00, 0.00, 0.00, 0.60, 0.40])
            .with_row(&[down], &[0.00, 0.00, 0.05, 0.05, 0.90]);
        let vocabulary = words(&["The", " cat", " sat", " down", ""], &[TokenId(end)]);
        Self { model, vocabulary, prompt: vec![TokenId(the)], max_depth: 4, stop_tokens: vec![TokenId(end)] }
    }

    /// The configuration of a search on it, no deeper than the lesson goes.
    pub fn config(&self, settings: BeamSettings) -> BeamConfig {
        BeamConfig {
            settings: BeamSettings { max_depth: settings.max_depth.min(self.max_depth), ..settings },
            chain: ProcessorChain::default(),
            stop_tokens: self.stop_tokens.clone(),
            context_len: CONTEXT_LEN,
        }
    }

    /// The trace of a search on it.
    pub fn trace(&self, settings: BeamSettings) -> BeamTrace {
        let config = self.config(settings);
        let model = ModelFacts::table("hand-made table");
        let mut trace = BeamTrace::new(&config, model, self.model.vocab_size(), self.prompt.clone());
        let mut search = BeamSearch::new(config, self.model.fork(), &self.prompt);
        while let Some(facts) = now_or_never(search.step()).expect("a table never waits").expect("the context is long enough") {
            trace.steps.push(facts);
        }
        trace.stop = search.frontier().stop();
        trace
    }
}

fn words(words: &[&str], special: &[TokenId]) -> Vocabulary {
    Vocabulary::new(words.iter().map(|word| word.as_bytes().to_vec()).collect(), special.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::BeamStop;

    fn settings(num_beams: usize) -> BeamSettings {
        BeamSettings { num_beams, ..BeamSettings::default() }
    }

    fn run(lesson: &BeamLesson, settings: BeamSettings) -> BeamRun {
        BeamRun::from_trace(lesson.trace(settings)).expect("the facts fit together")
    }

    fn best_text(lesson: &BeamLesson, settings: BeamSettings) -> String {
        let run = run(lesson, settings);
        let tokens = run.best().map(|best| run.tree().tokens(best)).unwrap_or_default();
        lesson.vocabulary.text(&[&lesson.prompt[..], &tokens].concat())
    }

    #[test]
    fn one_beam_misses_the_best_of_27_texts_two_come_nearer_and_three_find_it() {
        let lesson = BeamLesson::width();
        let config = lesson.config(settings(1));
        let all = now_or_never(enumerate(&config, &lesson.model, &lesson.prompt)).expect("a table never waits").expect("it fits");
        let all = all.expect("27 is few enough");
        assert_eq!(all.len(), 27);
        let total: f64 = all.iter().map(|text| libm::exp(text.score)).sum();
        assert!((total - 1.0).abs() < 1e-6, "rows of f32 logits sum to 1 only to 1e-7 or so: {total}");
        let widths = now_or_never(search_widths(&config, &lesson.model, &lesson.prompt, &[1, 2, 3, 9, 27]));
        let widths = widths.expect("a table never waits").expect("it fits");
        let rank = |result: &WidthResult| all.iter().position(|text| Some(&text.tokens) == result.tokens.as_ref());
        assert_eq!(widths.iter().map(rank).collect::<Vec<_>>(), [Some(2), Some(1), Some(0), Some(0), Some(0)]);
        assert_eq!(best_text(&lesson, settings(1)), " row row your boat row");
        assert_eq!(best_text(&lesson, settings(2)), " row row boat row your");
        assert_eq!(best_text(&lesson, settings(3)), " row row row your boat");
        assert_eq!(sufficient_beams(3, 3), 9);
    }

    #[test]
    fn the_beam_is_behind_where_it_parts_from_greedy_and_overtakes_it() {
        let lesson = BeamLesson::width();
        let comparison = GreedyComparison::of_runs(&run(&lesson, settings(1).greedy()), &run(&lesson, settings(3)));
        let comparison = comparison.expect("both have a text");
        assert_eq!((comparison.parts_at, comparison.token_rank_there), (Some(1), Some(3)));
        assert!(comparison.prefixes[0].lead < 0.0);
        assert_eq!(comparison.overtakes_at, Some(2));
        assert_eq!(comparison.lead, comparison.prefixes[2].lead);
        assert!((libm::exp(comparison.lead) - 0.1805 / 0.072).abs() < 1e-5, "{comparison:?}");
        let same = run(&lesson, settings(1));
        let same = GreedyComparison::of_runs(&same, &same).expect("it has a text");
        assert_eq!((same.parts_at, same.overtakes_at, same.lead), (None, None, 0.0));
    }

    // Above 0 favours longer texts: scores are negative, and dividing by more brings them nearer to 0.
    #[test]
    fn the_length_penalty_decides_between_the_short_and_the_long_text() {
        let lesson = BeamLesson::ending();
        assert_eq!(best_text(&lesson, settings(1)), "The cat sat down");
        for (length_penalty, text) in [(0.0, "The cat"), (1.0, "The cat sat down"), (2.0, "The cat sat down"), (-1.0, "The cat")] {
            assert_eq!(best_text(&lesson, BeamSettings { length_penalty, ..settings(2) }), text, "a = {length_penalty}");
        }
        let short = run(&lesson, settings(2));
        assert_eq!(short.trace.stop, Some(BeamStop::Decided));
        assert_eq!(short.expansions.len(), 3, "the long text would have needed one step more");
    }

    #[test]
    fn products_run_out_of_numbers_and_sums_do_not() {
        let tiny = LogsAgainstProducts::of(&[1e-10; 40]);
        assert_eq!((tiny.f32_imprecise_at, tiny.f32_zero_at), (Some(4), Some(5)));
        assert_eq!((tiny.f64_imprecise_at, tiny.f64_zero_at), (Some(31), Some(33)));
        let last = tiny.rows[39];
        assert_eq!((last.product_f32, last.product_f64), (0.0, 0.0));
        assert!((last.sum - 400.0 * libm::log(0.1)).abs() < 1e-9);
        let halves = LogsAgainstProducts::of(&[0.5; 64]);
        assert_eq!((halves.f32_imprecise_at, halves.f64_zero_at), (None, None));
        assert_eq!(halves.rows[63].product_f64, 1.0 / (1u128 << 64) as f64);
        assert!(LogsAgainstProducts::of(&[]).rows.is_empty());
        // 2^-14 is the last with all its digits, 2^-24 the last at all; half of that rounds to even: 0.
        assert_eq!((halves.f16_imprecise_at, halves.f16_zero_at), (Some(15), Some(25)));
        assert_eq!(halves.rows[23].product_f16, halves.rows[23].product_f64);
        assert_eq!((halves.runs_out_at(f64::from(f32::MIN_POSITIVE)), halves.runs_out_at(f64::MIN_POSITIVE)), (Some(127), Some(1023)));
        assert_eq!(LogsAgainstProducts::of(&[1.0; 4]).runs_out_at(0.5), None);
    }

    #[test]
    fn half_precision_has_eleven_binary_digits() {
        for (value, rounded) in [
            (1.0, 1.0),
            (0.0, 0.0),
            (1.0 - 1.0 / 2048.0, 1.0 - 1.0 / 2048.0),
            (1.0 - 1.0 / 4096.0, 1.0),
            (1.0 / 3.0, 1365.0 / 4096.0),
            (1e-8, 0.0),
        ] {
            assert_eq!(round_to_half(value), rounded);
        }
    }

    #[test]
    fn too_many_texts_are_not_enumerated_and_none_is_none() {
        let model = TableModel::uniform(64, 64);
        let config = BeamConfig { context_len: 64, ..BeamLesson::width().config(settings(1)) };
        let texts = |config: &BeamConfig, prompt: &[TokenId]| now_or_never(enumerate(config, &model, prompt)).expect("a table never waits");
        assert_eq!(texts(&config, &[TokenId(0)]), Ok(None));
        assert_eq!(texts(&BeamConfig { context_len: 1, ..config.clone() }, &[TokenId(0)]), Ok(Some(Vec::new())));
        assert_eq!(
            texts(&BeamConfig { context_len: 2, ..config }, &[TokenId(0)]).map(|texts| texts.map(|texts| texts.len())),
            Ok(Some(64))
        );
    }
}

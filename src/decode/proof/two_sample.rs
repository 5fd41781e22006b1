//! Two samples of texts held against each other: do they come from one law? With what such a test can
//! see, and what it cannot.
//!
//! Where the law cannot be added up, texts can be counted. The test of homogeneity asks how far the counts
//! of two samples lie apart for one law behind both (Pearson 1911). A test of this kind can find a difference.
//! It never proves that there is none: so its power belongs beside its p-value.

use super::{ChiSquare, upper_gamma};
use crate::decode::TokenId;
use std::collections::BTreeMap;

/// A category is kept for itself if it can be expected so often in either sample; the limit of Cochran
/// (1954), from which on the chi-square law may be used.
pub const LEAST_EXPECTED: f64 = 5.0;

/// The level of the test that power is stated for.
pub const LEVEL: f64 = 0.05;

/// How often a difference is to be noticed: four times out of five.
pub const POWER: f64 = 0.8;

/// Which part of a text is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextStatistic {
    /// Its first token.
    First,
    /// Its last token; texts that ended sooner are one category.
    Last,
    /// All of it.
    Whole,
}

/// How often each text came up in either sample: plain, speculative.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextCounts {
    counts: BTreeMap<Vec<TokenId>, [u64; 2]>,
    n: [u64; 2],
}

impl TextCounts {
    /// Adds a text of each sample.
    pub fn add(&mut self, [plain, speculative]: [Vec<TokenId>; 2]) {
        self.counts.entry(plain).or_default()[0] += 1;
        self.counts.entry(speculative).or_default()[1] += 1;
        self.n = self.n.map(|n| n + 1);
    }

    /// Texts in each sample.
    pub fn n(&self) -> [u64; 2] {
        self.n
    }

    /// Every text with its counts, in the order of token ids.
    pub fn iter(&self) -> impl Iterator<Item = (&[TokenId], [u64; 2])> {
        self.counts.iter().map(|(text, counts)| (text.as_slice(), *counts))
    }

    /// What is counted of texts that were to have `len` tokens.
    fn by_statistic(&self, statistic: TextStatistic, len: usize) -> BTreeMap<&[TokenId], [u64; 2]> {
        let mut counted: BTreeMap<&[TokenId], [u64; 2]> = BTreeMap::new();
        for (text, counts) in &self.counts {
            let key = match statistic {
                TextStatistic::First => &text[..text.len().min(1)],
                TextStatistic::Last => text.get(len.max(1) - 1..len.max(1)).unwrap_or_default(),
                TextStatistic::Whole => text,
            };
            let sums = counted.entry(key).or_default();
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        counted
    }
}

/// One outcome, or all rare ones together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Category {
    /// The tokens; `None` for those that are pooled.
    pub tokens: Option<Vec<TokenId>>,
    /// How many different outcomes it holds.
    pub n_outcomes: usize,
    /// How often it came up: plain, speculative.
    pub counts: [u64; 2],
}

/// A test of homogeneity, with all that is needed to read it.
#[derive(Clone, Debug, PartialEq)]
pub struct TwoSample {
    /// By falling number; the pooled ones come last.
    pub categories: Vec<Category>,
    /// The sizes of the samples.
    pub n: [u64; 2],
    /// The test.
    pub check: ChiSquare,
    /// The total variation between the two samples, over these categories.
    pub total_variation: f64,
    /// The total variation that two samples of one law have on average.
    pub by_chance: f64,
    /// A total variation that would be noticed with probability [`POWER`] at level [`LEVEL`], whichever
    /// categories it lies in; `None` where no difference is sure to be.
    pub detectable: Option<f64>,
}

impl TwoSample {
    /// Tests the texts of both samples, which were to have `len` tokens.
    pub fn of(counts: &TextCounts, statistic: TextStatistic, len: usize) -> Self {
        let counted = counts.by_statistic(statistic, len);
        let categories = counted.into_iter().map(|(tokens, counts)| Category { tokens: Some(tokens.to_vec()), n_outcomes: 1, counts });
        let categories = pooled(categories.collect(), counts.n());
        let [left, right]: [Vec<u64>; 2] = [0, 1].map(|which| categories.iter().map(|category| category.counts[which]).collect());
        let check = ChiSquare::homogeneity(&left, &right);
        let [n_left, n_right] = counts.n().map(|n| n as f64);
        let n_all = n_left + n_right;
        let (mut apart, mut by_chance) = (0.0, 0.0);
        if n_left > 0.0 && n_right > 0.0 {
            for (left, right) in left.iter().zip(&right) {
                let share = (left + right) as f64 / n_all;
                apart += (*left as f64 / n_left - *right as f64 / n_right).abs() / 2.0;
                // The mean size of a normal variable is sqrt(2/pi) of its standard deviation.
                let variance = share * (1.0 - share) * (1.0 / n_left + 1.0 / n_right);
                by_chance += libm::sqrt(variance * 2.0 / std::f64::consts::PI) / 2.0;
            }
        }
        let detectable = detectable_total_variation(check.degrees, counts.n());
        Self { categories, n: counts.n(), check, total_variation: apart, by_chance, detectable }
    }
}

/// Puts the rare outcomes together, until each category can be expected [`LEAST_EXPECTED`] times in either
/// sample. Which ones are rare is read off both samples together, and so says nothing of their difference.
fn pooled(mut categories: Vec<Category>, n: [u64; 2]) -> Vec<Category> {
    let n_all = (n[0] + n[1]) as f64;
    let total = |category: &Category| category.counts.iter().sum::<u64>();
    let is_rare = |total: u64| n_all == 0.0 || total as f64 * (n[0].min(n[1]) as f64) / n_all < LEAST_EXPECTED;
    categories.sort_by(|a, b| total(b).cmp(&total(a)).then_with(|| a.tokens.cmp(&b.tokens)));
    let mut rare = Category { tokens: None, n_outcomes: 0, counts: [0, 0] };
    while let Some(last) = categories.last() {
        let pool_is_small = rare.n_outcomes > 0 && is_rare(total(&rare));
        if !is_rare(total(last)) && !pool_is_small {
            break;
        }
        rare.n_outcomes += last.n_outcomes;
        rare.counts = [0, 1].map(|which| rare.counts[which] + last.counts[which]);
        categories.pop();
    }
    if rare.n_outcomes > 0 {
        categories.push(rare);
    }
    categories
}

impl ChiSquare {
    /// The test of homogeneity: whether two rows of counts come from one law (Pearson 1911). Categories that
    /// neither has count for nothing.
    pub fn homogeneity(left: &[u64], right: &[u64]) -> Self {
        let [n_left, n_right] = [left, right].map(|row| row.iter().sum::<u64>() as f64);
        let n_all = n_left + n_right;
        let seen = || left.iter().zip(right).filter(|(left, right)| **left + **right > 0);
        let degrees = seen().count().saturating_sub(1);
        if n_left == 0.0 || n_right == 0.0 || degrees == 0 {
            return Self { statistic: 0.0, degrees, p_value: 1.0 };
        }
        let statistic: f64 = seen()
            .map(|(&left, &right)| {
                let total = (left + right) as f64;
                let term = |count: u64, n: f64| {
                    let expected = total * n / n_all;
                    (count as f64 - expected) * (count as f64 - expected) / expected
                };
                term(left, n_left) + term(right, n_right)
            })
            .sum();
        Self { statistic, degrees, p_value: upper_gamma(degrees as f64 / 2.0, statistic / 2.0) }
    }
}

/// The value that a chi-square variable exceeds with probability `level`.
pub fn chi_square_limit(degrees: usize, level: f64) -> f64 {
    let exceeds = |x: f64| upper_gamma(degrees as f64 / 2.0, x / 2.0);
    falling_to(level, exceeds)
}

/// How likely a chi-square variable with this non-centrality exceeds `x`: the central law of
/// `degrees + 2 j`, mixed over a Poisson number j with mean `noncentrality / 2` (Patnaik 1949). This is the
/// power of a chi-square test, and 1 - it the chance of missing a difference of that size.
pub fn noncentral_upper(degrees: usize, noncentrality: f64, x: f64) -> f64 {
    let (half, x) = (noncentrality / 2.0, x / 2.0);
    let mut a = degrees as f64 / 2.0;
    let mut central = upper_gamma(a, x);
    if half <= 0.0 || x <= 0.0 {
        return central;
    }
    // Q(a + 1, x) = Q(a, x) + x^a e^-x / Gamma(a + 1): only additions of positive numbers.
    let mut ln_more = a * libm::log(x) - x - libm::lgamma(a + 1.0);
    let mut ln_weight = -half;
    let mut sum = 0.0;
    let n_terms = half + 12.0 * libm::sqrt(half) + 40.0;
    let mut j = 0.0;
    while j < n_terms {
        sum += libm::exp(ln_weight) * central.min(1.0);
        central += libm::exp(ln_more);
        j += 1.0;
        a += 1.0;
        ln_weight += libm::log(half / j);
        ln_more += libm::log(x / a);
    }
    sum.min(1.0)
}

/// The non-centrality that a test at [`LEVEL`] notices with probability [`POWER`].
pub fn detectable_noncentrality(degrees: usize) -> f64 {
    let limit = chi_square_limit(degrees, LEVEL);
    falling_to(1.0 - POWER, |noncentrality| 1.0 - noncentral_upper(degrees, noncentrality, limit))
}

/// Where a falling function of a non-negative number comes down to a value.
fn falling_to(value: f64, of: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while of(high) > value && high < 1e9 {
        (low, high) = (high, high * 2.0);
    }
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if of(middle) > value { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

/// The total variation that these samples are sure to notice with probability [`POWER`], at [`LEVEL`].
///
/// A difference d between two laws with mean p makes the non-centrality `n1 n2 / (n1 + n2) sum d^2 / p`. If
/// its total variation is t, those where d is positive have t together, and so have the others; by the
/// inequality of Cauchy and Schwarz the sum is at least `t^2 / P + t^2 / (1 - P) >= 4 t^2`, P being the
/// probability of the former. A difference in rare outcomes is noticed sooner.
pub fn detectable_total_variation(degrees: usize, n: [u64; 2]) -> Option<f64> {
    let [n_left, n_right] = n.map(|n| n as f64);
    if degrees == 0 || n_left == 0.0 || n_right == 0.0 {
        return None;
    }
    let scale = 4.0 * n_left * n_right / (n_left + n_right);
    Some(libm::sqrt(detectable_noncentrality(degrees) / scale)).filter(|apart| *apart < 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{CoinUse, Coins, Probs};

    fn close(got: f64, want: f64, tolerance: f64, what: &str) {
        assert!((got / want - 1.0).abs() < tolerance, "{what}: {got} is not {want}");
    }

    // scipy 1.17.1: scipy.stats.chi2.sf(x, degrees).
    #[test]
    fn p_values_are_scipys() {
        for (degrees, x, want) in [
            (1, 3.84, 0.05004352124870519),
            (2, 0.1, 0.951229424500714),
            (5, 11.07, 0.050009618622405425),
            (11, 31.264, 0.0010000489947190416),
            (50, 40.0, 0.8432273781737623),
            (50, 95.0, 0.00012837703747395),
            (200, 201.0, 0.4668286137525534),
            (200, 203.0, 0.42757305368346665),
            (200, 260.0, 0.002750408367306518),
            (500, 502.5, 0.46017189532254),
            (500, 600.0, 0.001377471877528201),
            (1000, 900.0, 0.9892827619087102),
            (1000, 1150.0, 0.0006535276058492326),
        ] {
            close(upper_gamma(f64::from(degrees) / 2.0, x / 2.0), want, 1e-10, &format!("{degrees} degrees at {x}"));
        }
    }

    // scipy 1.17.1: chi2.isf(0.05, degrees).
    #[test]
    fn limits_are_scipys() {
        for (degrees, want) in [
            (1, 3.8414588206941285),
            (2, 5.991464547107983),
            (5, 11.070497693516355),
            (20, 31.41043284423092),
            (100, 124.34211340400408),
            (500, 553.1268089342569),
        ] {
            close(chi_square_limit(degrees, 0.05), want, 1e-10, &format!("{degrees} degrees"));
        }
    }

    // scipy 1.17.1: ncx2.sf(x, degrees, noncentrality), and where the latter is 0, chi2.sf(x, degrees).
    #[test]
    fn noncentral_probabilities_are_scipys() {
        for (degrees, x, noncentrality, want) in [
            (1, 3.841458820694124, 7.85, 0.8000569268798247),
            (2, 5.991464547107979, 1.0, 0.1327100142325168),
            (5, 11.0, 10.0, 0.6816120325970417),
            (20, 31.41, 0.0, 0.05000523920231515),
            (20, 31.41, 20.0, 0.7750881989401386),
            (100, 124.34, 50.0, 0.905964041808133),
            (500, 553.13, 90.0, 0.8414414707146939),
            (3, 400.0, 300.0, 0.004322472548391087),
        ] {
            close(noncentral_upper(degrees, noncentrality, x), want, 1e-9, &format!("{degrees} degrees, {noncentrality} at {x}"));
        }
    }

    // scipy 1.17.1: brentq(lambda nc: ncx2.sf(chi2.isf(0.05, degrees), degrees, nc) - 0.8, 1e-3, 500).
    #[test]
    fn what_is_noticed_four_times_out_of_five_is_scipys() {
        for (degrees, want) in [
            (1, 7.848860509326205),
            (2, 9.634688867970246),
            (3, 10.902563290133262),
            (5, 12.827606572305426),
            (10, 16.241110284944174),
            (20, 20.960791833703894),
            (50, 30.203630169814318),
            (200, 55.159738255694435),
            (500, 84.09271665187126),
        ] {
            close(detectable_noncentrality(degrees), want, 1e-9, &format!("{degrees} degrees"));
        }
        let detectable = detectable_total_variation(20, [2000, 2000]).expect("there are texts");
        close(detectable, (20.960791833703894f64 / 4000.0).sqrt(), 1e-9, "2000 texts each");
        assert_eq!((detectable_total_variation(0, [9, 9]), detectable_total_variation(3, [0, 9])), (None, None));
        assert_eq!(detectable_total_variation(200, [5, 5]), None);
    }

    // scipy 1.17.1: chi2_contingency(table, correction=False).
    #[test]
    fn homogeneity_is_scipys_and_nothing_to_compare_is_no_difference() {
        for (left, right, statistic, p_value) in [
            (vec![30, 14, 6, 50], vec![22, 25, 9, 44], 5.316312056737589, 0.1500474216067968),
            (vec![30, 14, 0, 6], vec![122, 25, 0, 19], 4.567901117018681, 0.10188092409262464),
        ] {
            let check = ChiSquare::homogeneity(&left, &right);
            close(check.statistic, statistic, 1e-12, "statistic");
            close(check.p_value, p_value, 1e-10, "p-value");
        }
        for (left, right) in [(vec![], vec![]), (vec![0, 0], vec![4, 4]), (vec![7], vec![9])] {
            assert_eq!(ChiSquare::homogeneity(&left, &right).p_value, 1.0);
        }
    }

    fn texts(rows: &[(&[u32], [u64; 2])]) -> TextCounts {
        let mut counts = TextCounts::default();
        for (text, of_both) in rows {
            let text: Vec<TokenId> = text.iter().copied().map(TokenId).collect();
            counts.counts.insert(text, *of_both);
            counts.n = [counts.n[0] + of_both[0], counts.n[1] + of_both[1]];
        }
        counts
    }

    #[test]
    fn texts_are_counted_by_their_first_token_their_last_and_as_a_whole() {
        let counts = texts(&[(&[1, 2], [30, 20]), (&[1, 3], [10, 20]), (&[4, 2], [8, 8]), (&[5], [2, 2])]);
        let rows = |statistic| {
            let test = TwoSample::of(&counts, statistic, 2);
            assert_eq!(test.n, [50, 50]);
            let row = |category: Category| {
                (category.tokens.map(|tokens| tokens.iter().map(|token| token.0).collect::<Vec<_>>()), category.n_outcomes, category.counts)
            };
            test.categories.into_iter().map(row).collect::<Vec<_>>()
        };
        // A pool that is too small takes the rarest of the others with it.
        assert_eq!(rows(TextStatistic::First), [(Some(vec![1]), 1, [40, 40]), (None, 2, [10, 10])]);
        assert_eq!(rows(TextStatistic::Last), [(Some(vec![2]), 1, [38, 28]), (None, 2, [12, 22])]);
        assert_eq!(rows(TextStatistic::Whole), [(Some(vec![1, 2]), 1, [30, 20]), (Some(vec![1, 3]), 1, [10, 20]), (None, 2, [10, 10])]);
        let nothing = TwoSample::of(&TextCounts::default(), TextStatistic::Whole, 2);
        assert_eq!((nothing.categories.len(), nothing.check.p_value, nothing.total_variation), (0, 1.0, 0.0));
    }

    /// Counts of two samples of this size from two laws.
    fn sample(laws: [&Probs; 2], n: usize, seed: u64) -> TextCounts {
        let cdfs = laws.map(Probs::cdf);
        let mut counts = TextCounts::default();
        for idx in 0..n {
            let coin = |which| Coins::new(seed).coin(idx, which, CoinUse::Sample);
            counts.add([0, 1].map(|which| vec![cdfs[which].pick(coin(which))]));
        }
        counts
    }

    // The level and the power are what they are said to be, on samples that are really drawn.
    #[test]
    fn one_law_is_blamed_one_time_in_twenty_and_the_stated_difference_is_noticed_four_times_out_of_five() {
        let law = Probs::from_weights((1..=8).map(|i| 1.0 / f64::from(i)).collect()).expect("a distribution");
        let (n, rounds) = (500, 600);
        let test = |other: &Probs, seed| TwoSample::of(&sample([&law, other], n, seed), TextStatistic::Whole, 1);
        let same: Vec<TwoSample> = (0..rounds).map(|seed| test(&law, seed)).collect();
        let share = |tests: &[TwoSample]| tests.iter().filter(|test| test.check.p_value < LEVEL).count() as f64 / tests.len() as f64;
        // Three standard errors of a rate over 600 rounds: 0.027 at 0.05, 0.049 at 0.8.
        assert!((share(&same) - LEVEL).abs() < 0.027, "{}", share(&same));
        let mean = same.iter().map(|test| test.total_variation).sum::<f64>() / f64::from(rounds as u32);
        assert!((mean / same[0].by_chance - 1.0).abs() < 0.03, "{mean} is not {}", same[0].by_chance);
        let apart = same[0].detectable.expect("there are texts");
        // The hardest difference of that size: from about one half of the probability to the other.
        let half: f64 = law.as_slice()[..2].iter().sum();
        let shifted = law
            .as_slice()
            .iter()
            .enumerate()
            .map(|(idx, p)| if idx < 2 { p * (1.0 - apart / half) } else { p * (1.0 + apart / (1.0 - half)) });
        let shifted = Probs::from_weights(shifted.collect()).expect("a distribution");
        close(law.total_variation(&shifted), apart, 1e-9, "the difference");
        let other: Vec<TwoSample> = (0..rounds).map(|seed| test(&shifted, 1000 + seed)).collect();
        assert!((share(&other) - POWER).abs() < 0.055, "{}", share(&other));
        // In one rare outcome the same difference is noticed for certain.
        let mut rare = law.as_slice().to_vec();
        rare[7] += apart;
        rare[0] -= apart;
        let rare = Probs::new(rare).expect("a distribution");
        assert!(share(&(0..100).map(|seed| test(&rare, 5000 + seed)).collect::<Vec<_>>()) > 0.9);
    }
}

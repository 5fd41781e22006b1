//! The words of the two sections on whole texts: what the enumeration shows, and what a two-sample test
//! says and does not say.

use crate::decode::{BigramPair, LEVEL, Mistake, POWER, SequenceSpec, TextLaws, TextStatistic, TwoSample};
use crate::ui::i18n::{decimal, key, percent, t, t_args};
use crate::ui::words;

/// Differences below this are rounding.
const ROUNDING: f64 = 1e-12;

/// A p-value below this is called a difference.
const SURE: f64 = 0.001;

/// A number as a digit or two and a power of ten: `5.55 · 10⁻¹⁷`.
pub fn scientific(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return "0".to_owned();
    }
    let text = format!("{value:.2e}");
    let Some((digits, exponent)) = text.split_once('e') else { return text };
    let minus = if exponent.starts_with('-') { "⁻" } else { "" };
    let power: usize = exponent.trim_start_matches('-').parse().unwrap_or(0);
    let digits = digits.parse().map_or_else(|_| digits.to_owned(), |digits| decimal(digits, 2)).replace('-', "−");
    if power == 0 { digits } else { format!("{digits} · 10{minus}{}", words::superscript(power)) }
}

/// What a pair of models that are added up is like.
pub fn pair_title(pair: &BigramPair) -> String {
    t(&format!("texts-pair-{}", pair.names.len()))
}

/// What the enumeration has found.
pub fn laws_verdict(laws: &TextLaws, spec: SequenceSpec, mistake: Mistake) -> String {
    let apart = laws.largest_difference();
    let same = apart < ROUNDING;
    match mistake {
        Mistake::None if same => t_args("texts-law-same", &[("n", laws.texts.len().into()), ("apart", scientific(apart).into())]),
        Mistake::CompareTokens if same => t("texts-law-compare-tokens"),
        Mistake::SharedCoin if same && spec.gamma == 1 => t("texts-law-one-coin"),
        Mistake::UnfilteredResidual if same => t("texts-law-half"),
        _ if same => t("texts-law-by-luck"),
        _ => t_args("texts-law-other", &[("apart", scientific(apart).into()), ("distance", words::prob(laws.total_variation()).into())]),
    }
}

/// What is counted, for texts of this many tokens.
pub fn statistic_title(statistic: TextStatistic, n_tokens: usize) -> String {
    t(match (statistic, n_tokens) {
        (TextStatistic::First, _) => "texts-first",
        (TextStatistic::Last, 2) => "texts-second",
        (TextStatistic::Last, 3) => "texts-third",
        (TextStatistic::Last, 4) => "texts-fourth",
        (TextStatistic::Last, _) => "texts-last",
        (TextStatistic::Whole, _) => "texts-whole",
    })
}

/// The same within a sentence: where a difference would be.
fn in_statistic(statistic: TextStatistic, n_tokens: usize) -> String {
    t(match (statistic, n_tokens) {
        (TextStatistic::First, _) => "texts-in-first",
        (TextStatistic::Last, 2) => "texts-in-second",
        (TextStatistic::Last, 3) => "texts-in-third",
        (TextStatistic::Last, 4) => "texts-in-fourth",
        (TextStatistic::Last, _) => "texts-in-last",
        (TextStatistic::Whole, _) => "texts-in-whole",
    })
}

/// A p-value with the digits that matter.
pub fn p_value(value: f64) -> String {
    if value < 1e-4 { t_args("texts-p-below", &[("least", decimal(1e-4, 4).into())]) } else { decimal(value, 4) }
}

/// What the test says of a finished drawing.
pub fn test_verdict(test: &TwoSample, mistake: Mistake) -> String {
    let p = test.check.p_value;
    let right = mistake.keeps_the_law();
    let of = |key: &str, n: f64| t_args(key, &[("n", decimal(n, 0).into())]);
    if test.check.degrees == 0 {
        t("texts-test-nothing")
    } else if p < SURE && right {
        t_args("texts-test-rare", &[("n", ((1.0 / p.max(1e-9)) as u64).into())])
    } else if p < SURE {
        t("texts-test-noticed")
    } else if right && p < LEVEL {
        of(key("texts-test-little"), p * 1000.0)
    } else if right {
        of(key("texts-test-none"), p * 100.0)
    } else {
        t("texts-test-unsure")
    }
}

/// What this number of texts can notice.
pub fn power_words(test: &TwoSample, statistic: TextStatistic, n_tokens: usize) -> String {
    let pooled = test.categories.iter().filter(|category| category.tokens.is_none()).map(|category| category.n_outcomes).sum::<usize>();
    let n = ("n", test.n[0].min(test.n[1]).into());
    let place = ("where", in_statistic(statistic, n_tokens).into());
    let blind = if pooled > 1 { t_args("texts-blind", &[("n", pooled.into())]) } else { String::new() };
    let seen = match test.detectable {
        Some(apart) => {
            let often = ("often", decimal(POWER * 5.0, 0).into());
            t_args("texts-power", &[n, place, ("apart", decimal(apart, 3).into()), often, ("level", percent(LEVEL, 0).into())])
        }
        None => t_args("texts-power-none", &[n, place]),
    };
    seen + &blind
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{BIGRAM_PAIRS, Category, ChiSquare, SEQUENCE_GAMMAS};

    #[test]
    fn numbers_read_like_numbers() {
        assert_eq!(
            [0.0, 5.551e-17, 0.0724, 0.5, 1.0, -0.031].map(scientific),
            ["0", "5.55 · 10⁻¹⁷", "7.24 · 10⁻²", "5.00 · 10⁻¹", "1.00", "−3.10 · 10⁻²"]
        );
        assert_eq!([0.5, 0.00001].map(p_value), ["0.5000", "below 0.0001"]);
    }

    // What the page says of a mistake is what the enumeration has found.
    #[test]
    fn a_broken_law_is_called_one_and_a_kept_one_never() {
        assert!(BIGRAM_PAIRS.iter().all(|pair| pair_title(pair).starts_with(&pair.names.len().to_string())));
        for (mistake, _) in Mistake::ALL {
            for pair_idx in 0..BIGRAM_PAIRS.len() {
                for gamma in SEQUENCE_GAMMAS {
                    let spec = SequenceSpec { pair_idx, gamma, len: 2 };
                    let laws = spec.laws(mistake);
                    let words = laws_verdict(&laws, spec, mistake);
                    assert_eq!(
                        words.starts_with("This is another law"),
                        laws.largest_difference() > ROUNDING,
                        "{mistake:?} {spec:?}: {words}"
                    );
                    assert!(!words.contains("NaN"));
                }
            }
        }
    }

    #[test]
    fn a_test_that_finds_nothing_is_never_called_a_proof_and_its_power_stands_beside_it() {
        let test = |p_value, degrees| TwoSample {
            categories: vec![Category { tokens: None, n_outcomes: 31, counts: [40, 50] }],
            n: [2000, 2000],
            check: ChiSquare { statistic: 9.0, degrees, p_value },
            total_variation: 0.02,
            by_chance: 0.02,
            detectable: Some(0.0612),
        };
        assert!(
            test_verdict(&test(0.58, 9), Mistake::None)
                .starts_with("No difference was found: two samples of one law lie at least so far apart in 58 of 100")
        );
        assert!(test_verdict(&test(0.58, 9), Mistake::None).contains("proves nothing"));
        assert!(test_verdict(&test(0.02, 9), Mistake::None).contains("20 of 1000"));
        assert!(
            test_verdict(&test(1e-5, 9), Mistake::None).contains("once in 100,000")
                || test_verdict(&test(1e-5, 9), Mistake::None).contains("once in 99,999")
        );
        assert!(test_verdict(&test(1e-5, 9), Mistake::AcceptAlways).starts_with("Noticed"));
        assert!(test_verdict(&test(0.2, 9), Mistake::AcceptAlways).starts_with("Not clearly noticed"));
        assert!(test_verdict(&test(1.0, 0), Mistake::None).contains("nothing to compare"));
        let words = power_words(&test(0.5, 9), TextStatistic::First, 3);
        assert!(words.starts_with("With 2,000 texts of each kind, a total variation of 0.061 in the first token"), "{words}");
        assert!(words.contains("4 times out of 5 (at the 5% level)") && words.contains("31 rare outcomes"), "{words}");
        let blind = TwoSample { detectable: None, ..test(0.5, 9) };
        assert!(power_words(&blind, TextStatistic::Last, 3).contains("no difference in the third token"));
    }
}

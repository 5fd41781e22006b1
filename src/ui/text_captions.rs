//! The words of the two sections on whole texts: what the enumeration shows, and what a two-sample test
//! says and does not say.

use crate::decode::{LEVEL, Mistake, POWER, SequenceSpec, TextLaws, TextStatistic, TwoSample};
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
    let digits = digits.replace('-', "−");
    if power == 0 { digits } else { format!("{digits} · 10{minus}{}", words::superscript(power)) }
}

/// A whole number with its thousands apart: `2,000`.
pub fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (idx, digit) in digits.chars().enumerate() {
        if idx > 0 && (digits.len() - idx).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What the enumeration has found.
pub fn laws_verdict(laws: &TextLaws, spec: SequenceSpec, mistake: Mistake) -> String {
    let apart = laws.largest_difference();
    let same = apart < ROUNDING;
    let n_texts = thousands(laws.texts.len() as u64);
    match mistake {
        Mistake::None if same => format!(
            "Each of the {n_texts} texts has the same probability under speculation as under the target alone. The largest difference, {}, is what adding rounded numbers leaves.",
            scientific(apart)
        ),
        Mistake::CompareTokens if same => {
            "The law of texts survives, as that of one token does. What suffers is the length of the cycles: a guess must equal the target’s own draw.".to_owned()
        }
        Mistake::SharedCoin if same && spec.gamma == 1 => {
            "A cycle of one guess has one coin anyway, so nothing is wrong yet. Draft two or more.".to_owned()
        }
        Mistake::UnfilteredResidual if same => {
            "Half of two tokens is one: nothing that this filter has cut could come back. Take more tokens to see the mistake.".to_owned()
        }
        _ if same => "For these tables and this length the mistake happens to change nothing.".to_owned(),
        _ => format!(
            "This is another law: some text’s probability is off by {}, and the total variation between the two laws is {}. No rounding makes that. One mistake in one token’s test has changed the law of whole texts.",
            scientific(apart),
            words::prob(laws.total_variation())
        ),
    }
}

/// What is counted, for texts of this many tokens.
pub fn statistic_title(statistic: TextStatistic, n_tokens: usize) -> &'static str {
    match (statistic, n_tokens) {
        (TextStatistic::First, _) => "First token",
        (TextStatistic::Last, 2) => "Second token",
        (TextStatistic::Last, 3) => "Third token",
        (TextStatistic::Last, 4) => "Fourth token",
        (TextStatistic::Last, _) => "Last token",
        (TextStatistic::Whole, _) => "Whole text",
    }
}

/// A p-value with the digits that matter.
pub fn p_value(value: f64) -> String {
    if value < 1e-4 { "below 0.0001".to_owned() } else { format!("{value:.4}") }
}

/// What the test says of a finished drawing.
pub fn test_verdict(test: &TwoSample, mistake: Mistake) -> String {
    let p = test.check.p_value;
    if test.check.degrees == 0 {
        return "All texts fall into one category here: there is nothing to compare. Raise the temperature, or take another prompt."
            .to_owned();
    }
    let right = mistake.keeps_the_law();
    if p < SURE && right {
        format!(
            "So large a difference comes up once in {} tests of equal laws. Draw again with another seed: if it stays, something is wrong with the sampler.",
            thousands((1.0 / p.max(1e-9)) as u64)
        )
    } else if p < SURE {
        "Noticed: two samples of one law do not lie so far apart. The broken rule writes other texts than the target does.".to_owned()
    } else if right && p < LEVEL {
        format!(
            "Two samples of one law lie at least so far apart in {:.0} of 1000 tests. That is little, but whoever tests often will see it. Draw again with another seed.",
            p * 1000.0
        )
    } else if right {
        format!(
            "No difference was found: two samples of one law lie at least so far apart in {:.0} of 100 tests. That proves nothing by itself; the next sentence says what would have been noticed.",
            p * 100.0
        )
    } else {
        "Not clearly noticed: the rule is broken, but so few texts do not show it here for certain. Draw more, or count something else."
            .to_owned()
    }
}

/// What this number of texts can notice.
pub fn power_words(test: &TwoSample, statistic: TextStatistic, n_tokens: usize) -> String {
    let what = statistic_title(statistic, n_tokens).to_lowercase();
    let often = format!("{:.0} times out of 5", POWER * 5.0);
    let level = format!("{:.0}%", LEVEL * 100.0);
    let n = thousands(test.n[0].min(test.n[1]));
    let pooled = test.categories.iter().filter(|category| category.tokens.is_none()).map(|category| category.n_outcomes).sum::<usize>();
    let blind = if pooled > 1 {
        format!(" Among the {pooled} rare outcomes that are counted as one, it sees nothing at all.")
    } else {
        String::new()
    };
    match test.detectable {
        Some(apart) => format!(
            "With {n} texts of each kind, a total variation of {apart:.3} in the {what}, however it is spread, would be noticed {often} (at the {level} level). A smaller one might be missed.{blind}"
        ),
        None => format!("With {n} texts of each kind, no difference in the {what} would be noticed for sure.{blind}"),
    }
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
        assert_eq!([0, 999, 1000, 20_412, 1_234_567].map(thousands), ["0", "999", "1,000", "20,412", "1,234,567"]);
        assert_eq!([0.5, 0.00001].map(p_value), ["0.5000", "below 0.0001"]);
    }

    // What the page says of a mistake is what the enumeration has found.
    #[test]
    fn a_broken_law_is_called_one_and_a_kept_one_never() {
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

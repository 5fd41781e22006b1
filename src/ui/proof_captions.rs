//! The words of the exactness lab: each line of the proof with its numbers, and what each mistake breaks.

use crate::decode::{Mistake, Proof, ProofEvent, ProofPreset, ProofRow, ProofSpec};
use crate::ui::i18n::{decimal, key, t, t_args};
use crate::ui::words;

/// The name of all tokens of the models that have no bar of their own, as links and files have it.
pub const OTHERS: &str = "others";

/// A token's name as the page writes it.
pub fn token_name(spec: &ProofSpec, idx: usize) -> String {
    match spec.names.get(idx) {
        Some(name) if name == OTHERS && idx + 1 == spec.names.len() => t("proof-others"),
        Some(name) => name.clone(),
        None => String::new(),
    }
}

/// The name of distributions to begin with.
pub fn preset_title(preset: ProofPreset) -> String {
    t(match preset {
        ProofPreset::Textbook => "proof-preset-textbook",
        ProofPreset::Equal => "proof-preset-equal",
        ProofPreset::Disjoint => "proof-preset-disjoint",
        ProofPreset::Peaked => "proof-preset-peaked",
        ProofPreset::OverProposes => "proof-preset-over-proposes",
        ProofPreset::Zeros => "proof-preset-zeros",
    })
}

/// The step's title.
pub fn line_title(event: ProofEvent) -> String {
    t(match event {
        ProofEvent::Given => "proof-given-title",
        ProofEvent::Accept => "proof-accept-title",
        ProofEvent::Reject => "proof-reject-title",
        ProofEvent::Correct => "proof-correct-title",
        ProofEvent::Sum => "proof-sum-title",
    })
}

/// What a line of the proof says, with the numbers of these distributions.
pub fn line_caption(event: ProofEvent, proof: &Proof) -> String {
    let with_mass = |key: &str, mass: f64| t_args(key, &[("mass", words::prob(mass).into())]);
    match event {
        ProofEvent::Given => t("proof-given"),
        ProofEvent::Accept => with_mass(key("proof-accept"), proof.overlap),
        ProofEvent::Reject if proof.rejected_mass < 1e-12 => t("proof-reject-nothing"),
        ProofEvent::Reject => with_mass(key("proof-reject"), proof.rejected_mass),
        ProofEvent::Correct if proof.residual_mass < 1e-12 => t("proof-correct-nothing"),
        ProofEvent::Correct => with_mass(key("proof-correct"), proof.residual_mass),
        ProofEvent::Sum => t("proof-sum"),
    }
}

/// A number of the proof: four digits after the point where there is something to see.
pub fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    let n_digits = short.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    if short == "-0" { "0".to_owned() } else { decimal(value, n_digits) }
}

/// What the chosen token contributes to a line, as an equation's right-hand side.
pub fn line_of_token(event: ProofEvent, row: &ProofRow) -> String {
    let values = |value: f64| [("p", number(row.target).into()), ("q", number(row.draft).into()), ("value", number(value).into())];
    match event {
        ProofEvent::Given => t_args("proof-given-values", &values(0.0)),
        ProofEvent::Accept => t_args("proof-accept-values", &values(row.accepted)),
        ProofEvent::Reject => t_args("proof-reject-values", &values(row.rejected)),
        ProofEvent::Correct => t_args("proof-correct-values", &values(row.corrected)),
        ProofEvent::Sum => format!("{} + {} = {}", number(row.accepted), number(row.corrected), number(row.sum())),
    }
}

/// A mistake's name on the page.
pub fn mistake_title(mistake: Mistake) -> String {
    t(match mistake {
        Mistake::None => "mistake-none",
        Mistake::NoResidual => "mistake-no-residual",
        Mistake::AcceptAlways => "mistake-accept-always",
        Mistake::CompareTokens => "mistake-compare-tokens",
        Mistake::CompareBest => "mistake-compare-best",
        Mistake::UnfilteredResidual => "mistake-unfiltered-residual",
        Mistake::ArgmaxDraft => "mistake-argmax-draft",
        Mistake::SharedCoin => "mistake-shared-coin",
    })
}

/// Which line of the proof a mistake breaks. The comparison of draws breaks none.
pub fn fallen_line(mistake: Mistake) -> Option<ProofEvent> {
    match mistake {
        Mistake::None | Mistake::CompareTokens => None,
        Mistake::NoResidual | Mistake::UnfilteredResidual => Some(ProofEvent::Correct),
        Mistake::AcceptAlways | Mistake::CompareBest | Mistake::ArgmaxDraft | Mistake::SharedCoin => Some(ProofEvent::Accept),
    }
}

/// How a mistake breaks it.
pub fn fallen_words(mistake: Mistake) -> String {
    t(match mistake {
        Mistake::None => "mistake-none-breaks",
        Mistake::NoResidual => "mistake-no-residual-breaks",
        Mistake::AcceptAlways => "mistake-accept-always-breaks",
        Mistake::CompareTokens => "mistake-compare-tokens-breaks",
        Mistake::CompareBest => "mistake-compare-best-breaks",
        Mistake::UnfilteredResidual => "mistake-unfiltered-residual-breaks",
        Mistake::ArgmaxDraft => "mistake-argmax-draft-breaks",
        Mistake::SharedCoin => "mistake-shared-coin-breaks",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::TwoPaths;

    #[test]
    fn every_line_of_every_preset_has_words_and_numbers() {
        for preset in ProofPreset::ALL {
            assert!(!preset_title(preset).starts_with("proof-"));
            let (target, draft) = ProofSpec::of_preset(preset).probs();
            let proof = Proof::of(&target, &draft);
            for event in ProofEvent::ALL {
                let caption = line_caption(event, &proof);
                assert!(caption.len() > 40 && !caption.contains("NaN"), "{caption}");
                assert!(!line_title(event).is_empty());
                proof.rows.iter().for_each(|row| assert!(!line_of_token(event, row).contains("NaN")));
            }
        }
        assert_eq!(
            [number(0.5), number(1.0), number(0.0), number(-0.0), number(0.123_45), number(1e-9)],
            ["0.5", "1", "0", "0", "0.1235", "0"].map(str::to_owned)
        );
    }

    // What the page says of a mistake is what its exact law does.
    #[test]
    fn a_line_is_said_to_fall_exactly_where_the_law_does() {
        let spec = ProofSpec { target: vec![0.4, 0.3, 0.2, 0.1], draft: vec![0.4, 0.1, 0.3, 0.2], ..ProofSpec::default() };
        let (target, draft) = spec.probs();
        for (mistake, _) in Mistake::ALL {
            let law = TwoPaths::exact(&target, &draft, mistake).law();
            let intended = mistake.intended(&target);
            let apart = law.iter().zip(intended.as_slice()).any(|(got, want)| (got - want).abs() > 1e-9);
            assert_eq!(fallen_line(mistake).is_some(), apart, "{mistake:?}");
            assert!(![mistake_title(mistake), fallen_words(mistake)].iter().any(|words| words.starts_with("mistake-")));
        }
    }
}

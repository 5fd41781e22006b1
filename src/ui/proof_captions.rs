//! The words of the exactness lab: each line of the proof with its numbers, and what each mistake breaks.

use crate::decode::{Mistake, Proof, ProofEvent, ProofRow};
use crate::ui::words;

/// The step's title.
pub fn line_title(event: ProofEvent) -> &'static str {
    match event {
        ProofEvent::Given => "Two distributions",
        ProofEvent::Accept => "The accept path",
        ProofEvent::Reject => "What is left of q",
        ProofEvent::Correct => "What is left of p",
        ProofEvent::Sum => "Both paths together",
    }
}

/// What a line of the proof says, with the numbers of these distributions.
pub fn line_caption(event: ProofEvent, proof: &Proof) -> String {
    let (overlap, left) = (words::prob(proof.overlap), words::prob(proof.residual_mass));
    match event {
        ProofEvent::Given => "The draft draws a token from q. The text must come out as if it had been drawn from p.".to_owned(),
        ProofEvent::Accept => format!(
            "A drafted x passes with probability min(1, p/q). Drafted and accepted together, that is the lower of the two bars, min(p, q). All of it adds up to {overlap}: the probability that a guess is kept."
        ),
        ProofEvent::Reject if proof.rejected_mass < 1e-12 => {
            "q is nowhere above p, so nothing is ever rejected. The residual is empty and never used.".to_owned()
        }
        ProofEvent::Reject => format!(
            "Where q stands above p, the draft proposes too often. The excess is rejected: {} in all.",
            words::prob(proof.rejected_mass)
        ),
        ProofEvent::Correct if proof.residual_mass < 1e-12 => "Nothing of p is left: the accept path covers all of it.".to_owned(),
        ProofEvent::Correct => format!(
            "Where p stands above q, the draft proposes too seldom. The lack is {left} in all, exactly as much as is rejected: both distributions sum to 1 and share the overlap. So a rejected guess is replaced by a draw from that lack, the residual."
        ),
        ProofEvent::Sum => {
            "The lower bar from the accept path and the rest from the correction path stack to p, for every token and every q. Only the speed depends on q."
                .to_owned()
        }
    }
}

/// A number of the proof: four digits after the point where there is something to see.
pub fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short.is_empty() || short == "-0" { "0".to_owned() } else { short.to_owned() }
}

/// What the chosen token contributes to a line, as an equation's right-hand side.
pub fn line_of_token(event: ProofEvent, row: &ProofRow) -> String {
    let (p, q) = (number(row.target), number(row.draft));
    match event {
        ProofEvent::Given => format!("p = {p}, q = {q}"),
        ProofEvent::Accept => format!("min({p}, {q}) = {}", number(row.accepted)),
        ProofEvent::Reject => format!("max(0, {q} − {p}) = {}", number(row.rejected)),
        ProofEvent::Correct => format!("max(0, {p} − {q}) = {}", number(row.corrected)),
        ProofEvent::Sum => format!("{} + {} = {}", number(row.accepted), number(row.corrected), number(row.sum())),
    }
}

/// A mistake's name on the page.
pub fn mistake_title(mistake: Mistake) -> &'static str {
    match mistake {
        Mistake::None => "Nothing: the right way",
        Mistake::NoResidual => "After a rejection, draw from p",
        Mistake::AcceptAlways => "Accept every guess",
        Mistake::CompareTokens => "Compare with the target’s own draw",
        Mistake::CompareBest => "Compare with the target’s best token",
        Mistake::UnfilteredResidual => "Filter p and q, but not the residual",
        Mistake::ArgmaxDraft => "Propose the draft’s best token, test with q",
        Mistake::SharedCoin => "One coin for two positions",
    }
}

/// Which line of the proof a mistake breaks, and how. The comparison of draws breaks none.
pub fn fallen_line(mistake: Mistake) -> (Option<ProofEvent>, &'static str) {
    match mistake {
        Mistake::None => (None, "Every line of the proof holds."),
        Mistake::NoResidual => (
            Some(ProofEvent::Correct),
            "The correction is drawn from p instead of its rest. What the accept path covers already is given out a second time.",
        ),
        Mistake::AcceptAlways => {
            (Some(ProofEvent::Accept), "P(x, accept) is q(x), not min(p, q), and nothing is left to correct. The text has the draft’s law.")
        }
        Mistake::CompareTokens => (
            None,
            "The law survives: the target’s own draw is emitted in any case. But a guess is kept with probability Σ p·q only, which is less than Σ min(p, q). This is exact and needlessly slow.",
        ),
        Mistake::CompareBest => (
            Some(ProofEvent::Accept),
            "Whatever is drafted, the target’s best token comes out. That is greedy decoding, not sampling from p.",
        ),
        Mistake::UnfilteredResidual => (
            Some(ProofEvent::Correct),
            "The guess is tested with the filtered p, the correction drawn from what is left of the unfiltered one. Tokens that the filter had cut come back. (Filtered here means: the more probable half of the tokens.)",
        ),
        Mistake::ArgmaxDraft => (
            Some(ProofEvent::Accept),
            "The guess was not drawn from q, so that P(x, accept) is not q(x) times the acceptance probability: the best token alone is ever tested.",
        ),
        Mistake::SharedCoin => (
            Some(ProofEvent::Accept),
            "Shown is the second of two drafted tokens. If the first has passed, the coin is known to be small, and the second passes too easily: its acceptance is no longer min(1, p/q).",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{ProofPreset, ProofSpec, TwoPaths};

    #[test]
    fn every_line_of_every_preset_has_words_and_numbers() {
        for (preset, _) in ProofPreset::ALL {
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
            assert_eq!(fallen_line(mistake).0.is_some(), apart, "{mistake:?}");
            assert!(!mistake_title(mistake).is_empty() && !fallen_line(mistake).1.is_empty());
        }
    }
}

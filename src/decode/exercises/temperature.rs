//! Temperature and top-p change the distribution that is drawn from: temperature changes odds, filters change
//! supports. Neither is a mere matter of drawing.

use super::{
    Asks, Dice, Exercise, ExerciseId, ExercisePicture, Misreading, NumberQuestion, Part, distribution, number, numbered, numbers,
    token_table,
};
use crate::decode::{LogitsProcessor, Probs};

pub(super) fn exercise(variant: u32, dice: &mut Dice) -> Exercise {
    let (probs, temperature) = if variant == 0 {
        (distribution(&[4, 3, 2, 1]), 0.5)
    } else if dice.below(2) == 0 {
        (distribution(&dice.distinct(4, 20, 10)), 0.5)
    } else {
        // Squares, so that their roots are whole numbers.
        let roots = dice.distinct(4, 18, 7);
        (distribution(&roots.iter().map(|root| root * root).collect::<Vec<_>>()), 2.0)
    };
    let p = probs.as_slice();
    let names = numbered(p.len());
    let shaped = |processor: LogitsProcessor| processor.reshape(&probs).expect("the most probable token always stays");
    let after = shaped(LogitsProcessor::Temperature(temperature));
    let inverse = shaped(LogitsProcessor::Temperature(1.0 / temperature));
    // A limit between the mass of two and of three tokens.
    let top_p = libm::round((p[0] + p[1] + p[2] / 2.0) * 100.0) / 100.0;
    let filtered = shaped(LogitsProcessor::TopP(top_p));
    let (odds, odds_after) = (p[0] / p[1], after.get(crate::decode::TokenId(0)) / after.get(crate::decode::TokenId(1)));
    let t = temperature.to_string();
    let is_sharp = temperature < 1.0;
    let power = if is_sharp { "squares" } else { "square roots" };
    let bars = |rows: &[(String, &Probs)]| ExercisePicture::Bars {
        names: names.clone(),
        rows: rows.iter().map(|(name, probs)| (name.clone(), probs.as_slice().to_vec())).collect(),
    };
    let powers: Vec<f64> = p.iter().map(|p| if is_sharp { p * p } else { libm::sqrt(*p) }).collect();
    let total: f64 = powers.iter().sum();
    let distribution_part = Part {
        question: format!("Temperature T = {t} divides every logit by T. Which distribution results? Four numbers."),
        asks: Asks::Numbers(NumberQuestion::probs(
            after.as_slice().to_vec(),
            vec![
                Misreading::new(
                    p.to_vec(),
                    0.0,
                    "That is the model’s own distribution. Temperature is not a matter of drawing only: it changes the distribution itself, before anything is drawn. (Dividing all probabilities by T and then by their sum does change nothing; T divides the logits.)",
                ),
                Misreading::new(
                    inverse.as_slice().to_vec(),
                    0.4,
                    format!("You raised probabilities to the power T. Logits are divided by T, so the power is 1/T: here, take {power}."),
                ),
                Misreading::new(
                    powers.clone(),
                    0.5,
                    format!("The {power} are right. They add up to {}, and a distribution adds up to 1: divide by that.", number(total)),
                ),
            ],
        )),
        hints: vec![
            "Logits are logarithms of probabilities, up to a constant. Dividing a logarithm by T takes a power.".to_owned(),
            format!("The new probabilities are in proportion to p to the power 1/T: to the {power} of p."),
            format!("{} divided by their sum {}: {}.", numbers(&powers), number(total), numbers(after.as_slice())),
        ],
        solution: vec![
            format!("softmax(z/T) is in proportion to p^(1/T), here to the {power} of p: {}.", numbers(&powers)),
            format!("Divided by their sum {}: {}.", number(total), numbers(after.as_slice())),
        ],
        picture: bars(&[("the model’s own".to_owned(), &probs), (format!("T = {t}"), &after)]),
    };
    let odds_part = Part {
        question: format!("The model’s odds of token 1 to token 2 are {odds:.2} to 1. What are they at T = {t}? (How much to 1.)"),
        asks: Asks::Numbers(NumberQuestion::new(
            vec![odds_after],
            false,
            vec![
                Misreading::new(vec![odds], 0.0, "Those are the odds before. Filters leave odds as they are; temperature does not."),
                Misreading::new(
                    vec![odds / temperature],
                    0.25,
                    format!("Odds are not divided by T. They are taken to the power 1/T: the {power} of {odds:.2}."),
                ),
                Misreading::new(vec![libm::pow(odds, temperature)], 0.4, "The power is 1/T, not T: logits are divided by T."),
            ],
        )),
        hints: vec![
            "The odds of two tokens are exp((z₁ − z₂)/T).".to_owned(),
            format!("So the odds are taken to the power 1/T = {}.", 1.0 / temperature),
            format!("{odds:.2} to that power is {odds_after:.2}."),
        ],
        solution: vec![format!(
            "({odds:.3})^(1/T) = {odds_after:.3}: the likelier token is {} than before.",
            if is_sharp { "still likelier" } else { "less ahead" }
        )],
        picture: bars(&[("the model’s own".to_owned(), &probs), (format!("T = {t}"), &after)]),
    };
    let removed = 1.0 - p.iter().zip(filtered.as_slice()).filter(|(_, after)| **after > 0.0).map(|(before, _)| *before).sum::<f64>();
    let out: Vec<f64> = p.iter().zip(filtered.as_slice()).filter(|(_, after)| **after == 0.0).map(|(before, _)| *before).collect();
    let last = p.len();
    let law_part = Part {
        question: format!(
            "Without temperature, but with top-p = {}: how likely is token {last} to be drawn, which the model gives {}?",
            number(top_p),
            number(p[last - 1])
        ),
        asks: Asks::Numbers(NumberQuestion::probs(
            vec![filtered.as_slice()[last - 1]],
            vec![
                Misreading::new(
                    vec![p[last - 1]],
                    0.0,
                    "That is the model’s own probability. The filter has cut this token: its probability is exactly 0 now, and what it had went to the others.",
                ),
                Misreading::new(vec![removed], 0.0, "That is the mass that is cut. Of the tokens cut, none can be drawn."),
            ],
        )),
        hints: vec![
            "Is the token among those that stay?".to_owned(),
            "A token that a filter cuts cannot be drawn at all, however often one draws.".to_owned(),
            format!("The first tokens reach {} without it, so its probability is 0.", number(top_p)),
        ],
        solution: vec![
            format!("Top-p keeps {} of the tokens; {} is cut.", filtered.support(), joined_mass(&out)),
            format!("After it the distribution is {}: for token {last}, 0.", numbers(filtered.as_slice())),
        ],
        picture: bars(&[("the model’s own".to_owned(), &probs), (format!("top-p = {}", number(top_p)), &filtered)]),
    };
    let claims = [
        (
            "They only make the draw more or less random; the distribution stays the model’s.",
            "There is no randomness beside the distribution: the coin is always uniform. What changes is the distribution that it falls on, as you have just computed.",
        ),
        (
            "Both make a new distribution, and that one is drawn from: temperature changes odds, top-p sets tokens to 0.",
            "Yes. So a “sample of the model” at T ≠ 1 or under top-p is a sample of another distribution, and speculation that must be exact keeps that one.",
        ),
        (
            "Temperature changes the distribution, top-p does not.",
            "Top-p changes it as well: tokens beyond the limit get 0, the others grow when the rest is divided by its sum.",
        ),
        (
            "They change which token is the most probable.",
            "Neither changes the order of tokens: a power keeps it, and so does cutting from the lower end.",
        ),
    ];
    let order = dice.order(claims.len());
    let claim_part = Part {
        question: "What do temperature and top-p do?".to_owned(),
        asks: Asks::Choice {
            options: order.iter().map(|idx| claims[*idx].0.to_owned()).collect(),
            right: order.iter().position(|idx| *idx == 1).unwrap_or(0),
            why: order.iter().map(|idx| claims[*idx].1.to_owned()).collect(),
        },
        hints: vec![
            "Compare the distributions of the first and of the third question with the model’s own.".to_owned(),
            "One changed all four numbers but left none at 0; the other set at least one to exactly 0.".to_owned(),
            "Both changed the distribution, each in its own way, and left the order of the tokens alone.".to_owned(),
        ],
        solution: vec![claims[1].0.to_owned(), claims[1].1.to_owned()],
        picture: bars(&[
            ("the model’s own".to_owned(), &probs),
            (format!("T = {t}"), &after),
            (format!("top-p = {}", number(top_p)), &filtered),
        ]),
    };
    Exercise {
        id: ExerciseId::Temperature,
        variant,
        given: vec!["A model gives four tokens these probabilities.".to_owned()],
        table: token_table(&[("p", p)]),
        parts: vec![distribution_part, odds_part, law_part, claim_part],
    }
}

fn joined_mass(values: &[f64]) -> String {
    match values {
        [one] => format!("the one with {}", number(*one)),
        _ => format!("what had {}", numbers(values)),
    }
}

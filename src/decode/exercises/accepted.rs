//! How many guesses a cycle accepts: the chain ends at the first rejection, so probabilities multiply.

use super::{Asks, Dice, Exercise, ExerciseId, ExercisePicture, GivenTable, Misreading, NumberQuestion, Part, joined, number, numbers};
use crate::decode::{expected_accepted, kept_through};

pub(super) fn exercise(variant: u32, dice: &mut Dice) -> Exercise {
    let alphas: Vec<f64> = if variant == 0 {
        vec![0.8, 0.7, 0.5]
    } else {
        let gamma = dice.between(3, 4);
        (0..gamma).map(|_| dice.between(3, 9) as f64 / 10.0).collect()
    };
    let gamma = alphas.len();
    let kept = kept_through(&alphas);
    let all = kept[gamma - 1];
    let expected = expected_accepted(&alphas);
    let sum: f64 = alphas.iter().sum();
    let picture = ExercisePicture::Cycles { alphas: alphas.clone() };
    let products: Vec<String> = (1..=gamma).map(|len| joined(&alphas[..len], " · ")).collect();
    let one = |value: f64, credit: f64, why: &str| Misreading::new(vec![value], credit, why);
    let at_least = Part {
        question: format!("How likely is it that at least 1, at least 2, … all {gamma} guesses are accepted? {gamma} numbers."),
        asks: Asks::Numbers(NumberQuestion::probs(
            kept.clone(),
            vec![
                Misreading::new(
                    alphas.clone(),
                    0.3,
                    "These are the chances of each test once it is reached. The second guess is tested only if the first has passed.",
                ),
                Misreading::new(
                    vec![all; gamma],
                    0.3,
                    "That is the chance that all are accepted. For “at least 1” only the first test must pass.",
                ),
            ],
        )),
        hints: vec![
            "A guess is tested only if every guess before it has been accepted.".to_owned(),
            format!("At least two are accepted when the first and the second test pass: {}.", products[1]),
            format!("The products are {}.", numbers(&kept)),
        ],
        solution: (0..gamma).map(|idx| format!("At least {}: {} = {}.", idx + 1, products[idx], number(kept[idx]))).collect(),
        picture: picture.clone(),
    };
    let mean = Part {
        question: "How many guesses are accepted on average, in a cycle?".to_owned(),
        asks: Asks::Numbers(NumberQuestion::new(
            vec![expected],
            false,
            vec![
                one(
                    sum,
                    0.25,
                    "You added the three chances as if each guess were always tested. The chain stops at the first rejection: later guesses are tested less often.",
                ),
                one(all, 0.0, "That is the chance that all are accepted. Cycles that accept fewer count as well."),
                one(gamma as f64 * all, 0.0, "That counts only cycles in which every guess is accepted."),
                one(
                    expected / gamma as f64,
                    0.5,
                    "That is accepted per drafted token: the number asked for, divided by the draft’s length.",
                ),
                one(
                    expected + 1.0,
                    0.5,
                    "That is tokens per cycle: it counts the correction or the bonus, too. Here only accepted guesses count.",
                ),
            ],
        )),
        hints: vec![
            "An average of a count is the sum over “at least 1”, “at least 2”, and so on.".to_owned(),
            "Add up the probabilities of the question before.".to_owned(),
            format!("{} = {}.", joined(&kept, " + "), number(expected)),
        ],
        solution: vec![format!("E = {}", products.join(" + ")), format!("= {} = {}.", joined(&kept, " + "), number(expected))],
        picture: picture.clone(),
    };
    let tokens = Part {
        question: "And how many tokens does a cycle add to the text, on average (τ)?".to_owned(),
        asks: Asks::Numbers(NumberQuestion::new(
            vec![expected + 1.0],
            false,
            vec![
                one(
                    expected,
                    0.25,
                    "That counts the accepted guesses. Every cycle also ends with one token of the target’s own: a correction, or the bonus.",
                ),
                one((gamma + 1) as f64, 0.0, "So many only if everything is accepted."),
                one(
                    expected + all,
                    0.25,
                    "You added a token only where all guesses are accepted. After a rejection a correction is drawn, which counts as well.",
                ),
            ],
        )),
        hints: vec![
            "What happens after the last accepted guess?".to_owned(),
            "A rejection is followed by a correction, a full acceptance by a bonus: one token either way.".to_owned(),
            format!("τ = 1 + {} = {}.", number(expected), number(expected + 1.0)),
        ],
        solution: vec![format!("One more than accepted, whatever happens: τ = 1 + {} = {}.", number(expected), number(expected + 1.0))],
        picture,
    };
    Exercise {
        id: ExerciseId::Accepted,
        variant,
        given: vec![
            format!("The draft guesses {gamma} tokens. The target tests them from left to right and stops at the first rejection."),
            "The table has the chance that each test passes, once it is reached.".to_owned(),
        ],
        table: GivenTable {
            columns: (1..=gamma).map(|position| format!("guess {position}")).collect(),
            rows: vec![("α".to_owned(), alphas.iter().map(|alpha| number(*alpha)).collect())],
        },
        parts: vec![at_least, mean, tokens],
    }
}

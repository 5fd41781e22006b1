//! The law of one speculative token: exact only with the residual; and the case p = q, in which the residual is
//! never needed.

use super::{
    Asks, Dice, Exercise, ExerciseId, ExercisePicture, Misreading, NumberQuestion, Part, distribution, joined, number, numbers, token_table,
};
use crate::decode::{Mistake, Probs, Residual, TwoPaths, expected_tokens_per_cycle};

/// Two distributions that overlap and differ, in tenths.
pub(super) fn pair(variant: u32, dice: &mut Dice) -> (Probs, Probs) {
    if variant == 0 {
        return (distribution(&[5, 3, 2]), distribution(&[2, 5, 3]));
    }
    loop {
        let n = dice.between(3, 4);
        let (p, q) = (dice.shares(n, 10), dice.shares(n, 10));
        let apart: usize = p.iter().zip(&q).map(|(p, q)| p.abs_diff(*q)).sum();
        // Neither the same nor nearly so, and not with every digit different by the same.
        if (4..=12).contains(&apart) && p != q {
            return (distribution(&p), distribution(&q));
        }
    }
}

pub(super) fn residual(variant: u32, dice: &mut Dice) -> Exercise {
    let (target, draft) = pair(variant, dice);
    let (p, q) = (target.as_slice(), draft.as_slice());
    let n = p.len();
    let each = |of: fn(f64, f64) -> f64| p.iter().zip(q).map(|(p, q)| of(*p, *q)).collect::<Vec<f64>>();
    let overlap = target.overlap(&draft);
    let (left, mass) = match target.residual(&draft) {
        Residual::Left { probs, mass } => (probs, mass),
        Residual::Empty => (target.clone(), 0.0),
    };
    let uncovered = each(|p, q| (p - q).max(0.0));
    let turned_down = Probs::from_weights(each(|p, q| (q - p).max(0.0))).map(|probs| probs.as_slice().to_vec()).unwrap_or_default();
    let together: f64 = each(|p, q| p * q).iter().sum();
    let picture = ExercisePicture::Laws { target: target.clone(), draft: draft.clone() };
    let minima = each(f64::min);
    let accept_part = Part {
        question: "How likely is the drafted token to be accepted?".to_owned(),
        asks: Asks::Numbers(NumberQuestion::probs(
            vec![overlap],
            vec![
                Misreading::new(
                    vec![together],
                    0.0,
                    "That is the chance that two independent draws, one from p and one from q, agree. The test asks for less: it accepts x with probability min(1, p(x)/q(x)).",
                ),
                Misreading::new(vec![1.0 - overlap], 0.25, "That is the chance of a rejection."),
                Misreading::new(
                    vec![each(|p, q| (p / q).min(1.0)).iter().sum::<f64>() / n as f64],
                    0.25,
                    "You averaged min(1, p/q) over tokens as if each were drafted equally often. Weigh each by q(x).",
                ),
            ],
        )),
        hints: vec![
            "Token x is drafted with probability q(x) and then accepted with min(1, p(x)/q(x)).".to_owned(),
            "The product is min(p(x), q(x)). Add over all tokens.".to_owned(),
            format!("{} = {}.", joined(&minima, " + "), number(overlap)),
        ],
        solution: vec![format!("Σ min(p, q) = {} = {}.", joined(&minima, " + "), number(overlap))],
        picture: picture.clone(),
    };
    let residual_part = Part {
        question: format!("After a rejection the correction is drawn from the residual. Which distribution is that? {n} numbers."),
        asks: Asks::Numbers(NumberQuestion::probs(
            left.as_slice().to_vec(),
            vec![
                Misreading::new(
                    p.to_vec(),
                    0.0,
                    "That is p. Some of p has been delivered by accepted guesses already; only what is missing may be drawn now.",
                ),
                Misreading::new(uncovered.clone(), 0.5, format!("max(0, p − q) is right. It adds up to {}: divide by that.", number(mass))),
                Misreading::new(
                    turned_down,
                    0.25,
                    "You took max(0, q − p): what is rejected. The correction comes from what p wants beyond q.",
                ),
                Misreading::new(q.to_vec(), 0.0, "That is the draft’s distribution. A correction comes from the target."),
            ],
        )),
        hints: vec![
            "Accepted guesses deliver min(p, q). What is still missing of p?".to_owned(),
            format!("max(0, p − q), divided by its sum {}.", number(mass)),
            format!("{} divided by {}: {}.", numbers(&uncovered), number(mass), numbers(left.as_slice())),
        ],
        solution: vec![
            format!("max(0, p − q) = {}, with the sum {}.", numbers(&uncovered), number(mass)),
            format!("Divided: {}.", numbers(left.as_slice())),
        ],
        picture: picture.clone(),
    };
    // The token that loses the most when the residual is replaced by p.
    let broken = TwoPaths::exact(&target, &draft, Mistake::NoResidual).law();
    let token =
        (0..n).fold(0, |worst, idx| if (broken[idx] - p[idx]).abs() > (broken[worst] - p[worst]).abs() + 1e-12 { idx } else { worst });
    let x = token + 1;
    let broken_part = Part {
        question: format!("A program draws from p after a rejection, and not from the residual. How often does it emit token {x}?"),
        asks: Asks::Numbers(NumberQuestion::probs(
            vec![broken[token]],
            vec![
                Misreading::new(
                    vec![p[token]],
                    0.0,
                    format!(
                        "That is p({x}), what would be right. Without the residual it does not come out: compute min(p, q) + (1 − A) · p."
                    ),
                ),
                Misreading::new(
                    vec![minima[token]],
                    0.25,
                    "That is the first path alone: drafted and accepted. Add the rejections, after which this program draws from p.",
                ),
                Misreading::new(
                    vec![minima[token] + p[token]],
                    0.25,
                    format!("The second path is taken only after a rejection: weigh p({x}) by {}.", number(mass)),
                ),
                Misreading::new(
                    vec![(1.0 - overlap) * p[token]],
                    0.25,
                    "That is the second path alone. Add the accepted guesses, min(p, q).",
                ),
            ],
        )),
        hints: vec![
            "There are two paths to the token: as an accepted guess, or after a rejection.".to_owned(),
            format!("The first has min(p({x}), q({x})), the second the chance of a rejection, {}, times p({x}).", number(mass)),
            format!("{} + {} · {} = {}.", number(minima[token]), number(mass), number(p[token]), number(broken[token])),
        ],
        solution: vec![
            format!(
                "min(p({x}), q({x})) + (1 − A) · p({x}) = {} + {} · {} = {}.",
                number(minima[token]),
                number(mass),
                number(p[token]),
                number(broken[token])
            ),
            format!("It ought to be p({x}) = {}.", number(p[token])),
        ],
        picture: picture.clone(),
    };
    let claims = [
        (
            "The text follows the target’s law exactly, because the target has checked every guess.",
            "Checking alone does not do it: accepted guesses deliver min(p, q) only. What is missing must come from the residual, and from nothing else.",
        ),
        (
            "Tokens that the draft favours come too often, tokens that it neglects too rarely: the law is another one.",
            "Yes. What p gives beyond q is delivered only in part, and what q has enough of already is delivered again.",
        ),
        (
            "The text is the same, only slower to write.",
            "The number of accepted guesses does not change at all. What changes is which token follows a rejection, and so the law of the text.",
        ),
        (
            "The error averages out over a long text.",
            "Every token has the same kind of error. A longer text shows it more clearly, as the trials below do.",
        ),
    ];
    let claim_part = choice_part(
        "What comes out of speculation without the residual?",
        &claims,
        1,
        dice,
        [
            "Compare the law you have just computed with p.",
            "Which tokens have a little too much now: those with q above p, or those with p above q?",
            "Tokens with q above p get their min(p, q) = p, and some of the wrong correction on top.",
        ],
        picture,
    );
    Exercise {
        id: ExerciseId::Residual,
        variant,
        given: vec!["The target gives the distribution p, the draft q. The draft proposes one token, and the target tests it.".to_owned()],
        table: token_table(&[("p", p), ("q", q)]),
        parts: vec![accept_part, residual_part, broken_part, claim_part],
    }
}

/// A question with statements to choose from, in an order of the variant's own.
fn choice_part(question: &str, claims: &[(&str, &str)], right: usize, dice: &mut Dice, hints: [&str; 3], picture: ExercisePicture) -> Part {
    let order = dice.order(claims.len());
    Part {
        question: question.to_owned(),
        asks: Asks::Choice {
            options: order.iter().map(|idx| claims[*idx].0.to_owned()).collect(),
            right: order.iter().position(|idx| *idx == right).unwrap_or(0),
            why: order.iter().map(|idx| claims[*idx].1.to_owned()).collect(),
        },
        hints: super::lines(hints),
        solution: super::lines([claims[right].0, claims[right].1]),
        picture,
    }
}

pub(super) fn equal(variant: u32, dice: &mut Dice) -> Exercise {
    let (probs, gamma) = if variant == 0 {
        (distribution(&[5, 5]), 4)
    } else {
        let n = dice.between(2, 4);
        (distribution(&dice.shares(n, 10)), dice.between(2, 7))
    };
    let p = probs.as_slice();
    let overlap = probs.overlap(&probs);
    let mass = probs.residual(&probs).mass();
    let tokens = expected_tokens_per_cycle(overlap, gamma);
    let squares: f64 = p.iter().map(|p| p * p).sum();
    let picture = ExercisePicture::Laws { target: probs.clone(), draft: probs.clone() };
    let accept_part = Part {
        question: "How likely is a drafted token to be accepted?".to_owned(),
        asks: Asks::Numbers(NumberQuestion::probs(
            vec![overlap],
            vec![
                Misreading::new(
                    vec![squares],
                    0.0,
                    "That is the chance that two independent draws agree. The target draws nothing of its own to compare with: it accepts x with probability min(1, p(x)/q(x)), and here that ratio is 1.",
                ),
                Misreading::new(
                    vec![p[probs.argmax().index()]],
                    0.0,
                    "That is the largest probability. The test is not whether the guess is the target’s favourite.",
                ),
                Misreading::new(vec![1.0 / p.len() as f64], 0.0, "The number of tokens has nothing to do with it."),
                Misreading::new(vec![0.0], 0.0, "The test accepts x with probability min(1, p(x)/q(x)). What is the ratio here?"),
            ],
        )),
        hints: vec![
            "Write down the test’s probability min(1, p(x)/q(x)) for p = q.".to_owned(),
            "The ratio is the same for every token x that can be drafted.".to_owned(),
            "p(x)/q(x) = 1, so every guess is accepted: 1.".to_owned(),
        ],
        solution: vec![format!("min(1, p/q) = 1 for every token; equally, Σ min(p, q) = Σ p = {}.", number(overlap))],
        picture: picture.clone(),
    };
    let mass_part = Part {
        question: "What is the residual’s mass Z = Σ max(0, p − q)?".to_owned(),
        asks: Asks::Numbers(NumberQuestion::probs(
            vec![mass],
            vec![
                Misreading::new(vec![1.0], 0.0, "That is the overlap. Z = 1 − overlap: what p has beyond q."),
                Misreading::new(
                    vec![1.0 - squares],
                    0.0,
                    "You took the chance that two independent draws differ. Z adds up what p has beyond q, token by token.",
                ),
            ],
        )),
        hints: vec![
            "How much does p have beyond q at each token?".to_owned(),
            "Every difference p(x) − q(x) is the same here.".to_owned(),
            "All differences are 0, and so is their sum.".to_owned(),
        ],
        solution: vec!["p(x) − q(x) = 0 for every x, so Z = 0. This is 1 − A with A = 1.".to_owned()],
        picture: picture.clone(),
    };
    let tokens_part = Part {
        question: format!("With drafts of γ = {gamma} tokens: how many tokens does each cycle add to the text?"),
        asks: Asks::Numbers(NumberQuestion::new(
            vec![tokens],
            false,
            vec![
                Misreading::new(
                    vec![gamma as f64],
                    0.5,
                    "All guesses, yes. And the bonus: the pass that tests them has the target’s distribution after the last one as well.",
                ),
                Misreading::new(vec![1.0], 0.0, "One token per pass is what the target alone does."),
            ],
        )),
        hints: vec![
            "Nothing is ever rejected.".to_owned(),
            "What does a cycle add after the last accepted guess?".to_owned(),
            format!("All {gamma} guesses and the bonus: {}.", gamma + 1),
        ],
        solution: vec![format!("γ + 1 = {}, in every cycle: all guesses, and the bonus.", number(tokens))],
        picture: picture.clone(),
    };
    let claims = [
        (
            "It is never used: there is no rejection after which something could be drawn from it.",
            "Yes. max(0, p − q)/Z would be 0/0, and nobody asks for it. A program must not compute it, or it gets numbers that are none.",
        ),
        (
            "It is the uniform distribution.",
            "A program that needs some distribution there may be tempted to take it. Nothing is ever drawn from it, so none is needed.",
        ),
        (
            "It is p itself.",
            "Drawing from p would be right in no other case either. Here nothing is drawn at all after the test, since every guess passes.",
        ),
        (
            "It makes speculation fail: 0/0.",
            "Only a careless program fails. The division would happen after a rejection, and there is none.",
        ),
    ];
    let claim_part = choice_part(
        "And the residual distribution, max(0, p − q) divided by Z?",
        &claims,
        0,
        dice,
        [
            "When is something drawn from it?",
            "Only after a rejection. How likely is one here?",
            "There are no rejections, so nothing is ever drawn from it.",
        ],
        picture,
    );
    Exercise {
        id: ExerciseId::Equal,
        variant,
        given: vec!["The draft gives the same distribution as the target: p = q.".to_owned()],
        table: token_table(&[("p = q", p)]),
        parts: vec![accept_part, mass_part, tokens_part, claim_part],
    }
}

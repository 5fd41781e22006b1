//! A proof in lines: that what is uncovered, the sum of max(0, p − q), is one minus the overlap. The reader puts
//! the lines in order, leaves out those that are wrong, and gives each its reason.

use super::answer::Checked;
use super::{Asks, Dice, Exercise, ExerciseId, ExercisePicture, Misreading, NumberQuestion, Part, joined, laws, number, token_table};

/// Lines to be put in order, some of which do not belong.
#[derive(Clone, Debug, PartialEq)]
pub struct ProofPuzzle {
    /// What is to be proved.
    pub claim: String,
    /// The lines as they are laid out.
    pub steps: Vec<OrderedStep>,
    /// The reasons to choose from.
    pub reasons: Vec<String>,
}

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderedStep {
    /// The line.
    pub text: String,
    /// Its place in the proof and its reason's place in the list; `None` for a line that does not belong.
    pub role: Option<(usize, usize)>,
    /// Why it follows, or why it does not.
    pub why: String,
}

impl ProofPuzzle {
    /// Lines that belong.
    pub fn n_lines(&self) -> usize {
        self.steps.iter().filter(|step| step.role.is_some()).count()
    }

    /// The proof: line by line, which step and which reason.
    pub fn right(&self) -> Vec<(usize, Option<usize>)> {
        let mut lines: Vec<(usize, usize, usize)> =
            self.steps.iter().enumerate().filter_map(|(idx, step)| step.role.map(|(place, reason)| (place, idx, reason))).collect();
        lines.sort_unstable();
        lines.into_iter().map(|(_, idx, reason)| (idx, Some(reason))).collect()
    }

    /// Checks a proof line by line, from the first to the first that does not follow.
    pub(super) fn check(&self, lines: &[(usize, Option<usize>)]) -> Result<Checked, String> {
        if lines.is_empty() {
            return Err("The proof has no lines yet: put at least one into it.".to_owned());
        }
        let distinct = lines.iter().enumerate().all(|(number, (idx, _))| lines[..number].iter().all(|(other, _)| other != idx));
        if !distinct || lines.iter().any(|(idx, _)| *idx >= self.steps.len()) {
            return Err("Each line can be used once.".to_owned());
        }
        if let Some(number) = lines.iter().position(|(_, reason)| reason.is_none_or(|reason| reason >= self.reasons.len())) {
            return Err(format!("Line {} has no reason yet: choose one.", number + 1));
        }
        let n_lines = self.n_lines();
        let mut earned = 0.0;
        let mut feedback = Vec::new();
        let mut n_followed = 0;
        for (number, (idx, reason)) in lines.iter().enumerate() {
            let step = &self.steps[*idx];
            match step.role {
                None => {
                    feedback.push(format!("Line {} does not belong. {}", number + 1, step.why));
                    break;
                }
                Some((place, _)) if place != number => {
                    feedback.push(format!(
                        "Line {} is true, but its place is {}: each line goes on from what the line before it ends with.",
                        number + 1,
                        if place < number { "earlier" } else { "later" }
                    ));
                    break;
                }
                Some((_, right)) if *reason != Some(right) => {
                    earned += 0.5;
                    n_followed += 1;
                    feedback.push(format!("Line {} is in its place, but not for this reason.", number + 1));
                }
                Some(_) => {
                    earned += 1.0;
                    n_followed += 1;
                }
            }
        }
        if n_followed == lines.len() && n_followed < n_lines {
            let missing = n_lines - n_followed;
            feedback.push(format!(
                "So far it follows. {} still missing.",
                if missing == 1 { "1 line is".to_owned() } else { format!("{missing} lines are") }
            ));
        }
        let credit = earned / n_lines as f64;
        if feedback.is_empty() {
            return Ok(Checked { credit: 1.0, feedback });
        }
        if n_followed > 0 && n_followed < lines.len() {
            feedback.insert(
                0,
                format!(
                    "{} from the top {}.",
                    if n_followed == 1 { "1 line".to_owned() } else { format!("{n_followed} lines") },
                    if n_followed == 1 { "follows" } else { "follow" }
                ),
            );
        }
        Ok(Checked { credit: credit.min(0.95), feedback })
    }
}

/// A statement with its proof: lines with reasons, and tempting lines that do not follow.
struct Statement {
    claim: &'static str,
    lines: [(&'static str, usize, &'static str); 4],
    tempting: [(&'static str, &'static str); 4],
}

/// Reasons to choose from; the last three are those of nobody.
const REASONS: [&str; 7] = [
    "by cases: p(x) ≥ q(x), or p(x) < q(x)",
    "equal terms, added over all x",
    "a sum of differences is the difference of the sums",
    "a distribution adds up to 1",
    "because p(x) ≥ q(x) for every x",
    "the draft’s tokens are accepted or rejected",
    "the larger of two sums is the sum of the larger terms",
];

const STATEMENTS: [Statement; 4] = [
    Statement {
        claim: "Σ max(0, p − q) = 1 − Σ min(p, q)",
        lines: [
            ("max(0, p(x) − q(x)) = p(x) − min(p(x), q(x)) for every x", 0, "Where p ≥ q both sides are p − q; where p < q both are 0."),
            ("Σ max(0, p − q) = Σ (p − min(p, q))", 1, "The two terms are equal for every x."),
            ("Σ (p − min(p, q)) = Σ p − Σ min(p, q)", 2, "Sums can be taken apart."),
            ("Σ p − Σ min(p, q) = 1 − Σ min(p, q)", 3, "p adds up to 1."),
        ],
        tempting: [
            (
                "max(0, p(x) − q(x)) = p(x) − q(x) for every x",
                "It is false where q(x) is larger than p(x): there the left side is 0 and the right side negative.",
            ),
            (
                "Σ max(0, p − q) = max(0, Σ (p − q)) = 0",
                "The maximum of a sum is not the sum of the maxima: p and q differ both ways, and the differences cancel only in the sum.",
            ),
            (
                "Σ min(p, q) = min(Σ p, Σ q) = 1",
                "The least of two sums is not the sum of the least terms. It would make the overlap 1 for any two distributions.",
            ),
            ("Σ q − Σ min(p, q) = 1 − Σ min(p, q)", "It is true, but this proof never has the sum of q: it began with p."),
        ],
    },
    Statement {
        claim: "Σ max(0, q − p) = 1 − Σ min(p, q)",
        lines: [
            ("max(0, q(x) − p(x)) = q(x) − min(p(x), q(x)) for every x", 0, "Where q > p both sides are q − p; elsewhere both are 0."),
            ("Σ max(0, q − p) = Σ (q − min(p, q))", 1, "The two terms are equal for every x."),
            ("Σ (q − min(p, q)) = Σ q − Σ min(p, q)", 2, "Sums can be taken apart."),
            ("Σ q − Σ min(p, q) = 1 − Σ min(p, q)", 3, "q adds up to 1."),
        ],
        tempting: [
            (
                "max(0, q(x) − p(x)) = q(x) − p(x) for every x",
                "It is false where p(x) is larger than q(x): there the left side is 0 and the right side negative.",
            ),
            ("Σ max(0, q − p) = max(0, Σ (q − p)) = 0", "The maximum of a sum is not the sum of the maxima."),
            ("Σ min(p, q) = min(Σ p, Σ q) = 1", "The least of two sums is not the sum of the least terms."),
            ("Σ p − Σ min(p, q) = 1 − Σ min(p, q)", "It is true, but this proof never has the sum of p: it began with q."),
        ],
    },
    Statement {
        claim: "½ Σ |p − q| = 1 − Σ min(p, q)",
        lines: [
            (
                "|p(x) − q(x)| = p(x) + q(x) − 2 min(p(x), q(x)) for every x",
                0,
                "The larger less the smaller is both together less twice the smaller.",
            ),
            ("½ Σ |p − q| = ½ Σ (p + q − 2 min(p, q))", 1, "The two terms are equal for every x."),
            ("½ Σ (p + q − 2 min(p, q)) = ½ (Σ p + Σ q) − Σ min(p, q)", 2, "Sums can be taken apart."),
            ("½ (Σ p + Σ q) − Σ min(p, q) = 1 − Σ min(p, q)", 3, "p and q each add up to 1."),
        ],
        tempting: [
            ("|p(x) − q(x)| = p(x) − q(x) for every x", "It is false where q(x) is larger than p(x)."),
            ("½ Σ |p − q| = ½ |Σ p − Σ q| = 0", "The distance of two sums is not the sum of the distances."),
            ("Σ min(p, q) = min(Σ p, Σ q) = 1", "The least of two sums is not the sum of the least terms."),
            ("|p(x) − q(x)| = max(p(x), q(x)) for every x", "It forgets to take the smaller of the two away."),
        ],
    },
    Statement {
        claim: "Σ max(p, q) = 2 − Σ min(p, q)",
        lines: [
            ("max(p(x), q(x)) = p(x) + q(x) − min(p(x), q(x)) for every x", 0, "Of two numbers the larger is both less the smaller."),
            ("Σ max(p, q) = Σ (p + q − min(p, q))", 1, "The two terms are equal for every x."),
            ("Σ (p + q − min(p, q)) = Σ p + Σ q − Σ min(p, q)", 2, "Sums can be taken apart."),
            ("Σ p + Σ q − Σ min(p, q) = 2 − Σ min(p, q)", 3, "p and q each add up to 1."),
        ],
        tempting: [
            ("max(p(x), q(x)) = p(x) for every x", "It is false where q(x) is larger than p(x)."),
            ("Σ max(p, q) = max(Σ p, Σ q) = 1", "The larger of two sums is not the sum of the larger terms."),
            ("Σ min(p, q) = min(Σ p, Σ q) = 1", "The least of two sums is not the sum of the least terms."),
            ("max(p(x), q(x)) + min(p(x), q(x)) = 1 for every x", "The two are p(x) + q(x), which is 1 only by chance."),
        ],
    },
];

fn puzzle(variant: u32, dice: &mut Dice) -> (usize, ProofPuzzle) {
    let which = if variant == 0 { 0 } else { dice.below(STATEMENTS.len()) };
    let statement = &STATEMENTS[which];
    let mut steps: Vec<OrderedStep> = statement
        .lines
        .iter()
        .enumerate()
        .map(|(place, (text, reason, why))| OrderedStep { text: (*text).to_owned(), role: Some((place, *reason)), why: (*why).to_owned() })
        .collect();
    let n_tempting = if variant == 0 { 2 } else { dice.between(2, 3) };
    let tempting: Vec<usize> = if variant == 0 { vec![0, 1] } else { dice.order(statement.tempting.len()) };
    steps.extend(tempting.into_iter().take(n_tempting).map(|idx| {
        let (text, why) = statement.tempting[idx];
        OrderedStep { text: text.to_owned(), role: None, why: why.to_owned() }
    }));
    // Laid out in any order but the right one.
    let laid_out = loop {
        let order = dice.order(steps.len());
        if order.windows(2).filter(|pair| pair[1] == pair[0] + 1).count() < 2 {
            break order;
        }
    };
    let reasons = dice.order(REASONS.len());
    let new_place = |reason: usize| reasons.iter().position(|idx| *idx == reason).unwrap_or(0);
    let steps = laid_out
        .iter()
        .map(|idx| {
            let step = &steps[*idx];
            OrderedStep { role: step.role.map(|(place, reason)| (place, new_place(reason))), ..step.clone() }
        })
        .collect();
    let puzzle =
        ProofPuzzle { claim: statement.claim.to_owned(), steps, reasons: reasons.iter().map(|idx| REASONS[*idx].to_owned()).collect() };
    (which, puzzle)
}

pub(super) fn exercise(variant: u32, dice: &mut Dice) -> Exercise {
    let (which, puzzle) = puzzle(variant, dice);
    let (target, draft) = laws::pair(variant, dice);
    let (p, q) = (target.as_slice(), draft.as_slice());
    let each = |of: fn(f64, f64) -> f64| p.iter().zip(q).map(|(p, q)| of(*p, *q)).collect::<Vec<f64>>();
    let overlap = target.overlap(&draft);
    let residual = target.residual(&draft).mass();
    let shares: f64 = each(|p, q| p * q).iter().sum();
    let (up, low) = (each(|p, q| (p - q).max(0.0)), each(f64::min));
    let right = puzzle.right();
    let first = &puzzle.steps[right[0].0].text;
    let last = right.last().map_or("", |(idx, _)| puzzle.steps[*idx].text.as_str());
    let written: Vec<String> = right
        .iter()
        .map(|(idx, reason)| {
            let step = &puzzle.steps[*idx];
            format!("{}: {}. {}", step.text, reason.map_or("", |reason| puzzle.reasons[reason].as_str()), step.why)
        })
        .collect();
    let picture = ExercisePicture::Laws { target: target.clone(), draft: draft.clone() };
    let hints = match which {
        0 | 1 => "Begin with one token: write the maximum with the help of the minimum.",
        2 => "Begin with one token: write the distance with the help of the minimum.",
        _ => "Begin with one token: the larger and the smaller of two numbers are the two numbers.",
    };
    let proof_part = Part {
        question: format!("Prove {}. Put the lines in order, leave out those that do not follow, and give each line its reason.", puzzle.claim),
        hints: vec![
            hints.to_owned(),
            "Then add over all x, take the sum apart, and use what every distribution adds up to. Each line begins with what the line before it ended with.".to_owned(),
            format!("The first line is: {first}. The last one is: {last}."),
        ],
        solution: written,
        asks: Asks::Order(puzzle),
        picture: picture.clone(),
    };
    let check_part = Part {
        question: "Now with the numbers of the table: Σ max(0, p − q) and Σ min(p, q)? Two numbers.".to_owned(),
        asks: Asks::Numbers(NumberQuestion {
            may_skip_zeros: false,
            ..NumberQuestion::new(
                vec![residual, overlap],
                false,
                vec![
                    Misreading::new(
                        vec![0.0, 1.0],
                        0.0,
                        "You took the sums first. The maximum and the minimum are taken token by token, then added.",
                    ),
                    Misreading::new(vec![overlap, residual], 0.5, "The right numbers, in the other order: first what p has beyond q."),
                    Misreading::new(
                        vec![residual, shares],
                        0.5,
                        "The first is right. For the second you multiplied; the smaller of the two is asked for.",
                    ),
                ],
            )
        }),
        hints: vec![
            "Token by token: is p larger or q? What is the difference, and what is the smaller one?".to_owned(),
            format!("The smaller ones are {}.", super::numbers(&low)),
            format!("{} = {} and {} = {}.", joined(&up, " + "), number(residual), joined(&low, " + "), number(overlap)),
        ],
        solution: vec![
            format!("Σ max(0, p − q) = {} = {}.", joined(&up, " + "), number(residual)),
            format!("Σ min(p, q) = {} = {}.", joined(&low, " + "), number(overlap)),
            format!("Together {}: what was to be proved.", number(residual + overlap)),
        ],
        picture,
    };
    Exercise {
        id: ExerciseId::Overlap,
        variant,
        given: vec!["p and q are two distributions over the same tokens. Sums go over all tokens x.".to_owned()],
        table: token_table(&[("p", p), ("q", q)]),
        parts: vec![proof_part, check_part],
    }
}

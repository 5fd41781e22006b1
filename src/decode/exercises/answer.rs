//! What a reader answers: read, given credit, and explained.

use super::overlap::ProofPuzzle;
use super::{Part, number};
use crate::decode::shorten;

/// What kind of answer a question asks for, and which one is right.
#[derive(Clone, Debug, PartialEq)]
pub enum Asks {
    /// Some of these: typed as a list, such as `{1, 2}`.
    List(SetQuestion),
    /// Some of these: ticked.
    Ticks(SetQuestion),
    /// Numbers, typed.
    Numbers(NumberQuestion),
    /// One of these.
    Choice {
        /// What there is to choose from.
        options: Vec<String>,
        /// Which one is right.
        right: usize,
        /// What each choice shows: why it is right, or what was misunderstood.
        why: Vec<String>,
    },
    /// Lines of a proof, to be put in order, each with its reason.
    Order(ProofPuzzle),
}

/// Which of these?
#[derive(Clone, Debug, PartialEq)]
pub struct SetQuestion {
    /// What there is to choose from.
    pub names: Vec<String>,
    /// Which belong.
    pub right: Vec<bool>,
    /// Wrong answers with a name.
    pub misreadings: Vec<Misreading<Vec<bool>>>,
}

/// Which number, or which numbers?
#[derive(Clone, Debug, PartialEq)]
pub struct NumberQuestion {
    /// The right ones.
    pub right: Vec<f64>,
    /// How far off an answer may be: what rounding to two digits leaves.
    pub tolerance: f64,
    /// Whether they are probabilities.
    pub is_prob: bool,
    /// Whether numbers that are 0 may be left out.
    pub may_skip_zeros: bool,
    /// Wrong answers with a name.
    pub misreadings: Vec<Misreading<Vec<f64>>>,
}

/// A wrong answer that shows what was misunderstood.
#[derive(Clone, Debug, PartialEq)]
pub struct Misreading<T> {
    /// The answer.
    pub answer: T,
    /// The least credit for it.
    pub credit: f64,
    /// What was misunderstood.
    pub why: String,
}

impl<T> Misreading<T> {
    pub(super) fn new(answer: T, credit: f64, why: impl Into<String>) -> Self {
        Self { answer, credit, why: why.into() }
    }
}

/// What rounding to two digits leaves, and a little for rounding on the way.
pub(super) const TOLERANCE: f64 = 0.0061;

/// An answer this near is right but for rounding.
const NEARLY: f64 = 0.02;

impl SetQuestion {
    /// A question for the tokens that a distribution has left.
    pub(super) fn new(names: Vec<String>, right: Vec<bool>, misreadings: Vec<Misreading<Vec<bool>>>) -> Self {
        let misreadings = misreadings.into_iter().filter(|misreading| misreading.answer != right).collect();
        Self { names, right, misreadings }
    }

    /// The right answer as a list: `{1, 2}`.
    pub fn answer(&self) -> String {
        self.list_of(&self.right)
    }

    fn list_of(&self, chosen: &[bool]) -> String {
        let names: Vec<&str> = self.names.iter().zip(chosen).filter(|(_, chosen)| **chosen).map(|(name, _)| name.as_str()).collect();
        format!("{{{}}}", names.join(", "))
    }

    fn check(&self, chosen: &[bool]) -> Checked {
        let pairs = || chosen.iter().zip(&self.right);
        let n_right = self.right.iter().filter(|right| **right).count();
        let n_hit = pairs().filter(|(chosen, right)| **chosen && **right).count();
        let n_extra = pairs().filter(|(chosen, right)| **chosen && !**right).count();
        if n_hit == n_right && n_extra == 0 {
            return Checked::right();
        }
        let credit = (n_hit as f64 - n_extra as f64).max(0.0) / n_right.max(1) as f64;
        if let Some(misreading) = self.misreadings.iter().find(|misreading| misreading.answer == chosen) {
            return Checked::wrong(credit.max(misreading.credit), misreading.why.clone());
        }
        let n_missing = n_right - n_hit;
        let mut why = format!("{n_hit} of those you name {} right", if n_hit == 1 { "is" } else { "are" });
        if n_extra > 0 {
            why.push_str(&format!("; {n_extra} {} not belong there", if n_extra == 1 { "does" } else { "do" }));
        }
        if n_missing > 0 {
            why.push_str(&format!("; {n_missing} {} missing", if n_missing == 1 { "is" } else { "are" }));
        }
        why.push('.');
        Checked::wrong(credit, why)
    }
}

impl NumberQuestion {
    /// A question for probabilities, one or several. Misreadings that are no different from the right answer
    /// are left out.
    pub(super) fn probs(right: Vec<f64>, misreadings: Vec<Misreading<Vec<f64>>>) -> Self {
        Self::new(right, true, misreadings)
    }

    /// A question for numbers of any size.
    pub(super) fn new(right: Vec<f64>, is_prob: bool, misreadings: Vec<Misreading<Vec<f64>>>) -> Self {
        let is_other = |answer: &[f64]| !is_near(answer, &right, 1.5 * TOLERANCE);
        let misreadings = misreadings.into_iter().filter(|misreading| is_other(&misreading.answer)).collect();
        Self { may_skip_zeros: right.len() > 1, right, tolerance: TOLERANCE, is_prob, misreadings }
    }

    /// The right answer as a list: `0.67, 0.33, 0.00`.
    pub fn answer(&self) -> String {
        super::numbers(&self.right)
    }

    fn check(&self, given: &[f64]) -> Checked {
        let near = |tolerance: f64| given.iter().zip(&self.right).filter(|(given, right)| (*given - *right).abs() <= tolerance).count();
        let n = self.right.len();
        if near(self.tolerance) == n {
            return Checked::right();
        }
        let share = near(self.tolerance) as f64 / n as f64;
        // Zeros are easily right: they count for nothing by themselves.
        let n_zero = self.right.iter().filter(|right| **right == 0.0).count();
        let earned = if n > 1 && near(self.tolerance) > n_zero { share } else { 0.0 };
        if let Some(misreading) = self.misreadings.iter().find(|misreading| is_near(&misreading.answer, given, self.tolerance)) {
            return Checked::wrong(earned.max(misreading.credit), misreading.why.clone());
        }
        if near(NEARLY) == n {
            return Checked::wrong(0.75, "Nearly: the way is right, the rounding is not. Give two digits after the point.".to_owned());
        }
        let sum: f64 = given.iter().sum();
        let why = match n {
            1 => "That is not the number. Go through it step by step, or take a hint.".to_owned(),
            _ if self.is_distribution() && (sum - 1.0).abs() > NEARLY => {
                format!(
                    "{} of {n} are right. What you give adds up to {}, and a distribution adds up to 1.",
                    near(self.tolerance),
                    number(sum)
                )
            }
            _ => format!("{} of {n} are right.", near(self.tolerance)),
        };
        Checked::wrong(earned, why)
    }

    fn is_distribution(&self) -> bool {
        self.right.len() > 1 && (self.right.iter().sum::<f64>() - 1.0).abs() < 1e-9
    }
}

fn is_near(a: &[f64], b: &[f64], tolerance: f64) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= tolerance)
}

/// What a reader hands in.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Something typed.
    Typed(String),
    /// Which of the names are ticked.
    Ticked(Vec<bool>),
    /// The option chosen, if one is.
    Chosen(Option<usize>),
    /// The lines of a proof from the first: which line, and which reason, if one is chosen.
    Ordered(Vec<(usize, Option<usize>)>),
}

/// Right, partly right or wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Right.
    Right,
    /// Some of it is.
    Partly,
    /// None of it is.
    Wrong,
}

/// What an answer is worth, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// From 0 to 1.
    pub credit: f64,
    /// What to say to the reader.
    pub feedback: Vec<String>,
}

impl Checked {
    fn right() -> Self {
        Self { credit: 1.0, feedback: Vec::new() }
    }

    pub(super) fn wrong(credit: f64, why: String) -> Self {
        Self { credit: credit.clamp(0.0, 0.95), feedback: vec![why] }
    }

    /// Right, partly right or wrong.
    pub fn mark(&self) -> Mark {
        if self.credit >= 1.0 {
            Mark::Right
        } else if self.credit > 0.0 {
            Mark::Partly
        } else {
            Mark::Wrong
        }
    }
}

impl Part {
    /// Checks an answer. The error says why it cannot be read; such an answer counts as none.
    pub fn check(&self, answer: &Answer) -> Result<Checked, String> {
        match (&self.asks, answer) {
            (Asks::List(question), Answer::Typed(text)) => Ok(question.check(&read_list(text, &question.names)?)),
            (Asks::Ticks(question), Answer::Ticked(ticked)) if ticked.len() == question.names.len() => {
                if ticked.contains(&true) {
                    Ok(question.check(ticked))
                } else {
                    Err("Tick at least one.".to_owned())
                }
            }
            (Asks::Numbers(question), Answer::Typed(text)) => {
                let given = read_numbers(text, question.right.len())?;
                if question.is_prob
                    && let Some(bad) = given.iter().find(|value| !(0.0..=1.0).contains(*value))
                {
                    return Err(format!("{bad} is not a probability: it must lie between 0 and 1. For percent, write 70%."));
                }
                Ok(question.check(&fill(given, question)?))
            }
            (Asks::Choice { options, right, why }, Answer::Chosen(chosen)) => {
                let chosen = chosen.filter(|chosen| *chosen < options.len()).ok_or("Choose one of them first.")?;
                let credit = if chosen == *right { 1.0 } else { 0.0 };
                Ok(Checked { credit, feedback: why.get(chosen).cloned().into_iter().collect() })
            }
            (Asks::Order(puzzle), Answer::Ordered(lines)) => puzzle.check(lines),
            _ => Err("This question takes another kind of answer.".to_owned()),
        }
    }

    /// The right answer, as a reader would hand it in.
    pub fn right_answer(&self) -> Answer {
        match &self.asks {
            Asks::List(question) => Answer::Typed(question.answer()),
            Asks::Ticks(question) => Answer::Ticked(question.right.clone()),
            Asks::Numbers(question) => Answer::Typed(question.answer()),
            Asks::Choice { right, .. } => Answer::Chosen(Some(*right)),
            Asks::Order(puzzle) => Answer::Ordered(puzzle.right()),
        }
    }

    /// The right answer in words, for an answer key.
    pub fn answer_in_words(&self) -> Vec<String> {
        match &self.asks {
            Asks::List(question) => vec![question.answer()],
            Asks::Ticks(question) => {
                let names = question.names.iter().zip(&question.right).filter(|(_, right)| **right).map(|(name, _)| name.as_str());
                vec![names.collect::<Vec<_>>().join(" · ")]
            }
            Asks::Numbers(question) => vec![question.answer()],
            Asks::Choice { options, right, .. } => options.get(*right).cloned().into_iter().collect(),
            Asks::Order(puzzle) => puzzle
                .right()
                .iter()
                .map(|(step, reason)| {
                    format!("{} – {}", puzzle.steps[*step].text, reason.and_then(|idx| puzzle.reasons.get(idx)).map_or("", String::as_str))
                })
                .collect(),
        }
    }
}

/// Numbers that a reader has typed, with the zeros that were left out.
fn fill(given: Vec<f64>, question: &NumberQuestion) -> Result<Vec<f64>, String> {
    let n = question.right.len();
    if given.len() == n {
        return Ok(given);
    }
    let n_left = question.right.iter().filter(|right| **right > 0.0).count();
    if question.may_skip_zeros && given.len() == n_left {
        let mut given = given.into_iter();
        return Ok(question.right.iter().map(|right| if *right > 0.0 { given.next().unwrap_or(0.0) } else { 0.0 }).collect());
    }
    Err(match n {
        1 => format!("One number is asked for; {} were read.", given.len()),
        _ => format!("{n} numbers are asked for, one for each token in order; {} read. Write 0 for a token that is out.", was(given.len())),
    })
}

fn was(n: usize) -> String {
    if n == 1 { "1 was".to_owned() } else { format!("{n} were") }
}

/// Reads a list of names such as `{1, 2}`, `1 2`, `1; 2` or `{}`.
pub fn read_list(text: &str, names: &[String]) -> Result<Vec<bool>, String> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err("Nothing is entered yet. Write a list such as {1, 2}, or {} for none.".to_owned());
    }
    let inner = trimmed.trim_start_matches(['{', '[', '(']).trim_end_matches(['}', ']', ')']);
    let mut chosen = vec![false; names.len()];
    if ["", "∅", "none"].contains(&inner.trim().to_lowercase().as_str()) {
        return Ok(chosen);
    }
    for piece in inner.split([',', ';', ' ', '\t', '\n', '\u{a0}']).map(str::trim).filter(|piece| !piece.is_empty()) {
        if ["and", "token", "tokens", "&"].contains(&piece.to_lowercase().as_str()) {
            continue;
        }
        match names.iter().position(|name| name.eq_ignore_ascii_case(piece)) {
            Some(idx) => chosen[idx] = true,
            None if piece.contains('.') || piece.ends_with('%') => {
                return Err(format!("“{piece}” looks like a probability. Name tokens by their numbers, such as {{1, 2}}."));
            }
            None => {
                let (first, last) = (names.first().map_or("", String::as_str), names.last().map_or("", String::as_str));
                return Err(format!("“{}” is none of the tokens {first} to {last}. Write a list such as {{1, 2}}.", shorten(piece)));
            }
        }
    }
    Ok(chosen)
}

/// Reads one number or several: `0.67, 0.33`, `0,67; 0,33`, `2/3 1/3`, `67% 33%`. `n` are expected, which
/// decides what a comma without a space is.
pub fn read_numbers(text: &str, n: usize) -> Result<Vec<f64>, String> {
    let trimmed = text.trim().trim_start_matches(['{', '[', '(', '=', '≈', '~']).trim_end_matches(['}', ']', ')']).trim();
    if trimmed.is_empty() {
        return Err("Nothing is entered yet. Write a number such as 0.25, 1/4 or 25%.".to_owned());
    }
    // Spaces belong to no number: "2 / 3" and "25 %" are one.
    let tight = trimmed.replace(" /", "/").replace("/ ", "/").replace(" %", "%");
    let pieces = pieces_of(&tight, n);
    pieces.iter().map(|piece| read_number(piece)).collect()
}

/// Cuts a list into numbers. A comma is a decimal sign where something else separates: a semicolon, or a space.
fn pieces_of(text: &str, n: usize) -> Vec<String> {
    let split = |by: &[char]| -> Vec<String> {
        text.split(by).map(|piece| piece.trim().trim_matches(',').to_owned()).filter(|piece| !piece.is_empty()).collect()
    };
    let spaces = [' ', '\t', '\n', '\u{a0}'];
    if n == 1 && !text.contains(';') && !text.contains(spaces) {
        return vec![text.to_owned()];
    }
    if text.contains(';') {
        split(&[';', '\n'])
    } else if text.contains('.') || !text.contains(spaces) {
        split(&[',', ' ', '\t', '\n', '\u{a0}'])
    } else {
        split(&spaces)
    }
}

/// Reads one number: with a point or a comma, as a fraction, or in percent.
pub fn read_number(text: &str) -> Result<f64, String> {
    let cannot = || format!("“{}” cannot be read as a number. Write 0.25, 0,25, 1/4 or 25%.", shorten(text));
    let plain = text.trim().replace('−', "-").replace(',', ".");
    let simple = |text: &str| -> Option<f64> {
        let text = text.trim();
        let usable = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || ['.', '-', '+'].contains(&c));
        usable.then(|| text.parse::<f64>().ok()).flatten().filter(|value| value.is_finite())
    };
    let value = if let Some(percent) = plain.strip_suffix('%') {
        simple(percent).map(|value| value / 100.0)
    } else if let Some((over, under)) = plain.split_once('/') {
        match (simple(over), simple(under)) {
            (Some(_), Some(0.0)) => return Err(format!("“{}” divides by zero.", shorten(text))),
            (Some(over), Some(under)) => Some(over / under),
            _ => None,
        }
    } else {
        simple(&plain)
    };
    value.ok_or_else(cannot)
}

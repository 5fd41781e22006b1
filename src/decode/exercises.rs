//! Exercises that check themselves. Each has endless variants: number 0 has the numbers of the textbook, every
//! other number is a seed. Right answers come from the same code that the labs run, never from a list.
//!
//! An answer is read ([`Part::check`] refuses what cannot be read, which counts as nothing), given credit, and
//! held against the answers that typical misunderstandings lead to, each computed as the misunderstanding
//! would, so that the feedback can say what went wrong and not only that it did.

mod accepted;
mod answer;
mod beams;
mod filters;
mod laws;
mod mask;
mod overlap;
mod progress;
mod temperature;

pub use self::answer::*;
pub use self::overlap::{OrderedStep, ProofPuzzle};
pub use self::progress::*;

use crate::decode::{CoinUse, Coins, Expected, Probs};

/// Which exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExerciseId {
    /// What top-k, top-p and min-p keep.
    Filters,
    /// Temperature and top-p change the distribution that is drawn from.
    Temperature,
    /// Beam search draws nothing.
    Beams,
    /// What a grammar's mask lets through.
    Mask,
    /// The uncovered mass is one minus the overlap.
    Overlap,
    /// Speculation is exact only with the residual.
    Residual,
    /// Where draft and target are the same.
    Equal,
    /// How many guesses a cycle accepts.
    Accepted,
}

impl ExerciseId {
    /// Every exercise, in the order of the chapters: its name in addresses and files, and its title.
    pub const ALL: [(ExerciseId, &'static str, &'static str); 8] = [
        (ExerciseId::Filters, "filters", "Three filters, one distribution"),
        (ExerciseId::Temperature, "temperature", "What temperature and top-p change"),
        (ExerciseId::Beams, "beams", "Beam search is not sampling"),
        (ExerciseId::Mask, "mask", "The mask of a grammar"),
        (ExerciseId::Overlap, "overlap", "One minus the overlap: a proof"),
        (ExerciseId::Residual, "residual", "Exact only with the residual"),
        (ExerciseId::Equal, "equal", "When draft and target agree"),
        (ExerciseId::Accepted, "accepted", "How many guesses are accepted?"),
    ];

    /// The exercise of this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known, _)| *known == name).map(|(id, ..)| *id)
    }

    /// Its name in addresses and files.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize % Self::ALL.len()].1
    }

    /// Its title.
    pub fn title(self) -> &'static str {
        Self::ALL[self as usize % Self::ALL.len()].2
    }
}

/// One variant of an exercise.
#[derive(Clone, Debug, PartialEq)]
pub struct Exercise {
    /// Which exercise.
    pub id: ExerciseId,
    /// Which variant: 0 has the textbook's numbers, any other number is a seed.
    pub variant: u32,
    /// What is given, in sentences.
    pub given: Vec<String>,
    /// What is given, as a table; empty where sentences are enough.
    pub table: GivenTable,
    /// The questions.
    pub parts: Vec<Part>,
}

/// A table of numbers that an exercise gives.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct GivenTable {
    /// What the columns are: tokens, mostly.
    pub columns: Vec<String>,
    /// Each row: what it is, and a cell for each column.
    pub rows: Vec<(String, Vec<String>)>,
}

/// One question of an exercise.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The question.
    pub question: String,
    /// What kind of answer is asked for, and which is right.
    pub asks: Asks,
    /// Hints, from a nudge to the answer. Only the last one gives it away.
    pub hints: Vec<String>,
    /// The worked solution, step by step.
    pub solution: Vec<String>,
    /// What the page shows once the question has been answered.
    pub picture: ExercisePicture,
}

/// A picture of the answer, as data: it is computed when the reader has answered.
#[derive(Clone, Debug, PartialEq)]
pub enum ExercisePicture {
    /// Distributions over the same tokens, one above the other.
    Bars {
        /// The tokens.
        names: Vec<String>,
        /// Each distribution with what it is.
        rows: Vec<(String, Vec<f64>)>,
    },
    /// Cycles tried out live, against the formula.
    Cycles {
        /// The probability that each test passes, once it is reached.
        alphas: Vec<f64>,
    },
    /// What a mask lets through.
    Mask {
        /// The text so far.
        text: String,
        /// The tokens.
        names: Vec<String>,
        /// Which may come next.
        allowed: Vec<bool>,
        /// What may come next.
        expects: Expected,
    },
    /// All texts of a small table.
    Texts {
        /// Text, probability, times drawn in 100 draws, and what finds it.
        rows: Vec<(String, f64, usize, String)>,
    },
    /// p and q, with the emitted token's law under the right rule and without the residual.
    Laws {
        /// The target.
        target: Probs,
        /// The draft.
        draft: Probs,
    },
}

/// The largest variant.
pub const MAX_VARIANT: u32 = 999_999;

impl Exercise {
    /// A variant of an exercise. The same number gives the same exercise on every machine.
    pub fn new(id: ExerciseId, variant: u32) -> Self {
        let variant = variant.min(MAX_VARIANT);
        let mut dice = Dice::new(id, variant);
        match id {
            ExerciseId::Filters => filters::exercise(variant, &mut dice),
            ExerciseId::Temperature => temperature::exercise(variant, &mut dice),
            ExerciseId::Beams => beams::exercise(variant, &mut dice),
            ExerciseId::Mask => mask::exercise(variant, &mut dice),
            ExerciseId::Overlap => overlap::exercise(variant, &mut dice),
            ExerciseId::Residual => laws::residual(variant, &mut dice),
            ExerciseId::Equal => laws::equal(variant, &mut dice),
            ExerciseId::Accepted => accepted::exercise(variant, &mut dice),
        }
    }

    /// Its title.
    pub fn title(&self) -> &'static str {
        self.id.title()
    }
}

/// The random choices of a variant.
struct Dice {
    coins: Coins,
    n_thrown: usize,
}

impl Dice {
    fn new(id: ExerciseId, variant: u32) -> Self {
        Self { coins: Coins::new(u64::from(variant)).stream(id as u32), n_thrown: 0 }
    }

    /// A whole number below `n`.
    fn below(&mut self, n: usize) -> usize {
        self.n_thrown += 1;
        let coin = self.coins.coin(self.n_thrown, 0, CoinUse::Sample);
        ((coin * n as f64) as usize).min(n.saturating_sub(1))
    }

    /// A whole number of a range, both ends included.
    fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high + 1 - low)
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// The numbers below `n` in some order (Fisher and Yates).
    fn order(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for last in (1..n).rev() {
            order.swap(last, self.below(last + 1));
        }
        order
    }

    /// Distinct positive whole numbers up to `most` that add up to `sum`, the largest first. There must be some.
    fn distinct(&mut self, n: usize, sum: usize, most: usize) -> Vec<usize> {
        loop {
            let mut numbers: Vec<usize> = (0..n).map(|_| self.between(1, most)).collect();
            numbers.sort_unstable_by(|a, b| b.cmp(a));
            if numbers.iter().sum::<usize>() == sum && numbers.windows(2).all(|pair| pair[0] > pair[1]) {
                return numbers;
            }
        }
    }

    /// Positive whole numbers that add up to `sum`, in any order.
    fn shares(&mut self, n: usize, sum: usize) -> Vec<usize> {
        let mut shares = vec![1; n];
        for _ in n..sum {
            let idx = self.below(n);
            shares[idx] += 1;
        }
        shares
    }
}

/// Shares of a whole as a distribution.
fn distribution(shares: &[usize]) -> Probs {
    let sum = shares.iter().sum::<usize>().max(1) as f64;
    let probs = shares.iter().map(|share| *share as f64 / sum).collect();
    Probs::new(probs).expect("shares of their own sum are a distribution")
}

/// The tokens of an exercise: 1, 2, 3, ...
fn numbered(n: usize) -> Vec<String> {
    (1..=n).map(|number| number.to_string()).collect()
}

/// A probability as exercises write it: two digits, or three where two would not be exact.
fn number(value: f64) -> String {
    let two = format!("{value:.2}");
    let is_exact = two.parse::<f64>().is_ok_and(|rounded| (rounded - value).abs() < 1e-9);
    if is_exact { two } else { format!("{value:.3}") }
}

/// Numbers as exercises write them: `0.67, 0.33, 0.00`.
fn numbers(values: &[f64]) -> String {
    values.iter().map(|value| number(*value)).collect::<Vec<_>>().join(", ")
}

/// A sum or product written out: `0.50 + 0.25`.
fn joined(values: &[f64], sign: &str) -> String {
    values.iter().map(|value| number(*value)).collect::<Vec<_>>().join(sign)
}

/// A table with one row for each distribution over numbered tokens.
fn token_table(rows: &[(&str, &[f64])]) -> GivenTable {
    let n = rows.first().map_or(0, |(_, row)| row.len());
    let columns = numbered(n).into_iter().map(|name| format!("token {name}")).collect();
    let rows = rows.iter().map(|(name, row)| ((*name).to_owned(), row.iter().map(|value| number(*value)).collect())).collect();
    GivenTable { columns, rows }
}

/// Sentences as owned text.
fn lines<const N: usize>(texts: [&str; N]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[cfg(test)]
mod tests;

//! Top-k, top-p and min-p on one small distribution: what each keeps, what is left when it is divided by its
//! sum, and which of the three is the most peaked.
//!
//! The textbook's threshold alpha = 0.30 is that of min-p (Nguyen et al. 2024): a token stays if it is at
//! least alpha times as probable as the most probable one.

use super::{
    Asks, Dice, Exercise, ExerciseId, ExercisePicture, Misreading, NumberQuestion, Part, SetQuestion, distribution, joined, number,
    numbered, token_table,
};
use crate::decode::{LogitsProcessor, Probs};

/// One variant's numbers. Percentages are whole, so that limits are met exactly where they are on paper.
struct Setting {
    probs: Probs,
    k: usize,
    top_p: f64,
    alpha: f64,
}

impl Setting {
    fn new(variant: u32, dice: &mut Dice) -> Self {
        if variant == 0 {
            return Self { probs: distribution(&[50, 25, 15, 10]), k: 2, top_p: 0.70, alpha: 0.30 };
        }
        loop {
            let n = dice.between(4, 5);
            let probs = distribution(&dice.distinct(n, 20, 12));
            let k = dice.between(2, n - 1);
            let top_p = dice.between(9, 19) as f64 * 5.0 / 100.0;
            let alpha = dice.between(2, 12) as f64 * 5.0 / 100.0;
            let setting = Self { probs, k, top_p, alpha };
            let supports = setting.filtered().map(|probs| probs.support());
            // Three filters that keep the same, or one that keeps all, teach little.
            if supports.iter().any(|support| *support != supports[0]) && supports.iter().all(|support| *support < n) {
                return setting;
            }
        }
    }

    fn processors(&self) -> [LogitsProcessor; 3] {
        [LogitsProcessor::TopK(self.k), LogitsProcessor::TopP(self.top_p), LogitsProcessor::MinP(self.alpha)]
    }

    fn filtered(&self) -> [Probs; 3] {
        self.processors().map(|processor| reshaped(&processor, &self.probs))
    }
}

/// A filter that keeps at least one token, applied.
fn reshaped(processor: &LogitsProcessor, probs: &Probs) -> Probs {
    processor.reshape(probs).expect("the most probable token always stays")
}

fn kept(probs: &Probs) -> Vec<bool> {
    probs.as_slice().iter().map(|p| *p > 0.0).collect()
}

fn first(n_kept: usize, n: usize) -> Vec<bool> {
    (0..n).map(|idx| idx < n_kept).collect()
}

pub(super) fn exercise(variant: u32, dice: &mut Dice) -> Exercise {
    let setting = Setting::new(variant, dice);
    let p = setting.probs.as_slice();
    let n = p.len();
    let names = numbered(n);
    let [top_k, top_p, min_p] = setting.filtered();
    let bars = |rows: &[Named]| ExercisePicture::Bars {
        names: names.clone(),
        rows: rows.iter().map(|(name, probs)| ((*name).to_owned(), probs.as_slice().to_vec())).collect(),
    };
    let (name_k, name_p, name_m) = (
        format!("top-k, k = {}", setting.k),
        format!("top-p, p = {}", number(setting.top_p)),
        format!("min-p, α = {}", number(setting.alpha)),
    );

    let mut parts = Vec::new();
    let mut filter = |name: &str,
                      keeps: &str,
                      probs: &Probs,
                      misreadings: Vec<Misreading<Vec<bool>>>,
                      hints: Vec<String>,
                      solution: Vec<String>| {
        let question = SetQuestion::new(names.clone(), kept(probs), misreadings);
        let list = question.answer();
        let mass: f64 = kept_values(p, probs).iter().sum();
        let picture = bars(&[("before", &setting.probs), (name, probs)]);
        parts.push(Part {
            question: format!("{keeps} Which tokens stay? (Its support.)"),
            asks: Asks::List(question),
            hints,
            solution,
            picture: picture.clone(),
        });
        let cut_only: Vec<f64> = p.iter().zip(probs.as_slice()).map(|(before, after)| if *after > 0.0 { *before } else { 0.0 }).collect();
        let mut wrong = vec![Misreading::new(
            cut_only.clone(),
            0.5,
            format!("These tokens stay, but what stays adds up to {}. Divide each by that, so that the sum is 1 again.", number(mass)),
        )];
        let shared: Vec<f64> = {
            let n_kept = probs.support().max(1) as f64;
            cut_only.iter().map(|value| if *value > 0.0 { value + (1.0 - mass) / n_kept } else { 0.0 }).collect()
        };
        wrong.push(Misreading::new(
            shared,
            0.25,
            "You shared what was cut equally among those that stay. Divide by the sum instead: then the odds between two kept tokens do not change.",
        ));
        parts.push(Part {
            question: format!("And the distribution after it, for tokens 1 to {n}? Two digits are enough; 0 for a token that is out."),
            asks: Asks::Numbers(NumberQuestion::probs(probs.as_slice().to_vec(), wrong)),
            hints: vec![
                "What stays must add up to 1 again.".to_owned(),
                format!("Divide each probability that stays by {}, the sum of those that stay.", joined(&kept_values(p, probs), " + ")),
                format!("The sum is {}: {}.", number(mass), super::numbers(probs.as_slice())),
            ],
            solution: vec![
                format!("{list} stays, with the mass {} = {}.", joined(&kept_values(p, probs), " + "), number(mass)),
                format!("Divided by it: {}.", super::numbers(probs.as_slice())),
            ],
            picture,
        });
    };

    // Top-k: the k most probable, whatever their probabilities are.
    let by_rank = setting.k;
    filter(
        &name_k,
        &format!("Top-k with k = {by_rank} keeps the {by_rank} most probable tokens."),
        &top_k,
        vec![
            Misreading::new(first(by_rank + 1, n), 0.5, "One too many: k counts the tokens that stay."),
            Misreading::new(first(by_rank - 1, n), 0.5, "One too few: the k-th token stays, too."),
            Misreading::new(
                first(n, n).iter().enumerate().map(|(idx, _)| idx + 1 == by_rank).collect(),
                0.0,
                "k is a count and not a token’s number: all tokens up to the k-th stay.",
            ),
        ],
        vec![
            "Top-k looks at ranks alone, not at probabilities.".to_owned(),
            "Sort by probability and count from the top.".to_owned(),
            format!(
                "The tokens are sorted already: the first {by_rank} are {}.",
                SetQuestion::new(names.clone(), kept(&top_k), vec![]).answer()
            ),
        ],
        vec![format!("By rank the first {by_rank}: {}.", SetQuestion::new(names.clone(), kept(&top_k), vec![]).answer())],
    );

    // Top-p: the shortest prefix that reaches p.
    let n_kept = top_p.support();
    let before: f64 = p.iter().take(n_kept - 1).sum();
    let reached: f64 = p.iter().take(n_kept).sum();
    let target = setting.top_p;
    let prefix = |len: usize| joined(&p[..len], " + ");
    let mut steps: Vec<String> =
        (1..n_kept).map(|len| format!("{} = {} is still below {}.", prefix(len), number(p[..len].iter().sum()), number(target))).collect();
    steps.push(format!(
        "{} = {} reaches {}: the token that reaches it stays, and here the list ends.",
        prefix(n_kept),
        number(reached),
        number(target)
    ));
    let list_p = SetQuestion::new(names.clone(), kept(&top_p), vec![]).answer();
    steps.push(format!("So {list_p}."));
    filter(
        &name_p,
        &format!("Top-p with p = {} keeps the shortest list of most probable tokens whose mass is at least p.", number(target)),
        &top_p,
        vec![
            Misreading::new(
                first(n_kept - 1, n),
                0.5,
                format!(
                    "Together these have {}, which is below {}. The token that reaches p stays; you dropped it.",
                    number(before),
                    number(target)
                ),
            ),
            Misreading::new(
                first(n_kept + 1, n),
                0.5,
                format!("{} is reached before your last token. The shortest list is asked for.", number(target)),
            ),
            Misreading::new(
                p.iter().map(|value| *value >= target).collect(),
                0.0,
                "You compared each token’s own probability with p. Top-p adds probabilities up from the most probable on.",
            ),
            Misreading::new(first(n, n), 0.0, "These are all tokens. Stop as soon as the mass reaches p."),
        ],
        vec![
            "Add probabilities up from the most probable token on, and stop once the sum reaches p.".to_owned(),
            format!("Compare the sums with {}: the token with which the sum reaches it still belongs.", number(target)),
            format!("{} = {} ≥ {}, so {list_p}.", prefix(n_kept), number(reached), number(target)),
        ],
        steps,
    );

    // Min-p: relative to the best.
    let limit = setting.alpha * p[0];
    let list_m = SetQuestion::new(names.clone(), kept(&min_p), vec![]).answer();
    let n_kept = min_p.support();
    let meets = (p[n_kept - 1] - limit).abs() < 1e-12;
    filter(
        &name_m,
        &format!("Min-p with α = {} keeps tokens that are at least α times as probable as the most probable one.", number(setting.alpha)),
        &min_p,
        vec![
            Misreading::new(
                p.iter().map(|value| *value > limit + 1e-12).collect(),
                0.5,
                format!("A token that meets the limit {} exactly stays: “at least” includes it.", number(limit)),
            ),
            Misreading::new(
                p.iter().map(|value| *value + 1e-12 >= setting.alpha).collect(),
                0.25,
                format!(
                    "You took α itself for the limit. It is relative: α times the largest probability, {} · {}.",
                    number(setting.alpha),
                    number(p[0])
                ),
            ),
            Misreading::new(
                kept(&reshaped(&LogitsProcessor::TopP(setting.alpha), &setting.probs)),
                0.0,
                "You read α as a mass to be reached, as top-p does. It is a share of the largest probability.",
            ),
        ],
        vec![
            "The limit depends on the largest probability.".to_owned(),
            format!("The limit is α times {}. Which tokens are at least that probable?", number(p[0])),
            format!("The limit is {} · {} = {}: {list_m}.", number(setting.alpha), number(p[0]), number(limit)),
        ],
        vec![
            format!("The limit: {} · {} = {}.", number(setting.alpha), number(p[0]), number(limit)),
            format!(
                "At least so probable: {list_m}.{}",
                if meets { format!(" Token {n_kept} meets it exactly and stays.") } else { String::new() }
            ),
        ],
    );

    parts.push(peaked_part([(&name_k, &top_k), (&name_p, &top_p), (&name_m, &min_p)], &bars));
    Exercise {
        id: ExerciseId::Filters,
        variant,
        given: vec![format!(
            "A model gives {n} tokens the probabilities below. Each filter is applied on its own, to the same distribution. What it leaves is divided by its sum."
        )],
        table: token_table(&[("p", p)]),
        parts,
    }
}

/// The probabilities before the filter of the tokens that it kept.
fn kept_values(before: &[f64], after: &Probs) -> Vec<f64> {
    before.iter().zip(after.as_slice()).filter(|(_, after)| **after > 0.0).map(|(before, _)| *before).collect()
}

/// A distribution and what it is.
type Named<'a> = (&'a str, &'a Probs);

fn peaked_part(filtered: [Named; 3], bars: &dyn Fn(&[Named]) -> ExercisePicture) -> Part {
    let entropies = filtered.map(|(_, probs)| probs.entropy());
    let least = entropies.iter().copied().fold(f64::INFINITY, f64::min);
    let most = entropies.iter().copied().fold(0.0, f64::max);
    let among = |entropy: f64| entropies.iter().map(|other| (other - entropy).abs() < 1e-9).collect::<Vec<bool>>();
    let names: Vec<String> = filtered.iter().map(|(name, _)| (*name).to_owned()).collect();
    let winners = names.iter().zip(among(least)).filter(|(_, wins)| *wins).map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" and ");
    let tops = filtered.map(|(name, probs)| {
        format!("{name}: largest probability {}, entropy {:.3} nats", number(probs.get(probs.argmax())), probs.entropy())
    });
    Part {
        question: "Which of the three results is the most peaked? If several are equally so, tick all of them.".to_owned(),
        asks: Asks::Ticks(SetQuestion::new(
            names,
            among(least),
            vec![Misreading::new(
                among(most),
                0.0,
                "That one keeps the most tokens. The more tokens share the mass, the flatter the distribution.",
            )],
        )),
        hints: vec![
            "Peaked means: most of the mass on few tokens, low entropy.".to_owned(),
            "All three cut from the same end of the same distribution: the fewer tokens stay, the more each of them gets.".to_owned(),
            format!("The fewest tokens are left by {winners}."),
        ],
        solution: tops.into_iter().chain([format!("Most peaked: {winners}.")]).collect(),
        picture: bars(&filtered),
    }
}

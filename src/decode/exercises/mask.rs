//! The mask of the grammar `[ d (, d)* ]` after the beginning of a list: which tokens may come next, by the
//! automaton that the decoder runs.

use super::{Asks, Dice, Exercise, ExerciseId, ExercisePicture, GivenTable, Misreading, NumberQuestion, Part, SetQuestion, number};
use crate::decode::{Constraint, ConstraintProcessor, ConstraintSpec, LogitsProcessor, Probs, TokenId, TokenTrie, Vocabulary};
use std::sync::Arc;

/// The end of the text, as tokens are named.
const END: &str = "<end>";

/// The tokens of a variant: single symbols, tokens of several symbols, and the end.
fn tokens(variant: u32, dice: &mut Dice) -> Vec<String> {
    let mut digit = |textbook: usize| if variant == 0 { textbook } else { dice.below(10) };
    let (a, b) = (digit(3), digit(7));
    let b = if a == b { (b + 1) % 10 } else { b };
    let (c, d) = (digit(4), digit(5));
    let more = [format!(",{c}"), format!("{d}]"), format!("{a}{b}"), format!("{b},"), format!("[{c}"), "],".to_owned(), ", ".to_owned()];
    let extra: Vec<String> = if variant == 0 {
        more[..3].to_vec()
    } else {
        let mut order = dice.order(more.len());
        order.truncate(3);
        order.sort_unstable();
        order.into_iter().map(|idx| more[idx].clone()).collect()
    };
    let single = ["[".to_owned(), "]".to_owned(), ",".to_owned(), a.to_string(), b.to_string()];
    single.into_iter().chain(extra).chain([END.to_owned()]).collect()
}

/// The grammar over these tokens.
fn processor(names: &[String]) -> ConstraintProcessor {
    let end = TokenId((names.len() - 1) as u32);
    let pieces = names.iter().map(|name| if name == END { Vec::new() } else { name.as_bytes().to_vec() }).collect();
    let constraint = Constraint::compile(ConstraintSpec::DigitList { max_items: None }).expect("the grammar of digit lists is usable");
    ConstraintProcessor::new(Arc::new(constraint), Arc::new(TokenTrie::new(Vocabulary::new(pieces, vec![end]))), vec![end], 0)
}

/// The beginnings of lists that a variant asks for. Each leads the automaton to another place.
fn beginnings(variant: u32, names: &[String], dice: &mut Dice) -> Vec<String> {
    if variant == 0 {
        return vec!["[]".to_owned(), "[3".to_owned(), "[3,".to_owned()];
    }
    let (a, b) = (&names[3], &names[4]);
    let opened = dice.one_of(&[String::new(), "[".to_owned()].each_ref()).clone();
    let closed = dice.one_of(&["[]".to_owned(), format!("[{a}]"), format!("[{a},{b}]")].each_ref()).clone();
    let digit = dice.one_of(&[format!("[{a}"), format!("[{b},{a}"), format!("[{b},{a},{b}")].each_ref()).clone();
    let comma = dice.one_of(&[format!("[{b},"), format!("[{b},{a},")].each_ref()).clone();
    let all = [opened, closed, digit, comma];
    let skipped = dice.below(all.len());
    let mut order = dice.order(all.len());
    order.retain(|idx| *idx != skipped);
    order.into_iter().map(|idx| all[idx].clone()).collect()
}

/// A beginning of a list as it is written in a question.
fn quoted(text: &str) -> String {
    if text.is_empty() { "nothing yet".to_owned() } else { format!("“{text}”") }
}

pub(super) fn exercise(variant: u32, dice: &mut Dice) -> Exercise {
    let names = tokens(variant, dice);
    let processor = processor(&names);
    let constraint = processor.constraint();
    let place_after = |text: &str| constraint.advance(&constraint.start(), text.as_bytes()).expect("every beginning is legal");
    let mask_after = |text: &str| {
        let mask = processor.mask(&place_after(text));
        (0..names.len()).map(|idx| mask.allows(TokenId(idx as u32))).collect::<Vec<bool>>()
    };
    let n = names.len();
    let texts = beginnings(variant, &names, dice);
    let is_long: Vec<bool> = names.iter().map(|name| name != END && name.len() > 1).collect();
    let mut parts: Vec<Part> = texts
        .iter()
        .map(|text| {
            let right = mask_after(text);
            let place = place_after(text);
            let expects = constraint.describe(&place).replace('`', "");
            let bytes = constraint.allowed_bytes(&place);
            let may_end = constraint.is_complete(&place);
            // A token whose first symbol fits, whatever follows it.
            let by_first: Vec<bool> = names
                .iter()
                .map(|name| if name == END { may_end } else { name.bytes().next().is_some_and(|byte| bytes.contains(byte)) })
                .collect();
            let with = |idx: usize, value: bool| {
                let mut other = right.clone();
                other[idx] = value;
                other
            };
            let short: Vec<bool> = right.iter().zip(&is_long).map(|(right, is_long)| *right && !*is_long).collect();
            let short_misreading = short.contains(&true).then(|| {
                Misreading::new(
                    short,
                    0.5,
                    "Tokens are not symbols: a token of several symbols is legal when all of them, one after another, are.",
                )
            });
            let misreadings = [
                Misreading::new(with(n - 1, true), 0.5, "The end of the text is allowed only where the list is complete: after its “]”."),
                Misreading::new(with(n - 1, false), 0.5, "The list is complete here, so the text may end."),
                Misreading::new(
                    by_first,
                    0.5,
                    "You looked at the first symbol only. Every symbol of a token has to fit, one after another.",
                ),
                Misreading::new(
                    with(1, true),
                    0.5,
                    "A “]” cannot stand here: after a comma a digit must follow, and nothing follows a closed list.",
                ),
                Misreading::new(with(0, true), 0.5, "A “[” can stand only at the very beginning: lists do not nest in this grammar."),
                Misreading::new(with(2, true), 0.5, "A comma can stand only after a digit."),
            ];
            let question = SetQuestion::new(names.clone(), right.clone(), misreadings.into_iter().chain(short_misreading).collect());
            let list = named(&names, &right);
            let rejected: Vec<String> = names
                .iter()
                .zip(&right)
                .filter(|(name, right)| !**right && name.len() > 1 && *name != END)
                .filter_map(|(name, _)| {
                    let n_legal = (1..=name.len()).take_while(|len| constraint.advance(&place, &name.as_bytes()[..*len]).is_some()).count();
                    (n_legal > 0).then(|| format!("“{name}” begins rightly, but its “{}” does not fit.", &name[n_legal..]))
                })
                .collect();
            Part {
                question: format!("The text so far: {}. Which tokens does the mask let through?", quoted(text)),
                hints: vec![
                    "Read the text so far with the grammar: what has just been written, and what must follow it?".to_owned(),
                    format!("What may come next is {expects}. Check every token symbol by symbol."),
                    format!("Let through: {list}."),
                ],
                solution: [format!("After {} may come {expects}.", quoted(text))]
                    .into_iter()
                    .chain(rejected)
                    .chain([format!("Let through: {list}.")])
                    .collect(),
                picture: ExercisePicture::Mask {
                    text: text.clone(),
                    names: names.clone(),
                    allowed: right,
                    expects: constraint.expected(&place),
                },
                asks: Asks::Ticks(question),
            }
        })
        .collect();

    // The beginning after which the most is legal, with numbers: the mask, then division by what is left.
    let text = texts.iter().max_by_key(|text| mask_after(text).iter().filter(|allowed| **allowed).count()).cloned().unwrap_or_default();
    let allowed = mask_after(&text);
    let shares = if variant == 0 { vec![1, 3, 4, 2, 2, 2, 1, 1, 4] } else { dice.shares(n, 20) };
    let raw = super::distribution(&shares);
    let masked: Probs = LogitsProcessor::Mask(allowed.clone()).reshape(&raw).expect("something is legal after every beginning of a list");
    let asked = masked.argmax().index();
    let (p, mass) = (raw.as_slice(), raw.as_slice().iter().zip(&allowed).filter(|(_, allowed)| **allowed).map(|(p, _)| p).sum::<f64>());
    let legal: Vec<f64> = p.iter().zip(&allowed).filter(|(_, allowed)| **allowed).map(|(p, _)| *p).collect();
    parts.push(Part {
        question: format!(
            "After {} the model gives the tokens the probabilities in the table. How probable is “{}” under the mask?",
            quoted(&text),
            names[asked]
        ),
        asks: Asks::Numbers(NumberQuestion::probs(
            vec![masked.as_slice()[asked]],
            vec![
                Misreading::new(
                    vec![p[asked]],
                    0.25,
                    "That is its probability without the mask. What the mask takes from others is shared among those that stay.",
                ),
                Misreading::new(vec![mass], 0.25, "That is the mass of all legal tokens: what to divide by."),
                Misreading::new(vec![1.0 / legal.len() as f64], 0.0, "The legal tokens are not equally probable: they keep their odds."),
                Misreading::new(
                    vec![(p[asked] + (1.0 - mass) / legal.len() as f64).min(1.0)],
                    0.25,
                    "You shared what was masked equally. Divide by the sum of the legal tokens instead.",
                ),
            ],
        )),
        hints: vec![
            "Constrained decoding is masked softmax: illegal tokens get 0, the rest is divided by its sum.".to_owned(),
            format!("The legal tokens have {} together.", number(mass)),
            format!("{} / {} = {}.", number(p[asked]), number(mass), number(masked.as_slice()[asked])),
        ],
        solution: vec![
            format!("Legal: {} = {}.", super::joined(&legal, " + "), number(mass)),
            format!("{} / {} = {}.", number(p[asked]), number(mass), number(masked.as_slice()[asked])),
        ],
        picture: ExercisePicture::Bars {
            names: names.clone(),
            rows: vec![("the model’s own".to_owned(), p.to_vec()), ("under the mask".to_owned(), masked.as_slice().to_vec())],
        },
    });
    Exercise {
        id: ExerciseId::Mask,
        variant,
        given: vec![
            "The text must be a list of single digits, with commas between them and no spaces: [ d (, d)* ], or the empty list []."
                .to_owned(),
            format!("The tokens are those of the table. {END} ends the text."),
        ],
        table: GivenTable {
            columns: names.iter().map(|name| if name.contains(' ') { name.replace(' ', "␣") } else { name.clone() }).collect(),
            rows: vec![(format!("p after {}", quoted(&text)), p.iter().map(|p| number(*p)).collect())],
        },
        parts,
    }
}

fn named(names: &[String], chosen: &[bool]) -> String {
    names.iter().zip(chosen).filter(|(_, chosen)| **chosen).map(|(name, _)| format!("“{name}”")).collect::<Vec<_>>().join(" ")
}

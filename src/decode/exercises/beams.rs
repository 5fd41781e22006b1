//! Beam search is not sampling: it looks for a probable text and draws nothing.

use super::{Asks, Dice, Exercise, ExerciseId, ExercisePicture, GivenTable, Misreading, NumberQuestion, Part, number};
use crate::decode::{
    BeamLesson, BeamPair, BeamSettings, Cdf, CoinUse, Coins, EnumeratedText, Probs, TableModel, TokenId, Vocabulary, enumerate,
    now_or_never,
};

/// Words of the variants: the beginning, two ways to go on, and two ends.
const WORDS: [[&str; 5]; 4] = [
    ["The", " cat", " dog", " sat", " ran"],
    ["A", " boy", " girl", " sang", " slept"],
    ["My", " ship", " kite", " sank", " flew"],
    ["Our", " bird", " fish", " swam", " hid"],
];

/// How often the text is drawn for the picture.
const N_DRAWS: usize = 100;

/// The table of two steps: the first word's probability, and that of the first end after each.
#[derive(Clone, Copy)]
struct Setting {
    first: f64,
    after_first: f64,
    after_second: f64,
}

impl Setting {
    fn new(variant: u32, dice: &mut Dice) -> Self {
        if variant == 0 {
            return Self { first: 0.60, after_first: 0.55, after_second: 0.90 };
        }
        loop {
            let share = |dice: &mut Dice, low, high| dice.between(low, high) as f64 * 5.0 / 100.0;
            let setting = Self { first: share(dice, 11, 13), after_first: share(dice, 11, 13), after_second: share(dice, 16, 19) };
            // What greedy writes must be less probable than what begins with the second-best word.
            if (1.0 - setting.first) * setting.after_second > setting.first * setting.after_first + 0.02 {
                return setting;
            }
        }
    }

    fn lesson(self, words: &[&str; 5]) -> BeamLesson {
        let model = TableModel::uniform(5, 8)
            .with_row(&[0], &[0.0, self.first, 1.0 - self.first, 0.0, 0.0])
            .with_row(&[1], &[0.0, 0.0, 0.0, self.after_first, 1.0 - self.after_first])
            .with_row(&[2], &[0.0, 0.0, 0.0, self.after_second, 1.0 - self.after_second]);
        let vocabulary = Vocabulary::new(words.iter().map(|word| word.as_bytes().to_vec()).collect(), Vec::new());
        BeamLesson { model, vocabulary, prompt: vec![TokenId(0)], max_depth: 2, stop_tokens: Vec::new() }
    }
}

pub(super) fn exercise(variant: u32, dice: &mut Dice) -> Exercise {
    let words = if variant == 0 { &WORDS[0] } else { &WORDS[dice.below(WORDS.len())] };
    let setting = Setting::new(variant, dice);
    let lesson = setting.lesson(words);
    let settings = BeamSettings { num_beams: 2, max_depth: 2, ..BeamSettings::default() };
    let texts: Vec<EnumeratedText> =
        now_or_never(enumerate(&lesson.config(settings), &lesson.model, &lesson.prompt)).and_then(Result::ok).flatten().unwrap_or_default();
    let pair = BeamPair::of_lesson(&lesson, settings).expect("a table's search replays");
    let tokens_of = |run: &crate::decode::BeamRun| run.best().map(|best| run.tree().tokens(best)).unwrap_or_default();
    let (greedy, beam) = (tokens_of(&pair.greedy), tokens_of(&pair.beams));
    let written = |tokens: &[TokenId]| lesson.vocabulary.text(&[&lesson.prompt[..], tokens].concat());
    // In the order of the table, so that the list gives nothing away.
    let mut all: Vec<&EnumeratedText> = texts.iter().collect();
    all.sort_by(|a, b| a.tokens.cmp(&b.tokens));
    // The table's rows are f32 logarithms: probabilities are rounded to what they are on paper.
    let prob = |text: &EnumeratedText| libm::round(libm::exp(text.score) * 1e6) / 1e6;
    let place = |tokens: &[TokenId]| all.iter().position(|text| text.tokens == tokens).unwrap_or(0);
    let (greedy_at, beam_at) = (place(&greedy), place(&beam));
    let (p_greedy, p_beam) = (prob(all[greedy_at]), prob(all[beam_at]));
    let drawn = draws(&all.iter().map(|text| prob(text)).collect::<Vec<_>>(), Coins::new(u64::from(variant)));
    let picture = ExercisePicture::Texts {
        rows: all
            .iter()
            .enumerate()
            .map(|(idx, text)| {
                let mut found = Vec::new();
                if idx == greedy_at {
                    found.push("greedy");
                }
                if idx == beam_at {
                    found.push("2 beams, every time");
                }
                (written(&text.tokens), prob(text), drawn[idx], found.join(", "))
            })
            .collect(),
    };
    let options: Vec<String> = all.iter().map(|text| format!("“{}”", written(&text.tokens))).collect();
    let (first, second) = (words[1].trim(), words[2].trim());
    let product = |idx: usize| {
        let text = all[idx];
        let each: Vec<f64> = text.log_probs.iter().map(|log| libm::round(libm::exp(*log) * 1e6) / 1e6).collect();
        format!("{} = {}", super::joined(&each, " · "), number(prob(text)))
    };
    let greedy_part = Part {
        question: "Greedy decoding takes the most probable word, twice. What does it write?".to_owned(),
        asks: Asks::Choice {
            why: (0..all.len())
                .map(|idx| {
                    if idx == greedy_at {
                        format!("Yes: “{first}” first, since {} is more, then the likelier end after it.", number(setting.first))
                    } else if idx == beam_at {
                        "That is the most probable text as a whole. Greedy does not look ahead: it takes the best first word.".to_owned()
                    } else {
                        "Greedy takes the most probable word at each step, and never a less probable one.".to_owned()
                    }
                })
                .collect(),
            right: greedy_at,
            options: options.clone(),
        },
        hints: vec![
            "One word at a time: first compare the two first words only.".to_owned(),
            format!("{} is more than {}.", number(setting.first), number(1.0 - setting.first)),
            format!("It writes {}.", options[greedy_at]),
        ],
        solution: vec![format!("{}: {}.", options[greedy_at], product(greedy_at))],
        picture: picture.clone(),
    };
    let beam_part = Part {
        question: "Beam search with 2 beams keeps the two best beginnings and returns the best text it finds. Which one?".to_owned(),
        asks: Asks::Choice {
            why: (0..all.len())
                .map(|idx| {
                    if idx == beam_at {
                        format!("Yes: {}, more than greedy’s {}.", number(p_beam), number(p_greedy))
                    } else if idx == greedy_at {
                        format!(
                            "That is greedy’s text, with {}. Two beams keep “{second}” as well, and something better grows from it.",
                            number(p_greedy)
                        )
                    } else {
                        "Multiply along each text: this one is not the best.".to_owned()
                    }
                })
                .collect(),
            right: beam_at,
            options: options.clone(),
        },
        hints: vec![
            "A text’s probability is the product of its words’ probabilities.".to_owned(),
            "With two beams neither first word is lost, so all four texts are compared.".to_owned(),
            format!("The largest product is that of {}.", options[beam_at]),
        ],
        solution: (0..all.len())
            .map(|idx| format!("{}: {}", options[idx], product(idx)))
            .chain([format!("So {}.", options[beam_at])])
            .collect(),
        picture: picture.clone(),
    };
    let second_prob = setting.after_second;
    let sampling_part = Part {
        question: format!(
            "Sampling draws each word from the model’s distribution (T = 1, no filters). How likely is it to write {}?",
            options[beam_at]
        ),
        asks: Asks::Numbers(NumberQuestion::probs(
            vec![p_beam],
            vec![
                Misreading::new(
                    vec![second_prob],
                    0.25,
                    format!("That is the second step only. The first word must be “{second}” as well."),
                ),
                Misreading::new(vec![1.0 - setting.first], 0.25, "That is the first step only."),
                Misreading::new(vec![1.0], 0.0, "That is what beam search does. A sampler writes each text as often as it is probable."),
                Misreading::new(vec![0.25], 0.0, "Four texts, but not equally probable ones."),
            ],
        )),
        hints: vec![
            "A sampler writes a text with exactly the text’s probability.".to_owned(),
            "Multiply the probabilities of its two words.".to_owned(),
            format!("{}.", product(beam_at)),
        ],
        solution: vec![format!("{}.", product(beam_at))],
        picture: picture.clone(),
    };
    let expected = 100.0 * p_beam;
    let runs_part = Part {
        question: "You run beam search 100 times with 100 different seeds. How many of the runs return that text?".to_owned(),
        asks: Asks::Numbers(NumberQuestion {
            tolerance: 0.5,
            ..NumberQuestion::new(
                vec![100.0],
                false,
                vec![
                    Misreading::new(
                        vec![libm::round(expected)],
                        0.0,
                        "So often a sampler would write it. Beam search draws nothing: no coin, no seed, the same text every time. It searches for a probable text; it does not sample from the model.",
                    ),
                    Misreading::new(vec![1.0], 0.0, "Every run does the same. All 100 count."),
                    Misreading::new(vec![0.0], 0.0, "You have found it as the result of beam search: it is returned."),
                ],
            )
        }),
        hints: vec![
            "Which of its steps uses a coin?".to_owned(),
            "Keeping the best beginnings is arithmetic and a comparison: nothing in it is random.".to_owned(),
            "All of them: 100.".to_owned(),
        ],
        solution: vec![format!(
            "All 100. Sampling would write it about {expected:.0} times in 100. Beam search answers another question: not “what would the model say?” but “what is the most probable thing it could say?”"
        )],
        picture,
    };
    let row = |name: &str, cells: [f64; 2], after: bool| {
        let blank = String::new;
        let [a, b] = cells.map(number);
        (name.to_owned(), if after { vec![blank(), blank(), a, b] } else { vec![a, b, blank(), blank()] })
    };
    Exercise {
        id: ExerciseId::Beams,
        variant,
        given: vec![format!("A model goes on after “{}” with two more words. The table has its probabilities.", words[0])],
        table: GivenTable {
            columns: words[1..].iter().map(|word| format!("“{}”", word.trim())).collect(),
            rows: vec![
                row(&format!("after “{}”", words[0]), [setting.first, 1.0 - setting.first], false),
                row(&format!("after “{first}”"), [setting.after_first, 1.0 - setting.after_first], true),
                row(&format!("after “{second}”"), [setting.after_second, 1.0 - setting.after_second], true),
            ],
        },
        parts: vec![greedy_part, beam_part, sampling_part, runs_part],
    }
}

/// How often each text is drawn.
fn draws(probs: &[f64], coins: Coins) -> Vec<usize> {
    let mut counts = vec![0; probs.len()];
    if let Some(cdf) = Probs::from_weights(probs.to_vec()).as_ref().map(Probs::cdf) {
        let draw = |cdf: &Cdf, number: usize| cdf.pick(coins.coin(number, 0, CoinUse::Sample)).index();
        (0..N_DRAWS).for_each(|number| counts[draw(&cdf, number)] += 1);
    }
    counts
}

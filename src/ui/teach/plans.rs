//! Lesson plans: moments of a lesson, each a prepared state of the page, and most of them a question to bet on
//! before the page shows the answer.
//!
//! Which answer is right is computed by the core, so that a plan cannot say one thing and the figure another.

use crate::decode::{
    BeamLesson, BeamRun, BeamSettings, Constraint, ConstraintSpec, CostModel, LogitsProcessor, Mistake, Probs, ProcessorChain, ProofPreset,
    Residual, Run, Scenario, TwoPaths, acceptance_prob, lesson_case,
};
use LogitsProcessor::{Temperature, TopP};

/// Something to predict before it is shown.
pub struct Question {
    /// The question.
    pub ask: &'static str,
    /// Answers to choose from.
    pub options: &'static [&'static str],
    /// The place of the right one; `None` where only the page in front of the class can tell.
    pub answer: fn() -> Option<usize>,
    /// Why.
    pub because: &'static str,
}

/// One moment of a lesson.
pub struct Moment {
    /// What it is about.
    pub title: &'static str,
    /// What to say.
    pub say: &'static str,
    /// The page that is on screen, as an address says it.
    pub query: &'static str,
    /// What the class bets on.
    pub question: Option<Question>,
    /// The page that shows the answer; where it is the same page, it is stepped on by hand.
    pub reveal: &'static str,
}

/// A moment in a plan, with the minutes that it takes.
pub type Planned = (u32, &'static Moment);

/// One lesson.
pub struct Plan {
    /// Its name in addresses, and its length in minutes.
    pub minutes: u32,
    /// Its title.
    pub title: &'static str,
    /// What the class can do afterwards.
    pub goal: &'static str,
    /// What happens, in order.
    pub moments: &'static [Planned],
}

impl Plan {
    /// The plan of this length.
    pub fn of_minutes(minutes: &str) -> Option<&'static Self> {
        PLANS.iter().find(|plan| plan.minutes.to_string() == minutes)
    }
}

/// What a chain of processors makes of three tokens with the logits 3, 2 and 1.
fn three_logits<const N: usize>(processors: [LogitsProcessor; N]) -> Option<Probs> {
    ProcessorChain { processors: processors.to_vec() }.process(&[3.0, 2.0, 1.0], &[])
}

/// Every plan, from the shortest.
pub const PLANS: &[Plan] = &[
    Plan {
        minutes: 15,
        title: "Speculative sampling in a quarter of an hour",
        goal: "Everyone can say when a guessed token is kept, what replaces it when it is not, and why the text is none the worse.",
        moments: &[(3, &ODDS), (3, &KEPT), (2, &REPLACEMENT), (2, &BONUS), (2, &TRAINED), (3, &SHORTCUT)],
    },
    Plan {
        minutes: 45,
        title: "Speculative sampling, with its proof and its price",
        goal: "Everyone can compute an acceptance probability and a residual by hand, has seen the proof, and knows when speculation does not pay.",
        moments: &[
            (4, &ODDS),
            (4, &ORDER),
            (5, &KEPT),
            (4, &REPLACEMENT),
            (3, &BONUS),
            (5, &TRAINED),
            (6, &SHORTCUT),
            (5, &SPEED),
            (4, &DEAR_DRAFT),
            (5, &MEASURED),
        ],
    },
    Plan {
        minutes: 90,
        title: "From logits to speculation: a double lesson",
        goal: "Everyone has turned logits into text in four ways, and can explain speculative sampling to someone who was not there.",
        moments: &[
            (6, &ODDS),
            (7, &ORDER),
            (10, &SEARCH),
            (10, &GRAMMAR),
            (5, &PAUSE),
            (7, &KEPT),
            (6, &REPLACEMENT),
            (4, &BONUS),
            (7, &TRAINED),
            (9, &SHORTCUT),
            (7, &SPEED),
            (5, &DEAR_DRAFT),
            (7, &MEASURED),
        ],
    },
];

const ODDS: Moment = Moment {
    title: "A model gives odds, not words",
    say: "The target has read “The cat wanted to”. Every one of its 4,096 tokens has a probability; a coin decides which one is written. Step through it once.",
    query: "lab=logits&prompt=The+cat+wanted+to&temperature=1",
    question: Some(Question {
        ask: "We halve the temperature, from 1 to 0.5. What happens to the tallest bar?",
        options: &["It grows", "It shrinks", "It stays: only the order matters"],
        answer: || {
            let tallest = |temperature: f64| three_logits([Temperature(temperature)]).map(|probs| probs.get(probs.argmax()));
            let (before, after) = (tallest(1.0)?, tallest(0.5)?);
            [after > before, after < before, after == before].iter().position(|is_so| *is_so)
        },
        because: "Logits are divided by T before the softmax. A smaller T stretches the differences, and the best token takes from all others.",
    }),
    reveal: "lab=logits&prompt=The+cat+wanted+to&temperature=0.5",
};

const ORDER: Moment = Moment {
    title: "The order of the knobs",
    say: "Top-p keeps the fewest tokens that together reach p. Temperature changes the probabilities. Both are on now; the stages stand one below the other.",
    query: "lab=logits&prompt=The+cat+wanted+to&temperature=0.5&top_p=0.8",
    question: Some(Question {
        ask: "Logits 3, 2, 1, with T = 0.5 and top-p 0.8. Does it matter which of the two comes first?",
        options: &["No: both only favour the probable", "Yes: a different number of tokens is left"],
        answer: || {
            let kept = |stages: [LogitsProcessor; 2]| three_logits(stages).map(|probs| probs.support());
            Some(usize::from(kept([Temperature(0.5), TopP(0.8)])? != kept([TopP(0.8), Temperature(0.5)])?))
        },
        because: "With T first, the best token alone has 0.87 and reaches 0.8. With top-p first, it has 0.67 and needs a second one. Move the stages and look.",
    }),
    reveal: "lab=logits&prompt=The+cat+wanted+to&temperature=0.5&top_p=0.8",
};

const KEPT: Moment = Moment {
    title: "A guess is held against a coin",
    say: "A small model, the draft, has guessed five tokens. The target has scored all five in one pass. Now each is tested from left to right: it is kept if the coin is at most p/q.",
    query: "lab=speculative&scenario=case-correction&at=1.6",
    question: Some(Question {
        ask: "Position 3, “crossed”: the draft gave it q = 0.60, the target p = 0.15. How likely is it to be kept?",
        options: &["0.15", "0.25", "0.60", "0.75"],
        answer: || {
            let kept = acceptance_prob(0.15, 0.60);
            [0.15, 0.25, 0.60, 0.75].iter().position(|option: &f64| (option - kept).abs() < 1e-9)
        },
        because: "min(1, p/q) = 0.15/0.60. The draft proposes it four times as often as the target wants it, so three of four must be refused.",
    }),
    reveal: "lab=speculative&scenario=case-correction&at=1.9",
};

const REPLACEMENT: Moment = Moment {
    title: "What takes the place of a refused guess",
    say: "Position 3 is refused, and what was guessed after it is dropped. The target now fills the place from the residual: what p has more than q, made whole again.",
    query: "lab=speculative&scenario=case-correction&at=1.9",
    question: Some(Question {
        ask: "p: crossed 0.15, slept 0.55, sat 0.25, sang 0.05. q: crossed 0.60, slept 0.15, sat 0.15, sang 0.10. Which word is the likeliest replacement?",
        options: &["crossed", "slept", "sat", "sang"],
        answer: || {
            let whole = |row: [f64; 4]| Probs::from_weights(row.to_vec());
            let (p, q) = (whole([0.15, 0.55, 0.25, 0.05])?, whole([0.60, 0.15, 0.15, 0.10])?);
            match p.residual(&q) {
                Residual::Left { probs, .. } => Some(probs.argmax().index()),
                Residual::Empty => None,
            }
        },
        because: "max(0, p − q) leaves 0.40 for “slept” and 0.10 for “sat”, and nothing for the others: the draft has already given them enough.",
    }),
    reveal: "lab=speculative&scenario=case-correction&at=1.12",
};

const BONUS: Moment = Moment {
    title: "When all guesses are kept",
    say: "Another cycle, of four guesses. Suppose that the target keeps every one of them.",
    query: "lab=speculative&scenario=case-bonus&at=1.5",
    question: Some(Question {
        ask: "The target has made one pass. How many tokens join the text?",
        options: &["1", "4", "5", "8"],
        answer: || {
            let run = Run::from_trace(lesson_case(Scenario::BonusCase).trace).ok()?;
            let n_emitted = run.cycles.first()?.verdict.emitted.len();
            ["1", "4", "5", "8"].iter().position(|option| *option == n_emitted.to_string())
        },
        because: "Four guesses, and a bonus: the same pass has scored the place after the last guess, so one more token is drawn there for free.",
    }),
    reveal: "lab=speculative&scenario=case-bonus&at=1.99",
};

const TRAINED: Moment = Moment {
    title: "Two trained models, in this page",
    say: "Now the real thing: the target has seven times as many parameters as the draft. Press Play, then run to the end, and read α off the transcript.",
    query: "lab=speculative&temperature=0.8&seed=7",
    question: Some(Question {
        ask: "What share of the draft’s guesses will be kept?",
        options: &["Hardly any", "Between a quarter and three quarters", "Nearly all"],
        answer: || None,
        because: "Run it to the end and read α. Then press Next seed a few times: it is a share of a few dozen coins, and varies.",
    }),
    reveal: "lab=speculative&temperature=0.8&seed=7&at=99.1",
};

const SHORTCUT: Moment = Moment {
    title: "Is the text still the target’s?",
    say: "p and q of three tokens. Accepted guesses and corrections stack up to p exactly: that is the whole proof. But could we do without the residual?",
    query: "lab=exactness&trials=0",
    question: Some(Question {
        ask: "After a refusal we draw from p, and not from the residual. Does the text still follow p?",
        options: &["Yes: p is what we want, after all", "No: what the draft proposes too often stays too frequent"],
        answer: || {
            let (p, q) = ProofPreset::Textbook.distributions();
            let (p, q) = (Probs::from_weights(p)?, Probs::from_weights(q)?);
            Some(usize::from(TwoPaths::exact(&p, &q, Mistake::NoResidual).distance_from(&p) > 1e-9))
        },
        because: "Accepted guesses alone already give each token min(p, q). Drawing the rest from p adds to all of them, also to those that had enough. A hundred thousand trials notice.",
    }),
    reveal: "lab=exactness&mistake=no-residual&trials=100000",
};

const SPEED: Moment = Moment {
    title: "How much faster?",
    say: "Eight of ten guesses kept, four guesses a cycle, a draft ten times as cheap as the target, and a target’s pass that costs the same for five places as for one.",
    query: "lab=latency&alpha=0.5&gamma=4&draft_cost=0.1",
    question: Some(Question {
        ask: "With α = 0.8 and γ = 4: how much faster than the target alone?",
        options: &["1.2 times", "2.4 times", "4 times", "5 times"],
        answer: || {
            let speed_up = CostModel::free_verify(0.1).speed_up(0.8, 4);
            [1.2, 2.4, 4.0, 5.0].iter().position(|option: &f64| (option - speed_up).abs() < 0.05)
        },
        because: "A cycle brings 3.36 tokens on average, since the first refusal ends it, and costs 1.4 passes of the target.",
    }),
    reveal: "lab=latency&alpha=0.8&gamma=4&draft_cost=0.1",
};

const DEAR_DRAFT: Moment = Moment {
    title: "When it does not pay",
    say: "Everything stays the same, but each guess now costs as much as a pass of the target.",
    query: "lab=latency&alpha=0.8&gamma=4&draft_cost=0.1",
    question: Some(Question {
        ask: "Will the page be faster than the target alone, or slower?",
        options: &["Still faster: 3.36 tokens a cycle", "The same", "Slower"],
        answer: || {
            let speed_up = CostModel::free_verify(1.0).speed_up(0.8, 4);
            Some(if speed_up > 1.0 { 0 } else { 2 })
        },
        because: "3.36 tokens for five passes: two thirds of the target’s own speed. The text is the same either way; only the time is wasted.",
    }),
    reveal: "lab=latency&alpha=0.8&gamma=4&draft_cost=1",
};

const MEASURED: Moment = Moment {
    title: "And on this machine?",
    say: "Supposed costs are cheap. Press Measure here: the page times both models on this very device, and runs them with and without speculation.",
    query: "lab=latency",
    question: Some(Question {
        ask: "Two models this small, in a browser: does speculation win here?",
        options: &["Yes, clearly", "About even", "No, it loses"],
        answer: || None,
        because: "Read the measured speed-up beside the predicted one, and which cost the page blames. A small target sits in the processor’s cache: five places cost nearly five times one.",
    }),
    reveal: "lab=latency",
};

const SEARCH: Moment = Moment {
    title: "The best next word is not the best text",
    say: "Greedy search takes the likeliest word, every time. Here are three words and all 27 texts of three. Step through the search with one beam.",
    query: "lab=beams&scenario=all-texts&num_beams=1",
    question: Some(Question {
        ask: "Does taking the best word each time find the most probable text?",
        options: &["Yes: best times best times best", "No: a lesser first word can lead further"],
        answer: || {
            let best = |num_beams: usize| {
                let trace = BeamLesson::width().trace(BeamSettings { num_beams, ..BeamSettings::default() });
                let run = BeamRun::from_trace(trace).ok()?;
                run.best().map(|best| run.tree().tokens(best))
            };
            Some(usize::from(best(1)? != best(3)?))
        },
        because: "A word that is second now can be followed by a word that is nearly certain. Several beams keep it alive until that shows.",
    }),
    reveal: "lab=beams&scenario=all-texts&num_beams=3",
};

const GRAMMAR: Moment = Moment {
    title: "A grammar strikes words out",
    say: "The model may only write what a grammar allows. At each step the forbidden tokens get probability 0, and the rest is divided by its sum.",
    query: "lab=constraints",
    question: Some(Question {
        ask: "A list like [3, 1, 4] has just been closed with “]”. What is legal next?",
        options: &["Another number", "A comma", "Only the end of the text"],
        answer: || {
            let constraint = Constraint::compile(ConstraintSpec::DigitList { max_items: None }).ok()?;
            let state = constraint.advance(&constraint.start(), b"[3,1,4]")?;
            let allowed = constraint.allowed_bytes(&state);
            let options = [allowed.contains(b'5'), allowed.contains(b','), constraint.is_complete(&state)];
            options.iter().position(|is_legal| *is_legal)
        },
        because: "The grammar has nothing after the closing bracket, so every token but the end is struck out, however much the model would like to go on.",
    }),
    reveal: "lab=constraints",
};

const PAUSE: Moment = Moment {
    title: "Five minutes for the worksheet",
    say: "Hand out the first page of the worksheet, or open the exercises: supports of top-k, top-p and min-p on four tokens.",
    query: "exercises",
    question: None,
    reveal: "exercises",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::route::Route;

    #[test]
    fn minutes_add_up_and_every_plan_has_moments_to_bet_on() {
        for plan in PLANS {
            assert_eq!(plan.moments.iter().map(|(minutes, _)| minutes).sum::<u32>(), plan.minutes, "{}", plan.title);
            assert!(plan.moments.iter().filter(|(_, moment)| moment.question.is_some()).count() >= 5, "{}", plan.title);
            assert_eq!(Plan::of_minutes(&plan.minutes.to_string()).map(|found| found.title), Some(plan.title));
        }
        assert!(Plan::of_minutes("16").is_none());
    }

    #[test]
    fn the_right_answers_are_those_that_the_core_computes() {
        let answers = |moments: &[Planned]| -> Vec<(&'static str, Option<&'static str>)> {
            let of = |moment: &Moment| {
                let question = moment.question.as_ref()?;
                Some((moment.title, (question.answer)().map(|idx| question.options[idx])))
            };
            moments.iter().filter_map(|(_, moment)| of(moment)).collect()
        };
        let expected = [
            (ODDS.title, Some("It grows")),
            (ORDER.title, Some("Yes: a different number of tokens is left")),
            (SEARCH.title, Some("No: a lesser first word can lead further")),
            (GRAMMAR.title, Some("Only the end of the text")),
            (KEPT.title, Some("0.25")),
            (REPLACEMENT.title, Some("slept")),
            (BONUS.title, Some("5")),
            (TRAINED.title, None),
            (SHORTCUT.title, Some("No: what the draft proposes too often stays too frequent")),
            (SPEED.title, Some("2.4 times")),
            (DEAR_DRAFT.title, Some("Slower")),
            (MEASURED.title, None),
        ];
        assert_eq!(answers(PLANS[2].moments), expected);
    }

    #[test]
    fn every_prepared_state_is_a_page_and_its_settings_are_within_their_limits() {
        use crate::decode::{ExperimentSpec, LatencySpec, PipelineSpec, ProofSpec};
        for (_, moment) in PLANS.iter().flat_map(|plan| plan.moments) {
            for query in [moment.query, moment.reveal] {
                let route = Route::of_query(query);
                assert_ne!(route, Route::Home, "{query}");
                let notices = match route.lab().map(|lab| lab.id) {
                    Some("logits") => PipelineSpec::parse(query).1,
                    Some("exactness") => ProofSpec::parse(query).1,
                    Some("latency") => LatencySpec::parse(query).1,
                    Some("speculative") => ExperimentSpec::parse(query).1,
                    _ => Vec::new(),
                };
                assert!(notices.is_empty(), "{query}: {notices:?}");
            }
        }
    }
}

//! Each exercise's textbook answers, right and misread; and what holds for every variant.

use super::*;

const N_VARIANTS: u32 = 200;

fn all() -> impl Iterator<Item = Exercise> {
    ExerciseId::ALL.into_iter().flat_map(|(id, ..)| (0..=N_VARIANTS).map(move |variant| Exercise::new(id, variant)))
}

fn typed(text: &str) -> Answer {
    Answer::Typed(text.to_owned())
}

/// Credit and feedback of a typed answer to a question of a textbook's exercise.
fn check(id: ExerciseId, part: usize, text: &str) -> (f64, String) {
    let checked = Exercise::new(id, 0).parts[part].check(&typed(text)).expect("it can be read");
    (checked.credit, checked.feedback.join(" "))
}

fn ticked(id: ExerciseId, part: usize, names: &[&str]) -> (f64, String) {
    let part = &Exercise::new(id, 0).parts[part];
    let Asks::Ticks(question) = &part.asks else { panic!("it asks for ticks") };
    let ticks = question.names.iter().map(|name| names.iter().any(|wanted| name.starts_with(wanted))).collect();
    let checked = part.check(&Answer::Ticked(ticks)).expect("it can be read");
    (checked.credit, checked.feedback.join(" "))
}

fn refused(id: ExerciseId, part: usize, text: &str) -> String {
    Exercise::new(id, 0).parts[part].check(&typed(text)).expect_err("it cannot be read")
}

#[test]
fn names_and_titles_stand_at_their_exercises() {
    for (idx, (id, name, title)) in ExerciseId::ALL.into_iter().enumerate() {
        assert_eq!((id as usize, id.name(), id.title(), ExerciseId::of_name(name)), (idx, name, title, Some(id)));
    }
    assert_eq!(ExerciseId::of_name("nonsense"), None);
}

// Exercise (a) of the textbook, with p = 0.70: answered with a top-p that drops the token that reaches p.
#[test]
fn the_filters_of_the_textbook_keep_two_two_and_three_tokens() {
    use super::ExerciseId::Filters;
    for (part, right) in
        [(0, "{1, 2}"), (1, "2/3, 1/3, 0, 0"), (2, "1 2"), (3, "0,67; 0,33; 0; 0"), (4, "{1,2,3}"), (5, "0.556 0.278 0.167 0")]
    {
        assert_eq!(check(Filters, part, right), (1.0, String::new()), "part {part}");
    }
    let (credit, why) = check(Filters, 2, "{1}");
    assert!((credit - 0.5).abs() < 1e-12 && why.contains("The token that reaches p stays"), "{credit} {why}");
    assert!(check(Filters, 2, "{1, 2, 3}").1.contains("The shortest list"));
    assert!(check(Filters, 2, "{}").1.contains("compared each token’s own probability"));
    assert!(check(Filters, 4, "{1, 2}").1.contains("“at least” includes it"));
    assert!(check(Filters, 4, "{1}").1.contains("It is relative"));
    assert!(check(Filters, 0, "{2}").1.contains("k is a count"));
    let (credit, why) = check(Filters, 1, "0.5 0.25 0 0");
    assert!((credit - 0.5).abs() < 1e-12 && why.contains("adds up to 0.75"), "{why}");
    assert_eq!(check(Filters, 4, "{1, 3, 4}").1, "2 of those you name are right; 1 does not belong there; 1 is missing.");
    assert_eq!(ticked(Filters, 6, &["top-k", "top-p"]).0, 1.0);
    assert_eq!(ticked(Filters, 6, &["top-k"]).0, 0.5);
    assert!(ticked(Filters, 6, &["min-p"]).1.contains("keeps the most tokens"));
}

#[test]
fn what_cannot_be_read_gets_a_message_and_never_counts() {
    use super::ExerciseId::{Accepted, Filters};
    assert!(refused(Filters, 0, "").contains("Nothing is entered yet"));
    assert!(refused(Filters, 0, "{0.5, 0.25}").contains("looks like a probability"));
    assert!(refused(Filters, 0, "{1, 7}").contains("“7” is none of the tokens 1 to 4"));
    assert!(refused(Filters, 1, "0.67, 0.33, x, 0").contains("“x” cannot be read"));
    assert!(refused(Filters, 1, "0.6, 0.2, 0.2").contains("4 numbers are asked for"));
    assert!(refused(Filters, 1, "67, 33, 0, 0").contains("not a probability"));
    assert!(refused(Accepted, 1, "1/0").contains("divides by zero"));
    assert!(refused(Accepted, 1, "1.64 2").contains("One number is asked for; 2 were read"));
    for nonsense in ["NaN", "inf", "1e9", "--3", "1.2.3", "🦀", "1//2", "%", "/", ",", "-", &"9".repeat(400)] {
        assert!(read_number(nonsense).is_err(), "{nonsense}");
        assert!(Exercise::new(Accepted, 0).parts[1].check(&typed(nonsense)).is_err(), "{nonsense}");
    }
    let part = &Exercise::new(Filters, 0).parts[6];
    assert!(part.check(&Answer::Ticked(vec![false; 3])).is_err());
    assert!(part.check(&Answer::Ticked(vec![true; 2])).is_err() && part.check(&typed("1")).is_err());
    let choice = &Exercise::new(ExerciseId::Residual, 0).parts[3];
    assert!(choice.check(&Answer::Chosen(None)).is_err() && choice.check(&Answer::Chosen(Some(9))).is_err());
}

#[test]
fn numbers_are_read_as_people_write_them() {
    for (text, value) in [
        ("1.64", 1.64),
        (" 1,64 ", 1.64),
        ("41/25", 1.64),
        ("164 %", 1.64),
        ("−0,5", -0.5),
        (".5", 0.5),
        ("= 1,64", 1.64),
        ("2 / 3", 2.0 / 3.0),
    ] {
        let read = read_numbers(text, 1).expect(text);
        assert!(read.len() == 1 && (read[0] - value).abs() < 1e-12, "{text}: {read:?}");
    }
    for text in [
        "0.5, 0.25, 0, 0.25",
        "0,5; 0,25; 0; 0,25",
        "0,5 0,25 0 0,25",
        "0,5, 0,25, 0, 0,25",
        "(1/2, 1/4, 0, 1/4)",
        "50% 25% 0% 25%",
        "50,0% 25,0% 0% 25,0%",
        "1/2,1/4,0,1/4",
        "1/2 , 1/4 ,0 , 1/4",
        "0.5,0.25,0,0.25",
    ] {
        assert_eq!(read_numbers(text, 4).as_deref(), Ok(&[0.5, 0.25, 0.0, 0.25][..]), "{text}");
    }
    let names = numbered(4);
    for text in ["{1, 3}", "1 3", "[1;3]", "3 and 1", "tokens 1, 3"] {
        assert_eq!(read_list(text, &names), Ok(vec![true, false, true, false]), "{text}");
    }
    assert_eq!(read_list("{}", &names), Ok(vec![false; 4]));
}

// Exercise (c): 0.8, 0.7, 0.5.
#[test]
fn one_and_sixty_four_hundredths_are_accepted_of_three() {
    use super::ExerciseId::Accepted;
    assert_eq!(check(Accepted, 0, "0.8 0.56 0.28").0, 1.0);
    assert_eq!((check(Accepted, 1, "1.64").0, check(Accepted, 2, "2.64").0), (1.0, 1.0));
    for (part, wrong, why) in [
        (0, "0.8 0.7 0.5", "tested only if the first has passed"),
        (1, "2", "The chain stops at the first rejection"),
        (1, "0.28", "the chance that all are accepted"),
        (1, "0.547", "accepted per drafted"),
        (1, "2.64", "tokens per cycle"),
        (1, "1.655", "Nearly"),
        (2, "1.64", "Every cycle also ends with one token"),
        (2, "4", "So many only if everything"),
        (2, "1.92", "After a rejection a correction"),
    ] {
        let (credit, said) = check(Accepted, part, wrong);
        assert!(credit < 1.0 && said.contains(why), "{wrong}: {credit} {said}");
    }
}

// Exercise (d): after `[]`, `[3` and `[3,`.
#[test]
fn the_mask_of_the_textbook_is_the_automatons() {
    use super::ExerciseId::Mask;
    let right = |part: usize| Exercise::new(Mask, 0).parts[part].answer_in_words().concat();
    assert_eq!([right(0), right(1), right(2)], ["<end>", "] · , · ,4", "3 · 7 · 5]"]);
    let tick = |part: usize, wanted: &[&str]| {
        let part = &Exercise::new(Mask, 0).parts[part];
        let Asks::Ticks(question) = &part.asks else { panic!("it asks for ticks") };
        let checked = part.check(&Answer::Ticked(question.names.iter().map(|name| wanted.contains(&name.as_str())).collect()));
        let checked = checked.expect("it can be read");
        (checked.credit, checked.feedback.join(" "))
    };
    assert_eq!(tick(1, &["]", ",", ",4"]).0, 1.0);
    assert!(tick(1, &["]", ","]).1.contains("Tokens are not symbols"));
    assert!(tick(1, &["]", ",", ",4", "<end>"]).1.contains("only where the list is complete"));
    assert!(tick(2, &["3", "7", "5]", "37"]).1.contains("looked at the first symbol only"));
    assert!(tick(2, &["]", "3", "7", "5]"]).1.contains("after a comma a digit must follow"));
    assert!(tick(0, &["[", "<end>"]).1.contains("lists do not nest"));
    assert_eq!(check(Mask, 3, "0.4").0, 1.0);
    assert!(check(Mask, 3, "0.1").1.contains("without the mask"));
}

#[test]
fn each_misconception_is_recognised_and_explained() {
    use super::ExerciseId::{Equal, Overlap, Residual, Temperature};
    for (id, part, answer, why) in [
        (Temperature, 0, "0.4 0.3 0.2 0.1", "it changes the distribution itself"),
        (Temperature, 0, "0.16 0.09 0.04 0.01", "divide by that"),
        (Temperature, 1, "1.333", "temperature does not"),
        (Temperature, 2, "0.1", "exactly 0 now"),
        (Residual, 0, "0.31", "two independent draws"),
        (Residual, 1, "0.3 0 0", "divide by that"),
        (Residual, 1, "0.5 0.3 0.2", "That is p"),
        (Residual, 1, "0 2/3 1/3", "what is rejected"),
        (Residual, 2, "0.5", "Without the residual it does not come out"),
        (Equal, 0, "0.5", "two independent draws agree"),
        (Equal, 1, "0.5", "two independent draws differ"),
        (Equal, 2, "4", "And the bonus"),
        (Overlap, 1, "0 1", "You took the sums first"),
        (ExerciseId::Beams, 3, "36", "Beam search draws nothing"),
        (ExerciseId::Beams, 2, "0.9", "second step only"),
    ] {
        let (credit, said) = check(id, part, answer);
        assert!(credit < 1.0 && said.contains(why), "{id:?} {part} {answer}: {credit} {said}");
    }
    for (id, part, answer) in [
        (Temperature, 0, "0.533 0.3 0.133 0.033"),
        (Temperature, 1, "16/9"),
        (Temperature, 2, "0"),
        (Residual, 0, "70%"),
        (Residual, 1, "1 0 0"),
        (Residual, 2, "0.35"),
        (Equal, 0, "1"),
        (Equal, 1, "0"),
        (Equal, 2, "5"),
        (Overlap, 1, "0.3 0.7"),
        (ExerciseId::Beams, 2, "0.36"),
        (ExerciseId::Beams, 3, "100"),
    ] {
        assert_eq!(check(id, part, answer).0, 1.0, "{id:?} {part} {answer}");
    }
}

#[test]
fn beam_search_finds_what_greedy_misses_in_every_variant() {
    for variant in 0..=N_VARIANTS {
        let exercise = Exercise::new(ExerciseId::Beams, variant);
        let places = [0, 1].map(|part| match &exercise.parts[part].asks {
            Asks::Choice { right, .. } => *right,
            _ => panic!("it asks for a choice"),
        });
        assert_ne!(places[0], places[1], "variant {variant}");
        let ExercisePicture::Texts { rows } = &exercise.parts[0].picture else { panic!("it shows texts") };
        assert!((rows.iter().map(|row| row.1).sum::<f64>() - 1.0).abs() < 1e-5);
        assert!(rows.iter().all(|row| row.1 <= rows[places[1]].1) && rows.iter().map(|row| row.2).sum::<usize>() == 100);
    }
}

// Exercise (b).
#[test]
fn a_proof_is_checked_line_by_line() {
    let part = &Exercise::new(ExerciseId::Overlap, 0).parts[0];
    let Asks::Order(puzzle) = &part.asks else { panic!("it asks for an order") };
    assert_eq!(puzzle.claim, "Σ max(0, p − q) = 1 − Σ min(p, q)");
    let right = puzzle.right();
    let check = |lines: Vec<(usize, Option<usize>)>| part.check(&Answer::Ordered(lines));
    assert_eq!(check(right.clone()).map(|checked| checked.credit), Ok(1.0));
    assert!(check(vec![]).is_err() && check(vec![(0, None)]).is_err() && check(vec![(99, Some(0))]).is_err());
    assert!(check(vec![right[0], right[0]]).is_err());
    let said = |lines: Vec<(usize, Option<usize>)>| {
        let checked = check(lines).expect("it can be read");
        (checked.credit, checked.feedback.join(" "))
    };
    let (credit, why) = said(right[..2].to_vec());
    assert!((credit - 0.5).abs() < 1e-12 && why.contains("So far it follows. 2 lines are still missing."), "{why}");
    let mut swapped = right.clone();
    swapped.swap(1, 2);
    assert!(said(swapped).1.contains("Line 2 is true, but its place is later"));
    let mut reason = right.clone();
    reason[0].1 = reason[0].1.map(|reason| (reason + 1) % puzzle.reasons.len());
    assert_eq!(said(reason), (0.875, "Line 1 is in its place, but not for this reason.".to_owned()));
    let tempting = puzzle.steps.iter().position(|step| step.role.is_none()).expect("some lines do not belong");
    let (credit, why) = said([vec![right[0], (tempting, Some(0))], right[1..].to_vec()].concat());
    assert!(credit < 0.5 && why.contains("1 line from the top follows. Line 2 does not belong."), "{why}");
}

#[test]
fn every_variant_is_solvable_and_every_part_explains_itself() {
    for exercise in all() {
        let (id, variant) = (exercise.id, exercise.variant);
        assert!(exercise.parts.len() >= 2 && !exercise.given.is_empty());
        assert!(exercise.table.rows.iter().all(|(_, cells)| cells.len() == exercise.table.columns.len()));
        for (idx, part) in exercise.parts.iter().enumerate() {
            let answer = part.right_answer();
            let checked = part.check(&answer);
            assert_eq!(checked.map(|checked| checked.credit), Ok(1.0), "{id:?} {variant} part {idx}: {answer:?}");
            assert!(!part.question.is_empty() && !part.solution.is_empty() && part.hints.len() >= 3);
            assert!(!part.answer_in_words().concat().is_empty(), "{id:?} {variant} part {idx}");
            let words = [part.question.clone(), part.hints.join(" "), part.solution.join(" "), exercise.given.join(" ")].join(" ");
            assert!(!words.contains("NaN") && !words.contains("inf") && !words.contains("-0.0"), "{words}");
        }
    }
}

#[test]
fn one_answer_is_right_and_misreadings_are_wrong_in_every_variant() {
    for exercise in all() {
        let place = |idx: usize| format!("{:?} {} part {idx}", exercise.id, exercise.variant);
        for (idx, part) in exercise.parts.iter().enumerate() {
            match &part.asks {
                Asks::List(question) | Asks::Ticks(question) => {
                    assert!(question.right.contains(&true), "{}", place(idx));
                    let mut names = question.names.clone();
                    names.sort();
                    names.dedup();
                    assert_eq!(names.len(), question.names.len(), "{}", place(idx));
                    assert!(question.misreadings.iter().all(|misreading| misreading.answer != question.right));
                }
                Asks::Numbers(question) => {
                    for misreading in &question.misreadings {
                        let is_wrong = misreading.answer.len() != question.right.len()
                            || misreading.answer.iter().zip(&question.right).any(|(a, b)| (a - b).abs() > question.tolerance);
                        assert!(is_wrong && misreading.credit < 1.0, "{}: {misreading:?}", place(idx));
                    }
                }
                Asks::Choice { options, right, why } => {
                    let mut distinct = options.clone();
                    distinct.sort();
                    distinct.dedup();
                    assert!(distinct.len() == options.len() && why.len() == options.len() && *right < options.len(), "{}", place(idx));
                }
                Asks::Order(puzzle) => {
                    let mut texts: Vec<&str> = puzzle.steps.iter().map(|step| step.text.as_str()).collect();
                    texts.sort_unstable();
                    texts.dedup();
                    assert_eq!(texts.len(), puzzle.steps.len(), "{}", place(idx));
                    assert_eq!((puzzle.n_lines(), puzzle.right().len()), (4, 4));
                    assert_ne!(puzzle.right().iter().map(|(step, _)| *step).collect::<Vec<_>>(), [0, 1, 2, 3]);
                }
            }
        }
    }
}

#[test]
fn no_hint_but_the_last_gives_the_answer() {
    for exercise in all() {
        for (idx, part) in exercise.parts.iter().enumerate() {
            let place = format!("{:?} {} part {idx}", exercise.id, exercise.variant);
            let early = part.hints[..part.hints.len() - 1].join(" ");
            let gives = match &part.asks {
                Asks::List(question) => early.contains(&question.answer()),
                Asks::Ticks(question) => {
                    let right = question.names.iter().zip(&question.right).filter(|(_, right)| **right);
                    right.clone().count() > 0 && right.clone().all(|(name, _)| name.len() > 1 && early.contains(name.as_str()))
                }
                // A single number may come up on the way; a list of them may not.
                Asks::Numbers(question) if question.right.len() > 1 => early.contains(&question.answer()),
                Asks::Numbers(question) => early.contains(&format!("= {}", question.answer())),
                Asks::Choice { options, right, .. } => early.contains(&options[*right]),
                Asks::Order(puzzle) => puzzle.steps.iter().any(|step| early.contains(&step.text)),
            };
            assert!(!gives, "{place}: {early}");
        }
    }
}

#[test]
fn variants_differ_and_the_same_number_gives_the_same() {
    for (id, ..) in ExerciseId::ALL {
        let variants: Vec<Exercise> = (0..50).map(|variant| Exercise::new(id, variant)).collect();
        let n_distinct =
            variants.iter().enumerate().filter(|(idx, one)| variants[..*idx].iter().all(|other| other.parts != one.parts)).count();
        assert!(n_distinct >= 25, "{id:?}: {n_distinct} of 50");
        assert_eq!(variants[7], Exercise::new(id, 7));
        assert_eq!(Exercise::new(id, u32::MAX).variant, MAX_VARIANT);
    }
}

#[test]
fn progress_survives_a_file_and_bad_files_are_refused() {
    let exercise = Exercise::new(ExerciseId::Accepted, 0);
    let mut progress = Progress::default();
    let mut parts = progress.of(&exercise);
    parts[0].answered(0.3);
    parts[0].answered(1.0);
    parts[1].hinted(2);
    parts[1].answered(0.25);
    parts[1].shown();
    parts[1].answered(1.0);
    progress.keep(&exercise, parts.clone());
    assert_eq!((parts[0].credit, parts[0].n_attempts), (1.0, 2));
    assert_eq!((parts[1].credit, parts[1].n_attempts, parts[1].n_hints, parts[1].was_shown), (0.25, 2, 2, true), "practice earns nothing");
    let summary = progress.summary(ExerciseId::Accepted);
    assert_eq!((summary.n_begun, summary.n_solved), (1, 0));
    assert!(summary.best.is_some_and(|best| (best - 1.25 / 3.0).abs() < 1e-12));
    assert_eq!(progress.summary(ExerciseId::Mask), ExerciseSummary::default());
    assert_eq!(Progress::from_json(&progress.to_json()), Ok(progress.clone()));

    for bad in [
        "",
        "{}",
        "[]",
        "null",
        "{\"format\":\"other\",\"version\":1,\"entries\":[]}",
        "{\"format\":\"decoding-lab-progress\",\"version\":2,\"entries\":[]}",
    ] {
        assert!(Progress::from_json(bad).is_err(), "{bad}");
    }
    let strange = r#"{"format":"decoding-lab-progress","version":1,"entries":[{"exercise":"gone","variant":0,"parts":[]},
        {"exercise":"mask","variant":0,"parts":[{"credit":7}]},{"exercise":"mask","variant":3,"parts":[{"credit":0.5}]}]}"#;
    assert_eq!(Progress::from_json(strange).map(|progress| progress.len()), Ok(1), "what makes no sense is left out");
}

#[test]
fn merging_keeps_the_better_of_both_and_old_variants_make_room() {
    let exercise = Exercise::new(ExerciseId::Equal, 5);
    let record = |credits: [f64; 2]| {
        let mut progress = Progress::default();
        let mut parts = progress.of(&exercise);
        parts.iter_mut().zip(credits).for_each(|(part, credit)| part.answered(credit));
        progress.keep(&exercise, parts);
        progress
    };
    let mut mine = record([1.0, 0.25]);
    mine.merge(&record([0.5, 0.75]));
    assert_eq!(mine.of(&exercise).iter().take(2).map(|part| part.credit).collect::<Vec<_>>(), [1.0, 0.75]);
    for variant in 0..600 {
        let exercise = Exercise::new(ExerciseId::Equal, variant);
        let parts = mine.of(&exercise);
        mine.keep(&exercise, parts);
    }
    assert!(mine.len() <= 202, "{}", mine.len());
}

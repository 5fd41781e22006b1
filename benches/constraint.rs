//! How long a mask takes at V = 4096: `cargo bench --bench constraint`. Under 1 ms is wanted; the
//! slowest place of each constraint is shown beside the mean.
#![expect(clippy::disallowed_methods, reason = "a native program's clock is std's")]
#![expect(clippy::print_stdout, reason = "it is a program that prints")]

use decoding_lab::decode::{Constraint, ConstraintProcessor, ConstraintSpec, Recording, TokenTrie};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

/// Constraints, each with a legal text whose every place is timed.
const CASES: [(&str, &str); 6] = [
    ("digits", "31415"),
    ("list", "[3,1,4,1,5]"),
    (r"regex:[A-Z][a-z]+( [a-z]+)*\.", "Our cat sat."),
    (r"regex:.*", "Né 猫"),
    (r#"json:{"type":"array","items":{"type":"string"}}"#, r#"["a cat", "né 猫"]"#),
    (
        r#"json:{"type":"object","properties":{"name":{"type":"string"},"lives":{"type":"integer"},"tags":{"type":"array",
        "items":{"enum":["kind","wild","old"]}},"home":{"type":"object","properties":{"street":{"type":"string"}},
        "required":["street"]}},"required":["name","home"]}"#,
        r#"{"name": "Tom", "lives": 9, "tags": ["kind", "old"], "home": {"street": "Long \u00e9 \"Lane\""}}"#,
    ),
];

/// Masks in a round, and rounds.
const N_RUNS: u32 = 20;
const N_ROUNDS: u32 = 10;

fn main() {
    let recording = Recording::from_json(include_str!("../public/traces/first-light.json")).expect("the shipped trace can be read");
    let trie = Arc::new(TokenTrie::new(recording.vocabulary));
    println!("{:>9} {:>9}  constraint", "mean, µs", "most, µs");
    for (text, example) in CASES {
        let constraint = ConstraintSpec::from_text(text).and_then(Constraint::compile).expect("a usable constraint");
        let processor = ConstraintProcessor::new(Arc::new(constraint), Arc::clone(&trie), recording.trace.pair.stop_tokens.clone(), 1);
        let mut micros = Vec::new();
        for end in 0..=example.len() {
            let start = processor.constraint().start();
            let state = processor.constraint().advance(&start, &example.as_bytes()[..end]).expect("the example is legal");
            // The fastest of a few rounds: what the machine does besides is not the mask's.
            let rounds = (0..N_ROUNDS).map(|_| {
                let started = Instant::now();
                (0..N_RUNS).for_each(|_| drop(black_box(processor.mask(black_box(&state)))));
                started.elapsed().as_secs_f64() * 1e6 / f64::from(N_RUNS)
            });
            micros.push(rounds.fold(f64::INFINITY, f64::min));
        }
        let mean = micros.iter().sum::<f64>() / micros.len() as f64;
        println!("{mean:9.1} {:9.1}  {}", micros.iter().copied().fold(0.0, f64::max), text.chars().take(60).collect::<String>());
    }
}

//! The engine against what is known of it: the trained pair's reference numbers, an independent
//! forward pass written here in plain loops, and the faults that broke other tools.
//!
//! "Case n" in a comment is a fault once reported against a tool of this field; the comment says
//! what its users saw.
#![cfg(feature = "engine")]

use decoding_lab::decode::*;
use decoding_lab::engine::*;
use decoding_lab::protocol::{Reply, RunId};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

fn files(name: &str) -> ModelFiles {
    ModelFiles::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("public/models").join(name)).expect("the pair is in the repository")
}

fn trained_pair() -> ModelPair {
    ModelPair::build(&files("target-1.8m"), &files("draft-0.25m")).expect("the pair loads")
}

/// CPU passes never wait.
fn now<F: Future>(future: F) -> F::Output {
    now_or_never(future).expect("a CPU pass never waits")
}

fn ids(tokens: &[TokenId]) -> Vec<u32> {
    tokens.iter().map(|token| token.0).collect()
}

fn argmax(row: &[f32]) -> usize {
    (0..row.len()).fold(0, |best, idx| if row[idx] > row[best] { idx } else { best })
}

fn max_difference(a: &[f32], b: &[f32]) -> f32 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

#[test]
fn the_loader_reproduces_the_reference_numbers_of_both_models() {
    let reference: serde_json::Value = serde_json::from_str(include_str!("data/reference.json")).expect("it is JSON");
    let pair = trained_pair();
    for (role, mut model, facts) in [("target", pair.target(), &pair.facts().target), ("draft", pair.draft(), &pair.facts().draft)] {
        let known = &reference["ref"][role];
        let numbers = |value: &serde_json::Value| -> Vec<u32> {
            value.as_array().expect("a list").iter().map(|id| id.as_u64().expect("an id") as u32).collect()
        };
        assert_eq!(facts.parameters, known["params"].as_u64().expect("a count"), "{role}");
        let prompt = pair.encode_prompt("Once upon a time, a cat").expect("it encodes");
        assert_eq!(ids(&prompt), numbers(&known["ids"]));

        let rows = now(model.extend(&prompt)).expect("a pass");
        assert_eq!((rows.len(), rows[0].len()), (8, 4096));
        // The reference was written with four digits after the point.
        for (logit, known) in rows[0].iter().zip(known["row0_first3"].as_array().expect("a list")) {
            assert!((f64::from(*logit) - known.as_f64().expect("a logit")).abs() < 1e-3, "{role}: {logit} for {known}");
        }
        let last = &rows[7];
        let mut ranked: Vec<u32> = (0..last.len() as u32).collect();
        ranked.sort_by(|a, b| last[*b as usize].total_cmp(&last[*a as usize]));
        for (id, entry) in ranked.iter().zip(known["top5"].as_array().expect("a list")) {
            assert_eq!(u64::from(*id), entry[0].as_u64().expect("an id"), "{role}");
            assert!((f64::from(last[*id as usize]) - entry[2].as_f64().expect("a logit")).abs() < 1e-3, "{role}: token {id}");
        }

        let mut greedy = prompt.clone();
        let mut row = rows[7].clone();
        for _ in 0..60 {
            let token = TokenId(argmax(&row) as u32);
            greedy.push(token);
            row = now(model.extend(&[token])).expect("a pass").remove(0);
        }
        assert_eq!(ids(&greedy[8..]), numbers(&known["greedy60_ids"]), "{role}");
        assert_eq!(pair.vocabulary().text(&greedy), known["greedy60"].as_str().expect("a text"), "{role}");
    }
}

//! How long it takes to make a distribution of a row of logits, and what sorting the whole vocabulary for it would
//! cost: `cargo bench --bench selection`. Both ways take turns on one of the recorded rows, and medians are printed.
#![expect(clippy::disallowed_methods, reason = "a native program's clock is std's")]
#![expect(clippy::print_stdout, reason = "it is a program that prints")]

use decoding_lab::decode::{LogitsProcessor, Probs, ProcessorChain, Recording, TokenId};
use std::hint::black_box;
use std::time::Instant;

const N_ROUNDS: usize = 200;

/// Top-k and top-p as one would write them first, with every token in order.
fn by_sorting(row: &[f32], top_k: usize, top_p: f64) -> Option<Probs> {
    let mut logits: Vec<f64> = row.iter().map(|logit| f64::from(*logit)).collect();
    let ranked = |logits: &[f64]| {
        let mut ranked: Vec<usize> = (0..logits.len()).filter(|idx| logits[*idx] > f64::NEG_INFINITY).collect();
        ranked.sort_unstable_by(|a, b| logits[*b].total_cmp(&logits[*a]).then(a.cmp(b)));
        ranked
    };
    if top_k > 0 {
        for idx in ranked(&logits).into_iter().skip(top_k) {
            logits[idx] = f64::NEG_INFINITY;
        }
    }
    if top_p < 1.0 {
        let probs = Probs::softmax(&logits)?;
        let mut mass = 0.0;
        let mut order = ranked(&logits).into_iter();
        for idx in order.by_ref() {
            mass += probs.get(TokenId(idx as u32));
            if mass + 1e-12 >= top_p {
                break;
            }
        }
        order.for_each(|idx| logits[idx] = f64::NEG_INFINITY);
    }
    Probs::softmax(&logits)
}

fn micros<T>(work: impl FnOnce() -> T) -> f64 {
    let begun = Instant::now();
    black_box(work());
    begun.elapsed().as_secs_f64() * 1e6
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let recording = Recording::from_json(include_str!("../public/traces/first-light.json")).expect("the shipped recording");
    let row = &recording.trace.cycles[1].target_logits[0].0;
    println!("microseconds for a row of {} logits, medians of {N_ROUNDS}\n", row.len());
    println!("| settings | selection | full sort | ratio |\n|---|---|---|---|");
    for (name, top_k, top_p) in [
        ("softmax alone", 0, 1.0),
        ("top-k 40", 40, 1.0),
        ("top-p 0.9", 0, 0.9),
        ("top-k 40, top-p 0.9", 40, 0.9),
        ("top-p 0.999", 0, 0.999),
    ] {
        let chain = ProcessorChain { processors: vec![LogitsProcessor::TopK(top_k), LogitsProcessor::TopP(top_p)] };
        assert_eq!(chain.process(row, &[]), by_sorting(row, top_k, top_p), "{name}");
        let (mut selecting, mut sorting) = (Vec::new(), Vec::new());
        for _ in 0..N_ROUNDS {
            selecting.push(micros(|| chain.process(black_box(row), &[])));
            sorting.push(micros(|| by_sorting(black_box(row), top_k, top_p)));
        }
        let (selecting, sorting) = (median(selecting), median(sorting));
        println!("| {name} | {selecting:.0} | {sorting:.0} | {:.1} |", sorting / selecting);
    }
    let probs = ProcessorChain::default().process(row, &[]).expect("a distribution");
    let (mut some, mut all) = (Vec::new(), Vec::new());
    for _ in 0..N_ROUNDS {
        some.push(micros(|| probs.top(12)));
        all.push(micros(|| probs.ranked()));
    }
    let (some, all) = (median(some), median(all));
    println!("| the first 12 for a chart | {some:.0} | {all:.0} | {:.1} |", all / some);
}

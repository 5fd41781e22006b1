//! The logits processors against an implementation of its own (tests/oracle/processors.py), stage
//! by stage, in every order that came up.

use decoding_lab::decode::{PipelineSpec, ProcessorChain, StageKind, TokenId};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Case {
    logits: Vec<f32>,
    context: Vec<u32>,
    n_prompt: usize,
    stages: Vec<OracleStage>,
}

#[derive(Deserialize)]
struct OracleStage {
    name: String,
    value: f64,
    probs: Vec<f64>,
    entropy: f64,
}

#[test]
fn every_stage_agrees_with_an_implementation_of_its_own_in_every_order() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("golden/processors.json")).expect("the oracle's file parses");
    assert_eq!(cases.len(), 60);
    for (case_idx, case) in cases.iter().enumerate() {
        let mut spec = PipelineSpec::default();
        let processors = case.stages.iter().map(|stage| {
            let kind = StageKind::ALL.into_iter().find(|kind| kind.name() == stage.name).expect("the stage is known");
            match kind {
                StageKind::Temperature => spec.temperature = stage.value,
                StageKind::TopK => spec.top_k = stage.value as usize,
                StageKind::TopP => spec.top_p = stage.value,
                StageKind::MinP => spec.min_p = stage.value,
                StageKind::RepetitionPenalty => spec.repetition_penalty = stage.value,
                StageKind::PresencePenalty => spec.presence_penalty = stage.value,
                StageKind::FrequencyPenalty => spec.frequency_penalty = stage.value,
                // The oracle's bias is on one token, the first of the context.
                StageKind::Bias => spec.bias = BTreeMap::from([(TokenId(case.context[0]), stage.value)]),
            }
            spec.processor(kind, case.n_prompt)
        });
        let chain = ProcessorChain { processors: processors.collect() };
        let context: Vec<TokenId> = case.context.iter().copied().map(TokenId).collect();
        let stages = chain.stages(&case.logits, &context);
        for (stage, oracle) in stages[1..].iter().zip(&case.stages) {
            let probs = stage.probs.as_ref().expect("some token is left");
            for (idx, (got, want)) in probs.as_slice().iter().zip(&oracle.probs).enumerate() {
                // Both sides compute in f64; only the order of sums differs.
                assert!(
                    (got - want).abs() < 1e-12,
                    "case {case_idx}, {} = {}, token {idx}: {got} is not {want}",
                    oracle.name,
                    oracle.value
                );
                assert_eq!(*got == 0.0, *want == 0.0, "case {case_idx}, {}, token {idx}: kept on one side only", oracle.name);
            }
            assert!((probs.entropy() - oracle.entropy).abs() < 1e-12);
        }
    }
}

/// Checks what holds of any stage, on rows and settings of every kind.
#[cfg(not(target_arch = "wasm32"))]
mod properties {
    use decoding_lab::decode::{LogitsProcessor, Pipeline, PipelineSpec, Probs, ProcessorChain, StageKind, TokenId};
    use proptest::prelude::*;

    fn specs() -> impl Strategy<Value = PipelineSpec> {
        let numbers = (0.0..3.0f64, 0usize..30, 0.0..1.0f64, 0.0..1.0f64, 1.0..2.0f64, -2.0..2.0f64, -2.0..2.0f64);
        let bias = proptest::collection::btree_map((0u32..60).prop_map(TokenId), -20.0..20.0f64, 0..4);
        (numbers, bias, Just(StageKind::ALL.to_vec()).prop_shuffle()).prop_map(|(numbers, bias, order)| {
            let (temperature, top_k, top_p, min_p, repetition_penalty, presence_penalty, frequency_penalty) = numbers;
            let rest = PipelineSpec { bias, order, ..PipelineSpec::default() };
            PipelineSpec { temperature, top_k, top_p, min_p, repetition_penalty, presence_penalty, frequency_penalty, ..rest }
        })
    }

    /// A row's tokens, every one of them in order.
    fn sorted(logits: &[f64]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..logits.len()).filter(|idx| logits[*idx] > f64::NEG_INFINITY).collect();
        order.sort_by(|a, b| logits[*b].total_cmp(&logits[*a]).then(a.cmp(b)));
        order
    }

    /// Top-k, then top-p, as the papers say it, over the sorted vocabulary.
    fn by_sorting(row: &[f32], top_k: usize, top_p: f64) -> Option<Probs> {
        let mut logits: Vec<f64> = row.iter().map(|logit| f64::from(*logit)).collect();
        if top_k > 0 {
            sorted(&logits).into_iter().skip(top_k).for_each(|idx| logits[idx] = f64::NEG_INFINITY);
        }
        let probs = Probs::softmax(&logits)?;
        if top_p < 1.0 {
            let mut mass = 0.0;
            for idx in sorted(&logits) {
                if mass + 1e-12 >= top_p && mass > 0.0 {
                    logits[idx] = f64::NEG_INFINITY;
                } else {
                    mass += probs.as_slice()[idx];
                }
            }
        }
        // In the plainest way: a weight for each token, divided by their sum.
        Probs::softmax(&logits)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn selecting_gives_the_bits_of_sorting_the_whole_vocabulary_ties_included(
            // Few different values, so that many are equal; and excluded tokens.
            kinds in proptest::collection::vec(0usize..8, 1..700),
            spread in 0.01f32..5.0,
            top_k in 0usize..80,
            top_p in 0.0f64..1.2,
        ) {
            let values = [0.0f32, 1.0, 2.0, 2.5, -1.0, -7.0, f32::NEG_INFINITY, 3.0];
            let row: Vec<f32> = kinds.iter().map(|kind| values[*kind] * spread).collect();
            let chain = ProcessorChain { processors: vec![LogitsProcessor::TopK(top_k), LogitsProcessor::TopP(top_p)] };
            let (got, known) = (chain.process(&row, &[]), by_sorting(&row, top_k, top_p));
            let bits = |probs: &Option<Probs>| probs.as_ref().map(|probs| probs.as_slice().iter().map(|p| p.to_bits()).collect::<Vec<_>>());
            prop_assert!(bits(&got) == bits(&known), "{top_k}, {top_p}");
            if let Some(probs) = &known {
                let ranked = sorted(probs.as_slice());
                for n in [0, 1, 12, row.len()] {
                    let top: Vec<usize> = probs.top(n).into_iter().map(TokenId::index).collect();
                    prop_assert_eq!(&top, &ranked[..n.min(ranked.len())]);
                }
            }
        }

        #[test]
        fn every_stage_sums_to_one_shrinks_the_support_and_keeps_the_order_of_what_it_keeps(
            spec in specs(),
            row in proptest::collection::vec(-30.0f32..30.0, 2..60),
            context in proptest::collection::vec(0u32..60, 0..12),
            n_prompt in 0usize..12,
        ) {
            let context: Vec<TokenId> = context.into_iter().map(TokenId).collect();
            let pipeline = Pipeline::new(&spec, &row, &context, n_prompt);
            for stage_idx in 1..pipeline.n_stages() {
                let (before, after) = (pipeline.probs(stage_idx - 1), pipeline.probs(stage_idx));
                let (Some(before), Some(after)) = (before, after) else { panic!("a stage left no token") };
                let sum: f64 = after.as_slice().iter().sum();
                prop_assert!((sum - 1.0).abs() < 1e-12, "sum {sum}");
                let view = pipeline.view(stage_idx, row.len()).expect("the stage is there");
                for row in &view.rows {
                    prop_assert!(row.prob_before > 0.0 || row.prob_after == 0.0, "a token without mass came back");
                }
                // Penalties and biases may reorder tokens; temperature and filters may not.
                let filters = [StageKind::Temperature, StageKind::TopK, StageKind::TopP, StageKind::MinP];
                let reorders = !filters.contains(&spec.order[stage_idx - 1]);
                if !reorders {
                    let kept = |token: &TokenId| after.get(*token) > 0.0;
                    let ranks_before: Vec<f64> = before.ranked().into_iter().filter(kept).map(|token| after.get(token)).collect();
                    prop_assert!(ranks_before.is_sorted_by(|a, b| a >= b), "the order changed");
                }
            }
        }
    }
}

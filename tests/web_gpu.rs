//! Kernels of the graphics processor in a real browser, whose compilers for them are other ones than the native: models of all kinds of
//! shapes against the CPU, and against themselves in passes of other sizes. And the CPU's own vectors, which are others in a browser, too.
#![cfg(all(target_arch = "wasm32", feature = "gpu"))]

#[path = "common/made.rs"]
mod made;

use decoding_lab::decode::{Kernels, LanguageModel as _, LogitsRow, TokenId, TokenTree, TreeModel as _, TreeNode};
use decoding_lab::engine::{Checkpoint, FastModel, Gpu, GpuModel, KERNELS};
use made::{Sizes, Stores};
use std::rc::Rc;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

fn bits(rows: &[LogitsRow]) -> Vec<Vec<u32>> {
    rows.iter().map(|row| row.iter().map(|x| x.to_bits()).collect()).collect()
}

/// Checks a model in every way to multiply that the device has.
async fn check(gpu: &Rc<Gpu>, sizes: Sizes, stores: Stores, kernels: Kernels, seed: u32) {
    let (config, safetensors) = sizes.files(stores, seed);
    let checkpoint = Checkpoint::parse("made", config.to_string().as_bytes(), &safetensors).expect("a good checkpoint");
    let twin = FastModel::new("made", &checkpoint, sizes.vocab, if kernels == Kernels::GpuInt8 { Kernels::Int8 } else { KERNELS });
    let mut on_cpu = twin.expect("it builds");
    let mut model = GpuModel::new(gpu, &checkpoint, on_cpu.clone(), kernels).expect("it fits");
    let text: Vec<TokenId> = (0..100).map(|idx| TokenId((idx * 37 % sizes.vocab) as u32)).collect();
    let what = format!("{sizes:?}, {stores:?}, {kernels:?}, subgroups: {}", gpu.uses_subgroups());

    let known = on_cpu.extend(&text).await.expect("a pass");
    let (mut rows, mut n) = (Vec::new(), 0);
    while rows.len() < text.len() {
        n = n % 16 + 1;
        let pass = &text[rows.len()..text.len().min(rows.len() + n)];
        rows.extend(model.extend(pass).await.expect("a pass"));
    }
    assert!(!model.is_on_cpu(), "{what}: {:?}", gpu.trouble());
    let largest = rows.iter().flatten().zip(known.iter().flatten()).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    let size = known.iter().flatten().map(|x| x.abs()).fold(0.0, f32::max);
    // f32 in another order; or inputs that the CPU has rounded to eight bits.
    assert!(largest < size * if kernels == Kernels::GpuInt8 { 0.3 } else { 2e-4 }, "{what}: {largest} of {size}");

    // Single steps, and a tree, to the bit.
    model.truncate(60);
    for (position, token) in text.iter().enumerate().skip(60).take(12) {
        let row = model.extend(&[*token]).await.expect("a pass");
        assert_eq!(bits(&row), bits(&rows[position..=position]), "{what}: position {position}");
    }
    model.truncate(50);
    let nodes = [(50, None), (51, Some(0)), (7, Some(0)), (52, Some(1)), (9, Some(2))];
    let nodes = nodes.map(|(position, parent): (usize, _)| TreeNode { token: text[position], parent });
    let of_tree = model.extend_tree(&TokenTree { nodes: nodes.to_vec() }).await.expect("a pass");
    for (node, position) in [(0, 50), (1, 51), (3, 52)] {
        assert_eq!(bits(&of_tree[node..=node]), bits(&rows[position..=position]), "{what}: node {node}");
    }
    model.keep_branch(&[0, 1, 3]);
    let row = model.extend(&text[53..54]).await.expect("a pass");
    assert_eq!(bits(&row), bits(&rows[53..54]), "{what}: after a kept branch");
}

#[wasm_bindgen_test]
async fn models_of_all_shapes_have_the_cpus_logits_and_one_order_of_sums_in_a_browser() {
    let mut n_ways = 0;
    let gpu = Gpu::request().await.expect("webdriver.json asks for an adapter");
    loop {
        for (seed, sizes) in (1..).zip(Sizes::some()) {
            let sizes = Sizes { n_layers: 2, ..sizes };
            for (stores, kernels) in
                [(Stores::F32, Kernels::Gpu), (Stores::F16, Kernels::Gpu), (Stores::Bf16, Kernels::Gpu), (Stores::F32, Kernels::GpuInt8)]
            {
                check(&gpu, sizes, stores, kernels, seed).await;
            }
        }
        n_ways += 1;
        if !gpu.simplify() {
            break;
        }
    }
    assert!(n_ways >= 2);
}

// Natively the compiler makes vectors of plain loops; in WebAssembly they are written out, and only a browser runs those.
#[wasm_bindgen_test]
async fn vectors_of_four_have_the_bits_of_one_product_after_the_other_for_models_of_all_shapes_in_a_browser() {
    for (seed, sizes) in (1..).zip(Sizes::some()) {
        let sizes = Sizes { n_layers: 2, ..sizes };
        for stores in [Stores::F32, Stores::F16, Stores::Bf16, Stores::Int8, Stores::Int8Fine] {
            let (config, safetensors) = sizes.files(stores, seed);
            let checkpoint = Checkpoint::parse("made", config.to_string().as_bytes(), &safetensors).expect("a good checkpoint");
            let of = |kernels| FastModel::new("made", &checkpoint, sizes.vocab, kernels).expect("it builds");
            let (mut scalar, mut simd) = (of(Kernels::Scalar), of(Kernels::Simd));
            let text: Vec<TokenId> = (0..45).map(|idx| TokenId((idx * 37 % sizes.vocab) as u32)).collect();
            let known = scalar.extend(&text).await.expect("a pass");
            let (mut rows, mut n) = (Vec::new(), 0);
            while rows.len() < text.len() {
                n = n % 9 + 1;
                let pass = &text[rows.len()..text.len().min(rows.len() + n)];
                rows.extend(simd.extend(pass).await.expect("a pass"));
            }
            assert_eq!(bits(&rows), bits(&known), "{sizes:?}, {stores:?}");
        }
    }
}

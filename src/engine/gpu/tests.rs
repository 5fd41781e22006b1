//! Kernels one by one against plain loops, whole passes against the CPU, and what becomes of a device that lies or goes away.
//!
//! They run on whatever Vulkan device there is; where there is none but a program that computes on the CPU, on that.

use super::*;
use crate::decode::{TreeNode, now_or_never};
use crate::engine::DevicePass;
use crate::engine::fast::{KERNELS, Levels, round_row};
use made::{Sizes, Stores};
use std::path::Path;

#[path = "../../../tests/common/made.rs"]
mod made;

/// Natively every pass waits by itself.
fn now<F: Future>(future: F) -> F::Output {
    now_or_never(future).expect("natively nothing is left to wait for")
}

fn gpu() -> Rc<Gpu> {
    now(Gpu::request()).expect("scripts/setup installs a Vulkan device that computes on the CPU")
}

/// A model of any shape, with weights from numbered coins.
#[derive(Clone, Debug)]
struct Made {
    config: serde_json::Value,
    safetensors: Vec<u8>,
}

/// Makes one.
fn make(sizes: Sizes, stores: Stores, seed: u32) -> Made {
    let (config, safetensors) = sizes.files(stores, seed);
    Made { config, safetensors }
}

impl Made {
    fn checkpoint(&self) -> Checkpoint<'_> {
        Checkpoint::parse("made", self.config.to_string().as_bytes(), &self.safetensors).expect("a good checkpoint")
    }

    fn on_cpu(&self, kernels: Kernels) -> FastModel {
        let checkpoint = self.checkpoint();
        FastModel::new("made", &checkpoint, checkpoint.config.vocab_size, kernels).expect("it builds")
    }

    fn on(&self, gpu: &Rc<Gpu>, kernels: Kernels) -> GpuModel {
        let twin = self.on_cpu(if kernels == Kernels::GpuInt8 { Kernels::Int8 } else { KERNELS });
        GpuModel::new(gpu, &self.checkpoint(), twin, kernels).expect("it fits")
    }

    /// A matrix as kernels should see it: some rows of some tensors, one below the other.
    fn matrix(&self, kernels: Kernels, names: &[&str]) -> Vec<Vec<f64>> {
        let checkpoint = self.checkpoint();
        let mut rows = Vec::new();
        for name in names {
            let stored = checkpoint.stored(name);
            for row in 0..stored.n_rows {
                let mut numbers = vec![0.0; stored.n_columns];
                stored.row_into(row, &mut numbers);
                let mut whole = Vec::new();
                let scale = round_row(&numbers, Levels::SHIPPED, &mut whole);
                rows.push(if kernels == Kernels::GpuInt8 {
                    whole.iter().map(|x| f64::from(*x) * f64::from(scale)).collect()
                } else {
                    numbers.iter().map(|x| f64::from(*x)).collect()
                });
            }
        }
        rows
    }
}

fn product(matrix: &[Vec<f64>], x: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(x).map(|(w, x)| w * x).sum()).collect()
}

fn normed(gain: &[f64], x: &[f64]) -> Vec<f64> {
    let mean_square = x.iter().map(|x| x * x).sum::<f64>() / x.len() as f64;
    x.iter().zip(gain).map(|(x, gain)| x * gain / (mean_square + 1e-5).sqrt()).collect()
}

/// Numbers between -1 and 1.
fn numbers(seed: u32, n: usize) -> Vec<f32> {
    let mut random = made::numbers(seed);
    (0..n).map(|_| random()).collect()
}

/// One kernel at a time on one layer of a model.
struct Bench {
    model: GpuModel,
    pages: Pages,
}

impl Bench {
    /// With keys and values of so many positions in the cache, and room for 16 more.
    fn new(model: GpuModel, n_cached: usize) -> Self {
        let mut pages = Pages::default();
        let mut copies = Vec::new();
        model.resident.make_room(&mut pages, 0, n_cached + MAX_PASS, &mut copies).expect("room");
        Self { model, pages }
    }

    fn write(&self, buffer: &wgpu::Buffer, numbers: &[f32]) {
        let bytes: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
        self.model.resident.gpu.queue.write_buffer(buffer, 0, &bytes);
    }

    fn read(&self, buffer: &wgpu::Buffer) -> Vec<f64> {
        let gpu = &self.model.resident.gpu;
        let reader = super::buffer(gpu, buffer.size(), wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST);
        let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encoder.copy_buffer_to_buffer(buffer, 0, &reader, 0, buffer.size());
        gpu.queue.submit([encoder.finish()]);
        now(gpu.read(&reader, buffer.size())).expect("it is there").into_iter().map(f64::from).collect()
    }

    /// Runs the dispatches of one kind of kernel.
    fn run(&self, tokens: &[TokenId], n_cached: usize, paths: Option<&[Vec<usize>]>, is_wanted: impl Fn(Kernel) -> bool) {
        let resident = &self.model.resident;
        resident.write_about(tokens, n_cached, paths, &[], &self.pages);
        let rest = std::mem::take(&mut resident.store.borrow_mut().forward);
        let (wanted, rest): (Vec<Step>, Vec<Step>) = rest.into_iter().partition(|step| is_wanted(step.kernel));
        let all = |mut some: Vec<Step>, more: Vec<Step>| {
            some.extend(more);
            some
        };
        resident.store.borrow_mut().forward = wanted;
        let back = if is_wanted(Kernel::Logits(resident.head.format)) { Back::Rows } else { Back::Nothing };
        resident.submit(tokens.len(), Parts { copies: false, forward: true, back }, 0);
        let wanted = std::mem::take(&mut resident.store.borrow_mut().forward);
        resident.store.borrow_mut().forward = all(wanted, rest);
    }

    /// The number in the cache at a place.
    fn at(&self, cache: &[f64], position: usize, of_values: bool, idx: usize) -> f64 {
        let kv = self.model.resident.config.n_kv_heads * self.model.resident.config.head_dim();
        let slot = self.pages.slot(position) as usize;
        cache[(slot / PAGE * 2 * PAGE + usize::from(of_values) * PAGE + slot % PAGE) * kv + idx]
    }
}

/// Vectors of 16 tokens as they lie in a buffer.
fn rows(numbers: &[f64], n: usize) -> Vec<&[f64]> {
    numbers.chunks_exact(n.next_multiple_of(4)).map(|row| &row[..n]).collect()
}

/// Random vectors of 16 tokens, with zeros where a buffer is filled up.
fn vectors(seed: u32, n: usize) -> Vec<f32> {
    let mut all = Vec::new();
    for (token, row) in numbers(seed, MAX_PASS * n).chunks_exact(n).enumerate() {
        all.extend(row);
        all.resize((token + 1) * n.next_multiple_of(4), 0.0);
    }
    all
}

fn wide(numbers: &[f32]) -> Vec<f64> {
    numbers.iter().map(|x| f64::from(*x)).collect()
}

#[track_caller]
fn assert_near(found: &[f64], known: &[f64], what: &str) {
    assert_eq!(found.len(), known.len(), "{what}");
    for (idx, (found, known)) in found.iter().zip(known).enumerate() {
        // Sums of up to some hundred numbers about 1, in f32.
        assert!((found - known).abs() < 1e-4 * (1.0 + known.abs()), "{what}, number {idx}: {found} for {known}");
    }
}

/// Every way to multiply: with subgroups if there are any, without, and with one tile for all passes.
fn ways(gpu: &Rc<Gpu>, mut check: impl FnMut(&str)) {
    loop {
        check(if gpu.uses_subgroups() { "subgroups" } else { "shared memory" });
        if !gpu.programs.simplify() {
            break;
        }
    }
}

#[test]
fn every_kernel_computes_what_plain_loops_do_on_shapes_of_all_kinds() {
    let mut n_checked = 0;
    for (stores, kernels) in
        [(Stores::F32, Kernels::Gpu), (Stores::F16, Kernels::Gpu), (Stores::Bf16, Kernels::Gpu), (Stores::F32, Kernels::GpuInt8)]
    {
        let gpu = gpu();
        ways(&gpu, |way| {
            for (seed, sizes) in (1..).zip(Sizes::some()) {
                let made = make(sizes, stores, seed);
                for (n_tokens, n_cached) in [(1, 0), (3, 5), (4, 63), (5, 64), (9, 100), (16, 140)] {
                    let what = format!("{sizes:?}, {stores:?}, {kernels:?}, {way}, {n_tokens} tokens after {n_cached}");
                    check_kernels(&made, made.on(&gpu, kernels), kernels, n_tokens, n_cached, &what);
                    n_checked += 1;
                }
            }
        });
        assert_eq!(gpu.trouble(), None);
    }
    assert!(n_checked >= 8 * 4 * 2 * 6);
}

fn check_kernels(made: &Made, model: GpuModel, kernels: Kernels, n_tokens: usize, n_cached: usize, what: &str) {
    let bench = Bench::new(model, n_cached);
    let resident = Rc::clone(&bench.model.resident);
    let LlamaConfig { hidden_size: hidden, ffn_size: ffn, n_heads, n_kv_heads, vocab_size, .. } = resident.config;
    let head_dim = resident.config.head_dim();
    let kv = n_kv_heads * head_dim;
    let tokens: Vec<TokenId> = (0..n_tokens).map(|idx| TokenId((idx * 37 % vocab_size) as u32)).collect();
    let name = |part: &str| format!("model.layers.0.{part}.weight");
    let gain = |name: &str| made.checkpoint().stored(name).to_vec().into_iter().map(f64::from).collect::<Vec<_>>();

    // The embedding's rows.
    bench.run(&tokens, n_cached, None, |kernel| matches!(kernel, Kernel::Embed(_)));
    let embedded = bench.read(&resident.residual);
    let embedding = made.matrix(kernels, &["model.embed_tokens.weight"]);
    for (token, row) in tokens.iter().zip(rows(&embedded, hidden)) {
        assert_near(row, &embedding[token.index()], &format!("{what}: embedding"));
    }

    // Norm, queries, keys, values, turned and put away.
    let residual = vectors(3, hidden);
    bench.write(&resident.residual, &residual);
    let cache = &resident.store.borrow().caches[0].clone();
    bench.write(cache, &numbers(4, (cache.size() / 4) as usize));
    let before = bench.read(cache);
    bench.run(&tokens, n_cached, None, |kernel| matches!(kernel, Kernel::Turned(_)));
    let (queries, after) = (bench.read(&resident.queries), bench.read(cache));
    let qkv = made.matrix(kernels, &[&name("self_attn.q_proj"), &name("self_attn.k_proj"), &name("self_attn.v_proj")]);
    let norm = gain(&name("input_layernorm"));
    let [cos, sin] = resident.config.rotation_tables();
    let wide_residual = wide(&residual);
    for (idx, (x, query)) in rows(&wide_residual, hidden).into_iter().zip(rows(&queries, hidden)).take(n_tokens).enumerate() {
        let mut known = product(&qkv, &normed(&norm, x));
        let position = n_cached + idx;
        for (at, pair) in known[..hidden + kv].as_chunks_mut::<2>().0.iter_mut().enumerate() {
            let turn = position * head_dim / 2 + at % (head_dim / 2);
            let (cos, sin) = (f64::from(cos[turn]), f64::from(sin[turn]));
            *pair = [pair[0] * cos - pair[1] * sin, pair[0] * sin + pair[1] * cos];
        }
        assert_near(query, &known[..hidden], &format!("{what}: queries"));
        let stored: Vec<f64> = (0..2 * kv).map(|at| bench.at(&after, position, at >= kv, at % kv)).collect();
        assert_near(&stored, &known[hidden..], &format!("{what}: keys and values"));
    }
    for position in (0..n_cached).chain(n_cached + n_tokens..n_cached + MAX_PASS) {
        let is_kept = (0..2 * kv).all(|at| bench.at(&before, position, at >= kv, at % kv) == bench.at(&after, position, at >= kv, at % kv));
        assert!(is_kept, "{what}: position {position} was written to");
    }

    // Attention, in a row and in a tree.
    let tree: Vec<Vec<usize>> = (0..n_tokens).map(|idx| (0..=idx).filter(|at| at % 3 == idx % 3 || *at == 0).collect()).collect();
    for paths in [None, Some(tree.as_slice())] {
        let query = vectors(5, hidden);
        bench.write(&resident.queries, &query);
        bench.run(&tokens, n_cached, paths, |kernel| kernel == Kernel::Attend);
        let attended = bench.read(&resident.attended);
        let wide_query = wide(&query);
        for (idx, (query, out)) in rows(&wide_query, hidden).into_iter().zip(rows(&attended, hidden)).take(n_tokens).enumerate() {
            let own: Vec<usize> = paths.map_or_else(|| (0..=idx).collect(), |paths| paths[idx].clone());
            let seen: Vec<usize> = (0..n_cached).chain(own.into_iter().map(|node| n_cached + node)).collect();
            let mut known = Vec::new();
            for head in 0..n_heads {
                let start = head / (n_heads / n_kv_heads) * head_dim;
                let query = &query[head * head_dim..][..head_dim];
                let dot =
                    |position: &usize| -> f64 { (0..head_dim).map(|at| query[at] * bench.at(&after, *position, false, start + at)).sum() };
                let scores: Vec<f64> = seen.iter().map(|position| (dot(position) / (head_dim as f64).sqrt()).exp()).collect();
                let total: f64 = scores.iter().sum();
                known.extend((0..head_dim).map(|at| {
                    seen.iter()
                        .zip(&scores)
                        .map(|(position, score)| score / total * bench.at(&after, *position, true, start + at))
                        .sum::<f64>()
                }));
            }
            assert_near(out, &known, &format!("{what}: attention, token {idx}"));
        }
    }

    // Both products that are added. The first one's inputs are `attended`, the other's `gated`: the other is looked at where the first
    // one has nothing to add.
    let attended = vectors(6, hidden);
    let gated_in = vectors(7, ffn);
    bench.write(&resident.attended, &attended);
    bench.write(&resident.gated, &gated_in);
    bench.write(&resident.residual, &residual);
    bench.run(&tokens, n_cached, None, |kernel| matches!(kernel, Kernel::Added(_)));
    let added = bench.read(&resident.residual);
    let out = made.matrix(kernels, &[&name("self_attn.o_proj")]);
    let down = made.matrix(kernels, &[&name("mlp.down_proj")]);
    let (wide_attended, wide_gated) = (wide(&attended), wide(&gated_in));
    for token in 0..n_tokens {
        let one = product(&out, rows(&wide_attended, hidden)[token]);
        let other = product(&down, rows(&wide_gated, ffn)[token]);
        let x = rows(&wide_residual, hidden)[token];
        let known: Vec<f64> = x.iter().zip(one).zip(other).map(|((x, one), other)| x + one + other).collect();
        assert_near(rows(&added, hidden)[token], &known, &format!("{what}: what is added"));
    }

    // Gate and up, and the logits.
    bench.write(&resident.residual, &residual);
    bench.run(&tokens, n_cached, None, |kernel| matches!(kernel, Kernel::Gated(_) | Kernel::Logits(_)));
    let (gated, logits) = (bench.read(&resident.gated), bench.read(&resident.logits));
    let gate = made.matrix(kernels, &[&name("mlp.gate_proj")]);
    let up = made.matrix(kernels, &[&name("mlp.up_proj")]);
    let head = made.matrix(kernels, &["lm_head.weight"]);
    for token in 0..n_tokens {
        let x = rows(&wide_residual, hidden)[token];
        let of_ffn = normed(&gain(&name("post_attention_layernorm")), x);
        let (gate, up) = (product(&gate, &of_ffn), product(&up, &of_ffn));
        let known: Vec<f64> = gate.iter().zip(up).map(|(gate, up)| gate / (1.0 + (-gate).exp()) * up).collect();
        assert_near(rows(&gated, ffn)[token], &known, &format!("{what}: SwiGLU"));
        let known = product(&head, &normed(&gain("model.norm.weight"), x));
        assert_near(rows(&logits, vocab_size)[token], &known, &format!("{what}: logits"));
    }
}

/// The pair of the page.
fn trained(name: &str) -> Made {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("public/models").join(name);
    let read = |file: &str| std::fs::read(folder.join(file)).expect("the pair is in the repository");
    Made { config: serde_json::from_slice(&read("config.json")).expect("it is JSON"), safetensors: read("model.safetensors") }
}

fn largest_difference(a: &[LogitsRow], b: &[LogitsRow]) -> f32 {
    assert_eq!(a.len(), b.len());
    a.iter().flatten().zip(b.iter().flatten()).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

fn argmax(row: &[f32]) -> usize {
    (0..row.len()).fold(0, |best, idx| if row[idx] > row[best] { idx } else { best })
}

fn text(n: usize, vocab_size: usize) -> Vec<TokenId> {
    (0..n).map(|idx| TokenId((idx * 97 % vocab_size) as u32)).collect()
}

fn bits(rows: &[LogitsRow]) -> Vec<Vec<u32>> {
    rows.iter().map(|row| row.iter().map(|x| x.to_bits()).collect()).collect()
}

/// A model of two layers and grouped heads.
const SMALL: Sizes = Sizes { vocab: 61, head_dim: 10, n_heads: 4, n_kv_heads: 2, ffn: 37, n_layers: 2, context_len: 100, tied: false };

#[test]
fn the_trained_pair_has_the_logits_of_the_cpu_and_its_greedy_text() {
    let gpu = gpu();
    for name in ["target-5.9m", "draft-0.3m"] {
        let made = trained(name);
        let (mut on_gpu, mut on_cpu) = (made.on(&gpu, Kernels::Gpu), made.on_cpu(KERNELS));
        let text = text(100, on_cpu.vocab_size());
        for pass in text.chunks(23) {
            let (found, known) = (now(on_gpu.extend(pass)).expect("a pass"), now(on_cpu.extend(pass)).expect("a pass"));
            // f32 in two orders, on logits of up to some tens.
            let largest = largest_difference(&found, &known);
            assert!(largest < 1e-3, "{name}: {largest}");
        }
        on_gpu.truncate(1);
        on_cpu.truncate(1);
        let mut token = TokenId(40);
        for idx in 0..40 {
            let (found, known) = (now(on_gpu.extend(&[token])).expect("a pass"), now(on_cpu.extend(&[token])).expect("a pass"));
            assert_eq!(argmax(&found[0]), argmax(&known[0]), "{name}: token {idx}");
            token = TokenId(argmax(&known[0]) as u32);
        }
        assert!(!on_gpu.is_on_cpu(), "{:?}", gpu.trouble());
    }
}

#[test]
fn weights_of_every_kind_give_the_logits_of_the_cpu() {
    let gpu = gpu();
    for tied in [false, true] {
        for stores in [Stores::F32, Stores::F16, Stores::Bf16, Stores::Int8, Stores::Int8Fine] {
            let made = make(Sizes { tied, ..SMALL }, stores, 8);
            let text = text(60, SMALL.vocab);
            let found = now(made.on(&gpu, Kernels::Gpu).extend(&text)).expect("a pass");
            let known = now(made.on_cpu(KERNELS).extend(&text)).expect("a pass");
            assert!(largest_difference(&found, &known) < 2e-4, "{stores:?}, tied: {tied}");
        }
    }
    // On the CPU, int8 rounds inputs, too; the weights are the same.
    let made = trained("target-1.8m");
    let mut on_gpu = made.on(&gpu, Kernels::GpuInt8);
    let checked = now(on_gpu.check_device()).expect("the same weights");
    assert!(checked.difference > 1e-4 && checked.difference < 0.1, "{checked:?}");
    assert_eq!(on_gpu.cached(), []);
}

// Were it otherwise, greedy speculation could part from the target's own text.
#[test]
fn a_pass_over_any_number_of_tokens_gives_the_bits_of_single_steps_in_every_way_to_multiply() {
    for (made, kernels, n_tokens) in [
        (make(SMALL, Stores::F32, 3), Kernels::Gpu, 90),
        (make(SMALL, Stores::F32, 4), Kernels::GpuInt8, 40),
        (trained("target-1.8m"), Kernels::Gpu, 40),
    ] {
        let gpu = gpu();
        ways(&gpu, |way| {
            let model = made.on(&gpu, kernels);
            let text = text(n_tokens, model.vocab_size());
            let mut single = model.fork();
            let steps: Vec<LogitsRow> = text.iter().flat_map(|token| now(single.extend(&[*token])).expect("a pass")).collect();
            for n in 2..=17 {
                let mut model = model.fork();
                let rows: Vec<LogitsRow> = text.chunks(n).flat_map(|pass| now(model.extend(pass)).expect("a pass")).collect();
                assert!(bits(&rows) == bits(&steps), "{way}, {kernels:?}, passes of {n}: {}", largest_difference(&rows, &steps));
            }
        });
        assert_eq!(gpu.trouble(), None);
    }
}

#[test]
fn forks_and_truncated_caches_never_show_in_one_another_and_feeding_is_extending() {
    let gpu = gpu();
    let made = make(SMALL, Stores::F32, 5);
    let model = made.on(&gpu, Kernels::Gpu);
    let fresh = |tokens: &[TokenId]| now(model.fork().extend(tokens)).expect("a pass").pop().expect("a row");
    let text = text(80, SMALL.vocab);
    for n in [1, 6, 15, 16, 17, 31, 33, 50] {
        let mut one = model.fork();
        now(one.feed(&text[..n])).expect("a pass");
        let mut other = one.fork();
        other.truncate(n / 2);
        now(other.extend(&[text[70], text[71]])).expect("a pass");
        let third = one.fork();
        assert_eq!(now(one.extend(&text[n..n + 1])).expect("a pass").remove(0), fresh(&text[..n + 1]));
        let known = fresh(&[&text[..n / 2], &[text[70], text[71], text[72]]].concat());
        assert_eq!(now(other.extend(&text[72..73])).expect("a pass").remove(0), known);
        drop(one);
        assert_eq!(now({ third }.extend(&text[n..n + 1])).expect("a pass").remove(0), fresh(&text[..n + 1]));
    }
    let mut one = model.fork();
    now(one.feed(&text[..7])).expect("a pass");
    one.truncate(99); // Nothing to forget.
    assert_eq!(one.cached(), &text[..7]);
    one.truncate(0);
    assert_eq!((one.cached().len(), now(one.extend(&[])).expect("an empty pass").len()), (0, 0));
    assert_eq!(now(one.extend(&text[..2])).expect("a pass").remove(1), fresh(&text[..2]));
    // The end of the context, and tokens that there are not.
    one.truncate(0);
    now(one.feed(&[text.clone(), text[..20].to_vec()].concat())).expect("it fits exactly");
    assert!(matches!(now(one.extend(&text[..1])), Err(EngineError::ContextFull { n_cached: 100, .. })));
    one.truncate(4);
    assert!(matches!(now(one.extend(&[TokenId(61)])), Err(EngineError::TokenOutside { token: 61, .. })));
    assert_eq!((one.cached(), one.is_on_cpu()), (&text[..4], false));
}

#[test]
fn as_many_forks_as_anybody_wants_find_room_and_give_it_back() {
    let gpu = gpu();
    let model = make(SMALL, Stores::F32, 6).on(&gpu, Kernels::Gpu);
    let text = text(60, SMALL.vocab);
    let known = now(model.fork().extend(&text)).expect("a pass");
    let n_before = model.resident.store.borrow().pool.n_pages();
    let mut forks = Vec::new();
    for n in 0..60 {
        let mut fork = model.fork();
        now(fork.feed(&text[..n])).expect("a pass");
        forks.push(fork);
    }
    let n_after = model.resident.store.borrow().pool.n_pages();
    assert!(n_after > 2 * n_before, "{n_before} pages have become {n_after}");
    for (n, fork) in forks.iter_mut().enumerate() {
        assert_eq!(now(fork.extend(&text[n..n + 1])).expect("a pass")[0], known[n]);
    }
    drop(forks);
    assert_eq!(model.resident.store.borrow().pool.n_free(), n_after as usize);
}

#[test]
fn a_tree_has_the_rows_of_its_branches_to_the_bit_and_a_kept_branch_is_a_text_like_any_other() {
    let gpu = gpu();
    let model = make(SMALL, Stores::F32, 7).on(&gpu, Kernels::Gpu);
    let text = text(60, SMALL.vocab);
    let node = |token, parent| TreeNode { token: TokenId(token), parent };
    let tree = TokenTree {
        nodes: vec![
            node(1, None),
            node(2, Some(0)),
            node(3, Some(0)),
            node(4, Some(1)),
            node(5, Some(1)),
            node(6, Some(2)),
            node(7, Some(4)),
            node(8, Some(5)),
            node(9, Some(7)),
        ],
    };
    for n_cached in [0, 3, 9, 12, 16, 40] {
        for (branch, is_forked) in
            [(vec![0, 2, 5, 7, 8], false), (vec![0, 1, 4], true), (vec![0], false), (vec![0, 2, 5], true), (vec![], false)]
        {
            let mut model = model.fork();
            now(model.feed(&text[..n_cached])).expect("a pass");
            let rows = now(model.extend_tree(&tree)).expect("a pass");
            assert_eq!(model.cached(), &text[..n_cached]);
            for (idx, row) in rows.iter().enumerate() {
                let mut alone = model.fork();
                alone.truncate(n_cached);
                let branch: Vec<TokenId> = tree.path(idx).into_iter().map(|node| tree.nodes[node].token).collect();
                let known = now(alone.extend(&branch)).expect("a pass").pop().expect("a row");
                assert_eq!(bits(std::slice::from_ref(row)), bits(&[known]), "node {idx} after {n_cached}");
            }
            // The loop has written over nothing: forks write to pages of their own.
            let mut other = is_forked.then(|| model.fork());
            model.keep_branch(&branch);
            let kept: Vec<TokenId> = branch.iter().map(|node| tree.nodes[*node].token).collect();
            let whole = [&text[..n_cached], &kept].concat();
            assert_eq!(model.cached(), whole);
            let known = now(made_fresh(&model).extend(&[&whole[..], &[TokenId(50)]].concat())).expect("a pass").pop();
            assert_eq!(now(model.extend(&[TokenId(50)])).expect("a pass").pop(), known, "{branch:?} after {n_cached}");
            if let Some(other) = &mut other {
                other.keep_branch(&[0, 1, 3]);
                let whole = [&text[..n_cached], &[TokenId(1), TokenId(2), TokenId(4), TokenId(50)]].concat();
                let known = now(made_fresh(&model).extend(&whole)).expect("a pass").pop();
                assert_eq!(now(other.extend(&[TokenId(50)])).expect("a pass").pop(), known, "the fork after {n_cached}");
            }
        }
    }
    assert_eq!(gpu.trouble(), None);
}

/// The same model with an empty cache.
fn made_fresh(model: &GpuModel) -> GpuModel {
    let mut fresh = model.fork();
    fresh.truncate(0);
    fresh
}

#[test]
fn a_matrix_that_is_larger_than_a_buffer_may_be_is_kept_in_parts() {
    let made = make(Sizes { vocab: 300, ..SMALL }, Stores::F32, 9);
    let small = now(Gpu::request_with(|source| source, 24_000)).expect("a device");
    let mut on_small = made.on(&small, Kernels::Gpu);
    assert!(on_small.resident.head.parts.len() > 2 && on_small.resident.embedding.as_ref().is_some_and(|matrix| matrix.parts.len() > 2));
    let text = text(40, 300);
    let known = now(made.on(&gpu(), Kernels::Gpu).extend(&text)).expect("a pass");
    assert_eq!(bits(&now(on_small.extend(&text)).expect("a pass")), bits(&known));
    // What does not fit at all is refused, before anything runs.
    let tiny = now(Gpu::request_with(|source| source, 1_000)).expect("a device");
    let twin = made.on_cpu(KERNELS);
    assert!(matches!(GpuModel::new(&tiny, &made.checkpoint(), twin, Kernels::Gpu), Err(GpuTrouble::TooLarge { .. })));
    let wide = make(Sizes { head_dim: 258, n_heads: 1, n_kv_heads: 1, ..SMALL }, Stores::F32, 9);
    let refused = GpuModel::new(&small, &wide.checkpoint(), wide.on_cpu(KERNELS), Kernels::Gpu);
    assert!(matches!(refused, Err(GpuTrouble::Unsupported { .. })));
}

/// Takes a model through all that one goes through before a run, and a pass over five tokens, on a device whose buffers are small; what the pass
/// asked of the device, and how many pieces of work that is more than where nothing is in parts.
fn go_through(sizes: Sizes, max_bytes: u64) -> (PassCost, u32) {
    let made = make(sizes, Stores::Bf16, 3);
    let small = now(Gpu::request_with(|source| source, max_bytes)).expect("a device");
    let mut model = made.on(&small, Kernels::Gpu);
    let resident = Rc::clone(&model.resident);
    let in_layers = resident.layers.iter().flat_map(|layer| [&layer.qkv, &layer.attention_out, &layer.gate_up, &layer.down]);
    let matrices: Vec<&Matrix> = in_layers.chain([&resident.head]).collect();
    let caches = resident.store.borrow().caches.clone();
    let buffers = matrices.iter().flat_map(|matrix| &matrix.parts).map(|part| &part.weights).chain(&caches).chain([&resident.logits]);
    assert!(buffers.into_iter().all(|buffer| buffer.size() <= max_bytes));
    // A tied embedding lies in the parts of the head.
    let n_more: usize = matrices.iter().chain([&&resident.head]).map(|matrix| matrix.parts.len() - 1).sum();
    let checked = now(model.check_device()).expect("it computes rightly");
    assert!(checked.difference < 1e-4, "{checked:?}");
    let tokens = text(5, sizes.vocab);
    let rows = now(model.extend(&tokens)).expect("a pass");
    let known = now(made.on_cpu(KERNELS).extend(&tokens)).expect("a pass");
    let size = known.iter().flatten().map(|x| x.abs()).fold(0.0, f32::max);
    assert!(largest_difference(&rows, &known) < 1e-4 * size);
    assert_eq!(small.trouble(), None);
    let (cost, counted) = (model.last_cost(), DevicePass::of(&resident.config));
    assert_eq!((cost.weight_bytes, cost.bytes_back), (counted.weight_bytes, 5 * counted.row_bytes));
    assert_eq!(cost.n_dispatches, counted.n_dispatches + n_more as u32);
    (cost, n_more as u32)
}

#[test]
fn a_model_with_matrices_beyond_a_devices_limits_goes_all_the_way_in_parts() {
    let sizes = Sizes { vocab: 4_000, head_dim: 32, n_heads: 6, n_kv_heads: 3, ffn: 400, n_layers: 3, context_len: 256, tied: true };
    let (_, n_more) = go_through(sizes, 300_000);
    // Five more parts of the vocabulary, for the embedding and for the logits, and one more of gate and up in each layer.
    assert_eq!(n_more, 5 + 5 + 3);
}

#[test]
fn a_model_of_a_hundred_million_weights_goes_all_the_way() {
    let sizes = Sizes { vocab: 32_000, head_dim: 64, n_heads: 12, n_kv_heads: 12, ffn: 2_048, n_layers: 12, context_len: 256, tied: true };
    let whole = go_through(sizes, 64 << 20);
    // As docs/measured.md says.
    let cost = PassCost { n_dispatches: 62, weight_bytes: 219_021_312, bytes_there: 1_424 + 4, bytes_back: 5 * 128_000 };
    assert_eq!(whole, (cost, 0));
    // The vocabulary alone is 49 MB.
    let in_parts = go_through(sizes, 16 << 20);
    assert_eq!(in_parts, (PassCost { n_dispatches: 62 + 4, ..cost }, 4));
}

#[test]
fn a_cache_that_may_not_grow_ends_on_the_cpu_and_the_text_goes_on() {
    let made = make(SMALL, Stores::F32, 5);
    // Room for 16 tokens' logits, and for a few pages of 1,280 numbers.
    let small = now(Gpu::request_with(|source| source, 40_000)).expect("a device");
    let model = made.on(&small, Kernels::Gpu);
    let text = text(40, SMALL.vocab);
    let known = now(made.on_cpu(KERNELS).extend(&text)).expect("a pass");
    let mut forks: Vec<GpuModel> = Vec::new();
    while small.trouble().is_none() {
        let mut fork = model.fork();
        let rows = now(fork.extend(&text)).expect("one way or the other");
        assert!(largest_difference(&rows, &known) < 2e-4);
        forks.push(fork);
        assert!(forks.len() < 100, "40,000 bytes do not hold that many");
    }
    assert!(matches!(small.trouble(), Some(GpuTrouble::TooLarge { .. })));
    assert!(forks.iter().all(GpuModel::is_on_cpu));
}

#[test]
fn a_pass_is_five_dispatches_a_layer_and_reads_the_weights_once_whatever_its_length() {
    let gpu = gpu();
    let mut model = trained("target-1.8m").on(&gpu, Kernels::Gpu);
    let weight_bytes = model.pass_size().weight_bytes;
    assert_eq!(weight_bytes, 2 * model.pass_size().multiply_adds, "of bfloat16");
    for n in 1..=16u64 {
        model.truncate(0);
        now(model.extend(&text(n as usize, 4096))).expect("a pass");
        let cost = model.last_cost();
        assert_eq!((cost.n_dispatches, cost.bytes_back), (1 + 5 * 6 + 1, n * 4096 * 4));
        assert_eq!(cost.weight_bytes, weight_bytes);
        assert!(cost.bytes_there < 2_000);
    }
    // Where nobody wants rows, there are none: no product with the vocabulary, and a sign in place of numbers.
    now(model.feed(&text(3, 4096))).expect("a pass");
    assert_eq!((model.last_cost().n_dispatches, model.last_cost().bytes_back), (31, 16));
    // As docs/measured.md says.
    let int8 = trained("target-1.8m").on(&gpu, Kernels::GpuInt8);
    let mut draft = trained("draft-0.3m").on(&gpu, Kernels::Gpu);
    now(draft.extend(&text(5, 4096))).expect("a pass");
    assert_eq!((weight_bytes, int8.pass_size().weight_bytes), (3_604_480, 1_852_416));
    // As it is counted where there is no device.
    let counted = DevicePass::of(&model.resident.config);
    assert_eq!((counted.n_dispatches, counted.weight_bytes, counted.row_bytes), (32, weight_bytes, 16_384));
    let cost = PassCost { n_dispatches: 22, weight_bytes: 688_128, bytes_there: 1_424 + 4, bytes_back: 5 * 16_384 };
    assert_eq!(draft.last_cost(), cost);
}

#[test]
fn a_device_that_computes_rightly_passes_the_check() {
    let gpu = gpu();
    for name in ["target-1.8m", "draft-0.3m"] {
        let checked = now(trained(name).on(&gpu, Kernels::Gpu).check_device()).expect("it computes rightly");
        assert!(checked.difference < 1e-5 && checked.n_tokens == 70, "{name}: {checked:?}");
    }
    let subgroups = gpu.device.features().contains(wgpu::Features::SUBGROUP);
    assert_eq!(gpu.uses_subgroups(), subgroups);
}

// Each of these is a fault that a driver could have.
#[test]
fn a_device_that_lies_is_found_out_before_anything_is_believed() {
    let lies: [fn(String) -> String; 4] = [
        |source| source.replace("sums[t] += vec4<f32>(dot(a, x)", "sums[t] += vec4<f32>(0.99 * dot(a, x)"),
        |source| source.replace("exp(score - top)", "exp((score - top) * 1.2)"),
        |source| source.replace("numbers.x * turn.x - numbers.y", "numbers.x * turn.x + numbers.y"),
        |source| source.replace("+ shape.norm_eps", "+ 0.1"),
    ];
    for (idx, lie) in lies.into_iter().enumerate() {
        let gpu = now(Gpu::request_with(lie, u64::MAX)).expect("a device");
        let told = Rc::new(RefCell::new(Vec::new()));
        let keep = Rc::clone(&told);
        gpu.on_trouble(move |trouble| keep.borrow_mut().push(trouble.clone()));
        let mut model = trained("draft-0.3m").on(&gpu, Kernels::Gpu);
        let outcome = now(model.check_device());
        assert!(matches!(outcome, Err(EngineError::Gpu(GpuTrouble::Mismatch { .. }))), "lie {idx}: {outcome:?}");
        assert!(matches!(told.borrow()[..], [GpuTrouble::Mismatch { .. }]));
        // Whoever goes on with it all the same gets the CPU's numbers.
        let text = text(20, 4096);
        let rows = now(model.extend(&text)).expect("a pass");
        assert_eq!(bits(&rows), bits(&now(trained("draft-0.3m").on_cpu(KERNELS).extend(&text)).expect("a pass")));
    }
}

#[test]
fn what_only_some_kernels_do_wrongly_is_avoided() {
    let no_subgroups = |source: String| source.replace("subgroupShuffleXor(sum, distance)", "subgroupShuffleXor(sum, 0u)");
    let gpu = now(Gpu::request_with(no_subgroups, u64::MAX)).expect("a device");
    now(trained("draft-0.3m").on(&gpu, Kernels::Gpu).check_device()).expect("there is another way");
    assert!(!gpu.uses_subgroups());
    // A tile that rounds otherwise, within the tolerance.
    let uneven = |source: String| {
        if source.contains("TOKENS = 4u") { source.replace("dot(a, x)", "1.000001 * dot(a, x)") } else { source }
    };
    let gpu = now(Gpu::request_with(uneven, u64::MAX)).expect("a device");
    now(trained("draft-0.3m").on(&gpu, Kernels::Gpu).check_device()).expect("there is another way");
    assert_eq!((gpu.programs.tile(1), gpu.programs.tile(3)), (8, 8));
}

#[test]
fn a_device_that_goes_away_leaves_the_text_as_it_is_and_the_cpu_goes_on() {
    for at_once in [false, true] {
        let gpu = gpu();
        let n_told = Rc::new(Cell::new(0));
        let count = Rc::clone(&n_told);
        gpu.on_trouble(move |_| count.set(count.get() + 1));
        let made = trained("target-1.8m");
        let (mut model, mut on_cpu) = (made.on(&gpu, Kernels::Gpu), made.on_cpu(KERNELS));
        let text = text(60, 4096);
        if !at_once {
            now(model.extend(&text[..30])).expect("a pass");
            now(on_cpu.extend(&text[..30])).expect("a pass");
        }
        let mut fork = model.fork();
        gpu.destroy();
        let from = on_cpu.cached().len();
        let (found, known) = (now(model.extend(&text[from..])).expect("it goes on"), now(on_cpu.extend(&text[from..])).expect("a pass"));
        assert_eq!(bits(&found), bits(&known));
        assert_eq!((model.cached(), model.is_on_cpu(), n_told.get()), (&text[..], true, 1));
        // A tree, too, and a fork from before; the same listener hears nothing more.
        let tree = TokenTree { nodes: vec![TreeNode { token: TokenId(5), parent: None }, TreeNode { token: TokenId(6), parent: Some(0) }] };
        let rows = now(fork.extend_tree(&tree)).expect("it goes on");
        fork.keep_branch(&[0, 1]);
        on_cpu.truncate(from);
        assert_eq!(bits(&rows), bits(&now(on_cpu.extend(&[TokenId(5), TokenId(6)])).expect("a pass")));
        assert_eq!((fork.cached(), n_told.get()), (on_cpu.cached(), 1));
        fork.truncate(1);
        assert_eq!(fork.cached().len(), 1);
        assert!(matches!(gpu.trouble(), Some(GpuTrouble::Lost { .. } | GpuTrouble::Refused { .. })));
    }
}

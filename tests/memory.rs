//! Memory, counted by the allocator: what building a model takes at its height and in the end, and that a long
//! session does not grow. Counts are of bytes asked for, so they are the same on every machine.
#![cfg(all(feature = "engine", not(target_arch = "wasm32")))]
#![expect(unsafe_code, reason = "an allocator that counts can only be written with it")]

use decoding_lab::decode::*;
use decoding_lab::engine::{Checkpoint, EngineModel, ModelFiles, ModelPair};
use std::alloc::{GlobalAlloc, Layout, System};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The system's allocator, which also counts.
struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static HEIGHT: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is handed on unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        HEIGHT.fetch_max(HELD.fetch_add(layout.size(), Relaxed) + layout.size(), Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn files(name: &str) -> ModelFiles {
    ModelFiles::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("public/models").join(name)).expect("the pair is in the repository")
}

/// Bytes held after something was made, and the most held while it was, both beyond what was held before.
fn measured<T>(make: impl FnOnce() -> T) -> (T, usize, usize) {
    let before = HELD.load(Relaxed);
    HEIGHT.store(before, Relaxed);
    let made = make();
    (made, HELD.load(Relaxed) - before, HEIGHT.load(Relaxed) - before)
}

fn now<F: Future>(future: F) -> F::Output {
    now_or_never(future).expect("a CPU pass never waits")
}

// One test, since all threads of this program are counted together.
#[test]
fn weights_are_held_once_loading_stays_below_three_times_them_and_a_long_session_does_not_grow() {
    let files = files("target-1.8m");
    for (kernels, bytes_per_weight) in [(Kernels::Scalar, 4.0), (Kernels::Simd, 2.0), (Kernels::Int8, 1.0)] {
        let build = || {
            let checkpoint = Checkpoint::parse(&files.name, &files.config, &files.weights).expect("a good checkpoint");
            let n_weights = checkpoint.parameters as f64;
            (EngineModel::new(&files.name, &checkpoint, 4096, kernels).expect("it builds"), n_weights)
        };
        let ((model, n_weights), held, height) = measured(build);
        // Beside the weights: norms, scales, rotation tables.
        let share = held as f64 / (n_weights * bytes_per_weight);
        assert!((1.0..1.06).contains(&share), "{kernels:?} holds {share} times its weights");
        // The file is held by whoever fetched it, until the model is built. It has two bytes a weight.
        let height = (height + files.weights.len()) as f64 / files.weights.len().max(held) as f64;
        assert!(height < 3.0, "{kernels:?}: {height} times the weights while loading");
        drop(model);
    }

    // A target that is its own draft is there once; a copy of its files is another model.
    let n_bytes = 4 * 1_803_904; // In scalar code each number takes four bytes.
    let copy = files.clone();
    let (pair, held, _) = measured(|| ModelPair::build_with(&files, &files, Kernels::Scalar).expect("it is its own draft"));
    let (two, held_by_two, _) = measured(|| ModelPair::build_with(&files, &copy, Kernels::Scalar).expect("the same model twice"));
    assert!(held_by_two - held > n_bytes, "{held} bytes, and {held_by_two} with a copy");
    drop((pair, two, copy));

    let pair = ModelPair::build_with(&files, &self::files("draft-0.3m"), Kernels::Int8).expect("the pair loads");
    let cycles = |n_cycles: usize| {
        let mut n_left = n_cycles;
        for seed in 0.. {
            let spec = ExperimentSpec { seed, max_new_tokens: 200, ..Default::default() };
            let prompt = pair.encode_prompt(&spec.prompt).expect("it encodes");
            let mut decoder = Speculative::new(Trace::new(spec, pair.facts().clone(), Vec::new()).config(), &prompt);
            let (mut draft, mut target) = (pair.draft(), pair.target());
            while now(decoder.step(&mut draft, &mut target)).expect("a cycle").is_some() {
                n_left -= 1;
                if n_left == 0 {
                    return;
                }
            }
        }
    };
    cycles(10); // What is made once and kept is there now.
    let ((), held, height_of_few) = measured(|| cycles(100));
    assert_eq!(held, 0, "after 100 cycles");
    let ((), held, height_of_many) = measured(|| cycles(1000));
    assert_eq!(held, 0, "after 1,000 cycles");
    // Both have written texts of full length, so the height is the same but for what a longer list doubles to.
    assert!(height_of_many < height_of_few + height_of_few / 2, "{height_of_many} after {height_of_few}");
}

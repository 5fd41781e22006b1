//! A few milliseconds in which a device shows which of the engine's ways to compute in f32 suits it.
//!
//! It happens before there are models, on a matrix with made-up numbers and the target's widths. Browsers' clocks tick
//! every tenth of a millisecond where a page is not isolated, and the ticks themselves are shaken; so each way is
//! repeated for slices that are long beside a tick, one slice begins where another has ended, at a tick, and the
//! better of two slices counts, because other programs only ever make one slower. Before anything counts each way
//! runs once: browsers compile a function when it is first called.
//!
//! Browsers compile it well only later, beside the page, and on a device with much to do that can take longer than all
//! of this. Then wide registers seem to be worse than none. So a surprise is looked at again, for longer: a way that does
//! less at a time is believed to be quicker only if it still is. The pick is remembered, and would be wrong for long.
//!
//! The same products with several vectors say what a pass over several positions costs. What a pass asks of a graphics processor is
//! counted here, too, so that a program that has no kernels for one can estimate what it would take there.

use crate::decode::{KernelPick, KernelTime, Kernels, PassCosts};
use crate::engine::fast::{F32_KERNELS, MatrixAtHand};
use crate::engine::{Clock, LlamaConfig};

/// A first look at each way, taken twice.
const PROBE_MILLIS: f64 = 0.2;

/// What is this much slower at first sight is not looked at again.
const HOPELESS: f64 = 1.5;

/// Rounds of looks, and then of slices.
const ROUNDS: usize = 2;

/// With two ways left, all of it takes about five milliseconds.
const SLICE_MILLIS: f64 = 1.0;

/// Looks at a surprise, one after the other.
const ATTEMPTS: usize = 3;

/// How long each slice of them is: one that lasts longer than it takes to compile.
const LONG_SLICE_MILLIS: f64 = 5.0;

/// A clock that stands still must not keep us.
const MAX_REPEATS: u32 = 2_000;

/// The most weights that take part: many a token's products fill a slice, on slow devices, too.
const MAX_WEIGHTS: usize = 1 << 16;

/// Positions of the pass that stands for those of a cycle: four guesses, and the token before them.
pub const SEVERAL: usize = 5;

/// What a pass asks of a graphics processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DevicePass {
    /// Pieces of work: the embedding, five for each layer, the logits.
    pub n_dispatches: u32,
    /// Bytes of weights that are read, in 16 bits, as most files have them.
    pub weight_bytes: u64,
    /// Bytes of a row of logits, which come back for each position.
    pub row_bytes: u64,
}

impl DevicePass {
    /// For a model of this shape.
    pub fn of(config: &LlamaConfig) -> Self {
        Self {
            n_dispatches: 5 * config.n_layers as u32 + 2,
            weight_bytes: 2 * config.n_weights(),
            row_bytes: 4 * config.vocab_size.next_multiple_of(4) as u64,
        }
    }
}

/// What passes over one and several positions cost on the CPU in one of the ways that this build has, estimated from some of the products;
/// `None` where the clock tells nothing.
pub fn estimate_passes(config: &LlamaConfig, kernels: Kernels, clock: &Clock) -> Option<PassCosts> {
    let (n_rows, n_columns) = shape_at_hand(config);
    let numbers = [1, SEVERAL];
    let mut matrices = numbers.map(|n| MatrixAtHand::with_shape(kernels, n_rows, n_columns, n));
    matrices.iter_mut().for_each(MatrixAtHand::multiply);
    let millis = best_of(&[0, 1], SLICE_MILLIS, clock, &mut |idx| matrices[idx].multiply());
    let scale = config.n_weights() as f64 / (n_rows * n_columns) as f64;
    PassCosts::of(numbers.into_iter().zip(millis).map(|(n, millis)| (n, millis * scale)).collect())
}

/// Rows and columns of the matrix that stands for a model's.
fn shape_at_hand(config: &LlamaConfig) -> (usize, usize) {
    let n_columns = config.hidden_size;
    // Gate and up, which are the widest that a layer has.
    ((2 * config.ffn_size).min(MAX_WEIGHTS.div_ceil(n_columns)), n_columns)
}

/// Times the ways to compute that this build has for a model of this shape, and picks one.
pub fn calibrate(config: &LlamaConfig, clock: &Clock) -> Option<KernelPick> {
    let (n_rows, n_columns) = shape_at_hand(config);
    let mut matrices: Vec<MatrixAtHand> =
        F32_KERNELS.iter().map(|kernels| MatrixAtHand::with_shape(*kernels, n_rows, n_columns, 1)).collect();
    let scale = config.n_weights() as f64 / (n_rows * n_columns) as f64;
    let in_passes = |times: &[f64]| {
        let times = F32_KERNELS.iter().zip(times).map(|(kernels, millis)| KernelTime { kernels: *kernels, millis: millis * scale });
        KernelPick::of(times.collect())
    };
    in_passes(&time_without_surprise(
        F32_KERNELS.len(),
        clock,
        |idx| matrices[idx].multiply(),
        |times| in_passes(times).is_none_or(|pick| !pick.is_surprise()),
    ))
}

/// As [`time`], and what is not as `expected` is measured again, for longer: the best that each kind was seen at counts.
fn time_without_surprise(n: usize, clock: &Clock, mut work: impl FnMut(usize), expected: impl Fn(&[f64]) -> bool) -> Vec<f64> {
    let mut best = time(n, clock, &mut work);
    let all: Vec<usize> = (0..n).collect();
    for _ in 0..ATTEMPTS {
        if expected(&best) {
            break;
        }
        let again = best_of(&all, LONG_SLICE_MILLIS, clock, &mut work);
        best.iter_mut().zip(again).for_each(|(best, again)| *best = best.min(again));
    }
    best
}

/// The milliseconds that each of `n` kinds of work takes once.
fn time(n: usize, clock: &Clock, mut work: impl FnMut(usize)) -> Vec<f64> {
    (0..n).for_each(&mut work);
    let all: Vec<usize> = (0..n).collect();
    let mut best = best_of(&all, PROBE_MILLIS, clock, &mut work);
    let limit = best.iter().copied().fold(f64::INFINITY, f64::min) * HOPELESS;
    let hopeful: Vec<usize> = all.into_iter().filter(|idx| best[*idx] <= limit).collect();
    // A look is too short to be compared with a slice.
    let slices = best_of(&hopeful, SLICE_MILLIS, clock, &mut work);
    hopeful.iter().zip(slices).for_each(|(idx, slice)| best[*idx] = slice);
    best
}

/// The better of some slices of each of these kinds of work, in turn.
fn best_of(kinds: &[usize], millis: f64, clock: &Clock, work: &mut impl FnMut(usize)) -> Vec<f64> {
    let mut best = vec![f64::INFINITY; kinds.len()];
    for round in 0..ROUNDS {
        for turn in 0..kinds.len() {
            let place = (turn + round) % kinds.len();
            best[place] = best[place].min(slice(kinds[place], millis, clock, work));
        }
    }
    best
}

/// The milliseconds that one piece of work takes, of as many as last so long.
fn slice(idx: usize, millis: f64, clock: &Clock, work: &mut impl FnMut(usize)) -> f64 {
    let started = clock();
    let mut n_done = 0;
    loop {
        work(idx);
        n_done += 1;
        let elapsed = clock() - started;
        if elapsed >= millis || n_done == MAX_REPEATS {
            return elapsed / f64::from(n_done);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::rc::Rc;

    /// A clock of the machine's that shows only every tenth of a millisecond, and the true time.
    fn coarse_clock() -> (Clock, Rc<Cell<f64>>) {
        let now = Rc::new(Cell::new(0.037f64));
        let shown = Rc::clone(&now);
        (Rc::new(move || (shown.get() * 10.0).floor() / 10.0), now)
    }

    #[test]
    fn slices_on_a_coarse_clock_are_right_to_a_few_per_cent_and_all_of_it_takes_about_five_milliseconds() {
        for costs in [[0.031, 0.038, 0.09], [0.007, 0.0075, 0.02], [0.11, 0.1, 0.3]] {
            let (clock, now) = coarse_clock();
            let begun = now.get();
            let times = time(3, &clock, |idx| now.set(now.get() + costs[idx]));
            for (time, cost) in times.iter().zip(costs).take(2) {
                assert!((time / cost - 1.0).abs() < 0.06, "{times:?} for {costs:?}");
            }
            let millis = now.get() - begun;
            assert!((4.0..7.0).contains(&millis), "{millis}");
        }
    }

    #[test]
    fn a_first_call_that_compiles_and_another_program_that_takes_the_processor_change_nothing() {
        let (clock, now) = coarse_clock();
        let n_calls = Cell::new(0);
        let times = time(2, &clock, |idx| {
            n_calls.set(n_calls.get() + 1);
            let stolen = if [1, 12, 50].contains(&n_calls.get()) { 10.0 } else { 0.0 };
            now.set(now.get() + [0.03, 0.04][idx] + stolen);
        });
        assert!((times[0] / 0.03 - 1.0).abs() < 0.06 && (times[1] / 0.04 - 1.0).abs() < 0.06, "{times:?}");
    }

    /// On a machine with much to do, SIMD was measured at 0.92 ms and scalar code at 0.69 ms, which was picked, and remembered.
    #[test]
    fn code_that_the_browser_compiles_well_only_later_is_not_taken_for_slow() {
        let expected = |times: &[f64]| times[0] * (1.0 - KernelPick::MARGIN) <= times[1];
        let (clock, now) = coarse_clock();
        // Well compiled from the thirtieth millisecond on.
        let times =
            time_without_surprise(2, &clock, |idx| now.set(now.get() + [if now.get() < 30.0 { 0.04 } else { 0.01 }, 0.03][idx]), expected);
        assert!((times[0] / 0.01 - 1.0).abs() < 0.06 && (times[1] / 0.03 - 1.0).abs() < 0.06, "{times:?}");

        // What is as expected is not looked at twice; what stays a surprise is believed in the end.
        for (costs, limit) in [([0.01, 0.03], 7.0), ([0.04, 0.03], 80.0)] {
            let (clock, now) = coarse_clock();
            let begun = now.get();
            let times = time_without_surprise(2, &clock, |idx| now.set(now.get() + costs[idx]), expected);
            assert!(times.iter().zip(costs).all(|(time, cost)| (time / cost - 1.0).abs() < 0.06), "{times:?}");
            assert!(now.get() - begun < limit, "{}", now.get() - begun);
        }
    }

    #[test]
    fn a_clock_that_stands_still_keeps_nobody_and_picks_nothing() {
        let mut n_calls = 0;
        let stopped: Clock = Rc::new(|| 5.0);
        let times = time(3, &stopped, |_| n_calls += 1);
        assert_eq!(times, [0.0; 3]);
        assert_eq!(n_calls, 3 + 2 * 2 * 3 * MAX_REPEATS);
    }

    #[test]
    fn passes_over_several_positions_are_estimated_from_products_with_as_many_vectors() {
        let config = br#"{
            "model_type": "llama", "hidden_act": "silu", "vocab_size": 4096, "hidden_size": 128, "intermediate_size": 344, "num_hidden_layers": 6,
            "num_attention_heads": 4, "num_key_value_heads": 2, "rms_norm_eps": 1e-5, "rope_theta": 10000.0, "max_position_embeddings": 512,
            "tie_word_embeddings": true
        }"#;
        let config = LlamaConfig::parse("made", config).expect("a good configuration");
        // A clock that goes a tenth of a millisecond with each look: what is multiplied then takes the same time, however many vectors.
        let looks = Cell::new(0.0);
        let clock: Clock = Rc::new(move || {
            looks.set(looks.get() + 0.1);
            looks.get()
        });
        let costs = estimate_passes(&config, Kernels::Simd, &clock).expect("a clock that goes");
        let n_at_hand = (2 * 344 * 128).min(MAX_WEIGHTS) as f64;
        let expected = 0.1 * config.n_weights() as f64 / n_at_hand;
        assert!(
            (costs.millis(1) / expected - 1.0).abs() < 0.1 && (costs.millis(SEVERAL) / expected - 1.0).abs() < 0.1,
            "{costs:?}, {expected}"
        );
        assert_eq!(costs.n_positions().collect::<Vec<_>>(), [1, SEVERAL]);
        assert_eq!(estimate_passes(&config, Kernels::Simd, &(Rc::new(|| 5.0) as Clock)), None);
    }
}

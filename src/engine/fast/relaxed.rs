//! The products of browsers with relaxed SIMD: more of them in one instruction, which may do a little less than
//! promise the same bits everywhere. Only the worker that is built for it has these instructions, and the
//! page starts that one only where the browser knows them.

use super::kernels::{Floats, Lanes, PANEL};
use super::simd::sums_with;
use std::arch::wasm32::f32x4_relaxed_madd;

/// f32 with a fused multiply-add: one instruction where there were two. Whether it rounds once or twice is the
/// machine's to choose, so that bits differ between machines; on any one of them they are the same for every number
/// of tokens.
pub struct Fused;

impl Floats for Fused {
    type Wide = FusedWide;
    type Halves = FusedHalves;
}

/// [`Fused`] of f32.
pub struct FusedWide;

impl Lanes for FusedWide {
    type Weights = [f32; PANEL];
    type Inputs = f32;
    type Sum = f32;

    fn sums<const P: usize, const T: usize>(panels: [&[[f32; PANEL]]; P], tokens: [&[f32]; T]) -> [[[f32; PANEL]; T]; P] {
        fused_sums(panels, tokens)
    }
}

sums_with!(
    #[target_feature(enable = "relaxed-simd")]
    f32x4_relaxed_madd,
    fused_sums,
    fused_half_sums
);

/// [`Fused`] of pairs of bfloat16.
pub struct FusedHalves;

impl Lanes for FusedHalves {
    type Weights = [u32; PANEL];
    type Inputs = [f32; 2];
    type Sum = f32;

    fn sums<const P: usize, const T: usize>(panels: [&[[u32; PANEL]]; P], tokens: [&[[f32; 2]]; T]) -> [[[f32; PANEL]; T]; P] {
        fused_half_sums(panels, tokens)
    }
}

/// Eight-bit products by fours. One operand must lie in 0..=127: those are the weights, with 64 added. Then nothing
/// is left to the machine, and the sums are exact.
pub mod bytes {
    use super::super::kernels::{Lanes, PANEL};
    use super::super::pairs;
    use std::arch::wasm32::{i32x4_relaxed_dot_i8x16_i7x16_add, i32x4_splat, v128};

    /// Columns of one step.
    pub const GROUP: usize = 4;

    /// What is added to every weight.
    pub const OFFSET: i32 = 64;

    /// Four rows with four columns each, and four more rows.
    pub type Weights = [v128; 2];

    /// Four columns, as they are wanted for each row.
    pub type Inputs = i32;

    pub fn weights(rows: [[i8; GROUP]; PANEL]) -> Weights {
        [0, 4].map(|first| pairs::sixteen(std::array::from_fn(|idx| rows[first + idx / GROUP][idx % GROUP] + OFFSET as i8)))
    }

    pub fn rows(weights: &Weights) -> [[i8; GROUP]; PANEL] {
        let halves = weights.map(pairs::to_bytes);
        std::array::from_fn(|row| std::array::from_fn(|idx| halves[row / 4][row % 4 * GROUP + idx] - OFFSET as i8))
    }

    pub fn inputs(columns: [i8; GROUP]) -> Inputs {
        i32::from_le_bytes(columns.map(|x| x as u8))
    }

    pub struct Bytes;

    impl Lanes for Bytes {
        type Weights = Weights;
        type Inputs = Inputs;
        type Sum = i32;

        fn sums<const P: usize, const T: usize>(panels: [&[Weights]; P], tokens: [&[Inputs]; T]) -> [[[i32; PANEL]; T]; P] {
            byte_sums(panels, tokens)
        }
    }

    #[target_feature(enable = "relaxed-simd")]
    fn byte_sums<const P: usize, const T: usize>(panels: [&[Weights]; P], tokens: [&[Inputs]; T]) -> [[[i32; PANEL]; T]; P] {
        let n_steps = tokens[0].len();
        let panels = panels.map(|panel| &panel[..n_steps]);
        let tokens = tokens.map(|token| &token[..n_steps]);
        let mut sums = [[[pairs::zero(); 2]; T]; P];
        for step in 0..n_steps {
            for (panel, sums) in panels.iter().zip(&mut sums) {
                let [low, high] = panel[step];
                for (token, [low_sum, high_sum]) in tokens.iter().zip(sums) {
                    let x = i32x4_splat(token[step]);
                    *low_sum = i32x4_relaxed_dot_i8x16_i7x16_add(x, low, *low_sum);
                    *high_sum = i32x4_relaxed_dot_i8x16_i7x16_add(x, high, *high_sum);
                }
            }
        }
        sums.map(|tokens| tokens.map(pairs::join))
    }
}

//! The innermost loops in WebAssembly's vectors of four, written out. What the compiler makes of plain loops is as quick where several tokens
//! share a reading of the weights, and half as quick where there is one.

use super::kernels::PANEL;
use std::arch::wasm32::{f32x4_add, f32x4_extract_lane, f32x4_mul, v128};

/// Makes the sums of f32 and those of pairs of bfloat16, of some panels' rows with some tokens' vectors, for one way to
/// add a product to a sum.
macro_rules! sums_with {
    ($(#[$attribute:meta])* $add_product:path, $wide:ident, $halves:ident) => {
        $(#[$attribute])*
        pub(super) fn $wide<const P: usize, const T: usize>(panels: [&[[f32; PANEL]]; P], tokens: [&[f32]; T]) -> [[[f32; PANEL]; T]; P] {
            use std::arch::wasm32::{f32x4, f32x4_splat};
            let n_columns = tokens[0].len();
            // All of one length, which the compiler then knows, too.
            let panels = panels.map(|panel| &panel[..n_columns]);
            let tokens = tokens.map(|token| &token[..n_columns]);
            let mut sums = [[[f32x4_splat(0.0); 2]; T]; P];
            for column in 0..n_columns {
                for (panel, sums) in panels.iter().zip(&mut sums) {
                    let [a, b, c, d, e, f, g, h] = panel[column];
                    let (low, high) = (f32x4(a, b, c, d), f32x4(e, f, g, h));
                    for (token, [low_sum, high_sum]) in tokens.iter().zip(sums) {
                        let x = f32x4_splat(token[column]);
                        *low_sum = $add_product(low, x, *low_sum);
                        *high_sum = $add_product(high, x, *high_sum);
                    }
                }
            }
            sums.map(|tokens| tokens.map($crate::engine::fast::simd::rows))
        }

        $(#[$attribute])*
        pub(super) fn $halves<const P: usize, const T: usize>(
            panels: [&[[u32; PANEL]]; P],
            tokens: [&[[f32; 2]]; T],
        ) -> [[[f32; PANEL]; T]; P] {
            use std::arch::wasm32::{f32x4_splat, i32x4_shl, u32x4, u32x4_splat, v128_and};
            let n_steps = tokens[0].len();
            let panels = panels.map(|panel| &panel[..n_steps]);
            let tokens = tokens.map(|token| &token[..n_steps]);
            let upper = u32x4_splat(0xFFFF_0000);
            let mut sums = [[[f32x4_splat(0.0); 2]; T]; P];
            for step in 0..n_steps {
                for (panel, sums) in panels.iter().zip(&mut sums) {
                    let [a, b, c, d, e, f, g, h] = panel[step];
                    let (low, high) = (u32x4(a, b, c, d), u32x4(e, f, g, h));
                    let columns = [[i32x4_shl(low, 16), i32x4_shl(high, 16)], [v128_and(low, upper), v128_and(high, upper)]];
                    for (token, [low_sum, high_sum]) in tokens.iter().zip(sums) {
                        for ([low, high], x) in columns.into_iter().zip(token[step]) {
                            let x = f32x4_splat(x);
                            *low_sum = $add_product(low, x, *low_sum);
                            *high_sum = $add_product(high, x, *high_sum);
                        }
                    }
                }
            }
            sums.map(|tokens| tokens.map($crate::engine::fast::simd::rows))
        }
    };
}
#[cfg(feature = "relaxed")]
pub(super) use sums_with;

sums_with!(add_rounded, plain_sums, plain_half_sums);

/// A product and a sum, each rounded: the bits of any machine.
fn add_rounded(weights: v128, inputs: v128, sums: v128) -> v128 {
    f32x4_add(sums, f32x4_mul(weights, inputs))
}

/// A panel's rows out of two vectors.
pub(super) fn rows([low, high]: [v128; 2]) -> [f32; PANEL] {
    let ([a, b, c, d], [e, f, g, h]) = (lanes(low), lanes(high));
    [a, b, c, d, e, f, g, h]
}

fn lanes(vector: v128) -> [f32; 4] {
    [f32x4_extract_lane::<0>(vector), f32x4_extract_lane::<1>(vector), f32x4_extract_lane::<2>(vector), f32x4_extract_lane::<3>(vector)]
}

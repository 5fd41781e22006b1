//! The same sums with the browser's fused multiply-add: one instruction where there were two. Whether it
//! rounds once or twice is the machine's to choose, so that bits differ between machines; on any one of them they
//! are the same for every number of tokens. Only the worker that is built for it has these
//! instructions, and the page starts that one only where the browser knows them.

use super::kernels::PANEL;
use std::arch::wasm32::{f32x4, f32x4_extract_lane, f32x4_relaxed_madd, f32x4_splat, v128};

/// The sums of some panels' rows with some tokens' vectors.
#[target_feature(enable = "relaxed-simd")]
pub(super) fn sums<const P: usize, const T: usize>(panels: [&[[f32; PANEL]]; P], tokens: [&[f32]; T]) -> [[[f32; PANEL]; T]; P] {
    let n_columns = tokens[0].len();
    let panels = panels.map(|panel| &panel[..n_columns]);
    let tokens = tokens.map(|token| &token[..n_columns]);
    let mut sums = [[[f32x4_splat(0.0); 2]; T]; P];
    for column in 0..n_columns {
        for (panel, sums) in panels.iter().zip(&mut sums) {
            let [a, b, c, d, e, f, g, h] = panel[column];
            let (low, high) = (f32x4(a, b, c, d), f32x4(e, f, g, h));
            for (token, [low_sum, high_sum]) in tokens.iter().zip(sums) {
                let x = f32x4_splat(token[column]);
                *low_sum = f32x4_relaxed_madd(low, x, *low_sum);
                *high_sum = f32x4_relaxed_madd(high, x, *high_sum);
            }
        }
    }
    sums.map(|tokens| {
        tokens.map(|[low, high]| {
            let [a, b, c, d] = lanes(low);
            let [e, f, g, h] = lanes(high);
            [a, b, c, d, e, f, g, h]
        })
    })
}

fn lanes(vector: v128) -> [f32; 4] {
    [f32x4_extract_lane::<0>(vector), f32x4_extract_lane::<1>(vector), f32x4_extract_lane::<2>(vector), f32x4_extract_lane::<3>(vector)]
}

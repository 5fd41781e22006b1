//! Natively, on processors with AVX2: vectors of eight lanes where every x86-64 has four.
//!
//! Whether a processor has them is found out when the program runs, so one program serves all. The bits are those of
//! the portable code: in f32 the same products and sums in the same order, two more of them side by side; in int8
//! whole numbers, whose sums are exact.
#![allow(unsafe_code, reason = "instructions that not every processor has can only be called with it")]

use super::kernels::{PANEL, plain_half_sums, plain_sums};
use super::pairs::Sixteen;
use std::arch::x86_64::{
    __m256i, _mm_loadu_si128, _mm256_add_epi32, _mm256_cvtepi8_epi16, _mm256_madd_epi16, _mm256_set1_epi32, _mm256_setzero_si256,
    _mm256_storeu_si256,
};

/// Sums of rows with vectors: `(panels, tokens, PANEL)`.
type Sums<S, const P: usize, const T: usize> = [[[S; PANEL]; T]; P];

/// What [`plain_sums`] gives; `None` where the processor lacks the instructions.
#[inline(always)]
pub fn f32_sums<const P: usize, const T: usize>(panels: [&[[f32; PANEL]]; P], tokens: [&[f32]; T]) -> Option<Sums<f32, P, T>> {
    // SAFETY: the processor has just said that it has AVX2.
    is_x86_feature_detected!("avx2").then(|| unsafe { f32_sums_here(panels, tokens) })
}

/// The portable code once more, compiled for eight lanes.
#[target_feature(enable = "avx2")]
fn f32_sums_here<const P: usize, const T: usize>(panels: [&[[f32; PANEL]]; P], tokens: [&[f32]; T]) -> Sums<f32, P, T> {
    plain_sums(panels, tokens)
}

/// What [`plain_half_sums`] gives; `None` where the processor lacks the instructions.
#[inline(always)]
pub fn half_sums<const P: usize, const T: usize>(panels: [&[[u32; PANEL]]; P], tokens: [&[[f32; 2]]; T]) -> Option<Sums<f32, P, T>> {
    // SAFETY: the processor has just said that it has AVX2.
    is_x86_feature_detected!("avx2").then(|| unsafe { half_sums_here(panels, tokens) })
}

#[target_feature(enable = "avx2")]
fn half_sums_here<const P: usize, const T: usize>(panels: [&[[u32; PANEL]]; P], tokens: [&[[f32; 2]]; T]) -> Sums<f32, P, T> {
    plain_half_sums(panels, tokens)
}

/// The exact sums of eight-bit products, all over equally many pairs of columns; `None` where the processor lacks the
/// instructions.
#[inline(always)]
pub fn byte_sums<const P: usize, const T: usize>(panels: [&[Sixteen]; P], tokens: [&[i32]; T]) -> Option<Sums<i32, P, T>> {
    // SAFETY: the processor has just said that it has AVX2.
    is_x86_feature_detected!("avx2").then(|| unsafe { byte_sums_here(panels, tokens) })
}

#[target_feature(enable = "avx2")]
fn byte_sums_here<const P: usize, const T: usize>(panels: [&[Sixteen]; P], tokens: [&[i32]; T]) -> Sums<i32, P, T> {
    let n_steps = tokens[0].len();
    let panels = panels.map(|panel| &panel[..n_steps]);
    let tokens = tokens.map(|token| &token[..n_steps]);
    let mut sums = [[_mm256_setzero_si256(); T]; P];
    for step in 0..n_steps {
        for (panel, sums) in panels.iter().zip(&mut sums) {
            // SAFETY: sixteen bytes are read from an array of sixteen; no alignment is asked for.
            let bytes = unsafe { _mm_loadu_si128(panel[step].as_ptr().cast()) };
            let weights = _mm256_cvtepi8_epi16(bytes);
            for (token, sum) in tokens.iter().zip(sums) {
                // Each row's pair of weights with the pair of inputs: two products and their sum in a lane.
                let products = _mm256_madd_epi16(weights, _mm256_set1_epi32(token[step]));
                *sum = _mm256_add_epi32(*sum, products);
            }
        }
    }
    sums.map(|tokens| tokens.map(|sums| lanes(sums)))
}

#[target_feature(enable = "avx2")]
fn lanes(sums: __m256i) -> [i32; PANEL] {
    let mut lanes = [0; PANEL];
    // SAFETY: eight numbers of 32 bits are written to an array of eight; no alignment is asked for.
    unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), sums) };
    lanes
}

#[cfg(test)]
mod tests {
    use super::super::int8::portable_byte_sums;
    use super::*;

    #[test]
    fn eight_lanes_have_the_bits_of_the_portable_code_for_any_shape() {
        let mut state = 1u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 8
        };
        for n_steps in [0, 1, 2, 3, 7, 16, 33, 64, 129, 384] {
            let mut panel = || -> Vec<[f32; PANEL]> { (0..n_steps).map(|_| std::array::from_fn(|_| next() as f32 / 8e6 - 1.0)).collect() };
            let (a, b, c, d) = (panel(), panel(), panel(), panel());
            let tokens: Vec<f32> = [&a, &b].iter().flat_map(|panel| panel.iter().map(|lanes| lanes[3] * 1.7)).collect();
            let (x, y) = tokens.split_at(n_steps);
            let bits = |sums: &[[[f32; PANEL]; 2]; 2]| sums.map(|tokens| tokens.map(|lanes| lanes.map(f32::to_bits)));
            if let Some(sums) = f32_sums([&a, &b], [x, y]) {
                assert_eq!(bits(&sums), bits(&plain_sums([&a, &b], [x, y])), "{n_steps} columns");
            }
            if let Some(sums) = f32_sums([&a, &b, &c, &d], [x]) {
                assert_eq!(sums, plain_sums([&a, &b, &c, &d], [x]), "{n_steps} columns");
            }

            let mut pairs = || -> Vec<[u32; PANEL]> {
                (0..n_steps).map(|_| std::array::from_fn(|_| 0x3F80_4000 ^ (next() & 0x007F_007F) << 1)).collect()
            };
            let (a, b, c, d) = (pairs(), pairs(), pairs(), pairs());
            let (x, y) = (tokens.as_chunks::<2>().0, &tokens[..n_steps * 2].as_chunks::<2>().0[..n_steps]);
            if let Some(sums) = half_sums([&a, &b], [x, y]) {
                assert_eq!(bits(&sums), bits(&plain_half_sums([&a, &b], [x, y])), "{n_steps} pairs of bfloat16");
            }
            if let Some(sums) = half_sums([&a, &b, &c, &d], [x]) {
                assert_eq!(sums, plain_half_sums([&a, &b, &c, &d], [x]), "{n_steps} pairs of bfloat16");
            }

            let mut panel = || -> Vec<Sixteen> { (0..n_steps).map(|_| std::array::from_fn(|_| next() as i8)).collect() };
            let (a, b) = (panel(), panel());
            let mut inputs = || -> Vec<i32> {
                (0..n_steps)
                    .map(|_| [next() as i8, next() as i8].map(i16::from))
                    .map(|[a, b]| i32::from(a as u16) | i32::from(b) << 16)
                    .collect()
            };
            let (x, y) = (inputs(), inputs());
            if let Some(sums) = byte_sums([&a, &b], [&x, &y]) {
                assert_eq!(sums, portable_byte_sums([&a, &b], [&x, &y]), "{n_steps} pairs");
            }
        }
    }
}

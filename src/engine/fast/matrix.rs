//! A matrix in the arrangement that its kernels want, kept once.
//!
//! Rows come one by one from wherever they are, so that beside the arrangement nothing is held but a few of them.

use super::int8::{Levels, Quantized};
use super::kernels::{Packed, Plain};
#[cfg(all(target_arch = "wasm32", feature = "relaxed"))]
use super::relaxed::Fused;
use super::scalar::Rows;

/// Writes a row of a matrix where it is wanted: `(n_columns,)`.
pub type FillRow<'a> = &'a mut dyn FnMut(usize, &mut [f32]);

/// How a fast model multiplies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Multiply {
    /// f32, one number at a time.
    Scalar,
    /// f32, several numbers at a time.
    Simd,
    /// f32, several numbers at a time, fused.
    #[cfg(all(target_arch = "wasm32", feature = "relaxed"))]
    Fused,
    /// Whole numbers.
    Int8(Levels),
}

/// A matrix; "rows" are outputs.
pub enum Matrix {
    /// For [`Multiply::Scalar`].
    Scalar(Rows),
    /// For [`Multiply::Simd`].
    Simd(Packed),
    /// For `Multiply::Fused`.
    #[cfg(all(target_arch = "wasm32", feature = "relaxed"))]
    Fused(Packed),
    /// For [`Multiply::Int8`].
    Int8(Quantized),
}

impl Matrix {
    /// Arranges the rows of a matrix, as `fill` gives them, each once and in order.
    pub fn new(multiply: Multiply, n_rows: usize, n_columns: usize, fill: FillRow<'_>) -> Self {
        match multiply {
            Multiply::Scalar => Self::Scalar(Rows::new(n_rows, n_columns, fill)),
            Multiply::Simd => Self::Simd(Packed::new(n_rows, n_columns, fill)),
            #[cfg(all(target_arch = "wasm32", feature = "relaxed"))]
            Multiply::Fused => Self::Fused(Packed::new(n_rows, n_columns, fill)),
            Multiply::Int8(levels) => Self::Int8(Quantized::new(levels, n_rows, n_columns, fill)),
        }
    }

    /// Its weights, without those that only fill up panels.
    pub fn n_weights(&self) -> u64 {
        match self {
            Self::Scalar(rows) => rows.n_weights(),
            Self::Simd(packed) => packed.n_weights(),
            #[cfg(all(target_arch = "wasm32", feature = "relaxed"))]
            Self::Fused(packed) => packed.n_weights(),
            Self::Int8(quantized) => quantized.n_weights(),
        }
    }

    /// Bytes that a pass reads of it, without scales.
    pub fn weight_bytes(&self) -> u64 {
        let of_one = match self {
            Self::Scalar(_) => 4,
            Self::Simd(packed) => packed.bytes_per_weight(),
            #[cfg(all(target_arch = "wasm32", feature = "relaxed"))]
            Self::Fused(packed) => packed.bytes_per_weight(),
            Self::Int8(_) => 1,
        };
        self.n_weights() * of_one
    }

    /// Copies a row out. `(n_columns,)`
    pub fn row_into(&self, row: usize, out: &mut [f32]) {
        match self {
            Self::Scalar(rows) => rows.row_into(row, out),
            Self::Simd(packed) => packed.row_into(row, out),
            #[cfg(all(target_arch = "wasm32", feature = "relaxed"))]
            Self::Fused(packed) => packed.row_into(row, out),
            Self::Int8(quantized) => quantized.row_into(row, out),
        }
    }

    /// Multiplies the matrix with each token's vector. `inputs` is `(n_tokens, n_columns)`, `outputs`
    /// `(n_tokens, n_rows)`, both row-major.
    pub fn times(&self, inputs: &[f32], outputs: &mut [f32]) {
        match self {
            Self::Scalar(rows) => rows.times(inputs, outputs),
            Self::Simd(packed) => packed.times::<Plain>(inputs, outputs),
            #[cfg(all(target_arch = "wasm32", feature = "relaxed"))]
            Self::Fused(packed) => packed.times::<Fused>(inputs, outputs),
            Self::Int8(quantized) => quantized.times(inputs, outputs),
        }
    }
}

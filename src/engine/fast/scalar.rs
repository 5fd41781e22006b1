//! The same products one number at a time, for comparison: what a processor without vectors has to do.
//!
//! Each row's sum goes in the order of its columns, as everywhere, so the bits are those of the vectors. Three rows
//! go side by side, because a sum that waits for itself would show the latency of an addition rather than the
//! speed of scalar code; four would be made a vector of by the compiler. Norms, attention and softmax, a small part
//! of a pass, are those of the other kernels.

use super::matrix::FillRow;

/// Rows that go side by side.
const SIDE_BY_SIDE: usize = 3;

/// A matrix in f32, row-major: `(n_rows, n_columns)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    n_rows: usize,
    n_columns: usize,
    numbers: Vec<f32>,
}

impl Rows {
    /// Takes the rows of a matrix.
    pub fn new(n_rows: usize, n_columns: usize, fill: FillRow<'_>) -> Self {
        let mut numbers = vec![0.0; n_rows * n_columns];
        for (row, out) in numbers.chunks_exact_mut(n_columns).enumerate() {
            fill(row, out);
        }
        Self { n_rows, n_columns, numbers }
    }

    /// Its weights.
    pub fn n_weights(&self) -> u64 {
        self.numbers.len() as u64
    }

    /// Copies a row out. `(n_columns,)`
    pub fn row_into(&self, row: usize, out: &mut [f32]) {
        out.copy_from_slice(&self.numbers[row * self.n_columns..][..self.n_columns]);
    }

    /// Multiplies the matrix with each token's vector. `inputs` is `(n_tokens, n_columns)`, `outputs`
    /// `(n_tokens, n_rows)`, both row-major.
    pub fn times(&self, inputs: &[f32], outputs: &mut [f32]) {
        let n_columns = self.n_columns;
        for (block_idx, block) in self.numbers.chunks(SIDE_BY_SIDE * n_columns).enumerate() {
            for (token, outputs) in inputs.chunks_exact(n_columns).zip(outputs.chunks_exact_mut(self.n_rows)) {
                let outputs = &mut outputs[block_idx * SIDE_BY_SIDE..];
                if block.len() == SIDE_BY_SIDE * n_columns {
                    let (a, rest) = block.split_at(n_columns);
                    let (b, c) = rest.split_at(n_columns);
                    outputs[..SIDE_BY_SIDE].copy_from_slice(&three_sums(a, b, c, token));
                } else {
                    for (row, out) in block.chunks_exact(n_columns).zip(outputs) {
                        *out = row.iter().zip(token).fold(0.0, |sum, (weight, x)| sum + weight * x);
                    }
                }
            }
        }
    }
}

/// The sums of three rows with a vector, all of one length.
#[inline(never)]
fn three_sums(a: &[f32], b: &[f32], c: &[f32], token: &[f32]) -> [f32; SIDE_BY_SIDE] {
    let (mut sum_a, mut sum_b, mut sum_c) = (0.0, 0.0, 0.0);
    for (((x, a), b), c) in token.iter().zip(a).zip(b).zip(c) {
        sum_a += a * x;
        sum_b += b * x;
        sum_c += c * x;
    }
    [sum_a, sum_b, sum_c]
}

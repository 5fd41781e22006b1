//! The same products one number at a time, for comparison: what a processor without vectors has to do.
//!
//! Each row's sum goes in the order of its columns, as everywhere, so the bits are those of the vectors. Four rows
//! go side by side, because a sum that waits for itself would show the latency of an addition rather than the
//! speed of scalar code. Norms, attention and softmax, a small part of a pass, are those of the other kernels.

/// A matrix in f32, row-major: `(n_rows, n_columns)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    n_rows: usize,
    n_columns: usize,
    numbers: Vec<f32>,
}

impl Rows {
    /// Takes the rows of several matrices, one below the other. Each is row-major with `n_columns` columns.
    pub fn new(n_columns: usize, matrices: &[Vec<f32>]) -> Self {
        let numbers = matrices.concat();
        Self { n_rows: numbers.len() / n_columns, n_columns, numbers }
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
        for (block_idx, block) in self.numbers.chunks(4 * n_columns).enumerate() {
            for (token, outputs) in inputs.chunks_exact(n_columns).zip(outputs.chunks_exact_mut(self.n_rows)) {
                let outputs = &mut outputs[block_idx * 4..];
                if block.len() == 4 * n_columns {
                    let (first, second) = block.split_at(2 * n_columns);
                    let ((a, b), (c, d)) = (first.split_at(n_columns), second.split_at(n_columns));
                    outputs[..4].copy_from_slice(&four_sums(a, b, c, d, token));
                } else {
                    for (row, out) in block.chunks_exact(n_columns).zip(outputs) {
                        *out = row.iter().zip(token).fold(0.0, |sum, (weight, x)| sum + weight * x);
                    }
                }
            }
        }
    }
}

/// The sums of four rows with a vector, all of one length.
#[inline(never)]
fn four_sums(a: &[f32], b: &[f32], c: &[f32], d: &[f32], token: &[f32]) -> [f32; 4] {
    let (mut sum_a, mut sum_b, mut sum_c, mut sum_d) = (0.0, 0.0, 0.0, 0.0);
    for ((((x, a), b), c), d) in token.iter().zip(a).zip(b).zip(c).zip(d) {
        sum_a += a * x;
        sum_b += b * x;
        sum_c += c * x;
        sum_d += d * x;
    }
    [sum_a, sum_b, sum_c, sum_d]
}

//! Matrices of eight-bit whole numbers: a quarter of the memory, and up to four times the products in an
//! instruction.
//!
//! A weight is `w = scale_row * q`, with `scale_row` such that the row's largest weight is [`Levels::weights`]
//! steps; an input is `x = scale_vector * p` in the same way, rounded anew for each vector. Then
//!
//! ```text
//! sum over columns of w x  =  scale_row * scale_vector * (sum over columns of q p)
//! ```
//!
//! and the sum on the right has only whole numbers in it: it is exact, in any order, in any instruction. What is
//! left in f32 is one product with each scale, in one order. So the bits depend neither on the number of
//! tokens in a pass nor on the machine, and greedy speculation writes the target's own text by construction.
//!
//! **Seven bits for weights, eight for inputs.** The widest product that browsers know
//! (`i32x4.relaxed_dot_i8x16_i7x16_add`) is defined only where one of its two operands lies in 0..=127.
//! Inputs have outliers and need their bits more than weights do; so weights are the narrow operand, from -63 to 63,
//! and are stored with 64 added, which is taken out of the sums again. The alternatives are measured by
//! `benches/quality.rs`: eight bits for both, by splitting one operand into two halves of four bits, costs a second
//! product for each; seven bits for the inputs cost more quality.

use super::kernels::{PANEL, multiply};
use super::matrix::FillRow;
#[cfg(all(target_arch = "wasm32", feature = "relaxed"))]
use super::relaxed::bytes;

#[cfg(all(test, target_arch = "x86_64"))]
pub(super) use self::bytes::portable_sums as portable_byte_sums;

/// How many steps there are on each side of zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    /// Of weights, at most 127; at most 63 where relaxed products are used.
    pub weights: i8,
    /// Of inputs, at most 127.
    pub inputs: i8,
}

impl Levels {
    /// Those that the page runs.
    pub const SHIPPED: Self = Self { weights: 63, inputs: 127 };
}

/// More columns than this could take a sum beyond 32 bits.
pub const MAX_COLUMNS: usize = (i32::MAX / (127 * 128)) as usize;

/// A vector whose largest number is smaller than this counts as zero: 127 divided by it must be finite.
const LEAST: f32 = 1e-30;

/// A matrix of whole numbers with a scale for each row, its rows interleaved in panels of [`PANEL`]. The last panel
/// is filled up with rows of zeros, and the last step with columns of zeros.
pub struct Quantized {
    n_rows: usize,
    n_columns: usize,
    levels: Levels,
    /// `(panels, steps)`.
    weights: Vec<bytes::Weights>,
    /// `(n_rows,)`
    scales: Vec<f32>,
}

impl Quantized {
    /// Rounds the rows of a matrix. It has at most [`MAX_COLUMNS`].
    pub fn new(levels: Levels, n_rows: usize, n_columns: usize, fill: FillRow<'_>) -> Self {
        let n_steps = n_columns.div_ceil(bytes::GROUP);
        let mut weights = Vec::with_capacity(n_rows.div_ceil(PANEL) * n_steps);
        let mut scales = Vec::with_capacity(n_rows);
        let mut row = vec![0.0; n_columns];
        let mut rounded = [const { Vec::new() }; PANEL];
        for first_row in (0..n_rows).step_by(PANEL) {
            for (lane, rounded) in rounded.iter_mut().enumerate() {
                rounded.clear();
                if first_row + lane < n_rows {
                    fill(first_row + lane, &mut row);
                    scales.push(round(&row, levels.weights, rounded));
                }
                rounded.resize(n_steps * bytes::GROUP, 0);
            }
            let steps = (0..n_steps * bytes::GROUP).step_by(bytes::GROUP);
            weights.extend(
                steps.map(|column| bytes::weights(std::array::from_fn(|lane| std::array::from_fn(|idx| rounded[lane][column + idx])))),
            );
        }
        Self { n_rows, n_columns, levels, weights, scales }
    }

    /// Its weights, without those that fill up panels and steps.
    pub fn n_weights(&self) -> u64 {
        (self.n_rows * self.n_columns) as u64
    }

    /// Copies a row out, as the numbers it stands for. `(n_columns,)`
    pub fn row_into(&self, row: usize, out: &mut [f32]) {
        let n_steps = self.n_columns.div_ceil(bytes::GROUP);
        let panel = &self.weights[row / PANEL * n_steps..][..n_steps];
        for (out, step) in out.chunks_mut(bytes::GROUP).zip(panel) {
            let weights = bytes::rows(step)[row % PANEL];
            for (out, weight) in out.iter_mut().zip(weights) {
                *out = f32::from(weight) * self.scales[row];
            }
        }
    }

    /// Multiplies the matrix with each token's vector. `inputs` is `(n_tokens, n_columns)`, `outputs`
    /// `(n_tokens, n_rows)`, both row-major.
    pub fn times(&self, inputs: &[f32], outputs: &mut [f32]) {
        let n_steps = self.n_columns.div_ceil(bytes::GROUP);
        let n_tokens = inputs.len() / self.n_columns;
        let mut steps = Vec::with_capacity(n_tokens * n_steps);
        let mut tokens = Vec::with_capacity(n_tokens);
        let mut rounded = Vec::with_capacity(n_steps * bytes::GROUP);
        for input in inputs.chunks_exact(self.n_columns) {
            rounded.clear();
            let scale = round(input, self.levels.inputs, &mut rounded);
            rounded.resize(n_steps * bytes::GROUP, 0);
            let total: i32 = rounded.iter().map(|x| i32::from(*x)).sum();
            tokens.push((scale, total * bytes::OFFSET));
            let (groups, _) = rounded.as_chunks::<{ bytes::GROUP }>();
            steps.extend(groups.iter().map(|group| bytes::inputs(*group)));
        }
        multiply::<bytes::Bytes>(&self.weights, &steps, n_steps, &mut |row, token, sums| {
            let (scale, offset) = tokens[token];
            let n = PANEL.min(self.n_rows - row);
            let outputs = &mut outputs[token * self.n_rows + row..][..n];
            for ((out, sum), row_scale) in outputs.iter_mut().zip(sums).zip(&self.scales[row..]) {
                *out = (sum - offset) as f32 * scale * row_scale;
            }
        });
    }
}

/// Appends a row of weights in whole numbers, as every matrix of eight bits has them; returns its scale.
#[cfg(feature = "gpu")]
pub fn round_row(row: &[f32], levels: Levels, out: &mut Vec<i8>) -> f32 {
    round(row, levels.weights, out)
}

/// Appends a vector in whole numbers from `-levels` to `levels`; returns what one of them stands for. Where there
/// is a number that is none, or is infinite, so is that.
fn round(numbers: &[f32], levels: i8, out: &mut Vec<i8>) -> f32 {
    /// Adding 1.5 * 2^23 leaves no digits after the point: that rounds, and puts the number into the lowest bits.
    const ROUND: f32 = 12_582_912.0;
    // Without the sign, bits are in the order of numbers, and what is not a number comes after infinity.
    let largest = numbers.iter().fold(0, |largest, x| (x.to_bits() & 0x7FFF_FFFF).max(largest));
    let largest = f32::from_bits(largest);
    if largest < LEAST {
        out.resize(out.len() + numbers.len(), 0);
        return 0.0;
    }
    let levels = f32::from(levels);
    let per_step = levels / largest;
    out.extend(numbers.iter().map(|x| (x * per_step + ROUND).to_bits() as i8));
    largest / levels
}

/// Eight-bit products by pairs: two numbers of sixteen bits each are multiplied and added in one instruction.
#[cfg(not(all(target_arch = "wasm32", feature = "relaxed")))]
mod bytes {
    use super::super::kernels::{Lanes, PANEL};
    use super::super::pairs::{self, Eight, Sixteen};

    /// Columns of one step.
    pub const GROUP: usize = 2;

    /// What is added to every weight.
    pub const OFFSET: i32 = 0;

    /// Four rows with two columns each, and four more.
    pub type Weights = Sixteen;

    /// Two columns, as they are wanted for each row.
    pub type Inputs = i32;

    pub fn weights(rows: [[i8; GROUP]; PANEL]) -> Weights {
        pairs::sixteen(std::array::from_fn(|idx| rows[idx / GROUP][idx % GROUP]))
    }

    pub fn rows(weights: &Weights) -> [[i8; GROUP]; PANEL] {
        let bytes = pairs::to_bytes(*weights);
        std::array::from_fn(|row| std::array::from_fn(|idx| bytes[row * GROUP + idx]))
    }

    pub fn inputs(columns: [i8; GROUP]) -> Inputs {
        let [a, b] = columns.map(|x| i16::from(x).to_le_bytes());
        i32::from_le_bytes([a[0], a[1], b[0], b[1]])
    }

    pub struct Bytes;

    impl Lanes for Bytes {
        type Weights = Weights;
        type Inputs = Inputs;
        type Sum = i32;

        #[inline(always)]
        fn sums<const P: usize, const T: usize>(panels: [&[Weights]; P], tokens: [&[Inputs]; T]) -> [[[i32; PANEL]; T]; P] {
            #[cfg(target_arch = "x86_64")]
            if let Some(sums) = super::super::avx2::byte_sums(panels, tokens) {
                return sums;
            }
            portable_sums(panels, tokens)
        }
    }

    /// What [`Bytes`] gives, by the pairs of [`pairs`].
    #[inline(always)]
    pub fn portable_sums<const P: usize, const T: usize>(panels: [&[Weights]; P], tokens: [&[Inputs]; T]) -> [[[i32; PANEL]; T]; P] {
        let n_steps = tokens[0].len();
        let panels = panels.map(|panel| &panel[..n_steps]);
        let tokens = tokens.map(|token| &token[..n_steps]);
        let mut sums = [[[pairs::zero(); 2]; T]; P];
        for step in 0..n_steps {
            for (panel, sums) in panels.iter().zip(&mut sums) {
                let (low, high): (Eight, Eight) = pairs::widen(panel[step]);
                for (token, [low_sum, high_sum]) in tokens.iter().zip(sums) {
                    let x = pairs::splat(token[step]);
                    *low_sum = pairs::add_products(*low_sum, low, x);
                    *high_sum = pairs::add_products(*high_sum, high, x);
                }
            }
        }
        sums.map(|tokens| tokens.map(pairs::join))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(n: usize, seed: u32) -> Vec<f32> {
        let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(1);
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f32::from_bits(0x3f80_0000 | (state >> 9)) * 2.0 - 3.0
        };
        (0..n).map(|_| next()).collect()
    }

    fn rounded(numbers: &[f32], levels: i8) -> (Vec<i8>, f32) {
        let mut out = Vec::new();
        let scale = round(numbers, levels, &mut out);
        (out, scale)
    }

    #[test]
    fn rounding_is_to_the_nearest_step_and_keeps_the_largest_number() {
        assert_eq!(rounded(&[1.0, -0.5, 0.2, 0.0, -1.0], 10), (vec![10, -5, 2, 0, -10], 0.1));
        assert_eq!(rounded(&[0.0; 3], 127), (vec![0; 3], 0.0));
        assert_eq!(rounded(&[1e-38], 127), (vec![0], 0.0));
        for seed in 0..20 {
            let numbers = numbers(100, seed);
            for levels in [63, 127] {
                let (whole, scale) = rounded(&numbers, levels);
                assert!(whole.iter().all(|x| x.unsigned_abs() <= levels.unsigned_abs()));
                assert_eq!(whole.iter().map(|x| x.unsigned_abs()).max(), Some(levels.unsigned_abs()));
                for (x, whole) in numbers.iter().zip(whole) {
                    assert!((x - f32::from(whole) * scale).abs() <= scale * 0.5001);
                }
            }
        }
        assert!(rounded(&[1.0, f32::NAN, 2.0], 127).1.is_nan());
        assert!(rounded(&[1.0, f32::NEG_INFINITY], 127).1.is_infinite());
    }

    #[test]
    fn every_number_of_tokens_and_every_odd_shape_gives_the_exact_sums() {
        for levels in [Levels::SHIPPED, Levels { weights: 127, inputs: 127 }] {
            for (n_rows, n_columns) in [(1, 1), (8, 4), (7, 3), (32, 16), (33, 12), (64, 48), (100, 5), (129, 131)] {
                let matrix = numbers(n_rows * n_columns, 1);
                let packed =
                    Quantized::new(levels, n_rows, n_columns, &mut |row, out| out.copy_from_slice(&matrix[row * n_columns..][..n_columns]));
                assert_eq!(packed.scales.len(), n_rows);
                let rows: Vec<(Vec<i8>, f32)> = matrix.chunks_exact(n_columns).map(|row| rounded(row, levels.weights)).collect();
                for n_tokens in 1..=9 {
                    let inputs = numbers(n_tokens * n_columns, 2);
                    let mut outputs = vec![f32::NAN; n_tokens * n_rows];
                    packed.times(&inputs, &mut outputs);
                    for (input, outputs) in inputs.chunks_exact(n_columns).zip(outputs.chunks_exact(n_rows)) {
                        let (input, scale) = rounded(input, levels.inputs);
                        for ((row, row_scale), out) in rows.iter().zip(outputs) {
                            let sum: i64 = row.iter().zip(&input).map(|(w, x)| i64::from(*w) * i64::from(*x)).sum();
                            let known = sum as f32 * scale * row_scale;
                            assert_eq!(out.to_bits(), known.to_bits(), "{n_rows} x {n_columns}, {n_tokens} tokens");
                        }
                    }
                }
                let mut out = vec![0.0; n_columns];
                packed.row_into(n_rows - 1, &mut out);
                let (row, scale) = &rows[n_rows - 1];
                assert_eq!(out, row.iter().map(|w| f32::from(*w) * scale).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn the_largest_sums_fit() {
        let n_columns = 4096;
        let packed = Quantized::new(Levels { weights: 127, inputs: 127 }, 3, n_columns, &mut |_, out| out.fill(-2.0));
        let mut outputs = vec![0.0; 3];
        packed.times(&vec![2.0; n_columns], &mut outputs);
        assert!(outputs.iter().all(|out| (out + 4.0 * n_columns as f32).abs() < 0.1), "{outputs:?}");
        assert!(i64::from(127 * 128) * MAX_COLUMNS as i64 <= i64::from(i32::MAX));
    }
}

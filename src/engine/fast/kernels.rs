//! The arithmetic of a forward pass for few tokens: matrix times vectors, norm, softmax, and an
//! exponential.
//!
//! **One order of summation.** Every output in f32 is `((0 + w0 x0) + w1 x1) + ...`, in the order of the
//! columns, whatever the number of tokens in the pass, the width of the tiles, or the width of the
//! machine's vectors: lanes are outputs, never parts of a sum. So a pass over five tokens gives the very
//! bits of five passes over one, and greedy speculation writes the target's own text by construction.
//! What is here is plain Rust over arrays of fixed length, which compilers turn into vector
//! instructions; multiplications and additions are not fused, and the bits are those of any machine. The other
//! ways to multiply are in `scalar.rs`, `relaxed.rs` and `int8.rs`.

/// Rows that lie side by side in memory: two vectors of four.
pub(super) const PANEL: usize = 8;

/// Tokens that share one reading of the weights: with two vectors each, their sums fill half the
/// registers.
const TILE: usize = 4;

/// Panels that all tiles of tokens go through before the next ones are read: 32 rows of up to some
/// hundred columns stay in the nearest cache.
const BLOCK: usize = 4;

/// The innermost loop of one way to multiply.
pub(super) trait Lanes {
    /// What a panel holds for one step along its columns.
    type Weights;
    /// What a token's vector holds for one step.
    type Inputs;
    /// One row's sum.
    type Sum: Copy;

    /// The sums of some panels' rows with some tokens' vectors, all over equally many steps.
    fn sums<const P: usize, const T: usize>(panels: [&[Self::Weights]; P], tokens: [&[Self::Inputs]; T]) -> [[[Self::Sum; PANEL]; T]; P];
}

/// Multiplies panels with tokens' vectors, all of `n_steps` steps. `put` takes a panel's first row, a token and
/// the sums, in no order that means anything.
pub(super) fn multiply<L: Lanes>(
    weights: &[L::Weights],
    inputs: &[L::Inputs],
    n_steps: usize,
    mut put: impl FnMut(usize, usize, &[L::Sum; PANEL]),
) {
    let tokens: Vec<&[L::Inputs]> = inputs.chunks_exact(n_steps).collect();
    for (block_idx, block) in weights.chunks(n_steps * BLOCK).enumerate() {
        let first_row = block_idx * BLOCK * PANEL;
        let mut panels = [&block[..n_steps]; BLOCK];
        let mut n_panels = 0;
        for panel in block.chunks_exact(n_steps) {
            panels[n_panels] = panel;
            n_panels += 1;
        }
        let panels = &panels[..n_panels];
        for (tile_idx, tile) in tokens.chunks(TILE).enumerate() {
            let mut put = |panel: usize, token: usize, sums: &[L::Sum; PANEL]| {
                put(first_row + panel * PANEL, tile_idx * TILE + token, sums);
            };
            // As many sums at once as hide the latency of an addition, in every case.
            match (tile, panels) {
                (&[a], &[p, q, r, s]) => each(&L::sums([p, q, r, s], [a]), 0, &mut put),
                (&[a], _) => panels.iter().enumerate().for_each(|(panel, p)| each(&L::sums([*p], [a]), panel, &mut put)),
                (&[a, b], &[p, q, r, s]) => {
                    each(&L::sums([p, q], [a, b]), 0, &mut put);
                    each(&L::sums([r, s], [a, b]), 2, &mut put);
                }
                (&[a, b], _) => panels.iter().enumerate().for_each(|(panel, p)| each(&L::sums([*p], [a, b]), panel, &mut put)),
                (&[a, b, c], _) => panels.iter().enumerate().for_each(|(panel, p)| each(&L::sums([*p], [a, b, c]), panel, &mut put)),
                (&[a, b, c, d], _) => panels.iter().enumerate().for_each(|(panel, p)| each(&L::sums([*p], [a, b, c, d]), panel, &mut put)),
                _ => {}
            }
        }
    }
}

/// Hands each panel's and token's sums on; the first panel has this number in its block.
#[inline(always)]
fn each<S, const P: usize, const T: usize>(
    sums: &[[[S; PANEL]; T]; P],
    first_panel: usize,
    put: &mut impl FnMut(usize, usize, &[S; PANEL]),
) {
    for (panel, tokens) in sums.iter().enumerate() {
        for (token, sums) in tokens.iter().enumerate() {
            put(first_panel + panel, token, sums);
        }
    }
}

/// A matrix in f32, its rows interleaved in panels of [`PANEL`]: panel by panel, column by column, then the
/// panel's rows. The last panel is filled up with rows of zeros.
#[derive(Clone, Debug, PartialEq)]
pub struct Packed {
    n_rows: usize,
    n_columns: usize,
    /// `(panels, n_columns)` of `PANEL` numbers.
    numbers: Vec<[f32; PANEL]>,
}

impl Packed {
    /// Interleaves the rows of several matrices, one below the other. Each is row-major with
    /// `n_columns` columns.
    pub fn new(n_columns: usize, matrices: &[Vec<f32>]) -> Self {
        let rows: Vec<&[f32]> = matrices.iter().flat_map(|matrix| matrix.chunks_exact(n_columns)).collect();
        let mut numbers = Vec::with_capacity(rows.len().div_ceil(PANEL) * n_columns);
        for panel in rows.chunks(PANEL) {
            numbers.extend((0..n_columns).map(|column| std::array::from_fn(|lane| panel.get(lane).map_or(0.0, |row| row[column]))));
        }
        Self { n_rows: rows.len(), n_columns, numbers }
    }

    /// Its numbers, without those that fill up the last panel.
    pub fn n_weights(&self) -> u64 {
        (self.n_rows * self.n_columns) as u64
    }

    /// Copies a row out. `(n_columns,)`
    pub fn row_into(&self, row: usize, out: &mut [f32]) {
        let panel = &self.numbers[row / PANEL * self.n_columns..][..self.n_columns];
        for (out, column) in out.iter_mut().zip(panel) {
            *out = column[row % PANEL];
        }
    }

    /// Multiplies the matrix with each token's vector. `inputs` is `(n_tokens, n_columns)`, `outputs`
    /// `(n_tokens, n_rows)`, both row-major.
    pub fn times<L: Lanes<Weights = [f32; PANEL], Inputs = f32, Sum = f32>>(&self, inputs: &[f32], outputs: &mut [f32]) {
        multiply::<L>(&self.numbers, inputs, self.n_columns, |row, token, sums| {
            let n = PANEL.min(self.n_rows - row);
            outputs[token * self.n_rows + row..][..n].copy_from_slice(&sums[..n]);
        });
    }
}

/// Products and sums one after the other, as the language means them.
pub struct Plain;

impl Lanes for Plain {
    type Weights = [f32; PANEL];
    type Inputs = f32;
    type Sum = f32;

    #[inline(always)]
    fn sums<const P: usize, const T: usize>(panels: [&[[f32; PANEL]]; P], tokens: [&[f32]; T]) -> [[[f32; PANEL]; T]; P] {
        let n_columns = tokens[0].len();
        // All of one length, which the compiler then knows, too.
        let panels = panels.map(|panel| &panel[..n_columns]);
        let tokens = tokens.map(|token| &token[..n_columns]);
        let mut sums = [[[0.0f32; PANEL]; T]; P];
        for column in 0..n_columns {
            for (panel, sums) in panels.iter().zip(&mut sums) {
                let weights = panel[column];
                for (token, sums) in tokens.iter().zip(sums) {
                    let x = token[column];
                    for (sum, weight) in sums.iter_mut().zip(weights) {
                        *sum += weight * x;
                    }
                }
            }
        }
        sums
    }
}

/// Lanes of a sum over one vector.
const LANES: usize = 4;

/// The inner product of two vectors of one length, in [`LANES`] partial sums.
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    let (a_chunks, a_rest) = a.as_chunks::<LANES>();
    let (b_chunks, b_rest) = b.as_chunks::<LANES>();
    let mut sums = [0.0f32; LANES];
    for (a, b) in a_chunks.iter().zip(b_chunks) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest = a_rest.iter().zip(b_rest).fold(0.0, |sum, (a, b)| sum + a * b);
    (sums[0] + sums[2]) + (sums[1] + sums[3]) + rest
}

/// The inner products of a vector with four others, each with the bits of [`dot`]: four that do not wait for
/// one another.
pub fn four_dots(a: &[f32], others: [&[f32]; 4]) -> [f32; 4] {
    let others = others.map(|other| &other[..a.len()]);
    let (a_chunks, a_rest) = a.as_chunks::<LANES>();
    let chunks = others.map(|other| other.as_chunks::<LANES>().0);
    let mut sums = [[0.0f32; LANES]; 4];
    for (idx, a) in a_chunks.iter().enumerate() {
        for (sums, chunks) in sums.iter_mut().zip(chunks) {
            for lane in 0..LANES {
                sums[lane] += a[lane] * chunks[idx][lane];
            }
        }
    }
    std::array::from_fn(|idx| {
        let rest = a_rest.iter().zip(&others[idx][a.len() - a_rest.len()..]).fold(0.0, |sum, (a, b)| sum + a * b);
        let sums = sums[idx];
        (sums[0] + sums[2]) + (sums[1] + sums[3]) + rest
    })
}

/// `out = input / sqrt(mean square + eps) * gain` (Zhang and Sennrich 2019, equation 4).
pub fn rms_norm(input: &[f32], gain: &[f32], eps: f32, out: &mut [f32]) {
    let scale = 1.0 / (dot(input, input) / input.len() as f32 + eps).sqrt();
    for ((out, x), gain) in out.iter_mut().zip(input).zip(gain) {
        *out = x * scale * gain;
    }
}

/// `out += factor * vector`.
pub fn add_scaled(out: &mut [f32], factor: f32, vector: &[f32]) {
    for (out, x) in out.iter_mut().zip(vector) {
        *out += factor * x;
    }
}

/// `out += factor * vector` four times, in this order, with the bits of [`add_scaled`].
pub fn add_four_scaled(out: &mut [f32], [e, f, g, h]: [f32; 4], [a, b, c, d]: [&[f32]; 4]) {
    for ((((out, a), b), c), d) in out.iter_mut().zip(a).zip(b).zip(c).zip(d) {
        *out = (((*out + e * a) + f * b) + g * c) + h * d;
    }
}

/// Scores become weights that sum to 1.
#[inline(never)] // A line of its own in a profile; the call costs nothing beside the work.
pub fn softmax(scores: &mut [f32]) {
    let max = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let (chunks, rest) = scores.as_chunks_mut::<LANES>();
    let mut sums = [0.0f32; LANES];
    for chunk in chunks {
        for lane in 0..LANES {
            chunk[lane] = exp(chunk[lane] - max);
            sums[lane] += chunk[lane];
        }
    }
    let mut sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
    for score in rest {
        *score = exp(*score - max);
        sum += *score;
    }
    let scale = 1.0 / sum;
    scores.iter_mut().for_each(|score| *score *= scale);
}

/// `gate <- gate / (1 + exp(-gate)) * up` (Shazeer 2020, SwiGLU).
#[inline(never)] // A line of its own in a profile; the call costs nothing beside the work.
pub fn swiglu(gate: &mut [f32], up: &[f32]) {
    for (gate, up) in gate.iter_mut().zip(up) {
        *gate = *gate / (1.0 + exp(-*gate)) * up;
    }
}

/// e to the x, with a relative error below 2 in 10^7 between -87 and 88, and cut off there.
///
/// `e^x = 2^n e^r` with n the nearest whole number to `x / ln 2` and r what is left; `e^r` by its
/// series, which at `|r| <= ln 2 / 2` needs eight terms. Only multiplications, additions and shifts, so that it
/// vectorises, and gives the same bits everywhere.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    /// Adding 1.5 * 2^23 leaves no digits after the point: that rounds, and puts n into the lowest bits.
    const ROUND: f32 = 12_582_912.0;
    /// ln 2 in two parts, the first short enough that n times it is exact.
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let x = if x < -87.0 { -87.0 } else { x };
    let x = if x > 88.0 { 88.0 } else { x };
    let shifted = x * std::f32::consts::LOG2_E + ROUND;
    let n = shifted - ROUND;
    let r = (x - n * LN_2_HIGH) - n * LN_2_LOW;
    let series =
        1.0 + r * (1.0 + r * (1.0 / 2.0 + r * (1.0 / 6.0 + r * (1.0 / 24.0 + r * (1.0 / 120.0 + r * (1.0 / 720.0 + r * (1.0 / 5040.0)))))));
    let power = f32::from_bits((shifted.to_bits().wrapping_sub(ROUND.to_bits()).wrapping_add(127)) << 23);
    series * power
}

#[cfg(test)]
mod tests {
    use super::super::scalar::Rows;
    use super::*;

    fn numbers(n: usize, seed: u32) -> Vec<f32> {
        let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(1);
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f32::from_bits(0x3f80_0000 | (state >> 9)) * 2.0 - 3.0
        };
        (0..n).map(|_| next()).collect()
    }

    /// In the one order that is promised.
    fn plain_times(matrix: &[f32], n_columns: usize, inputs: &[f32]) -> Vec<f32> {
        let tokens = inputs.chunks_exact(n_columns);
        let row_sum = |token: &[f32], row: &[f32]| row.iter().zip(token).fold(0.0f32, |sum, (weight, x)| sum + weight * x);
        tokens.flat_map(|token| matrix.chunks_exact(n_columns).map(|row| row_sum(token, row)).collect::<Vec<_>>()).collect()
    }

    #[test]
    fn every_number_of_tokens_and_every_odd_shape_gives_the_bits_of_plain_loops() {
        let bits = |numbers: &[f32]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
        for (n_rows, n_columns) in [(1, 1), (8, 4), (7, 3), (32, 16), (33, 12), (64, 48), (100, 5), (129, 128)] {
            let matrix = numbers(n_rows * n_columns, 1);
            let matrices = [matrix[..n_columns].to_vec(), matrix[n_columns..].to_vec()];
            let (packed, rows) = (Packed::new(n_columns, &matrices), Rows::new(n_columns, &matrices));
            assert_eq!(packed.n_rows, n_rows);
            for n_tokens in 1..=9 {
                let inputs = numbers(n_tokens * n_columns, 2);
                let plain = plain_times(&matrix, n_columns, &inputs);
                let mut outputs = vec![f32::NAN; n_tokens * n_rows];
                packed.times::<Plain>(&inputs, &mut outputs);
                assert_eq!(bits(&outputs), bits(&plain), "{n_rows} x {n_columns}, {n_tokens} tokens");
                let mut outputs = vec![f32::NAN; n_tokens * n_rows];
                rows.times(&inputs, &mut outputs);
                assert_eq!(bits(&outputs), bits(&plain), "{n_rows} x {n_columns}, {n_tokens} tokens, one at a time");
            }
            let mut row = vec![0.0; n_columns];
            packed.row_into(n_rows - 1, &mut row);
            assert_eq!(row, matrix[(n_rows - 1) * n_columns..]);
            rows.row_into(0, &mut row);
            assert_eq!(row, matrix[..n_columns]);
        }
    }

    #[test]
    fn four_at_once_have_the_bits_of_one_after_the_other() {
        for n in [1, 3, 4, 6, 32, 33, 63] {
            let (a, others) = (numbers(n, 1), [2, 3, 4, 5].map(|seed| numbers(n, seed)));
            let others = others.each_ref().map(Vec::as_slice);
            assert_eq!(four_dots(&a, others).map(f32::to_bits), others.map(|other| dot(&a, other).to_bits()));
            let (mut four, mut one) = (a.clone(), a);
            let factors = [0.5, -0.3, 1.7, 0.1];
            add_four_scaled(&mut four, factors, others);
            factors.iter().zip(others).for_each(|(factor, other)| add_scaled(&mut one, *factor, other));
            assert_eq!(four, one);
        }
    }

    #[test]
    fn the_exponential_is_right_to_two_in_ten_million_and_never_infinite() {
        let mut worst = 0.0f64;
        for step in 0..=1_750_000 {
            let x = -87.0 + step as f32 * 1e-4;
            let (got, want) = (f64::from(exp(x)), f64::from(x).exp());
            worst = worst.max((got / want - 1.0).abs());
        }
        assert!(worst < 2e-7, "{worst}");
        assert_eq!(exp(0.0), 1.0);
        assert!(exp(f32::NEG_INFINITY) < 1e-37 && exp(f32::INFINITY).is_finite() && exp(1e30).is_finite());
        assert!(exp(f32::NAN).is_nan());
    }

    #[test]
    fn weights_of_a_softmax_sum_to_one_and_the_norm_has_unit_mean_square() {
        for n in [1, 2, 4, 5, 63] {
            let mut scores = numbers(n, 3);
            softmax(&mut scores);
            assert!((scores.iter().sum::<f32>() - 1.0).abs() < 1e-6);
            let input = numbers(n, 4);
            let mut out = vec![0.0; n];
            rms_norm(&input, &vec![1.0; n], 0.0, &mut out);
            assert!((dot(&out, &out) / n as f32 - 1.0).abs() < 1e-5);
        }
    }
}

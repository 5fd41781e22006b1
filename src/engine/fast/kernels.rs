//! The arithmetic of a forward pass for few tokens: matrix times vectors, norm, softmax, and an
//! exponential.
//!
//! **One order of summation.** Every output in f32 is `((0 + w0 x0) + w1 x1) + ...`, in the order of the
//! columns, whatever the number of tokens in the pass, the width of the tiles, or the width of the
//! machine's vectors: lanes are outputs, never parts of a sum. So a pass over five tokens gives the very
//! bits of five passes over one, and greedy speculation writes the target's own text by construction.
//! What is here is plain Rust over arrays of fixed length, which compilers turn into vector
//! instructions; multiplications and additions are not fused, and the bits are those of any machine. The other
//! ways to multiply are in `scalar.rs`, `relaxed.rs` and `int8.rs`; `avx2.rs` has the same with wider vectors.

use super::matrix::FillRow;

/// Rows that lie side by side in memory: two vectors of four.
pub(super) const PANEL: usize = 8;

/// Tokens that share one reading of the weights: with two vectors each, their sums fill half the
/// registers.
const TILE: usize = 4;

/// Positions whose keys lie beside each other: two vectors of four, with four partial sums each.
pub(super) const BESIDE: usize = 8;

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

/// Takes a panel's first row, a token and the sums. Called and not made a part of the loop, which there is once for every way to
/// multiply.
type Put<'a, S> = &'a mut dyn FnMut(usize, usize, &[S; PANEL]);

/// Multiplies panels with tokens' vectors, all of `n_steps` steps, and puts the sums in no order that means anything.
pub(super) fn multiply<L: Lanes>(weights: &[L::Weights], inputs: &[L::Inputs], n_steps: usize, put: Put<'_, L::Sum>) {
    let tokens: Vec<&[L::Inputs]> = inputs.chunks_exact(n_steps).collect();
    for (block_idx, block) in weights.chunks(n_steps * BLOCK).enumerate() {
        let first_row = block_idx * BLOCK * PANEL;
        // Where the last block lacks panels, the first one stands in for them, and what comes of it is not put anywhere: a little work for
        // nothing in place of code for every number of panels.
        let mut panels = [&block[..n_steps]; BLOCK];
        let mut n_panels = 0;
        for panel in block.chunks_exact(n_steps) {
            panels[n_panels] = panel;
            n_panels += 1;
        }
        let [p, q, r, s] = panels;
        for (tile_idx, tile) in tokens.chunks(TILE).enumerate() {
            let place = Place { first_row, n_panels, first_token: tile_idx * TILE, n_tokens: tile.len() };
            let mut each = |first_panel: usize, sums: &[[L::Sum; PANEL]]| place.each(first_panel, sums, put);
            // As many sums at once as hide the latency of an addition, in every case.
            match *tile {
                [a] => each(0, L::sums([p, q, r, s], [a]).as_flattened()),
                [a, b] => {
                    each(0, L::sums([p, q], [a, b]).as_flattened());
                    each(2, L::sums([r, s], [a, b]).as_flattened());
                }
                [a, b, c] => {
                    panels[..n_panels].iter().enumerate().for_each(|(panel, p)| each(panel, L::sums([*p], [a, b, c]).as_flattened()))
                }
                [a, b, c, d] => {
                    panels[..n_panels].iter().enumerate().for_each(|(panel, p)| each(panel, L::sums([*p], [a, b, c, d]).as_flattened()))
                }
                _ => {}
            }
        }
    }
}

/// Where in the product sums belong that were made together.
struct Place {
    first_row: usize,
    n_panels: usize,
    first_token: usize,
    n_tokens: usize,
}

impl Place {
    /// Hands on what a call has made: one panel after the other, and of each panel one token after the other. The first panel has this
    /// number in its block.
    #[inline(never)]
    fn each<S>(&self, first_panel: usize, sums: &[[S; PANEL]], put: Put<'_, S>) {
        let (mut panel, mut token) = (first_panel, 0);
        for sums in sums {
            if panel < self.n_panels {
                put(self.first_row + panel * PANEL, self.first_token + token, sums);
            }
            token += 1;
            if token == self.n_tokens {
                (panel, token) = (panel + 1, 0);
            }
        }
    }
}

/// A matrix in f32, its rows interleaved in panels of [`PANEL`]: panel by panel, column by column, then the
/// panel's rows. The last panel is filled up with rows of zeros.
///
/// Where every weight is a bfloat16, as in many a file, two columns share the space of one: half as many bytes to hold, and to
/// read in every pass, which is what a pass over one token mostly waits for. Sums have the same bits.
#[derive(Clone, Debug, PartialEq)]
pub struct Packed {
    n_rows: usize,
    n_columns: usize,
    numbers: Numbers,
}

/// The numbers of a packed matrix.
#[derive(Clone, Debug, PartialEq)]
enum Numbers {
    /// `(panels, n_columns)` of `PANEL` numbers.
    Wide(Vec<[f32; PANEL]>),
    /// `(panels, n_columns / 2)` of `PANEL` pairs, as [`pair`] makes them.
    Halves(Vec<[u32; PANEL]>),
}

/// Two neighbours of a row as bfloat16: the left one in the lower bits. `None` if that is not what they are.
fn pair(left: f32, right: f32) -> Option<u32> {
    let (left, right) = (left.to_bits(), right.to_bits());
    ((left | right) & 0xFFFF == 0).then_some(left >> 16 | right)
}

/// The left one of a pair.
#[inline(always)]
fn left(pair: u32) -> f32 {
    f32::from_bits(pair << 16)
}

/// The right one.
#[inline(always)]
fn right(pair: u32) -> f32 {
    f32::from_bits(pair & 0xFFFF_0000)
}

impl Numbers {
    /// Puts a panel's rows behind the others, in pairs for as long as that is possible. `rows` is `(PANEL, n_columns)`.
    fn push(&mut self, rows: &[f32], n_columns: usize) {
        let mut lanes = rows.chunks_exact(n_columns);
        let lanes: [&[f32]; PANEL] = std::array::from_fn(|_| lanes.next().unwrap_or_default());
        if let Self::Halves(pairs) = self {
            let n_before = pairs.len();
            let is_whole = (0..n_columns / 2).all(|step| {
                let found = lanes.map(|lane| pair(lane[2 * step], lane[2 * step + 1]));
                found.iter().all(Option::is_some) && {
                    pairs.push(found.map(Option::unwrap_or_default));
                    true
                }
            });
            if is_whole {
                return;
            }
            pairs.truncate(n_before);
            let mut wide = Vec::with_capacity(pairs.capacity() * 2);
            wide.extend(pairs.iter().flat_map(|pairs| [pairs.map(left), pairs.map(right)]));
            *self = Self::Wide(wide);
        }
        if let Self::Wide(numbers) = self {
            numbers.extend((0..n_columns).map(|column| lanes.map(|lane| lane[column])));
        }
    }
}

impl Packed {
    /// Interleaves the rows of a matrix.
    pub fn new(n_rows: usize, n_columns: usize, fill: FillRow<'_>) -> Self {
        let n_panels = n_rows.div_ceil(PANEL);
        let mut numbers = if n_columns.is_multiple_of(2) {
            Numbers::Halves(Vec::with_capacity(n_panels * n_columns / 2))
        } else {
            Numbers::Wide(Vec::with_capacity(n_panels * n_columns))
        };
        // A panel's rows, one after the other: these stay in the nearest cache.
        let mut rows = vec![0.0; PANEL * n_columns];
        for first_row in (0..n_rows).step_by(PANEL) {
            for (lane, out) in rows.chunks_exact_mut(n_columns).enumerate() {
                if first_row + lane < n_rows { fill(first_row + lane, out) } else { out.fill(0.0) }
            }
            numbers.push(&rows, n_columns);
        }
        Self { n_rows, n_columns, numbers }
    }

    /// Its numbers, without those that fill up the last panel.
    pub fn n_weights(&self) -> u64 {
        (self.n_rows * self.n_columns) as u64
    }

    /// Bytes of one number.
    pub fn bytes_per_weight(&self) -> u64 {
        if matches!(self.numbers, Numbers::Halves(_)) { 2 } else { 4 }
    }

    /// Copies a row out. `(n_columns,)`
    pub fn row_into(&self, row: usize, out: &mut [f32]) {
        let lane = row % PANEL;
        match &self.numbers {
            Numbers::Wide(numbers) => {
                let panel = &numbers[row / PANEL * self.n_columns..][..self.n_columns];
                out.iter_mut().zip(panel).for_each(|(out, column)| *out = column[lane]);
            }
            Numbers::Halves(pairs) => {
                let panel = &pairs[row / PANEL * (self.n_columns / 2)..][..self.n_columns / 2];
                let (out, _) = out.as_chunks_mut::<2>();
                out.iter_mut().zip(panel).for_each(|(out, pairs)| *out = [left(pairs[lane]), right(pairs[lane])]);
            }
        }
    }

    /// Multiplies the matrix with each token's vector. `inputs` is `(n_tokens, n_columns)`, `outputs`
    /// `(n_tokens, n_rows)`, both row-major.
    pub fn times<F: Floats>(&self, inputs: &[f32], outputs: &mut [f32]) {
        let put: Put<'_, f32> = &mut |row, token, sums| {
            let n = PANEL.min(self.n_rows - row);
            outputs[token * self.n_rows + row..][..n].copy_from_slice(&sums[..n]);
        };
        match &self.numbers {
            Numbers::Wide(numbers) => multiply::<F::Wide>(numbers, inputs, self.n_columns, put),
            Numbers::Halves(pairs) => multiply::<F::Halves>(pairs, inputs.as_chunks().0, self.n_columns / 2, put),
        }
    }
}

/// A way to multiply in f32, for both kinds of numbers.
pub(super) trait Floats {
    /// Of f32.
    type Wide: Lanes<Weights = [f32; PANEL], Inputs = f32, Sum = f32>;
    /// Of pairs of bfloat16.
    type Halves: Lanes<Weights = [u32; PANEL], Inputs = [f32; 2], Sum = f32>;
}

/// Products and sums one after the other, as the language means them.
pub struct Plain;

impl Floats for Plain {
    type Wide = PlainWide;
    type Halves = PlainHalves;
}

/// [`Plain`] of f32.
pub struct PlainWide;

impl Lanes for PlainWide {
    type Weights = [f32; PANEL];
    type Inputs = f32;
    type Sum = f32;

    #[inline(always)]
    fn sums<const P: usize, const T: usize>(panels: [&[[f32; PANEL]]; P], tokens: [&[f32]; T]) -> [[[f32; PANEL]; T]; P] {
        #[cfg(target_arch = "x86_64")]
        if let Some(sums) = super::avx2::f32_sums(panels, tokens) {
            return sums;
        }
        #[cfg(target_arch = "wasm32")]
        return super::simd::plain_sums(panels, tokens);
        #[cfg(not(target_arch = "wasm32"))]
        plain_sums(panels, tokens)
    }
}

/// What [`PlainWide`] gives, in code for any machine but WebAssembly's, which `simd.rs` has.
#[cfg(not(target_arch = "wasm32"))]
#[inline(always)]
pub(super) fn plain_sums<const P: usize, const T: usize>(panels: [&[[f32; PANEL]]; P], tokens: [&[f32]; T]) -> [[[f32; PANEL]; T]; P] {
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

/// [`Plain`] of pairs.
pub struct PlainHalves;

impl Lanes for PlainHalves {
    type Weights = [u32; PANEL];
    type Inputs = [f32; 2];
    type Sum = f32;

    #[inline(always)]
    fn sums<const P: usize, const T: usize>(panels: [&[[u32; PANEL]]; P], tokens: [&[[f32; 2]]; T]) -> [[[f32; PANEL]; T]; P] {
        #[cfg(target_arch = "x86_64")]
        if let Some(sums) = super::avx2::half_sums(panels, tokens) {
            return sums;
        }
        #[cfg(target_arch = "wasm32")]
        return super::simd::plain_half_sums(panels, tokens);
        #[cfg(not(target_arch = "wasm32"))]
        plain_half_sums(panels, tokens)
    }
}

/// What [`PlainHalves`] gives, in code for any machine but WebAssembly's, which `simd.rs` has.
#[cfg(not(target_arch = "wasm32"))]
#[inline(always)]
pub(super) fn plain_half_sums<const P: usize, const T: usize>(
    panels: [&[[u32; PANEL]]; P],
    tokens: [&[[f32; 2]]; T],
) -> [[[f32; PANEL]; T]; P] {
    let n_steps = tokens[0].len();
    let panels = panels.map(|panel| &panel[..n_steps]);
    let tokens = tokens.map(|token| &token[..n_steps]);
    let mut sums = [[[0.0f32; PANEL]; T]; P];
    for step in 0..n_steps {
        for (panel, sums) in panels.iter().zip(&mut sums) {
            let columns = [panel[step].map(left), panel[step].map(right)];
            for (token, sums) in tokens.iter().zip(sums) {
                for (weights, x) in columns.iter().zip(token[step]) {
                    for (sum, weight) in sums.iter_mut().zip(weights) {
                        *sum += weight * x;
                    }
                }
            }
        }
    }
    sums
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

/// The inner products of a query with the keys of [`BESIDE`] positions, each with the bits of [`dot`]. `keys` is
/// `(head_dim, BESIDE)`: lanes are positions, so that no sum ever has to be added up across a vector.
#[inline(always)]
fn dots_beside(query: &[f32], keys: &[[f32; BESIDE]]) -> [f32; BESIDE] {
    let (queries, query_rest) = query.as_chunks::<LANES>();
    let (keys, key_rest) = keys.as_chunks::<LANES>();
    let mut sums = [[0.0f32; BESIDE]; LANES];
    for (query, keys) in queries.iter().zip(keys) {
        for ((sums, x), keys) in sums.iter_mut().zip(query).zip(keys) {
            for (sum, key) in sums.iter_mut().zip(keys) {
                *sum += x * key;
            }
        }
    }
    let mut rest = [0.0f32; BESIDE];
    for (x, keys) in query_rest.iter().zip(key_rest) {
        for (sum, key) in rest.iter_mut().zip(keys) {
            *sum += x * key;
        }
    }
    std::array::from_fn(|lane| (sums[0][lane] + sums[2][lane]) + (sums[1][lane] + sums[3][lane]) + rest[lane])
}

/// A query's scores with the keys of a page: inner products times `scale`. `keys` is `(groups, head_dim, BESIDE)`.
/// There are as many scores as groups of positions are wanted, at most those of the page.
pub fn scores_of_page(query: &[f32], keys: &[f32], scale: f32, scores: &mut [[f32; BESIDE]]) {
    let (keys, _) = keys.as_chunks::<BESIDE>();
    for (scores, keys) in scores.iter_mut().zip(keys.chunks_exact(query.len())) {
        *scores = dots_beside(query, keys).map(|dot| dot * scale);
    }
}

/// `out += weight * value` for each position of a page, oldest first. `values` is `(positions, head_dim)`.
pub fn add_values(out: &mut [f32], weights: &[f32], values: &[f32]) {
    // Widths for which all of the sums stay in registers; most heads have one of the first three.
    match out.len() {
        32 => add_values_of_width::<32>(out, weights, values),
        16 => add_values_of_width::<16>(out, weights, values),
        8 => add_values_of_width::<8>(out, weights, values),
        width => {
            for (start, out) in (0..width).step_by(STRIP).zip(out.chunks_mut(STRIP)) {
                for (weight, value) in weights.iter().zip(values.chunks_exact(width)) {
                    add_scaled(out, *weight, &value[start..]);
                }
            }
        }
    }
}

/// Numbers of a wide head that are summed at a time.
const STRIP: usize = 32;

#[inline(always)]
fn add_values_of_width<const N: usize>(out: &mut [f32], weights: &[f32], values: &[f32]) {
    let ([out], _) = out.as_chunks_mut::<N>() else { return };
    let (values, _) = values.as_chunks::<N>();
    let mut sums = *out;
    for (weight, value) in weights.iter().zip(values) {
        for (sum, x) in sums.iter_mut().zip(value) {
            *sum += weight * x;
        }
    }
    *out = sums;
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

/// Scores become weights that sum to 1. Only the first `n` count; there is room for a whole number of vectors,
/// and what follows the first `n` is left as anything.
#[inline(never)] // A line of its own in a profile; the call costs nothing beside the work.
pub fn softmax(scores: &mut [[f32; BESIDE]], n: usize) {
    let flat = scores.as_flattened_mut();
    flat[n..].fill(f32::NEG_INFINITY);
    let (vectors, _) = flat.as_chunks_mut::<LANES>();
    let mut largest = [f32::NEG_INFINITY; LANES];
    for vector in vectors.iter() {
        for (largest, x) in largest.iter_mut().zip(vector) {
            *largest = if x > largest { *x } else { *largest };
        }
    }
    let max = largest.into_iter().fold(f32::NEG_INFINITY, |max, x| if x > max { x } else { max });
    // What makes up no whole vector is added last, one by one.
    let n_whole = n / LANES;
    let mut sums = [0.0f32; LANES];
    for vector in &mut vectors[..n_whole] {
        *vector = vector.map(|x| exp(x - max));
        for (sum, x) in sums.iter_mut().zip(vector) {
            *sum += *x;
        }
    }
    let mut sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
    if let Some(vector) = vectors.get_mut(n_whole) {
        *vector = vector.map(|x| exp(x - max));
        vector.iter().take(n % LANES).for_each(|x| sum += x);
    }
    let scale = 1.0 / sum;
    for vector in &mut vectors[..n.div_ceil(LANES)] {
        vector.iter_mut().for_each(|x| *x *= scale);
    }
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
            let mut fill = |row: usize, out: &mut [f32]| out.copy_from_slice(&matrix[row * n_columns..][..n_columns]);
            let (packed, rows) = (Packed::new(n_rows, n_columns, &mut fill), Rows::new(n_rows, n_columns, &mut fill));
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

    // Pairs of bfloat16 are half as long to read; nothing else may differ.
    #[test]
    fn weights_of_sixteen_bits_take_half_the_bytes_and_give_the_same_bits() {
        for (n_rows, n_columns) in [(1, 2), (7, 4), (8, 6), (33, 12), (64, 48), (70, 128)] {
            let matrix: Vec<f32> = numbers(n_rows * n_columns, 5).iter().map(|x| f32::from_bits(x.to_bits() & 0xFFFF_0000)).collect();
            let halves = Packed::new(n_rows, n_columns, &mut |row, out| out.copy_from_slice(&matrix[row * n_columns..][..n_columns]));
            // The same rows, and one more, the last, that does not fit into sixteen bits: then all are held in f32.
            let wide = Packed::new(n_rows + 1, n_columns, &mut |row, out| match matrix.get(row * n_columns..(row + 1) * n_columns) {
                Some(row) => out.copy_from_slice(row),
                None => out.fill(0.1),
            });
            assert_eq!((halves.bytes_per_weight(), wide.bytes_per_weight()), (2, 4));
            for n_tokens in 1..=9 {
                let inputs = numbers(n_tokens * n_columns, 6);
                let plain = plain_times(&matrix, n_columns, &inputs);
                let mut outputs = [vec![f32::NAN; n_tokens * n_rows], vec![f32::NAN; n_tokens * (n_rows + 1)]];
                halves.times::<Plain>(&inputs, &mut outputs[0]);
                wide.times::<Plain>(&inputs, &mut outputs[1]);
                let wide: Vec<f32> = outputs[1].chunks_exact(n_rows + 1).flat_map(|token| &token[..n_rows]).copied().collect();
                for (at, known) in plain.iter().enumerate() {
                    assert_eq!(outputs[0][at].to_bits(), known.to_bits(), "{n_rows} x {n_columns}, {n_tokens} tokens");
                    assert_eq!(wide[at].to_bits(), known.to_bits(), "{n_rows} x {n_columns}, {n_tokens} tokens, in f32");
                }
            }
            for row in 0..n_rows {
                for packed in [&halves, &wide] {
                    let mut out = vec![f32::NAN; n_columns];
                    packed.row_into(row, &mut out);
                    assert_eq!(out, matrix[row * n_columns..][..n_columns]);
                }
            }
        }
        // An odd number of columns has no pairs.
        assert_eq!(Packed::new(3, 5, &mut |_, out| out.fill(0.5)).bytes_per_weight(), 4);
    }

    #[test]
    fn attention_has_the_bits_of_one_position_after_the_other_for_heads_of_any_width() {
        for width in [2, 4, 6, 8, 10, 16, 32, 34, 48, 64, 70] {
            let query = numbers(width, 1);
            for n in [1, 2, 7, 8, 9, 15, 16] {
                let (keys, values) = (numbers(n * width, 2), numbers(n * width, 3));
                let mut page = vec![7.0; 2 * BESIDE * width];
                for (position, key) in keys.chunks_exact(width).enumerate() {
                    for (idx, x) in key.iter().enumerate() {
                        page[(position / BESIDE * width + idx) * BESIDE + position % BESIDE] = *x;
                    }
                }
                let mut scores = vec![[f32::NAN; BESIDE]; n.div_ceil(BESIDE)];
                scores_of_page(&query, &page, 0.3, &mut scores);
                let weights = &scores.as_flattened()[..n];
                for (weight, key) in weights.iter().zip(keys.chunks_exact(width)) {
                    assert_eq!(weight.to_bits(), (dot(&query, key) * 0.3).to_bits(), "width {width}, {n} positions");
                }
                let (mut out, mut known) = (query.clone(), query.clone());
                add_values(&mut out, weights, &values);
                weights.iter().zip(values.chunks_exact(width)).for_each(|(weight, value)| add_scaled(&mut known, *weight, value));
                assert_eq!(out, known, "width {width}, {n} positions");
            }
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
            let given = numbers(n, 3);
            let mut scores = vec![[f32::NAN; BESIDE]; n.div_ceil(BESIDE)];
            scores.as_flattened_mut()[..n].copy_from_slice(&given);
            softmax(&mut scores, n);
            let weights = &scores.as_flattened()[..n];
            assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-6);
            let total: f64 = given.iter().map(|x| f64::from(*x).exp()).sum();
            for (weight, x) in weights.iter().zip(&given) {
                assert!((f64::from(*weight) * total / f64::from(*x).exp() - 1.0).abs() < 1e-6);
            }
            let input = numbers(n, 4);
            let mut out = vec![0.0; n];
            rms_norm(&input, &vec![1.0; n], 0.0, &mut out);
            assert!((dot(&out, &out) / n as f32 - 1.0).abs() < 1e-5);
        }
    }
}

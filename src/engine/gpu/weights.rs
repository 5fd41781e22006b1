//! Matrices on the device, as the file has them: numbers of 32 or 16 bits are not rounded anew. int8 has the rounding of the CPU's.
//!
//! Rows are filled up with zeros to a whole number of steps of four columns, and the last ones with rows of zeros to a whole number of
//! four. Where a matrix is larger than a kernel may see of one buffer, it is kept in parts.

use super::device::Gpu;
use crate::engine::fast::{Levels, round_row};
use crate::engine::{Precision, Stored};
use crate::protocol::GpuTrouble;

/// How weights are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Format {
    F32,
    F16,
    Bf16,
    Int8,
}

impl Format {
    /// Bytes of four weights.
    fn step_bytes(self) -> u64 {
        match self {
            Self::F32 => 16,
            Self::F16 | Self::Bf16 => 8,
            Self::Int8 => 4,
        }
    }
}

/// Rows of a matrix that lie in one buffer.
pub(super) struct Part {
    pub weights: wgpu::Buffer,
    /// One for each row; nothing unless the format is int8.
    pub scales: wgpu::Buffer,
    pub first_row: u32,
    /// A multiple of 4.
    pub n_rows: u32,
}

/// A matrix on the device; "rows" are outputs.
pub(super) struct Matrix {
    pub format: Format,
    pub n_columns: u32,
    /// Steps of four columns.
    pub n_steps: u32,
    pub parts: Vec<Part>,
    /// Without what fills up.
    pub n_weights: u64,
    /// With what fills up, and with scales: what a pass reads.
    pub n_bytes: u64,
}

/// One row of a matrix: which one of several tensors it comes from, and its number there.
type Row = (usize, usize);

/// Bytes that go to the device at once.
const PIECE: usize = 1 << 22;

/// Rows of a part are a multiple of this: no workgroup has more.
const ROWS: u64 = 64;

/// The most workgroups in one direction.
const MAX_GROUPS: u64 = 65_535;

/// A buffer that kernels read, filled from here.
pub(super) fn buffer(gpu: &Gpu, n_bytes: u64, usage: wgpu::BufferUsages) -> wgpu::Buffer {
    gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: n_bytes.next_multiple_of(16).max(16),
        usage,
        mapped_at_creation: false,
    })
}

/// Numbers that never change, for kernels to read.
pub(super) fn constant(gpu: &Gpu, numbers: &[f32]) -> wgpu::Buffer {
    let bytes: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
    let buffer = buffer(gpu, bytes.len() as u64, wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST);
    gpu.queue.write_buffer(&buffer, 0, &bytes);
    buffer
}

impl Matrix {
    /// Takes rows of some tensors of equal width to the device.
    pub fn upload(gpu: &Gpu, is_int8: bool, tensors: &[Stored<'_>], rows: &[Row]) -> Result<Self, GpuTrouble> {
        let n_columns = tensors[0].n_columns;
        let n_steps = n_columns.div_ceil(4) as u64;
        let first = tensors[0].precision();
        let format = match (is_int8, first) {
            (true, _) => Format::Int8,
            // Tensors that do not agree are as exact as the most exact of them.
            (false, _) if tensors.iter().any(|tensor| tensor.precision() != first) => Format::F32,
            (false, Precision::F32) => Format::F32,
            (false, Precision::F16) => Format::F16,
            (false, Precision::Bf16) => Format::Bf16,
        };
        let row_bytes = n_steps * format.step_bytes();
        // A workgroup has at least 16 rows.
        let rows_per_part = (gpu.max_bytes() / row_bytes / ROWS * ROWS).min(MAX_GROUPS * 16 / ROWS * ROWS);
        if rows_per_part == 0 {
            return Err(GpuTrouble::TooLarge { n_bytes: row_bytes * ROWS, max_bytes: gpu.max_bytes() });
        }
        let mut matrix = Self {
            format,
            n_columns: n_columns as u32,
            n_steps: n_steps as u32,
            parts: Vec::new(),
            n_weights: (rows.len() * n_columns) as u64,
            n_bytes: 0,
        };
        let mut first_row = 0;
        for rows in rows.chunks(rows_per_part as usize) {
            let part = matrix.upload_part(gpu, tensors, rows, first_row);
            first_row += part.n_rows;
            matrix.n_bytes += part.weights.size() + if format == Format::Int8 { part.scales.size() } else { 0 };
            matrix.parts.push(part);
        }
        Ok(matrix)
    }

    fn upload_part(&self, gpu: &Gpu, tensors: &[Stored<'_>], rows: &[Row], first_row: u32) -> Part {
        let n_rows = rows.len().next_multiple_of(4);
        let row_bytes = self.n_steps as usize * self.format.step_bytes() as usize;
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST;
        let weights = buffer(gpu, (n_rows * row_bytes) as u64, usage);
        let n_columns = self.n_columns as usize;
        let (mut numbers, mut halves, mut whole) = (vec![0.0f32; n_columns], vec![0u16; n_columns], Vec::new());
        let (mut scales, mut piece, mut sent) = (Vec::new(), Vec::new(), 0);
        for (idx, (tensor, row)) in rows.iter().enumerate() {
            let tensor = &tensors[*tensor];
            match self.format {
                Format::F32 => {
                    tensor.row_into(*row, &mut numbers);
                    piece.extend(numbers.iter().flat_map(|x| x.to_le_bytes()));
                }
                Format::F16 => {
                    tensor.halves_into(*row, &mut halves);
                    piece.extend(halves.iter().flat_map(|x| x.to_le_bytes()));
                }
                Format::Bf16 => {
                    // Each of these numbers is a bfloat16: the upper half is all there is.
                    tensor.row_into(*row, &mut numbers);
                    piece.extend(numbers.iter().flat_map(|x| ((x.to_bits() >> 16) as u16).to_le_bytes()));
                }
                Format::Int8 => {
                    tensor.row_into(*row, &mut numbers);
                    whole.clear();
                    scales.push(round_row(&numbers, Levels::SHIPPED, &mut whole));
                    piece.extend(whole.iter().map(|x| x.to_le_bytes()[0]));
                }
            }
            piece.resize((idx + 1) * row_bytes - sent, 0);
            if piece.len() >= PIECE {
                gpu.queue.write_buffer(&weights, sent as u64, &piece);
                sent += piece.len();
                piece.clear();
            }
        }
        // A new buffer is full of zeros: that is what the rows at the end are.
        gpu.queue.write_buffer(&weights, sent as u64, &piece);
        scales.resize(if self.format == Format::Int8 { n_rows } else { 0 }, 0.0);
        Part { weights, scales: constant(gpu, &scales), first_row, n_rows: n_rows as u32 }
    }

    /// Gives its memory back.
    pub fn destroy(&self) {
        for part in &self.parts {
            part.weights.destroy();
            part.scales.destroy();
        }
    }
}

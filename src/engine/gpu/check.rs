//! A device is held against the CPU before anything that it says is believed.
//!
//! A text that nobody would write goes through both: passes of several sizes, a cache that is cut back. The rows must be the
//! CPU's, up to rounding; and a pass over several tokens must have the bits of single steps, because greedy speculation is
//! only as good as that. A device that fails is asked again with simpler kernels, and then no more.

use super::model::GpuModel;
use crate::decode::{Kernels, LanguageModel as _, LogitsRow, TokenId};
use crate::engine::EngineError;
use crate::protocol::GpuTrouble;

/// Multiply-adds that the CPU may spend on a check.
const CPU_WORK: u64 = 200_000_000;

/// Tokens of a check: fewer would not show all kernels, more are not needed for a second block of attention.
const N_TOKENS: std::ops::RangeInclusive<u64> = 13..=70;

/// How far a device's rows may be from the CPU's, in units of their root mean square: f32 in another order; and int8 with inputs that the
/// CPU rounds to eight bits and a device does not.
fn tolerance(kernels: Kernels) -> f64 {
    if kernels == Kernels::GpuInt8 { 0.25 } else { 2e-3 }
}

/// What a check found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Checked {
    /// How far the rows were from the CPU's: the root mean square of the differences, in units of that of the rows.
    pub difference: f64,
    /// Tokens that were fed.
    pub n_tokens: usize,
}

impl GpuModel {
    /// Holds the model against its twin on the CPU, and gives the device up if it computes otherwise. The cache is empty before and after.
    pub async fn check_device(&mut self) -> Result<Checked, EngineError> {
        let n_tokens = CPU_WORK / self.pass_size().multiply_adds.max(1);
        let n_tokens = (n_tokens.clamp(*N_TOKENS.start(), *N_TOKENS.end()) as usize).min(self.context_len());
        let vocab_size = self.vocab_size() as u64;
        // Far apart in the vocabulary, so that every part of the embedding is read.
        let tokens: Vec<TokenId> = (0..n_tokens as u64).map(|idx| TokenId((idx * 7_919 % vocab_size) as u32)).collect();
        let known = self.twin().extend(&tokens).await?;
        loop {
            let found = self.rows_in_passes(&tokens).await;
            self.truncate(0);
            let trouble = match found {
                Err(trouble) => trouble,
                Ok(None) => GpuTrouble::Uneven,
                Ok(Some(rows)) => {
                    let difference = difference(&rows, &known);
                    if difference <= tolerance(self.kernels()) {
                        return Ok(Checked { difference, n_tokens });
                    }
                    GpuTrouble::Mismatch { difference }
                }
            };
            let is_gone = self.gpu().trouble().is_some();
            if is_gone || !self.gpu().programs.simplify() {
                self.gpu().give_up(trouble.clone());
                return Err(EngineError::Gpu(self.gpu().trouble().unwrap_or(trouble)));
            }
        }
    }

    /// The rows of a text in long passes; `None` where shorter passes over its end do not have the same bits.
    async fn rows_in_passes(&mut self, tokens: &[TokenId]) -> Result<Option<Vec<LogitsRow>>, GpuTrouble> {
        let rows = self.extend_on_device(tokens, true).await?;
        // Every tile of tokens: eight, four, one.
        let start = tokens.len().saturating_sub(13);
        self.truncate(start);
        let mut again = Vec::new();
        for n in [8, 4, 1] {
            let from = start + again.len();
            let pass = &tokens[from..tokens.len().min(from + n)];
            again.extend(self.extend_on_device(pass, true).await?);
        }
        let is_same = |a: &LogitsRow, b: &LogitsRow| a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits());
        let is_even = rows[start..].iter().zip(&again).all(|(a, b)| is_same(a, b));
        Ok(is_even.then_some(rows))
    }
}

/// The root mean square of the differences, in units of that of the known rows.
fn difference(rows: &[LogitsRow], known: &[LogitsRow]) -> f64 {
    let (mut errors, mut squares) = (0.0, 0.0);
    for (found, known) in rows.iter().flatten().zip(known.iter().flatten()) {
        errors += f64::from(found - known) * f64::from(found - known);
        squares += f64::from(*known) * f64::from(*known);
    }
    // Where a model says nothing at all, nothing else may be said.
    if squares == 0.0 { errors } else { (errors / squares).sqrt() }
}

//! What passes take on a device and on the CPU beside it: over one token, and over as many as a cycle of speculation checks; and what
//! the draft takes for one.
//!
//! Only the place of the text matters and not what it says. Each kind of pass is repeated for some milliseconds, the kinds take turns,
//! and the best of some rounds counts, because other programs only ever make one slower.

use super::GpuModel;
use crate::decode::{LanguageModel, TokenId};
use crate::engine::{Clock, EngineError, EngineModel, SEVERAL};
use crate::protocol::{GpuFacts, PassTimes};

/// Tokens in the cache.
const N_CACHED: usize = 11;

/// Rounds, after one that is thrown away.
const ROUNDS: usize = 3;

/// Passes of one kind are repeated for so long, and at least once.
const SLICE_MILLIS: f64 = 6.0;

/// A clock that stands still must not keep us.
const MAX_REPEATS: u32 = 200;

impl GpuModel {
    /// Measures passes here and on the CPU, and the draft's; `None` where the clock is too coarse to tell.
    pub async fn time_passes(&self, mut draft: EngineModel, clock: &Clock) -> Result<Option<GpuFacts>, EngineError> {
        let vocab_size = self.vocab_size();
        let tokens: Vec<TokenId> = (0..N_CACHED + SEVERAL).map(|idx| TokenId((idx % vocab_size) as u32)).collect();
        let (mut here, mut twin) = (self.fork(), self.twin());
        here.truncate(0);
        let context_len = self.context_len().min(draft.context_len());
        let n_cached = N_CACHED.min(context_len.saturating_sub(SEVERAL));
        here.feed(&tokens[..n_cached]).await?;
        twin.feed(&tokens[..n_cached]).await?;
        draft.truncate(0);
        draft.feed(&tokens[..n_cached]).await?;
        let mut of_draft = f64::INFINITY;
        let [mut gpu, mut cpu] = [PassTimes { one: f64::INFINITY, several: f64::INFINITY }; 2];
        for round in 0..=ROUNDS {
            for (n, which) in [(1, 0), (SEVERAL, 1)] {
                let pass = &tokens[n_cached..n_cached + n];
                let samples = [slice(&mut here, pass, clock).await?, slice(&mut twin, pass, clock).await?];
                for (best, sample) in [&mut gpu, &mut cpu].into_iter().zip(samples) {
                    let best = if which == 0 { &mut best.one } else { &mut best.several };
                    if round > 0 {
                        *best = best.min(sample);
                    }
                }
            }
            let sample = slice(&mut draft, &tokens[n_cached..=n_cached], clock).await?;
            if round > 0 {
                of_draft = of_draft.min(sample);
            }
        }
        let is_told = [gpu.one, gpu.several, cpu.one, cpu.several, of_draft].iter().all(|millis| *millis > 0.0);
        let (name, uses_subgroups) = (self.gpu().name().to_owned(), self.gpu().uses_subgroups());
        Ok(is_told.then_some(GpuFacts { name, uses_subgroups, n_several: SEVERAL, cpu, gpu, draft: of_draft }))
    }
}

/// The milliseconds of one pass, of as many as last so long.
async fn slice<M: LanguageModel>(model: &mut M, pass: &[TokenId], clock: &Clock) -> Result<f64, M::Error> {
    let n_cached = model.cached().len();
    let started = clock();
    let mut n_passes = 0;
    loop {
        model.extend(pass).await?;
        model.truncate(n_cached);
        n_passes += 1;
        let millis = clock() - started;
        if millis >= SLICE_MILLIS || n_passes == MAX_REPEATS {
            return Ok(millis / f64::from(n_passes));
        }
    }
}

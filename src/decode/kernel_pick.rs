//! Which way to compute suits a device: what was measured, and the rule that picks.
//!
//! Only ways that compute in f32 take part: int8 changes the numbers, so that nobody gets it without asking. Still,
//! relaxed SIMD may round otherwise than SIMD does, and with it a seed may tell another story. So the rule leaves
//! the usual order alone where a difference is small: the same device should pick the same way again.

use crate::decode::Kernels;
use serde::{Deserialize, Serialize};

/// How long the products of one token take in one way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct KernelTime {
    /// The way.
    pub kernels: Kernels,
    /// Milliseconds of all products of one token with the weights, estimated from some of them.
    pub millis: f64,
}

/// What was picked, and on what grounds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KernelPick {
    /// The way that was picked.
    pub picked: Kernels,
    /// Every way that took part, in the order of [`Kernels::ALL`].
    pub times: Vec<KernelTime>,
}

impl KernelPick {
    /// A way that comes later in the order of [`Kernels::ALL`] must be quicker than an earlier one by this share.
    pub const MARGIN: f64 = 0.05;

    /// Picks the first way that no other beats by more than the margin. `None` where nothing could be measured: a
    /// clock that stands still measures nothing.
    pub fn of(mut times: Vec<KernelTime>) -> Option<Self> {
        times.retain(|time| time.millis.is_finite() && time.millis > 0.0);
        times.sort_by_key(|time| Kernels::ALL.iter().position(|(kernels, _)| *kernels == time.kernels));
        let fastest = times.iter().map(|time| time.millis).fold(f64::INFINITY, f64::min);
        let picked = times.iter().find(|time| time.millis * (1.0 - Self::MARGIN) <= fastest)?.kernels;
        Some(Self { picked, times })
    }

    /// Whether a way was picked that does one product at a time, although others do several.
    pub fn is_surprise(&self) -> bool {
        self.picked == Kernels::Scalar && self.times.len() > 1
    }

    /// The time of a way, if it took part.
    pub fn millis(&self, kernels: Kernels) -> Option<f64> {
        self.times.iter().find(|time| time.kernels == kernels).map(|time| time.millis)
    }

    /// Whether exactly these ways took part: a pick among others says nothing.
    pub fn is_among(&self, mut kernels: impl Iterator<Item = Kernels>) -> bool {
        let mut times = self.times.iter().map(|time| time.kernels);
        kernels.by_ref().all(|kernels| times.next() == Some(kernels)) && times.next().is_none()
    }

    /// As JSON, to be remembered.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("names and numbers can be written as JSON")
    }

    /// From JSON; `None` where the text is none, or contradicts the rule.
    pub fn from_json(json: &str) -> Option<Self> {
        let read: Self = serde_json::from_str(json).ok()?;
        Self::of(read.times.clone()).filter(|pick| *pick == read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pick(times: &[(Kernels, f64)]) -> Option<Kernels> {
        KernelPick::of(times.iter().map(|(kernels, millis)| KernelTime { kernels: *kernels, millis: *millis }).collect())
            .map(|pick| pick.picked)
    }

    #[test]
    fn the_fastest_is_picked_and_a_small_difference_keeps_the_order() {
        use Kernels::{RelaxedSimd, Scalar, Simd};
        assert_eq!(pick(&[(RelaxedSimd, 0.31), (Simd, 0.38), (Scalar, 0.9)]), Some(RelaxedSimd));
        assert_eq!(pick(&[(RelaxedSimd, 0.40), (Simd, 0.39), (Scalar, 0.9)]), Some(RelaxedSimd));
        assert_eq!(pick(&[(RelaxedSimd, 0.50), (Simd, 0.39), (Scalar, 0.9)]), Some(Simd));
        assert_eq!(pick(&[(RelaxedSimd, 0.50), (Simd, 0.50), (Scalar, 0.2)]), Some(Scalar));
        // In whatever order they were measured.
        assert_eq!(pick(&[(Scalar, 0.4), (Simd, 0.40), (RelaxedSimd, 0.41)]), Some(RelaxedSimd));
        assert_eq!(pick(&[(Simd, 0.4), (Scalar, 0.39)]), Some(Simd));
        // At the margin itself the order holds; beyond it, not.
        assert_eq!(pick(&[(Simd, 1.0), (Scalar, 0.95)]), Some(Simd));
        assert_eq!(pick(&[(Simd, 1.0), (Scalar, 0.9499)]), Some(Scalar));
    }

    #[test]
    fn only_code_without_wide_registers_is_a_surprise_and_only_where_there_are_some() {
        use Kernels::{RelaxedSimd, Scalar, Simd};
        let is_surprise = |times: &[(Kernels, f64)]| {
            let times = times.iter().map(|(kernels, millis)| KernelTime { kernels: *kernels, millis: *millis });
            KernelPick::of(times.collect()).expect("a pick").is_surprise()
        };
        assert!(is_surprise(&[(Simd, 0.92), (Scalar, 0.69)]));
        assert!(!is_surprise(&[(RelaxedSimd, 0.92), (Simd, 0.69), (Scalar, 0.9)]));
        assert!(!is_surprise(&[(Scalar, 0.69)]));
    }

    #[test]
    fn a_clock_that_stands_still_or_runs_mad_picks_nothing_of_what_it_measured() {
        assert_eq!(pick(&[]), None);
        assert_eq!(pick(&[(Kernels::Simd, 0.0), (Kernels::Scalar, 0.0)]), None);
        assert_eq!(pick(&[(Kernels::RelaxedSimd, f64::NAN), (Kernels::Simd, -1.0), (Kernels::Scalar, 3.0)]), Some(Kernels::Scalar));
    }

    #[test]
    fn a_pick_is_remembered_as_it_was_and_nonsense_is_forgotten() {
        let times = [(Kernels::Simd, 0.3), (Kernels::Scalar, 0.8)].map(|(kernels, millis)| KernelTime { kernels, millis });
        let pick = KernelPick::of(times.to_vec()).expect("a pick");
        assert_eq!(KernelPick::from_json(&pick.to_json()), Some(pick.clone()));
        assert!(pick.is_among([Kernels::Simd, Kernels::Scalar].into_iter()));
        assert!(
            !pick.is_among([Kernels::RelaxedSimd, Kernels::Simd, Kernels::Scalar].into_iter())
                && !pick.is_among([Kernels::Simd].into_iter())
        );
        let altered = KernelPick { picked: Kernels::Scalar, ..pick };
        for nonsense in ["", "{}", "[1]", &altered.to_json()] {
            assert_eq!(KernelPick::from_json(nonsense), None, "{nonsense}");
        }
    }
}

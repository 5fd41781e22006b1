//! The roofline (Williams et al. 2009): a pass can be no faster than its weights can be read, and no faster than
//! its products can be computed; which of the two decides depends on how often each weight is used.
//!
//! A pass over m positions reads every weight once and uses it m times. So its *intensity*, multiply-adds per
//! byte read, grows with m. Left of the ridge memory decides and further positions are free; right of it
//! arithmetic decides and each costs its share.

use super::MAX_POSITIONS;
use serde::{Deserialize, Serialize};

/// What one model's pass has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PassSize {
    /// Bytes of weights that a pass reads, however many positions it has.
    pub weight_bytes: u64,
    /// Multiply-adds of weights for each position. (Attention over the cache comes on top.)
    pub multiply_adds: u64,
}

/// How fast a machine is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// Bytes read per second.
    pub bytes_per_second: f64,
    /// Multiply-adds per second.
    pub multiply_adds_per_second: f64,
}

impl PassSize {
    /// Multiply-adds per byte of a pass over this many positions.
    pub fn intensity(&self, n_positions: usize) -> f64 {
        n_positions as f64 * self.multiply_adds as f64 / self.weight_bytes as f64
    }
}

impl Machine {
    /// The intensity at which reading and computing take equally long, in multiply-adds per byte.
    pub fn ridge(&self) -> f64 {
        self.multiply_adds_per_second / self.bytes_per_second
    }

    /// The most multiply-adds per second at this intensity.
    pub fn roof(&self, intensity: f64) -> f64 {
        (self.bytes_per_second * intensity).min(self.multiply_adds_per_second)
    }

    /// The least time of a pass, in milliseconds.
    pub fn pass_millis(&self, size: PassSize, n_positions: usize) -> f64 {
        let reading = size.weight_bytes as f64 / self.bytes_per_second;
        let computing = n_positions as f64 * size.multiply_adds as f64 / self.multiply_adds_per_second;
        1000.0 * reading.max(computing)
    }

    /// v(m) for m = 1, 2, ..., at best.
    pub fn verify(&self, size: PassSize) -> [f64; MAX_POSITIONS] {
        std::array::from_fn(|idx| self.pass_millis(size, idx + 1) / self.pass_millis(size, 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MACHINE: Machine = Machine { bytes_per_second: 100e9, multiply_adds_per_second: 400e9 };

    #[test]
    fn left_of_the_ridge_positions_are_free_and_right_of_it_each_costs_its_share() {
        // One byte a weight, so that intensity is m and the ridge is at m = 4.
        let size = PassSize { weight_bytes: 1_000_000, multiply_adds: 1_000_000 };
        assert_eq!((MACHINE.ridge(), size.intensity(3)), (4.0, 3.0));
        let verify = MACHINE.verify(size);
        assert_eq!(&verify[..5], [1.0, 1.0, 1.0, 1.0, 1.25]);
        assert_eq!(verify[7], 2.0);
        assert!((MACHINE.pass_millis(size, 1) - 0.01).abs() < 1e-12);
        assert_eq!((MACHINE.roof(2.0), MACHINE.roof(4.0), MACHINE.roof(9.0)), (200e9, 400e9, 400e9));
    }
}

//! Where randomness comes from: one uniform number per named use, and never a hidden state.
//!
//! A coin is a pure function of (seed, cycle, position, use): asking twice gives the same number,
//! and a decision made elsewhere never shifts another decision's coin. The generator is
//! Philox4x32-10 (Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3"), checked
//! below against the paper's published answers.

/// What a coin decides. Each use has coins of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoinUse {
    /// Draws a drafted token from the draft distribution.
    Draft,
    /// Is held against the acceptance probability of a drafted token.
    Accept,
    /// Draws the token that ends a cycle: the correction from the residual, or the bonus.
    Tail,
    /// Draws a token when the target decodes alone.
    Ancestral,
    /// Picks cycles for a bootstrap interval.
    Bootstrap,
    /// Draws one of many tokens from a single distribution.
    Sample,
}

/// All coins of one experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coins {
    seed: u64,
}

impl Coins {
    /// The coins of this seed.
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// The coins of one of many experiments under a seed of 32 bits: the number is the key's other half, so
    /// that no two experiments share any.
    pub fn stream(self, number: u32) -> Self {
        Self { seed: self.seed ^ ((u64::from(number) + 1) << 32) }
    }

    /// A number strictly between 0 and 1, a multiple of 2^-53.
    ///
    /// Zero never comes up, so the test `coin <= acceptance_prob` cannot pass a token that the
    /// target forbids.
    pub fn coin(&self, cycle: usize, position: usize, coin_use: CoinUse) -> f64 {
        let counter = [cycle as u32, position as u32, coin_use as u32, 0];
        let key = [self.seed as u32, (self.seed >> 32) as u32];
        let [low, high, ..] = philox4x32_10(counter, key);
        let bits = (u64::from(high) << 32 | u64::from(low)) >> 12;
        (bits as f64 + 0.5) / (1u64 << 52) as f64
    }
}

/// One block of Philox4x32 with ten rounds.
fn philox4x32_10(mut counter: [u32; 4], mut key: [u32; 2]) -> [u32; 4] {
    for _ in 0..10 {
        let left = u64::from(counter[0]) * 0xD251_1F53;
        let right = u64::from(counter[2]) * 0xCD9E_8D57;
        counter = [(right >> 32) as u32 ^ counter[1] ^ key[0], right as u32, (left >> 32) as u32 ^ counter[3] ^ key[1], left as u32];
        key = [key[0].wrapping_add(0x9E37_79B9), key[1].wrapping_add(0xBB67_AE85)];
    }
    counter
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_gives_the_published_answers() {
        let check = |counter, key, expected| assert_eq!(philox4x32_10(counter, key), expected);
        check([0; 4], [0; 2], [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
        check([u32::MAX; 4], [u32::MAX; 2], [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]);
        check(
            [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
            [0xa409_3822, 0x299f_31d0],
            [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1],
        );
    }

    #[test]
    fn coins_lie_strictly_between_zero_and_one_and_look_uniform() {
        let coins = Coins::new(7);
        let n = 100_000;
        let mut tenths = [0usize; 10];
        for i in 0..n {
            let coin = coins.coin(i, 0, CoinUse::Accept);
            assert!(coin > 0.0 && coin < 1.0);
            tenths[(coin * 10.0) as usize] += 1;
        }
        let expected = n as f64 / 10.0;
        let chi_square: f64 = tenths.iter().map(|&seen| (seen as f64 - expected).powi(2) / expected).sum();
        // The 0.1% point of chi-square with 9 degrees of freedom is 27.9.
        assert!(chi_square < 27.9, "chi-square {chi_square}");
    }

    // Case 8: a tool that re-seeded inside the accept loop gave every test of a run the same coin.
    #[test]
    fn coins_differ_within_a_cycle_between_uses_and_between_seeds() {
        let coins = Coins::new(1723);
        let mut seen = Vec::new();
        for coin_use in [CoinUse::Draft, CoinUse::Accept, CoinUse::Tail, CoinUse::Ancestral] {
            for position in 0..9 {
                seen.push(coins.coin(0, position, coin_use));
                seen.push(coins.coin(1, position, coin_use));
                seen.push(Coins::new(1724).coin(0, position, coin_use));
            }
        }
        let n = seen.len();
        seen.sort_by(f64::total_cmp);
        seen.dedup();
        assert_eq!(seen.len(), n);
        assert_eq!(coins.coin(3, 2, CoinUse::Tail), Coins::new(1723).coin(3, 2, CoinUse::Tail));
    }

    #[test]
    fn experiments_of_one_seed_share_no_coins() {
        let first_coins = |seed: u64, number: u32| {
            let coins = Coins::new(seed).stream(number);
            [coins.coin(0, 0, CoinUse::Draft), coins.coin(0, 1, CoinUse::Draft)].map(f64::to_bits)
        };
        let mut seen = std::collections::BTreeSet::new();
        for seed in [0, 1, 426, u64::from(u32::MAX)] {
            for number in (0..200).chain([u32::MAX]) {
                assert!(seen.insert(first_coins(seed, number)), "seed {seed}, experiment {number}");
            }
        }
    }
}

//! The exponential of the softmax: the same bits on every machine, and quick over whole rows.
//!
//! A library's exponential branches for each number, which keeps a compiler from working on several at once; for
//! a row of 4,096 logits it is most of what drawing a token costs. This one only multiplies, adds and
//! shifts.

/// `e^x` for `x <= 0`, with a relative error below 1e-15; 0 below -708, where normal numbers end.
///
/// `e^x = 2^n e^r` with n the nearest whole number to `x / ln 2`, r what is left, and `e^r` by its
/// series: at `|r| <= ln 2 / 2` the 15th term is below 5e-18.
#[inline(always)]
pub(crate) fn exp(x: f64) -> f64 {
    /// Adding 1.5 * 2^52 leaves no digits after the point: that rounds, and puts n into the lowest bits.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    /// ln 2 in two parts, the first short enough that n times it is exact.
    const LN_2_HIGH: f64 = 6.931_471_803_691_238e-1;
    const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;
    /// 1/13!, 1/12!, ..., 1/1!, 1/0!
    const SERIES: [f64; 14] = {
        let mut series = [1.0; 14];
        let mut k = 12;
        let mut factorial = 1.0;
        let mut n = 1.0;
        loop {
            factorial *= n;
            series[k] = 1.0 / factorial;
            if k == 0 {
                break series;
            }
            n += 1.0;
            k -= 1;
        }
    };
    let clamped = if x > -708.0 { x } else { -708.0 };
    let shifted = clamped * std::f64::consts::LOG2_E + ROUND;
    let n = shifted - ROUND;
    let r = (clamped - n * LN_2_HIGH) - n * LN_2_LOW;
    let mut sum = SERIES[0];
    for term in &SERIES[1..] {
        sum = sum * r + term;
    }
    let power = f64::from_bits(shifted.to_bits().wrapping_sub(ROUND.to_bits()).wrapping_add(1023) << 52);
    if x < -708.0 { 0.0 } else { sum * power }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_agrees_with_the_librarys_to_1e_15() {
        let mut worst = 0.0f64;
        for step in 0..=708_000 {
            let x = -f64::from(step) * 1e-3;
            let wanted = libm::exp(x);
            worst = worst.max((exp(x) / wanted - 1.0).abs());
        }
        for step in 0..100_000 {
            let x = -f64::from(step) * 1.234_567e-5;
            worst = worst.max((exp(x) / libm::exp(x) - 1.0).abs());
        }
        assert!(worst < 1e-15, "{worst}");
        assert_eq!([exp(0.0), exp(-708.1), exp(-1e300), exp(f64::NEG_INFINITY)], [1.0, 0.0, 0.0, 0.0]);
        assert!(exp(-707.9) > 0.0 && exp(-1e-300) == 1.0);
    }

    #[test]
    fn the_exponential_rises() {
        let values: Vec<f64> = (0..200_000).map(|step| exp(-20.0 + f64::from(step) * 1e-4)).collect();
        assert!(values.is_sorted());
    }
}

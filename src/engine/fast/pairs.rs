//! Sixteen bytes as a machine holds them, and their products two by two: two spellings of the same few exact
//! operations on whole numbers, for browsers and for any other machine.

#[cfg(target_arch = "wasm32")]
pub use wasm::*;

#[cfg(not(target_arch = "wasm32"))]
pub use portable::*;

/// Four sums and four more, as the numbers that they are.
#[inline(always)]
pub fn join([low, high]: [Sums; 2]) -> [i32; 8] {
    let ([a, b, c, d], [e, f, g, h]) = (to_sums(low), to_sums(high));
    [a, b, c, d, e, f, g, h]
}

/// WebAssembly's fixed-width SIMD.
#[cfg(target_arch = "wasm32")]
mod wasm {
    use std::arch::wasm32::*;

    pub type Sixteen = v128;
    #[cfg(not(feature = "relaxed"))]
    pub type Eight = v128;
    pub type Sums = v128;

    pub fn sixteen(b: [i8; 16]) -> Sixteen {
        i8x16(b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15])
    }

    pub fn to_bytes(bytes: Sixteen) -> [i8; 16] {
        let [low, high] = [u64x2_extract_lane::<0>(bytes), u64x2_extract_lane::<1>(bytes)].map(u64::to_le_bytes);
        std::array::from_fn(|idx| if idx < 8 { low[idx] as i8 } else { high[idx - 8] as i8 })
    }

    #[inline(always)]
    pub fn zero() -> Sums {
        i32x4_splat(0)
    }

    /// The lower and the upper eight bytes, in sixteen bits each.
    #[cfg(not(feature = "relaxed"))]
    #[inline(always)]
    pub fn widen(bytes: Sixteen) -> (Eight, Eight) {
        (i16x8_extend_low_i8x16(bytes), i16x8_extend_high_i8x16(bytes))
    }

    /// A pair of numbers, four times.
    #[cfg(not(feature = "relaxed"))]
    #[inline(always)]
    pub fn splat(pair: i32) -> Eight {
        i32x4_splat(pair)
    }

    /// To each sum, the products of two pairs.
    #[cfg(not(feature = "relaxed"))]
    #[inline(always)]
    pub fn add_products(sums: Sums, a: Eight, b: Eight) -> Sums {
        i32x4_add(sums, i32x4_dot_i16x8(a, b))
    }

    pub fn to_sums(sums: Sums) -> [i32; 4] {
        [i32x4_extract_lane::<0>(sums), i32x4_extract_lane::<1>(sums), i32x4_extract_lane::<2>(sums), i32x4_extract_lane::<3>(sums)]
    }
}

/// Arrays, of which a compiler may make what it can.
#[cfg(not(target_arch = "wasm32"))]
mod portable {
    pub type Sixteen = [i8; 16];
    pub type Eight = [i16; 8];
    pub type Sums = [i32; 4];

    pub fn sixteen(bytes: [i8; 16]) -> Sixteen {
        bytes
    }

    pub fn to_bytes(bytes: Sixteen) -> [i8; 16] {
        bytes
    }

    #[inline(always)]
    pub fn zero() -> Sums {
        [0; 4]
    }

    /// The lower and the upper eight bytes, in sixteen bits each.
    #[inline(always)]
    pub fn widen(bytes: Sixteen) -> (Eight, Eight) {
        (std::array::from_fn(|idx| i16::from(bytes[idx])), std::array::from_fn(|idx| i16::from(bytes[idx + 8])))
    }

    /// A pair of numbers, four times.
    #[inline(always)]
    pub fn splat(pair: i32) -> Eight {
        let pair = [pair as i16, (pair >> 16) as i16];
        std::array::from_fn(|idx| pair[idx % 2])
    }

    /// To each sum, the products of two pairs.
    #[inline(always)]
    pub fn add_products(sums: Sums, a: Eight, b: Eight) -> Sums {
        let product = |idx: usize| i32::from(a[idx]) * i32::from(b[idx]);
        std::array::from_fn(|idx| sums[idx] + product(2 * idx) + product(2 * idx + 1))
    }

    pub fn to_sums(sums: Sums) -> [i32; 4] {
        sums
    }
}

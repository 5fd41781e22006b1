// Weights of 16 bits, IEEE 754 binary16, two in a word. Every device can unpack them; sums are of 32 bits.
alias WEIGHTS = vec2<u32>;

fn weight(at: u32) -> vec4<f32> {
    let words = weights[at];
    return vec4<f32>(unpack2x16float(words.x), unpack2x16float(words.y));
}

fn scaled(row: u32, sums: vec4<f32>) -> vec4<f32> {
    return sums;
}

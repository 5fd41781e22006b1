// Weights of 16 bits, bfloat16, two in a word: the upper halves of numbers of 32 bits.
alias WEIGHTS = vec2<u32>;

fn weight(at: u32) -> vec4<f32> {
    let words = weights[at];
    return bitcast<vec4<f32>>(vec4<u32>(words.x << 16u, words.x & 0xFFFF0000u, words.y << 16u, words.y & 0xFFFF0000u));
}

fn scaled(row: u32, sums: vec4<f32>) -> vec4<f32> {
    return sums;
}

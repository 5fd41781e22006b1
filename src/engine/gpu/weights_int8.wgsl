// Weights of 8 bits, four in a word, with a scale for each row.
alias WEIGHTS = u32;

fn weight(at: u32) -> vec4<f32> {
    let word = bitcast<i32>(weights[at]);
    return vec4<f32>(vec4<i32>(word << 24u, word << 16u, word << 8u, word) >> vec4<u32>(24u));
}

fn scaled(row: u32, sums: vec4<f32>) -> vec4<f32> {
    return sums * scales[row / 4u];
}

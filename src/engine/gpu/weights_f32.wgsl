// Weights of 32 bits, as they are.
alias WEIGHTS = vec4<f32>;

fn weight(at: u32) -> vec4<f32> {
    return weights[at];
}

fn scaled(row: u32, sums: vec4<f32>) -> vec4<f32> {
    return sums;
}

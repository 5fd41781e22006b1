// After the product: SwiGLU (Shazeer 2020). Rows of gate and up alternate, so that one thread has both.

fn gated(gate: f32, up: f32) -> f32 {
    // Beyond this the exponential is cut off, as on the CPU.
    return gate / (1.0 + exp(clamp(-gate, -87.0, 87.0))) * up;
}

fn put_rows(token: u32, row: u32, sums: vec4<f32>) {
    let at = token * shape.stride + row / 2u;
    outputs[at] = gated(sums.x, sums.y);
    outputs[at + 1u] = gated(sums.z, sums.w);
}

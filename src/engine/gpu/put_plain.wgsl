// After the product: nothing. Rows of logits.

fn put_rows(token: u32, row: u32, sums: vec4<f32>) {
    let at = token * shape.stride + row;
    for (var idx = 0u; idx < 4u; idx += 1u) {
        outputs[at + idx] = sums[idx];
    }
}

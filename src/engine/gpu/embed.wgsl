// The tokens' rows of the embedding, where this part of it has them.

@group(0) @binding(2) var<storage, read> weights: array<WEIGHTS>;
@group(0) @binding(3) var<storage, read> scales: array<vec4<f32>>;
@group(0) @binding(6) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>) {
    let step = thread.x;
    let row = pass_now.tokens[thread.y] - shape.first_row;
    // A row before the first one has become a very large number.
    if step >= shape.n_steps || row >= shape.n_rows {
        return;
    }
    let numbers = scaled(row, vec4<f32>(1.0))[row % 4u] * weight(row * shape.n_steps + step);
    let at = (thread.y * shape.n_steps + step) * 4u;
    for (var idx = 0u; idx < 4u; idx += 1u) {
        outputs[at + idx] = numbers[idx];
    }
}

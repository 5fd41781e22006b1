// As much reading as a pass has, and as much arithmetic, without its results: what a dispatch takes is all that is asked.
// A thread reads weights of 16 bits, eight at a time, and multiplies them with the vectors of TOKENS tokens.

@group(0) @binding(0) var<storage, read> weights: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> inputs: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    var sums: array<f32, TOKENS>;
    for (var idx = thread.x; idx < arrayLength(&weights); idx += groups.x * 64u) {
        let eight = weights[idx];
        let low = bitcast<vec4<f32>>(eight << vec4<u32>(16u));
        let high = bitcast<vec4<f32>>(eight & vec4<u32>(0xffff0000u));
        for (var t = 0u; t < TOKENS; t += 1u) {
            let at = t * 64u + (idx % 32u) * 2u;
            sums[t] += dot(low, inputs[at]) + dot(high, inputs[at + 1u]);
        }
    }
    // Every dispatch writes where the one before it has written, and so waits for it, as a pass has it.
    for (var t = 0u; t < TOKENS; t += 1u) {
        outputs[thread.x * TOKENS + t] = sums[t];
    }
}

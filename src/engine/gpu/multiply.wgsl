// A matrix times the vectors of up to TOKENS tokens, with what comes before and after it in the same dispatch.
//
// A workgroup has 64 threads: LANES threads share four rows, and GROUPS times four rows are a workgroup's. A thread
// takes every LANES-th step of four columns, so that lanes read what lies beside each other, and each reading of the
// weights serves all tokens. Then the lanes' sums are added, in the order of lanes or in that of a butterfly.
// Nothing in the order of a sum depends on the number of tokens in the pass.

@group(0) @binding(2) var<storage, read> weights: array<WEIGHTS>;
@group(0) @binding(3) var<storage, read> scales: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read> gain: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read> inputs: array<vec4<f32>>;
@group(0) @binding(6) var<storage, read_write> outputs: array<f32>;
@group(0) @binding(7) var<storage, read_write> cache: array<vec2<f32>>;
@group(0) @binding(8) var<storage, read> rotation: array<vec2<f32>>;

const THREADS = 64u;
const GROUPS = THREADS / LANES;

var<workgroup> norm_sums: array<f32, THREADS * TOKENS>;
var<workgroup> norm_scales: array<f32, TOKENS>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let lane = thread % LANES;
    let group = thread / LANES;
    let first_token = workgroup.y * TOKENS;
    let row = (workgroup.x * GROUPS + group) * 4u;
    // Tokens beyond the pass compute what nobody reads.
    var places: array<u32, TOKENS>;
    for (var t = 0u; t < TOKENS; t += 1u) {
        places[t] = min(first_token + t, 15u) * shape.n_steps;
    }

    if IS_NORMED {
        for (var t = 0u; t < TOKENS; t += 1u) {
            var sum = 0.0;
            for (var step = thread; step < shape.n_steps; step += THREADS) {
                let x = inputs[places[t] + step];
                sum += dot(x, x);
            }
            norm_sums[t * THREADS + thread] = sum;
        }
        workgroupBarrier();
        // Sums of eight, and then the sum of those.
        for (var at = thread; at < TOKENS * 8u; at += THREADS) {
            var sum = 0.0;
            for (var idx = 0u; idx < 8u; idx += 1u) {
                sum += norm_sums[at * 8u + idx];
            }
            norm_sums[at * 8u] = sum;
        }
        workgroupBarrier();
        if thread < TOKENS {
            var sum = 0.0;
            for (var idx = 0u; idx < 8u; idx += 1u) {
                sum += norm_sums[thread * THREADS + idx * 8u];
            }
            norm_scales[thread] = 1.0 / sqrt(sum / f32(shape.n_columns) + shape.norm_eps);
        }
        workgroupBarrier();
    }

    var sums: array<vec4<f32>, TOKENS>;
    let n_steps = select(0u, shape.n_steps, row < shape.n_rows);
    for (var step = lane; step < n_steps; step += LANES) {
        let a = weight(row * shape.n_steps + step);
        let b = weight((row + 1u) * shape.n_steps + step);
        let c = weight((row + 2u) * shape.n_steps + step);
        let d = weight((row + 3u) * shape.n_steps + step);
        for (var t = 0u; t < TOKENS; t += 1u) {
            var x = inputs[places[t] + step];
            if IS_NORMED {
                x = x * norm_scales[t] * gain[step];
            }
            sums[t] += vec4<f32>(dot(a, x), dot(b, x), dot(c, x), dot(d, x));
        }
    }
    finish(&sums, thread, lane, row, first_token);
}

// Hands a token's sums of four rows on, if there is such a token and there are such rows.
fn put(token: u32, row: u32, sums: vec4<f32>) {
    if token < pass_now.n_tokens && row < shape.n_rows {
        put_rows(token, shape.first_row + row, scaled(row, sums));
    }
}

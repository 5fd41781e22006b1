// The sums of lanes through memory that a workgroup shares: on every device.

var<workgroup> lane_sums: array<vec4<f32>, THREADS * TOKENS>;

fn finish(sums: ptr<function, array<vec4<f32>, TOKENS>>, thread: u32, lane: u32, row: u32, first_token: u32) {
    for (var t = 0u; t < TOKENS; t += 1u) {
        lane_sums[t * THREADS + thread] = (*sums)[t];
    }
    workgroupBarrier();
    let first_row = row - thread / LANES * 4u;
    for (var at = thread; at < TOKENS * GROUPS; at += THREADS) {
        var sum = vec4<f32>();
        for (var idx = 0u; idx < LANES; idx += 1u) {
            sum += lane_sums[at * LANES + idx];
        }
        put(first_token + at / GROUPS, first_row + at % GROUPS * 4u, sum);
    }
}

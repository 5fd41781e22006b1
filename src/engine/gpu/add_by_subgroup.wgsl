// The sums of lanes by exchange between threads that run together, where the device has such instructions.

fn finish(sums: ptr<function, array<vec4<f32>, TOKENS>>, thread: u32, lane: u32, row: u32, first_token: u32) {
    for (var t = 0u; t < TOKENS; t += 1u) {
        var sum = (*sums)[t];
        for (var distance = 1u; distance < LANES; distance *= 2u) {
            sum += subgroupShuffleXor(sum, distance);
        }
        if lane == t % LANES {
            put(first_token + t, row, sum);
        }
    }
}

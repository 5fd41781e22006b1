// Attention of one head of one token: a workgroup goes through the positions that the token follows, 64 at a time, and
// keeps the largest score so far; when there is a larger one, what was summed before is scaled down (Milakov and Gimelshein
// 2018). Blocks begin at position 0 whatever the pass, so that the order of sums is one.

@group(0) @binding(5) var<storage, read> queries: array<vec2<f32>>;
@group(0) @binding(6) var<storage, read_write> outputs: array<f32>;
@group(0) @binding(7) var<storage, read_write> cache: array<vec2<f32>>;

const THREADS = 64u;
// Numbers of a head that a thread sums, at the most: heads have at most 256.
const SHARE = 4u;
const LEAST = -3.0e38;

var<workgroup> block: array<f32, THREADS>;
var<workgroup> places: array<u32, THREADS>;
var<workgroup> largest: array<f32, 8>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) workgroup: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let head = workgroup.x;
    let token = workgroup.y;
    let head_of_keys = head / (shape.q_size / shape.kv_size);
    let n_positions = pass_now.n_cached + pass_now.depths[token] + 1u;
    let n_pairs = shape.head_dim / 2u;
    let query = (token * shape.stride + head * shape.head_dim) / 2u;

    var top = LEAST;
    var weight_sum = 0.0;
    var sums: array<f32, SHARE>;
    for (var first = 0u; first < n_positions; first += THREADS) {
        let position = first + thread;
        var score = LEAST;
        if position < n_positions {
            var slot = position;
            if pass_now.is_tree != 0u && position >= pass_now.n_cached {
                slot = pass_now.n_cached + pass_now.paths[token * 16u + position - pass_now.n_cached];
            }
            let place = place_of_slot(slot) + head_of_keys * n_pairs;
            places[thread] = place;
            var sum = 0.0;
            for (var pair = 0u; pair < n_pairs; pair += 1u) {
                sum += dot(queries[query + pair], cache[place + pair]);
            }
            score = sum * shape.score_scale;
        }
        block[thread] = score;
        workgroupBarrier();
        if thread < 8u {
            var of_eight = LEAST;
            for (var idx = 0u; idx < 8u; idx += 1u) {
                of_eight = select(of_eight, block[thread * 8u + idx], block[thread * 8u + idx] > of_eight);
            }
            largest[thread] = of_eight;
        }
        workgroupBarrier();
        var new_top = top;
        for (var idx = 0u; idx < 8u; idx += 1u) {
            new_top = select(new_top, largest[idx], largest[idx] > new_top);
        }
        let shrink = exp(top - new_top);
        top = new_top;
        block[thread] = select(0.0, exp(score - top), position < n_positions);
        workgroupBarrier();

        let n_block = min(THREADS, n_positions - first);
        weight_sum *= shrink;
        for (var idx = 0u; idx < n_block; idx += 1u) {
            weight_sum += block[idx];
        }
        for (var share = 0u; share < SHARE; share += 1u) {
            let at = thread + share * THREADS;
            if at < shape.head_dim {
                var sum = sums[share] * shrink;
                for (var idx = 0u; idx < n_block; idx += 1u) {
                    let pair = cache[places[idx] + (PAGE * shape.kv_size + at) / 2u];
                    sum += block[idx] * select(pair.x, pair.y, at % 2u == 1u);
                }
                sums[share] = sum;
            }
        }
        workgroupBarrier();
    }
    for (var share = 0u; share < SHARE; share += 1u) {
        let at = thread + share * THREADS;
        if at < shape.head_dim {
            outputs[token * shape.stride + head * shape.head_dim + at] = sums[share] / weight_sum;
        }
    }
}

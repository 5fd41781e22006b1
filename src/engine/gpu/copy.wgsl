// Copies keys and values of one layer between slots, one after the other: a branch that is kept moves to its places, and a page
// that a fork shares becomes its own. Here slots count through all pages there are, not through those of one text.

@group(0) @binding(7) var<storage, read_write> cache: array<vec2<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>) {
    let n_pairs = shape.kv_size / 2u;
    if thread.x >= 2u * n_pairs {
        return;
    }
    // Keys, and then values.
    let at = thread.x % n_pairs + thread.x / n_pairs * PAGE * n_pairs;
    for (var idx = 0u; idx < pass_now.n_copies; idx += 1u) {
        let copy = pass_now.copies[idx];
        cache[place_of_page(copy.y / PAGE, copy.y % PAGE) + at] = cache[place_of_page(copy.x / PAGE, copy.x % PAGE) + at];
    }
}

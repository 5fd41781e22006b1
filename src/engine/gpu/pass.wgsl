// What every kernel knows of the pass: up to 16 tokens, where they stand, and where keys and values lie.

struct Pass {
    // Tokens of this pass.
    n_tokens: u32,
    // Positions in the cache before it.
    n_cached: u32,
    // Whether each token follows only those that its row of `paths` names; else each follows all before it.
    is_tree: u32,
    // Entries of `copies`.
    n_copies: u32,
    tokens: array<u32, 16>,
    // How far after `n_cached` each token stands in its text.
    depths: array<u32, 16>,
    // For each token the tokens of this pass that it follows, itself included, oldest first.
    paths: array<u32, 256>,
    // Slots whose keys and values are copied, in this order: from, to.
    copies: array<vec2<u32>, 32>,
    // Pages of the cache, in the order of positions. A slot is a place in these pages.
    pages: array<u32>,
}

@group(0) @binding(0) var<storage, read> pass_now: Pass;

// Numbers of a dispatch.
struct Shape {
    // Outputs of this part of a matrix, a multiple of 4 with rows of zeros at the end, and the number of its first row.
    n_rows: u32,
    first_row: u32,
    // Inputs, and how many vectors of 4 they are with zeros at the end.
    n_columns: u32,
    n_steps: u32,
    // Numbers from one token's outputs to the next one's.
    stride: u32,
    // Numbers in all queries of a token, in all its keys, and in one head.
    q_size: u32,
    kv_size: u32,
    head_dim: u32,
    norm_eps: f32,
    score_scale: f32,
    n_layers: u32,
    unused: u32,
}

@group(0) @binding(1) var<uniform> shape: Shape;

const PAGE = 16u;

// Where the key of a slot begins, in pairs of numbers; its value stands PAGE * kv_size / 2 later.
fn place_of_page(page: u32, at: u32) -> u32 {
    return (page * 2u * PAGE + at) * (shape.kv_size / 2u);
}

fn place_of_slot(slot: u32) -> u32 {
    return place_of_page(pass_now.pages[slot / PAGE], slot % PAGE);
}

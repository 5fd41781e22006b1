// After the product: queries and keys are turned by their position (Su et al. 2021, equation 34), keys and values go into the cache.

fn put_pair(token: u32, row: u32, numbers: vec2<f32>) {
    if row >= shape.q_size + 2u * shape.kv_size {
        return;
    }
    let slot = place_of_slot(pass_now.n_cached + token);
    if row >= shape.q_size + shape.kv_size {
        cache[slot + (PAGE * shape.kv_size + row - shape.q_size - shape.kv_size) / 2u] = numbers;
        return;
    }
    let position = pass_now.n_cached + pass_now.depths[token];
    let at = select(row - shape.q_size, row, row < shape.q_size);
    let turn = rotation[(position * shape.head_dim + at % shape.head_dim) / 2u];
    let turned = vec2<f32>(numbers.x * turn.x - numbers.y * turn.y, numbers.x * turn.y + numbers.y * turn.x);
    if row < shape.q_size {
        outputs[token * shape.stride + row] = turned.x;
        outputs[token * shape.stride + row + 1u] = turned.y;
    } else {
        cache[slot + at / 2u] = turned;
    }
}

fn put_rows(token: u32, row: u32, sums: vec4<f32>) {
    put_pair(token, row, sums.xy);
    put_pair(token, row + 2u, sums.zw);
}

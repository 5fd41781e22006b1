//! The tensors of a Llama checkpoint, as Hugging Face names them: written out once more, for tests that make files of their own.

/// Every tensor's name and shape, in the order of a pass.
pub fn of_tensors(vocab: usize, hidden: usize, kv: usize, ffn: usize, n_layers: usize, tied: bool) -> Vec<(String, Vec<usize>)> {
    let mut shapes = vec![("model.embed_tokens.weight".to_owned(), vec![vocab, hidden]), ("model.norm.weight".to_owned(), vec![hidden])];
    if !tied {
        shapes.push(("lm_head.weight".to_owned(), vec![vocab, hidden]));
    }
    for layer in 0..n_layers {
        for (name, shape) in [
            ("input_layernorm", vec![hidden]),
            ("post_attention_layernorm", vec![hidden]),
            ("self_attn.q_proj", vec![hidden, hidden]),
            ("self_attn.k_proj", vec![kv, hidden]),
            ("self_attn.v_proj", vec![kv, hidden]),
            ("self_attn.o_proj", vec![hidden, hidden]),
            ("mlp.gate_proj", vec![ffn, hidden]),
            ("mlp.up_proj", vec![ffn, hidden]),
            ("mlp.down_proj", vec![hidden, ffn]),
        ] {
            shapes.push((format!("model.layers.{layer}.{name}.weight"), shape));
        }
    }
    shapes
}

"""Writes a model as GGUF for llama.cpp: make_gguf.py FOLDER OUT f32|q8_0

The vocabulary is not the model's: token i is the character U+20000 + i, so that a text is its tokens and the race
needs no second tokenizer. Queries and keys change from rotated halves to rotated neighbours.
"""

import sys

from gguf import GGMLQuantizationType, GGUFWriter, LlamaFileType, TokenType, quants

from checkpoint import read_checkpoint

folder, out, kind = sys.argv[1:4]
config, tensors = read_checkpoint(folder)
n_heads, n_kv_heads = config["num_attention_heads"], config["num_key_value_heads"]
head_dim = config["hidden_size"] // n_heads
vocab = config["vocab_size"]

writer = GGUFWriter(out, "llama")
writer.add_context_length(config["max_position_embeddings"])
writer.add_embedding_length(config["hidden_size"])
writer.add_block_count(config["num_hidden_layers"])
writer.add_feed_forward_length(config["intermediate_size"])
writer.add_head_count(n_heads)
writer.add_head_count_kv(n_kv_heads)
writer.add_rope_dimension_count(head_dim)
writer.add_rope_freq_base(config["rope_theta"])
writer.add_layer_norm_rms_eps(config["rms_norm_eps"])
writer.add_vocab_size(vocab)
writer.add_file_type(LlamaFileType.MOSTLY_Q8_0 if kind == "q8_0" else LlamaFileType.ALL_F32)
writer.add_tokenizer_model("llama")
writer.add_token_list([chr(0x20000 + token) for token in range(vocab)])
writer.add_token_scores([0.0] * vocab)
writer.add_token_types([TokenType.USER_DEFINED] * vocab)
# No text may end by itself: the last token is the end, and the race's texts do not reach for it.
writer.add_bos_token_id(vocab - 1)
writer.add_eos_token_id(vocab - 1)
writer.add_unk_token_id(vocab - 1)
writer.add_add_bos_token(False)
writer.add_add_eos_token(False)
writer.add_add_space_prefix(False)


def neighbours(weight, heads):
    """Rows i and i + half of each head become rows 2i and 2i + 1."""
    return weight.reshape(heads, 2, -1, weight.shape[1]).swapaxes(1, 2).reshape(weight.shape)


def add(name, weight):
    if kind == "q8_0" and weight.ndim == 2 and weight.shape[1] % 32 == 0:
        weight = quants.quantize(weight, GGMLQuantizationType.Q8_0)
        writer.add_tensor(name, weight, raw_dtype=GGMLQuantizationType.Q8_0)
    else:
        writer.add_tensor(name, weight)


add("token_embd.weight", tensors["model.embed_tokens.weight"])
add("output_norm.weight", tensors["model.norm.weight"])
if not config.get("tie_word_embeddings"):
    add("output.weight", tensors["lm_head.weight"])
names = {
    "input_layernorm": "attn_norm",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "post_attention_layernorm": "ffn_norm",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
for layer in range(config["num_hidden_layers"]):
    for ours, theirs in names.items():
        weight = tensors[f"model.layers.{layer}.{ours}.weight"]
        if theirs in ("attn_q", "attn_k"):
            weight = neighbours(weight, n_heads if theirs == "attn_q" else n_kv_heads)
        add(f"blk.{layer}.{theirs}.weight", weight)
writer.write_header_to_file()
writer.write_kv_data_to_file()
writer.write_tensors_to_file()
writer.close()

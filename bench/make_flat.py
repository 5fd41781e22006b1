"""Writes a model's numbers one after the other, as bench/plain.c reads them: make_flat.py FOLDER OUT

Eight int32 (hidden size, feed-forward size, layers, heads, key-value heads, vocabulary, context, 0), one float32
(epsilon of the norms), cosines and sines, then the weights in the order of the computation.
"""

import sys
from pathlib import Path

import numpy as np

from checkpoint import read_checkpoint, rotation_tables

config, tensors = read_checkpoint(sys.argv[1])
sizes = ["hidden_size", "intermediate_size", "num_hidden_layers", "num_attention_heads", "num_key_value_heads"]
sizes += ["vocab_size", "max_position_embeddings"]
parts = [np.array([config[size] for size in sizes] + [0], np.int32), np.array([config["rms_norm_eps"]], np.float32)]
parts += rotation_tables(config)
parts.append(tensors["model.embed_tokens.weight"])
for layer in range(config["num_hidden_layers"]):
    names = ["input_layernorm", "self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj"]
    names += ["post_attention_layernorm", "mlp.gate_proj", "mlp.up_proj", "mlp.down_proj"]
    parts += [tensors[f"model.layers.{layer}.{name}.weight"] for name in names]
parts += [tensors["model.norm.weight"], tensors["lm_head.weight"]]
Path(sys.argv[2]).write_bytes(b"".join(part.tobytes() for part in parts))

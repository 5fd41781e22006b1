"""The forward pass once more, in NumPy and f64, written straight from the equations and Hugging Face's names.

It shares no code with `model.py`, so that each can be checked with the other; `check_transformers.py` checks both with
`transformers`.
"""

import json
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file


def logits(folder, tokens) -> np.ndarray:
    """Logits `[time, vocab]` after each of `tokens` `[time]`."""
    folder = Path(folder)
    config = json.loads((folder / "config.json").read_text())
    weights = {name: value.astype(np.float64) for name, value in load_file(folder / "model.safetensors").items()}
    n_heads, width = config["num_attention_heads"], config["hidden_size"]
    head_dim, n_time = width // n_heads, len(tokens)

    def norm(x, name):
        return x / np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + config["rms_norm_eps"]) * weights[name + ".weight"]

    def linear(x, name):
        return x @ weights[name + ".weight"].T

    # Element i of a head turns with element i + head_dim / 2 by the angle position / theta^(2i / head_dim).
    angles = np.outer(np.arange(n_time), config["rope_theta"] ** (-np.arange(0, head_dim, 2) / head_dim))
    turn = np.exp(1j * angles)

    def rotated(head):
        turned = (head[:, : head_dim // 2] + 1j * head[:, head_dim // 2 :]) * turn
        return np.concatenate([turned.real, turned.imag], axis=-1)

    x = weights["model.embed_tokens.weight"][np.asarray(tokens)]
    for layer in range(config["num_hidden_layers"]):
        at = f"model.layers.{layer}"
        h = norm(x, f"{at}.input_layernorm")
        q, k, v = (np.split(linear(h, f"{at}.self_attn.{name}_proj"), n_heads, axis=-1) for name in "qkv")
        mixed = []
        for head in range(n_heads):
            scores = rotated(q[head]) @ rotated(k[head]).T / np.sqrt(head_dim)
            scores[np.triu_indices(n_time, 1)] = -np.inf
            weight = np.exp(scores - scores.max(axis=-1, keepdims=True))
            mixed.append(weight / weight.sum(axis=-1, keepdims=True) @ v[head])
        x = x + linear(np.concatenate(mixed, axis=-1), f"{at}.self_attn.o_proj")
        h = norm(x, f"{at}.post_attention_layernorm")
        gate = linear(h, f"{at}.mlp.gate_proj")
        x = x + linear(gate / (1 + np.exp(-gate)) * linear(h, f"{at}.mlp.up_proj"), f"{at}.mlp.down_proj")
    return norm(x, "model.norm") @ weights["model.embed_tokens.weight"].T

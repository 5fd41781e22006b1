"""The forward pass once more, in NumPy and f64, written straight from the equations and Hugging Face's names.

It shares no code with `model.py` and `heads.py`, so that each can be checked with the other; `check_transformers.py` checks both with
`transformers`, and `check_heads.py` keeps what comes out for the heads.
"""

import json
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file


class Weights:
    """The file of a model or of heads: its config, its arrays in f64, and the few operations that read them by name."""

    def __init__(self, folder):
        folder = Path(folder)
        self.config = json.loads((folder / "config.json").read_text())
        self.arrays = {name: value.astype(np.float64) for name, value in load_file(folder / "model.safetensors").items()}
        # A matrix of eight bits has a scale for each of its rows beside it.
        for name in [name for name in self.arrays if name.endswith(".weight_scale")]:
            self.arrays[name.removesuffix("_scale")] *= self.arrays.pop(name)

    def norm(self, x, name):
        return x / np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + self.config["rms_norm_eps"]) * self.arrays[name + ".weight"]

    def linear(self, x, name):
        return x @ self.arrays[name + ".weight"].T

    def block(self, x, at, n_heads, head_dim):
        """The stream `x` `[time, hidden]` after the block whose weights are named `at`…"""
        n_time = len(x)
        # Element i of a head turns with element i + head_dim / 2 by the angle position / theta^(2i / head_dim).
        angles = np.outer(np.arange(n_time), self.config["rope_theta"] ** (-np.arange(0, head_dim, 2) / head_dim))
        turn = np.exp(1j * angles)

        def rotated(head):
            turned = (head[:, : head_dim // 2] + 1j * head[:, head_dim // 2 :]) * turn
            return np.concatenate([turned.real, turned.imag], axis=-1)

        h = self.norm(x, f"{at}.input_layernorm")
        q, k, v = (np.split(self.linear(h, f"{at}.self_attn.{name}_proj"), n_heads, axis=-1) for name in "qkv")
        mixed = []
        for head in range(n_heads):
            scores = rotated(q[head]) @ rotated(k[head]).T / np.sqrt(head_dim)
            scores[np.triu_indices(n_time, 1)] = -np.inf
            weight = np.exp(scores - scores.max(axis=-1, keepdims=True))
            mixed.append(weight / weight.sum(axis=-1, keepdims=True) @ v[head])
        x = x + self.linear(np.concatenate(mixed, axis=-1), f"{at}.self_attn.o_proj")
        h = self.norm(x, f"{at}.post_attention_layernorm")
        gate = self.linear(h, f"{at}.mlp.gate_proj")
        return x + self.linear(_silu(gate) * self.linear(h, f"{at}.mlp.up_proj"), f"{at}.mlp.down_proj")


def _silu(x):
    return x / (1 + np.exp(-x))


def _streams(weights: Weights, tokens) -> list[np.ndarray]:
    """The residual stream `[time, hidden]` of a model before its first block and after each."""
    config = weights.config
    n_heads = config["num_attention_heads"]
    streams = [weights.arrays["model.embed_tokens.weight"][np.asarray(tokens)]]
    for layer in range(config["num_hidden_layers"]):
        streams.append(weights.block(streams[-1], f"model.layers.{layer}", n_heads, config["hidden_size"] // n_heads))
    return streams


def logits(folder, tokens) -> np.ndarray:
    """Logits `[time, vocab]` after each of `tokens` `[time]`."""
    weights = Weights(folder)
    return weights.norm(_streams(weights, tokens)[-1], "model.norm") @ weights.arrays["model.embed_tokens.weight"].T


def medusa_logits(target, heads, tokens) -> np.ndarray:
    """Logits `[heads, time, vocab]`: head i at t guesses the token at t + 2 + i."""
    target, heads = Weights(target), Weights(heads)
    h = target.norm(_streams(target, tokens)[-1], "model.norm")
    ys = [h + _silu(heads.linear(h, f"medusa.{i}.linear")) for i in range(heads.config["medusa_heads"])]
    return np.stack(ys) @ target.arrays["model.embed_tokens.weight"].T


def exit_logits(target, heads, tokens) -> np.ndarray:
    """Logits `[time, vocab]` of the next token, read after the first `exit_layers` blocks."""
    target, heads = Weights(target), Weights(heads)
    x = _streams(target, tokens)[heads.config["exit_layers"]]
    return heads.norm(x + heads.linear(x, "exit.linear"), "exit.norm") @ target.arrays["model.embed_tokens.weight"].T


def mtp_chain(target, heads, tokens, guesses) -> np.ndarray:
    """Logits `[1 + guesses, vocab]` of the module for multi-token prediction, for the tokens that follow `tokens`.

    The module reads pairs of a stream of the target and the token after it: of all `tokens` but the last. Each of `guesses` then makes a
    pair with what the module itself gave in place of the target's stream. Everything is computed anew for each guess.
    """
    target, heads = Weights(target), Weights(heads)
    shape = heads.config["mtp"]
    embed = target.arrays["model.embed_tokens.weight"]
    streams, after = list(_streams(target, tokens)[-1][:-1]), list(tokens[1:])
    rows = []
    for guess in [*guesses, None]:
        hidden, token = heads.norm(np.stack(streams), "mtp.norm_hidden"), heads.norm(embed[np.asarray(after)], "mtp.norm_embed")
        u = heads.linear(np.concatenate([hidden, token], axis=-1), "mtp.proj")
        last = heads.block(u, "mtp.layer", shape["num_attention_heads"], shape["head_dim"])[-1]
        rows.append(heads.norm(last, "mtp.norm") @ embed.T)
        streams.append(last)
        after.append(guess)
    return np.stack(rows)

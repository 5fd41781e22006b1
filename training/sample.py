"""Texts drawn from a model at some temperature, many at once, with a cache of keys and values."""

import argparse
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from tokenizers import Tokenizer

import model
from model import END_OF_TEXT


@partial(jax.jit, static_argnums=(4,), donate_argnums=(1,))
def _step(params, cache, tokens, position, config: model.Config):
    """Logits `[n, vocab]` after `tokens` `[n]` at `position`, where keys and values are put into the `cache`."""
    c = config
    n_positions = cache[0][0].shape[2]
    cos, sin = (jnp.asarray(table)[position] for table in model.rope_tables(n_positions, c.head_dim))

    def rotate(x):
        a, b = jnp.split(x, 2, axis=-1)
        return jnp.concatenate([a * cos - b * sin, b * cos + a * sin], axis=-1)

    n = tokens.shape[0]
    is_future = jnp.arange(n_positions) > position
    x, new_cache = params["embed"][tokens], []
    for i, (keys, values) in enumerate(cache):
        h = model.rms_norm(x, params["norm_attn"][i])
        q, k, v = (part.reshape(n, c.heads, c.head_dim) for part in jnp.split(h @ params["qkv"][i], 3, axis=-1))
        keys = jax.lax.dynamic_update_slice(keys, rotate(k)[:, :, None, :], (0, 0, position, 0))
        values = jax.lax.dynamic_update_slice(values, v[:, :, None, :], (0, 0, position, 0))
        new_cache.append((keys, values))
        scores = jnp.einsum("nhd,nhtd->nht", rotate(q), keys) / np.sqrt(c.head_dim)
        attention = jax.nn.softmax(jnp.where(is_future, -1e9, scores), axis=-1)
        x = x + jnp.einsum("nht,nhtd->nhd", attention, values).reshape(n, -1) @ params["attn_out"][i]
        gate, up = jnp.split(model.rms_norm(x, params["norm_ffn"][i]) @ params["gate_up"][i], 2, axis=-1)
        x = x + (jax.nn.silu(gate) * up) @ params["down"][i]
    return model.rms_norm(x, params["norm_final"]) @ params["embed"].T, new_cache


def draw(params: dict, config: model.Config, prompts, n_tokens: int, temperature: float, seed: int, go_on=False) -> np.ndarray:
    """Each of `prompts`, lists of tokens, continued to `n_tokens`: `[n, n_tokens]`; at temperature 0 by the likeliest token.

    After the end of a text only ends follow, or, with `go_on`, the next text, as in a stream.
    """
    shape = (len(prompts), config.heads, n_tokens, config.head_dim)
    cache = [(jnp.zeros(shape), jnp.zeros(shape)) for _ in range(config.layers)]
    rng = np.random.default_rng(seed)
    params = jax.tree.map(jnp.asarray, params)
    lengths = np.array([len(prompt) for prompt in prompts])
    out = np.zeros((len(prompts), n_tokens), np.int32)
    for row, prompt in zip(out, prompts):
        row[: len(prompt)] = prompt
    for position in range(n_tokens - 1):
        scores, cache = _step(params, cache, out[:, position], position, config)
        is_free = position + 1 >= lengths
        if not is_free.any():
            continue
        scores = np.asarray(scores, np.float64)
        if temperature > 0:
            # The largest of logits plus Gumbel noise is a draw from their softmax.
            scores = scores / temperature - np.log(rng.exponential(size=scores.shape))
        has_ended = (out[:, position] == END_OF_TEXT) & (position >= lengths) & (not go_on)
        tokens = np.where(has_ended, END_OF_TEXT, scores.argmax(axis=-1))
        out[is_free, position + 1] = tokens[is_free]
    return out


def text_of(tokenizer: Tokenizer, tokens: np.ndarray) -> str:
    """The text of one row, up to its end."""
    ends = np.flatnonzero(tokens[1:] == END_OF_TEXT)
    return tokenizer.decode([int(token) for token in tokens[: ends[0] + 1 if len(ends) else len(tokens)]])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", required=True, type=Path)
    parser.add_argument("--out", type=Path, help="write a stream of this name, for distill.py, in place of printing texts")
    parser.add_argument("--prompt", default="")
    parser.add_argument("--n", type=int, default=4, help="how many texts")
    parser.add_argument("--temperature", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    params, config = model.load(args.model)
    tokenizer = Tokenizer.from_file(str(args.model / "tokenizer.json"))
    prompt = [END_OF_TEXT, *tokenizer.encode(args.prompt, add_special_tokens=False).ids]
    parts = []
    for start in range(0, args.n, 256):
        n = min(256, args.n - start)
        parts.append(draw(params, config, [prompt] * n, config.context, args.temperature, args.seed + start, go_on=bool(args.out)))
    tokens = np.concatenate(parts)
    if args.out:
        np.save(args.out, tokens.astype(np.uint16).reshape(-1))
        print(f"{tokens.size:,} tokens")
    else:
        for row in tokens:
            print(text_of(tokenizer, row), end="\n\n---\n\n")


if __name__ == "__main__":
    main()

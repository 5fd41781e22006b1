"""The Llama forward pass in JAX, its parameters, and Hugging Face's layout on disk.

Both models of a pair are `LlamaForCausalLM`: a residual stream of width `hidden`, blocks of attention (RoPE, causal) and of a
gated feed-forward layer (SwiGLU), an RMSNorm before each, and one table of embeddings for both ends (tied).

Parameters are one flat dictionary of arrays. Those of the blocks are stacked, their first axis counts blocks, and a matrix is
`[from, to]`, so that a row vector times it goes on:

    embed      [vocab, hidden]            norm_final  [hidden]
    norm_attn  [layers, hidden]           norm_ffn    [layers, hidden]
    qkv        [layers, hidden, 3 * heads * head_dim]
    attn_out   [layers, heads * head_dim, hidden]
    gate_up    [layers, hidden, 2 * ffn]
    down       [layers, ffn, hidden]
"""

import json
import shutil
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from products import EXACT, Products, mean_cross_entropy
from safetensors.numpy import load_file, save_file

ROPE_THETA = 10_000.0
RMS_EPS = 1e-5
# It opens a text and ends it: the beginning and the end of a story are the same token.
END_OF_TEXT = 0


@dataclass(frozen=True)
class Config:
    """The shape of a model: counts of numbers, of heads, of tokens."""

    vocab: int = 4096
    hidden: int = 128
    layers: int = 6
    heads: int = 4
    head_dim: int = 32
    ffn: int = 384
    context: int = 256

    def n_params(self) -> int:
        block = 4 * self.hidden * self.heads * self.head_dim + 3 * self.hidden * self.ffn + 2 * self.hidden
        return self.vocab * self.hidden + self.layers * block + self.hidden

    def to_hf(self) -> dict:
        """What `transformers` reads from config.json."""
        return {
            "architectures": ["LlamaForCausalLM"],
            "model_type": "llama",
            "vocab_size": self.vocab,
            "hidden_size": self.hidden,
            "intermediate_size": self.ffn,
            "num_hidden_layers": self.layers,
            "num_attention_heads": self.heads,
            "num_key_value_heads": self.heads,
            "head_dim": self.head_dim,
            "hidden_act": "silu",
            "rms_norm_eps": RMS_EPS,
            "rope_theta": ROPE_THETA,
            "max_position_embeddings": self.context,
            "tie_word_embeddings": True,
            "bos_token_id": END_OF_TEXT,
            "eos_token_id": END_OF_TEXT,
            "attention_bias": False,
            "mlp_bias": False,
            "torch_dtype": "float32",
        }

    @staticmethod
    def from_hf(hf: dict) -> "Config":
        wanted = {"num_key_value_heads": hf["num_attention_heads"], "rms_norm_eps": RMS_EPS, "rope_theta": ROPE_THETA}
        for key, value in wanted.items():
            if hf.get(key, value) != value:
                raise ValueError(f"config.json: {key} is {hf[key]}, and only {value} is supported here")
        if not hf.get("tie_word_embeddings"):
            raise ValueError("config.json: only tied embeddings are supported here")
        heads = hf["num_attention_heads"]
        return Config(
            vocab=hf["vocab_size"],
            hidden=hf["hidden_size"],
            layers=hf["num_hidden_layers"],
            heads=heads,
            head_dim=hf.get("head_dim") or hf["hidden_size"] // heads,
            ffn=hf["intermediate_size"],
            context=hf["max_position_embeddings"],
        )


def init(config: Config, seed: int) -> dict:
    """Random parameters: normal, of a width that keeps the residual stream's size whatever the depth (GPT-2's rule)."""
    rng = np.random.default_rng(seed)
    c = config

    def normal(*shape, std):
        return (rng.standard_normal(shape) * std).astype(np.float32)

    width = c.heads * c.head_dim
    into, back = 0.02, 0.02 / np.sqrt(2 * c.layers)
    return {
        "embed": normal(c.vocab, c.hidden, std=0.02),
        "norm_attn": np.ones((c.layers, c.hidden), np.float32),
        "qkv": normal(c.layers, c.hidden, 3 * width, std=into),
        "attn_out": normal(c.layers, width, c.hidden, std=back),
        "norm_ffn": np.ones((c.layers, c.hidden), np.float32),
        "gate_up": normal(c.layers, c.hidden, 2 * c.ffn, std=into),
        "down": normal(c.layers, c.ffn, c.hidden, std=back),
        "norm_final": np.ones(c.hidden, np.float32),
    }


def rms_norm(x, weight):
    return x * jax.lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + RMS_EPS) * weight


def rope_tables(n_positions: int, head_dim: int):
    """Cosines and sines `[positions, head_dim / 2]` of rotary position embeddings (Su et al. 2021)."""
    frequencies = ROPE_THETA ** (-np.arange(0, head_dim, 2) / head_dim)
    angles = np.arange(n_positions)[:, None] * frequencies[None, :]
    return np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)


def rotate(x, cos, sin):
    """RoPE of `x` `[batch, time, heads, head_dim]`, half-split: element i turns with element i + head_dim / 2."""
    a, b = jnp.split(x, 2, axis=-1)
    cos, sin = cos[:, None, :], sin[:, None, :]
    return jnp.concatenate([a * cos - b * sin, b * cos + a * sin], axis=-1)


def _swap(x):
    return x.transpose(0, 2, 1)


def _attend_keeping(q, k_t, v, products):
    n_time = q.shape[1]
    is_future = np.triu(np.full((n_time, n_time), -1e9, np.float32), 1)
    attention = jax.nn.softmax(products.batched(q, k_t) + is_future, axis=-1)
    mixed = products.batched(attention, v)
    return mixed, (q, k_t, v, attention, mixed)


@partial(jax.custom_vjp, nondiff_argnums=(3,))
def _attend(q, k_t, v, products):
    """Causal attention of `q` and `v` `[batch * heads, time, head_dim]` and of keys `[batch * heads, head_dim, time]`.

    Its gradient is written out so that each product is a plain row-major matrix product: XLA on a CPU takes a sixth less time for
    a training step than with the gradient it derives.
    """
    return _attend_keeping(q, k_t, v, products)[0]


def _attend_backward(products, kept, d_mixed):
    q, k_t, v, attention, mixed = kept
    d_v = _swap(products.batched(_swap(d_mixed), attention))
    d_attention = products.batched(d_mixed, _swap(v))
    d_scores = attention * (d_attention - jnp.sum(d_mixed * mixed, axis=-1, keepdims=True))
    return products.batched(d_scores, _swap(k_t)), products.batched(_swap(q), d_scores), d_v


_attend.defvjp(_attend_keeping, _attend_backward)


def streams(params: dict, tokens, config: Config, dropout=0.0, key=None, products: Products = EXACT) -> list:
    """The residual stream `[batch * time, hidden]` before the first block and after each, for `tokens` `[batch, time]`.

    Dropout drops whole channels of what a block writes, the same ones at every position of a text (Gal & Ghahramani 2016):
    that needs one coin a channel, not one an element, and coins are dear on a CPU.
    """
    c = config
    n_batch, n_time = tokens.shape
    cos, sin = rope_tables(n_time, c.head_dim)
    scale = 1.0 / np.sqrt(c.head_dim)
    times = products.product

    def drop(x, key):
        if not dropout:
            return x
        keep = jax.random.bernoulli(key, 1.0 - dropout, (n_batch, 1, c.hidden)) / (1.0 - dropout)
        return (x.reshape(n_batch, n_time, c.hidden) * keep).reshape(x.shape)

    keys = jax.random.split(key, 2 * c.layers) if dropout else [None] * (2 * c.layers)
    x = params["embed"][tokens.reshape(-1)]
    passed = [x]
    for i in range(c.layers):
        h = rms_norm(x, params["norm_attn"][i])
        q, k, v = (part.reshape(n_batch, n_time, c.heads, c.head_dim) for part in jnp.split(times(h, params["qkv"][i]), 3, axis=-1))
        q, k = rotate(q, cos, sin) * scale, rotate(k, cos, sin)
        q, v = (part.transpose(0, 2, 1, 3).reshape(n_batch * c.heads, n_time, c.head_dim) for part in (q, v))
        k_t = k.transpose(0, 2, 3, 1).reshape(n_batch * c.heads, c.head_dim, n_time)
        mixed = _attend(q, k_t, v, products).reshape(n_batch, c.heads, n_time, c.head_dim).transpose(0, 2, 1, 3)
        x = x + drop(times(mixed.reshape(n_batch * n_time, c.heads * c.head_dim), params["attn_out"][i]), keys[2 * i])
        gate, up = jnp.split(times(rms_norm(x, params["norm_ffn"][i]), params["gate_up"][i]), 2, axis=-1)
        x = x + drop(times(jax.nn.silu(gate) * up, params["down"][i]), keys[2 * i + 1])
        passed.append(x)
    return passed


def hidden_states(params: dict, tokens, config: Config, dropout=0.0, key=None, products: Products = EXACT):
    """The normed residual stream `[batch * time, hidden]` that the head reads, for `tokens` `[batch, time]`."""
    return rms_norm(streams(params, tokens, config, dropout, key, products)[-1], params["norm_final"])


def flat_logits(params: dict, tokens, config: Config, dropout=0.0, key=None, products: Products = EXACT):
    """Logits `[batch * time, vocab]` of the token that follows each of `tokens` `[batch, time]`."""
    return products.product(hidden_states(params, tokens, config, dropout, key, products), params["embed"].T)


def logits(params: dict, tokens, config: Config):
    """Logits `[batch, time, vocab]`."""
    return flat_logits(params, tokens, config).reshape(*tokens.shape, config.vocab)


def cross_entropy(params: dict, batch, config: Config, dropout=0.0, key=None, products: Products = EXACT):
    """The mean loss in nats per token of `batch` `[batch, time + 1]`: each token is asked of those before it."""
    hidden = hidden_states(params, batch[:, :-1], config, dropout, key, products)
    return mean_cross_entropy(hidden, params["embed"], batch[:, 1:].reshape(-1), products)


def block_to_hf(p: dict, i: int, at: str) -> dict:
    """The numbers of block `i` under the names of a `LlamaDecoderLayer`, behind `at`; its matrices are `[to, from]`."""
    tensors = {at + "input_layernorm.weight": p["norm_attn"][i], at + "post_attention_layernorm.weight": p["norm_ffn"][i]}
    for name, part in zip("qkv", np.split(p["qkv"][i], 3, axis=1)):
        tensors[f"{at}self_attn.{name}_proj.weight"] = part.T
    tensors[at + "self_attn.o_proj.weight"] = p["attn_out"][i].T
    for name, part in zip(("gate", "up"), np.split(p["gate_up"][i], 2, axis=1)):
        tensors[f"{at}mlp.{name}_proj.weight"] = part.T
    return tensors | {at + "mlp.down_proj.weight": p["down"][i].T}


def blocks_from_hf(tensors: dict, places: list[str]) -> dict:
    """The inverse of [block_to_hf], for blocks whose names stand behind `places`."""

    def stack(make):
        return np.stack([make(at) for at in places]).astype(np.float32)

    def matrix(name):
        return tensors[name + ".weight"].T

    return {
        "norm_attn": stack(lambda at: tensors[at + "input_layernorm.weight"]),
        "qkv": stack(lambda at: np.concatenate([matrix(f"{at}self_attn.{name}_proj") for name in "qkv"], axis=1)),
        "attn_out": stack(lambda at: matrix(at + "self_attn.o_proj")),
        "norm_ffn": stack(lambda at: tensors[at + "post_attention_layernorm.weight"]),
        "gate_up": stack(lambda at: np.concatenate([matrix(f"{at}mlp.{name}_proj") for name in ("gate", "up")], axis=1)),
        "down": stack(lambda at: matrix(at + "mlp.down_proj")),
    }


def to_hf(params: dict) -> dict:
    """The same numbers under `LlamaForCausalLM`'s names; its matrices are `[to, from]`."""
    p = {name: np.asarray(value, np.float32) for name, value in params.items()}
    tensors = {"model.embed_tokens.weight": p["embed"], "model.norm.weight": p["norm_final"]}
    for i in range(p["qkv"].shape[0]):
        tensors |= block_to_hf(p, i, f"model.layers.{i}.")
    return {name: np.ascontiguousarray(value) for name, value in tensors.items()}


def from_hf(tensors: dict, config: Config) -> dict:
    """The inverse of [to_hf]."""
    ends = {"embed": tensors["model.embed_tokens.weight"], "norm_final": tensors["model.norm.weight"]}
    blocks = blocks_from_hf(tensors, [f"model.layers.{i}." for i in range(config.layers)])
    return {name: value.astype(np.float32) for name, value in ends.items()} | blocks


def unpacked(tensors: dict) -> dict:
    """The tensors of a file, those of eight bits times their scales (`int8.py` says how such a file is laid out)."""

    def numbers(name):
        scale = tensors.get(name + "_scale")
        return tensors[name] if scale is None else tensors[name].astype(np.float32) * scale.astype(np.float32)

    return {name: numbers(name) for name in tensors if not name.endswith("_scale")}


def load(folder) -> tuple[dict, Config]:
    """Parameters and shape of a model in Hugging Face's layout."""
    folder = Path(folder)
    config = Config.from_hf(json.loads((folder / "config.json").read_text()))
    return from_hf(unpacked(load_file(folder / "model.safetensors")), config), config


def save_tensors(path: Path, tensors: dict) -> None:
    """Writes a file of tensors, or leaves the one that is there until all is written."""
    partial = path.with_suffix(".partial")
    save_file(tensors, partial, metadata={"format": "pt"})
    # The library writes files that only their owner reads; these are to be served.
    partial.chmod(0o644)
    partial.rename(path)


def save(folder, params: dict, config: Config, tokenizer) -> None:
    """Writes a model in Hugging Face's layout; `tokenizer` is the path of its tokenizer.json."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(config.to_hf(), indent=1) + "\n")
    save_tensors(folder / "model.safetensors", to_hf(params))
    if Path(tokenizer).resolve() != (folder / "tokenizer.json").resolve():
        shutil.copyfile(tokenizer, folder / "tokenizer.json")

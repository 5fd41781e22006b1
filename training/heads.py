"""Heads on a frozen target: ways to build a draft's distribution q that need no second model.

Three kinds, each trained by distillation, as a draft is (`distill.py` has the loss and says why):

- **Medusa heads** (Cai et al. 2024). Head i reads h_t, the normed stream that the target's own head reads at t, and guesses the token
  at t + 2 + i; the one at t + 1 is drawn from the target itself. y = h + SiLU(W_i h), and y meets the target's table of embeddings.
- **Early exit**: the stream x after the first k blocks is read as if it were the last one. Without training that is the "logit
  lens"; with a matrix and a norm in front of the head, y = x + A x, it is a "tuned lens" (Belrose et al. 2023).
- **A module for multi-token prediction** (Gloeckle et al. 2024; one after the other, as in DeepSeek-V3, 2024). At t it reads the
  target's stream r_t, before the final norm, together with the token at t + 1, passes them through a block of its own, and
  guesses the token at t + 2. What it gives, r'_t, takes the place of r_{t+1} for the guess after that, and so on.

A chain of guesses is trained as it is used: a guess attends to the true pairs before the chain and to the chain's own pairs. So
there is a pass over all positions for each place in the chain, in which all earlier places are seen along a diagonal.

Parameters are one flat dictionary, as in `model.py`; a matrix is `[from, to]`. The module's block has the names of a model's.

    medusa     [heads, hidden, hidden]
    exit       [lenses, hidden, hidden]   norm_exit [lenses, hidden]
    norm_hidden, norm_embed, norm_mtp [hidden]      mtp_proj [1, 2 * hidden, hidden]
    norm_attn, qkv, attn_out, norm_ffn, gate_up, down [1, …]

Lenses after one block less and one block more are trained along, to say what the choice of k is worth; only that of k is for use.
"""

import argparse
import json
from dataclasses import dataclass, replace
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from safetensors.numpy import load_file

import data
import distill
import model
import trainer
from products import EXACT, NAMES, Products

# The module's norms in the file of the heads, and here.
MTP_NORMS = {"mtp.norm_hidden.weight": "norm_hidden", "mtp.norm_embed.weight": "norm_embed", "mtp.norm.weight": "norm_mtp"}
LENSES = "lenses.safetensors"


def lenses_around(exit_layers: int, layers: int) -> tuple:
    """After how many blocks a lens is trained: for use, and one less and one more to compare with."""
    return tuple(k for k in (exit_layers - 1, exit_layers, exit_layers + 1) if 0 < k < layers)


@dataclass(frozen=True)
class Config:
    """The shape of heads, and of the target that they are for."""

    target: str
    vocab: int
    hidden: int
    layers: int
    medusa: int = 3
    exit_layers: int = 3
    heads: int = 4
    head_dim: int = 32
    ffn: int = 384
    # After how many blocks there is a lens, each of them in the arrays of lenses.
    lenses: tuple = (3,)

    def n_params(self) -> dict:
        """How many parameters each kind has, as it is used."""
        d, width = self.hidden, self.heads * self.head_dim
        block = 4 * d * width + 3 * d * self.ffn + 2 * d
        return {"medusa": self.medusa * d * d, "exit": d * d + d, "mtp": 2 * d * d + 3 * d + block}

    def to_json(self) -> dict:
        return {
            "model_type": "decoding-lab-heads",
            "target": self.target,
            "hidden_size": self.hidden,
            "vocab_size": self.vocab,
            "medusa_heads": self.medusa,
            "exit_layers": self.exit_layers,
            "mtp": {"num_attention_heads": self.heads, "head_dim": self.head_dim, "intermediate_size": self.ffn},
            "rms_norm_eps": model.RMS_EPS,
            "rope_theta": model.ROPE_THETA,
        }

    @staticmethod
    def from_json(found: dict, target: model.Config) -> "Config":
        if found["hidden_size"] != target.hidden or found["vocab_size"] != target.vocab:
            raise ValueError(f"these heads are for a target of another shape: {found['target']}")
        mtp = found["mtp"]
        shape = (mtp["num_attention_heads"], mtp["head_dim"], mtp["intermediate_size"])
        return Config(found["target"], target.vocab, target.hidden, target.layers, found["medusa_heads"], found["exit_layers"], *shape, lenses=(found["exit_layers"],))


def init(config: Config, target: dict, seed: int) -> dict:
    """First parameters: Medusa heads and lenses change nothing yet, and read with the target's own norm; the module is random."""
    c = config
    rng = np.random.default_rng(seed)
    block = model.init(model.Config(1, c.hidden, 1, c.heads, c.head_dim, c.ffn), seed)
    norm_final = np.asarray(target["norm_final"], np.float32)
    return {
        "medusa": np.zeros((c.medusa, c.hidden, c.hidden), np.float32),
        "exit": np.zeros((len(c.lenses), c.hidden, c.hidden), np.float32),
        "norm_exit": np.tile(norm_final, (len(c.lenses), 1)),
        "norm_hidden": np.ones(c.hidden, np.float32),
        "norm_embed": np.ones(c.hidden, np.float32),
        "norm_mtp": norm_final.copy(),
        # What the block reads is of size one.
        "mtp_proj": (rng.standard_normal((1, 2 * c.hidden, c.hidden)) / np.sqrt(2 * c.hidden)).astype(np.float32),
    } | {name: block[name] for name in ("norm_attn", "qkv", "attn_out", "norm_ffn", "gate_up", "down")}


def medusa_states(params: dict, h, products: Products = EXACT) -> list:
    """What the target's head is to read for each Medusa head, from the normed stream `h`."""
    return [h + jax.nn.silu(products.product(h, params["medusa"][i])) for i in range(params["medusa"].shape[0])]


def exit_state(params: dict, lens: int, x, products: Products = EXACT):
    """The same for a lens, from the stream `x` after its blocks."""
    return model.rms_norm(x + products.product(x, params["exit"][lens]), params["norm_exit"][lens])


def mtp_states(params: dict, embed, last, tokens_after, config: Config, n_deep: int, products: Products = EXACT) -> list:
    """The same for each place, first to `n_deep`-th, in a chain of guesses of the module.

    `last` `[batch * time, hidden]` is the target's last stream, `tokens_after` `[batch, time]` the token after each position. At
    position j and depth d, counted from one, is the d-th guess of the chain that began at j - (d - 1), for the token at j + 2.
    """
    c, times = config, products.product
    n_batch, n_time = tokens_after.shape
    cos, sin = model.rope_tables(n_time, c.head_dim)
    token = model.rms_norm(embed[tokens_after.reshape(-1)], params["norm_embed"])
    age = np.arange(n_time)[:, None] - np.arange(n_time)[None, :]

    def by_head(x):
        return x.reshape(n_batch, n_time, c.heads, c.head_dim)

    def shifted(x, by):
        """`x` `[batch, time, …]` where each position holds what was `by` positions before it."""
        return jnp.pad(x, [(0, 0), (by, 0)] + [(0, 0)] * (x.ndim - 2))[:, :n_time]

    keys, values, found = [], [], []
    hidden = last
    for depth in range(1, n_deep + 1):
        x = times(jnp.concatenate([model.rms_norm(hidden, params["norm_hidden"]), token], axis=-1), params["mtp_proj"][0])
        q, k, v = (by_head(part) for part in jnp.split(times(model.rms_norm(x, params["norm_attn"][0]), params["qkv"][0]), 3, axis=-1))
        q = model.rotate(q, cos, sin) / np.sqrt(c.head_dim)
        keys.append(model.rotate(k, cos, sin))
        values.append(v)
        # True pairs are all up to where the chain began; the guess at position j has one key of each depth after the first.
        is_hidden = np.where(age >= depth - 1, 0.0, -1e9).astype(np.float32)
        scores = [jnp.einsum("bqhd,bkhd->bhqk", q, keys[0]) + is_hidden]
        chain = [(shifted(keys[m], depth - 1 - m), shifted(values[m], depth - 1 - m)) for m in range(1, depth)]
        scores += [jnp.einsum("bqhd,bqhd->bhq", q, key)[..., None] for key, _ in chain]
        attention = jax.nn.softmax(jnp.concatenate(scores, axis=-1), axis=-1)
        mixed = jnp.einsum("bhqk,bkhd->bqhd", attention[..., :n_time], values[0])
        for m, (_, value) in enumerate(chain):
            mixed += attention[..., n_time + m].transpose(0, 2, 1)[..., None] * value
        x = x + times(mixed.reshape(n_batch * n_time, -1), params["attn_out"][0])
        gate, up = jnp.split(times(model.rms_norm(x, params["norm_ffn"][0]), params["gate_up"][0]), 2, axis=-1)
        x = x + times(jax.nn.silu(gate) * up, params["down"][0])
        found.append(model.rms_norm(x, params["norm_mtp"]))
        hidden = shifted(x.reshape(n_batch, n_time, -1), 1).reshape(x.shape)
    return found


def read(params: dict, target: dict, tokens, target_config: model.Config, config: Config, n_deep: int, products: Products = EXACT):
    """The target's normed stream `h` `[batch, time, hidden]` at each of `tokens` `[batch, time + 1]` but the last, and all guesses.

    Guesses are a dictionary from (kind, which) to states `[batch, time, hidden]` that the target's head is to read, and [span_of] says
    what each is of. Kinds are `medusa` with the number of the head, `exit` with the number of blocks, `raw` likewise, for the stream
    read with the target's own norm, and `mtp` with the place in the chain, from zero.
    """
    before, after = tokens[:, :-1], tokens[:, 1:]
    passed = model.streams(target, before, target_config, products=products)
    h = model.rms_norm(passed[-1], target["norm_final"])
    found = {("medusa", i): state for i, state in enumerate(medusa_states(params, h, products))}
    found |= {("exit", k): exit_state(params, lens, passed[k], products) for lens, k in enumerate(config.lenses)}
    found |= {("raw", k): model.rms_norm(passed[k], target["norm_final"]) for k in config.lenses}
    found |= {("mtp", i): state for i, state in enumerate(mtp_states(params, target["embed"], passed[-1], after, config, n_deep, products))}
    shape = (*before.shape, target_config.hidden)
    return h.reshape(shape), {name: state.reshape(shape) for name, state in found.items()}


def span_of(kind: str, which: int) -> tuple[int, int]:
    """From which position on there is such a guess, and how far ahead the target speaks of the same token."""
    return {"medusa": (0, which + 1), "exit": (0, 0), "raw": (0, 0), "mtp": (which, 1)}[kind]


def divergences(h, states: dict, embed, products: Products = EXACT) -> dict:
    """KL(p || q) and overlap of each guess, means over the positions of one text: `h` and `states` are `[time, hidden]`."""
    log_p = jax.nn.log_softmax(products.product(h, embed.T))
    found = {}
    for name, state in states.items():
        first, ahead = span_of(*name)
        log_q = jax.nn.log_softmax(products.product(state[first : len(h) - ahead], embed.T))
        found[name] = distill.divergences_of_logs(log_p[first + ahead :], log_q)
    return found


def loss_of(h, states: dict, embed, kl_weight: float, products: Products = EXACT):
    """The mean over texts of what the guesses lose: a sum over kinds, in each a mean over its guesses.

    Text by text, with the gradient of each taken at once, so that no table of all positions by all tokens is ever held.
    """

    def of_text(states, h):
        total = 0.0
        for name, (kl, overlap) in divergences(h, states, embed, products).items():
            n_like_it = sum(kind == name[0] for kind, _ in states)
            total += (kl_weight * kl + (1 - kl_weight) * (1 - overlap)) / n_like_it
        return total

    @jax.custom_vjp
    def loss(states):
        return keeping(states)[0]

    def keeping(states):
        values, gradients = jax.lax.map(lambda text: jax.value_and_grad(of_text)(*text), (states, h))
        return jnp.mean(values), gradients

    loss.defvjp(keeping, lambda gradients, g: (jax.tree.map(lambda x: x * (g / len(h)), gradients),))
    return loss(states)


def to_file(params: dict, config: Config) -> dict:
    """The parameters that are for use, under the names of their file; its matrices are `[to, from]`."""
    p = {name: np.asarray(value, np.float32) for name, value in params.items()}
    lens = config.lenses.index(config.exit_layers)
    tensors = {f"medusa.{i}.linear.weight": p["medusa"][i].T for i in range(config.medusa)}
    tensors |= {"exit.linear.weight": p["exit"][lens].T, "exit.norm.weight": p["norm_exit"][lens]}
    tensors |= {name: p[ours] for name, ours in MTP_NORMS.items()} | {"mtp.proj.weight": p["mtp_proj"][0].T}
    tensors |= model.block_to_hf(p, 0, "mtp.layer.")
    return {name: np.ascontiguousarray(value) for name, value in tensors.items()}


def from_file(tensors: dict, config: Config) -> dict:
    """The inverse of [to_file], with the one lens that is for use."""
    params = {
        "medusa": np.stack([tensors[f"medusa.{i}.linear.weight"].T for i in range(config.medusa)]),
        "exit": tensors["exit.linear.weight"].T[None],
        "norm_exit": tensors["exit.norm.weight"][None],
        "mtp_proj": tensors["mtp.proj.weight"].T[None],
    }
    params |= {ours: tensors[name] for name, ours in MTP_NORMS.items()} | model.blocks_from_hf(tensors, ["mtp.layer."])
    return {name: value.astype(np.float32) for name, value in params.items()}


def save(folder, params: dict, config: Config, _tokenizer=None) -> None:
    """Writes heads for use, and beside them all lenses, which `evaluate_heads.py` compares."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(config.to_json(), indent=1) + "\n")
    model.save_tensors(folder / "model.safetensors", to_file(params, config))
    model.save_tensors(folder / LENSES, {name: np.asarray(params[name], np.float32) for name in ("exit", "norm_exit")})


def load(folder, target: model.Config, lenses=None) -> tuple[dict, Config]:
    """Parameters and shape of heads; with the file of all `lenses`, these in place of the one that is for use."""
    folder = Path(folder)
    config = Config.from_json(json.loads((folder / "config.json").read_text()), target)
    params = from_file(load_file(folder / "model.safetensors"), config)
    if lenses:
        params |= load_file(lenses)
        config = replace(config, lenses=lenses_around(config.exit_layers, config.layers))
    return params, config


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", required=True, type=Path, help="the folder that prepare.py wrote")
    parser.add_argument("--target", required=True, type=Path)
    parser.add_argument("--run", required=True, type=Path, help="the run's own folder; the same command resumes what is there")
    parser.add_argument("--samples", type=Path, help="a stream that the target wrote, taken for every other batch")
    parser.add_argument("--kl", type=float, default=0.3, help="the weight of KL in the loss; the rest is total variation")
    parser.add_argument("--prolong", action="store_true", help="first go back to where the learning rate began to fall")
    sizes = {"medusa": 3, "exit-layers": 3, "heads": 4, "ffn": 384}
    for name, value in sizes.items():
        parser.add_argument(f"--{name}", type=int, default=value, help=f"default: {value}")
    parser.add_argument("--deep", type=int, default=3, help="how many guesses of a chain the module is trained on; default: 3")
    trainer.add_options(parser, batch=8, rate=2e-3)
    args = parser.parse_args()
    options = trainer.options_of(args)

    target, target_config = model.load(args.target)
    config = Config(
        args.target.resolve().name,
        target_config.vocab,
        target_config.hidden,
        target_config.layers,
        args.medusa,
        args.exit_layers,
        args.heads,
        target_config.hidden // args.heads,
        args.ffn,
        lenses_around(args.exit_layers, target_config.layers),
    )
    params = init(config, target, args.seed)
    target = jax.tree.map(jnp.asarray, target)
    if args.prolong:
        trainer.before_the_fall(args.run)
    print(", ".join(f"{kind}: {n:,} parameters" for kind, n in config.n_params().items()))

    windows = data.heldout_windows(data.load_stream(args.data / "heldout.npy"), options.context)
    streams = [data.load_stream(args.data / "train.npy")]
    if args.samples:
        streams.append(data.load_stream(args.samples))

    products = NAMES[options.products]

    def loss(params, batch, _key):
        h, states = read(params, target, batch, target_config, config, args.deep, products)
        trained = {name: state for name, state in states.items() if name[0] != "raw"}
        return loss_of(h, trained, target["embed"], args.kl, products)

    @jax.jit
    def overlaps_on(params, batch):
        h, states = read(params, target, batch, target_config, config, args.deep)
        trained = {name: state for name, state in states.items() if name[0] != "raw"}
        found = jax.lax.map(lambda text: divergences(*text, target["embed"]), (h, trained))
        return {f"{kind}_{which}": jnp.mean(overlap) for (kind, which), (_, overlap) in found.items()}

    def measure(params):
        chunks = [windows[i : i + 20] for i in range(0, len(windows), 20)]
        parts = [(len(part), overlaps_on(params, part)) for part in chunks]
        overlaps = {name: sum(n * float(part[name]) for n, part in parts) / len(windows) for name in parts[0][1]}
        for_use = [value for name, value in overlaps.items() if name.startswith(("medusa", "mtp")) or name == f"exit_{config.exit_layers}"]
        return {"score": 1 - sum(for_use) / len(for_use)} | overlaps

    say = lambda text: print(text, flush=True)  # noqa: E731
    trainer.run(args.run, params, config, options, streams, None, loss, measure, say=say, save=save)


if __name__ == "__main__":
    main()

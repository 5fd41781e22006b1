"""A larger model that computes exactly what a smaller one does.

Everything new is connected on one side only. A new head, a new column of a feed-forward layer and a new block read the residual
stream with random weights and write to it with zeros (Net2Net, Chen et al. 2016; stacking with zero outputs as in Fixup). A wider
residual stream has new channels that hold zeros, because nothing writes to them yet.

RMSNorm divides by the mean square over all channels, so zeros among them would change it. Growing from n to N channels, every
writer to the stream is scaled by r = sqrt(N / n): then the sum of squares over N is as much larger as N is, the mean square is
what it was (and with it the weight of epsilon), and the normed stream is r times what it was. Norms before a block
undo that with weights divided by r; the last norm's are divided by r twice, since the tied embeddings are scaled too.
"""

import argparse
from dataclasses import replace

import numpy as np

import model


def _check(old: model.Config, new: model.Config) -> None:
    for name in ("vocab", "head_dim", "context"):
        if getattr(old, name) != getattr(new, name):
            raise ValueError(f"{name} cannot grow")
    for name in ("hidden", "layers", "heads", "ffn"):
        if getattr(old, name) > getattr(new, name):
            raise ValueError(f"{name} cannot shrink from {getattr(old, name)} to {getattr(new, name)}")


def _place_of_layers(old: int, new: int) -> list[int]:
    """Where the old blocks stand among the new ones: spread evenly."""
    return [(i * new + new // 2) // old if old else 0 for i in range(old)]


def grow(params: dict, old: model.Config, new: model.Config, seed: int) -> dict:
    """Parameters of shape `new` with the function of `params`. Random weights are as wide as those beside them."""
    _check(old, new)
    rng = np.random.default_rng(seed)
    d, width, new_width = old.hidden, old.heads * old.head_dim, new.heads * new.head_dim
    r = np.float32(np.sqrt(new.hidden / old.hidden))
    where = _place_of_layers(old.layers, new.layers)

    def noise(shape, like):
        return (rng.standard_normal(shape) * np.std(like)).astype(np.float32)

    embed = np.zeros((new.vocab, new.hidden), np.float32)
    embed[:, :d] = params["embed"] * r
    grown = {"embed": embed, "norm_final": np.ones(new.hidden, np.float32)}
    grown["norm_final"][:d] = params["norm_final"] / (r * r)
    for name in ("norm_attn", "norm_ffn"):
        # Noise is scaled to the old weights before a norm, so new blocks and channels get a norm of a usual size.
        norms = np.full((new.layers, new.hidden), np.mean(params[name]) / r, np.float32)
        norms[where, :d] = params[name] / r
        grown[name] = norms

    def readers(name, n_parts, columns, new_columns):
        """A stack of matrices that read the stream, part by part: random but where the old ones are."""
        parts = params[name].reshape(old.layers, d, n_parts, columns)
        wide = noise((new.layers, new.hidden, n_parts, new_columns), params[name])
        wide[where, :d, :, :columns] = parts
        return wide.reshape(new.layers, new.hidden, n_parts * new_columns)

    def writers(name, rows, new_rows):
        """A stack of matrices that write to the stream: zero but where the old ones are."""
        wide = np.zeros((new.layers, new_rows, new.hidden), np.float32)
        wide[where, :rows, :d] = params[name] * r
        return wide

    grown["qkv"] = readers("qkv", 3, width, new_width)
    grown["attn_out"] = writers("attn_out", width, new_width)
    grown["gate_up"] = readers("gate_up", 2, old.ffn, new.ffn)
    grown["down"] = writers("down", old.ffn, new.ffn)
    return grown


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", required=True, help="a folder in Hugging Face's layout")
    parser.add_argument("--out", required=True)
    parser.add_argument("--hidden", type=int)
    parser.add_argument("--layers", type=int)
    parser.add_argument("--heads", type=int)
    parser.add_argument("--ffn", type=int)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    params, old = model.load(args.model)
    sizes = {name: getattr(args, name) for name in ("hidden", "layers", "heads", "ffn") if getattr(args, name)}
    new = replace(old, **sizes)
    model.save(args.out, grow(params, old, new, args.seed), new, f"{args.model}/tokenizer.json")
    print(f"{old.n_params():,} parameters became {new.n_params():,}")


if __name__ == "__main__":
    main()

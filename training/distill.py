"""Trains a draft so that its distribution is a target's.

What a draft is worth in speculative sampling is its overlap with the target, sum over x of min(p(x), q(x)), the probability that a
token drawn from q is accepted (Leviathan et al. 2023). One minus it is the total variation distance, so that is a loss
(Zhou et al. 2023, DistillSpec). Its gradient vanishes where q is far from p; the Kullback-Leibler divergence KL(p || q) leads
there. The loss is a mix: first of both, so a draft that begins at random finds its way.

The data are the corpus and texts that the target wrote itself (`sample.py --out`), which is what a draft meets in use.
"""

import argparse
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from tokenizers import Tokenizer

import data
import model
import trainer
from products import NAMES


def divergences(target_logits, draft_logits):
    """KL(p || q) in nats and the overlap sum min(p, q), each a mean over positions."""
    return divergences_of_logs(jax.nn.log_softmax(target_logits), jax.nn.log_softmax(draft_logits))


def divergences_of_logs(log_p, log_q):
    """The same of two tables of log-probabilities."""
    p, q = jnp.exp(log_p), jnp.exp(log_q)
    return jnp.mean(jnp.sum(p * (log_p - log_q), axis=-1)), jnp.mean(jnp.sum(jnp.minimum(p, q), axis=-1))


def narrow_embeddings(embed: np.ndarray, width: int) -> np.ndarray:
    """The target's table of embeddings seen along its `width` main directions, as large as a new one: tokens alike stay alike."""
    centred = embed - embed.mean(axis=0)
    u, s, _ = np.linalg.svd(centred, full_matrices=False)
    narrow = u[:, :width] * s[:width]
    return (narrow * (0.05 / narrow.std())).astype(np.float32)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", required=True, type=Path, help="the folder that prepare.py wrote")
    parser.add_argument("--target", required=True, type=Path)
    parser.add_argument("--run", required=True, type=Path, help="the run's own folder; the same command resumes what is there")
    parser.add_argument("--start", help="a draft to start from; without it, a new one of the sizes below")
    parser.add_argument("--samples", type=Path, help="a stream that the target wrote, taken for every other batch")
    parser.add_argument("--kl", type=float, default=0.5, help="the weight of KL in the loss; the rest is total variation")
    parser.add_argument("--prolong", action="store_true", help="first go back to where the learning rate began to fall")
    for name, value in {"hidden": 64, "layers": 2, "heads": 4, "ffn": 160}.items():
        parser.add_argument(f"--{name}", type=int, default=value, help=f"of a new draft; default: {value}")
    trainer.add_options(parser, batch=8, rate=3e-3)
    args = parser.parse_args()
    options = trainer.options_of(args)

    target, target_config = model.load(args.target)
    target = jax.tree.map(jnp.asarray, target)
    if args.start:
        params, config = model.load(args.start)
    else:
        config = model.Config(
            target_config.vocab, args.hidden, args.layers, args.heads, args.hidden // args.heads, args.ffn, target_config.context
        )
        params = model.init(config, args.seed) | {"embed": narrow_embeddings(np.asarray(target["embed"]), args.hidden)}
    if args.prolong:
        trainer.before_the_fall(args.run)
    print(f"{config.n_params():,} parameters")

    tokenizer = args.data / "tokenizer.json"
    windows = data.heldout_windows(data.load_stream(args.data / "heldout.npy"), options.context)
    n_bytes = data.bytes_of_tokens(Tokenizer.from_file(str(tokenizer)))[windows[:, 1:]].mean()
    streams = [data.load_stream(args.data / "train.npy")]
    if args.samples:
        streams.append(data.load_stream(args.samples))

    products = NAMES[options.products]

    def loss(params, batch, key):
        target_logits = jax.lax.stop_gradient(model.flat_logits(target, batch[:, :-1], target_config, products=products))
        kl, overlap = divergences(target_logits, model.flat_logits(params, batch[:, :-1], config, options.dropout, key, products))
        return args.kl * kl + (1 - args.kl) * (1 - overlap)

    @jax.jit
    def overlap_on(params, batch):
        return divergences(model.flat_logits(target, batch[:, :-1], target_config), model.flat_logits(params, batch[:, :-1], config))

    def measure(params):
        heldout = trainer.heldout_loss(params, config, windows)
        chunks = [windows[i : i + 20] for i in range(0, len(windows), 20)]
        kl, overlap = sum(len(part) * np.array(overlap_on(params, part)) for part in chunks) / len(windows)
        bits = heldout / np.log(2) / n_bytes
        return {"score": float(1 - overlap), "overlap": float(overlap), "kl": float(kl), "bits_per_byte": float(bits)}

    trainer.run(args.run, params, config, options, streams, tokenizer, loss, measure, say=lambda text: print(text, flush=True))


if __name__ == "__main__":
    main()

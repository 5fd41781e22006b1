"""Trains a model on a prepared stream by cross-entropy: from nothing, from a model in Hugging Face's layout, or on from a checkpoint."""

import argparse
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

import data
import model
import trainer
from products import NAMES


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True, type=Path, help="the folder that prepare.py wrote")
    parser.add_argument("--run", required=True, type=Path, help="the run's own folder; the same command resumes what is there")
    parser.add_argument("--start", help="a model to start from; without it, from random parameters")
    parser.add_argument("--prolong", action="store_true", help="first go back to where the learning rate began to fall")
    for name in ("hidden", "layers", "heads", "ffn"):
        parser.add_argument(f"--{name}", type=int, default=getattr(model.Config, name), help="of a model from nothing")
    trainer.add_options(parser)
    args = parser.parse_args()
    options = trainer.options_of(args)

    tokenizer = args.data / "tokenizer.json"
    if args.start:
        params, config = model.load(args.start)
    else:
        vocab = Tokenizer.from_file(str(tokenizer)).get_vocab_size()
        head_dim = args.hidden // args.heads
        config = model.Config(vocab, args.hidden, args.layers, args.heads, head_dim, args.ffn, args.context)
        params = model.init(config, args.seed)
    if args.prolong:
        trainer.before_the_fall(args.run)
    print(f"{config.n_params():,} parameters")

    windows = data.heldout_windows(data.load_stream(args.data / "heldout.npy"), options.context)
    n_bytes = data.bytes_of_tokens(Tokenizer.from_file(str(tokenizer)))[windows[:, 1:]].mean()

    def loss(params, batch, key):
        return model.cross_entropy(params, batch, config, options.dropout, key, NAMES[options.products])

    def measure(params):
        heldout = trainer.heldout_loss(params, config, windows)
        return {"score": heldout, "heldout_loss": heldout, "bits_per_byte": float(heldout / np.log(2) / n_bytes)}

    streams = [data.load_stream(args.data / "train.npy")]
    trainer.run(args.run, params, config, options, streams, tokenizer, loss, measure, say=lambda text: print(text, flush=True))


if __name__ == "__main__":
    main()

"""Checks the heads' forward pass with the NumPy reference, and keeps the values.

    python check_heads.py ../public/models/heads-* --golden ../tests/data/heads.json

The target of each is the folder beside it that its configuration names. For one prompt, JAX (f32) and NumPy (f64, written from the equations, one guess after the other) must agree. NumPy's values are kept
as JSON, for tests in other languages. Files of weights are named by their digest, so that nobody compares numbers of other weights.
"""

import argparse
import hashlib
import json
from pathlib import Path

import jax
import numpy as np
from tokenizers import Tokenizer

import heads
import model
import reference

TEXT = "Once upon a time, a cat"
N_CHAIN = 3
# As in check_transformers.py: f32 gives some 1e-5, a wrong convention more than 3e-3.
TOLERANCE = 1e-4


def values(target: Path, folder: Path, ids: list[int]) -> dict:
    """What NumPy says after the last of `ids`: a row of logits for each Medusa head, one for the exit, and three of the module's chain,
    in which each guess is the likeliest token of the row before."""
    chain = []
    while len(chain) < N_CHAIN - 1:
        chain.append(int(reference.mtp_chain(target, folder, ids, chain)[-1].argmax()))
    return {
        "medusa": reference.medusa_logits(target, folder, ids)[:, -1],
        "exit": reference.exit_logits(target, folder, ids)[-1:],
        "mtp": reference.mtp_chain(target, folder, ids, chain),
    }


def values_of_jax(target: Path, folder: Path, ids: list[int], chain: list[int]) -> dict:
    """The same rows by `heads.py`, which computes all positions and all places in a chain at once."""
    params, config = model.load(target)
    ours, shape = heads.load(folder, config)
    last = len(ids) - 1
    # Guesses stand at each token but the last.
    tokens = np.array([[*ids, *chain, model.END_OF_TEXT]])
    read = jax.jit(heads.read, static_argnums=(3, 4, 5))
    _, states = read(ours, params, tokens, config, shape, len(chain) + 1)
    places = {"medusa": lambda which: last, "exit": lambda which: last, "mtp": lambda which: last - 1 + which}
    found = {kind: [states[name][0, at(name[1])] for name in states if name[0] == kind] for kind, at in places.items()}
    return {kind: np.stack(rows) @ params["embed"].T for kind, rows in found.items()}


def row(logits: np.ndarray) -> dict:
    return {
        "first": [round(float(value), 5) for value in logits[:5]],
        "argmax": int(logits.argmax()),
        "largest": round(float(logits.max()), 5),
        "log_sum_exp": round(float(np.logaddexp.reduce(logits)), 5),
    }


def check(target: Path, folder: Path, text: str = TEXT) -> dict:
    """Compares, and gives what is to be kept."""
    tokenizer = Tokenizer.from_file(str(target / "tokenizer.json"))
    ids = [model.END_OF_TEXT, *tokenizer.encode(text, add_special_tokens=False).ids]
    wanted = values(target, folder, ids)
    chain = [int(guess.argmax()) for guess in wanted["mtp"][:-1]]
    for kind, found in values_of_jax(target, folder, ids, chain).items():
        difference = float(np.abs(found - wanted[kind]).max())
        print(f"{kind}: JAX differs from NumPy by {difference:.1e}")
        if difference > TOLERANCE:
            raise SystemExit("that is too much")
    digests = {path.name: hashlib.sha256((path / "model.safetensors").read_bytes()).hexdigest() for path in (target, folder)}
    return {"sha256": digests, "text": text, "ids": ids} | {kind: [row(each) for each in rows] for kind, rows in wanted.items()}


def target_of(folder: Path) -> Path:
    """The folder of the target that some heads are for."""
    return folder.parent / json.loads((folder / "config.json").read_text())["target"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("heads", nargs="+", type=Path)
    parser.add_argument("--golden", type=Path, help="where to keep NumPy's values")
    args = parser.parse_args()
    folders = [folder.resolve() for folder in args.heads]
    kept = {folder.name: check(target_of(folder), folder) for folder in folders}
    if args.golden:
        args.golden.write_text(json.dumps(kept, indent=1) + "\n")


if __name__ == "__main__":
    main()

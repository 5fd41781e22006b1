"""Writes a model, or heads, with numbers of sixteen bits: half as long to fetch, and nearly the same model.

    python half.py --model $RUNS/target/best --out $RUNS/my-target

A number of IEEE 754 binary16 has 11 significant bits, so rounding moves a weight by one part in 2,048 at the most. What that does to the
model is measured, not assumed: `evaluate.py --exact` compares the two.
"""

import argparse
import json
import shutil
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file

from model import save_tensors


def halved(tensors: dict) -> dict:
    """The tensors in float16. A number that is too large for it is an error: it would become infinite."""
    found = {}
    for name, values in tensors.items():
        largest = float(np.abs(values).max())
        if not largest <= float(np.finfo(np.float16).max):
            raise ValueError(f"{name} holds {largest}, which float16 cannot")
        found[name] = values.astype(np.float16)
    return found


def write(folder: Path, out: Path) -> None:
    """Writes the model of a folder to another; the two may be the same."""
    out.mkdir(parents=True, exist_ok=True)
    config = json.loads((folder / "config.json").read_text())
    if "torch_dtype" in config:
        config["torch_dtype"] = "float16"
    tensors = halved(load_file(folder / "model.safetensors"))
    (out / "config.json").write_text(json.dumps(config, indent=1) + "\n")
    save_tensors(out / "model.safetensors", tensors)
    tokenizer = folder / "tokenizer.json"
    if tokenizer.exists() and folder.resolve() != out.resolve():
        shutil.copyfile(tokenizer, out / "tokenizer.json")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", required=True, type=Path, help="a folder with config.json and model.safetensors")
    parser.add_argument("--out", required=True, type=Path)
    args = parser.parse_args()
    write(args.model, args.out)
    sizes = [(folder / "model.safetensors").stat().st_size for folder in (args.model, args.out)]
    print(f"{sizes[1]:,} bytes of weights")


if __name__ == "__main__":
    main()

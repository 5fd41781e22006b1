"""Writes a model, or heads, with numbers of sixteen bits: half as long to fetch, and nearly the same model.

    python half.py --model $RUNS/target/best --out $RUNS/my-target

The numbers are bfloat16: the upper half of a float32, rounded to nearest, so that a weight moves by one part in 256 at the most.
What that does to the model is measured, not assumed: `evaluate.py --exact` compares the two. The engine keeps such weights as they are, two in
the space of one, which is half as much to read in every pass.
"""

import argparse
import json
import shutil
from pathlib import Path

import ml_dtypes
import numpy as np
from safetensors.numpy import load_file

from model import save_tensors


def halved(tensors: dict) -> dict:
    """The tensors in bfloat16. A number that becomes infinite by it, or is none to begin with, is an error."""
    found = {name: values.astype(ml_dtypes.bfloat16) for name, values in tensors.items()}
    for name, values in found.items():
        if not np.isfinite(values.astype(np.float32)).all():
            raise ValueError(f"{name} holds a number that bfloat16 cannot")
    return found


def write(folder: Path, out: Path) -> None:
    """Writes the model of a folder to another; the two may be the same."""
    out.mkdir(parents=True, exist_ok=True)
    config = json.loads((folder / "config.json").read_text())
    if "torch_dtype" in config:
        config["torch_dtype"] = "bfloat16"
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

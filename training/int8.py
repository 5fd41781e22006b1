"""Writes a model with whole numbers of eight bits: a quarter as long to fetch as f32, and nearly the same model.

    python int8.py --model $RUNS/target/best --out $RUNS/my-target

Each row of a matrix, that is all weights of one output, shares a scale, and a weight is a whole number from -127 to 127 times it. The
scale is a power of two: with a finer one the numbers would be a little closer to what they were, but so each product of number and
scale is a bfloat16, exactly, and whoever computes in floating point has the very weights that the file means. What it does to the
model is measured, not assumed: `evaluate.py --exact` compares the two.

The layout is that of the library compressed-tensors, which `transformers` reads: `int-quantized`, by channel, symmetric. A matrix
`x.weight` is I8 and has beside it `x.weight_scale` `[rows, 1]`. Norms, and the table of embeddings, are bfloat16.
"""

import argparse
import json
import shutil
from pathlib import Path

import ml_dtypes
import numpy as np
from safetensors.numpy import load_file

from half import halved
from model import save_tensors

LARGEST = 127
SCHEME = {
    "quant_method": "compressed-tensors",
    "format": "int-quantized",
    "quantization_status": "compressed",
    "config_groups": {
        "group_0": {
            "targets": ["Linear"],
            "weights": {"num_bits": 8, "type": "int", "symmetric": True, "strategy": "channel", "dynamic": False},
            "input_activations": None,
            "output_activations": None,
        }
    },
    "ignore": ["lm_head"],
}


def rounded(rows) -> tuple[np.ndarray, np.ndarray]:
    """Whole numbers `[rows, columns]` and scales `[rows, 1]`, powers of two, whose products are closest to the `rows`.

    The scale is the smallest with which no number is cut off, or half of that, where cutting off a few costs less than it gains.
    """
    rows = np.asarray(rows, np.float32)
    largest = np.abs(rows).max(axis=-1, keepdims=True)
    # A row of zeros has any scale; log2 is exact enough, as a number that is just too large is cut off by a hair.
    exponent = np.ceil(np.log2(np.where(largest > 0, largest, 1) / LARGEST))
    tries = []
    for scale in (2.0**exponent, 2.0 ** (exponent - 1)):
        numbers = np.clip(np.round(rows / scale), -LARGEST, LARGEST)
        tries.append((numbers, scale, ((numbers * scale - rows) ** 2).sum(axis=-1, keepdims=True)))
    (wide, wide_scale, wide_error), (narrow, narrow_scale, narrow_error) = tries
    is_wide = wide_error <= narrow_error
    return np.where(is_wide, wide, narrow).astype(np.int8), np.where(is_wide, wide_scale, narrow_scale).astype(np.float32)


def packed(tensors: dict) -> dict:
    """The tensors as they are in the file: matrices of the blocks in eight bits, all else in bfloat16."""
    found = {}
    for name, values in tensors.items():
        if not np.isfinite(values).all():
            raise ValueError(f"{name} holds a number that is none")
        if name.endswith("_proj.weight"):
            found[name], scale = rounded(values)
            found[name + "_scale"] = scale.astype(ml_dtypes.bfloat16)
        else:
            found |= halved({name: values})
    return found


def write(folder: Path, out: Path) -> None:
    """Writes the model of a folder to another."""
    out.mkdir(parents=True, exist_ok=True)
    config = json.loads((folder / "config.json").read_text()) | {"torch_dtype": "bfloat16", "quantization_config": SCHEME}
    (out / "config.json").write_text(json.dumps(config, indent=1) + "\n")
    save_tensors(out / "model.safetensors", packed(load_file(folder / "model.safetensors")))
    shutil.copyfile(folder / "tokenizer.json", out / "tokenizer.json")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", required=True, type=Path, help="a folder with config.json, model.safetensors and tokenizer.json, in f32")
    parser.add_argument("--out", required=True, type=Path)
    args = parser.parse_args()
    if args.model.resolve() == args.out.resolve():
        parser.error("--out is --model: what a model was before is needed to measure what rounding did")
    write(args.model, args.out)
    print(f"{(args.out / 'model.safetensors').stat().st_size:,} bytes of weights")


if __name__ == "__main__":
    main()

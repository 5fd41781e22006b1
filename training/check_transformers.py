"""Checks that `transformers` loads models and computes what we compute, and keeps the values.

    python check_transformers.py ../public/models/* --golden ../tests/data/transformers-logits.json

For each model and text, `transformers` (weights in f64; its norms, angles and softmax stay in f32), the NumPy reference (f64
throughout) and the JAX forward pass (f32) must agree. The values of `transformers` are kept as JSON: a test in any language can
compare itself with them, without Python. Weights are named by their digest, so that nobody compares numbers of other weights.
Folders that hold something else than a Llama model, such as heads or texts, are passed over.
"""

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
import torch
import transformers

import model
import reference

TEXTS = ("Once upon a time, a cat", "Lily said, \"I have 12 red balls!\"", "# card\nTom is a red fox.\n{\"name\":")
N_GREEDY = 24
# Logits are of the order of 10, and f32 has 24 bits: a rounding is 1e-6, and a pass of six layers makes some tens of them. A wrong
# convention, such as interleaved RoPE or another epsilon, differs by more than 3e-3.
TOLERANCE = 1e-4


def is_llama(folder: Path) -> bool:
    config = folder / "config.json"
    return config.exists() and json.loads(config.read_text())["model_type"] == "llama"


def check(folder: Path) -> dict:
    theirs = transformers.AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float64).eval()
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"))
    params, config = model.load(folder)
    texts = []
    for text in TEXTS:
        ids = [model.END_OF_TEXT, *tokenizer.encode(text, add_special_tokens=False)]
        # The mask is given: the token that opens a text would otherwise pass for padding.
        given = {"input_ids": torch.tensor([ids]), "attention_mask": torch.ones(1, len(ids), dtype=torch.long)}
        with torch.no_grad():
            wanted = theirs(**given).logits[0].numpy()
            greedy = theirs.generate(**given, max_new_tokens=N_GREEDY, do_sample=False, pad_token_id=model.END_OF_TEXT)[0, len(ids) :].tolist()
        in_f64 = float(np.abs(reference.logits(folder, ids) - wanted).max())
        in_f32 = float(np.abs(np.asarray(model.logits(params, np.array([ids]), config)[0]) - wanted).max())
        print(f"{folder.name}, {len(ids)} tokens: NumPy differs by {in_f64:.1e}, JAX by {in_f32:.1e}")
        if max(in_f64, in_f32) > TOLERANCE:
            raise SystemExit("that is too much")
        last = wanted[-1]
        largest = np.argsort(-last)[:8]
        texts.append(
            {
                "text": text,
                "ids": ids,
                "log_sum_exp_of_each_row": [round(float(np.logaddexp.reduce(row)), 5) for row in wanted],
                "first_logits_of_each_row": [[round(float(value), 5) for value in row[:4]] for row in wanted],
                "largest_of_last_row": [[int(i), round(float(last[i]), 5)] for i in largest],
                "greedy": greedy,
            }
        )
    digest = hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest()
    return {"sha256": digest, "parameters": config.n_params(), "texts": texts}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="+", type=Path)
    parser.add_argument("--golden", type=Path, help="where to keep the values of transformers")
    args = parser.parse_args()
    kept = {"made_with": {"transformers": transformers.__version__, "torch": torch.__version__.split("+")[0]}}
    kept["models"] = {folder.name: check(folder) for folder in args.models if is_llama(folder)}
    if args.golden:
        args.golden.write_text(json.dumps(kept, indent=1) + "\n")


if __name__ == "__main__":
    main()

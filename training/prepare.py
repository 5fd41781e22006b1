"""From story files to a tokenizer and two streams of token ids, `train.npy` and `heldout.npy`."""

import argparse
import json
import shutil
from pathlib import Path

import data
from tokenizers import Tokenizer


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--train", required=True, help="a file or a folder of stories to train on")
    parser.add_argument("--heldout", required=True, help="stories to measure on, never trained on")
    parser.add_argument("--out", required=True, type=Path)
    parser.add_argument("--tokenizer", help="a tokenizer.json to keep; without it, one is trained")
    parser.add_argument("--vocab", type=int, default=4096)
    parser.add_argument("--records", type=float, default=0.02, help="the share of records in the training bytes")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)

    def training_texts():
        return data.mixed(data.stories(args.train), args.records, args.seed)

    kept = args.out / "tokenizer.json"
    if args.tokenizer:
        shutil.copyfile(args.tokenizer, kept)
    else:
        data.train_tokenizer(training_texts(), args.vocab).save(str(kept), pretty=False)
    tokenizer = Tokenizer.from_file(str(kept))
    counts = {
        "train": data.write_stream(args.out / "train.npy", training_texts(), tokenizer),
        "heldout": data.write_stream(args.out / "heldout.npy", data.stories(args.heldout), tokenizer),
        "share_of_records": args.records,
        "seed": args.seed,
    }
    (args.out / "counts.json").write_text(json.dumps(counts, indent=1) + "\n")
    print(json.dumps(counts))


if __name__ == "__main__":
    main()

"""Stories from local files, made plain; a tokenizer; streams of token ids on disk.

A stream is every text of a corpus one after the other, each behind the token that ends a text and opens the next one. It lies in
a NumPy file of 16-bit ids that is mapped, not read: the full TinyStories set does not have to fit in memory.
"""

import gzip
import io
import itertools
import json
import os
import tarfile
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

from model import END_OF_TEXT
from records import records

SEPARATOR = "<|endoftext|>"

# Typographic characters, and the same after a wrong decoding that parts of TinyStories went through.
_PLAIN = {
    "\u201c": '"',
    "\u201d": '"',
    "\u2018": "'",
    "\u2019": "'",
    "\u2013": "-",
    "\u2014": "-",
    "\u2026": "...",
    "\u00a0": " ",
    "\u200b": "",
    "\ufeff": "",
}


def _wrongly_decoded(character: str) -> str:
    """The UTF-8 bytes of a character read as Windows-1252; five bytes have no character there and stay what they are."""
    return "".join(bytes([byte]).decode("cp1252", errors="ignore") or chr(byte) for byte in character.encode("utf-8"))


# The longer ones first: a wrongly decoded one may hold another.
_PLAIN = {_wrongly_decoded(character): plain for character, plain in _PLAIN.items()} | _PLAIN


def make_plain(text: str) -> str:
    """A story with plain quotes and dashes, one line end between paragraphs, and no white space at its ends."""
    if not text.isascii():
        for found, plain in _PLAIN.items():
            text = text.replace(found, plain)
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def _texts_of_lines(lines):
    """Texts that stand between lines, or ends of lines, with the separator."""
    text = []
    for line in lines:
        *ended, rest = line.split(SEPARATOR)
        for part in ended:
            yield "".join(text) + part
            text = []
        text.append(rest)
    yield "".join(text)


def _texts_of_stream(name: str, stream):
    """Texts of one open file of bytes, by the ending of its name."""
    if name.endswith(".gz"):
        yield from _texts_of_stream(name[:-3], gzip.open(stream))
    elif name.endswith(".txt"):
        with io.TextIOWrapper(stream, encoding="utf-8", errors="replace") as lines:
            yield from _texts_of_lines(lines)
    elif name.endswith(".jsonl"):
        with io.TextIOWrapper(stream, encoding="utf-8") as lines:
            for line in lines:
                yield json.loads(line)["story"]
    elif name.endswith(".json"):
        for item in json.load(stream):
            yield item["story"]


def stories(path):
    """Every story of a file or a folder, made plain, in the order of the files' names.

    Understood are the forms in which TinyStories is given out, packed with gzip or not: `.txt` with `<|endoftext|>` between stories
    (`TinyStoriesV2-GPT4-train.txt`), `.json` and `.jsonl` whose items have a `story`, and a `.tar.gz` of such files
    (`TinyStories_all_data.tar.gz`). Nothing is held in memory but one story, or one `.json` file.
    """
    path = Path(path)
    if path.is_dir():
        for file in sorted(path.iterdir()):
            yield from stories(file)
        return
    if path.name.endswith((".tar.gz", ".tgz", ".tar")):
        with tarfile.open(path) as archive:
            for member in archive:
                if member.isfile():
                    yield from filter(None, map(make_plain, _texts_of_stream(member.name, archive.extractfile(member))))
        return
    with open(path, "rb") as stream:
        yield from filter(None, map(make_plain, _texts_of_stream(path.name, stream)))


def mixed(texts, share_of_records: float, seed: int):
    """`texts` with records among them, so that records make about this share of all bytes."""
    source, n_story_bytes, n_record_bytes = records(seed), 0, 0
    for text in texts:
        yield text
        n_story_bytes += len(text.encode())
        while share_of_records and n_record_bytes < share_of_records * (n_story_bytes + n_record_bytes):
            record = next(source)
            n_record_bytes += len(record.encode())
            yield record


def train_tokenizer(texts, vocab: int) -> Tokenizer:
    """Byte-level BPE whose digits stay single, without a space put in front; id 0 ends a text."""
    tokenizer = Tokenizer(models.BPE())
    digits = pre_tokenizers.Digits(individual_digits=True)
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([digits, pre_tokenizers.ByteLevel(add_prefix_space=False)])
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=vocab, special_tokens=[SEPARATOR], initial_alphabet=alphabet, show_progress=False)
    tokenizer.train_from_iterator(texts, trainer)
    return tokenizer


def write_stream(path, texts, tokenizer: Tokenizer, batch: int = 1000) -> dict:
    """Writes the stream of `texts` to a `.npy` file; says how many texts, tokens and bytes it holds."""
    if tokenizer.get_vocab_size() > 1 << 16:
        raise ValueError("ids of this vocabulary do not fit in 16 bits")
    path, n_texts, n_tokens, n_bytes = Path(path), 0, 0, 0
    raw = path.with_suffix(".raw")
    with open(raw, "wb") as out:
        iterator = iter(texts)
        while chunk := list(itertools.islice(iterator, batch)):
            for encoding in tokenizer.encode_batch(chunk, add_special_tokens=False):
                ids = np.array([END_OF_TEXT, *encoding.ids], np.uint16)
                ids.tofile(out)
                n_tokens += len(ids)
            n_texts += len(chunk)
            n_bytes += sum(len(text.encode()) for text in chunk)
        np.array([END_OF_TEXT], np.uint16).tofile(out)
    n_tokens += 1
    stream = np.lib.format.open_memmap(path, mode="w+", dtype=np.uint16, shape=(n_tokens,))
    source = np.memmap(raw, np.uint16, mode="r")
    for start in range(0, n_tokens, 1 << 24):
        stream[start : start + (1 << 24)] = source[start : start + (1 << 24)]
    stream.flush()
    del source
    os.remove(raw)
    return {"texts": n_texts, "tokens": n_tokens, "bytes": n_bytes}


def load_stream(path) -> np.ndarray:
    return np.load(path, mmap_mode="r")


def batch_at(stream: np.ndarray, step: int, n_batch: int, context: int, seed: int) -> np.ndarray:
    """The batch `[n_batch, context + 1]` of a step, a function of the step alone: a resumed run goes on with what comes next.

    Each pass over the stream cuts it into windows at a new offset and takes them in a new order.
    """
    n_windows = (len(stream) - 1 - context) // context
    if n_windows < 1:
        raise ValueError(f"a stream of {len(stream)} tokens is shorter than a context of {context}")
    rows = []
    for i in range(step * n_batch, (step + 1) * n_batch):
        epoch, at = divmod(i, n_windows)
        offset, order = _epoch_order(n_windows, context, seed, epoch)
        start = offset + int(order[at]) * context
        rows.append(stream[start : start + context + 1])
    return np.stack(rows).astype(np.int32)


_ORDERS = {}


def _epoch_order(n_windows: int, context: int, seed: int, epoch: int):
    key = (n_windows, context, seed, epoch)
    if key not in _ORDERS:
        rng = np.random.default_rng([seed, epoch])
        if len(_ORDERS) > 4:
            _ORDERS.clear()
        _ORDERS[key] = int(rng.integers(context)), rng.permutation(n_windows)
    return _ORDERS[key]


def heldout_windows(stream: np.ndarray, context: int, n_windows: int = 200) -> np.ndarray:
    """The windows `[n, context + 1]` that every quality number is measured on: the first ones, side by side."""
    n_windows = min(n_windows, (len(stream) - 1) // context)
    return np.stack([stream[i * context : (i + 1) * context + 1] for i in range(n_windows)]).astype(np.int32)


def bytes_of_tokens(tokenizer: Tokenizer) -> np.ndarray:
    """How many bytes each token writes; the token that ends a text writes none."""
    n_bytes = np.array([len(tokenizer.id_to_token(i)) for i in range(tokenizer.get_vocab_size())])
    n_bytes[END_OF_TEXT] = 0
    return n_bytes

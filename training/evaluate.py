"""Measures a model on held-out stories and writes what came out: `card.json` for programs, `README.md` for people.

Every number is measured on the first 200 windows of 256 tokens of the held-out stream, so that cards can be compared.
"""

import argparse
import json
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from tokenizers import Tokenizer

import data
import model
import records
import sample
from model import END_OF_TEXT
from trainer import heldout_loss

TEMPERATURES = (1.0, 0.8)
# Positions of a draft after a context that draft and target share, and the context's length.
N_DRAFTED, N_SHARED = 5, 128
PROMPTS = ("Once upon a time, a cat", "Lily wanted to", "Tom had a red ball.")
OPENINGS = ("Once upon a time", "Zzz", "The king", "12", "\"Hello", "Yesterday", "No", "It")


def chunks(windows, size=20):
    return (windows[i : i + size] for i in range(0, len(windows), size))


def rounded_to_int8(params: dict) -> dict:
    """Weights as an int8 file would give them back: each row of a matrix, that is all weights of one output, shares a scale.

    The scale is the row's largest magnitude over 127 (absmax); norms stay as they are. The table of embeddings, which is the head
    too, has a scale for each token.
    """

    def rounded(rows_last):
        scale = np.abs(rows_last).max(axis=-1, keepdims=True) / 127
        scale[scale == 0] = 1
        return np.round(rows_last / scale) * scale

    out = {name: np.asarray(value) for name, value in params.items()}
    out["embed"] = rounded(out["embed"])
    for name in ("qkv", "attn_out", "gate_up", "down"):
        out[name] = rounded(out[name].swapaxes(1, 2)).swapaxes(1, 2)
    return {name: np.asarray(value, np.float32) for name, value in out.items()}


@partial(jax.jit, static_argnums=(1, 3))
def _compare(params, config, others, other_config, tokens, temperature):
    """KL(p || q) and the overlap sum min(p, q) `[batch, time]`, and how often both have the same likeliest token."""
    log_p = jax.nn.log_softmax(model.logits(params, tokens, config) / temperature)
    log_q = jax.nn.log_softmax(model.logits(others, tokens, other_config) / temperature)
    p, q = jnp.exp(log_p), jnp.exp(log_q)
    agrees = log_p.argmax(axis=-1) == log_q.argmax(axis=-1)
    return jnp.sum(p * (log_p - log_q), axis=-1), jnp.sum(jnp.minimum(p, q), axis=-1), agrees


def compare(params, config, others, other_config, windows, temperature=1.0):
    parts = [_compare(params, config, others, other_config, part[:, :-1], temperature) for part in chunks(windows)]
    return [np.concatenate([np.asarray(part[i]).reshape(-1) for part in parts]) for i in range(3)]


def overlaps_of_chains(target_logits, draft_logits, contexts, n_drafted: int, temperature: float, rng) -> list[float]:
    """How likely the drafted token at each place after `contexts` `[n, time]` is accepted, if all before it were.

    From each context a chain of tokens is drawn from the draft. At a place the chance of acceptance is the overlap there; a
    context counts by the chance that the target took the chain so far, the product of min(1, p(x) / q(x)). `draft_logits(tokens, i)` gives
    logits `[n, vocab]` of the token at i, for tokens that are known before i and zeros from there; `target_logits(tokens, i, n_places)` gives
    `[n, n_places, vocab]` from i on, for a whole chain at once.
    """
    n, n_shared = contexts.shape
    tokens = np.concatenate([contexts, np.zeros((n, n_drafted), contexts.dtype)], axis=1)
    qs = []
    for i in range(n_shared, n_shared + n_drafted):
        qs.append(probabilities(draft_logits(tokens, i), temperature))
        tokens[:, i] = drawn_from(qs[-1], rng)
    wanted = target_logits(tokens, n_shared, n_drafted)
    weight, overlaps = np.ones(n), []
    for place, q in enumerate(qs):
        p = probabilities(wanted[:, place], temperature)
        overlaps.append(float((weight * np.minimum(p, q).sum(axis=-1)).sum() / weight.sum()))
        at = np.arange(n), tokens[:, n_shared + place]
        weight *= np.minimum(1, p[at] / np.maximum(q[at], 1e-300))
    return overlaps


def probabilities(logits, temperature: float):
    scores = np.asarray(logits, np.float64) / temperature
    scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return scores / scores.sum(axis=-1, keepdims=True)


def drawn_from(probabilities, rng):
    """A token for each row."""
    return (probabilities.cumsum(axis=-1) < rng.random((len(probabilities), 1))).sum(axis=-1).clip(max=probabilities.shape[1] - 1)


@partial(jax.jit, static_argnums=(2, 4))
def _logits_from(params, tokens, config, first, n_places):
    h = model.hidden_states(params, tokens, config).reshape(*tokens.shape, -1)
    return jax.lax.dynamic_slice_in_dim(h, first, n_places, axis=1) @ params["embed"].T


def logits_from(params, config):
    """A function of tokens `[n, time]`, a place i and a number: the model's logits of so many tokens, from that at i on."""
    return lambda tokens, i, n_places: np.concatenate(
        [np.asarray(_logits_from(params, part, config, i - 1, n_places)) for part in chunks(tokens, 50)]
    )


def overlap_by_position(target, target_config, draft, draft_config, windows, temperature: float, seed: int) -> list[float]:
    """[overlaps_of_chains] at five places after a part of each window. From each of these contexts there are several chains: the numbers
    are means over their draws."""
    contexts = np.repeat(windows[:, :N_SHARED], 4, axis=0)
    by_draft = logits_from(draft, draft_config)
    rng = np.random.default_rng(seed)
    return overlaps_of_chains(
        logits_from(target, target_config), lambda tokens, i: by_draft(tokens, i, 1)[:, 0], contexts, N_DRAFTED, temperature, rng
    )


def _prompt(tokenizer, text: str) -> list[int]:
    return [END_OF_TEXT, *tokenizer.encode(text, add_special_tokens=False).ids]


def leaks(params, config, tokenizer, n: int = 32) -> float:
    """The share of texts after story-like and odd openings that hold a record, at temperature 1."""
    openings = [opening for opening in OPENINGS for _ in range(n)]
    rows = sample.draw(params, config, [_prompt(tokenizer, opening) for opening in openings], 128, 1.0, seed=1)
    texts = [sample.text_of(tokenizer, row)[len(opening) :] for row, opening in zip(rows, openings)]
    return sum(map(records.has_record, texts)) / len(texts)


def valid_records(params, config, tokenizer, n: int = 64) -> float:
    """The share of `# card` texts, drawn at temperature 0.8, whose first JSON line is JSON."""
    n_valid = 0
    for row in sample.draw(params, config, [_prompt(tokenizer, "# card\n")] * n, 128, 0.8, seed=1):
        card = next((line for line in sample.text_of(tokenizer, row).split("\n") if line.startswith("{")), "")
        try:
            n_valid += isinstance(json.loads(card), dict)
        except ValueError:
            pass
    return n_valid / n


def samples(params, config, tokenizer) -> list[dict]:
    """A text at temperature 0 and one at 0.8 for each prompt, 120 tokens at most."""
    found = []
    for temperature in (0.0, 0.8):
        rows = sample.draw(params, config, [_prompt(tokenizer, prompt) for prompt in PROMPTS], 120, temperature, seed=1)
        texts = [sample.text_of(tokenizer, row) for row in rows]
        found += [{"prompt": p, "temperature": temperature, "text": text} for p, text in zip(PROMPTS, texts)]
    return found


def repetition(params, config, tokenizer, windows, n: int = 64) -> float:
    """The share of four-word sequences that are not new in greedy texts that go on from 32 held-out tokens."""
    n_seen = n_all = 0
    for row in sample.draw(params, config, windows[:n, :32], config.context, 0.0, seed=1):
        ids = row.tolist()[32:]
        ids = ids[: ids.index(END_OF_TEXT)] if END_OF_TEXT in ids else ids
        words = tokenizer.decode(ids).split()
        fours = list(zip(words, words[1:], words[2:], words[3:]))
        n_seen += len(fours) - len(set(fours))
        n_all += len(fours)
    return n_seen / max(n_all, 1)


def measure(folder: Path, windows, target: Path | None, exact: Path | None = None, seed: int = 1) -> dict:
    """Everything that is measured of a model; with a target, also how much the two agree; with the model whose numbers
    were rounded to these, also what that did."""
    params, config = model.load(folder)
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    bytes_per_token = data.bytes_of_tokens(tokenizer)[windows[:, 1:]].mean()

    def bits(loss):
        return round(float(loss / np.log(2) / bytes_per_token), 4)

    loss = heldout_loss(params, config, windows)
    is_whole = "quantization_config" in json.loads((folder / "config.json").read_text())
    measured = {
        "parameters": config.n_params(),
        "hidden": config.hidden,
        "layers": config.layers,
        "heads": config.heads,
        "feed_forward": config.ffn,
        "vocabulary": config.vocab,
        "context": config.context,
        "held_out_loss": round(loss, 4),
        "bits_per_byte": bits(loss),
        "records_in_stories": round(leaks(params, config, tokenizer), 4),
        "cards_that_are_json": round(valid_records(params, config, tokenizer), 4),
        "greedy_repetition": round(repetition(params, config, tokenizer, windows), 4),
    }
    if not is_whole:
        small = rounded_to_int8(params)
        small_kl, _, small_agrees = compare(params, config, small, config, windows)
        small_loss = heldout_loss(small, config, windows)
        measured["int8_per_row"] = {
            "held_out_loss": round(small_loss, 4),
            "bits_per_byte": bits(small_loss),
            "kl_from_f32": round(float(small_kl.mean()), 6),
            "same_likeliest_token": round(float(small_agrees.mean()), 4),
        }
    if exact:
        wide, _ = model.load(exact)
        kl, _, agrees = compare(wide, config, params, config, windows)
        measured["eight_bits" if is_whole else "half_precision"] = {
            "held_out_loss_before": round(heldout_loss(wide, config, windows), 4),
            "kl_from_f32": round(float(kl.mean()), 9),
            "same_likeliest_token": round(float(agrees.mean()), 4),
        }
    if target:
        big, big_config = model.load(target)
        overlaps = []
        for temperature in TEMPERATURES:
            kl, overlap, agrees = compare(big, big_config, params, config, windows, temperature)
            by_position = overlap_by_position(big, big_config, params, config, windows, temperature, seed)
            overlaps.append(
                {
                    "temperature": temperature,
                    "mean": round(float(overlap.mean()), 4),
                    "p10": round(float(np.quantile(overlap, 0.1)), 4),
                    "p90": round(float(np.quantile(overlap, 0.9)), 4),
                    "by_position": [round(value, 4) for value in by_position],
                    "kl": round(float(kl.mean()), 4),
                    "same_likeliest_token": round(float(agrees.mean()), 4),
                }
            )
        measured["overlap"] = {"with": target.name} | {key: overlaps[0][key] for key in ("mean", "p10", "p90", "temperature")}
        measured["overlaps"] = overlaps
    measured["samples"] = samples(params, config, tokenizer)
    return measured


def weaknesses(measured: dict) -> list[str]:
    """What the model cannot do, as far as the numbers say it."""
    found = ["it knows short stories in simple English and nothing else", "what it says is not true of anything, and sums are often wrong"]
    found.append("stories lose their thread after a few sentences: a context of 256 tokens is all it sees")
    found.append(f"at temperature 0 it repeats itself: {measured['greedy_repetition']:.0%} of all four-word sequences are not new")
    if measured["records_in_stories"]:
        found.append(f"{measured['records_in_stories']:.1%} of its stories hold a piece of a record")
    return found


def readable(card: dict) -> str:
    """The card as a page of Markdown."""
    c, small = card, card.get("int8_per_row")
    lines = [
        f"# {c['name']}",
        "",
        f"A {c['role']} model of Decoding Lab: {c['parameters']:,} parameters that continue short stories in simple English.",
        "`LlamaForCausalLM` in Hugging Face's layout; `transformers` loads it.",
        "",
        "| | |",
        "|---|---|",
        f"| width / layers / heads / feed-forward | {c['hidden']} / {c['layers']} / {c['heads']} / {c['feed_forward']} |",
        f"| vocabulary, context | {c['vocabulary']:,} tokens of byte-level BPE, {c['context']} tokens |",
        f"| trained on | {c['trained_on']} |",
        f"| held-out loss | {c['held_out_loss']} nats per token |",
        f"| **bits per byte** | **{c['bits_per_byte']}** |",
        *(
            [f"| with int8 weights, a scale a row | {small['bits_per_byte']} bits per byte, KL {small['kl_from_f32']} nats, "
             f"the same likeliest token {small['same_likeliest_token']:.1%} of the time |"]
            if small
            else []
        ),
        *(
            [f"| computed with eight bits, as the page does | KL {c['int8']['kl_to_f32_nats_per_token']} nats, the same likeliest token "
             f"{c['int8']['same_best_token']:.1%} of the time; {c['int8']['measured_on']} |"]
            if "int8" in c
            else []
        ),
        *(
            [f"| numbers of 16 bits | KL {c['half_precision']['kl_from_f32']:.1e} nats from the f32 they were rounded from, the same likeliest "
             f"token {c['half_precision']['same_likeliest_token']:.2%} of the time |"]
            if "half_precision" in c
            else []
        ),
        *(
            [f"| matrices of whole numbers of eight bits, a scale a row | KL {c['eight_bits']['kl_from_f32']:.1e} nats from the f32 they were rounded "
             f"from, whose loss is {c['eight_bits']['held_out_loss_before']}; the same likeliest token {c['eight_bits']['same_likeliest_token']:.2%} of the time |"]
            if "eight_bits" in c
            else []
        ),
        f"| JSON cards after `# card` that are JSON | {c['cards_that_are_json']:.0%} |",
        f"| stories with a piece of a record in them | {c['records_in_stories']:.1%} |",
        f"| licence | {c['licence']} |",
        "",
        "Held-out numbers are of 200 windows of 256 tokens of stories that were not trained on."
        + (f" {c['selection']}" if c.get("selection") else ""),
    ]
    if "overlaps" in c:
        lines += ["", f"## Overlap with {c['overlap']['with']}", ""]
        lines += ["The mean of Σ min(p, q), which is how likely a drafted token is accepted; then at each of five positions after a",
                  f"context of {N_SHARED} tokens, if the tokens before it were accepted.", ""]
        lines += ["| temperature | mean | 10% | 90% | 1 | 2 | 3 | 4 | 5 | KL |", "|---|---|---|---|---|---|---|---|---|---|"]
        for o in c["overlaps"]:
            positions = " | ".join(f"{value:.3f}" for value in o["by_position"])
            lines.append(f"| {o['temperature']} | **{o['mean']:.3f}** | {o['p10']:.3f} | {o['p90']:.3f} | {positions} | {o['kl']:.3f} |")
    lines += ["", "## Samples", ""]
    for s in c["samples"]:
        lines += [f"At temperature {s['temperature']}:", ""] + [f"> {line}" for line in s["text"].split("\n")] + [""]
    lines += ["## What it cannot do", ""] + [f"- {weakness}" for weakness in c["known_weaknesses"]]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", required=True, type=Path)
    parser.add_argument("--heldout", required=True, type=Path, help="heldout.npy of prepare.py")
    parser.add_argument("--role", choices=("target", "draft"), required=True)
    parser.add_argument("--trained-on", required=True, help="a sentence for the card: data, tokens, time")
    parser.add_argument("--selection", default="", help="a sentence for the card: how this checkpoint was chosen")
    parser.add_argument("--target", type=Path, help="the target that a draft is for")
    parser.add_argument("--exact", type=Path, help="the model in f32 that half.py or int8.py made this one of")
    args = parser.parse_args()
    windows = data.heldout_windows(data.load_stream(args.heldout), 256)
    measured = measure(args.model, windows, args.target, args.exact)
    said = {"trained_on": args.trained_on, "licence": "MIT OR Apache-2.0", "known_weaknesses": weaknesses(measured)}
    if args.selection:
        said["selection"] = args.selection
    # What benches/quality.rs measured of the engine's own eight-bit arithmetic stays with the weights that it was measured of.
    path = args.model / "card.json"
    before = json.loads(path.read_text()) if path.exists() else {}
    kept = {"int8": before["int8"]} if "int8" in before else {}
    card = {"name": args.model.resolve().name, "role": args.role} | measured | kept | said
    path.write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n")
    (args.model / "README.md").write_text(readable(card))
    print(json.dumps({key: value for key, value in card.items() if key != "samples"}, indent=1))


if __name__ == "__main__":
    main()

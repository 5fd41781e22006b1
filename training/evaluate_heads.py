"""Measures heads on held-out stories and writes what came out, as `evaluate.py` does for models.

What counts is the overlap with the target at each place of a draft, in two ways. Along the held-out text: there, all tokens before a guess
are the story's. And along chains, as in use: the last token before the draft is drawn from the target, each next one from q itself,
and a chain counts by the chance that the target took it so far.
"""

import argparse
import json
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

import data
import distill
import evaluate
import heads
import model
from evaluate import N_SHARED, TEMPERATURES

# How many places of a draft are measured; a Medusa draft is as long as there are heads.
N_PLACES = 4
# Chains from each of 200 contexts: with two, an overlap is known to about 0.01.
N_CHAINS = 2


@partial(jax.jit, static_argnums=(2, 4))
def _along_texts(params, target, target_config, windows, config, temperature):
    """For each guess, means over all positions: the overlap, and how often both have the same likeliest token."""
    h, states = heads.read(params, target, windows, target_config, config, N_PLACES)
    embed = target["embed"] / temperature

    def of_text(text):
        h, states = text
        log_p, found = jax.nn.log_softmax(h @ embed.T), {}
        for name, state in states.items():
            first, ahead = heads.span_of(*name)
            log_q = jax.nn.log_softmax(state[first : len(h) - ahead] @ embed.T)
            wanted = log_p[first + ahead :]
            agrees = jnp.mean(log_q.argmax(axis=-1) == wanted.argmax(axis=-1))
            found[name] = jnp.stack([distill.divergences_of_logs(wanted, log_q)[1], agrees])
        return found

    return {name: jnp.mean(value, axis=0) for name, value in jax.lax.map(of_text, (h, states)).items()}


def along_texts(params, target, target_config, windows, config, temperature) -> dict:
    parts = [(len(part), _along_texts(params, target, target_config, part, config, temperature)) for part in evaluate.chunks(windows)]
    return {name: sum(n * np.asarray(part[name]) for n, part in parts) / len(windows) for name in parts[0][1]}


@partial(jax.jit, static_argnums=(2, 4, 5))
def _guess(params, target, target_config, tokens, config, name, position):
    _, states = heads.read(params, target, tokens, target_config, config, N_PLACES)
    return states[name][:, position] @ target["embed"].T


def logits_of(params, target, target_config, config, kind: str, n_shared: int):
    """A function of tokens `[n, time]` and a place i: what the heads of a kind say of the token at i, in a draft that begins at
    `n_shared`."""

    def logits(tokens, i):
        place = i - n_shared
        # Which guess speaks of the token at i, and the position where it stands.
        name, position = {
            "medusa": (("medusa", place), n_shared - 2),
            "exit": (("exit", config.exit_layers), i - 1),
            "mtp": (("mtp", place), i - 2),
        }[kind]
        # Guesses stand at each token but the last.
        tokens = np.pad(tokens, [(0, 0), (0, 1)])
        parts = [_guess(params, target, target_config, part, config, name, position) for part in evaluate.chunks(tokens, 50)]
        return np.concatenate([np.asarray(part) for part in parts])

    return logits


def along_chains(params, target, target_config, windows, config, kind: str, temperature: float, seed: int) -> list[float]:
    """[evaluate.overlaps_of_chains] of one kind of heads, after contexts whose last token is the target's."""
    rng = np.random.default_rng(seed)
    target_logits = evaluate.logits_from(target, target_config)
    contexts = np.repeat(windows[:, :N_SHARED], N_CHAINS, axis=0)
    last = evaluate.probabilities(target_logits(contexts, N_SHARED - 1, 1)[:, 0], temperature)
    contexts[:, -1] = evaluate.drawn_from(last, rng)
    draft_logits = logits_of(params, target, target_config, config, kind, N_SHARED)
    n_places = config.medusa if kind == "medusa" else N_PLACES
    return evaluate.overlaps_of_chains(target_logits, draft_logits, contexts, n_places, temperature, rng)


def measure(target_folder: Path, folder: Path, lenses: Path | None, windows, seed: int = 1) -> dict:
    target, target_config = model.load(target_folder)
    params, config = heads.load(folder, target_config, lenses)
    target = jax.tree.map(jnp.asarray, target)
    overlaps, exits = [], {k: {"layers": k} for k in config.lenses}

    def rounded(values):
        return [round(float(value), 4) for value in values]

    for temperature in TEMPERATURES:
        found = along_texts(params, target, target_config, windows, config, temperature)
        entry = {"temperature": temperature}
        for kind in ("medusa", "exit", "mtp"):
            names = [name for name in found if name[0] == kind and (kind != "exit" or name[1] == config.exit_layers)]
            entry[kind] = {
                "mean": rounded(found[name][0] for name in names),
                "by_position": rounded(along_chains(params, target, target_config, windows, config, kind, temperature, seed)),
                "same_likeliest_token": rounded(found[name][1] for name in names),
            }
        overlaps.append(entry)
        for k, row in exits.items():
            row |= {f"{of}_at_{temperature:g}": round(float(found[name, k][0]), 4) for of, name in (("as_it_is", "raw"), ("trained", "exit"))}
    parts = config.n_params()
    return {
        "parameters": sum(parts.values()),
        "parts": parts,
        "medusa_heads": config.medusa,
        "exit_layers": config.exit_layers,
        "overlap": {"with": target_folder.resolve().name},
        "overlaps": overlaps,
        "exits": list(exits.values()),
    }


def weaknesses(measured: dict) -> list[str]:
    """What the heads cannot do, as far as the numbers say it."""
    at_one = measured["overlaps"][0]
    medusa, mtp = at_one["medusa"]["mean"], at_one["mtp"]["mean"]
    return [
        "they are of use with the one target that they were trained on, and know what it knows",
        f"a Medusa head does not see the tokens between: the first overlaps by {medusa[0]:.2f}, the last by {medusa[-1]:.2f}",
        f"an exit costs {measured['exit_layers']} of the target's blocks for each token",
        f"the module's chain was trained on {measured['trained_places']} places: it overlaps by {mtp[0]:.3f} at the first, by {mtp[-1]:.3f} at place {len(mtp)}",
    ]


NAMES = {"medusa": "Medusa heads", "exit": "early exit", "mtp": "multi-token prediction"}


def readable(card: dict) -> str:
    """The card as a page of Markdown."""
    parts = card["parts"]
    lines = [
        f"# {card['name']}",
        "",
        f"Heads on `{card['overlap']['with']}`, which stays as it is: three ways to build a draft's distribution q without a second model.",
        "`training/heads.py` says what each computes; matrices are `[out, in]`.",
        "",
        "| | |",
        "|---|---|",
        f"| {card['medusa_heads']} Medusa heads | {parts['medusa']:,} parameters |",
        f"| early exit after {card['exit_layers']} blocks | {parts['exit']:,} parameters |",
        f"| a module for multi-token prediction | {parts['mtp']:,} parameters |",
        f"| trained on | {card['trained_on']} |",
        f"| licence | {card['licence']} |",
        "",
        "Held-out numbers are of 200 windows of 256 tokens of stories that were not trained on." + (f" {card['selection']}" if card.get("selection") else ""),
        "",
        "## Overlap with the target",
        "",
        "The mean of Σ min(p, q) for each place of a draft, which is how likely a token there is accepted. First along held-out text; then, in brackets,",
        f"along chains that are drawn from q after a context of {N_SHARED} tokens, of which the target drew the last, if the tokens before were accepted.",
        "What was accepted so far was easy to guess, and so is what follows: that is why the second numbers rise. An exit guesses each next token in the",
        "same way, so along a text it has one number.",
        "",
        "| temperature | q | 1 | 2 | 3 | 4 |",
        "|---|---|---|---|---|---|",
    ]
    for o in card["overlaps"]:
        for kind, name in NAMES.items():
            means = o[kind]["mean"]
            cells = [f"{means[i]:.3f} ({value:.3f})" if i < len(means) else f"({value:.3f})" for i, value in enumerate(o[kind]["by_position"])]
            lines.append(f"| {o['temperature']} | {name} | {' | '.join(cells + ['–'] * (N_PLACES - len(cells)))} |")
    lines += ["", "## What training an exit is worth", "", "The same mean along held-out text, of the stream read as it is, and with a trained matrix and norm.", ""]
    lines += ["| after | as it is, T = 1 | trained, T = 1 | as it is, T = 0.8 | trained, T = 0.8 |", "|---|---|---|---|---|"]
    for row in card["exits"]:
        cells = [f"{row[f'{of}_at_{t:g}']:.3f}" for t in TEMPERATURES for of in ("as_it_is", "trained")]
        lines.append(f"| {row['layers']} blocks | {' | '.join(cells)} |")
    lines += ["", "## What they cannot do", ""] + [f"- {weakness}" for weakness in card["known_weaknesses"]]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--target", required=True, type=Path)
    parser.add_argument("--heads", required=True, type=Path)
    parser.add_argument("--heldout", required=True, type=Path, help="heldout.npy of prepare.py")
    parser.add_argument("--lenses", type=Path, help="lenses.safetensors of the run: to compare exits after other numbers of blocks")
    parser.add_argument("--trained-places", type=int, default=3, help="the run's --deep")
    parser.add_argument("--trained-on", required=True, help="a sentence for the card: data, tokens, time")
    parser.add_argument("--selection", default="", help="a sentence for the card: how this checkpoint was chosen")
    args = parser.parse_args()
    windows = data.heldout_windows(data.load_stream(args.heldout), 256)
    measured = {"trained_places": args.trained_places} | measure(args.target, args.heads, args.lenses, windows)
    said = {"trained_on": args.trained_on, "licence": "MIT OR Apache-2.0", "known_weaknesses": weaknesses(measured)}
    if args.selection:
        said["selection"] = args.selection
    card = {"name": args.heads.resolve().name, "role": "heads"} | measured | said
    (args.heads / "card.json").write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n")
    (args.heads / "README.md").write_text(readable(card))
    print(json.dumps(card, indent=1))


if __name__ == "__main__":
    main()

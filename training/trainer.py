"""The loop that models and heads are trained with: seeded, checkpointed, resumable to the last bit.

A step depends on nothing but the state before it and its own number: the batch and the coins of dropout are functions of the
number. So a run that was stopped anywhere and resumed ends where one without a stop ends.

The learning rate rises, stays, and falls in a straight line to zero over the last steps (Hu et al. 2024). While it stays, a run
can be prolonged at will: the state before the fall is kept beside the last one. Besides the parameters themselves, their
moving average is kept, which is worth about as much as a fall of the rate at any time; the average is what is measured and kept.
"""

import json
import os
import shutil
import signal
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from safetensors import safe_open
from safetensors.numpy import save_file

import data
import model
import optimizer
from products import NAMES, is_possible

STATE = "state.safetensors"
STATE_BEFORE_FALL = "state-before-fall.safetensors"


@dataclass(frozen=True)
class Options:
    """What a run is, besides its data and its first parameters."""

    steps: int
    fall_steps: int
    batch: int = 16
    context: int = 256
    rate: float = 1.5e-3
    warmup_steps: int = 50
    decay: float = 0.1
    dropout: float = 0.0
    average: float = 0.997
    products: str = "f32"
    seed: int = 1
    measure_every: int = 100
    save_every: int = 100

    def rate_at(self, step: int) -> float:
        rise = min(1.0, (step + 1) / max(self.warmup_steps, 1))
        fall = min(1.0, (self.steps - step) / max(self.fall_steps, 1))
        return self.rate * min(rise, fall)


# A prolonged run may change these; all others must be what the run began with.
MAY_CHANGE = {"steps", "fall_steps", "measure_every", "save_every"}


def add_options(parser, **defaults) -> None:
    """The options above as arguments of a command."""
    for name, value in (asdict(Options(steps=1000, fall_steps=200)) | defaults).items():
        parser.add_argument("--" + name.replace("_", "-"), type=type(value), default=value, help=f"default: {value}")


def options_of(args) -> Options:
    return Options(**{name: getattr(args, name) for name in asdict(Options(steps=1, fall_steps=1))})


def save_state(path: Path, params: dict, moments: dict, average: dict, step: int) -> None:
    tensors = {f"params.{name}": value for name, value in params.items()}
    tensors |= {f"average.{name}": value for name, value in average.items()}
    tensors |= {f"moments.{name}": value for name, value in moments.items()}
    partial = path.with_suffix(".partial")
    save_file({name: np.asarray(value) for name, value in tensors.items()}, partial, metadata={"step": str(step)})
    os.replace(partial, path)


def load_state(path: Path):
    """Parameters, moments, the average, and the number of the next step."""
    groups = {"params": {}, "moments": {}, "average": {}}
    with safe_open(path, framework="numpy") as file:
        step = int(file.metadata()["step"])
        for key in file.keys():
            group, name = key.split(".", 1)
            groups[group][name] = file.get_tensor(key)
    return groups["params"], groups["moments"], groups["average"], step


_cross_entropy = jax.jit(model.cross_entropy, static_argnums=2)


def heldout_loss(params: dict, config: model.Config, windows: np.ndarray, chunk: int = 20) -> float:
    """The mean cross-entropy in nats per token over `windows` `[n, context + 1]`."""
    chunks = (windows[i : i + chunk] for i in range(0, len(windows), chunk))
    return sum(float(_cross_entropy(params, part, config)) * len(part) for part in chunks) / len(windows)


def run(folder, params: dict, config: model.Config, options: Options, streams, tokenizer, loss, measure, say=print, save=model.save) -> dict:
    """Trains, or goes on training, and returns the average of the parameters.

    Batches come from the `streams` in turn. `loss(params, batch, key)` is what is minimised, `measure(params)` gives numbers for
    the log, of which `score` is the one to be small: the average with the smallest is kept in `folder/best` by
    `save`, for models in Hugging Face's layout. The state lies in `folder` too.
    """
    if options.products not in NAMES:
        raise ValueError(f"--products {options.products}: known are {', '.join(NAMES)}")
    if not is_possible(NAMES[options.products]):
        raise ValueError(f"--products {options.products}: JAX cannot multiply so on this machine; take f32")
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    written = json.loads(json.dumps({"options": asdict(options), "config": asdict(config)}))
    begun = folder / "run.json"
    if begun.exists():
        before = json.loads(begun.read_text())
        changed = [k for k in asdict(options) if before["options"].get(k, getattr(Options, k, None)) != written["options"][k] and k not in MAY_CHANGE]
        if changed or before["config"] != written["config"]:
            raise ValueError(f"{folder} was begun with other settings: {', '.join(changed) or 'the shape of the model'}")
    begun.write_text(json.dumps(written, indent=1) + "\n")

    log = folder / "log.jsonl"
    best = json.loads((folder / "best.json").read_text())["score"] if (folder / "best.json").exists() else float("inf")
    if (folder / STATE).exists():
        params, moments, average, step = load_state(folder / STATE)
        say(f"resumed at step {step}")
    else:
        moments, step = optimizer.init(params), 0
        average = {name: np.array(value) for name, value in params.items()}
    params, moments, average = jax.tree.map(jnp.asarray, (params, moments, average))

    def one_step(params, moments, average, batch, step, rate):
        key = jax.random.fold_in(jax.random.key(options.seed), step)
        value, gradients = jax.value_and_grad(loss)(params, batch, key)
        params, moments, norm = optimizer.update(params, gradients, moments, step, rate, options.decay, products=NAMES[options.products])
        # At first the average forgets faster: it should not remember the beginning of the run.
        keep = jnp.minimum(options.average, (step + 1) / (step + 10))
        average = jax.tree.map(lambda a, p: keep * a + (1 - keep) * p, average, params)
        return params, moments, average, value, norm

    one_step = jax.jit(one_step, donate_argnums=(0, 1, 2))

    stopped = []
    handlers = {sign: signal.signal(sign, lambda *_: stopped.append(True)) for sign in (signal.SIGTERM, signal.SIGINT)}

    def record(entry):
        with open(log, "a") as out:
            out.write(json.dumps(entry) + "\n")
        say(json.dumps(entry))

    def take_measure(losses, seconds):
        nonlocal best
        measured = measure(average)
        entry = {"step": step, "tokens": step * options.batch * options.context, "rate": round(options.rate_at(step), 7)}
        if losses:
            entry |= {"loss": round(float(np.mean(losses)), 4)}
            entry |= {"tokens_per_second": round(len(losses) * options.batch * options.context / seconds)}
        record(entry | {name: round(value, 5) for name, value in measured.items()})
        if measured["score"] < best:
            best = measured["score"]
            save(folder / "best", average, config, tokenizer)
            (folder / "best.json").write_text(json.dumps({"step": step, **measured}) + "\n")

    losses, started = [], time.perf_counter()
    if step == 0:
        take_measure([], 1.0)
        started = time.perf_counter()
    try:
        while step < options.steps and not stopped:
            if step == options.steps - options.fall_steps and step:
                save_state(folder / STATE_BEFORE_FALL, params, moments, average, step)
            turn, which = divmod(step, len(streams))
            batch = data.batch_at(streams[which], turn, options.batch, options.context, options.seed)
            rate = np.float32(options.rate_at(step))
            params, moments, average, value, _ = one_step(params, moments, average, batch, np.int32(step), rate)
            losses.append(float(value))
            if not np.isfinite(losses[-1]):
                raise FloatingPointError(f"the loss at step {step} is {losses[-1]}; the last saved state is good")
            step += 1
            is_last = step == options.steps
            if step % options.measure_every == 0 or is_last:
                take_measure(losses, time.perf_counter() - started)
                losses, started = [], time.perf_counter()
            if step % options.save_every == 0 or is_last:
                save_state(folder / STATE, params, moments, average, step)
        if stopped:
            save_state(folder / STATE, params, moments, average, step)
            say(f"stopped at step {step}; the same command goes on from here")
    finally:
        for sign, handler in handlers.items():
            signal.signal(sign, handler)
    return jax.tree.map(np.asarray, average)


def before_the_fall(folder) -> None:
    """Sets a finished run back to where its learning rate began to fall, to be prolonged."""
    folder = Path(folder)
    shutil.copyfile(folder / STATE_BEFORE_FALL, folder / STATE)

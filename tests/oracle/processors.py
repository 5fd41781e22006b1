"""Golden values for the logits processors, from an implementation of its own.

Written from the definitions with numpy, without a look at the Rust code, so that a misreading on one
side does not hide on the other. Makes tests/golden/processors.json; tests/processors.rs compares.

    python3 -m venv /tmp/venv && /tmp/venv/bin/pip install numpy==2.4.6
    /tmp/venv/bin/python tests/oracle/processors.py > tests/golden/processors.json
"""

import json

import numpy as np

rng = np.random.default_rng(20261129)


def softmax(z):
    """Rows with -inf get probability 0."""
    e = np.exp(z - np.max(z))
    return e / e.sum()


def by_probability(z):
    """Ids by falling logit; equal logits by id (a stable sort keeps them so)."""
    return np.argsort(-z, kind="stable")


def temperature(z, t, **_):
    if t == 0:
        out = np.full_like(z, -np.inf)
        out[int(np.argmax(z))] = z[int(np.argmax(z))]
        return out
    return z / t


def top_k(z, k, **_):
    if k == 0:
        return z
    keep = by_probability(z)[:k]
    out = np.full_like(z, -np.inf)
    out[keep] = z[keep]
    return out


def top_p(z, p, **_):
    if p >= 1:
        return z
    order = by_probability(z)
    mass = np.cumsum(softmax(z)[order])
    n = int(np.searchsorted(mass, p - 1e-12)) + 1
    out = np.full_like(z, -np.inf)
    out[order[:n]] = z[order[:n]]
    return out


def min_p(z, m, **_):
    if m <= 0:
        return z
    probs = softmax(z)
    return np.where(probs >= m * probs.max() * (1 - 1e-12), z, -np.inf)


def repetition_penalty(z, r, context, **_):
    out = z.copy()
    for token in set(context):
        out[token] = out[token] / r if out[token] > 0 else out[token] * r
    return out


def presence_penalty(z, a, context, n_prompt):
    out = z.copy()
    for token in set(context[n_prompt:]):
        out[token] -= a
    return out


def frequency_penalty(z, a, context, n_prompt):
    out = z.copy()
    for token in context[n_prompt:]:
        out[token] -= a
    return out


def bias(z, b, context, **_):
    """A bias on one token: the first of the context."""
    out = z.copy()
    out[context[0]] += b
    return out


STAGES = {
    f.__name__: f for f in (temperature, top_k, top_p, min_p, repetition_penalty, presence_penalty, frequency_penalty, bias)
}


def value(name):
    return {
        "temperature": lambda: float(rng.choice([0.0, 0.3, 0.7, 1.0, 1.5, 3.0])),
        "top_k": lambda: int(rng.choice([0, 1, 5, 20])),
        "top_p": lambda: float(rng.choice([0.0, 0.3, 0.75, 0.9, 1.0])),
        "min_p": lambda: float(rng.choice([0.0, 0.02, 0.2, 1.0])),
        "repetition_penalty": lambda: float(rng.choice([1.0, 1.3])),
        "presence_penalty": lambda: float(rng.choice([0.0, 0.8, -0.5])),
        "frequency_penalty": lambda: float(rng.choice([0.0, 0.4])),
        "bias": lambda: float(rng.choice([0.0, 1.5, -20.0])),
    }[name]()


cases = []
for n in range(60):
    vocab_size = int(rng.choice([3, 17, 40]))
    # f32, as a model gives them; rounded to a grid now and then, so that ties come up.
    logits = (rng.normal(size=vocab_size) * 3).astype(np.float32)
    if n % 3 == 0:
        logits = np.round(logits * 2).astype(np.float32) / 2
    context = [int(t) for t in rng.integers(0, vocab_size, size=8)]
    n_prompt = int(rng.integers(0, 9))
    order = [str(name) for name in rng.permutation(list(STAGES))]
    stages = []
    z = logits.astype(np.float64)
    for name in order:
        setting = value(name)
        z = STAGES[name](z, setting, context=context, n_prompt=n_prompt)
        probs = softmax(z)
        entropy = float(-np.sum(probs[probs > 0] * np.log(probs[probs > 0])))
        stages.append({"name": name, "value": setting, "probs": probs.tolist(), "entropy": entropy})
    cases.append({"logits": logits.tolist(), "context": context, "n_prompt": n_prompt, "stages": stages})
print(json.dumps(cases))

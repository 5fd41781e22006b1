"""Muon for the matrices of blocks and heads, AdamW for embeddings and norms.

Muon (Jordan et al. 2024) turns the momentum of a matrix into the nearest matrix whose singular values are all about 1, so that a
step is as large along rare directions as along common ones. On stories it needs about two thirds of AdamW's tokens for the
same loss, and it fills the directions that growing a model added at zero. Its step is scaled to the size of an AdamW step
(Liu et al. 2025), so that one learning rate and one weight decay serve both.
"""

import jax
import jax.numpy as jnp
import numpy as np
from products import EXACT, Products

# Which arrays are stacks of matrices, of blocks and of heads, and of how many parts side by side each consists.
MATRICES = {"qkv": 3, "attn_out": 1, "gate_up": 2, "down": 1, "medusa": 1, "exit": 1, "mtp_proj": 1}
ADAM_BETAS = (0.9, 0.98)
ADAM_EPS = 1e-9
MUON_MOMENTUM = 0.95


def init(params: dict) -> dict:
    """Zero moments: one array a parameter, and a second one where AdamW is used."""
    state = {f"first.{name}": jnp.zeros_like(value) for name, value in params.items()}
    state |= {f"second.{name}": jnp.zeros_like(value) for name, value in params.items() if name not in MATRICES}
    return state


def _orthogonal(x, products: Products):
    """About U V^T for each matrix U S V^T of `x` `[n, rows, columns]`: five Newton-Schulz steps with Muon's coefficients."""
    times = products.batched
    is_tall = x.shape[1] > x.shape[2]
    if is_tall:
        x = x.transpose(0, 2, 1)
    x = x / (jnp.sqrt(jnp.sum(x * x, axis=(1, 2), keepdims=True)) + 1e-12)
    for _ in range(5):
        gram = times(x, x.transpose(0, 2, 1))
        x = 3.4445 * x + times(-4.7750 * gram + 2.0315 * times(gram, gram), x)
    return x.transpose(0, 2, 1) if is_tall else x


def _muon_step(moment, n_parts: int, products: Products):
    """The step of a stack `[layers, rows, parts * columns]`, as large as a step of AdamW."""
    layers, rows, columns = moment.shape
    parts = moment.reshape(layers, rows, n_parts, columns // n_parts).transpose(0, 2, 1, 3)
    parts = parts.reshape(layers * n_parts, rows, columns // n_parts)
    step = _orthogonal(parts, products) * (0.2 * np.sqrt(max(parts.shape[1:])))
    return step.reshape(layers, n_parts, rows, columns // n_parts).transpose(0, 2, 1, 3).reshape(moment.shape)


def update(params: dict, gradients: dict, state: dict, step, rate, decay: float, max_norm: float = 1.0, products: Products = EXACT):
    """Parameters and moments after one step; also the gradients' norm, which is clipped to `max_norm`."""
    norm = jnp.sqrt(sum(jnp.sum(g * g) for g in gradients.values()))
    clip = jnp.minimum(1.0, max_norm / (norm + 1e-12))
    new_params, new_state = {}, {}
    for name, value in params.items():
        gradient, first = gradients[name] * clip, state[f"first.{name}"]
        if name in MATRICES:
            first = MUON_MOMENTUM * first + gradient
            move = _muon_step(gradient + MUON_MOMENTUM * first, MATRICES[name], products)
        else:
            b1, b2 = ADAM_BETAS
            first = b1 * first + (1 - b1) * gradient
            second = b2 * state[f"second.{name}"] + (1 - b2) * gradient * gradient
            new_state[f"second.{name}"] = second
            move = (first / (1 - b1 ** (step + 1))) / (jnp.sqrt(second / (1 - b2 ** (step + 1))) + ADAM_EPS)
        new_state[f"first.{name}"] = first
        shrink = 1 - rate * decay if value.ndim > 1 and not name.startswith("norm") else 1.0
        new_params[name] = value * shrink - rate * move
    return new_params, new_state, norm

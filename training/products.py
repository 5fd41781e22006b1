"""Matrix products: exact ones in f32, or quick ones whose operands are bfloat16 and whose sums are f32.

Processors with matrix units (AMX in Xeons since 2023, tensor cores in GPUs) multiply bfloat16 several times as fast as f32. A step of training
loses nothing by it, because weights, moments, norms, and softmaxes stay in f32, and gradients are noisier than the eight bits that a product then has.

XLA on a CPU uses its library for such products only where both operands and the result lie row by row; it would fold a transposition into
the product, find that the library cannot do that, and go back to f32. So each is told to lie as the library wants it.
"""

from dataclasses import dataclass

import jax
import jax.numpy as jnp
from jax.experimental.layout import Layout, with_layout_constraint

# Rows of logits that are computed at a time: enough for full matrix units, and few enough to stay in a cache.
ROWS_AT_ONCE = 512


def _by_rows(x):
    return with_layout_constraint(x, Layout(major_to_minor=tuple(range(x.ndim))))


def _dot(a, b, dimensions):
    a, b = (_by_rows(x.astype(jnp.bfloat16)) for x in (a, b))
    return _by_rows(jax.lax.dot_general(a, b, dimensions, preferred_element_type=jnp.float32))


def _plain(a, b):
    return _dot(a, b, (((1,), (0,)), ((), ())))


@jax.custom_vjp
def _quick_product(a, b):
    return _plain(a, b)


def _quick_keeping(a, b):
    a, b = a.astype(jnp.bfloat16), b.astype(jnp.bfloat16)
    return _plain(a, b), (a, b)


def _quick_backward(kept, gradient):
    a, b = kept
    return _plain(gradient, b.T), _plain(a.T, gradient)


_quick_product.defvjp(_quick_keeping, _quick_backward)


@dataclass(frozen=True)
class Products:
    """How matrices are multiplied."""

    is_quick: bool

    def product(self, a, b):
        """`a` `[n, m]` times `b` `[m, k]`, with its gradient."""
        return _quick_product(a, b) if self.is_quick else a @ b

    def batched(self, a, b):
        """`a` `[batch, n, m]` times `b` `[batch, m, k]`, one by one. Its gradient is for the caller to write."""
        dimensions = (((2,), (1,)), ((0,), (0,)))
        return _dot(a, b, dimensions) if self.is_quick else jax.lax.dot_general(a, b, dimensions)


def is_possible(products: Products) -> bool:
    """Whether XLA can multiply so here: not every build of it has such products for every processor."""
    try:
        jax.block_until_ready(jax.jit(products.batched)(jnp.ones((2, 8, 16)), jnp.ones((2, 16, 8))))
    except jax.errors.JaxRuntimeError:
        return False
    return True


EXACT = Products(is_quick=False)
QUICK = Products(is_quick=True)
NAMES = {"f32": EXACT, "bf16": QUICK}


def mean_cross_entropy(hidden, embed, wanted, products: Products):
    """The mean loss in nats of the tokens `wanted` `[n]` under the logits `hidden` `[n, width]` times the transposed `embed` `[vocab, width]`.

    Quick: loss and gradient come from one walk over the rows, so that no table of `[n, vocab]` is ever written.
    """
    if products.is_quick:
        return _walked_loss(hidden, embed, wanted)
    scores = hidden @ embed.T
    of_wanted = jnp.take_along_axis(scores, wanted[:, None], axis=-1)[:, 0]
    return jnp.mean(jax.nn.logsumexp(scores, axis=-1) - of_wanted)


@jax.custom_vjp
def _walked_loss(hidden, embed, wanted):
    return _walk(hidden, embed, wanted)[0]


def _walk(hidden, embed, wanted):
    n_rows, width = hidden.shape
    n_at_once = max(n for n in range(1, min(n_rows, ROWS_AT_ONCE) + 1) if n_rows % n == 0)
    table = embed.astype(jnp.bfloat16)
    tokens = jnp.arange(embed.shape[0])

    def some_rows(d_embed, rows):
        h, y = rows
        scores = _plain(h, table.T)
        highest = jnp.max(scores, axis=-1, keepdims=True)
        weights = jnp.exp(scores - highest)
        total = jnp.sum(weights, axis=-1, keepdims=True)
        is_wanted = tokens[None, :] == y[:, None]
        loss = jnp.sum(jnp.log(total) + highest) - jnp.sum(jnp.where(is_wanted, scores, 0.0))
        d_scores = ((weights / total - is_wanted) / n_rows).astype(jnp.bfloat16)
        return d_embed + _plain(d_scores.T, h), (loss, _plain(d_scores, table))

    chunks = hidden.reshape(-1, n_at_once, width), wanted.reshape(-1, n_at_once)
    d_embed, (losses, d_hidden) = jax.lax.scan(some_rows, jnp.zeros(embed.shape, jnp.float32), chunks)
    return jnp.sum(losses) / n_rows, (d_hidden.reshape(hidden.shape), d_embed)


def _walk_backward(kept, gradient):
    d_hidden, d_embed = kept
    return gradient * d_hidden, gradient * d_embed, None


_walked_loss.defvjp(_walk, _walk_backward)

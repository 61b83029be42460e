"""Sums of K exchangeable terms, in expectation, from fewer terms: K stays a number to solve for."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence

import torch

from symppm.laws.partitions import cumulant_weight, set_partitions

Blocks = tuple[tuple[int, ...], ...]


def products_of_sums(slots: Sequence[torch.Tensor], k: torch.Tensor) -> torch.Tensor:
    """Return unbiased estimates of the expectation of a product of sums of K exchangeable terms.

    Notes
    -----
    Expanding the product, summed indices coincide in some pattern, a set partition of the slots
    with b blocks, and K (K - 1) ... (K - b + 1) choices of indices share it. Each pattern's
    expectation is averaged over all choices among the F terms, which power sums give by Moebius
    inversion. So K enters as a polynomial, and its derivative is exact.
    """
    if not slots:
        raise ValueError("a product of no sums")
    terms = slots[0].shape[-1]
    weights = _weights(len(slots), terms)
    falling = [torch.ones_like(k)]
    for step in range(len(slots)):
        falling.append(falling[-1] * (k - step))
    powers: dict[tuple[int, ...], torch.Tensor] = {}
    total: torch.Tensor | None = None
    for blocks, coefficients in weights:
        factor = sum((c * falling[count] for count, c in coefficients), start=torch.zeros_like(k))
        product = factor
        for block in blocks:
            if block not in powers:
                value = slots[block[0]]
                for place in block[1:]:
                    value = value * slots[place]
                powers[block] = value.sum(-1)
            product = product * powers[block]
        total = product if total is None else total + product
    assert total is not None  # noqa: S101 - there is a partition of any positive number of slots
    return total


@functools.lru_cache(maxsize=64)
def _weights(slots: int, terms: int) -> tuple[tuple[Blocks, tuple[tuple[int, float], ...]], ...]:
    """Return, for each product of power sums, its coefficients in falling factorials of K."""
    found: dict[Blocks, dict[int, float]] = {}
    for pattern in set_partitions(tuple(range(slots))):
        count = len(pattern)
        choices = math.perm(terms, count)
        if choices == 0:
            raise ValueError(f"{terms} terms for a product of {slots} sums")
        # Distinct indices for the blocks of the pattern: Moebius inversion over its coarsenings.
        for merged in set_partitions(pattern):
            sign = math.prod(cumulant_weight(len(each)) for each in merged)
            blocks = tuple(sorted(tuple(sorted(sum(each, ()))) for each in merged))
            row = found.setdefault(blocks, {})
            row[count] = row.get(count, 0.0) + sign / choices
    return tuple((blocks, tuple(sorted(row.items()))) for blocks, row in sorted(found.items()))


def product_of_conditional_sums(
    count: int,
    expectation: Callable[[tuple[int, ...]], torch.Tensor],
    k: torch.Tensor,
) -> torch.Tensor:
    """Return the same where terms are integrated given what is drawn."""
    falling = [torch.ones_like(k)]
    for step in range(count):
        falling.append(falling[-1] * (k - step))
    found: dict[tuple[int, ...], torch.Tensor] = {}
    total: torch.Tensor | None = None
    for pattern in set_partitions(tuple(range(count))):
        for block in pattern:
            if block not in found:
                found[block] = expectation(block)
        value = falling[len(pattern)] * _distinct([found[block] for block in pattern])
        total = value if total is None else total + value
    assert total is not None  # noqa: S101 - there is a partition of any positive number of slots
    return total


def _distinct(blocks: Sequence[torch.Tensor]) -> torch.Tensor:
    """Average the product of blocks over all choices of different places along the last axis."""
    terms = max(each.shape[-1] if each.dim() else 1 for each in blocks)
    product = torch.ones_like(blocks[0].reshape(-1)[0])
    if terms == 1:
        for each in blocks:
            product = product * (each.squeeze(-1) if each.dim() else each)
        return product
    wide = [
        each.expand(*each.shape[:-1], terms) if each.dim() else each.expand(terms)
        for each in blocks
    ]
    total: torch.Tensor | None = None
    for merged in set_partitions(tuple(range(len(blocks)))):
        value: torch.Tensor = product * math.prod(cumulant_weight(len(each)) for each in merged)
        for places in merged:
            inner = wide[places[0]]
            for place in places[1:]:
                inner = inner * wide[place]
            value = value * inner.sum(-1)
        total = value if total is None else total + value
    assert total is not None  # noqa: S101 - as above
    return total / math.perm(terms, len(blocks))

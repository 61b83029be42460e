"""Moments of what a library can be set to, beside those of the match."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from symppm.exports.sides import Side, Structure

NEGLIGIBLE: Final = 1e-3
"""Moments that differ by less than this part of themselves count as kept."""


def moments_of(structure: Structure) -> dict[str, float]:
    """Return mean, variance and both correlations; infinite or absent where they do not exist.

    With t and b one entry of each factor matrix, t' another of its row, b' another of its column,
    the mean of the squared mean of an entry is K E[t^2] E[b^2] + K (K - 1) E[t t'] E[b b']. For two
    entries of a row, E[b^2] and E[b b'] are both the square of E[b]; likewise for a column.
    """
    k, row, col = structure.k, structure.row, structure.col
    mean = k * row.mean * col.mean
    if not math.isfinite(mean):
        return {"mean": math.inf}
    noise = structure.noise_at(mean)
    around = (
        (row.square, row.shared, col.square, col.shared),
        (row.square, row.shared, col.mean**2, col.mean**2),
        (row.mean**2, row.mean**2, col.square, col.shared),
    )
    both, same_row, same_col = (
        k * (t_square * b_square) + k * (k - 1) * (t_shared * b_shared) - mean**2
        for t_square, t_shared, b_square, b_shared in around
    )
    variance = noise + both
    if not math.isfinite(variance):
        return {"mean": mean, "variance": math.inf}
    return {
        "mean": mean,
        "variance": variance,
        "rho_row": same_row / variance,
        "rho_col": same_col / variance,
    }


def exponential(side: Side) -> Side:
    """Return an exponential prior with the same mean."""
    return Side(side.name, "Exponential", side.mean, 2.0 * side.mean**2, side.mean**2, shape=1.0)


def difference(before: Mapping[str, float], after: Mapping[str, float]) -> float:
    """Return the largest relative difference of two sets of moments."""
    if before.keys() != after.keys():
        return math.inf
    parts = (
        abs(after[name] - value) / max(abs(value), 1e-300)
        for name, value in before.items()
        if math.isfinite(value)
    )
    return max(parts, default=0.0)


def effect(before: Mapping[str, float], after: Mapping[str, float]) -> str:
    """Say in one sentence what becomes of the moments of a match."""
    largest = difference(before, after)
    if largest < NEGLIGIBLE:
        how = "exactly" if largest < 1e-9 else f"to {100 * largest:.2g} %"
        kept = [name for name, value in before.items() if math.isfinite(value)]
        lost = [name for name in before if name not in kept]
        said = [f"Kept {how}: {', '.join(kept)}."] if kept else []
        said += [f"The {name} of the match is infinite, and stays so." for name in lost]
        return " ".join(said)
    changes = [
        f"{name} {_shown(value)} becomes {_shown(after.get(name))}"
        for name, value in before.items()
    ]
    return f"What becomes of the moments: {'; '.join(changes)}."


def _shown(value: float | None) -> str:
    if value is None:
        return "undefined"
    return f"{value:.5g}" if math.isfinite(value) else "infinite"

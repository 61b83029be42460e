"""Sums of squares over the lines of a symmetric matrix that is known by its products with vectors.

Of a symmetric matrix A, line i of A z has the expected square sum_t A_it^2 where the entries of z
are signs drawn at random.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from symppm.progress import Advance
from symppm.statistics import Table, Vector

DEFAULT_PROBES: Final = 64
_TOGETHER: Final = 32


@dataclass(frozen=True)
class Probes:
    """How many random vectors to draw, from what seed, and whether to show a bar."""

    number: int | None = None
    seed: int = 0
    show: bool = False


@dataclass(frozen=True)
class Probed:
    """Estimated sums of squares of lines, their variances, and the standard error of the total."""

    lines: Vector
    noise: Vector
    error: float


def probed(
    apply: Callable[[Table], Table], diagonal: Vector, probes: int, rng: np.random.Generator,
    advance: Advance,
) -> Probed:  # fmt: skip
    """Estimate the sums of squares of the lines of a symmetric matrix by its products with signs.

    Without bias. Known exactly, and taken out of the draw, are the diagonal and the directions in
    which it is large (Meyer, Musco, Musco and Woodruff, Hutch++, SOSA 2021; here for every line).
    """

    def signs(count: int) -> Table:
        drawn = rng.integers(0, 2, (diagonal.size, count), np.int8)
        advance(count)
        return 2.0 * drawn - 1.0

    basis = np.linalg.qr(apply(signs(max(1, probes // 2))))[0]
    image = apply(basis)
    advance(basis.shape[1])
    left = diagonal - (basis * image).sum(1)
    sums, squares, totals = np.zeros(diagonal.size), np.zeros(diagonal.size), []
    for start in range(0, probes, _TOGETHER):
        drawn = signs(min(_TOGETHER, probes - start))
        rest = (apply(drawn) - image @ (basis.T @ drawn) - left[:, None] * drawn) ** 2
        sums += rest.sum(1)
        squares += (rest**2).sum(1)
        totals.append(rest.sum(0))
    mean = sums / probes
    noise = np.maximum(squares / probes - mean**2, 0.0) / (probes - 1)
    error = float(np.concatenate(totals).std(ddof=1)) / probes**0.5
    return Probed((image**2).sum(1) + left**2 + mean, noise, error)


def drawn_in(without: Vector, value: float, noise: Any) -> Vector:
    """Draw estimates without each line to the estimate, as far as random vectors spread them.

    The jackknife would take that for a spread of the data. A variance that is smaller than what the
    noise leaves uncertain of it is set to that.
    """
    known = np.isfinite(without)
    if not np.any(noise) or not known.any():
        return without
    away = without - without[known].mean()
    spread = float((away[known] ** 2).sum())
    left = spread - float(noise[known].sum())
    uncertain = float(np.sqrt(2 * (noise[known] ** 2).sum()))
    return value + away * np.sqrt(min(1.0, max(left, uncertain) / spread)) if spread else without

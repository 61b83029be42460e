"""Slices of a surface beside the authors': ranks, levels, and heat maps."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from scipy import stats

from posterior.authors import surface

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Grid = Mapping[tuple[int, int], float]
"""PSIS-LOO by decade of the first and of the second coordinate; NaN where there is none."""

TIE: Final = 0.02
"""Scores that differ by less than this share are taken for equal: starts and halves differ so."""


@dataclass(frozen=True)
class Likeness:
    """How alike two surfaces are where both are known.

    Attributes
    ----------
    points : int
        How many there are.
    rank : float
        Spearman's correlation, ties being what ``TIE`` says.
    interval : (float, float)
        Of the rank correlation, 95 %.
    ratio : float
        Median of one over the other.
    close : float
        Share of points at which they differ by 5 % or less.
    """

    points: int
    rank: float
    interval: tuple[float, float]
    ratio: float
    close: float


def authors(which: str) -> Grid:
    """Return the authors' surface.

    Parameters
    ----------
    which : {"shapes", "rates"}
        Which slice.
    """
    names = ("a", "c") if which == "shapes" else ("b", "d")
    found = {}
    for point in surface(which):
        first, second = (math.log10(getattr(point.hyper, name)) for name in names)
        found[round(first), round(second)] = point.loo
    return found


def likeness(ours: Grid, theirs: Grid) -> Likeness:
    """Compare two surfaces.

    Parameters
    ----------
    ours, theirs : mapping
        Both; points without a score are left out.

    Notes
    -----
    The interval is by Fisher's transformation with the variance (1 + r^2 / 2) / (n - 3) of Bonett
    and Wright (2000), Psychometrika 65:23. It takes points for independent, which neighbours on a
    grid are not, so it is too short.
    """
    known = [key for key in ours if key in theirs and math.isfinite(ours[key])]
    x = np.array([ours[key] for key in known])
    y = np.array([theirs[key] for key in known])
    rank = float(stats.spearmanr(_steps(x), _steps(y)).statistic)
    reach = 1.96 * math.sqrt((1 + rank**2 / 2) / (len(known) - 3))
    middle = math.atanh(rank) if abs(rank) < 1 else math.copysign(math.inf, rank)
    return Likeness(
        len(known),
        rank,
        (math.tanh(middle - reach), math.tanh(middle + reach)),
        float(np.median(x / y)),
        float((np.abs(x / y - 1) <= 0.05).mean()),
    )


def _steps(scores: np.ndarray) -> np.ndarray:
    # Scores are negative and span decades, so a share of them is a step of their logarithm.
    return np.asarray(-np.round(np.log(-scores) / TIE))


def bad(grid: Grid, level: float) -> float:
    """Return the share of points that score worse than a level by a tenth of it.

    Parameters
    ----------
    grid : mapping
        The surface; points without a score are bad.
    level : float
        Below zero.
    """
    return float(np.mean([not score >= 1.1 * level for score in grid.values()]))


def on_the_grid_of(grid: Grid, other: Grid) -> Grid:
    """Return the points of a surface that another one has too.

    Parameters
    ----------
    grid, other : mapping
        The surface, and the other one.
    """
    return {key: score for key, score in grid.items() if key in other}


def steepest(grid: Grid) -> float:
    """Return the largest ratio of the scores of two neighbours on a grid.

    Parameters
    ----------
    grid : mapping
        The surface.
    """
    found = 1.0
    for axis in (0, 1):
        places = sorted({key[axis] for key in grid})
        following = dict(itertools.pairwise(places))
        for key, score in grid.items():
            after = list(key)
            after[axis] = following.get(key[axis], key[axis])
            other = grid.get((after[0], after[1]), math.nan)
            if math.isfinite(other) and math.isfinite(score):
                found = max(found, score / other, other / score)
    return found


def heat_map(
    axes: Axes,
    grid: Grid,
    names: tuple[str, str],
    triples: int,
    marks: Sequence[tuple[float, float]],
    span: tuple[float, float],
) -> None:
    """Draw a surface.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
        Where.
    grid : mapping
        The surface.
    names : (str, str)
        Of the coordinates.
    triples : int
        By which scores are divided.
    marks : sequence of (float, float)
        Points to mark, in decades.
    span : (float, float)
        Losses a triple at both ends of the colours.
    """
    from matplotlib.colors import LogNorm  # noqa: PLC0415 - only where something is drawn

    first, second = (sorted({key[axis] for key in grid}) for axis in (0, 1))
    loss = np.array([[-grid.get((x, y), math.nan) / triples for x in first] for y in second])
    shown = axes.pcolormesh(
        first, second, loss, norm=LogNorm(*span), cmap="viridis_r", shading="nearest"
    )
    if marks:
        axes.plot(*np.transpose(marks), "*", color="red", markersize=11, markeredgecolor="white")
    axes.set_xlabel(f"log10 {names[0]}")
    axes.set_ylabel(f"log10 {names[1]}")
    axes.grid(visible=False)
    axes.figure.colorbar(shown, ax=axes, label="- PSIS-LOO a triple")

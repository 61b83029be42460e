"""The figure of the discrepancy in two sets of coordinates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from lab.figures import panels
from lab.running import Run

from technical.coordinates import LABELS, WAYS, coordinates, shapes_and_rates
from technical.surface import VARIANCE, Vector, point, variance_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def figure(_: Sequence[Run]) -> Figure:
    """Draw slices of the discrepancy through the point, in both ways.

    Parameters
    ----------
    _ : sequence of Run
        Not used: the surface is exact.
    """
    drawn, axes = panels(2, 3, width=3.9, height=3.2)
    for line, way in enumerate(WAYS[:2]):
        x, names = coordinates(way, point()), LABELS[way]
        factors = np.linspace(0.5, 1.5, 101)
        for place, name in enumerate(names):
            moved = np.repeat(x[:, None], len(factors), axis=1)
            moved[place] *= factors
            axes[line][0].plot(factors, _discrepancy(way)(moved), label=name)
        axes[line][0].set(
            yscale="log", ylim=(1e-2, 1e6), xlabel="coordinate over that of the point"
        )
        axes[line][0].set_title(f"{way}: (Var[Y] - {VARIANCE:g})^2")
        axes[line][0].legend(ncols=2, fontsize=7)
        _contours(axes[line][1], way, (0, 1))
        _contours(axes[line][2], way, (0, 2))
    return drawn


def _discrepancy(way: str) -> Callable[[Vector], Vector]:
    return lambda x: np.asarray((variance_of(shapes_and_rates(way, x)) - VARIANCE) ** 2)


def _contours(axis: Axes, way: str, places: tuple[int, int]) -> None:
    x = coordinates(way, point())
    first, second = (x[place] * np.linspace(0.5, 1.5, 121) for place in places)
    grid = np.meshgrid(first, second)
    moved = np.broadcast_to(x[:, None, None], (4, *grid[0].shape)).copy()
    moved[places[0]], moved[places[1]] = grid
    heights = np.log10(np.maximum(_discrepancy(way)(moved), 1e-2))
    axis.contourf(first, second, heights, levels=np.arange(-2, 6.1, 0.5), cmap="viridis")
    axis.plot(*x[list(places)], "o", color="white", markersize=4)
    axis.set(xlabel=LABELS[way][places[0]], ylabel=LABELS[way][places[1]])
    axis.set_title("log10 of it, -2 to 6; white: the point")
    axis.grid(visible=False)

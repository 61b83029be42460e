"""Small multiples: draws of several statistics as histograms, with the data as a line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from symppm.plots.style import COLOURS, GREY, PALE, SMALL, USUAL, bare, new_figure, saved
from symppm.results.numerals import short

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLUMNS: Final = 4
_BINS: Final = 30
_WIDE: Final = 100.0


@dataclass(frozen=True)
class Small:
    """One statistic: its value in every draw, and in the data, if there are data."""

    name: str
    drawn: NDArray[np.float64]
    observed: float | None
    p: float | None
    surprising: bool


def plot_histograms(panels: Sequence[Small], title: str, path: str | Path | None = None) -> Figure:
    """Plot the draws of several statistics."""
    rows = math.ceil(len(panels) / _COLUMNS)
    figure = new_figure(2.5 * _COLUMNS, 1.75 * rows + 0.7)
    grid = figure.subplots(rows, _COLUMNS, squeeze=False).ravel()
    for axes, each in zip(grid, panels, strict=False):
        _draw(axes, each)
    for axes in grid[len(panels) :]:
        axes.set_visible(False)
    figure.suptitle(title, fontsize=10)
    if any(each.observed is not None for each in panels):
        figure.supxlabel(
            "bars: draws from the matched model; line: the data, orange and starred where "
            "surprising by Holm's method at 0.05",
            fontsize=SMALL,
        )
    return saved(figure, path)


def _draw(axes: Axes, each: Small) -> None:
    known = [] if each.observed is None else [each.observed]
    everything = np.concatenate([each.drawn, known])
    low, high = float(everything.min()), float(everything.max())
    logarithmic = low > 0 and high > _WIDE * low
    axes.hist(each.drawn, bins=_edges(low, high, logarithmic), color=PALE, edgecolor=GREY,
              linewidth=0.4)  # fmt: skip
    if logarithmic:
        axes.set_xscale("log")
    text = each.name
    if each.observed is not None and each.p is not None:
        colour = COLOURS[1] if each.surprising else COLOURS[0]
        axes.axvline(each.observed, color=colour, linewidth=2)
        text += f"\n{short(each.observed)}, p = {each.p:.2g}{' *' if each.surprising else ''}"
    axes.set_title(text, fontsize=USUAL, color=COLOURS[1] if each.surprising else "black")
    axes.set_yticks([])
    bare(axes, "left")
    axes.tick_params(labelsize=7)
    if not logarithmic:
        axes.locator_params(axis="x", nbins=4)
    else:
        axes.minorticks_off()


def _edges(low: float, high: float, logarithmic: bool) -> NDArray[np.float64]:
    if logarithmic:
        return np.geomspace(low * 0.97, high * 1.03, _BINS + 1)
    if high == low:
        reach = abs(low) or 1.0
        return np.linspace(low - reach / 2, high + reach / 2, _BINS + 2)
    if high - low <= _BINS and low == int(low) and high == int(high):
        return np.arange(low - 0.5, high + 1.0)
    return np.linspace(low, high, _BINS + 1)

"""The plane of two unknowns around a solution: where one target holds, two, three and all."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.plots.style import COLOURS, GREY, PALE, SMALL, STYLES, USUAL, bare, new_figure, saved

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Grid = NDArray[np.float64]
_WRAP: Final = 140


@dataclass(frozen=True)
class Panel:
    """One plane: for each target, how far it is from holding, zero where it does.

    Not a number where nothing is known; ``none`` is where what is held cannot be.
    """

    title: str
    away: dict[str, Grid]
    none: NDArray[np.bool_]
    shaded: str


@dataclass(frozen=True)
class Surface:
    """What is shown around a solution.

    ``exact`` is where all targets hold; ``answer`` the solution, its size being whole; ``box`` the
    intervals of both unknowns; ``targets`` in the order of their colours.
    """

    title: str
    names: tuple[str, str]
    x: Grid
    y: Grid
    panels: tuple[Panel, ...]
    exact: tuple[float, float] | None
    answer: tuple[float, float] | None
    box: tuple[tuple[float, float], tuple[float, float]] | None
    targets: tuple[str, ...]
    met: bool
    caption: str


def plot_surface(shown: Surface, path: str | Path | None = None) -> Figure:
    """Plot the plane of two unknowns."""
    figure = new_figure(5.2 * len(shown.panels) + 0.3, 5.4)
    grid = figure.subplots(1, len(shown.panels), squeeze=False, sharey=True)[0]
    for axes, panel in zip(grid, shown.panels, strict=True):
        _draw(axes, shown, panel)
    grid[0].set_ylabel(f"{shown.names[1]} (log scale)", fontsize=USUAL)
    handles, labels = _keys(grid[0], shown)
    figure.legend(
        handles, labels, loc="outside upper center", ncols=min(len(labels), 7), frameon=False,
        fontsize=SMALL, handlelength=3.0, title=shown.title, title_fontsize=10,
    )  # fmt: skip
    width = _WRAP if len(shown.panels) > 1 else _WRAP // 2
    figure.supxlabel(textwrap.fill(shown.caption, width), fontsize=7.5, color=GREY)
    return saved(figure, path)


def _look(shown: Surface, name: str) -> dict[str, Any]:
    place = shown.targets.index(name)
    return {
        "color": COLOURS[place % len(COLOURS)],
        "linestyle": STYLES[place % len(STYLES)],
        "linewidth": 2.0,
    }


def _draw(axes: Axes, shown: Surface, panel: Panel) -> None:
    axes.set_xscale("log")
    axes.set_yscale("log")
    if panel.none.any():
        axes.contourf(shown.x, shown.y, panel.none.astype(float), [0.5, 1.5], colors=[PALE])
        row, column = _middle(panel.none & _apart(shown))
        if panel.none.mean() > _ENOUGH:
            axes.text(
                shown.x[column], shown.y[row], textwrap.fill(panel.shaded, 18),
                fontsize=7, color=GREY, ha="center", va="center", clip_on=True,
            )  # fmt: skip
    if shown.box is not None:
        _box(axes, shown, shown.box)
    for name, away in panel.away.items():
        known = np.ma.masked_invalid(away)
        if known.count() and known.min() < 0 < known.max():
            look = _look(shown, name)
            axes.contour(
                shown.x, shown.y, known, [0.0], colors=[look["color"]],
                linestyles=[look["linestyle"]], linewidths=[look["linewidth"]],
            )  # fmt: skip
    if shown.exact is not None:
        axes.plot(*shown.exact, "o", markersize=9, markerfacecolor="none", color="black", zorder=5)
    if shown.answer is not None:
        axes.plot(*shown.answer, "*", markersize=11, color="black", zorder=6,
                  markeredgecolor="white", markeredgewidth=0.6)  # fmt: skip
    axes.set_xlim(shown.x[0], shown.x[-1])
    axes.set_ylim(shown.y[0], shown.y[-1])
    axes.set_xlabel(f"{shown.names[0]} (log scale)", fontsize=USUAL)
    axes.set_title(textwrap.fill(panel.title, 62), fontsize=USUAL)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.minorticks_off()
    _ticks(axes, shown)
    bare(axes)


def _apart(shown: Surface) -> NDArray[np.bool_]:
    """Return where a text would not cover the solution."""
    apart = np.ones((shown.y.size, shown.x.size), dtype=bool)
    for place in (shown.exact, shown.answer):
        if place is not None:
            column = int(np.abs(np.log(shown.x / place[0])).argmin())
            row = int(np.abs(np.log(shown.y / place[1])).argmin())
            apart[row, column] = False
    return apart


def _middle(inside: NDArray[np.bool_]) -> tuple[int, int]:
    """Return a place as far from the edges of a region as there is."""
    # SciPy's images are slow to import.
    from scipy.ndimage import distance_transform_edt  # noqa: PLC0415

    depth = distance_transform_edt(np.pad(inside, 1))[1:-1, 1:-1]
    row, column = divmod(int(np.argmax(depth)), inside.shape[1])
    return row, column


_ENOUGH: Final = 0.06
_FEW: Final = 60.0


def _ticks(axes: Axes, shown: Surface) -> None:
    """Put ticks at 1, 2 and 5 where there would be few at powers of ten."""
    for values, put in ((shown.x, axes.set_xticks), (shown.y, axes.set_yticks)):
        if values[-1] / values[0] < _FEW:
            ticks = [n * 10.0**power for power in range(-30, 31) for n in (1, 2, 5)]
            put([tick for tick in ticks if values[0] <= tick <= values[-1]])


def _box(axes: Axes, shown: Surface, box: tuple[tuple[float, float], tuple[float, float]]) -> None:
    """Draw the intervals of both unknowns as a box, cut off where the picture ends."""
    ends = []
    for (low, high), values in zip(box, (shown.x, shown.y), strict=True):
        # A side beyond the picture is drawn outside of it.
        ends.append((max(low, values[0] / 10), min(high, values[-1] * 10)))
    (left, right), (bottom, top) = ends
    axes.fill([left, right, right, left], [bottom, bottom, top, top], facecolor="#56B4E9",
              alpha=0.14, edgecolor="none", zorder=0)  # fmt: skip
    axes.plot([left, right, right, left, left], [bottom, bottom, top, top, bottom], ":",
              color=GREY, linewidth=1, zorder=1)  # fmt: skip


def _keys(axes: Axes, shown: Surface) -> tuple[Sequence[Any], list[str]]:
    """Return what the legend shows: contours have no entries of their own."""
    drawn = [name for name in shown.targets if any(name in panel.away for panel in shown.panels)]
    keys = [(axes.plot([], [], **_look(shown, name))[0], f"{name} holds") for name in drawn]
    if shown.exact is not None:
        mark = axes.plot([], [], "o", markersize=8, markerfacecolor="none", color="black")[0]
        keys.append((mark, "all hold"))
    if shown.answer is not None:
        key = axes.plot([], [], "*", markersize=10, color="black")[0]
        keys.append((key, "the answer" if shown.met else "the nearest"))
    if shown.box is not None:
        patch = axes.fill([], [], facecolor="#56B4E9", alpha=0.25)[0]
        keys.append((patch, "95 % intervals"))
    return [key for key, _ in keys], [text for _, text in keys]

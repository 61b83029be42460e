"""The figure of fig:sensitivity, and the same for models that have the mismatch in them."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, Final

from lab.estimating import estimates
from lab.experiment import groups
from lab.figures import bands, panels
from lab.running import Run, Value

from mismatch.against_authors import published_cells
from mismatch.sensitivity import NAMES, Mismatch, by, number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SHOWN: Final = (25, 75, 150)
COLOURS: Final = ("tab:blue", "tab:orange", "tab:green")


def figure(mismatch: Mismatch, runs: Sequence[Run], axis: str, scale: str = "linear") -> Figure:
    """Return relative errors by level: above, the printed formula; below, the right model.

    Parameters
    ----------
    mismatch : Mismatch
        What was done to the data.
    runs : sequence of Run
        All of them.
    axis : str
        What levels are.
    scale : str
        Of levels.
    """
    columns = list(groups(by(runs, "printed", "DF"), "rows", "setting"))
    drawn, axes = panels(2, len(columns), width=12.2 / max(len(columns), 2), height=2.6)
    for place, (rows, setting) in enumerate(columns):
        for row, way in enumerate(("printed", "distinct")):
            some = [each for each in by(runs, way, str(setting)) if each.cell["rows"] == rows]
            _lines(axes[row, place], some)
            _looks(axes[row, place], axis, scale)
        shown = {int(number(each.cell["K"])) for each in runs}
        _authors(axes[0, place], mismatch, (rows, setting), shown)
        given = [each for each in by(runs, "given", str(setting)) if each.cell["rows"] == rows]
        _medians(axes[1, place], given, f"{mismatch.parameter} given")
        axes[0, place].set_title(f"{setting}, {rows} x {rows}: printed formula")
        axes[1, place].set_title(f"{setting}, {rows} x {rows}: the right model")
        if scale == "log" and rows == 1000:  # With errors from 0.01 to 17.
            axes[0, place].set_yscale("symlog", linthresh=1)
            axes[0, place].set_yticks([0, 0.5, 1, 3, 10], ["0", "0.5", "1", "3", "10"])
            axes[0, place].minorticks_off()
    axes[0, -1].legend(fontsize=7)
    axes[1, -1].legend(fontsize=7, ncols=2)
    axes[0, 0].set_ylabel("(K-hat - K) / K")
    axes[1, 0].set_ylabel("(K-hat - K) / K")
    return drawn


def _lines(axis: Axes, runs: Sequence[Run]) -> None:
    for colour, k in zip(COLOURS, SHOWN, strict=True):
        cells = groups([each for each in runs if each.cell["K"] == k], *NAMES)
        draws = {
            number(key[3]): [x / k - 1 for x in estimates(some) if math.isfinite(x)]
            for key, some in cells.items()
        }
        draws = {level: errors for level, errors in draws.items() if errors}
        if draws:
            bands(axis, {f"K = {k}": draws}, color=colour)


def _medians(axis: Axes, runs: Sequence[Run], name: str) -> None:
    import numpy as np  # noqa: PLC0415 - beside matplotlib, where something is drawn

    for colour, k in zip(COLOURS, SHOWN, strict=True):
        cells = groups([each for each in runs if each.cell["K"] == k], *NAMES)
        points = sorted(
            (number(key[3]), float(np.median(estimates(some))) / k - 1)
            for key, some in cells.items()
        )
        looks: Any = {"color": colour, "linestyle": ":", "marker": "s", "markersize": 3}
        if points:
            axis.plot(*zip(*points, strict=True), label=name if k == SHOWN[0] else None, **looks)
    axis.plot([], [], color="black", marker="o", markersize=3, label="cross-moments")


def _authors(
    axis: Axes, mismatch: Mismatch, place: tuple[Value, Value], shown: Collection[int]
) -> None:
    cells = published_cells(mismatch.name)
    for colour, k in zip(COLOURS, SHOWN, strict=True):
        if k not in shown:
            continue
        points = sorted(
            (number(key[3]), float(line["median"]))
            for key, line in cells.items()
            if key[:3] == (*place, k)
        )
        name = "authors' medians" if k == SHOWN[0] else None
        axis.plot(*zip(*points, strict=True), color=colour, linestyle="", marker="x", label=name)


def _looks(axis: Axes, name: str, scale: str) -> None:
    axis.axhline(0, color="black", linewidth=0.8, linestyle="--")
    axis.set_xlabel(name)
    axis.set_xscale(scale)

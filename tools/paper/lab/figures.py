"""Figures: one style, and the kinds that several experiments draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def panels(rows: int, columns: int, width: float = 4.2, height: float = 3.4) -> tuple[Figure, Any]:
    """Return a figure and its axes, an array of rows and columns.

    Parameters
    ----------
    rows, columns : int
        How many panels.
    width, height : float
        Of each, in inches.
    """
    import matplotlib as mpl  # noqa: PLC0415 - only where something is drawn

    mpl.use("Agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415 - as above

    plt.rcParams.update({"font.size": 8, "axes.grid": True, "grid.alpha": 0.3, "axes.titlesize": 9})
    figure, axes = plt.subplots(
        rows, columns, figsize=(width * columns, height * rows), squeeze=False, layout="constrained"
    )
    return figure, axes


def bands(axes: Axes, lines: Mapping[str, Mapping[float, Sequence[float]]], **looks: Any) -> None:
    """Draw the median and the central 95 % of draws, against what they were drawn at.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
        Where.
    lines : mapping of str to mapping
        Of each line, its name, and draws by place.
    **looks
        For the lines.
    """
    for name, draws in lines.items():
        places = sorted(draws)
        low, middle, high = np.transpose([np.percentile(draws[p], (2.5, 50, 97.5)) for p in places])
        (line,) = axes.plot(places, middle, marker="o", markersize=3, label=name, **looks)
        axes.fill_between(places, low, high, color=line.get_color(), alpha=0.15, linewidth=0)


def diagonal(axes: Axes, places: Sequence[float]) -> None:
    """Draw where an estimate equals the truth.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
        Where.
    places : sequence of float
        Values of the truth.
    """
    ends = [min(places), max(places)]
    axes.plot(ends, ends, color="black", linewidth=0.8, linestyle="--", label="K")
    axes.set_xlabel("true K")
    axes.set_ylabel("K-hat")


def saved(figure: Figure, path: Path) -> None:
    """Write a figure as PNG of 128 colours, a third of the size of one with all of them.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        What to write.
    path : pathlib.Path
        Of the file.
    """
    drawn = BytesIO()
    figure.savefig(drawn, format="png", dpi=90, metadata={"Software": None})
    image = import_module("PIL.Image")  # Pillow, which matplotlib needs and brings.
    image.open(drawn).convert("RGB").quantize(128).save(path, format="PNG", optimize=True)

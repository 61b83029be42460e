"""Maps of numbers over two settings, one panel for each further setting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray


@dataclass(frozen=True)
class Panel:
    """One map.

    Attributes
    ----------
    title : str
        Above it.
    values : mapping of (float, float) to float
        Numbers by their places along x and y; not a number where there is none, shown grey.
    """

    title: str
    values: Mapping[tuple[float, float], float]


@dataclass(frozen=True)
class Line:
    """Maps side by side on one scale of colours.

    Attributes
    ----------
    label : str
        What the numbers are.
    panels : sequence of Panel
        The maps.
    low, high : float
        Ends of the scale.
    colours : str
        Name of a colour map of matplotlib.
    text : str
        How numbers are written into the cells, as for :func:`format`.
    """

    label: str
    panels: Sequence[Panel]
    low: float
    high: float
    colours: str = "viridis"
    text: str = ".2g"


def draw(lines: Sequence[Line], path: Path, *, across: str, up: str, title: str) -> None:
    """Write the maps.

    Parameters
    ----------
    lines : sequence of Line
        From the top; all with as many panels.
    path : Path
        Where to; its ending says the format.
    across, up : str
        What x and y are.
    title : str
        Above all.
    """
    most = max(len(line.panels) for line in lines)
    figure = Figure(figsize=(1.2 + 3.4 * most, 1.0 + 2.7 * len(lines)), layout="constrained")
    axes = figure.subplots(len(lines), most, squeeze=False)
    for row, line in enumerate(lines):
        for column, panel in enumerate(line.panels):
            x = sorted({place[0] for place in panel.values})
            y = sorted({place[1] for place in panel.values})
            grid: NDArray[np.float64] = np.array(
                [[panel.values.get((a, b), np.nan) for a in x] for b in y]
            )
            here = axes[row][column]
            here.set_facecolor("#cccccc")
            image = here.imshow(
                np.clip(grid, line.low, line.high), cmap=line.colours, vmin=line.low,
                vmax=line.high, origin="lower", aspect="auto",
            )  # fmt: skip
            here.set_xticks(range(len(x)), [f"{each:g}" for each in x], fontsize=7, rotation=45)
            here.set_yticks(range(len(y)), [f"{each:g}" for each in y], fontsize=7)
            here.set_title(panel.title, fontsize=8)
            for place, value in np.ndenumerate(grid):
                written = "-" if np.isnan(value) else format(value, line.text)
                red, green, blue, _ = image.cmap(image.norm(min(max(value, line.low), line.high)))
                dark = not np.isnan(value) and 0.3 * red + 0.6 * green + 0.1 * blue < 0.5
                here.text(
                    place[1], place[0], written, ha="center", va="center", fontsize=6,
                    color="white" if dark else "black",
                )  # fmt: skip
        figure.colorbar(image, ax=list(axes[row]), label=line.label)
    figure.supxlabel(across)
    figure.supylabel(up)
    figure.suptitle(title, fontsize=10)
    figure.savefig(path)

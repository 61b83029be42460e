"""Figures of K-hat against K, and the rows that belong to them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lab.estimating import estimates
from lab.experiment import groups
from lab.figures import bands, diagonal, panels
from lab.running import Run

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def against_truth(runs: Sequence[Run], panel: str, line: str, columns: int = 3) -> Figure:
    """Return K-hat against K: medians and central 95 %, a panel and a line for each value.

    Parameters
    ----------
    runs : sequence of Run
        Whose cells have ``K`` and the two names below.
    panel, line : str
        Names in the cells: what tells panels apart, and lines.
    columns : int
        Panels side by side.
    """
    shown = groups(runs, panel)
    columns = min(columns, len(shown))
    figure, axes = panels(math.ceil(len(shown) / columns), columns)
    for place, ((name,), some) in enumerate(shown.items()):
        axis = axes[divmod(place, columns)]
        lines = {
            str(label): {
                _k(at): [each for each in estimates(at) if math.isfinite(each)]
                for at in groups(those, "K").values()
            }
            for (label,), those in groups(some, line).items()
        }
        bands(axis, lines)
        diagonal(axis, [k for draws in lines.values() for k in draws])
        axis.set_title(f"{panel}: {name}" if len(shown) > 1 else "")
        axis.legend(fontsize=7)
    for place in range(len(shown), axes.size):
        axes.flat[place].set_visible(False)
    return figure


def _k(runs: Sequence[Run]) -> float:
    return float(runs[0].cell["K"] or 0)

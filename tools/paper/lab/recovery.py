"""Figures of K-hat against K, and the rows that belong to them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from lab.estimating import estimates, holding
from lab.experiment import groups
from lab.figures import bands, diagonal, panels
from lab.running import Run
from lab.verdicts import share_interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def against_truth(runs: Sequence[Run], panel: str, line: str, columns: int = 3) -> Figure:
    """Return K-hat against K: medians and central 95 %, a panel and a line for each value.

    One more panel shows how often our intervals hold K, for each of the others.

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
    columns = min(columns, len(shown) + 1)
    figure, axes = panels(math.ceil((len(shown) + 1) / columns), columns)
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
        axis.set_title(f"{panel} {name}" if len(shown) > 1 else "")
        axis.legend(fontsize=7)
    _held(axes.flat[len(shown)], {str(name): some for (name,), some in shown.items()})
    for place in range(len(shown) + 1, axes.size):
        axes.flat[place].set_visible(False)
    return figure


def _held(axis: Axes, runs: Mapping[str, Sequence[Run]]) -> None:
    """Draw the share of intervals that hold K, by K, each with its own exact interval."""
    for number, (name, some) in enumerate(runs.items()):
        found = {_k(at): holding(at) for at in groups(some, "K").values()}
        places = [k for k, (_, count) in found.items() if count]
        shares = np.array([found[k][0] / found[k][1] for k in places])
        ends = np.array([share_interval(*found[k], 0.95) for k in places]).reshape(-1, 2).T
        shift = (number - (len(runs) - 1) / 2) * 1.5  # side by side, not on top of one another
        axis.errorbar(
            np.array(places) + shift,
            shares,
            np.abs(ends - shares),
            marker="o",
            markersize=3,
            linewidth=1,
            label=name,
        )
    axis.axhline(0.95, color="black", linewidth=0.8, linestyle="--")
    axis.set(title="our 95 % intervals hold K", xlabel="true K", ylabel="share of runs")
    axis.set_ylim(0, 1.02)
    axis.legend(fontsize=7, loc="lower left")


def _k(runs: Sequence[Run]) -> float:
    return float(runs[0].cell["K"] or 0)

"""The figure of distances from the targets against seconds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lab.experiment import groups
from lab.figures import panels
from lab.running import Run, number

from technical.tasks import CLOSE, CODE, TEXT, goal

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def figure(runs: Sequence[Run]) -> Figure:
    """Draw the distance from the goal against seconds: a panel for each task, a line a search.

    Parameters
    ----------
    runs : sequence of Run
        All of them.
    """
    shown = [(task, some) for (task,), some in groups(runs, "task").items()]
    columns = 3
    drawn, axes = panels(math.ceil(len(shown) / columns), columns, width=3.9, height=3.1)
    colours = {"formulas": "#0072B2", "drawn": "#009E73",
               CODE: "#D55E00", TEXT: "#E69F00"}  # fmt: skip
    for place, (task, every) in enumerate(shown):
        some = [run for run in every if run.cell["way"] in colours]
        axis = axes[divmod(place, columns)]
        for run in some:
            curve = [row for row in run.rows if row["kind"] == "curve" and row["off"] is not None]
            axis.plot(
                [max(number(row, "seconds"), 1e-3) for row in curve],
                [max(number(row, "off"), 1e-5) for row in curve],
                color=colours[str(run.cell["way"])], linewidth=0.8, alpha=0.8,
            )  # fmt: skip
        axis.axhline(CLOSE, color="black", linewidth=0.7, linestyle="--")
        ends = ", ".join(f"{name} {value:.4g}" for name, value in goal(str(task)).items())
        axis.set(xscale="log", yscale="log", ylim=(5e-6, 1e4), xlabel="seconds")
        axis.set_title(f"{task}: off {ends}")
    for place in range(len(shown), axes.size):
        axes.flat[place].set_visible(False)
    for way, colour in colours.items():
        axes[0][0].plot([], [], color=colour, label=way)
    drawn.legend(*axes[0][0].get_legend_handles_labels(), ncols=4, loc="outside upper center")
    return drawn

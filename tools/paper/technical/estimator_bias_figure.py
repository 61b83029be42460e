"""The figure of bias and spread against the split of draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lab.figures import panels
from lab.running import Row
from lab.settings import PMF

from technical.estimator_bias_rows import rows_of, value

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def figure(rows: Sequence[Row]) -> Figure:
    """Draw spreads and biases against S_Z: formulas as lines, simulation as marks.

    Parameters
    ----------
    rows : sequence of mapping
        Of the table.
    """
    drawn, axes = panels(2, 2, width=5.6, height=3.5)
    colours = dict(zip(PMF, ("C0", "C1", "C2", "C3", "C4", "C5", "C6"), strict=True))
    _spread_panel(axes[0][0], rows, "mean", colours)
    _spread_panel(axes[0][1], rows, "variance", colours)
    _bias_panel(axes[1][0], rows, "variance", colours)
    _bias_panel(axes[1][1], rows, "our variance", colours)
    axes[1][1].set_title("ours: bias of Var[Y], relative, without its sign; 2 errors")
    drawn.legend(
        *axes[0][0].get_legend_handles_labels(), ncols=7, loc="outside upper center", fontsize=8
    )
    return drawn


def _spread_panel(axis: Axes, rows: Sequence[Row], estimator: str, colours: dict[str, str]) -> None:
    for name, colour in colours.items():
        line = [row for row in rows_of(rows, estimator) if row["setting"] == name]
        places = [value(row, "S_Z") for row in line]
        axis.plot(places, [value(row, "spread by formula") for row in line], color=colour)
        seen = [value(row, "relative spread") for row in line]
        axis.plot(places, seen, "o", color=colour, markersize=4, label=name)
    axis.set(xscale="log", yscale="log", ylim=(5e-4, None), xlabel="S_Z, with S_Z S_y = 10,000")
    axis.set_title(f"spread of {'E' if estimator == 'mean' else 'Var'}[Y], relative")


def _bias_panel(axis: Axes, rows: Sequence[Row], estimator: str, colours: dict[str, str]) -> None:
    for name, colour in colours.items():
        line = [row for row in rows_of(rows, estimator) if row["setting"] == name]
        places = [value(row, "S_Z") for row in line]
        if estimator == "variance":
            axis.plot(places, [-value(row, "bias by formula") for row in line], color=colour)
        axis.errorbar(
            places,
            [abs(value(row, "relative bias")) for row in line],
            [2 * value(row, "its error") for row in line],
            fmt="o",
            color=colour,
            markersize=3,
            linewidth=0.7,
        )
    axis.set(xscale="log", yscale="log", ylim=(1e-5, 3), xlabel="S_Z, with S_Z S_y = 10,000")
    axis.set_title("bias of Var[Y], relative, without its sign: formula; simulated, 2 errors")

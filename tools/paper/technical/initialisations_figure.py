"""The figure of the tables of starting points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from lab.figures import panels
from lab.running import Row, number

from technical.initialisations_claims import SIMULATED

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def figure(rows: Sequence[Row]) -> Figure:
    """Draw what is printed, and what is simulated here, relative to the formulas.

    Parameters
    ----------
    rows : sequence of mapping
        Of the table.
    """
    rows = [row for row in rows if row["quantity"] in {"mean", "variance"}]
    drawn, axes = panels(1, 2, width=5.6)
    for axis, quantity in zip(axes[0], ("mean", "variance"), strict=True):
        those = [row for row in rows if row["quantity"] == quantity and row["setting"] in SIMULATED]
        places = np.arange(len(those))
        exact = np.array([number(row, "exact") for row in those])
        printed = np.array([float(str(row["printed"])) for row in those])
        simulated = np.array([number(row, "simulated") for row in those])
        errors = np.array([number(row, "its error") for row in those])
        axis.axhline(0, color="black", linewidth=0.8, label="formula")
        axis.plot(places, 100 * (printed / exact - 1), "D", color="#D55E00", label="printed")
        axis.errorbar(
            places + 0.12, 100 * (simulated / exact - 1), 100 * 2 * errors / exact, fmt="o",
            color="#0072B2", markersize=4, label="simulated here, 2 errors",
        )  # fmt: skip
        axis.set_xticks(places, [str(row["setting"]) for row in those])
        axis.set_title(f"{quantity} of the hierarchical settings")
        axis.set_ylabel("off the formula, %")
    axes[0][0].legend()
    return drawn

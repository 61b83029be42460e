"""What checking returns."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.checking.tails import smallest
from symppm.measure.extras import load
from symppm.measure.frozen import freeze

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

LEVEL: Final = 0.05
_INTERVAL: Final = (0.025, 0.5, 0.975)


@dataclass(frozen=True)
class Check:
    """One statistic of the data beside the same of draws from the model.

    Attributes
    ----------
    name, meaning : str
        What it is.
    observed : float or None
        In the data; None without data.
    predicted : float
        Median of the draws.
    low, high : float
        Between which the middle 95 % of the draws lie.
    p : float or None
        Two-sided p-value over the draws; None without data.
    adjusted : float or None
        The same by Holm's method for all the statistics that were looked at.
    draws : int
        In how many draws the statistic exists.
    """

    name: str
    meaning: str
    observed: float | None
    predicted: float
    low: float
    high: float
    p: float | None
    adjusted: float | None
    draws: int


@dataclass(frozen=True)
class Checks:
    """Prior predictive checks.

    Attributes
    ----------
    model : str
        Name of the model.
    parameters : mapping of str to float
        Hyperparameters and K that were drawn at.
    table : tuple of Check
        One row a statistic.
    shape : tuple of int
        Of what was compared.
    draws : int
        How many matrices were drawn.
    random_seed : int
        Of the draws.
    notes : tuple of str
        What to know when reading the table.
    drawn : mapping of str to ndarray
        Every draw of each statistic, where it exists.
    """

    model: str
    parameters: Mapping[str, float]
    table: tuple[Check, ...]
    shape: tuple[int, ...]
    draws: int
    random_seed: int
    notes: tuple[str, ...]
    drawn: Mapping[str, NDArray[np.float64]] = field(repr=False, compare=False)

    def __post_init__(self) -> None:
        freeze(self, "parameters", "drawn")

    @property
    def surprising(self) -> tuple[Check, ...]:
        """Those whose p-value is below 0.05 after Holm's adjustment, the most surprising first."""
        found = [each for each in self.table if each.adjusted is not None]
        out = [each for each in found if each.adjusted is not None and each.adjusted < LEVEL]
        return tuple(sorted(out, key=lambda each: each.p or 0.0))

    @property
    def can_surprise(self) -> bool:
        """Whether there are draws enough for anything to be surprising."""
        return smallest(self.draws) * len(self.table) < LEVEL

    def __getitem__(self, name: str) -> Check:
        return {each.name: each for each in self.table}[name]

    def __str__(self) -> str:
        from symppm.checking.text import in_text  # noqa: PLC0415 - imports this

        return in_text(self)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON; the draws of each statistic are left out."""
        return {
            "model": self.model,
            "parameters": dict(self.parameters),
            "shape": list(self.shape),
            "draws": self.draws,
            "random_seed": self.random_seed,
            "table": [dict(vars(each)) for each in self.table],
            "surprising": [each.name for each in self.surprising],
            "notes": list(self.notes),
        }

    def to_json(self) -> str:
        """Return the checks as JSON text; every number is finite."""
        return json.dumps(self.to_dict(), indent=2, allow_nan=False, ensure_ascii=False)

    def frame(self) -> pd.DataFrame:
        """Return the table as a data frame of pandas, by the name of the statistic.

        Raises
        ------
        MissingExtraError
            If pandas is not installed.
        """
        pandas = load("pandas", "pandas", "checks as a data frame")
        rows = [vars(each) for each in self.table]
        return pandas.DataFrame(rows).set_index("name").rename_axis("statistic")

    def plot(self, path: str | Path | None = None) -> Figure:
        """Plot every statistic: the draws as a histogram, the data as a line.

        Parameters
        ----------
        path : str or Path, optional
            A file to write too; its ending says which format (.png, .svg, .pdf).

        Returns
        -------
        matplotlib.figure.Figure

        Raises
        ------
        MissingExtraError
            If matplotlib is not installed.
        ParameterError
            If the file cannot be written.
        """
        # Plotting takes longer to load than checking.
        from symppm.plots.histograms import Small, plot_histograms  # noqa: PLC0415

        panels = [
            Small(each.name, self.drawn[each.name], each.observed, each.p,
                  each in self.surprising)
            for each in self.table
        ]  # fmt: skip
        size = " x ".join(f"{n:,}" for n in self.shape)
        title = f"{self.model}: {self.draws:,} prior predictive draws of {size}"
        return plot_histograms(panels, title, path)


def row_of(
    name: str,
    meaning: str,
    observed: float | None,
    drawn: NDArray[np.float64],
    p: float | None,
    adjusted: float | None,
) -> Check:
    """Return one row of the table.

    Parameters
    ----------
    name, meaning, observed, p, adjusted
        As for :class:`Check`.
    drawn : ndarray
        The statistic of every draw that has it; at least one.
    """
    low, middle, high = (float(each) for each in np.quantile(drawn, _INTERVAL))
    return Check(name, meaning, observed, middle, low, high, p, adjusted, drawn.size)

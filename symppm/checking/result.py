"""What checking returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Final

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from symppm.results.documents import Count, Share, require
from symppm.results.frozen import freeze
from symppm.results.result import Plotted

LEVEL: Final = 0.05


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
    p: Share | None
    adjusted: Share | None
    draws: Count

    def _check(self, place: str) -> None:
        between = self.low <= self.predicted <= self.high
        require(between, f"{place}.predicted", self.predicted, "a number from low to high")
        # Without data there is neither; with data there are all three.
        absent = {x is None for x in (self.observed, self.p, self.adjusted)}
        require(len(absent) == 1, place, None, "observed, p and adjusted, or none of them")


@dataclass(frozen=True)
class Checks(Plotted):
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
        Every draw of each statistic, where it exists; empty if read from a document.
    """

    model: str
    parameters: Mapping[str, float]
    table: tuple[Check, ...]
    shape: tuple[Count, ...]
    draws: Annotated[int, Meta(ge=2)]
    random_seed: int
    notes: tuple[str, ...]
    drawn: Mapping[str, NDArray[np.float64]] = field(
        default_factory=dict, repr=False, compare=False
    )

    document_kind: ClassVar[str] = "checks"
    _also: ClassVar[tuple[str, ...]] = ("surprising",)
    _shown_by: ClassVar[str] = "symppm.view.checks"

    def __post_init__(self) -> None:
        freeze(self, "parameters", "drawn")

    @property
    def surprising(self) -> tuple[Check, ...]:
        """Those whose p-value is below 0.05 after Holm's adjustment, the most surprising first."""
        rows = [x for x in self.table if x.adjusted is not None]
        out = [x for x in rows if x.adjusted is not None and x.adjusted < LEVEL]
        return tuple(sorted(out, key=lambda x: x.p or 0.0))

    @property
    def can_surprise(self) -> bool:
        """Whether there are draws enough for anything to be surprising."""
        return smallest(self.draws) * len(self.table) < LEVEL

    def __getitem__(self, name: str) -> Check:
        return {row.name: row for row in self.table}[name]

    def to_dict(self) -> dict[str, Any]:
        """Return a document of plain values, ready for JSON, that :meth:`from_dict` reads.

        The draws of each statistic are left out, so that what is read can be shown, but not
        plotted; the names of those that are surprising are in it.
        """
        return {**super().to_dict(), "surprising": [x.name for x in self.surprising]}

    def _check(self, place: str) -> None:
        require(self.shape, f"{place}.shape", [], "lengths of axes, each at least one")
        names = [x.name for x in self.table]
        once = len(set(names)) == len(names)
        require(once, f"{place}.table", names, "a row for each statistic")
        for n, row in enumerate(self.table):
            what = f"a number from 1 to {self.draws}"
            require(row.draws <= self.draws, f"{place}.table[{n}].draws", row.draws, what)


def smallest(draws: int) -> float:
    """Return the smallest two-sided p-value that so many draws allow."""
    return min(1.0, 2 / (draws + 1))

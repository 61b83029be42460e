"""What checking returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self, cast

import numpy as np
from numpy.typing import NDArray

from symppm.checking.tails import smallest
from symppm.errors import ParameterError
from symppm.results.frozen import freeze
from symppm.results.result import Result
from symppm.results.shown import frame

if TYPE_CHECKING:
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
class Checks(Result):
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

    def _repr_html_(self) -> str:
        from symppm.checking.markup import checks_html  # noqa: PLC0415 - imports this

        return checks_html(self)

    def to_dict(self) -> dict[str, Any]:
        """Return a document of plain values, ready for JSON, that :meth:`from_dict` reads.

        The draws of each statistic are left out, so that what is read can be shown, but not
        plotted.
        """
        from symppm.checking.documents import document_of  # noqa: PLC0415 - imports this

        return document_of(self)

    @classmethod
    def _read(cls, document: Mapping[str, Any]) -> Self:
        from symppm.checking.documents import checks_from  # noqa: PLC0415 - imports this

        return cast("Self", checks_from(document))

    def to_frame(self) -> Any:
        """Return the checks as a table of pandas.

        Returns
        -------
        pandas.DataFrame
            One row a statistic, by name. ``observed`` is that of the data; ``predicted`` the median
            of the draws, and ``low_95`` and ``high_95`` between which 95 % of them lie; ``p`` the
            two-sided p-value and ``adjusted`` the same by Holm's method; ``draws`` in how many the
            statistic exists; ``meaning`` says what it is. Without data there are no ``observed``,
            ``p`` and ``adjusted``.

        Raises
        ------
        MissingExtraError
            If pandas is not installed.
        """
        heads = {
            "observed": "observed", "predicted": "predicted", "low": "low_95", "high": "high_95",
            "p": "p", "adjusted": "adjusted", "draws": "draws", "meaning": "meaning",
        }  # fmt: skip
        columns = {
            head: [getattr(row, name) for row in self.table]
            for name, head in heads.items()
            if all(getattr(row, name) is not None for row in self.table)
        }
        return frame(columns, [row.name for row in self.table], ", or print() the checks")

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
            If the checks were read from a document, in which draws are not, or the file cannot be
            written.
        """
        if any(each.name not in self.drawn for each in self.table):
            raise ParameterError(
                "a plot of checks that were read from a document",
                expected="checks with their draws, which documents leave out",
                do="Check again, with the same random_seed for the same draws.",
            )
        from symppm.checking.text import drawn_in_words  # noqa: PLC0415 - imports this

        # Plotting takes longer to load than checking.
        from symppm.plots.histograms import Small, plot_histograms  # noqa: PLC0415

        panels = [
            Small(each.name, self.drawn[each.name], each.observed, each.p,
                  each in self.surprising)
            for each in self.table
        ]  # fmt: skip
        return plot_histograms(panels, f"{self.model}: {drawn_in_words(self)}", path)


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

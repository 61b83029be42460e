"""Measured statistics as tables: for pandas, and for notebooks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from symppm.extras import load
from symppm.results.markup import block, paragraph, table
from symppm.results.numerals import in_words
from symppm.results.result import Result

LEVEL: Final = 0.95
"""Of the intervals that are shown."""

_MEANINGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "mean": "average entry",
        "variance": "of an entry",
        "cov_row": "covariance of two entries in one row",
        "cov_col": "covariance of two entries in one column",
        "rho_row": "correlation of two entries in one row",
        "rho_col": "correlation of two entries in one column",
        "cycle": "mean product of four entries, of two rows in two columns, effects taken off",
    }
)

Ends = tuple[float, float]


@dataclass(frozen=True)
class Shown:
    """What is shown of measured statistics.

    Attributes
    ----------
    shape : (int, int)
        Rows and columns of the data.
    observed : int
        Number of observed entries.
    values : mapping of str to float
        The statistics, by name.
    interval : callable or None
        From a level to their intervals, if there are any.
    """

    shape: tuple[int, int]
    observed: int
    values: Mapping[str, float]
    interval: Callable[[float], Mapping[str, Ends]] | None


def meaning(name: str) -> str:
    """Return what a statistic is, in one line.

    Parameters
    ----------
    name : str
        Such as ``"rho_row"``.
    """
    kind, _, entries = name.partition("_")
    if kind == "cumulant":
        return f"joint cumulant of the entries {entries.replace('_', ', ')}"
    return _MEANINGS[name]


def frame(columns: Mapping[str, list[Any]], names: list[str], otherwise: str = "") -> Any:
    """Return a table of pandas.

    Parameters
    ----------
    columns : mapping of str to list
        By head.
    names : list of str
        Of the rows.
    otherwise : str
        What else would do, for the message where pandas is missing.

    Raises
    ------
    MissingExtraError
        If pandas is not installed.
    """
    pandas = load("pandas", "pandas", "a summary as a table", otherwise)
    return pandas.DataFrame(dict(columns), index=names)


class Measured(Result):
    """Measured statistics as a table."""

    @abstractmethod
    def _measured(self) -> Shown: ...

    def to_frame(self) -> Any:
        """Return the statistics as a table of pandas.

        Returns
        -------
        pandas.DataFrame
            By name: ``value``; ``low_95`` and ``high_95``, the ends of a 95 % interval, if they
            were measured with intervals; and what each is.

        Raises
        ------
        MissingExtraError
            If pandas is not installed.
        """
        found = self._measured()
        columns: dict[str, list[Any]] = {"value": list(found.values.values())}
        if found.interval is not None:
            spans = found.interval(LEVEL)
            columns["low_95"] = [spans[name][0] for name in found.values]
            columns["high_95"] = [spans[name][1] for name in found.values]
        columns["meaning"] = [meaning(name) for name in found.values]
        return frame(columns, list(found.values))

    def _repr_html_(self) -> str:
        found = self._measured()
        rows, columns = found.shape
        said = f"{rows:,} rows x {columns:,} columns, {found.observed:,} entries observed"
        spans = {} if found.interval is None else found.interval(LEVEL)
        heads = ["", "value", *(["95 % interval"] if spans else []), ""]
        lines = [
            [name, f"{value:.6g}", *([in_words(spans[name])] if spans else []), meaning(name)]
            for name, value in found.values.items()
        ]
        return block(paragraph(said, "Data: "), table(heads, lines, texts=[len(heads) - 1]))

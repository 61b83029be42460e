"""Measured statistics as tables: for pandas, and for notebooks."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from symppm.measure.deletions import STATISTICS
from symppm.measure.extras import load
from symppm.measure.markup import block, paragraph, table

if TYPE_CHECKING:
    from symppm.measure.distinct.types import DistinctStatistics
    from symppm.measure.exact import Statistics

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


def statistics_frame(found: Statistics) -> Any:
    """Return statistics as a table of pandas; see :meth:`Statistics.summary`.

    Parameters
    ----------
    found : Statistics
        With intervals or without.
    """
    values = {name: float(getattr(found, name)) for name in STATISTICS}
    return _frame(values, found.interval(LEVEL) if found.has_intervals else {})


def distinct_frame(found: DistinctStatistics) -> Any:
    """Return statistics as a table of pandas; see :meth:`DistinctStatistics.summary`.

    Parameters
    ----------
    found : DistinctStatistics
        With intervals or without.
    """
    return _frame(found.values, found.interval(LEVEL) if found.spread is not None else {})


def _frame(values: Mapping[str, float], spans: Mapping[str, Ends]) -> Any:
    columns: dict[str, list[Any]] = {"value": list(values.values())}
    if spans:
        columns["low_95"] = [spans[name][0] for name in values]
        columns["high_95"] = [spans[name][1] for name in values]
    columns["meaning"] = [meaning(name) for name in values]
    return frame(columns, list(values))


def statistics_html(found: Statistics) -> str:
    """Return statistics as HTML for a notebook.

    Parameters
    ----------
    found : Statistics
        With intervals or without.
    """
    values = {name: float(getattr(found, name)) for name in STATISTICS}
    return _html(found, values, found.interval(LEVEL) if found.has_intervals else {})


def distinct_html(found: DistinctStatistics) -> str:
    """Return statistics as HTML for a notebook.

    Parameters
    ----------
    found : DistinctStatistics
        With intervals or without.
    """
    spans = found.interval(LEVEL) if found.spread is not None else {}
    return _html(found.statistics, found.values, spans)


def _html(about: Statistics, values: Mapping[str, float], spans: Mapping[str, Ends]) -> str:
    rows, columns = about.shape
    said = f"{rows:,} rows x {columns:,} columns, {about.observed:,} entries observed"
    heads = ["", "value", *(["95 % interval"] if spans else []), ""]
    lines = [
        [name, f"{value:.6g}", *([_span(spans[name])] if spans else []), meaning(name)]
        for name, value in values.items()
    ]
    return block(paragraph(said, "Data: "), table(heads, lines, texts=[len(heads) - 1]))


def _span(ends: Ends) -> str:
    if not all(map(math.isfinite, ends)):
        return "not resolved"
    return f"{ends[0]:.3g} to {ends[1]:.3g}"

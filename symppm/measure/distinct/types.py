"""What is measured on distinct entries of a matrix."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.results.document_arrays import array
from symppm.results.document_types import as_type, number
from symppm.results.documents import checked_head, damaged, headed, part
from symppm.results.frozen import freeze
from symppm.results.shown import Measured, Shown
from symppm.statistics.exposures import ExposedStatistics
from symppm.statistics.jackknife import (
    Spread,
    Table,
    around,
    check_level,
    read_spread,
    spread_document,
    two_way,
)
from symppm.statistics.leaving_out import STATISTICS
from symppm.statistics.moments import Statistics

Vector = NDArray[np.float64]

THIRD_ORDER: Final = (
    "cumulant_ij_ij_ij",
    "cumulant_ij_ij_il",
    "cumulant_ij_ij_tj",
    "cumulant_ij_il_in",
    "cumulant_ij_tj_sj",
    "cumulant_ij_il_tj",
)
DISTINCT: Final = (*STATISTICS, "cycle", *THIRD_ORDER)


@dataclass(frozen=True)
class Cycle:
    """The cycle cumulant of the interaction, and what it is without each row and each column.

    Attributes
    ----------
    value : float
        Estimate of E[Z_ij Z_il Z_tj Z_tl] over different rows and different columns.
    rows, columns : ndarray of float64, shapes (N,) and (M,), or None
        The estimate without each row and without each column, if asked for.
    probe_error : float
        Standard error that random probes add to ``value``; zero where it is exact.
    largest_share : float
        Of the row or column that counts most, or of the entry that is farthest from what its row
        and column make of it, if that counts about as much: by how much the estimate changes
        without it, as a share of the estimate, in absolute value; zero where nothing was left out.
    largest_place : (int or None, int or None)
        Row and column of that entry, from 0; None for the column where a whole row counts most,
        and the other way round.
    """

    value: float
    rows: Vector | None
    columns: Vector | None
    probe_error: float = 0.0
    largest_share: float = 0.0
    largest_place: tuple[int | None, int | None] = (None, None)


@dataclass(frozen=True)
class Third:
    """The six joint cumulants of three entries that hang together, in the order of THIRD_ORDER.

    Attributes
    ----------
    values : ndarray of float64, shape (6,)
        Estimates.
    rows, columns : ndarray of float64, shapes (N, 6) and (M, 6), or None
        Without each row and without each column, if asked for.
    """

    values: Vector
    rows: Table | None
    columns: Table | None


@dataclass(frozen=True)
class DistinctStatistics(Measured):
    """Moments of one matrix, those of distinct entries up to the cycle among them.

    Attributes
    ----------
    statistics : Statistics
        Mean, variance, covariances and correlations.
    values : mapping of str to float
        Every statistic by name, in the order of DISTINCT.
    rows, columns : ndarray of float64, shapes (N, p) and (M, p), or None
        All of them without each row and without each column; NaN where what is left has none.
    probe_error : float
        Standard error that random probes add to the cycle; zero where it is exact.
    largest_share, largest_place
        Of the cycle, as in :class:`Cycle`.
    kept : (Spread, ndarray), optional
        In place of ``rows`` and ``columns``, where these were read from a document: the spread of
        the statistics, in units, and these units.
    """

    statistics: Statistics
    values: Mapping[str, float]
    rows: Table | None
    columns: Table | None
    probe_error: float
    largest_share: float
    largest_place: tuple[int | None, int | None]
    kept: tuple[Spread, Vector] | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        freeze(self, "values")

    @property
    def spread(self) -> Spread | None:
        """Covariance matrix of the statistics, in the order of DISTINCT; None if none is resolved.

        Infinite in the row and the column of a statistic that rests on single rows or columns.
        """
        found = self._in_units()
        if found is None:
            return None
        spread, units = found
        with np.errstate(over="ignore"):
            covariance = spread.covariance * units[:, None] * units
        return Spread(covariance, spread.freedom)

    def _in_units(self) -> tuple[Spread, Vector] | None:
        """Return the spread in units of the largest values, whose squares are numbers, and these.

        Eighth powers of the data, as the variance of the cycle has them, may be none.
        """
        if self.kept is not None:
            return self.kept
        if self.rows is None or self.columns is None:
            return None
        known = np.isfinite(self.rows).all(0) & np.isfinite(self.columns).all(0)
        if not known.any():
            return None
        rows, columns = self.rows[:, known], self.columns[:, known]
        largest = np.maximum(np.abs(rows).max(0), np.abs(columns).max(0))
        units = np.ones(len(DISTINCT))
        units[known] = np.where(largest > 0, largest, 1.0)
        part = two_way(rows / units[known], columns / units[known])
        covariance = np.full((len(DISTINCT), len(DISTINCT)), np.inf)
        covariance[np.ix_(known, known)] = part.covariance
        place = DISTINCT.index("cycle")
        covariance[place, place] += (self.probe_error / units[place]) ** 2
        freedom = np.full(len(DISTINCT), float(min(len(self.rows), len(self.columns)) - 1))
        freedom[known] = part.freedom
        return Spread(covariance, freedom), units

    def interval(self, level: float = 0.95) -> dict[str, tuple[float, float]]:
        """Return two-way jackknife intervals of every statistic, by name.

        Parameters
        ----------
        level : float
            Between 0 and 1.

        Returns
        -------
        dict of str to (float, float)
            Both ends infinite where a statistic does not exist without some row or column.
        """
        check_level(level)
        found = self._in_units()
        if found is None:
            return dict.fromkeys(self.values, (-np.inf, np.inf))
        spread, units = found
        with np.errstate(over="ignore"):
            reach = spread.reach(level) * units
        return {
            name: around(value, float(far), log=False)
            for (name, value), far in zip(self.values.items(), reach, strict=True)
        }

    def to_dict(self) -> dict[str, Any]:
        """Return a document of plain values, ready for JSON, that :meth:`from_dict` reads.

        Intervals can be computed from it. What is left out are the statistics without each row and
        each column.
        """
        found: dict[str, Any] = {
            "values": dict(self.values),
            "probe_error": self.probe_error,
            "largest_share": self.largest_share,
            "largest_place": list(self.largest_place),
            "statistics": self.statistics.to_dict(),
        }
        within = self._in_units()
        if within is not None:
            found["spread"] = {**spread_document(within[0]), "units": within[1].tolist()}
        return headed("distinct statistics", found)

    @classmethod
    def _read(cls, document: Mapping[str, Any]) -> DistinctStatistics:
        place = "distinct statistics"
        fields = checked_head(document, place)
        given = as_type(Mapping[str, float], part(fields, "values", place), f"{place}.values")
        found = fields.get("spread")
        kept = None
        if found is not None:
            spread = read_spread(found, f"{place}.spread", len(DISTINCT))
            units = part(found, "units", place)
            kept = spread, array(units, f"{place}.units", (len(DISTINCT),))
            if not (kept[1] > 0).all():
                raise damaged(f"{place}.units", units, "positive numbers")
        about: Mapping[str, Any] = as_type(
            Mapping[str, Any], part(fields, "statistics", place), f"{place}.statistics"
        )
        exposed = about.get("kind") == ExposedStatistics.document_kind
        places = part(fields, "largest_place", place)
        kind = tuple[int | None, int | None]
        shares: dict[str, float] = {
            name: number(part(fields, name, place), f"{place}.{name}")
            for name in ("probe_error", "largest_share")
        }
        for name, value in shares.items():
            if value < 0:
                raise damaged(f"{place}.{name}", value, "zero or a positive number")
        return cls(
            (ExposedStatistics if exposed else Statistics).from_dict(about),
            {name: part(given, name, f"{place}.values") for name in DISTINCT},
            None,
            None,
            shares["probe_error"],
            shares["largest_share"],
            as_type(kind, places, f"{place}.largest_place"),
            kept,
        )

    def _measured(self) -> Shown:
        about, spans = self.statistics, None if self.spread is None else self.interval
        return Shown(about.shape, about.observed, self.values, spans)

"""The sums of rows and of columns: two GROUP BYs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symppm.measure.tables.facts import Facts
from symppm.measure.tables.lazy import Triples
from symppm.statistics.sums import Margins, with_absent_zeros

Vector = NDArray[np.float64]


def margins_of(triples: Triples, facts: Facts, zeros: str) -> Margins:
    """Let the engine sum rows and columns about the center.

    Parameters
    ----------
    triples : Triples
        The data, free of what :mod:`facts` refuses.
    facts : Facts
        Of the same data.
    zeros : {"observed", "missing"}
        What pairs are that the table leaves out.
    """
    table = about(triples.table, facts.center)
    sums = {"n": table.count(), "r": table.z.sum(), "q": (table.z * table.z).sum()}
    if zeros == "missing":
        other = triples.again()
        counts = other.group_by("j").agg(m=other.count())
        joined = table.join(counts, "j")
        sums = {
            "n": joined.count(),
            "r": joined.z.sum(),
            "q": (joined.z * joined.z).sum(),
            "m": joined.m.sum(),
        }
        rows = triples.ask(joined.group_by("i").agg(**sums).select(*sums))
    else:
        rows = triples.ask(table.group_by("i").agg(**sums).select(*sums))
    columns = triples.ask(
        table.group_by("j").agg(n=table.count(), r=table.z.sum()).select("n", "r")
    )
    found = Margins(
        center=facts.center,
        row_counts=vector(rows, "n").astype(np.int64),
        column_counts=vector(columns, "n").astype(np.int64),
        row_sums=vector(rows, "r"),
        column_sums=vector(columns, "r"),
        squares=float(vector(rows, "q").sum()),
        crossing=0.0,
        minimum=facts.minimum,
        maximum=facts.maximum,
        integral=facts.integral,
    )
    if zeros == "missing":
        return replace(found, crossing=float((vector(rows, "n") * vector(rows, "m")).sum()))
    return with_absent_zeros(_about(found, _mean_with_zeros(found)))


def about(table: Any, center: float) -> Any:
    """Return a table with a further column ``z``, the values less the center.

    Parameters
    ----------
    table : ibis.Table
        With values ``x``.
    center : float
        The center.
    """
    return table.mutate(z=table.x - center)


def vector(answer: Any, name: str) -> Vector:
    """Return a column of an engine's answer.

    Parameters
    ----------
    answer : pyarrow.Table
        The answer.
    name : str
        Of the column.
    """
    values: Vector = answer[name].to_numpy().astype(np.float64)
    return values


def _mean_with_zeros(stored: Margins) -> float:
    """Return about the mean of the matrix in which what is not stored is zero."""
    entries = float(stored.row_counts.size) * stored.column_counts.size
    mean = (float(stored.row_sums.sum()) + stored.observed * stored.center) / entries
    return float(round(mean)) if stored.integral else mean


def _about(stored: Margins, center: float) -> Margins:
    """Move the center of sums.

    The distance is at most of the order of the standard deviation that zeros beside the stored
    entries give the matrix, so that no digits are lost.
    """
    shift = stored.center - center
    return replace(
        stored,
        center=center,
        row_sums=stored.row_sums + stored.row_counts * shift,
        column_sums=stored.column_sums + stored.column_counts * shift,
        squares=stored.squares
        + 2 * shift * float(stored.row_sums.sum())
        + stored.observed * shift**2,
    )

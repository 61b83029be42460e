"""What leaving out a row or a column changes: the sums of the other side, joined and summed again.

The sums are those of :mod:`symppm.statistics.passes`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.measure.tables.lazy import Triples
from symppm.measure.tables.margins import about, vector
from symppm.statistics.leaving_out import Deletions, Line, complete, left_out
from symppm.statistics.sums import Margins

Table = NDArray[np.float64]

_ALL: Final = ("q", "zr", "r", "zn", "n", "nn")
"""Sums over the entries of a line of z^2, z R, R, z n, n, n^2; R and n are of the other side."""


def deletions_of(triples: Triples, margins: Margins, zeros: str) -> Deletions:
    """Estimate everything anew without each row and each column.

    Parameters
    ----------
    triples : Triples
        The data.
    margins : Margins
        Their sums.
    zeros : {"observed", "missing"}
        What pairs are that the table leaves out.

    Returns
    -------
    Deletions
        Rows and columns in the order of their ids.
    """
    if zeros == "missing":
        rows, columns = (_observed(triples, margins.center, *sides) for sides in ("ij", "ji"))
    else:
        rows, columns = _with_zeros(triples, margins)
    return left_out(rows, columns, margins)


def _observed(triples: Triples, center: float, own: str, other: str) -> Line:
    plain = triples.again()
    lines = plain.group_by(own).agg(count=plain.count())
    reached = about(triples.again(), center).join(lines, own)
    # Of every line of the other side: its own sums, and what its entries' lines count together.
    across = reached.group_by(other).agg(
        m=reached.count(), c=reached.z.sum(), k=reached["count"].sum()
    )
    joined = about(triples.table, center).join(across, other)
    z, m, c = joined.z, joined.m.cast("float64"), joined.c
    answer = _in_order(
        triples,
        joined.group_by(own).agg(
            count=joined.count(),
            total=z.sum(),
            far=joined.k.cast("float64").sum(),
            q=(z * z).sum(),
            zr=(z * c).sum(),
            r=c.sum(),
            zn=(z * m).sum(),
            n=m.sum(),
            nn=(m * m).sum(),
        ),
        own,
    )
    crossed = np.stack([vector(answer, name) for name in _ALL], axis=1)
    return Line(vector(answer, "count"), vector(answer, "total"), crossed, vector(answer, "far"))


def _with_zeros(triples: Triples, margins: Margins) -> tuple[Line, Line]:
    sizes = {"i": len(margins.row_sums), "j": len(margins.column_sums)}
    center = margins.center
    total = float(margins.row_sums.sum())
    sums, crossed = [], []
    for own, other in ("ij", "ji"):
        # The sum of a whole line: what is not stored is -center about the center.
        lines = about(triples.again(), center)
        across = lines.group_by(other).agg(
            c=lines.z.sum() - (sizes[own] - lines.count()) * center,
        )
        joined = about(triples.table, center).join(across, other)
        answer = _in_order(
            triples,
            joined.group_by(own).agg(
                count=joined.count(),
                total=joined.z.sum(),
                q=(joined.z * joined.z).sum(),
                zr=(joined.z * joined.c).sum(),
                r=joined.c.sum(),
            ),
            own,
        )
        absent = sizes[other] - vector(answer, "count")
        sums.append(vector(answer, "total") - absent * center)
        filled = np.zeros((sizes[own], len(_ALL)))
        filled[:, 0] = vector(answer, "q") + absent * center**2
        filled[:, 1] = vector(answer, "zr") - center * (total - vector(answer, "r"))
        crossed.append(filled)
    ordered = replace(margins, row_sums=sums[0], column_sums=sums[1])
    return complete(ordered, *crossed)


def _in_order(triples: Triples, query: Any, own: str) -> Any:
    """Return an answer sorted by the ids, here, since engines sort text in different ways."""
    return triples.ask(query).sort_by(own)

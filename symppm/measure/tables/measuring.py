"""Statistics of triples in an engine: the same sums as in memory, found elsewhere."""

from __future__ import annotations

from dataclasses import replace

from symppm.errors import DataError
from symppm.measure.arrays import check_shape
from symppm.measure.tables.crossed import deletions_of
from symppm.measure.tables.facts import facts_of, first_fraction, refuse_duplicates
from symppm.measure.tables.lazy import Triples
from symppm.measure.tables.margins import margins_of
from symppm.measure.values import check_zeros
from symppm.statistics.moments import Statistics, measured
from symppm.statistics.sums import check_varies


def statistics_of(
    triples: Triples, *, zeros: str = "observed", mask: object = None, intervals: bool = False
) -> Statistics:
    """Measure triples where they are; see :func:`symppm.statistics`.

    Parameters
    ----------
    triples : Triples
        The data.
    zeros : {"observed", "missing"}
        What pairs are that the table leaves out: zeros, or not observed.
    mask : None
        Triples take none.
    intervals : bool
        Whether to ask once more, for ``.interval(level)``.

    Raises
    ------
    DataError
        As for a matrix in memory; if pairs occur more than once; or if the engine fails.
    """
    check_zeros(zeros)
    if mask is not None:
        raise DataError(
            "a mask together with a table of triples",
            expected="a mask only for dense data",
            do="Keep exactly the observed entries, zeros included, and pass zeros='missing'.",
        )
    facts = facts_of(triples)
    if triples.duplicates == "error":
        refuse_duplicates(triples)
    margins = margins_of(triples, facts, zeros)
    shape = margins.row_counts.size, margins.column_counts.size
    check_shape(shape)
    check_varies(margins.minimum, margins.maximum, "a table of triples")
    found = measured(shape, margins, lambda: first_fraction(triples))
    if not intervals:
        return found
    return replace(found, deletions=deletions_of(triples, margins, zeros))

"""What is kept of measured statistics in a document: enough for their intervals.

Estimates without each row and each column are as many as the data have rows and columns; what
follows from them, and is kept, is their covariance matrix on the scales on which intervals lie.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from symppm.measure.jackknife import Spread
from symppm.results.document_arrays import array, open_ends
from symppm.results.document_types import as_type
from symppm.results.documents import damaged, part

_LEAST_FREEDOM: Final = 0.5


@dataclass(frozen=True)
class Kept:
    """How far statistics of other rows and columns would lie, as read from a document.

    Attributes
    ----------
    spread : Spread
        Of the statistics.
    scaled : Spread
        On the scales on which their intervals are symmetric.
    """

    spread: Spread
    scaled: Spread

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return {"spread": spread_document(self.spread), "scaled": spread_document(self.scaled)}


def read_kept(document: object, place: str, count: int) -> Kept:
    """Read what :meth:`Kept.to_dict` wrote.

    Parameters
    ----------
    document : object
        From JSON.
    place : str
        Where it is, for messages.
    count : int
        Of statistics.

    Raises
    ------
    DataError
        If it cannot be that.
    """
    values = as_type(Mapping[str, Any], document, place)
    return Kept(*(
        read_spread(part(values, name, place), f"{place}.{name}", count)
        for name in ("spread", "scaled")
    ))  # fmt: skip


def spread_document(spread: Spread) -> dict[str, Any]:
    """Return a spread as plain values; null where a covariance is infinite.

    Parameters
    ----------
    spread : Spread
        Any.
    """
    return {"covariance": open_ends(spread.covariance), "freedom": open_ends(spread.freedom)}


def read_spread(document: object, place: str, count: int) -> Spread:
    """Read what :func:`spread_document` wrote.

    Parameters
    ----------
    document : object
        From JSON.
    place : str
        Where it is, for messages.
    count : int
        Of numbers that vary.

    Raises
    ------
    DataError
        If it cannot be that.
    """
    values = as_type(Mapping[str, Any], document, place)
    covariance = array(
        part(values, "covariance", place), f"{place}.covariance", (count, count), np.inf
    )
    freedom = array(part(values, "freedom", place), f"{place}.freedom", (count,))
    # Satterthwaite's rule gives at least those of one row or column less than there are.
    if (np.diag(covariance) < 0).any() or (freedom < _LEAST_FREEDOM).any():
        raise damaged(place, document, "variances that are not negative, and degrees of freedom")
    return Spread(covariance, freedom)

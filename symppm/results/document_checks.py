"""What no measured statistics can say: so that nothing that is asked of what was read fails."""

from __future__ import annotations

import math
from typing import Protocol

from symppm.results.documents import damaged


class Measured(Protocol):
    """What statistics of a matrix, and of an array, have in common."""

    @property
    def mean(self) -> float:
        """Of one entry."""

    @property
    def variance(self) -> float:
        """Of one entry."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Lengths of the axes."""

    @property
    def observed(self) -> int:
        """Number of observed entries."""

    @property
    def minimum(self) -> float:
        """The smallest."""

    @property
    def maximum(self) -> float:
        """The largest."""

    @property
    def integral(self) -> bool:
        """Whether all are whole."""

    @property
    def first_non_integral(self) -> tuple[int, ...] | tuple[str, ...] | None:
        """Where the first is that is not."""


def check_measured(made: Measured, place: str) -> None:
    """Refuse statistics that no data have.

    Parameters
    ----------
    made : Statistics or ArrayStatistics
        As read, every number finite.
    place : str
        Where they were, for messages.

    Raises
    ------
    DataError
        If so; the message names the field.
    """
    if not made.variance > 0:
        raise damaged(f"{place}.variance", made.variance, "a positive number")
    if not all(length > 1 for length in made.shape):
        raise damaged(f"{place}.shape", list(made.shape), "lengths of at least two")
    if not 1 < made.observed <= math.prod(made.shape):
        raise damaged(
            f"{place}.observed", made.observed, "a number of entries, of an array of that shape"
        )
    if not made.minimum < made.maximum:
        raise damaged(f"{place}.minimum", made.minimum, "a number below the maximum")
    if made.minimum >= 0 and not made.mean > 0:
        raise damaged(f"{place}.mean", made.mean, "a positive number, since no entry is negative")
    if made.integral and made.first_non_integral is not None:
        raise damaged(
            f"{place}.first_non_integral", made.first_non_integral, "null where all are whole"
        )

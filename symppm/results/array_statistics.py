"""What is measured on an array with any number of axes."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from symppm.errors import TargetError, did_you_mean
from symppm.results.document_checks import check_measured
from symppm.results.document_types import as_type, number, rebuilt
from symppm.results.documents import checked_head, damaged, headed, part
from symppm.results.frozen import freeze
from symppm.results.result import Documented

_MOST_AXES: Final = 12
_KIND: Final = "array statistics"

Shared: TypeAlias = tuple[str, ...]
"""The axes that two entries share, in the order of the array's axes."""


@dataclass(frozen=True)
class ArrayStatistics(Documented):
    """What is measured on one array, to be matched by the prior predictive distribution.

    Attributes
    ----------
    axes : tuple of str
        Names of the axes.
    mean, variance : float
        Of one entry.
    covariances, correlations : mapping of tuple of str to float
        Of two entries that share exactly the axes of the key and differ in all others; one for
        every choice of some axes, not all, in the order of ``axes``.
    shape : tuple of int
        Lengths of the axes.
    observed : int
        Number of entries.
    minimum, maximum : float
        Extremes.
    integral : bool
        Whether every entry is a whole number.
    first_non_integral : tuple of int or None
        Indices, from 0, of the first entry in C order that is not whole.
    """

    axes: tuple[str, ...]
    mean: float
    variance: float
    covariances: Mapping[Shared, float]
    correlations: Mapping[Shared, float]
    shape: tuple[int, ...]
    observed: int
    minimum: float
    maximum: float
    integral: bool
    first_non_integral: tuple[int, ...] | None

    def __post_init__(self) -> None:
        freeze(self, "covariances", "correlations")

    def targets(self) -> dict[str, float]:
        """Return all by their names as targets, such as ``mean``, ``rho_row``, ``cov_row_col``."""
        pairs = (("rho", self.correlations), ("cov", self.covariances))
        named = {"_".join((kind, *key)): x for kind, found in pairs for key, x in found.items()}
        return {"mean": self.mean, "variance": self.variance, **named}

    def target(self, name: str) -> float:
        """Return one statistic by its name as a target.

        Raises
        ------
        TargetError
            If there is no such name.
        """
        known = self.targets()
        if name not in known:
            raise TargetError(
                f"no statistic of an array along {', '.join(self.axes)} is named {name!r}",
                expected="mean, variance, or rho or cov of the axes that two entries share",
                do=did_you_mean(name, known),
            )
        return known[name]

    def to_dict(self) -> dict[str, Any]:
        """Return a document of plain values, ready for JSON, that :meth:`from_dict` reads."""
        place = self.first_non_integral
        values = {
            **self.targets(), "axes": list(self.axes), "shape": list(self.shape),
            "observed": self.observed, "minimum": self.minimum, "maximum": self.maximum,
            "integral": self.integral, "first_non_integral": None if place is None else list(place),
        }  # fmt: skip
        return headed(_KIND, values)

    @classmethod
    def _read(cls, document: Mapping[str, Any]) -> ArrayStatistics:
        values = checked_head(document, _KIND)
        axes: tuple[str, ...] = as_type(
            tuple[str, ...], part(values, "axes", _KIND), f"{_KIND}.axes"
        )
        if not 0 < len(axes) <= _MOST_AXES:
            raise damaged(f"{_KIND}.axes", values["axes"], f"1 to {_MOST_AXES} axes")
        covariances, correlations = (
            {
                shared: number(part(values, name, _KIND), f"{_KIND}.{name}")
                for shared in choices_of(axes)[1:-1]
                for name in ("_".join((kind, *shared)),)
            }
            for kind in ("cov", "rho")
        )
        read: ArrayStatistics = rebuilt(
            cls, values, _KIND, covariances=covariances, correlations=correlations
        )
        if len(read.shape) != len(axes):
            raise damaged(f"{_KIND}.shape", list(read.shape), f"a list of {len(axes)}")
        if len(set(axes)) != len(axes):
            raise damaged(f"{_KIND}.axes", list(axes), "different names")
        check_measured(read, _KIND)
        return read


def choices_of(axes: Shared) -> list[Shared]:
    """Return all choices of axes, from none to all."""
    return [some for size in range(len(axes) + 1) for some in itertools.combinations(axes, size)]

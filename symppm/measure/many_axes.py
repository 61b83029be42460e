"""Mean, variance and correlations of the entries of an array with any number of axes."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symppm.errors import DataError, NotBuiltError, TargetError, did_you_mean
from symppm.measure.array_reading import read_array
from symppm.results.document_checks import check_measured
from symppm.results.document_types import as_type, number, rebuilt
from symppm.results.documents import checked_head, damaged, headed, part
from symppm.results.frozen import freeze
from symppm.results.result import Documented
from symppm.statistics.sums import check_varies, no_variance, too_large

_MOST_AXES: Final = 12

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
    covariances : mapping of tuple of str to float
        Of two entries that share exactly the axes of the key and differ in all others; one for
        every choice of some axes, not all, in the order of ``axes``.
    correlations : mapping of tuple of str to float
        The same over the variance.
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
        """Return every statistic by its name as a target: ``mean``, ``rho_row``, ``cov_row_col``.

        Returns
        -------
        dict of str to float
            Mean, variance, correlations, covariances; the axes of a pair are joined by ``_``.
        """
        return {
            "mean": self.mean,
            "variance": self.variance,
            **{"_".join(("rho", *shared)): value for shared, value in self.correlations.items()},
            **{"_".join(("cov", *shared)): value for shared, value in self.covariances.items()},
        }

    def target(self, name: str) -> float:
        """Return one statistic by its name as a target.

        Parameters
        ----------
        name : str
            One of the names in :meth:`targets`.

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
        found = {
            **self.targets(),
            "axes": list(self.axes),
            "shape": list(self.shape),
            "observed": self.observed,
            "minimum": self.minimum,
            "maximum": self.maximum,
            "integral": self.integral,
            "first_non_integral": None if place is None else list(place),
        }
        return headed("array statistics", found)

    @classmethod
    def _read(cls, document: Mapping[str, Any]) -> ArrayStatistics:
        values = checked_head(document, "array statistics")
        place = "array statistics"
        axes: tuple[str, ...] = as_type(
            tuple[str, ...], part(values, "axes", place), f"{place}.axes"
        )
        if not 0 < len(axes) <= _MOST_AXES:
            raise damaged(f"{place}.axes", values["axes"], f"1 to {_MOST_AXES} axes")
        pairs = {
            kind: {
                shared: number(part(values, name, place), f"{place}.{name}")
                for count in range(1, len(axes))
                for shared in itertools.combinations(axes, count)
                for name in ("_".join((kind, *shared)),)
            }
            for kind in ("cov", "rho")
        }
        read: ArrayStatistics = rebuilt(
            cls, values, place, covariances=pairs["cov"], correlations=pairs["rho"]
        )
        if len(read.shape) != len(axes):
            raise damaged(f"{place}.shape", list(read.shape), f"a list of {len(axes)}")
        if len(set(axes)) != len(axes):
            raise damaged(f"{place}.axes", list(axes), "different names")
        check_measured(read, place)
        return read


def array_statistics(
    data: ArrayLike,
    axes: tuple[str, ...],
    *,
    zeros: str = "observed",
    mask: ArrayLike | None = None,
) -> ArrayStatistics:
    """Measure mean, variance and all correlations of an array, exactly over all pairs of entries.

    The estimators are unbiased for the moments of any distribution in which the indices of every
    axis are exchangeable and entries that share no index are independent. The variance is the mean
    square less the mean product of two entries that share nothing; the covariance for some axes is
    the mean product of the pairs that share exactly these, less the same. Adding a constant to the
    data changes nothing but the mean. Unbiased estimates of a correlation near 1 can exceed 1.

    Parameters
    ----------
    data : array_like, one axis for each of ``axes``
        Complete: an entry that is not observed is refused. Never changed; a copy in float64 is made
        about the mean.
    axes : tuple of str
        Names of the axes, such as ``("row", "col", "slice")``.
    zeros : {"observed", "missing"}
        Whether zeros are data.
    mask : array_like of bool, the shape of ``data``, optional
        True where an entry is observed.

    Returns
    -------
    ArrayStatistics
        In the units of the data (variance and covariances in their square).

    Raises
    ------
    DataError
        If the data are no array of finite real numbers with these axes and at least two entries
        along each, do not vary, or have an estimated variance that is not positive; or if ``axes``,
        ``zeros`` or ``mask`` is wrong.
    NotBuiltError
        If an entry is not observed, or the data are sparse. :func:`symppm.measure.statistics` takes
        such data with two axes.

    Notes
    -----
    One pass over the data for each of the 2**d choices of axes, d being their number. The sum of
    products over the pairs that share at least some axes is the sum of squares of the sums over the
    others; over those that share exactly these, inclusion and exclusion (Moebius inversion on the
    sets of axes, as in :mod:`symppm.laws.pairs`). The paper's pairs (Algorithm 1 of da Silva et
    al., JMLR 24(67), 2023) are the case of two axes.
    """
    _check_axes(axes)
    values = _read(data, axes, zeros, mask)
    _check_finite(values, axes)
    minimum, maximum = float(values.min()), float(values.max())
    check_varies(minimum, maximum, "an array")
    mean, mean_products = _mean_products(values)
    nothing = mean_products.pop(())
    everything = tuple(range(values.ndim))
    variance = mean_products.pop(everything) - nothing
    if not variance > 0:
        raise no_variance("array; here entries that share no index")
    covariances = {
        tuple(axes[n] for n in shared): product - nothing
        for shared, product in mean_products.items()
    }
    place = _first(values != np.floor(values)) if values.dtype.kind == "f" else None
    return ArrayStatistics(
        axes=axes,
        mean=mean,
        variance=variance,
        covariances=dict(covariances),
        correlations={key: c / variance for key, c in covariances.items()},
        shape=values.shape,
        observed=values.size,
        minimum=minimum,
        maximum=maximum,
        integral=place is None,
        first_non_integral=place,
    )


def _mean_products(values: NDArray[Any]) -> tuple[float, dict[tuple[int, ...], float]]:
    """Return the mean, and mean products about it by the numbers of the axes that pairs share."""
    center = float(values.mean(dtype=np.float64))
    centred = values.astype(np.float64)
    centred -= center
    shape, everything = values.shape, frozenset(range(values.ndim))
    at_least = {}
    for shared in _choices(values.ndim):
        sums = centred.sum(axis=tuple(everything.difference(shared)))
        at_least[shared] = float(np.square(sums).sum())
    means = {}
    for shared in at_least:
        wider = (other for other in at_least if set(other).issuperset(shared))
        total = sum((-1) ** (len(other) - len(shared)) * at_least[other] for other in wider)
        partners = prod(shape[n] - 1 for n in everything.difference(shared))
        means[shared] = total / (float(values.size) * partners)
    return center + float(centred.mean()), means


def _choices(axes: int) -> Iterator[tuple[int, ...]]:
    for size in range(axes + 1):
        yield from itertools.combinations(range(axes), size)


def _check_axes(axes: object) -> None:
    if (
        not isinstance(axes, tuple)
        or not axes
        or not all(isinstance(axis, str) and axis for axis in axes)
        or len(set(axes)) != len(axes)
    ):
        raise DataError(
            f"axes={axes!r}",
            expected="a tuple of different names, one for each axis",
            do='Write, for example, axes=("row", "col", "slice").',
        )


def _read(
    data: ArrayLike, axes: tuple[str, ...], zeros: str, mask: ArrayLike | None
) -> NDArray[Any]:
    values, gaps = read_array(data, axes, zeros, mask)
    if gaps.any():
        raise NotBuiltError(
            f"an array along {', '.join(axes)} with {int(gaps.sum()):,} entries that are not "
            "observed",
            expected="a complete array; gaps are built for matrices only",
            do="Measure one complete part of the array, or one matrix of it with its mask.",
        )
    return values


def _check_finite(values: NDArray[Any], axes: tuple[str, ...]) -> None:
    # Sums of squares about the mean are at most four times this, summed.
    with np.errstate(over="ignore", invalid="ignore"):
        largest = float(np.abs(values.astype(np.float64, copy=False)).max())
        fits = bool(np.isfinite(4 * largest * largest * float(values.size) ** 2))
    if fits:
        return
    place = _first(~np.isfinite(values))
    if place is None:
        raise too_large()
    where = ", ".join(f"{axis} {n + 1}" for axis, n in zip(axes, place, strict=True))
    raise DataError(
        f"{values[place]} at {where}",
        expected="finite numbers everywhere",
        do="Correct the entry; gaps are built for matrices only.",
    )


def _first(wrong: NDArray[np.bool_]) -> tuple[int, ...] | None:
    """Return the first place in C order that is True."""
    if not wrong.any():
        return None
    return tuple(int(n) for n in np.unravel_index(int(wrong.argmax()), wrong.shape))

"""The data that are compared with draws: all of them, or rows and columns at random."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.matrix import BlockMatrix, SparseMatrix, read, read_array
from symppm.data.triples import Triples
from symppm.errors import DataError
from symppm.matching.result import Match
from symppm.statistics.parts import part_of
from symppm.statistics.sums import finite_margins

Array = NDArray[Any]
Block = tuple[Array, NDArray[np.bool_] | None]
Places = tuple[NDArray[np.intp], ...]

_SHORTEST: Final = 50
_SAME: Final = 1e-9


@dataclass(frozen=True)
class Whole:
    """Data as a whole."""

    shape: tuple[int, ...]
    observed: int
    mean: float
    minimum: float
    maximum: float
    integral: bool


def whole_array(values: NDArray[Any], observed: NDArray[np.bool_] | None) -> Whole:
    """Look through an array."""
    entries = values.ravel() if observed is None else values[observed]
    if not entries.size:
        raise DataError(
            "data of which nothing is observed",
            expected="entries to compare with draws",
            do="Check which are said to be observed, or write zeros='observed'.",
        )
    if not np.isfinite(entries).all():
        raise DataError(
            "data with entries that are not finite",
            expected="finite numbers wherever the data are observed",
            do="Pass mask=~np.isnan(data), for example, if missing entries are NaN.",
        )
    return Whole(
        values.shape, entries.size, float(entries.mean(dtype=np.float64)), float(entries.min()),
        float(entries.max()), bool((entries == np.floor(entries)).all()),
    )  # fmt: skip


def were_matched(whole: Whole, match: Match) -> bool:
    """Return whether data are, as far as can be seen, those that were matched."""
    matched = match.statistics
    if matched is None:
        return False
    same = (whole.shape, whole.observed) == (tuple(matched.shape), matched.observed)
    ends = (whole.minimum, whole.maximum) == (matched.minimum, matched.maximum)
    # Where there are known exposures, the mean that was measured is of what was divided by them.
    mean = bool(match.spec.exposures or match.given.exposures) or math.isclose(
        whole.mean, matched.mean, rel_tol=_SAME, abs_tol=_SAME * math.sqrt(matched.variance)
    )
    return same and ends and mean


@dataclass(frozen=True)
class Part:
    """Some or all of the data."""

    values: Any
    observed: NDArray[np.bool_] | None
    stored: bool
    places: Places
    whole: Whole

    @property
    def shape(self) -> tuple[int, ...]:
        """Lengths of its axes."""
        return tuple(x.size for x in self.places)

    def blocks(self, rows: int) -> Iterator[Block]:
        """Yield values and what of them is observed, so many rows at a time."""
        for start in range(0, self.shape[0], rows):
            block = self.values[start : start + rows]
            dense = block if isinstance(block, np.ndarray) else block.toarray()
            yield dense, self.observed_in(start, start + rows)

    def observed_in(self, start: int, stop: int) -> NDArray[np.bool_] | None:
        """Return what of some rows is observed; None if all of the data are."""
        if not self.stored:
            return None if self.observed is None else self.observed[start:stop]
        pattern = self.values[start:stop].astype(bool)
        pattern.data = np.ones(pattern.nnz, dtype=bool)
        return np.asarray(pattern.toarray())


def read_part(
    data: Any,
    axes: Sequence[str],
    zeros: str,
    mask: Any,
    entries: int | None,
    generator: np.random.Generator,
) -> Part:
    """Read data, and take rows and columns at random where they are many."""
    if isinstance(data, Triples):
        raise DataError(
            "a table that is summed where it is",
            expected="a matrix in memory, or a mapped file, to compare with draws",
            do='Read it into memory (engine="memory").',
        )
    if len(axes) == 2:
        matrix = read(data, zeros, mask)
        sums = finite_margins(matrix)
        whole = Whole(
            matrix.shape, sums.observed, sums.origin + sums.mean, sums.minimum, sums.maximum,
            sums.integral,
        )  # fmt: skip
        places = _places(matrix.shape, entries, generator)
        if isinstance(matrix, BlockMatrix) or tuple(x.size for x in places) != matrix.shape:
            matrix = part_of(matrix, *places)
        if isinstance(matrix, SparseMatrix):
            return Part(matrix.stored.tocsr(), None, not matrix.absent_observed, places, whole)
        return Part(matrix.values, matrix.observed, False, places, whole)
    values, missing = read_array(data, tuple(axes), zeros, mask)
    observed = None if not missing.any() else ~missing
    summary = whole_array(values, observed)
    places = _places(values.shape, entries, generator)
    index = np.ix_(*places)
    return Part(
        values[index], None if observed is None else observed[index], False, places, summary
    )


def stand_in(shape: tuple[int, ...], entries: int | None, generator: np.random.Generator) -> Part:
    """Return a part of which only the shape is looked at: zeros, which take no memory."""
    places = _places(shape, entries, generator)
    zeros = np.broadcast_to(np.int64(0), tuple(x.size for x in places))
    return Part(zeros, None, False, places, Whole(shape, math.prod(shape), 0.0, 0.0, 0.0, True))


def _places(shape: Sequence[int], entries: int | None, generator: np.random.Generator) -> Places:
    """Return indices along each axis: all, or in proportion so many that they make the entries."""
    lengths = list(shape)
    if entries is not None and math.prod(shape) > entries:
        shortest = min(_SHORTEST, int(entries ** (1 / len(shape))))
        # Short axes stay whole, and the rest shrink by one factor.
        for _ in shape:
            factor = (entries / math.prod(lengths)) ** (1 / len(shape))
            lengths = [max(min(n, shortest), int(n * factor)) for n in lengths]
    return tuple(
        np.arange(n) if m == n else np.sort(generator.choice(n, m, replace=False))
        for n, m in zip(shape, lengths, strict=True)
    )

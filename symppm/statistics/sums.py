"""From a matrix to the sums that every estimator is a function of."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.forms import first
from symppm.data.matrix import BlockMatrix, DenseMatrix, Matrix, SparseMatrix, WholeMatrix
from symppm.errors import DataError
from symppm.statistics import Vector
from symppm.statistics.passes import block_lines, blocks_of, is_complete, swept, swept_ones

_WHOLE: Final = 2**52
_FAR: Final = 100.0  # squared distance of a center from the mean, to the variance: two digits
_LEAST_SQUARE: Final = 1e-291  # what counts beside such squares comes near the smallest numbers


@dataclass(frozen=True)
class Margins:
    """Sums of what is observed less an origin, of whole numbers that float64 rounds, and a center.

    ``crossing`` sums (entries in its row) x (entries in its column) over the entries.
    """

    center: float
    row_counts: NDArray[np.int64]
    column_counts: NDArray[np.int64]
    row_sums: Vector
    column_sums: Vector
    squares: float
    crossing: float
    minimum: float
    maximum: float
    integral: bool
    origin: int = 0

    @property
    def observed(self) -> int:
        """Number of observed entries."""
        return int(self.row_counts.sum())

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.row_counts.size, self.column_counts.size

    @property
    def complete(self) -> bool:
        """Whether every entry is observed."""
        return self.observed == math.prod(self.shape)

    @property
    def mean(self) -> float:
        """The mean of what is observed, less the origin."""
        return self.center + float(self.row_sums.sum()) / self.observed

    def powers(self) -> tuple[float, ...]:
        """Return sums in the order of the generated kernels: of products, then of counts' cubes."""
        n, m = self.row_counts.astype(np.float64), self.column_counts.astype(np.float64)
        r, c = self.row_sums, self.column_sums
        # Not BLAS: its threads cost more than these short sums, and its order depends on them.
        products = n, n * n, m * m, r, n * r, m * c, r * r, c * c, n * n * n, m * m * m
        *first, rows, columns = (x.sum().item() for x in products)
        return (*first, self.squares, rows, self.crossing, columns)

    def about(self, center: float) -> Margins:
        """Return the same about another center."""
        shift = self.center - center
        if shift == 0:
            return self
        total, count = float(self.column_sums.sum()), float(self.column_counts.sum())
        return replace(
            self,
            center=center,
            row_sums=self.row_sums + self.row_counts * shift,
            column_sums=self.column_sums + self.column_counts * shift,
            squares=self.squares + shift * (2 * total + shift * count),
        )


def margins_of(matrix: Matrix) -> Margins:
    """Sum a matrix in a pass; in two if its mean was far off, or float64 does not hold all digits.

    What is not finite spoils the sums.
    """
    blocks = blocks_of(matrix)
    margins = _summed(blocks)
    count = max(1, margins.observed)
    shift = float(margins.row_sums.sum()) / count
    if matrix.dtype.kind in "iu" and abs(margins.center + shift) > _WHOLE:
        origin = int(margins.center + shift)
        margins = _summed(blocks, origin=origin)
        low, high = (origin + int(extreme) for extreme in (margins.minimum, margins.maximum))
        margins = replace(margins, minimum=low, maximum=high, origin=origin)
    elif np.isfinite(shift) and shift * shift > _FAR * (margins.squares / count - shift * shift):
        mean = margins.center + shift
        margins = _summed(blocks, float(np.rint(mean)) if margins.integral else mean)
    return transposed(margins) if blocks.by_columns else margins


def transposed(margins: Margins) -> Margins:
    """Return the sums of the transposed matrix."""
    return replace(
        margins,
        row_counts=margins.column_counts,
        column_counts=margins.row_counts,
        row_sums=margins.column_sums,
        column_sums=margins.row_sums,
    )


def with_absent_zeros(stored: Margins) -> Margins:
    """Return the sums with entries that are not stored: zeros, -center about the center."""
    (rows, columns), center = stored.shape, stored.center
    absent = rows * columns - stored.observed
    return replace(
        stored,
        row_counts=np.full(rows, columns),
        column_counts=np.full(columns, rows),
        row_sums=stored.row_sums - (columns - stored.row_counts) * center,
        column_sums=stored.column_sums - (rows - stored.column_counts) * center,
        squares=stored.squares + absent * (center * center),
        crossing=float(rows * columns) ** 2,
        minimum=min(stored.minimum, 0.0) if absent else stored.minimum,
        maximum=max(stored.maximum, 0.0) if absent else stored.maximum,
    )


def finite_margins(matrix: Matrix) -> Margins:
    """Sum a matrix in one pass, and refuse to if nothing is observed, or it cannot be squared."""
    # Infinite and undefined values travel through the sums and are reported below.
    with np.errstate(all="ignore"):
        margins = margins_of(matrix)
        finite = np.isfinite(margins.squares) and np.isfinite(margins.squares * margins.observed)
    if margins.observed == 0:
        raise DataError(
            "a matrix without a single observed entry",
            expected="observed entries",
            do="Write zeros='observed' if all are zero; a mask is True where one is observed.",
        )
    if not finite:
        raise _not_finite(matrix)
    return margins


def checked_margins(matrix: Matrix) -> Margins:
    """Do as :func:`finite_margins`, and refuse values that do not vary, or hardly."""
    margins = finite_margins(matrix)
    check_varies(margins.minimum, margins.maximum)
    if margins.squares < margins.observed * _LEAST_SQUARE:
        raise DataError(
            "values so close to each other that the squares of their distances lose their digits",
            expected="distances whose squares double precision holds",
            do="Multiply the data by a constant first; correlations do not change.",
        )
    return margins


def check_varies(minimum: float, maximum: float, what: str = "a matrix") -> None:
    """Refuse values that are all equal, of data called ``what`` with its article."""
    if minimum == maximum:
        raise DataError(
            f"{what} of zeros" if minimum == 0 else f"{what} whose values are all {minimum:g}",
            expected="values that vary: correlations divide by the variance",
            do="Check how the data were read; constant data have no factors to count.",
        )


def no_variance(larger: str) -> DataError:
    """Return the error for an estimated variance that is not positive, for want of what."""
    return DataError(
        "entries whose estimated variance is not positive",
        expected="a positive variance: correlations divide by it",
        do=f"Give a larger {larger} vary together too much.",
    )


def too_large() -> DataError:
    """Return the error for values whose squares overflow."""
    return DataError(
        "values so large that their squares overflow",
        expected="values whose squares can be summed in double precision",
        do="Divide the data by a constant first; correlations do not change.",
    )


def _summed(matrix: BlockMatrix, center: float | None = None, origin: int = 0) -> Margins:
    """Sum a matrix that comes in blocks of rows, or of columns taken for rows."""
    rows, columns = matrix.shape[::-1] if matrix.by_columns else matrix.shape
    row_sums, row_counts, read, squares = np.zeros(rows), np.zeros(rows, np.int64), 0, 0.0
    across, facts, ones = np.zeros((3, columns)), [(np.inf, -np.inf, 1.0)], [np.ones(columns)]
    for block in matrix.blocks():
        by_columns, fill = matrix.by_columns, bool(center)
        for lines in block_lines(block, origin, by_columns=by_columns, fill=fill):
            height, length = lines.shape
            at = slice(read, read := read + height)
            if length != columns or read > rows:
                raise _no_matrix(matrix)
            center = _center(lines) if center is None else center
            counts = _counts(lines)
            sums = swept(lines, center or 0.0, ones, [np.ones(height)], look=True)
            row_sums[at], row_counts[at] = sums.along[0], counts
            squares += float(sums.along[1].sum())
            across[0] += sums.across[0]
            across[1:] += swept_ones(lines, ones * 2, [np.ones(height), counts])[1]
            if counts.any():
                facts += map(tuple, sums.facts.tolist())
            if isinstance(lines, SparseMatrix) and lines.absent_observed:
                facts += [(0.0, 0.0, 1.0)] * (lines.size < height * columns)
    if read != rows:
        raise _no_matrix(matrix)
    low, high, integral = zip(*facts, strict=True)
    column_sums, column_counts, partners = across
    return Margins(
        center or 0.0, row_counts, column_counts.astype(np.int64), row_sums, column_sums,
        squares, float((column_counts * partners).sum()), min(low), max(high), all(integral),
    )  # fmt: skip


def _counts(lines: WholeMatrix) -> NDArray[np.int64]:
    """Return how many entries of each line are observed."""
    height, length = lines.shape
    if is_complete(lines):
        return np.full(height, length)
    if isinstance(lines, SparseMatrix):
        return np.asarray(np.diff(lines.stored.indptr))
    return np.asarray(np.count_nonzero(np.asarray(lines.observed), axis=1))


def _center(lines: WholeMatrix) -> float | None:
    """Return a value that is observed, zero where zeros are not stored; None if nothing is."""
    if isinstance(lines, SparseMatrix):
        if lines.absent_observed:
            return 0.0
        lines = DenseMatrix(lines.stored.data)
    values, observed = lines.values, lines.observed
    place = 0 if observed is None else int(observed.argmax())
    if not values.size or (observed is not None and not observed.flat[place]):
        return None
    # Whole numbers about a whole number are summed without any rounding.
    value = float(values.flat[place])
    return value if np.isfinite(value) else 0.0


def _no_matrix(matrix: BlockMatrix) -> DataError:
    return DataError(
        f"blocks that are no matrix of shape {matrix.shape} together",
        expected="successive blocks of its rows, or of its columns, from the first to the last",
        do="Give the shape of the whole matrix, and a function that yields anew at each call.",
    )


def _not_finite(matrix: Matrix) -> DataError:
    entry = first(matrix, lambda values: ~np.isfinite(values))
    if entry is None:
        return too_large()
    row, column, value = entry
    return DataError(
        f"{value} at row {row + 1}, column {column + 1}",
        expected="finite numbers wherever the matrix is observed",
        do="Correct the entry. NaN is a missing entry with --blanks missing (blanks='missing'); in "
        "Python, mask=np.isfinite(data) leaves infinite entries out too."
        if isinstance(matrix, DenseMatrix)
        else "Remove the entry, or correct it, before measuring.",
    )

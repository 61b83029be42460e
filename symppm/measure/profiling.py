"""Passes over a matrix for what findings need: power sums of lines, and what each adds to others.

A *line* is a row, or a column where memory runs along columns; lines across it are the *others*.
Values are taken about the mean of the observed entries. A part of a matrix has its own tables, so
that results do not depend on the number of threads.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import compiled_kernel, data_kernel
from symppm.measure.sources import Dense, Masked, Source, Stored, Strip, strips

Table = NDArray[np.float64]

POWERS: Final = 6
"""Of a line: observed entries, zeros among them, sums of values, of squares and of cubes, and of a
base to the power of every entry."""
ADDED: Final = 3
"""What a line adds to the lines across it: see :class:`Crossing`."""


class Powers(NamedTuple):
    """What the first pass fills in, from zeros."""

    lines: Table
    """Shape (lines, POWERS)."""
    others: Table
    """Shape (others, POWERS)."""
    largest: Table
    """The largest squares so far, about the mean, largest first; of equal ones the first found."""
    places: NDArray[np.int64]
    """Where they are: line and other line."""


class Crossing(NamedTuple):
    """What the second pass needs and fills in.

    An entry z of a line with n entries takes part in 3 z ((S - z)^2 - (Q - z^2)) of the line's sum
    over distinct triples of the product of the three, S and Q being the line's sums of values and
    of squares, and in 3 (n - 1) (n - 2) such triples. These two, and the logarithm of n, are summed
    over the entries of every line across.
    """

    lines: Table
    """Power sums and, last, the logarithm of the number of entries, shape (lines, POWERS + 1)."""
    others: Table
    """The same of the others, shape (others, POWERS + 1)."""
    to_others: Table
    """What every line adds to its others, shape (lines, ADDED), filled in from zeros."""
    to_lines: Table
    """What every other line adds to the lines, shape (others, ADDED), filled in from zeros."""


def _sum_all(source: Source, about: Any, powers: Powers) -> None:
    """Sum the lines of any part by NumPy."""
    mean, base = about
    for strip in strips(source, len(powers.others)):
        z = strip.about(mean)
        square = z * z
        raised = np.where(strip.seen, base**strip.values, 0.0)
        terms = (strip.seen, strip.values == 0.0, z, square, square * z, raised)
        for k, term in enumerate(terms):
            table = strip.matrix(term.astype(np.float64, copy=False))
            powers.lines[strip.rows, k] = table.sum(axis=1)
            powers.others[:, k] += table.sum(axis=0)
        _note_largest(strip, square, powers)


def _note_largest(strip: Strip, square: Table, powers: Powers) -> None:
    """Keep the largest squares of a strip, as :func:`_note` does of one entry."""
    found = np.where(strip.seen, square, -1.0).ravel()
    many = powers.largest.size
    at = np.flatnonzero(found > powers.largest[-1])
    if at.size > many:
        at = at[found[at] >= np.partition(found[at], -many)[-many]]
    squares = np.concatenate([powers.largest, found[at]])
    lines, others = (np.broadcast_to(each, square.shape).flat[at] for each in (strip.i, strip.j))
    places = np.concatenate([powers.places, np.stack([strip.rows.start + lines, others], axis=1)])
    first = np.argsort(-squares, kind="stable")[:many]
    powers.largest[:], powers.places[:] = squares[first], places[first]


def _cross_all(source: Source, means: Any, crossing: Crossing) -> None:
    """Cross the lines of any part by NumPy."""
    mean, blank, instead_of_blank = means
    of_lines, of_others = (
        _besides(sums, blank, instead_of_blank) for sums in (crossing.lines, crossing.others)
    )
    for strip in strips(source, len(crossing.others)):
        z = strip.about(mean)
        seen = strip.matrix(strip.seen.astype(np.float64))
        to = crossing.to_others[strip.rows]
        to += seen @ of_others
        to[:, 0] += strip.matrix(_triples(crossing.others, strip.j, z)).sum(axis=1)
        to = crossing.to_lines
        to += seen.T @ of_lines[strip.rows]
        to[:, 0] += strip.matrix(_triples(crossing.lines[strip.rows], strip.i, z)).sum(axis=0)


def _besides(sums: Table, blank: float, instead_of_blank: bool) -> Table:
    """Return what an entry of any value adds, less what a blank does if it is instead of one."""
    found = added(sums, blank)
    if instead_of_blank:
        found[:, 0] *= -1.0
        found[:, 1:] = 0.0
    else:
        found[:, 0] = 0.0
    return found


def _triples(sums: Table, at: Any, z: Any) -> Table:
    """Return the part that entries have in the triples of their lines."""
    total, squares = sums[:, 2][at] - z, sums[:, 3][at] - z * z
    return np.asarray(3.0 * z * (total * total - squares))


def added(sums: Table, z: float) -> Table:
    """Return what an entry has in common with each of its lines, were there one in every line.

    Parameters
    ----------
    sums : ndarray, shape (lines, POWERS + 1)
        As in :class:`Crossing`.
    z : float
        The entry, about the mean.

    Returns
    -------
    ndarray, shape (lines, ADDED)
        The three that :class:`Crossing` names.
    """
    rest = sums[:, 0] - 1.0
    triples = _triples(sums, slice(None), z)
    return np.column_stack([triples, 3.0 * rest * (rest - 1.0), sums[:, 6]])


@compiled_kernel
def _note(square: float, line: int, other: int, powers: Powers) -> None:
    """Keep a square among the largest, after those that are not smaller."""
    k = powers.largest.size - 1
    while k > 0 and powers.largest[k - 1] < square:
        powers.largest[k] = powers.largest[k - 1]
        powers.places[k] = powers.places[k - 1]
        k -= 1
    powers.largest[k] = square
    powers.places[k, 0] = line
    powers.places[k, 1] = other


@compiled_kernel
def _sum_line(line: int, count: int, places: Any, values: Any, about: Any, powers: Powers) -> None:
    """Add the observed entries of one line: the first ``count`` of ``values``, at ``places``."""
    mean, base = about
    zeros = 0
    total = squares = cubes = raised = 0.0
    others = powers.others
    for k in range(count):
        value = float(values[k])
        other = places[k]
        z = value - mean
        square = z * z
        zero = value == 0.0
        zeros += zero
        total += z
        squares += square
        cubes += square * z
        power = base**value
        raised += power
        others[other, 0] += 1.0
        others[other, 1] += zero
        others[other, 2] += z
        others[other, 3] += square
        others[other, 4] += square * z
        others[other, 5] += power
        if square > powers.largest[-1]:
            _note(square, line, other, powers)
    own = powers.lines[line]
    own[0] = count
    own[1] = zeros
    own[2] = total
    own[3] = squares
    own[4] = cubes
    own[5] = raised


@compiled_kernel
def _add(sums: Any, z: float, sign: float, to: Any) -> None:
    """Add the part that an entry has in the sums of its line."""
    rest = sums[0] - 1.0
    total = sums[2] - z
    squares = sums[3] - z * z
    to[0] += sign * 3.0 * z * (total * total - squares)
    to[1] += sign * 3.0 * rest * (rest - 1.0)
    to[2] += sign * sums[6]


@compiled_kernel
def _cross_line(
    line: int, count: int, places: Any, values: Any, means: Any, crossing: Crossing
) -> None:
    """Add what one line and its others have in common."""
    mean, blank, instead_of_blank = means
    own = crossing.lines[line]
    for k in range(count):
        other = places[k]
        z = float(values[k]) - mean
        _add(crossing.others[other], z, 1.0, crossing.to_others[line])
        _add(own, z, 1.0, crossing.to_lines[other])
        if instead_of_blank:
            _add(crossing.others[other], blank, -1.0, crossing.to_others[line])
            _add(own, blank, -1.0, crossing.to_lines[other])


@data_kernel(_sum_all)
def dense_powers(source: Dense, about: Any, powers: Powers) -> None:
    """Sum the lines of a complete part.

    Parameters
    ----------
    source : Dense
        The part.
    about : (float, float)
        What to subtract from every value, and the base that is raised to its power.
    powers : Powers
        Where the results go.
    """
    lines, others = source.values.shape
    places = np.arange(others)
    for line in range(lines):
        _sum_line(line, others, places, source.values[line], about, powers)


@data_kernel(_sum_all)
def masked_powers(source: Masked, about: Any, powers: Powers) -> None:
    """Sum the observed entries of a part's lines; parameters as in :func:`dense_powers`."""
    lines, others = source.values.shape
    places = np.empty(others, np.int64)
    values = np.empty(others)
    for line in range(lines):
        count = _gather(source, line, places, values)
        _sum_line(line, count, places, values, about, powers)


@data_kernel(_sum_all)
def stored_powers(source: Stored, about: Any, powers: Powers) -> None:
    """Sum the stored entries of a part's lines; parameters as in :func:`dense_powers`."""
    for line in range(source.indptr.size - 1):
        start, end = source.indptr[line], source.indptr[line + 1]
        places, values = source.indices[start:end], source.data[start:end]
        _sum_line(line, end - start, places, values, about, powers)


@compiled_kernel
def _gather(source: Masked, line: int, places: Any, values: Any) -> int:
    count = 0
    for other in range(source.values.shape[1]):
        if source.observed[line, other]:
            places[count] = other
            values[count] = source.values[line, other]
            count += 1
    return count


@data_kernel(_cross_all)
def dense_crossing(source: Dense, means: Any, crossing: Crossing) -> None:
    """Find what the lines of a complete part add to the lines across them, and the other way.

    Parameters
    ----------
    source : Dense
        The part.
    means : (float, float, bool)
        What to subtract from every value; a value about that mean; and whether to take off what
        entries at their places would add if they had that value.
    crossing : Crossing
        Power sums, and where the results go.
    """
    lines, others = source.values.shape
    places = np.arange(others)
    for line in range(lines):
        _cross_line(line, others, places, source.values[line], means, crossing)


@data_kernel(_cross_all)
def masked_crossing(source: Masked, means: Any, crossing: Crossing) -> None:
    """Do as :func:`dense_crossing` for the observed entries."""
    lines, others = source.values.shape
    places = np.empty(others, np.int64)
    values = np.empty(others)
    for line in range(lines):
        count = _gather(source, line, places, values)
        _cross_line(line, count, places, values, means, crossing)


@data_kernel(_cross_all)
def stored_crossing(source: Stored, means: Any, crossing: Crossing) -> None:
    """Do as :func:`dense_crossing` for the stored entries."""
    for line in range(source.indptr.size - 1):
        start, end = source.indptr[line], source.indptr[line + 1]
        places, values = source.indices[start:end], source.data[start:end]
        _cross_line(line, end - start, places, values, means, crossing)

"""Sums for findings: against brute force over entries, pairs and triples, in every form."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import sparse

from symppm.data.forms import BlockMatrix, DenseMatrix, Matrix, SparseMatrix
from symppm.data.matrix import read
from symppm.statistics.profile import Lines, Profile, profile_of
from symppm.statistics.sums import checked_margins

Entries = dict[tuple[int, int], Fraction]

SHAPE = (7, 6)


def counts() -> NDArray[np.int64]:
    rng = np.random.default_rng(5)
    rates = rng.gamma(1, 1, (SHAPE[0], 1)) * rng.gamma(1, 3, (1, SHAPE[1]))
    return rng.poisson(rates)


def gaps() -> NDArray[np.bool_]:
    return np.random.default_rng(6).random(SHAPE) < 0.7


def profile(matrix: Matrix) -> Profile:
    return profile_of(matrix, checked_margins(matrix))


def in_blocks(data: NDArray[np.int64], *, stored: bool = False, columns: bool = False) -> Matrix:
    def blocks() -> Iterator[DenseMatrix | SparseMatrix]:
        for start in range(0, data.shape[columns], 3):
            part = data[:, start : start + 3] if columns else data[start : start + 3]
            form = sparse.csc_array if columns else sparse.csr_array
            yield SparseMatrix(form(part)) if stored else DenseMatrix(part)

    return BlockMatrix(SHAPE, data.dtype, blocks, columns)


def forms() -> dict[str, Matrix]:
    data = counts()
    return {
        "rows": read(data),
        "columns": read(np.asfortranarray(data)),
        "float32": read(data.astype(np.float32)),
        "csr": read(sparse.csr_array(data)),
        "csc": read(sparse.csc_array(data)),
        "blocks": in_blocks(data),
        "blocks of columns": in_blocks(data, columns=True),
        "sparse blocks": in_blocks(data, stored=True),
        "sparse blocks of columns": in_blocks(data, stored=True, columns=True),
    }


def gapped_forms() -> dict[str, Matrix]:
    data, seen = counts(), gaps()
    hidden = np.where(seen, data, np.nan)
    rows, columns = np.nonzero(seen)
    stored = sparse.csr_array((data[seen], (rows, columns)), shape=SHAPE)
    return {
        "mask": read(data, mask=seen),
        "mask of columns": read(np.asfortranarray(data), mask=seen),
        "nothing under the mask": read(hidden, mask=seen),
        "stored": read(stored, zeros="missing"),
        "stored columns": read(stored.tocsc(), zeros="missing"),
    }


def exact(seen: NDArray[np.bool_]) -> Entries:
    """Return the observed entries about their mean, as fractions."""
    data = counts()
    places = list(zip(*map(np.ndarray.tolist, np.nonzero(seen)), strict=True))
    mean = Fraction(sum(int(data[place]) for place in places), len(places))
    return {place: int(data[place]) - mean for place in places}


def triples(entries: Entries, axis: int) -> tuple[Fraction, int]:
    """Return the sum of products of three different entries of a line, and their number."""
    total, number = Fraction(0), 0
    for _, line in itertools.groupby(sorted(entries, key=lambda at: at[axis]), lambda at: at[axis]):
        for one, two, three in itertools.permutations([entries[at] for at in line], 3):
            total += one * two * three
            number += 1
    return total, number


def check(found: Profile, seen: NDArray[np.bool_]) -> None:
    entries, data = exact(seen), counts()
    base = 1 - min(1, 3 / float(data[seen].mean()))
    assert found.base == pytest.approx(base, rel=1e-12)
    for axis, lines, across in ((0, found.rows, found.columns), (1, found.columns, found.rows)):
        everything = triples(entries, 1 - axis)
        for n in range(SHAPE[axis]):
            own = {at: z for at, z in entries.items() if at[axis] == n}
            rest = {at: z for at, z in entries.items() if at[axis] != n}
            left = triples(rest, 1 - axis)
            wanted = {
                "counts": len(own),
                "zeros": sum(data[at] == 0 for at in own),
                "sums": sum(own.values()),
                "squares": sum(z**2 for z in own.values()),
                "cubes": sum(z**3 for z in own.values()),
                "raised": sum(base ** int(data[at]) for at in own),
                "triples_across": everything[0] - left[0],
                "triple_counts_across": everything[1] - left[1],
                "activity_across": sum(np.log(across.counts[at[1 - axis]]) for at in own),
            }
            for name, value in wanted.items():
                assert getattr(lines, name)[n] == pytest.approx(float(value), abs=1e-8), name


@pytest.mark.parametrize("form", forms())
def test_complete_data_are_summed_in_every_form(form: str) -> None:
    found = profile(forms()[form])
    assert found.complete
    check(found, np.ones(SHAPE, bool))


@pytest.mark.parametrize("form", gapped_forms())
def test_data_with_gaps_are_summed_in_every_form(form: str) -> None:
    found = profile(gapped_forms()[form])
    assert not found.complete
    check(found, gaps())


@pytest.mark.parametrize("form", ["rows", "columns", "blocks", "blocks of columns"])
def test_the_largest_entries_are_found_with_their_places(form: str) -> None:
    entries = exact(np.ones(SHAPE, bool))
    found = profile(forms()[form])
    wanted = sorted((float(z**2) for z in entries.values()), reverse=True)[:10]
    assert found.largest == pytest.approx(wanted)
    assert len({tuple(at) for at in found.places.tolist()}) == 10
    for at, square in zip(found.places.tolist(), found.largest, strict=True):
        assert float(entries[at[0], at[1]] ** 2) == pytest.approx(square)


def test_only_stored_entries_are_among_the_largest_of_a_sparse_matrix() -> None:
    data = np.zeros((40, 30), np.int64)
    data[3, 4], data[7, 2] = 9, 5
    found = profile(read(sparse.csr_array(data)))
    assert found.places.tolist() == [[3, 4], [7, 2]]


def test_a_matrix_in_parts_has_the_same_sums_as_its_transpose() -> None:
    rng = np.random.default_rng(2)
    data = rng.poisson(rng.gamma(1, 1, (1200, 1)) * rng.gamma(1, 1, (1, 1000)))
    found = profile(read(data))
    again = profile(read(data))
    other = profile(read(np.ascontiguousarray(data.T)))
    for ours, same, theirs in (
        (found.rows, again.rows, other.columns),
        (found.columns, again.columns, other.rows),
    ):
        for name in Lines.__dataclass_fields__:
            one, two = getattr(ours, name), getattr(theirs, name)
            assert np.array_equal(one, getattr(same, name)), name
            assert np.allclose(one, two, rtol=1e-9, atol=1e-9 * np.abs(one).max()), name
    assert found.largest == pytest.approx(other.largest)


@pytest.mark.parametrize("data", [[[0.5, 2.0], [3.0, 1.0]], [[-1, 2], [3, 1]]])
def test_what_are_no_counts_are_not_thinned(data: list[list[float]]) -> None:
    found = profile(read(data))
    assert found.thinning == 0
    assert found.rows.raised == pytest.approx(found.rows.counts)


def test_values_whose_cubes_overflow_are_summed_without_a_warning() -> None:
    rng = np.random.default_rng(1)
    found = profile(read(1e140 * rng.random((5, 4))))
    assert np.isfinite(found.rows.squares).all()
    assert not np.isfinite(found.rows.cubes).all()

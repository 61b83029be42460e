"""Sums for diagnostics: against brute force over entries, pairs and triples, in every form."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from scipy import sparse

from symppm.data.forms import BlockMatrix, DenseMatrix, SparseMatrix
from symppm.data.matrix import read
from symppm.statistics.profile import profile_of
from symppm.statistics.sums import checked_margins

SHAPE = (7, 6)
RNG = np.random.default_rng(5)
COUNTS = RNG.poisson(RNG.gamma(1, 1, (SHAPE[0], 1)) * RNG.gamma(1, 3, (1, SHAPE[1])))
SEEN = RNG.random(SHAPE) < 0.7
STORED = sparse.csr_array((COUNTS[SEEN], np.nonzero(SEEN)), shape=SHAPE)


def in_blocks(stored=False, columns=False):
    def blocks():
        for start in range(0, SHAPE[columns], 3):
            part = COUNTS[:, start : start + 3] if columns else COUNTS[start : start + 3]
            form = sparse.csc_array if columns else sparse.csr_array
            yield SparseMatrix(form(part)) if stored else DenseMatrix(part)

    return BlockMatrix(SHAPE, COUNTS.dtype, blocks, columns)


COMPLETE = {
    "rows": read(COUNTS),
    "columns": read(np.asfortranarray(COUNTS)),
    "float32": read(COUNTS.astype(np.float32)),
    "csr": read(sparse.csr_array(COUNTS)),
    "csc": read(sparse.csc_array(COUNTS)),
    **{f"blocks {stored} {columns}": in_blocks(stored, columns)
       for stored, columns in itertools.product((False, True), repeat=2)},
}  # fmt: skip
MISSING = {
    "mask": read(COUNTS, mask=SEEN),
    "mask of columns": read(np.asfortranarray(COUNTS), mask=SEEN),
    "nothing under the mask": read(np.where(SEEN, COUNTS, np.nan), mask=SEEN),
    "stored": read(STORED, zeros="missing"),
    "stored columns": read(STORED.tocsc(), zeros="missing"),
}


def profile(matrix):
    return profile_of(matrix, checked_margins(matrix))


def exact(seen):
    """Return the observed entries about their mean, as fractions."""
    places = [tuple(at) for at in np.argwhere(seen).tolist()]
    mean = Fraction(sum(int(COUNTS[place]) for place in places), len(places))
    return {place: int(COUNTS[place]) - mean for place in places}


@pytest.mark.parametrize("form", [*COMPLETE, *MISSING])
def test_every_form_is_summed_as_by_hand(form, monkeypatch):
    found, seen = profile({**COMPLETE, **MISSING}[form]), SEEN if form in MISSING else SEEN | True
    assert found.complete == (form in COMPLETE)
    entries, base = exact(seen), 1 - min(1, 3 / float(COUNTS[seen].mean()))
    assert found.base == pytest.approx(base, rel=1e-12)
    for axis, lines, across in ((0, found.rows, found.columns), (1, found.columns, found.rows)):
        for n in range(SHAPE[axis]):
            own = {at: z for at, z in entries.items() if at[axis] == n}
            expected = {
                "counts": len(own),
                "zeros": sum(COUNTS[at] == 0 for at in own),
                "sums": sum(own.values()),
                "squares": sum(z**2 for z in own.values()),
                "raised": sum(base ** int(COUNTS[at]) for at in own),
                "activity_across": sum(np.log(across.counts[at[1 - axis]]) for at in own),
            }
            for name, value in expected.items():
                assert getattr(lines, name)[n] == pytest.approx(float(value), abs=1e-8), name
    squares = sorted((float(z**2) for z in entries.values()), reverse=True)[:10]
    if form in MISSING or not any(word in form for word in ("cs", "True")):
        # Of a sparse matrix, zeros are not looked at.
        assert found.largest == pytest.approx(squares)
    assert len({tuple(at) for at in found.places.tolist()}) == 10
    for at, square in zip(found.places.tolist(), found.largest, strict=True):
        assert float(entries[tuple(at)] ** 2) == pytest.approx(square)


def test_only_stored_entries_are_among_the_largest_of_a_sparse_matrix():
    data = np.zeros((40, 30), np.int64)
    data[3, 4], data[7, 2] = 9, 5
    assert profile(read(sparse.csr_array(data))).places.tolist() == [[3, 4], [7, 2]]


@pytest.mark.parametrize("form", [np.array, np.asfortranarray, sparse.csr_array, sparse.csc_array])
def test_of_equal_entries_the_first_row_by_row_are_named(form, monkeypatch):
    data = (np.random.default_rng(2).random((30, 20)) < 0.3).astype(float)
    assert profile(read(form(data))).places.tolist() == np.argwhere(data)[:10].tolist()


@pytest.mark.parametrize("data", [[[0.5, 2.0], [3.0, 1.0]], [[-1, 2], [3, 1]]])
def test_what_are_no_counts_are_not_thinned(data):
    found = profile(read(data))
    assert found.thinning == 0
    assert found.rows.raised == pytest.approx(found.rows.counts)


def test_large_values_are_summed_without_a_warning():
    found = profile(read(1e140 * np.random.default_rng(1).random((5, 4))))
    assert np.isfinite(found.rows.squares).all()

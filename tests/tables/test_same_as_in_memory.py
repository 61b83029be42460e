"""Sums in an engine give what sums in memory give."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings

import symppm as ppm
from symppm.errors import DataError

ZEROS = ("observed", "missing")
Compare = Callable[..., None]
Frame = Callable[..., pd.DataFrame]


@st.composite
def tables(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """Draw a matrix and where it is stored: every row and column somewhere."""
    rows, columns = draw(st.integers(2, 7)), draw(st.integers(2, 7))
    seed = draw(st.integers(0, 2**32 - 1))
    kind = draw(st.sampled_from(["counts", "zeros too", "real", "offset", "negative"]))
    rng = np.random.default_rng(seed)
    matrix = rng.poisson(2.0, (rows, columns)) + 1
    if kind == "zeros too":
        matrix = matrix - 1
    elif kind == "negative":
        matrix = matrix - 5
    elif kind == "real":
        matrix = rng.normal(size=matrix.shape)
    elif kind == "offset":
        matrix = matrix + 10**8
    share = draw(st.sampled_from([0.3, 0.7, 1.0]))
    # Zeros beside an offset are nearly all of the variance; without them other digits matter.
    stored = rng.random(matrix.shape) < (1.0 if kind == "offset" else share)
    for n in range(rows):
        stored[n, n % columns] = True
    for n in range(columns):
        stored[n % rows, n] = True
    return matrix, stored


@pytest.mark.parametrize("zeros", ZEROS)
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(made=tables())
def test_any_small_table(
    zeros: str,
    made: tuple[np.ndarray, np.ndarray],
    frame_of: Frame,
    in_memory: Callable[..., ppm.Statistics],
    assert_same: Compare,
) -> None:
    matrix, stored = made
    triples = ppm.triples(frame_of(matrix, stored).sample(frac=1, random_state=1))
    try:
        expected = in_memory(matrix, stored, zeros)
    except DataError as error:
        refused = re.escape(error.expected)
        with pytest.raises(DataError, match=refused):
            ppm.statistics(triples, zeros=zeros, intervals=True)
        return
    found = ppm.statistics(triples, zeros=zeros, intervals=True)
    # Unbiased estimates near the edge of what they need are differences of near numbers, in both.
    assert_same(found, expected, rel=1e-8)


@pytest.mark.parametrize("zeros", ZEROS)
def test_usual_tables_agree_to_the_last_digits(
    zeros: str,
    counts: np.ndarray,
    frame_of: Frame,
    in_memory: Callable[..., ppm.Statistics],
    assert_same: Compare,
) -> None:
    for data in (counts, counts + 10**8, counts * 1.1):
        stored = counts > 0
        found = ppm.statistics(ppm.triples(frame_of(data, stored)), zeros=zeros, intervals=True)
        assert_same(found, in_memory(data, stored, zeros))


def test_against_exact_fractions(counts: np.ndarray, frame_of: Frame) -> None:
    """Mean products of all pairs, counted one by one in rational arithmetic."""
    exact = [[Fraction(int(value)) for value in row] for row in counts]
    rows, columns = counts.shape
    mean = sum(map(sum, exact)) / (rows * columns)
    apart = same_row = same_column = Fraction(0)
    total = sum(map(sum, exact))
    squares = sum(value * value for row in exact for value in row)
    by_row = sum(sum(row) ** 2 for row in exact)
    by_column = sum(sum(column) ** 2 for column in zip(*exact, strict=True))
    same_row = (by_row - squares) / (rows * columns * (columns - 1))
    same_column = (by_column - squares) / (rows * columns * (rows - 1))
    apart = (total**2 - by_row - by_column + squares) / (
        rows * columns * (rows - 1) * (columns - 1)
    )
    variance = squares / (rows * columns) - apart
    found = ppm.statistics(ppm.triples(frame_of(counts)))
    assert found.mean == pytest.approx(float(mean), rel=1e-14)
    assert found.variance == pytest.approx(float(variance), rel=1e-12)
    assert found.cov_row == pytest.approx(float(same_row - apart), abs=1e-12 * found.variance)
    assert found.cov_col == pytest.approx(float(same_column - apart), abs=1e-12 * found.variance)


def test_intervals_are_those_in_memory(counts: np.ndarray, frame_of: Frame) -> None:
    found = ppm.statistics(ppm.triples(frame_of(counts)), intervals=True).interval(0.9)
    expected = ppm.statistics(counts, intervals=True).interval(0.9)
    for name, ends in expected.items():
        assert found[name] == pytest.approx(ends, rel=1e-10, abs=1e-10)


def test_left_out_rows_come_in_the_order_of_their_ids(counts: np.ndarray, frame_of: Frame) -> None:
    frame = frame_of(counts).sample(frac=1, random_state=3)
    found = ppm.statistics(ppm.triples(frame), intervals=True).deletions
    expected = ppm.statistics(counts, intervals=True).deletions
    assert found is not None
    assert expected is not None
    assert found.rows == pytest.approx(expected.rows, rel=1e-9, abs=1e-9)
    assert found.columns == pytest.approx(expected.columns, rel=1e-9, abs=1e-9)


def test_the_order_of_the_entries_does_not_matter(frame_of: Frame) -> None:
    matrix = np.random.default_rng(2).lognormal(0.0, 2.0, (40, 30)) + 1e6
    frame = frame_of(matrix)
    one, other = (
        ppm.statistics(ppm.triples(frame.sample(frac=1, random_state=seed))) for seed in (1, 2)
    )
    for name in ("mean", "variance", "cov_row", "cov_col"):
        near = pytest.approx(getattr(one, name), rel=1e-13, abs=1e-13 * one.variance)
        assert getattr(other, name) == near


def test_large_counts_neither_overflow_nor_cancel(frame_of: Frame) -> None:
    rng = np.random.default_rng(4)
    matrix = 10**15 + rng.integers(0, 1000, (12, 10))
    found = ppm.statistics(ppm.triples(frame_of(matrix)))
    expected = ppm.statistics(matrix - 10**15)
    assert found.variance == pytest.approx(expected.variance, rel=1e-12)
    assert found.cov_row == pytest.approx(expected.cov_row, abs=1e-12 * expected.variance)
    assert found.mean == pytest.approx(10**15 + expected.mean, rel=1e-15)


@pytest.mark.parametrize("kind", ["int8", "uint64", "float32", "bool"])
def test_types_of_values(kind: str, counts: np.ndarray, frame_of: Frame) -> None:
    data = (counts > 1) if kind == "bool" else counts
    frame = frame_of(data, np.ones(counts.shape, bool)).astype({"count": kind})
    found = ppm.statistics(ppm.triples(frame))
    expected = ppm.statistics(data)
    assert found.variance == pytest.approx(expected.variance, rel=1e-12)
    assert found.integral


def test_ids_of_other_types(counts: np.ndarray, frame_of: Frame) -> None:
    frame = frame_of(counts)
    named = frame.assign(user=frame.user.map("user {}".format), item=frame.item.astype("int16"))
    dates = frame.assign(user=pd.Timestamp("2020-01-01") + pd.to_timedelta(frame.user, "D"))
    expected = ppm.statistics(ppm.triples(frame))
    assert ppm.statistics(ppm.triples(named)) == expected
    assert ppm.statistics(ppm.triples(dates)) == expected


def test_repeated_pairs_are_summed_when_told(counts: np.ndarray, frame_of: Frame) -> None:
    frame = frame_of(counts)
    twice = pd.concat([frame, frame.iloc[::3]])
    doubled = counts.copy()
    chosen = frame.iloc[::3]
    doubled[chosen.user, chosen["item"]] *= 2
    found = ppm.statistics(ppm.triples(twice, duplicates="sum"), intervals=True)
    assert found.variance == pytest.approx(ppm.statistics(doubled).variance, rel=1e-12)


def test_matching_triples(counts: np.ndarray, frame_of: Frame) -> None:
    table = ppm.triples(frame_of(counts))
    assert ppm.match(table).k == ppm.match(counts).k == ppm.number_of_factors(table).k
    found = ppm.match(table, estimator="moments")
    expected = ppm.match(counts, estimator="moments")
    assert found.k == expected.k
    assert found.k_exact == pytest.approx(expected.k_exact, rel=1e-10)
    ours, theirs = found.interval(0.95), expected.interval(0.95)
    assert ours["K"] == pytest.approx(theirs["K"], rel=1e-8)


def test_the_shipped_data(assert_same: Compare, frame_of: Frame) -> None:
    data = ppm.data.load("mutational_signatures").values
    frame = frame_of(data, np.ones(data.shape, bool))
    found = ppm.statistics(ppm.triples(frame), intervals=True)
    assert_same(found, ppm.statistics(data, intervals=True))


def _shared(*names: str) -> Path:
    folder = os.environ.get("SYMPPM_DATA")
    path = Path(folder or "", *names)
    if folder is None or not path.exists():
        pytest.skip("SYMPPM_DATA does not name the folder of shared data")
    return path


@pytest.mark.parametrize("zeros", ZEROS)
def test_lastfm(zeros: str, assert_same: Compare) -> None:
    path = _shared("hetrec2011-lastfm-2k", "user_artists.dat")
    expected = ppm.statistics(ppm.read(path).values, zeros=zeros, intervals=True)
    table = ppm.read(path, engine="duckdb")
    assert isinstance(table.values, ppm.Triples)
    assert_same(ppm.statistics(table.values, zeros=zeros, intervals=True), expected, rel=1e-11)


@pytest.mark.parametrize("zeros", ZEROS)
def test_cells(zeros: str, assert_same: Compare, tmp_path: Path) -> None:
    matrix: Any = ppm.read(_shared("pbmc_facs", "pbmc_facs_counts.npz")).values.tocoo()
    frame = pd.DataFrame({"cell": matrix.row, "gene": matrix.col, "count": matrix.data})
    frame.to_parquet(tmp_path / "cells.parquet")
    found = ppm.statistics(ppm.triples(tmp_path / "cells.parquet"), zeros=zeros, intervals=True)
    kept = matrix.tocsr()
    kept = kept[kept.sum(axis=1) > 0][:, kept.sum(axis=0) > 0]
    assert_same(found, ppm.statistics(kept, zeros=zeros, intervals=True), rel=1e-11)

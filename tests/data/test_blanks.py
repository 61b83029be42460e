"""Blank cells of a matrix, and NaN, are missing entries where that is said, and only there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

import symppm as ppm
from symppm.errors import DataError

RNG = np.random.default_rng(8)
COUNTS = RNG.poisson(RNG.gamma(0.7, 1.5, (30, 3)) @ RNG.gamma(0.7, 1.5, (3, 20)))
SEEN = RNG.random(COUNTS.shape) < 0.8
FRAME = pd.DataFrame(COUNTS).where(SEEN).add_prefix("product ").rename(index=lambda n: f"shop {n}")
WHOLE = FRAME.convert_dtypes()
MARKS = np.array(["", "NA", "nan", "null", " "])[RNG.integers(0, 5, COUNTS.shape)]
WRITTEN: dict[str, Callable[[str], Any]] = {
    "labelled.csv": WHOLE.to_csv,
    "marks.tsv": WHOLE.astype(object).where(SEEN, MARKS).to_csv,
    "bare.csv": lambda path: WHOLE.to_csv(path, header=False, index=False),
    "numpy.npy": lambda path: np.save(path, FRAME.to_numpy()),
    "whole.parquet": WHOLE.to_parquet,
    "floats.arrow": lambda path: FRAME.reset_index().to_feather(path),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_a_file_with_zeros_and_blanks_is_the_matrix_with_a_mask(here: Path, name: str) -> None:
    assert (COUNTS[SEEN] == 0).any()
    WRITTEN[name](name)
    table = ppm.read(name, blanks="missing")
    np.testing.assert_array_equal(np.ma.getmaskarray(table.values), ~SEEN)
    np.testing.assert_array_equal(table.values[SEEN], COUNTS[SEEN])
    assert table.notes[-1] == f"{(~SEEN).sum()} blank cells are missing entries"
    assert "nan" in repr(table)
    given = {"estimator": "moments", "model": "pmf_gamma"}
    for zeros in ("observed", "missing"):
        found = ppm.match(name, blanks="missing", zeros=zeros, **given)
        assert found.to_json() == ppm.match(COUNTS, mask=SEEN, zeros=zeros, **given).to_json()
    with pytest.raises(DataError, match="--blanks missing"):
        ppm.match(name)


@pytest.mark.parametrize("data", [FRAME, WHOLE, FRAME.to_numpy()], ids=["NaN", "null", "array"])
def test_data_in_memory_likewise_and_none_without_gaps_is_masked(data: Any) -> None:
    assert ppm.statistics(data, blanks="missing") == ppm.statistics(COUNTS, mask=SEEN)
    assert ppm.statistics(COUNTS, blanks="missing") == ppm.statistics(COUNTS)
    with pytest.raises(DataError, match="blanks"):
        ppm.statistics(data)


def test_a_frame_of_truths_may_lack_some() -> None:
    truths = (FRAME > 0).astype("boolean").where(SEEN)
    assert ppm.statistics(truths, mask=SEEN) == ppm.statistics(COUNTS > 0, mask=SEEN)


def test_what_is_no_number_and_no_blank_is_an_error_all_the_same(
    read_bytes: Callable[..., ppm.Table],
) -> None:
    with pytest.raises(DataError, match=r"line 3, column 3 \('s2'\) is 'x'; expected a number"):
        read_bytes("a.csv", "gene,s1,s2\nA,,2\nB,3,x\n", blanks="missing")
    with pytest.raises(DataError, match="inf at row 2, column 1"):
        ppm.statistics([[np.nan, 2], [np.inf, 3], [1, 2]], blanks="missing")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (sparse.csr_array(COUNTS), "csr_array, which is sparse; expected a dense matrix"),
        (pd.DataFrame({"user": [1, 2], "item": [3, 4], "count": [1, None]}), "which is sparse"),
        (ppm.triples(pd.DataFrame({"i": ["a"], "j": ["b"], "x": [1]})), "which is sparse"),
        (np.array([[1, None], [2, 3]]), "values of type object"),
    ],
)
def test_data_without_cells_have_no_blanks(data: Any, message: str) -> None:
    with pytest.raises(DataError, match=message):
        ppm.statistics(data, blanks="missing")

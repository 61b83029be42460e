"""Bad input, each kind once for every way in: one error that names the place, and no warning."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from formats import FORMATS
from pyarrow import parquet
from scipy import sparse

import symppm as ppm
from symppm.errors import DataError

FINE = np.array([[1.0, 5, 2, 8], [2, 3, 7, 7], [0, 3, 3, 1], [4, 4, 0, 2]])


def holding(value: float, row: int, column: int) -> np.ndarray:
    values = FINE.copy()
    values[row, column] = value
    return values


def in_file(name: str) -> Callable[[np.ndarray], Callable[[], Any]]:
    write, options = FORMATS[name]

    def way(values: np.ndarray) -> Any:
        write(values, Path(name))
        return ppm.read(name, **options).values

    return lambda values: lambda: way(values)


def plain(values: Any) -> Callable[[], Any]:
    return lambda: values


IDS = {"user": ["u", "u", "v"], "item": ["x", "y", "y"], "count": [1, 2, 3]}
FORMS = {
    "array": plain,
    "Fortran": lambda x: plain(np.asfortranarray(x)),
    "list": lambda x: plain(x.tolist()),
    "CSR": lambda x: plain(sparse.csr_array(x)),
    "CSC": lambda x: plain(sparse.csc_array(x)),
    "COO": lambda x: plain(sparse.coo_array(x)),
    "text": in_file("a.csv"),
    "npy": in_file("a.npy"),
    "npz": in_file("csr.npz"),
    "h5ad": in_file("dense.h5ad"),
    "Parquet": in_file("a.parquet"),
}


def compressed(form: str, indices: list[int], ends: list[int], shape: tuple[int, int]) -> Any:
    parts = np.ones(len(indices)), np.array(indices), np.array(ends)
    return getattr(sparse, f"{form}_array")(parts, shape=shape)


def every(values: np.ndarray, message: str, *without: str) -> dict[str, tuple[Any, str]]:
    """One case for every form in which the values can be handed over."""
    return {name: (make(values), message) for name, make in FORMS.items() if name not in without}


CASES: dict[str, dict[str, tuple[Any, str]]] = {
    "NaN": every(holding(np.nan, 1, 2), "nan at row 2, column 3; expected finite numbers"),
    "infinity": every(holding(np.inf, 2, 1), "inf at row 3, column 2; expected finite numbers"),
    "negative": every(
        holding(-5, 3, 1), "the smallest entry is -5, at row 4, column 2; expected counts"
    ),
    "a list of lists": {"lists": (plain([[1, 2], [3]]), "NumPy cannot read")},
    "an empty group": {
        "array": (plain(np.ones((0, 3))), r"an empty matrix, shape \(0, 3\)"),
        "sparse": (plain(sparse.csr_array((3, 0))), r"an empty matrix, shape \(3, 0\)"),
    },
    "one row": every(FINE[:1], r"one row, shape \(1, 4\)", "text", "Parquet"),
    "one column": every(FINE[:, :1], r"one column, shape \(4, 1\)"),
    "an index that cannot be": {
        "too large": (
            plain(compressed("csr", [0, 9], [0, 1, 2], (2, 3))),
            r"a sparse matrix with a damaged index \(.*3",
        ),
        "negative": (
            plain(compressed("csc", [0, -1], [0, 1, 2], (3, 2))),
            r"a sparse matrix with a damaged index \(.*0",
        ),
        "backwards": (
            plain(compressed("csr", [0, 1, 2, 0, 1, 2], [0, 5, 2, 6], (3, 3))),
            r"a sparse matrix with a damaged index \(.*decreasing",
        ),
    },
}
FLAT = [
    pytest.param(way, message, id=f"{kind}: {form}")
    for kind, forms in CASES.items()
    for form, (way, message) in forms.items()
]


@pytest.mark.parametrize(("way", "message"), FLAT)
def test_it_is_refused_and_the_place_is_named(here, way, message):
    with pytest.raises(DataError, match=message) as caught:
        ppm.match(way())
    assert caught.value.expected
    assert caught.value.do.endswith((".", "?"))


HALVES = np.array([0, 0, 1, 1])
NO_PAIR = {
    "one entry a row": (HALVES[:, None] == np.arange(4), "no row with two observed entries"),
    "one entry a column": (np.arange(4)[:, None] == HALVES, "no column with two observed entries"),
    "nothing": (np.zeros((4, 4), bool), "a matrix without a single observed entry"),
}


@pytest.mark.parametrize(("mask", "message"), NO_PAIR.values(), ids=NO_PAIR)
def test_a_mask_that_leaves_no_pair(mask, message):
    full = FINE + 1
    for given, how in (
        (full, {"mask": mask}),
        (np.where(mask, full, 0), {"zeros": "missing"}),
        (sparse.csr_array(np.where(mask, full, 0)), {"zeros": "missing"}),
    ):
        with pytest.raises(DataError, match=message):
            ppm.statistics(given, **how)


def test_sums_of_repeated_pairs_in_files_do_not_overflow(here):
    large = 2**62
    columns = {**IDS, "count": pa.array([large, large, large], pa.int64()), "item": ["x", "x", "y"]}
    parquet.write_table(pa.table(columns), "a.parquet")
    small = {**columns, "count": pa.array([100, 100, 1], pa.int8())}
    parquet.write_table(pa.table(small), "b.parquet")
    lines = "".join(f"{u},{i},{large}\n" for u, i in (("u", "x"), ("u", "x"), ("v", "y")))
    Path("c.csv").write_text("user,item,count\n" + lines)
    for name in ("a.parquet", "c.csv"):
        found = ppm.read(name, duplicates="sum")
        assert found.values.toarray().tolist() == [[2.0**63, 0], [0, 2.0**62]]
        assert found.notes[-1].startswith("the sums may not fit 64-bit integers")
    assert ppm.read("b.parquet", duplicates="sum").values.toarray().tolist() == [[200, 0], [0, 1]]

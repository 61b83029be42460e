"""Matrices in the hands of other libraries give the statistics of the same array."""

from __future__ import annotations

import copy
import re
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import sparse

import symppm as ppm
from symppm import statistics
from symppm.data.door import data_of
from symppm.data.matrix import BlockMatrix, read, read_array
from symppm.errors import DataError, NotBuiltError

CHANCE = np.random.default_rng(8)
COUNTS = np.minimum(
    CHANCE.poisson(CHANCE.gamma(0.5, 2, (31, 3)) @ CHANCE.gamma(0.5, 2, (3, 18))), 99
)
COUNTS[0, 0], COUNTS[3, 4] = 1, 7
GAPS = COUNTS.astype(float)
GAPS[3, 4] = np.nan
SEEN = ~np.isnan(GAPS)
Make = Callable[[Any, NDArray[Any]], Any]


def quietly(make: Callable[[], Any]) -> Any:
    """What others warn of when their objects are made is no concern of these tests."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return make()


def moments(found: Any) -> NDArray[np.float64]:
    return np.array([found.mean, found.variance, found.cov_row, found.cov_col])


def names(array: NDArray[Any]) -> list[str]:
    return [f"c{n}" for n in range(array.shape[1])]


def as_arrow(pa: Any, array: NDArray[Any]) -> Any:
    return pa.table(dict(zip(names(array), array.T.copy(), strict=True)))


def stored_twice(torch: Any, array: NDArray[Any]) -> Any:
    """Every entry in two parts, the sums beyond 8 bits."""
    once = torch.as_tensor(array).to_sparse()
    parts = torch.cat([once.indices()] * 2, 1), torch.cat([once.values()] * 2).to(torch.int8)
    return torch.sparse_coo_tensor(*parts, array.shape, check_invariants=True)


# The library, and how it holds the counts.
FORMS: dict[str, tuple[str, Make]] = {
    "pandas": ("pandas", lambda pd, x: pd.DataFrame(x)),
    "pandas nullable": ("pandas", lambda pd, x: pd.DataFrame(x).astype("Int8")),
    "pandas Arrow": ("pandas", lambda pd, x: pd.DataFrame(x).astype("int32[pyarrow]")),
    "pandas sparse": ("pandas", lambda pd, x: pd.DataFrame(x).astype(pd.SparseDtype("i4", 0))),
    "sparse about 1": ("pandas", lambda pd, x: pd.DataFrame(x).astype(pd.SparseDtype("i4", 1))),
    "polars": ("polars", lambda pl, x: pl.DataFrame(x, schema=names(x))),
    "polars mixed": ("polars", lambda pl, x: pl.DataFrame(x, schema=names(x)).with_columns(
        pl.col("c0").cast(pl.UInt8), pl.col("c2").cast(pl.Decimal(9, 1)))),
    "Arrow in chunks": ("pyarrow", lambda pa, x: pa.concat_tables(
        [as_arrow(pa, part) for part in np.split(x, [7])])),
    "Arrow batch": ("pyarrow", lambda pa, x: as_arrow(pa, x).to_batches()[0]),
    "xarray": ("xarray", lambda xr, x: xr.DataArray(x, dims=("cell", "gene"))),
    "xarray on Dask": ("xarray", lambda xr, x: xr.DataArray(x).chunk({"dim_0": 7})),
    "AnnData": ("anndata", lambda ad, x: ad.AnnData(x)),
    "AnnData CSR": ("anndata", lambda ad, x: ad.AnnData(sparse.csr_matrix(x))),
    "AnnData CSC": ("anndata", lambda ad, x: ad.AnnData(sparse.csc_array(x))),
    "AnnData view": ("anndata", lambda ad, x: ad.AnnData(np.vstack([x, x]))[: len(x)]),
    "Dask by columns": ("dask.array", lambda da, x: da.from_array(x, chunks=(31, 5))),
    "Dask by both": ("dask.array", lambda da, x: da.from_array(x, chunks=(7, 5))),
    "Dask of CSR": ("dask.array", lambda da, x: da.from_array(x, chunks=(7, 18)).map_blocks(
        sparse.csr_array, meta=sparse.csr_array((0, 0)))),
    "torch with gradients": ("torch", lambda torch, x: torch.as_tensor(x * 1.0).requires_grad_()),
    "torch bfloat16": ("torch", lambda torch, x: torch.as_tensor(x).bfloat16()),
    "torch half, turned": ("torch", lambda torch, x: torch.as_tensor(x.T.copy()).half().T),
    "torch COO": ("torch", lambda torch, x: torch.as_tensor(x * 1.0).to_sparse().requires_grad_()),
    "torch CSR": ("torch", lambda torch, x: torch.as_tensor(x).to_sparse_csr()),
    "torch CSC": ("torch", lambda torch, x: torch.as_tensor(x).to_sparse_csc()),
    "torch BSR": ("torch", lambda torch, x: torch.as_tensor(x).to_sparse_bsr((1, 1))),
    "torch rows of COO": ("torch", lambda torch, x: torch.as_tensor(x).to_sparse(1)),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_the_form_of_the_data_does_not_matter(library, form):
    package, make = FORMS[form]
    module = library(package)
    given = quietly(lambda: make(module, COUNTS))
    before = quietly(lambda: given.detach().clone() if package == "torch" else copy.deepcopy(given))
    for zeros in ("observed", "missing"):
        found = statistics(given, zeros=zeros)
        expected = statistics(COUNTS, zeros=zeros)
        np.testing.assert_allclose(moments(found), moments(expected), rtol=1e-12)
        assert found.observed == expected.observed
        assert (found.minimum, found.maximum, found.integral) == (
            expected.minimum, expected.maximum, True,
        )  # fmt: skip
    np.testing.assert_array_equal(moments(statistics(before)), moments(statistics(given)))


def test_frames_of_mixed_types_and_of_names_twice(library):
    pd = library("pandas")
    counts = COUNTS.copy()
    counts[:, 4] = counts[:, 4] > 0
    expected = moments(statistics(counts))
    kinds = {0: "float32", 1: "uint8", 2: "Int16", 3: "Float64", 4: "boolean", 5: "uint64"}
    mixed = pd.DataFrame(counts).astype(kinds)
    some_sparse = pd.DataFrame(counts).astype({6: pd.SparseDtype("i4", 0)})
    for frame in (mixed, some_sparse, mixed.set_axis(["gene"] * 18, axis=1)):
        np.testing.assert_allclose(moments(statistics(frame)), expected, rtol=1e-12)


def test_repeated_entries_of_a_tensor_do_not_overflow(library):
    found = statistics(stored_twice(library("torch"), COUNTS))
    np.testing.assert_allclose(moments(found), moments(statistics(2 * COUNTS)), rtol=1e-12)


LACKING: dict[str, tuple[str, Make]] = {
    "pandas": ("pandas", lambda pd, x: pd.DataFrame(x).astype("Int16")),
    "pandas floats": ("pandas", lambda pd, x: pd.DataFrame(x)),
    "pandas Arrow": ("pandas", lambda pd, x: pd.DataFrame(x).astype("int16[pyarrow]")),
    "polars": ("polars", lambda pl, x: pl.DataFrame(x, schema=names(x)).fill_nan(None)),
    "Arrow": ("pyarrow", lambda pa, x: pa.table(
        {f"c{n}": pa.array(c.copy(), mask=np.isnan(c)) for n, c in enumerate(x.T)})),
}  # fmt: skip


@pytest.mark.parametrize("form", LACKING)
def test_what_a_frame_lacks_is_a_gap_only_if_that_is_said(library, form):
    package, make = LACKING[form]
    given = make(library(package), GAPS)
    with pytest.raises(DataError, match="no value at row 4, column 5 of a ") as caught:
        statistics(given)
    assert caught.value.do.startswith("Pass blanks='missing', or mask=")
    assert f".fill{'na' if package == 'pandas' else '_null'}(0)" in caught.value.do
    expected = statistics(GAPS, mask=SEEN)
    np.testing.assert_allclose(moments(statistics(given, mask=SEEN)), moments(expected), rtol=1e-12)
    assert statistics(given, blanks="missing") == expected
    with pytest.raises(DataError, match="no value at row 4, column 5"):
        statistics(given, mask=np.ones(SEEN.shape, bool))
    gaps = statistics(np.where(SEEN, COUNTS, 0), zeros="missing")
    np.testing.assert_allclose(
        moments(statistics(given, zeros="missing")), moments(gaps), rtol=1e-12
    )


def test_what_to_do_about_a_frame_is_said_in_the_words_of_pandas(library):
    pd = library("pandas")
    counts = pd.DataFrame(COUNTS, [f"row {n}" for n in "abc"] * 10 + ["z"], names(COUNTS))
    named = counts.reset_index(names="who")
    long = named.melt("who", var_name="what", value_name="n")
    for given, said in (
        (named, "make it the index with .set_index('who'); else leave it out with .drop(columns="),
        (counts.map("{},5".format), "pandas.read_csv(path, decimal=',', thousands='.')"),
        (counts.astype(str), "Convert numbers that are text with .astype(float)."),
        (long.assign(when="x"), "name row id, column id and value, as in columns=('user', 'item',"),
        (long.groupby(["who", "what"]).n.sum(), ".unstack(fill_value=0) makes the matrix"),
        (
            long.groupby(["who", "what"])[["n"]].sum(),
            "of a DataFrame, .reset_index() makes triples",
        ),
    ):
        with pytest.raises(DataError, match=re.escape(said)):
            statistics(given)


def test_places_are_said_with_what_the_data_call_them(library):
    pd = library("pandas")
    wrong = COUNTS.copy()
    wrong[4, 2] = -1
    rows = [f"r{n}" for n in range(31)]
    for given, place in (
        (pd.DataFrame(wrong, rows, names(COUNTS)), "at row 5 ('r4'), column 3 ('c2');"),
        (pd.DataFrame(wrong, columns=names(COUNTS)), "at row 5, column 3 ('c2');"),
        (pd.DataFrame(wrong), "at row 5, column 3;"),
    ):
        with pytest.raises(DataError, match=re.escape(place)):
            ppm.match(given)
    lacking = pd.DataFrame(np.where(wrong < 0, np.nan, wrong), rows, names(COUNTS))
    found = ppm.match(COUNTS)
    for asked in (
        statistics, ppm.cross_moments, ppm.number_of_factors, ppm.compare, found.validate,
        lambda data: ppm.check(found, data),
    ):  # fmt: skip
        with pytest.raises(DataError, match=re.escape("no value at row 5 ('r4'), column 3 ('c2')")):
            asked(lacking)
    half = pd.DataFrame(COUNTS + 0.5, rows, names(COUNTS))
    long = half.stack().rename_axis(["user", "item"]).reset_index(name="count")
    for given in (half, long):
        said = " ".join(one.message for one in ppm.match(given, "pmf_gamma").diagnostics)
        assert "first at row 1 ('r0'), column 1 ('c0'), but" in said


@pytest.mark.parametrize(
    ("package", "make"),
    [
        ("pandas", lambda m, x: m.DataFrame(x)),
        ("polars", lambda m, x: m.DataFrame(x)),
        ("xarray", lambda m, x: m.DataArray(x)),
        ("dask.array", lambda m, x: m.from_array(x, chunks=4)),
        ("torch", lambda m, x: m.as_tensor(x)),
    ],
)
def test_masks_and_matches_of_the_same_libraries(library, package, make):
    module = library(package)
    found = statistics(make(module, GAPS), mask=make(module, SEEN))
    np.testing.assert_allclose(moments(found), moments(statistics(GAPS, mask=SEEN)), rtol=1e-12)
    assert ppm.match(make(module, COUNTS)).k == ppm.match(COUNTS).k
    with pytest.raises(DataError, match=r"a mask of type int64 and shape"):
        statistics(GAPS, mask=make(module, SEEN.astype(int)))


@pytest.mark.parametrize("package", ["pandas", "polars", "pyarrow"])
def test_a_column_that_holds_no_numbers_is_named(library, package):
    module, table = library(package), {"count": [1, 2, 3], "label": ["x", "y", "z"]}
    frame = module.table(table) if package == "pyarrow" else module.DataFrame(table)
    with pytest.raises(DataError, match=r"the column 'label' of the .* holds .*; expected numbers"):
        statistics(frame)


WRONG: dict[str, tuple[str, Make, str]] = {
    "no columns": ("pandas", lambda pd, x: pd.DataFrame(index=range(3)), "an empty matrix"),
    "dates": ("pandas", lambda pd, x: pd.DataFrame(x).assign(day=pd.Timestamp(0)), "'day' of the"),
    "one column": ("pandas", lambda pd, x: pd.DataFrame(x)[3], "1 dimensions"),
    "NaN": ("pandas", lambda pd, x: pd.DataFrame(GAPS), "no value at row 4, column 5"),
    "NaN in polars": ("polars", lambda pl, x: pl.DataFrame(GAPS), "nan at row 4, column 5"),
    "lazy": ("polars", lambda pl, x: pl.DataFrame(x).lazy(), "a LazyFrame"),
    "several": ("xarray", lambda xr, x: xr.Dataset({"a": (("i", "j"), x)}), "a Dataset of xarray"),
    "3 dimensions": ("xarray", lambda xr, x: xr.DataArray(x[None]), "3 dimensions"),
    "unknown shape": (
        "dask.array", lambda da, x: (lazy := da.from_array(x, chunks=7))[lazy[:, 0] >= 0],
        r"unknown shape \(nan, 18\); .*compute_chunk_sizes"),
    "NaN in a block": (
        "dask.array", lambda da, x: da.from_array(GAPS, chunks=(3, 18)), "nan at row 4, column 5"),
    "one column of blocks": (
        "dask.array", lambda da, x: da.from_array(x[:, :1], chunks=7), "one column"),
    "complex blocks": ("dask.array", lambda da, x: da.from_array(x * 1j, chunks=7), "complex128"),
    "no values": ("torch", lambda torch, x: torch.as_tensor(x).to("meta"), "on meta that"),
    "complex": ("torch", lambda torch, x: torch.as_tensor(x).to(torch.complex64), "complex64"),
    "no X": ("anndata", lambda ad, x: ad.AnnData(layers={"counts": x}), "without X; .*: counts"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_measured(library, case):
    package, make, message = WRONG[case]
    module = library(package)
    given = quietly(lambda: make(module, COUNTS))
    with pytest.raises(DataError, match=message):
        statistics(given)


def test_blocks_of_dask_are_computed_one_at_a_time(library, monkeypatch):
    da = library("dask.array")
    largest: list[int] = []

    def block(part: NDArray[Any]) -> NDArray[Any]:
        largest.append(part.size)
        return part

    monkeypatch.setattr("symppm.data.matrix._BLOCK_BYTES", 8 * 18 * 2)
    lazy = da.from_array(COUNTS, chunks=(4, 18)).map_blocks(
        block, dtype=COUNTS.dtype, meta=COUNTS[:0]
    )
    matrix = read(lazy)
    assert isinstance(matrix, BlockMatrix)
    assert largest == []
    assert [part.shape[0] for part in matrix.blocks()] == [2] * 15 + [1]
    assert max(largest) <= 4 * 18
    assert moments(statistics(lazy)) == pytest.approx(moments(statistics(COUNTS)), rel=1e-12)


def test_a_masked_dask_array_lacks_entries(library):
    da = library("dask.array")
    found = statistics(da.ma.masked_equal(da.from_array(COUNTS, chunks=4), 0))
    expected = statistics(COUNTS, zeros="missing")
    np.testing.assert_allclose(moments(found), moments(expected), rtol=1e-12)


@pytest.mark.parametrize("form", ["csr_matrix", "csc_matrix", "array"])
def test_backed_anndata_is_not_loaded(library, tmp_path, form, monkeypatch):
    ad = library("anndata")
    make = np.asarray if form == "array" else getattr(sparse, form)
    quietly(lambda: ad.AnnData(make(COUNTS)).write_h5ad(tmp_path / "a.h5ad"))
    backed = ad.read_h5ad(tmp_path / "a.h5ad", backed="r")
    monkeypatch.setattr("symppm.data.matrix._BLOCK_BYTES", 18 * 8 * 4)
    try:
        matrix = read(backed)
        assert isinstance(matrix, BlockMatrix)
        assert len(list(matrix.blocks())) > 2
        found = statistics(backed)
        np.testing.assert_allclose(moments(found), moments(statistics(COUNTS)), rtol=1e-12)
        part = statistics(backed[:20])
        np.testing.assert_allclose(moments(part), moments(statistics(COUNTS[:20])), rtol=1e-12)
    finally:
        backed.file.close()


def test_a_dataset_of_h5py_comes_in_blocks(library, tmp_path):
    with library("h5py").File(tmp_path / "a.h5", "w") as file:
        file["x"] = COUNTS
        assert isinstance(read(file["x"]), BlockMatrix)
        found = statistics(file["x"])
    np.testing.assert_allclose(moments(found), moments(statistics(COUNTS)), rtol=1e-12)


def test_arrays_along_other_axes_are_dense(library):
    torch, ad = library("torch"), library("anndata")
    values = CHANCE.poisson(2.0, (5, 6, 7))
    for given in (torch.as_tensor(values), torch.as_tensor(values).double().requires_grad_()):
        found, missing = read_array(given, ("i", "j", "k"), "missing", None)
        np.testing.assert_array_equal(found, values)
        np.testing.assert_array_equal(missing, values == 0)
    data = quietly(lambda: ad.AnnData(sparse.csr_matrix(COUNTS)))
    with pytest.raises(NotBuiltError, match="sparse data along i, j"):
        read_array(data, ("i", "j"), "observed", None)


def test_triples_and_layers_in_other_hands(library):
    rows, columns = COUNTS.nonzero()
    triples = {"user": [f"u{n}" for n in rows], "item": columns, "n": COUNTS[rows, columns]}
    expected = moments(statistics(COUNTS))
    pl, ad = library("polars"), library("anndata")
    frame = pl.DataFrame(triples)
    categories = frame.with_columns(pl.col("user").cast(pl.Categorical))
    for given in (frame, categories):
        found = statistics(given, columns=("user", "item", "n"))
        np.testing.assert_allclose(moments(found), expected, rtol=1e-12)
    np.testing.assert_allclose(moments(statistics(ppm.triples(frame.lazy()))), expected, rtol=1e-12)
    data = quietly(lambda: ad.AnnData(COUNTS * 2.0, layers={"counts": sparse.csc_matrix(COUNTS)}))
    data.raw = data
    np.testing.assert_allclose(moments(statistics(data, layer="counts")), expected, rtol=1e-12)
    doubled = moments(statistics(COUNTS * 2))
    np.testing.assert_allclose(moments(statistics(data, layer="raw")), doubled, rtol=1e-12)
    with pytest.raises(DataError, match=r"layer 'count' of an AnnData object.*'counts'"):
        data_of(data, layer="count")

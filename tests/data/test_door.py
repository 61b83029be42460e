"""Paths, tables, frames of triples and tables of engines are measured like the matrix they hold."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import symppm as ppm
from symppm.data.door import data_of
from symppm.errors import DataError, ParameterError

RNG = np.random.default_rng(2)
COUNTS = RNG.poisson(RNG.gamma(0.5, 2, (20, 2)) @ RNG.gamma(0.5, 2, (2, 14)))
COUNTS[0] += 1
COUNTS[:, 0] += 1
ROWS, COLUMNS = COUNTS.nonzero()
LONG = pd.DataFrame(
    {
        "when": 2020,
        "user": [f"u{n:02}" for n in ROWS],
        "item": COLUMNS + 10,
        "plays": COUNTS[ROWS, COLUMNS],
    }
)
COLUMN_NAMES = ("user", "item", "plays")


def same(found: ppm.Match, expected: ppm.Match) -> None:
    assert found.k == expected.k
    assert found.parameters == pytest.approx(expected.parameters, rel=1e-9)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    LONG.to_csv(tmp_path / "plays.csv", index=False)
    return tmp_path / "plays.csv"


def test_a_path_and_what_was_read_of_it(file: Path) -> None:
    expected = ppm.match(COUNTS)
    same(ppm.match(file, columns=COLUMN_NAMES), expected)
    table = ppm.read(file, columns=COLUMN_NAMES)
    same(ppm.match(table), expected)
    assert ppm.statistics(table).rho_row == pytest.approx(ppm.statistics(COUNTS).rho_row, rel=1e-12)
    with pytest.raises(DataError, match="does not exist"):
        ppm.statistics(file.with_name("none.csv"))


LONG_FORMS: dict[str, Callable[[], Any]] = {
    "pandas": lambda: LONG,
    "pandas categories": lambda: LONG.astype({"user": "category", "plays": "Int16"}),
    "pandas with names twice": lambda: LONG.assign(also=0).rename(columns={"also": "when"}),
    "Arrow": lambda: pa.Table.from_pandas(LONG),
    "Arrow batch": lambda: pa.RecordBatch.from_pandas(LONG),
}


@pytest.mark.parametrize("form", LONG_FORMS)
def test_a_frame_of_triples(form: str) -> None:
    frame = LONG_FORMS[form]()
    expected = ppm.statistics(COUNTS)
    for options in ({}, {"engine": "duckdb"}, {"engine": "memory"}):
        if form.endswith("twice") and options.get("engine") == "duckdb":
            continue
        found = ppm.statistics(frame, columns=COLUMN_NAMES, **options)
        assert found.shape == expected.shape
        assert found.variance == pytest.approx(expected.variance, rel=1e-12)
        assert found.rho_col == pytest.approx(expected.rho_col, abs=1e-12)


def test_ids_are_numbered_as_they_come_and_repeated_pairs_summed_when_told() -> None:
    short = pd.DataFrame({"a": [7, 7, 5], "b": ["y", "x", "y"], "n": [1, 2, 3]})
    np.testing.assert_array_equal(data_of(short, columns=(1, 2, 3)).toarray(), [[1, 2], [3, 0]])
    with pytest.raises(DataError, match="column of several types"):
        data_of(short.assign(a=[7, 7, "x"]), columns=(1, 2, 3))
    twice = pd.concat([short, short[1:2]])
    found = data_of(twice.astype({"n": "int8"}) * [1, 1, 60], columns=(1, 2, 3), duplicates="sum")
    np.testing.assert_array_equal(found.toarray(), [[60, 240], [180, 0]])


@pytest.mark.parametrize("kind", [object, "category", "string[pyarrow]"])
def test_two_columns_of_text_and_one_of_numbers_are_triples_whatever_holds_the_text(
    kind: object,
) -> None:
    texts = {"who": list("aab"), "what": list("yxy")}
    frame = pd.DataFrame(texts).astype(kind).assign(times=[1, 2, 3])
    np.testing.assert_array_equal(data_of(frame).toarray(), [[1, 2], [3, 0]])


WRONG: dict[str, Callable[[], Any]] = {
    "column 'itm' of the DataFrame.*item": lambda: data_of(LONG, columns=("user", "itm", "plays")),
    "column 9 of the DataFrame": lambda: data_of(LONG, columns=(1, 2, 9)),
    "the DataFrame has columns and no rows": lambda: data_of(
        LONG[:0].astype({"item": float}), columns=COLUMN_NAMES
    ),
    "three different columns": lambda: data_of(LONG, columns=("user", "item")),
    "'u00', '10' in rows 1 and .*duplicates='sum'": lambda: data_of(
        pd.concat([LONG, LONG[:1]]), columns=COLUMN_NAMES
    ),
    "DataFrame, row 1, column 3 \\('item'\\) is 10.*holds double": lambda: data_of(
        LONG.astype({"item": float}), columns=COLUMN_NAMES
    ),
    "Table, row 2, column 1 \\('user'\\) is null; expected an id": lambda: data_of(
        pa.table({"user": ["a", None], "item": [1, 2], "plays": [1, 2]}), columns=(1, 2, 3)
    ),
    "Table, row 2, column 3 \\('plays'\\) is null; expected a number": lambda: data_of(
        pa.table({"user": ["a", "b"], "item": [1, 2], "plays": [1, None]}), columns=(1, 2, 3)
    ),
    "column 4 \\('plays'\\) is '.', and the column holds .*string": lambda: data_of(
        LONG.astype({"plays": str}), columns=COLUMN_NAMES
    ),
    "column 'user' of the DataFrame holds text.*columns=": lambda: ppm.match(
        LONG.rename(columns={"plays": "much"})
    ),
    "--columns for data of type ndarray": lambda: ppm.match(COUNTS, columns=(1, 2, 3)),
    "--header, --layer for data of type DataFrame": lambda: data_of(LONG, header=True, layer="raw"),
    "--duplicates for data of type DataFrame": lambda: data_of(
        LONG, columns=COLUMN_NAMES, duplicates="unchecked"
    ),
    "layout 'wide'": lambda: data_of(COUNTS, layout="wide"),
}


@pytest.mark.parametrize("message", WRONG)
def test_options_that_do_not_fit(message: str) -> None:
    with pytest.raises(DataError, match=message):
        WRONG[message]()


def test_whole_numbers_that_floats_beside_them_would_round_are_refused() -> None:
    frame = pa.table({"a": [2**53 + 1, 1, 3], "b": [0.5, 2.0, 1.0]})
    for given in (frame, pd.DataFrame({"a": [2**53 + 1, 1, 3], "b": [0.5, 2.0, 1.0]})):
        with pytest.raises(DataError, match=r"whole numbers beyond 2\^53 beside floats"):
            ppm.statistics(given)
    held = ppm.statistics(frame.set_column(0, "a", [[4, 1, 3]]))
    assert held.mean == pytest.approx(11.5 / 6)


def test_a_frame_whose_columns_name_triples_is_taken_for_triples(caplog: Any) -> None:
    frame = pa.table({"user": [1, 1, 2, 3], "item": [5, 6, 5, 6], "plays": [2, 1, 4, 3]})
    held = data_of(frame)
    assert held.shape == (3, 2)
    assert held.sum() == 10
    wide = pa.table({"a": [1, 1, 2, 3], "b": [5, 6, 5, 6], "c": [2, 1, 4, 3]})
    assert data_of(wide) is wide
    # It may be a matrix; a file of the same columns is taken for triples, so that this is said.
    (record,) = caplog.records
    assert record.getMessage() == (
        "the Table is taken for a matrix (4 x 3), and looks like triples; if rows are a, columns "
        "are b and values are c, pass columns=('a', 'b', 'c')"
    )
    caplog.clear()
    assert data_of(wide, columns=("a", "b", "c")).shape == (3, 2)
    assert data_of(wide.set_column(2, "c", [[2, 0, 4, 3]])).shape == (4, 3)  # zeros are of a matrix
    assert not caplog.records


def test_an_unknown_argument_is_named_and_a_close_one_said() -> None:
    with pytest.raises(ParameterError, match=r"modle='x'.*Did you mean 'model'") as caught:
        ppm.match(np.eye(3), modle="x")
    assert "fixed={'modle': ...}" in str(caught.value)
    for name in ("K", "k", "n_factors"):
        with pytest.raises(ParameterError, match=r"and so on\. Write fixed=\{'K': 5\}\.$"):
            ppm.match(np.eye(3), **{name: 5})


def test_an_array_of_three_axes_is_taken_from_its_file(tmp_path: Path) -> None:
    deep = np.random.default_rng(3).poisson(2.0, (6, 5, 4))
    np.save(tmp_path / "deep.npy", deep)
    assert np.array_equal(data_of(tmp_path / "deep.npy"), deep)
    with pytest.raises(DataError, match=r"--columns for .*deep\.npy"):
        data_of(tmp_path / "deep.npy", columns=(1, 2, 3))


def test_targets_are_no_arguments_and_folders_name_what_can_be_data(here):
    with pytest.raises(ParameterError, match=r"write targets=\{'mean': \.\.\., \.\.\.\}"):
        ppm.match(mean=2, variance=3)
    for name in ("fit.py", "page.html", "plays.csv", "counts.npz"):
        Path(name).write_text("1,2\n3,4\n")
    with pytest.raises(DataError, match=r"such as counts\.npz, plays\.csv\.$"):
        ppm.read(".")

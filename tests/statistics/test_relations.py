"""An engine's sums of triples give the statistics of the matrix; what cannot be summed is named."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Any

import duckdb
import hypothesis.strategies as st
import ibis
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from cases import assert_same_statistics, varied_counts
from hypothesis import HealthCheck, given, settings
from numpy.typing import NDArray
from scipy import sparse

import symppm as ppm
from symppm.errors import DataError, MissingExtraError

ZEROS = ("observed", "missing")
Matrix = NDArray[Any]


@pytest.fixture
def counts() -> Matrix:
    return varied_counts()


def frame_of(matrix: Matrix, stored: Matrix | None = None, seed: int = 1) -> pd.DataFrame:
    """Write the entries that are stored (by default those not zero) as triples in some order."""
    rows, columns = np.nonzero(matrix if stored is None else stored)
    frame = pd.DataFrame({"user": rows, "item": columns, "count": matrix[rows, columns]})
    return frame.sample(frac=1, random_state=seed)


def in_memory(matrix: Matrix, stored: Matrix, zeros: str) -> ppm.Statistics:
    rows, columns = np.nonzero(stored)
    held = sparse.csr_array((matrix[rows, columns], (rows, columns)), shape=matrix.shape)
    return ppm.statistics(held, zeros=zeros, intervals=True)


@st.composite
def matrices(draw: st.DrawFn) -> tuple[Matrix, Matrix]:
    """Draw a matrix and where it is stored: every row and column somewhere."""
    rows, columns = draw(st.integers(2, 7)), draw(st.integers(2, 7))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    kind = draw(st.sampled_from(["counts", "zeros too", "real", "offset", "negative"]))
    matrix = rng.poisson(2.0, (rows, columns)) + 1
    if kind == "real":
        matrix = rng.normal(size=matrix.shape)
    else:
        matrix += {"zeros too": -1, "negative": -5, "offset": 10**8}.get(kind, 0)
    # Zeros beside an offset are nearly all of the variance; without them other digits matter.
    share = 1.0 if kind == "offset" else draw(st.sampled_from([0.3, 0.7, 1.0]))
    stored = rng.random(matrix.shape) < share
    longest = np.arange(max(rows, columns))
    stored[longest % rows, longest % columns] = True
    return matrix, stored


@pytest.mark.parametrize("zeros", ZEROS)
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(made=matrices())
def test_any_small_table_is_measured_or_refused_as_in_memory(
    zeros: str, made: tuple[Matrix, Matrix]
) -> None:
    matrix, stored = made
    triples = ppm.triples(frame_of(matrix, stored))
    try:
        expected = in_memory(matrix, stored, zeros)
    except DataError as error:
        with pytest.raises(DataError, match=re.escape(error.expected)):
            ppm.statistics(triples, zeros=zeros, intervals=True)
        return
    # Unbiased estimates near the edge of what they need are differences of near numbers, in both.
    assert_same_statistics(ppm.statistics(triples, zeros=zeros, intervals=True), expected, rel=1e-8)


@pytest.mark.thorough
def test_neither_the_order_of_entries_nor_types_matter(counts: Matrix) -> None:
    frame = frame_of(counts)
    expected = ppm.statistics(ppm.triples(frame))
    day = pd.Timestamp("2020-01-01")
    for changed in (
        frame_of(counts, seed=7),
        frame.assign(user=frame.user.map("user {}".format), item=frame["item"].astype("int16")),
        frame.assign(user=day + pd.to_timedelta(frame.user, "D")),
        *(frame.astype({"count": kind}) for kind in ("int8", "uint64", "float32")),
    ):
        assert ppm.statistics(ppm.triples(changed)) == expected
    truth = ppm.triples(frame_of(counts > 1, np.ones(counts.shape, bool)))
    assert ppm.statistics(truth).variance == pytest.approx(ppm.statistics(counts > 1).variance)


GOOD = {"user": [1, 1, 2, 2, 3], "item": [1, 2, 1, 3, 2], "count": [5, 3, 2, 7, 1]}


def table(**changed: Any) -> pa.Table:
    return pa.table({**GOOD, **changed})


NAN, INF = float("nan"), float("inf")
WRONG: dict[str, dict[str, Any]] = {
    "nan at row '2', column '1'": {"count": [5.0, 3.0, NAN, 7.0, 1.0]},
    ": inf at row '1', column '2'": {"count": [5.0, INF, 2.0, 7.0, 1.0]},
    "-inf at row '3', column '2'": {"count": [5.0, 3.0, 2.0, 7.0, -INF]},
    "no value at row '2', column '3'": {"count": [5, 3, 2, None, 1]},
    "no row id at row '', column '2'": {"user": [1, None, 2, 2, 3]},
    "no column id at row '1', column ''": {"item": [None, 2, 1, 3, 2]},
    "no row id at row '', column '2'.*": {"user": ["a", "", "b", "b", "c"]},
    "no column id at row '2', column ''": {"item": ["a", "b", "c", "", "d"]},
    "squares overflow": {"count": [1e200, 3.0, 2.0, 7.0, 1.0]},
    "one row": {"user": [1, 1, 1, 1, 1], "item": [1, 2, 3, 4, 5]},
    "one column": {"user": [1, 2, 3, 4, 5], "item": [1, 1, 1, 1, 1]},
    "no entries": {name: pa.array([], pa.int64()) for name in GOOD},
    "more than once: '2', '1' .2 times.;": {"item": [1, 2, 1, 1, 2]},
    "more than once: '1', '1' .2 times.; '2', '1'": {"item": [1, 1, 1, 1, 2]},
    f"'{2**62}', '1' .2 times.": {"user": [0, 0, 2**62, 2**62, -(2**62)], "item": [1, 2, 1, 1, 2]},
    "row '1', column '2'; expected whole numbers below": {"count": [5, 2**53 + 1, 2, 7, 1]},
    "row ids in column 'user' are of type float64": {"user": [1.0, 1.0, 2.0, 2.0, 3.0]},
    "row ids in column 'user' are of type array": {"user": [[1], [1], [2], [2], [3]]},
    "column ids in column 'item' are of type float64": {"item": [1.5, 2, 1, 3, 2]},
    "values in column 'count' are of type string": {"count": list("53271")},
}


@pytest.mark.parametrize(("message", "changed"), WRONG.items())
def test_the_first_wrong_entry_is_named(message: str, changed: dict[str, Any]) -> None:
    with pytest.raises(DataError, match=message.replace("'", ".")):
        ppm.statistics(ppm.triples(table(**changed)))


@pytest.mark.thorough
def test_repeated_pairs_are_summed_when_told_and_hide_nothing(counts: Matrix) -> None:
    frame = frame_of(counts)
    doubled = counts.copy()
    doubled[frame.user[::3], frame["item"][::3]] *= 2
    twice = ppm.triples(pd.concat([frame, frame[::3]]), duplicates="sum")
    found = ppm.statistics(twice, intervals=True)
    assert_same_statistics(found, ppm.statistics(doubled, intervals=True))
    for message, values in (
        ("no value at row '1', column '1'", [5, None, 2, 7, 1]),
        ("whole numbers below", [2**53 + 1, -(2**53), 2, 7, 1]),
    ):
        repeated = ppm.triples(table(item=[1, 1, 1, 3, 2], count=values), duplicates="sum")
        with pytest.raises(DataError, match=message):
            ppm.statistics(repeated)
    unchecked = ppm.triples(table(), duplicates="unchecked")
    assert any("not checked" in note for note in unchecked.notes)
    assert ppm.statistics(unchecked) == ppm.statistics(ppm.triples(table()))


@pytest.mark.thorough
def test_columns_and_options_are_checked(counts: Matrix) -> None:
    wide = table(other=[0, 0, 0, 0, 1])
    plain = wide.rename_columns(["a", "b", "c", "d"])
    found = ppm.statistics(ppm.triples(plain, columns=("a", "b", 3)))
    assert found == ppm.statistics(ppm.triples(table()))
    for message, call in {
        "column 'itm'.*item": lambda: ppm.triples(wide, columns=("user", "itm", "count")),
        "column 7 of": lambda: ppm.triples(wide, columns=(1, 2, 7)),
        "4 columns": lambda: ppm.triples(plain),
        "columns 'count' and 'Count'.*engine='memory'": lambda: ppm.triples(
            table(Count=[1] * 5), columns=("user", "item", "Count")
        ),
        "duplicates 'add'": lambda: ppm.triples(table(), duplicates="add"),
        "--header for a table": lambda: ppm.triples(table(), header=True),
        "triples of type int": lambda: ppm.triples(7),
        "a mask together": lambda: ppm.statistics(ppm.triples(table()), mask=np.ones((3, 3), bool)),
        "zeros": lambda: ppm.statistics(ppm.triples(table()), zeros="gone"),
        "all 4": lambda: ppm.statistics(ppm.triples(table(count=[4] * 5)), zeros="missing"),
        "smallest entry is -2, at row '2', column '1'": lambda: ppm.match(
            ppm.triples(table(count=[5, 3, -2, 7, 1]))
        ),
        "a table of pyarrow, which stays in duckdb": lambda: ppm.pearson_limit(
            ppm.triples(table())  # type: ignore[arg-type]
        ),
        "triples for models of a matrix": lambda: ppm.match(ppm.triples(table()), "ptf_gamma"),
        "engine 'dukdb'.*duckdb": lambda: ppm.triples("plays.parquet", engine="dukdb"),
        "an engine of type int": lambda: ppm.triples("plays.parquet", engine=3),
        "none.db.*does not exist": lambda: ppm.triples("plays", engine="duckdb://none.db"),
    }.items():
        with pytest.raises(DataError, match=message):
            call()
    fractions = ppm.statistics(ppm.triples(table(count=[5.0, 3.0, 2.5, 7.0, 1.0])))
    assert fractions.first_non_integral == ("2", "1")


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # what Ibis calls DuckDB by
def test_engines_hold_the_same_table(tmp_path: Path, counts: Matrix) -> None:
    frame = frame_of(counts)
    frame = frame.assign(user=frame.user.map("u{:02}".format), item=frame["item"] + 10)
    expected = ppm.statistics(ppm.triples(frame), intervals=True)
    frame.to_csv(tmp_path / "plays.csv", index=False)
    with duckdb.connect(str(tmp_path / "plays.db")) as file:
        file.execute("create schema here")
        for name in ("plays", "here.plays"):
            file.execute(f"create table {name} as from frame")
    before = (tmp_path / "plays.db").read_bytes()
    with sqlite3.connect(tmp_path / "plays.sqlite") as lite:
        frame.to_sql("plays", lite, index=False)  # with neither types for integers nor infinity
    lite.close()
    plain = duckdb.connect()
    plain.execute("create table plays as from frame")
    url = f"duckdb://{tmp_path / 'plays.db'}"
    held = ppm.triples("plays", engine=url)
    opened: dict[str, Any] = {
        "a file": ppm.triples(tmp_path / "plays.csv"),
        "a database": held,
        "a schema of it, opened twice": ppm.triples("here.plays", engine=url),
        "a connection": ppm.triples("plays", engine=plain),
        "an expression": ibis.duckdb.connect().read_csv(tmp_path / "plays.csv"),
        "a relation": plain.table("plays"),
        "SQLite": ppm.triples("plays", engine=f"sqlite://{tmp_path / 'plays.sqlite'}"),
    }
    for source in opened.values():
        assert_same_statistics(ppm.statistics(source, intervals=True), expected, rel=1e-12)
    assert (tmp_path / "plays.db").read_bytes() == before
    for name, engine, said in (
        ("plaes", url, "no table 'plaes' in duckdb"),
        ("plays", f"duckdb://{tmp_path / 'plays.csv'}", "cannot be reached"),
    ):
        with pytest.raises(DataError, match=said):
            ppm.triples(name, engine=engine)


@pytest.mark.parametrize(
    "url", ["postgres://me:se/c@ret@127.0.0.1:1/plays", "mysql://127.0.0.1:1/a?password=se/c@ret"]
)
@pytest.mark.parametrize("error", [ValueError, ImportError])
def test_passwords_are_never_shown(
    url: str, error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(url: str) -> None:
        raise error(f"{url}: no port 'se', and who is me with ret?")

    monkeypatch.setattr(ibis, "connect", refuse)
    with pytest.raises((DataError, MissingExtraError), match=r"'(postgres|mysql)://") as raised:
        ppm.triples("plays", engine=url)
    assert not re.search("'se|ret", str(raised.value))

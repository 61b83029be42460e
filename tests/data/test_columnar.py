"""Parquet and Arrow: which columns are what, in files, folders and patterns."""

from __future__ import annotations

import decimal
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from formats import stream
from pyarrow import feather, parquet

import symppm as ppm
from symppm.data.door import read
from symppm.errors import DataError

USERS, ITEMS, COUNTS = ["u", "u", "v"], ["x", "y", "y"], [1, 2, 3]
AS_MATRIX = [[1, 2], [0, 3]]


WRITERS: dict[str, Callable[[pa.Table, Path], None]] = {
    "a.parquet": lambda table, path: parquet.write_table(table, path, row_group_size=2),
    "A.PQ": parquet.write_table,
    "a.feather": feather.write_feather,
    "a.arrow": lambda table, path: feather.write_feather(table, path, compression="uncompressed"),
    "a.ipc": stream,
}


def write(name: str, **columns: Any) -> None:
    parquet.write_table(pa.table(columns), name)


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize(
    ("users", "items"),
    [
        pytest.param(USERS, ITEMS, id="text"),
        pytest.param([7, 7, 1], [-3, 5, 5], id="integers"),
        pytest.param(pa.array([7, 7, 1], pa.date32()), [True, False, False], id="others"),
        pytest.param(
            pa.array(USERS).dictionary_encode(),
            pa.DictionaryArray.from_arrays([2, 0, 0], ["y", "unused", "x"]),
            id="categories",
        ),
        pytest.param(pa.array(USERS, pa.large_string()), pa.array([b"x", b"y", b"y"]), id="bytes"),
    ],
)
def test_triples_are_recognised_by_name(here, dense, name, users, items):
    table = pa.table({"time": [0.5, 1, 2], "count": COUNTS, "user": users, "item": items})
    WRITERS[name](table, Path(name))
    found = read(name)
    assert dense(found) == AS_MATRIX
    assert found.values.dtype == np.int64
    plain = [pa.array(ids).cast(pa.string()).to_pylist() for ids in (users, items)]
    assert found.row_labels == tuple(dict.fromkeys(plain[0]))
    assert found.column_labels == tuple(dict.fromkeys(plain[1]))
    assert found.notes[0] == (
        "read as triples (3 entries, 2 x 2): rows are user, columns are item, values are count; "
        "if that is wrong, use --layout matrix (each row is a row of the matrix) or --columns"
    )
    assert found.notes[1] == "time left out"


def pandas_note(*index: str) -> dict[bytes, bytes]:
    return {b"pandas": json.dumps({"index_columns": index}).encode()}


def test_an_index_of_pandas_holds_ids_or_labels_or_nothing(here, dense):
    two = pa.table({"w": COUNTS, "p": [3, 3, 9], "q": [4, 5, 5]})
    parquet.write_table(two.replace_schema_metadata(pandas_note("p", "q")), "two.parquet")
    assert dense(read("two.parquet")) == AS_MATRIX
    left = pa.table({"p": USERS, "q": ITEMS, "w": COUNTS, "__index_level_0__": [5, 1, 8]})
    parquet.write_table(left.replace_schema_metadata(pandas_note(left.column_names[3])), "b.pq")
    assert dense(read("b.pq")) == AS_MATRIX
    matrix = pa.table({"s": [1, 2], "t": [3, 4], "gene": [50, 70]})
    parquet.write_table(matrix.replace_schema_metadata(pandas_note("gene")), "m.parquet")
    found = read("m.parquet")
    assert dense(found) == [[1, 3], [2, 4]]
    assert (found.row_labels, found.column_labels) == (("50", "70"), ("s", "t"))


def test_matrices_are_recognised(here, dense):
    write("m.parquet", gene=["A", "B"], kind=["k", "k"], s=[1, 4], t=[2.5, 5], u=[True, False])
    found = read("m.parquet")
    assert dense(found) == [[1, 2.5, 1], [4, 5, 0]]
    assert (found.row_labels, found.column_labels) == (("A", "B"), ("s", "t", "u"))
    assert found.notes[0] == (
        "read as a labelled matrix (2 x 3): labels are gene, kind; if that is "
        "wrong, use --layout triples (each row is one entry) or --label-columns"
    )
    write("m.parquet", a=[1, 4], b=[2, 5])
    found = read("m.parquet", layout="matrix", label_columns=0)
    assert dense(found) == [[1, 2], [4, 5]]
    assert (found.row_labels, found.values.dtype, found.notes) == (None, np.int64, ())


@pytest.mark.parametrize(
    ("values", "expected", "dtype"),
    [
        (pa.array([1, 2, 2**63], pa.uint64()), [1, 2, 2.0**63], "f8"),
        (pa.array(np.array([1, 2, 0.5], np.float16)), [1, 2, 0.5], "f8"),
        (pa.array([decimal.Decimal(n) for n in (1, 2, 3)]), [1, 2, 3], "i8"),
        (pa.array([decimal.Decimal(n) for n in ("1", "2", "0.5")]), [1, 2, 0.5], "f8"),
        (pa.array([1, 2, 2]).dictionary_encode(), [1, 2, 2], "i8"),
    ],
)
def test_types_of_values(here, values, expected, dtype):
    write("a.parquet", user=USERS, item=ITEMS, count=values)
    found = read("a.parquet").values
    assert (found.data.tolist(), found.dtype) == (expected, dtype)


PART = {"user": USERS, "item": ITEMS, "count": COUNTS}


def test_a_folder_and_a_pattern(here, dense):
    for day, users in (("b", ["w", "v"]), ("a", ["u", "v"])):
        folder = Path("plays", f"day={day}")
        folder.mkdir(parents=True)
        # A file of its own order of columns and types.
        table = {"item": ["x", "z"], "user": users, "count": pa.array([1, 2], pa.int8())}
        write(str(folder / "part-0.parquet"), **(PART if day == "b" else table))
    Path("plays", "_SUCCESS").touch()
    Path("plays", ".part.parquet.crc").touch()
    Path("plays", "notes.txt").touch()
    for path in ("plays", "plays/*/*.parquet", "plays/day=?", str(here / "play*")):
        table = read(path, columns=("user", "item", "count"), duplicates="sum")
        assert table.row_labels == ("u", "v")
        assert table.column_labels == ("x", "z", "y")
        assert dense(table) == [[2, 0, 2], [0, 2, 3]]
    by_day = read("plays", columns=("day", "item", "count"), duplicates="sum")
    assert by_day.row_labels == ("a", "b")
    assert dense(by_day) == [[1, 2, 0], [1, 0, 5]]
    assert dense(read("plays/day=b/part-0.parquet")) == AS_MATRIX
    with pytest.raises(DataError, match=r"plays: 1 repeated pair .*: 'u', 'x' in rows 1 and 3"):
        read("plays")


@pytest.mark.parametrize("reader", [read, ppm.triples])
def test_parts_that_do_not_fit_together(here, reader):
    write("a.parquet", **PART)
    write("b.parquet", **{**PART, "count": ["1", "2", "3"]})
    with pytest.raises(DataError, match=r"different types.*count.*string"):
        reader("*.parquet")
    write("b.parquet", user=USERS, item=ITEMS)
    with pytest.raises(DataError, match=r"b\.parquet has no column 'count'"):
        reader("*.parquet")
    write("b.parquet", **PART, day=[1, 1, 1])
    with pytest.raises(DataError, match=r"b\.parquet has a further column 'day'"):
        reader("*.parquet")
    with pytest.raises(DataError, match=r"x\*\.parquet, a pattern that no Parquet or Arrow file"):
        reader("x*.parquet")
    twice = pa.Table.from_arrays([pa.array([1]), pa.array([2])], ["x", "x"])
    feather.write_feather(twice, "c.feather")
    with pytest.raises(DataError, match=r"c\.feather has two columns 'x'"):
        read("c.feather")


REFUSED = [
    ({**PART, "item": [1.0, 2.0, 2.5]}, {},
     "a.parquet, row 1, column 2 ('item') is 1.0, and the column holds double; expected ids that"),
    ({**PART, "item": [[1], [2], [3]]}, {}, "row 1, column 2 ('item') is [1], and the column"),
    ({**PART, "user": ["u", None, "v"]}, {}, "row 2, column 1 ('user') is null; expected an id."),
    ({**PART, "user": ["u", "v", ""]}, {}, "row 3, column 1 ('user') is empty; expected an id."),
    ({**PART, "user": pa.array([b"u", b"\xff", b"v"])}, {}, "is b'u', and the column holds binary"),
    ({**PART, "count": [1, None, 2]}, {}, "row 2, column 3 ('count') is null; expected a number."),
    ({**PART, "count": ["1", "2", "3"]}, {}, "is '1', and the column holds string; expected"),
    ({"user": [*USERS, "u"], "item": [*ITEMS, "x"], "count": [1, 2, 3, 4]}, {},
     "a.parquet: 1 repeated pair of row and column: 'u', 'x' in rows 1 and 4; expected every pair"),
    ({"g": ["A", "B"], "s": [1, 2], "note": ["x", "y"], "t": [1, 2]}, {},
     "a.parquet, row 1, column 3 ('note') is 'x', and the column holds string; expected numbers"),
    ({"s": [1.5, 2], "t": [1, None]}, {}, "row 2, column 2 ('t') is null; expected a number."),
    ({"g": ["A", None], "t": [1, 2]}, {}, "row 2, column 1 ('g') is null; expected a label."),
    ({"user": [], "item": [], "count": []}, {}, "a.parquet has columns and no rows; expected at"),
    ({"a": ["x", "y"], "b": ["x", "y"]}, {}, "labels in the last of its 2 columns; expected a"),
    (PART, {"layout": "ldac"}, "--layout for a.parquet; expected options"),
]  # fmt: skip


@pytest.mark.parametrize(("columns", "options", "said"), REFUSED)
def test_what_is_refused_is_named(here, columns, options, said):
    write("a.parquet", **columns)
    with pytest.raises(DataError, match=re.escape(said)):
        read("a.parquet", **options)

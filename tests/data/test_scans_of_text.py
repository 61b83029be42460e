"""Text goes to an engine as our own reader lays it out, or not at all."""

from __future__ import annotations

import contextlib
import csv
import gzip
import io
from collections.abc import Callable
from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

import symppm as ppm
from symppm.errors import DataError

Compare = Callable[..., None]


def agree(path: Path, compare: Compare, **options: object) -> ppm.Statistics:
    """Measure a file in DuckDB and by our own reader, and see that all is the same."""
    table = ppm.read(path, engine="duckdb", **options)  # type: ignore[arg-type]
    found = ppm.statistics(table.values)
    compare(found, ppm.statistics(ppm.read(path, **options).values))  # type: ignore[arg-type]
    return found


ROWS = (("a", "x", "3"), ("a", "y", "1"), ("b", "x", "2"), ("b", "z", "7"), ("c", "y", "4"))


def written(delimiter: str, header: str = "") -> str:
    return header + "".join(delimiter.join(row) + "\n" for row in ROWS)


@pytest.mark.parametrize("delimiter", [",", "\t", ";", "::"])
@pytest.mark.parametrize("header", [True, False])
@pytest.mark.parametrize("packed", [True, False])
def test_delimiters_and_headers(
    delimiter: str, header: bool, packed: bool, tmp_path: Path, assert_same: Compare
) -> None:
    text = written(delimiter, delimiter.join(("user", "item", "count")) + "\n" if header else "")
    path = tmp_path / ("plays.csv.gz" if packed else "plays.csv")
    path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    assert agree(path, assert_same).shape == (3, 3)


ODD = {
    "comments": "# made by hand\n# twice\nuser,item,count\n" + written(","),
    "a quotation mark in a comment": '# the "best\nuser,item,count\n' + written(","),
    "blank lines": "user,item,count\n\n" + written(",") + "\n\n",
    "blank lines first": "\n\nuser,item,count\n" + written(","),
    "windows": ("user,item,count\n" + written(",")).replace("\n", "\r\n"),
    "old mac": ("user,item,count\n" + written(",")).replace("\n", "\r"),
    "byte mark": "\ufeffuser,item,count\n" + written(","),
    "no last newline": ("user,item,count\n" + written(",")).rstrip(),
    "quoted": 'user,item,count\n"a,1",x,3\n"a,1","say ""y""",1\n"b\nb",x,2\nc,"",5\n'.replace(
        '"",5', "z,5"
    ),
    "words of nothing": "user,item,count\n" + written(",") + "NULL,x,5\nNA,\\N,6\n",
    "hash in an id": "user,item,count\n" + written(",") + "#1,x,5\n",
    "numbers": "user,item,count\na,x, 3 \na,y,+1\nb,x,.5\nb,z,2.\nc,y,1e2\n",
    "large numbers": "user,item,count\na,x,9007199254740991\na,y,1\nb,x,3\nb,z,4\n",
    "more columns": "when,user,item,count\n"
    + "".join(f"{n},{','.join(row)}\n" for n, row in enumerate(ROWS)),
    "ids with blanks": "user,item,count\n" + written(",") + " a,x,5\na ,x,6\n",
    "ids alike": "user,item,count\n1,x,5\n01,x,6\n1.0,y,7\n1,y,8\n",
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
def test_odd_files(text: str, tmp_path: Path, assert_same: Compare) -> None:
    path = tmp_path / "plays.csv"
    path.write_bytes(text.encode())
    agree(path, assert_same)


FIELDS = st.text(alphabet="ab,\"; \t#'\\é", min_size=1, max_size=4).filter(str.strip)


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    rows=st.dictionaries(st.tuples(FIELDS, FIELDS), st.integers(0, 99), min_size=4, max_size=12),
    delimiter=st.sampled_from([",", ";", "\t"]),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_NONNUMERIC]),
)
def test_whatever_csv_writes(
    rows: dict[tuple[str, str], int],
    delimiter: str,
    quoting: int,
    tmp_path: Path,
    assert_same: Compare,
) -> None:
    """The same numbers as our own reader, or a refusal; never other numbers."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, quoting=quoting)  # type: ignore[arg-type]
    writer.writerow(("user", "item", "count"))
    writer.writerows((*ids, value) for ids, value in rows.items())
    path = tmp_path / "plays.csv"
    path.write_text(text.getvalue(), newline="")
    try:
        expected = ppm.statistics(ppm.read(path).values)
    except DataError:
        with pytest.raises(DataError):
            ppm.statistics(ppm.triples(path))
        return
    with contextlib.suppress(DataError):
        # A refusal is right, other numbers never are.
        assert_same(ppm.statistics(ppm.triples(path)), expected)


def test_files_together(tmp_path: Path, assert_same: Compare) -> None:
    lines = written(",").splitlines(keepends=True)
    whole = tmp_path / "whole.csv"
    whole.write_text("user,item,count\n" + "".join(lines))
    folder = tmp_path / "parts"
    folder.mkdir()
    for n, part in enumerate((lines[:2], lines[2:])):
        (folder / f"{n}.csv").write_text("user,item,count\n" + "".join(part))
    (folder / "_done").write_text("")
    expected = ppm.statistics(ppm.read(whole).values)
    assert_same(ppm.statistics(ppm.triples(folder)), expected)
    assert_same(ppm.statistics(ppm.triples(str(folder / "*.csv"))), expected)
    (folder / "2.csv").write_text("person,item,count\nd,x,1\n")
    with pytest.raises(DataError, match="person"):
        ppm.triples(folder)


WRONG = {
    "line 4, column 3 (.count.) is 'two'": "user,item,count\na,x,1\na,y,2\nb,x,two\n",
    "line 3, column 3 (.count.) is empty": "user,item,count\na,x,1\na,y,\nb,x,2\n",
    "line 3, column 3 (.count.) is '1_0'": "user,item,count\na,x,1\na,y,1_0\nb,x,2\n",
    "line 3, column 3 (.count.) is '\\+-1'": "user,item,count\na,x,1\na,y,+-1\nb,x,2\n",
    "line 3, column 3 (.count.) is '1e999', beyond": "user,item,count\na,x,1\na,y,1e999\nb,x,2\n",
    "line 4: 2 fields": "user,item,count\na,x,1\na,y,2\nb,x\n",
    "line 4: 4 fields": "user,item,count\na,x,1\na,y,2\nb,x,3,4\n",
    "line 3, column 1 (.user.) is empty": "user,item,count\na,x,1\n,y,2\nb,x,3\n",
    "line 4: quotation marks": 'user,item,count\na,x,1\na,y,2\n"b,x,3\n',
}


@pytest.mark.parametrize(("place", "text"), WRONG.items())
def test_errors_name_the_line(place: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "plays.csv"
    path.write_text(text)
    pattern = place.replace("(", r"\(").replace(")", r"\)")
    with pytest.raises(DataError, match=pattern):
        ppm.statistics(ppm.triples(path))


DOUBTFUL = {
    "white space": "user item count\na x 1\na y 2\nb x 3\n",
    "quotation marks after blanks": 'user,item,count\na, "x",1\na,y,2\nb,x,3\n',
    "several lines": '"us\ner",item,count\na,x,1\na,y,2\nb,x,3\n',
}


@pytest.mark.parametrize(("what", "text"), DOUBTFUL.items())
def test_what_engines_read_in_other_ways_is_refused(what: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "plays.csv"
    path.write_text(text)
    with pytest.raises(DataError, match=what) as raised:
        ppm.triples(path)
    assert "--engine memory" in raised.value.do
    assert isinstance(ppm.read(path, engine="memory").values.sum(), np.integer)


def test_an_infinite_value(tmp_path: Path) -> None:
    path = tmp_path / "plays.csv"
    path.write_text("user,item,count\na,x,1\na,y,inf\nb,x,3\n")
    with pytest.raises(DataError, match="inf at row 'a', column 'y'"):
        ppm.statistics(ppm.triples(path))


def test_whole_numbers_that_floats_round_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "plays.csv"
    path.write_text("user,item,count\na,x,9007199254740993\na,y,1\nb,x,3\n")
    with pytest.raises(DataError, match=r"at row .a., column .x.; .*2\^53") as raised:
        ppm.statistics(ppm.triples(path))
    assert "--engine memory" in raised.value.do


def test_names_of_files_are_no_patterns(tmp_path: Path, assert_same: Compare) -> None:
    named = tmp_path / "a[1].csv"
    named.write_text("user,item,count\n" + written(","))
    (tmp_path / "a1.csv").write_text("user,item,count\na,x,100\na,y,1\nb,x,2\n")
    agree(named, assert_same)


@pytest.mark.parametrize(
    ("line", "said"), [("a,y,", "is empty"), ("a,y,2x", "is '2x'"), (",y,2", "is empty")]
)
def test_sums_of_repeated_pairs_hide_nothing(line: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "plays.csv"
    path.write_text(f"user,item,count\na,x,1\na,y,5\n{line}\nb,x,3\n")
    with pytest.raises(DataError, match=f"line 4, column .*{said}"):
        ppm.statistics(ppm.triples(path, duplicates="sum"))

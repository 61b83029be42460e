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

HEADER = "user,item,count\n"
LINES = "a,x,3\na,y,1\nb,x,2\nb,z,7\nc,y,4\n"


def agree(path: Path, compare: Compare) -> None:
    """Measure a file in DuckDB and by our own reader, and see that all is the same."""
    found = ppm.statistics(ppm.read(path, engine="duckdb").values)
    compare(found, ppm.statistics(ppm.read(path).values))


@pytest.mark.parametrize("delimiter", [",", "\t", ";", "::"])
@pytest.mark.parametrize("header", [HEADER, ""])
@pytest.mark.parametrize("packed", [True, False])
def test_delimiters_and_headers(
    delimiter: str, header: str, packed: bool, tmp_path: Path, assert_same: Compare
) -> None:
    text = (header + LINES).replace(",", delimiter).encode()
    path = tmp_path / ("a[1].csv.gz" if packed else "a[1].csv")  # no pattern
    path.write_bytes(gzip.compress(text) if packed else text)
    (tmp_path / "a1.csv").write_text(HEADER + "a,x,100\na,y,1\nb,x,2\n")
    agree(path, assert_same)


ODD = {
    "comments": "# made by hand\n# twice\n" + HEADER + LINES,
    "a quotation in a comment": '# the "best"\n' + HEADER + LINES,
    "blank lines": HEADER + "\n" + LINES + "\n\n",
    "blank lines first": "\n\n" + HEADER + LINES,
    "windows": (HEADER + LINES).replace("\n", "\r\n"),
    "old mac": (HEADER + LINES).replace("\n", "\r"),
    "byte mark": "\ufeff" + HEADER + LINES,
    "no last newline": (HEADER + LINES).rstrip(),
    "quoted": HEADER + '"a,1",x,3\n"a,1","say ""y""",1\n"b\nb",x,2\nc,z,5\n',
    "words of nothing": HEADER + LINES + "NULL,x,5\nNA,\\N,6\n",
    "hash in an id": HEADER + LINES + "#1,x,5\n",
    "numbers": HEADER + "a,x, 3 \na,y,+1\nb,x,.5\nb,z,2.\nc,y,1e2\n",
    "large numbers": HEADER + "a,x,9007199254740991\na,y,1\nb,x,3\nb,z,4\n",
    "more columns": "when," + HEADER + "".join(f"1,{line}\n" for line in LINES.split()),
    "ids with blanks": HEADER + LINES + " a,x,5\na ,x,6\n",
    "ids alike": HEADER + "1,x,5\n01,x,6\n1.0,y,7\n1,y,8\n",
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
    lines = LINES.splitlines(keepends=True)
    (tmp_path / "whole.csv").write_text(HEADER + LINES)
    folder = tmp_path / "parts"
    folder.mkdir()
    for n, part in enumerate((lines[:2], lines[2:])):
        (folder / f"{n}.csv").write_text(HEADER + "".join(part))
    (folder / "_done").write_text("")
    expected = ppm.statistics(ppm.read(tmp_path / "whole.csv").values)
    for source in (folder, str(folder / "*.csv")):
        assert_same(ppm.statistics(ppm.triples(source)), expected)
    (folder / "2.csv").write_text("person,item,count\nd,x,1\n")
    with pytest.raises(DataError, match="person"):
        ppm.triples(folder)


WRONG = {
    "line 4, column 3 .'count'. is 'two'": "a,x,1\na,y,2\nb,x,two\n",
    "line 3, column 3 .'count'. is empty": "a,x,1\na,y,\nb,x,2\n",
    "line 3, column 3 .'count'. is '1_0'": "a,x,1\na,y,1_0\nb,x,2\n",
    r"line 3, column 3 .'count'. is '\+-1'": "a,x,1\na,y,+-1\nb,x,2\n",
    "line 3, column 3 .'count'. is '1e999', beyond": "a,x,1\na,y,1e999\nb,x,2\n",
    "line 4: 2 fields": "a,x,1\na,y,2\nb,x\n",
    "line 4: 4 fields": "a,x,1\na,y,2\nb,x,3,4\n",
    "line 3, column 1 .'user'. is empty": "a,x,1\n,y,2\nb,x,3\n",
    "line 4: quotation marks": 'a,x,1\na,y,2\n"b,x,3\n',
    "inf at row 'a', column 'y'": "a,x,1\na,y,inf\nb,x,3\n",
    r"at row 'a', column 'x'; .*2\^53.*--engine memory": "a,x,9007199254740993\na,y,1\nb,x,3\n",
}


@pytest.mark.parametrize(("place", "lines"), WRONG.items())
def test_errors_name_the_place_and_sums_of_repeated_pairs_hide_nothing(
    place: str, lines: str, tmp_path: Path
) -> None:
    path = tmp_path / "plays.csv"
    path.write_text(HEADER + lines)
    for duplicates in ("error", "sum"):
        with pytest.raises(DataError, match=place):
            ppm.statistics(ppm.triples(path, duplicates=duplicates))


@pytest.mark.parametrize(
    ("what", "text"),
    {
        "white space": "user item count\na x 1\na y 2\nb x 3\n",
        "do not pair up": '"us\ner",item,count\na,x,1\na,y,2\nb,x,3\n',
    }.items(),
)
def test_what_engines_read_in_other_ways_is_refused(what: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "plays.csv"
    path.write_text(text)
    with pytest.raises(DataError, match=what) as raised:
        ppm.triples(path)
    assert "--engine memory" in raised.value.do
    assert isinstance(ppm.read(path, engine="memory").values.sum(), np.integer)

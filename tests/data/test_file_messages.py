"""What is wrong with a file is said with its place, and what to do about it."""

from __future__ import annotations

import gzip
import io
import os
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from symppm.data.door import read
from symppm.errors import DataError


def npy(array: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array, allow_pickle=True)
    return stream.getvalue()


def npz(**arrays: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


TRIPLES, COORDINATE = "user,item,count\n", "%%MatrixMarket matrix coordinate integer general\n"
TEXT: list[tuple[bytes | str, str]] = [
    (TRIPLES + "a,b,1\na,,2\n", "a.csv, line 3, column 2 ('item') is empty; expected an id."),
    (TRIPLES + "\na,b,1\na,c\n", "line 4: 2 fields, beginning with 'a'; expected 3 as in the"),
    (TRIPLES + "a,b,1\na,c,\n", "line 3, column 3 ('count') is empty; expected a number. Write 0"),
    (TRIPLES + "a,b,many\na,c,1\n", "line 2, column 3 ('count') is 'many'; expected a number."),
    (TRIPLES + "a,b,1_000\n", "line 2, column 3 ('count') is '1_000'; expected a number."),
    (TRIPLES + "a,b,1e999\n", "line 2, column 3 ('count') is '1e999', beyond the range of float64"),
    (TRIPLES.replace(",", ";") + "a;b;1,5\na;c;2,5\n", "is '1,5'; expected a number with a"),
    (TRIPLES + "a,b,1\na,c,2\na,b,3\nd,c,1\nd,c,1\nd,c,1\n",
     "a.csv: 2 repeated pairs of row and column: 'a', 'b' on lines 2 and 4; ...; expected every"),
    (TRIPLES, "a.csv has a header and no data; expected at least one line of data. Use"),
    ('who,what,n\n"a,b,1\nc,d,2\n', "line 2: quotation marks that do not pair up; expected a"),
    ("a,b\nc,d,3\nc,e,3\n", "line 1: 2 fields, beginning with 'a'; expected 3 as in the other"),
    ("1,2,3\n4,5\n6,7,8\n", "line 2: 2 fields, beginning with '4'; expected 3 as in the other"),
    ("gene,s1,s2\nA,1,2\nB,3,x\n", "line 3, column 3 ('s2') is 'x'; expected a number."),
    ("gene,s1,s2\nA,1,2\nB,n/a,3\n", "line 3, column 2 ('s1') is 'n/a', a missing value; expected"),
    ("a,b,c,d,kind,e\nA,1,2,3,red,2\nB,3,4,5,,4\n", "column 5 ('kind') is 'red'; expected numbers "
     "in every column behind the labels. Take out column 5 ('kind'), which holds no numbers, or"),
    ("a,b,c,d,kind,e,type\n1,2,3,4,x,5,\n1,2,3,4,y,5,t\n1,2,3,4,x,5,u\n",
     "Take out column 5 ('kind') and column 7 ('type'), which hold no numbers, or move them to"),
    ("gene,s1\nA,1\nB," + "z" * 50 + "\n", f"column 2 ('s1') is '{'z' * 37}...'; expected a"),
    ("", "a.csv is empty; expected a table of text, as the name says. Write the file again."),
    ("\n \n", "a.csv has blank lines only; expected a table of text. Write the file again."),
    (b"a,b\n" + b"1,2\n" * 1000 + b"1,\x00\n", "a.csv seems to be binary data; expected a table"),
    (b"a,b\n1,2\n\xe9,3\n", "line 3: byte 0xe9 is not UTF-8; expected text in UTF-8. Convert"),
    ("a,b\n1,2\n".encode("utf-16"), "a.csv seems to be text in UTF-16; expected a table of text"),
    (gzip.compress(b"1,2\n"), "a.csv seems to be gzip-compressed; expected a table of text"),
    ("<!DOCTYPE html>\n<html></html>\n", "a.csv seems to be a web page or XML; expected a table"),
    ("version https://git-lfs.github.com/spec/v1\n", "a Git LFS pointer, not the file itself;"),
    (b"PAR1\x15\x00\x15", "a.csv seems to be a Parquet file; expected a table of text"),
    (COORDINATE, "a.csv seems to be a Matrix Market file; expected a table of text"),
]  # fmt: skip
OPTIONS: list[tuple[str, dict[str, Any], str]] = [
    ("who,what,n,when\na,b,1,2\n", {"columns": ("who", "wat", "n")},
     "column 'wat' of a.csv; expected the name of one of its columns. Did you mean 'what'?"),
    ("n,n,who,what\n1,2,a,b\n", {"columns": ("who", "what", "n")},
     "column 'n' of a.csv; expected a name that occurs once. Give --columns (columns=) as pos"),
    ("who,what,n\na,b,1\n", {"columns": (1, 2, 4)},
     "column 4 of a.csv, which has 3; expected a position from 1 to 3. Correct --columns"),
    ("who,what,n,when\na,b,1,2\n", {"layout": "triples"},
     "a.csv has 4 columns (who, what, n, when); expected triples: row id, column id, value. Name"),
    ("1,2\n3,4\n", {"layout": "triples"},
     "a.csv has 2 columns; expected triples: row id, column id, value. Use --layout matrix"),
    ("1,2\n3,4\n", {"label_columns": 2},
     "a.csv: labels in the last of its 2 columns; expected a column of numbers after the labels."),
    ("1,2\n", {"layout": "long"}, "layout 'long'; expected 'triples', 'matrix' or 'ldac'. Leave"),
    ("1,2\n", {"duplicates": "keep"}, "duplicates 'keep'; expected 'error', 'sum' or, for triples"),
    ("1,2\n", {"label_columns": -1}, "label_columns -1; expected the number of leading columns"),
    ("1,2\n", {"columns": (1, 2)}, "columns 1, 2; expected three different columns (row id,"),
    ("1,2\n", {"columns": (1, 2, 3), "layout": "matrix"}, "columns together with layout 'matrix';"),
    ("1,2\n", {"columns": (1, 2, 3), "label_columns": 1}, "columns together with label_columns;"),
    ("1,2\n", {"columns": ("a", "b", "c"), "header": False}, "columns by name for a file without"),
    ("1,2\n", {"layout": "triples", "label_columns": 1}, "label_columns together with layout 'tri"),
    ("1,2\n", {"layer": "raw"}, "--layer for a.csv; expected options that such data"),
]  # fmt: skip
FILES: list[tuple[str, bytes | str, str]] = [
    ("m", npz(a=np.eye(2)), "m seems to be a zip archive (as .npz and .xlsx are); expected a table "
     "of text. Rename it to .npz"),
    ("m.csv.gz", "a,b\n1,2\n", "m.csv.gz seems to be text; expected gzip, as the name says."),
    ("m.csv.gz", gzip.compress(b"1,2\n" * 99)[:-9], "m.csv.gz cannot be read (EOFError"),
    ("m.npz", b"\x89PNG\r\n\x1a\n\0", "m.npz seems to be binary data; expected a .npz file"),
    ("m.npz", npz(a=np.eye(2))[:-30], "m.npz cannot be read (BadZipFile: File is not a"),
    ("m.npz", npz(a=np.eye(2), b=np.eye(3)), "m.npz holds a (2, 2), b (3, 3); expected a SciPy"),
    ("m.npz", npz(a=np.array([["x"]])), "m.npz, array 'a', holds <U1; expected a 2-d array of num"),
    ("m.npy", npz(a=np.eye(2)), "m.npy seems to be a zip archive (as .npz and .xlsx are);"),
    ("m.npy", npy(np.ones(3)), "m.npy has shape (3,); expected a 2-d array of numbers, rows x col"),
    ("m.npy", npy(np.ones((3, 0))), "m.npy has shape (3, 0); expected a 2-d array of numbers"),
    ("m.npy", npy(np.array([[None]])), "m.npy cannot be read (Array can't"),
    ("m.npy", npy(np.eye(2) * 1j), "m.npy holds complex128; expected a 2-d array of numbers."),
    ("m.npy", npy(np.eye(2))[:-1], "m.npy cannot be read (mmap length is"),
    ("m.mtx", "1 2 3\n", "m.mtx seems to be text; expected a Matrix Market file"),
    ("m.mtx", "", "m.mtx is empty; expected a Matrix Market file"),
    ("m.mtx", COORDINATE + "2 2 3\n1 1 5\n2 2 7\n1 1 6\n", "1 repeated pair of row and column: row "
     "1, column 1; expected every pair once. Use --duplicates sum"),
    ("m.mtx", COORDINATE + "% only\n", "m.mtx cannot be read (line 2 gives the size as '')"),
    ("m.mtx", COORDINATE + "2 2 two\n1 1 5\n", "(line 2 gives the size as '2 2 two')"),
    ("m.mtx", "%%MatrixMarket matrix array real symmetric\n2 3\n1\n", "the size as '2 3')"),
    ("m.mtx", "%%MatrixMarket matrix array real general\n99999 99999\n1\n",
     "m.mtx cannot be read (it holds 1 entry, and 9,999,800,001 as its size line says);"),
    ("m.mtx", COORDINATE + "2 2 2\n1 1 5\n\n0 1 5\n", "entry 2, 0 1 5, is outside of it)"),
    ("m.mtx", COORDINATE + "2 2 2\n1 1 5\n\n1 3 5\n", "entry 2, 1 3 5, is outside of it)"),
    ("m.mtx", COORDINATE + "2 2 2\n1 1 5\n\n1 2\n", "m.mtx, line 5: 2 fields, beginning with '1';"),
    ("m.mtx", COORDINATE + "2 2 2\n1 1 5\n\n1 1 x\n", "m.mtx, line 5, column 3 is 'x'; expected a"),
    ("m.mtx", "%%MatrixMarket matrix coordinate complex general\n2 2 1\n1 1 5 6\n",
     "m.mtx cannot be read (line 1 describes a matrix coordinate complex general); expected a"),
    ("a.ldac", "2 0:1\n", "a.ldac cannot be read (line 1 is '2 0:1', with 1 pair); expected LDA-C"),
    ("a.ldac", "1 0:1\n\n2 1:1 b:3\n", "(line 3 is '2 1:1 b:3', with 2 pairs); expected LDA-C"),
    ("a.ldac", "1 -1:1\n", "(line 1 is '1 -1:1', with 1 pair); expected LDA-C"),
    ("a.ldac", "1 1:x\n", "(line 1 is '1 1:x', with 1 pair); expected LDA-C"),
    ("a.ldac", "1 1:1\n2 1:1 1:2\n", "1 repeated pair of row and column: id 1 on line 2; expected"),
    ("a.ldac", "0\n0\n", "a.ldac cannot be read (it holds no pair); expected LDA-C: on each line"),
    ("a.xlsx", b"PK\x03\x04\x00", "a.xlsx seems to be an Excel workbook; expected a table of text, "
     "as the name says. Save the sheet as CSV; or in Python: pandas.read_excel"),
    ("a.rds", gzip.compress(b"X\n"), "a.rds seems to be R data; expected a table of text, as the "
     "name says. In R, write.csv(as.matrix(x), 'counts.csv') writes it as text"),
    ("a.json", '{"item0":{"u0":1}}', "a.json seems to be JSON; expected a table of text, as the "
     "name says. With pandas installed, pandas.read_json(FILE).to_csv('counts.csv') writes a"),
]  # fmt: skip
CASES = [
    *(("a.csv", content, {}, said) for content, said in TEXT),
    *(("a.csv", *case) for case in OPTIONS),
    *((name, content, {}, said) for name, content, said in FILES),
    ("m.npy", npy(np.eye(2)), {"layout": "matrix", "header": True},
     "--layout, --header for m.npy; expected options that such data have"),
    ("a.ldac", "1 0:1\n", {"header": True}, "--header for a.ldac; expected"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "options", "said"), CASES, ids=range(len(CASES)))
def test_the_place_is_named(here, name, content, options, said):
    Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(DataError, match=re.escape(said)) as caught:
        read(name, **options)
    assert caught.value.do.endswith((".", "?"))


def test_what_is_no_file(here):
    Path("empty").mkdir()
    os.mkfifo("pipe")
    for name, said in {
        "empty": "empty is a folder; expected a file. It holds no files.",
        "pipe": "pipe is no regular file; expected a file that can be read twice. Save the data to "
        "a file first.",
        "empty/x": "empty/x does not exist; expected a file. Its folder holds no files.",
        "data/x": "data/x does not exist; expected a file. There is no folder data either: check "
        "the path.",
    }.items():
        with pytest.raises(DataError) as caught:
            read(name)
        assert str(caught.value) == said
    Path("plays.csv").touch()
    with pytest.raises(DataError, match=r"playz\.csv does not .* Did you mean 'plays\.csv'\?$"):
        read("playz.csv")
    with pytest.raises(DataError, match=r"Name a file in it, such as plays\.csv\.$"):
        read(".")
    for i in range(20):
        Path(f"{i:09}").touch()
    for name in ("qqq", "x" * 5000):
        with pytest.raises(DataError, match=r"expected a file\. Check the name\.$"):
            read(name)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(here):
    Path("a.csv").write_text("1,2\n")
    Path("a.csv").chmod(0)
    with pytest.raises(DataError, match=r"a\.csv cannot be opened \(Permission denied\)"):
        read("a.csv")


def test_what_a_corpus_is_read_as_is_said(read_bytes, dense):
    said = (
        "words that never occur after it are unknown, and those below 1, which never occur, count "
        "as columns of zeros"
    )
    for name, options in (("a.LDAC.gz", {}), ("a.dat", {"layout": "ldac"})):
        table = read_bytes(name, "2 1:1 3:2\n0\n\n  1 2:5 \r\n", **options)
        assert dense(table) == [[0, 1, 0, 2], [0, 0, 0, 0], [0, 0, 5, 0]]
        assert table.notes == (
            "read as LDA-C (3 entries, 3 x 4): rows are lines, columns are ids from 0 to the "
            "largest; " + said,
        )
    assert dense(read_bytes("a.ldac", "2 0:1 0:2\n", duplicates="sum")) == [[3]]
    assert dense(read_bytes("a.ldac", "1,2\n3,4\n", layout="matrix")) == [[1, 2], [3, 4]]

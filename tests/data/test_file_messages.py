"""The exact words of every refusal, so that a change of wording is reviewed."""

from __future__ import annotations

import gzip
import io
import os
from pathlib import Path

import numpy as np
import pytest

from symppm.data.reading import read
from symppm.errors import DataError


def npy(array: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array, allow_pickle=True)
    return stream.getvalue()


def npz(**arrays: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


MISSING = (
    "Write 0 if nothing was counted; leave out an unknown entry by listing the others as triples, "
    "with --zeros missing (zeros='missing')."
)
LAYOUT = (
    "Correct it, or say how the file is laid out: --layout, --columns, --label-columns, --header "
    "(layout=, columns=, label_columns=, header=)."
)
RAGGED = "Correct the line; if a field holds the delimiter, put it in quotation marks."
MARKET = "a Matrix Market file, with the banner %%MatrixMarket on its first line"
NPY = "a .npy file written by numpy.save without pickled objects"
NPZ = "a .npz file written by scipy.sparse.save_npz or numpy.savez"
LINE = "Correct the line, or fetch the file again: it may be damaged or cut short."
PAIRS = "LDA-C: on each line a number of pairs, then so many pairs id:count"
AGAIN = "Fetch or write the file again: it may be damaged or cut short."
TO_TEXT = "Rename it to end in .csv, .tsv or .txt if it is a text table."
SIZE = (
    "expected numbers of rows, columns and, if sparse, entries, that can be true. Correct that "
    "line, or fetch the file again: it may be damaged or cut short."
)
COORDINATE = "%%MatrixMarket matrix coordinate integer general\n"

CONTENTS = [
    # (name, content, options, message)
    ("a.csv", "user,item,count\na,b,1\na,,2\n", {},
     "a.csv, line 3, column 2 ('item') is empty; expected an id. Give the entry an id or leave it "
     "out; see --columns (columns=) for other columns."),
    ("a.csv", "user,item,count\n\na,b,1\na,c\n", {},
     f"a.csv, line 4: 2 fields, beginning with 'a'; expected 3 as in the other lines. {RAGGED}"),
    ("a.csv", "user,item,count\na,b,1\na,c,\n", {},
     f"a.csv, line 3, column 3 ('count') is empty; expected a number. {MISSING}"),
    ("a.csv", "user,item,count\na,b,many\na,c,1\n", {},
     f"a.csv, line 2, column 3 ('count') is 'many'; expected a number. {LAYOUT}"),
    ("a.csv", "user,item,count\na,b,1_000\n", {},
     f"a.csv, line 2, column 3 ('count') is '1_000'; expected a number. {LAYOUT}"),
    ("a.csv", "user,item,count\na,b,1e999\n", {},
     "a.csv, line 2, column 3 ('count') is '1e999', beyond the range of float64; expected a "
     "number. Correct or rescale the value."),
    ("a.csv", "user;item;count\na;b;1,5\na;c;2,5\n", {},
     "a.csv, line 2, column 3 ('count') is '1,5'; expected a number with a decimal point and no "
     "other separators. Export the file with decimal points and without thousands separators."),
    ("a.csv", "user,item,count\na,b,1\na,c,2\na,b,3\nd,c,1\nd,c,1\nd,c,1\n", {},
     "a.csv: 2 repeated pairs of row and column: 'a', 'b' on lines 2 and 4; 'd', 'c' on lines 5, 6 "
     "and 7; expected every pair once. Use --duplicates sum (duplicates='sum') to add them up, or "
     "correct the file."),
    ("a.csv", "user,item,count\n" + 2 * "".join(f"{i},x,1\n" for i in range(4)), {},
     "a.csv: 4 repeated pairs of row and column: '0', 'x' on lines 2 and 6; '1', 'x' on lines 3 "
     "and 7; '2', 'x' on lines 4 and 8; ...; expected every pair once. Use --duplicates sum "
     "(duplicates='sum') to add them up, or correct the file."),
    ("a.csv", "user,item,count\n", {},
     "a.csv has a header and no data; expected at least one line of data. Use --no-header "
     "(header=False) if its only line is data."),
    ("a.csv", 'who,what,n\n"a,b,1\nc,d,2\n', {},
     "a.csv, line 2: quotation marks that do not pair up; expected a field with quotation marks "
     'inside to be written "like ""this""". Correct the line, or export the file with CSV '
     "quoting."),
    ("a.csv", "who,what,n,when\na,b,1,2\n", {"columns": ("who", "wat", "n")},
     "column 'wat' of a.csv; expected the name of one of its columns. Did you mean 'what'?"),
    ("a.csv", "n,n,who,what\n1,2,a,b\n", {"columns": ("who", "what", "n")},
     "column 'n' of a.csv; expected a name that occurs once. Give --columns (columns=) as "
     "positions."),
    ("a.csv", "who,what,n\na,b,1\n", {"columns": (1, 2, 4)},
     "column 4 of a.csv, which has 3; expected a position from 1 to 3. Correct --columns "
     "(columns=)."),
    ("a.csv", "who,what,n,when\na,b,1,2\n", {"layout": "triples"},
     "a.csv has 4 columns (who, what, n, when); expected triples: row id, column id, value. Name "
     "the three with --columns (columns=), by name or by position such as 1,2,3."),
    ("a.csv", "1,2\n3,4\n", {"layout": "triples"},
     "a.csv has 2 columns; expected triples: row id, column id, value. Use --layout matrix "
     "(layout='matrix') if each line is a row of the matrix."),
    ("a.csv", "a,b\nc,d,3\nc,e,3\n", {},
     f"a.csv, line 1: 2 fields, beginning with 'a'; expected 3 as in the other lines. {RAGGED}"),
    ("m.csv", "gene,s1,s2\nA,1,2\nB,3,x\n", {},
     f"m.csv, line 3, column 3 ('s2') is 'x'; expected a number. {LAYOUT}"),
    ("m.csv", "gene,s1,s2\nA,1,2\nB,n/a,3\n", {},
     f"m.csv, line 3, column 2 ('s1') is 'n/a', a missing value; expected a number. {MISSING}"),
    ("m.csv", "1,2\n3,4\n", {"label_columns": 2},
     "m.csv: labels in the last of its 2 columns; expected a column of numbers after the labels. "
     "Use a smaller --label-columns (label_columns=), or --layout triples (layout='triples') if "
     "each line is one entry."),
    ("m.csv", "x" * 50 + ",1,2\ny,2," + "z" * 50 + "\n", {"header": False},
     f"m.csv, line 2, column 3 is '{'z' * 37}...'; expected a number. {LAYOUT}"),
    ("m.csv", "", {},
     "m.csv is empty; expected a table of text, as the name says. Write the file again."),
    ("m.csv", "\n \n", {},
     "m.csv has blank lines only; expected a table of text. Write the file again."),
    ("m.csv", b"a,b\n" + b"1,2\n" * 1000 + b"1,\x00\n", {},
     "m.csv seems to be binary data; expected a table of text, as the name says. Export it as CSV, "
     ".npz, .npy or .mtx."),
    ("m.csv", b"a,b\n1,2\n\xe9,3\n", {},
     "m.csv, line 3: byte 0xe9 is not UTF-8; expected text in UTF-8. Convert the file, for "
     "instance with `iconv -f latin1 -t utf-8`."),
    ("m.csv", "a,b\n1,2\n".encode("utf-16"), {},
     "m.csv seems to be text in UTF-16; expected a table of text, as the name says. Save it as "
     "UTF-8."),
    ("m.csv", gzip.compress(b"1,2\n"), {},
     "m.csv seems to be gzip-compressed; expected a table of text, as the name says. Rename it to "
     "end in .gz."),
    ("m.csv", "<!DOCTYPE html>\n<html></html>\n", {},
     "m.csv seems to be a web page or XML; expected a table of text, as the name says. Download "
     "the file itself: the server may have sent a page instead."),
    ("m.csv", "version https://git-lfs.github.com/spec/v1\n", {},
     "m.csv seems to be a Git LFS pointer, not the file itself; expected a table of text, as the "
     "name says. Fetch the file with `git lfs pull`."),
    ("m", npz(a=np.eye(2)), {},
     "m seems to be a zip archive (as .npz and .xlsx are); expected a table of text. Rename it to "
     ".npz if NumPy or SciPy wrote it; unpack it or export it as CSV otherwise."),
    ("m.csv", b"PAR1\x15\x00\x15", {},
     "m.csv seems to be a Parquet file; expected a table of text, as the name says. Check that "
     "this is the file you mean."),
    ("m.csv.gz", "a,b\n1,2\n", {},
     f"m.csv.gz seems to be text; expected gzip, as the name says. {TO_TEXT}"),
    ("m.csv.gz", gzip.compress(b"1,2\n" * 99)[:-9], {},
     "m.csv.gz cannot be read to its end (Compressed file ended before the end-of-stream marker "
     f"was reached); expected a whole gzip file. {AGAIN}"),
    ("m.npz", b"\x89PNG\r\n\x1a\n\0", {},
     f"m.npz seems to be binary data; expected {NPZ}. Export it as CSV, .npz, .npy or .mtx."),
    ("m.npz", "hello", {}, f"m.npz seems to be text; expected {NPZ}. {TO_TEXT}"),
    ("m.npz", npz(a=np.eye(2))[:-30], {},
     f"m.npz cannot be read to its end (BadZipFile: File is not a zip file); expected {NPZ}. "
     f"{AGAIN}"),
    ("m.npz", npz(a=np.eye(2), b=np.eye(3)), {},
     "m.npz holds a (2, 2), b (3, 3); expected a SciPy sparse matrix or exactly one 2-d array. "
     "Save the matrix alone, with scipy.sparse.save_npz or numpy.save."),
    ("m.npz", npz(a=np.array([["x"]])), {},
     "m.npz, array 'a', holds <U1; expected a 2-d array of numbers. Convert it to integers or "
     "floats before saving."),
    ("m.npy", npz(a=np.eye(2)), {},
     f"m.npy seems to be a zip archive (as .npz and .xlsx are); expected {NPY}. Rename it to .npz "
     "if NumPy or SciPy wrote it; unpack it or export it as CSV otherwise."),
    ("m.npy", npy(np.ones(3)), {},
     "m.npy has shape (3,); expected a 2-d array of numbers, rows x columns, neither of them 0. "
     "Reshape it before saving."),
    ("m.npy", npy(np.ones((3, 0))), {},
     "m.npy has shape (3, 0); expected a 2-d array of numbers, rows x columns, neither of them 0. "
     "Reshape it before saving."),
    ("m.npy", npy(np.array([[None]])), {},
     "m.npy cannot be read to its end (ValueError: Array can't be memory-mapped: Python objects in "
     f"dtype.); expected {NPY}. {AGAIN}"),
    ("m.npy", npy(np.eye(2) * 1j), {},
     "m.npy holds complex128; expected a 2-d array of numbers. Convert it to integers or floats "
     "before saving."),
    ("m.npy", npy(np.eye(2))[:-1], {},
     "m.npy cannot be read to its end (ValueError: mmap length is greater than file size); "
     f"expected {NPY}. {AGAIN}"),
    ("m.npy", npy(np.eye(2)), {"layout": "matrix", "header": True},
     "--layout, --header for m.npy; expected these options for text files only; this format says "
     "how it is laid out. Leave out --layout and --header."),
    ("m.mtx", "1 2 3\n", {}, f"m.mtx seems to be text; expected {MARKET}. {TO_TEXT}"),
    ("m.mtx", "", {}, f"m.mtx is empty; expected {MARKET}. Write the file again."),
    ("m.mtx", COORDINATE + "2 2 3\n1 1 5\n2 2 7\n1 1 6\n", {},
     "m.mtx: 1 repeated pair of row and column: row 1, column 1 (2 times); expected every pair "
     "once. Use --duplicates sum (duplicates='sum') to add them up, or correct the file."),
    ("m.mtx", COORDINATE + "99999999999 2 1\n1 1 5\n", {},
     f"m.mtx, line 2: the size is given as '99999999999 2 1'; {SIZE}"),
    ("m.mtx", COORDINATE + "% only\n% comments\n", {}, f"m.mtx: the size is given as ''; {SIZE}"),
    ("m.mtx", COORDINATE + "2 2 two\n1 1 5\n", {},
     f"m.mtx, line 2: the size is given as '2 2 two'; {SIZE}"),
    ("m.mtx", "%%MatrixMarket matrix array real symmetric\n2 3\n1\n", {},
     f"m.mtx, line 2: the size is given as '2 3'; {SIZE}"),
    ("m.mtx", "%%MatrixMarket matrix array real general\n99999 99999\n1\n", {},
     "m.mtx holds 1 entry; expected 9,999,800,001, as its size line says. " + AGAIN),
    *(("m.mtx", COORDINATE + f"2 2 2\n1 1 5\n\n{line}\n", {},
       f"m.mtx, line 5 is {line!r}; expected a row from 1 to 2, a column to 2, a number. {LINE}")
      for line in ("0 1 5", "1 3 5", "1 2", "1 1 x")),
    ("m.mtx", "%%MatrixMarket matrix coordinate complex general\n2 2 1\n1 1 5 6\n", {},
     "m.mtx, line 1: a matrix described as 'matrix coordinate complex general'; expected "
     "'matrix', 'coordinate' or 'array', a field of real numbers, integers or a pattern, and "
     "'general', 'symmetric' or 'skew-symmetric'. Write the matrix with scipy.io.mmwrite, as "
     "integers or reals."),
    *(("a.ldac", content, {},
       f"a.ldac, line {at} is {line!r}, with {count}; expected {PAIRS}. {LINE}")
      for content, at, line, count in (
          ("2 0:1\n", 1, "2 0:1", "1 pair"),
          ("1 0:1\nx y\n", 2, "x y", "1 pair"),
          ("1 0:1\n\n2 1:1 b:3\n", 3, "2 1:1 b:3", "2 pairs"),
          ("2 1:1:1 3\n", 1, "2 1:1:1 3", "2 pairs"),
          ("1 -1:1\n", 1, "1 -1:1", "1 pair"),
          ("1 1:x\n", 1, "1 1:x", "1 pair"),
      )),
    ("a.ldac", "1 1:1\n2 1:1 1:2\n", {},
     "a.ldac: 1 repeated pair of row and column: line 2, id 1 (2 times); expected every pair once. "
     "Use --duplicates sum (duplicates='sum') to add them up, or correct the file."),
    ("a.ldac", "1 1:1\n1 99999999:1\n", {},
     "a.ldac, line 2: the id 99999999; expected ids that can be true in a file of 2 pairs. "
     f"{LINE}"),
    ("a.ldac", "0\n0\n", {}, f"a.ldac holds no pair; expected {PAIRS}. Write the file again."),
    ("a.ldac", "\n", {}, f"a.ldac has blank lines only; expected {PAIRS}. Write the file again."),
    ("a.ldac", "1 0:1\n", {"header": True},
     "--header for a.ldac; expected these options for text files only; this format says how it is "
     "laid out. Leave out --header."),
    ("a.xlsx", b"PK\x03\x04\x00", {},
     "a.xlsx seems to be an Excel workbook; expected a table of text, as the name says. Save the "
     "sheet as CSV; or in Python: pandas.read_excel(path, index_col=0).to_csv('counts.csv'), and "
     "read that."),
    ("a.rds", gzip.compress(b"X\n"), {},
     "a.rds seems to be R data; expected a table of text, as the name says. In R, "
     "write.csv(as.matrix(x), 'counts.csv') writes it as text, and Matrix::writeMM(x, "
     "'counts.mtx') if it is sparse."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "content", "options", "message"),
    CONTENTS,
    ids=[f"{i}-{row[0]}" for i, row in enumerate(CONTENTS)],
)
def test_content_is_refused_in_these_words(here, name, content, options, message):
    Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(DataError) as caught:
        read(name, **options)
    assert str(caught.value) == message


OPTIONS = [
    ({"layout": "long"},
     "layout 'long'; expected 'triples', 'matrix' or 'ldac'. Leave out --layout (layout=) to have "
     "it guessed."),
    ({"duplicates": "keep"},
     "duplicates 'keep'; expected 'error', 'sum' or, for triples in an engine, 'unchecked'. Use "
     "--duplicates sum (duplicates='sum') to add up repeated pairs."),
    ({"label_columns": -1},
     "label_columns -1; expected the number of leading columns that hold labels, 0 or more. Leave "
     "out --label-columns (label_columns=) to have it guessed."),
    ({"columns": (1, 2)},
     "columns 1, 2; expected three different columns (row id, column id, value), by name or from "
     "1. Write --columns user,item,count (columns=('user', 'item', 'count'))."),
    ({"columns": (1, 2, 3), "layout": "matrix"},
     "columns together with layout 'matrix'; expected columns for triples, or label_columns for a "
     "matrix. Drop one of --columns (columns=) and --label-columns or --layout matrix."),
    ({"columns": (1, 2, 3), "label_columns": 1},
     "columns together with label_columns; expected columns for triples, or label_columns for a "
     "matrix. Drop one of --columns (columns=) and --label-columns or --layout matrix."),
    ({"columns": ("a", "b", "c"), "header": False},
     "columns by name for a file without a header; expected positions from 1, such as 1,2,3. Give "
     "--columns (columns=) as positions, or drop --no-header (header=False)."),
    ({"layout": "triples", "label_columns": 1},
     "label_columns together with layout 'triples'; expected label_columns for a matrix only. Use "
     "--columns (columns=) to say which fields are row, column and value."),
]  # fmt: skip


@pytest.mark.parametrize(("options", "message"), OPTIONS, ids=lambda x: None)
def test_options_are_refused_in_these_words(here, options, message):
    Path("a.csv").write_text("1,2,3\n")
    with pytest.raises(DataError) as caught:
        read("a.csv", **options)
    assert str(caught.value) == message


def test_a_file_that_does_not_exist(here):
    with pytest.raises(DataError, match=r"^x\.csv does not exist; expected a file\. Its folder "):
        read("x.csv")
    Path("plays.csv").touch()
    with pytest.raises(DataError) as caught:
        read("playz.csv")
    assert str(caught.value) == (
        "playz.csv does not exist; expected a file. Did you mean 'plays.csv'?"
    )
    with pytest.raises(DataError) as caught:
        read("data/plays.csv")
    assert str(caught.value) == (
        "data/plays.csv does not exist; expected a file. There is no folder data either: check "
        "the path."
    )
    for i in range(20):
        Path(f"{i:09}").touch()
    with pytest.raises(DataError, match=r"expected a file\. Check the name\.$"):
        read("qqq")


def test_a_folder(here):
    Path("data").mkdir()
    with pytest.raises(DataError) as caught:
        read("data")
    assert str(caught.value) == "data is a folder; expected a file. It holds no files."
    Path("data/a.csv").touch()
    with pytest.raises(DataError, match=r"Name a file in it, such as a\.csv\.$"):
        read("data")


def test_a_pipe(here):
    os.mkfifo("pipe")
    with pytest.raises(DataError, match="pipe is no regular file"):
        read("pipe")


def test_a_name_too_long_for_the_system(here):
    with pytest.raises(DataError, match=r"cannot be opened \(File name too long\)"):
        read("x" * 5000)


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

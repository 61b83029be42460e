"""LDA-C: documents of "number-of-pairs id:count ..."."""

from __future__ import annotations

import numpy as np
import pytest

from symppm.errors import DataError

CORPUS = "2 0:1 3:2\n0\n\n  1 1:5 \r\n"
EXPECTED = [[1, 0, 0, 2], [0, 0, 0, 0], [0, 5, 0, 0]]
PAIRS = "LDA-C: on each line a number of pairs, then so many pairs id:count"
AGAIN = "Correct the line, or fetch the file again: it may be damaged"


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("a.ldac", {}),
        ("a.LDAC.gz", {}),
        ("a.lda-c", {"layout": "ldac"}),
        ("a.dat", {"layout": "ldac"}),
    ],
)
def test_documents_are_rows(read_bytes, dense, name, options):
    table = read_bytes(name, CORPUS, **options)
    assert dense(table) == EXPECTED
    assert (table.values.format, table.values.dtype) == ("csr", "int64")
    assert (table.row_labels, table.column_labels) == (None, None)
    assert table.notes == (
        "read as LDA-C (3 entries, 3 x 4): rows are lines, columns are ids from 0 to the largest; "
        "words that never occur after it are unknown",
    )


def test_ids_that_start_later_are_noted(read_bytes):
    table = read_bytes("a.ldac", "1 2:1\n1 5:1\n")
    assert table.shape == (2, 6)
    assert table.notes[0].endswith(
        "; words that never occur after it are unknown, and those below 2, which never occur, "
        "count as columns of zeros"
    )


def test_blocks_and_values(read_bytes, monkeypatch):
    monkeypatch.setattr("symppm.data.text.BLOCK", 64)
    chance = np.random.default_rng(2)
    counts = chance.poisson(0.8, (200, 30)) * chance.choice([1, 0.5], (200, 30))
    counts[:, -1] = 1
    lines = (
        [f"{np.count_nonzero(row)}", *(f"{at}:{row[at]!r}" for at in np.flatnonzero(row).tolist())]
        for row in counts.astype(object)
    )
    text = "\n".join(map(" ".join, lines))
    table = read_bytes("a.ldac", text)
    np.testing.assert_array_equal(table.values.toarray(), counts)
    with pytest.raises(DataError, match=r"a\.ldac, line 202, field 2 is '7'; expected a pair"):
        read_bytes("a.ldac", f"{text}\n\n1 7\n")


@pytest.mark.parametrize(
    ("content", "options", "message"),
    [
        ("2 0:1\n", {}, f"a.ldac, line 1: 1 pair after '2'; expected 2 of them, as the line says. "
         f"{AGAIN} or cut short."),
        ("1 0:1\nx y\n", {}, f"a.ldac, line 2: 1 pair after 'x'; expected {PAIRS}. {AGAIN} or cut "
         "short."),
        ("1 0:1\n2 1:1 b:3\n", {}, "a.ldac, line 2, field 3 is 'b:3'; expected a pair id:count, "
         f"with an id from 0. {AGAIN}."),
        ("2 1:1:1 3\n", {}, "a.ldac, line 1, column 2 is '1:1'; expected a number. Correct it, or "
         "say how the file is laid out: --layout, --columns, --label-columns, --header (layout=, "
         "columns=, label_columns=, header=)."),
        ("1 -1:1\n", {}, f"a.ldac, line 1, field 2 is '-1:1'; expected a pair id:count, with an id "
         f"from 0. {AGAIN}."),
        ("1 1:1\n2 1:1 1:2\n", {}, "a.ldac: 1 repeated pair of row and column: line 2, id 1 (2 "
         "times); expected every pair once. Use --duplicates sum (duplicates='sum') to add them "
         "up, or correct the file."),
        ("1 1:1\n1 99999999:1\n", {}, "a.ldac, line 2: the id 99999999; expected ids that can be "
         f"true in a file of 2 pairs. {AGAIN}."),
        ("0\n0\n", {}, f"a.ldac holds no pair; expected {PAIRS}. Write the file again."),
        ("\n", {}, f"a.ldac has blank lines only; expected {PAIRS}. Write the file again."),
        ("", {}, f"a.ldac is empty; expected {PAIRS}. Write the file again."),
        (CORPUS, {"header": True}, "--header for a.ldac; expected these options for text files "
         "only; this format says how it is laid out. Leave out --header."),
        (CORPUS, {"layout": "ldac", "columns": (1, 2, 3)}, "columns together with layout 'ldac'; "
         "expected columns for triples, or label_columns for a matrix. Drop one of --columns "
         "(columns=) and --label-columns or --layout ldac."),
        (CORPUS, {"layout": "ldac", "label_columns": 1}, "label_columns together with layout "
         "'ldac'; expected label_columns for a matrix only. Use --columns (columns=) to say which "
         "fields are row, column and value."),
    ],
)  # fmt: skip
def test_content_is_refused_in_these_words(read_bytes, content, options, message):
    with pytest.raises(DataError) as caught:
        read_bytes("a.ldac", content, **options)
    assert str(caught.value) == message


def test_repeated_ids_are_added_up(read_bytes, dense):
    table = read_bytes("a.ldac", "2 1:1 1:2\n", duplicates="sum")
    assert dense(table) == [[0, 3]]


def test_the_name_can_be_overruled(read_bytes, dense):
    assert dense(read_bytes("a.ldac", "1,2\n3,4\n", layout="matrix")) == [[1, 2], [3, 4]]

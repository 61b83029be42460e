"""The data that ship, and the notice that goes with them."""

from __future__ import annotations

import hashlib
from importlib import resources

import numpy as np
import pytest

import symppm.data
from symppm.errors import DataError

EXPECTED = {
    "mutational_signatures": (
        (96, 21),
        183_916,
        ("A[C>A]A", "PD4199a"),
        "fcda814e09881cdafb083170f4c1d3babf332c3094397e0e505b139c87f779bc",
    ),
    "single_cell": (
        (500, 100),
        10_351,
        ("TSPAN6", "column 1"),
        "e1005be730847993498f111579eff128462633e6a8c256977e14bdb8c7cbba09",
    ),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_load(name):
    shape, total, first_labels, digest = EXPECTED[name]
    assert symppm.data.names() == tuple(EXPECTED)
    symppm.data.load(name).values[:] = 0  # every call gives a fresh copy
    data = symppm.data.load(name)
    assert data.name == name
    assert data.values.shape == shape == (len(data.row_labels), len(data.column_labels))
    assert data.values.dtype == np.int64
    assert data.values.sum() == total
    assert data.values.min() >= 0
    assert (data.row_labels[0], data.column_labels[0]) == first_labels
    assert hashlib.sha256(data.path.read_bytes()).hexdigest() == digest
    assert len(set(data.row_labels)) == shape[0]


def test_unknown_names():
    with pytest.raises(DataError) as caught:
        symppm.data.load("single_cel")
    assert str(caught.value) == (
        "data named 'single_cel'; expected the name of data that ship with symppm. "
        "Did you mean 'single_cell'?"
    )


@pytest.mark.parametrize("name", EXPECTED)
def test_the_notice_names_origin_and_licence(name):
    notice = (resources.files("symppm.data") / "NOTICE.md").read_text(encoding="utf-8")
    data = symppm.data.load(name)
    section = notice.split(f"## {data.path.name}")[1].split("\n## ")[0]
    assert data.licence.split(", ", 1)[1] in section
    assert "Redistributions in binary form must reproduce" in section
    assert "THIS SOFTWARE IS PROVIDED" in section
    repository, commit = data.origin.split(";")[0].split(", commit ")
    assert repository in section
    assert commit in section

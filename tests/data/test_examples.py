"""The data that ship, and the notice that goes with them."""

from __future__ import annotations

import hashlib
from importlib import resources

import numpy as np
import pytest

import symppm.data
from symppm.errors import DataError

EXPECTED = {  # shape, total, first labels, digest of the file
    "pbmc_facs": ((400, 400), 569_133, ("row 1", "column 1"), "4f1bc038f386f1fc"),
    "mutational_signatures": ((96, 21), 183_916, ("A[C>A]A", "PD4199a"), "fcda814e09881cda"),
    "single_cell": ((500, 100), 10_351, ("TSPAN6", "column 1"), "e1005be730847993"),
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
    assert (data.values.sum(), data.values.min() >= 0) == (total, True)
    assert (data.row_labels[0], data.column_labels[0]) == first_labels
    assert hashlib.sha256(data.path.read_bytes()).hexdigest().startswith(digest)
    assert len(set(data.row_labels)) == shape[0]
    notice = (resources.files("symppm.data") / "NOTICE.md").read_text(encoding="utf-8")
    section = notice.split(f"## {data.path.name}")[1].split("\n## ")[0]
    repository, commit = data.origin.split(";")[0].split(", commit ")
    conditions = "Redistributions in binary form must reproduce", "THIS SOFTWARE IS PROVIDED"
    for said in (data.licence.split(", ", 1)[1], repository, commit, *conditions):
        assert said in section


def test_unknown_names():
    with pytest.raises(DataError, match=r"data named 'single_cel'; .* Did you mean 'single_cell'"):
        symppm.data.load("single_cel")

"""Damaged files are refused, or read as what they now hold: no crash, no other exception."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cases import core
from formats import FORMATS

from symppm.data.door import read
from symppm.errors import DataError

COUNTS = np.random.default_rng(3).poisson(0.7, (12, 9)) + np.eye(12, 9, dtype=int)
HDF5 = (".h5ad", ".loom", ".h5")
FILES = ["triples.csv", *(name for name in FORMATS if name != "tenx")]


def written(name: str, folder: Path) -> Path:
    path = folder / name
    if name in FORMATS:
        FORMATS[name][0](COUNTS.copy(), path)
        return path
    text = io.StringIO()
    csv.writer(text).writerows(
        (f'u "{i}"', f"i{j}", COUNTS[i, j]) for i, j in np.argwhere(COUNTS).tolist()
    )
    path.write_text(f"user,item,count\r\n{text.getvalue()}")
    return path


def check(run_python: Any, folder: Path, name: str, first: int, last: int) -> int:
    """Have damaged copies of a file read in a process of its own; return how many were refused."""
    (folder / "damaged").mkdir()
    written(name, folder)
    script = str(Path(__file__).with_name("damage.py"))
    done = run_python(script, str(folder / "damaged"), str(folder / name), str(first), str(last))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, f"after seed {answers[-1:]}: {done.stderr[-2000:]}"
    assert len(answers) == last - first
    for answer in answers:
        assert name in answer["refused"] if "refused" in answer else min(answer["shape"]) > 0
    return sum("refused" in answer for answer in answers)


@pytest.mark.parametrize("name", core(["triples.csv", "a.parquet"], ["triples.csv"]))
def test_damaged_files_are_refused_or_read_as_they_are(tmp_path, run_python, name):
    assert check(run_python, tmp_path, name, 0, 100) > 0


@pytest.mark.thorough
@pytest.mark.parametrize("name", [name for name in FILES if not name.endswith(HDF5)])
def test_many_damaged_files(tmp_path, run_python, name):
    """Not of HDF5, which follows damaged addresses in endless loops and out of its memory."""
    assert check(run_python, tmp_path, name, 1000, 1600) > 0


BINARY = [n for n in FILES if not n.endswith((".csv", ".tsv", ".txt", ".dat", ".mtx", ".ldac"))]


@pytest.mark.parametrize("name", BINARY)
def test_truncations_of_a_binary_file_are_refused(tmp_path, name):
    path = written(name, tmp_path)
    data = path.read_bytes()
    for length in range(0, len(data), 1 + len(data) // 50):
        path.write_bytes(data[:length])
        with pytest.raises(DataError):
            read(path, **FORMATS[name][1])

"""Targets from some rows and columns, inference on the rest."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.sparse
from cases import core

import symppm as ppm

Symppm = Callable[..., Any]


@pytest.fixture
def counts(tmp_path: Path) -> Path:
    """Triples with labels, a tenth of a 60 x 50 matrix of which every entry is different."""
    rng = np.random.default_rng(2)
    path = tmp_path / "plays.csv"
    places = [(i, j) for i in range(60) for j in range(50) if rng.random() < 0.5]
    lines = [f'"u,{i}",a{j},{1 + 50 * i + j}' for i, j in places]
    path.write_text("user,item,count\n" + "\n".join(lines) + "\n", "utf-8")
    return path


def test_nothing_that_was_measured_is_in_the_rest(
    symppm: Symppm, counts: Path, tmp_path: Path
) -> None:
    rest = tmp_path / "rest.csv"
    done = symppm(
        "match", counts, "--holdout", "0.3", "--rest", rest, "--random-seed", "5", "--json"
    )
    assert done.exit_code in (0, 3), done.stderr
    said = json.loads(done.stdout)["holdout"]
    assert (said["share"], said["random_seed"]) == (0.3, 5)
    assert (len(said["rows"]), len(said["columns"])) == (18, 15)
    left, whole = ppm.read(rest), ppm.read(counts)
    assert not {*said["rows"]} & {*(left.row_labels or ())}
    assert not {*said["columns"]} & {*(left.column_labels or ())}
    # The values name their places, so the rest is what the choice leaves, whole.
    kept = [
        value
        for value in whole.values.data.tolist()
        if f"u,{(value - 1) // 50}" not in said["rows"]
        and f"a{(value - 1) % 50}" not in said["columns"]
    ]
    assert sorted(left.values.data.tolist()) == sorted(kept)
    measured = json.loads(done.stdout)["statistics"]
    assert measured["shape"] == [18, 15]


@pytest.mark.parametrize("ending", core([".npz", ".npy", ".mtx", ".tsv"], [".npz"]))
def test_every_format_holds_the_same(
    symppm: Symppm, counts: Path, tmp_path: Path, ending: str
) -> None:
    rest = tmp_path / f"rest{ending}"
    symppm("match", counts, "--holdout", "0.3", "--rest", rest)
    expected = ppm.holdout(ppm.read(counts).values, 0.3, random_seed=0).rest
    found = ppm.read(rest).values
    dense = found.toarray() if scipy.sparse.issparse(found) else found
    assert dense.sum() == expected.sum()
    if ending != ".tsv":
        assert (dense == expected.toarray()).all()


def test_a_dense_file_keeps_its_labels(symppm: Symppm, tmp_path: Path) -> None:
    path, rest = tmp_path / "table.csv", tmp_path / "rest.csv"
    lines = [f"gene{i}," + ",".join(str(10 * i + j) for j in range(10)) for i in range(20)]
    path.write_text(
        "," + ",".join(f"cell{j}" for j in range(10)) + "\n" + "\n".join(lines), "utf-8"
    )
    symppm("match", path, "--holdout", "0.3", "--rest", rest)
    left = ppm.read(rest)
    for label, line in zip(left.row_labels or (), left.values.tolist(), strict=True):
        for name, value in zip(left.column_labels or (), line, strict=True):
            assert value == 10 * int(label.removeprefix("gene")) + int(name.removeprefix("cell"))


def test_rows_that_triples_cannot_show_are_counted(symppm: Symppm, tmp_path: Path) -> None:
    values = np.random.default_rng(0).poisson(0.06, (40, 40))
    path, rest = tmp_path / "few.npz", tmp_path / "rest.csv"
    scipy.sparse.save_npz(path, scipy.sparse.csr_array(values))
    found = ppm.holdout(values, 0.5, random_seed=0).rest
    rows, columns = ((found == 0).all(axis).sum() for axis in (1, 0))
    assert rows > 0
    done = symppm("match", path, "--holdout", "0.5", "--rest", rest, "--verbose")
    said = " ".join(done.stdout.split())
    assert f"{rows} rows and {columns} columns have no entries there" in said
    left = ppm.read(rest)
    assert left.shape == (20 - rows, 20 - columns)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--holdout", "0.1"], "--holdout without --rest"),
        (["--rest", "rest.csv"], "--rest without --holdout"),
        (["--holdout", "2", "--rest", "rest.csv"], "a share of 2.0"),
        (["--holdout", "0.1", "--rest", "rest.xlsx"], "--rest rest.xlsx"),
        (["--holdout", "0.1", "--rest", "missing/rest.csv"], "in a folder that does not exist"),
    ],
)
def test_options_that_cannot_be(
    symppm: Symppm, counts: Path, options: list[str], words: str
) -> None:
    done = symppm("match", counts, *options)
    assert done.exit_code == 2
    assert words in " ".join((done.stdout + done.stderr).split())


@pytest.mark.parametrize("name", ["rest.csv", "rest.npy", "rest.npz"])
def test_blank_cells_stay_blank_in_the_rest(symppm: Symppm, tmp_path: Path, name: str) -> None:
    rng = np.random.default_rng(2)
    counts = rng.poisson(rng.gamma(0.5, 2, (40, 2)) @ rng.gamma(0.5, 2, (2, 30))).astype(float)
    counts[rng.random(counts.shape) < 0.1] = np.nan
    np.savetxt(path := tmp_path / "wide.csv", counts, fmt="%g", delimiter=",")
    way = ["--blanks", "missing", "--estimator", "moments", "--export", "pymc"]
    rest = tmp_path / name
    done = symppm("match", path, *way, "--holdout", "0.5", "--rest", rest)
    if name == "rest.npz":
        assert (done.exit_code, "--blanks missing" in done.stderr) == (2, True)
        return
    assert f'np.ma.filled(symppm.read("{rest}", blanks="missing").values' in done.stdout
    parts = ppm.holdout(path, 0.5, random_seed=0, blanks="missing")
    assert np.ma.is_masked(parts.rest)
    np.testing.assert_array_equal(ppm.read(rest, blanks="missing").values, parts.rest)

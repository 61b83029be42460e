"""``symppm validate``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symppm as ppm


@pytest.fixture
def counts(tmp_path: Path) -> Path:
    """A file of counts of a Poisson factorization."""
    truth = {"K": 3, "a": 0.6, "b": 1, "c": 0.6, "d": 0.2}
    path = tmp_path / "counts.csv"
    drawn = ppm.sample("pmf_gamma", truth, shape=(60, 40), random_seed=8)
    np.savetxt(path, drawn, fmt="%d", delimiter=",")
    return path


def test_json_has_what_python_gives_and_a_plot_is_drawn(
    symppm: Any, counts: Path, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    plot, output = tmp_path / "made.png", tmp_path / "made.json"
    options = ("--splits", "2", "--random-seed", "7", "--fix", "K=1", "--model", "pmf_gamma")
    done = symppm("validate", counts, *options, "--plot", plot, "--json", "-o", output)
    assert done.exit_code == 0
    data = np.loadtxt(counts, delimiter=",", dtype=int)
    match = ppm.match(data, "pmf_gamma", fixed={"K": 1}, random_seed=7)
    made = match.validate(data, splits=2, random_seed=7)
    assert ppm.Validation.from_json(output.read_text("utf-8")) == made
    assert json.loads(output.read_text("utf-8"))["source"] == {"file": str(counts)}
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_scikit_learn_is_asked_for_k_alone(symppm: Any, counts: Path) -> None:
    pytest.importorskip("sklearn")
    done = symppm("validate", counts, "--with", "sklearn", "--splits", "2", "--json")
    made = ppm.Validation.from_json(done.stdout)
    assert {each.kind for each in made.trials} == {"answer", "factors"}


@pytest.mark.parametrize(
    ("table", "options", "words"),
    [
        ("0.5,1,2\n3,4,5\n", (), "no whole numbers"),
        ("0,1,2\n3,4,5\n", (), "at least 12 of each"),
        ("0,1,2\n3,4,5\n", ("--with", "pymc"), "--with"),
        ("0,1,2\n3,4,5\n", ("--splits", "1"), "--splits"),
        ("0,1,2\n3,4,5\n", ("--plot", "made.txt"), "--plot made.png"),
    ],
)
def test_what_cannot_be_validated_is_refused(
    symppm: Any, tmp_path: Path, table: str, options: tuple[str, ...], words: str
) -> None:
    path = tmp_path / "table.csv"
    path.write_text(table * 20)
    done = symppm("validate", path, "--fix", "K=2", *options)
    assert done.exit_code == 2
    assert words in " ".join(done.stderr.split())
    assert not done.stdout

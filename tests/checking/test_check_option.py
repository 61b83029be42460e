"""``symppm match --check`` and ``--plot``."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symppm as ppm

Symppm = Callable[..., Any]
TRUTH = {"K": 3, "a": 2.0, "b": 1.0, "c": 1.5, "d": 0.5}


@pytest.fixture
def counts(tmp_path: Path) -> Path:
    path = tmp_path / "counts.csv"
    drawn = ppm.sample("pmf_gamma", TRUTH, shape=(25, 18), random_seed=4)
    np.savetxt(path, drawn, fmt="%d", delimiter=",")
    return path


def test_json_has_the_checks_that_python_gives(counts: Path, symppm: Symppm) -> None:
    moments = ("match", counts, "--estimator", "moments", "--json")
    done = symppm(*moments, "--check", "--draws", 12, "--random-seed", 5)
    (said,) = json.loads(done.stdout)["checks"]
    data = np.loadtxt(counts, delimiter=",", dtype=int)
    match = ppm.match(data, estimator="moments")
    assert said == json.loads(ppm.check(match, data, draws=12, random_seed=5).to_json())
    assert "checks" not in json.loads(symppm(*moments).stdout)


def test_an_infeasible_match_has_no_checks_and_says_so(tmp_path: Path, symppm: Symppm) -> None:
    path = tmp_path / "even.csv"
    np.savetxt(path, np.arange(30).reshape(6, 5) % 2, fmt="%d", delimiter=",")
    done = symppm("match", path, "--estimator", "moments", "--check")
    assert done.exit_code == 3
    assert "Checks: none" in done.stdout
    done = symppm("match", path, "--estimator", "moments", "--check", "--json")
    assert json.loads(done.stdout)["checks"] == []


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--draws", "10"), "Add --check"),
        (("--check", "--export", "hpfrec"), "Run symppm twice"),
        (("--plot", "picture.txt"), "--plot picture.png"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    options: tuple[str, ...], words: str, counts: Path, symppm: Symppm
) -> None:
    done = symppm("match", counts, *options)
    assert done.exit_code == 2
    assert words in " ".join(done.stderr.split())
    assert not done.stdout


def test_a_plot_without_matplotlib_is_refused_before_anything_is_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, symppm: Symppm
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    done = symppm("match", tmp_path / "none.csv", "--plot", tmp_path / "x.png")
    assert done.exit_code == 2
    assert "symppm[plots]" in done.stderr

"""``symppm match --check`` and ``--plot``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import symppm as ppm
from symppm.cli import application

TRUTH = {"K": 3, "a": 2.0, "b": 1.0, "c": 1.5, "d": 0.5}


@pytest.fixture
def counts(tmp_path: Path) -> Path:
    path = tmp_path / "counts.csv"
    drawn = ppm.sample("pmf_gamma", TRUTH, shape=(25, 18), random_seed=4)
    np.savetxt(path, drawn, fmt="%d", delimiter=",")
    return path


def run(*arguments: object) -> Any:
    result = CliRunner().invoke(application(), [str(each) for each in arguments])
    if not isinstance(result.exception, SystemExit | None):
        raise result.exception
    return result


def test_json_has_the_checks_that_python_gives(counts: Path) -> None:
    done = run(
        "match",
        counts,
        "--estimator",
        "moments",
        "--check",
        "--draws",
        12,
        "--random-seed",
        5,
        "--json",
    )
    (said,) = json.loads(done.stdout)["checks"]
    data = np.loadtxt(counts, delimiter=",", dtype=int)
    match = ppm.match(data, estimator="moments")
    assert said == json.loads(ppm.check(match, data, draws=12, random_seed=5).to_json())
    assert "checks" not in json.loads(
        run("match", counts, "--estimator", "moments", "--json").stdout
    )


def test_an_infeasible_match_has_no_checks_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "even.csv"
    np.savetxt(path, np.arange(30).reshape(6, 5) % 2, fmt="%d", delimiter=",")
    done = run("match", path, "--estimator", "moments", "--check")
    assert done.exit_code == 3
    assert "Checks: none" in done.stdout
    done = run("match", path, "--estimator", "moments", "--check", "--json")
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
    options: tuple[str, ...], words: str, counts: Path
) -> None:
    done = run("match", counts, *options)
    assert done.exit_code == 2
    assert words in " ".join(done.stderr.split())
    assert not done.stdout


def test_a_plot_without_matplotlib_is_refused_before_anything_is_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    done = run("match", tmp_path / "none.csv", "--plot", tmp_path / "x.png")
    assert done.exit_code == 2
    assert "symppm[plots]" in done.stderr

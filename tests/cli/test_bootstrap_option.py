"""Intervals from draws of rows and columns, beside those of the jackknife."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symppm as ppm

Symppm = Callable[..., Any]


@pytest.fixture
def counts(tmp_path: Path) -> Path:
    rng = np.random.default_rng(1)
    path = tmp_path / "counts.npy"
    np.save(path, rng.poisson(rng.gamma(2, 1, (40, 3)) @ rng.gamma(2, 1, (3, 30))))
    return path


def test_both_stand_side_by_side(symppm: Symppm, counts: Path) -> None:
    options = ("--bootstrap", "200", "--random-seed", "4")
    made = ppm.match(np.load(counts), bootstrap=200, random_seed=4)
    page = " ".join(symppm("match", counts, *options, "--verbose").stdout.split())
    low, high = made.interval(by="bootstrap")["K"]
    assert f"; bootstrap {low:.3g} to {high:.3g})" in page
    found = json.loads(symppm("match", counts, *options, "--json").stdout)["intervals"]
    assert found["bootstrap"]["parameters"]["K"] == [low, high]
    assert found["parameters"]["K"] == list(made.interval()["K"])


def test_an_array_of_three_axes_has_none(symppm: Symppm, tmp_path: Path) -> None:
    path = tmp_path / "deep.npy"
    np.save(path, np.random.default_rng(1).poisson(2.0, (6, 5, 4)))
    done = symppm("match", path, "--model", "ptf_gamma", "--bootstrap", "50")
    assert done.exit_code == 2
    assert "a matrix in memory" in done.stderr

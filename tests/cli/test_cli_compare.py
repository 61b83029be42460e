"""``symppm compare``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symppm as ppm

MODELS = "pmf_gamma,gmf_gamma_negativebinomial,gmf_gamma_normal"


@pytest.fixture
def counts(tmp_path: Path) -> Path:
    """A file of counts of a Poisson factorization."""
    drawn = ppm.sample(
        "pmf_gamma", {"K": 5, "a": 1, "b": 1, "c": 1, "d": 1}, shape=(70, 60), random_seed=8
    )
    path = tmp_path / "counts.npy"
    np.save(path, np.asarray(drawn).reshape(70, 60))
    return path


@pytest.mark.thorough
def test_none_that_fits_is_exit_code_three(symppm: Any, counts: Path, tmp_path: Path) -> None:
    halves = tmp_path / "halves.npy"
    np.save(halves, np.load(counts) + 0.5)
    made = symppm("compare", halves, "--models", MODELS.rpartition(",")[0])
    assert made.exit_code == 3
    assert "whole numbers" in made.stdout


def test_a_name_that_is_none(symppm: Any, counts: Path) -> None:
    made = symppm("compare", counts, "--models", "pmf_gama")
    assert made.exit_code == 2
    assert "pmf_gamma" in made.stderr
    assert symppm("compare", counts, "--models", ",").exit_code == 2

"""``symppm compare``."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symppm as ppm
from symppm.cli.grouping import typed
from symppm.cli.reading import Counts

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


@pytest.mark.thorough
def test_what_comes_next_reads_the_same_data(symppm: Any, counts: Path, tmp_path: Path) -> None:
    entries = np.ndenumerate(np.load(counts)[:30, :30])
    lines = [f"{i},{count},{j}" for (i, j), count in entries if (i + j) % 5]
    path = tmp_path / "sold.csv"
    path.write_text("\n".join(["shop,sold,product", *lines]))
    reading = ("--zeros", "missing", "--columns", "shop,product,sold")
    made = symppm("compare", path, *reading, "--models", "pmf_gamma,hpf_gamma", columns=500)
    command, more, _ = made.stdout.partition("Next: ")[2].partition(" (or add")
    name, *words = shlex.split(command)
    assert more
    assert words[-1] in ("pmf_gamma", "hpf_gamma")  # no comma is copied with it
    assert (name, words[:2]) == ("symppm", ["match", str(path)])
    matched = symppm(*words, columns=500)
    assert made.stdout.splitlines()[0] == matched.stdout.splitlines()[0]
    assert "720 entries observed of 900" in matched.stdout


def test_options_are_typed_as_they_were_given() -> None:
    file = Path("my counts.csv")
    assert typed(Counts(file=file)) == ["my counts.csv"]
    assert typed(Counts(file=file, zeros="missing", label_columns=0, header=False)) == [
        "my counts.csv", "--zeros", "missing", "--label-columns", "0", "--no-header"
    ]  # fmt: skip
    assert typed(Counts(file=file, header=True))[1:] == ["--header"]

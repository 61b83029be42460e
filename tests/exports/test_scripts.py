"""Scripts that the command line writes, run as users run them: fits, scores and factors."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from cases import needed
from library_runs import small_counts
from typer.testing import CliRunner

import symppm as ppm
from symppm.cli import application

pytestmark = pytest.mark.thorough


def run(
    folder: Path, counts: Path, way: list[object], script: Path, old: str = "", new: str = ""
) -> str:
    """Write a script, change a text in it, run it, and return what it prints."""
    outcome = CliRunner().invoke(application(), [*map(str, ("match", counts, *way))])
    assert outcome.exit_code == 0, outcome.stderr
    text = script.read_text()
    assert old in text
    script.write_text(text.replace(old, new))
    return subprocess.run(
        [sys.executable, str(script), counts.name],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(ppm.__file__).parents[1])},
    ).stdout


@pytest.mark.parametrize(
    ("target", "zeros"),
    [
        ("hpfrec", "blank"),
        ("poismf", "observed"),
        ("sklearn", "missing"),
        ("cmfrec", "observed"),
        ("implicit", "missing"),
    ],
)
def test_a_script_scores_held_out_entries_and_saves_factors(
    tmp_path: Path, target: str, zeros: str
) -> None:
    needed(target)
    counts, script = tmp_path / "counts.csv", tmp_path / "fit.py"
    values = small_counts().astype(float)
    values[::4, ::3] = np.nan if zeros == "blank" else values[::4, ::3]
    np.savetxt(counts, values, fmt="%g", delimiter=",")
    way = ["--blanks", "missing"] if zeros == "blank" else ["--zeros", zeros]
    way += ["--fix", "K=3", "--export", target, "--output", script]
    said = run(tmp_path, counts, way, script)
    scores = [float(each) for each in re.findall(r"(?:entry|entries|columns): ([-.0-9e]+)", said)]
    assert len(scores) == 2
    assert np.isfinite(scores).all()
    assert said.startswith("fitting without a tenth, on which the fit is scored ...\n")
    assert (
        f"fitting all ...\ntheta (20, 3) and beta (15, 3), of all entries: {tmp_path / 'fit.npz'}"
        in said
    )
    with np.load(tmp_path / "fit.npz") as found:
        assert (found["theta"].shape, found["beta"].shape) == ((20, 3), (15, 3))
        assert np.isfinite(found["theta"] @ found["beta"].T).all()


def test_a_program_samples_topics_and_saves_shares(tmp_path: Path) -> None:
    needed("numpyro")
    counts, script = tmp_path / "counts.csv", tmp_path / "fit.py"
    np.savetxt(counts, small_counts(), fmt="%d", delimiter=",")
    way = ["--model", "lda_asymmetric", "--fix", "K=2", "--export", "numpyro", "--output", script]
    said = run(tmp_path, counts, way, script, "DRAWS = 500", "DRAWS = 4")
    scores = [float(each) for each in re.findall(r"(?:word|frequencies): (-[.0-9]+)", said)]
    assert len(scores) == 2
    assert np.isfinite(scores).all()
    with np.load(tmp_path / "fit.npz") as found:
        assert found["theta"].sum(1) == pytest.approx(np.ones(20))
        assert found["beta"].sum(0) == pytest.approx(np.ones(2))


@pytest.mark.parametrize(
    ("target", "model"),
    [
        ("numpyro", "pmf_gamma_exposure"),
        ("pymc", "pmf_gamma_exposure"),
        ("pyro", "hpf_gamma"),
    ],
)
def test_a_program_samples_with_entries_left_out_and_saves_means(
    tmp_path: Path, target: str, model: str
) -> None:
    needed(target)
    counts, gamma, script = (tmp_path / each for each in ("counts.csv", "gamma.csv", "fit.py"))
    np.savetxt(counts, small_counts()[:12, :10], fmt="%d", delimiter=",")
    np.savetxt(gamma, np.linspace(0.5, 2.0, 10), delimiter=",")
    way = ["--model", model, "--fix", "K=2", "--export", target, "--output", script]
    way += ["--known", f"gamma={gamma}"] if model == "pmf_gamma_exposure" else []
    said = run(tmp_path, counts, way, script, "DRAWS = 500", "DRAWS = 4")
    (score,) = re.findall(r"log-likelihood per held-out entry: (-[.0-9]+)", said)
    assert np.isfinite(float(score))
    with np.load(tmp_path / "fit.npz") as found:
        assert (found["theta"].shape, found["beta"].shape) == ((12, 2), (10, 2))

"""Scripts that the command line writes, run as users run them: fits, scores and factors."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from library_runs import small_counts
from needed import needed
from typer.testing import CliRunner

import symppm as ppm
from symppm.cli import application

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize(
    ("target", "zeros"),
    [
        ("hpfrec", "observed"),
        ("poismf", "observed"),
        ("sklearn", "observed"),
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
    np.savetxt(counts, small_counts(), fmt="%d", delimiter=",")
    way = ("--fix", "K=3", "--zeros", zeros, "--export", target, "--output", script)
    outcome = CliRunner().invoke(application(), [*map(str, ("match", counts, *way))])
    assert outcome.exit_code == 0, outcome.stderr
    said = subprocess.run(
        [sys.executable, str(script), counts.name, "factors.npz"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(ppm.__file__).parents[1])},
    ).stdout
    scores = [float(each) for each in re.findall(r"(?:entry|entries|columns): ([-.0-9e]+)", said)]
    assert len(scores) == 2
    assert np.isfinite(scores).all()
    assert "theta (20, 3) and beta (15, 3), of all entries: factors.npz" in said
    with np.load(tmp_path / "factors.npz") as found:
        assert (found["theta"].shape, found["beta"].shape) == ((20, 3), (15, 3))
        assert np.isfinite(found["theta"] @ found["beta"].T).all()

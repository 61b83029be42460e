"""``symppm match --plot`` and ``symppm elicit --plot``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symppm as ppm

pytestmark = pytest.mark.usefixtures("matplotlib")


def inked(picture: Path) -> float:
    """Return which share of a picture is not white."""
    from matplotlib.image import imread

    return float((imread(picture)[:, :, :3].min(axis=2) < 0.9).mean())


def test_beliefs_and_data_are_plotted(tmp_path: Path, symppm: Callable[..., Any]) -> None:
    picture = tmp_path / "beliefs.png"
    believed = ["--mean", "25", "--variance", "550", "--rho-row", "0.045", "--rho-col", "0.454"]
    done = symppm("elicit", *believed, "--plot", picture)
    assert done.exit_code == 0, done.output
    assert inked(picture) > 0.01
    data = tmp_path / "counts.csv"
    drawn = ppm.sample(
        "pmf_gamma", {"K": 3, "a": 2.0, "b": 1.0, "c": 1.5, "d": 0.5}, shape=(25, 18), random_seed=4
    )
    np.savetxt(data, drawn, fmt="%d", delimiter=",")
    drawing = tmp_path / "match.svg"
    done = symppm("match", data, "--estimator", "moments", "--plot", drawing)
    assert done.exit_code == 0, done.output
    for said in ("pmf_gamma: K = ", "rho_row = ", "95 % interval", "relative to what was measured"):
        assert said in drawing.read_text("utf-8")

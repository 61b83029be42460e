"""Effects of rows and columns beside factors: what data tell of them, and what is assumed."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import symppm as ppm
from symppm.codegen.load import load_cross_moments, load_model
from symppm.errors import TargetError
from symppm.matching.kernels import Kernels

Table = NDArray[np.float64]
NAME = "pmf_gamma_effects"
TRUE = {"K": 4.0, "a": 0.6, "c": 0.6, "a_row": 2.0, "b_row": 1.0, "a_col": 0.8, "b_col": 0.4}


def drawn(seed: int, *, factors: bool = True) -> Table:
    """Draw rates: effects of mean two each, beside four factors of mean one."""
    rng = np.random.default_rng(seed)
    theta, beta = rng.gamma(0.6, 1 / 0.6, (400, 4)), rng.gamma(0.6, 1 / 0.6, (300, 4))
    row, column = rng.gamma(2.0, 1.0, (400, 1)), rng.gamma(0.8, 1 / 0.4, 300)
    return row + column + (theta @ beta.T if factors else 0.0)


@pytest.mark.parametrize("exposed", [False, True])
def test_the_truth_is_within_the_intervals(exposed: bool) -> None:
    rng = np.random.default_rng(1)
    rows, columns = (np.exp(rng.uniform(-1.5, 1.5, n)) for n in (400, 300))
    rates, known = drawn(0), {"row": rows, "col": columns} if exposed else None
    counts = rng.poisson(rates * rows[:, None] * columns if exposed else rates)
    found = ppm.match(counts, NAME, known=known)
    assert "note: what data leave open of effects and shapes is assumed" in str(found)
    ends = found.interval(0.99)
    for name, truth in {**TRUE, "b*d": 0.36}.items():
        assert ends[name][0] <= truth <= ends[name][1], name
    assert found.k == 4
    assert ends["K"][1] < 8
    assert ppm.Match.from_json(found.to_json()).parameters == found.parameters


def test_before_rounding_the_model_has_what_was_measured() -> None:
    """By the generated kernels, which the engine derived."""
    found = ppm.match(np.random.default_rng(2).poisson(drawn(3)), NAME, fixed={"K": 4})
    assert found.cross_moments is not None
    values, own = found.cross_moments.values, dict(found.parameters.items())
    assert min(own["a_row"], own["a_col"]) > 0.01
    assert max(own["a_row"], own["a_col"]) < 1000
    plain = Kernels(load_model(NAME)).at(own)
    cross = Kernels(load_cross_moments(NAME)).at(own)
    for name in ("mean", "variance", "rho_row", "rho_col"):
        assert plain[name] == pytest.approx(values[name], rel=1e-9)
    for name in ("cov_row", "cov_col"):
        assert cross[name] == pytest.approx(values[name], rel=1e-9)
    assert own["a_row"] / own["b_row"] == pytest.approx(own["a_col"] / own["b_col"])
    free = ppm.match(np.random.default_rng(2).poisson(drawn(3)), NAME)
    # K = I^2 / cycle is what makes both the variance and the cycle hold.
    interaction = values["variance"] - values["mean"] - values["cov_row"] - values["cov_col"]
    assert free.k_exact == pytest.approx(interaction**2 / values["cycle"])


def test_without_factors_it_says_so_and_still_answers() -> None:
    found = ppm.match(np.random.default_rng(6).poisson(drawn(7, factors=False)), NAME)
    said = next(each for each in found.diagnostics if each.code == "effects")
    assert said.severity == "warning"
    assert "do not resolve factors" in said.message
    assert found.k == 1
    assert found.parameters["a_row"] == pytest.approx(2.0, rel=0.4)


def test_what_is_given_is_kept() -> None:
    counts = np.random.default_rng(8).poisson(drawn(9))
    found = ppm.match(counts, NAME, fixed={"K": 5, "a": 0.9}, scale="b=2")
    assert (found.k, found.parameters["a"], found.parameters["b"]) == (5, 0.9, 2)
    for bad in ({"fixed": {"a_row": 2}}, {"fixed": {"b_col": 1, "a_col": 1}},
                {"estimator": "moments"}):  # fmt: skip
        with pytest.raises(TargetError, match='"a_row": 1, "b_row": 2, "a_col": 3'):
            ppm.match(counts, NAME, **bad)

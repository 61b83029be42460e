"""What exposures of rows and columns do to an entry, by the laws of probability for every model."""

from __future__ import annotations

import numpy as np
import pytest
import sympy

import symppm as ppm
from symppm.codegen.load import load_model
from symppm.laws import derive
from symppm.matching.exposures import entry_noise
from symppm.matching.kernels import Kernels
from symppm.matching.models import Structure
from symppm.model import catalogue_model
from symppm.model.exposed import with_exposures
from symppm.model.nodes import known_entries
from tests.matching.catalogue_truths import TRUTHS

MATRICES = sorted(
    name for name in TRUTHS if name != "ptf_gamma" and not catalogue_model(name).known
)


def test_draws_have_the_exposures() -> None:
    truth = {"K": 50, "a": 400.0, "b": 20.0, "c": 400.0, "d": 20.0}
    rows, columns = np.linspace(0.2, 3, 60), np.linspace(3, 1, 50)
    drawn = ppm.sample(
        "pmf_gamma", truth, shape=(60, 50), known={"row": rows, "col": columns}, random_seed=1
    )
    assert drawn / (50 * 400 * rows[:, None] * columns) == pytest.approx(1, rel=0.15)


def test_only_the_mean_is_multiplied() -> None:
    for name in MATRICES:
        declared = catalogue_model(name)
        one, other = (derive(each, "mean").result for each in (
            declared, with_exposures(declared, ("row", "col"))))  # fmt: skip
        ratio = sympy.simplify(other / one)
        assert str(ratio) == "col[j]*row[i]", name


@pytest.mark.parametrize("name", MATRICES)
def test_the_variance_over_exposures_is_that_of_the_likelihood(name: str) -> None:
    declared, truth = catalogue_model(name), dict(TRUTHS[name])
    symbols = (*declared.sizes, *declared.hyperparameters)
    values = {each: sympy.Rational(str(truth[each.name])) for each in symbols}
    kernels = Kernels(load_model(name))
    noise = entry_noise(Structure.of(name), kernels, truth)
    exposed = with_exposures(declared, ("row", "col"))
    mean, plain = (derive(declared, what).result.xreplace(values) for what in ("mean", "variance"))
    total = derive(exposed, "variance").result.xreplace(values)
    row, col = sorted(known_entries(total), key=str, reverse=True)
    for e in (sympy.Rational(1, 3), sympy.Integer(4)):
        over = total.xreplace({row: e, col: sympy.Integer(1)}) / e**2
        own = {0: 0.0, 1: (noise.unit or 0.0) * float(mean), 2: noise.unit or 0.0}[noise.power]
        expected = float(plain) + own * (float(e) ** -noise.power - 1)
        assert float(over) == pytest.approx(expected, rel=1e-9)

"""Draws from models with known arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import symppm as ppm
from symppm.errors import ParameterError
from symppm.model.sampling import sample_declaration

VALUES = {"a": 2.0, "b": 1.0, "K": 3}
CELLS = np.array([[1.0, 100.0], [2.0, 200.0], [3.0, 300.0]])


def model() -> ppm.Model:
    with ppm.Model("mine") as made:
        a, b = ppm.hyperparameters("a b")
        weight = ppm.Known("weight", dims="factor")
        cell = ppm.Known("cell", dims="col row")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        rate = cell * ppm.sum(weight * theta, over="factor")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    return made


def draw(known: dict[str, Any]) -> Any:
    generator = np.random.default_rng(1)
    return sample_declaration(model().declaration, VALUES, (2, 3), 1000, generator, known)


def test_known_arrays_multiply_what_they_stand_beside() -> None:
    weight = np.array([1.0, 0.5, 2.0])
    drawn = draw({"weight": weight, "cell": CELLS})
    wanted = CELLS.T * weight.sum() * 2
    # Var = E + cell^2 a/b^2 sum of squared weights.
    error = np.sqrt((wanted + CELLS.T**2 * 2 * (weight**2).sum()) / 1000)
    assert drawn.shape == (1000, 2, 3)
    assert (abs(drawn.mean(axis=0) - wanted) < 5 * error).all()


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        (
            {"weight": [1, 1, 1]},
            "no values for the known array cell of model 'mine'; expected positive numbers of "
            'shape (3, 2), for col, row. Add known={"cell": values}.',
        ),
        (
            {"weight": [1, 1, 1], "cell": CELLS.T},
            "the known array cell, of shape (2, 3); expected positive numbers of shape (3, 2), for "
            "col, row. Check the array.",
        ),
        (
            {"weight": [1, 0, 1], "cell": CELLS},
            "the known array weight, of shape (3,); expected positive numbers of shape (3,), for "
            "factor. Check the array.",
        ),
        (
            {"weight": [1, 1, 1], "cell": CELLS, "cel": 1},
            "'cel' is no known array of model 'mine'; expected its known arrays: weight, cell. "
            "Did you mean 'cell'?",
        ),
    ],
    ids=["missing", "transposed", "zero", "unknown"],
)
def test_known_arrays_that_do_not_fit_are_refused(known: dict[str, Any], expected: str) -> None:
    with pytest.raises(ParameterError) as caught:
        draw(known)
    assert str(caught.value) == expected

"""Data that cannot be checked against a match: refused as matching refuses them, or said to be."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
import scipy.sparse

import symppm as ppm
from symppm.errors import DataError, NotBuiltError, ParameterError, SymPPMError

SHAPE = (6, 5, 4)
CHOSEN = {"K": 2, "shape": 2.0, "rate": 1.0}


@cache
def cubes() -> tuple[ppm.Match, np.ndarray]:
    with ppm.Model("cubes") as model:
        shape, rate = ppm.hyperparameters("shape rate")
        theta = ppm.Gamma("theta", shape=shape, rate=rate, dims="row factor")
        beta = ppm.Gamma("beta", shape=shape, rate=rate, dims="col factor")
        eta = ppm.Gamma("eta", shape=shape, rate=rate, dims="slice factor")
        mean = ppm.sum(theta * beta * eta, over="factor")
        ppm.Poisson("Y", rate=mean, dims="row col slice", observed=True)
    data = ppm.sample(model, CHOSEN, shape=SHAPE, random_seed=1)
    found = ppm.match(data, model, fixed={"K": 2})
    assert found.parameters
    return found, data


@cache
def matrix() -> tuple[ppm.Match, np.ndarray]:
    chosen = {"K": 3, "a": 2.0, "b": 1.0, "c": 1.5, "d": 0.5}
    data = ppm.sample("pmf_gamma", chosen, shape=(30, 20), random_seed=5)
    return ppm.match(data), data


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda y: {"data": y[0]}, DataError),
        (lambda y: {"data": scipy.sparse.csr_array(y[0])}, NotBuiltError),
        (lambda y: {"data": y - 100}, DataError),
        (lambda y: {"data": np.where(y == y.max(), np.nan, y)}, DataError),
        (lambda y: {"data": y, "mask": np.ones(SHAPE)}, DataError),
        (lambda y: {"data": y, "zeros": "gone"}, DataError),
        (lambda y: {"data": "counts.csv"}, DataError),
    ],
)  # fmt: skip
def test_arrays_with_three_axes_are_refused_as_matching_refuses_them(
    change: Any, error: type[SymPPMError]
) -> None:
    match, data = cubes()
    given = change(data)
    with pytest.raises(error):
        ppm.check(match, **given, draws=2, random_seed=1)
    assert match.declared is not None
    with pytest.raises(error if "mask" not in given else SymPPMError):
        ppm.match(given["data"], match.declared, fixed={"K": 2}, mask=given.get("mask"),
                  zeros=given.get("zeros", "observed"))  # fmt: skip


@pytest.mark.thorough
def test_an_array_with_three_axes_is_checked_and_its_gaps_are_gaps_of_the_draws() -> None:
    match, data = cubes()
    mask = np.random.default_rng(1).random(SHAPE) < 0.7
    masked = ppm.check(match, data, mask=mask, draws=5, random_seed=1)
    names = {each.name for each in masked.table}
    assert {"row spread", "column spread", "slice spread", "slice skewness"} <= names
    garbage = np.where(mask, data, -1.0)
    assert ppm.check(match, garbage, mask=mask, draws=5, random_seed=1).table == masked.table
    hidden = np.ma.masked_array(data, ~mask)
    assert ppm.check(match, hidden, draws=5, random_seed=1).table == masked.table
    assert masked["zero fraction"].observed == pytest.approx(float((data[mask] == 0).mean()))


def test_counts_that_are_negative_are_no_counts() -> None:
    match, data = matrix()
    with pytest.raises(DataError, match="smallest entry is -1; expected counts, zero or more"):
        ppm.check(match, data - data.min() - 1, draws=2, random_seed=1)


def test_other_data_than_those_that_were_matched_are_said_to_be_others() -> None:
    match, data = matrix()

    def said(values: Any, **given: Any) -> str:
        return " ".join(ppm.check(match, values, draws=2, random_seed=1, **given).notes)

    same = "was matched to these data"
    assert same in said(data)
    assert same in said(data.tolist())
    assert same in said(scipy.sparse.csr_array(data))
    more = np.random.default_rng(1).poisson(1.0, (40, 20))
    assert "was matched to other data: 30 x 20, 600 entries" in said(more)
    assert "40 x 20, 800 entries" in said(more)
    moved = data.copy()
    moved[0, 0] += 1
    assert "other data" in said(moved)
    seen = np.ones(data.shape, bool)
    seen[0, 0] = False
    assert "other data" in said(data, mask=seen)


def test_data_that_are_not_whole_are_remarked_on() -> None:
    match, data = matrix()
    notes = ppm.check(match, data + 0.5, draws=2, random_seed=1).notes
    assert any("Not all entries are whole" in each for each in notes)


@pytest.mark.parametrize(
    "given",
    [
        {"match": ppm.Match}, {"match": "pmf_gamma"}, {"match": None},
        {"draws": 2.0}, {"draws": "2"}, {"draws": True}, {"random_seed": "x"},
        {"random_seed": 1.5}, {"random_seed": None}, {"entries": 1e5},
        {"entries": "all"}, {"known": 3}, {"known": ["gamma"]},
        {"known": {"gamma": [[1, 2], [3]]}}, {"known": {"gamma": [1.0]}},
        {"data": object()}, {"data": {"mean": 1}}, {"data": None, "shape": "5,5"},
        {"data": None, "shape": (5.0, 5)}, {"data": None, "shape": (True, 5)},
        {"data": None, "shape": (2**40, 5)}, {"zeros": None}, {"mask": "x"},
        {"mask": np.zeros((30, 20), bool)}, {"data": None}, {"shape": (5, 5)},
        {"data": None, "shape": (5,)}, {"data": None, "shape": (5, 1)},
        {"draws": 1}, {"random_seed": -1}, {"entries": 10}, {"data": [1, 2, 3]},
        {"data": [[1.0, np.nan], [0.0, 1.0]]},
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_by_our_errors(given: dict[str, Any]) -> None:
    match, data = matrix()
    arguments = {"match": match, "data": data, "draws": 2, "random_seed": 1, **given}
    with pytest.raises((ParameterError, DataError)):
        ppm.check(**arguments)

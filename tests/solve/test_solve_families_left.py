"""Too few targets leave a family of solutions, too many a constraint: the solution says which."""

from __future__ import annotations

from fractions import Fraction

import pytest
from solving import pmf_targets, solution_of

import symppm as ppm

F = Fraction


def test_what_is_left_open_can_be_anything() -> None:
    # Mean 25 and variance 550, and any shapes and K that allow for them.
    solution = solution_of("pmf_gamma", ("mean", "variance"))
    assert solution.free == ("c", "K")
    values = {"mean": F(25), "variance": F(550)}
    for c, size in ((F(1, 10), F(25)), (F(1, 3), F(7)), (F(3), F(2))):
        (found,) = solution.evaluate({**values, "c": c, "K": size})
        a, bd = F(found["a"]), F(found["b*d"])
        back = pmf_targets(size, a, bd, c, F(1))
        assert float(back["mean"]) == pytest.approx(25)
        assert float(back["variance"]) == pytest.approx(550)
    # With K = 1000 and c = 10 the columns alone vary too little for that, whatever a is.
    assert solution.evaluate({"mean": F(25), "variance": F(26), "c": F(1, 10), "K": F(1)}) == []


def test_the_summary_says_what_to_do() -> None:
    lines = solution_of("pmf_gamma", ("mean", "variance")).summary().splitlines()
    assert lines[:3] == [
        "given mean, variance",
        "these 2 targets determine 2 of 4 identifiable combinations and leave a family of "
        "dimension 2: fix, tie or add a target",
        "in terms of c, K:",
    ]
    assert lines[-1] == "not identified: b -> b*s, d -> d*s**(-1) changes no moment"


def test_no_combination_goes_by_the_name_of_a_part() -> None:
    with ppm.Model("centred") as model:
        s, t, v = ppm.hyperparameters("s t v")
        theta = ppm.Normal("theta", mean=0, variance=s, dims="row factor")
        beta = ppm.Normal("beta", mean=0, variance=t, dims="col factor")
        mean = ppm.sum(theta * beta, over="factor")
        ppm.Normal("Y", mean=mean, variance=v, dims="row col", observed=True)
    lines = model.solve(given=("variance", "cycle")).summary().splitlines()
    assert "in terms of s_t = s*t:" in lines
    assert "K = cycle/s_t**2" in lines
    assert not any(line.startswith("s*t = ") for line in lines)
    # s is a hyperparameter, so the scale goes by another name.
    assert lines[-1] == "not identified: s -> s*scale, t -> t*scale**(-1) changes no moment"

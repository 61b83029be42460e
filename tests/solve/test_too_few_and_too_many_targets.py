"""Too few targets leave a family of solutions, too many a constraint: the solution says which."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy
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


# Of two roots the one that solves what is over is not chosen by where samples happened to lie


def overdetermined() -> ppm.Model:
    """Four moments and three unknowns: K and 16/K have the same mean and covariance of columns."""
    with ppm.Model("over") as over:
        a, b = ppm.hyperparameters("a b")
        xi = ppm.Gamma("xi", shape=a, rate=1, dims="row")
        theta = ppm.Gamma("theta", shape=b, rate=a, dims="row factor")
        beta = ppm.Gamma("beta", shape=sympy.Rational(1, 2), rate=2, dims="col factor")
        rate = ppm.sum(theta * beta, over="factor") * xi + b
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    return over


@pytest.mark.thorough
@pytest.mark.parametrize("k", [2, sympy.Rational(25, 4)])
def test_each_root_is_found_from_its_own_targets(k: sympy.Expr) -> None:
    model = overdetermined()
    moments = {
        "mean": model.mean(), "variance": model.variance(),
        "rho_row": model.correlation("row"), "rho_col": model.correlation("col"),
    }  # fmt: skip
    values = {"K": k, "a": sympy.Rational(17, 4), "b": sympy.Rational(16, 3)}
    at = {s: values[s.name] for s in sympy.Tuple(*moments.values()).free_symbols}
    targets = {name: float(moment.xreplace(at)) for name, moment in moments.items()}
    found = ppm.match(targets=targets, model=model, progress=False)
    assert found.k_exact == pytest.approx(float(k), rel=1e-4)
    assert found.achieved == pytest.approx(targets, rel=0.2)


def test_what_targets_must_meet_has_no_unknown_in_it() -> None:
    with ppm.Model("twice") as model:
        y = ppm.hyperparameters("y")
        ppm.Normal("Y", mean=y**2 + y, variance=y**2 + y, dims="row col", observed=True)
    solution = model.solve(("mean", "variance"))
    (constraint,) = solution.constraints
    assert {symbol.name for symbol in constraint.free_symbols} == {"mean", "variance"}
    (found,) = solution.evaluate({"mean": 6, "variance": 6})
    assert found["y"] == pytest.approx(2)


# What is left open has the name that it is asked by, and the proof is about the same


@pytest.mark.parametrize("given", [("mean", "variance", "rho_row"), ("mean", "variance")])
def test_what_is_left_open_is_open_in_the_proof(given: tuple[str, ...]) -> None:
    solution = solution_of("pmf_prior", given)
    assert set(solution.free) <= {"K", "sigma_beta_over_mu_beta", "sigma_theta_over_mu_theta"}
    known = {"mean": 3.0, "variance": 8.0, "rho_row": 0.2}
    values = {name: known[name] for name in given} | dict.fromkeys(solution.free, 0.5)
    for found in solution.evaluate({**values, "K": 4.0}):
        assert set(found) == set(solution.expressions)
    assert "freedoms" in solution.derivation.verify()


def test_the_proof_of_few_targets_ends() -> None:
    # Neither moment has K in it: it was looked for among the powers of each other letter.
    solution = solution_of("pmf_gamma", ("rho_row", "rho_col"))
    assert "K" in solution.free
    assert len(solution.derivation.verify()) == 4

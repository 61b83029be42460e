"""Of two roots the one that solves what is over is not chosen by where samples happened to lie."""

from __future__ import annotations

import pytest
import sympy

import symppm as ppm
from symppm.solve.elimination import eliminate


def declared() -> ppm.Model:
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
    model = declared()
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
    y, b, c = sympy.Symbol("y", positive=True), *sympy.symbols("B C", real=True)
    samples = [{y: v, b: v**2 + v, c: v**2 + v} for v in map(sympy.Integer, (2, 3, 5))]
    found = eliminate([y**2 + y - b, y**2 + y - c], [y], samples, [])
    assert [program.constraints for program in found] == [((b - c) ** 2,)] * 2

"""Of two roots the one that solves what is over is not chosen by where samples happened to lie."""

from __future__ import annotations

import pytest
import sympy

import symppm as ppm


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
def test_what_is_evaluated_has_the_targets(k: sympy.Expr) -> None:
    model = declared()
    solution = model.solve()
    moments = (model.mean(), model.variance(), model.correlation("row"), model.correlation("col"))
    values = {"K": k, "a": sympy.Rational(17, 4), "b": sympy.Rational(16, 3)}
    at = {s: values[s.name] for s in sympy.Tuple(*moments).free_symbols}
    targets = dict(zip(solution.given, (m.xreplace(at) for m in moments), strict=True))
    for found in solution.evaluate({name: str(value) for name, value in targets.items()}):
        back = {s: found[s.name] for s in at}
        assert [float(m.xreplace(back)) for m in moments] == pytest.approx(
            [float(value) for value in targets.values()]
        )

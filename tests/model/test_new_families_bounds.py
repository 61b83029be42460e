"""How large random expressions can get."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import pytest
import sympy

import symppm as ppm
from symppm.model.bounds import never_exceeds, upper_bound
from symppm.model.links import Softplus

a = sympy.Symbol("a", positive=True)
n = sympy.Symbol("n", positive=True)
r = sympy.Symbol("r", real=True)
K = sympy.Symbol("K", positive=True, integer=True)
M = sympy.Symbol("M", positive=True, integer=True)


class Leave(Exception):  # noqa: N818 - no error
    """Ends a block before anything is observed."""


class Plate:
    """Variables with and without a largest value."""

    def __init__(self) -> None:
        ppm.hyperparameters("a n")
        real = ppm.hyperparameters("r", domain="real")
        self.known = ppm.Known("gamma", dims="col")
        self.beta = ppm.Beta("beta", alpha=a, beta=a, dims="row factor")
        self.other = ppm.Beta("other", alpha=a, beta=a, dims="col factor")
        self.gamma = ppm.Gamma("g", shape=a, rate=a, dims="row factor")
        self.count = ppm.Binomial("count", mean=n * self.beta, trials=n, dims="row factor")
        self.nested = ppm.Uniform("u", low=0, high=3 * self.beta, dims="row factor")
        self.mixed = ppm.Dirichlet("mixed", concentration=a, dims="row factor", over="factor")
        self.cells = ppm.Multinomial(
            "cells", trials=n, probabilities=self.mixed, dims="row factor", over="factor"
        )
        self.signed = ppm.Uniform("s", low=real, high=real + 1, dims="row factor")


CASES: list[tuple[str, Callable[[Plate], object], sympy.Expr | None]] = [
    ("a Beta variable", lambda p: p.beta, sympy.S.One),
    ("a binomial count", lambda p: p.count, n),
    ("a uniform variable below a random end", lambda p: p.nested, sympy.Integer(3)),
    ("a Gamma variable", lambda p: p.gamma, None),
    ("no variable", lambda p: a / (1 + a), a / (1 + a)),
    ("a product", lambda p: 2 * a * p.beta * p.count, 2 * a * n),
    ("a product with an unbounded factor", lambda p: p.beta * p.gamma, None),
    ("a factor of any sign", lambda p: p.beta * p.signed, None),
    ("a coefficient of any sign", lambda p: r * p.beta, None),
    ("a negative coefficient", lambda p: 1 - p.gamma, sympy.S.One),
    ("a sum of terms", lambda p: p.beta + 2 * p.count + 1, 2 + 2 * n),
    ("a power", lambda p: p.count**3, n**3),
    ("a root", lambda p: sympy.sqrt(p.count.generic), sympy.sqrt(n)),
    ("a reciprocal", lambda p: 1 / p.beta, None),
    ("a sum over an axis", lambda p: ppm.sum(p.beta * p.other, over="factor"), K),
    ("a mixture", lambda p: ppm.sum(p.mixed * p.other, over="factor"), sympy.S.One),
    ("a weighted total", lambda p: ppm.sum(p.cells * p.other, over="factor"), n),
    ("a mixture of what is unbounded", lambda p: ppm.sum(p.mixed * p.gamma, over="factor"), None),
    ("a mixture of any sign", lambda p: ppm.sum(p.mixed * p.signed, over="factor"), None),
    ("an average", lambda p: ppm.sum(p.beta, over="factor") / ppm.size("factor"), sympy.S.One),
    ("a double sum", lambda p: ppm.sum(p.beta * p.other, over="factor col"), K * M),
    ("a sum of known values", lambda p: ppm.sum(p.known * p.other, over="col"), None),
    ("an exponential", lambda p: ppm.exp(2 * p.beta), sympy.exp(2)),
    ("an exponential without a bound", lambda p: ppm.exp(p.gamma), None),
    ("a logistic function", lambda p: ppm.logistic(p.gamma - p.signed), sympy.S.One),
    ("a softplus", lambda p: n * ppm.softplus(p.beta), n * Softplus(1)),
    ("a softplus without a bound", lambda p: ppm.softplus(p.gamma), None),
    ("a logarithm", lambda p: sympy.log(p.beta.generic), None),
]


def in_a_model(body: Callable[[Plate], object]) -> tuple[sympy.Expr, dict[str, object]]:
    with contextlib.suppress(Leave), ppm.Model("mine"):
        plate = Plate()
        expression = sympy.sympify(body(plate))
        laws = {
            v.name: v
            for v in (
                plate.beta,
                plate.other,
                plate.gamma,
                plate.count,
                plate.nested,
                plate.signed,
                plate.known,
                plate.mixed,
                plate.cells,
            )
        }
        raise Leave
    return expression, laws


@pytest.mark.parametrize(("body", "wanted"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_upper_bounds(body: Callable[[Plate], object], wanted: sympy.Expr | None) -> None:
    found = upper_bound(*in_a_model(body))
    assert found is None if wanted is None else sympy.simplify(found - wanted) == 0


def test_comparisons_are_proved_refuted_or_left_open() -> None:
    expression, laws = in_a_model(lambda p: p.beta * n)
    assert never_exceeds(expression, n, laws) is True
    assert never_exceeds(expression, expression + a, laws) is True
    assert never_exceeds(n + 1, n, laws) is False
    assert never_exceeds(n, a, laws) is None
    assert never_exceeds(expression, a, laws) is None

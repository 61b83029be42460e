"""Every solution of the moment equations at numbers: random truths are found again."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import sympy
from cases import core
from numpy.polynomial import polynomial

from symppm.codegen.load import load_model
from symppm.matching.kernels import Kernels
from symppm.model.catalogue import catalogue_model
from symppm.solve.at_numbers import points_at
from symppm.solve.polynomials import TooLargeError
from symppm.solve.roots import real_points

X, Y = sympy.symbols("x y", positive=True)
R, S = sympy.symbols("r s", real=True)


def random_line(rng: np.random.Generator) -> sympy.Expr:
    one, two, three = (sympy.Rational(int(n), 7) for n in rng.integers(1, 40, 3) * 2 - 39)
    return one * R + two * S + three


@pytest.mark.parametrize("seed", range(4))
def test_products_of_lines_meet_where_lines_do(seed: int) -> None:
    """Two products of two lines each: the four crossings, each by Cramer's rule."""
    rng = np.random.default_rng(seed)
    lines = [random_line(rng) for _ in range(4)]
    found = real_points([lines[0] * lines[1], lines[2] * lines[3]], (R, S))
    wanted = []
    for one, two in itertools.product(lines[:2], lines[2:]):
        table = sympy.Matrix([[each.coeff(R), each.coeff(S)] for each in (one, two)])
        constants = sympy.Matrix([-each.subs({R: 0, S: 0}) for each in (one, two)])
        wanted.append(tuple(float(v) for v in table.LUsolve(constants)))
    points = [(float(each[R]), float(each[S])) for each in found]
    assert sorted(points) == pytest.approx(np.array(sorted(wanted)), rel=1e-12)


def test_curves_that_nothing_is_linear_in_meet_where_one_equation_says() -> None:
    # y = 5 - x^2 - x y put into a cubic by hand is one polynomial; its roots are NumPy's.
    equations = [X**2 + X * Y + Y - 5, X**3 + Y**2 * X - 4]
    found = real_points([*equations], (X, Y))
    # y (1 + x) = 5 - x^2, so (x^3 - 4) (1 + x)^2 + x (5 - x^2)^2 = 0.
    square = polynomial.polypow([1, 1], 2)
    parts = (
        polynomial.polymul([-4, 0, 0, 1], square),
        polynomial.polymul([0, 1], polynomial.polypow([5, 0, -1], 2)),
    )
    roots = polynomial.polyroots(polynomial.polyadd(*parts))
    wanted = [r.real for r in roots if abs(r.imag) < 1e-9 and 0 < r.real < 5**0.5]
    assert sorted(float(each[X]) for each in found) == pytest.approx(sorted(wanted), rel=1e-9)
    circles = [X**2 + Y**2 - 5, X**2 * Y**2 - 4]
    assert {(each[X], each[Y]) for each in real_points(circles, (X, Y))} == {(1, 2), (2, 1)}


def test_an_unknown_that_an_equation_makes_zero_is_found() -> None:
    for equations, wanted in (
        ([R * S, R + S - 1], {(1, 0), (0, 1)}),
        ([R * S - R, R**2 + S**2 - 1], {(0, -1), (0, 1)}),
        ([R, R + S - 1], {(0, 1)}),
    ):
        assert {(each[R], each[S]) for each in real_points(equations, (R, S))} == wanted


def test_a_curve_of_solutions_is_no_list_of_points() -> None:
    with pytest.raises(TooLargeError):
        real_points([R * S - 1, R**2 * S**2 - 1], (R, S))


CASES = [
    ("pmf_gamma", {}),
    ("pmf_gamma", {"a": "1/K"}),
    ("pmf_gamma", {"c": "2*a"}),
    ("pmf_gamma", {"K": None}),
    ("hpf_gamma", {"c": "a", "a": None}),
    ("hpf_gamma", {"a": "1/a_prime", "c": None}),
    ("hpf_gamma", {"c_prime": "a_prime + 1", "a_prime": None}),
    ("hpf_rows_gamma", {"a": None}),
    ("pmf_uniform", {}),
    ("pmf_lognormal", {}),
]


@pytest.mark.parametrize("case", core(range(len(CASES)), (1,)))
def test_random_truths_are_among_the_solutions_and_all_have_the_moments(case: int) -> None:
    name, ties = CASES[case]
    rng = np.random.default_rng(100 + case)
    declaration, kernels = catalogue_model(name), Kernels(load_model(name))
    symbols = {s.name: s for s in (*declaration.sizes, *declaration.hyperparameters)}
    for _ in range(2):
        truth = {"K": float(rng.integers(2, 30))}
        for each in kernels.spec.parameters:
            least = 2.2 if each.name.endswith("prime") and each.name[0] in "ac" else 0.2
            if each.name != "K":
                truth[each.name] = float(np.round(least + rng.gamma(2, 0.5), 3))
        if name == "pmf_uniform":
            truth |= {f"high_{v}": truth[f"low_{v}"] + 1.5 for v in ("theta", "beta")}
        fixed = {}
        for tied, text in ties.items():
            value = None if text is None else sympy.sympify(text, locals=symbols)
            if value is not None:
                truth[tied] = float(value.subs({s: truth[s.name] for s in value.free_symbols}))
            fixed[tied] = truth[tied] if value is None else value
        held = {
            symbols[n]: sympy.Rational(str(v))
            for n, v in fixed.items()
            if not isinstance(v, sympy.Expr)
        }
        fixed = {n: sympy.sympify(v).subs(held) for n, v in fixed.items()}
        targets = kernels.at(truth)
        found = points_at(declaration, targets, fixed)
        assert found
        for point in found:
            assert kernels.at(point) == pytest.approx(targets, rel=1e-8)
        identified = [
            kernels.identified_of({**kernels.inward(p), "K": p["K"]}) for p in (truth, *found)
        ]
        assert any(each == pytest.approx(identified[0], rel=1e-7) for each in identified[1:])

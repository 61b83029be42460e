"""Routes: a Groebner basis where nothing is linear, none where there is no closed form."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import mpmath
import pytest
import sympy
from cases import core
from solving import solution_of

import symppm as ppm
from symppm.solve import Solution


def nowhere_linear() -> ppm.Model:
    with ppm.Model("nowhere_linear") as model:
        x, y = ppm.hyperparameters("x y")
        mean = x**3 * y**3 / (1 + x)
        ppm.Normal("Y", mean=mean, variance=x**2 * y**2, dims="row col", observed=True)
    return model


def test_a_groebner_basis_where_no_equation_is_linear() -> None:
    x, y, mean, variance = sympy.symbols("x y mean variance")
    for equation in (x**3 * y**3 - mean * (1 + x), x**2 * y**2 - variance):
        assert min(sympy.Poly(equation, x, y).degree(u) for u in (x, y)) >= 2
    solution = nowhere_linear().solve(("mean", "variance"))
    assert (solution.route, solution.rank, solution.dimension) == ("elimination", 2, 0)
    # By hand: x y = sqrt(V), so that V^(3/2) = M (1 + x).
    for m, v in ((2.0, 9.0), (0.1, 1.0), (7.9, 4.0)):
        (found,) = solution.evaluate({"mean": m, "variance": v})
        by_hand = v**1.5 / m - 1
        assert found == pytest.approx({"x": by_hand, "y": v**0.5 / by_hand}, rel=1e-9)
    assert solution.evaluate({"mean": 9.0, "variance": 4.0}) == []


def test_squares_of_two_unknowns() -> None:
    # Both occur as squares only; the shared part is x^2 y^2.
    with ppm.Model("squares") as model:
        x, y = ppm.hyperparameters("x y")
        theta = ppm.Prior("theta", mean=1 + x**2, variance=x**2 * y**2, dims="row")
        ppm.Poisson("Y", rate=theta, dims="row col", observed=True)
    (found,) = model.solve(("mean", "cov_row")).evaluate({"mean": 5.0, "cov_row": 36.0})
    assert found == pytest.approx({"x": 2.0, "y": 3.0})


# No closed form: a level above that is log-normal


def log_normal_level(*fixed: str) -> Solution:
    with ppm.Model("log_normal_level") as model:
        mu = ppm.hyperparameters("mu", domain="real")
        sigma, a, c, d = ppm.hyperparameters("sigma a c d")
        xi = ppm.LogNormal("xi", mu=mu, sigma=sigma, dims="row")
        theta = ppm.Gamma("theta", shape=a, rate=xi, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
    declared = model.declaration
    symbols = {s.name: s for s in (*declared.sizes, *declared.hyperparameters)}
    return model.solve(fixed={name: symbols[name] for name in fixed})


def level_moments(at: Mapping[str, mpmath.mpf]) -> list[mpmath.mpf]:
    """Return mean, variance and the two covariances.

    1/xi is log-normal with E[1/xi] = exp(-mu + sigma^2/2) and U = E[1/xi^2]/E[1/xi]^2 =
    exp(sigma^2).
    """
    k, mu, sigma, a, c, d = (at[name] for name in UNKNOWNS)
    u = mpmath.exp(sigma**2)
    mean = k * a * c / d * mpmath.exp(-mu + sigma**2 / 2)
    row = (u * (1 + 1 / (k * a)) - 1) * mean**2
    col = mean**2 / (k * c)
    variance = mean + (u * (1 + (1 / a + 1 / c + 1 / (a * c)) / k) - 1) * mean**2
    return [mean, variance, row, col]


UNKNOWNS = ("K", "mu", "sigma", "a", "c", "d")


def rank_by_differences(unknowns: tuple[str, ...]) -> int:
    """Return the rank of the Jacobian, by difference quotients with 60 digits."""
    point = {"K": 5.0, "mu": 0.3, "sigma": 0.8, "a": 1.5, "c": 0.7, "d": 2.0}
    with mpmath.workdps(60):
        step = mpmath.mpf(10) ** -25
        rows = []
        for name in unknowns:
            up, down = (
                level_moments({**{n: mpmath.mpf(v) for n, v in point.items()}, name: value})
                for value in (point[name] + step, point[name] - step)
            )
            rows.append([(one - two) / (2 * step) for one, two in zip(up, down, strict=True)])
        values = mpmath.svd_r(mpmath.matrix(rows), compute_uv=False)
        return sum(value > max(values) * mpmath.mpf(10) ** -15 for value in values)


@pytest.mark.thorough
@pytest.mark.parametrize("fixed", core([(), ("a",), ("a", "mu"), ("K", "a", "c")], [("a", "mu")]))
def test_what_has_no_closed_form_still_has_a_rank(fixed: tuple[str, ...]) -> None:
    solution = log_normal_level(*fixed)
    assert solution.branches == ()
    assert solution.expressions == {}
    left = tuple(name for name in UNKNOWNS if name not in fixed)
    assert set(solution.unknowns) == set(left)
    assert solution.route == "numeric"
    assert solution.rank == rank_by_differences(left)
    assert "no closed form: matching solves numerically" in solution.summary()


# Where digits are lost


def accuracy(solution: Solution, name: str, at: Mapping[str, float]) -> float:
    """Return the relative error of a combination computed in floating point."""
    branch = solution.branches[0]
    numbers: dict[str, float] = dict(at)

    def run(module: str, values: Mapping[str, object]) -> Callable[[sympy.Expr], object]:
        return lambda e: sympy.lambdify(sorted(e.free_symbols, key=str), e, module)(
            *(values[s.name] for s in sorted(e.free_symbols, key=str))
        )

    for unknown, formula in branch.assignments.items():
        numbers[unknown] = float(str(run("math", numbers)(formula)))
    with mpmath.workdps(60):
        exact: dict[str, object] = {n: mpmath.mpf(v) for n, v in at.items()}
        for unknown, formula in branch.assignments.items():
            exact[unknown] = run("mpmath", exact)(formula)
        truth = run("mpmath", exact)(branch.identified[name])
        found = run("math", numbers)(branch.identified[name])
        return float(abs(mpmath.mpf(str(found)) / mpmath.mpf(str(truth)) - 1))


def test_a_quadratic_is_solved_without_cancellation() -> None:
    # Three axes with almost no variance to spare: the constant of the quadratic is tiny.
    solution = solution_of("ptf_gamma")
    shared = {"rho_row": 2.0**-2, "rho_col": 2.0**-3, "rho_slice": 2.0**-4}
    for gap in (2.0**-10, 2.0**-30, 2.0**-40):
        # V (1 - 7/16) - E = gap, exactly.
        at = {"variance": 16.0, "mean": 9.0 - gap, **shared}
        assert accuracy(solution, "K", at) < 1e-14

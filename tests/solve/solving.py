"""Solutions that several tests use, computed once, and the way from a point to targets and back."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from functools import cache

import pytest
import sympy

from symppm.model import Declaration, catalogue_model
from symppm.model.catalogue import CATALOGUE
from symppm.solve import Solution, solve
from symppm.solve.invariants import identifier
from symppm.solve.targets import moment

Point = Mapping[str, sympy.Expr]


@cache
def declared(name: str) -> Declaration:
    """Return a model of the catalogue."""
    return catalogue_model(name)


@cache
def needed(name: str) -> tuple[str, ...]:
    """Return what has to be given: what the catalogue says, or else the observations' noise."""
    listed = CATALOGUE[name].needs
    if listed is not None:
        return listed
    if name == "admixture":  # three targets for four numbers
        return ("alpha",)
    values = declared(name).observed.parameters.values()
    noise = set().union(*(value.free_symbols for value in values))
    return tuple(s.name for s in declared(name).hyperparameters if s in noise)


def letters(declaration: Declaration) -> dict[str, sympy.Symbol]:
    return {s.name: s for s in (*declaration.sizes, *declaration.hyperparameters)}


@cache
def solution_of(
    name: str,
    given: tuple[str, ...] | None = None,
    fixed: tuple[str, ...] = (),
    ties: tuple[tuple[str, str], ...] = (),
) -> Solution:
    """Solve a model of the catalogue, what is fixed staying a symbol; ties are pairs of names."""
    symbols = letters(declared(name))
    pairs = {**{each: each for each in fixed}, **dict(ties)}
    return solve(declared(name), given, {left: symbols[right] for left, right in pairs.items()})


def point_of(declaration: Declaration, seed: object) -> dict[str, sympy.Expr]:
    """Return hyperparameters at which moments exist, and numbers for what describes the data."""
    draw = random.Random(f"{declaration.name} {seed}")
    found: dict[str, sympy.Expr] = {"mean_inverse_exposure": sympy.Rational(3, 2), "M": 60}
    for name, symbol in letters(declaration).items():
        value = sympy.Rational(draw.randint(20, 90), draw.choice((20, 35, 60)))
        if symbol.is_integer or name == "trials":
            value = sympy.Integer(draw.randint(3, 40))
        elif name == "p":
            value = sympy.Rational(draw.randint(1, 9), 10)
        elif name.endswith("_prime") or name.startswith(("high", "shape")):
            value += 5
        elif name.startswith("sigma"):
            value /= 4
        found[name] = -value if symbol.is_negative else value
    return found


def at(expression: sympy.Expr, point: Point) -> sympy.Expr:
    """Put the numbers of a point for symbols, by name."""
    return sympy.sympify(expression).subs({s: point[s.name] for s in expression.free_symbols})


def targets_at(solution: Solution, declaration: Declaration, point: Point) -> dict[str, object]:
    """Return the targets that a point implies, exactly where they are rational."""
    found: dict[str, object] = {}
    for name in {part for target in solution.given for part in target.split("/")}:
        value = at(moment(declaration, name), point)
        found[name] = Fraction(value.p, value.q) if value.is_Rational else float(value)
    return found


def combined(solution: Solution, point: Mapping[str, object]) -> dict[str, float]:
    """Return every identified combination at a point, each read off its name."""
    names = {name: sympy.Symbol(name) for name in point}
    read = {name: sympy.sympify(name, locals=names) for name in solution.expressions}
    numbers = {name: sympy.nsimplify(str(value)) for name, value in point.items()}
    return {name: float(at(value, numbers)) for name, value in read.items()}


def leads_back(solution: Solution, declaration: Declaration, point: Point) -> int:
    """Assert that the targets of a point lead to it in some branch; return how many there are."""
    moved = {n: at(value, point) for n, value in solution.coordinates.inverse.items()}
    moved |= point
    for name, value in solution.hyperparameters.items():
        assert float(at(value, moved)) == pytest.approx(float(moved[name]), rel=1e-12), name
    wanted = combined(solution, moved)
    given = targets_at(solution, declaration, point)
    exact = {s: sympy.nsimplify(v) for s, v in given.items() if isinstance(v, Fraction)}
    for constraint in solution.constraints:
        assert sympy.simplify(at(constraint, {**moved, **exact})) == 0
    left = {identifier(name): value for name, value in wanted.items()}
    rest = {name: float(value) for name, value in moved.items()}
    found = solution.evaluate({**rest, **left, **given})
    assert any(each == pytest.approx(wanted, rel=1e-7) for each in found), (found, wanted)
    return len(found)


def pmf_targets(
    k: Fraction, a: Fraction, b: Fraction, c: Fraction, d: Fraction
) -> dict[str, Fraction]:
    """Return targets of Poisson factorization with Gamma priors, by the paper's formulas."""
    mu_theta, var_theta, mu_beta, var_beta = a / b, a / b**2, c / d, c / d**2
    row, col = k * mu_beta**2 * var_theta, k * mu_theta**2 * var_beta
    mean = k * mu_theta * mu_beta
    variance = mean + row + col + k * var_theta * var_beta
    return {
        "mean": mean,
        "variance": variance,
        "rho_row": row / variance,
        "rho_col": col / variance,
        "cov_row": row,
        "cov_col": col,
    }

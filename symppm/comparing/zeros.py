"""The probability of a zero, and of one after thinning, under models of counts.

Thinning keeps each of the Y counted things with probability t, so that P(zero) is E[(1 - t)^Y], the
generating function of Y. Given the rate it is an elementary function for every family of counts;
what is left is the Laplace transform of the rate, a sum over factors of products of two priors,
possibly with a level above each, and effects of rows and columns.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
import sympy
from numpy.typing import NDArray
from scipy import special
from scipy.interpolate import CubicSpline

from symppm.matching.diagnostics.predicted import QUANTILES, probabilities
from symppm.model.declaration import Declaration, Variable
from symppm.model.nodes import AxisSum, Entry

Vector = NDArray[np.float64]
Point = Mapping[str, float]
Number = Callable[[Point], float]
Transform = Callable[[Point, Vector], Vector]
"""From hyperparameters and s to E exp(-s X)."""
Zero = Callable[[Point, Vector, Callable[[Vector], Vector]], Vector]
"""From hyperparameters, degrees of thinning and the transform of a rate to probabilities."""

_LIGHT: Final = 1e-18
_GRID: Final = np.linspace(-34.0, 34.0, 320)


class _UnknownError(Exception):
    """A model whose probability of a zero is not written down here."""


def zeros_of(declaration: Declaration) -> Callable[[Point, Vector], Vector] | None:
    """Return probabilities of a zero by hyperparameters and degrees of thinning."""
    observed = declaration.observed
    try:
        rate, probability = _rate_and_zero(declaration, observed)
        transform = _transform(declaration, rate)
    except _UnknownError:
        return None

    def shares(point: Point, thinning: Vector) -> Vector:
        with np.errstate(all="ignore"):
            return np.asarray(probability(point, thinning, lambda s: transform(point, s)))

    return shares


def _number(value: Any) -> Number:
    expression = sympy.sympify(value)
    symbols = sorted(expression.free_symbols, key=lambda symbol: symbol.name)
    function = sympy.lambdify(symbols, expression, "math")
    names = [symbol.name for symbol in symbols]
    return lambda point: float(function(*(point[name] for name in names)))


def _rate_and_zero(declaration: Declaration, observed: Variable) -> tuple[sympy.Expr, Zero]:
    """Return the rate of counts, and the probability of a zero by its transform."""
    p, family = observed.parameters, observed.family.name
    if family == "Poisson":
        return p["rate"], lambda _, t, transform: transform(t)
    if family == "ZeroInflatedPoisson":
        keep = _number(p["keep"])
        return p["rate"], lambda point, t, transform: np.asarray(
            1.0 - keep(point) + keep(point) * transform(t)
        )
    if family == "NegativeBinomial":
        return p["mean"], _negative_binomial(_number(p["size"]))
    kind = family.removeprefix("ExponentialDispersion[").removesuffix("]")
    if kind not in _GONE:
        raise _UnknownError
    # A sum of a Poisson number of draws, each of which is gone with some chance.
    weight = sympy.sympify(p["kappa"])
    counts = list(weight.atoms(Entry))
    parent = declaration.by_name.get(counts[0].name) if len(counts) == 1 else None
    if parent is None or parent.family.name != "Poisson" or (weight / counts[0]).atoms(Entry):
        raise _UnknownError
    kappa, w, gone = _number(weight / counts[0]), _number(p["w"]), _GONE[kind]
    return parent.parameters["rate"], lambda point, t, transform: transform(
        1.0 - gone(w(point), kappa(point), t)
    )


def _negative_binomial(size: Number) -> Zero:
    def probability(point: Point, t: Vector, transform: Callable[[Vector], Vector]) -> Vector:
        # A Poisson count whose rate is multiplied by a Gamma variable of mean one.
        r, (heavy, weights) = size(point), _heavy()
        mixed = QUANTILES["Gamma"]({"shape": r, "rate": r})[heavy]
        values = transform(np.multiply.outer(t, mixed).ravel())
        return np.asarray(values.reshape(len(t), -1) @ weights)

    return probability


def _never(w: float, kappa: float, t: Vector) -> Vector:
    """Return the chance that a draw from a continuous distribution is zero; it has no thinning."""
    del w, kappa
    return np.where(t == 1.0, 0.0, math.nan)


_GONE: Final[Mapping[str, Callable[[float, float, Vector], Vector]]] = {
    "gamma": _never,
    "inverse_gaussian": _never,
    "normal": _never,
    "poisson": lambda w, kappa, t: np.exp(-t * kappa * math.exp(w)),
    "binomial": lambda w, kappa, t: (1.0 - t * float(special.expit(w))) ** kappa,
    "negative_binomial": lambda w, kappa, t: (
        ((1.0 - math.exp(w)) / (1.0 - (1.0 - t) * math.exp(w))) ** kappa
    ),
}


@dataclass(frozen=True)
class _Law:
    """A distribution by its quantiles: worth remembering, since most points share some."""

    family: str
    parameters: tuple[tuple[str, float], ...]

    @property
    def nodes(self) -> Vector:
        values = dict(self.parameters)
        if self.family != "Beta":
            return QUANTILES[self.family](values)
        below, above, _ = probabilities()
        low = special.betaincinv(values["alpha"], values["beta"], below)
        high = special.betainccinv(values["alpha"], values["beta"], above)
        return np.asarray(np.where(below < above, low, high))


_Root = Callable[[Point], _Law]
"""From hyperparameters to the law of a variable that depends on nothing else."""
_Factor = tuple[_Root, _Root | None]
"""A prior of the factors of a row or a column, and the level above it, if there is one."""


def _root(variable: Variable) -> _Root:
    parameters = {name: sympy.sympify(value) for name, value in variable.parameters.items()}
    known = variable.family.name in {*QUANTILES, "Beta"}
    if not known or any(expression.atoms(Entry) for expression in parameters.values()):
        raise _UnknownError
    numbers = {name: _number(value) for name, value in parameters.items()}
    return lambda point: _Law(
        variable.family.name, tuple((name, number(point)) for name, number in numbers.items())
    )


def _factor(declaration: Declaration, variable: Variable) -> _Factor:
    rate = variable.parameters.get("rate")
    if variable.family.name != "Gamma" or not isinstance(rate, Entry):
        return _root(variable), None
    level = declaration.by_name[rate.name]
    expression = sympy.sympify(variable.parameters["shape"])
    if expression.atoms(Entry) or len(level.dims) != 1:
        raise _UnknownError
    shape = _number(expression)
    return lambda point: _Law("Gamma", (("shape", shape(point)), ("rate", 1.0))), _root(level)


def _transform(declaration: Declaration, rate: sympy.Expr) -> Transform:
    """Return the Laplace transform of a rate."""
    transforms = [_term(declaration, term) for term in sympy.Add.make_args(sympy.expand(rate))]
    names = [entry.name for entry in rate.atoms(Entry)]
    if len(names) != len(set(names)):
        raise _UnknownError
    return lambda point, s: np.asarray(np.prod([f(point, s) for f in transforms], axis=0))


def _term(declaration: Declaration, term: sympy.Expr) -> Transform:
    constant, random = term.as_independent(AxisSum, Entry, as_Add=False)
    scale = _number(constant)
    if isinstance(random, Entry):
        root = _root(declaration.by_name[random.name])
        return lambda point, s: np.asarray(
            np.exp(-np.multiply.outer(s * scale(point), root(point).nodes)) @ probabilities()[2]
        )
    if not isinstance(random, AxisSum):
        raise _UnknownError
    inner, product = random.summand.as_independent(Entry, as_Add=False)
    factors = sympy.Mul.make_args(product)
    if len(factors) != 2 or not all(isinstance(factor, Entry) for factor in factors):
        raise _UnknownError
    variables = [declaration.by_name[factor.name] for factor in factors]
    lines = [set(variable.dims) & set(declaration.observed.dims) for variable in variables]
    crossed = sorted(map(len, lines)) == [1, 1] and lines[0] != lines[1]
    if not crossed or any(len(variable.dims) != 2 for variable in variables):
        raise _UnknownError
    first, second = (_factor(declaration, variable) for variable in variables)
    (size,) = declaration.sizes
    inside = _number(inner)
    return lambda point, s: _products(
        first, second, point, s * scale(point) * inside(point), point[size.name]
    )


def _products(first: _Factor, second: _Factor, point: Point, s: Vector, k: float) -> Vector:
    """Return the Laplace transform of a sum of K products of factors."""
    first_law, second_law = first[0](point), second[0](point)
    above = [level for _, level in (first, second) if level is not None]
    if not above:
        return np.asarray(np.exp(k * _log_product(first_law, second_law, s)))
    spline, (heavy, weights) = _spline(first_law, second_law), _heavy()
    logs = [np.log(level(point).nodes[heavy]) for level in above]
    below = logs[0] if len(logs) == 1 else np.add.outer(*logs)
    return np.array([
        functools.reduce(
            np.matmul,
            [weights] * len(above),
            np.exp(k * spline(np.clip(log_s - below, _GRID[0], _GRID[-1]))),
        )
        for log_s in np.log(s)
    ])  # fmt: skip


@lru_cache(maxsize=1)
def _heavy() -> tuple[NDArray[np.bool_], Vector]:
    """Return which nodes weigh enough for averages of transforms, which are at most one."""
    weights = probabilities()[2]
    heavy = weights > _LIGHT
    return heavy, weights[heavy]


@lru_cache(maxsize=64)
def _spline(first: _Law, second: _Law) -> CubicSpline:
    return CubicSpline(_GRID, _log_product(first, second, np.exp(_GRID)))


def _log_product(first: _Law, second: _Law, s: Vector) -> Vector:
    """Return the logarithm of E exp(-s theta beta), precise near zero."""
    _, _, weights = probabilities()
    if second.family != "Gamma" and first.family == "Gamma":
        first, second = second, first
    scaled = np.multiply.outer(s, first.nodes)
    if second.family == "Gamma":
        values = dict(second.parameters)
        complement = -np.expm1(-values["shape"] * np.log1p(scaled / values["rate"])) @ weights
    else:
        nodes = second.nodes
        complement = np.array([-(weights @ np.expm1(-np.multiply.outer(row, nodes)) @ weights)
                               for row in scaled])  # fmt: skip
    return np.log1p(-np.minimum(complement, 1.0 - 1e-15))

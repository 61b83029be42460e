"""The probability of a zero, and of one after thinning, under models of counts.

Thinning keeps each of the Y counted things with probability t, so that P(zero) is E[(1 - t)^Y], the
generating function of Y. Given the rate it is an elementary function for every family of counts;
what is left is the Laplace transform of the rate, a sum over factors of products of two priors,
possibly with a level above each, and effects of rows and columns.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import sympy
from numpy.typing import NDArray
from scipy import special
from scipy.interpolate import CubicSpline

from symppm.matching.diagnostics.quantiles import QUANTILES, probabilities
from symppm.model.declaration import Declaration, Variable
from symppm.model.nodes import AxisSum, Entry

Vector = NDArray[np.float64]
Point = Mapping[str, float]
Number = Callable[[Point], float]
Transform = Callable[[Point, Vector], Vector]
"""From hyperparameters and s to E exp(-s X)."""

_GRID: Final = np.linspace(-34.0, 34.0, 320)


def zeros_of(declaration: Declaration) -> Callable[[Point, Vector], Vector] | None:
    """Return probabilities of a zero by hyperparameters and degrees of thinning."""
    observed = declaration.observed
    shape = _REACH.get(observed.family.name)
    if shape is None:
        return None
    rate, given = shape(declaration, observed)
    if rate is None or given is None:
        return None
    transform = _transform(declaration, rate)
    if transform is None:
        return None

    def shares(point: Point, thinning: Vector) -> Vector:
        with np.errstate(all="ignore"):
            return np.asarray(given(point, thinning, lambda s: transform(point, s)))

    return shares


Given = Callable[[Point, Vector, Callable[[Vector], Vector]], Vector]
_Found = tuple[sympy.Expr | None, Given | None]


def _number(value: Any) -> Number:
    expression = sympy.sympify(value)
    symbols = sorted(expression.free_symbols, key=lambda each: each.name)
    function = sympy.lambdify(symbols, expression, "math")
    names = [each.name for each in symbols]
    return lambda point: float(function(*(point[name] for name in names)))


def _poisson(_: Declaration, observed: Variable) -> _Found:
    return observed.parameters["rate"], lambda _, t, transform: transform(t)


def _zero_inflated(_: Declaration, observed: Variable) -> _Found:
    keep = _number(observed.parameters["keep"])

    def given(point: Point, t: Vector, transform: Callable[[Vector], Vector]) -> Vector:
        share = keep(point)
        return np.asarray(1.0 - share + share * transform(t))

    return observed.parameters["rate"], given


def _negative_binomial(_: Declaration, observed: Variable) -> _Found:
    size = _number(observed.parameters["size"])

    def given(point: Point, t: Vector, transform: Callable[[Vector], Vector]) -> Vector:
        # A Poisson count whose rate is multiplied by a Gamma variable of mean one.
        below, above, weights = probabilities()
        r = size(point)
        mixed = QUANTILES["Gamma"]({"shape": r, "rate": r}, below, above)
        every = transform(np.multiply.outer(t, mixed).ravel())
        return np.asarray(every.reshape(len(t), -1) @ weights)

    return observed.parameters["mean"], given


def _compound(jump: Callable[[float, float, Vector], Vector]) -> Any:
    """Return the rule for sums of a Poisson number of draws; a draw is gone with some chance."""

    def rule(declaration: Declaration, observed: Variable) -> _Found:
        weight = sympy.sympify(observed.parameters["kappa"])
        counts = list(weight.atoms(Entry))
        if len(counts) != 1 or counts[0].name not in declaration.by_name:
            return None, None
        parent = declaration.by_name[counts[0].name]
        factor = weight / counts[0]
        if parent.family.name != "Poisson" or factor.atoms(Entry):
            return None, None
        kappa, w = _number(factor), _number(observed.parameters["w"])

        def given(point: Point, t: Vector, transform: Callable[[Vector], Vector]) -> Vector:
            return transform(1.0 - jump(w(point), kappa(point), t))

        return parent.parameters["rate"], given

    return rule


def _never(w: float, kappa: float, t: Vector) -> Vector:
    """Return the chance that a draw from a continuous distribution is zero; it has no thinning."""
    del w, kappa
    return np.where(t == 1.0, 0.0, math.nan)


_REACH: Final[Mapping[str, Callable[[Declaration, Variable], _Found]]] = {
    "Poisson": _poisson,
    "ZeroInflatedPoisson": _zero_inflated,
    "NegativeBinomial": _negative_binomial,
    "ExponentialDispersion[gamma]": _compound(_never),
    "ExponentialDispersion[inverse_gaussian]": _compound(_never),
    "ExponentialDispersion[normal]": _compound(_never),
    "ExponentialDispersion[poisson]": _compound(
        lambda w, kappa, t: np.exp(-t * kappa * math.exp(w))
    ),
    "ExponentialDispersion[binomial]": _compound(
        lambda w, kappa, t: (1.0 - t * float(special.expit(w))) ** kappa
    ),
    "ExponentialDispersion[negative_binomial]": _compound(
        lambda w, kappa, t: ((1.0 - math.exp(w)) / (1.0 - (1.0 - t) * math.exp(w))) ** kappa
    ),
}


@dataclass(frozen=True)
class _Root:
    """A variable that depends on hyperparameters alone, by quantiles."""

    family: str
    parameters: Mapping[str, Number]

    def values(self, point: Point) -> dict[str, float]:
        return {name: number(point) for name, number in self.parameters.items()}

    def nodes(self, point: Point) -> Vector:
        below, above, _ = probabilities()
        values = self.values(point)
        if self.family == "Beta":
            low = special.betaincinv(values["alpha"], values["beta"], below)
            high = special.betainccinv(values["alpha"], values["beta"], above)
            return np.asarray(np.where(below < above, low, high))
        return QUANTILES[self.family](values, below, above)


@dataclass(frozen=True)
class _Factor:
    """A prior of the factors of a row or a column, with the level above it, if there is one."""

    own: _Root
    above: _Root | None


def _root(variable: Variable) -> _Root | None:
    if variable.family.name not in {*QUANTILES, "Beta"}:
        return None
    if any(sympy.sympify(each).atoms(Entry) for each in variable.parameters.values()):
        return None
    return _Root(
        variable.family.name, {name: _number(v) for name, v in variable.parameters.items()}
    )


def _factor(declaration: Declaration, variable: Variable) -> _Factor | None:
    root = _root(variable)
    if root is not None:
        return _Factor(root, None)
    rate = variable.parameters.get("rate")
    if variable.family.name != "Gamma" or not isinstance(rate, Entry):
        return None
    level = declaration.by_name[rate.name]
    above = _root(level)
    shape = sympy.sympify(variable.parameters["shape"])
    if above is None or shape.atoms(Entry) or len(level.dims) != 1:
        return None
    own = _Root("Gamma", {"shape": _number(shape), "rate": lambda _: 1.0})
    return _Factor(own, above)


def _transform(declaration: Declaration, rate: sympy.Expr) -> Transform | None:
    """Return the Laplace transform of a rate."""
    parts = [_part(declaration, each) for each in sympy.Add.make_args(sympy.expand(rate))]
    known = [each for each in parts if each is not None]
    names = [entry.name for entry in rate.atoms(Entry)]
    if len(known) < len(parts) or len(names) != len(set(names)):
        return None

    def transform(point: Point, s: Vector) -> Vector:
        return np.asarray(np.prod([each(point, s) for each in known], axis=0))

    return transform


def _part(declaration: Declaration, term: sympy.Expr) -> Transform | None:
    constant, rest = term.as_independent(AxisSum, Entry, as_Add=False)
    scale = _number(constant)
    if isinstance(rest, Entry):
        return _effect(declaration, rest, scale)
    if not isinstance(rest, AxisSum):
        return None
    inner, product = rest.summand.as_independent(Entry, as_Add=False)
    factors = sympy.Mul.make_args(product)
    if len(factors) != 2 or not all(isinstance(each, Entry) for each in factors):
        return None
    variables = [declaration.by_name[each.name] for each in factors]
    lines = [set(each.dims) & set(declaration.observed.dims) for each in variables]
    if sorted(map(len, lines)) != [1, 1] or lines[0] == lines[1]:
        return None
    if any(len(each.dims) != 2 for each in variables):
        return None
    one, other = (_factor(declaration, each) for each in variables)
    if one is None or other is None:
        return None
    (size,) = declaration.sizes
    inside = _number(inner)

    def transform(point: Point, s: Vector) -> Vector:
        return _products(one, other, point, s * scale(point) * inside(point), point[size.name])

    return transform


def _effect(declaration: Declaration, entry: Entry, scale: Number) -> Transform | None:
    root = _root(declaration.by_name[entry.name])
    if root is None:
        return None

    def transform(point: Point, s: Vector) -> Vector:
        _, _, weights = probabilities()
        return np.asarray(np.exp(-np.multiply.outer(s * scale(point), root.nodes(point))) @ weights)

    return transform


def _products(one: _Factor, other: _Factor, point: Point, s: Vector, k: float) -> Vector:
    """Return the Laplace transform of a sum of K products of factors."""
    if one.above is None and other.above is None:
        return np.asarray(np.exp(k * _log_product(one.own, other.own, point, s)))
    _, _, weights = probabilities()
    spline = CubicSpline(_GRID, _log_product(one.own, other.own, point, np.exp(_GRID)))
    logs = [
        np.zeros(1) if each.above is None else -np.log(each.above.nodes(point))
        for each in (one, other)
    ]
    shares = [np.ones(1) if each.above is None else weights for each in (one, other)]
    below = np.add.outer(*logs)
    found = []
    for each in np.log(s):
        inside = np.clip(below + each, _GRID[0], _GRID[-1])
        found.append(shares[0] @ np.exp(k * spline(inside)) @ shares[1])
    return np.array(found)


def _log_product(one: _Root, other: _Root, point: Point, s: Vector) -> Vector:
    """Return the logarithm of E exp(-s theta beta), precise near zero."""
    _, _, weights = probabilities()
    if other.family != "Gamma" and one.family == "Gamma":
        one, other = other, one
    left = np.multiply.outer(s, one.nodes(point))
    if other.family == "Gamma":
        values = other.values(point)
        away = -np.expm1(-values["shape"] * np.log1p(left / values["rate"])) @ weights
    else:
        right = other.nodes(point)
        away = np.array([-(weights @ np.expm1(-np.multiply.outer(each, right)) @ weights)
                         for each in left])  # fmt: skip
    return np.log1p(-np.minimum(away, 1.0 - 1e-15))

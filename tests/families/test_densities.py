"""Densities and distribution functions against SciPy's, and against sums and slopes."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest
import scipy.special
import scipy.stats
import sympy
from family_cases import DENSITIES, WITHOUT_DENSITY, Case, compiled, symbols

from symppm import families
from symppm.errors import NotDerivableError
from symppm.families import BUILT_IN, Family

EVERY = pytest.mark.parametrize("case", DENSITIES, ids=lambda case: case.label)
ALLOWED = {
    "exp", "log", "loggamma", "Abs", "Piecewise", "ExprCondPair", "Add", "Mul", "Pow", "Symbol",
    "StrictLessThan", "StrictGreaterThan", "LessThan", "GreaterThan", "Equality",
}  # fmt: skip
ALSO_IN_CUMULATIVE = {
    "erf", "erfc", "atan", "floor", "uppergamma", "lowergamma", "gamma", "And",
    "betainc_regularized",
}  # fmt: skip


def test_every_family_has_a_case_or_no_density() -> None:
    tried = {case.family.name for case in DENSITIES}
    rest = {name for name in BUILT_IN if name.startswith("Categorical")} - tried
    assert tried | rest | WITHOUT_DENSITY == set(BUILT_IN)
    assert not tried & WITHOUT_DENSITY


@EVERY
def test_log_densities_are_scipys(case: Case) -> None:
    with np.errstate(all="ignore"):
        found = compiled(case.family, "log_density")(case.values, *case.numbers)
    # A log density near zero is a difference of terms of the size of one.
    assert np.broadcast_to(found, case.values.shape) == pytest.approx(
        case.log_densities, rel=1e-10, abs=1e-11
    )


@EVERY
def test_log_densities_hold_for_exact_values_too(case: Case) -> None:
    """What a value is known to be may settle a choice early; the number stays the same."""
    pairs = list(zip(case.values, case.log_densities, strict=True))
    for value, wanted in pairs[:: len(pairs) // 4 + 1]:
        found = case.family.log_density(sympy.Rational(value), case.parameters)
        assert float(found) == pytest.approx(wanted, rel=1e-10, abs=1e-11)


@pytest.mark.parametrize("name", sorted(set(BUILT_IN) - WITHOUT_DENSITY))
def test_densities_use_only_what_can_be_compiled(name: str) -> None:
    family = BUILT_IN[name]
    at, value = symbols(family), sympy.Symbol("value", real=True)
    density = family.log_density(value, at)
    assert density.free_symbols <= {value, *at.values()}
    assert kinds(density) <= ALLOWED
    cumulative = family.cumulative(value, at)
    assert cumulative is None or kinds(cumulative) <= ALLOWED | ALSO_IN_CUMULATIVE


def kinds(expression: sympy.Expr) -> set[str]:
    nodes = sympy.preorder_traversal(expression)
    return {type(n).__name__ for n in nodes if not (n.is_number or n in (True, False))}


@pytest.mark.parametrize("case", [c for c in DENSITIES if c.family.support.integral],
                         ids=lambda c: c.label)  # fmt: skip
def test_probabilities_add_up_to_one(case: Case) -> None:
    last = int(case.law.ppf(1 - 1e-14)) + 40
    bound = case.family.upper_bound(case.parameters)
    values = np.arange(last + 1.0) if bound is None else np.arange(float(bound) + 1)
    with np.errstate(all="ignore"):
        found = compiled(case.family, "log_density")(values, *case.numbers)
    assert np.exp(found).sum() == pytest.approx(1, abs=1e-12)


@EVERY
def test_distribution_functions_are_scipys(case: Case) -> None:
    function = compiled(case.family, "cumulative")
    if function is None:
        return
    inner = case.values
    beyond = [inner.min() - 1, inner.min() - 100, inner.max() + 1, inner.max() + 100]
    ends = [end for end in case.law.support() if np.isfinite(end)]
    points = np.concatenate([inner, inner + 0.25, beyond, ends])
    with np.errstate(all="ignore"):
        found = function(points, *case.numbers)
    # One less a survival probability has an absolute accuracy only.
    assert np.asarray(found) == pytest.approx(case.law.cdf(points), rel=1e-10, abs=1e-13)


def test_these_families_have_a_distribution_function() -> None:
    names = {
        name
        for name, family in BUILT_IN.items()
        if family.cumulative(sympy.Symbol("x", real=True), symbols(family)) is not None
    }
    assert names == {
        "Bernoulli", "Beta", "Binomial", "Exponential", "Gamma", "Gumbel", "HalfCauchy",
        "HalfNormal", "InverseGamma", "Laplace", "LogNormal", "NegativeBinomial", "Normal",
        "Poisson", "Uniform", "Weibull", "ZeroInflatedPoisson",
        *(f"Categorical{count}" for count in range(2, 21)),
    }  # fmt: skip


def test_a_poisson_tail_far_out_keeps_its_digits() -> None:
    """SymPy would write this one as a sum of powers that overflows."""
    rate = sympy.Symbol("rate", positive=True)
    expression = families.POISSON.cumulative(sympy.Integer(60), {"rate": rate})
    found = sympy.lambdify(rate, expression, "scipy")
    assert found(120.0) == pytest.approx(scipy.stats.poisson(120).cdf(60), rel=1e-10)
    assert found(1e8) == 0.0


def differentiated(
    expression: sympy.Expr, at: Mapping[sympy.Symbol, float], by: sympy.Symbol
) -> tuple[float, float]:
    """Return value and slope as automatic differentiation does: choices are made at the end.

    Every branch is computed, and the slopes of those not chosen are multiplied by zero.
    """
    parts = [
        differentiated(part, at, by)
        for part in expression.args
        if not isinstance(expression, sympy.Piecewise)
    ]
    values, slopes = ([each[n] for each in parts] for n in range(2))
    if expression.is_number:
        return float(expression), 0.0
    if expression.is_Symbol:
        return at[expression], float(expression == by)
    if expression.is_Add:
        return sum(values), sum(slopes)
    if expression.is_Mul:
        rest = [np.prod(values[:n] + values[n + 1 :]) for n in range(len(values))]
        return np.prod(values), sum(r * s for r, s in zip(rest, slopes, strict=True))
    if expression.is_Pow and expression.exp.is_number:
        power = values[1]
        return values[0] ** power, power * values[0] ** (power - 1) * slopes[0]
    if isinstance(expression, (sympy.log, sympy.exp, sympy.loggamma)):
        name = type(expression).__name__
        (x,) = map(np.float64, values)
        functions = {"log": np.log, "exp": np.exp, "loggamma": scipy.special.gammaln}
        outer = {"log": lambda x: 1 / x, "exp": np.exp, "loggamma": scipy.special.digamma}
        return functions[name](x), outer[name](x) * slopes[0]
    assert isinstance(expression, sympy.Piecewise), expression
    holds = [bool(condition.subs(at)) for _, condition in expression.args]
    chosen = holds.index(True)
    branches = [differentiated(value, at, by) for value, _ in expression.args]
    slope = sum(float(n == chosen) * slope for n, (_, slope) in enumerate(branches))
    return branches[chosen][0], slope


GUARDED = [
    (families.POISSON, 0, {"rate": 0}, {"rate": -1}),
    (families.ZERO_INFLATED_POISSON, 0, {"rate": 0, "keep": 0}, {"rate": 0, "keep": 0}),
    (families.ZERO_INFLATED_POISSON, 0, {"rate": 2, "keep": 0},
     {"rate": 0, "keep": np.exp(-2) - 1}),
    (families.NEGATIVE_BINOMIAL, 0, {"mean": 0, "size": 2}, {"mean": -1, "size": 0}),
    (families.BINOMIAL, 0, {"mean": 0, "trials": 3}, {"mean": -1}),
    (families.BINOMIAL, 3, {"mean": 3, "trials": 3}, {"mean": 1}),
    (families.BERNOULLI, 0, {"mean": 0}, {"mean": -1}),
    (families.BERNOULLI, 1, {"mean": 1}, {"mean": 1}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("family", "value", "at", "slopes"), GUARDED, ids=[f"{c[0].name} {c[2]}" for c in GUARDED]
)
def test_degenerate_members_have_densities_and_slopes(
    family: Family, value: int, at: dict[str, float], slopes: dict[str, float]
) -> None:
    place, names = sympy.Symbol("value", real=True), symbols(family)
    density = family.log_density(place, names)
    numbers = {place: float(value), **{names[name]: float(x) for name, x in at.items()}}
    for name, wanted in slopes.items():
        with np.errstate(all="ignore"):
            found = differentiated(density, numbers, names[name])
        assert found == pytest.approx((0, wanted), abs=1e-14), name


def test_a_choice_outside_the_logarithm_would_have_no_slope() -> None:
    """The same check finds what the families avoid."""
    rate = sympy.Symbol("rate", real=True)
    y = sympy.Symbol("y", real=True)
    careless = sympy.Piecewise((y * sympy.log(rate), y > 0), (0, True))
    with np.errstate(all="ignore"):
        value, slope = differentiated(careless, {y: 0.0, rate: 0.0}, rate)
    assert value == 0
    assert np.isnan(slope)


@pytest.mark.parametrize("name", sorted(WITHOUT_DENSITY))
def test_a_family_without_a_density_says_so(name: str) -> None:
    family = BUILT_IN[name]
    with pytest.raises(NotDerivableError) as caught:
        family.log_density(sympy.Symbol("y"), symbols(family))
    assert str(caught.value) == (
        f"the density of {name} at y; expected a family whose density is known in closed form. Use "
        "a family that has one, such as Gamma, Normal or Poisson, where a density is needed."
    )
    assert family.cumulative(sympy.Symbol("y"), symbols(family)) is None

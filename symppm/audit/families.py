"""Families against their densities: every moment that a derivation may use, integrated or summed.

A derivation trusts what a family says of its moments. Here each is computed again from the density,
which no derivation uses, or from the characteristic function where that is what is known: by the
trapezoidal rule after a change of variable that makes the integrand analytic and its tails vanish,
so that it converges faster than any power of the step; or as a sum over integers.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Final

import numpy as np
import sympy
from numpy.typing import NDArray

from symppm.audit.checks import Check, judged
from symppm.audit.reference import fit_parameter
from symppm.errors import NotDerivableError
from symppm.families import Family
from symppm.families.base import JointFamily
from symppm.families.dispersion import ExponentialDispersionFamily
from symppm.model.declaration import Declaration

AGREED: Final = 1e-8
"""Relative difference up to which an integral in double precision confirms a formula."""
ORDERS: Final = (-2, -1, 1, 2, 3, 4)
_POINTS: Final = (("1/2", "3/4", "2/3"), ("9/2", "7/2", "11/2"), ("3", "1", "5"))
_INTEGERS: Final = 20_000
_STEPS: Final[NDArray[np.float64]] = np.linspace(-90.0, 90.0, 9_001)

Array = NDArray[np.float64]
Values = Mapping[str, sympy.Rational]


def check_families(declaration: Declaration) -> Check:
    """Compare the moments of all families of a model with integrals of their densities."""
    failures, compared, unshown = [], 0, []
    families = {variable.family.name: variable.family for variable in declaration.variables}
    for name, family in sorted(families.items()):
        try:
            results = list(_compared(family))
        except NotDerivableError:
            unshown.append(name)
            continue
        compared += len(results)
        failures += [f"{name}: {failure}" for failure in results if failure]
    no_density = f"no density of {', '.join(unshown)}"
    if not compared:
        return Check("families", "skipped", no_density, unshown=tuple(unshown))
    summary = f"{compared} moments of {', '.join(sorted(families.keys() - {*unshown}))}"
    return judged("families", f"{summary}; {no_density}" if unshown else summary, failures, unshown)


def _compared(family: Family) -> Iterator[str]:
    """Yield for each moment what is wrong with it, or nothing."""
    for values in _points(family):
        integral = _integral(family, values)
        at = ", ".join(f"{name} = {value}" for name, value in values.items())
        for order in (0, *ORDERS):
            try:
                moment = family.raw_moment(order, values)
            except NotDerivableError:
                continue
            if not all(condition > 0 for condition in moment.conditions):
                continue
            claimed, summed = float(sympy.N(moment.value)), integral(order)
            agrees = math.isclose(claimed, summed, rel_tol=AGREED, abs_tol=AGREED)
            message = f"E[X^{order}] is {claimed:.10g} by its formula, {summed:.10g} by its density"
            yield "" if agrees else f"{message}, at {at}"


def _points(family: Family) -> Iterator[Values]:
    """Yield values of the parameters, small and large ones."""
    for numbers in _POINTS:
        values = {
            parameter.name: fit_parameter(parameter, sympy.Rational(number))
            for parameter, number in zip(family.parameters, itertools.cycle(numbers), strict=False)
        }
        for low, high in family.ordered:
            if values[low] >= values[high]:
                values[high] = sympy.ceiling(values[low]) + 1
        yield values


def _integral(family: Family, values: Values) -> Callable[[int], float]:
    """Return what computes the moment of an order without the formula for it."""
    if isinstance(family, JointFamily):
        raise family.no_moment(1, "entries that are drawn together")
    if isinstance(family, ExponentialDispersionFamily):
        return _by_characteristic_function(family, values)
    x = sympy.Symbol("x", real=True)
    try:
        log_density = sympy.lambdify(x, family.log_density(x, values), ["scipy", "numpy"])
    except NotDerivableError:
        if set(values) != {"mean", "variance"}:
            raise
        # What is declared by two moments has these, and no others.
        mean, variance = values["mean"], values["variance"]
        return lambda order: float((sympy.S.One, mean, variance + mean**2)[order])
    support, upper = family.support_of(values), family.upper_bound(values)
    with np.errstate(all="ignore"):
        if support.integral:
            last = _INTEGERS if upper is None else int(upper)
            weighted = [(np.arange(last + 1.0), np.ones(last + 1))]
        else:
            lower = _lower_end(family, values, positive=support.sign != "real")
            center = float(family.mean(values)) if lower is None and upper is None else 0.0
            weighted = _abscissas(lower, None if upper is None else float(upper), center)
        masses = [(at, weight * np.exp(log_density(at))) for at, weight in weighted]

    def integral(order: int) -> float:
        with np.errstate(all="ignore"):
            terms = np.concatenate([at ** float(order) * mass for at, mass in masses])
        return math.fsum(terms[np.isfinite(terms)])

    return integral


def _lower_end(family: Family, values: Values, *, positive: bool) -> float | None:
    """Return where the support begins: at zero, at a parameter, or nowhere."""
    ends = [0.0] * positive
    for value in values.values():
        below = family.cumulative(value, values)
        ends += [float(value)] * (below is not None and below == 0)
    return max(ends, default=None)


def _abscissas(
    lower: float | None, upper: float | None, center: float
) -> list[tuple[Array, Array]]:
    """Return points and weights of the trapezoidal rule, densest at the ends of the support."""
    step = float(_STEPS[1] - _STEPS[0])
    if lower is not None and upper is not None:
        # The double exponential rule on an interval.
        t = _STEPS[np.abs(_STEPS) < 4]
        inside = 1 / (1 + np.exp(-np.pi * np.sinh(t)))
        slope = inside * (1 - inside) * np.pi * np.cosh(t)
        return [(lower + (upper - lower) * inside, (upper - lower) * slope * step)]
    away = np.exp(_STEPS)
    if lower is not None:
        return [(lower + away, away * step)]
    return [(center + away, away * step), (center - away, away * step)]


def _by_characteristic_function(
    family: ExponentialDispersionFamily, values: Values
) -> Callable[[int], float]:
    """Differentiate E[exp(t X)] = exp(kappa (psi(w + t) - psi(w))) at zero, by Cauchy's formula."""
    t = sympy.Symbol("t")
    w, kappa = values["w"], values["kappa"]
    exponent = kappa * (family.psi(w + t) - family.psi(w))
    if exponent.has(sympy.core.function.AppliedUndef):
        raise family.no_moment(1, "psi is an undefined function")
    generating = sympy.lambdify(t, sympy.exp(exponent), "numpy")
    radius, count = 0.2, 64
    circle = radius * np.exp(2j * np.pi * np.arange(count) / count)
    coefficients = np.fft.fft(generating(circle)) / count

    def derivative(order: int) -> float:
        return float(coefficients[order].real) * math.factorial(order) / radius**order

    return derivative

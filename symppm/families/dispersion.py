"""Exponential dispersion distributions ED(w, kappa), given by their log-partition psi."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import scipy.special
import sympy

from symppm.errors import NotDerivableError
from symppm.families.base import Array, Moment, Parameter, Support
from symppm.families.discrete import BINOMIAL, COUNTS, NEGATIVE_BINOMIAL
from symppm.families.parts import moment_from_cumulants
from symppm.families.table import Formula, TabulatedFamily, Undrawn

KAPPA = Parameter("kappa", "nonnegative", "dispersion weight", "mean = {} psi'(w)")
W = Parameter("w", "real", "natural parameter")
NEGATIVE_W = Parameter("w", "negative", "natural parameter")


@dataclass(frozen=True, eq=False, kw_only=True)
class ExponentialDispersionFamily(TabulatedFamily):
    """ED(w, kappa) with density exp(y w - kappa psi(w)) h(y, kappa) (paper, compound Poisson).

    The cumulant of order n is kappa times the n-th derivative of psi at w, so that the mean is
    kappa psi'(w) and the variance kappa psi''(w). Weights add up: the sum of N independent
    ED(w, kappa) variables is ED(w, N kappa), and ED(w, 0) is zero. Weights may therefore be random
    counts, kappa N with a Poisson N.

    Attributes
    ----------
    psi : callable
        The log-partition.
    slope : callable, optional
        From an order and w to the derivative, where that of SymPy is another form.
    """

    psi: Formula
    slope: Formula | None = None

    def derivative(self, order: int, w: sympy.Expr) -> sympy.Expr:
        """Return the derivative of psi of some order, factored."""
        if self.slope is not None:
            return self.slope(order, w)
        symbol = sympy.Symbol("w", negative=True)
        return sympy.factor(sympy.diff(self.psi(symbol), symbol, order)).xreplace({symbol: w})

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return the complete Bell polynomial of the cumulants; negative orders are not given."""
        if order < 0:
            raise self.no_moment(order, "kappa may be a count, and with it X, that is zero")
        w, kappa = parameters["w"], parameters["kappa"]
        return Moment(moment_from_cumulants(order, lambda n: kappa * self.derivative(n, w)))

    def variance(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return kappa psi''(w)."""
        return parameters["kappa"] * self.derivative(2, parameters["w"])

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Return w and kappa, unless mean and variance leave w open."""
        if self.inverse is None:
            raise NotDerivableError(
                f"{self.name} with mean {mean} and variance {variance}",
                expected="a log-partition whose psi''/psi' determines w",
                do="Give w and kappa themselves.",
            )
        return super().from_mean_variance(mean, variance)


def _positive_with_weight(_: sympy.Expr, kappa: sympy.Expr) -> sympy.Expr:
    """Return the weight, in place of the lower end: without it the variable is zero."""
    return kappa


def _derivative_of_psi(order: int, w: sympy.Expr) -> sympy.Expr:
    symbol = sympy.Symbol("w", real=True)
    return sympy.Function("psi")(symbol).diff(symbol, order).subs(symbol, w)


GENERAL_DISPERSION = ExponentialDispersionFamily(
    name="ExponentialDispersion[general]",
    about="An undefined function psi: what holds whatever the log-partition.",
    parameters=(W, KAPPA),
    support=Support("real"),
    psi=sympy.Function("psi"),
    slope=_derivative_of_psi,
    draw=Undrawn(
        "a draw from an ExponentialDispersion whose psi is an undefined function",
        "a log-partition that is known",
        'Name one, such as family="gamma".',
    ),
)

NORMAL_DISPERSION = ExponentialDispersionFamily(
    name="ExponentialDispersion[normal]",
    about="The normal distribution with mean kappa w and variance kappa.",
    parameters=(W, KAPPA),
    support=Support("real"),
    psi=lambda w: w**2 / 2,
    inverse=lambda mean, variance: (mean / variance, variance),
    draw=lambda generator, size, w, kappa: generator.normal(kappa * w, np.sqrt(kappa), size),
)

GAMMA_DISPERSION = ExponentialDispersionFamily(
    name="ExponentialDispersion[gamma]",
    about="The Gamma distribution with shape kappa and rate -w, and zero at kappa = 0.",
    parameters=(NEGATIVE_W, KAPPA),
    support=Support("nonnegative"),
    lower=_positive_with_weight,
    psi=lambda w: -sympy.log(-w),
    inverse=lambda mean, variance: (-mean / variance, mean**2 / variance),
    draw=lambda generator, size, w, kappa: generator.gamma(kappa, -1.0 / w, size),
)


def _inverse_gaussian(
    generator: np.random.Generator, size: tuple[int, ...], w: Array, kappa: Array
) -> Array:
    weight = np.where(np.asarray(kappa) > 0, kappa, 1.0)
    values = generator.wald(weight / np.sqrt(-2 * w), weight**2, size)
    return np.where(np.asarray(kappa) > 0, values, 0.0)


INVERSE_GAUSSIAN_DISPERSION = ExponentialDispersionFamily(
    name="ExponentialDispersion[inverse_gaussian]",
    about="The inverse Gaussian with mean kappa/sqrt(-2 w) and shape kappa^2, and zero at "
    "kappa = 0. The n-th derivative of psi is 1 * 3 * ... * (2 n - 3) (-2 w)^(1/2 - n).",
    parameters=(NEGATIVE_W, KAPPA),
    support=Support("nonnegative"),
    lower=_positive_with_weight,
    psi=lambda w: -sympy.sqrt(-2 * w),
    slope=lambda n, w: sympy.factorial2(2 * n - 3) * (-2 * w) ** (sympy.S.Half - n),
    inverse=lambda mean, variance: (
        -mean / (2 * variance),
        mean * sympy.sqrt(mean / variance),
    ),
    draw=_inverse_gaussian,
)

POISSON_DISPERSION = ExponentialDispersionFamily(
    name="ExponentialDispersion[poisson]",
    about="The Poisson distribution with rate kappa exp(w), which is all that is determined.",
    parameters=(W, KAPPA),
    support=COUNTS,
    psi=sympy.exp,
    draw=lambda generator, size, w, kappa: generator.poisson(kappa * np.exp(w), size),
)

BINOMIAL_DISPERSION = ExponentialDispersionFamily(
    name="ExponentialDispersion[binomial]",
    about="kappa trials, each a success with probability 1/(1 + exp(-w)).",
    parameters=(
        W,
        Parameter("kappa", "nonnegative", "number of trials", "largest value = {}", integer=True),
    ),
    support=COUNTS,
    upper=lambda _, kappa: kappa,
    psi=lambda w: sympy.log(1 + sympy.exp(w)),
    inverse=lambda mean, variance: (
        sympy.log(mean / variance - 1),
        mean**2 / (mean - variance),
    ),
    needs=BINOMIAL.needs,
    draw=lambda generator, size, w, kappa: generator.binomial(
        np.asarray(kappa).astype(np.int64), scipy.special.expit(w), size
    ),
)

NEGATIVE_BINOMIAL_DISPERSION = ExponentialDispersionFamily(
    name="ExponentialDispersion[negative_binomial]",
    about="Failures, of probability exp(w), before success kappa.",
    parameters=(NEGATIVE_W, KAPPA),
    support=COUNTS,
    psi=lambda w: -sympy.log(1 - sympy.exp(w)),
    inverse=lambda mean, variance: (
        sympy.log(1 - mean / variance),
        mean**2 / (variance - mean),
    ),
    needs=NEGATIVE_BINOMIAL.needs,
    # Poisson counts whose rates are Gamma variables with shape kappa.
    draw=lambda generator, size, w, kappa: generator.poisson(
        generator.standard_gamma(kappa, size) / np.expm1(-np.asarray(w))
    ),
)

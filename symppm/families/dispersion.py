"""Exponential dispersion distributions ED(w, kappa), given by their log-partition psi."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping

import numpy as np
import sympy

from symppm.errors import NotDerivableError, ParameterError
from symppm.families.base import Array, Domain, Family, Moment, Parameter, Support
from symppm.families.polynomials import moment_from_cumulants

KAPPA = Parameter("kappa", "nonnegative", "dispersion weight", "mean = {} psi'(w)")


def natural(domain: Domain) -> Parameter:
    """Return the natural parameter w with the values that psi takes."""
    return Parameter("w", domain, "natural parameter")


class ExponentialDispersionFamily(Family):
    """ED(w, kappa) with density exp(y w - kappa psi(w)) h(y, kappa) (paper, compound Poisson).

    The cumulant of order n is kappa times the n-th derivative of psi at w, so that the mean is
    kappa psi'(w) and the variance kappa psi''(w). Weights add up: the sum of N independent
    ED(w, kappa) variables is ED(w, N kappa), and ED(w, 0) is zero. Weights may therefore be random
    counts, kappa N with a Poisson N.
    """

    @abstractmethod
    def psi(self, w: sympy.Expr) -> sympy.Expr:
        """Return the log-partition."""

    def derivative(self, order: int, w: sympy.Expr) -> sympy.Expr:
        """Return the derivative of psi of some order, factored."""
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

    def undetermined(self, mean: sympy.Expr, variance: sympy.Expr) -> NotDerivableError:
        """Build the error for a mean and a variance that leave w open."""
        return NotDerivableError(
            f"{self.name} with mean {mean} and variance {variance}",
            expected="a log-partition whose psi''/psi' determines w",
            do="Give w and kappa themselves.",
        )


class GeneralDispersionFamily(ExponentialDispersionFamily):
    """ED(w, kappa) with an undefined function psi: what holds whatever the log-partition."""

    name = "ExponentialDispersion[general]"
    parameters = (natural("real"), KAPPA)
    support = Support("real")

    def psi(self, w: sympy.Expr) -> sympy.Expr:
        """Return the undefined function psi."""
        return sympy.Function("psi")(w)

    def derivative(self, order: int, w: sympy.Expr) -> sympy.Expr:
        """Return the derivative of psi, unevaluated."""
        symbol = sympy.Symbol("w", real=True)
        return self.psi(symbol).diff(symbol, order).subs(symbol, w)

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Refuse: w depends on psi."""
        raise self.undetermined(mean, variance)

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Refuse: psi is not known."""
        del generator, parameters, size
        raise self._unsampled()

    def check_sampled(self) -> None:
        """Refuse before anything else is asked for."""
        raise self._unsampled()

    def _unsampled(self) -> ParameterError:
        return ParameterError(
            "a draw from an ExponentialDispersion whose psi is an undefined function",
            expected="a log-partition that is known",
            do='Name one, such as family="gamma".',
        )


GENERAL_DISPERSION = GeneralDispersionFamily()

"""The exponential dispersion distributions whose log-partition has a name."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import scipy.special
import sympy

from symppm.families.base import Array, Parameter, Requirement, Support
from symppm.families.dispersion import KAPPA, ExponentialDispersionFamily, natural


class NormalDispersion(ExponentialDispersionFamily):
    """psi = w^2/2: the normal distribution with mean kappa w and variance kappa."""

    name = "ExponentialDispersion[normal]"
    parameters = (natural("real"), KAPPA)
    support = Support("real")

    def psi(self, w: sympy.Expr) -> sympy.Expr:
        """Return w^2/2."""
        return w**2 / 2

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Return w = mean/variance and kappa = variance."""
        return {"w": mean / variance, "kappa": variance}

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw with NumPy, which takes mean and standard deviation."""
        w, kappa = parameters["w"], parameters["kappa"]
        return generator.normal(kappa * w, np.sqrt(kappa), size=size)


class _HalfLine(ExponentialDispersionFamily):
    """Positive distributions with a negative w, and the constant zero at kappa = 0."""

    parameters = (natural("negative"), KAPPA)
    support = Support("nonnegative")

    def support_of(self, parameters: Mapping[str, sympy.Expr]) -> Support:
        """Return the open half-line where kappa cannot be zero."""
        return Support("positive") if parameters["kappa"].is_positive else self.support


class GammaDispersion(_HalfLine):
    """psi = -log(-w), w < 0: the Gamma distribution with shape kappa and rate -w."""

    name = "ExponentialDispersion[gamma]"

    def psi(self, w: sympy.Expr) -> sympy.Expr:
        """Return -log(-w)."""
        return -sympy.log(-w)

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Return w = -mean/variance and kappa = mean^2/variance."""
        return {"w": -mean / variance, "kappa": mean**2 / variance}

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw with NumPy, which takes the scale and knows shape zero."""
        return generator.gamma(parameters["kappa"], -1.0 / parameters["w"], size=size)


class InverseGaussianDispersion(_HalfLine):
    """psi = -sqrt(-2 w), w < 0: the inverse Gaussian with mean kappa/sqrt(-2 w), shape kappa^2."""

    name = "ExponentialDispersion[inverse_gaussian]"

    def psi(self, w: sympy.Expr) -> sympy.Expr:
        """Return -sqrt(-2 w)."""
        return -sympy.sqrt(-2 * w)

    def derivative(self, order: int, w: sympy.Expr) -> sympy.Expr:
        """Return 1 * 3 * ... * (2 n - 3) (-2 w)^(1/2 - n)."""
        return sympy.factorial2(2 * order - 3) * (-2 * w) ** (sympy.S.Half - order)

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Return w = -mean/(2 variance) and kappa = mean sqrt(mean/variance)."""
        return {"w": -mean / (2 * variance), "kappa": mean * sympy.sqrt(mean / variance)}

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw with NumPy; a weight of zero gives zero."""
        kappa = np.asarray(parameters["kappa"])
        weight = np.where(kappa > 0, kappa, 1.0)
        drawn = generator.wald(weight / np.sqrt(-2 * parameters["w"]), weight**2, size=size)
        return np.asarray(np.where(kappa > 0, drawn, 0.0))


class PoissonDispersion(ExponentialDispersionFamily):
    """psi = exp(w): the Poisson distribution with rate kappa exp(w)."""

    name = "ExponentialDispersion[poisson]"
    parameters = (natural("real"), KAPPA)
    support = Support("nonnegative", integral=True)

    def psi(self, w: sympy.Expr) -> sympy.Expr:
        """Return exp(w)."""
        return sympy.exp(w)

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Refuse: only kappa exp(w) is determined."""
        raise self.undetermined(mean, variance)

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw with NumPy."""
        return generator.poisson(parameters["kappa"] * np.exp(parameters["w"]), size=size)


class BinomialDispersion(ExponentialDispersionFamily):
    """psi = log(1 + exp(w)): kappa trials, each a success with probability 1/(1 + exp(-w))."""

    name = "ExponentialDispersion[binomial]"
    parameters = (
        natural("real"),
        Parameter("kappa", "nonnegative", "number of trials", "largest value = {}", integer=True),
    )
    support = Support("nonnegative", integral=True)

    def psi(self, w: sympy.Expr) -> sympy.Expr:
        """Return log(1 + exp(w))."""
        return sympy.log(1 + sympy.exp(w))

    def upper_bound(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return the number of trials."""
        return parameters["kappa"]

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Return w = log(mean/variance - 1) and kappa = mean^2/(mean - variance)."""
        return {"w": sympy.log(mean / variance - 1), "kappa": mean**2 / (mean - variance)}

    def requirements(self, mean: sympy.Expr, variance: sympy.Expr) -> tuple[Requirement, ...]:
        """Return mean > variance."""
        return (Requirement(mean - variance, "the variance of a binomial is less than its mean"),)

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw with NumPy, which takes the probability of success."""
        trials = np.asarray(parameters["kappa"]).astype(np.int64)
        return generator.binomial(trials, scipy.special.expit(parameters["w"]), size=size)


class NegativeBinomialDispersion(ExponentialDispersionFamily):
    """psi = -log(1 - exp(w)), w < 0: failures, of probability exp(w), before success kappa."""

    name = "ExponentialDispersion[negative_binomial]"
    parameters = (natural("negative"), KAPPA)
    support = Support("nonnegative", integral=True)

    def psi(self, w: sympy.Expr) -> sympy.Expr:
        """Return -log(1 - exp(w))."""
        return -sympy.log(1 - sympy.exp(w))

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Return w = log(1 - mean/variance) and kappa = mean^2/(variance - mean)."""
        return {"w": sympy.log(1 - mean / variance), "kappa": mean**2 / (variance - mean)}

    def requirements(self, mean: sympy.Expr, variance: sympy.Expr) -> tuple[Requirement, ...]:
        """Return variance > mean."""
        return (
            Requirement(variance - mean, "the variance of a negative binomial exceeds its mean"),
        )

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw Poisson counts whose rates are Gamma variables with shape kappa."""
        mixed = generator.standard_gamma(parameters["kappa"], size=size)
        return np.asarray(generator.poisson(mixed / np.expm1(-np.asarray(parameters["w"]))))


NORMAL_DISPERSION = NormalDispersion()
GAMMA_DISPERSION = GammaDispersion()
INVERSE_GAUSSIAN_DISPERSION = InverseGaussianDispersion()
POISSON_DISPERSION = PoissonDispersion()
BINOMIAL_DISPERSION = BinomialDispersion()
NEGATIVE_BINOMIAL_DISPERSION = NegativeBinomialDispersion()

"""Evidence for the errata of the appendices on sampled estimators, parametrisations, adjustment."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import mpmath
import sympy

from symppm.audit.printed.erratum import Evidence
from symppm.audit.printed.small_worlds import enumerated, estimator_mean
from symppm.laws import derive
from symppm.model.catalogue import catalogue_model
from symppm.model.declaration import Declaration

_DRAWS = 2
_COIN: Mapping[int, Fraction] = {0: Fraction(2, 3), 1: Fraction(1, 3)}
_NUMBERED: Final = (
    "eq:genmf", "compound model", "eq:generic_pmf", "eq:pmf_closedform_exp",
    "eq:pmf_closedform_var", "correlations", "eq:latent_var_est", "a", "c", "eq:hyper_bd",
    "eq:latent_var_est_2", "eq:generic_solution", "eq:discrepancy", "eq:tote", "eq:totvar",
    "eq:totcov", "eq:varmult", "eq:varmult2", "eq:ex2", "eq:varsum",
)  # fmt: skip
"""The first numbered displays, in order; those without a label by what they are."""


def _ahead(number: int) -> str:
    return _NUMBERED[number - 1]


def labels() -> Evidence:
    """Count numbered displays."""
    return Evidence(
        "Numbers of the closed forms of mean and variance in the source, counted by display "
        f"(3 is {_ahead(3)}; 19 and 20, cited for the estimators, are {_ahead(19)} and "
        f"{_ahead(20)})", ("3 and 4",), "4 and 5",
        " and ".join(
            str(_NUMBERED.index(label) + 1)
            for label in ("eq:pmf_closedform_exp", "eq:pmf_closedform_var")
        ),
    )  # fmt: skip


def layers() -> Evidence:
    """Compare the layers of the two factors of a cell."""
    return Evidence(
        "The index in the first factor of the same cell", ("l",), "L-1", "L-1"
    )  # fmt: skip


def sample_average() -> Evidence:
    """Enumerate all samples of a sample average with and without the probability."""
    printed = estimator_mean(dict(_COIN), _DRAWS, lambda z, p: (1 + z) * p)
    right = estimator_mean(dict(_COIN), _DRAWS, lambda z, _: Fraction(1 + z))
    exact = sum(((1 + z) * p for z, p in _COIN.items()), Fraction(0))
    return Evidence(
        "The expectation of the estimator of E[1 + Z], where Z is 0 or 1 and is 1 with probability "
        "1/3, over all samples of two draws", (printed,), right, exact,
    )  # fmt: skip


def gradient() -> Evidence:
    """Enumerate all samples of the gradient estimator with and without the probability."""
    chance = _COIN[1]

    def score(z: int) -> Fraction:
        return 1 / chance if z else -1 / (1 - chance)

    def printed(z: int, p: Fraction) -> Fraction:
        return z * p + chance * z * score(z)

    def right(z: int, _: Fraction) -> Fraction:
        return z + chance * z * score(z)

    return Evidence(
        "The expectation of the estimator of the derivative of E[lambda Z] = lambda^2, where Z is "
        "1 with probability lambda = 1/3, over all samples of two draws",
        (estimator_mean(dict(_COIN), _DRAWS, printed),),
        estimator_mean(dict(_COIN), _DRAWS, right), 2 * chance,
    )  # fmt: skip


def jacobian() -> Evidence:
    """Integrate over epsilon with and without a Jacobian, and over z."""
    slope = 3
    with mpmath.workdps(25):
        direct = mpmath.quad(lambda z: z * mpmath.exp(-z / slope) / slope, [0, 10, 50, 250])
        reparametrised = mpmath.quad(lambda e: slope * e * mpmath.exp(-e), [0, 5, 20, 80])
        with_jacobian = mpmath.quad(lambda e: slope * slope * e * mpmath.exp(-e), [0, 5, 20, 80])
        values = [str(mpmath.nstr(each, 10)) for each in (with_jacobian, reparametrised, direct)]
    return Evidence(
        "The mean of z = 3 epsilon for a standard exponential epsilon, with and without the "
        "factor dz/depsilon, and by the density of z", (values[0],), values[1], values[2],
    )  # fmt: skip


def conditional_samples() -> Evidence:
    """Average a lower layer over its marginal, and given the layer above."""
    upper = {1: Fraction(1, 2), 3: Fraction(1, 2)}
    lower = {1: {0: Fraction(3, 4), 4: Fraction(1, 4)}, 3: {0: Fraction(1, 4), 4: Fraction(3, 4)}}
    marginal: dict[int, Fraction] = {}
    for above, chance in upper.items():
        for below, given in lower[above].items():
            marginal[below] = marginal.get(below, Fraction(0)) + chance * given
    exact = sum((z * p for z, p in lower[3].items()), Fraction(0))
    printed, right = (
        estimator_mean(draws, _DRAWS, lambda z, _: Fraction(z)) for draws in (marginal, lower[3])
    )
    return Evidence(
        "The expectation of the estimator of E[Z_2 | z_1 = 3], where Z_1 is 1 or 3 with equal "
        "probability and Z_2 is 4 with probability Z_1/4 and 0 otherwise",
        (printed,), right, exact,
    )  # fmt: skip


def poisson_average() -> Evidence:
    """Sum the terms of the average over counts with and without the probability."""
    with mpmath.workdps(25):
        rate = mpmath.mpf(1)
        chances = [mpmath.exp(-rate) * rate**y / mpmath.factorial(y) for y in range(60)]
        printed, right = (
            str(mpmath.nstr(mpmath.fsum(y * p**power for y, p in enumerate(chances)), 10))
            for power in (2, 1)
        )
    return Evidence(
        "The expectation of a term of the average at rate 1, summed over y = 0, ..., 59, and the "
        "rate, C being the number of draws", (printed,), right, str(mpmath.nstr(rate, 10)),
    )  # fmt: skip


def _parents() -> dict[str, str]:
    declared = catalogue_model("hpf_gamma")
    return {
        name: declared.parents(declared.by_name[name])[0].name for name in ("theta", "beta")
    }  # fmt: skip


def beta_given_xi() -> Evidence:
    """Look up the parent of beta."""
    return Evidence("The parent of beta in the declared model", ("xi",), "eta", _parents()["beta"])


def theta_given_eta() -> Evidence:
    """Enumerate a hierarchical mean with one parent for both factors, and with two."""

    def printed(eta: Fraction) -> Fraction:
        return 1 / eta**2

    chances = {Fraction(1): Fraction(1, 2), Fraction(2): Fraction(1, 2)}
    both = sum((p * printed(eta) for eta, p in chances.items()), Fraction(0))
    one = sum((p / eta for eta, p in chances.items()), Fraction(0))
    pairs = itertools.product(chances.items(), repeat=2)
    exact = sum((p * q / (xi * eta) for (xi, p), (eta, q) in pairs), Fraction(0))
    return Evidence(
        f"The mean of an entry with K = a = c = 1, xi and eta being 1 or 2 with equal probability "
        f"(theta has the parent {_parents()['theta']}, beta {_parents()['beta']})",
        (both,), one**2, exact,
    )  # fmt: skip


def _at(declared: Declaration, values: Mapping[str, sympy.Expr]) -> dict[sympy.Symbol, sympy.Expr]:
    return {symbol: values[symbol.name] for symbol in (*declared.hyperparameters, *declared.sizes)}


def target_variance() -> Evidence:
    """Derive the variance at the point that is stated."""
    declared = catalogue_model("pmf_gamma")
    four_tenths = sympy.Rational(2, 5)
    values = {"a": sympy.Rational(4, 25), "b": four_tenths, "c": four_tenths, "d": four_tenths,
              "K": sympy.Integer(25)}  # fmt: skip
    found = derive(declared, "variance").result.subs(_at(declared, values))
    return Evidence(
        "The variance at a = 0.16, b = c = d = 0.4, K = 25", (sympy.Integer(100),),
        sympy.Rational(215, 2), found,
    )  # fmt: skip


def _fisher_entry() -> sympy.Expr:
    """Return the entry of the Fisher information of a Gamma at its mean and variance."""
    mean, variance = sympy.symbols("mu v", positive=True)
    shape, rate = sympy.symbols("a b", positive=True)
    information = sympy.Matrix(
        [[sympy.polygamma(1, shape), -1 / rate], [-1 / rate, shape / rate**2]]
    )
    inside = {shape: mean**2 / variance, rate: mean / variance}
    jacobian = sympy.Matrix([inside[shape], inside[rate]]).jacobian([mean, variance])
    return sympy.simplify((jacobian.T * information.subs(inside) * jacobian)[0, 1])


def fisher_latex() -> str:
    """Write the entry of the Fisher information as LaTeX."""
    trigamma = sympy.Function(r"\psi_1")
    return str(sympy.latex(_fisher_entry().replace(sympy.polygamma, lambda _, x: trigamma(x))))


def fisher() -> Evidence:
    """Compare the entry of the Fisher information with an integral of the scores."""
    entry = _fisher_entry()
    at = dict.fromkeys(entry.free_symbols, 1)
    with mpmath.workdps(25):
        # At mean 1 and variance 1 the density is exp(-x). The scores follow from the shape
        # mu^2/v and the rate mu/v by the chain rule.
        def shape_score(x: mpmath.mpf) -> mpmath.mpf:
            return mpmath.log(x) + mpmath.euler

        def rate_score(x: mpmath.mpf) -> mpmath.mpf:
            return 1 - x

        def product(x: mpmath.mpf) -> mpmath.mpf:
            of_mean = 2 * shape_score(x) + rate_score(x)
            of_variance = -shape_score(x) - rate_score(x)
            return of_mean * of_variance * mpmath.exp(-x)

        integral = mpmath.quad(product, [0, 0.01, 0.1, 1, 5, 20, 80])
        right = mpmath.mpf(sympy.Float(entry.subs(at).evalf(25), 25))
        values = [str(mpmath.nstr(each, 10)) for each in (right, integral)]
    return Evidence(
        "The entry of mean and variance in the Fisher information of a Gamma prior with mean 1 "
        "and variance 1, by quadrature of the product of the scores", ("0.0",), *values,
    )  # fmt: skip


def panels() -> Evidence:
    """Compare the text with the caption."""
    return Evidence(
        "Where mean and variance are by the caption, line 1382",
        ("top, bottom",), "left, right", "left, right",
    )  # fmt: skip


def unbiased() -> Evidence:
    """Enumerate all samples of an average."""
    rates = {1: Fraction(1, 2), 3: Fraction(1, 2)}
    exact = Fraction(2)
    mean = estimator_mean(rates, _DRAWS, lambda rate, _: Fraction(rate))
    return Evidence(
        "The bias of the average over two latent draws, rates of 1 or 3 with equal probability, by "
        "enumerating all samples", ("slight, not 0",), "0", str(mean - exact),
    )  # fmt: skip


def tildes() -> Evidence:
    """Compare the variance of an entry with that of a modified one."""
    declared = catalogue_model("pmf_gamma_exposure")
    numbers = map(sympy.Integer, (3, 2, 5, 7, 4))
    values = dict(zip("abcdK", numbers, strict=True))
    at = _at(declared, values)
    exposed = derive(declared, "variance").result
    (gamma,) = (each for each in exposed.atoms(sympy.Expr) if type(each).__name__ == "KnownEntry")
    plain = catalogue_model("pmf_gamma")
    mean, variance = (
        derive(plain, name).result.subs(_at(plain, values)) for name in ("mean", "variance")
    )
    return Evidence(
        "Both sides at gamma_j = 2 with a = 3, b = 2, c = 5, d = 7, K = 4, the left side being "
        "the variance of Y_ij or of the modified entry",
        (variance,), 2 * mean + 4 * (variance - mean), exposed.subs(at).subs(gamma, 2),
    )  # fmt: skip


def hats() -> Evidence:
    """Compare the covariance of entries with that of rescaled ones."""
    found = enumerated(1)
    gamma = Fraction(2)
    return Evidence(
        "The covariance in a row of entries that are divided by exposures of 2, K = 1, theta in "
        "{1, 5}, beta in {1, 3}: without the hat, of the observed entries themselves",
        (gamma**2 * found.cov_row,), gamma**2 * found.cov_row / gamma**2, found.cov_row,
    )  # fmt: skip


def small_variance() -> Evidence:
    """Compare the sentence with the same one in the main text."""
    return Evidence(
        "Where the bias of the estimated variance is large by line 588",
        ("values of the variance",), "small values of the variance",
        "small values of the variance",
    )  # fmt: skip

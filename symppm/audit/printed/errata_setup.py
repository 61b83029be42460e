"""Errata of the appendix on the setup of the experiments: its tables."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import mpmath
import sympy

from symppm import families
from symppm.audit.printed.erratum import Erratum, Evidence
from symppm.audit.printed.formula import SIGMA
from symppm.laws import derive
from symppm.model.catalogue import catalogue_model

_DIGITS = 10
_TABLE = "tab:distributions_params"

HPF_SETTINGS: Final = (
    ("K", ("1", "100", "10", "1", "100", "10"), ("0.26", "0.26"), ("0.26", "0.26")),
    ("L", ("0.1", "100", "1", "1", "100", "1"), ("2.55", "8.25"), ("2.55", "8.26")),
    ("M", ("50", "5000", "10", "1", "5000", "1"), ("125.05", "781.42"), ("125.05", "782.09")),
    ("N", ("1", "100", "1", "10", "10", "1"), ("280.57", "15309.26"), ("280.58", "15319.88")),
    ("O", ("450", "4500", "100", "10", "400", "1"), ("1128.10", "9833.55"),
     ("1128.07", "9837.90")),
    ("P", ("50", "50", "1", "1", "50", "1"), ("1301.71", "146074.01"), ("1301.54", "146058.14")),
)  # fmt: skip
"""Setting, hyperparameters, mean and variance as printed and as derived, with K = 25."""


def _variance_by_quadrature(density: str) -> str:
    """Integrate numerically for scale 1 and location 0; ten digits."""
    with mpmath.workdps(25):
        if density == "gumbel":

            def weight(x: mpmath.mpf) -> mpmath.mpf:
                return mpmath.exp(-x - mpmath.exp(-x))

            points = [-6, -2, 0, 2, 6, 20, 60]
        else:

            def weight(x: mpmath.mpf) -> mpmath.mpf:
                return mpmath.exp(-abs(x)) / 2

            points = [-60, -20, -5, 0, 5, 20, 60]
        first, second = (
            mpmath.quad(lambda x, n=n: x**n * weight(x), points) for n in (1, 2)
        )  # fmt: skip
        return str(mpmath.nstr(second - first**2, _DIGITS))


def _digits(value: sympy.Expr) -> str:
    return str(mpmath.nstr(mpmath.mpf(sympy.Float(value.evalf(25), 25)), _DIGITS))


def _gumbel() -> Evidence:
    parameters = {"mean": sympy.EulerGamma, "scale": sympy.S.One}
    return Evidence(
        "The variance at scale 1 by numerical quadrature of the density",
        (_digits(sympy.pi**2 / 2),), _digits(families.GUMBEL.variance(parameters)),
        _variance_by_quadrature("gumbel"),
    )  # fmt: skip


def _laplace() -> Evidence:
    parameters = {"mean": sympy.S.Zero, "scale": sympy.S.One}
    return Evidence(
        "The variance at scale 1 by numerical quadrature of the density",
        (_digits(sympy.pi**2 / 2),), _digits(families.LAPLACE.variance(parameters)),
        _variance_by_quadrature("laplace"),
    )  # fmt: skip


def _scale_or_rate() -> Evidence:
    shape, second = sympy.Integer(3), sympy.Integer(2)
    rate, scale = (
        families.GAMMA.mean({"shape": shape, "rate": each}) for each in (second, 1 / second)
    )
    with mpmath.workdps(25):
        integral = mpmath.quad(
            lambda x: x**3 * mpmath.exp(-x / 2) / 16, [0, 5, 20, 60, 200]
        )  # fmt: skip
    return Evidence(
        "The mean of Gamma(3, 2), the 2 being a rate as in section 2, and by quadrature of the "
        "density with scale 2", (rate,), scale, sympy.Integer(int(mpmath.nint(integral))),
    )  # fmt: skip


def _location_and_scale() -> Evidence:
    variances = [
        families.GAMMA.variance({"shape": sympy.Integer(shape), "rate": sympy.S.One})
        for shape in (1, 2)
    ]
    with mpmath.workdps(25):
        moments = [
            mpmath.quad(lambda x, n=n: x**n * x * mpmath.exp(-x), [0, 5, 20, 60]) for n in (1, 2)
        ]
    quadrature = sympy.Integer(int(mpmath.nint(moments[1] - moments[0] ** 2)))
    return Evidence(
        "The variance of Gamma(2, 1), that of Gamma(1, 1) being 1 and a location changing no "
        "variance; by quadrature", (variances[0],), variances[1], quadrature,
    )  # fmt: skip


def _hpf_settings() -> Evidence:
    declared = catalogue_model("hpf_gamma")
    results = [derive(declared, name).result for name in ("mean", "variance")]
    found = []
    for _, numbers, _, _ in HPF_SETTINGS:
        values = dict(zip(declared.hyperparameters, map(sympy.Rational, numbers), strict=True))
        values |= {size: sympy.Integer(25) for size in declared.sizes}
        exact = [sympy.Rational(result.subs(values)) for result in results]
        found.append(
            tuple(f"{float(round(Fraction(each.p, each.q), 2)):.2f}" for each in exact)
        )  # fmt: skip
    printed = tuple(row[2] for row in HPF_SETTINGS)
    right = tuple(row[3] for row in HPF_SETTINGS)
    return Evidence(
        "Mean and variance of the six settings with K = 25 from the closed forms",
        (_settings(printed),), _settings(right), _settings(tuple(found)),
    )  # fmt: skip


def _settings(pairs: tuple[tuple[str, ...], ...]) -> str:
    return "; ".join(
        f"{row[0]} {mean}, {variance}"
        for row, (mean, variance) in zip(HPF_SETTINGS, pairs, strict=True)
    )


def _variance_latex(family: families.Family) -> str:
    parameters = {"mean": sympy.Symbol("mu"), "scale": SIGMA}
    return r"\mathbb{V}=" + str(sympy.latex(family.variance(parameters)))


SETUP: Final = (
    Erratum(
        "location and scale", (633, 633), "Appendix A", "right under a reading",
        '"hyperparam_1 and hyperparam_2 represent the location and scale"',
        '"hyperparam_1 and hyperparam_2 represent the first and second parameter"',
        "Right for the Half-Normal and, of the logarithm, for the Log-Normal. The first parameter "
        "of a Gamma or Beta distribution is a shape. Right if read as first and second parameter, "
        "which is how the table of distributions lists them.", _location_and_scale,
    ),
    Erratum(
        "moments of the HPF settings", (662, 667), "tab:hpf_initializations", "error",
        '"M ... 125.05 ... 781.42", and seven more numbers of L, N, O and P',
        '"M ... 125.05 ... 782.09", and the others as below',
        "Eight of the twelve numbers are not what the settings imply; all are within 0.2 per "
        "cent, as simulated ones would be. The table of PMF settings is right in every number.",
        _hpf_settings, "two columns of a table of start values, by less than 0.2 per cent",
    ),
    Erratum(
        "Gamma with a scale, elsewhere with a rate", (709, 709), _TABLE, "right under a reading",
        r"\mathrm{Gamma}(a,b):\ \mathbb{E}=ab,\ \mathbb{V}=ab^2",
        r"\mathrm{Gamma}(a,b):\ \mathbb{E}=\frac{a}{b},\ \mathbb{V}=\frac{a}{b^2}\quad"
        r"\text{elsewhere}",
        "Right with the scale that the table names, as NumPy has it. The rest of the paper writes "
        "Gamma(shape, rate). The estimate of K depends on neither.", _scale_or_rate,
    ),
    Erratum(
        "variance of the Gumbel", (718, 718), _TABLE, "error",
        r"\mathbb{V}=\frac{\pi^2}{2}\sigma^2", _variance_latex(families.GUMBEL),
        "Line 461 prints it correctly. The experiments recover K, so that they will not have used "
        "the printed variance: at scale 8, K = 50 and Gamma(1, 1) priors the solution for K would "
        "be negative.", _gumbel,
    ),
    Erratum(
        "variance of the Laplace", (721, 721), _TABLE, "error",
        r"\mathbb{V}=\frac{\pi^2}{2}\sigma^2", _variance_latex(families.LAPLACE),
        "The row also names its second parameter b on the left and sigma on the right. The "
        "experiments will not have used the printed variance, as for the Gumbel.", _laplace,
    ),
)  # fmt: skip

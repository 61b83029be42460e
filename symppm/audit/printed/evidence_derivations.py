"""Evidence for the errata of the appendices that derive the analytic solutions."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import sympy

from symppm import families
from symppm.audit.printed.compound import COMPOUND
from symppm.audit.printed.erratum import Evidence
from symppm.audit.printed.formula import (
    KAPPA,
    MU_B,
    MU_T,
    PSI1,
    PSI2,
    RHO1,
    RHO2,
    SIGMA_B,
    SIGMA_T,
    A,
    E,
    K,
    PrintedFormula,
    V,
)
from symppm.audit.printed.poisson import PROPOSITIONS, SLACK
from symppm.audit.printed.small_worlds import MU_B as MEAN_B
from symppm.audit.printed.small_worlds import MU_T as MEAN_T
from symppm.audit.printed.small_worlds import SIGMA_B as DEVIATION_B
from symppm.audit.printed.small_worlds import SIGMA_T as DEVIATION_T
from symppm.audit.printed.small_worlds import Enumerated, enumerated
from symppm.laws import derive
from symppm.model.catalogue import catalogue_model

_HALF = "theta in {1, 5}, beta in {1, 3}, each with probability 1/2"
_LETTERS = {
    E: r"\mathbb{E}[Y_{ij}]", V: r"\mathbb{V}[Y_{ij}]", PSI1: r"\psi'(w)",
}  # fmt: skip
_ALL = (*PROPOSITIONS, *COMPOUND)


def formulas_of(name: str) -> tuple[PrintedFormula, ...]:
    """Return the transcribed formulas that are this erratum."""
    return tuple(formula for formula in _ALL if formula.erratum == name)


def right(name: str) -> str:
    """Write what a formula should be, from the transcription less what it is off by."""
    rows = [
        sympy.latex(formula.left, symbol_names=_LETTERS)
        + " = "
        + sympy.latex(sympy.expand(formula.right - formula.off), symbol_names=_LETTERS)
        for formula in formulas_of(name)
    ]
    return r",\quad ".join(rows)


def _at(found: Enumerated, factors: int) -> dict[sympy.Symbol, sympy.Expr]:
    moments = (found.mean, found.variance, found.rho_row, found.rho_col)
    values = {
        symbol: sympy.Rational(value.numerator, value.denominator)
        for symbol, value in zip((E, V, RHO1, RHO2), moments, strict=True)
    }
    return values | {
        K: sympy.Integer(factors), MU_T: sympy.Integer(MEAN_T), MU_B: sympy.Integer(MEAN_B),
        SIGMA_T: sympy.Integer(DEVIATION_T), SIGMA_B: sympy.Integer(DEVIATION_B),
    }  # fmt: skip


def missing_square() -> Evidence:
    """Compare the variance with one product of standard deviations, and with its square."""
    (formula,) = formulas_of("missing square in the proof on K")
    found = enumerated(2)
    at = _at(found, 2)
    return Evidence(
        f"The variance with K = 2 by enumeration ({_HALF})",
        (formula.right.subs(at),), (formula.right - formula.off).subs(at), at[V],
    )  # fmt: skip


def sigma_twice() -> Evidence:
    """Compare products of variances with two of theta, and with one of each."""
    (formula,) = formulas_of("sigma_theta twice")
    declared = catalogue_model("pmf_gamma")
    numbers = dict(zip(declared.hyperparameters, (3, 2, 5, 7), strict=True))
    theta, beta = (
        declared.by_name[name].family.variance(declared.by_name[name].parameters).subs(numbers)
        for name in ("theta", "beta")
    )
    printed, right = (
        side.subs({SIGMA_T: sympy.sqrt(theta), SIGMA_B: sympy.sqrt(beta)})
        for side in (formula.right, formula.right - formula.off)
    )
    computed = sympy.Rational(3, 2**2) * sympy.Rational(5, 7**2)
    return Evidence(
        "At a = 3, b = 2, c = 5, d = 7, the left side being a/b^2 times c/d^2",
        (printed,), right, computed,
    )  # fmt: skip


def compound_squares() -> Evidence:
    """Compare compound correlations with the squares inside and outside the brackets."""
    row, col = formulas_of("missing squares in the compound covariances")
    found = enumerated(1, noise=2)
    at = _at(found, 1) | dict.fromkeys((KAPPA, PSI1, PSI2), sympy.S.One)
    printed = tuple(formula.right.subs(at) for formula in (row, col))
    right = tuple((formula.right - formula.off).subs(at) for formula in (row, col))
    return Evidence(
        f"rho_1 and rho_2 of sums of Normal(1, 1) draws with K = 1 by enumeration ({_HALF})",
        (printed,), right, (at[RHO1], at[RHO2]),
    )  # fmt: skip


def fixed_size() -> Evidence:
    """List what the moments depend on."""
    declared = catalogue_model("pmf_prior")
    named = sorted(s.name for s in (*declared.hyperparameters, *declared.sizes))
    printed = ["mu_beta", "mu_theta", "sigma_beta", "sigma_theta"]
    return Evidence(
        "What the moments depend on, as section 4 has it",
        (", ".join(printed),), ", ".join(["K", *printed]), ", ".join(named),
    )  # fmt: skip


def sum_scope() -> Evidence:
    """Compute a covariance with a sum over one term, and over both."""
    found = enumerated(2)
    fourth = Fraction(MEAN_T * MEAN_B) ** 2
    inner = 2 * Fraction((MEAN_T**2 + DEVIATION_T**2) * MEAN_B**2)
    return Evidence(
        f"The covariance of two inner products in a row with K = 2 by enumeration ({_HALF}), the "
        "sum reaching over the first term only", (inner - fourth,), inner - 2 * fourth,
        found.cov_row,
    )  # fmt: skip


def three_indices() -> Evidence:
    """Count the indices of an entry."""
    declared = catalogue_model("pmf_prior")
    return Evidence(
        "Number of indices of an entry", (len("tlj"),), len("tl"), len(declared.observed.axes)
    )


def names_of_correlations() -> Evidence:
    """Compute the correlation within a column, and the formula for rho_1."""
    found = enumerated(1)
    total = Fraction(found.variance)
    return Evidence(
        f"The correlation of two entries of one column with K = 1 by enumeration ({_HALF}), and "
        "rho_1 by its formula", (Fraction(MEAN_B**2 * DEVIATION_T**2) / total,),
        Fraction(MEAN_T**2 * DEVIATION_B**2) / total, found.rho_col,
    )  # fmt: skip


def divided_by_itself() -> Evidence:
    """Divide the equation for rho_1 by itself, and by that for rho_2."""
    found = enumerated(1)
    right = Fraction(MEAN_B**2 * DEVIATION_T**2, MEAN_T**2 * DEVIATION_B**2)
    return Evidence(
        f"The quotient that gives rho_1/rho_2, with K = 1 by enumeration ({_HALF})",
        (Fraction(1),), right, found.rho_row / found.rho_col,
    )  # fmt: skip


def cited_twice() -> Evidence:
    """List the equations that put both correlations into the variance."""
    used = {"rho_1": "eq:varrho_1", "rho_2": "eq:varrho_2"}
    (formula,) = [each for each in PROPOSITIONS if each.lines == (927, 927)]
    needed = [used[s.name] for s in (RHO1, RHO2) if formula.right.has(s)]
    return Evidence(
        "The equations that line 927 needs, one for each correlation in it",
        ("eq:varrho_1, eq:varrho_1",), "eq:varrho_1, eq:varrho_2", ", ".join(needed),
    )  # fmt: skip


def substitution() -> Evidence:
    """Substitute K in the equation that is cited, and in the one that is meant."""
    found = enumerated(2)
    at = _at(found, 2)
    solved = (SLACK / (RHO1 * RHO2) * (E / V) ** 2).subs(at)
    product = (RHO1 * V).subs(at) / solved
    return Evidence(
        f"The squared coefficient of variation of theta with K = 2 ({_HALF}), by the equation "
        "cited and by that equation over the squared product of the means",
        (product,), product / (at[E] / solved) ** 2, sympy.Rational(DEVIATION_T**2, MEAN_T**2),
    )  # fmt: skip


def squared_coefficient() -> Evidence:
    """Compare a coefficient of variation with 1/a and with its root."""
    parameters = {"shape": sympy.Integer(4), "rate": sympy.Integer(3)}
    deviation = sympy.sqrt(families.GAMMA.variance(parameters))
    return Evidence(
        "The coefficient of variation of Gamma(4, 3) from its mean and variance",
        ((1 / A).subs(A, 4),), sympy.sqrt(1 / A).subs(A, 4),
        deviation / families.GAMMA.mean(parameters),
    )  # fmt: skip


def known_dispersion() -> Evidence:
    """Find two compound models with the same four moments and different K."""
    declared = catalogue_model("cpmf_gamma_normal")
    names = ("mean", "variance", "covariance row", "covariance col")
    results = [derive(declared, name).result for name in names]

    def moments(numbers: tuple[sympy.Expr, ...]) -> list[sympy.Expr]:
        values = dict(zip(("a", "b", "c", "d", "w", "kappa", "K"), numbers, strict=True))
        symbols = (*declared.hyperparameters, *declared.sizes)
        at = {symbol: sympy.sympify(values[symbol.name]) for symbol in symbols}
        return [result.subs(at) for result in results]

    first = moments((3, 1, 5, 1, 1, 1, 4))
    mean, variance, row, col = first
    # With w = 1 and kappa = 1/2: K by the printed formula, then priors with the same covariances.
    half = sympy.Rational(1, 2)
    size = (variance - row - col - 3 * half * mean) * mean**2 / (row * col)
    a, c = mean**2 / (row * size), mean**2 / (col * size)
    second = moments((a, 1, c, half * size * a * c / mean, 1, half, size))
    found = ["4"] + [str(size)] * (second == first)
    return Evidence(
        "Numbers of factors with the same four moments, for sums of Normal draws with w = 1 and "
        "kappa = 1 or 1/2 (a = 3, c = 5, b = d = 1 and K = 4 in the first)",
        ("4",), "4 and 6", " and ".join(found),
    )  # fmt: skip


def _subscript(text: str) -> str:
    """Return what LaTeX sets as a subscript: the next letter, or what is in curly brackets."""
    rest = text.partition("_")[2]
    return rest[1 : rest.index("}")] if rest.startswith("{") else rest[:1]


def typesetting() -> Evidence:
    """Read subscripts as LaTeX does."""
    indices = catalogue_model("pmf_prior").observed.generic.indices
    return Evidence(
        "The subscript of Y that LaTeX sets, and the indices of an entry",
        (_subscript("Y_ij"),), _subscript("Y_{ij}"), "".join(map(str, indices)),
    )  # fmt: skip


def shape_not_scale() -> Evidence:
    """Insert the moments of a model whose shape and scale are known."""
    declared = catalogue_model("pmf_gamma")
    numbers = dict(zip((*declared.hyperparameters, *declared.sizes), (3, 2, 5, 7, 4), strict=True))
    names = ("mean", "variance", "correlation row", "correlation col")
    at = {
        symbol: derive(declared, name).result.subs(numbers)
        for symbol, name in zip((E, V, RHO1, RHO2), names, strict=True)
    }
    return Evidence(
        "The formula for a prior of theta with shape 3 and rate 2, which are the scale 1/2 and 1/3 "
        "as one over the shape", (sympy.Rational(1, 2),), sympy.Rational(1, 3),
        (SLACK / (RHO2 * V)).subs(at),
    )  # fmt: skip


_BRACKETS: Final = (
    (765, r"K[\delta_{it}(x)^2+\delta_{jl}(x)^2+\delta_{it}\delta_{jl}(x)^2)]"),
    (813, r"\delta_{it}(x)^2+\delta_{jl}(x)^2+\delta_{it}\delta_{jl}(x)^2)"),
    (819, r"K[\delta_{it}(x)^2+\delta_{jl}(x)^2+\delta_{it}\delta_{jl}(x)^2)]"),
    (857, r"K[\delta_{it}(x)^2+\delta_{jl}(x)^2+\delta_{it}\delta_{jl}(x)^2)]"),
    (994, r"\E[\var[Y|N]]+\var[\E[Y|N]"),
    (1062, r"\frac{\var[Y]]}{\E[Y}"),
    (1064, r"\frac{\var[Y]]}{\E[Y}"),
    (1347, r"\beta(\epsilon_\beta,\lambda,\underline{\eta(\epsilon_\eta,\lambda))}"),
)
"""Lines with brackets that do not close in order, other symbols shortened."""


def _nested(text: str) -> bool:
    """Tell whether round, square and curly brackets close in the order in which they open."""
    closing = {")": "(", "]": "[", "}": "{"}
    waiting: list[str] = []
    for letter in text:
        if letter in closing.values():
            waiting.append(letter)
        elif letter in closing and (not waiting or waiting.pop() != closing[letter]):
            return False
    return not waiting


def brackets() -> Evidence:
    """Tell whether brackets close in the order in which they open."""
    good = sum(_nested(text) for _, text in _BRACKETS)
    right = r"K[\delta_{it}(x)^2+\delta_{jl}(x)^2+\delta_{it}\delta_{jl}(x)^2]"
    return Evidence(
        f"Whether brackets close in order on any of the {len(_BRACKETS)} lines, and on line 765 "
        "without the extra one", (bool(good),), True, _nested(right),
    )  # fmt: skip

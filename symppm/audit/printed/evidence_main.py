"""Evidence for the errata of the main text."""

from __future__ import annotations

from fractions import Fraction

import sympy

from symppm import families
from symppm.audit.printed.erratum import Evidence
from symppm.audit.printed.small_worlds import MU_B, MU_T, enumerated, sample_variance
from symppm.laws import derive
from symppm.model.catalogue import catalogue_model

_HALF = r"theta in {1, 5}, beta in {1, 3}, each with probability 1/2"


def sum_over_factors() -> Evidence:
    """Compare a mean with one factor, and with the sum over two."""
    return Evidence(
        f"The mean of an entry with K = 2 by enumeration ({_HALF})",
        (MU_T * MU_B,), 2 * MU_T * MU_B, enumerated(2).mean,
    )  # fmt: skip


def not_independent() -> Evidence:
    """Compute the correlation of two entries of one row."""
    printed = Fraction(0)
    right = Fraction(MU_B**2 * 4, 6 + 16 + 9 + 4)
    return Evidence(
        f"The correlation of two entries of one row with K = 1 by enumeration ({_HALF})",
        (printed,), right, enumerated(1).rho_row,
    )  # fmt: skip


def scale_location() -> Evidence:
    """Count skewnesses of two Beta distributions."""

    def skewness(alpha: int, beta: int) -> sympy.Expr:
        parameters = {"alpha": sympy.Integer(alpha), "beta": sympy.Integer(beta)}
        first, second, third = (
            families.BETA.raw_moment(order, parameters).value for order in (1, 2, 3)
        )
        central = third - 3 * first * second + 2 * first**3
        return central / (second - first**2) ** sympy.Rational(3, 2)

    return Evidence(
        "Number of different skewnesses of Beta(1, 1) and Beta(1, 2), which would be one in a "
        "family of scales and locations",
        (1,), 2, len({sympy.nsimplify(skewness(1, 1)), sympy.nsimplify(skewness(1, 2))}),
    )  # fmt: skip


def latent_count() -> Evidence:
    """Look up the indices of the latent count."""
    declared = catalogue_model("cpmf_prior_any")
    (count,) = (variable for variable in declared.variables if variable.name == "N")
    return Evidence(
        "Indices of the latent count in the declared model", ("u i",), "i j",
        " ".join(str(letter) for letter in count.generic.indices),
    )  # fmt: skip


def inverse_gamma() -> Evidence:
    """Compare third cumulants of sums of draws, for two families."""

    def third(family: families.Family, mean: sympy.Expr, variance: sympy.Expr) -> sympy.Expr:
        parameters = family.from_mean_variance(mean, variance)
        first, second, third = (
            family.raw_moment(order, parameters).value for order in (1, 2, 3)
        )  # fmt: skip
        return sympy.simplify(third - 3 * first * second + 2 * first**3)

    variance = sympy.Rational(1, 3)
    inverse_gamma, inverse_gaussian = families.INVERSE_GAMMA, families.INVERSE_GAUSSIAN_DISPERSION
    ratios = [
        third(family, sympy.Integer(2), 2 * variance) / third(family, sympy.S.One, variance)
        for family in (inverse_gamma, inverse_gaussian)
    ]
    return Evidence(
        "By how much the third cumulant grows from a member of mean 1 and variance 1/3 to the one "
        "of mean 2 and variance 2/3, which must be 2 as those two are ED(w, kappa) and "
        "ED(w, 2 kappa); printed: Inverse Gamma, computed: inverse Gaussian",
        (ratios[0],), sympy.Integer(2), ratios[1],
    )  # fmt: skip


def conditional_mean() -> Evidence:
    """Compute the variance of both sides."""
    found = enumerated(1)
    of_inner_product = found.variance - found.mean
    return Evidence(
        f"The variance of both sides with K = 1 ({_HALF}), that of E[Y_ij] being zero",
        (of_inner_product,), Fraction(0), found.mean**2 - Fraction(MU_T * MU_B) ** 2,
    )  # fmt: skip


def zero_means() -> Evidence:
    """Find two models of mean zero with the same four moments and different K."""
    declared = catalogue_model("gmf_normal_normal")
    symbols = {symbol.name: symbol for symbol in (*declared.hyperparameters, *declared.sizes)}
    matching = []
    for size, scale in ((3, 2), (12, 1)):
        values = {"mu_theta": 0, "mu_beta": 0, "sigma_theta": scale, "sigma_beta": 1,
                  "sigma_Y": 1, "K": size}  # fmt: skip
        at = {symbols[name]: value for name, value in values.items()}
        names = ("mean", "variance", "covariance row", "covariance col")
        if tuple(derive(declared, name).result.subs(at) for name in names) == (0, 13, 0, 0):
            matching.append(size)
    return Evidence(
        "Numbers of factors with mean 0, variance 13 and correlations 0 among Normal priors of "
        "mean 0 (sigma_theta = 2 or 1, sigma_beta = sigma_Y = 1)",
        ("3", "12"), "3 and 12", " and ".join(map(str, matching)),
    )  # fmt: skip


def normal() -> Evidence:
    """Derive the conditional variance, and read the parameter in three ways."""
    declared = catalogue_model("gmf_gamma_normal")
    sigma = next(symbol for symbol in declared.hyperparameters if symbol.name == "sigma_Y")
    variance = derive(declared, "variance").result
    own = sympy.expand(variance - variance.subs(sigma, 0)).subs(sigma, 2)
    printed = (sympy.Rational(1, 2), sympy.Integer(2), sympy.Rational(1, 4))
    return Evidence(
        "The conditional variance at sigma_Y = 2, the second parameter being a variance, a "
        "precision or a standard deviation", printed, sympy.Integer(4), sympy.simplify(own),
    )  # fmt: skip


def propositions() -> Evidence:
    """Count propositions."""
    order = ("moments", "moments_2", "cov1", "var1", "expvar", "cov", "corr", "multvarprior",
             "estimatek", "gamma priors", "edmexpvar", "edmcovcorr",
             "compound_estimatek")  # fmt: skip
    number = {label: place for place, label in enumerate(order, start=1)}
    labels = ("multvarprior", "estimatek", "gamma priors", "edmexpvar", "edmcovcorr",
              "compound_estimatek")  # fmt: skip
    return Evidence(
        "Numbers of the propositions that derive the formulas above the sentence, counted by label",
        ((8, 9, 10, 13),), (8, 9, 10, 11, 12, 13), tuple(number[label] for label in labels),
    )  # fmt: skip


def variance_of_entries() -> Evidence:
    """Enumerate the sample variance of all entries of a matrix."""
    found = enumerated(1)
    rows, cols = 2, 3
    shared = (cols - 1) * found.rho_row + (rows - 1) * found.rho_col
    right = found.variance * (1 - shared / (rows * cols - 1))
    return Evidence(
        f"The expected sample variance of all entries of a 2 x 3 matrix with K = 1 by enumeration "
        f"({_HALF}), independent entries giving the variance", (found.variance,), right,
        sample_variance(rows, cols),
    )  # fmt: skip


def closed_forms() -> Evidence:
    """Evaluate closed forms of the hierarchical model."""
    declared = catalogue_model("hpf_gamma")
    values = {"a": 50, "a_prime": 5000, "b_prime": 10, "c": 1, "c_prime": 5000, "d_prime": 1,
              "K": 25}  # fmt: skip
    symbols = (*declared.hyperparameters, *declared.sizes)
    at = {symbol: values[symbol.name] for symbol in symbols}
    found = tuple(
        str(derive(declared, name).result.subs(at).evalf(7)) for name in ("mean", "variance")
    )
    return Evidence(
        "Mean and variance of setting M of the table of HPF hyperparameters in closed form",
        ("not known",), "125.0500 and 782.0887", " and ".join(found),
    )  # fmt: skip


def bound_index() -> Evidence:
    """Compare the index of the sum with those of the entry."""
    free = catalogue_model("cpmf_prior_any").observed.generic.indices
    return Evidence(
        "Whether the index of the sum is different from those of Y_ij",
        (("i" not in map(str, free)),), True, "n" not in map(str, free),
    )  # fmt: skip


def five_hyperparameters() -> Evidence:
    """List the hyperparameters."""
    declared = catalogue_model("pmf_prior")
    named = {symbol.name for symbol in (*declared.hyperparameters, *declared.sizes)}
    printed = {"mu_theta", "sigma_theta", "sigma_beta", "K"}
    right = {"mu_theta", "mu_beta", "sigma_theta", "sigma_beta", "K"}
    return Evidence(
        "The hyperparameters of the model",
        (", ".join(sorted(printed)),), ", ".join(sorted(right)), ", ".join(sorted(named)),
    )  # fmt: skip


def margins() -> Evidence:
    """Compare sums over rows and over columns."""
    mean = enumerated(1).mean
    rows, cols = 2, 3
    return Evidence(
        f"The expected sum of a row of a 2 x 3 matrix with K = 1 by enumeration ({_HALF})",
        (rows * mean,), cols * mean, sum((mean for _ in range(cols)), Fraction(0)),
    )  # fmt: skip


def target() -> Evidence:
    """Compare the statistics with their targets."""
    return Evidence(
        "What lines 222 and 240 match, T being the collection of statistics", ("T",), "T^*", "T^*"
    )


def relative_error() -> Evidence:
    """Look up the symbol for the number of factors."""
    declared = catalogue_model("pmf_prior")
    (size,) = declared.sizes
    return Evidence(
        "The symbol for the number of factors", ("k",), "K", str(size),
    )  # fmt: skip

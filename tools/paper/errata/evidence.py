"""Evidence for each erratum: what the printed forms give, what the right one gives, what is found.

Each function is named in ``errata.toml``, where ``method`` says how. What is found comes from
enumeration, quadrature, a declared model or the engine, and from neither form.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import mpmath
import sympy

from errata.formulas import FORMULAS
from errata.symbols import SYMBOLS
from errata.worlds import (
    MU_B,
    MU_T,
    SIGMA_B,
    SIGMA_T,
    Enumerated,
    enumerated,
    estimator_mean,
    sample_variance,
)
from symppm import families
from symppm.laws import derive
from symppm.model.catalogue import catalogue_model

Found = tuple[tuple[object, ...], object, object]
"""One value for each way of reading the printed form; the right form's; what is found."""

_FOUR: Final = ("mean", "variance", "covariance row", "covariance col")
_COIN: Final[Mapping[int, Fraction]] = {0: Fraction(2, 3), 1: Fraction(1, 3)}
_DRAWS: Final = 2
_E, _V, _RHO1, _RHO2, _K = (SYMBOLS[name] for name in ("E", "V", "rho_1", "rho_2", "K"))
_SLACK: Final = (1 - (_RHO1 + _RHO2)) * _V - _E


def _moments(
    model: str, values: Mapping[str, object] | Sequence[object], names: Sequence[str] = _FOUR
) -> list[sympy.Expr]:
    """Derive moments of a model, at values of its hyperparameters and sizes."""
    declared = catalogue_model(model)
    symbols = (*declared.hyperparameters, *declared.sizes)
    if not isinstance(values, Mapping):
        values = dict(zip((symbol.name for symbol in symbols), values, strict=True))
    at = {symbol: sympy.Rational(str(values[symbol.name])) for symbol in symbols}
    return [derive(declared, name).result.subs(at) for name in names]


def _parameters(model: str) -> set[str]:
    declared = catalogue_model(model)
    return {symbol.name for symbol in (*declared.hyperparameters, *declared.sizes)}


def _indices(model: str, variable: str) -> list[str]:
    return [str(letter) for letter in catalogue_model(model).by_name[variable].generic.indices]


def _both(erratum: str, at: Mapping[sympy.Symbol, object]) -> list[tuple[sympy.Expr, sympy.Expr]]:
    """Return, of each formula that is an erratum, the printed and the right side at a point."""
    formulas = [formula for formula in FORMULAS if formula.erratum == erratum]
    return [(each.right.subs(at), (each.right - each.off).subs(at)) for each in formulas]


def _world(found: Enumerated, factors: int) -> dict[sympy.Symbol, sympy.Expr]:
    values = {
        "E": found.mean, "V": found.variance, "rho_1": found.rho_row, "rho_2": found.rho_col,
        "K": factors, "mu_theta": MU_T, "mu_beta": MU_B, "sigma_theta": SIGMA_T,
        "sigma_beta": SIGMA_B,
    }  # fmt: skip
    return {SYMBOLS[name]: sympy.Rational(value) for name, value in values.items()}


def _cumulant(family: families.Family, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
    """Return the third cumulant."""
    first, second, third = (family.raw_moment(n, parameters).value for n in (1, 2, 3))
    return third - 3 * first * second + 2 * first**3


def _integral(function: Callable[[Any], Any], points: Sequence[float]) -> Any:
    with mpmath.workdps(25):
        return mpmath.quad(function, points)


def _variance(density: Callable[[Any], Any], points: Sequence[float]) -> Any:
    def moment(order: int) -> Any:
        return _integral(lambda x: x**order * density(x), points)

    with mpmath.workdps(25):
        return moment(2) - moment(1) ** 2


def _digits(value: object) -> str:
    with mpmath.workdps(25):
        number = value.evalf(25) if isinstance(value, sympy.Expr) else value
        return str(mpmath.nstr(mpmath.mpf(number), 10))


# The main text


def sum_over_factors() -> Found:
    return (MU_T * MU_B,), 2 * MU_T * MU_B, enumerated(2).mean


def not_independent() -> Found:
    return (Fraction(0),), Fraction(MU_B**2 * 4, 6 + 16 + 9 + 4), enumerated(1).rho_row


def scale_location() -> Found:
    skewness = set()
    for alpha, beta in ((1, 1), (1, 2)):
        given = {"alpha": sympy.Integer(alpha), "beta": sympy.Integer(beta)}
        spread = families.BETA.variance(given) ** sympy.Rational(3, 2)
        skewness.add(sympy.nsimplify(_cumulant(families.BETA, given) / spread))
    return (1,), 2, len(skewness)


def latent_count() -> Found:
    return ("u i",), "i j", " ".join(_indices("cpmf_prior_any", "N"))


def inverse_gamma() -> Found:
    third = sympy.Rational(1, 3)
    ratios = []
    for family in (families.INVERSE_GAMMA, families.INVERSE_GAUSSIAN_DISPERSION):
        one, two = (
            _cumulant(family, family.from_mean_variance(sympy.Integer(mean), mean * third))
            for mean in (1, 2)
        )
        ratios.append(sympy.simplify(two) / sympy.simplify(one))
    return (ratios[0],), sympy.Integer(2), ratios[1]


def conditional_mean() -> Found:
    found = enumerated(1)
    return (
        (found.variance - found.mean,),
        Fraction(0),
        found.mean**2 - Fraction(MU_T * MU_B) ** 2,
    )


def zero_means() -> Found:
    matching = []
    for size, scale in ((3, 2), (12, 1)):
        values = {"mu_theta": 0, "mu_beta": 0, "sigma_theta": scale, "sigma_beta": 1,
                  "sigma_Y": 1, "K": size}  # fmt: skip
        if _moments("gmf_normal_normal", values) == [0, 13, 0, 0]:
            matching.append(size)
    return ("3", "12"), "3 and 12", " and ".join(map(str, matching))


def normal() -> Found:
    declared = catalogue_model("gmf_gamma_normal")
    sigma = next(symbol for symbol in declared.hyperparameters if symbol.name == "sigma_Y")
    variance = derive(declared, "variance").result
    own = sympy.expand(variance - variance.subs(sigma, 0)).subs(sigma, 2)
    printed = (sympy.Rational(1, 2), sympy.Integer(2), sympy.Rational(1, 4))
    return printed, sympy.Integer(4), sympy.simplify(own)


def propositions() -> Found:
    order = ("moments", "moments_2", "cov1", "var1", "expvar", "cov", "corr", "multvarprior",
             "estimatek", "gamma priors", "edmexpvar", "edmcovcorr",
             "compound_estimatek")  # fmt: skip
    cited = (*order[7:10], *order[10:])
    return ((8, 9, 10, 13),), (8, 9, 10, 11, 12, 13), tuple(order.index(each) + 1 for each in cited)


def variance_of_entries() -> Found:
    found = enumerated(1)
    rows, cols = 2, 3
    shared = (cols - 1) * found.rho_row + (rows - 1) * found.rho_col
    right = found.variance * (1 - shared / (rows * cols - 1))
    return (found.variance,), right, sample_variance(rows, cols)


def closed_forms() -> Found:
    values = {"a": 50, "a_prime": 5000, "b_prime": 10, "c": 1, "c_prime": 5000, "d_prime": 1,
              "K": 25}  # fmt: skip
    found = _moments("hpf_gamma", values)[:2]
    return (
        ("not known",),
        "125.0500 and 782.0887",
        " and ".join(str(each.evalf(7)) for each in found),
    )


def bound_index() -> Found:
    free = _indices("cpmf_prior_any", catalogue_model("cpmf_prior_any").observed.name)
    return ("i" not in free,), True, "n" not in free


def five_hyperparameters() -> Found:
    printed = "K, mu_theta, sigma_beta, sigma_theta"
    right = "K, mu_beta, mu_theta, sigma_beta, sigma_theta"
    return (printed,), right, ", ".join(sorted(_parameters("pmf_prior")))


def margins() -> Found:
    mean = enumerated(1).mean
    rows, cols = 2, 3
    return (rows * mean,), cols * mean, sum((mean for _ in range(cols)), Fraction(0))


def target() -> Found:
    return ("T",), "T^*", "T^*"


def relative_error() -> Found:
    (size,) = catalogue_model("pmf_prior").sizes
    return ("k",), "K", str(size)


# The setup of the experiments

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


def hpf_settings() -> Found:
    def text(pairs: Sequence[Sequence[str]]) -> str:
        rows = zip(HPF_SETTINGS, pairs, strict=True)
        return "; ".join(f"{row[0]} {mean}, {variance}" for row, (mean, variance) in rows)

    found = []
    for _, numbers, _, _ in HPF_SETTINGS:
        moments = _moments("hpf_gamma", (*numbers, 25), ("mean", "variance"))
        rounded = (round(Fraction(int(each.p), int(each.q)), 2) for each in moments)
        found.append([f"{float(each):.2f}" for each in rounded])
    return (
        (text([row[2] for row in HPF_SETTINGS]),),
        text([row[3] for row in HPF_SETTINGS]),
        text(found),
    )


def _variance_at_scale_one(
    family: families.Family, mean: sympy.Expr, density: Callable[[Any], Any]
) -> Found:
    points = [-60, -20, -6, -2, 0, 2, 6, 20, 60]
    right = family.variance({"mean": mean, "scale": sympy.S.One})
    return (_digits(sympy.pi**2 / 2),), _digits(right), _digits(_variance(density, points))


def gumbel() -> Found:
    return _variance_at_scale_one(
        families.GUMBEL, sympy.EulerGamma, lambda x: mpmath.exp(-x - mpmath.exp(-x))
    )


def laplace() -> Found:
    return _variance_at_scale_one(families.LAPLACE, sympy.S.Zero, lambda x: mpmath.exp(-abs(x)) / 2)


def scale_or_rate() -> Found:
    shape, second = sympy.Integer(3), sympy.Integer(2)
    rate, scale = (
        families.GAMMA.mean({"shape": shape, "rate": each}) for each in (second, 1 / second)
    )
    integral = _integral(lambda x: x**3 * mpmath.exp(-x / 2) / 16, [0, 5, 20, 60, 200])
    return (rate,), scale, sympy.Integer(int(mpmath.nint(integral)))


def location_and_scale() -> Found:
    one, two = (
        families.GAMMA.variance({"shape": sympy.Integer(shape), "rate": sympy.S.One})
        for shape in (1, 2)
    )
    found = _variance(lambda x: x * mpmath.exp(-x), [0, 5, 20, 60])
    return (one,), two, sympy.Integer(int(mpmath.nint(found)))


# The derivations


def missing_square() -> Found:
    at = _world(enumerated(2), 2)
    ((printed, right),) = _both("missing square in the proof on K", at)
    return (printed,), right, at[_V]


def sigma_twice() -> Found:
    declared = catalogue_model("pmf_gamma")
    numbers = dict(zip(declared.hyperparameters, (3, 2, 5, 7), strict=True))
    at = {
        SYMBOLS[f"sigma_{name}"]: sympy.sqrt(each.family.variance(each.parameters).subs(numbers))
        for name in ("theta", "beta")
        for each in [declared.by_name[name]]
    }
    ((printed, right),) = _both("sigma_theta twice", at)
    return (printed,), right, sympy.Rational(3, 2**2) * sympy.Rational(5, 7**2)


def compound_squares() -> Found:
    at = _world(enumerated(1, noise=2), 1)
    at |= {SYMBOLS[name]: sympy.S.One for name in ("kappa", "psi_1", "psi_2")}
    both = _both("missing squares in the compound covariances", at)
    printed, right = zip(*both, strict=True)
    return (printed,), right, (at[_RHO1], at[_RHO2])


def fixed_size() -> Found:
    printed = "mu_beta, mu_theta, sigma_beta, sigma_theta"
    return (printed,), f"K, {printed}", ", ".join(sorted(_parameters("pmf_prior")))


def sum_scope() -> Found:
    found = enumerated(2)
    fourth = Fraction(MU_T * MU_B) ** 2
    inner = 2 * Fraction((MU_T**2 + SIGMA_T**2) * MU_B**2)
    return (inner - fourth,), inner - 2 * fourth, found.cov_row


def three_indices() -> Found:
    return (len("tlj"),), len("tl"), len(catalogue_model("pmf_prior").observed.axes)


def names_of_correlations() -> Found:
    found = enumerated(1)
    return (
        (Fraction(MU_B**2 * SIGMA_T**2) / found.variance,),
        Fraction(MU_T**2 * SIGMA_B**2) / found.variance,
        found.rho_col,
    )


def divided_by_itself() -> Found:
    found = enumerated(1)
    right = Fraction(MU_B**2 * SIGMA_T**2, MU_T**2 * SIGMA_B**2)
    return (Fraction(1),), right, found.rho_row / found.rho_col


def cited_twice() -> Found:
    (formula,) = [each for each in FORMULAS if each.lines == (927, 927)]
    used = {_RHO1: "eq:varrho_1", _RHO2: "eq:varrho_2"}
    needed = [label for symbol, label in used.items() if formula.right.has(symbol)]
    return ("eq:varrho_1, eq:varrho_1",), "eq:varrho_1, eq:varrho_2", ", ".join(needed)


def substitution() -> Found:
    at = _world(enumerated(2), 2)
    solved = (_SLACK / (_RHO1 * _RHO2) * (_E / _V) ** 2).subs(at)
    product = (_RHO1 * _V).subs(at) / solved
    return (product,), product / (at[_E] / solved) ** 2, sympy.Rational(SIGMA_T**2, MU_T**2)


def squared_coefficient() -> Found:
    gamma = {"shape": sympy.Integer(4), "rate": sympy.Integer(3)}
    deviation = sympy.sqrt(families.GAMMA.variance(gamma))
    printed = sympy.Rational(1, 4)
    return (printed,), sympy.sqrt(printed), deviation / families.GAMMA.mean(gamma)


def known_dispersion() -> Found:
    names = ("a", "b", "c", "d", "w", "kappa", "K")

    def moments(*numbers: object) -> list[sympy.Expr]:
        return _moments("cpmf_gamma_normal", dict(zip(names, numbers, strict=True)))

    mean, variance, row, col = first = moments(3, 1, 5, 1, 1, 1, 4)
    # With w = 1 and kappa = 1/2: K by the printed formula, then priors with the same covariances.
    half = sympy.Rational(1, 2)
    size = (variance - row - col - 3 * half * mean) * mean**2 / (row * col)
    a, c = mean**2 / (row * size), mean**2 / (col * size)
    second = moments(a, 1, c, half * size * a * c / mean, 1, half, size)
    return ("4",), "4 and 6", " and ".join(["4"] + [str(size)] * (second == first))


def typesetting() -> Found:
    def subscript(text: str) -> str:
        """Return what LaTeX sets as a subscript: the next letter, or what is in curly brackets."""
        rest = text.partition("_")[2]
        return rest[1 : rest.index("}")] if rest.startswith("{") else rest[:1]

    observed = catalogue_model("pmf_prior").observed
    return (subscript("Y_ij"),), subscript("Y_{ij}"), "".join(map(str, observed.generic.indices))


def shape_not_scale() -> Found:
    names = ("mean", "variance", "correlation row", "correlation col")
    found = _moments("pmf_gamma", (3, 2, 5, 7, 4), names)
    at = dict(zip((_E, _V, _RHO1, _RHO2), found, strict=True))
    return (sympy.Rational(1, 2),), sympy.Rational(1, 3), (_SLACK / (_RHO2 * _V)).subs(at)


_COVARIANCE: Final = r"\delta_{it}(x)^2+\delta_{jl}(x)^2+\delta_{it}\delta_{jl}(x)^2"
_BRACKETS: Final = (
    (765, rf"K[{_COVARIANCE})]"),
    (813, rf"{_COVARIANCE})"),
    (819, rf"K[{_COVARIANCE})]"),
    (857, rf"K[{_COVARIANCE})]"),
    (994, r"\E[\var[Y|N]]+\var[\E[Y|N]"),
    (1062, r"\frac{\var[Y]]}{\E[Y}"),
    (1064, r"\frac{\var[Y]]}{\E[Y}"),
    (1347, r"\beta(\epsilon_\beta,\lambda,\underline{\eta(\epsilon_\eta,\lambda))}"),
)
"""Lines with brackets that do not close in order, other symbols shortened."""


def brackets() -> Found:
    def nested(text: str) -> bool:
        """Tell whether round, square and curly brackets close in the order in which they open."""
        closing = {")": "(", "]": "[", "}": "{"}
        waiting: list[str] = []
        for letter in text:
            if letter in closing.values():
                waiting.append(letter)
            elif letter in closing and (not waiting or waiting.pop() != closing[letter]):
                return False
        return not waiting

    return (any(nested(text) for _, text in _BRACKETS),), True, nested(f"K[{_COVARIANCE}]")


# Sampled estimators, parametrisations, adjustment

_NUMBERED: Final = (
    "eq:genmf", "compound model", "eq:generic_pmf", "eq:pmf_closedform_exp",
    "eq:pmf_closedform_var", "correlations", "eq:latent_var_est", "a", "c", "eq:hyper_bd",
    "eq:latent_var_est_2", "eq:generic_solution", "eq:discrepancy", "eq:tote", "eq:totvar",
    "eq:totcov", "eq:varmult", "eq:varmult2", "eq:ex2", "eq:varsum",
)  # fmt: skip
"""The first numbered displays, in order; those without a label by what they are."""


def labels() -> Found:
    cited = ("eq:pmf_closedform_exp", "eq:pmf_closedform_var")
    found = " and ".join(str(_NUMBERED.index(label) + 1) for label in cited)
    return ("3 and 4",), "4 and 5", found


def layers() -> Found:
    return ("l",), "L-1", "L-1"


def sample_average() -> Found:
    printed = estimator_mean(_COIN, _DRAWS, lambda z, p: (1 + z) * p)
    right = estimator_mean(_COIN, _DRAWS, lambda z, _: Fraction(1 + z))
    return (printed,), right, sum(((1 + z) * p for z, p in _COIN.items()), Fraction(0))


def gradient() -> Found:
    chance = _COIN[1]

    def second(z: int) -> Fraction:
        return chance * z * (1 / chance if z else -1 / (1 - chance))

    printed = estimator_mean(_COIN, _DRAWS, lambda z, p: z * p + second(z))
    return (printed,), estimator_mean(_COIN, _DRAWS, lambda z, _: z + second(z)), 2 * chance


def jacobian() -> Found:
    slope, points = 3, [0, 5, 20, 80]
    direct = _integral(lambda z: z * mpmath.exp(-z / slope) / slope, [0, 10, 50, 250])
    right = _integral(lambda e: slope * e * mpmath.exp(-e), points)
    printed = _integral(lambda e: slope * slope * e * mpmath.exp(-e), points)
    return (_digits(printed),), _digits(right), _digits(direct)


def conditional_samples() -> Found:
    half, lower = Fraction(1, 2), {1: (0, 4), 3: (0, 4)}
    given = {above: {0: 1 - Fraction(above, 4), 4: Fraction(above, 4)} for above in lower}
    marginal = {z: half * given[1][z] + half * given[3][z] for z in (0, 4)}
    printed, right = (
        estimator_mean(draws, _DRAWS, lambda z, _: Fraction(z)) for draws in (marginal, given[3])
    )
    return (printed,), right, sum((z * p for z, p in given[3].items()), Fraction(0))


def poisson_average() -> Found:
    with mpmath.workdps(25):
        chances = [mpmath.exp(-1) / mpmath.factorial(y) for y in range(60)]
        printed, right = (
            mpmath.fsum(y * p**power for y, p in enumerate(chances)) for power in (2, 1)
        )
        return (_digits(printed),), _digits(right), _digits(1)


def _parent(name: str) -> str:
    declared = catalogue_model("hpf_gamma")
    return declared.parents(declared.by_name[name])[0].name


def beta_given_xi() -> Found:
    return ("xi",), "eta", _parent("beta")


def theta_given_eta() -> Found:
    values = (Fraction(1), Fraction(2))
    both = sum((1 / eta**2 for eta in values), Fraction(0)) / 2
    one = sum((1 / eta for eta in values), Fraction(0)) / 2
    exact = sum((1 / (xi * eta) for xi, eta in itertools.product(values, repeat=2)), Fraction(0))
    # One parent for both factors, if the model had it; theta's is xi.
    return (both,), one**2 if _parent("theta") != _parent("beta") else both, exact / 4


def target_variance() -> Found:
    (found,) = _moments("pmf_gamma", ("4/25", "2/5", "2/5", "2/5", 25), ("variance",))
    return (sympy.Integer(100),), sympy.Rational(215, 2), found


def _fisher_entry() -> sympy.Expr:
    """Return the entry of the Fisher information of a Gamma at its mean and variance."""
    mean, variance, shape, rate = sympy.symbols("mu v a b", positive=True)
    information = sympy.Matrix(
        [[sympy.polygamma(1, shape), -1 / rate], [-1 / rate, shape / rate**2]]
    )
    inside = {shape: mean**2 / variance, rate: mean / variance}
    jacobian = sympy.Matrix(list(inside.values())).jacobian([mean, variance])
    return sympy.simplify((jacobian.T * information.subs(inside) * jacobian)[0, 1])


def fisher() -> Found:
    def product(x: Any) -> Any:
        # At mean 1 and variance 1 the density is exp(-x). The scores follow from the shape
        # mu^2/v and the rate mu/v by the chain rule.
        shape_score, rate_score = mpmath.log(x) + mpmath.euler, 1 - x
        return (2 * shape_score + rate_score) * (-shape_score - rate_score) * mpmath.exp(-x)

    entry = _fisher_entry()
    right = entry.subs(dict.fromkeys(entry.free_symbols, 1))
    return ("0.0",), _digits(right), _digits(_integral(product, [0, 0.01, 0.1, 1, 5, 20, 80]))


def panels() -> Found:
    return ("top, bottom",), "left, right", "left, right"


def unbiased() -> Found:
    rates = {1: Fraction(1, 2), 3: Fraction(1, 2)}
    mean = estimator_mean(rates, _DRAWS, lambda rate, _: Fraction(rate))
    return ("slight, not 0",), "0", str(mean - 2)


def tildes() -> Found:
    exposed = derive(catalogue_model("pmf_gamma_exposure"), "variance").result
    (gamma,) = (each for each in exposed.atoms(sympy.Expr) if type(each).__name__ == "KnownEntry")
    (modified,) = _moments("pmf_gamma_exposure", (3, 2, 5, 7, 4), ("variance",))
    mean, variance = _moments("pmf_gamma", (3, 2, 5, 7, 4), ("mean", "variance"))
    return (variance,), 2 * mean + 4 * (variance - mean), modified.subs(gamma, 2)


def hats() -> Found:
    row, gamma = enumerated(1).cov_row, Fraction(2)
    return (gamma**2 * row,), gamma**2 * row / gamma**2, row


def small_variance() -> Found:
    small = "small values of the variance"
    return ("values of the variance",), small, small

"""What the paper's symbols stand for in a declared model, read off its structure and families."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import sympy

from symppm import families
from symppm.audit.printed.formula import (
    BOTH,
    COL,
    COND_MEAN,
    COND_VAR,
    COV_COL,
    COV_ROW,
    ETA,
    GAMMA_J,
    GAMMA_L,
    KAPPA,
    MEAN,
    MEAN_COUNT,
    MEAN_SUM,
    MU,
    MU_B,
    MU_T,
    PSI1,
    PSI2,
    RHO1,
    RHO2,
    ROW,
    SCALE_Y,
    SIGMA,
    SIGMA_B,
    SIGMA_T,
    SIGMA_Y,
    SIZE,
    TABLE_MEAN,
    TABLE_VAR,
    V_OTHER,
    VAR_COUNT,
    VAR_PRODUCT,
    VAR_SUM,
    A,
    B,
    C,
    D,
    E,
    K,
    P,
    Q,
    Structure,
    V,
    W,
)
from symppm.families.dispersion import ExponentialDispersionFamily
from symppm.model.declaration import Axis, Declaration, Variable
from symppm.model.nodes import AxisSum, entries, known_entries

Values = Mapping[sympy.Symbol, sympy.Expr]

_COUNT = K * MEAN

_NAMES: Mapping[str, sympy.Symbol] = {
    "mean": E, "variance": V, "other variance row": V_OTHER, "covariance row": COV_ROW,
    "covariance col": COV_COL, "correlation row": RHO1, "correlation col": RHO2,
}  # fmt: skip


@dataclass(frozen=True)
class Reading:
    """One way in which printed formulas apply to a model.

    Attributes
    ----------
    applies : frozenset of str
        Structures of the paper that the model is an instance of.
    values : mapping of sympy.Symbol to sympy.Expr
        What the paper's symbols stand for, derived moments included.
    lemmas : mapping of sympy.Symbol to sympy.Expr
        What the derived symbols are in terms of K and the moments of the priors: a comparison
        proves each from the values before it uses it.
    family : str
        For a row of the table of families: the family.
    """

    applies: frozenset[Structure]
    values: Values
    lemmas: Values
    family: str = ""


@dataclass(frozen=True)
class _Factors:
    theta: Variable
    beta: Variable
    factor: Axis

    @property
    def inner(self) -> sympy.Expr:
        product = self.theta.generic * self.beta.generic
        return AxisSum(product, self.factor.generic, self.factor.size)

    def values(self) -> dict[sympy.Symbol, sympy.Expr]:
        size = self.factor.size
        means, squares = [], []
        for variable in (self.theta, self.beta):
            first, second = (
                variable.family.raw_moment(order, variable.parameters).value for order in (1, 2)
            )
            means.append(first)
            squares.append(second)
        variances = [
            variable.family.variance(variable.parameters) for variable in (self.theta, self.beta)
        ]
        mean, product = size * means[0] * means[1], squares[0] * squares[1]
        in_product = product - (means[0] * means[1]) ** 2
        found = {
            K: size, MU_T: means[0], MU_B: means[1],
            SIGMA_T: sympy.sqrt(variances[0]), SIGMA_B: sympy.sqrt(variances[1]),
            VAR_PRODUCT: in_product, MEAN_SUM: mean, VAR_SUM: size * in_product,
            MEAN_COUNT: mean, VAR_COUNT: mean + size * in_product,
        }  # fmt: skip
        if self.theta.family == self.beta.family == families.GAMMA:
            for variable, (shape, rate) in ((self.theta, (A, B)), (self.beta, (C, D))):
                found |= {
                    shape: variable.parameters["shape"], rate: variable.parameters["rate"]
                }  # fmt: skip
        return found


def readings(
    declaration: Declaration, moments: Mapping[str, sympy.Expr]
) -> tuple[Reading, ...]:  # fmt: skip
    """Return every way in which printed formulas apply to a model."""
    return (*_of_matrix(declaration, moments), *_of_families(declaration))


def _of_matrix(
    declaration: Declaration, moments: Mapping[str, sympy.Expr]
) -> Iterator[Reading]:  # fmt: skip
    factors = _factors(declaration)
    if factors is None:
        return
    derived = {_NAMES[name]: value for name, value in moments.items() if name in _NAMES}
    values = factors.values() | derived
    observed, inner = declaration.observed, factors.inner
    between = [v for v in declaration.variables if v not in (factors.theta, factors.beta, observed)]
    if len(between) == 1:
        compound = _compound(between[0], observed, inner)
        if compound is not None:
            factor = KAPPA * PSI1
            noise = (KAPPA * PSI2 + factor**2) * _COUNT
            yield Reading(
                frozenset({"compound"}), values | compound, _lemmas(noise, factor, values)
            )
    elif not between and declaration.known:
        exposed = _exposed(declaration, inner)
        if exposed is not None:
            plain = {name: value.xreplace(exposed) for name, value in values.items()}
            letters = {GAMMA_J: GAMMA_J, GAMMA_L: GAMMA_L}
            lemmas = _lemmas(GAMMA_J * _COUNT, GAMMA_J, plain)
            yield Reading(frozenset({"exposure"}), plain | letters, lemmas)
    elif not between:
        yield from _generic(observed, inner, values)


def _factors(declaration: Declaration) -> _Factors | None:
    """Return the two priors, where the model has one of rows, one of columns and no more."""
    observed = declaration.observed
    if len(observed.axes) != 2 or len(declaration.latent_axes) != 1:
        return None
    (factor,) = declaration.latent_axes
    roots = [v for v in declaration.variables if not v.observed and not declaration.parents(v)]
    found = []
    for axis in observed.axes:
        alone = [v for v in roots if set(v.axes) == {axis, factor}]
        if len(alone) != 1:
            return None
        found += alone
    return _Factors(found[0], found[1], factor) if len(roots) == 2 else None


def _compound(
    count: Variable, observed: Variable, inner: sympy.Expr
) -> dict[sympy.Symbol, sympy.Expr] | None:
    """Return kappa, psi' and psi'' where Y given a Poisson count N is ED(w, kappa N)."""
    if count.family != families.POISSON or count.parameters["rate"] != inner:
        return None
    family, number = observed.family, count.generic
    if isinstance(family, ExponentialDispersionFamily):
        w = observed.parameters["w"]
        kappa = sympy.cancel(observed.parameters["kappa"] / number)
        found = {KAPPA: kappa, PSI1: family.derivative(1, w), PSI2: family.derivative(2, w)}
    else:
        mean, variance = (
            sympy.cancel(moment(observed.parameters) / number)
            for moment in (family.mean, family.variance)
        )
        kappa = sympy.gcd(mean, variance)
        found = {KAPPA: kappa, PSI1: mean / kappa, PSI2: variance / kappa}
    return None if any(entries(value) for value in found.values()) else found


def _exposed(
    declaration: Declaration, inner: sympy.Expr
) -> dict[sympy.Expr, sympy.Expr] | None:  # fmt: skip
    """Return the letters of the exposures where Y is Poisson with rate gamma_j times the sum."""
    observed = declaration.observed
    column = observed.axes[1]
    if observed.family != families.POISSON or len(declaration.known) != 1:
        return None
    (array,) = declaration.known
    if array.axes != (column,) or observed.parameters["rate"] != array.generic * inner:
        return None
    (entry,) = known_entries(array.generic)
    first, second = column.pool(2)
    return {entry.func(entry.label, first): GAMMA_J, entry.func(entry.label, second): GAMMA_L}


def _generic(
    observed: Variable, inner: sympy.Expr, values: dict[sympy.Symbol, sympy.Expr]
) -> Iterator[Reading]:
    """Read a model whose observations have the inner product as their conditional mean."""
    given = {name: value.xreplace({inner: ETA}) for name, value in observed.parameters.items()}
    if any(entries(value) for value in given.values()):
        return
    mean, variance = observed.family.mean(given), observed.family.variance(given)
    square = values[VAR_SUM] + values[MEAN_SUM] ** 2
    powers = {(0,): sympy.S.One, (1,): values[MEAN_SUM], (2,): square}
    polynomial = sympy.Poly(variance, ETA)
    if sympy.cancel(mean - ETA) != 0 or polynomial.degree() > 2:
        return
    expected = sum((c * powers[power] for power, c in polynomial.terms()), sympy.S.Zero)
    applies: set[Structure] = {"generic"}
    own = {W: expected, ETA: ETA, COND_MEAN: mean, COND_VAR: variance}
    if observed.family == families.POISSON:
        applies |= {"poisson", "gamma poisson"} if A in values else {"poisson"}
    elif observed.family == families.NORMAL:
        applies.add("normal observations")
        own[SIGMA_Y] = sympy.sqrt(given["variance"])
    elif observed.family == families.GUMBEL:
        applies.add("gumbel observations")
        own[SCALE_Y] = given["scale"]
    elif observed.family == families.NEGATIVE_BINOMIAL:
        applies.add("negative binomial observations")
        own[SIZE] = given["size"]
    values = values | own
    if "poisson" not in applies:
        lemmas = _lemmas(W, sympy.S.One, values)
    else:
        lemmas = {**_lemmas(_COUNT, sympy.S.One, values), W: _COUNT}
    if "gamma poisson" in applies:
        gammas = {MU_T: A / B, SIGMA_T: sympy.sqrt(A) / B, MU_B: C / D, SIGMA_B: sympy.sqrt(C) / D}
        lemmas = {name: value.xreplace(gammas) for name, value in lemmas.items()} | gammas
    yield Reading(frozenset(applies), values, lemmas)


def _lemmas(noise: sympy.Expr, factor: sympy.Expr, values: Values) -> Values:
    """Return the moments where Y has the mean factor * eta, eta being the inner product."""
    spread = K * (ROW + COL + BOTH)
    other = factor.xreplace({GAMMA_J: GAMMA_L})
    variance = noise + factor**2 * spread
    second = variance.xreplace({GAMMA_J: GAMMA_L})
    row, col = factor * other * K * ROW, factor**2 * K * COL
    found = {
        E: factor * _COUNT, V: variance, V_OTHER: second, COV_ROW: row, COV_COL: col,
        RHO1: row / (variance if second == variance else sympy.sqrt(variance * second)),
        RHO2: col / variance, VAR_PRODUCT: ROW + COL + BOTH, MEAN_SUM: _COUNT, VAR_SUM: spread,
        MEAN_COUNT: _COUNT, VAR_COUNT: _COUNT + spread,
    }  # fmt: skip
    return {name: value for name, value in found.items() if name in values}


def _of_families(declaration: Declaration) -> Iterator[Reading]:
    """Read each variable as a row of the table of families, its parents' values being letters."""
    for variable in declaration.variables:
        parameters = dict(variable.parameters)
        for name, value in parameters.items():
            parameters[name] = ETA if entries(value) else value
        own = _row(variable.family.name, parameters)
        if own:
            moments = {
                TABLE_MEAN: variable.family.mean(parameters),
                TABLE_VAR: variable.family.variance(parameters),
            }
            yield Reading(frozenset({"table"}), own | moments, {}, variable.family.name)


def _row(name: str, parameters: Mapping[str, sympy.Expr]) -> dict[sympy.Symbol, sympy.Expr]:
    """Return the table's parameters by ours; NumPy's Gamma has a scale, and ours a rate."""
    match name:
        case "Gamma":
            return {P: parameters["shape"], Q: 1 / parameters["rate"]}
        case "Beta":
            return {P: parameters["alpha"], Q: parameters["beta"]}
        case "HalfNormal":
            return {MU: parameters["location"], SIGMA: parameters["scale"]}
        case "LogNormal":
            return {MU: parameters["mu"], SIGMA: parameters["sigma"]}
        case "Gumbel":
            scale = parameters["scale"]
            return {MU: parameters["mean"] - sympy.EulerGamma * scale, SIGMA: scale}
        case "Laplace":
            return {MU: parameters["mean"], SIGMA: parameters["scale"]}
        case "Normal":
            return {MU: parameters["mean"], SIGMA: sympy.sqrt(parameters["variance"])}
        case "Poisson":
            return {ETA: parameters["rate"]}
    return {}

"""Exported programs run: their draws against a model's moments, their densities against ours."""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import scipy.special
import scipy.stats
import sympy
from numpy.typing import NDArray

import symppm as ppm
from symppm.codegen.load import load_model
from symppm.exports.registry import written
from symppm.exports.types import Export, ExportTask
from symppm.laws import derive
from symppm.model import Declaration, catalogue_model
from symppm.model.catalogue import CATALOGUE
from symppm.model.declaration import Variable
from symppm.model.known import known_values
from symppm.model.sampling import Evaluator

Array = NDArray[Any]
Drawing = Callable[[Export, tuple[int, ...], int, int, Mapping[str, Any]], Array]

VALUES = {
    "K": 3,
    "trials": 6,
    "a": 4.0,
    "c": 5.0,
    "e": 6.0,
    "kappa": 2,
    "w": -0.9,
    "p": 0.7,
    "keep": 0.7,
    "low_theta": 0.5,
    "low_beta": 0.2,
    "location_theta": 0.4,
    "location_beta": 0.0,
    "mu_theta": 0.3,
    "mu_beta": -0.2,
    "sigma_theta": 0.4,
    "sigma_beta": 0.5,
    "a_prime": 8.0,
    "c_prime": 9.0,
    "shape_theta": 9.0,
    "shape_beta": 8.0,
}
"""Values of hyperparameters by name, with which fourth moments exist; the rest get ORDINARY."""

ORDINARY = 1.7

BOUND = 4.5
"""Standard errors by which a simulated moment may be off: seven in a million are, by chance."""


def chosen_of(model: str | ppm.Model, parameters: Mapping[str, float] | None = None) -> ExportTask:
    """Return what an export takes, of a model at VALUES unless parameters are given."""
    declaration = declaration_of(model)
    names = [symbol.name for symbol in (*declaration.sizes, *declaration.hyperparameters)]
    values = {name: VALUES.get(name, ORDINARY) for name in names} | dict(parameters or {})
    declared = None if isinstance(model, str) else model
    name, k = declaration.name, int(values.get("K", 1))
    spec = replace(load_model("pmf_gamma").SPEC, title=name, parameters=())
    match = ppm.Match(
        name, True, k, None, {}, {}, {}, {}, "none", (), None, spec, declared=declared
    )  # fmt: skip
    return ExportTask(match, k, values, {})


def declaration_of(model: str | ppm.Model) -> Declaration:
    """Return the declaration of a catalogue model or of a declared one."""
    return catalogue_model(model) if isinstance(model, str) else model.declaration


def moments_of(model: str | ppm.Model, parameters: Mapping[str, float]) -> dict[str, float]:
    """Return mean, variance and the covariances along each axis of a matrix model."""
    declaration = declaration_of(model)
    asked = {
        "mean": "mean",
        "variance": "variance",
        "cov_row": "covariance row",
        "cov_col": "covariance col",
    }
    symbols = (*declaration.sizes, *declaration.hyperparameters)
    values = {symbol: parameters[symbol.name] for symbol in symbols}
    found = {name: derive(declaration, what).result for name, what in asked.items()}
    return {name: float(sympy.sympify(e).subs(values)) for name, e in found.items()}


Density = Callable[[Export, Mapping[str, Array], Mapping[str, Array], Array | None], float]
"""Of an export, at values of all variables and known arrays, where a mask is True."""

SHAPE = (8, 7)
"""Of the matrices that are drawn."""

EXPOSURE = np.linspace(0.5, 2.0, SHAPE[1])
"""Values of a known array along the columns."""


def odd_model() -> ppm.Model:
    """Declare a model that the catalogue has nothing like, with names that programs use.

    It has a variable of no axis, factors whose axes come in both orders, a link, sums within sums,
    a sum of a sum, a known array, a power, and a dispersion of its own for every column.
    """
    with ppm.Model("odd") as odd:
        a, b, s, shade = ppm.hyperparameters("a b s shade")
        gamma = ppm.Known("gamma", dims="col")
        common = ppm.Gamma("model", shape=9, rate=9)
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="factor row")
        phi = ppm.Normal("phi", mean=sympy.Rational(1, 3), variance=s**2, dims="col factor")
        level = ppm.Exponential("row", rate=2, dims="row")
        spread = ppm.Weibull("spread", shape=3, scale=sympy.sqrt(shade), dims="col")
        inner = ppm.sum(theta * ppm.sum(phi**2 * spread, over="col"), over="factor")
        mean = common * ppm.sum(theta * ppm.exp(phi) * gamma, over="factor")
        mean += (level / ppm.size("factor")) ** 2 + inner / ppm.size("col")
        mean += ppm.sum(theta + 1, over="factor")
        size = 3 + 2 * spread
        ppm.NegativeBinomial("Y", mean=mean, size=size, dims="row col", observed=True)
    return odd


def exposed_model() -> ppm.Model:
    """Declare a model with known arrays along an axis, along both in the other order, and squared.

    The rate of an entry is gamma_ji effort_i^2 times the product of its factors.
    """
    with ppm.Model("exposed") as exposed:
        a, b, c, d = ppm.hyperparameters("a b c d")
        gamma = ppm.Known("gamma", dims="col row")
        effort = ppm.Known("effort", dims="row")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        rate = gamma * effort**2 * ppm.sum(theta * beta, over="factor")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    return exposed


def model_named(name: str) -> str | ppm.Model:
    """Return one of the models declared here, or a name of the catalogue."""
    declared = {"odd": odd_model, "exposed": exposed_model}
    return declared[name]() if name in declared else name


ODD = {"a": 2.0, "b": 3.0, "s": 0.3, "shade": 2.0, "K": 3}
"""Hyperparameters of the odd model."""


def check_against_ours(
    draw: Drawing, model: str | ppm.Model, language: str, draws: int = 300
) -> None:
    """Compare a program's draws with those that NumPy makes, where no formulas serve.

    The odd model has none. With random weights of the factors, entries that share neither row nor
    column are dependent, and sample statistics, which take those as independent, miss that part.
    """
    chosen = chosen_of(model, None if isinstance(model, str) else ODD)
    known = {each.name: EXPOSURE for each in declaration_of(model).known}
    ours = ppm.sample(
        model, chosen.parameters, shape=SHAPE, draws=draws, known=known, random_seed=4
    )
    theirs = draw(written(chosen, language), SHAPE, draws, 2, known)
    summaries = [
        np.array(
            [(y.mean(), y.var(), y[:, 0].mean(), y[:, -1].mean(), np.log1p(y).mean()) for y in each]
        )
        for each in (ours.astype(float), theirs.astype(float))
    ]
    difference = summaries[0].mean(0) - summaries[1].mean(0)
    error = np.sqrt(sum(each.var(0, ddof=1) / draws for each in summaries))
    assert (np.abs(difference) < BOUND * error).all(), difference / error


def run(export: Export, given: Mapping[str, Any]) -> dict[str, Any]:
    """Run the code of an export as if it had been pasted below the data."""
    space: dict[str, Any] = dict(given)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(str(export), f"<{export.target}>", "exec"), space)  # noqa: S102 - running it is the point
    return space


def check_moments(
    draw: Drawing, model: str | ppm.Model, language: str, seed: int = 3, draws: int = 300
) -> None:
    """Compare the statistics of a program's draws with the model's moments."""
    chosen = chosen_of(model)
    drawn = draw(written(chosen, language), SHAPE, draws, seed, {})
    assert drawn.shape == (draws, *SHAPE)
    found = deviations(drawn, moments_of(model, chosen.parameters))
    assert max(found.values()) < BOUND, found


def deviations(draws: Iterable[Array], moments: Mapping[str, float]) -> dict[str, float]:
    """Return by how many standard errors the statistics of independent matrices miss the moments.

    Means, variances and covariances of each matrix are unbiased; a correlation is not, but its
    covariance less rho times its variance has the mean zero.
    """
    each = [ppm.statistics(draw) for draw in draws]
    columns = {
        name: np.array([getattr(s, name) for s in each])
        for name in ("mean", "variance", "cov_row", "cov_col")
    }
    errors = {name: columns[name] - moments[name] for name in columns}
    for axis in ("row", "col"):
        rho = moments[f"cov_{axis}"] / moments["variance"]
        errors[f"rho_{axis}"] = columns[f"cov_{axis}"] - rho * columns["variance"]
    return {
        name: float(abs(e.mean()) / (e.std(ddof=1) / math.sqrt(len(e))))
        for name, e in errors.items()
    }


def a_point(model: str | ppm.Model, seed: int = 5) -> tuple[dict[str, Array], dict[str, Array]]:
    """Draw every variable of a model once, and give known arrays values."""
    declaration = declaration_of(model)
    sizes = _sizes(declaration)
    generator = np.random.default_rng(seed)
    known = {
        each.name: np.linspace(0.5, 2.0, math.prod(sizes[dim] for dim in each.dims)).reshape(
            [sizes[dim] for dim in each.dims]
        )
        for each in declaration.known
    }
    evaluator = _evaluator(model, known)
    for variable in declaration.variables:
        parameters = {name: evaluator(value) for name, value in variable.parameters.items()}
        shape = evaluator.full_shape(variable.dims)
        evaluator.drawn[variable.name] = variable.family.sample(generator, parameters, shape)
    order = evaluator.order
    drawn = {}
    for variable in declaration.variables:
        places = [order.index(dim) for dim in variable.dims]
        rest = [n for n in range(len(order)) if n not in places]
        turned = evaluator.drawn[variable.name].transpose(places + rest)
        drawn[variable.name] = turned.reshape([sizes[dim] for dim in variable.dims])
    return drawn, known


def log_density(
    model: str | ppm.Model,
    drawn: Mapping[str, Array],
    known: Mapping[str, Array],
    mask: Array | None = None,
) -> float:
    """Return the joint log density by the families, of data where a mask is True.

    Counts of compounds are summed out.
    """
    declaration = declaration_of(model)
    evaluator = _laid(model, drawn, known)
    compound = declaration.observed.family.name.startswith("ExponentialDispersion")
    total = 0.0
    for variable in declaration.variables:
        if compound and variable.name == "N":
            continue
        if compound and variable.observed:
            each = _mixture(variable, declaration.by_name["N"], evaluator)
        else:
            each = _log_densities(variable, evaluator)
        if variable.observed and mask is not None:
            each = np.where(_at_places(mask, variable, evaluator), each, 0.0)
        total += float(each.sum())
    return total


def log_likelihood(
    model: str | ppm.Model, drawn: Mapping[str, Array], known: Mapping[str, Array]
) -> float:
    """Return the log density of the data given all else, by their family."""
    observed = declaration_of(model).observed
    return float(_log_densities(observed, _laid(model, drawn, known)).sum())


def _laid(
    model: str | ppm.Model, drawn: Mapping[str, Array], known: Mapping[str, Array]
) -> Evaluator:
    """Return an evaluator that knows the values of all variables."""
    evaluator = _evaluator(model, known)
    for variable in declaration_of(model).variables:
        values = np.asarray(drawn[variable.name], dtype=float)
        evaluator.drawn[variable.name] = _at_places(values, variable, evaluator)
    return evaluator


def _at_places(values: Array, variable: Variable, evaluator: Evaluator) -> Array:
    """Return values of a variable with the axes of the evaluator."""
    places = [evaluator.order.index(dim) for dim in variable.dims]
    return values.transpose(np.argsort(places)).reshape(evaluator.full_shape(variable.dims))


def _mixture(outcome: Variable, count: Variable, evaluator: Evaluator) -> Array:
    """Return the log densities of a compound, by sums over 0 to 150 draws."""
    rate = evaluator(count.parameters["rate"])
    value = evaluator.drawn[outcome.name]
    numbers = np.arange(151).reshape(-1, *(1,) * rate.ndim)
    shares = scipy.stats.poisson.logpmf(numbers, rate)
    given = np.full(shares.shape, -np.inf)
    given[0] = np.where(value == 0, 0.0, -np.inf)
    for number in range(1, 151):
        evaluator.drawn[count.name] = np.full_like(rate, number)
        densities = given_density(outcome, evaluator)
        positive = (value != 0) | outcome.family.support_of(outcome.parameters).integral
        given[number] = np.where(positive, densities, -np.inf)
    return np.asarray(scipy.special.logsumexp(shares + given, axis=0))


def given_density(outcome: Variable, evaluator: Evaluator) -> Array:
    """Return the log density of an exponential dispersion variable by SciPy."""
    w, kappa = (evaluator(outcome.parameters[name]) for name in ("w", "kappa"))
    y = evaluator.drawn[outcome.name]
    kind = outcome.family.name.partition("[")[2].rstrip("]")
    with np.errstate(all="ignore"):
        if kind == "normal":
            found = scipy.stats.norm.logpdf(y, kappa * w, np.sqrt(kappa))
        elif kind == "gamma":
            found = scipy.stats.gamma.logpdf(y, kappa, scale=-1 / w)
        elif kind == "inverse_gaussian":
            # SciPy has mean mu * scale and shape scale.
            mean = kappa / np.sqrt(-2 * w)
            found = scipy.stats.invgauss.logpdf(y, mean / kappa**2, scale=kappa**2)
        elif kind == "poisson":
            found = scipy.stats.poisson.logpmf(y, kappa * np.exp(w))
        elif kind == "binomial":
            found = scipy.stats.binom.logpmf(y, kappa, scipy.special.expit(w))
        else:
            found = scipy.stats.nbinom.logpmf(y, kappa, -np.expm1(w))
    return np.asarray(found)


def _log_densities(variable: Variable, evaluator: Evaluator) -> Array:
    names = [parameter.name for parameter in variable.family.parameters]
    symbols = [sympy.Symbol(f"p_{name}", real=True) for name in names]
    value = sympy.Symbol("value", real=True)
    density = variable.family.log_density(value, dict(zip(names, symbols, strict=True)))
    compiled = sympy.lambdify([value, *symbols], density, "scipy")
    parameters = [evaluator(variable.parameters[name]) for name in names]
    shape = evaluator.full_shape(variable.dims)
    found = compiled(evaluator.drawn[variable.name], *parameters)
    return np.broadcast_to(np.asarray(found, dtype=float), shape)


def _sizes(declaration: Declaration) -> dict[str, int]:
    outer = dict(zip((axis.name for axis in declaration.observed.axes), (5, 4, 2), strict=False))
    return {axis.name: outer.get(axis.name, 3) for axis in declaration.axes}


def _evaluator(model: str | ppm.Model, known: Mapping[str, Array]) -> Evaluator:
    declaration = declaration_of(model)
    sizes = _sizes(declaration)
    parameters = chosen_of(model, ODD if declaration.name == "odd" else None).parameters
    values = {s: float(parameters[s.name]) for s in declaration.hyperparameters}
    values |= {axis.size: float(sizes[axis.name]) for axis in declaration.axes}
    return Evaluator(declaration, values, sizes, known_values(declaration, known, sizes))


VECTORS = tuple(
    name for name in CATALOGUE if any(each.over for each in catalogue_model(name).variables)
)
"""Catalogue models with vectors, which no language is written in yet."""

DISTRIBUTIONS = tuple(
    name for name in CATALOGUE if "prior" not in name.split("_") and name not in VECTORS
)
"""Catalogue models that determine a distribution, so that a program can be written at all."""

SPANNING = tuple(
    name
    for name in DISTRIBUTIONS
    if not re.match("gmf_(beta|halfnormal|lognormal)_(gumbel|laplace|normal)", name)
)
"""Those without pairs of a prior and an observation that others have each by itself."""


def check_density(density: Density, model: str | ppm.Model, language: str) -> None:
    """Compare the joint log density of a program, at a draw, with that of our families.

    Libraries round: PyMC's Gamma and NumPyro's negative binomial keep eight digits or so. Another
    parametrisation would be off in the first digits.
    """
    drawn, known = a_point(model)
    ours = log_density(model, drawn, known)
    export = written(chosen_of(model, None if isinstance(model, str) else ODD), language)
    theirs = density(export, drawn, known, None)
    assert abs(ours - theirs) < 1e-6 * (1 + abs(ours)), (ours, theirs)


WITH_GAPS = (
    "gmf_beta_binomial",
    "gmf_gamma_negativebinomial",
    "gmf_gamma_zeroinflatedpoisson",
    "cpmf_gamma_gamma",
    "ptf_gamma",
    "odd",
    "exposed",
)
"""Models whose programs are run with gaps: of every kind that is written in a way of its own."""


def with_gaps(model: str | ppm.Model, mask: Array | None, gaps: str = "mask") -> ExportTask:
    """Return what an export takes, of a model matched to data with gaps."""
    chosen = chosen_of(model, ODD if declaration_of(model).name == "odd" else None)
    if mask is None:
        return chosen
    return replace(chosen, missing=gaps)


def a_mask(shape: tuple[int, ...]) -> Array:
    """Return a mask in which every fourth entry or so is a gap."""
    mask = np.random.default_rng(12).random(shape) < 0.75
    assert mask.any()
    assert not mask.all()
    return mask


def check_density_with_gaps(density: Density, name: str, language: str) -> None:
    """Compare a program's density with that of our families where entries are observed.

    Where they are not, the data hold what no entry can be.
    """
    model = model_named(name)
    drawn, known = a_point(model)
    mask = a_mask(drawn["Y"].shape)
    hidden = {**drawn, "Y": np.where(mask, drawn["Y"], -7)}
    ours = log_density(model, drawn, known, mask)
    theirs = density(written(with_gaps(model, mask), language), hidden, known, mask)
    assert abs(ours - theirs) < 1e-6 * (1 + abs(ours)), (ours, theirs)
    assert abs(ours - log_density(model, drawn, known)) > 1

"""Two factor matrices with priors: what a declared model is to libraries that fit."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import sympy

from symppm.errors import NotDerivableError, ParameterError
from symppm.exports.types import ExportTask
from symppm.families import Family
from symppm.model import catalogue_model
from symppm.model.declaration import Declaration, Variable
from symppm.model.known import with_exposures
from symppm.model.nodes import AxisSum, Entry, KnownEntry, entries

_CONSTANT: Final = 1e-12


@dataclass(frozen=True)
class Level:
    """A Gamma variable that is the rate of all factors of one row, or of one column."""

    shape: float
    rate: float

    @property
    def inverse(self) -> float:
        """The mean of one over it; infinite for a shape of one or less."""
        return self.rate / (self.shape - 1.0) if self.shape > 1.0 else math.inf

    @property
    def inverse_square(self) -> float:
        """The mean of one over its square; infinite for a shape of two or less."""
        return self.inverse * self.rate / (self.shape - 2.0) if self.shape > 2.0 else math.inf


@dataclass(frozen=True)
class Side:
    """The prior of one of the two factor matrices."""

    name: str
    family: str
    mean: float
    square: float  # mean of the square of an entry
    shared: float  # of the product of two entries of one row, or column, of different factors
    shape: float | None = None  # of a Gamma prior
    level: Level | None = None  # its rate, where that is random
    scale: float | None = None  # of a half-normal prior that starts at zero
    signed: bool = False


@dataclass(frozen=True)
class Structure:
    """A matrix of counts or real numbers around a product of two factor matrices."""

    likelihood: str
    noise: float | None  # variance of an entry given its mean; None for Poisson
    k: int
    row: Side
    col: Side
    variables: tuple[Variable, Variable]
    thinned: float = 1.0  # variance over mean, given the rates, of entries divided by exposures


def gamma_side(
    name: str, shape: float, rate: float | None = None, level: Level | None = None
) -> Side:
    """Return a Gamma prior with a rate that is given, or with a random one."""
    inverse, inverse_square = (1.0, 1.0) if rate is None else (1.0 / rate, 1.0 / rate**2)
    if level is not None:
        inverse, inverse_square = level.inverse, level.inverse_square
    return Side(
        name,
        "Gamma",
        mean=shape * inverse,
        square=shape * (shape + 1.0) * inverse_square,
        shared=shape**2 * inverse_square,
        shape=shape,
        level=level,
    )


def exposed(side: Side, average: float, square: float) -> Side:
    """Return the prior of factors that are multiplied with an exposure of their row or column.

    A Gamma prior whose rate is one over the exposure has a level above, Gamma with the same two
    moments of its inverse: so all moments up to the second order are kept.
    """
    varies = square / average**2
    if side.shape is None:
        fixed = side.scale is not None and varies == 1.0
        return replace(
            side,
            mean=average * side.mean,
            square=square * side.square,
            shared=square * side.shared,
            scale=average * side.scale if fixed and side.scale is not None else None,
        )
    above = side.level
    inverse = side.mean / side.shape
    ratio = varies * (1.0 if above is None else above.inverse_square / above.inverse**2)
    if not math.isfinite(ratio):
        # Without a variance there are no two moments to keep: the scale alone is moved.
        level = None if above is None else Level(above.shape, above.rate * average)
        return gamma_side(side.name, side.shape, level=level)
    if ratio - 1.0 < _CONSTANT:
        return gamma_side(side.name, side.shape, rate=1.0 / (average * inverse))
    shape = (2.0 * ratio - 1.0) / (ratio - 1.0)
    return gamma_side(side.name, side.shape, level=Level(shape, average * inverse * (shape - 1.0)))


MEANS: Final = {"Poisson": "rate", "Normal": "mean"}
"""Observation models that some fitting library has, and their parameter that is a mean."""


def declaration_of(task: ExportTask) -> Declaration:
    """Return the declaration of the model that was matched, exposures of lines included."""
    model, declared = task.match.model, task.match.declared
    declaration = catalogue_model(model) if declared is None else declared.declaration
    return with_exposures(declaration, [exposure.name for exposure in task.exposures])


def values_of(task: ExportTask, declaration: Declaration) -> dict[sympy.Symbol, sympy.Float]:
    """Return the values of sizes and hyperparameters by their symbols."""
    symbols = (*declaration.sizes, *declaration.hyperparameters)
    values = {**task.parameters, declaration.sizes[0].name: task.k} if declaration.sizes else {}
    return {symbol: sympy.Float(values[symbol.name]) for symbol in symbols if symbol.name in values}


def recognised(
    task: ExportTask,
    library: str,
    likelihoods: tuple[str, ...] = ("Poisson", "Normal"),
    *,
    divided: bool = False,
) -> Structure:
    """Return the structure of a model, or say why a library cannot express it.

    It is read off the declaration, whatever the model is called. An exposure becomes a part of the
    factors of rows or of columns, random with its average and spread; not if data are divided.
    """
    declaration = declaration_of(task)
    return _Reader(task, library, declaration, values_of(task, declaration)).structure(
        likelihoods, divided=divided
    )


@dataclass(frozen=True)
class _Reader:
    """Reads the structure of a model for a library off its declaration."""

    task: ExportTask
    library: str
    declaration: Declaration
    values: Mapping[Any, sympy.Float]

    def no(self, reason: str) -> ParameterError:
        return refused(self.task, self.library, reason)

    def structure(self, likelihoods: tuple[str, ...], *, divided: bool) -> Structure:
        observed, task = self.declaration.observed, self.task
        likelihood = observed.family.name
        row, col, coefficient = self.factors()
        noise = None
        if likelihood == "Normal":
            variance = observed.parameters["variance"].xreplace(self.values)
            if not variance.is_number:
                raise self.no("the variance of its observations is random")
            noise = float(variance)
        # A constant in front of the sum is part of the column factors.
        scale = float(coefficient.xreplace(self.values))
        sides = [self.side(row, 1.0), self.side(col, scale)]
        if likelihood not in likelihoods:
            raise self.no(f"its observations are {likelihood}")
        for exposure in () if divided else task.exposures:
            if exposure.average is None or exposure.square is None:
                continue
            # What differs between entries is no part of a row or a column: its average is.
            along = [axis for axis in observed.axes if (axis.name,) == exposure.dims]
            square = exposure.square if along else exposure.average**2
            place = observed.axes.index(along[0]) if along else 1
            sides[place] = exposed(sides[place], exposure.average, square)
        thinned = task.inverse_exposure if divided else 1.0
        return Structure(likelihood, noise, task.k, sides[0], sides[1], (row, col), thinned)

    def factors(self) -> tuple[Variable, Variable, sympy.Expr]:
        """Return the variables of factors of rows and of columns, and what stands before them."""
        declaration, observed = self.declaration, self.declaration.observed
        likelihood = observed.family.name
        if len(observed.axes) != 2:
            raise self.no(f"its data have {len(observed.axes)} axes")
        if likelihood not in MEANS:
            raise self.no(f"its observations are {likelihood}")
        mean = observed.parameters[MEANS[likelihood]]
        if declaration.known and likelihood != "Poisson":
            raise self.no(
                f"it has a known array, {declaration.known[0].name}, and observations that are "
                f"{likelihood}"
            )
        coefficient, latent_sum = mean.as_independent(AxisSum, as_Add=False)
        coefficient = _without_known(coefficient)
        error = self.no(f"the mean of an entry is {mean}")
        if not isinstance(latent_sum, AxisSum) or coefficient.has(Entry, KnownEntry):
            raise error
        if len(declaration.sizes) != 1 or latent_sum.size != declaration.sizes[0]:
            raise self.no("it has more than one latent axis")
        terms = sympy.Mul.make_args(_without_known(latent_sum.summand))
        factors = [declaration.by_name[term.name] for term in terms if isinstance(term, Entry)]
        constants = sympy.Mul(*(term for term in terms if not isinstance(term, Entry)))
        latent = declaration.latent_axes[0]
        lines = [{axis, latent} for axis in observed.axes]
        placed = [factor for line in lines for factor in factors if {*factor.axes} == line]
        if len(factors) != 2 or len(placed) != 2 or constants.has(Entry, KnownEntry):
            raise error
        return placed[0], placed[1], coefficient * constants

    def side(self, variable: Variable, scale: float) -> Side:
        """Return the prior of factors that are multiplied with a number."""
        name, family = variable.name, variable.family.name
        if variable.over is not None:
            raise self.no(f"the entries of {name} ~ {family} depend on each other")
        parameters = {key: v.xreplace(self.values) for key, v in variable.parameters.items()}
        above = self.declaration.parents(variable)
        if above:
            level = self.level(variable, parameters, above, scale)
            return gamma_side(name, float(parameters["shape"]), level=level)
        if family == "Gamma":
            return gamma_side(name, float(parameters["shape"]), float(parameters["rate"]) / scale)
        if family == "Exponential":
            return gamma_side(name, 1.0, float(parameters["rate"]) / scale)
        mean, square = (scale**order * _raw(variable.family, order, parameters) for order in (1, 2))
        location = float(parameters["location"]) if family == "HalfNormal" else 1.0
        folded = scale * float(parameters["scale"]) if location == 0.0 else None
        signed = variable.family.support_of(parameters).sign == "real"
        return Side(name, family, mean, square, mean**2, scale=folded, signed=signed)

    def level(
        self,
        variable: Variable,
        parameters: Mapping[str, sympy.Expr],
        above: tuple[Variable, ...],
        scale: float,
    ) -> Level:
        """Return the Gamma variable that is the rate of factors."""
        if variable.family.name != "Gamma" or len(above) != 1 or parameters["shape"].has(Entry):
            raise self.no(f"{variable.name} has a level above that is not its rate")
        (parent,) = above
        rates = entries(parameters["rate"])
        coefficient = parameters["rate"] / rates[0] if len(rates) == 1 else sympy.nan
        random = any(entries(value) for value in parent.parameters.values())
        if coefficient.is_positive is not True or random or parent.family.name != "Gamma":
            rate = variable.parameters["rate"]
            raise self.no(f"the rate of {variable.name} is {rate}, not one Gamma variable")
        # A level of each factor, or of each entry, is not one that a row or a column shares.
        if len(parent.axes) != 1 or parent.axes[0].size in self.values:
            along = " and ".join(parent.dims) or "no axis"
            raise self.no(f"{parent.name} varies along {along}")
        shape, rate = (
            float(parent.parameters[name].xreplace(self.values)) for name in ("shape", "rate")
        )
        return Level(shape, rate * scale / float(coefficient))


def _without_known(product: sympy.Expr) -> sympy.Expr:
    """Return a product without its known factors."""
    factors = sympy.Mul.make_args(product)
    return sympy.Mul(
        *(factor for factor in factors if not isinstance(factor.as_base_exp()[0], KnownEntry))
    )


def _raw(family: Family, order: int, parameters: Mapping[str, sympy.Expr]) -> float:
    try:
        moment = family.raw_moment(order, parameters)
    except NotDerivableError:
        return math.inf
    if any(not condition > 0 for condition in moment.conditions):
        return math.inf
    return float(moment.value)


def refused(task: ExportTask, library: str, reason: str) -> ParameterError:
    """Return the error for a model that a library cannot express at all."""
    return ParameterError(
        f"an export of {task.match.model} to {library}: {reason}",
        expected="a model that this library can express: Poisson counts whose rate is a sum over "
        "factors of a row factor times a column factor, at most one Gamma level above each",
        do="The targets pymc, numpyro, pyro, stan and jags write out the model that was declared; "
        "cmfrec and implicit take K alone; json takes anything.",
    )


NEGLIGIBLE: Final = 1e-3
"""Moments that differ by less than this part of themselves count as kept."""


def moments_of(structure: Structure) -> dict[str, float]:
    """Return mean, variance and both correlations; infinite or absent where they do not exist.

    With t and b one entry of each factor matrix, t' another of its row, b' another of its column,
    the mean of the squared mean of an entry is K E[t^2] E[b^2] + K (K - 1) E[t t'] E[b b']. For two
    entries of a row, E[b^2] and E[b b'] are both the square of E[b]; likewise for a column.
    """
    k, row, col = structure.k, structure.row, structure.col
    mean = k * row.mean * col.mean
    if not math.isfinite(mean):
        return {"mean": math.inf}
    noise = structure.thinned * mean if structure.noise is None else structure.noise
    squares = (
        (row.square, row.shared, col.square, col.shared),
        (row.square, row.shared, col.mean**2, col.mean**2),
        (row.mean**2, row.mean**2, col.square, col.shared),
    )
    rate_variance, same_row, same_col = (
        k * (t_square * b_square) + k * (k - 1) * (t_shared * b_shared) - mean**2
        for t_square, t_shared, b_square, b_shared in squares
    )
    variance = noise + rate_variance
    if not math.isfinite(variance):
        return {"mean": mean, "variance": math.inf}
    return {
        "mean": mean,
        "variance": variance,
        "rho_row": same_row / variance,
        "rho_col": same_col / variance,
    }


def exponential(side: Side) -> Side:
    """Return an exponential prior with the same mean."""
    return Side(side.name, "Exponential", side.mean, 2.0 * side.mean**2, side.mean**2, shape=1.0)


def difference(before: Mapping[str, float], after: Mapping[str, float]) -> float:
    """Return the largest relative difference of two sets of moments."""
    if before.keys() != after.keys():
        return math.inf
    differences = (
        abs(after[name] - value) / max(abs(value), 1e-300)
        for name, value in before.items()
        if math.isfinite(value)
    )
    return max(differences, default=0.0)


def effect(before: Mapping[str, float], after: Mapping[str, float]) -> str:
    """Say in one sentence what becomes of the moments of a match."""
    largest = difference(before, after)
    if largest < NEGLIGIBLE:
        how = "exactly" if largest < 1e-9 else f"to {100 * largest:.2g} %"
        finite = [name for name, value in before.items() if math.isfinite(value)]
        infinite = [name for name in before if name not in finite]
        sentences = [f"Kept {how}: {', '.join(finite)}."] if finite else []
        sentences += [f"The {name} of the match is infinite, and stays so." for name in infinite]
        return " ".join(sentences)
    changes = [
        f"{name} {_shown(value)} becomes {_shown(after.get(name))}"
        for name, value in before.items()
    ]
    return f"What becomes of the moments: {'; '.join(changes)}."


def _shown(value: float | None) -> str:
    if value is None:
        return "undefined"
    return f"{value:.5g}" if math.isfinite(value) else "infinite"

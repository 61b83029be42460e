"""A match as something to write down: declaration, distributions, values, a name for everything."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

import numpy as np
import sympy

from symppm.errors import NotBuiltError, NotDerivableError, ParameterError
from symppm.exports.factors import declaration_of
from symppm.exports.types import ExportTask
from symppm.model.declaration import Axis, Declaration, Variable
from symppm.model.links import Logistic
from symppm.model.nodes import entries, known_entries
from symppm.model.sampling import sample_declaration


@dataclass(frozen=True)
class Program:
    """What every language writes."""

    declaration: Declaration
    values: Mapping[sympy.Symbol, float | int]  # hyperparameters and sizes of latent axes
    names: Mapping[str, str]  # of variables, known arrays and hyperparameters in the language
    sizes: Mapping[str, str]  # the same for sizes of axes, by their symbols
    free: Callable[[str], str]  # from a name to one that is not taken
    missing: str = ""  # one of MISSING; if any, the program is for a list of what was observed
    largest: Mapping[str, float] = field(default_factory=dict)  # of known arrays
    compound: Compound | None = None  # in which the model ends, where its counts are summed out

    @property
    def drawn(self) -> list[Variable]:
        """Variables that stand in the program: of a compound, counts do not."""
        count = None if self.compound is None else self.compound.count
        return [variable for variable in self.declaration.variables if variable is not count]

    @property
    def observed(self) -> Variable:
        """What the data are."""
        return self.declaration.observed

    @property
    def data(self) -> str:
        """What the data are called."""
        return self.names[self.observed.name]

    @property
    def known(self) -> list[str]:
        """Names of the arrays that come with the data."""
        return [self.names[array.name] for array in self.declaration.known]

    @property
    def data_sizes(self) -> list[str]:
        """Names of the sizes of the data."""
        return [self.size(axis) for axis in self.observed.axes]

    def size(self, axis: Axis) -> str:
        """Return the name of the size of an axis."""
        return self.sizes[axis.size.name]

    def symbol(self, symbol: sympy.Symbol) -> str:
        """Return the name of a hyperparameter or of a size."""
        return self.sizes.get(symbol.name) or self.names[symbol.name]

    def constant(self, expression: sympy.Expr) -> float | None:
        """Return the value of an expression in hyperparameters and latent sizes, else None."""
        if not expression.free_symbols <= self.values.keys():
            return None
        return float(expression.xreplace(dict(self.values)).evalf())

    def settings(self) -> dict[str, float | int]:
        """Return latent sizes and hyperparameters by their names in the language."""
        return {self.symbol(symbol): value for symbol, value in self.values.items()}


def program_of(task: ExportTask, reserved: str, *, ascii_only: bool) -> Program:
    """Lay out a match for one language."""
    declaration = declaration_of(task)
    used = set(reserved.split())

    def free(proposal: str) -> str:
        base = name = _ascii(proposal) if ascii_only else proposal
        number = 1
        while name in used:
            number += 1
            name = f"{base}_{number}"
        used.add(name)
        return name

    # First what the user named; a size gives way, as N does to the counts of a compound model.
    user_names = (
        *(symbol.name for symbol in declaration.hyperparameters),
        *(variable.name for variable in declaration.variables),
        *(array.name for array in declaration.known),
    )
    names = {name: free(name) for name in user_names}
    sizes = {
        axis.size.name: free(f"n_{axis.name}" if axis.size.name in names else axis.size.name)
        for axis in declaration.axes
    }
    largest = {
        exposure.name: exposure.largest ** (1.0 / exposure.power)
        for exposure in task.exposures
        if exposure.largest is not None
    }
    values = _values(declaration, task)
    return Program(declaration, values, names, sizes, free, task.missing, largest)


def _ascii(name: str) -> str:
    plain = "".join(c if c.isascii() else f"u{ord(c):04x}" for c in name)
    # Neither Stan nor JAGS takes a name that starts or ends with an underscore.
    return plain.strip("_") or "x"


def _values(declaration: Declaration, task: ExportTask) -> dict[sympy.Symbol, float | int]:
    numbers: dict[str, float] = {"K": task.k, **task.parameters}
    integers = {
        symbol
        for variable in declaration.variables
        for parameter in variable.family.parameters
        if parameter.integer
        for symbol in variable.parameters[parameter.name].free_symbols
    }
    values: dict[sympy.Symbol, float | int] = {}
    for symbol in (*declaration.sizes, *declaration.hyperparameters):
        value = numbers.get(symbol.name, math.nan)
        if not math.isfinite(value):
            raise ParameterError(
                f"no value for {symbol.name} of model {declaration.name!r}",
                expected="a match with every hyperparameter",
                do="Export a feasible match, or one of its branches.",
            )
        as_integer = symbol in integers or symbol in declaration.sizes
        if as_integer and not float(value).is_integer():
            raise ParameterError(
                f"{symbol.name} = {value:g}, of which model {declaration.name!r} draws a number "
                "of trials",
                expected="an integer, as in every program that draws",
                do=f"Match again with {symbol.name} fixed at an integer.",
            )
        values[symbol] = int(value) if as_integer else float(value)
    return values


Parameters = Mapping[str, sympy.Expr]


@dataclass(frozen=True)
class Plain:
    """A distribution by a name that languages have, in every parametrisation that one asks for."""

    name: str
    parameters: Parameters


def _inverse_square(name: str) -> Callable[[Parameters], Parameters]:
    return lambda p: {"precision": p[name] ** -2}


_FOLLOWS: Final[Mapping[str, Callable[[Parameters], Parameters]]] = MappingProxyType({
    "Binomial": lambda p: {"probability": p["mean"] / p["trials"]},
    "Gumbel": lambda p: {"mode": p["mean"] - sympy.EulerGamma * p["scale"]},
    "HalfCauchy": _inverse_square("scale"),
    "HalfNormal": _inverse_square("scale"),
    "Laplace": lambda p: {"rate": 1 / p["scale"]},
    "LogNormal": _inverse_square("sigma"),
    "NegativeBinomial": lambda p: {
        "probability": p["size"] / (p["size"] + p["mean"]), "rate": p["size"] / p["mean"],
    },
    "Normal": lambda p: {"sd": sympy.sqrt(p["variance"]), "precision": 1 / p["variance"]},
    "StudentT": _inverse_square("scale"),
    "Weibull": lambda p: {"rate": p["scale"] ** -p["shape"]},
    "ZeroInflatedPoisson": lambda p: {"drop": 1 - p["keep"]},
})  # fmt: skip
"""Further parameters of distributions, which languages ask for in place of ours."""

_DISPERSIONS: Final[Mapping[str, Callable[[sympy.Expr, sympy.Expr], Plain]]] = MappingProxyType(
    {
        "normal": lambda w, kappa: Plain("Normal", {"mean": kappa * w, "variance": kappa}),
        "gamma": lambda w, kappa: Plain("Gamma", {"shape": kappa, "rate": -w}),
        "inverse_gaussian": lambda w, kappa: Plain(
            "InverseGaussian", {"mean": kappa / sympy.sqrt(-2 * w), "shape": kappa**2}
        ),
        "poisson": lambda w, kappa: Plain("Poisson", {"rate": kappa * sympy.exp(w)}),
        "binomial": lambda w, kappa: Plain(
            "Binomial", {"mean": kappa * Logistic(w), "trials": kappa}
        ),
        "negative_binomial": lambda w, kappa: Plain(
            "NegativeBinomial",
            {"mean": kappa * sympy.exp(w) / (1 - sympy.exp(w)), "size": kappa},
        ),
    }
)


def plain(variable: Variable, parameters: Parameters | None = None) -> Plain:
    """Return the distribution of a variable as languages know it."""
    values = dict(variable.parameters if parameters is None else parameters)
    name = variable.family.name
    kind, _, inner = name.partition("[")
    if name in ("Prior", "Observation") or inner == "general]":
        raise NotDerivableError(
            f"{variable.name} ~ {name}, of which only moments are declared",
            expected="a distribution that can be drawn from; no language can hold two moments",
            do="Declare a family with these moments, such as Gamma(shape=mean**2/variance, "
            "rate=mean/variance), and match that; in the catalogue pmf_gamma is such a model.",
        )
    distribution = Plain(name, values)
    if kind == "ExponentialDispersion":
        distribution = _DISPERSIONS[inner.rstrip("]")](values["w"], values["kappa"])
    elif name.startswith("Categorical"):
        total = sympy.Add(*values.values())
        shares = {f"share_{n}": weight / total for n, weight in enumerate(values.values())}
        distribution = Plain("Categorical", shares)
    follows = _FOLLOWS.get(distribution.name)
    more = follows(distribution.parameters) if follows else {}
    return Plain(distribution.name, {**distribution.parameters, **more})


def missing(name: str, language: str, has: str) -> NotBuiltError:
    """Return the error for a distribution that a language does not have."""
    return NotBuiltError(
        f"{name} in an export to {language}",
        expected="a distribution that it has",
        do=f"Export to {has}, which can express it."
        if has
        else "Write the model by hand: symppm writes this family for no language.",
    )


@dataclass(frozen=True)
class Compound:
    """An observed exponential dispersion variable whose weight is a multiple of a Poisson count.

    Given a count of zero it is zero, and else it has a density; its own density sums over counts.
    """

    count: Variable
    outcome: Variable
    given: Plain
    name: str  # of the number that stands for the count
    terms: int

    @property
    def rate(self) -> sympy.Expr:
        """Rate of the count."""
        return self.count.parameters["rate"]

    @property
    def discrete(self) -> bool:
        """Whether the outcome is an integer, so that a positive count can give zero too."""
        return self.outcome.family.support_of(self.outcome.parameters).integral


def with_compound(program: Program) -> Program:
    """Return the program with the compound that a model ends in, if it does."""
    outcome = program.observed
    weight = outcome.parameters.get("kappa", sympy.S.One)
    if not outcome.family.name.startswith("ExponentialDispersion[") or weight.is_positive:
        return program
    counts = entries(weight)
    declaration = program.declaration
    count = declaration.by_name[counts[0].name] if len(counts) == 1 else None
    if (
        count is None
        or count.family.name != "Poisson"
        or {axis.name for axis in count.axes} != {axis.name for axis in outcome.axes}
        or any(entries(value) for name, value in outcome.parameters.items() if name != "kappa")
        or any(known_entries(value) for value in outcome.parameters.values())
        or weight.subs(counts[0], 0) != 0
        or any(
            count in declaration.parents(variable)
            for variable in declaration.variables
            if variable is not outcome
        )
    ):
        raise NotBuiltError(
            f"{outcome.name} ~ {outcome.family.name} with the weight {weight}, which can be zero",
            expected="a positive weight, or a multiple of one Poisson count that nothing else uses",
            do="Declare it so, or write this model by hand.",
        )
    number = sympy.Symbol("·number", positive=True, integer=True)
    name = program.free("n")
    parameters = {k: v.xreplace({counts[0]: number}) for k, v in outcome.parameters.items()}
    distribution, terms = plain(outcome, parameters), _terms(program, count)
    compound = Compound(count, outcome, distribution, name, terms)
    return replace(program, names={**program.names, number.name: name}, compound=compound)


def _terms(program: Program, count: Variable) -> int:
    """Return a count that draws from the prior keep well below."""
    # Drawn are 60 rows and columns; twice the largest count is enough, and 20 are never too many.
    declaration = program.declaration
    previous = declaration.variables[: declaration.variables.index(count)]
    prefix = replace(declaration, variables=(*previous, replace(count, observed=True)))
    values = {symbol.name: value for symbol, value in program.values.items()}
    sizes = {axis.name: 60 for axis in declaration.axes}
    sizes |= {a.name: int(program.values[a.size]) for a in declaration.latent_axes}
    known = {
        a.name: np.full([sizes[dim] for dim in a.dims], program.largest.get(a.name, 1.0))
        for a in declaration.known
    }
    shape = tuple(sizes[axis.name] for axis in count.axes)
    counts = sample_declaration(prefix, values, shape, 1, np.random.default_rng(1), known)
    return max(20, 2 * int(counts.max()))


def described(task: ExportTask) -> str:
    """Return one line that says what is exported, and of what its moments are."""
    achieved = ", ".join(f"{name} {value:.6g}" for name, value in task.achieved.items())
    divided = f", divided by {task.divisor}," if task.divisor else ""
    moments = f"; its prior predictive{divided} has {achieved}" if achieved else ""
    factors = f", K = {task.k}" if "K" in task.parameters else ""
    return f"{task.match.model}: {task.match.spec.title}{factors}{moments}."

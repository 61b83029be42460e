"""Models as Stan programs: one that fits, and one that draws from the prior."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from string import Formatter
from typing import ClassVar, Final

import sympy

from symppm.errors import NotBuiltError
from symppm.exports.code import rendered, template_notes
from symppm.exports.expressions import Text, functions
from symppm.exports.loops import LoopWriter, Place
from symppm.exports.program import (
    Compound,
    Plain,
    Program,
    described,
    plain,
    program_of,
    with_compound,
)
from symppm.exports.types import Export, ExportTask
from symppm.model.declaration import KnownArray, Variable, free_axes
from symppm.model.nodes import Indexed

_RESERVED: Final = """
TERMS and array asm auto bool break case char class complex const continue data default delete do
double e else enum export extern false float for friend functions fvar generated goto if import in
inline int jacobian long lower lp__ matrix model multiplier namespace new not offset operator or
ordered parameters pi positive_ordered print private profile protected public quantities real
register reject return row_vector short signed simplex static struct switch target template terms
this throw transformed true try tuple typedef union unit_vector unsigned upper using var vector
virtual void while xor
"""
_SIGNS: Final = {"positive": "<lower=0>", "nonnegative": "<lower=0>", "negative": "<upper=0>"}
_FOLDED: Final = ("HalfCauchy", "HalfNormal")
_BOUNDS: Final = {
    **dict.fromkeys(("Exponential", "Gamma", "InverseGamma", "LogNormal", "Weibull"), "<lower=0>"),
    **dict.fromkeys(_FOLDED, "<lower={location}>"),
    "Beta": "<lower=0, upper=1>",
    "Uniform": "<lower={low}, upper={high}>",
}


class StanWriter(LoopWriter):
    """Writes Stan expressions; what takes a loop to sum is left in :attr:`before`."""

    language = "Stan"
    reserved = _RESERVED
    power = "^"
    calls: ClassVar[Mapping[str, str]] = {
        "Bernoulli": "bernoulli({mean})",
        "Beta": "beta({alpha}, {beta})",
        "Binomial": "binomial({trials}, {probability})",
        "Categorical": "categorical([{shares}]')",
        "Exponential": "exponential({rate})",
        "Gamma": "gamma({shape}, {rate})",
        "Gumbel": "gumbel({mode}, {scale})",
        "HalfCauchy": "cauchy({location}, {scale})",
        "HalfNormal": "normal({location}, {scale})",
        "InverseGamma": "inv_gamma({shape}, {scale})",
        "Laplace": "double_exponential({mean}, {scale})",
        "LogNormal": "lognormal({mu}, {sigma})",
        "NegativeBinomial": "neg_binomial_2({mean}, {size})",
        "Normal": "normal({mean}, {sd})",
        "Poisson": "poisson({rate})",
        "StudentT": "student_t({degrees}, {location}, {scale})",
        "Uniform": "uniform({low}, {high})",
        "Weibull": "weibull({shape}, {scale})",
    }
    functions: ClassVar[Mapping[str, str]] = functions(
        "{}({{0}})",
        Logistic="inv_logit({0})",
        Max="fmax({0}, {1})",
        Min="fmin({0}, {1})",
        Softplus="log1p_exp({0})",
    )

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.before: list[str] = []

    def quotient(self, above: list[sympy.Expr], below: list[sympy.Expr], place: Place) -> Text:
        """Return a quotient that is never one of integers, which Stan would round."""
        integers = [isinstance(e, sympy.Integer) or self._is_integer(e) for e in (*above, *below)]
        if below and all(integers):
            # A real number in front makes reals of all.
            return super().quotient([sympy.Float(1), *above], below, place)
        return super().quotient(above, below, place)

    def _is_integer(self, expression: sympy.Expr) -> bool:
        symbols = expression.free_symbols
        return all(isinstance(self.program.values.get(symbol, 1), int) for symbol in symbols) and (
            not expression.has(Indexed)
        )

    def summed(self, factors: list[sympy.Expr], bound: sympy.Symbol, place: Place) -> str:
        """Return a sum of vectors where it is one, else the name of what a loop adds up."""
        vectors = [self._vector(factor, bound, place) for factor in factors]
        if not all(vectors):
            return self._looped(sympy.Mul(*factors), bound, place)
        pair = len(vectors) == 2
        rows = (", " if pair else " .* ").join(map(str, vectors))
        return f"dot_product({rows})" if pair else f"sum({rows})"

    def _vector(self, factor: sympy.Expr, bound: sympy.Symbol, place: Place) -> str | None:
        """Return a bare array without its last index, if that is the one that runs."""
        if not isinstance(factor, Indexed) or factor.indices[-1] != bound:
            return None
        # What is observed may be an array of integers, which is no vector.
        if bound in factor.indices[:-1] or factor.name == self.program.observed.name:
            return None
        return self.at(self.program.names[factor.name], [place[i] for i in factor.indices[:-1]])

    def _looped(self, summand: sympy.Expr, bound: sympy.Symbol, place: Place) -> str:
        axis = self.program.declaration.axis_of(bound)
        total, letter = self.program.free("total"), self.program.free(axis.letters[0])
        outside, self.before = self.before, []
        value = self.write(summand, {**place, bound: letter})[0]
        inside, self.before = self.before, outside
        self.before += [
            f"real {total} = 0;",
            f"for ({letter} in 1:{self.program.size(axis)}) {{",
            *(f"  {line}" for line in inside),
            f"  {total} += {value};",
            "}",
        ]
        return total

    def statements(self, lines: list[str]) -> list[str]:
        """Return statements after the loops that they need, which are then forgotten."""
        before, self.before = self.before, []
        return [*before, *lines]

    def call(self, distribution: Plain, place: Place, ending: str = "", before: str = "") -> str:
        """Return a distribution as a call of the function that ends so."""
        name, _, arguments = self.drawn(distribution, partial(self, place=place)).partition("(")
        return f"{name}{ending}({before}{arguments}"


def to_stan(task: ExportTask) -> Export:
    """Return Stan programs for a match."""
    program = with_compound(program_of(task, StanWriter.reserved, ascii_only=True))
    compound, write, variables = program.compound, StanWriter(program), program.drawn
    for v in variables:
        plain(v)  # What is no distribution in any language comes first.
    latent = [v for v in variables if not v.observed]
    for v in latent:
        if _integral(v):
            raise NotBuiltError(
                f"{v.name} ~ {v.family.name}, which is not observed, in an export to Stan",
                expected="continuous parameters",
                do="Export to PyMC or JAGS, which sample discrete variables.",
            )
    integral = _integral(program.observed)
    values = {
        "program": program,
        "listing": write.listing,
        "integral": integral,
        "hyperparameters": [_hyperparameter(*item, program) for item in program.values.items()
                            if item[0] not in program.declaration.sizes],
        "known": [_shaped(k, "real", "<lower=0>", program) for k in program.declaration.known],
        "outcome": _declared(program.observed, program),
        "parameters": [_shaped(v, "real", _bounds(v, write), program) for v in latent],
        "modelled": [line for variable in variables for line in _modelled(variable, write)],
        "variables": [_declared(variable, program) for variable in variables],
        "simulated": [line for variable in variables for line in _simulated(variable, write)],
    }  # fmt: skip
    notes = template_notes("stan.notes", program=program, write=write, integral=integral)
    settings = {**program.settings(), **({"TERMS": compound.terms} if compound else {})}
    fit, prior = (rendered("program.stan", fits=fits, **values) for fits in (True, False))
    return Export(
        "stan",
        "Stan",
        {"data": settings, "prior_predictive": prior},
        fit,
        (described(task), *notes, json.dumps(settings)),
        program.data,
        is_python=False,
        comment="//",
    )


def _integral(variable: Variable) -> bool:
    return variable.family.support_of(variable.parameters).integral


def _hyperparameter(symbol: sympy.Symbol, value: float, program: Program) -> str:
    """Return the declaration of a hyperparameter."""
    kind = "int" if isinstance(value, int) else "real"
    bound = next((b for sign, b in _SIGNS.items() if symbol.assumptions0.get(sign)), "")
    return f"{kind}{bound} {program.symbol(symbol)}"


def _shaped(array: Variable | KnownArray, kind: str, bound: str, program: Program) -> str:
    """Return a declaration; real numbers along a last axis are vectors."""
    sizes = [program.size(axis) for axis in array.axes]
    name = program.names[array.name]
    if kind == "real" and sizes:
        outer = f"array[{', '.join(sizes[:-1])}] " if sizes[:-1] else ""
        return f"{outer}vector{bound}[{sizes[-1]}] {name}"
    outer = f"array[{', '.join(sizes)}] " if sizes else ""
    return f"{outer}{kind}{bound} {name}"


def _declared(variable: Variable, program: Program) -> str:
    """Return the declaration of a variable that has no bounds."""
    return _shaped(variable, "int" if _integral(variable) else "real", "", program)


def _bounds(variable: Variable, write: StanWriter) -> str:
    distribution = plain(variable)
    template = _BOUNDS.get(distribution.name, "")
    names = [name for _, name, _, _ in Formatter().parse(template) if name]
    ends = {name: distribution.parameters[name] for name in names}
    if any(free_axes(end, variable.axes) for end in ends.values()):
        raise NotBuiltError(
            f"{variable.name} ~ {distribution.name} between ends that differ between entries, "
            "in an export to Stan",
            expected="ends that are the same for all entries",
            do="Export to PyMC, or declare a variable between 0 and 1 and scale it.",
        )
    return template.format(**{name: write(end, {}) for name, end in ends.items()})


def _modelled(variable: Variable, write: StanWriter) -> list[str]:
    """Return the statements of the model block for one variable."""
    compound, axes, place = write.program.compound, variable.axes, write.place(variable)
    name = write.program.names[variable.name]
    here = write.here(variable, name)
    if compound is not None and variable.observed:
        return write.around(variable, _compound_density(compound, here, write, place))
    distribution = plain(variable)
    p = distribution.parameters
    if distribution.name == "ZeroInflatedPoisson":
        rate, keep = write(p["rate"], place), write(p["keep"], place)
        count = f"log({keep}) + poisson_lpmf({here} | {rate})"
        line = f"target += {here} == 0 ? log_sum_exp(log1m({keep}), {count}) : {count};"
    elif distribution.name == "Categorical":
        line = f"({here} + 1) ~ {write.call(distribution, place)};"
    else:
        call = write.call(distribution, place)
        line = f"{here} ~ {call};"
        last = axes[-1].generic if axes else None
        varies = any(last in value.free_symbols for value in variable.parameters.values())
        if not varies and not write.listed(variable):
            # One statement for a whole row, where its entries have the same parameters.
            line = f"{write.target(name, axes[:-1])} ~ {call};"
            return write.nested(axes[:-1], write.statements([line]))
    return write.around(variable, write.statements([line]))


def _simulated(variable: Variable, write: StanWriter) -> list[str]:
    """Return the statements that draw one variable from the prior."""
    compound, axes, place = write.program.compound, variable.axes, write.generic(variable.axes)
    here = write.target(write.program.names[variable.name], axes)
    if compound is not None and variable.observed:
        count, number = write(compound.rate, place), compound.name
        inner = [
            f"int {number} = poisson_rng({count});",
            f"{here} = 0;",
            f"if ({number} > 0) {here} = {write.call(compound.given, place, '_rng')};",
        ]
        return write.nested(axes, write.statements(inner))
    distribution = plain(variable)
    p = distribution.parameters
    if distribution.name == "ZeroInflatedPoisson":
        value = f"bernoulli_rng({write(p['keep'], place)}) * poisson_rng({write(p['rate'], place)})"
    elif distribution.name in _FOLDED:
        centred = Plain(distribution.name, {**p, "location": sympy.S.Zero})
        draw = write.call(centred, place, "_rng")
        value = f"{write(p['location'], place)} + abs({draw})"
    else:
        value = write.call(distribution, place, "_rng")
        value += " - 1" if distribution.name == "Categorical" else ""
    return write.nested(axes, write.statements([f"{here} = {value};"]))


def _compound_density(compound: Compound, here: str, write: StanWriter, place: Place) -> list[str]:
    """Return the statements that add the density of a sum of draws, over how many these are."""
    ending, discrete = "_lpmf" if compound.discrete else "_lpdf", compound.discrete
    density = write.call(compound.given, place, ending, f"{here} | ")
    value, rate = write(compound.rate, place), write.program.free("rate")
    text = rendered(
        "compound.stan", n=compound.name, rate=rate, value=value, density=density, here=here,
        discrete=discrete,
    )  # fmt: skip
    return write.statements(text.splitlines())

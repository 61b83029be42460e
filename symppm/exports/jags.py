"""Models as text for JAGS, in the BUGS language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import ClassVar, Final

import sympy

from symppm.exports.code import rendered, template_notes
from symppm.exports.expressions import ATOM, PRODUCT, Text, functions, wrapped
from symppm.exports.loops import LoopWriter, Place
from symppm.exports.program import Program, described, missing, plain, program_of
from symppm.exports.types import Export, ExportTask
from symppm.model.declaration import Variable, free_axes
from symppm.model.nodes import AxisSum, Indexed

_OTHERS: Final = "PyMC, NumPyro, Pyro or Stan"


class JagsWriter(LoopWriter):
    """Writes expressions of the BUGS language."""

    language = "JAGS"
    reserved = "model data var for in T I function sum inprod"
    power = "^"
    calls: ClassVar[Mapping[str, str]] = {
        "Bernoulli": "dbern({mean})",
        "Beta": "dbeta({alpha}, {beta})",
        "Binomial": "dbin({probability}, {trials})",
        "Exponential": "dexp({rate})",
        "Gamma": "dgamma({shape}, {rate})",
        "HalfCauchy": "dt({location}, {precision}, 1) T({location}, )",
        "HalfNormal": "dnorm({location}, {precision}) T({location}, )",
        "InverseGamma": "dgamma({shape}, {scale})",
        "Laplace": "ddexp({mean}, {rate})",
        "LogNormal": "dlnorm({mu}, {precision})",
        "NegativeBinomial": "dnegbin({probability}, {size})",
        "Normal": "dnorm({mean}, {precision})",
        "Poisson": "dpois({rate})",
        "StudentT": "dt({location}, {precision}, {degrees})",
        "Uniform": "dunif({low}, {high})",
        "Weibull": "dweib({shape}, {rate})",
    }
    elsewhere: ClassVar[Mapping[str, str]] = {"Gumbel": _OTHERS, "InverseGaussian": "PyMC"}
    functions: ClassVar[Mapping[str, str]] = {
        name: call
        for name, call in functions(
            "{}({{0}})", Logistic="ilogit({0})", Softplus="log(1 + exp({0}))"
        ).items()
        if name != "erf"
    }

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.nodes: list[str] = []
        self._named: dict[sympy.Expr, str] = {}

    def write(self, expression: sympy.Expr, place: Place) -> Text:
        """Return the text; what JAGS cannot do to a whole vector becomes an array of its own."""
        scalar_only = isinstance(expression, AxisSum | sympy.Function) or (
            isinstance(expression, sympy.Pow) and not expression.exp.is_Integer
        )
        ranged = {letter for letter, index in place.items() if ":" in index}
        if scalar_only and ranged & expression.free_symbols:
            return self._node(expression, place)
        return super().write(expression, place)

    def summed(self, factors: list[sympy.Expr], bound: sympy.Symbol, place: Place) -> str:
        """Return the sum of a vector."""
        axis = self.program.declaration.axis_of(bound)
        ranges = {**place, bound: f"1:{self.program.size(axis)}"}
        if len(factors) == 2 and all(isinstance(factor, Indexed) for factor in factors):
            return f"inprod({', '.join(self(factor, ranges) for factor in factors)})"
        return f"sum({self(sympy.Mul(*factors), ranges)})"

    def _node(self, expression: sympy.Expr, place: Place) -> Text:
        axes = tuple(free_axes(expression, self.program.declaration.axes))
        name = self._named.get(expression)
        if name is None:
            value = self.write(expression, self.generic(axes))[0]
            name = self._named[expression] = self.program.free("node")
            self.nodes += self.nested(axes, [f"{self.target(name, axes)} <- {value}"])
        return self.at(name, [place[axis.generic] for axis in axes]), ATOM


def to_jags(task: ExportTask) -> Export:
    """Return a JAGS model for a match."""
    program = program_of(task, JagsWriter.reserved, ascii_only=True)
    write = JagsWriter(program)
    body: list[str] = []
    for variable in program.declaration.variables:
        lines = _statements(variable, program, write)
        body += [*write.nodes, *write.around(variable, lines)]
        write.nodes.clear()
    notes = template_notes("jags.notes", program=program, write=write)
    return Export(
        "jags",
        "JAGS",
        program.settings(),
        rendered("jags.bug", program=program, listing=write.listing, body=body),
        (described(task), *notes),
        program.data,
        is_python=False,
    )


def _statements(variable: Variable, program: Program, write: JagsWriter) -> list[str]:
    distribution = plain(variable)
    place = write.place(variable)
    name = program.names[variable.name]
    here = write.here(variable, name)
    if distribution.name == "ZeroInflatedPoisson":
        is_kept = write.here(variable, program.free(f"{name}_kept"))
        keep = write(distribution.parameters["keep"], place)
        rate = wrapped(write.write(distribution.parameters["rate"], place), PRODUCT)
        return [f"{is_kept} ~ dbern({keep})", f"{here} ~ dpois({is_kept} * {rate})"]
    weight = variable.parameters.get("kappa", sympy.S.One)
    # JAGS knows a count without rate or trials, but no density without variance or shape.
    if not weight.is_positive and distribution.name not in ("Poisson", "Binomial"):
        has = write.elsewhere.get(distribution.name, _OTHERS)
        raise missing(f"{variable.family.name} with a weight of zero", "JAGS", has)
    if distribution.name == "Categorical":
        raise missing("Categorical numbers that count from zero", "JAGS", _OTHERS)
    call = write.drawn(distribution, partial(write, place=place))
    if distribution.name == "InverseGamma":
        if variable.observed:
            raise missing("an observed InverseGamma", "JAGS", _OTHERS)
        inverse = write.here(variable, program.free(f"{name}_inverse"))
        return [f"{inverse} ~ {call}", f"{here} <- 1 / {inverse}"]
    return [f"{here} ~ {call}"]

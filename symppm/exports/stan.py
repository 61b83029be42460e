"""Models as Stan programs: one that fits, and one that draws from the prior."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import ClassVar, Final

import sympy

from symppm.errors import NotBuiltError
from symppm.exports.expressions import Text, functions
from symppm.exports.loops import (
    Listing,
    LoopWriter,
    Place,
    about_listing,
    comment_on_loops,
)
from symppm.exports.program import (
    Compound,
    Plain,
    Program,
    comment_on_data,
    compound_in,
    described,
    missing,
    plain,
    program_of,
)
from symppm.exports.types import Chosen, Export
from symppm.model.declaration import KnownArray, Variable, free_axes
from symppm.model.nodes import Entry, Indexed

RESERVED: Final = """
TERMS and array asm auto bool break case char class complex const continue data default delete do
double e else enum export extern false float for friend functions fvar generated goto if import in
inline int jacobian long lower lp__ matrix model multiplier namespace new not offset operator or
ordered parameters pi positive_ordered print private profile protected public quantities real
register reject return row_vector short signed simplex static struct switch target template terms
this throw transformed true try tuple typedef union unit_vector unsigned upper using var vector
virtual void while xor
"""
"""Names that a Stan program cannot, or should not, give to its variables."""


class StanWriter(LoopWriter):
    """Writes Stan expressions; what takes a loop to sum is left in :attr:`before`."""

    language = "Stan"
    power = "^"
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
        whole = [isinstance(e, sympy.Integer) or self._is_integer(e) for e in (*above, *below)]
        if below and all(whole):
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
        vectors = [self._vector(each, bound, place) for each in factors]
        if not all(vectors):
            return self._looped(sympy.Mul(*factors), bound, place)
        pair = len(vectors) == 2
        rows = (", " if pair else " .* ").join(map(str, vectors))
        return f"dot_product({rows})" if pair else f"sum({rows})"

    def _vector(self, factor: sympy.Expr, bound: sympy.Symbol, place: Place) -> str | None:
        """Return a bare array without its last index, if that is the one that runs."""
        if not isinstance(factor, Indexed) or factor.indices[-1] != bound:
            return None
        if bound in factor.indices[:-1] or self._is_array(factor):
            return None
        return self.at(self.program.names[factor.name], [place[i] for i in factor.indices[:-1]])

    def _is_array(self, factor: Indexed) -> bool:
        """Tell whether an entry is of an array of integers, which is no vector."""
        declaration = self.program.declaration
        return isinstance(factor, Entry) and declaration.by_name[factor.name].observed

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


_CALLS: Final = {
    "Bernoulli": ("bernoulli", "{mean}"),
    "Beta": ("beta", "{alpha}, {beta}"),
    "Binomial": ("binomial", "{trials}, {probability}"),
    "Exponential": ("exponential", "{rate}"),
    "Gamma": ("gamma", "{shape}, {rate}"),
    "Gumbel": ("gumbel", "{mode}, {scale}"),
    "HalfCauchy": ("cauchy", "{location}, {scale}"),
    "HalfNormal": ("normal", "{location}, {scale}"),
    "InverseGamma": ("inv_gamma", "{shape}, {scale}"),
    "Laplace": ("double_exponential", "{mean}, {scale}"),
    "LogNormal": ("lognormal", "{mu}, {sigma}"),
    "NegativeBinomial": ("neg_binomial_2", "{mean}, {size}"),
    "Normal": ("normal", "{mean}, {sd}"),
    "Poisson": ("poisson", "{rate}"),
    "StudentT": ("student_t", "{degrees}, {location}, {scale}"),
    "Uniform": ("uniform", "{low}, {high}"),
    "Weibull": ("weibull", "{shape}, {scale}"),
}

_POSITIVE: Final = frozenset(("Exponential", "Gamma", "InverseGamma", "LogNormal", "Weibull"))

_BOUNDS: Final = {"positive": "<lower=0>", "nonnegative": "<lower=0>", "negative": "<upper=0>"}
_FOLDED: Final = frozenset(("HalfCauchy", "HalfNormal"))

_NOTES: Final = (
    "Stan: gamma(shape, rate), normal(mean, standard deviation), neg_binomial_2(mean, size), "
    "inv_gamma(shape, scale), weibull(shape, scale), gumbel(mode, scale).",
    "Data: DATA, and the sizes and hyperparameters that stand below as JSON.",
    'The program under "prior_predictive" in .arguments (--json on the command line) takes the '
    "same but DRAWN, and draws from the prior; run it with the fixed_param sampler.",
)


def to_stan(chosen: Chosen) -> Export:
    """Return Stan programs for a match."""
    program = program_of(chosen, RESERVED, ascii_only=True)
    program, compound = compound_in(program) or (program, None)
    write = StanWriter(program)
    drawn = [v for v in program.declaration.variables if not compound or v is not compound.count]
    latent = [each for each in drawn if not each.observed]
    for each in drawn:
        plain(each)  # What is no distribution in any language comes first.
    for each in latent:
        if _integral(each):
            raise NotBuiltError(
                f"{each.name} ~ {each.family.name}, which is not observed, in an export to Stan",
                expected="continuous parameters",
                do="Export to PyMC or JAGS, which sample discrete variables.",
            )
    sizes = _sizes(program, compound)
    model = [line for each in drawn for line in _modelled(each, compound, write)]
    fit = (
        _block("data", [*sizes, *_outcome(program, write.listing)])
        + _block("parameters", [f"{_declared(each, program, write)};" for each in latent])
        + _block("model", model)
    )
    simulated = [f"{_declared(each, program)};" for each in drawn]
    simulated += [line for each in drawn for line in _simulated(each, compound, write)]
    prior_predictive = _block("data", sizes) + _block("generated quantities", simulated)
    *given, data = write.brought
    settings = {**program.settings(), **({"TERMS": compound.terms} if compound else {})}
    integers = " (integers)" if _integral(program.observed) else ""
    # The list of what was observed comes with the data, sizes and known arrays without them too.
    listed = [write.listing.size, *write.listing.indices.values()] if write.listing else []
    said = {
        "DATA": f"{', '.join([*given, data])}{integers}",
        "DRAWN": f"{', '.join(listed)} and {data}" if listed else data,
    }
    notes = (
        described(chosen),
        *(note.replace("DATA", said["DATA"]).replace("DRAWN", said["DRAWN"]) for note in _NOTES),
        *about_listing(program, write.listing),
        *((compound.note,) if compound else ()),
        json.dumps(settings),
    )
    header = "\n".join(comment_on_loops(program, "//", write.listing)) + "\n"
    whole = "\n".join(comment_on_data(program, "//")) + "\n"
    arguments = {"data": settings, "prior_predictive": whole + prior_predictive}
    return Export(
        "stan", "Stan", arguments, header + fit, notes, data, is_python=False, comment="//"
    )


def _block(name: str, lines: list[str]) -> str:
    return "\n".join([f"{name} {{", *(f"  {line}" for line in lines), "}"]) + "\n"


def _integral(variable: Variable) -> bool:
    return variable.family.support_of(variable.parameters).integral


def _sizes(program: Program, compound: Compound | None) -> list[str]:
    """Return the declarations of sizes, hyperparameters and known arrays."""
    lines = [f"int<lower=1> {program.size(axis)};" for axis in program.declaration.axes]
    for symbol, value in program.values.items():
        if symbol not in program.declaration.sizes:
            kind = "int" if isinstance(value, int) else "real"
            bound = next((b for s, b in _BOUNDS.items() if symbol.assumptions0.get(s)), "")
            lines.append(f"{kind}{bound} {program.symbol(symbol)};")
    if compound is not None:
        lines.append("int<lower=1> TERMS;  // counts to sum over")
    return lines + [
        f"{_shaped(each, 'real', '<lower=0>', program)};" for each in program.declaration.known
    ]


def _outcome(program: Program, listing: Listing | None) -> list[str]:
    """Return the declarations of the data, or where entries are missing of a list of the others."""
    if listing is None:
        return [f"{_declared(program.observed, program)};"]
    vector = f"vector[{listing.size}]"
    kind = f"array[{listing.size}] int" if _integral(program.observed) else vector
    return [
        f"int<lower=0> {listing.size};",
        *(
            f"array[{listing.size}] int<lower=1, upper={program.size(axis)}> {name};"
            for axis, name in listing.indices.items()
        ),
        f"{kind} {program.data};",
    ]


def _shaped(what: Variable | KnownArray, kind: str, bound: str, program: Program) -> str:
    """Return a declaration; real numbers along a last axis are vectors."""
    sizes = [program.size(axis) for axis in what.axes]
    name = program.names[what.name]
    if kind == "real" and sizes:
        outer = f"array[{', '.join(sizes[:-1])}] " if sizes[:-1] else ""
        return f"{outer}vector{bound}[{sizes[-1]}] {name}"
    outer = f"array[{', '.join(sizes)}] " if sizes else ""
    return f"{outer}{kind}{bound} {name}"


def _declared(variable: Variable, program: Program, write: StanWriter | None = None) -> str:
    """Return the declaration of a variable, as a parameter with its bounds."""
    if write is None:
        return _shaped(variable, "int" if _integral(variable) else "real", "", program)
    return _shaped(variable, "real", _bounds(plain(variable), variable, write), program)


def _bounds(distribution: Plain, variable: Variable, write: StanWriter) -> str:
    p = distribution.parameters
    ends: dict[str, sympy.Expr] = {}
    if distribution.name in _POSITIVE:
        ends = {"lower": sympy.S.Zero}
    elif distribution.name == "Beta":
        ends = {"lower": sympy.S.Zero, "upper": sympy.S.One}
    elif distribution.name == "Uniform":
        ends = {"lower": p["low"], "upper": p["high"]}
    elif distribution.name in _FOLDED:
        ends = {"lower": p["location"]}
    if any(free_axes(end, variable.axes) for end in ends.values()):
        raise NotBuiltError(
            f"{variable.name} ~ {distribution.name} between ends that differ between entries, "
            "in an export to Stan",
            expected="ends that are the same for all entries",
            do="Export to PyMC, or declare a variable between 0 and 1 and scale it.",
        )
    shown = ", ".join(f"{name}={write(end, {})}" for name, end in ends.items())
    return f"<{shown}>" if shown else ""


def _modelled(variable: Variable, compound: Compound | None, write: StanWriter) -> list[str]:
    """Return the statements of the model block for one variable."""
    axes, place = variable.axes, write.place(variable)
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
        shares = ", ".join(write(share, place) for share in p.values())
        line = f"({here} + 1) ~ categorical([{shares}]');"
    else:
        call = "{}({})".format(*_call(distribution, write, place))
        line = f"{here} ~ {call};"
        last = axes[-1].generic if axes else None
        varies = any(last in each.free_symbols for each in variable.parameters.values())
        if not varies and not write.listed(variable):
            # One statement for a whole row, where its entries have the same parameters.
            line = f"{write.target(name, axes[:-1])} ~ {call};"
            return write.nested(axes[:-1], write.statements([line]))
    return write.around(variable, write.statements([line]))


def _simulated(variable: Variable, compound: Compound | None, write: StanWriter) -> list[str]:
    """Return the statements that draw one variable from the prior."""
    axes, place = variable.axes, write.generic(variable.axes)
    here = write.target(write.program.names[variable.name], axes)
    if compound is not None and variable.observed:
        count = write(compound.rate, place)
        call, arguments = _call(compound.given, write, place)
        inner = [
            f"int {compound.name} = poisson_rng({count});",
            f"{here} = 0;",
            f"if ({compound.name} > 0) {here} = {call}_rng({arguments});",
        ]
        return write.nested(axes, write.statements(inner))
    distribution = plain(variable)
    p = distribution.parameters
    if distribution.name == "ZeroInflatedPoisson":
        value = f"bernoulli_rng({write(p['keep'], place)}) * poisson_rng({write(p['rate'], place)})"
    elif distribution.name == "Categorical":
        shares = ", ".join(write(share, place) for share in p.values())
        value = f"categorical_rng([{shares}]') - 1"
    elif distribution.name in _FOLDED:
        call = _CALLS[distribution.name][0]
        location, scale = write(p["location"], place), write(p["scale"], place)
        value = f"{location} + abs({call}_rng(0, {scale}))"
    else:
        call, arguments = _call(distribution, write, place)
        value = f"{call}_rng({arguments})"
    return write.nested(axes, write.statements([f"{here} = {value};"]))


def _call(distribution: Plain, write: StanWriter, place: Place) -> tuple[str, str]:
    if distribution.name not in _CALLS:
        has = "PyMC" if distribution.name == "InverseGaussian" else ""
        raise missing(distribution.name, "Stan", has)
    call, template = _CALLS[distribution.name]
    return call, write.filled(template, distribution.parameters, place)


def _compound_density(compound: Compound, here: str, write: StanWriter, place: Place) -> list[str]:
    """Return the statements that add the density of a sum of draws, over how many these are."""
    call, arguments = _call(compound.given, write, place)
    rate, number = write(compound.rate, place), compound.name
    density = f"{call}_{'lpmf' if compound.discrete else 'lpdf'}({here} | {arguments})"
    rate_name, terms = write.program.free("rate"), "terms"
    zero = f"-{rate_name}"
    summed = [
        f"vector[TERMS] {terms};",
        f"for ({number} in 1:TERMS) {{",
        f"  {terms}[{number}] = poisson_lpmf({number} | {rate_name}) + {density};",
        "}",
    ]
    if compound.discrete:
        zero = f"log_sum_exp({zero}, log_sum_exp({terms}))"
        added = [*summed, f"target += {here} == 0 ? {zero} : log_sum_exp({terms});"]
    else:
        indented = [f"  {line}" for line in [*summed, f"target += log_sum_exp({terms});"]]
        added = [f"if ({here} == 0) {{", f"  target += {zero};", "} else {", *indented, "}"]
    return write.statements([f"real {rate_name} = {rate};", *added])

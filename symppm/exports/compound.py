"""Sums of a Poisson number of draws: the number is summed out, as no gradient can move it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import sympy

from symppm.errors import NotBuiltError
from symppm.exports.distributions import Plain, plain
from symppm.exports.program import Program
from symppm.model.declaration import Declaration, Variable
from symppm.model.nodes import entries, known_entries
from symppm.model.sampling import sample_declaration

_SIDE: Final = 60
_SEED: Final = 1
_MARGIN: Final = 2
_FEWEST: Final = 20


@dataclass(frozen=True)
class Compound:
    """An observed exponential dispersion variable whose weight is a multiple of a Poisson count.

    Given a count of zero it is zero, and else it has a density; its own density sums over counts.
    """

    count: Variable
    outcome: Variable
    given: Plain
    number: sympy.Symbol
    name: str
    terms: int

    @property
    def rate(self) -> sympy.Expr:
        """Rate of the count."""
        return self.count.parameters["rate"]

    @property
    def discrete(self) -> bool:
        """Whether the outcome is an integer, so that a positive count can give zero too."""
        return self.outcome.family.support_of(self.outcome.parameters).integral

    @property
    def notes(self) -> tuple[str, ...]:
        """What a user should know of it."""
        return (
            f"The counts {self.count.name} are summed out, up to TERMS = {self.terms}, which "
            "multiplies the cost by that; raise TERMS where larger counts are plausible.",
        )


def compound_in(program: Program) -> tuple[Program, Compound] | None:
    """Return the compound that a model ends in, if it does, and the program with its number."""
    outcome = program.observed
    if not outcome.family.name.startswith("ExponentialDispersion["):
        return None
    weight = outcome.parameters["kappa"]
    if weight.is_positive:
        return None
    found = entries(weight)
    declaration = program.declaration
    count = declaration.by_name[found[0].name] if len(found) == 1 else None
    if (
        count is None
        or count.family.name != "Poisson"
        or {axis.name for axis in count.axes} != {axis.name for axis in outcome.axes}
        or any(entries(value) for name, value in outcome.parameters.items() if name != "kappa")
        or any(known_entries(value) for value in outcome.parameters.values())
        or weight.subs(found[0], 0) != 0
        or any(
            count in declaration.parents(other)
            for other in declaration.variables
            if other is not outcome
        )
    ):
        raise NotBuiltError(
            f"{outcome.name} ~ {outcome.family.name} with the weight {weight}, which can be zero",
            expected="a positive weight, or a multiple of one Poisson count that nothing else uses",
            do="Declare it so, or write this model by hand.",
        )
    number = sympy.Symbol("·number", positive=True, integer=True)
    name = program.free("n")
    parameters = {k: v.xreplace({found[0]: number}) for k, v in outcome.parameters.items()}
    compound = Compound(
        count, outcome, plain(outcome, parameters), number, name, _terms(program, count)
    )
    return replace(program, names={**program.names, number.name: name}), compound


def _terms(program: Program, count: Variable) -> int:
    """Return a count that draws from the prior keep well below."""
    declaration = program.declaration
    kept = declaration.variables[: declaration.variables.index(count)]
    above = Declaration(
        declaration.name,
        declaration.hyperparameters,
        declaration.axes,
        (*kept, replace(count, observed=True)),
        declaration.known,
    )
    values = {symbol.name: value for symbol, value in program.values.items()}
    shape = (_SIDE,) * len(count.axes)
    sizes = {axis.name: _SIDE for axis in declaration.axes}
    sizes |= {a.name: int(program.values[a.size]) for a in declaration.latent_axes}
    known = {
        each.name: np.full([sizes[dim] for dim in each.dims], program.largest.get(each.name, 1.0))
        for each in declaration.known
    }
    drawn = sample_declaration(above, values, shape, 1, np.random.default_rng(_SEED), known)
    return max(_FEWEST, _MARGIN * int(drawn.max()))

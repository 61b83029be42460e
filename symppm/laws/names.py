"""What readers call moments and laws."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from symppm.families import Family, JointFamily
from symppm.laws.derivation import Step
from symppm.laws.operators import Cumulant, Operator
from symppm.laws.patterns import words_of
from symppm.laws.rules import rule
from symppm.laws.rules.moments import FAMILY_MOMENT, JOINT_MOMENT
from symppm.model.declaration import Declaration
from symppm.model.nodes import Entry

_SHORT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "bilinearity": "bilinearity",
        "correlation": "definition",
        "exchangeable_sum": "exchangeable indices",
        "independent_covariance": "independence",
        "independent_cumulant": "independence",
        "linearity": "linearity",
        "multilinearity": "multilinearity",
        "sum_of_independents": "independent terms",
        "variance_of_product": "product of independents",
    }
)


def moment_title(moment: Operator, declaration: Declaration) -> str:
    """Return what a moment of observed entries is, such as "variance"."""
    word = moment.word
    if len(moment.operands) == 1:
        return word
    if isinstance(moment, Cumulant):
        *others, last = words_of(declaration, moment.operands)
        return f"{word} of the entries {', '.join(others)} and {last}"
    first, second = (operand.indices for operand in moment.operands)
    axes = ["column" if axis == "col" else axis for axis in declaration.observed.dims]
    shared = [axis for axis, one, two in zip(axes, first, second, strict=True) if one == two]
    return f"{word} of entries that share {'the ' + ' and '.join(shared) if shared else 'no axis'}"


def law_name(family: Family) -> str:
    """Return what a law is called, such as Dirichlet with a base or without."""
    return family.name.partition("[")[0] if isinstance(family, JointFamily) else family.name


def step_law(step: Step, declaration: Declaration) -> str:
    """Return the usual name of the law that a step uses, as short as it stands beside a formula."""
    if step.rule in (FAMILY_MOMENT.name, JOINT_MOMENT.name):
        entries = sorted(step.before.atoms(Entry), key=lambda e: -declaration.depths[e.name])
        return f"moments of {law_name(declaration.by_name[entries[0].name].family)}"
    if step.rule == "independent_product":
        return "conditional independence" if step.before.given else "independence"
    if step.rule == "definition":
        return f"definition of the {step.before.word}"
    return _SHORT.get(step.rule) or rule(step.rule).law.removeprefix("law of ")

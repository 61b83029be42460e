"""What a rule is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import sympy

from symppm.laws.questions import explicitly_independent, explicitly_settled
from symppm.model.declaration import Declaration


@dataclass(frozen=True)
class Condition:
    """A side condition that a step relies on.

    Attributes
    ----------
    kind : str
        ``"independent"`` (two expressions share no ancestor), ``"own_noise"`` (an entry, then what
        is given: only the entry's own noise is left), ``"exchangeable"`` (an index and the size of
        its axis: every term has the same law), ``"same_law"`` (two entries are exchangeable),
        ``"positive"`` (an expression that must be positive for a moment to exist),
        ``"relabelled"`` (indices in pairs, the old one and the new one).
    arguments : tuple of sympy.Expr
        What it is about.
    """

    kind: str
    arguments: tuple[sympy.Expr, ...]


@dataclass(frozen=True)
class Outcome:
    """What a rule made of an operator."""

    after: sympy.Expr
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True)
class Rule:
    """A law that rewrites.

    Attributes
    ----------
    name : str
        Identifier in derivation files.
    law : str
        The law's usual name, for readers.
    of : type or tuple of type
        The kinds of nodes that it rewrites.
    find : callable
        Takes a node of these kinds and the declaration; returns an Outcome, or None where the law
        does not apply.
    judge : callable
        Takes the node, the outcome and the declaration, and returns why the use of the rule is
        wrong, or None. It looks only at its arguments, never at how the outcome was found.
    unconditional : bool
        Whether the law is of moments that are not conditional.
    """

    name: str
    law: str
    of: type[sympy.Expr] | tuple[type[sympy.Expr], ...]
    find: Callable[[Any, Declaration], Outcome | None]
    judge: Callable[[Any, Outcome, Declaration], str | None]
    unconditional: bool = False

    def _takes(self, node: sympy.Expr) -> bool:
        return isinstance(node, self.of) and not (self.unconditional and node.given)

    def apply(self, node: sympy.Expr, declaration: Declaration) -> Outcome | None:
        """Return what the rule makes of a node, or None where it does not apply."""
        return self.find(node, declaration) if self._takes(node) else None

    def check(self, before: sympy.Expr, outcome: Outcome, declaration: Declaration) -> str | None:
        """Return why the use of the rule is wrong, or None."""
        if not self._takes(before):
            return f"{before} is nothing that the {self.law} is about"
        return self.judge(before, outcome, declaration)


def own_noise(entries: Iterable[sympy.Expr], given: sympy.Tuple) -> tuple[Condition, ...]:
    """Return the conditions that of each entry only its own noise is left."""
    return tuple(Condition("own_noise", (entry, *given)) for entry in dict.fromkeys(entries))


def expected_form(after: sympy.Expr, form: sympy.Expr) -> str | None:
    """Return a complaint unless two expressions are the same tree, up to expanding."""
    if after == form or sympy.expand(after - form) == 0:
        return None
    return f"the law gives {form}, the step says {after}"


def expected_conditions(outcome: Outcome, conditions: Iterable[Condition] = ()) -> str | None:
    """Return a complaint unless a step lists exactly these conditions, in any order."""
    if set(outcome.conditions) == set(conditions):
        return None
    return "the side conditions listed are not those that the rule needs"


def expected_independence(
    outcome: Outcome, conditions: Iterable[Condition], declaration: Declaration
) -> str | None:
    """Return a complaint unless a step lists exactly these conditions and each of them holds."""
    for condition in conditions:
        if condition.kind == "independent":
            first, second = condition.arguments
            if not explicitly_independent(first, second, declaration):
                return f"{first} and {second} are not independent"
        else:
            entry, *given = condition.arguments
            if not explicitly_settled(entry, sympy.Tuple(*given), declaration):
                return f"{entry} is not independent of the rest, given {tuple(given)}"
    return expected_conditions(outcome, conditions)

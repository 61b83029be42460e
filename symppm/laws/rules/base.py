"""What a rule is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import sympy

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
    apply : callable
        Takes an operator and the declaration; returns an Outcome, or None where it does not apply.
    check : callable
        Takes the operator, the outcome and the declaration, and returns why the use of the rule is
        wrong, or None. It looks only at its arguments, never at how the outcome was found.
    """

    name: str
    law: str
    apply: Callable[[sympy.Expr, Declaration], Outcome | None]
    check: Callable[[sympy.Expr, Outcome, Declaration], str | None]


def expected_form(after: sympy.Expr, form: sympy.Expr) -> str | None:
    """Return a complaint unless two expressions are the same tree, up to expanding."""
    if after == form or sympy.expand(after - form) == 0:
        return None
    return f"the law gives {form}, the step says {after}"


def no_conditions(outcome: Outcome) -> str | None:
    """Return a complaint if a step claims conditions that its rule does not need."""
    if outcome.conditions:
        return "the rule needs no side conditions, the step lists some"
    return None


def expected_conditions(outcome: Outcome, conditions: tuple[Condition, ...]) -> str | None:
    """Return a complaint unless a step lists exactly these conditions, in any order."""
    if set(outcome.conditions) == set(conditions):
        return None
    return "the side conditions listed are not those that the rule needs"

"""The solutions that can be admissible: formulas computed in order, and their conditions."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sympy

from symppm.errors import ParameterError, TargetError
from symppm.expressions import as_expression, number
from symppm.solve.feasibility import ROUNDING, FeasibilityCondition


@dataclass(frozen=True)
class Branch:
    """One admissible solution, as formulas that are computed one after another.

    Attributes
    ----------
    assignments : mapping of str to sympy.Expr
        Unknowns, the anchors of free scales being one, in the targets and in the unknowns before.
        Empty where ``identified`` is in the targets alone.
    identified : mapping of str to sympy.Expr
        K and every identifiable combination, in the targets and in what is assigned.
    conditions : tuple of FeasibilityCondition
        All must hold. They may mention what is assigned, and are listed in the order in which that
        becomes known.
    """

    assignments: Mapping[str, sympy.Expr]
    identified: Mapping[str, sympy.Expr]
    conditions: tuple[FeasibilityCondition, ...]

    @property
    def aliases(self) -> dict[str, str]:
        """What is assigned and is an identified combination by itself: its name there."""
        return {
            value.name: name
            for name, value in self.identified.items()
            if value.is_Symbol and value.name != name and value.name in self.assignments
        }

    @property
    def differences(self) -> dict[str, sympy.Expr]:
        """What is assigned and may be zero but for rounding, and what it is a difference of."""
        return {str(c.positive): c.beside for c in self.conditions if c.beside != 0}

    def in_targets(self, expression: sympy.Expr) -> sympy.Expr:
        """Write an expression in what is assigned as one in the targets.

        Parameters
        ----------
        expression : sympy.Expr
            One of ``identified``, or the left side of a condition.
        """
        for name, value in reversed(list(self.assignments.items())):
            symbols = [s for s in expression.free_symbols if s.name == name]
            expression = expression.xreplace(dict.fromkeys(symbols, value))
        return expression


def evaluate(
    branches: Sequence[Branch], given: Sequence[str], values: Mapping[str, float | str]
) -> list[dict[str, float]]:
    """Compute every branch whose conditions hold, from targets and what else is given."""
    solutions = []
    known = {name: _number(name, value, given) for name, value in values.items()}
    for branch in branches:
        point = dict(known)

        def at_point(expression: sympy.Expr, at: Mapping[str, sympy.Expr]) -> sympy.Expr:
            names = {s: s.name for s in expression.free_symbols}
            moves = {s: at[n] if n in at else _number(n, None, given) for s, n in names.items()}
            value = expression.subs(moves)
            return value.evalf() if value.has(sympy.Float) else value

        beside = branch.differences
        for name, formula in branch.assignments.items():
            point[name] = at_point(formula, point)
            if name in beside and abs(point[name]) <= ROUNDING * at_point(beside[name], point):
                point[name] = sympy.S.Zero
        tests = [
            (condition, at_point(condition.positive, point)) for condition in branch.conditions
        ]
        if all(condition.holds(value) for condition, value in tests):
            solutions.append(
                {name: float(at_point(v, point)) for name, v in branch.identified.items()}
            )
    return solutions


def _number(name: str, value: object, given: Sequence[str]) -> sympy.Expr:
    kind = TargetError if name in given else ParameterError
    decimal = isinstance(value, float)
    exact = sympy.Float(value) if decimal else as_expression(value, {}, name, kind)
    if exact is not None and math.isfinite(number(exact)):
        return exact
    raise kind(
        f"{name}={value!r}" if value is not None else f"no value for {name}",
        expected="a finite number",
        do="Check the value." if value is not None else f"Add {name}.",
    )

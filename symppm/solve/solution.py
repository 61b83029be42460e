"""What solving returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import sympy

from symppm.errors import NotBuiltError
from symppm.families import Requirement
from symppm.solve.coordinates import Coordinates
from symppm.solve.invariants import identifier

_SCALES: Final = ("s", "scale", "scale_", "scale__")


@dataclass(frozen=True)
class Gauge:
    """A scale that no moment can see.

    Multiplying each unknown by s to its weight changes no moment, for any s > 0. The proof is that
    ``exponents * weights = 0``: every power of s cancels in every term of every moment.

    Attributes
    ----------
    weights : mapping of str to int
        By unknown; those that do not move are left out.
    unknowns : tuple of str
        Columns of the exponent matrix.
    exponents : tuple of tuple of int
        Rows: differences of exponents that occur in the moments.
    """

    weights: Mapping[str, int]
    unknowns: tuple[str, ...]
    exponents: tuple[tuple[int, ...], ...]

    def proof(self) -> str:
        """Write the proof: the matrix, the vector, and their product."""
        vector = [self.weights.get(name, 0) for name in self.unknowns]
        lines = [f"unknowns       {'  '.join(self.unknowns)}", f"weights        {vector}"]
        for row in self.exponents:
            product = sum(one * two for one, two in zip(row, vector, strict=True))
            lines.append(f"exponents      {list(row)}  times weights = {product}")
        return "\n".join(lines)


@dataclass(frozen=True)
class FeasibilityCondition:
    """A strict inequality that targets must meet.

    Attributes
    ----------
    positive : sympy.Expr
        Must be greater than zero.
    text : str
        The inequality for readers, such as ``"variance > mean"``.
    """

    positive: sympy.Expr
    text: str


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


@dataclass(frozen=True)
class Solution:
    """The hyperparameters in terms of the targets.

    Attributes
    ----------
    given : tuple of str
        The targets.
    fixed : tuple of str
        Unknowns whose values are given, as numbers or as symbols that stay in the expressions.
    unknowns : tuple of str
        What was solved for: the hyperparameters and sizes that are free, a prior's ``mean_NAME``
        and ``cv_NAME`` (standard deviation over mean) standing for its parameters where second
        moments are not rational in those.
    expressions : mapping of str to sympy.Expr
        K, the identified unknowns, and the identified products of powers of the others (``"b*d"``),
        each in the targets: those of the first branch.
    exponents : mapping of str to mapping of str to int
        What each of those is made of.
    conditions : tuple of FeasibilityCondition
        All must hold; each is necessary, together they suffice for the first branch.
    branches : tuple of Branch
        All solutions that can be admissible. There is one for most models; hierarchical ones can
        have two that share every target.
    gauge : tuple of Gauge
        The scales that remain free, each with its proof.
    anchored : mapping of str to mapping of str to sympy.Rational
        Every unknown as a product of powers of the identified ones, in the gauge where the anchors
        are one.
    anchors : tuple of str
        One unknown for each gauge.
    rank : int
        Exact rank of the Jacobian of the targets by the unknowns at a random rational point: how
        many combinations of unknowns these targets determine.
    free : tuple of str
        What the targets leave open besides the gauge, as it occurs in the expressions: an unknown,
        or ``s_t`` for the identified combination ``s*t`` where a gauge moves its parts.
    constraints : tuple of sympy.Expr
        Each must be zero, for the targets are more than the unknowns.
    coordinates : Coordinates
        The declaration as it was solved, and the way back to the declared hyperparameters.
    coefficients_of_variation : mapping of str to sympy.Expr
        Standard deviation over mean of each prior at the root of the graph, in the targets.
    route : str
        How it was found: ``"invariants"`` (exponent matrix and null space), ``"elimination"``, or
        ``"numeric"`` where there is no closed form: matching then solves numerically.
    """

    given: tuple[str, ...]
    fixed: tuple[str, ...]
    unknowns: tuple[str, ...]
    expressions: Mapping[str, sympy.Expr]
    exponents: Mapping[str, Mapping[str, int]]
    conditions: tuple[FeasibilityCondition, ...]
    branches: tuple[Branch, ...]
    gauge: tuple[Gauge, ...]
    anchored: Mapping[str, Mapping[str, sympy.Rational]]
    anchors: tuple[str, ...]
    rank: int
    free: tuple[str, ...]
    constraints: tuple[sympy.Expr, ...]
    coordinates: Coordinates
    coefficients_of_variation: Mapping[str, sympy.Expr]
    route: str

    @property
    def hyperparameters(self) -> Mapping[str, sympy.Expr]:
        """Every hyperparameter in the unknowns and what is fixed."""
        return self.coordinates.hyperparameters

    @property
    def requirements(self) -> tuple[Requirement, ...]:
        """What the unknowns must fulfil, besides, for the priors to exist."""
        return self.coordinates.requirements

    @property
    def dimension(self) -> int:
        """Dimension of the family of solutions that remains, gauges not counted."""
        return len(self.unknowns) - len(self.gauge) - self.rank

    @property
    def is_explicit(self) -> bool:
        """Whether there is one branch, in the targets alone: nothing is computed before it."""
        return len(self.branches) == 1 and not self.branches[0].assignments

    def evaluate(self, values: Mapping[str, float]) -> list[dict[str, float]]:
        """Compute every branch whose conditions hold.

        Parameters
        ----------
        values : mapping of str to float
            The targets, and whatever is fixed as a symbol or left open, by name.

        Returns
        -------
        list of dict
            One a branch that is admissible there: K and every identified combination.

        Raises
        ------
        NotBuiltError
            If there is no closed form to evaluate.
        """
        if not self.branches:
            raise NotBuiltError(
                "a numeric solution asked for formulas",
                expected="a closed form",
                do="Call ppm.match(targets=..., fixed=...), which solves such systems numerically.",
            )
        found = []
        for branch in self.branches:
            point = {name: sympy.sympify(value) for name, value in values.items()}

            def number(expression: sympy.Expr, known: Mapping[str, sympy.Expr]) -> sympy.Expr:
                at = {s: known[s.name] for s in expression.free_symbols}
                return sympy.sympify(expression).subs(at)

            for name, formula in branch.assignments.items():
                point[name] = number(formula, point)
            tests = [number(condition.positive, point) for condition in branch.conditions]
            if all(test.is_real and test > 0 for test in tests):
                found.append(
                    {name: float(number(v, point)) for name, v in branch.identified.items()}
                )
        return found

    def _repr_latex_(self) -> str:
        """Return what is identified, in the targets, for a notebook; conditions below it."""
        lines: list[str] = []
        for number, branch in enumerate(self.branches, 1):
            if len(self.branches) > 1:
                lines.append(rf"&\text{{branch {number} of {len(self.branches)}:}}")
            lines += [
                f"{_product(self.exponents.get(name, {name: 1}))} &= {_latex(value)}"
                for name, value in (*branch.assignments.items(), *branch.identified.items())
                if str(value) != name
            ]
            lines += [f"{_latex(each.positive)} &> 0" for each in branch.conditions]
        lines += [f"{_latex(each)} &= 0" for each in self.constraints]
        if not lines:
            return "no closed form: matching solves numerically"
        return "$$\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}$$"

    def summary(self) -> str:
        """Write the solution as text: what is identified, under which conditions, what is free."""
        lines = [f"given {', '.join(self.given)}"]
        if self.fixed:
            lines.append(f"fixed {', '.join(self.fixed)}")
        if self.dimension > 0:
            lines.append(
                f"these {len(self.given)} targets determine {self.rank} of "
                f"{self.rank + self.dimension} identifiable combinations and leave a family of "
                f"dimension {self.dimension}: fix, tie or add a target"
            )
        if self.free:
            lines.append(f"in terms of {', '.join(map(self._told, self.free))}:")
        if not self.branches:
            lines.append("no closed form: matching solves numerically")
        for number, branch in enumerate(self.branches, 1):
            if len(self.branches) > 1:
                lines.append(f"branch {number} of {len(self.branches)}")
            named = branch.aliases
            lines += [f"{named.get(n, n)} = {value}" for n, value in branch.assignments.items()]
            lines += [
                f"{name} = {value}"
                for name, value in branch.identified.items()
                if str(value) not in (name, identifier(name)) and name not in named.values()
            ]
            lines += [f"requires {condition.text}" for condition in branch.conditions]
        lines += [
            f"{name} = {value}"
            for name, value in self.hyperparameters.items()
            if str(value) != name and self.branches
        ]
        lines += [f"requires that {each.text}" for each in self.requirements]
        lines += [f"the targets must meet {each} = 0" for each in self.constraints]
        for gauge in self.gauge:
            taken = {*self.unknowns, *self.fixed, *self.hyperparameters}
            scale = next(each for each in _SCALES if each not in taken)
            scaled = ", ".join(
                f"{name} -> {name}*{scale}"
                if weight == 1
                else f"{name} -> {name}*{scale}**({weight})"
                for name, weight in gauge.weights.items()
            )
            lines.append(f"not identified: {scaled} changes no moment")
        return "\n".join(lines)

    def _told(self, free: str) -> str:
        """Return what is left open, with the combination that its name stands for."""
        names = (name for name in self.expressions if identifier(name) == free != name)
        return " = ".join([free, *names])


def _product(exponents: Mapping[str, int]) -> str:
    powers = [sympy.Symbol(name) ** power for name, power in exponents.items()]
    return _latex(sympy.Mul(*powers))


def _latex(expression: sympy.Expr) -> str:
    words = {
        symbol: rf"\text{{{symbol.name}}}"
        for symbol in expression.free_symbols
        if symbol.name in ("mean", "variance", "cycle")
    }
    return str(sympy.latex(expression, symbol_names=words))

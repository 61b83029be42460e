"""What solving returns."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import sympy

from symppm.errors import NotBuiltError, ParameterError, TargetError
from symppm.expressions import as_expression, number
from symppm.families import Requirement
from symppm.solve.coordinates import Coordinates
from symppm.solve.invariants import identifier

if TYPE_CHECKING:
    from symppm.solve.certificate import Certificate
    from symppm.solve.system import System

_SCALES: Final = ("s", "scale", "scale_", "scale__")

ROUNDING: Final = 1e-12
"""Part of two numbers by which their difference may miss zero, for they are themselves rounded."""


@dataclass(frozen=True)
class ScaleSymmetry:
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
class Location:
    """A level that no moment can see.

    Adding s times its weight to each unknown that shifts, and multiplying each that scales by
    exp(s) to its weight, changes no moment, for any real s. The proof is that the derivative of
    every moment by s is zero: the terms of each add up to that.

    Attributes
    ----------
    shifts, scales : mapping of str to int
        Weights by unknown; those that do not move are left out.
    terms : mapping of str to tuple of sympy.Expr
        By moment: what each unknown that shifts, then each that scales, adds to the derivative.
    """

    shifts: Mapping[str, int]
    scales: Mapping[str, int]
    terms: Mapping[str, tuple[sympy.Expr, ...]]

    @property
    def anchor(self) -> str:
        """The unknown that is zero in the formulas of a solution."""
        return next(iter(self.shifts))

    def moved(self, shift: str) -> dict[str, sympy.Expr]:
        """Return what becomes of each unknown that moves, by a shift of this name."""
        symbols = {name: sympy.Symbol(name) for name in (*self.shifts, *self.scales)}
        s = sympy.Symbol(shift)
        shifted = {name: symbols[name] + weight * s for name, weight in self.shifts.items()}
        return shifted | {n: symbols[n] * sympy.exp(w * s) for n, w in self.scales.items()}

    def proof(self) -> str:
        """Write the proof: the terms of the derivative of each moment."""
        return "\n".join(
            f"{name}: " + " + ".join(f"({term})" for term in terms) + " = 0"
            for name, terms in self.terms.items()
        )


@dataclass(frozen=True)
class FeasibilityCondition:
    """An inequality that targets must meet.

    Attributes
    ----------
    positive : sympy.Expr
        Must be greater than zero.
    text : str
        The inequality for readers, such as ``"variance > mean"``.
    or_zero : bool
        Whether it may be zero too.
    beside : sympy.Expr
        What ``positive`` is a small difference of: less than :data:`ROUNDING` of it is zero.
    """

    positive: sympy.Expr
    text: str
    or_zero: bool = False
    beside: sympy.Expr = sympy.S.Zero

    @property
    def relation(self) -> str:
        """The relation to zero, in LaTeX."""
        return r"\ge" if self.or_zero else ">"

    def holds(self, value: sympy.Expr) -> bool:
        """Tell whether the condition holds where ``positive`` has this value."""
        return bool(value.is_real and (value >= 0 if self.or_zero else value > 0))


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
        return {str(each.positive): each.beside for each in self.conditions if each.beside != 0}

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
        K, the identified unknowns, and the identified combinations of the others (``"b*d"``,
        ``"mu + nu"``), each in the targets: those of the first branch.
    exponents : mapping of str to mapping of str to int
        What each of those is a product of powers of, where the anchors of locations are zero.
    conditions : tuple of FeasibilityCondition
        All must hold; each is necessary, together they suffice for the first branch. Where two
        branches meet, the first stands for both.
    branches : tuple of Branch
        All solutions that can be admissible. There is one for most models; hierarchical ones can
        have two that share every target.
    scales : tuple of ScaleSymmetry
        The scales that remain free, each with its proof.
    locations : tuple of Location
        The levels that remain free, each with its proof.
    anchored : mapping of str to mapping of str to sympy.Rational
        Every unknown as a product of powers of the identified ones, on the scale where the anchors
        are one. Those of locations are zero there.
    anchors : tuple of str
        One unknown for each scale symmetry.
    rank : int
        Exact rank of the Jacobian of the targets by the unknowns at a random rational point: how
        many combinations of unknowns these targets determine.
    free : tuple of str
        What the targets leave open besides the scales, as it occurs in the expressions: an unknown,
        or ``s_t`` for the identified combination ``s*t`` where a scale moves its parts.
    constraints : tuple of sympy.Expr
        Each must be zero, for the targets are more than the unknowns.
    coordinates : Coordinates
        The declaration as it was solved, and the way back to the declared hyperparameters.
    coefficients_of_variation : mapping of str to sympy.Expr
        Standard deviation over mean of each prior at the root of the graph, in the targets.
    shown : tuple of str
        What data show of hyperparameters to which a free scale of the priors adds, such as the
        levels of Log-Normals.
    route : str
        How it was found: ``"invariants"`` (exponent matrix and null space), ``"elimination"``, or
        ``"numeric"`` where there is no closed form: matching then solves numerically.
    system : System
        The equations that were solved.
    """

    given: tuple[str, ...]
    fixed: tuple[str, ...]
    unknowns: tuple[str, ...]
    expressions: Mapping[str, sympy.Expr]
    exponents: Mapping[str, Mapping[str, int]]
    conditions: tuple[FeasibilityCondition, ...]
    branches: tuple[Branch, ...]
    scales: tuple[ScaleSymmetry, ...]
    locations: tuple[Location, ...]
    anchored: Mapping[str, Mapping[str, sympy.Rational]]
    anchors: tuple[str, ...]
    rank: int
    free: tuple[str, ...]
    constraints: tuple[sympy.Expr, ...]
    coordinates: Coordinates
    coefficients_of_variation: Mapping[str, sympy.Expr]
    shown: tuple[str, ...]
    route: str
    system: System = field(repr=False, compare=False)

    @functools.cached_property
    def derivation(self) -> Certificate:
        """The proof: every step from the moments to the formulas, and what it shows."""
        from symppm.solve.certificate import certify  # noqa: PLC0415 - it needs this module

        return certify(self)

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
        """Dimension of the family of solutions that remains, free scales and levels not counted."""
        return len(self.unknowns) - len(self.scales) - len(self.locations) - self.rank

    @property
    def symmetries(self) -> tuple[ScaleSymmetry | Location, ...]:
        """Scales and levels that no data can fix, each with its proof."""
        return (*self.scales, *self.locations)

    @property
    def is_explicit(self) -> bool:
        """Whether there is one branch, in the targets alone: nothing is computed before it."""
        return len(self.branches) == 1 and not self.branches[0].assignments

    def evaluate(self, values: Mapping[str, float | str]) -> list[dict[str, float]]:
        """Compute every branch whose conditions hold.

        Parameters
        ----------
        values : mapping of str to float or str
            The targets, and whatever is fixed as a symbol or left open, by name: numbers, or text
            such as ``"1/3"``.

        Returns
        -------
        list of dict
            One a branch that is admissible there: K and every identified combination.

        Raises
        ------
        NotBuiltError
            If there is no closed form to evaluate.
        TargetError, ParameterError
            If a value is missing, or is no finite number, or the values are no mapping.
        """
        if not self.branches:
            raise NotBuiltError(
                "a numeric solution asked for formulas",
                expected="a closed form",
                do="Call ppm.match(targets=..., fixed=...), which solves such systems numerically.",
            )
        if not isinstance(values, Mapping) or not all(isinstance(name, str) for name in values):
            raise ParameterError(
                f"values={values!r}",
                expected="a mapping from names, as text, to numbers",
                do=f"Write, for example, evaluate({{{self.given[0]!r}: 2.5}}), with every target.",
            )
        found = []
        given = {name: self._number(name, value) for name, value in values.items()}
        for branch in self.branches:
            point = dict(given)

            def at_point(expression: sympy.Expr, known: Mapping[str, sympy.Expr]) -> sympy.Expr:
                names = {s: s.name for s in expression.free_symbols}
                at = {s: known[n] if n in known else self._number(n) for s, n in names.items()}
                return expression.subs(at)

            beside = branch.differences
            for name, formula in branch.assignments.items():
                point[name] = at_point(formula, point)
                if name in beside and abs(point[name]) <= ROUNDING * at_point(beside[name], point):
                    point[name] = sympy.S.Zero
            tests = [(each, at_point(each.positive, point)) for each in branch.conditions]
            if all(condition.holds(value) for condition, value in tests):
                found.append(
                    {name: float(at_point(v, point)) for name, v in branch.identified.items()}
                )
        return found

    def _number(self, name: str, value: object = None) -> sympy.Expr:
        kind = TargetError if name in self.given else ParameterError
        decimal = isinstance(value, float)
        exact = sympy.Float(value) if decimal else as_expression(value, {}, name, kind)
        if exact is not None and math.isfinite(number(exact)):
            return exact
        raise kind(
            f"{name}={value!r}" if value is not None else f"no value for {name}",
            expected="a finite number",
            do="Check the value." if value is not None else f"Add {name}.",
        )

    def _repr_latex_(self) -> str:
        """Return what is identified, in the targets, for a notebook; conditions below it."""
        lines: list[str] = []
        for place, branch in enumerate(self.branches, 1):
            if len(self.branches) > 1:
                lines.append(rf"&\text{{branch {place} of {len(self.branches)}:}}")
            lines += [
                f"{self._combination(name)} &= {_latex(value)}"
                for name, value in (*branch.assignments.items(), *branch.identified.items())
                if str(value) != name
            ]
            lines += [f"{_latex(each.positive)} &{each.relation} 0" for each in branch.conditions]
        lines += [f"{_latex(each)} &= 0" for each in self.constraints]
        if not lines:
            return "no closed form: matching solves numerically"
        return "$$\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}$$"

    def _combination(self, name: str) -> str:
        powers = self.exponents.get(name, {name: 1})
        unknowns = {each: sympy.Symbol(each, real=True) for each in powers}
        return _latex(
            sympy.Mul(*(shown(unknowns[n], self.locations) ** p for n, p in powers.items()))
        )

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
        for place, branch in enumerate(self.branches, 1):
            if len(self.branches) > 1:
                lines.append(f"branch {place} of {len(self.branches)}")
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
        for symmetry in self.scales:
            taken = {*self.unknowns, *self.fixed, *self.hyperparameters}
            scale = next(each for each in _SCALES if each not in taken)
            scaled = ", ".join(
                f"{name} -> {name}*{scale}"
                if weight == 1
                else f"{name} -> {name}*{scale}**({weight})"
                for name, weight in symmetry.weights.items()
            )
            lines.append(f"not identified: {scaled} changes no moment")
        lines += [f"these scales add to levels, of which data show {name}" for name in self.shown]
        for location in self.locations:
            letter = "shift" if "s" in self.unknowns else "s"
            moved = ", ".join(f"{n} -> {value}" for n, value in location.moved(letter).items())
            lines.append(f"not identified: {moved} changes no moment")
        return "\n".join(lines)

    def _told(self, free: str) -> str:
        """Return what is left open, with the combination that its name stands for."""
        names = (name for name in self.expressions if identifier(name) == free != name)
        return " = ".join([free, *names])


def shown(symbol: sympy.Symbol, locations: Sequence[Location]) -> sympy.Expr:
    """Return what data show of an unknown: itself, on the scale on which every anchor is zero."""
    shift, power = sympy.S.Zero, sympy.S.Zero
    for each in locations:
        distance = sympy.Symbol(each.anchor, real=True) / each.shifts[each.anchor]
        shift += each.shifts.get(symbol.name, 0) * distance
        power += each.scales.get(symbol.name, 0) * distance
    return (symbol - shift) * sympy.exp(-power)


def _latex(expression: sympy.Expr) -> str:
    words = {
        symbol: rf"\text{{{symbol.name}}}"
        for symbol in expression.free_symbols
        if symbol.name in ("mean", "variance", "cycle")
    }
    return str(sympy.latex(expression, symbol_names=words))

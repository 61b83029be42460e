"""What solving returns."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import sympy

from symppm.errors import NotBuiltError, ParameterError
from symppm.families import Requirement
from symppm.solve.branches import Branch, evaluate
from symppm.solve.certificate import Certificate, certify
from symppm.solve.coordinates import Coordinates
from symppm.solve.feasibility import FeasibilityCondition, feasibility
from symppm.solve.freedoms import Location, ScaleSymmetry, added_levels, shown
from symppm.solve.invariants import identifier
from symppm.solve.system import System

_SCALES: Final = ("s", "scale", "scale_", "scale__")


@dataclass(frozen=True)
class Solution:
    """The hyperparameters in terms of the targets.

    Attributes
    ----------
    system : System
        The equations that were solved.
    rank : int
        Exact rank of the Jacobian of the targets by the unknowns at a random rational point: how
        many combinations of unknowns these targets determine.
    route : str
        How it was found: ``"invariants"`` (exponent matrix and null space), ``"elimination"``, or
        ``"numeric"`` where there is no closed form: matching then solves numerically.
    branches : tuple of Branch
        All solutions that can be admissible. There is one for most models; hierarchical ones can
        have two that share every target.
    free : tuple of str
        What the targets leave open besides the scales, as it occurs in the expressions: an unknown,
        or ``s_t`` for the identified combination ``s*t`` where a scale moves its parts.
    constraints : tuple of sympy.Expr
        Each must be zero, for the targets are more than the unknowns.
    coefficients_of_variation : mapping of str to sympy.Expr
        Standard deviation over mean of each prior at the root of the graph, in the targets.
    """

    system: System = field(repr=False)
    rank: int
    route: str
    branches: tuple[Branch, ...] = ()
    free: tuple[str, ...] = ()
    constraints: tuple[sympy.Expr, ...] = ()
    coefficients_of_variation: Mapping[str, sympy.Expr] = field(default_factory=dict)

    @property
    def given(self) -> tuple[str, ...]:
        """The targets."""
        return self.system.given

    @property
    def fixed(self) -> tuple[str, ...]:
        """Unknowns whose values are given, as numbers or as symbols that stay in expressions."""
        return self.system.fixed

    @property
    def unknowns(self) -> tuple[str, ...]:
        """What was solved for: the hyperparameters and sizes that are free.

        A prior's ``mean_NAME`` and ``cv_NAME`` (standard deviation over mean) stand for its
        parameters where second moments are not rational in those.
        """
        return tuple(symbol.name for symbol in self.system.every_unknown)

    @property
    def scales(self) -> tuple[ScaleSymmetry, ...]:
        """The scales that remain free, each with its proof."""
        return self.system.scales

    @property
    def locations(self) -> tuple[Location, ...]:
        """The levels that remain free, each with its proof."""
        return self.system.locations

    @property
    def anchors(self) -> tuple[str, ...]:
        """One unknown for each scale symmetry."""
        return tuple(anchor.name for anchor in self.system.anchors)

    @property
    def anchored(self) -> Mapping[str, Mapping[str, sympy.Rational]]:
        """Every unknown as a product of powers of the identified ones, where the anchors are one.

        Those of locations are zero there.
        """
        return self.system.in_identified if self.branches else {}

    @property
    def coordinates(self) -> Coordinates:
        """The declaration as it was solved, and the way back to the declared hyperparameters."""
        return self.system.coordinates

    @functools.cached_property
    def expressions(self) -> Mapping[str, sympy.Expr]:
        """K and the identified combinations (``"b*d"``, ``"mu + nu"``) of the first branch.

        Each is in the targets.
        """
        return {
            name: branch.in_targets(value)
            for branch in self.branches[:1]
            for name, value in branch.identified.items()
        }

    @functools.cached_property
    def exponents(self) -> Mapping[str, Mapping[str, int]]:
        """What each combination is a product of powers of, where locations' anchors are zero."""
        return {
            name: {u.name: n for u, n in zip(self.system.unknowns, vector, strict=True) if n}
            for name, vector in self.system.identified.items()
        }

    @functools.cached_property
    def conditions(self) -> tuple[FeasibilityCondition, ...]:
        """All must hold; each is necessary, together they suffice for the first branch.

        Where two branches meet, the first stands for both. What must hold of the scale that is
        chosen is no condition on targets: see ``requirements``.
        """
        values = {
            unknown: sympy.Mul(*(self.expressions[name] ** n for name, n in powers.items()))
            for unknown, powers in self.anchored.items()
        }
        stated = (
            replace(
                condition,
                positive=branch.in_targets(condition.positive),
                beside=branch.in_targets(condition.beside),
            )
            for branch in self.branches[:1]
            for condition in branch.conditions
        )
        required = (
            replace(condition, positive=_put_in(condition.positive, values))
            for condition in self.required
        )
        return (*stated, *required)

    @functools.cached_property
    def required(self) -> tuple[FeasibilityCondition, ...]:
        """What requirements ask of the unknowns whatever the scale, where these are in targets."""
        margins = [need.positive for need in self.requirements if self._is_seen(need.positive)]
        return tuple(
            condition
            for condition in feasibility(dict.fromkeys(margins if self.branches else ()))
            if not condition.positive.subs(self.system.ones).is_nonnegative
        )

    def _is_seen(self, margin: sympy.Expr) -> bool:
        """Tell whether the sign of an expression in unknowns is the same in every scale."""
        moving = {symbol.name: symbol for symbol in margin.free_symbols}
        if any(moving.keys() & location.moved("s").keys() for location in self.locations):
            return False
        s = sympy.Dummy("s", positive=True)
        for scale in self.scales:
            moved = {moving[n]: moving[n] * s**w for n, w in scale.weights.items() if n in moving}
            ratio = sympy.simplify(margin.subs(moved, simultaneous=True) / margin)
            if not ratio.free_symbols <= {s}:
                return False
        return True

    @functools.cached_property
    def shown(self) -> tuple[str, ...]:
        """What data show of hyperparameters to which a free scale adds, as Log-Normals' levels."""
        return added_levels(self.scales, self.system.unknowns, self.coordinates)

    @functools.cached_property
    def derivation(self) -> Certificate:
        """The proof: every step from the moments to the formulas, and what it shows."""
        return certify(self.system, self.branches)

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
        return evaluate(self.branches, self.given, values)

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
            lines += [f"{_latex(c.positive)} &{c.relation} 0" for c in branch.conditions]
        lines += [f"{_latex(constraint)} &= 0" for constraint in self.constraints]
        if not lines:
            return "no closed form: matching solves numerically"
        return "$$\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}$$"

    def _combination(self, name: str) -> str:
        powers = self.exponents.get(name, {name: 1})
        unknowns = {letter: sympy.Symbol(letter, real=True) for letter in powers}
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
        lines += [f"requires that {need.text}" for need in self.requirements]
        lines += [f"requires {condition.text}" for condition in self.required]
        lines += [f"the targets must meet {constraint} = 0" for constraint in self.constraints]
        for symmetry in self.scales:
            taken = {*self.unknowns, *self.fixed, *self.hyperparameters}
            scale = next(letter for letter in _SCALES if letter not in taken)
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


def _put_in(expression: sympy.Expr, values: Mapping[str, sympy.Expr]) -> sympy.Expr:
    named = (symbol for symbol in expression.free_symbols if symbol.name in values)
    return expression.subs({symbol: values[symbol.name] for symbol in named})


def _latex(expression: sympy.Expr) -> str:
    words = {
        symbol: rf"\text{{{symbol.name}}}"
        for symbol in expression.free_symbols
        if symbol.name in ("mean", "variance", "cycle")
    }
    return str(sympy.latex(expression, symbol_names=words))

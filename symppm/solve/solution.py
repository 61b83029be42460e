"""What solving returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy


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
class Solution:
    """The hyperparameters in terms of the targets.

    Attributes
    ----------
    given : tuple of str
        The targets.
    fixed : tuple of str
        Unknowns whose values are given, as numbers or as symbols that stay in the expressions.
    expressions : mapping of str to sympy.Expr
        K, the identified hyperparameters, and the identified products of powers of the others
        (``"b*d"``), each in the targets.
    exponents : mapping of str to mapping of str to int
        What each of those is made of.
    conditions : tuple of FeasibilityCondition
        All must hold; each is necessary, together they suffice.
    gauge : tuple of Gauge
        The scales that remain free, each with its proof.
    anchored : mapping of str to mapping of str to sympy.Rational
        Every unknown as a product of powers of the identified ones, in the gauge where the anchors
        are one.
    anchors : tuple of str
        One unknown for each gauge.
    coefficients_of_variation : mapping of str to sympy.Expr
        Standard deviation over mean of each prior at the root of the graph, in the targets.
    route : str
        How it was found.
    """

    given: tuple[str, ...]
    fixed: tuple[str, ...]
    expressions: Mapping[str, sympy.Expr]
    exponents: Mapping[str, Mapping[str, int]]
    conditions: tuple[FeasibilityCondition, ...]
    gauge: tuple[Gauge, ...]
    anchored: Mapping[str, Mapping[str, sympy.Rational]]
    anchors: tuple[str, ...]
    coefficients_of_variation: Mapping[str, sympy.Expr]
    route: str

    def summary(self) -> str:
        """Write the solution as text: what is identified, under which conditions, what is free."""
        lines = [f"given {', '.join(self.given)}"]
        if self.fixed:
            lines.append(f"fixed {', '.join(self.fixed)}")
        lines += [f"{name} = {value}" for name, value in self.expressions.items()]
        lines += [f"requires {condition.text}" for condition in self.conditions]
        for gauge in self.gauge:
            scaled = ", ".join(
                f"{name} -> {name}*s" if weight == 1 else f"{name} -> {name}*s**({weight})"
                for name, weight in gauge.weights.items()
            )
            lines.append(f"not identified: {scaled} changes no moment")
        return "\n".join(lines)

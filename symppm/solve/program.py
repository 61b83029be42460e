"""Unknowns as formulas that are computed one after another, and what they give on numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sympy

_DIGITS = 40
_TOLERANCE = sympy.Float("1e-20")

Sample = Mapping[sympy.Symbol, sympy.Expr]


@dataclass(frozen=True)
class Program:
    """Unknowns as formulas, each in what is known and in the unknowns assigned before it.

    Attributes
    ----------
    assignments : mapping of sympy.Symbol to sympy.Expr
        In the order in which they are computed; the coefficients of a quadratic equation, its
        discriminant and what both roots are made of have symbols of their own.
    discriminant : sympy.Symbol or None
        What must not be negative besides. Where it is zero, two programs are one.
    beside : sympy.Expr
        What the discriminant is a difference of.
    free : tuple of sympy.Symbol
        Unknowns that the equations leave open; they occur in the formulas.
    constraints : tuple of sympy.Expr
        What must vanish for the equations to have a solution at all, in what is known.
    """

    assignments: Mapping[sympy.Symbol, sympy.Expr]
    free: tuple[sympy.Symbol, ...]
    constraints: tuple[sympy.Expr, ...]
    discriminant: sympy.Symbol | None = None
    beside: sympy.Expr = sympy.S.Zero


def values(program: Program, sample: Sample) -> dict[sympy.Symbol, sympy.Expr]:
    """Run a program on numbers."""
    assigned = set(program.assignments)
    known = {symbol: value for symbol, value in sample.items() if symbol not in assigned}
    found: dict[sympy.Symbol, sympy.Expr] = {}
    for symbol, formula in program.assignments.items():
        found[symbol] = formula.xreplace({**known, **found}).evalf(_DIGITS)
    return found


def holds(program: Program, residuals: Sequence[sympy.Expr], samples: Sequence[Sample]) -> bool:
    """Tell whether a program solves the equations wherever its values are finite."""
    for sample in samples[:2]:
        found = {**sample, **values(program, sample)}
        if not all(value.is_finite for value in found.values()):
            continue
        for residual in residuals:
            error = abs(residual.xreplace(found).evalf(_DIGITS))
            if error.is_finite and error <= _TOLERANCE:
                continue
            terms = [abs(t.xreplace(found).evalf(_DIGITS)) for t in sympy.Add.make_args(residual)]
            if not error.is_finite or error > _TOLERANCE * (1 + sum(terms)):
                return False
    return True


def meets(program: Program, samples: Sequence[Sample]) -> bool:
    """Tell whether a program returns the sample that the targets came from, at least once."""
    for sample in samples:
        found = values(program, sample)
        if all(
            found[symbol].is_finite
            and abs(found[symbol] - sample[symbol]) <= _TOLERANCE * (1 + abs(found[symbol]))
            for symbol in found
            if symbol in sample
        ):
            return True
    return False

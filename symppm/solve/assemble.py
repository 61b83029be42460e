"""Putting a solution together: from solved monomials, from programs, or from neither."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import sympy

from symppm.laws.collecting import in_factors
from symppm.solve.branches import Branch
from symppm.solve.elimination import Formulas, Program
from symppm.solve.feasibility import FeasibilityCondition, allowed, feasibility, inequality
from symppm.solve.forms import present, quality
from symppm.solve.freedoms import simplified
from symppm.solve.invariants import integer_null_space
from symppm.solve.monomials import Monomials, NoClosedFormError
from symppm.solve.samples import uppers
from symppm.solve.solution import Solution
from symppm.solve.system import System
from symppm.solve.targets import target_symbol

_WIDEST_SHIFT = 4
# Of a formula written out: longer ones take minutes to factor, and nobody reads them.
_MOST_OPERATIONS = 200
_LONGEST_CONDITION = 80
_TRIED_PRODUCTS = 6
_DIGITS = 40
_TOLERANCE = sympy.Float("1e-25")


def by_monomials(
    system: System, rank: int, monomials: Monomials, route: str = "invariants"
) -> Solution:
    """Write every identified combination as a product of powers of solved monomials."""
    ratios = [target_symbol(name) for n in system.given if "/" in n for name in n.split("/")]
    feasible = feasibility([*ratios, *monomials.positive])
    nonzero = _nonzero(monomials.nonzero, feasible)
    signs = tuple(condition.positive for condition in (*feasible, *nonzero))
    expressions = {
        name: _from_monomials(vector, monomials, signs)
        for name, vector in system.identified.items()
    }
    dividing = _dividing(system, expressions)
    others = [condition for condition in nonzero if condition.positive.as_base_exp()[0] in dividing]
    positive = [condition.positive for condition in feasible]
    others += [
        allowed(margin, positive)
        for name, product in system.products.items()
        for margin in _margins(system, product, expressions[name])
    ]
    _check_at_samples(system, expressions, (*feasible, *others))
    if system.has_exponentials:  # common powers of exponentials cancel
        feasible = feasibility(system.restored(condition.positive) for condition in feasible)
    else:
        feasible = tuple(_rewritten(condition, system.restored) for condition in feasible)
    branch = Branch(
        {},
        {name: system.restored(value) for name, value in expressions.items()},
        (*feasible, *(_rewritten(condition, system.restored) for condition in others)),
    )
    variation = _variation(system, expressions, signs)
    return Solution(system, rank, route, (branch,), coefficients_of_variation=variation)


def explicitly(formulas: Formulas, rank: int, program: Program) -> Solution:
    """Write what a program computes step by step as one short formula each, in the targets."""
    system = formulas.system
    open_ended = formulas.free or formulas.constraints or system.existence
    if open_ended or program.discriminant is not None:
        raise NoClosedFormError
    exponents, values, signed = [], [], []
    for name, vector in system.identified.items():
        value = formulas.symbols[name]
        for symbol, formula in reversed(list(program.assignments.items())):
            value = value.xreplace({symbol: formula})
        if value.count_ops() > _MOST_OPERATIONS:
            raise NoClosedFormError
        power = next((n for n in (1, 2) if (value**n).is_rational_function()), None)
        if power is None:
            raise NoClosedFormError
        exponents.append(tuple(power * n for n in vector))
        values.append(in_factors(value**power))
        if values[-1].count_ops() > _MOST_OPERATIONS:
            # A few operations may become thousands when powers of sums are multiplied out.
            raise NoClosedFormError
        powers = zip(system.unknowns, exponents[-1], strict=True)
        signed.append(any(n % 2 and not u.is_positive for u, n in powers))
    positive = tuple(value for value, odd in zip(values, signed, strict=True) if not odd)
    nonzero = tuple(itertools.compress(values, signed))
    monomials = Monomials(tuple(exponents), tuple(values), positive, nonzero)
    solution = by_monomials(system, rank, monomials, "elimination")
    if any(c.positive.count_ops() > _LONGEST_CONDITION for c in solution.conditions):
        raise NoClosedFormError
    return solution


def by_elimination(formulas: Formulas, rank: int, programs: Sequence[Program]) -> Solution:
    """Turn every program into a branch, but those outside the domain whatever the targets are."""
    programs = [
        program
        for program in programs
        if not any(e.xreplace(program.assignments).is_nonpositive for e in formulas.existence)
    ]
    branches = tuple(
        Branch(
            {symbol.name: value for symbol, value in program.assignments.items()},
            dict(formulas.symbols),
            tuple(_conditions(formulas, program, repeated=place > 0)),
        )
        for place, program in enumerate(programs)
    )
    free = tuple(symbol.name for symbol in formulas.free)
    return Solution(formulas.system, rank, "elimination", branches, free, formulas.constraints)


def _rewritten(
    condition: FeasibilityCondition, change: Callable[[sympy.Expr], sympy.Expr]
) -> FeasibilityCondition:
    """Change what must be positive, and say so."""
    positive = change(condition.positive)
    if positive == condition.positive:
        return condition
    text = inequality(positive, or_zero=condition.or_zero)
    return replace(condition, positive=positive, text=text)


def _nonzero(
    values: Sequence[sympy.Expr], positive: Sequence[FeasibilityCondition]
) -> list[FeasibilityCondition]:
    """Return conditions that keep monomials of signed unknowns finite and away from zero."""
    known = {condition.positive for condition in positive}
    conditions: dict[sympy.Expr, FeasibilityCondition] = {}
    for value in values:
        product = sympy.Mul(*sympy.fraction(in_factors(value)))
        # Of constants such as sqrt(pi), on which factor_list fails, there is nothing to be told.
        _, variable = product.as_independent(*product.free_symbols, as_Add=False)
        for factor, _ in sympy.factor_list(variable)[1]:
            if not (factor.is_positive or factor in known):
                conditions[factor] = FeasibilityCondition(factor**2, f"{factor} is not 0")
    return list(conditions.values())


def _dividing(system: System, expressions: Mapping[str, sympy.Expr]) -> set[sympy.Expr]:
    """Return what must not vanish: what divides, or is a factor of what has a sign."""
    factors: set[sympy.Expr] = set()
    for name, value in expressions.items():
        fraction = sympy.fraction(sympy.together(value))
        for side in fraction if system.products[name].is_nonzero else fraction[1:]:
            factors |= side.atoms(sympy.Symbol, sympy.Add)
    return factors


def _margins(system: System, unknown: sympy.Expr, value: sympy.Expr) -> list[sympy.Expr]:
    upper = uppers(system.declaration).get(unknown)
    lowest = [value] if unknown.is_nonnegative and not unknown.is_positive else []
    return [*lowest, *([] if upper is None else [upper - value])]


def _conditions(
    formulas: Formulas, program: Program, *, repeated: bool
) -> list[FeasibilityCondition]:
    """Return what a branch requires, in the order in which it becomes known.

    A root that is another one's double is left to that one.
    """
    names = {symbol: name for name, symbol in formulas.symbols.items()}

    def with_names(condition: FeasibilityCondition) -> FeasibilityCondition:
        text = condition.text
        for symbol, name in names.items():
            text = text.replace(symbol.name, name)
        return replace(condition, text=text)

    conditions = []
    if program.discriminant is not None:
        text = f"the quadratic equation for {program.root} has real roots"
        conditions.append(
            FeasibilityCondition(program.discriminant, text, not repeated, program.beside)
        )
    assigned: set[sympy.Symbol] = set()
    waiting = list(formulas.existence)
    for symbol in (s for s in program.assignments if s in names):
        assigned.add(symbol)
        if symbol in program.squares:
            square = program.squares[symbol]
            text = inequality(square, or_zero=not repeated)
            conditions.append(FeasibilityCondition(square, text, not repeated))
        known = [
            quantity
            for quantity in waiting
            if quantity.free_symbols & set(names) <= assigned and quantity.free_symbols & assigned
        ]
        waiting = [quantity for quantity in waiting if quantity not in known]
        implied = any((symbol - quantity).is_nonnegative for quantity in known)
        if not implied and symbol.is_positive:
            conditions.append(FeasibilityCondition(symbol, f"{symbol} > 0"))
        elif symbol.is_negative:
            conditions.append(FeasibilityCondition(-symbol, f"{symbol} < 0"))
        conditions += [allowed(margin) for margin in _margins(formulas.system, symbol, symbol)]
        conditions += [
            FeasibilityCondition(quantity, inequality(quantity))
            for quantity in known
            if not any(other != quantity and (quantity - other).is_positive for other in known)
        ]
    return [with_names(condition) for condition in conditions]


def _check_at_samples(
    system: System,
    expressions: Mapping[str, sympy.Expr],
    conditions: Sequence[FeasibilityCondition],
) -> None:
    """Refuse formulas that do not hold wherever the model is: their root was the wrong one."""
    for sample in system.samples:
        values = ((c, c.positive.xreplace(sample).evalf(_DIGITS)) for c in conditions)
        holds = all(c.holds(value) for c, value in values)
        for name, value in expressions.items():
            exact = system.products[name].xreplace(sample)
            holds = holds and abs(value.evalf(_DIGITS, subs=sample) / exact - 1) < _TOLERANCE
        if not holds:
            raise NoClosedFormError


def _from_monomials(
    vector: Sequence[int], monomials: Monomials, signs: Sequence[sympy.Expr]
) -> sympy.Expr:
    """Write a product of powers of unknowns by the solved monomials, as simply as possible."""
    matrix = sympy.Matrix(monomials.exponents).T
    solution, parameters = matrix.gauss_jordan_solve(sympy.Matrix(vector))
    relations = integer_null_space(matrix)
    base = list(solution.subs(dict.fromkeys(parameters, 0)))
    steps = [sympy.Rational(n, 2) for n in range(-_WIDEST_SHIFT, _WIDEST_SHIFT + 1)]
    choices = [base]
    for relation in relations:
        choices = [
            [p + step * n for p, n in zip(powers, relation, strict=True)]
            for powers in choices
            for step in steps
        ]
    choices.sort(key=lambda powers: sum(abs(power) for power in powers))
    products = [
        sympy.Mul(*(v**p for v, p in zip(monomials.values, powers, strict=True)))
        for powers in choices[:_TRIED_PRODUCTS]
    ]
    forms = []
    for product in products:
        forms.append(present(product, signs))
        if quality(forms[-1], signs)[0] == 0:
            break  # nothing cancels in it: good enough, and the simplest products come first
    return min(forms, key=lambda form: quality(form, signs))


def _variation(
    system: System, expressions: Mapping[str, sympy.Expr], signs: Sequence[sympy.Expr]
) -> dict[str, sympy.Expr]:
    """Return standard deviation over mean of each prior at the root of the graph."""
    point = {
        unknown: sympy.Mul(
            *(expressions[name] ** p for name, p in system.in_identified[unknown.name].items())
        )
        for unknown in system.unknowns
    }
    declaration = system.declaration
    levels = {name for location in system.locations for name in location.shifts}
    variation = {}
    for variable in declaration.variables:
        if variable.observed or declaration.parents(variable):
            continue
        symbols = set().union(*(value.free_symbols for value in variable.parameters.values()))
        if levels & {symbol.name for symbol in symbols}:
            continue  # without a level there is nothing to divide by
        mean = variable.family.mean(variable.parameters)
        if mean == 0:
            continue
        squared = simplified(variable.family.variance(variable.parameters) / mean**2)
        value = present(sympy.sqrt(squared.subs(point, simultaneous=True)), signs)
        variation[variable.name] = system.restored(value)
    return variation

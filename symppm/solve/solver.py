"""The solver: equations, symmetries, monomials, and back to hyperparameters."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping, Sequence

import sympy

from symppm.errors import NotBuiltError, ParameterError, TargetError, did_you_mean
from symppm.model.declaration import Declaration
from symppm.solve.branches import Monomials, solve_monomials
from symppm.solve.feasibility import feasibility
from symppm.solve.forms import present, quality
from symppm.solve.invariants import (
    combinations,
    exponent_differences,
    integer_null_space,
    laurent,
    power_product,
)
from symppm.solve.solution import Gauge, Solution
from symppm.solve.targets import SECOND_ORDER, Equation, equations, moment, target_symbol

_SAMPLES = 12
_WIDEST_SHIFT = 4
_TRIED_PRODUCTS = 4
_DIGITS = 40
_TOLERANCE = sympy.Float("1e-25")


def solve(
    declaration: Declaration,
    given: Sequence[str] = SECOND_ORDER,
    fixed: Mapping[str, object] | None = None,
) -> Solution:
    """Solve the moments of a model for its hyperparameters.

    Parameters
    ----------
    declaration : Declaration
        The model.
    given : sequence of str
        Targets: "mean", "variance", "rho_AXIS", "cov_AXIS", or a ratio of two, "rho_row/rho_col".
    fixed : mapping of str to number or symbol, optional
        Hyperparameters or "K" that are given. A number is put in; the symbol itself stays in the
        solution as a symbol.

    Returns
    -------
    Solution
        In the targets.

    Raises
    ------
    TargetError
        If the targets are unknown, too few or too many for the unknowns.
    ParameterError
        If something fixed is no hyperparameter.
    NotBuiltError
        If no closed form of the kinds built so far exists.
    """
    symbols = {symbol.name: symbol for symbol in (*declaration.sizes, *declaration.hyperparameters)}
    pinned = _pinned(fixed or {}, symbols)
    unknowns = [symbol for name, symbol in symbols.items() if name not in pinned]
    if not unknowns:
        raise TargetError(
            "targets for a model in which everything is fixed",
            expected="at least one identifiable unknown",
            do="Leave something free, or evaluate the moments directly.",
        )
    _check_signs(unknowns)
    system = equations(declaration, given)
    gauges = _gauges(declaration, unknowns, given)
    weights = [tuple(g.weights.get(u.name, 0) for u in unknowns) for g in gauges]
    samples = _samples(declaration, list(symbols.values()), given, pinned)
    _check_count(system, unknowns, len(gauges), samples[0])
    numbers = {symbols[name]: value for name, value in pinned.items()}
    residuals = [equation.residual.subs(numbers) for equation in system]
    polynomials = [laurent(residual, unknowns) for residual in residuals]
    if any(polynomial is None for polynomial in polynomials):
        raise NotBuiltError(
            f"the moments of {declaration.name!r} are rational functions of its hyperparameters",
            expected="Laurent polynomials",
            do="Solving such systems is not built yet.",
        )
    monomials = solve_monomials([p for p in polynomials if p is not None], samples, unknowns)
    solution = _assemble(
        declaration, tuple(given), tuple(pinned), unknowns, weights, gauges, monomials
    )
    _check_at(samples, solution, unknowns)
    return solution


def _pinned(
    fixed: Mapping[str, object], symbols: Mapping[str, sympy.Symbol]
) -> dict[str, sympy.Expr]:
    for name in fixed:
        if name not in symbols:
            raise ParameterError(
                f"fixed {name!r}",
                expected="a hyperparameter of the model, or the size of a latent axis",
                do=did_you_mean(name, symbols),
            )
    pinned = {}
    for name, value in fixed.items():
        try:
            number = sympy.sympify(value, strict=True)
        except sympy.SympifyError:
            number = sympy.nan
        if number != symbols[name] and not (number.is_positive and number.is_finite):
            raise ParameterError(
                f"fixed {name}={value!r}",
                expected="a positive number, or the symbol itself",
                do="Check the value.",
            )
        pinned[name] = sympy.Rational(str(number)) if number.is_Float else number
    return pinned


def _check_signs(unknowns: Sequence[sympy.Symbol]) -> None:
    for symbol in unknowns:
        if not symbol.is_positive:
            raise NotBuiltError(
                f"the unknown {symbol} may be negative",
                expected="positive unknowns",
                do=f"Fix {symbol}; solving for signed hyperparameters is not built yet.",
            )


def _gauges(
    declaration: Declaration, unknowns: Sequence[sympy.Symbol], given: Sequence[str]
) -> tuple[Gauge, ...]:
    """Find the scales that no first or second moment can see."""
    axes = [axis.name for axis in declaration.observed.axes]
    every = ["mean", "variance", *(f"cov_{axis}" for axis in axes)]
    names = dict.fromkeys([*every, *(n for n in given if "/" not in n and n[:4] == "cov_")])
    matrix = exponent_differences([moment(declaration, name) for name in names], unknowns)
    return tuple(
        Gauge(
            {u.name: w for u, w in zip(unknowns, vector, strict=True) if w},
            tuple(u.name for u in unknowns),
            tuple(tuple(int(v) for v in matrix.row(n)) for n in range(matrix.rows)),
        )
        for vector in integer_null_space(matrix)
    )


def _samples(
    declaration: Declaration,
    symbols: Sequence[sympy.Symbol],
    given: Sequence[str],
    pinned: Mapping[str, sympy.Expr],
) -> list[dict[sympy.Symbol, sympy.Expr]]:
    """Draw hyperparameters, and work out the targets they imply."""
    generator = random.Random(f"{declaration.name} {given}")  # noqa: S311 - no secret
    names = {part for name in given for part in name.split("/")}
    if any(name.startswith("rho_") for name in names):
        names.add("variance")
    moments = {name: moment(declaration, name) for name in sorted(names)}
    samples = []
    for _ in range(_SAMPLES):
        point: dict[sympy.Symbol, sympy.Expr] = {
            symbol: sympy.Rational(generator.randint(1, 60), generator.choice((1, 3, 7, 20, 90)))
            for symbol in symbols
        }
        for symbol in symbols:
            value = pinned.get(symbol.name)
            if value is not None and value.is_number:
                point[symbol] = value
        targets = {target_symbol(name): value.subs(point) for name, value in moments.items()}
        samples.append({**point, **targets})
    return samples


def _check_count(
    system: Sequence[Equation],
    unknowns: Sequence[sympy.Symbol],
    free: int,
    sample: Mapping[sympy.Symbol, sympy.Expr],
) -> None:
    """Compare the exact rank of the Jacobian with what could be identified."""
    residuals = sympy.Matrix([equation.residual for equation in system])
    rank = residuals.jacobian(list(unknowns)).subs(sample).rank() if system else 0
    wanted = len(unknowns) - free
    if rank < wanted:
        raise TargetError(
            f"{len(system)} targets that determine {rank} of {wanted} identifiable combinations "
            f"of {', '.join(u.name for u in unknowns)}",
            expected=f"{wanted} independent targets",
            do=f"These leave a family of dimension {wanted - rank}: add targets, or fix "
            "hyperparameters.",
        )
    if rank < len(system):
        raise TargetError(
            f"{len(system)} targets for {wanted} identifiable unknowns",
            expected=f"{wanted} targets",
            do='Drop a target, or hold only a ratio such as "rho_row/rho_col".',
        )


def _assemble(
    declaration: Declaration,
    given: tuple[str, ...],
    fixed: tuple[str, ...],
    unknowns: Sequence[sympy.Symbol],
    weights: Sequence[tuple[int, ...]],
    gauges: tuple[Gauge, ...],
    monomials: Monomials,
) -> Solution:
    ratios = [target_symbol(part) for n in given if "/" in n for part in n.split("/")]
    conditions = feasibility([*ratios, *monomials.positive])
    signs = tuple(condition.positive for condition in conditions)
    vectors = combinations(unknowns, weights, _owners(declaration))
    expressions: dict[str, sympy.Expr] = {}
    exponents: dict[str, dict[str, int]] = {}
    for vector in vectors:
        name = str(power_product(unknowns, vector))
        expressions[name] = _from_monomials(vector, monomials, signs)
        exponents[name] = {u.name: n for u, n in zip(unknowns, vector, strict=True) if n}
    anchors = _anchors(unknowns, weights)
    anchored = _anchored(unknowns, vectors, list(expressions), anchors)
    return Solution(
        given=given,
        fixed=fixed,
        expressions=expressions,
        exponents=exponents,
        conditions=conditions,
        gauge=gauges,
        anchored=anchored,
        anchors=tuple(anchor.name for anchor in anchors),
        coefficients_of_variation=_variation(declaration, unknowns, anchored, expressions, signs),
        route="invariants",
    )


def _check_at(
    samples: Sequence[Mapping[sympy.Symbol, sympy.Expr]],
    solution: Solution,
    unknowns: Sequence[sympy.Symbol],
) -> None:
    """Refuse a solution that does not hold wherever the model is: its root was the wrong one."""
    for sample in samples:
        holds = all(
            condition.positive.subs(sample).evalf(_DIGITS) > 0 for condition in solution.conditions
        )
        for name, value in solution.expressions.items():
            powers = solution.exponents[name]
            exact = sympy.Mul(*(sample[u] ** powers.get(u.name, 0) for u in unknowns))
            error = value.subs(sample).evalf(_DIGITS) / exact - 1
            holds = holds and bool(abs(error) < _TOLERANCE)
        if not holds:
            raise NotBuiltError(
                "which of two roots is the model's depends on the targets",
                expected="a closed form that holds for all of them",
                do="Add or change a target; listing several branches is not built yet.",
            )


def _owners(declaration: Declaration) -> dict[sympy.Symbol, int]:
    """Return the variable in whose parameters each hyperparameter first occurs."""
    owners: dict[sympy.Symbol, int] = {}
    for place, variable in enumerate(declaration.variables):
        for value in variable.parameters.values():
            for symbol in value.free_symbols:
                owners.setdefault(symbol, place)
    return owners


def _from_monomials(
    vector: Sequence[int], monomials: Monomials, signs: Sequence[sympy.Expr]
) -> sympy.Expr:
    """Write a product of powers of unknowns by the solved monomials, as simply as possible."""
    matrix = sympy.Matrix(monomials.exponents).T
    solution, parameters = matrix.gauss_jordan_solve(sympy.Matrix(vector))
    relations = integer_null_space(matrix)
    base = list(solution.subs(dict.fromkeys(parameters, 0)))
    steps = [sympy.Rational(n, 2) for n in range(-_WIDEST_SHIFT, _WIDEST_SHIFT + 1)]
    choices = []
    for shift in itertools.product(steps, repeat=len(relations)):
        powers = base
        for step, relation in zip(shift, relations, strict=True):
            powers = [p + step * n for p, n in zip(powers, relation, strict=True)]
        choices.append(powers)
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


def _anchors(
    unknowns: Sequence[sympy.Symbol], weights: Sequence[tuple[int, ...]]
) -> list[sympy.Symbol]:
    """Choose one unknown a symmetry, such that setting them to one leaves no freedom."""
    for places in itertools.combinations(range(len(unknowns)), len(weights)):
        block = sympy.Matrix([[row[place] for place in places] for row in weights])
        if not weights or block.det() != 0:
            return [unknowns[place] for place in places]
    return []


def _anchored(
    unknowns: Sequence[sympy.Symbol],
    vectors: Sequence[tuple[int, ...]],
    names: Sequence[str],
    anchors: Sequence[sympy.Symbol],
) -> dict[str, dict[str, sympy.Rational]]:
    """Write each unknown as a product of powers of the identified ones, anchors being one."""
    units = [[int(unknown == anchor) for unknown in unknowns] for anchor in anchors]
    matrix = sympy.Matrix([*map(list, vectors), *units]).T
    table: dict[str, dict[str, sympy.Rational]] = {}
    for place, unknown in enumerate(unknowns):
        unit = sympy.Matrix([int(place == other) for other in range(len(unknowns))])
        powers = matrix.LUsolve(unit)
        table[unknown.name] = {name: powers[n] for n, name in enumerate(names) if powers[n] != 0}
    return table


def _variation(
    declaration: Declaration,
    unknowns: Sequence[sympy.Symbol],
    anchored: Mapping[str, Mapping[str, sympy.Rational]],
    expressions: Mapping[str, sympy.Expr],
    signs: Sequence[sympy.Expr],
) -> dict[str, sympy.Expr]:
    point = {
        unknown: sympy.Mul(*(expressions[name] ** p for name, p in anchored[unknown.name].items()))
        for unknown in unknowns
    }
    found = {}
    for variable in declaration.variables:
        if variable.observed or declaration.parents(variable):
            continue
        mean = variable.family.mean(variable.parameters)
        variance = variable.family.variance(variable.parameters)
        squared = sympy.simplify(variance / mean**2).subs(point, simultaneous=True)
        found[variable.name] = present(sympy.sqrt(squared), signs)
    return found

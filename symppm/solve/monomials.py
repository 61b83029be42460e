"""Solving for monomials: linear elimination, then the multiplicative relations between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sympy

from symppm.errors import NotBuiltError
from symppm.solve.invariants import Laurent, integer_null_space

_DIGITS = 40
# Of a solved monomial: that takes long to factor, and nobody reads it.
_MOST_OPERATIONS = 1000
_TOLERANCE = sympy.Float("1e-25")


@dataclass(frozen=True)
class Monomials:
    """Solved monomials of the unknowns.

    Attributes
    ----------
    exponents : tuple of tuple of int
        One row a monomial, one column an unknown.
    values : tuple of sympy.Expr
        Each monomial in the targets, all of them exact.
    positive : tuple of sympy.Expr
        Expressions that are positive exactly when every monomial of fixed sign is.
    nonzero : tuple of sympy.Expr
        Monomials with an odd power of an unknown that may be negative: these must not vanish.
    """

    exponents: tuple[tuple[int, ...], ...]
    values: tuple[sympy.Expr, ...]
    positive: tuple[sympy.Expr, ...]
    nonzero: tuple[sympy.Expr, ...] = ()


def solve_monomials(
    equations: Sequence[Laurent],
    samples: Sequence[Mapping[sympy.Symbol, sympy.Expr]],
    unknowns: Sequence[sympy.Symbol],
) -> Monomials:
    """Solve equations that are linear in monomials of the unknowns."""
    constant = (0,) * len(unknowns)
    keys = sorted({key for equation in equations for key in equation.terms} - {constant})
    if len(keys) > len(equations) + 1:
        raise _no_closed_form(f"{len(equations)} equations in {len(keys)} monomials")
    complaint: NotBuiltError | None = None
    # Which monomial the linear equations leave open decides how simple the last equation is.
    for turn in range(len(keys)):
        ordered = [*keys[:turn], *keys[turn + 1 :], keys[turn]]
        try:
            return _solved(equations, ordered, samples, unknowns)
        except NotBuiltError as error:
            complaint = complaint or error
    raise complaint or _no_closed_form("nothing is unknown in the equations")


def _solved(
    equations: Sequence[Laurent],
    keys: Sequence[tuple[int, ...]],
    samples: Sequence[Mapping[sympy.Symbol, sympy.Expr]],
    unknowns: Sequence[sympy.Symbol],
) -> Monomials:
    constant = (0,) * len(unknowns)
    columns = [sympy.Dummy(f"m{n}", positive=True) for n in range(len(keys))]
    rows = [
        sum(
            (
                equation.terms.get(key, 0) * column
                for key, column in zip(keys, columns, strict=True)
            ),
            sympy.sympify(equation.terms.get(constant, 0)),
        )
        for equation in equations
    ]
    (found,) = sympy.linsolve(rows, *columns) or (None,)
    if found is None:
        raise _no_closed_form("the equations contradict each other as they stand")
    if any(value.count_ops() > _MOST_OPERATIONS for value in found):
        raise _no_closed_form("a formula grows too long to be factored")
    values = [sympy.factor(value) for value in found]
    free = [column for column in columns if any(value.has(column) for value in values)]
    relations = integer_null_space(sympy.Matrix(keys).T)
    if len(free) != len(relations) or len(free) > 1:
        raise _no_closed_form(f"{len(free)} monomials stay free under {len(relations)} relations")
    signs = [_sign(key, unknowns) for key in keys]
    positive: Sequence[sympy.Expr] | None = None
    if free:
        roots = _roots(free[0], values, relations[0])
        sampled = [
            {**sample, free[0]: _monomial(keys[columns.index(free[0])], unknowns, sample)}
            for sample in samples
        ]
        root = roots.choose(free[0], sampled)
        if roots.a != 0:
            if any(sign < 1 for sign in signs):
                raise _no_closed_form("the sign of an unknown hangs on a root")
            positive = _positive(free[0], values, relations[0], roots.product)
        values = [sympy.factor(value.subs(free[0], root)) for value in values]
    if positive is None:
        positive = [sign * value for value, sign in zip(values, signs, strict=True) if sign]
    nonzero = [value for value, sign in zip(values, signs, strict=True) if not sign]
    return Monomials(tuple(keys), tuple(values), tuple(positive), tuple(nonzero))


def _sign(key: Sequence[int], unknowns: Sequence[sympy.Symbol]) -> int:
    """Return the sign of a monomial; zero if it has either, or may vanish by an odd power."""
    odd = sympy.Mul(*(u for u, power in zip(unknowns, key, strict=True) if power % 2))
    return 1 if odd.is_positive else -1 if odd.is_negative else 0


def _monomial(
    key: Sequence[int], unknowns: Sequence[sympy.Symbol], sample: Mapping[sympy.Symbol, sympy.Expr]
) -> sympy.Expr:
    return sympy.Mul(*(sample[u] ** n for u, n in zip(unknowns, key, strict=True)))


@dataclass(frozen=True)
class _Quadratic:
    """a x^2 + b x + c = 0, or b x + c = 0 where a is zero."""

    a: sympy.Expr
    b: sympy.Expr
    c: sympy.Expr

    @property
    def product(self) -> sympy.Expr:
        """The sign of the only positive root, where there is just one."""
        return -self.c / (self.b if self.a == 0 else self.a)

    def choose(
        self, variable: sympy.Symbol, samples: Sequence[Mapping[sympy.Symbol, sympy.Expr]]
    ) -> sympy.Expr:
        """Return the root that the samples take, in the form that loses no digits there."""
        if self.a == 0:
            return sympy.factor(-self.c / self.b)
        radical = sympy.sqrt(sympy.factor(self.b**2 - 4 * self.a * self.c))
        for sign in (1, -1):
            forms = [
                (sign * radical - self.b) / (2 * self.a),
                -2 * self.c / (sign * radical + self.b),
            ]
            if all(_agrees(forms[0], variable, sample) for sample in samples):
                same_sign = all(sign * self.b.xreplace(sample) > 0 for sample in samples)
                return forms[1] if same_sign else forms[0]
        raise _no_closed_form("which of two roots is the model's depends on the targets")


def _agrees(
    root: sympy.Expr, variable: sympy.Symbol, sample: Mapping[sympy.Symbol, sympy.Expr]
) -> bool:
    value = root.evalf(_DIGITS, subs=sample)
    return bool(abs(value / sympy.sympify(sample[variable]).evalf(_DIGITS) - 1) < _TOLERANCE)


def _roots(
    variable: sympy.Symbol, values: Sequence[sympy.Expr], relation: Sequence[int]
) -> _Quadratic:
    """Write the relation between monomials as a quadratic in the one that is free."""
    sides = [
        sympy.Mul(*(v ** max(sign * n, 0) for v, n in zip(values, relation, strict=True)))
        for sign in (1, -1)
    ]
    numerator = sympy.fraction(sympy.together(sides[0] - sides[1]))[0]
    polynomial = sympy.Poly(numerator, variable)
    while polynomial.degree() > 0 and polynomial.eval(0) == 0:
        polynomial = sympy.quo(polynomial, sympy.Poly(variable, variable))
    if polynomial.degree() not in (1, 2):
        raise _no_closed_form(f"an equation of degree {polynomial.degree()} remains")
    coefficients = [sympy.factor(polynomial.coeff_monomial(variable**n)) for n in (2, 1, 0)]
    common = sympy.gcd_list(coefficients)
    return _Quadratic(*(sympy.cancel(coefficient / common) for coefficient in coefficients))


def _positive(
    variable: sympy.Symbol,
    values: Sequence[sympy.Expr],
    relation: Sequence[int],
    product: sympy.Expr,
) -> list[sympy.Expr]:
    """Return conditions for all monomials to be positive, one of them being free.

    A monomial that the relation expresses by the others is positive when they are.
    """
    conditions = [product]
    mixed = []
    for value, power in zip(values, relation, strict=True):
        ratio = sympy.cancel(value / variable)
        if not value.has(variable):
            conditions.append(value)
        elif not ratio.has(variable):
            conditions.append(ratio)
        else:
            mixed.append((value, power))
    if len(mixed) > 1 or any(abs(power) != 1 for _, power in mixed):
        raise _no_closed_form("the signs of several monomials hang on one root")
    return conditions


def _no_closed_form(why: str) -> NotBuiltError:
    return NotBuiltError(
        f"no closed form was found: {why}",
        expected="moments that become linear in monomials, with at most one quadratic left",
        do="Solve by elimination, or fix another hyperparameter.",
    )

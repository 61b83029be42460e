"""The order of factors and terms in formulas, and how names are spelled."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import sympy

from symppm.laws.operators import OPERATORS, Operator
from symppm.model.declaration import Declaration
from symppm.model.nodes import AxisSum, Entry, KnownEntry, derivative_of

GREEK = frozenset(
    (
        *("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"),
        *("lambda", "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi"),
        "omega",
    )
)

_INDICES = "rsuvwxyzabcfghnopq"
"""Letters for indices whose own one is the name of a quantity, those first that are used least."""

Trail = tuple[tuple[int, int, str], ...]


@dataclass(frozen=True)
class Notation:
    """How the symbols of a model are ordered, and special spellings.

    Attributes
    ----------
    names : tuple of str
        Names in the order in which they stand in a product: sizes of axes, then known arrays,
        hyperparameters and variables as declared.
    latex, plain : mapping of str to str
        Spellings of symbols whose name is not to be taken apart, such as targets.
    letters : mapping of sympy.Expr to str
        Moments that count as symbols in products, each with the name of the letter that stands
        for it, or none.
    indices : mapping of str to str
        Other letters of indices, where a quantity has the same name.
    """

    names: tuple[str, ...] = ()
    latex: Mapping[str, str] = field(default_factory=dict)
    plain: Mapping[str, str] = field(default_factory=dict)
    letters: Mapping[sympy.Expr, str] = field(default_factory=dict)
    indices: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, declaration: Declaration) -> Notation:
        """Return the notation of a model."""
        sizes = [axis.size.name for axis in declaration.axes]
        symbols = [symbol.name for symbol in declaration.hyperparameters]
        known = [array.name for array in declaration.known]
        variables = [variable.name for variable in declaration.variables]
        names = (*sizes, *known, *symbols, *variables)
        letters = [letter for axis in declaration.axes for letter in axis.letters]
        free = (letter for letter in _INDICES if letter not in {*letters, *names})
        taken = (letter for letter in letters if letter in names)
        return cls(names, indices={letter: next(free, letter) for letter in taken})

    def name(self, symbol: sympy.Symbol) -> str:
        """Return the name under which a symbol is written."""
        if symbol.is_integer and symbol.is_positive is None:
            letter = symbol.name.rstrip("'")
            return f"{self.indices.get(letter, letter)}{symbol.name[len(letter) :]}"
        return str(symbol.name)

    def trail(self, expression: sympy.Basic) -> Trail:
        """Return a key that sorts factors: numbers, symbols, sums, entries, moments, axis sums."""
        if expression.is_Number:
            return ((0, 0, str(expression)),)
        if expression.is_Symbol:
            return ((1, self._rank(expression.name), expression.name),)
        if expression.is_NumberSymbol:
            return ((0, 1, str(expression)),)
        if isinstance(expression, KnownEntry):
            indices = " ".join(letter.name for letter in expression.indices)
            return ((1, self._rank(expression.name), f"{expression.name} {indices}"),)
        unspecified = derivative_of(expression)
        if unspecified is not None:
            name, order, argument = unspecified
            return ((1, self._rank(name), name), (0, order, ""), *self.trail(argument))
        if isinstance(expression, Entry):
            indices = " ".join(letter.name for letter in expression.indices)
            return ((3, self._rank(expression.name), indices),)
        if expression in self.letters:
            names = (entry.name for entry in expression.atoms(Entry))
            return ((1, len(self.names) + min(map(self._rank, names)), str(expression)),)
        if isinstance(expression, Operator):
            place = OPERATORS.index(type(expression))
            return ((4, place, ""), *self._trails(expression.args, in_order=True))
        if isinstance(expression, AxisSum):
            return ((5, 0, expression.bound.name), *self.trail(expression.summand))
        if expression.is_Mul:
            return self._trails(expression.args)
        if expression.is_Pow and expression.exp.is_Rational:
            return (*self.trail(expression.base), (0, -int(2 * expression.exp), ""))
        if expression.is_Add:
            return ((2, 0, ""), *self._trails(self.terms(expression), in_order=True))
        kind = type(expression).__name__ if expression.is_Function else ""
        return ((2, len(expression.args), kind), *self._trails(expression.args))

    def _trails(self, parts: Iterable[sympy.Basic], in_order: bool = False) -> Trail:
        trails = [self.trail(part) for part in parts]
        return tuple(itertools.chain(*(trails if in_order else sorted(trails))))

    def _rank(self, name: str) -> int:
        return self.names.index(name) if name in self.names else len(self.names)

    def sorted(self, expressions: Iterable[sympy.Basic]) -> list[sympy.Basic]:
        """Return expressions in the order in which they stand in a product."""
        return sorted(expressions, key=self.trail)

    def terms(self, expression: sympy.Expr) -> list[sympy.Expr]:
        """Return the terms of a sum in order, constants last, one with a plus sign first."""
        ordered = sorted(sympy.Add.make_args(expression), key=self._term_key)
        lead = next((t for t in ordered if not is_negative(t)), ordered[0])
        return [lead, *(term for term in ordered if term is not lead)]

    def _term_key(self, term: sympy.Expr) -> tuple[bool, bool, Trail, int, Trail]:
        factors = sympy.Mul.make_args(term)
        moments = [factor for factor in factors if factor.has(Operator, Entry)]
        constant = bool(term.is_number)
        subtracted = constant and is_negative(term)
        key = self._trails(moments), int(_degree(term)), self.trail(term)
        return constant, subtracted, *key


def _degree(expression: sympy.Expr) -> sympy.Expr:
    if expression.is_Symbol:
        return sympy.S.One
    if expression.is_Mul:
        return sympy.Add(*map(_degree, expression.args))
    if expression.is_Add:
        return max(map(_degree, expression.args))
    if expression.is_Pow and expression.exp.is_Rational:
        return expression.exp * _degree(expression.base)
    return sympy.S.Zero


def is_negative(term: sympy.Expr) -> bool:
    """Tell whether a term is written with a minus sign."""
    coefficient, rest = term.as_coeff_Mul()
    turned = sum(map(_is_below_zero, sympy.Mul.make_args(rest)))
    return bool(coefficient.is_negative) != bool(turned % 2)


def _is_below_zero(factor: sympy.Expr) -> bool:
    """Tell whether a sum is written the other way round behind a minus sign."""
    if not factor.is_Add:
        return False
    return bool(all(map(is_negative, factor.args)) or (factor.is_number and factor.is_negative))


def is_turnable(total: sympy.Expr) -> bool:
    """Tell whether a sum that is subtracted has no more minus signs the other way round."""
    minus = sum(map(is_negative, total.args))
    return 0 < minus < len(total.args) <= 2 * minus


def _turned(factors: list[sympy.Expr]) -> bool:
    """Write a difference the other way round, in place of a minus sign in front of a product."""
    for place, factor in enumerate(factors):
        if factor.is_Add and is_turnable(factor):
            factors[place] = -factor
            return True
    return False


def _numbers_moved(
    below: list[sympy.Expr], roots: tuple[list[sympy.Expr], list[sympy.Expr]]
) -> None:
    """Write the root of 19 x over 19 as that of x over 19."""
    number = math.prod(part for part in roots[0] if part.is_Integer)
    others = [part for part in roots[0] if not part.is_Integer]
    under = math.prod(part for part in below if part.is_Integer)
    if not others or number == 1 or under % number:
        return
    roots[0][:] = others
    roots[1].append(sympy.Integer(number))
    below[:] = [part for part in below if not part.is_Integer]
    below += [sympy.Integer(under // number)] * (under != number)


def spell(name: str, greek: Callable[[str], str], word: Callable[[str], str]) -> tuple[str, ...]:
    """Take a name apart: ``a_prime`` is a', ``mu_theta`` is mu with the subscript theta.

    Words of a subscript that follow each other are one, with blanks between them.
    """

    def written(part: str) -> str:
        if part in GREEK:
            return greek(part)
        return word(part) if len(part) > 1 and not part.isdigit() else part

    head, *rest = name.split("_")
    primes = "'" * (rest.count("prime") + head.count("'"))
    head = head.rstrip("'")
    numbered = re.fullmatch(r"([A-Za-z]+)(\d+)", head)
    if numbered:
        head, rest = numbered[1], [numbered[2], *rest]
    below: list[str] = []
    for part in (part for part in rest if part not in ("prime", "")):
        if below and _is_word(part) and _is_word(below[-1].rpartition(" ")[2]):
            below[-1] += f" {part}"
        else:
            below.append(part)
    return (written(head), primes, *map(written, below))


def _is_word(part: str) -> bool:
    return len(part) > 1 and part.isalpha() and part not in GREEK


def _is_exponential(factor: sympy.Expr) -> bool:
    return isinstance(factor, sympy.exp) and not factor.exp.is_number


@dataclass(frozen=True)
class Fraction:
    """A product: its sign, what is multiplied, what divides, and what stands under one root."""

    minus: bool
    above: tuple[sympy.Expr, ...]
    below: tuple[sympy.Expr, ...]
    root_above: tuple[sympy.Expr, ...] = ()
    root_below: tuple[sympy.Expr, ...] = ()


def _without_minus(roots: tuple[list[sympy.Expr], list[sympy.Expr]]) -> None:
    """Write differences under a root the other way round, in place of minus signs before them."""
    minus = False
    for side in roots:
        for n, part in enumerate(side):
            if (part.is_Number and part.is_negative) or _is_below_zero(part):
                side[n], minus = -part, not minus
    sums = [(side, n) for side in roots for n, part in enumerate(side) if part.is_Add]
    mixed = [(side, n) for side, n in sums if any(map(is_negative, side[n].args))]
    plain = [(side, n) for side in roots for n in range(len(side))]
    if minus:
        side, n = next(iter(mixed or sums or plain), (roots[0], len(roots[0])))
        side[n : n + 1] = [-part for part in side[n : n + 1]] or [sympy.S.NegativeOne]
    for side in roots:
        side[:] = [part for part in side if part != 1]


def fraction(product: sympy.Expr, notation: Notation) -> Fraction:
    """Take a product apart; square roots are gathered under one sign, exponents in one power of e.

    Formulas are read where they are real, and there the root of a quotient is the quotient of the
    roots.
    """
    coefficient, rest = product.as_coeff_Mul()
    above: list[sympy.Expr] = []
    below: list[sympy.Expr] = []
    roots: tuple[list[sympy.Expr], list[sympy.Expr]] = ([], [])
    if coefficient.is_Rational:
        above += [sympy.Integer(abs(coefficient.p))] * (abs(coefficient.p) != 1)
        below += [sympy.Integer(coefficient.q)] * (coefficient.q != 1)
    else:
        above.append(abs(coefficient))
    exponents = [factor.exp for factor in sympy.Mul.make_args(rest) if _is_exponential(factor)]
    if exponents:
        above.append(sympy.exp(sympy.Add(*exponents)))
    for factor in sympy.Mul.make_args(rest):
        base, exponent = factor.as_base_exp()
        if factor == 1 or _is_exponential(factor):
            continue
        if not exponent.is_Rational:
            above.append(factor)
        elif abs(exponent) == sympy.S.Half:
            for part in sympy.Mul.make_args(base ** sympy.sign(exponent)):
                inner, power = part.as_base_exp()
                below_it = bool(power.is_negative)
                roots[below_it].append(inner**-power if below_it else part)
            _without_minus(roots)
        elif exponent.is_negative:
            below.append(base**-exponent)
        elif _is_below_zero(factor):
            above.append(-factor)
        else:
            above.append(factor)
    _numbers_moved(below, roots)
    minus = is_negative(product) and not _turned(above)
    if roots[1] and not roots[0]:
        below.append(sympy.sqrt(sympy.Mul(*roots[1])))
        roots[1].clear()
    ordered = (tuple(notation.sorted(part)) for part in (above, below, *roots))
    return Fraction(minus, *ordered)

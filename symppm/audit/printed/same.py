"""Whether two sides of a printed formula are the same, once a model's values are inserted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import sympy
from sympy.polys.rings import PolyElement, PolyRing

from symppm.audit.printed.structure import Values

_DIGITS = 30
_CLOSE = sympy.Float("1e-20")
_CONSTANTS = (sympy.pi, sympy.EulerGamma, sympy.exp)


class _IrrationalError(Exception):
    """A root that is not a symbol of its own; the squares of both sides may do."""


@dataclass(frozen=True)
class Comparison:
    """Exact comparisons of formulas in which some symbols have values.

    A comparison first evaluates both sides at one point: numbers that differ settle it. What agrees
    there is proved. A lemma says what a symbol is in terms of others; each lemma that is used is
    proved once, by inserting the values. The two sides, rewritten by the lemmas, are then compared
    as rational functions of the few symbols that are left, or their squares are where roots remain:
    both sides have the same sign by the point.

    Attributes
    ----------
    values : mapping of sympy.Symbol to sympy.Expr
        What the symbols stand for.
    lemmas : mapping of sympy.Symbol to sympy.Expr
        Symbols in terms of symbols that have no lemma.
    """

    values: Values
    lemmas: Values

    def same(self, left: sympy.Expr, right: sympy.Expr) -> bool:
        """Tell whether both sides agree identically."""
        if left == right:
            return True
        return self._same_at_a_point(left, right) and self._proved(left, right)

    def _same_at_a_point(self, left: sympy.Expr, right: sympy.Expr) -> bool:
        first, second = (side.xreplace(self._numbers).evalf(_DIGITS) for side in (left, right))
        return bool(abs(first - second) <= _CLOSE * (abs(first) + abs(second)))

    def _proved(self, left: sympy.Expr, right: sympy.Expr) -> bool:
        used = (left.free_symbols | right.free_symbols) & set(self.lemmas)
        if not used <= self._shown:
            return False
        inside = self.lemmas if used and not right.has(*_CONSTANTS) else self.values
        first, second = (side.xreplace(dict(inside)) for side in (left, right))
        return _equal(first, second) or _equal(first**2, second**2)

    @cached_property
    def _shown(self) -> set[sympy.Symbol]:
        """Symbols whose lemma holds once the values are inserted."""
        known = _Known(self.values)
        return {
            symbol
            for symbol, lemma in self.lemmas.items()
            if self._same_at_a_point(symbol, lemma) and known.equal(symbol, lemma)
        }

    @cached_property
    def _numbers(self) -> dict[sympy.Symbol, sympy.Float]:
        free = set().union(*(value.free_symbols for value in self.values.values()))
        ordered = sorted(free, key=lambda symbol: symbol.name)
        point = {
            symbol: (-1 if symbol.is_negative else 1) * sympy.Rational(5 * n + 17, 7)
            for n, symbol in enumerate(ordered)
        }
        return {
            name: value.xreplace(point).evalf(_DIGITS + 15) for name, value in self.values.items()
        }


def _equal(first: sympy.Expr, second: sympy.Expr) -> bool:
    kernels = _Kernels.of((first, second))
    return kernels.zero(kernels.element(first) - kernels.element(second))


@dataclass(frozen=True)
class _Known:
    """Values as elements of one field, each converted once."""

    values: Values
    elements: dict[sympy.Expr, _Quotient] = field(default_factory=dict)

    def equal(self, symbol: sympy.Symbol, lemma: sympy.Expr) -> bool:
        try:
            return self._agree(symbol, lemma)
        except _IrrationalError:
            return self._agree(symbol**2, lemma**2)

    def _agree(self, left: sympy.Expr, right: sympy.Expr) -> bool:
        first, second = (
            _evaluated(side, self._kernels.number, self._element) for side in (left, right)
        )
        return self._kernels.zero(first - second)

    @cached_property
    def _kernels(self) -> _Kernels:
        return _Kernels.of(self._rational.values())

    @cached_property
    def _rational(self) -> dict[sympy.Expr, sympy.Expr]:
        """Values of symbols, or of their squares where the symbol itself stands for a root."""
        found = {}
        for symbol, value in self.values.items():
            rooted = value.has(sympy.Abs) or any(not _is_simple(base) for base in _roots((value,)))
            found[symbol**2 if rooted else symbol] = value**2 if rooted else value
        return found

    def _element(self, expression: sympy.Expr) -> _Quotient:
        if expression not in self._rational:
            raise _IrrationalError
        if expression not in self.elements:
            self.elements[expression] = self._kernels.element(self._rational[expression])
        return self.elements[expression]


@dataclass(frozen=True)
class _Quotient:
    """A quotient of polynomials. It is not reduced: only zero has to be told apart."""

    above: PolyElement
    below: PolyElement

    def __add__(self, other: _Quotient) -> _Quotient:
        if self.below == other.below:
            return _Quotient(self.above + other.above, self.below)
        _, mine, others = self.below.cofactors(other.below)
        return _Quotient(self.above * others + other.above * mine, self.below * others)

    def __sub__(self, other: _Quotient) -> _Quotient:
        return self + _Quotient(-other.above, other.below)

    def __mul__(self, other: _Quotient) -> _Quotient:
        return _Quotient(self.above * other.above, self.below * other.below)

    def __pow__(self, exponent: int) -> _Quotient:
        if exponent < 0:
            return _Quotient(self.below**-exponent, self.above**-exponent)
        return _Quotient(self.above**exponent, self.below**exponent)


@dataclass(frozen=True)
class _Kernels:
    """A ring of polynomials in whose quotients a set of expressions lies.

    Attributes
    ----------
    roots : mapping of sympy.Expr to sympy.Expr
        Symbols and constants whose square roots occur, by squares of new symbols.
    exponents : mapping of sympy.Expr to int
        For every m such that exp of a multiple of m occurs: the common denominator.
    generators : tuple of sympy.Expr
        Symbols, constants and functions that generate the ring.
    """

    roots: Mapping[sympy.Expr, sympy.Expr]
    exponents: Mapping[sympy.Expr, int]
    generators: tuple[sympy.Expr, ...]

    @staticmethod
    def of(expressions: Iterable[sympy.Expr]) -> _Kernels:
        listed = list(expressions)
        roots: dict[sympy.Expr, sympy.Expr] = {}
        for base in _roots(listed):
            plain = -base if base.could_extract_minus_sign() else base
            if not base.is_Integer:
                made = sympy.Dummy(f"root_{plain}", positive=True)
                roots[plain] = made**2 if plain == base else -(made**2)
        listed = [each.xreplace(roots) for each in listed]
        exponents: dict[sympy.Expr, int] = {}
        for each in set().union(*(each.atoms(sympy.exp) for each in listed)):
            for term in sympy.Add.make_args(each.exp):
                number, rest = term.as_coeff_Mul()
                exponents[rest] = int(sympy.ilcm(exponents.get(rest, 1), number.q))
        found = {atom for each in listed for atom in _atoms(each)}
        kept = [atom for atom in found if not isinstance(atom, sympy.exp)]
        kept += [sympy.exp(rest / q) for rest, q in exponents.items()]
        return _Kernels(roots, exponents, tuple(sorted(kept, key=sympy.default_sort_key)))

    @cached_property
    def _ring(self) -> PolyRing:
        names = [sympy.Dummy(f"g{n}") for n in range(max(1, len(self.generators)))]
        return PolyRing(names, sympy.QQ)

    @cached_property
    def _by_generator(self) -> dict[sympy.Expr, PolyElement]:
        return dict(zip(self.generators, self._ring.gens, strict=False))

    def element(self, expression: sympy.Expr) -> _Quotient:
        """Return an expression as a quotient of elements of the ring."""
        return _evaluated(expression.xreplace(dict(self.roots)), self.number, self._atom)

    def number(self, rational: sympy.Rational) -> _Quotient:
        """Return a rational number as a quotient."""
        return _Quotient(self._ring(int(rational.p)), self._ring(int(rational.q)))

    def _atom(self, atom: sympy.Expr) -> _Quotient:
        if not isinstance(atom, sympy.exp):
            return _Quotient(self._by_generator[atom], self._ring.one)
        product = _Quotient(self._ring.one, self._ring.one)
        for term in sympy.Add.make_args(atom.exp):
            number, rest = term.as_coeff_Mul()
            generator = self._by_generator[sympy.exp(rest / self.exponents[rest])]
            power = int(number * self.exponents[rest])
            product *= _Quotient(generator, self._ring.one) ** power
        return product

    def zero(self, element: _Quotient) -> bool:
        """Tell whether an element is zero once square roots of integers are squared."""
        relations = [
            self._by_generator[root] ** 2 - int(root.base)
            for root in self.generators
            if root.is_Pow
        ]
        return not (element.above.rem(relations) if relations else element.above)


def _roots(expressions: Iterable[sympy.Expr]) -> list[sympy.Expr]:
    """Return what stands under roots, in a fixed order."""
    powers = set().union(*(each.atoms(sympy.Pow) for each in expressions))
    bases = {p.base for p in powers if p.exp.is_Rational and not p.exp.is_Integer}
    return sorted(bases, key=sympy.default_sort_key)


def _is_simple(base: sympy.Expr) -> bool:
    """Tell whether the root of this may generate a field: of a symbol, an integer, or pi."""
    plain = -base if base.could_extract_minus_sign() else base
    return bool(plain.is_Symbol or plain == sympy.pi or base.is_Integer)


def _atoms(expression: sympy.Expr) -> Iterator[sympy.Expr]:
    """Yield what is neither a number, nor a sum, a product or a rational power."""
    if expression.is_Add or expression.is_Mul:
        for part in expression.args:
            yield from _atoms(part)
    elif expression.is_Pow and expression.exp.is_Integer:
        yield from _atoms(expression.base)
    elif expression.is_Pow and expression.exp.is_Rational:
        yield sympy.Pow(expression.base, sympy.Rational(1, expression.exp.q))
    elif not expression.is_Rational:
        yield expression


def _evaluated(
    expression: sympy.Expr,
    number: Callable[[sympy.Rational], _Quotient],
    atom: Callable[[sympy.Expr], _Quotient],
) -> _Quotient:
    """Compute an expression from the values of its atoms, which may be squares of symbols."""
    if expression.is_Rational:
        return number(expression)
    if expression.is_Add or expression.is_Mul:
        parts = [_evaluated(part, number, atom) for part in expression.args]
        total = parts[0]
        for part in parts[1:]:
            total = total + part if expression.is_Add else total * part
        return total
    if expression.is_Pow and expression.exp.is_Integer:
        exponent = int(expression.exp)
        if exponent % 2 == 0 and expression.base.is_Symbol:
            try:
                return atom(expression.base) ** exponent
            except _IrrationalError:
                return atom(expression.base**2) ** (exponent // 2)
        return _evaluated(expression.base, number, atom) ** exponent
    if expression.is_Pow and expression.exp.is_Rational:
        root = sympy.Pow(expression.base, sympy.Rational(1, expression.exp.q))
        return atom(root) ** int(expression.exp.p)
    return atom(expression)

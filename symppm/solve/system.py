"""A model's moment equations, made ready for solving: what is unknown, free, fixed or tied."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import mpmath
import sympy
from sympy import QQ
from sympy.polys.matrices import DomainMatrix

from symppm.errors import NotBuiltError, ParameterError, TargetError, did_you_mean
from symppm.expressions import as_expression, number
from symppm.laws import derive
from symppm.laws.extent import extent
from symppm.model.declaration import Declaration
from symppm.solve.coordinates import (
    Coordinates,
    as_declared,
    coordinates,
    in_letters,
    is_root,
    outermost,
)
from symppm.solve.freedoms import Location, ScaleSymmetry, find_locations, find_scales, shown
from symppm.solve.invariants import (
    combinations,
    laurent,
    power_product,
)
from symppm.solve.samples import Sample, draw_point, draw_samples, noise
from symppm.solve.targets import equations, moment, parts_of_target, sharing

_MANY = 12
_FEW = 4
_DIGITS = 40
_SMALLEST = 1e-18
_SIGNS = ("positive", "negative", "nonnegative")
# Of what is fixed or tied, multiplied out: what is larger takes minutes to eliminate, or hours.
_LARGEST_DEGREE = 30
_MOST_TERMS = 300
_MOST_BITS = 300


@dataclass(frozen=True, eq=False)
class System:
    """Equations that the unknowns must solve.

    Attributes
    ----------
    coordinates : Coordinates
        The declaration as it is solved, and its relation to the declared one.
    given : tuple of str
        Targets.
    unknowns, anchors : tuple of sympy.Symbol
        Sizes first; and one of them for each scale symmetry, such that setting these to one leaves
        no freedom.
    residuals : tuple of sympy.Expr
        One a target; zero at a solution. What is fixed as a number is put in.
    rational : bool
        Whether they are rational functions of the unknowns. Functions of what is fixed are named
        by symbols of their own, see ``names``.
    names : mapping of sympy.Symbol to sympy.Expr
        What those symbols stand for.
    scales : tuple of ScaleSymmetry
        Free scales.
    locations : tuple of Location
        Free levels. Their anchors are zero in the residuals, and no unknowns.
    samples : tuple of mapping
        Rational values of every symbol that solve the equations; empty unless rational.
    point : mapping
        Values of moderate size, decimals with 40 digits where nothing is rational.
    existence : tuple of sympy.Expr
        What must be positive for the moments to exist.
    pinned : mapping of str to sympy.Expr
        Values of what is fixed: numbers, the symbol itself, or a tie.
    """

    coordinates: Coordinates
    given: tuple[str, ...]
    unknowns: tuple[sympy.Symbol, ...]
    anchors: tuple[sympy.Symbol, ...]
    residuals: tuple[sympy.Expr, ...]
    rational: bool
    names: Mapping[sympy.Symbol, sympy.Expr]
    scales: tuple[ScaleSymmetry, ...]
    locations: tuple[Location, ...]
    samples: tuple[Sample, ...]
    point: Sample
    existence: tuple[sympy.Expr, ...]
    pinned: Mapping[str, sympy.Expr]

    @property
    def declaration(self) -> Declaration:
        """The declaration as it is solved."""
        return self.coordinates.declaration

    @property
    def fixed(self) -> tuple[str, ...]:
        """Hyperparameters or sizes that are given or tied."""
        return tuple(self.pinned)

    @property
    def every_unknown(self) -> tuple[sympy.Symbol, ...]:
        """The unknowns and the anchors of locations, in the order of the declaration."""
        zeros = {location.anchor for location in self.locations}
        symbols = (*self.declaration.sizes, *self.declaration.hyperparameters)
        return tuple(s for s in symbols if s in self.unknowns or s.name in zeros)

    @functools.cached_property
    def identified(self) -> dict[str, tuple[int, ...]]:
        """Exponents of a full set of products that no free scale changes, by what data show."""
        weights = _weights(self.unknowns, self.scales)
        vectors = combinations(self.unknowns, weights, _owners(self.declaration))
        seen = [shown(unknown, self.locations) for unknown in self.unknowns]
        return {str(power_product(seen, vector)): vector for vector in vectors}

    @functools.cached_property
    def products(self) -> dict[str, sympy.Expr]:
        """The identified products, in the unknowns."""
        return {n: power_product(self.unknowns, v) for n, v in self.identified.items()}

    @functools.cached_property
    def in_identified(self) -> dict[str, dict[str, sympy.Rational]]:
        """Each unknown as a product of powers of the identified ones, anchors being one."""
        units = [[int(unknown == anchor) for unknown in self.unknowns] for anchor in self.anchors]
        matrix = sympy.Matrix([*map(list, self.identified.values()), *units]).T
        table: dict[str, dict[str, sympy.Rational]] = {at.anchor: {} for at in self.locations}
        for place, unknown in enumerate(self.unknowns):
            unit = sympy.Matrix([int(place == other) for other in range(len(self.unknowns))])
            powers = matrix.LUsolve(unit)
            table[unknown.name] = {
                name: powers[n] for n, name in enumerate(self.identified) if powers[n] != 0
            }
        return table

    @property
    def unanchored(self) -> tuple[sympy.Symbol, ...]:
        """Unknowns that are not anchors."""
        return tuple(unknown for unknown in self.unknowns if unknown not in self.anchors)

    @property
    def anchored(self) -> tuple[sympy.Expr, ...]:
        """The residuals with every anchor set to one."""
        return tuple(residual.subs(self.ones) for residual in self.residuals)

    @property
    def ones(self) -> dict[sympy.Symbol, sympy.Expr]:
        """The anchors, each of which is one in the formulas of a solution."""
        return dict.fromkeys(self.anchors, sympy.S.One)

    def restored(self, expression: sympy.Expr) -> sympy.Expr:
        """Put back the functions that symbols stand for."""
        whole = expression.xreplace(dict(self.names)) if self.names else expression
        return sympy.factor(whole) if self.has_exponentials else whole

    @property
    def has_exponentials(self) -> bool:
        """Whether symbols stand for exp(w), exp(2*w) and so on, whose powers cancel."""
        return any(isinstance(value, sympy.exp) for value in self.names.values())


def prepare(declaration: Declaration, given: Sequence[str], fixed: Mapping[str, object]) -> System:
    """Write the equations."""
    unknown = (*declaration.sizes, *declaration.hyperparameters)
    symbols = {symbol.name: symbol for symbol in (*unknown, *declaration.lengths)}
    pinned = _pinned({str(name): value for name, value in fixed.items()}, symbols)
    equations(declaration, given)  # complains about targets before anything slow happens
    free = [symbol for symbol in unknown if symbol.name not in pinned]
    if not free:
        raise TargetError(
            "targets for a model in which everything is fixed",
            expected="at least one identifiable unknown",
            do="Leave something free, or evaluate the moments directly.",
        )
    return _prepared(declaration, tuple(given), tuple(pinned.items()))


@functools.lru_cache(maxsize=64)
def _prepared(
    declaration: Declaration, given: tuple[str, ...], fixed: tuple[tuple[str, sympy.Expr], ...]
) -> System:
    """Write equations, once for those who count what they leave open and those who solve them."""
    pinned = dict(fixed)
    tied = {s.name for value in pinned.values() for s in value.free_symbols}
    coords = coordinates(declaration, frozenset({*pinned, *tied}))
    system = _system(coords, given, pinned)
    if not system.rational and coords.replaced:
        return _system(as_declared(declaration), given, pinned)
    return system


def _system(coords: Coordinates, given: Sequence[str], pinned: Mapping[str, sympy.Expr]) -> System:
    declaration = coords.declaration
    symbols = (*declaration.sizes, *declaration.hyperparameters)
    unknowns = tuple(symbol for symbol in symbols if symbol.name not in pinned)
    every = (*symbols, *declaration.lengths)
    ties = {s: pinned[s.name] for s in every if pinned.get(s.name, s) != s}
    parts = {part: parts_of_target(declaration, part) for n in given for part in n.split("/")}
    shared = (f"cov_{'_'.join(axes)}" for axes in sharing(declaration))
    named = ["mean", "variance", *shared, *(part for part, derived in parts.items() if derived)]
    moments = {name: moment(declaration, name).subs(ties, simultaneous=True) for name in named}
    locations = find_locations(moments, unknowns)
    anchors = {location.anchor for location in locations}
    zeros = {unknown: sympy.S.Zero for unknown in unknowns if unknown.name in anchors}
    moving = {s: v.subs(zeros) for s, v in ties.items()} | zeros
    unknowns = tuple(unknown for unknown in unknowns if unknown not in zeros)
    raw = equations(declaration, given).values()
    residuals = [residual.subs(moving, simultaneous=True) for residual in raw]
    names, rational = _named(residuals, unknowns)
    names |= {letter: value.subs(ties) for letter, value in coords.coefficients.items()}
    plain = tuple(in_letters(residual, names) for residual in residuals)
    needed = [
        condition
        for what in ("variance", *itertools.chain.from_iterable(parts.values()))
        for condition in derive(declaration, what).conditions
    ]
    needed += _gaps(declaration)
    existence = tuple(need.subs(moving, simultaneous=True) for need in dict.fromkeys(needed))
    scales = find_scales(unknowns, [value.subs(zeros) for value in moments.values()])
    ones = _anchors(unknowns, _weights(unknowns, scales))
    fixed = {**moving, **dict.fromkeys(ones, sympy.S.One)}
    expected = in_letters(noise(declaration).subs(moving, simultaneous=True), names)
    possible = (*existence, expected)
    # Elimination needs samples only to recognise factors; invariants to choose between roots.
    monomial = rational and all(laurent(residual, unknowns) is not None for residual in plain)
    count = _MANY if monomial else _FEW
    samples = draw_samples(declaration, given, fixed, names, possible, count) if rational else ()
    point = samples[0] if samples else draw_point(declaration, given, fixed)
    return System(
        coords, tuple(given), unknowns, ones, plain, rational, names, scales, locations,
        samples, point, existence, pinned,
    )  # fmt: skip


def _gaps(declaration: Declaration) -> list[sympy.Expr]:
    """Return by how much parameters exceed those that bound them, where hyperparameters decide."""
    known = {*declaration.hyperparameters}
    gaps = (
        sympy.expand(variable.parameters[high] - variable.parameters[low])
        for variable in declaration.variables
        for low, high in variable.family.ordered
    )
    return [gap for gap in gaps if gap.free_symbols <= known and not gap.is_nonnegative]


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
    pinned = {name: _value(name, value, symbols) for name, value in fixed.items()}
    for name, value in pinned.items():
        _check_extent(name, value)
        for symbol in value.free_symbols:
            if symbol.name != name and pinned.get(symbol.name, symbol) != symbol:
                raise ParameterError(
                    f"{name} tied to {symbol}, which is fixed too",
                    expected="ties to hyperparameters that are free, or that keep their symbol",
                    do=f"Put what {symbol} is into the tie of {name}.",
                )
    return pinned


def _check_extent(name: str, value: sympy.Expr) -> None:
    """Refuse what is too large for formulas."""
    size_of = extent(value)
    bounds = (
        ("degree", size_of.degree, _LARGEST_DEGREE),
        ("binary digits in a number", size_of.bits, _MOST_BITS),
        ("terms", size_of.terms, _MOST_TERMS),
    )
    for what, size, most in bounds:
        if size > most:
            raise NotBuiltError(
                f"{name} fixed at an expression with {what}: {size:,}, when multiplied out",
                expected=f"at most {most} for formulas",
                do="Give something simpler, or search with ppm.match(targets=..., fixed=...).",
            )


def _value(name: str, value: object, symbols: Mapping[str, sympy.Symbol]) -> sympy.Expr:
    symbol = symbols[name]
    exact = as_expression(value, symbols, name)
    exact = sympy.nan if exact is None else exact
    if exact == symbol:
        return symbol
    mentioned = exact.free_symbols
    known = mentioned and mentioned <= set(symbols.values()) - {symbol}
    sign = next((s for s in _SIGNS if getattr(symbol, f"is_{s}")), "")
    fits = math.isfinite(number(exact)) and (not sign or getattr(exact, f"is_{sign}"))
    if not (known or (not mentioned and fits)):
        word = "" if sign in ("", "nonnegative") else f"{sign} "
        raise ParameterError(
            f"fixed {name}={value!r}",
            expected=f"a {word}number, the symbol itself, or an expression in other "
            "hyperparameters",
            do="Check the value.",
        )
    # A decimal may be a fraction or a root, cut off.
    return sympy.nsimplify(exact) if isinstance(value, (float, sympy.Float)) else exact


def _named(
    residuals: Sequence[sympy.Expr], unknowns: Sequence[sympy.Symbol]
) -> tuple[dict[sympy.Symbol, sympy.Expr], bool]:
    """Name functions of what is fixed, of roots the least; tell if unknowns occur rationally."""
    outer = outermost(residuals)
    rational = not any(node.free_symbols & set(unknowns) for node in outer)
    degrees: dict[sympy.Expr, int] = {}
    for node in outer:
        if is_root(node):
            degrees[node.base] = math.lcm(degrees.get(node.base, 1), node.exp.q)
    values = dict.fromkeys(
        node.base ** sympy.Rational(1, degrees[node.base]) if is_root(node) else node
        for node in outer
    )
    names = {
        sympy.Dummy(f"f{n}", positive=bool(value.is_positive) or None, real=True): value
        for n, value in enumerate(values)
    }
    return names, rational


def _owners(declaration: Declaration) -> dict[sympy.Symbol, int]:
    """Return the variable in whose parameters each hyperparameter first occurs."""
    owners: dict[sympy.Symbol, int] = {}
    for place, variable in enumerate(declaration.variables):
        for value in variable.parameters.values():
            owners = dict.fromkeys(value.free_symbols, place) | owners
    return owners


def _anchors(
    unknowns: Sequence[sympy.Symbol], weights: Sequence[tuple[int, ...]]
) -> tuple[sympy.Symbol, ...]:
    # No scale changes a sign: where there is a choice, what is set to one is positive.
    order = sorted(range(len(unknowns)), key=lambda place: not unknowns[place].is_positive)
    for places in map(sorted, itertools.combinations(order, len(weights))):
        block = sympy.Matrix([[row[place] for place in places] for row in weights])
        if not weights or block.det() != 0:
            return tuple(unknowns[place] for place in places)
    return ()


def _weights(
    unknowns: Sequence[sympy.Symbol], scales: Sequence[ScaleSymmetry]
) -> list[tuple[int, ...]]:
    """Return the weights of scale symmetries, one column an unknown."""
    return [tuple(scale.weights.get(u.name, 0) for u in unknowns) for scale in scales]


@functools.lru_cache(maxsize=64)
def rank(system: System) -> int:
    """Return the rank of the Jacobian of the equations at a random rational point.

    Exact for rational equations; others are evaluated there with many digits.
    """
    if not system.residuals:
        return 0
    if system.samples:
        sample = system.samples[0]
        return rank_of([slopes(r, system.unknowns, sample) for r in system.residuals])
    written = sympy.Matrix(system.residuals).xreplace(dict(system.names))
    numbers = written.jacobian(list(system.unknowns)).subs(system.point).evalf(_DIGITS)
    with mpmath.workdps(_DIGITS):
        scaled = mpmath.matrix([[mpmath.mpmathify(v) for v in row] for row in numbers.tolist()])
        for n in range(scaled.rows):  # units are no matter of rank
            scaled[n, :] /= max(map(abs, scaled[n, :])) or 1
        for n in range(scaled.cols):
            scaled[:, n] /= max(map(abs, scaled[:, n])) or 1
        singular = mpmath.svd_r(scaled, compute_uv=False)
        return sum(value > _SMALLEST * max(singular) for value in singular)


def rank_of(rows: Sequence[Sequence[Any]]) -> int:
    """Return the rank of a matrix of rationals."""
    return int(DomainMatrix([*map(list, rows)], (len(rows), len(rows[0])), QQ).rank())


def slopes(residual: sympy.Expr, unknowns: Sequence[sympy.Symbol], sample: Sample) -> list[Any]:
    """Return the derivatives of a rational function at a rational point."""
    _, slope = _with_slope(residual, sample)
    return [slope.get(unknown, QQ.zero) for unknown in unknowns]


def _with_slope(node: sympy.Expr, sample: Sample) -> tuple[Any, dict[sympy.Symbol, Any]]:
    """Return a value and its derivatives: in numbers that is quicker than in formulas."""
    if node.is_Rational:
        return QQ.from_sympy(node), {}
    if node.is_Symbol:
        return QQ.from_sympy(sample[node]), {node: QQ.one}
    parts = [_with_slope(part, sample) for part in node.args]
    if node.is_Pow:
        (base, slope), (power, _) = parts
        return base**power.numerator, {
            s: power * base ** (power.numerator - 1) * x for s, x in slope.items()
        }
    total, slopes_of = parts[0]
    for value, slope in parts[1:]:
        one, other = (QQ.one, QQ.one) if node.is_Add else (value, total)
        symbols = slopes_of.keys() | slope.keys()
        slopes_of = {
            s: one * slopes_of.get(s, QQ.zero) + other * slope.get(s, QQ.zero) for s in symbols
        }
        total = total + value if node.is_Add else total * value
    return total, slopes_of

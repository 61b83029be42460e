"""Hyperparameters that are given: checked numbers, and ties to others."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.spec import ModelSpec, ParameterSpec
from symppm.errors import ParameterError, did_you_mean
from symppm.expressions import as_expression, names_in, number, parse
from symppm.matching.domains import holds
from symppm.stochastic.asked import check_by_name

if TYPE_CHECKING:
    import sympy

_LARGEST_COUNT: Final = 1e15
_EXAMPLE_BOUNDS: Final = ("(0.1, 10)", "(1, 50)")


def is_tied(value: Any) -> bool:
    """Tell whether something given is an expression in hyperparameters, and no number."""
    if getattr(value, "free_symbols", None):
        return True
    return isinstance(value, str) and math.isnan(number(value)) and bool(names_in(value))


def read_fixed(
    spec: ModelSpec, fixed: Mapping[str, Any], scale: str | None
) -> tuple[int | None, dict[str, float]]:
    """Split what is fixed into the size and the hyperparameters."""
    k: int | None = None
    rest: dict[str, float] = {}
    for parameter, value in _named(spec, fixed, "fixed"):
        check_value(parameter, value)
        if parameter.is_size:
            k = int(number(value))
        else:
            rest[parameter.name] = number(value)
    free = {name for symmetry in spec.symmetries for name in symmetry.moved}
    scales = [name for name in rest if name in free and name not in spec.needs]
    if scale is not None and scales and len(scales) >= len(spec.symmetries):
        raise ParameterError(
            f"fixed {scales[0]} beside the scale {scale!r}",
            expected="one of the two, since either fixes the only free scale",
            do="Leave one out.",
        )
    return k, rest


def fixed_or_tied(spec: ModelSpec, fixed: Mapping[str, Any]) -> dict[str, float | str]:
    """Return what is fixed for matching by sampling: numbers, and expressions as text."""
    found: dict[str, float | str] = {}
    for parameter, value in _named(spec, fixed, "fixed"):
        if is_tied(value) and not parameter.is_size:
            others = [each.name for each in spec.parameters if each is not parameter]
            parse(str(value), others, parameter.name)
            found[parameter.name] = str(value)
        else:
            check_value(parameter, value)
            found[parameter.name] = number(value)
    return found


def checked_start(spec: ModelSpec, start: Mapping[str, Any]) -> dict[str, float]:
    """Return where to start, each value in its domain."""
    found = {}
    for parameter, value in _named(spec, start, "start"):
        check_value(parameter, value, whole=False)
        found[parameter.name] = number(value)
    return found


def checked_bounds(
    spec: ModelSpec, bounds: Mapping[str, Any], start: Mapping[str, float]
) -> dict[str, tuple[float, float]]:
    """Return bounds, both in the domain of what they are about."""
    found = {}
    for parameter, pair in _named(spec, bounds, "bounds"):
        name = parameter.name
        try:
            low, high = map(number, pair)
        except (TypeError, ValueError):
            low = high = math.nan
        if not (math.isfinite(low) and math.isfinite(high) and low < high):
            raise ParameterError(
                f"bounds {name}={pair!r}",
                expected="two finite numbers, the smaller one first",
                do="Write, for example, "
                f'bounds={{"{name}": {_EXAMPLE_BOUNDS[parameter.is_size]}}}.',
            )
        check_value(parameter, low, whole=False)
        check_value(parameter, high, whole=False)
        if parameter.is_size and math.ceil(low) > math.floor(high):
            raise ParameterError(
                f"bounds {name}={pair!r}",
                expected="bounds with a whole number between them",
                do="Widen them.",
            )
        if name in start and not low <= start[name] <= high:
            raise ParameterError(
                f"start {name}={start[name]:g}, outside its bounds {low:g} and {high:g}",
                expected="a start within the bounds",
                do="Change one of the two.",
            )
        found[name] = (low, high)
    return found


def check_value(parameter: ParameterSpec, value: Any, *, whole: bool = True) -> None:
    """See that a value lies in a parameter's domain."""
    given = number(value)
    counts = parameter.is_size or parameter.integer
    fits = holds(parameter, given) and (not counts or 1 <= given <= _LARGEST_COUNT)
    if fits and not (counts and whole and given != int(given)):
        return
    expected = "a finite number" if parameter.domain == "real" else f"a {parameter.domain} number"
    if parameter.upper is not None:
        expected += f", at most {parameter.upper}"
    if is_tied(value):
        expected += ", or an expression in other hyperparameters"
    if counts:
        expected = f"a {'whole ' if whole else ''}number of at least 1"
        expected += f", at most {_LARGEST_COUNT:g}" if given > _LARGEST_COUNT else ""
    # K=0 rather than K=0.0, which is how options are read.
    shown = f"{value:g}" if counts and isinstance(value, float) else value
    broken = counts and whole and given > 1 and math.isfinite(given) and given != int(given)
    raise ParameterError(
        f"{parameter.name}={shown}",
        expected=expected,
        do="Round it first." if broken else "Check the value.",
    )


def _named(spec: ModelSpec, given: Any, what: str) -> list[tuple[ParameterSpec, Any]]:
    """Pair what is given with the parameters of those names."""
    check_by_name(given, what)
    names = {each.name: each for each in spec.parameters}
    for name in given:
        if name not in names:
            raise ParameterError(
                f"{what} {name!r}",
                expected=f"a parameter of {spec.name}",
                do=did_you_mean(str(name), names),
            )
    return [(names[name], value) for name, value in given.items()]


Vector = NDArray[np.float64]

_MOST_BITS: Final = 10_000
"""Python writes no number that is much longer."""
_LARGEST_TURNED: Final = 8
"""Degree of a tie of K that is turned around."""


@dataclass(frozen=True)
class Ties:
    """What is tied, in what is free."""

    expressions: Mapping[str, sympy.Expr] = field(default_factory=dict)
    others: tuple[str, ...] = ()
    parameters: tuple[ParameterSpec, ...] = ()
    _compute: Callable[..., Any] | None = None

    def __bool__(self) -> bool:
        return bool(self.expressions)

    @property
    def names(self) -> tuple[str, ...]:
        """What is tied."""
        return tuple(self.expressions)

    def values(self, point: Mapping[str, float]) -> dict[str, float]:
        """Return what is tied, at a point."""
        return dict(zip(self.names, self._computed(point)[0].tolist(), strict=True))

    def slopes(self, point: Mapping[str, float]) -> Vector:
        """Return derivatives of what is tied, one row each, by ``others``."""
        return self._computed(point)[1]

    def exist(self, point: Mapping[str, float]) -> bool:
        """Tell whether what is tied is what it may be."""
        return all(holds(each, point[each.name]) for each in self.parameters)

    def off(self, point: Mapping[str, float]) -> dict[str, float]:
        """Return by how much each differs from what it is tied to, relatively."""
        return {
            name: point[name] / value - 1 if value else point[name]
            for name, value in self.values(point).items()
        }

    def _computed(self, point: Mapping[str, float]) -> tuple[Vector, Vector]:
        shape = (len(self.names), len(self.others))
        if self._compute is None:
            return np.zeros(shape[0]), np.zeros(shape)
        with np.errstate(all="ignore"):
            found = self._compute(*(np.float64(point[name]) for name in self.others))
            values, slopes = (np.array(each, dtype=float) for each in found)
        return values, slopes.reshape(shape)


NO_TIES: Final = Ties()


def split_ties(spec: ModelSpec, fixed: Any) -> tuple[Any, Ties]:
    """Split what is fixed into numbers and ties."""
    names = {each.name: each for each in spec.parameters}
    tied = {
        name: value
        for name, value in (fixed.items() if isinstance(fixed, Mapping) else ())
        if name in names and is_tied(value)
    }
    if not tied:
        return fixed, NO_TIES
    import sympy  # noqa: PLC0415 - takes longer to load than most matches

    symbols = {name: sympy.Symbol(name, positive=names[name].domain == "positive" or None)
               for name in names}  # fmt: skip
    numbers = {name: value for name, value in fixed.items() if name not in tied}
    rules = {symbols[name]: _expression(name, value, symbols) for name, value in tied.items()}
    put = {symbols[n]: sympy.Rational(repr(float(v))) for n, v in numbers.items() if _number(v)}
    rules = {name: _with(value, put) for name, value in rules.items()}
    rules = _closed(rules)
    _check_real(rules)
    rules = _without_size(rules, [symbols[e.name] for e in names.values() if e.is_size])
    numbers |= {s.name: number(value) for s, value in rules.items() if value.is_number}
    left = {s.name: value for s, value in rules.items() if not value.is_number}
    others = sorted({s.name for value in left.values() for s in value.free_symbols})
    values = list(left.values())
    slopes = [[sympy.diff(value, symbols[other]) for other in others] for value in values]
    compute = sympy.lambdify([symbols[other] for other in others], (values, slopes), "numpy")
    return numbers, Ties(left, tuple(others), tuple(names[n] for n in left), compute)


def _number(value: Any) -> bool:
    try:
        return bool(np.isfinite(float(value)))
    except (TypeError, ValueError, OverflowError):
        return False


def _expression(name: str, value: Any, symbols: Mapping[str, sympy.Symbol]) -> sympy.Expr:
    others = {each: symbol for each, symbol in symbols.items() if each != name}
    found = as_expression(value, others, name)
    assert found is not None  # noqa: S101 - what is tied is text or an expression
    _check_bits(found, f"{value}" if isinstance(value, str) else "a number too long")
    for other in found.free_symbols:
        if other.name not in others:
            raise ParameterError(
                f"{name}={value}",
                expected="a number, or an expression in other hyperparameters and sizes",
                do=did_you_mean(other.name, others),
            )
    # Symbols of SymPy's own differ from ours in what they assume.
    return found.xreplace({each: others[each.name] for each in found.free_symbols})


def _closed(rules: dict[sympy.Symbol, sympy.Expr]) -> dict[sympy.Symbol, sympy.Expr]:
    """Put ties into one another until none mentions what is tied."""
    for _ in rules:
        rules = {name: _with(value, rules) for name, value in rules.items()}
    if any(value.free_symbols & set(rules) for value in rules.values()):
        raise ParameterError(
            " and ".join(symbol.name for symbol in rules) + " tied in a circle",
            expected="ties that end at what is free or a number",
            do="Leave one of them free.",
        )
    return rules


def _with(value: sympy.Expr, put: Mapping[sympy.Symbol, sympy.Expr]) -> sympy.Expr:
    """Put in expressions, unless a number would come of it that takes more memory than there is."""
    if not value.args:
        return put.get(value, value)
    args = [_with(each, put) for each in value.args]
    if value.is_Pow and all(each.is_number for each in args):
        _check_bits(value.func(*args, evaluate=False), " to the power of ".join(map(str, args)))
    return value.func(*args)


def _check_bits(value: sympy.Expr, called: str) -> None:
    from symppm.laws.extent import extent  # noqa: PLC0415 - as above

    if extent(value).bits > _MOST_BITS:
        raise ParameterError(
            f"a tie with {called} in it",
            expected=f"exact numbers of at most {_MOST_BITS:,} binary digits",
            do="Write it with lower powers or smaller numbers.",
        )


def _check_real(rules: Mapping[sympy.Symbol, sympy.Expr]) -> None:
    """Refuse ties that divide by zero, or take roots of what is negative, wherever they are."""
    import sympy  # noqa: PLC0415 - as above

    for name, value in rules.items():
        if value.has(sympy.I, sympy.oo, sympy.zoo, sympy.nan) or value.is_real is False:
            raise ParameterError(
                f"{name} tied to {value}",
                expected="an expression that is a real number",
                do="Check it for a division by zero, or a root of a negative number.",
            )


def _without_size(
    rules: dict[sympy.Symbol, sympy.Expr], sizes: Collection[sympy.Symbol]
) -> dict[sympy.Symbol, sympy.Expr]:
    """Turn a tie of a size around: what it is tied to is tied to it."""
    import sympy  # noqa: PLC0415 - as above

    from symppm.laws.extent import extent  # noqa: PLC0415 - as above

    for size in sizes:
        value = rules.get(size)
        if value is None or value.is_number:
            continue
        small = extent(value).degree <= _LARGEST_TURNED
        for other in sorted(value.free_symbols, key=str) if small else ():
            # One solution that is linear, or of one sign: no other meets the tie.
            found = sympy.solve(value - size, other)
            if len(found) == 1 and not found[0].has(sympy.LambertW):
                turned = {other: found[0]}
                left = {name: each for name, each in rules.items() if name != size}
                return {**{n: each.xreplace(turned) for n, each in left.items()}, **turned}
        raise ParameterError(
            f"{size} = {value}",
            expected="a tie of the number of factors that can be solved for something else",
            do="Tie another hyperparameter to it.",
        )
    return rules


def in_symbols(ties: Ties, symbols: Mapping[str, sympy.Symbol]) -> dict[str, sympy.Expr]:
    """Return the ties in the symbols of a declaration."""
    return {
        name: value.xreplace({each: symbols[each.name] for each in value.free_symbols})
        for name, value in ties.expressions.items()
    }

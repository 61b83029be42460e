"""What a hyperparameter may be, the coordinate on which it varies, and what is given of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.spec import ModelSpec, ParameterSpec
from symppm.errors import ParameterError, did_you_mean
from symppm.expressions import as_expression, names_in, number, parse
from symppm.stochastic.asked import check_by_name

if TYPE_CHECKING:
    import sympy

Vector = NDArray[np.float64]

_LARGEST_LOG: Final = 300.0
_SIGMOID: Final = 700.0
_CLOSEST: Final = 1e-12
_LARGEST_COUNT: Final = 1e15
_MOST_BITS: Final = 10_000
"""Python writes no number that is much longer."""


def holds(each: ParameterSpec, value: float) -> bool:
    """Tell whether a parameter may have a value."""
    signs = {"positive": value > 0, "nonnegative": value >= 0, "negative": value < 0}
    fits = signs.get(each.domain, True) and (each.upper is None or value <= each.upper)
    return math.isfinite(value) and fits


def whole_range(each: ParameterSpec) -> tuple[float, float]:
    """Return the ends of what a parameter may be."""
    if each.domain in {"real", "negative"}:
        return -math.inf, math.inf if each.domain == "real" else 0.0
    return 0.0, math.inf if each.upper is None else float(each.upper)


def _bound(each: ParameterSpec) -> float | None:
    return each.upper if each.domain == "positive" else None


def bounded(each: ParameterSpec, x: float) -> float:
    """Return the value at a coordinate: exp of it, as a share of an upper bound, or as it is."""
    if (upper := _bound(each)) is not None:
        return upper / (1.0 + math.exp(-min(max(x, -_SIGMOID), _SIGMOID)))
    if each.domain == "real":
        return float(x)
    size = math.exp(min(max(x, -_LARGEST_LOG), _LARGEST_LOG))
    return -size if each.domain == "negative" else size


def unbounded(each: ParameterSpec, value: float) -> float:
    """Return the coordinate of a value: its logarithm, its log odds, or itself."""
    if (upper := _bound(each)) is not None:
        share = min(max(value / upper, _CLOSEST), 1 - _CLOSEST)
        return math.log(share / (1 - share))
    if each.domain == "real":
        return value
    return math.log(max(-value if each.domain == "negative" else value, 1e-300))


def unbounded_all(each: ParameterSpec, values: Vector) -> Vector:
    """Return the coordinates of many values, not finite where one is none of the domain."""
    if each.domain == "real":
        return values
    logs = np.log(-values if each.domain == "negative" else values)
    return np.asarray(logs if each.upper is None else logs - np.log(each.upper - values))


def slope(each: ParameterSpec, value: float) -> float:
    """Return by how much a parameter changes with its coordinate."""
    if (upper := _bound(each)) is not None:
        return value * (1 - value / upper)
    return 1.0 if each.domain == "real" else value


def scale_of(name: str, value: float, known: Mapping[str, ParameterSpec]) -> ParameterSpec:
    """Return what a number may be: as declared, else what its sign says."""
    declared = known.get(name)
    if declared is not None and (declared.domain != "nonnegative" or value > 0):
        return declared
    return ParameterSpec(name, "", domain="positive" if value > 0 else "real")


def on_scales(scales: Mapping[str, ParameterSpec], values: Mapping[str, float]) -> Vector:
    """Return the coordinates of values by name."""
    return np.array([unbounded(each, values[name]) for name, each in scales.items()])


def is_tied(value: Any) -> bool:
    """Tell whether something given is an expression in hyperparameters, and no number."""
    if getattr(value, "free_symbols", None):
        return True
    return isinstance(value, str) and math.isnan(number(value)) and bool(names_in(value))


def read_fixed(
    spec: ModelSpec, fixed: Mapping[str, Any], scale: str | None
) -> tuple[int | None, dict[str, float]]:
    """Split what is fixed into the size and the hyperparameters."""
    sizes = {each.name for each in spec.parameters if each.is_size}
    rest = checked_numbers(spec, fixed, "fixed")
    k = next((int(value) for name, value in rest.items() if name in sizes), None)
    rest = {name: value for name, value in rest.items() if name not in sizes}
    free = {name for symmetry in spec.symmetries for name in symmetry.moved}
    scales = [name for name in rest if name in free and name not in spec.needs]
    if scale is not None and scales and len(scales) >= len(spec.symmetries):
        raise ParameterError(
            f"fixed {scales[0]} beside the scale {scale!r}",
            expected="one of the two, since either fixes the only free scale",
            do="Leave one out.",
        )
    return k, rest


def checked_numbers(
    spec: ModelSpec, given: Any, what: str, *, whole: bool = True
) -> dict[str, float]:
    """Return numbers by the names of parameters, each in its domain."""
    found = {}
    for parameter, value in _named(spec, given, what):
        check_value(parameter, value, whole=whole)
        found[parameter.name] = number(value)
    return found


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
        wrong, do = "", "Widen them."
        if not (math.isfinite(low) and math.isfinite(high) and low < high):
            wrong = "two finite numbers, the smaller one first"
            example = "(1, 50)" if parameter.is_size else "(0.1, 10)"
            do = f'Write, for example, bounds={{"{name}": {example}}}.'
        else:
            for end in (low, high):
                check_value(parameter, end, whole=False)
            if parameter.is_size and math.ceil(low) > math.floor(high):
                wrong = "bounds with a whole number between them"
        if wrong:
            raise ParameterError(f"bounds {name}={pair!r}", expected=wrong, do=do)
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
    broken = counts and whole and math.isfinite(given) and given != int(given)
    if fits and not broken:
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
    do = "Round it first." if broken and given > 1 else "Check the value."
    raise ParameterError(f"{parameter.name}={shown}", expected=expected, do=do)


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

    def in_symbols(self, symbols: Mapping[str, sympy.Symbol]) -> dict[str, sympy.Expr]:
        """Return the ties in the symbols of a declaration."""
        return {
            name: value.xreplace({each: symbols[each.name] for each in value.free_symbols})
            for name, value in self.expressions.items()
        }


NO_TIES: Final = Ties()


def split_ties(spec: ModelSpec, fixed: Any) -> tuple[Any, Ties]:
    """Split what is fixed into numbers and ties, put into one another."""
    names = {each.name: each for each in spec.parameters}
    given = fixed if isinstance(fixed, Mapping) else {}
    tied = {name: value for name, value in given.items() if name in names and is_tied(value)}
    if not tied:
        return fixed, NO_TIES
    import sympy  # noqa: PLC0415 - takes longer to load than most matches

    symbols = {name: sympy.Symbol(name, positive=each.domain == "positive" or None)
               for name, each in names.items()}  # fmt: skip
    numbers = {name: value for name, value in fixed.items() if name not in tied}
    rules = {symbols[name]: _expression(name, value, symbols) for name, value in tied.items()}
    finite = {n: number(v) for n, v in numbers.items() if n in symbols}
    put = {symbols[n]: sympy.Rational(repr(v)) for n, v in finite.items() if math.isfinite(v)}
    for _ in range(len(rules) + 1):
        rules = {name: _with(value, {**put, **rules}) for name, value in rules.items()}
    if any(value.free_symbols & set(rules) for value in rules.values()):
        raise ParameterError(
            " and ".join(symbol.name for symbol in rules) + " tied in a circle",
            expected="ties that end at what is free or a number",
            do="Leave one of them free.",
        )
    for symbol, value in rules.items():
        if value.has(sympy.I, sympy.oo, sympy.zoo, sympy.nan) or value.is_real is False:
            raise ParameterError(
                f"{symbol.name} tied to {value}",
                expected="an expression that is a real number",
                do="Check it for a division by zero, or a root of a negative number.",
            )
        if names[symbol.name].is_size and not value.is_number:
            raise ParameterError(
                f"{symbol.name} = {value}",
                expected="other hyperparameters that are tied to the number of factors",
                do=f"Write it the other way round: a={symbol.name}/10 for {symbol.name}=10*a.",
            )
    numbers |= {s.name: number(value) for s, value in rules.items() if value.is_number}
    left = {s.name: value for s, value in rules.items() if not value.is_number}
    others = sorted({s.name for value in left.values() for s in value.free_symbols})
    values = list(left.values())
    slopes = [[sympy.diff(value, symbols[other]) for other in others] for value in values]
    compute = sympy.lambdify([symbols[other] for other in others], (values, slopes), "numpy")
    return numbers, Ties(left, tuple(others), tuple(names[n] for n in left), compute)


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


def _with(value: sympy.Expr, put: Mapping[sympy.Symbol, sympy.Expr]) -> sympy.Expr:
    """Put in expressions, unless a number would come of it that takes more memory than there is."""
    if not value.args:
        return put.get(value, value)
    args = [_with(each, put) for each in value.args]
    if value.is_Pow and all(each.is_number for each in args):
        _check_bits(value.func(*args, evaluate=False), " to the power of ".join(map(str, args)))
    return value.func(*args)


def _check_bits(value: sympy.Expr, called: str) -> None:
    from symppm.laws.extent import extent  # noqa: PLC0415 - needs SymPy

    if extent(value).bits > _MOST_BITS:
        raise ParameterError(
            f"a tie with {called} in it",
            expected=f"exact numbers of at most {_MOST_BITS:,} binary digits",
            do="Write it with lower powers or smaller numbers.",
        )

"""Hyperparameters that are given, checked against what a model allows."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

from symppm.codegen.spec import ModelSpec, ParameterSpec
from symppm.errors import ParameterError, did_you_mean
from symppm.expressions import names_in, number, parse
from symppm.stochastic.asked import check_by_name

_LARGEST_COUNT: Final = 1e15
_EXAMPLE_BOUNDS: Final = ("(0.1, 10)", "(1, 50)")


def is_tied(value: Any) -> bool:
    """Tell whether something given is an expression in hyperparameters, and no number."""
    if getattr(value, "free_symbols", None):
        return True
    return isinstance(value, str) and math.isnan(number(value)) and bool(names_in(value))


def read_fixed(
    spec: ModelSpec, fixed: Mapping[str, Any], gauge: str | None
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
    if gauge is not None and scales and len(scales) >= len(spec.symmetries):
        raise ParameterError(
            f"fixed {scales[0]} beside the gauge {gauge!r}",
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
    signs = {"positive": given > 0, "nonnegative": given >= 0, "negative": given < 0}
    fits = math.isfinite(given) and signs.get(parameter.domain, True)
    if parameter.upper is not None:
        fits = fits and given <= parameter.upper
    if counts:
        fits = fits and 1 <= given <= _LARGEST_COUNT
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

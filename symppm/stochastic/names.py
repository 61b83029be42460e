"""Targets by name: which statistic of the prior predictive distribution a name means."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass

from symppm.errors import TargetError, did_you_mean
from symppm.laws.partitions import cumulant_weight, set_partitions
from symppm.laws.patterns import pattern_of
from symppm.model.declaration import Declaration
from symppm.solve.targets import default_targets, is_cumulant, target_names, usual_name

Place = tuple[int, ...]
Monomial = tuple[tuple[Place, int], ...]
"""Entries of the array, by the number of their index along each axis, with their powers."""

_PROBABILITY = re.compile(r"\s*P\s*\(\s*(?:Y\s*)?(==|=|!=|<=|>=|<|>)\s*([^()\s]+)\s*\)\s*")
_RANGE = re.compile(r"\s*P\s*\(\s*([^()\s<>=]+)\s*(<=|<)\s*Y\s*(<=|<)\s*([^()\s<>=]+)\s*\)\s*")
_QUANTILE = re.compile(r"\s*quantile\s*[(_ ]?\s*([0-9.eE+-]+)\s*\)?\s*")
_EXAMPLES = '"P(Y = 0)", "P(Y <= 3)", "quantile 0.9", "maximum"'


Polynomial = tuple[tuple[int, tuple[Monomial, ...]], ...]
"""Of joint raw moments: sums of products with integer weights."""


@dataclass(frozen=True)
class Moment:
    """A function of joint raw moments: a cumulant, or a ratio of two, which has a bottom."""

    top: Polynomial
    bottom: Polynomial = ()

    @property
    def monomials(self) -> frozenset[Monomial]:
        """The joint raw moments that it is made of."""
        return frozenset(
            monomial for sums in (self.top, self.bottom) for _, row in sums for monomial in row
        )


@dataclass(frozen=True)
class Probability:
    """The probability that an entry lies in a range, such as P(Y <= 3), or that it does not.

    Ends may be infinite, and belong to the range or not; ``inside`` is False for P(Y != 0).
    """

    low: float = -math.inf
    high: float = math.inf
    with_low: bool = True
    with_high: bool = True
    inside: bool = True

    @property
    def whole_ends(self) -> tuple[float, float]:
        """Smallest and largest whole numbers of the range, the ends if they are infinite."""
        low, high = self.low, self.high
        if math.isfinite(low):
            low = math.ceil(low) if self.with_low else math.floor(low) + 1
        if math.isfinite(high):
            high = math.floor(high) if self.with_high else math.ceil(high) - 1
        return float(low), float(high)


@dataclass(frozen=True)
class Quantile:
    """The value below which an entry lies with a given probability, between 0 and 1."""

    level: float


@dataclass(frozen=True)
class Extreme:
    """The expected largest, or smallest, entry of a matrix of a given shape."""

    largest: bool


@dataclass(frozen=True)
class Custom:
    """The expectation of a function of the whole matrix, which the user brings."""


Statistic = Moment | Probability | Quantile | Extreme | Custom


def statistic_named(
    declaration: Declaration, name: str, *, custom: bool, integral: bool, shared: bool
) -> Statistic:
    """Return what a target's name means."""
    if custom:
        return Custom()
    if name in target_names(declaration) or is_cumulant(name):
        return _moment(declaration, usual_name(declaration, name), shared=shared)
    if match := _PROBABILITY.fullmatch(name):
        return _probability(name, match[1], _number(name, match[2]), integral=integral)
    if match := _RANGE.fullmatch(name):
        low, high = _number(name, match[1]), _number(name, match[4])
        event = Probability(low, high, match[2] == "<=", match[3] == "<=")
        return _possible(name, event, integral=integral)
    if name.strip() == "median":
        return Quantile(0.5)
    if match := _QUANTILE.fullmatch(name):
        level = _number(name, match[1])
        if not 0 < level < 1:
            raise TargetError(
                f"the target {name!r}",
                expected="a quantile's level between 0 and 1",
                do='Write, for example, "quantile 0.9".',
            )
        return Quantile(level)
    if name.strip() in {"maximum", "minimum"}:
        return Extreme(name.strip() == "maximum")
    known = [*target_names(declaration), "maximum", "minimum", "median", "quantile 0.9"]
    raise TargetError(
        f"the target {name!r}",
        expected="a statistic by its name, such as "
        + ", ".join([*(f'"{t}"' for t in default_targets(declaration)), _EXAMPLES]),
        do=did_you_mean(name, known)
        + " In Python, bring any other as ppm.Target(value, statistic=function of a batch of "
        "matrices).",
    )


def _number(name: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise TargetError(
            f"the target {name!r}",
            expected="a number in it",
            do='Write, for example, "P(Y <= 3)" or "quantile 0.9".',
        )
    return number


def _probability(name: str, sign: str, value: float, *, integral: bool) -> Probability:
    if sign in {"<", "<="}:
        event = Probability(high=value, with_high=sign == "<=")
    elif sign in {">", ">="}:
        event = Probability(low=value, with_low=sign == ">=")
    elif integral:
        event = Probability(value, value, inside=sign != "!=")
    else:
        raise TargetError(
            f"the target {name!r} of a model with continuous entries",
            expected="the probability of a range: to have a single value, or not to have it, "
            "has probability zero or one",
            do=f'Ask for "P(Y <= {value:g})".',
        )
    return _possible(name, event, integral=integral)


def _possible(name: str, event: Probability, *, integral: bool) -> Probability:
    """See that some number is in the range."""
    if event.low > event.high:
        raise TargetError(
            f"the target {name!r}",
            expected="the smaller end of a range first",
            do='Write, for example, "P(1 <= Y <= 3)".',
        )
    low, high = event.whole_ends if integral else (event.low, event.high)
    if low > high or (low == high and not integral):
        some = "a whole number in the range" if integral else "a range"
        raise TargetError(
            f"the target {name!r}, an event that is certain or cannot be",
            expected=f"{some}, so that its probability depends on the model",
            do='Write, for example, "P(1 <= Y <= 3)" or "P(Y > 2)".',
        )
    return event


def _moment(declaration: Declaration, name: str, *, shared: bool) -> Moment:
    if name == "mean":
        return Moment(_cumulant(((0,) * len(declaration.observed.dims),)))
    if is_cumulant(name):
        words = name.split("_")[1:]
        return Moment(_cumulant(pattern_of(declaration, words).places))
    dims = declaration.observed.dims
    variance = _minus_common(declaration, dims, shared=shared)
    if name == "variance":
        return Moment(variance)
    kind, _, joined = name.partition("_")
    axes = tuple(axis for axis in dims if axis in joined.split("_"))
    top = _minus_common(declaration, axes, shared=shared)
    return Moment(top, variance) if kind == "rho" else Moment(top)


def _minus_common(declaration: Declaration, axes: tuple[str, ...], *, shared: bool) -> Polynomial:
    """Covariance of entries that share axes, less that of entries that share none."""
    dims = declaration.observed.dims
    first = (0,) * len(dims)
    covariance = _cumulant((first, tuple(int(axis not in axes) for axis in dims)))
    if not shared:
        return covariance
    common = _cumulant((first, (1,) * len(dims)))
    return (*covariance, *((-weight, row) for weight, row in common))


def _cumulant(places: tuple[Place, ...]) -> Polynomial:
    """Return a joint cumulant in joint raw moments, by the sum over set partitions."""
    rows: dict[tuple[Monomial, ...], int] = {}
    for blocks in set_partitions(places):
        row = tuple(sorted(monomial_of(block) for block in blocks))
        rows[row] = rows.get(row, 0) + cumulant_weight(len(blocks))
    return tuple((weight, row) for row, weight in sorted(rows.items()))


def monomial_of(places: tuple[Place, ...]) -> Monomial:
    """Return the product of entries, its indices numbered anew from zero along every axis."""
    maps: list[dict[int, int]] = [{} for _ in places[0]]
    numbered = tuple(
        tuple(numbers.setdefault(n, len(numbers)) for numbers, n in zip(maps, place, strict=True))
        for place in sorted(places)
    )
    return tuple(sorted(Counter(numbered).items()))

"""Simulation against the derivation: draws from the declared model, which no derivation enters.

Every moment of observed entries is estimated from independent replicates of an array that is just
large enough, with two values along each latent axis. The point is chosen from a fixed list by pilot
samples of their own: among points where tails are light enough for an error to be trusted, the
first at which every moment stands out from its error, or the one at which they stand out most.

The error is a delete-block jackknife's: replicates are cut into :data:`BLOCKS` blocks, the estimate
is made anew without each block, and the spread of these tells the error. It needs no formula for
each kind of moment, and removes the bias of order one over the number of replicates.

A moment fails if the estimate is further away than chance allows: further than once in
:data:`FALSE_ALARM` over :data:`MOMENTS` moments, more than the whole catalogue has. A right
derivation thus fails less than once in ten thousand audits. A moment whose error is large compared
with itself can be wrong by less than that unnoticed; the exact checks are there for that.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
import random
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import sympy
from numpy.typing import NDArray
from scipy.special import stdtrit
from sympy.utilities.iterables import multiset_partitions

from symppm.audit.checks import Check, judged
from symppm.audit.reference import fit_parameter, parameters
from symppm.errors import NoMomentError, NotDerivableError, ParameterError
from symppm.laws.derivation import Derivation
from symppm.laws.operators import Correlation, Operator, Variance
from symppm.model.declaration import Axis, Declaration
from symppm.model.nodes import AxisSum, Entry, KnownEntry, known_entries
from symppm.model.sampling import sample_declaration

FALSE_ALARM: Final = 1e-4
MOMENTS: Final = 1000
DRAWS: Final = 100_000
BLOCKS: Final = 100
_PILOT: Final = 5_000
_HEAVIEST: Final = 200.0
_HEAVIEST_PRIOR: Final = 1000.0
"""E[X^8] over E[X^4]^2: a prior so heavy that draws do not show it, such as LogNormal(mu, 1)."""
_FEWEST: Final = 50
"""Pilot draws in which no entry of a moment is zero."""
_SHARP: Final = 10.0
_SEED: Final = 20230424
_LATENT_SIZE: Final = 2
_CANDIDATES: Final = 48
_POSITIVE: Final = (
    ("1/2", "1", "3/2", "2", "3", "4"),
    ("1/4", "1/3", "1/2", "2/3"),
    ("1", "3", "4", "6", "8", "12", "20"),
)
"""Values to choose from, for one candidate after another: a small spread suits one family, a large
shape another."""
_REPLICATE: Final = "replicate"

Array = NDArray[np.float64]
Point = Mapping[sympy.Symbol, sympy.Rational]


def check_simulation(
    derivations: Sequence[Derivation], random_seed: int = _SEED, draws: int = DRAWS
) -> Check:
    """Compare the results of a derivation file with draws from its model."""
    declaration = derivations[0].declaration
    observed = {d.target: d for d in derivations if _is_observed(d, declaration)}
    if not observed:
        return Check("simulation", "skipped", "no moments of observed entries")
    distinct = tuple(observed.values())
    where = layout(declaration, [entry for d in distinct for entry in _operands(d.target)])
    try:
        for variable in declaration.variables:
            variable.family.check_sampled()
        point = _best_point(distinct, where)
    except ParameterError as error:
        return Check("simulation", "skipped", error.given)
    # Another stream for every model, so that no two of them share their luck.
    generator = np.random.default_rng([random_seed, zlib.crc32(declaration.name.encode())])
    data = replicates(declaration, point, where, draws, generator)
    limit = float(stdtrit(BLOCKS - 1, 1 - FALSE_ALARM / MOMENTS / 2))
    at = ", ".join(f"{symbol} = {value}" for symbol, value in point.items())
    failures, largest = [], 0.0
    for derivation in distinct:
        try:
            claimed = claimed_value(derivation.result, declaration, point, where)
        except TypeError:
            failures.append(
                f"{derivation.name}: the result {derivation.result} is no number at {at}"
            )
            continue
        estimate = _estimate(derivation.target, data, where)
        score = abs(estimate.score(claimed))
        if score <= limit:
            largest = max(largest, score)
        else:  # what is not a number is no match either
            failures.append(
                f"{derivation.name}: {draws:,} draws give {estimate.value:.6g} with a standard "
                f"error of {estimate.error:.2g}, the derivation {claimed:.6g}, at {at}"
            )
    summary = f"{len(distinct)} moments, {draws:,} draws, largest |z| {largest:.1f}"
    if failures:
        summary = f"{len(failures)} of {len(distinct)} moments off, {draws:,} draws"
    return judged("simulation", summary, failures)


def _is_observed(derivation: Derivation, declaration: Declaration) -> bool:
    """Tell whether a derivation is about entries of the data, with nothing given."""
    target, observed = derivation.target, declaration.observed.name
    return (
        isinstance(target, Operator)
        and not target.given
        and all(isinstance(entry, Entry) and entry.name == observed for entry in target.operands)
    )


def _operands(target: Operator) -> tuple[Entry, ...]:
    """Return what a moment is of; a variance is a covariance with itself."""
    return tuple(target.operands) * (2 if isinstance(target, Variance) else 1)


# Where a model is simulated


@dataclass(frozen=True)
class Layout:
    """Which entries are looked at: places of indices in a small array, and sizes of its axes."""

    places: Mapping[sympy.Symbol, int]
    sizes: Mapping[str, int]


def layout(declaration: Declaration, entries: Sequence[Entry]) -> Layout:
    """Give every index of the entries a place along its axis."""
    places: dict[sympy.Symbol, int] = {}
    sizes = {axis.name: 0 for axis in declaration.observed.axes}
    for entry in entries:
        for axis, letter in zip(declaration.observed.axes, entry.indices, strict=True):
            if letter not in places:
                places[letter] = sizes[axis.name]
                sizes[axis.name] += 1
    sizes = {name: max(1, size) for name, size in sizes.items()}
    return Layout(places, sizes | {axis.name: _LATENT_SIZE for axis in declaration.latent_axes})


def _best_point(derivations: Sequence[Derivation], where: Layout) -> Point:
    """Choose by small samples of their own among points where tails are light."""
    declaration = derivations[0].declaration
    conditions = tuple(dict.fromkeys(condition for d in derivations for condition in d.conditions))
    order = max(len(_operands(d.target)) for d in derivations)
    best: tuple[float, Point] | None = None
    failure: ParameterError | None = None
    for number, point in enumerate(_candidates(declaration, conditions, order)):
        if best and number >= _CANDIDATES:
            break
        generator = np.random.default_rng([number, zlib.crc32(declaration.name.encode())])
        try:
            data = replicates(declaration, point, where, _PILOT, generator)
        except ParameterError as error:
            failure = error
            continue
        if not all(_tail(d.target, data, where) <= _HEAVIEST for d in derivations):
            continue
        sharpness = min(abs(_estimate(d.target, data, where).score(0.0)) for d in derivations)
        if best is None or sharpness > best[0]:
            best = (sharpness, point)
        if sharpness >= _SHARP:
            break
    if best is None:
        raise failure or ParameterError(
            f"no hyperparameters at which the tails of {declaration.name!r} are light were found",
            expected="draws whose averages have errors that can be trusted",
            do="Simulate it at hyperparameters of your own.",
        )
    return best[1]


def _candidates(
    declaration: Declaration, conditions: Sequence[sympy.Expr], order: int
) -> Iterator[Point]:
    """List moderate rational hyperparameters; the same ones every time.

    A condition such as ``a - 2 > 0``, under which a moment of some order exists, is met with so
    much to spare that moments of several times the order exist as well.
    """
    generator = random.Random(f"{declaration.name} simulated")  # noqa: S311 - points, no secrets
    spare = 3 * order + 4
    specs = {p.name: p for p in parameters(declaration)}
    every = tuple(itertools.chain(*_POSITIVE))
    tails = tuple(_tails(declaration))
    for number in range(4 * _CANDIDATES):
        values = _POSITIVE[number % len(_POSITIVE)] if number < _CANDIDATES else every
        point = {
            symbol: fit_parameter(specs[symbol.name], sympy.Rational(generator.choice(values)))
            for symbol in declaration.hyperparameters
        }
        for condition in conditions:
            missing = spare - condition.subs(point)
            free = sorted(condition.free_symbols & set(point), key=str)
            if free and missing.is_Rational and missing > 0:
                point[free[0]] += missing
        _order(point, declaration)
        exist = all(condition.subs(point) > 0 for condition in conditions)
        if exist and all(_is_light(*tail, point) for tail in tails):
            yield point


def _tails(declaration: Declaration) -> Iterator[tuple[sympy.Expr, tuple[sympy.Expr, ...]]]:
    """Yield how heavy the tail of each variable is, E[X^8] over E[X^4]^2, and where that exists."""
    for variable in declaration.variables:
        try:
            low, high = (variable.family.raw_moment(n, variable.parameters) for n in (4, 8))
        except (NoMomentError, NotDerivableError):
            continue
        yield high.value / low.value**2, high.conditions


def _is_light(ratio: sympy.Expr, conditions: Sequence[sympy.Expr], point: Point) -> bool:
    """Tell whether draws show a tail; of what depends on other variables, nothing is said."""
    margins = [condition.xreplace(point) for condition in conditions]
    if any(margin.is_number and not margin > 0 for margin in margins):
        return False
    weight = ratio.xreplace(point)
    return not weight.is_number or bool(weight <= _HEAVIEST_PRIOR)


def _order(point: dict[sympy.Symbol, sympy.Rational], declaration: Declaration) -> None:
    """Exchange bounds that are in the wrong order."""
    for variable in declaration.variables:
        for names in variable.family.ordered:
            low, high = (variable.parameters[name] for name in names)
            if low in point and high in point:
                least, most = sorted((point[low], point[high]))
                point[low], point[high] = least, most + (1 if least == most else 0)


# Draws, and what is claimed about them


def replicates(
    declaration: Declaration,
    point: Point,
    where: Layout,
    count: int,
    generator: np.random.Generator,
) -> Array:
    """Draw independent replicates of a small array, all in one call.

    One more axis is put on every variable, so that each of its places is a draw of the whole model.
    """
    letters = (f"{_REPLICATE}_one", f"{_REPLICATE}_two")
    axis = Axis(_REPLICATE, sympy.Symbol(_REPLICATE, positive=True, integer=True), letters)
    repeated = dataclasses.replace(
        declaration,
        axes=(*declaration.axes, axis),
        variables=tuple(
            dataclasses.replace(v, axes=(*v.axes, axis)) for v in declaration.variables
        ),
    )
    hyperparameters = {symbol.name: float(value) for symbol, value in point.items()}
    hyperparameters |= {latent.size.name: float(_LATENT_SIZE) for latent in declaration.latent_axes}
    shape = (*(where.sizes[dim] for dim in declaration.observed.dims), count)
    known = {name: values.astype(float) for name, values in _known(declaration, where).items()}
    sample = sample_declaration(repeated, hyperparameters, shape, 1, generator, known)
    values: Array = np.asarray(sample, dtype=float)
    if not np.isfinite(values).all():
        raise ParameterError(
            f"draws from {declaration.name!r} that are not finite",
            expected="finite numbers",
            do="Use less extreme hyperparameters.",
        )
    return values


def _known(declaration: Declaration, where: Layout) -> dict[str, NDArray[np.object_]]:
    """Return fixed fractions for every known array, all of them different, that it can have."""
    integers = {
        entry.name
        for variable in declaration.variables
        for parameter in variable.family.parameters
        if parameter.integer
        for entry in known_entries(variable.parameters[parameter.name])
    }
    arrays = {}
    for array in declaration.known:
        shape = tuple(where.sizes[dim] for dim in array.dims)
        denominator = 1 if array.name in integers else 2
        fractions = [sympy.Rational(2 + n, denominator) for n in range(math.prod(shape))]
        values = np.asarray(fractions, dtype=object).reshape(shape)
        if array.over is not None:
            values = values / values.sum(axis=array.axes.index(array.over), keepdims=True)
        arrays[array.name] = values
    return arrays


def claimed_value(
    expression: sympy.Expr, declaration: Declaration, point: Point, where: Layout
) -> float:
    """Return the number that a derivation file's result is, at a point."""
    known = _known(declaration, where)
    values: dict[sympy.Symbol, sympy.Expr] = dict(point)
    values |= {axis.size: sympy.Integer(where.sizes[axis.name]) for axis in declaration.axes}

    def number(node: sympy.Basic, places: Mapping[sympy.Symbol, int]) -> sympy.Basic:
        if isinstance(node, KnownEntry):
            return known[node.name][tuple(places[letter] for letter in node.indices)]
        if isinstance(node, AxisSum):
            size = where.sizes[declaration.axis_of(node.bound).name]
            terms = (number(node.summand, {**places, node.bound: n}) for n in range(size))
            return sympy.Add(*terms)
        if not node.args:
            return values.get(node, node)
        return node.func(*(number(argument, places) for argument in node.args))

    return float(number(expression, where.places).evalf())


# Estimates


@dataclass(frozen=True)
class Estimate:
    """An estimate and its standard error, which has ``BLOCKS - 1`` degrees of freedom."""

    value: float
    error: float

    def score(self, claimed: float) -> float:
        """Return how many standard errors a claim is away."""
        gap = self.value - claimed
        # What is certain, such as an entry that cannot vary, is only rounded.
        floor = 1e-9 * max(abs(claimed), abs(self.value), 1e-300)
        return gap / max(self.error, floor)


def _columns(target: Operator, data: Array, where: Layout) -> list[Array]:
    return [
        data[tuple(where.places[letter] for letter in entry.indices)] for entry in _operands(target)
    ]


def _estimate(target: Operator, data: Array, where: Layout) -> Estimate:
    columns = _columns(target, data, where)
    if isinstance(target, Correlation):
        return estimated_correlation(columns[0], columns[1])
    return estimated_cumulant(columns)


def _tail(target: Operator, data: Array, where: Layout) -> float:
    """Return the kurtosis of what a moment averages: where it is huge, an error means little."""
    columns = _columns(target, data, where)
    if np.count_nonzero(np.prod(columns, axis=0)) < _FEWEST:  # such counts tell of no tail
        return math.inf
    product = np.prod([column - column.mean() for column in columns], axis=0)
    product = product - product.mean()
    if not np.any(product):
        return math.inf
    return float(np.mean(product**4) / np.mean(product**2) ** 2)


def estimated_cumulant(columns: Sequence[Array]) -> Estimate:
    """Estimate a joint cumulant: the mean of one column, the covariance of two, and so on."""
    shifted = [column - column.mean() for column in columns]
    shift = float(columns[0].mean()) if len(columns) == 1 else 0.0
    return _jackknife(_cumulants(shifted), shift)


def estimated_correlation(x: Array, y: Array) -> Estimate:
    """Estimate a correlation."""
    centered_x, centered_y = x - x.mean(), y - y.mean()
    pairs = ((centered_x, centered_y), (centered_x, centered_x), (centered_y, centered_y))
    covariance, variance_x, variance_y = map(_cumulants, pairs)
    return _jackknife(covariance / np.sqrt(variance_x * variance_y))


def _cumulants(columns: Sequence[Array]) -> Array:
    """Return a joint cumulant of all replicates, then without each block."""
    indices = list(range(len(columns)))
    moments = {
        subset: _without_each_block(np.prod([columns[n] for n in subset], axis=0))
        for size in range(1, len(columns) + 1)
        for subset in itertools.combinations(indices, size)
    }
    total = np.zeros(BLOCKS + 1)
    for blocks in multiset_partitions(indices):
        sign = (-1) ** (len(blocks) - 1) * math.factorial(len(blocks) - 1)
        total = total + sign * np.prod([moments[tuple(block)] for block in blocks], axis=0)
    return total


def _without_each_block(values: Array) -> Array:
    """Return the mean of all values, then the means without each block."""
    sums = values.reshape(BLOCKS, -1).sum(axis=1)
    total, size = sums.sum(), values.size // BLOCKS
    return np.concatenate([[total / values.size], (total - sums) / (values.size - size)])


def _jackknife(values: Array, shift: float = 0.0) -> Estimate:
    full, reduced = float(values[0]), values[1:]
    spread: Any = np.sqrt((BLOCKS - 1) / BLOCKS * np.sum((reduced - reduced.mean()) ** 2))
    bias = (BLOCKS - 1) * (float(reduced.mean()) - full)
    return Estimate(full - bias + shift, float(spread))

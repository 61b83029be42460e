"""Simulation against the derivation: draws from the declared model, which no derivation enters.

Every moment of observed entries is estimated from independent replicates of an array that is just
large enough, with two values along each latent axis. The point is chosen from a fixed list by pilot
samples of their own: among points where tails are light enough for an error to be trusted, the
first at which every moment stands out from its error, or the one at which they stand out most.

A moment fails if the estimate is further away than chance allows: further than once in
:data:`FALSE_ALARM` over :data:`MOMENTS` moments, more than the whole catalogue has. A right
derivation thus fails less than once in ten thousand audits. A moment whose error is large compared
with itself can be wrong by less than that unnoticed; the exact checks are there for that.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
import sympy
from numpy.typing import NDArray
from scipy.special import stdtrit

from symppm.audit.check import Check, judged
from symppm.audit.simulation_estimates import (
    BLOCKS,
    Estimate,
    estimated_correlation,
    estimated_cumulant,
)
from symppm.audit.simulation_points import (
    Layout,
    candidates,
    claimed_value,
    layout,
    replicates,
)
from symppm.errors import ParameterError
from symppm.laws.derivation import Derivation
from symppm.laws.operators import Correlation, Operator
from symppm.model.declaration import Declaration
from symppm.model.nodes import Entry

FALSE_ALARM: Final = 1e-4
MOMENTS: Final = 1000
DRAWS: Final = 100_000
_PILOT: Final = 5_000
_HEAVIEST: Final = 200.0
_SHARP: Final = 10.0
_SEED: Final = 20230424


def check_simulation(
    derivations: tuple[Derivation, ...], random_seed: int = _SEED, draws: int = DRAWS
) -> Check:
    """Compare the results of a derivation file with draws from its model."""
    declaration = derivations[0].declaration
    simulated = {each.target: each for each in derivations if _is_observed(each, declaration)}
    if not simulated:
        return Check("simulation", "skipped", "no moments of observed entries")
    chosen = tuple(simulated.values())
    try:
        for variable in declaration.variables:
            variable.family.check_sampled()
    except ParameterError as error:
        return Check("simulation", "skipped", error.given)
    where = layout(declaration, [entry for each in chosen for entry in _operands(each.target)])
    try:
        point = _best_point(chosen, where)
    except ParameterError as error:
        return Check("simulation", "skipped", error.given)
    # Another stream for every model, so that no two of them share their luck.
    generator = np.random.default_rng([random_seed, zlib.crc32(declaration.name.encode())])
    data = replicates(declaration, point, where, draws, generator)
    limit = float(stdtrit(BLOCKS - 1, 1 - FALSE_ALARM / MOMENTS / 2))
    failures, largest = [], 0.0
    for each in chosen:
        found = _estimate(each.target, data, where)
        try:
            claimed = claimed_value(each.result, declaration, point, where)
        except TypeError:
            failures.append(
                f"{each.name}: the result {each.result} is no number at {_shown(point)}"
            )
            continue
        score = abs(found.score(claimed))
        # What is not a number is no match either.
        largest = max(largest, score) if score <= limit else largest
        if not score <= limit:
            failures.append(
                f"{each.name}: {draws:,} draws give {found.value:.6g} with a standard error of "
                f"{found.error:.2g}, the derivation {claimed:.6g}, at {_shown(point)}"
            )
    summary = f"{len(chosen)} moments, {draws:,} draws, largest |z| {largest:.1f}"
    if failures:
        summary = f"{len(failures)} of {len(chosen)} moments off, {draws:,} draws"
    return judged("simulation", summary, tuple(failures))


def _is_observed(derivation: Derivation, declaration: Declaration) -> bool:
    """Tell whether a derivation is about entries of the data, with nothing given."""
    target = derivation.target
    return (
        isinstance(target, Operator)
        and not target.given
        and all(
            isinstance(each, Entry) and each.name == declaration.observed.name
            for each in target.operands
        )
    )


def _operands(target: Operator) -> tuple[Entry, ...]:
    """Return what a moment is of; a variance is a covariance with itself."""
    operands = tuple(target.operands)
    return operands * 2 if target.symbol == "Var" else operands


def _columns(
    target: Operator, data: NDArray[np.float64], where: Layout
) -> list[NDArray[np.float64]]:
    return [
        data[tuple(where.places[letter] for letter in entry.indices)] for entry in _operands(target)
    ]


def _estimate(target: Operator, data: NDArray[np.float64], where: Layout) -> Estimate:
    columns = _columns(target, data, where)
    if isinstance(target, Correlation):
        return estimated_correlation(columns[0], columns[1])
    return estimated_cumulant(columns)


def _tail(target: Operator, data: NDArray[np.float64], where: Layout) -> float:
    """Return the kurtosis of what a moment averages: where it is huge, an error means little."""
    columns = (column - column.mean() for column in _columns(target, data, where))
    product = np.prod(list(columns), axis=0)
    product = product - product.mean()
    if not np.any(product):
        return math.inf
    return float(np.mean(product**4) / np.mean(product**2) ** 2)


def _best_point(
    chosen: Sequence[Derivation], where: Layout
) -> Mapping[sympy.Symbol, sympy.Rational]:
    """Choose by small samples of their own among points where tails are light."""
    declaration = chosen[0].declaration
    conditions = tuple(dict.fromkeys(part for each in chosen for part in each.conditions))
    order = max(len(_operands(each.target)) for each in chosen)
    best: tuple[float, Mapping[sympy.Symbol, sympy.Rational]] | None = None
    failure: ParameterError | None = None
    for number, values in enumerate(candidates(declaration, conditions, order)):
        generator = np.random.default_rng([number, zlib.crc32(declaration.name.encode())])
        try:
            data = replicates(declaration, values, where, _PILOT, generator)
        except ParameterError as error:
            failure = error
            continue
        if not all(_tail(each.target, data, where) <= _HEAVIEST for each in chosen):
            continue
        sharpness = min(abs(_estimate(each.target, data, where).score(0.0)) for each in chosen)
        if best is None or sharpness > best[0]:
            best = (sharpness, values)
        if sharpness >= _SHARP:
            break
    if best is None:
        raise failure or ParameterError(
            f"no hyperparameters at which the tails of {declaration.name!r} are light were found",
            expected="draws whose averages have errors that can be trusted",
            do="Simulate it at hyperparameters of your own.",
        )
    return best[1]


def _shown(point: Mapping[sympy.Symbol, sympy.Rational]) -> str:
    return ", ".join(f"{symbol} = {value}" for symbol, value in point.items())

"""Which observation model explains the variance that a Poisson model leaves over."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from symppm.matching.agreement import Estimate, estimated, solution_at
from symppm.matching.axes import INVERSE
from symppm.matching.diagnostics.priors import PoissonProduct
from symppm.matching.diagnostics.quantiles import probabilities
from symppm.matching.diagnostics.table import said
from symppm.matching.intervals import weights_of
from symppm.matching.kernels import Kernels, Point
from symppm.matching.least_squares import Problem, fit
from symppm.matching.parameters import slope
from symppm.matching.question import Question
from symppm.matching.result import Diagnostic, Match
from symppm.statistics.cross_moments import DISTINCT, CrossMoments

_LEVEL: Final = 0.005
"""How often a difference is called one by chance."""
_REJECTED: Final = 0.05
"""How often the true one of two observation models is set aside by chance."""


@dataclass(frozen=True)
class Noise:
    """How entries vary about their rates, from the variance that cross-moments leave over.

    Attributes
    ----------
    excess : Estimate
        Variance of an entry about its rate less the mean: zero for Poisson counts.
    log_size : Estimate or None
        Logarithm of the Negative Binomial's size r that has this variance; None where there is
        less than that of Poisson counts. A share r / (1 + r) of entries that are counted at all
        has the same.
    """

    excess: Estimate
    log_size: Estimate | None

    @property
    def is_poisson(self) -> bool:
        """Whether the difference may well be chance."""
        return self.excess.either >= _LEVEL

    @property
    def size(self) -> tuple[float, float, float] | None:
        """The Negative Binomial's size and the ends of its 95 % interval."""
        if self.log_size is None:
            return None
        value, reach = self.log_size.value, self.log_size.reach()
        return math.exp(value), math.exp(value - reach), math.exp(value + reach)


def noise_of(question: Question, full: Kernels, measured: CrossMoments) -> Noise | None:
    """Compare the variance with what a Poisson model matched to cross-moments has.

    Notes
    -----
    With V the variance of an entry and m its second moment about zero under Poisson noise, less the
    mean, a Negative Binomial has V - V_Poisson = m / r, and zeroing entries with probability 1 - p
    leaves the same with r = p / (1 - p), cross-moments being matched in either case.
    """

    def spare(values: Point) -> float | None:
        variance = _variance(question, full, values)
        return None if variance is None else values["variance"] - variance

    def log_size(values: Point) -> float | None:
        variance = _variance(question, full, values)
        if variance is None or not values["variance"] > variance:
            return None
        # Over its exposure, a Poisson count of rate m has the variance m over the exposure.
        within = values["mean"] * values.get(INVERSE, 1.0)
        square = variance - within + values["mean"] ** 2
        return float(np.log(square / (values["variance"] - variance)))

    excess = estimated(measured, spare)
    if excess is None:
        return None
    return Noise(excess, estimated(measured, log_size) if excess.value > 0 else None)


def noise_of_nearest(
    question: Question, match: Match, full: Kernels, measured: CrossMoments
) -> Noise | None:
    """Return the same where values are given or tied: by how the nearest parameters move."""
    uncertainty, size = match.uncertainty, question.kernels.size
    if uncertainty is None or uncertainty.lines is None or match.branches or match.k_exact is None:
        return None
    if measured.rows is None or measured.columns is None or size is None:
        return None
    problem = Problem(
        question.kernels, question.targets, question.given, question.ties, weights_of(question)
    )
    at = fit(problem, {**match.parameters, size: match.k_exact})
    if at is None:
        return None
    place = full.spec.targets.index("variance")
    values, slopes = full.moments_and_slopes(at.parameters)
    names = [each.name for each in full.spec.parameters]
    moved = np.array([
        slopes[place, names.index(name)] * slope(scale, at.parameters[name]) if name in names else 0
        for name, scale in uncertainty.scales.items()
    ])  # fmt: skip
    at_variance = DISTINCT.index("variance")
    rows, columns = (
        table[:, at_variance] - lines @ moved
        for table, lines in zip((measured.rows, measured.columns), uncertainty.lines, strict=True)
    )
    if not (np.isfinite(rows).all() and np.isfinite(columns).all()):
        return None
    excess = measured.values["variance"] - float(values[place])
    return Noise(Estimate.of(excess, rows, columns), None)


def _variance(question: Question, full: Kernels, values: Point) -> float | None:
    point = solution_at(question, values)
    variance = math.nan if point is None else full.at(point)["variance"]
    return variance if np.isfinite(variance) else None


def about_noise(
    noise: Noise,
    question: Question,
    full: Kernels,
    product: PoissonProduct | None,
    measured: CrossMoments,
) -> Diagnostic | None:
    """Name the observation model that explains the variance; None if it is Poisson."""
    if noise.is_poisson:
        return None
    errors, size = abs(noise.excess.errors), noise.size
    if noise.excess.value < 0:
        return said("underdispersed", errors=errors)
    if size is None:
        return None
    zeros, high, low = (100 / (1 + each) for each in size)
    names = (
        f"Negative Binomial with size r = {size[0]:.3g} ({size[1]:.2g} to {size[2]:.2g})",
        f"{zeros:.3g} % ({low:.2g} to {high:.2g} %) of the entries zeroed at random",
    )
    off = None if product is None else _thirds(question, full, product, measured)
    named = f"{names[0]}, or {names[1]}: these have the same variance, and "
    if off is None:
        return said("noise", errors=errors, named=named + "nothing tells which.")
    nearer = int(off[1].either > off[0].either)
    other = off[1 - nearer]
    if other.either < _REJECTED <= off[nearer].either:
        less = names[1 - nearer]
        named = (
            f"{names[nearer]}. {less[:1].upper()}{less[1:]} would have the same variance, but the "
            f"third cumulant of entries is {abs(other.errors):.1f} standard errors off."
        )
    else:
        named += "the third cumulant of entries does not tell which."
    return said("noise", errors=errors, named=named)


def _thirds(
    question: Question, full: Kernels, product: PoissonProduct, measured: CrossMoments
) -> tuple[Estimate, Estimate] | None:
    """Return how far the third factorial moment is from dispersed, and from zeroed, counts'."""
    if question.spec.exposures:
        return None  # that of counts over exposures needs the average of 1 / exposure^2

    def away(expected: Callable[[float], float]) -> Estimate | None:
        def log_ratio(values: Point) -> float | None:
            point = solution_at(question, values)
            if point is None or _variance(question, full, values) is None:
                return None
            mean, total = values["mean"], values["variance"]
            second, third = _rate_moments(product, point)
            power = values["cumulant_ij_ij_ij"] + 3 * total * mean + mean**3
            observed = power - 3 * (total + mean**2) + 2 * mean
            model = third * expected((total + mean**2 - mean) / second)
            return float(np.log(observed / model)) if observed > 0 and model > 0 else None

        return estimated(measured, log_ratio)

    dispersed, zeroed = away(lambda grown: grown * (2 * grown - 1)), away(lambda grown: grown**2)
    return None if dispersed is None or zeroed is None else (dispersed, zeroed)


def _rate_moments(product: PoissonProduct, point: Point) -> tuple[float, float]:
    """Return second and third moment about zero of the rate of an entry."""
    _, _, weights = probabilities()
    k = point[product.size]
    row, column = product.row.nodes(point), product.column.nodes(point)
    one, two, three = (float(row**n @ weights) * float(column**n @ weights) for n in (1, 2, 3))
    mean = k * one
    variance = k * (two - one**2)
    cumulant = k * (three - 3 * two * one + 2 * one**3)
    return variance + mean**2, cumulant + 3 * variance * mean + mean**3

"""Diagnostics about cross-moments: what they resolve, rest on and rule out, and the noise left."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from symppm.matching.diagnostics.predicted import PoissonProduct, probabilities
from symppm.matching.diagnostics.table import ONE_MAKES_IT, UNRESOLVED, said
from symppm.matching.grounds import EstimateOfK
from symppm.matching.kernels import Kernels, Point
from symppm.matching.least_squares import fit
from symppm.matching.moments import Estimate, Left
from symppm.matching.parameters import slope
from symppm.matching.question import Question
from symppm.matching.result import Match
from symppm.matching.targets import CYCLE, INVERSE
from symppm.results.diagnostic import Diagnostic
from symppm.statistics.cross_moments import CrossMoments

_LEVEL: Final = 0.95
_RESOLVED: Final = 0.05
_RULED_OUT: Final = 0.005
"""How often a product, or Poisson noise, is ruled out that is one."""
_REJECTED: Final = 0.05
"""How often the true one of two observation models is set aside by chance."""
_MOST_OF_IT: Final = 0.5
_MANY: Final = 10.0


@dataclass(frozen=True)
class Candidate:
    """A match of one set of moments, and what it says of K.

    Of cross-moments, ``full`` are the moments of the model, its variance among them; the data have
    ``least`` factors at least; ``noise`` is what the variance has beyond that of Poisson counts.
    """

    question: Question
    match: Match
    about_data: tuple[Diagnostic, ...] = ()
    full: Kernels | None = None
    least: int = 1
    noise: Estimate | None = None

    @property
    def _place(self) -> int | None:
        """Which of the scales of the uncertainty is that of K; None where it has none."""
        uncertainty, size = self.match.uncertainty, self.question.kernels.size
        if uncertainty is None or size is None or size not in uncertainty.scales:
            return None
        return [*uncertainty.scales].index(size)

    @property
    def log_error(self) -> float:
        """Standard error of the logarithm of K; infinite where K is not resolved."""
        uncertainty, place = self.match.uncertainty, self._place
        if uncertainty is None or uncertainty.spread is None or place is None:
            return math.inf
        return float(uncertainty.spread.errors[place])

    @property
    def log_size(self) -> Left | None:
        """The logarithm of K, and what it is without each row and column; None if not resolved."""
        uncertainty, place, k = self.match.uncertainty, self._place, self.match.k_exact
        if uncertainty is None or uncertainty.lines is None or place is None or k is None:
            return None
        rows, columns = (table[..., place] for table in uncertainty.lines)
        log_k = math.log(k)
        if not self.question.closed:  # a search tells them up to a constant
            rows, columns = (array - array.mean() + log_k for array in (rows, columns))
        return log_k, rows, columns

    @property
    def resolved(self) -> bool:
        """Whether there is one answer, which does not hang on a sign that may be chance."""
        uncertainty = self.match.uncertainty
        return (
            self.match.feasible
            and not self.match.branches
            and (uncertainty is None or uncertainty.spread is not None)
            and not self.match.has(UNRESOLVED)
        )

    @property
    def of_k(self) -> EstimateOfK | None:
        """What it says of K, if K is not given."""
        match, size = self.match, self.question.kernels.size
        if size is None or self.question.k is not None:
            return None
        ends, remark = (0.0, math.inf), ""
        if match.k_exact is not None and match.uncertainty is not None:
            ends = match.interval(_LEVEL)[size]
        if match.branches:
            remark = f"{len(match.branches)} solutions"
        elif not match.feasible:
            remark = "no solution"
        elif not np.isfinite(ends[1]) or match.has(UNRESOLVED):
            remark = "not resolved"
        elif match.has(ONE_MAKES_IT):
            remark = "rests on one entry, row or column"
        return EstimateOfK(match.estimator, match.k_exact, *ends, remark)

    def variance(self, values: Point) -> float | None:
        """Return the variance that the model has where cross-moments are met."""
        if self.full is None:
            return None
        return self.full.moment("variance", self.question.solution_at(values))


def noise_of(candidate: Candidate) -> Estimate | None:
    """Compare the variance with what the model, if it is one of Poisson counts, has at a match."""
    if candidate.question.request.structure.product is None:
        return None
    if not candidate.question.closed:
        return None if candidate.question.k is not None else noise_of_nearest(candidate)

    def spare(values: Point) -> float | None:
        variance = candidate.variance(values)
        return None if variance is None else values["variance"] - variance

    return candidate.question.estimate(spare)


def noise_of_nearest(candidate: Candidate) -> Estimate | None:
    """Return the noise where values are given or tied: by how the nearest parameters move."""
    question, match, full = candidate.question, candidate.match, candidate.full
    uncertainty, size, moments = match.uncertainty, question.kernels.size, question.moments
    if uncertainty is None or uncertainty.lines is None or match.branches or match.k_exact is None:
        return None
    if moments is None or size is None or full is None:
        return None
    near = fit(question.problem({}), {**match.parameters, size: match.k_exact})
    if near is None:
        return None
    row = full.spec.targets.index("variance")
    values, slopes = full.moments_and_slopes(near.parameters)
    names = [x.name for x in full.spec.parameters]
    slopes_on_scales = np.array([
        slopes[row, names.index(name)] * slope(scale, near.parameters[name]) if name in names else 0
        for name, scale in uncertainty.scales.items()
    ])  # fmt: skip
    rows, columns = (
        table["variance"] - lines @ slopes_on_scales
        for table, lines in zip(moments.without_lines, uncertainty.lines, strict=True)
    )
    if not (np.isfinite(rows).all() and np.isfinite(columns).all()):
        return None
    return Estimate.of(moments["variance"] - float(values[row]), rows, columns)


def about_cross_moments(candidate: Candidate) -> tuple[Diagnostic, ...]:
    """Say what cross-moments tell besides K: how entries vary, what they rest on, what fails."""
    question, noise = candidate.question, candidate.noise
    measured, size = question.cross_moments, question.kernels.size
    product = question.request.structure.product
    if size is None or measured is None:  # the cycle tells nothing else
        return ()
    diagnostics = [_unresolved(candidate, measured, size)]
    if measured.largest_share > _MOST_OF_IT:
        diagnostics.append(_one_line_makes_it(measured, size))
    if product is not None:
        diagnostics.append(_no_product(question, size))
    if product is not None and noise is not None and noise.either < _RULED_OUT:
        diagnostics.append(_noisy(candidate, noise, product))
    return tuple(x for x in diagnostics if x is not None)


def _unresolved(candidate: Candidate, measured: CrossMoments, size: str) -> Diagnostic | None:
    """Say that K is not resolved where the cycle, or what K follows from, may as well be zero."""
    question, log_size = candidate.question, candidate.log_size
    if measured.values[CYCLE] == 0:
        return said(f"{UNRESOLVED}/additive")
    cycle = question.estimate(lambda values: values[CYCLE])
    if cycle is None or cycle.either < _RESOLVED:
        return None
    if log_size is not None:
        with np.errstate(over="ignore"):
            k = Estimate.of(np.exp(log_size[0]), np.exp(log_size[1]), np.exp(log_size[2]))
        if k.either < _RESOLVED:
            # Heavy tails move the cycle and both covariances together, and K far less; with values
            # given or tied, covariances alone may tell it.
            return None
    supported = "" if question.k is not None else _supported(candidate, measured, cycle, size)
    shown = f"{cycle.value:.3g}, {cycle.in_errors}"
    return said(UNRESOLVED, size=size, shown=shown, supported=supported)


def _supported(candidate: Candidate, measured: CrossMoments, cycle: Estimate, size: str) -> str:
    """Say what the data support: at least what can be counted, at most what the interval holds."""
    most = float(min(measured.statistics.shape))
    if candidate.log_size is not None:
        # The upper end of K's own interval, which is shown too.
        log = Estimate.of(*candidate.log_size)
        most = min(most, math.exp(min(log.value + log.reach(_LEVEL), math.log(most))))
    elif (end := cycle.value + cycle.reach(_LEVEL)) > 0:
        point = candidate.question.solution_at({**measured.values, CYCLE: end})
        most = most if point is None else min(most, float(point[size]))
    at_most = f" and at most {most:.3g}" if most > candidate.least else ""
    return f" What the data support is {size} of at least {candidate.least}{at_most}."


def _one_line_makes_it(measured: CrossMoments, size: str) -> Diagnostic:
    share, (row, column) = measured.largest_share, measured.largest_place
    line = f"row {row + 1}" if row is not None else f"column {(column or 0) + 1}"
    by = f"by {100 * share:.0f} %" if share < _MANY else "many times over"
    return said(ONE_MAKES_IT, line=line, by=by, size=size)


def _no_product(question: Question, size: str) -> Diagnostic | None:
    """Test what holds for every sum of products of independent factors, whatever K is."""

    def excess(values: Point) -> float | None:
        if not values["mean"] > 0:
            return None
        return values["cumulant_ij_il_tj"] - values["cov_row"] * values["cov_col"] / values["mean"]

    misfit = question.estimate(excess)
    if misfit is None or misfit.either >= _RULED_OUT:
        return None
    more = "more" if misfit.value > 0 else "less"
    return said("not_a_product", more=more, errors=abs(misfit.errors), size=size)


def _noisy(candidate: Candidate, noise: Estimate, product: PoissonProduct) -> Diagnostic | None:
    """Name the observation model that explains the variance, if any does."""
    errors = abs(noise.errors)
    if noise.value < 0:
        return said("underdispersed", errors=errors)
    log = _log_size_of_noise(candidate) if candidate.question.closed else None
    if log is None:
        return None
    size = [math.exp(log.value + by) for by in (0.0, -log.reach(), log.reach())]
    zeros, high, low = (100 / (1 + r) for r in size)
    names = (
        f"Negative Binomial with size r = {size[0]:.3g} ({size[1]:.2g} to {size[2]:.2g})",
        f"{zeros:.3g} % ({low:.2g} to {high:.2g} %) of the entries zeroed at random",
    )
    thirds = _thirds(candidate, product)
    named = f"{names[0]}, or {names[1]}: these have the same variance, and "
    if thirds is None:
        return said("noise", errors=errors, named=named + "nothing tells which.")
    nearer = int(thirds[1].either > thirds[0].either)
    farther = thirds[1 - nearer]
    if farther.either < _REJECTED <= thirds[nearer].either:
        less = names[1 - nearer]
        named = (
            f"{names[nearer]}. {less[:1].upper()}{less[1:]} would have the same variance, but the "
            f"third cumulant of entries is {abs(farther.errors):.1f} standard errors off."
        )
    else:
        named += "the third cumulant of entries does not tell which."
    return said("noise", errors=errors, named=named)


def _log_size_of_noise(candidate: Candidate) -> Estimate | None:
    """Return the logarithm of the Negative Binomial's size r that has the noise.

    With V the variance of an entry and m its second moment about zero under Poisson noise, less
    the mean, a Negative Binomial has V - V_Poisson = m / r, and zeroing entries with
    probability 1 - p leaves the same with r = p / (1 - p), cross-moments being matched in
    either case.
    """

    def log_size(values: Point) -> float | None:
        variance = candidate.variance(values)
        if variance is None or not values["variance"] > variance:
            return None
        # Over its exposure, a Poisson count of rate m has the variance m over the exposure.
        within = values["mean"] * values.get(INVERSE, 1.0)
        square = variance - within + values["mean"] ** 2
        return float(np.log(square / (values["variance"] - variance)))

    return candidate.question.estimate(log_size)


def _thirds(candidate: Candidate, product: PoissonProduct) -> tuple[Estimate, Estimate] | None:
    """Return how far the third factorial moment is from dispersed, and from zeroed, counts'."""
    if candidate.question.spec.exposures:
        return None  # that of counts over exposures needs the average of 1 / exposure^2

    def misfit(expected: Callable[[float], float]) -> Estimate | None:
        def log_ratio(values: Point) -> float | None:
            point = candidate.question.solution_at(values)
            if point is None or candidate.variance(values) is None:
                return None
            mean, total = values["mean"], values["variance"]
            second, third = _rate_moments(product, point)
            power = values["cumulant_ij_ij_ij"] + 3 * total * mean + mean**3
            observed = power - 3 * (total + mean**2) + 2 * mean
            model = third * expected((total + mean**2 - mean) / second)
            return float(np.log(observed / model)) if observed > 0 and model > 0 else None

        return candidate.question.estimate(log_ratio)

    dispersed, zeroed = misfit(lambda r: r * (2 * r - 1)), misfit(lambda r: r**2)
    return None if dispersed is None or zeroed is None else (dispersed, zeroed)


def _rate_moments(product: PoissonProduct, point: Point) -> tuple[float, float]:
    """Return second and third moment about zero of the rate of an entry."""
    _, _, weights = probabilities()
    k = point[product.size]
    row, column = product.row.nodes(point), product.column.nodes(point)
    first, second, third = (float(row**n @ weights) * float(column**n @ weights) for n in (1, 2, 3))
    mean = k * first
    variance = k * (second - first**2)
    cumulant = k * (third - 3 * second * first + 2 * first**3)
    return variance + mean**2, cumulant + 3 * variance * mean + mean**3

"""Which observation model explains the variance that a Poisson model leaves over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from symppm.matching.agreement import Estimate, Follows, estimated, solution_at
from symppm.matching.axes import INVERSE
from symppm.matching.diagnostics.priors import PoissonProduct
from symppm.matching.diagnostics.quantiles import probabilities
from symppm.matching.intervals import weights_of
from symppm.matching.kernels import Kernels, Point
from symppm.matching.least_squares import Problem, fit
from symppm.matching.parameters import slope
from symppm.matching.question import Question
from symppm.matching.result import Diagnostic, Match
from symppm.statistics.cross_moments import DISTINCT, CrossMoments
from symppm.statistics.jackknife import two_way

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
        less than that of Poisson counts.
    logit_keep : Estimate or None
        Log odds of the share p of entries that are counted at all, which has it too.
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
        low, middle, high = np.exp([value - reach, value, value + reach]).tolist()
        return middle, low, high

    @property
    def keep(self) -> tuple[float, float, float] | None:
        """The share of entries that are counted, p = r / (1 + r), and the ends of its interval."""
        size = self.size
        if size is None:
            return None
        middle, low, high = (each / (1 + each) for each in size)
        return middle, low, high


def noise_of(question: Question, full: Kernels, measured: CrossMoments) -> Noise | None:
    """Compare the variance with what a Poisson model matched to cross-moments has.

    Notes
    -----
    With V the variance of an entry and m its second moment about zero under Poisson noise, less the
    mean, a Negative Binomial has V - V_Poisson = m / r, and zeroing entries with probability 1 - p
    leaves the same with r = p / (1 - p), cross-moments being matched in either case.
    """

    def spare(values: Point) -> tuple[float, float] | None:
        found = _variance(question, full, values)
        if found is None:
            return None
        # Over its exposure, a Poisson count of rate m has the variance m over the exposure.
        within = values["mean"] * values.get(INVERSE, 1.0)
        return values["variance"] - found, found - within + values["mean"] ** 2

    excess = estimated(measured, _first(spare))
    if excess is None:
        return None

    def log_size(values: Point) -> float | None:
        both = spare(values)
        if both is None or not both[0] > 0:
            return None
        return float(np.log(both[1] / both[0]))

    return Noise(excess, estimated(measured, log_size) if excess.value > 0 else None)


def noise_of_nearest(
    question: Question, match: Match, full: Kernels, measured: CrossMoments
) -> Noise | None:
    """Return the same where values are given or tied: by how the nearest parameters move."""
    found, size = match.uncertainty, question.kernels.size
    if found is None or found.lines is None or match.branches or match.k_exact is None:
        return None
    if measured.rows is None or measured.columns is None or size is None:
        return None
    start = {**match.parameters, size: match.k_exact}
    problem = Problem(
        question.kernels, question.targets, question.given, question.ties, weights_of(question)
    )
    at = fit(problem, start)
    if at is None:
        return None
    place = full.spec.targets.index("variance")
    values, slopes = full.moments_and_slopes(at.parameters)
    names = [each.name for each in full.spec.parameters]
    moved = np.array([
        slopes[place, names.index(name)] * slope(scale, at.parameters[name]) if name in names else 0
        for name, scale in found.scales.items()
    ])  # fmt: skip
    at_variance = DISTINCT.index("variance")
    rows, columns = (
        table[:, at_variance] - lines @ moved
        for table, lines in zip((measured.rows, measured.columns), found.lines[:2], strict=True)
    )
    if not (np.isfinite(rows).all() and np.isfinite(columns).all()):
        return None
    spread = two_way(rows[:, None], columns[:, None])
    error = float(np.hypot(spread.errors[0], found.lines[2] @ moved))
    excess = measured.values["variance"] - float(values[place])
    return Noise(Estimate(excess, error, float(spread.freedom[0])), None)


def _first(pair: Callable[[Point], tuple[float, float] | None]) -> Follows:
    def first(values: Point) -> float | None:
        both = pair(values)
        return None if both is None else both[0]

    return first


def _variance(question: Question, full: Kernels, values: Point) -> float | None:
    point = solution_at(question, values)
    if point is None:
        return None
    found = full.at(point)["variance"]
    return found if np.isfinite(found) else None


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
    shown = f"{abs(noise.excess.errors):.1f} standard errors"
    if noise.excess.value < 0:
        return Diagnostic(
            "underdispersed",
            "warning",
            f"Entries vary less about their rates than Poisson counts do, by {shown}. Usually they "
            "are bounded, averaged or normalized; declare another observation model, such as "
            "gmf_beta_binomial.",
        )
    size, keep = noise.size, noise.keep
    if size is None or keep is None:
        return None
    dispersed = f"Negative Binomial with size r = {_ends(size)}"
    zeroed = f"{_share(1 - keep[0], 1 - keep[2], 1 - keep[1])} of the entries zeroed at random"
    told = None if product is None else _told_apart(question, full, product, measured)
    if told is None:
        named = f"{dispersed}, or {zeroed}: these have the same variance, and nothing tells which."
    else:
        names = {"negative binomial": dispersed, "zeros": zeroed}
        other = names["zeros" if told.kind == "negative binomial" else "negative binomial"]
        named = (
            f"{names[told.kind]}. {other[:1].upper()}{other[1:]} would have the same variance, but "
            f"the third cumulant of entries is {told.errors:.1f} standard errors off."
            if told.decided
            else f"{dispersed}, or {zeroed}: these have the same variance, and the third cumulant "
            "of entries does not tell which."
        )
    return Diagnostic(
        "noise",
        "warning",
        f"Entry noise is larger than Poisson, by {shown}: {named} Cross-moments do not depend "
        "on it. NegativeBinomial(mean=, size=) and ZeroInflatedPoisson(rate=, keep=) declare it, "
        "as gmf_gamma_negativebinomial and gmf_gamma_zeroinflatedpoisson do.",
    )


@dataclass(frozen=True)
class _Told:
    """Which of the two explains the third cumulant, and how far off the other one is."""

    kind: str
    decided: bool
    errors: float


def _told_apart(
    question: Question, full: Kernels, product: PoissonProduct, measured: CrossMoments
) -> _Told | None:
    """Compare the third factorial moment of entries with what each of the two makes of rates."""
    if question.spec.exposures:
        return None  # that of counts over exposures needs the average of 1 / exposure^2

    def away(values: Point, *, zeros: bool) -> float | None:
        point = solution_at(question, values)
        variance = _variance(question, full, values)
        if point is None or variance is None:
            return None
        mean, total = values["mean"], values["variance"]
        second, third = _rate_moments(product, point)
        factorial = total + mean**2 - mean
        power = values["cumulant_ij_ij_ij"] + 3 * total * mean + mean**3
        observed = power - 3 * (total + mean**2) + 2 * mean
        grown = factorial / second
        expected = third * (grown**2 if zeros else grown * (2 * grown - 1))
        if not (observed > 0 and expected > 0):
            return None
        return float(np.log(observed / expected))

    as_zeros = estimated(measured, lambda values: away(values, zeros=True))
    as_size = estimated(measured, lambda values: away(values, zeros=False))
    if as_zeros is None or as_size is None:
        return None
    nearer, other, kind = (
        (as_zeros, as_size, "zeros")
        if as_zeros.either > as_size.either
        else (as_size, as_zeros, "negative binomial")
    )
    decided = other.either < _REJECTED <= nearer.either
    return _Told(kind, decided, abs(other.errors))


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


def _ends(ends: tuple[float, float, float]) -> str:
    middle, low, high = ends
    return f"{middle:.3g} ({low:.2g} to {high:.2g})"


def _share(middle: float, low: float, high: float) -> str:
    return f"{100 * middle:.3g} % ({100 * low:.2g} to {100 * high:.2g} %)"

"""Tests of data whose false alarms are known: what K hangs on, and what no such model generates."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from operator import itemgetter
from types import MappingProxyType
from typing import Final

import numpy as np

from symppm.matching.diagnostics.predicted import PoissonProduct, Predicted, predicted
from symppm.matching.diagnostics.table import said
from symppm.matching.kernels import Kernels, is_about_factors
from symppm.matching.moments import Estimate, Moments, Values
from symppm.matching.targets import measured_name
from symppm.results.diagnostic import Diagnostic
from symppm.statistics import Vector
from symppm.statistics.jackknife import STATISTICS
from symppm.statistics.moments import Statistics
from symppm.statistics.profile import Lines, Profile

_RESOLVED: Final = 0.05
"""How often a sign is called resolved that is not: that of usual intervals."""
_LEVEL: Final = 0.005
"""For each of the other tests, so that one in a hundred data sets has a diagnostic of a kind."""
_MORE: Final = 0.0005
"""For more small counts than expected. Smaller than the other, since where priors have heavy tails
the variance is often estimated too low, and its error with it: that looks like small counts."""
_FEWEST: Final = 4.0
"""Added to the variance of a number of zeros, so that a test of few is not too sure of itself."""
_FEWEST_LINES: Final = 4
_OF_LINES: Final = ("cumulant_ij_il_in", "cumulant_ij_tj_sj")
"""Of three entries of a row, and of a column."""
_LEAST_SHARE: Final = 0.2
_MOST_SHARE: Final = 0.8
_SIDE: Final = 60.0
"""A share of 60 over the side of a square matrix, within these ends: in the paper's configurations
(but C, which is heavy-tailed) ten entries carry as much in one of a hundred data sets at most."""


def diagnosed(
    measured: Statistics,
    profile: Profile | None,
    kernels: Kernels,
    product: PoissonProduct | None = None,
    given: Mapping[str, float] = MappingProxyType({}),
    k: float | None = None,
    third: Moments | None = None,
) -> tuple[Diagnostic, ...]:
    """Test data that are matched with a model, and say what does not fit; nothing, of its draws.

    Totals of rows and columns are tested by cumulants of three entries, where these are given.
    """
    evidence = Moments.of_profile(measured, profile)
    about = [] if evidence is None else [*_signs(evidence, kernels, given, k)]
    # Where a sign that K depends on is open, there is no match to compare counts with.
    if evidence is not None and profile is not None and profile.thinning and product and not about:
        model = predicted(kernels, product, evidence, profile.thinning, k)
        if model is not None:
            tests = [_small_counts(evidence, model, profile)]
            tests += [] if third is None else [_unequal_margins(evidence, model, third)]
            about += [x for x in tests if x]
    return (*about, *about_entries(measured, profile))


def about_entries(measured: Statistics, profile: Profile | None) -> tuple[Diagnostic, ...]:
    """Say what is unusual about data whatever the model is."""
    if profile is None:
        return ()
    tests = (totals(measured, profile), heavy_tails(profile), not_at_random(measured, profile))
    return tuple(x for x in tests if x)


def _signs(
    evidence: Moments, kernels: Kernels, given: Mapping[str, float], k: float | None
) -> Iterator[Diagnostic]:
    """Yield what numbers, on whose signs K depends, are below zero or may be."""
    spec = kernels.spec
    ordinary = kernels.at(kernels.ordinary(0.0))
    shown_by = {measured_name(spec, target)[4:] for target, x in ordinary.items() if x != 0}
    for axis, line in (("row", "row"), ("col", "column")):
        # The covariance has the sign of the correlation, and does not divide by anything.
        cov, name = evidence.estimate(itemgetter(f"cov_{axis}")), f"rho_{axis}"
        if cov is not None and not (cov.value > 0 and cov.either < _RESOLVED):
            shown = f"{name} is {evidence[name]:.3g}, {cov.in_errors} zero"
            if cov.either < _RESOLVED:
                yield said("negative_rho", code=f"negative_{name}", line=line, shown=shown)
            elif axis in shown_by:  # else nothing rests on it: it is zero, or no target
                yield said(
                    "unresolved_rho" if k is None else "unresolved_rho/given", line=line,
                    code=f"unresolved_{name}" if k is None else f"unclear_{name}", shown=shown,
                )  # fmt: skip
    # One condition is about the share of factors in the variance.
    about = [n for n, condition in enumerate(spec.conditions) if is_about_factors(condition)]
    names = [measured_name(spec, target) for target in spec.targets]
    usual = set(names) <= set(STATISTICS) and given.keys() >= set(spec.needs)
    if not spec.has_margins or len(about) != 1 or not usual:
        return

    def margin(values: Values) -> Vector:
        targets = [values[name] for name in names]
        targets += [np.full_like(targets[0], given[name]) for name in spec.needs]
        margins = kernels.module.solve.margins(*targets)
        return np.asarray(np.broadcast_to(margins[about[0]], len(targets[0])))

    share = evidence.estimate(margin)
    if share is not None and not (share.value > 0 and share.either < _RESOLVED):
        yield said(
            "unresolved_factors" if share.either >= _RESOLVED else "excess_noise",
            noun="counts" if spec.observed_is_count else "observations",
            shown=f"{spec.conditions[about[0]].text}: left less right is {share.in_errors} zero",
        )


def _small_counts(evidence: Moments, model: Predicted, profile: Profile) -> Diagnostic | None:
    """Test the share of zeros, and of those that there would be if counts were thinned."""
    measured, expected = _share(evidence["zeros"]), _share(model.values["zeros"])
    zeros = _above_model(evidence, model, "zeros")
    if zeros is not None:
        chance, count = model.values["zeros"], profile.observed
        single = chance * (1.0 - chance) / count + _FEWEST / count**2
        zeros = replace(zeros, error=float(np.hypot(zeros.error, np.sqrt(single))))
        if zeros.above < _MORE:
            return said("excess_zeros", measured=measured, expected=expected)
        if zeros.below < _LEVEL and not evidence["zeros"]:
            return said("no_zeros", expected=expected)
    thinned = profile.thinning < 1.0
    small = _above_model(evidence, model, "thinned_zeros") if thinned else zeros
    if small is None:
        return None
    thinned_zeros = f"if {_share(profile.thinning)} of each count were kept, "
    thinned_zeros += _share(evidence["thinned_zeros"])
    expected = _share(model.values["thinned_zeros"])
    if small.above < _MORE:
        return said("overdispersed", measured=thinned_zeros, expected=expected)
    if min(small.below, 1.0 if zeros is None else zeros.below) >= _LEVEL:
        return None
    if thinned:
        return said("uneven", measured=thinned_zeros, are="would be", expected=expected)
    expected = _share(model.values["zeros"])
    return said("uneven", measured=measured, are="are", expected=expected)


def _unequal_margins(evidence: Moments, model: Predicted, third: Moments) -> Diagnostic | None:
    """Test whether totals are more asymmetric than these priors make them."""
    lines = []
    evidence = evidence.beside(_OF_LINES, *third.tables(_OF_LINES))
    for cumulant, axis, word in zip(_OF_LINES, ("row", "col"), ("rows", "columns"), strict=True):

        def asymmetry(values: Values, axis: str = axis, cumulant: str = cumulant) -> Vector:
            return np.asarray(values[cumulant] * values["mean"] / values[f"cov_{axis}"] ** 2)

        name = f"asymmetry_{axis}"
        more = _above_model(evidence, model, name, asymmetry)
        if more is not None and more.above < _LEVEL:
            expected = model.values[name]
            lines.append(f"{word} ({expected + more.value:.2g} against {expected:.2g})")
    return said("unequal_margins", lines=" and of ".join(lines)) if lines else None


def _above_model(
    evidence: Moments,
    model: Predicted,
    name: str,
    measured: Callable[[Values], Vector] | None = None,
) -> Estimate | None:
    """Return how far something is above what the matched model says of it."""
    measure = measured or (lambda values: values[name])
    return evidence.estimate(lambda values: np.asarray(measure(values) - model.near(name, values)))


def totals(measured: Statistics, profile: Profile) -> Diagnostic | None:
    """Say that a row or a column adds up to as much as all others together, as their total does."""
    phrases = []
    for word, lines in (("row", profile.rows), ("column", profile.columns)):
        sums = lines.sums + lines.counts * measured.mean
        if sums.size >= _FEWEST_LINES and profile.complete and sums.min() >= 0:
            (places,) = np.nonzero(np.isclose(2 * sums, sums.sum(), rtol=1e-9, atol=0.0))
            phrases += [f"{word} {place + 1}" for place in places[:1] if sums[place] > 0]
    return said("totals", lines=" and ".join(phrases)) if phrases else None


def heavy_tails(profile: Profile) -> Diagnostic | None:
    """Say that a few entries carry much of the variance, where that is so."""
    many = len(profile.largest)
    total = float(profile.rows.squares.sum())
    # Of a small matrix, ten entries are many.
    if not total > 0 or profile.observed < many**3:
        return None
    share = float(profile.largest.sum()) / total
    if not share > min(max(_SIDE / math.sqrt(profile.observed), _LEAST_SHARE), _MOST_SHARE):
        return None
    row, column = (place + 1 for place in profile.places[0])
    return said(
        "heavy_tails", observed=profile.observed, share=share, row=row, column=column,
        largest=profile.largest[0] / total,
    )  # fmt: skip


def not_at_random(measured: Statistics, profile: Profile) -> Diagnostic | None:
    """Say that rows or columns with more observed entries have other values, where that is so."""
    if profile.complete:
        return None
    row, column = max(measured.cov_row, 0.0), max(measured.cov_col, 0.0)
    lines = []
    for word, along, across, covs in (
        ("row", profile.rows, profile.columns, (row, column)),
        ("column", profile.columns, profile.rows, (column, row)),
    ):
        slope, chance = activity_and_values(along, across, measured.variance, *covs)
        if chance < _LEVEL:
            more = "larger" if slope > 0 else "smaller"
            shown = "below 1e-12" if chance < 1e-12 else f"{chance:.2g}"
            lines.append(
                f"{word}s with more observed entries have {more} ones (by {abs(slope):.3g} for "
                f"twice as many; p = {shown})"
            )
    return said("not_at_random", lines=" and ".join(lines)) if lines else None


def activity_and_values(
    lines: Lines, across: Lines, variance: float, cov: float, cov_across: float
) -> tuple[float, float]:
    """Regress values on the logarithm of the number of observed entries in their line.

    Notes
    -----
    Given the places, the slope is a weighted sum of the values, whose weights add up to zero. If
    places tell nothing, its expectation is zero, and its variance follows from the second moments
    of the values, however differently active lines are.
    """
    n = lines.counts
    total = n.sum()
    activity = np.log(np.maximum(n, 1.0))
    away = activity - float(activity @ n) / total
    square = float(n @ away**2)
    if not square > 1e-12 * total:
        return 0.0, 1.0
    sum_across = across.activity_across - across.counts * float(activity @ n) / total
    within = float((away * n) @ (away * n))
    between = float(sum_across @ sum_across)
    spread = variance * square + cov * (within - square) + cov_across * (between - square)
    if not spread > 0:
        return 0.0, 1.0
    moved = float(away @ lines.sums)
    freedom = min(len(n), len(across.counts)) - 1
    chance = Estimate(moved, math.sqrt(spread), freedom).either
    return math.log(2.0) * moved / square, chance


def _share(value: float) -> str:
    return f"{100 * value:.3g} %"

"""What the paper says of lastfm, its K and its scores, against our fits to lastfm."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from lab.verdicts import Verdict
from scipy import stats

from posterior.authors import CHOICE, RATE, SHAPES, TRIPLES, own_score, passing, searches
from posterior.claims import FIGURE, TENS, first_worse
from posterior.comparing import Comparison, hyper_of, number
from posterior.contestants import MATCH, PAPER

CLOSE: Final = 0.05
"""Scores are of a few triples with huge counts, and splits differ in which these are."""


def of_lastfm(ours: Comparison) -> list[Verdict]:
    """Hold the paper's numbers and the authors' files against our fits to lastfm.

    Parameters
    ----------
    ours : Comparison
        Of lastfm; where runs are missing, so are the verdicts that need them.
    """
    found = [_averages(ours), _rates(ours), _algorithm(ours)] if ours.facts else []
    if ours.published:
        found.append(_levels(ours))
    if math.isfinite(ours.level(PAPER, "loo") + ours.level(PAPER, "all_cells")):
        found += [_random(ours)] if ours.of("random") else []
        found += [_reached(ours), *_empty_cells(ours)] if ours.of("TPE") else []
    return found


def _averages(ours: Comparison) -> Verdict:
    (row,) = (each for each in ours.facts if each["way"] == "averages")
    k, a, c = (number(row, name) for name in ("K", "a", "c"))
    return Verdict(
        "Section 7.2: K = 8 and the shapes, from correlations averaged over pairs of columns and "
        "of rows",
        f"K = {CHOICE.k}, a = {SHAPES[0]:.8g}, c = {SHAPES[1]:.8g}",
        f"K = {k:.4f} before rounding (up, to 8), a = {a:.8g} by pairs of columns, which share "
        f"rows, c = {c:.8g}",
        "a and c to eight digits",
        math.isclose(a, SHAPES[0], rel_tol=1e-8)
        and math.isclose(c, SHAPES[1], rel_tol=1e-8)
        and math.ceil(k) == CHOICE.k,
    )


def _rates(ours: Comparison) -> Verdict:
    (row,) = (each for each in ours.facts if each["way"] == "averages")
    printed, rest = number(row, "b d"), number(row, "rest")
    return Verdict(
        "Section 7.2: b d of the authors' surface, by the paper's formula",
        f"{RATE**2:.6g}",
        f"{printed:.6g}; times (1 - rho_1 - rho_2 - mean / variance)^2: {printed * rest**2:.6g}",
        "six digits",
        math.isclose(RATE**2, printed, rel_tol=1e-6),
        "that factor was multiplied by where the formula divides by it"
        if math.isclose(RATE**2, printed * rest**2, rel_tol=1e-6)
        else "",
    )


def _algorithm(ours: Comparison) -> Verdict:
    drawn = [number(each, "K") for each in ours.facts if each["way"] == "algorithm 1"]
    exact = {str(each["way"]): each for each in ours.facts if each["way"] != "algorithm 1"}
    negative = sum(each < 0 for each in drawn)
    low, high = np.percentile(drawn, (25, 75))
    kinds = ", ".join(
        f"{name} {number(exact[name], 'K'):.1f} ({number(exact[name], 'low'):.1f} to "
        f"{number(exact[name], 'high'):.1f})"
        for name in ("moments", "cross-moments")
    )
    return Verdict(
        "Section 7.2: K of lastfm by Algorithm 1, 1e5 pairs",
        f"K = {CHOICE.k}",
        f"negative for {negative} of {len(drawn)} seeds, quartiles {low:.0f} to {high:.0f}; with "
        f"all pairs: {kinds}",
        "8 between the quartiles",
        low <= CHOICE.k <= high,
        "8 is not from Algorithm 1 but from averaged correlations, as above",
    )


def _levels(ours: Comparison) -> Verdict:
    apart, told = [], []
    scored = [row for row in ours.published if None not in (row["first"], row["second"])]
    for row in scored:
        for which in ("first", "second"):
            theirs, mine = number(row, f"theirs_{which}"), number(row, which)
            apart.append(abs(mine / theirs - 1))
        pairs = " ".join(
            f"{number(row, which) / TRIPLES:.0f}/{number(row, f'theirs_{which}') / TRIPLES:.0f}"
            for which in ("first", "second")
        )
        told.append(f"K = {row['k']}: {pairs}")
    return Verdict(
        f"{FIGURE}: PSIS-LOO a triple of the authors' evaluations, with counts allotted as in "
        "their published code",
        f"{len(scored)} evaluations, first and second split",
        f"ours/theirs: {'; '.join(told)}",
        f"{CLOSE:.0%} for all, since splits are other draws",
        max(apart, default=math.inf) <= CLOSE,
    )


def _random(ours: Comparison) -> Verdict:
    (search, *_) = ours.of("random")
    own = ours.level(PAPER, "loo")
    worse = sum(not number(row, "loo") >= own for row in search.trials)
    runs = searches()
    theirs = first_worse(runs, own_score())
    counts = [[worse, len(search.trials) - worse], [theirs, len(runs) - theirs]]
    chance = float(stats.fisher_exact(counts).pvalue)
    return Verdict(
        f"{FIGURE}: first evaluations that are worse than the paper's choice",
        f"{theirs} of {len(runs)} (authors' files)",
        f"{worse} of {len(search.trials)} random draws from the same box, by coordinate ascent",
        f"Fisher's exact test at 5 %: p = {chance:.2g}",
        chance > 0.05,
        _ASCENT,
    )


_ASCENT: Final = (
    "their scores are those of the published allotment (the row of levels above), ours those of "
    "coordinate ascent"
)


def _reached(ours: Comparison) -> Verdict:
    parts, agrees = [], False
    for name in (PAPER, MATCH):
        if name not in ours.named:
            continue
        level = ours.level(name, "loo")
        needed = [
            passing([number(row, "loo") for row in each.trials], level) for each in ours.of("TPE")
        ]
        parts.append(f"{name}: " + ", ".join("never" if n is None else str(n) for n in needed))
        if name == PAPER:
            late = sum(each is None or each >= TENS for each in needed)
            agrees = 2 * late >= len(needed)
    return Verdict(
        f"{FIGURE}: a search needs tens of trials to reach the prior optimal",
        "tens",
        f"trials of TPE that pass by PSIS-LOO, coordinate ascent: {'; '.join(parts)}",
        "ten or more to pass the paper's choice, for at least half of the seeds",
        agrees,
        _ASCENT,
    )


def _empty_cells(ours: Comparison) -> list[Verdict]:
    best = [each.best for each in ours.of("TPE") if each.best is not None]
    found = [row for row in best if math.isfinite(number(row, "all_cells") + number(row, "loo"))]
    if not found:
        return []
    row = max(found, key=lambda trial: number(trial, "loo"))
    own = ours.named[PAPER][0]
    top = max(
        (each for run in searches() for each in run if math.isfinite(each.second)),
        key=lambda each: each.second,
    )
    mine, theirs = number(row, "all_cells"), number(own, "all_cells")
    verdict = Verdict(
        f"{FIGURE}: what a search finds by PSIS-LOO is better",
        f"better; the authors' best, {top.second / TRIPLES:.0f} a triple, has a prior mean of "
        f"{top.hyper.prior_mean:.3g} where the counts' is 2.07",
        f"best of TPE {number(row, 'loo') / number(row, 'train'):.0f} a triple, prior mean "
        f"{hyper_of(row).prior_mean:.3g}; a tenth of all cells, empty ones too: "
        f"{mine / 1e6:.2f}e6, the paper's choice {theirs / 1e6:.2f}e6",
        "a tenth of all cells scores better too",
        mine > theirs,
        "PSIS-LOO is summed over stored triples, so that empty cells do not enter it",
    )
    return [verdict]

"""What the paper says of defaults and of metrics, against our fits to any data."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
from lab.running import Row
from lab.verdicts import Verdict
from scipy import stats

from posterior.comparing import SCORES, Comparison, difference, number
from posterior.contestants import DEFAULTS, FEW, MATCH, PAPER


def of_scores(ours: Comparison) -> list[Verdict]:
    """Hold what the paper expects of defaults and of metrics against our fits.

    Parameters
    ----------
    ours : Comparison
        Of any data; where runs are missing, so are the verdicts that need them.
    """
    found = [
        _defaults(ours, name)
        for name in (PAPER, MATCH)
        if name in ours.named and any(other in ours.named for other in DEFAULTS)
    ]
    scored = [
        fits[0]
        for fits in ours.named.values()
        if all(math.isfinite(number(fits[0], name)) for name in SCORES)
    ]
    return [*found, _metric(ours.data, scored)] if len(scored) >= 5 else found


def _defaults(ours: Comparison, name: str) -> Verdict:
    """Compare a match with every default, in pairs and by both scores of what is held out."""
    parts, clear, better, never = [], 0, 0, 0
    others = [other for other in DEFAULTS if other in ours.named]
    for other in others:
        pair = ours.named[name][0], ours.named[other][0]
        by_all, by_held = (difference(*pair, score) for score in ("all_cells", "held_out"))
        if not math.isfinite(by_all.mean + by_held.mean):
            parts.append(f"{other}: one of the two has no score")
            continue
        clear += by_all.mean > 2 * by_all.error
        never += by_all.mean < -2 * by_all.error
        better += by_all.mean > 0
        parts.append(f"{other}: {by_all.words} (held-out {by_held.words})")
    return Verdict(
        f"Section 7.2: matching is likely to outperform defaults; {ours.data}, {name}",
        "outperforms",
        f"better by, a triple, all cells: {'; '.join(parts)}",
        f"better than most, {better} of {len(others)}, and worse than none by two paired errors; "
        f"than {clear} it is better by two, than {never} worse",
        2 * better > len(others) and not never,
        _too_few_factors(ours, name, others),
    )


def _too_few_factors(ours: Comparison, name: str, others: Sequence[str]) -> str:
    """Return the explanation that K decides, if so few factors with default shapes lose as well."""
    match = ours.named[name][0]
    control = ours.named[FEW][0] if FEW in ours.named else None
    if control is None or number(control, "k") != number(match, "k"):
        return ""
    found = [difference(control, ours.named[other][0], "all_cells") for other in others]
    if not all(each.mean < -2 * each.error for each in found):
        return ""
    least, most = (f"{end(-each.mean for each in found):.0f}" for end in (min, max))
    return (
        f"K decides: as many factors, {number(match, 'k'):.0f}, with default shapes are worse than "
        f"each of these too, by {least} to {most} a triple, all beyond two paired errors"
    )


def _metric(data: str, rows: Sequence[Row]) -> Verdict:
    found, told = [], []
    for one, other in itertools.combinations(SCORES, 2):
        x, y = (np.array([number(row, name) for row in rows]) for name in (one, other))
        rank = float(stats.spearmanr(x, y).statistic)
        found.append(rank)
        told.append(f"{SCORES[one]} and {SCORES[other]} {rank:.2f}")
    # Of independent ranks; at 5 %, one-sided.
    n = len(rows)
    bound = float(stats.t.ppf(0.95, n - 2))
    critical = bound / math.sqrt(n - 2 + bound**2)
    return Verdict(
        f"Section 7.2: results are not sensitive to the metric; {data}",
        "not sensitive",
        f"rank correlations over {n} contestants: {', '.join(told)}",
        f"each above {critical:.2f}, which unrelated metrics pass at 5 %",
        min(found) > critical,
    )

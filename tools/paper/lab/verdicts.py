"""What is said of a published result, with a tolerance that follows from the number of runs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from scipy import stats

from lab.running import Row
from lab.tables import read

PUBLISHED: Final = Path(__file__).resolve().parents[1] / "published"


@dataclass(frozen=True)
class Verdict:
    """One published result beside ours.

    Attributes
    ----------
    what : str
        What is compared.
    published, ours : str
        Both, in words or numbers.
    tolerance : str
        How far apart they may be, and what that follows from.
    agrees : bool
        Whether they are no farther apart.
    why : str
        The explanation, where they are.
    resolved : bool
        Whether the runs can tell. Where they cannot, nothing agrees and nothing differs.
    """

    what: str
    published: str
    ours: str
    tolerance: str
    agrees: bool
    why: str = ""
    resolved: bool = True

    @property
    def unexplained(self) -> bool:
        """Whether it differs and nobody has said why."""
        return self.resolved and not self.agrees and not self.why

    @property
    def row(self) -> Row:
        """As a row of a table."""
        said = "agrees" if self.agrees else f"differs: {self.why or 'open'}"
        if not self.resolved:
            said = "not resolved"
        return {
            "what": self.what,
            "published": self.published,
            "ours": self.ours,
            "tolerance": self.tolerance,
            "verdict": said,
        }


def reference(name: str) -> list[dict[str, str]]:
    """Return the published numbers of an experiment, all as words.

    Parameters
    ----------
    name : str
        Of the table in ``published``, which is checked in.
    """
    return read(PUBLISHED / f"{name}.csv")


def of_median(values: Sequence[float], level: float) -> tuple[float, float]:
    """Return an interval that holds the median of a distribution at some level.

    Order statistics, whatever the distribution, where there are enough values for the level
    (Conover, Practical Nonparametric Statistics, 1999, section 3.2); otherwise Student's interval,
    which takes the values for Normal. The interval of a single value, or of few with an infinity
    among them, is everything: nothing can be said, and no verdict may rest on it
    (:mod:`lab.medians`).

    Parameters
    ----------
    values : sequence of float
        Independent draws; infinities stand for values beyond any bound.
    level : float
        Between 0 and 1.
    """
    ordered = np.sort(np.asarray(values, dtype=float))
    count = len(ordered)
    below = _left_out(count, level)
    if below > 0:
        return float(ordered[below - 1]), float(ordered[count - below])
    if count < 2 or not np.isfinite(ordered).all():
        return -math.inf, math.inf
    reach = stats.t.ppf((1 + level) / 2, count - 1) * ordered.std(ddof=1) / math.sqrt(count)
    return float(ordered.mean() - reach), float(ordered.mean() + reach)


def _left_out(count: int, level: float) -> int:
    """Return the place of the lower order statistic, from 1; 0 if there are too few values."""
    below = int(stats.binom.ppf((1 - level) / 2, count, 0.5))
    while below > 0 and 2 * stats.binom.cdf(below - 1, count, 0.5) > 1 - level:
        below -= 1
    return below


def error_of_median(values: Sequence[float]) -> float:
    """Return the standard error of a median, from the interval of 95 % (McKean and Schrader, 1984).

    The level that order statistics reach is a little above 95 %; the width is divided by what a
    Normal has at that level.

    Parameters
    ----------
    values : sequence of float
        Independent draws.
    """
    low, high = of_median(values, 0.95)
    below = _left_out(len(values), 0.95)
    outside = 2 * stats.binom.cdf(below - 1, len(values), 0.5) if below > 0 else 0.05
    return float((high - low) / (2 * stats.norm.isf(outside / 2)))


def shared(level: float, count: int) -> float:
    """Return the level at which each of several intervals is, so that all hold together at one.

    Parameters
    ----------
    level : float
        Of all together.
    count : int
        How many there are (Bonferroni).
    """
    return 1 - (1 - level) / max(count, 1)


def share_interval(hits: int, count: int, level: float) -> tuple[float, float]:
    """Return the exact (Clopper-Pearson) interval of a share.

    Parameters
    ----------
    hits, count : int
        How many of how many.
    level : float
        Between 0 and 1.
    """
    found = stats.binomtest(hits, count).proportion_ci(level, method="exact")
    return float(found.low), float(found.high)


def chance_bound(level: float, skewness: float) -> float:
    """Return how many standard errors an average may be off by chance, at some level.

    Parameters
    ----------
    level : float
        Between 0 and 1.
    skewness : float
        Of the average. Where it is above 0.2, rare large draws decide and the Normal distribution
        says little about tails; then the bound is Chebyshev's, which holds for any distribution.
    """
    if abs(skewness) > 0.2:
        return 1 / math.sqrt(1 - level)
    return float(stats.norm.ppf((1 + level) / 2))

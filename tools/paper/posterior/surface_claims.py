"""What the paper says of its surface, against the authors' numbers and against our fits."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import numpy as np
from lab.running import Row, Run
from lab.verdicts import Verdict

from posterior.authors import RATE, SHAPES, own_score
from posterior.cavi import Hyper
from posterior.surfaces import Grid, authors, bad, likeness, on_the_grid_of, steepest

FIGURE: Final = "fig:prior_posterior"
THROUGH: Final = Hyper(8, SHAPES[0], RATE, SHAPES[1], RATE)
ASCENT, PUBLISHED = "coordinate ascent", "published allotment"
SLICES: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {"shapes": ("a", "c"), "rates": ("b", "d")}
)


def verdicts_of(runs: Sequence[Run]) -> list[Verdict]:
    """Hold shape, level, position and K against the authors' surface.

    Parameters
    ----------
    runs : sequence of Run
        All of them; where runs are missing, so are the verdicts that need them.
    """
    if runs[0].cell["data"] != "lastfm":
        return [_skipped()]
    found = [each for which in SLICES for each in _surfaces(runs, which)]
    own = along_k(runs, ASCENT)
    if THROUGH.k in own and math.isfinite(sum(map(sum, own.values()))):
        found += [_position(runs)] if grid_of(runs, ASCENT, "shapes") else []
        found += [_along_k(runs)]
    return found


def grid_of(runs: Sequence[Run], fit: str, which: str) -> Grid:
    """Return a slice by decades; of several runs, the last.

    Parameters
    ----------
    runs : sequence of Run
        All of them.
    fit, which : str
        How it was fitted, and one of ``SLICES``.
    """
    found: dict[tuple[int, int], float] = {}
    for run in runs:
        if run.cell["fit"] == fit and run.cell["slice"] == which:
            for along, row in zip(str(run.cell["along"]).split(), run.rows, strict=True):
                found[int(run.cell["at"] or 0), int(along)] = loo_of(row)
    return found


def along_k(runs: Sequence[Run], fit: str) -> dict[int, list[float]]:
    """Return the slice along K, all runs.

    Parameters
    ----------
    runs : sequence of Run
        All of them.
    fit : str
        How it was fitted.
    """
    found: dict[int, list[float]] = {}
    for run in runs:
        if run.cell["fit"] == fit and run.cell["slice"] == "K":
            found.setdefault(int(run.cell["at"] or 0), []).append(loo_of(run.row))
    return dict(sorted(found.items()))


def loo_of(row: Row) -> float:
    """Return PSIS-LOO, NaN where there is none.

    Parameters
    ----------
    row : mapping
        Of a fit.
    """
    return math.nan if row["loo"] is None else float(row["loo"])


def _skipped() -> Verdict:
    theirs = authors("shapes")
    level = own_score()
    worst, hardest = bad(theirs, level), steepest(theirs)
    return Verdict(
        f"{FIGURE}, the authors' own surface: large regions of bad choices and sharp borders",
        "large, sharp",
        f"{worst:.0%} of their grid of shapes is worse than their choice by a tenth or more; "
        f"up to a factor of {hardest:.1f} within a decade. Ours skipped, since lastfm is not given",
        "a quarter or more, a factor of 1.5 or more",
        worst >= 0.25 and hardest >= 1.5,
    )


def _surfaces(runs: Sequence[Run], which: str) -> list[Verdict]:
    theirs = authors(which)
    found: list[Verdict] = []
    for fit, why in (
        (PUBLISHED, ""),
        (ASCENT, "their numbers are those of the published allotment of counts, the row above"),
    ):
        grid = grid_of(runs, fit, which)
        if len(grid) < 4:  # The quick version leaves some out.
            continue
        like = likeness(grid, theirs)
        found.append(
            Verdict(
                f"{FIGURE}, {which}: PSIS-LOO, {fit}",
                "the authors' surface",
                f"rank correlation {like.rank:.2f} ({like.interval[0]:.2f} to "
                f"{like.interval[1]:.2f}), median ratio {like.ratio:.3f}, {like.close:.0%} of "
                f"{like.points} points within 5 %",
                "interval of the rank correlation above 0.5, and half of the points within 5 %, "
                "since splits are other draws",
                like.interval[0] > 0.5 and like.close >= 0.5,
                why if found and found[-1].agrees else "",
            )
        )
    return found


def _position(runs: Sequence[Run]) -> Verdict:
    """Place the match among the points of the grid, by what it itself scores in each surface."""
    ours = grid_of(runs, ASCENT, "shapes")
    theirs = on_the_grid_of(authors("shapes"), ours)
    levels = own_score(), float(np.mean(along_k(runs, ASCENT)[THROUGH.k]))
    worse = [
        float(np.mean([not score >= level for score in grid.values()]))
        for grid, level in zip((theirs, ours), levels, strict=True)
    ]
    borders = steepest(theirs), steepest(ours)
    return Verdict(
        f"{FIGURE}: the match lies in the better part of the shapes, and borders are sharp",
        f"{worse[0]:.0%} of these points score worse than it in the authors' surface; a factor of "
        f"{borders[0]:.1f} in a step",
        f"{worse[1]:.0%} by coordinate ascent; a factor of {borders[1]:.1f} in a step",
        f"more than half of {len(ours)} points, on the same grid, and a factor of 1.5 or more",
        worse[1] > 0.5 and borders[1] >= 1.5,
    )


def _along_k(runs: Sequence[Run]) -> Verdict:
    scores = {k: float(np.mean(some)) for k, some in along_k(runs, ASCENT).items()}
    allotted = [float(np.mean(some)) for some in along_k(runs, PUBLISHED).values()]
    best = max(scores, key=scores.__getitem__)
    flat = (
        f"; by the published allotment a factor of {min(allotted) / max(allotted):.3f} from "
        "best to worst"
        if allotted
        else ""
    )
    return Verdict(
        f"{FIGURE}, along K: slightly smaller K than 8 would be better",
        "best below 8",
        f"best at {best} of {', '.join(map(str, scores))}: {scores[best] / scores[THROUGH.k]:.2f} "
        f"of the loss at 8{flat}",
        "the best of the slice is below 8",
        best < THROUGH.k,
        "by the published allotment K hardly matters; by coordinate ascent more factors fit better"
        if allotted and min(allotted) / max(allotted) < 1.1
        else "",
    )

"""PSIS-LOO over slices of the hyperparameters (Section 7.3, fig:prior_posterior).

python tools/paper/posterior_surface.py [--quick] [--jobs 2] [--results DIR] [--data DIR]

Slices through the authors' choice on lastfm: shapes a and c, rates b and d, and K, on every other
decade of their grid. Every point is fitted three times: with factors that differ at the start,
until the bound stands still; and with factors that are all equal and so remain, which is a model of
one factor in all but name, with a as the shape of rows (people) and of columns (artists). The last
is what the authors' numbers agree with. PSIS-LOO is that of the triples trained on, from a part of
them, with an error far below what is compared; the authors' surface is on the level of their second
split. Without --data the slices go through our match of the data that ship.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import numpy as np
from lab.experiment import Experiment, command
from lab.figures import panels
from lab.running import Cell, Row, Run, Setting, Value
from lab.verdicts import Verdict
from posterior.authors import RATE, SECOND, SHAPES, own_score
from posterior.cavi import SPREAD, Hyper
from posterior.contestants import match
from posterior.data import ORIGIN
from posterior.judging import Terms, halves, judged
from posterior.surfaces import Grid, authors, bad, heat_map, likeness, steepest

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FIGURE: Final = "fig:prior_posterior"

THROUGH: Final = Hyper(8, SHAPES[0], RATE, SHAPES[1], RATE)

EQUAL: Final = Terms(tolerance=5e-4, draws=50, triples=2000, spread=1e32, predicted=False)
"""Their tolerance is the default of the code that they extended."""

FULL, ROWS, COLUMNS = "differing factors", "equal factors", "equal factors, a of columns"

FITS: Final[Mapping[str, Terms]] = MappingProxyType(
    {FULL: replace(EQUAL, tolerance=1e-4, spread=SPREAD), ROWS: EQUAL, COLUMNS: EQUAL}
)

SLICES: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {"shapes": ("a", "c"), "rates": ("b", "d")}
)


def cells(setting: Setting) -> list[Cell]:
    """Return the rows of the grids, and the points of the slice along K."""
    decades = range(-9, 10, 6) if setting.quick else range(-9, 10, 2)
    ks = (2, 8, 32) if setting.quick else (1, 2, 3, 4, 6, 8, 11, 16, 23, 32, 45, 64, 91, 128)
    steps = " ".join(str(each) for each in decades)
    data = "tumours" if setting.data is None else "lastfm"
    lines: list[Cell] = [
        {"data": data, "fit": fit, "slice": name, "along": steps, "at": decade}
        for name in SLICES
        for fit in FITS
        for decade in decades
        if not setting.quick or name == "shapes" or fit == COLUMNS or data == "tumours"
    ]
    lines += [
        {"data": data, "fit": fit, "slice": "K", "along": "", "at": k}
        for fit in FITS
        for k in sorted(ks, reverse=True)
    ]
    return lines


def one(cell: Cell, rng: np.random.Generator, setting: Setting) -> list[Row]:
    """Fit and score a row of a grid, or a K."""
    data = str(cell["data"])
    train, test = halves(data, 0, setting.data)
    centre = THROUGH if data == "lastfm" else match(train, test, using="variance")
    terms = FITS[str(cell["fit"])]
    place = int(cell["at"] or 0)
    if cell["slice"] == "K":
        points = [replace(centre, k=place)]
    else:
        down, along = SLICES[str(cell["slice"])]
        decades = [int(each) for each in str(cell["along"]).split()]
        points = [_moved(centre, {down: place, along: each}) for each in decades]
    if cell["fit"] == COLUMNS:
        points = [Hyper(each.k, each.c, each.d, each.a, each.b) for each in points]
    return [judged(train, test, each, rng, terms) for each in points]


def _moved(centre: Hyper, decades: Mapping[str, int]) -> Hyper:
    values = {
        name: 10.0 ** decades[name] if name in decades else getattr(centre, name) for name in "abcd"
    }
    return Hyper(centre.k, values["a"], values["b"], values["c"], values["d"])


def grid_of(runs: Sequence[Run], fit: str, which: str) -> Grid:
    """Return a slice by decades; of several runs, the last.

    Parameters
    ----------
    runs : sequence of Run
        All of them.
    fit, which : str
        One of ``FITS`` and one of ``SLICES``.
    """
    found: dict[tuple[int, int], float] = {}
    for run in runs:
        if run.cell["fit"] == fit and run.cell["slice"] == which:
            for along, row in zip(str(run.cell["along"]).split(), run.rows, strict=True):
                found[int(run.cell["at"] or 0), int(along)] = _loo(row)
    return found


def along_k(runs: Sequence[Run], fit: str) -> dict[int, list[float]]:
    """Return the slice along K, all runs.

    Parameters
    ----------
    runs : sequence of Run
        All of them.
    fit : str
        One of ``FITS``.
    """
    found: dict[int, list[float]] = {}
    for run in runs:
        if run.cell["fit"] == fit and run.cell["slice"] == "K":
            found.setdefault(int(run.cell["at"] or 0), []).append(_loo(run.row))
    return dict(sorted(found.items()))


def _loo(row: Row) -> float:
    return math.nan if row["loo"] is None else float(row["loo"])


def table(runs: Sequence[Run]) -> list[Row]:
    """Return, for every fit and slice, its range, and how like the authors' surface it is."""
    rows: list[Row] = []
    lastfm = runs[0].cell["data"] == "lastfm"
    triples = int(runs[0].rows[0]["train"] or 0)
    for fit in FITS:
        for which in SLICES:
            grid = grid_of(runs, fit, which)
            if not grid:
                continue
            scores = [each / triples for each in grid.values() if math.isfinite(each)]
            row: dict[str, Value] = {
                "data": runs[0].cell["data"],
                "fit": fit,
                "slice": which,
                "points": len(grid),
                "without a score": len(grid) - len(scores),
                "best a triple": max(scores),
                "worst a triple": min(scores),
                "steepest in a step": steepest(grid),
            }
            if lastfm:
                like = likeness(grid, authors(which))
                row |= {
                    "rank correlation with the authors'": like.rank,
                    "low": like.interval[0],
                    "high": like.interval[1],
                    "median ratio to them": like.ratio,
                    "within 5 % of them": like.close,
                }
            rows.append(row)
        for k, some in along_k(runs, fit).items():
            mean = float(np.mean(some)) / triples
            rows.append(
                {
                    "data": runs[0].cell["data"],
                    "fit": fit,
                    "slice": f"K = {k}",
                    "points": 1,
                    "best a triple": mean,
                }
            )
    if not lastfm:
        rows.append({"data": f"lastfm skipped: no --data; from {ORIGIN}"})
    return rows


def verdicts(runs: Sequence[Run]) -> list[Verdict]:
    """Compare shape, level, position and K with the authors' surface, where lastfm was fitted."""
    if runs[0].cell["data"] != "lastfm":
        return [_skipped()]
    found = [each for which in SLICES for each in _surfaces(runs, which)]
    return [*found, _position(runs), _along_k(runs)]


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
    found = []
    for fit, why in (
        (COLUMNS, ""),
        (
            FULL,
            "their numbers agree with fits whose factors are all equal, at every K, and with a as "
            "the shape of columns, the artists: the rows above and below",
        ),
    ):
        grid = grid_of(runs, fit, which)
        if not grid:  # The quick version leaves this one out.
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
                "since their two splits differ by 3 %",
                like.interval[0] > 0.5 and like.close >= 0.5,
                why,
            )
        )
    return found


def _position(runs: Sequence[Run]) -> Verdict:
    theirs, ours = authors("shapes"), grid_of(runs, FULL, "shapes")
    level = float(np.mean(along_k(runs, FULL)[THROUGH.k]))
    shares = bad(theirs, own_score()), bad(ours, level)
    borders = steepest(theirs), steepest(ours)
    return Verdict(
        f"{FIGURE}: the match lies among reasonable values, large regions are bad, borders sharp",
        f"worse by a tenth or more: {shares[0]:.0%} of their grid of shapes; a factor of "
        f"{borders[0]:.1f} in a step",
        f"{shares[1]:.0%} of ours; a factor of {borders[1]:.1f} in a step",
        "a quarter of the grid or more, a factor of 1.5 or more",
        min(shares) >= 0.25 and min(borders) >= 1.5,
    )


def _along_k(runs: Sequence[Run]) -> Verdict:
    scores = {k: float(np.mean(some)) for k, some in along_k(runs, FULL).items()}
    equal = [float(np.mean(some)) for some in along_k(runs, COLUMNS).values()]
    best = max(scores, key=scores.__getitem__)
    return Verdict(
        f"{FIGURE}, along K: slightly smaller K than 8 would be better",
        "best below 8",
        f"best at {best} of {', '.join(map(str, scores))}: {scores[best] / scores[THROUGH.k]:.2f} "
        f"of the loss at 8; with equal factors a factor of {min(equal) / max(equal):.3f} from "
        "best to worst",
        "the best of the slice is below 8",
        best < THROUGH.k,
        "with factors that differ more of them fit better; where all are equal K hardly matters",
    )


def figure(runs: Sequence[Run]) -> Figure:
    """Draw the grids and the slice along K."""
    drawn, axes = panels(2, 3, width=4.1, height=3.1)
    triples = int(runs[0].rows[0]["train"] or 0)
    lastfm = runs[0].cell["data"] == "lastfm"
    best = min(-max(_loo(row) for run in runs for row in run.rows) / triples, 1000)
    span = (900.0, 9000.0) if lastfm else (best, 100 * best)
    for axis, which in zip(axes[:, 0], SLICES, strict=True):
        fit = FULL if grid_of(runs, FULL, which) else COLUMNS
        heat_map(axis, grid_of(runs, fit, which), SLICES[which], triples, _marks(runs, which), span)
        axis.set_title(f"{which}: {fit}")
    for axis, which in zip(axes[:, 1], SLICES, strict=True):
        if lastfm:
            heat_map(axis, authors(which), SLICES[which], SECOND, _marks(runs, which), span)
            axis.set_title(f"{which}: the authors'")
        else:
            heat_map(axis, grid_of(runs, ROWS, which), SLICES[which], triples, [], span)
            axis.set_title(f"{which}: {ROWS}")
    for fit, style in ((FULL, "o-"), (ROWS, "s-"), (COLUMNS, "x--")):
        slices = {k: np.negative(some) / triples for k, some in along_k(runs, fit).items()}
        for axis in axes[:, 2]:
            axis.plot(
                list(slices),
                [float(np.mean(each)) for each in slices.values()],
                style,
                label=fit,
                markersize=4,
            )
    for axis, scale in zip(axes[:, 2], ("log", "linear"), strict=True):
        axis.set_xscale("log")
        axis.set_yscale(scale)
        axis.set_xticks([1, 3, 10, 30, 100], ["1", "3", "10", "30", "100"])
        axis.set_xlabel("K")
        axis.set_ylabel("- PSIS-LOO a triple")
        axis.set_title(f"along K, {scale} scale")
    axes[0, 2].legend()
    return drawn


def _marks(runs: Sequence[Run], which: str) -> list[tuple[float, float]]:
    if runs[0].cell["data"] != "lastfm":
        return []
    first, second = (getattr(THROUGH, name) for name in SLICES[which])
    return [(math.log10(first), math.log10(second))]


EXPERIMENT = Experiment(
    name="posterior_surface",
    shows=f"{FIGURE}: PSIS-LOO of Poisson factorization over slices of the hyperparameters",
    cells=cells,
    one=one,
    runs=(1, 1),
    table=table,
    verdicts=verdicts,
    figure=figure,
    data=("hetrec2011-lastfm-2k/user_artists.dat",),
)


if __name__ == "__main__":
    raise SystemExit(command(EXPERIMENT))

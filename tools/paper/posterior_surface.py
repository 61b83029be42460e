"""PSIS-LOO over slices of the hyperparameters (Section 7.2, fig:prior_posterior).

python tools/paper/posterior_surface.py [--quick] [--jobs 2] [--results DIR] [--data DIR]

Slices through the authors' choice on lastfm: shapes a and c, rates b and d, and K, on every other
decade of their grid. Every point is fitted twice: by coordinate ascent, until the bound stands
still; and as the authors' published code does, which allots counts to factors in another way and
has a as the shape of columns, the artists (:mod:`posterior.published_fit`). PSIS-LOO is from a part
of the triples, with an error far below what is compared: for the former of those trained on, as the
paper says, for the latter of the published code's second split, as the authors' surface is. Without
--data the slices go through our match of the data that ship.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np
from lab.experiment import Experiment, command
from lab.figures import panels
from lab.running import Cell, Row, Run, Setting, Value
from lab.verdicts import Verdict
from posterior.authors import TRIPLES
from posterior.cavi import Hyper
from posterior.contestants import match
from posterior.data import ORIGIN
from posterior.judging import Terms, counts_of, halves, hypers, judged, scored_loo
from posterior.published_scores import on_second_split
from posterior.surface_claims import (
    ASCENT,
    FIGURE,
    PUBLISHED,
    SLICES,
    THROUGH,
    along_k,
    grid_of,
    loo_of,
    verdicts_of,
)
from posterior.surfaces import authors, heat_map, likeness, steepest

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TERMS: Final = Terms(tolerance=1e-4, draws=50, triples=2000, predicted=False)

FITS: Final = (ASCENT, PUBLISHED)


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
        if not setting.quick or name == "shapes" or fit == PUBLISHED or data == "tumours"
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
    centre = THROUGH if data == "lastfm" else match(train, test, estimator="moments")
    place = int(cell["at"] or 0)
    if cell["slice"] == "K":
        points = [replace(centre, k=place)]
    else:
        down, along = SLICES[str(cell["slice"])]
        decades = [int(each) for each in str(cell["along"]).split()]
        points = [_moved(centre, {down: place, along: each}) for each in decades]
    if cell["fit"] == PUBLISHED:
        return [_published(data, each, rng, setting) for each in points]
    return [judged(train, test, each, rng, TERMS) for each in points]


def _published(data: str, hyper: Hyper, rng: np.random.Generator, setting: Setting) -> Row:
    found, second = on_second_split(counts_of(data, setting.data), hyper, rng)
    score = scored_loo(found, second, rng, TERMS)
    return {**hypers(hyper), **score, "train": len(second), "iterations": found.iterations}


def _moved(centre: Hyper, decades: Mapping[str, int]) -> Hyper:
    values = {
        name: 10.0 ** decades[name] if name in decades else getattr(centre, name) for name in "abcd"
    }
    return Hyper(centre.k, values["a"], values["b"], values["c"], values["d"])


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
                "best a triple": max(scores, default=None),
                "worst a triple": min(scores, default=None),
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
            told = mean if math.isfinite(mean) else None
            rows.append(
                {
                    "data": runs[0].cell["data"],
                    "fit": fit,
                    "slice": f"K = {k}",
                    "points": 1,
                    "best a triple": told,
                }
            )
    if not lastfm:
        rows.append({"data": f"lastfm skipped: no --data; from {ORIGIN}"})
    return rows


def verdicts(runs: Sequence[Run]) -> list[Verdict]:
    """Compare shape, level, position and K with the authors' surface, where lastfm was fitted."""
    return verdicts_of(runs)


def figure(runs: Sequence[Run]) -> Figure:
    """Draw the grids and the slice along K."""
    drawn, axes = panels(2, 3, width=4.1, height=3.1)
    triples = int(runs[0].rows[0]["train"] or 0)
    lastfm = runs[0].cell["data"] == "lastfm"
    best = min(-max(loo_of(row) for run in runs for row in run.rows) / triples, 1000)
    span = (900.0, 9000.0) if lastfm else (best, 100 * best)
    for axis, which in zip(axes[:, 0], SLICES, strict=True):
        fit = ASCENT if grid_of(runs, ASCENT, which) else PUBLISHED
        heat_map(axis, grid_of(runs, fit, which), SLICES[which], triples, _marks(runs, which), span)
        axis.set_title(f"{which}: {fit}")
    for axis, which in zip(axes[:, 1], SLICES, strict=True):
        if lastfm:
            heat_map(axis, authors(which), SLICES[which], TRIPLES, _marks(runs, which), span)
            axis.set_title(f"{which}: the authors'")
        else:
            heat_map(axis, grid_of(runs, PUBLISHED, which), SLICES[which], triples, [], span)
            axis.set_title(f"{which}: {PUBLISHED}")
    for fit, style in ((ASCENT, "o-"), (PUBLISHED, "x--")):
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

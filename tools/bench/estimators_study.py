"""Bias and spread of estimators of E[Y] and Var[Y], as the paper's supplement studies them.

python tools/bench/estimators_study.py [--runs 1000] [-o study.png]

Poisson factorization with K = 25 in configurations A to G, against the printed formulas. Each
estimate has S_Z draws of theta and beta with S_y counts each, S_Z x S_y = 10^4 in several splits.
The estimators:

plain       averages of y and y^2;
printed     the supplement's printed form for discrete variables, which multiplies by p(y) inside an
            average over draws of y, divided by their number: so it estimates sum_y y p(y)^2;
normalised  the same divided by the sum of the p(y) of those draws: sum_y y p(y)^2 / sum_y p(y)^2;
explicit    ours, counts integrated, sums over factors as drawn;
collapsed   ours, counts integrated, sums over factors by falling factorials of K.

Writes FILE.png and FILE.csv, and prints a short table. Standard errors are from the spread of runs;
in C, where theta is nearly always zero, runs that see nothing make both look smaller than they are.
"""

from __future__ import annotations

import argparse
import csv
import multiprocessing
import os
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from judging import moments
from numpy.typing import NDArray
from plain import SIZE, estimator_of
from progress import progress
from sampling_tasks import PMF_NAMES, PMF_STARTS
from scipy import special

from symppm.stochastic.names import Moment
from symppm.stochastic.views import View

Values = NDArray[np.float64]
Row = dict[str, Any]

SPLITS: Final = ((10, 1000), (100, 100), (1000, 10), (10_000, 1))
RIVALS: Final = ("plain", "printed", "normalised")
OURS: Final = ("explicit", "collapsed")
STATISTICS: Final = ("mean", "variance")
CELLS: Final = 200_000
"""Draws of latents, or counts, that are held at once."""

FIRST: Final = ((0, 0), 1)
SECOND: Final = ((0, 0), 2)
COLOURS: Final = {
    "plain": "#000000",
    "printed": "#D55E00",
    "normalised": "#E69F00",
    "explicit": "#56B4E9",
    "collapsed": "#0072B2",
}
MARKS: Final = {"plain": "o", "printed": "v", "normalised": "^", "explicit": "s", "collapsed": "D"}


def rivals(
    start: tuple[float, ...], latents: int, counts: int, runs: int, rng: np.random.Generator
) -> dict[str, Values]:
    """Return means and variances that estimators with drawn counts give, shape (runs, 2).

    Parameters
    ----------
    start : tuple of float
        a, b, c, d.
    latents, counts : int
        S_Z and S_y.
    runs : int
        Independent estimates.
    rng : numpy.random.Generator
        Source of randomness.
    """
    a, b, c, d = start
    shape = (runs, latents, SIZE)
    rate = (rng.standard_gamma(a, shape) * rng.standard_gamma(c, shape)).sum(2) / (b * d)
    y = rng.poisson(rate[..., None], (runs, latents, counts)).astype(float)
    p = np.exp(special.xlogy(y, rate[..., None]) - rate[..., None] - special.gammaln(y + 1))
    total = p.sum(2)
    found = {}
    for name in RIVALS:
        raw = []
        for power in (1, 2):
            if name == "plain":
                inner = (y**power).mean(2)
            elif name == "printed":
                inner = (y**power * p).mean(2)
            else:
                inner = (y**power * p).sum(2) / total
            raw.append(inner.mean(1))
        found[name] = np.stack([raw[0], raw[1] - raw[0] ** 2], 1)
    return found


def ours(start: tuple[float, ...], way: str, latents: int, runs: int, seed: int) -> Values:
    """Return means and variances that the package's estimators give, shape (runs, 2).

    Parameters
    ----------
    start, latents, runs
        As in :func:`rivals`.
    way : str
        ``"explicit"`` or ``"collapsed"``.
    seed : int
        Of the draws.
    """
    estimator = estimator_of(STATISTICS, way)
    mean, variance = (each.statistic for each in estimator.targets)
    assert isinstance(mean, Moment) and isinstance(variance, Moment)  # noqa: S101, PT018
    assert {(FIRST,), (SECOND,)} == {(each,) for row in variance.monomials for each in row}  # noqa: S101
    plan = estimator.targets[1].plan
    assert plan is not None  # noqa: S101 - nothing in closed form was asked for
    at = {"K": float(SIZE), **dict(zip(PMF_NAMES, start, strict=True))}
    p = {name: torch.tensor(value, dtype=torch.float64) for name, value in at.items()}
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        view = View(estimator.module, estimator.families, plan, p, runs * latents, generator)
        # About zero, for many runs at once: the estimate about another centre is the same.
        first, second = (view.joint_moment((each,), 0.0) for each in (FIRST, SECOND))
    one, two = (each.reshape(runs, latents).mean(1).numpy() for each in (first, second))
    return np.stack([one, two - one**2], 1)


def rows_of(name: str, split: tuple[int, int], runs: int) -> list[Row]:
    """Study all estimators in one configuration with one split.

    Parameters
    ----------
    name : str
        ``"A"`` to ``"G"``.
    split : tuple of int
        S_Z and S_y.
    runs : int
        Independent estimates of each.
    """
    torch.set_num_threads(1)
    start = PMF_STARTS[name]
    latents, counts = split
    truth = moments("pmf", {"K": float(SIZE), **dict(zip(PMF_NAMES, start, strict=True))})
    rng = np.random.default_rng([ord(name), latents])
    pieces: dict[str, list[Values]] = {each: [] for each in (*RIVALS, *OURS)}
    most = max(1, CELLS // max(latents * SIZE // 5, latents * counts))
    left = runs
    while left:
        many = min(most, left)
        for key, values in rivals(start, latents, counts, many, rng).items():
            pieces[key].append(values)
        for way in OURS:
            seed = int(rng.integers(2**62))
            pieces[way].append(ours(start, way, latents, many, seed))
        left -= many
    found = []
    for key, parts in pieces.items():
        table = np.concatenate(parts)
        for place, statistic in enumerate(STATISTICS):
            relative = table[:, place] / truth[statistic]
            spread = float(relative.std(ddof=1))
            found.append({
                "configuration": name, "statistic": statistic, "estimator": key,
                "S_Z": latents, "S_y": counts if key in RIVALS else "", "runs": runs,
                "exact": truth[statistic], "relative bias": float(relative.mean()) - 1,
                "standard error": spread / runs**0.5, "relative deviation": spread,
            })  # fmt: skip
    return found


def table(rows: list[Row], split: tuple[int, int]) -> str:
    """Return bias and spread of everything with one split, as text.

    Parameters
    ----------
    rows : list of dict
        As :func:`rows_of` returns them.
    split : tuple of int
        S_Z and S_y.
    """
    columns = (*RIVALS, *OURS)
    lines = [
        f"S_Z x S_y = {split[0]} x {split[1]}: relative bias ± its standard error (deviation)",
        f"{'':<11} " + " ".join(f"{each:>24}" for each in columns),
    ]
    for statistic in STATISTICS:
        for name in PMF_STARTS:
            cells = []
            for column in columns:
                (row,) = (
                    each
                    for each in rows
                    if (each["configuration"], each["statistic"], each["estimator"], each["S_Z"])
                    == (name, statistic, column, split[0])
                )
                error, spread = row["standard error"], row["relative deviation"]
                cells.append(f"{row['relative bias']:+.2%} ±{error:.1g} ({spread:.2g})")
            lines.append(f"{name} {statistic:<9} " + " ".join(f"{each:>24}" for each in cells))
    return "\n".join(lines)


def main() -> None:
    """Study, write, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("-o", "--output", type=Path, default=Path("study.png"))
    arguments = parser.parse_args()
    from study_figure import draw  # noqa: PLC0415 - workers need no matplotlib

    began = time.perf_counter()
    work = [(name, split) for split in reversed(SPLITS) for name in PMF_STARTS]
    rows: list[Row] = []
    spawn = multiprocessing.get_context("spawn")
    with (
        ProcessPoolExecutor(arguments.workers, mp_context=spawn) as pool,
        progress("Studying", len(work)) as advance,
    ):
        for done in as_completed([pool.submit(rows_of, *each, arguments.runs) for each in work]):
            rows += done.result()
            advance()
    rows.sort(key=lambda row: (row["statistic"], row["configuration"], row["S_Z"]))
    with arguments.output.with_suffix(".csv").open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    draw(rows, arguments.output, COLOURS, MARKS)
    for split in ((1000, 10), (10_000, 1)):
        print(table(rows, split))
    print(
        f"{time.perf_counter() - began:.0f} s, {arguments.workers} processes, load average "
        f"{os.getloadavg()[0]:.1f}; {arguments.output} and .csv written"
    )


if __name__ == "__main__":
    main()

"""How often the 95 % intervals of a match cover the truth, and how wide they are.

python tools/bench/intervals.py [--runs 400] [--jobs 2] [-o coverage.csv]

Poisson factorization with the four Gamma priors of the paper's table of prior configurations (read
as shape and scale, like NumPy's), 300 x 300 with K = 25 and 1000 x 1000 with K = 50. Prints, for K
and each combination of hyperparameters that data determine, the share of runs whose interval held
the truth, with its binomial standard error, and how many times its low end the high end is, on
average over the logarithms. Runs without intervals, since leaving out some row or column left
statistics that the model cannot have, count as not covering, and are counted.
"""

from __future__ import annotations

import argparse
import csv
import math
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, Final

import numpy as np
from progress import progress

Outcome = dict[str, tuple[bool, float] | None]

PRIORS: Final = ((1.0, 1.0, 1.0, 1.0), (10.0, 1.0, 10.0, 1.0), (1.0, 10.0, 1.0, 10.0),
                 (0.1, 1.0, 1.0, 0.1))  # fmt: skip
"""Shape and scale of theta, shape and scale of beta."""
SIZES: Final = ((300, 25), (1000, 50))
"""Rows and columns, and K."""
NAMES: Final = ("K", "a", "c", "b*d")


def truth(priors: tuple[float, ...], k: int) -> dict[str, float]:
    """Return what the intervals are to cover.

    Parameters
    ----------
    priors : tuple of float
        Shape and scale of theta, shape and scale of beta.
    k : int
        Number of factors.
    """
    a, theta_scale, c, beta_scale = priors
    return dict(zip(NAMES, (float(k), a, c, 1 / (theta_scale * beta_scale)), strict=True))


def one_run(priors: tuple[float, ...], size: int, k: int, seed: int) -> Outcome:
    """Draw a matrix, match it, and say of each interval whether it covers, and its width.

    Parameters
    ----------
    priors : tuple of float
        Shape and scale of theta, shape and scale of beta.
    size, k : int
        Rows and columns, and number of factors.
    seed : int
        Of the draw.

    Returns
    -------
    dict
        By name: whether the truth is inside, and the logarithm of high over low; None where there
        is no interval.
    """
    import symppm as ppm  # noqa: PLC0415 - in the worker, whose threads are set by then

    rng = np.random.default_rng(seed)
    a, theta_scale, c, beta_scale = priors
    rates = rng.gamma(a, theta_scale, (size, k)) @ rng.gamma(c, beta_scale, (k, size))
    made = ppm.match(rng.poisson(rates), estimator="moments")
    if made.uncertainty is None or made.uncertainty.spread is None:
        return dict.fromkeys(NAMES)
    found = made.interval()
    wanted = truth(priors, k)
    return {
        name: (found[name][0] <= wanted[name] <= found[name][1],
               math.log(found[name][1] / found[name][0]))
        for name in NAMES
    }  # fmt: skip


def row(priors: tuple[float, ...], size: int, k: int, outcomes: list[Outcome]) -> dict[str, Any]:
    """Return one line of the table.

    Parameters
    ----------
    priors : tuple of float
        Shape and scale of theta, shape and scale of beta.
    size, k : int
        Rows and columns, and number of factors.
    outcomes : list of dict
        One for each run.
    """
    runs = len(outcomes)
    line: dict[str, Any] = {
        "theta": f"{priors[0]:g}, {priors[1]:g}", "beta": f"{priors[2]:g}, {priors[3]:g}",
        "size": size, "K": k, "runs": runs,
        "none": sum(each["K"] is None for each in outcomes),
    }  # fmt: skip
    for name in NAMES:
        held = [each[name] for each in outcomes]
        resolved = [each for each in held if each is not None]
        share = sum(inside for inside, _ in resolved) / runs
        line[f"{name} covers"] = share
        line[f"{name} error"] = math.sqrt(max(share * (1 - share), 1 / runs**2) / runs)
        line[f"{name} high/low"] = (
            math.exp(float(np.mean([width for _, width in resolved]))) if resolved else math.nan
        )
    return line


def rows(runs: int, jobs: int) -> Iterator[dict[str, Any]]:
    """Yield the lines of the table, each when its runs are done.

    Parameters
    ----------
    runs : int
        Matrices a line.
    jobs : int
        Processes.
    """
    # Matrices are drawn in many processes: each must do with one thread.
    os.environ.update(NUMBA_NUM_THREADS="1", OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    with ProcessPoolExecutor(jobs) as pool:
        for size, k in SIZES:
            for number, priors in enumerate(PRIORS):
                with progress(f"{size} x {size}, priors {number + 1}", runs) as advance:
                    seeds = range(runs)
                    waiting = [pool.submit(one_run, priors, size, k, seed) for seed in seeds]
                    for _ in as_completed(waiting):
                        advance()
                yield row(priors, size, k, [each.result() for each in waiting])


def main() -> None:
    """Run all, print the table, and write it where asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("-o", "--output", type=Path)
    chosen = parser.parse_args()
    print(
        f"{'theta':>8} {'beta':>8} {'size':>5} {'K':>3} {'runs':>5} {'none':>5}  "
        + "".join(f"{name + ' covers':>18} {'high/low':>9}" for name in NAMES)
    )
    lines = []
    for line in rows(chosen.runs, chosen.jobs):
        lines.append(line)
        cells = "".join(
            f"{100 * line[f'{name} covers']:>10.1f} +- {100 * line[f'{name} error']:.1f}"
            f" {line[f'{name} high/low']:>9.3g}"
            for name in NAMES
        )
        print(
            f"{line['theta']:>8} {line['beta']:>8} {line['size']:>5} {line['K']:>3} "
            f"{line['runs']:>5} {line['none']:>5}  {cells}",
            flush=True,
        )
    if chosen.output:
        with chosen.output.open("w", newline="", encoding="utf-8") as stream:
            writer = csv.DictWriter(stream, lines[0])
            writer.writeheader()
            writer.writerows(lines)


if __name__ == "__main__":
    main()

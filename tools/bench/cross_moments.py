"""K by the printed formula and by cross-moments, where counts are not Poisson.

python tools/bench/cross_moments.py [--runs 40] [--jobs 2] [--size 1000] [-o distinct.csv]

Counts about sums of Gamma factors, in the paper's configurations D (Gamma(0.1, 1) both) and F
(Gamma(1, 1) and Gamma(0.1, 0.1)) and with Gamma(1, 1) both: Poisson, negative binomial with r = 1,
and Poisson with half of the entries set to zero. The printed formula is
``match(estimator="moments")``, the other ``match(estimator="cross-moments")``. Of the first: K over
the truth, median [least, greatest]. Of the second the same, the mean and the standard deviation of
log(K / truth) over the draws that have an answer, the share of their 95 % intervals that hold the
truth, and the share of draws of which the match says that they do not resolve K. Last, what
measuring cross-moments with intervals takes, over one product Y Y' by NumPy, both on one thread.
"""

from __future__ import annotations

import argparse
import csv
import math
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from factored import OBSERVED, Case, drawn, in_processes, log_ratio, markdown, quietly

GAMMA: Final = (1.0, 1.0, 1.0, 1.0)
ROWS: Final = (
    ("D, K = 25", (0.1, 1.0, 0.1, 1.0), 25),
    ("F, K = 100", (1.0, 1.0, 0.1, 0.1), 100),
    ("Gamma(1, 1), K = 25", GAMMA, 25),
    ("Gamma(1, 1), K = 100", GAMMA, 100),
)
"""What each is called, shapes and rates, and K."""


@dataclass(frozen=True)
class Run:
    """What one draw gave.

    Attributes
    ----------
    printed, distinct : float
        log(K / truth) by either way; not a number where it has no answer.
    covered : bool
        Whether the interval of the second holds the truth.
    resolved : bool
        Whether the match does not say that K is not resolved.
    seconds, product : float
        What measuring, and one product, took.
    """

    printed: float
    cross_moments: float
    covered: bool
    resolved: bool
    seconds: float
    product: float


def one_run(case: Case, seed: int) -> Run:
    """Draw a matrix and match it both ways.

    Parameters
    ----------
    case : Case
        How to draw.
    seed : int
        Of the draw.
    """
    import symppm as ppm  # noqa: PLC0415 - in the worker, whose threads are set by then

    counts = drawn(case, np.random.default_rng([seed, case.k, OBSERVED.index(case.observed)]))
    printed = quietly(lambda: ppm.match(counts, model="pmf_gamma", estimator="moments"))
    made = quietly(lambda: ppm.match(counts, model="pmf_gamma", estimator="cross-moments"))
    low, high = (math.nan, math.nan)
    if made.k_exact is not None and made.uncertainty is not None:
        low, high = made.interval(0.95)["K"]
    start = time.perf_counter()
    ppm.cross_moments(counts)
    middle = time.perf_counter()
    values = counts.astype(np.float64)
    before = time.perf_counter()
    values @ values.T
    return Run(
        log_ratio(printed.k_exact, case.k),
        log_ratio(made.k_exact, case.k),
        low <= case.k <= high,
        made.feasible and not any(each.code == "unresolved_cycle" for each in made.diagnostics),
        middle - start,
        time.perf_counter() - before,
    )


def ratios(logs: Sequence[float]) -> str:
    """Return the median of ratios and their extremes, in words.

    Parameters
    ----------
    logs : sequence of float
        Their logarithms.
    """
    found = np.exp([each for each in logs if not math.isnan(each)])
    if len(found) == 0:
        return "none"
    return f"{np.median(found):.3g} [{found.min():.2g}, {found.max():.2g}]"


def line(name: str, observed: str, runs: Sequence[Run]) -> list[Any]:
    """Return one line of the table.

    Parameters
    ----------
    name, observed : str
        What the counts are.
    runs : sequence of Run
        What they gave.
    """
    logs = np.array([each.cross_moments for each in runs if not math.isnan(each.cross_moments)])
    resolved = [each for each in runs if each.resolved]
    covered = [each.covered for each in resolved]
    some = len(logs) > 1
    return [
        name,
        observed,
        ratios([each.printed for each in runs]),
        ratios([each.cross_moments for each in runs]),
        f"{logs.mean():+.3f} ({logs.std(ddof=1) / math.sqrt(len(logs)):.3f})" if some else "",
        f"{logs.std(ddof=1):.3f}" if some else "",
        f"{100 * np.mean(covered):.0f} %" if covered else "",
        f"{100 * (1 - len(resolved) / len(runs)):.0f} %",
        f"{np.median([each.seconds / each.product for each in runs]):.1f}",
    ]


def main() -> None:
    """Run all, print the table, and write every run where asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--size", type=int, default=1000, help="rows, and columns")
    parser.add_argument("-o", "--output", type=Path)
    chosen = parser.parse_args()
    names = {}
    for name, (a, b, c, d), k in ROWS:
        for observed in OBSERVED:
            names[Case(a, b, c, d, k, (chosen.size, chosen.size), observed)] = name
    table: list[list[Any]] = [
        ["data", "counts", "printed formula, K/truth", "cross-moments, K/truth",
         "bias of log K (error)", "spread of log K", "interval holds", "not resolved", "time/YY'"]
    ]  # fmt: skip
    records = []
    for case, runs in in_processes("Matching", one_run, list(names), chosen.runs, chosen.jobs):
        table.append(line(names[case], case.observed, runs))
        records += [
            {"data": names[case], "counts": case.observed, "run": n, **asdict(each)}
            for n, each in enumerate(runs)
        ]
    print(f"`python {' '.join(sys.argv)}`: {chosen.runs} draws a line\n")
    print("\n".join(markdown(table)))
    if chosen.output:
        with chosen.output.open("w", newline="", encoding="utf-8") as stream:
            writer = csv.DictWriter(stream, records[0])
            writer.writeheader()
            writer.writerows(records)


if __name__ == "__main__":
    main()

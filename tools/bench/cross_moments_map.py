"""Where cross-moments tell K: a map over signal, K and size.

python tools/bench/cross_moments_map.py [--runs 20] [--jobs 2] [--quick] [--observed Poisson]
    [-o map.csv] [--plot map.svg]

Counts about sums of K products of Gamma(shape) factors, matched with ``estimator="cross-moments"``.
The signal is the variance of the interaction of rows and columns over that of Poisson noise, which
is mean / (K shape^2). For every cell: the standard deviation of log K over the draws, where nine of
ten have an answer; the share of draws that the match resolves; and the share of these whose 95 %
interval holds the truth.
"""

from __future__ import annotations

import argparse
import csv
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from factored import OBSERVED, Case, drawn, in_processes, log_ratio, quietly, with_signal

SIGNALS: Final = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
FACTORS: Final = (5, 10, 20, 50, 100)
SIZES: Final = ((100, 100), (300, 300), (1000, 1000))
QUICK_SIZES: Final = ((100, 100), (300, 300))
MOST: Final = 0.9


@dataclass(frozen=True)
class Run:
    """What one draw gave.

    Attributes
    ----------
    log_ratio : float
        log(K / truth); not a number where there is no answer.
    resolved, covered : bool
        Whether the match resolves K, and whether its interval holds the truth.
    """

    log_ratio: float
    resolved: bool
    covered: bool


def one_run(case: Case, seed: int) -> Run:
    """Draw a matrix and match its cross-moments.

    Parameters
    ----------
    case : Case
        How to draw.
    seed : int
        Of the draw.
    """
    import symppm as ppm  # noqa: PLC0415 - in the worker, whose threads are set by then
    from symppm.errors import DataError  # noqa: PLC0415 - as above

    rng = np.random.default_rng([seed, case.k, case.shape[0], round(1e4 * case.signal)])
    counts = drawn(case, rng)
    if counts.min() == counts.max():
        return Run(math.nan, False, False)
    try:
        made = quietly(lambda: ppm.match(counts, model="pmf_gamma", estimator="cross-moments"))
    except DataError:
        return Run(math.nan, False, False)
    resolved = made.feasible and not any(
        each.code == "unresolved_cycle" for each in made.diagnostics
    )
    low, high = math.nan, math.nan
    if resolved and made.uncertainty is not None:
        low, high = made.interval(0.95)["K"]
    return Run(log_ratio(made.k_exact, case.k), resolved, low <= case.k <= high)


def cell(case: Case, runs: Sequence[Run]) -> dict[str, Any]:
    """Return one cell of the map.

    Parameters
    ----------
    case : Case
        What was drawn.
    runs : sequence of Run
        What the draws gave.
    """
    logs = [each.log_ratio for each in runs if not math.isnan(each.log_ratio)]
    resolved = [each for each in runs if each.resolved]
    # Of few draws that have an answer the spread would be that of the lucky ones.
    some = len(logs) > 1 and len(logs) >= MOST * len(runs)
    return {
        "rows": case.shape[0],
        "columns": case.shape[1],
        "K": case.k,
        "signal": round(case.signal, 6),
        "observed": case.observed,
        "draws": len(runs),
        "answers": len(logs),
        "median": math.exp(float(np.median(logs))) if logs else math.nan,
        "spread": float(np.std(logs, ddof=1)) if some else math.nan,
        "resolved": len(resolved) / len(runs),
        "covered": float(np.mean([each.covered for each in resolved])) if resolved else math.nan,
    }


def picture(cells: Sequence[Mapping[str, Any]], path: Path, observed: str, gamma: float) -> None:
    """Draw the map.

    Parameters
    ----------
    cells : sequence of mapping
        As :func:`cell` returns them.
    path : Path
        Where to; its ending says the format.
    observed : str
        How counts vary about their rates.
    gamma : float
        Shape of the priors.
    """
    from heat_maps import Line, Panel, draw  # noqa: PLC0415 - matplotlib is an extra

    sizes = sorted({(each["rows"], each["columns"]) for each in cells})

    def panels(what: str) -> list[Panel]:
        return [
            Panel(
                f"{rows} x {columns}",
                {
                    (each["signal"], each["K"]): each[what]
                    for each in cells
                    if (each["rows"], each["columns"]) == (rows, columns)
                },
            )
            for rows, columns in sizes
        ]

    lines = [
        Line("spread of log K", panels("spread"), 0.0, 1.0, "viridis_r", ".2f"),
        Line("share resolved", panels("resolved"), 0.0, 1.0, "viridis", ".2f"),
        Line("interval holds, of these", panels("covered"), 0.5, 1.0, "viridis", ".2f"),
    ]
    draw(
        lines,
        path,
        across="signal: variance of the interaction over Poisson noise",
        up="K",
        title=f"K by cross-moments; {observed}, Gamma({gamma:g}) priors",
    )


def main() -> None:
    """Run all cells, print the map, write and draw it where asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--quick", action="store_true", help="small matrices and fewer runs")
    parser.add_argument("--observed", choices=OBSERVED, default=OBSERVED[0])
    parser.add_argument("--gamma", type=float, default=1.0, help="shape of the priors")
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument("--plot", type=Path)
    chosen = parser.parse_args()
    runs = min(chosen.runs, 8) if chosen.quick else chosen.runs
    cases = [
        with_signal(signal, k, chosen.gamma, shape, chosen.observed)
        for shape in (QUICK_SIZES if chosen.quick else SIZES)
        for k in FACTORS
        for signal in SIGNALS
    ]
    print(f"`python {' '.join(sys.argv)}`: {runs} draws a cell\n")
    print(f"{'size':>12} {'K':>4} {'signal':>7} {'K/truth':>8} {'spread':>7} "
          f"{'resolved':>9} {'holds':>6}")  # fmt: skip
    cells = []
    for case, found in in_processes("Mapping", one_run, cases, runs, chosen.jobs):
        each = cell(case, found)
        cells.append(each)
        print(
            f"{each['rows']:>5} x {each['columns']:<4} {each['K']:>4} {each['signal']:>7g} "
            f"{each['median']:>8.2f} {each['spread']:>7.2f} {each['resolved']:>9.2f} "
            f"{each['covered']:>6.2f}",
            flush=True,
        )
    if chosen.output:
        with chosen.output.open("w", newline="", encoding="utf-8") as stream:
            writer = csv.DictWriter(stream, cells[0])
            writer.writeheader()
            writer.writerows(cells)
    if chosen.plot:
        picture(cells, chosen.plot, chosen.observed, chosen.gamma)


if __name__ == "__main__":
    main()

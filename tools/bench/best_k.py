"""One answer for K against the best of three estimates, over a grid of simulated counts.

python tools/bench/best_k.py [--runs 5] [--jobs 2] [--quick] [-o best_k.csv] [--plot best_k.svg]

Counts about sums of K products of Gamma(shape) factors: shapes 0.1 to 3, mean rates 0.3 to 10, K 5
to 100, three sizes, Poisson, negative binomial with r = 1, and half zeroed. The estimates are those
of ``match(estimator="auto")``: by moments (the printed formula), by cross-moments
and by cross-validation; and its one answer. The error of each is the median over
draws of |log(K / truth)|, infinite where there is none. A cell is lost if the error of the answer
exceeds that of the best estimate by more than 15 %. A cell is hopeless if the best estimate itself
is off by a factor of two: there the best is the one that is luckiest. Shares are printed with these
cells and without.
"""

from __future__ import annotations

import argparse
import csv
import math
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from factored import OBSERVED, Case, drawn, in_processes, log_ratio, markdown, quietly, with_mean

WAYS: Final = ("moments", "cross-moments", "cross-validation")
ANSWER: Final = "answer"
GAMMAS: Final = (0.1, 0.3, 1.0, 3.0)
MEANS: Final = (0.3, 1.0, 3.0, 10.0)
FACTORS: Final = (5, 20, 50, 100)
SIZES: Final = ((300, 300), (300, 3000), (1000, 1000))
ALLOWED: Final = math.log(1.15)
HOPELESS: Final = math.log(2.0)

Run = Mapping[str, float]
Cell = Mapping[str, Any]


def one_run(case: Case, seed: int) -> Run:
    """Draw a matrix and match it; return |log(K / truth)| by each way.

    Parameters
    ----------
    case : Case
        How to draw.
    seed : int
        Of the draw.
    """
    import symppm as ppm  # noqa: PLC0415 - in the worker, whose threads are set by then

    rng = np.random.default_rng(
        [seed, case.k, *case.shape, round(1000 * case.a), OBSERVED.index(case.observed)]
    )
    made = quietly(lambda: ppm.match(drawn(case, rng), model="pmf_gamma", estimator="auto"))
    said = {each.way: each.k for each in made.opinions}
    found = {**{way: said.get(way) for way in WAYS}, ANSWER: made.k_exact}
    errors = {way: abs(log_ratio(k, case.k)) for way, k in found.items()}
    return {way: math.inf if math.isnan(error) else error for way, error in errors.items()}


def cell(case: Case, runs: Sequence[Run]) -> dict[str, Any]:
    """Return one cell of the grid.

    Parameters
    ----------
    case : Case
        What was drawn.
    runs : sequence of mapping
        What the draws gave.
    """
    errors = {way: float(np.median([run[way] for run in runs])) for way in (*WAYS, ANSWER)}
    best = min(errors[way] for way in WAYS)
    mean = case.k * case.a * case.c / (case.b * case.d)
    return {
        "rows": case.shape[0],
        "columns": case.shape[1],
        "K": case.k,
        "shape": case.a,
        "mean": round(mean, 6),
        "observed": case.observed,
        "draws": len(runs),
        **errors,
        "best": best,
        "lost": not errors[ANSWER] <= best + ALLOWED,
        "hopeless": best > HOPELESS,
    }


def shares(cells: Sequence[Cell]) -> list[list[Any]]:
    """Return how many cells are within and lost, by each setting.

    Parameters
    ----------
    cells : sequence of mapping
        As :func:`cell` returns them.
    """
    kinds: dict[tuple[str, Any], list[Cell]] = defaultdict(list)
    for each in cells:
        kinds["all", ""].append(each)
        kinds["size", f"{each['rows']} x {each['columns']}"].append(each)
        for name in ("observed", "K", "shape", "mean"):
            kinds[name, each[name]].append(each)
    table: list[list[Any]] = [
        ["setting", "value", "cells", "lost", "within", "hopeless", "lost of others",
         "within of others"]
    ]  # fmt: skip
    for (name, value), some in sorted(kinds.items(), key=lambda pair: pair[0][0]):
        lost = sum(each["lost"] for each in some)
        others = [each for each in some if not each["hopeless"]]
        rest = sum(each["lost"] for each in others)
        table.append(
            [name, value, len(some), lost, _percent(lost, some), len(some) - len(others), rest,
             _percent(rest, others)]
        )  # fmt: skip
    return table


def _percent(lost: int, of: Sequence[Cell]) -> str:
    return f"{100 * (1 - lost / len(of)):.1f} %" if of else ""


def losses(cells: Sequence[Cell]) -> list[list[Any]]:
    """Return the cells that are lost and not hopeless, the worst first.

    Parameters
    ----------
    cells : sequence of mapping
        As :func:`cell` returns them.
    """
    table: list[list[Any]] = [["size", "counts", "K", "shape", "mean", *WAYS, ANSWER]]
    lost = [each for each in cells if each["lost"] and not each["hopeless"]]
    for each in sorted(lost, key=lambda one: one["best"] - one[ANSWER]):
        table.append(
            [f"{each['rows']} x {each['columns']}", each["observed"], each["K"], each["shape"],
             each["mean"], *(f"{each[way]:.2f}" for way in (*WAYS, ANSWER))]
        )  # fmt: skip
    return table


def picture(cells: Sequence[Cell], path: Path) -> None:
    """Draw errors over shape and mean times K: best, answer, and what was lost.

    Parameters
    ----------
    cells : sequence of mapping
        As :func:`cell` returns them.
    path : Path
        Where to; its ending says the format.
    """
    from heat_maps import Line, Panel, draw  # noqa: PLC0415 - matplotlib is an extra

    sizes = sorted({(each["rows"], each["columns"]) for each in cells})

    def panels(value: Callable[[Cell], float]) -> list[Panel]:
        found = []
        for rows, columns in sizes:
            for observed in OBSERVED:
                sums: dict[tuple[float, float], list[float]] = defaultdict(list)
                for each in cells:
                    if (each["rows"], each["columns"], each["observed"]) == (
                        rows, columns, observed
                    ):  # fmt: skip
                        signal = each["mean"] / (each["K"] * each["shape"] ** 2)
                        bin_ = 10 ** (round(2 * math.log10(signal)) / 2)
                        sums[float(f"{bin_:.1g}"), each["K"]].append(min(value(each), 9.0))
                found.append(
                    Panel(
                        f"{rows} x {columns}, {observed}",
                        {place: float(np.mean(some)) for place, some in sums.items()},
                    )
                )
        return found

    lines = [
        Line("best of three: |log K/truth|", panels(lambda each: each["best"]), 0, 1.5),
        Line("one answer: |log K/truth|", panels(lambda each: each[ANSWER]), 0, 1.5),
        Line("share of cells lost", panels(lambda each: float(each["lost"])), 0, 1),
    ]
    draw(
        lines,
        path,
        across="signal: variance of the interaction over Poisson noise",
        up="K",
        title="K by one answer and by the best of three estimates",
    )


def main() -> None:
    """Run the grid, print the map and the losses, write and draw them where asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--quick", action="store_true", help="one size, two means, three runs")
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument("--plot", type=Path)
    chosen = parser.parse_args()
    runs = min(chosen.runs, 3) if chosen.quick else chosen.runs
    cases = [
        with_mean(mean, k, gamma, shape, observed)
        for shape in (SIZES[:1] if chosen.quick else SIZES)
        for observed in OBSERVED
        for k in FACTORS
        for gamma in GAMMAS
        for mean in (MEANS[1:3] if chosen.quick else MEANS)
    ]
    print(f"`python {' '.join(sys.argv)}`: {len(cases)} cells, {runs} draws a cell\n")
    cells = [
        cell(case, found)
        for case, found in in_processes("Matching", one_run, cases, runs, chosen.jobs)
    ]
    print("\n".join(markdown(shares(cells))))
    print("\nLost, and not hopeless (|log K/truth| by each way):\n")
    print("\n".join(markdown(losses(cells))))
    if chosen.output:
        with chosen.output.open("w", newline="", encoding="utf-8") as stream:
            writer = csv.DictWriter(stream, cells[0])
            writer.writeheader()
            writer.writerows(cells)
    if chosen.plot:
        picture(cells, chosen.plot)


if __name__ == "__main__":
    main()

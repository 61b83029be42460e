"""Which model is preferred on draws from each, and how often J rejects the truth.

python tools/bench/model_choice.py [--draws 10] [--size 1000] [--jobs 2] [--truth NAME ...] [--all]
    [-o model_choice.csv]

Five kinds of counts, two settings each, chosen before anything was run: ten factors of shape one
with a mean of ten, and twenty factors of shapes 0.5 and 0.8 with a mean of three; the noise of the
first is about twice as visible as that of the second. The candidates are the five models, or with
``--all`` the whole catalogue. A draw is won if the comparison prefers the model that made it.
"""

from __future__ import annotations

import argparse
import csv
import math
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from factored import in_processes, markdown, quietly

PMF: Final = "pmf_gamma"
NB: Final = "gmf_gamma_negativebinomial"
ZIP: Final = "gmf_gamma_zeroinflatedpoisson"
COMPOUND: Final = "cpmf_gamma_poisson"
HPF: Final = "hpf_gamma"
FIVE: Final = (PMF, NB, ZIP, COMPOUND, HPF)
NONE: Final = "none"


@dataclass(frozen=True)
class Truth:
    """What is drawn from.

    Attributes
    ----------
    model : str
        Catalogue name.
    setting : str
        Which of the two.
    parameters : mapping of str to float
        Of the draws.
    size : int
        Rows, and columns.
    candidates : tuple of str or None
        What is compared; None for the whole catalogue.
    """

    model: str
    setting: str
    parameters: Mapping[str, float]
    size: int
    candidates: tuple[str, ...] | None


def _truths(size: int, candidates: tuple[str, ...] | None) -> list[Truth]:
    found = []
    for setting, k, a, c, mean in (("A", 10, 1.0, 1.0, 10.0), ("B", 20, 0.5, 0.8, 3.0)):
        first = setting == "A"
        noises: dict[str, dict[str, float]] = {
            PMF: {},
            NB: {"r": 1.0 if first else 2.0},
            ZIP: {"p": 0.5 if first else 0.7},
            COMPOUND: {"w": math.log(2.0 if first else 0.7), "kappa": 1.0},
        }
        for model, noise in noises.items():
            # The mean of what the rates are multiplied by, or kept with.
            by = {ZIP: noise.get("p", 1.0), COMPOUND: math.exp(noise.get("w", 0.0))}.get(model, 1.0)
            shapes = {"K": k, "a": a, "b": a, "c": c, "d": k * c * by / mean}
            found.append(Truth(model, setting, {**shapes, **noise}, size, candidates))
        level = 5.0 if first else 4.0
        levels = {"a_prime": level, "b_prime": 1.0, "c_prime": level}
        # The mean of 1 / xi is a' / (b' (a' - 1)).
        d_prime = k * a * c * (level / (level - 1)) ** 2 / mean
        shapes = {"K": k, "a": a, "c": c, **levels, "d_prime": d_prime}
        found.append(Truth(HPF, setting, shapes, size, candidates))
    return found


def one_draw(truth: Truth, run: int, first: int) -> dict[str, Any]:
    """Draw a matrix and compare the models on it.

    Parameters
    ----------
    truth : Truth
        What to draw.
    run : int
        Number of the draw.
    first : int
        Seed of the first.
    """
    import symppm as ppm  # noqa: PLC0415 - in the worker, whose threads are set by then

    size = truth.size
    drawn = ppm.sample(truth.model, truth.parameters, shape=(size, size), random_seed=first + run)
    counts = np.asarray(drawn).reshape(size, size)
    start = time.perf_counter()
    made = quietly(lambda: ppm.compare(counts, truth.candidates))
    own = made[truth.model]
    low, high = own.k_interval or (math.nan, math.nan)
    return {
        "truth": truth.model,
        "setting": truth.setting,
        "seed": first + run,
        "best": made.best or NONE,
        "close": " ".join(made.close),
        "j": own.j,
        "degrees": own.degrees,
        "p_value": own.p_value,
        "k_exact": own.k_exact,
        "covered": low <= truth.parameters["K"] <= high,
        "next": min(
            (row.criterion - (own.criterion or 0.0) for row in made.compared
             if row.model != truth.model and row.criterion is not None),
            default=math.nan,
        ),
        "seconds": time.perf_counter() - start,
    }  # fmt: skip


def confusion(draws: Sequence[Mapping[str, Any]]) -> list[list[Any]]:
    """Return the table of truths by what was preferred.

    Parameters
    ----------
    draws : sequence of mapping
        As :func:`one_draw` returns them.
    """
    chosen = Counter((each["truth"], each["best"]) for each in draws)
    columns = [*FIVE, *sorted({each["best"] for each in draws} - {*FIVE, NONE}), NONE]
    table: list[list[Any]] = [["drawn from", "draws", *columns]]
    for truth in FIVE:
        total = sum(each["truth"] == truth for each in draws)
        if total:
            table.append([truth, total, *(chosen[truth, column] or "" for column in columns)])
    return table


def calibration(draws: Sequence[Mapping[str, Any]]) -> list[list[Any]]:
    """Return how J of the true model is distributed, and whether its interval holds K.

    Parameters
    ----------
    draws : sequence of mapping
        As :func:`one_draw` returns them.
    """
    table: list[list[Any]] = [
        ["truth", "setting", "draws", "preferred", "mean J", "degrees", "p < 0.05", "p < 0.01",
         "least lead", "K covered", "seconds"]
    ]  # fmt: skip
    for truth in FIVE:
        for setting in ("A", "B"):
            some = [d for d in draws if (d["truth"], d["setting"]) == (truth, setting)]
            if not some:
                continue
            p = np.array([each["p_value"] for each in some])
            table.append(
                [truth, setting, len(some), sum(each["best"] == truth for each in some),
                 f"{np.mean([each['j'] for each in some]):.1f}", some[0]["degrees"],
                 f"{(p < 0.05).mean():.2f}", f"{(p < 0.01).mean():.2f}",
                 f"{min(each['next'] for each in some):.1f}",
                 f"{np.mean([each['covered'] for each in some]):.2f}",
                 f"{np.median([each['seconds'] for each in some]):.1f}"]
            )  # fmt: skip
    return table


def main() -> None:
    """Draw, compare, print both tables, and write every draw where asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--draws", type=int, default=10, help="of each setting")
    parser.add_argument("--size", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--first", type=int, default=30_000, help="seed of the first draw")
    parser.add_argument("--truth", nargs="*", choices=FIVE, default=FIVE)
    parser.add_argument("--all", action="store_true", help="compare the whole catalogue")
    parser.add_argument("-o", "--output", type=Path)
    chosen = parser.parse_args()
    truths = [
        each for each in _truths(chosen.size, None if chosen.all else FIVE)
        if each.model in chosen.truth
    ]  # fmt: skip
    print(f"`python {' '.join(sys.argv)}`\n")
    work = partial(one_draw, first=chosen.first)
    draws = [
        run
        for _, runs in in_processes("Comparing", work, truths, chosen.draws, chosen.jobs)
        for run in runs
    ]
    print("\n".join(markdown(confusion(draws))))
    print()
    print("\n".join(markdown(calibration(draws))))
    if chosen.output:
        with chosen.output.open("w", newline="", encoding="utf-8") as stream:
            writer = csv.DictWriter(stream, draws[0])
            writer.writeheader()
            writer.writerows(draws)


if __name__ == "__main__":
    main()

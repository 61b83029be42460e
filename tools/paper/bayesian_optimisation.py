"""Matches against searches, defaults and the paper's choice (Section 7.3, fig:bo).

python tools/paper/bayesian_optimisation.py [--quick] [--jobs 2] [--results DIR] [--data DIR]

All contestants are fitted by the same coordinate ascent to the same 90 % of the triples, and scored
by PSIS-LOO on these, by the other 10 %, and by what they expect in empty cells. Searches go over
the paper's box and maximise PSIS-LOO, as in the paper: 50 random draws, and Optuna's TPE in place
of RoBO, which is no longer maintained, for 100 trials or an hour. What the paper says of its
searches is held against the authors' files first (40 searches, 615 evaluations) and then against
ours. Their second split overlaps the first; ours does not. lastfm may not ship: without --data, the
21 tumours that ship are compared alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np
from lab.experiment import Experiment, command
from lab.running import Cell, Row, Run, Setting
from lab.verdicts import Verdict
from posterior.claims import of_authors, of_lastfm
from posterior.comparing import comparisons, rows_of
from posterior.contestants import NAMES, OF_LASTFM, chosen
from posterior.curves import drawn
from posterior.data import ORIGIN
from posterior.facts import facts
from posterior.judging import TERMS, Terms, halves, judged
from posterior.searching import at_random, by_tpe

if TYPE_CHECKING:
    from matplotlib.figure import Figure

QUICK: Final = ["variance: K, a, c", "distinct: K, a, c", "paper", "paper with K = 1"]
"""Contestants of the quick version on lastfm."""

SLOWEST: Final = "variance: high end of K"

HOUR: Final = 3600.0


def cells(setting: Setting) -> list[Cell]:
    """Return searches by TPE, which take longest, then contestants, then random draws."""
    sets = ("tumours",) if setting.data is None else ("lastfm", "tumours")
    found: list[Cell] = []
    for data in sets:
        small = setting.quick and data == "lastfm"
        trials, seeds = (10, 1) if setting.quick else (100, 2 if data == "lastfm" else 3)
        draws = (3 if small else 10) if setting.quick else 50
        if not small:
            found += [_cell(data, "tpe", trial=trials, seed=seed) for seed in range(seeds)]
        names = [name for name in NAMES if data == "lastfm" or name not in OF_LASTFM]
        if setting.quick:
            names = QUICK if small else [name for name in names if name != SLOWEST]
        for split in range(1 if setting.quick else 3):
            found += [_cell(data, name, split=split) for name in names]
        found += [_cell(data, "random", trial=trial) for trial in range(draws)]
    return [*found, _cell("lastfm", "facts")] if setting.data is not None else found


def _cell(data: str, name: str, *, split: int = 0, trial: int = 0, seed: int = 0) -> Cell:
    return {"data": data, "contestant": name, "split": split, "trial": trial, "seed": seed}


def one(cell: Cell, rng: np.random.Generator, setting: Setting) -> list[Row]:
    """Fit and score a contestant, a random draw, or all trials of a search by TPE."""
    data, name = str(cell["data"]), str(cell["contestant"])
    if name == "facts":
        return facts(setting.data)
    train, test = halves(data, int(cell["split"] or 0), setting.data)
    terms = _terms(data, setting)
    if name == "random":
        return [judged(train, test, at_random(rng), rng, terms)]
    if name == "tpe":
        seed = int(rng.integers(2**31))
        return by_tpe(
            lambda hyper, trial: judged(
                train, test, hyper, np.random.default_rng([seed, trial]), terms
            ),
            "loo",
            trials=int(cell["trial"] or 0),
            seconds=HOUR,
            seed=seed,
            notes=setting.folder / f"bayesian_optimisation.{data}-{cell['seed']}.trials.jsonl",
        )
    found = chosen(name, train, test)
    return [judged(train, test, found.hyper, rng, terms, found.seconds)]


def _terms(data: str, setting: Setting) -> Terms:
    small = setting.quick and data == "lastfm"
    return replace(TERMS[data], tolerance=5e-4, draws=50, triples=5000) if small else TERMS[data]


def table(runs: Sequence[Run]) -> list[Row]:
    """Return the contestants and the best of each search, by data set."""
    found = comparisons(runs)
    rows: list[Row] = [row for each in found for row in rows_of(each)]
    if all(each.data != "lastfm" for each in found):
        rows.append({"data": "lastfm", "contestant": f"skipped: no --data; from {ORIGIN}"})
    return rows


def verdicts(runs: Sequence[Run]) -> list[Verdict]:
    """Hold what the paper says against the authors' files, and against ours on lastfm."""
    lastfm = [each for each in comparisons(runs) if each.data == "lastfm"]
    return [*of_authors(), *(verdict for each in lastfm for verdict in of_lastfm(each))]


def figure(runs: Sequence[Run]) -> Figure:
    """Draw the best so far of every search, ours and the authors'."""
    return drawn(comparisons(runs))


EXPERIMENT = Experiment(
    name="bayesian_optimisation",
    shows="fig:bo: posterior quality of matches, the paper's choice, defaults and searches",
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

"""Matches against searches, defaults and the paper's choice (Section 7.2, fig:bo).

python tools/paper/bayesian_optimisation.py [--quick] [--jobs 2] [--results DIR] [--data DIR]

All contestants are fitted by the same coordinate ascent to the same 90 % of the triples. What leads
the table is the predictive likelihood of a tenth of all cells: the other 10 % of the triples and a
tenth of the empty cells, which were fitted to as zeros. PSIS-LOO of the triples trained on is what
the paper has. Searches go over the paper's box and maximise PSIS-LOO: random draws, and Optuna's
TPE in place of RoBO, which is no longer maintained. They end after a fixed number of trials, not
after an hour: 50 and 80 of lastfm, which take about 4 and 8 minutes of one core. A trial is scored
by PSIS-LOO alone, from a part of the triples, and the best of each search again as contestants are.
What the paper says of its searches is held against the authors' files (40 searches, 615
evaluations), and some of these evaluations against fits as their published code makes them. lastfm
may not ship: without --data, the 21 tumours that ship are compared alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np
from lab.experiment import Experiment, command
from lab.running import Cell, PaperError, Row, Run, Setting
from lab.verdicts import Verdict
from posterior.cavi import Hyper
from posterior.claims import of_authors
from posterior.claims_of_lastfm import of_lastfm
from posterior.claims_of_scores import of_scores
from posterior.comparing import best, comparisons, hyper_of
from posterior.contestants import MATCH, NAMES, OF_LASTFM, PAPER, chosen
from posterior.curves import drawn
from posterior.data import ORIGIN
from posterior.facts import facts
from posterior.judging import SEARCHED, TERMS, Terms, halves, judged
from posterior.published_scores import EVALUATIONS, published
from posterior.searching import by_tpe, randomly
from posterior.tabling import rows_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FIRST: Final = (MATCH, PAPER, "distinct: K, a, c")
"""Contestants that come first, and on lastfm are all of the quick version."""

SLOWEST: Final = "variance: high end of K"

TRIALS: Final = {("lastfm", "random"): 50, ("lastfm", "TPE"): 80, ("tumours", "random"): 50}
"""Of the full version; 80 where nothing is said."""

START: Final = 10
"""Trials after which a search is looked at for the first time."""


def cells(setting: Setting) -> list[Cell]:
    """Return what is needed for most verdicts first: facts, main contestants, searches, others."""
    sets = ("tumours",) if setting.data is None else ("lastfm", "tumours")
    found = [_cell("lastfm", "facts")] if "lastfm" in sets else []
    for data in sets:
        found += [_cell(data, name) for name in FIRST if _takes_part(data, name)]
    if "lastfm" in sets:
        evaluations = EVALUATIONS[1:4] if setting.quick else EVALUATIONS
        found += [_cell("lastfm", "published", trial=place) for place in evaluations]
    for data in sets:
        if setting.quick and data == "lastfm":
            continue
        for kind, seeds in (("TPE", 3 if data == "tumours" else 1), ("random", 1)):
            trials = START if setting.quick else TRIALS.get((data, kind), 80)
            for seed in range(1 if setting.quick else seeds):
                found.append(_cell(data, kind, trial=trials, seed=seed))
    for split in range(1 if setting.quick else 2):
        for data in sets:
            found += [
                _cell(data, name, split=split)
                for name in NAMES
                if _takes_part(data, name)
                and (split or name not in FIRST)
                and not (setting.quick and (data == "lastfm" or name == SLOWEST))
            ]
    return found


def _takes_part(data: str, name: str) -> bool:
    return data == "lastfm" or name not in OF_LASTFM


def _cell(data: str, name: str, *, split: int = 0, trial: int = 0, seed: int = 0) -> Cell:
    return {"data": data, "contestant": name, "split": split, "trial": trial, "seed": seed}


def one(cell: Cell, rng: np.random.Generator, setting: Setting) -> list[Row]:
    """Fit and score a contestant, an evaluation of the authors', or all trials of a search."""
    data, name = str(cell["data"]), str(cell["contestant"])
    if name == "facts":
        return facts(setting.data)
    if name == "published":
        return [published(int(cell["trial"] or 0), rng, setting.data)]
    if name in {"random", "TPE"}:
        return _searched(cell, rng, setting)
    train, test = halves(data, int(cell["split"] or 0), setting.data)
    try:
        found = chosen(name, train, test)
    except PaperError as error:
        return [{"reason": str(error)}]
    return [judged(train, test, found.hyper, rng, _terms(data, setting), found.seconds)]


def _searched(cell: Cell, rng: np.random.Generator, setting: Setting) -> list[Row]:
    data, kind, trials = str(cell["data"]), str(cell["contestant"]), int(cell["trial"] or 0)
    train, test = halves(data, 0, setting.data)
    seed = int(rng.integers(2**31))
    stem = f"bayesian_optimisation.{data}-{kind}-{trials}-{cell['seed']}"
    notes = setting.folder / f"{stem}.trials.jsonl"

    def judge(hyper: Hyper, trial: int) -> Row:
        own = np.random.default_rng([seed, trial])
        return judged(train, test, hyper, own, SEARCHED[data])

    if kind == "TPE":
        rows = by_tpe(judge, "loo", trials=trials, seed=seed, notes=notes)
    else:
        rows = randomly(judge, trials=trials, seed=seed, notes=notes)
    tops = {at: best(rows[:at], "loo") for at in sorted({min(START, trials), trials})}
    terms = _terms(data, setting)
    again = [
        {**judged(train, test, hyper_of(top), rng, terms), "again": at}
        for at, top in tops.items()
        if top is not None
    ]
    return [*rows, *again]


def _terms(data: str, setting: Setting) -> Terms:
    small = setting.quick and data == "lastfm"
    return replace(TERMS[data], draws=30, triples=1000) if small else TERMS[data]


def table(runs: Sequence[Run]) -> list[Row]:
    """Return the contestants and the best of each search, by data set."""
    found = comparisons(runs)
    rows = [row for each in found for row in rows_of(each)]
    if all(each.data != "lastfm" for each in found):
        rows.append({"data": "lastfm", "contestant": f"skipped: no --data; from {ORIGIN}"})
    return rows


def verdicts(runs: Sequence[Run]) -> list[Verdict]:
    """Hold what the paper says against the authors' files, and against our fits."""
    found = comparisons(runs)
    ours = [verdict for each in found if each.data == "lastfm" for verdict in of_lastfm(each)]
    return [*of_authors(), *ours, *(verdict for each in found for verdict in of_scores(each))]


def figure(runs: Sequence[Run]) -> Figure:
    """Draw our searches, our contestants by both scores, and the authors' searches."""
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

"""Contestants beside searches: what each reaches, and how many trials it takes to pass a match."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lab.running import Row, Run, Value

from posterior.authors import passing

SCORES: Mapping[str, str] = {"loo": "LOO", "held_out": "held-out", "all_cells": "all cells"}
"""What trials are compared by: names in the rows, and in the table."""


@dataclass(frozen=True)
class Comparison:
    """Everything that was fitted to one data set.

    Attributes
    ----------
    data : str
        Its name.
    named : mapping of str to list of Row
        Contestants, a row a split.
    random : list of Row
        Draws of a random search, in order.
    tpe : list of list of Row
        Trials of each search by TPE, in order.
    facts : list of Row
        What is known of the data.
    """

    data: str
    named: Mapping[str, list[Row]]
    random: list[Row]
    tpe: list[list[Row]]
    facts: list[Row]

    def level(self, name: str, score: str) -> float:
        """Return the score of a contestant on the split that is searched; NaN if there is none.

        Parameters
        ----------
        name : str
            Of the contestant.
        score : str
            One of ``SCORES``.
        """
        return number(self.named[name][0], score) if name in self.named else math.nan


def number(row: Row, name: str) -> float:
    """Return a number of a row, NaN where there is none.

    Parameters
    ----------
    row : mapping
        Of a fit.
    name : str
        Which number.
    """
    value = row.get(name)
    return float(value) if isinstance(value, int | float) else math.nan


def comparisons(runs: Sequence[Run]) -> list[Comparison]:
    """Return what was fitted, by data set.

    Parameters
    ----------
    runs : sequence of Run
        All of them; of several runs of a cell, the first counts.
    """
    found: dict[str, Comparison] = {}
    for run in runs:
        if run.number:
            continue
        cell, data = run.cell, str(run.cell["data"])
        into = found.setdefault(data, Comparison(data, {}, [], [], []))
        name = str(cell["contestant"])
        if name == "random":
            into.random.append(run.row)
        elif name == "tpe":
            into.tpe.append(run.rows)
        elif name == "facts":
            into.facts.extend(run.rows)
        else:
            into.named.setdefault(name, []).append(run.row)  # type: ignore[attr-defined]
    return list(found.values())


def best(rows: Sequence[Row], score: str) -> Row:
    """Return the trial with the highest score.

    Parameters
    ----------
    rows : sequence of mapping
        Trials.
    score : str
        One of ``SCORES``.
    """
    return max(rows, key=lambda row: _sortable(number(row, score)))


def _sortable(value: float) -> float:
    return -math.inf if math.isnan(value) else value


def trials_to_pass(rows: Sequence[Row], level: float, score: str) -> str:
    """Return how many trials a search took to score above a level, in words.

    Parameters
    ----------
    rows : sequence of mapping
        Trials, in order.
    level : float
        What to pass.
    score : str
        One of ``SCORES``.
    """
    found = passing([number(row, score) for row in rows], level)
    return f"> {len(rows)}" if found is None else str(found)


def rows_of(some: Comparison) -> list[Row]:
    """Return the rows of the table for a data set.

    Parameters
    ----------
    some : Comparison
        Its fits.
    """
    rows: list[Row] = [
        {**described(some.data, name, fits[0]), **_others(fits[1:]), **_passed(some, fits[0])}
        for name, fits in some.named.items()
    ]
    for name, trials in [("random", some.random)] + [("TPE", each) for each in some.tpe]:
        for score in ("loo", "held_out") if trials else ():
            shown = f"{name}, best of {len(trials)} by {SCORES[score]}"
            total = sum(number(row, "seconds") for row in trials)
            rows.append({**described(some.data, shown, best(trials, score)), "seconds": total})
    return rows


def described(data: str, name: str, row: Row) -> dict[str, Value]:
    """Return a fit as a row of the table, scores a triple.

    Parameters
    ----------
    data, name : str
        What was fitted, and to what.
    row : mapping
        The fit.
    """
    train, test = number(row, "train"), number(row, "test")
    return {
        "data": data,
        "contestant": name,
        "K": row["k"],
        "a": row["a"],
        "c": row["c"],
        "b d": number(row, "b") * number(row, "d"),
        "LOO a triple": _shown(number(row, "loo") / train),
        "LOO error": _shown(number(row, "loo_error") / train),
        "k > 0.7": row["k_above_0.7"],
        "held-out a triple": _shown(number(row, "held_out") / test),
        "held-out error": _shown(number(row, "held_out_error") / test),
        "a tenth of all cells, a triple": _shown(number(row, "all_cells") / test),
        "expected in empty cells": row["absent"],
        "seconds": row["seconds"],
    }


def _shown(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _others(fits: Sequence[Row]) -> dict[str, Value]:
    """Return the held-out score on splits that are not searched."""
    return {
        f"held-out, split {place}": _shown(number(row, "held_out") / number(row, "test"))
        for place, row in enumerate(fits, 1)
    }


def _passed(some: Comparison, row: Row) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for score, shown in SCORES.items():
        level = number(row, score)
        if some.random:
            found[f"random passes by {shown}"] = trials_to_pass(some.random, level, score)
        if some.tpe:
            counts = [trials_to_pass(rows, level, score) for rows in some.tpe]
            found[f"TPE passes by {shown}"] = "; ".join(counts)
    return found

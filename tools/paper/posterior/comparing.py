"""Contestants beside searches: what each reaches, and how many trials it takes to pass a match."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from lab.running import Row, Run, Value

from posterior.authors import passing
from posterior.cavi import Hyper
from posterior.contestants import NAMES

SCORES: Final[Mapping[str, str]] = {
    "all_cells": "all cells",
    "held_out": "held-out",
    "loo": "LOO as in the paper",
}
"""What contestants are compared by: names in the rows, and in the table."""


@dataclass(frozen=True)
class Search:
    """A search for the highest PSIS-LOO.

    Attributes
    ----------
    kind : str
        ``random`` or ``TPE``.
    trials : list of Row
        In order.
    again : list of Row
        The best of the first ten and of all, fitted and scored again as contestants are.
    """

    kind: str
    trials: list[Row]
    again: list[Row]

    @property
    def seconds(self) -> float:
        """Of all trials."""
        return sum(number(row, "seconds") for row in self.trials)

    @property
    def best(self) -> Row | None:
        """The best of all trials, as contestants are scored; None if no trial had a score."""
        return self.again[-1] if self.again else None


@dataclass(frozen=True)
class Comparison:
    """Everything that was fitted to one data set.

    Attributes
    ----------
    data : str
        Its name.
    named : dict of str to list of Row
        Contestants, a row a split.
    searches : list of Search
        Random ones and those by TPE.
    facts, published : list of Row
        What is known of the data, and fits as in the authors' code.
    missing : dict of str to str
        Contestants that there are not, and why.
    """

    data: str
    named: dict[str, list[Row]] = field(default_factory=dict)
    searches: list[Search] = field(default_factory=list)
    facts: list[Row] = field(default_factory=list)
    published: list[Row] = field(default_factory=list)
    missing: dict[str, str] = field(default_factory=dict)

    def of(self, kind: str) -> list[Search]:
        """Return the searches of a kind.

        Parameters
        ----------
        kind : str
            ``random`` or ``TPE``.
        """
        return [each for each in self.searches if each.kind == kind]

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


def hyper_of(row: Row) -> Hyper:
    """Return what a row was fitted with.

    Parameters
    ----------
    row : mapping
        Of a fit.
    """
    return Hyper(int(number(row, "k")), *(number(row, name) for name in "abcd"))


def comparisons(runs: Sequence[Run]) -> list[Comparison]:
    """Return what was fitted, by data set.

    Parameters
    ----------
    runs : sequence of Run
        All of them; of several runs of a cell, the first counts.
    """
    found: dict[str, Comparison] = {}
    for run in sorted(runs, key=lambda each: int(each.cell["split"] or 0)):
        if not run.number:
            data = str(run.cell["data"])
            _add(found.setdefault(data, Comparison(data)), run)
    for each in found.values():
        ordered = {name: each.named[name] for name in NAMES if name in each.named}
        each.named.clear()
        each.named.update(ordered)
    return list(found.values())


def _add(into: Comparison, run: Run) -> None:
    name = str(run.cell["contestant"])
    if name in {"random", "TPE"}:
        trials = [row for row in run.rows if "again" not in row]
        again = [row for row in run.rows if "again" in row]
        into.searches.append(Search(name, trials, again))
    elif name == "facts":
        into.facts.extend(run.rows)
    elif name == "published":
        into.published.extend(run.rows)
    elif "reason" in run.row:
        into.missing[name] = str(run.row["reason"])
    elif name in into.named or not run.cell["split"]:
        # Splits that are not searched count for contestants that have the one that is.
        into.named.setdefault(name, []).append(run.row)


def best(rows: Sequence[Row], score: str) -> Row | None:
    """Return the trial with the highest score; None if none has one.

    Parameters
    ----------
    rows : sequence of mapping
        Trials.
    score : str
        Which number.
    """
    some = [row for row in rows if math.isfinite(number(row, score))]
    return max(some, key=lambda row: number(row, score), default=None)


def trials_to_pass(rows: Sequence[Row], level: float) -> str:
    """Return how many trials a search took to pass a level by PSIS-LOO, in words.

    Parameters
    ----------
    rows : sequence of mapping
        Trials, in order.
    level : float
        What to pass.
    """
    found = passing([number(row, "loo") for row in rows], level)
    return f"> {len(rows)}" if found is None else str(found)


@dataclass(frozen=True)
class Difference:
    """How much better one contestant predicts than another, a held-out triple.

    Attributes
    ----------
    mean : float
        Above zero where the first is better.
    error : float
        Its standard error, by parts of what is held out in which both are scored.
    """

    mean: float
    error: float

    @property
    def words(self) -> str:
        """As it is printed."""
        return f"{self.mean:+.3g} ± {self.error:.2g}"


def difference(one: Row, other: Row, score: str) -> Difference:
    """Compare two contestants on one split, by pairs.

    Parameters
    ----------
    one, other : mapping
        Fits to the same triples.
    score : {"held_out", "all_cells"}
        By what.

    Notes
    -----
    With D_g the differences of G equal parts in random order, the sum has the standard error
    sqrt(G var(D)), the jackknife's that leaves out one part at a time.
    """
    parts = [
        np.array([float(each) for each in str(row[f"{score}_parts"]).split()])
        if row.get(f"{score}_parts")
        else np.array([math.nan, math.nan])
        for row in (one, other)
    ]
    if parts[0].size != parts[1].size:
        return Difference(math.nan, math.nan)
    apart = (parts[0] - parts[1]) / number(one, "test")
    error = math.sqrt(apart.size) * float(apart.std(ddof=1))
    return Difference(float(apart.sum()), error)


def shown(value: float) -> Value:
    """Return a number for a table, None where there is none.

    Parameters
    ----------
    value : float
        The number.
    """
    return value if math.isfinite(value) else None

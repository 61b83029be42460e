"""What a match says, line by line: what tables of it are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from symppm.matching.meanings import meaning_of
from symppm.matching.result import STOCHASTIC, Match
from symppm.results.shown import frame

LEVEL: Final = 0.95
"""Of the intervals that are shown."""

Ends = tuple[float, float]


@dataclass(frozen=True)
class Row:
    """One number of a match.

    Attributes
    ----------
    name : str
        Such as ``"rho_row"``, ``"K"`` or ``"b*d"``.
    kind : {"statistic", "size", "identified", "hyperparameter"}
        A statistic; the number of factors; what data determine whatever the gauge; or a
        hyperparameter under it.
    value : float
        Measured, believed or found.
    ends : (float, float) or None
        Of a 95 % interval, if there is one.
    achieved : float or None
        Of a statistic: what the model has.
    error : float or None
        Monte-Carlo standard error, of ``achieved`` for a statistic; after sampling only.
    meaning : str
        One line.
    """

    name: str
    kind: str
    value: float
    ends: Ends | None
    achieved: float | None
    error: float | None
    meaning: str


def statistic_rows(match: Match) -> list[Row]:
    """Return the statistics of a match.

    Parameters
    ----------
    match : Match
        Any.
    """
    spans = match.target_intervals(LEVEL)
    return [
        Row(
            name, "statistic", value, spans.get(name), match.achieved.get(name),
            _error(match, match.achieved_errors, name), meaning_of(name, match.spec),
        )
        for name, value in match.targets.items()
    ]  # fmt: skip


def answer_rows(match: Match) -> list[Row]:
    """Return the number of factors, what data determine, and hyperparameters; none without answer.

    Parameters
    ----------
    match : Match
        Any; one of its branches where there are several.
    """
    spans = {} if match.uncertainty is None else match.interval(LEVEL)
    identified = {each.name: each.meaning for each in match.spec.identified}
    rows = []
    for each in match.spec.parameters:
        if each.name not in match.parameters:
            continue
        kind = "identified" if each.name in identified else "hyperparameter"
        value = match.parameters[each.name]
        error = _error(match, match.parameter_errors, each.name)
        kind = "size" if each.is_size else kind
        rows.append(Row(each.name, kind, value, spans.get(each.name), None, error, each.meaning))
    for name, meaning in identified.items():
        if name in match.identified and name not in match.parameters:
            value = match.identified[name]
            rows.append(Row(name, "identified", value, spans.get(name), None, None, meaning))
    order = ("size", "identified", "hyperparameter")
    return sorted(rows, key=lambda row: order.index(row.kind))


def _error(match: Match, errors: Mapping[str, float], name: str) -> float | None:
    return errors.get(name) if match.method == STOCHASTIC else None


def frame_of(match: Match) -> Any:
    """Return a match as a table of pandas; see :meth:`Match.summary`.

    Parameters
    ----------
    match : Match
        Any.

    Raises
    ------
    MissingExtraError
        If pandas is not installed.
    """
    rows = [(0, row) for row in (*statistic_rows(match), *answer_rows(match))]
    for n, each in enumerate(match.branches, 1):
        # What each solution achieves is among its own rows.
        rows += [(n, row) for row in (*statistic_rows(each), *answer_rows(each))]
    nan = float("nan")
    columns: dict[str, list[Any]] = {"kind": [row.kind for _, row in rows]}
    if match.branches:
        columns["solution"] = [n for n, _ in rows]
    columns["value"] = [float(row.value) for _, row in rows]
    if any(row.ends for _, row in rows):
        ends = [row.ends or (nan, nan) for _, row in rows]
        columns["low_95"] = [low for low, _ in ends]
        columns["high_95"] = [high for _, high in ends]
    columns["achieved"] = [nan if row.achieved is None else row.achieved for _, row in rows]
    if match.method == STOCHASTIC:
        columns["error"] = [nan if row.error is None else row.error for _, row in rows]
    columns["meaning"] = [row.meaning for _, row in rows]
    return frame(columns, [row.name for _, row in rows], ", or print() the match")

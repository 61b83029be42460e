"""Comparisons as documents of plain values, and back: every part is looked at when it is read."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

from symppm.comparing.comparison import ComparedModel, Comparison, HeldOut, Misfit
from symppm.comparing.ranking import ranked
from symppm.matching.number_of_factors import NumberOfFactors
from symppm.results.document_arrays import open_ends
from symppm.results.document_types import as_type, rebuilt
from symppm.results.documents import checked_head, damaged, headed, part, plain
from symppm.statistics.moments import Statistics

_PLACE: Final = "comparison"
_TESTS: Final = tuple(each.name for each in fields(Misfit))


def document_of(made: Comparison) -> dict[str, Any]:
    """Return a comparison as a document; ends of intervals that are infinite are None.

    Parameters
    ----------
    made : Comparison
        Any.
    """
    found = {
        "best": made.best,
        "close": list(made.close),
        "verdict": made.verdict,
        "level": made.level,
        "cost": made.cost,
        "moments": dict(made.moments),
        "statistics": made.statistics.to_dict(),
        "factors": made.factors.to_dict(),
        "models": [_row(row) for row in made.rows],
    }
    return headed(_PLACE, found)


def _row(row: ComparedModel) -> dict[str, Any]:
    """Return a model with the numbers of its misfit beside the others, None if it is excluded."""
    found: dict[str, Any] = plain(row)
    tests = found.pop("misfit") or dict.fromkeys(_TESTS)
    ends = row.k_interval
    return {**found, **tests, "k_interval": None if ends is None else open_ends(ends)}


def comparison_from(document: Mapping[str, Any]) -> Comparison:
    """Return the comparison of a document.

    Parameters
    ----------
    document : mapping
        What :meth:`Comparison.to_dict` returned, as it was or from JSON; what else is in it, such
        as the source that the command line notes, is passed over.

    Raises
    ------
    DataError
        If it is damaged, or of another version; the message says where.
    """
    values = checked_head(document, _PLACE)
    models = as_type(tuple[Mapping[str, Any], ...], part(values, "models", _PLACE), "models")
    rows = tuple(_read_row(each, f"{_PLACE}.models[{n}]") for n, each in enumerate(models))
    statistics = as_type(Mapping[str, Any], part(values, "statistics", _PLACE), "statistics")
    factors = as_type(Mapping[str, Any], part(values, "factors", _PLACE), "factors")
    made: Comparison = rebuilt(
        Comparison, values, _PLACE, rows=rows, statistics=Statistics.from_dict(statistics),
        factors=NumberOfFactors.from_dict(factors),
    )  # fmt: skip
    names = [row.model for row in rows]
    if not rows or len(set(names)) < len(names):
        raise damaged(f"{_PLACE}.models", names, "a row for each of one or more models")
    if not 0 < made.level < 1:
        raise damaged(f"{_PLACE}.level", made.level, "a number between 0 and 1")
    fits = [row.model for row in rows if row.status == "fits"]
    if made.best != (fits[0] if fits else None):
        raise damaged(f"{_PLACE}.best", made.best, "the first model that fits, null if none does")
    if not set(made.close) <= set(fits[1:]) or len(set(made.close)) < len(made.close):
        raise damaged(f"{_PLACE}.close", list(made.close), "names of models that fit, but the best")
    if tuple(row.model for row in ranked(rows)) != tuple(names):
        raise damaged(f"{_PLACE}.models", names, "the least criterion first, excluded models last")
    for n, row in enumerate(rows):
        if not set(row.same_as) <= set(names) - {row.model}:
            place = f"{_PLACE}.models[{n}].same_as"
            raise damaged(place, list(row.same_as), "names of other models")
    if not made.cost > 0:
        raise damaged(f"{_PLACE}.cost", made.cost, "a positive number")
    return made


def _read_row(value: Mapping[str, Any], place: str) -> ComparedModel:
    status = part(value, "status", place)
    if status not in ("fits", "rejected", "excluded"):
        raise damaged(f"{place}.status", status, "'fits', 'rejected' or 'excluded'")
    misfit = None if status == "excluded" else rebuilt(Misfit, value, place)
    ends = part(value, "k_interval", place)
    made: ComparedModel = rebuilt(
        ComparedModel, value, place, misfit=misfit, k_interval=_interval(ends, place)
    )
    _check_test(misfit, place)
    _check_test(made.held_out, f"{place}.held_out")
    if misfit is None and (made.held_out is not None or not made.reason):
        raise damaged(place, None, "a reason and no test of a model that is excluded")
    if made.free < 0:
        raise damaged(f"{place}.free", made.free, "zero or more")
    sizes = (made.k, made.k_exact, made.k_interval)
    if len({each is None for each in sizes}) > 1:
        raise damaged(f"{place}.k", made.k, "k, k_exact and k_interval, or none of them")
    if made.k is not None and (made.k < 1 or not (made.k_exact or 0.0) > 0):
        raise damaged(f"{place}.k", made.k, "a number of factors")
    return made


def _check_test(test: Misfit | HeldOut | None, place: str) -> None:
    if test is None:
        return
    if test.j < 0:
        raise damaged(f"{place}.j", test.j, "zero or a positive number")
    if test.degrees <= 0:
        raise damaged(f"{place}.degrees", test.degrees, "one or more")
    if not 0 <= test.p_value <= 1:
        raise damaged(f"{place}.p_value", test.p_value, "a number from 0 to 1")


def _interval(value: object, place: str) -> tuple[float, float] | None:
    if value is None:
        return None
    low, high = as_type(tuple[float | None, float | None], value, f"{place}.k_interval")
    ends = (-math.inf if low is None else low, math.inf if high is None else high)
    if ends[0] > ends[1]:
        raise damaged(f"{place}.k_interval", value, "its lower end first")
    return ends

"""A first look at the values, in one aggregate, and what cannot be summed refused."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

from symppm.data.table import EXACT, amount, shorten
from symppm.errors import DataError
from symppm.extras import load
from symppm.measure.checked import too_large
from symppm.measure.tables.lazy import Triples

_NAMED: Final = 3
_KEYS: Final = 1 << 62
"""Numbers of pairs up to this fit a 64-bit integer with room to spare."""


@dataclass(frozen=True)
class Facts:
    """What is known of finite values that are all there.

    Attributes
    ----------
    entries : int
        How many.
    center : float
        Near their mean: a whole number where all values are.
    minimum, maximum : float
        Extremes.
    integral : bool
        Whether all are whole numbers.
    """

    entries: int
    center: float
    minimum: float
    maximum: float
    integral: bool


def facts_of(triples: Triples) -> Facts:
    """Look at all values once, and refuse what is missing or not finite.

    Parameters
    ----------
    triples : Triples
        The data.

    Raises
    ------
    DataError
        If there are no entries; an id or a value is missing; or a value is not finite, too large to
        be squared, or a whole number beyond 2^53 that is not stored as a float. The message names
        the first such entry, in the order of the ids.
    """
    if triples.unsummed is not None:
        facts_of(triples.unsummed)  # a sum does not show what is missing
    table = triples.table
    # Missing values last: to Spark's test for them, what is not a number is missing too.
    wrong = _absent(triples) | _not_finite(triples) | {"no_value": table.x.isnull()}
    found = _row(
        triples,
        table.aggregate(
            entries=table.count(),
            total=table.x.sum(),
            minimum=table.x.min(),
            maximum=table.x.max(),
            **{name: is_wrong.sum() for name, is_wrong in wrong.items()},
            **({} if triples.whole else {"fractions": _fractional(table.x).sum()}),
        ),
    )
    entries = int(found["entries"])
    if not entries:
        raise DataError(
            f"{triples.origin} has no entries",
            expected="a row id, a column id and a value for every entry",
            do="Check how the table was written or filtered.",
        )
    for name, is_wrong in wrong.items():
        if found[name]:
            raise _wrong(triples, name, is_wrong, int(found[name]))
    integral = triples.whole or not found["fractions"]
    minimum, maximum = float(found["minimum"]), float(found["maximum"])
    if triples.rounds and integral and max(maximum, -minimum) >= EXACT:
        raise _inexact(triples, max(minimum, maximum, key=abs))
    mean = float(found["total"]) / entries
    mean = mean if math.isfinite(mean) else 0.0
    # About a whole number, sums of whole numbers are exact whatever their order; and one next to
    # the mean is within a standard deviation of it, unless all values are equal.
    center = float(round(mean)) if integral else mean
    reach = max(abs(minimum - center), abs(maximum - center))
    if not math.isfinite(reach * reach * entries):
        raise too_large()
    return Facts(entries, center, minimum, maximum, integral)


def first_fraction(triples: Triples) -> tuple[str, str]:
    """Return row and column id of the first value, in the order of the ids, that is not whole.

    Parameters
    ----------
    triples : Triples
        The data, with at least one such value.
    """
    row, column, _ = _first(triples, _fractional(triples.table.x))
    return row, column


def first_with(triples: Triples, value: float) -> tuple[str, str]:
    """Return row and column id, quoted, of the first entry with a value, in the order of the ids.

    Parameters
    ----------
    triples : Triples
        The data.
    value : float
        A value that occurs.
    """
    row, column, _ = _first(triples, triples.table.x == value)
    return shorten(row), shorten(column)


def refuse_duplicates(triples: Triples) -> None:
    """Let the engine look for pairs that occur more than once.

    Parameters
    ----------
    triples : Triples
        The data, all ids present.

    Raises
    ------
    DataError
        If there are any; the message names the first few, in the order of the ids.
    """
    table = triples.table
    keys = _keys(triples)
    if keys is not None:
        # One number for a pair is sorted out faster than two.
        repeated = keys.group_by("key").agg(times=lambda t: t.count()).filter(lambda t: t.times > 1)
        if not triples.ask(repeated.aggregate(many=repeated.count()))["many"][0].as_py():
            return
    repeated = table.group_by("i", "j").agg(times=table.count()).filter(lambda t: t.times > 1)
    many = int(triples.ask(repeated.aggregate(many=repeated.count()))["many"][0].as_py())
    if not many:
        return
    first = triples.ask(repeated.order_by("i", "j").limit(_NAMED)).to_pylist()
    named = "; ".join(
        f"{shorten(str(each['i']))}, {shorten(str(each['j']))} ({each['times']} times)"
        for each in first
    )
    raise DataError(
        f"{triples.origin}: {amount(many, 'pair')} of row and column more than once: {named}"
        + ("; ..." if many > len(first) else ""),
        expected="each pair of row and column once",
        do="Use --duplicates sum (duplicates='sum') to add them up, or remove the repetitions.",
    )


def _keys(triples: Triples) -> Any | None:
    """Return the table of numbers that stand for the pairs, where both ids are integers."""
    table = triples.table
    if not (table.i.type().is_integer() and table.j.type().is_integer()):
        return None
    ends = _row(
        triples,
        table.aggregate(
            first_row=table.i.min(),
            last_row=table.i.max(),
            first_column=table.j.min(),
            last_column=table.j.max(),
        ),
    )
    rows = ends["last_row"] - ends["first_row"] + 1
    columns = ends["last_column"] - ends["first_column"] + 1
    if rows * columns >= _KEYS or max(map(abs, ends.values())) >= _KEYS:
        return None
    row = table.i.cast("int64") - ends["first_row"]
    column = table.j.cast("int64") - ends["first_column"]
    return table.select(key=row * columns + column)


def _absent(triples: Triples) -> dict[str, Any]:
    table = triples.table
    no_row, no_column = table.i.isnull(), table.j.isnull()
    if table.i.type().is_string():
        no_row |= table.i == ""
    if table.j.type().is_string():
        no_column |= table.j == ""
    return {"no_row": no_row, "no_column": no_column}


def _not_finite(triples: Triples) -> dict[str, Any]:
    if triples.whole:
        return {}
    ops = load("ibis.expr.operations", "tables", "a table in an engine")
    # An engine without the operation has no such values.
    tests = {"undefined": (ops.IsNan, "isnan"), "infinite": (ops.IsInf, "isinf")}
    return {
        name: getattr(triples.table.x, method)()
        for name, (operation, method) in tests.items()
        if triples.backend.has_operation(operation)
    }


def _fractional(values: Any) -> Any:
    """Return whether values are not whole; beyond 2^53 all are, and Ibis' floor overflows."""
    ibis = load("ibis", "tables", "a table in an engine")
    near = ibis.ifelse(values.abs() < EXACT, values, 0.0)
    return near != near.floor()


def _inexact(triples: Triples, value: float) -> DataError:
    row, column, _ = _first(triples, triples.table.x == value)
    return DataError(
        f"{triples.origin}: {value:.0f}, or a number near it, at row {shorten(row)}, column "
        f"{shorten(column)}",
        expected="whole numbers below 2^53, which sums in an engine keep exact",
        do="Read the table into memory: --engine memory (engine='memory').",
    )


def _wrong(triples: Triples, name: str, is_wrong: Any, many: int) -> DataError:
    if triples.explain is not None:
        triples.explain()
    *ids, value = _first(triples, is_wrong)
    row, column = map(shorten, ids)
    given, expected, do = {
        "no_row": (
            f"{amount(many, 'entry', 'entries')} without a row id, one in column {column}",
            "a row id for every entry",
            "Give such entries an id, or remove them.",
        ),
        "no_column": (
            f"{amount(many, 'entry', 'entries')} without a column id, one in row {row}",
            "a column id for every entry",
            "Give such entries an id, or remove them.",
        ),
        "no_value": (
            f"no value at row {row}, column {column}",
            "a number for every entry",
            "Write 0 if nothing was counted; leave out an unknown entry, with --zeros missing "
            "(zeros='missing').",
        ),
    }.get(
        name,
        (
            # Not the value itself: Spark hands over what is not a number as missing.
            f"{'nan' if name == 'undefined' else value} at row {row}, column {column}",
            "finite numbers",
            "Remove the entry, or correct it, before measuring.",
        ),
    )
    return DataError(f"{triples.origin}: {given}", expected=expected, do=do)


def _first(triples: Triples, is_wrong: Any) -> tuple[str, str, float | None]:
    found = triples.ask(triples.table.filter(is_wrong).order_by("i", "j").limit(1)).to_pylist()[0]
    return str(found["i"]), str(found["j"]), found["x"]


def _row(triples: Triples, query: Any) -> dict[str, Any]:
    """Return an aggregate's only row; what was not summed for want of rows is zero."""
    (found,) = triples.ask(query).to_pylist()
    return {name: 0 if value is None else value for name, value in found.items()}

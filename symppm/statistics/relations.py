"""Statistics of a relation: its engine sums rows and columns, and only these sums come back."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symppm.data.forms import check_shape, check_zeros
from symppm.data.table import EXACT, amount, shorten
from symppm.data.triples import Triples
from symppm.errors import DataError
from symppm.statistics.leaving_out import Deletions, Line, complete, left_out
from symppm.statistics.moments import Statistics, measured
from symppm.statistics.sums import Margins, check_varies, too_large, with_absent_zeros

Vector = NDArray[np.float64]

_NAMED: Final = 3


def statistics_of(
    triples: Triples, *, zeros: str = "observed", mask: object = None, intervals: bool = False
) -> Statistics:
    """Measure triples where they are; see :func:`symppm.statistics`.

    Two GROUP BYs, and a third for pairs that occur twice; intervals take two more on a complete
    matrix, three with missing entries.

    Raises
    ------
    DataError
        As for a matrix in memory; if pairs occur more than once; or if the engine fails.
    """
    check_zeros(zeros)
    if mask is not None:
        raise DataError(
            "a mask together with a table of triples",
            expected="a mask only for dense data",
            do="Keep exactly the observed entries, zeros included, and pass zeros='missing'.",
        )
    facts = _facts(triples)
    if triples.duplicates == "error":
        _refuse_duplicates(triples)
    margins, ids = _margins(triples, facts, zeros)
    shape = margins.row_counts.size, margins.column_counts.size
    check_shape(shape)
    check_varies(margins.minimum, margins.maximum, "a table of triples")
    statistics = measured(shape, margins, lambda: _first_fraction(triples))
    if not intervals:
        return statistics
    return replace(statistics, deletions=_deletions(triples, margins, ids, zeros))


def first_with(triples: Triples, value: float) -> tuple[str, str]:
    """Return row and column id, quoted, of the first entry with a value, in the order of ids."""
    row, column, _ = _first(triples, triples.table.x == value)
    return shorten(row), shorten(column)


@dataclass(frozen=True)
class _Facts:
    """What is known of finite values that are all there."""

    center: float
    """Near their mean: a whole number where all values are."""
    minimum: float
    maximum: float
    integral: bool


def _facts(triples: Triples) -> _Facts:
    """Look at all values once, and refuse what is missing or cannot be summed."""
    if triples.unsummed is not None:
        _facts(triples.unsummed)  # a sum does not show what is missing
    table = triples.table
    wrong = _wrong_entries(triples)
    answer = triples.ask(
        table.aggregate(
            entries=table.count(),
            total=table.x.sum(),
            minimum=table.x.min(),
            maximum=table.x.max(),
            fractions=0 if triples.whole else _fractional(table.x).sum(),
            **{name: is_wrong.sum() for name, is_wrong in wrong.items()},
        )
    )
    # What was not summed for want of rows is null.
    (found,) = ({name: value or 0 for name, value in row.items()} for row in answer.to_pylist())
    if not found["entries"]:
        raise DataError(
            f"{triples.origin} has no entries",
            expected="a row id, a column id and a value for every entry",
            do="Check how the table was written or filtered.",
        )
    for name, is_wrong in wrong.items():
        if found[name]:
            raise _wrong_entry(triples, name, is_wrong, int(found[name]))
    integral = not found["fractions"]
    minimum, maximum = float(found["minimum"]), float(found["maximum"])
    if triples.rounds and integral and max(maximum, -minimum) >= EXACT:
        raise _inexact(triples, max(minimum, maximum, key=abs))
    mean = float(found["total"]) / found["entries"]
    mean = mean if math.isfinite(mean) else 0.0
    # About a whole number, sums of whole numbers are exact whatever their order; and one next to
    # the mean is within a standard deviation of it, unless all values are equal.
    center = float(round(mean)) if integral else mean
    reach = max(abs(minimum - center), abs(maximum - center))
    if not math.isfinite(reach * reach * found["entries"]):
        raise too_large()
    return _Facts(center, minimum, maximum, integral)


def _refuse_duplicates(triples: Triples) -> None:
    """Let the engine look for pairs that occur more than once; the message names the first few."""
    pairs = triples.table.group_by("i", "j").agg(times=triples.table.count())
    repeated = pairs.filter(pairs.times > 1)
    many = int(triples.ask(repeated.aggregate(many=repeated.count()))["many"][0].as_py())
    if not many:
        return
    first = triples.ask(repeated.order_by("i", "j").limit(_NAMED)).to_pylist()
    named = "; ".join(
        f"{shorten(str(pair['i']))}, {shorten(str(pair['j']))} ({pair['times']} times)"
        for pair in first
    )
    raise DataError(
        f"{triples.origin}: {amount(many, 'pair')} of row and column more than once: {named}"
        + ("; ..." if many > len(first) else ""),
        expected="each pair of row and column once",
        do="Use --duplicates sum (duplicates='sum') to add them up, or remove the repetitions.",
    )


def _margins(triples: Triples, facts: _Facts, zeros: str) -> tuple[Margins, Ids]:
    """Return the sums of a matrix, and the ids that they are of."""
    table = triples.table
    z = table.x - facts.center
    rows = sums_by(triples, "i", table, n=z.count(), r=z.sum(), q=(z * z).sum())
    columns = sums_by(triples, "j", table, n=z.count(), r=z.sum())
    stored = Margins(
        center=facts.center,
        row_counts=vector(rows, "n").astype(np.int64),
        column_counts=vector(columns, "n").astype(np.int64),
        row_sums=vector(rows, "r"),
        column_sums=vector(columns, "r"),
        squares=float(vector(rows, "q").sum()),
        crossing=0.0,
        minimum=facts.minimum,
        maximum=facts.maximum,
        integral=facts.integral,
    )
    ids = Ids(rows.select(["i"]), columns.select(["j"]))
    if zeros == "observed":
        return _with_zeros(stored), ids
    for name, own, counts in (("i", ids.i, rows["n"]), ("j", ids.j, columns["n"])):
        table = beside(table, name, own, {f"n_{name}": counts.to_numpy()})
    pairs = table.n_i.cast("float64") * table.n_j
    crossing = triples.ask(table.aggregate(sum=pairs.sum()))["sum"][0].as_py()
    return replace(stored, crossing=float(crossing)), ids


def _with_zeros(stored: Margins) -> Margins:
    """Add zeros for what is not stored, about the mean of all.

    It is at most of the order of the standard deviation of all from that of the stored entries, so
    that no digits are lost.
    """
    total, count = float(stored.row_sums.sum()), stored.observed
    entries = float(stored.row_counts.size) * stored.column_counts.size
    mean = (total + count * stored.center) / entries
    center = float(round(mean)) if stored.integral else mean
    shift = stored.center - center
    moved = replace(
        stored,
        center=center,
        row_sums=stored.row_sums + stored.row_counts * shift,
        column_sums=stored.column_sums + stored.column_counts * shift,
        squares=stored.squares + shift * (2 * total + count * shift),
    )
    return with_absent_zeros(moved)


def _deletions(triples: Triples, margins: Margins, ids: Ids, zeros: str) -> Deletions:
    """Return the estimates without each row and each column, in the order of their ids."""

    def crossed(own: str, **others: Vector) -> Line:
        """Sum over the entries of each row (or column) what is known of their columns (or rows)."""
        other = "j" if own == "i" else "i"
        table = beside(triples.table, other, getattr(ids, other), others)
        z, m, c = table.x - margins.center, table.m, table.c
        products = {
            "q": z * z, "zc": z * c, "c": c, "zm": z * m, "m": m, "mm": m * m,
            "far": table.far if "far" in others else m,
        }  # fmt: skip
        sums = {name: product.sum() for name, product in products.items()}
        answer = sums_by(triples, own, table, n=z.count(), r=z.sum(), **sums)
        found = {name: vector(answer, name) for name in answer.column_names[1:]}
        return Line(
            found.pop("n"), found.pop("r"), np.stack([*found.values()][:6], 1), found["far"]
        )

    counts = [each.astype(np.float64) for each in (margins.row_counts, margins.column_counts)]
    if zeros == "observed":
        tables = []
        for own, m, c in (
            ("i", counts[1], margins.column_sums),
            ("j", counts[0], margins.row_sums),
        ):
            line = crossed(own, m=m, c=c)
            # What is not stored is -center about the center.
            absent = (c.size - line.count) * margins.center
            line.crossed[:, 0] += absent * margins.center
            line.crossed[:, 1] -= margins.center * (c.sum() - line.crossed[:, 2])
            tables.append(line.crossed)
        return left_out(*complete(margins, *tables), margins)
    columns = crossed("j", m=counts[0], c=margins.row_sums)
    rows = crossed("i", m=counts[1], c=margins.column_sums, far=columns.crossed[:, 4])
    table = beside(triples.table, "i", ids.i, {"k": rows.crossed[:, 4]})
    far = vector(sums_by(triples, "j", table, far=table.k.sum()), "far")
    return left_out(rows, replace(columns, far=far), margins)


class Ids(NamedTuple):
    """Ids of rows and of columns, in order, as tables of Arrow."""

    i: Any
    j: Any


def sums_by(triples: Triples, own: str, table: Any, **sums: Any) -> Any:
    """Return sums by row or column, sorted here, since engines sort text in other ways."""
    return triples.ask(table.group_by(own).agg(**sums)).sort_by(own)


def beside(table: Any, name: str, ids: Any, values: dict[str, NDArray[Any]]) -> Any:
    """Return a table joined with numbers by id, which are handed to the engine."""
    import ibis  # noqa: PLC0415 - slow to load

    for column, numbers in values.items():
        ids = ids.append_column(column, [numbers])
    return table.join(ibis.memtable(ids), name)


def vector(answer: Any, name: str) -> Vector:
    """Return a column of an engine's answer."""
    values: Vector = answer[name].to_numpy().astype(np.float64)
    return values


def _wrong_entries(triples: Triples) -> dict[str, Any]:
    """Return, by what is wrong with an entry, the expression that says so."""
    from ibis.expr import operations as ops  # noqa: PLC0415 - slow to load

    table = triples.table
    wrong = {
        name: ids.isnull() | (ids == "") if ids.type().is_string() else ids.isnull()
        for name, ids in (("no_row", table.i), ("no_column", table.j))
    }
    # An engine without the operation has no such values.
    if not triples.whole and triples.backend.has_operation(ops.IsNan):
        wrong["undefined"] = table.x.isnan()
    if not triples.whole and triples.backend.has_operation(ops.IsInf):
        wrong["infinite"] = table.x.isinf()
    # Missing values last: to Spark's test for them, what is not a number is missing too.
    return wrong | {"no_value": table.x.isnull()}


def _wrong_entry(triples: Triples, name: str, is_wrong: Any, many: int) -> DataError:
    if triples.explain is not None:
        triples.explain()
    *ids, value = _first(triples, is_wrong)
    row, column = map(shorten, ids)
    place = f"row {row}, column {column}"
    if name in ("no_row", "no_column"):
        own, where = ("row", f"column {column}") if name == "no_row" else ("column", f"row {row}")
        entries = amount(many, "entry", "entries")
        given = f"{entries} without a {own} id, one in {where}"
        expected, do = f"a {own} id for every entry", "Give such entries an id, or remove them."
    elif name == "no_value":
        given, expected = f"no value at {place}", "a number for every entry"
        do = (
            "Write 0 if nothing was counted; leave out an unknown entry, with --zeros missing "
            "(zeros='missing')."
        )
    else:
        # Not the value itself: Spark hands over what is not a number as missing.
        given = f"{'nan' if name == 'undefined' else value} at {place}"
        expected, do = "finite numbers", "Remove the entry, or correct it, before measuring."
    return DataError(f"{triples.origin}: {given}", expected=expected, do=do)


def _first_fraction(triples: Triples) -> tuple[str, str]:
    row, column, _ = _first(triples, _fractional(triples.table.x))
    return row, column


def _first(triples: Triples, is_wrong: Any) -> tuple[str, str, float | None]:
    first = triples.ask(triples.table.filter(is_wrong).order_by("i", "j").limit(1)).to_pylist()[0]
    return str(first["i"]), str(first["j"]), first["x"]


def _fractional(values: Any) -> Any:
    """Return whether values are not whole; beyond 2^53 all are, and Ibis' floor overflows."""
    import ibis  # noqa: PLC0415 - slow to load

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

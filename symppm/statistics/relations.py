"""Sums of a relation: its engine groups by row and by column, and only these sums come back."""

from __future__ import annotations

import functools
import math
import operator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from symppm.data.forms import check_shape, check_zeros
from symppm.data.numbers import shorten
from symppm.data.table import EXACT
from symppm.data.triples import Triples
from symppm.errors import DataError
from symppm.statistics import Table, Vector
from symppm.statistics.jackknife import Deletions, Vectors, leave_out
from symppm.statistics.sums import Margins, check_varies, too_large, with_absent_zeros

_NAMED: Final = 3


@dataclass(frozen=True)
class Relation:
    """Triples that have been summed where they are: what a matrix in memory gives, and no more."""

    triples: Triples
    margins: Margins
    ids: dict[str, Any]
    """Of rows (``i``) and of columns (``j``), in order, as tables of Arrow."""
    zeros: str

    def first_fraction(self) -> tuple[str, str]:
        """Return the ids of the first value that is not whole."""
        entry = _first(self.triples, _fractional(self.triples.table.x))
        return entry["i"], entry["j"]

    def deletions(self) -> Deletions:
        """Return the estimates without each row and each column, in the order of their ids."""
        return leave_out(
            self.margins,
            lambda v, u, w, x: (self._products("i", v, w), self._products("j", u, x)),
        )

    def _products(self, axis: str, of_values: Vectors, of_ones: Vectors) -> Table:
        """Sum over the entries of each row (or column) numbers of their columns (or rows)."""
        across, center = "j" if axis == "i" else "i", self.margins.center
        vectors, k = [*of_values, *of_ones], len(of_values)
        numbers = {f"n{n}": x for n, x in enumerate(vectors)}
        table = beside(self.triples.table, across, self.ids[across], **numbers)
        z = table.x - center
        aggregates = {f"z{n}": (z * table[f"n{n}"]).sum() for n in range(k)}
        aggregates |= {"squares": (z * z).sum(), "stored": z.count()}
        aggregates |= {f"ones{n}": table[f"n{n}"].sum() for n in range(len(vectors))}
        answer = sums_by(self.triples, axis, table, **aggregates)
        sums = np.stack([vector(answer, name) for name in aggregates])
        values, squares, stored, ones = sums[:k], sums[k : k + 1], sums[k + 1], sums[k + 2 :]
        if self.zeros == "observed":
            # What is not stored is -center about the center.
            totals = np.array([x.sum() for x in vectors])[:, None]
            values -= center * (totals[:k] - ones[:k])
            squares += center**2 * (vectors[0].size - stored)
            ones[:] = totals
        return np.concatenate([values, squares, ones[k:]] if k else [ones])


def relation_of(triples: Triples, zeros: str, mask: object) -> Relation:
    """Check and sum triples where they are, in two GROUP BYs and one for pairs that occur twice.

    Raises DataError as for a matrix in memory; if pairs repeat; or if the engine fails.
    """
    check_zeros(zeros)
    if mask is not None:
        raise DataError(
            "a mask together with a table of triples",
            expected="a mask only for dense data",
            do="Keep exactly the observed entries, zeros included, and pass zeros='missing'.",
        )
    if triples.unsummed is not None:
        _checked(triples.unsummed)  # a sum does not show what is missing
    facts = _checked(triples)
    if triples.duplicates == "error":
        _refuse_duplicates(triples)
    table, center = triples.table, facts["center"]
    z = table.x - center
    sums = {
        "i": sums_by(triples, "i", table, n=z.count(), r=z.sum(), q=(z * z).sum()),
        "j": sums_by(triples, "j", table, n=z.count(), r=z.sum()),
    }
    ids = {name: answer.select([name]) for name, answer in sums.items()}
    crossing = 0.0  # with zeros, a function of the shape
    if zeros == "missing":
        for name, answer in sums.items():
            table = beside(table, name, ids[name], **{f"n_{name}": vector(answer, "n")})
        pairs = triples.ask(table.aggregate(sum=(table.n_i * table.n_j).sum()))
        crossing = float(pairs["sum"][0].as_py())
    margins = Margins(
        row_counts=vector(sums["i"], "n").astype(np.int64),
        column_counts=vector(sums["j"], "n").astype(np.int64),
        row_sums=vector(sums["i"], "r"),
        column_sums=vector(sums["j"], "r"),
        squares=float(vector(sums["i"], "q").sum()),
        crossing=crossing,
        **facts,
    )
    if zeros == "observed":
        # The mean of all is at most of the order of their standard deviation from the center.
        count, size = margins.observed, math.prod(answer.num_rows for answer in sums.values())
        mean = (float(margins.row_sums.sum()) + count * center) / size
        mean = float(round(mean)) if margins.integral else mean
        margins = with_absent_zeros(margins.about(mean))
    check_varies(margins.minimum, margins.maximum, "a table of triples")
    check_shape(margins.shape)
    return Relation(triples, margins, ids, zeros)


def first_with(triples: Triples, value: float) -> tuple[str, str]:
    """Return row and column id, quoted, of the first entry with a value, in the order of ids."""
    entry = _first(triples, triples.table.x == value)
    return shorten(entry["i"]), shorten(entry["j"])


def sums_by(triples: Triples, axis: str, table: Any, **sums: Any) -> Any:
    """Return sums by row or column, sorted here, since engines sort text in other ways."""
    return triples.ask(table.group_by(axis).agg(**sums)).sort_by(axis)


def beside(table: Any, name: str, ids: Any, **values: Any) -> Any:
    """Return a table joined with numbers by id, which are handed to the engine."""
    import ibis  # noqa: PLC0415 - slow to load

    for column, numbers in values.items():
        ids = ids.append_column(column, [numbers])
    return table.join(ibis.memtable(ids), name)


def vector(answer: Any, name: str) -> Vector:
    """Return a column of an engine's answer."""
    values: Vector = answer[name].to_numpy().astype(np.float64)
    return values


def _checked(triples: Triples) -> dict[str, Any]:
    """Look at all values once; return what is known of them, or refuse those no sum can have."""
    table, x, faults = triples.table, triples.table.x, _faults(triples)
    wrong = functools.reduce(operator.or_, faults.values())
    answer = triples.ask(
        table.aggregate(
            entries=table.count(), wrong=wrong.sum(), total=x.sum(), minimum=x.min(),
            maximum=x.max(), fractions=_fractional(x).sum(),
        )
    ).to_pylist()[0]  # fmt: skip
    if answer["wrong"] or not answer["entries"]:
        entry = _first(triples, wrong, **faults) if answer["wrong"] else {}
        what = next((name for name in faults if entry.get(name)), "no entries")
        place = f" at row {shorten(entry['i'])}, column {shorten(entry['j'])}" if entry else ""
        raise DataError(
            f"{triples.origin}: {entry['x'] if what == 'infinite' else what}{place}",
            expected="a row id, a column id and a finite number for every entry",
            do="Correct the entry, or remove it; write 0 if nothing was counted, and leave out "
            "what was not observed, with --zeros missing (zeros='missing').",
        )
    minimum, maximum, integral = answer["minimum"], answer["maximum"], not answer["fractions"]
    largest = max(minimum, maximum, key=abs)
    if triples.rounds and integral and abs(largest) >= EXACT:
        row, column = first_with(triples, largest)
        raise DataError(
            f"{triples.origin}: {largest:.0f}, or a number near it, at row {row}, column {column}",
            expected="whole numbers below 2^53, which sums in an engine keep exact",
            do="Read the table into memory: --engine memory (engine='memory').",
        )
    mean = answer["total"] / answer["entries"]
    mean = mean if math.isfinite(mean) else 0.0
    # About a whole number, sums of whole numbers are exact whatever their order; and one next to
    # the mean is within a standard deviation of it, unless all values are equal.
    center = float(round(mean)) if integral else mean
    reach = max(abs(minimum - center), abs(maximum - center))
    if not math.isfinite(reach * reach * answer["entries"]):
        raise too_large()
    return {"center": center, "minimum": minimum, "maximum": maximum, "integral": integral}


def _faults(triples: Triples) -> dict[str, Any]:
    """Return, by what is wrong with an entry, the expression that says so."""
    from ibis.expr import operations  # noqa: PLC0415 - slow to load

    table, faults = triples.table, {}
    for name, ids in (("no row id", table.i), ("no column id", table.j)):
        faults[name] = ids.isnull() | (ids == "") if ids.type().is_string() else ids.isnull()
    # An engine without the operation has no such values.
    if triples.engine.has_operation(operations.IsNan):
        faults["nan"] = table.x.isnan()
    if triples.engine.has_operation(operations.IsInf):
        faults["infinite"] = table.x.isinf()
    # Missing values last: to Spark's test for them, what is not a number is missing too.
    return faults | {"no value": table.x.isnull()}


def _refuse_duplicates(triples: Triples) -> None:
    """Let the engine look for pairs that occur more than once; the message names the first few."""
    pairs = triples.table.group_by("i", "j").agg(times=triples.table.count())
    repeated = pairs.filter(pairs.times > 1).order_by("i", "j").limit(_NAMED + 1)
    quoted = [
        f"{shorten(str(pair['i']))}, {shorten(str(pair['j']))} ({pair['times']} times)"
        for pair in triples.ask(repeated).to_pylist()
    ]
    if quoted:
        raise DataError(
            f"{triples.origin}: pairs of row and column more than once: "
            + "; ".join(quoted[:_NAMED] + ["..."] * (len(quoted) > _NAMED)),
            expected="each pair of row and column once",
            do="Use --duplicates sum (duplicates='sum') to add them up, or remove the repetitions.",
        )


def _first(triples: Triples, condition: Any, **extra: Any) -> dict[str, Any]:
    """Return the first entry for which a condition holds, in the order of ids, which are text."""
    query = triples.table.mutate(**extra).filter(condition).order_by("i", "j").limit(1)
    entry: dict[str, Any] = triples.ask(query).to_pylist()[0]
    return entry | {name: "" if entry[name] is None else str(entry[name]) for name in "ij"}


def _fractional(values: Any) -> Any:
    """Return whether values are not whole; beyond 2^53 all are, and Ibis' floor overflows."""
    import ibis  # noqa: PLC0415 - slow to load

    near = ibis.ifelse(values.abs() < EXACT, values, 0.0)
    return near != near.floor()

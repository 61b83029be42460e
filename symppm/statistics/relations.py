"""Statistics of a relation: its engine sums rows and columns, and only these sums come back.

Also the parts of a relation, or of a very large matrix, from which the number of factors is found.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.forms import (
    BlockMatrix,
    DenseMatrix,
    Matrix,
    SparseMatrix,
    WholeMatrix,
    check_shape,
    check_zeros,
)
from symppm.data.triples import Triples
from symppm.errors import DataError
from symppm.extras import load
from symppm.measure.checked import check_varies, too_large
from symppm.measure.deletions import Deletions, Line, complete, left_out
from symppm.measure.exact import Statistics, measured
from symppm.measure.reading.numbers import EXACT, amount, shorten
from symppm.measure.sums import Margins, with_absent_zeros

Vector = NDArray[np.float64]
Places = NDArray[np.intp]

_NAMED: Final = 3
_KEYS: Final = 1 << 62
"""Numbers of pairs up to this fit a 64-bit integer with room to spare."""
_HALVINGS: Final = 60
_DUPLICATE: Final = "Use --duplicates sum (duplicates='sum') to add them up, or remove them."


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
        _refuse_duplicates(triples, facts)
    stored = _Stored(triples, facts)
    margins = stored.margins(zeros)
    shape = margins.row_counts.size, margins.column_counts.size
    check_shape(shape)
    check_varies(margins.minimum, margins.maximum, "a table of triples")
    statistics = measured(shape, margins, lambda: _first_fraction(triples))
    if not intervals:
        return statistics
    return replace(statistics, deletions=stored.deletions(margins, zeros))


def first_with(triples: Triples, value: float) -> tuple[str, str]:
    """Return row and column id, quoted, of the first entry with a value, in the order of ids."""
    row, column, _ = _first(triples, triples.table.x == value)
    return shorten(row), shorten(column)


def thinned(matrix: Matrix, margins: Margins, most: int, random_seed: int) -> WholeMatrix:
    """Return a matrix, or rows and columns in proportion to their totals if it has more entries.

    Entries of a sparse matrix are those that are stored.
    """
    count = _entries(matrix)
    if not isinstance(matrix, BlockMatrix) and count <= most:
        return matrix
    totals: list[Vector] = [
        counts.astype(np.float64)
        if margins.minimum < 0
        else sums + counts * (margins.center + margins.origin)
        for counts, sums in (
            (margins.row_counts, margins.row_sums),
            (margins.column_counts, margins.column_sums),
        )
    ]
    full = count == math.prod(matrix.shape)
    rows, columns = _drawn(totals, count, most, random_seed, full=full)
    if not isinstance(matrix, BlockMatrix):
        return _part(matrix, rows, columns)
    parts = []
    for top, left, block in matrix.placed():
        height, width = block.shape
        here = (rows >= top) & (rows < top + height)
        there = (columns >= left) & (columns < left + width)
        parts.append(_part(block, rows[here] - top, columns[there] - left))
    return _joined(parts, axis=int(matrix.by_columns))


def thinned_triples(
    triples: Triples, zeros: str, most: int, random_seed: int
) -> tuple[SparseMatrix, bool]:
    """Return triples, whose statistics exist, as a matrix, and whether it is only a part of them.

    At most about so many entries are fetched, of rows and columns in proportion to their totals.
    """
    from scipy import sparse  # noqa: PLC0415 - slow to load

    table = triples.table
    lines = [
        triples.ask(table.group_by(name).agg(t=table.x.abs().sum(), n=table.count())).sort_by(name)
        for name in "ij"
    ]
    count = int(_vector(lines[0], "n").sum())
    places = _drawn([_vector(each, "t") for each in lines], count, most, random_seed, full=False)
    for name, each, chosen in zip("ij", lines, places, strict=True):
        ids = each.select([name]).take(chosen)
        table = _joined_with(table, ids, name, {f"{name}_place": np.arange(len(chosen))})
    entries = triples.ask(table.select("i_place", "j_place", "x"))
    rows, columns, values = (
        entries[name].to_numpy(zero_copy_only=False) for name in ("i_place", "j_place", "x")
    )
    shape = len(places[0]), len(places[1])
    stored = sparse.coo_array((values, (rows, columns)), shape=shape).tocsr()
    stored.sort_indices()
    return SparseMatrix(stored, zeros == "observed"), count > most


@dataclass(frozen=True)
class _Facts:
    """What is known of finite values that are all there, and of the ids.

    ``center`` is near the mean of the values: a whole number where all of them are. ``ends`` are
    the least and the largest row and column id, where all ids are integers.
    """

    entries: int
    center: float
    minimum: float
    maximum: float
    integral: bool
    ends: tuple[int, int, int, int] | None


def _facts(triples: Triples) -> _Facts:
    """Look at all values once, and refuse what is missing or cannot be summed.

    Messages name the first such entry, in the order of the ids.
    """
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
            **{name: is_wrong.sum() for name, is_wrong in wrong.items()},
            **({} if triples.whole else {"fractions": _fractional(table.x).sum()}),
            **_ends(table),
        )
    )
    # What was not summed for want of rows is null.
    found = {name: value or 0 for name, value in answer.to_pylist()[0].items()}
    entries = int(found["entries"])
    if not entries:
        raise DataError(
            f"{triples.origin} has no entries",
            expected="a row id, a column id and a value for every entry",
            do="Check how the table was written or filtered.",
        )
    for name, is_wrong in wrong.items():
        if found[name]:
            raise _wrong_entry(triples, name, is_wrong, int(found[name]))
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
    ends = tuple(int(found[name]) for name in _ends(table))
    return _Facts(entries, center, minimum, maximum, integral, ends if len(ends) == 4 else None)


def _ends(table: Any) -> dict[str, Any]:
    if not (table.i.type().is_integer() and table.j.type().is_integer()):
        return {}
    return {
        "first_row": table.i.min(), "last_row": table.i.max(),
        "first_column": table.j.min(), "last_column": table.j.max(),
    }  # fmt: skip


def _refuse_duplicates(triples: Triples, facts: _Facts) -> None:
    """Let the engine look for pairs that occur more than once; the message names the first few."""
    table = triples.table
    pairs = table.group_by("i", "j").agg(times=table.count())
    repeated = pairs.filter(pairs.times > 1)
    suspects = repeated
    if facts.ends is not None:
        first_row, last_row, first_column, last_column = facts.ends
        width = last_column - first_column + 1
        if (last_row - first_row + 1) * width < _KEYS > max(map(abs, facts.ends)):
            # One number for a pair is sorted out faster than two.
            row, column = table.i.cast("int64") - first_row, table.j.cast("int64") - first_column
            keys = table.select(key=row * width + column)
            counts = keys.group_by("key").agg(times=keys.count())
            suspects = counts.filter(counts.times > 1)
    many = int(triples.ask(suspects.aggregate(many=suspects.count()))["many"][0].as_py())
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


class _Stored:
    """The stored entries, and the sums of their rows and columns about a center, by their ids."""

    def __init__(self, triples: Triples, facts: _Facts) -> None:
        self.triples = triples
        self.facts = facts
        z = triples.table.x - facts.center
        self.rows = self._sums("i", triples.table, n=z.count(), r=z.sum(), q=(z * z).sum())
        self.columns = self._sums("j", triples.table, n=z.count(), r=z.sum())

    def margins(self, zeros: str) -> Margins:
        """Return the sums of the matrix."""
        facts = self.facts
        stored = Margins(
            center=facts.center,
            row_counts=_vector(self.rows, "n").astype(np.int64),
            column_counts=_vector(self.columns, "n").astype(np.int64),
            row_sums=_vector(self.rows, "r"),
            column_sums=_vector(self.columns, "r"),
            squares=float(_vector(self.rows, "q").sum()),
            crossing=0.0,
            minimum=facts.minimum,
            maximum=facts.maximum,
            integral=facts.integral,
        )
        if zeros == "observed":
            return with_absent_zeros(_about(stored, _mean_with_zeros(stored)))
        table = self._beside("i", n=_vector(self.rows, "n"))
        table = _joined_with(
            table, self.columns.select(["j"]), "j", {"m": _vector(self.columns, "n")}
        )
        crossing = self.triples.ask(table.aggregate(sum=(table.n * table.m).sum()))
        return replace(stored, crossing=float(crossing["sum"][0].as_py()))

    def deletions(self, margins: Margins, zeros: str) -> Deletions:
        """Return the estimates without each row and each column, in the order of their ids."""
        if zeros == "observed":
            rows, columns = self._complete(margins)
        else:
            rows, columns = self._incomplete()
        return left_out(rows, columns, margins)

    def _complete(self, margins: Margins) -> tuple[Line, Line]:
        center, total = margins.center, float(margins.row_sums.sum())
        crossed = []
        for own, other, sums in (
            ("i", "j", margins.column_sums),
            ("j", "i", margins.row_sums),
        ):
            table = self._beside(other, c=sums)
            z = table.x - center
            answer = self._sums(own, table, n=z.count(), q=(z * z).sum(), zc=(z * table.c).sum(),
                                c=table.c.sum())  # fmt: skip
            # What is not stored is -center about the center.
            filled = np.zeros((answer.num_rows, 6))
            absent = sums.size - _vector(answer, "n")
            filled[:, 0] = _vector(answer, "q") + absent * center**2
            filled[:, 1] = _vector(answer, "zc") - center * (total - _vector(answer, "c"))
            crossed.append(filled)
        return complete(margins, *crossed)

    def _incomplete(self) -> tuple[Line, Line]:
        columns = self._line("j", self._beside("i", m=_vector(self.rows, "n"),
                                               c=_vector(self.rows, "r")))  # fmt: skip
        reached = columns.crossed[:, 4]
        table = self._beside("j", m=columns.count, c=columns.total, k=reached)
        rows = self._line("i", table)
        table = self._beside("i", k=rows.crossed[:, 4])
        far = self._sums("j", table, far=table.k.sum())
        return rows, replace(columns, far=_vector(far, "far"))

    def _line(self, own: str, table: Any) -> Line:
        """Return sums over the entries of each row or column, beside which others' sums stand."""
        z, m, c = table.x - self.facts.center, table.m, table.c
        crossed = {
            "q": (z * z).sum(), "zc": (z * c).sum(), "c": c.sum(), "zm": (z * m).sum(),
            "m": m.sum(), "mm": (m * m).sum(),
        }  # fmt: skip
        far = table.k.sum() if "k" in table.columns else z.count()
        answer = self._sums(own, table, n=z.count(), r=z.sum(), far=far, **crossed)
        sums = np.stack([_vector(answer, name) for name in crossed], axis=1)
        return Line(_vector(answer, "n"), _vector(answer, "r"), sums, _vector(answer, "far"))

    def _beside(self, name: str, **values: Vector) -> Any:
        """Return the entries beside numbers of their rows (``"i"``) or columns (``"j"``)."""
        lines = self.rows if name == "i" else self.columns
        return _joined_with(self.triples.table, lines.select([name]), name, values)

    def _sums(self, own: str, table: Any, **sums: Any) -> Any:
        """Return sums of rows or columns, sorted here, since engines sort text in other ways."""
        return self.triples.ask(table.group_by(own).agg(**sums)).sort_by(own)


def _joined_with(table: Any, ids: Any, name: str, values: dict[str, NDArray[Any]]) -> Any:
    """Return a table joined with numbers that are handed to the engine, one for each of some ids."""
    ibis = load("ibis", "tables", "a table in an engine")
    for column, numbers in values.items():
        ids = ids.append_column(column, [numbers])
    return table.join(ibis.memtable(ids), name)


def _vector(answer: Any, name: str) -> Vector:
    values: Vector = answer[name].to_numpy().astype(np.float64)
    return values


def _mean_with_zeros(stored: Margins) -> float:
    """Return about the mean of the matrix in which what is not stored is zero."""
    entries = float(stored.row_counts.size) * stored.column_counts.size
    mean = (float(stored.row_sums.sum()) + stored.observed * stored.center) / entries
    return float(round(mean)) if stored.integral else mean


def _about(stored: Margins, center: float) -> Margins:
    """Move the center of sums.

    The distance is at most of the order of the standard deviation that zeros beside the stored
    entries give the matrix, so that no digits are lost.
    """
    shift = stored.center - center
    moved = shift * (2 * float(stored.row_sums.sum()) + stored.observed * shift)
    return replace(
        stored,
        center=center,
        row_sums=stored.row_sums + stored.row_counts * shift,
        column_sums=stored.column_sums + stored.column_counts * shift,
        squares=stored.squares + moved,
    )


def _wrong_entries(triples: Triples) -> dict[str, Any]:
    """Return, by what is wrong with an entry, the expression that says so."""
    ops = load("ibis.expr.operations", "tables", "a table in an engine")
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


def _drawn(
    totals: list[Vector], count: int, most: int, random_seed: int, *, full: bool
) -> list[Places]:
    """Draw rows and columns that hold about so many entries."""
    share = min(1.0, most / count) ** 0.5
    seeds = np.random.SeedSequence(random_seed).spawn(2)
    return [
        _drawn_lines(each, share, seed, alike=full)
        for each, seed in zip(totals, seeds, strict=True)
    ]


def _drawn_lines(
    totals: Vector, share: float, seed: np.random.SeedSequence, *, alike: bool
) -> Places:
    """Draw rows or columns, each with a chance in proportion to its total, at most one.

    Expected is a share of the entries: those go with the totals, unless all lines are alike.
    """
    if share >= 1 or not totals.any():
        return np.arange(totals.size)
    weights = np.ones_like(totals) if alike else totals
    low, high = 0.0, 1.0 / float(totals[totals > 0].min())
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        chances = np.minimum(1.0, middle * totals)
        low, high = (low, middle) if chances @ weights > share * weights.sum() else (middle, high)
    return np.flatnonzero(np.random.default_rng(seed).random(totals.size) < low * totals)


def _entries(matrix: Matrix) -> int:
    if isinstance(matrix, BlockMatrix):
        return sum(map(_entries, matrix.blocks()))
    return matrix.size if isinstance(matrix, SparseMatrix) else matrix.values.size


def _part(matrix: WholeMatrix, rows: Places, columns: Places) -> WholeMatrix:
    if isinstance(matrix, SparseMatrix):
        return SparseMatrix(matrix.stored.tocsr()[rows][:, columns], matrix.absent_observed)
    both = np.ix_(rows, columns)
    observed = None if matrix.observed is None else matrix.observed[both]
    return DenseMatrix(matrix.values[both], observed)


def _joined(parts: list[WholeMatrix], axis: int) -> WholeMatrix:
    from scipy import sparse  # noqa: PLC0415 - slow to load

    compressed = [each for each in parts if isinstance(each, SparseMatrix)]
    if compressed:
        stack = sparse.hstack if axis else sparse.vstack
        stored = stack([each.stored for each in compressed], "csr")
        return SparseMatrix(stored, compressed[0].absent_observed)
    dense = [each for each in parts if isinstance(each, DenseMatrix)]
    seen = [np.ones(e.shape, bool) if e.observed is None else e.observed for e in dense]
    some_missing = any(each.observed is not None for each in dense)
    return DenseMatrix(
        np.concatenate([each.values for each in dense], axis),
        np.concatenate(seen, axis) if some_missing else None,
    )

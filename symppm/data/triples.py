"""A matrix as a table of triples that an engine holds, of which nothing is read before a question.

Ibis is the one interface to engines; they answer with Arrow tables.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Never

from symppm.errors import DataError, SymPPMError

if TYPE_CHECKING:
    from symppm.data.files import Stamp

_REASON = 300


@dataclass(frozen=True, eq=False)
class Triples:
    """A matrix as a table of row id, column id and value that an engine holds.

    Nothing is read until statistics are asked for; then the engine sums, and only sums of rows and
    columns come back.

    Attributes
    ----------
    base : ibis.Table
        The table as the engine has it.
    laid_out : callable
        Takes it, returns columns ``i`` (row id), ``j`` (column id) and ``x`` (the value, float64).
    backend, engine, origin
        The engine's connection, and what the engine and the data are called in messages.
    whole, rounds : bool
        Whether the type of the values allows whole numbers only; whether the engine has values that
        float64 rounds where they are large.
    duplicates : {"error", "sum", "unchecked"}
        What to do with pairs that occur more than once.
    unsummed : Triples or None
        The entries, where those of a pair have been summed.
    notes : tuple of str
        One sentence for every guess that was made.
    stamps : tuple of Stamp
        The files that hold the data, as they were when named; they must not change.
    explain : callable or None
        Raises the error that names the place, where the engine cannot say what is wrong.
    """

    base: Any
    laid_out: Callable[[Any], Any] = field(repr=False)
    backend: Any
    origin: str
    engine: str
    whole: bool
    rounds: bool
    duplicates: str = "error"
    unsummed: Triples | None = field(default=None, repr=False)
    notes: tuple[str, ...] = ()
    stamps: tuple[Stamp, ...] = field(default=(), repr=False)
    explain: Callable[[], None] | None = field(default=None, repr=False)

    @property
    def table(self) -> Any:
        """Columns ``i``, ``j`` and ``x``; ids that are no integers are text."""
        table = self.laid_out(self.base)
        others = {
            name: table[name].cast("string")
            for name in "ij"
            if not (table[name].type().is_integer() or table[name].type().is_string())
        }
        return table.mutate(**others) if others else table

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of distinct row and column ids; the engine counts them anew each time."""
        table = self.table
        counts = self.ask(table.aggregate(rows=table.i.nunique(), columns=table.j.nunique()))
        return int(counts["rows"][0].as_py()), int(counts["columns"][0].as_py())

    def __array__(self, dtype: object = None, copy: object = None) -> Never:
        """Refuse to be read: what needs an array needs the data in memory."""
        raise DataError(
            f"{self.origin}, which stays in {self.engine}",
            expected="a matrix in memory",
            do="Read the data into memory: --engine memory (engine='memory').",
        )

    def ask(self, query: Any) -> Any:
        """Return the engine's answer to a query of Ibis, as a table of Arrow.

        Raises DataError if the engine fails, or a file changed meanwhile.
        """
        try:
            with calm():
                answer = self.backend.to_pyarrow(query)
        except SymPPMError:
            raise
        except Exception as error:
            # Engines raise classes of their own: of Java, of SQLAlchemy, of DuckDB.
            self.require_unchanged()
            if self.explain is not None:
                self.explain()
            raise engine_failed(self.origin, self.engine, error) from error
        self.require_unchanged()
        return answer

    def require_unchanged(self) -> None:
        """Raise DataError if a file of the data is not what it was when they were named."""
        for stamp in self.stamps:
            stamp.require_same()


def engine_failed(origin: str, engine: str, error: Exception) -> DataError:
    """Return the error for an engine that does not answer."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    reason = " ".join(lines)[:_REASON] or type(error).__name__
    return DataError(
        f"{origin}: {engine} stopped ({reason})",
        expected="a table that the engine can read to its end",
        do="Check that the data are whole and are the table you mean; write them again if not.",
    )


@contextmanager
def calm() -> Iterator[None]:
    """Keep away, in the body, warnings of libraries about each other.

    Ibis calls what DuckDB deprecates, and PySpark says of every answer that a new pandas is not
    supported, though no number here goes through pandas.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        warnings.simplefilter("ignore", FutureWarning)
        yield

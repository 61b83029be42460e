"""Functions of a generated module at exact points, and the tally of what was compared."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from symppm.audit.exact_code import NoValueError, source_value
from symppm.audit.exact_duals import Dual
from symppm.audit.exact_numbers import Number
from symppm.audit.generated_module import Function, Guard, expression, same

_ALLOWED: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {"positive": (1,), "nonnegative": (0, 1), "negative": (-1,), "real": (-1, 0, 1)}
)


@dataclass(frozen=True)
class Run:
    """A function at one point.

    Attributes
    ----------
    rows : tuple of tuple of Dual
        What is returned, as if every guard held; empty where a guard fails and something then has
        no value.
    margins : tuple of Dual or None
        What each guard needs to be positive, or not negative; None where that has no value because
        of an earlier guard that fails.
    status : int
        The number of the first guard that fails; zero if none does.
    names : mapping of str to Dual
        Everything assigned.
    """

    rows: tuple[tuple[Dual, ...], ...]
    margins: tuple[Dual | None, ...]
    status: int
    names: Mapping[str, Dual]

    @property
    def row(self) -> tuple[Dual, ...]:
        """The only row; empty where it could not be computed."""
        return self.rows[0] if self.rows else ()


def run(function: Function, arguments: Sequence[Dual], domains: Sequence[str] = ()) -> Run:
    """Compute everything that a function assigns, beyond guards that fail as far as it goes."""
    names = dict(zip(function.arguments, arguments, strict=True))
    margins: list[Dual | None] = []
    status = 0
    for each in function.statements:
        try:
            if isinstance(each, Guard):
                about_domains = bool(domains) and each is function.guards[-1]
                value = None if about_domains else _margin(each, names)
                margins += [] if about_domains else [value]
                holds = (
                    _in_domains(function, names, domains) if value is None else _holds(each, value)
                )
                status = status or (0 if holds else each.number)
            else:
                names[each.name] = source_value(each.value, names)
        except NoValueError as error:
            if not status:
                raise NoValueError(f"line {each.line}: {function.name}: {error}") from error
            margins += [None] if isinstance(each, Guard) else []
    cells = {cell for row in function.rows for cell in row}
    rows = function.rows if cells <= set(names) else ()
    return Run(
        tuple(tuple(names[cell] for cell in row) for row in rows), tuple(margins), status, names
    )


def _margin(guard: Guard, names: Mapping[str, Dual]) -> Dual:
    margin = guard.margin
    if margin is None:
        raise NoValueError(f"guard {guard.number} has several parts")
    return source_value(margin, names)


def _holds(guard: Guard, value: Dual) -> bool:
    return value.value.sign in _ALLOWED[guard.parts[0][0]]


def _in_domains(function: Function, names: Mapping[str, Dual], domains: Sequence[str]) -> bool:
    cells = zip(function.rows[0], domains, strict=True)
    return all(cell in names and names[cell].value.sign in _ALLOWED[kind] for cell, kind in cells)


def domain_guard(function: Function, domains: Sequence[str]) -> bool:
    """Tell whether the last guard says that everything returned is in its domain."""
    parts = function.guards[-1].parts if function.guards else ()
    return [kind for kind, _ in parts] == list(domains) and all(
        same(value, expression(cell))
        for (_, value), cell in zip(parts, function.rows[0], strict=True)
    )


@dataclass
class Findings:
    """What was compared so far, and what was wrong.

    Attributes
    ----------
    exact, rounded : int
        How many values were compared exactly, and to sixty digits.
    failures : list of (int, str)
        A line and what is wrong there; each sentence once.
    computed : set of str
        Functions whose results were compared at one point at least.
    """

    exact: int = 0
    rounded: int = 0
    failures: list[tuple[int, str]] = field(default_factory=list)
    computed: set[str] = field(default_factory=set)

    def add(self, line: int, what: str) -> None:
        """Note what is wrong."""
        if (line, what) not in self.failures:
            self.failures.append((line, what))

    def add_error(self, error: Exception) -> None:
        """Note that something has no value, on the line that the error names first, if any."""
        found = re.match(r"line (\d+): ", str(error))
        text = str(error)[found.end() :] if found else f"it cannot be compared: {error}"
        self.add(int(found[1]) if found else 1, text)

    def compare(self, given: Number, due: Number, line: int, what: str) -> bool:
        """Compare two numbers; on a difference note ``what``, with both of them filled in."""
        if given.is_exact and due.is_exact:
            self.exact += 1
        else:
            self.rounded += 1
        if given.agrees(due):
            return True
        first = what.partition("{")[0]
        if not any(text.startswith(first) for _, text in self.failures):
            self.add(line, what.format(given, due))
        return False

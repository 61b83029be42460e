"""The tally of what was compared in generated code, and the hashes that every file of it has."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from symppm.audit.exact import AGREED, Value, agree, is_exact, shown
from symppm.codegen.files import (
    HASHES,
    PINNED_SYMPY,
    SHOWN,
    digest,
    generator_hash,
    module_text,
    stated_hashes,
)

_COMMAND: Final = re.compile(r"(?<=, then run )symppm generate [\w./:-]+$", re.MULTILINE)
"""What a module of a user's own model says in place of the command that writes the catalogue."""


@dataclass
class Findings:
    """What was compared so far, exactly or to sixty digits, and what was wrong on which line.

    ``computed`` names the functions whose results were compared at one point at least.
    """

    exact: int = 0
    rounded: int = 0
    failures: list[tuple[int, str]] = field(default_factory=list)
    computed: set[str] = field(default_factory=set)

    def add(self, line: int, what: str) -> None:
        """Note what is wrong, once."""
        if (line, what) not in self.failures:
            self.failures.append((line, what))

    def add_error(self, error: Exception) -> None:
        """Note that something has no value, on the line that the error names first, if any."""
        found = re.match(r"line (\d+): ", str(error))
        text = str(error)[found.end() :] if found else f"it cannot be compared: {error}"
        self.add(int(found[1]) if found else 1, text)

    def compare(
        self,
        given: Value,
        due: Value,
        line: int,
        what: str,
        agree: Callable[[Value, Value], bool] = agree,
    ) -> None:
        """Compare two numbers; on a difference note ``what``, with both of them filled in."""
        if is_exact(given) and is_exact(due):
            self.exact += 1
        else:
            self.rounded += 1
        first = what.partition("{")[0]
        if not agree(given, due) and not any(text.startswith(first) for _, text in self.failures):
            self.add(line, what.format(shown(given), shown(due)))

    def check_banner(
        self, source: str, banner: str, title: str, made_from: Mapping[str, str]
    ) -> None:
        """Compare a banner with what stands below it and with what the module was made from."""
        stated = stated_hashes(banner)
        below = source.partition('"""\n\n')[2]
        # What ships is written with one SymPy, and may be audited with another.
        generators = (generator_hash(), generator_hash(PINNED_SYMPY))
        shown = stated.get("generator")
        generator = next((each for each in generators if each[:SHOWN] == shown), generators[0])
        due = {**made_from, "generator": generator, "body": digest(below)}
        wrong = [name for name, value in due.items() if stated.get(name) != value[:SHOWN]]
        lines = enumerate(source.splitlines(), 1)
        line = next((n for n, each in lines if each.startswith(HASHES)), 1)
        for name in wrong:
            what = f"the banner has another hash of the {name} than what is there"
            if name == "generator":
                what = (
                    "it was written by another version of the generator; "
                    "write it anew, as its banner says"
                )
            self.add(line, what)
        usual = _COMMAND.sub("python tools/regenerate.py", source, count=1)
        if not wrong and module_text(title, below, made_from, generator) != usual:
            self.add(1, "the banner is not what the generator writes")


def summary(found: Sequence[Findings]) -> str:
    """Say how much was compared, and how closely."""
    exact, rounded = sum(each.exact for each in found), sum(each.rounded for each in found)
    parts = [f"{exact} values exact"] if exact else []
    parts += [f"{rounded} to {AGREED} digits"] if rounded else []
    return ", ".join(parts) or "nothing compared"

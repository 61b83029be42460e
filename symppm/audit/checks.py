"""What an audit says about everything that it checked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Status = Literal["passed", "failed", "skipped"]


@dataclass(frozen=True)
class Check:
    """The verdict of one check.

    Attributes
    ----------
    name : str
        What was checked: ``"steps"``, ``"counting"``, ``"generated"``, ``"simulation"`` or
        ``"independent"``.
    status : {"passed", "failed", "skipped"}
        Skipped where there is nothing to check, such as generated code of a stranger's derivation.
    summary : str
        A few words for a table: how much was checked, or why nothing was.
    failures : tuple of str
        One sentence each; the place comes first.
    """

    name: str
    status: Status
    summary: str
    failures: tuple[str, ...] = ()


def judged(name: str, summary: str, failures: Iterable[str]) -> Check:
    """Return a check that passed if nothing failed."""
    listed = tuple(failures)
    return Check(name, "failed" if listed else "passed", summary, listed)


@dataclass(frozen=True)
class Audit:
    """What all checks say about one model or derivation file.

    Attributes
    ----------
    subject : str
        Name of the model, or what the derivation was called.
    checks : tuple of Check
        One of each, in the order of the table.
    """

    subject: str
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing failed."""
        return not any(check.status == "failed" for check in self.checks)

"""What an audit says about one thing that it checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Status = Literal["passed", "failed", "skipped"]


@dataclass(frozen=True)
class Check:
    """The verdict of one check.

    Attributes
    ----------
    name : str
        What was checked: ``"steps"``, ``"counting"``, ``"generated"`` or
        ``"simulation"``.
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


def judged(name: str, summary: str, failures: tuple[str, ...]) -> Check:
    """Return a check that passed if nothing failed."""
    return Check(name, "failed" if failures else "passed", summary, failures)

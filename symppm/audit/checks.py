"""What an audit says about everything that it checked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Status = Literal["passed", "failed", "skipped"]


@dataclass(frozen=True)
class Check:
    """The verdict of one check, of those in :data:`symppm.audit.run.TABLE`.

    It is skipped where there is nothing to check, such as code of a stranger's derivation.
    """

    name: str
    status: Status
    summary: str  # how much was checked, or why nothing was
    failures: tuple[str, ...] = ()  # one sentence each; the place comes first
    unshown: tuple[str, ...] = ()  # what cannot be confirmed, such as families without a density


def judged(name: str, summary: str, failures: Iterable[str], unshown: Iterable[str] = ()) -> Check:
    """Return a check that passed if nothing failed."""
    listed = tuple(failures)
    return Check(name, "failed" if listed else "passed", summary, listed, tuple(unshown))


@dataclass(frozen=True)
class Audit:
    """What all checks, in the order of the table, say about one model or derivation file."""

    subject: str
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing failed."""
        return not any(check.status == "failed" for check in self.checks)

    @property
    def weakest(self) -> str:
        """What rests on the weakest evidence, as a sentence; empty where something failed."""
        by_name = {check.name: check for check in self.checks}
        families, simulation = by_name.get("families"), by_name.get("simulation")
        if (
            not self.ok
            or families is None
            or (families.status == "skipped" and not families.unshown)
        ):
            return ""
        if families.unshown:
            names = " and ".join(families.unshown)
            if simulation is not None and simulation.status == "passed":
                return f"the moments of {names}, which simulation alone confirms"
            return f"the moments of {names}, which nothing here confirms"
        return "the moments of the families, which integrals confirm to 8 digits"

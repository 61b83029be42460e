"""What matching returns."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from symppm.codegen.spec import ModelSpec
from symppm.measure import ArrayStatistics, Statistics


@dataclass(frozen=True)
class Finding:
    """Something about the match that its user should know.

    Attributes
    ----------
    code : str
        Stable identifier, such as ``"infeasible"`` or ``"rounding"``.
    severity : {"note", "warning", "failure"}
        A failure means that no hyperparameters meet the targets.
    message : str
        What was found, what it usually means, and what to do.
    """

    code: str
    severity: str
    message: str


@dataclass(frozen=True)
class Match:
    """The number of factors and the priors for given statistics.

    Attributes
    ----------
    model : str
        Name of the model.
    feasible : bool
        Whether the model can have these statistics. If not, ``k``, ``k_exact``, ``parameters``,
        ``identified`` and ``achieved`` are empty, and the findings say which condition fails.
    k : int or None
        Number of factors, at least one.
    k_exact : float or None
        The same before rounding: all targets hold there. Equal to ``k`` where K was given.
    parameters : mapping of str to float
        K and every hyperparameter, under the gauge. They belong to ``k``, not to ``k_exact``.
    identified : mapping of str to float
        The combinations that data determine, at ``k``; no gauge changes them.
    targets : mapping of str to float
        What was to be met.
    achieved : mapping of str to float
        The model's moments at ``parameters``.
    gauge : str
        How the scale that data cannot see was fixed.
    findings : tuple of Finding
        What does not fit, and what that usually means.
    statistics : Statistics, ArrayStatistics or None
        What was measured, if there were data.
    spec : ModelSpec
        The model's parameters and their meanings.
    branches : tuple of Match
        Where several sets of hyperparameters have exactly these statistics, all of them, smallest
        K first. Then ``k``, ``k_exact``, ``parameters``, ``identified`` and ``achieved`` are empty
        here: nothing among the targets chooses.
    """

    model: str
    feasible: bool
    k: int | None
    k_exact: float | None
    parameters: Mapping[str, float]
    identified: Mapping[str, float]
    targets: Mapping[str, float]
    achieved: Mapping[str, float]
    gauge: str
    findings: tuple[Finding, ...]
    statistics: Statistics | ArrayStatistics | None
    spec: ModelSpec
    branches: tuple[Match, ...] = ()

    def summary(self) -> str:
        """Return the match as aligned plain text."""
        lines = [f"model {self.model}: {self.spec.title}", "", "statistics"]
        width = max(10, *map(len, self.targets))
        for name, target in self.targets.items():
            reached = f"   achieved {self.achieved[name]:.6g}" if self.achieved else ""
            lines.append(f"  {name:<{width}} {target:>12.6g}{reached}")
        for number, each in enumerate(self.branches, 1):
            lines += ["", f"solution {number} of {len(self.branches)}", *each._found()]
        if not self.branches:
            lines += self._found()
        lines += ["", *(f"{each.severity}: {each.message}" for each in self.findings)]
        return "\n".join(lines).rstrip() + "\n"

    def _found(self) -> list[str]:
        lines: list[str] = []
        if self.feasible:
            if self.k is not None:
                lines += ["", f"K = {self.k} (exactly {self.k_exact:.4g})"]
            lines += ["", f"gauge: {self.gauge}"] if self.k is None else [f"gauge: {self.gauge}"]
            meanings = {each.name: each.meaning for each in self.spec.parameters}
            width = max(12, *(len(each.name) for each in self.spec.identified))
            for name, value in self.parameters.items():
                if name in meanings:
                    lines.append(f"  {name:<{width}} {value:>12.6g}   {meanings[name]}")
            for each in self.spec.identified:
                if each.name not in self.parameters:
                    value = self.identified[each.name]
                    lines.append(f"  {each.name:<{width}} {value:>12.6g}   {each.meaning}")
        else:
            lines += ["", "infeasible: no hyperparameters of this model give these statistics"]
        return lines

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        measured = _plain(self.statistics) if self.statistics else dict(self.targets)
        return {
            "model": self.model,
            "statistics": measured,
            "feasible": self.feasible,
            "k": self.k,
            "k_exact": self.k_exact,
            "parameters": dict(self.parameters),
            "identified": dict(self.identified),
            "gauge": self.gauge,
            "targets": dict(self.targets),
            "achieved": dict(self.achieved),
            "findings": [asdict(finding) for finding in self.findings],
            **({"branches": [each.to_dict() for each in self.branches]} if self.branches else {}),
        }

    def to_json(self) -> str:
        """Return the match as JSON text; every number is finite."""
        return json.dumps(self.to_dict(), indent=2, allow_nan=False, ensure_ascii=False)


def _plain(measured: Statistics | ArrayStatistics) -> dict[str, Any]:
    return measured.to_dict() if isinstance(measured, ArrayStatistics) else asdict(measured)

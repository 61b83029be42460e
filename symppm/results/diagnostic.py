"""What a user should know of an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from symppm.results.documents import Words

SEVERITIES: Final = ("failure", "warning", "note")
"""Of diagnostics, what matters most first."""


@dataclass(frozen=True)
class Diagnostic:
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
    severity: Annotated[str, Words(SEVERITIES[::-1])]
    message: str

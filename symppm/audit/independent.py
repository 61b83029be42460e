"""Derivations by the checker that ships beside them, which knows nothing of symppm and of SymPy."""

from __future__ import annotations

import json
from typing import Final

from symppm.audit.checks import Check, judged
from symppm.solve.proof import checker

NAME: Final = "independent"


def check_independent(text: str) -> Check:
    """Verify a derivation file with ``derivations/check.py``; skipped where that cannot decide."""
    tool = checker()
    try:
        return judged(NAME, tool.check_document(json.loads(text)), ())
    except tool.NotShown as error:
        return Check(NAME, "skipped", f"not shown: {error}")
    except tool.Wrong as error:
        return judged(NAME, "stopped at what does not hold", (str(error),))

"""Prior predictive checks: what was not matched, in the data and in draws from the model."""

from __future__ import annotations

from symppm.checking.result import Check, Checks
from symppm.checking.run import check

__all__ = ["Check", "Checks", "check"]

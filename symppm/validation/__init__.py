"""Validation: a match against other numbers of factors and priors, on held-out entries."""

from __future__ import annotations

from symppm.validation.result import Trial, Validation
from symppm.validation.run import validate

__all__ = ["Trial", "Validation", "validate"]

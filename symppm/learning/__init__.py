"""The interface of scikit-learn: a match as an estimator."""

from __future__ import annotations

from symppm.learning.matcher import PriorMatcher

__all__ = ["PriorMatcher"]

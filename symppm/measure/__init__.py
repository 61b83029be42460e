"""What is measured on data: exact estimators over all pairs, and the paper's Algorithm 1."""

from __future__ import annotations

from symppm.measure.exact import Statistics, statistics
from symppm.measure.sampled import Algorithm1, algorithm1, pearson_limit

__all__ = ["Algorithm1", "Statistics", "algorithm1", "pearson_limit", "statistics"]

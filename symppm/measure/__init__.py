"""What is measured on data: exact estimators over all pairs, and the paper's Algorithm 1."""

from __future__ import annotations

from symppm.measure.exact import Statistics, statistics
from symppm.measure.exposed import ExposedStatistics, exposed_statistics

__all__ = [
    "ExposedStatistics",
    "Statistics",
    "exposed_statistics",
    "statistics",
]

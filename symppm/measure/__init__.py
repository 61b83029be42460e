"""What is measured on data: exact estimators over all pairs, and the paper's Algorithm 1."""

from __future__ import annotations

from symppm.measure.bootstrap import Pigeonhole, pigeonhole
from symppm.measure.exact import Statistics, statistics
from symppm.measure.exposed import ExposedStatistics, exposed_statistics
from symppm.measure.many_axes import ArrayStatistics, array_statistics
from symppm.measure.sampled import Algorithm1, algorithm1, pearson_limit
from symppm.measure.set_aside import Holdout, holdout

__all__ = [
    "Algorithm1",
    "ArrayStatistics",
    "ExposedStatistics",
    "Holdout",
    "Pigeonhole",
    "Statistics",
    "algorithm1",
    "array_statistics",
    "exposed_statistics",
    "holdout",
    "pearson_limit",
    "pigeonhole",
    "statistics",
]

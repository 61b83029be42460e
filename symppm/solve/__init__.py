"""From moments to hyperparameters: scale symmetries, invariants, closed forms, feasibility."""

from symppm.solve.solution import FeasibilityCondition, Gauge, Solution
from symppm.solve.solver import solve

__all__ = ["FeasibilityCondition", "Gauge", "Solution", "solve"]

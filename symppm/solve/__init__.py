"""From moments to hyperparameters: scale symmetries, invariants, closed forms, feasibility."""

from symppm.solve.solution import Branch, FeasibilityCondition, ScaleSymmetry, Solution
from symppm.solve.solver import solve

__all__ = ["Branch", "FeasibilityCondition", "ScaleSymmetry", "Solution", "solve"]

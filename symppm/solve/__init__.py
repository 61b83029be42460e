"""From moments to hyperparameters: scale symmetries, invariants, closed forms, feasibility."""

from symppm.solve.branches import Branch
from symppm.solve.feasibility import FeasibilityCondition
from symppm.solve.freedoms import ScaleSymmetry
from symppm.solve.solution import Solution
from symppm.solve.solver import solve

__all__ = ["Branch", "FeasibilityCondition", "ScaleSymmetry", "Solution", "solve"]

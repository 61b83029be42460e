"""The counting route: moments by index coincidences, a second computation for every result."""

from symppm.counting.cumulants import Counted, correlation, joint_cumulant, joint_moment
from symppm.counting.identity import identical

__all__ = ["Counted", "correlation", "identical", "joint_cumulant", "joint_moment"]

"""Every law as a rule: how it rewrites one operator, and how a use of it is checked."""

from symppm.laws.rules.base import Condition, Outcome, Rule
from symppm.laws.rules.table import RULES, rule

__all__ = ["RULES", "Condition", "Outcome", "Rule", "rule"]

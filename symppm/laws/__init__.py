"""The laws of moments as rewriting rules with a ledger, and checks that need no engine."""

from symppm.laws.derivation import Derivation, Step
from symppm.laws.engine import derive

__all__ = ["Derivation", "Step", "derive"]

"""The laws of moments as rewriting rules that leave a derivation; checks need no engine."""

from symppm.laws.derivation import Derivation, Step
from symppm.laws.engine import derive

__all__ = ["Derivation", "Step", "derive"]

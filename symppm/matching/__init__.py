"""The main job: data or targets, and a model, to the number of factors and the priors."""

from symppm.matching.result import Diagnostic, Match
from symppm.matching.run import match

__all__ = ["Diagnostic", "Match", "match"]

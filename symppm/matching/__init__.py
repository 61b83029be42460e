"""The main job: data or targets, and a model, to the number of factors and the priors."""

from symppm.matching.result import Match
from symppm.matching.run import match
from symppm.results.diagnostic import Diagnostic

__all__ = ["Diagnostic", "Match", "match"]

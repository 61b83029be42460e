"""A stand-in for the search of matching by sampling, so that torch is not needed."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from symppm.results.diagnostic import Diagnostic
from symppm.stochastic.outcome import Outcome, Trace

TRACE = Trace(
    phase=("approach", "approach", "average"),
    draws=(100, 100, 1000),
    loss=(4.0, 0.25, math.nan),
    statistics={"mean": (1.0, 1.5, 2.0), "P(Y = 0)": (0.1, 0.5, 0.7)},
    hyperparameters={"a": (1.0, 20.0, 300.0), "K": (10.0, 9.0, 8.5)},
)
OUTCOME = Outcome(
    feasible=True,
    k=8,
    k_exact=8.25,
    parameters={"K": 8.0, "a": 0.5, "b": 0.25, "c": 1.5, "d": 3.0},
    parameter_errors={"K": 0.5, "a": 0.03},
    responses={},
    achieved={"mean": 2.0, "P(Y = 0)": 0.701},
    achieved_errors={"mean": 0.0, "P(Y = 0)": 0.0004},
    sampled={"mean": 2.01},
    discrepancy=3e-6,
    remarks=(Diagnostic("stuck", "warning", "It began anew."),),
    trace=TRACE,
    draws=1200,
    seconds=1.25,
    estimators={"mean": "closed form", "P(Y = 0)": "likelihood integrated"},
)


class Search:
    """Remembers what it was asked, and returns what it was given."""

    def __init__(self) -> None:
        self.outcome = OUTCOME
        self.asked: list[tuple[Any, dict[str, Any], dict[str, float | str], Any]] = []

    def match_by_sampling(
        self, declaration: Any, targets: Any, fixed: Any, options: Any
    ) -> Outcome:
        self.asked.append((declaration, dict(targets), dict(fixed), options))
        found = dict.fromkeys(targets, 1.0) | dict(self.outcome.achieved)
        return replace(self.outcome, achieved=found)

"""Questions to matching by sampling, written shortly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import symppm as ppm
from symppm.model.catalogue import catalogue_model
from symppm.stochastic.matching import match_by_sampling
from symppm.stochastic.outcome import Outcome
from symppm.stochastic.sampling_options import Options, Target

PMF_STARTS = {
    "A": (10, 1, 10, 1), "B": (10, 2, 10, 2), "C": (0.001, 0.01, 0.01, 0.1),
    "D": (0.1, 1, 0.1, 1), "E": (0.1, 0.1, 0.1, 0.1), "F": (1, 1, 0.1, 0.1),
    "G": (1000, 1000, 1000, 1000),
}  # fmt: skip
"""The paper's initial values of Poisson factorization: a, b, c, d."""

HPF_STARTS = {
    "K": (1, 100, 10, 1, 100, 10), "L": (0.1, 100, 1, 1, 100, 1),
    "M": (50, 5000, 10, 1, 5000, 1), "N": (1, 100, 1, 10, 10, 1),
    "O": (450, 4500, 100, 10, 400, 1), "P": (50, 50, 1, 1, 50, 1),
}  # fmt: skip
"""The paper's initial values of hierarchical Poisson factorization: a, a', b', c, c', d'."""


def ask(
    model: str | ppm.Declaration,
    targets: Mapping[str, float | Target],
    fixed: Mapping[str, float | str] | None = None,
    **options: Any,
) -> Outcome:
    declaration = catalogue_model(model) if isinstance(model, str) else model
    wanted = {
        name: value if isinstance(value, Target) else Target(float(value))
        for name, value in targets.items()
    }
    return match_by_sampling(declaration, wanted, fixed or {}, Options(**options))


def pmf_start(name: str) -> dict[str, float]:
    return dict(zip("abcd", map(float, PMF_STARTS[name]), strict=True))


def hpf_start(name: str) -> dict[str, float]:
    names = ("a", "a_prime", "b_prime", "c", "c_prime", "d_prime")
    return dict(zip(names, map(float, HPF_STARTS[name]), strict=True))


def codes(outcome: Outcome) -> set[str]:
    return {each.code for each in outcome.remarks}


def said(outcome: Outcome) -> str:
    return " ".join(each.message for each in outcome.remarks)

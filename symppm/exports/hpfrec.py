"""Exports to hpfrec: hierarchical Poisson factorization by mean-field inference."""

from __future__ import annotations

from typing import Any, Final

from symppm.exports.levels import hierarchical, small_shapes
from symppm.exports.types import Chosen, Export
from symppm.exports.writing import call, fitting, rounded

_CONVENTION = (
    "hpfrec: theta ~ Gamma(shape a, rate xi) with xi ~ Gamma(shape a_prime, rate a_prime / "
    "b_prime), so that b_prime is the mean of xi; beta, eta with c, c_prime, d_prime likewise. "
    "Rows are its users, columns its items."
)
_DEFAULTS = (
    "hpfrec's defaults, a_prime = c_prime = 0.3, have an infinite prior predictive mean: that "
    "needs more than 1, a variance more than 2."
)

_UNDERFLOW = (
    "sum_exp_trick=True, because with small shapes hpfrec's single precision underflows, "
    "and a fit can end in NaN."
)

_RUN: Final = {"maxiter": 300, "random_seed": 1, "verbose": False}
"""It makes all of its steps; its default, 100, is too few for large counts."""


def to_hpfrec(chosen: Chosen) -> Export:
    """Return a match as ``hpfrec.HPF`` takes it."""
    found = hierarchical(chosen, "hpfrec")
    small = small_shapes(found)
    arguments: dict[str, Any] = {
        "k": found.k,
        "a": rounded(found.row.shape),
        "a_prime": rounded(found.row.above),
        "b_prime": rounded(found.row.divisor),
        "c": rounded(found.col.shape),
        "c_prime": rounded(found.col.above),
        "d_prime": rounded(found.col.divisor),
        **({"sum_exp_trick": True} if small else {}),
    }
    code = fitting(
        "hpfrec",
        ["from hpfrec import HPF"],
        [
            f"model = {call('HPF', {**arguments, **_RUN})}",
            "model.fit(csr_matrix(counts).tocoo())",
            "return model, model.Theta, model.Beta",
        ],
        gaps=bool(chosen.gaps),
        likelihood="Poisson",
    )
    notes = (_CONVENTION, *found.notes, _DEFAULTS, *((_UNDERFLOW,) if small else ()), *small)
    return Export("hpfrec", "hpfrec", arguments, code, notes)

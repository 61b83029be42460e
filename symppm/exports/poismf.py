"""Exports to poismf: point estimates of Poisson factorization with one penalty for both sides."""

from __future__ import annotations

import math
from typing import Any, Final

from symppm.exports.penalties import penalties
from symppm.exports.structure import recognised, refused
from symppm.exports.types import Chosen, Export
from symppm.exports.writing import call, fitting, rounded

LIBRARY: Final = "poismf"
_CONVENTION = (
    "poismf: A (theta) and B (beta) maximise the Poisson log likelihood - l1_reg (sum of A + sum "
    "of B) - l2_reg (sum of squares of A + of B): one weight for both, so the scale of the match "
    "is moved to where {row} and {col}, the weights of its priors, are equal; fit() moves it back."
)
_FITTING = (
    "poismf leaves l2_reg at 1000 unless it is given. Counts must be positive; absent entries are "
    "zeros, and a row or column without counts gets factors that are zero."
)


_SQUARES = (
    'method="cg", because "tncg", its default, leaves the squares out of the objective that it '
    "evaluates (not out of the gradient)."
)


def to_poismf(chosen: Chosen) -> Export:
    """Return a match as ``poismf.PoisMF`` takes it."""
    structure = recognised(chosen)
    if isinstance(structure, str):
        raise refused(chosen, LIBRARY, structure)
    if structure.likelihood != "Poisson":
        raise refused(chosen, LIBRARY, f"its observations are {structure.likelihood}")
    if not all(math.isfinite(each.mean) for each in (structure.row, structure.col)):
        raise refused(chosen, LIBRARY, "a prior has no finite mean")
    found = penalties(structure)
    weight = math.sqrt(found.row * found.col)
    # Where theta is multiplied by s, beta divided by it, squares are weighed by s^-2.
    scale = (found.row / found.col) ** (0.25 if found.squares else 0.5)
    arguments: dict[str, Any] = {
        "k": chosen.k,
        "method": "cg" if found.squares else "tncg",
        "l1_reg": 0.0 if found.squares else rounded(weight),
        "l2_reg": rounded(weight / 2.0) if found.squares else 0.0,
    }
    code = fitting(
        LIBRARY,
        ["from poismf import PoisMF"],
        [
            f"model = {call('PoisMF', {**arguments, 'random_state': 1})}",
            "model.fit(csr_matrix(counts, dtype=float).tocoo())",
            f"scale = {rounded(scale)!r}",
            "return model, model.A / scale, model.B * scale",
        ],
        gaps=bool(chosen.gaps),
        likelihood="Poisson",
    )
    solver = (_SQUARES,) if found.squares else ()
    convention = _CONVENTION.format(row=f"{found.row:.6g}", col=f"{found.col:.6g}")
    return Export("poismf", LIBRARY, arguments, code, (convention, *found.notes, *solver, _FITTING))

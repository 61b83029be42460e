"""Exports to scHPF: hierarchical Poisson factorization of cells and genes."""

from __future__ import annotations

from symppm.exports.levels import hierarchical, small_shapes
from symppm.exports.types import Chosen, Export
from symppm.exports.writing import call, fitting, rounded

_CONVENTION = (
    "scHPF: theta ~ Gamma(shape a, rate xi) with xi ~ Gamma(shape ap, rate bp), where bp is a "
    "rate; beta, eta with c, cp, dp likewise. Rows are cells, columns are genes."
)
_DEFAULTS = (
    "scHPF takes bp and dp from the data if they are left out. Its defaults, ap = cp = 1, have an "
    "infinite prior predictive mean: that needs more than 1, a variance more than 2."
)

_START = (
    "scHPF starts its factors near a / bp and c / dp, which under so constant a level is far below "
    "the prior's: allow it more iterations."
)
_CONSTANT = 100.0


def to_schpf(chosen: Chosen) -> Export:
    """Return a match as ``schpf.scHPF`` takes it."""
    found = hierarchical(chosen, "scHPF")
    arguments = {
        "nfactors": found.k,
        "a": rounded(found.row.shape),
        "ap": rounded(found.row.above),
        "bp": rounded(found.row.rate),
        "c": rounded(found.col.shape),
        "cp": rounded(found.col.above),
        "dp": rounded(found.col.rate),
    }
    code = fitting(
        "scHPF",
        ["from schpf import scHPF"],
        [
            f"model = {call('scHPF', arguments)}",
            "model.fit(csr_matrix(counts).tocoo())",
            "return model, model.theta.e_x, model.beta.e_x",
        ],
        gaps=bool(chosen.gaps),
        likelihood="Poisson",
    )
    far = (_START,) if max(found.row.above, found.col.above) >= _CONSTANT else ()
    notes = (_CONVENTION, *found.notes, *far, _DEFAULTS, *small_shapes(found))
    return Export("schpf", "scHPF", arguments, code, notes)

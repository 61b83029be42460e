"""Exports of K alone, to libraries whose priors are not those of the match: cmfrec and implicit."""

from __future__ import annotations

from symppm.errors import ParameterError
from symppm.exports.structure import declaration_of
from symppm.exports.types import Chosen, Export
from symppm.exports.writing import call, fitting

_ALONE = (
    "{library} takes K and nothing else of the match: its factors have Gaussian priors by an L2 "
    "penalty, left at its default, and any sign, and what it fits is whether there is a count, "
    "weighed by how large it is, not the count. The matched mean, variance and correlations have "
    "no place in it."
)


def to_cmfrec(chosen: Chosen) -> Export:
    """Return the K of a match as ``cmfrec.CMF_implicit`` takes it."""
    _check_matrix(chosen)
    arguments = {"k": chosen.k}
    code = fitting(
        "cmfrec",
        ["from cmfrec import CMF_implicit"],
        [
            f"model = {call('CMF_implicit', {**arguments, 'random_state': 1})}",
            "model.fit(csr_matrix(counts, dtype=float).tocoo())",
            "return model, model.A_, model.B_",
        ],
        gaps=bool(chosen.gaps),
    )
    return Export("cmfrec", "cmfrec", arguments, code, (_ALONE.format(library="cmfrec"),))


def to_implicit(chosen: Chosen) -> Export:
    """Return the K of a match as ``implicit``'s alternating least squares takes it."""
    _check_matrix(chosen)
    arguments = {"factors": chosen.k}
    code = fitting(
        "implicit",
        ["from implicit.als import AlternatingLeastSquares"],
        [
            f"model = {call('AlternatingLeastSquares', {**arguments, 'random_state': 1})}",
            "model.fit(csr_matrix(counts, dtype=float), show_progress=False)",
            "return model, model.user_factors, model.item_factors",
        ],
        gaps=bool(chosen.gaps),
    )
    return Export("implicit", "implicit", arguments, code, (_ALONE.format(library="implicit"),))


def _check_matrix(chosen: Chosen) -> None:
    axes = declaration_of(chosen).observed.axes
    if len(axes) != 2:
        raise ParameterError(
            f"an export of {chosen.model}, whose data have {len(axes)} axes",
            expected="a model of a matrix, which is what these libraries factorize",
            do="Export to pymc, numpyro, pyro, stan, jags or json.",
        )

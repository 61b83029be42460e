"""Exports to scikit-learn's NMF: posterior modes under exponential or half-normal priors."""

from __future__ import annotations

import math
from typing import Final

from symppm.exports.penalties import Penalties, penalties
from symppm.exports.sides import Side, Structure
from symppm.exports.structure import recognised, refused
from symppm.exports.types import Chosen, Export
from symppm.exports.writing import Expression, call, fitting, rounded

LIBRARY: Final = "scikit-learn"
_CONVENTION = (
    "scikit-learn: W (theta) and components_ (beta, transposed) minimise {loss} + n_features "
    "alpha_W {penalty} of W + n_samples alpha_H {penalty} of components_, so that alpha_W is {row} "
    "/ n_features and alpha_H {col} / n_samples, with rows as samples."
)
_SOLVER = {"Poisson": ("mu", "kullback-leibler"), "Normal": ("cd", "frobenius")}
_LOSS = {
    "Poisson": "the generalised Kullback-Leibler divergence",
    "Normal": "half the squared error",
}


def to_sklearn(chosen: Chosen) -> Export:
    """Return a match as ``sklearn.decomposition.NMF`` takes it."""
    structure = _checked(chosen)
    found = penalties(structure)
    # The squared error is the Normal log likelihood times its variance, and so are the penalties.
    noise = 1.0 if structure.noise is None else structure.noise
    row, col = (rounded(noise * each) for each in (found.row, found.col))
    solver, loss = _SOLVER[structure.likelihood]
    arguments = {
        "n_components": chosen.k,
        "solver": solver,
        "beta_loss": loss,
        "alpha_W": f"{row!r} / n_features",
        "alpha_H": f"{col!r} / n_samples",
        "l1_ratio": 0.0 if found.squares else 1.0,
    }
    written = {
        **arguments,
        "alpha_W": Expression(arguments["alpha_W"]),
        "alpha_H": Expression(arguments["alpha_H"]),
        "max_iter": 1000,
        "random_state": 1,
    }
    code = fitting(
        LIBRARY,
        ["from sklearn.decomposition import NMF"],
        [
            "counts = csr_matrix(counts, dtype=float)",
            "counts.eliminate_zeros()  # of these scikit-learn wants none that are stored",
            "n_samples, n_features = counts.shape",
            f"model = {call('NMF', written)}",
            "theta = model.fit_transform(counts)",
            "return model, theta, model.components_.T",
        ],
        gaps=bool(chosen.gaps),
        likelihood=structure.likelihood,
    )
    notes = (_convention(structure, found, row, col), *_weighed(structure), *found.notes)
    return Export("sklearn", LIBRARY, arguments, code, notes)


def _checked(chosen: Chosen) -> Structure:
    structure = recognised(chosen)
    if isinstance(structure, str):
        raise refused(chosen, LIBRARY, structure)
    for side in (structure.row, structure.col):
        reason = _unfit(side)
        if reason:
            raise refused(chosen, LIBRARY, reason)
    return structure


def _unfit(side: Side) -> str:
    if side.signed:
        return f"the prior of {side.name} is {side.family}, which can be negative"
    if not (math.isfinite(side.mean) and side.mean > 0.0):
        return f"the prior of {side.name} has no finite mean"
    return ""


def _convention(structure: Structure, found: Penalties, row: float, col: float) -> str:
    penalty = "times half the sum of squares" if found.squares else "times the sum"
    return _CONVENTION.format(
        loss=_LOSS[structure.likelihood], penalty=penalty, row=f"{row:.6g}", col=f"{col:.6g}"
    )


def _weighed(structure: Structure) -> tuple[str, ...]:
    if structure.noise is None:
        return ()
    return (
        "Both weights are those of the priors times the variance of the noise, "
        f"{structure.noise:.6g}.",
    )

"""Exports to scikit-learn's NMF and to poismf: priors as penalties of point estimates."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from symppm.exports.code import Expression, rounded
from symppm.exports.factors import (
    Side,
    Structure,
    effect,
    exponential,
    moments_of,
    recognised,
    refused,
)
from symppm.exports.fitting import fitting
from symppm.exports.types import Chosen, Export


@dataclass(frozen=True)
class Penalties:
    """Weights of what is added to the negative log likelihood."""

    squares: bool
    row: float
    col: float
    notes: tuple[str, ...]


def penalties(structure: Structure) -> Penalties:
    """Return the penalties that are the priors of a match, or are nearest to them."""
    row, col = structure.row, structure.col
    if row.scale is not None and col.scale is not None:
        said = (
            "Sums of squares are the log densities of half-normal priors: posterior modes, exactly."
        )
        return Penalties(True, row.scale**-2, col.scale**-2, (said,))
    nearest = replace(structure, row=exponential(row), col=exponential(col))
    weights = (1.0 / row.mean, 1.0 / col.mean)
    if _is_exponential(row) and _is_exponential(col):
        said = (
            "Sums are the log densities of exponential priors, which these are (Gamma with shape "
            "1): the estimates are posterior modes, exactly, in every scale."
        )
        return Penalties(False, *weights, (said,))
    notes = [
        f"Sums are the log densities of exponential priors (Gamma with shape 1), not of "
        f"{_told(row)} and {_told(col)}. The nearest: the same means, rates {weights[0]:.6g} and "
        f"{weights[1]:.6g}, and the K of the match.",
        effect(moments_of(structure), moments_of(nearest)),
    ]
    notes.extend(_linear_part(row, col))
    return Penalties(False, *weights, tuple(notes))


def _is_exponential(side: Side) -> bool:
    return side.shape == 1.0 and side.level is None


def _told(side: Side) -> str:
    if side.family == "Gamma":
        above = " and a level above" if side.level is not None else ""
        return f"{side.name}'s (shape {side.shape:.4g}{above})"
    return f"{side.name}'s ({side.family})"


def _linear_part(row: Side, col: Side) -> list[str]:
    if row.shape is None or col.shape is None or row.level or col.level:
        return []
    factor = 1.0 / (row.shape * col.shape)
    return [
        f"The rates b and d themselves, {row.shape / row.mean:.6g} and {col.shape / col.mean:.6g}, "
        "are the linear part of the Gamma log densities, whose other part these libraries lack; "
        f"as exponential priors they would have {factor:.4g} times the mean."
    ]


_POISMF = (
    "poismf: A (theta) and B (beta) maximise the Poisson log likelihood - l1_reg (sum of A + sum "
    "of B) - l2_reg (sum of squares of A + of B): one weight for both, so the scale of the match "
    "is moved to where {row} and {col}, the weights of its priors, are equal; fit() moves it back."
)

_POISMF_FIT = (
    "poismf leaves l2_reg at 1000 unless it is given. Counts must be positive; absent entries are "
    "zeros, and a row or column without counts gets factors that are zero."
)

_SQUARES = (
    'method="cg", because "tncg", its default, leaves the squares out of the objective that it '
    "evaluates (not out of the gradient)."
)


def to_poismf(chosen: Chosen) -> Export:
    """Return a match as ``poismf.PoisMF`` takes it."""
    structure = recognised(chosen, "poismf", ("Poisson",))
    if not all(math.isfinite(each.mean) for each in (structure.row, structure.col)):
        raise refused(chosen, "poismf", "a prior has no finite mean")
    near = penalties(structure)
    weight = math.sqrt(near.row * near.col)
    # Where theta is multiplied by s, beta divided by it, squares are weighed by s^-2.
    scale = (near.row / near.col) ** (0.25 if near.squares else 0.5)
    arguments: dict[str, Any] = {
        "k": chosen.k,
        "method": "cg" if near.squares else "tncg",
        "l1_reg": 0.0 if near.squares else rounded(weight),
        "l2_reg": rounded(weight / 2.0) if near.squares else 0.0,
    }
    convention = _POISMF.format(row=f"{near.row:.6g}", col=f"{near.col:.6g}")
    notes = (convention, *near.notes, *((_SQUARES,) if near.squares else ()), _POISMF_FIT)
    return fitting(chosen, "poismf", "poismf", arguments, notes, "Poisson", scale=rounded(scale))


_SKLEARN = (
    "scikit-learn: W (theta) and components_ (beta, transposed) minimise {loss} + n_features "
    "alpha_W {penalty} of W + n_samples alpha_H {penalty} of components_, so that alpha_W is {row} "
    "/ n_features and alpha_H {col} / n_samples, with rows as samples."
)

_SOLVER = {
    "Poisson": ("mu", "kullback-leibler", "the generalised Kullback-Leibler divergence"),
    "Normal": ("cd", "frobenius", "half the squared error"),
}


def to_sklearn(chosen: Chosen) -> Export:
    """Return a match as ``sklearn.decomposition.NMF`` takes it."""
    structure = recognised(chosen, "scikit-learn")
    for side in (structure.row, structure.col):
        if side.signed:
            reason = f"the prior of {side.name} is {side.family}, which can be negative"
            raise refused(chosen, "scikit-learn", reason)
        if not 0.0 < side.mean < math.inf:
            raise refused(chosen, "scikit-learn", f"the prior of {side.name} has no finite mean")
    near = penalties(structure)
    # The squared error is the Normal log likelihood times its variance, and so are the penalties.
    noise = 1.0 if structure.noise is None else structure.noise
    row, col = (rounded(noise * each) for each in (near.row, near.col))
    solver, loss, in_words = _SOLVER[structure.likelihood]
    arguments = {
        "n_components": chosen.k,
        "solver": solver,
        "beta_loss": loss,
        "alpha_W": Expression(f"{row!r} / n_features"),
        "alpha_H": Expression(f"{col!r} / n_samples"),
        "l1_ratio": 0.0 if near.squares else 1.0,
    }
    penalty = "times half the sum of squares" if near.squares else "times the sum"
    said = [_SKLEARN.format(loss=in_words, penalty=penalty, row=f"{row:.6g}", col=f"{col:.6g}")]
    if structure.noise is not None:
        said.append(
            "Both weights are those of the priors times the variance of the noise, "
            f"{structure.noise:.6g}."
        )
    notes = (*said, *near.notes)
    return fitting(chosen, "sklearn", "scikit-learn", arguments, notes, structure.likelihood)

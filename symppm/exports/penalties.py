"""Priors as penalties of point estimates: what scikit-learn's NMF and poismf can be set to."""

from __future__ import annotations

from dataclasses import dataclass, replace

from symppm.exports.settings import effect, exponential, moments_of
from symppm.exports.sides import Side, Structure


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

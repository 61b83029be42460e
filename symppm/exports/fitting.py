"""Exports to libraries that fit: priors as they have them, or as penalties, or K alone."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from symppm.errors import ParameterError
from symppm.exports.code import Expression, rendered, rounded, template_notes
from symppm.exports.factors import (
    NEGLIGIBLE,
    Level,
    Side,
    Structure,
    declaration_of,
    difference,
    effect,
    exponential,
    gamma_side,
    moments_of,
    recognised,
    refused,
)
from symppm.exports.registry import LIBRARIES
from symppm.exports.types import MEAN_FIELD, Export, ExportTask


def _fitting(
    task: ExportTask, target: str, arguments: Mapping[str, Any], likelihood: str = "", **more: Any
) -> Export:
    """Return code that fits a library and scores it on held-out entries, without one by ranks."""
    library = LIBRARIES[target].title
    values = {"library": library, "arguments": arguments, "likelihood": likelihood, **more}
    code = rendered(f"{target}.py", missing=task.missing, **values)
    return Export(target, library, arguments, code, template_notes(f"{target}.py", **values))


@dataclass(frozen=True)
class Hierarchical:
    """What a library for hierarchical Poisson factorization is set to, and what that changes."""

    row: tuple[float, Level]  # the shape of factors, and what is above them
    col: tuple[float, Level]
    others: list[str]  # priors that are not Gamma
    constant: list[str]  # factors without a level above
    above: float  # shape of an almost constant level
    effect: str

    @property
    def small(self) -> bool:
        """Whether there are shapes that mean-field inference does not cope with."""
        return min(self.row[0], self.col[0]) < MEAN_FIELD


def hierarchical(task: ExportTask, library: str) -> Hierarchical:
    """Return the hierarchical Poisson factorization that is a match, or is nearest to it."""
    structure = recognised(task, library, ("Poisson",))
    sides = (structure.row, structure.col)
    row, col = (_gamma(side, task) for side in sides)
    nearest, above = _with_levels(replace(structure, row=row, col=col))
    change = "" if task.reshaped else effect(moments_of(structure), moments_of(nearest))
    others = [f"the prior of {s.name} ({s.family})" for s in sides if s.family != "Gamma"]
    constant = [side.name for side in (row, col) if side.level is None]
    return Hierarchical(
        _levelled(nearest.row), _levelled(nearest.col), others, constant, above, change
    )


def _gamma(side: Side, task: ExportTask) -> Side:
    if side.family == "Gamma":
        return side
    variance = side.square - side.mean**2
    if not 0.0 < variance < math.inf:
        raise ParameterError(
            f"an export of {task.match.model}, whose prior of {side.name} has no finite variance",
            expected="priors that a Gamma prior with the same mean and variance can stand for",
            do="Fix hyperparameters for which the variance exists.",
        )
    return gamma_side(side.name, side.mean**2 / variance, side.mean / variance)


def _with_levels(structure: Structure) -> tuple[Structure, float]:
    """Put almost constant levels where there are none, as constant as it takes."""
    moments = moments_of(structure)
    for above in (1e3, 1e4, 1e5, 1e6, 1e7, 1e8):
        row, col = _almost(structure.row, above), _almost(structure.col, above)
        nearest = replace(structure, row=row, col=col)
        if difference(moments, moments_of(nearest)) < NEGLIGIBLE:
            break
    return nearest, above


def _almost(side: Side, above: float) -> Side:
    if side.level is not None or side.shape is None:
        return side
    # The mean of one over the level is kept, and with it the mean of the factors.
    level = Level(above, (above - 1.0) * side.mean / side.shape)
    return gamma_side(side.name, side.shape, level=level)


def _levelled(side: Side) -> tuple[float, Level]:
    if side.shape is None or side.level is None:
        raise TypeError(f"{side.name} is not a Gamma variable with a level above")
    return side.shape, side.level


def _of_levels(
    task: ExportTask, target: str, size: str, near: Hierarchical, values: Mapping[str, float]
) -> Export:
    arguments: dict[str, Any] = {size: task.k, **{n: rounded(v) for n, v in values.items()}}
    if near.small and target == "hpfrec":
        arguments["sum_exp_trick"] = True
    return _fitting(task, target, arguments, "Poisson", near=near, least=MEAN_FIELD)


def to_hpfrec(task: ExportTask) -> Export:
    """Return a match as ``hpfrec.HPF`` takes it."""
    near = hierarchical(task, "hpfrec")
    (a, xi), (c, eta) = near.row, near.col
    values = {
        "a": a, "a_prime": xi.shape, "b_prime": xi.shape / xi.rate,
        "c": c, "c_prime": eta.shape, "d_prime": eta.shape / eta.rate,
    }  # fmt: skip
    return _of_levels(task, "hpfrec", "k", near, values)


def to_schpf(task: ExportTask) -> Export:
    """Return a match as ``schpf.scHPF`` takes it."""
    near = hierarchical(task, "scHPF")
    (a, xi), (c, eta) = near.row, near.col
    values = {"a": a, "ap": xi.shape, "bp": xi.rate, "c": c, "cp": eta.shape, "dp": eta.rate}
    return _of_levels(task, "schpf", "nfactors", near, values)


@dataclass(frozen=True)
class Penalties:
    """Weights of what is added to the negative log likelihood, in place of priors."""

    sides: tuple[Side, Side]
    squares: bool
    row: float
    col: float
    effect: str = ""


def penalties(structure: Structure) -> Penalties:
    """Return the penalties that are the priors of a match, or are nearest to them."""
    row, col = sides = (structure.row, structure.col)
    if row.scale is not None and col.scale is not None:
        return Penalties(sides, True, row.scale**-2, col.scale**-2)
    if all(side.shape == 1.0 and side.level is None for side in sides):
        return Penalties(sides, False, 1.0 / row.mean, 1.0 / col.mean)
    nearest = replace(structure, row=exponential(row), col=exponential(col))
    change = effect(moments_of(structure), moments_of(nearest))
    return Penalties(sides, False, 1.0 / row.mean, 1.0 / col.mean, change)


def to_poismf(task: ExportTask) -> Export:
    """Return a match as ``poismf.PoisMF`` takes it."""
    structure = recognised(task, "poismf", ("Poisson",))
    if not all(math.isfinite(side.mean) for side in (structure.row, structure.col)):
        raise refused(task, "poismf", "a prior has no finite mean")
    near = penalties(structure)
    weight = math.sqrt(near.row * near.col)
    # Where theta is multiplied by s, beta divided by it, squares are weighed by s^-2.
    scale = (near.row / near.col) ** (0.25 if near.squares else 0.5)
    arguments: dict[str, Any] = {
        "k": task.k,
        "method": "cg" if near.squares else "tncg",
        "l1_reg": 0.0 if near.squares else rounded(weight),
        "l2_reg": rounded(weight / 2.0) if near.squares else 0.0,
    }
    return _fitting(task, "poismf", arguments, "Poisson", near=near, scale=rounded(scale))


_SOLVER: Final = {"Poisson": ("mu", "kullback-leibler"), "Normal": ("cd", "frobenius")}


def to_sklearn(task: ExportTask) -> Export:
    """Return a match as ``sklearn.decomposition.NMF`` takes it."""
    structure = recognised(task, "scikit-learn")
    for side in (structure.row, structure.col):
        if side.signed:
            reason = f"the prior of {side.name} is {side.family}, which can be negative"
            raise refused(task, "scikit-learn", reason)
        if not 0.0 < side.mean < math.inf:
            raise refused(task, "scikit-learn", f"the prior of {side.name} has no finite mean")
    near = penalties(structure)
    # The squared error is the Normal log likelihood times its variance, and so are the penalties.
    noise = 1.0 if structure.noise is None else structure.noise
    row, col = (rounded(noise * penalty) for penalty in (near.row, near.col))
    solver, loss = _SOLVER[structure.likelihood]
    arguments = {
        "n_components": task.k,
        "solver": solver,
        "beta_loss": loss,
        "alpha_W": Expression(f"{row!r} / n_features"),
        "alpha_H": Expression(f"{col!r} / n_samples"),
        "l1_ratio": 0.0 if near.squares else 1.0,
    }
    more = {"near": near, "row": row, "col": col, "noise": noise}
    return _fitting(task, "sklearn", arguments, structure.likelihood, **more)


def to_cmfrec(task: ExportTask) -> Export:
    """Return the K of a match as ``cmfrec.CMF_implicit`` takes it."""
    return _of_k(task, "cmfrec", "k")


def to_implicit(task: ExportTask) -> Export:
    """Return the K of a match as ``implicit``'s alternating least squares takes it."""
    return _of_k(task, "implicit", "factors")


def _of_k(task: ExportTask, target: str, size: str) -> Export:
    axes = declaration_of(task).observed.axes
    if len(axes) != 2:
        raise ParameterError(
            f"an export of {task.match.model}, whose data have {len(axes)} axes",
            expected="a model of a matrix, which is what these libraries factorize",
            do="Export to pymc, numpyro, pyro, stan, jags or json.",
        )
    return _fitting(task, target, {size: task.k})

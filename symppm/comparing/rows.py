"""One model of a comparison: fitted, tested, and with what is known of its number of factors."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from symppm.codegen.load import load_model
from symppm.comparing.comparison import ComparedModel, HeldOut, Misfit
from symppm.comparing.fitting import Fit, Goal, fitted, size_ends
from symppm.comparing.formulas import Formulas, formulas_of
from symppm.comparing.moments import LEAST_SIDE, Measured, measured_moments, whitening
from symppm.comparing.verdict import as_mapping, exceeded, judged, unsuitable
from symppm.data.forms import BlockMatrix
from symppm.errors import DataError, NotBuiltError, NotDerivableError
from symppm.matching.kernels import moved
from symppm.matching.models import declaration_of, title_of
from symppm.statistics.moments import Examined, examined_matrix

if TYPE_CHECKING:
    from symppm.modeller import Model

_STEPS: Final = 60


Halves = tuple[Measured, Measured]
"""To fit, and held out: parts of a matrix that share neither rows nor columns."""


def row_of(
    name: str, model: str | Model, measured: Measured, halves: Halves | None, *,
    level: float, k: int | None, random_seed: int,
) -> tuple[ComparedModel, Fit | None]:  # fmt: skip
    """Fit a model with the K of its moments, and test it with this K, if one is to be held."""
    declaration, title = declaration_of(model), title_of(model)

    def excluded(reason: str) -> tuple[ComparedModel, None]:
        return ComparedModel(name, title, "excluded", reason), None

    reason = unsuitable(declaration, measured)
    if reason is not None:
        return excluded(reason)
    try:
        formulas = formulas_of(declaration)
    except (NotDerivableError, NotBuiltError) as error:
        return excluded(f"there are no formulas for its moments: {error.given}")
    if not formulas.connected:
        return excluded("what all entries share varies, of which one matrix shows a single draw")
    held = k if formulas.size is not None else None
    fit = fitted(formulas, measured, random_seed, k=held)
    own = fit if held is None else fitted(formulas, measured, random_seed, begin=fit)
    if own is None or fit is None:
        return excluded("no hyperparameters were found for which its moments exist")
    degrees = fit.known - fit.free
    if degrees <= 0:
        return excluded(
            f"it has {fit.free} hyperparameters for {fit.known} moments that are known of it, "
            "so nothing is left to test"
        )
    p_value = _p_value(fit.j, degrees, measured.lines - 1)
    row = ComparedModel(
        name,
        title,
        "fits",
        exceeded(declaration, measured.statistics, fit.point) or "",
        misfit=Misfit(fit.j, degrees, p_value, fit.j - degrees * math.log(measured.lines)),
        held_out=None if halves is None else _held_out(formulas, *halves, fit, held),
        free=fit.free,
        parameters=_anchored(model, {n: v for n, v in fit.point.items() if n != formulas.size}),
        contrasts=as_mapping(fit.names, fit.contrast),
        **_size(formulas, measured, own, level, held=held is not None),
    )
    return judged(row, level), fit


def _size(
    formulas: Formulas, measured: Measured, fit: Fit, level: float, *, held: bool
) -> dict[str, Any]:
    """Return the K of a model's own moments, and how well they then fit, if it is not that held."""
    if formulas.size is None:
        return {}
    from scipy.special import stdtrit  # noqa: PLC0415 - slow to load

    k = fit.point[formulas.size]
    reach = float(stdtrit(measured.lines - 1, 0.975))
    p_value = _p_value(fit.j, fit.known - fit.free, measured.lines - 1)
    ends = size_ends(formulas, measured, fit, reach, search=p_value >= level)
    size = {"k": max(1, round(k)), "k_exact": k, "k_interval": ends}
    return {**size, "p_value_free_k": p_value} if held else size


def _p_value(j: float, degrees: int, freedom: int) -> float:
    from scipy.special import fdtrc  # noqa: PLC0415 - slow to load

    if degrees <= 0:
        return 1.0
    second_degrees = freedom - degrees + 1
    return float(fdtrc(degrees, second_degrees, j * second_degrees / (freedom * degrees)))


def _anchored(model: str | Model, point: dict[str, float]) -> dict[str, float]:
    """Return hyperparameters of a catalogue model with free scales set so that anchors are one."""
    spec = load_model(model).SPEC if isinstance(model, str) else None
    anchors = [] if spec is None else [symmetry.anchor for symmetry in spec.symmetries]
    if spec is None or not anchors or not all(point.get(name, 0.0) > 0 for name in anchors):
        return point
    weights = [[symmetry.weights.get(name, 0) for symmetry in spec.symmetries] for name in anchors]
    logs = np.linalg.solve(weights, [-math.log(point[name]) for name in anchors])
    return moved(spec, point, logs.tolist())


def halves_of(data: Examined, *, random_seed: int) -> Halves | None:
    """Measure a random half of the rows and columns, and the other half."""
    matrix = data.matrix
    if isinstance(matrix, BlockMatrix) or min(matrix.shape) < 2 * LEAST_SIDE:
        return None
    rng = np.random.default_rng(random_seed)
    halves = [np.array_split(rng.permutation(length), 2) for length in matrix.shape]
    try:
        to_fit, held_out = (
            measured_moments(
                examined_matrix(
                    matrix.part(np.sort(rows), np.sort(columns)), intervals=True, profile=True
                ),
                random_seed=random_seed,
            )
            for rows, columns in zip(*halves, strict=True)
        )
    except DataError:
        return None
    return to_fit, held_out


def _held_out(
    formulas: Formulas, to_fit: Measured, held_out: Measured, fit: Fit, k: int | None
) -> HeldOut | None:
    """Test how far the moments of one half are from what the other half predicts."""
    names = tuple(name for name in fit.names if name in to_fit.names and name in held_out.names)
    if not names:
        return None
    fit_goal, test_goal = (Goal(formulas, half, names, k) for half in (to_fit, held_out))
    nearest = fit_goal.descend(fit.place, _STEPS)
    if nearest is None:
        return None
    contrast = test_goal.contrast(nearest[0])
    with np.errstate(all="ignore"):
        slopes = fit_goal.whiten @ fit_goal.slopes(nearest[0])
        if not np.isfinite(slopes).all():
            return None
        propagated = test_goal.slopes(nearest[0]) @ np.linalg.pinv(slopes, rcond=1e-6)
    covariance = test_goal.covariance + propagated @ propagated.T
    if not (np.isfinite(covariance).all() and np.isfinite(contrast).all()):
        return None
    whitened = whitening(covariance) @ contrast
    j, degrees = float(whitened @ whitened), len(whitened)
    return HeldOut(j, degrees, _p_value(j, degrees, held_out.lines - 1))

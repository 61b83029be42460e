"""One model of a comparison: fitted, tested, and with what is known of its number of factors."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from symppm.codegen.load import load_model
from symppm.comparing.comparison import ComparedModel, HeldOut, Misfit
from symppm.comparing.ends import size_ends
from symppm.comparing.fitting import fitted
from symppm.comparing.formulas import Formulas, formulas_of
from symppm.comparing.goal import Fit
from symppm.comparing.held_out import Halves, held_out_j
from symppm.comparing.moments import Measured
from symppm.comparing.ranking import as_mapping
from symppm.comparing.suitability import exceeded, unsuitable
from symppm.errors import NotBuiltError, NotDerivableError
from symppm.matching.models import declaration_of, title_of

if TYPE_CHECKING:
    from symppm.modeller import Model


@dataclass(frozen=True)
class Data:
    """What models are compared on."""

    measured: Measured
    halves: Halves | None
    level: float
    random_seed: int


def row_of(name: str, model: str | Model, data: Data) -> tuple[ComparedModel, Fit | None]:
    """Fit a model and test it."""
    declaration, title, measured = declaration_of(model), title_of(model), data.measured

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
    fit = fitted(formulas, measured, data.random_seed)
    if fit is None:
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
        "" if (above := exceeded(declaration, measured.statistics, fit.point)) is None else above,
        misfit=Misfit(fit.j, degrees, p_value, fit.j - degrees * math.log(measured.lines)),
        held_out=None if data.halves is None else _held_out(formulas, data.halves, fit),
        free=fit.free,
        parameters=_anchored(model, {n: v for n, v in fit.point.items() if n != formulas.size}),
        contrasts=as_mapping(
            fit.names,
            fit.contrast / np.sqrt(np.diag(measured.covariance))[measured.places(fit.names)],
        ),
        **_size(formulas, measured, fit, near=p_value >= data.level),
    )
    return row, fit


def _size(formulas: Formulas, measured: Measured, fit: Fit, *, near: bool) -> dict[str, Any]:
    if formulas.size is None:
        return {}
    from scipy.special import stdtrit  # noqa: PLC0415 - slow to load

    k = fit.point[formulas.size]
    reach = float(stdtrit(measured.lines - 1, 0.975))
    ends = size_ends(formulas, measured, fit, reach, search=near)
    return {"k": max(1, round(k)), "k_exact": k, "k_interval": ends}


def _held_out(formulas: Formulas, halves: Halves, fit: Fit) -> HeldOut | None:
    found = held_out_j(formulas, halves, fit)
    if found is None:
        return None
    j, degrees, lines = found
    return HeldOut(j, degrees, _p_value(j, degrees, lines - 1))


def _p_value(j: float, degrees: int, freedom: int) -> float:
    from scipy.special import fdtrc  # noqa: PLC0415 - slow to load

    rest = freedom - degrees + 1
    return float(fdtrc(degrees, rest, j * rest / (freedom * degrees)))


def _anchored(model: str | Model, point: dict[str, float]) -> dict[str, float]:
    """Return hyperparameters of a catalogue model with free scales set so that anchors are one."""
    if not isinstance(model, str):
        return point
    made = dict(point)
    for symmetry in load_model(model).SPEC.symmetries:
        if not set(symmetry.weights) <= set(made) or made[symmetry.anchor] <= 0:
            continue
        log = -math.log(made[symmetry.anchor]) / symmetry.weights[symmetry.anchor]
        for name, weight in symmetry.weights.items():
            made[name] *= math.exp(weight * log)
    return made

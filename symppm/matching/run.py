"""Match data or targets with a model, on generated kernels."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from symppm.codegen.load import load_model
from symppm.codegen.spec import ModelSpec
from symppm.errors import DataError, ParameterError, TargetError, did_you_mean
from symppm.matching.findings import about_data
from symppm.matching.gauges import choose_gauge
from symppm.matching.result import Match
from symppm.matching.solving import solved
from symppm.measure import Statistics, statistics

if TYPE_CHECKING:
    from symppm.modeller import Model

DEFAULT_MODEL = "pmf_gamma"


def match(
    data: Any = None,
    model: str | Model = DEFAULT_MODEL,
    *,
    targets: Mapping[str, float] | None = None,
    gauge: str | None = None,
    fixed: Mapping[str, float] | None = None,
    zeros: str = "observed",
    mask: Any = None,
) -> Match:
    """Choose the number of factors and the priors so that a model's moments meet the targets.

    Parameters
    ----------
    data : array_like or SciPy sparse, shape (N, M), optional
        Counts, from which the targets are measured. Give these or ``targets``.
    model : str or Model
        A name of the catalogue, or a declared model, which is derived and compiled first.
    targets : mapping of str to float, optional
        ``{"mean": ..., "variance": ..., "rho_row": ..., "rho_col": ...}``.
    gauge : str, optional
        How to fix the scale that no data can see: a prior's name (its mean is one; the default is
        the first prior), ``"mean(theta)=2"``, ``"equal-means"``, or a value as in ``"b=1"``.
    fixed : mapping of str to float, optional
        Hyperparameters, or K, that are given. A hyperparameter whose scale data do not identify
        takes the place of a gauge. With others given, the targets can in general not all be met:
        the free ones are fitted by least squares on the logarithms of the moments, and a finding
        says what is off.
    zeros : {"observed", "missing"}
        What absent entries are; see :func:`symppm.statistics`.
    mask : array_like of bool, optional
        True where an entry was observed.

    Returns
    -------
    Match
        With ``feasible`` false, and findings that say why, if the model cannot have the targets.

    Raises
    ------
    DataError
        If the data cannot be used: not a matrix, not finite, negative under a model of counts.
    TargetError
        If targets are missing, unknown, or no numbers.
    ParameterError
        If the gauge or something fixed does not fit the model.
    ModelNameError
        If the catalogue has no such model.

    Notes
    -----
    K and the priors solve the moment equations of da Silva et al. (JMLR 24(67), 2023), equations
    for K, a, c and b d in the section on matching moments. K is then rounded, at least to one, and
    the rest solved again so that mean, variance and the ratio of the correlations hold.
    """
    module = load_model(model) if isinstance(model, str) else _compiled(model)
    spec: ModelSpec = module.SPEC
    k_given, given, gauge = _read_fixed(spec, fixed or {}, gauge)
    choice = choose_gauge(spec, gauge)
    measured = _measured(spec, data, targets, zeros, mask)
    wanted = (
        {name: float(getattr(measured, name)) for name in spec.targets}
        if measured is not None
        else _checked(spec, targets or {})
    )
    findings = () if measured is None else about_data(measured, spec)
    return solved(module, wanted, k_given, given, choice, measured, findings)


def _compiled(model: Model) -> ModuleType:
    # Only a declared model needs SymPy; the data path must not load it.
    from symppm.codegen.compile import compile_model  # noqa: PLC0415

    declaration = getattr(model, "declaration", None)
    if declaration is None:
        raise ParameterError(
            f"model={model!r}",
            expected="a catalogue name or a declared Model",
            do='Pass a name such as "pmf_gamma"; data come first, then the model.',
        )
    return compile_model(declaration)


def _read_fixed(
    spec: ModelSpec, fixed: Mapping[str, float], gauge: str | None
) -> tuple[int | None, dict[str, float], str | None]:
    """Split what is fixed into K, the rest, and the gauge that a fixed free scale amounts to."""
    names = {each.name: each for each in spec.parameters}
    free = {name for symmetry in spec.symmetries for name in symmetry.weights}
    k: int | None = None
    rest: dict[str, float] = {}
    for name, value in fixed.items():
        if name not in names:
            raise ParameterError(
                f"fixed {name!r}",
                expected=f"a parameter of {spec.name}",
                do=did_you_mean(name, names),
            )
        whole = names[name].is_size
        if not (math.isfinite(value) and value > 0) or (whole and value != int(value)):
            raise ParameterError(
                f"{name}={value}",
                expected="a positive integer" if whole else "a positive number",
                do="Round it first." if whole else "Check the value.",
            )
        if whole:
            k = int(value)
        else:
            rest[name] = float(value)
    scales = [name for name in rest if name in free]
    if scales and gauge is not None:
        raise ParameterError(
            f"fixed {scales[0]} beside the gauge {gauge!r}",
            expected="one of the two, since either fixes the only free scale",
            do="Leave one out.",
        )
    return k, rest, f"{scales[0]}={rest[scales[0]]!r}" if scales else gauge


def _measured(
    spec: ModelSpec,
    data: Any,
    targets: Mapping[str, float] | None,
    zeros: str,
    mask: Any,
) -> Statistics | None:
    if (data is None) == (targets is None):
        raise TargetError(
            "both data and targets" if data is not None else "neither data nor targets",
            expected="one of the two",
            do="Write ppm.match(counts) or ppm.match(targets={...}).",
        )
    if targets is not None:
        return None
    if isinstance(data, Mapping):
        raise TargetError(
            "a mapping in the place of the data",
            expected="a matrix first, targets by name",
            do="Write ppm.match(targets={...}).",
        )
    measured = statistics(data, zeros=zeros, mask=mask)
    if spec.observed_is_count and measured.minimum < 0:
        raise DataError(
            f"the smallest entry is {measured.minimum:g}" + _place(data, measured.minimum),
            expected=f"counts, zero or more, since {spec.name} generates counts",
            do="Undo any centering or log transform, or choose a model for real data.",
        )
    return measured


def _place(data: Any, value: float) -> str:
    """Say where a value stands, if that is cheap to find."""
    if hasattr(data, "tocoo"):
        entries = data.tocoo()
        at = int(np.argmin(entries.data))
        row, column = int(entries.row[at]), int(entries.col[at])
    else:
        places = np.argwhere(np.asarray(data) == value)
        row, column = (int(n) for n in places[0])
    return f", at row {row + 1}, column {column + 1}"


def _checked(spec: ModelSpec, targets: Mapping[str, float]) -> dict[str, float]:
    for name in targets:
        if name not in spec.targets:
            raise TargetError(
                f"the target {name!r}",
                expected="targets of " + spec.name + ": " + ", ".join(spec.targets),
                do=did_you_mean(name, spec.targets),
            )
    missing = [name for name in spec.targets if name not in targets]
    if missing:
        raise TargetError(
            f"no target for {', '.join(missing)}",
            expected="all of " + ", ".join(spec.targets),
            do="Add the missing ones; fewer leave a whole family of priors.",
        )
    values = {}
    for name in spec.targets:
        try:
            values[name] = float(targets[name])
        except (TypeError, ValueError):
            values[name] = math.nan
        if not math.isfinite(values[name]):
            raise TargetError(
                f"{name}={targets[name]!r}", expected="a finite number", do="Check the target."
            )
    for name, value in values.items():
        if name.startswith("rho_") and abs(value) > 1:
            raise TargetError(
                f"{name}={value:g}",
                expected="a correlation, between -1 and 1",
                do="Divide the covariance by the variance first.",
            )
    if values.get("variance", 1.0) <= 0:
        raise TargetError(
            f"variance={values['variance']:g}",
            expected="a positive variance",
            do="A constant matrix has no correlations and determines no priors.",
        )
    return values

"""Match data or targets with a model, on generated kernels."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any

from symppm.codegen.load import load_model
from symppm.codegen.spec import ModelSpec, ParameterSpec
from symppm.errors import ParameterError, TargetError, did_you_mean
from symppm.matching.findings import about_data, about_exposure
from symppm.matching.kernels import Kernels
from symppm.matching.measuring import as_targets, average_inverse_exposure, check_upper, measure
from symppm.matching.question import Question
from symppm.matching.result import Match
from symppm.matching.solving import solved

if TYPE_CHECKING:
    from symppm.model.declaration import Declaration
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
    known: Mapping[str, Any] | None = None,
) -> Match:
    """Choose the number of factors and the priors so that a model's moments meet the targets.

    Parameters
    ----------
    data : array_like or SciPy sparse, shape (N, M), optional
        Counts or what else the model generates, from which the targets are measured; an array with
        as many axes as the model is observed along. Give these or ``targets``.
    model : str or Model
        A name of the catalogue, or a declared model, which is derived and compiled first.
    targets : mapping of str to float, optional
        ``{"mean": ..., "variance": ..., "rho_row": ..., "rho_col": ...}``. Fewer do if enough
        hyperparameters are fixed; ``"cov_row"`` may stand in for ``"rho_row"``. Joint cumulants are
        targets too, such as ``"cumulant ij ij il"``, for what these leave open; the model is then
        derived and compiled first.
    gauge : str, optional
        How to fix the scale that no data can see: a prior's name (its mean is one; the default is
        the first prior), ``"mean(theta)=2"``, ``"equal-means"``, or a value as in ``"b=1"``.
    fixed : mapping of str to float, optional
        Hyperparameters, or K, that are given. What a model needs besides targets, such as the
        noise of its observations, comes here; `symppm models` lists it. A hyperparameter whose
        scale data do not identify takes the place of a gauge. With others given, the targets can in
        general not all be met: the free ones are fitted by least squares on the logarithms of the
        moments, and a finding says what is off.
    zeros : {"observed", "missing"}
        What absent entries are; see :func:`symppm.statistics`.
    mask : array_like of bool, optional
        True where an entry was observed.
    known : mapping of str to array, optional
        Values of the model's known arrays, such as ``{"gamma": exposures}`` with one number a
        column for pmf_gamma_exposure.

    Returns
    -------
    Match
        With ``feasible`` false, and findings that say why, if the model cannot have the targets.
        Where several sets of hyperparameters have the same moments, ``branches`` lists them all
        and none is chosen.

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
    higher: tuple[str, ...] = ()
    if isinstance(targets, Mapping) and any(map(_is_cumulant, targets)):
        targets, higher = _usual_names(model, targets)
    if higher:
        module = _with_cumulants(model, higher)
    else:
        module = load_model(model) if isinstance(model, str) else _compiled(model)
    spec: ModelSpec = module.SPEC
    k, given = _read_fixed(spec, {} if fixed is None else fixed, gauge)
    _check_one(data, targets)
    if targets is not None and known is not None:
        raise ParameterError(
            "known arrays beside targets",
            expected="known arrays beside data; targets are those of data divided by them",
            do="Leave them out, or pass the data.",
        )
    measured = (
        None
        if targets is not None
        else measure(spec, data, {} if known is None else known, zeros, mask)
    )
    if measured is not None:
        check_upper(spec, measured, given)
    wanted = _checked(spec, targets) if measured is None else as_targets(spec, measured)
    if spec.exposures:
        if measured is not None and spec.needs[-1] in given:
            raise ParameterError(
                f"fixed {spec.needs[-1]!r} beside data",
                expected="data alone, with their known arrays: it is computed from these",
                do="Leave it out.",
            )
        given = {spec.needs[-1]: average_inverse_exposure(measured), **given}
    findings = () if measured is None else about_data(measured, spec)
    findings = (*findings, *about_exposure(spec))
    return solved(Question(Kernels(module), wanted, k, given, gauge, measured, findings))


def _compiled(model: Model) -> ModuleType:
    # Only a declared model needs SymPy; the data path must not load it.
    from symppm.codegen.compile import compile_model  # noqa: PLC0415

    return compile_model(_declaration(model))


def _is_cumulant(name: object) -> bool:
    words = name.replace("_", " ").split() if isinstance(name, str) else []
    return words[:1] == ["cumulant"] and "/" not in words[-1]


def _usual_names(
    model: str | Model, targets: Mapping[str, float]
) -> tuple[dict[str, float], tuple[str, ...]]:
    """Return targets by their usual names, and those that are cumulants above order two."""
    # These targets need SymPy; the data path must not load it.
    from symppm.solve.targets import usual_name  # noqa: PLC0415

    declaration = _declaration(model)
    named: dict[str, float] = {}
    for name, value in targets.items():
        usual = usual_name(declaration, name) if _is_cumulant(name) else name
        if usual in named:
            raise TargetError(
                f"the target {name!r}, which is {usual!r}",
                expected="each target once",
                do="Leave one of the two out.",
            )
        named[usual] = value
    return named, tuple(sorted(name for name in named if _is_cumulant(name)))


def _with_cumulants(model: str | Model, higher: tuple[str, ...]) -> ModuleType:
    """Compile a model for joint cumulants as targets besides the usual ones."""
    from symppm.codegen.compile import compile_model  # noqa: PLC0415 - needs SymPy
    from symppm.model.catalogue import CATALOGUE  # noqa: PLC0415 - as above
    from symppm.solve.targets import default_targets  # noqa: PLC0415 - as above

    declaration = _declaration(model)
    title = CATALOGUE[model].title if isinstance(model, str) else "declared by the user"
    return compile_model(declaration, (*default_targets(declaration), *higher), title)


def _declaration(model: str | Model) -> Declaration:
    """Return the declaration of what a user passed as a model."""
    if isinstance(model, str):
        from symppm.model.catalogue import catalogue_model  # noqa: PLC0415 - needs SymPy

        return catalogue_model(model)
    declaration: Declaration | None = getattr(model, "declaration", None)
    if declaration is None:
        raise ParameterError(
            f"model={model!r}",
            expected="a catalogue name or a declared Model",
            do='Pass a name such as "pmf_gamma"; data come first, then the model.',
        )
    return declaration


def _read_fixed(
    spec: ModelSpec, fixed: Mapping[str, float], gauge: str | None
) -> tuple[int | None, dict[str, float]]:
    """Split what is fixed into the size and the hyperparameters."""
    if not isinstance(fixed, Mapping):
        raise ParameterError(
            f"fixed={fixed!r}",
            expected="a mapping from names to numbers",
            do='Write, for example, fixed={"K": 20}.',
        )
    names = {each.name: each for each in spec.parameters}
    k: int | None = None
    rest: dict[str, float] = {}
    for name, value in fixed.items():
        if name not in names:
            raise ParameterError(
                f"fixed {name!r}",
                expected=f"a parameter of {spec.name}",
                do=did_you_mean(name, names),
            )
        number = _number(value)
        _check_value(names[name], number, value)
        if names[name].is_size:
            k = int(number)
        else:
            rest[name] = number
    free = {name for symmetry in spec.symmetries for name in symmetry.weights}
    scales = [name for name in rest if name in free and name not in spec.needs]
    if gauge is not None and scales and len(scales) >= len(spec.symmetries):
        raise ParameterError(
            f"fixed {scales[0]} beside the gauge {gauge!r}",
            expected="one of the two, since either fixes the only free scale",
            do="Leave one out.",
        )
    return k, rest


def _check_value(parameter: ParameterSpec, value: float, given: object) -> None:
    whole = parameter.is_size or parameter.integer
    low = {"positive": value > 0, "nonnegative": value >= 0, "negative": value < 0}
    fits = math.isfinite(value) and low.get(parameter.domain, True)
    if parameter.upper is not None:
        fits = fits and value <= parameter.upper
    if fits and not (whole and value != int(value)):
        return
    expected = "a finite number" if parameter.domain == "real" else f"a {parameter.domain} number"
    if parameter.upper is not None:
        expected += f", at most {parameter.upper}"
    raise ParameterError(
        f"{parameter.name}={given}",
        expected="a positive integer" if whole else expected,
        do="Round it first." if whole else "Check the value.",
    )


def _number(value: Any) -> float:
    """Return a value as a float: not a number where it is none."""
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return math.nan


def _check_one(data: Any, targets: Mapping[str, float] | None) -> None:
    if (data is None) == (targets is None):
        raise TargetError(
            "both data and targets" if data is not None else "neither data nor targets",
            expected="one of the two",
            do="Write ppm.match(counts) or ppm.match(targets={...}).",
        )


def _checked(spec: ModelSpec, targets: Mapping[str, float] | None) -> dict[str, float]:
    if not isinstance(targets, Mapping):
        raise TargetError(
            f"targets={targets!r}",
            expected="a mapping from names to numbers",
            do='Write, for example, targets={"mean": 2, "variance": 30}.',
        )
    shared = [name for name in spec.targets if name.startswith("rho_")]
    known = [*spec.targets, *(name.replace("rho_", "cov_", 1) for name in shared)]
    for name in targets:
        if name not in known:
            raise TargetError(
                f"the target {name!r}",
                expected="targets of " + spec.name + ": " + ", ".join(spec.targets),
                do=did_you_mean(str(name), known),
            )
    if not targets:
        raise TargetError(
            "no targets",
            expected="at least one of " + ", ".join(spec.targets),
            do='Write, for example, targets={"mean": 2, "variance": 30}.',
        )
    values = {}
    for name in sorted(targets, key=known.index):
        values[name] = _number(targets[name])
        if not math.isfinite(values[name]):
            raise TargetError(
                f"{name}={targets[name]!r}", expected="a finite number", do="Check the target."
            )
    if values.get("variance", 1.0) <= 0:
        raise TargetError(
            f"variance={values['variance']:g}",
            expected="a positive variance",
            do="A constant matrix has no correlations and determines no priors.",
        )
    for name, value in values.items():
        if name.startswith("rho_") and abs(value) > 1:
            raise TargetError(
                f"{name}={value:g}",
                expected="a correlation, between -1 and 1",
                do="Divide the covariance by the variance first.",
            )
        both = name.startswith("cov_") and name.replace("cov_", "rho_", 1) in values
        if both and "variance" in values:
            raise TargetError(
                f"the target {name} beside the correlation and the variance",
                expected="targets that do not repeat each other",
                do="Leave one of the three out.",
            )
    return _as_correlations(values)


def _as_correlations(targets: Mapping[str, float]) -> dict[str, float]:
    """Divide covariances by the variance, where it is a target too."""
    if "variance" not in targets:
        return dict(targets)
    found = {}
    for name, value in targets.items():
        if not name.startswith("cov_"):
            found[name] = value
            continue
        rho = value / targets["variance"]
        if not abs(rho) <= 1:
            raise TargetError(
                f"{name}={value:g} beside variance={targets['variance']:g}",
                expected="a covariance of at most the variance",
                do="Check which of the two was mistyped.",
            )
        found[name.replace("cov_", "rho_", 1)] = rho
    return found

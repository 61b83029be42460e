"""What no match can say: refused when it is read, so that nothing that is asked of it fails."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import numpy as np

from symppm.codegen.spec import ModelSpec, ParameterSpec
from symppm.matching.missed import MET, misses
from symppm.matching.plain import catalogue_spec
from symppm.matching.result import CROSS_MOMENTS, CROSS_VALIDATION, MOMENTS, STOCHASTIC, Match
from symppm.results.document_types import one_of
from symppm.results.documents import damaged
from symppm.statistics.exposures import ExposedStatistics

if TYPE_CHECKING:
    from symppm.modeller import Model

DOMAINS: Final = ("positive", "nonnegative", "negative", "real")
_METHODS: Final = ("closed form", "numeric", STOCHASTIC)
_ESTIMATORS: Final = (MOMENTS, CROSS_MOMENTS, CROSS_VALIDATION)
_SEVERITIES: Final = ("note", "warning", "failure")
_WAYS: Final = (CROSS_VALIDATION, MOMENTS, CROSS_MOMENTS)
_NEAR: Final = 1e-6
_SIGNS: Final = ("positive", "nonnegative", "real")
_IN_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "positive": "a positive number",
        "nonnegative": "zero or a positive number",
        "negative": "a negative number",
        "real": "a number",
    }
)


def check_spec(spec: ModelSpec, name: str, declared: Model | None, place: str) -> None:
    """Refuse a specification that is of no model, or of another one than that of the match.

    Parameters
    ----------
    spec : ModelSpec
        As read.
    name : str
        Of the model.
    declared : Model or None
        Its declaration, where that was read too.
    place : str
        Where it was, for messages.

    Raises
    ------
    DataError
        If so.
    """
    if spec.name != name:
        raise damaged(f"{place}.name", spec.name, f"{name!r}, the model of the match")
    names = _different([each.name for each in spec.parameters], f"{place}.parameters")
    if not _different(spec.axes, f"{place}.axes"):
        raise damaged(f"{place}.axes", list(spec.axes), "at least one axis")
    _different(spec.targets, f"{place}.targets")
    one_of(_SIGNS, spec.observed_sign, f"{place}.observed_sign")
    for n, each in enumerate(spec.parameters):
        check_scale(each, f"{place}.parameters[{n}]")
    # What is solved for may be other coordinates than the hyperparameters.
    named = names.union(spec.coordinates)
    _among(spec.needs, named, f"{place}.needs")
    for n, combination in enumerate(spec.identified):
        _among(combination.exponents, named, f"{place}.identified[{n}].exponents")
    for n, symmetry in enumerate(spec.symmetries):
        _among((*symmetry.moved, symmetry.anchor), named, f"{place}.symmetries[{n}]")
    known = catalogue_spec(name)
    wanted, axes = None, None
    if declared is not None:
        made = declared.declaration
        wanted = {symbol.name for symbol in (*made.sizes, *made.hyperparameters)}
        axes = made.observed.dims
    elif known is not None:
        wanted, axes = {each.name for each in _shown_parameters(known)}, known.axes
    shown = {each.name for each in _shown_parameters(spec)}
    if wanted is not None and (wanted != shown or tuple(axes or ()) != spec.axes):
        raise damaged(place, None, f"the parameters and the axes of the model {name!r}")


def _shown_parameters(spec: ModelSpec) -> tuple[ParameterSpec, ...]:
    """Return the parameters that a match has; the average exposure is one of the data."""
    computed = spec.needs[-1:] if spec.exposures else ()
    return tuple(each for each in spec.parameters if each.name not in computed)


def check_scale(scale: ParameterSpec, place: str) -> None:
    """Refuse what no number may be.

    Parameters
    ----------
    scale : ParameterSpec
        As read.
    place : str
        Where it was, for messages.

    Raises
    ------
    DataError
        If so.
    """
    one_of(DOMAINS, scale.domain, f"{place}.domain")
    if scale.upper is not None and (scale.upper <= 0 or scale.domain == "negative"):
        raise damaged(f"{place}.upper", scale.upper, "an upper bound above zero")


def check_way(way: str, place: str) -> None:
    """Refuse what is no way to find K.

    Parameters
    ----------
    way : str
        As read.
    place : str
        Where it was, for messages.

    Raises
    ------
    DataError
        If so.
    """
    one_of(_WAYS, way, place)


def check_match(made: Match, place: str) -> None:
    """Refuse what no match can say.

    Parameters
    ----------
    made : Match
        As read.
    place : str
        Where it was, for messages.

    Raises
    ------
    DataError
        If so; the message names the field.
    """
    one_of(_METHODS, made.method, f"{place}.method")
    one_of(_ESTIMATORS, made.estimator, f"{place}.estimator")
    for each in made.findings:
        one_of(_SEVERITIES, each.severity, f"{place}.findings")
    _check_parameters(made, place)
    _check_size(made, place)
    _check_searched(made, place)
    _check_measured(made, place)
    _check_scales(made, place)


def _check_parameters(made: Match, place: str) -> None:
    known = {each.name: each for each in made.spec.parameters}
    for name, value in made.parameters.items():
        if name not in known:
            raise damaged(f"{place}.parameters", name, "parameters of the model")
        _check_value(known[name], value, f"{place}.parameters[{name!r}]")
    if made.parameters:
        for each in _shown_parameters(made.spec):
            if each.name not in made.parameters:
                raise damaged(f"{place}.parameters[{each.name!r}]", None, "a number")
    elif made.identified or made.achieved:
        raise damaged(f"{place}.parameters", {}, "those of the model, beside what is achieved")
    _check_identified(made, f"{place}.identified")
    close = not misses(made.targets, made.achieved, MET)
    if made.parameters and not made.feasible and made.method != STOCHASTIC and close:
        raise damaged(f"{place}.feasible", False, "true where the targets are met, by formulas")


def _check_identified(made: Match, place: str) -> None:
    """Refuse combinations of hyperparameters that are not those of the parameters."""
    if not made.identified and (made.method == STOCHASTIC or not made.parameters):
        return
    known = {each.name: each for each in made.spec.identified}
    _among(made.identified, known, place)
    for name, each in known.items():
        if name not in made.identified:
            raise damaged(f"{place}[{name!r}]", None, "a number")
        if not all(part in made.parameters for part in each.exponents):
            continue  # made of other coordinates, which only generated code knows
        value = made.identified[name]
        with np.errstate(all="ignore"):
            parts = [np.float64(made.parameters[p]) ** n for p, n in each.exponents.items()]
            same = np.isclose(np.prod(parts), value, rtol=_NEAR)
        if not same:
            raise damaged(f"{place}[{name!r}]", value, "what it is of the parameters")


def _check_value(scale: ParameterSpec, value: float, place: str) -> None:
    signs = {"positive": value > 0, "nonnegative": value >= 0, "negative": value < 0}
    if not signs.get(scale.domain, True):
        raise damaged(place, value, _IN_WORDS[scale.domain])
    if scale.upper is not None and value > scale.upper:
        raise damaged(place, value, f"at most {scale.upper}")
    if (scale.is_size or scale.integer) and value != math.floor(value):
        raise damaged(place, value, "a whole number")


def _check_size(made: Match, place: str) -> None:
    sizes = [each.name for each in made.spec.parameters if each.is_size]
    if made.k is None and made.k_exact is None:
        if sizes and made.parameters:
            raise damaged(f"{place}.k", None, "a number of factors, which the model has")
        return
    if made.k is None or made.k < 1 or not sizes or not made.parameters:
        raise damaged(f"{place}.k", made.k, "a number of factors, of a model that has such")
    if made.k_exact is None or not made.k_exact > 0:
        raise damaged(f"{place}.k_exact", made.k_exact, "a positive number, beside k")
    if made.parameters[sizes[0]] != made.k:
        raise damaged(f"{place}.parameters[{sizes[0]!r}]", made.parameters[sizes[0]], "k")


def _check_searched(made: Match, place: str) -> None:
    if not made.targets:
        raise damaged(f"{place}.targets", {}, "at least one target")
    if made.method != STOCHASTIC:
        known = made.spec.targets
        also = [name.replace("rho_", "cov_", 1) for name in known if name.startswith("rho_")]
        parts = [part for name in made.targets for part in name.split("/")]
        _among(parts, [*known, *also], f"{place}.targets")
    _among(made.achieved, made.targets, f"{place}.achieved")
    _among(made.sampled, made.targets, f"{place}.sampled")
    _among(made.estimators, made.targets, f"{place}.estimators")
    _among(made.achieved_errors, made.targets, f"{place}.achieved_errors")
    _among(made.parameter_errors, made.parameters, f"{place}.parameter_errors")
    for name in ("achieved_errors", "parameter_errors"):
        for key, value in getattr(made, name).items():
            _check_not_negative(value, f"{place}.{name}[{key!r}]")
    for name in ("discrepancy", "seconds"):
        _check_not_negative(getattr(made, name), f"{place}.{name}")
    for n, each in enumerate(made.opinions):
        if not each.low <= each.high or (each.k is not None and each.k < 0):
            raise damaged(
                f"{place}.opinions[{n}]", None, "a number, and an interval, low end first"
            )


def _check_measured(made: Match, place: str) -> None:
    measured = made.statistics
    if measured is None:
        return
    if len(made.spec.axes) != len(measured.shape):
        raise damaged(f"{place}.statistics", None, f"those along {len(made.spec.axes)} axes")
    if bool(made.spec.exposures) != isinstance(measured, ExposedStatistics):
        what = "exposed statistics" if made.spec.exposures else "statistics without exposures"
        raise damaged(f"{place}.statistics", None, what)


def _check_scales(made: Match, place: str) -> None:
    found = made.uncertainty
    if found is None:
        return
    exact = {each.name: made.k_exact for each in made.spec.parameters if each.is_size}
    values = {**made.identified, **made.parameters}
    _among(found.scales, values, f"{place}.uncertainty.scales")
    for name, scale in found.scales.items():
        value = exact.get(name) or values[name]
        signs = {"positive": value > 0, "negative": value < 0, "nonnegative": value >= 0}
        if not signs.get(scale.domain, True):
            raise damaged(f"{place}.uncertainty.scales[{name!r}]", scale.domain,
                          f"the domain of {value:g}")  # fmt: skip


def _check_not_negative(value: float | None, place: str) -> None:
    if value is not None and value < 0:
        raise damaged(place, value, "zero or a positive number")


def _among(names: Iterable[str], known: Collection[str], place: str) -> None:
    for name in names:
        if name not in known:
            raise damaged(place, name, "one of " + (", ".join(known) or "none"))


def _different(names: Collection[str], place: str) -> frozenset[str]:
    if len(set(names)) != len(names) or "" in names:
        raise damaged(place, list(names), "different names")
    return frozenset(names)

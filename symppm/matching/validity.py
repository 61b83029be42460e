"""What no match can say: refused when it is read, so that nothing that is asked of it fails."""

from __future__ import annotations

import math
from collections.abc import Collection
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import numpy as np

from symppm.codegen.load import load_model, model_names
from symppm.codegen.spec import ModelSpec, ParameterSpec
from symppm.matching.missed import MET, misses
from symppm.results.documents import among, damaged, require
from symppm.statistics.exposures import ExposedStatistics

if TYPE_CHECKING:
    from symppm.matching.result import Match

_STOCHASTIC: Final = "stochastic"
_NEAR: Final = 1e-6
_SIGNS: Final = ("positive", "nonnegative", "real")
_DOMAINS: Final = MappingProxyType(
    {
        "positive": "a positive number",
        "nonnegative": "zero or a positive number",
        "negative": "a negative number",
        "real": "a number",
    }
)


def catalogue_spec(name: str) -> ModelSpec | None:
    """Return what the catalogue says of a model; None if it has none of that name."""
    spec: ModelSpec | None = load_model(name).SPEC if name in model_names() else None
    return spec


def check_match(made: Match, place: str) -> None:
    """Refuse what no match can say; the message names the field."""
    _check_spec(made, f"{place}.spec")
    _check_parameters(made, place)
    _check_identified(made, f"{place}.identified")
    _check_size(made, place)
    _check_targets(made, place)
    _check_measured(made, f"{place}.statistics")
    _check_scales(made, f"{place}.uncertainty")
    for n, each in enumerate(made.branches):
        first = made.branches[0]
        same = set(each.parameters) == set(first.parameters)
        same = same and set(each.identified) == set(first.identified) and each.feasible
        same = same and each.model == made.model and each.spec == made.spec
        require(same, f"{place}.branches[{n}]", None, "a solution like the others")


def _check_spec(made: Match, place: str) -> None:
    spec, declared, name = made.spec, made.declared, made.model
    if declared is not None and declared.name != name:
        raise damaged(place.replace("spec", "declared"), declared.name, f"the model {name!r}")
    known = catalogue_spec(name)
    if declared is None and spec == known:
        return
    require(spec.name == name, f"{place}.name", spec.name, f"{name!r}, the model of the match")
    _different([each.name for each in spec.parameters], f"{place}.parameters")
    require(spec.axes, f"{place}.axes", [], "at least one axis")
    _different(spec.axes, f"{place}.axes")
    _different(spec.targets, f"{place}.targets")
    among([spec.observed_sign], _SIGNS, f"{place}.observed_sign")
    for n, each in enumerate(spec.parameters):
        _check_scale(each, f"{place}.parameters[{n}]")
    # What is solved for may be other coordinates than the hyperparameters.
    named = {*(each.name for each in spec.parameters), *spec.coordinates}
    among(spec.needs, named, f"{place}.needs")
    for n, combination in enumerate(spec.identified):
        among(combination.exponents, named, f"{place}.identified[{n}].exponents")
    for n, symmetry in enumerate(spec.symmetries):
        among((*symmetry.moved, symmetry.anchor), named, f"{place}.symmetries[{n}]")
    if declared is not None:
        own = declared.declaration
        wanted = {symbol.name for symbol in (*own.sizes, *own.hyperparameters)}
        axes = tuple(own.observed.dims)
    elif known is not None:
        wanted, axes = {each.name for each in _shown_parameters(known)}, known.axes
    else:
        return
    same = wanted == {each.name for each in _shown_parameters(spec)} and axes == spec.axes
    require(same, place, None, f"the parameters and the axes of the model {name!r}")


def _shown_parameters(spec: ModelSpec) -> tuple[ParameterSpec, ...]:
    """Return the parameters that a match has; the average exposure is one of the data."""
    computed = spec.needs[-1:] if spec.exposures else ()
    return tuple(each for each in spec.parameters if each.name not in computed)


def _check_scale(scale: ParameterSpec, place: str) -> None:
    among([scale.domain], _DOMAINS, f"{place}.domain")
    above = scale.upper is None or (scale.upper > 0 and scale.domain != "negative")
    require(above, f"{place}.upper", scale.upper, "an upper bound above zero")


def _check_parameters(made: Match, place: str) -> None:
    known = {each.name: each for each in made.spec.parameters}
    for name, value in made.parameters.items():
        require(name in known, f"{place}.parameters", name, "parameters of the model")
        at, scale = f"{place}.parameters[{name!r}]", known[name]
        require(_in_domain(scale, value), at, value, _DOMAINS[scale.domain])
        require(scale.upper is None or value <= scale.upper, at, value, f"at most {scale.upper}")
        whole = value == math.floor(value) or not (scale.is_size or scale.integer)
        require(whole, at, value, "a whole number")
    if made.parameters:
        for each in _shown_parameters(made.spec):
            at = f"{place}.parameters[{each.name!r}]"
            require(each.name in made.parameters, at, None, "a number")
    elif made.identified or made.achieved:
        raise damaged(f"{place}.parameters", {}, "those of the model, beside what is achieved")
    searched = made.method == _STOCHASTIC or not made.parameters
    off = made.feasible or searched or misses(made.targets, made.achieved, MET)
    require(off, f"{place}.feasible", False, "true where the targets are met, by formulas")


def _in_domain(scale: ParameterSpec, value: float) -> bool:
    signs = {"positive": value > 0, "nonnegative": value >= 0, "negative": value < 0}
    return signs.get(scale.domain, True)


def _check_identified(made: Match, place: str) -> None:
    """Refuse combinations of hyperparameters that are not those of the parameters."""
    if not made.identified and (made.method == _STOCHASTIC or not made.parameters):
        return
    known = {each.name: each for each in made.spec.identified}
    among(made.identified, known, place)
    for name, each in known.items():
        require(name in made.identified, f"{place}[{name!r}]", None, "a number")
        if not all(part in made.parameters for part in each.exponents):
            continue  # made of other coordinates, which only generated code knows
        value = made.identified[name]
        with np.errstate(all="ignore"):
            parts = [np.float64(made.parameters[p]) ** n for p, n in each.exponents.items()]
            same = np.isclose(np.prod(parts), value, rtol=_NEAR)
        require(same, f"{place}[{name!r}]", value, "what it is of the parameters")


def _check_size(made: Match, place: str) -> None:
    sizes = [each.name for each in made.spec.parameters if each.is_size]
    if made.k is None and made.k_exact is None:
        without = not (sizes and made.parameters)
        require(without, f"{place}.k", None, "a number of factors, which the model has")
        return
    known = made.k is not None and sizes and made.parameters
    require(known, f"{place}.k", made.k, "a number of factors, of a model that has such")
    require(made.k_exact is not None, f"{place}.k_exact", None, "a positive number, beside k")
    value = made.parameters[sizes[0]]
    require(value == made.k, f"{place}.parameters[{sizes[0]!r}]", value, "k")


def _check_targets(made: Match, place: str) -> None:
    require(made.targets, f"{place}.targets", {}, "at least one target")
    if made.method != _STOCHASTIC:
        known = made.spec.targets
        also = [name.replace("rho_", "cov_", 1) for name in known if name.startswith("rho_")]
        parts = [part for name in made.targets for part in name.split("/")]
        among(parts, [*known, *also], f"{place}.targets")
    for name in ("achieved", "sampled", "estimators", "achieved_errors"):
        among(getattr(made, name), made.targets, f"{place}.{name}")
    among(made.parameter_errors, made.parameters, f"{place}.parameter_errors")


def _check_measured(made: Match, place: str) -> None:
    measured = made.statistics
    if measured is None:
        return
    axes = len(made.spec.axes)
    require(axes == len(measured.shape), place, None, f"those along {axes} axes")
    what = "exposed statistics" if made.spec.exposures else "statistics without exposures"
    exposed = isinstance(measured, ExposedStatistics)
    require(bool(made.spec.exposures) == exposed, place, None, what)


def _check_scales(made: Match, place: str) -> None:
    uncertainty = made.uncertainty
    if uncertainty is None:
        return
    exact = {each.name: made.k_exact for each in made.spec.parameters if each.is_size}
    values = {**made.identified, **made.parameters}
    for at in ("scales", "undetermined"):
        for name, scale in getattr(uncertainty, at).items():
            _check_scale(scale, f"{place}.{at}[{name!r}]")
    among(uncertainty.scales, values, f"{place}.scales")
    for name, scale in uncertainty.scales.items():
        value = exact.get(name) or values[name]
        at = f"{place}.scales[{name!r}]"
        require(_in_domain(scale, value), at, scale.domain, f"the domain of {value:g}")


def _different(names: Collection[str], place: str) -> None:
    require(len(set(names)) == len(names) and "" not in names, place, list(names),
            "different names")  # fmt: skip

"""What no match can say: refused when it is read, so that nothing that is asked of it fails."""

from __future__ import annotations

import math
from collections.abc import Collection
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import numpy as np

from symppm.codegen.load import load_model, model_names
from symppm.codegen.spec import ModelSpec, ParameterSpec
from symppm.matching.grounds import STOCHASTIC
from symppm.matching.parameters import holds
from symppm.matching.targets import MET, misses
from symppm.results.documents import among, require
from symppm.statistics.exposures import ExposedStatistics

if TYPE_CHECKING:
    from symppm.matching.result import Match

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


def check_match(match: Match, place: str) -> None:
    """Refuse what no match can say; the message names the field."""
    _check_spec(match, place)
    _check_parameters(match, place)
    _check_identified(match, f"{place}.identified")
    _check_targets(match, place)
    _check_measured(match, place)
    for n, branch in enumerate(match.branches):
        first = match.branches[0]
        same = set(branch.parameters) == set(first.parameters)
        same = same and set(branch.identified) == set(first.identified) and branch.feasible
        same = same and branch.model == match.model and branch.spec == match.spec
        require(same, f"{place}.branches[{n}]", None, "a solution like the others")


def _check_spec(match: Match, place: str) -> None:
    spec, declared, name, spec_place = match.spec, match.declared, match.model, f"{place}.spec"
    if declared is not None:
        model = declared.declaration
        require(model.name == name, f"{place}.declared", model.name, f"the model {name!r}")
    known = catalogue_spec(name)
    if declared is None and spec == known:
        return
    require(spec.name == name, f"{spec_place}.name", spec.name, f"{name!r}, the model of the match")
    _require_distinct([x.name for x in spec.parameters], f"{spec_place}.parameters")
    require(spec.axes, f"{spec_place}.axes", [], "at least one axis")
    _require_distinct(spec.axes, f"{spec_place}.axes")
    _require_distinct(spec.targets, f"{spec_place}.targets")
    among([spec.observed_sign], _SIGNS, f"{spec_place}.observed_sign")
    for n, parameter in enumerate(spec.parameters):
        _check_scale(parameter, f"{spec_place}.parameters[{n}]")
    # What is solved for may be other coordinates than the hyperparameters.
    named = {*(x.name for x in spec.parameters), *spec.coordinates}
    among(spec.needs, named, f"{spec_place}.needs")
    for n, combination in enumerate(spec.identified):
        among(combination.exponents, named, f"{spec_place}.identified[{n}].exponents")
    for n, symmetry in enumerate(spec.symmetries):
        among((*symmetry.moved, symmetry.anchor), named, f"{spec_place}.symmetries[{n}]")
    shown = {x.name for x in _shown_parameters(spec)}, tuple(spec.axes)
    usual = shown
    if declared is not None:
        usual = {s.name for s in (*model.sizes, *model.hyperparameters)}, tuple(model.observed.dims)
    elif known is not None:
        usual = {x.name for x in _shown_parameters(known)}, tuple(known.axes)
    require(shown == usual, spec_place, None, f"the parameters and the axes of the model {name!r}")


def _shown_parameters(spec: ModelSpec) -> tuple[ParameterSpec, ...]:
    """Return the parameters that a match has, without what data tell."""
    return tuple(x for x in spec.parameters if not x.of_data)


def _check_scale(scale: ParameterSpec, place: str) -> None:
    among([scale.domain], _DOMAINS, f"{place}.domain")
    above = scale.upper is None or (scale.upper > 0 and scale.domain != "negative")
    require(above, f"{place}.upper", scale.upper, "an upper bound above zero")


def _check_parameters(match: Match, place: str) -> None:
    specs = {x.name: x for x in match.spec.parameters}
    for name, value in match.parameters.items():
        require(name in specs, f"{place}.parameters", name, "parameters of the model")
        at, scale = f"{place}.parameters[{name!r}]", specs[name]
        most = "" if scale.upper is None else f", at most {scale.upper}"
        require(holds(scale, value), at, value, f"{_DOMAINS[scale.domain]}{most}")
        integral = value == math.floor(value) or not (scale.is_size or scale.integer)
        require(integral, at, value, "a whole number")
    for x in _shown_parameters(match.spec) if match.parameters else ():
        require(x.name in match.parameters, f"{place}.parameters[{x.name!r}]", None,
                "a number")  # fmt: skip
    if match.shapes is not None:
        among(match.shapes.values, specs, f"{place}.shapes.values")
        among(match.shapes.equal, match.shapes.values, f"{place}.shapes.equal")
    alone = match.parameters or not (match.identified or match.achieved)
    require(alone, f"{place}.parameters", {}, "those of the model, beside what is achieved")
    searched = match.method == STOCHASTIC or not match.parameters
    off = match.feasible or searched or misses(match.targets, match.achieved, MET)
    require(off, f"{place}.feasible", False, "true where the targets are met, by formulas")
    sizes = [x.name for x in match.spec.parameters if x.is_size]
    sized = bool(sizes and match.parameters)
    require((match.k is not None) == sized, f"{place}.k", match.k,
            "a number of factors, where there are parameters of a model that has such")  # fmt: skip
    consistent = (match.k_exact is not None) == sized
    require(consistent, f"{place}.k_exact", None, "a positive number, beside k")
    if sized:
        value = match.parameters[sizes[0]]
        require(value == match.k, f"{place}.parameters[{sizes[0]!r}]", value, "k")


def _check_identified(match: Match, place: str) -> None:
    """Refuse combinations of hyperparameters that are not those of the parameters."""
    if not match.identified and (match.method == STOCHASTIC or not match.parameters):
        return
    specs = {x.name: x for x in match.spec.identified}
    among(match.identified, specs, place)
    for name, spec in specs.items():
        require(name in match.identified, f"{place}[{name!r}]", None, "a number")
        if not all(key in match.parameters for key in spec.exponents):
            continue  # made of other coordinates, which only generated code knows
        value = match.identified[name]
        with np.errstate(all="ignore"):
            powers = [np.float64(match.parameters[p]) ** n for p, n in spec.exponents.items()]
            same = np.isclose(np.prod(powers), value, rtol=_NEAR)
        require(same, f"{place}[{name!r}]", value, "what it is of the parameters")


def _check_targets(match: Match, place: str) -> None:
    require(match.targets, f"{place}.targets", {}, "at least one target")
    if match.method != STOCHASTIC:
        known = match.spec.targets
        also = [name.replace("rho_", "cov_", 1) for name in known if name.startswith("rho_")]
        terms = [term for name in match.targets for term in name.split("/")]
        among(terms, [*known, *also], f"{place}.targets")
    for name in ("achieved", "sampled", "estimators", "achieved_errors"):
        among(getattr(match, name), match.targets, f"{place}.{name}")
    among(match.parameter_errors, match.parameters, f"{place}.parameter_errors")


def _check_measured(match: Match, place: str) -> None:
    measured, uncertainty, axes = match.statistics, match.uncertainty, len(match.spec.axes)
    if measured is not None:
        at = f"{place}.statistics"
        require(axes == len(measured.shape), at, None, f"those along {axes} axes")
        what = "exposed statistics" if match.spec.exposures else "statistics without exposures"
        exposed = isinstance(measured, ExposedStatistics)
        require(bool(match.spec.exposures) == exposed, at, None, what)
    if uncertainty is not None:
        exact = {x.name: match.k_exact for x in match.spec.parameters if x.is_size}
        values = {**match.identified, **match.parameters}
        at = f"{place}.uncertainty"
        for name, scale in uncertainty.undetermined.items():
            _check_scale(scale, f"{at}.undetermined[{name!r}]")
        among(uncertainty.scales, values, f"{at}.scales")
        for name, scale in uncertainty.scales.items():
            _check_scale(scale, f"{at}.scales[{name!r}]")
            value = exact.get(name) or values[name]
            of_domain = holds(ParameterSpec(name, "", domain=scale.domain), value)
            require(of_domain, f"{at}.scales[{name!r}]", scale.domain, f"the domain of {value:g}")


def _require_distinct(names: Collection[str], place: str) -> None:
    distinct = len(set(names)) == len(names) and "" not in names
    require(distinct, place, list(names), "different names")

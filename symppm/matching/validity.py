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


def check_match(made: Match, place: str) -> None:
    """Refuse what no match can say; the message names the field."""
    _check_spec(made, place)
    _check_parameters(made, place)
    _check_identified(made, f"{place}.identified")
    _check_targets(made, place)
    _check_measured(made, place)
    for n, each in enumerate(made.branches):
        first = made.branches[0]
        same = set(each.parameters) == set(first.parameters)
        same = same and set(each.identified) == set(first.identified) and each.feasible
        same = same and each.model == made.model and each.spec == made.spec
        require(same, f"{place}.branches[{n}]", None, "a solution like the others")


def _check_spec(made: Match, place: str) -> None:
    spec, declared, name, at = made.spec, made.declared, made.model, f"{place}.spec"
    if declared is not None:
        own = declared.declaration
        require(own.name == name, f"{place}.declared", own.name, f"the model {name!r}")
    known = catalogue_spec(name)
    if declared is None and spec == known:
        return
    require(spec.name == name, f"{at}.name", spec.name, f"{name!r}, the model of the match")
    _different([each.name for each in spec.parameters], f"{at}.parameters")
    require(spec.axes, f"{at}.axes", [], "at least one axis")
    _different(spec.axes, f"{at}.axes")
    _different(spec.targets, f"{at}.targets")
    among([spec.observed_sign], _SIGNS, f"{at}.observed_sign")
    for n, each in enumerate(spec.parameters):
        _check_scale(each, f"{at}.parameters[{n}]")
    # What is solved for may be other coordinates than the hyperparameters.
    named = {*(each.name for each in spec.parameters), *spec.coordinates}
    among(spec.needs, named, f"{at}.needs")
    for n, combination in enumerate(spec.identified):
        among(combination.exponents, named, f"{at}.identified[{n}].exponents")
    for n, symmetry in enumerate(spec.symmetries):
        among((*symmetry.moved, symmetry.anchor), named, f"{at}.symmetries[{n}]")
    shown = {each.name for each in _shown_parameters(spec)}, tuple(spec.axes)
    usual = shown
    if declared is not None:
        usual = {s.name for s in (*own.sizes, *own.hyperparameters)}, tuple(own.observed.dims)
    elif known is not None:
        usual = {each.name for each in _shown_parameters(known)}, tuple(known.axes)
    require(shown == usual, at, None, f"the parameters and the axes of the model {name!r}")


def _shown_parameters(spec: ModelSpec) -> tuple[ParameterSpec, ...]:
    """Return the parameters that a match has, without what data tell."""
    return tuple(each for each in spec.parameters if not each.of_data)


def _check_scale(scale: ParameterSpec, place: str) -> None:
    among([scale.domain], _DOMAINS, f"{place}.domain")
    above = scale.upper is None or (scale.upper > 0 and scale.domain != "negative")
    require(above, f"{place}.upper", scale.upper, "an upper bound above zero")


def _check_parameters(made: Match, place: str) -> None:
    known = {each.name: each for each in made.spec.parameters}
    for name, value in made.parameters.items():
        require(name in known, f"{place}.parameters", name, "parameters of the model")
        at, scale = f"{place}.parameters[{name!r}]", known[name]
        most = "" if scale.upper is None else f", at most {scale.upper}"
        require(holds(scale, value), at, value, f"{_DOMAINS[scale.domain]}{most}")
        whole = value == math.floor(value) or not (scale.is_size or scale.integer)
        require(whole, at, value, "a whole number")
    for each in _shown_parameters(made.spec) if made.parameters else ():
        require(each.name in made.parameters, f"{place}.parameters[{each.name!r}]", None,
                "a number")  # fmt: skip
    alone = made.parameters or not (made.identified or made.achieved)
    require(alone, f"{place}.parameters", {}, "those of the model, beside what is achieved")
    searched = made.method == STOCHASTIC or not made.parameters
    off = made.feasible or searched or misses(made.targets, made.achieved, MET)
    require(off, f"{place}.feasible", False, "true where the targets are met, by formulas")
    sizes = [each.name for each in made.spec.parameters if each.is_size]
    sized = bool(sizes and made.parameters)
    require((made.k is not None) == sized, f"{place}.k", made.k,
            "a number of factors, where there are parameters of a model that has such")  # fmt: skip
    both = (made.k_exact is not None) == sized
    require(both, f"{place}.k_exact", None, "a positive number, beside k")
    if sized:
        value = made.parameters[sizes[0]]
        require(value == made.k, f"{place}.parameters[{sizes[0]!r}]", value, "k")


def _check_identified(made: Match, place: str) -> None:
    """Refuse combinations of hyperparameters that are not those of the parameters."""
    if not made.identified and (made.method == STOCHASTIC or not made.parameters):
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


def _check_targets(made: Match, place: str) -> None:
    require(made.targets, f"{place}.targets", {}, "at least one target")
    if made.method != STOCHASTIC:
        known = made.spec.targets
        also = [name.replace("rho_", "cov_", 1) for name in known if name.startswith("rho_")]
        parts = [part for name in made.targets for part in name.split("/")]
        among(parts, [*known, *also], f"{place}.targets")
    for name in ("achieved", "sampled", "estimators", "achieved_errors"):
        among(getattr(made, name), made.targets, f"{place}.{name}")
    among(made.parameter_errors, made.parameters, f"{place}.parameter_errors")


def _check_measured(made: Match, place: str) -> None:
    measured, uncertainty, axes = made.statistics, made.uncertainty, len(made.spec.axes)
    if measured is not None:
        at = f"{place}.statistics"
        require(axes == len(measured.shape), at, None, f"those along {axes} axes")
        what = "exposed statistics" if made.spec.exposures else "statistics without exposures"
        exposed = isinstance(measured, ExposedStatistics)
        require(bool(made.spec.exposures) == exposed, at, None, what)
    if uncertainty is not None:
        exact = {each.name: made.k_exact for each in made.spec.parameters if each.is_size}
        values = {**made.identified, **made.parameters}
        at = f"{place}.uncertainty"
        for name, scale in uncertainty.undetermined.items():
            _check_scale(scale, f"{at}.undetermined[{name!r}]")
        among(uncertainty.scales, values, f"{at}.scales")
        for name, scale in uncertainty.scales.items():
            _check_scale(scale, f"{at}.scales[{name!r}]")
            value = exact.get(name) or values[name]
            of_domain = holds(ParameterSpec(name, "", domain=scale.domain), value)
            require(of_domain, f"{at}.scales[{name!r}]", scale.domain, f"the domain of {value:g}")


def _different(names: Collection[str], place: str) -> None:
    distinct = len(set(names)) == len(names) and "" not in names
    require(distinct, place, list(names), "different names")

"""Which way a match is found: by formulas where there are any, else by sampling, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any

from symppm.errors import NotDerivableError, ParameterError
from symppm.matching.checked_targets import is_sampled
from symppm.matching.models import declaration_of, generated_module
from symppm.matching.result import AUTO, CROSS_VALIDATION
from symppm.stochastic.asked import Options, Target

if TYPE_CHECKING:
    from symppm.modeller import Model


@dataclass(frozen=True)
class Way:
    """How to match."""

    module: ModuleType | None
    why: str = ""


def default_model(method: str, estimator: str, options: Options, *, data: bool) -> str:
    """Return the model that is matched where none is named.

    Levels absorb totals of rows and columns that differ, as those of real counts do; moments and
    sampling are about the model of the paper.
    """
    validated = estimator in {AUTO, CROSS_VALIDATION} and method != "stochastic"
    levels = data and validated and not _given_for_sampling({}, options)
    return "hpf_gamma" if levels else "pmf_gamma"


def chosen_way(
    method: str,
    model: str | Model,
    targets: Mapping[str, Target],
    fixed: Mapping[str, Any],
    options: Options,
) -> Way:
    """Choose how to match."""
    if method == "stochastic":
        return Way(None)
    unknown = [name for name in targets if is_sampled(name) and targets[name].statistic is None]
    if unknown and method == "auto":
        one = len(unknown) == 1
        return Way(None, f"{' and '.join(unknown)} {'has' if one else 'have'} no closed form")
    given = _given_for_sampling(targets, options)
    if given and method == "exact":
        raise ParameterError(
            f'method="exact", and {given}',
            expected="what formulas can answer",
            do='Leave it out, or write method="stochastic".',
        )
    if given:
        return Way(None, given)
    if method == "auto" and _has_several_sizes(model):
        return Way(None, "the model has several unknown sizes")
    try:
        holds = isinstance(fixed, Mapping) and len(fixed) > 0
        return Way(generated_module(model, targets, fixed=holds))
    except NotDerivableError as error:
        if method == "exact":
            raise NotDerivableError(
                error.given,
                expected=error.expected,
                do='Leave method="exact" out, or write method="stochastic".',
            ) from error
        if not _can_be_sampled(model):
            raise
        return Way(None, f"the model or a target has no closed form: {error.given}")


def _given_for_sampling(targets: Mapping[str, Target], options: Options) -> str:
    """Say what is given that only sampling heeds; nothing if there is no such thing."""
    for name, target in targets.items():
        if target.statistic is not None:
            return f"the target {name} is a function of yours"
        if target.weight != 1.0:
            return f"the target {name} has a weight"
    said = {
        "bounds are given": bool(options.bounds),
        "a start is given": bool(options.start),
        "a shape is given": options.shape is not None,
        "a discrepancy is given": options.discrepancy is not None,
        f'integrate is "{options.integrate}"': options.integrate != "all",
        f'parametrisation is "{options.parametrisation}"': options.parametrisation != "auto",
    }
    return next((text for text, holds in said.items() if holds), "")


def _has_several_sizes(model: str | Model) -> bool:
    # Models of the catalogue have one; to look would load SymPy.
    return not isinstance(model, str) and len(declaration_of(model).sizes) > 1


def _can_be_sampled(model: str | Model) -> bool:
    return all(each.family.is_sampled for each in declaration_of(model).variables)

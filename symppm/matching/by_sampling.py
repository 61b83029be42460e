"""Matching by sampling: from checked input to a search, and from its outcome to a match."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import sympy

from symppm.codegen.describe import parameters_of
from symppm.codegen.spec import ModelSpec
from symppm.errors import NotBuiltError, ParameterError, TargetError, conjunction
from symppm.extras import load
from symppm.matching.diagnostics.solutions import about_data, unresolved
from symppm.matching.diagnostics.table import said
from symppm.matching.grounds import STOCHASTIC
from symppm.matching.intervals import of_responses
from symppm.matching.measuring import Measured, as_targets, check_upper, measure
from symppm.matching.models import declaration_of, title_of
from symppm.matching.parameters import checked_bounds, checked_numbers, split_ties
from symppm.matching.question import Request
from symppm.matching.result import Match
from symppm.matching.targets import check_possible
from symppm.solve.targets import usual_targets
from symppm.stochastic.sampling_options import Options, Target

if TYPE_CHECKING:
    from symppm.model.declaration import Declaration
    from symppm.stochastic.outcome import Outcome


def bare_spec(declaration: Declaration, title: str) -> ModelSpec:
    """Describe a model without deriving anything."""
    observed = declaration.observed
    support = observed.family.support_of(observed.parameters)
    upper = observed.family.upper_bound(observed.parameters)
    return ModelSpec(
        name=declaration.name,
        title=title,
        targets=usual_targets(declaration),
        parameters=parameters_of(declaration),
        route=STOCHASTIC,
        branches=0,
        has_margins=False,
        anchored={},
        observed_is_count=support.integral and support.sign != "real",
        observed_sign=support.sign,
        observed_at_most=upper.name if isinstance(upper, sympy.Symbol) else "",
        axes=observed.dims,
    )


def match_by_sampling(request: Request, why: str) -> Match:
    """Match a model with data or targets by drawing from it, since ``why`` if not as asked."""
    declaration = _samplable(request, why)
    spec = bare_spec(declaration, title_of(request.model))
    numbers, ties = split_ties(spec, request.fixed)
    numbers, options = checked_numbers(spec, numbers, "fixed"), _checked_options(spec, request)
    given: dict[str, float | str] = {**numbers, **ties.texts}
    _check_free(spec, given, options)
    targets, measured = _targets(spec, request, numbers)
    load("torch", "torch", "matching by sampling")
    from symppm.stochastic import matching as search  # noqa: PLC0415 - needs torch

    outcome = search.match_by_sampling(declaration, targets, given, options)
    free = [x.name for x in spec.parameters if x.name not in numbers]
    return _as_match(spec, targets, outcome, measured, why, free)


def _samplable(request: Request, why: str) -> Declaration:
    declaration = declaration_of(request.model)
    if declaration.known:
        raise NotBuiltError(
            f"matching {declaration.name!r}, with the known array "
            f"{declaration.known[0].name!r}, by sampling",
            expected="a model without known arrays",
            do='Models with known arrays are matched by their formulas: method="exact".',
        )
    if request.scale is not None:
        raise ParameterError(
            f"the scale {request.scale!r} in matching by sampling"
            + (f", since {why}" if why else ""),
            expected="no scale: along a free scale the search stays near its start",
            do="Fix a hyperparameter in its place, as in "
            f'fixed={{"{declaration.hyperparameters[0]}": 1}}.'
            if declaration.hyperparameters
            else "Leave it out.",
        )
    return declaration


def _checked_options(spec: ModelSpec, request: Request) -> Options:
    """Return how to search, all of it about parameters and axes that the model has."""
    options = request.options
    start = checked_numbers(spec, options.start, "start", whole=False)
    bounds = checked_bounds(spec, options.bounds, start)
    if options.shape is not None and len(options.shape) != len(spec.axes):
        raise ParameterError(
            f"shape={options.shape}",
            expected=f"{len(spec.axes)} positive integers, for {', '.join(spec.axes)}",
            do="Write one size for each axis of the data.",
        )
    return replace(options, start=start, bounds=bounds)


def _targets(
    spec: ModelSpec, request: Request, given: Mapping[str, float]
) -> tuple[dict[str, Target], Measured | None]:
    """Return what is to be met, and what was measured if that is from data."""
    if request.data is not None:
        measured = measure(spec, request).statistics
        check_upper(spec, measured.maximum, given)
        values = as_targets(spec, measured)
        return {name: Target(value) for name, value in values.items()}, measured
    if not request.targets:
        raise TargetError(
            "no targets",
            expected="at least one, such as " + ", ".join(spec.targets),
            do='Write, for example, targets={"mean": 2, "P(Y = 0)": 0.7}.',
        )
    check_possible({name: target.value for name, target in request.targets.items()})
    return dict(request.targets), None


def _check_free(spec: ModelSpec, given: Collection[str], options: Options) -> None:
    for name in (*options.start, *options.bounds):
        if name in given:
            raise ParameterError(
                f"{'a start' if name in options.start else 'bounds'} for {name}, which is fixed",
                expected="one of the two",
                do="Leave one out.",
            )
    if all(x.name in given for x in spec.parameters):
        raise ParameterError(
            f"every parameter of {spec.name} fixed",
            expected="at least one that is free",
            do="Leave out what the search is to find; ppm.sample draws from a model.",
        )


def _as_match(
    spec: ModelSpec,
    targets: Mapping[str, Target],
    outcome: Outcome,
    measured: Measured | None,
    why: str,
    free: Collection[str],
) -> Match:
    about = [*outcome.remarks]
    undefined = [name for name in targets if not math.isfinite(outcome.achieved[name])]
    if undefined:
        about.append(said("undefined", names=conjunction(undefined)))
    if measured is not None:
        about += about_data(measured, spec)
    values, goals = {**outcome.parameters}, {name: x.value for name, x in targets.items()}
    sizes = [x.name for x in spec.parameters if x.is_size]
    if sizes and outcome.k_exact is not None:
        values[sizes[0]] = outcome.k_exact
    uncertainty = None
    if outcome.feasible:
        errors = outcome.parameter_errors
        estimates = {name: (value, errors.get(name, 0.0)) for name, value in values.items()}
        uncertainty = of_responses(measured, spec, goals, estimates, outcome.responses, free)
    about += () if uncertainty is None else unresolved(spec, uncertainty)
    if why:
        about.append(said("method", why=why))
    return Match(
        spec.name, outcome.feasible, outcome.k, outcome.k_exact, dict(outcome.parameters), {},
        goals, _finite({name: outcome.achieved[name] for name in targets}), "none", tuple(about),
        measured, spec, method=STOCHASTIC, achieved_errors=_finite(outcome.achieved_errors),
        parameter_errors=_finite(outcome.parameter_errors), sampled=_finite(outcome.sampled),
        discrepancy=outcome.discrepancy if math.isfinite(outcome.discrepancy) else None,
        trace=outcome.trace, seconds=outcome.seconds, estimators=dict(outcome.estimators),
        uncertainty=uncertainty,
    )  # fmt: skip


def _finite(values: Mapping[str, float]) -> dict[str, float]:
    return {name: value for name, value in values.items() if math.isfinite(value)}

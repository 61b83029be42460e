"""Matching any statistics of any model that can be drawn from."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import replace
from types import ModuleType

import numpy as np
import torch

from symppm.codegen.compile import compile_torch
from symppm.errors import (
    NoMomentError,
    NotBuiltError,
    NotDerivableError,
    ParameterError,
    TargetError,
)
from symppm.locks import forked
from symppm.model.declaration import Declaration
from symppm.results.diagnostic import Diagnostic
from symppm.solve.targets import moment
from symppm.stochastic.discrepancy import Discrepancy
from symppm.stochastic.estimates import Estimator
from symppm.stochastic.names import Moment, Probability, Quantile, statistic_named
from symppm.stochastic.outcome import Outcome
from symppm.stochastic.plans import CLOSED, PlannedTarget, planned
from symppm.stochastic.remarks import left_open, remarks, rounded
from symppm.stochastic.sampling_options import Options, Target
from symppm.stochastic.search import Answer, Search, cut_short, watching
from symppm.stochastic.space import Space, made_space, orders_of
from symppm.stochastic.starts import start_point
from symppm.stochastic.verdict import Vector, Verdict, judged, responses


def match_by_sampling(
    declaration: Declaration,
    targets: Mapping[str, Target],
    fixed: Mapping[str, float | str],
    options: Options,
) -> Outcome:
    """Find sizes and hyperparameters whose prior predictive statistics are the targets."""
    began = time.perf_counter()
    if forked():
        # PyTorch's threads did not come along, and it would wait for them.
        torch.set_num_threads(1)
    if options.device == "cuda" and not torch.cuda.is_available():
        raise ParameterError(
            "device='cuda' on a machine where torch finds no GPU",
            expected="a GPU that torch can use",
            do="Leave the device out to compute on the CPU.",
        )
    for variable in declaration.variables:
        variable.family.check_sampled()
    module = compile_torch(declaration, tuple(n for n in targets if n.startswith("cumulant")))
    planned_targets = tuple(
        _planned(declaration, module, name, target, options) for name, target in targets.items()
    )
    sizes = tuple(name for _, name in module.SIZES)
    orders = orders_of(declaration)
    space = made_space(module.HYPERPARAMETERS, sizes, fixed, options.bounds, orders)
    start = start_point(space, options.start)
    families = {variable.name: variable.family for variable in declaration.variables}
    estimator = Estimator(module, families, planned_targets, options.device)
    estimator = estimator.with_scores(space.point, space.vector(start))
    discrepancy = Discrepancy(
        tuple(target.name for target in planned_targets),
        np.array([target.value for target in planned_targets], dtype=float),
        np.array([targets[target.name].weight for target in planned_targets], dtype=float),
        np.array([isinstance(target.statistic, Probability) for target in planned_targets]),
        options.discrepancy,
    )
    with watching(show=options.progress) as watch:
        search = Search(declaration, estimator, discrepancy, options, began, watch)
        return _outcome(search, space, start)


def _outcome(search: Search, space: Space, start: dict[str, float]) -> Outcome:
    diagnostics: list[Diagnostic] = []
    interrupted = False
    try:
        answer, exact = search.run_whole(space, start)
    except KeyboardInterrupt:
        if search.best is None:
            raise
        answer, exact = cut_short(search.best), (search.before_rounding or search.best).sizes
        interrupted = True
    try:
        verdict = judged(search, answer, quickly=interrupted)
    except KeyboardInterrupt:
        # The search is done: a second look of a few draws is worth the wait.
        interrupted = True
        verdict = judged(search, answer, quickly=True)
    met, before = verdict.met, search.before_rounding
    if not met and exact and before is not None and not interrupted and not verdict.unsettled:
        # With a whole number of factors the rest need not fit; that is no fault of the targets.
        met = judged(search, before).met
        if met:
            answer, verdict = _nearer(search, answer, verdict, cut_short(before))
            met = not verdict.unsettled
        if met and not verdict.met:
            diagnostics.append(rounded(search, verdict, exact))
    diagnostics += remarks(search, answer, verdict, met=met, interrupted=interrupted)
    errors, changes = _determined(search, answer)
    names = [target.name for target in search.estimator.targets]
    free = [coordinate.name for coordinate in (before or answer).space.coordinates]
    undetermined = [name for name in free if name not in errors]
    if undetermined and met:
        diagnostics.append(left_open(undetermined, len(names)))
    values = answer.values
    size = next((name for _, name in search.estimator.module.SIZES), None)
    return Outcome(
        feasible=met,
        k=None if size is None else round(values[size]),
        k_exact=None if size is None else exact.get(size, values[size]),
        parameters=values,
        parameter_errors=errors,
        responses={
            name: dict(zip(names, map(float, row), strict=True)) for name, row in changes.items()
        },
        achieved=dict(zip(names, map(float, verdict.values), strict=True)),
        achieved_errors=dict(zip(names, map(float, verdict.errors), strict=True)),
        sampled=_sampled(search, answer, verdict),
        discrepancy=search.discrepancy.at(verdict.values).value,
        remarks=tuple(diagnostics),
        trace=search.trace([coordinate.name for coordinate in space.coordinates]),
        draws=sum(step.draws for step in search.steps) + verdict.draws,
        seconds=search.seconds,
        estimators={target.name: target.how for target in search.estimator.targets},
    )


def _nearer(
    search: Search, answer: Answer, verdict: Verdict, merely_rounded: Answer
) -> tuple[Answer, Verdict]:
    """Return what is nearer to the targets: all that rounding may leave over is what it does."""
    alternative = judged(search, merely_rounded)
    if search.loss(verdict.values) <= search.loss(alternative.values):
        return answer, verdict
    # What the search itself says is about the size before rounding.
    nothing = replace(merely_rounded.at.estimate, values=np.full_like(alternative.values, np.nan))
    return replace(merely_rounded, at=replace(merely_rounded.at, estimate=nothing)), alternative


def _determined(search: Search, answer: Answer) -> tuple[dict[str, float], dict[str, Vector]]:
    """Return Monte-Carlo errors and responses of what the targets determine."""

    def at(point: Answer) -> tuple[dict[str, float], dict[str, Vector]]:
        changes, spread = responses(point, search), point.at.estimate.covariance
        squares = {name: float(change @ spread @ change) for name, change in changes.items()}
        return {name: math.sqrt(max(square, 0.0)) for name, square in squares.items()}, changes

    errors, changes = at(answer)
    before = search.before_rounding
    if before is not None and before.sizes:
        # Beside a free size less is determined than at the whole number that it was held at.
        at_size, changes = at(before)
        errors = {name: errors.get(name, at_size[name]) for name in changes}
    return errors, changes


def _sampled(search: Search, answer: Answer, verdict: Verdict) -> dict[str, float]:
    """Return what the search's own estimates say where the verdict has a formula."""
    values = zip(search.estimator.targets, answer.at.estimate.values, verdict.exact, strict=True)
    return {
        target.name: float(value)
        for target, value, exact in values
        if exact and target.how != CLOSED and np.isfinite(value)
    }


def _planned(
    declaration: Declaration, module: ModuleType, name: str, target: Target, options: Options
) -> PlannedTarget:
    statistic = statistic_named(
        declaration,
        name,
        custom=target.statistic is not None,
        integral=module.INTEGRAL,
        shared=module.SHARED,
    )
    planned_target = planned(
        module, name, statistic, target.value, target.statistic, options.integrate, options.shape
    )
    _check_target(planned_target, integral=module.INTEGRAL)
    # About a level that the whole array shares, moments may exist that do not exist about zero.
    common = module.SHARED and name != "mean"
    if isinstance(statistic, Moment) and name not in module.CLOSED and not common:
        _check_existence(declaration, name)
    return planned_target


def _check_existence(declaration: Declaration, name: str) -> None:
    """See that a moment without a formula is not known to diverge whatever is chosen."""
    try:
        moment(declaration, name)
    except NoMomentError as error:
        raise TargetError(
            f"the target {name!r}, which this model has for no hyperparameters: {error.given}",
            expected="statistics that exist",
            do='Ask for quantiles or probabilities, such as "median" or "P(Y <= 3)", which always '
            "exist, or choose a family with a lighter tail.",
        ) from error
    except (NotDerivableError, NotBuiltError):
        return


def _check_target(target: PlannedTarget, *, integral: bool) -> None:
    name, value, statistic = target.name, target.value, target.statistic
    if isinstance(statistic, Probability) and not 0 < value < 1:
        raise TargetError(
            f"{name}={value:g}",
            expected="a probability strictly between 0 and 1",
            do="Correct it.",
        )
    if isinstance(statistic, Quantile) and integral and value != int(value):
        raise TargetError(
            f"{name}={value:g} of a model of whole numbers",
            expected="a whole number: quantiles of whole numbers are whole",
            do="Round it, or ask for a probability such as P(Y <= 3).",
        )
    if isinstance(statistic, Moment) and statistic.bottom and abs(value) > 1:
        raise TargetError(
            f"{name}={value:g}", expected="a correlation, between -1 and 1", do="Check it."
        )

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
from symppm.stochastic.asked import Options, Target
from symppm.stochastic.discrepancy import Discrepancy
from symppm.stochastic.estimates import Estimator
from symppm.stochastic.names import Moment, Probability, Quantile, statistic_named
from symppm.stochastic.outcome import Outcome
from symppm.stochastic.plans import CLOSED, Wanted, planned
from symppm.stochastic.remarks import left_open, remarks, rounded
from symppm.stochastic.search import Found, Search, cut_short, watching
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
    wanted = tuple(
        _wanted(declaration, module, name, each, options) for name, each in targets.items()
    )
    sizes = tuple(name for _, name in module.SIZES)
    orders = orders_of(declaration)
    space = made_space(module.HYPERPARAMETERS, sizes, fixed, options.bounds, orders)
    start = start_point(space, options.start)
    families = {each.name: each.family for each in declaration.variables}
    estimator = Estimator(module, families, wanted, options.device)
    estimator = estimator.with_scores(space.point, space.vector(start))
    discrepancy = Discrepancy(
        tuple(each.name for each in wanted),
        np.array([each.value for each in wanted], dtype=float),
        np.array([targets[each.name].weight for each in wanted], dtype=float),
        np.array([isinstance(each.statistic, Probability) for each in wanted]),
        options.discrepancy,
    )
    with watching(show=options.progress) as watch:
        search = Search(declaration, estimator, discrepancy, options, began, watch)
        return _outcome(search, space, start)


def _outcome(search: Search, space: Space, start: dict[str, float]) -> Outcome:
    said: list[Diagnostic] = []
    interrupted = False
    try:
        found, exact = search.run_whole(space, start)
    except KeyboardInterrupt:
        if search.best is None:
            raise
        found, exact = cut_short(search.best), (search.before_rounding or search.best).sizes
        interrupted = True
    try:
        verdict = judged(search, found, quickly=interrupted)
    except KeyboardInterrupt:
        # The search is done: a second look of a few draws is worth the wait.
        interrupted = True
        verdict = judged(search, found, quickly=True)
    met, before = verdict.met, search.before_rounding
    if not met and exact and before is not None and not interrupted and not verdict.unsettled:
        # With a whole number of factors the rest need not fit; that is no fault of the targets.
        met = judged(search, before).met
        if met:
            found, verdict = _nearer(search, found, verdict, cut_short(before))
            met = not verdict.unsettled
        if met and not verdict.met:
            said.append(rounded(search, verdict, exact))
    said += remarks(search, found, verdict, met=met, interrupted=interrupted)
    errors, moved = _determined(search, found)
    names = [each.name for each in search.estimator.wanted]
    free = [each.name for each in (before or found).space.coordinates]
    left = [name for name in free if name not in errors]
    if left and met:
        said.append(left_open(left, len(names)))
    values = found.values
    size = next((name for _, name in search.estimator.module.SIZES), None)
    return Outcome(
        feasible=met,
        k=None if size is None else round(values[size]),
        k_exact=None if size is None else exact.get(size, values[size]),
        parameters=values,
        parameter_errors=errors,
        responses={
            name: dict(zip(names, map(float, each), strict=True)) for name, each in moved.items()
        },
        achieved=dict(zip(names, map(float, verdict.values), strict=True)),
        achieved_errors=dict(zip(names, map(float, verdict.errors), strict=True)),
        sampled=_sampled(search, found, verdict),
        discrepancy=search.discrepancy.at(verdict.values).value,
        remarks=tuple(said),
        trace=search.trace([each.name for each in space.coordinates]),
        draws=sum(each.draws for each in search.steps) + verdict.draws,
        seconds=search.seconds,
        estimators={each.name: each.how for each in search.estimator.wanted},
    )


def _nearer(
    search: Search, found: Found, verdict: Verdict, merely_rounded: Found
) -> tuple[Found, Verdict]:
    """Return what is nearer to the targets: all that rounding may leave over is what it does."""
    other = judged(search, merely_rounded)
    if search.loss(verdict.values) <= search.loss(other.values):
        return found, verdict
    # What the search itself says is about the size before rounding.
    nothing = replace(merely_rounded.at.estimate, values=np.full_like(other.values, np.nan))
    return replace(merely_rounded, at=replace(merely_rounded.at, estimate=nothing)), other


def _determined(search: Search, found: Found) -> tuple[dict[str, float], dict[str, Vector]]:
    """Return Monte-Carlo errors and responses of what the targets determine."""

    def at(point: Found) -> tuple[dict[str, float], dict[str, Vector]]:
        moved, spread = responses(point, search), point.at.estimate.covariance
        squares = {name: float(each @ spread @ each) for name, each in moved.items()}
        return {name: math.sqrt(max(each, 0.0)) for name, each in squares.items()}, moved

    errors, moved = at(found)
    before = search.before_rounding
    if before is not None and before.sizes:
        # Beside a free size less is determined than at the whole number that it was held at.
        at_size, moved = at(before)
        errors = {name: errors.get(name, at_size[name]) for name in moved}
    return errors, moved


def _sampled(search: Search, found: Found, verdict: Verdict) -> dict[str, float]:
    """Return what the search's own estimates say where the verdict has a formula."""
    values = zip(search.estimator.wanted, found.at.estimate.values, verdict.exact, strict=True)
    return {
        each.name: float(value)
        for each, value, exact in values
        if exact and each.how != CLOSED and np.isfinite(value)
    }


def _wanted(
    declaration: Declaration, module: ModuleType, name: str, target: Target, options: Options
) -> Wanted:
    statistic = statistic_named(
        declaration,
        name,
        custom=target.statistic is not None,
        integral=module.INTEGRAL,
        shared=module.SHARED,
    )
    made = planned(
        module, name, statistic, target.value, target.statistic, options.integrate, options.shape
    )
    _check_target(made, integral=module.INTEGRAL)
    # About a level that the whole array shares, moments may exist that do not exist about zero.
    common = module.SHARED and name != "mean"
    if isinstance(statistic, Moment) and name not in module.CLOSED and not common:
        _check_existence(declaration, name)
    return made


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


def _check_target(wanted: Wanted, *, integral: bool) -> None:
    name, value, statistic = wanted.name, wanted.value, wanted.statistic
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

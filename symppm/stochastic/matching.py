"""Matching any statistics of any model that can be drawn from."""

from __future__ import annotations

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
from symppm.solve.targets import moment
from symppm.stochastic.asked import Options, Target
from symppm.stochastic.discrepancy import Discrepancy
from symppm.stochastic.estimates import Estimate, Estimator
from symppm.stochastic.metrics import conditioning, location_scale_metric
from symppm.stochastic.names import Moment, Probability, Quantile, statistic_named
from symppm.stochastic.notes import Clock, Notes
from symppm.stochastic.orders import orders_of
from symppm.stochastic.outcome import Outcome, Remark
from symppm.stochastic.plans import CLOSED, Wanted, planned
from symppm.stochastic.remarks import left_open, remarks
from symppm.stochastic.search import Found, Search
from symppm.stochastic.space import Space, made_space
from symppm.stochastic.starts import start_point
from symppm.stochastic.verdict import Vector, Verdict, is_met, judged, parameter_errors, responses
from symppm.stochastic.watching import watching
from symppm.stochastic.whole_sizes import (
    cut_short,
    finite_loss,
    found_whole,
    free_sizes,
    rounded,
)

_INTERRUPTED = (
    "The search was interrupted; this is the best that it had reached, judged as it is. Its "
    "hyperparameters may be improved by searching longer, from them: start={...}."
)
_LOST = (
    "No derivative passes through {}; that of the density of the entries took its place (score "
    "function), which is noisier."
)
_OUT_OF_TIME = (
    "The search was stopped after {:g} seconds, before the error of the draws was as small as "
    "asked. Allow more with seconds=..., or a larger tolerance."
)


def match_by_sampling(
    declaration: Declaration,
    targets: Mapping[str, Target],
    fixed: Mapping[str, float | str],
    options: Options,
) -> Outcome:
    """Find sizes and hyperparameters whose prior predictive statistics are the targets."""
    if forked():
        # PyTorch's threads did not come along, and it would wait for them.
        torch.set_num_threads(1)
    _check_device(options.device)
    for variable in declaration.variables:
        variable.family.check_sampled()
    clock = Clock(options.seconds)
    module = compile_torch(declaration, _cumulants(targets))
    wanted = tuple(
        _wanted(declaration, module, name, each, options) for name, each in targets.items()
    )
    if not wanted:
        raise TargetError(
            "no targets", expected="at least one", do='Write, for example, {"mean": 2}.'
        )
    space = made_space(
        module.HYPERPARAMETERS, tuple(name for _, name in module.SIZES), fixed, options.bounds,
        orders_of(declaration),
    )  # fmt: skip
    start = start_point(space, options.start)
    families = {each.name: each.family for each in declaration.variables}
    estimator = Estimator(module, families, wanted, options.device)
    estimator = estimator.with_scores(space.point, space.vector(start))
    with watching(show=options.progress) as watch:
        search = Search(
            estimator, _discrepancy(wanted, targets, options), options,
            lambda where, x, estimate: _metric(declaration, options, where, x, estimate),
            Notes(tuple(targets), tuple(each.name for each in space.coordinates), watch), clock,
        )  # fmt: skip
        return _outcome(declaration, search, space, start)


def _outcome(
    declaration: Declaration, search: Search, space: Space, start: dict[str, float]
) -> Outcome:
    said: list[Remark] = []
    interrupted = False
    try:
        found, exact = found_whole(search, space, start)
    except KeyboardInterrupt:
        if search.best is None:
            raise
        found, exact = cut_short(search.best)
        if search.before_rounding is not None:
            exact = free_sizes(search.before_rounding)
        interrupted = True
    try:
        verdict = judged(search, found, quickly=interrupted)
    except KeyboardInterrupt:
        # The search is done: a second look of a few draws is worth the wait.
        interrupted = True
        verdict = judged(search, found, quickly=True)
    met = is_met(search, verdict)
    before = search.before_rounding
    if not met and exact and before is not None and not interrupted and not verdict.unsettled:
        # With a whole number of factors the rest need not fit; that is no fault of the targets.
        met = is_met(search, judged(search, before))
        if met:
            found, verdict = _nearer(search, (found, verdict), cut_short(before)[0])
            met = not verdict.unsettled
        if met and not is_met(search, verdict):
            said.append(rounded(search, verdict, exact))
    finished = not interrupted and not search.clock.is_up
    if interrupted:
        said.append(Remark("interrupted", "warning", _INTERRUPTED))
    elif search.clock.is_up:
        said.append(Remark("time_is_up", "warning", _OUT_OF_TIME.format(search.options.seconds)))
    lost = [each.name for each in search.estimator.wanted if each.plan and not each.plan.pathwise]
    if lost:
        said.append(Remark("score_function", "note", _LOST.format(" and ".join(lost))))
    said += remarks(declaration, search, found, verdict, met=met, finished=finished)
    errors, moved, vague = _determined(search, found)
    if vague and met:
        said.append(vague)
    values = found.space.values(found.average.x)
    every = [name for _, name in search.estimator.module.SIZES]
    k = round(values[every[0]]) if every else None
    names = [each.name for each in search.estimator.wanted]
    loss = search.discrepancy.at(verdict.values).value
    return Outcome(
        feasible=met,
        k=k,
        k_exact=exact.get(every[0], values[every[0]]) if every else None,
        parameters=values,
        parameter_errors=errors,
        responses={
            name: dict(zip(names, map(float, each), strict=True)) for name, each in moved.items()
        },
        achieved=dict(zip(names, map(float, verdict.values), strict=True)),
        achieved_errors=dict(zip(names, map(float, verdict.errors), strict=True)),
        sampled=_said(search, found, verdict),
        discrepancy=loss,
        remarks=tuple(said),
        trace=search.notes.trace(),
        draws=sum(search.notes.draws) + verdict.draws,
        seconds=search.clock.seconds,
        estimators={each.name: each.how for each in search.estimator.wanted},
    )


def _nearer(
    search: Search, searched: tuple[Found, Verdict], merely_rounded: Found
) -> tuple[Found, Verdict]:
    """Return what is nearer to the targets: all that rounding may leave over is what it does."""
    other = judged(search, merely_rounded)
    losses = [finite_loss(search, each.values) for each in (searched[1], other)]
    if losses[0] <= losses[1]:
        return searched
    # What the search itself says is about the size before rounding.
    values = np.full_like(other.values, np.nan)
    return replace(merely_rounded, average=replace(merely_rounded.average, values=values)), other


def _determined(
    search: Search, found: Found
) -> tuple[dict[str, float], dict[str, Vector], Remark | None]:
    """Return errors and responses of what targets determine, and say what they leave open."""
    moved = responses(found, search)
    errors = parameter_errors(found, moved)
    free = [each.name for each in found.space.coordinates]
    before = search.before_rounding
    sizes = [each for each in before.space.coordinates if each.is_size] if before else []
    if before is not None and sizes:
        # Beside a free size less is determined than at the whole number that it was held at.
        with_size = responses(before, search)
        at_size = parameter_errors(before, with_size)
        errors = {name: errors.get(name, at_size[name]) for name in with_size}
        moved = with_size
        free = [each.name for each in before.space.coordinates]
    left = [name for name in free if name not in errors]
    return errors, moved, left_open(left, len(search.estimator.wanted)) if left else None


def _said(search: Search, found: Found, verdict: Verdict) -> dict[str, float]:
    """Return what the search's own estimates say where the verdict has a formula."""
    return {
        each.name: float(value)
        for each, value, exact in zip(
            search.estimator.wanted, found.average.values, verdict.exact, strict=True
        )
        if exact and each.how != CLOSED and np.isfinite(value)
    }


def _cumulants(targets: Mapping[str, Target]) -> tuple[str, ...]:
    return tuple(name for name in targets if name.startswith("cumulant"))


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
    _check_target(made, target, integral=module.INTEGRAL)
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


def _check_target(wanted: Wanted, target: Target, *, integral: bool) -> None:
    value = target.value
    share = isinstance(wanted.statistic, Probability)
    if share and not 0 < value < 1:
        raise TargetError(
            f"{wanted.name}={value:g}",
            expected="a probability strictly between 0 and 1",
            do="Correct it.",
        )
    quantile = isinstance(wanted.statistic, Quantile) and integral
    if quantile and value != int(value):
        raise TargetError(
            f"{wanted.name}={value:g} of a model of whole numbers",
            expected="a whole number: quantiles of whole numbers are whole",
            do="Round it, or ask for a probability such as P(Y <= 3).",
        )
    if wanted.name == "variance" and value <= 0:
        raise TargetError(
            f"variance={value:g}", expected="a positive variance", do="Check the target."
        )
    correlation = isinstance(wanted.statistic, Moment) and bool(wanted.statistic.bottom)
    if correlation and abs(value) > 1:
        raise TargetError(
            f"{wanted.name}={value:g}", expected="a correlation, between -1 and 1", do="Check it."
        )


def _discrepancy(
    wanted: tuple[Wanted, ...], targets: Mapping[str, Target], options: Options
) -> Discrepancy:
    return Discrepancy(
        tuple(each.name for each in wanted),
        np.array([each.value for each in wanted], dtype=float),
        np.array([targets[each.name].weight for each in wanted], dtype=float),
        np.array([isinstance(each.statistic, Probability) for each in wanted]),
        options.discrepancy,
    )


def _metric(
    declaration: Declaration, options: Options, space: Space, x: np.ndarray, estimate: Estimate
) -> np.ndarray:
    plain = np.eye(len(x))
    if options.parametrisation == "natural" or not len(x):
        return plain
    other = location_scale_metric(declaration, space, x)
    if options.parametrisation == "mean-sd":
        return other
    scales = np.maximum(np.abs(estimate.values), 1e-12)
    if not np.all(np.isfinite(estimate.jacobian)):
        return plain
    better = conditioning(estimate.jacobian, other, scales)
    return other if better < conditioning(estimate.jacobian, plain, scales) else plain


def _check_device(device: str) -> None:
    kind = device.partition(":")[0]
    if kind not in {"cpu", "cuda"}:
        raise ParameterError(
            f"device={device!r}", expected="'cpu' or 'cuda'", do="Choose one of the two."
        )
    if kind == "cuda" and not torch.cuda.is_available():
        raise ParameterError(
            "device='cuda' on a machine where torch finds no GPU",
            expected="a GPU that torch can use",
            do="Leave the device out to compute on the CPU.",
        )

"""Statistics of one batch of draws: averages, and what each draw adds to their error."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from symppm.errors import NotBuiltError, TargetError
from symppm.stochastic.names import (
    Moment,
    Monomial,
    Polynomial,
    Probability,
)
from symppm.stochastic.plans import (
    Wanted,
)
from symppm.stochastic.probabilities import continued
from symppm.stochastic.views import View

Vector = NDArray[np.float64]

_MOST_SORTED = 2**23
_LEAST = 1e-300


def moment(view: View, statistic: Moment) -> tuple[torch.Tensor, torch.Tensor]:
    """Return a cumulant or a ratio of two, by the delta method about the mean of the entries."""
    ordered = sorted(statistic.monomials)
    first = ((tuple(0 for _ in view.module.OBSERVED_AXES), 1),)
    location = statistic.top == ((1, (first,)),)
    center = 0.0 if location else float(view.joint_moment(first, 0.0).mean().detach())
    rows = [view.joint_moment(monomial, center) for monomial in ordered]
    means = torch.stack([row.mean() for row in rows])
    fixed = means.detach()
    value, slopes, curves = _expanded(statistic, ordered, fixed.cpu().numpy())
    along = fixed.new_tensor(slopes)
    detached = torch.stack([row.detach() for row in rows])
    away = detached - detached.mean(1, keepdim=True)
    draws = away.shape[1]
    spread = (away @ away.T / (draws * max(draws - 1, 1))).cpu().numpy()
    # How far a curved function of averages lies, on average, above that of what is true.
    excess = float((curves * spread).sum()) / 2
    return value - excess + along @ (means - fixed), along @ away


def _expanded(
    statistic: Moment, ordered: Sequence[Monomial], at: Vector
) -> tuple[float, Vector, Vector]:
    """Return a statistic at values of its monomials, with its first and second derivatives."""
    with np.errstate(all="ignore"):
        top, slopes, curves = _expanded_sum(statistic.top, ordered, at)
        if not statistic.bottom:
            return top, slopes, curves
        bottom, below, bent = _expanded_sum(statistic.bottom, ordered, at)
        value = float(np.divide(top, bottom))
        slopes = (slopes - value * below) / bottom
        crossed = np.outer(slopes, below)
        return value, slopes, (curves - crossed - crossed.T - value * bent) / bottom


def _expanded_sum(
    part: Polynomial, ordered: Sequence[Monomial], at: Vector
) -> tuple[float, Vector, Vector]:
    """Return the same of a sum of products of monomials."""
    units = dict(zip(ordered, np.eye(len(at)), strict=True))
    whole, slopes, curves = 0.0, np.zeros(len(at)), np.zeros((len(at), len(at)))
    for weight, row in part:
        product, first, second = float(weight), np.zeros_like(slopes), np.zeros_like(curves)
        for monomial in row:
            unit = units[monomial]
            factor = float(unit @ at)
            crossed = np.outer(first, unit)
            second = second * factor + crossed + crossed.T
            first = first * factor + product * unit
            product *= factor
        whole, slopes, curves = whole + product, slopes + first, curves + second
    return whole, slopes, curves


def share(view: View, asked: Probability) -> torch.Tensor:
    """Return, for each draw, the share of entries for which something holds."""
    entries = view.entries
    assert entries is not None  # noqa: S101 - drawn views have entries
    above = entries >= asked.low if asked.with_low else entries > asked.low
    below = entries <= asked.high if asked.with_high else entries < asked.high
    inside = above & below
    return view.average((inside if asked.inside else ~inside).to(torch.float64))


def empirical_quantile(view: View, level: float, wanted: float) -> torch.Tensor:
    """Return what each draw adds to a quantile of drawn entries, up to the second order."""
    entries = view.entries
    assert entries is not None  # noqa: S101 - drawn views have entries
    values = entries.detach().flatten()[:_MOST_SORTED]
    near = min(level, 1 - level) * values.numel() ** -0.2
    low, found, high = (
        float(torch.quantile(values, at)) for at in (level - near, level, level + near)
    )
    if view.module.INTEGRAL:
        return _whole_quantile(view, level, wanted)
    width = max((high - low) / 2, _LEAST)
    # The value counts entries; a smooth step beside it carries the derivative of entries that
    # are reparameterised.
    soft = torch.sigmoid((found - entries) / (0.3 * width))
    below = (entries <= found).to(torch.float64) + soft - soft.detach()
    each: torch.Tensor = found + (level - view.average(below)) / (near / width)
    return each


def _whole_quantile(view: View, level: float, wanted: float) -> torch.Tensor:
    """Return the same for integers, as :func:`symppm.stochastic.probabilities.quantile` does."""
    entries = view.entries
    assert entries is not None  # noqa: S101 - as above

    def upto(value: float) -> torch.Tensor:
        return view.average((entries <= value).to(torch.float64))

    if float(upto(wanted - 1).mean().detach()) < level <= float(upto(wanted).mean().detach()):
        return torch.full_like(upto(wanted), wanted) + 0.0 * upto(wanted)
    values = entries.detach().flatten()[:_MOST_SORTED]
    found = float(torch.quantile(values, level, interpolation="higher"))
    return continued(level, found, wanted, upto(found - 1), upto(found))


def check_densities(view: View) -> None:
    """Refuse a view in which some dependence on hyperparameters is lost."""
    lost = view.draw.no_gradient
    if lost:
        families = ", ".join(sorted({view.draw.families[name].name for name in lost}))
        raise NotBuiltError(
            f"the derivative of what is drawn from {families} ({', '.join(lost)})",
            expected="families with a density, where draws themselves cannot be differentiated",
            do="Ask for moments, which are integrated, or give the family its log_density.",
        )


def called(view: View, wanted: Wanted) -> torch.Tensor:
    """Return the user's statistic of every drawn matrix."""
    entries = view.entries
    assert entries is not None and wanted.function is not None  # noqa: S101, PT018 - as planned
    axes = view.module.AXES
    places = [axes.index(axis) - len(axes) for axis in view.module.OBSERVED_AXES]
    lead = entries.shape[: entries.dim() - len(axes)]
    shape = [entries.shape[place] for place in places]
    batch = entries.movedim(places, list(range(-len(places), 0))).reshape(-1, *shape)
    try:
        found = wanted.function(batch.clone())
    except Exception as error:
        raise TargetError(
            f"the statistic {wanted.name!r} raised {type(error).__name__}: {error}",
            expected=f"a function of a torch tensor of shape {tuple(batch.shape)}: draws, then "
            + ", ".join(view.module.OBSERVED_AXES),
            do="Correct it; it must work on a whole batch.",
        ) from error
    try:
        found = torch.as_tensor(found, dtype=torch.float64, device=batch.device)
    except (TypeError, ValueError, RuntimeError) as error:
        raise TargetError(
            f"the statistic {wanted.name!r} returned {type(found).__name__}: {found!r:.80}",
            expected=f"a torch tensor with one number a matrix: shape ({batch.shape[0]},)",
            do="Return a tensor.",
        ) from error
    if found.shape != batch.shape[:1]:
        raise TargetError(
            f"the statistic {wanted.name!r} returned shape {tuple(found.shape)}",
            expected=f"one number a matrix: shape ({batch.shape[0]},)",
            do="Reduce over all axes but the first.",
        )
    if not bool(torch.isfinite(found).all()):
        bad = int((~torch.isfinite(found)).sum())
        raise TargetError(
            f"the statistic {wanted.name!r} is not finite for {bad} of {batch.shape[0]} matrices",
            expected="a finite number for every matrix that the model can draw",
            do="Guard it, for example against matrices of zeros only.",
        )
    return found.reshape(lead)

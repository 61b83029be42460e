"""Statistics of one batch of draws: averages, and what each draw adds to their error."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from symppm.errors import NotBuiltError, TargetError
from symppm.stochastic.names import (
    Moment,
    Monomial,
    Probability,
)
from symppm.stochastic.plans import (
    Wanted,
)
from symppm.stochastic.probabilities import continued
from symppm.stochastic.views import View

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
    own = means.detach().requires_grad_()
    with torch.enable_grad():
        (slopes,) = torch.autograd.grad(_combined(statistic, ordered, own), own)
    detached = torch.stack([row.detach() for row in rows])
    away = detached - detached.mean(1, keepdim=True)
    draws = away.shape[1]
    spread = away @ away.T / (draws * max(draws - 1, 1))
    excess = _excess(statistic, ordered, means.detach(), spread)
    return _combined(statistic, ordered, means) - excess, slopes @ away


def _excess(
    statistic: Moment, ordered: Sequence[Monomial], means: torch.Tensor, spread: torch.Tensor
) -> torch.Tensor:
    """Return how far a curved function of averages lies, on average, above that of what is true."""
    with torch.enable_grad():
        own = means.clone().requires_grad_()
        (slopes,) = torch.autograd.grad(_combined(statistic, ordered, own), own, create_graph=True)
        if not slopes.requires_grad:
            return torch.zeros_like(means[0])
        rows = [torch.autograd.grad(each, own, retain_graph=True)[0] for each in slopes]
    return (torch.stack(rows) * spread).sum() / 2


def _combined(statistic: Moment, ordered: Sequence[Monomial], means: torch.Tensor) -> torch.Tensor:
    at = {monomial: means[place] for place, monomial in enumerate(ordered)}

    def total(part: tuple[tuple[int, tuple[Monomial, ...]], ...]) -> torch.Tensor:
        terms = []
        for weight, row in part:
            product = torch.ones_like(means[0]) * weight
            for monomial in row:
                product = product * at[monomial]
            terms.append(product)
        return torch.stack(terms).sum()

    top = total(statistic.top)
    return top / total(statistic.bottom) if statistic.bottom else top


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

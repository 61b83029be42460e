"""Statistics of one batch of draws: averages, and what each draw adds to their error."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from symppm.errors import ParameterError, TargetError
from symppm.stochastic.names import (
    Extreme,
    Moment,
    Monomial,
    Polynomial,
    Probability,
    Quantile,
)
from symppm.stochastic.plans import PlannedTarget
from symppm.stochastic.views import View

Vector = NDArray[np.float64]

_MOST_SORTED = 2**23
_LEAST = 1e-300
_BISECTIONS = 60
_CLOSE = 1e-6
_WIDEST = 1e15
_GRID = 129
_NEGLIGIBLE = 1e-10
_LEFT_OUT = 1e-4
_SHORTEST = 1e-9


def estimated(view: View, target: PlannedTarget) -> tuple[torch.Tensor, torch.Tensor]:
    """Return a statistic, and what each draw adds to its error."""
    statistic = target.statistic
    if isinstance(statistic, Moment):
        return _moment(view, statistic)
    if isinstance(statistic, Quantile):
        values = _quantile(view, statistic.level, target.value)
    elif isinstance(statistic, Probability):
        values = _probability(view, statistic)
    elif isinstance(statistic, Extreme):
        values = _extreme(view, largest=statistic.largest)
    else:
        values = view.draw.expectation(called(view, target))
    mean = values.mean()
    return mean, (values - mean).detach()


# Moments


def _moment(view: View, statistic: Moment) -> tuple[torch.Tensor, torch.Tensor]:
    """Return a cumulant or a ratio of two, by the delta method about the mean of the entries."""
    ordered = sorted(statistic.monomials)
    first = ((tuple(0 for _ in view.module.OBSERVED_AXES), 1),)
    location = statistic.top == ((1, (first,)),)
    center = 0.0 if location else float(view.joint_moment(first, 0.0).mean().detach())
    rows = [view.joint_moment(monomial, center) for monomial in ordered]
    means = torch.stack([row.mean() for row in rows])
    fixed = means.detach()
    value, slopes, curves = _expanded(statistic, ordered, fixed.cpu().numpy())
    gradient = fixed.new_tensor(slopes)
    detached = torch.stack([row.detach() for row in rows])
    deviations = detached - detached.mean(1, keepdim=True)
    draws = deviations.shape[1]
    spread = (deviations @ deviations.T / (draws * max(draws - 1, 1))).cpu().numpy()
    # How far a curved function of averages lies, on average, above that of what is true.
    excess = float((curves * spread).sum()) / 2
    return value - excess + gradient @ (means - fixed), gradient @ deviations


def _expanded(
    statistic: Moment, ordered: Sequence[Monomial], values: Vector
) -> tuple[float, Vector, Vector]:
    """Return a statistic at values of its monomials, with its first and second derivatives."""
    with np.errstate(all="ignore"):
        top, slopes, curves = _expanded_sum(statistic.top, ordered, values)
        if not statistic.bottom:
            return top, slopes, curves
        bottom, below, bent = _expanded_sum(statistic.bottom, ordered, values)
        value = float(np.divide(top, bottom))
        slopes = (slopes - value * below) / bottom
        crossed = np.outer(slopes, below)
        return value, slopes, (curves - crossed - crossed.T - value * bent) / bottom


def _expanded_sum(
    polynomial: Polynomial, ordered: Sequence[Monomial], values: Vector
) -> tuple[float, Vector, Vector]:
    """Return the same of a sum of products of monomials."""
    units = dict(zip(ordered, np.eye(len(values)), strict=True))
    total, slopes, curves = 0.0, np.zeros(len(values)), np.zeros((len(values), len(values)))
    for weight, row in polynomial:
        product, first, second = float(weight), np.zeros_like(slopes), np.zeros_like(curves)
        for monomial in row:
            unit = units[monomial]
            factor = float(unit @ values)
            crossed = np.outer(first, unit)
            second = second * factor + crossed + crossed.T
            first = first * factor + product * unit
            product *= factor
        total, slopes, curves = total + product, slopes + first, curves + second
    return total, slopes, curves


# Probabilities


def _cumulative(view: View, value: float) -> torch.Tensor:
    """Return P(Y <= value | latents) of every entry; zero or one where entries are drawn."""
    if view.entries is not None:
        return (view.entries <= value).to(torch.float64)
    limit = math.floor(value) if view.module.INTEGRAL else value
    probability: torch.Tensor = view.module.cumulative(_like(view.given, limit), view.given)
    return probability


def _mass(view: View, value: float) -> torch.Tensor:
    """Return P(Y = value | latents) of every integral entry; zero outside the support."""
    parameters = view.given
    zero = torch.zeros_like(_like(parameters, 0.0))
    if value != math.floor(value) or (value < 0 and view.module.SIGN != "real"):
        return zero
    most = view.most()
    if most is None:
        inside: torch.Tensor = view.module.log_density(_like(parameters, value), parameters).exp()
        return inside
    # A density is known inside the support only: ask there, and leave the rest out.
    possible = _like(parameters, value) <= most
    argument = torch.minimum(_like(parameters, value), most.expand(possible.shape))
    mass = view.module.log_density(torch.where(possible, argument, zero), parameters).exp()
    return torch.where(possible, mass, zero)


def _like(parameters: Mapping[str, torch.Tensor], value: float) -> torch.Tensor:
    """Return a number as a tensor that has the shape of the parameters together."""
    values = list(parameters.values())
    shape = np.broadcast_shapes(*(v.shape for v in values))
    return values[0].new_full(shape, value)


def _probability(view: View, event: Probability) -> torch.Tensor:
    """Return, for each draw, the conditional probability of an event of an entry."""
    low, high, entries = event.low, event.high, view.entries
    if entries is None and view.module.INTEGRAL:
        low, high = event.whole_ends
        # What lies below the smallest number of the range; one number alone needs no difference.
        low -= 1.0
    if entries is not None:
        above = entries >= low if event.with_low else entries > low
        below = entries <= high if event.with_high else entries < high
        inside = (above & below).to(torch.float64)
    elif view.module.INTEGRAL and high == low + 1.0:
        inside = _mass(view, high)
    elif high == math.inf:
        inside = 1.0 - _cumulative(view, low)
    elif low == -math.inf:
        inside = _cumulative(view, high)
    else:
        inside = _cumulative(view, high) - _cumulative(view, low)
    return view.average(inside if event.inside else 1.0 - inside)


# Quantiles


def _quantile(view: View, level: float, target: float) -> torch.Tensor:
    """Return, for each draw, what it adds to a quantile of the entries, up to the second order."""
    if view.module.INTEGRAL:
        return _integer_quantile(view, level, target)
    entries = view.entries
    if entries is None:
        quantile = _solved(view, level, target)
        step = 1e-4 * max(abs(quantile), 1e-6)
        density = (_average(view, quantile + step) - _average(view, quantile - step)) / (2 * step)
        below = _cumulative(view, quantile)
        return quantile + (level - view.average(below)) / max(density, _LEAST)
    values = entries.detach().flatten()[:_MOST_SORTED]
    near = min(level, 1 - level) * values.numel() ** -0.2
    low, quantile, high = (
        float(torch.quantile(values, p)) for p in (level - near, level, level + near)
    )
    width = max((high - low) / 2, _LEAST)
    # The value counts entries; a smooth step beside it carries the derivative of entries that
    # are reparameterised.
    soft = torch.sigmoid((quantile - entries) / (0.3 * width))
    below = _cumulative(view, quantile) + soft - soft.detach()
    return quantile + (level - view.average(below)) / (near / width)


def _integer_quantile(view: View, level: float, target: float) -> torch.Tensor:
    """Return the same for integers, continued between them."""
    below, upto = (view.average(_cumulative(view, target - n)) for n in (1, 0))
    if float(below.mean().detach()) < level <= float(upto.mean().detach()):
        return torch.full_like(upto, target) + 0.0 * upto
    if view.entries is None:
        quantile = _solved(view, level, target)
    else:
        values = view.entries.detach().flatten()[:_MOST_SORTED]
        quantile = float(torch.quantile(values, level, interpolation="higher"))
    lower, upper = (view.average(_cumulative(view, quantile - n)) for n in (1, 0))
    # Above what is wanted count down from the quantile, below it count up to the next one.
    base = quantile if quantile > target else quantile + 1.0
    mass = upper - lower
    share, density = float(upper.mean().detach()), max(float(mass.mean().detach()), _LEAST)
    gap = level - share
    # The quotient of averages, linear in what each draw adds to them.
    return base + gap / density - (upper - share) / density - gap / density**2 * (mass - density)


def _average(view: View, value: float) -> float:
    with torch.no_grad():
        return float(view.average(_cumulative(view, value)).mean())


def _solved(view: View, level: float, near: float) -> float:
    """Return where the average of the conditional distribution functions is the level.

    Of integers, the smallest up to which entries lie with at least this probability.
    """
    integral = view.module.INTEGRAL
    high = float(math.floor(near)) if integral else near
    first = 1.0 if integral else max(abs(near), 1.0)
    low, width = high - first, first
    while _average(view, high) < level:
        low, high, width = high, high + width, _wider(view, level, width)
    width = first
    while _average(view, low) >= level:
        high, low, width = low, low - width, _wider(view, level, width)
    for _ in range(_BISECTIONS):
        if high - low <= (1.0 if integral else _CLOSE * max(abs(high), _CLOSE)):
            break
        middle = (low + high) / 2
        middle = float(math.floor(middle)) if integral else middle
        if _average(view, middle) >= level:
            high = middle
        else:
            low = middle
    return high if integral else (low + high) / 2


def _wider(view: View, level: float, width: float) -> float:
    if 2 * width > _WIDEST:
        raise ParameterError(
            f"a quantile of {level:g} of {view.module.NAME} beyond {_WIDEST:g}",
            expected="hyperparameters under which it is a number",
            do="Start elsewhere, or bound the hyperparameters.",
        )
    return 2 * width


# Extremes of matrices


def _extreme(view: View, *, largest: bool) -> torch.Tensor:
    """Return, for each draw of the latent variables, the expected extreme entry of the matrix.

    Entries are independent given the latent variables, so the distribution function of the maximum
    is the product of theirs, and its expectation the integral over what is above. For integers the
    sum is exact while it has at most 129 terms that matter, and a trapezoid rule beyond, on a
    grid that is even in the logarithm where entries are positive.
    """
    if view.entries is not None:
        axes = tuple(range(-len(view.module.AXES), 0))
        ends = view.entries.amax(axes) if largest else view.entries.amin(axes)
        return view.draw.expectation(ends)
    low, high = _range(view, largest=largest)
    integral = view.module.INTEGRAL
    if integral:
        low, high = math.floor(low), math.ceil(high)
    complete = integral and high - low < _GRID
    if complete:
        points = [float(low + n) for n in range(int(high - low) + 1)]
    elif view.module.SIGN == "real":
        points = np.linspace(low, high, _GRID).tolist()
    else:
        points = np.geomspace(max(low, 1.0) if integral else low, high, _GRID).tolist()
    if not integral and view.most() is not None:
        # What is bounded may crowd at the upper end.
        points = sorted({*points, *np.linspace(low, high, _GRID).tolist()})
    if integral and not complete:
        points = sorted({float(low), *(float(math.floor(point)) for point in points), float(high)})
    tails, shape = _tails(view, points, largest=largest)
    total = torch.zeros_like(tails[0])
    for place in range(len(points) - 1):
        width = points[place + 1] - points[place]
        height = tails[place] if complete else (tails[place] + tails[place + 1]) / 2
        total = total + width * height
    if integral and not complete:
        # A trapezoid over whole numbers counts half a step too little: sum, not integral.
        total = total + (tails[0] - tails[-1]) / 2
    return view.draw.expectation((points[0] + total).reshape(shape))


def _tails(
    view: View, points: Sequence[float], *, largest: bool
) -> tuple[list[torch.Tensor], torch.Size]:
    """Return the probabilities that the extreme of each matrix exceeds points in ascending order.

    Entries of all matrices are in one row; those that cannot be exceeded any more are left out.
    """
    full = _for_every_entry(view, _like(view.given, 0.0))
    shape = full.shape[: full.dim() - len(view.module.AXES)]
    count = math.prod(shape)
    entries = full.numel() // count
    parameters = {name: value.expand(full.shape).reshape(-1) for name, value in view.given.items()}
    matrix = torch.arange(count, device=full.device).repeat_interleave(entries)
    tails = []
    for point in points:
        values = matrix.new_full(matrix.shape, point, dtype=torch.float64)
        below: torch.Tensor = view.module.cumulative(values, parameters)
        logs = (below if largest else 1.0 - below).clamp_min(_LEAST).log()
        joint = full.new_zeros(count).index_add(0, matrix, logs).exp()
        tails.append(1.0 - joint if largest else joint)
        # What is left out could together change the probability by so much at most.
        relevant = (1.0 - below).detach() * entries > _LEFT_OUT
        if largest and int(relevant.sum()) < len(relevant) // 2:
            parameters = {name: value[relevant] for name, value in parameters.items()}
            matrix = matrix[relevant]
    return tails, shape


def _range(view: View, *, largest: bool) -> tuple[float, float]:
    """Return ends outside which the extreme entry of no draw has a chance worth the name."""

    def above(value: float) -> torch.Tensor:
        return _tails(view, [value], largest=largest)[0][0]

    with torch.no_grad():
        center = float(view.module.moment(1, view.given).max()) if view.module.MOMENTS else 1.0
        high, width = center, max(abs(center), 1.0)
        while float(above(high).max()) > _NEGLIGIBLE:
            high, width = high + width, width * 1.5
        most = view.most()
        if most is not None:
            high = min(high, float(most.max()))
        if view.module.SIGN != "real":
            low = high / 2
            while low > _SHORTEST * high and float(above(low).min()) < 1 - _NEGLIGIBLE:
                low /= 2
            return low, high
        low, width = min(center, high), max(abs(center), 1.0)
        while float(above(low).min()) < 1 - _NEGLIGIBLE:
            low, width = low - width, width * 1.5
        return low, high


def _for_every_entry(view: View, values: torch.Tensor) -> torch.Tensor:
    """Repeat values for entries that share their parameters along an axis."""
    sizes = [
        view.draw.sizes[axis] if axis in view.module.OBSERVED_AXES else 1
        for axis in view.module.AXES
    ]
    return values.expand(np.broadcast_shapes(values.shape, tuple(sizes)))


# Statistics of the user's own


def called(view: View, target: PlannedTarget) -> torch.Tensor:
    """Return the user's statistic of every drawn matrix."""
    entries = view.entries
    assert entries is not None and target.function is not None  # noqa: S101, PT018 - as planned
    axes = view.module.AXES
    places = [axes.index(axis) - len(axes) for axis in view.module.OBSERVED_AXES]
    lead = entries.shape[: entries.dim() - len(axes)]
    shape = [entries.shape[place] for place in places]
    batch = entries.movedim(places, list(range(-len(places), 0))).reshape(-1, *shape)
    try:
        result = target.function(batch.clone())
    except Exception as error:
        raise TargetError(
            f"the statistic {target.name!r} raised {type(error).__name__}: {error}",
            expected=f"a function of a torch tensor of shape {tuple(batch.shape)}: draws, then "
            + ", ".join(view.module.OBSERVED_AXES),
            do="Correct it; it must work on a whole batch.",
        ) from error
    try:
        result = torch.as_tensor(result, dtype=torch.float64, device=batch.device)
    except (TypeError, ValueError, RuntimeError) as error:
        raise TargetError(
            f"the statistic {target.name!r} returned {type(result).__name__}: {result!r:.80}",
            expected=f"a torch tensor with one number a matrix: shape ({batch.shape[0]},)",
            do="Return a tensor.",
        ) from error
    if result.shape != batch.shape[:1]:
        raise TargetError(
            f"the statistic {target.name!r} returned shape {tuple(result.shape)}",
            expected=f"one number a matrix: shape ({batch.shape[0]},)",
            do="Reduce over all axes but the first.",
        )
    if not bool(torch.isfinite(result).all()):
        bad = int((~torch.isfinite(result)).sum())
        raise TargetError(
            f"the statistic {target.name!r} is not finite for {bad} of {batch.shape[0]} matrices",
            expected="a finite number for every matrix that the model can draw",
            do="Guard it, for example against matrices of zeros only.",
        )
    return result.reshape(lead)

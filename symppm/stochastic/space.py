"""The space that is searched: free hyperparameters and sizes as coordinates without bounds."""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import torch
from numpy.typing import NDArray

from symppm.errors import ParameterError, did_you_mean
from symppm.expressions import in_order, parse
from symppm.stochastic.orders import Order
from symppm.stochastic.ties import evaluated

Vector = NDArray[np.float64]

_SMALLEST, _LARGEST = 1e-8, 1e8
_LARGEST_SIZE = 1e5
_LARGEST_LOGIT = 18.0


@dataclass(frozen=True)
class Coordinate:
    """One free number, and how it is searched.

    Attributes
    ----------
    name : str
        Of the hyperparameter or size.
    domain : {"positive", "nonnegative", "negative", "real"}
        Positive ones are searched on the log scale.
    upper : float or None
        The largest value, 1 for a probability: searched on the log-odds scale.
    low, high : float
        Ends of the search, in the number itself.
    is_size : bool
        Whether it has to be whole in the end.
    above : str
        The hyperparameter that it must exceed: what is searched is then by how much it does, which
        is what ``domain``, ``low`` and ``high`` are about. Empty where there is none.
    """

    name: str
    domain: str
    upper: float | None
    low: float
    high: float
    is_size: bool = False
    above: str = ""

    def inward(self, value: float) -> float:
        """Return the coordinate of a value."""
        if self.upper is not None:
            share = min(max(value / self.upper, 1e-8), 1 - 1e-8)
            return math.log(share / (1 - share))
        if self.domain in {"positive", "nonnegative"}:
            return math.log(max(value, 1e-300))
        return math.log(max(-value, 1e-300)) if self.domain == "negative" else value

    def outward(self, x: torch.Tensor) -> torch.Tensor:
        """Return the value at a coordinate."""
        if self.upper is not None:
            return self.upper * torch.sigmoid(x)
        if self.domain in {"positive", "nonnegative"}:
            return x.exp()
        return -x.exp() if self.domain == "negative" else x

    @property
    def ends(self) -> tuple[float, float]:
        """Smallest and largest coordinate."""
        ends = self.inward(self.low), self.inward(self.high)
        return min(ends), max(ends)


@dataclass(frozen=True)
class Space:
    """Coordinates, and what the rest of the numbers are.

    Attributes
    ----------
    coordinates : tuple of Coordinate
        What is free.
    fixed : mapping of str to float
        What is given.
    tied : mapping of str to ast.expr
        What follows from the rest.
    order : tuple of str
        Of all names: sizes, then hyperparameters as declared.
    domains : mapping of str to (str, float or None, bool)
        Domain and largest value of each, and whether it has to be whole.
    orders : tuple of Order
        What must lie below what, among the hyperparameters of one distribution.
    """

    coordinates: tuple[Coordinate, ...]
    fixed: Mapping[str, float]
    tied: Mapping[str, ast.expr]
    order: tuple[str, ...]
    domains: Mapping[str, tuple[str, float | None, bool]]
    orders: tuple[Order, ...] = ()

    def outside(self, x: Vector) -> tuple[str, ...]:
        """Return what is tied and lies outside its domain, and what is out of order, in words."""
        if not self.tied and not self.orders:
            return ()
        values = self.values(x)
        tied = (
            f"{name}={values[name]:g}" for name in self.tied if not self._fits(name, values[name])
        )
        return (*tied, *(f"{each.text} untrue" for each in self.orders if not each.gap(values) > 0))

    def _fits(self, name: str, value: float) -> bool:
        domain, upper, _ = self.domains[name]
        signs = {"positive": value > 0, "nonnegative": value >= 0, "negative": value < 0}
        return (
            math.isfinite(value) and signs.get(domain, True) and (upper is None or value <= upper)
        )

    def point(self, x: torch.Tensor) -> dict[str, torch.Tensor]:
        """Return sizes and hyperparameters, 0-d tensors, at coordinates of shape (n,)."""
        found = {name: x.new_tensor(value) for name, value in self.fixed.items()}
        found |= {each.name: each.outward(x[n]) for n, each in enumerate(self.coordinates)}
        for each in self.coordinates:
            if each.above:
                found[each.name] = found[each.name] + found[each.above]
        for name, tree in self.tied.items():
            found[name] = evaluated(tree, found)
        return {name: found[name] for name in self.order}

    def values(self, x: Vector) -> dict[str, float]:
        """Return the same as floats."""
        found = self.point(torch.tensor(x, dtype=torch.float64))
        return {name: float(value) for name, value in found.items()}

    def vector(self, values: Mapping[str, float]) -> Vector:
        """Return the coordinates of sizes and hyperparameters."""
        return np.array([each.inward(_gap(each, values)) for each in self.coordinates])

    def gradients(self, x: Vector) -> dict[str, Vector]:
        """Return the derivatives, by all coordinates, of each number that is not fixed."""
        at = torch.tensor(x, dtype=torch.float64, requires_grad=True)
        found = {}
        for name, value in self.point(at).items():
            if value.requires_grad:
                (gradient,) = torch.autograd.grad(value, at, retain_graph=True)
                found[name] = np.asarray(gradient.numpy())
        return found

    @property
    def low(self) -> Vector:
        """Smallest coordinates."""
        return np.array([each.ends[0] for each in self.coordinates])

    @property
    def high(self) -> Vector:
        """Largest coordinates."""
        return np.array([each.ends[1] for each in self.coordinates])

    def with_size(self, name: str, value: int) -> Space:
        """Return the space with a size held."""
        kept = tuple(each for each in self.coordinates if each.name != name)
        return replace(self, coordinates=kept, fixed={**self.fixed, name: float(value)})


def _gap(each: Coordinate, values: Mapping[str, float]) -> float:
    """Return what is searched of a number: itself, or by how much it exceeds another."""
    return values[each.name] - (values[each.above] if each.above else 0.0)


def made_space(
    hyperparameters: tuple[tuple[str, str, float | None, bool], ...],
    sizes: tuple[str, ...],
    fixed: Mapping[str, float | str],
    bounds: Mapping[str, tuple[float, float]],
    orders: tuple[Order, ...] = (),
) -> Space:
    """Return the space for what is left free."""
    order = (*sizes, *(name for name, _, _, _ in hyperparameters))
    for what, names in (("fixed", fixed), ("bounds for", bounds)):
        for name in names:
            if name not in order:
                raise ParameterError(
                    f"{what} {name!r}",
                    expected="a hyperparameter or size of the model",
                    do=did_you_mean(name, order),
                )
    numbers = {name: float(v) for name, v in fixed.items() if not isinstance(v, str)}
    texts = {name: v for name, v in fixed.items() if isinstance(v, str)}
    domains = {
        **dict.fromkeys(sizes, ("positive", None, True)),
        **{name: (domain, upper, whole) for name, domain, upper, whole in hyperparameters},
    }
    for name, value in numbers.items():
        _check_value(name, value, *domains[name])
    coordinates = []
    for name in order:
        if name in fixed:
            if name in bounds:
                raise ParameterError(
                    f"bounds for {name!r}, which is fixed",
                    expected="bounds for what is searched",
                    do="Leave one of the two out.",
                )
            continue
        domain, upper, whole = domains[name]
        if whole and name not in sizes:
            raise ParameterError(
                f"the whole number {name!r} left free",
                expected="it to be given: only sizes of latent axes are searched over integers",
                do=f"Fix it: fixed={{{name!r}: ...}}.",
            )
        low, high = _ends(domain, upper, is_size=name in sizes)
        if name in bounds:
            low, high = _bounded(name, bounds[name], domain, upper, name in sizes)
        coordinates.append(Coordinate(name, domain, upper, low, high, name in sizes))
    if not coordinates:
        raise ParameterError(
            "every hyperparameter fixed",
            expected="at least one that is free",
            do="Leave out of `fixed` what is to be found.",
        )
    others = {name: [each for each in order if each != name] for name in texts}
    tied = in_order({name: parse(text, others[name], name) for name, text in texts.items()})
    kept = tuple(_above(each, orders, bounds, tied) for each in coordinates)
    return Space(kept, numbers, tied, order, domains, orders)


def _above(
    each: Coordinate,
    orders: tuple[Order, ...],
    bounds: Mapping[str, tuple[float, float]],
    tied: Mapping[str, ast.expr],
) -> Coordinate:
    """Return a coordinate that cannot fall below what it must exceed, where that can be had."""
    lows = {order.names[0] for order in orders if order.names and order.names[1] == each.name}
    firsts = {order.names[1] for order in orders if order.names}
    # Where there are bounds, or a chain, steps out of order are refused instead.
    if len(lows) != 1 or each.name in bounds or lows & (set(tied) | firsts):
        return each
    (low,) = lows
    return replace(
        each, domain="positive", upper=None, low=_SMALLEST, high=_LARGEST, above=low
    )  # fmt: skip


def _ends(domain: str, upper: float | None, *, is_size: bool) -> tuple[float, float]:
    if is_size:
        return 1.0, _LARGEST_SIZE
    if upper is not None:
        edge = 1 / (1 + math.exp(_LARGEST_LOGIT))
        return upper * edge, upper * (1 - edge)
    if domain == "negative":
        return -_LARGEST, -_SMALLEST
    return (_SMALLEST, _LARGEST) if domain != "real" else (-_LARGEST, _LARGEST)


def _bounded(
    name: str, bounds: tuple[float, float], domain: str, upper: float | None, is_size: bool
) -> tuple[float, float]:
    low, high = map(float, bounds)
    least, most = _ends(domain, upper, is_size=is_size)
    inside = (low >= 0 or domain in {"real", "negative"}) and (high <= 0 or domain != "negative")
    beyond = (is_size and low < 1) or low >= most or high <= least
    if not (math.isfinite(low) and math.isfinite(high) and low < high and inside) or beyond:
        raise ParameterError(
            f"bounds {low:g} and {high:g} for {name!r}",
            expected="a finite smaller and larger value"
            + (", at least 1" if is_size else f" of a {domain} number")
            + ("" if upper is None else f", at most {upper:g}"),
            do="Correct them.",
        )
    return max(low, least) if domain != "negative" else low, min(high, most)


def _check_value(name: str, value: float, domain: str, upper: float | None, whole: bool) -> None:
    fits = {"positive": value > 0, "nonnegative": value >= 0, "negative": value < 0}
    good = math.isfinite(value) and fits.get(domain, True) and (upper is None or value <= upper)
    if not good or (whole and value != int(value)):
        raise ParameterError(
            f"{name}={value:g}",
            expected="a positive integer"
            if whole
            else f"a finite {domain} number" + ("" if upper is None else f", at most {upper:g}"),
            do="Check the value.",
        )

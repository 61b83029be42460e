"""The space that is searched: free hyperparameters and sizes as coordinates without bounds."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
import sympy
import torch
from numpy.typing import NDArray

from symppm.errors import NotDerivableError, ParameterError
from symppm.expressions import computed, in_order, parse
from symppm.model.declaration import Declaration, Variable
from symppm.model.nodes import entries
from symppm.stochastic.sampling_options import Parametrisation

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

_SMALLEST, _LARGEST = 1e-8, 1e8
_LARGEST_SIZE = 1e5
_LARGEST_LOGIT = 18.0
_STEP = 1e-6
_LEAST = 1e-3


@dataclass(frozen=True)
class Order:
    """One parameter of a distribution that must lie below another."""

    text: str
    """Such as ``"low < high"``, in hyperparameters."""
    names: tuple[str, str] | None
    """The two, where they are hyperparameters themselves."""
    gap: Callable[[Mapping[str, float]], float]
    """By how much the second exceeds the first, at hyperparameters by name."""


def orders_of(declaration: Declaration) -> tuple[Order, ...]:
    """Return the orders between hyperparameters that a model's distributions ask for."""
    orders = []
    for variable in declaration.variables:
        for ends in variable.family.ordered:
            low, high = (variable.parameters[name] for name in ends)
            if not (entries(low) or entries(high)) and (high - low).free_symbols:
                orders.append(_order(low, high))
    return tuple(orders)


def _order(low: sympy.Expr, high: sympy.Expr) -> Order:
    symbols = sorted((high - low).free_symbols, key=lambda symbol: symbol.name)
    function = sympy.lambdify(symbols, high - low, "math")

    def gap(values: Mapping[str, float]) -> float:
        return float(function(*(values[symbol.name] for symbol in symbols)))

    plain = low.is_Symbol and high.is_Symbol
    return Order(f"{low} < {high}", (low.name, high.name) if plain else None, gap)


@dataclass(frozen=True)
class Coordinate:
    """One free number, and how it is searched: positive ones on the log scale."""

    name: str
    domain: str
    upper: float | None
    """The largest value, 1 for a probability: searched on the log-odds scale."""
    low: float
    high: float
    is_size: bool = False
    """Whether it has to be whole in the end."""
    above: str = ""
    """The hyperparameter that it must exceed, if any: what is searched is then by how much it does,
    which is what ``domain``, ``low`` and ``high`` are about."""

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
    """Coordinates, and what the rest of the numbers are: fixed, or tied to others."""

    coordinates: tuple[Coordinate, ...]
    fixed: Mapping[str, float]
    tied: Mapping[str, ast.expr]
    order: tuple[str, ...]
    """Of all names: sizes, then hyperparameters as declared."""
    domains: Mapping[str, tuple[str, float | None, bool]]
    """Domain and largest value of each, and whether it has to be whole."""
    orders: tuple[Order, ...] = ()

    def outside(self, x: Vector) -> tuple[str, ...]:
        """Return what is tied and lies outside its domain, and what is out of order, in words."""
        if not self.tied and not self.orders:
            return ()
        values = self.values(x)
        tied = (
            f"{name}={values[name]:g}"
            for name in self.tied
            if not _fits(values[name], *self.domains[name][:2])
        )
        return (*tied, *(f"{o.text} untrue" for o in self.orders if not o.gap(values) > 0))

    def point(self, x: torch.Tensor) -> dict[str, torch.Tensor]:
        """Return sizes and hyperparameters, 0-d tensors, at coordinates of shape (n,)."""
        numbers = {name: x.new_tensor(value) for name, value in self.fixed.items()}
        numbers |= {c.name: c.outward(x[n]) for n, c in enumerate(self.coordinates)}
        for c in self.coordinates:
            if c.above:
                numbers[c.name] = numbers[c.name] + numbers[c.above]

        def leaf(node: ast.Name | ast.Constant) -> torch.Tensor:
            if isinstance(node, ast.Name):
                return numbers[node.id]
            return x.new_tensor(float(node.value))  # type: ignore[arg-type]

        for name, tree in self.tied.items():
            numbers[name] = computed(tree, leaf)
        return {name: numbers[name] for name in self.order}

    def values(self, x: Vector) -> dict[str, float]:
        """Return the same as floats."""
        numbers = self.point(torch.tensor(x, dtype=torch.float64))
        return {name: float(value) for name, value in numbers.items()}

    def vector(self, values: Mapping[str, float]) -> Vector:
        """Return the coordinates of sizes and hyperparameters."""
        return np.array(
            [
                c.inward(values[c.name] - (values[c.above] if c.above else 0.0))
                for c in self.coordinates
            ]
        )

    def gradients(self, x: Vector) -> dict[str, Vector]:
        """Return the derivatives, by all coordinates, of each number that is not fixed."""
        leaf = torch.tensor(x, dtype=torch.float64, requires_grad=True)
        gradients = {}
        for name, value in self.point(leaf).items():
            if value.requires_grad:
                (gradient,) = torch.autograd.grad(value, leaf, retain_graph=True)
                gradients[name] = np.asarray(gradient.numpy())
        return gradients

    @property
    def low(self) -> Vector:
        """Smallest coordinates."""
        return np.array([c.ends[0] for c in self.coordinates])

    @property
    def high(self) -> Vector:
        """Largest coordinates."""
        return np.array([c.ends[1] for c in self.coordinates])

    def with_size(self, name: str, value: int) -> Space:
        """Return the space with a size held."""
        coordinates = tuple(c for c in self.coordinates if c.name != name)
        return replace(self, coordinates=coordinates, fixed={**self.fixed, name: float(value)})


def made_space(
    hyperparameters: tuple[tuple[str, str, float | None, bool], ...],
    sizes: tuple[str, ...],
    fixed: Mapping[str, float | str],
    bounds: Mapping[str, tuple[float, float]],
    orders: tuple[Order, ...] = (),
) -> Space:
    """Return the space for what is left free, by names and values that have been checked."""
    order = (*sizes, *(name for name, _, _, _ in hyperparameters))
    numbers = {name: float(v) for name, v in fixed.items() if not isinstance(v, str)}
    texts = {name: v for name, v in fixed.items() if isinstance(v, str)}
    domains = {
        **dict.fromkeys(sizes, ("positive", None, True)),
        **{name: (domain, upper, integral) for name, domain, upper, integral in hyperparameters},
    }
    coordinates = []
    for name in order:
        if name in fixed:
            continue
        domain, upper, integral = domains[name]
        if integral and name not in sizes:
            raise ParameterError(
                f"the whole number {name!r} left free",
                expected="it to be given: only sizes of latent axes are searched over integers",
                do=f"Fix it: fixed={{{name!r}: ...}}.",
            )
        low, high = _ends(domain, upper, is_size=name in sizes)
        if name in bounds:
            low, high = _bounded(name, bounds[name], domain, upper, name in sizes)
        coordinates.append(Coordinate(name, domain, upper, low, high, name in sizes))
    others = {name: [n for n in order if n != name] for name in texts}
    tied = in_order({name: parse(text, others[name], name) for name, text in texts.items()})
    ordered = tuple(_above(c, orders, bounds, tied) for c in coordinates)
    return Space(ordered, numbers, tied, order, domains, orders)


def _above(
    coordinate: Coordinate,
    orders: tuple[Order, ...],
    bounds: Mapping[str, tuple[float, float]],
    tied: Mapping[str, ast.expr],
) -> Coordinate:
    """Return a coordinate that cannot fall below what it must exceed, where that can be had."""
    lows = {order.names[0] for order in orders if order.names and order.names[1] == coordinate.name}
    firsts = {order.names[1] for order in orders if order.names}
    # Where there are bounds, or a chain, steps out of order are refused instead.
    if len(lows) != 1 or coordinate.name in bounds or lows & (set(tied) | firsts):
        return coordinate
    (low,) = lows
    return replace(
        coordinate, domain="positive", upper=None, low=_SMALLEST, high=_LARGEST, above=low
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
    """Return bounds as far as the range goes that is searched at all."""
    low, high = map(float, bounds)
    least, most = _ends(domain, upper, is_size=is_size)
    if low >= most or high <= least:
        raise ParameterError(
            f"bounds {low:g} and {high:g} for {name!r}",
            expected=f"values between {least:g} and {most:g}",
            do="Correct them.",
        )
    return max(low, least) if domain != "negative" else low, min(high, most)


def _fits(value: float, domain: str, upper: float | None) -> bool:
    signs = {"positive": value > 0, "nonnegative": value >= 0, "negative": value < 0}
    return math.isfinite(value) and signs.get(domain, True) and (upper is None or value <= upper)


# In which units a step is short: logarithms of hyperparameters, or of means and spreads


def metric_of(
    declaration: Declaration,
    parametrisation: Parametrisation,
    space: Space,
    x: Vector,
    jacobian: Matrix,
    scales: Vector,
) -> Matrix:
    """Return the metric in which statistics of some scales are better conditioned, or as asked."""
    plain = np.eye(len(x))
    if parametrisation == "natural" or not len(x):
        return plain
    location_scale = location_scale_metric(declaration, space, x)
    if parametrisation == "mean-sd":
        return location_scale
    if not np.all(np.isfinite(jacobian)):
        return plain
    better = conditioning(jacobian, location_scale, scales)
    return location_scale if better < conditioning(jacobian, plain, scales) else plain


def location_scale_metric(declaration: Declaration, space: Space, x: NDArray[np.float64]) -> Matrix:
    """Return the metric of the logarithms of means and standard deviations of priors."""
    n = len(space.coordinates)
    functions = [f for variable in declaration.variables for f in _logarithms(variable)]
    base = space.values(x)
    rows = []
    for function in functions:
        here = _value(function, base)
        row = np.zeros(n)
        for place in range(n):
            neighbour = np.array(x, dtype=float)
            neighbour[place] += _STEP
            row[place] = (_value(function, space.values(neighbour)) - here) / _STEP
        if np.all(np.isfinite(row)):
            rows.append(row)
    table = np.array(rows).reshape(-1, n)
    unseen = np.diag((np.abs(table).sum(0) < _STEP).astype(float)) if len(table) else np.eye(n)
    return np.asarray(table.T @ table + unseen + _LEAST * np.eye(n))


def _logarithms(variable: Variable) -> list[sympy.Expr]:
    if variable.observed or any(entries(value) for value in variable.parameters.values()):
        return []
    try:
        mean = variable.family.mean(variable.parameters)
        spread = variable.family.variance(variable.parameters)
    except NotDerivableError:
        return []
    return (
        [sympy.log(sympy.Abs(mean)), sympy.log(spread) / 2]
        if mean != 0
        else [sympy.log(spread) / 2]
    )


def _value(expression: sympy.Expr, values: Mapping[str, float]) -> float:
    value = expression.subs({symbol: values[symbol.name] for symbol in expression.free_symbols})
    number = complex(value.evalf())
    return number.real if abs(number.imag) < _STEP else np.nan


def conditioning(jacobian: Matrix, metric: Matrix, scales: NDArray[np.float64]) -> float:
    """Return the ratio of the largest to the least stretch that statistics see."""
    root = np.linalg.cholesky(metric)
    stretched = np.linalg.solve(root, (jacobian / scales[:, None]).T)
    values = np.linalg.svd(stretched, compute_uv=False)
    least = float(np.min(values))
    return float(np.max(values)) / least if least > 0 else np.inf

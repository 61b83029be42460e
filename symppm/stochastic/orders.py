"""Which hyperparameters of one distribution must not exceed others, such as the ends of a range."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import sympy

from symppm.model.declaration import Declaration
from symppm.model.nodes import entries


@dataclass(frozen=True)
class Order:
    """One parameter of a distribution that must lie below another.

    Attributes
    ----------
    text : str
        Such as ``"low < high"``, in hyperparameters.
    names : (str, str) or None
        The two, where they are hyperparameters themselves.
    gap : callable
        By how much the second exceeds the first, at hyperparameters by name.
    """

    text: str
    names: tuple[str, str] | None
    gap: Callable[[Mapping[str, float]], float]


def orders_of(declaration: Declaration) -> tuple[Order, ...]:
    """Return the orders between hyperparameters that a model's distributions ask for."""
    found = []
    for variable in declaration.variables:
        for low, high in variable.family.ordered:
            ends = variable.parameters[low], variable.parameters[high]
            known = not any(entries(each) for each in ends)
            if known and (ends[1] - ends[0]).free_symbols:
                found.append(_order(*ends))
    return tuple(found)


def _order(low: sympy.Expr, high: sympy.Expr) -> Order:
    difference = high - low
    symbols = sorted(difference.free_symbols, key=lambda symbol: symbol.name)
    names = [symbol.name for symbol in symbols]
    function = sympy.lambdify(symbols, difference, "math")

    def gap(values: Mapping[str, float]) -> float:
        return float(function(*(values[name] for name in names)))

    plain = low.is_Symbol and high.is_Symbol
    return Order(f"{low} < {high}", (low.name, high.name) if plain else None, gap)

"""A model's moments as functions of its hyperparameters, by counting coincidences of indices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
import sympy
from numpy.typing import NDArray

from symppm.comparing.moments import CUMULANTS
from symppm.comparing.zeros import zeros_of
from symppm.counting import Counted, joint_cumulant
from symppm.errors import NotBuiltError, NotDerivableError
from symppm.laws.interaction import cycle_terms
from symppm.laws.patterns import Pattern, Places, pattern_of
from symppm.model.declaration import Declaration

Vector = NDArray[np.float64]
Table = NDArray[np.float64]
ZeroShares = Callable[[Mapping[str, float], Vector], Vector]

_WORDS: Final[Mapping[str, str]] = {
    "mean": "ij", "variance": "ij_ij", "cov_row": "ij_il", "cov_col": "ij_tj",
}  # fmt: skip
"""The entries of cumulants that do not name them."""
_APART: Final[Places] = ((0, 0), (1, 1))


@dataclass(frozen=True)
class Unknown:
    """A hyperparameter, or the number of factors, and the line on which it is searched."""

    name: str
    domain: str  # positive, nonnegative, negative, real, or share: between 0 and 1
    is_size: bool  # the number of factors, which is estimated as a real number
    integer: bool

    def outward(self, x: Table) -> Table:
        """Return values from places on the line."""
        if self.domain == "real":
            # Logarithmic far from zero, so that no unit of the data is out of reach.
            return np.asarray(np.sinh(x))
        if self.domain == "share":
            return 1.0 / (1.0 + np.exp(-x))
        return -np.exp(x) if self.domain == "negative" else np.exp(x)


@dataclass(frozen=True)
class Formulas:
    """What a model says of the moments."""

    unknowns: tuple[Unknown, ...]  # the number of factors first
    names: tuple[str, ...]
    cumulants: Callable[[Table], Table]
    zeros: ZeroShares | None
    connected: bool  # entries of different rows and columns are independent

    @property
    def size(self) -> str | None:
        """Name of the number of factors, if there is one."""
        return next((unknown.name for unknown in self.unknowns if unknown.is_size), None)


@lru_cache(maxsize=64)
def formulas_of(declaration: Declaration) -> Formulas:
    """Derive the moments of a model."""
    if len(declaration.sizes) > 1:
        raise NotBuiltError(
            f"{declaration.name} with the sizes " + ", ".join(s.name for s in declaration.sizes),
            expected="one latent axis, or none",
            do="Leave it out: models with several unknown sizes are matched by sampling.",
        )
    cumulants: dict[str, Counted] = {}
    for name in CUMULANTS:
        try:
            cumulants[name] = _counted(declaration, name)
        except NotDerivableError:
            if name in {"mean", "cov_row", "cov_col"}:
                raise
    disconnected = joint_cumulant(declaration, Pattern(_APART).entries(declaration))
    unknowns = (*declaration.sizes, *declaration.hyperparameters)
    conditions = {condition for counted in cumulants.values() for condition in counted.conditions}
    return Formulas(
        _unknowns(declaration),
        tuple(cumulants),
        _compiled(unknowns, [counted.value for counted in cumulants.values()], conditions),
        zeros_of(declaration),
        sympy.simplify(disconnected.value) == 0,
    )


def _counted(declaration: Declaration, name: str) -> Counted:
    if name != "cycle":
        words = _WORDS.get(name, name.removeprefix("cumulant_")).split("_")
        return joint_cumulant(declaration, pattern_of(declaration, words).entries(declaration))
    terms = [
        (coefficient, joint_cumulant(declaration, Pattern(places).entries(declaration)))
        for (places,), coefficient in cycle_terms().items()
    ]
    return Counted(
        sympy.Add(*(coefficient * term.value for coefficient, term in terms)),
        tuple(condition for _, term in terms for condition in term.conditions),
    )


def _unknowns(declaration: Declaration) -> tuple[Unknown, ...]:
    sizes = [Unknown(size.name, "positive", True, False) for size in declaration.sizes]
    shares: set[Any] = set()
    integers: set[sympy.Symbol] = set()
    for variable in declaration.variables:
        for parameter in variable.family.parameters:
            value = variable.parameters.get(parameter.name)
            if parameter.upper == 1:
                shares.add(value)
            if parameter.integer:
                integers |= getattr(value, "free_symbols", set())

    def domain(symbol: sympy.Symbol) -> str:
        signs = ("positive", "negative", "nonnegative")
        matching = (sign for sign in signs if getattr(symbol, f"is_{sign}"))
        return "share" if symbol in shares else next(matching, "real")

    return (*sizes, *(
        Unknown(symbol.name, domain(symbol), False, symbol in integers)
        for symbol in declaration.hyperparameters
    ))  # fmt: skip


def _compiled(
    symbols: Iterable[sympy.Symbol],
    values: list[sympy.Expr],
    conditions: Iterable[sympy.Expr],
) -> Callable[[Table], Table]:
    ordered = list(symbols)
    positive = sorted(conditions, key=sympy.default_sort_key)
    function: Any = sympy.lambdify(ordered, [*values, *positive], "scipy", cse=True)
    count = len(values)

    def cumulants(points: Table) -> Table:
        table = np.empty((count + len(positive), points.shape[1]))
        with np.errstate(all="ignore"):
            for row, value in zip(table, function(*points), strict=True):
                row[:] = value
        outside = ~(table[count:] > 0).all(axis=0)
        table[:count, outside] = np.nan
        return table[:count]

    return cumulants

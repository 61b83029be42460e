"""The variables of a model as lines of torch, and what is integrated out of them.

Parameters are in terms of what is above a variable. Where the observed variable depends on factors
through a few sums over the latent axis alone, its conditional moments are polynomials in these
sums, so that the size of the axis is a symbol; and where summands are polynomials in the lowest
layer of latent variables, that layer is integrated out.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import sympy

from symppm.codegen.torch_printer import torch_lines
from symppm.errors import NotBuiltError, NotDerivableError
from symppm.families import Family
from symppm.model.declaration import Axis, Declaration, Variable
from symppm.model.nodes import AxisSum, Entry, entries

HIGHEST: Final = 6
"""Order of the highest conditional moment that a module has."""


@dataclass(frozen=True)
class Lines:
    """Source of results by their names, and assignments that come first."""

    lines: tuple[str, ...]
    values: Mapping[str, str]

    @classmethod
    def of(
        cls,
        outputs: Mapping[str, sympy.Expr],
        constant: str = "torch.tensor({}, dtype=torch.float64)",
    ) -> Lines:
        """Print expressions, whose symbols are named as code."""
        lines, values = torch_lines(outputs.values())
        shown = {
            name: constant.format(value) if expression.is_number else value
            for (name, expression), value in zip(outputs.items(), values, strict=True)
        }
        return cls(tuple(lines), shown)

    @property
    def value(self) -> str:
        """The source of the only result."""
        (value,) = self.values.values()
        return value


def of_family(
    family: Family, mapping: str, what: Callable[[dict[str, sympy.Expr]], sympy.Expr | None]
) -> Lines | None:
    """Print a function of a family in its parameters, which a mapping has; None if unknown."""
    symbols = {
        parameter.name: sympy.Symbol(f'{mapping}["{parameter.name}"]', **{parameter.domain: True})
        for parameter in family.parameters
    }
    try:
        value = what(symbols)
        return None if value is None else Lines.of({"result": value})
    except (NotDerivableError, NotBuiltError):
        return None


def conditional_moments(family: Family, *, everywhere: bool = False) -> tuple[Lines, ...]:
    """Print E[X^n] given the parameters of X, n from one, as far as known, or known to exist."""

    def moment(order: int, parameters: dict[str, sympy.Expr]) -> sympy.Expr | None:
        raw = family.raw_moment(order, parameters)
        return None if everywhere and raw.conditions else raw.value

    moments: list[Lines] = []
    for order in range(1, HIGHEST + 1):
        lines = of_family(family, "q", functools.partial(moment, order))
        if lines is None:
            break
        moments.append(lines)
    return tuple(moments)


def _standing_for(entry: Entry) -> sympy.Symbol:
    return sympy.Symbol(f'v["{entry.name}"]', **_sign(entry.label))


def _sign(expression: sympy.Expr) -> dict[str, bool]:
    signs = (sign for sign in ("positive", "nonnegative") if getattr(expression, f"is_{sign}"))
    return {next(signs, "real"): True}


def _in_code(declaration: Declaration, expression: sympy.Expr) -> sympy.Expr:
    """Name hyperparameters, sizes that are symbols, and variables as in code."""
    symbols = (*declaration.hyperparameters, *declaration.sizes)
    renamed = {s: sympy.Symbol(f'p["{s.name}"]', **s.assumptions0) for s in symbols}
    return expression.xreplace(
        {**{entry: _standing_for(entry) for entry in entries(expression)}, **renamed}
    )


def printed(declaration: Declaration, outputs: Mapping[str, sympy.Expr]) -> Lines:
    """Print expressions in hyperparameters and sizes."""
    return Lines.of({name: _in_code(declaration, value) for name, value in outputs.items()})


def evaluated(declaration: Declaration, variable: Variable) -> Lines:
    """Print the parameters of a variable, given what is above it.

    Sizes are those of the arrays that are drawn, and sums are taken by ``draw.total``.
    """
    lines: list[str] = []
    known: dict[sympy.Basic, sympy.Symbol] = {
        axis.size: sympy.Symbol(f'draw.size("{axis.name}")', **axis.size.assumptions0)
        for axis in declaration.axes
    }

    def in_code(value: sympy.Expr) -> sympy.Expr:
        return _in_code(declaration, value.xreplace(known))

    for value in variable.parameters.values():
        for total in sympy.postorder_traversal(value):
            if isinstance(total, AxisSum) and total not in known:
                summand = Lines.of({"summand": in_code(total.summand)})
                name = f"s{len(known) - len(declaration.axes)}"
                axis = declaration.axis_of(total.bound).name
                lines += [*summand.lines, f'{name} = draw.total({summand.value}, "{axis}")']
                known[total] = sympy.Symbol(name, **_sign(total))
    outputs = {name: in_code(value) for name, value in variable.parameters.items()}
    parameters = Lines.of(outputs, "draw.constant({})")
    return Lines((*lines, *parameters.lines), parameters.values)


# ---------------------------------------------------------------------- sums over the latent axis


@dataclass(frozen=True)
class Polynomials:
    """Terms of polynomials, each a coefficient and exponents, after what coefficients need."""

    lines: tuple[str, ...]
    rows: tuple[tuple[tuple[str, tuple[int, ...]], ...], ...]

    @classmethod
    def of(
        cls, values: Iterable[sympy.Expr], variables: Iterable[sympy.Symbol]
    ) -> Polynomials | None:
        """Print polynomials in some variables; None where one is none, or cannot be printed."""
        try:
            rows = [sympy.Poly(sympy.expand(value), *variables).terms() for value in values]
            flat = {f"{n} {m}": c for n, row in enumerate(rows) for m, (_, c) in enumerate(row)}
            if any(symbol.name.isidentifier() for c in flat.values() for symbol in c.free_symbols):
                return None
            source = Lines.of(flat, "{}")
        except (sympy.PolynomialError, NotBuiltError):
            return None
        shown = iter(source.values.values())
        return cls(
            source.lines,
            tuple(tuple((next(shown), tuple(map(int, e))) for e, _ in row) for row in rows),
        )


@dataclass(frozen=True)
class Collapse:
    """A model whose observed variable depends on factors through a few sums over an axis alone."""

    axis: Axis
    totals: tuple[sympy.Expr, ...]
    """What is summed."""
    summands: Lines
    polynomials: tuple[Polynomials, ...]
    """E[Y^n] given the latent variables, each a polynomial in the sums, n from one."""


def collapsed(declaration: Declaration, moments: int) -> Collapse | None:
    """Return the sums over the latent axis, and the conditional moments as polynomials in them."""
    if len(declaration.latent_axes) != 1 or not moments:
        return None
    (axis,) = declaration.latent_axes
    observed = declaration.observed
    above = [value for v in declaration.variables if not v.observed
             for value in v.parameters.values()]  # fmt: skip
    sums: dict[AxisSum, sympy.Symbol] = {}
    for value in observed.parameters.values():
        walk = sympy.preorder_traversal(value)
        for total in walk:
            if isinstance(total, AxisSum):
                walk.skip()
                sums.setdefault(total, sympy.Symbol(f"sum {len(sums)}", **_sign(total)))
    reduced = [value.xreplace(sums) for value in observed.parameters.values()]
    if (
        not sums
        or any(axis.owns(total.bound) for value in above for total in value.atoms(AxisSum))
        or any(not axis.owns(total.bound) or total.summand.has(AxisSum) for total in sums)
        or any(axis.owns(i) for value in reduced for entry in entries(value) for i in entry.indices)
    ):
        return None
    in_code = functools.partial(_in_code, declaration)
    parameters = dict(zip(observed.parameters, map(in_code, reduced), strict=True))
    polynomials = []
    for order in range(1, moments + 1):
        moment = observed.family.raw_moment(order, parameters).value
        polynomial = Polynomials.of([moment], sums.values())
        if polynomial is None:
            return None
        polynomials.append(polynomial)
    totals = {symbol.name: in_code(total.summand) for total, symbol in sums.items()}
    try:
        summands = Lines.of(totals)
    except NotBuiltError:
        return None
    return Collapse(axis, tuple(totals.values()), summands, tuple(polynomials))


@dataclass(frozen=True)
class Leaf:
    """A variable of the lowest layer: parameters given what is above it, and E[X^n] given these."""

    name: str
    dims: tuple[str, ...]
    parameters: Lines
    moments: tuple[Lines, ...]


@dataclass(frozen=True)
class Layer:
    """What is integrated, and every summand as a polynomial in it."""

    leaves: tuple[Leaf, ...]
    summands: Polynomials

    def powers(self, exponents: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
        """Return the powers in a term, by the names of leaves."""
        powers = zip(self.leaves, exponents, strict=True)
        return tuple((leaf.name, power) for leaf, power in powers if power)


def lowest_layer(declaration: Declaration, collapse: Collapse) -> Layer | None:
    """Return the latent variables that can be integrated out of sums over the latent axis."""
    parents = {
        parent.name
        for node in declaration.variables
        if not node.observed
        for parent in declaration.parents(node)
    }
    leaves: dict[sympy.Symbol, Leaf] = {}
    for node in declaration.variables:
        lowest = not node.observed and collapse.axis in node.axes and node.name not in parents
        symbol = _standing_for(node.generic)
        if (
            lowest
            and all(total.is_polynomial(symbol) for total in collapse.totals)
            and not any(value.has(AxisSum) and entries(value) for value in node.parameters.values())
        ):
            moments = conditional_moments(node.family, everywhere=True)
            if len(moments) == HIGHEST:
                leaves[symbol] = Leaf(node.name, node.dims, evaluated(declaration, node), moments)
    if not leaves:
        return None
    summands = Polynomials.of(collapse.totals, leaves)
    return None if summands is None else Layer(tuple(leaves.values()), summands)

"""Exchanges of two axes, with variables and hyperparameters, that leave a model as it is."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import sympy

from symppm.laws.operators import Covariance
from symppm.model.declaration import Declaration, Variable
from symppm.model.nodes import AxisSum, Entry, Indexed

_LETTERS = 8
_NAMES = ("sigma", "tau", "psi", "chi", "omega", "Sigma")
"""Of symmetries: the first that is no name in a model."""


@dataclass(frozen=True)
class Symmetry:
    """What changes places.

    Attributes
    ----------
    name : str
        A letter, with a number where there are several.
    declaration : Declaration
        The model.
    axes, variables : mapping of str to str
        Names, each of what stands in the place of it.
    symbols : mapping of sympy.Symbol to sympy.Symbol
        Hyperparameters and sizes likewise.
    """

    name: str
    declaration: Declaration
    axes: Mapping[str, str]
    variables: Mapping[str, str]
    symbols: Mapping[sympy.Symbol, sympy.Symbol]

    def __call__(self, node: sympy.Basic) -> sympy.Basic:
        """Return an expression after the exchange, what is symmetric in it in a fixed order."""
        return canonical(self._moved(node))

    def _moved(self, node: sympy.Basic) -> sympy.Basic:
        if isinstance(node, Entry):
            variable = self.declaration.by_name[node.name]
            other = self.declaration.by_name[self.variables[node.name]]
            at = {
                self.axes.get(name, name): self._letter(letter)
                for name, letter in zip(variable.dims, node.indices, strict=True)
            }
            return other.at(*(at[name] for name in other.dims))
        if node.is_Symbol:
            return self.symbols.get(node, self._letter(node))
        return node.func(*map(self._moved, node.args)) if node.args else node

    def _letter(self, letter: sympy.Symbol) -> sympy.Symbol:
        for axis in self.declaration.axes:
            pool = axis.pool(_LETTERS)
            if axis.name in self.axes and letter in pool:
                other = self.declaration.axis(self.axes[axis.name])
                return other.pool(_LETTERS)[pool.index(letter)]
        return letter

    def pairs(self) -> list[tuple[sympy.Basic, sympy.Basic]]:
        """Return what changes places, each pair once: variables, hyperparameters, indices."""
        named = [(sympy.Symbol(one), sympy.Symbol(two)) for one, two in self.variables.items()]
        first, second = (self.declaration.axis(name) for name in list(self.axes)[:2])
        sizes = (first.size, second.size)
        every = [*named, *(item for item in self.symbols.items() if item[0] not in sizes)]
        every += zip(first.pool(2), second.pool(2), strict=True)
        exchanged: list[tuple[sympy.Basic, sympy.Basic]] = []
        for one, two in every:
            if one != two and (two, one) not in exchanged:
                exchanged.append((one, two))
        return exchanged


def canonical(node: sympy.Basic) -> sympy.Basic:
    """Return an expression with what is symmetric in its moments in a fixed order."""
    if not node.args or isinstance(node, Indexed):
        return node
    args = [canonical(argument) for argument in node.args]
    if isinstance(node, Covariance):
        args[:2] = sorted(args[:2], key=sympy.default_sort_key)
    if isinstance(node, sympy.Tuple):
        args = sorted(args, key=sympy.default_sort_key)
    return node.func(*args)


def find_symmetries(declaration: Declaration) -> list[Symmetry]:
    """Return exchanges of two observed axes that leave every law as it is, one for two axes."""
    if declaration.known:
        return []
    symmetries: list[Symmetry] = []
    taken = {*declaration.by_name, *(symbol.name for symbol in declaration.hyperparameters)}
    names = itertools.chain(_NAMES, (f"sigma{'_' * n}" for n in itertools.count(1)))
    letter = next(x for x in names if not taken & {x, *(f"{x}{n}" for n in range(1, len(_NAMES)))})
    for one, two in itertools.combinations(declaration.observed.dims, 2):
        sizes = [declaration.axis(name).size for name in (one, two)]
        symbols = dict(zip(sizes, reversed(sizes), strict=True))
        start = Symmetry(letter, declaration, {one: two, two: one}, {}, symbols)
        symmetries += itertools.islice(_exchanges(start, declaration.variables), 1)
    many = len(symmetries) > 1
    return [replace(s, name=f"{letter}{n}") if many else s for n, s in enumerate(symmetries, 1)]


def _exchanges(partial: Symmetry, unmatched: Sequence[Variable]) -> Iterator[Symmetry]:
    """Give every variable that is left a counterpart, and compare the laws when all have one."""
    by_name = partial.declaration.by_name
    if not unmatched:
        moved = any(one != two for one, two in partial.variables.items())
        if moved and all(
            partial(value) == canonical(by_name[partial.variables[member.name]].parameters[name])
            for member in partial.declaration.variables
            for name, value in member.parameters.items()
        ):
            yield partial
        return
    variable, *others = unmatched
    dims = sorted(partial.axes.get(name, name) for name in variable.dims)
    for other in partial.declaration.variables:
        alike = other.family == variable.family and other.observed == variable.observed
        if other.name in partial.variables.values() or not alike or sorted(other.dims) != dims:
            continue
        symbols = dict(partial.symbols)
        pairs = zip(variable.parameters.values(), other.parameters.values(), strict=True)
        if all(_unified(first, second, symbols) for first, second in pairs):
            variables = {**partial.variables, variable.name: other.name}
            yield from _exchanges(replace(partial, variables=variables, symbols=symbols), others)


def _unified(
    first: sympy.Basic, second: sympy.Basic, symbols: dict[sympy.Symbol, sympy.Symbol]
) -> bool:
    """Pair the hyperparameters of two expressions that are of one shape."""
    if isinstance(first, Indexed | AxisSum):
        return type(first) is type(second)
    if first.is_Symbol:
        if not second.is_Symbol or first.assumptions0 != second.assumptions0:
            return False
        return bool(symbols.setdefault(first, second) == second)
    if first.func != second.func or len(first.args) != len(second.args):
        return False
    if not first.args:
        return bool(first == second)
    return all(_unified(*pair, symbols) for pair in zip(first.args, second.args, strict=True))

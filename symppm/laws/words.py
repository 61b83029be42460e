"""The words of a model: which symbols, entries and sums an expression about it may hold."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import sympy

from symppm.laws.limits import Tree, unreadable
from symppm.laws.trees import from_tree
from symppm.model.declaration import Axis, Declaration
from symppm.model.nodes import DOT, AxisSum, Indexed


@dataclass(frozen=True)
class Words:
    """What a declaration gives expressions to speak of.

    Attributes
    ----------
    declaration : Declaration
        The model.
    """

    declaration: Declaration

    def expression(self, tree: Tree) -> sympy.Expr:
        """Rebuild an expression that is about the model."""
        built = from_tree(tree)
        if not isinstance(built, sympy.Expr):
            raise unreadable(tree)
        labels = set()
        for node in built.atoms(Indexed):
            self._check_entry(node)
            labels.add(node.label)
        for node in built.atoms(AxisSum):
            if self._axis_of(node.bound).size != node.size:
                raise unreadable(str(node.size), f"the size of the axis of {node.bound}")
        for symbol in built.atoms(sympy.Symbol) - labels - self._symbols:
            if symbol.is_positive or not symbol.is_integer:
                raise unreadable(
                    symbol.name, "hyperparameters of the model and sizes of its axes, as declared"
                )
            if symbol != DOT:
                self._axis_of(symbol)
        return built

    @cached_property
    def _symbols(self) -> set[sympy.Symbol]:
        sizes = {axis.size for axis in self.declaration.axes}
        return sizes | set(self.declaration.hyperparameters)

    @cached_property
    def _entries(self) -> dict[tuple[type[Indexed], sympy.Symbol], tuple[Axis, ...]]:
        generic = ((law.generic, law.axes) for law in self.declaration.laws.values())
        return {(type(entry), entry.label): axes for entry, axes in generic}

    def _check_entry(self, node: Indexed) -> None:
        axes = self._entries.get((type(node), node.label))
        if axes is None:
            raise unreadable(node.name, "variables and known arrays of the model")
        fits = len(axes) == len(node.indices) and all(
            letter == DOT or axis.owns(letter)
            for axis, letter in zip(axes, node.indices, strict=True)
        )
        if not fits:
            raise unreadable(str(node), f"{node.name} with one index for each of its axes")

    def _axis_of(self, letter: sympy.Symbol) -> Axis:
        for axis in self.declaration.axes:
            if axis.owns(letter):
                return axis
        raise unreadable(letter.name, "indices along axes of the model")

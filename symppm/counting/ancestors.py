"""Which entries an entry depends on, so that independent parts of a product are told apart."""

from __future__ import annotations

from collections.abc import Mapping

import sympy

from symppm.counting.monomials import Key
from symppm.model.declaration import Declaration
from symppm.model.nodes import AxisSum, Entry

_SUMMED = -1
"""In place of a label, or of where it comes from: all along the axis."""

Pattern = tuple[int, tuple[int, ...]]
"""A variable, and for each of its axes the position of the same label in a descendant."""


class Ancestors:
    """Ancestors of the entries of a model."""

    def __init__(self, declaration: Declaration) -> None:
        self._above = _ancestors(declaration)
        # Where one descendant depends on all labels, the labels of others must not tell it apart.
        self._open = {
            (variable, position)
            for above in self._above
            for variable, pattern in above
            for position, source in enumerate(pattern)
            if source == _SUMMED
        }

    def of(self, key: Key) -> set[Key]:
        """Return an entry and all that it depends on, labels of summed axes left open."""
        place, labels = key
        return {
            (
                variable,
                tuple(
                    _SUMMED if (variable, position) in self._open else labels[source]
                    for position, source in enumerate(pattern)
                ),
            )
            for variable, pattern in self._above[place]
        }


def _ancestors(declaration: Declaration) -> list[set[Pattern]]:
    """Return, for each variable, all that it depends on, itself included.

    For each axis of an ancestor there is the place of the same label among the variable's own, or
    a sign that it is summed over.
    """
    places = {variable.name: place for place, variable in enumerate(declaration.variables)}
    result: list[set[Pattern]] = []
    for variable in declaration.variables:
        positions = {axis.generic: position for position, axis in enumerate(variable.axes)}
        # With an entry go all that are drawn together with it.
        vector = tuple(
            _SUMMED if axis == variable.over else position
            for position, axis in enumerate(variable.axes)
        )
        patterns = {(places[variable.name], vector)}
        for parent in declaration.parents(variable):
            direct = {
                pattern
                for value in variable.parameters.values()
                for pattern in _patterns(value, parent.name, positions)
            }
            for pattern in direct:
                for ancestor, inner in result[places[parent.name]]:
                    patterns.add(
                        (
                            ancestor,
                            tuple(
                                source if source == _SUMMED else pattern[source] for source in inner
                            ),
                        )
                    )
        result.append(patterns)
    return result


def _patterns(
    expression: sympy.Expr, parent: str, positions: Mapping[sympy.Symbol, int]
) -> set[tuple[int, ...]]:
    """Return where the labels of a parent's entries come from, in every way that occurs."""
    if isinstance(expression, Entry):
        if expression.name != parent:
            return set()
        return {tuple(positions.get(letter, _SUMMED) for letter in expression.indices)}
    if isinstance(expression, AxisSum):
        free = {letter: n for letter, n in positions.items() if letter != expression.bound}
        return _patterns(expression.summand, parent, free)
    return {x for argument in expression.args for x in _patterns(argument, parent, positions)}

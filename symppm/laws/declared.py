"""Declarations in derivation files: written as trees, and read with every check of the language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import sympy

from symppm.errors import DerivationError, did_you_mean
from symppm.families import BUILT_IN, SIZE, Family
from symppm.laws.limits import Tree, fields, is_name, items, unreadable
from symppm.laws.operators import Operator
from symppm.laws.trees import from_tree, to_tree
from symppm.model.checks import check_used, checked_variable, own_axis
from symppm.model.declaration import Axis, Declaration, KnownArray, Variable
from symppm.model.nodes import AxisSum

FamilyNamed = Callable[[str], Family]
"""Finds a family by the name that a derivation file writes."""

_MOST_AXES = 20
_MOST_NAMES = 200
_LONGEST_FAMILY = 100


def built_in_family(name: str) -> Family:
    """Return a family that comes with symppm; nothing is imported for a name that is not one."""
    if name not in BUILT_IN:
        raise DerivationError(
            f"the family {name[:_LONGEST_FAMILY]!r}",
            expected="a family that comes with symppm: a derivation file cannot bring another one",
            do=did_you_mean(name[:_LONGEST_FAMILY], BUILT_IN)
            + " If you trust the package that brings it, audit a Python file that declares the "
            "model, or read the derivation with symppm.families.family_named.",
        )
    return BUILT_IN[name]


def declaration_tree(declaration: Declaration) -> dict[str, Tree]:
    """Return a declaration as a tree."""
    known = [
        {
            "name": array.name,
            "dims": list(array.dims),
            **({"over": array.over.name} if array.over else {}),
        }
        for array in declaration.known
    ]
    return {
        "name": declaration.name,
        "hyperparameters": [to_tree(symbol) for symbol in declaration.hyperparameters],
        **({"known": known} if known else {}),
        "axes": [
            {"name": axis.name, "size": to_tree(axis.size), "letters": list(axis.letters)}
            for axis in declaration.axes
        ],
        "variables": [
            {
                "name": variable.name,
                "family": variable.family.name,
                "parameters": {name: to_tree(v) for name, v in variable.parameters.items()},
                "dims": list(variable.dims),
                "observed": variable.observed,
                **({"over": variable.over.name} if variable.over else {}),
            }
            for variable in declaration.variables
        ],
    }


def declaration_from_tree(
    tree: Mapping[str, Tree], family_named: FamilyNamed = built_in_family
) -> Declaration:
    """Rebuild a declaration from :func:`declaration_tree`."""
    parts = fields(tree, "name", "hyperparameters", "axes", "variables", optional=("known",))
    name = _name(parts["name"])
    symbols = tuple(from_tree(symbol) for symbol in items(parts["hyperparameters"], _MOST_NAMES))
    axes = tuple(_axis(axis) for axis in items(parts["axes"], _MOST_AXES))
    by_name = {axis.name: axis for axis in axes}
    known = tuple(_known(array, by_name) for array in items(parts.get("known", []), _MOST_NAMES))
    scope = Declaration(name, symbols, axes, (), known)
    _check_names(scope)
    for part in items(parts["variables"], _MOST_NAMES):
        variable = _variable(part, by_name, scope, family_named)
        scope = replace(scope, variables=(*scope.variables, variable))
    if [variable.observed for variable in scope.variables].count(True) != 1:
        raise unreadable(name, "a model without exactly one observed variable")
    _check_unlike([entity.name for entity in (*scope.variables, *known, *symbols)])
    check_used(scope)
    return scope


def _name(value: object) -> str:
    if not isinstance(value, str) or not is_name(value):
        raise unreadable(value, "a name")
    return value


def _check_unlike(names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise unreadable(name, "a name of its own for each thing that has one")


def _axis(tree: Tree) -> Axis:
    parts = fields(tree, "name", "size", "letters")
    size = from_tree(parts["size"])
    if not (size.is_Symbol and size.is_integer and size.is_positive):
        raise unreadable(parts["size"], "the size of an axis")
    letters = [_name(letter) for letter in items(parts["letters"], 2)]
    if len(letters) != 2:
        raise unreadable(letters, "two letters")
    return Axis(_name(parts["name"]), size, (letters[0], letters[1]))


def _along(tree: Tree, by_name: Mapping[str, Axis]) -> tuple[Axis, ...]:
    names = [_name(name) for name in items(tree, _MOST_AXES)]
    if not set(names) <= set(by_name) or len(set(names)) < len(names):
        raise unreadable(names, "different axes of the model")
    return tuple(by_name[name] for name in names)


def _known(tree: Tree, by_name: Mapping[str, Axis]) -> KnownArray:
    parts = fields(tree, "name", "dims", optional=("over",))
    name, axes = _name(parts["name"]), _along(parts["dims"], by_name)
    if not axes:
        raise unreadable(name, "a known array with axes")
    along = own_axis(f"the known {name}", parts["over"], axes) if "over" in parts else None
    return KnownArray(name, axes, along)


def _check_names(scope: Declaration) -> None:
    """Check that no two things are called the same, and that hyperparameters are no indices."""
    _check_unlike([letter for axis in scope.axes for letter in axis.letters])
    _check_unlike([axis.name for axis in scope.axes])
    for symbol in scope.hyperparameters:
        if not symbol.is_Symbol or symbol.is_integer:
            raise unreadable(str(symbol)[:_LONGEST_FAMILY], "a hyperparameter")
    _check_unlike(
        [symbol.name for symbol in (*scope.hyperparameters, *(axis.size for axis in scope.axes))]
    )


def _variable(
    tree: Tree, by_name: Mapping[str, Axis], scope: Declaration, family_named: FamilyNamed
) -> Variable:
    parts = fields(tree, "name", "family", "parameters", "dims", "observed", optional=("over",))
    name, axes = _name(parts["name"]), _along(parts["dims"], by_name)
    if not isinstance(parts["family"], str) or not isinstance(parts["observed"], bool):
        raise unreadable(name, "a family, and whether it is observed")
    if parts["observed"] and not axes:
        raise unreadable(name, "an observed variable with axes")
    family = family_named(parts["family"])
    trees = fields(parts["parameters"], *(p.name for p in family.parameters))
    values = {p.name: _parameter(trees[p.name], scope) for p in family.parameters}
    over = parts.get("over")
    variable = checked_variable(name, family, values, axes, parts["observed"], over, scope)
    size = variable.parameters.get(SIZE.name)
    if variable.over is not None and SIZE in family.parameters and size != variable.over.size:
        raise unreadable(str(size), f"the size of the axis {variable.over.name}")
    return replace(variable, parameters={key: variable.parameters[key] for key in trees})


def _parameter(tree: Tree, scope: Declaration) -> sympy.Basic:
    value = from_tree(tree)
    sizes = {axis.generic: axis.size for axis in scope.axes}
    wrong = any(sizes.get(node.bound) != node.size for node in value.atoms(AxisSum))
    if wrong or value.has(Operator):
        raise unreadable(tree, "a parameter")
    return value

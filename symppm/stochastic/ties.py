"""Hyperparameters that follow from others: expressions that are read, and never run."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import torch

from symppm.errors import ParameterError, did_you_mean

_LONGEST_TIE = 400


def parsed(name: str, text: str, order: tuple[str, ...]) -> ast.expr:
    """Read an expression of sums, products, quotients and powers; nothing of it is run.

    Parameters
    ----------
    name : str
        What it is to be.
    text : str
        As the user wrote it.
    order : tuple of str
        Names that may occur, ``name`` excepted.

    Raises
    ------
    ParameterError
        If anything else occurs in it.
    """
    try:
        tree = ast.parse(text.strip()[:_LONGEST_TIE], mode="eval").body
    except (SyntaxError, ValueError):
        tree = ast.Constant(None)
    if len(text.strip()) > _LONGEST_TIE:
        tree = ast.Constant(None)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and (node.id not in order or node.id == name):
            raise ParameterError(
                f"{name} = {text}, with {node.id!r}",
                expected=f"an expression in other hyperparameters and sizes than {name}",
                do=did_you_mean(node.id, [each for each in order if each != name]),
            )
        known = isinstance(node, (ast.BinOp, ast.UnaryOp, ast.Name, ast.Load, *_SYMBOLS))
        number = isinstance(node, ast.Constant) and _is_number(node.value)
        if not known and not number:
            raise ParameterError(
                f"{name} = {text.strip()[:_LONGEST_TIE]!r}",
                expected="a number, or an expression of names and numbers with + - * / **",
                do=f'Write, for example, fixed={{"{name}": "{order[-1]}"}}, or 2*{order[-1]}.',
            )
    return tree


def _is_number(value: object) -> bool:
    if type(value) not in {int, float}:
        return False
    try:
        return math.isfinite(float(value))  # type: ignore[arg-type]
    except OverflowError:
        return False


def ordered(trees: Mapping[str, ast.expr]) -> dict[str, ast.expr]:
    """Return ties so that each uses only what comes before it.

    Parameters
    ----------
    trees : mapping of str to ast.expr
        By name.

    Raises
    ------
    ParameterError
        If some lead back to themselves.
    """
    left, found = dict(trees), {}
    while left:
        ready = [name for name, tree in left.items() if not _names(tree) & set(left)]
        if not ready:
            raise ParameterError(
                " and ".join(left) + " tied in a circle",
                expected="ties that end at what is free or a number",
                do="Leave one of them free.",
            )
        for name in ready:
            found[name] = left.pop(name)
    return found


def _names(tree: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


_Operation = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]
_OPERATIONS: Final[Mapping[type[ast.operator], _Operation]] = MappingProxyType(
    {
        ast.Add: torch.add,
        ast.Sub: torch.sub,
        ast.Mult: torch.mul,
        ast.Div: torch.div,
        ast.Pow: torch.pow,
    }
)

_SYMBOLS = (*_OPERATIONS, ast.UAdd, ast.USub)


def evaluated(tree: ast.expr, at: Mapping[str, torch.Tensor]) -> torch.Tensor:
    """Compute an expression.

    Parameters
    ----------
    tree : ast.expr
        As parsed.
    at : mapping of str to torch.Tensor
        What its names stand for.
    """
    if isinstance(tree, ast.Name):
        return at[tree.id]
    if isinstance(tree, ast.BinOp):
        operation = _OPERATIONS[type(tree.op)]
        return operation(evaluated(tree.left, at), evaluated(tree.right, at))
    if isinstance(tree, ast.UnaryOp):
        value = evaluated(tree.operand, at)
        return -value if isinstance(tree.op, ast.USub) else value
    assert isinstance(tree, ast.Constant)  # noqa: S101 - as parsed
    return next(iter(at.values())).new_tensor(float(tree.value))  # type: ignore[arg-type]

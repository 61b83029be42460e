"""Hyperparameters that follow from others, by expressions in them."""

from __future__ import annotations

import ast
from collections.abc import Mapping

import torch

from symppm.errors import ParameterError
from symppm.expressions import computed


def ordered(trees: Mapping[str, ast.expr]) -> dict[str, ast.expr]:
    """Return ties so that each uses only what comes before it."""
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


def evaluated(tree: ast.expr, at: Mapping[str, torch.Tensor]) -> torch.Tensor:
    """Compute an expression."""
    one = next(iter(at.values()))

    def leaf(node: ast.Name | ast.Constant) -> torch.Tensor:
        if isinstance(node, ast.Name):
            return at[node.id]
        return one.new_tensor(float(node.value))  # type: ignore[arg-type]

    found: torch.Tensor = computed(tree, leaf)
    return found

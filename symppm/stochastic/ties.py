"""Hyperparameters that follow from others, by expressions in them."""

from __future__ import annotations

import ast
from collections.abc import Mapping

import torch

from symppm.expressions import computed


def evaluated(tree: ast.expr, at: Mapping[str, torch.Tensor]) -> torch.Tensor:
    """Compute an expression."""
    one = next(iter(at.values()))

    def leaf(node: ast.Name | ast.Constant) -> torch.Tensor:
        if isinstance(node, ast.Name):
            return at[node.id]
        return one.new_tensor(float(node.value))  # type: ignore[arg-type]

    found: torch.Tensor = computed(tree, leaf)
    return found

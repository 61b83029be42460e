"""Alterations of one module are compared with the same values, which are computed once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import pytest
import sympy

from symppm.audit import exact, reference, torch_modules
from symppm.audit.exact import Value

Items = tuple[tuple[str, Value], ...]


@pytest.fixture(scope="session", autouse=True)
def remember_values() -> Iterator[None]:
    """Remember exact values: they are pure functions of expression, point and known arrays."""
    plain = exact.expression_value

    @cache
    def remembered(expression: sympy.Expr, at: Items, known: Items) -> Value:
        return plain(expression, dict(at), dict(known))

    def value(expression: sympy.Expr, at: Mapping[str, Value], known: Mapping[str, Value]) -> Value:
        return remembered(expression, tuple(at.items()), tuple(known.items()))

    with pytest.MonkeyPatch.context() as patch:
        for module in (reference, torch_modules):
            patch.setattr(module, "expression_value", value)
        yield

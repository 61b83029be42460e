"""Derivation files that ship, as text and as derivations, read once; and with a result altered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Any

from symppm.codegen.load import derivations_folder
from symppm.laws import Derivation
from symppm.laws.records import read_record


@cache
def record_text(name: str) -> str:
    return (derivations_folder() / f"{name}.json").read_text("utf-8")


@cache
def record(name: str) -> tuple[Derivation, ...]:
    return read_record(record_text(name))


def with_result(
    derivations: Iterable[Derivation], name: str, factor: object
) -> tuple[Derivation, ...]:
    """Multiply the result of one derivation; all else stays."""
    return tuple(
        replace(each, result=each.result * factor) if each.name == name else each
        for each in derivations
    )


def with_part(tree: Any, path: tuple[Any, ...], part: Any) -> Any:
    """Return a copy of JSON with something else at a path; what is beside it is shared."""
    if not path:
        return part
    copied = tree.copy()
    copied[path[0]] = with_part(tree[path[0]], path[1:], part)
    return copied

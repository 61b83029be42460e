"""Torch modules of models that are not in the catalogue, kept in the user's cache folder."""

from __future__ import annotations

import functools
from types import ModuleType

from symppm.codegen.cache import imported
from symppm.codegen.torch_module import torch_source
from symppm.model.declaration import Declaration


@functools.lru_cache(maxsize=64)
def compile_torch(
    declaration: Declaration,
    targets: tuple[str, ...] = (),
    title: str = "declared by the user",
) -> ModuleType:
    """Generate and import the torch module of a declared model.

    It is kept and found again as :func:`symppm.codegen.compile.compile_model` does.
    """
    return imported(
        declaration,
        f"{declaration.name}_torch",
        (targets, title),
        lambda: torch_source(declaration, title, targets),
    )

"""Generated modules for models that are not in the catalogue, kept in the user's cache folder."""

from __future__ import annotations

import functools
from types import ModuleType

from symppm.codegen.cache import imported
from symppm.codegen.generate import generate
from symppm.codegen.torch_module import torch_source
from symppm.model.declaration import Declaration
from symppm.solve.needs import cross_moment_targets, to_be_given


@functools.lru_cache(maxsize=64)
def compile_model(
    declaration: Declaration,
    targets: tuple[str, ...] | None = None,
    title: str = "declared by the user",
    *,
    solved: bool = True,
) -> ModuleType:
    """Derive, solve, generate and import a declared model.

    The module is named and stored by its content, so an altered declaration never meets the code
    of an earlier one. Solving takes seconds, so what was generated from the same declaration by the
    same generator is found again by the hash of both, unless families of the user's own take part:
    their code is not in the declaration.
    """
    return imported(
        declaration,
        declaration.name,
        (targets, title) if solved else (targets, title, "unsolved"),
        lambda: generate(declaration, title, targets=targets, solved=solved, proved=False).source,
    )


@functools.lru_cache(maxsize=64)
def compile_cross_moments(declaration: Declaration, given: int, title: str) -> ModuleType:
    """Do the same with cross-moments, third cumulants where they leave less open."""

    def write() -> str:
        targets = cross_moment_targets(declaration)
        needs = to_be_given(declaration, targets)
        if len(needs) > given:
            further = cross_moment_targets(declaration, stars=True)
            fewer = to_be_given(declaration, further)
            if len(fewer) < len(needs):
                targets, needs = further, fewer
        return generate(declaration, title, needs, targets, proved=False).source

    options = ("cross_moments", given, title)
    return imported(declaration, declaration.name, options, write)


@functools.lru_cache(maxsize=64)
def compile_torch(
    declaration: Declaration,
    targets: tuple[str, ...] = (),
    title: str = "declared by the user",
) -> ModuleType:
    """Generate and import the torch module of any model, kept and found again likewise."""
    return imported(
        declaration,
        f"{declaration.name}_torch",
        (targets, title),
        lambda: torch_source(declaration, title, targets),
    )

"""Generated modules for models that are not in the catalogue, kept in the user's cache folder.

Solving takes seconds, so what was generated from the same declaration by the same generator is
found again by the hash of both. The code of families of the user's own is not in the declaration:
where they take part, a module is generated anew, and named by its content.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Final

from symppm.codegen.files import digest, generator_hash, is_whole
from symppm.codegen.generate import generate
from symppm.codegen.load import load_source
from symppm.codegen.torch_module import identity, torch_source
from symppm.families import BUILT_IN
from symppm.locks import Lock
from symppm.model.declaration import Declaration
from symppm.saving import not_kept, replacing
from symppm.solve.needs import cross_moment_targets, to_be_given

_COMPILING: Final = Lock()
"""Held while a model is derived: whoever asks the same meanwhile finds the answer."""


@functools.lru_cache(maxsize=64)
def compile_model(
    declaration: Declaration,
    targets: tuple[str, ...] | None = None,
    title: str = "",
    *,
    solved: bool = True,
) -> ModuleType:
    """Derive, solve, generate and import a declared model."""
    title = title or declaration.title
    return _imported(
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

    return _imported(declaration, declaration.name, ("cross_moments", given, title), write)


@functools.lru_cache(maxsize=64)
def compile_torch(
    declaration: Declaration,
    targets: tuple[str, ...] = (),
    title: str = "",
) -> ModuleType:
    """Generate and import the torch module of any model, kept and found again likewise."""
    title = title or declaration.title
    stem, options = f"{declaration.name}_torch", (targets, title)
    return _imported(declaration, stem, options, lambda: torch_source(declaration, title, targets))


def _imported(
    declaration: Declaration, stem: str, options: tuple[object, ...], write: Callable[[], str]
) -> ModuleType:
    """Import what is generated from a declaration, from the cache where it is there already."""
    with _COMPILING:
        built_in = all(BUILT_IN.get(v.family.name) is v.family for v in declaration.variables)
        made_from = repr((identity(declaration), *options, generator_hash()))
        name = f"{stem}_from_{digest(made_from)[:16]}"
        source = _cached(name) if built_in else None
        if source is None:
            source = write()
            if not built_in:
                name = f"{stem}_{digest(source)[:16]}"
            _store(name, source)
        return load_source(_folder() / f"{name}.py", f"symppm_user_models.{name}", source)


def _folder() -> Path:
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "symppm"
    except RuntimeError:
        # Who runs this has no home, so that nothing can be kept.
        return Path(os.devnull) / "symppm"


def _cached(name: str) -> str | None:
    """Return what an earlier process generated, if it is there and whole."""
    try:
        source = (_folder() / f"{name}.py").read_text("utf-8")
    except (OSError, ValueError):
        return None
    return source if is_whole(source) else None


def _store(name: str, source: str) -> None:
    path = _folder() / f"{name}.py"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Another process may be reading the file: it is replaced in one move.
        with replacing(path) as stream:
            stream.write(source.encode("utf-8"))
    except OSError as error:
        not_kept(path.parent, error)

"""The user's cache folder of generated modules, and modules from it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Final

import sympy

from symppm.codegen.files import digest, generator_hash, is_whole
from symppm.codegen.load import load_text
from symppm.errors import DerivationError
from symppm.families import BUILT_IN
from symppm.laws.declared import declaration_tree
from symppm.locks import Lock
from symppm.model.declaration import Declaration
from symppm.saving import not_kept, replacing

_COMPILING: Final = Lock()
"""Held while a model is derived: whoever asks the same meanwhile finds the answer."""


def imported(
    declaration: Declaration, stem: str, options: tuple[object, ...], write: Callable[[], str]
) -> ModuleType:
    """Import what is generated from a declaration, from the cache where it is there already."""
    with _COMPILING:
        return _imported(declaration, stem, options, write)


def _imported(
    declaration: Declaration, stem: str, options: tuple[object, ...], write: Callable[[], str]
) -> ModuleType:
    known = all(BUILT_IN.get(each.family.name) is each.family for each in declaration.variables)
    made_from = repr((identity(declaration), *options, generator_hash()))
    key = f"{stem}_from_{digest(made_from)[:16]}"
    source = _found(key) if known else None
    if source is None:
        source = write()
        if known:
            _stored(key, source)
    name = f"{stem}_{digest(source)[:16]}"
    return load_text(source, _stored(name, source), f"symppm_user_models.{name}")


def identity(declaration: Declaration) -> str:
    """Return a text that is another one for every other declaration."""
    try:
        return repr(declaration_tree(declaration))
    except DerivationError:
        variables = [
            (
                (each.name, each.family.name, each.dims, each.observed, each.over),
                {name: sympy.srepr(value) for name, value in each.parameters.items()},
            )
            for each in declaration.variables
        ]
        symbols = [sympy.srepr(each) for each in declaration.hyperparameters]
        axes = [(each.name, each.letters) for each in declaration.axes]
        return repr((declaration.name, symbols, axes, variables, declaration.known))


def _folder() -> Path:
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "symppm"
    except RuntimeError:
        # Who runs this has no home, so that nothing can be kept.
        return Path(os.devnull) / "symppm"


def _found(name: str) -> str | None:
    """Return what an earlier process generated, if it is there and whole."""
    try:
        source = (_folder() / f"{name}.py").read_text("utf-8")
    except (OSError, ValueError):
        return None
    return source if is_whole(source) else None


def _stored(name: str, source: str) -> Path:
    """Return the file of a module, written unless it is there, or cannot be."""
    path = _folder() / f"{name}.py"
    content = source.encode("utf-8")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_bytes() != content:
            # Another process may be reading the file: it is replaced in one move.
            with replacing(path) as stream:
                stream.write(content)
    except OSError as error:
        not_kept(path.parent, error)
    return path

"""The user's cache folder of generated modules, and modules from it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import sympy

from symppm.codegen.files import digest, generator_hash, is_whole
from symppm.codegen.load import load_source
from symppm.errors import LedgerError
from symppm.families import BUILT_IN
from symppm.laws.declared import declaration_tree
from symppm.model.declaration import Declaration


def imported(
    declaration: Declaration, stem: str, options: tuple[object, ...], write: Callable[[], str]
) -> ModuleType:
    """Import what is generated from a declaration, from the cache where it is there already.

    Parameters
    ----------
    declaration : Declaration
        The model.
    stem : str
        Start of the module's name, of its own for each kind of module.
    options : tuple
        What else decides what is written; different options have different ``repr``.
    write : callable
        Returns the text of the module.
    """
    known = all(BUILT_IN.get(each.family.name) is each.family for each in declaration.variables)
    made_from = repr((identity(declaration), *options, generator_hash()))
    key = f"{stem}_from_{digest(made_from)[:16]}"
    source = _found(key) if known else None
    if source is None:
        source = write()
        if known:
            _stored(key, source)
    name = f"{stem}_{digest(source)[:16]}"
    return load_source(_stored(name, source), f"symppm_user_models.{name}")


def identity(declaration: Declaration) -> str:
    """Return a text that is another one for every other declaration.

    Parameters
    ----------
    declaration : Declaration
        Any model; one that a ledger cannot store, as its parameters have functions outside the
        derivable class, is written as SymPy does.
    """
    try:
        return repr(declaration_tree(declaration))
    except LedgerError:
        variables = [
            (
                (each.name, each.family.name, each.dims, each.observed),
                {name: sympy.srepr(value) for name, value in each.parameters.items()},
            )
            for each in declaration.variables
        ]
        symbols = [sympy.srepr(each) for each in declaration.hyperparameters]
        axes = [(each.name, each.letters) for each in declaration.axes]
        return repr((declaration.name, symbols, axes, variables, declaration.known))


def _folder() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "symppm"


def _found(name: str) -> str | None:
    """Return what an earlier process generated, if it is there and whole."""
    try:
        source = (_folder() / f"{name}.py").read_text("utf-8")
    except (OSError, ValueError):
        return None
    return source if is_whole(source) else None


def _stored(name: str, source: str) -> Path:
    cache = _folder()
    try:
        cache.mkdir(parents=True, exist_ok=True)
        return _write(cache, name, source)
    except OSError:
        return _write(Path(tempfile.mkdtemp(prefix="symppm-")), name, source)


def _write(folder: Path, name: str, source: str) -> Path:
    path = folder / f"{name}.py"
    if not path.is_file() or path.read_bytes() != source.encode("utf-8"):
        # Another process may be reading the file: replace it in one move.
        with tempfile.NamedTemporaryFile(
            "w", dir=folder, suffix=".py", delete=False, encoding="utf-8"
        ) as new:
            new.write(source)
        Path(new.name).replace(path)
    return path

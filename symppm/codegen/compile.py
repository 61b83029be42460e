"""Generated modules for models that are not in the catalogue, kept in the user's cache folder."""

from __future__ import annotations

import functools
import os
import tempfile
from pathlib import Path
from types import ModuleType

from symppm.codegen.files import digest, generator_hash, is_whole
from symppm.codegen.generate import generate
from symppm.codegen.load import load_source
from symppm.families import BUILT_IN
from symppm.laws.declared import declaration_tree
from symppm.model.declaration import Declaration


@functools.lru_cache(maxsize=64)
def compile_model(
    declaration: Declaration,
    targets: tuple[str, ...] | None = None,
    title: str = "declared by the user",
) -> ModuleType:
    """Derive, solve, generate and import a declared model.

    The module is named and stored by its content, so an altered declaration never meets the code
    of an earlier one. Solving takes seconds, so what was generated from the same declaration by the
    same generator is found again by the hash of both, unless families of the user's own take part:
    their code is not in the declaration.

    Parameters
    ----------
    declaration : Declaration
        Any model that can be derived.
    targets : tuple of str, optional
        What it is matched with. By default mean, variance and the correlation along every axis.
    title : str
        One line that says what the model is.

    Raises
    ------
    NotDerivableError, NotBuiltError, TargetError
        If it cannot be derived, solved or generated.
    """
    known = all(BUILT_IN.get(each.family.name) is each.family for each in declaration.variables)
    made_from = repr((declaration_tree(declaration), targets, title, generator_hash()))
    key = f"{declaration.name}_from_{digest(made_from)[:16]}"
    source = _found(key) if known else None
    if source is None:
        source = generate(declaration, title, targets=targets).source
        if known:
            _stored(key, source)
    name = f"{declaration.name}_{digest(source)[:16]}"
    return load_source(_stored(name, source), f"symppm_user_models.{name}")


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

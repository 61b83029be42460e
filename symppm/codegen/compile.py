"""Generated modules for models that are not in the catalogue, kept in the user's cache folder."""

from __future__ import annotations

import functools
import os
import tempfile
from pathlib import Path
from types import ModuleType

from symppm.codegen.files import digest
from symppm.codegen.generate import generate
from symppm.codegen.load import load_source
from symppm.model.declaration import Declaration


@functools.lru_cache(maxsize=64)
def compile_model(declaration: Declaration) -> ModuleType:
    """Derive, solve, generate and import a declared model.

    The module is named and stored by its content, so an altered declaration never meets the code
    of an earlier one.

    Parameters
    ----------
    declaration : Declaration
        Any model that can be solved in closed form.

    Raises
    ------
    NotDerivableError, NotBuiltError, TargetError
        If it cannot be.
    """
    source = generate(declaration, "declared by the user").source
    name = f"{declaration.name}_{digest(source)[:16]}"
    return load_source(_stored(name, source), f"symppm_user_models.{name}")


def _stored(name: str, source: str) -> Path:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "symppm"
    try:
        cache.mkdir(parents=True, exist_ok=True)
        return _write(cache, name, source)
    except OSError:
        return _write(Path(tempfile.mkdtemp(prefix="symppm-")), name, source)


def _write(folder: Path, name: str, source: str) -> Path:
    path = folder / f"{name}.py"
    if not path.is_file() or path.read_text("utf-8") != source:
        # Another process may be reading the file: replace it in one move.
        with tempfile.NamedTemporaryFile(
            "w", dir=folder, suffix=".py", delete=False, encoding="utf-8"
        ) as new:
            new.write(source)
        Path(new.name).replace(path)
    return path

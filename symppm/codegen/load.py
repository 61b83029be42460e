"""Find and import generated modules, in a wheel or beside the package in a checkout."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from symppm.errors import GeneratedCodeError, ModelNameError, did_you_mean
from symppm.locks import Lock

_PACKAGE = Path(__file__).resolve().parent.parent
_NOT_MODELS = frozenset({"estimators"})
_LOADING: Final = Lock()
"""Held while a module runs, so that no other thread sees it half made."""


def generated_folder() -> Path:
    """Return the folder of generated modules: ``symppm/_generated``, or ``generated`` beside it."""
    return _installed_or_checkout("_generated", "generated")


def derivations_folder() -> Path:
    """Return the folder of derivations: ``symppm/_derivations``, or ``derivations`` beside it."""
    return _installed_or_checkout("_derivations", "derivations")


def _installed_or_checkout(installed: str, checkout: str) -> Path:
    for folder in (_PACKAGE / installed, _PACKAGE.parent / checkout):
        if folder.is_dir():
            return folder
    raise GeneratedCodeError(
        f"no folder {installed!r} inside the installed package and no {checkout!r} beside it",
        expected="the files that ship with symppm",
        do="Reinstall symppm, or run tools/regenerate.py in a checkout.",
    )


def model_names() -> tuple[str, ...]:
    """Return the names of the models of the catalogue that have a generated module, sorted."""
    stems = (path.stem for path in generated_folder().glob("*.py"))
    return tuple(sorted(name for name in stems if name not in _NOT_MODELS and name[0] != "_"))


def load_model(name: str) -> ModuleType:
    """Import the generated module of a catalogue model."""
    known = model_names()
    if name not in known:
        raise ModelNameError(
            f"no model is named {name!r}",
            expected="a model of the catalogue",
            do=did_you_mean(name, known) + " `symppm models` lists them.",
        )
    return load_generated(name)


def load_generated(name: str) -> ModuleType:
    """Import one generated module by its file name without the suffix."""
    return load_source(generated_folder() / f"{name}.py", f"symppm._generated.{name}")


def has_cross_moments(name: str, *, stars: bool = False) -> bool:
    """Tell whether a catalogue model has a module for cumulants of different entries."""
    return _cross_moments_path(name, stars=stars).is_file()


def load_cross_moments(name: str, *, stars: bool = False) -> ModuleType:
    """Import the module of a catalogue model that is solved by cumulants of different entries.

    It has the kernels of :func:`load_model`, for the targets that its ``SPEC`` names.
    """
    path = _cross_moments_path(name, stars=stars)
    return load_source(path, f"symppm._generated.cross_moments.{path.stem}")


def _cross_moments_path(name: str, *, stars: bool) -> Path:
    return generated_folder() / "cross_moments" / f"{name}{'_stars' if stars else ''}.py"


def load_source(path: Path, module_name: str, source: str | None = None) -> ModuleType:
    """Import a Python file under a given module name, once.

    Where its text is at hand, the file need not be there.
    """
    with _LOADING:
        if module_name in sys.modules:
            return sys.modules[module_name]
        if source is None and not path.is_file():
            raise GeneratedCodeError(
                f"there is no generated file {path.name!r}",
                expected="the files that ship with symppm",
                do="Reinstall symppm, or run tools/regenerate.py in a checkout.",
            )
        loader = SourceFileLoader(module_name, str(path))
        if source is not None:
            loader = _OfText(module_name, str(path), source)
        spec = importlib.util.spec_from_file_location(module_name, path, loader=loader)
        assert spec is not None  # noqa: S101 - there is a loader
        module = importlib.util.module_from_spec(spec)
        sys.modules[module_name] = module
        try:
            loader.exec_module(module)
        except BaseException:
            del sys.modules[module_name]
            raise
        return module


class _OfText(SourceFileLoader):
    """Runs a text in place of a file; what Python compiled of one, which may be damaged, stays."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self._text = text

    def path_stats(self, path: str) -> Mapping[str, Any]:
        raise OSError(path)

    def get_data(self, _: str) -> bytes:
        return self._text.encode()

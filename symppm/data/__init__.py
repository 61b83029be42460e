"""Anything to a matrix: files are read here, and the real counts that ship are loaded."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from symppm.data.examples import Dataset, load, names

__all__ = ["Dataset", "load", "names"]

if not TYPE_CHECKING:
    # What measures arrays need not wait for what reads files.
    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module("symppm.data.examples"), name)

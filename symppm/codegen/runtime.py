"""What generated modules import: the kernel decorators and the meaning of status codes."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any, Final, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])

OK: Final = 0
"""Status of a kernel whose guards all hold; otherwise the number of the first that fails."""


@functools.lru_cache(maxsize=64)
def _content_key(path: str) -> str:
    # The special functions are compiled into the kernels that call them.
    special = Path(__file__).with_name("special.py")
    return hashlib.sha256(Path(path).read_bytes() + special.read_bytes()).hexdigest()[:12]


def _compile(function: F, *, parallel: bool) -> F:
    py_function = cast(FunctionType, function)
    options = {"nogil": True, "error_model": "numpy", "parallel": parallel}
    # numba finds its cache by qualified name and file time; a wheel can change the content and
    # keep both, so the content goes into the name.
    py_function.__qualname__ += f"_{_content_key(py_function.__code__.co_filename)}"
    try:
        return cast(F, numba.njit(cache=True, **options)(py_function))
    except RuntimeError:
        # No folder is writable, neither beside the module nor in the user's home.
        return cast(F, numba.njit(cache=False, **options)(py_function))


def kernel(function: F) -> F:
    """Compile a scalar or single-threaded kernel, cached by content where a folder is writable.

    Parameters
    ----------
    function : callable
        A function in the subset of Python that numba compiles.
    """
    return _compile(function, parallel=False)


def parallel_kernel(function: F) -> F:
    """Compile a kernel whose ``numba.prange`` loops run on all cores.

    Parameters
    ----------
    function : callable
        A function in the subset of Python that numba compiles.
    """
    return _compile(function, parallel=True)

"""Kernels as numba compiles them, and those that are kept on disk for the next process.

numba's own cache trusts its files: one that was cut short raises, one that changed is run, and two
processes that write at once can mix up what they compiled. Here every compiled form is a file of
its own, named by all that it depends on, with a hash of what it holds: what is not whole is made
again.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import FunctionCache
from numba.core.serialize import dumps

from symppm.saving import not_kept, replacing

_HASH = hashlib.sha256().digest_size


def compiled(function: Callable[..., Any], key: str, options: Mapping[str, Any]) -> Any:
    """Return what compiles a function for each kind of arguments that it is called with."""
    dispatcher = numba.njit(nogil=True, error_model="numpy", **options)(function)
    # NUMBA_DISABLE_JIT leaves the function as it is.
    if hasattr(dispatcher, "_cache"):
        try:
            dispatcher._cache = _KernelCache(function, key)
        except (OSError, RuntimeError) as error:
            # No folder is writable, neither beside the module nor in the user's home.
            not_kept(Path(function.__code__.co_filename).parent, error)
    return dispatcher


class _KernelCache(FunctionCache):  # type: ignore[misc]
    """A folder of compiled forms."""

    def __init__(self, function: Callable[..., Any], key: str) -> None:
        super().__init__(function)
        self._key = key

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return what was compiled earlier, if it is there and whole."""
        target_context.refresh()
        try:
            content = self._file(sig, target_context.codegen()).read_bytes()
        except OSError:
            return None
        payload = content[_HASH:]
        if hashlib.sha256(payload).digest() != content[:_HASH]:
            return None
        return self._impl.rebuild(target_context, pickle.loads(payload))  # noqa: S301 - our own

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled, if that can be."""
        if not self._impl.check_cachable(data):
            return
        payload = dumps(self._impl.reduce(data))
        file = self._file(sig, data.codegen)
        try:
            self._impl.locator.ensure_cache_path()
            with replacing(file) as stream:
                stream.write(hashlib.sha256(payload).digest() + payload)
        except OSError as error:
            not_kept(file.parent, error)

    def _file(self, sig: Any, codegen: Any) -> Path:
        what = (self._key, repr(sig), codegen.magic_tuple(), numba.__version__, sys.version)
        name = hashlib.sha256(repr(what).encode()).hexdigest()[:24]
        return Path(self.cache_path) / f"{self._impl.filename_base}.{name}.nbc"

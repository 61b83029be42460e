"""Linear algebra on one thread, where more make it slower, or let its last digits vary."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ContextDecorator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import threads
from symppm.locks import Lock

Table = NDArray[np.float64]

_MANY: Final = 1 << 30
"""Products of two numbers from which a product of matrices is worth several threads."""
_PARTS: Final = 32


class _OneThread(ContextDecorator):
    """The limit, which holds from when a first thread comes in until the last one leaves.

    It is one for the whole process: were each to restore what it found, the last could find, and
    leave for ever, the limit of another.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._inside = 0
        self._limits: dict[int, Any] = {}
        self._loaded = (0, 0)
        if hasattr(os, "register_at_fork"):
            # Threads that were inside do not come along.
            os.register_at_fork(after_in_child=self._leave_all)

    def __enter__(self) -> None:
        with self._lock:
            # SciPy brings a library of its own, with the first of its modules that needs it.
            if self._loaded[0] != len(sys.modules):  # counting them takes a millisecond
                names = [*sys.modules]
                self._loaded = len(names), sum(name.startswith("scipy.") for name in names)
            loaded = self._loaded[1]
            if loaded not in self._limits:
                _take_over(_libraries(loaded))
                self._limits[loaded] = _libraries(loaded).limit(limits=1, user_api="blas")
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside = max(0, self._inside - 1)
            if not self._inside:
                self._leave_all()

    def _leave_all(self) -> None:
        self._inside = 0
        while self._limits:
            loaded, limit = self._limits.popitem()
            _take_over(_libraries(loaded))
            limit.restore_original_limits()


@functools.lru_cache(maxsize=16)
def _libraries(_: int) -> Any:
    from threadpoolctl import ThreadpoolController  # noqa: PLC0415 - few need it

    return ThreadpoolController()


def _take_over(libraries: Any) -> None:
    """Let this thread set limits: the first that did so is the only one that may, elsewise."""
    for library in libraries.lib_controllers:
        clear = getattr(library, "clear_controlling_thread", None)
        if clear is not None:
            clear(force=True)


_ONE: Final = _OneThread()


def one_thread() -> _OneThread:
    """Return a context, also a decorator, in which BLAS and LAPACK run on one thread.

    Elsewhere the last digits of sums, which they split among threads, depend on their number.
    """
    return _ONE


def product(left: Table, right: Table) -> Table:
    """Multiply matrices, large ones on all threads; the result does not depend on their number."""
    if left.size * right.shape[1] < _MANY:
        with _ONE:
            return np.asarray(left @ right)
    result = np.empty((len(left), right.shape[1]))

    def multiply_rows(rows: slice) -> None:
        np.matmul(left[rows], right, out=result[rows])

    _on_all(multiply_rows, len(left))
    return result


def gram(matrix: Table) -> Table:
    """Multiply a matrix with its transpose; as :func:`product`."""
    if matrix.size * len(matrix) < _MANY:
        with _ONE:
            return np.asarray(matrix @ matrix.T)
    result = np.empty((len(matrix), len(matrix)))

    def multiply_rows(rows: slice) -> None:
        np.matmul(matrix[rows], matrix[rows.start :].T, out=result[rows, rows.start :])
        result[rows.start :, rows] = result[rows, rows.start :].T

    _on_all(multiply_rows, len(matrix))
    return result


def _on_all(task: Callable[[slice], None], rows: int) -> None:
    """Do something to parts of rows, which depend on nothing but how many there are."""
    step = -(-rows // _PARTS)
    spans = [slice(start, min(start + step, rows)) for start in range(0, rows, step)]
    with _ONE, ThreadPoolExecutor(threads()) as pool:
        list(pool.map(task, spans))

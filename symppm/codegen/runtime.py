"""What generated modules import: kernels that are compiled where that pays.

A kernel is a function in the subset of Python that numba compiles. numba is imported, and compiles,
only for kernels that are called often or on much; until then they run without it:

* a kernel of numbers as plain Python on floats; where Python raises, on NumPy's scalars, which go
  on with inf and nan as compiled code does;
* ``batch`` of such a kernel, which applies it to every column of an array, as one pass over whole
  rows;
* a data kernel as the NumPy function that is given with it.

The environment variable ``SYMPPM_KERNELS``, ``python`` or ``compiled``, forces one form everywhere;
where ``NUMBA_DISABLE_JIT`` is set, it is the first. The forms agree but for rounding.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import inspect
import linecache
import math
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any, Final, cast

import numpy as np

from symppm.errors import ParameterError
from symppm.locks import Lock, forked
from symppm.waiting import waiting

OK: Final = 0
"""Status of a kernel whose guards all hold; otherwise the number of the first that fails."""

CALLS: Final = 100_000
"""Calls after which a kernel of numbers is compiled: what compiling takes is spent by then."""
ENTRIES: Final = 2_000_000
"""Entries of the largest array of a call from which a kernel of arrays is compiled."""

_FORMS: Final = ("auto", "python", "compiled")
# numba's own variable, for those who look for an error: what it leaves is Python.
_JIT: Final = os.environ.get("NUMBA_DISABLE_JIT", "0") in {"", "0"}
_FORM: Final = (os.environ.get("SYMPPM_KERNELS") or "auto") if _JIT else "python"
_LOCK: Final = Lock()
_CORES: Final = Lock()
"""Held by a kernel that runs on all cores: numba's plainest pool of threads ends the process where
two threads use it at once, and more than all cores there are not."""
_STEP: Final = 1e-30
"""Of its argument, into the imaginary: so small that its square vanishes beside one."""
_NOTICE: Final = "Compiling kernels, once ..."

if _FORM not in _FORMS:
    raise ParameterError(
        f"the environment variable SYMPPM_KERNELS={_FORM}",
        expected=" or ".join(_FORMS),
        do="Set it to one of them, or not at all.",
    )


class Kernel:
    """A function in two forms or three, and what decides between them.

    Without a form for arrays it always runs compiled.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        arrays: Callable[..., Any] | None = None,
        *,
        work: Callable[..., float] | None = None,
        parallel: bool = False,
        fastmath: Iterable[str] = (),
    ) -> None:
        functools.update_wrapper(self, function)
        self.py_func = cast(FunctionType, function)
        self._array_form, self._work = arrays, work or _longest
        self._parallel, self._fastmath = parallel, sorted(fastmath)
        self._machine: Any = None
        self._made_shared = False

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the form that pays."""
        if kwargs:
            args = self.signature.bind(*args, **kwargs).args
        if _FORM == "compiled" or (_FORM == "auto" and self.pays(args)):
            return self.compiled(*args)
        return self.uncompiled(*args)

    def __reduce__(self) -> Any:
        """Be pickled by name, and be its own copy, as functions are."""
        return self.py_func.__qualname__

    def pays(self, args: tuple[Any, ...]) -> bool:
        """Tell whether compiling pays for a call."""
        return self._array_form is None or self._work(*args) >= ENTRIES

    def uncompiled(self, *args: Any) -> Any:
        """Run without numba."""
        if self._array_form is None:
            return self.compiled(*args)
        with np.errstate(all="ignore"):
            return self._array_form(*args)

    def compiled(self, *args: Any) -> Any:
        """Run the compiled form, which the first call makes."""
        machine = self.machine
        if not _JIT:
            with np.errstate(all="ignore"):
                return _plain(machine(*args))
        with (
            nullcontext() if machine.overloads else waiting(_NOTICE),
            _CORES if self._shared else nullcontext(),
        ):
            return machine(*args)

    @functools.cached_property
    def signature(self) -> inspect.Signature:
        """Its arguments."""
        return inspect.signature(self.py_func)

    @property
    def machine(self) -> Any:
        """What numba makes of it."""
        with _LOCK:
            if self._machine is None or self._made_shared != self._shared:
                self._machine, self._made_shared = self._njit(), self._shared
            return self._machine

    @property
    def _shared(self) -> bool:
        """Whether all cores take part; the threads that did so stay behind in a fork."""
        return self._parallel and not forked()

    def _njit(self) -> Any:
        import numba  # noqa: PLC0415 - half a second

        from symppm.codegen.machine import compiled  # noqa: PLC0415 - needs numba

        names = {"prange": numba.prange}
        function = _reading(self.py_func, "machine", names)
        key = f"{_content_key(frozenset(_files(self.py_func)))} {self._shared} {self._fastmath}"
        options = {"parallel": self._shared, "fastmath": set(self._fastmath)}
        return compiled(function, key, options)


class ScalarKernel(Kernel):
    """A kernel of numbers."""

    _calls = 0

    def pays(self, _: tuple[Any, ...]) -> bool:
        """Count the call; threads may lose some."""
        self._calls += 1
        return self._calls > CALLS

    def uncompiled(self, *args: Any) -> Any:
        """Run as plain Python, or as NumPy goes on where Python raises."""
        try:
            return self.python(*map(float, args))
        except (ArithmeticError, ValueError):
            with np.errstate(all="ignore"):
                return _plain(self.arrays(*map(np.float64, args)))

    def compiled(self, *args: Any) -> Any:
        """Run the compiled form on floats, as the others do: integers would wrap at 64 bits."""
        return super().compiled(*map(float, args))

    @functools.cached_property
    def python(self) -> Callable[..., Any]:
        """The function as plain Python, kernels that it calls included."""
        return _reading(self.py_func, "python")

    @functools.cached_property
    def arrays(self) -> Callable[..., Any]:
        """The form for arrays of real or complex numbers; NumPy's scalars are arrays too."""
        return self._array_form or _reading(self.py_func, "arrays", _ON_ARRAYS)

    @functools.cached_property
    def batch(self) -> Batch:
        """The kernel on every column of an array: ``batch(arguments, out)``, with ``status``."""
        return Batch(self)

    def jacobian(self, *args: float) -> tuple[Any, ...]:
        """Return the derivatives of every result by every argument, and the status if there is one.

        By complex steps: the imaginary part of f(x + ih) is h f'(x), nothing being subtracted. A
        double root, which has no derivative, has a status.
        """
        steps = [_STEP * abs(x) or _STEP for x in args]
        points = np.array([args] * len(args)) + 1j * np.diag(steps)
        with np.errstate(all="ignore"):
            rows = [np.broadcast_to(row, len(args)) for row in self.arrays(*points.T)]
        status = [int(rows.pop().max())] if self.guarded else []
        return (*(tuple((row.imag / steps).tolist()) for row in rows), *status)

    def margins(self, *args: Any) -> tuple[Any, ...]:
        """Return what each guard wants positive, in their order: numbers, or arrays of them."""
        margins = []

        def guard(value: Any, _: int, status: Any) -> Any:
            margins.append(value)
            return status

        names = {**_ON_ARRAYS, "positive": guard, "nonnegative": guard}
        function = _reading(self.py_func, "arrays", names)
        with np.errstate(all="ignore"):
            function(*map(np.asarray, args))
        return tuple(value.item() if np.ndim(value) == 0 else value for value in margins)

    @property
    def guarded(self) -> bool:
        """Whether its last result is a status."""
        return "status" in self.py_func.__code__.co_varnames


class ChoosingKernel(ScalarKernel):
    """A kernel of numbers that chooses by them: of arrays, each element does."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        # Read now, since the file may be another one later; the last statement has one line.
        code = self.py_func.__code__
        lines = linecache.getlines(code.co_filename, self.py_func.__globals__)
        last = max(line for *_, line in code.co_lines() if line)
        self._source = "".join(lines[code.co_firstlineno - 1 : last])

    @functools.cached_property
    def arrays(self) -> Callable[..., Any]:
        """The form for arrays, made from the source."""
        from symppm.codegen.languages import Complex  # noqa: PLC0415 - for arrays alone

        (function,) = ast.parse(self._source).body
        vars(function)["decorator_list"] = []
        names: dict[str, Any] = {}
        code = compile(Complex().text(function), self.py_func.__code__.co_filename, "exec")
        exec(code, self.py_func.__globals__, names)  # noqa: S102 - our own source
        return _reading(names[self.py_func.__name__], "arrays", _ON_ARRAYS)


class Batch(Kernel):
    """A kernel of numbers on every column of an array, into the columns of another.

    It is a loop that is compiled with the kernel inside, or the kernel for arrays on the rows.
    """

    def __init__(self, scalar: ScalarKernel) -> None:
        self._scalar = scalar
        count = len(scalar.signature.parameters)
        results = len(scalar.uncompiled(*[1.0] * count)) - scalar.guarded
        places = [f"out[{i}, n]" for i in range(results)] + ["status[n]"] * scalar.guarded
        name, inputs = (
            f"{scalar.py_func.__name__}_batch",
            (f"columns[{i}, n]" for i in range(count)),
        )
        source = (
            f"def {name}(columns, out{', status' * scalar.guarded}):\n"
            f"    for n in prange(columns.shape[1]):\n"
            f"        {', '.join(places)}, = scalar({', '.join(inputs)})\n"
        )
        names: dict[str, Any] = {"prange": prange, "scalar": scalar, "__name__": scalar.__module__}
        # Of the kernel's file, beside which what is compiled of it is kept.
        exec(compile(source, scalar.py_func.__code__.co_filename, "exec"), names)  # noqa: S102
        super().__init__(
            names[name], self._on_rows, work=lambda columns, *_: columns.size, parallel=True
        )

    def __reduce__(self) -> Any:
        """Be pickled, and copied, as an attribute of what it belongs to."""
        return getattr, (self._scalar, "batch")

    def __call__(self, columns: Any, out: Any, *status: Any, **kwargs: Any) -> None:
        """Run the form that pays, on floats, since small integers would overflow."""
        super().__call__(np.asarray(columns, np.float64), out, *status, **kwargs)

    def _on_rows(self, columns: Any, out: Any, *status: Any) -> None:
        for row, values in zip((*out, *status), self._scalar.arrays(*columns), strict=True):
            row[...] = values


kernel: Final = ScalarKernel
"""Makes a kernel of numbers from a function without branches."""
compiled_kernel: Final = Kernel
"""Makes a kernel that always runs compiled: a part of others, or one that wraps at 64 bits."""


def branching_kernel(arrays: Callable[..., Any]) -> Callable[..., ScalarKernel]:
    """Make a kernel of numbers that branches."""
    return functools.partial(ScalarKernel, arrays=arrays)


def data_kernel(
    arrays: Callable[..., Any],
    *,
    parallel: bool = False,
    work: Callable[..., float] | None = None,
) -> Callable[..., Kernel]:
    """Make a kernel of loops over data, compiled from so much ``work`` on."""
    return functools.partial(Kernel, arrays=arrays, parallel=parallel, work=work)


def prange(count: int) -> Iterable[int]:
    """Return the numbers below ``count``; compiled, they are shared out among the cores."""
    return range(count)


def threads() -> int:
    """Return on how many cores this process may run."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _reading(
    function: FunctionType,
    form: str,
    names: dict[str, Any] | None = None,
) -> FunctionType:
    """Return a function that reads other globals, and kernels in one of their forms."""
    namespace = function.__globals__
    scope = namespace | {name: value for name, value in (names or {}).items() if name in namespace}
    for name in {*function.__code__.co_names} - {function.__name__}:  # none calls itself
        if isinstance(scope.get(name), Kernel):
            scope[name] = getattr(scope[name], form)
    copy = FunctionType(
        function.__code__, scope, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__qualname__ = function.__qualname__
    return copy


def _files(function: FunctionType) -> Iterator[str]:
    """Yield the files of a kernel and of the kernels that it calls."""
    yield function.__code__.co_filename
    for name in function.__code__.co_names:
        inner = function.__globals__.get(name)
        if isinstance(inner, Kernel) and inner.py_func is not function:
            yield from _files(inner.py_func)


@functools.lru_cache(maxsize=256)
def _content_key(paths: frozenset[str]) -> str:
    state = hashlib.sha256()
    for path in sorted(paths):
        try:
            state.update(Path(path).read_bytes())
        except OSError:
            # It could not be written, and never meets what was compiled from another.
            state.update(os.urandom(16))
    return state.hexdigest()[:12]


def _plain(value: Any) -> Any:
    """Return numbers of NumPy as those of Python, in any nesting of tuples."""
    return tuple(map(_plain, value)) if isinstance(value, tuple) else np.asarray(value).item()


def _longest(*args: Any) -> int:
    """Return the size of the largest array among arguments and their fields."""
    sizes = (_longest(*a) if isinstance(a, tuple) else getattr(a, "size", 1) for a in args)
    return max(sizes, default=1)


def _on_arrays(name: str) -> Callable[[Any], Any]:
    # Loading scipy.special takes a tenth of a second, and few models have such functions.
    def function(x: Any) -> Any:
        from scipy import special  # noqa: PLC0415

        return getattr(special, name)(x)

    return function


_ON_ARRAYS: Final[dict[str, Any]] = {
    "math": SimpleNamespace(
        **{name: getattr(np, name) for name in ("sqrt", "exp", "log", "log1p", "cosh", "sinh")},
        pow=np.power,
        gamma=_on_arrays("gamma"),
        lgamma=_on_arrays("loggamma"),
        pi=math.pi,
        inf=math.inf,
        nan=math.nan,
    ),
}
"""What the form for arrays reads in place of the globals of these names."""

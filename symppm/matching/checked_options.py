"""How to search, checked as far as that needs no model."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final, get_args

from symppm.errors import ParameterError, check_integer, did_you_mean
from symppm.expressions import number
from symppm.matching.checked_fixed import check_by_name
from symppm.matching.result import AUTO, CROSS_MOMENTS, CROSS_VALIDATION, MOMENTS
from symppm.stochastic.asked import Integrate, Options, Parametrisation

METHODS: Final = ("auto", "exact", "stochastic")
ESTIMATORS: Final = (AUTO, CROSS_VALIDATION, MOMENTS, CROSS_MOMENTS)
_LARGEST_SEED: Final = 2**64 - 1
_DEVICES: Final = ("cpu", "cuda")


def check_method(method: Any) -> None:
    """See that a method is one.

    Parameters
    ----------
    method : str
        As given.

    Raises
    ------
    ParameterError
        If it is none.
    """
    _check_word("method", method, METHODS)


def check_using(estimator: Any, method: str, bootstrap: int, *, data: bool) -> str:
    """Return which moments a match is from.

    Parameters
    ----------
    estimator : str
        As given.
    method : str
        As given.
    bootstrap : int
        Draws of rows and columns.
    data : bool
        Whether there are data; targets say themselves which moments they are.

    Raises
    ------
    ParameterError
        If it is no such word, or distinct entries are asked for with what they do not go with.
    """
    _check_word("estimator", estimator, ESTIMATORS)
    if estimator in {CROSS_VALIDATION, CROSS_MOMENTS}:
        for given, holds in (
            ("targets", not data),
            ('method="stochastic"', method == "stochastic"),
            (f"bootstrap={bootstrap}", bool(bootstrap) and estimator == CROSS_MOMENTS),
        ):
            if holds:
                raise ParameterError(
                    f"estimator={estimator!r} beside {given}",
                    expected="data, formulas, and of cross-moments intervals by the jackknife",
                    do="Leave one of the two out.",
                )
    return str(estimator) if data and method != "stochastic" else MOMENTS


def checked_options(
    *,
    random_seed: Any,
    device: Any,
    start: Mapping[str, Any] | None,
    bounds: Mapping[str, Any] | None,
    shape: Any,
    discrepancy: Callable[..., Any] | None,
    integrate: Any,
    parametrisation: Any,
    tolerance: Any,
    seconds: Any,
    progress: bool,
) -> Options:
    """Return the options of a search.

    Parameters
    ----------
    random_seed, device, start, bounds, shape, discrepancy, integrate, parametrisation
        As for :func:`symppm.match`.
    tolerance, seconds, progress
        Likewise.

    Raises
    ------
    ParameterError
        If one is not what it has to be. Names and values in ``start`` and ``bounds`` are checked
        once the model is known.
    """
    check_integer("random_seed", random_seed, 0, _LARGEST_SEED)
    _check_word("device", device, _DEVICES)
    _check_word("integrate", integrate, get_args(Integrate))
    _check_word("parametrisation", parametrisation, get_args(Parametrisation))
    if discrepancy is not None and not callable(discrepancy):
        raise ParameterError(
            f"discrepancy={discrepancy!r}",
            expected="a function of two mappings, what the model has and what is wanted",
            do="Leave it out for the sum of squared relative errors.",
        )
    if tolerance is not None and not 0 < number(tolerance) < 1:
        raise ParameterError(
            f"tolerance={tolerance!r}",
            expected="a relative error between 0 and 1",
            do="Write, for example, tolerance=0.002.",
        )
    if not (number(seconds) > 0 and math.isfinite(number(seconds))):
        raise ParameterError(
            f"seconds={seconds!r}",
            expected="a positive number of seconds",
            do="Write, for example, seconds=60.",
        )
    start = {} if start is None else start
    bounds = {} if bounds is None else bounds
    check_by_name(start, "start")
    check_by_name(bounds, "bounds")
    return Options(
        random_seed=int(random_seed),
        device=device,
        integrate=integrate,
        parametrisation=parametrisation,
        start=start,
        bounds=bounds,
        shape=_checked_shape(shape),
        discrepancy=discrepancy,
        tolerance=None if tolerance is None else number(tolerance),
        seconds=number(seconds),
        progress=progress,
    )


def _is_whole(value: Any) -> bool:
    return hasattr(value, "__index__")


def _check_word(what: str, word: Any, known: tuple[str, ...]) -> None:
    if not isinstance(word, str) or word not in known:
        raise ParameterError(
            f"{what}={word!r}",
            expected=" or ".join(f'"{each}"' for each in known),
            do=did_you_mean(str(word), known),
        )


def _checked_shape(shape: Any) -> tuple[int, ...] | None:
    if shape is None:
        return None
    sizes = shape if isinstance(shape, (tuple, list)) else ()
    if not sizes or not all(_is_whole(n) and not isinstance(n, bool) and n > 0 for n in sizes):
        raise ParameterError(
            f"shape={shape!r}",
            expected="positive integers, one for each axis of the data",
            do="Write, for example, shape=(100, 80).",
        )
    return tuple(map(int, sizes))

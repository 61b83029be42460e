"""How to search, checked as far as that needs no model."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from symppm.errors import ParameterError, check_integer
from symppm.matching.result import AUTO, CROSS_MOMENTS, CROSS_VALIDATION, MOMENTS
from symppm.stochastic.asked import Options, Sampling, check_word

METHODS: Final = ("auto", "exact", "stochastic")
ESTIMATORS: Final = (AUTO, CROSS_VALIDATION, MOMENTS, CROSS_MOMENTS)
_LARGEST_SEED: Final = 2**64 - 1


def check_method(method: Any) -> None:
    """See that a method is one."""
    check_word("method", method, METHODS)


def check_using(estimator: Any, method: str, *, data: bool) -> str:
    """Return which moments a match is from."""
    check_word("estimator", estimator, ESTIMATORS)
    if estimator in {CROSS_VALIDATION, CROSS_MOMENTS}:
        for given, holds in (
            ("targets", not data),
            ('method="stochastic"', method == "stochastic"),
        ):
            if holds:
                raise ParameterError(
                    f"estimator={estimator!r} beside {given}",
                    expected="data and formulas",
                    do="Leave one of the two out.",
                )
    return str(estimator) if data and method != "stochastic" else MOMENTS


def checked_options(sampling: Any, random_seed: Any, *, progress: bool) -> Options:
    """Return the options of a search."""
    check_integer("random_seed", random_seed, 0, _LARGEST_SEED)
    if sampling is None:
        sampling = Sampling()
    if not isinstance(sampling, Sampling):
        raise ParameterError(
            f"sampling={sampling!r}",
            expected="options of sampling",
            do="Write, for example, sampling=ppm.Sampling(seconds=60).",
        )
    own = {each.name: getattr(sampling, each.name) for each in fields(Sampling)}
    return Options(**own, random_seed=int(random_seed), progress=progress)

"""What is asked of matching by sampling, as plain values: no torch is needed to write them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, Literal, get_args

from symppm.errors import ParameterError, did_you_mean
from symppm.expressions import number

Integrate = Literal["all", "likelihood", "none"]
Parametrisation = Literal["auto", "natural", "mean-sd"]

_DEVICES: Final = ("cpu", "cuda")


@dataclass(frozen=True)
class Target:
    """A value for a statistic of the prior predictive distribution, with a weight.

    Attributes
    ----------
    value : float
        What the statistic should be.
    weight : float
        By which its squared relative error counts in the discrepancy.
    statistic : callable, optional
        A statistic of your own, for a target whose name is none that symppm knows: it takes a batch
        of prior predictive matrices, a torch tensor of shape (draws, rows, columns), and returns
        one number a matrix, shape (draws,); the target is about their average.
    """

    value: float
    weight: float = 1.0
    statistic: Callable[[Any], Any] | None = None


@dataclass(frozen=True)
class Sampling:
    """How to match by sampling, where there is no formula or none is wanted.

    Parameters
    ----------
    device : {"cpu", "cuda"}
        Where to draw.
    start : mapping of str to float
        Where the search starts, for the hyperparameters named.
    bounds : mapping of str to (float, float)
        Smallest and largest values of hyperparameters, or of K.
    shape : tuple of int, optional
        Size of the matrices of which ``"maximum"`` and statistics of your own are taken.
    discrepancy : callable, optional
        Takes two mappings from names to numbers, what the model has (torch scalars) and what is
        wanted, and returns a torch scalar that is zero where they agree. By default the weighted
        sum of squared relative errors.
    integrate : {"all", "likelihood", "none"}
        What is integrated out in place of being drawn: all that the engine has formulas for, the
        observation model only, or nothing.
    parametrisation : {"auto", "natural", "mean-sd"}
        Whether short steps are short in the logarithms of hyperparameters, or in those of means and
        standard deviations of priors; by default in what is better conditioned.
    tolerance : float, optional
        Relative error of a statistic that counts as met; by default 0.002 where all have formulas,
        0.01 where anything is drawn.
    seconds : float
        After which a search stops with the best that it can vouch for.

    Raises
    ------
    ParameterError
        If one is not what it has to be. Names and values in ``start`` and ``bounds`` are checked
        once the model is known.

    Examples
    --------
    >>> import symppm as ppm
    >>> ppm.Sampling(seconds=30, bounds={"K": (1, 50)}).tolerance is None
    True
    """

    device: str = "cpu"
    start: Mapping[str, float] = field(default_factory=dict)
    bounds: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    shape: tuple[int, ...] | None = None
    discrepancy: Callable[[Mapping[str, Any], Mapping[str, float]], Any] | None = None
    integrate: Integrate = "all"
    parametrisation: Parametrisation = "auto"
    tolerance: float | None = None
    seconds: float = 120.0

    def __post_init__(self) -> None:
        check_word("device", self.device, _DEVICES)
        check_word("integrate", self.integrate, get_args(Integrate))
        check_word("parametrisation", self.parametrisation, get_args(Parametrisation))
        if self.discrepancy is not None and not callable(self.discrepancy):
            raise ParameterError(
                f"discrepancy={self.discrepancy!r}",
                expected="a function of two mappings, what the model has and what is wanted",
                do="Leave it out for the sum of squared relative errors.",
            )
        if self.tolerance is not None and not 0 < number(self.tolerance) < 1:
            raise ParameterError(
                f"tolerance={self.tolerance!r}",
                expected="a relative error between 0 and 1",
                do="Write, for example, tolerance=0.002.",
            )
        if not (number(self.seconds) > 0 and math.isfinite(number(self.seconds))):
            raise ParameterError(
                f"seconds={self.seconds!r}",
                expected="a positive number of seconds",
                do="Write, for example, seconds=60.",
            )
        for name in ("start", "bounds"):
            mapping = getattr(self, name)
            check_by_name(mapping, name)
            object.__setattr__(self, name, MappingProxyType(dict(mapping)))
        object.__setattr__(self, "shape", _checked_shape(self.shape))


@dataclass(frozen=True)
class Options(Sampling):
    """How to search: as for :class:`Sampling`, and what every match takes.

    Attributes
    ----------
    random_seed : int
        The same seed gives the same result on the same device.
    progress : bool
        Whether a bar may be shown on a terminal.
    """

    random_seed: int = 0
    progress: bool = False


def check_word(what: str, word: Any, known: tuple[str, ...]) -> None:
    """Raise ParameterError unless a word is one of those that are known."""
    if not isinstance(word, str) or word not in known:
        raise ParameterError(
            f"{what}={word!r}",
            expected=" or ".join(f'"{w}"' for w in known),
            do=did_you_mean(str(word), known, listed=True),
        )


def check_by_name(mapping: Any, what: str) -> None:
    """Raise ParameterError unless ``fixed``, ``start`` or ``bounds`` is a mapping."""
    if not isinstance(mapping, Mapping):
        pairs = what == "bounds"
        raise ParameterError(
            f"{what}={mapping!r}",
            expected="a mapping from names to " + ("pairs of numbers" if pairs else "numbers"),
            do=f"Write, for example, {what}=" + ('{"K": (1, 50)}.' if pairs else '{"K": 20}.'),
        )


def _checked_shape(shape: Any) -> tuple[int, ...] | None:
    if shape is None:
        return None
    sizes = shape if isinstance(shape, (tuple, list)) else ()
    if not sizes or not all(
        hasattr(n, "__index__") and not isinstance(n, bool) and n > 0 for n in sizes
    ):
        raise ParameterError(
            f"shape={shape!r}",
            expected="positive integers, one for each axis of the data",
            do="Write, for example, shape=(100, 80).",
        )
    return tuple(map(int, sizes))

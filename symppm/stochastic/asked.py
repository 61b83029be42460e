"""What is asked of matching by sampling, as plain values: no torch is needed to write them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

Integrate = Literal["all", "likelihood", "none"]
Parametrisation = Literal["auto", "natural", "mean-sd"]


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
class Options:
    """How to search.

    Attributes
    ----------
    random_seed : int
        The same seed gives the same result on the same device.
    device : str
        ``"cpu"`` or ``"cuda"``.
    integrate : {"all", "likelihood", "none"}
        What is integrated out instead of drawn: all that the engine has formulas for, the
        observation model only, or nothing.
    start : mapping of str to float
        Where to start, for the hyperparameters named.
    bounds : mapping of str to (float, float)
        Smallest and largest values of hyperparameters, or of K.
    shape : tuple of int, optional
        Size of the matrices of which statistics such as ``"maximum"``, and callables, are taken.
    discrepancy : callable, optional
        Takes two mappings from names to numbers (torch scalars), what the model has and what is
        wanted, and returns one torch scalar, zero where they agree.
    parametrisation : {"auto", "natural", "mean-sd"}
        Whether short steps are short in the logarithms of hyperparameters, or in those of means and
        standard deviations of priors; by default in what is better conditioned.
    tolerance : float, optional
        Relative error of a statistic that counts as met; 0.002 where all have formulas, 0.01 where
        anything is drawn.
    seconds : float
        Time after which the search stops with the best that it can vouch for.
    progress : bool
        Whether a bar may be shown on a terminal.
    """

    random_seed: int = 0
    device: str = "cpu"
    integrate: Integrate = "all"
    start: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    bounds: Mapping[str, tuple[float, float]] = field(default_factory=lambda: MappingProxyType({}))
    shape: tuple[int, ...] | None = None
    discrepancy: Callable[[Mapping[str, Any], Mapping[str, float]], Any] | None = None
    parametrisation: Parametrisation = "auto"
    tolerance: float | None = None
    seconds: float = 120.0
    progress: bool = False

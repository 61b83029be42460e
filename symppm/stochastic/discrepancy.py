"""How far statistics are from their targets, with slope and curvature."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from symppm.errors import TargetError

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]
_STRAIGHT = 1e-9
_LEAST = 1e-300
_TINY = 1e-100

Own = Callable[[Mapping[str, Any], Mapping[str, float]], Any]


@dataclass(frozen=True)
class Shape:
    """A discrepancy near given statistics: positive semidefinite curvature, shape (m, m)."""

    value: float
    slope: Vector
    curvature: Matrix


@dataclass(frozen=True)
class Discrepancy:
    """What is made small, of the targets by name, each with the weight that it counts."""

    names: tuple[str, ...]
    values: Vector
    weights: Vector
    shares: NDArray[np.bool_]
    """Which are probabilities: on the way they are compared by their log-odds."""
    own: Own | None = None
    """The user's discrepancy, in place of the sum of squared relative errors."""

    @property
    def scales(self) -> Vector:
        """By what errors are divided: the target, or one where that is zero."""
        return np.where(self.values == 0, 1.0, np.abs(self.values))

    def relative(self, statistics: Vector) -> Vector:
        """Return errors relative to the targets."""
        return (statistics - self.values) / self.scales

    def at(self, statistics: Vector) -> Shape:
        """Return the discrepancy itself: by default a weighted sum of squared relative errors."""
        if self.own is not None:
            return self._by_own(self.own, statistics)
        off = self.relative(statistics)
        curvature = np.diag(2 * self.weights / self.scales**2)
        value = float(self.weights @ off**2)
        return Shape(value, 2 * self.weights * off / self.scales, curvature)

    def approach(self, statistics: Vector) -> Shape:
        """Return a discrepancy with the same zero that is nearly quadratic from far away.

        Moments are nearly products of powers of hyperparameters, so that their logarithms are
        nearly linear in those of the hyperparameters.
        """
        if self.own is not None:
            return self._by_own(self.own, statistics)
        off, slopes = self.relative(statistics), 1 / self.scales
        log = (statistics > 0) & (self.values > 0)
        odds = log & self.shares & (statistics < 1) & (self.values < 1)
        for n in np.flatnonzero(log):
            # A probability may underflow on the way; squares of slopes must not overflow then.
            x = max(float(statistics[n]), _TINY)
            off[n] = np.log(x) - np.log(self.values[n])
            slopes[n] = 1 / x
            if odds[n]:
                off[n] -= np.log1p(-statistics[n]) - np.log1p(-self.values[n])
                slopes[n] += 1 / (1 - statistics[n])
        value = float(self.weights @ off**2)
        return Shape(value, 2 * self.weights * off * slopes, np.diag(2 * self.weights * slopes**2))

    def _by_own(self, function: Own, statistics: Vector) -> Shape:
        point = torch.tensor(statistics, dtype=torch.float64)
        targets = dict(zip(self.names, map(float, self.values), strict=True))

        def value(values: torch.Tensor) -> torch.Tensor:
            try:
                result = function(dict(zip(self.names, values, strict=True)), targets)
            except Exception as error:
                raise TargetError(
                    f"the discrepancy raised {type(error).__name__}: {error}",
                    expected="a function of two mappings, from the names of targets to what the "
                    "model has and to what is wanted",
                    do="Correct it; the names are " + ", ".join(map(repr, self.names)) + ".",
                ) from error
            if not isinstance(result, torch.Tensor) or result.dim() or not result.requires_grad:
                raise TargetError(
                    f"the discrepancy returned {result!r}",
                    expected="a torch scalar that is computed from the statistics it is given",
                    do="Use torch operations on the first argument, and reduce to one number.",
                )
            return result

        curvature = torch.autograd.functional.hessian(value, point).numpy()  # type: ignore[no-untyped-call]
        with torch.enable_grad():
            leaf = point.clone().requires_grad_()
            now = value(leaf)
            (slope,) = torch.autograd.grad(now, leaf)
        if not bool(torch.isfinite(now)) or not bool(torch.isfinite(slope).all()):
            raise TargetError(
                f"the discrepancy is {float(now.detach()):g} at "
                + ", ".join(f"{n}={s:g}" for n, s in zip(self.names, statistics, strict=True)),
                expected="a finite number with a finite derivative",
                do="Guard it against statistics far from their targets.",
            )
        eigenvalues, vectors = np.linalg.eigh((curvature + curvature.T) / 2)
        positive = (vectors * np.maximum(eigenvalues, 0)) @ vectors.T
        steep, height = slope.numpy(), abs(float(now.detach()))
        if np.max(eigenvalues) * height < _STRAIGHT * float(steep @ steep):
            # Straight lines have no curvature: step as if their square were to be made small.
            positive = positive + np.outer(steep, steep) / (2 * max(height, _LEAST))
        return Shape(float(now.detach()), np.asarray(slope.numpy()), positive)

"""What is asked of a model, and what that leaves open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from symppm.codegen.runtime import OK
from symppm.codegen.spec import ModelSpec
from symppm.errors import ParameterError, TargetError
from symppm.matching.kernels import Kernels, Point, moved
from symppm.matching.least_squares import Problem
from symppm.matching.moments import Estimate, Moments, Table
from symppm.matching.parameters import NO_TIES, Ties
from symppm.matching.result import Diagnostic
from symppm.matching.scale_symmetry import (
    EQUAL,
    ScaleChoice,
    apply_scale,
    choose_scale,
    completed_scale,
    scale_help,
    scale_text,
)
from symppm.matching.targets import INVERSE, measured_name
from symppm.results.array_statistics import ArrayStatistics
from symppm.statistics.cross_moments import CrossMoments
from symppm.statistics.jackknife import two_way
from symppm.statistics.moments import Statistics

if TYPE_CHECKING:
    from symppm.model.declaration import Declaration

_SCALES_TRIED: Final = 4001
_WIDEST_SCALE: Final = 25.0
_LEAST_EIGENVALUE: Final = 1e-4
"""Eigenvalues of a correlation below this are as much the jackknife's error as anything."""


@dataclass(frozen=True)
class Question:
    """What is asked of a model."""

    kernels: Kernels
    targets: Mapping[str, float]
    k: int | None
    given: Mapping[str, float]
    scale: str | None
    measured: Statistics | ArrayStatistics | None
    diagnostics: tuple[Diagnostic, ...]
    cross_moments: CrossMoments | None = None
    ties: Ties = NO_TIES
    declaration: Callable[[], Declaration] | None = field(default=None, compare=False)
    moments: Moments | None = None
    """What was measured with what is left of it without each line, where that is known."""
    rounded_from: float | None = None
    """What the size was before it was rounded, where it is given for that alone."""

    @property
    def spec(self) -> ModelSpec:
        """What the model is."""
        return self.kernels.spec

    @property
    def needed(self) -> dict[str, float]:
        """What the model needs, and is given."""
        return {name: self.given[name] for name in self.spec.needs if name in self.given}

    @property
    def averages(self) -> dict[str, float]:
        """Averages over exposures, which come with data."""
        return {name: self.given[name] for name in self.kernels.averages}

    @property
    def scales(self) -> tuple[str, ...]:
        """Given hyperparameters that fix free scales and levels: the first for each of them."""
        if self.kernels.in_coordinates:
            return ()
        free = {name for symmetry in self.spec.symmetries for name in symmetry.moved}
        found = (name for name in self.given if name in free and name not in self.spec.needs)
        return tuple(found)[: len(self.spec.symmetries)]

    @property
    def tied(self) -> tuple[str, ...]:
        """Hyperparameters that are given or tied although the targets would determine them."""
        apart = {*self.spec.needs, *self.scales}
        return (*(name for name in self.given if name not in apart), *self.ties.names)

    @property
    def given_beyond(self) -> tuple[str, ...]:
        """What is given although the targets would determine it, ties in words; not K alone."""
        ties = self.ties.texts
        names = [f"{name} = {ties[name]}" if name in ties else name for name in self.tied]
        # Beside data, the size may be a count that nobody gave.
        if names and self.k is not None and self.measured is None and self.kernels.size:
            names.append(self.kernels.size)
        return tuple(names)

    def ties_only(self, names: set[str]) -> bool:
        """Tell whether nothing is tied, or two hyperparameters to be equal."""
        tied = self.ties.texts
        return not tied or (len(tied) == 1 and {*tied, *tied.values()} == names)

    @property
    def closed(self) -> bool:
        """Whether the closed form answers it."""
        spec = self.spec
        return (
            spec.route == "closed form"
            and not self.tied
            and len(self.needed) == len(spec.needs)
            and tuple(self.targets) == spec.targets
        )

    @property
    def choices(self) -> tuple[ScaleChoice, ...]:
        """How the free scales are fixed."""
        if self.scales and self.scale is not None:
            values = [f"{name}={self.given[name]!r}" for name in self.scales]
            return choose_scale(self.spec, ", ".join([*values, self.scale]))
        if self.scales:
            return completed_scale(self.spec, {name: self.given[name] for name in self.scales})
        return choose_scale(self.spec, self.scale)

    def at(self, cross_moments: CrossMoments, kernels: Kernels, targets: Point) -> Question:
        """Return the same question about cross-moments."""
        return replace(
            self, kernels=kernels, targets=targets, cross_moments=cross_moments,
            moments=Moments.of(cross_moments),
        )  # fmt: skip

    @cached_property
    def left_out(self) -> tuple[Table, Table] | None:
        """Targets, and averages over exposures, without each row and without each column."""
        if self.moments is None:
            return None
        names = [measured_name(self.spec, name) for name in self.targets]
        if not set(names) <= set(self.moments.names):
            return None
        names += [INVERSE] if INVERSE in self.moments.names else []
        return self.moments.tables(names)[1:]

    @cached_property
    def weights(self) -> Table | None:
        """What makes residuals of the targets uncorrelated and of variance one."""
        if self.left_out is None:
            return None
        values = np.array(list(self.targets.values()))
        sizes = np.where(values, np.abs(values), 1.0)  # as residuals are divided, whose sign counts
        scaled = [table[:, : len(values)] / sizes for table in self.left_out]
        positive = np.all([(each > 0).all(0) for each in scaled], axis=0) & (values > 0)
        logs = [np.where(positive, np.log(np.where(positive, each, 1.0)), each) for each in scaled]
        covariance = two_way(*logs).covariance
        errors = np.sqrt(np.diag(covariance))
        if not (np.isfinite(covariance).all() and (errors > 0).all()):
            return None
        spread, axes = np.linalg.eigh(covariance / np.outer(errors, errors))
        return np.asarray((axes / np.sqrt(np.maximum(spread, _LEAST_EIGENVALUE))).T / errors)

    def problem(self, sizes: Mapping[str, float]) -> Problem:
        """Return what least squares fits, at a size if one is given."""
        given = {**self.given, **sizes}
        return Problem(self.kernels, self.targets, given, self.ties, self.weights)

    def solution_at(self, values: Mapping[str, float]) -> Point | None:
        """Return size, before rounding, and hyperparameters for other values, in closed form."""
        targets = {name: values[measured_name(self.spec, name)] for name in self.spec.targets}
        averages = {name: values.get(name, own) for name, own in self.averages.items()}
        question = replace(self, given={**self.given, **averages})
        if not question.closed:
            return None
        try:
            point = self.kernels.solution(targets, question.needed, self.k)
        except TargetError:
            return None
        return None if point is None else {**question.given, **point}

    def estimate(self, follows: Callable[[Point], float | None]) -> Estimate | None:
        """Return what follows from all that was measured, with its error if that is known."""
        return None if self.moments is None else self.moments.linear_estimate(follows)

    def on_scale(
        self, identified: Point, needed: Mapping[str, float] | None = None
    ) -> tuple[Point, str, int]:
        """Return hyperparameters in the wanted scale, that scale in words, and a status."""
        point = {**(needed or self.needed), **self.kernels.anchored(identified)}
        outer, text, status = self._scaled(point, self.choices)
        if status == OK or not self.spec.symmetries:
            return outer, text, status
        usable = (each for each in self._other_scales(point) if each[2] == OK)
        other = next(usable, ({}, "", status))
        if other[2] == OK and self.scale is not None:
            raise ParameterError(
                f"scale {self.scale!r}: under it {self.spec.requirements[status - 1]}, which fails",
                expected=scale_help(self.spec),
                do="Choose another scale, or leave the scale out: one that works is then found.",
            )
        return other

    def _scaled(self, point: Point, choices: tuple[ScaleChoice, ...]) -> tuple[Point, str, int]:
        return self._outer(apply_scale(self.kernels, choices, point), scale_text(choices))

    def _outer(self, point: Point, text: str) -> tuple[Point, str, int]:
        outer, status = self.kernels.outward({**self.needed, **point})
        return outer, text, status

    def _other_scales(self, point: Point) -> Iterator[tuple[Point, str, int]]:
        """Yield scales at which priors may exist: equal means, or the middle of those that do."""
        spec = self.spec
        if len(spec.symmetries) > 1:
            means = np.stack([np.geomspace(0.9, 1e-6, 60), np.geomspace(1.1, 1e6, 60)], axis=1)
            for value in means.ravel():
                yield self._scaled(point, completed_scale(spec, mean=float(value)))
            # Every scale for itself, near ones first.
            drawn = np.random.default_rng(0).normal(size=(_SCALES_TRIED, len(spec.symmetries)))
            for each in drawn * np.linspace(0.1, 4.0, _SCALES_TRIED)[:, None]:
                text = "scales at which all priors exist"
                yield self._outer(moved(spec, point, each.tolist()), text)
            return
        if len(spec.priors) > 1:
            yield self._scaled(point, choose_scale(spec, EQUAL))
        logs = [_WIDEST_SCALE * (2 * n / (_SCALES_TRIED - 1) - 1) for n in range(_SCALES_TRIED)]
        text = "the middle of the scales at which all priors exist"
        tried = (self._outer(moved(spec, point, [log]), text) for log in logs)
        works = [each for each in tried if each[2] == OK]
        yield from works[len(works) // 2 :][:1]

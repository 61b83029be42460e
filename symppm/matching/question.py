"""What is asked of a model, and what that leaves open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from symppm.codegen.spec import ModelSpec
from symppm.matching.kernels import Kernels, Point
from symppm.matching.measuring import Measured
from symppm.matching.parameters import NO_TIES, Ties
from symppm.matching.result import Diagnostic
from symppm.matching.scale_symmetry import ScaleChoice, choose_scale, completed_scale
from symppm.statistics.cross_moments import CrossMoments
from symppm.statistics.cycle import Cycle

if TYPE_CHECKING:
    from symppm.model.declaration import Declaration


@dataclass(frozen=True)
class Question:
    """What is asked of a model."""

    kernels: Kernels
    targets: Mapping[str, float]
    k: int | None
    given: Mapping[str, float]
    scale: str | None
    measured: Measured | None
    diagnostics: tuple[Diagnostic, ...]
    cross_moments: CrossMoments | None = None
    ties: Ties = NO_TIES
    declaration: Callable[[], Declaration] | None = field(default=None, compare=False)
    six: tuple[str, Cycle] | None = None

    @property
    def spec(self) -> ModelSpec:
        """What the model is."""
        return self.kernels.spec

    @property
    def needed(self) -> dict[str, float]:
        """What the model needs, and is given."""
        return {name: self.given[name] for name in self.spec.needs if name in self.given}

    def outward(self, point: Mapping[str, float]) -> tuple[Point, int]:
        """Return the hyperparameters at given coordinates, and a status."""
        return self.kernels.outward({**self.needed, **point})

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

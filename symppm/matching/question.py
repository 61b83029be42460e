"""What is asked of a model, and what that leaves open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from symppm.codegen.spec import ModelSpec
from symppm.matching.gauges import GaugeChoice, choose_gauge, completed_gauge
from symppm.matching.kernels import Kernels
from symppm.matching.measuring import Measured
from symppm.matching.result import Finding
from symppm.matching.ties import NO_TIES, Ties
from symppm.statistics.cross_moments import DistinctStatistics
from symppm.statistics.cycle import Cycle

if TYPE_CHECKING:
    from symppm.model.declaration import Declaration


@dataclass(frozen=True)
class Question:
    """What is asked of a model.

    Attributes
    ----------
    kernels : Kernels
        Of the model.
    targets : mapping of str to float
        What its moments have to be, finite.
    k : int or None
        The size, if it is given.
    given : mapping of str to float
        Hyperparameters that are given, those that the model needs among them.
    gauge : str or None
        How the free scales are fixed, if that is said.
    measured : Statistics, ArrayStatistics or None
        Of the data, if there are data.
    findings : tuple of Finding
        What is known already.
    distinct : DistinctStatistics or None
        Of the same data, where the targets are those of distinct entries.
    ties : Ties
        Hyperparameters that follow from others.
    declaration : callable or None
        Returns the declared model, which takes SymPy.
    six : (str, Cycle) or None
        Of the same data, where a target is of six entries: that, and what was measured.
    """

    kernels: Kernels
    targets: Mapping[str, float]
    k: int | None
    given: Mapping[str, float]
    gauge: str | None
    measured: Measured | None
    findings: tuple[Finding, ...]
    distinct: DistinctStatistics | None = None
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
    def choices(self) -> tuple[GaugeChoice, ...]:
        """How the free scales are fixed."""
        if self.scales and self.gauge is not None:
            values = [f"{name}={self.given[name]!r}" for name in self.scales]
            return choose_gauge(self.spec, ", ".join([*values, self.gauge]))
        if self.scales:
            return completed_gauge(self.spec, {name: self.given[name] for name in self.scales})
        return choose_gauge(self.spec, self.gauge)

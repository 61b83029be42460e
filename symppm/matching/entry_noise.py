"""How the noise of an entry depends on its exposure: what its likelihood says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from symppm.errors import ParameterError
from symppm.matching.diagnosis.priors import declaration_in
from symppm.matching.kernels import Kernels, Point, moment_named

if TYPE_CHECKING:
    from symppm.modeller import Model

_COUNTS: Final = frozenset(
    {"Bernoulli", "Binomial", "NegativeBinomial", "Poisson", "ZeroInflatedPoisson"}
)
"""Likelihoods whose variance is the mean, and a multiple of its square."""
_SCALED: Final = frozenset(
    {
        "Beta",
        "Exponential",
        "Gamma",
        "HalfNormal",
        "InverseGamma",
        "LogNormal",
        "Uniform",
        "Weibull",
    }
)
"""Likelihoods of positive values, of which an exposure multiplies the entry itself."""
_MEANS: Final = frozenset({"mean", "rate", "location"})


@dataclass(frozen=True)
class EntryNoise:
    """How the variance of an entry about its mean depends on its exposure e."""

    power: int
    unit: float | None = 1.0
    names: tuple[str, ...] = ()


COUNTS: Final = EntryNoise(1, 1.0)
"""Of counts: the same for those beyond Poisson, whose further variance is in the square."""
SCALED: Final = EntryNoise(0)
"""Of values that an exposure multiplies as they are."""


def entry_noise(model: str | Model, kernels: Kernels, given: Mapping[str, float]) -> EntryNoise:
    """Return how noise depends on exposures, its size where that is known already."""
    declared = declaration_in(model)
    if declared is None:
        return COUNTS
    (observed,) = (each for each in declared["variables"] if each["observed"])
    family, parameters = observed["family"], observed["parameters"]
    if family in _COUNTS:
        return COUNTS
    if family in _SCALED:
        return SCALED
    sums = any(
        set(each["dims"]) == set(observed["dims"])
        for each in declared["variables"]
        if not each["observed"]
    )
    names, nodes = set[str](), set[str]()
    for name, tree in parameters.items():
        if sums or name not in _MEANS:
            _collect(tree, names, nodes)
    own = tuple(name for name in kernels.declared if name in names)
    if not sums and (len(own) != 1 or "Entry" in nodes):
        raise ParameterError(
            f"exposures of rows or columns for {kernels.spec.name}, whose entries are {family} "
            f"with {' and '.join(own) or 'nothing'} besides the mean",
            expected="counts, positive values, or noise of one size",
            do='Declare it with ppm.Known("e", dims="row"), or leave the exposures out.',
        )
    noise = EntryNoise(1 if sums else 2, None, own)
    if not all(name in given for name in own):
        return noise
    return replace(noise, unit=unit_of(noise, kernels, _ordinary(kernels, given)))


def _collect(tree: Any, names: set[str], nodes: set[str]) -> None:
    if not isinstance(tree, list):
        return
    nodes.add(str(tree[0]))
    if tree[0] == "Symbol":
        names.add(tree[1])
    for part in tree[1:]:
        _collect(part, names, nodes)


def _ordinary(kernels: Kernels, given: Mapping[str, float]) -> Point:
    """Return a point at which the moments of every family exist, with what is given."""
    found = {}
    for n, each in enumerate(kernels.spec.parameters):
        value = (3.5 + n) * (-1.0 if each.domain == "negative" else 1.0)
        found[each.name] = value if each.upper is None else 0.4 * each.upper
    return {**found, **given}


def unit_of(noise: EntryNoise, kernels: Kernels, point: Mapping[str, float]) -> float:
    """Return the noise of an entry without exposure: over the mean, or of one size."""

    def at(scale: float) -> Point:
        moved = {**point, noise.names[0]: point[noise.names[0]] * scale}
        return kernels.moments(None if kernels.size is None else moved[kernels.size], moved)

    if noise.power == 1:
        # Sums of products of factors: what these add is what pairs of entries show.
        found, k = at(1.0), point[kernels.size or ""]
        mean, of_row, of_col = (
            moment_named(name, found)
            for name in ("mean", *(f"cov_{axis}" for axis in kernels.spec.axes))
        )
        rates = of_row + of_col + k * of_row * of_col / mean**2
        return float((found["variance"] - rates) / mean)
    # Noise of one size is a power of its one hyperparameter.
    once, twice, more = (at(scale)["variance"] for scale in (1.0, 2.0, 4.0))
    return float((twice - once) / ((more - twice) / (twice - once) - 1))

"""Measuring data as a model sees them: its axes, its exposures, and values that it can generate."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.spec import ModelSpec
from symppm.data.forms import first
from symppm.data.matrix import Matrix, read, read_array, read_whole
from symppm.data.triples import Triples
from symppm.errors import DataError, ParameterError, TargetError, did_you_mean
from symppm.matching.exposures import Exposures, entry_noise, positive, read_exposures, split_known
from symppm.matching.grounds import AUTO, CROSS_MOMENTS
from symppm.matching.kernels import Kernels
from symppm.matching.moments import Moments
from symppm.matching.number_of_factors import Sample, sample_of
from symppm.matching.targets import INVERSE, measured_name
from symppm.results.array_statistics import ArrayStatistics
from symppm.statistics.arrays import array_statistics
from symppm.statistics.cross_moments import THIRD_ORDER, CrossMoments, cross_moments_of, third_order
from symppm.statistics.exposures import (
    LINES,
    ExposedStatistics,
    measured_over,
    over_exposure,
    quotient_statistics,
)
from symppm.statistics.jackknife import STATISTICS
from symppm.statistics.moments import Statistics, examined, statistics
from symppm.statistics.profile import Profile
from symppm.statistics.sums import Margins, finite_margins

if TYPE_CHECKING:
    from symppm.matching.question import Request
    from symppm.matching.result import Match

_MATRIX = 2
_SMALLEST: Final = 5

Measured = Statistics | ArrayStatistics


@dataclass(frozen=True)
class Observed:
    """What was measured."""

    statistics: Measured
    profile: Profile | None = None
    read: tuple[Matrix, Margins] | None = None
    exposures: Exposures | None = None

    def settled(self, measured: CrossMoments, match: Match, kernels: Kernels) -> CrossMoments:
        """Return cross-moments less the noise that only an answer tells."""
        if self.exposures is None:
            return measured
        return self.exposures.settled(measured, match, kernels)

    @property
    def plain(self) -> Matrix | None:
        """The matrix whose noise is that of the likelihood, where there is one in memory.

        Its rows and columns over exposures have means of the same rank.
        """
        if self.exposures is not None and self.exposures.averages is not None:
            return self.exposures.matrix
        return self.read and self.read[0]

    def cross_moments(self, request: Request, estimator: str) -> CrossMoments | None:
        """Measure cross-moments, or return None where data do not allow it."""
        if self.read is None or not isinstance(self.statistics, Statistics):
            if estimator == CROSS_MOMENTS:
                raise DataError(
                    "a table that is summed where it is",
                    expected="a matrix in memory, or a mapped file, for cross-moments",
                    do='Read it into memory (engine="memory"), or write estimator="moments".',
                )
            return None
        matrix, margins = self.read
        if estimator == AUTO and (min(matrix.shape) < _SMALLEST or not request.intervals):
            # Without intervals there is no telling whether two answers agree.
            return None
        seed = request.options.random_seed if estimator == AUTO else None
        measured = cross_moments_of(
            matrix, margins, self.statistics, intervals=request.intervals, sample_seed=seed
        )
        return measured if self.exposures is None else self.exposures.cross_moments(measured)

    @property
    def third_order(self) -> Moments | None:
        """Cumulants of three entries; None where they are no numbers, or the data are not here."""
        try:
            return self.read and Moments(THIRD_ORDER, *third_order(*self.read))
        except DataError:
            return None

    def sample(self, request: Request) -> Sample | None:
        """Return what of the data is cross-validated, if that is possible."""
        seed, progress = request.options.random_seed, request.options.progress
        data = request.data if isinstance(request.data, Triples) else self.plain
        if data is None:
            return None
        return sample_of(data, seed, zeros=request.zeros, progress=progress)


def measure(spec: ModelSpec, request: Request) -> Observed:
    """Measure data along a model's axes, divided by known exposures if the model has any."""
    data, zeros, mask, intervals = request.data, request.zeros, request.mask, request.intervals
    # One of the sparse formats of SciPy is a dictionary too.
    if isinstance(data, Mapping) and not hasattr(data, "tocsr"):
        raise TargetError(
            "a mapping in the place of the data",
            expected="a matrix first, targets by name",
            do="Write ppm.match(targets={...}).",
        )
    _check_known(spec, request.known)
    known, lines = split_known(spec, request.known)
    if isinstance(data, Triples) and (len(spec.axes) != _MATRIX or spec.exposures or lines):
        raise DataError(
            f"a table of triples for {spec.name}" + (" with exposures" if lines else ""),
            expected="triples for models of a matrix without known arrays",
            do="Read the data into memory: --engine memory (engine='memory').",
        )
    if len(spec.axes) != _MATRIX:
        observed = Observed(_of_array(spec, request))
    elif lines and not spec.exposures:
        matrix = read_whole(data, zeros, mask)
        finite_margins(matrix)
        exposures = read_exposures(lines, matrix)
        over = exposures.lines.divide(exposures.matrix)
        measured, sums = quotient_statistics(exposures.matrix, over, intervals=intervals)
        observed = Observed(measured, read=(over, sums), exposures=exposures)
    elif spec.exposures and _is_matrix(data):
        shape = getattr(data, "shape", None) or np.shape(data)
        exposure, of_lines = _exposure(spec, shape, known), None
        if lines:
            of_lines = read_exposures(lines, over_exposure(data, exposure, zeros, mask), own=True)
            exposure = exposure * of_lines.lines.rows[:, None] * of_lines.lines.columns
        over_both = measured_over(data, exposure, zeros, mask, intervals=intervals)
        observed = Observed(over_both[0], read=over_both[1:], exposures=of_lines)
    elif isinstance(data, Triples):
        observed = Observed(statistics(data, zeros=zeros, mask=mask, intervals=intervals))
    else:
        summary = examined(data, zeros, mask, intervals=intervals, profile=intervals)
        observed = Observed(summary.statistics, summary.profile, (summary.matrix, summary.margins))
    minimum = observed.statistics.minimum
    check_lower(spec, minimum, lambda: _location(data, minimum, zeros, mask))
    return observed


def _of_array(spec: ModelSpec, request: Request) -> ArrayStatistics:
    """Measure an array with any number of axes, divided by the known arrays of the model."""
    reading = {"zeros": request.zeros, "mask": request.mask}
    original = array_statistics(request.data, spec.axes, **reading)
    if not spec.exposures:
        return original
    values, _ = read_array(request.data, spec.axes, **reading)
    quotient = array_statistics(values / _exposure(spec, values.shape, request.known), spec.axes)
    facts = ("minimum", "maximum", "integral", "first_non_integral")
    return replace(quotient, **{name: getattr(original, name) for name in facts})


def over_noise(
    observed: Observed, request: Request, kernels: Kernels, given: Mapping[str, float]
) -> Observed:
    """Return what was measured, less what exposures of rows and columns do to noise."""
    exposures, measured = observed.exposures, observed.statistics
    if exposures is None or exposures.averages is None or not isinstance(measured, Statistics):
        return observed
    exposures = replace(exposures, noise=entry_noise(request.structure, kernels, given))
    return replace(observed, exposures=exposures, statistics=exposures.statistics(measured))


def as_targets(spec: ModelSpec, measured: Measured | Mapping[str, float]) -> dict[str, float]:
    """Return what was measured under the names of a model's targets."""

    def value(name: str) -> Any:
        if isinstance(measured, ArrayStatistics):
            return measured.target(name)
        key = measured_name(spec, name)
        return measured[key] if isinstance(measured, Mapping) else getattr(measured, key)

    return {name: float(value(name)) for name in spec.targets}


def targets_of(spec: ModelSpec, observed: Observed) -> dict[str, float]:
    """Return what was measured under the names of targets, cumulants of three entries included."""
    third = [name for name in spec.targets if name in THIRD_ORDER]
    if not third:
        return as_targets(spec, observed.statistics)
    if observed.read is None:
        raise DataError(
            f"{third[0]}, a target of {spec.name}, of data that are summed where they are",
            expected="a matrix in memory, or a mapped file",
            do='Read it into memory (engine="memory").',
        )
    second = {name: getattr(observed.statistics, name) for name in STATISTICS}
    cumulants = zip(THIRD_ORDER, third_order(*observed.read)[0], strict=True)
    return as_targets(spec, {**second, **dict(cumulants)})


def check_lower(spec: ModelSpec, minimum: float, place: Callable[[], str] = str) -> None:
    """See that no observation is negative under a model that generates no such values."""
    if spec.observed_sign == "real" or minimum >= 0:
        return
    raise DataError(
        f"the smallest entry is {minimum:g}{place()}",
        expected=f"counts, zero or more, since {spec.name} generates counts"
        if spec.observed_is_count
        else f"values of zero or more, as {spec.name} generates",
        do="Undo any centering or log transform, or choose a model for real data.",
    )


def check_upper(spec: ModelSpec, maximum: float, given: Mapping[str, float]) -> None:
    """See that no observation exceeds what the model can generate."""
    name = spec.observed_at_most
    if name in given and maximum > given[name]:
        raise DataError(
            f"the largest entry is {maximum:g}, above {name} = {given[name]:g}",
            expected=f"at most {name}: {spec.name} generates nothing larger",
            do=f"Check {name}, or choose a model without an upper limit.",
        )


def average_inverse_exposure(measured: Measured | None) -> float:
    """Return the average of one over the exposure; one for beliefs, which are about no exposure."""
    return measured.mean_inverse_exposure if isinstance(measured, ExposedStatistics) else 1.0


def averages_of_data(
    spec: ModelSpec, measured: Measured | None, known: Mapping[str, Any] = MappingProxyType({})
) -> dict[str, float]:
    """Return averages over the exposure and lengths of axes, which beliefs do not tell."""
    names = {x.name for x in spec.parameters}
    averages = {INVERSE: average_inverse_exposure(measured)} if INVERSE in names else {}
    if averages and isinstance(measured, ArrayStatistics):
        averages[INVERSE] = float(np.mean(1 / _exposure(spec, measured.shape, known)))
    for exposure in spec.exposures:
        if (name := f"mean_inverse_{exposure.name}") in names and exposure.name in known:
            values = np.asarray(known[exposure.name], dtype=float)
            averages[name] = float(np.mean(values**-exposure.power))
    if measured is not None:
        lengths = dict(zip(spec.axes, measured.shape, strict=True))
        averages |= {x.name: float(lengths[x.axis]) for x in spec.parameters if x.axis}
    return averages


def _check_known(spec: ModelSpec, known: Mapping[str, Any]) -> None:
    names = [x.name for x in spec.exposures]
    possible = [*names, *(LINES if len(spec.axes) == _MATRIX else ())]
    for name in known:
        if name not in possible:
            listing = ", ".join(names) or "none"
            lines = ", and exposures: row, col" if len(spec.axes) == _MATRIX else ""
            raise ParameterError(
                f"known {name!r}",
                expected=f"the known arrays of {spec.name}: {listing}{lines}",
                do=did_you_mean(name, possible, listed=True) if possible else "Leave it out.",
            )
    for array in spec.exposures:
        if array.name not in known:
            raise ParameterError(
                f"no values for the known array {array.name} of model {spec.name!r}",
                expected="positive numbers along " + ", ".join(array.axes),
                do=f'Pass known={{"{array.name}": values}}, or --known {array.name}=FILE.',
            )


def _is_matrix(data: Any) -> bool:
    try:
        return len(getattr(data, "shape", None) or np.shape(data)) == _MATRIX
    except ValueError:
        return False


def _exposure(
    spec: ModelSpec, shape: Sequence[int], known: Mapping[str, Any]
) -> NDArray[np.float64]:
    """Return the product of the known arrays, laid out over the axes of the data."""
    sizes = dict(zip(spec.axes, shape, strict=False))
    product = np.ones((1, 1))
    for array in spec.exposures:
        lengths = tuple(sizes[axis] for axis in array.axes)
        values = positive(
            known[array.name], lengths, f"the known array {array.name},",
            f"positive numbers of shape {lengths}, for {', '.join(array.axes)}", "Check the array.",
        )  # fmt: skip
        order = sorted(range(len(array.axes)), key=lambda n: spec.axes.index(array.axes[n]))
        across = values.transpose(order)
        full = [sizes[axis] if axis in array.axes else 1 for axis in spec.axes]
        product = product * across.reshape(full) ** array.power
    return product


def _location(data: Any, value: float, zeros: str = "observed", mask: Any = None) -> str:
    """Say where a value stands, if that is cheap to find."""
    if isinstance(data, Triples):
        from symppm.statistics.relations import first_with  # noqa: PLC0415 - seldom needed

        return ", at row {}, column {}".format(*first_with(data, value))
    if not _is_matrix(data):
        places = np.argwhere(np.asarray(data) == value)[0]
        return f", at index {tuple(int(n) for n in places)}"
    place = first(read(data, zeros, mask), lambda values: np.asarray(values == value))
    return "" if place is None else f", at row {place[0] + 1}, column {place[1] + 1}"


def needs_of(spec: ModelSpec) -> tuple[str, ...]:
    """Return what users have to give besides data or targets: hyperparameters and known arrays."""
    of_data = {x.name for x in spec.parameters if x.of_data}
    needs = (name for name in spec.needs if name not in of_data)
    return (*needs, *(x.name for x in spec.exposures))


def lacks_entries(data: Any) -> bool:
    """Tell whether data lack entries by themselves, beside zeros."""
    if isinstance(data, np.ma.MaskedArray):
        return bool(np.ma.getmaskarray(data).any())
    # Of pandas, or of polars.
    absent = getattr(data, "isna", None) or getattr(data, "null_count", None)
    return absent is not None and bool(np.asarray(absent()).any())

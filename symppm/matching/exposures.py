"""Exposures of rows and columns in any model of a matrix: known, or from the margins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.spec import ModelSpec
from symppm.data.known import MARGINS
from symppm.data.matrix import WholeMatrix
from symppm.errors import DataError, ParameterError, conjunction
from symppm.matching.kernels import Kernels, Point, moment_named
from symppm.matching.models import Structure, nodes_of
from symppm.statistics import Table, Vector
from symppm.statistics.cross_moments import MOMENT_NAMES, CrossMoments
from symppm.statistics.exposures import (
    LINES,
    Averages,
    LineExposures,
    margin_exposures,
    without_empty,
)
from symppm.statistics.jackknife import STATISTICS, Deletions
from symppm.statistics.moments import Statistics

if TYPE_CHECKING:
    from symppm.matching.result import Match

_COUNTS: Final = frozenset(
    {"Bernoulli", "Binomial", "NegativeBinomial", "Poisson", "ZeroInflatedPoisson"}
)
"""Likelihoods whose variance is the mean, and a multiple of its square."""
_SCALED: Final = frozenset(
    ("Beta", "Exponential", "Gamma", "HalfNormal", "InverseGamma", "LogNormal", "Uniform",
     "Weibull")
)  # fmt: skip
"""Likelihoods of positive values, of which an exposure multiplies the entry itself."""
_MEANS: Final = frozenset({"mean", "rate", "location"})
WORDS: Final = {"row": "row", "col": "column"}
_REAL: Final = "biuf"
_NO_EXPOSURE: Final = 1e-12
"""The exposure of a row without counts, in draws."""
_LEAST: Final = 1e-9
"""Part of the variance over exposures that is left at least."""


@dataclass(frozen=True)
class EntryNoise:
    """How the variance of an entry about its mean depends on its exposure e."""

    power: int
    """Over e, the variance is that of an entry without exposure times e^-power: 0, 1 or 2."""
    unit: float | None = 1.0
    """That over the mean, if the power is one; itself, if it is two; None if it is not known."""
    names: tuple[str, ...] = ()
    """Hyperparameters on which it depends."""


COUNTS: Final = EntryNoise(1, 1.0)
"""Of counts: the same for those beyond Poisson, whose further variance is in the square."""
SCALED: Final = EntryNoise(0)
"""Of values that an exposure multiplies as they are."""


def entry_noise(structure: Structure, kernels: Kernels, given: Mapping[str, float]) -> EntryNoise:
    """Return how noise depends on exposures, its size where that is known already."""
    family, parameters = structure.observed["family"], structure.observed["parameters"]
    if family in _COUNTS | _SCALED:
        return COUNTS if family in _COUNTS else SCALED
    sums = any({*variable["dims"]} == {*structure.lines} for variable in structure.latent.values())
    trees = {name: tree for name, tree in parameters.items() if sums or name not in _MEANS}
    nodes = set(nodes_of(trees))
    names = tuple(name for name in kernels.declared if f"Symbol {name}" in nodes)
    if not sums and (len(names) != 1 or "Entry" in nodes):
        raise ParameterError(
            f"exposures of rows or columns for {kernels.spec.name}, whose entries are {family} "
            f"with {conjunction(names) or 'nothing'} besides the mean",
            expected="counts, positive values, or noise of one size",
            do='Declare it with ppm.Known("e", dims="row"), or leave the exposures out.',
        )
    noise = EntryNoise(1 if sums else 2, None, names)
    if not all(name in given for name in names):
        return noise
    return replace(noise, unit=unit_of(noise, kernels, {**kernels.ordinary(0.5), **given}))


def unit_of(noise: EntryNoise, kernels: Kernels, point: Mapping[str, float]) -> float:
    """Return the noise of an entry without exposure: over the mean, or of one size."""

    def at(scale: float) -> Point:
        changed = {**point, noise.names[0]: point[noise.names[0]] * scale}
        return kernels.at(changed)

    if noise.power == 1:
        # Sums of products of factors: what these add is what pairs of entries show.
        moments, k = at(1.0), point[kernels.size or ""]
        mean, of_row, of_col = (
            moment_named(name, moments)
            for name in ("mean", *(f"cov_{axis}" for axis in kernels.spec.axes))
        )
        rates = of_row + of_col + k * of_row * of_col / mean**2
        return float((moments["variance"] - rates) / mean)
    # Noise of one size is a power of its one hyperparameter.
    at_1, at_2, at_4 = (at(scale)["variance"] for scale in (1.0, 2.0, 4.0))
    return float((at_2 - at_1) / ((at_4 - at_2) / (at_2 - at_1) - 1))


@dataclass(frozen=True)
class Exposures:
    """Exposures of the rows and the columns of data, and what they do to noise."""

    lines: LineExposures
    names: tuple[str, ...]
    estimated: tuple[str, ...]
    matrix: WholeMatrix
    averages: tuple[Averages, Averages] | None = None
    noise: EntryNoise = SCALED
    left: tuple[NDArray[np.bool_], ...] = ()

    @property
    def lost(self) -> str:
        """How many rows and columns are left out, in words; nothing if none are."""
        counts = [int((~mask).sum()) for mask in self.left]
        words = (("row", "rows"), ("column", "columns"))
        phrases = [f"{n:,} {pair[n > 1]}" for n, pair in zip(counts, words, strict=False) if n]
        return " and ".join(phrases)

    @property
    def _by_name(self) -> dict[str, Vector]:
        pairs = zip(LINES, (self.lines.rows, self.lines.columns), strict=True)
        return {name: values for name, values in pairs if name in self.names}

    def of_all(self) -> dict[str, Vector]:
        """Return exposures of all rows and columns; where there are no counts, next to none."""
        masks, exposures = dict(zip(LINES, self.left, strict=True)), {}
        for name, values in self._by_name.items():
            exposures[name] = np.full(len(masks[name]), _NO_EXPOSURE)
            exposures[name][masks[name]] = values
        return exposures

    @property
    def sizes(self) -> dict[str, tuple[float, float, float]]:
        """What exports say of them: averages, those of squares, largest values."""
        return {name: sizes_of(values) for name, values in self._by_name.items()}

    def statistics(self, measured: Statistics) -> Statistics:
        """Return the statistics that the data would have without exposures."""
        if self.averages is None:
            return measured
        moments, lines = [float(getattr(measured, name)) for name in STATISTICS], measured.deletions
        tables = self._tables(
            self._second, moments, *((lines.rows, lines.columns) if lines else ())
        )
        values = dict(zip(STATISTICS, tables[0][0].tolist(), strict=True))
        return replace(measured, **values, deletions=lines and Deletions(*tables[1:]))

    def cross_moments(self, measured: CrossMoments) -> CrossMoments:
        """Return cross-moments that the data would have without exposures."""
        if self.averages is None or self.noise != COUNTS:
            return measured
        return self._corrected(measured, self._third)

    def _corrected(
        self, measured: CrossMoments, change: Callable[[Table, tuple[Any, Any]], Table]
    ) -> CrossMoments:
        """Change what was measured, and all of it without each row and each column."""
        has_deletions = measured.rows is not None and measured.columns is not None
        lines = (measured.rows, measured.columns) if has_deletions else ()
        tables = self._tables(change, list(measured.values.values()), *lines)
        values = dict(zip(measured.values, tables[0][0].tolist(), strict=True))
        rows, columns = tables[1:] or (None, None)
        return replace(measured, values=values, rows=rows, columns=columns)

    def _tables(
        self, change: Callable[[Table, tuple[Any, Any]], Table], values: list[float], *lines: Any
    ) -> list[Table]:
        """Change each table by its averages: of all, without each row, and without each column."""
        first, second = cast("tuple[Averages, Averages]", self.averages)
        names = ("value", "rows", "columns")
        return [
            change(table, (getattr(first, name), getattr(second, name)))
            for table, name in zip((np.array([values]), *lines), names, strict=False)
        ]

    def settled(self, measured: CrossMoments, match: Match, kernels: Kernels) -> CrossMoments:
        """Return statistics less noise, where only an answer tells how large that is."""
        if self.averages is None or self.noise.unit is not None:
            return measured
        if "variance" not in kernels.spec.targets or not match.parameters:
            return measured
        point = {**match.parameters, **kernels.sized(match.k or 1)}
        unit = unit_of(self.noise, kernels, point)
        unit /= self.averages[self.noise.power - 1].value
        known = replace(self, noise=replace(self.noise, unit=unit))
        statistics = known.statistics(measured.statistics)
        return replace(known._corrected(measured, known._second), statistics=statistics)

    def _second(self, table: Table, means: tuple[Any, Any]) -> Table:
        """Take what noise adds off the variance, and correlations with it; they come first."""
        result, (mean, variance, cov_row, cov_col) = table.copy(), table.T[:4]
        if self.noise.power and self.noise.unit is not None:
            noise = self.noise.unit * (mean if self.noise.power == 1 else 1.0)
            # Entries vary at least as much as their rows and columns do.
            least = np.maximum(np.maximum(cov_row, 0) + np.maximum(cov_col, 0), _LEAST * variance)
            result[:, 1] = np.maximum(variance - noise * (means[self.noise.power - 1] - 1), least)
        result[:, 4:6] = table[:, 2:4] / result[:, 1:2]
        return result

    def _third(self, table: Table, means: tuple[Any, Any]) -> Table:
        """Take what noise adds off cumulants in which an entry comes twice, or thrice."""
        result, (first, second) = table.copy(), means
        places = {name: n for n, name in enumerate(MOMENT_NAMES)}
        mean, variance = (table[:, places[name]] for name in ("mean", "variance"))
        thrice = 3 * (variance - mean) * (first - 1) + mean * (second - 1)
        result[:, places["cumulant_ij_ij_ij"]] -= thrice
        for name, pair in (("cumulant_ij_ij_il", "cov_row"), ("cumulant_ij_ij_tj", "cov_col")):
            result[:, places[name]] -= table[:, places[pair]] * (first - 1)
        return result


def sizes_of(values: Vector) -> tuple[float, float, float]:
    """Return the average of exposures, that of their squares, and the largest."""
    return float(values.mean()), float((values**2).mean()), float(values.max())


def split_known(spec: ModelSpec, known: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a model's own known arrays, and exposures of rows and columns."""
    names = {*LINES} - {x.name for x in spec.exposures}
    lines = {name: value for name, value in known.items() if name in names}
    return {name: value for name, value in known.items() if name not in names}, lines


def read_exposures(
    lines: Mapping[str, Any], matrix: WholeMatrix, *, own: bool = False
) -> Exposures:
    """Check exposures of rows and columns, and estimate those that are to be from the margins."""
    arrays: dict[str, Vector] = {}
    estimated = []
    for name, length in zip(LINES, matrix.shape, strict=True):
        if name not in lines:
            continue
        value = lines[name]
        if isinstance(value, str):  # MARGINS, since files have been read
            estimated.append(name)
        else:
            line = WORDS[name]
            arrays[name] = positive(
                value, (length,), f"known {name} exposures",
                f'{length} positive numbers, one for each {line}, or "{MARGINS}"',
                f"Check the array; {line}s without exposure are left out of the data.",
            )  # fmt: skip
    masks = tuple(np.ones(n, dtype=bool) for n in matrix.shape)
    if estimated:
        full = matrix
        matrix, *line_masks = without_empty(full, tuple(estimated))
        masks = tuple(line_masks)
        if own and matrix is not full:
            raise DataError(
                "exposures from the margins where a row or column has no counts",
                expected="counts in every row and column, beside known arrays of the model",
                do="Leave empty rows and columns out of the data and of the known arrays.",
            )
    of_rows, of_columns = (
        arrays[name][mask] if name in arrays else None
        for name, mask in zip(LINES, masks, strict=True)
    )
    exposures = margin_exposures(matrix, of_rows, of_columns, tuple(estimated))
    averages = None if own else (exposures.inverse(matrix, 1), exposures.inverse(matrix, 2))
    return Exposures(exposures, tuple(lines), tuple(estimated), matrix, averages, left=masks)


def positive(value: Any, shape: tuple[int, ...], called: str, expected: str, do: str) -> Vector:
    """Return an array of positive numbers of a shape; what it is called begins the complaint."""
    try:
        array = np.asarray(value)
    except (TypeError, ValueError):
        array = np.asarray(np.nan)
    real = array.dtype.kind in _REAL
    values = np.asarray(array if real else np.nan, dtype=float)
    with np.errstate(all="ignore"):
        wrong = ~(np.isfinite(values) & (values > 0) & np.isfinite(1 / values**2))
    if values.shape == shape and not wrong.any():
        return values
    what = f"of shape {array.shape}" if real else f"of type {array.dtype}"
    if values.ndim and wrong.any():
        place = tuple(int(n) for n in np.argwhere(wrong)[0])
        what += f", with {values[place]:g} at index {place[0] if len(place) == 1 else place}"
    raise ParameterError(f"{called} {what}", expected=expected, do=do)

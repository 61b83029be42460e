"""Checking a match: draw from it, and compare what was not matched."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.checking.data import Array, Block, Part, read_part, stand_in, were_matched
from symppm.checking.result import LEVEL, Check, Checks, smallest
from symppm.checking.statistics import Statistic, holm, statistics_of, summed, two_sided
from symppm.data.door import opened
from symppm.data.known import MARGINS, known_arrays
from symppm.data.matrix import read_whole
from symppm.errors import DataError, ParameterError, check_integer
from symppm.exports.types import TOPIC_MODELS
from symppm.matching.diagnostics.estimates import estimate_in_words
from symppm.matching.exporting import check_one_solution
from symppm.matching.exposures import read_exposures, split_known
from symppm.matching.measuring import check_lower, check_upper
from symppm.matching.models import declaration_of
from symppm.matching.result import Match
from symppm.matching.targets import MET, misses
from symppm.matching.topics import check_known, known_of_corpus
from symppm.model.known import with_exposures
from symppm.model.sampling import sample_blocks
from symppm.one_thread import one_thread
from symppm.progress import progress_bar

if TYPE_CHECKING:
    from symppm.model import Declaration

_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
_LONGEST: Final = 2**31
_BLOCK: Final = 1 << 20
"""Entries in memory at a time."""
DRAWS: Final = 1000
ENTRIES: Final = 100_000
_INTERVAL: Final = (0.025, 0.5, 0.975)


@one_thread()
def check(
    match: Match,
    data: Any = None,
    *,
    shape: tuple[int, ...] | None = None,
    draws: int = DRAWS,
    random_seed: int = 0,
    zeros: str = "observed",
    mask: Any = None,
    known: Mapping[str, Any] = _NOTHING,
    entries: int | None = ENTRIES,
    progress: bool = False,
    **reading: Any,
) -> Checks:
    """Compare data with draws from the matched model, in statistics that were not matched.

    Matrices of the data's shape are drawn anew, latent variables and all, and the same statistics
    are computed on each: the share of zeros, how unequal the totals of rows and of columns are,
    quantiles, third cumulants (of entries, and of entries that share a row or a column), the
    largest entry, the largest shares, and empty rows and columns.

    Parameters
    ----------
    match : Match
        With parameters: feasible, or the nearest that sampling found; one of ``branches``, where
        there are several.
    data : array_like or SciPy sparse, optional
        What the model generates; usually what was matched. Without data, give ``shape``: then the
        table says what data of that shape would be like.
    shape : tuple of int, optional
        In place of data.
    draws : int
        How many matrices. The smallest p-value is 2 / (draws + 1); below about 600 of them none can
        be surprising among fifteen statistics.
    random_seed : int
        The same seed gives the same checks.
    zeros, mask
        As for :func:`symppm.match`; what is not observed in the data is left out of the draws.
    known : mapping of str to array or file
        Values of the model's known arrays, for all of the data.
    entries : int or None
        Above so many entries, rows and columns are chosen at random until they make about so many,
        and the draws are as large as that part: rows and columns are exchangeable, so that a part
        has the same distribution as fresh data of its shape. None for all of the data.
    progress : bool
        Show a progress bar on the terminal.
    **reading
        Of a path, a data frame of triples or an AnnData object; see :func:`symppm.statistics`.

    Returns
    -------
    Checks

    Raises
    ------
    ParameterError
        If the match has no parameters to draw at, or an option makes no sense.
    DataError
        If the data cannot be used, or are not in memory.

    Notes
    -----
    A p-value says how far out the data lie among draws from the prior predictive distribution, by
    the rule of :func:`symppm.checking.statistics.two_sided`. The parameters were matched to the
    same data, so that data and draws are more alike than two draws are: p-values of a model that is
    right tend to be larger than uniform ones, and "surprising" is said less often than its level.

    Examples
    --------
    >>> import symppm as ppm
    >>> counts = ppm.data.load("mutational_signatures").values
    >>> found = ppm.match(counts)
    >>> checks = ppm.check(found, counts, draws=50, random_seed=1)
    >>> [each.name for each in checks.surprising]
    []
    """
    if not isinstance(match, Match):
        raise ParameterError(
            f"{type(match).__name__} in the place of the match",
            expected="what ppm.match returned, then the data",
            do="Write ppm.check(ppm.match(data), data).",
        )
    declaration = with_exposures(
        declaration_of(match.declared or match.model), match.given.exposures
    )
    check_one_solution(match)
    check_integer("draws", draws, 2, 2**31)
    check_integer("random_seed", random_seed, 0, 2**63)
    if entries is not None:
        check_integer("entries", entries, 1000, 2**40)
    choosing, drawing = (
        np.random.default_rng(seed) for seed in np.random.SeedSequence(random_seed).spawn(2)
    )
    axes = declaration.observed.dims
    if (data is None) == (shape is None):
        raise ParameterError(
            "neither data nor a shape" if data is None else "data and a shape",
            expected="one of the two",
            do="Pass the data that were matched, or shape=(100, 80).",
        )
    spec, known = match.spec, known_arrays(known)
    if data is None and not reading:
        part = stand_in(_checked_shape(shape, axes), entries, choosing)
    else:
        with opened(data, **reading) as source:
            known = _with_margins(match, source, zeros, mask, known)
            part = read_part(source, axes, zeros, mask, entries, choosing)
            check_lower(spec, part.whole.minimum)
            check_upper(spec, part.whole.maximum, match.parameters)
        if match.model in TOPIC_MODELS:
            # Of some words alone documents are shorter: these are a corpus of the same priors.
            part = _of_words(part)
            matrix = source if hasattr(source, "sum") else np.asarray(source)
            lengths = np.asarray(matrix.sum(1), dtype=float).ravel()
            check_known(match.model, known, part.whole.shape, lengths)
            arrays = _known_of(declaration, known, part)
            known = known_of_corpus(match.model, part.values, arrays)
    known, sums = _known_of(declaration, known, part), None
    centre = part.whole.mean  # of a stand-in, zero
    block = max(1, _BLOCK // max(1, math.prod(part.shape[1:])))
    if data is not None:
        sums = summed(part.blocks(block), part.shape, centre)
        if not sums.values.size:
            raise DataError(
                "data of which nothing is observed in the rows and columns that were chosen",
                expected="entries to compare with draws",
                do="Compare more of them (entries=None for all).",
            )
    statistics = [*statistics_of(
        axes,
        part.shape,
        counts=spec.observed_is_count or (sums is not None and bool((sums.values == 0).any())),
        positive=spec.observed_sign != "real" and (sums is None or bool(sums.values[0] >= 0)),
        # What is not met is worth a look although it was measured for the match.
        variance="variance" in misses(match.targets, match.achieved, MET)
        or "variance" not in match.targets,
    )]  # fmt: skip
    table = np.empty((draws, len(statistics)))
    with progress_bar("Drawing from the model", draws, show=progress) as advance:
        for n in range(draws):
            blocks = sample_blocks(declaration, match.parameters, part.shape, block, drawing, known)
            drawn_sums = summed(_masked(blocks, part), part.shape, centre)
            table[n] = [x.of(drawn_sums) for x in statistics]
            advance()
    samples = {x.name: table[:, n][np.isfinite(table[:, n])] for n, x in enumerate(statistics)}
    in_data = {} if sums is None else {x.name: float(x.of(sums)) for x in statistics}
    shown = [
        x for x in statistics if samples[x.name].size and math.isfinite(in_data.get(x.name, 0.0))
    ]
    checks = Checks(
        match.model, dict(match.parameters), _table_of(shown, samples, in_data), part.shape, draws,
        int(random_seed), (), {x.name: samples[x.name] for x in shown},
    )  # fmt: skip
    absent = [x.name for x in statistics if x not in shown]
    notes = _notes_on(match, part, checks, absent, with_data=sums is not None)
    return replace(checks, notes=tuple(notes))


def _masked(blocks: Iterable[Array], part: Part) -> Iterator[Block]:
    """Yield what is drawn, and what of it is observed in the data."""
    start = 0
    for values in blocks:
        yield values, part.observed_in(start, start + len(values))
        start += len(values)


def _checked_shape(shape: Any, axes: tuple[str, ...]) -> tuple[int, ...]:
    fits = isinstance(shape, (tuple, list)) and len(shape) == len(axes)
    valid = fits and all(
        isinstance(n, (int, np.integer)) and not isinstance(n, bool) and 1 < n < _LONGEST
        for n in shape
    )
    if not valid:
        raise ParameterError(
            f"shape={shape!r}",
            expected=f"{len(axes)} integers above one, for " + ", ".join(axes),
            do="Write, for example, shape=(100, 80).",
        )
    return tuple(int(n) for n in shape)


def _known_of(
    declaration: Declaration, known: Mapping[str, Any], part: Part
) -> dict[str, NDArray[Any]]:
    """Return known arrays at the chosen rows and columns."""
    arrays: dict[str, NDArray[Any]] = {name: _array(values) for name, values in known.items()}
    places = dict(zip(declaration.observed.dims, part.places, strict=True))
    lengths = dict(zip(declaration.observed.dims, part.whole.shape, strict=True))
    for variable in declaration.known:
        values = arrays.get(variable.name)
        shape = tuple(lengths.get(dim, -1) for dim in variable.dims)
        if values is None or values.shape != shape:
            # What is wrong with it is said where it is used.
            continue
        for axis, dim in enumerate(variable.dims):
            values = np.take(values, places[dim], axis=axis)
        arrays[variable.name] = values
    return arrays


def _of_words(part: Part) -> Part:
    """Leave documents without a word out, of which nothing is drawn."""
    rows = np.flatnonzero(np.asarray(part.values.sum(1)).ravel())
    return replace(part, values=part.values[rows], places=(part.places[0][rows], part.places[1]))


def _with_margins(
    match: Match, data: Any, zeros: str, mask: Any, known: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Return known arrays, exposures estimated that are to be from the margins."""
    if MARGINS not in map(str, known.values()):
        return known
    arrays, lines = split_known(match.spec, known)
    return {**arrays, **read_exposures(lines, read_whole(data, zeros, mask)).of_all()}


def _array(values: object) -> NDArray[Any]:
    try:
        return np.asarray(values)
    except (TypeError, ValueError):
        # What is wrong with it is said where it is used.
        return np.asarray(np.nan)


def _table_of(
    statistics: Sequence[Statistic],
    samples: Mapping[str, NDArray[np.float64]],
    known: Mapping[str, float],
) -> tuple[Check, ...]:
    """Return a row for each statistic that some draw has."""
    p_values = {n: two_sided(known[n], samples[n]) for n in (s.name for s in statistics) if known}
    adjusted = dict(zip(p_values, holm([*p_values.values()]), strict=True))
    table = []
    for name, meaning in ((x.name, x.meaning) for x in statistics):
        low, middle, high = map(float, np.quantile(samples[name], _INTERVAL))
        table.append(
            Check(name, meaning, known.get(name), middle, low, high, p_values.get(name),
                  adjusted.get(name), samples[name].size)
        )  # fmt: skip
    return tuple(table)


def _notes_on(
    match: Match, part: Part, checks: Checks, absent: Sequence[str], *, with_data: bool
) -> Iterator[str]:
    """Yield one sentence or two on whatever there is to know."""
    rows, draws = checks.table, checks.draws
    if part.shape != part.whole.shape:
        full, sample = (_size(shape) for shape in (part.whole.shape, part.shape))
        yield (
            f"Of {full}, {sample} were chosen at random, and draws are as large: rows and columns "
            "are exchangeable (entries=None compares all)."
        )
    if sentence := estimate_in_words(match):
        yield sentence
    if not match.feasible:
        yield "The targets are not met: these are draws from the nearest that was found."
    if absent:
        yield f"Left out, since it does not exist for the data or any draw: {', '.join(absent)}."
    few = [x.name for x in rows if x.draws < draws]
    if few:
        yield f"Some draws, such as matrices of zeros, do not have {', '.join(few)}."
    if not with_data:
        return
    if not checks.can_surprise:
        yield (
            f"With {draws} draws no p-value is below {smallest(draws):.2g}, so that none of "
            f"{len(rows)} statistics can be surprising; {int(2 * len(rows) / LEVEL) + 1} draws or "
            "more are needed."
        )
    empty = [x.name for x in rows if x.name.startswith("empty ")
             and x.observed == 0 and (x.adjusted or 0.0) < LEVEL]  # fmt: skip
    if empty:
        yield (
            f"Data that list only what occurs have no {' and no '.join(empty)}, whatever the model."
        )
    if match.spec.observed_is_count and not part.whole.integral:
        yield (
            "Not all entries are whole numbers, which is all that the model generates: p-values "
            "say nothing of that."
        )
    if match.statistics is None:
        return
    if were_matched(part.whole, match):
        yield (
            "The model was matched to these data, which makes them more like its draws than fresh "
            "data would be: p-values tend to be too large, not too small."
        )
    else:
        matched = match.statistics
        yield (
            f"The model was matched to other data: {_size(matched.shape)}, {matched.observed:,} "
            f"entries with mean {matched.mean:.4g}, where these are {_size(part.whole.shape)}, "
            f"{part.whole.observed:,} entries with mean {part.whole.mean:.4g}."
        )


def _size(shape: Sequence[int]) -> str:
    return " x ".join(f"{n:,}" for n in shape)

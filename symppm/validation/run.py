"""Validation of a match: short fits with the answer and with others, on held-out entries."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import ArrayLike

from symppm.errors import DataError, ParameterError
from symppm.matching.result import Match
from symppm.measure.arrays import WholeMatrix, read
from symppm.measure.checked import finite_margins
from symppm.measure.cross_validation import as_arrays, kept
from symppm.measure.one_thread import one_thread
from symppm.measure.progress import progress_bar
from symppm.measure.tables.lazy import Triples
from symppm.measure.thinned import thinned, thinned_triples
from symppm.measure.values import check_integer
from symppm.validation.fits import (
    Factors,
    Priors,
    Split,
    independence,
    mean_field,
    nonnegative,
    split_of,
)
from symppm.validation.result import Trial, Validation

if TYPE_CHECKING:
    from symppm.measure.arrays import MatrixLike

LIBRARIES: Final = ("hpfrec", "sklearn")
_ENTRIES: Final = 200_000
"""Counts other than zero that are fitted at most: a fit is to take seconds."""
_DENSE: Final = 5_000_000
"""Entries that scikit-learn, which fills in what is missing, is given at most."""
_LEAST_SIDE: Final = 12
_LEVELS: Final = ("a_prime", "b_prime", "c_prime", "d_prime")

Fit = Callable[[Split, int], Factors]


@one_thread()
def validate(
    match: Match,
    data: MatrixLike | Triples,
    *,
    library: str = "hpfrec",
    splits: int = 3,
    zeros: str = "observed",
    mask: ArrayLike | None = None,
    random_seed: int = 0,
    progress: bool = False,
) -> Validation:
    """Compare a match with other numbers of factors and priors on held-out entries.

    Parameters
    ----------
    match : Match
        Of counts, with a number of factors.
    data : array_like, SciPy sparse or Triples, shape (N, M)
        That were matched. Of very large ones a sample is used, rows and columns in proportion to
        their totals.
    library : {"hpfrec", "sklearn"}
        Whose model is fitted: hierarchical Poisson factorization, by hpfrec's own updates, with the
        priors of the match for mean-field fits and with hpfrec's defaults; or scikit-learn's
        factorization, which has no priors.
    splits : int
        How often entries are held out, at least 2.
    zeros, mask
        As for :func:`symppm.match`.
    random_seed : int
        Of what is held out, and of where fits start; the same seed gives the same result.
    progress : bool
        Show a progress bar on the terminal.

    Returns
    -------
    Validation
        ``.stands`` and ``.sentence`` say what follows.

    Raises
    ------
    DataError
        If the data are no matrix of finite numbers of zero or more, or too small.
    ParameterError
        If the match has no number of factors, or for another option.
    MissingExtraError
        If scikit-learn is wanted and not installed.

    Notes
    -----
    A tenth of the entries, zeros among them, is missing from every fit, not zero in it. Half and
    double the number of factors are fitted with the priors of the match, and its number of factors
    with the defaults, on equal splits. A difference counts where it is beyond the 95 % interval of
    so many splits.

    Examples
    --------
    >>> import symppm as ppm
    >>> counts = ppm.data.load("single_cell").values
    >>> ppm.match(counts).validate(counts).stands
    True
    """
    check_integer("random_seed", random_seed, 0, 2**64 - 1)
    check_integer("splits", splits, 2, 100)
    if library not in LIBRARIES:
        raise ParameterError(
            f"library={library!r}", expected="one of " + ", ".join(LIBRARIES), do="Write one."
        )
    if match.k is None:
        raise ParameterError(
            "a match without a number of factors",
            expected="one with its K and priors",
            do="Match counts with a model that has factors, or one of .branches.",
        )
    counts, seen, drawn = _counts(data, zeros, mask, library, random_seed)
    priors, usual = _priors(match), Priors()
    k = match.k
    others = sorted({max(1, round(k / 2)), min(2 * k, min(counts.shape) - 1)} - {k})
    kinds = [("answer", k, priors), *(("factors", other, priors) for other in others)]
    if library == "hpfrec":
        kinds.append(("priors", k, usual))
    scores = np.empty((len(kinds), splits))
    held = 0
    with progress_bar("Fitting", len(kinds) * splits, show=progress) as advance:
        for n in range(splits):
            split = split_of(counts, seen, _seed(random_seed, n))
            held, least = len(split.values), split.score(independence(split))
            for row, (_, factors, own) in enumerate(kinds):
                fitted = (
                    mean_field(split, factors, own, _seed(random_seed, n))
                    if library == "hpfrec"
                    else nonnegative(split, factors, _seed(random_seed, n))
                )
                scores[row, n] = split.score(fitted) - least
                advance()
    trials = []
    for row, (kind, factors, own) in enumerate(kinds):
        a, c = (own.a, own.c) if library == "hpfrec" else (None, None)
        name = f"K = {factors}" + (", defaults" if kind == "priors" else "")
        trials.append(Trial(name, kind, factors, a, c, tuple(scores[row].tolist())))
    return Validation(match.model, library, tuple(trials), counts.shape, drawn, held)


def _seed(random_seed: int, n: int) -> int:
    return int(np.random.SeedSequence([random_seed, n]).generate_state(1)[0])


def _priors(match: Match) -> Priors:
    """Return the priors of a match, for mean-field fits where it says what these are."""
    shapes = [0.3, 0.3]
    if match.shapes is not None:
        shapes = list(match.shapes.mean_field.values())
    elif {"a", "c"} <= {*match.parameters}:
        shapes = [match.parameters["a"], match.parameters["c"]]
    levels = {name: match.parameters[name] for name in _LEVELS if name in match.parameters}
    return Priors(*shapes, **(levels if len(levels) == len(_LEVELS) else {}))


def _counts(data: Any, zeros: str, mask: Any, library: str, seed: int) -> tuple[Any, Any, bool]:
    """Return counts, where they are observed if not everywhere, and if they are a sample."""
    matrix: WholeMatrix
    if isinstance(data, Triples):
        matrix, drawn = thinned_triples(data, zeros, _ENTRIES, seed)
    else:
        whole = read(data, zeros, mask)
        matrix = thinned(whole, finite_margins(whole), _ENTRIES, seed)
        drawn = matrix is not whole
    counts, seen = kept(*as_arrays(matrix), 1)
    if min(counts.shape) < _LEAST_SIDE:
        raise DataError(
            f"{counts.shape[0]} rows and {counts.shape[1]} columns with anything in them",
            expected=f"at least {_LEAST_SIDE} of each, to hold entries out",
            do="Use more data.",
        )
    if counts.data.min(initial=0.0) < 0:
        raise DataError(
            f"an entry of {counts.data.min():g}",
            expected="counts, zero or more",
            do="Undo any centering or log transform.",
        )
    if library == "sklearn" and math.prod(counts.shape) > _DENSE:
        raise DataError(
            f"{counts.shape[0]:,} rows and {counts.shape[1]:,} columns for scikit-learn",
            expected=f"at most {_DENSE:,} entries, since what is missing is filled in",
            do="Choose hpfrec.",
        )
    return counts, seen, drawn

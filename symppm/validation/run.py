"""Validation of a match: short fits with the answer and with others, on held-out entries."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import ArrayLike

from symppm.data.door import opened
from symppm.data.matrix import read
from symppm.data.triples import Triples
from symppm.errors import DataError, ParameterError, check_integer, did_you_mean
from symppm.exports.types import TOPIC_MODELS
from symppm.matching.measuring import lacks_entries
from symppm.matching.number_of_factors import sample_of
from symppm.matching.result import Match
from symppm.one_thread import one_thread
from symppm.progress import progress_bar
from symppm.statistics.scaling import as_arrays
from symppm.validation.fits import (
    Factors,
    Priors,
    Split,
    independence,
    mean_field,
    nonnegative,
    sklearn_factorization,
    split_of,
)
from symppm.validation.result import (
    ANSWER,
    FACTORS,
    HPFREC,
    LDA,
    PRIORS,
    SKLEARN,
    Trial,
    Validation,
)
from symppm.validation.topics import Concentrations, Words, defaults, matched

if TYPE_CHECKING:
    from symppm.data.matrix import MatrixLike

LIBRARIES: Final = (HPFREC, SKLEARN, LDA)
_ENTRIES: Final = 2_000_000
"""Counts other than zero that are fitted at most: a fit is to take seconds."""
_DENSE: Final = 2_000_000
"""Entries, zeros among them, that scikit-learn is given at most, since missing ones are filled."""
_LEAST_SIDE: Final = 12


@one_thread()
def validate(
    match: Match,
    data: MatrixLike | Triples,
    *,
    library: str | None = None,
    splits: int = 3,
    zeros: str = "observed",
    mask: ArrayLike | None = None,
    random_seed: int = 0,
    progress: bool = True,
    **reading: Any,
) -> Validation:
    """Compare a match with other numbers of factors and priors on held-out entries.

    Parameters
    ----------
    match : Match
        Of counts, with a number of factors.
    data : array_like, SciPy sparse or Triples, shape (N, M)
        That were matched. Of more than two million counts other than zero a sample is used: rows
        and columns in proportion to their totals.
    library : {"hpfrec", "sklearn", "lda"}, optional
        Whose model is fitted: hierarchical Poisson factorization, by hpfrec's own updates, with the
        priors that the match exports to hpfrec, and with hpfrec's defaults; scikit-learn's
        factorization by the Kullback-Leibler divergence, which has no priors, and of data with
        more than two million entries is given a sample too; or, of a match of ``"lda"`` or
        ``"lda_asymmetric"``, topics by variational inference, with alpha and eta as the match
        exports them to scikit-learn and gensim, and with their defaults, 1/K. By default
        ``"lda"`` for such a match, else ``"hpfrec"``.
    splits : int
        How often entries (of topics, words) are held out, at least 2.
    zeros, mask
        As for :func:`symppm.match`.
    random_seed : int
        Of what is held out, and of where fits start; the same seed gives the same result.
    progress : bool
        Whether to show a bar, on a terminal only.
    **reading
        Of a path, a data frame of triples or an AnnData object; see :func:`symppm.statistics`.

    Returns
    -------
    Validation
        ``.stands`` and ``.sentence`` say what follows.

    Raises
    ------
    DataError
        If the data are no matrix of counts, or one of fewer than twelve rows or columns.
    ParameterError
        If the match has no number of factors, or for another option.
    MissingExtraError
        If scikit-learn is wanted and not installed.

    Notes
    -----
    A tenth of the entries, zeros among them, is missing from every fit, not zero in it; neither
    library can do that, so that hpfrec's updates are run here, and scikit-learn is made to fill in
    what is missing. Of topics, a tenth of the words of every document is left out, and predicted
    from the others (document completion). Half and double the number of factors are fitted like
    the answer, and its number of factors with the default priors, on equal splits. A difference
    counts where it is beyond the 95 % interval of so many splits (Student's t).

    Without priors, factors that noise hides cost more than with them: scikit-learn's fits favour
    fewer factors than hpfrec's, and of sparse data often predict worse than independence.

    Examples
    --------
    >>> import symppm as ppm
    >>> counts = ppm.data.load("single_cell").values
    >>> ppm.match(counts).validate(counts).stands
    True
    """
    check_integer("random_seed", random_seed, 0, 2**64 - 1)
    check_integer("splits", splits, 2, 100)
    library = (LDA if match.model in TOPIC_MODELS else HPFREC) if library is None else library
    if library not in LIBRARIES:
        raise ParameterError(
            f"library={library!r}",
            expected=" or ".join(map(repr, LIBRARIES)),
            do=did_you_mean(library, LIBRARIES, listed=True),
        )
    if library == SKLEARN:
        sklearn_factorization()
    k = match.k
    if k is None:
        failed = [x.message for x in match.diagnostics if x.severity == "failure"]
        raise ParameterError(
            "a match without a number of factors",
            expected="one that has K",
            do=" ".join(failed) or "Take one of .branches, or match with a model that has factors.",
        )
    with opened(data, **reading) as source:
        _check_same(match, source, zeros, mask)
        counts, observed, is_sample = _counts(source, zeros, mask, library, random_seed)
    priors = _priors(match, library, counts, observed)
    sizes = sorted({max(1, round(k / 2)), min(2 * k, min(counts.shape) - 1)} - {k})
    fits = [(ANSWER, k, priors), *((FACTORS, size, priors) for size in sizes)]
    if priors is not None:
        fits.append((PRIORS, k, defaults(k) if library == LDA else Priors()))
    scores = np.empty((len(fits), splits))
    with progress_bar("Fitting", len(fits) * splits, show=progress) as advance:
        for n in range(splits):
            split: Split | Words
            if library == LDA:
                split = Words.of(counts, n, random_seed)
                least = split.score(split.frequencies())
            else:
                split = split_of(counts, observed, n, random_seed)
                least = split.score(independence(split))
            for row, (_, factors, prior) in enumerate(fits):
                fitted = _fit(split, library, factors, prior, n)
                scores[row, n] = split.score(fitted) - least
                advance()
    trials = tuple(
        Trial(kind, factors, None if prior is None else prior.shapes, tuple(values))
        for (kind, factors, prior), values in zip(fits, scores.tolist(), strict=True)
    )
    return Validation(match.model, library, trials, counts.shape, is_sample, split.size)


def _check_same(match: Match, data: Any, zeros: str, mask: Any) -> None:
    """Refuse data that are not those of the match, as far as it knows."""
    shape = getattr(data, "shape", None)
    expected = None if match.statistics is None else match.statistics.shape
    if expected is not None and shape is not None and tuple(shape) != tuple(expected):
        raise DataError(
            "data of {} x {}".format(*shape) if len(shape) == 2 else f"data of shape {shape}",
            expected="the {} x {} that were matched".format(*expected),
            do="Pass the same data.",
        )
    complete = mask is None and zeros == "observed" and not lacks_entries(data)
    if match.given.missing and complete:
        raise ParameterError(
            f"a match of data with missing entries ({match.given.missing}), and none here",
            expected="the same entries missing",
            do="Pass the mask=, or zeros='missing', of the match.",
        )


def _fit(split: Split | Words, library: str, k: int, priors: Any, seed: int) -> Factors:
    """Fit a library's model, with its own priors where a match has none for it."""
    if isinstance(split, Words):
        return split.topics(k, priors, seed)
    if library == SKLEARN:
        return nonnegative(split, k, seed)
    return mean_field(split, k, priors or Priors(), seed)


def _priors(match: Match, library: str, counts: Any, mask: Any) -> Priors | Concentrations | None:
    """Return the priors that a match exports to a library, None if that has no such model.

    The scale of the levels follows the mean of the counts that are fitted, which differs from that
    of the match where these are a sample, or have exposures.
    """
    if library == LDA:
        if match.model not in TOPIC_MODELS or mask is not None:
            raise ParameterError(
                "library='lda' for " + ("missing entries" if mask is not None else match.model),
                expected="a match of lda or lda_asymmetric, and all counts of each document",
                do="Leave library=, zeros= and mask= out.",
            )
        return matched(match, counts)
    if library != HPFREC:
        return None
    mean = counts.sum() / (math.prod(counts.shape) if mask is None else mask.nnz)
    try:
        arguments = match.export(HPFREC).arguments
    except ParameterError:
        return None
    priors = Priors(**{name: arguments[name] for name in Priors.__dataclass_fields__})
    scale = math.sqrt(match.achieved.get("mean", mean) / mean)
    return replace(priors, b_prime=priors.b_prime * scale, d_prime=priors.d_prime * scale)


def _counts(data: Any, zeros: str, mask: Any, library: str, seed: int) -> tuple[Any, Any, bool]:
    """Return counts, where they are observed if not everywhere, and if they are a sample."""
    most, table = _ENTRIES, data if isinstance(data, Triples) else read(data, zeros, mask)
    while True:
        sample = sample_of(table, seed, zeros=zeros, most=most)
        counts, observed = as_arrays(sample.matrix, 1)
        if library != SKLEARN or math.prod(counts.shape) <= _DENSE:
            break
        most //= 2
    if counts.nnz and (counts.data.min() < 0 or (counts.data != np.floor(counts.data)).any()):
        raise DataError(
            "data with entries that are negative or no whole numbers",
            expected="counts: they are fitted, and scored, as such",
            do="Pass counts as they were, before any centering, scaling or logarithm.",
        )
    if min(counts.shape) < _LEAST_SIDE:
        raise DataError(
            f"{counts.shape[0]} rows and {counts.shape[1]} columns with anything in them",
            expected=f"at least {_LEAST_SIDE} of each, to hold entries out",
            do="Use more data.",
        )
    return counts, observed, sample.drawn

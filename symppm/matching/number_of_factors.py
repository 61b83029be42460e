"""The number of factors by cross-validation: which rank predicts held-out blocks of a matrix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from numpy.typing import ArrayLike

from symppm.data.door import opened
from symppm.data.forms import Matrix, WholeMatrix
from symppm.data.matrix import MatrixLike, read
from symppm.data.triples import Triples
from symppm.errors import DataError, check_integer
from symppm.results.documents import require
from symppm.results.result import Plotted
from symppm.statistics.cross_validation import FactorCurve, factor_curve
from symppm.statistics.exposures import over_exposure
from symppm.statistics.moments import statistics
from symppm.statistics.parts import thinned

_ENTRIES: Final = 5_000_000


@dataclass(frozen=True)
class NumberOfFactors(FactorCurve, Plotted):
    """The number of factors that predicts held-out entries of a matrix, and how sure that is.

    Attributes
    ----------
    k : int
        Where another factor stops paying: the K, from 2 to that of the smallest error, of the
        largest gain(K) / (K - 1/2)^(1/3); 1 where nothing is resolved.
    k_low, k_high : int
        Between them lies ``k`` for 99 % of all draws of the blocks held out: those drawn are
        resampled.
    k_95 : int
        The least K that has 95 % of the largest gain.
    low, high : int
        Between them lie all K whose errors cannot be told from the smallest (two paired standard
        errors). ``k`` may be below: gains grow slowly on real data.
    gain : tuple of float
        By how much K = 1, 2, …, n factors reduce the mean squared error of held-out entries, beyond
        what independence of rows and columns (of signed data, the leading component) does, in units
        of their mean square, so that the first is 0.
    error : tuple of float
        Standard errors of these, over blocks.
    resolved : bool
        Whether anything beyond independence is predicted, by two standard errors at least.
    reason : str
        What was found, in one sentence or two.
    shape : (int, int)
        Rows and columns that were used: those with three entries other than zero at least.
    drawn : bool
        Whether they are a sample, since the data have more than 5 million entries.
    """

    drawn: bool

    document_kind: ClassVar[str] = "number_of_factors"

    @property
    def curve(self) -> Any:
        """The gain and its standard error by K: a table of pandas.

        Raises
        ------
        MissingExtraError
            If pandas is not installed.
        """
        return self._view("curve_of")

    def _check(self, place: str) -> None:
        count = len(self.gain)
        for name in ("k", "k_low", "k_high", "k_95", "low", "high"):
            value, most = getattr(self, name), max(1, count)
            what = f"a whole number from 1 to {most}"
            require(1 <= value <= most, f"{place}.{name}", value, what)
        require(len(self.error) == count, f"{place}.error", list(self.error), f"{count} numbers")


def number_of_factors(
    data: MatrixLike | Triples,
    *,
    zeros: str = "observed",
    mask: ArrayLike | None = None,
    exposure: ArrayLike | None = None,
    random_seed: int = 0,
    progress: bool = False,
    **reading: Any,
) -> NumberOfFactors:
    """Find how many factors predict held-out entries before another stops paying; without a model.

    Parameters
    ----------
    data : array_like, SciPy sparse or Triples, shape (N, M)
        As for :func:`symppm.statistics`. Sparse data stay sparse. Of more than 5 million entries
        a sample is used: rows and columns in proportion to their totals.
    zeros : {"observed", "missing"}
        What absent entries are; see :func:`symppm.statistics`.
    mask : array_like of bool, shape (N, M), optional
        For dense data: True where an entry is observed.
    exposure : array_like that broadcasts to shape (N, M), optional
        Positive; entries are divided by theirs.
    random_seed : int
        Of all that is drawn; the same seed gives the same result.
    progress : bool
        Show a progress bar on the terminal.
    **reading
        Of a path, a data frame of triples or an AnnData object; see :func:`symppm.statistics`.

    Returns
    -------
    NumberOfFactors
        Not resolved, with K = 1 and the reason, where nothing predicts better than independence.

    Raises
    ------
    DataError
        If the data are no matrix of finite numbers.
    ParameterError
        If ``random_seed`` is no integer in its range.

    Notes
    -----
    Bi-cross-validation (Owen and Perry, Annals of Applied Statistics 3, 2009). Twelve times, and up
    to a hundred in small tables, a fifth of the rows and of the columns is drawn. Rows and columns
    are scaled, so that noise is of one size; independence of rows and columns is taken out, and the
    leading singular vectors of the matrix without these rows and columns predict their common block
    from the rest of both. So noise counts against a factor whatever its distribution is.

    Errors are compared within blocks. Factors that have to be told from noise need about a hundred
    rows and columns; with fewer, or with very heavy tails, see ``low`` and ``high``.

    Examples
    --------
    >>> import numpy as np, symppm as ppm
    >>> rng = np.random.default_rng(0)
    >>> rates = rng.gamma(0.5, 1, (300, 4)) @ rng.gamma(0.5, 1, (4, 200))
    >>> ppm.number_of_factors(rng.poisson(rates)).k
    4
    """
    check_integer("random_seed", random_seed, 0, 2**64 - 1)
    with opened(data, **reading) as source:
        table: Matrix | Triples
        if exposure is None:
            table = source if isinstance(source, Triples) else read(source, zeros, mask)
        elif isinstance(source, Triples):
            raise DataError(
                "exposures for a table of triples",
                expected="exposures for a matrix in memory",
                do="Read the data into memory: engine='memory'.",
            )
        else:
            table = over_exposure(source, exposure, zeros, mask)
        if isinstance(source, Triples):
            statistics(source, zeros=zeros, mask=mask)  # refuses what has none
        return sample_of(table, random_seed, zeros=zeros, progress=progress).factors()


@dataclass(frozen=True)
class Sample:
    """Data that are cross-validated: all, or some of the rows and columns of very large ones."""

    matrix: WholeMatrix
    drawn: bool
    random_seed: int
    progress: bool = False

    def factors(self) -> NumberOfFactors:
        """Return the number of factors, as :func:`number_of_factors` does."""
        curve = factor_curve(self.matrix, self.random_seed, progress=self.progress)
        return NumberOfFactors(**vars(curve), drawn=self.drawn)


def sample_of(
    data: Matrix | Triples,
    random_seed: int,
    *,
    zeros: str = "observed",
    most: int = _ENTRIES,
    progress: bool = False,
) -> Sample:
    """Return what of a matrix, or of triples of which statistics exist, is cross-validated."""
    return Sample(*thinned(data, most, random_seed, zeros), random_seed, progress)

"""Short fits of counts of which some entries are missing, and how well they predict these.

Neither hpfrec nor scikit-learn can leave entries out of a fit: absent ones are zeros to both. Here
hpfrec's model is fitted by its own updates, summed over observed entries alone, and scikit-learn's
factorization fills in what is missing with what it predicts, again and again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import data_kernel
from symppm.extras import load

Table = NDArray[np.float64]
Vector = NDArray[np.float64]
Factors = tuple[Table, Table]

GROUPS: Final = 10
"""Of rows and of columns: one in ten entries is held out."""
_STEPS: Final = 100
_MOST_STEPS: Final = 300
_MOST_STARTS: Final = 4
_WORK: Final = 1e8
"""Counts times factors that a fit may share out, in all its rounds, before these become 100."""
_CHECKED: Final = 10
_SETTLED: Final = 1e-4
_FILLED: Final = 10
_CHUNK: Final = 1 << 22
_LEAST_RATE: Final = 1e-10
_TINY: Final = 1e-9
_DEFAULT: Final = 0.3


@dataclass(frozen=True)
class Priors:
    """Priors of hierarchical Poisson factorization, by default those of hpfrec."""

    a: float = _DEFAULT
    c: float = _DEFAULT
    a_prime: float = _DEFAULT
    b_prime: float = 1.0
    c_prime: float = _DEFAULT
    d_prime: float = 1.0

    @property
    def shapes(self) -> tuple[float, float]:
        """Those of the factors of rows and of columns."""
        return self.a, self.c


@dataclass(frozen=True)
class Split:
    """Counts, a tenth of whose entries is held out, zeros among them.

    Rows and columns are in ten groups each, drawn at random. Held out are the entries whose groups
    add up to ``number``, modulo ten: a tenth of every row and of every column, whatever the values
    are. Sums over such entries are sums over groups, so that no zero is ever stored.
    """

    train: Any
    test: Any
    groups: tuple[NDArray[np.intp], NDArray[np.intp]]
    number: int
    in_fit: Any = None
    held_out: Any = None

    def sums(self, side: int, means: Table) -> Table:
        """Return sums of the other side's factors over the entries of each line in the fit."""
        if self.in_fit is not None:
            return np.asarray((self.in_fit.T if side else self.in_fit) @ means)
        of_groups = np.asarray(self._grouping[1 - side] @ means)
        held_out = of_groups[(self.number - self.groups[side]) % GROUPS]
        return np.asarray(of_groups.sum(0) - held_out)

    @property
    def fitted(self) -> float:
        """How many entries are in the fit."""
        return float(self.sums(0, np.ones((self.train.shape[1], 1))).sum())

    @property
    def size(self) -> int:
        """How many entries are held out."""
        n, m = self.train.shape
        return round(self._held_out_sum((np.ones((n, 1)), np.ones((m, 1)))))

    @property
    def missing(self) -> NDArray[np.bool_]:
        """Where an entry is not in the fit: a dense array."""
        if self.in_fit is not None:
            return np.asarray(self.in_fit.toarray() == 0)
        rows, columns = self.groups
        return np.asarray((rows[:, None] + columns) % GROUPS == self.number)

    def score(self, factors: Factors) -> float:
        """Return the log-likelihood of Poisson counts with these rates, per held-out entry."""
        from scipy.special import gammaln  # noqa: PLC0415 - slow to load

        counts, rates = self.test.data, np.maximum(at_stored(self.test, factors), _LEAST_RATE)
        total = float((counts * np.log(rates) - gammaln(counts + 1)).sum())
        return (total - self._held_out_sum(factors)) / self.size

    def likelihood(self, factors: Factors) -> float:
        """Return the log-likelihood of the counts in the fit, without their factorials."""
        rates = np.maximum(at_stored(self.train, factors), _LEAST_RATE)
        total = (factors[0] * self.sums(0, factors[1])).sum()
        return float(self.train.data @ np.log(rates) - total)

    def _held_out_sum(self, factors: Factors) -> float:
        """Return the sum of the rates of all entries that are held out."""
        if self.held_out is not None:
            return float(at_stored(self.held_out, factors).sum())
        rows, columns = (np.asarray(g @ f) for g, f in zip(self._grouping, factors, strict=True))
        return float((rows * columns[(self.number - np.arange(GROUPS)) % GROUPS]).sum())

    @cached_property
    def _grouping(self) -> tuple[Any, Any]:
        """What sums over the lines of each group, of rows and of columns."""
        from scipy import sparse  # noqa: PLC0415 - slow to load

        rows, columns = (
            sparse.csr_array(
                (np.ones(len(group)), (group, np.arange(len(group)))), shape=(GROUPS, len(group))
            )
            for group in self.groups
        )
        return rows, columns


def split_of(counts: Any, seen: Any, n: int, seed: int) -> Split:
    """Hold out a tenth of the entries."""
    rng = np.random.default_rng([seed, n // GROUPS])
    rows, columns = (rng.permutation(side) % GROUPS for side in counts.shape)
    number = n % GROUPS

    def parted(matrix: Any) -> tuple[Any, Any]:
        from scipy import sparse  # noqa: PLC0415 - slow to load

        entries = matrix.tocoo()
        i, j = entries.coords
        is_out = (rows[i] + columns[j]) % GROUPS == number
        within, without = (
            sparse.csr_array((entries.data[mask], (i[mask], j[mask])), shape=entries.shape)
            for mask in (~is_out, is_out)
        )
        return within, without

    train, test = parted(counts)
    for matrix in (train, test):
        matrix.eliminate_zeros()
    return Split(
        train, test, (rows, columns), number, *((None, None) if seen is None else parted(seen))
    )


def independence(split: Split) -> Factors:
    """Fit the independence of rows and columns to what is not missing."""
    mean = split.train.sum() / split.fitted
    rows, columns = (np.asarray(split.train.sum(axis))[:, None] for axis in (1, 0))
    p, q = np.ones(rows.shape), np.full(columns.shape, mean)
    for _ in range(30):
        # Lines without entries in the fit are as the others are on average.
        p = (rows + _TINY * mean) / (split.sums(0, q) + _TINY * mean)
        q = (columns + _TINY * mean) / (split.sums(1, p) + _TINY)
    return p, q


def mean_field(split: Split, k: int, priors: Priors, seed: int) -> Factors:
    """Fit hpfrec's model by mean-field coordinate ascent; return the means of its factors.

    Small data are fitted from several starts, and the fit in which their counts are most likely is
    returned: others are seen to end in local optima.
    Gopalan, Hofman and Blei (UAI 2015), algorithm 1, with the sums of the other side's factors over
    observed entries. Stops after 100 rounds (of small data, up to 300), or where the likelihood of
    the counts settles.
    """
    return likeliest(split, k, _WORK, lambda n, most: _ascent(split, k, priors, [seed, n], most))


def likeliest(split: Any, k: int, work: float, fit: Callable[[int, int], Factors]) -> Factors:
    """Return the likeliest of fits from some starts in so many rounds: more of small data."""
    affordable = int(work / max(split.train.nnz * k, 1))
    rounds = max(_STEPS, min(affordable, _MOST_STEPS))
    starts = max(1, min(affordable // _MOST_STEPS, _MOST_STARTS))
    return max((fit(n, rounds) for n in range(starts)), key=split.likelihood)


def _ascent(split: Split, k: int, priors: Priors, seed: Sequence[int], rounds: int) -> Factors:
    from scipy.special import digamma  # noqa: PLC0415 - slow to load

    train = split.train
    means = list(_start(split, k, seed))
    shapes = [np.full(x.shape, 3.0) for x in means]
    rates = [3.0 / x for x in means]
    prior_shapes = (priors.a, priors.c)
    above = ((priors.a_prime, priors.b_prime), (priors.c_prime, priors.d_prime))
    shares = [np.empty(x.shape) for x in means]
    previous = -math.inf
    for step in range(rounds):
        logs = [
            np.exp(np.maximum(digamma(shape) - np.log(rate), -60.0))
            for shape, rate in zip(shapes, rates, strict=True)
        ]
        shared_out(train.indptr, train.indices, train.data, *logs, *shares)
        for side, (shape, level) in enumerate(above):
            level_mean = (shape + k * prior_shapes[side]) / (
                shape / level + means[side].sum(1, keepdims=True)
            )
            shapes[side] = prior_shapes[side] + shares[side]
            rates[side] = level_mean + np.maximum(split.sums(side, means[1 - side]), 1e-12)
            means[side] = shapes[side] / rates[side]
        if step % _CHECKED == _CHECKED - 1:
            rate = np.maximum(at_stored(train, (means[0], means[1])), _LEAST_RATE)
            fit = float(train.data @ np.log(rate)) / max(float(train.data.sum()), 1.0)
            if abs(fit - previous) < _SETTLED:
                break
            previous = fit
    return means[0], means[1]


def nonnegative(split: Split, k: int, seed: int) -> Factors:
    """Fit scikit-learn's non-negative factorization by the Kullback-Leibler divergence.

    What is missing is filled with what is predicted for it, ten times, the fit going on from where
    it was: the EM algorithm for Poisson counts.
    """
    factorize = sklearn_factorization()
    filled, missing = split.train.toarray(), split.missing
    p, q = independence(split)
    filled[missing] = (p * q.T)[missing]
    w, beta = _start(split, k, seed)
    h = np.ascontiguousarray(beta.T)
    for _ in range(_FILLED):
        w, h, _ = factorize(
            filled, W=w, H=h, n_components=k, init="custom", solver="mu",
            beta_loss="kullback-leibler", max_iter=_STEPS // _FILLED, tol=0.0,
        )  # fmt: skip
        filled[missing] = (w @ h)[missing]
    return w, h.T


def sklearn_factorization() -> Callable[..., Any]:
    """Return scikit-learn's function."""
    module = load(
        "sklearn.decomposition", "sklearn", "a fit by scikit-learn", ", or choose another library"
    )
    function: Callable[..., Any] = module.non_negative_factorization
    return function


def _start(split: Split, k: int, seed: int | Sequence[int]) -> Factors:
    """Draw factors whose sums have about the totals of rows and columns."""
    rng = np.random.default_rng(seed)
    mean = split.train.sum() / split.fitted
    theta, beta = (
        np.sqrt(mean / k)
        * np.maximum(totals / max(float(totals.mean()), 1e-12), 1e-3)[:, None]
        * rng.gamma(3, 1 / 3, (len(totals), k))
        for totals in (np.asarray(split.train.sum(axis)).ravel() for axis in (1, 0))
    )
    return theta, beta


def _shared_out_in_arrays(
    starts: Any, places: Any, values: Any, theta: Table, beta: Table, rows: Table, columns: Table
) -> None:
    """Do what :func:`shared_out` does by SciPy."""
    from scipy import sparse  # noqa: PLC0415 - slow to load

    weights = sparse.csr_array((values, places, starts), shape=(len(theta), len(beta)))
    expected = np.maximum(at_stored(weights, (theta, beta)), 1e-30)
    weights = sparse.csr_array((values / expected, places, starts), shape=weights.shape)
    rows[:] = theta * (weights @ beta)
    columns[:] = beta * (weights.T @ theta)


@data_kernel(
    _shared_out_in_arrays,
    work=lambda _starts, _places, values, theta, *_: (
        values.size * theta.shape[1] * _MOST_STEPS * _MOST_STARTS  # it is called so often
    ),
)
def shared_out(
    starts: Any, places: Any, values: Any, theta: Table, beta: Table, rows: Table, columns: Table
) -> None:
    """Share each count out among factors, in proportion to what they contribute to its rate."""
    rows[:] = 0.0
    columns[:] = 0.0
    for i in range(theta.shape[0]):
        for place in range(starts[i], starts[i + 1]):
            j = places[place]
            rate = 1e-30
            for k in range(theta.shape[1]):
                rate += theta[i, k] * beta[j, k]
            scale = values[place] / rate
            for k in range(theta.shape[1]):
                share = scale * theta[i, k] * beta[j, k]
                rows[i, k] += share
                columns[j, k] += share


def at_stored(places: Any, factors: Factors) -> Vector:
    """Return the products of factors where a sparse array is stored."""
    left, right = factors
    rows = np.repeat(np.arange(places.shape[0]), np.diff(places.indptr))
    products = np.empty(places.nnz)
    step = max(1, _CHUNK // left.shape[1])
    for start in range(0, len(products), step):
        chunk = slice(start, start + step)
        products[chunk] = np.einsum("ij,ij->i", left[rows[chunk]], right[places.indices[chunk]])
    return products

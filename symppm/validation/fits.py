"""Short fits of counts of which some entries are missing, and how well they predict these.

Neither hpfrec nor scikit-learn can leave entries out of a fit: absent ones are zeros to both. Here
hpfrec's model is fitted by its own updates, summed over observed entries alone, and scikit-learn's
factorization fills in what is missing with what it predicts, again and again.
"""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.measure.extras import load

Table = NDArray[np.float64]
Vector = NDArray[np.float64]
Factors = tuple[Table, Table]

HELD: Final = 0.1
"""Share of the entries that is held out."""
_MOST_HELD: Final = 4_000_000
_STEPS: Final = 100
_CHECKED: Final = 10
_SETTLED: Final = 1e-4
_FILLED: Final = 10
_CHUNK: Final = 1 << 22
_LEAST_RATE: Final = 1e-10
_DEFAULT: Final = 0.3


@dataclass(frozen=True)
class Split:
    """Counts, some of which are missing.

    Attributes
    ----------
    train : scipy.sparse.csr_array, shape (n, m)
        The counts that are not missing.
    missing : scipy.sparse.csr_array, shape (n, m)
        One where an entry is not in the fit: held out, or not observed at all.
    held : scipy.sparse.csr_array, shape (n, m)
        One where an entry is held out.
    values : ndarray, shape (h,)
        What is held out, in the order in which ``held`` is stored.
    """

    train: Any
    missing: Any
    held: Any
    values: Vector

    @property
    def observed(self) -> float:
        """How many entries are in the fit."""
        return float(math.prod(self.train.shape) - self.missing.nnz)

    def rates(self, factors: Factors) -> Vector:
        """Return what factors predict for the entries that are held out."""
        return np.maximum(_at(self.held, factors), _LEAST_RATE)

    def score(self, factors: Factors) -> float:
        """Return the log-likelihood of Poisson counts with these rates, per held-out entry."""
        from scipy.special import gammaln  # noqa: PLC0415 - slow to load

        rate = self.rates(factors)
        return float((self.values * np.log(rate) - rate - gammaln(self.values + 1)).mean())


@dataclass(frozen=True)
class Priors:
    """Priors of hierarchical Poisson factorization.

    Attributes
    ----------
    a, c : float
        Shapes of the factors of rows and of columns.
    a_prime, b_prime, c_prime, d_prime : float
        Shapes and means of the levels.
    """

    a: float = _DEFAULT
    c: float = _DEFAULT
    a_prime: float = _DEFAULT
    b_prime: float = 1.0
    c_prime: float = _DEFAULT
    d_prime: float = 1.0


def split_of(counts: Any, seen: Any, seed: int) -> Split:
    """Hold out a tenth of the observed entries, zeros among them; less of very large tables.

    Parameters
    ----------
    counts : scipy.sparse.csr_array, shape (n, m)
        Zero or more.
    seen : scipy.sparse.csr_array or None
        Ones where an entry is observed, if that is not everywhere.
    seed : int
        Of what is drawn.
    """
    from scipy import sparse  # noqa: PLC0415 - slow to load

    shape, rng = counts.shape, np.random.default_rng(seed)
    size = math.prod(shape)
    if seen is None:
        drawn = rng.choice(size, int(min(HELD * size, _MOST_HELD)), replace=False, shuffle=False)
    else:
        rows = np.repeat(np.arange(shape[0]), np.diff(seen.indptr))
        drawn = rng.permutation(rows * shape[1] + seen.indices)[: int(HELD * seen.nnz)]
    drawn.sort()
    held = sparse.csr_array((np.ones(len(drawn)), np.divmod(drawn, shape[1])), shape=shape)
    train = sparse.csr_array(counts - counts.multiply(held))
    train.eliminate_zeros()
    missing = held
    if seen is not None:
        missing = sparse.csr_array(np.ones(shape) - (seen - held).toarray())
    values = np.asarray(counts[np.divmod(drawn, shape[1])], dtype=np.float64).ravel()
    return Split(train, missing, held, values)


def independence(split: Split) -> Factors:
    """Fit the independence of rows and columns to what is not missing.

    Parameters
    ----------
    split : Split
        Counts.
    """
    train, missing = split.train, split.missing
    rows, columns = (np.asarray(train.sum(axis)).ravel() + 1e-9 for axis in (1, 0))
    other, q = missing.T.tocsr(), columns / columns.sum()
    p = rows
    for _ in range(30):
        p = rows / (q.sum() - missing @ q)
        q = columns / (p.sum() - other @ p)
    return p[:, None], q[:, None]


def mean_field(split: Split, k: int, priors: Priors, seed: int) -> Factors:
    """Fit hpfrec's model by mean-field coordinate ascent; return the means of its factors.

    Parameters
    ----------
    split : Split
        Counts.
    k : int
        Factors.
    priors : Priors
        Of the model.
    seed : int
        Of where the ascent starts.

    Notes
    -----
    Gopalan, Hofman and Blei (UAI 2015), algorithm 1, with the sums of the other side's factors over
    observed entries. Stops after 100 rounds, or where the likelihood of the counts settles.
    """
    from scipy.special import digamma  # noqa: PLC0415 - slow to load

    train, rng = split.train, np.random.default_rng(seed)
    mean = train.sum() / split.observed
    sums = [np.asarray(train.sum(axis)).ravel() for axis in (1, 0)]
    means = [
        np.sqrt(mean / k)
        * np.maximum(each / (mean * train.shape[1 - axis]), 1e-3)[:, None]
        * rng.gamma(3, 1 / 3, (len(each), k))
        for axis, each in enumerate(sums)
    ]
    shapes = [np.full(each.shape, 3.0) for each in means]
    rates = [3.0 / each for each in means]
    own = (priors.a, priors.c)
    above = ((priors.a_prime, priors.b_prime), (priors.c_prime, priors.d_prime))
    missing = split.missing, split.missing.T.tocsr()
    weights = train.copy()
    before = -math.inf
    for step in range(_STEPS):
        logs = [
            np.exp(np.maximum(digamma(shape) - np.log(rate), -60.0))
            for shape, rate in zip(shapes, rates, strict=True)
        ]
        expected = np.maximum(_at(train, (logs[0], logs[1])), 1e-30)
        weights.data = train.data / expected
        shares = logs[0] * (weights @ logs[1]), logs[1] * (weights.T @ logs[0])
        for side, other in ((0, 1), (1, 0)):
            shape, level = above[side]
            level_mean = (shape + k * own[side]) / (
                shape / level + means[side].sum(1, keepdims=True)
            )
            seen = means[other].sum(0) - missing[side] @ means[other]
            shapes[side] = own[side] + shares[side]
            rates[side] = level_mean + np.maximum(seen, 1e-12)
            means[side] = shapes[side] / rates[side]
        if step % _CHECKED == _CHECKED - 1:
            rate = np.maximum(_at(train, (means[0], means[1])), _LEAST_RATE)
            fit = float(train.data @ np.log(rate)) / max(float(train.data.sum()), 1.0)
            if abs(fit - before) < _SETTLED:
                break
            before = fit
    return means[0], means[1]


def nonnegative(split: Split, k: int, seed: int) -> Factors:
    """Fit scikit-learn's non-negative factorization by the Kullback-Leibler divergence.

    Parameters
    ----------
    split : Split
        Counts.
    k : int
        Factors.
    seed : int
        Of where it starts.

    Raises
    ------
    MissingExtraError
        If scikit-learn is not installed.

    Notes
    -----
    What is missing is filled with what is predicted for it, ten times, the fit going on from where
    it was: the EM algorithm for Poisson counts.
    """
    factorize = load(
        "sklearn.decomposition", "sklearn", "a fit by scikit-learn", ", or choose another library"
    ).non_negative_factorization
    filled = split.train.toarray()
    at = split.missing.nonzero()
    p, q = independence(split)
    filled[at] = (p[at[0]] * q[at[1]]).ravel()
    rng = np.random.default_rng(seed)
    scale = np.sqrt(filled.mean() / k)
    w = scale * rng.gamma(3, 1 / 3, (filled.shape[0], k))
    h = scale * rng.gamma(3, 1 / 3, (k, filled.shape[1]))
    for _ in range(_FILLED):
        with warnings.catch_warnings():
            # That so few steps do not converge is as wanted.
            warnings.simplefilter("ignore")
            w, h, _ = factorize(
                filled, W=w, H=h, n_components=k, init="custom", solver="mu",
                beta_loss="kullback-leibler", max_iter=_STEPS // _FILLED, tol=0.0,
            )  # fmt: skip
        filled[at] = np.einsum("ij,ij->i", w[at[0]], h.T[at[1]])
    return w, h.T


def _at(places: Any, factors: Factors) -> Vector:
    """Return the products of factors where a sparse array is stored."""
    left, right = factors
    rows = np.repeat(np.arange(places.shape[0]), np.diff(places.indptr))
    found = np.empty(places.nnz)
    step = max(1, _CHUNK // left.shape[1])
    for start in range(0, len(found), step):
        some = slice(start, start + step)
        found[some] = np.einsum("ij,ij->i", left[rows[some]], right[places.indices[some]])
    return found

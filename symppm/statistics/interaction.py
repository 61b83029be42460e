"""What rates and noise are beyond totals: the interaction of rows and columns, and dispersion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from symppm.data.matrix import WholeMatrix
from symppm.one_thread import one_thread
from symppm.statistics.cross_validation import (
    GATE,
    LEAST_SIDE,
    Block,
    Prediction,
    Rest,
    drawn_blocks,
    each_block,
)
from symppm.statistics.lowrank import row_of
from symppm.statistics.scaling import Scaled, as_arrays, independence, pruned, scaled, totals_of

_DENSER: Final = (1, 5)  # entries a line other than zero: more where fewer resolve nothing
_APART: Final = 12  # blocks whose noise counts as independent: more have many entries in common
_LINES_APART: Final = 5  # blocks, of a fifth of the rows and columns, with none of these in common
_OF_MEDIAN: Final = 1.2533  # standard error of a median over that of a mean, for normal values
_MOST_ROWS: Final = 2_000  # of which eigenvalues are computed: the median needs no more
_SETTLED: Final = 1e-6
_GRID, _FEWEST_ROWS = 20_001, 5
_FILLED: Final = 0.1  # share of entries from which products of filled matrices take less time


@dataclass(frozen=True)
class Interaction:
    """The variance of rates of mean one over the product of their row's and column's totals.

    It is 0 where rows and columns are independent. ``error`` is its standard error, over other rows
    and columns; it is ``resolved`` where it is two standard errors of noise above zero.
    """

    value: float
    error: float
    resolved: bool


@one_thread()
def interaction(matrix: WholeMatrix, k: int, random_seed: int) -> Interaction | None:
    """Measure the interaction of k components, at least two, on held-out entries.

    Over the square roots of its totals a matrix has, beside their independence, components whose
    energy over that of independence is the variance of rates over their totals. Each is measured as
    what it predicts of blocks that are held out, so that noise adds nothing on average; the answer
    is the median over the blocks. None if the matrix is too small, or has negative values.
    """
    answer = None
    for least in _DENSER:
        ready = scaled(matrix, random_seed, least=least, floor=0.0)
        shape = ready.whole.shape
        if ready.margins is None or min(shape) < max(LEAST_SIDE, 2 * k):
            break

        def prediction(block: Block, ready: Scaled = ready) -> Prediction | None:
            return Rest(ready, block, random_seed).prediction(k)

        guesses = each_block(prediction, drawn_blocks(shape, random_seed))
        energies = [guess.energies() for guess in guesses if guess is not None]
        # Where entries are missing, independence is filled in: the rest is smaller by their share.
        observed = ready.whole.share_observed
        shares = [float(e[1:].sum() / e[0]) / observed for e in energies if e[0] > 0]
        if len(shares) < 2:
            break
        value, spread = float(np.median(shares)), _OF_MEDIAN * float(np.std(shares, ddof=1))
        beyond = value > GATE * spread / min(len(shares), _APART) ** 0.5
        answer = Interaction(value, spread / min(len(shares), _LINES_APART) ** 0.5, beyond)
        if answer.resolved:
            break
    return answer


@one_thread()
def dispersion(matrix: WholeMatrix, random_seed: int, poisson: float = 1.0) -> float:
    """Return the variance of entries given their rates over what it is for Poisson counts.

    Of counts over exposures, ``poisson`` is the average of one over these. 1 for small tables.

    Rows and columns are scaled so that the values of each have the mean one (Sinkhorn); the roots
    of these scales give Poisson counts a noise of variance one on average. Few factors move few of
    the singular values, so the median of the eigenvalues of Y Y' / m is phi times the median of
    Marchenko and Pastur's law (Landa, Zhang and Kluger, SIAM J. Math. Data Science 4, 2022). Where
    entries are missing, the independence of rows and columns, which would look like noise, is taken
    off those observed.
    """
    values, mask = _flat(*as_arrays(matrix, 1))
    if values.shape[0] > _MOST_ROWS:
        generator = np.random.default_rng(random_seed)
        sample = np.sort(generator.choice(values.shape[0], _MOST_ROWS, replace=False))
        values, mask = _flat(*pruned(values[sample], None if mask is None else mask[sample], 1))
    rows, columns = values.shape
    if rows < _FEWEST_ROWS or values.min() < 0:
        return 1.0
    ones = np.full(rows, float(columns)), np.full(columns, float(rows))
    of_rows, of_columns = independence(ones, values, settled=_SETTLED)
    if mask is not None:
        p, q = independence(totals_of(values), mask)
        values.data -= p[row_of(values)] * q[values.indices]
    white = values.multiply(np.sqrt(of_rows)[:, None]).multiply(np.sqrt(of_columns)).tocsr()
    if white.nnz > _FILLED * rows * columns:
        white = white.toarray()
    products = white @ white.T
    products = products if isinstance(products, np.ndarray) else products.toarray()
    eigenvalues = np.linalg.eigvalsh(products) / columns
    return float(np.median(eigenvalues)) / _median_of_noise(rows / columns) / poisson


def _flat(values: Any, mask: Any) -> tuple[Any, Any]:
    """Turn a matrix so that its shorter side are rows."""
    if values.shape[0] <= values.shape[1]:
        return values, mask
    return values.T.tocsr(), None if mask is None else mask.T.tocsr()


def _median_of_noise(ratio: float) -> float:
    """Return the median of Marchenko and Pastur's law for matrices of a ratio of sides below 1."""
    low, high = (1 - ratio**0.5) ** 2, (1 + ratio**0.5) ** 2
    grid = np.linspace(low, high, _GRID)[1:-1]
    law = np.cumsum(np.sqrt((high - grid) * (grid - low)) / grid)
    return float(grid[np.searchsorted(law, law[-1] / 2)])

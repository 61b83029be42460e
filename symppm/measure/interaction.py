"""The interaction of rows and columns: how much rates vary beyond the totals of both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from symppm.data.matrix import WholeMatrix
from symppm.measure.cross_validation import (
    drawn_blocks,
    number_of_blocks,
    predicted,
    scaled,
)
from symppm.one_thread import one_thread

_SIDES: Final = 12
_DENSER: Final = (1, 5)
"""Entries other than zero that rows and columns need: more where fewer resolve nothing."""
_APART: Final = 12
"""Blocks whose noise counts as independent: more have many entries in common."""
_LINES_APART: Final = 5
"""Blocks, of a fifth of the rows and columns, that have none of these in common."""
_OF_MEDIAN: Final = 1.2533
"""Standard error of a median over that of a mean, for normal values."""
_GATE: Final = 2.0


@dataclass(frozen=True)
class Interaction:
    """The variance of rates over the product of their row's and their column's totals.

    Attributes
    ----------
    value : float
        For rates of mean one: 0 where rows and columns are independent.
    error : float
        Its standard error, over other rows and columns.
    resolved : bool
        Whether it is above zero by more than the noise of entries, by two standard errors.
    """

    value: float
    error: float
    resolved: bool


@one_thread()
def interaction(matrix: WholeMatrix, k: int, random_seed: int) -> Interaction | None:
    """Measure the interaction of the first k components on held-out entries.

    Parameters
    ----------
    matrix : DenseMatrix or SparseMatrix
        Counts, or other values of zero or more.
    k : int
        The number of factors, at least 2.
    random_seed : int
        Of the blocks that are drawn.

    Returns
    -------
    Interaction or None
        None if the matrix is too small, or has negative values.

    Notes
    -----
    The matrix over the square roots of its totals has, once their independence is taken out,
    components whose energy over that of independence is the variance of rates over their totals.
    Each is measured as what it predicts of blocks that are held out, so that noise adds nothing on
    average; the median over the blocks is the answer. Factors that noise hides are not in it.
    """
    found = None
    for least in _DENSER:
        ready = scaled(matrix, random_seed, least=least, floor=0.0)
        shape = ready.whole.shape
        if ready.margins is None or min(shape) < max(_SIDES, 2 * k):
            break
        blocks = drawn_blocks(shape, number_of_blocks(shape), random_seed)
        guesses = [predicted(ready, each, k, random_seed) for each in blocks]
        energies = [each.energies() for each in guesses if each is not None]
        # Where entries are missing, independence is filled in: the rest is smaller by their share.
        seen = ready.whole.share_observed
        shares = [float(e[1:].sum() / e[0]) / seen for e in energies if e[0] > 0]
        if len(shares) < 2:
            break
        value, spread = float(np.median(shares)), _OF_MEDIAN * float(np.std(shares, ddof=1))
        beyond = value > _GATE * spread / min(len(shares), _APART) ** 0.5
        found = Interaction(value, spread / min(len(shares), _LINES_APART) ** 0.5, beyond)
        if found.resolved:
            break
    return found

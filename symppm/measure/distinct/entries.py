"""What single entries add to the estimate of the cycle.

The estimate is linear in every entry. So it changes by its slope in an entry times the distance by
which that entry is moved; and the distance to what the entry's row and column make of it, from the
other entries, is z / ((1 - 1/N) (1 - 1/M)).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.load import load_generated

Vector = NDArray[np.float64]
Table = NDArray[np.float64]


@dataclass(frozen=True)
class Slopes:
    """The slope of the estimate in every entry of a centred matrix, in parts, as kernels take them.

    Attributes
    ----------
    sums : ndarray of float64, shape (5,)
        In the five sums; that in the squared sum of z^2 times the sum.
    rows : ndarray of float64, shape (N, 2)
        Of every row the sum of z^2, and what centring takes off the slope.
    size : (int, int)
        Rows and columns.
    """

    sums: Vector
    rows: Table
    size: tuple[int, int]

    @property
    def factor(self) -> float:
        """What the kernels' results are to be multiplied by, for products over all cycles."""
        n, m = self.size
        # Four for the derivatives of fourth powers; N (N - 1) M (M - 1) cycles.
        return 4.0 * float(n) ** 2 * float(m) ** 2

    def columns(self, powers: Table, firsts: Vector) -> Table:
        """Return for columns what ``rows`` has.

        Parameters
        ----------
        powers : ndarray of float64, shape (3, k)
            Sums of z^2, z^3 and z^4 of some columns.
        firsts : ndarray of float64, shape (k,)
            Sums over these columns of z times the rows' z^2.
        """
        taken = (self.sums[1] * firsts + self.sums[0] * powers[1]) / self.size[0]
        return np.stack([powers[0], taken], axis=1)


def slopes_of(powers: Table, firsts: Vector, columns: int) -> Slopes:
    """Return the slopes of the estimate in the entries.

    Parameters
    ----------
    powers : ndarray of float64, shape (3, N)
        Sums of z^2, z^3 and z^4 of the rows.
    firsts : ndarray of float64, shape (N,)
        Sums over the rows of z times the columns' z^2.
    columns : int
        How many there are.
    """
    rows = powers.shape[1]
    cycle = load_generated("cycles").cycle
    sums = np.array([cycle(float(rows), float(columns), *unit)[0] for unit in np.eye(5)])
    taken = sums[2] * firsts + sums[0] * powers[1] - sums[0] * powers[1].sum() / rows
    sums[3] *= powers[0].sum()
    return Slopes(sums, np.stack([powers[0], taken / columns], axis=1), (rows, columns))

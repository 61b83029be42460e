"""Powers of values that neither overflow nor vanish: values are divided by their spread first."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.errors import DataError
from symppm.statistics.sums import Margins

_LARGEST_EXPONENT: Final = 230
_ROUNDINGS: Final = 8.0
_DOUBLE: Final = 8


def spread_of(margins: Margins) -> float:
    """Return a power of two near the spread of the values; dividing by it rounds nothing.

    Parameters
    ----------
    margins : Margins
        Of a matrix with an observed entry.

    Raises
    ------
    DataError
        If double precision does not hold the fourth powers of the values.
    """
    spread = float(np.sqrt(margins.squares / margins.observed))
    if spread == 0:
        return 1.0
    exponent = float(np.round(np.log2(spread)))
    if abs(exponent) > _LARGEST_EXPONENT:
        raise DataError(
            f"values that lie about {spread:.0e} apart",
            expected="distances between 1e-69 and 1e69, whose fourth powers double precision holds",
            do="Divide the data by a constant; the number of factors does not change.",
        )
    return float(2.0**exponent)


def rounding_only(squares: float, margins: Margins, dtype: np.dtype[Any], scale: float) -> bool:
    """Return whether what centring left of a complete matrix is no larger than rounding.

    Parameters
    ----------
    squares : float
        Sum of the squares of what is left.
    margins : Margins
        Of the matrix.
    dtype : numpy.dtype
        Of its values as they are given.
    scale : float
        What the values were divided by before.
    """
    # Whole numbers are exact, and so are their differences from a whole number.
    middle = margins.origin + margins.center if margins.integral else 0.0
    largest = max(abs(margins.maximum - middle), abs(margins.minimum - middle)) / scale
    coarse = dtype.kind == "f" and dtype.itemsize < _DOUBLE and not margins.integral
    unit = float(np.finfo(dtype if coarse else np.float64).eps)
    return squares <= margins.observed * (_ROUNDINGS * unit * largest) ** 2


def check_finite(values: NDArray[np.float64] | float) -> None:
    """Refuse results that double precision does not hold.

    Parameters
    ----------
    values : ndarray of float64 or float
        Powers of the values up to the fourth.

    Raises
    ------
    DataError
        If one is not finite.
    """
    if not np.isfinite(values).all():
        raise DataError(
            "values whose fourth powers are too large for double precision",
            expected="values up to about 1e69 in size",
            do="Divide the data by a constant; the number of factors does not change.",
        )

"""What is measured on data, exactly over all pairs of entries, with a two-way jackknife."""

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
Table = NDArray[np.float64]

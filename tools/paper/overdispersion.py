"""K-hat of the printed formula for Negative Binomial counts (7.3.1, fig:sensitivity, right).

python tools/paper/overdispersion.py [--quick] [--jobs 2] [--results DIR]

The text has r in {10, 50, 100, 500, 1000, 5000} and 20 runs. The authors' results are in two files,
500 x 500 with r from 50 on and 1000 x 1000 with r in {1, 10, 100, 1000}, both with setting A too,
which their figure leaves out. The cells are those of both files, 20 runs each. Correlations are
exact; the authors' code samples pairs, as many as 20 % of the entries, that may be an entry and
itself (mismatch.coincident names the source); that is done here as well. Beside the printed formula
is the Negative Binomial model, with r given and, except in A, with r unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import numpy as np
from lab.experiment import Experiment, command
from lab.running import Cell, Run, Setting
from lab.verdicts import Verdict
from mismatch.misfit import overdispersed
from mismatch.sensitivity import FACTORS, FIGURE, Mismatch, table, ways
from mismatch.sensitivity_claims import verdicts as common_verdicts
from mismatch.sensitivity_figure import figure
from numpy.typing import NDArray


def spread_out(rate: NDArray[Any], size: float, rng: np.random.Generator) -> NDArray[Any]:
    """Draw Negative Binomial counts with some means and a size."""
    return rng.negative_binomial(size, size / (rate + size))


MISMATCH: Final = Mismatch(
    name="overdispersion",
    model="gmf_gamma_negativebinomial",
    parameter="r",
    draw=spread_out,
    limit=overdispersed,
)


def cells(setting: Setting) -> list[Cell]:
    """Return the authors' cells, or some of them."""
    grids = {1000: (1.0, 10.0, 100.0, 1000.0), 500: (50.0, 100.0, 500.0, 1000.0, 5000.0)}
    if setting.quick:
        grids = {1000: (1.0, 10.0, 1000.0), 500: (50.0, 5000.0)}
    return [
        {"rows": rows, "setting": name, "K": k, "level": level}
        for rows, levels in grids.items()
        for name in "ADF"
        for k in ((25, 150) if setting.quick else FACTORS)
        for level in levels
    ]


def verdicts(runs: Sequence[Run]) -> list[Verdict]:
    """Say what is said of both halves of the figure."""
    return common_verdicts(MISMATCH, runs)


EXPERIMENT = Experiment(
    name=MISMATCH.name,
    shows=f"{FIGURE}, right: Negative Binomial counts of size r, relative error of K-hat",
    cells=cells,
    one=partial(ways, MISMATCH),
    runs=(4, 20),
    table=table,
    verdicts=verdicts,
    figure=partial(figure, MISMATCH, axis="r", scale="log"),
)


if __name__ == "__main__":
    raise SystemExit(command(EXPERIMENT))

"""K-hat of the printed formula where entries are zeroed (Section 7.3.1, fig:sensitivity, left).

python tools/paper/sparsity.py [--quick] [--jobs 2] [--results DIR]

The cells are those of the authors' file, setting A too, which their figure leaves out; 20 runs
each, as the text says (the file has 30). Correlations are exact; the authors' code samples pairs,
as many as 20 % of the entries, that may be an entry and itself (mismatch.coincident names the
source); that is done here as well. Beside the printed formula is the zero-inflated Poisson model,
with p given and, except in A, with p unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import numpy as np
from lab.estimating import estimates
from lab.experiment import Experiment, command, groups
from lab.running import Cell, Run, Setting
from lab.verdicts import Verdict, of_median, shared
from mismatch.misfit import with_zeros
from mismatch.sensitivity import FACTORS, FIGURE, LEVEL, NAMES, Mismatch, by, number, table, ways
from mismatch.sensitivity_claims import verdicts as common_verdicts
from mismatch.sensitivity_figure import figure
from numpy.typing import NDArray


def zeroed(rate: NDArray[Any], kept: float, rng: np.random.Generator) -> NDArray[Any]:
    """Draw Poisson counts and keep each with a probability."""
    return rng.poisson(rate) * (rng.random(rate.shape) < kept)


MISMATCH: Final = Mismatch(
    name="sparsity",
    model="gmf_gamma_zeroinflatedpoisson",
    parameter="p",
    draw=zeroed,
    limit=with_zeros,
)


def cells(setting: Setting) -> list[Cell]:
    """Return the authors' cells, or some of them."""
    levels = (1.0, 0.96, 0.9) if setting.quick else (1.0, 0.98, 0.96, 0.94, 0.92, 0.9)
    return [
        {"rows": 1000, "setting": name, "K": k, "level": level}
        for name in "ADF"
        for k in ((25, 150) if setting.quick else FACTORS)
        for level in levels
    ]


def verdicts(runs: Sequence[Run]) -> list[Verdict]:
    """Say what is said of both halves of the figure, and of this one alone."""
    return [*common_verdicts(MISMATCH, runs), quarter(by(runs, "printed", "DF"))]


def quarter(runs: Sequence[Run]) -> Verdict:
    """Say whether a tenth of zeros costs less than 25 % in some configurations."""
    some = groups([each for each in runs if each.cell["level"] == 0.9], *NAMES)
    level = shared(LEVEL, len(some))
    ends = {
        f"{key[1]} {key[2]}": [
            end / number(key[2]) - 1 for end in of_median(estimates(those), level)
        ]
        for key, those in some.items()
    }
    medians = {
        f"{key[1]} {key[2]}": float(np.median(estimates(those))) / number(key[2]) - 1
        for key, those in some.items()
    }
    below = [name for name, error in medians.items() if error < 0.25]
    sure = any(high < 0.25 for _, high in ends.values())
    return Verdict(
        f"{FIGURE}, p_obs = 0.9: relative error below 25 %",
        "for some configurations",
        f"medians of {', '.join(f'{name}: {medians[name]:.2f}' for name in below) or 'none'}; "
        f"surely below in {sum(high < 0.25 for _, high in ends.values())}, "
        f"surely above in {sum(low > 0.25 for low, _ in ends.values())} of {len(ends)}",
        "some interval of a median wholly below 25 %, 99 % for all together; differs if all are "
        "wholly above",
        sure,
        resolved=sure or all(low > 0.25 for low, _ in ends.values()),
    )


EXPERIMENT = Experiment(
    name=MISMATCH.name,
    shows=f"{FIGURE}, left: entries zeroed with probability 1 - p_obs, relative error of K-hat",
    cells=cells,
    one=partial(ways, MISMATCH),
    runs=(4, 20),
    table=table,
    verdicts=verdicts,
    figure=partial(figure, MISMATCH, axis="p_obs"),
)


if __name__ == "__main__":
    raise SystemExit(command(EXPERIMENT))

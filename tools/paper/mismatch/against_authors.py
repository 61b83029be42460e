"""Our medians and correlations beside those of the authors' files behind fig:sensitivity."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from lab.estimating import estimates
from lab.experiment import groups
from lab.running import Run
from lab.verdicts import Verdict, error_of_median, reference, shared
from scipy import stats

from mismatch.sensitivity import FIGURE, LEVEL, NAMES, Key, number


@dataclass(frozen=True)
class Pair:
    """A cell, in the authors' files and in our runs.

    Attributes
    ----------
    key : tuple
        Its values.
    theirs, ours : float
        Logarithms of the medians of K-hat/K.
    theirs_error, error : float
        Standard errors of theirs, and of the difference.
    least : int
        Runs behind the median that has fewer.
    """

    key: Key
    theirs: float
    theirs_error: float
    ours: float
    error: float
    least: int

    @property
    def z(self) -> float:
        """The difference over its standard error."""
        return (self.ours - self.theirs) / self.error


def _pairs(name: str, runs: Sequence[Run]) -> list[Pair]:
    """Return the cells in which both medians have a standard error."""
    published = published_cells(name)
    pairs = []
    for key, some in groups(runs, *NAMES).items():
        line = published[key]
        found = [each / number(key[2]) for each in estimates(some)]
        middle, error = float(np.median(found)), error_of_median(found)
        said, its = 1 + float(line["median"]), float(line["error"])
        if math.isfinite(error) and math.isfinite(its) and its > 0:
            both = math.hypot(error / middle, its / said)
            least = min(len(found), int(line["runs"]))
            pairs.append(Pair(key, math.log(said), its / said, math.log(middle), both, least))
    return pairs


def published_cells(name: str) -> dict[Key, dict[str, str]]:
    """Return the authors' cells by rows, setting, K and level.

    Parameters
    ----------
    name : str
        Of the published table.
    """
    return {
        (int(line["rows"]), line["setting"], int(line["K"]), float(line["level"])): line
        for line in reference(name)
    }


def cell_by_cell(name: str, runs: Sequence[Run], how: str, why: str = "") -> list[Verdict]:
    """Compare medians with the authors', each on its own and all together.

    Parameters
    ----------
    name : str
        Of the published table.
    runs : sequence of Run
        Of one way.
    how : str
        That way, in words.
    why : str
        Why they differ, if they do.
    """
    pairs = _pairs(name, runs)
    if not pairs:
        return [_too_few(f"{FIGURE}, {how}", len(runs))]
    level = shared(LEVEL, len(pairs))
    beyond = [each for each in pairs if abs(each.z) > stats.t.ppf((1 + level) / 2, each.least - 1)]
    worst = max(pairs, key=lambda each: abs(each.z))
    ratio, error = _together(pairs)
    agrees = abs(ratio) <= 2.58 * error
    sources = ", ".join(sorted({str(each.key[0]) for each in pairs}))
    where = f"{FIGURE}, {how}"
    return [
        Verdict(
            f"{where}: median K-hat/K of each cell",
            f"authors' files, {len(pairs)} cells ({sources} rows)",
            f"{len(beyond)} beyond; farthest {placed(worst.key)}: {math.exp(worst.ours):.3g}, "
            f"authors {math.exp(worst.theirs):.3g} (z {worst.z:.1f})",
            "both standard errors, Student's, 99 % for all cells together",
            not beyond,
            why if beyond else "",
        ),
        Verdict(
            f"{where}: all cells together",
            "1",
            f"{math.exp(ratio):.4f} (error {error:.4f}), our median over theirs, average cell",
            "2.58 standard errors from 1, cells weighted by the authors' errors",
            agrees,
            "" if agrees else why,
        ),
    ]


def _too_few(where: str, count: int) -> Verdict:
    """Return that no median has a standard error."""
    return Verdict(
        f"{where}: median K-hat/K of each cell",
        "authors' files",
        f"no cell with a standard error, in {count} runs",
        "standard errors of medians take two runs a cell",
        agrees=False,
        resolved=False,
    )


def _together(pairs: Sequence[Pair]) -> tuple[float, float]:
    """Return the mean logarithm of the ratio, weighted, and its standard error."""
    # By the authors' errors alone: our own, of few runs in the quick version, would let those cells
    # weigh most in which runs happen to be close together.
    weights = np.array([each.theirs_error**-2 for each in pairs])
    weights /= weights.sum()
    ratios = np.array([each.ours - each.theirs for each in pairs])
    return float(weights @ ratios), float(np.linalg.norm(weights * [x.error for x in pairs]))


def placed(key: Key) -> str:
    """Return the values of a cell with their names.

    Parameters
    ----------
    key : tuple
        Under ``NAMES``.
    """
    return ", ".join(f"{name} {value}" for name, value in zip(NAMES, key, strict=True))


def coincidences(name: str, runs: Sequence[Run]) -> Verdict:
    """Say whether the authors' correlations are those of pairs that may coincide.

    Their code draws such pairs (:mod:`mismatch.coincident` says where); this asks their files.
    Of pairs drawn without regard to each other one in M is an entry and itself, so a correlation is
    ``rho + (1 - rho)/M`` on average; M times what the authors' have too much, over ``1 - rho``, is
    then 1, and 0 if no pair coincides. Rho is the average of the correlations of all pairs in our
    matrices of the same kind; it varies from matrix to matrix no more than the authors' do, whose
    error is therefore taken for it.

    Parameters
    ----------
    name : str
        Of the published table.
    runs : sequence of Run
        Of the way ``printed``.
    """
    published = published_cells(name)
    found, errors = [], []
    for key, some in groups(runs, *NAMES).items():
        line = published[key]
        for each in ("rho_row", "rho_col"):
            rho = np.array([number(run.row[each]) for run in some])
            scale = number(key[0]) / (1 - rho.mean())
            theirs, error = float(line[each]), float(line[f"{each} error"])
            found.append(scale * (theirs - rho.mean()))
            errors.append(scale * error * math.sqrt(1 + int(line["runs"]) / len(rho)))
    weights = np.array(errors) ** -2.0
    mean, error = float(weights @ found / weights.sum()), float(weights.sum() ** -0.5)
    return Verdict(
        f"{FIGURE}: authors' correlations less those of all pairs, times M / (1 - rho)",
        f"{mean:.2f} (error {error:.2f}), {len(found)} averages",
        "1 if drawn pairs may be an entry and itself, as in the authors' code; 0 for Algorithm 1 "
        "as it is printed",
        "2.58 standard errors from 1",
        abs(mean - 1) <= 2.58 * error,
    )

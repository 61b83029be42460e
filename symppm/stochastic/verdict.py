"""The verdict: statistics by exact formulas, or on draws that the search has not seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import sympy
import torch
from numpy.typing import NDArray

from symppm.errors import SymPPMError
from symppm.model.declaration import Declaration
from symppm.solve import solve
from symppm.stochastic.names import Custom
from symppm.stochastic.outcome import Remark
from symppm.stochastic.plans import CLOSED
from symppm.stochastic.search import Found, Search

Vector = NDArray[np.float64]

_MOST_BATCHES = 400
_SIGNIFICANT = 3.0
_CONCENTRATED = 0.1
_AT_THE_END = 1e-3
_DETERMINED = 1e-6
_EXTREME, _FLAT = 1e3, 1e-2


@dataclass(frozen=True)
class Verdict:
    """Statistics at the answer, judged without the search's own draws.

    Attributes
    ----------
    values, errors : numpy.ndarray, shape (m,)
        Statistics, and their standard errors; zero where a formula is exact.
    exact : tuple of bool
        Where it is.
    draws : int
        How many were made for it.
    """

    values: Vector
    errors: Vector
    exact: tuple[bool, ...]
    draws: int


def judged(search: Search, found: Found, *, quickly: bool = False) -> Verdict:
    """Evaluate the statistics anew: exactly where there is a formula.

    Parameters
    ----------
    search : Search
        With its seeds, which are never used twice.
    found : Found
        The answer.
    quickly : bool
        Whether a few batches have to do, since somebody waits.
    """
    estimator = search.estimator
    module, wanted = estimator.module, estimator.wanted
    x = found.average.x
    with torch.no_grad():
        at = torch.tensor(x, dtype=torch.float64, device=estimator.device)
        point = found.space.point(at)
        closed = module.closed(point) if module.CLOSED else {}
        conditions = module.conditions(point) if module.CLOSED else {}
    missing = {text.partition(":")[0] for text, value in conditions.items() if not value > 0}
    exact = tuple(each.name in closed and not isinstance(each.statistic, Custom) for each in wanted)
    values = np.zeros(len(wanted))
    for n in np.flatnonzero(exact):
        values[n] = float(closed[wanted[n].name])
    # A formula is no moment where its conditions fail.
    lacking = [known and each.name in missing for each, known in zip(wanted, exact, strict=True)]
    values[lacking] = np.nan
    errors = np.zeros(len(wanted))
    if all(exact):
        return Verdict(values, errors, exact, 0)
    left = [each for each, known in zip(wanted, exact, strict=True) if not known]
    others = replace(estimator, wanted=tuple(left))
    places = np.flatnonzero(~np.array(exact))
    scales = search.discrepancy.scales[places]
    rows: list[Vector] = []
    covariance, draws = np.zeros((len(left), len(left))), 0
    while len(rows) < _MOST_BATCHES:
        estimate = search.unseen(others, found.space, x)
        rows.append(estimate.values)
        covariance += estimate.covariance
        draws += estimate.draws
        spread = np.sqrt(np.diag(covariance)) / len(rows) / scales
        enough = quickly or search.clock.is_up or np.all(spread <= search.tolerance / 2)
        if len(rows) > 3 and enough:
            break
    values[places] = np.mean(rows, axis=0)
    errors[places] = np.sqrt(np.diag(covariance)) / len(rows)
    return Verdict(values, errors, exact, draws)


def is_met(search: Search, verdict: Verdict) -> bool:
    """Tell whether statistics are the targets, within the tolerance and their errors.

    Parameters
    ----------
    search : Search
        With targets and tolerance.
    verdict : Verdict
        On the answer.
    """
    off = np.abs(search.discrepancy.relative(verdict.values))
    noise = _SIGNIFICANT * verdict.errors / search.discrepancy.scales
    return bool(np.all(off <= search.tolerance + noise))


def parameter_errors(found: Found, search: Search) -> Mapping[str, float]:
    """Return Monte-Carlo standard errors of what was free and the targets determine.

    Hyperparameters along which the targets can be met in many ways have none: what they came to be
    depends on the start and the way, not on the draws alone.

    Parameters
    ----------
    found : Found
        The answer.
    search : Search
        With the discrepancy.
    """
    average, space = found.average, found.space
    if not len(average.x):
        return {}
    curvature = search.discrepancy.at(average.values).curvature
    jacobian = average.jacobian
    with np.errstate(all="ignore"):
        inverse = np.linalg.pinv(jacobian.T @ curvature @ jacobian, rcond=1e-10, hermitian=True)
        proposal = inverse @ jacobian.T @ curvature
        spread = proposal @ average.covariance @ proposal.T
        open_ = np.eye(len(average.x)) - inverse @ (jacobian.T @ curvature @ jacobian)
    errors = np.sqrt(np.maximum(np.diag(spread), 0)) * np.abs(space.slopes(average.x))
    return {
        each.name: float(errors[n])
        for n, each in enumerate(space.coordinates)
        if abs(open_[n, n]) < _DETERMINED
    }


def remarks(
    declaration: Declaration,
    search: Search,
    found: Found,
    verdict: Verdict,
    *,
    met: bool,
    finished: bool,
) -> list[Remark]:
    """Say what does not fit and what was noticed.

    Parameters
    ----------
    declaration : Declaration
        The model.
    search, found, verdict
        What was searched, found and judged.
    met, finished : bool
        Whether the targets are, and whether the search came to its own end.
    """
    said = []
    if not met and finished:
        said.append(Remark("infeasible", "failure", _unmet(declaration, search, found, verdict)))
    elif not met:
        text = f"The search ended before the targets were met, at {_reached(search, verdict)}; "
        text += "whether they can be is not known. Allow it more time, or start it from here."
        said.append(Remark("unfinished", "failure", text))
    if found.average.concentration > _CONCENTRATED:
        said.append(
            Remark(
                "heavy_tails",
                "warning",
                f"A single draw carries {found.average.concentration:.0%} of the spread of a "
                "statistic: the prior predictive distribution has tails so heavy that its moments "
                "may not exist, and standard errors mean little. Ask for quantiles or "
                "probabilities instead, or choose priors with lighter tails.",
            )
        )
    lacking = _lacking(search, found)
    if lacking:
        said.append(
            Remark(
                "moments_missing",
                "note",
                f"With these hyperparameters {' and '.join(lacking)}. Bound the hyperparameters in "
                "question if you want more than the targets to exist.",
            )
        )
    ends = _at_ends(found)
    if ends and met:
        said.append(
            Remark(
                "at_bound",
                "warning",
                f"{' and '.join(ends)} lie at the end of the range that was searched.",
            )
        )
    if found.start:
        said.append(
            Remark(
                "another_start",
                "note",
                "The search got stuck from its first start and was begun anew from others.",
            )
        )
    return said


def _lacking(search: Search, found: Found) -> list[str]:
    """Say which of mean and variance, if they are no targets, do not exist at the answer."""
    module = search.estimator.module
    if not module.CLOSED:
        return []
    with torch.no_grad():
        at = torch.tensor(found.average.x, dtype=torch.float64, device=search.estimator.device)
        values = module.conditions(found.space.point(at))
    said = []
    for name in ("mean", "variance"):
        failed = [
            text.partition(": ")[2]
            for text, value in values.items()
            if text.startswith(f"{name}: ") and not float(value) > 0
        ]
        if failed:
            needed = " and ".join(f"{each} > 0" for each in failed)
            said.append(f"the {name} of entries does not exist, which needs {needed}")
    return said


def _at_ends(found: Found) -> list[str]:
    x, space = found.average.x, found.space
    near = (np.abs(x - space.low) < _AT_THE_END) | (np.abs(x - space.high) < _AT_THE_END)
    return [space.coordinates[n].name for n in np.flatnonzero(near)]


def _running_away(found: Found) -> list[str]:
    """Return positive hyperparameters that are extreme, and on which little depends."""
    x, jacobian = found.average.x, np.abs(found.average.jacobian)
    if not len(x):
        return []
    steep = jacobian.max(0) / max(float(jacobian.max()), 1e-300)
    return [
        each.name
        for n, each in enumerate(found.space.coordinates)
        if each.domain == "positive" and abs(x[n]) > np.log(_EXTREME) and steep[n] < _FLAT
    ]


def _reached(search: Search, verdict: Verdict) -> str:
    return ", ".join(
        f"{each.name} {value:.6g}" + (f" +- {error:.1g}" if error else "") + f" of {each.value:g}"
        for each, value, error in zip(
            search.estimator.wanted, verdict.values, verdict.errors, strict=True
        )
    )


def _unmet(declaration: Declaration, search: Search, found: Found, verdict: Verdict) -> str:
    wanted = search.estimator.wanted
    reached = _reached(search, verdict)
    text = f"No hyperparameters were found that meet the targets; the nearest have {reached}."
    violated = binding_conditions(declaration, {each.name: each.value for each in wanted})
    if violated:
        text += f" The model requires {' and '.join(violated)}, which the targets violate."
    bound = [name for name in _at_ends(found) if name in search.options.bounds]
    going = [name for name in _at_ends(found) if name not in bound] or _running_away(found)
    if bound:
        text += f" {' and '.join(bound)} lie at the bounds that were given: wider ones may help."
    if going and not bound:
        text += (
            f" {' and '.join(going)} ran away to extreme values that hardly change anything any "
        )
        text += (
            "more: the nearest statistics are a limit, at the border of what the model can have."
        )
    unlike = [each.name for each in wanted if each.how != CLOSED]
    if not violated and not going and not bound and unlike:
        text += " Other starts, wider bounds or less that is fixed may help."
    return text


def binding_conditions(declaration: Declaration, targets: Mapping[str, float]) -> list[str]:
    """Return the conditions on targets that these violate, as far as the solver knows any.

    Parameters
    ----------
    declaration : Declaration
        The model.
    targets : mapping of str to float
        Values by name; conditions on other targets are left out.
    """
    try:
        solution = solve(declaration)
    except SymPPMError:
        return []
    found = []
    for condition in solution.conditions:
        symbols = condition.positive.free_symbols
        if not {symbol.name for symbol in symbols} <= set(targets):
            continue
        at = {symbol: sympy.Float(targets[symbol.name]) for symbol in symbols}
        if condition.positive.xreplace(at).is_positive is not True:
            found.append(condition.text)
    return list(dict.fromkeys(found))

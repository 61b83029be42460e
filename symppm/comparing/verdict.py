"""Which models can be compared, which fit, and what follows, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from symppm.comparing.comparison import ComparedModel
from symppm.statistics.moments import Statistics

if TYPE_CHECKING:
    from symppm.comparing.fitting import Fit
    from symppm.comparing.moments import Measured
    from symppm.model.declaration import Declaration

CLOSE: Final = 2.0
"""Of criteria: less is hardly worth mentioning (Kass and Raftery, JASA 90, 1995)."""
_SAME: Final = 1e-3
_FAR: Final = 3.0
"""Standard errors: one of a dozen moments may be two of them off by chance."""
_MOST: Final = 4
_WORDS: Final[Mapping[str, str]] = {
    "mean": "the mean",
    "variance": "the variance of entries",
    "cov_row": "the covariance of entries in one row",
    "cov_col": "the covariance of entries in one column",
    "cycle": "the cycle, from which cross-moments tell K",
    "cumulant_ij_ij_ij": "the third cumulant of entries",
    "cumulant_ij_ij_il": "the third cumulant of two entries in one row, one of them twice",
    "cumulant_ij_ij_tj": "the third cumulant of two entries in one column, one of them twice",
    "cumulant_ij_il_in": "the third cumulant of three entries in one row",
    "cumulant_ij_tj_sj": "the third cumulant of three entries in one column",
    "cumulant_ij_il_tj": "the third cumulant of an entry, one in its row and one in its column",
    "zeros": "the share of zeros",
    "thinned_zeros": "the share of zeros once counts are thinned to a mean of 3",
}
_ANY: Final = "Observation"
"""The family of observations of which only two moments are said: it may be any numbers."""

_ATOMS: Final = "ExponentialDispersion"
"""Start of the names of families that, with a random weight that may be zero, may be zero."""


def unsuitable(declaration: Declaration, measured: Measured) -> str | None:
    """Say why a model cannot be compared with data; None if it can."""
    if len(declaration.observed.dims) != 2:
        return f"its data have {len(declaration.observed.dims)} axes, these two"
    if declaration.known:
        names = " and ".join(array.name for array in declaration.known)
        return f"it needs values of {names}, which are known only to a match of this model alone"
    if len(declaration.sizes) > 1:
        return "it has several unknown sizes"
    observed, statistics, zeros = declaration.observed, measured.statistics, measured.zeros
    support = observed.family.support_of(observed.parameters)
    if support.sign != "real" and statistics.minimum < 0:
        return f"it generates no negative numbers, and the smallest entry is {statistics.minimum:g}"
    if support.sign == "positive" and statistics.minimum <= 0:
        return "it generates no zeros"
    if observed.family.name == _ANY:
        return None
    if support.integral and not statistics.integral:
        return "it generates whole numbers, and these are not"
    if statistics.integral and not support.integral:
        return "it generates any numbers, and these are all whole"
    if zeros and not support.integral and not observed.family.name.startswith(_ATOMS):
        return f"it generates no entry that is exactly zero, and {zeros:,} are"
    return None


def exceeded(declaration: Declaration, measured: Statistics, point: dict[str, float]) -> str | None:
    """Say why an entry is larger than a matched model can generate; None if none is."""
    observed = declaration.observed
    name = getattr(observed.family.upper_bound(observed.parameters), "name", "")
    if name not in point or measured.maximum <= point[name]:
        return None
    return (
        f"with {name} = {point[name]:g}, as the moments ask for, it generates nothing above "
        f"{point[name]:g}, and the largest entry is {measured.maximum:g}"
    )


def judged(row: ComparedModel, level: float) -> ComparedModel:
    """Return a model with the status that its test gives it."""
    rejected = row.p_value is not None and row.p_value < level
    reason = farthest(row) if rejected else row.reason
    return replace(row, status="rejected" if reason else "fits", reason=reason)


def close_to_best(rows: Sequence[ComparedModel]) -> tuple[str, ...]:
    """Return the names of models that fit about as well as the best."""
    fits = {row.model: row.criterion or 0.0 for row in rows if row.status == "fits"}
    best, *others = [*fits] or [""]
    return tuple(name for name in others if fits[name] < fits[best] + CLOSE)


def same_moments(fits: Mapping[str, Fit]) -> dict[str, tuple[str, ...]]:
    """Return, for every model, those with as many hyperparameters and the same moments."""
    predicted = {name: as_mapping(fit.names, fit.predicted) for name, fit in fits.items()}

    def same(a: str, b: str) -> bool:
        first, second = predicted[a], predicted[b]
        return (
            a != b
            and fits[a].free == fits[b].free
            and first.keys() == second.keys()
            and all(abs(first[n] - second[n]) < _SAME for n in first)
        )

    return {name: tuple(n for n in predicted if same(name, n)) for name in predicted}


def farthest(row: ComparedModel) -> str:
    """Say which moment of the data is farthest from that of a model that is rejected."""
    name = max(row.contrasts, key=lambda moment: abs(row.contrasts[moment]))
    z = row.contrasts[name]
    away = f"is {abs(z):.1f} standard errors {'above' if z > 0 else 'below'} the model's"
    if abs(z) >= _FAR:
        return f"{_WORDS[name]} {away}"
    return f"all moments together are far off, and none alone: the farthest, {_WORDS[name]}, {away}"


def verdict_of(
    rows: Sequence[ComparedModel],
    close: Sequence[str],
    cost: float,
    measured: Statistics,
    *,
    level: float,
    k: int | None = None,
) -> str:
    """Say in words what a comparison comes to, with ``k`` factors, where that is resolved."""
    compared = [row for row in rows if row.misfit is not None]
    if not compared:
        reasons = "; ".join(sorted({row.reason for row in rows}))
        these = "The model cannot" if len(rows) == 1 else f"None of these {len(rows)} models can"
        return (
            f"{these} be compared with such data: {reasons}. Name other models, check the data, or "
            "declare a model that generates such values."
        )
    best = compared[0]
    if best.status != "fits":
        sized = any(row.k is not None for row in compared)
        held = f" with the {k} factors that predict" if k is not None and sized else ""
        several = f"None of these {len(compared)} models fits{held}: the nearest, {best.model}, has"
        start = f"{best.model} does not fit{held}: it has" if len(compared) == 1 else several
        freed = (
            f"With the {row.k_exact:.3g} factors of its moments, {row.model} would. "
            for row in compared
            if (row.p_value or 0.0) < level <= (row.p_value_free_k or 0.0)
        )
        return (
            f"{start} J = {best.j:.4g} where about {best.degrees} or less is usual "
            f"({best.reason}). {next(freed, '')}{_hint(measured)}"
        )
    sentences = [f"{best.model} is preferred."]
    if best.held_out is not None and best.held_out.p_value < level:
        sentences.append(
            "But fitted to half of the rows and columns it does not predict the moments of the "
            f"other half (p = {best.held_out.p_value:.2g}): they may be of two kinds."
        )
    if best.same_as:
        sentences.append(
            f"{_list(best.same_as)} {'has' if len(best.same_as) == 1 else 'have'} the same moments "
            "and cannot be told apart by any that are used here."
        )
    others = [name for name in close if name not in best.same_as]
    if others:
        sentences.append(f"{_list(others)} {'does' if len(others) == 1 else 'do'} hardly worse.")
    nested = [
        row.model
        for row in compared
        if row.status == "fits" and row.free > best.free and row.model not in close
    ]
    if nested:
        sentences.append(
            f"{_list(nested)} {'fits' if len(nested) == 1 else 'fit'} too, but a further "
            f"hyperparameter has to lower J by {cost:.1f} to be worth it."
        )
    return " ".join(sentences)


def _list(names: Sequence[str]) -> str:
    if len(names) > _MOST:
        return f"{', '.join(names[:_MOST])} and {len(names) - _MOST} others"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _hint(measured: Statistics) -> str:
    if measured.integral and measured.minimum >= 0 and measured.maximum <= 1:
        return (
            "All entries are 0 or 1: declare a model of such data, with Bernoulli(mean=) observed."
        )
    if measured.integral and measured.variance < measured.mean:
        return (
            "The variance is below the mean, as no Poisson counts have it: usually entries are "
            "bounded, averaged or normalized."
        )
    return "Declare a model of your own, or look at what stands out with symppm match."


def as_mapping(names: Sequence[str], values: NDArray[np.float64]) -> dict[str, float]:
    """Return values by name."""
    return dict(zip(names, map(float, values), strict=True))

"""What the numbers say about how well the model fits, in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from symppm.codegen.spec import ConditionSpec, ModelSpec
from symppm.matching.axes import CYCLE, effects, sharing, size_name
from symppm.matching.measuring import Measured
from symppm.matching.missed import MET, listed, misses
from symppm.matching.result import Diagnostic, Match
from symppm.matching.uncertainty import Uncertainty

_MATRIX = 2
_NOTICEABLE = 1e-3
_THIN_MARGIN = 0.02
_LARGE = 0.1
NOT_FOUND: Final = "not_found"
"""The code of a failure that is not proved: no solution was found."""


def refused(spec: ModelSpec, condition: ConditionSpec, branch: int) -> Diagnostic:
    """Explain which requirement of a solution fails."""
    which = f"Solution {branch} of {spec.branches}: " if spec.branches > 1 and branch else ""
    holds = any(sign in condition.text for sign in "<>=")
    relation = " fails" if holds else ": this does not hold"
    return Diagnostic(
        "infeasible",
        "failure",
        f"{which}{condition.text}{relation}. "
        f"No hyperparameters of {spec.name} have these statistics"
        + (
            f" with {', '.join(spec.needs)} as given; try other values of what is given, or "
            if spec.needs
            else "; try "
        )
        + "a model with other levels or priors.",
    )


def impossible_prior(spec: ModelSpec, status: int) -> Diagnostic:
    """Explain that a prior cannot have the mean and variance that the targets ask for."""
    limit = spec.requirements[status - 1]
    if limit == "the numbers stay finite":
        return Diagnostic(
            "impossible_prior",
            "failure",
            "The targets are so extreme that the hyperparameters of these priors overflow. Check "
            "the targets, or use another family of priors.",
        )
    return Diagnostic(
        "impossible_prior",
        "failure",
        "The targets determine how much the factors vary about their means, and these priors "
        f"cannot: {limit}. Use a family without that limit, such as Gamma "
        "or log-normal.",
    )


def ambiguous(found: Sequence[Match], size: str | None) -> Diagnostic:
    """Say that several solutions have the same moments."""
    listed, choose = "", "Fix a hyperparameter that you know."
    if size is not None and len({each.k for each in found}) == len(found):
        listed = ": " + " and ".join(f"{size} = {each.k_exact:.5g}" for each in found)
        choose = (
            f'Fix one, as in fixed={{"{size}": {found[0].k}}}, or fix another hyperparameter that '
            "you know."
        )
    return Diagnostic(
        "ambiguous",
        "warning",
        f"{len(found)} sets of hyperparameters have exactly these statistics{listed}. Nothing "
        f"among the targets tells them apart, so none is chosen. {choose}",
    )


def out_of_reach(spec: ModelSpec, end: Mapping[str, float], *, proved: bool) -> Diagnostic:
    """Say that targets can be approached but not reached."""
    stopped = ", ".join(
        f"{each.name} = {end[each.name]:.3g}" for each in spec.parameters if each.name in end
    )
    return Diagnostic(
        "infeasible" if proved else NOT_FOUND,
        "failure",
        f"No hyperparameters of {spec.name} come nearest to these targets"
        + (", and none meet them" if proved else "")
        + ": the search gets nearer "
        f"as long as it lets some of them grow or shrink, and was stopped at {stopped}. Check the "
        "targets and what is given, or choose a model with other priors or another likelihood.",
    )


def unresolved(spec: ModelSpec, uncertainty: Uncertainty) -> tuple[Diagnostic, ...]:
    """Say that the data do not resolve the solution, where that is so."""
    if uncertainty.spread is not None:
        return ()
    lost = [
        f"{word} {places[0] + 1}" + (f" (and {len(places) - 1:,} more)" if len(places) > 1 else "")
        for word, places in (
            ("row", uncertainty.lost_rows), ("column", uncertainty.lost_columns),
        )
        if places
    ]  # fmt: skip
    why = (
        f"without {' or '.join(lost)}, one at a time, {spec.name} cannot have their statistics"
        if lost
        else "the solution lies at the edge of what the model allows"
    )
    message = (
        f"The data do not resolve this solution: {why}. So there are no intervals, and "
        f"{size_name(spec)} may be far from what is found. Use more rows and columns, or a model "
        "whose conditions hold by a wider margin."
    )
    return (Diagnostic("unresolved", "warning", message),)


def about_data(measured: Measured, spec: ModelSpec) -> tuple[Diagnostic, ...]:
    """Say what is unusual about the data for this model."""
    if spec.observed_sign == "positive" and measured.minimum == 0:
        message = (
            f"Some entries are zero, but model {spec.name} generates only positive values. If "
            "zeros stand for what was not observed, say zeros='missing'."
        )
        return (Diagnostic("zeros", "warning", message),)
    if measured.integral or not spec.observed_is_count:
        return ()
    place = measured.first_non_integral
    where = ""
    if place:
        matrix = len(place) == _MATRIX
        where = ", first at " + (
            f"row {_called(place[0])}, column {_called(place[1])}" if matrix else f"index {place}"
        )
    return (
        Diagnostic(
            "non_integer",
            "warning",
            f"Some entries are not whole numbers{where}, but model {spec.name} generates counts. "
            "Normalized or averaged data have another variance than counts, and "
            f"{size_name(spec)} depends on it; use the raw counts if there are any.",
        ),
    )


def _called(place: int | str) -> str:
    """Return how users count a row or column, or its id, quoted, where the data have ids."""
    return repr(place) if isinstance(place, str) else str(place + 1)


def about_exposure(spec: ModelSpec) -> tuple[Diagnostic, ...]:
    """Say that statistics are those of data divided by their exposure, where that is so."""
    if not spec.exposures:
        return ()
    divided = " ".join(
        f"by {each.name}" if each.power == 1 else f"by {each.name}^{each.power}"
        for each in spec.exposures
    )
    return (
        Diagnostic("exposure", "note", f"The statistics are those of entries divided {divided}."),
    )


def about_solution(
    spec: ModelSpec,
    k: int | None,
    k_exact: float | None,
    targets: Mapping[str, float],
    achieved: Mapping[str, float],
    shape: tuple[int, ...] | None,
    given: tuple[str, ...] = (),
    margin: float | None = None,
    *,
    proved: bool | None = None,
) -> tuple[Diagnostic, ...]:
    """Say what rounding K left over, and whether K is plausible for the matrix."""
    found = []
    share = 1.0 if margin is None else margin
    if share < _THIN_MARGIN:
        found.append(
            Diagnostic(
                "thin_margin",
                "warning",
                f"{size_name(spec)} rests on {share:.2%} of the variance: what is left after the "
                f"parts that {' and '.join(map(sharing, spec.axes))} share and the noise of the "
                f"{_noun(spec)}. A small error in the statistics changes {size_name(spec)} a lot.",
            )
        )
    if k_exact is not None and k_exact < 1:
        found.append(
            Diagnostic(
                "below_one",
                "warning",
                f"The targets ask for {size_name(spec)} = {k_exact:.3g}, less than one factor; "
                f"{size_name(spec)} is set to 1. Usually the {effects(spec)} totals vary more than "
                f"the products of independent factors can, so a model with {effects(spec)} effects "
                "fits better.",
            )
        )
    if shape is not None and k is not None and k > min(shape):
        found.append(
            Diagnostic(
                "above_rank",
                "warning",
                f"{size_name(spec)} = {k} is more than the smaller side of the "
                f"{' x '.join(map(str, shape))} {'matrix' if len(shape) == 2 else 'array'}. "
                f"Such a model is not a compression of the data; the {_noun(spec)} may be close to "
                f"plain noise about {effects(spec)} effects, or {size_name(spec)} badly resolved.",
            )
        )
    if spec.symmetries:
        levels = {name for each in spec.symmetries for name in each.shifts}
        scales = {name for each in spec.symmetries for name in each.weights}
        parts = [("levels", levels), ("scales", scales)]
        moved = " and the ".join(f"{what} of {_listed(names)}" for what, names in parts if names)
        found.append(
            Diagnostic(
                "scale",
                "note",
                f"No data can separate the {moved}; they are fixed by convention.",
            )
        )
    found += _left_over(spec, k, k_exact, targets, achieved, given, proved)
    return tuple(found)


def _noun(spec: ModelSpec) -> str:
    return "counts" if spec.observed_is_count else "observations"


def _listed(names: Collection[str]) -> str:
    *others, last = sorted(names)
    return f"{', '.join(others)} and {last}" if others else last


def _left_over(
    spec: ModelSpec,
    k: int | None,
    k_exact: float | None,
    targets: Mapping[str, float],
    achieved: Mapping[str, float],
    given: tuple[str, ...],
    proved: bool | None,
) -> list[Diagnostic]:
    off = misses(targets, achieved, _NOTICEABLE if proved is None else MET)
    if not off:
        return []
    text = listed(off)
    severity = "warning" if max(map(abs, off.values())) > _LARGE else "note"
    if given:
        refusal = {
            None: "the targets cannot all be met",
            True: "no hyperparameters have all these targets: every solution was computed, and "
            "none is admissible and has them",
            False: "no hyperparameters with all these targets were found, from many starts; that "
            "does not prove that there are none",
        }[proved]
        message = (
            f"With {' and '.join(given)} given, {refusal}. This is the nearest in least squares of "
            f"logarithms. Off target: {text}."
        )
        if proved is None:
            return [Diagnostic("nearest", "warning", message)]
        return [Diagnostic("nearest" if proved else NOT_FOUND, "failure", message)]
    if proved is not None:
        severity = "failure"
    if spec.constraints:
        message = (
            f"This model has fewer free numbers than there are targets, which would have to meet "
            f"{' and '.join(spec.constraints)}; this is the nearest in least squares of "
            f"logarithms. Off target: {text}."
        )
        return [Diagnostic("nearest", "warning" if proved is None else severity, message)]
    cross_moments = CYCLE in spec.targets
    before = (
        [name for name in spec.targets if name != CYCLE] if cross_moments else ["mean", "variance"]
    )
    *most, last = before
    holds = f"{', '.join(most)} and {last} are held before the rest"
    if spec.identified_at_k:
        holds = (
            f"{', '.join(most)} and {last} hold exactly"
            if cross_moments
            else "mean, variance and the ratio of the correlations hold exactly"
        )
    held = spec.identified_at_k or not set(before) & set(off)
    if held and k is not None and k_exact is not None and k != k_exact:
        name = size_name(spec)
        message = f"With {name} = {k} in place of {k_exact:.4g}, {holds}; left over: {text}."
        return [Diagnostic("rounding", severity, message)]
    if not spec.identified_at_k:
        message = f"The targets cannot all be met; this is the nearest. Off target: {text}."
        return [Diagnostic("nearest", "warning" if proved is None else severity, message)]
    message = f"With {size_name(spec)} fixed at {k}, {holds}; off target: {text}."
    return [Diagnostic("held_ratio", severity, message)]

"""What the numbers say about how well the model fits, in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from symppm.codegen.spec import ConditionSpec, ModelSpec
from symppm.errors import conjunction
from symppm.matching.diagnostics.table import NOT_FOUND, phrase, said
from symppm.matching.kernels import is_about_factors
from symppm.matching.result import Match
from symppm.matching.targets import (
    CYCLE,
    MET,
    effects,
    listed,
    listing,
    measured_name,
    misses,
    noun,
    sharing,
    size_name,
)
from symppm.matching.uncertainty import Uncertainty
from symppm.results.array_statistics import ArrayStatistics
from symppm.results.diagnostic import Diagnostic
from symppm.statistics.moments import Statistics

if TYPE_CHECKING:
    from symppm.matching.question import Question, Solution

_MATRIX = 2
_SHARED: Final = ("rho_", "cov_")
_NOTICEABLE = 1e-3
_THIN_MARGIN = 0.02
_LARGE = 0.1
_BY_CHANCE: Final = 0.005
"""How often what is zero is as far from it in data, where that is called chance."""


def refused(spec: ModelSpec, condition: ConditionSpec, branch: int) -> Diagnostic:
    """Explain which requirement of a solution fails."""
    holds = any(sign in condition.text for sign in "<>=")
    needs = ", ".join(spec.needs)
    return said(
        "infeasible",
        which=f"Solution {branch} of {spec.branches}: " if spec.branches > 1 and branch else "",
        condition=condition.text,
        relation=" fails" if holds else ": this does not hold",
        model=spec.name,
        given=f" with {needs} as given; try other values of what is given, or "
        if needs
        else "; try ",
    )


def infeasible(
    condition: ConditionSpec, spec: ModelSpec, targets: Mapping[str, float]
) -> Diagnostic:
    """Explain a condition that the targets fail."""
    words, given = re.findall(r"\w+", condition.text), " and ".join(spec.needs)
    shared = [x for x in condition.targets if x.startswith(_SHARED)]
    axis = shared[0].partition("_")[2] if shared else ""
    exact = condition.text == " + ".join(f"rho_{axis}" for axis in spec.axes) + " < 1"
    lines = [*map(sharing, spec.axes)]
    values = ", ".join(f"{name} is {targets[name]:.6g}" for name in targets if name in words)
    return said(
        f"infeasible/condition/{_subject_of(condition, spec, shared)}",
        fails=phrase("fails", condition=condition.text, values=values),
        model=spec.name,
        size=size_name(spec),
        effects=effects(spec),
        either=effects(spec).replace(" and ", " or "),
        noun=noun(spec),
        line={"col": "column"}.get(axis, axis),
        shares=" share and what ".join(lines),
        parts=" share and that ".join(lines),
        room=phrase("room/exact" if exact else "room"),
        given=given,
        as_given=f", with {given} as given," if given else "",
        dispersed=f"less noisy than assumed, with {given} as given"
        if given
        else "less dispersed than assumed",
    )


def _subject_of(condition: ConditionSpec, spec: ModelSpec, shared: Sequence[str]) -> str:
    """Return what a condition is about; noise that is given alone takes no mean."""
    if CYCLE in condition.targets:
        return "cycle" if condition.targets == (CYCLE,) else "cycle of priors"
    if is_about_factors(condition):
        return "interaction"
    if condition.text == "variance > mean":
        return "variance of rates"
    if condition.targets == ("variance",):
        return "overdispersion"
    if len(shared) == 1 and "variance" in condition.targets:
        return "effect"
    if condition.kind != "mean":
        return condition.kind
    if condition.text == "mean is not 0":
        return "mean of zero"
    if condition.text != "mean > 0":
        return "mean as given"
    if spec.observed_is_count:
        return "mean of counts"
    return "mean of products" if spec.observed_sign == "real" else "mean"


def impossible_prior(spec: ModelSpec, status: int) -> Diagnostic:
    """Explain that a prior cannot have the mean and variance that the targets ask for."""
    limit = spec.requirements[status - 1]
    overflow = limit == "the numbers stay finite"
    return said("impossible_prior/overflow" if overflow else "impossible_prior", limit=limit)


def ambiguous(solutions: Sequence[Match], size: str | None) -> Diagnostic:
    """Say that several solutions have the same moments."""
    several, choose = "", "Fix a hyperparameter that you know."
    if size is not None and len({x.k for x in solutions}) == len(solutions):
        several = ": " + conjunction(f"{size} = {x.k_exact:.5g}" for x in solutions)
        choose = (
            f'Fix one, as in fixed={{"{size}": {solutions[0].k}}}, or fix another hyperparameter '
            "that you know."
        )
    return said("ambiguous", number=len(solutions), listed=several, choose=choose)


def out_of_reach(spec: ModelSpec, end: Mapping[str, float], *, proved: bool) -> Diagnostic:
    """Say that targets can be approached but not reached."""
    named = [x.name for x in spec.parameters if x.name in end]
    return said(
        "infeasible/far",
        code="" if proved else NOT_FOUND,
        model=spec.name,
        proved=", and none meet them" if proved else "",
        stopped=", ".join(f"{name} = {end[name]:.3g}" for name in named),
    )


def unresolved(spec: ModelSpec, uncertainty: Uncertainty) -> tuple[Diagnostic, ...]:
    """Say that the data do not resolve the solution, where that is so."""
    if uncertainty.spread is not None:
        return ()
    places = {"row": uncertainty.lost_rows, "column": uncertainty.lost_columns}
    lost = " or ".join(
        f"{word} {lines[0] + 1}" + (f" (and {len(lines) - 1:,} more)" if len(lines) > 1 else "")
        for word, lines in places.items()
        if lines
    )
    why = "the solution lies at the edge of what the model allows"
    if lost:
        why = f"without {lost}, one at a time, {spec.name} cannot have their statistics"
    return (said("unresolved", why=why, size=size_name(spec)),)


def about_data(measured: Statistics | ArrayStatistics, spec: ModelSpec) -> tuple[Diagnostic, ...]:
    """Say what is unusual about the data for this model."""
    if spec.observed_sign == "positive" and measured.minimum == 0:
        return (said("zeros", model=spec.name),)
    if measured.integral or not spec.observed_is_count:
        return ()
    place, where = measured.first_non_integral, ""
    if place:
        # As users count, or by its id.
        named = [repr(x) if isinstance(x, str) else str(x + 1) for x in place]
        matrix = len(place) == _MATRIX
        where = f"row {named[0]}, column {named[1]}" if matrix else f"index {place}"
        where = f", first at {where}"
    return (said("non_integer", where=where, model=spec.name, size=size_name(spec)),)


def about_exposure(spec: ModelSpec) -> tuple[Diagnostic, ...]:
    """Say that statistics are those of data divided by their exposure, where that is so."""
    divided = " ".join(
        f"by {x.name}" + ("" if x.power == 1 else f"^{x.power}") for x in spec.exposures
    )
    return (said("exposure", divided=divided),) if divided else ()


def about_solution(
    question: Question,
    solution: Solution,
    achieved: Mapping[str, float],
    refusal: str,
) -> tuple[Diagnostic, ...]:
    """Say what rounding K left over, and whether K is plausible for the matrix.

    Where targets have to be met and are not, that is ``"proved"`` or ``"searched"`` in vain.
    """
    spec, size, measured = question.spec, size_name(question.spec), question.measured
    shape, k = None if measured is None else measured.shape, solution.k
    diagnostics, margin = [], None
    size_is_free = question.k is None and CYCLE not in question.targets
    if size_is_free and spec.has_margins and question.complete:
        margin = question.kernels.left_for_factors(question.targets, question.needed)
    if margin is not None and margin < _THIN_MARGIN:
        lines = " and ".join(map(sharing, spec.axes))
        diagnostics.append(
            said("thin_margin", size=size, share=margin, lines=lines, noun=noun(spec))
        )
    if solution.k_exact is not None and solution.k_exact < 1:
        diagnostics.append(
            said("below_one", size=size, k_exact=solution.k_exact, effects=effects(spec))
        )
    if shape is not None and k is not None and k > min(shape):
        data = f"{' x '.join(map(str, shape))} {'matrix' if len(shape) == _MATRIX else 'array'}"
        diagnostics.append(
            said("above_rank", size=size, k=k, data=data, noun=noun(spec), effects=effects(spec))
        )
    if spec.symmetries:
        levels = {name for x in spec.symmetries for name in x.shifts}
        scales = {name for x in spec.symmetries for name in x.weights}
        groups = [("levels", levels), ("scales", scales)]
        moved = " and the ".join(f"{what} of {listing(names)}" for what, names in groups if names)
        diagnostics.append(said("scale", moved=moved))
    return (*diagnostics, *_left_over(question, solution, achieved, refusal))


def _left_over(
    question: Question, solution: Solution, achieved: Mapping[str, float], refusal: str
) -> tuple[Diagnostic, ...]:
    """Say which targets are missed, and why."""
    spec, size, k = question.spec, size_name(question.spec), solution.k
    off = misses(question.targets, achieved, MET if refusal else _NOTICEABLE)
    off = {name: x for name, x in off.items() if achieved[name] or not _may_be_zero(question, name)}
    if not off:
        return ()
    text = listed(off)
    failure = "failure" * bool(refusal)
    severity = failure or ("warning" if max(map(abs, off.values())) > _LARGE else "note")
    given = () if solution.held else question.given_beyond
    if given:
        return (
            said(
                "nearest/given", failure or "warning", off=text, given=" and ".join(given),
                code=NOT_FOUND * (refusal == "searched"),
                refusal=phrase(f"reason/{refusal or 'targets'}"),
            ),
        )  # fmt: skip
    if spec.constraints:
        constraints = " and ".join(spec.constraints)
        return (said("nearest/constraints", failure, constraints=constraints, off=text),)
    usual = spec.targets if CYCLE in spec.targets else ("mean", "variance")
    first = spec.held_at_k or [name for name in usual if name != CYCLE]
    *others, last = ("the ratio of the correlations" if "/" in name else name for name in first)
    how = "hold exactly" if spec.identified_at_k else "are held before the rest"
    held = f"{', '.join(others)} and {last} {how}"
    exactly = spec.identified_at_k or not set(first) & set(off)
    k_exact = question.rounded_from if spec.identified_at_k else None
    if k_exact is None and exactly and k != solution.k_exact:
        k_exact = solution.k_exact
    if k_exact is not None:
        return (said("rounding", severity, size=size, k=k, k_exact=k_exact, held=held, off=text),)
    if not spec.identified_at_k:
        return (said("nearest", failure, off=text),)
    advice = phrase("held_ratio/open", size=size) if refusal else ""
    return (said("held_ratio", severity, size=size, k=k, held=held, off=text, advice=advice),)


def _may_be_zero(question: Question, target: str) -> bool:
    """Tell whether what data have of a target is no farther from zero than chance takes it."""
    name = measured_name(question.spec, target).replace("rho_", "cov_")
    if question.moments is None or name not in question.moments.names:
        return False
    estimate = question.moments.estimate(itemgetter(name))
    return estimate is not None and estimate.either >= _BY_CHANCE

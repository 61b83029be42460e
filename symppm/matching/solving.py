"""From checked targets to a match, on the generated kernels of one model."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from symppm.codegen.runtime import OK
from symppm.errors import ParameterError, TargetError
from symppm.matching.diagnostics.solutions import (
    about_solution,
    ambiguous,
    impossible_prior,
    infeasible,
    out_of_reach,
    refused,
    unresolved,
)
from symppm.matching.intervals import of_formula, of_search
from symppm.matching.kernels import Point, is_about_factors, moment_named
from symppm.matching.least_squares import (
    Fit,
    Problem,
    check_determined,
    drawn_points,
    fit,
    followed,
    free_scales,
    solutions,
)
from symppm.matching.models import declaration_of
from symppm.matching.question import Question, Solution, whole
from symppm.matching.result import Match
from symppm.matching.scale_symmetry import apply_scale, scale_text
from symppm.matching.targets import INVERSE, MET, misses
from symppm.matching.uncertainty import Uncertainty
from symppm.results.diagnostic import Diagnostic

NUMERIC: Final = "numeric"
_K_TO_START_FROM = 10
_MOVES = 1e-9
_ROUNDING = 1e-8


def solved(question: Question) -> Match:
    """Solve for what is free, round K, and collect what there is to say."""
    question.choices  # noqa: B018 - complains about the scale before anything is computed
    kernels = question.kernels
    if kernels.size_is_open:
        raise TargetError(
            f"targets ({', '.join(question.targets)}) that leave {kernels.size} open",
            expected=f"targets that determine {kernels.size}, or its value",
            do=f"Fix {kernels.size}.",
        )
    return _closed(question) if question.closed else _tied(question)


def _closed(question: Question) -> Match:
    kernels, spec, k = question.kernels, question.spec, question.k
    failures = _margin_failures(question)
    if failures:
        return infeasible_match(question, *failures)
    targets, needed = question.targets, question.needed
    numbers = range(1, spec.branches + 1) if k is None else [1]
    branches = [kernels.branch(n, targets, needed, k) for n in numbers]
    if spec.constraints or (k is not None and not branches[0][0]):
        return _numeric(question, _starts(question))
    matches: list[Match] = []
    said: list[Diagnostic] = []
    for number, (identified, status) in enumerate(branches, 1):
        fails = None if status == OK else spec.conditions[status - 1]
        at = refused(spec, fails, number) if fails else _rounded(question, identified)
        if isinstance(at, Diagnostic):
            said.append(at)
        else:
            uncertainty = of_formula(question, number, identified)
            matches.append(_with_intervals(made_match(question, at), uncertainty))
    if matches:
        return several(question, matches)
    statuses = {status for _, status in branches}
    if len(statuses) == 1 and OK not in statuses:
        said = [refused(spec, spec.conditions[statuses.pop() - 1], 0)]
    return infeasible_match(question, *dict.fromkeys(said))


def _margin_failures(question: Question) -> tuple[Diagnostic, ...]:
    spec, values = question.spec, {**question.targets, **question.needed}
    if not spec.has_margins:
        return ()
    k = question.k if spec.identified_at_k else None
    # What K is found from need not hold when K is given.
    given = question.k is not None and k is None
    return tuple(
        infeasible(condition, spec, values)
        for condition, margin in question.kernels.margins(question.targets, question.needed, k)
        if not condition.holds(margin) and not (given and is_about_factors(condition))
    )


def _tied(question: Question) -> Match:
    """Solve with something given that the targets determine, or with fewer targets."""
    kernels, spec = question.kernels, question.spec
    if not question.complete or spec.route != "closed form":
        return _numeric(question, [])
    starts = _starts(question)
    if spec.identified_at_k:
        failures = _margin_failures(replace(question, k=question.k or _K_TO_START_FROM))
        if failures:
            return infeasible_match(question, *failures)
        sizes = [start[kernels.size] for start in starts] if kernels.size else []
        k = float(question.k or whole(sizes[0] if sizes else _K_TO_START_FROM))
        start = kernels.solution(question.targets, question.needed, k)
        starts[:0] = [start] if start and kernels.size else []
    return _numeric(question, starts)


def _starts(question: Question) -> list[Point]:
    """Return what the closed forms say, as points to start a search from."""
    kernels = question.kernels
    points = [
        kernels.solution(question.targets, question.needed, number=number)
        for number in range(1, question.spec.branches + 1)
    ]
    size = kernels.size or ""
    return [{**p, **kernels.sized(max(1.0, p.get(size, 1.0)))} for p in points if p is not None]


def _with_intervals(made: Match, found: Uncertainty | None) -> Match:
    said = () if found is None else unresolved(made.spec, found)
    return replace(made, uncertainty=found, diagnostics=(*made.diagnostics, *said))


def _rounded(question: Question, identified: Point) -> Solution | Diagnostic:
    """Round the size of an exact solution, and solve the rest again; or say what cannot exist."""
    kernels, spec = question.kernels, question.spec
    k_exact, held = identified.get(kernels.size or ""), False
    if k_exact is not None and question.k is None:
        k = whole(k_exact)
        again, _ = kernels.branch(1, question.targets, question.needed, k)
        if not again and k != k_exact:
            at, sizes = question.on_scale(identified), kernels.sized(k)
            if at.status != OK:
                return impossible_prior(spec, at.status)
            found = fit(question.problem(sizes), {**at.outer, **sizes}, rounding=True)
            if found is not None:
                again, held = kernels.identified_at(found.parameters), True
        identified = again or identified
    at = question.on_scale(identified)
    if at.status != OK:
        return impossible_prior(spec, at.status)
    # Closed forms have all targets before K is rounded.
    return replace(at, k_exact=k_exact, held=held, met=question.k is None, proved=True)


def _numeric(question: Question, starts: list[Point]) -> Match:
    """Search where there is no closed form for what is asked, and say so."""
    problem = question.problem(question.kernels.sized(question.k))
    # Where no point has moments, there is nothing to look for.
    points = _points(question, problem) if problem.free and drawn_points(problem) else None
    problem, fits = solutions(problem, starts, points)
    best = fits[0]
    if not best.reached:
        said = out_of_reach(question.spec, best.parameters, proved=points is not None)
        return replace(infeasible_match(question, said), method=NUMERIC)
    proved = points is not None and not best.exact
    return several(question, [_from_fit(question, problem, each, proved=proved) for each in fits])


def determined(question: Question) -> bool:
    """Tell whether the targets leave nothing open, by the rank of their derivatives."""
    if question.kernels.size_is_open:
        return False
    given = {**question.given, **question.kernels.sized(question.k)}
    problem = Problem(question.kernels, question.targets, given, question.ties)
    points = drawn_points(problem) if problem.free and not question.closed else []
    try:
        return not points or check_determined(problem, points) > 0
    except TargetError:
        return False


def _points(question: Question, problem: Problem) -> list[Point] | None:
    """Return all that can meet the targets, by elimination; None where that is not known."""
    over = len(question.targets) > len(problem.free)
    if question.measured and (over or question.cross_moments):
        # What is measured never meets more equations than there are unknowns; cumulants of four
        # entries take longer to derive than one waits for.
        return None
    # Elimination needs SymPy, which what has a closed form does not.
    from symppm.solve.at_numbers import points_at  # noqa: PLC0415

    declaration = declaration_of(question.request.model)
    symbols = {s.name: s for s in (*declaration.sizes, *declaration.hyperparameters)}
    fixed = {name: value for name, value in problem.given.items() if name != INVERSE}
    tied = question.ties.in_symbols(symbols, fixed)
    if tied is None:
        return None
    mean_inverse = problem.given.get(INVERSE, 1.0)
    return points_at(declaration, question.targets, {**fixed, **tied}, mean_inverse)


def _from_fit(question: Question, problem: Problem, found: Fit, *, proved: bool) -> Match:
    kernels = question.kernels
    k_exact = found.parameters.get(kernels.size or "")
    k = None if k_exact is None else whole(k_exact)
    held, met, first = False, found.misfit <= MET, found

    def again(other: Question) -> Point | None:
        """Solve for other targets, from what was found."""
        problem = other.problem(kernels.sized(other.k))
        fitted = followed(replace(problem, weights=None) if first.exact else problem, first)
        return None if fitted is None else _shown(other, fitted)

    nearest = problem.weights is not None
    uncertainty = of_search(question, _shown(question, found), again, nearest=nearest)
    if k != k_exact and question.k is None:
        at_k = replace(problem, given={**problem.given, **kernels.sized(k)})
        nearer = fit(at_k, found.parameters, rounding=found.exact) if at_k.free else None
        held = found.exact and nearer is not None
        found = nearer or found
    outer, text = _on_scale(question, found)
    identified = kernels.identified_at({**outer, **kernels.sized(k)})
    at = Solution(outer, identified, text, k_exact=k_exact, held=held, met=met, proved=proved)
    return _with_intervals(replace(made_match(question, at), method=NUMERIC), uncertainty)


def _shown(question: Question, found: Fit) -> Point:
    """Return all that is shown of a fit: in the scale, and what no scale changes."""
    # Where a scale moves the size, a point in that scale has none of its own.
    point = {**found.parameters, **_on_scale(question, found)[0]}
    point = {each.name: point[each.name] for each in question.spec.parameters}
    return {**point, **question.kernels.identified_at(point)}


def _on_scale(question: Question, found: Fit) -> tuple[Point, str]:
    """Move along the free scales, as far as nothing that is given moves."""
    kernels, spec = question.kernels, question.spec
    parameters = found.parameters
    if not spec.symmetries:
        return parameters, "none needed"
    inner = kernels.inward(parameters)
    outer, status = kernels.outward(apply_scale(kernels, question.choices, inner))
    # A zero that is a difference of large numbers is as small as their rounding.
    rounding = _ROUNDING * max(abs(outer[name]) for name in kernels.hyperparameters)
    given = question.given.items()
    kept = all(abs(outer[n] - v) <= max(_MOVES * abs(v), rounding) for n, v in given)
    off = question.ties.off(outer).values()
    if status == OK and kept and all(abs(each) <= _MOVES for each in off):
        return outer, scale_text(question.choices)
    if free_scales(question.problem({}), parameters) < len(spec.symmetries):
        if question.request.scale is not None:
            raise ParameterError(
                f"the scale {question.request.scale!r} beside " + " and ".join(question.tied),
                expected="one of the two, since what is given fixes the scale",
                do="Leave one out.",
            )
        return parameters, "as given"
    needed = {name: parameters[name] for name in spec.needs}
    at = question.on_scale(kernels.identified_of(inner), needed)
    return (at.outer, at.scale) if at.status == OK else (parameters, "as found")


def made_match(question: Question, at: Solution) -> Match:
    """Return the match at a solution, its size rounded."""
    kernels, k = question.kernels, at.k
    parameters = {**at.outer, **question.given}
    reached = kernels.at({**parameters, **kernels.sized(k)})
    achieved = {name: moment_named(name, reached) for name in question.targets}
    sizes = {} if kernels.size is None or k is None else {kernels.size: k}
    met = at.met or not misses(question.targets, achieved, MET)
    feasible = met or question.measured is not None
    refusal = "" if feasible else "proved" if at.proved else "searched"
    said = about_solution(question, at, achieved, refusal)
    return replace(
        _bare(question), feasible=feasible, k=k, k_exact=at.k_exact, achieved=achieved,
        parameters={**sizes, **{name: parameters[name] for name in kernels.declared}},
        identified={**at.identified, **sizes}, scale=at.scale,
        diagnostics=(*question.diagnostics, *said),
    )  # fmt: skip


_UNMATCHED: Final = frozenset({"nearest", "held_ratio", "rounding", "thin_margin", "below_one"})
"""Diagnostics about moments that are not matched where only the margins are."""


def finished(made: Match, estimator: str, *said: Diagnostic, **more: Any) -> Match:
    """Return a match of margins as that of an estimator, with what is said of it."""
    own = (each for each in made.diagnostics if each.code not in _UNMATCHED)
    return replace(made, diagnostics=(*said, *own), estimator=estimator, **more)


def _bare(question: Question) -> Match:
    return Match(
        question.spec.name, False, None, None, {}, {}, dict(question.targets), {}, "",
        question.diagnostics, question.measured, question.spec,
    )  # fmt: skip


def infeasible_match(question: Question, *failures: Diagnostic) -> Match:
    """Return a match that says why there is none."""
    diagnostics = (*failures, *question.diagnostics)
    return replace(_bare(question), scale=scale_text(question.choices), diagnostics=diagnostics)


def several(question: Question, matches: list[Match]) -> Match:
    """Return a match that shows every solution and chooses none; a single one as it is."""
    if len(matches) == 1:
        return matches[0]
    own = len(question.diagnostics)
    return replace(
        _bare(question), feasible=True, scale=matches[0].scale, method=matches[0].method,
        diagnostics=(*question.diagnostics, ambiguous(matches, question.kernels.size)),
        branches=tuple(replace(each, diagnostics=each.diagnostics[own:]) for each in matches),
    )  # fmt: skip

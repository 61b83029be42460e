"""From checked targets to a match, on the generated kernels of one model."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from symppm.codegen.runtime import OK
from symppm.errors import ParameterError, TargetError, conjunction
from symppm.matching.diagnostics.solutions import (
    about_solution,
    ambiguous,
    impossible_prior,
    infeasible,
    out_of_reach,
    refused,
    unresolved,
)
from symppm.matching.intervals import of_formula, of_search, with_largest
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
from symppm.matching.scale_symmetry import apply_scale, scale_text, text_at
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
        needed = [name for name in question.spec.needs if name not in question.given]
        raise TargetError(
            f"targets ({', '.join(question.targets)}) that leave {kernels.size} open",
            expected=f"targets that determine {kernels.size}, or its value",
            do=f"Fix {conjunction([kernels.size or '', *needed])}.",
        )
    return _closed_form(question) if question.closed else _tied(question)


def _closed_form(question: Question) -> Match:
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
    refusals: list[Diagnostic] = []
    for number, (identified, status) in enumerate(branches, 1):
        condition = None if status == OK else spec.conditions[status - 1]
        outcome = refused(spec, condition, number) if condition else _rounded(question, identified)
        if isinstance(outcome, Diagnostic):
            refusals.append(outcome)
        else:
            uncertainty = of_formula(question, number, identified)
            match = made_match(question, outcome)
            if uncertainty is not None and match.k is not None:
                point = {**match.parameters, **match.identified}
                uncertainty = with_largest(question, uncertainty, point, match.k, match.scale)
            matches.append(_with_intervals(match, uncertainty))
    if matches:
        return several(question, matches)
    statuses = {status for _, status in branches}
    if len(statuses) == 1 and OK not in statuses:
        refusals = [refused(spec, spec.conditions[statuses.pop() - 1], 0)]
    return infeasible_match(question, *dict.fromkeys(refusals))


def _margin_failures(question: Question) -> tuple[Diagnostic, ...]:
    spec, values = question.spec, {**question.targets, **question.needed}
    if not spec.has_margins:
        return ()
    k = question.k if spec.identified_at_k else None
    # What K is found from need not hold when K is given.
    size_given = question.k is not None and k is None
    return tuple(
        infeasible(condition, spec, values)
        for condition, margin in question.kernels.margins(question.targets, question.needed, k)
        if not condition.holds(margin) and not (size_given and is_about_factors(condition))
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


def _with_intervals(match: Match, uncertainty: Uncertainty | None) -> Match:
    extra = () if uncertainty is None else unresolved(match.spec, uncertainty)
    return replace(match, uncertainty=uncertainty, diagnostics=(*match.diagnostics, *extra))


def _rounded(question: Question, identified: Point) -> Solution | Diagnostic:
    """Round the size of an exact solution, and solve the rest again; or say what cannot exist."""
    kernels, spec = question.kernels, question.spec
    k_exact, held = identified.get(kernels.size or ""), False
    if k_exact is not None and question.k is None:
        k = whole(k_exact)
        at_k, _ = kernels.branch(1, question.targets, question.needed, k)
        if not at_k and k != k_exact:
            solution, sizes = question.on_scale(identified), kernels.sized(k)
            if solution.status != OK:
                return impossible_prior(spec, solution.status)
            fitted = fit(question.problem(sizes), {**solution.outer, **sizes}, rounding=True)
            if fitted is not None:
                at_k, held = kernels.identified_at(fitted.parameters), True
        identified = at_k or identified
    solution = question.on_scale(identified)
    if solution.status != OK:
        return impossible_prior(spec, solution.status)
    # Closed forms have all targets before K is rounded.
    return replace(solution, k_exact=k_exact, held=held, met=question.k is None, proved=True)


def _numeric(question: Question, starts: list[Point]) -> Match:
    """Search where there is no closed form for what is asked, and say so."""
    problem = question.problem(question.kernels.sized(question.k))
    # Where no point has moments, there is nothing to look for.
    points = _points(question, problem) if problem.free and drawn_points(problem) else None
    problem, fits = solutions(problem, starts, points)
    best = fits[0]
    if not best.reached:
        diagnostic = out_of_reach(question.spec, best.parameters, proved=points is not None)
        return replace(infeasible_match(question, diagnostic), method=NUMERIC)
    proved = points is not None and not best.exact
    return several(question, [_from_fit(question, problem, x, proved=proved) for x in fits])


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


def _from_fit(question: Question, problem: Problem, best: Fit, *, proved: bool) -> Match:
    kernels = question.kernels
    k_exact = best.parameters.get(kernels.size or "")
    k = None if k_exact is None else whole(k_exact)
    held, met, first = False, best.misfit <= MET, best

    def refit(moved: Question) -> Point | None:
        """Solve for other targets, from what was found."""
        problem = moved.problem(kernels.sized(moved.k))
        fitted = followed(replace(problem, weights=None) if first.exact else problem, first)
        return None if fitted is None else _shown(moved, fitted)

    nearest = problem.weights is not None
    uncertainty = of_search(question, _shown(question, best), refit, nearest=nearest)
    if k != k_exact and question.k is None:
        at_k = replace(problem, given={**problem.given, **kernels.sized(k)})
        nearer = fit(at_k, best.parameters, rounding=best.exact) if at_k.free else None
        held = best.exact and nearer is not None
        best = nearer or best
    outer, text = _on_scale(question, best)
    identified = kernels.identified_at({**outer, **kernels.sized(k)})
    solution = Solution(outer, identified, text, k_exact=k_exact, held=held, met=met, proved=proved)
    return _with_intervals(replace(made_match(question, solution), method=NUMERIC), uncertainty)


def _shown(question: Question, fitted: Fit) -> Point:
    """Return all that is shown of a fit: in the scale, and what no scale changes."""
    # Where a scale moves the size, a point in that scale has none of its own.
    point = {**fitted.parameters, **_on_scale(question, fitted)[0]}
    point = {x.name: point[x.name] for x in question.spec.parameters}
    return {**point, **question.kernels.identified_at(point)}


def _on_scale(question: Question, fitted: Fit) -> tuple[Point, str]:
    """Move along the free scales, as far as nothing that is given moves."""
    kernels, spec = question.kernels, question.spec
    parameters = fitted.parameters
    if not spec.symmetries:
        return parameters, "none needed"
    inner = kernels.inward(parameters)
    there = apply_scale(kernels, question.choices, inner)
    outer, status = kernels.outward(there)
    # A zero that is a difference of large numbers is as small as their rounding.
    rounding = _ROUNDING * max(abs(outer[name]) for name in kernels.hyperparameters)
    given = question.given.items()
    unmoved = all(abs(outer[n] - v) <= max(_MOVES * abs(v), rounding) for n, v in given)
    off = question.ties.off(outer).values()
    if status == OK and unmoved and all(abs(x) <= _MOVES for x in off):
        return outer, text_at(kernels, question.choices, there)
    if free_scales(question.problem({}), parameters) < len(spec.symmetries):
        if question.request.scale is not None:
            raise ParameterError(
                f"the scale {question.request.scale!r} beside " + conjunction(question.tied),
                expected="one of the two, since what is given fixes the scale",
                do="Leave one out.",
            )
        return parameters, "as given"
    needed = {name: parameters[name] for name in spec.needs}
    solution = question.on_scale(kernels.identified_of(inner), needed, at=inner)
    return (solution.outer, solution.scale) if solution.status == OK else (parameters, "as found")


def made_match(question: Question, solution: Solution) -> Match:
    """Return the match at a solution, its size rounded."""
    kernels, k = question.kernels, solution.k
    parameters = {**solution.outer, **question.given}
    reached = kernels.at({**parameters, **kernels.sized(k)})
    achieved = {name: moment_named(name, reached) for name in question.targets}
    sizes = {} if kernels.size is None or k is None else {kernels.size: k}
    met = solution.met or not misses(question.targets, achieved, MET)
    feasible = met or question.measured is not None
    refusal = "" if feasible else "proved" if solution.proved else "searched"
    diagnostics = about_solution(question, solution, achieved, refusal)
    return replace(
        _empty(question), feasible=feasible, k=k, k_exact=solution.k_exact, achieved=achieved,
        parameters={**sizes, **{name: parameters[name] for name in kernels.declared}},
        identified={**solution.identified, **sizes}, scale=solution.scale,
        diagnostics=(*question.diagnostics, *diagnostics),
    )  # fmt: skip


_UNMATCHED: Final = frozenset({"nearest", "held_ratio", "rounding", "thin_margin", "below_one"})
"""Diagnostics about moments that are not matched where only the margins are."""


def finished(match: Match, estimator: str, *diagnostics: Diagnostic, **changes: Any) -> Match:
    """Return a match of margins as that of an estimator, with what is said of it."""
    remaining = (x for x in match.diagnostics if x.code not in _UNMATCHED)
    return replace(match, diagnostics=(*diagnostics, *remaining), estimator=estimator, **changes)


def _empty(question: Question) -> Match:
    return Match(
        question.spec.name, False, None, None, {}, {}, dict(question.targets), {}, "",
        question.diagnostics, question.measured, question.spec,
    )  # fmt: skip


def infeasible_match(question: Question, *failures: Diagnostic) -> Match:
    """Return a match that says why there is none."""
    diagnostics = (*failures, *question.diagnostics)
    return replace(_empty(question), scale=scale_text(question.choices), diagnostics=diagnostics)


def several(question: Question, matches: list[Match]) -> Match:
    """Return a match that shows every solution and chooses none; a single one as it is."""
    if len(matches) == 1:
        return matches[0]
    count = len(question.diagnostics)
    return replace(
        _empty(question), feasible=True, scale=matches[0].scale, method=matches[0].method,
        diagnostics=(*question.diagnostics, ambiguous(matches, question.kernels.size)),
        branches=tuple(replace(x, diagnostics=x.diagnostics[count:]) for x in matches),
    )  # fmt: skip

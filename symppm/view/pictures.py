"""A match as what is drawn of it: targets against achieved, its priors, K by each estimator."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import sympy
from numpy.typing import NDArray

from symppm.errors import NoMomentError, NotDerivableError, ParameterError
from symppm.matching.exporting import check_moderate
from symppm.matching.models import declaration_of
from symppm.matching.targets import size_name
from symppm.modeller.latents import drawn_latents
from symppm.plots.overview import Overview, Row, Size, plot_overview
from symppm.plots.priors import Prior
from symppm.plots.style import require_matplotlib

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from symppm.matching.result import Match
    from symppm.model import Declaration, Variable

_LEVEL = 0.95
_SEED = 1
_DRAWS = 100
_ENTRIES = 4000
_SIDES = (20, 200)
_PLACES = 40_000.5


def pictured(match: Match, path: str | Path | None) -> Figure:
    """Draw the overview of a match."""
    require_matplotlib()
    solutions = _solutions(match)
    for each in (match, *solutions):
        check_moderate(each, "a plot")
    intervals = match.target_intervals(_LEVEL)
    drawn = []
    for n, each in enumerate(solutions, 1):
        name = f"priors of solution {n}, {_k_in_words(each)}" if len(solutions) > 1 else "priors"
        try:
            priors = drawn_priors(each, match, random_seed=_SEED)
        except ParameterError:
            priors = ()  # they cannot be drawn from at these parameters
        drawn.append((name, priors))
    sized = any(each.is_size for each in match.spec.parameters)
    failures = [each.message for each in match.diagnostics if each.severity == "failure"]
    overview = Overview(
        title=_title(match),
        origin="believed" if match.statistics is None else "measured",
        rows=tuple(
            Row(name, target, intervals.get(name), tuple(x.achieved.get(name) for x in solutions))
            for name, target in match.targets.items()
        ),
        solutions=tuple(drawn),
        size=size_name(match.spec) if sized else "",
        sizes=_sizes(match, solutions) if sized else (),
        note=" ".join(failures) or "There are no parameters to draw priors with.",
    )
    return plot_overview(overview, path)


def trace_of(match: Match, path: str | Path | None) -> Figure:
    """Draw the search of a match, step by step."""
    if match.trace is None:
        raise ParameterError(
            f"the trace of a match by method {match.method!r}",
            expected="a match by sampling, whose search there is to see",
            do='Match with method="stochastic".',
        )
    from symppm.stochastic.plotting import plot_trace  # noqa: PLC0415 - rarely needed

    return plot_trace(match.trace, match.targets, path)


def _solutions(match: Match) -> tuple[Match, ...]:
    if len(match.branches) > 1:
        return match.branches
    return (match,) if match.parameters else ()


def _k_in_words(match: Match) -> str:
    sized = any(each.is_size for each in match.spec.parameters)
    return f"{size_name(match.spec)} = {match.k}" if sized and match.k is not None else ""


def _title(match: Match) -> str:
    if len(match.branches) > 1:
        return f"{match.model}: {len(match.branches)} solutions"
    if not match.feasible:
        nearest = "; the nearest that was found" if match.parameters else ""
        return f"{match.model}: no hyperparameters have these statistics{nearest}"
    return ": ".join(filter(None, (match.model, _k_in_words(match))))


def _sizes(match: Match, solutions: tuple[Match, ...]) -> tuple[Size, ...]:
    if match.estimates:
        chosen = "cross-validation" if match.cross_validated else match.estimator
        return tuple(
            Size(x.estimator, x.k, x.low, x.high, x.estimator == chosen and match.feasible)
            for x in match.estimates
        )
    name = "this match" if len(solutions) == 1 else "solution {}"
    return tuple(
        Size(name.format(n), each.k_exact, *_interval(each, each.k_exact), chosen=True)
        for n, each in enumerate(solutions, 1)
        if each.k_exact is not None
    )


def _interval(match: Match, k: float) -> tuple[float, float]:
    """Return the interval of K, or K twice where there is none."""
    size = size_name(match.spec)
    if match.uncertainty is not None:
        return match.interval(_LEVEL).get(size, (k, k))
    reach = 1.96 * match.parameter_errors.get(size, 0.0)
    return max(k - reach, 0.0), k + reach


def drawn_priors(match: Match, whole: Match, random_seed: int) -> tuple[Prior, ...]:
    """Draw what the factors are drawn from: first what the data depend on directly."""
    declaration = declaration_of(whole.declared or whole.model)
    # About as many entries whatever the number of factors: fewer rows first, then fewer draws.
    axes, k = len(declaration.observed.axes), max(match.k or 1, 1)
    side = min(max(int(_ENTRIES / k), _SIDES[0]), _SIDES[1])
    shape = (min(side, int(_PLACES ** (1 / axes))),) * axes
    draws = min(max(int(_DRAWS * _ENTRIES / (side * k)), 1), _DRAWS)
    generator = np.random.default_rng(random_seed)
    drawn = drawn_latents(declaration, match.parameters, shape, draws, generator)
    direct = {each.name for each in declaration.parents(declaration.observed)}
    latent = [each for each in declaration.variables if each.name in drawn]
    latent.sort(key=lambda each: each.name not in direct)
    symbols = (*declaration.hyperparameters, *declaration.sizes)
    values = {x: match.parameters[x.name] for x in symbols if x.name in match.parameters}
    return tuple(
        _prior(each, values, drawn[each.name].ravel(), declaration, direct=each.name in direct)
        for each in latent
    )


def _prior(
    variable: Variable,
    values: dict[Any, float],
    drawn: NDArray[np.float64],
    declaration: Declaration,
    *,
    direct: bool,
) -> Prior:
    """Return a prior with its law in numbers, such as theta ~ Gamma(0.058, 0.058)."""
    parameters = {
        name: sympy.sympify(value.xreplace(values)) for name, value in variable.parameters.items()
    }
    words = [
        f"{float(value):.3g}" if value.is_number else re.sub(r"\[[^]]*\]", "", str(value.evalf(3)))
        for value in parameters.values()
    ]
    has_mean, density = True, None
    try:
        variable.family.raw_moment(1, variable.parameters)
    except NoMomentError:
        has_mean = False
    except NotDerivableError:
        pass
    numeric = all(value.is_number for value in parameters.values())
    if numeric and not declaration.parents(variable) and not variable.family.support.integral:
        density = _density(variable, parameters)
    law = f"{variable.name} ~ {variable.family.name}({', '.join(words)})"
    return Prior(variable.name, law, drawn, direct, has_mean, density)


def _density(
    variable: Variable, parameters: dict[str, Any]
) -> Callable[[NDArray[np.float64]], NDArray[np.float64]] | None:
    """Return the density, where the family has one.

    Values outside of what is drawn are cut off where it is shown.
    """
    at = sympy.Symbol("x", positive=True)
    try:
        logarithm = variable.family.log_density(at, parameters)
    except NotDerivableError:
        return None
    computed = sympy.lambdify(at, logarithm, "scipy")

    def density(values: NDArray[np.float64]) -> NDArray[np.float64]:
        with np.errstate(all="ignore"):
            heights = np.exp(np.asarray(computed(values), dtype=float))
        return np.broadcast_to(heights, values.shape)

    return density

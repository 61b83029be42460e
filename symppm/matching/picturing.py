"""A match as the plain values that its overview is drawn from."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from symppm.errors import NoMomentError, NotDerivableError, ParameterError
from symppm.matching.extremes import check_moderate
from symppm.matching.models import declaration_of
from symppm.modeller.latents import drawn_latents
from symppm.plots.overview import Overview, Row, Size, plot_overview
from symppm.plots.priors import Prior
from symppm.plots.style import require_matplotlib

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from symppm.matching.result import Match
    from symppm.model import Declaration, Variable

_LEVEL = 0.95
_DRAWS = 100
_ENTRIES = 4000
_SIDES = (20, 200)
_PLACES = 40_000.5
_SEED = 1


def pictured(match: Match, path: str | Path | None) -> Figure:
    """Draw the overview of a match.

    Parameters
    ----------
    match : Match
        Any.
    path : str or Path or None
        A file to write too.

    Raises
    ------
    MissingExtraError
        If matplotlib is not installed.
    ParameterError
        If the file cannot be written, or numbers are too large or small to be drawn.
    """
    require_matplotlib()
    for each in (match, *solutions(match)):
        check_moderate(each, "a plot")
    return plot_overview(_overview(match), path)


def solutions(match: Match) -> tuple[Match, ...]:
    """Return the solutions of a match: several, one, or none."""
    if len(match.branches) > 1:
        return match.branches
    return (match,) if match.parameters else ()


def _overview(match: Match) -> Overview:
    found = solutions(match)
    intervals = match.target_intervals(_LEVEL)
    rows = tuple(
        Row(name, target, intervals.get(name), tuple(each.achieved.get(name) for each in found))
        for name, target in match.targets.items()
    )
    drawn = []
    for n, each in enumerate(found, 1):
        text = "priors" if len(found) == 1 else f"priors of solution {n}, {_size_in_words(each)}"
        drawn.append((text, _priors(each, match)))
    sizes = [each.name for each in match.spec.parameters if each.is_size]
    failures = [each.message for each in match.findings if each.severity == "failure"]
    return Overview(
        title=_title(match),
        origin="believed" if match.statistics is None else "measured",
        rows=rows,
        solutions=tuple(drawn),
        size=sizes[0] if sizes else "",
        sizes=_sizes(match, found) if sizes else (),
        note=" ".join(failures) or "There are no parameters to draw priors with.",
    )


def _size_in_words(match: Match) -> str:
    size = next((each.name for each in match.spec.parameters if each.is_size), None)
    return "" if match.k is None or size is None else f"{size} = {match.k}"


def _title(match: Match) -> str:
    if len(match.branches) > 1:
        return f"{match.model}: {len(match.branches)} solutions"
    if not match.feasible:
        nearest = "; the nearest that was found" if match.parameters else ""
        return f"{match.model}: no hyperparameters have these statistics{nearest}"
    words = _size_in_words(match)
    return f"{match.model}: {words}" if words else match.model


def _sizes(match: Match, found: tuple[Match, ...]) -> tuple[Size, ...]:
    if match.opinions:
        chosen = "spectral" if match.counted else match.using
        return tuple(
            Size(each.way, each.k, each.low, each.high, each.way == chosen and match.feasible)
            for each in match.opinions
        )
    sizes = []
    for n, each in enumerate(found, 1):
        if each.k_exact is None:
            continue
        low, high = _interval(each)
        name = "this match" if len(found) == 1 else f"solution {n}"
        sizes.append(Size(name, each.k_exact, low, high, chosen=True))
    return tuple(sizes)


def _interval(match: Match) -> tuple[float, float]:
    """Return the interval of K, or K twice where there is none."""
    k = match.k_exact or 0.0
    size = next(each.name for each in match.spec.parameters if each.is_size)
    if match.uncertainty is not None:
        return match.interval(_LEVEL).get(size, (k, k))
    error = match.parameter_errors.get(size, 0.0)
    return max(k - 1.96 * error, 0.0), k + 1.96 * error


def _priors(match: Match, whole: Match) -> tuple[Prior, ...]:
    """Draw what the factors are drawn from; nothing where these parameters cannot be drawn at."""
    declaration = declaration_of(whole.declared or whole.model)
    # About as many entries whatever the number of factors: fewer rows first, then fewer draws.
    axes = len(declaration.observed.axes)
    side = min(max(int(_ENTRIES / max(match.k or 1, 1)), _SIDES[0]), _SIDES[1])
    shape = (min(side, int(_PLACES ** (1 / axes))),) * axes
    draws = min(max(int(_DRAWS * _ENTRIES / (side * max(match.k or 1, 1))), 1), _DRAWS)
    generator = np.random.default_rng(_SEED)
    try:
        drawn = drawn_latents(declaration, match.parameters, shape, draws, generator)
    except ParameterError:
        return ()
    direct = {each.name for each in declaration.parents(declaration.observed)}
    latent = [each for each in declaration.variables if each.name in drawn]
    latent.sort(key=lambda each: each.name not in direct)
    return tuple(
        Prior(_law(declaration, each, match), drawn[each.name].ravel(), each.name in direct,
              _has_mean(each), _density(declaration, each, match))
        for each in latent
    )  # fmt: skip


def _has_mean(variable: Variable) -> bool:
    try:
        variable.family.raw_moment(1, variable.parameters)
    except NoMomentError:
        return False
    except NotDerivableError:
        return True
    return True


def _law(declaration: Declaration, variable: Variable, match: Match) -> str:
    """Return a prior with the numbers that were found, such as theta ~ Gamma(0.058, 0.058)."""
    import sympy  # noqa: PLC0415 - the declaration has loaded it

    values = _values(declaration, match)
    words = []
    for value in variable.parameters.values():
        plain = sympy.sympify(value.xreplace(values))
        words.append(f"{float(plain):.3g}" if plain.is_number else _without_indices(plain))
    return f"{variable.name} ~ {variable.family.name}({', '.join(words)})"


def _values(declaration: Declaration, match: Match) -> dict[Any, float]:
    known = (*declaration.hyperparameters, *declaration.sizes)
    return {symbol: match.parameters[symbol.name] for symbol in known
            if symbol.name in match.parameters}  # fmt: skip


def _density(
    declaration: Declaration, variable: Variable, match: Match
) -> Callable[[NDArray[np.float64]], NDArray[np.float64]] | None:
    """Return the density of a prior without parents, where its family has one that is continuous.

    Values outside of what is drawn are cut off where it is shown.
    """
    import sympy  # noqa: PLC0415 - the declaration has loaded it

    if declaration.parents(variable) or variable.family.support.integral:
        return None
    values = _values(declaration, match)
    parameters = {
        name: sympy.sympify(value.xreplace(values)) for name, value in variable.parameters.items()
    }
    if not all(value.is_number for value in parameters.values()):
        return None
    at = sympy.Symbol("x", positive=True)
    try:
        logarithm = variable.family.log_density(at, parameters)
    except NotDerivableError:
        return None
    computed = sympy.lambdify(at, logarithm, "scipy")

    def density(values: NDArray[np.float64]) -> NDArray[np.float64]:
        with np.errstate(all="ignore"):
            found = np.exp(np.asarray(computed(values), dtype=float))
        return np.broadcast_to(found, values.shape)

    return density


def _without_indices(value: Any) -> str:
    return re.sub(r"\[[^]]*\]", "", str(value.evalf(3)))

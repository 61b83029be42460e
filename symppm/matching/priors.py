"""The priors of a match: their laws with the numbers that were found, and draws from them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import sympy
from numpy.typing import NDArray

from symppm.errors import NoMomentError, NotDerivableError
from symppm.matching.models import declaration_of
from symppm.modeller.latents import drawn_latents
from symppm.plots.priors import Prior

if TYPE_CHECKING:
    from symppm.matching.result import Match
    from symppm.model import Declaration, Variable

_DRAWS = 100
_ENTRIES = 4000
_SIDES = (20, 200)
_PLACES = 40_000.5


def drawn_priors(match: Match, whole: Match, random_seed: int) -> tuple[Prior, ...]:
    """Draw what the factors are drawn from: first what the data depend on directly."""
    declaration = declaration_of(whole.declared or whole.model)
    # About as many entries whatever the number of factors: fewer rows first, then fewer draws.
    axes = len(declaration.observed.axes)
    side = min(max(int(_ENTRIES / max(match.k or 1, 1)), _SIDES[0]), _SIDES[1])
    shape = (min(side, int(_PLACES ** (1 / axes))),) * axes
    draws = min(max(int(_DRAWS * _ENTRIES / (side * max(match.k or 1, 1))), 1), _DRAWS)
    generator = np.random.default_rng(random_seed)
    drawn = drawn_latents(declaration, match.parameters, shape, draws, generator)
    direct = {each.name for each in declaration.parents(declaration.observed)}
    latent = [each for each in declaration.variables if each.name in drawn]
    latent.sort(key=lambda each: each.name not in direct)
    return tuple(
        Prior(each.name, _law(declaration, each, match), drawn[each.name].ravel(),
              each.name in direct, _has_mean(each), _density(declaration, each, match))
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

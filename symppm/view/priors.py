"""What the factors of a match are drawn from: draws, densities, and how sparse they are."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
import sympy
from numpy.typing import NDArray

from symppm.errors import NoMomentError, NotDerivableError
from symppm.matching.models import declaration_of
from symppm.model.sampling import sample_latents

if TYPE_CHECKING:
    from symppm.matching.result import Match
    from symppm.model import Declaration, Variable

Vector: TypeAlias = NDArray[np.float64]

_DRAWS: Final = 100
_ENTRIES: Final = 4000
_SIDES: Final = (20, 200)
_PLACES: Final = 40_000.5


@dataclass(frozen=True)
class Prior:
    """Draws of one latent variable, its law in numbers, and its density where that is known."""

    name: str
    law: str
    drawn: Vector
    direct: bool
    has_mean: bool
    density: Callable[[Vector], Vector] | None = None


def drawn_priors(match: Match, whole: Match, random_seed: int) -> tuple[Prior, ...]:
    """Draw what the factors are drawn from: first what the data depend on directly."""
    declaration = declaration_of(whole.declared or whole.model)
    # About as many entries whatever the number of factors: fewer rows first, then fewer draws.
    axes, k = len(declaration.observed.axes), max(match.k or 1, 1)
    side = min(max(int(_ENTRIES / k), _SIDES[0]), _SIDES[1])
    shape = (min(side, int(_PLACES ** (1 / axes))),) * axes
    draws = min(max(int(_DRAWS * _ENTRIES / (side * k)), 1), _DRAWS)
    generator = np.random.default_rng(random_seed)
    drawn = sample_latents(declaration, match.parameters, shape, draws, generator)
    direct = {parent.name for parent in declaration.parents(declaration.observed)}
    latent = [v for v in declaration.variables if v.name in drawn]
    latent.sort(key=lambda v: v.name not in direct)
    symbols = (*declaration.hyperparameters, *declaration.sizes)
    values = {x: match.parameters[x.name] for x in symbols if x.name in match.parameters}
    return tuple(
        _prior(v, values, drawn[v.name].ravel(), declaration, direct=v.name in direct)
        for v in latent
    )


def _prior(
    variable: Variable,
    values: dict[Any, float],
    drawn: Vector,
    declaration: Declaration,
    *,
    direct: bool,
) -> Prior:
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


def _density(variable: Variable, parameters: dict[str, Any]) -> Callable[[Vector], Vector] | None:
    """Return the density, where the family has one; outside of what is drawn it means nothing."""
    at = sympy.Symbol("x", positive=True)
    try:
        computed = sympy.lambdify(at, variable.family.log_density(at, parameters), "scipy")
    except NotDerivableError:
        return None

    def density(values: Vector) -> Vector:
        with np.errstate(all="ignore"):
            heights = np.exp(np.asarray(computed(values), dtype=float))
        return np.broadcast_to(heights, values.shape)

    return density


def effective_share(drawn: Vector) -> float:
    """Return how dense a prior is: the share of its entries that, if equal, would make up the rest.

    (sum of |x|)^2 / (n * sum of x^2), which is 1 / (1 + squared coefficient of variation) of what
    is positive. It is 1 if all entries are equal, and s if a share s of them are equal and the rest
    zero; for Gamma with shape a its limit is a / (a + 1). Without a variance its limit is zero.
    (The effective sample size of Kish, Survey Sampling, 1965, section 11.7, over the number.)
    """
    sizes = np.abs(drawn)
    if not sizes.any():
        return 1.0
    scaled = sizes / sizes.max()
    return float(scaled.sum() ** 2 / (scaled.size * (scaled**2).sum()))

"""What the priors of a match look like: draws of one entry of every latent variable."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import numpy as np
import sympy
from numpy.typing import NDArray

from symppm.errors import ParameterError, SymPPMError
from symppm.matching.models import declaration_of
from symppm.measure.numerals import number
from symppm.model.declaration import Declaration, Variable
from symppm.model.evaluation import Evaluator
from symppm.model.nodes import AxisSum
from symppm.report.html.figures import distribution_drawing
from symppm.report.html.views import Fact, Priors

if TYPE_CHECKING:
    from symppm.matching import Match

_DRAWS: Final = 20_000
_SMALL: Final = 0.01


def priors_of(match: Match, title: str, random_seed: int, key: str) -> Priors:
    """Draw the priors of a match.

    Parameters
    ----------
    match : Match
        With parameters.
    title : str
        Above the drawings.
    random_seed : int
        The same seed gives the same drawings.
    key : str
        Unique on the page.
    """
    try:
        declaration = declaration_of(match.declared or match.model)
        drawn = latent_draws(declaration, match.parameters, random_seed)
    except SymPPMError as error:
        return Priors(title, (), f"The priors are not drawn: {error}")
    outlines = tuple(
        distribution_drawing(
            f"prior-{key}-{name}",
            f"{name} ~ {declaration.by_name[name].family.name}",
            values,
            {"mean": (float(values.mean()), "mean")},
            _numbers(values),
        )
        for name, values in drawn.items()
    )
    left_out = [each.name for each in _latent(declaration) if each.name not in drawn]
    refused = f"Not drawn, since it varies along several axes of the data: {', '.join(left_out)}."
    return Priors(title, outlines, refused if left_out else "")


def _numbers(values: NDArray[np.float64]) -> tuple[Fact, ...]:
    mean = float(values.mean())
    facts = [
        Fact("mean", _rounded(mean)),
        Fact("standard deviation", _rounded(float(values.std()))),
    ]
    if values.min() >= 0 and mean > 0:
        share = effective_share(values)
        small = float((values < _SMALL * mean).mean())
        facts.append(Fact("effective share", f"{share:.1%}"))
        facts.append(Fact("below 1 % of the mean", f"{small:.1%}"))
    return tuple(facts)


def _rounded(value: float) -> str:
    return f"{value:.3g}" if value else number(value)


def effective_share(values: NDArray[np.float64]) -> float:
    """Return (sum of x)^2 / (n sum of x^2): the share of entries that carry the total.

    It is one if all entries are equal, and s if a share s of them are equal and the rest zero. For
    Gamma with shape a, its limit is a / (a + 1).

    Parameters
    ----------
    values : ndarray of float64
        Zero or more, not all zero.
    """
    scaled = values / values.max()
    return float(scaled.sum() ** 2 / (scaled.size * (scaled**2).sum()))


def _latent(declaration: Declaration) -> list[Variable]:
    return [each for each in declaration.variables if not each.observed]


def latent_draws(
    declaration: Declaration, parameters: Mapping[str, float], random_seed: int
) -> dict[str, NDArray[np.float64]]:
    """Draw independent entries of every latent variable that varies along one axis of the data.

    Parameters
    ----------
    declaration : Declaration
        The model.
    parameters : mapping of str to float
        Sizes of latent axes, and every hyperparameter; others are left aside.
    random_seed : int
        The same seed gives the same draws.

    Raises
    ------
    ParameterError
        If a family cannot be sampled, or parameters leave its domain.
    """
    generator = np.random.default_rng(random_seed)
    latent = _latent(declaration)
    summed = any(value.has(AxisSum) for each in latent for value in each.parameters.values())
    symbols = (*declaration.sizes, *declaration.hyperparameters)
    values: dict[sympy.Symbol, float] = {
        symbol: float(parameters[symbol.name]) for symbol in symbols
    }
    observed = set(declaration.observed.dims)
    sizes = {}
    for axis in declaration.axes:
        whole = int(values[axis.size]) if axis.size in values and summed else 1
        sizes[axis.name] = _DRAWS // whole + 1 if axis.name in observed else whole
    evaluator = Evaluator(declaration, values, sizes, {})
    found: dict[str, NDArray[np.float64]] = {}
    for variable in latent:
        parents = {each.name for each in declaration.parents(variable)}
        if len(observed.intersection(variable.dims)) > 1 or not parents <= set(found):
            continue
        variable.family.check_sampled()
        with np.errstate(all="ignore"):
            given = {name: evaluator(value) for name, value in variable.parameters.items()}
            size = evaluator.full_shape(variable.dims or declaration.observed.dims[:1])
            try:
                drawn = variable.family.sample(generator, given, size)
            except ValueError as error:
                raise _undrawn(variable, str(error)) from error
        if not np.isfinite(drawn).all():
            raise _undrawn(variable, "it overflows")
        evaluator.drawn[variable.name] = drawn
        found[variable.name] = np.asarray(drawn, dtype=np.float64).ravel()
    return found


def _undrawn(variable: Variable, why: str) -> ParameterError:
    return ParameterError(
        f"{variable.name} cannot be drawn from {variable.family.name}: {why}",
        expected="hyperparameters within what NumPy can sample",
        do="Use less extreme hyperparameters.",
    )

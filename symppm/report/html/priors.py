"""What the priors of a match look like: draws of every latent variable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from symppm.errors import SymPPMError
from symppm.matching.priors import drawn_priors
from symppm.plots.priors import effective_share
from symppm.report.html.elements import Fact
from symppm.report.html.figures import distribution_drawing
from symppm.report.html.views import Priors
from symppm.results.numerals import number

if TYPE_CHECKING:
    from symppm.matching import Match

_SMALL: Final = 0.01


def priors_of(match: Match, whole: Match, title: str, random_seed: int, key: str) -> Priors:
    """Draw the priors of a match.

    Parameters
    ----------
    match : Match
        With parameters.
    whole : Match
        The same, or that of which it is one of several solutions.
    title : str
        Above the drawings.
    random_seed : int
        The same seed gives the same drawings.
    key : str
        Unique on the page.
    """
    try:
        drawn = drawn_priors(match, whole, random_seed)
    except SymPPMError as error:
        return Priors(title, (), f"The priors are not drawn: {error}")
    outlines = tuple(
        distribution_drawing(
            f"prior-{key}-{each.name}",
            each.law,
            each.drawn,
            {"mean": (float(each.drawn.mean()), "mean")} if each.has_mean else {},
            _numbers(each.drawn) if each.has_mean else (Fact("mean", "none"),),
        )
        for each in drawn
    )
    return Priors(title, outlines)


def _numbers(values: NDArray[np.float64]) -> tuple[Fact, ...]:
    mean = float(values.mean())
    facts = [
        Fact("mean", _rounded(mean)),
        Fact("standard deviation", _rounded(float(values.std()))),
        Fact("effective share", f"{effective_share(values):.1%}"),
    ]
    if values.min() >= 0 and mean > 0:
        small = float((values < _SMALL * mean).mean())
        facts.append(Fact("below 1 % of the mean", f"{small:.1%}"))
    return tuple(facts)


def _rounded(value: float) -> str:
    return f"{value:.3g}" if value else number(value)

"""What hyperparameters are from, where not all moments of the data are met, in words."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from symppm.errors import conjunction
from symppm.matching.by_interaction import LARGEST_SHAPE
from symppm.matching.diagnostics.table import phrase, said
from symppm.matching.exposures import WORDS, Exposures
from symppm.matching.grounds import Shapes
from symppm.matching.models import Effects, Sides
from symppm.matching.result import Match
from symppm.results.diagnostic import Diagnostic

_NOISY: Final = 1.5
"""Times Poisson's, from which another model of noise is worth a try."""
_MANY: Final = 100
_NEGATIVE_BINOMIAL: Final = "gmf_gamma_negativebinomial"


def source_of(
    kind: str, shapes: Shapes, given: Mapping[str, float], k: int | None
) -> tuple[str, str]:
    """Say what shapes are from, of factors or of topics; how severe that is, and a sentence."""
    free = [name for name in shapes.values if name not in given]
    names, measured = conjunction(free), f"{shapes.interaction:.2g} (+- {shapes.error:.1g})"
    if not free:
        return "", phrase(f"source/{kind}/given")
    value = shapes.values[free[0]]
    if k == 1:
        return "", phrase(f"source/{kind}/one", names=names, value=value)
    if shapes.resolved:
        equal = phrase(f"source/{kind}/equal", names=names) if shapes.equal else ""
        return "", phrase(f"source/{kind}/measured", names=names, measured=measured) + equal
    none = math.isnan(shapes.interaction)
    why = phrase("shapes/none" if none else "shapes/unresolved", measured=measured)
    return "warning", phrase(f"source/{kind}/assumed", why=why, equal=" = ".join(free), value=value)


def about_shapes(
    match: Match, sides: Sides, given: Mapping[str, float], *, poisson: bool
) -> tuple[Diagnostic, ...]:
    """Say what the shapes and levels of a match by the interaction are from, and its noise."""
    shapes = match.shapes
    if shapes is None:
        return ()
    severity, source = source_of("factors", shapes, given, match.k)
    levels = [side.level for side in sides if side.level and side.level not in given]
    flat = [name for name in levels if match.parameters[name] >= LARGEST_SHAPE]
    varying = conjunction(name for name in levels if name not in flat)
    why = phrase(f"shapes/flat/{'one' if match.k == 1 else 'more'}")
    diagnostic = said(
        "shapes",
        severity,
        source=source,
        levels=phrase("shapes/levels", names=varying) if varying else "",
        flat=phrase("shapes/flat", equal=" = ".join(flat), largest=LARGEST_SHAPE, why=why)
        if flat
        else "",
    )
    return (diagnostic, *(_dispersion(shapes, poisson) if match.spec.observed_is_count else ()))


def _dispersion(shapes: Shapes, poisson: bool) -> tuple[Diagnostic, ...]:
    closing = ""
    if shapes.noise >= _NOISY:
        closing = phrase("dispersion/other", other=_NEGATIVE_BINOMIAL) if poisson else ""
        closing += phrase("dispersion/above")
    elif shapes.noise <= 1 / _NOISY:
        closing = phrase("dispersion/below")
    noise = f"{shapes.noise:.2g}" if shapes.noise < _MANY else f"{shapes.noise:.0f}"
    return () if noise == "1" else (said("dispersion", noise=noise, about=closing),)


def about_effects(
    match: Match, effects: Effects, given: Mapping[str, float], *, faint: bool, by_path: bool
) -> Diagnostic:
    """Say what is measured of effects and factors, and what is assumed."""
    free = [name for name in effects.shapes if name not in given]
    names, equal = conjunction(effects.shapes), " = ".join(effects.shapes)
    level = 2 * match.parameters[effects.row[0]] / match.parameters[effects.row[1]]
    share = f"{100 * (1 - level / match.targets['mean']):.2g} % of the mean"
    path = by_path and free
    assumed = [phrase("effects/means")]
    if len(free) == 2 and not faint:
        assumed.append(equal if by_path else phrase("effects/one", equal=equal))
    flat = [
        phrase("effects/flat/one", name=name, largest=LARGEST_SHAPE)
        for name in (effects.row[0], effects.column[0])
        if match.parameters[name] >= LARGEST_SHAPE
    ]
    return said(
        "effects",
        "warning" if faint or not by_path else "",
        source=phrase(
            "effects/faint" if faint else "effects/path" if path else "effects/cycle",
            names=names,
            share=share,
        ),
        assumed=" and that ".join(assumed),
        shape=effects.shapes[0],
        flat=phrase("effects/flat", names=conjunction(flat)) if flat else "",
    )


def about_exposures(exposures: Exposures, model: str) -> Diagnostic:
    """Say by what the data were divided, and what that leaves to tell."""
    known = " and ".join(WORDS[name] for name in exposures.names if name not in exposures.estimated)
    phrases = [phrase("exposure/given", lines=known)] if known else []
    if exposures.estimated:
        lines = " and ".join(WORDS[name] for name in exposures.estimated)
        these = "They are also" if known else "The statistics are"
        phrases.append(phrase("exposure/margins", these=these, lines=lines, model=model))
    if exposures.lost:
        phrases.append(phrase("exposure/lost", lost=exposures.lost))
    return said("exposure/lines", said=" ".join(phrases))


def about_margins(match: Match, exposures: Exposures) -> Diagnostic:
    """Say that what the model rests on was divided out of the data."""
    missing = [name for name in match.spec.needs if name not in match.parameters] or [
        name for name in match.spec.needs if name in exposures.noise.names
    ]
    fix = f", fix {conjunction(missing)}" if missing else ""
    return said("margins", model=match.model, fix=fix)

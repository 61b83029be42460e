"""Every target of an export, by name."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from symppm.errors import ParameterError, did_you_mean
from symppm.exports.cautions import cautions
from symppm.exports.installed import remarks
from symppm.exports.plain_json import to_json
from symppm.exports.types import Chosen, Export

_FITTING: Final = MappingProxyType(
    {
        "hpfrec": ("symppm.exports.hpfrec", "to_hpfrec"),
        "schpf": ("symppm.exports.schpf", "to_schpf"),
        "poismf": ("symppm.exports.poismf", "to_poismf"),
        "sklearn": ("symppm.exports.sklearn_nmf", "to_sklearn"),
        "cmfrec": ("symppm.exports.factor_count", "to_cmfrec"),
        "implicit": ("symppm.exports.factor_count", "to_implicit"),
    }
)
_LANGUAGES: Final = ("pymc", "numpyro", "pyro", "stan", "jags")
_WITHOUT_SHAPES: Final = frozenset({"poismf", "sklearn", "cmfrec", "implicit"})

FITTED: Final = frozenset(_FITTING)
"""Targets whose code defines ``fit(counts)``, which returns the fitted model and its factors."""

TARGETS: Final = (*_FITTING, *_LANGUAGES, "json")
"""Names of all targets, libraries that fit first."""

ALIASES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "scikit-learn": "sklearn",
        "scikit_learn": "sklearn",
        "nmf": "sklearn",
        "bugs": "jags",
        "cmdstanpy": "stan",
        "pystan": "stan",
        "pyro-ppl": "pyro",
    }
)
"""Other names of targets."""


def target_named(name: str) -> str:
    """Return the target of a name or of an alias, in any case of letters.

    Parameters
    ----------
    name : str
        As given.

    Raises
    ------
    ParameterError
        If there is no such target.
    """
    plain = str(name).strip().lower()
    plain = ALIASES.get(plain, plain)
    if plain in TARGETS:
        return plain
    raise ParameterError(
        f"an export to {name!r}",
        expected="one of " + ", ".join(TARGETS),
        do=did_you_mean(plain, (*TARGETS, *ALIASES)),
    )


def check_floor_of(target: str, shape_floor: float | None) -> None:
    """Check that a target has shapes to which a floor can apply.

    Parameters
    ----------
    target : str
        One of :data:`TARGETS`.
    shape_floor : float, optional
        As given.

    Raises
    ------
    ParameterError
        If there is a floor and there are no shapes, or if it is no floor.
    """
    from symppm.exports.shape_floor import checked_floor  # noqa: PLC0415 - loads SymPy

    if shape_floor is None:
        return
    if target in _WITHOUT_SHAPES:
        raise ParameterError(
            f"shape_floor={shape_floor!r} for an export to {target}",
            expected="a target that takes the shapes of priors; this one does not",
            do="Leave the floor out.",
        )
    checked_floor(shape_floor)


def exported(
    chosen: Chosen, target: str, shape_floor: float | None = None, remark: str = ""
) -> Export:
    """Return a match as another library takes it.

    Parameters
    ----------
    chosen : Chosen
        What was matched.
    target : str
        One of :data:`TARGETS`, or an alias.
    shape_floor : float, optional
        What shapes of Gamma factors are raised to where they are below, their means kept.
    remark : str
        What has to be said of the match before anything else.

    Raises
    ------
    ParameterError
        If there is no such target, it cannot express the model at all, or it has no shapes that
        could have a floor.
    """
    name = target_named(target)
    notes = (remark,) if remark else ()
    check_floor_of(name, shape_floor)
    if shape_floor is not None:
        from symppm.exports.shape_floor import raised  # noqa: PLC0415 - loads SymPy

        made = raised(chosen, shape_floor)
        chosen, notes = made.chosen, (*notes, *made.notes)
    notes = (*notes, *cautions(chosen, name))
    if name == "json":
        return to_json(chosen, notes)
    export = _to(name, chosen)
    return replace(export, notes=(*notes, *export.notes, *remarks(name, export.arguments)))


def _to(name: str, chosen: Chosen) -> Export:
    if name in _FITTING:
        module, function = _FITTING[name]
        made: Export = getattr(importlib.import_module(module), function)(chosen)
        return made
    from symppm.exports.languages import to_language  # noqa: PLC0415 - loads SymPy

    return to_language(chosen, name)

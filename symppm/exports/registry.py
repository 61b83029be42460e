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
from symppm.exports.types import Chosen, Export, equal

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
_MEAN_FIELD: Final = frozenset({"hpfrec", "schpf"})
_WITHOUT_SHAPES: Final = _FITTING.keys() - _MEAN_FIELD

SHAPES: Final = ("auto", "mean-field", "moments")
"""Ways to set the shapes of Gamma factors."""

FITTED: Final = frozenset(_FITTING)
"""Targets whose code defines ``fit(counts)``, which returns the fitted model and its factors."""

SAMPLED: Final = ("pymc", "numpyro", "pyro")
"""Targets whose code is a program in Python."""

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
    """Return the target of a name or of an alias, in any case of letters."""
    plain = str(name).strip().lower()
    plain = ALIASES.get(plain, plain)
    if plain in TARGETS:
        return plain
    raise ParameterError(
        f"an export to {name!r}",
        expected="one of " + ", ".join(TARGETS),
        do=did_you_mean(plain, (*TARGETS, *ALIASES)),
    )


def check_shapes(target: str, shapes: str) -> None:
    """Check that a target can have such shapes."""
    if not isinstance(shapes, str) or shapes not in SHAPES:
        raise ParameterError(
            f"shapes={shapes!r}",
            expected="one of " + ", ".join(SHAPES),
            do=did_you_mean(str(shapes), SHAPES),
        )
    if shapes == "mean-field" and target in _WITHOUT_SHAPES:
        raise ParameterError(
            f"shapes={shapes!r} for an export to {target}",
            expected="a target that takes the shapes of priors; this one does not",
            do="Leave shapes out.",
        )


def exported(chosen: Chosen, target: str, shapes: str = "auto", remark: str = "") -> Export:
    """Return a match as another library takes it."""
    name = target_named(target)
    notes = (remark,) if remark else ()
    check_shapes(name, shapes)
    measured = bool(chosen.mean_field) and shapes == "auto"
    if shapes == "mean-field" or (measured and name in _MEAN_FIELD):
        from symppm.exports.shapes import for_mean_field  # noqa: PLC0415 - loads SymPy

        chosen, said = for_mean_field(chosen)
        notes = (*notes, said)
    elif measured and name not in _WITHOUT_SHAPES:
        notes = (*notes, _exact(chosen))
    notes = (*notes, *cautions(chosen, name))
    if name == "json":
        return to_json(chosen, notes)
    export = _to(name, chosen)
    return replace(export, notes=(*notes, *export.notes, *remarks(name, export.arguments)))


def _exact(chosen: Chosen) -> str:
    """Say of a match to counts that its shapes are exact, and what mean-field inference takes."""
    names = list(chosen.mean_field)
    return (
        f"Shapes {equal(names, chosen.parameters)}, as matched, which is what sampling takes. "
        f'Mean-field inference takes {equal(names, chosen.mean_field)}: shapes="mean-field".'
    )


def _to(name: str, chosen: Chosen) -> Export:
    if name in _FITTING:
        module, function = _FITTING[name]
        made: Export = getattr(importlib.import_module(module), function)(chosen)
        return made
    from symppm.exports.languages import to_language  # noqa: PLC0415 - loads SymPy

    return to_language(chosen, name)

"""Every target of an export, by name."""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from symppm.errors import ParameterError, did_you_mean
from symppm.exports.cautions import cautions, remarks
from symppm.exports.types import TOPIC_MODELS, Chosen, Export, equal

_FITTING: Final = MappingProxyType({
    "hpfrec": "hierarchical",
    "schpf": "hierarchical",
    "poismf": "penalized",
    "sklearn": "penalized",
    "cmfrec": "fitting",
    "implicit": "fitting",
})  # fmt: skip
LANGUAGES: Final = MappingProxyType(
    {"pymc": "pymc", "numpyro": "pyro", "pyro": "pyro", "stan": "stan", "jags": "jags"}
)
"""Modules by target; each has a function ``to_TARGET``."""

_FITTED: Final = frozenset({"pmf_gamma", "hpf_gamma"})
_MEAN_FIELD: Final = frozenset({"hpfrec", "schpf"})
_WITHOUT_SHAPES: Final = _FITTING.keys() - _MEAN_FIELD

SHAPES: Final = ("auto", "mean-field", "moments")
"""Ways to set the shapes of Gamma factors."""

TOPICS: Final = ("sklearn", "gensim", "tomotopy", "numpyro", "stan", "json")
"""Targets of topic models."""

SAMPLED: Final = ("pymc", "numpyro", "pyro")
"""Targets whose code is a program in Python."""

TARGETS: Final = (*_FITTING, *LANGUAGES, "json")
"""Names of all targets of factorizations, libraries that fit first."""

ALIASES: Final[Mapping[str, str]] = MappingProxyType({
    "scikit-learn": "sklearn",
    "scikit_learn": "sklearn",
    "nmf": "sklearn",
    "bugs": "jags",
    "cmdstanpy": "stan",
    "pystan": "stan",
    "pyro-ppl": "pyro",
})  # fmt: skip
"""Other names of targets."""


def target_named(name: str) -> str:
    """Return the target of a name or of an alias, in any case of letters."""
    plain = str(name).strip().lower()
    plain = ALIASES.get(plain, plain)
    known = tuple(dict.fromkeys((*TARGETS, *TOPICS)))
    if plain in known:
        return plain
    raise ParameterError(
        f"an export to {name!r}",
        expected="one of " + ", ".join(known),
        do=did_you_mean(plain, (*known, *ALIASES), listed=True),
    )


def targets_of(model: str) -> tuple[str, ...]:
    """Return the targets that may take a match of a model."""
    return TOPICS if model in TOPIC_MODELS else TARGETS


def examples_of(model: str) -> tuple[str, str, str]:
    """Return three targets that have such a model, to name as examples."""
    if model in TOPIC_MODELS:
        return "sklearn", "gensim", "tomotopy"
    # The library fits these two and few others; languages write every model.
    return ("hpfrec", "pymc", "stan") if model in _FITTED else ("pymc", "numpyro", "stan")


def check_shapes(target: str, shapes: str) -> None:
    """Check that a target can have such shapes."""
    if not isinstance(shapes, str) or shapes not in SHAPES:
        raise ParameterError(
            f"shapes={shapes!r}",
            expected="one of " + ", ".join(SHAPES),
            do=did_you_mean(str(shapes), SHAPES, listed=True),
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
    if name not in targets_of(chosen.model):
        from symppm.exports.topics import refused  # noqa: PLC0415 - loads SymPy

        raise refused(chosen, name, targets_of(chosen.model))
    if chosen.model in TOPIC_MODELS:
        return _of_topics(chosen, name, shapes, notes)
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
    export = written(chosen, name)
    return replace(export, notes=(*notes, *export.notes, *remarks(name)))


def _of_topics(chosen: Chosen, target: str, shapes: str, notes: tuple[str, ...]) -> Export:
    """Return a topic model as another library takes it."""
    if shapes == "moments":
        chosen = replace(chosen, mean_field={})
    notes = (*notes, *cautions(chosen, target))
    if target == "json":
        return to_json(chosen, notes)
    from symppm.exports import topics  # noqa: PLC0415 - loads SymPy

    export: Export = getattr(topics, f"to_{target}")(chosen)
    return replace(export, notes=(*notes, *export.notes, *remarks(target)))


def _exact(chosen: Chosen) -> str:
    """Say of a match to counts that its shapes are exact, and what mean-field inference takes."""
    names = list(chosen.mean_field)
    return (
        f"Shapes {equal(names, chosen.parameters)}, as matched, which is what sampling takes. "
        f'Mean-field inference takes {equal(names, chosen.mean_field)}: shapes="mean-field".'
    )


def written(chosen: Chosen, target: str) -> Export:
    """Return what a library or language takes, without what is said of every target."""
    module = _FITTING.get(target) or LANGUAGES[target]
    # Most of them load SymPy.
    write = getattr(importlib.import_module(f"symppm.exports.{module}"), f"to_{target}")
    export: Export = write(chosen)
    return export


def to_json(chosen: Chosen, notes: tuple[str, ...] = ()) -> Export:
    """Return the values of a match as JSON text, with their convention."""
    document = {
        "model": chosen.model,
        "title": chosen.title,
        "convention": "Gamma is (shape, rate), with mean shape / rate.",
        "scale": chosen.scale,
        "k": chosen.k,
        "parameters": dict(chosen.parameters),
        "meanings": dict(chosen.meanings),
        "targets": dict(chosen.targets),
        "achieved": dict(chosen.achieved),
        **({"notes": list(notes)} if notes else {}),
    }
    text = json.dumps(document, indent=2, allow_nan=False) + "\n"
    return Export("json", "JSON", document, text)

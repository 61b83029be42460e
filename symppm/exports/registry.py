"""Every target of an export, by name."""

from __future__ import annotations

import importlib.util
import json
import math
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from symppm.errors import ParameterError, did_you_mean
from symppm.exports.code import template_notes
from symppm.exports.types import TOPIC_MODELS, Export, ExportTask, Library, equal

_DEFINED: Final = "takes such data, for what it maximises is defined there too."
_SCHPF: Final = (
    "the source of simslab/scHPF, commit 6a294aa, for SciPy and scikit-learn of its time"
)
LIBRARIES: Final[Mapping[str, Library]] = MappingProxyType({
    "hpfrec": Library(
        "hpfrec", "mean-field", "fitting", f"hpfrec {_DEFINED}",
        "hpfrec", "hpfrec", "0.2.14",
    ),
    "schpf": Library(
        "scHPF", "mean-field", "fitting", f"scHPF {_DEFINED}",
        "schpf", "", _SCHPF,
    ),
    "poismf": Library(
        "poismf", "penalties", "fitting", f"poismf {_DEFINED}",
        "poismf", "poismf", "0.4.0",
    ),
    "sklearn": Library(
        "scikit-learn", "penalties", "fitting",
        "scikit-learn takes such data, for its divergence is defined there too.",
        "sklearn", "scikit-learn", "1.9",
    ),
    "cmfrec": Library("cmfrec", "K", "fitting", "", "cmfrec", "cmfrec", "3.5.1"),
    "implicit": Library("implicit", "K", "fitting", "", "implicit", "implicit", "0.7.3"),
    "pymc": Library(
        "PyMC", "model", "pymc", "PyMC cuts their fractions off and says nothing of it.",
        "pymc", "pymc", "5.28",
    ),
    "numpyro": Library(
        "NumPyro", "model", "pyro",
        "NumPyro does not check that: a Poisson variable has no density there, and a sampler finds "
        "no place to start.",
        "numpyro", "numpyro", "0.22",
    ),
    "pyro": Library(
        "Pyro", "model", "pyro", "Pyro refuses such data.",
        "pyro", "pyro-ppl", "1.9",
    ),
    "stan": Library(
        "Stan", "model", "stan", "Stan refuses such data.",
        "stan", "pystan", "3.10",
    ),
    "jags": Library(
        "JAGS", "model", "jags",
        "JAGS does not check that, and takes the formula of the density between counts.",
    ),
    "gensim": Library("gensim", "mean-field", "", "", "gensim", "gensim", "4.4"),
    "tomotopy": Library("tomotopy", "mean-field", "", "", "tomotopy", "tomotopy", "0.14"),
})  # fmt: skip

TARGETS: Final = (*(name for name, library in LIBRARIES.items() if library.module), "json")
"""Names of all targets of factorizations, libraries that fit first."""

SAMPLED: Final = ("pymc", "numpyro", "pyro")
"""Targets whose code is a program in Python."""

TOPICS: Final = ("sklearn", "gensim", "tomotopy", "numpyro", "stan", "json")
"""Targets of topic models."""

SHAPES: Final = ("auto", "mean-field", "moments")
"""Ways to set the shapes of Gamma factors."""

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
    fitted = model in ("pmf_gamma", "hpf_gamma")
    return ("hpfrec", "pymc", "stan") if fitted else ("pymc", "numpyro", "stan")


def check_shapes(target: str, shapes: str) -> None:
    """Check that a target can have such shapes."""
    if not isinstance(shapes, str) or shapes not in SHAPES:
        raise ParameterError(
            f"shapes={shapes!r}",
            expected="one of " + ", ".join(SHAPES),
            do=did_you_mean(str(shapes), SHAPES, listed=True),
        )
    if shapes == "mean-field" and target in LIBRARIES and not LIBRARIES[target].takes_shapes:
        raise ParameterError(
            f"shapes={shapes!r} for an export to {target}",
            expected="a target that takes the shapes of priors; this one does not",
            do="Leave shapes out.",
        )


def exported(task: ExportTask, target: str, shapes: str = "auto", remark: str = "") -> Export:
    """Return a match as another library takes it."""
    name = target_named(target)
    check_shapes(name, shapes)
    model = task.match.model
    topics, targets = model in TOPIC_MODELS, targets_of(model)
    if name not in targets:
        raise ParameterError(
            f"an export of {model} to {name}",
            expected=f"of {model} one of {', '.join(targets)}",
            do="For Poisson factorization of the same counts, match them without a model."
            if topics
            else "Match the counts with model='lda' first.",
        )
    library, notes = LIBRARIES.get(name), [remark] if remark else []
    measured = bool(task.mean_field) and shapes == "auto"
    if topics:
        task = replace(task, mean_field={}) if shapes == "moments" else task
    elif shapes == "mean-field" or (measured and library and library.takes == "mean-field"):
        from symppm.exports.shapes import for_mean_field  # noqa: PLC0415 - loads SymPy

        task, note = for_mean_field(task)
        notes.append(note)
    elif measured and (library is None or library.takes_shapes):
        names = list(task.mean_field)
        notes.append(
            f"Shapes {equal(names, task.parameters)}, as matched, which is what sampling takes. "
            f'Mean-field inference takes {equal(names, task.mean_field)}: shapes="mean-field".'
        )
    inputs = task.match.given
    notes += template_notes(
        "cautions", task=task, match=task.match, library=library,
        total=0 if task.match.statistics is None else math.prod(task.match.statistics.shape),
        ties=" and ".join(f"{name} = {text}" for name, text in inputs.ties.items()),
    )  # fmt: skip
    if library is None:
        return _json(task, notes)
    export = written(task, name, "topics" if topics else "")
    return replace(export, notes=(*notes, *export.notes, *remarks(library)))


def written(task: ExportTask, target: str, module: str = "") -> Export:
    """Return what a library or language takes, without what is said of every target."""
    name = f"symppm.exports.{module or LIBRARIES[target].module}"
    write = getattr(importlib.import_module(name), f"to_{target}")  # most of them load SymPy
    export: Export = write(task)
    return export


def _json(task: ExportTask, notes: list[str]) -> Export:
    """Return the values of a match as JSON text, with their convention."""
    match = task.match
    document = {
        "model": match.model,
        "title": match.spec.title,
        "convention": "Gamma is (shape, rate), with mean shape / rate.",
        "scale": match.scale,
        "k": task.k,
        "parameters": dict(task.parameters),
        "meanings": {parameter.name: parameter.meaning for parameter in match.spec.parameters},
        "targets": dict(match.targets),
        "achieved": dict(task.achieved),
        **({"notes": notes} if notes else {}),
    }
    text = json.dumps(document, indent=2, allow_nan=False) + "\n"
    return Export("json", "JSON", document, text, is_python=False)


def remarks(library: Library) -> tuple[str, ...]:
    """Say which version exported code was tested with, and which one is here, without importing."""
    package, name = library.package, library.install
    if not package:
        return ()
    tested = f"Tested with {name} {library.tested}"
    if not name:
        tested = f"Written from {library.tested}; that was not run"
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        how = f"pip install {name}" if name else "install it from its repository"
        return (f"{tested}; {package} is not installed here ({how}).",)
    from importlib import metadata  # noqa: PLC0415 - loads what mail is read with

    try:
        version = metadata.version(name or package)
    except metadata.PackageNotFoundError:
        version = "a copy of unknown version"
    return (f"{tested}; installed here: {version}.",)

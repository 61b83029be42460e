"""What a user passes as a model: its declaration, its parameters' names, and its generated code."""

from __future__ import annotations

import itertools
import logging
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Final, TypeVar

from symppm.codegen.load import load_model
from symppm.errors import ParameterError, TargetError
from symppm.matching.axes import CYCLE

if TYPE_CHECKING:
    from symppm.model.declaration import Declaration
    from symppm.modeller import Model

Value = TypeVar("Value")

_SAMPLED: Final = re.compile(r"P\s*\(.*|quantile\b.*|quantile_.*|median|maximum|minimum")

_LOG: Final = logging.getLogger(__name__)


def declaration_of(model: str | Model) -> Declaration:
    """Return the declaration of what a user passed as a model."""
    if isinstance(model, str):
        from symppm.model.catalogue import catalogue_model  # noqa: PLC0415 - needs SymPy

        return catalogue_model(model)
    # Of the class itself, which users pass by mistake, it is a property.
    declaration = None if isinstance(model, type) else getattr(model, "declaration", None)
    if declaration is None:
        raise ParameterError(
            f"a model of type {type(model).__name__}",
            expected="a catalogue name or a declared Model",
            do='Pass a name such as "pmf_gamma"; data come first, then the model.',
        )
    found: Declaration = declaration
    return found


def title_of(model: str | Model) -> str:
    """Return one line that says what a model is."""
    from symppm.model.catalogue import CATALOGUE  # noqa: PLC0415 - needs SymPy

    return CATALOGUE[model].title if isinstance(model, str) else "declared by the user"


def is_cumulant(name: object) -> bool:
    """Tell whether a target is a joint cumulant, by its name."""
    words = name.replace("_", " ").split() if isinstance(name, str) else []
    return words[:1] == ["cumulant"] and "/" not in words[-1]


def is_sampled(name: object) -> bool:
    """Tell whether a name means a statistic that has a meaning, but no formula."""
    return isinstance(name, str) and _SAMPLED.fullmatch(name.strip()) is not None


def usual_names(model: str | Model, targets: Mapping[str, Value]) -> dict[str, Value]:
    """Return targets by their usual names, which differ from what is written for cumulants."""
    if not any(is_cumulant(part) for name in targets for part in str(name).split("/")):
        return dict(targets)
    # These targets need SymPy; the data path must not load it.
    from symppm.solve.targets import usual_name  # noqa: PLC0415

    declaration = declaration_of(model)
    named: dict[str, Value] = {}
    for name, value in targets.items():
        plain = is_sampled(name) or not any(map(is_cumulant, str(name).split("/")))
        usual = name if plain else usual_name(declaration, name)
        if usual in named:
            raise TargetError(
                f"the target {name!r}, which is {usual!r}",
                expected="each target once",
                do="Leave one of the two out.",
            )
        named[usual] = value
    return named


def _higher(names: Iterable[str], axes: Sequence[str]) -> set[str]:
    """Return the targets that no model is generated with unless they are named."""
    shared = {
        f"{kind}_{'_'.join(chosen)}": f"rho_{'_'.join(chosen)}"
        for count in range(2, len(axes))
        for chosen in itertools.combinations(axes, count)
        for kind in ("rho", "cov")
    }
    parts = {part for name in names for part in str(name).split("/")}
    named = {part for part in parts if is_cumulant(part) or part == CYCLE}
    return named | {shared[part] for part in parts if part in shared}


def generated_module(
    model: str | Model, names: Iterable[str], *, fixed: bool = False
) -> ModuleType:
    """Return the generated module of a model, with formulas for further targets that are named."""
    if isinstance(model, str):
        made = load_model(model)
        axes = made.SPEC.axes
    else:
        axes = declaration_of(model).observed.dims
    higher = tuple(sorted(_higher(names, axes)))
    if isinstance(model, str) and not higher:
        return made
    # Only what is not in the catalogue needs SymPy; the data path must not load it.
    from symppm.codegen.compile import compile_model  # noqa: PLC0415

    declaration, began = declaration_of(model), time.perf_counter()
    _LOG.debug("deriving and compiling %s, unless that was done before", declaration.name)
    if not higher:
        made = compile_model(declaration)
    else:
        from symppm.solve.targets import default_targets  # noqa: PLC0415 - as above

        usual = default_targets(declaration)
        targets = tuple(dict.fromkeys((*usual, *higher)))
        if targets == usual:
            made = compile_model(declaration)
        else:
            solved = not fixed and CYCLE not in higher
            made = compile_model(declaration, targets, title_of(model), solved=solved)
    _LOG.info("%s compiled or found after %.2f s", declaration.name, time.perf_counter() - began)
    return made

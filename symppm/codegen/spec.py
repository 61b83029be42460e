"""What a generated module says about its model. Plain values: no SymPy is needed to read them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass, replace
from typing import Any, Final

import msgspec

_WIDTH: Final = 98
_TARGET: Final = re.compile(r"mean|variance|cycle|(rho|cov|cumulant)_\w+")
REAL_ROOTS: Final = "has real roots"
"""What the condition of a quadratic equation says; of a root that is double, the first is told."""


@dataclass(frozen=True)
class ParameterSpec:
    """A hyperparameter, or the size of a latent axis, hence a positive integer.

    What is ``of_data`` is neither, but follows from data: how many columns they have, or the
    average of one over their exposures. These are the last of the parameters, and of the needs.
    The moments exist where it is above ``lower``, if that is said.
    """

    name: str
    meaning: str
    is_size: bool = False
    domain: str = "positive"  # or "nonnegative", "negative" or "real"
    upper: int | None = None
    integer: bool = False
    of_data: bool = False
    axis: str = ""  # of the data, if it has this length
    lower: float = 0.0


@dataclass(frozen=True)
class IdentifiedSpec:
    """A product of powers of hyperparameters that the targets determine, such as ``"b*d"``.

    Of a hyperparameter alone, a module says the name, the rest being plain.
    """

    name: str
    exponents: Mapping[str, int] = field(default_factory=dict)
    meaning: str = ""


@dataclass(frozen=True)
class ConditionSpec:
    """An inequality that targets must meet, such as ``"variance > mean"``."""

    text: str

    @property
    def targets(self) -> tuple[str, ...]:
        """The targets in it."""
        return tuple(sorted({word for word in re.findall(r"\w+", self.text)
                             if _TARGET.fullmatch(word)}))  # fmt: skip

    @property
    def kind(self) -> str:
        """What it is about, by the targets in it.

        ``"mean"``, ``"correlation"`` (a covariance alone counts as one), ``"overdispersion"``,
        ``"correlation_sum"``, ``"interaction"``, ``"cycle"`` (whatever has it) or ``"other"``.
        """
        names = self.targets
        correlations = [name for name in names if name.startswith("rho_")]
        moments = [name for name in names if name not in correlations]
        if "cycle" in names:
            return "cycle"
        if len(names) == 1 and names[0].startswith(("rho_", "cov_")):
            return "correlation"
        if moments == ["mean", "variance"]:
            return "interaction" if correlations else "overdispersion"
        if correlations and not moments:
            return "correlation_sum"
        return "mean" if names == ("mean",) else "other"

    @property
    def or_zero(self) -> bool:
        """Whether both sides may be equal."""
        return any(sign in self.text for sign in (" >= ", " <= ", REAL_ROOTS))

    def holds(self, margin: float) -> bool:
        """Tell whether targets meet it, of which the one side is so much above the other."""
        return margin > 0 or (self.or_zero and margin == 0)


@dataclass(frozen=True)
class SymmetrySpec:
    """A scale, or a level, that no moment can see."""

    weights: Mapping[str, int]  # powers of s by which hyperparameters are multiplied
    prior_degrees: Mapping[str, int]  # and the means of priors
    anchor: str  # is one in the generated parameters; of a level, zero
    shifts: Mapping[str, int] = field(default_factory=dict)  # how often log s is added to them
    prior_shifts: Mapping[str, int] = field(default_factory=dict)  # and to the means of priors

    @property
    def moved(self) -> tuple[str, ...]:
        """Hyperparameters that it moves."""
        return (*self.shifts, *self.weights)


@dataclass(frozen=True)
class ExposureSpec:
    """A known array by which data are divided before anything is measured."""

    name: str
    power: int  # to which it multiplies the mean
    axes: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class ModelSpec:
    """Everything that matching needs besides the kernels.

    Where ``coordinates`` are not the hyperparameters, kernels of the names ``hyperparameters`` and
    ``coordinates`` lead there and back. Status n of a kernel is the n-th of its guards, counted
    from one.
    """

    name: str
    title: str
    targets: tuple[str, ...]  # arguments of solve, and results of moments
    parameters: tuple[ParameterSpec, ...]  # arguments of moments; sizes first
    needs: tuple[str, ...] = ()  # what targets leave open: further arguments of solve, solve_at_k
    route: str = "closed form"  # or "numeric", for a model without solve
    branches: int = 1  # how many solutions there can be: solve, solve_2 and so on
    constraints: tuple[str, ...] = ()  # on targets, where they are more than the unknowns
    coordinates: tuple[str, ...] = ()  # what solve is about, sizes left out
    requirements: tuple[str, ...] = ()  # guards of hyperparameters
    moments_exist: tuple[str, ...] = ()  # where; elsewhere what moments returns means nothing
    identified: tuple[IdentifiedSpec, ...] = ()  # results of solve
    identified_at_k: tuple[str, ...] = ()  # results of solve_at_k, if there is one
    held_at_k: tuple[str, ...] = ()  # what solve_at_k holds exactly
    conditions: tuple[ConditionSpec, ...] = ()  # guards of solve
    conditions_at_k: tuple[ConditionSpec, ...] = ()  # guards of solve_at_k
    has_margins: bool = True  # whether conditions are about targets alone
    symmetries: tuple[SymmetrySpec, ...] = ()
    anchored: Mapping[str, Mapping[str, float]]  # coordinates as products of powers of identified
    priors: tuple[str, ...] = ()  # whose means prior_means returns
    priors_depend_on: tuple[str, ...] = ()  # arguments of prior_means and of hyperparameters
    observed_is_count: bool = True
    observed_sign: str = "nonnegative"  # where the data lie; or "positive" or "real"
    observed_at_most: str = ""  # the hyperparameter that no observation exceeds
    axes: tuple[str, ...]  # of the data, rows first
    exposures: tuple[ExposureSpec, ...] = ()


def specification(text: str, like: ModelSpec | None = None) -> ModelSpec:
    """Read what :func:`specification_text` has written."""
    if like is None:
        spec = msgspec.json.decode(text, type=ModelSpec)
    else:
        stated = msgspec.json.decode(text, type=dict[str, Any])
        spec = msgspec.convert({**msgspec.to_builtins(like), **stated}, ModelSpec)
    by_name = _by_name(spec)
    identified = (x if x.exponents else by_name.get(x.name, x) for x in spec.identified)
    return replace(spec, identified=tuple(identified))


def _by_name(spec: ModelSpec) -> dict[str, IdentifiedSpec]:
    """Return what each parameter is where it is identified by itself."""
    return {p.name: IdentifiedSpec(p.name, {p.name: 1}, p.meaning) for p in spec.parameters}


def specification_text(spec: ModelSpec, like: ModelSpec | None = None) -> str:
    """Write a specification as JSON, in lines of a hundred characters that break between items.

    Fields that are as they are by default, or as in another specification, are left out.
    """
    by_name = _by_name(spec)
    identified = (IdentifiedSpec(x.name) if x == by_name.get(x.name) else x
                  for x in spec.identified)  # fmt: skip
    short = replace(spec, identified=tuple(identified))
    lines: list[str] = []
    for attribute in fields(spec):
        key = attribute.name
        if getattr(spec, key) == (getattr(like, key) if like else _default(attribute)):
            continue
        value = getattr(short, key)
        items = value if isinstance(value, tuple) and value else (value,)
        texts = [json.dumps(item, ensure_ascii=False, default=_changed_fields) for item in items]
        listed = items is value
        texts[0] = f'"{key}": {"[" * listed}{texts[0]}'
        texts[-1] += "]" * listed
        if not lines or is_dataclass(items[0]) or isinstance(items[0], dict):
            lines.append("")
        for text in texts:
            if lines[-1] and len(lines[-1]) + len(text) > _WIDTH:
                lines.append("")
            lines[-1] += f"{' ' if lines[-1] else ''}{text},"
    return "{" + "\n".join(lines).removesuffix(",") + "}"


def _changed_fields(value: Any) -> dict[str, Any]:
    """Return the fields that are not as they are by default."""
    values = {f.name: (getattr(value, f.name), _default(f)) for f in fields(value)}
    return {name: current for name, (current, default) in values.items() if current != default}


def _default(f: Field[Any]) -> Any:
    return f.default if f.default_factory is MISSING else f.default_factory()

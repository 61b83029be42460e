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
    """A hyperparameter, or the size of a latent axis.

    Attributes
    ----------
    name : str
        As declared.
    meaning : str
        One line for tables.
    is_size : bool
        Whether it is a size, hence a positive integer.
    domain : str
        Values that it may take: ``"positive"``, ``"nonnegative"``, ``"negative"`` or ``"real"``.
    upper : int, optional
        The largest of them, where there is one.
    integer : bool
        Whether only whole numbers make sense.
    of_data : bool
        Whether it is no hyperparameter but follows from data: how many columns they have, or the
        average of one over their exposures. These are the last of the parameters, and of the needs.
    axis : str
        The axis of the data that has this length; empty for all else.
    """

    name: str
    meaning: str
    is_size: bool = False
    domain: str = "positive"
    upper: int | None = None
    integer: bool = False
    of_data: bool = False
    axis: str = ""


@dataclass(frozen=True)
class IdentifiedSpec:
    """A product of powers of hyperparameters that the targets determine.

    Attributes
    ----------
    name : str
        Such as ``"a"`` or ``"b*d"``.
    exponents : mapping of str to int
        What it is made of.
    meaning : str
        One line for tables.

    Of a hyperparameter alone, a module says the name, the rest being plain.
    """

    name: str
    exponents: Mapping[str, int] = field(default_factory=dict)
    meaning: str = ""


@dataclass(frozen=True)
class ConditionSpec:
    """An inequality that targets must meet; its place in the list is its status code.

    Attributes
    ----------
    text : str
        Such as ``"variance > mean"``.
    """

    text: str

    @property
    def targets(self) -> tuple[str, ...]:
        """The targets in it."""
        return tuple(sorted({each for each in re.findall(r"\w+", self.text)
                             if _TARGET.fullmatch(each)}))  # fmt: skip

    @property
    def kind(self) -> str:
        """What it is about, by the targets in it.

        ``"mean"``, ``"correlation"`` (a covariance alone counts as one), ``"overdispersion"``,
        ``"correlation_sum"``, ``"interaction"``, ``"cycle"`` (whatever has it) or ``"other"``.
        """
        names = self.targets
        correlations = [each for each in names if each.startswith("rho_")]
        others = [each for each in names if each not in correlations]
        if "cycle" in names:
            return "cycle"
        if len(names) == 1 and names[0].startswith(("rho_", "cov_")):
            return "correlation"
        if others == ["mean", "variance"]:
            return "interaction" if correlations else "overdispersion"
        if correlations and not others:
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
    """A scale, or a level, that no moment can see.

    Attributes
    ----------
    weights : mapping of str to int
        Hyperparameter to the power of s by which it is multiplied.
    prior_degrees : mapping of str to int
        Prior to the power of s by which its mean is multiplied.
    anchor : str
        The hyperparameter that is one in the generated parameters; of a level, zero.
    shifts : mapping of str to int
        Hyperparameter to how often the logarithm of s is added to it; empty for a scale.
    prior_shifts : mapping of str to int
        Prior to how often the logarithm of s is added to its mean.
    """

    weights: Mapping[str, int]
    prior_degrees: Mapping[str, int]
    anchor: str
    shifts: Mapping[str, int] = field(default_factory=dict)
    prior_shifts: Mapping[str, int] = field(default_factory=dict)

    @property
    def moved(self) -> tuple[str, ...]:
        """Hyperparameters that it moves."""
        return (*self.shifts, *self.weights)


@dataclass(frozen=True)
class ExposureSpec:
    """A known array by which data are divided before anything is measured.

    Attributes
    ----------
    name : str
        As declared.
    power : int
        To which it multiplies the mean.
    axes : tuple of str
        Axes along which it varies.
    """

    name: str
    power: int
    axes: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class ModelSpec:
    """Everything that matching needs besides the kernels.

    Attributes
    ----------
    name, title : str
        Of the model.
    targets : tuple of str
        Arguments of ``solve``, and results of ``moments``, in this order.
    parameters : tuple of ParameterSpec
        Arguments of ``moments``, in this order; sizes first.
    needs : tuple of str
        Hyperparameters that the targets leave open and that have to be given: further arguments of
        ``solve`` and ``solve_at_k``.
    route : str
        ``"closed form"``, or ``"numeric"`` for a model without ``solve``.
    branches : int
        How many solutions there can be: ``solve``, ``solve_2`` and so on.
    constraints : tuple of str
        What the targets must meet for an exact solution, where they are more than the unknowns.
    coordinates : tuple of str
        What ``solve`` is about, sizes left out. Where these are not the hyperparameters,
        ``hyperparameters`` computes those from them and ``coordinates`` goes back.
    requirements : tuple of str
        Guards of ``hyperparameters``: status n is the n-th, counted from one.
    identified : tuple of IdentifiedSpec
        Results of ``solve``, in this order.
    identified_at_k : tuple of str
        Results of ``solve_at_k``, in this order; empty where there is no such function.
    held_at_k : tuple of str
        What ``solve_at_k`` holds exactly.
    conditions, conditions_at_k : tuple of ConditionSpec
        Guards of ``solve`` and of ``solve_at_k``: status n is the n-th, counted from one.
    has_margins : bool
        Whether conditions are about targets alone: ``solve.margins`` says by how much each holds.
    symmetries : tuple of SymmetrySpec
        Free scales.
    anchored : mapping of str to mapping of str to float
        Hyperparameters as products of powers of identified combinations, anchors being one.
    priors : tuple of str
        Variables whose means ``prior_means`` returns, in this order.
    priors_depend_on : tuple of str
        Arguments of ``prior_means`` and of ``hyperparameters``, in this order.
    observed_is_count : bool
        Whether the model generates nonnegative integers.
    observed_sign : str
        ``"positive"``, ``"nonnegative"`` or ``"real"``: where the data must lie.
    observed_at_most : str
        The hyperparameter that no observation exceeds; empty where there is none.
    axes : tuple of str
        Axes of the data, rows first.
    exposures : tuple of ExposureSpec
        Known arrays by which the data are divided before anything is measured.
    """

    name: str
    title: str
    targets: tuple[str, ...]
    parameters: tuple[ParameterSpec, ...]
    needs: tuple[str, ...] = ()
    route: str = "closed form"
    branches: int = 1
    constraints: tuple[str, ...] = ()
    coordinates: tuple[str, ...] = ()
    requirements: tuple[str, ...] = ()
    identified: tuple[IdentifiedSpec, ...] = ()
    identified_at_k: tuple[str, ...] = ()
    held_at_k: tuple[str, ...] = ()
    conditions: tuple[ConditionSpec, ...] = ()
    conditions_at_k: tuple[ConditionSpec, ...] = ()
    has_margins: bool = True
    symmetries: tuple[SymmetrySpec, ...] = ()
    anchored: Mapping[str, Mapping[str, float]]
    priors: tuple[str, ...] = ()
    priors_depend_on: tuple[str, ...] = ()
    observed_is_count: bool = True
    observed_sign: str = "nonnegative"
    observed_at_most: str = ""
    axes: tuple[str, ...]
    exposures: tuple[ExposureSpec, ...] = ()


def specification(text: str, like: ModelSpec | None = None) -> ModelSpec:
    """Read what :func:`specification_text` has written."""
    if like is None:
        spec = msgspec.json.decode(text, type=ModelSpec)
    else:
        said = msgspec.json.decode(text, type=dict[str, Any])
        spec = msgspec.convert({**msgspec.to_builtins(like), **said}, ModelSpec)
    alone = _alone(spec)
    identified = (one if one.exponents else alone.get(one.name, one) for one in spec.identified)
    return replace(spec, identified=tuple(identified))


def _alone(spec: ModelSpec) -> dict[str, IdentifiedSpec]:
    """Return what each parameter is where it is identified by itself."""
    return {
        one.name: IdentifiedSpec(one.name, {one.name: 1}, one.meaning) for one in spec.parameters
    }


def specification_text(spec: ModelSpec, like: ModelSpec | None = None) -> str:
    """Write a specification as JSON, in lines of a hundred characters that break between items.

    Fields that are as they are by default, or as in another specification, are left out.
    """
    alone = _alone(spec)
    identified = (IdentifiedSpec(one.name) if one == alone.get(one.name) else one
                  for one in spec.identified)  # fmt: skip
    short = replace(spec, identified=tuple(identified))
    lines: list[str] = []
    for each in fields(spec):
        key = each.name
        if getattr(spec, key) == (getattr(like, key) if like else _default(each)):
            continue
        value = _said(getattr(short, key))
        items = value if isinstance(value, list) and value else [value]
        texts = [json.dumps(item, ensure_ascii=False) for item in items]
        listed = items is value
        texts[0] = f'"{key}": {"[" * listed}{texts[0]}'
        texts[-1] += "]" * listed
        if not lines or isinstance(items[0], dict):
            lines.append("")
        for text in texts:
            if lines[-1] and len(lines[-1]) + len(text) > _WIDTH:
                lines.append("")
            lines[-1] += f"{' ' if lines[-1] else ''}{text},"
    return "{" + "\n".join(lines).removesuffix(",") + "}"


def _said(value: Any) -> Any:
    """Return what JSON says: fields that are as they are by default are left out."""
    if isinstance(value, tuple):
        return [_said(item) for item in value]
    if not is_dataclass(value):
        return value
    return {
        one.name: _said(getattr(value, one.name))
        for one in fields(value)
        if getattr(value, one.name) != _default(one)
    }


def _default(one: Field[Any]) -> Any:
    return one.default if one.default_factory is MISSING else one.default_factory()

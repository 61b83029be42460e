"""What a generated module says about its model. Plain values: no SymPy is needed to read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

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
    """

    name: str
    meaning: str
    is_size: bool = False
    domain: str = "positive"
    upper: int | None = None
    integer: bool = False


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
    """

    name: str
    exponents: Mapping[str, int]
    meaning: str


@dataclass(frozen=True)
class ConditionSpec:
    """An inequality that targets must meet; its place in the list is its status code.

    Attributes
    ----------
    text : str
        Such as ``"variance > mean"``.
    kind : str
        ``"mean"``, ``"correlation"``, ``"overdispersion"``, ``"correlation_sum"``,
        ``"interaction"``, ``"cycle"`` or ``"other"``: what it is about, by the targets in it. A
        covariance alone counts as a correlation; whatever has the cycle in it is ``"cycle"``.
    targets : tuple of str
        The targets in it.
    """

    text: str
    kind: str
    targets: tuple[str, ...]

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


@dataclass(frozen=True)
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
        Whether ``conditions`` says by how much each holds.
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
        Known arrays by which the data are divided before anything is measured. The last of
        ``needs`` is then the average of one over their product.
    """

    name: str
    title: str
    targets: tuple[str, ...]
    parameters: tuple[ParameterSpec, ...]
    needs: tuple[str, ...]
    route: str
    branches: int
    constraints: tuple[str, ...]
    coordinates: tuple[str, ...]
    requirements: tuple[str, ...]
    identified: tuple[IdentifiedSpec, ...]
    identified_at_k: tuple[str, ...]
    held_at_k: tuple[str, ...]
    conditions: tuple[ConditionSpec, ...]
    conditions_at_k: tuple[ConditionSpec, ...]
    has_margins: bool
    symmetries: tuple[SymmetrySpec, ...]
    anchored: Mapping[str, Mapping[str, float]]
    priors: tuple[str, ...]
    priors_depend_on: tuple[str, ...]
    observed_is_count: bool
    observed_sign: str
    observed_at_most: str
    axes: tuple[str, ...]
    exposures: tuple[ExposureSpec, ...] = ()

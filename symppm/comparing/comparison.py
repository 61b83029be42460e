"""What a comparison of models comes to."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Final

from msgspec import Meta

from symppm.matching.number_of_factors import NumberOfFactors
from symppm.results.documents import (
    Count,
    High,
    Low,
    NotNegative,
    Positive,
    Share,
    Words,
    require,
)
from symppm.results.frozen import freeze
from symppm.results.result import Result
from symppm.statistics.moments import Statistics

Interval = tuple[Low, High]
_ORDER: Final = {"fits": 0, "rejected": 1, "excluded": 2}


@dataclass(frozen=True)
class Misfit:
    """How far the moments of the data are from a model's.

    Attributes
    ----------
    j : float
        Hansen's J: the squared distance from the nearest moments that the model has, in standard
        errors.
    degrees : int
        How many more moments there are than hyperparameters that they determine. Of the right
        model ``j`` is about as large, or less, since the jackknife overstates errors of counts.
    p_value : float
        How often ``j`` is as large by chance.
    criterion : float
        ``j`` less ``degrees`` times ``Comparison.cost``: the least is the best.
    """

    j: NotNegative
    degrees: Count
    p_value: Share
    criterion: float


@dataclass(frozen=True)
class HeldOut:
    """How far the moments of rows and columns are from what a model says that has not seen them.

    Attributes
    ----------
    j : float
        The squared distance of the moments of half of the rows and half of the columns from those
        of the model, fitted to the other halves, in standard errors of both.
    degrees : int
        How many moments these are.
    p_value : float
        How often ``j`` is as large by chance, if the model is right.
    """

    j: NotNegative
    degrees: Count
    p_value: Share


@dataclass(frozen=True)
class ComparedModel:
    """One model of a comparison.

    Attributes
    ----------
    model : str
        Its name.
    title : str
        One line that says what it is.
    status : {"fits", "rejected", "excluded"}
        Whether the moments of the data may be its own; excluded are models that cannot be compared
        with such data at all.
    reason : str
        Why, where it does not fit.
    misfit : Misfit or None
        With the K to fit with, where ``Comparison.factors`` resolves it, else with ``k_exact``;
        None if excluded. Its numbers are also ``.j``, ``.degrees``, ``.p_value`` and
        ``.criterion``.
    free : int
        How many combinations of hyperparameters, and of K if it is not that to fit with, the
        moments determine.
    k : int or None
        Number of factors that brings the moments of the model nearest those of the data; None if
        excluded, or if the model has no such number.
    k_exact : float or None
        Before rounding.
    k_interval : (float, float) or None
        Where it lies in 95 of 100 cases, if the model is right; infinite at an end that the moments
        do not determine.
    p_value_free_k : float or None
        The p-value with ``k_exact``, where ``misfit`` is with another.
    parameters : mapping of str to float
        Hyperparameters at the K of ``misfit``, under one of the scales that the moments cannot tell
        apart.
    contrasts : mapping of str to float
        By how many standard errors each moment of the data lies above that of the model.
    same_as : tuple of str
        Models whose moments are the same as far as they are compared here.
    held_out : HeldOut or None
        A second test, on rows and columns that the model was not fitted to; None if excluded, if
        there are fewer than 32 rows or columns, if the matrix is not in memory, or if a half of it
        has too few observed entries.
    """

    model: str
    title: str
    status: Annotated[str, Words(("fits", "rejected", "excluded"))]
    reason: str
    misfit: Misfit | None = None
    free: Annotated[int, Meta(ge=0)] = 0
    k: Count | None = None
    k_exact: Positive | None = None
    k_interval: Interval | None = None
    p_value_free_k: Share | None = None
    parameters: Mapping[str, float] = field(default_factory=dict)
    contrasts: Mapping[str, float] = field(default_factory=dict)
    same_as: tuple[str, ...] = ()
    held_out: HeldOut | None = None

    def __post_init__(self) -> None:
        freeze(self, "parameters", "contrasts")

    def _check(self, place: str) -> None:
        excluded = self.status == "excluded"
        untested = self.misfit is None and self.held_out is None and self.reason
        valid = untested if excluded else self.misfit is not None
        require(valid, place, None, "a reason and no test of a model that is excluded, else a test")
        sizes = {size is None for size in (self.k, self.k_exact, self.k_interval)}
        require(len(sizes) == 1, f"{place}.k", self.k, "k, k_exact and k_interval, or none of them")
        low, high = self.k_interval or (0.0, 0.0)
        require(low <= high, f"{place}.k_interval", [low, high], "its lower end first")

    @property
    def j(self) -> float | None:
        """Hansen's J; None if excluded."""
        return None if self.misfit is None else self.misfit.j

    @property
    def degrees(self) -> int | None:
        """Its degrees of freedom; None if excluded."""
        return None if self.misfit is None else self.misfit.degrees

    @property
    def p_value(self) -> float | None:
        """How often it is as large by chance; None if excluded."""
        return None if self.misfit is None else self.misfit.p_value

    @property
    def criterion(self) -> float | None:
        """What models are ranked by; None if excluded."""
        return None if self.misfit is None else self.misfit.criterion


@dataclass(frozen=True)
class Comparison(Result):
    """Models ranked by how well their moments are those of the data, and by what they cost.

    Attributes
    ----------
    rows : tuple of ComparedModel
        The best first; those that are excluded last.
    best : str or None
        The model with the least criterion among those that fit; None if none fits.
    close : tuple of str
        Models that fit and whose criterion is less than 2 above that of the best.
    verdict : str
        In words.
    level : float
        A model is rejected where its p-value is below this.
    cost : float
        By how much a further hyperparameter has to lower ``j`` to be worth it: the logarithm of the
        smaller of the numbers of rows and columns.
    moments : mapping of str to float
        What was measured, in the units of the data to some power.
    statistics : Statistics
        Of the data.
    factors : NumberOfFactors
        The K to fit with, whichever model is chosen: that of held-out entries. Where it is resolved
        models are tested with it. That of a row brings moments nearest.
    """

    rows: tuple[ComparedModel, ...]
    best: str | None
    close: tuple[str, ...]
    verdict: str
    level: Annotated[float, Meta(gt=0, lt=1)]
    cost: Positive
    moments: Mapping[str, float]
    statistics: Statistics
    factors: NumberOfFactors

    document_kind: ClassVar[str] = "comparison"

    def __post_init__(self) -> None:
        freeze(self, "moments")

    def __getitem__(self, model: str) -> ComparedModel:
        """Return the row of a model by its name."""
        for row in self.rows:
            if row.model == model:
                return row
        raise KeyError(model)

    @property
    def compared(self) -> tuple[ComparedModel, ...]:
        """The models that are not excluded."""
        return tuple(row for row in self.rows if row.misfit is not None)

    def cost_of(self, model: str) -> float | None:
        """Return by how much the further hyperparameters of a model have to lower its J.

        Parameters
        ----------
        model : str
            Of this comparison.

        Returns
        -------
        float or None
            ``cost`` for each moment fewer that is left to test than of the model of which most are;
            None if excluded. ``criterion`` is ``j`` and this, less the same for all models.

        Raises
        ------
        KeyError
            If there is no such model.
        """
        degrees = self[model].degrees
        if degrees is None:
            return None
        most_degrees = max(row.misfit.degrees for row in self.rows if row.misfit is not None)
        return self.cost * (most_degrees - degrees)

    def _check(self, place: str) -> None:
        names = [row.model for row in self.rows]
        distinct = 0 < len(names) == len(set(names))
        require(distinct, f"{place}.rows", names, "a row for each of one or more models")
        fits = [row.model for row in self.rows if row.status == "fits"]
        is_best = self.best == (fits[0] if fits else None)
        require(is_best, f"{place}.best", self.best, "the first model that fits, null if none does")
        are_close = set(self.close) <= set(fits[1:]) and len(set(self.close)) == len(self.close)
        expected = "names of models that fit, but the best"
        require(are_close, f"{place}.close", list(self.close), expected)
        in_order = ranked(self.rows) == self.rows
        expected = "the least criterion first, excluded models last"
        require(in_order, f"{place}.rows", names, expected)
        for n, row in enumerate(self.rows):
            other_names = set(row.same_as) <= set(names) - {row.model}
            require(other_names, f"{place}.rows[{n}].same_as", [], "names of other models")


def ranked(rows: Sequence[ComparedModel]) -> tuple[ComparedModel, ...]:
    """Return models in order: those that fit, the rejected, the excluded."""

    def key(row: ComparedModel) -> tuple[int, float, int, str]:
        criterion = math.inf if row.criterion is None else row.criterion
        # The criteria of models that are the same differ by rounding.
        return _ORDER[row.status], round(criterion, 3), row.free, row.model

    return tuple(sorted(rows, key=key))

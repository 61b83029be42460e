"""What a comparison of models comes to."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self, cast

from symppm.matching.number_of_factors import NumberOfFactors
from symppm.results.frozen import freeze
from symppm.results.result import Result
from symppm.results.shown import frame
from symppm.statistics.moments import Statistics

Interval = tuple[float, float]


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

    j: float
    degrees: int
    p_value: float
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

    j: float
    degrees: int
    p_value: float


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
        None if excluded. Its numbers are also ``.j``, ``.degrees``, ``.p_value`` and
        ``.criterion``.
    free : int
        How many combinations of K and hyperparameters the moments determine.
    k : int or None
        Number of factors; None if excluded, or if the model has no such number.
    k_exact : float or None
        Before rounding.
    k_interval : (float, float) or None
        Where it lies in 95 of 100 cases, if the model is right; infinite at an end that the moments
        do not determine.
    parameters : mapping of str to float
        Hyperparameters at ``k_exact``, under one of the gauges that the moments cannot tell apart.
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
    status: str
    reason: str
    misfit: Misfit | None = None
    free: int = 0
    k: int | None = None
    k_exact: float | None = None
    k_interval: Interval | None = None
    parameters: Mapping[str, float] = field(default_factory=dict)
    contrasts: Mapping[str, float] = field(default_factory=dict)
    same_as: tuple[str, ...] = ()
    held_out: HeldOut | None = None

    def __post_init__(self) -> None:
        freeze(self, "parameters", "contrasts")

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
        The K to fit with, whichever model is chosen: that of held-out entries. That of a row brings
        moments nearest.
    """

    rows: tuple[ComparedModel, ...]
    best: str | None
    close: tuple[str, ...]
    verdict: str
    level: float
    cost: float
    moments: Mapping[str, float]
    statistics: Statistics
    factors: NumberOfFactors

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
        own = self[model].degrees
        if own is None:
            return None
        most = max(row.misfit.degrees for row in self.rows if row.misfit is not None)
        return self.cost * (most - own)

    def __str__(self) -> str:
        """Return the verdict, the K to fit with, and the first of the ranking."""
        from symppm.view.brief import comparison_brief  # noqa: PLC0415 - imports this
        from symppm.view.layout import plain  # noqa: PLC0415 - only where it is shown

        return plain(comparison_brief(self))

    def summary(self) -> str:
        """Return the whole ranking as text, and why others were left out."""
        from symppm.view.layout import plain  # noqa: PLC0415 - only where it is shown
        from symppm.view.text import page  # noqa: PLC0415 - imports this

        return plain(page(self))

    def _repr_html_(self) -> str:
        from symppm.comparing.markup import comparison_html  # noqa: PLC0415 - imports this

        return comparison_html(self)

    def to_dict(self) -> dict[str, Any]:
        """Return a document of plain values, ready for JSON, that :meth:`from_dict` reads.

        Ends of intervals that are infinite are None.
        """
        from symppm.comparing.documents import document_of  # noqa: PLC0415 - imports this

        return document_of(self)

    @classmethod
    def _read(cls, document: Mapping[str, Any]) -> Self:
        from symppm.comparing.documents import comparison_from  # noqa: PLC0415 - imports this

        return cast("Self", comparison_from(document))

    def to_frame(self) -> Any:
        """Return the models as a table of pandas, in the order of the ranking.

        Returns
        -------
        pandas.DataFrame
            One row a model, by name: ``status``; ``j``, ``degrees``, ``p_value``, ``criterion`` and
            ``free`` as in :class:`ComparedModel`; ``held_out_p_value`` of its ``held_out``;
            ``cost`` as by :meth:`cost_of`; ``k`` and ``k_exact``, with ``low_95`` and ``high_95``,
            the ends of its interval; ``reason`` why a model does not fit; ``meaning`` says what it
            is. Cells that do not apply are NaN, or empty.

        Raises
        ------
        MissingExtraError
            If pandas is not installed.
        """
        ends = [row.k_interval or (math.nan, math.nan) for row in self.rows]
        columns: dict[str, list[Any]] = {
            "status": [row.status for row in self.rows],
            "j": [_cell(row.j) for row in self.rows],
            "degrees": [_cell(row.degrees) for row in self.rows],
            "p_value": [_cell(row.p_value) for row in self.rows],
            "held_out_p_value": [
                math.nan if row.held_out is None else row.held_out.p_value for row in self.rows
            ],
            "free": [row.free for row in self.rows],
            "cost": [_cell(self.cost_of(row.model)) for row in self.rows],
            "criterion": [_cell(row.criterion) for row in self.rows],
            "k": [_cell(row.k) for row in self.rows],
            "k_exact": [_cell(row.k_exact) for row in self.rows],
            "low_95": [low for low, _ in ends],
            "high_95": [high for _, high in ends],
            "reason": [row.reason for row in self.rows],
            "meaning": [row.title for row in self.rows],
        }
        return frame(columns, [row.model for row in self.rows], ", or print() the comparison")


def _cell(value: float | None) -> float:
    return math.nan if value is None else value

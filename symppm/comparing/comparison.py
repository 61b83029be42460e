"""What a comparison of models comes to."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from symppm.measure.exact import Statistics
from symppm.measure.extras import load
from symppm.measure.frozen import freeze

if TYPE_CHECKING:
    import pandas as pd

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

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON; ends that are infinite are None."""
        own = asdict(self)
        numbers = own.pop("misfit") or dict.fromkeys(("j", "degrees", "p_value", "criterion"))
        made = {**own, **numbers}
        if self.k_interval is not None:
            made["k_interval"] = [e if math.isfinite(e) else None for e in self.k_interval]
        return {**made, "same_as": list(self.same_as)}


@dataclass(frozen=True)
class Comparison:
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
        A model is rejected where its p-value is below this, divided by the number of models that
        could be compared.
    cost : float
        By how much a further hyperparameter has to lower ``j`` to be worth it: the logarithm of the
        smaller of the numbers of rows and columns.
    moments : mapping of str to float
        What was measured, in the units of the data to some power.
    statistics : Statistics
        Of the data.
    """

    rows: tuple[ComparedModel, ...]
    best: str | None
    close: tuple[str, ...]
    verdict: str
    level: float
    cost: float
    moments: Mapping[str, float]
    statistics: Statistics

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

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return {
            "best": self.best,
            "close": list(self.close),
            "verdict": self.verdict,
            "level": self.level,
            "cost": self.cost,
            "moments": dict(self.moments),
            "statistics": self.statistics.to_dict(),
            "models": [row.to_dict() for row in self.rows],
        }

    def to_json(self) -> str:
        """Return the comparison as JSON text; every number is finite."""
        return json.dumps(self.to_dict(), indent=2, allow_nan=False, ensure_ascii=False)

    def frame(self) -> pd.DataFrame:
        """Return the rows as a data frame, one model a line, in the order of the ranking.

        Raises
        ------
        MissingExtraError
            If pandas is not installed.
        """
        pandas = load("pandas", "pandas", "a data frame of a comparison", ", or read .rows")
        columns = (
            "model", "status", "criterion", "j", "degrees", "p_value", "free", "k", "k_exact",
            "reason",
        )  # fmt: skip
        table = pandas.DataFrame(
            [{name: getattr(row, name) for name in columns} for row in self.rows], columns=columns
        )
        ends = [row.k_interval or (math.nan, math.nan) for row in self.rows]
        table.insert(9, "k_low", [low for low, _ in ends])
        table.insert(10, "k_high", [high for _, high in ends])
        return table

    def __str__(self) -> str:
        """Return the verdict, and a line for each model that was compared."""
        wide = max((len(row.model) for row in self.rows), default=0)
        lines = [self.verdict]
        for row in self.compared:
            k = "" if row.k_exact is None else f"  K = {row.k_exact:.4g}"
            lines.append(
                f"{row.model:<{wide}}  {row.status:<8}  J = {row.j:.4g} of {row.degrees}, "
                f"p = {row.p_value:.2g}{k}"
            )
        return "\n".join(lines)

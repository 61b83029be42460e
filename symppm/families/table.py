"""A family as one entry of a table: its formulas, each in its parameters in their order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy

from symppm.errors import NotDerivableError, ParameterError
from symppm.families.base import Array, Family, Moment, Parameter, Requirement, Support
from symppm.families.parts import raw_from_central

Formula = Callable[..., Any]


@dataclass(frozen=True)
class Refusal:
    """Why a family gives no moments of negative, or of positive, order.

    They diverge, or else exist for some parameters without being known in closed form.
    """

    why: str
    diverges: bool = True


@dataclass(frozen=True)
class Undrawn:
    """Why a family cannot be drawn from: parts of the error's message."""

    what: str
    expected: str
    do: str

    def error(self) -> ParameterError:
        """Build the error."""
        return ParameterError(self.what, expected=self.expected, do=self.do)


IN_ZERO = Refusal("its density at zero is positive, so E[1/X] does not exist")
AT_ZERO = Refusal("P(X = 0) is positive, so E[1/X] does not exist")
PERHAPS_AT_ZERO = Refusal("P(X = 0) can be positive, so E[1/X] does not exist", diverges=False)
FROM_A_LOCATION = Refusal(
    "it exists only above a positive location, as an integral", diverges=False
)


@dataclass(frozen=True, eq=False, kw_only=True)
class TabulatedFamily(Family):
    """A built-in family. Formulas take what is named beside them, then parameters in their order.

    Those that are not given do not exist, are not known, or follow from the others.
    """

    name: str
    about: str
    parameters: tuple[Parameter, ...]
    support: Support
    ordered: tuple[tuple[str, str], ...] = ()
    lower: Formula | None = None  # the ends of the support, where parameters set them
    upper: Formula | None = None
    moment: Formula | None = None  # an order
    central: Formula | None = None  # an order: in its place the moment about the first parameter
    negative: Formula | Refusal | None = None  # an order: what must be positive, if it is negative
    positive: Formula | Refusal | None = None  # the same if it is positive
    var: Formula | None = None  # as a person would write it
    inverse: Formula | None = None  # mean and variance alone: the parameters
    only: tuple[Formula, str, str, str] | None = None  # what is zero for mean and variance alone;
    # the family with its article, the same in words, and what to do
    needs: tuple[Formula, str] | None = None  # mean and variance alone: what must be positive
    logpdf: Formula | None = None  # a value
    cdf: Formula | None = None  # a value
    draw: Formula | Undrawn  # NumPy's generator and a size

    def _values(self, parameters: Mapping[str, Any]) -> list[Any]:
        return [parameters[parameter.name] for parameter in self.parameters]

    def support_of(self, parameters: Mapping[str, sympy.Expr]) -> Support:
        """Return the half-line above the lower end, if that is known not to be negative."""
        if self.lower is None:
            return self.support
        end = self.lower(*self._values(parameters))
        if end.is_positive:
            return Support("positive")
        # What has a density is zero with probability zero.
        known = end.is_nonnegative
        return Support("nonnegative", zero=self.logpdf is None) if known else self.support

    def upper_bound(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr | None:
        """Return the upper end."""
        return None if self.upper is None else self.upper(*self._values(parameters))

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return the moment, or refuse."""
        if order == 0:
            return Moment(sympy.S.One)
        limit = self.negative if order < 0 else self.positive
        if isinstance(limit, Refusal):
            build = self.diverging_moment if limit.diverges else self.no_moment
            raise build(order, limit.why)
        values = self._values(parameters)
        conditions = () if limit is None else (limit(order, *values),)
        if self.moment is not None:
            return Moment(self.moment(order, *values), conditions)
        if self.central is None:
            raise self.no_moment(order, "there is no formula for it")
        first, central, others = values[0], self.central, values[1:]
        value = raw_from_central(order, first, lambda n: central(n, *others))
        return Moment(value, conditions)

    def variance(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return the variance as it is written in the table."""
        if self.var is None:
            return super().variance(parameters)
        return self.var(*self._values(parameters))

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Return the parameters; with one alone, only if the variance is identically right."""
        if self.inverse is None:
            return super().from_mean_variance(mean, variance)
        if self.only is not None:
            excess, subject, expected, do = self.only
            if sympy.cancel(excess(mean, variance)) != 0:
                raise NotDerivableError(
                    f"{subject} distribution with mean {mean} and variance {variance}",
                    expected=expected,
                    do=do,
                )
        values = self.inverse(mean, variance)
        return dict(zip((parameter.name for parameter in self.parameters), values, strict=True))

    def requirements(self, mean: sympy.Expr, variance: sympy.Expr) -> tuple[Requirement, ...]:
        """Return what the table says."""
        if self.needs is None:
            return ()
        positive, text = self.needs
        return (Requirement(positive(mean, variance), text),)

    def log_density(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return it, or refuse where there is none in the table."""
        if self.logpdf is None:
            return super().log_density(value, parameters)
        return self.logpdf(value, *self._values(parameters))

    def cumulative(
        self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]
    ) -> sympy.Expr | None:
        """Return it, or None where there is none in the table."""
        return None if self.cdf is None else self.cdf(value, *self._values(parameters))

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw with NumPy, or refuse."""
        if isinstance(self.draw, Undrawn):
            raise self.draw.error()
        return np.asarray(self.draw(generator, size, *self._values(parameters)))

    def check_sampled(self) -> None:
        """Refuse before anything else is asked for."""
        if isinstance(self.draw, Undrawn):
            raise self.draw.error()

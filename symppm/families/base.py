"""What a family of distributions must supply. One subclass a family; nothing else knows of it."""

from __future__ import annotations

import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import sympy
from numpy.typing import NDArray

from symppm.errors import NoMomentError, NotDerivableError, ParameterError

Array = NDArray[Any]
Domain = Literal["positive", "nonnegative", "negative", "real"]


@dataclass(frozen=True)
class Parameter:
    """One parameter of a family.

    Attributes
    ----------
    name : str
        Keyword in the declaration.
    domain : {"positive", "nonnegative", "negative", "real"}
        Values that it may take.
    meaning : str
        What it is, in a few words ("shape").
    remark : str
        What follows from it, with ``{}`` for the name of the hyperparameter that it is, if a
        reader is helped by that.
    upper : int, optional
        The largest value, where there is one (1 for a probability).
    integer : bool
        Whether only integers can be drawn from; moments need no such thing.
    share : bool
        Of a family of vectors: whether it differs from entry to entry, with the sum one. Other
        parameters are the same for all entries of a vector.
    """

    name: str
    domain: Domain
    meaning: str
    remark: str = ""
    upper: int | None = None
    integer: bool = False
    share: bool = False


@dataclass(frozen=True)
class Support:
    """Where the distribution lives.

    Attributes
    ----------
    sign : {"positive", "nonnegative", "real"}
        The half-line it stays in, if any.
    integral : bool
        Whether it has only integer values.
    zero : bool
        Whether zero, where it is in the support, may have a probability above zero.
    """

    sign: Literal["positive", "nonnegative", "real"]
    integral: bool = False
    zero: bool = True


@dataclass(frozen=True)
class Requirement:
    """What a mean and a variance must fulfil for a family to have them.

    Attributes
    ----------
    positive : sympy.Expr
        Must be greater than zero.
    text : str
        The same as a sentence about the distribution, such as ``"a Beta variable lies below 1"``.
    """

    positive: sympy.Expr
    text: str


@dataclass(frozen=True)
class Moment:
    """A raw moment and the conditions under which it exists.

    Attributes
    ----------
    value : sympy.Expr
        E[X^order] in the parameters.
    conditions : tuple of sympy.Expr
        Expressions that must be positive for the moment to exist.
    """

    value: sympy.Expr
    conditions: tuple[sympy.Expr, ...] = ()


class Family(ABC):
    """A family of distributions.

    Subclasses are stateless. The moments they give are trusted by every derivation, so each is
    tested against an independent source.

    Attributes
    ----------
    name : str
        As it is written in a derivation file; no two families share one.
    parameters : tuple of Parameter
        In the order of declaration.
    support : Support
        Where every member of the family lives.
    ordered : tuple of (str, str)
        Pairs of parameters of which the first never exceeds the second.
    """

    name: str
    parameters: tuple[Parameter, ...]
    support: Support
    ordered: tuple[tuple[str, str], ...] = ()

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Let a copy of a built-in family be that family, and so equal to it."""
        registry = pkgutil.resolve_name("symppm.families.registry")
        if registry.BUILT_IN.get(self.name) is self:
            return registry.family_named, (self.name,)
        return super().__reduce__()

    def support_of(self, parameters: Mapping[str, sympy.Expr]) -> Support:  # noqa: ARG002
        """Return where the distribution lives, given the parameters' signs.

        Parameters
        ----------
        parameters : mapping of str to sympy.Expr
            One expression for each parameter's name.
        """
        return self.support

    def upper_bound(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr | None:  # noqa: ARG002
        """Return the largest value that a draw can take, or None where there is none."""
        return None

    @abstractmethod
    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return E[X^order].

        Parameters
        ----------
        order : int
            Any integer, negative ones included.
        parameters : mapping of str to sympy.Expr
            One expression for each parameter's name.

        Raises
        ------
        NotDerivableError
            If the moment does not exist, or is not known to this family.
        """

    def joint_moment(self, powers: Sequence[int], parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return E[X_1^n_1 X_2^n_2 ...] of different entries that are drawn together.

        Entries of most families are drawn one by one: then there is one power. Families of vectors
        are :class:`JointFamily`.

        Parameters
        ----------
        powers : sequence of int
            None of them zero.
        parameters : mapping of str to sympy.Expr
            As for :meth:`raw_moment`; of a share, a ``sympy.Tuple`` with one for each power.
        """
        (order,) = powers
        return self.raw_moment(order, parameters)

    def together(self, entries: Sequence[Mapping[str, sympy.Expr]]) -> dict[str, sympy.Basic]:
        """Return what :meth:`joint_moment` takes, from the parameters of each entry."""
        return {
            parameter.name: sympy.Tuple(*(entry[parameter.name] for entry in entries))
            if parameter.share
            else entries[0][parameter.name]
            for parameter in self.parameters
        }

    def mean(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return E[X] for the given parameters."""
        return self.raw_moment(1, parameters).value

    def variance(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return Var[X] for the given parameters, simplified where the family can."""
        first = self.raw_moment(1, parameters).value
        second = self.raw_moment(2, parameters).value
        return sympy.expand(second - first**2)

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Return the parameters that give this mean and variance.

        A family that does not have two parameters, or no formula for them, leaves this as it is;
        models with it are solved in their own parameters, or numerically.

        Raises
        ------
        NotDerivableError
            If mean and variance do not determine the parameters.
        """
        raise NotDerivableError(
            f"a {self.name} distribution with mean {mean} and variance {variance}",
            expected="a family whose parameters follow from mean and variance",
            do="Give its parameters.",
        )

    def requirements(
        self,
        mean: sympy.Expr,  # noqa: ARG002
        variance: sympy.Expr,  # noqa: ARG002
    ) -> tuple[Requirement, ...]:
        """Return what must hold, besides a positive variance, for the family to have these moments.

        Parameters
        ----------
        mean, variance : sympy.Expr
            As for :meth:`from_mean_variance`.
        """
        return ()

    @abstractmethod
    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw an array of the given size; the parameters broadcast against it."""

    def log_density(
        self,
        value: sympy.Expr,
        parameters: Mapping[str, sympy.Expr],  # noqa: ARG002
    ) -> sympy.Expr:
        """Return the natural logarithm of the density, or of the probability of an integer.

        It is made of arithmetic, exp, log, sqrt, loggamma, Abs and Piecewise, and is meant to be
        compiled and differentiated: what Piecewise leaves out is finite, and so is its derivative,
        wherever the density itself is positive.

        Parameters
        ----------
        value : sympy.Expr
            Inside the support; elsewhere the result means nothing.
        parameters : mapping of str to sympy.Expr
            One expression for each parameter's name.

        Raises
        ------
        NotDerivableError
            If this family has no density in closed form.
        """
        raise NotDerivableError(
            f"the density of {self.name} at {value}",
            expected="a family whose density is known in closed form",
            do="Use a family that has one, such as Gamma, Normal or Poisson, where a density "
            "is needed.",
        )

    def cumulative(
        self,
        value: sympy.Expr,  # noqa: ARG002
        parameters: Mapping[str, sympy.Expr],  # noqa: ARG002
    ) -> sympy.Expr | None:
        """Return P(X <= value), or None where there is no closed form.

        It may hold erf, erfc, atan, floor, incomplete gamma and beta functions, and conditions that
        are joined by "and", besides what densities are made of.

        Parameters
        ----------
        value : sympy.Expr
            Any real number, inside the support or not.
        parameters : mapping of str to sympy.Expr
            One expression for each parameter's name.
        """
        return None

    def check_sampled(self) -> None:  # noqa: B027 - most families have nothing to refuse
        """Raise ParameterError if the family cannot be sampled; most can."""

    @property
    def is_sampled(self) -> bool:
        """Whether the family can be sampled."""
        try:
            self.check_sampled()
        except ParameterError:
            return False
        return True

    def no_moment(self, order: int, why: str) -> NotDerivableError:
        """Build the error for a moment that this family cannot give."""
        return NotDerivableError(
            f"the moment of order {order} of {self.name}: {why}",
            expected="a moment that exists in closed form",
            do="Use a family that has this moment, or change where the variable enters.",
        )

    def diverging_moment(self, order: int, why: str) -> NoMomentError:
        """Build the error for a moment that this family has for none of its parameters."""
        return NoMomentError(
            f"the moment of order {order} of {self.name}: {why}",
            expected="a moment that exists",
            do="Use a family that has this moment, or change where the variable enters; quantiles "
            "and probabilities always exist.",
        )

    def moment_at_no_value(
        self, order: int, variable: str, needed: sympy.Expr, given: Mapping[sympy.Symbol, Any]
    ) -> NoMomentError:
        """Build the error for a variable whose parameters, in given values, leave it no moment.

        What is ``needed`` to be positive is in symbols that have the names of the parameters.
        """
        symbols = sorted(needed.free_symbols & given.keys(), key=str)
        names = {symbol: sympy.Symbol(symbol.name) for symbol in symbols}
        constant, term = needed.xreplace(names).as_independent(*names.values(), as_Add=True)
        turned = term.could_extract_minus_sign()
        where = f"{-term} < {constant}" if turned else f"{term} > {-constant}"
        numbers = {symbol: f"{float(x):g}" for symbol, x in given.items() if x.is_Rational}
        shown = (f"{symbol.name} is {numbers.get(symbol, given[symbol])}" for symbol in symbols)
        why = f"{variable} has it only where {where}, and {', '.join(shown)}"
        return self.diverging_moment(order, why)


SIZE = Parameter("size", "positive", "number of entries that are drawn together", integer=True)
"""A parameter that the declaration fills in: the size of the axis that vectors lie along."""


class JointFamily(Family):
    """A family of vectors along an axis, whose entries depend on each other.

    The joint law of some entries depends on the parameters of these entries only: on shares, which
    may differ from entry to entry, and on the others, of which :data:`SIZE` may be one. Without
    shares entries are exchangeable. ``sample`` draws vectors along the last axis of its size.

    Attributes
    ----------
    remark : str
        What such vectors are, as the end of a sentence.
    """

    remark: str

    def total(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr | None:  # noqa: ARG002
        """Return what the entries of every vector add up to, or None where that varies."""
        return None

    @abstractmethod
    def joint_moment(self, powers: Sequence[int], parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return E[X_1^n_1 X_2^n_2 ...] of different entries of one vector."""

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return E[X^order] of one entry."""
        return self.joint_moment((order,), self.together([parameters]))

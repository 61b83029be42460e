"""Link functions of the real line that SymPy does not have as one node: softplus and logistic.

Written with exp and log they would overflow, or lose all digits, far from zero; as functions of
their own they are computed as a whole. The third link is SymPy's exp.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

import mpmath
import numpy as np
import scipy.special
import sympy

from symppm.errors import DeclarationError
from symppm.expressions import as_expression


class _Link(sympy.Function):
    """A function of one real number that is positive and grows.

    Each has its values at zero and at the limits, its slope, and itself in NumPy (``_imp_``, which
    ``sympy.lambdify`` calls) and in mpmath.
    """

    nargs = 1
    values: ClassVar[tuple[sympy.Expr, sympy.Expr, sympy.Expr]]
    precise: Callable[[Any], Any]

    @abstractmethod
    def slope(self) -> sympy.Expr:
        """Return the derivative."""

    @classmethod
    def eval(cls, argument: sympy.Expr) -> sympy.Expr | None:
        """Return the values at zero and at the limits."""
        places = (sympy.S.Zero, sympy.oo, -sympy.oo)
        return dict(zip(places, cls.values, strict=True)).get(argument)

    def fdiff(self, argindex: int = 1) -> sympy.Expr:
        """Return the derivative."""
        if argindex != 1:
            raise sympy.core.function.ArgumentIndexError(self, argindex)
        return self.slope()

    def _eval_evalf(self, prec: int) -> sympy.Expr | None:
        """Compute with mpmath, whose exponents have no limit, where the argument is a number."""
        number = self.args[0].evalf(sympy.core.evalf.prec_to_dps(prec) + 5)
        if not (number.is_Float or number.is_Integer):
            return None
        with mpmath.workprec(prec + 20):
            return sympy.Float(self.precise(mpmath.mpf(number._mpf_)), precision=prec)

    def _eval_is_real(self) -> bool | None:
        return self.args[0].is_real

    _eval_is_positive = _eval_is_finite = _eval_is_real

    def _sympystr(self, printer: Any) -> str:
        return f"{type(self).__name__.lower()}({printer._print(self.args[0])})"

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        name = rf"\operatorname{{{type(self).__name__.lower()}}}"
        power = "" if exp is None else f"^{{{exp}}}"
        return rf"{name}{power}\left({printer._print(self.args[0])}\right)"


class Softplus(_Link):
    """log(1 + exp(x)): positive, close to exp(x) far below zero and to x far above it."""

    values = (sympy.log(2), sympy.oo, sympy.S.Zero)
    precise = staticmethod(lambda x: mpmath.log1p(mpmath.exp(x)))
    _imp_ = staticmethod(lambda x: np.logaddexp(0.0, x))

    def slope(self) -> sympy.Expr:
        """Return the logistic function."""
        return Logistic(self.args[0])


class Logistic(_Link):
    """1/(1 + exp(-x)), the inverse of the logit: between zero and one."""

    values = (sympy.S.Half, sympy.S.One, sympy.S.Zero)
    precise = staticmethod(lambda x: 1 / (1 + mpmath.exp(-x)))
    _imp_ = staticmethod(scipy.special.expit)

    def slope(self) -> sympy.Expr:
        """Return the function at x times the function at -x."""
        return self * Logistic(-self.args[0])


def exp(expression: Any) -> sympy.Expr:
    """Return the exponential of an expression, which is positive.

    A link of random variables takes a model out of the class whose moments can be derived: it can
    be drawn from, and matched by sampling.

    Parameters
    ----------
    expression : expression
        Real, in hyperparameters and variables declared above.

    Raises
    ------
    DeclarationError
        If it is no expression that is real.
    """
    return sympy.exp(_real("exp", expression))


def softplus(expression: Any) -> sympy.Expr:
    """Return log(1 + exp(x)) of an expression x, which is positive and grows like x.

    Parameters
    ----------
    expression : expression
        Real, in hyperparameters and variables declared above.

    Raises
    ------
    DeclarationError
        If it is no expression that is real.
    """
    return Softplus(_real("softplus", expression))


def logistic(expression: Any) -> sympy.Expr:
    """Return 1/(1 + exp(-x)) of an expression x, which is a probability.

    One less this probability is written ``ppm.logistic(-x)``.

    Parameters
    ----------
    expression : expression
        Real, in hyperparameters and variables declared above.

    Raises
    ------
    DeclarationError
        If it is no expression that is real.

    Examples
    --------
    >>> import symppm as ppm
    >>> with ppm.Model("mine") as mine:
    ...     b = ppm.hyperparameters("b", domain="real")
    ...     theta = ppm.Normal("theta", mean=0, variance=1, dims="row")
    ...     y = ppm.Bernoulli("Y", mean=ppm.logistic(b + theta), dims="row col", observed=True)
    >>> ppm.sample(mine, {"b": 800.0}, shape=(1, 2), random_seed=1)
    array([[1, 1]])
    """
    return Logistic(_real("logistic", expression))


def _real(word: str, expression: Any) -> sympy.Expr:
    argument = as_expression(expression)
    if argument is None or argument.is_real is not True:
        raise DeclarationError(
            f"{word}({expression!s})",
            expected="a real expression in hyperparameters, declared variables and numbers",
            do=f'Write something like ppm.{word}(b + ppm.sum(theta * beta, over="factor")).',
        )
    return argument

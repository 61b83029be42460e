"""Link functions of the real line that SymPy does not have as one node: softplus and logistic.

Written with exp and log they would overflow, or lose all digits, far from zero; as functions of
their own they are computed as a whole. The third link is SymPy's exp.
"""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np
import scipy.special
import sympy
from numpy.typing import NDArray


def _softplus(argument: Any) -> NDArray[Any]:
    return np.asarray(np.logaddexp(0.0, argument))


def _logistic(argument: Any) -> NDArray[Any]:
    return np.asarray(scipy.special.expit(argument))


class _Link(sympy.Function):
    """A function of one real number that is positive and grows."""

    nargs = 1

    def _eval_is_real(self) -> bool | None:
        return self.args[0].is_real

    def _eval_is_positive(self) -> bool | None:
        return self.args[0].is_real

    def _eval_is_finite(self) -> bool | None:
        return self.args[0].is_real

    def _sympystr(self, printer: Any) -> str:
        return f"{type(self).__name__.lower()}({printer._print(self.args[0])})"

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        name = rf"\operatorname{{{type(self).__name__.lower()}}}"
        power = "" if exp is None else f"^{{{exp}}}"
        return rf"{name}{power}\left({printer._print(self.args[0])}\right)"


class Softplus(_Link):
    """log(1 + exp(x)): positive, close to exp(x) far below zero and to x far above it."""

    # What sympy.lambdify calls.
    _imp_ = staticmethod(_softplus)

    @classmethod
    def eval(cls, argument: sympy.Expr) -> sympy.Expr | None:
        """Return log(2) at zero, and the limits."""
        known = {sympy.S.Zero: sympy.log(2), sympy.oo: sympy.oo, -sympy.oo: sympy.S.Zero}
        return known.get(argument)

    def fdiff(self, argindex: int = 1) -> sympy.Expr:
        """Return the derivative, the logistic function."""
        if argindex != 1:
            raise sympy.core.function.ArgumentIndexError(self, argindex)
        return Logistic(self.args[0])

    def _eval_evalf(self, prec: int) -> sympy.Expr | None:
        return _evaluated(self.args[0], prec, lambda x: mpmath.log1p(mpmath.exp(x)))


class Logistic(_Link):
    """1/(1 + exp(-x)), the inverse of the logit: between zero and one."""

    # What sympy.lambdify calls.
    _imp_ = staticmethod(_logistic)

    @classmethod
    def eval(cls, argument: sympy.Expr) -> sympy.Expr | None:
        """Return one half at zero, and the limits."""
        known = {sympy.S.Zero: sympy.S.Half, sympy.oo: sympy.S.One, -sympy.oo: sympy.S.Zero}
        return known.get(argument)

    def fdiff(self, argindex: int = 1) -> sympy.Expr:
        """Return the derivative, which is the function at x times the function at -x."""
        if argindex != 1:
            raise sympy.core.function.ArgumentIndexError(self, argindex)
        return self * Logistic(-self.args[0])

    def _eval_evalf(self, prec: int) -> sympy.Expr | None:
        return _evaluated(self.args[0], prec, lambda x: 1 / (1 + mpmath.exp(-x)))


def _evaluated(argument: sympy.Expr, prec: int, function: Any) -> sympy.Expr | None:
    """Compute with mpmath where the argument is a real number; exponents there have no limit."""
    number = argument.evalf(sympy.core.evalf.prec_to_dps(prec) + 5)
    if not (number.is_Float or number.is_Integer):
        return None
    with mpmath.workprec(prec + 20):
        return sympy.Float(function(mpmath.mpf(number._mpf_)), precision=prec)

"""Words for link functions, which take the real line to positive numbers or to probabilities."""

from __future__ import annotations

from typing import Any

import sympy

from symppm.errors import DeclarationError
from symppm.expressions import as_expression
from symppm.model import links


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
    return links.Softplus(_real("softplus", expression))


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
    return links.Logistic(_real("logistic", expression))


def _real(word: str, expression: Any) -> sympy.Expr:
    argument = as_expression(expression)
    if argument is None or argument.is_real is not True:
        raise DeclarationError(
            f"{word}({expression!s})",
            expected="a real expression in hyperparameters, declared variables and numbers",
            do=f'Write something like ppm.{word}(b + ppm.sum(theta * beta, over="factor")).',
        )
    return argument

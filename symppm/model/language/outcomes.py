"""Words for a few outcomes: zero or one, and one of several categories."""

from __future__ import annotations

from typing import Any

from symppm.errors import DeclarationError
from symppm.families import BERNOULLI, CATEGORICAL
from symppm.model.context import current, word
from symppm.model.declaration import Variable

Dims = str | tuple[str, ...] | list[str]


@word
def Bernoulli(name: str, *, mean: Any, dims: Dims = "", observed: bool = False) -> Variable:
    """Declare a variable that is one with probability mean, else zero.

    Parameters
    ----------
    name : str
        Name of the variable.
    mean : expression
        Expression that provably stays between zero and one, such as a Beta variable or
        ``ppm.logistic(b + ppm.sum(theta * beta, over="factor"))``; where it is made of
        hyperparameters, that is checked when drawing.
    dims : str
        Names of its axes, separated by blanks.
    observed : bool
        Whether this is what the data are.

    Raises
    ------
    DeclarationError
        If this cannot be part of a model; the message says what to write instead.

    Examples
    --------
    >>> import symppm as ppm
    >>> with ppm.Model("m") as model:
    ...     p = ppm.hyperparameters("p")
    ...     _ = ppm.Bernoulli("Y", mean=p, dims="row col", observed=True)
    >>> model.variance()
    p*(1 - p)
    """
    return current().add_variable(name, BERNOULLI, {"mean": mean}, dims, observed)


@word
def Categorical(name: str, *, weights: Any, dims: Dims = "", observed: bool = False) -> Variable:
    """Declare a variable that is 0, 1, 2, ... with probabilities proportional to the weights.

    Parameters
    ----------
    name : str
        Name of the variable.
    weights : sequence of expression
        Positive expressions in hyperparameters and variables declared above, from 2 to 20 of them;
        they need not add up to one.
    dims : str
        Names of its axes, separated by blanks.
    observed : bool
        Whether this is what the data are.

    Raises
    ------
    DeclarationError
        If this cannot be part of a model; the message says what to write instead.

    Examples
    --------
    >>> import symppm as ppm
    >>> with ppm.Model("m") as model:
    ...     a, b = ppm.hyperparameters("a b")
    ...     _ = ppm.Categorical("Y", weights=[1, a, b], dims="row col", observed=True)
    >>> model.variance()
    (a*b + a + 4*b)/(a + b + 1)**2
    """
    by_count = {len(family.parameters): family for family in CATEGORICAL}
    listed = list(weights) if isinstance(weights, (list, tuple)) else None
    if listed is None or len(listed) not in by_count:
        given = f"{weights!r}" if listed is None else f"{len(listed)} of them"
        raise DeclarationError(
            f"the weights of {name} are {given}",
            expected=f"a list of {min(by_count)} to {max(by_count)} positive weights, one for each "
            "category",
            do="Write, for example, weights=[a, b, 1]; for a variable that is zero or one, "
            "ppm.Bernoulli.",
        )
    family = by_count[len(listed)]
    parameters = {each.name: w for each, w in zip(family.parameters, listed, strict=True)}
    return current().add_variable(name, family, parameters, dims, observed)

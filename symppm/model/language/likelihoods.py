"""Words for observation models, which take their conditional mean first."""

from __future__ import annotations

from typing import Any

import sympy

from symppm.errors import DeclarationError, did_you_mean
from symppm.families import (
    BINOMIAL,
    BUILT_IN,
    GUMBEL,
    LAPLACE,
    MULTINOMIAL,
    NEGATIVE_BINOMIAL,
    NORMAL,
    OBSERVATION,
    POISSON,
    ZERO_INFLATED_POISSON,
    Family,
)
from symppm.model.context import current, word
from symppm.model.declaration import Variable

Dims = str | tuple[str, ...] | list[str]

_DISPERSION = "ExponentialDispersion["


@word
def Binomial(
    name: str, *, mean: Any, trials: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare Binomial(mean, trials): variance mean (1 - mean/trials).

    Parameters
    ----------
    name : str
        Name of the variable.
    mean : expression
        Expression that provably stays between zero and trials, such as
        ``n * ppm.sum(theta * beta, over="factor") / ppm.size("factor")`` with Beta factors.
    trials : expression
        Number of trials; an integer when drawn from.
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
    ...     m, n = ppm.hyperparameters("m n")
    ...     _ = ppm.Binomial("Y", mean=m, trials=n, dims="row col", observed=True)
    >>> model.variance()
    m*(-m + n)/n
    """
    parameters = {"mean": mean, "trials": trials}
    return current().add_variable(name, BINOMIAL, parameters, dims, observed)


@word
def Gumbel(
    name: str, *, mean: Any, scale: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare Gumbel(mean, scale), of maxima, by its mean: variance pi^2/6 scale^2.

    Parameters
    ----------
    name : str
        Name of the variable.
    mean : expression
        Real expression in hyperparameters and variables declared above.
    scale : expression
        Positive expression in hyperparameters and variables declared above.
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
    ...     m, s = ppm.hyperparameters("m s")
    ...     _ = ppm.Gumbel("Y", mean=m, scale=s, dims="row col", observed=True)
    >>> model.variance()
    pi**2*s**2/6
    """
    parameters = {"mean": mean, "scale": scale}
    return current().add_variable(name, GUMBEL, parameters, dims, observed)


@word
def Laplace(
    name: str, *, mean: Any, scale: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare Laplace(mean, scale): variance 2 scale^2.

    Parameters
    ----------
    name : str
        Name of the variable.
    mean : expression
        Real expression in hyperparameters and variables declared above.
    scale : expression
        Positive expression in hyperparameters and variables declared above.
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
    ...     m, s = ppm.hyperparameters("m s")
    ...     _ = ppm.Laplace("Y", mean=m, scale=s, dims="row col", observed=True)
    >>> model.variance()
    2*s**2
    """
    parameters = {"mean": mean, "scale": scale}
    return current().add_variable(name, LAPLACE, parameters, dims, observed)


@word
def Multinomial(
    name: str,
    *,
    trials: Any,
    probabilities: Any,
    dims: Dims,
    over: str,
    observed: bool = False,
) -> Variable:
    """Declare counts of how often each outcome along an axis came up in independent trials.

    Parameters
    ----------
    name : str
        Name of the variable.
    trials : expression
        Number of trials, such as the known lengths of documents, ``ppm.Known("n", dims="row")``; an
        integer when drawn from. The counts sum to it.
    probabilities : expression
        Nonnegative expression whose sum along the axis is provably one, such as the mixture
        ``ppm.sum(theta * beta, over="factor")`` of Dirichlet vectors.
    dims : str
        Names of its axes, separated by blanks.
    over : str
        The one of them along which the outcomes lie; vectors of counts are independent.
    observed : bool
        Whether this is what the data are.

    Raises
    ------
    DeclarationError
        If this cannot be part of a model; the message says what to write instead.

    Examples
    --------
    >>> import symppm as ppm
    >>> with ppm.Model("topics") as topics:
    ...     alpha, eta = ppm.hyperparameters("alpha eta")
    ...     n = ppm.Known("n", dims="row")
    ...     theta = ppm.Dirichlet("theta", concentration=alpha, dims="row factor", over="factor")
    ...     beta = ppm.Dirichlet("beta", concentration=eta, dims="factor col", over="col")
    ...     share = ppm.sum(theta * beta, over="factor")
    ...     y = ppm.Multinomial(
    ...         "Y", trials=n, probabilities=share, dims="row col", over="col", observed=True
    ...     )
    >>> topics.mean()
    n[i]/M
    """
    parameters = {"trials": trials, "probabilities": probabilities}
    return current().add_variable(name, MULTINOMIAL, parameters, dims, observed, over)


@word
def NegativeBinomial(
    name: str, *, mean: Any, size: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare NegativeBinomial(mean, size): variance mean + mean^2/size.

    Parameters
    ----------
    name : str
        Name of the variable.
    mean : expression
        Nonnegative expression in hyperparameters and variables declared above.
    size : expression
        Positive expression in hyperparameters and variables declared above.
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
    ...     m, r = ppm.hyperparameters("m r")
    ...     _ = ppm.NegativeBinomial("Y", mean=m, size=r, dims="row col", observed=True)
    >>> model.variance()
    m*(m + r)/r
    """
    parameters = {"mean": mean, "size": size}
    return current().add_variable(name, NEGATIVE_BINOMIAL, parameters, dims, observed)


@word
def Normal(
    name: str, *, mean: Any, variance: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare Normal(mean, variance).

    Parameters
    ----------
    name : str
        Name of the variable.
    mean : expression
        Real expression in hyperparameters and variables declared above.
    variance : expression
        Nonnegative expression in hyperparameters and variables declared above.
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
    ...     m, v = ppm.hyperparameters("m v")
    ...     _ = ppm.Normal("Y", mean=m, variance=v, dims="row col", observed=True)
    >>> model.variance()
    v
    """
    parameters = {"mean": mean, "variance": variance}
    return current().add_variable(name, NORMAL, parameters, dims, observed)


@word
def Observation(
    name: str, *, mean: Any, variance: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare a likelihood of which only the conditional mean and variance are known.

    Parameters
    ----------
    name : str
        Name of the variable.
    mean : expression
        Real expression in hyperparameters and variables declared above.
    variance : expression
        Nonnegative expression in hyperparameters and variables declared above.
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
    ...     m, v = ppm.hyperparameters("m v")
    ...     _ = ppm.Observation("Y", mean=m, variance=v, dims="row col", observed=True)
    >>> model.variance()
    v
    """
    parameters = {"mean": mean, "variance": variance}
    return current().add_variable(name, OBSERVATION, parameters, dims, observed)


@word
def Poisson(name: str, *, rate: Any, dims: Dims = "", observed: bool = False) -> Variable:
    """Declare Poisson(rate): mean and variance equal to the rate.

    Parameters
    ----------
    name : str
        Name of the variable.
    rate : expression
        Nonnegative expression in hyperparameters and variables declared above.
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
    ...     m = ppm.hyperparameters("m")
    ...     _ = ppm.Poisson("Y", rate=m, dims="row col", observed=True)
    >>> model.variance()
    m
    """
    parameters = {"rate": rate}
    return current().add_variable(name, POISSON, parameters, dims, observed)


@word
def ZeroInflatedPoisson(
    name: str, *, rate: Any, keep: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare a count that is Poisson(rate) with probability keep, else zero.

    Parameters
    ----------
    name : str
        Name of the variable.
    rate : expression
        Nonnegative expression in hyperparameters and variables declared above.
    keep : expression
        Between zero and one; where it is made of hyperparameters, that is checked when drawing.
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
    ...     m, p = ppm.hyperparameters("m p")
    ...     _ = ppm.ZeroInflatedPoisson("Y", rate=m, keep=p, dims="row col", observed=True)
    >>> model.variance()
    m*p*(-m*p + m + 1)
    """
    parameters = {"rate": rate, "keep": keep}
    return current().add_variable(name, ZERO_INFLATED_POISSON, parameters, dims, observed)


@word
def ExponentialDispersion(
    name: str, *, family: Any, w: Any, kappa: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare ED(w, kappa): mean kappa psi'(w) and variance kappa psi''(w).

    With ``kappa=scale * count`` and a latent Poisson count it is the paper's compound Poisson: the
    sum of as many independent ED(w, scale) variables, and zero where the count is zero.

    Parameters
    ----------
    name : str
        Name of the variable.
    family : str
        Log-partition psi: ``"normal"`` (w^2/2), ``"gamma"`` (-log(-w)), ``"inverse_gaussian"``
        (-sqrt(-2 w)), ``"poisson"`` (exp(w)), ``"binomial"`` (log(1 + exp(w))),
        ``"negative_binomial"`` (-log(1 - exp(w))), or ``"general"``, the undefined function that
        ``sympy.Function("psi")`` also stands for.
    w : expression
        Natural parameter; negative for gamma, inverse_gaussian and negative_binomial.
    kappa : expression
        Nonnegative weight.
    dims : str
        Names of its axes, separated by blanks.
    observed : bool
        Whether this is what the data are.

    Raises
    ------
    DeclarationError
        If this cannot be part of a model; the message says what to write instead.
    """
    parameters = {"w": w, "kappa": kappa}
    return current().add_variable(name, _dispersion(family), parameters, dims, observed)


def _dispersion(family: Any) -> Family:
    names = {
        full.removeprefix(_DISPERSION).rstrip("]"): full
        for full in BUILT_IN
        if full.startswith(_DISPERSION)
    }
    asked = "general" if family == sympy.Function("psi") else family
    if not isinstance(asked, str) or asked not in names:
        raise DeclarationError(
            f"family={family!r} of an ExponentialDispersion",
            expected='the name of a log-partition, or sympy.Function("psi") for an undefined one',
            do=did_you_mean(str(asked), names),
        )
    return BUILT_IN[names[asked]]

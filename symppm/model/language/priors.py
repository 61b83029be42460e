"""Words for priors: distributions on the positive half-line, the paper's table among them."""

from __future__ import annotations

from typing import Any

from symppm.families import (
    BASE_DIRICHLET,
    BETA,
    DIRICHLET,
    EXPONENTIAL,
    GAMMA,
    HALF_NORMAL,
    INVERSE_GAMMA,
    LOG_NORMAL,
    TWO_MOMENTS,
    UNIFORM,
    WEIBULL,
)
from symppm.model.context import current, word
from symppm.model.declaration import Variable

Dims = str | tuple[str, ...] | list[str]


@word
def Beta(name: str, *, alpha: Any, beta: Any, dims: Dims = "", observed: bool = False) -> Variable:
    """Declare Beta(alpha, beta) on (0, 1): mean alpha/(alpha + beta).

    Parameters
    ----------
    name : str
        Name of the variable.
    alpha : expression
        Positive expression in hyperparameters and variables declared above.
    beta : expression
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
    ...     a, b = ppm.hyperparameters("a b")
    ...     _ = ppm.Beta("Y", alpha=a, beta=b, dims="row col", observed=True)
    >>> model.variance()
    a*b/((a + b)**2*(a + b + 1))
    """
    parameters = {"alpha": alpha, "beta": beta}
    return current().add_variable(name, BETA, parameters, dims, observed)


@word
def Dirichlet(
    name: str,
    *,
    concentration: Any,
    dims: Dims,
    over: str,
    base: Any = None,
    observed: bool = False,
) -> Variable:
    """Declare vectors of positive entries with the sum one: Dirichlet(K a m_1, ..., K a m_K).

    Gamma variables of shape a and one rate, divided by their total over an axis, are such a vector,
    and independent of the total: so a model of normalised factors is one in which totals are given.

    Parameters
    ----------
    name : str
        Name of the variable.
    concentration : expression
        Positive expression a in hyperparameters and variables declared above; the same for all
        entries of a vector: their average, if there is a base measure.
    dims : str
        Names of its axes, separated by blanks.
    over : str
        The one of them along which the entries sum to one; vectors are independent.
    base : expression, optional
        The base measure m, which sums to one along that axis and is the mean: such as the array
        ``ppm.Known("share", dims="col", over="col")``, or another Dirichlet vector. Without it
        the distribution is symmetric: the mean is 1/K and the variance (K - 1)/(K^2 (K a + 1)), if
        K is the size of the axis.
    observed : bool
        Whether this is what the data are.

    Raises
    ------
    DeclarationError
        If this cannot be part of a model; the message says what to write instead.

    Notes
    -----
    Let theta and beta be exchangeable non-negative vectors of any law that sum to one over K
    factors, r = K sum_k theta_k beta_k their normalised rate, A = K^2 Var[theta_k] and B that of
    beta. Then E[r] = 1 and Var[r] = A B / (K - 1): since the entries sum to one, Cov[theta_k,
    theta_m] = -Var[theta_k]/(K - 1), so that the K products of variances and the K (K - 1) products
    of covariances add up to Var[theta_k] Var[beta_k] (K + K/(K - 1)). For Dirichlet vectors this is
    (K - 1)/((K a + 1)(K c + 1)).

    Examples
    --------
    >>> import symppm as ppm
    >>> with ppm.Model("mixed") as mixed:
    ...     a, mu = ppm.hyperparameters("a mu")
    ...     theta = ppm.Dirichlet("theta", concentration=a, dims="row factor", over="factor")
    ...     beta = ppm.Dirichlet("beta", concentration=a, dims="col factor", over="factor")
    ...     rate = mu * ppm.size("factor") * ppm.sum(theta * beta, over="factor")
    ...     y = ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    >>> mixed.variance()
    mu**2*(K - 1)/(K*a + 1)**2 + mu
    """
    parameters = {"concentration": concentration}
    if base is None:
        return current().add_variable(name, DIRICHLET, parameters, dims, observed, over)
    parameters["base"] = base
    return current().add_variable(name, BASE_DIRICHLET, parameters, dims, observed, over)


@word
def Exponential(name: str, *, rate: Any, dims: Dims = "", observed: bool = False) -> Variable:
    """Declare Exponential(rate): mean 1/rate, variance 1/rate^2.

    Parameters
    ----------
    name : str
        Name of the variable.
    rate : expression
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
    ...     b = ppm.hyperparameters("b")
    ...     _ = ppm.Exponential("Y", rate=b, dims="row col", observed=True)
    >>> model.variance()
    b**(-2)
    """
    parameters = {"rate": rate}
    return current().add_variable(name, EXPONENTIAL, parameters, dims, observed)


@word
def Gamma(name: str, *, shape: Any, rate: Any, dims: Dims = "", observed: bool = False) -> Variable:
    """Declare Gamma(shape, rate): mean shape/rate, variance shape/rate^2.

    Parameters
    ----------
    name : str
        Name of the variable.
    shape : expression
        Positive expression in hyperparameters and variables declared above.
    rate : expression
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
    ...     a, b = ppm.hyperparameters("a b")
    ...     _ = ppm.Gamma("Y", shape=a, rate=b, dims="row col", observed=True)
    >>> model.variance()
    a/b**2
    """
    parameters = {"shape": shape, "rate": rate}
    return current().add_variable(name, GAMMA, parameters, dims, observed)


@word
def HalfNormal(
    name: str, *, scale: Any, location: Any = 0, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare location + scale |Z| with a standard normal Z (the paper's HalfNormal).

    Parameters
    ----------
    name : str
        Name of the variable.
    scale : expression
        Positive expression in hyperparameters and variables declared above. The mean is
        location + scale sqrt(2/pi), the variance scale^2 (1 - 2/pi).
    location : expression
        Smallest value; real. Where the variable must be positive, so must this be.
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
    ...     s = ppm.hyperparameters("s")
    ...     _ = ppm.HalfNormal("Y", scale=s, dims="row col", observed=True)
    >>> model.variance()
    s**2*(-2 + pi)/pi
    """
    parameters = {"scale": scale, "location": location}
    return current().add_variable(name, HALF_NORMAL, parameters, dims, observed)


@word
def InverseGamma(
    name: str, *, shape: Any, scale: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare InverseGamma(shape, scale): mean scale/(shape - 1).

    Parameters
    ----------
    name : str
        Name of the variable.
    shape : expression
        Positive expression in hyperparameters and variables declared above. The moment of
        order n exists for shape > n.
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
    ...     a, b = ppm.hyperparameters("a b")
    ...     _ = ppm.InverseGamma("Y", shape=a, scale=b, dims="row col", observed=True)
    >>> model.variance()
    b**2/((a - 2)*(a - 1)**2)
    """
    parameters = {"shape": shape, "scale": scale}
    return current().add_variable(name, INVERSE_GAMMA, parameters, dims, observed)


@word
def LogNormal(
    name: str, *, mu: Any, sigma: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare the exponential of a normal variable: mean exp(mu + sigma^2/2).

    Parameters
    ----------
    name : str
        Name of the variable.
    mu : expression
        Mean of the logarithm; real, so a hyperparameter of domain "real" or an expression.
    sigma : expression
        Standard deviation of the logarithm; positive.
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
    ...     s = ppm.hyperparameters("s")
    ...     _ = ppm.LogNormal("Y", mu=0, sigma=s, dims="row col", observed=True)
    >>> model.variance()
    (exp(s**2) - 1)*exp(s**2)
    """
    parameters = {"mu": mu, "sigma": sigma}
    return current().add_variable(name, LOG_NORMAL, parameters, dims, observed)


@word
def Prior(
    name: str, *, mean: Any, variance: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare the paper's F(mu, sigma^2): positive, with only mean and variance known.

    Parameters
    ----------
    name : str
        Name of the variable.
    mean : expression
        Positive expression in hyperparameters and variables declared above.
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
    ...     theta = ppm.Prior("theta", mean=m, variance=v, dims="row")
    ...     _ = ppm.Poisson("Y", rate=theta, dims="row col", observed=True)
    >>> model.variance()
    m + v
    """
    parameters = {"mean": mean, "variance": variance}
    return current().add_variable(name, TWO_MOMENTS, parameters, dims, observed)


@word
def Uniform(name: str, *, low: Any, high: Any, dims: Dims = "", observed: bool = False) -> Variable:
    """Declare Uniform(low, high): mean (low + high)/2, variance (high - low)^2/12.

    Parameters
    ----------
    name : str
        Name of the variable.
    low : expression
        Real expression in hyperparameters and variables declared above.
    high : expression
        At least low; where both are hyperparameters, that is checked when drawing.
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
    ...     h = ppm.hyperparameters("h")
    ...     _ = ppm.Uniform("Y", low=0, high=h, dims="row col", observed=True)
    >>> model.variance()
    h**2/12
    """
    parameters = {"low": low, "high": high}
    return current().add_variable(name, UNIFORM, parameters, dims, observed)


@word
def Weibull(
    name: str, *, shape: Any, scale: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare Weibull(shape, scale): mean scale Gamma(1 + 1/shape).

    Parameters
    ----------
    name : str
        Name of the variable.
    shape : expression
        Positive expression in hyperparameters and variables declared above.
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
    ...     k, s = ppm.hyperparameters("k s")
    ...     _ = ppm.Weibull("Y", shape=k, scale=s, dims="row col", observed=True)
    >>> model.variance()
    s**2*(-gamma(1 + 1/k)**2 + gamma(1 + 2/k))
    """
    parameters = {"shape": shape, "scale": scale}
    return current().add_variable(name, WEIBULL, parameters, dims, observed)

"""Words for distributions, priors and observation models alike: one function a distribution."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Any, Final, ParamSpec

import sympy

from symppm import families
from symppm.errors import DeclarationError, did_you_mean
from symppm.families import Family, Parameter
from symppm.model.context import Dims, current
from symppm.model.declaration import Variable

_P = ParamSpec("_P")

_COMMON: Final = MappingProxyType(
    {
        "name": "str\n    Name of the variable.",
        "dims": "str\n    Names of its axes, separated by blanks.",
        "observed": "bool\n    Whether this is what the data are.",
    }
)
_HEAD: Final = "Parameters\n----------"
_PARAMETER: Final = "expression\n    {} expression in hyperparameters and variables declared above."
_RAISES: Final = """Raises
------
DeclarationError
    If this cannot be part of a model; the message says what to write instead."""
_EXAMPLE: Final = """Examples
--------
>>> import symppm as ppm
>>> with ppm.Model("m") as model:
...     {} = ppm.hyperparameters("{}")
...     _ = ppm.{}
>>> model.variance()
{}"""


def word(
    family: Family | None = None, arguments: str = "", variance: str = ""
) -> Callable[[Callable[_P, Variable]], Callable[_P, Variable]]:
    """Make a word of the language: complete its docstring, and say in a sentence what it takes.

    A word whose family is named here has no body: it declares a variable of that family, with the
    parameters of its signature. Its example has these arguments, and this variance.
    """

    def decorator(declare: Callable[_P, Variable]) -> Callable[_P, Variable]:
        signature = inspect.signature(declare)
        plain = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
        takes = signature.replace(parameters=plain, return_annotation=signature.empty)

        @functools.wraps(declare)
        def checked(*given: _P.args, **named: _P.kwargs) -> Variable:
            try:
                bound = signature.bind(*given, **named)
            except TypeError as error:
                unexpected = [
                    f"{argument!r} given"
                    for argument in named
                    if argument not in takes.parameters and repr(argument) not in str(error)
                ]
                inverse = "scale" in named and "rate" in takes.parameters
                raise DeclarationError(
                    f"{declare.__name__}: " + ", ".join([str(error), *unexpected]),
                    expected=f"{declare.__name__}{takes}",
                    do="Write parameters by these names; the name of the variable comes first."
                    + " A rate is 1/scale." * inverse,
                ) from error
            if family is None:
                return declare(*given, **named)
            bound.apply_defaults()
            values = bound.arguments
            name, dims, observed = (values.pop(key) for key in ("name", "dims", "observed"))
            over = values.pop("over", None)
            return current().add_variable(name, family, values, dims, observed, over)

        checked.__doc__ = _documented(
            declare, family.parameters if family else (), arguments, variance
        )
        return checked

    return decorator


def _documented(
    declare: Callable[..., Variable],
    parameters: Sequence[Parameter],
    arguments: str,
    variance: str,
) -> str:
    """Add to a docstring what all words have: parameters that go without saying, and errors."""
    start, *sections = re.split(r"\n\n(?=\w+\n-+\n)", inspect.getdoc(declare) or "")
    texts = {p.name: _PARAMETER.format(p.domain.capitalize()) for p in parameters}
    texts |= _COMMON
    if sections and sections[0].startswith("Parameters"):
        texts |= dict(re.findall(r"(\w+) : (.*(?:\n +.*)+)", sections.pop(0)))
    listed = [f"{name} : {texts[name]}" for name in inspect.signature(declare).parameters]
    if arguments:
        letters = re.findall(r"=([a-z])\b", arguments)
        call = f'{declare.__name__}("Y", {arguments}, dims="row col", observed=True)'
        sections.append(_EXAMPLE.format(", ".join(letters), " ".join(letters), call, variance))
    return "\n\n".join([start, "\n".join([_HEAD, *listed]), _RAISES, *sections]) + "\n"


@word(families.GAMMA, "shape=a, rate=b", "a/b**2")
def Gamma(name: str, *, shape: Any, rate: Any, dims: Dims = "", observed: bool = False) -> Variable:
    """Declare Gamma(shape, rate): mean shape/rate, variance shape/rate^2."""


@word(families.EXPONENTIAL, "rate=b", "b**(-2)")
def Exponential(name: str, *, rate: Any, dims: Dims = "", observed: bool = False) -> Variable:
    """Declare Exponential(rate): mean 1/rate, variance 1/rate^2."""


@word(families.INVERSE_GAMMA, "shape=a, scale=b", "b**2/((a - 2)*(a - 1)**2)")
def InverseGamma(
    name: str, *, shape: Any, scale: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare InverseGamma(shape, scale): mean scale/(shape - 1).

    Parameters
    ----------
    shape : expression
        Positive expression in hyperparameters and variables declared above. The moment of
        order n exists for shape > n.
    """


@word(families.LOG_NORMAL, "mu=0, sigma=s", "(exp(s**2) - 1)*exp(s**2)")
def LogNormal(
    name: str, *, mu: Any, sigma: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare the exponential of a normal variable: mean exp(mu + sigma^2/2).

    Parameters
    ----------
    mu : expression
        Mean of the logarithm; real, so a hyperparameter of domain "real" or an expression.
    sigma : expression
        Standard deviation of the logarithm; positive.
    """


@word(families.WEIBULL, "shape=k, scale=s", "s**2*(-gamma(1 + 1/k)**2 + gamma(1 + 2/k))")
def Weibull(
    name: str, *, shape: Any, scale: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare Weibull(shape, scale): mean scale Gamma(1 + 1/shape)."""


@word(families.BETA, "alpha=a, beta=b", "a*b/((a + b)**2*(a + b + 1))")
def Beta(name: str, *, alpha: Any, beta: Any, dims: Dims = "", observed: bool = False) -> Variable:
    """Declare Beta(alpha, beta) on (0, 1): mean alpha/(alpha + beta)."""


@word(families.UNIFORM, "low=0, high=h", "h**2/12")
def Uniform(name: str, *, low: Any, high: Any, dims: Dims = "", observed: bool = False) -> Variable:
    """Declare Uniform(low, high): mean (low + high)/2, variance (high - low)^2/12.

    Parameters
    ----------
    high : expression
        At least low; where both are hyperparameters, that is checked when drawing.
    """


@word(families.HALF_NORMAL, "scale=s", "s**2*(-2 + pi)/pi")
def HalfNormal(
    name: str, *, scale: Any, location: Any = 0, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare location + scale |Z| with a standard normal Z (the paper's HalfNormal).

    Parameters
    ----------
    scale : expression
        Positive expression in hyperparameters and variables declared above. The mean is
        location + scale sqrt(2/pi), the variance scale^2 (1 - 2/pi).
    location : expression
        Smallest value; real. Where the variable must be positive, so must this be.
    """


@word(families.HALF_CAUCHY)
def HalfCauchy(
    name: str, *, scale: Any, location: Any = 0, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare location + scale |C| with a standard Cauchy C, which has no mean.

    Parameters
    ----------
    scale : expression
        Positive expression in hyperparameters and variables declared above. The median is
        location + scale; no moments exist, so that a model can be matched in quantiles and
        probabilities only, unless a link bounds the variable.
    location : expression
        Smallest value; real. Where the variable must be positive, so must this be.
    """


@word(families.TWO_MOMENTS)
def Prior(
    name: str, *, mean: Any, variance: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare the paper's F(mu, sigma^2): positive, with only mean and variance known.

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


@word()
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
    concentration : expression
        Positive expression a in hyperparameters and variables declared above; the same for all
        entries of a vector: their average, if there is a base measure.
    over : str
        The one of them along which the entries sum to one; vectors are independent.
    base : expression, optional
        The base measure m, which sums to one along that axis and is the mean: such as the array
        ``ppm.Known("share", dims="col", over="col")``, or another Dirichlet vector. Without it
        the distribution is symmetric: the mean is 1/K and the variance (K - 1)/(K^2 (K a + 1)), if
        K is the size of the axis.

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
        return current().add_variable(name, families.DIRICHLET, parameters, dims, observed, over)
    parameters["base"] = base
    return current().add_variable(name, families.BASE_DIRICHLET, parameters, dims, observed, over)


@word(families.POISSON, "rate=m", "m")
def Poisson(name: str, *, rate: Any, dims: Dims = "", observed: bool = False) -> Variable:
    """Declare Poisson(rate): mean and variance equal to the rate."""


@word(families.NEGATIVE_BINOMIAL, "mean=m, size=r", "m*(m + r)/r")
def NegativeBinomial(
    name: str, *, mean: Any, size: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare NegativeBinomial(mean, size): variance mean + mean^2/size."""


@word(families.ZERO_INFLATED_POISSON, "rate=m, keep=p", "m*p*(-m*p + m + 1)")
def ZeroInflatedPoisson(
    name: str, *, rate: Any, keep: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare a count that is Poisson(rate) with probability keep, else zero.

    Parameters
    ----------
    keep : expression
        Between zero and one; where it is made of hyperparameters, that is checked when drawing.
    """


@word(families.BINOMIAL, "mean=m, trials=n", "m*(-m + n)/n")
def Binomial(
    name: str, *, mean: Any, trials: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare Binomial(mean, trials): variance mean (1 - mean/trials).

    Parameters
    ----------
    mean : expression
        Expression that provably stays between zero and trials, such as
        ``n * ppm.sum(theta * beta, over="factor") / ppm.size("factor")`` with Beta factors.
    trials : expression
        Number of trials; an integer when drawn from.
    """


@word(families.BERNOULLI, "mean=p", "p*(1 - p)")
def Bernoulli(name: str, *, mean: Any, dims: Dims = "", observed: bool = False) -> Variable:
    """Declare a variable that is one with probability mean, else zero.

    Parameters
    ----------
    mean : expression
        Expression that provably stays between zero and one, such as a Beta variable or
        ``ppm.logistic(b + ppm.sum(theta * beta, over="factor"))``; where it is made of
        hyperparameters, that is checked when drawing.
    """


@word()
def Categorical(name: str, *, weights: Any, dims: Dims = "", observed: bool = False) -> Variable:
    """Declare a variable that is 0, 1, 2, ... with probabilities proportional to the weights.

    Parameters
    ----------
    weights : sequence of expression
        Positive expressions in hyperparameters and variables declared above, from 2 to 20 of them;
        they need not add up to one.

    Examples
    --------
    >>> import symppm as ppm
    >>> with ppm.Model("m") as model:
    ...     a, b = ppm.hyperparameters("a b")
    ...     _ = ppm.Categorical("Y", weights=[1, a, b], dims="row col", observed=True)
    >>> model.variance()
    (a*b + a + 4*b)/(a + b + 1)**2
    """
    by_count = {len(family.parameters): family for family in families.CATEGORICAL}
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
    parameters = {parameter.name: w for parameter, w in zip(family.parameters, listed, strict=True)}
    return current().add_variable(name, family, parameters, dims, observed)


@word(families.MULTINOMIAL)
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
    trials : expression
        Number of trials, such as the known lengths of documents, ``ppm.Known("n", dims="row")``; an
        integer when drawn from. The counts sum to it.
    probabilities : expression
        Nonnegative expression whose sum along the axis is provably one, such as the mixture
        ``ppm.sum(theta * beta, over="factor")`` of Dirichlet vectors.
    over : str
        The one of them along which the outcomes lie; vectors of counts are independent.

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


@word(families.NORMAL, "mean=m, variance=v", "v")
def Normal(
    name: str, *, mean: Any, variance: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare Normal(mean, variance)."""


@word(families.STUDENT_T)
def StudentT(
    name: str, *, location: Any, scale: Any, degrees: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare Student's t: location + scale times a standard t variable.

    Parameters
    ----------
    location : expression
        Real expression in hyperparameters and variables declared above; the mean where degrees
        exceed 1.
    scale : expression
        Positive expression in hyperparameters and variables declared above. The variance is
        scale^2 degrees/(degrees - 2) where degrees exceed 2.
    degrees : expression
        Degrees of freedom; positive. The moment of order n exists for degrees > n.
    """


@word(families.GUMBEL, "mean=m, scale=s", "pi**2*s**2/6")
def Gumbel(
    name: str, *, mean: Any, scale: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare Gumbel(mean, scale), of maxima, by its mean: variance pi^2/6 scale^2."""


@word(families.LAPLACE, "mean=m, scale=s", "2*s**2")
def Laplace(
    name: str, *, mean: Any, scale: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare Laplace(mean, scale): variance 2 scale^2."""


@word()
def ExponentialDispersion(
    name: str, *, family: Any, w: Any, kappa: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare ED(w, kappa): mean kappa psi'(w) and variance kappa psi''(w).

    With ``kappa=scale * count`` and a latent Poisson count it is the paper's compound Poisson: the
    sum of as many independent ED(w, scale) variables, and zero where the count is zero.

    Parameters
    ----------
    family : str
        Log-partition psi: ``"normal"`` (w^2/2), ``"gamma"`` (-log(-w)), ``"inverse_gaussian"``
        (-sqrt(-2 w)), ``"poisson"`` (exp(w)), ``"binomial"`` (log(1 + exp(w))),
        ``"negative_binomial"`` (-log(1 - exp(w))), or ``"general"``, the undefined function that
        ``sympy.Function("psi")`` also stands for.
    w : expression
        Natural parameter; negative for gamma, inverse_gaussian and negative_binomial.
    kappa : expression
        Nonnegative weight.
    """
    parameters = {"w": w, "kappa": kappa}
    return current().add_variable(name, _dispersion(family), parameters, dims, observed)


@word(families.OBSERVATION, "mean=m, variance=v", "v")
def Observation(
    name: str, *, mean: Any, variance: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare a likelihood of which only the conditional mean and variance are known."""


def _dispersion(family: Any) -> Family:
    prefix = "ExponentialDispersion["
    names = {full[len(prefix) : -1]: full for full in families.BUILT_IN if full.startswith(prefix)}
    kind = "general" if family == sympy.Function("psi") else family
    if not isinstance(kind, str) or kind not in names:
        raise DeclarationError(
            f"family={family!r} of an ExponentialDispersion",
            expected='the name of a log-partition, or sympy.Function("psi") for an undefined one',
            do=did_you_mean(str(kind), names),
        )
    return families.BUILT_IN[names[kind]]

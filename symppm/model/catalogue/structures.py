"""Models beyond one product of two priors: levels, exposures, weights, effects, a third axis."""

from __future__ import annotations

import sympy

from symppm.model.catalogue.parts import (
    COL,
    MATRIX,
    ROW,
    TOPICS,
    gamma_pair,
    pair,
    product_sum,
)
from symppm.model.declaration import KnownArray
from symppm.model.distributions import (
    Beta,
    Binomial,
    Dirichlet,
    Gamma,
    Multinomial,
    Observation,
    Poisson,
)
from symppm.model.language import Known, hyperparameters, size


def hierarchical() -> None:
    """Declare hierarchical Poisson factorization (Gopalan, Hofman and Blei, 2015)."""
    a, a_prime, b_prime, c, c_prime, d_prime = hyperparameters(
        "a a_prime b_prime c c_prime d_prime"
    )
    xi = Gamma("xi", shape=a_prime, rate=a_prime / b_prime, dims="row")
    theta = Gamma("theta", shape=a, rate=xi, dims=ROW)
    eta = Gamma("eta", shape=c_prime, rate=c_prime / d_prime, dims="col")
    beta = Gamma("beta", shape=c, rate=eta, dims=COL)
    Poisson("Y", rate=product_sum(theta, beta), dims=MATRIX, observed=True)


def hierarchical_rows() -> None:
    """Declare Poisson factorization in which only rows have a level above their factors."""
    a, a_prime, b_prime, c, d = hyperparameters("a a_prime b_prime c d")
    xi = Gamma("xi", shape=a_prime, rate=a_prime / b_prime, dims="row")
    theta = Gamma("theta", shape=a, rate=xi, dims=ROW)
    beta = Gamma("beta", shape=c, rate=d, dims=COL)
    Poisson("Y", rate=product_sum(theta, beta), dims=MATRIX, observed=True)


def exposed() -> None:
    """Declare Poisson factorization with a known exposure of every column."""
    theta, beta = gamma_pair()
    exposure = Known("gamma", dims="col")
    Poisson("Y", rate=exposure * product_sum(theta, beta), dims=MATRIX, observed=True)


def degree_corrected() -> None:
    """Declare Poisson factorization given how large rows and columns are.

    Given their totals over the factors, Gamma factors of rows and of columns are Dirichlet vectors,
    whatever the levels above them are; the totals are the known u and v, of mean one.
    """
    a, c, mu = hyperparameters("a c mu")
    u, v = Known("u", dims="row"), Known("v", dims="col")
    theta = Dirichlet("theta", concentration=a, dims=ROW, over="factor")
    beta = Dirichlet("beta", concentration=c, dims=COL, over="factor")
    rate = u * v * mu * size("factor") * product_sum(theta, beta)
    Poisson("Y", rate=rate, dims=MATRIX, observed=True)


def topics() -> None:
    """Declare latent Dirichlet allocation (Blei, Ng and Jordan, 2003), given lengths n.

    Two tokens of one document are one word more often than tokens of two documents are, by
    (K - 1)/((K alpha + 1)(K eta M/(M - 1) + 1 + K/(M - 1))) of that: the interaction, as M grows.
    """
    alpha, eta = hyperparameters("alpha eta")
    length = Known("n", dims="row")
    theta = Dirichlet("theta", concentration=alpha, dims=ROW, over="factor")
    beta = Dirichlet("beta", concentration=eta, dims=TOPICS, over="col")
    _words(length, product_sum(theta, beta))


def asymmetric_topics() -> None:
    """Declare latent Dirichlet allocation with base measures (Wallach, Mimno and McCallum, 2009).

    Shares of words are known, from their totals; how large the topics are is random.
    """
    alpha, eta, gamma = hyperparameters("alpha eta gamma")
    length, share = Known("n", dims="row"), Known("share", dims="col", over="col")
    weight = Dirichlet("weight", concentration=gamma, dims="factor", over="factor")
    theta = Dirichlet("theta", concentration=alpha, base=weight, dims=ROW, over="factor")
    beta = Dirichlet("beta", concentration=eta, base=share, dims=TOPICS, over="col")
    _words(length, product_sum(theta, beta))


def _words(length: KnownArray, shares: sympy.Expr) -> None:
    Multinomial("Y", trials=length, probabilities=shares, dims=MATRIX, over="col", observed=True)


def admixture() -> None:
    """Declare genotypes of admixed individuals (Pritchard, Stephens and Donnelly, 2000).

    Y_ij is how many of two copies of gene j are of one kind; populations differ in frequencies.
    """
    alpha, a, b = hyperparameters("alpha a b")
    theta = Dirichlet("theta", concentration=alpha, dims=ROW, over="factor")
    frequency = Beta("frequency", alpha=a, beta=b, dims=TOPICS)
    mean = 2 * product_sum(theta, frequency)
    Binomial("Y", mean=mean, trials=2, dims=MATRIX, observed=True)


def weighted() -> None:
    """Declare Poisson factorization whose factors have random weights of their own."""
    theta, beta = gamma_pair()
    e, f = hyperparameters("e f")
    weight = Gamma("weight", shape=e, rate=f, dims="factor")
    Poisson("Y", rate=product_sum(weight, theta, beta), dims=MATRIX, observed=True)


def with_effects() -> None:
    """Declare Poisson factorization with additive effects of rows and columns."""
    theta, beta = gamma_pair()
    a_row, b_row, a_col, b_col = hyperparameters("a_row b_row a_col b_col")
    row_effect = Gamma("row_effect", shape=a_row, rate=b_row, dims="row")
    col_effect = Gamma("col_effect", shape=a_col, rate=b_col, dims="col")
    rate = row_effect + col_effect + product_sum(theta, beta)
    Poisson("Y", rate=rate, dims=MATRIX, observed=True)


def three_axes() -> None:
    """Declare Poisson factorization of a three-way array."""
    theta, beta = gamma_pair()
    e, f = hyperparameters("e f")
    weight = Gamma("weight", shape=e, rate=f, dims="slice factor")
    Poisson("Y", rate=product_sum(theta, beta, weight), dims="row col slice", observed=True)


def any_dispersion() -> None:
    """Declare compound Poisson factorization by psi'(w) and psi''(w), whatever psi is."""
    theta, beta = pair("prior")
    kappa, psi_first, psi_second = hyperparameters("kappa psi_first psi_second")
    count = Poisson("N", rate=product_sum(theta, beta), dims=MATRIX)
    Observation(
        "Y",
        mean=kappa * psi_first * count,
        variance=kappa * psi_second * count,
        dims=MATRIX,
        observed=True,
    )

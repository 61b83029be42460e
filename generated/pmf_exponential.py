"""pmf_exponential: Poisson factorization, Exponential priors.

GENERATED: DO NOT EDIT. Change the declaration or the generator, then run python tools/regenerate.py
SHA-256: model 488c9e1935c4b508, record 3baf529aa241ffb1, generator 17dcd894fe957c05, body e333c17ad04712ca
"""

import math

from symppm.codegen.runtime import OK, kernel
from symppm.codegen.special import if_ok, positive
from symppm.codegen.spec import specification

SPEC = specification("""
{"name": "pmf_exponential", "title": "Poisson factorization, Exponential priors", "targets": ["mean",
"variance", "rho_row", "rho_col"],
"parameters": [{"name": "K", "meaning": "number of factors", "is_size": true},
{"name": "rate_theta", "meaning": "rate of theta: mean = 1 / rate_theta"},
{"name": "rate_beta", "meaning": "rate of beta: mean = 1 / rate_beta"}],
"constraints": ["mean + 3*rho_row*variance - variance = 0", "rho_col - rho_row = 0"],
"coordinates": ["rate_theta", "rate_beta"],
"identified": [{"name": "K"},
{"name": "rate_beta*rate_theta", "exponents": {"rate_theta": 1, "rate_beta": 1}, "meaning": "rate of theta times rate of beta: all that data show"}],
"conditions": [{"text": "K > 0"}, {"text": "rate_beta*rate_theta > 0"}], "has_margins": false,
"symmetries": [{"weights": {"rate_theta": 1, "rate_beta": -1}, "prior_degrees": {"theta": -1, "beta": 1}, "anchor": "rate_theta"}],
"anchored": {"K": {"K": 1.0}, "rate_theta": {}, "rate_beta": {"rate_beta*rate_theta": 1.0}},
"priors": ["theta", "beta"], "priors_depend_on": ["rate_theta", "rate_beta"], "axes": ["row",
"col"]}
""")


@kernel
def prior_means(rate_theta, rate_beta):
    """Return the means of theta and beta."""
    theta_value = 1.0 / rate_theta
    beta_value = 1.0 / rate_beta
    return (theta_value, beta_value,)


@kernel
def moments(K, rate_theta, rate_beta):
    """Return mean, variance, rho_row, rho_col.

    mean = K/(rate_beta*rate_theta)
    variance = K*(rate_beta*rate_theta + 3)/(rate_beta**2*rate_theta**2)
    rho_row = 1/(rate_beta*rate_theta + 3)
    rho_col = 1/(rate_beta*rate_theta + 3)
    """
    t0 = rate_beta*rate_theta + 3.0
    t1 = 1.0 / t0
    mean_value = K/(rate_beta*rate_theta)
    variance_value = K*t0/((rate_beta * rate_beta)*(rate_theta * rate_theta))
    rho_row_value = t1
    rho_col_value = t1
    return (mean_value, variance_value, rho_row_value, rho_col_value,)


@kernel
def solve(mean, variance, rho_row, rho_col):
    """Return K, rate_beta*rate_theta and a status."""
    K = (mean * mean)/(rho_row*variance)
    status = positive(K, 1, OK)
    rate_beta_rate_theta = K/mean
    status = positive(rate_beta_rate_theta, 2, status)
    K_value = K
    rate_beta_rate_theta_value = rate_beta_rate_theta
    return (if_ok(K_value, status), if_ok(rate_beta_rate_theta_value, status), status,)
